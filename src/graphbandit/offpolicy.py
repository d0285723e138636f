"""What another policy would have lost, from what this one saw."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit import checks
from graphbandit.checks import Array
from graphbandit.errors import FeedbackError, ProbabilityError, SettingError
from graphbandit.feedback import Feedback


@final
@dataclass(frozen=True, eq=False, slots=True)
class Logged:
    """One logged round: the probabilities (K,) that were played from, the action, what it revealed.

    `policy` (K,) is what the other policy would have played from in that round.
    """

    probabilities: Array
    action: int
    feedback: Feedback
    policy: Array


@final
@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error and a 95 % interval, over this many rounds."""

    mean: float
    error: float
    rounds: int

    @property
    def interval(self) -> tuple[float, float]:
        """The mean, 1.96 errors down and up."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error


def side_observation_estimate(rounds: Iterable[Logged]) -> Estimate:
    """Estimate the mean loss of a policy from every loss that was seen, unbiased even where losses and graph are tied.

    Where the whole realised graph E is known, a loss j that was seen counts with weight 1/Q_j, Q_j = Σ_i p_i E_ij being
    its chance of being seen **in this round**; the chance on average would be biased. Where only the played row is
    known, the played action's own loss counts, with weight 1/p. Where that depends on the action, as in an auction, it
    stays unbiased if an action after which only the row is known is revealed by no action after which all is.

    >>> seen = Feedback(losses=[0.2, 0.6], observed=[True, True], edges=[[1, 1], [1, 1]])
    >>> one = Logged(np.array([0.5, 0.5]), 0, seen, np.array([0.0, 1.0]))
    >>> round(side_observation_estimate([one, one]).mean, 2)
    0.6
    """
    terms = np.array([_term(entry) for entry in rounds])
    if terms.size < 2:
        raise SettingError("rounds", "must be at least 2", terms.size, "An interval needs more than one round.")
    return Estimate(float(terms.mean()), float(terms.std(ddof=1)) / math.sqrt(terms.size), terms.size)


def _term(entry: Logged) -> float:
    seen, K = entry.feedback, entry.feedback.losses.size
    p = _distribution(entry.probabilities, "probabilities", K)
    policy = _distribution(entry.policy, "policy", K)
    action = entry.action
    if isinstance(action, bool) or not isinstance(action, int | np.integer) or not 0 <= action < K:
        raise FeedbackError("action", f"must be one of {K} actions", action, "Count from 0.")
    if not p[action] > 0.0:
        remedy = "Log the probabilities that the action was drawn from."
        raise ProbabilityError("probabilities", "must be positive at the played action", p[action], remedy)
    if seen.edges.ndim == 2 and seen.revealed.all():
        chance = p @ seen.edges
        if not (chance[seen.observed] > 0.0).all():
            remedy = "Log every edge that revealed a loss."
            raise FeedbackError("edges", "must lead to every observed loss", seen.edges, remedy)
        return float((policy * seen.losses)[seen.observed] @ (1.0 / chance[seen.observed]))
    if not seen.observed[action]:
        return 0.0
    return float(policy[action] * seen.losses[action] / p[action])


def _distribution(value: Array, argument: str, actions: int) -> Array:
    p = checks.numbers(value, argument, (actions,))
    checks.within_unit(p, argument, ProbabilityError, "Pass a distribution over the actions.")
    if not abs(p.sum() - 1.0) <= 1e-9:
        raise ProbabilityError(argument, "must sum to 1", float(p.sum()), "Divide them by their sum.")
    return p
