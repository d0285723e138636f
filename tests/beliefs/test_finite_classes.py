"""FiniteLosses, FiniteGraphs and FiniteGraphsSquare: exponential weights over finite classes."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from graphbandit.beliefs.experts import ConstantExperts, LinearExperts, LogisticGraphExperts
from graphbandit.beliefs.graphs import FiniteGraphs, FiniteGraphsSquare
from graphbandit.beliefs.losses import FiniteLosses
from graphbandit.errors import SettingError

Array = NDArray[np.float64]
Loss = Callable[[Array, Array], Array]
NOTHING = np.zeros(1)


def log_loss(said: Array, label: Array) -> Array:
    return np.asarray(-np.log(np.where(label > 0.5, said, 1 - said)))


def square_loss(said: Array, label: Array) -> Array:
    return np.asarray((said - label) ** 2)


@pytest.mark.parametrize("contrary", [False, True])
def test_regret_of_losses_is_at_most_two_log_n(contrary: bool) -> None:
    draw = np.random.default_rng(0)
    experts = LinearExperts(0.2 * draw.normal(size=(6, 4, 3)), draw.random((6, 4)))
    oracle = FiniteLosses(experts)
    own, theirs = 0.0, np.zeros(6)
    for _ in range(400):
        context, observed = draw.normal(size=3), draw.random(4) < 0.6
        predicted, values = oracle.predict(context), experts.values(context)
        losses = np.where(predicted < 0.5, 1.0, 0.0) if contrary else draw.random(4)
        if observed.any():
            own += square_loss(predicted, losses)[observed].mean()
            theirs += square_loss(values, losses)[:, observed].mean(axis=1)
        oracle.update(context, losses, observed)
    assert own - theirs.min() <= 2 * np.log(6)


@pytest.mark.parametrize(
    ("kind", "loss", "bound"),
    [(FiniteGraphs, log_loss, np.log(5)), (FiniteGraphsSquare, square_loss, 2 * np.log(5))],
)
@pytest.mark.parametrize("whole", [False, True])
def test_regret_of_graphs_is_at_most_log_n(
    kind: type, loss: Callable[[Array, Array], Array], bound: float, whole: bool
) -> None:
    draw = np.random.default_rng(1)
    experts = LogisticGraphExperts(draw.normal(size=(5, 3, 3, 2)), draw.normal(size=(5, 3, 3)))
    oracle = kind(experts)
    own, theirs = 0.0, np.zeros(5)
    for _ in range(300):
        context, action = draw.normal(size=2), int(draw.integers(3))
        rows = slice(None) if whole else action
        predicted, values = oracle.predict(context).matrix()[rows], experts.values(context)[:, rows]
        edges = np.where(predicted < draw.random(), 1.0, 0.0)  # against the prediction
        revealed = draw.random(edges.shape) < 0.7
        if revealed.any():
            own += loss(predicted, edges)[revealed].mean()
            theirs += loss(values, edges)[:, revealed].mean(axis=1)
        oracle.update(context, action, edges, revealed)
    assert own - theirs.min() <= bound


def undivided(losses: Array) -> Array:
    """Weigh N experts by their losses (T, N) times 50, as if 50 equal tuples were 50 observations: (T, N)."""
    before = np.cumsum(50 * losses, axis=0) - 50 * losses
    weights = np.exp(before.min(axis=1, keepdims=True) - before)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def test_the_regret_of_a_pack_does_not_grow_with_its_size() -> None:
    rounds, size = 400, 50
    said = np.array([0.4, 0.6])
    labels = (np.arange(rounds) % 2).astype(np.float64)  # all 50 edges of a row alike, and contrary in turn
    oracle = FiniteGraphs(ConstantExperts(np.broadcast_to(said[:, None, None], (2, size, size))))
    own = 0.0
    for label in labels:
        own += log_loss(oracle.predict(NOTHING).matrix()[0], np.full(size, label)).mean()
        oracle.update(NOTHING, 0, np.full(size, label), np.ones(size, dtype=bool))
    theirs = log_loss(said[None, :], labels[:, None])
    regret = own - theirs.sum(axis=0).min()
    mixed = (undivided(theirs) * said).sum(axis=1)
    without = log_loss(mixed, labels).sum() - theirs.sum(axis=0).min()
    assert regret <= np.log(2)
    assert without > 10 * np.log(2)


def test_the_square_regret_of_a_pack_does_not_grow_with_its_size() -> None:
    rounds, size = 400, 50
    said = np.array([0.2, 0.8])
    labels = (np.arange(rounds) % 2).astype(np.float64)
    oracle = FiniteLosses(ConstantExperts(np.broadcast_to(said[:, None], (2, size))))
    own = 0.0
    for label in labels:
        own += square_loss(oracle.predict(NOTHING), np.full(size, label)).mean()
        oracle.update(NOTHING, np.full(size, label), np.ones(size, dtype=bool))
    theirs = square_loss(said[None, :], labels[:, None])
    mixed = (undivided(0.5 * theirs) * said).sum(axis=1)
    assert own - theirs.sum(axis=0).min() <= 2 * np.log(2)
    assert square_loss(mixed, labels).sum() - theirs.sum(axis=0).min() > 10 * np.log(2)


def test_a_pack_counts_as_one_observation() -> None:
    table = np.array([0.3, 0.7])
    few = FiniteGraphs(ConstantExperts(np.broadcast_to(table[:, None, None], (2, 2, 2))))
    many = FiniteGraphs(ConstantExperts(np.broadcast_to(table[:, None, None], (2, 40, 40))))
    for oracle in (few, many):
        for label in (1.0, 1.0, 0.0):
            size = oracle.actions
            oracle.update(NOTHING, 1, np.full(size, label), np.ones(size, dtype=bool))
    np.testing.assert_allclose(few.log_weights, many.log_weights, rtol=1e-12)
    np.testing.assert_allclose(np.exp(few.log_weights), [0.3, 0.7], rtol=1e-12)  # Bayes, by hand


def test_the_predicted_graph_is_a_mixture_of_the_experts() -> None:
    draw = np.random.default_rng(2)
    experts = LogisticGraphExperts(draw.normal(size=(4, 3, 3, 2)), draw.normal(size=(4, 3, 3)))
    oracle = FiniteGraphs(experts)
    for _ in range(5):
        oracle.update(draw.normal(size=2), 0, np.array([1.0, 0.0, 1.0]), np.ones(3, dtype=bool))
    context = draw.normal(size=2)
    weights = np.exp(oracle.log_weights)
    assert weights.sum() == pytest.approx(1)
    assert weights.max() > 0.3
    mixed = sum(w * graph for w, graph in zip(weights, experts.values(context), strict=True))
    np.testing.assert_allclose(oracle.predict(context).matrix(), mixed, rtol=1e-12)


def test_certain_experts_that_are_all_wrong_leave_a_distribution() -> None:
    graphs = np.array([np.eye(2), np.ones((2, 2)), [[1.0, 0.0], [1.0, 1.0]]])
    oracle = FiniteGraphs(ConstantExperts(graphs))
    for edges in ([1.0, 1.0], [0.0, 0.0], [1.0, 0.0]):
        for action in (0, 1, 1):
            oracle.update(NOTHING, action, np.array(edges), np.ones(2, dtype=bool))
            matrix = oracle.predict(NOTHING).matrix()
            assert ((matrix >= 0) & (matrix <= 1)).all()
    assert np.exp(oracle.log_weights).sum() == pytest.approx(1)


def test_experts_of_the_wrong_kind_are_refused() -> None:
    losses, graphs = ConstantExperts(np.zeros((2, 3))), ConstantExperts(np.ones((2, 3, 3)))
    for build in (
        lambda: FiniteLosses(graphs),
        lambda: FiniteGraphs(losses),
        lambda: FiniteGraphsSquare(losses),
        lambda: FiniteLosses(np.zeros((2, 3))),  # type: ignore[arg-type]
    ):
        with pytest.raises(SettingError, match="experts"):
            build()
