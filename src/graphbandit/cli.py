"""The command line. What a command needs is imported when it runs, so that `--help` answers at once."""

import sys
from typing import Annotated

import typer

from graphbandit.errors import GraphbanditError

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


def main() -> None:
    """Run the command line: exit 0 when done, 2 on wrong use or bad input, 130 when interrupted."""
    try:
        app()
    except GraphbanditError as error:
        print(f"graphbandit: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
