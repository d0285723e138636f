"""The whole reproduction: sweeps, pictures, claims and the page, in one folder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import final

import numpy as np

from graphbandit import plots
from graphbandit.errors import DataError
from graphbandit.experiments import paper
from graphbandit.experiments.claims import Claim, claims_of, regrets
from graphbandit.experiments.data import ebay, fingerprint, read
from graphbandit.experiments.report import Section, write_claims, write_report
from graphbandit.experiments.runs import prepare, run
from graphbandit.experiments.store import Run, Store
from graphbandit.experiments.sweep import Executor, Failure, sweep

NO_DATA = (
    "The figure of real auctions is left out: no data was given. It needs a CSV file of eBay sports autograph auctions "
    "with the columns Price, AvgPrice, StartingBid, AuctionSaleCount, EndDay, Category and 15 more, such as the shard "
    "of Jay Grossman's collection in the public repository joshua924/PredictiveAnalysis_EbayAuction. Pass it by --data."
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
    made, notes = [], []
    if "diverse" in request.figures:
        made.append(paper.DIVERSE)
    if "poor" in request.figures:
        made.append(paper.POOR)
    if "ebay" in request.figures:
        if request.data is None:
            notes.append(NO_DATA)
        else:
            mark = fingerprint(read(request.data))
            for low, high in paper.RANGES[: 1 if request.quick else None]:
                ebay(request.data, mark, low, high)  # what is wrong with the file is said before anything runs
                made.append(paper.ebay_figure(mark, low, high))
    if not made:
        raise DataError(f"data: nothing to run. {NO_DATA}")
    return [paper.quick(figure) if request.quick else figure for figure in made], notes


def reproduce(request: Request, progress: Progress = lambda name, done, total: None) -> Outcome:
    """Run what is missing, and write pictures, claims and the page."""
    store = Store(request.out / "runs")
    figures, notes = figures_of(request)
    job = partial(run, path=request.data)
    claims: list[Claim] = []
    failures: list[Failure] = []
    sections: list[Section] = []

    def made(name: str, wanted: Sequence[dict[str, object]]) -> list[Run]:
        swept = sweep(
            job, wanted, store,
            workers=request.workers, executor=request.executor, prepare=prepare, progress=partial(progress, name),
        )  # fmt: skip
        failures.extend(swept.failures)
        return swept.runs

    for figure in figures:
        chosen = paper.best(figure, made(figure.name, paper.grid(figure)))
        whole = all((name, count) in chosen for name in paper.ALGORITHMS for count in figure.actions)
        if not whole:
            notes.append(f"The figure {figure.name} is left out: some of its runs failed.")
            continue
        picture = request.out / f"figure-{figure.name}.png"
        draw(picture, figure, chosen)
        claims += claims_of(figure, chosen)
        large = figure.data != "ebay" and not request.quick
        extra = paper.sensitivity(figure, chosen) + paper.ablations(figure, chosen, large=large)
        variants = made(f"{figure.name}, variants", extra)
        sections.append(Section(figure, picture, chosen, named(figure, chosen, variants)))
    write_claims(request.out / "claims.json", claims)
    write_report(request.out / "report.html", sections, claims, notes)
    return Outcome(claims, failures, notes)


def draw(path: Path, figure: paper.Figure, chosen: dict[tuple[str, int], list[Run]]) -> None:
    """Draw a figure."""
    at = paper.middle(figure)
    series = [
        plots.Series(
            paper.TITLES[name],
            np.array([run.curve for run in chosen[name, at]]),
            {count: regrets(chosen[name, count]) for count in figure.actions},
        )
        for name in paper.ALGORITHMS
    ]
    rounds = int(chosen["never", at][0].figures["rounds"])
    plots.regret_figure(path, figure.title, series, rounds, at)


def named(
    figure: paper.Figure, chosen: dict[tuple[str, int], list[Run]], variants: list[Run]
) -> list[tuple[str, list[Run]]]:
    """Return the variants grouped under the name of what is changed."""
    groups: dict[str, list[Run]] = {}
    for one in variants:
        name = one.settings["algorithm"]
        base = chosen[name, paper.middle(figure)][0].settings
        changes = [f"{key} {value}" for key, value in one.settings.items() if key != "seed" and base[key] != value]
        groups.setdefault(f"{paper.TITLES[name]}: {', '.join(changes)}", []).append(one)
    return sorted(groups.items())
