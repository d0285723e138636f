"""Commands that bid: in made-up auctions, and in a log of the user's own."""

import sys
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphbandit.cli.screen import AsJson, ProgressBars, picture, say_written, show

if TYPE_CHECKING:
    from graphbandit.experiments.compare import Plan
    from graphbandit.experiments.data import Auctions


def demo(
    out: Annotated[Path, typer.Option(help="The picture.")] = Path("demo.png"),
    rounds: Annotated[int, typer.Option(min=100, help="How many auctions.")] = 3000,
    seeds: Annotated[int, typer.Option(min=1, help="How many runs of each bidder.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Bid in made-up auctions, beside greedy and SquareCB: a table and a picture in a minute."""
    from graphbandit.experiments.compare import Plan
    from graphbandit.experiments.data import synthetic

    picture(out)
    print("First-price auctions: losers are told the price, winners only what they won.", file=sys.stderr)
    auctions = synthetic(diverse=True, seed=1, rounds=rounds)
    show_comparison(auctions, Plan(26, rounds, seeds), 1.0, "made-up auctions", out, as_json)


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

    picture(out)
    log = read_log(data, price, value)
    for note in log.notes:
        print(note, file=sys.stderr)
    print(f"{log.auctions.prices.size:,} auctions, {len(log.features)} features", file=sys.stderr)
    show_comparison(log.auctions, Plan(bids, rounds, seeds), log.unit, data.name, out, as_json)


def show_comparison(auctions: "Auctions", plan: "Plan", unit: float, title: str, out: Path, as_json: bool) -> None:
    """Play the comparison, print it, and draw its picture."""
    import json

    from rich.table import Table

    from graphbandit.experiments.compare import compare as play
    from graphbandit.experiments.compare import in_units
    from graphbandit.plots import reward_figure

    with ProgressBars() as progress:
        results = [in_units(one, unit) for one in play(auctions, plan, progress)]
    played = min(plan.rounds, auctions.prices.size)
    finals = {one.name: one.rewards for one in results}
    reward_figure(out, f"{title}, {plan.bids} bids", {r.name: r.curves for r in results}, finals, played)
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
            interval = f"{summary.low:.5g} to {summary.high:.5g}" if isfinite(summary.low) else "of one order, none"
            cells = (f"{summary.mean:.5g}", interval, f"{one.milliseconds:.3f}")
            table.add_row(one.name, *cells)
        show(table)
    say_written(out)
