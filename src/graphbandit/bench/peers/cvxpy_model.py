"""The decision program as one writes it in cvxpy."""

from typing import Any, final

import numpy as np

from graphbandit.bench.peers.answer import PeerAnswer
from graphbandit.bench.peers.optional import peer
from graphbandit.checks import Array


@final
class CvxpyModel:
    """One parametrised program for K actions: canonicalised once, then solved for any losses and graph.

    It minimises F·p + Σ_j a_j + max_i (b_i - a_i - F_i) subject to W = pᵀG, Σp = 1, p >= 0, a_j >= p_j²/W_j
    and b_j >= (1 - p_j)²/W_j, with F = γ(f - min f) and G as parameters, by Clarabel.
    """

    def __init__(self, losses: Array, matrix: Array, gamma: float) -> None:
        """Write and canonicalise the program for `losses` (K,) and the graph's `matrix` (K, K)."""
        cvxpy = peer("cvxpy")
        size = losses.size
        self._gamma = gamma
        self._scaled: Any = cvxpy.Parameter(size)
        self._graph: Any = cvxpy.Parameter((size, size))
        self._probabilities: Any = cvxpy.Variable(size, nonneg=True)
        seen, usual, best = cvxpy.Variable(size), cvxpy.Variable(size), cvxpy.Variable(size)
        constraints: list[Any] = [
            cvxpy.sum(self._probabilities) == 1,
            seen == self._graph.T @ self._probabilities,
        ]
        for grown, part in ((usual, self._probabilities), (best, 1 - self._probabilities)):
            rows = cvxpy.vstack([2 * part, seen - grown])
            constraints.append(cvxpy.SOC(seen + grown, rows, axis=0))
        self._epigraph: Any = best - usual - self._scaled
        objective = self._scaled @ self._probabilities + cvxpy.sum(usual) + cvxpy.max(self._epigraph)
        self._problem: Any = cvxpy.Problem(cvxpy.Minimize(objective), constraints)
        self._solver = cvxpy.CLARABEL
        self.change(losses, matrix, gamma)
        self._problem.get_problem_data(self._solver)

    def change(self, losses: Array, matrix: Array, gamma: float) -> None:
        """Put other losses (K,), another graph (K, K) and another γ into the program."""
        self._gamma = gamma
        self._scaled.value = self._gamma * (losses - losses.min())
        self._graph.value = matrix

    def solve(self) -> PeerAnswer:
        """Solve it as it stands."""
        self._problem.solve(solver=self._solver, warm_start=False)
        value = self._problem.value
        point = self._probabilities.value
        return PeerAnswer(
            probabilities=np.full(self._scaled.size, np.nan) if point is None else np.asarray(point),
            value=np.nan if value is None else float(value) / self._gamma,
            status=str(self._problem.status),
            iterations=int(self._problem.solver_stats.num_iters or 0),
        )
