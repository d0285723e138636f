# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The value of probabilities and a proven lower bound, in units of 1/γ, to the last digits.

At γ = 1e9 the terms are as large as 1e9 and the answer is asked for to 1e-6, which is where doubles end. Two
small moves make that harmless. Probabilities of all actions but the likeliest are raised by a factor 1 + η:
every row that only rounding held tight becomes slack. The adversary's deviations are shrunk by the same
factor: rounding in the bound's minimum is paid for a millionfold cheaper than it would cost. Each is tried
for a few η, and the best is kept.
"""

import numba
import numpy as np

from graphbandit.dec.graph_kernels import cover, observe
from graphbandit.dec.local_kernels import complement

MARGINS = (0.0, 1e-13, 1e-11, 1e-9)
ROUNDING = 1.2e-16


@numba.njit(cache=True, error_model="numpy")
def value_at(p, W, F, room):
    """Return the value p·F + max_i Σ_{j≠i} φ_j + ψ_i; `room` (2, K) lies above and below, None if relaxed."""
    likeliest, rest = complement(p)
    squares = np.empty(p.size)
    largest = 0
    common = 0.0
    for j in range(p.size):
        if room is None:
            squares[j] = p[j] * (p[j] / W[j]) if p[j] > 0.0 else 0.0
        else:
            squares[j] = clipped(p[j], W[j], room[0, j])
        if squares[j] > squares[largest]:
            largest = j
    for j in range(p.size):
        common += p[j] * F[j]
        if j != largest:
            common += squares[j]
    worst = -np.inf
    for j in range(p.size):
        other = rest if j == likeliest else 1.0 - p[j]
        shared = common if j == largest else common - squares[j] + squares[largest]
        own = other * (other / W[j]) if room is None else clipped(other, W[j], room[1, j])
        worst = max(worst, shared + own - F[j])
    return worst


@numba.njit(cache=True, error_model="numpy")
def clipped(a, W, room):
    """Return max over 0 <= y <= room of a y - W y²/4, for a >= 0."""
    if 2.0 * a < room * W:
        return a * (a / W)
    return room * (a - 0.25 * W * room)


@numba.njit(cache=True, error_model="numpy")
def polished(p, F, room, graph, enough):
    """Return probabilities on the simplex near p with the least value, or the first that is `enough`, and it."""
    likeliest, rest = complement(p)
    total = rest + p[likeliest]
    best = np.inf
    kept = p
    for margin in MARGINS:
        trial = np.empty(p.size)
        raised = 0.0
        for j in range(p.size):
            if j != likeliest:
                trial[j] = p[j] * ((1.0 + margin) / total)
                raised += trial[j]
        trial[likeliest] = 1.0 - raised
        value = value_at(trial, observe(trial, graph), F, room)
        if value < best:
            best = value
            kept = trial
        if best <= enough:
            break
    return kept, best


@numba.njit(cache=True, error_model="numpy")
def lower_bound(q, play, F, room, graph):
    """Return a bound that no probabilities can beat, from weights q on i*.

    Against i* the adversary's loss of j is f_j + y_j, and f_j - x_j where j = i*. Whatever q, y and x, the
    value of

        Σ_j q_j (x_j - F_j) + min_k F_k + (1 - q_k) y_k - q_k x_k - Σ_j g_kj ((1 - q_j) y_j² + q_j x_j²)/4

    bounds the program from below, because for fixed losses it is linear in p. Best at the optimum: y = 2p/W,
    x = 2(1 - p)/W, clipped to the room. What rounding could have added is taken off.
    """
    K = q.size
    heaviest, rest = complement(q)
    weight = 1.0 / (rest + q[heaviest])
    slope = np.empty(K)
    seen = np.empty(K)
    gain = 0.0
    offset = 0.0
    for j in range(K):
        share = q[j] * weight
        y = 2.0 * play[0, j]
        x = 2.0 * play[1, j]
        if room is not None:
            y = min(max(y, 0.0), room[0, j])
            x = min(max(x, 0.0), room[1, j])
        if not (0.0 <= x < np.inf and 0.0 <= y < np.inf and 0.0 <= share <= 1.0):
            return -np.inf  # a minimum would pass over NaN
        others = rest * weight if j == heaviest else 1.0 - share
        slope[j] = others * y - share * x
        seen[j] = 0.25 * (others * y * y + share * x * x)
        gain += share * x
        offset += share * F[j]
    seen = cover(seen, graph)
    slack = (K + 8) * ROUNDING
    best = -np.inf
    for margin in MARGINS:
        scale = 1.0 / (1.0 + margin)
        least = np.inf
        for k in range(K):
            rounding = slack * (F[k] + abs(slope[k]) + seen[k])
            least = min(least, F[k] + scale * slope[k] - scale * scale * seen[k] - rounding)
        best = max(best, scale * gain - offset + least - slack * (gain + offset))
    return best
