"""What the problems share: checked grids and numbers, and the doors of the ready-made learners."""

from collections.abc import Callable
from math import inf, isfinite
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from graphbandit.beliefs.base import Belief, Law, Regressor
from graphbandit.beliefs.laws.kernels import settle
from graphbandit.checks import Array, numbers
from graphbandit.errors import FeedbackError, SettingError, StorageError, UnknownDecisionError
from graphbandit.exploration import Anytime, Exploration
from graphbandit.feedback import Outcome
from graphbandit.learner import Learner
from graphbandit.parts import Part

# γ = 16 √t: in simulated worlds of prices, stock and triage about the best multiple that still explores where it must.
PACE = 16.0


class Identified(Protocol):
    """A decision, as far as an outcome needs one."""

    @property
    def id(self) -> int:
        """What tells it from the others."""

    @property
    def action(self) -> int:
        """The action that was drawn."""


def grid(value: Any, argument: str, top: float = inf) -> Array:
    """Return `value` as increasing positions (K,) from 0 to at most `top`, or raise `SettingError`.

    >>> grid([0, 0.5, 1], "bids", top=1.0)
    array([0. , 0.5, 1. ])
    """
    array = numbers(value, argument, (None,))
    if not (array[0] >= 0.0 and array[-1] <= top and isfinite(array[-1]) and np.all(array[1:] > array[:-1])):
        within = "finite and at least 0" if top == inf else f"in [0, {top:g}]"
        remedy = "Sort them, drop repeated ones" + ("." if top == inf else ", and divide by the highest amount.")
        raise SettingError(argument, f"must increase and be {within}", array, remedy)
    return array


def kept(array: Array) -> Array:
    """Return a read-only copy."""
    copied = array.copy()
    copied.flags.writeable = False
    return copied


def amount(value: Any, argument: str, rule: str, holds: Callable[[float], bool]) -> float:
    """Return `value` as a float, or raise `FeedbackError` unless it is a finite number and the rule holds."""
    remedy = "Report what was observed, in the units of the actions."
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise FeedbackError(argument, "must be a number", value, remedy)
    if not (isfinite(value) and holds(float(value))):
        raise FeedbackError(argument, rule, value, remedy)
    return float(value)


def place(action: Any, actions: int) -> int:
    """Return `action` as an int, or raise `FeedbackError` unless it is one of the actions."""
    if isinstance(action, bool | np.bool_) or not isinstance(action, int | np.integer) or not 0 <= action < actions:
        raise FeedbackError("action", f"must be one of {actions} actions", action, "Count from 0.")
    return int(action)


def matched(part: Law | Regressor, kind: type[Part], argument: str, wanted: int | None = None) -> None:
    """Raise `SettingError` unless `part` is of a kind, and of a context size if one is wanted."""
    if not isinstance(part, kind):
        raise SettingError(argument, f"must be a {kind.__name__}", part, "Leave it out for the default.")
    if wanted is not None and part.context_size != wanted:
        remedy = "Use one for all parts."
        raise SettingError(argument, f"must have context_size {wanted}", part.context_size, remedy)


def on_grid(law: Law, positions: Array) -> None:
    """Raise `SettingError` unless the law is one on these positions (K,)."""
    matched(law, Law, "law")
    if not np.array_equal(law.grid, positions):
        raise SettingError("law", f"must have the grid {positions!r}", law.grid, "Build it on that grid.")


def rising(probabilities: Array) -> Array:
    """Return what a law predicts (K,), free of rounding: non-decreasing, in [0, 1]."""
    ironed = probabilities.copy()
    settle(ironed)
    return ironed


def mirrored(positions: Array) -> Array:
    """Return the reflected grid (K,): the negated positions in increasing order."""
    return np.ascontiguousarray(0.0 - positions[::-1])


def paced(gamma: float | Exploration | None) -> float | Exploration:
    """Return γ as given, or the ready-made learners' own schedule."""
    return Anytime(PACE) if gamma is None else gamma


def unfitting(outcome: Outcome, wanted: str) -> FeedbackError:
    """Return the error for an outcome of another problem, action or grid."""
    remedy = "Report the outcome of the action that was decided, on the learner's own grid."
    return FeedbackError("outcome", f"must be {wanted}", outcome, remedy)


def report(learner: Learner, decision: Identified | int, outcome: Callable[[int], Outcome]) -> None:
    """Teach a learner the outcome of a decision's action."""
    number: Any = getattr(decision, "id", decision)
    action = learner.played(number)
    if getattr(decision, "action", action) != action:
        raise UnknownDecisionError(f"decision {number} was not made here. Pass a decision of this learner.")
    learner.learn(number, outcome(action))


def around(learner: Learner, kind: type[Belief]) -> Learner:
    """Return the learner, or raise `SettingError` unless its belief is of this kind."""
    if not (isinstance(learner, Learner) and isinstance(learner.belief, kind)):
        believed = getattr(learner, "belief", learner)
        raise SettingError("learner", f"must hold a {kind.__name__}", believed, "Use the Learner as it is.")
    return learner


def restored(path: str | Path, kind: type[Belief], parts: tuple[type[Part], ...]) -> Learner:
    """Load a learner, or raise `StorageError` unless its belief is of this kind."""
    learner = Learner.load(path, parts=parts)
    if not isinstance(learner.belief, kind):
        found = type(learner.belief).__name__
        raise StorageError(f"{path}: holds a {found}, not a {kind.__name__}. Learner.load opens every kind.")
    return learner
