"""The probabilities of the bids in one decision, from a γ that tries everything to one that plays the best.

python docs/figures/gamma.py [picture]         # docs/images/gamma.png unless told otherwise
"""

import sys
from pathlib import Path

import numpy as np
from belief import BIDS
from decision import program
from matplotlib.colors import PowerNorm

import graphbandit as gb
from graphbandit.plots import COLOURS, canvas, finish

GAMMAS = np.geomspace(1.0, 10_000.0, 81)


def main(path: Path) -> None:
    """Draw one column of probabilities for each γ."""
    made = program()
    played = np.array([gb.solve_dec(made.losses, made.graph, gamma).probabilities for gamma in GAMMAS])
    figure, (panel,) = canvas(1, width=8.6, height=4.4)
    image = panel.pcolormesh(GAMMAS, BIDS, played.T, cmap="cividis", norm=PowerNorm(0.5, 0.0, 1.0), rasterized=True)
    best = BIDS[made.losses.argmin()]
    panel.axhline(best, color=COLOURS[3], linestyle="--", linewidth=1.6)
    panel.annotate("least predicted loss", (1.15, best + 0.025), color="#ffffff", fontsize=13)
    panel.set_xscale("log")
    panel.set(xlabel="γ", ylabel="bid")
    bar = figure.colorbar(image, ax=panel, pad=0.02, ticks=[0.0, 0.05, 0.2, 0.5, 1.0])
    bar.set_label("probability of the bid")
    finish(figure, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "images" / "gamma.png")
