"""Jobs that tests give to a sweep; worker processes import them by name."""

import math
import os
import time
from collections.abc import Mapping
from typing import Any

from graphbandit.errors import MissingExtraError, SettingError
from graphbandit.experiments.store import Run


def square(settings: Mapping[str, Any]) -> Run:
    """Return the square of `x`, after a moment if asked."""
    time.sleep(settings.get("pause", 0.0))
    x = settings["x"]
    return Run(settings, [x, x * x], {"square": x * x, "root": math.sqrt(x)}, {"job": "square"})


def fragile(settings: Mapping[str, Any]) -> Run:
    """Fail on `x` = 3."""
    if settings["x"] == 3:
        raise ArithmeticError("three is too much")
    return square(settings)


def refusing(settings: Mapping[str, Any]) -> Run:
    """Refuse `x` = 3, as the library refuses bad input."""
    if settings["x"] == 3:
        raise MissingExtraError("ray", "ray")
    if settings["x"] == 4:
        raise SettingError("x", "must not be 4", settings["x"], "Pass 5.")
    return square(settings)


def deadly(settings: Mapping[str, Any]) -> Run:
    """End the process on `x` = 3, as running out of memory does."""
    if settings["x"] == 3:
        os._exit(9)
    return square(settings)
