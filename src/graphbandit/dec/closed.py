"""The programs whose answer can be written down, and the weights q on i* that prove it optimal."""

import numpy as np

from graphbandit.checks import Array
from graphbandit.dec.start_kernels import balanced


def self_loops(losses: Array, loops: Array, gamma: float) -> Array:
    """Return the optimum (K,) where i reveals itself with probability loops[i] > 0, and nothing else.

    All rows are tight: p_i = 1/(2 + γ loops_i (f_i + z)) with z such that Σ p = 1. For loops = 1 it is
    SquareCB's inverse gap weighting with the normalisation that makes it optimal; its value is (K-1)/γ.

    >>> self_loops(np.array([0.2, 0.2, 0.7]), np.ones(3), 20.0).round(4)
    array([0.4589, 0.4589, 0.0821])
    """
    p: Array = balanced(gamma * (losses - losses.min()), loops)
    return p


def complete(losses: Array, gamma: float) -> Array:
    """Return the relaxed optimum (K,) where every action reveals every loss: p_i = (level - γ f_i)₊/2.

    The level is such that Σ p = 1, as water finds it: sort the losses and fill from the least.

    >>> complete(np.array([0.2, 0.3, 0.9]), 10.0).round(4)
    array([0.75, 0.25, 0.  ])
    """
    scaled = gamma * (losses - losses.min())
    ordered = np.sort(scaled)
    levels = (2.0 + np.cumsum(ordered)) / np.arange(1, scaled.size + 1)
    filled = np.nonzero(levels > ordered)[0][-1]
    p: Array = 0.5 * np.maximum(levels[filled] - scaled, 0.0)
    p /= p.sum()
    return p


def apple_tasting(losses: Array, gamma: float) -> Array:
    """Return the relaxed optimum (2,) where playing 0 reveals both losses and playing 1 reveals none.

    p_0 = 2/(4 + γ (f_0 - f_1)), which makes both rows tight, or 1 once action 0 leads by 2/γ.

    >>> apple_tasting(np.array([0.5, 0.1]), 10.0)
    array([0.25, 0.75])
    """
    lead = gamma * (losses[0] - losses[1])
    tasted = 1.0 if lead <= -2.0 else 2.0 / (4.0 + lead)
    return np.array([tasted, 1.0 - tasted])


def two_points(losses: Array, winning: int, gamma: float) -> Array:
    """Return the paper's probabilities (K,) for an auction whose price is known: bid 0 and the least to win.

    Not optimal, but at most 4/γ from nothing where f is 1/2 for every losing bid and grows with winning ones.
    The two coincide where bid 0 wins; then it is played.

    >>> two_points(np.array([0.5, 0.5, 0.3, 0.4]), 2, 10.0).round(4)
    array([0.25, 0.  , 0.75, 0.  ])
    """
    p = np.zeros(losses.size)
    gap = gamma * (losses[0] - losses[winning])
    p[0] = 1.0 / (2.0 + gap) if gap >= 0.0 else 1.0 - 1.0 / (2.0 - gap)
    p[winning] += 1.0 - p[0]
    return p


def loop_weights(p: Array, loops: Array) -> Array:
    """Return q_i = p_i - p_i² + c loops_i p_i², Σ q = 1: Σ q_i h_i is stationary in p for self-loops alone."""
    square = p * p
    q: Array = p - square + loops * square * (square.sum() / (loops * square).sum())
    return q


def complete_weights(p: Array) -> Array:
    """Return the uniform distribution on the actions that are played: stationarity where W = 1."""
    played: Array = (p > 0.0).astype(np.float64)
    played /= played.sum()
    return played


def apple_weights(p: Array, lead: float) -> Array:
    """Return q with q_1 - q_0 = 1 - p_0² (2 + lead), lead = γ (f_0 - f_1); all on 0 where only it is played."""
    tilt = 1.0 - p[0] * p[0] * (2.0 + lead) if lead > -2.0 else -1.0
    return np.array([0.5 - 0.5 * tilt, 0.5 + 0.5 * tilt])
