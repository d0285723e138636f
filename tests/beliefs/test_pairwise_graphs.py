"""PairwiseLogistic and PairwiseSquare: one regression for each pair of actions."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize
from tests.beliefs import twins

from graphbandit.beliefs.graphs import PairwiseLogistic, PairwiseSquare
from graphbandit.beliefs.graphs.kernels import classify, damped, discern
from graphbandit.beliefs.losses.linear import regressions
from graphbandit.errors import SettingError
from graphbandit.graphs import observability

Array = NDArray[np.float64]
KINDS = [PairwiseLogistic, PairwiseSquare]


@pytest.mark.parametrize("leverage", [0.0, 1e-6, 0.3, 7.0, 1e4, 1e12])
def test_damped_solves_its_equation(leverage: float) -> None:
    for mean in np.concatenate([np.linspace(-30, 30, 61), [1e-9, -1e-300, 800.0, -1e6, 1e40]]):
        z = damped(mean, leverage)
        assert z + leverage * np.tanh(z / 2) == pytest.approx(mean, rel=1e-9, abs=1e-9 * leverage)
        assert damped(-mean, leverage) == -z


def test_regressions_equal_their_twin() -> None:
    draw = np.random.default_rng(0)
    pairs, size, ridge, radius = 3, 4, 0.3, 2.0
    factors = regressions((pairs,), size, 2 * ridge)
    sums = [twins.Sums(size + 1, 2 * ridge) for _ in range(pairs)]
    for t in range(200):
        context = draw.normal(size=size) * (20 if t % 20 == 19 else 1)
        labels, seen = (draw.random(pairs) < [0.1, 0.5, 0.999]).astype(float), draw.random(pairs) < 0.6
        wanted = [twins.classify(each, context) for each in sums]
        np.testing.assert_allclose(classify(factors, context), wanted, rtol=1e-8)
        discern(factors, context, labels, seen, radius)
        for each, label, known in zip(sums, labels, seen, strict=True):
            if known:
                twins.discern(each, context, label, radius)


def world(kind: str, rounds: int, size: int) -> tuple[Array, Callable[[Array, float], float]]:
    """Return contexts (T, d), and the chance of an edge given the context and what was predicted."""
    draw = np.random.default_rng(5)
    truth = draw.normal(size=size + 1) * (20 if kind == "nearly certain" else 1)
    if kind == "new directions":
        contexts = np.repeat(10 * np.eye(size), -(-rounds // size), axis=0)[:rounds]
    else:
        contexts = draw.uniform(-1, 1, size=(rounds, size))
    if kind in ("realisable", "nearly certain"):
        return contexts, lambda context, predicted: float(twins.sigmoid(truth @ twins.extend(context)))
    if kind == "noise":
        return contexts, lambda context, predicted: 0.5
    return contexts, lambda context, predicted: float(predicted <= 0.5)


@pytest.mark.parametrize(
    ("kind", "rounds", "size"),
    [
        ("realisable", 1_000, 4),
        ("nearly certain", 1_000, 4),
        ("noise", 1_000, 4),
        ("contrary", 1_000, 4),
        ("new directions", 40, 20),
    ],
)
def test_log_loss_regret_is_within_its_bound(kind: str, rounds: int, size: int) -> None:
    ridge, radius = 0.1, 4.0
    contexts, chance = world(kind, rounds, size)
    draw = np.random.default_rng(6)
    factors, sums = regressions((1,), size, 2 * ridge), twins.Sums(size + 1, 2 * ridge)
    labels, own, spent = np.zeros(rounds), 0.0, 0.0
    for t, context in enumerate(contexts):
        predicted = classify(factors, context)[0]
        labels[t] = float(draw.random() < chance(context, predicted))
        own -= float(np.log(predicted if labels[t] else 1 - predicted))
        discern(factors, context, labels[t : t + 1], np.array([True]), radius)
        curvature = twins.discern(sums, context, labels[t], radius)
        x = twins.extend(context)
        spent += (1 + radius) * curvature * float(x @ np.linalg.solve(sums.a, x))
    features = np.column_stack([contexts, np.ones(rounds)])
    signs = 2 * labels - 1

    def cumulative(theta: Array) -> float:
        return float(np.logaddexp(0, -signs * (features @ theta)).sum() + ridge * theta @ theta)

    limit = radius / np.abs(features).sum(axis=1).max()  # every |θ·x| <= radius within this box
    best = minimize(cumulative, np.zeros(size + 1), method="L-BFGS-B", bounds=[(-limit, limit)] * (size + 1))
    unbounded = minimize(cumulative, np.zeros(size + 1), method="L-BFGS-B")
    kept = np.abs(features @ unbounded.x).max() <= radius
    regret = own - (unbounded.fun if kept else best.fun)
    length, damping = np.mean(np.sum(features**2, axis=1)), 1 + radius
    stated = damping * (size + 1) * np.log(1 + length * rounds / (8 * ridge * damping * (size + 1)))
    assert regret <= spent + 2e-6 * rounds  # the price of never predicting an edge to be certain
    assert spent <= stated


@pytest.mark.parametrize("kind", KINDS)
def test_the_rows_of_a_graph_one_by_one_are_the_graph_at_once(kind: type) -> None:
    draw = np.random.default_rng(1)
    edges, revealed = (draw.random((3, 3)) < 0.5).astype(float), draw.random((3, 3)) < 0.7
    context = draw.normal(size=2)
    whole, rows = kind(3, 2), kind(3, 2)
    whole.update(context, 1, edges, revealed)
    for i in range(3):
        rows.update(context, i, edges[i], revealed[i])
    assert np.array_equal(whole.factors, rows.factors)


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_played_row_is_learnt(kind: type) -> None:
    oracle = kind(3, 2)
    before = oracle.factors.copy()
    oracle.update(np.ones(2), 1, np.array([1.0, 1.0, 0.0]), np.array([True, True, False]))
    changed = np.any(oracle.factors != before, axis=-1)
    assert changed.tolist() == [[False] * 3, [True, True, False], [False] * 3]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("whole", [False, True])
def test_certain_self_loops_are_one_and_not_learnt(kind: type, whole: bool) -> None:
    oracle = kind(3, 2, self_loops=True)
    before = oracle.factors.copy()
    edges = np.zeros((3, 3)) if whole else np.zeros(3)
    for _ in range(20):
        oracle.update(np.ones(2), 2, edges, np.ones(edges.shape, dtype=bool))
    loops = np.arange(3)
    assert np.array_equal(oracle.factors[loops, loops], before[loops, loops])
    matrix = oracle.predict(np.ones(2)).matrix()
    assert np.array_equal(np.diag(matrix), np.ones(3))
    assert matrix[2, 0] < 0.3
    assert observability(matrix) == "strong"


@pytest.mark.parametrize("kind", KINDS)
def test_every_loss_stays_observable_whatever_was_seen(kind: type) -> None:
    oracle = kind(2, 1)
    for _ in range(3_000):
        oracle.update(np.array([5.0]), 0, np.zeros((2, 2)), np.ones((2, 2), dtype=bool))
    matrix = oracle.predict(np.array([5.0])).matrix()
    assert ((matrix >= 1e-6) & (matrix < 0.01)).all()


@pytest.mark.parametrize("settings", [{"actions": 0}, {"ridge": -1.0}, {"self_loops": "yes"}, {"radius": 0}])
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match=next(iter(settings))):
        PairwiseLogistic(**{"actions": 2, "context_size": 1, **settings})
