# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""A bank of linear-Gaussian beliefs about a driver that is seen exactly or within an interval.

Member j holds θ ~ N(m_j, V_j) for the driver y = θ·z + noise at the features z, (D,). The noise is a mixture
of normals whose deviations are powers of two: s_l = s_0 2^l. Under the hypothesis (a, b) the weight of
s_{b+c} is shapes[a, c], so that a shape gives the tails and b the scale; beliefs[j, a, b] is its probability.
"""

from math import asinh, erfc, exp, pi, sqrt

import numba
import numpy as np

from graphbandit.beliefs.laws.kernels import SWITCHING, heighten, reweigh, settle, shares, span, tame
from graphbandit.checks import Array

NEGLIGIBLE = 1e-4  # members and scales of less weight are left out of a prediction
EVEN = 1e-6  # of each prediction is spread evenly over the cells: nothing is impossible
LEAST = 1e-12  # no hypothesis is ruled out for ever
ROOT = sqrt(0.5)
PEAK = 1.0 / sqrt(2.0 * pi)


@numba.njit(cache=True)
def position(value: float, unit: float, curvature: float) -> float:
    """Return y / unit, or asinh(c y / unit) / c for c > 0: linear near 0, logarithmic far from it."""
    scaled = value / unit
    if curvature > 0.0:
        scaled = asinh(curvature * scaled) / curvature
    return scaled


@numba.njit(cache=True)
def unit_of(grid: Array) -> float:
    """Return the range of a grid, or the size of its only position, at least 1."""
    if grid.size == 1:
        return max(abs(float(grid[0])), 1.0)
    return float(grid[-1] - grid[0])


@numba.njit(cache=True)
def places(grid: Array, curvature: float) -> Array:
    """Return the positions (K,) of a grid (K,)."""
    placed = np.empty(grid.size)
    for i in range(grid.size):
        placed[i] = position(grid[i], unit_of(grid), curvature)
    return placed


@numba.njit(cache=True)
def truncated(low: float, high: float) -> tuple[float, float, float]:
    """Return P(low < ε <= high), E[ε | low < ε <= high] and the mean of ε² there, for a standard normal ε.

    Where low = high it is the density, low and low². Mirrored to the lower tail, where probabilities are
    exact. An interval too far out to have a probability counts as its end nearer to 0, and gives P = 0.
    """
    if low == high:
        return PEAK * exp(-0.5 * low * low), low, low * low
    sign = 1.0
    if low > 0.0:
        sign, low, high = -1.0, -high, -low
    at_low = 0.0 if low == -np.inf else PEAK * exp(-0.5 * low * low)
    at_high = 0.0 if high == np.inf else PEAK * exp(-0.5 * high * high)
    p = 0.5 * erfc(-high * ROOT) - 0.5 * erfc(-low * ROOT)
    if not p > 1e-280:
        return 0.0, sign * high, high * high
    mean = min(max((at_low - at_high) / p, low), high)
    square = 1.0 + ((low * at_low if at_low > 0.0 else 0.0) - (high * at_high if at_high > 0.0 else 0.0)) / p
    widest = 0.25 * (high - low) ** 2  # of any variance on the interval
    return p, sign * mean, mean * mean + min(max(square - mean * mean, 0.0), widest)


@numba.njit(cache=True)
def lever(covariance: Array, features: Array) -> tuple[Array, float]:
    """Return V z, (D,), and zᵀV z >= 0."""
    pull = np.zeros(features.size)
    for i in range(features.size):
        z = features[i]
        row = covariance[i]
        for k in range(pull.size):
            pull[k] += z * row[k]
    variance = 0.0
    for k in range(pull.size):
        variance += pull[k] * features[k]
    return pull, max(variance, 0.0)


@numba.njit(cache=True)
def scale_weights(beliefs: Array, shapes: Array) -> Array:
    """Return the weight of each scale, Σ_{a, b + c = l} beliefs[a, b] shapes[a, c], no negligible one."""
    weights = np.zeros(beliefs.shape[1] + shapes.shape[1] - 1)
    for a in range(shapes.shape[0]):
        for b in range(beliefs.shape[1]):
            for c in range(shapes.shape[1]):
                weights[b + c] += beliefs[a, b] * shapes[a, c]
    total = 0.0
    for level in range(weights.size):
        if not weights[level] > NEGLIGIBLE:
            weights[level] = 0.0
        total += weights[level]
    return weights / total


@numba.njit(cache=True)
def chances(positions: Array, center: float, variance: float, scales: Array, weights: Array) -> Array:
    """Return Σ_l weights_l Φ((y_i - center) / √(s_l² + variance)) for positions y, (K,)."""
    total = np.zeros(positions.size)
    for level in range(scales.size):
        weight = weights[level]
        if weight == 0.0:
            continue
        precision = 1.0 / sqrt(scales[level] ** 2 + variance)
        for i in range(positions.size):
            z = (positions[i] - center) * precision
            if z > 7.0:
                total[i] += weight
            elif z > -7.0:
                total[i] += weight * 0.5 * erfc(-z * ROOT)
    return total


@numba.njit(cache=True)
def condition(
    beliefs: Array, shapes: Array, scales: Array, low: float, high: float, variance: float
) -> tuple[float, float]:
    """Learn the hypotheses (n, S) from an error in (low, high], in place; return a and c of the match below.

    The error e = y - m·z, given the scale s_l, is N(0, v_l), v_l = s_l² + zᵀVz. Over hypotheses and scales,
    given the interval, with r_l the probability of s_l:
        E[θ] = m + a Vz,           a = Σ r_l E[e | l] / v_l
        Cov[θ] = V - c Vz (Vz)ᵀ,   c = Σ r_l (1 / v_l - E[e² | l] / v_l²) + a²
    """
    n, S = beliefs.shape
    levels = scales.size
    likely = np.empty(levels)
    first = np.empty(levels)
    second = np.empty(levels)
    for level in range(levels):
        v = scales[level] ** 2 + variance
        s = sqrt(v)
        p, mean, square = truncated(low / s, high / s)
        likely[level] = p / s if low == high else p
        first[level] = mean / s
        second[level] = (1.0 - square) / v
    gain = 0.0
    loss = 0.0
    total = 0.0
    evidence = np.zeros((n, S))
    for a in range(n):
        for b in range(S):
            for c in range(shapes.shape[1]):
                r = beliefs[a, b] * shapes[a, c] * likely[b + c]
                evidence[a, b] += r
                gain += r * first[b + c]
                loss += r * second[b + c]
            total += evidence[a, b]
    if not total > 1e-290:  # beyond all scales: what the widest says
        gain = first[levels - 1]
        return gain, second[levels - 1] + gain * gain
    gain /= total
    floor = 0.0
    for a in range(n):
        for b in range(S):
            beliefs[a, b] = max(evidence[a, b] / total, LEAST)
            floor += beliefs[a, b]
    beliefs /= floor
    return gain, loss / total + gain * gain


@numba.njit(cache=True)
def level_of(beliefs: Array) -> float:
    """Return E[b], the mean level of the scale."""
    mean = 0.0
    for a in range(beliefs.shape[0]):
        for b in range(beliefs.shape[1]):
            mean += b * beliefs[a, b]
    return mean


@numba.njit(cache=True)
def contract(covariance: Array, pull: Array, loss: float, growth: float, prior: Array) -> None:
    """Let V = (V - c Vz (Vz)ᵀ) growth, and no diagonal entry above `prior` (D,), in place.

    An entry that would be is scaled to it with its row and its column, which keeps V positive.
    """
    D = pull.size
    limits = np.ones(D)
    above = False
    for i in range(D):
        row = covariance[i]
        for k in range(D):
            row[k] = (row[k] - loss * (pull[i] * pull[k])) * growth  # the same sum for (k, i): symmetric
        if row[i] > prior[i]:
            limits[i] = sqrt(prior[i] / row[i])
            above = True
    if above:
        for i in range(D):
            row = covariance[i]
            for k in range(D):
                row[k] *= limits[i] * limits[k]


@numba.njit(cache=True)
def foresee(
    context: Array,
    axis: tuple[Array, Array],
    noise: tuple[Array, Array],
    bank: tuple[Array, Array, Array],
    standing: tuple[Array, Array],
    folded: bool,
) -> Array:
    """Return the mixture of the members' P(y <= y_i), (K,)."""
    positions, peaks = axis
    shapes, scales = noise
    means, covariances, beliefs = bank
    features = tame(context, peaks, folded)
    share = shares(standing[0], standing[1])
    total = np.zeros(positions.size)
    used = 0.0
    for j in range(share.size):
        if not share[j] > NEGLIGIBLE:
            continue
        _, variance = lever(covariances[j], features)
        center = (means[j] * features).sum()
        total += share[j] * chances(positions, center, variance, scales, scale_weights(beliefs[j], shapes))
        used += share[j]
    for i in range(total.size):
        total[i] = (1.0 - EVEN) * total[i] / used + EVEN * (i + 1.0) / (total.size + 1.0)
    settle(total)
    return total


@numba.njit(cache=True)
def placed(
    interval: tuple[float, float], grid: Array, positions: Array, curvature: float
) -> tuple[float, float]:
    """Return the interval held within one range of the grid; an end beyond that is moved to infinity."""
    low = position(interval[0], unit_of(grid), curvature)
    high = position(interval[1], unit_of(grid), curvature)
    reach = positions[-1] - positions[0] if grid.size > 1 else 1.0
    least, most = positions[0] - reach, positions[-1] + reach
    if interval[0] == interval[1]:
        value = min(max(low, least), most)
        return value, value
    return (-np.inf if low < least else min(low, most)), (np.inf if high > most else max(high, least))


@numba.njit(cache=True)
def learn(
    context: Array,
    interval: tuple[float, float],
    axis: tuple[Array, Array, Array],
    noise: tuple[Array, Array],
    bank: tuple[Array, Array, Array, Array, Array],
    standing: tuple[Array, Array, Array],
    view: tuple[float, bool],
) -> tuple[float, float]:
    """Learn an interval of the driver, and return what `foresee` gave to their ends.

    A member of memory φ < 1 then lets V grow by 1 / φ, and with the square of the scale, 4^ΔE[b], so that it
    learns anew where its errors rise; and it shares .7 (1 - φ) of its beliefs in the noise evenly.
    """
    grid, positions, peaks = axis
    shapes, scales = noise
    means, covariances, beliefs, prior, memories = bank
    heighten(context, peaks)
    features = tame(context, peaks, view[1])
    low, high = placed(interval, grid, positions, view[0])
    first, last = span(grid, interval[0], interval[1])
    even = EVEN * np.array([first, last + 1.0]) / (grid.size + 1.0)
    edges = np.array([-np.inf, np.inf])
    if first > 0:
        edges[0] = positions[first - 1]
    if last < positions.size:
        edges[1] = positions[last]
    share = shares(standing[0], standing[1])
    likely = np.empty(share.size)
    total = np.zeros(2)
    used = 0.0
    for j in range(share.size):
        pull, variance = lever(covariances[j], features)
        center = (means[j] * features).sum()
        reached = chances(edges, center, variance, scales, scale_weights(beliefs[j], shapes))
        reached = (1.0 - EVEN) * reached + even
        likely[j] = max(reached[1] - reached[0], 0.0)
        if share[j] > NEGLIGIBLE:
            total += share[j] * reached
            used += share[j]
        before = level_of(beliefs[j])
        gain, loss = condition(beliefs[j], shapes, scales, low - center, high - center, variance)
        growth = 1.0
        if memories[j] < 1.0:
            forgotten = 0.7 * (1.0 - memories[j])
            beliefs[j] *= 1.0 - forgotten
            beliefs[j] += forgotten / beliefs[j].size
            growth = 4.0 ** (level_of(beliefs[j]) - before) / memories[j]
        if variance > 0.0:
            loss = min(loss, 1.0 / variance)
        for i in range(features.size):
            means[j, i] += gain * pull[i]
        contract(covariances[j], pull, loss, growth, prior[j])
    reweigh(standing[0], standing[1], standing[2], likely, SWITCHING)
    total /= used
    settle(total)
    return total[0], total[1]
