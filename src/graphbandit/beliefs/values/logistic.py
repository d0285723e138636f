"""Logistic regression, one pair at a time."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.graphs.kernels import classify, discern
from graphbandit.beliefs.losses.linear import regressions
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array
from graphbandit.errors import FeedbackError

SEEN = np.ones(1, dtype=np.bool_)


@final
@dataclass(frozen=True, eq=False)
class LogisticRegressor(Regressor):
    """The probability of a label, logistic in the context, by improper regression (AIOLI, Jézéquel et al. 2020).

    Targets are 0 or 1. `radius` is the largest logit that may be needed; the regret under the log loss is that of
    an edge in `PairwiseLogistic`. `factors` (1, ·) is the regression, packed as in `losses.kernels`.

    >>> regressor = LogisticRegressor(context_size=1)
    >>> for label in np.tile([1.0, 1.0, 1.0, 0.0], 50):
    ...     regressor.update(np.array([0.5]), label)
    >>> round(regressor.predict(np.array([0.5])), 2)
    0.74
    """

    context_size: int
    ridge: float = 0.1
    radius: float = 4.0
    factors: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from nothing."""
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))
        object.__setattr__(self, "ridge", strength(self.ridge, "ridge"))
        object.__setattr__(self, "radius", strength(self.radius, "radius"))
        object.__setattr__(self, "factors", regressions((1,), self.context_size, 2.0 * self.ridge))

    def predict(self, context: Array) -> float:
        """Predict the probability of a 1."""
        return float(classify(self.factors, context)[0])

    def update(self, context: Array, target: float) -> None:
        """Learn one label."""
        if target not in (0.0, 1.0):
            raise FeedbackError("target", "must be 0 or 1", target, "Pass a label.")
        discern(self.factors, context, np.array([float(target)]), SEEN, self.radius)
