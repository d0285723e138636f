"""The expected feedback graphs of the four problems side by side.

python docs/figures/graphs.py [picture]        # docs/images/graphs.png unless told otherwise
"""

import sys
from pathlib import Path

import numpy as np

import graphbandit as gb
from graphbandit.chance import normal_cdf
from graphbandit.plots import canvas, finish
from graphbandit.problems.triage import TRIAGE_GRAPH

ACTIONS = np.linspace(0.0, 1.0, 26)
BELOW = normal_cdf((ACTIONS - 0.5) / 0.12)  # P(the hidden number is at most the action)


def main(path: Path) -> None:
    """Draw four matrices with one scale."""
    panels: dict[str, tuple[gb.Graph, str]] = {
        "auction": (gb.AuctionGraph(win=BELOW), "bid"),
        "posted price": (gb.PricingGraph(sale=1.0 - BELOW), "price"),
        "perishable stock": (gb.InventoryGraph(clear=BELOW), "stock"),
        "triage": (TRIAGE_GRAPH, ""),
    }
    figure, axes = canvas(len(panels), width=3.2, height=3.4)
    for panel, (title, (graph, action)) in zip(axes, panels.items(), strict=True):
        reach = (-0.02, 1.02) * 2 if action else (-0.5, 1.5) * 2
        image = panel.imshow(graph.matrix(), vmin=0.0, vmax=1.0, cmap="cividis", origin="lower", extent=reach)
        names = ["0.0", "0.5", "1.0"] if action else ["review", "pass"]
        ticks = [0.0, 0.5, 1.0] if action else [0.0, 1.0]
        panel.set_title(title, fontsize=15)
        panel.set_xlabel(f"{action} whose loss is revealed".strip(), fontsize=14)
        panel.set_ylabel(f"{action} that is played".strip() if action else "what is played", fontsize=14)
        panel.set_xticks(ticks, names)
        panel.set_yticks(ticks, names, rotation=0 if action else 90, va="center")
    bar = figure.colorbar(image, ax=list(axes), shrink=0.75, pad=0.01)
    bar.set_label("probability", fontsize=14)
    finish(figure, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "images" / "graphs.png")
