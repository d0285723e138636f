"""Any law, corrected by where in its predictions the drivers fell."""

from dataclasses import dataclass, field
from typing import final

from graphbandit.beliefs.laws.base import Ends, ScoredLaw, learn
from graphbandit.beliefs.laws.empirical import uniform_counts
from graphbandit.beliefs.laws.kernels import SWITCHING, standing
from graphbandit.beliefs.laws.recalibration_kernels import foresee
from graphbandit.beliefs.laws.recalibration_kernels import learn as recalibrate
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array


@final
@dataclass(frozen=True, eq=False)
class Recalibrated(ScoredLaw):
    """A mixture of a law F and of G(F), where G is the law of the level F(driver), learnt under censoring.

    G is 1 on 1 and linear on each of `bins` equal bins of [0, 1]; it is counted as in `EmpiricalLaw`, with
    `prior` observations spread evenly: skew, heavy tails and two modes that F does not know of. The two are
    weighed as in `MixtureLaw`.

    >>> import numpy as np
    >>> from graphbandit.beliefs.laws import EmpiricalLaw
    >>> law = Recalibrated(EmpiricalLaw(np.linspace(0, 1, 5), context_size=1))
    >>> law.predict(np.zeros(1)).round(3)
    array([0.167, 0.333, 0.5  , 0.667, 0.833])
    """

    law: ScoredLaw
    bins: int = 16
    prior: float = 8.0
    memory: float = 1e6
    hits: Array = field(init=False, repr=False)
    risks: Array = field(init=False, repr=False)
    weights: Array = field(init=False, repr=False)
    trust: Array = field(init=False, repr=False)
    rounds: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from the identity."""
        bins = count(self.bins, "bins", least=2)
        prior = strength(self.prior, "prior")
        hits, risks = uniform_counts(bins, prior)
        weights, trust, rounds = standing(2)
        for name, value in (
            ("bins", bins),
            ("prior", prior),
            ("memory", strength(self.memory, "memory")),
            ("hits", hits),
            ("risks", risks),
            ("weights", weights),
            ("trust", trust),
            ("rounds", rounds),
        ):
            object.__setattr__(self, name, value)

    @property
    def grid(self) -> Array:  # type: ignore[override]
        """The positions (K,) of the law."""
        return self.law.grid

    @property
    def context_size(self) -> int:  # type: ignore[override]
        """The length of a context, d."""
        return self.law.context_size

    def predict(self, context: Array) -> Array:
        """Predict P(driver <= grid[i]): (K,)."""
        cumulative: Array = foresee(self.law.predict(context), (self.hits, self.risks), (self.weights, self.trust))
        return cumulative

    def score(self, context: Array, low: float, high: float) -> Ends:
        """Learn an interval of the driver; return what was predicted at its ends."""
        known: Ends = recalibrate(
            learn(self.law, context, low, high),
            (self.hits, self.risks),
            (self.weights, self.trust, self.rounds),
            (self.prior, self.memory),
            SWITCHING,
        )
        return known
