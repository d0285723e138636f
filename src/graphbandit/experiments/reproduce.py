"""The whole reproduction: sweeps, pictures, claims and the page, in one folder."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import final

import numpy as np

from graphbandit import plots
from graphbandit.errors import DataError
from graphbandit.experiments import paper
from graphbandit.experiments.claims import Claim, claims_of
from graphbandit.experiments.data import COLUMNS, ebay, fingerprint, read
from graphbandit.experiments.report import Section, write_claims, write_report
from graphbandit.experiments.runs import prepare, run
from graphbandit.experiments.store import Run, Store
from graphbandit.experiments.sweep import Executor, Failure, sweep
from graphbandit.experiments.variants import Wanted, findings_of, keyed, pick, plan_of, row_of

NO_DATA = (
    "The figure of real auctions is left out: no data was given. It needs a CSV file of eBay auctions, such as "
    "data/TestSubset.csv in the public repository joshua924/PredictiveAnalysis_EbayAuction, a shard of Jay Grossman's "
    f"collection, with the columns {', '.join(COLUMNS)}. Pass it by --data."
)
Progress = Callable[[str, int, int], None]


@final
@dataclass(frozen=True)
class Request:
    """What to reproduce, where to, and how."""

    out: Path
    figures: tuple[str, ...] = ("diverse", "poor", "ebay")
    data: str | None = None
    quick: bool = False
    workers: int | None = None
    executor: Executor = "pool"


@final
@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    claims: list[Claim]
    failures: list[Failure]
    notes: list[str] = field(default_factory=list)


def figures_of(request: Request) -> tuple[list[paper.Figure], list[str]]:
    """Return the figures that can be made, and what is to be said of the others."""
    made = [figure for figure in (paper.DIVERSE, paper.POOR) if figure.name in request.figures]
    notes = []
    if "ebay" in request.figures:
        if request.data is None:
            notes.append(NO_DATA)
        else:
            real, notes = real_figures(request.data)
            made += real
    if not made:
        raise DataError(f"data: nothing to run. {' '.join(notes)}")
    return [paper.quick(figure) if request.quick else figure for figure in made], notes


def real_figures(path: str) -> tuple[list[paper.Figure], list[str]]:
    """Return a figure for each range of values that the file has auctions in, and what is to be said of the others."""
    mark = fingerprint(read(path))
    made, errors = [], []
    for low, high in paper.RANGES:
        try:
            ebay(path, mark, low, high)  # what is wrong with the file is said before anything runs
            made.append(paper.ebay_figure(mark, low, high))
        except DataError as error:
            errors.append(error)
    if not made:
        raise errors[0]
    return made, [f"A figure is left out. {error}" for error in errors]


def reproduce(request: Request, progress: Progress = lambda name, done, total: None) -> Outcome:
    """Run what is missing, and write pictures, claims and the page."""
    figures, notes = figures_of(request)
    store = Store(request.out / "runs")
    job = partial(run, path=request.data)
    failures: list[Failure] = []

    def made(name: str, wanted: Wanted) -> dict[str, Run]:
        swept = sweep(
            job, list(wanted.values()), store,
            workers=request.workers, executor=request.executor, prepare=prepare, progress=partial(progress, name),
        )  # fmt: skip
        failures.extend(swept.failures)
        return {one.key: one for one in swept.runs}

    grids = {figure.name: keyed(paper.grid(figure)) for figure in figures}
    runs = made("experiments", {key: settings for grid in grids.values() for key, settings in grid.items()})
    own = {figure.name: pick(runs, grids[figure.name]) for figure in figures}
    chosen = {figure.name: paper.best(figure, own[figure.name]) for figure in figures}
    shown = [figure for figure in figures if whole(figure, chosen[figure.name])]
    notes += [
        f"The figure {figure.name} is left out: some of its runs failed." for figure in figures if figure not in shown
    ]
    plans = {figure.name: plan_of(figure, chosen[figure.name], quick=request.quick) for figure in shown}
    if plans:
        runs |= made("variants", {key: one for plan in plans.values() for key, one in plan.all().items()})
    found = [findings_of(figure, own[figure.name], chosen[figure.name], plans[figure.name], runs) for figure in shown]
    claims = [claim for findings in found for claim in claims_of(findings)]
    sections = []
    for findings in found:
        picture = request.out / f"figure-{findings.figure.name}.png"
        draw(picture, findings.figure, findings.chosen)
        sections.append(Section(findings, picture))
    write_claims(request.out / "claims.json", claims)
    write_report(request.out / "report.html", sections, claims, notes, list(runs.values()))
    return Outcome(claims, failures, notes)


def whole(figure: paper.Figure, chosen: paper.Chosen) -> bool:
    """Tell whether a figure has all its curves."""
    return all((name, count) in chosen for name in paper.ALGORITHMS for count in figure.actions)


def draw(path: Path, figure: paper.Figure, chosen: paper.Chosen) -> None:
    """Draw a figure."""
    row, at = row_of(chosen), paper.middle(figure)
    series = [
        plots.Series(
            paper.TITLES[name],
            np.array([run.curve for run in chosen[name, at]]),
            {count: row[name, count] for count in figure.actions},
        )
        for name in paper.ALGORITHMS
    ]
    rounds = int(chosen["never", at][0].figures["rounds"])
    plots.regret_figure(path, figure.title, series, rounds, at)
