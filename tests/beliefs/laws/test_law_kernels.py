"""Cells, features and weights of laws."""

import numpy as np
import pytest
from tests.beliefs.laws import law_twins as twins

from graphbandit.beliefs.laws.kernels import (
    blend,
    ends,
    heighten,
    reweigh,
    settle,
    shares,
    span,
    standing,
    tame,
)


@pytest.mark.parametrize("size", [1, 2, 7])
def test_a_span_is_the_cells_that_an_interval_meets(size: int) -> None:
    grid = np.arange(-2.0, size - 2.0)
    marks = sorted([-np.inf, -10.0, *grid, *(grid + 0.4), 10.0, np.inf])
    for low in marks:
        for high in marks:
            if low > high or (low == high and np.isinf(low)):
                continue
            first, last = span(grid, low, high)
            met = np.flatnonzero(twins.cells(grid, low, high))
            assert (first, last) == (met[0], met[-1])


def test_the_ends_of_cells_enclose_their_probability() -> None:
    cumulative = np.array([0.1, 0.4, 0.9])
    chances = np.array([0.1, 0.3, 0.5, 0.1])
    for first in range(4):
        for last in range(first, 4):
            below, upto = ends(cumulative, first, last)
            assert upto - below == pytest.approx(chances[first : last + 1].sum())


def test_settling_orders_and_clips() -> None:
    cumulative = np.array([-0.1, 0.3, 0.2, 0.6, 1.2])
    settle(cumulative)
    np.testing.assert_array_equal(cumulative, [0.0, 0.3, 0.3, 0.6, 1.0])


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("scale", [0.1, 7.0, 1e6, 1e300])
def test_features_are_held_to_eight(folded: bool, scale: float) -> None:
    draw = np.random.default_rng(0)
    peaks = np.zeros(5)
    for _ in range(20):
        context = scale * draw.uniform(-1, 1, 5)
        found = tame(context, peaks, folded)
        np.testing.assert_allclose(found, twins.features(context, peaks, folded), rtol=1e-14)
        assert np.all(np.abs(found[:5]) <= 8.0)
        heighten(context, peaks)
    if scale <= 8.0:
        np.testing.assert_array_equal(found[:5], context)


@pytest.mark.parametrize("N", [1, 2, 5])
@pytest.mark.parametrize("share", [0.0, 0.02, 1.0])
def test_reweighing_equals_its_twin(N: int, share: float) -> None:
    draw = np.random.default_rng(N)
    weights, trust, rounds = standing(N)
    twin = twins.Standing(weights.copy(), trust.copy())
    for _ in range(300):
        likely = draw.random(N) ** 4
        reweigh(weights, trust, rounds, likely, share)
        twin.learn(likely, share)
    np.testing.assert_allclose(weights, twin.weights, rtol=1e-9, atol=1e-300)
    np.testing.assert_allclose(trust, twin.trust, rtol=1e-9)
    np.testing.assert_allclose(shares(weights, trust), twin.shares(), rtol=1e-9)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, rtol=1e-12)


def test_what_no_law_held_possible_leaves_the_weights_finite() -> None:
    weights, trust, rounds = standing(3)
    for likely in (np.zeros(3), np.array([0.0, 1e-300, 0.0]), np.zeros(3)):
        reweigh(weights, trust, rounds, likely, 0.02)
    assert np.isfinite(weights).all()
    np.testing.assert_allclose(weights.sum(axis=1), 1.0)
    np.testing.assert_allclose(trust.sum(), 1.0)


def test_a_blend_is_the_mean_by_shares() -> None:
    draw = np.random.default_rng(0)
    rows = np.sort(draw.random((4, 6)), axis=1)
    weights, trust = draw.dirichlet(np.ones(4), 3), draw.dirichlet(np.ones(3))
    np.testing.assert_allclose(blend(rows, weights, trust), trust @ weights @ rows, rtol=1e-12)
