"""What stock costs: kept too much, or missed."""

from dataclasses import dataclass
from math import inf, isfinite
from typing import final

import numpy as np

from graphbandit.beliefs.settings import strength
from graphbandit.checks import Array
from graphbandit.errors import FeedbackError, SettingError
from graphbandit.feedback import Feedback, Outcome
from graphbandit.graphs import InventoryGraph
from graphbandit.parts import Part
from graphbandit.problems.base import amount, grid, kept, place


@final
@dataclass(frozen=True, eq=False)
class Shelf(Part):
    """The stocks to choose from, (K,), the cost of `holding` one unit left over, and of being short of one.

    A stock s under demand D costs holding (s - D)₊ + shortage (D - s)₊. A sell-out hides what was missed, so the cost
    of the stock itself is never seen. But less shortage · D, which no stock can change, it is holding · s - (holding +
    shortage) min(s, D): it is seen for every stock up to the one that sold out, and for all where some is left over.
    This, shifted and scaled to [0, 1], is the loss

        (holding s / top + shortage) / (holding + shortage) - min(s, D) / top,

    so that a difference of losses, times (holding + shortage) top, is one of costs.

    >>> Shelf(np.array([0.0, 5.0, 10.0]), holding=1.0, shortage=3.0).losses(6.0)
    array([0.75 , 0.375, 0.4  ])
    """

    stocks: Array
    holding: float = 1.0
    shortage: float = 1.0

    def __post_init__(self) -> None:
        """Check stocks and costs."""
        stocks = grid(self.stocks, "stocks")
        if not stocks[-1] > 0.0:
            raise SettingError("stocks", "must end above 0", stocks, "Pass a stock that can meet demand.")
        object.__setattr__(self, "stocks", kept(stocks))
        for name in ("holding", "shortage"):
            object.__setattr__(self, name, strength(getattr(self, name), name))
        if not isfinite(self.holding + self.shortage):
            raise SettingError("holding", "and shortage must have a finite sum", self.holding, "Scale both.")

    def losses(self, demand: float) -> Array:
        """Return the losses (K,) under a demand, in [0, 1]."""
        return self.expected(np.minimum(self.stocks, demand))

    def expected(self, sales: Array) -> Array:
        """Return the losses (K,) for expected sales E[min(s_i, D)], (K,)."""
        top, holding, shortage = self.stocks[-1], self.holding, self.shortage
        share = holding / (holding + shortage)
        losses: Array = np.clip(share * (self.stocks / top) + (1.0 - share) - sales / top, 0.0, 1.0)
        return losses

    def same(self, other: "Shelf") -> bool:
        """Tell whether another shelf is this one."""
        costs = (self.holding, self.shortage) == (other.holding, other.shortage)
        return self is other or (costs and np.array_equal(self.stocks, other.stocks))


@final
@dataclass(frozen=True, eq=False)
class LeftOver(Outcome):
    """Some stock was left over: what was sold is the `demand`, and everything is known.

    >>> LeftOver(Shelf(np.array([1.0, 2.0, 4.0])), action=2, demand=1.0).feedback().edges
    array([[1., 0., 0.],
           [1., 1., 1.],
           [1., 1., 1.]])
    """

    shelf: Shelf
    action: int
    demand: float

    def __post_init__(self) -> None:
        """Check all of it."""
        action = place(self.action, shelved(self.shelf).stocks.size)
        stock = float(self.shelf.stocks[action])
        rule = f"must lie in [0, {stock:g}), below the stock"
        demand = amount(self.demand, "demand", rule, lambda demand: 0.0 <= demand < stock)
        object.__setattr__(self, "action", action)
        object.__setattr__(self, "demand", demand)

    def feedback(self) -> Feedback:
        """Reveal every loss and every edge."""
        edges = InventoryGraph((self.demand < self.shelf.stocks).astype(np.float64)).matrix()
        return Feedback.unchecked(
            self.shelf.losses(self.demand), np.ones(self.shelf.stocks.size, dtype=np.bool_), edges
        )


@final
@dataclass(frozen=True, eq=False)
class SoldOut(Outcome):
    """The demand was at least the stock: smaller stocks would have sold out too, and larger ones are not known.

    >>> SoldOut(Shelf(np.array([1.0, 2.0, 4.0])), action=1).feedback().observed
    array([ True,  True, False])
    """

    shelf: Shelf
    action: int

    def __post_init__(self) -> None:
        """Check both."""
        object.__setattr__(self, "action", place(self.action, shelved(self.shelf).stocks.size))

    def feedback(self) -> Feedback:
        """Reveal the smaller stocks."""
        observed = np.arange(self.shelf.stocks.size) <= self.action
        return Feedback.unchecked(self.shelf.losses(inf), observed)


def shelved(value: object) -> Shelf:
    """Return a shelf, or raise `FeedbackError` if it is none."""
    if not isinstance(value, Shelf):
        raise FeedbackError("shelf", "must be a Shelf", value, "Pass Shelf(stocks, holding, shortage).")
    return value
