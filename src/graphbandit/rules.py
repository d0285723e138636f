"""Rules: from a prediction and γ to an allocation. Each is a pure function with its settings."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.dec import Allocation, solve_dec
from graphbandit.dec.appraise import appraised
from graphbandit.dec.closed import two_points
from graphbandit.errors import GraphError, SettingError
from graphbandit.graphs import AuctionGraph
from graphbandit.parts import Part
from graphbandit.prediction import Prediction


class Rule(Part):
    """Turns a prediction into an allocation.

    An allocation's `value` is the decision-estimation coefficient of its probabilities on the predicted graph, infinite
    if they leave a loss unseen; its `bound` is what no rule can beat, at least 0.
    """

    @abstractmethod
    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Allocate probability to the actions."""


@final
@dataclass(frozen=True)
class Dec(Rule):
    """The exact minimiser of the decision-estimation coefficient (SquareCB.UG and SquareCB.G).

    Relaxed for partially revealed graphs; `box` keeps the adversary's losses in [0, 1], as the analysis of fully
    revealed graphs requires.

    >>> import graphbandit as gb
    >>> prediction = Prediction(np.array([0.5, 0.3, 0.4]), gb.AuctionGraph([0.2, 0.5, 1.0]))
    >>> Dec()(prediction, 20.0).probabilities.round(2)
    array([0.  , 0.84, 0.16])
    """

    box: bool = False
    tol: float = 1e-6

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Solve the program."""
        return solve_dec(prediction.losses, prediction.graph, gamma, box=self.box, tol=self.tol)


@final
@dataclass(frozen=True)
class InverseGap(Rule):
    """SquareCB's inverse gap weighting: 1/(K + γ gap) on every action but the best, which takes the rest.

    >>> import graphbandit as gb
    >>> prediction = Prediction(np.array([0.5, 0.3, 0.4]), gb.DenseGraph(np.eye(3)))
    >>> InverseGap()(prediction, 20.0).probabilities.round(3)
    array([0.143, 0.657, 0.2  ])
    """

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Weigh the gaps."""
        losses = prediction.losses
        best = int(losses.argmin())
        p = 1.0 / (losses.size + gamma * (losses - losses[best]))
        p[best] = 0.0
        p[best] = 1.0 - p.sum()
        return appraised(p, prediction.losses, prediction.graph, gamma)


@final
@dataclass(frozen=True)
class Greedy(Rule):
    """The action of least predicted loss, the first of several."""

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Put everything on the best."""
        best = int(prediction.losses.argmin())
        return appraised(point(best, prediction.losses.size), prediction.losses, prediction.graph, gamma)


@final
@dataclass(frozen=True)
class EpsilonGreedy(Rule):
    """The best action, but any at all with probability ε."""

    epsilon: float = 0.05

    def __post_init__(self) -> None:
        """Check ε."""
        if not (isinstance(self.epsilon, int | float | np.floating) and 0.0 <= self.epsilon <= 1.0):
            raise SettingError("epsilon", "must lie in [0, 1]", self.epsilon, "0.05 explores every twentieth round.")

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Mix the best with the uniform distribution."""
        losses = prediction.losses
        p = np.full(losses.size, self.epsilon / losses.size)
        best = int(losses.argmin())
        p[best] = 0.0
        p[best] = 1.0 - p.sum()
        return appraised(p, losses, prediction.graph, gamma)


@final
@dataclass(frozen=True)
class Fixed(Rule):
    """Always the same action."""

    action: int = 0

    def __post_init__(self) -> None:
        """Check that it counts an action."""
        whole = isinstance(self.action, int | np.integer) and not isinstance(self.action, bool)
        if not (whole and self.action >= 0):
            raise SettingError("action", "must be a whole number of at least 0", self.action, "Count from 0.")

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Put everything on it."""
        losses = prediction.losses
        if not self.action < losses.size:
            raise SettingError("action", f"must be one of {losses.size} actions", self.action, "Count from 0.")
        return appraised(point(self.action, losses.size), losses, prediction.graph, gamma)


@final
@dataclass(frozen=True)
class TwoPoint(Rule):
    """The paper's closed form for an auction whose price is taken as known: bid 0 and the least bid that wins.

    It needs a 0/1 auction graph, such as a belief that draws one price predicts; where no bid wins it bids 0.
    """

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Share between the two bids."""
        graph = prediction.graph
        if not (isinstance(graph, AuctionGraph) and np.all((graph.win == 0.0) | (graph.win == 1.0))):
            remedy = "Use a belief that draws one price, or the rule Dec."
            raise GraphError("graph", "must be a 0/1 auction graph for the two-point rule", graph, remedy)
        winning = int(np.count_nonzero(graph.win == 0.0))
        never = winning == graph.actions
        p = point(0, graph.actions) if never else two_points(prediction.losses, winning, gamma)
        return appraised(p, prediction.losses, graph, gamma)


def point(action: int, actions: int) -> Array:
    """Return the distribution (K,) that plays one action."""
    p = np.zeros(actions)
    p[action] = 1.0
    return p
