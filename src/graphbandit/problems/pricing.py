"""Posted prices: a buyer takes the offer or leaves it, and nobody learns what it was worth to them."""

from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Self, final

import numpy as np

from graphbandit.beliefs.base import Belief, Law
from graphbandit.beliefs.laws import robust_law
from graphbandit.beliefs.settings import count
from graphbandit.checks import Array, Mask
from graphbandit.errors import SettingError
from graphbandit.exploration import Exploration
from graphbandit.feedback import Feedback, Outcome
from graphbandit.graphs import PricingGraph
from graphbandit.learner import Learner
from graphbandit.parts import Part
from graphbandit.prediction import Prediction
from graphbandit.problems.base import (
    Identified,
    around,
    grid,
    kept,
    matched,
    mirrored,
    on_grid,
    paced,
    place,
    report,
    restored,
    rising,
    unfitting,
)
from graphbandit.rules import Rule


def price_grid(prices: Any) -> Array:
    """Return increasing prices (K,) of which the last is above 0, or raise `SettingError`."""
    array = grid(prices, "prices")
    if not array[-1] > 0.0:
        raise SettingError("prices", "must end above 0", array, "Pass a price that earns something.")
    return array


def pricing_losses(prices: Array, sale: Array | Mask) -> Array:
    """Return 1 - sale_i price_i / top, (K,): the share of the highest price that is not earned.

    >>> pricing_losses(np.array([1.0, 2.0, 4.0]), np.array([1.0, 0.5, 0.0]))
    array([0.75, 0.75, 1.  ])
    """
    losses: Array = 1.0 - sale * (prices / prices[-1])
    return losses


@final
@dataclass(frozen=True, eq=False)
class Sold(Outcome):
    """The offer was taken: every lower price would have sold too.

    >>> Sold(np.array([1.0, 2.0, 4.0]), action=1).feedback().observed
    array([ True,  True, False])
    """

    prices: Array
    action: int

    def __post_init__(self) -> None:
        """Check both."""
        object.__setattr__(self, "prices", price_grid(self.prices))
        object.__setattr__(self, "action", place(self.action, self.prices.size))

    def feedback(self) -> Feedback:
        """Reveal the lower prices."""
        observed = np.arange(self.prices.size) <= self.action
        return Feedback.unchecked(pricing_losses(self.prices, observed), observed)


@final
@dataclass(frozen=True, eq=False)
class Unsold(Outcome):
    """The offer was left: no higher price would have sold.

    >>> Unsold(np.array([1.0, 2.0, 4.0]), action=1).feedback().observed
    array([False,  True,  True])
    """

    prices: Array
    action: int

    def __post_init__(self) -> None:
        """Check both."""
        object.__setattr__(self, "prices", price_grid(self.prices))
        object.__setattr__(self, "action", place(self.action, self.prices.size))

    def feedback(self) -> Feedback:
        """Reveal the higher prices."""
        return Feedback.unchecked(np.ones(self.prices.size), np.arange(self.prices.size) >= self.action)


@final
@dataclass(frozen=True, eq=False)
class PricingBelief(Belief):
    """What drives a sale: the law of what a buyer would pay at most.

    Losses 1 - S_i price_i / top and graph follow from S_i = P(value >= price_i). The `law` is one of -value, on the
    grid -prices in increasing order, so that a buyer who would pay just the price buys.

    >>> prices = np.array([1.0, 2.0, 3.0, 4.0])
    >>> belief = PricingBelief(prices, robust_law(-prices[::-1], context_size=1))
    >>> for _ in range(50):
    ...     belief.update(np.zeros(1), 1, Sold(prices, action=1))
    ...     belief.update(np.zeros(1), 2, Unsold(prices, action=2))
    >>> belief.predict(np.zeros(1)).graph.sale.round(1)
    array([1., 1., 0., 0.])
    """

    prices: Array
    law: Law

    def __post_init__(self) -> None:
        """Check that the parts fit each other."""
        object.__setattr__(self, "prices", kept(price_grid(self.prices)))
        on_grid(self.law, mirrored(self.prices))

    @property
    def actions(self) -> int:
        """The number of prices, K."""
        return self.prices.size

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.law.context_size

    def predict(self, context: Array) -> Prediction:
        """Predict losses and graph."""
        sale = rising(self.law.predict(context))[::-1]
        return Prediction(pricing_losses(self.prices, sale), PricingGraph(sale))

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` unless it is `Sold` or `Unsold` at this price."""
        if not isinstance(outcome, Sold | Unsold):
            raise unfitting(outcome, "Sold or Unsold")
        if outcome.action != action or not np.array_equal(outcome.prices, self.prices):
            raise unfitting(outcome, f"that of action {action} with the prices of this belief")

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn on which side of the price the value lay."""
        mark = 0.0 - float(self.prices[action])
        if isinstance(outcome, Sold):
            self.law.update(context, -inf, mark)
        elif isinstance(outcome, Unsold):
            self.law.update(context, mark, inf)


@final
@dataclass(frozen=True, eq=False, slots=True)
class PriceDecision:
    """Offer at `price`, drawn from `probabilities` (K,); `value` and `bound` are those of a `Decision`."""

    id: int
    price: float
    action: int
    probabilities: Array
    value: float
    bound: float


@final
class Pricer:
    """Posts prices, and learns which to post.

    >>> pricer = Pricer(prices=[5.0, 7.5, 10.0], context_size=1)
    >>> decision = pricer.decide([0.4])
    >>> decision.price in (5.0, 7.5, 10.0)
    True
    >>> pricer.sold(decision)
    >>> pricer.unsold(pricer.decide([0.1]).id)
    """

    def __init__(
        self,
        prices: Any,
        context_size: int,
        *,
        rule: Rule | None = None,
        gamma: float | Exploration | None = None,
        law: Law | None = None,
        seed: int = 0,
    ) -> None:
        """Choose among increasing `prices` (K,) in contexts (context_size,); γ is 16 √t unless given."""
        d, positions = count(context_size, "context_size"), price_grid(prices)
        law = robust_law(mirrored(positions), d) if law is None else law
        matched(law, Law, "law", d)
        self.learner = Learner(PricingBelief(positions, law), rule=rule, gamma=paced(gamma), seed=seed)

    @classmethod
    def around(cls, learner: Learner) -> Self:
        """Return a pricer around a learner of your own that holds a `PricingBelief`."""
        pricer = cls.__new__(cls)
        pricer.learner = around(learner, PricingBelief)
        return pricer

    @property
    def prices(self) -> Array:
        """The prices (K,)."""
        assert isinstance(self.learner.belief, PricingBelief)
        return self.learner.belief.prices

    def decide(self, context: Any) -> PriceDecision:
        """Decide which price to post in a context (d,)."""
        made = self.learner.decide(context)
        price = float(self.prices[made.action])
        return PriceDecision(made.id, price, made.action, made.probabilities, made.value, made.bound)

    def sold(self, decision: Identified | int) -> None:
        """Report that the offer of a decision, or of its id, was taken."""
        report(self.learner, decision, lambda action: Sold(self.prices, action))

    def unsold(self, decision: Identified | int) -> None:
        """Report that the offer of a decision, or of its id, was left."""
        report(self.learner, decision, lambda action: Unsold(self.prices, action))

    def save(self, path: str | Path) -> None:
        """Save everything to one file."""
        self.learner.save(path)

    @classmethod
    def load(cls, path: str | Path, *, parts: tuple[type[Part], ...] = ()) -> Self:
        """Load a pricer that goes on as the saved one would; name classes of your own in `parts`."""
        return cls.around(restored(path, PricingBelief, parts))
