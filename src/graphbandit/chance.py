"""Chance: random numbers that are a function of their place, so that no generator is saved; and the normal law."""

from math import erfc, sqrt

import numpy as np

from graphbandit.checks import Array

_MASK = (1 << 64) - 1


def uniform(seed: int, stream: int, count: int) -> float:
    """Return the number in [0, 1) that stands at this place of a stream, by three rounds of SplitMix64.

    The same place always gives the same number, so a run resumed from a file goes on as if it had never
    stopped.

    >>> uniform(0, 0, 0) == uniform(0, 0, 0), uniform(0, 0, 0) == uniform(0, 0, 1)
    (True, False)
    """
    state = _mix(_mix(_mix(seed & _MASK) ^ (stream & _MASK)) ^ (count & _MASK))
    return (state >> 11) * 2.0**-53


def _mix(state: int) -> int:
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def normal_cdf(z: Array) -> Array:
    """Return the probability (K,) that a standard normal number is at most z (K,).

    >>> normal_cdf(np.array([-40.0, 0.0, 1.959964])).round(6)
    array([0.   , 0.5  , 0.975])
    """
    return np.array([0.5 * erfc(-each * sqrt(0.5)) for each in z])
