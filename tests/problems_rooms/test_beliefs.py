"""Losses and graph are those of the law, whatever the law says."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import final

import numpy as np
import pytest
from tests.problems_rooms.cases import BIDS, CASES, PRICES, SHELF, Case

from graphbandit.beliefs.base import Belief, Law, Regressor, Uncertainty
from graphbandit.beliefs.laws import EmpiricalLaw
from graphbandit.beliefs.values import LinearRegressor, LogisticRegressor, Selection
from graphbandit.checks import Array
from graphbandit.errors import FeedbackError, SettingError
from graphbandit.feedback import Feedback, Outcome
from graphbandit.problems import (
    AuctionBelief,
    InventoryBelief,
    LeftOver,
    Lost,
    Passed,
    PricingBelief,
    Reviewed,
    Shelf,
    Sold,
    SoldOut,
    Stakes,
    TriageBelief,
    Unsold,
    Won,
)

X = np.zeros(1)


@final
@dataclass(frozen=True, eq=False)
class Told(Law):
    """A law that says what it is told, and writes down what it hears."""

    grid: Array
    says: Array
    context_size: int = 1
    heard: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "heard", np.full(2, np.nan))

    def predict(self, context: Array) -> Array:
        return self.says

    def update(self, context: Array, low: float, high: float) -> None:
        self.heard[:] = low, high


@final
@dataclass(frozen=True, eq=False)
class Always(Regressor):
    """A regressor that always says the same, and writes down the last target."""

    says: float
    context_size: int = 1
    heard: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "heard", np.full(1, np.nan))

    def predict(self, context: Array) -> float:
        return self.says

    def update(self, context: Array, target: float) -> None:
        self.heard[0] = target


@final
@dataclass(frozen=True, eq=False)
class Unsure(Regressor):
    """A regressor that is as unsure as it is told."""

    says: float
    deviation: float
    context_size: int = 1

    def predict(self, context: Array) -> float:
        return self.says

    def uncertainty(self, context: Array) -> Uncertainty:
        return Uncertainty(noise=0.3, deviation=self.deviation)

    def update(self, context: Array, target: float) -> None:
        pass


@pytest.mark.parametrize(
    ("says", "deviation", "hope"), [(0.5, 0.0, 0.0), (0.1, 0.1, 0.0), (0.1, 0.4, 0.25), (0.9, 0.2, 0.0)]
)
def test_a_bidder_hopes_where_a_value_two_deviations_up_would_change_the_bid(
    says: float, deviation: float, hope: float
) -> None:
    bids, win = np.array([0.0, 0.4]), np.array([0.0, 1.0])  # not to bid earns 0, to bid .4 the value less .4
    doubt = AuctionBelief(bids, Told(bids, win), Unsure(says, deviation)).predict(X).doubt
    assert doubt is not None
    assert doubt.noise == pytest.approx(0.15)
    assert doubt.hope == pytest.approx(hope)
    assert AuctionBelief(bids, Told(bids, win), Always(says)).predict(X).doubt is None


def test_what_winning_says_goes_into_the_losses_and_not_into_the_value() -> None:
    bids = np.array([0.0, 0.5, 1.0])
    selection, value = Selection(), Always(0.6)
    selection.moments[:] = 1.0, 0.8
    selection.log_weights[:] = -np.inf, 0.0
    belief = AuctionBelief(bids, Told(bids, bids), value, selection)
    says = 0.6 + 0.8 * np.array([-0.5, -0.25, 0.0])  # E[price | price <= bid] is 0, .25, .5
    np.testing.assert_allclose(belief.predict(X).losses, 0.5 * (1.0 - bids * (says - bids)), atol=1e-12)
    belief.update(X, 1, Won(bids, 1, value=0.7))
    assert value.heard[0] == pytest.approx(0.7 + 0.8 * 0.25)
    np.testing.assert_allclose(selection.moments, [1.0 + 0.25**2, 0.8 - 0.25 * 0.1])


def reflected(positions: Array) -> Array:
    return -positions[::-1]


def belief_at(case: Case) -> Belief:
    """Return the belief that knows the driver of a case."""
    family = case.name.partition(",")[0]
    driver = float(case.name.split(",")[1].split()[-1])
    if family == "auction":
        return AuctionBelief(BIDS, Told(BIDS, (driver <= BIDS).astype(float)), Always(0.6))
    positions = PRICES if family == "pricing" else SHELF.stocks
    law = Told(reflected(positions), (-driver <= reflected(positions)).astype(float))
    if family == "pricing":
        return PricingBelief(PRICES, law)
    belief = InventoryBelief(SHELF, law)
    belief.totals[:] = belief.counts * driver  # what was seen between two stocks
    return belief


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_who_knows_the_driver_predicts_its_losses_and_graph(case: Case) -> None:
    prediction = belief_at(case).predict(X)
    assert type(prediction.graph) is type(case.graph)
    np.testing.assert_array_equal(prediction.graph.matrix(), case.graph.matrix())
    np.testing.assert_allclose(prediction.losses, case.losses, atol=1e-15)


def test_auction_losses_are_means_over_price_and_value() -> None:
    win = np.array([0.1, 0.3, 0.35, 1.0])
    prediction = AuctionBelief(BIDS, Told(BIDS, win), Always(0.7)).predict(X)
    wanted = [w * 0.5 * (1 - (0.7 - a)) + (1 - w) * 0.5 for w, a in zip(win, BIDS, strict=True)]
    np.testing.assert_allclose(prediction.losses, wanted, atol=1e-15)


def test_inventory_losses_are_means_over_demand() -> None:
    units = np.arange(5.0)
    chances = np.array([0.1, 0.2, 0.3, 0.25, 0.15])
    shelf = Shelf(units, holding=1.0, shortage=2.0)
    at_least = np.array([chances[units >= s].sum() for s in units])
    belief = InventoryBelief(shelf, Told(reflected(units), at_least[::-1]))
    for demand in units[:-1]:
        for _ in range(10_000):
            belief.update(X, 4, LeftOver(shelf, 4, demand))
    wanted = sum(chance * shelf.losses(demand) for chance, demand in zip(chances, units, strict=True))
    np.testing.assert_allclose(belief.predict(X).losses, wanted, atol=1e-4)


def test_no_stock_sells_out_for_certain_whatever_the_law_says() -> None:
    clear = np.full(4, 0.3)
    graph = InventoryBelief(SHELF, Told(reflected(SHELF.stocks), 1 - clear)).predict(X).graph
    assert graph.matrix()[0].tolist() == [1.0, 0.0, 0.0, 0.0]
    np.testing.assert_allclose(graph.matrix()[1], [1.0, 1.0, 0.3, 0.3])


def test_predictions_stay_within_bounds_at_the_edges_of_rounding() -> None:
    odd = np.array([-1e-17, 0.3, 0.3 - 1e-16, 1.0 + 1e-15])
    for says in (odd, np.zeros(4), np.ones(4), np.full(4, 0.1)):
        for value in (-7.0, 0.0, 1.0, 7.0):
            beliefs: list[Belief] = [
                AuctionBelief(BIDS, Told(BIDS, says), Always(value)),
                PricingBelief(PRICES, Told(reflected(PRICES), says)),
                InventoryBelief(SHELF, Told(reflected(SHELF.stocks), says)),
                TriageBelief(Stakes(), Always(value)),
            ]
            for belief in beliefs:
                losses = belief.predict(X).losses
                assert np.all((losses >= 0) & (losses <= 1))


@pytest.mark.parametrize(
    ("outcome", "heard"),
    [
        (Won(BIDS, 2, 0.6), (-np.inf, 0.5)),
        (Lost(BIDS, 2, 0.7), (0.7, 0.7)),
        (Sold(PRICES, 2), (-np.inf, -3.5)),
        (Unsold(PRICES, 2), (-3.5, np.inf)),
        (SoldOut(SHELF, 2), (-np.inf, -3.0)),
        (LeftOver(SHELF, 2, 1.0), (-1.0, -1.0)),
    ],
    ids=["won", "lost", "sold", "unsold", "sold out", "left over"],
)
def test_the_law_hears_where_the_driver_was(outcome: Outcome, heard: tuple[float, float]) -> None:
    zeros = np.zeros(4)
    beliefs = {
        (Won, Lost): AuctionBelief(BIDS, Told(BIDS, zeros), Always(0.0)),
        (Sold, Unsold): PricingBelief(PRICES, Told(reflected(PRICES), zeros)),
        (SoldOut, LeftOver): InventoryBelief(SHELF, Told(reflected(SHELF.stocks), zeros)),
    }
    belief = next(belief for kinds, belief in beliefs.items() if isinstance(outcome, kinds))
    belief.check(2, outcome)
    belief.update(X, 2, outcome)
    assert isinstance(belief, AuctionBelief | PricingBelief | InventoryBelief)
    assert isinstance(belief.law, Told)
    assert tuple(belief.law.heard) == heard
    for other in beliefs.values():
        if other is not belief:
            with pytest.raises(FeedbackError, match="outcome: must be"):
                other.check(2, outcome)


def test_values_are_learnt_from_wins_alone() -> None:
    value = Always(0.0)
    belief = AuctionBelief(BIDS, Told(BIDS, np.zeros(4)), value)
    belief.update(X, 2, Lost(BIDS, 2, 0.7))
    assert np.isnan(value.heard[0])
    belief.update(X, 2, Won(BIDS, 2, 0.6))
    assert value.heard[0] == 0.6


def test_guilt_is_learnt_from_reviews_alone() -> None:
    guilt = Always(0.0)
    belief = TriageBelief(Stakes(), guilt)
    belief.update(X, 1, Passed())
    assert np.isnan(guilt.heard[0])
    belief.update(X, 0, Reviewed(Stakes(), True))
    assert guilt.heard[0] == 1.0


AUCTION = AuctionBelief(BIDS, Told(BIDS, np.zeros(4)), Always(0.0))
TRIAGE = TriageBelief(Stakes(cost=0.2), Always(0.0))
WRONG: dict[str, tuple[Belief, int, Outcome]] = {
    "raw losses": (AUCTION, 1, Feedback(np.zeros(4), np.ones(4, dtype=bool))),
    "another action": (AUCTION, 1, Won(BIDS, 2, 0.5)),
    "other bids": (AUCTION, 1, Won(BIDS + 0.01, 1, 0.5)),
    "fewer bids": (AUCTION, 1, Lost(BIDS[:3], 1, 0.5)),
    "a review of what passed": (TRIAGE, 1, Reviewed(Stakes(cost=0.2), True)),
    "nothing of a review": (TRIAGE, 0, Passed()),
    "other stakes": (TRIAGE, 0, Reviewed(Stakes(cost=0.3), True)),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_outcomes_of_something_else_are_refused(wrong: tuple[Belief, int, Outcome]) -> None:
    belief, action, outcome = wrong
    with pytest.raises(FeedbackError, match="outcome: must be"):
        belief.check(action, outcome)


UNFIT: dict[str, Callable[[], Belief]] = {
    "a law on other bids": lambda: AuctionBelief(BIDS, EmpiricalLaw(BIDS + 0.01, 1), LinearRegressor(1)),
    "a law that is not reflected": lambda: PricingBelief(PRICES, EmpiricalLaw(PRICES, 1)),
    "parts of unlike contexts": lambda: AuctionBelief(BIDS, EmpiricalLaw(BIDS, 1), LinearRegressor(2)),
    "a regressor for a law": lambda: AuctionBelief(BIDS, LinearRegressor(1), LinearRegressor(1)),  # type: ignore[arg-type]
    "a law for a regressor": lambda: TriageBelief(Stakes(), EmpiricalLaw(BIDS, 1)),  # type: ignore[arg-type]
    "stocks for a shelf": lambda: InventoryBelief(BIDS, EmpiricalLaw(BIDS, 1)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("build", UNFIT.values(), ids=UNFIT)
def test_parts_that_do_not_fit_are_refused(build: Callable[[], Belief]) -> None:
    with pytest.raises(SettingError, match=r"; got .*\. [A-Z]"):
        build()


def test_logistic_guilt_is_calibrated() -> None:
    draw = np.random.default_rng(0)
    regressor = LogisticRegressor(2)
    for _ in range(4000):
        x = draw.normal(size=2)
        regressor.update(x, float(draw.random() < 1 / (1 + np.exp(-x[0] + 1))))
    for x in draw.normal(size=(20, 2)):
        assert abs(regressor.predict(x) - 1 / (1 + np.exp(-x[0] + 1))) < 0.06
    with pytest.raises(FeedbackError, match=r"target: must be 0 or 1; got 0\.5"):
        regressor.update(np.zeros(2), 0.5)
