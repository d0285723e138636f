"""A two-layer network, by online gradient descent."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import LossOracle
from graphbandit.beliefs.losses.kernels import fit, propose
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array, Mask


@final
@dataclass(frozen=True, eq=False)
class NetworkLosses(LossOracle):
    """Losses by a fully connected network: context, `hidden` rectified units, K outputs, clipped to [0, 1].

    Online gradient descent with `rate` on the square errors of the observed outputs, before they are clipped: an
    output's own weights follow its own error, the weights that all share the mean of the errors, so that many outputs
    learn no slower than few. No step is longer than what fits a pack to first order. `first` (d + 1, hidden) and
    `second` (hidden + 1, K) are the weights, biases in the last rows, drawn at first as PyTorch draws those
    of nn.Linear: uniformly from ±1/√inputs.

    >>> oracle = NetworkLosses(actions=2, context_size=1, rate=0.1)
    >>> for x in np.tile([-1.0, 1.0], 200):
    ...     oracle.update(np.array([x]), np.array([abs(x), 0.5 + 0.3 * x]), np.array([True, True]))
    >>> oracle.predict(np.array([1.0])).round(2)
    array([1. , 0.8])
    """

    actions: int
    context_size: int
    hidden: int = 32
    rate: float = 0.01
    seed: int = 0
    first: Array = field(init=False, repr=False)
    second: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and draw the initial weights."""
        for name in ("actions", "context_size", "hidden"):
            object.__setattr__(self, name, count(getattr(self, name), name))
        object.__setattr__(self, "rate", strength(self.rate, "rate"))
        object.__setattr__(self, "seed", count(self.seed, "seed", least=0))
        draw = np.random.default_rng(self.seed)
        for name, inputs, outputs in (
            ("first", self.context_size, self.hidden),
            ("second", self.hidden, self.actions),
        ):
            bound = inputs**-0.5
            object.__setattr__(self, name, draw.uniform(-bound, bound, (inputs + 1, outputs)))

    def predict(self, context: Array) -> Array:
        """Predict the losses (K,)."""
        losses: Array = propose(self.first, self.second, context)
        return losses

    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        """Take one gradient step on the square errors of the observed losses."""
        fit((self.first, self.second), context, losses, observed, self.rate)
