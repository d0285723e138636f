"""Cells of the driver by their reverse hazards, each logistic in the context."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.laws.base import Ends, ScoredLaw, increasing
from graphbandit.beliefs.laws.empirical import uniform_counts
from graphbandit.beliefs.laws.hazard_kernels import foresee, learn
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array


@final
@dataclass(frozen=True, eq=False)
class ReverseHazards(ScoredLaw):
    """P(cell <= i) = Π_{m>i} (1 - r_m) for r_m = P(cell = m | cell <= m), logit r_m = logit h_m + w_m·(x, 1).

    The h_m are those of an `EmpiricalLaw` with its `prior` and `memory`; the w_m climb the log likelihood of
    each observation by AdaGrad at `rate`, along slopes smoothed over about `breadth` of all cells. "At most
    g_i", as a bid that wins says, is a label 0 for each m > i and nothing else, "in cell m" a label 1 at m
    and 0 above it: plain logistic regressions, unbiased however the censoring came about. Other intervals
    count as the labels that they let expect, which is the slope of their log likelihood too.

    >>> law = ReverseHazards(np.linspace(0, 1, 5), context_size=1, rate=0.5)
    >>> for x in np.tile([-1.0, 1.0], 300):
    ...     law.update(np.array([x]), 0.5 + 0.3 * x, 0.5 + 0.3 * x)
    >>> law.predict(np.array([-1.0])).round(1), law.predict(np.array([1.0])).round(1)
    (array([0., 1., 1., 1., 1.]), array([0., 0., 0., 0., 1.]))
    """

    grid: Array
    context_size: int
    rate: float = 0.1
    breadth: float = 0.1
    prior: float = 12.0
    memory: float = 1e6
    hits: Array = field(init=False, repr=False)
    risks: Array = field(init=False, repr=False)
    weights: Array = field(init=False, repr=False)
    squares: Array = field(init=False, repr=False)
    peaks: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from the prior."""
        grid = increasing(self.grid)
        d = count(self.context_size, "context_size")
        for name in ("rate", "breadth", "prior", "memory"):
            object.__setattr__(self, name, strength(getattr(self, name), name))
        hits, risks = uniform_counts(grid.size + 1, self.prior)
        for name, value in (
            ("grid", grid),
            ("context_size", d),
            ("hits", hits),
            ("risks", risks),
            ("weights", np.zeros((d + 1, grid.size + 1))),
            ("squares", np.zeros((d + 1, grid.size + 1))),
            ("peaks", np.zeros(d)),
        ):
            object.__setattr__(self, name, value)

    def predict(self, context: Array) -> Array:
        """Predict P(driver <= grid[i]): (K,)."""
        law: Array = foresee(context, self.peaks, (self.hits, self.risks), self.weights)
        return law

    def score(self, context: Array, low: float, high: float) -> Ends:
        """Learn an interval of the driver; return what was predicted at its ends."""
        known: Ends = learn(
            context,
            (low, high),
            (self.grid, self.peaks),
            (self.hits, self.risks),
            (self.weights, self.squares),
            (self.rate, self.breadth),
            (self.prior, self.memory),
        )
        return known
