"""The paper's figures: regret over rounds, and final regret over the number of bids.

python docs/figures/paper.py diverse     # docs/images/paper-diverse.png, from the runs of `make paper` in out/paper
python docs/figures/paper.py poor ebay   # likewise
python docs/figures/paper.py short.png   # the first one from few seeds, settings and rounds, played here
"""

import sys
from pathlib import Path

from PIL import Image

from graphbandit.experiments import paper
from graphbandit.experiments.reproduce import draw
from graphbandit.experiments.runs import run
from graphbandit.experiments.store import Run, Store
from graphbandit.experiments.variants import keyed, pick

ROOT = Path(__file__).parents[2]
PICTURES = {"diverse": "paper-diverse.png", "poor": "paper-poor.png", "ebay": "paper-ebay.png"}
ROUNDS = 300


def figure_of(name: str, runs: dict[str, Run]) -> paper.Figure:
    """Return the figure of this name; that of real auctions is of the file that the runs are of."""
    if name != "ebay":
        return {"diverse": paper.DIVERSE, "poor": paper.POOR}[name]
    marks = [run.settings["fingerprint"] for run in runs.values() if run.settings["data"] == "ebay"]
    if not marks:
        sys.exit("out/paper has no runs of real auctions: make paper DATA=auctions.csv makes them")
    return paper.ebay_figure(marks[0], *paper.RANGES[0])


def main(words: list[str]) -> None:
    """Draw what is asked for."""
    if words[0].endswith(".png"):
        figure = paper.quick(paper.DIVERSE)
        short = [run(settings | {"rounds": ROUNDS}) for settings in paper.grid(figure)]
        draw(Path(words[0]), figure, paper.best(figure, short))
        return
    runs = Store(ROOT / "out" / "paper" / "runs").runs()
    for name in words:
        figure, path = figure_of(name, runs), ROOT / "docs" / "images" / PICTURES[name]
        chosen = paper.best(figure, pick(runs, keyed(paper.grid(figure))))
        if not chosen:
            sys.exit("out/paper does not have its runs: make paper makes them")
        draw(path, figure, chosen)
        whole = Image.open(path).convert("RGB")
        whole.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PICTURES))
