"""A slow solver of the decision program in extended precision: where Clarabel gives up, this one goes on.

A primal-dual interior point in NumPy's longdouble, relaxed or boxed, written for digits and not for speed. It
isn't trusted either: what it answers is turned into a bracket by `truth`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from tests.comparison.truth import (
    Bracket,
    Long,
    LongArray,
    Program,
    exact_bound,
    exact_value,
    onto_simplex,
    responses,
)

_CAUTIONS = (0.005, 0.1, 0.5)


@final
@dataclass(frozen=True, eq=False)
class _Point:
    """Unknowns x (p; p, c, e with the box), slacks s of the K epigraphs, multipliers q of s and z of x."""

    x: LongArray
    u: np.longdouble
    s: LongArray
    q: LongArray
    z: LongArray
    equal: np.longdouble

    def gap(self) -> np.longdouble:
        return Long(self.s @ self.q + self.x @ self.z)


@final
@dataclass(frozen=True, eq=False)
class _Model:
    """h (K,), its Jacobian by columns (n, K), and the Hessian (n, n) of q·h, at one x."""

    h: LongArray
    jacobian: LongArray
    hessian: LongArray


def reference_bracket(program: Program) -> Bracket:
    """Return the tightest bracket met on the way, starting over more cautiously until it is closed."""
    best = Bracket(-np.inf, np.inf, np.full(program.losses.size, 1.0 / program.losses.size))
    for caution in _CAUTIONS:
        point: _Point | None = _start(program)
        for _ in range(200):
            if point is None or _closed(best):
                break
            best = _tighter(program, point, best)
            with np.errstate(all="ignore"):
                point = _step(program, point, caution)
    return best


def _closed(best: Bracket) -> bool:
    return best.upper < np.inf and best.upper - best.lower <= max(1e-9, 1e-14 * abs(best.upper))


def _tighter(program: Program, point: _Point, best: Bracket) -> Bracket:
    size = program.losses.size
    p = onto_simplex(point.x[:size])
    upper = exact_value(p, program)
    lower = exact_bound(point.q, *responses(p, program), program)
    if program.box:
        # where the box binds, what is left of the moves after clipping is known better from c and e
        raw, c, e = point.x.reshape(3, size)
        unit = 2 / (program.gamma * (raw @ program.matrix.astype(Long)))
        lower = max(lower, exact_bound(point.q, unit * (raw - c), unit * (1 - raw - e), program))
    if float(upper) < best.upper:
        best = Bracket(best.lower, float(upper), p.astype(np.float64))
    return Bracket(max(best.lower, float(lower)), best.upper, best.probabilities)


def _start(program: Program) -> _Point:
    """Start where every W_j is well above zero: half uniform, half on actions that together reveal all."""
    size = program.losses.size
    matrix = program.matrix.astype(Long)
    covered = np.zeros(size, dtype=Long)
    chosen: list[int] = []
    while not (covered > 0).all():
        gains = np.where(covered[None, :] > 0, Long(0), matrix).sum(axis=1)
        chosen.append(int(gains.argmax()))
        covered = covered + matrix[chosen[-1]]
    p = np.full(size, Long(1) / (2 * size))
    p[chosen] += Long(1) / (2 * len(chosen))
    x = np.concatenate([p, p / 2, (1 - p) / 4 + Long(1) / 8]) if program.box else p
    h = _model(program, x, np.ones(size, dtype=Long)).h
    s = np.maximum(h.max() - h, Long(1))
    q = 1 / s
    q = q / q.sum()
    z = (q @ s) / size / x * p.mean()
    return _Point(x, Long(h.max()), s, q, z, Long(0))


def _model(program: Program, x: LongArray, q: LongArray) -> _Model:
    """Return h_i = F·p + Σ_j A_j - A_i + B_i - F_i, and what the Newton step needs of it.

    A_j = (p_j - c_j)²/W_j + γ(1 - f_j) c_j and B_i = (1 - p_i - e_i)²/W_i + γ f_i e_i.
    """
    f, gamma = program.losses.astype(Long), Long(program.gamma)
    matrix = program.matrix.astype(Long)
    size = f.size
    shifted = gamma * (f - f.min())
    p = x[:size]
    seen = p @ matrix
    c, e = (x[size : 2 * size], x[2 * size :]) if program.box else (np.zeros_like(p), np.zeros_like(p))
    rest, miss = (p - c) / seen, (1 - p - e) / seen
    a = rest * rest * seen + gamma * (1 - f) * c
    b = miss * miss * seen + gamma * f * e
    h = p @ shifted + a.sum() - a + b - shifted

    eye, zero = np.eye(size, dtype=Long), np.zeros((size, size), dtype=Long)
    in_a, in_b = eye - matrix * rest, -eye - matrix * miss
    grad_a, grad_b = 2 * eye * rest - matrix * rest**2, -2 * eye * miss - matrix * miss**2
    common = shifted
    if program.box:
        in_a, in_b = np.vstack([in_a, -eye, zero]), np.vstack([in_b, zero, -eye])
        grad_a = np.vstack([grad_a, eye * (gamma * (1 - f) - 2 * rest), zero])
        grad_b = np.vstack([grad_b, zero, eye * (gamma * f - 2 * miss)])
        common = np.concatenate([shifted, np.zeros(2 * size, dtype=Long)])
    jacobian = (common + grad_a.sum(axis=1))[:, None] - grad_a + grad_b
    weights = 2 / seen
    hessian = (in_a * ((q.sum() - q) * weights)) @ in_a.T + (in_b * (q * weights)) @ in_b.T
    return _Model(h, jacobian, hessian)


def _step(program: Program, point: _Point, caution: float) -> _Point | None:
    """Take one predictor-corrector step; None when rounding has used up all digits."""
    size, x, s, q, z = program.losses.size, point.x, point.s, point.q, point.z
    model = _model(program, x, q)
    residual = model.h - point.u + s
    ratio = q / s
    n = x.size
    ones = np.concatenate([np.ones(size, dtype=Long), np.zeros(n - size, dtype=Long)])
    left = np.zeros((n + 2, n + 2), dtype=Long)
    left[:n, :n] = model.hessian + (model.jacobian * ratio) @ model.jacobian.T + np.diag(z / x)
    left[:n, n] = left[n, :n] = -(model.jacobian @ ratio)
    left[n, n] = ratio.sum()
    left[:n, n + 1] = left[n + 1, :n] = ones
    target_s, target_z = np.zeros_like(s), np.zeros_like(x)
    mean = point.gap() / (size + n)
    for corrected in (False, True):
        cut = target_s / s + ratio * residual
        right = np.concatenate(
            [
                -(model.jacobian @ cut) + target_z / x - point.equal * ones,
                [cut.sum() - 1],
                [1 - x[:size].sum()],
            ]
        )
        solution = _solve(left, right)
        if solution is None:
            return None
        dx, du, equal = solution[:n], solution[n], point.equal + solution[n + 1]
        ds = -residual - model.jacobian.T @ dx + du
        dq = target_s / s - q - ratio * ds
        dz = target_z / x - z - z / x * dx
        fraction = Long(1 - min(caution, 0.2)) if corrected else Long(1)
        primal = min(_longest(x, dx, fraction), _longest(s, ds, fraction))
        dual = min(_longest(q, dq, fraction), _longest(z, dz, fraction))
        after = ((s + primal * ds) @ (q + dual * dq) + (x + primal * dx) @ (z + dual * dz)) / (size + n)
        centre = max((after / mean) ** 3, Long(caution) ** 2) * mean
        target_s = centre - np.clip(ds * dq, -10 * centre, 10 * centre)
        target_z = centre - np.clip(dx * dz, -10 * centre, 10 * centre)
    equal = point.equal + dual * (equal - point.equal)
    return _Point(x + primal * dx, point.u + primal * du, s + primal * ds, q + dual * dq, z + dual * dz, equal)


def _longest(at: LongArray, step: LongArray, fraction: np.longdouble) -> np.longdouble:
    """Return the longest step in [0, 1] that keeps every entry above zero."""
    down = step < 0
    return Long(min(Long(1), (fraction * (-at[down] / step[down])).min(initial=Long(1))))


def _solve(left: LongArray, right: LongArray) -> LongArray | None:
    """Solve by elimination with row pivots, after scaling rows and columns; NumPy has none in longdouble."""
    scale = 1 / np.sqrt(np.abs(left).max(axis=1))
    work = np.concatenate([left * scale[:, None] * scale[None, :], (right * scale)[:, None]], axis=1)
    size = right.size
    for k in range(size):
        pivot = k + int(np.abs(work[k:, k]).argmax())
        if not (0 < abs(work[pivot, k]) < np.inf):
            return None
        work[[k, pivot]] = work[[pivot, k]]
        work[k + 1 :, k:] -= np.outer(work[k + 1 :, k] / work[k, k], work[k, k:])
    solution = np.zeros(size, dtype=Long)
    for k in range(size - 1, -1, -1):
        solution[k] = (work[k, -1] - work[k, k + 1 : size] @ solution[k + 1 :]) / work[k, k]
    return np.asarray(solution * scale)
