"""One decision and its proof: what is predicted, what is played and seen, and the regret at worst against each bid.

python docs/figures/decision.py [picture]      # docs/images/decision.png unless told otherwise
"""

import sys
from pathlib import Path

import numpy as np
from belief import BIDS, CONTEXT, truth, worth

import graphbandit as gb
from graphbandit.dec.program import regrets
from graphbandit.plots import COLOURS, canvas, finish
from graphbandit.prediction import Prediction
from graphbandit.problems.auction import auction_losses
from graphbandit.rules import InverseGap

GAMMA = 30.0


def program() -> Prediction:
    """Return losses and graph of the auction of belief.py, as one who knows the truth predicts them."""
    graph = truth()
    return Prediction(auction_losses(BIDS, graph.win, float(worth(CONTEXT))), graph)


def main(path: Path) -> None:
    """Draw losses, probabilities and the rows of the program."""
    made = program()
    exact = gb.solve_dec(made.losses, made.graph, GAMMA)
    other = InverseGap()(made, GAMMA).probabilities
    figure, (left, middle, right) = canvas(3, width=4.2, height=4.3)

    left.plot(BIDS, made.losses, color=COLOURS[0], marker="o", markersize=4, label="predicted loss f")
    left.set(title="what is predicted", ylabel="loss", ylim=(0.4, 0.65))

    seen = made.graph.observation(exact.probabilities)
    middle.bar(BIDS, exact.probabilities, width=0.032, color=COLOURS[6], label="p: is played")
    middle.plot(BIDS, seen, color=COLOURS[1], marker="s", markersize=4, label="W: its loss is seen")
    middle.set(title=f"what is played at γ = {GAMMA:g}, and seen", ylabel="probability", ylim=(0.0, 1.0))

    for p, colour, marker, name in (
        (other, COLOURS[3], "^", "inverse gap weighting"),
        (exact.probabilities, COLOURS[6], "o", "exact"),
    ):
        rows = GAMMA * regrets(p, made.losses, made.graph.observation(p), GAMMA, False)
        right.plot(BIDS, rows, color=colour, marker=marker, markersize=5, label=name)
    right.axhline(
        GAMMA * exact.bound, color=COLOURS[0], linestyle="--", linewidth=1.8, label="proven: no p peaks lower"
    )
    right.set(title="regret against each bid, at worst", ylabel="γ × regret", ylim=(-4.0, 9.5))

    for panel in (left, middle, right):
        panel.set(xlabel="bid", xlim=(-0.03, 1.03), xticks=np.linspace(0.0, 1.0, 6))
        panel.title.set_fontsize(14)
        panel.legend(frameon=False, loc="upper left", fontsize=12.5)
    finish(figure, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "images" / "decision.png")
