"""NumPy twins of the kernels of the laws, written for reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

Array = NDArray[np.float64]
NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)


def cells(grid: Array, low: float, high: float) -> NDArray[np.bool_]:
    """Which of the K + 1 cells (left, right] the interval (low, high], or the point low = high, meets."""
    left, right = np.concatenate([[-np.inf], grid]), np.concatenate([grid, [np.inf]])
    if low == high:
        return (left < low) & (low <= right)
    return (left < high) & (low < right)


def features(context: Array, peaks: Array, folded: bool) -> Array:
    """The features of a context, held to ±8."""
    z = context / np.maximum(1.0, np.maximum(peaks, np.abs(context)) / 8.0)
    return np.concatenate([z, 1.6 * (np.abs(z) - 0.8), [1.0]] if folded else [z, [1.0]])


@final
@dataclass
class Standing:
    """The weights (3, N) and trust (3,) of an aggregating forecaster."""

    weights: Array
    trust: Array
    rounds: int = 0

    def shares(self) -> Array:
        shares: Array = self.trust @ self.weights
        return shares

    def learn(self, likely: Array, share: float) -> None:
        N = likely.size
        epsilon = 1.0 / (10.0 + self.rounds) ** 2
        rate = max(1.0 / (N + 1.0 + self.rounds), 0.01)
        mixed = self.weights @ likely
        self.trust = self.trust * mixed / (self.trust @ mixed)
        self.trust = (1 - epsilon) * self.trust + epsilon / 3
        keep, switch, blend = self.weights * likely / mixed[:, None]
        self.weights = np.array(
            [
                (1 - epsilon) * keep + epsilon / N,
                (1 - share) * switch + share / N,
                (1 - rate) * self.weights[2] + rate * blend,
            ]
        )
        self.rounds += 1


def moments(low: float, high: float) -> tuple[float, float, float]:
    """Density or probability, mean and mean square of a standard normal in (low, high], by quadrature."""
    if low == high:
        return float(norm.pdf(low)), low, low * low
    ends = np.clip([low, high], -40.0, 40.0)
    pieces = np.linspace(ends[0], ends[1], 41)
    width = 0.5 * np.diff(pieces)[:, None]
    x = pieces[:-1, None] + width * (NODES + 1.0)
    mass = WEIGHTS * width * np.exp(-0.5 * x * x) / np.sqrt(2 * np.pi)
    p = float(mass.sum())
    return p, float((mass * x).sum()) / p, float((mass * x * x).sum()) / p


@final
@dataclass
class Member:
    """One linear-Gaussian belief, with hypotheses (n, S) of its noise."""

    mean: Array
    covariance: Array
    beliefs: Array
    prior: Array
    memory: float
    tails: Array
    scales: Array

    def mixture(self, z: Array) -> tuple[float, Array, Array]:
        """The center, deviations (L,) and weights (L,) of the predicted mixture of normals."""
        weights = np.zeros(self.scales.size)
        for (a, b), belief in np.ndenumerate(self.beliefs):
            weights[b : b + self.tails.shape[1]] += belief * self.tails[a]
        weights = np.where(weights > 1e-4, weights, 0.0)
        deviations = np.sqrt(self.scales**2 + z @ self.covariance @ z)
        return float(self.mean @ z), deviations, weights / weights.sum()

    def predict(self, z: Array, positions: Array) -> Array:
        center, deviations, weights = self.mixture(z)
        reached = norm.cdf((positions[:, None] - center) / deviations)
        even = np.arange(1, positions.size + 1) / (positions.size + 1)
        predicted: Array = (1 - 1e-6) * reached @ weights + 1e-6 * even
        return predicted

    def learn(self, z: Array, low: float, high: float) -> None:
        """Match mean and covariance by enumerating scales and hypotheses, after Bayes' rule."""
        center = self.mean @ z
        pull = self.covariance @ z
        variance = self.scales**2 + z @ pull
        deviation = np.sqrt(variance)
        found = [moments((low - center) / s, (high - center) / s) for s in deviation]
        likely = np.array([p for p, _, _ in found]) / (deviation if low == high else 1.0)
        error = deviation * np.array([mean for _, mean, _ in found])
        square = variance * np.array([second for _, _, second in found])
        joint = np.zeros((*self.beliefs.shape, self.scales.size))
        for (a, b), belief in np.ndenumerate(self.beliefs):
            joint[a, b, b : b + self.tails.shape[1]] = belief * self.tails[a]
        joint *= likely
        joint /= joint.sum()
        weights = joint.sum(axis=(0, 1))
        # given the scale, E[θ | e] = m + pull e / v and Cov[θ | e] = V - pull pullᵀ / v
        gain = weights @ (error / variance)
        spread = weights @ (square / variance**2) - gain**2
        before = (self.beliefs.sum(axis=0) * np.arange(self.beliefs.shape[1])).sum()
        beliefs = np.maximum(joint.sum(axis=2), 1e-12)
        self.beliefs = beliefs / beliefs.sum()
        growth = 1.0
        if self.memory < 1.0:
            forgotten = 0.7 * (1 - self.memory)
            self.beliefs = (1 - forgotten) * self.beliefs + forgotten / self.beliefs.size
            after = (self.beliefs.sum(axis=0) * np.arange(self.beliefs.shape[1])).sum()
            growth = 2.0 ** (after - before) / self.memory
        self.mean = self.mean + gain * pull
        posterior = self.covariance - np.outer(pull, pull) * (weights @ (1 / variance) - spread)
        posterior = growth * posterior
        limit = np.sqrt(np.minimum(1.0, self.prior / np.diag(posterior)))
        self.covariance = np.asarray(posterior * np.outer(limit, limit), dtype=np.float64)


def cumulative(hazards: Array) -> Array:
    """P(cell <= i) = Π_{m>i} (1 - r_m)."""
    return np.asarray(np.cumprod((1.0 - hazards[1:])[::-1])[::-1], dtype=np.float64)


def expected(hazards: Array, weights: Array) -> tuple[Array, Array]:
    """P(cell = m | o) and P(cell <= m | o), by Bayes' rule."""
    chances = np.diff(np.concatenate([[0.0], cumulative(hazards), [1.0]]))
    labels = chances * weights / (chances * weights).sum()
    return labels, np.cumsum(labels)


def tally(hits: Array, risks: Array, weights: Array, prior: float, memory: float) -> tuple[Array, Array]:
    """The counts after an observation."""
    hazards = np.clip(hits / risks, 1e-4, 1 - 1e-4)
    hazards[0] = 1.0
    q, A = expected(hazards, weights)
    hits, risks = hits.copy(), risks.copy()
    for m in range(1, hits.size):
        r = hazards[m]
        score = np.where(np.arange(hits.size) == m, 1.0, 0.0) - r * (np.arange(hits.size) <= m)
        slope = float(q @ score)
        variance = float(q @ (score - slope) ** 2)
        kept = min(1.0, memory / risks[m])
        trials = min(A[m] - variance / (r * (1 - r)), 1.0)
        trials = max(trials, prior * (m + 1) / hits.size - kept * risks[m])
        risks[m] = kept * risks[m] + trials
        hits[m] = np.clip(kept * hits[m] + trials * r + slope, 0.0, risks[m])
    return hits, risks


def smooth(slopes: Array, breadth: float) -> Array:
    """Slopes smoothed over neighbours."""
    M = slopes.size
    rho = 1 - 1 / max(1.0, breadth * M)
    kernel = rho ** np.abs(np.subtract.outer(np.arange(M), np.arange(M))) if rho > 0 else np.eye(M)
    smoothed: Array = kernel @ slopes * (1 - rho) / (1 + rho)
    return smoothed


def climb(weights: Array, squares: Array, z: Array, slopes: Array, rate: float) -> None:
    """One AdaGrad step, in place."""
    steps = np.outer(z, slopes)
    squares += steps**2
    weights += rate * steps / np.sqrt(1e-4 + squares)


def softmax(logits: Array) -> Array:
    """Probabilities of logits."""
    odds = np.exp(logits - logits.max())
    return np.asarray(odds / odds.sum())


def recalibrate(levels: Array, hits: Array, risks: Array) -> Array:
    """G at levels."""
    hazards = np.clip(hits / risks, 1e-4, 1 - 1e-4)
    edges = np.linspace(0, 1, hits.size + 1)
    return np.asarray(np.interp(levels, edges, np.concatenate([[0.0], cumulative(hazards), [1.0]])))
