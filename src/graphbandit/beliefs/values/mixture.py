"""Several regressors, weighed by their square losses."""

from dataclasses import dataclass, field
from math import isfinite, sqrt
from typing import final

import numpy as np

from graphbandit.beliefs.base import Regressor, Uncertainty
from graphbandit.beliefs.settings import strength
from graphbandit.beliefs.values.base import finite
from graphbandit.beliefs.values.hinged import HingedRegressor
from graphbandit.beliefs.values.linear import LinearRegressor
from graphbandit.beliefs.values.mixture_kernels import agreed, reweigh
from graphbandit.checks import Array
from graphbandit.errors import SettingError

DEVIATION, ROUNDS = 0.25, 1.0  # of errors before any was seen, in parts of the range, and how many it counts as


@final
@dataclass(frozen=True, eq=False)
class MixtureRegressor(Regressor):
    """The aggregating algorithm over regressors, whose predictions are clipped to [low, high].

    On targets in [low, high], the square loss exceeds that of the best of N regressors by at most
    ½ (high - low)² log N, over any rounds, if no weight is shared; `share` of the weights is shared evenly each
    round, for worlds that drift. Targets beyond the range weigh the regressors as its ends do, and teach them
    as they are.

    >>> mixture = MixtureRegressor((LinearRegressor(1, ridge=1e-3), LinearRegressor(1, ridge=1e3)))
    >>> for x in np.linspace(-1, 1, 200):
    ...     mixture.update(np.array([x]), 0.5 + 0.3 * x)
    >>> mixture.shares().round(2)
    array([1., 0.])
    """

    regressors: tuple[Regressor, ...]
    low: float = 0.0
    high: float = 1.0
    share: float = 0.0
    log_weights: Array = field(init=False, repr=False)
    errors: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start from even weights."""
        regressors = tuple(self.regressors)
        if len({regressor.context_size for regressor in regressors}) != 1:
            remedy = "Pass one or more regressors of the same context size."
            raise SettingError("regressors", "must share a context size", regressors, remedy)
        low, high = float(self.low), float(self.high)
        if not (low < high and isfinite(high - low)):
            raise SettingError("low, high", "must be a range", (low, high), "Pass low < high.")
        share = 0.0 if self.share == 0.0 else strength(self.share, "share")
        if not share <= 1.0:
            raise SettingError("share", "must lie in [0, 1]", share, "Pass 0 for a world that stands still.")
        for name, value in (
            ("regressors", regressors),
            ("low", low),
            ("high", high),
            ("share", share),
            ("log_weights", np.full(len(regressors), -np.log(len(regressors)))),
            ("errors", np.array([ROUNDS * DEVIATION**2, ROUNDS])),
        ):
            object.__setattr__(self, name, value)

    @property
    def context_size(self) -> int:  # type: ignore[override]
        """The length of a context, d."""
        return self.regressors[0].context_size

    def shares(self) -> Array:
        """Return the weight (N,) of each regressor."""
        return np.exp(self.log_weights)

    def predict(self, context: Array) -> float:
        """Predict the target, in [low, high]."""
        return self.low + (self.high - self.low) * float(agreed(self.log_weights, self._said(context)))

    def uncertainty(self, context: Array) -> Uncertainty | None:
        """Return the deviation of errors so far, and that of the estimate from the regressor that counts most.

        >>> robust_value(context_size=1).uncertainty(np.array([0.0])).noise
        0.25
        """
        novelty = self.regressors[int(self.log_weights.argmax())].novelty(context)
        if novelty is None:
            return None
        noise = (self.high - self.low) * sqrt(float(self.errors[0] / self.errors[1]))
        return Uncertainty(noise, noise * sqrt(novelty))

    def update(self, context: Array, target: float) -> None:
        """Learn one pair."""
        place = min(max((finite(target) - self.low) / (self.high - self.low), 0.0), 1.0)
        said = self._said(context)
        self.errors[0] += (float(agreed(self.log_weights, said)) - place) ** 2
        self.errors[1] += 1.0
        reweigh(self.log_weights, said, place, self.share)
        for regressor in self.regressors:
            regressor.update(context, target)

    def _said(self, context: Array) -> Array:
        width = self.high - self.low
        said = [(regressor.predict(context) - self.low) / width for regressor in self.regressors]
        return np.array([min(max(p, 0.0), 1.0) for p in said])


def robust_value(context_size: int, low: float = 0.0, high: float = 1.0) -> MixtureRegressor:
    """Return a regressor for unlike worlds: linear, bent, folded, or drifting, with targets in [low, high].

    >>> robust_value(context_size=3).predict(np.zeros(3))
    0.5
    """
    middle = 0.5 * (low + high)
    plain = LinearRegressor(context_size, center=middle)
    careful = LinearRegressor(context_size, ridge=100.0, center=middle)
    hinged = HingedRegressor(LinearRegressor(context_size, ridge=10.0, center=middle))
    folded = HingedRegressor(LinearRegressor(context_size, ridge=30.0, center=middle, folded=True))
    forgetful = LinearRegressor(context_size, ridge=10.0, forgetting=0.996, center=middle)
    return MixtureRegressor((plain, careful, hinged, folded, forgetful), low, high, share=0.001)
