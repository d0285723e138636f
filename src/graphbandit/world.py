"""What a world promises: rounds to draw, and outcomes to reveal."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import final

from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.graphs import Graph


@final
@dataclass(frozen=True, eq=False, slots=True)
class Round:
    """One round, with what the learner may see first and what it may not see at all.

    `context` (d,) comes before the decision, and so does `graph` where the world is informed. Hidden: the realised
    `losses` (K,), their `means` given the context where the world knows them, the expected graph `truth` where known,
    and the world's own `state`, numbers from which it reveals outcomes.
    """

    context: Array
    losses: Array
    means: Array | None = None
    graph: Graph | None = None
    truth: Graph | None = None
    state: Array | None = None


class World(ABC):
    """A simulated world. The same seed draws the same rounds, whatever is played."""

    @property
    @abstractmethod
    def actions(self) -> int:
        """The number of actions, K."""

    @property
    @abstractmethod
    def context_size(self) -> int:
        """The length of a context, d."""

    @abstractmethod
    def draw(self) -> Round:
        """Draw the next round."""

    @abstractmethod
    def reveal(self, drawn: Round, action: int) -> Outcome:
        """Tell what playing `action` in this round reveals; a pure function of its arguments."""
