"""Graphs as data: every kind of them, and their matrices found without the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from graphbandit.graphs import AuctionGraph, DenseGraph, Graph, InventoryGraph, PricingGraph

Array = NDArray[np.float64]
LongArray = NDArray[np.longdouble]
Random = np.random.Generator


@final
@dataclass(frozen=True, eq=False)
class Blueprint:
    """A graph told by its numbers: the matrix (K, K) of a "dense" one, or a chain's law (K,)."""

    family: str
    numbers: Array
    hub: int | None = None

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return len(self.numbers)

    def graph(self) -> Graph:
        """Return the library's graph of these numbers."""
        match self.family:
            case "auction":
                return AuctionGraph(win=self.numbers)
            case "pricing":
                return PricingGraph(sale=self.numbers)
            case "inventory":
                return InventoryGraph(clear=self.numbers)
        return DenseGraph(self.numbers)

    def matrix(self) -> LongArray:
        """Return g (K, K) in extended precision, entry by entry from the law, without the library."""
        law = self.numbers.astype(np.longdouble)
        if self.family == "dense":
            return law
        survival = law if self.family == "pricing" else 1 - law
        played, revealed = np.indices((law.size, law.size))
        i, j = survival[played], survival[revealed]
        match self.family:
            case "auction":
                below, above = i, 1 - i + j
            case "pricing":
                below, above = i, 1 - i
            case _:
                below, above = np.ones_like(i), 1 - i
        return np.where(revealed < played, below, np.where(revealed > played, above, np.longdouble(1)))


# Dense graphs: each takes random numbers and K, and leaves no action unobserved.


def identity(random: Random, size: int) -> Blueprint:
    """Every action reveals itself alone."""
    return Blueprint("dense", np.eye(size))


def complete(random: Random, size: int) -> Blueprint:
    """Every action reveals all."""
    return Blueprint("dense", np.ones((size, size)))


def self_loops_and_random_edges(random: Random, size: int) -> Blueprint:
    """A random 0/1 graph where every action reveals itself."""
    return Blueprint("dense", np.maximum(np.eye(size), _coins(random, size, random.random())))


def random_probabilities(random: Random, size: int) -> Blueprint:
    """Every edge with its own probability."""
    return Blueprint("dense", random.random((size, size)))


def sparse_probabilities(random: Random, size: int) -> Blueprint:
    """Few edges, each with its own probability, and self-loops of any probability above .05."""
    edges = random.random((size, size)) * _coins(random, size, 0.2)
    np.fill_diagonal(edges, random.uniform(0.05, 1.0, size))
    return Blueprint("dense", edges)


def everybody_else(random: Random, size: int) -> Blueprint:
    """No self-loops, but all the others reveal an action: strongly observable."""
    return Blueprint("dense", _observable(np.ones((size, size)) - np.eye(size)))


def mostly_everybody_else(random: Random, size: int) -> Blueprint:
    """Some have self-loops, some are revealed by all the others instead."""
    loops = random.random(size) < 0.5
    edges = np.where(loops[None, :], _coins(random, size, 0.3), 1.0)
    np.fill_diagonal(edges, loops)
    return Blueprint("dense", _observable(edges))


def costly_revealer(random: Random, size: int) -> Blueprint:
    """Action 0 costs 1 and reveals all; nothing else reveals anything: weakly observable."""
    edges = np.zeros((size, size))
    edges[0] = 1.0
    return Blueprint("dense", edges, hub=0)


def star(random: Random, size: int) -> Blueprint:
    """The last action reveals every leaf and every leaf reveals it; no self-loops."""
    edges = np.zeros((size, size))
    edges[-1, :-1] = edges[:-1, -1] = 1.0
    return Blueprint("dense", _observable(edges))


def directed_ring(random: Random, size: int) -> Blueprint:
    """Every action reveals the next one alone: weakly observable from K = 3 on."""
    return Blueprint("dense", np.roll(np.eye(size), 1, axis=1))


def apple_tasting(random: Random, size: int) -> Blueprint:
    """One action, at any price, reveals all, and nothing else does: [[1, 1], [0, 0]] and its like."""
    edges = np.zeros((size, size))
    edges[random.integers(size)] = 1.0
    return Blueprint("dense", edges)


def bipartite(random: Random, size: int) -> Blueprint:
    """The left side reveals the right side and the right side the left."""
    side = np.where(np.arange(size) < (size + 1) // 2, 1.0, 0.0)
    return Blueprint("dense", _observable(np.abs(np.subtract.outer(side, side))))


def near_zero_edges(random: Random, size: int) -> Blueprint:
    """Self-loops, and all other edges of probability one in a million."""
    edges = np.full((size, size), 1e-6)
    np.fill_diagonal(edges, random.uniform(0.1, 1.0, size))
    return Blueprint("dense", edges)


def near_zero_self_loops(random: Random, size: int) -> Blueprint:
    """Some actions are seen one time in a million, even when they are played."""
    rare = random.random(size) < 0.5
    edges = _coins(random, size, 0.3) * np.where(rare, 1e-6, random.uniform(0.1, 1.0, size))
    np.fill_diagonal(edges, np.where(rare, 1e-6, 1.0))
    return Blueprint("dense", edges)


def _coins(random: Random, size: int, probability: float) -> Array:
    """Draw a matrix (K, K) of zeros and ones."""
    drawn = random.random((size, size))
    return np.where(drawn < probability, 1.0, 0.0)


def _observable(edges: Array) -> Array:
    """Give a self-loop to what nothing reveals."""
    return np.where(edges.sum(axis=0, keepdims=True) > 0, edges, np.eye(len(edges)))


DENSE: tuple[Callable[[Random, int], Blueprint], ...] = (
    identity,
    complete,
    self_loops_and_random_edges,
    random_probabilities,
    sparse_probabilities,
    everybody_else,
    mostly_everybody_else,
    costly_revealer,
    star,
    directed_ring,
    apple_tasting,
    bipartite,
    near_zero_edges,
    near_zero_self_loops,
)

# Laws of a driver: each returns a distribution function at K actions, (K,), non-decreasing in [0, 1].


def random_law(random: Random, size: int) -> Array:
    """Any law."""
    return np.sort(random.random(size))


def near_deterministic_law(random: Random, size: int) -> Array:
    """A steep rise: exactly 0 before it, exactly 1 after it, and tiny and almost certain steps between."""
    rise = (np.arange(size) - random.uniform(0, size)) / random.uniform(0.02, 0.5)
    law = 1.0 / (1.0 + np.exp(-np.clip(rise, -700, 700)))
    return np.where(rise < -60, 0.0, np.where(rise > 60, 1.0, law))


def step_law(random: Random, size: int) -> Array:
    """A driver known for certain, anywhere from below all actions to above all."""
    return (np.arange(size) >= random.integers(size + 1)).astype(float)


def level_law(random: Random, size: int) -> Array:
    """A driver that tells no two actions apart."""
    return np.full(size, random.choice([0.0, 1e-9, 0.3, 1.0, random.random()]))


def heavy_tailed_law(random: Random, size: int) -> Array:
    """A law that rises like a Cauchy law's, and reaches neither 0 nor 1."""
    places = np.linspace(-10, 10, size) * random.uniform(0.1, 100)
    return 0.5 + np.arctan(places - random.normal()) / np.pi


LAWS: tuple[Callable[[Random, int], Array], ...] = (
    random_law,
    near_deterministic_law,
    step_law,
    level_law,
    heavy_tailed_law,
)
FAMILIES = ("auction", "pricing", "inventory")


@final
@dataclass(frozen=True)
class Kind:
    """A kind of graph: a dense one's function, or a family of chain graphs with the function of its law."""

    family: str
    make: Callable[[Random, int], Blueprint] | None
    law: Callable[[Random, int], Array] | None

    @property
    def name(self) -> str:
        """What it is called in an instance's name."""
        made = self.make or self.law
        assert made is not None
        return made.__name__ if self.make else f"{self.family}:{made.__name__}"

    def blueprint(self, random: Random, size: int) -> Blueprint:
        """Draw a graph of this kind."""
        if self.make is not None:
            return self.make(random, size)
        assert self.law is not None
        law = self.law(random, size)
        return Blueprint(self.family, np.ascontiguousarray(law[::-1]) if self.family == "pricing" else law)


KINDS = tuple(Kind("dense", make, None) for make in DENSE) + tuple(
    Kind(family, None, law) for law in LAWS for family in FAMILIES
)
