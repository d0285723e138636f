"""Commands that measure."""

from pathlib import Path
from typing import Annotated

import typer

from graphbandit.cli.screen import AsJson, ProgressBars, picture, say_written, show

app = typer.Typer(help="Measure speed and regret, beside the peers that are installed.", no_args_is_help=True)


@app.command("dec")
def bench_dec(
    size: Annotated[
        list[int] | None,
        typer.Option(min=1, help="How many actions; repeat for more sizes. Left out: 10 to 10,001."),
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, help="How many programs of each kind and size.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Time the decision program on graphs of every kind, beside the peers that are installed."""
    from graphbandit.bench import dec

    rows = dec.run(tuple(size), repeats, large=()) if size else dec.run(repeats=repeats)
    print(dec.to_json(rows)) if as_json else show(dec.table(rows))


@app.command("run")
def bench_run(
    actions: Annotated[int, typer.Option(min=2, help="How many bids.")] = 51,
    rounds: Annotated[int, typer.Option(min=250, help="Rounds of each contestant.")] = 3000,
    features: Annotated[int, typer.Option(min=1, help="How long contexts are.")] = 32,
    ledger: Annotated[bool, typer.Option("--ledger", help="Keep the books of regret instead: bench ledger.")] = False,
    as_json: AsJson = False,
) -> None:
    """Time whole rounds, deciding and learning, on one auction problem, beside Vowpal Wabbit if it is installed."""
    from graphbandit.bench import run

    if ledger:
        bench_ledger(as_json=as_json)
        return
    rows = run.run(actions, rounds, features)
    print(run.to_json(rows)) if as_json else show(run.table(rows))


@app.command("ledger")
def bench_ledger(
    seeds: Annotated[int, typer.Option(min=2, help="How many worlds of each setting.")] = 50,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds in each.")] = 1000,
    actions: Annotated[int, typer.Option(min=2, help="How many actions.")] = 6,
    out: Annotated[Path, typer.Option(help="The picture.")] = Path("ledger.png"),
    as_json: AsJson = False,
) -> None:
    """Set regret against what the analysis says must cover it, Σ dec + ¾ γ RegSq + ½ γ RegLog, round by round.

    In worlds whose truth is known: graphs partially revealed, fully revealed, told beforehand, and weakly observable.
    """
    from graphbandit.bench import books
    from graphbandit.plots import ledgers_figure

    picture(out)
    with ProgressBars() as progress:
        kept = books.keep(seeds, rounds, actions, progress)
    ledgers_figure(out, {one.setting: (one.regret, one.accounts) for one in kept}, f"{actions} actions, {seeds} seeds")
    print(books.to_json(kept)) if as_json else show(books.table(kept))
    say_written(out)


@app.command("peers")
def bench_peers(
    actions: Annotated[int, typer.Option(min=2, help="How many bids.")] = 11,
    rounds: Annotated[int, typer.Option(min=50, help="How many auctions.")] = 2000,
    seeds: Annotated[int, typer.Option(min=1, help="How many runs of each.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Play one auction problem with this library and every peer that is installed: regret and rounds a second.

    A peer that is missing is named and skipped. The slowest play fewer rounds, and the table says so.
    """
    from graphbandit.bench import peers_table

    with ProgressBars() as progress:
        rows = peers_table.run(actions, rounds, seeds, progress)
    print(peers_table.to_json(rows)) if as_json else show(peers_table.table(rows))
