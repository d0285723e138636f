"""The graph oracles again under square loss, to show what the log loss is for."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import GraphOracle
from graphbandit.beliefs.experts import Experts
from graphbandit.beliefs.graphs.driver import auction, driver, learn
from graphbandit.beliefs.graphs.finite import likelihoods, of_graphs
from graphbandit.beliefs.graphs.kernels import FLOOR
from graphbandit.beliefs.graphs.logistic import pairs, pairwise
from graphbandit.beliefs.graphs.rows import rows
from graphbandit.beliefs.losses.finite import RATE
from graphbandit.beliefs.losses.kernels import forecast, regress
from graphbandit.beliefs.losses.linear import regressions
from graphbandit.beliefs.mixture import even, mixture, reweigh
from graphbandit.beliefs.settings import count, strength, switch
from graphbandit.checks import Array, Mask
from graphbandit.graphs import AuctionGraph, DenseGraph


@final
@dataclass(frozen=True, eq=False)
class PairwiseSquare(GraphOracle):
    """Edges linear in the context, each by its own Vovk-Azoury-Warmuth forecaster, clipped to [1e-6, 1].

    The twin of `PairwiseLogistic`. `factors` (K, K, ·) are the regressions, packed as in `losses.kernels`.
    """

    actions: int
    context_size: int
    ridge: float = 1.0
    self_loops: bool = False
    factors: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from nothing."""
        object.__setattr__(self, "actions", count(self.actions, "actions"))
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))
        object.__setattr__(self, "ridge", strength(self.ridge, "ridge"))
        object.__setattr__(self, "self_loops", switch(self.self_loops, "self_loops"))
        shape = (self.actions, self.actions)
        object.__setattr__(self, "factors", regressions(shape, self.context_size, self.ridge))

    def predict(self, context: Array) -> DenseGraph:
        """Predict the expected graph."""
        edges = forecast(self.factors.reshape(-1, self.factors.shape[-1]), context)
        return pairwise(np.maximum(edges, FLOOR), self.self_loops)

    def update(self, context: Array, action: int, edges: Array, revealed: Mask) -> None:
        """Learn the revealed edges, each by itself."""
        seen = rows(action, edges, revealed)
        factors, labels, known = pairs(self.factors, seen.without_loops() if self.self_loops else seen)
        regress(factors, context, labels, known)


@final
@dataclass(frozen=True, eq=False)
class FiniteGraphsSquare(GraphOracle):
    """The mixture of N experts under exponential weights and the mean square loss of what a round reveals.

    The twin of `FiniteGraphs`. `log_weights` (N,).
    """

    experts: Experts
    log_weights: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and weigh all alike."""
        of_graphs(self.experts)
        object.__setattr__(self, "log_weights", even(self.experts))

    @property
    def actions(self) -> int:  # type: ignore[override]  # read only, as fields are
        """The number of actions, K."""
        return self.experts.shape[1]

    @property
    def context_size(self) -> int:  # type: ignore[override]
        """The length of a context, d."""
        return self.experts.context_size

    def predict(self, context: Array) -> DenseGraph:
        """Predict the expected graph."""
        return DenseGraph(mixture(self.log_weights, self.experts.values(context)))

    def update(self, context: Array, action: int, edges: Array, revealed: Mask) -> None:
        """Reweigh the experts by their mean square loss on the revealed edges."""
        if np.any(revealed):
            likely = likelihoods(self.experts.values(context), rows(action, edges, revealed))
            reweigh(self.log_weights, np.square(1.0 - likely).mean(axis=1), RATE)


@final
@dataclass(frozen=True, eq=False)
class SoftmaxAuctionSquare(GraphOracle):
    """Auction graphs by a linear softmax law of the smallest action that wins, descending the square loss.

    The twin of `SoftmaxAuction`. `weights` (d + 1, K).
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
        """Take one gradient step on the mean square loss of the revealed edges."""
        learn(self.weights, context, rows(action, edges, revealed), self.rate, square=True)
