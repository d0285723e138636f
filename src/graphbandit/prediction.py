"""What a belief predicts of a context."""

from dataclasses import dataclass
from typing import final

from graphbandit.checks import Array
from graphbandit.graphs import Graph


@final
@dataclass(frozen=True, slots=True)
class Doubt:
    """How far predicted losses may be off: `noise` is the deviation of single losses from them.

    `hope` is how much less than the action that looks best another one may plausibly lose; 0 where the best would stay
    the best even if others were as good as they can plausibly be.
    """

    noise: float
    hope: float


@final
@dataclass(frozen=True, eq=False, slots=True)
class Prediction:
    """The expected loss of every action, `losses` (K,), the expected feedback `graph`, and the `doubt` in the losses.

    There is no doubt told by beliefs that keep no account of it.
    """

    losses: Array
    graph: Graph
    doubt: Doubt | None = None
