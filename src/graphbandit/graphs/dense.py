"""A feedback graph given entry by entry."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

import numpy as np

from graphbandit.checks import Array, numbers, within_unit
from graphbandit.errors import GraphError, ShapeError
from graphbandit.graphs import kernels
from graphbandit.graphs.base import Graph


@final
@dataclass(frozen=True, eq=False, init=False)
class DenseGraph(Graph):
    """Any feedback graph, as a (K, K) matrix: entry [i, j] is P(playing i reveals the loss of j).

    >>> graph = DenseGraph([[1, 1], [0, 0]])  # apple tasting: only action 0 reveals
    >>> graph.observation([0.25, 0.75])
    array([0.25, 0.25])
    >>> graph.coverage([1, 2])
    array([3., 0.])
    """

    _entries: Array

    def __init__(self, matrix: Any) -> None:
        """Copy and check `matrix` (K, K); a loss that nothing reveals is legal, and told by `unobserved`."""
        entries = np.array(numbers(matrix, "matrix", (None, None)), order="C")
        if entries.shape[0] != entries.shape[1]:
            remedy = "Pass one row for each played and one column for each revealed action."
            raise ShapeError("matrix", "must be square, (K, K)", entries.shape, remedy)
        if not kernels.within_unit(entries.ravel()):
            remedy = "Entry [i, j] is the probability that playing i reveals the loss of j."
            within_unit(entries, "matrix", GraphError, remedy)
        entries.flags.writeable = False
        object.__setattr__(self, "_entries", entries)

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return len(self._entries)

    def matrix(self) -> Array:
        """Return g, (K, K), read-only."""
        return self._entries

    def observation(self, probabilities: Array) -> Array:
        """Return W, (K,): W[j] = Σ_i p[i] g[i, j], the probability that the loss of j is seen."""
        return numbers(probabilities, "probabilities", (self.actions,)) @ self._entries

    def coverage(self, weights: Array) -> Array:
        """Return g @ weights, (K,): the weight of what each action reveals."""
        return self._entries @ numbers(weights, "weights", (self.actions,))

    @cached_property
    def unobserved(self) -> int | None:
        """The first action whose loss nothing reveals; None if every loss can be seen.

        >>> DenseGraph([[1, 0], [1, 0]]).unobserved
        1
        """
        hidden = np.flatnonzero(self._entries.max(axis=0) == 0.0)
        return int(hidden[0]) if hidden.size else None

    def __repr__(self) -> str:
        """Show the matrix."""
        return f"DenseGraph({self._entries!r})"

    def __reduce__(self) -> tuple[type["DenseGraph"], tuple[Array]]:
        """Rebuild from the matrix, so that a copy from another process is checked and read-only too."""
        return DenseGraph, (self._entries,)
