"""Worlds of first-price auctions: from a log, or drawn as in the paper."""

from dataclasses import dataclass
from typing import Any, Self, final

import numpy as np

from graphbandit.beliefs.settings import count, strength, switch
from graphbandit.chance import normal_cdf
from graphbandit.checks import Array, numbers
from graphbandit.errors import DataError
from graphbandit.graphs import AuctionGraph
from graphbandit.problems.auction import Lost, Won, auction_losses
from graphbandit.problems.base import grid, kept
from graphbandit.world import Round, World


@final
@dataclass(frozen=True, eq=False, slots=True)
class NormalPrices:
    """The truth where price = center_t + deviation ε and value = slope · price + offset_t, ε standard normal."""

    centers: Array
    deviation: float
    slope: float
    offsets: Array

    def win(self, t: int, bids: Array) -> Array:
        """Return P(price <= bid) in round t, (K,)."""
        win: Array = normal_cdf((bids - self.centers[t]) / self.deviation)
        return win

    def means(self, t: int, bids: Array) -> Array:
        """Return the mean losses in round t, (K,): E[1{w <= a}(v - a)] = (slope μ + offset - a) Φ(z) - slope σ φ(z)."""
        z = (bids - self.centers[t]) / self.deviation
        density = np.exp(-0.5 * z * z) / np.sqrt(2.0 * np.pi)
        margin = self.slope * self.centers[t] + self.offsets[t] - bids
        means: Array = 0.5 * (1.0 - margin * normal_cdf(z) + self.slope * self.deviation * density)
        return means


@final
class AuctionWorld(World):
    """Auctions one after the other, each with a context, a price to beat and a value.

    >>> world = AuctionWorld.from_arrays(
    ...     contexts=[[0.1], [0.9]], prices=[0.3, 0.6], values=[0.5, 0.8], bids=np.linspace(0, 1, 11)
    ... )
    >>> drawn = world.draw()
    >>> world.reveal(drawn, 2).price, world.reveal(drawn, 3).value
    (0.3, 0.5)
    """

    def __init__(
        self, contexts: Array, prices: Array, values: Array, bids: Array, truth: NormalPrices | None = None
    ) -> None:
        """Take arrays that are known to be good; `from_arrays` checks them."""
        self.contexts = contexts
        self.prices = prices
        self.values = values
        self.bids = bids
        self.truth = truth
        self._drawn = 0

    @classmethod
    def from_arrays(cls, contexts: Any, prices: Any, values: Any, *, bids: Any) -> Self:
        """Make a world of contexts (T, d), prices (T,) and values (T,) in [0, 1], in this order, and bids (K,)."""
        x, w, v = (
            _column(contexts, "contexts", (None, None)),
            _column(prices, "prices", (None,)),
            _column(values, "values", (None,)),
        )
        if not x.shape[0] == w.size == v.size:
            sizes = (x.shape[0], w.size, v.size)
            raise DataError(f"contexts, prices, values: must be as many, got {sizes}. Pass a row for each auction.")
        if not (v.min() >= 0.0 and v.max() <= 1.0):
            raise DataError("values: must lie in [0, 1]. Divide bids, prices and values by the highest value.")
        return cls(x, w, v, kept(grid(bids, "bids", top=1.0)))

    @property
    def actions(self) -> int:
        """The number of bids, K."""
        return self.bids.size

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return int(self.contexts.shape[1])

    @property
    def rounds(self) -> int:
        """The number of auctions, T."""
        return self.prices.size

    def draw(self) -> Round:
        """Draw the next auction."""
        t = self._drawn
        if t == self.rounds:
            raise DataError(f"rounds: all {t} auctions are drawn. Simulate fewer rounds, or make the world anew.")
        self._drawn += 1
        price, value = float(self.prices[t]), float(self.values[t])
        losses = auction_losses(self.bids, self.bids >= price, value)
        means, graph = None, None
        if self.truth is not None:
            means = self.truth.means(t, self.bids)
            graph = AuctionGraph(self.truth.win(t, self.bids))
        return Round(self.contexts[t], losses, means, None, graph, np.array([price, value]))

    def reveal(self, drawn: Round, action: int) -> Won | Lost:
        """Tell whether the bid wins, and what winner or loser gets to see."""
        assert drawn.state is not None
        price, value = drawn.state
        if self.bids[action] >= price:
            return Won(self.bids, action, float(value))
        return Lost(self.bids, action, float(price))


@final
@dataclass(frozen=True)
class SyntheticAuctions:
    """The paper's synthetic data: w = θ₁·x / √d + ε and v = w + max(0, 40 θ₂·x / √d), then all scaled to [0, 1].

    θ₁, θ₂ are standard normal, and so are contexts where `diverse`; else only their first quarter is, and the rest
    is 1. What the paper leaves open: its ε ~ N(0, .05) has the `deviation` √.05, or pass .05; prices and values are
    scaled by one minimum and maximum (`joint`, so that v >= w remains), or each by its own.

    >>> world = SyntheticAuctions(rounds=100, seed=1).world(bids=np.linspace(0, 1, 26))
    >>> world.rounds, world.context_size, bool(np.all(world.values >= world.prices))
    (100, 32, True)
    """

    rounds: int = 5000
    context_size: int = 32
    diverse: bool = True
    joint: bool = True
    deviation: float = 0.05**0.5
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the settings."""
        count(self.rounds, "rounds", least=2)
        count(self.context_size, "context_size")
        switch(self.diverse, "diverse")
        switch(self.joint, "joint")
        strength(self.deviation, "deviation")
        count(self.seed, "seed", least=0)

    def world(self, bids: Any) -> AuctionWorld:
        """Draw the data; it does not depend on the bids (K,)."""
        draw = np.random.default_rng(self.seed)
        d = self.context_size
        first, second = draw.normal(size=(2, d)) / np.sqrt(d)
        contexts = draw.normal(size=(self.rounds, d))
        if not self.diverse:
            contexts[:, max(1, d // 4) :] = 1.0
        centers = contexts @ first
        lifts = np.maximum(40.0 * (contexts @ second), 0.0)
        prices = centers + self.deviation * draw.normal(size=self.rounds)
        values = prices + lifts
        low, bottom = prices.min(), prices.min() if self.joint else values.min()
        reach = values.max() - bottom
        span = reach if self.joint else prices.max() - low
        truth = NormalPrices(
            centers=(centers - low) / span,
            deviation=float(self.deviation / span),
            slope=float(span / reach),
            offsets=(lifts + low - bottom) / reach,
        )
        w = np.clip((prices - low) / span, 0.0, 1.0)
        v = np.clip((values - bottom) / reach, 0.0, 1.0)
        return AuctionWorld(contexts, w, v, kept(grid(bids, "bids", top=1.0)), truth)


def _column(value: Any, name: str, shape: tuple[int | None, ...]) -> Array:
    """Return a copy of `value` as finite numbers, or raise `DataError`."""
    try:
        array = numbers(value, name, shape).copy()
    except ValueError as error:
        raise DataError(str(error)) from None
    finite = np.isfinite(array)
    if not finite.all():
        where = np.argwhere(~finite)[0].tolist()
        raise DataError(f"{name}: must be finite, but entry {where} is not. Drop that auction or fill it in.")
    return array
