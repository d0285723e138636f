import numpy as np
import pytest

from graphbandit.errors import GraphError, ShapeError
from graphbandit.graphs import AuctionGraph, DenseGraph, InventoryGraph, PricingGraph, observability


def literally(edges: np.ndarray) -> str:
    """The definition, word by word."""
    nodes = range(len(edges))
    if not all(any(edges[i][j] for i in nodes) for j in nodes):
        return "none"
    strong = all(edges[j][j] or all(edges[i][j] for i in nodes if i != j) for j in nodes)
    return "strong" if strong else "weak"


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_small_graph_is_classed_by_the_definition(size: int) -> None:
    for code in range(2 ** (size * size)):
        edges = np.array([code >> bit & 1 for bit in range(size * size)], dtype=float).reshape(size, size)
        assert observability(edges) == literally(edges)


def test_one_action_needs_its_self_loop() -> None:
    assert observability([[0.0]]) == "none"
    assert observability([[1e-9]]) == "strong"


def test_the_least_probability_is_an_edge() -> None:
    assert observability([[1.0, 5e-324], [0.0, 0.0]]) == "strong"


@pytest.mark.parametrize(
    "graph",
    [AuctionGraph([0.0, 0.5, 1.0]), PricingGraph([1.0, 0.0]), InventoryGraph([0.0, 0.0]), DenseGraph([[1]])],
)
def test_graphs_are_taken_as_well_as_matrices(graph: object) -> None:
    assert observability(graph) == "strong"


def test_what_is_no_graph_is_refused() -> None:
    with pytest.raises(GraphError):
        observability([[np.nan]])
    with pytest.raises(ShapeError):
        observability([[1.0, 0.0]])
