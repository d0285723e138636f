"""Auction graphs whose one-dimensional driver has a softmax law, whatever the loss."""

from collections.abc import Callable

import numpy as np

from graphbandit.beliefs.graphs.kernels import ascent, chances, descend, softmax
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


def learn(weights: Array, context: Array, seen: Rows, slope: Callable[[Array], Array], rate: float) -> None:
    """Take a gradient step on the mean loss of what was seen, in place.

    `slope` is the derivative of the loss by the probability q that was given to what was seen.
    """
    n = np.count_nonzero(seen.revealed)
    if n == 0:
        return
    law = softmax(weights, context)
    known = seen.without_loops()
    likely = chances(law, known.first, known.edges, known.revealed)
    slopes = np.where(known.revealed, slope(likely), 0.0) / n
    descend(weights, context, ascent(law, known.first, known.edges, slopes), rate)
