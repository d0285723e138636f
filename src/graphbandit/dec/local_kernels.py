# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The program as the interior point sees it: one small block for each action.

In units of 1/γ, with F = γ (f - min f) and W = gᵀp, the program is to minimise u subject to

    h_i = Σ_j φ_j + ψ_i - φ_i <= u,     φ = p F + max_y p y - W y²/4,     ψ = -(1 - p) F + max_x (1 - p) x - W
    x²/4,

y and x being how far the adversary's loss lies above f for j != i*, and below it for j = i*. Relaxed they are
free, y = 2p/W and x = 2(1 - p)/W; boxed they stay under room[0] = γ (1 - f) and room[1] = γ f. There the
limits are softened by logarithms of height `blur`, which sinks with the target: φ and ψ stay smooth, and the
answer is sharp at the end.

Given multipliers q of these rows (Σ q = 1), action j meets the others only through W_j and through one
scalar, τ = ∇(Σ φ)·d - du. So a Newton step needs of each action a 2x2 block over (dp_j, dW_j), a gradient,
and the coefficient of τ. With r = y/2 and t = x/2 the gradients of φ and ψ over (p, W) are (F + 2r, -r²) and
(F - 2t, -t²).
"""

import numba
import numpy as np


@numba.njit(cache=True, error_model="numpy")
def complement(p):
    """Return the largest entry's place, and the sum of the others: 1 - p there would keep no digits of it."""
    likeliest = 0
    for j in range(p.size):
        if p[j] > p[likeliest]:
            likeliest = j
    rest = 0.0
    for j in range(p.size):
        if j != likeliest:
            rest += p[j]
    return likeliest, rest


@numba.njit(cache=True, error_model="numpy")
def respond(p, W, room, blur, play):
    """Write `play` (6, K): y/2, x/2, how much of 2/W their squares keep, and φ - pF, ψ + (1-p)F."""
    likeliest, rest = complement(p)
    for j in range(p.size):
        inverse = 1.0 / W[j]
        other = rest if j == likeliest else 1.0 - p[j]
        if room is None:
            play[0, j] = p[j] * inverse
            play[1, j] = other * inverse
            play[2, j] = 1.0
            play[3, j] = 1.0
            play[4, j] = p[j] * p[j] * inverse
            play[5, j] = other * other * inverse
        else:
            play[0, j], play[2, j], play[4, j] = limited(p[j], inverse, room[0, j], blur)
            play[1, j], play[3, j], play[5, j] = limited(other, inverse, room[1, j], blur)


@numba.njit(cache=True, error_model="numpy")
def limited(a, inverse, room, blur):
    """Return y/2, the share of 2/W kept, and the value of max_y a y - W y²/4 under y <= room, softened.

    By duality it is min over c > 0 of (a - c)²/W + room c - blur log c: c is the part of a played against the
    limit.
    """
    slope = room - 2.0 * a * inverse
    root = np.sqrt(slope * slope + 8.0 * inverse * blur)
    c = 2.0 * blur / (slope + root) if slope > 0.0 else (root - slope) / (4.0 * inverse)
    half = (a - c) * inverse if slope > 0.0 else 0.5 * (room - blur / c)
    wall = blur / (c * c)
    value = half * half / inverse + room * c - blur * np.log(c)
    return half, wall / (wall + 2.0 * inverse), value


@numba.njit(cache=True, error_model="numpy")
def rows(p, F, play, h):
    """Write h_i for every i, the largest φ kept apart so that no row takes it out of a sum again."""
    largest = 0
    for j in range(p.size):
        if play[4, j] > play[4, largest]:
            largest = j
    common = 0.0
    for j in range(p.size):
        common += p[j] * F[j]
        if j != largest:
            common += play[4, j]
    for j in range(p.size):
        shared = common if j == largest else common - play[4, j] + play[4, largest]
        h[j] = shared - F[j] + play[5, j]


@numba.njit(cache=True, error_model="numpy")
def anchor_of(play):
    """Return the action whose p/W is largest if it is above 1, else -1.

    Its φ is far larger than anything else, and every row but its own contains it. So its row is made the one
    that the others are told from, Σ φ - φ_a + ψ_a; the gradients that would cancel are then never added.
    """
    anchor = -1
    largest = 1.0
    for j in range(play.shape[1]):
        if play[0, j] > largest:
            largest = play[0, j]
            anchor = j
    return anchor


@numba.njit(cache=True, error_model="numpy")
def linearise(p, W, s, q, z, play, anchor, blocks):
    """Write the blocks (5, K): root of E11, E12/E11, root of what E11 leaves of E22; coefficients of τ.

    The Hessian of (1 - q) φ + q ψ is a sum of two squares, of dp - r dW and dp + t dW; the row i = j adds q/s
    (b·d)² with b = ∇(ψ - φ), the sign p >= 0 adds z/p dp². The determinant is summed from the crosses of the
    squares, each of them positive, for subtracting would lose it. The anchor's row is all τ, and its b (2,)
    goes into the other rows. Returns Σ q/s with and without the anchor: the coefficient of τ in its own
    equation, and the weight of that b.
    """
    heaviest, rest = complement(q)
    total = 0.0
    for j in range(p.size):
        inverse = 1.0 / W[j]
        r = play[0, j]
        t = play[1, j]
        first = 2.0 * (rest if j == heaviest else 1.0 - q[j]) * inverse * play[2, j]
        second = 2.0 * q[j] * inverse * play[3, j]
        weight = q[j] / s[j] if j != anchor else 0.0
        sign = z[j] / p[j]
        both = t + r
        b1 = -2.0 * both
        b2 = (r - t) * both
        k1 = weight * b1
        k2 = weight * b2
        E11 = first + second + k1 * b1 + sign
        E12 = second * t - first * r + k1 * b2
        square = both * both
        determinant = (
            first * second * square
            + (first + second) * weight * square * square
            + sign * (first * r * r + second * t * t + weight * b2 * b2)
        )
        blocks[0, j] = np.sqrt(E11)
        blocks[1, j] = E12 / E11
        blocks[2, j] = np.sqrt(determinant / E11)
        blocks[3, j] = k1
        blocks[4, j] = k2
        total += weight
    if anchor >= 0:
        return total + q[anchor] / s[anchor], total
    return total, 0.0


@numba.njit(cache=True, error_model="numpy")
def gradient(p, F, s, q, residual, target_s, target_p, play, anchor, g):
    """Write the gradient (2, K) over (dp, dW) for these targets of complementarity; return τ's right side."""
    total = 0.0
    for j in range(p.size):
        if j != anchor:
            r = play[0, j]
            t = play[1, j]
            m = (target_s[j] + q[j] * residual[j]) / s[j]
            g[0, j] = F[j] + 2.0 * r - 2.0 * m * (r + t) - target_p[j] / p[j]
            g[1, j] = m * (r - t) * (r + t) - r * r
            total += m
    if anchor >= 0:
        r = play[0, anchor]
        t = play[1, anchor]
        g[0, anchor] = F[anchor] - 2.0 * t + 2.0 * total * (r + t) - target_p[anchor] / p[anchor]
        g[1, anchor] = -t * t - total * (r - t) * (r + t)
        total += (target_s[anchor] + q[anchor] * residual[anchor]) / s[anchor]
    return 1.0 - total


@numba.njit(cache=True, error_model="numpy")
def recover(p, F, s, q, z, residual, target_s, target_p, play, anchor, dp, dW, tau, ds, dq, dz):
    """Write the steps of slacks and multipliers that go with (dp, dW, τ); return du."""
    away = 0.0
    if anchor >= 0:
        r = play[0, anchor]
        t = play[1, anchor]
        away = (r + t) * ((r - t) * dW[anchor] - 2.0 * dp[anchor])
    common = 0.0
    for j in range(p.size):
        r = play[0, j]
        t = play[1, j]
        if j != anchor:
            ds[j] = -residual[j] - tau - (r + t) * ((r - t) * dW[j] - 2.0 * dp[j]) + away
            common += (F[j] + 2.0 * r) * dp[j] - r * r * dW[j]
        else:
            ds[j] = -residual[j] - tau
            common += (F[j] - 2.0 * t) * dp[j] - t * t * dW[j]
        dq[j] = (target_s[j] - q[j] * ds[j]) / s[j] - q[j]
        dz[j] = (target_p[j] - z[j] * dp[j]) / p[j] - z[j]
    return common - tau
