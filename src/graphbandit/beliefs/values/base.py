"""The checks that regressors share."""

from math import isfinite

from graphbandit.beliefs.settings import LARGEST
from graphbandit.errors import FeedbackError


def finite(target: float) -> float:
    """Return the target as a float held within ±1e50, or raise `FeedbackError` unless it is finite.

    >>> finite(1)
    1.0
    """
    target = float(target)
    if not isfinite(target):
        raise FeedbackError("target", "must be finite", target, "Leave out what was not seen.")
    return min(max(target, -LARGEST), LARGEST)
