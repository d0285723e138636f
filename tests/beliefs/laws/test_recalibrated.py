"""Laws corrected by where in their predictions the drivers fell."""

import numpy as np
import pytest
from scipy import stats
from tests.beliefs.laws import law_twins as twins

from graphbandit.beliefs.laws import NORMAL, Bank, EmpiricalLaw, LocationScale, Recalibrated
from graphbandit.beliefs.laws.recalibration_kernels import learn, mapped
from graphbandit.errors import SettingError


def test_the_map_equals_its_twin_and_keeps_the_ends() -> None:
    draw = np.random.default_rng(0)
    levels = np.sort(np.concatenate([[0.0, 0.125, 0.5, 1.0], draw.random(50)]))
    for _ in range(20):
        risks = np.cumsum(draw.random(8)) + 1.0
        hits = draw.random(8) * risks
        found = mapped(levels, (hits, risks))
        np.testing.assert_allclose(found, twins.recalibrate(levels, hits, risks), rtol=1e-9, atol=1e-12)
        assert found[0] == 0.0
        assert found[-1] == 1.0
        assert np.all(np.diff(found) >= 0.0)


def test_evenly_spread_counts_map_nothing() -> None:
    levels = np.linspace(0, 1, 31)
    even = np.ones(8), np.arange(1.0, 9.0)
    np.testing.assert_allclose(mapped(levels, even), levels, atol=1e-12)


@pytest.mark.parametrize("censored", [False, True])
def test_the_map_learns_the_law_of_levels(censored: bool) -> None:
    """Levels are Beta(2, 5) where the law says uniform; bids hide those below them."""
    draw = np.random.default_rng(0)
    hits, risks = np.full(16, 0.5), 0.5 * np.arange(1.0, 17.0)
    standing = np.full((3, 2), 0.5), np.full(3, 1 / 3), np.zeros(1)
    for _ in range(20_000):
        level, bid = draw.beta(2, 5), draw.random()
        fallen = (0.0, bid) if censored and level <= bid else (level, level)
        learn(fallen, (hits, risks), standing, (8.0, 1e6), 0.02)
    levels = np.linspace(0, 1, 17)
    np.testing.assert_allclose(mapped(levels, (hits, risks)), stats.beta(2, 5).cdf(levels), atol=0.03)
    assert standing[0][0, 1] > 0.99 or not censored


def test_two_modes_are_learnt_that_the_law_does_not_know() -> None:
    draw = np.random.default_rng(0)
    grid = np.linspace(0, 1, 41)
    plain = LocationScale(grid, 2, Bank((0.2,), (1.0,)), tails=np.array([NORMAL]))
    law = Recalibrated(LocationScale(grid, 2, Bank((0.2,), (1.0,)), tails=np.array([NORMAL])))
    gain = 0.0
    for _ in range(1000):
        x = draw.normal(size=2)
        driver = 0.5 + 0.05 * x[0] + draw.choice([-0.2, 0.2]) + 0.02 * draw.normal()
        scores = [np.subtract(*each.score(x, driver, driver)[::-1]) for each in (plain, law)]
        gain += np.log(scores[1] / scores[0])
    assert gain > 200.0


@pytest.mark.parametrize("bins", [1, 0, 2.5])
def test_fewer_than_two_bins_are_refused(bins: int) -> None:
    with pytest.raises(SettingError, match="bins"):
        Recalibrated(EmpiricalLaw(np.linspace(0, 1, 5), 1), bins=bins)
