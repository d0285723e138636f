"""γ, and how it moves: what a unit of squared error is worth in regret, so that a small one explores more."""

import math
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import final

import numpy as np

from graphbandit import checks
from graphbandit.checks import Array
from graphbandit.dec import Allocation
from graphbandit.errors import GammaError, SettingError
from graphbandit.parts import Part
from graphbandit.prediction import Prediction

REMEDY = "Pass a positive number."
LEAST_NOISE = 1e-4  # a belief that has never erred may be one that has never looked
LARGEST = 1e9


class Exploration(Part):
    """Says γ for the next decision, and learns from the allocation that came of it."""

    @abstractmethod
    def gamma(self) -> float:
        """Return γ for the next decision."""

    def gamma_for(self, prediction: Prediction) -> float:
        """Return γ for the next decision, where it depends on what is predicted."""
        return self.gamma()

    def advance(self, allocation: Allocation) -> bool:
        """Take note of a decision; return whether the learner is to start afresh."""
        return False


@final
@dataclass(frozen=True)
class Constant(Exploration):
    """The same γ always."""

    value: float

    def __post_init__(self) -> None:
        """Check γ."""
        checks.positive(self.value, "gamma", GammaError, REMEDY)

    def gamma(self) -> float:
        """Return it."""
        return self.value


@final
@dataclass(frozen=True)
class RootT(Exploration):
    """γ = c √T for a horizon known beforehand, as in the paper's experiments.

    >>> RootT(c=2.0, horizon=2500).gamma()
    100.0
    """

    c: float
    horizon: int

    def __post_init__(self) -> None:
        """Check both."""
        checks.positive(self.c, "c", SettingError, REMEDY)
        checks.positive(self.horizon, "horizon", SettingError, "Pass the number of rounds.")

    def gamma(self) -> float:
        """Return c √T."""
        return self.c * math.sqrt(self.horizon)


@final
@dataclass(frozen=True, eq=False)
class Anytime(Exploration):
    """γ = c t^power in round t: no horizon needed. A power of 2/3 suits weakly observable graphs.

    >>> schedule = Anytime(c=2.0)
    >>> for _ in range(3):
    ...     _ = schedule.advance(Allocation(np.ones(1), 0.0, 0.0))
    >>> schedule.gamma()
    4.0
    """

    c: float = 2.0
    power: float = 0.5
    rounds: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start at round 1."""
        checks.positive(self.c, "c", SettingError, REMEDY)
        if not (isinstance(self.power, int | float | np.floating) and 0.0 <= self.power <= 1.0):
            raise SettingError("power", "must lie in [0, 1]", self.power, "The usual one is 1/2.")
        object.__setattr__(self, "rounds", np.zeros(1))

    def gamma(self) -> float:
        """Return c t^power."""
        return self.c * math.pow(float(self.rounds[0]) + 1.0, self.power)

    def advance(self, allocation: Allocation) -> bool:
        """Count the round."""
        self.rounds[0] += 1.0
        return False


@final
@dataclass(frozen=True, eq=False)
class ByDoubt(Exploration):
    """γ = min(sharpness / hope, pace √t / noise) in round t: it sets itself, by context and in any unit of loss.

    Where another action than the one that looks best may plausibly be better, γ is small, and others are tried in
    proportion to what is hoped for. Where none may, γ is as large as the noise allows. A belief that tells no doubt is
    taken to have a noise of 1/4, and no hope.

    >>> from graphbandit.prediction import Doubt, Prediction
    >>> schedule = ByDoubt(sharpness=8.0, pace=16.0)
    >>> schedule.gamma_for(Prediction(np.ones(2), None, Doubt(noise=0.25, hope=0.2)))
    40.0
    >>> schedule.gamma()
    64.0
    """

    sharpness: float = 128.0
    pace: float = 64.0
    rounds: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and start at round 1."""
        checks.positive(self.sharpness, "sharpness", SettingError, REMEDY)
        checks.positive(self.pace, "pace", SettingError, REMEDY)
        object.__setattr__(self, "rounds", np.zeros(1))

    def gamma(self) -> float:
        """Return γ for losses of a noise of 1/4, without hope."""
        return 4.0 * self.pace * math.sqrt(float(self.rounds[0]) + 1.0)

    def gamma_for(self, prediction: Prediction) -> float:
        """Return γ for a prediction with its doubt."""
        doubt = prediction.doubt
        if doubt is None:
            return self.gamma()
        most = min(self.pace * math.sqrt(float(self.rounds[0]) + 1.0) / max(doubt.noise, LEAST_NOISE), LARGEST)
        return self.sharpness / doubt.hope if self.sharpness < most * doubt.hope else most

    def advance(self, allocation: Allocation) -> bool:
        """Count the round."""
        self.rounds[0] += 1.0
        return False


@final
@dataclass(frozen=True)
class PartialTheory(Exploration):
    """γ = max{4, √(α T log(KT)/max(RegSq, RegLog))}: the paper's first theorem, for partially revealed graphs.

    >>> round(PartialTheory(alpha=2, horizon=1000, actions=11, square_regret=5.0, log_regret=8.0).gamma(), 2)
    48.23
    """

    alpha: float
    horizon: int
    actions: int
    square_regret: float
    log_regret: float

    def __post_init__(self) -> None:
        """Check all of them."""
        for name in ("alpha", "horizon", "actions", "square_regret", "log_regret"):
            checks.positive(getattr(self, name), name, SettingError, REMEDY)

    def gamma(self) -> float:
        """Return the theorem's γ."""
        regret = max(self.square_regret, self.log_regret)
        return max(4.0, math.sqrt(self.alpha * self.horizon * math.log(self.actions * self.horizon) / regret))


@final
@dataclass(frozen=True)
class FullTheory(Exploration):
    """γ = max{12, √(Σ α_t/max(RegSq, RegLog))}: the paper's second theorem, for fully revealed graphs."""

    alpha_sum: float
    square_regret: float
    log_regret: float

    def __post_init__(self) -> None:
        """Check all of them."""
        for name in ("alpha_sum", "square_regret", "log_regret"):
            checks.positive(getattr(self, name), name, SettingError, REMEDY)

    def gamma(self) -> float:
        """Return the theorem's γ."""
        return max(12.0, math.sqrt(self.alpha_sum / max(self.square_regret, self.log_regret)))


@final
@dataclass(frozen=True, eq=False)
class Doubling(Exploration):
    """γ without the independence number: doubled whenever the decisions of an epoch have cost too much.

    γ starts at c √(T/regret), `regret` bounding both oracles'. An epoch ends when its values sum to more than
    γ · regret / c; then γ doubles and the learner starts afresh, as the paper's appendix has it, or keeps what it knows
    with `restart=False`. The paper's c is 1. Its analysis lets oracles err where that hurts most; they seldom do,
    and in simulated worlds much larger ones lose far less.

    >>> schedule = Doubling(horizon=4, regret=0.16, c=1.0)
    >>> schedule.gamma(), schedule.advance(Allocation(np.ones(1), 0.9, 0.0)), schedule.gamma()
    (5.0, True, 10.0)
    """

    horizon: int
    regret: float
    restart: bool = True
    c: float = 64.0
    state: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the settings and open the first epoch."""
        checks.positive(self.horizon, "horizon", SettingError, "Pass the number of rounds.")
        checks.positive(self.regret, "regret", SettingError, "Pass a bound on the oracles' regret.")
        checks.positive(self.c, "c", SettingError, REMEDY)
        if not isinstance(self.restart, bool):
            raise SettingError("restart", "must be True or False", self.restart, "Pass a bool.")
        object.__setattr__(self, "state", np.array([self.c * math.sqrt(self.horizon / self.regret), 0.0]))

    def gamma(self) -> float:
        """Return this epoch's γ."""
        return float(self.state[0])

    def advance(self, allocation: Allocation) -> bool:
        """Add the value; close the epoch once they are too many."""
        self.state[1] += min(allocation.value, 1.0)  # no round costs more, even where the value is infinite
        if self.state[1] <= self.state[0] * self.regret / self.c:
            return False
        self.state[0] *= 2.0
        self.state[1] = 0.0
        return self.restart
