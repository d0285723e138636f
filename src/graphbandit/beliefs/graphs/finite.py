"""Exponential weights over finitely many graph functions."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import GraphOracle
from graphbandit.beliefs.experts import Experts
from graphbandit.beliefs.graphs.rows import Rows, rows
from graphbandit.beliefs.mixture import even, mixture, reweigh
from graphbandit.checks import Array, Mask
from graphbandit.errors import SettingError
from graphbandit.graphs import DenseGraph

TINY = 1e-300  # an expert that was certain and wrong loses all but this of its weight, and log 0 is avoided


def of_graphs(experts: Experts) -> None:
    """Raise `SettingError` unless these are experts of graphs."""
    if not isinstance(experts, Experts) or len(experts.shape) != 3:
        remedy = "Pass LogisticGraphExperts, for example."
        raise SettingError("experts", "must be experts of graphs (N, K, K)", experts, remedy)


def likelihoods(values: Array, seen: Rows) -> Array:
    """Return what graphs (N, K, K) hold the n edges, or absences of edges, that were seen for: (N, n)."""
    said = values[:, seen.span][:, seen.revealed]
    likely: Array = np.where(seen.edges[seen.revealed] > 0.5, said, 1.0 - said)
    return likely


@final
@dataclass(frozen=True, eq=False)
class FiniteGraphs(GraphOracle):
    """The mixture of N experts under exponential weights and the log loss, whose regret is at most log N.

    What one round reveals counts as one observation, by its mean log loss: edges that come together are
    driven together, and counting them one by one would let the regret grow with K. The predicted graph is a
    mixture of those of the experts, so it is no harder to observe than they are. `log_weights` (N,).

    >>> from graphbandit.beliefs.experts import ConstantExperts
    >>> oracle = FiniteGraphs(ConstantExperts([[[1.0, 0.1], [0.1, 1.0]], [[1.0, 0.7], [0.7, 1.0]]]))
    >>> for _ in range(20):
    ...     oracle.update(np.array([0.0]), 0, np.array([1.0, 1.0]), np.array([True, True]))
    >>> oracle.predict(np.array([0.0])).matrix().round(2)
    array([[1. , 0.7],
           [0.7, 1. ]])
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
        """Reweigh the experts by their mean log loss on the revealed edges."""
        if np.any(revealed):
            likely = likelihoods(self.experts.values(context), rows(action, edges, revealed))
            reweigh(self.log_weights, -np.log(np.maximum(likely, TINY)).mean(axis=1), 1.0)
