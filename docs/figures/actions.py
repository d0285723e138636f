"""What a decision costs at best, by the number of actions: flat in auctions, and K - 1 where nothing else is revealed.

python docs/figures/actions.py [picture]       # docs/images/actions.png unless told otherwise
"""

import sys
from pathlib import Path

import numpy as np

import graphbandit as gb
from graphbandit.bench.programs import FAMILIES
from graphbandit.plots import COLOURS, DASHES, MARKERS, canvas, finish
from graphbandit.prediction import Prediction
from graphbandit.rules import InverseGap

SIZES = (3, 5, 10, 20, 40, 80, 160, 320)
GAMMA = 70.0
PROGRAMS = 8


def values(name: str, size: int) -> tuple[float, float]:
    """Return the mean of γ dec over programs of a family: of the exact answer, and of inverse gap weighting."""
    family = next(one for one in FAMILIES if one.name == name)
    random = np.random.default_rng(size)
    found = []
    for _ in range(PROGRAMS):
        made = family.program(random, size, GAMMA)
        exact = gb.solve_dec(made.losses, made.graph, GAMMA).value
        found.append((exact, InverseGap()(Prediction(made.losses, made.graph), GAMMA).value))
    exact, other = GAMMA * np.mean(found, axis=0)
    return float(exact), float(other)


def main(path: Path) -> None:
    """Draw two lines for each family."""
    figure, (panel,) = canvas(1, width=9.4, height=4.6)
    panel.plot(SIZES, [size - 1 for size in SIZES], color=COLOURS[0], linestyle=":", label="self-loops alone: K - 1")
    for index, name in enumerate(("pricing", "auction", "inventory")):
        found = [values(name, size) for size in SIZES]
        style = {"color": COLOURS[(4, 6, 3)[index]], "marker": MARKERS[index + 1], "markersize": 7, "linewidth": 2.0}
        panel.plot(SIZES, [other for _, other in found], linestyle=DASHES[1], label=f"{name}, inverse gap", **style)
        panel.plot(SIZES, [exact for exact, _ in found], label=f"{name}, exact", **style)
    panel.set_xscale("log")
    panel.set_xticks(SIZES, [str(size) for size in SIZES])
    panel.minorticks_off()
    panel.set(xlabel="number of actions, K", ylabel=f"γ × dec, at γ = {GAMMA:g}", ylim=(0.0, 25.0))
    panel.grid(axis="y", color="#dddddd", linewidth=0.8)
    handles, names = panel.get_legend_handles_labels()
    order = [0, 1, 3, 5, 2, 4, 6]
    figure.legend(
        [handles[i] for i in order], [names[i] for i in order], loc="outside right center", frameon=False, fontsize=13
    )
    finish(figure, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "images" / "actions.png")
