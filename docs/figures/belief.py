"""What a bidder believes of the feedback graph after 10, 100 and 1,000 auctions, beside the truth.

python docs/figures/belief.py [picture]        # docs/images/belief.png unless told otherwise
"""

import sys
from math import erf, sqrt
from pathlib import Path

import numpy as np

import graphbandit as gb
from graphbandit.plots import canvas, finish

BIDS = np.linspace(0.0, 1.0, 26)
CONTEXT = np.array([0.5, 0.0])  # the item that the pictures are about
SPREAD = 0.08
ROUNDS = (10, 100, 1000)
PACE = 16.0  # γ = 16 √t


def center(context: np.ndarray) -> np.ndarray:
    """Return the mean price to beat in a context (..., 2)."""
    return 0.35 + 0.3 * context[..., 0]


def worth(context: np.ndarray) -> np.ndarray:
    """Return what winning is worth in a context (..., 2)."""
    return center(context) + 0.25 + 0.1 * context[..., 1]


def run() -> dict[int, gb.Bidder]:
    """Bid in 1,000 auctions, and return the bidder as it was after some of them."""
    draw = np.random.default_rng(4)
    contexts = draw.uniform(-1.0, 1.0, (ROUNDS[-1], 2))
    prices = np.maximum(center(contexts) + SPREAD * draw.normal(size=ROUNDS[-1]), 0.0)
    values = worth(contexts)
    found = {}
    for rounds in ROUNDS:  # the same auctions each time, so that the three are one bidder at three ages
        found[rounds] = gb.Bidder(BIDS, context_size=2, gamma=gb.exploration.Anytime(PACE))
        world = gb.AuctionWorld.from_arrays(contexts, prices, values, bids=BIDS)
        gb.simulate(found[rounds].learner, world, rounds)
    return found


def truth() -> gb.AuctionGraph:
    """Return the expected graph in the context of the pictures."""
    scores = (BIDS - center(CONTEXT)) / SPREAD
    return gb.AuctionGraph([0.5 * (1.0 + erf(score / sqrt(2.0))) for score in scores])


def main(path: Path) -> None:
    """Draw four matrices with one scale."""
    panels = {
        f"after {rounds:,} auctions": bidder.learner.belief.predict(CONTEXT).graph.matrix()
        for rounds, bidder in run().items()
    }
    panels["the truth"] = truth().matrix()
    figure, axes = canvas(len(panels), width=3.0, height=3.3)
    for panel, (title, matrix) in zip(axes, panels.items(), strict=True):
        image = panel.imshow(matrix, vmin=0.0, vmax=1.0, cmap="cividis", origin="lower", extent=(-0.02, 1.02) * 2)
        panel.set_title(title, fontsize=15)
        panel.set_xlabel("whose loss is revealed", fontsize=14)
        panel.set_xticks([0.0, 0.5, 1.0])
        panel.set_yticks([0.0, 0.5, 1.0])
    axes[0].set_ylabel("bid that is played", fontsize=14)
    bar = figure.colorbar(image, ax=list(axes), shrink=0.75, pad=0.01)
    bar.set_label("probability", fontsize=14)
    finish(figure, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "images" / "belief.png")
