# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""Vovk's aggregating algorithm under the square loss on [0, 1]."""

from math import exp, log

import numba
import numpy as np

from graphbandit.checks import Array

RATE = 2.0  # the largest at which the square loss on [0, 1] can be mixed


@numba.njit(cache=True)
def gain(log_weights: Array, said: Array, target: float) -> float:
    """Return g(y) = -½ log Σ w_n exp(-2 (p_n - y)²) for what was said p (N,) and weights that sum to 1."""
    total = 0.0
    for n in range(said.size):
        total += exp(log_weights[n] - RATE * (said[n] - target) ** 2)
    return -log(total) / RATE


@numba.njit(cache=True)
def agreed(log_weights: Array, said: Array) -> float:
    """Return p = ½ + (g(0) - g(1)) / 2: its square loss is at most g(y) whatever the target y in [0, 1]."""
    p = 0.5 + 0.5 * (gain(log_weights, said, 0.0) - gain(log_weights, said, 1.0))
    return min(max(p, 0.0), 1.0)


@numba.njit(cache=True)
def reweigh(log_weights: Array, said: Array, target: float, share: float) -> None:
    """Let w_n be proportional to w_n exp(-2 (p_n - y)²), and share some of it evenly, in place."""
    N = said.size
    top = -np.inf
    for n in range(N):
        log_weights[n] -= RATE * (said[n] - target) ** 2
        top = max(top, log_weights[n])
    total = 0.0
    for n in range(N):
        total += exp(log_weights[n] - top)
    for n in range(N):
        log_weights[n] -= top + log(total)
        if share > 0.0:
            log_weights[n] = log((1.0 - share) * exp(log_weights[n]) + share / N)
