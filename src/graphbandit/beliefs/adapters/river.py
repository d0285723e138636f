"""Regressors of River."""

from dataclasses import dataclass, field
from math import isfinite
from typing import Any, final

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.settings import count
from graphbandit.checks import Array
from graphbandit.errors import MissingExtraError, SettingError


@final
@dataclass(frozen=True, eq=False)
class RiverRegressor(Regressor):
    """A clone of `model`, a regressor or pipeline of River, taught pair by pair; features are named 0, 1, ...

    >>> import numpy as np
    >>> from river.linear_model import LinearRegression
    >>> regressor = RiverRegressor(LinearRegression(intercept_lr=0.1), context_size=1)
    >>> for x in np.tile([-1.0, 1.0], 800):
    ...     regressor.update(np.array([x]), 0.5 + 0.3 * x)
    >>> round(regressor.predict(np.array([1.0])), 1)
    0.8
    """

    model: Any
    context_size: int
    start: float = 0.5
    learnt: list[Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the model and clone it."""
        try:
            from river.base import Estimator
        except ImportError:
            raise MissingExtraError("river", "river") from None
        if not (isinstance(self.model, Estimator) and hasattr(self.model, "predict_one")):
            raise SettingError("model", "must be a regressor of River", self.model, "Pass a LinearRegression().")
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))
        object.__setattr__(self, "learnt", [self.model.clone(), False])

    def predict(self, context: Array) -> float:
        """Predict the target; what is not a number counts as not known yet."""
        if not self.learnt[1]:
            return self.start
        predicted = self.learnt[0].predict_one(dict(enumerate(context.tolist())))
        return float(predicted) if predicted is not None and isfinite(predicted) else self.start

    def update(self, context: Array, target: float) -> None:
        """Learn one pair."""
        self.learnt[0].learn_one(dict(enumerate(context.tolist())), target)
        self.learnt[1] = True
