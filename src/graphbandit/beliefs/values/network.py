"""A two-layer network, by online gradient descent."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.settings import count, strength
from graphbandit.beliefs.values.base import finite
from graphbandit.beliefs.values.kernels import descend, output
from graphbandit.checks import Array


@final
@dataclass(frozen=True, eq=False)
class NetworkRegressor(Regressor):
    """A fully connected network of `hidden` rectified units, the paper's value predictor.

    Online gradient descent with `rate` on (prediction - target)², or on any loss whose derivative by the
    prediction is given to `step`; no step is longer than what fits a square loss exactly to first order.
    `first` (d + 1, hidden) and `second` (hidden + 1, 1) are the weights, biases in the last rows, drawn at
    first as PyTorch draws those of nn.Linear: uniformly from ±1/√inputs.

    >>> regressor = NetworkRegressor(context_size=1, rate=0.1)
    >>> for x in np.tile([-1.0, 1.0], 200):
    ...     regressor.update(np.array([x]), abs(x))
    >>> round(regressor.predict(np.array([1.0])), 2)
    1.0
    """

    context_size: int
    hidden: int = 32
    rate: float = 0.01
    seed: int = 0
    first: Array = field(init=False, repr=False)
    second: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and draw the initial weights."""
        d, hidden = count(self.context_size, "context_size"), count(self.hidden, "hidden")
        seed = count(self.seed, "seed", least=0)
        draw = np.random.default_rng(seed)
        for name, value in (
            ("context_size", d),
            ("hidden", hidden),
            ("rate", strength(self.rate, "rate")),
            ("seed", seed),
            ("first", draw.uniform(-(d**-0.5), d**-0.5, (d + 1, hidden))),
            ("second", draw.uniform(-(hidden**-0.5), hidden**-0.5, (hidden + 1, 1))),
        ):
            object.__setattr__(self, name, value)

    def predict(self, context: Array) -> float:
        """Predict the target."""
        return float(output(self.first, self.second, context))

    def update(self, context: Array, target: float) -> None:
        """Learn one pair."""
        self.step(context, 2.0 * (self.predict(context) - finite(target)))

    def step(self, context: Array, derivative: float) -> None:
        """Descend a loss whose derivative by the prediction in this context is given."""
        descend(self.first, self.second, context, finite(derivative), self.rate)
