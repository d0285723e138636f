"""A linear driver with noise of unknown scale and tails."""

from dataclasses import dataclass, field
from math import ceil, log2
from typing import final

import numpy as np

from graphbandit.beliefs.laws.axis_kernels import places
from graphbandit.beliefs.laws.base import Ends, ScoredLaw, increasing, mixtures
from graphbandit.beliefs.laws.kernels import standing
from graphbandit.beliefs.laws.location_kernels import foresee, learn
from graphbandit.beliefs.laws.noise_kernels import STEP
from graphbandit.beliefs.settings import LARGEST, count, strength, switch
from graphbandit.checks import Array, numbers
from graphbandit.errors import SettingError
from graphbandit.parts import Part

# Tails are mixtures of normals of scales s, √2 s, 2s, .. 8s. The weights are maximum likelihood fits.
NORMAL = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
LOGISTIC = (0.185, 0.0, 0.769, 0.0, 0.046, 0.0, 0.0)
STUDENT = (0.588, 0.0, 0.345, 0.0, 0.055, 0.0, 0.012)  # with three degrees of freedom

FINEST = 64  # the smallest scale of noise is the 64th part of the mean cell; it shows in no prediction


@final
@dataclass(frozen=True, eq=False)
class View(Part):
    """How a law looks at driver and context.

    A `curvature` c > 0 looks at the driver y as asinh(c y / range) / c, linear near 0 and logarithmic far
    from it on either side: prices whose errors grow with them. `folded` adds |x| to the context x.
    """

    curvature: float = 0.0
    folded: bool = False

    def __post_init__(self) -> None:
        """Check the settings."""
        curvature = 0.0 if self.curvature == 0.0 else strength(self.curvature, "curvature")
        object.__setattr__(self, "curvature", curvature)
        object.__setattr__(self, "folded", switch(self.folded, "folded"))


@final
@dataclass(frozen=True, eq=False)
class Bank(Part):
    """The members of a law, equally likely at first.

    `spreads` (J,): the prior deviation of θ·x for a z-scored context x, in parts of the grid's range.
    `memories` (J,): 1 for ever; less, and the past is forgotten at this rate a round.
    """

    spreads: tuple[float, ...] = (0.05, 0.25)
    memories: tuple[float, ...] = (1.0, 1.0)

    def __post_init__(self) -> None:
        """Check the settings."""
        remedy = "Pass one spread and one memory for each member."
        spreads = numbers(self.spreads, "spreads", (None,))
        memories = numbers(self.memories, "memories", (spreads.size,))
        if not np.all((spreads > 0.0) & (spreads < LARGEST)):
            raise SettingError("spreads", "must be finite and greater than 0", self.spreads, remedy)
        if not np.all((memories >= 0.5) & (memories <= 1.0)):
            raise SettingError("memories", "must lie in [0.5, 1]", self.memories, remedy)
        object.__setattr__(self, "spreads", tuple(spreads.tolist()))
        object.__setattr__(self, "memories", tuple(memories.tolist()))


@final
@dataclass(frozen=True, eq=False)
class LocationScale(ScoredLaw):
    """A driver θ·(x, 1) + noise, by assumed-density filtering: a Gaussian belief in θ, its moments matched.

    Each observation, exact or an interval, moves mean and covariance of θ to those of its posterior, O(d²).
    The noise has a scale and `tails`, (n, m), one mixture of normals of scales s, √2 s, 2s, .. in a row (left
    out: NORMAL and STUDENT); the posterior over them is learnt from the same observations. Predictions are
    over θ, scale and tails, so wider where little is known. The members of a `bank`, each with its own prior
    and memory, are weighed as in `MixtureLaw`. A driver beyond the grid by more than its range counts as by
    its range.

    >>> law = LocationScale(np.linspace(0, 1, 5), context_size=1)
    >>> for x in np.sin(np.arange(100.0)):
    ...     law.update(np.array([x]), 0.5 + 0.3 * x, 0.5 + 0.3 * x)
    >>> law.predict(np.array([-1.0])).round(2)
    array([0., 1., 1., 1., 1.])
    """

    grid: Array
    context_size: int
    bank: Bank = field(default_factory=Bank)
    view: View = field(default_factory=View)
    tails: Array = None  # type: ignore[assignment]  # __post_init__ fills it in
    positions: Array = field(init=False, repr=False)
    scales: Array = field(init=False, repr=False)
    priors: Array = field(init=False, repr=False)
    memories: Array = field(init=False, repr=False)
    means: Array = field(init=False, repr=False)
    covariances: Array = field(init=False, repr=False)
    beliefs: Array = field(init=False, repr=False)
    peaks: Array = field(init=False, repr=False)
    weights: Array = field(init=False, repr=False)
    trust: Array = field(init=False, repr=False)
    rounds: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from the priors."""
        grid = increasing(self.grid)
        d = count(self.context_size, "context_size")
        tails = mixtures((NORMAL, STUDENT) if self.tails is None else self.tails)
        positions = places(grid, self.view.curvature)
        span = positions[-1] - positions[0] if grid.size > 1 else 1.0
        finest = span / max(grid.size - 1, 1) / FINEST
        levels = ceil(log2(0.5 * span / finest) / log2(STEP)) + 1
        D = 2 * d + 1 if self.view.folded else d + 1
        J = len(self.bank.spreads)
        priors = np.empty((J, D))
        priors[:, :-1] = np.square(np.array(self.bank.spreads) * span)[:, None] / (D - 1)
        priors[:, -1] = (0.5 * span) ** 2
        means = np.zeros((J, D))
        means[:, -1] = 0.5 * (positions[0] + positions[-1])
        weights, trust, rounds = standing(J)
        for name, value in (
            ("grid", grid),
            ("context_size", d),
            ("tails", tails),
            ("positions", positions),
            ("scales", finest * STEP ** np.arange(levels + tails.shape[1] - 1)),
            ("priors", priors),
            ("memories", np.array(self.bank.memories)),
            ("means", means),
            ("covariances", priors[:, :, None] * np.eye(D)),
            ("beliefs", np.full((J, tails.shape[0], levels), 1.0 / (tails.shape[0] * levels))),
            ("peaks", np.zeros(d)),
            ("weights", weights),
            ("trust", trust),
            ("rounds", rounds),
        ):
            object.__setattr__(self, name, value)

    def predict(self, context: Array) -> Array:
        """Predict P(driver <= grid[i]): (K,)."""
        cumulative: Array = foresee(
            context,
            (self.positions, self.peaks),
            (self.tails, self.scales),
            (self.means, self.covariances, self.beliefs),
            (self.weights, self.trust),
            self.view.folded,
        )
        return cumulative

    def score(self, context: Array, low: float, high: float) -> Ends:
        """Learn an interval of the driver; return what was predicted at its ends."""
        known: Ends = learn(
            context,
            (low, high),
            (self.grid, self.positions, self.peaks),
            (self.tails, self.scales),
            (self.means, self.covariances, self.beliefs, self.priors, self.memories),
            (self.weights, self.trust, self.rounds),
            (self.view.curvature, self.view.folded),
        )
        return known
