# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""Improper logistic regression of edges, and descent for edges driven by one index."""

from math import exp

import numba
import numpy as np

from graphbandit.beliefs.losses.kernels import extended, include, project
from graphbandit.checks import Array, Mask

FLOOR = 1e-6  # no edge is predicted to be surer than this: whatever was not seen may still be observable
TINY = 1e-300  # keeps 1 / q finite; no driver with q = 0 has weight to lose


@numba.njit(cache=True)
def damped(mean: float, leverage: float) -> float:
    """Return the z with z + v tanh(z / 2) = m, for a mean m and a leverage v >= 0.

    For z >= 0 the left side is concave: from below, Newton's method climbs to z and never passes it.
    """
    target = abs(mean)
    z = max(target - leverage, target / (1.0 + 0.5 * leverage))
    for _ in range(60):
        e = exp(-z)
        tanh = (1.0 - e) / (1.0 + e)
        step = (target - z - leverage * tanh) / (1.0 + 2.0 * leverage * e / (1.0 + e) ** 2)
        z += step
        if not step > 1e-12 * (1.0 + z):
            break
    return z if mean >= 0.0 else -z


@numba.njit(cache=True)
def sigmoid(z: float) -> float:
    """Return 1 / (1 + exp(-z)), without overflow."""
    if z >= 0.0:
        return 1.0 / (1.0 + exp(-z))
    e = exp(z)
    return e / (1.0 + e)


@numba.njit(cache=True)
def classify(factors: Array, context: Array) -> Array:
    """Predict σ(z), z + v tanh(z / 2) = m, m = xᵀA⁻¹b, v = xᵀA⁻¹x, for each of the factors (M, ·): (M,).

    At least `FLOOR` and at most 1 - `FLOOR`.
    """
    features = extended(context)
    work = np.empty_like(features)
    values = np.empty(factors.shape[0])
    for a in range(factors.shape[0]):
        work[:] = features
        mean, leverage = project(factors[a], work)
        values[a] = min(max(sigmoid(damped(mean, leverage)), FLOOR), 1.0 - FLOOR)
    return values


@numba.njit(cache=True)
def discern(factors: Array, context: Array, labels: Array, seen: Mask, radius: float) -> None:
    """Let A += h x xᵀ and b += (h z - ∂) x in each of the factors (M, ·) whose label, (M,), was seen, (M,).

    h = σ(z) σ(-z) / (1 + radius), ∂ = σ(z) - label, z as predicted; labels are 0 or 1.
    """
    features = extended(context)
    work = np.empty_like(features)
    for a in range(factors.shape[0]):
        if seen[a]:
            work[:] = features
            mean, leverage = project(factors[a], work)
            z = damped(mean, leverage)
            weight = sigmoid(z) * sigmoid(-z) / (1.0 + radius)
            slope = -sigmoid(-z) if labels[a] > 0.5 else sigmoid(z)
            work[:] = features
            include(factors[a], work, weight, weight * z - slope)


@numba.njit(cache=True)
def softmax(weights: Array, context: Array) -> Array:
    """Return p (K,), p_w proportional to exp(x·weights[:, w]), for weights (d + 1, K)."""
    features = extended(context)
    values = np.zeros(weights.shape[1])
    for i in range(features.size):
        for w in range(values.size):
            values[w] += features[i] * weights[i, w]
    values -= values.max()
    total = 0.0
    for w in range(values.size):
        values[w] = exp(values[w])
        total += values[w]
    return values / total


@numba.njit(cache=True)
def chances(driver: Array, first: int, edges: Array, revealed: Mask) -> Array:
    """Return the probability that w drawn from `driver` (K,) gives each edge, or no edge, as seen: (R, K).

    Row i = first + r. An edge to j < i is there if w > i, one to j > i if w <= i or w > j. A sum of
    positive terms each, so that small ones are exact too. 1 on self-loops, which are always there, and
    where nothing was revealed.
    """
    size = driver.size
    seen = np.ones(edges.shape)
    above = np.zeros(size)
    for j in range(size - 2, -1, -1):
        above[j] = above[j + 1] + driver[j + 1]
    below = 0.0
    for i in range(first + edges.shape[0]):
        below += driver[i]
        if i < first:
            continue
        r = i - first
        between = 0.0
        for j in range(size):
            if j > i:
                between += driver[j]
            if j == i or not revealed[r, j]:
                continue
            if j < i:
                seen[r, j] = above[i] if edges[r, j] > 0.5 else below
            else:
                seen[r, j] = below + above[j] if edges[r, j] > 0.5 else between
    return seen


@numba.njit(cache=True)
def ascent(driver: Array, first: int, edges: Array, slopes: Array) -> Array:
    """Return Σ slopes[r, j] ∂q[r, j] / ∂s for q = `chances` and the logits s of the driver: (K,).

    It is p_w (D_w - Σ p D), where D_w sums the slopes of all that was seen and that w would have given.
    Slopes are 0 on self-loops and where nothing was revealed; sums of one sign only, if slopes are.
    """
    size = driver.size
    gains = np.zeros(size)
    for r in range(edges.shape[0]):
        i = first + r
        low = 0.0  # of w <= i
        high = 0.0  # of w > i
        for j in range(size):
            if edges[r, j] > 0.5:
                if j < i:
                    high += slopes[r, j]
                else:
                    low += slopes[r, j]
            elif j < i:
                low += slopes[r, j]
        for w in range(i + 1):
            gains[w] += low
        for w in range(i + 1, size):
            gains[w] += high
            if edges[r, w] > 0.5:
                high += slopes[r, w]  # there for every later w
        absent = 0.0
        for w in range(size - 1, i, -1):
            if not edges[r, w] > 0.5:
                absent += slopes[r, w]
            gains[w] += absent
    mean = 0.0
    for w in range(size):
        mean += driver[w] * gains[w]
    return driver * (gains - mean)


@numba.njit(cache=True)
def steepness(likely: Array, first: int, revealed: Mask, square: bool) -> Array:
    """Return the derivative of the mean loss of what was seen by each probability q in `likely`: (R, K).

    The loss is -log q, or (1 - q)² if `square`. 0 on self-loops and where nothing was revealed.
    """
    slopes = np.zeros(likely.shape)
    n = 0
    for r in range(likely.shape[0]):
        for j in range(likely.shape[1]):
            if revealed[r, j]:
                n += 1
                if j != first + r:
                    q = likely[r, j]
                    slopes[r, j] = -2.0 * (1.0 - q) if square else -1.0 / max(q, TINY)
    return slopes / max(n, 1)


@numba.njit(cache=True)
def descend(
    weights: Array, context: Array, first: int, edges: Array, revealed: Mask, rates: tuple[float, bool]
) -> None:
    """Let weights -= s x gradientᵀ of the mean loss of what was seen, in place: (d + 1, K).

    `rates` are the rate, and whether the loss is the square of 1 - q instead of -log q. The step s is K times
    min(rate, 1 / (2 |x|²)): a law on twice as many actions has half the weight on each, and gradients half as steep.
    """
    rate, square = rates
    law = softmax(weights, context)
    slopes = steepness(chances(law, first, edges, revealed), first, revealed, square)
    gradient = ascent(law, first, edges, slopes)
    features = extended(context)
    step = gradient.size * min(rate, 0.5 / np.square(features).sum())
    for i in range(features.size):
        for w in range(gradient.size):
            weights[i, w] -= step * features[i] * gradient[w]
