"""How much of the losses a graph lets one see."""

from typing import Any, Literal

import numpy as np

from graphbandit.checks import Mask
from graphbandit.graphs.base import Graph
from graphbandit.graphs.dense import DenseGraph


def observability(matrix: Any) -> Literal["strong", "weak", "none"]:
    """Class a graph, given as a (K, K) array or a `Graph`; every entry above zero counts as an edge.

    "strong": each action reveals its own loss or is revealed by all the others. "weak": not so, but something
    reveals each loss. "none": some loss is never seen, and nothing can be learnt about it.

    >>> observability([[0, 1], [1, 0]]), observability([[1, 1], [0, 0]]), observability([[1, 0], [0, 0]])
    ('strong', 'strong', 'none')
    >>> observability([[0, 1, 1], [0, 0, 1], [1, 0, 0]])
    'weak'
    """
    edges = support(matrix)
    if not edges.any(axis=0).all():
        return "none"
    alone = edges.diagonal()
    others = edges | np.eye(edges.shape[0], dtype=np.bool_)
    return "strong" if (alone | others.all(axis=0)).all() else "weak"


def support(matrix: Any) -> Mask:
    """Return where a (K, K) array or a `Graph` has an edge: every entry above zero."""
    graph = matrix if isinstance(matrix, Graph) else DenseGraph(matrix)
    return graph.matrix() > 0.0
