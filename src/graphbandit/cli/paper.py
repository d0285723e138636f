"""The command that runs the paper's experiments again."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphbandit.cli.screen import AsJson, ProgressBars, show

if TYPE_CHECKING:
    from graphbandit.experiments.claims import Claim
    from graphbandit.experiments.sweep import Failure

NAMED = 100  # failures that are named one by one


class FigureName(StrEnum):
    """The figures of the paper."""

    DIVERSE = "diverse"
    POOR = "poor"
    EBAY = "ebay"


class ExecutorName(StrEnum):
    """What runs a sweep."""

    POOL = "pool"
    RAY = "ray"


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
    print_claims(outcome.claims, as_json)
    print_failures(outcome.failures)
    print(f"Written to {out}: report.html, claims.json, figure-*.png, runs", file=sys.stderr)
    if any(failure.refused for failure in outcome.failures):
        raise typer.Exit(2)
    if outcome.failures or (check and not all(claim.holds for claim in outcome.claims)):
        raise typer.Exit(1)


def print_failures(failures: "list[Failure]") -> None:
    """Name the runs that failed, each with what it said, and show where the first one did."""
    for failure in failures[:NAMED]:
        one = failure.settings
        name = f"{one['algorithm']} on {one['data']}, K={one['actions']}, seed {one['seed']}, c {one['c']:g}"
        rates = f"rates {one['value_rate']} and {one['law_rate']}"
        print(f"failed: {name}, {rates}: {failure.message.strip().splitlines()[-1]}", file=sys.stderr)
    if failures:
        more = f" ({len(failures) - NAMED} more are not named)" if len(failures) > NAMED else ""
        print(
            f"\n{failures[0].message}\n{len(failures)} runs failed{more}; the same command tries them again.",
            file=sys.stderr,
        )


def print_claims(claims: "list[Claim]", as_json: bool) -> None:
    """Print claims as a table or as JSON."""
    import json
    from dataclasses import asdict

    from rich.table import Table

    if as_json:
        print(json.dumps([asdict(claim) for claim in claims], ensure_ascii=False, indent=2))
        return
    table = Table("", "figure", "claim", "evidence", show_lines=True)
    for claim in claims:
        table.add_row("✓" if claim.holds else "✗", claim.figure, claim.claim, claim.evidence)
    show(table)
