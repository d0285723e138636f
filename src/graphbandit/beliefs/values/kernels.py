# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""One regression that may forget, hinges of a prediction, and one step of a network with one output.

Regressions are packed in factors, as in `losses.kernels`.
"""

import numba
import numpy as np

from graphbandit.beliefs.losses.kernels import activate, extended, include, project
from graphbandit.checks import Array

KNOTS = np.array([-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5])  # of the hinges, in deviations from the mean
FARTHEST = 4.0  # deviations; further predictions count as that far
FIRM = 5.0  # predictions that the mean and variance before the first weigh as much as


@numba.njit(cache=True)
def seen(context: Array, folded: bool) -> Array:
    """Return features (x, 1), or (x, |x|, 1) if folded, of a context (d,)."""
    features = extended(context)
    d = context.size
    if not folded:
        return features
    both = np.ones(2 * d + 1)
    for i in range(d):
        both[i] = features[i]
        both[d + i] = abs(features[i])
    return both


@numba.njit(cache=True)
def foresee(factor: Array, context: Array, folded: bool) -> tuple[float, float]:
    """Return m = zᵀA⁻¹b and v = zᵀA⁻¹z of a factor, for the features z of a context."""
    return project(factor, seen(context, folded))


@numba.njit(cache=True)
def absorb(factor: Array, features: Array, target: float, rounds: Array, rates: tuple[float, float]) -> None:
    """Let A = φ A + z zᵀ + D (1 - φ) λ e_i e_iᵀ and b = φ b + y z in a factor, i = round mod D, in place.

    `rates` are φ and the ridge λ. What forgetting takes off the ridge is put back one feature a round.
    """
    memory, ridge = rates
    D = features.size
    if memory < 1.0:
        start = 0
        for k in range(D):
            factor[start] *= memory
            start += D - k + 1
        unit = np.zeros(D)
        unit[int(rounds[0]) % D] = 1.0
        include(factor, unit, D * (1.0 - memory) * ridge, 0.0)
    include(factor, features.copy(), 1.0, target)
    rounds[0] += 1.0


@numba.njit(cache=True)
def fit(factor: Array, context: Array, folded: bool, target: float, rounds: Array, rates: tuple[float, float]) -> None:
    """Learn a target in a context, in place."""
    absorb(factor, seen(context, folded), target, rounds, rates)


@numba.njit(cache=True)
def hinged(prediction: float, moments: Array) -> Array:
    """Return (u, max(0, u - k) for each knot k, 1), u the prediction in deviations from the mean, within ±4.

    `moments` (3,) are the mean, the variance and the number of predictions so far.
    """
    u = (prediction - moments[0]) / np.sqrt(max(moments[1], 1e-300))
    u = min(max(u, -FARTHEST), FARTHEST)
    features = np.ones(KNOTS.size + 2)
    features[0] = u
    for k in range(KNOTS.size):
        features[k + 1] = max(0.0, u - KNOTS[k])
    return features


@numba.njit(cache=True)
def bend(factor: Array, moments: Array, prediction: float) -> float:
    """Return p + m / (1 + v), m = zᵀA⁻¹b and v = zᵀA⁻¹z for the hinges z of the prediction p.

    Dividing by 1 + v is Vovk's, Azoury's and Warmuth's caution: next to no correction where little is known.
    """
    mean, leverage = project(factor, hinged(prediction, moments))
    return prediction + mean / (1.0 + leverage)


@numba.njit(cache=True)
def straighten(factor: Array, moments: Array, prediction: float, target: float, rates: tuple[float, float]) -> None:
    """Learn by how much a prediction missed its target, and what predictions are like, in place."""
    absorb(factor, hinged(prediction, moments), target - prediction, moments[2:], rates)
    step = 1.0 / (moments[2] + FIRM)
    error = prediction - moments[0]
    moments[0] += step * error
    moments[1] += step * (error * error - moments[1])


@numba.njit(cache=True)
def output(first: Array, second: Array, context: Array) -> float:
    """Return the output h W₂ of a network, h = (max(0, x W₁), 1)."""
    _, outputs = activate(first, second, extended(context))
    return float(outputs[0])


@numba.njit(cache=True)
def descend(first: Array, second: Array, context: Array, derivative: float, rate: float) -> None:
    """Move the weights by -s g ∂o/∂W for the derivative g of a loss by the output o, in place.

    The step is s = min(rate, 1 / (2 |∂o|²)), |∂o|² the square length of the gradient of the output: no longer
    than what would fit a square loss exactly, to first order, so that large contexts cannot make it diverge.
    """
    features = extended(context)
    hidden, _ = activate(first, second, features)
    width = first.shape[1]
    curvature = np.square(hidden).sum()
    length = np.square(features).sum()
    for k in range(width):
        if hidden[k] > 0.0:
            curvature += length * second[k, 0] ** 2
    step = min(rate, 0.5 / curvature) * derivative
    for k in range(width):
        if hidden[k] > 0.0:
            pull = step * second[k, 0]
            for i in range(features.size):
                first[i, k] -= pull * features[i]
    for k in range(width + 1):
        second[k, 0] -= step * hidden[k]
