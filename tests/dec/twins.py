"""The kernels once more, in plain NumPy as their formulas read."""

from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.graphs import AuctionGraph, ChainGraph, InventoryGraph, PricingGraph


@final
@dataclass(eq=False)
class State:
    """A point of the interior point method: unknowns and multipliers, (K,) each, with γ (f - min f) and the graph."""

    F: Array
    room: Array | None
    matrix: Array
    p: Array
    s: Array
    q: Array
    z: Array


def state(seed: int, matrix: Array, box: bool, spread: float = 1.0) -> State:
    """Draw a point inside, near the boundary where `spread` is large."""
    random = np.random.default_rng(seed)
    K = len(matrix)
    f = random.random(K)
    f[random.integers(K)] = 0.0
    F = 30.0 * f
    room = np.stack((30.0 * (1.0 - f), 30.0 * f)) if box else None
    p, q = random.dirichlet(np.full(K, 2.0)), random.dirichlet(np.full(K, 2.0))
    s, z = 10.0 ** (spread * random.normal(size=K)), 10.0 ** (spread * random.normal(size=K))
    return State(F, room, matrix, p, s, q, z)


def softened(a: float, W: float, room: float, blur: float, c: float) -> float:
    """What the softened limit is the least of over c > 0."""
    return (a - c) ** 2 / W + room * c - blur * np.log(c)


def heights(p: Array, at: State, play: Array) -> Array:
    """The rows h (K,), with φ - pF and ψ + (1-p)F from `play`."""
    return np.array([p @ at.F + play[4].sum() - play[4, i] + play[5, i] - at.F[i] for i in range(p.size)])


def jacobian(at: State, play: Array) -> Array:
    """Row i is ∇h_i over p, by the chain rule through W = gᵀp."""
    r, t, eye = play[0], play[1], np.eye(at.p.size)
    rise = (2.0 * r * eye - r**2 * at.matrix).T  # row j: ∇φ_j without F
    fall = (-2.0 * t * eye - t**2 * at.matrix).T
    return np.array([at.F + rise.sum(axis=0) - rise[i] + fall[i] for i in range(at.p.size)])


def hessian(at: State, play: Array) -> Array:
    """The Hessian of Σ q_i h_i over p, for Σ q = 1."""
    W = at.matrix.T @ at.p
    total = np.zeros_like(at.matrix)
    for j in range(at.p.size):
        unit = np.eye(at.p.size)[j]
        up, down = unit - play[0, j] * at.matrix[:, j], unit + play[1, j] * at.matrix[:, j]
        total += 2.0 * (1.0 - at.q[j]) * play[2, j] / W[j] * np.outer(up, up)
        total += 2.0 * at.q[j] * play[3, j] / W[j] * np.outer(down, down)
    return total


def chain(graph: ChainGraph) -> tuple[Array, Array, Array, Array]:
    """The four vectors, as kernels take them."""
    return graph.down, graph.up, graph.shared, graph.own


def random_chain(random: np.random.Generator, K: int) -> ChainGraph:
    """Any of the three families."""
    law = np.sort(random.random(K))
    if random.random() < 0.3:
        law = (law > 0.5).astype(float)
    pick = random.integers(3)
    return (AuctionGraph(law), PricingGraph(law[::-1]), InventoryGraph(law))[pick]


def random_matrix(random: np.random.Generator, K: int) -> Array:
    """A graph with some loops missing, every loss revealed by something."""
    matrix = random.random((K, K)) * (random.random((K, K)) < 0.6)
    matrix[random.integers(K)] = random.uniform(0.2, 1.0, K)
    return matrix
