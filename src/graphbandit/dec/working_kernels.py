# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""Chains solved on the few actions that matter, and proved for all.

At the optimum an action that costs too much is neither played nor i*: its row lies below the others, and to play
it would gain nothing. A chain without some of its actions is a chain again. So the program of the actions that are
nearly as good as the best is solved, all the others are asked in O(K) whether they would change anything, those
that would are taken in, and it is solved again. What comes of it has the same certificate, over all actions, as
if none had been left out.
"""

import numba
import numpy as np

from graphbandit.dec import local_kernels
from graphbandit.dec.certificate_kernels import lower_bound, polished
from graphbandit.dec.interior_kernels import solve
from graphbandit.dec.start_kernels import near
from graphbandit.graphs.kernels import chain_coverage, chain_observation

NEAR = 1.25  # how far below the best one's row may lie a row that is taken in at first
MOST = 0.5  # share of the actions from which on leaving the rest out saves nothing
TURNS = 2
COARSE = 8  # one in so many actions stands for its neighbours in a first look
FEW = 64  # actions that need no such look
SMOOTH = 4.0  # times the range is the way up and down that losses may go along the chain and still be alike nearby
ROUGH = 1e-3  # the tolerance of a first look, and a tenth of the probability that it counts as played


@numba.njit(cache=True, error_model="numpy")
def narrowed(F, room, chain, tolerance, limit):
    """Minimise as `interior_kernels.solve` does, in O(K) and O(M) an iteration for the M actions that matter.

    Where that does not prove the tolerance within a few turns, all actions are taken in.
    """
    K = F.size
    inside, spent = glimpsed(F, room, chain, limit)
    best, value, bound = F, np.inf, 0.0  # an adversary that agrees with the prediction takes nothing
    for _ in range(TURNS):
        members = np.flatnonzero(inside)
        if members.size > MOST * K or 2 * spent > limit:
            break
        p, q, iterations = within(F, room, chain, members, 0.5 * tolerance, limit)
        spent += iterations
        W = chain_observation(p, *chain)
        if not W.min() > 0.0:
            break
        play, h = np.empty((6, K)), np.empty(K)
        local_kernels.respond(p, W, room, 0.01 * tolerance / K, play)
        bound = max(bound, lower_bound(q, play, F, room, chain))
        trial, trial_value = polished(p, F, room, chain, bound + tolerance)
        if trial_value < value:
            best, value = trial, trial_value
        if value - bound <= tolerance:
            return best, value, bound, spent
        local_kernels.rows(p, F, play, h)
        if not widen(q, F, room, chain, play, h, members, 0.1 * tolerance, inside):
            break
    p, all_value, all_bound, iterations, _ = solve(F, room, chain, near(F, chain), tolerance, limit, 0.0)
    if all_value < value:
        best, value = p, all_value
    return best, value, max(bound, all_bound), spent + iterations


@numba.njit(cache=True, error_model="numpy")
def glimpsed(F, room, chain, limit):
    """Tell which actions (K,) to begin with, and the iterations spent.

    Where many are nearly as good as the best and neighbours are alike, a coarse chain says which of them are played.
    """
    inside = promising(F, chain)
    spent = 0
    count = inside.sum()
    if count <= FEW or way(F) > SMOOTH * F.max():
        return inside, spent
    stride = COARSE
    while count > FEW * stride:
        stride *= COARSE
    best = F.argmin()
    inside[:best] &= (np.arange(best) % stride) == 0
    inside[best + 1 :] &= (np.arange(best + 1, F.size) % stride) == 0
    while stride > 1:
        p, _, iterations = within(F, room, chain, np.flatnonzero(inside), ROUGH, limit)
        spent += iterations
        stride //= COARSE
        around(p, stride, inside)
        inside[best] = True
    return inside, spent


@numba.njit(cache=True, error_model="numpy")
def way(F):
    """Return the way up and down along the chain, Σ |F_k - F_{k-1}|."""
    total = 0.0
    for k in range(1, F.size):
        total += abs(F[k] - F[k - 1])
    return total


@numba.njit(cache=True, error_model="numpy")
def around(p, stride, inside):
    """Write which actions (K,) of this stride lie within a coarser step of one that p (K,) plays."""
    step = stride * COARSE
    inside[:] = False
    for k in range(p.size):
        if p[k] > 0.1 * ROUGH:
            for other in range(max(0, k - step) // stride * stride, min(p.size, k + step + 1), stride):
                inside[other] = True


@numba.njit(cache=True, error_model="numpy")
def promising(F, chain):
    """Tell which rows -F_i + 1/W_i lie near that of the best action, if p were as 1/(1 + F)²: (K,)."""
    p = np.empty(F.size)
    total, best = 0.0, 0
    for k in range(F.size):
        p[k] = 1.0 / (1.0 + F[k]) ** 2
        total += p[k]
        if F[k] < F[best]:
            best = k
    W = chain_observation(p, *chain)
    least = total / W[best] - NEAR if F.max() > NEAR else -np.inf  # all alike: all matter
    inside = np.empty(F.size, np.bool_)
    for k in range(F.size):
        inside[k] = total / W[k] - F[k] >= least
    return inside


@numba.njit(cache=True, error_model="numpy")
def within(F, room, chain, members, tolerance, limit):
    """Solve the program of these members (M,) alone; return its p and q over all actions (K,), 0 elsewhere."""
    down, up, shared, own = chain
    small = (down[members], up[members], shared[members], own[members])
    losses = F[members]
    if room is None:
        found = solve(losses, None, small, near(losses, small), tolerance, limit, 0.0)
    else:
        limits = np.empty((2, members.size))
        limits[0], limits[1] = room[0][members], room[1][members]
        found = solve(losses, limits, small, near(losses, small), tolerance, limit, 0.0)
    p, q = np.zeros(F.size), np.zeros(F.size)
    p[members] = found[0]
    q[members] = found[4]
    return p, q, found[3]


@numba.njit(cache=True, error_model="numpy")
def widen(q, F, room, chain, play, h, members, margin, inside):
    """Take in the actions whose row is violated, and those that would pay to be played; tell whether there are any."""
    K = F.size
    total = q.sum()
    slope, seen = np.empty(K), np.empty(K)
    for j in range(K):
        share = q[j] / total
        y, x = 2.0 * play[0, j], 2.0 * play[1, j]
        slope[j] = F[j] + (1.0 - share) * y - share * x
        seen[j] = 0.25 * ((1.0 - share) * y * y + share * x * x)
    covered = chain_coverage(seen, *chain)
    highest, least = -np.inf, np.inf
    for j in members:
        highest = max(highest, h[j])
        least = min(least, slope[j] - covered[j])
    grown = False
    for j in range(K):
        if not inside[j] and (h[j] > highest + margin or slope[j] - covered[j] < least - margin):
            inside[j] = True
            grown = True
    return grown
