"""Improper logistic regression, one for each pair of actions."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import GraphOracle
from graphbandit.beliefs.graphs.kernels import classify, discern
from graphbandit.beliefs.graphs.rows import Rows, rows
from graphbandit.beliefs.losses.linear import regressions
from graphbandit.beliefs.settings import count, strength, switch
from graphbandit.checks import Array, Mask
from graphbandit.graphs import DenseGraph


def pairwise(edges: Array, self_loops: bool) -> DenseGraph:
    """Return the graph of predicted edges (K K,), with self-loops if these are certain."""
    size = int(np.sqrt(edges.size))
    matrix = edges.reshape(size, size)
    if self_loops:
        np.fill_diagonal(matrix, 1.0)
    return DenseGraph(matrix)


def pairs(factors: Array, seen: Rows) -> tuple[Array, Array, Mask]:
    """Return the factors (R K, ·) of the rows seen, a view, their edges and what was revealed, (R K,)."""
    return factors[seen.span].reshape(-1, factors.shape[-1]), seen.edges.ravel(), seen.revealed.ravel()


@final
@dataclass(frozen=True, eq=False)
class PairwiseLogistic(GraphOracle):
    """Edges logistic in the context, each by its own improper regression (AIOLI, Jézéquel et al. 2020).

    Over T contexts of mean square length |(x, 1)|² = X², however chosen, and for every θ that keeps
    |θ·(x, 1)| <= `radius`, the log loss of an edge exceeds that of σ(θ·(x, 1)) by at most
        ridge |θ|² + (1 + radius) (d + 1) log(1 + X² T / (8 ridge (1 + radius) (d + 1))).
    So `radius` is the largest logit that edges may need. With `self_loops` every action is known to reveal
    its own loss, and predicted graphs are strongly observable: these edges are 1 and are not learnt.
    `factors` (K, K, ·) are the regressions, packed as in `losses.kernels`.

    >>> oracle = PairwiseLogistic(actions=2, context_size=1, self_loops=True)
    >>> for _ in range(30):
    ...     oracle.update(np.array([0.3]), 0, np.array([1.0, 0.0]), np.array([True, True]))
    >>> oracle.predict(np.array([0.3])).matrix().round(2)
    array([[1.  , 0.02],
           [0.5 , 1.  ]])
    """

    actions: int
    context_size: int
    ridge: float = 0.1
    radius: float = 4.0
    self_loops: bool = False
    factors: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from nothing."""
        object.__setattr__(self, "actions", count(self.actions, "actions"))
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))
        object.__setattr__(self, "ridge", strength(self.ridge, "ridge"))
        object.__setattr__(self, "radius", strength(self.radius, "radius"))
        object.__setattr__(self, "self_loops", switch(self.self_loops, "self_loops"))
        shape = (self.actions, self.actions)
        object.__setattr__(self, "factors", regressions(shape, self.context_size, 2.0 * self.ridge))

    def predict(self, context: Array) -> DenseGraph:
        """Predict the expected graph."""
        factors = self.factors.reshape(-1, self.factors.shape[-1])
        return pairwise(classify(factors, context), self.self_loops)

    def update(self, context: Array, action: int, edges: Array, revealed: Mask) -> None:
        """Learn the revealed edges, each by itself."""
        seen = rows(action, edges, revealed)
        factors, labels, known = pairs(self.factors, seen.without_loops() if self.self_loops else seen)
        discern(factors, context, labels, known, self.radius)
