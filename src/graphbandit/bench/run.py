"""Rounds a second through the public doors: decide, learn, on one auction problem, beside Vowpal Wabbit."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, final

import numpy as np

from graphbandit.beliefs import Informed, LinearLosses, Oracles, SoftmaxAuction
from graphbandit.beliefs.base import Belief
from graphbandit.beliefs.values import NetworkRegressor
from graphbandit.bench.peers.vowpal_rounds import VowpalRounds
from graphbandit.errors import MissingExtraError
from graphbandit.learner import Learner
from graphbandit.problems import AuctionWorld, Bidder, SampledAuctionBelief
from graphbandit.problems.auction_world import SyntheticAuctions
from graphbandit.rules import Dec, Greedy, InverseGap, Rule, TwoPoint

if TYPE_CHECKING:
    from rich.table import Table

GAMMA = 70.0
GREEDY, PAPER = "greedy, linear oracles", "SquareCB.UG, the paper's form"
VOWPAL = "Vowpal Wabbit --cb_explore_adf --squarecb -q ca"
BLOCK = 250  # rounds that each contestant plays before the next has its turn
Play = Callable[[AuctionWorld, int], list[float]]


@final
@dataclass(frozen=True, slots=True)
class Row:
    """One contestant: the median time of a round, and how it stands to Vowpal Wabbit's SquareCB, to greedy, and others.

    `against_paper` is its time over that of the paper's form, `slowest` the 99th percentile of its rounds over their
    median.

    Vowpal Wabbit is counted in its documented form, a line of text for each action, with the context crossed with the
    action (-q ca), without which its predictions of the actions' losses would not depend on the context.
    """

    contestant: str
    rounds_per_second: float
    microseconds: float
    against_vowpal: float | None
    against_greedy: float
    against_paper: float
    slowest: float


def ours(belief: Belief, rule: Rule) -> Play:
    """Return what plays a block through a Learner and gives the seconds of each round."""
    return block_of(Learner(belief, rule=rule, gamma=GAMMA))


def block_of(learner: Learner) -> Play:
    """Return what plays a block of a world with this learner and gives the seconds of deciding and learning."""

    def play(world: AuctionWorld, rounds: int) -> list[float]:
        spent = []
        for _ in range(rounds):
            drawn = world.draw()
            begun = time.perf_counter()
            decision = learner.decide(drawn.context)
            decided = time.perf_counter() - begun
            outcome = world.reveal(drawn, decision.action)
            begun = time.perf_counter()
            learner.learn(decision, outcome)
            spent.append(decided + time.perf_counter() - begun)
        return spent

    return play


def contestants(bids: Any, features: int) -> dict[str, Play]:
    """Return who plays, by name."""
    K = len(bids)

    def oracles() -> Oracles:
        return Oracles(LinearLosses(K, features), SoftmaxAuction(K, features))

    papers = SampledAuctionBelief(bids, SoftmaxAuction(K, features), NetworkRegressor(features))
    found = {
        "SquareCB.UG exact, linear oracles": ours(oracles(), Dec()),
        GREEDY: ours(oracles(), Greedy()),
        "SquareCB, linear losses": ours(Informed(LinearLosses(K, features)), InverseGap()),
        PAPER: ours(papers, TwoPoint()),
        "Bidder, defaults": block_of(Bidder(bids, features).learner),
    }
    try:
        for name, flags in (
            (VOWPAL, "--cb_explore_adf --squarecb -q ca"),
            ("Vowpal Wabbit --cb_explore_adf --squarecb", "--cb_explore_adf --squarecb"),
            ("Vowpal Wabbit --cb_explore --squarecb", f"--cb_explore {K} --squarecb"),
        ):
            found[name] = VowpalRounds(K, f"{flags} --gamma_scale {GAMMA} --quiet").play
    except MissingExtraError as error:
        print(f"skipped: {error}", file=sys.stderr)
    return found


def run(actions: int = 51, rounds: int = 3000, features: int = 32) -> list[Row]:
    """Play the same auctions with every contestant, block by block in turn, and compare."""
    bids = np.linspace(0.0, 1.0, actions)
    players = contestants(bids, features)
    made = SyntheticAuctions(rounds=rounds + BLOCK, context_size=features, seed=0)
    worlds = {name: made.world(bids) for name in players}
    seconds: dict[str, list[float]] = {name: [] for name in players}
    for name, play in players.items():
        play(worlds[name], BLOCK)  # compiles, and fills the caches
    for _ in range(rounds // BLOCK):
        for name, play in players.items():
            seconds[name] += play(worlds[name], BLOCK)
    middle = {name: median(values) for name, values in seconds.items()}
    vowpal = middle.get(VOWPAL)
    return [
        Row(
            name,
            rounds_per_second=1.0 / each,
            microseconds=1e6 * each,
            against_vowpal=vowpal / each if vowpal else None,
            against_greedy=each / middle[GREEDY],
            against_paper=each / middle[PAPER],
            slowest=float(np.percentile(seconds[name], 99.0)) / each,
        )
        for name, each in middle.items()
    ]


def table(rows: list[Row]) -> "Table":
    """Return the rows as a table."""
    from rich.table import Table

    made = Table(
        "contestant", "rounds a second", "µs a round", "99 % of rounds within", "times Vowpal Wabbit's speed",
        "times greedy's time", "times the paper's form's",
    )  # fmt: skip
    for row in rows:
        against = "" if row.against_vowpal is None else f"{row.against_vowpal:.2f}"
        cells = (f"{row.slowest:.1f} medians", against, f"{row.against_greedy:.2f}", f"{row.against_paper:.2f}")
        made.add_row(row.contestant, f"{row.rounds_per_second:,.0f}", f"{row.microseconds:.0f}", *cells)
    return made


def to_json(rows: list[Row]) -> str:
    """Return the rows as JSON."""
    return json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False)
