"""The law to take when nothing is known of the world."""

from graphbandit.beliefs.laws.hazards import ReverseHazards
from graphbandit.beliefs.laws.location import Bank, LocationScale, View
from graphbandit.beliefs.laws.mixture import MixtureLaw
from graphbandit.beliefs.laws.recalibrated import Recalibrated
from graphbandit.checks import Array

SPREADS = (0.03, 0.12, 0.4, 0.15, 0.15)
MEMORIES = (1.0, 1.0, 1.0, 0.996, 0.985)  # the last two for worlds that drift


def robust_law(grid: Array, context_size: int) -> MixtureLaw:
    """Return a law for unlike worlds: sharp, noisy, skewed, heavy-tailed, drifting, or without context.

    A mixture of two: linear drivers, as they are, on a logarithmic axis and with folded features, together
    recalibrated; and reverse hazards, which take any form but learn more slowly.

    >>> import numpy as np
    >>> law = robust_law(np.linspace(0, 1, 5), context_size=1)
    >>> for x in np.sin(np.arange(100.0)):
    ...     law.update(np.array([x]), 0.5 + 0.3 * x, 0.5 + 0.3 * x)
    >>> law.predict(np.array([-1.0])).round(1)
    array([0., 1., 1., 1., 1.])
    """
    plain = LocationScale(grid, context_size, Bank(SPREADS, MEMORIES))
    bent = LocationScale(grid, context_size, Bank((0.05, 0.25), (1.0, 1.0)), View(curvature=50.0))
    folded = LocationScale(grid, context_size, Bank((0.2,), (1.0,)), View(folded=True))
    located = Recalibrated(MixtureLaw((plain, bent, folded)))
    return MixtureLaw((located, ReverseHazards(grid, context_size, prior=6.0)))
