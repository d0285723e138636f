"""Reverse hazards, with and without a context."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.beliefs.laws import law_twins as twins

from graphbandit.beliefs.laws import EmpiricalLaw, ReverseHazards
from graphbandit.beliefs.laws.hazard_kernels import cumulative, expected, ratios, smooth, tally, tilted

Array = NDArray[np.float64]
INTERVALS = [(0, 0), (0, 2), (2, 2), (1, 3), (2, 4), (4, 4), (0, 4)]


def likelihood(logits: Array, weights: Array) -> float:
    """log Σ_m o_m P(cell = m), for the logits of r_1.. (M - 1,)."""
    hazards = np.concatenate([[1.0], 1.0 / (1.0 + np.exp(-logits))])
    chances = np.diff(np.concatenate([[0.0], twins.cumulative(hazards), [1.0]]))
    return float(np.log(chances @ weights))


def test_cumulative_functions_are_products() -> None:
    hazards = np.array([1.0, 0.5, 0.25, 0.2])
    np.testing.assert_allclose(cumulative(hazards), [0.5 * 0.75 * 0.8, 0.75 * 0.8, 0.8])


@pytest.mark.parametrize(("first", "last"), INTERVALS)
@pytest.mark.parametrize("part", [1.0, 0.4])
def test_expected_labels_give_the_slope_of_the_log_likelihood(first: int, last: int, part: float) -> None:
    logits = np.random.default_rng(0).normal(size=4)
    weights = np.where((np.arange(5) >= first) & (np.arange(5) <= last), 1.0, 0.0)
    weights[last] *= part
    hazards = np.concatenate([[1.0], 1.0 / (1.0 + np.exp(-logits))])
    labels, risks = expected(hazards, weights)
    step = 1e-6 * np.eye(4)
    slopes = [(likelihood(logits + e, weights) - likelihood(logits - e, weights)) / 2e-6 for e in step]
    np.testing.assert_allclose((labels - risks * hazards)[1:], slopes, atol=1e-8)


def test_an_upper_bound_says_nothing_of_the_cells_below_it() -> None:
    hazards = np.array([1.0, 0.3, 0.6, 0.2, 0.1])
    labels, risks = expected(hazards, np.array([1.0, 1.0, 1.0, 0.0, 0.0]))
    slopes = labels - risks * hazards
    np.testing.assert_allclose(slopes[:3], 0.0, atol=1e-15)
    np.testing.assert_allclose(slopes[3:], -hazards[3:])
    hits, counts = np.full(5, 1.0), np.arange(1.0, 6.0)
    tally(hits, counts, np.array([1.0, 1.0, 1.0, 0.0, 0.0]), (5.0, 1e6))
    np.testing.assert_allclose(hits, 1.0)
    np.testing.assert_allclose(counts, [1.0, 2.0, 3.0, 5.0, 6.0])


def test_a_winning_bid_teaches_the_hazards_above_it_alone() -> None:
    grid, d = np.linspace(0, 1, 6), 2
    draw = np.random.default_rng(0)
    law = ReverseHazards(grid, d, breadth=1e-3)
    for _ in range(50):
        law.update(draw.normal(size=d), *(2 * [draw.random()]))
    weights, hits, risks = law.weights.copy(), law.hits.copy(), law.risks.copy()
    law.update(np.ones(d), -np.inf, grid[3])
    np.testing.assert_allclose(law.weights[:, :4], weights[:, :4], atol=1e-12)
    assert np.all(law.weights[0, 4:] < weights[0, 4:])
    np.testing.assert_allclose(law.hits, hits, rtol=1e-9)
    np.testing.assert_allclose(law.risks - risks, [0, 0, 0, 0, 1, 1, 1], atol=1e-9)


def test_the_place_within_a_cell_does_not_matter() -> None:
    laws = [ReverseHazards(np.linspace(0, 1, 6), 2) for _ in range(2)]
    draw = np.random.default_rng(0)
    for _ in range(50):
        x, cell = draw.normal(size=2), draw.integers(5)
        for law in laws:
            driver = 0.2 * cell + 0.2 * draw.uniform(0.01, 1.0)
            law.update(x, driver, driver)
    np.testing.assert_array_equal(laws[0].weights, laws[1].weights)
    np.testing.assert_array_equal(laws[0].hits, laws[1].hits)


def test_counts_are_the_product_limit_estimator() -> None:
    """Kaplan and Meier's, mirrored: an exact cell or an upper bound in every round."""
    draw = np.random.default_rng(0)
    grid, prior = np.arange(6.0), 3.5
    law = EmpiricalLaw(grid, 1, prior=prior)
    hits, risks = np.full(7, prior / 7), prior / 7 * np.arange(1.0, 8.0)
    for _ in range(300):
        cell, bid = draw.binomial(6, 0.4), draw.integers(6)
        if cell <= bid:
            law.update(np.zeros(1), -np.inf, grid[bid])
            risks[bid + 1 :] += 1
        else:
            law.update(np.zeros(1), cell - 0.5, cell - 0.5)
            hits[cell] += 1
            risks[cell:] += 1
    np.testing.assert_allclose(law.predict(np.zeros(1)), twins.cumulative(hits / risks), rtol=1e-9)


@pytest.mark.parametrize("memory", [1e6, 20.0])
def test_tallies_equal_their_twin(memory: float) -> None:
    draw = np.random.default_rng(0)
    hits, risks = np.full(6, 0.5), 0.5 * np.arange(1.0, 7.0)
    twin = hits.copy(), risks.copy()
    for _ in range(200):
        weights = draw.random(6) * (draw.random(6) < 0.5)
        if not weights.any():
            continue
        tally(hits, risks, weights, (3.0, memory))
        twin = twins.tally(*twin, weights, 3.0, memory)
        np.testing.assert_allclose(hits, twin[0], rtol=1e-6)
        np.testing.assert_allclose(risks, twin[1], rtol=1e-6)
    assert memory > 20.0 or np.all(risks <= 21.0)


def test_smoothing_spreads_slopes_over_neighbours() -> None:
    slopes = np.random.default_rng(0).normal(size=40)
    for breadth in (0.001, 0.1, 0.5):
        np.testing.assert_allclose(smooth(slopes, breadth), twins.smooth(slopes, breadth), rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(smooth(slopes, 0.001), slopes)


def test_the_law_equals_its_twin() -> None:
    draw = np.random.default_rng(0)
    grid, d = np.linspace(0, 1, 21), 3
    law = ReverseHazards(grid, d, rate=0.2, prior=5.0)
    hits, risks = np.full(22, 5.0 / 22), 5.0 / 22 * np.arange(1.0, 23.0)
    weights, squares = np.zeros((4, 22)), np.zeros((4, 22))
    for _ in range(100):
        x = draw.normal(size=d)
        z = np.append(x, 1.0)
        base = np.clip(hits / risks, 1e-4, 1 - 1e-4)
        hazards = 1.0 / (1.0 + (1 - base) / base * np.exp(-(z @ weights)))
        hazards[0] = 1.0
        np.testing.assert_allclose(law.predict(x), twins.cumulative(hazards), rtol=1e-8)
        driver, bid = draw.beta(2, 3), draw.choice(grid)
        low, high = [(driver, driver), (-np.inf, bid), (bid, np.inf)][draw.integers(3)]
        law.update(x, low, high)
        met = twins.cells(grid, low, high).astype(float)
        q, A = twins.expected(hazards, met)
        twins.climb(weights, squares, z, twins.smooth(q - A * hazards, 0.1), 0.2)
        hits, risks = twins.tally(hits, risks, met, 5.0, 1e6)
    np.testing.assert_allclose(law.weights, weights, rtol=1e-7, atol=1e-9)


def test_ratios_and_tilts_stay_inside_the_unit_interval() -> None:
    hits, risks = np.array([1.0, 0.0, 5.0, 5.0]), np.array([1.0, 5.0, 5.0, 10.0])
    np.testing.assert_allclose(ratios(hits, risks), [1.0, 1e-4, 1 - 1e-4, 0.5])
    for size in (-1e9, 1e9):
        hazards = tilted(hits, risks, np.full((2, 4), size), np.ones(2))
        assert np.all((hazards >= 0) & (hazards <= 1))
