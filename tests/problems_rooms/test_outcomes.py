"""What an outcome reveals is what the graph of its driver says, and what the world would have cost."""

from collections.abc import Callable

import numpy as np
import pytest
from tests.problems_rooms.cases import BIDS, CASES, PRICES, SHELF, Case

from graphbandit.errors import FeedbackError, SettingError
from graphbandit.feedback import Outcome
from graphbandit.problems import (
    LeftOver,
    Lost,
    Passed,
    Reviewed,
    Shelf,
    Sold,
    SoldOut,
    Stakes,
    Unsold,
    Won,
)

every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


@every_case
def test_what_is_observed_are_the_edges_of_the_played_row(case: Case) -> None:
    seen = case.outcome.feedback()
    assert seen.observed.tolist() == case.reveals
    assert np.array_equal(case.graph.matrix()[case.action], seen.observed)


@every_case
def test_every_revealed_edge_is_one_of_the_graph(case: Case) -> None:
    seen, matrix = case.outcome.feedback(), case.graph.matrix()
    assert seen.revealed.all()
    assert np.array_equal(seen.edges, matrix if case.whole else matrix[case.action])


@every_case
def test_observed_losses_are_those_of_the_driver(case: Case) -> None:
    seen = case.outcome.feedback()
    np.testing.assert_allclose(seen.losses[seen.observed], case.losses[seen.observed], atol=1e-15)
    assert not seen.losses[~seen.observed].any()


def test_a_review_reveals_both_losses_and_letting_pass_none() -> None:
    stakes = Stakes(cost=0.25, harm=0.5)
    for guilty in (False, True):
        seen = Reviewed(stakes, guilty).feedback()
        assert seen.losses.tolist() == [0.25, 0.5 * guilty]
        assert seen.observed.tolist() == [True, True]
    passed = Passed().feedback()
    assert passed.observed.tolist() == [False, False]
    for feedback in (seen, passed):
        assert feedback.edges.tolist() == [[1.0, 1.0], [0.0, 0.0]]


NAN, INF = float("nan"), float("inf")
REFUSED: dict[str, Callable[[], Outcome]] = {
    "a price that is not above the bid": lambda: Lost(BIDS, 1, 0.2),
    "a price that is no number": lambda: Lost(BIDS, 1, NAN),
    "an infinite price": lambda: Lost(BIDS, 1, INF),
    "a price in words": lambda: Lost(BIDS, 1, "high"),  # type: ignore[arg-type]
    "a value that is no number": lambda: Won(BIDS, 1, NAN),
    "a value above 1": lambda: Won(BIDS, 1, 1.0000001),
    "a negative value": lambda: Won(BIDS, 1, -1e-9),
    "a value that is a switch": lambda: Won(BIDS, 1, True),
    "an action too many": lambda: Won(BIDS, 4, 0.5),
    "a negative action": lambda: Sold(PRICES, -1),
    "half an action": lambda: Unsold(PRICES, 0.5),  # type: ignore[arg-type]
    "stock left over that was all sold": lambda: LeftOver(SHELF, 1, 2.0),
    "negative demand": lambda: LeftOver(SHELF, 1, -0.1),
    "demand that is no number": lambda: LeftOver(SHELF, 1, NAN),
    "no shelf": lambda: SoldOut(BIDS, 1),  # type: ignore[arg-type]
    "guilt that is a number": lambda: Reviewed(Stakes(), 0.5),  # type: ignore[arg-type]
    "no stakes": lambda: Reviewed(0.1, True),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("build", REFUSED.values(), ids=REFUSED)
def test_outcomes_that_cannot_be_are_refused(build: Callable[[], Outcome]) -> None:
    with pytest.raises(FeedbackError, match=r"; got .*\. [A-Z]"):
        build()


GRIDS: dict[str, Callable[[], object]] = {
    "bids above 1": lambda: Won(np.array([0.0, 2.0]), 0, 0.5),
    "bids below 0": lambda: Won(np.array([-0.1, 0.5]), 0, 0.5),
    "bids that fall": lambda: Lost(np.array([0.5, 0.2]), 0, 0.9),
    "bids that are no numbers": lambda: Lost(np.array([0.0, NAN]), 0, 0.9),
    "prices that repeat": lambda: Sold(np.array([1.0, 1.0]), 0),
    "prices of nothing": lambda: Sold(np.array([0.0]), 0),
    "infinite stocks": lambda: Shelf(np.array([0.0, INF])),
    "stocks of nothing": lambda: Shelf(np.array([0.0])),
    "free holding": lambda: Shelf(np.array([0.0, 1.0]), holding=0.0),
    "costly reviews": lambda: Stakes(cost=1.1),
    "harm that is no number": lambda: Stakes(harm=NAN),
}


@pytest.mark.parametrize("build", GRIDS.values(), ids=GRIDS)
def test_grids_and_stakes_that_cannot_be_are_refused(build: Callable[[], object]) -> None:
    with pytest.raises(SettingError, match=r"; got .*\. [A-Z]"):
        build()


def test_differences_of_inventory_losses_are_those_of_costs() -> None:
    draw = np.random.default_rng(0)
    shelf = Shelf(np.array([0.0, 1.0, 2.5, 4.0]), holding=0.3, shortage=2.0)
    for demand in draw.uniform(0, 6, 50):
        costs = 0.3 * np.maximum(shelf.stocks - demand, 0) + 2.0 * np.maximum(demand - shelf.stocks, 0)
        losses = shelf.losses(demand)
        np.testing.assert_allclose((losses - losses[0]) * 2.3 * 4.0, costs - costs[0], atol=1e-12)
        assert losses.min() >= 0
        assert losses.max() <= 1
