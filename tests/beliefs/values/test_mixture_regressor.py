"""Mixtures of regressors under square loss."""

from dataclasses import dataclass
from math import exp, log
from typing import final

import numpy as np
import pytest
from numpy.typing import NDArray

from graphbandit.beliefs.base import Regressor
from graphbandit.beliefs.values import LinearRegressor, MixtureRegressor, robust_value
from graphbandit.errors import SettingError

Array = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False)
class Oblivious(Regressor):
    """One function of the context, whatever it is taught."""

    slope: float
    context_size: int = 1

    def predict(self, context: Array) -> float:
        return 0.5 + self.slope * float(context[0])

    def update(self, context: Array, target: float) -> None:
        pass


SLOPES = (-2.0, -0.4, 0.0, 0.3, 0.9)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.0, 5.0)])
def test_the_square_loss_is_within_its_bound_of_the_best_regressor(low: float, high: float) -> None:
    draw = np.random.default_rng(0)
    regressors = tuple(Oblivious(slope) for slope in SLOPES)
    mixture = MixtureRegressor(regressors, low, high)
    own, each = 0.0, np.zeros(5)
    for t in range(500):
        x = draw.uniform(-1, 1, 1)
        target = draw.choice([low, high]) if t % 3 else float(np.clip(0.5 + 0.3 * x[0], low, high))
        own += (mixture.predict(x) - target) ** 2
        each += [(np.clip(regressor.predict(x), low, high) - target) ** 2 for regressor in regressors]
        mixture.update(x, target)
        assert own <= each.min() + 0.5 * (high - low) ** 2 * log(5) + 1e-9


def test_weights_and_predictions_are_those_of_the_aggregating_algorithm() -> None:
    draw = np.random.default_rng(0)
    mixture = MixtureRegressor(tuple(Oblivious(slope) for slope in SLOPES), share=0.1)
    weights = np.full(5, 0.2)
    for _ in range(50):
        x, target = draw.uniform(-1, 1, 1), draw.random()
        said = np.clip(0.5 + np.array(SLOPES) * x[0], 0, 1)
        p = mixture.predict(x)
        for y in np.linspace(0, 1, 11):  # no more than the mixed loss, whatever the target
            assert exp(-2 * (p - y) ** 2) >= weights @ np.exp(-2 * (said - y) ** 2) - 1e-12
        mixture.update(x, target)
        weights *= np.exp(-2 * (said - target) ** 2)
        weights = 0.9 * weights / weights.sum() + 0.1 / 5
    np.testing.assert_allclose(mixture.shares(), weights, rtol=1e-9)


def test_sharing_follows_a_world_that_turns() -> None:
    draw = np.random.default_rng(0)
    mixture = MixtureRegressor((Oblivious(-0.4), Oblivious(0.4)), share=0.01)
    for t in range(2100):
        x = draw.uniform(-1, 1, 1)
        mixture.update(x, 0.5 + (0.4 if t < 2000 else -0.4) * x[0])
    assert mixture.shares()[0] > 0.9


def test_predictions_lie_in_the_range() -> None:
    mixture = robust_value(2, low=-1.0, high=3.0)
    draw = np.random.default_rng(0)
    for _ in range(200):
        x = draw.normal(size=2) * 10.0
        assert -1.0 <= mixture.predict(x) <= 3.0
        mixture.update(x, draw.choice([-1e9, 1e9]))


def test_regressors_that_do_not_match_are_refused() -> None:
    one = LinearRegressor(1)
    for regressors in ((), (one, LinearRegressor(2))):
        with pytest.raises(SettingError, match="regressors"):
            MixtureRegressor(regressors)
    for low, high in ((1.0, 1.0), (1.0, 0.0), (np.nan, 1.0), (0.0, np.inf)):
        with pytest.raises(SettingError, match="low, high"):
            MixtureRegressor((one,), low, high)
    for share in (-0.1, 1.1, np.nan):
        with pytest.raises(SettingError, match="share"):
            MixtureRegressor((one,), share=share)


def test_uncertainty_is_the_error_so_far_and_shrinks_with_what_was_seen() -> None:
    random = np.random.default_rng(0)
    mixture = robust_value(context_size=2)
    new = mixture.uncertainty(np.array([1.0, 0.0]))
    for _ in range(400):
        x = np.array([random.normal(), 0.0])
        mixture.update(x, 0.5 + 0.1 * x[0] + 0.05 * random.normal())
    seen, unseen = mixture.uncertainty(np.array([1.0, 0.0])), mixture.uncertainty(np.array([1.0, 3.0]))
    assert new is not None
    assert seen is not None
    assert unseen is not None
    assert seen.noise == unseen.noise == pytest.approx(0.05, rel=0.5)
    assert new.noise == 0.25
    assert seen.deviation < 0.2 * seen.noise < unseen.deviation < unseen.noise


def test_uncertainty_is_in_the_units_of_the_target() -> None:
    wide, narrow = robust_value(1, low=-10.0, high=10.0), robust_value(1)
    for target in (0.2, 0.6, 0.4):
        wide.update(np.ones(1), 20.0 * target - 10.0)
        narrow.update(np.ones(1), target)
    large, small = wide.uncertainty(np.zeros(1)), narrow.uncertainty(np.zeros(1))
    assert large is not None
    assert small is not None
    assert large.noise == pytest.approx(20.0 * small.noise, rel=0.1)


def test_where_no_regressor_keeps_account_none_is_told() -> None:
    assert MixtureRegressor((Oblivious(0.1), Oblivious(0.2))).uncertainty(np.zeros(1)) is None
