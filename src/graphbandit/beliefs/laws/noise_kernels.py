# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""Noise that is a mixture of normals of deviations s_l = s_0 2^(l / 2), of unknown scale and tails.

Under the hypothesis (a, b) the weight of s_{b+c} is shapes[a, c], so that a shape gives the tails and b the
scale; beliefs[a, b] is its probability.
"""

from math import erfc, exp, pi, sqrt

import numba
import numpy as np

from graphbandit.checks import Array

STEP = sqrt(2.0)  # from one scale to the next
NEGLIGIBLE = 1e-4  # scales of less weight are left out of a prediction
LEAST = 1e-12  # no hypothesis is ruled out for ever
ROOT = sqrt(0.5)
PEAK = 1.0 / sqrt(2.0 * pi)
FAR = 7.0  # deviations, beyond which a normal number is taken not to lie
FINE = 64  # knots a deviation of the table of the normal law, between which cubics are within 1e-9 of it
KNOTS = np.array([0.5 * erfc(-(i / FINE - FAR) * ROOT) for i in range(int(2 * FAR) * FINE + 2)])
SLOPES = np.array([PEAK * exp(-0.5 * (i / FINE - FAR) ** 2) / FINE for i in range(KNOTS.size)])


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
def forget(beliefs: Array, share: float) -> None:
    """Share some of the beliefs (n, S) evenly, in place."""
    for a in range(beliefs.shape[0]):
        for b in range(beliefs.shape[1]):
            beliefs[a, b] = (1.0 - share) * beliefs[a, b] + share / beliefs.size


@numba.njit(cache=True)
def level_of(beliefs: Array) -> float:
    """Return E[b], the mean level of the scale."""
    mean = 0.0
    for a in range(beliefs.shape[0]):
        for b in range(beliefs.shape[1]):
            mean += b * beliefs[a, b]
    return mean


@numba.njit(cache=True)
def normal(z: float) -> float:
    """Return Φ(z) to nine digits after the point, by cubics that agree with it and its slope at the knots."""
    if z >= FAR:
        return 1.0
    if not z > -FAR:
        return 0.0
    place = (z + FAR) * FINE
    k = int(place)
    t = place - k
    left, right = KNOTS[k], KNOTS[k + 1]
    bend = SLOPES[k] + SLOPES[k + 1] - 2.0 * (right - left)
    return float(left + t * (SLOPES[k] + t * (right - left - SLOPES[k] + (t - 1.0) * bend)))


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
            total[i] += weight * normal((positions[i] - center) * precision)
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
                if shapes[a, c] == 0.0:
                    continue
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
