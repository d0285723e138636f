"""Finite classes: N fixed functions of the context, of which one is hoped to be right."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from graphbandit.beliefs.settings import LARGEST, count, switch
from graphbandit.checks import Array, numbers, within_unit
from graphbandit.errors import SettingError
from graphbandit.parts import Part


class Experts(Part):
    """N functions of a context, each giving losses (K,) or a graph (K, K)."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The shape of `values`: (N, K) for losses, (N, K, K) for graphs."""

    @property
    @abstractmethod
    def context_size(self) -> int:
        """The length of a context, d."""

    @property
    def count(self) -> int:
        """The number of experts, N."""
        return self.shape[0]

    @abstractmethod
    def values(self, context: Array) -> Array:
        """Return what each expert says of a context (d,): `shape`, each entry in [0, 1]."""


@final
@dataclass(frozen=True, eq=False)
class ConstantExperts(Experts):
    """Experts that ignore the context: `table` (N, K) of losses, or (N, K, K) of graphs.

    >>> experts = ConstantExperts([[0.1, 0.9], [0.8, 0.2]])
    >>> experts.count
    2
    """

    table: Array
    context_size: int = 1

    def __post_init__(self) -> None:
        """Check and keep the settings."""
        graphs = np.ndim(self.table) == 3
        table = _settings(self.table, "table", (None, None, None) if graphs else (None, None))
        within_unit(table, "table", SettingError, "Scale what the experts say to [0, 1].")
        if graphs and table.shape[1] != table.shape[2]:
            raise SettingError("table", "must hold square graphs (N, K, K)", table.shape, "Pass (N, K, K).")
        object.__setattr__(self, "table", table)
        object.__setattr__(self, "context_size", count(self.context_size, "context_size"))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the table."""
        return self.table.shape

    def values(self, context: Array) -> Array:
        """Return the table."""
        return self.table


@final
@dataclass(frozen=True, eq=False)
class LinearExperts(Experts):
    """Losses that are linear in the context, clipped to [0, 1]: `weights` (N, K, d), `offsets` (N, K).

    >>> experts = LinearExperts(weights=[[[0.5], [-0.5]]], offsets=[[0.5, 0.5]])
    >>> experts.values(np.array([0.4]))
    array([[0.7, 0.3]])
    """

    weights: Array
    offsets: Array

    def __post_init__(self) -> None:
        """Check and keep the settings."""
        weights = _settings(self.weights, "weights", (None, None, None))
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "offsets", _settings(self.offsets, "offsets", weights.shape[:-1]))

    @property
    def shape(self) -> tuple[int, ...]:
        """(N, K)."""
        return self.offsets.shape

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return int(self.weights.shape[-1])

    def values(self, context: Array) -> Array:
        """Return the losses (N, K)."""
        return np.clip(self.weights @ np.clip(context, -LARGEST, LARGEST) + self.offsets, 0.0, 1.0)


@final
@dataclass(frozen=True, eq=False)
class LogisticGraphExperts(Experts):
    """Graphs whose edges are logistic in the context: `weights` (N, K, K, d), `offsets` (N, K, K).

    With `self_loops` every action reveals its own loss, whatever the weights on the diagonal say.

    >>> experts = LogisticGraphExperts(np.zeros((1, 2, 2, 1)), np.zeros((1, 2, 2)), self_loops=True)
    >>> experts.values(np.array([0.4]))
    array([[[1. , 0.5],
            [0.5, 1. ]]])
    """

    weights: Array
    offsets: Array
    self_loops: bool = False

    def __post_init__(self) -> None:
        """Check and keep the settings."""
        weights = _settings(self.weights, "weights", (None, None, None, None))
        if weights.shape[1] != weights.shape[2]:
            raise SettingError("weights", "must have shape (N, K, K, d)", weights.shape, "Pass (N, K, K, d).")
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "offsets", _settings(self.offsets, "offsets", weights.shape[:-1]))
        object.__setattr__(self, "self_loops", switch(self.self_loops, "self_loops"))

    @property
    def shape(self) -> tuple[int, ...]:
        """(N, K, K)."""
        return self.offsets.shape

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return int(self.weights.shape[-1])

    def values(self, context: Array) -> Array:
        """Return the graphs (N, K, K)."""
        halves = 0.5 * (self.weights @ np.clip(context, -LARGEST, LARGEST) + self.offsets)
        edges = 0.5 + 0.5 * np.tanh(halves)
        if self.self_loops:
            loops = np.arange(edges.shape[-1])
            edges[:, loops, loops] = 1.0
        return edges


def _settings(value: Any, argument: str, shape: tuple[int | None, ...]) -> Array:
    array = numbers(value, argument, shape).copy()
    if not np.all(np.isfinite(array)):
        raise SettingError(argument, "must be finite", value, "Leave out NaN and infinity.")
    return array
