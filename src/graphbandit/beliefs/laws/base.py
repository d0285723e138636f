"""What the laws here promise beyond `Law`, and the checks they share."""

from abc import abstractmethod
from typing import Any

import numpy as np

from graphbandit.beliefs.base import Law
from graphbandit.beliefs.laws.kernels import ends, span
from graphbandit.beliefs.settings import LARGEST
from graphbandit.checks import Array, numbers
from graphbandit.errors import FeedbackError, SettingError

Ends = tuple[float, float]


class ScoredLaw(Law):
    """A law that says, as it learns, how likely it held what it learns."""

    def update(self, context: Array, low: float, high: float) -> None:
        """Learn that low < driver <= high (either may be infinite), or driver = high where low == high."""
        learn(self, context, low, high)

    @abstractmethod
    def score(self, context: Array, low: float, high: float) -> Ends:
        """Learn as `update` does; return P(cell < first) and P(cell <= last), as predicted before.

        `first` to `last` are the cells of the grid that the interval meets. `update` has checked it.
        """


def learn(law: Law, context: Array, low: float, high: float) -> Ends:
    """Let any law learn an interval, and return P(cell < first) and P(cell <= last), as predicted before.

    An interval without ends teaches nothing.
    """
    low, high = float(low), float(high)
    if not low <= high or low == np.inf or high == -np.inf:
        remedy = "Pass low < high, or low == high for a driver seen exactly."
        raise FeedbackError("low, high", "must be an interval of the driver", (low, high), remedy)
    if low == -np.inf and high == np.inf:
        return 0.0, 1.0
    if isinstance(law, ScoredLaw):
        return law.score(context, low, high)
    first, last = span(law.grid, low, high)
    below, upto = ends(law.predict(context), first, last)
    law.update(context, low, high)
    return below, upto


def increasing(value: Any) -> Array:
    """Return a copy of `value` as a grid (K,), or raise `SettingError` unless it increases within ±1e50.

    >>> increasing([0, 0.5, 1])
    array([0. , 0.5, 1. ])
    """
    grid = numbers(value, "grid", (None,)).copy()
    if not (np.all(np.abs(grid) <= LARGEST) and np.all(grid[1:] > grid[:-1])):
        remedy = "Pass sorted positions, none twice."
        raise SettingError("grid", f"must increase, within ±{LARGEST:.0e}", value, remedy)
    return grid


def mixtures(value: Any) -> Array:
    """Return a copy of `value` as rows of weights (n, m), or raise `SettingError` unless each sums to 1.

    >>> mixtures([[0.5, 0.5], [1, 0]])
    array([[0.5, 0.5],
           [1. , 0. ]])
    """
    rows = numbers(value, "tails", (None, None)).copy()
    if not (np.all(rows >= 0.0) and np.allclose(rows.sum(axis=1), 1.0, rtol=0.0, atol=1e-6)):
        remedy = "Pass for example [NORMAL]."
        raise SettingError("tails", "must be rows of weights that sum to 1", value, remedy)
    return rows
