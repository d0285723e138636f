"""Pictures. Nothing else in the library draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np

from graphbandit.checks import Array
from graphbandit.stats import Band, Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

# Okabe and Ito's palette, told apart by the colour-blind, with a dash pattern of its own for print
COLOURS = ("#000000", "#E69F00", "#56B4E9", "#D55E00", "#009E73", "#CC79A7", "#0072B2", "#F0E442")
DASHES: tuple[Any, ...] = ((0, (1, 1)), "--", "-.", (0, (5, 1)), "-", (0, (3, 1, 1, 1)), (0, (8, 2)), ":")
MARKERS = ("x", "s", "^", "o", "D", "v", "P", "*")


@final
@dataclass(frozen=True, eq=False)
class Series:
    """One algorithm in a picture: its curve over rounds (seeds, points) and its final figures by number of actions."""

    name: str
    curves: Array
    finals: Mapping[int, Sequence[float]]


def canvas(
    columns: int, width: float = 5.8, height: float = 4.6, rows: int = 1, size: float = 13
) -> tuple["Canvas", Any]:
    """Return a figure and its axes, row by row, drawn off the screen.

    `width` and `height` in inches are those of one panel, `size` is that of the letters.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    with pyplot.rc_context({"font.size": size, "axes.spines.top": False, "axes.spines.right": False}):
        figure, axes = pyplot.subplots(rows, columns, figsize=(width * columns, height * rows), layout="constrained")
    return figure, np.ravel(axes)


def finish(figure: "Canvas", path: str | Path) -> None:
    """Write the picture and close it."""
    from matplotlib import pyplot

    unnamed = {"Software": None} if Path(path).suffix.lower() == ".png" else None
    figure.savefig(path, dpi=130, metadata=unnamed)
    pyplot.close(figure)


def regret_figure(path: str | Path, title: str, series: Sequence[Series], rounds: int, actions: int) -> None:
    """Draw regret over rounds, with a band of one deviation between seeds, and final regret over actions.

    The axes reach a little above the highest mean; a band or bar that leaves them is wider than what it is of.
    """
    figure, (left, right) = canvas(2, height=5.2, size=15)
    at = np.linspace(0.0, rounds, series[0].curves.shape[1] + 1)[1:]
    places = sorted(series[0].finals)
    width = 0.012 * (places[-1] - places[0])  # that bars of one place stand side by side
    highest = 0.0
    for index, one in enumerate(series):
        style = {"color": COLOURS[index], "linestyle": DASHES[index], "linewidth": 2.6}
        band = Band.of(one.curves / at)
        summaries = [Summary.of(one.finals[place]) for place in places]
        draw_band(left, at, band, one.name, style)
        draw_finals(right, np.array(places) + width * (index - (len(series) - 1) / 2), summaries, MARKERS[index], style)
        highest = max(highest, band.mean.max(), *(summary.mean for summary in summaries))
    for axes in (left, right):
        axes.set_ylim(0.0, 1.1 * highest)
        axes.grid(axis="y", color="#dddddd", linewidth=0.8)
        axes.set_axisbelow(True)
    left.set(xlabel="round", ylabel="regret so far, loss per round", xlim=(0, rounds))
    left.set_title(f"over rounds, {actions} bids", fontsize=15)
    left.xaxis.set_major_formatter("{x:,.0f}")
    right.set(xlabel="number of bids, K", ylabel="regret, loss per round")
    right.set_title(f"after {rounds:,} rounds", fontsize=15)
    right.set_xticks(places)
    seeds = len(series[0].curves)
    spread = f"\nmean of {seeds} seeds, one standard deviation on each side" if seeds > 1 else ""
    figure.suptitle(f"{title}{spread}", fontsize=15)
    handles, names = left.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=3, frameon=False, handlelength=3, fontsize=15)
    finish(figure, path)


def draw_band(axes: "Axes", at: Array, band: Band, name: str, style: Mapping[str, Any]) -> None:
    """Draw a mean over rounds, with its band."""
    low, high = band.mean - band.deviation, band.mean + band.deviation
    axes.plot(at, band.mean, label=name, **style)
    axes.fill_between(at, low, high, color=style["color"], alpha=0.12, lw=0)


def draw_finals(axes: "Axes", at: Array, summaries: Sequence[Summary], marker: str, style: Mapping[str, Any]) -> None:
    """Draw final means by number of actions, with deviations between seeds."""
    means = [summary.mean for summary in summaries]
    deviations = np.nan_to_num([summary.deviation for summary in summaries])
    axes.errorbar(at, means, deviations, marker=marker, capsize=3, markersize=7, elinewidth=1.2, **style)


def ledger_figure(path: str | Path, regret: Array, accounts: Mapping[str, Array], title: str) -> None:
    """Draw cumulated regret (T,) under the stack of the accounts (T,) that must cover it."""
    ledgers_figure(path, {title: (regret, accounts)}, "")


def ledgers_figure(path: str | Path, books: Mapping[str, tuple[Array, Mapping[str, Array]]], title: str) -> None:
    """Draw a ledger for each setting, regret (T,) and accounts (T,), two in a row."""
    columns = min(2, len(books))
    figure, panels = canvas(columns, width=4.6 if columns > 1 else 6.6, height=3.2, rows=-(-len(books) // columns))
    for axes in panels[len(books) :]:
        axes.remove()
    for axes, (setting, (regret, accounts)) in zip(panels, books.items(), strict=False):
        draw_ledger(axes, regret, accounts)
        axes.set(title=setting, xlabel="round", ylabel="loss, summed so far")
    figure.suptitle(title, fontsize=14)
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=4, frameon=False, fontsize=13)
    finish(figure, path)


def draw_ledger(axes: "Axes", regret: Array, accounts: Mapping[str, Array]) -> None:
    """Draw the accounts one upon the other, and the regret with its share of them."""
    at = np.arange(1, regret.size + 1)
    base = np.zeros(regret.size)
    for index, (name, account) in enumerate(accounts.items()):
        top = base + np.cumsum(account)
        axes.fill_between(at, base, top, color=COLOURS[(1, 2, 5)[index]], alpha=0.75, lw=0, label=name)
        axes.plot(at, top, color="#000000", lw=0.6)
        base = top
    lost = np.cumsum(regret)
    axes.plot(at, lost, color=COLOURS[3], lw=2.6, label="regret")
    share = f"regret: {lost[-1] / base[-1]:.0%} of the bound" if base[-1] > 0.0 else "regret"
    axes.annotate(share, (0.03, 0.99), xycoords="axes fraction", va="top", fontsize=12)
    axes.set(xlim=(0, regret.size), ylim=(0, 1.25 * max(base[-1], lost[-1])))
    axes.xaxis.set_major_formatter("{x:,.0f}")


def reward_figure(
    path: str | Path, title: str, curves: Mapping[str, Array], finals: Mapping[str, Sequence[float]], rounds: int
) -> None:
    """Draw reward so far over rounds for each bidder (seeds, points), and the mean of all rounds as bars.

    The curves are shown down to a loss as large as the highest gain; who loses more is told by the bars.
    """
    figure, (left, right) = canvas(2)
    for index, (name, seeds) in enumerate(curves.items()):
        at = np.linspace(rounds / seeds.shape[1], rounds, seeds.shape[1])
        band = Band.of(seeds)
        colour = COLOURS[index % len(COLOURS)]
        left.plot(at, band.mean, label=name, color=colour, linestyle=DASHES[index % len(DASHES)], linewidth=2.2)
        left.fill_between(at, band.mean - band.deviation, band.mean + band.deviation, color=colour, alpha=0.15, lw=0)
        summary = Summary.of(finals[name])
        right.barh(index, summary.mean, xerr=np.nan_to_num(summary.deviation), color=colour, capsize=3, height=0.7)
    tail = np.concatenate([seeds[:, seeds.shape[1] // 10 :].ravel() for seeds in curves.values()])
    spread = float(np.ptp(tail)) or 1.0
    lowest, highest = tail.min() - 0.1 * spread, tail.max() + 0.1 * spread
    if tail.max() > 0.0:
        highest = min(highest, 1.2 * tail.max())
        lowest = max(lowest, -highest)
    left.set(xlabel="auction", ylabel="reward so far, per auction", ylim=(lowest, highest), title="over auctions")
    left.locator_params(axis="x", nbins=5)
    left.xaxis.set_major_formatter("{x:,.0f}")
    left.grid(axis="y", color="#dddddd", linewidth=0.8)
    left.set_axisbelow(True)
    right.axvline(0.0, color="#000000", linewidth=0.8)
    right.set_title(f"after {rounds:,}")
    right.set(xlabel="reward per auction, all rounds")
    right.set_yticks(range(len(curves)), list(curves))
    right.invert_yaxis()
    figure.suptitle(title, fontsize=14)
    finish(figure, path)
