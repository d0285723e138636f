"""The decision program as a second-order cone program, given to Clarabel directly."""

from typing import Any, final

import numpy as np

from graphbandit.bench.peers.answer import PeerAnswer
from graphbandit.bench.peers.optional import peer
from graphbandit.checks import Array

_EXACT = 1e-13


@final
class ClarabelModel:
    """One decision program, built once and solved as often as one likes.

    In the unknowns p, W, a, b (K,) and t, with F = γ(f - min f), it minimises F·p + Σ a + t subject to W =
    pᵀG, Σp = 1, p >= 0, t >= b_i - a_i - F_i, and 2K cones a_j W_j >= p_j², b_j W_j >= (1 - p_j)². The
    minimum is γ times the value. The box adds c, e >= 0 (K,), what clipping at 1 and at 0 takes off the
    adversary's gains: the cones are then of (p_j - c_j)² and (1 - p_j - e_j)², and a_j, b_j grow by γ(1 -
    f_j) c_j and γ f_j e_j.
    """

    def __init__(self, losses: Array, matrix: Array, gamma: float, *, box: bool = False, precise: bool = False) -> None:
        """Lay out the cones for `losses` (K,) and a `matrix` (K, K); `precise` asks for all digits."""
        clarabel = peer("clarabel")
        self._actions = losses.size
        self._gamma = gamma
        self._box = box
        objective, rows, right, cones = layout(losses, matrix, gamma, box)
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        if precise:
            settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = _EXACT
            settings.max_iter = 200
        kinds = {
            "zero": clarabel.ZeroConeT,
            "nonnegative": clarabel.NonnegativeConeT,
            "second": clarabel.SecondOrderConeT,
        }
        shapes = [kinds[kind](size) for kind, size in cones]
        quadratic = peer("scipy.sparse").csc_matrix((objective.size, objective.size))
        self._solver = clarabel.DefaultSolver(quadratic, objective, rows, right, shapes, settings)

    def solve(self) -> PeerAnswer:
        """Solve it, and read the probabilities and the adversary's answer off the solution."""
        solution = self._solver.solve()
        size = self._actions
        point = np.asarray(solution.x)
        dual = np.asarray(solution.z)
        start = 1 + size
        cones = dual[-6 * size :].reshape(2, size, 3)
        weights = cones[:, :, 0] - cones[:, :, 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            gains, falls = -2.0 * cones[:, :, 1] / weights / self._gamma
        return PeerAnswer(
            probabilities=point[:size],
            value=float(solution.obj_val) / self._gamma,
            status=str(solution.status),
            iterations=int(solution.iterations),
            multipliers=dual[start : start + size],
            gains=gains,
            falls=falls,
        )


def layout(losses: Array, matrix: Array, gamma: float, box: bool) -> tuple[Array, Any, Array, list[tuple[str, int]]]:
    """Return the objective, the rows A and right sides b of b - A x in the cones, and the cones."""
    sparse = peer("scipy.sparse")  # clarabel brings it
    size = losses.size
    scaled = gamma * (losses - losses.min())
    eye, none = sparse.identity(size, format="csc"), sparse.csc_matrix((size, size))
    one, nil = sparse.csc_matrix(np.ones((1, size))), sparse.csc_matrix((1, size))
    column, empty = sparse.csc_matrix(np.ones((size, 1))), sparse.csc_matrix((size, 1))
    upper = sparse.diags(gamma * (1.0 - losses), format="csc")
    lower = sparse.diags(gamma * losses, format="csc")
    # columns: p, W, a, b, t, and with the box c, e
    blocks = [
        [one, nil, nil, nil, sparse.csc_matrix((1, 1)), nil, nil],
        [sparse.csc_matrix(matrix.T), -eye, none, none, empty, none, none],
        [none, none, -eye, eye, -column, -upper, lower],
        [-eye, none, none, none, empty, none, none],
    ]
    right = [np.ones(1), np.zeros(size), scaled, np.zeros(size)]
    cones = [("zero", 1 + size), ("nonnegative", 2 * size)]
    if box:
        blocks += [[none, none, none, none, empty, -eye, none], [none, none, none, none, empty, none, -eye]]
        right += [np.zeros(size), np.zeros(size)]
        cones += [("nonnegative", 2 * size)]
    for grown, sign, shift, cut in ((2, 1.0, 0.0, 5), (3, -1.0, 1.0, 6)):
        rows, constants = _cones(size, grown, sign, cut)
        blocks.append(rows)
        right.append(shift * constants)
    cones += [("second", 3)] * (2 * size)
    width = 7 if box else 5
    objective = np.concatenate([scaled, np.zeros(size), np.ones(size), np.zeros(size), [1.0]])
    if box:
        objective = np.concatenate([objective, gamma * (1.0 - losses), np.zeros(size)])
    return objective, sparse.bmat([row[:width] for row in blocks], format="csc"), np.concatenate(right), cones


def _cones(size: int, grown: int, sign: float, cut: int) -> tuple[list[Any], Array]:
    """Return the rows of the K cones (W + a, 2 (p - c), W - a), negated, and where a constant enters."""
    sparse = peer("scipy.sparse")
    turn = np.arange(size)
    steps = [sparse.csc_matrix((np.ones(size), (3 * turn + k, turn)), shape=(3 * size, size)) for k in range(3)]
    row: list[Any] = [sparse.csc_matrix((3 * size, size)) for _ in range(7)]
    row[4] = sparse.csc_matrix((3 * size, 1))
    row[0] = -2.0 * sign * steps[1]
    row[1] = -steps[0] - steps[2]
    row[grown] = -steps[0] + steps[2]
    row[cut] = 2.0 * steps[1]
    constants = np.zeros(3 * size)
    constants[1::3] = 2.0
    return row, constants
