# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""What all laws share: cells of the driver, contexts held to size, and the weighing of laws.

The K positions of a grid cut the axis into K + 1 cells (-inf, g_0], (g_0, g_1], ..., (g_{K-1}, inf).
"""

import numba
import numpy as np

from graphbandit.checks import Array

LARGE = 8.0  # z-scored features seldom pass it; larger ones are scaled to it
HEAD = 10.0  # the weights lost to chance sharing multiply to 1 - 1 / HEAD over all time
SWITCHING = 0.02  # of the weights that follow a drifting world, unless told otherwise
SLOWEST = 0.01  # the blending weights never move slower than one part in a hundred


@numba.njit(cache=True)
def span(grid: Array, low: float, high: float) -> tuple[int, int]:
    """Return the first and last cell that low < driver <= high meets, or the one of driver = high = low."""
    last = int(np.searchsorted(grid, high))
    first = last if low == high else min(int(np.searchsorted(grid, low, side="right")), last)
    return first, last


@numba.njit(cache=True)
def ends(cumulative: Array, first: int, last: int) -> tuple[float, float]:
    """Return P(cell < first) and P(cell <= last) for P(driver <= g_i), (K,)."""
    below = 0.0 if first == 0 else cumulative[first - 1]
    upto = 1.0 if last == cumulative.size else cumulative[last]
    return below, upto


@numba.njit(cache=True)
def settle(cumulative: Array) -> None:
    """Clip P(driver <= g_i), (K,), to [0, 1] and undo what rounding lowered, in place."""
    highest = 0.0
    for i in range(cumulative.size):
        highest = min(max(highest, cumulative[i]), 1.0)
        cumulative[i] = highest


@numba.njit(cache=True)
def tame(context: Array, peaks: Array, folded: bool) -> Array:
    """Return features (z, 1), or (z, c (|z| - m), 1) if folded, of a context (d,).

    z_i = x_i / max(1, peak_i / 8), where peak_i, (d,), is the largest |x_i| so far, x itself included: within
    ±8 whatever the scale of x, and x itself as long as |x_i| <= 8. c = 1.6 and m = 0.8 make the folded
    features of a standard normal z standard too.
    """
    d = context.size
    features = np.ones(2 * d + 1 if folded else d + 1)
    for i in range(d):
        z = context[i] / max(1.0, max(peaks[i], abs(context[i])) / LARGE)
        features[i] = z
        if folded:
            features[d + i] = 1.6 * (abs(z) - 0.8)
    return features


@numba.njit(cache=True)
def heighten(context: Array, peaks: Array) -> None:
    """Let peaks (d,) be at least |context|, in place."""
    for i in range(context.size):
        peaks[i] = max(peaks[i], abs(context[i]))


def standing(laws: int) -> tuple[Array, Array, Array]:
    """Return weights (3, N), trust (3,) and rounds (1,) of the first round: half of the trust in keeping."""
    return np.full((3, laws), 1.0 / laws), np.array([0.5, 0.25, 0.25]), np.zeros(1)


@numba.njit(cache=True)
def shares(weights: Array, trust: Array) -> Array:
    """Return the share (N,) of each law, Σ_s trust_s weights[s, n], for weights (3, N) and trust (3,)."""
    total = np.zeros(weights.shape[1])
    for s in range(3):
        for n in range(total.size):
            total[n] += trust[s] * weights[s, n]
    return total


@numba.njit(cache=True)
def reweigh(weights: Array, trust: Array, rounds: Array, likely: Array, share: float) -> None:
    """Learn from the probabilities P_n, (N,), that N laws gave to what was observed, in place.

    Three ways to weigh, q_s = Σ_n w_sn P_n, themselves weighed by Bayes, trust_s *= q_s / Σ trust q:
        keep:    w_n *= P_n / q, the aggregating forecaster, and then ε of it is shared evenly
        switch:  the same, but `share` of it is shared evenly (Herbster and Warmuth 1998)
        blend:   w_n *= 1 - η + η P_n / q, after the best fixed mixture of the laws, not the best law
    in round t = `rounds`, with ε = 1 / (10 + t)² and η = max(1 / (N + 1 + t), .01); of the trust too ε is
    shared. Since Π (1 - ε) = 9/10, keeping costs at most log N + log 10/9 over the best law.
    """
    N = weights.shape[1]
    t = rounds[0]
    rounds[0] = t + 1.0
    epsilon = 1.0 / (HEAD + t) ** 2
    rate = max(1.0 / (N + 1.0 + t), SLOWEST)
    total = 0.0
    for s in range(3):
        q = 0.0
        for n in range(N):
            q += weights[s, n] * likely[n]
        trust[s] *= q
        total += trust[s]
        if not q > 0.0:
            continue
        even = epsilon if s == 0 else (share if s == 1 else 0.0)
        step = rate if s == 2 else 1.0
        for n in range(N):
            w = weights[s, n] * (1.0 - step + step * likely[n] / q)
            weights[s, n] = (1.0 - even) * w + even / N
    for s in range(3):
        trust[s] = (1.0 - epsilon) * (trust[s] / total if total > 0.0 else 1.0 / 3.0) + epsilon / 3.0


@numba.njit(cache=True)
def blend(cumulatives: Array, weights: Array, trust: Array) -> Array:
    """Return the mixture (K,) of cumulative functions (N, K)."""
    share = shares(weights, trust)
    mixed = np.zeros(cumulatives.shape[1])
    for n in range(share.size):
        for i in range(mixed.size):
            mixed[i] += share[n] * cumulatives[n, i]
    settle(mixed)
    return mixed
