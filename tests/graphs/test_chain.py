import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphbandit.checks import Array
from graphbandit.errors import GraphError, ShapeError
from graphbandit.graphs import AuctionGraph, ChainGraph, DenseGraph, InventoryGraph, PricingGraph

Reveals = Callable[[float, Array], Array]  # (driver, actions) -> (K, K) of who reveals what


def auction_reveals(price: float, bids: Array) -> Array:
    """A winner sees its value, hence every higher bid; a loser sees the price, hence every bid below."""
    return np.array(
        [[float(j >= i) if bid >= price else float(bids[j] < price) for j in range(bids.size)]
         for i, bid in enumerate(bids)]
    )  # fmt: skip


def pricing_reveals(value: float, prices: Array) -> Array:
    """Who buys at a price buys at every lower one; who refuses it refuses every higher one."""
    return np.array(
        [[float(j <= i) if value >= price else float(j >= i) for j in range(prices.size)]
         for i, price in enumerate(prices)]
    )  # fmt: skip


def inventory_reveals(demand: float, stocks: Array) -> Array:
    """Left-over stock shows the demand, hence everything; a sell-out shows every smaller stock."""
    return np.array(
        [[1.0 if demand < stock else float(j <= i) for j in range(stocks.size)]
         for i, stock in enumerate(stocks)]
    )  # fmt: skip


def auction(drivers: Array, law: Array, bids: Array) -> ChainGraph:
    return AuctionGraph(win=np.minimum([law[drivers <= bid].sum() for bid in bids], 1.0))


def pricing(drivers: Array, law: Array, prices: Array) -> ChainGraph:
    return PricingGraph(sale=np.minimum([law[drivers >= price].sum() for price in prices], 1.0))


def inventory(drivers: Array, law: Array, stocks: Array) -> ChainGraph:
    return InventoryGraph(clear=np.minimum([law[drivers < stock].sum() for stock in stocks], 1.0))


Build = Callable[[Array, Array, Array], ChainGraph]
FAMILIES: list[tuple[Build, Reveals]] = [
    (auction, auction_reveals),
    (pricing, pricing_reveals),
    (inventory, inventory_reveals),
]
monotone = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=12).map(sorted)
KINDS = [AuctionGraph, lambda rising: PricingGraph(rising[::-1]), InventoryGraph]


@pytest.mark.parametrize(("build", "reveals"), FAMILIES)
@pytest.mark.parametrize("seed", range(5))
def test_the_matrix_is_the_mean_of_what_each_driver_reveals(build: Build, reveals: Reveals, seed: int) -> None:
    rng = np.random.default_rng(seed)
    actions = np.unique(rng.integers(0, 30, size=8)).astype(float)
    drivers = np.unique(rng.integers(-1, 31, size=12)).astype(float)  # ties with actions, and beyond both ends
    law = rng.dirichlet(np.ones(drivers.size))
    truth = sum(weight * reveals(driver, actions) for driver, weight in zip(drivers, law, strict=True))
    np.testing.assert_allclose(build(drivers, law, actions).matrix(), truth, rtol=0, atol=1e-14)


def test_the_auction_of_the_paper_is_a_certain_price() -> None:
    bids = np.linspace(0.0, 1.0, 6)
    for price in (0.0, 0.3, 0.4, 1.0, 1.5):
        graph = AuctionGraph(win=(bids >= price).astype(float))
        assert np.array_equal(graph.matrix(), auction_reveals(price, bids))


@pytest.mark.parametrize("kind", KINDS)
@given(rising=monotone, seed=st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_sums_along_the_chain_equal_products_with_the_matrix(
    kind: Callable[[list[float]], ChainGraph], rising: list[float], seed: int
) -> None:
    graph = kind(rising)
    vector = np.random.default_rng(seed).dirichlet(np.full(graph.actions, 0.2))
    matrix = graph.matrix()
    np.testing.assert_allclose(graph.observation(vector), vector @ matrix, rtol=1e-13, atol=1e-300)
    np.testing.assert_allclose(graph.coverage(vector), matrix @ vector, rtol=1e-13, atol=1e-300)


@pytest.mark.parametrize("kind", KINDS)
@given(rising=monotone)
@settings(max_examples=60, deadline=None)
def test_every_chain_is_a_dense_graph_with_all_self_loops(
    kind: Callable[[list[float]], ChainGraph], rising: list[float]
) -> None:
    graph = DenseGraph(kind(rising).matrix())
    assert np.all(graph.matrix().diagonal() == 1.0)


@pytest.mark.parametrize("kind", KINDS)
@given(rising=monotone)
@settings(max_examples=60, deadline=None)
def test_four_vectors_make_the_matrix(kind: Callable[[list[float]], ChainGraph], rising: list[float]) -> None:
    graph = kind(rising)
    place = range(graph.actions)
    for vector in (graph.down, graph.up, graph.shared, graph.own):
        assert vector.dtype == np.float64
        assert vector.shape == (graph.actions,)
        assert vector.flags.c_contiguous
        assert not vector.flags.writeable
        assert vector.min() >= 0.0
    matrix = [
        [graph.down[i] if j < i else graph.up[i] + graph.shared[j] + (graph.own[j] if i == j else 0.0) for j in place]
        for i in place
    ]
    np.testing.assert_allclose(graph.matrix(), matrix, rtol=0, atol=2e-16)


def test_rare_observations_keep_their_relative_precision() -> None:
    """What is seen once in 1e18 rounds is seen with that probability, not never."""
    graph = AuctionGraph(win=[1e-18, 1.0])
    assert graph.observation([1.0, 0.0]) == pytest.approx([1.0, 1e-18], rel=1e-12, abs=0)
    graph = PricingGraph(sale=[1.0, 1e-18])
    assert graph.observation([0.0, 1.0]) == pytest.approx([1e-18, 1.0], rel=1e-12, abs=0)
    graph = InventoryGraph(clear=[1e-18, 1.0])
    assert graph.observation([1.0, 0.0]) == pytest.approx([1.0, 1e-18], rel=1e-12, abs=0)


@pytest.mark.parametrize(
    ("kind", "name", "values", "told"),
    [
        (AuctionGraph, "win", [0.1, 0.5, 0.2], r"win: must not decrease, .* \[2\] = 0.2 < entry \[1\] = 0.5"),
        (PricingGraph, "sale", [0.1, 0.5], r"sale: must not increase, .* \[1\] = 0.5 > entry \[0\] = 0.1"),
        (InventoryGraph, "clear", [0.5, 0.1], r"clear: must not decrease, but entry \[1\] = 0.1"),
        (AuctionGraph, "win", [0.5, np.nextafter(0.5, 0.0)], r"entry \[1\] = 0.49999999999999994 < "),
        (PricingGraph, "sale", [0.5, np.nextafter(0.5, 1.0)], r"entry \[1\] = 0.5000000000000001 > "),
        (AuctionGraph, "win", [0.1, np.nan], r"win: must lie in \[0, 1\], but entry \[1\] does not; got nan"),
        (PricingGraph, "sale", [np.nan], r"sale: must lie in \[0, 1\], but entry \[0\]"),
        (InventoryGraph, "clear", [0.0, np.inf], r"clear: must lie in \[0, 1\], but entry \[1\]"),
        (InventoryGraph, "clear", [-1e-300, 0.0], r"clear: must lie in \[0, 1\], but entry \[0\]"),
    ],
)  # fmt: skip
def test_a_broken_rule_names_argument_entry_and_value(
    kind: type[ChainGraph], name: str, values: list[float], told: str
) -> None:
    with pytest.raises(GraphError, match=told) as caught:
        kind(values)  # type: ignore[call-arg]
    assert caught.value.argument == name


@pytest.mark.parametrize("kind", [AuctionGraph, PricingGraph, InventoryGraph])
@pytest.mark.parametrize("bad", [[], "ab", [[0.5]], 0.5, None, [0.1, [0.2]]])
def test_what_is_no_vector_of_numbers_is_refused(kind: type[ChainGraph], bad: object) -> None:
    with pytest.raises(ShapeError):
        kind(bad)  # type: ignore[call-arg]


@pytest.mark.parametrize("kind", KINDS)
def test_vectors_of_another_length_are_refused(kind: Callable[[list[float]], ChainGraph]) -> None:
    graph = kind([0.1, 0.2, 0.3])
    with pytest.raises(ShapeError, match="probabilities"):
        graph.observation(np.ones(2))
    with pytest.raises(ShapeError, match="weights"):
        graph.coverage(np.ones(4))


def test_a_graph_keeps_a_copy_that_cannot_be_written() -> None:
    win = np.array([0.25, 0.5])
    graph = AuctionGraph(win)
    win[0] = 0.75
    assert graph.win.tolist() == [0.25, 0.5]
    with pytest.raises(ValueError, match="read-only"):
        graph.win[0] = 0.75
    with pytest.raises(AttributeError):
        graph.win = win  # type: ignore[misc]


@pytest.mark.parametrize("kind", KINDS)
def test_pickling_keeps_the_graph_and_its_protection(kind: Callable[[list[float]], ChainGraph]) -> None:
    graph = kind([0.1, 0.2, 0.3])
    copy = pickle.loads(pickle.dumps(graph))
    assert type(copy) is type(graph)
    assert np.array_equal(copy.matrix(), graph.matrix())
    assert not copy.up.flags.writeable


def test_survival_is_what_outlasts_each_action() -> None:
    assert AuctionGraph([0.25, 0.5]).survival.tolist() == [0.75, 0.5]
    assert PricingGraph([0.5, 0.25]).survival.tolist() == [0.5, 0.25]
    assert InventoryGraph([0.25, 0.5]).survival.tolist() == [0.75, 0.5]


def test_a_chain_in_general_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        ChainGraph()  # type: ignore[abstract]
