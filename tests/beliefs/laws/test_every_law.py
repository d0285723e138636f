"""What every law obeys."""

import copy

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.beliefs.laws.every import LAWS, Build, every_law, learnt, snapshot

from graphbandit.beliefs.base import Law
from graphbandit.beliefs.laws import ReverseHazards, robust_law
from graphbandit.errors import FeedbackError, SettingError, ShapeError

Array = NDArray[np.float64]
GRID = np.linspace(0.0, 1.0, 9)
D = 3


def interval(draw: np.random.Generator, grid: Array) -> tuple[float, float]:
    """Any observation: exact, on and off the grid, beyond it, or within any two ends."""
    reach = grid[-1] - grid[0] if grid.size > 1 else max(abs(float(grid[0])), 1.0)
    ends = [float(draw.choice(grid)), float(grid[0] + reach * draw.uniform(-2.0, 3.0)), -np.inf, np.inf]
    low, high = sorted(draw.choice(ends, 2))
    if low == high and not np.isfinite(low):
        return -np.inf, np.inf
    return float(low), float(high)


def learn(law: Law, seed: int, rounds: int = 60, scale: float = 1.0) -> None:
    draw = np.random.default_rng(seed)
    for _ in range(rounds):
        law.update(scale * draw.normal(size=D), *interval(draw, law.grid))


def is_law(cumulative: Array, size: int) -> bool:
    ordered = bool(np.all(np.diff(cumulative) >= 0.0))
    return cumulative.shape == (size,) and ordered and bool(np.all((cumulative >= 0) & (cumulative <= 1)))


@every_law
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e6, 1e300])
@pytest.mark.parametrize("size", [1, 2, 9])
def test_predictions_are_cumulative_functions(build: Build, scale: float, size: int) -> None:
    law = build(np.linspace(-3.0, 5.0, size), D)
    for seed in range(5):
        learn(law, seed, rounds=20, scale=scale)
        assert is_law(law.predict(scale * np.random.default_rng(seed).normal(size=D)), size)
    assert all(np.isfinite(array).all() for array in learnt(law))


@every_law
@pytest.mark.parametrize("driver", [0.3, -1e300, 1e300])
def test_drivers_that_are_all_equal_are_learnt(build: Build, driver: float) -> None:
    law = build(GRID, D)
    draw = np.random.default_rng(0)
    for _ in range(400):
        law.update(draw.normal(size=D), driver, driver)
    cumulative = law.predict(draw.normal(size=D))
    assert is_law(cumulative, GRID.size)
    np.testing.assert_allclose(cumulative, driver <= GRID, atol=0.25)


@pytest.mark.parametrize("name", ["empirical", "hazards", "softmax", "mixture", "robust"])
def test_drivers_that_all_lie_on_the_grid_are_learnt(name: str) -> None:
    law = LAWS[name](GRID, D)
    draw = np.random.default_rng(0)
    for _ in range(400):
        law.update(draw.normal(size=D), 0.5, 0.5)
    np.testing.assert_allclose(law.predict(draw.normal(size=D)), GRID >= 0.5, atol=0.25)


@every_law
def test_large_and_constant_features_never_give_nan(build: Build) -> None:
    law = build(np.linspace(0, 1, 21), 78)
    draw = np.random.default_rng(0)
    for _ in range(60):
        context = 1e6 * np.where(np.arange(78) < 8, draw.normal(size=78), 1.0)
        law.update(context, *interval(draw, law.grid))
        assert is_law(law.predict(context), 21)
    assert all(np.isfinite(array).all() for array in learnt(law))


@every_law
def test_the_ends_of_an_interval_are_scored_as_predicted(build: Build) -> None:
    law, draw = build(GRID, D), np.random.default_rng(0)
    for _ in range(200):
        context = draw.normal(size=D)
        low, high = interval(draw, GRID)
        if low == -np.inf and high == np.inf:
            continue
        cumulative = np.concatenate([[0.0], law.predict(context), [1.0]])
        cells = [  # whether each cell (left, right] meets the interval
            (left < high and low < right) if low < high else left < low <= right
            for left, right in zip([-np.inf, *GRID], [*GRID, np.inf], strict=True)
        ]
        inside = np.flatnonzero(cells)
        wanted = cumulative[inside[0]], cumulative[inside[-1] + 1]
        np.testing.assert_allclose(law.score(context, low, high), wanted, rtol=1e-12, atol=1e-15)


@every_law
def test_settings_and_arrays_restore_a_law_bit_for_bit(build: Build) -> None:
    law = build(GRID, D)
    learn(law, seed=1)
    again = build(GRID, D)
    for old, new in zip(learnt(law), learnt(again), strict=True):
        new[...] = old
    for each in (law, again):
        learn(each, seed=2)
    assert snapshot(law) == snapshot(again)
    assert law.predict(np.ones(D)).tobytes() == again.predict(np.ones(D)).tobytes()


@every_law
def test_predicting_changes_nothing(build: Build) -> None:
    law = build(GRID, D)
    learn(law, seed=1)
    before = snapshot(law)
    law.predict(np.full(D, 1e3))
    assert snapshot(law) == before


@every_law
def test_what_has_no_ends_teaches_nothing(build: Build) -> None:
    law = build(GRID, D)
    learn(law, seed=1)
    before = snapshot(law)
    law.update(np.full(D, 1e3), -np.inf, np.inf)
    assert snapshot(law) == before


@every_law
@pytest.mark.parametrize(
    ("low", "high"), [(0.5, 0.4), (np.nan, 0.4), (0.5, np.nan), (np.inf, np.inf), (-np.inf, -np.inf)]
)
def test_what_is_no_interval_is_refused_and_teaches_nothing(build: Build, low: float, high: float) -> None:
    law = build(GRID, D)
    learn(law, seed=1)
    before = snapshot(law)
    with pytest.raises(FeedbackError, match="low, high"):
        law.update(np.ones(D), low, high)
    assert snapshot(law) == before


@every_law
def test_a_law_keeps_its_own_copy_of_the_grid(build: Build) -> None:
    grid = GRID.copy()
    law = build(grid, D)
    grid[:] = 7.0
    np.testing.assert_array_equal(law.grid, GRID)
    assert law.context_size == D


@every_law
def test_a_law_copied_goes_its_own_way(build: Build) -> None:
    law = build(GRID, D)
    other = copy.deepcopy(law)
    learn(other, seed=1)
    assert snapshot(law) == snapshot(build(GRID, D)) != snapshot(other)


@every_law
def test_a_grid_that_does_not_increase_is_refused(build: Build) -> None:
    for grid in ([0.0, 0.0], [1.0, 0.0], [0.0, np.nan], [0.0, np.inf], [-1e308, 1e308]):
        with pytest.raises(SettingError, match="grid"):
            build(np.array(grid), D)
    with pytest.raises(ShapeError, match="grid"):
        build(np.zeros((0,)), D)


@every_law
@pytest.mark.parametrize("size", [0, -1, 2.5, True])
def test_a_context_size_that_is_none_is_refused(build: Build, size: int) -> None:
    with pytest.raises(SettingError, match="context_size"):
        build(GRID, size)


@pytest.mark.parametrize("name", ["rate", "breadth", "prior", "memory"])
@pytest.mark.parametrize("value", [0.0, -1.0, np.nan, np.inf])
def test_a_setting_that_is_not_positive_is_refused(name: str, value: float) -> None:
    with pytest.raises(SettingError, match=name):
        ReverseHazards(GRID, D, **{name: value})


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_the_unit_of_grid_and_driver_does_not_matter(unit: float) -> None:
    one, other = robust_law(GRID, D), robust_law(unit * GRID, D)
    draw = np.random.default_rng(0)
    for _ in range(50):
        context = draw.normal(size=D)
        low, high = interval(draw, GRID)
        one.update(context, low, high)
        other.update(context, unit * low, unit * high)
    np.testing.assert_allclose(other.predict(np.ones(D)), one.predict(np.ones(D)), atol=1e-6)
