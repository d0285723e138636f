"""A law that is the same in every context."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.laws.base import Ends, ScoredLaw, increasing
from graphbandit.beliefs.laws.hazard_kernels import cumulative, ratios, register
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array


def uniform_counts(cells: int, prior: float) -> tuple[Array, Array]:
    """Return hits (M,) and risks (M,) of `prior` observations spread evenly over M cells.

    >>> uniform_counts(4, 4.0)
    (array([1., 1., 1., 1.]), array([1., 2., 3., 4.]))
    """
    each = prior / cells
    return np.full(cells, each), each * np.arange(1.0, cells + 1.0)


@final
@dataclass(frozen=True, eq=False)
class EmpiricalLaw(ScoredLaw):
    """The frequencies of the cells of the grid whatever the context, by their reverse hazards.

    Of drivers seen exactly or from above only ("at most this bid") it is the product-limit estimator of
    Kaplan and Meier, mirrored, with `prior` observations spread evenly over the cells; any other interval
    counts as the labels that it lets expect (Turnbull 1976, one step of it online). At most `memory` trials
    of a hazard are remembered.

    >>> law = EmpiricalLaw(np.array([1.0, 2.0]), context_size=1, prior=3.0)
    >>> for driver in (0.5, 1.5, 1.5, 2.5):
    ...     law.update(np.zeros(1), driver, driver)
    >>> law.predict(np.zeros(1)).round(3)  # (1 + 1) / 7, (2 + 3) / 7
    array([0.286, 0.714])
    """

    grid: Array
    context_size: int
    prior: float = 8.0
    memory: float = 1e6
    hits: Array = field(init=False, repr=False)
    risks: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from the prior."""
        grid = increasing(self.grid)
        prior = strength(self.prior, "prior")
        hits, risks = uniform_counts(grid.size + 1, prior)
        for name, value in (
            ("grid", grid),
            ("context_size", count(self.context_size, "context_size")),
            ("prior", prior),
            ("memory", strength(self.memory, "memory")),
            ("hits", hits),
            ("risks", risks),
        ):
            object.__setattr__(self, name, value)

    def predict(self, context: Array) -> Array:
        """Predict P(driver <= grid[i]): (K,), the same in every context."""
        law: Array = cumulative(ratios(self.hits, self.risks))
        return law

    def score(self, context: Array, low: float, high: float) -> Ends:
        """Count an interval of the driver; return what was predicted at its ends."""
        known: Ends = register(self.grid, (low, high), (self.hits, self.risks), (self.prior, self.memory))
        return known
