"""SoftmaxAuction and SoftmaxAuctionSquare: the paper's graph oracle and its twin."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.beliefs import twins

from graphbandit.beliefs.graphs import SoftmaxAuction, SoftmaxAuctionSquare
from graphbandit.beliefs.graphs.driver import auction
from graphbandit.beliefs.graphs.kernels import ascent, chances
from graphbandit.graphs import independence_number

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
KINDS = [SoftmaxAuction, SoftmaxAuctionSquare]
SIZES = [1, 2, 3, 7]


def seen_by_hand(law: Array, action: int, edges: Array) -> Array:
    graph = twins.expected_auction(law)
    row = graph if edges.ndim == 2 else graph[action]
    return np.where(edges > 0.5, row, 1 - row)


def mean_loss(kind: type, weights: Array, context: Array, seen: tuple[int, Array, Mask]) -> float:
    """The mean loss of what was seen, self-loops left out of the sum because they are certain."""
    action, edges, revealed = seen
    likely = seen_by_hand(twins.softmax(weights, context), action, edges)
    own = np.eye(weights.shape[1], dtype=bool)
    known = revealed & ~(own if edges.ndim == 2 else own[action])
    losses = -np.log(likely[known]) if kind is SoftmaxAuction else (1 - likely[known]) ** 2
    return float(losses.sum() / revealed.sum())


@pytest.mark.parametrize("size", SIZES)
def test_the_expected_graph_is_the_mixture_over_the_driver(size: int) -> None:
    law = np.random.default_rng(size).dirichlet(np.ones(size))
    np.testing.assert_allclose(auction(law).matrix(), twins.expected_auction(law), atol=1e-14)


@pytest.mark.parametrize("size", SIZES)
def test_chances_are_those_of_the_mixture(size: int) -> None:
    draw = np.random.default_rng(size)
    law = draw.dirichlet(np.ones(size))
    for bit in (0.0, 1.0):
        for i in range(size):
            row = chances(law, i, np.full((1, size), bit), np.ones((1, size), dtype=bool))[0]
            wanted = seen_by_hand(law, i, np.full(size, bit))
            wanted[i] = 1.0
            np.testing.assert_allclose(row, wanted, atol=1e-14)


def test_small_chances_are_exact() -> None:
    law = np.array([1e-40, 1.0, 1e-30, 1e-35])
    absent = chances(law, 1, np.zeros((1, 4)), np.ones((1, 4), dtype=bool))[0]
    np.testing.assert_allclose(absent, [1.0, 1.0, 1e-30, 1e-30 + 1e-35], rtol=1e-12)
    slopes = np.array([[0.0, 0.0, -1 / absent[2], 0.0]])
    gradient = ascent(law, 1, np.zeros((1, 4)), slopes)  # all the weight should go to w = 2
    np.testing.assert_allclose(gradient, [0.0, 1.0, -1.0, 0.0], atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("size", [2, 5])
def test_a_step_follows_the_gradient_of_the_mean_loss(kind: type, whole: bool, size: int) -> None:
    draw = np.random.default_rng(size)
    for action in range(size):
        oracle = kind(size, 3, rate=1e-3)
        oracle.weights[:] = draw.normal(size=(4, size))
        weights, context = oracle.weights.copy(), draw.normal(size=3)
        shape = (size, size) if whole else (size,)
        edges, revealed = (draw.random(shape) < 0.5).astype(float), draw.random(shape) < 0.8
        revealed.flat[0] = True
        likely = seen_by_hand(twins.softmax(weights, context), action, edges)
        revealed &= likely > 0  # what cannot happen has no finite loss
        if not revealed.any():
            continue
        oracle.update(context, action, edges, revealed)
        gradient = np.zeros_like(weights)
        for place in np.ndindex(weights.shape):
            kept, values = weights[place], []
            for nudge in (1e-6, -1e-6):
                weights[place] = kept + nudge
                values.append(mean_loss(kind, weights, context, (action, edges, revealed)))
            weights[place] = kept
            gradient[place] = (values[0] - values[1]) / 2e-6
        np.testing.assert_allclose((weights - oracle.weights) / (size * 1e-3), gradient, atol=2e-7)


@pytest.mark.parametrize("kind", KINDS)
def test_the_law_of_the_driver_is_found(kind: type) -> None:
    draw = np.random.default_rng(0)
    size = 5
    oracle = kind(size, 1, rate=0.04)
    logits = draw.normal(size=(2, size))
    for _ in range(6_000):
        context, action = draw.normal(size=1), int(draw.integers(size))
        driver = int(draw.choice(size, p=twins.softmax(logits, context)))
        edges = twins.auction_edges(driver, size)[action]
        oracle.update(context, action, edges, np.ones(size, dtype=bool))
    contexts = draw.normal(size=(100, 1))
    errors = [np.cumsum(oracle.driver(x) - twins.softmax(logits, x)) for x in contexts]
    naive = [np.cumsum(1 / size - twins.softmax(logits, x)) for x in contexts]
    assert np.abs(errors).mean() < 0.3 * np.abs(naive).mean()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scale", [1.0, 30.0, 1e4, 1e60])
def test_the_graph_is_legal_however_sure_the_driver(kind: type, scale: float) -> None:
    draw = np.random.default_rng(1)
    size = 51
    oracle = kind(size, 2, rate=1.0)
    for _ in range(100):
        context, action = scale * draw.normal(size=2), int(draw.integers(size))
        graph = oracle.predict(context)
        law = oracle.driver(context)
        assert (law >= 0).all()
        assert law.sum() == pytest.approx(1)
        assert np.all(np.diff(graph.win) >= 0)
        assert graph.win[-1] == 1.0
        edges = twins.auction_edges(int(draw.integers(size)), size)[action]
        oracle.update(context, action, edges, np.ones(size, dtype=bool))
        assert np.isfinite(oracle.weights).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_predicted_graph_has_an_independence_number_of_at_most_two(kind: type) -> None:
    draw = np.random.default_rng(2)
    oracle = kind(6, 2)
    oracle.weights[:] = 3 * draw.normal(size=oracle.weights.shape)
    for context in draw.normal(size=(10, 2)):
        assert independence_number(oracle.predict(context).matrix() > 0) <= 2


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_known_at_first(kind: type) -> None:
    assert np.array_equal(kind(4, 2).driver(np.array([3.0, -1.0])), np.full(4, 0.25))
