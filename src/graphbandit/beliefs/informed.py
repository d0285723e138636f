"""Beliefs about losses alone."""

from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.beliefs.base import Belief, LossOracle, coherent
from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.graphs import DenseGraph
from graphbandit.prediction import Prediction


@final
@dataclass(frozen=True, eq=False)
class Informed(Belief):
    """Learns every loss that is revealed; the graph comes with each context (SquareCB.G).

    Where none comes, the prediction is that every action reveals itself alone.

    >>> from graphbandit.beliefs import LinearLosses
    >>> from graphbandit.feedback import Feedback
    >>> belief = Informed(LinearLosses(actions=2, context_size=1))
    >>> belief.update(np.array([1.0]), 0, Feedback(losses=[0.0, 1.0], observed=[True, True]))
    >>> belief.predict(np.array([1.0])).losses.round(2)
    array([0.3, 0.7])
    """

    losses: LossOracle

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return self.losses.actions

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.losses.context_size

    def predict(self, context: Array) -> Prediction:
        """Predict losses, and self-loops."""
        return Prediction(self.losses.predict(context), DenseGraph(np.eye(self.actions)))

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` if it is about other actions, or observes a loss that no edge reveals."""
        coherent(self.actions, action, outcome)

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn the losses that were revealed."""
        seen = outcome.shown
        self.losses.update(context, seen.losses, seen.observed)


@final
@dataclass(frozen=True, eq=False)
class PlayedOnly(Belief):
    """Learns the played action's loss and nothing else that is revealed (SquareCB)."""

    losses: LossOracle

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return self.losses.actions

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.losses.context_size

    def predict(self, context: Array) -> Prediction:
        """Predict losses, and self-loops."""
        return Prediction(self.losses.predict(context), DenseGraph(np.eye(self.actions)))

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` if it is about other actions, or observes a loss that no edge reveals."""
        coherent(self.actions, action, outcome)

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn the loss of the played action, if it was revealed."""
        seen = outcome.shown
        played = np.zeros(self.actions, dtype=np.bool_)
        played[action] = seen.observed[action]
        if played[action]:
            self.losses.update(context, np.where(played, seen.losses, 0.0), played)
