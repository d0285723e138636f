"""What a peer answers."""

from dataclasses import dataclass
from typing import final

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
