"""Auction graphs whose one-dimensional driver has a softmax law, whatever the loss."""

import numpy as np

from graphbandit.beliefs.graphs.kernels import descend, softmax
from graphbandit.beliefs.graphs.rows import Rows
from graphbandit.checks import Array
from graphbandit.graphs import AuctionGraph


def driver(weights: Array, context: Array) -> Array:
    """Return the law (K,) of the smallest action that wins, for weights (d + 1, K)."""
    law: Array = softmax(weights, context)
    return law


def auction(law: Array) -> AuctionGraph:
    """Return the expected graph under a law (K,) of the smallest action that wins; the last one always does.

    >>> auction(np.array([0.2, 0.3, 0.5])).matrix()
    array([[1. , 0.7, 0.2],
           [0.5, 1. , 0.5],
           [0. , 0. , 1. ]])
    """
    win = np.minimum(np.cumsum(law), 1.0)
    win[-1] = 1.0
    return AuctionGraph(win)


def learn(weights: Array, context: Array, seen: Rows, rate: float, *, square: bool) -> None:
    """Take a gradient step on the mean log loss of what was seen, or on its mean square loss, in place."""
    descend(weights, context, seen.first, seen.edges, seen.revealed, (rate, square))
