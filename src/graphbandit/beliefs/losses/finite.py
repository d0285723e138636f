"""Exponential weights over finitely many loss functions."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import LossOracle
from graphbandit.beliefs.experts import Experts
from graphbandit.beliefs.mixture import even, mixture, reweigh
from graphbandit.checks import Array, Mask
from graphbandit.errors import SettingError

RATE = 0.5  # the square loss on [0, 1] is ½-exp-concave


@final
@dataclass(frozen=True, eq=False)
class FiniteLosses(LossOracle):
    """The mixture of N experts under exponential weights and the square loss: its regret is at most 2 log N.

    What one round reveals counts as one observation, by its mean square loss: losses that come together are
    driven together, and counting them one by one would let the regret grow with K. `log_weights` (N,).

    >>> from graphbandit.beliefs.experts import ConstantExperts
    >>> oracle = FiniteLosses(ConstantExperts([[0.1, 0.9], [0.8, 0.2]]))
    >>> oracle.predict(np.array([0.0]))
    array([0.45, 0.55])
    >>> for _ in range(20):
    ...     oracle.update(np.array([0.0]), np.array([0.0, 0.0]), np.array([False, True]))
    >>> oracle.predict(np.array([0.0])).round(2)
    array([0.8, 0.2])
    """

    experts: Experts
    log_weights: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and weigh all alike."""
        if not isinstance(self.experts, Experts) or len(self.experts.shape) != 2:
            remedy = "Pass LinearExperts, for example."
            raise SettingError("experts", "must be experts of losses (N, K)", self.experts, remedy)
        object.__setattr__(self, "log_weights", even(self.experts))

    @property
    def actions(self) -> int:  # type: ignore[override]  # read only, as fields are
        """The number of actions, K."""
        return self.experts.shape[1]

    @property
    def context_size(self) -> int:  # type: ignore[override]
        """The length of a context, d."""
        return self.experts.context_size

    def predict(self, context: Array) -> Array:
        """Predict the losses (K,)."""
        return mixture(self.log_weights, self.experts.values(context))

    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        """Reweigh the experts by their mean square loss on the observed actions."""
        if np.any(observed):
            values = self.experts.values(context)[:, observed]
            reweigh(self.log_weights, np.square(values - losses[observed]).mean(axis=1), RATE)
