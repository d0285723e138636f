"""One auction problem, this library and its peers: the regret of each, and how many rounds it plays in a second."""

import json
import math
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, final

import numpy as np

from graphbandit.bench.peers.player import Player, Seat
from graphbandit.bench.seats import FEWEST, SEATS
from graphbandit.checks import Array
from graphbandit.errors import MissingExtraError
from graphbandit.problems import AuctionWorld, SyntheticAuctions
from graphbandit.stats import Summary

if TYPE_CHECKING:
    from rich.table import Table

BLOCKS = 10  # in turn, so that a busy moment of the machine meets everybody
FEATURES = 32
Progress = Callable[[str, int, int], None]


@final
@dataclass(frozen=True, slots=True)
class Row:
    """One player: its regret a round over all its `rounds` with the 95 % interval over seeds, and over the first few.

    Regret is the mean loss of the bids made less that of the best bid of each round, both given the context; a loss is
    half of a reward, value less bid. `seconds` is the median time of a round.
    """

    player: str
    told: str
    rounds: int
    regret: float
    low: float
    high: float
    first_rounds: int
    first_regret: float
    seconds: float


@final
@dataclass(frozen=True, eq=False)
class Game:
    """One player's run in one world, and what came of it."""

    player: Player
    world: AuctionWorld
    rounds: int
    regret: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def play_until(self, round_number: int) -> None:
        """Play on until so many rounds are played."""
        while len(self.regret) < min(round_number, self.rounds):
            self.play()

    def play(self) -> None:
        """Play a round."""
        drawn = self.world.draw()
        self.player.see(drawn)
        begun = perf_counter()
        action = self.player.decide()
        spent = perf_counter() - begun
        self.player.hear(drawn, action, self.world.reveal(drawn, action))
        begun = perf_counter()
        self.player.learn()
        self.seconds.append(spent + perf_counter() - begun)
        assert drawn.means is not None
        self.regret.append(float(drawn.means[action] - drawn.means.min()))


def run(
    actions: int = 11,
    rounds: int = 2000,
    seeds: int = 3,
    progress: Progress = lambda name, done, total: None,
    *,
    seats: Iterable[Seat] = SEATS,
) -> list[Row]:
    """Play the same auctions with everybody who is present, block by block in turn.

    Who takes much longer than the others plays a tenth or a hundredth of the rounds. Who is not installed, or fails,
    is named and left out.
    """
    bids, first = np.linspace(0.0, 1.0, actions), math.ceil(FEWEST * rounds)
    seats = present(seats, bids)
    with one_core():
        games = play(seats, bids, rounds, seeds, progress)
    return [row_of(seat, games[seat.name], first) for seat in seats]


def play(seats: list[Seat], bids: Array, rounds: int, seeds: int, progress: Progress) -> dict[str, list[Game]]:
    """Play all games, a seed after the other; who fails loses its seat."""
    games: dict[str, list[Game]] = {seat.name: [] for seat in seats}
    for seed in range(seeds):
        for seat in seats:
            world = SyntheticAuctions(rounds=rounds, seed=seed).world(bids)
            games[seat.name].append(Game(seat.build(bids, FEATURES, seed), world, seat.rounds(rounds)))
        for block in range(BLOCKS):
            progress("rounds", (seed * BLOCKS + block) * rounds // BLOCKS, seeds * rounds)
            for seat in list(seats):
                game = games[seat.name][-1]
                if not played(seat, game, math.ceil(game.rounds * (block + 1) / BLOCKS)):
                    seats.remove(seat)
    progress("rounds", seeds * rounds, seeds * rounds)
    return games


def one_core() -> AbstractContextManager[object]:
    """Keep the libraries' linear algebra to one thread: several cost more than they bring at this size.

    On a machine with other work to do they made single rounds take a hundred times as long.
    """
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return nullcontext()
    limits: AbstractContextManager[object] = threadpool_limits(1)
    return limits


def present(seats: Iterable[Seat], bids: Array) -> list[Seat]:
    """Return those who can be set up, after two rounds that compile what they need; name the others."""
    found = []
    for seat in seats:
        if bids.size > seat.largest:
            say(f"without {seat.name}: a round of more than {seat.largest} actions takes it too long")
            continue
        try:
            game = Game(seat.build(bids, FEATURES, 0), SyntheticAuctions(rounds=2).world(bids), 2)
        except MissingExtraError as error:
            say(f"without {seat.name}: {error}")
            continue
        if played(seat, game, 2):
            found.append(seat)
    return found


def played(seat: Seat, game: Game, until: int) -> bool:
    """Play on; tell whether that went well. A guest that fails is named, for its version may be one never tried."""
    try:
        game.play_until(until)
    except Exception as error:
        if not seat.guest:
            raise
        say(f"without {seat.name}: it fails with {type(error).__name__}: {error}")
        return False
    return True


def row_of(seat: Seat, games: list[Game], first: int) -> Row:
    """Sum up a player's games."""
    summary = Summary.of([np.mean(game.regret) for game in games])
    return Row(
        seat.name,
        seat.told,
        games[0].rounds,
        summary.mean,
        summary.low,
        summary.high,
        first,
        float(np.mean([game.regret[:first] for game in games])),
        median(second for game in games for second in game.seconds),
    )


def table(rows: list[Row]) -> "Table":
    """Return the rows as a table."""
    from rich.table import Table

    first = rows[0].first_rounds
    made = Table("player", "is told", title="Regret a round (mean loss above the best bid's), and rounds a second")
    for name in ("rounds", "regret", "95 % interval", f"in the first {first}", "rounds a second"):
        made.add_column(name, justify="right")
    for row in rows:
        interval = "" if math.isnan(row.low) else f"{row.low:.4f} to {row.high:.4f}"
        speed = 1.0 / row.seconds
        made.add_row(
            row.player,
            row.told,
            f"{row.rounds:,}",
            f"{row.regret:.4f}",
            interval,
            f"{row.first_regret:.3f}",
            f"{speed:,.0f}" if speed >= 10.0 else f"{speed:.2g}",
        )
    return made


def to_json(rows: list[Row]) -> str:
    """Return the rows as JSON; what is not a number is null."""
    kept = [{key: None if value != value else value for key, value in asdict(row).items()} for row in rows]
    return json.dumps(kept, indent=2, ensure_ascii=False)


def say(text: str) -> None:
    """Tell it on stderr."""
    print(text, file=sys.stderr)
