"""Feedback graphs of actions on a line, where one hidden number (the driver) decides what each reveals."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from graphbandit.checks import Array, numbers
from graphbandit.errors import GraphError
from graphbandit.graphs.base import Graph
from graphbandit.graphs.kernels import chain_coverage, chain_observation, first_off_course


class ChainGraph(Graph):
    """A graph told by four vectors, each (K,) and read-only; every operation but `matrix` takes O(K).

    g[i, j] is down_i for j < i and up_i + shared_j for j > i. On the diagonal up_i + shared_i + own_i = 1:
    every action reveals its own loss. All four are >= 0, so that sums along the chain never cancel.
    """

    down: Array
    up: Array
    shared: Array
    own: Array

    @property
    @abstractmethod
    def survival(self) -> Array:
        """The probability that the driver outlasts each action, (K,)."""

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return self.down.size

    def matrix(self) -> Array:
        """Return g, (K, K)."""
        place = np.arange(self.actions)
        played, revealed = place[:, None], place[None, :]
        upwards = np.where(revealed > played, self.up[:, None] + self.shared[None, :], 1.0)
        return np.where(revealed < played, self.down[:, None], upwards)

    def observation(self, probabilities: Array) -> Array:
        """Return W, (K,): W[j] = Σ_i p[i] g[i, j], the probability that the loss of j is seen."""
        checked = numbers(probabilities, "probabilities", (self.actions,))
        return chain_observation(checked, self.down, self.up, self.shared, self.own)

    def coverage(self, weights: Array) -> Array:
        """Return g @ weights, (K,): the weight of what each action reveals."""
        checked = numbers(weights, "weights", (self.actions,))
        return chain_coverage(checked, self.down, self.up, self.shared, self.own)

    def _fill(self, **vectors: Array) -> None:
        for name, vector in vectors.items():
            vector.flags.writeable = False
            object.__setattr__(self, name, vector)


@final
@dataclass(frozen=True, eq=False, init=False)
class AuctionGraph(ChainGraph):
    """A first-price auction that tells losers the price: `win` (K,) is P(price <= bid i), non-decreasing.

    To win at bid i reveals every higher bid; to lose reveals every bid below the price.

    >>> graph = AuctionGraph(win=[0.25, 0.5, 1.0])
    >>> graph.matrix()
    array([[1.  , 0.75, 0.25],
           [0.5 , 1.  , 0.5 ],
           [0.  , 0.  , 1.  ]])
    >>> graph.observation([0.5, 0.5, 0.0])
    array([0.75 , 0.875, 0.375])
    """

    win: Array

    def __init__(self, win: Any) -> None:
        """Copy and check `win` once, and derive the four vectors."""
        win = _monotone(win, "win", rising=True)
        survival = 1.0 - win
        self._fill(win=win, down=survival, up=win, shared=survival, own=np.zeros(win.size))

    @property
    def survival(self) -> Array:
        """P(price > bid i), (K,)."""
        return self.down

    def __reduce__(self) -> tuple[type["AuctionGraph"], tuple[Array]]:
        """Rebuild from `win`, so that a copy from another process is checked and read-only too."""
        return AuctionGraph, (self.win,)


@final
@dataclass(frozen=True, eq=False, init=False)
class PricingGraph(ChainGraph):
    """Posted prices: `sale` (K,) is P(value >= price i), non-increasing.

    A sale reveals every lower price, a refusal every higher one.

    >>> PricingGraph(sale=[1.0, 0.75, 0.5]).matrix()
    array([[1.  , 0.  , 0.  ],
           [0.75, 1.  , 0.25],
           [0.5 , 0.5 , 1.  ]])
    """

    sale: Array

    def __init__(self, sale: Any) -> None:
        """Copy and check `sale` once, and derive the four vectors."""
        sale = _monotone(sale, "sale", rising=False)
        self._fill(sale=sale, down=sale, up=1.0 - sale, shared=np.zeros(sale.size), own=sale)

    @property
    def survival(self) -> Array:
        """P(value >= price i), (K,)."""
        return self.sale

    def __reduce__(self) -> tuple[type["PricingGraph"], tuple[Array]]:
        """Rebuild from `sale`, so that a copy from another process is checked and read-only too."""
        return PricingGraph, (self.sale,)


@final
@dataclass(frozen=True, eq=False, init=False)
class InventoryGraph(ChainGraph):
    """Stock under censored demand: `clear` (K,) is P(demand < stock i), non-decreasing.

    Stock left over reveals the demand, hence every action; a sell-out reveals every smaller stock.

    >>> InventoryGraph(clear=[0.0, 0.25, 0.5]).matrix()
    array([[1.  , 0.  , 0.  ],
           [1.  , 1.  , 0.25],
           [1.  , 1.  , 1.  ]])
    """

    clear: Array

    def __init__(self, clear: Any) -> None:
        """Copy and check `clear` once, and derive the four vectors."""
        clear = _monotone(clear, "clear", rising=True)
        size = clear.size
        self._fill(clear=clear, down=np.ones(size), up=clear, shared=np.zeros(size), own=1.0 - clear)

    @property
    def survival(self) -> Array:
        """P(demand >= stock i), (K,)."""
        return self.own

    def __reduce__(self) -> tuple[type["InventoryGraph"], tuple[Array]]:
        """Rebuild from `clear`, so that a copy from another process is checked and read-only too."""
        return InventoryGraph, (self.clear,)


def _monotone(values: Any, argument: str, *, rising: bool) -> Array:
    """Return a copy of `values` (K,), or say which entry leaves [0, 1] or turns against the direction."""
    array = numbers(values, argument, (None,)).copy()
    place = first_off_course(array, rising)
    if place >= 0:
        raise _refusal(array, argument, place, rising=rising)
    return array


def _refusal(array: Array, argument: str, place: int, *, rising: bool) -> GraphError:
    value = float(array[place])
    if not (0.0 <= value <= 1.0):
        remedy = "Pass one probability for each action."
        return GraphError(argument, f"must lie in [0, 1], but entry [{place}] does not", value, remedy)
    before = float(array[place - 1])
    verb, sign, repair = ("decrease", "<", "maximum") if rising else ("increase", ">", "minimum")
    rule = f"must not {verb}, but entry [{place}] = {value!r} {sign} entry [{place - 1}] = {before!r}"
    remedy = f"Order the actions upwards; np.{repair}.accumulate({argument}) irons out rounding."
    return GraphError(argument, rule, value, remedy)
