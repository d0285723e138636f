# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""The linear softmax over cells."""

from math import exp

import numba
import numpy as np

from graphbandit.beliefs.laws.hazard_kernels import climb, linear, smooth
from graphbandit.beliefs.laws.kernels import ends, heighten, settle, span, tame
from graphbandit.checks import Array


@numba.njit(cache=True)
def chances(weights: Array, features: Array) -> Array:
    """Return p (M,), p_m proportional to exp(z·weights[:, m])."""
    p: Array = linear(weights, features)
    p -= p.max()
    for m in range(p.size):
        p[m] = exp(p[m])
    p /= p.sum()
    return p


@numba.njit(cache=True)
def summed(p: Array) -> Array:
    """Return P(cell <= i) = Σ_{m<=i} p_m for i < M - 1: (M - 1,)."""
    cumulative = np.empty(p.size - 1)
    total = 0.0
    for i in range(cumulative.size):
        total += p[i]
        cumulative[i] = total
    settle(cumulative)
    return cumulative


@numba.njit(cache=True)
def foresee(context: Array, peaks: Array, weights: Array) -> Array:
    """Return P(driver <= g_i), (K,), in a context."""
    return summed(chances(weights, tame(context, peaks, False)))


@numba.njit(cache=True)
def learn(
    context: Array,
    interval: tuple[float, float],
    axis: tuple[Array, Array],
    steps: tuple[Array, Array],
    rates: tuple[float, float],
) -> tuple[float, float]:
    """Learn an interval of the driver, and return what `foresee` gave to its ends.

    The slope of log P(cells) by logit m is P(m | cells) - p_m.
    """
    grid, peaks = axis
    first, last = span(grid, interval[0], interval[1])
    heighten(context, peaks)
    features = tame(context, peaks, False)
    p = chances(steps[0], features)
    below, upto = ends(summed(p), first, last)
    inside = p[first : last + 1].sum()
    if inside > 0.0:
        slopes = -p
        for m in range(first, last + 1):
            slopes[m] += p[m] / inside
        climb(steps[0], steps[1], features, smooth(slopes, rates[1]), rates[0])
    return below, upto
