"""What one round reveals is driven together: no oracle's regret, per round, grows with the number of actions."""

from collections.abc import Callable

import numpy as np
import pytest

from graphbandit.beliefs import (
    FiniteGraphs,
    FiniteGraphsSquare,
    FiniteLosses,
    GraphOracle,
    LinearExperts,
    LinearLosses,
    LogisticGraphExperts,
    LossOracle,
    NetworkLosses,
    PairwiseLogistic,
    PairwiseSquare,
    SeparateLosses,
    SoftmaxAuction,
    SoftmaxAuctionSquare,
)
from graphbandit.beliefs.values import LinearRegressor
from graphbandit.chance import normal_cdf
from graphbandit.checks import Array
from graphbandit.graphs import AuctionGraph

D, ROUNDS, SIZES, SQUARES = 2, 400, (10, 50, 200), (10, 50, 100)
SLOPES = np.array([[0.3, 0.0], [0.0, 0.3], [-0.3, 0.0]])  # the first is true

LOSSES: dict[str, Callable[[int], LossOracle]] = {
    "linear": lambda K: LinearLosses(K, D),
    "network": lambda K: NetworkLosses(K, D),
    "finite": lambda K: FiniteLosses(LinearExperts(np.tile(SLOPES[:, None], (1, K, 1)), np.full((3, K), 0.5))),
    "separate": lambda K: SeparateLosses(tuple(LinearRegressor(D) for _ in range(K))),
}


def edge_experts(K: int) -> LogisticGraphExperts:
    return LogisticGraphExperts(np.tile(4.0 * SLOPES[:, None, None], (1, K, K, 1)), np.zeros((3, K, K)))


GRAPHS: dict[str, Callable[[int], GraphOracle]] = {
    "logistic": lambda K: PairwiseLogistic(K, D),
    "square": lambda K: PairwiseSquare(K, D),
    "finite": lambda K: FiniteGraphs(edge_experts(K)),
    "finite square": lambda K: FiniteGraphsSquare(edge_experts(K)),
}
DRIVERS: dict[str, Callable[[int], GraphOracle]] = {
    "softmax": lambda K: SoftmaxAuction(K, D),
    "softmax square": lambda K: SoftmaxAuctionSquare(K, D),
}


def contexts() -> tuple[Array, Array]:
    """Draw contexts (T, d), and a number in [.29, .71] for each, (T,), linear in it."""
    drawn = np.random.default_rng(0).uniform(-0.7, 0.7, (ROUNDS, D))
    return drawn, 0.5 + drawn @ SLOPES[0]


def square_regret(oracle: LossOracle) -> float:
    """Return the mean square regret of a run in which all losses are equal, so that K tuples are one K times."""
    total, everything = 0.0, np.ones(oracle.actions, dtype=bool)
    coins = np.random.default_rng(1)
    for context, mean in zip(*contexts(), strict=True):
        loss = float(coins.random() < mean)
        total += float(np.mean((oracle.predict(context) - loss) ** 2)) - (mean - loss) ** 2
        oracle.update(context, np.full(oracle.actions, loss), everything)
    return total


def surprise(said: Array, edges: Array) -> Array:
    likely: Array = np.where(edges > 0.5, said, 1.0 - said)
    return -np.log(np.maximum(likely, 1e-9))


def log_regret(oracle: GraphOracle) -> float:
    """Return the mean log regret of a run in which an action reveals all or nothing."""
    K = oracle.actions
    total, everything = 0.0, np.ones(K, dtype=bool)
    coins = np.random.default_rng(2)
    for context, chance in zip(*contexts(), strict=True):
        edges = np.full(K, float(coins.random() < chance))
        said = oracle.predict(context).matrix()[1]
        total += float((surprise(said, edges) - surprise(np.full(K, chance), edges)).mean())
        oracle.update(context, 1, edges, everything)
    return total


def auction_regret(oracle: GraphOracle) -> float:
    """Return the mean log regret of a run of auctions: one price drives all edges, on ever finer grids of bids."""
    K = oracle.actions
    bids, everything = np.linspace(0.0, 1.0, K), np.ones(K, dtype=bool)
    draw = np.random.default_rng(3)
    total = 0.0
    for context, center in zip(*contexts(), strict=True):
        price, action = center + 0.1 * draw.normal(), round((0.5 + 0.3 * draw.uniform(-1, 1)) * (K - 1))
        wins = bids[action] >= price
        edges = (np.arange(K) >= action if wins else bids < price).astype(float)
        truth = AuctionGraph(np.maximum.accumulate(normal_cdf((bids - center) / 0.1)))
        said = oracle.predict(context).matrix()[action]
        total += float((surprise(said, edges) - surprise(truth.matrix()[action], edges)).mean())
        oracle.update(context, action, edges, everything)
    return total


@pytest.mark.parametrize("build", LOSSES.values(), ids=LOSSES)
def test_square_regret_does_not_grow_with_the_actions(build: Callable[[int], LossOracle]) -> None:
    few, more, many = (square_regret(build(K)) for K in SIZES)
    assert max(more, many) <= 1.2 * few


@pytest.mark.parametrize("build", GRAPHS.values(), ids=GRAPHS)
def test_log_regret_does_not_grow_with_the_actions(build: Callable[[int], GraphOracle]) -> None:
    few, more, many = (log_regret(build(K)) for K in SQUARES)
    assert max(more, many) <= 1.05 * few


@pytest.mark.parametrize("build", DRIVERS.values(), ids=DRIVERS)
def test_log_regret_of_auctions_does_not_grow_with_the_bids(build: Callable[[int], GraphOracle]) -> None:
    few, more, many = (auction_regret(build(K)) for K in SIZES)
    assert max(more, many) <= 1.05 * few
    assert many <= 0.9 * auction_regret(SoftmaxAuction(200, D, rate=1e-9))  # and something is learnt
