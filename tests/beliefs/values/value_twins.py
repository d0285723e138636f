"""NumPy twins of the kernels of the regressors, written for reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@final
@dataclass
class Least:
    """Least squares by its sums, forgetting all but the ridge."""

    size: int
    ridge: float
    memory: float = 1.0
    rounds: int = 0
    a: Array = field(init=False)
    b: Array = field(init=False)

    def __post_init__(self) -> None:
        self.a, self.b = self.ridge * np.eye(self.size), np.zeros(self.size)

    def predict(self, z: Array) -> float:
        return float(z @ np.linalg.solve(self.a, self.b))

    def leverage(self, z: Array) -> float:
        return float(z @ np.linalg.solve(self.a, z))

    def learn(self, z: Array, target: float) -> None:
        back = np.zeros(self.size)
        back[self.rounds % self.size] = self.size * (1 - self.memory) * self.ridge
        self.a = self.memory * self.a + np.diag(back) + np.outer(z, z)
        self.b = self.memory * self.b + target * z
        self.rounds += 1


@final
@dataclass
class Hinges:
    """A regression on hinges of a prediction."""

    ridge: float
    memory: float
    mean: float = 0.0
    variance: float = 1.0
    least: Least = field(init=False)

    def __post_init__(self) -> None:
        self.least = Least(9, self.ridge, self.memory)

    def features(self, prediction: float) -> Array:
        u = np.clip((prediction - self.mean) / np.sqrt(self.variance), -4, 4)
        return np.concatenate([[u], np.maximum(0, u - np.arange(-3, 4) / 2), [1.0]])

    def bend(self, prediction: float) -> float:
        z = self.features(prediction)
        return prediction + self.least.predict(z) / (1 + self.least.leverage(z))

    def learn(self, prediction: float, target: float) -> None:
        self.least.learn(self.features(prediction), target - prediction)
        step, error = 1 / (self.least.rounds + 5), prediction - self.mean
        self.mean += step * error
        self.variance += step * (error**2 - self.variance)


def network(first: Array, second: Array, context: Array) -> float:
    """The output of a network of rectified units."""
    hidden = np.maximum(0, np.append(context, 1.0) @ first)
    return float(np.append(hidden, 1.0) @ second[:, 0])
