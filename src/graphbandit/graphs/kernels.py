# mypy: disable-error-code="untyped-decorator"
"""Sums along a chain, and the checks that run every time a graph is made."""

import numba
import numpy as np

from graphbandit.checks import Array


@numba.njit(cache=True)
def chain_observation(probabilities: Array, down: Array, up: Array, shared: Array, own: Array) -> Array:
    """Return W_j = Σ_{i>j} p_i down_i + Σ_{i<=j} p_i (up_i + shared_j) + own_j p_j, in one sweep each way.

    Nothing is subtracted: with entries and probabilities >= 0 every W_j keeps its full relative precision.
    """
    actions = probabilities.size
    observation = np.empty(actions)
    above = 0.0
    for j in range(actions - 1, -1, -1):
        observation[j] = own[j] * probabilities[j] + above
        above += probabilities[j] * down[j]
    played = 0.0
    below = 0.0
    for j in range(actions):
        played += probabilities[j]
        below += probabilities[j] * up[j]
        observation[j] += below + shared[j] * played
    return observation


@numba.njit(cache=True)
def chain_coverage(weights: Array, down: Array, up: Array, shared: Array, own: Array) -> Array:
    """Return (g v)_i = Σ_{j<i} down_i v_j + Σ_{j>=i} (up_i + shared_j) v_j + own_i v_i, in two sweeps."""
    actions = weights.size
    coverage = np.empty(actions)
    below = 0.0
    for i in range(actions):
        coverage[i] = own[i] * weights[i] + down[i] * below
        below += weights[i]
    above = 0.0
    common = 0.0
    for i in range(actions - 1, -1, -1):
        above += weights[i]
        common += shared[i] * weights[i]
        coverage[i] += up[i] * above + common
    return coverage


@numba.njit(cache=True)
def first_off_course(values: Array, rising: bool) -> int:
    """Return the first i with values[i] outside [0, 1] or turning against values[i-1]; -1 if none is."""
    for i in range(values.size):
        if not (0.0 <= values[i] <= 1.0):
            return i
        if i > 0 and (values[i] < values[i - 1] if rising else values[i] > values[i - 1]):
            return i
    return -1


@numba.njit(cache=True)
def within_unit(values: Array) -> bool:
    """Tell whether every one of the values (n,) lies in [0, 1]; NaN does not."""
    inside = True
    for value in values:
        inside &= (value >= 0.0) & (value <= 1.0)
    return inside
