"""What the laws here promise beyond `Law`, and the checks they share."""

from abc import abstractmethod
from typing import Any

import numpy as np

from graphbandit.beliefs.base import Law
from graphbandit.beliefs.laws.kernels import ends, span
from graphbandit.checks import Array, numbers
from graphbandit.errors import FeedbackError, SettingError

Ends = tuple[float, float]


class ScoredLaw(Law):
    """A law that says, as it learns, how likely it held what it learns."""

    @abstractmethod
    def learn(self, context: Array, low: float, high: float) -> Ends:
        """Learn as `update` does; return P(cell < first) and P(cell <= last), as predicted before.

        `first` to `last` are the cells of the grid that the interval meets.
        """

    def update(self, context: Array, low: float, high: float) -> None:
        """Learn that low < driver <= high (either may be infinite), or driver = high where low == high."""
        self.learn(context, low, high)


def learn(law: Law, context: Array, low: float, high: float) -> Ends:
    """Let any law learn, and return P(cell < first) and P(cell <= last), as predicted before."""
    if isinstance(law, ScoredLaw):
        return law.learn(context, low, high)
    first, last = span(law.grid, *interval(low, high))
    below, upto = ends(law.predict(context), first, last)
    law.update(context, low, high)
    return below, upto


def interval(low: float, high: float) -> tuple[float, float]:
    """Return (low, high), or raise `FeedbackError` if no driver is in it.

    >>> interval(-np.inf, 0.5)
    (-inf, 0.5)
    """
    low, high = float(low), float(high)
    if not low <= high or low == np.inf or high == -np.inf:
        remedy = "Pass low < high, or low == high for a driver seen exactly."
        raise FeedbackError("low, high", "must be an interval of the driver", (low, high), remedy)
    return low, high


def increasing(value: Any) -> Array:
    """Return a copy of `value` as a grid (K,), or raise `SettingError` unless it is finite and increasing."""
    grid = numbers(value, "grid", (None,)).copy()
    if not (np.all(np.isfinite(grid)) and np.all(np.diff(grid) > 0.0) and np.isfinite(grid[-1] - grid[0])):
        raise SettingError("grid", "must be finite and increasing", value, "Pass sorted positions, none twice.")
    return grid


def mixtures(value: Any) -> Array:
    """Return a copy of `value` as rows of weights (n, m), or raise `SettingError` unless each sums to 1."""
    rows = numbers(value, "tails", (None, None)).copy()
    if not (np.all(rows >= 0.0) and np.allclose(rows.sum(axis=1), 1.0, rtol=0.0, atol=1e-6)):
        raise SettingError("tails", "must be rows of weights that sum to 1", value, "Pass for example NORMAL.")
    return rows / rows.sum(axis=1, keepdims=True)
