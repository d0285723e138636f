"""What probabilities from elsewhere are worth."""

import numpy as np

from graphbandit.checks import Array
from graphbandit.dec.allocation import Allocation
from graphbandit.dec.certificate_kernels import value_at
from graphbandit.graphs import Graph


def appraised(p: Array, losses: Array, graph: Graph, gamma: float, *, box: bool = False) -> Allocation:
    """Return the allocation of probabilities (K,) that no program made: their value, and the bound 0 that always holds.

    No learner can have a negative decision-estimation coefficient, for the adversary may agree with the prediction.
    """
    scaled = gamma * (losses - losses.min())
    room = np.stack((gamma * (1.0 - losses), gamma * losses)) if box else None
    value = value_at(p, graph.observation(p), scaled, room)
    return Allocation(p, value / gamma if value < np.inf else np.inf, 0.0, certified=False, method="rule")
