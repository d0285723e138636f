"""What a peer answers."""

from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array


@final
@dataclass(frozen=True, eq=False, slots=True)
class PeerAnswer:
    """A peer's `probabilities` (K,), as they came, and what it says of them.

    `value` is the decision value that the peer itself reports (NaN where it reports none). `multipliers` (K,)
    are its weights on the adversary's choices of a best action; `gains` and `falls` (K,) are how far its
    adversary moves the losses of the other actions up and of the best action down. None where it has none.
    """

    probabilities: Array
    value: float
    status: str
    iterations: int
    multipliers: Array | None = None
    gains: Array | None = None
    falls: Array | None = None


def onto_simplex(point: Array) -> Array:
    """Return the point with its negative part cut off and its sum made one; uniform where nothing is left."""
    positive = np.maximum(np.nan_to_num(point), 0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(point.size, 1.0 / point.size)
