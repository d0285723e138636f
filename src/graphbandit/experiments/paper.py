"""The paper's experiments: which runs there are, and which of them are shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any, final

from graphbandit.experiments.store import Run, Settings

VERSION = 2  # of what a run computes; a change of it makes every run new
ROUNDS = 5000
SCALES = (0.5, 1.0, 2.0)
OWN = ("never", "greedy", "squarecb", "ug")  # the algorithms that the paper compares
ALGORITHMS = (*OWN, "exact", "informed")
TITLES = {
    "never": "never bid",
    "greedy": "greedy",
    "squarecb": "SquareCB",
    "ug": "SquareCB.UG, the paper's form",
    "exact": "SquareCB.UG, exact",
    "informed": "SquareCB.G, told the graph",
}
# how each algorithm predicts (from one drawn price, or in expectation), and what its two oracles learn from
PAPER_S = {"graph": "sampled", "lesson": "log edges", "value": "losses"}
FORMS: Mapping[str, Mapping[str, str]] = {
    "never": PAPER_S,
    "greedy": PAPER_S,
    "squarecb": PAPER_S | {"lesson": "played"},
    "ug": PAPER_S,
    "exact": {"graph": "expected", "lesson": "price", "value": "itself"},
    "informed": {"graph": "told", "lesson": "nothing", "value": "itself"},
}
SYNTHETIC_RATES = (0.005, 0.01, 0.02)
REAL_RATES = (0.005, 0.01, 0.05)
RANGES = ((10.0, 100.0), (100.0, 300.0))  # of values in dollars; the second is the paper's own

Chosen = dict[tuple[str, int], list[Run]]  # by algorithm and number of actions: a run a seed


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

    @property
    def synthetic(self) -> bool:
        """Whether its auctions are drawn, not read from a file."""
        return self.data != "ebay"


DIVERSE = Figure(
    "diverse", "Synthetic auctions, diverse contexts", "diverse", (26, 51, 76), 4, SYNTHETIC_RATES,
    extra={"world": 0, "scaling": "joint", "noise": "variance"},
)  # fmt: skip
POOR = replace(DIVERSE, name="poor", title="Synthetic auctions, contexts of poor diversity", data="poor")


def ebay_figure(fingerprint: str, low: float, high: float) -> Figure:
    """Return the figure of real auctions, with values from `low` to `high` dollars."""
    name = "ebay" if (low, high) == RANGES[0] else f"ebay-{high:g}"
    title = f"eBay auctions, values from {low:g} to {high:g} dollars (a shard of the probable source)"
    extra = {"fingerprint": fingerprint, "low": low, "high": high, "scaling": "limit"}
    return Figure(name, title, "ebay", (51, 101, 151), 8, REAL_RATES, extra=extra)


def quick(figure: Figure) -> Figure:
    """Return the same figure from fewer seeds and settings."""
    actions = (figure.actions[0], figure.actions[-1])
    return replace(
        figure, actions=actions, seeds=2, value_rates=figure.value_rates[-1:], law_rates=figure.law_rates[-1:]
    )


def settings_of(figure: Figure, algorithm: str, actions: int, seed: int, **changes: Any) -> dict[str, Any]:
    """Return the full settings of a run; what is left out has the value that the report names as chosen."""
    settings: dict[str, Any] = {
        "version": VERSION, "data": figure.data, "algorithm": algorithm, "actions": actions, "seed": seed,
        "rounds": ROUNDS, "c": 1.0, "value_rate": 0.01, "law_rate": 0.05, "gamma": "fixed",
        "law_start": "zero", "value_start": "torch", **FORMS[algorithm], **figure.extra,
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


def middle(figure: Figure) -> int:
    """Return the number of actions at which a figure shows its curves."""
    return figure.actions[len(figure.actions) // 2]


def best(figure: Figure, runs: Iterable[Run], measure: str = "regret") -> Chosen:
    """Return, for each algorithm and number of actions, the runs of the settings with the least mean over seeds.

    The rule is the same for all, whatever number of settings they have, and looks at the seeds that are shown; the
    store keeps every run, so that another rule can be applied.
    """
    return {
        place: min(candidates, key=lambda entry: sum(regrets(entry, measure)))
        for place, candidates in candidates_of(figure, runs).items()
    }


def regrets(runs: Iterable[Run], measure: str = "regret") -> list[float]:
    """Return the regret per round of each run."""
    return [run.figures[measure] for run in runs]


def held_out(figure: Figure, runs: Iterable[Run]) -> Chosen:
    """Return, for each seed, its run with the settings that are best on the other seeds."""

    def others(entry: list[Run], seed: int) -> float:
        return sum(regrets((*entry[:seed], *entry[seed + 1 :])))

    return {
        place: [min(candidates, key=partial(others, seed=seed))[seed] for seed in range(figure.seeds)]
        for place, candidates in candidates_of(figure, runs).items()
    }


def candidates_of(figure: Figure, runs: Iterable[Run]) -> dict[tuple[str, int], list[list[Run]]]:
    """Return the runs by algorithm and number of actions, grouped by the settings searched, in the order of seeds."""
    groups: dict[tuple[str, int], dict[tuple[float, ...], list[Run]]] = {}
    for run in runs:
        settings = run.settings
        searched = settings["c"], settings["value_rate"], settings["law_rate"]
        groups.setdefault((settings["algorithm"], settings["actions"]), {}).setdefault(searched, []).append(run)
    whole = {
        place: [sorted(entry, key=lambda run: int(run.settings["seed"])) for entry in candidates.values()
                if len(entry) == figure.seeds]
        for place, candidates in groups.items()
    }  # fmt: skip
    return {place: candidates for place, candidates in whole.items() if candidates}
