"""The graph oracle of the paper: a linear softmax over the driver of an auction."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import GraphOracle
from graphbandit.beliefs.graphs.driver import auction, driver, learn
from graphbandit.beliefs.graphs.rows import rows
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array, Mask
from graphbandit.graphs import AuctionGraph


@final
@dataclass(frozen=True, eq=False)
class SoftmaxAuction(GraphOracle):
    """Auction graphs by a linear softmax law of the smallest action that wins, descending the log loss.

    The paper's own graph oracle (its appendix, "Model Details"): online gradient descent on the mean log loss of the
    revealed edges under the expected graph, from `weights` (d + 1, K) of zeros. The paper's learning rate is K times
    `rate` here, so that many actions are learnt about no more slowly than few. The expected graph is always a mixture
    of auction graphs, so that its independence number is at most 2.

    >>> oracle = SoftmaxAuction(actions=3, context_size=1, rate=0.2)
    >>> for _ in range(100):  # bidding 1 loses to a price above it
    ...     oracle.update(np.array([1.0]), 1, np.array([1.0, 1.0, 0.0]), np.array([True, True, True]))
    >>> oracle.driver(np.array([1.0])).round(2)
    array([0.  , 0.  , 0.99])
    """

    actions: int
    context_size: int
    rate: float = 0.02
    weights: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from the uniform law."""
        object.__setattr__(self, "actions", count(self.actions, "actions"))
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))
        object.__setattr__(self, "rate", strength(self.rate, "rate"))
        object.__setattr__(self, "weights", np.zeros((self.context_size + 1, self.actions)))

    def driver(self, context: Array) -> Array:
        """Return the probability (K,) that each action is the smallest that wins."""
        return driver(self.weights, context)

    def predict(self, context: Array) -> AuctionGraph:
        """Predict the expected graph."""
        return auction(driver(self.weights, context))

    def update(self, context: Array, action: int, edges: Array, revealed: Mask) -> None:
        """Take one gradient step on the mean log loss of the revealed edges."""
        learn(self.weights, context, rows(action, edges, revealed), self.rate, square=False)
