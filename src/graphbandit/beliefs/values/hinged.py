"""Any regressor, bent after how its predictions miss."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.losses.linear import regressions
from graphbandit.beliefs.settings import strength
from graphbandit.beliefs.values.base import finite
from graphbandit.beliefs.values.kernels import KNOTS, bend, straighten
from graphbandit.beliefs.values.linear import memory
from graphbandit.checks import Array


@final
@dataclass(frozen=True, eq=False)
class HingedRegressor(Regressor):
    """A piecewise linear function of a regressor's prediction: linear in the context, then bent once.

    The prediction p becomes p + θ·(u, max(0, u - k), .., 1), where u is p in deviations of all predictions so
    far from their mean, within ±4, and seven knots k lie between ±1.5. θ is learnt as in `LinearRegressor`,
    forgetting as the predictions change: what values are that are 0 below a threshold, or that level off.

    >>> from graphbandit.beliefs.values import LinearRegressor
    >>> plain, bent = LinearRegressor(1), HingedRegressor(LinearRegressor(1))
    >>> for x in np.sin(np.arange(500.0)):
    ...     for regressor in (plain, bent):
    ...         regressor.update(np.array([x]), max(0.0, x))
    >>> [round(regressor.predict(np.array([-1.0])), 1) + 0.0 for regressor in (plain, bent)]
    [-0.2, 0.0]
    """

    regressor: Regressor
    ridge: float = 0.1
    forgetting: float = 0.998
    factor: Array = field(init=False, repr=False)
    moments: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from the regressor as it is."""
        ridge = strength(self.ridge, "ridge")
        for name, value in (
            ("ridge", ridge),
            ("forgetting", memory(self.forgetting, "forgetting")),
            ("factor", regressions((), KNOTS.size + 1, ridge)),
            ("moments", np.array([0.0, 1.0, 0.0])),
        ):
            object.__setattr__(self, name, value)

    @property
    def context_size(self) -> int:  # type: ignore[override]
        """The length of a context, d."""
        return self.regressor.context_size

    def predict(self, context: Array) -> float:
        """Predict the target."""
        return float(bend(self.factor, self.moments, self.regressor.predict(context)))

    def novelty(self, context: Array) -> float | None:
        """Return the novelty of a context to the regressor that is bent."""
        return self.regressor.novelty(context)

    def update(self, context: Array, target: float) -> None:
        """Learn one pair."""
        prediction = self.regressor.predict(context)
        rates = (self.forgetting, self.ridge)
        straighten(self.factor, self.moments, prediction, finite(target), rates)
        self.regressor.update(context, target)
