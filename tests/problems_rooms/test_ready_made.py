"""Laws that every ready-made learner obeys."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.problems_rooms.kinds import BIDS, INF, KINDS, NAN, D, Kind, bits, play

import graphbandit as gb
from graphbandit.beliefs.laws import EmpiricalLaw
from graphbandit.beliefs.values import LinearRegressor
from graphbandit.errors import (
    ContextError,
    FeedbackError,
    RepeatedFeedbackError,
    SettingError,
    StorageError,
    UnknownDecisionError,
)
from graphbandit.problems import AuctionBelief, AuctionWorld
from graphbandit.rules import Greedy

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@every_kind
def test_decide_returns_a_distribution_and_what_it_stands_for(kind: Kind) -> None:
    made, world = kind.build(), kind.world(0)
    for number in range(30):
        decision = made.decide(world.draw().context)
        assert decision.id == number
        assert np.all(decision.probabilities >= 0)
        assert abs(decision.probabilities.sum() - 1) < 1e-12
        assert decision.probabilities[decision.action] > 0
        assert decision.bound <= decision.value


def test_decisions_carry_what_to_do() -> None:
    for n in range(20):
        x = np.full(D, 0.1 * n)
        bid, price = gb.Bidder(BIDS, D, seed=n).decide(x), gb.Pricer([1.0, 2.0], D, seed=n).decide(x)
        stock, case = gb.Stocker([0, 5, 9], D, seed=n).decide(x), gb.Triager(D, seed=n).decide(x)
        assert bid.bid == BIDS[bid.action]
        assert price.price == [1.0, 2.0][price.action]
        assert stock.stock == [0, 5, 9][stock.action]
        assert case.review == (case.action == 0)


@every_kind
def test_poison_is_refused_by_name_and_changes_nothing(kind: Kind) -> None:
    made, world = kind.build(), kind.world(1)
    play(made, kind, world, 20)
    drawn = world.draw()
    for poison in kind.poison:
        decision = made.decide(drawn.context)
        before, waiting = bits(made), made.learner.waiting
        with pytest.raises(FeedbackError, match=r"; got .*\. [A-Z]"):
            poison(made, decision)
        assert bits(made) == before
        assert made.learner.waiting == waiting
        kind.report(made, decision, drawn)  # and the right report still counts
        assert decision.id not in made.learner.waiting


@every_kind
def test_bad_contexts_are_refused_and_change_nothing(kind: Kind) -> None:
    made, world = kind.build(), kind.world(1)
    play(made, kind, world, 5)
    before = bits(made)
    for context in ([NAN, 0.0, 0.0], [INF, 0.0, 0.0], [0.0, 0.0], "abc", [[0.0, 0.0, 0.0]]):
        with pytest.raises(ContextError):
            made.decide(context)
        assert bits(made) == before
    assert made.learner.rounds == 5


@every_kind
def test_an_outcome_counts_once(kind: Kind) -> None:
    made, drawn = kind.build(), kind.world(2).draw()
    decision = made.decide(drawn.context)
    kind.report(made, decision, drawn)
    before = bits(made)
    for again in (decision, decision.id):
        with pytest.raises(RepeatedFeedbackError):
            kind.report(made, again, drawn)
    assert bits(made) == before


@every_kind
def test_decisions_from_nowhere_are_unknown(kind: Kind) -> None:
    made, drawn = kind.build(), kind.world(2).draw()
    decision = made.decide(drawn.context)
    before = bits(made)
    for stranger in (7, -1, "first", None, True, type(decision)(9, *_rest(decision))):
        with pytest.raises(UnknownDecisionError):
            kind.report(made, stranger, drawn)
    forged = type(decision)(decision.id, _rest(decision)[0], decision.action + 1, *_rest(decision)[2:])
    with pytest.raises(UnknownDecisionError, match="was not made here"):
        kind.report(made, forged, drawn)
    assert bits(made) == before


def _rest(decision: Any) -> tuple[Any, ...]:
    names = decision.__dataclass_fields__
    return tuple(getattr(decision, name) for name in names if name != "id")


@every_kind
def test_by_decision_or_by_id_is_the_same(kind: Kind) -> None:
    one, two, world = kind.build(), kind.build(), kind.world(3)
    for _ in range(20):
        drawn = world.draw()
        kind.report(one, one.decide(drawn.context), drawn)
        kind.report(two, two.decide(drawn.context).id, drawn)
    assert bits(one) == bits(two)


@every_kind
def test_a_report_equals_what_the_world_reveals(kind: Kind) -> None:
    one, two, world = kind.build(), kind.build(), kind.world(4)
    for _ in range(30):
        drawn = world.draw()
        kind.report(one, one.decide(drawn.context), drawn)
        decision = two.learner.decide(drawn.context)
        two.learner.learn(decision, world.reveal(drawn, decision.action))
    assert bits(one) == bits(two)


@every_kind
def test_save_then_load_is_identity(kind: Kind, tmp_path: Path) -> None:
    path = tmp_path / "saved"
    straight, resumed = kind.build(), kind.build()
    first, second = kind.world(5), kind.world(5)
    play(straight, kind, first, 30)
    play(resumed, kind, second, 30)
    drawn = second.draw()
    assert np.array_equal(first.draw().context, drawn.context)
    late = straight.decide(drawn.context), resumed.decide(drawn.context)
    resumed.save(path)
    loaded = type(resumed).load(path)
    assert bits(loaded) == bits(straight)
    kind.report(straight, late[0], drawn)
    kind.report(loaded, late[1].id, drawn)
    assert play(straight, kind, first, 20) == play(loaded, kind, second, 20)
    assert bits(loaded) == bits(straight)


@every_kind
def test_a_file_of_another_kind_is_refused(kind: Kind, tmp_path: Path) -> None:
    path = tmp_path / "saved"
    made = kind.build()
    made.save(path)
    assert gb.Learner.load(path).belief.actions == made.learner.belief.actions
    for other in KINDS.values():
        if other is not kind:
            with pytest.raises(StorageError, match=r"Learner\.load opens every kind"):
                type(other.build()).load(path)
            with pytest.raises(SettingError, match="learner: must hold"):
                type(other.build()).around(made.learner)


@every_kind
def test_beats_uniform(kind: Kind) -> None:
    made, world = kind.build(), kind.world(6)
    history = gb.simulate(made.learner, world, 600)
    again, uniform = kind.world(6), 0.0
    for t in range(600):
        drawn = again.draw()
        assert drawn.means is not None
        uniform += (drawn.means.mean() - drawn.means.min()) / 300 * (t >= 300)
    assert history.mean_regret[300:].mean() < 0.5 * uniform


def test_a_stock_sells_out_by_its_units_if_nothing_is_said() -> None:
    one, two = gb.Stocker([2.0, 4.0], 1), gb.Stocker([2.0, 4.0], 1)
    for units in (1.0, 2.0, 4.0):
        for said, made in ((None, one), (True, two)):
            decision = made.decide([0.0])
            sold = min(units, decision.stock)
            made.sold(decision, units=sold, sold_out=said and sold == decision.stock)
    assert bits(one) == bits(two)


def test_parts_of_ones_own_are_used() -> None:
    law, value = EmpiricalLaw(BIDS, D), LinearRegressor(D)
    bidder = gb.Bidder(BIDS, D, rule=Greedy(), gamma=3.0, law=law, value=value, seed=4)
    belief = bidder.learner.belief
    assert isinstance(belief, AuctionBelief)
    assert (belief.law, belief.value, bidder.learner.seed) == (law, value, 4)
    assert np.count_nonzero(bidder.decide(np.zeros(D)).probabilities) == 1
    with pytest.raises(SettingError, match="law: must have context_size 2"):
        gb.Bidder(BIDS, 2, law=law)
    with pytest.raises(SettingError, match="value: must have context_size 3"):
        gb.Bidder(BIDS, D, value=LinearRegressor(2))
    with pytest.raises(SettingError, match="law: must have the grid"):
        gb.Pricer(BIDS, D, law=law)
    with pytest.raises(SettingError, match="context_size: must be a whole number"):
        gb.Triager(0)


def test_exploring_pays_where_the_price_is_above_the_first_guess_of_the_value() -> None:
    draw = np.random.default_rng(0)
    prices, values = 0.6 + 0.02 * draw.normal(size=600), np.clip(0.9 + 0.05 * draw.normal(size=600), 0, 1)
    lost = {}
    for name, rule in (("greedy", Greedy()), ("exact", None)):
        world = AuctionWorld.from_arrays(np.ones((600, 1)), prices, values, bids=np.linspace(0, 1, 21))
        bidder = gb.Bidder(np.linspace(0, 1, 21), 1, rule=rule)
        lost[name] = gb.simulate(bidder.learner, world, 600).regret.mean()
    assert lost["exact"] < 0.5 * lost["greedy"]
