"""The linear softmax over cells."""

import numpy as np
import pytest
from tests.beliefs.laws import law_twins as twins

from graphbandit.beliefs.laws import SoftmaxLaw
from graphbandit.errors import SettingError


@pytest.mark.parametrize("breadth", [0.0, 0.1])
def test_the_law_equals_its_twin(breadth: float) -> None:
    draw = np.random.default_rng(0)
    grid, d = np.linspace(0, 1, 21), 3
    law = SoftmaxLaw(grid, d, rate=0.2, breadth=breadth)
    weights, squares = np.zeros((4, 22)), np.zeros((4, 22))
    for _ in range(100):
        x = draw.normal(size=d)
        z = np.append(x, 1.0)
        p = twins.softmax(z @ weights)
        np.testing.assert_allclose(law.predict(x), np.cumsum(p)[:-1], rtol=1e-9)
        driver, bid = draw.beta(2, 3), draw.choice(grid)
        low, high = [(driver, driver), (-np.inf, bid), (bid, np.inf)][draw.integers(3)]
        law.update(x, low, high)
        inside = p * twins.cells(grid, low, high)
        twins.climb(weights, squares, z, twins.smooth(inside / inside.sum() - p, breadth), 0.2)
    np.testing.assert_allclose(law.weights, weights, rtol=1e-8, atol=1e-10)


def test_the_first_step_climbs_the_log_likelihood_of_each_interval() -> None:
    grid = np.linspace(0, 1, 5)
    for low, high in [(0.3, 0.3), (-np.inf, 0.5), (0.5, np.inf), (0.25, 0.75)]:
        law = SoftmaxLaw(grid, 2, breadth=0.0)
        below, upto = law.score(np.ones(2), low, high)
        again = law.score(np.ones(2), low, high)
        assert again[1] - again[0] > upto - below


@pytest.mark.parametrize("breadth", [-0.1, np.nan])
def test_a_breadth_below_zero_is_refused(breadth: float) -> None:
    with pytest.raises(SettingError, match="breadth"):
        SoftmaxLaw(np.linspace(0, 1, 5), 2, breadth=breadth)
