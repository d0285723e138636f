"""What winning says of the value: those who win know that the price was low, and so perhaps the value."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.settings import strength
from graphbandit.beliefs.values.mixture_kernels import reweigh
from graphbandit.beliefs.values.selection_kernels import surprises
from graphbandit.checks import Array
from graphbandit.parts import Part


@final
@dataclass(frozen=True, eq=False)
class Selection(Part):
    """The value of winning at bid a_i in excess of the value as such: β s_i, s_i = E[price | price <= a_i] - E[price].

    Were value and price jointly normal, this would be exact with some β; 0 if nothing ties them but the context. β is
    learnt by ridge regression from what a regressor of values leaves over when a bid wins, and counts with its weight
    against β = 0 in the aggregating algorithm, so that it does no harm where it does not help.

    >>> bids, win = np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 1.0])
    >>> selection = Selection()
    >>> for value in np.tile([0.3, 0.7], 50):
    ...     selection.update(bids, win, action=1 if value < 0.5 else 2, predicted=0.5, value=value)
    >>> selection.excess(bids, win).round(2)
    array([-0.39, -0.19,  0.  ])
    """

    ridge: float = 0.05
    moments: Array = field(init=False, repr=False)
    log_weights: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the setting and start from β = 0."""
        object.__setattr__(self, "ridge", strength(self.ridge, "ridge"))
        object.__setattr__(self, "moments", np.array([self.ridge, 0.0]))
        object.__setattr__(self, "log_weights", np.log([0.5, 0.5]))

    @property
    def slope(self) -> float:
        """β, with its weight."""
        return float(np.exp(self.log_weights[1]) * self.moments[1] / self.moments[0])

    def excess(self, bids: Array, win: Array) -> Array:
        """Return what winning at each bid (K,) adds to the value, for P(price <= bid) of `win` (K,)."""
        excess: Array = self.slope * surprises(bids, win)
        return excess

    def update(self, bids: Array, win: Array, action: int, predicted: float, value: float) -> None:
        """Learn the `value` of winning at a bid, `predicted` without this part."""
        surprise = float(surprises(bids, win)[action])
        said = np.array([predicted, predicted + surprise * self.moments[1] / self.moments[0]])
        reweigh(self.log_weights, np.minimum(np.maximum(said, 0.0), 1.0), value, 0.0)
        self.moments[0] += surprise * surprise
        self.moments[1] += surprise * (value - predicted)
