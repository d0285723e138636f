"""Plain twins of the oracles' kernels: the same formulas, said the slow and obvious way."""

import math
from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def extend(context: Array) -> Array:
    return np.append(context, 1.0)


def sigmoid(z: Array | float) -> Array:
    return 0.5 + 0.5 * np.tanh(0.5 * np.asarray(z))


def unpack(factor: Array) -> tuple[Array, Array]:
    """Return the A (D, D) and b (D,) that a packed factor stands for."""
    size = round((math.sqrt(9 + 8 * factor.size) - 3) / 2)
    diagonal, upper, turned = np.zeros(size), np.eye(size), np.zeros(size)
    entries = iter(factor)
    for k in range(size):
        diagonal[k] = next(entries)
        for j in range(k + 1, size):
            upper[k, j] = next(entries)
        turned[k] = next(entries)
    return upper.T @ np.diag(diagonal) @ upper, upper.T @ (diagonal * turned)


@final
@dataclass
class Sums:
    """A = λI + Σ w x xᵀ and b = Σ q x, kept as they stand."""

    size: int
    ridge: float
    a: Array = field(init=False)
    b: Array = field(init=False)

    def __post_init__(self) -> None:
        self.a = self.ridge * np.eye(self.size)
        self.b = np.zeros(self.size)

    def project(self, x: Array) -> tuple[float, float]:
        return float(x @ np.linalg.solve(self.a, self.b)), float(x @ np.linalg.solve(self.a, x))

    def include(self, x: Array, weight: float, moment: float) -> None:
        self.a += weight * np.outer(x, x)
        self.b += moment * x


def forecast(sums: Sums, context: Array) -> float:
    mean, leverage = sums.project(extend(context))
    return float(np.clip(0.5 + mean / (1 + leverage), 0, 1))


def regress(sums: Sums, context: Array, target: float) -> None:
    sums.include(extend(context), 1.0, target - 0.5)


def damped(mean: float, leverage: float) -> float:
    if mean == 0:
        return 0.0
    low, high = min(mean, 0.0), max(mean, 0.0)
    return float(brentq(lambda z: z + leverage * math.tanh(z / 2) - mean, low, high, xtol=1e-14))


def classify(sums: Sums, context: Array) -> float:
    return float(np.clip(sigmoid(damped(*sums.project(extend(context)))), 1e-6, 1 - 1e-6))


def discern(sums: Sums, context: Array, label: float, radius: float) -> float:
    """Learn one label, and return the curvature h of its surrogate."""
    x = extend(context)
    z = damped(*sums.project(x))
    y = 2 * label - 1
    gradient = -y * sigmoid(-y * z)
    h = float(sigmoid(z) * sigmoid(-z) / (1 + radius))
    sums.include(x, h, float(h * z - gradient))
    return h


def outputs(first: Array, second: Array, context: Array) -> Array:
    return extend(np.maximum(extend(context) @ first, 0)) @ second


def network_loss(first: Array, second: Array, context: Array, losses: Array, observed: Mask) -> float:
    return float(np.mean((outputs(first, second, context) - losses)[observed] ** 2))


def fit(
    networks: tuple[Array, Array], context: Array, losses: Array, observed: Mask, rate: float
) -> tuple[Array, Array]:
    """Return both layers after one step."""
    first, second = networks
    x = extend(context)
    active = x @ first > 0
    hidden = extend(np.where(active, x @ first, 0))
    errors = np.where(observed, hidden @ second - losses, 0) * 2
    slopes = (second[:-1] * active[:, None])[:, observed]
    curvature = hidden @ hidden + (x @ x) * np.mean(np.sum(slopes**2, axis=0))
    step = min(rate, 0.5 / curvature)
    back = active * (second[:-1] @ errors) / observed.sum()
    return first - step * np.outer(x, back), second - step * np.outer(hidden, errors)


def auction_edges(driver: int, actions: int) -> Array:
    """Return the auction graph (K, K) in which `driver` is the smallest action that wins."""
    graph = np.zeros((actions, actions))
    for i in range(actions):
        for j in range(actions):
            wins = i >= driver
            graph[i, j] = (wins and j >= i) or (not wins and j < driver)
    return graph


def expected_auction(law: Array) -> Array:
    return np.array(sum(p * auction_edges(w, law.size) for w, p in enumerate(law)))


def softmax(weights: Array, context: Array) -> Array:
    logits = extend(context) @ weights
    powers = np.exp(logits - logits.max())
    return np.array(powers / powers.sum())
