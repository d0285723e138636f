"""Triage: to review a case costs something and shows what it was; to let it pass shows nothing."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, final

import numpy as np

from graphbandit.beliefs.base import Belief, Regressor
from graphbandit.beliefs.settings import count
from graphbandit.beliefs.values import LogisticRegressor
from graphbandit.checks import Array
from graphbandit.errors import FeedbackError, SettingError
from graphbandit.exploration import Exploration
from graphbandit.feedback import Feedback, Outcome
from graphbandit.graphs import DenseGraph
from graphbandit.learner import Learner
from graphbandit.parts import Part
from graphbandit.prediction import Prediction
from graphbandit.problems.base import Identified, around, matched, paced, report, restored, unfitting
from graphbandit.rules import Rule

REVIEW, PASS = 0, 1
TRIAGE_GRAPH = DenseGraph([[1.0, 1.0], [0.0, 0.0]])  # to review reveals both losses, to let pass none


@final
@dataclass(frozen=True)
class Stakes(Part):
    """The `cost` of a review, and the `harm` of letting something guilty pass, both in [0, 1].

    >>> Stakes(cost=0.1, harm=0.8).losses(0.5)
    array([0.1, 0.4])
    """

    cost: float = 0.1
    harm: float = 1.0

    def __post_init__(self) -> None:
        """Check both."""
        for name in ("cost", "harm"):
            value = getattr(self, name)
            number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
            if not (number and 0.0 <= value <= 1.0):
                remedy = "Divide both by the larger; only their ratio matters."
                raise SettingError(name, "must be a number in [0, 1]", value, remedy)
            object.__setattr__(self, name, float(value))

    def losses(self, guilt: float) -> Array:
        """Return the losses (2,) of reviewing and of letting pass, at this probability of guilt."""
        return np.array([self.cost, self.harm * guilt])


@final
@dataclass(frozen=True, eq=False)
class Reviewed(Outcome):
    """The case was reviewed and found `guilty` or not.

    >>> Reviewed(Stakes(cost=0.1), guilty=True).feedback().losses
    array([0.1, 1. ])
    """

    stakes: Stakes
    guilty: bool

    def __post_init__(self) -> None:
        """Check both."""
        if not isinstance(self.stakes, Stakes):
            raise FeedbackError("stakes", "must be Stakes", self.stakes, "Pass Stakes(cost, harm).")
        if not isinstance(self.guilty, bool | np.bool_):
            raise FeedbackError("guilty", "must be True or False", self.guilty, "Pass what the review found.")

    def feedback(self) -> Feedback:
        """Reveal both losses."""
        return Feedback(self.stakes.losses(float(self.guilty)), np.ones(2, dtype=np.bool_), TRIAGE_GRAPH.matrix())


@final
@dataclass(frozen=True)
class Passed(Outcome):
    """The case passed unseen.

    >>> Passed().feedback().observed
    array([False, False])
    """

    def feedback(self) -> Feedback:
        """Reveal no loss."""
        return Feedback(np.zeros(2), np.zeros(2, dtype=np.bool_), TRIAGE_GRAPH.matrix())


@final
@dataclass(frozen=True, eq=False)
class TriageBelief(Belief):
    """The probability of guilt, learnt from reviews; the cost of one and the graph are known beforehand.

    >>> belief = TriageBelief(Stakes(cost=0.1), LogisticRegressor(context_size=1))
    >>> belief.predict(np.zeros(1)).losses
    array([0.1, 0.5])
    """

    stakes: Stakes
    guilt: Regressor

    def __post_init__(self) -> None:
        """Check the parts."""
        if not isinstance(self.stakes, Stakes):
            raise SettingError("stakes", "must be Stakes", self.stakes, "Pass Stakes(cost, harm).")
        matched(self.guilt, Regressor, "guilt")

    @property
    def actions(self) -> int:
        """Two: 0 is to review, 1 to let pass."""
        return 2

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.guilt.context_size

    def predict(self, context: Array) -> Prediction:
        """Predict losses, and the graph that is known."""
        guilt = min(max(self.guilt.predict(context), 0.0), 1.0)
        return Prediction(self.stakes.losses(guilt), TRIAGE_GRAPH)

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` unless it is `Reviewed` after a review, or `Passed` after none."""
        if action == PASS:
            if not isinstance(outcome, Passed):
                raise unfitting(outcome, "Passed, for the case was let pass")
        elif not isinstance(outcome, Reviewed):
            raise unfitting(outcome, "Reviewed, for the case was to be reviewed")
        elif outcome.stakes != self.stakes:
            raise unfitting(outcome, "one with the stakes of this belief")

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn what a review found."""
        if isinstance(outcome, Reviewed):
            self.guilt.update(context, float(outcome.guilty))


@final
@dataclass(frozen=True, eq=False, slots=True)
class TriageDecision:
    """Whether to `review`, drawn from `probabilities` (2,); `value` and `bound` are those of a `Decision`."""

    id: int
    review: bool
    action: int
    probabilities: Array
    value: float
    bound: float


@final
class Triager:
    """Says which cases to review, and learns which are worth it.

    >>> triager = Triager(context_size=2, cost=0.2)
    >>> decision = triager.decide([0.5, -0.5])
    >>> triager.reviewed(decision, guilty=True) if decision.review else triager.passed(decision)
    """

    def __init__(
        self,
        context_size: int,
        cost: float = 0.1,
        harm: float = 1.0,
        *,
        rule: Rule | None = None,
        gamma: float | Exploration | None = None,
        guilt: Regressor | None = None,
        seed: int = 0,
    ) -> None:
        """Weigh the `cost` of a review against the `harm` of what passes; γ is 16 √t unless given."""
        d, stakes = count(context_size, "context_size"), Stakes(cost, harm)
        guilt = LogisticRegressor(d) if guilt is None else guilt
        matched(guilt, Regressor, "guilt", d)
        self.learner = Learner(TriageBelief(stakes, guilt), rule=rule, gamma=paced(gamma), seed=seed)

    @classmethod
    def around(cls, learner: Learner) -> Self:
        """Return a triager around a learner of your own that holds a `TriageBelief`."""
        triager = cls.__new__(cls)
        triager.learner = around(learner, TriageBelief)
        return triager

    @property
    def stakes(self) -> Stakes:
        """What a review costs, and what letting pass may."""
        assert isinstance(self.learner.belief, TriageBelief)
        return self.learner.belief.stakes

    def decide(self, context: Any) -> TriageDecision:
        """Decide whether to review in a context (d,)."""
        made = self.learner.decide(context)
        review = made.action == REVIEW
        return TriageDecision(made.id, review, made.action, made.probabilities, made.value, made.bound)

    def reviewed(self, decision: Identified | int, *, guilty: bool) -> None:
        """Report what the review of a decision, or of its id, found."""
        report(self.learner, decision, lambda action: Reviewed(self.stakes, guilty))

    def passed(self, decision: Identified | int) -> None:
        """Report that the case of a decision, or of its id, passed; nothing is learnt."""
        report(self.learner, decision, lambda action: Passed())

    def save(self, path: str | Path) -> None:
        """Save everything to one file."""
        self.learner.save(path)

    @classmethod
    def load(cls, path: str | Path, *, parts: tuple[type[Part], ...] = ()) -> Self:
        """Load a triager that goes on as the saved one would; name classes of your own in `parts`."""
        return cls.around(restored(path, TriageBelief, parts))
