"""Linear regression, one pair at a time."""

from dataclasses import dataclass, field
from math import isfinite
from typing import final

import numpy as np

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.losses.linear import regressions
from graphbandit.beliefs.settings import count, strength, switch
from graphbandit.beliefs.values.base import finite
from graphbandit.beliefs.values.kernels import fit, foresee
from graphbandit.checks import Array
from graphbandit.errors import SettingError


def memory(value: float, argument: str) -> float:
    """Return `value` as a float, or raise `SettingError` unless it lies in (0, 1].

    >>> memory(1, "forgetting")
    1.0
    """
    memory = strength(value, argument)
    if not memory <= 1.0:
        raise SettingError(argument, "must lie in (0, 1]", memory, "Pass 1 to forget nothing.")
    return memory


@final
@dataclass(frozen=True, eq=False)
class LinearRegressor(Regressor):
    """Ridge regression: the prediction is center + θ·z for z = (x, 1), or (x, |x|, 1) if `folded`.

    θ minimises Σ (y - center - θ·z)² + ridge |θ|². With `forgetting` below 1 the past counts less by this
    factor each round, but the ridge stays as it is.

    >>> regressor = LinearRegressor(context_size=1)
    >>> for x in np.linspace(-1, 1, 200):
    ...     regressor.update(np.array([x]), 0.5 + 0.3 * x)
    >>> round(regressor.predict(np.array([1.0])), 2)
    0.79
    """

    context_size: int
    ridge: float = 1.0
    forgetting: float = 1.0
    center: float = 0.0
    folded: bool = False
    factor: Array = field(init=False, repr=False)
    rounds: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from nothing."""
        d = count(self.context_size, "context_size")
        ridge = strength(self.ridge, "ridge")
        folded = switch(self.folded, "folded")
        center = float(self.center)
        if not isfinite(center):
            raise SettingError("center", "must be finite", center, "Pass the target expected of nothing known.")
        for name, value in (
            ("context_size", d),
            ("ridge", ridge),
            ("forgetting", memory(self.forgetting, "forgetting")),
            ("center", center),
            ("folded", folded),
            ("factor", regressions((), 2 * d if folded else d, ridge)),
            ("rounds", np.zeros(1)),
        ):
            object.__setattr__(self, name, value)

    def predict(self, context: Array) -> float:
        """Predict the target."""
        return self.center + float(foresee(self.factor, context, self.folded)[0])

    def leverage(self, context: Array) -> float:
        """Return v = zᵀA⁻¹z: the variance of θ·z for noise of variance 1, where θ has a prior variance of 1/ridge.

        >>> LinearRegressor(context_size=1).leverage(np.array([0.0]))
        1.0
        """
        return float(foresee(self.factor, context, self.folded)[1])

    def novelty(self, context: Array) -> float:
        """Return v / (1 + v) for the leverage v."""
        leverage = self.leverage(context)
        return leverage / (1.0 + leverage)

    def update(self, context: Array, target: float) -> None:
        """Learn one pair."""
        rates = (self.forgetting, self.ridge)
        fit(self.factor, context, self.folded, finite(target) - self.center, self.rounds, rates)
