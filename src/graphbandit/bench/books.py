"""The ledger kept over many worlds of every setting: how often the inequality holds, and what covers how much."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from graphbandit.beliefs import FiniteGraphs, FiniteLosses, Informed, Oracles
from graphbandit.beliefs.base import Belief
from graphbandit.bench.ledger import Ledger, run_ledger
from graphbandit.checks import Array
from graphbandit.exploration import RootT
from graphbandit.learner import Learner
from graphbandit.problems import GraphWorld
from graphbandit.problems.graph import Kind
from graphbandit.rules import Dec

if TYPE_CHECKING:
    from rich.table import Table

EXPERTS = 16
SETTINGS: dict[str, tuple[Kind, bool]] = {
    "partially revealed": ("strong", False),
    "fully revealed": ("strong", True),
    "told beforehand": ("informed", False),
    "weakly observable": ("weak", False),
}
Progress = Callable[[str, int, int], None]


@final
@dataclass(frozen=True, eq=False)
class Book:
    """One setting over seeds.

    `regret` (T,) and each of `accounts` (T,) are the mean over seeds of what a round adds on average. `holds` counts
    the seeds in which all that was really lost stayed within what the accounts really held; `rounds_hold` is the share
    of single rounds, of all seeds, in which the inequality holds on average.
    """

    setting: str
    seeds: int
    holds: int
    rounds_hold: float
    regret: Array
    accounts: dict[str, Array]


def play(kind: Kind, full: bool, actions: int, rounds: int, seed: int) -> Ledger:
    """Keep the ledger of a learner with finite classes that hold the truth, at γ = 2 √T."""
    world = GraphWorld.random(actions, 2, kind, seed, full=full)
    losses, graphs = world.experts(EXPERTS, kind, seed)
    oracles: Belief = Informed(FiniteLosses(losses))
    if kind != "informed":
        oracles = Oracles(FiniteLosses(losses), FiniteGraphs(graphs))
    return run_ledger(Learner(oracles, rule=Dec(box=full), gamma=RootT(2.0, rounds), seed=seed), world, rounds)


def keep(seeds: int, rounds: int, actions: int, progress: Progress = lambda name, done, total: None) -> list[Book]:
    """Keep the books of every setting."""
    kept: list[Book] = []
    total = len(SETTINGS) * seeds
    for setting, (kind, full) in SETTINGS.items():
        ledgers = []
        for seed in range(seeds):
            progress("ledgers", len(kept) * seeds + seed, total)
            ledgers.append(play(kind, full, actions, rounds, seed))
        rounds_hold = float(np.mean([one.expected_regret <= one.expected_bound + 1e-9 for one in ledgers]))
        accounts = {name: np.mean([one.accounts[name] for one in ledgers], axis=0) for name in ledgers[0].accounts}
        regret = np.mean([one.expected_regret for one in ledgers], axis=0)
        kept.append(Book(setting, seeds, sum(one.holds for one in ledgers), rounds_hold, regret, accounts))
    progress("ledgers", total, total)
    return kept


def table(books: list[Book]) -> "Table":
    """Return the books as a table."""
    from rich.table import Table

    made = Table("graph", "holds as drawn", "holds on average", "regret", *books[0].accounts, "regret / bound")
    for book in books:
        sums = [float(account.sum()) for account in book.accounts.values()]
        share = book.regret.sum() / sum(sums)
        parts = (f"{each:.1f}" for each in (book.regret.sum(), *sums))
        made.add_row(
            book.setting,
            f"in {book.holds} of {book.seeds} seeds",
            f"in {book.rounds_hold:.2%} of rounds",
            *parts,
            f"{share:.2f}",
        )
    return made


def to_json(books: list[Book]) -> str:
    """Return the sums of the books as JSON."""
    rows = [
        {"setting": book.setting, "seeds": book.seeds, "holds": book.holds, "rounds_hold": book.rounds_hold,
         "regret": float(book.regret.sum()), **{name: float(each.sum()) for name, each in book.accounts.items()}}
        for book in books
    ]  # fmt: skip
    return json.dumps(rows, indent=2, ensure_ascii=False)
