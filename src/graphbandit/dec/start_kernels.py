# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""Where the interior point begins: near the answer in scale for every γ, worth more than later tuning."""

import numba
import numpy as np

from graphbandit.dec.certificate_kernels import value_at
from graphbandit.dec.graph_kernels import observe

MIXTURES = (0.0, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5)


@numba.njit(cache=True, error_model="numpy")
def scaled(losses, gamma):
    """Return F = γ (f - min f) for losses f (K,)."""
    least = losses[0]
    for j in range(losses.size):
        least = min(least, losses[j])
    F = np.empty(losses.size)
    for j in range(losses.size):
        F[j] = gamma * (losses[j] - least)
    return F


@numba.njit(cache=True, error_model="numpy")
def balanced(F, worth):
    """Return p_i = 1/(2 + worth_i (F_i + z)) with Σ p = 1, for F (K,) and worth (K,) > 0.

    With `worth` all 1 it is the optimum of a graph of self-loops alone (inverse gap weighting). Where the
    loss of i is seen `worth_i` times as often as i is played, that much less of it will do. Newton's method
    from below the root climbs without overshooting, the sum being convex in z.
    """
    z = -np.inf
    for j in range(F.size):
        z = max(z, -F[j] - 1.0 / worth[j])
    for _ in range(100):
        total = -1.0
        slope = 0.0
        for j in range(F.size):
            r = 1.0 / (2.0 + worth[j] * (F[j] + z))
            total += r
            slope += worth[j] * r * r
        step = total / slope
        z += step
        if not step > 1e-15 * (1.0 + abs(z)):
            break
    p = np.empty(F.size)
    total = 0.0
    for j in range(F.size):
        p[j] = 1.0 / (2.0 + worth[j] * (F[j] + z))
        total += p[j]
    for j in range(F.size):
        p[j] /= total
    return p


@numba.njit(cache=True, error_model="numpy")
def near(F, graph):
    """Return a start for actions that reveal themselves: inverse gaps, weighed once by what is seen."""
    worth = np.empty(F.size)
    for j in range(F.size):
        worth[j] = 1.0
    p = balanced(F, worth)
    worth = observe(p, graph)
    for j in range(F.size):
        worth[j] /= p[j]
    other = balanced(F, worth)
    total = 0.0
    for j in range(F.size):
        p[j] = np.sqrt(p[j] * other[j])
        total += p[j]
    for j in range(F.size):
        p[j] /= total
    return p


@numba.njit(cache=True, error_model="numpy")
def covering(matrix, F):
    """Return a start for any graph: inverse gaps with the best share of a distribution that observes all.

    The best revealer of j maximises g[i, j]/(1 + F_i)^½: the root trades loss against information as the rate
    of weakly observable graphs does. Some of everything keeps it off the boundary.
    """
    K = F.size
    price, cover, ones = np.empty(K), np.empty(K), np.empty(K)
    for i in range(K):
        price[i] = 1.0 / np.sqrt(1.0 + F[i])
        cover[i] = 0.1 / K
        ones[i] = 1.0
    for j in range(K):
        best = 0
        for i in range(K):
            if matrix[i, j] * price[i] > matrix[best, j] * price[best]:
                best = i
        cover[best] += 0.9 / K
    p = balanced(F, ones)
    kept = cover
    least = np.inf
    for share in MIXTURES:
        trial = np.empty(K)
        for i in range(K):
            trial[i] = (1.0 - share) * p[i] + share * cover[i]
        W = observe(trial, matrix)
        least_seen = W[0]
        for i in range(K):
            least_seen = min(least_seen, W[i])
        value = value_at(trial, W, F, None) if least_seen > 0.0 else np.inf
        if value < least:
            least = value
            kept = trial
    return kept
