"""Drawn worlds of prices, stock and triage, their means known."""

from math import exp, log1p
from typing import Any, final

import numpy as np

from graphbandit.beliefs.settings import count, strength
from graphbandit.chance import normal_cdf
from graphbandit.checks import Array
from graphbandit.graphs import InventoryGraph, PricingGraph
from graphbandit.problems.base import kept
from graphbandit.problems.pricing import Sold, Unsold, price_grid, pricing_losses
from graphbandit.problems.shelf import LeftOver, Shelf, SoldOut
from graphbandit.problems.triage import REVIEW, TRIAGE_GRAPH, Passed, Reviewed, Stakes
from graphbandit.world import Round, World


class _Source:
    """Standard normal contexts (d,), a direction θ of length 1, and θ·x."""

    def __init__(self, context_size: int, seed: int) -> None:
        self.random = np.random.default_rng(count(seed, "seed", least=0))
        theta = self.random.normal(size=count(context_size, "context_size"))
        self.theta: Array = theta / np.linalg.norm(theta)

    def draw(self) -> tuple[Array, float]:
        """Draw a context, and what it says."""
        context = self.random.normal(size=self.theta.size)
        return context, float(self.theta @ context)


@final
class PricingWorld(World):
    """Buyers whose value is normal: top (½ + θ·x / 5 + noise ε), with top the highest price.

    >>> world = PricingWorld(prices=[1.0, 2.0, 3.0], context_size=2, seed=0)
    >>> drawn = world.draw()
    >>> drawn.losses.round(2), type(world.reveal(drawn, 2)).__name__
    (array([0.67, 1.  , 1.  ]), 'Unsold')
    """

    def __init__(self, prices: Any, context_size: int, seed: int = 0, *, noise: float = 0.1) -> None:
        """Sell at `prices` (K,) in contexts (context_size,)."""
        self.prices = kept(price_grid(prices))
        self.noise = strength(noise, "noise")
        self._source = _Source(context_size, seed)

    @property
    def actions(self) -> int:
        """The number of prices, K."""
        return self.prices.size

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self._source.theta.size

    def draw(self) -> Round:
        """Draw a buyer."""
        context, says = self._source.draw()
        top = float(self.prices[-1])
        center = top * (0.5 + 0.2 * says)
        value = center + self.noise * top * self._source.random.normal()
        sale = normal_cdf((center - self.prices) / (self.noise * top))
        losses = pricing_losses(self.prices, self.prices <= value)
        means = pricing_losses(self.prices, sale)
        return Round(context, losses, means, None, PricingGraph(sale), np.array([value]))

    def reveal(self, drawn: Round, action: int) -> Sold | Unsold:
        """Tell whether the buyer takes the offer."""
        assert drawn.state is not None
        return (Sold if self.prices[action] <= drawn.state[0] else Unsold)(self.prices, action)


@final
class InventoryWorld(World):
    """Demand of mean ½ top exp(θ·x / 3), with top the largest stock, and Poisson unless there is `noise`.

    With it, a gamma variable of mean 1 and that deviation multiplies the Poisson's mean anew each day.

    >>> world = InventoryWorld(Shelf(np.arange(5.0), holding=1.0, shortage=3.0), context_size=2, seed=0)
    >>> drawn = world.draw()
    >>> drawn.losses, type(world.reveal(drawn, 1)).__name__
    (array([0.75  , 0.5625, 0.375 , 0.1875, 0.    ]), 'SoldOut')
    """

    def __init__(self, shelf: Shelf, context_size: int, seed: int = 0, *, noise: float = 0.0) -> None:
        """Stock a shelf in contexts (context_size,)."""
        self.shelf = shelf
        self.noise = 0.0 if noise == 0.0 else strength(noise, "noise")
        self._source = _Source(context_size, seed)

    @property
    def actions(self) -> int:
        """The number of stocks, K."""
        return self.shelf.stocks.size

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self._source.theta.size

    def draw(self) -> Round:
        """Draw the demand of a day."""
        context, says = self._source.draw()
        stocks = self.shelf.stocks
        rate = 0.5 * float(stocks[-1]) * float(np.exp(min(says, 9.0) / 3.0))
        random, extra = self._source.random, self.noise**2
        demand = float(random.poisson(rate if extra == 0.0 else rate * random.gamma(1.0 / extra, extra)))
        units = np.arange(np.ceil(stocks[-1]))
        chances = demand_chances(units, rate, extra)
        less = units[None, :] < stocks[:, None]
        clear = np.minimum(less @ chances, 1.0)
        means = self.shelf.expected(less @ (chances * units) + stocks * (1.0 - clear))
        truth = InventoryGraph(np.maximum.accumulate(clear))
        return Round(context, self.shelf.losses(demand), means, None, truth, np.array([demand]))

    def reveal(self, drawn: Round, action: int) -> LeftOver | SoldOut:
        """Tell what was sold."""
        assert drawn.state is not None
        demand = float(drawn.state[0])
        if demand < self.shelf.stocks[action]:
            return LeftOver(self.shelf, action, demand)
        return SoldOut(self.shelf, action)


def demand_chances(units: Array, rate: float, extra: float) -> Array:
    """Return P(demand = unit) for units 0, 1, 2, ..., (n,): of mean rate m and variance m + `extra` m².

    >>> demand_chances(np.arange(3.0), rate=1.0, extra=0.0).round(3), demand_chances(np.arange(3.0), 1.0, 1.0)
    (array([0.368, 0.368, 0.184]), array([0.5  , 0.25 , 0.125]))
    """
    factorials = np.cumsum(np.log(np.maximum(units, 1.0)))
    rising = np.cumsum(np.log1p(extra * np.maximum(units - 1.0, 0.0)))  # Σ_{j < unit} log(1 + extra j)
    growth = log1p(extra * rate)
    none = rate if extra == 0.0 else growth / extra  # -log P(demand = 0)
    chances: Array = np.exp(units * (np.log(rate) - growth) - none - factorials + rising)
    return chances


@final
class TriageWorld(World):
    """Cases that are guilty with probability σ((θ·x - 1) / noise), independently.

    >>> world = TriageWorld(context_size=2, stakes=Stakes(cost=0.2), seed=0)
    >>> drawn = world.draw()
    >>> drawn.losses, drawn.means.round(2), world.reveal(drawn, 1)
    (array([0.2, 0. ]), array([0.2 , 0.22]), Passed())
    """

    def __init__(self, context_size: int, stakes: Stakes | None = None, seed: int = 0, *, noise: float = 0.5) -> None:
        """Draw cases with contexts (context_size,)."""
        self.noise = strength(noise, "noise")
        self.stakes = Stakes() if stakes is None else stakes
        self._source = _Source(context_size, seed)

    @property
    def actions(self) -> int:
        """Two: 0 is to review, 1 to let pass."""
        return 2

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self._source.theta.size

    def draw(self) -> Round:
        """Draw a case; the graph is known beforehand."""
        context, says = self._source.draw()
        chance = 1.0 / (1.0 + exp(min((1.0 - says) / self.noise, 700.0)))
        guilty = float(self._source.random.random() < chance)
        losses, means = self.stakes.losses(guilty), self.stakes.losses(chance)
        return Round(context, losses, means, TRIAGE_GRAPH, TRIAGE_GRAPH, np.array([guilty]))

    def reveal(self, drawn: Round, action: int) -> Reviewed | Passed:
        """Tell what a review finds, or nothing."""
        assert drawn.state is not None
        if action == REVIEW:
            return Reviewed(self.stakes, bool(drawn.state[0]))
        return Passed()
