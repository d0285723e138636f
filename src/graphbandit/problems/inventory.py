"""Perishable stock: what is left over tells the demand, a sell-out hides it."""

from dataclasses import dataclass, field
from math import inf, isclose
from pathlib import Path
from typing import Any, Self, final

import numpy as np

from graphbandit.beliefs.base import Belief, Law
from graphbandit.beliefs.laws import robust_law
from graphbandit.beliefs.settings import count
from graphbandit.checks import Array
from graphbandit.errors import FeedbackError, SettingError
from graphbandit.exploration import Exploration
from graphbandit.feedback import Outcome
from graphbandit.graphs import InventoryGraph
from graphbandit.learner import Learner
from graphbandit.parts import Part
from graphbandit.prediction import Prediction
from graphbandit.problems.base import (
    Identified,
    around,
    matched,
    mirrored,
    on_grid,
    paced,
    report,
    restored,
    rising,
    unfitting,
)
from graphbandit.problems.shelf import LeftOver, Shelf, SoldOut
from graphbandit.rules import Rule


@final
@dataclass(frozen=True, eq=False)
class InventoryBelief(Belief):
    """What drives an inventory: the law of demand.

    Losses and graph follow from P(demand < stock_i) and the sales to expect. The `law` is one of -demand, on the grid
    -stocks in increasing order, so that demand for just the stock sells out. Between two stocks demand is taken to have
    the mean of what was seen there: `totals` / `counts` (K,), from the middle on. Whole units are exact so, as is any
    demand in the long run.

    >>> shelf = Shelf(np.array([0.0, 1.0, 2.0, 3.0]))
    >>> belief = InventoryBelief(shelf, robust_law(-shelf.stocks[::-1], context_size=1))
    >>> for _ in range(50):
    ...     belief.update(np.zeros(1), 3, LeftOver(shelf, action=3, demand=1.0))
    >>> belief.predict(np.zeros(1)).graph.clear.round(1)
    array([0., 0., 1., 1.])
    """

    shelf: Shelf
    law: Law
    counts: Array = field(init=False, repr=False)
    totals: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check that the parts fit each other."""
        if not isinstance(self.shelf, Shelf):
            raise SettingError("shelf", "must be a Shelf", self.shelf, "Pass Shelf(stocks, holding, shortage).")
        on_grid(self.law, mirrored(self.shelf.stocks))
        stocks = self.shelf.stocks
        object.__setattr__(self, "counts", np.ones(stocks.size))
        object.__setattr__(self, "totals", 0.5 * (stocks + np.concatenate(([0.0], stocks[:-1]))))

    @property
    def actions(self) -> int:
        """The number of stocks, K."""
        return self.shelf.stocks.size

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.law.context_size

    def predict(self, context: Array) -> Prediction:
        """Predict losses and graph."""
        stocks = self.shelf.stocks
        out = rising(self.law.predict(context))[::-1]
        clear = np.where(stocks > 0.0, 1.0 - out, 0.0)
        between = np.diff(clear, prepend=0.0)
        sales = np.cumsum(between * (self.totals / self.counts)) + stocks * (1.0 - clear)
        return Prediction(self.shelf.expected(sales), InventoryGraph(clear))

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` unless it is `LeftOver` or `SoldOut` with this stock."""
        if not isinstance(outcome, LeftOver | SoldOut):
            raise unfitting(outcome, "LeftOver or SoldOut")
        if outcome.action != action or not self.shelf.same(outcome.shelf):
            raise unfitting(outcome, f"that of action {action} with the shelf of this belief")

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn the demand, or that it was at least the stock."""
        if isinstance(outcome, LeftOver):
            self.law.update(context, -outcome.demand, -outcome.demand)
            cell = int(np.searchsorted(self.shelf.stocks, outcome.demand, side="right"))
            self.counts[cell] += 1.0
            self.totals[cell] += outcome.demand
        elif isinstance(outcome, SoldOut):
            self.law.update(context, -inf, 0.0 - float(self.shelf.stocks[action]))


@final
@dataclass(frozen=True, eq=False, slots=True)
class StockDecision:
    """Stock `stock` units, drawn from `probabilities` (K,); `value` and `bound` are those of a `Decision`."""

    id: int
    stock: float
    action: int
    probabilities: Array
    value: float
    bound: float


@final
class Stocker:
    """Orders stock that does not keep, and learns how much.

    >>> stocker = Stocker(stocks=[0.0, 10.0, 20.0], context_size=1, holding=1.0, shortage=4.0)
    >>> decision = stocker.decide([0.4])
    >>> stocker.sold(decision, units=decision.stock, sold_out=True)
    """

    def __init__(
        self,
        stocks: Any,
        context_size: int,
        holding: float = 1.0,
        shortage: float = 1.0,
        *,
        rule: Rule | None = None,
        gamma: float | Exploration | None = None,
        law: Law | None = None,
        seed: int = 0,
    ) -> None:
        """Choose among increasing `stocks` (K,), at these costs a unit; γ is 16 √t unless given."""
        d, shelf = count(context_size, "context_size"), Shelf(stocks, holding, shortage)
        law = robust_law(mirrored(shelf.stocks), d) if law is None else law
        matched(law, Law, "law", d)
        self.learner = Learner(InventoryBelief(shelf, law), rule=rule, gamma=paced(gamma), seed=seed)

    @classmethod
    def around(cls, learner: Learner) -> Self:
        """Return a stocker around a learner of your own that holds an `InventoryBelief`."""
        stocker = cls.__new__(cls)
        stocker.learner = around(learner, InventoryBelief)
        return stocker

    @property
    def shelf(self) -> Shelf:
        """The stocks and what they cost."""
        assert isinstance(self.learner.belief, InventoryBelief)
        return self.learner.belief.shelf

    def decide(self, context: Any) -> StockDecision:
        """Decide how much to stock in a context (d,)."""
        made = self.learner.decide(context)
        stock = float(self.shelf.stocks[made.action])
        return StockDecision(made.id, stock, made.action, made.probabilities, made.value, made.bound)

    def sold(self, decision: Identified | int, *, units: float, sold_out: bool | None = None) -> None:
        """Report what was sold of the stock of a decision, or of its id; `sold_out` follows from it if left out."""
        report(self.learner, decision, lambda action: outcome_of(self.shelf, action, units, sold_out))

    def save(self, path: str | Path) -> None:
        """Save everything to one file."""
        self.learner.save(path)

    @classmethod
    def load(cls, path: str | Path, *, parts: tuple[type[Part], ...] = ()) -> Self:
        """Load a stocker that goes on as the saved one would; name classes of your own in `parts`."""
        return cls.around(restored(path, InventoryBelief, parts))


def outcome_of(shelf: Shelf, action: int, units: Any, sold_out: Any) -> LeftOver | SoldOut:
    """Return the outcome of selling `units` of a stock, or raise `FeedbackError` if the two contradict each other.

    >>> outcome_of(Shelf(np.array([1.0, 2.0])), 1, units=1.5, sold_out=None).demand
    1.5
    """
    stock = float(shelf.stocks[action])
    if sold_out is not None and not isinstance(sold_out, bool | np.bool_):
        raise FeedbackError("sold_out", "must be True or False", sold_out, "Leave it out to go by the units.")
    whole = isinstance(units, int | float | np.integer | np.floating) and isclose(units, stock, rel_tol=1e-9)
    if whole if sold_out is None else sold_out:
        if not whole or isinstance(units, bool):
            remedy = "Leave `sold_out` out, or pass False where stock was left over."
            raise FeedbackError("units", f"must be the stock {stock:g} where it sold out", units, remedy)
        return SoldOut(shelf, action)
    return LeftOver(shelf, action, units)
