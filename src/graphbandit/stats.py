"""Means over seeds, with deviation and interval."""

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from graphbandit.checks import Array
from graphbandit.errors import SettingError

# two-sided 95 % quantiles of Student's t for 1, 2, ... degrees of freedom; beyond them Fisher's expansion
T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


def quantile_95(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's t."""
    return T_95[freedom - 1] if freedom <= len(T_95) else 1.95996 + 2.3723 / freedom + 2.823 / freedom**2


@final
@dataclass(frozen=True, slots=True)
class Summary:
    """A mean over seeds, the deviation between seeds, and the 95 % interval of the mean.

    >>> summary = Summary.of([1.0, 2.0, 3.0, 4.0])
    >>> summary.mean, round(summary.deviation, 3), round(summary.low, 2), round(summary.high, 2)
    (2.5, 1.291, 0.45, 4.55)
    """

    mean: float
    deviation: float
    low: float
    high: float
    count: int

    @classmethod
    def of(cls, values: Any) -> "Summary":
        """Summarise values, one a seed; a single one has no interval and says so by NaN."""
        array = np.asarray(values, dtype=np.float64).ravel()
        if array.size == 0:
            raise SettingError("values", "must not be empty", values, "Pass one value a seed.")
        mean = float(array.mean())
        if array.size == 1:
            return cls(mean, math.nan, math.nan, math.nan, 1)
        deviation = float(array.std(ddof=1))
        half = quantile_95(array.size - 1) * deviation / math.sqrt(array.size)
        return cls(mean, deviation, mean - half, mean + half, array.size)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Band:
    """Mean and deviation of curves over seeds, (points,) each."""

    mean: Array
    deviation: Array

    @classmethod
    def of(cls, curves: Any) -> "Band":
        """Summarise curves (seeds, points)."""
        array = np.asarray(curves, dtype=np.float64)
        deviation = array.std(axis=0, ddof=1) if len(array) > 1 else np.zeros(array.shape[1])
        return cls(array.mean(axis=0), deviation)


def ratio(first: Any, second: Any) -> Summary:
    """Summarise first/second over paired seeds, as the mean of first over that of second, with a jackknife interval."""
    a = np.asarray(first, dtype=np.float64).ravel()
    b = np.asarray(second, dtype=np.float64).ravel()
    if a.size != b.size or a.size == 0:
        raise SettingError("first", "must have as many seeds as second", (a.size, b.size), "Pair the runs by seed.")
    whole = float(a.mean() / b.mean())
    if a.size == 1:
        return Summary(whole, math.nan, math.nan, math.nan, 1)
    n = a.size
    left = (a.sum() - a) / (b.sum() - b)
    error = math.sqrt((n - 1) / n * float(((left - left.mean()) ** 2).sum()))
    half = quantile_95(n - 1) * error
    return Summary(whole, error * math.sqrt(n), whole - half, whole + half, n)
