# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""A map of [0, 1] onto itself, learnt from where in another law's prediction the drivers fell."""

import numba
import numpy as np

from graphbandit.beliefs.laws.hazard_kernels import cumulative, ratios, tally
from graphbandit.beliefs.laws.kernels import reweigh, settle, shares
from graphbandit.checks import Array

NARROWEST = 1e-9  # the least width of what is counted; narrower ones are widened to it


@numba.njit(cache=True)
def mapped(levels: Array, counts: tuple[Array, Array]) -> Array:
    """Return G(u) for levels u (K,): G is linear between 0, P(bin <= b) at (b + 1) / B, and 1."""
    steps = cumulative(ratios(counts[0], counts[1]))
    bins = counts[0].size
    values = np.empty(levels.size)
    for i in range(levels.size):
        b = min(int(levels[i] * bins), bins - 1)
        left = 0.0 if b == 0 else steps[b - 1]
        right = 1.0 if b == bins - 1 else steps[b]
        values[i] = left + (right - left) * (levels[i] * bins - b)
    return values


@numba.njit(cache=True)
def foresee(levels: Array, counts: tuple[Array, Array], standing: tuple[Array, Array]) -> Array:
    """Return the mixture (K,) of u and G(u), for levels u (K,)."""
    share = shares(standing[0], standing[1])
    mixed = mapped(levels, counts)
    for i in range(levels.size):
        mixed[i] = share[0] * levels[i] + share[1] * mixed[i]
    settle(mixed)
    return mixed


@numba.njit(cache=True)
def learn(
    fallen: tuple[float, float],
    counts: tuple[Array, Array],
    standing: tuple[Array, Array, Array],
    bounds: tuple[float, float],
    share: float,
) -> tuple[float, float]:
    """Learn that the driver fell between two levels, and return what `foresee` gave to them.

    Bin b counts with the part of it that lies between the levels.
    """
    below, upto = fallen
    levels = np.array([below, upto])
    maps = mapped(levels, counts)
    mixed = foresee(levels, counts, (standing[0], standing[1]))
    likely = np.array([max(upto - below, 0.0), max(maps[1] - maps[0], 0.0)])
    reweigh(standing[0], standing[1], standing[2], likely, share)
    bins = counts[0].size
    middle = min(max(0.5 * (below + upto), NARROWEST), 1.0 - NARROWEST)
    left = min(below, middle - 0.5 * NARROWEST)
    right = max(upto, middle + 0.5 * NARROWEST)
    weights = np.empty(bins)
    for b in range(bins):
        weights[b] = max(min(right * bins, b + 1.0) - max(left * bins, b + 0.0), 0.0)
    tally(counts[0], counts[1], weights, bounds)
    return mixed[0], mixed[1]
