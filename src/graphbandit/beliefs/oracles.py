"""A loss oracle and a graph oracle, side by side."""

from dataclasses import dataclass
from typing import final

from graphbandit.beliefs.base import Belief, GraphOracle, LossOracle, coherent
from graphbandit.checks import Array
from graphbandit.errors import SettingError
from graphbandit.feedback import Outcome
from graphbandit.prediction import Prediction


@final
@dataclass(frozen=True, eq=False)
class Oracles(Belief):
    """The paper's belief: AlgSq learns what each action costs, AlgLog what each reveals.

    Edges of the played row alone (partially revealed graphs) or of the whole graph (fully revealed ones)
    are learnt as they come. What is observed must not be tied to what is revealed: E[ℓ_j | x, j revealed] =
    E[ℓ_j | x].

    >>> import numpy as np
    >>> from graphbandit.beliefs import LinearLosses, PairwiseLogistic
    >>> from graphbandit.feedback import Feedback
    >>> belief = Oracles(LinearLosses(2, 1), PairwiseLogistic(2, 1))
    >>> for _ in range(50):
    ...     belief.update(np.array([0.5]), 0, Feedback(losses=[0.2, 0.0], observed=[True, False]))
    >>> belief.predict(np.array([0.5])).losses.round(2)
    array([0.21, 0.5 ])
    """

    losses: LossOracle
    graph: GraphOracle

    def __post_init__(self) -> None:
        """Check that both oracles speak of the same actions and contexts."""
        for name, kind in (("losses", LossOracle), ("graph", GraphOracle)):
            if not isinstance(getattr(self, name), kind):
                raise SettingError(name, f"must be a {kind.__name__}", getattr(self, name), "Pass an oracle.")
        for name in ("actions", "context_size"):
            sizes = (getattr(self.losses, name), getattr(self.graph, name))
            if sizes[0] != sizes[1]:
                raise SettingError("graph", f"must agree with losses in `{name}`", sizes, "Use one.")

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return self.losses.actions

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.losses.context_size

    def predict(self, context: Array) -> Prediction:
        """Predict losses and graph."""
        return Prediction(self.losses.predict(context), self.graph.predict(context))

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` if it is about other actions, or observes a loss that no edge reveals."""
        coherent(self.actions, action, outcome)

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn the losses and the edges that were revealed."""
        seen = outcome.shown
        self.losses.update(context, seen.losses, seen.observed)
        self.graph.update(context, action, seen.edges, seen.revealed)
