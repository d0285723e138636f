"""The command line. What a command needs is imported when it runs, so that `--help` answers at once."""

import sys
from typing import Annotated

import typer

from graphbandit.cli import auctions, bench, mistakes, paper
from graphbandit.errors import GraphbanditError

NAME = "graphbandit"
app = typer.Typer(
    name=NAME,
    help="Contextual bandits with feedback graphs that nobody tells you in advance.",
    epilog="Start with: graphbandit demo. Results go to stdout, narration to stderr.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(auctions.demo)
app.command()(auctions.compare)
app.command()(paper.paper)
app.add_typer(bench.app, name="bench")


def print_version(wanted: bool) -> None:
    """Print the version and leave, if it is wanted."""
    if wanted:
        from importlib.metadata import version

        print(f"{NAME} {version(NAME)}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=print_version, is_eager=True)
    ] = False,
) -> None:
    """Take what stands before the command."""


def main() -> None:
    """Run the command line: exit 0 when done, 1 if claims or runs failed, 2 on wrong use or input, 130 on ^C."""
    sys.exit(run(sys.argv[1:]))


def run(words: list[str]) -> int:
    """Run the words of a command line, say what is wrong on stderr, and return the exit code."""
    try:
        code = app(words, prog_name=NAME, standalone_mode=False)
        return code if isinstance(code, int) else 0
    except GraphbanditError as error:
        return refused(f"{NAME}: {error}")
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except SystemExit as leaving:  # Typer leaves so when a pipe breaks: whoever read stdout has seen enough
        if isinstance(leaving.__context__, BrokenPipeError):
            return 0
        raise
    except OSError as error:
        place = "" if error.filename is None else f"{error.filename}: "
        return refused(f"{NAME}: {place}cannot be used ({error.strerror or error}).")
    except Exception as error:
        if not mistakes.is_mistake(error):
            raise
        return refused(mistakes.sentence(error, words))


def refused(said: str) -> int:
    """Say it on stderr, unless there is nothing to say, and return the exit code of wrong use."""
    if said:
        print(said, file=sys.stderr)
    return 2
