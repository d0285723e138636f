"""The paper's experiments: which runs there are, and which of them are shown."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Any, final

from graphbandit.experiments.runs import VERSION
from graphbandit.experiments.store import Run, Settings

ALGORITHMS = ("never", "greedy", "squarecb", "ug", "exact", "informed")
SCALES = (0.5, 1.0, 2.0)
ROUNDS = 5000
TITLES = {
    "never": "never bid",
    "greedy": "greedy",
    "squarecb": "SquareCB",
    "ug": "SquareCB.UG, the paper's form",
    "exact": "SquareCB.UG, exact",
    "informed": "SquareCB.G, told the graph",
}


@final
@dataclass(frozen=True)
class Figure:
    """One figure of the paper: its data, the actions and seeds it runs over, and the rates searched."""

    name: str
    title: str
    data: str
    actions: tuple[int, ...]
    seeds: int
    value_rates: tuple[float, ...]
    law_rates: tuple[float, ...] = (0.01, 0.05)
    extra: Settings = field(default_factory=dict)


SYNTHETIC_RATES = (0.005, 0.01, 0.02)
REAL_RATES = (0.005, 0.01, 0.05)
RANGES = ((10.0, 100.0), (100.0, 300.0))  # of values in dollars; the second is the paper's own
DIVERSE = Figure("diverse", "synthetic auctions, diverse contexts", "diverse", (26, 51, 76), 4, SYNTHETIC_RATES)
POOR = Figure("poor", "synthetic auctions, contexts of poor diversity", "poor", (26, 51, 76), 4, SYNTHETIC_RATES)


def ebay_figure(fingerprint: str, low: float, high: float) -> Figure:
    """Return the figure of real auctions, with values from `low` to `high` dollars."""
    name = "ebay" if (low, high) == RANGES[0] else f"ebay-{high:g}"
    title = f"eBay auctions, values from {low:g} to {high:g} dollars (a shard of the probable source)"
    extra = {"fingerprint": fingerprint, "low": low, "high": high}
    return Figure(name, title, "ebay", (51, 101, 151), 8, REAL_RATES, extra=extra)


def quick(figure: Figure) -> Figure:
    """Return the same figure from fewer seeds and settings."""
    rates = figure.value_rates[-1:]
    actions = (figure.actions[0], figure.actions[-1])
    return Figure(figure.name, figure.title, figure.data, actions, 2, rates, figure.law_rates[-1:], figure.extra)


def settings_of(figure: Figure, algorithm: str, actions: int, seed: int, **changes: Any) -> dict[str, Any]:
    """Return the full settings of a run; what is left out has the value that the report names as chosen."""
    settings: dict[str, Any] = {
        "version": VERSION, "data": figure.data, "algorithm": algorithm, "actions": actions, "seed": seed,
        "rounds": ROUNDS, "c": 1.0, "value_rate": 0.01, "law_rate": 0.05, "edges": "log", "doubling": 0.0,
        "scaling": "joint", "noise": "variance", "start": "zero", **figure.extra,
    }  # fmt: skip
    return settings | changes


def grid(figure: Figure, algorithms: Iterable[str] = ALGORITHMS) -> list[dict[str, Any]]:
    """Return every run of a figure: all settings that the paper searches, for every algorithm alike."""
    runs = []
    for algorithm, actions, seed in product(algorithms, figure.actions, range(figure.seeds)):
        if algorithm == "never":
            runs.append(settings_of(figure, algorithm, actions, seed))
            continue
        scales = (1.0,) if algorithm == "greedy" else SCALES
        laws = figure.law_rates[-1:] if algorithm == "informed" else figure.law_rates
        for c, value_rate, law_rate in product(scales, figure.value_rates, laws):
            changes = {"c": c, "value_rate": value_rate, "law_rate": law_rate}
            runs.append(settings_of(figure, algorithm, actions, seed, **changes))
    return runs


def sensitivity(figure: Figure, chosen: dict[tuple[str, int], list[Run]]) -> list[dict[str, Any]]:
    """Return runs that change one choice which the paper leaves open, at the settings chosen for the middle ε."""
    changes = [{"start": "torch"}]
    if figure.data != "ebay":
        changes += [{"scaling": "separate"}, {"noise": "deviation"}]
    return [
        dict(run.settings) | change
        for algorithm in ("never", "greedy", "squarecb", "ug", "exact")
        for run in chosen[algorithm, middle(figure)]
        for change in changes
        if not (algorithm == "never" and "start" in change)
    ]


def ablations(figure: Figure, chosen: dict[tuple[str, int], list[Run]], *, large: bool) -> list[dict[str, Any]]:
    """Return the exact learner's runs with square loss on edges, with γ doubling, and with many more actions."""
    base = chosen["exact", middle(figure)]
    changes: list[dict[str, Any]] = [{"edges": "square"}, {"doubling": 10.0, "c": 0.1}]
    if large:
        changes += [{"actions": actions} for actions in (101, 301, 1001)]
    return [
        dict(run.settings) | change for change in changes for run in (base if "actions" not in change else base[:2])
    ]


def middle(figure: Figure) -> int:
    """Return the number of actions at which a figure shows its curves."""
    return figure.actions[len(figure.actions) // 2]


def best(figure: Figure, runs: Iterable[Run]) -> dict[tuple[str, int], list[Run]]:
    """Return, for each algorithm and number of actions, the runs of the settings with the least mean regret over seeds.

    The rule is the same for all, whatever number of settings they have, and looks at the seeds that are shown; the
    store keeps every run, so that another rule can be applied.
    """
    groups: dict[tuple[str, int], dict[tuple[float, ...], list[Run]]] = {}
    for run in runs:
        settings = run.settings
        place = settings["algorithm"], settings["actions"]
        searched = settings["c"], settings["value_rate"], settings["law_rate"]
        groups.setdefault(place, {}).setdefault(searched, []).append(run)
    chosen = {}
    for place, candidates in groups.items():
        complete = [entry for entry in candidates.values() if len(entry) == figure.seeds]
        if complete:
            least = min(complete, key=lambda entry: sum(run.figures["regret"] for run in entry))
            chosen[place] = sorted(least, key=lambda run: int(run.settings["seed"]))
    return chosen
