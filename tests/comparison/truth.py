"""The decision value and its lower bound in extended precision, independent of everything in the library.

All values here are multiplied by γ: at γ = 1e9 a value is about 1e-8, and its digits are what matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from graphbandit.bench.peers.answer import PeerAnswer
from graphbandit.bench.peers.clarabel_model import ClarabelModel

Long = np.longdouble
LongArray = NDArray[np.longdouble]
Array = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Program:
    """A decision program: `losses` (K,), `matrix` (K, K) g[i, j] = P(playing i reveals j), γ, the box."""

    losses: NDArray[np.floating]
    matrix: NDArray[np.floating]
    gamma: float
    box: bool = False


@final
@dataclass(frozen=True)
class Bracket:
    """γ times the minimum lies between `lower` and `upper`; `probabilities` (K,) attain the upper."""

    lower: float
    upper: float
    probabilities: Array


def exact_value(probabilities: NDArray[np.floating], program: Program) -> np.longdouble:
    """Return γ·dec(p), the maximum over i* and v of γ [p·v - v_i* - (γ/4) Σ_j W_j (f_j - v_j)²].

    For each i* the sum is over j of γ a_j v_j - (γ²/4) W_j (f_j - v_j)² with a = p - e_i*, and the maximiser
    is v_j = f_j + 2 a_j / (γ W_j), clipped to [0, 1] with the box. A p that sums to another is scaled.
    """
    # at γ = 1e9 a sum that is off by one rounding would move the value by 1e-7
    p = onto_simplex(probabilities)
    f = program.losses.astype(Long)
    gamma = Long(program.gamma)
    seen = p @ program.matrix.astype(Long)
    if not program.box and not (seen > 0).all():
        return Long(np.inf)
    others = _part(p, f, seen, gamma, program.box)
    best = _part(p - 1, f, seen, gamma, program.box)
    # p·f - f_i = p·(f - min f) - (f_i - min f) when Σp = 1: with shifted losses nothing large cancels
    shifted = gamma * (f - f.min())
    total = p @ shifted + others.sum()
    return Long((total + (best - others - shifted)).max())


def _part(a: LongArray, f: LongArray, seen: LongArray, gamma: np.longdouble, box: bool) -> LongArray:
    """Return max over v of γ a (v - f) - (γ²/4) W (f - v)², (K,); without the box W must be positive."""
    with np.errstate(divide="ignore", invalid="ignore"):
        move = np.where(a == 0, Long(0), 2 * a / (gamma * seen))
        if not box:
            return np.where(a == 0, Long(0), a * a / seen)
    move = np.clip(move, -f, 1 - f)
    return gamma * a * move - gamma * gamma / 4 * seen * move * move


def exact_bound(
    weights: NDArray[np.floating], gains: NDArray[np.floating], falls: NDArray[np.floating], program: Program
) -> np.longdouble:
    """Return γ times a lower bound on the minimum, valid for any weights q, gains y and falls x, (K,) each.

    An adversary that draws i* from q and then plays v_j = f_j + y_j, but v_i* = f_i* - x_i*, makes of p

        Σ_j q_j (x_j - f_j) + Σ_k p_k (f_k + (1-q_k) y_k - q_k x_k - (γ/4) Σ_j g_kj [(1-q_j) y_j² + q_j x_j²])

    and the least of it over the simplex is at a corner. The box clips y and x so that v stays in [0, 1].
    """
    q = np.maximum(weights.astype(Long), 0)
    q = q / q.sum()
    f = program.losses.astype(Long)
    gamma = Long(program.gamma)
    y, x = gains.astype(Long), falls.astype(Long)
    if program.box:
        y, x = np.clip(y, -f, 1 - f), np.clip(x, f - 1, f)
    shifted = gamma * (f - f.min())
    up, down = gamma * y, gamma * x
    fixed = q @ (down - shifted)
    charge = program.matrix.astype(Long) @ ((1 - q) * up * up + q * down * down) / 4
    return Long(fixed + (shifted + (1 - q) * up - q * down - charge).min())


def responses(probabilities: NDArray[np.floating], program: Program) -> tuple[LongArray, LongArray]:
    """Return the adversary's best gains 2p/(γW) and falls 2(1-p)/(γW) against p, (K,) each."""
    p = probabilities.astype(Long)
    seen = np.maximum(p @ program.matrix.astype(Long), Long(1e-300))
    return 2 * p / (Long(program.gamma) * seen), 2 * (1 - p) / (Long(program.gamma) * seen)


def onto_simplex(point: NDArray[np.floating]) -> LongArray:
    """Return the point with its negative part cut off and its sum made one."""
    positive = np.maximum(np.nan_to_num(point.astype(Long)), 0)
    return np.asarray(positive / positive.sum())


def bracket(program: Program, answer: PeerAnswer) -> Bracket:
    """Return what a peer's answer proves: the exact value of its p, the best bound its multipliers give."""
    p = onto_simplex(answer.probabilities)
    upper = exact_value(p, program)
    lower = Long(-np.inf)
    if answer.multipliers is not None:
        moves = [responses(p, program)]
        if answer.gains is not None and answer.falls is not None:
            moves.append((np.nan_to_num(answer.gains).astype(Long), np.nan_to_num(answer.falls).astype(Long)))
            # where q_j is 0 or 1 one of the two moves is never played, and the cone says nothing of it
            usual = moves[0]
            moves.append((np.minimum(moves[1][0], usual[0]), np.minimum(moves[1][1], usual[1])))
        lower = max(exact_bound(answer.multipliers, gains, falls, program) for gains, falls in moves)
    return Bracket(float(lower), float(upper), p.astype(np.float64))


def clarabel_bracket(program: Program) -> Bracket:
    """Return the bracket that Clarabel's most precise answer proves."""
    model = ClarabelModel(
        program.losses.astype(np.float64),
        program.matrix.astype(np.float64),
        program.gamma,
        box=program.box,
        precise=True,
    )
    return bracket(program, model.solve())
