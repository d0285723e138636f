"""What every regressor obeys."""

from collections.abc import Callable

import numpy as np
import pytest
from tests.beliefs.laws.every import learnt, snapshot

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.values import (
    HingedRegressor,
    LinearRegressor,
    MixtureRegressor,
    NetworkRegressor,
    robust_value,
)
from graphbandit.errors import FeedbackError, SettingError

D = 3
Build = Callable[[int], Regressor]
REGRESSORS: dict[str, Build] = {
    "linear": LinearRegressor,
    "folded": lambda d: LinearRegressor(d, folded=True, center=0.5),
    "forgetful": lambda d: LinearRegressor(d, forgetting=0.95),
    "hinged": lambda d: HingedRegressor(LinearRegressor(d)),
    "network": NetworkRegressor,
    "mixture": lambda d: MixtureRegressor((NetworkRegressor(d), LinearRegressor(d)), share=0.01),
    "robust": robust_value,
}
every_regressor = pytest.mark.parametrize("build", REGRESSORS.values(), ids=REGRESSORS)


def learn(regressor: Regressor, seed: int, rounds: int = 50, scale: float = 1.0) -> None:
    draw = np.random.default_rng(seed)
    for _ in range(rounds):
        regressor.update(scale * draw.normal(size=regressor.context_size), draw.random())


@every_regressor
def test_settings_and_arrays_restore_a_regressor_bit_for_bit(build: Build) -> None:
    regressor, again = build(D), build(D)
    learn(regressor, seed=1)
    for old, new in zip(learnt(regressor), learnt(again), strict=True):
        new[...] = old
    for each in (regressor, again):
        learn(each, seed=2)
    assert snapshot(regressor) == snapshot(again)
    assert regressor.predict(np.ones(D)) == again.predict(np.ones(D))
    assert isinstance(regressor.predict(np.ones(D)), float)


@every_regressor
def test_predicting_changes_nothing(build: Build) -> None:
    regressor = build(D)
    learn(regressor, seed=1)
    before = snapshot(regressor)
    regressor.predict(np.full(D, 1e3))
    assert snapshot(regressor) == before


@every_regressor
@pytest.mark.parametrize("target", [np.nan, np.inf, -np.inf])
def test_a_target_that_is_not_finite_is_refused_and_teaches_nothing(build: Build, target: float) -> None:
    regressor = build(D)
    learn(regressor, seed=1)
    before = snapshot(regressor)
    with pytest.raises(FeedbackError, match="target"):
        regressor.update(np.ones(D), target)
    assert snapshot(regressor) == before


@every_regressor
@pytest.mark.parametrize("scale", [0.0, 1e-200, 1e6, 1e300])
def test_predictions_are_finite_at_any_scale(build: Build, scale: float) -> None:
    regressor = build(78)
    draw = np.random.default_rng(0)
    for _ in range(100):
        context = scale * np.where(np.arange(78) < 8, draw.normal(size=78), 1.0)
        assert np.isfinite(regressor.predict(context))
        regressor.update(context, draw.random())
    assert all(np.isfinite(array).all() for array in learnt(regressor))


@every_regressor
def test_a_linear_target_is_learnt(build: Build) -> None:
    regressor = build(D)
    draw = np.random.default_rng(0)
    errors = []
    for _ in range(3000):
        x = draw.uniform(-1, 1, D)
        target = 0.5 + 0.2 * x[0] - 0.1 * x[1]
        errors.append(regressor.predict(x) - target)
        regressor.update(x, target)
    variance = (0.2**2 + 0.1**2) / 3
    assert np.square(errors[-300:]).mean() < 0.1 * variance


@every_regressor
@pytest.mark.parametrize("size", [0, -1, 2.5, True])
def test_a_context_size_that_is_none_is_refused(build: Build, size: int) -> None:
    with pytest.raises(SettingError, match="context_size"):
        build(size)
