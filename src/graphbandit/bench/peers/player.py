"""What the benchmark asks of whoever bids, be it this library or another."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.world import Round


class Player(ABC):
    """Names a bid in each auction and learns what came of it; `decide` and `learn` alone are timed.

    `see` and `hear` bring what is told into the form that a library takes, so that nobody pays for the way in.
    """

    @abstractmethod
    def see(self, drawn: Round) -> None:
        """Take the context of the next auction."""

    @abstractmethod
    def decide(self) -> int:
        """Name the bid, by its place."""

    @abstractmethod
    def hear(self, drawn: Round, action: int, outcome: Outcome) -> None:
        """Take what came of it."""

    @abstractmethod
    def learn(self) -> None:
        """Learn from it."""


@final
@dataclass(frozen=True)
class Seat:
    """Who plays: its `name`, what it is `told`, and how it is made from bids (K,), the number of features and a seed.

    Who takes long for a round plays a `share` of the rounds, and with more than `largest` actions none. A `guest` is
    not of this library.
    """

    name: str
    told: str
    build: Callable[[Array, int, int], Player]
    share: float = 1.0
    largest: int = 1_000
    guest: bool = True

    def rounds(self, of: int) -> int:
        """Return how many rounds it plays."""
        return math.ceil(self.share * of)


def reward(drawn: Round, action: int) -> float:
    """Return what the bid gained, value less bid or nothing: the losses are ½(1 - gain)."""
    return 1.0 - 2.0 * float(drawn.losses[action])


def with_one(context: Array) -> Array:
    """Return the context with a 1 behind it, for models that have no intercept of their own."""
    return np.append(context, 1.0)


def powers(bids: Array, degree: int) -> Array:
    """Return the first powers of the bids, (K, degree): what tells a model that near bids are alike."""
    raised: Array = bids[:, None] ** np.arange(1, degree + 1)
    return raised
