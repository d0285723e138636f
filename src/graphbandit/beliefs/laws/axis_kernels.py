# mypy: disable-error-code="untyped-decorator,no-untyped-call"
"""Positions of a driver on an axis: in parts of the grid's range, on a logarithmic axis if it is bent."""

from math import asinh

import numba
import numpy as np

from graphbandit.checks import Array


@numba.njit(cache=True)
def unit_of(grid: Array) -> float:
    """Return the range of a grid, or the size of its only position, at least 1."""
    if grid.size == 1:
        return max(abs(float(grid[0])), 1.0)
    return float(grid[-1] - grid[0])


@numba.njit(cache=True)
def position(value: float, unit: float, curvature: float) -> float:
    """Return y / unit, or asinh(c y / unit) / c for c > 0: linear near 0, logarithmic far from it."""
    scaled = value / unit
    if curvature > 0.0:
        scaled = asinh(curvature * scaled) / curvature
    return scaled


@numba.njit(cache=True)
def places(grid: Array, curvature: float) -> Array:
    """Return the positions (K,) of a grid (K,)."""
    placed = np.empty(grid.size)
    for i in range(grid.size):
        placed[i] = position(grid[i], unit_of(grid), curvature)
    return placed


@numba.njit(cache=True)
def placed(interval: tuple[float, float], grid: Array, positions: Array, curvature: float) -> tuple[float, float]:
    """Return the interval held within one range of the grid; an end beyond that is moved to infinity."""
    low = position(interval[0], unit_of(grid), curvature)
    high = position(interval[1], unit_of(grid), curvature)
    reach = positions[-1] - positions[0] if grid.size > 1 else 1.0
    least, most = positions[0] - reach, positions[-1] + reach
    if interval[0] == interval[1]:
        value = min(max(low, least), most)
        return value, value
    return (-np.inf if low < least else min(low, most)), (np.inf if high > most else max(high, least))
