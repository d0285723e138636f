# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""Least squares one row at a time, and one step of a two-layer network.

A *factor* holds a regression over D features: A = Σ w x xᵀ + λI and b = Σ q x, as A = Rᵀ diag(δ) R, R unit
upper triangular, and t = R A⁻¹ b. It is packed row after row, δ_k, R[k, k+1:], t_k: D (D + 3) / 2 numbers.
δ only ever grows, so that A stays symmetric and positive definite by construction, however many updates and
however badly conditioned they are; updates of A⁻¹ itself lose that (Gentleman 1974, algorithm AS 75). It is
also half the work.
"""

import numba
import numpy as np

from graphbandit.beliefs.settings import LARGEST
from graphbandit.checks import Array, Mask


@numba.njit(cache=True)
def extended(context: Array) -> Array:
    """Return (x, 1): the context (d,) with a constant feature, (d + 1,)."""
    size = context.size
    features = np.ones(size + 1)
    for k in range(size):
        features[k] = min(max(context[k], -LARGEST), LARGEST)
    return features


@numba.njit(cache=True)
def project(factor: Array, work: Array) -> tuple[float, float]:
    """Return xᵀA⁻¹b and xᵀA⁻¹x of a factor; `work` (D,) holds x and is used up.

    They are Σ u_k t_k and Σ u_k² / δ_k, where Rᵀu = x: u_k = x_k - Σ_{i<k} R[i, k] u_i.
    """
    start = 0
    mean = 0.0
    leverage = 0.0
    for k in range(work.size):
        stop = start + work.size - k
        u = work[k]
        row = factor[start + 1 : stop]  # slices, since numba vectorises these but not offsets
        rest = work[k + 1 :]
        for j in range(row.size):
            rest[j] -= u * row[j]
        mean += u * factor[stop]
        leverage += u * (u / factor[start])
        start = stop + 1
    return mean, leverage


@numba.njit(cache=True)
def include(factor: Array, work: Array, weight: float, moment: float) -> None:
    """Let A += w x xᵀ and b += q x in a factor, w >= 0 and q any; `work` (D,) holds x and is used up.

    For each row k, with u = x_k and δ' = δ_k + w u²:
        x -= u R[k],  R[k] += (w u / δ') x,  q -= w u t_k,  t_k += (u / δ') q,  (w, q) *= δ_k / δ'.
    """
    start = 0
    for k in range(work.size):
        stop = start + work.size - k
        u = work[k]
        before = factor[start]
        after = before + weight * u * u
        gain = u / after
        pull = weight * gain
        row = factor[start + 1 : stop]
        rest = work[k + 1 :]
        for j in range(row.size):
            left = rest[j] - u * row[j]
            rest[j] = left
            row[j] += pull * left
        moment -= weight * u * factor[stop]
        factor[stop] += gain * moment
        factor[start] = after
        weight *= before / after
        moment *= before / after
        start = stop + 1


@numba.njit(cache=True)
def forecast(factors: Array, context: Array) -> Array:
    """Predict m / (1 + v) + ½ within [0, 1], m = xᵀA⁻¹b, v = xᵀA⁻¹x, for each of the factors (M, ·): (M,)."""
    features = extended(context)
    work = np.empty_like(features)
    values = np.empty(factors.shape[0])
    for a in range(factors.shape[0]):
        work[:] = features
        mean, leverage = project(factors[a], work)
        values[a] = min(max(0.5 + mean / (1.0 + leverage), 0.0), 1.0)
    return values


@numba.njit(cache=True)
def regress(factors: Array, context: Array, targets: Array, seen: Mask) -> None:
    """Let A += x xᵀ and b += (y - ½) x in each of the factors (M, ·) whose target y, (M,), was seen, (M,)."""
    features = extended(context)
    work = np.empty_like(features)
    for a in range(factors.shape[0]):
        if seen[a]:
            work[:] = features
            include(factors[a], work, 1.0, targets[a] - 0.5)


@numba.njit(cache=True)
def activate(first: Array, second: Array, features: Array) -> tuple[Array, Array]:
    """Return h = (max(0, x W₁), 1), (H + 1,), and h W₂, (K,): W₁ is (d + 1, H), W₂ (H + 1, K), x (d + 1,)."""
    width = first.shape[1]
    hidden = np.zeros(width + 1)
    for i in range(features.size):
        for k in range(width):
            hidden[k] += features[i] * first[i, k]
    for k in range(width):
        hidden[k] = max(hidden[k], 0.0)
    hidden[width] = 1.0
    outputs = np.zeros(second.shape[1])
    for k in range(width + 1):
        for j in range(outputs.size):
            outputs[j] += hidden[k] * second[k, j]
    return hidden, outputs


@numba.njit(cache=True)
def propose(first: Array, second: Array, context: Array) -> Array:
    """Predict h W₂, clipped to [0, 1]: (K,)."""
    _, outputs = activate(first, second, extended(context))
    for j in range(outputs.size):
        outputs[j] = min(max(outputs[j], 0.0), 1.0)
    return outputs


@numba.njit(cache=True)
def fit(networks: tuple[Array, Array], context: Array, losses: Array, observed: Mask, rate: float) -> None:
    """Descend the gradients of the n square losses (o_j - ℓ_j)² observed, o = h W₂, by at most `rate`, in place.

    The weights of an output follow its own loss, those that all share the mean: were W₂ to follow the mean too, each
    output would learn the slower the more there are. The step is min(rate, 1 / (2 c)), c = (1/n) Σ_observed |∇o_j|²: no
    longer than what fits the pack to first order, so that large contexts cannot make it diverge.
    """
    first, second = networks
    features = extended(context)
    hidden, outputs = activate(first, second, features)
    width = first.shape[1]
    errors = np.zeros(outputs.size)
    n = 0
    for j in range(outputs.size):
        if observed[j]:
            errors[j] = outputs[j] - losses[j]
            n += 1
    if n == 0:
        return
    back = np.zeros(width)
    curvature = np.square(hidden).sum()
    length = np.square(features).sum()
    for k in range(width):
        if hidden[k] > 0.0:
            for j in range(outputs.size):
                back[k] += second[k, j] * errors[j]
                if observed[j]:
                    curvature += length * second[k, j] ** 2 / n
    step = 2.0 * min(rate, 0.5 / curvature)
    for k in range(width + 1):
        for j in range(outputs.size):
            second[k, j] -= step * hidden[k] * errors[j]
    for i in range(features.size):
        for k in range(width):
            first[i, k] -= step / n * features[i] * back[k]
