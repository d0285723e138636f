# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""Reverse hazards of cells, r_m = P(cell = m | cell <= m).

P(cell <= i) = Π_{m>i} (1 - r_m). That the driver is at most g_i is a label 0 for every m > i and says nothing
of the rest; cell m seen exactly is a label 1 at m and 0 for every m' > m. In general, for an observation that
leaves cell m possible with weight o_m in [0, 1] (1 within an interval and 0 outside it), the labels are the
expected ones given the observation:
    q_m = P(cell = m | o),   A_m = P(cell <= m | o),   slope of log P(o) by logit r_m:   q_m - A_m r_m.
The two cases above are the slopes -r_m, 0 and 1 - r_m of their likelihoods.
"""

from math import exp, sqrt

import numba
import numpy as np

from graphbandit.beliefs.laws.kernels import ends, heighten, settle, span, tame
from graphbandit.checks import Array

RAREST = 1e-4  # of the hazards that counts give
SOFTEST = 1e-4  # of the squares that steps are divided by


@numba.njit(cache=True)
def ratios(hits: Array, risks: Array) -> Array:
    """Return r_m = hits_m / risks_m, (M,), within [`RAREST`, 1 - `RAREST`], and r_0 = 1."""
    hazards = np.ones(hits.size)
    for m in range(1, hits.size):
        hazards[m] = min(max(hits[m] / risks[m], RAREST), 1.0 - RAREST)
    return hazards


@numba.njit(cache=True)
def cumulative(hazards: Array) -> Array:
    """Return P(cell <= i) = Π_{m>i} (1 - r_m) for i < M - 1: (M - 1,)."""
    below = np.empty(hazards.size - 1)
    product = 1.0
    for m in range(hazards.size - 1, 0, -1):
        product *= 1.0 - hazards[m]
        below[m - 1] = product
    settle(below)
    return below


@numba.njit(cache=True)
def expected(hazards: Array, weights: Array) -> tuple[Array, Array]:
    """Return q (M,) and A (M,) for the weights o (M,) of an observation; zeros if it had no probability."""
    M = hazards.size
    labels = np.zeros(M)
    risks = np.zeros(M)
    product = 1.0
    total = 0.0
    for m in range(M - 1, -1, -1):
        labels[m] = weights[m] * product * hazards[m]
        total += labels[m]
        product *= 1.0 - hazards[m]
    if not total > 1e-300:
        return np.zeros(M), risks
    at_risk = 1.0
    for m in range(M - 1, -1, -1):
        labels[m] /= total
        risks[m] = max(at_risk, 0.0)
        at_risk -= labels[m]
    return labels, risks


@numba.njit(cache=True)
def tally(hits: Array, risks: Array, weights: Array, bounds: tuple[float, float]) -> None:
    """Count an observation of weights o (M,) in hits (M,) and risks (M,), in place.

    Cell m gains n trials and n r + (q - A r) hits, where n <= 1 is what the observation tells about r_m, in
    trials: n = A - Var[1{cell = m} - r 1{cell <= m} | o] / (r (1 - r)) (Louis 1982). Where n is negative r_m
    has become less certain; to count it as 0 would overstate what is known, and learning would stall.
    The trials stay within `bounds`: prior (m + 1) / M, for a number of prior observations, and a memory.
    """
    prior, memory = bounds
    hazards = ratios(hits, risks)
    labels, at_risk = expected(hazards, weights)
    for m in range(1, hits.size):
        r, q, A = hazards[m], labels[m], at_risk[m]
        slope = q - A * r
        variance = q * (1.0 - r) ** 2 + (A - q) * r * r - slope * slope
        if risks[m] > memory:
            hits[m] *= memory / risks[m]
            risks[m] = memory
        least = prior * (m + 1.0) / hits.size
        trials = max(min(A - variance / (r * (1.0 - r)), 1.0), least - risks[m])
        risks[m] += trials
        hits[m] = min(max(hits[m] + trials * r + slope, 0.0), risks[m])


@numba.njit(cache=True)
def within(size: int, first: int, last: int) -> Array:
    """Return 1 on first..last and 0 elsewhere, (size,)."""
    weights = np.zeros(size)
    for m in range(first, last + 1):
        weights[m] = 1.0
    return weights


@numba.njit(cache=True)
def register(
    grid: Array, interval: tuple[float, float], counts: tuple[Array, Array], bounds: tuple[float, float]
) -> tuple[float, float]:
    """Count an interval of the driver, and return what the counts gave to its ends before."""
    hits, risks = counts
    first, last = span(grid, interval[0], interval[1])
    below, upto = ends(cumulative(ratios(hits, risks)), first, last)
    tally(hits, risks, within(hits.size, first, last), bounds)
    return below, upto


@numba.njit(cache=True)
def smooth(slopes: Array, breadth: float) -> Array:
    """Return Σ_n ρ^|m - n| slopes_n (1 - ρ) / (1 + ρ) for ρ = 1 - 1 / max(1, breadth M): (M,)."""
    M = slopes.size
    rho = 1.0 - 1.0 / max(1.0, breadth * M)
    smoothed = np.empty(M)
    carried = 0.0
    for m in range(M):
        carried = rho * carried + slopes[m]
        smoothed[m] = carried
    carried = 0.0
    for m in range(M - 1, -1, -1):
        smoothed[m] = (smoothed[m] + rho * carried) * (1.0 - rho) / (1.0 + rho)
        carried = rho * carried + slopes[m]
    return smoothed


@numba.njit(cache=True)
def linear(weights: Array, features: Array) -> Array:
    """Return Σ_i z_i weights[i], (M,), for weights (D, M)."""
    total = np.zeros(weights.shape[1])
    for i in range(features.size):
        row = weights[i]
        for m in range(total.size):
            total[m] += features[i] * row[m]
    return total


@numba.njit(cache=True, error_model="numpy")  # no check for a root of 0, so that several cells go at a time
def climb(weights: Array, squares: Array, features: Array, slopes: Array, rate: float) -> None:
    """Let squares[i, m] += (z_i s_m)², weights[i, m] += rate z_i s_m / √squares[i, m], in place (AdaGrad)."""
    for i in range(features.size):
        row = weights[i]
        past = squares[i]
        for m in range(slopes.size):
            step = features[i] * slopes[m]
            past[m] += step * step
            row[m] += rate * step / sqrt(SOFTEST + past[m])


@numba.njit(cache=True)
def tilted(hits: Array, risks: Array, weights: Array, features: Array) -> Array:
    """Return the r_m whose logits are those of hits_m / risks_m plus z·weights[:, m], and r_0 = 1: (M,)."""
    hazards = ratios(hits, risks)
    logits = linear(weights, features)
    for m in range(1, hazards.size):
        odds = hazards[m] / (1.0 - hazards[m]) * exp(min(max(logits[m], -30.0), 30.0))
        hazards[m] = odds / (1.0 + odds)
    return hazards


@numba.njit(cache=True)
def foresee(context: Array, peaks: Array, counts: tuple[Array, Array], weights: Array) -> Array:
    """Return P(driver <= g_i), (K,), in a context."""
    return cumulative(tilted(counts[0], counts[1], weights, tame(context, peaks, False)))


@numba.njit(cache=True)
def learn(
    context: Array,
    interval: tuple[float, float],
    axis: tuple[Array, Array],
    counts: tuple[Array, Array],
    steps: tuple[Array, Array],
    rates: tuple[float, float],
    bounds: tuple[float, float],
) -> tuple[float, float]:
    """Learn an interval of the driver, and return what `foresee` gave to its ends.

    The slopes of its log likelihood by the logits, smoothed over cells, move the weights; the counts learn by
    themselves, as if there were no context.
    """
    grid, peaks = axis
    hits, risks = counts
    rate, breadth = rates
    first, last = span(grid, interval[0], interval[1])
    heighten(context, peaks)
    features = tame(context, peaks, False)
    hazards = tilted(hits, risks, steps[0], features)
    below, upto = ends(cumulative(hazards), first, last)
    chosen = within(hits.size, first, last)
    labels, at_risk = expected(hazards, chosen)
    climb(steps[0], steps[1], features, smooth(labels - at_risk * hazards, breadth), rate)
    tally(hits, risks, chosen, bounds)
    return below, upto
