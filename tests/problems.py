"""Small decision programs as data: every kind of graph and of losses, at every size and γ.

    for instance in instances(2_000, seed=0): ...

`instances` walks through the kinds of graph x SIZES x GAMMAS (each such triple comes up within the first
1,392), with the kinds of losses in rotation: any two of the four classes meet within 2,000, and after `TOTAL`
instances every combination has come up once. Instance n of a seed is the same whatever the count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import final

import numpy as np
from tests.blueprints import KINDS, Array, Kind, LongArray, Random

from graphbandit.graphs import Graph

SIZES = (1, 2, 3, 10, 51, 151)
GAMMAS = (1e-3, 1.0, 10.0, 70.0, 1e3, 1e5, 1e7, 1e9)


@final
@dataclass(frozen=True, eq=False)
class Instance:
    """A decision program: `losses` (K,), `graph`, `gamma`; `matrix` (K, K) is the graph found without it."""

    name: str
    losses: Array
    graph: Graph
    gamma: float
    matrix: LongArray

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return self.losses.size


# Losses: each takes random numbers and K.


def random_losses(random: Random, size: int) -> Array:
    """Anything in [0, 1]."""
    return random.random(size)


def tied_losses(random: Random, size: int) -> Array:
    """Quarters."""
    return random.integers(0, 5, size) / 4.0


def equal_losses(random: Random, size: int) -> Array:
    """All the same, 0 and 1 included."""
    return np.full(size, random.choice([0.0, 1.0, 0.5, random.random()]))


def zero_one_losses(random: Random, size: int) -> Array:
    """Exactly 0 or exactly 1."""
    return random.integers(0, 2, size).astype(float)


def nearly_tied_losses(random: Random, size: int) -> Array:
    """Within a few 1e-12 of each other, but for a few that are not."""
    return np.where(random.random(size) < 0.8, 0.5 + 1e-12 * random.integers(-3, 4, size), random.random(size))


LOSSES: tuple[Callable[[Random, int], Array], ...] = (
    random_losses,
    tied_losses,
    equal_losses,
    zero_one_losses,
    nearly_tied_losses,
)


TOTAL = len(KINDS) * len(SIZES) * len(GAMMAS) * len(LOSSES)


@final
@dataclass(frozen=True)
class Combination:
    """One of the `TOTAL` combinations of classes."""

    kind: Kind
    size: int
    gamma: float
    losses: Callable[[Random, int], Array]

    def instance(self, seed: int, number: int) -> Instance:
        """Draw the instance; the same seed and number draw the same."""
        random = np.random.default_rng((seed, number))
        blueprint = self.kind.blueprint(random, self.size)
        losses = self.losses(random, self.size)
        if blueprint.hub is not None:
            losses[blueprint.hub] = 1.0
        name = f"{number}: {self.kind.name}, {self.losses.__name__}, K = {self.size}, γ = {self.gamma:g}"
        return Instance(name, losses, blueprint.graph(), self.gamma, blueprint.matrix())


def combinations(count: int) -> Iterator[Combination]:
    """Walk through the combinations: sizes in turn, then γ, then kinds, the losses rotating against them."""
    triples = len(KINDS) * len(GAMMAS) * len(SIZES)
    for number in range(count):
        turn, place = divmod(number, triples)
        rest, size = divmod(place, len(SIZES))
        kind, gamma = divmod(rest, len(GAMMAS))
        losses = (size + gamma + 2 * kind + turn) % len(LOSSES)
        yield Combination(KINDS[kind], SIZES[size], GAMMAS[gamma], LOSSES[losses])


def instances(count: int, seed: int = 0) -> Iterator[Instance]:
    """Yield `count` instances, always the same for a seed."""
    for number, combination in enumerate(combinations(count)):
        yield combination.instance(seed, number)
