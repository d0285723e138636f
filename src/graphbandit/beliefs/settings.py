"""Checking the settings that beliefs and oracles share."""

from typing import Any

import numpy as np

from graphbandit.checks import positive
from graphbandit.errors import SettingError

LARGEST = 1e50  # contexts are held within ±this, where the squares of their squares are still finite


def count(value: Any, argument: str, least: int = 1) -> int:
    """Return `value` as an int, or raise `SettingError` unless it is a whole number of at least `least`.

    >>> count(3, "actions")
    3
    >>> count(0, "actions")
    Traceback (most recent call last):
    graphbandit.errors.SettingError: actions: must be a whole number of at least 1; got 0. Pass an int.
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)) or not value >= least:
        raise SettingError(argument, f"must be a whole number of at least {least}", value, "Pass an int.")
    return int(value)


def strength(value: Any, argument: str) -> float:
    """Return `value` as a float, or raise `SettingError` unless it is finite and greater than 0."""
    return positive(value, argument, SettingError, "Pass a positive number, or leave it at its default.")


def switch(value: Any, argument: str) -> bool:
    """Return `value` as a bool, or raise `SettingError` unless it is one."""
    if not isinstance(value, (bool, np.bool_)):
        raise SettingError(argument, "must be True or False", value, "Pass a bool.")
    return bool(value)
