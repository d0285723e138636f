"""The decision program set up once in Clarabel, and given other numbers for each decision."""

from typing import Any, final

import numpy as np

from graphbandit.bench.peers.clarabel_model import layout
from graphbandit.bench.peers.optional import peer
from graphbandit.checks import Array

MARK = 1e3  # above all numbers of the layout, so that the entries of the graph can be told from them


@final
class ClarabelAgain:
    """The relaxed program for K actions: the order of elimination is found once, as one would who decides often.

    In the layout of `ClarabelModel` a decision changes the costs F and the graph G: entries of the objective, of the
    right sides, and of the rows W = pᵀG.
    """

    def __init__(self, actions: int) -> None:
        """Lay out the cones with every edge there may be."""
        clarabel, sparse = peer("clarabel"), peer("scipy.sparse")
        marks = MARK + np.arange(actions * actions, dtype=np.float64).reshape(actions, actions)
        self._actions = actions
        self._objective, rows, self._right, cones = layout(np.zeros(actions), marks, 1.0, box=False)
        self._data: Array = rows.data.copy()
        self._edges = np.flatnonzero(self._data >= MARK)
        self._order = (self._data[self._edges] - MARK).astype(np.int64)
        kinds = {
            "zero": clarabel.ZeroConeT,
            "nonnegative": clarabel.NonnegativeConeT,
            "second": clarabel.SecondOrderConeT,
        }
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.presolve_enable = False  # it would fix numbers that change
        shapes = [kinds[kind](size) for kind, size in cones]
        nothing = sparse.csc_matrix((self._objective.size, self._objective.size))
        self._solver: Any = clarabel.DefaultSolver(nothing, self._objective, rows, self._right, shapes, settings)

    def solve(self, losses: Array, matrix: Array, gamma: float) -> Array:
        """Return the probabilities (K,), as they came, for losses (K,), the graph's matrix (K, K) and γ."""
        size = self._actions
        scaled = gamma * (losses - losses.min())
        self._objective[:size] = scaled
        self._right[1 + size : 1 + 2 * size] = scaled
        self._data[self._edges] = matrix.ravel()[self._order]
        self._solver.update(q=self._objective, A=self._data, b=self._right)
        return np.asarray(self._solver.solve().x)[:size]
