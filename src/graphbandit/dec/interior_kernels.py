# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The interior point method itself, the same for chains and matrices, relaxed and boxed.

Mehrotra's predictor and corrector from an infeasible start. The slacks s of the rows are unknowns of their
own: kept free they let the method walk through points where a row is violated, which near-deterministic
graphs require.
"""

import numba
import numpy as np

from graphbandit.dec import local_kernels
from graphbandit.dec.certificate_kernels import lower_bound, polished
from graphbandit.dec.graph_kernels import cover, factor, observe, refined, workspace

NEARLY = 0.99


@numba.njit(cache=True, error_model="numpy")
def solve(F, room, graph, start, tolerance, limit, caution):
    """Minimise the program in units of 1/γ; return probabilities, value, bound, iterations, and the bound's q (K,).

    F (K,) = γ (f - min f) >= 0; `room` (2, K) = γ (1 - f), γ f for the boxed program, else None; `graph` a
    matrix or a chain; `start` (K,) positive, summing to 1, with every W > 0. It stops as soon as value -
    bound <= tolerance, and gives the best that it saw if it never gets there. `caution` is the least share of
    the gap that a step may leave.
    """
    K = F.size
    p = start.copy()
    play, h = np.empty((6, K)), np.empty(K)
    local_kernels.respond(p, observe(p, graph), room, 1.0, play)
    local_kernels.rows(p, F, play, h)
    u = h[0]
    for j in range(K):
        u = max(u, h[j])
    height = min(1.0, u)
    u += height
    s, q, z = np.empty(K), np.empty(K), np.empty(K)
    total = 0.0
    for j in range(K):
        s[j] = max(u - h[j], height)
        total += 1.0 / s[j]
    target = 1.0 / total
    for j in range(K):
        q[j] = target / s[j]
        z[j] = target / p[j]
    blocks, g, residual = np.empty((5, K)), np.empty((2, K)), np.empty(K)
    target_s, target_p, pull = np.empty(K), np.empty(K), np.zeros(K)
    dp, dW, ds, dq, dz = np.empty(K), np.empty(K), np.empty(K), np.empty(K), np.empty(K)
    work = workspace(K, graph)
    best, value, bound = p, np.inf, -np.inf
    first_gap = np.inf
    iteration = 0
    while True:
        W = observe(p, graph)
        local_kernels.respond(p, W, room, target, play)
        local_kernels.rows(p, F, play, h)
        gap = 0.0
        mass = 1.0
        for j in range(K):
            residual[j] = h[j] - u + s[j]
            gap += q[j] * s[j] + z[j] * p[j]
            mass -= p[j]
        if iteration == 0:
            first_gap = gap
        if not gap < 1e6 * first_gap:
            break
        if gap < 10.0 * tolerance or iteration == limit:
            bound = max(bound, lower_bound(q, play, F, room, graph))
            trial, trial_value = polished(p, F, room, graph, bound + tolerance)
            if trial_value < value:
                value = trial_value
                best = trial
            if value - bound <= tolerance or iteration == limit:
                break
        iteration += 1
        anchor = local_kernels.anchor_of(play)
        curvature, weight = local_kernels.linearise(p, W, s, q, z, play, anchor, blocks)
        k = cover(blocks[4], graph)
        for j in range(K):
            k[j] += blocks[3, j]
        if anchor >= 0:
            both = play[0, anchor] + play[1, anchor]
            for j in range(K):
                pull[j] = (play[0, anchor] - play[1, anchor]) * both if j == anchor else 0.0
            pull = cover(pull, graph)
            pull[anchor] -= 2.0 * both
            for j in range(K):
                k[j] -= weight * pull[j]
        factor(blocks, k, curvature, weight, pull, graph, work)
        for j in range(K):
            target_s[j] = 0.0
            target_p[j] = 0.0
        primal, dual, du = 1.0, 1.0, 0.0
        for corrector in range(2):
            side = local_kernels.gradient(p, F, s, q, residual, target_s, target_p, play, anchor, g)
            slope = cover(g[1], graph)
            for j in range(K):
                slope[j] += g[0, j]
            tau = refined(blocks, k, curvature, weight, pull, slope, mass, side, graph, work, dp, dW, ds, dq, corrector)
            du = local_kernels.recover(
                p, F, s, q, z, residual, target_s, target_p, play, anchor, dp, dW, tau, ds, dq, dz
            )
            share = (NEARLY if caution == 0.0 else 0.9) if corrector else 1.0
            primal = min(reach(p, dp, share), reach(s, ds, share))
            dual = min(reach(q, dq, share), reach(z, dz, share))
            if corrector:
                break
            ahead = meeting(s, ds, q, dq, primal, dual) + meeting(p, dp, z, dz, primal, dual)
            # a gap far below the tolerance is no use, and ahead of the stationarity it does harm
            target = max(max((ahead / gap) ** 3, caution) * gap, 0.05 * tolerance) / (2 * K)
            aim(target, ds, dq, target_s)
            aim(target, dp, dz, target_p)
        u += primal * du
        for j in range(K):
            p[j] += primal * dp[j]
            s[j] += primal * ds[j]
            q[j] += dual * dq[j]
            z[j] += dual * dz[j]
    return best, value, bound, iteration, q


@numba.njit(cache=True, error_model="numpy")
def reach(x, dx, share):
    """Return the longest step in (0, 1] that takes at most this share of the way to any x = 0."""
    step = 1.0
    for j in range(x.size):
        if dx[j] < 0.0:
            step = min(step, -share * x[j] / dx[j])
    return step


@numba.njit(cache=True, error_model="numpy")
def meeting(x, dx, y, dy, primal, dual):
    """Return the complementarity Σ x y after the step."""
    total = 0.0
    for j in range(x.size):
        total += (x[j] + primal * dx[j]) * (y[j] + dual * dy[j])
    return total


@numba.njit(cache=True, error_model="numpy")
def aim(target, dx, dy, out):
    """Write the corrector's target for each product x y, its second-order term held within ten targets."""
    for j in range(out.size):
        out[j] = target - min(max(dx[j] * dy[j], -10.0 * target), 10.0 * target)
