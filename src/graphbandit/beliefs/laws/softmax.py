"""Cells of the driver by a linear softmax."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.laws.base import Ends, ScoredLaw, increasing
from graphbandit.beliefs.laws.softmax_kernels import foresee, learn
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array


@final
@dataclass(frozen=True, eq=False)
class SoftmaxLaw(ScoredLaw):
    """P(cell = m) proportional to exp(w_m·(x, 1)), climbing the log likelihood of each observed interval.

    The steps are AdaGrad's at `rate`, along slopes smoothed over about `breadth` of all cells, so that
    neighbours learn together; a `breadth` of 0 lets each cell learn by itself.

    >>> law = SoftmaxLaw(np.linspace(0, 1, 5), context_size=1)
    >>> for x in np.tile([-1.0, 1.0], 300):
    ...     law.update(np.array([x]), 0.5 + 0.3 * x, 0.5 + 0.3 * x)
    >>> law.predict(np.array([-1.0])).round(1), law.predict(np.array([1.0])).round(1)
    (array([0., 1., 1., 1., 1.]), array([0., 0., 0., 0., 1.]))
    """

    grid: Array
    context_size: int
    rate: float = 0.1
    breadth: float = 0.1
    weights: Array = field(init=False, repr=False)
    squares: Array = field(init=False, repr=False)
    peaks: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from the uniform law."""
        grid = increasing(self.grid)
        d = count(self.context_size, "context_size")
        for name, value in (
            ("grid", grid),
            ("context_size", d),
            ("rate", strength(self.rate, "rate")),
            ("breadth", 0.0 if self.breadth == 0.0 else strength(self.breadth, "breadth")),
            ("weights", np.zeros((d + 1, grid.size + 1))),
            ("squares", np.zeros((d + 1, grid.size + 1))),
            ("peaks", np.zeros(d)),
        ):
            object.__setattr__(self, name, value)

    def predict(self, context: Array) -> Array:
        """Predict P(driver <= grid[i]): (K,)."""
        law: Array = foresee(context, self.peaks, self.weights)
        return law

    def score(self, context: Array, low: float, high: float) -> Ends:
        """Learn an interval of the driver; return what was predicted at its ends."""
        known: Ends = learn(
            context,
            (low, high),
            (self.grid, self.peaks),
            (self.weights, self.squares),
            (self.rate, self.breadth),
        )
        return known
