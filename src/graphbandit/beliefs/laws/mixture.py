"""Several laws, weighed by how likely they held what came."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit.beliefs.base import Law
from graphbandit.beliefs.laws.base import Ends, ScoredLaw, learn
from graphbandit.beliefs.laws.kernels import SWITCHING, blend, reweigh, shares, standing
from graphbandit.beliefs.settings import strength
from graphbandit.checks import Array
from graphbandit.errors import SettingError


@final
@dataclass(frozen=True, eq=False)
class MixtureLaw(ScoredLaw):
    """The aggregating forecaster over laws under the log loss of what is observed, and two relatives of it.

    Three ways of weighing N laws are themselves weighed by Bayes' rule, with an even chance that the first is
    right: by the probability that each law gave to all that was observed, the same with `share` of the weight
    shared evenly each round (for worlds that drift), and after the best fixed mixture of the laws (for worlds
    that are none of them). Over any rounds the log loss of the cells observed is at most that of the best law
    plus log N + log 2 + 2 log(10/9).

    >>> from graphbandit.beliefs.laws import EmpiricalLaw, SoftmaxLaw
    >>> grid = np.linspace(0, 1, 5)
    >>> law = MixtureLaw((EmpiricalLaw(grid, context_size=1), SoftmaxLaw(grid, context_size=1)))
    >>> for x in np.tile([-1.0, 1.0], 50):
    ...     law.update(np.array([x]), 0.5 + 0.3 * x, 0.5 + 0.3 * x)
    >>> law.shares().round(2)
    array([0., 1.])
    """

    laws: tuple[Law, ...]
    share: float = SWITCHING
    weights: Array = field(init=False, repr=False)
    trust: Array = field(init=False, repr=False)
    rounds: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from even weights."""
        laws = tuple(self.laws)
        remedy = "Pass laws of the same grid and context size."
        if not laws:
            raise SettingError("laws", "must hold a law", laws, remedy)
        for law in laws:
            if not np.array_equal(law.grid, laws[0].grid) or law.context_size != laws[0].context_size:
                raise SettingError("laws", "must share grid and context size", law, remedy)
        share = 0.0 if self.share == 0.0 else strength(self.share, "share")
        if not share <= 1.0:
            raise SettingError("share", "must lie in [0, 1]", share, "Pass 0 for a world that stands still.")
        weights, trust, rounds = standing(len(laws))
        for name, value in (
            ("laws", laws),
            ("share", share),
            ("weights", weights),
            ("trust", trust),
            ("rounds", rounds),
        ):
            object.__setattr__(self, name, value)

    @property
    def grid(self) -> Array:  # type: ignore[override]
        """The positions (K,) of the laws."""
        return self.laws[0].grid

    @property
    def context_size(self) -> int:  # type: ignore[override]
        """The length of a context, d."""
        return self.laws[0].context_size

    def shares(self) -> Array:
        """Return the weight (N,) of each law in a prediction."""
        weights: Array = shares(self.weights, self.trust)
        return weights

    def predict(self, context: Array) -> Array:
        """Predict P(driver <= grid[i]): (K,)."""
        rows = np.empty((len(self.laws), self.grid.size))
        for n, law in enumerate(self.laws):
            rows[n] = law.predict(context)
        mixed: Array = blend(rows, self.weights, self.trust)
        return mixed

    def score(self, context: Array, low: float, high: float) -> Ends:
        """Learn an interval of the driver; return what was predicted at its ends."""
        rows = np.empty((len(self.laws), 2))
        for n, law in enumerate(self.laws):
            rows[n] = learn(law, context, low, high)
        below, upto = blend(rows, self.weights, self.trust)
        reweigh(self.weights, self.trust, self.rounds, rows[:, 1] - rows[:, 0], self.share)
        return float(below), float(upto)
