"""The probabilities of a bidder over its bids after 10, 100 and 1,000 auctions: the run of belief.py.

python docs/figures/bids.py [picture]          # docs/images/bids.png unless told otherwise
"""

import sys
from pathlib import Path

from belief import BIDS, CONTEXT, run, truth, worth

from graphbandit.plots import COLOURS, canvas, finish
from graphbandit.problems.auction import auction_losses


def main(path: Path) -> None:
    """Draw three distributions with one scale."""
    found = run()
    best = float(BIDS[auction_losses(BIDS, truth().win, float(worth(CONTEXT))).argmin()])
    figure, axes = canvas(len(found), width=3.6, height=3.4)
    for panel, (rounds, bidder) in zip(axes, found.items(), strict=True):
        learner = bidder.learner
        prediction = learner.belief.predict(CONTEXT)
        played = learner.rule(prediction, learner.exploration.gamma_for(prediction)).probabilities
        panel.bar(BIDS, played, width=0.032, color=COLOURS[6], label="probability of a bid")
        panel.axvline(best, color=COLOURS[3], linestyle="--", linewidth=1.8, label="best bid in truth")
        panel.set_title(f"after {rounds:,} auctions", fontsize=15)
        panel.set_xlabel("bid", fontsize=14)
        panel.set(xlim=(-0.03, 1.03), ylim=(0.0, 1.0))
    axes[0].set_ylabel("probability", fontsize=14)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False, fontsize=14)
    finish(figure, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "images" / "bids.png")
