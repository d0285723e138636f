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
from numba import types
from numba.extending import overload

from graphbandit.dec import local_kernels
from graphbandit.dec.certificate_kernels import lower_bound, polished
from graphbandit.dec.graph_kernels import OPTIONS
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

    Where that does not prove the tolerance within a few turns, all actions are taken in. The method stands in one
    place only, because each would be compiled.
    """
    K = F.size
    inside, stride, likeliest = glimpsed(F, chain)
    best, value, bound = F, np.inf, 0.0  # an adversary that agrees with the prediction takes nothing
    spent, turn = 0, 0
    while True:
        members = listed(inside, turn == TURNS)
        whole = turn == TURNS or (stride == 1 and (members.size > MOST * K or 2 * spent > limit))
        if whole:
            members = listed(inside, True)
        losses, small = chosen(F, members), part(chain, members)
        wanted = ROUGH if stride > 1 else (tolerance if whole else 0.5 * tolerance)
        found, found_value, found_bound, iterations, weights = solve(
            losses, room_of(room, members), small, near(losses, small), wanted, limit, 0.0
        )
        spent += iterations
        if whole:
            if found_value < value:
                best, value = found, found_value
            return best, value, max(bound, found_bound), spent
        p, q = np.zeros(K), np.zeros(K)
        for m in range(members.size):
            p[members[m]] = found[m]
            q[members[m]] = weights[m]
        if stride > 1:
            stride //= COARSE
            around(p, stride, inside)
            inside[likeliest] = True
            continue
        turn += 1
        W = chain_observation(p, chain[0], chain[1], chain[2], chain[3])
        least = W[0]
        for k in range(K):
            least = min(least, W[k])
        if not least > 0.0:
            turn = TURNS
            continue
        play, h = np.empty((6, K)), np.empty(K)
        local_kernels.respond(p, W, room, 0.01 * tolerance / K, play)
        bound = max(bound, lower_bound(q, play, F, room, chain))
        trial, trial_value = polished(p, F, room, chain, bound + tolerance)
        if trial_value < value:
            best, value = trial, trial_value
        if value - bound <= tolerance:
            return best, value, bound, spent
        local_kernels.rows(p, F, play, h)
        if not widen(q, F, chain, play, h, members, 0.1 * tolerance, inside):
            turn = TURNS


@numba.njit(cache=True, error_model="numpy")
def glimpsed(F, chain):
    """Tell which actions (K,) to begin with, of which stride, and the best of all.

    The stride is 1 unless a coarse chain is to be looked at first, because many actions are nearly as good as the best
    and neighbours are alike.
    """
    inside, best = promising(F, chain)
    count, highest = 0, 0.0
    for k in range(F.size):
        count += inside[k]
        highest = max(highest, F[k])
    stride = 1
    if count <= FEW or way(F) > SMOOTH * highest:
        return inside, stride, best
    while count > FEW * stride:
        stride *= COARSE
    for k in range(F.size):
        inside[k] &= k % stride == 0 or k == best
    return inside, stride, best


@numba.njit(cache=True, error_model="numpy")
def listed(inside, all_of_them):
    """Return the places (M,) of those inside, or of all."""
    places = np.empty(inside.size, np.int64)
    count = 0
    for k in range(inside.size):
        if inside[k] or all_of_them:
            places[count] = k
            count += 1
    return places[:count]


@numba.njit(cache=True, error_model="numpy")
def chosen(values, members):
    """Return the values (M,) of these members."""
    kept = np.empty(members.size)
    for m in range(members.size):
        kept[m] = values[members[m]]
    return kept


@numba.njit(cache=True, error_model="numpy")
def part(chain, members):
    """Return the chain of these members (M,) alone."""
    return chosen(chain[0], members), chosen(chain[1], members), chosen(chain[2], members), chosen(chain[3], members)


def room_of(room, members):
    """Return the room (2, M) of these members (M,), or None if there is none."""
    return None if room is None else np.stack((room[0][members], room[1][members]))


@numba.njit(cache=True, error_model="numpy")
def rooms(room, members):
    """Return the room (2, M) of these members (M,)."""
    kept = np.empty((2, members.size))
    for m in range(members.size):
        kept[0, m] = room[0, members[m]]
        kept[1, m] = room[1, members[m]]
    return kept


@overload(room_of, jit_options=OPTIONS)
def _room_of(room, members):
    if isinstance(room, types.NoneType):
        return lambda room, members: None
    return lambda room, members: rooms(room, members)


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
    for k in range(p.size):
        inside[k] = False
    for k in range(p.size):
        if p[k] > 0.1 * ROUGH:
            for other in range(max(0, k - step) // stride * stride, min(p.size, k + step + 1), stride):
                inside[other] = True


@numba.njit(cache=True, error_model="numpy")
def promising(F, chain):
    """Tell which rows -F_i + 1/W_i lie near that of the best action, if p were as 1/(1 + F)²: (K,); and that action."""
    K = F.size
    p, inside = np.empty(K), np.empty(K, np.bool_)
    total, highest, best = 0.0, 0.0, 0
    for k in range(K):
        p[k] = 1.0 / ((1.0 + F[k]) * (1.0 + F[k]))
        total += p[k]
        highest = max(highest, F[k])
        if F[k] < F[best]:
            best = k
    W = chain_observation(p, chain[0], chain[1], chain[2], chain[3])
    least = total / W[best] - NEAR if highest > NEAR else -np.inf  # all alike: all matter
    for k in range(K):
        inside[k] = total / W[k] - F[k] >= least
    return inside, best


@numba.njit(cache=True, error_model="numpy")
def widen(q, F, chain, play, h, members, margin, inside):
    """Take in the actions whose row is violated, and those that would pay to be played; tell whether there are any."""
    K = F.size
    total = 0.0
    for j in range(K):
        total += q[j]
    slope, seen = np.empty(K), np.empty(K)
    for j in range(K):
        share = q[j] / total
        y, x = 2.0 * play[0, j], 2.0 * play[1, j]
        slope[j] = F[j] + (1.0 - share) * y - share * x
        seen[j] = 0.25 * ((1.0 - share) * y * y + share * x * x)
    covered = chain_coverage(seen, chain[0], chain[1], chain[2], chain[3])
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
