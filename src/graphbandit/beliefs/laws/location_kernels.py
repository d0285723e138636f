# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""A bank of linear-Gaussian beliefs about a driver that is seen exactly or within an interval.

Member j holds θ ~ N(m_j, V_j) for the driver y = θ·z + noise at the features z, (D,), and its own
beliefs in the hypotheses of the noise, (n, S).
"""

from math import sqrt

import numba
import numpy as np

from graphbandit.beliefs.laws.axis_kernels import placed
from graphbandit.beliefs.laws.kernels import SWITCHING, heighten, reweigh, settle, shares, span, tame
from graphbandit.beliefs.laws.noise_kernels import STEP, chances, condition, forget, level_of, scale_weights
from graphbandit.checks import Array

NEGLIGIBLE = 1e-4  # members of less weight are left out of a prediction
EVEN = 1e-6  # of each prediction is spread evenly over the cells: nothing is impossible


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
        member = chances(positions, center, variance, scales, scale_weights(beliefs[j], shapes))
        for i in range(total.size):
            total[i] += share[j] * member[i]
        used += share[j]
    for i in range(total.size):
        total[i] = (1.0 - EVEN) * total[i] / used + EVEN * (i + 1.0) / (total.size + 1.0)
    settle(total)
    return total


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

    A member of memory φ < 1 then lets V grow by 1 / φ, and with the square of the scale, 2^ΔE[b], so that it
    learns anew where its errors rise; and it shares .7 (1 - φ) of its beliefs in the noise evenly.
    """
    grid, positions, peaks = axis
    shapes, scales = noise
    means, covariances, beliefs, prior, memories = bank
    heighten(context, peaks)
    features = tame(context, peaks, view[1])
    low, high = placed(interval, grid, positions, view[0])
    first, last = span(grid, interval[0], interval[1])
    even = EVEN * first / (grid.size + 1.0), EVEN * (last + 1.0) / (grid.size + 1.0)
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
        for e in range(2):
            reached[e] = (1.0 - EVEN) * reached[e] + even[e]
        likely[j] = max(reached[1] - reached[0], 0.0)
        if share[j] > NEGLIGIBLE:
            for e in range(2):
                total[e] += share[j] * reached[e]
            used += share[j]
        before = level_of(beliefs[j])
        gain, loss = condition(beliefs[j], shapes, scales, low - center, high - center, variance)
        growth = 1.0
        if memories[j] < 1.0:
            forget(beliefs[j], 0.7 * (1.0 - memories[j]))
            growth = STEP ** (2.0 * (level_of(beliefs[j]) - before)) / memories[j]
        if variance > 0.0:
            loss = min(loss, 1.0 / variance)
        for i in range(features.size):
            means[j, i] += gain * pull[i]
        contract(covariances[j], pull, loss, growth, prior[j])
    reweigh(standing[0], standing[1], standing[2], likely, SWITCHING)
    below = min(max(total[0] / used, 0.0), 1.0)
    return below, min(max(total[1] / used, below), 1.0)
