"""Mixtures of laws under log loss."""

from dataclasses import dataclass
from math import log
from typing import final

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.beliefs.laws import law_twins as twins

from graphbandit.beliefs.base import Law
from graphbandit.beliefs.laws import EmpiricalLaw, LocationScale, MixtureLaw, ReverseHazards, SoftmaxLaw
from graphbandit.errors import SettingError

Array = NDArray[np.float64]
GRID = np.linspace(0, 1, 9)


@final
@dataclass(frozen=True, eq=False)
class FixedLaw(Law):
    """A law from outside the library: one cumulative function whatever it is taught."""

    grid: Array
    cumulative: Array
    context_size: int = 2

    def predict(self, context: Array) -> Array:
        return self.cumulative

    def update(self, context: Array, low: float, high: float) -> None:
        pass


def fixed(draw: np.random.Generator, count: int) -> tuple[FixedLaw, ...]:
    return tuple(FixedLaw(GRID, np.sort(draw.random(GRID.size))) for _ in range(count))


def opposites() -> tuple[FixedLaw, FixedLaw]:
    """Most of the driver in the lowest third of the grid, and in the highest."""
    even = 0.1 * np.arange(1, 10) / 10
    low, high = np.clip(3 * GRID, 0, 1), np.clip(3 * GRID - 2, 0, 1)
    return FixedLaw(GRID, 0.9 * low + even), FixedLaw(GRID, 0.9 * high + even)


def interval(draw: np.random.Generator, center: float) -> tuple[float, float]:
    driver, bid = draw.normal(center, 0.2), draw.choice(GRID)
    return [(driver, driver), (-np.inf, bid) if driver <= bid else (bid, np.inf)][draw.integers(2)]


def loss(law: Law, context: Array, low: float, high: float) -> float:
    chances = np.diff(np.concatenate([[0.0], law.predict(context), [1.0]]))
    return -log(chances[twins.cells(law.grid, low, high)].sum())


@pytest.mark.parametrize("N", [1, 2, 8])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.5])
@pytest.mark.parametrize("drifting", [False, True])
def test_the_log_loss_is_within_its_bound_of_the_best_law(N: int, share: float, drifting: bool) -> None:
    draw = np.random.default_rng(N)
    laws = fixed(draw, N)
    mixture = MixtureLaw(laws, share=share)
    own, each = 0.0, np.zeros(N)
    bound = log(N) + log(2) + 2 * log(10 / 9)
    for t in range(600):
        x = draw.normal(size=2)
        low, high = interval(draw, (0.2 if t < 200 else 0.9) if drifting else 0.4)
        own += loss(mixture, x, low, high)
        each += [loss(law, x, low, high) for law in laws]
        mixture.update(x, low, high)
        assert own <= each.min() + bound + 1e-9


def test_the_bound_holds_over_laws_that_learn() -> None:
    draw = np.random.default_rng(0)
    kinds = (EmpiricalLaw, SoftmaxLaw, ReverseHazards, LocationScale)
    mixture, alone = MixtureLaw(tuple(kind(GRID, 2) for kind in kinds)), [kind(GRID, 2) for kind in kinds]
    own, each = 0.0, np.zeros(4)
    for _ in range(300):
        x = draw.normal(size=2)
        low, high = interval(draw, 0.5 + 0.2 * x[0])
        own += loss(mixture, x, low, high)
        each += [loss(law, x, low, high) for law in alone]
        for law in (mixture, *alone):
            law.update(x, low, high)
    assert own <= each.min() + log(4) + log(2) + 2 * log(10 / 9)


def test_a_mixture_equals_its_twin() -> None:
    draw = np.random.default_rng(0)
    laws = fixed(draw, 4)
    mixture = MixtureLaw(laws, share=0.05)
    twin = twins.Standing(np.full((3, 4), 0.25), np.array([0.5, 0.25, 0.25]))
    rows = np.array([law.cumulative for law in laws])
    chances = np.diff(np.hstack([np.zeros((4, 1)), rows, np.ones((4, 1))]), axis=1)
    for _ in range(100):
        low, high = interval(draw, 0.5)
        np.testing.assert_allclose(mixture.predict(np.zeros(2)), twin.shares() @ rows, rtol=1e-9)
        mixture.update(np.zeros(2), low, high)
        twin.learn(chances[:, twins.cells(GRID, low, high)].sum(axis=1), 0.05)
    np.testing.assert_allclose(mixture.shares(), twin.shares(), rtol=1e-8)


def test_a_world_that_is_half_of_each_law_is_matched_better_than_by_either() -> None:
    draw = np.random.default_rng(0)
    low, high = opposites()
    mixture = MixtureLaw((low, high))
    own, each = 0.0, np.zeros(2)
    for _ in range(1000):
        driver = draw.random() / 3 + draw.choice([0.0, 2 / 3])
        own += loss(mixture, np.zeros(2), driver, driver)
        each += [loss(law, np.zeros(2), driver, driver) for law in (low, high)]
        mixture.update(np.zeros(2), driver, driver)
    assert own < each.min() - 500.0


def test_sharing_follows_a_world_that_turns() -> None:
    mixture = MixtureLaw(opposites())
    for t in range(2020):
        mixture.update(np.zeros(2), *(2 * [0.1 if t < 2000 else 0.9]))
    assert mixture.shares()[1] > 0.9


def test_laws_that_do_not_match_are_refused() -> None:
    law = EmpiricalLaw(GRID, 2)
    for others in ((), (law, EmpiricalLaw(GRID[1:], 2)), (law, EmpiricalLaw(GRID, 3))):
        with pytest.raises(SettingError, match="laws"):
            MixtureLaw(others)
    for share in (-0.1, 1.1, np.nan):
        with pytest.raises(SettingError, match="share"):
            MixtureLaw((law,), share=share)
