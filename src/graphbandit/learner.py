"""The learner: the one object that changes. It decides, and learns from whatever comes, whenever it comes."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, final

import numpy as np

from graphbandit import checks, storage
from graphbandit.beliefs.base import Belief
from graphbandit.chance import uniform
from graphbandit.chance_kernels import drawn
from graphbandit.checks import Array
from graphbandit.errors import (
    ContextError,
    FeedbackError,
    GraphError,
    InputError,
    RepeatedFeedbackError,
    SettingError,
    ShapeError,
    StorageError,
    UnknownDecisionError,
)
from graphbandit.exploration import Anytime, Constant, Exploration
from graphbandit.feedback import Feedback, Outcome
from graphbandit.graphs import Graph
from graphbandit.parts import Part
from graphbandit.pending import Pending, Table, keep, pack, unpack
from graphbandit.prediction import Prediction
from graphbandit.rules import Dec, Rule


@final
@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """What was decided: play `action`, drawn from `probabilities` (K,), and tell the learner about `id` later.

    `value` is the decision-estimation coefficient of the probabilities at this `gamma`, `bound` what no others beat.
    """

    id: int
    action: int
    probabilities: Array
    value: float
    bound: float
    gamma: float


@final
class Learner:
    """Decides by a rule on what a belief predicts, and teaches the belief what decisions revealed.

    Feedback may be late, out of order, in pieces, or never come. At most `capacity` decisions wait for it: beyond that
    the oldest is forgotten, and feedback for it is refused by name. Of decisions already answered the last `capacity`
    are kept, for what may still follow.

    >>> import graphbandit as gb
    >>> from graphbandit.beliefs import LinearLosses, Oracles, PairwiseLogistic
    >>> belief = Oracles(LinearLosses(3, 1), PairwiseLogistic(3, 1, self_loops=True))
    >>> learner = gb.Learner(belief, gamma=20.0)
    >>> decision = learner.decide([0.3])
    >>> decision.id, decision.probabilities.shape
    (0, (3,))
    >>> learner.learn(decision, gb.Feedback(losses=[0.1, 0.5, 0.9], observed=[True, True, True]))
    """

    def __init__(
        self,
        belief: Belief,
        *,
        rule: Rule | None = None,
        gamma: float | Exploration | None = None,
        seed: int = 0,
        capacity: int = 10_000,
    ) -> None:
        """Put together belief, rule (default: the exact one) and γ (a number or schedule; default: 2 √t)."""
        if not isinstance(belief, Belief):
            raise SettingError("belief", "must be a Belief", belief, "Pass Oracles(losses, graph), for instance.")
        if rule is not None and not isinstance(rule, Rule):
            raise SettingError("rule", "must be a Rule", rule, "Pass rules.Dec(), for instance.")
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
            raise SettingError("seed", "must be an integer", seed, "Pass 0, 1, 2...")
        if isinstance(capacity, bool) or not isinstance(capacity, int) or not capacity >= 1:
            raise SettingError("capacity", "must be an integer of at least 1", capacity, "The default is 10,000.")
        self.belief = belief
        self.rule = Dec() if rule is None else rule
        if gamma is None:
            self.exploration: Exploration = Anytime()
        else:
            self.exploration = gamma if isinstance(gamma, Exploration) else Constant(checks.gamma(gamma))
        self.seed = int(seed)
        self.capacity = capacity
        self._next = 0
        self._waiting: Table = OrderedDict()
        self._answered: Table = OrderedDict()
        self._lock = threading.RLock()

    @property
    def rounds(self) -> int:
        """The number of decisions made."""
        return self._next

    @property
    def waiting(self) -> tuple[int, ...]:
        """The ids of decisions that nothing has been learnt from yet, oldest first."""
        return tuple(self._waiting)

    def decide(self, context: Any, graph: Graph | None = None) -> Decision:
        """Decide in a context (d,); a `graph` that is known beforehand replaces the predicted one."""
        x = self._context(context)
        actions = self.belief.actions
        if graph is not None and not (isinstance(graph, Graph) and graph.actions == actions):
            raise GraphError(
                "graph", f"must be a feedback graph of {actions} actions", graph, "Leave it out to predict it."
            )
        with self._lock:
            prediction = self.belief.predict(x)
            if graph is not None:
                prediction = Prediction(prediction.losses, graph, prediction.doubt)
            gamma = self.exploration.gamma_for(prediction)
            allocation = self.rule(prediction, gamma)
            number = self._next
            action = drawn(allocation.probabilities, uniform(self.seed, 0, number))
            self._next += 1
            keep(self._waiting, number, Pending(x.copy(), action), self.capacity)
            if self.exploration.advance(allocation):
                self.belief = storage.fresh(self.belief)
            return Decision(number, action, allocation.probabilities, allocation.value, allocation.bound, gamma)

    def learn(self, decision: Decision | int, outcome: Outcome) -> None:
        """Learn what a decision, or the decision of this id, revealed; refused feedback changes nothing."""
        number = _number(decision)
        if not isinstance(outcome, Outcome):
            raise FeedbackError(
                "outcome", "must be a Feedback or an outcome", outcome, "Pass Feedback(losses, observed)."
            )
        with self._lock:
            pending = self._find(number)
            if isinstance(decision, Decision) and decision.action != pending.action:
                raise UnknownDecisionError(f"decision {number} is another here. Pass a decision of this learner.")
            if getattr(outcome, "action", pending.action) != pending.action:
                rule = f"must be that of action {pending.action}, which was played"
                raise FeedbackError("outcome", rule, outcome, "Report the outcome of the action that was decided.")
            if isinstance(outcome, Feedback):
                piece = pending.new_in(outcome, int(number))
                self.belief.check(pending.action, piece)
                self.belief.update(pending.context, pending.action, piece)
                pending.remember(piece)
            else:
                if not pending.untouched:
                    raise RepeatedFeedbackError(f"decision {number}: its outcome has been learnt. Report each once.")
                self.belief.check(pending.action, outcome)
                self.belief.update(pending.context, pending.action, outcome)
                pending.close()
            self._waiting.pop(number, None)
            self._answered.pop(number, None)
            keep(self._answered, number, pending, self.capacity)

    def played(self, decision: Decision | int) -> int:
        """Return the action of a decision, or of the decision of this id, that is still kept."""
        with self._lock:
            return self._find(_number(decision)).action

    def _context(self, context: Any) -> Array:
        try:
            x = checks.numbers(context, "context", (self.belief.context_size,))
        except ShapeError as error:
            raise ContextError(error.argument, error.rule, error.value, error.remedy) from None
        if not np.isfinite(x).all():
            raise ContextError("context", "must be finite", x, "Replace missing features by 0 and add an indicator.")
        return x

    def _find(self, number: int) -> Pending:
        found = self._waiting.get(number) or self._answered.get(number)
        if found is None:
            if 0 <= number < self._next:
                reason = f"was forgotten: only {self.capacity} are kept. Raise `capacity` or report sooner."
            else:
                reason = "was never made here. Pass a decision of this learner."
            raise UnknownDecisionError(f"decision {number} {reason}")
        return found

    def save(self, path: str | Path) -> None:
        """Save everything to one file, written whole or not at all; decisions still waiting are kept."""
        with self._lock:
            arrays: storage.Arrays = {}
            tree: dict[str, Any] = {
                name: storage.describe(part, arrays, f"/{name}")
                for name, part in (("belief", self.belief), ("rule", self.rule), ("exploration", self.exploration))
            }
            tree |= {"seed": self.seed, "capacity": self.capacity, "next": self._next}
            for name, table in (("waiting", self._waiting), ("answered", self._answered)):
                tree[name] = pack(table, arrays, f"/{name}")
            storage.write(path, tree, arrays)

    @classmethod
    def load(cls, path: str | Path, *, parts: tuple[type[Part], ...] = ()) -> Self:
        """Load a learner that goes on as the saved one would, bit for bit; name classes of your own in `parts`."""
        tree, arrays = storage.read(path)
        try:
            learner = cls(
                storage.build(tree["belief"], arrays, parts, "/belief"),
                rule=storage.build(tree["rule"], arrays, parts, "/rule"),
                gamma=storage.build(tree["exploration"], arrays, parts, "/exploration"),
                seed=tree["seed"],
                capacity=tree["capacity"],
            )
            learner._next = tree["next"]
            learner._waiting = unpack(tree["waiting"], arrays, "/waiting")
            learner._answered = unpack(tree["answered"], arrays, "/answered")
        except (KeyError, TypeError, IndexError, AttributeError, InputError) as error:
            raise StorageError(f"{path}: the file lacks what a learner needs ({error}).") from None
        return learner


def _number(decision: Any) -> int:
    """Return the id of a decision, or raise `UnknownDecisionError` if it can be none."""
    number = decision.id if isinstance(decision, Decision) else decision
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise UnknownDecisionError(f"decision: must be a Decision or its id, got {decision!r}.")
    return int(number)
