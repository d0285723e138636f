"""Linear regression, forgetting and hinges."""

import numpy as np
import pytest
from tests.beliefs.values import value_twins as twins

from graphbandit.beliefs.values import HingedRegressor, LinearRegressor
from graphbandit.errors import SettingError


@pytest.mark.parametrize("memory", [1.0, 0.9])
@pytest.mark.parametrize("folded", [False, True])
def test_the_regression_equals_its_twin(memory: float, folded: bool) -> None:
    draw = np.random.default_rng(0)
    regressor = LinearRegressor(4, ridge=0.3, forgetting=memory, center=0.7, folded=folded)
    twin = twins.Least(9 if folded else 5, 0.3, memory)
    for _ in range(120):
        x, target = draw.normal(size=4), draw.normal()
        z = np.concatenate([x, np.abs(x), [1.0]] if folded else [x, [1.0]])
        assert regressor.predict(x) == pytest.approx(0.7 + twin.predict(z), rel=1e-8)
        assert regressor.leverage(x) == pytest.approx(twin.leverage(z), rel=1e-8)
        assert regressor.novelty(x) == pytest.approx(1.0 - 1.0 / (1.0 + twin.leverage(z)), rel=1e-8)
        regressor.update(x, target)
        twin.learn(z, target - 0.7)


def test_the_prediction_is_that_of_ridge_regression() -> None:
    draw = np.random.default_rng(0)
    X, y = draw.normal(size=(40, 5)), draw.uniform(-1, 1, 40)
    Z = np.hstack([X, np.ones((40, 1))])
    regressor = LinearRegressor(5, ridge=2.0, center=0.3)
    for x, target in zip(X, y, strict=True):
        regressor.update(x, target)
    theta = np.linalg.solve(2.0 * np.eye(6) + Z.T @ Z, Z.T @ (y - 0.3))
    assert regressor.predict(np.zeros(5)) == pytest.approx(0.3 + theta[5], rel=1e-10)
    assert regressor.predict(np.ones(5)) == pytest.approx(0.3 + theta.sum(), rel=1e-10)


def test_forgetting_follows_a_change_and_does_not_wind_up() -> None:
    draw = np.random.default_rng(0)
    regressor = LinearRegressor(3, forgetting=0.95)
    for t in range(20_000):
        x = np.array([draw.normal(), 1.0, 0.0])  # the second never varies, the third is never seen
        regressor.update(x, x[0] if t < 19_900 else -x[0])
    assert regressor.predict(np.array([1.0, 1.0, 0.0])) == pytest.approx(-1.0, abs=0.15)
    assert regressor.leverage(np.array([0.0, 0.0, 1.0])) == pytest.approx(1.0, abs=0.6)


def test_hinges_equal_their_twin() -> None:
    draw = np.random.default_rng(0)
    regressor = HingedRegressor(LinearRegressor(2), ridge=0.2, forgetting=0.99)
    inner, twin = LinearRegressor(2), twins.Hinges(0.2, 0.99)
    for _ in range(150):
        x = draw.normal(size=2)
        target = max(0.0, float(x[0])) + 0.1 * draw.normal()
        prediction = inner.predict(x)
        assert regressor.predict(x) == pytest.approx(twin.bend(prediction), rel=1e-7, abs=1e-9)
        regressor.update(x, target)
        twin.learn(prediction, target)
        inner.update(x, target)


def test_hinges_learn_what_is_cut_off() -> None:
    """The value of the paper's synthetic data: linear above a threshold, 0 below it."""
    draw = np.random.default_rng(0)
    theta = draw.normal(size=8)
    losses = np.zeros(2)
    regressors = LinearRegressor(8), HingedRegressor(LinearRegressor(8))
    for t in range(2000):
        x = draw.normal(size=8)
        target = max(0.0, float(x @ theta))
        for k, regressor in enumerate(regressors):
            losses[k] += (regressor.predict(x) - target) ** 2 if t >= 1000 else 0.0
            regressor.update(x, target)
    assert losses[1] < 0.05 * losses[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [("ridge", 0.0), ("forgetting", 0.0), ("forgetting", 1.1), ("center", np.nan), ("folded", 1)],
)
def test_settings_out_of_range_are_refused(name: str, value: float) -> None:
    with pytest.raises(SettingError, match=name):
        LinearRegressor(2, **{name: value})  # type: ignore[arg-type]
    if name in ("ridge", "forgetting"):
        with pytest.raises(SettingError, match=name):
            HingedRegressor(LinearRegressor(2), **{name: value})
