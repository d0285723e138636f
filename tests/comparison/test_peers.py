"""Other libraries bid as their makers mean them to, and the table says what they did."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from graphbandit.bench import peers_table
from graphbandit.bench.peers.answer import onto_simplex
from graphbandit.bench.peers.player import Player, Seat
from graphbandit.bench.programs import FAMILIES
from graphbandit.bench.seats import FEWEST, SEATS, WithOracles
from graphbandit.checks import Array
from graphbandit.dec import dec_value, solve_dec
from graphbandit.errors import MissingExtraError
from graphbandit.problems import SyntheticAuctions
from graphbandit.rules import Dec, Fixed

BIDS = np.linspace(0.0, 1.0, 6)
LIBRARY = {
    "Clarabel": "clarabel", "cvxpy": "cvxpy", "Vowpal Wabbit": "vowpalwabbit", "MABWiser": "mabwiser", "coba": "coba",
    "bayesianbandits": "bayesianbandits", "river": "river",
}  # fmt: skip
GUESTS = [seat for seat in SEATS if seat.guest]


def installed(seat: Seat) -> Seat:
    """Return the seat, or skip the test if its library is not there."""
    pytest.importorskip(next(module for name, module in LIBRARY.items() if seat.name.startswith(name)))
    return seat


def regrets(seat: Seat, rounds: int) -> Array:
    world = SyntheticAuctions(rounds=rounds, seed=5).world(BIDS)
    game = peers_table.Game(seat.build(BIDS, world.context_size, 5), world, rounds)
    with peers_table.one_core():
        game.play_until(rounds)
    return np.array(game.regret)


@pytest.mark.parametrize("seat", [seat for seat in SEATS if seat.share == 1.0], ids=lambda seat: seat.name)
def test_everybody_learns(seat: Seat) -> None:
    lost = regrets(installed(seat) if seat.guest else seat, 600)
    assert np.all(lost >= 0.0)
    assert lost[-200:].mean() < 0.7 * lost[:100].mean() or lost.mean() < 0.01


@pytest.mark.parametrize("seat", GUESTS, ids=lambda seat: seat.name)
def test_a_guest_plays_the_same_again(seat: Seat) -> None:
    rounds = 2 if installed(seat).share == FEWEST else 30
    np.testing.assert_array_equal(regrets(seat, rounds), regrets(seat, rounds))


@pytest.mark.parametrize("name", ["Clarabel", "cvxpy"])
def test_another_solver_makes_the_same_learner(name: str) -> None:
    seat = installed(next(seat for seat in SEATS if seat.name.startswith(name)))
    ours = regrets(Seat("ours", "", WithOracles(Dec)), 60)
    assert np.mean(regrets(seat, 60) == ours) > 0.9  # a draw at the edge of two bids may fall otherwise


def test_graph_feedback_is_told_all_that_is_revealed_and_the_graph() -> None:
    pytest.importorskip("vowpalwabbit")
    from graphbandit.bench.peers.vowpal_player import GRAPH, VowpalPlayer

    player = VowpalPlayer(GRAPH, BIDS, 0, graph=True)
    world = SyntheticAuctions(rounds=5, seed=1).world(BIDS)
    drawn = world.draw()
    player.see(drawn)
    assert drawn.truth is not None
    triplets = player._shared.partition("graph ")[2].partition(" |")[0].split()
    told = np.zeros((6, 6))
    for revealed, played, chance in (triplet.split(",") for triplet in triplets):
        told[int(played), int(revealed)] = float(chance)
    np.testing.assert_allclose(told, drawn.truth.matrix(), atol=1e-5)
    action = player.decide()
    outcome = world.reveal(drawn, action)
    player.hear(drawn, action, outcome)
    labelled = [line.startswith(f"{action}:") for line in player._lines[1:]]
    assert labelled == outcome.shown.observed.tolist()
    player.learn()


def test_rows_say_who_played_how_much() -> None:
    class Wise(Player):
        """Knows the means, which no player is told."""

        def see(self, drawn: object) -> None:
            self.best = int(drawn.means.argmin())  # type: ignore[attr-defined]

        def decide(self) -> int:
            return self.best

        def hear(self, drawn: object, action: int, outcome: object) -> None:
            assert action == self.best

        def learn(self) -> None:
            pass

    seats = [
        Seat("wise", "all", lambda bids, features, seed: Wise()),
        Seat("stubborn", "nothing", WithOracles(lambda: Fixed(5)), share=0.1),
    ]
    wise, stubborn = peers_table.run(6, 50, 2, seats=seats)
    assert (wise.rounds, wise.regret, wise.low, wise.high, wise.first_rounds) == (50, 0.0, 0.0, 0.0, 1)
    assert stubborn.rounds == 5
    assert stubborn.low < stubborn.regret < stubborn.high
    assert 0.0 < wise.seconds < stubborn.seconds
    shown = peers_table.table([wise, stubborn])
    assert shown.row_count == 2
    assert [peers_table.Row(**row) for row in json.loads(peers_table.to_json([wise, stubborn]))] == [wise, stubborn]


def test_one_seed_has_no_interval() -> None:
    seat = Seat("stubborn", "nothing", WithOracles(lambda: Fixed(0)))
    (row,) = json.loads(peers_table.to_json(peers_table.run(3, 50, 1, seats=[seat])))
    assert row["low"] is None
    assert row["regret"] > 0.0


def test_who_is_missing_or_fails_is_named_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    def missing(bids: Array, features: int, seed: int) -> Player:
        raise MissingExtraError("nobody", "peers")

    class Broken(Player):
        def see(self, drawn: object) -> None:
            raise AttributeError("gone in this version")

        decide = hear = learn = see  # type: ignore[assignment]

    broken = Seat("broken", "", lambda bids, features, seed: Broken())
    ours = Seat("ours", "", WithOracles(Dec), guest=False)
    small = replace(broken, name="small", largest=2)
    rows = peers_table.run(3, 50, 1, seats=[Seat("missing", "", missing), small, broken, ours])
    assert [row.player for row in rows] == ["ours"]
    told = capsys.readouterr()
    assert told.out == ""
    assert "without missing: nobody is not installed" in told.err
    assert "without small: a round of more than 2 actions takes it too long" in told.err
    assert "without broken: it fails with AttributeError: gone in this version" in told.err
    with pytest.raises(AttributeError):
        peers_table.run(3, 50, 1, seats=[replace(broken, guest=False)])


def test_clarabel_set_up_once_solves_whatever_comes_next() -> None:
    pytest.importorskip("clarabel")
    from graphbandit.bench.peers.clarabel_again import ClarabelAgain

    model, random = ClarabelAgain(7), np.random.default_rng(2)
    for family in FAMILIES:
        for gamma in (10.0, 100.0):
            program = family.program(random, 7, gamma)
            found = onto_simplex(model.solve(program.losses, program.graph.matrix(), gamma))
            best = solve_dec(program.losses, program.graph, gamma)
            assert gamma * (dec_value(found, program.losses, program.graph, gamma) - best.bound) < 1e-2, family.name
