"""What every belief, oracle and law promises."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array, Mask
from graphbandit.errors import FeedbackError
from graphbandit.feedback import Outcome
from graphbandit.graphs import Graph
from graphbandit.parts import Part
from graphbandit.prediction import Prediction


class Belief(Part):
    """What is believed of a context: the loss of every action, and what reveals what.

    Contexts arrive checked: (context_size,) float64, finite.
    """

    @property
    @abstractmethod
    def actions(self) -> int:
        """The number of actions, K."""

    @property
    @abstractmethod
    def context_size(self) -> int:
        """The length of a context, d."""

    @abstractmethod
    def predict(self, context: Array) -> Prediction:
        """Predict losses (K,) and graph for a context (d,)."""

    @abstractmethod
    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` if `update` could not take this outcome of this action; change nothing."""

    @abstractmethod
    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn from what playing `action` in this context revealed."""


def coherent(actions: int, action: int, outcome: Outcome) -> None:
    """Raise `FeedbackError` if an outcome is about another number of actions, or shows a loss that no edge reveals."""
    seen = outcome.shown
    if seen.losses.size != actions:
        rule = f"must have one entry for each of {actions} actions"
        raise FeedbackError("losses", rule, seen.losses.size, "Pass what was revealed of every action.")
    whole = seen.edges.ndim == 2
    edges = seen.edges[action] if whole else seen.edges
    revealed = seen.revealed[action] if whole else seen.revealed
    wrong = seen.observed & revealed & (edges == 0.0)
    if wrong.any():
        rule = f"must lead from the played action {action} to every observed one, as not to {np.argmax(wrong)}"
        remedy = "An edge is what reveals a loss: set it to 1, or hide it with `revealed`."
        raise FeedbackError("edges", rule, edges, remedy)


class LossOracle(Part):
    """Predicts the loss of every action under square loss (the paper's AlgSq)."""

    actions: int
    context_size: int

    @abstractmethod
    def predict(self, context: Array) -> Array:
        """Predict the losses (K,), each in [0, 1]."""

    @abstractmethod
    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        """Learn the losses (K,) where `observed` (K,); the rest is hidden and must not matter."""


class GraphOracle(Part):
    """Predicts which action reveals which loss (the paper's AlgLog)."""

    actions: int
    context_size: int

    @abstractmethod
    def predict(self, context: Array) -> Graph:
        """Predict the expected feedback graph."""

    @abstractmethod
    def update(self, context: Array, action: int, edges: Array, revealed: Mask) -> None:
        """Learn edges where `revealed`, (K,) of the played row or (K, K) of all; the rest must not matter."""


class Law(Part):
    """The law of a one-dimensional driver, such as the price to beat, learnt under censoring.

    `grid` (K,) holds increasing positions.
    """

    grid: Array
    context_size: int

    @abstractmethod
    def predict(self, context: Array) -> Array:
        """Predict P(driver <= grid[i]) for every i: (K,), non-decreasing, in [0, 1]."""

    @abstractmethod
    def update(self, context: Array, low: float, high: float) -> None:
        """Learn that low < driver <= high (either may be infinite), or driver = high where low == high."""


@final
@dataclass(frozen=True, slots=True)
class Uncertainty:
    """The deviation of single targets from the prediction, `noise`, and that of the prediction from their mean."""

    noise: float
    deviation: float


class Regressor(Part):
    """Predicts one number from a context, online."""

    context_size: int

    @abstractmethod
    def predict(self, context: Array) -> float:
        """Predict the target."""

    def novelty(self, context: Array) -> float | None:
        """Return the variance of the estimate in parts of the noise's, within [0, 1]; None if no account is kept."""
        return None

    def uncertainty(self, context: Array) -> Uncertainty | None:
        """Return how far the estimate may be off, or None if no account is kept of it."""
        return None

    @abstractmethod
    def update(self, context: Array, target: float) -> None:
        """Learn one pair."""
