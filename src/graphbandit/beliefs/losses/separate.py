"""A regressor of one's own for every action."""

from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.beliefs.base import LossOracle, Regressor
from graphbandit.checks import Array, Mask
from graphbandit.errors import SettingError


@final
@dataclass(frozen=True, eq=False)
class SeparateLosses(LossOracle):
    """The loss of each action by its own regressor, `regressors` (K,), clipped to [0, 1].

    >>> from graphbandit.beliefs.values import LinearRegressor
    >>> oracle = SeparateLosses(tuple(LinearRegressor(context_size=1) for _ in range(2)))
    >>> for x in np.linspace(-1, 1, 200):
    ...     oracle.update(np.array([x]), np.array([0.5 + 0.3 * x, 0.2]), np.array([True, True]))
    >>> oracle.predict(np.array([1.0])).round(2)
    array([0.79, 0.2 ])
    """

    regressors: tuple[Regressor, ...]

    def __post_init__(self) -> None:
        """Check that they fit each other."""
        parts = self.regressors
        if not (isinstance(parts, tuple) and parts and all(isinstance(part, Regressor) for part in parts)):
            raise SettingError("regressors", "must be a tuple of regressors", parts, "Pass one for each action.")
        sizes = {part.context_size for part in parts}
        if len(sizes) > 1:
            raise SettingError("regressors", "must agree in context_size", sorted(sizes), "Use one.")
        if len({id(part) for part in parts}) < len(parts):
            raise SettingError("regressors", "must be objects apart", parts, "Build one for each action.")

    @property
    def actions(self) -> int:  # type: ignore[override]  # read only, as fields are
        """The number of actions, K."""
        return len(self.regressors)

    @property
    def context_size(self) -> int:  # type: ignore[override]
        """The length of a context, d."""
        return self.regressors[0].context_size

    def predict(self, context: Array) -> Array:
        """Predict the losses (K,)."""
        return np.clip([part.predict(context) for part in self.regressors], 0.0, 1.0)

    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        """Learn the observed losses, each action's by itself."""
        for action in np.flatnonzero(observed):
            self.regressors[action].update(context, float(losses[action]))
