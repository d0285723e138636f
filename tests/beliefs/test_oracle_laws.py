"""Laws that every loss oracle and every graph oracle obeys."""

import copy
from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest
from numpy.typing import NDArray

from graphbandit.beliefs.base import GraphOracle, LossOracle
from graphbandit.beliefs.experts import LinearExperts, LogisticGraphExperts
from graphbandit.beliefs.graphs import (
    FiniteGraphs,
    FiniteGraphsSquare,
    PairwiseLogistic,
    PairwiseSquare,
    SoftmaxAuction,
    SoftmaxAuctionSquare,
)
from graphbandit.beliefs.losses import FiniteLosses, LinearLosses, NetworkLosses
from graphbandit.parts import Part

Array = NDArray[np.float64]
K, D = 4, 3


def loss_experts() -> LinearExperts:
    draw = np.random.default_rng(11)
    return LinearExperts(0.3 * draw.normal(size=(5, K, D)), draw.random((5, K)))


def graph_experts() -> LogisticGraphExperts:
    draw = np.random.default_rng(12)
    return LogisticGraphExperts(draw.normal(size=(5, K, K, D)), draw.normal(size=(5, K, K)))


LOSSES: dict[str, Callable[[], LossOracle]] = {
    "linear": lambda: LinearLosses(K, D),
    "network": lambda: NetworkLosses(K, D, hidden=8, rate=0.05),
    "finite": lambda: FiniteLosses(loss_experts()),
}
GRAPHS: dict[str, Callable[[], GraphOracle]] = {
    "logistic": lambda: PairwiseLogistic(K, D),
    "logistic with self-loops": lambda: PairwiseLogistic(K, D, self_loops=True),
    "square": lambda: PairwiseSquare(K, D),
    "finite": lambda: FiniteGraphs(graph_experts()),
    "finite square": lambda: FiniteGraphsSquare(graph_experts()),
    "softmax": lambda: SoftmaxAuction(K, D),
    "softmax square": lambda: SoftmaxAuctionSquare(K, D),
}
every_loss = pytest.mark.parametrize("build", LOSSES.values(), ids=LOSSES)
every_graph = pytest.mark.parametrize("build", GRAPHS.values(), ids=GRAPHS)
either = pytest.mark.parametrize("whole", [False, True], ids=["row", "matrix"])


def learnt(part: Part) -> list[Array]:
    return [getattr(part, each.name) for each in fields(part) if not each.init]  # type: ignore[arg-type]


def same(one: Part, other: Part) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(learnt(one), learnt(other), strict=True))


def learn_losses(oracle: LossOracle, seed: int, rounds: int = 30, scale: float = 1.0) -> None:
    draw = np.random.default_rng(seed)
    for _ in range(rounds):
        oracle.update(scale * draw.normal(size=D), draw.random(K), draw.random(K) < 0.6)


def learn_edges(oracle: GraphOracle, seed: int, whole: bool, rounds: int = 30, scale: float = 1.0) -> None:
    draw = np.random.default_rng(seed)
    shape = (K, K) if whole else (K,)
    for _ in range(rounds):
        context, action = scale * draw.normal(size=D), int(draw.integers(K))
        edges, revealed = (draw.random(shape) < 0.5).astype(float), draw.random(shape) < 0.6
        oracle.update(context, action, edges, revealed)


def restored(part: Part, fresh: Part) -> Part:
    for old, new in zip(learnt(part), learnt(fresh), strict=True):
        new[...] = old
    return fresh


@every_loss
def test_hidden_losses_do_not_matter(build: Callable[[], LossOracle]) -> None:
    draw = np.random.default_rng(0)
    one, other = build(), build()
    for junk in [0.0, 1.0, np.nan, np.inf, -7.0] * 6:
        context, losses, observed = draw.normal(size=D), draw.random(K), draw.random(K) < 0.5
        one.update(context, losses, observed)
        other.update(context, np.where(observed, losses, junk), observed)
    assert same(one, other)
    assert not same(one, build())


@every_graph
@either
def test_hidden_edges_do_not_matter(build: Callable[[], GraphOracle], whole: bool) -> None:
    draw = np.random.default_rng(0)
    one, other = build(), build()
    shape = (K, K) if whole else (K,)
    for junk in [0.0, 1.0, np.nan, np.inf, -7.0] * 6:
        context, action = draw.normal(size=D), int(draw.integers(K))
        edges, revealed = (draw.random(shape) < 0.5).astype(float), draw.random(shape) < 0.5
        one.update(context, action, edges, revealed)
        other.update(context, action, np.where(revealed, edges, junk), revealed)
    assert same(one, other)
    assert not same(one, build())


@every_loss
def test_nothing_observed_teaches_nothing_about_losses(build: Callable[[], LossOracle]) -> None:
    oracle = build()
    learn_losses(oracle, seed=1)
    before = copy.deepcopy(oracle)
    oracle.update(np.ones(D), np.ones(K), np.zeros(K, dtype=bool))
    assert same(oracle, before)


@every_graph
@either
def test_nothing_revealed_teaches_nothing_about_edges(build: Callable[[], GraphOracle], whole: bool) -> None:
    oracle = build()
    learn_edges(oracle, 1, whole)
    before = copy.deepcopy(oracle)
    shape = (K, K) if whole else (K,)
    oracle.update(np.ones(D), 0, np.ones(shape), np.zeros(shape, dtype=bool))
    assert same(oracle, before)


@every_loss
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e4, 1e200])
def test_predicted_losses_lie_in_the_unit_interval(build: Callable[[], LossOracle], scale: float) -> None:
    oracle = build()
    for t in range(10):
        learn_losses(oracle, seed=t, rounds=10, scale=scale)
        losses = oracle.predict(scale * np.random.default_rng(t).normal(size=D))
        assert losses.shape == (K,)
        assert ((losses >= 0) & (losses <= 1)).all()


@every_graph
@either
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e4, 1e200])
def test_predicted_graphs_are_graphs(build: Callable[[], GraphOracle], whole: bool, scale: float) -> None:
    oracle = build()
    for t in range(10):
        learn_edges(oracle, t, whole, rounds=10, scale=scale)
        graph = oracle.predict(scale * np.random.default_rng(t).normal(size=D))
        matrix = graph.matrix()
        assert graph.actions == K
        assert ((matrix >= 0) & (matrix <= 1)).all()


@every_loss
def test_settings_and_arrays_restore_a_loss_oracle(build: Callable[[], LossOracle]) -> None:
    oracle = build()
    learn_losses(oracle, seed=1)
    again = restored(oracle, build())
    assert isinstance(again, LossOracle)
    for each in (oracle, again):
        learn_losses(each, seed=2)
    assert same(oracle, again)
    assert oracle.predict(np.ones(D)).tobytes() == again.predict(np.ones(D)).tobytes()


@every_graph
def test_settings_and_arrays_restore_a_graph_oracle(build: Callable[[], GraphOracle]) -> None:
    oracle = build()
    learn_edges(oracle, 1, whole=False)
    again = restored(oracle, build())
    assert isinstance(again, GraphOracle)
    for each in (oracle, again):
        learn_edges(each, 2, whole=True)
    assert same(oracle, again)
    assert oracle.predict(np.ones(D)).matrix().tobytes() == again.predict(np.ones(D)).matrix().tobytes()


@every_loss
def test_predicting_losses_changes_nothing(build: Callable[[], LossOracle]) -> None:
    oracle = build()
    learn_losses(oracle, seed=1)
    before = copy.deepcopy(oracle)
    oracle.predict(np.ones(D))
    assert same(oracle, before)


@every_graph
def test_predicting_graphs_changes_nothing(build: Callable[[], GraphOracle]) -> None:
    oracle = build()
    learn_edges(oracle, 1, whole=False)
    before = copy.deepcopy(oracle)
    oracle.predict(np.ones(D)).matrix()
    assert same(oracle, before)


@pytest.mark.parametrize("part", [*LOSSES.values(), *GRAPHS.values()], ids=[*LOSSES, *GRAPHS])
def test_settings_cannot_be_changed(part: Callable[[], Part]) -> None:
    oracle = part()
    for each in fields(oracle):  # type: ignore[arg-type]
        with pytest.raises(AttributeError):
            setattr(oracle, each.name, getattr(oracle, each.name))


def relabelled_losses(name: str, order: NDArray[np.int64]) -> tuple[LossOracle, LossOracle]:
    one = LOSSES[name]()
    if isinstance(one, FiniteLosses):
        experts = loss_experts()
        return one, FiniteLosses(LinearExperts(experts.weights[:, order], experts.offsets[:, order]))
    other = LOSSES[name]()
    if isinstance(other, NetworkLosses):
        other.second[:] = other.second[:, order]
    return one, other


@pytest.mark.parametrize("name", LOSSES)
def test_relabelling_actions_permutes_predicted_losses(name: str) -> None:
    draw = np.random.default_rng(3)
    order = draw.permutation(K)
    one, other = relabelled_losses(name, order)
    for _ in range(40):
        context, losses, observed = draw.normal(size=D), draw.random(K), draw.random(K) < 0.5
        np.testing.assert_allclose(one.predict(context)[order], other.predict(context), atol=1e-12)
        one.update(context, losses, observed)
        other.update(context, losses[order], observed[order])


@pytest.mark.parametrize("name", ["logistic", "logistic with self-loops", "square", "finite", "finite square"])
@either
def test_relabelling_actions_permutes_predicted_graphs(name: str, whole: bool) -> None:
    draw = np.random.default_rng(4)
    order = draw.permutation(K)
    one, other = GRAPHS[name](), GRAPHS[name]()
    cross = np.ix_(order, order)
    if isinstance(one, (FiniteGraphs, FiniteGraphsSquare)):
        experts = graph_experts()
        turned = LogisticGraphExperts(experts.weights[:, order][:, :, order], experts.offsets[:, order][:, :, order])
        other = type(one)(turned)
    for _ in range(40):
        context, action = draw.normal(size=D), int(draw.integers(K))
        shape = (K, K) if whole else (K,)
        edges, revealed = (draw.random(shape) < 0.5).astype(float), draw.random(shape) < 0.5
        wanted = one.predict(context).matrix()[cross]
        np.testing.assert_allclose(other.predict(context).matrix(), wanted, atol=1e-12)
        one.update(context, action, edges, revealed)
        turn = cross if whole else order
        other.update(context, int(np.flatnonzero(order == action)[0]), edges[turn], revealed[turn])
