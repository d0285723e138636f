from itertools import combinations

import numpy as np
import pytest

from graphbandit.checks import Array
from graphbandit.errors import GraphError, SettingError
from graphbandit.graphs import AuctionGraph, DenseGraph, independence_bounds, independence_number


def by_brute_force(matrix: Array) -> int:
    linked = (matrix > 0) | (matrix.T > 0)
    for size in range(len(matrix), 0, -1):
        for chosen in combinations(range(len(matrix)), size):
            if not any(linked[i, j] for i, j in combinations(chosen, 2)):
                return size
    raise AssertionError("a single action is always independent")


def draw(size: int, density: float, seed: int) -> Array:
    """A graph whose edges have one direction each, and self-loops here and there."""
    rng = np.random.default_rng(seed)
    return (rng.random((size, size)) < density / 2) * rng.random((size, size))


def cycle(size: int) -> Array:
    return np.roll(np.eye(size), 1, axis=1)


def complete_parts(parts: int, size: int) -> Array:
    """`parts` cliques without an edge between them."""
    return np.kron(np.eye(parts), np.ones((size, size)))


def petersen() -> Array:
    pairs = list(combinations(range(5), 2))
    return np.array([[float(not set(a) & set(b)) for b in pairs] for a in pairs])


@pytest.mark.parametrize("density", [0.05, 0.2, 0.4, 0.6, 0.9])
@pytest.mark.parametrize("seed", range(8))
def test_small_graphs_agree_with_brute_force(density: float, seed: int) -> None:
    matrix = draw(11, density, seed)
    assert independence_number(matrix) == by_brute_force(matrix)


@pytest.mark.parametrize(
    ("matrix", "number"),
    [
        (np.zeros((200, 200)), 200),
        (np.ones((200, 200)), 1),
        (np.eye(60), 60),
        (cycle(61), 30),
        (cycle(500), 250),
        (complete_parts(7, 9), 7),
        (1.0 - complete_parts(7, 9), 9),
        (petersen(), 4),
        (np.triu(np.ones((50, 50))), 1),
        ([[0.0]], 1),
    ],
)
def test_known_numbers(matrix: Array, number: int) -> None:
    answer = independence_number(matrix)
    assert answer == number
    assert isinstance(answer, int)


@pytest.mark.parametrize("density", [0.05, 0.1, 0.3, 0.6])
def test_forty_actions_are_answered_exactly_with_a_witness(density: float) -> None:
    matrix = draw(40, density, seed=1)
    bounds = independence_bounds(matrix)
    assert bounds.lower == bounds.upper == len(bounds.independent_set)
    chosen = np.ix_(bounds.independent_set, bounds.independent_set)
    assert np.all((matrix[chosen] == 0) | np.eye(bounds.lower, dtype=bool))


def test_relabelling_actions_leaves_the_number() -> None:
    matrix = draw(45, 0.15, seed=2)
    order = np.random.default_rng(3).permutation(45)
    assert independence_number(matrix) == independence_number(matrix[np.ix_(order, order)])
    assert independence_number(matrix) == independence_number(matrix.T)


@pytest.mark.parametrize("budget", [0, 1, 5, 50])
@pytest.mark.parametrize("density", [0.1, 0.3])
def test_a_search_cut_off_still_bounds_the_number(budget: int, density: float) -> None:
    matrix = draw(60, density, seed=4)
    exact = independence_bounds(matrix)
    assert exact.lower == exact.upper
    bounds = independence_bounds(matrix, budget=budget)
    assert bounds.lower <= exact.lower <= bounds.upper
    linked = (matrix > 0) | (matrix.T > 0)
    assert not any(linked[i, j] for i, j in combinations(bounds.independent_set, 2))
    assert len(bounds.independent_set) == bounds.lower


def test_a_budget_of_nothing_is_cut_off() -> None:
    bounds = independence_bounds(draw(60, 0.1, seed=4), budget=0)
    assert bounds.lower < bounds.upper


def test_a_certain_price_leaves_at_most_two_independent_bids() -> None:
    bids = np.linspace(0.0, 1.0, 21)
    assert independence_number(AuctionGraph((bids >= 0.5).astype(float))) == 2
    assert independence_number(AuctionGraph(np.ones(21))) == 1


def test_what_is_no_graph_or_budget_is_refused() -> None:
    with pytest.raises(GraphError):
        independence_number([[np.nan]])
    for budget in (-1, 0.5, True, None):
        with pytest.raises(SettingError, match="budget"):
            independence_bounds(DenseGraph([[1]]), budget=budget)  # type: ignore[arg-type]
