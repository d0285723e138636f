"""The command line. What a command needs is imported when it runs, so that `--help` answers at once."""

import sys

import typer

from graphbandit.cli import auctions, bench, paper
from graphbandit.errors import GraphbanditError

app = typer.Typer(
    name="graphbandit",
    help="Contextual bandits with feedback graphs that nobody tells you in advance.",
    epilog="Start with: graphbandit demo. Results go to stdout, narration to stderr.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(auctions.demo)
app.command()(auctions.compare)
app.command()(paper.paper)
app.add_typer(bench.app, name="bench")


def main() -> None:
    """Run the command line: exit 0 when done, 2 on wrong use or bad input, 130 when interrupted."""
    try:
        app()
    except GraphbanditError as error:
        print(f"graphbandit: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # whoever read stdout has seen enough
        sys.stderr.close()
        sys.exit(0)
