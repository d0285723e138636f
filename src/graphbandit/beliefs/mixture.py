"""Exponential weights: what N experts say, weighed by how well they did."""

import numpy as np

from graphbandit.beliefs.experts import Experts
from graphbandit.checks import Array


def even(experts: Experts) -> Array:
    """Return the log weights (N,) of experts of which nothing is known yet."""
    return np.full(experts.count, -np.log(experts.count))


def mixture(log_weights: Array, values: Array) -> Array:
    """Return Σ_n w_n values[n], in [0, 1] as these are, for w proportional to exp(log_weights), (N,)."""
    weights = np.exp(log_weights - log_weights.max())
    weights /= weights.sum()
    mixed: Array = np.clip(np.tensordot(weights, values, axes=1), 0.0, 1.0)
    return mixed


def reweigh(log_weights: Array, losses: Array, rate: float) -> None:
    """Multiply each weight by exp(-rate losses[n]), in place, and let them sum to 1 again."""
    log_weights -= rate * losses
    top = log_weights.max()
    log_weights -= top + np.log(np.exp(log_weights - top).sum())
