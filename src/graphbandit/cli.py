"""The command line. What a command needs is imported when it runs, so that `--help` answers at once."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphbandit.errors import GraphbanditError

if TYPE_CHECKING:
    from graphbandit.experiments.claims import Claim
    from graphbandit.experiments.compare import Plan
    from graphbandit.experiments.data import Auctions

app = typer.Typer(
    name="graphbandit",
    help="Contextual bandits with feedback graphs that nobody tells you in advance.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bench = typer.Typer(help="Measure speed.", no_args_is_help=True)
app.add_typer(bench, name="bench")

WIDTH = 160  # of tables that go to a file or a pipe
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@bench.command("dec")
def bench_dec(
    size: Annotated[
        list[int] | None,
        typer.Option(min=1, help="How many actions; repeat for more sizes. Left out: 10 to 10,001."),
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, help="How many programs of each kind and size.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Time the decision program on graphs of every kind, beside the peers that are installed."""
    from rich.console import Console

    from graphbandit.bench import dec

    rows = dec.run(tuple(size), repeats, large=()) if size else dec.run(repeats=repeats)
    if as_json:
        print(dec.to_json(rows))
    else:
        Console(width=None if sys.stdout.isatty() else WIDTH).print(dec.table(rows))


@bench.command("run")
def bench_run(
    actions: Annotated[int, typer.Option(min=2, help="How many bids.")] = 51,
    rounds: Annotated[int, typer.Option(min=250, help="Rounds of each contestant.")] = 3000,
    as_json: AsJson = False,
) -> None:
    """Time whole rounds, deciding and learning, on one auction problem, beside Vowpal Wabbit if it is installed."""
    from rich.console import Console

    from graphbandit.bench import run

    rows = run.run(actions, rounds)
    if as_json:
        print(run.to_json(rows))
    else:
        Console(width=None if sys.stdout.isatty() else WIDTH).print(run.table(rows))


@app.command()
def compare(
    data: Annotated[Path, typer.Argument(help="Auction log: .csv, .tsv or .parquet.", show_default=False)],
    price: Annotated[str, typer.Option(help="Column with the price to beat.", show_default=False)],
    value: Annotated[str, typer.Option(help="Column with what winning is worth.", show_default=False)],
    bids: Annotated[int, typer.Option(min=2, help="How many bids, evenly from 0 to the highest amount.")] = 51,
    rounds: Annotated[int, typer.Option(min=10, help="At most so many auctions.")] = 5000,
    seeds: Annotated[int, typer.Option(min=1, help="How many orders of the log.")] = 3,
    out: Annotated[Path, typer.Option(help="The picture.")] = Path("compare.png"),
    as_json: AsJson = False,
) -> None:
    """Play all bidders on an auction log of yours: what would each have earned?"""
    from graphbandit.experiments.auction_log import read_log
    from graphbandit.experiments.compare import Plan

    log = read_log(data, price, value)
    for note in log.notes:
        print(note, file=sys.stderr)
    print(f"{log.auctions.prices.size:,} auctions, {len(log.features)} features", file=sys.stderr)
    show_comparison(log.auctions, Plan(bids, rounds, seeds), log.unit, data.name, out, as_json)


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="The picture.")] = Path("demo.png"),
    rounds: Annotated[int, typer.Option(min=100, help="How many auctions.")] = 3000,
    seeds: Annotated[int, typer.Option(min=1, help="How many runs of each bidder.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Bid in made-up auctions, beside greedy and SquareCB: a table and a picture in a minute."""
    from graphbandit.experiments.compare import Plan
    from graphbandit.experiments.data import synthetic

    print("First-price auctions: losers are told the price, winners only what they won.", file=sys.stderr)
    auctions = synthetic(diverse=True, seed=1, rounds=rounds)
    show_comparison(auctions, Plan(26, rounds, seeds), 1.0, "made-up auctions", out, as_json)


def show_comparison(auctions: "Auctions", plan: "Plan", unit: float, title: str, out: Path, as_json: bool) -> None:
    """Play the comparison, print it, and draw its picture."""
    import json

    from rich.console import Console
    from rich.table import Table

    from graphbandit.experiments.compare import compare as play
    from graphbandit.experiments.compare import in_units
    from graphbandit.plots import reward_figure

    with ProgressBars() as progress:
        results = [in_units(one, unit) for one in play(auctions, plan, progress)]
    played = min(plan.rounds, auctions.prices.size)
    finals = {one.name: one.rewards for one in results}
    reward_figure(
        out, f"{title}: {played:,} rounds, {plan.bids} bids", {r.name: r.curves for r in results}, finals, played
    )
    if as_json:
        rows = [
            {"bidder": one.name, "reward": one.summary.mean, "low": one.summary.low, "high": one.summary.high,
             "rewards": one.rewards, "milliseconds": one.milliseconds}
            for one in results
        ]  # fmt: skip
        print(json.dumps(rows, indent=2, ensure_ascii=False).replace("NaN", "null"))
    else:
        table = Table("bidder", "reward per auction", "95 % interval", "ms a round")
        for one in results:
            summary = one.summary
            cells = (f"{summary.mean:.5g}", f"{summary.low:.5g} to {summary.high:.5g}", f"{one.milliseconds:.3f}")
            table.add_row(one.name, *cells)
        Console(width=None if sys.stdout.isatty() else WIDTH).print(table)
    print(f"Picture: {out}", file=sys.stderr)


class FigureName(StrEnum):
    """The figures of the paper."""

    DIVERSE = "diverse"
    POOR = "poor"
    EBAY = "ebay"


class ExecutorName(StrEnum):
    """What runs a sweep."""

    POOL = "pool"
    RAY = "ray"


@app.command()
def paper(
    figure: Annotated[list[FigureName] | None, typer.Option(help="Only this figure; repeat for more.")] = None,
    data: Annotated[str | None, typer.Option(help="CSV file of eBay auctions, for the figure of real data.")] = None,
    out: Annotated[Path, typer.Option(help="Folder for the runs, pictures, claims and the report.")] = Path(
        "out/paper"
    ),
    quick: Annotated[bool, typer.Option("--quick", help="Fewer seeds and settings.")] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes. Left out: one a core.")] = None,
    executor: Annotated[ExecutorName, typer.Option(help="What runs the sweep.")] = ExecutorName.POOL,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 if a claim does not hold.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run the paper's experiments again: every run kept, three figures, claims tested, one page.

    What is interrupted goes on where it stopped when the same command is given again.
    """
    from graphbandit.experiments.reproduce import Request, reproduce

    names = tuple(str(name) for name in (figure or list(FigureName)))
    request = Request(out, names, data, quick, workers, "ray" if executor is ExecutorName.RAY else "pool")
    try:
        with ProgressBars() as progress:
            outcome = reproduce(request, progress)
    except KeyboardInterrupt:
        print(f"Stopped. What is finished is kept in {out}: give the same command to go on.", file=sys.stderr)
        raise
    for note in outcome.notes:
        print(note, file=sys.stderr)
    for failure in outcome.failures[:3]:
        print(f"failed: {failure.settings}\n{failure.message}", file=sys.stderr)
    if outcome.failures:
        print(f"{len(outcome.failures)} runs failed; the same command tries them again.", file=sys.stderr)
    print_claims(outcome.claims, as_json)
    print(f"Written to {out}: report.html, claims.json, figure-*.png, runs", file=sys.stderr)
    if outcome.failures or (check and not all(claim.holds for claim in outcome.claims)):
        raise typer.Exit(1)


def print_claims(claims: "list[Claim]", as_json: bool) -> None:
    """Print claims as a table or as JSON."""
    import json
    from dataclasses import asdict

    from rich.console import Console
    from rich.table import Table

    if as_json:
        print(json.dumps([asdict(claim) for claim in claims], ensure_ascii=False, indent=2))
        return
    table = Table("", "figure", "claim", "evidence", show_lines=True)
    for claim in claims:
        table.add_row("✓" if claim.holds else "✗", claim.figure, claim.claim, claim.evidence)
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table)


class ProgressBars:
    """A bar with the time left for each part of a job on a terminal; elsewhere a line when a part begins and ends."""

    def __enter__(self) -> "ProgressBars":
        """Show nothing yet."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bars = Progress(*columns, console=console) if console.is_terminal else None
        self._tasks: dict[str, int] = {}
        if self._bars is not None:
            self._bars.start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave the terminal as it was."""
        if self._bars is not None:
            self._bars.stop()

    def __call__(self, name: str, done: int, total: int) -> None:
        """Show that so many of so many are done."""
        if self._bars is None:
            if name not in self._tasks or done == total:
                print(f"{name}: {done} of {total} runs", file=sys.stderr)
            self._tasks[name] = 0
            return
        from rich.progress import TaskID

        if name not in self._tasks:
            self._tasks[name] = int(self._bars.add_task(name, total=total, completed=done))
        self._bars.update(TaskID(self._tasks[name]), completed=done)


def main() -> None:
    """Run the command line: exit 0 when done, 2 on wrong use or bad input, 130 when interrupted."""
    try:
        app()
    except GraphbanditError as error:
        print(f"graphbandit: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
