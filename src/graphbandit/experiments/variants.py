"""The runs beside the grid: other choices, further seeds, ablations, many actions; and what they show."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, final

from graphbandit.experiments.choices import ABLATIONS, CHOICES, Ablation, Changes
from graphbandit.experiments.paper import OWN, SCALES, Chosen, Figure, best, grid, held_out, middle, regrets
from graphbandit.experiments.store import Run, key_of

SEEDS = 4  # of an alternative
FURTHER, FURTHER_QUICK = 32, 6  # seeds that take no part in choosing settings
MANY = (101, 301, 1001)
BY_OTHERS, BY_MEANS = "settings chosen by the other seeds", "regret by mean losses, as the paper defines it"
Wanted = dict[str, dict[str, Any]]  # settings by their key
Row = dict[tuple[str, int], list[float]]  # regrets by seed, for algorithms and numbers of actions


@final
@dataclass(frozen=True, eq=False)
class Plan:
    """The runs to make once settings are chosen."""

    further: Wanted
    alternatives: Mapping[str, Wanted]
    ablations: Mapping[str, Wanted]
    many: Wanted

    def all(self) -> Wanted:
        """Return every run, once."""
        parts = (self.further, self.many, *self.alternatives.values(), *self.ablations.values())
        return {key: settings for part in parts for key, settings in part.items()}


@final
@dataclass(frozen=True, eq=False)
class Findings:
    """What is known of a figure: the runs chosen, and beside them those with further seeds and with other choices.

    `ablations` hold the regrets of a variant and of what it is compared with, seed by seed.
    """

    figure: Figure
    chosen: Chosen
    further: Row
    alternatives: Mapping[str, Row]
    ablations: Mapping[str, tuple[list[float], list[float]]]
    many: Chosen


def plan_of(figure: Figure, chosen: Chosen, *, quick: bool) -> Plan:
    """Return what is to be run beside a figure."""
    return Plan(
        further_runs(figure, chosen, FURTHER_QUICK if quick else FURTHER),
        {name: alternative_runs(figure, chosen, changes) for name, changes in alternatives(figure).items()},
        {ablation.name: ablation_runs(figure, chosen, ablation) for ablation in ABLATIONS},
        many_runs(figure, chosen) if figure.synthetic and not quick else {},
    )


def findings_of(figure: Figure, runs: list[Run], chosen: Chosen, plan: Plan, made: Mapping[str, Run]) -> Findings:
    """Put together what was made, beside the `runs` of the grid; what lacks runs is left out."""
    small = ends(figure)
    narrow = [run for run in runs if run.settings["actions"] in small.actions and run.settings["seed"] < small.seeds]
    rows = {"as chosen": row_of(best(small, narrow)), BY_OTHERS: row_of(held_out(small, narrow))}
    if figure.synthetic:
        rows[BY_MEANS] = row_of(best(small, narrow, "expected_regret"), "expected_regret")
    for name, wanted in plan.alternatives.items():
        rows[name] = row_of(best(small, pick(made, wanted)))
    whole = {(algorithm, actions) for algorithm in (*OWN, "exact") for actions in small.actions}
    ablations = {}
    for ablation in ABLATIONS:
        variant = list(best(small, pick(made, plan.ablations[ablation.name])).values())
        if variant:
            base = chosen[ablation.against, middle(figure)][: small.seeds]
            ablations[ablation.name] = regrets(variant[0]), regrets(base)
    rows = {name: row for name, row in rows.items() if whole <= set(row)}
    further, many = row_of(by_place(made, plan.further)), by_place(made, plan.many)
    return Findings(figure, chosen, further, rows, ablations, many)


def row_of(chosen: Chosen, measure: str = "regret") -> Row:
    """Return the regrets of runs."""
    return {place: regrets(runs, measure) for place, runs in chosen.items()}


def by_place(made: Mapping[str, Run], wanted: Wanted) -> Chosen:
    """Return wanted runs by algorithm and number of actions."""
    places: Chosen = {}
    for run in pick(made, wanted):
        places.setdefault((run.settings["algorithm"], run.settings["actions"]), []).append(run)
    return places


def ends(figure: Figure) -> Figure:
    """Return the figure at its fewest and most actions, with the seeds of an alternative."""
    return replace(figure, actions=(figure.actions[0], figure.actions[-1]), seeds=min(SEEDS, figure.seeds))


def alternatives(figure: Figure) -> dict[str, Changes]:
    """Return what else might have been chosen for this figure, by name."""
    return {
        name: changes for choice in CHOICES if figure.data in choice.data for name, changes in choice.others.items()
    }


def alternative_runs(figure: Figure, chosen: Chosen, changes: Changes) -> Wanted:
    """Return the runs of one alternative: the paper's algorithms searched again, exact at the settings chosen."""
    small = ends(figure)
    exact = [dict(run.settings) for actions in small.actions for run in chosen["exact", actions][: small.seeds]]
    return keyed(settings | changes for settings in (*grid(small, OWN), *exact))


def further_runs(figure: Figure, chosen: Chosen, count: int) -> Wanted:
    """Return runs of the paper's algorithms with so many other seeds, at the settings chosen."""
    return keyed(
        dict(chosen[algorithm, actions][0].settings) | {"seed": seed}
        for algorithm, actions in product(OWN, figure.actions)
        for seed in range(figure.seeds, figure.seeds + count)
    )


def ablation_runs(figure: Figure, chosen: Chosen, ablation: Ablation) -> Wanted:
    """Return the runs of one ablation at the middle ε: c and the law's rate searched again."""
    return keyed(
        dict(run.settings) | ablation.changes | {"c": c, "law_rate": rate}
        for run in chosen[ablation.algorithm, middle(figure)][:SEEDS]
        for c, rate in product(SCALES, figure.law_rates)
    )


def many_runs(figure: Figure, chosen: Chosen) -> Wanted:
    """Return runs with many more actions, two seeds each, at the settings chosen for the middle ε."""
    return keyed(
        dict(run.settings) | {"actions": actions}
        for algorithm in ("ug", "exact")
        for actions in MANY
        for run in chosen[algorithm, middle(figure)][:2]
    )


def keyed(settings: Iterable[dict[str, Any]]) -> Wanted:
    """Return settings by their key, each once."""
    return {key_of(one): one for one in settings}


def pick(runs: Mapping[str, Run], wanted: Wanted) -> list[Run]:
    """Return those of the wanted runs that there are."""
    return [runs[key] for key in wanted if key in runs]
