"""Regressors of scikit-learn that learn by `partial_fit`."""

from dataclasses import dataclass, field
from typing import Any, final

import numpy as np

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.settings import count
from graphbandit.checks import Array
from graphbandit.errors import MissingExtraError, SettingError


@final
@dataclass(frozen=True, eq=False)
class SklearnRegressor(Regressor):
    """A clone of `model`, taught pair by pair; it predicts `start` until it has seen one.

    >>> from sklearn.linear_model import SGDRegressor
    >>> regressor = SklearnRegressor(SGDRegressor(learning_rate="constant", eta0=0.1), context_size=1)
    >>> for x in np.tile([-1.0, 1.0], 200):
    ...     regressor.update(np.array([x]), 0.5 + 0.3 * x)
    >>> round(regressor.predict(np.array([1.0])), 2)
    0.8
    """

    model: Any
    context_size: int
    start: float = 0.5
    learnt: list[Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the model and clone it."""
        try:
            from sklearn.base import clone
        except ImportError:
            raise MissingExtraError("scikit-learn", "sklearn") from None
        if not (hasattr(self.model, "partial_fit") and hasattr(self.model, "predict")):
            raise SettingError("model", "must have partial_fit and predict", self.model, "Pass an SGDRegressor().")
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))
        object.__setattr__(self, "learnt", [clone(self.model), False])

    def predict(self, context: Array) -> float:
        """Predict the target; what is not a number counts as not known yet."""
        if not self.learnt[1]:
            return self.start
        predicted = float(self.learnt[0].predict(context[None, :])[0])
        return predicted if np.isfinite(predicted) else self.start

    def update(self, context: Array, target: float) -> None:
        """Learn one pair."""
        self.learnt[0].partial_fit(context[None, :], np.array([target]))
        self.learnt[1] = True
