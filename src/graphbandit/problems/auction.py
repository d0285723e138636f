"""First-price auctions: the price to beat is told to those who lose, the value is seen by those who win."""

from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, ClassVar, Self, final

import numpy as np

from graphbandit.beliefs.base import Belief, Law, Regressor
from graphbandit.beliefs.laws import robust_law
from graphbandit.beliefs.settings import count
from graphbandit.beliefs.values import Selection, robust_value
from graphbandit.checks import Array, Mask
from graphbandit.exploration import ByDoubt, Exploration
from graphbandit.feedback import Feedback, Outcome
from graphbandit.graphs import AuctionGraph
from graphbandit.learner import Learner
from graphbandit.parts import Part
from graphbandit.prediction import Doubt, Prediction
from graphbandit.problems.base import (
    Identified,
    amount,
    around,
    grid,
    kept,
    matched,
    on_grid,
    place,
    report,
    restored,
    rising,
    unfitting,
)
from graphbandit.rules import Rule

PLAUSIBLE = 2.0  # deviations
NOTHING = (np.empty(0), np.empty(0), 0.0)


def auction_losses(bids: Array, win: Array | Mask, value: Array | float) -> Array:
    """Return ½(1 - win_i (value - a_i)), (K,): the loss of each bid that wins with probability win[i].

    >>> auction_losses(np.array([0.0, 0.5]), np.array([0.0, 1.0]), 0.75)
    array([0.5  , 0.375])
    """
    losses: Array = 0.5 * (1.0 - win * (value - bids))
    return losses


def in_unit(value: float) -> bool:
    """Tell whether it lies in [0, 1]."""
    return 0.0 <= value <= 1.0


@final
@dataclass(frozen=True, eq=False)
class Won(Outcome):
    """The bid won: the `value` is seen, and with it the loss of every bid as high or higher.

    >>> Won(np.array([0.0, 0.5, 1.0]), action=1, value=0.75).feedback().losses
    array([0.   , 0.375, 0.625])
    """

    bids: Array
    action: int
    value: float

    def __post_init__(self) -> None:
        """Check all of it."""
        object.__setattr__(self, "bids", grid(self.bids, "bids", top=1.0))
        object.__setattr__(self, "action", place(self.action, self.bids.size))
        object.__setattr__(self, "value", amount(self.value, "value", "must lie in [0, 1]", in_unit))

    def feedback(self) -> Feedback:
        """Reveal the higher bids, and the row of this one."""
        observed = np.arange(self.bids.size) >= self.action
        return Feedback.unchecked(auction_losses(self.bids, observed, self.value), observed)


@final
@dataclass(frozen=True, eq=False)
class Lost(Outcome):
    """The bid lost to a `price` above it: every bid below the price is known to lose, and the whole graph is known.

    >>> Lost(np.array([0.0, 0.5, 1.0]), action=0, price=0.7).feedback().edges
    array([[1., 1., 0.],
           [1., 1., 0.],
           [0., 0., 1.]])
    """

    bids: Array
    action: int
    price: float

    def __post_init__(self) -> None:
        """Check all of it."""
        object.__setattr__(self, "bids", grid(self.bids, "bids", top=1.0))
        object.__setattr__(self, "action", place(self.action, self.bids.size))
        bid = float(self.bids[self.action])
        rule = f"must be above the bid {bid:g} that lost to it"
        object.__setattr__(self, "price", amount(self.price, "price", rule, lambda price: price > bid))

    def feedback(self) -> Feedback:
        """Reveal the bids that lose, and every edge."""
        losing = self.bids < self.price
        higher = np.triu(np.ones((losing.size, losing.size), dtype=np.bool_))
        edges = np.where(losing[:, None], losing[None, :], higher).astype(np.float64)
        return Feedback.unchecked(np.full(losing.size, 0.5), losing, edges)


def checked(bids: Array, action: int, outcome: Outcome) -> None:
    """Raise `FeedbackError` unless an outcome is one of this action in an auction with these bids."""
    if not isinstance(outcome, Won | Lost):
        raise unfitting(outcome, "Won or Lost")
    if outcome.action != action or not (outcome.bids is bids or np.array_equal(outcome.bids, bids)):
        raise unfitting(outcome, f"that of action {action} with the bids of this belief")


@final
@dataclass(frozen=True, eq=False)
class AuctionBelief(Belief):
    """What drives an auction: the law of the price to beat, and the value of winning.

    Losses ½(1 - F_i (v̂_i - a_i)) and graph follow from F_i = P(price <= a_i), so that no loss is learnt from where it
    happened to be revealed; that would be biased, for the price decides both. A win tells the law that the price is
    at most the bid, a loss tells it the price. With a `selection`, v̂_i allows for what winning at bid i says.

    >>> bids = np.linspace(0, 1, 5)
    >>> belief = AuctionBelief(bids, robust_law(bids, context_size=1), robust_value(context_size=1))
    >>> for _ in range(50):
    ...     belief.update(np.zeros(1), 1, Lost(bids, action=1, price=0.6))
    >>> belief.predict(np.zeros(1)).graph.win.round(1)
    array([0., 0., 0., 1., 1.])
    """

    bids: Array
    law: Law
    value: Regressor
    selection: Selection | None = None
    # What was predicted last, and of which context: an outcome that comes at once need not ask for it again.
    _said: ClassVar[tuple[Array, Array, float]] = NOTHING

    def __post_init__(self) -> None:
        """Check that the parts fit each other."""
        object.__setattr__(self, "bids", kept(grid(self.bids, "bids", top=1.0)))
        on_grid(self.law, self.bids)
        matched(self.value, Regressor, "value", self.law.context_size)

    @property
    def actions(self) -> int:
        """The number of bids, K."""
        return self.bids.size

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.law.context_size

    def predict(self, context: Array) -> Prediction:
        """Predict losses and graph."""
        win, predicted = rising(self.law.predict(context)), self.value.predict(context)
        object.__setattr__(self, "_said", (context.copy(), win, predicted))
        allowed = 0.0 if self.selection is None else self.selection.excess(self.bids, win)
        value = np.minimum(np.maximum(predicted + allowed, 0.0), 1.0)
        losses = auction_losses(self.bids, win, value)
        return Prediction(losses, AuctionGraph(win), self._doubt(context, losses, win))

    def _doubt(self, context: Array, losses: Array, win: Array) -> Doubt | None:
        """Hope for a value two deviations above the expected one."""
        known = self.value.uncertainty(context)
        if known is None:
            return None
        hoped = losses - (0.5 * PLAUSIBLE * known.deviation) * win
        return Doubt(0.5 * known.noise, float(hoped[losses.argmin()] - hoped.min()))

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` unless it is `Won` or `Lost` with this bid."""
        checked(self.bids, action, outcome)

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn the price, or that it was at most the bid and what winning was worth."""
        said, win, predicted = self._said
        object.__setattr__(self, "_said", NOTHING)
        if isinstance(outcome, Lost):
            self.law.update(context, outcome.price, outcome.price)
        elif isinstance(outcome, Won):
            value = outcome.value
            if self.selection is not None:
                if not np.array_equal(said, context):
                    win, predicted = rising(self.law.predict(context)), self.value.predict(context)
                value -= float(self.selection.excess(self.bids, win)[action])
                self.selection.update(self.bids, win, action, predicted, outcome.value)
            self.value.update(context, value)
            self.law.update(context, -inf, float(self.bids[action]))


@final
@dataclass(frozen=True, eq=False, slots=True)
class BidDecision:
    """Bid `bid`, which was drawn from `probabilities` (K,); `value` and `bound` are those of a `Decision`."""

    id: int
    bid: float
    action: int
    probabilities: Array
    value: float
    bound: float


@final
class Bidder:
    """Bids in first-price auctions, and learns what to bid.

    Amounts lie in [0, 1]: divide by the highest that may occur.

    >>> bidder = Bidder(bids=np.linspace(0, 1, 11), context_size=2)
    >>> decision = bidder.decide([0.3, -1.2])
    >>> 0 <= decision.bid <= 1
    True
    >>> bidder.won(decision, value=0.8)
    >>> bidder.lost(bidder.decide([0.1, 0.2]).id, price=1.01)
    """

    def __init__(
        self,
        bids: Any,
        context_size: int,
        *,
        rule: Rule | None = None,
        gamma: float | Exploration | None = None,
        law: Law | None = None,
        value: Regressor | None = None,
        seed: int = 0,
    ) -> None:
        """Bid on increasing `bids` (K,) in contexts (context_size,); what is left out sets itself."""
        d, amounts = count(context_size, "context_size"), grid(bids, "bids", top=1.0)
        law = robust_law(amounts, d) if law is None else law
        matched(law, Law, "law", d)
        gamma = ByDoubt() if gamma is None else gamma
        belief = AuctionBelief(amounts, law, robust_value(d) if value is None else value, Selection())
        self.learner = Learner(belief, rule=rule, gamma=gamma, seed=seed)

    @classmethod
    def around(cls, learner: Learner) -> Self:
        """Return a bidder around a learner of your own that holds an `AuctionBelief`."""
        bidder = cls.__new__(cls)
        bidder.learner = around(learner, AuctionBelief)
        return bidder

    @property
    def bids(self) -> Array:
        """The bids (K,)."""
        assert isinstance(self.learner.belief, AuctionBelief)
        return self.learner.belief.bids

    def decide(self, context: Any) -> BidDecision:
        """Decide what to bid in a context (d,)."""
        made = self.learner.decide(context)
        bid = float(self.bids[made.action])
        return BidDecision(made.id, bid, made.action, made.probabilities, made.value, made.bound)

    def won(self, decision: Identified | int, *, value: float) -> None:
        """Report that the bid of a decision, or of its id, won something of this value."""
        report(self.learner, decision, lambda action: Won(self.bids, action, value))

    def lost(self, decision: Identified | int, *, price: float) -> None:
        """Report that the bid of a decision, or of its id, lost to this price."""
        report(self.learner, decision, lambda action: Lost(self.bids, action, price))

    def save(self, path: str | Path) -> None:
        """Save everything to one file."""
        self.learner.save(path)

    @classmethod
    def load(cls, path: str | Path, *, parts: tuple[type[Part], ...] = ()) -> Self:
        """Load a bidder that goes on as the saved one would; name classes of your own in `parts`."""
        return cls.around(restored(path, AuctionBelief, parts))
