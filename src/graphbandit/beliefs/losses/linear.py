"""The Vovk-Azoury-Warmuth forecaster, one for each action."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import LossOracle
from graphbandit.beliefs.losses.kernels import forecast, regress
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array, Mask


def regressions(shape: tuple[int, ...], context_size: int, ridge: float) -> Array:
    """Return factors (..., D (D + 3) / 2) of regressions that saw nothing: A = ridge I, b = 0, D = d + 1.

    >>> regressions((2,), 1, 3.0)
    array([[3., 0., 0., 3., 0.],
           [3., 0., 0., 3., 0.]])
    """
    size = context_size + 1
    factors = np.zeros((*shape, size * (size + 3) // 2))
    starts = np.concatenate(([0], np.cumsum(np.arange(size + 1, 2, -1))))
    factors[..., starts] = ridge
    return factors


@final
@dataclass(frozen=True, eq=False)
class LinearLosses(LossOracle):
    """Losses linear in the context, each action by its own Vovk-Azoury-Warmuth forecaster, clipped to [0, 1].

    Over T contexts of mean square length |(x, 1)|² = X², however chosen, and for every θ, the square loss
    of an action exceeds that of ½ + θ·(x, 1) by at most
        ridge |θ|² + ¼ (d + 1) log(1 + X² T / (ridge (d + 1))).
    `factors` (K, ·) are the regressions, packed as in `kernels`.

    >>> oracle = LinearLosses(actions=2, context_size=1)
    >>> for x in np.linspace(-1, 1, 200):
    ...     oracle.update(np.array([x]), np.array([0.5 + 0.3 * x, 0.0]), np.array([True, False]))
    >>> oracle.predict(np.array([1.0])).round(2)
    array([0.79, 0.5 ])
    """

    actions: int
    context_size: int
    ridge: float = 1.0
    factors: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from nothing."""
        object.__setattr__(self, "actions", count(self.actions, "actions"))
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))
        object.__setattr__(self, "ridge", strength(self.ridge, "ridge"))
        object.__setattr__(self, "factors", regressions((self.actions,), self.context_size, self.ridge))

    def predict(self, context: Array) -> Array:
        """Predict the losses (K,)."""
        losses: Array = forecast(self.factors, context)
        return losses

    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        """Learn the observed losses, each action's by itself."""
        regress(self.factors, context, losses, observed)
