# mypy: disable-error-code="no-untyped-call"
"""The method once more, for the few programs on which the quick one runs out of digits.

Where one row is tight to 1e-9 and the others are not, a positive definite system of the probabilities alone
has lost what tells them apart before it is factored. Here the rows' multipliers stay unknowns of the Newton
system, so that nothing is squared, and it is eliminated with row pivots. Each row but the most binding one,
a, is told from that:

    h_i - h_a = (ψ_i - φ_i) - (ψ_a - φ_a)

It takes a matrix of twice the size and plain NumPy around it, and is called when all else has failed.
"""

from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.dec import local_kernels
from graphbandit.dec.certificate_kernels import lower_bound, polished
from graphbandit.dec.dense_kernels import covered, eliminate, gram, observed
from graphbandit.dec.interior_kernels import aim, meeting, reach


@final
@dataclass(frozen=True, eq=False, slots=True)
class Program:
    """F (K,), `room` (2, K) or None, and the matrix (K, K), in units of 1/γ."""

    F: Array
    room: Array | None
    matrix: Array


@final
@dataclass(eq=False, slots=True)
class Point:
    """The unknowns: p (K,), u, the slacks s (K,) of the rows, and the multipliers q of s and z of p."""

    p: Array
    u: float
    s: Array
    q: Array
    z: Array

    def gap(self) -> float:
        """Return the complementarity."""
        return float(self.q @ self.s + self.z @ self.p)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Newton:
    """A Newton system in (dp/p, dq/q, ν): `matrix` (2K+1, 2K+1), Σ q_i ∇h_i, ∇h_a, and the most binding row a."""

    matrix: Array
    slope: Array
    common: Array
    a: int


@final
@dataclass(frozen=True, slots=True)
class Care:
    """The least share of the gap that a step may leave is `caution` squared; `tolerance` is what is asked for."""

    caution: float
    tolerance: float


def solve(
    program: Program, start: Array, tolerance: float, limit: int, caution: float
) -> tuple[Array, float, float, int]:
    """Return probabilities, value, bound and iterations, as `interior_kernels.solve` does."""
    point, play, h = _begin(program, start)
    target = point.gap() / (2 * start.size)
    best, value, bound = start, np.inf, -np.inf
    spent = 0
    while spent < limit:
        spent += 1
        W = observed(point.p, program.matrix)
        local_kernels.respond(point.p, W, program.room, target, play)
        local_kernels.rows(point.p, program.F, play, h)
        if not np.isfinite(h).all():
            break
        trial, trial_value = polished(point.p, program.F, program.room, program.matrix, -np.inf)
        if trial_value < value:
            best, value = trial, trial_value
        bound = max(bound, lower_bound(point.q, play, program.F, program.room, program.matrix))
        if value - bound <= tolerance:
            break
        target = _step(program, point, play, W, h - point.u + point.s, Care(caution, tolerance))
    return best, value, bound, spent


def _begin(program: Program, start: Array) -> tuple[Point, Array, Array]:
    K = start.size
    play, h = np.empty((6, K)), np.empty(K)
    local_kernels.respond(start, observed(start, program.matrix), program.room, 1.0, play)
    local_kernels.rows(start, program.F, play, h)
    height = max(1.0, 1e-3 * abs(float(h.max())))
    u = float(h.max()) + height
    s = u - h
    target = 1.0 / float((1.0 / s).sum())
    return Point(start.copy(), u, s, target / s, target / start), play, h


def _step(program: Program, at: Point, play: Array, W: Array, residual: Array, care: Care) -> float:
    """Move the point by a predictor and corrector; return the target of complementarity."""
    K, gap = at.p.size, at.gap()
    system = _system(program, at, play, W)
    lost, missing = 1.0 - at.q.sum(), 1.0 - at.p.sum()
    target, target_s, target_p = 0.0, np.zeros(K), np.zeros(K)
    for corrector in (False, True):
        ends = at.s - residual - target_s / at.q
        rows = at.q * (ends - ends[system.a])
        rows[system.a] = at.q[system.a] * lost
        right = (target_p - at.p * (system.slope + lost * system.common), rows, [missing])
        moved = eliminate(system.matrix, np.concatenate(right))
        dp, dq = at.p * moved[:K], at.q * moved[K : 2 * K]
        ds = (target_s - at.s * dq) / at.q - at.s
        dz = (target_p - at.z * dp) / at.p - at.z
        share = 1.0 - min(0.2, max(0.01, care.caution)) if corrector else 1.0
        primal = min(reach(at.p, dp, share), reach(at.s, ds, share))
        dual = min(reach(at.q, dq, share), reach(at.z, dz, share))
        if not corrector:
            ahead = meeting(at.s, ds, at.q, dq, primal, dual) + meeting(at.p, dp, at.z, dz, primal, dual)
            target = max(max((ahead / gap) ** 3, care.caution**2) * gap, 0.05 * care.tolerance) / (2 * K)
            aim(target, ds, dq, target_s)
            aim(target, dp, dz, target_p)
    at.u += primal * float(residual[system.a] + ds[system.a] + system.common @ dp)
    at.p += primal * dp
    at.s += primal * ds
    at.q += dual * dq
    at.z += dual * dz
    return target


def _system(program: Program, at: Point, play: Array, W: Array) -> Newton:
    """Assemble the rows of stationarity (K), of h_i - h_a (K, of Σ dq in place of the a-th), and of Σ dp."""
    p, q, matrix, K = at.p, at.q, program.matrix, W.size
    r, t = play[0], play[1]
    heaviest, rest = local_kernels.complement(q)
    others = q.sum() - q
    others[heaviest] = rest
    a = int(q.argmax())
    eye = np.eye(K)
    up = (eye - matrix * r) * np.sqrt(2.0 * others * play[2] / W)
    down = (eye + matrix * t) * np.sqrt(2.0 * q * play[3] / W)
    hessian = np.empty((K, K))
    gram(np.hstack((up, down)) * p[:, None], hessian)
    rise = 2.0 * eye * r - matrix * r**2  # the gradient of φ_j in column j, that of ψ_j in `fall`
    fall = -2.0 * eye * t - matrix * t**2
    apart = (fall - rise).T - (fall - rise)[:, a]
    whole = np.zeros((2 * K + 1, 2 * K + 1))
    whole[:K, :K] = np.tril(hessian) + np.tril(hessian, -1).T + np.diag(p * at.z)
    whole[K:-1, :K] = q[:, None] * apart * p
    whole[:K, K:-1] = whole[K:-1, :K].T
    whole[K:-1, K:-1] = -np.diag(q * at.s)
    whole[K:-1, K + a] += q * at.s[a]
    whole[K + a, :K] = 0.0
    whole[K + a, K:-1] = q[a] * q
    whole[-1, :K] = whole[:K, -1] = p
    slope = q.sum() * program.F + covered(others, rise) + covered(q, fall)
    common = program.F + np.delete(rise, a, axis=1).sum(axis=1) + fall[:, a]
    return Newton(whole, slope, common, a)
