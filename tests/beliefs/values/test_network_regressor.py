"""The two-layer network."""

import numpy as np
import pytest
from tests.beliefs.values import value_twins as twins

from graphbandit.beliefs.values import NetworkRegressor
from graphbandit.errors import FeedbackError, SettingError


def test_the_output_equals_its_twin() -> None:
    draw = np.random.default_rng(0)
    regressor = NetworkRegressor(5, hidden=7, seed=3)
    for _ in range(20):
        x = draw.normal(size=5)
        assert regressor.predict(x) == pytest.approx(twins.network(regressor.first, regressor.second, x))
        regressor.update(x, draw.random())


def test_the_first_weights_are_those_of_pytorch() -> None:
    regressor = NetworkRegressor(16, hidden=400, seed=1)
    for weights, inputs in ((regressor.first, 16), (regressor.second, 400)):
        bound = inputs**-0.5
        assert np.abs(weights).max() <= bound
        assert np.abs(weights).max() > 0.98 * bound
        assert weights.std() == pytest.approx(bound / np.sqrt(3), rel=0.05)
    assert not np.array_equal(regressor.first, NetworkRegressor(16, hidden=400, seed=2).first)


def test_a_step_descends_the_gradient() -> None:
    draw = np.random.default_rng(0)
    regressor = NetworkRegressor(3, hidden=4, rate=1e-3)
    x, derivative = draw.normal(size=3), 0.7
    first, second = regressor.first.copy(), regressor.second.copy()
    regressor.step(x, derivative)
    for index in np.ndindex(first.shape):
        nudged = first.copy()
        nudged[index] += 1e-6
        slope = (twins.network(nudged, second, x) - twins.network(first, second, x)) / 1e-6
        assert regressor.first[index] - first[index] == pytest.approx(-1e-3 * derivative * slope, abs=1e-9)
    hidden = np.append(np.maximum(0, np.append(x, 1.0) @ first), 1.0)
    np.testing.assert_allclose(regressor.second - second, -1e-3 * derivative * hidden[:, None], atol=1e-12)


def test_an_update_is_a_step_along_the_square_loss() -> None:
    one, other = NetworkRegressor(3), NetworkRegressor(3)
    draw = np.random.default_rng(0)
    for _ in range(20):
        x, target = draw.normal(size=3), draw.random()
        one.update(x, target)
        other.step(x, 2 * (other.predict(x) - target))
    assert one.first.tobytes() == other.first.tobytes()
    assert one.second.tobytes() == other.second.tobytes()


def test_a_large_rate_does_not_diverge() -> None:
    regressor = NetworkRegressor(3, rate=1e9)
    draw = np.random.default_rng(0)
    for _ in range(500):
        regressor.update(100.0 * draw.normal(size=3), draw.random())
    assert np.isfinite(regressor.first).all()
    assert abs(regressor.predict(np.zeros(3))) < 1e3


@pytest.mark.parametrize("name", ["hidden", "rate", "seed"])
def test_settings_out_of_range_are_refused(name: str) -> None:
    with pytest.raises(SettingError, match=name):
        NetworkRegressor(2, **{name: -1})


def test_a_derivative_that_is_not_finite_is_refused() -> None:
    with pytest.raises(FeedbackError):
        NetworkRegressor(2).step(np.ones(2), np.nan)
