"""Turning what a caller passes into float64 arrays, or saying by name what is wrong with it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphbandit.errors import GammaError, InputError, ShapeError

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def numbers(value: Any, argument: str, shape: tuple[int | None, ...]) -> Array:
    """Return `value` as a C-contiguous float64 array of this shape (None: any length of at least one).

    >>> numbers([0, 1], "losses", (2,))
    array([0., 1.])
    >>> numbers("ab", "win", (None,))
    Traceback (most recent call last):
    graphbandit.errors.ShapeError: win: must be an array of numbers; got 'ab'. Pass a list or array of floats.
    """
    if type(value) is np.ndarray and value.dtype == np.float64:
        array = value if value.flags.c_contiguous else np.ascontiguousarray(value)
    else:
        array = _convert(value, argument)
    if array.shape != shape and not _fits(array.shape, shape):
        text = ", ".join("K" if size is None else str(size) for size in shape)
        rule = f"must have shape ({text}{',' if len(shape) == 1 else ''}), with at least one entry"
        raise ShapeError(argument, rule, array.shape, "Pass one entry for each action.")
    return array


def _fits(found: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    if len(found) != len(wanted) or 0 in found:
        return False
    return all(want is None or size == want for size, want in zip(found, wanted, strict=True))


def _convert(value: Any, argument: str) -> Array:
    remedy = "Pass a list or array of floats."
    try:
        array = np.asarray(value)
    except (ValueError, TypeError):
        raise ShapeError(argument, "must be a rectangular array of numbers", value, remedy) from None
    if array.dtype.kind not in "biuf":
        raise ShapeError(argument, "must be an array of numbers", value, remedy)
    return np.asarray(array, dtype=np.float64, order="C")  # ascontiguousarray turns a number into an array


def within_unit(array: Array, argument: str, error: type[InputError], remedy: str) -> None:
    """Raise `error` unless every entry lies in [0, 1]; NaN does not."""
    if not (array.min() >= 0.0 and array.max() <= 1.0):
        inside = (array >= 0.0) & (array <= 1.0)
        where = tuple(int(i) for i in np.argwhere(~inside)[0])
        place = ", ".join(map(str, where))
        raise error(argument, f"must lie in [0, 1], but entry [{place}] does not", float(array[where]), remedy)


def positive(value: Any, argument: str, error: type[InputError], remedy: str) -> float:
    """Return `value` as a float, or raise `error` unless it is a finite number above zero."""
    if type(value) is float and 0.0 < value < float("inf"):
        return value
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise error(argument, "must be a number", value, remedy)
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not (0.0 < number < float("inf")):
        raise error(argument, "must be finite and greater than 0", value, remedy)
    return number


def gamma(value: Any) -> float:
    """Return γ as a float, or raise `GammaError`."""
    return positive(value, "gamma", GammaError, "Pass a positive number; the paper uses about the root of the horizon.")
