"""What was seen of a graph, in one shape for a row and for the whole."""

from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array, Mask


@final
@dataclass(frozen=True, eq=False, slots=True)
class Rows:
    """Consecutive rows of a graph, from `first` on: `edges` (R, K), of which `revealed` (R, K) were seen."""

    first: int
    edges: Array
    revealed: Mask

    @property
    def span(self) -> slice:
        """Where these rows lie in an array over all K."""
        return slice(self.first, self.first + self.edges.shape[0])

    def without_loops(self) -> "Rows":
        """Return the same rows with the self-loops hidden."""
        own = np.arange(self.edges.shape[0])
        revealed = self.revealed.copy()
        revealed[own, self.first + own] = False
        return Rows(self.first, self.edges, revealed)


def rows(action: int, edges: Array, revealed: Mask) -> Rows:
    """Return the played row, of edges (K,), or all K of them, of edges (K, K).

    >>> rows(1, np.array([0.0, 1.0]), np.array([True, True])).span
    slice(1, 2, None)
    """
    if edges.ndim == 1:
        return Rows(int(action), edges[None, :], revealed[None, :])
    return Rows(0, edges, revealed)
