"""What a belief predicts of a context."""

from dataclasses import dataclass
from typing import final

from graphbandit.checks import Array
from graphbandit.graphs import Graph


@final
@dataclass(frozen=True, eq=False, slots=True)
class Prediction:
    """The expected loss of every action, `losses` (K,), and the expected feedback `graph`."""

    losses: Array
    graph: Graph
