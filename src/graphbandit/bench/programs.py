"""Decision programs to measure solvers on: the same for a seed, and as problems pose them."""

from collections.abc import Callable
from dataclasses import dataclass
from math import erf
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.graphs import AuctionGraph, DenseGraph, Graph, InventoryGraph, PricingGraph

_Random = np.random.Generator


@final
@dataclass(frozen=True, eq=False, slots=True)
class BenchProgram:
    """One decision program: `losses` (K,), `graph` and `gamma`."""

    losses: Array
    graph: Graph
    gamma: float


@final
@dataclass(frozen=True, slots=True)
class Family:
    """A `name` and how to draw losses (K,) and a graph of K actions."""

    name: str
    draw: Callable[[_Random, int], tuple[Array, Graph]]

    def program(self, random: _Random, actions: int, gamma: float) -> BenchProgram:
        """Draw one program."""
        losses, graph = self.draw(random, actions)
        return BenchProgram(losses, graph, gamma)


def identity(random: _Random, actions: int) -> tuple[Array, Graph]:
    """Every action reveals itself alone, and losses are anything."""
    return random.random(actions), DenseGraph(np.eye(actions))


def complete(random: _Random, actions: int) -> tuple[Array, Graph]:
    """Every action reveals all, and many are nearly as good as the best."""
    return 0.5 + 0.01 * random.random(actions), DenseGraph(np.ones((actions, actions)))


def scattered(random: _Random, actions: int) -> tuple[Array, Graph]:
    """One edge in five, each with its own probability, and certain self-loops for half of the actions."""
    edges = random.random((actions, actions))
    edges[random.random((actions, actions)) > 0.2] = 0.0
    np.fill_diagonal(edges, np.where(random.random(actions) < 0.5, 1.0, random.uniform(0.1, 1.0, actions)))
    return 0.4 + 0.2 * random.random(actions), DenseGraph(edges)


def auction(random: _Random, actions: int) -> tuple[Array, Graph]:
    """Bids from 0 to 1 against a normal price, for an item worth more than it."""
    bids = np.linspace(0.0, 1.0, actions)
    price, spread = random.uniform(0.2, 0.6), random.uniform(0.05, 0.2)
    win = _normal_law((bids - price) / spread)
    worth = price + random.uniform(0.1, 0.4)
    return 0.5 * (1.0 - win * (worth - bids)), AuctionGraph(win=win)


def pricing(random: _Random, actions: int) -> tuple[Array, Graph]:
    """Prices from 0 to 1 for a buyer whose value is normal."""
    prices = np.linspace(0.0, 1.0, actions)
    sale = 1.0 - _normal_law((prices - random.uniform(0.3, 0.7)) / random.uniform(0.05, 0.2))
    return 1.0 - prices * sale, PricingGraph(sale=sale)


def inventory(random: _Random, actions: int) -> tuple[Array, Graph]:
    """Stocks from 0 to 1 for a normal demand: what is left costs a little, what is short costs more."""
    stocks = np.linspace(0.0, 1.0, actions)
    clear = _normal_law((stocks - random.uniform(0.3, 0.7)) / random.uniform(0.05, 0.2))
    step = 1.0 / max(actions - 1, 1)
    left = np.cumsum(clear) * step
    short = np.cumsum((1.0 - clear)[::-1])[::-1] * step
    return np.minimum(1.0, 0.2 * left + 0.8 * short), InventoryGraph(clear=clear)


FAMILIES = (
    Family("identity", identity),
    Family("complete", complete),
    Family("auction", auction),
    Family("pricing", pricing),
    Family("inventory", inventory),
    Family("scattered", scattered),
)


def _normal_law(scores: Array) -> Array:
    """Return the normal distribution function, (K,), never falling by a rounding."""
    law = np.array([0.5 * (1.0 + erf(score / np.sqrt(2.0))) for score in scores])
    return np.maximum.accumulate(np.clip(law, 0.0, 1.0))
