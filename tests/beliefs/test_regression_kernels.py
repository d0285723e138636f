"""The packed regressions of `losses.kernels`."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.beliefs import twins

from graphbandit.beliefs.losses.kernels import extended, forecast, include, project, regress
from graphbandit.beliefs.losses.linear import regressions

Array = NDArray[np.float64]


@pytest.mark.parametrize("size", [2, 3, 9])
def test_a_factor_holds_the_sums(size: int) -> None:
    draw = np.random.default_rng(size)
    factor = regressions((), size - 1, 0.7)
    sums = twins.Sums(size, 0.7)
    for _ in range(50):
        x = draw.normal(size=size) * (draw.random(size) < 0.8)
        weight, moment = draw.random() * (draw.random() < 0.9), draw.normal()
        include(factor, x.copy(), weight, moment)
        sums.include(x, weight, moment)
    a, b = twins.unpack(factor)
    np.testing.assert_allclose(a, sums.a, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(b, sums.b, rtol=1e-12, atol=1e-12)
    x = draw.normal(size=size)
    np.testing.assert_allclose(project(factor, x.copy()), sums.project(x), rtol=1e-11)


def test_forecasts_equal_their_twin() -> None:
    draw = np.random.default_rng(0)
    actions, size = 3, 4
    factors = regressions((actions,), size, 0.5)
    sums = [twins.Sums(size + 1, 0.5) for _ in range(actions)]
    for _ in range(200):
        context, targets, seen = draw.normal(size=size), draw.random(actions), draw.random(actions) < 0.6
        wanted = [twins.forecast(each, context) for each in sums]
        np.testing.assert_allclose(forecast(factors, context), wanted, rtol=0, atol=1e-12)
        regress(factors, context, targets, seen)
        for each, target, known in zip(sums, targets, seen, strict=True):
            if known:
                twins.regress(each, context, target)


def test_a_million_badly_conditioned_updates_stay_positive_definite() -> None:
    draw = np.random.default_rng(1)
    rounds, ridge = 1_000_000, 1e-3
    common = draw.normal(size=rounds)
    contexts = np.column_stack([1e6 * common, 1e6 * common + 1e-2 * draw.normal(size=rounds), draw.normal(size=rounds)])
    targets = (draw.random(rounds) < 0.5).astype(float)
    factors = regressions((1,), 3, ridge)
    seen = np.array([True])
    for context, target in zip(contexts, targets[:, None], strict=True):
        regress(factors, context, target, seen)
    assert factors[0][[0, 5, 9, 12]].min() > 0  # the pivots; R holds one triangle, so symmetry cannot be lost
    # Independent truth: one orthogonal factorisation of all the rows.
    features = np.column_stack([contexts, np.ones(rounds), targets - 0.5])
    prior = np.column_stack([np.sqrt(ridge) * np.eye(4), np.zeros(4)])
    factored: Array = np.linalg.qr(np.vstack([features, prior]), mode="r")  # type: ignore[assignment]
    triangle, turned = factored[:4, :4], factored[:4, 4]
    for context in contexts[:20]:
        u = np.linalg.solve(triangle.T, extended(context))
        mean, leverage = project(factors[0], extended(context))
        np.testing.assert_allclose(leverage, u @ u, rtol=1e-6)
        np.testing.assert_allclose(mean / (1 + leverage), u @ turned / (1 + u @ u), rtol=0, atol=1e-7)


def test_updating_the_inverse_instead_would_not_stay_positive_definite() -> None:
    draw = np.random.default_rng(1)
    common = draw.normal(size=1_000)
    contexts = np.column_stack([1e6 * common, 1e6 * common + 1e-2 * draw.normal(size=1_000), np.ones(1_000)])
    inverse = np.eye(3) / 1e-3
    for x in contexts:
        moved = inverse @ x
        inverse -= np.outer(moved, moved) / (1 + x @ moved)
    assert np.linalg.eigvalsh((inverse + inverse.T) / 2).min() < 0


def test_the_order_of_updates_hardly_matters() -> None:
    draw = np.random.default_rng(2)
    contexts, targets = draw.normal(size=(100, 3)), draw.random((100, 1))
    states = []
    for order in (np.arange(100), draw.permutation(100)):
        factors = regressions((1,), 3, 1.0)
        for t in order:
            regress(factors, contexts[t], targets[t], np.array([True]))
        states.append(factors)
    np.testing.assert_allclose(states[0], states[1], rtol=1e-10, atol=1e-12)
