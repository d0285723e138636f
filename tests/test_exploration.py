"""Schedules of γ, against their formulas."""

import math

import numpy as np
import pytest

from graphbandit.dec import Allocation
from graphbandit.errors import GammaError, SettingError
from graphbandit.exploration import (
    LARGEST,
    Anytime,
    ByDoubt,
    Constant,
    Doubling,
    Exploration,
    FullTheory,
    PartialTheory,
    RootT,
)
from graphbandit.graphs import DenseGraph
from graphbandit.prediction import Doubt, Prediction


def worth(value: float) -> Allocation:
    return Allocation(np.ones(1), value, 0.0)


@pytest.mark.parametrize(
    ("part", "gamma"),
    [
        (Constant(7.0), 7.0),
        (RootT(0.5, 10_000), 50.0),
        (PartialTheory(2.0, 1000, 11, 5.0, 8.0), math.sqrt(2 * 1000 * math.log(11_000) / 8)),
        (PartialTheory(1.0, 2, 2, 100.0, 8.0), 4.0),
        (FullTheory(5000.0, 2.0, 1.0), 50.0),
        (FullTheory(1.0, 2.0, 1.0), 12.0),
    ],
    ids=repr,
)
def test_schedules_that_stand_still_are_their_formulas(part: Exploration, gamma: float) -> None:
    assert part.gamma() == pytest.approx(gamma, rel=1e-14)
    assert not part.advance(worth(1e9))
    assert part.gamma() == pytest.approx(gamma, rel=1e-14)


@pytest.mark.parametrize("power", [0.0, 0.5, 2 / 3, 1.0])
def test_anytime_is_c_times_a_power_of_the_round(power: float) -> None:
    part = Anytime(3.0, power)
    for t in range(1, 50):
        assert part.gamma() == pytest.approx(3.0 * t**power, rel=1e-14)
        assert not part.advance(worth(0.5))


@pytest.mark.parametrize("c", [1.0, 64.0])
def test_doubling_ends_an_epoch_once_its_values_sum_to_more_than_gamma_times_regret(c: float) -> None:
    horizon, regret = 400, 2.0
    part, spent, gamma = Doubling(horizon, regret, c=c), 0.0, c * math.sqrt(horizon / regret)
    epochs = 0
    for value in np.random.default_rng(0).random(500):
        assert part.gamma() == pytest.approx(gamma)
        spent += value
        ended = spent > gamma * regret / c
        assert part.advance(worth(value)) == ended
        if ended:
            gamma, spent, epochs = 2.0 * gamma, 0.0, epochs + 1
    assert epochs >= 3


@pytest.mark.parametrize("value", [np.inf, 1e300, 1.0])
def test_doubling_stays_finite_where_values_do_not(value: float) -> None:
    part = Doubling(horizon=100, regret=1.0, c=1.0)
    for _ in range(100):
        part.advance(worth(value))
    assert part.gamma() <= 160.0  # epochs of 10, 20, 40, 80 rounds, for no round costs more than 1


def test_doubling_may_keep_what_was_learnt() -> None:
    part = Doubling(horizon=1, regret=0.5, restart=False, c=1.0)
    assert not part.advance(worth(1.0))
    assert part.gamma() == pytest.approx(2.0 * math.sqrt(2.0))


BAD = (0.0, -1.0, np.nan, np.inf, "1", None, True)


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_settings_are_checked_by_name(bad: float) -> None:
    with pytest.raises(GammaError):
        Constant(bad)
    for make in (
        lambda: RootT(bad, 10),
        lambda: RootT(1.0, bad),  # type: ignore[arg-type]
        lambda: Anytime(bad),
        lambda: Doubling(bad, 1.0),  # type: ignore[arg-type]
        lambda: Doubling(10, bad),
        lambda: Doubling(10, 1.0, c=bad),
        lambda: FullTheory(bad, 1.0, 1.0),
        lambda: PartialTheory(1.0, 10, 2, bad, 1.0),
    ):
        with pytest.raises(SettingError):
            make()
    for power in (-0.1, 1.5, np.nan, "1"):
        with pytest.raises(SettingError, match="power"):
            Anytime(1.0, power)  # type: ignore[arg-type]
    for restart in (1, None, "yes"):
        with pytest.raises(SettingError, match="restart"):
            Doubling(10, 1.0, restart)  # type: ignore[arg-type]


def doubtful(noise: float, hope: float) -> Prediction:
    return Prediction(np.zeros(2), DenseGraph(np.eye(2)), Doubt(noise, hope))


@pytest.mark.parametrize(
    ("noise", "hope", "gamma"),
    [(0.5, 0.0, 6 * 3 / 0.5), (0.5, 0.1, 36.0), (0.5, 0.25, 32.0), (0.01, 1.0, 8.0), (0.0, 0.0, 18 / 1e-4)],
)
def test_by_doubt_is_its_formula(noise: float, hope: float, gamma: float) -> None:
    part = ByDoubt(sharpness=8.0, pace=6.0)
    for _ in range(8):
        assert not part.advance(worth(0.1))
    assert part.gamma_for(doubtful(noise, hope)) == pytest.approx(gamma, rel=1e-14)
    assert part.gamma_for(Prediction(np.zeros(2), DenseGraph(np.eye(2)))) == part.gamma() == pytest.approx(72.0)


def test_by_doubt_never_leaves_what_the_program_takes() -> None:
    assert ByDoubt(sharpness=1e30, pace=1e30).gamma_for(doubtful(1e-9, 0.0)) == LARGEST


def test_other_schedules_do_not_ask_what_is_predicted() -> None:
    assert Constant(7.0).gamma_for(doubtful(0.5, 0.1)) == 7.0


@pytest.mark.parametrize("wrong", [0.0, -1.0, float("nan"), float("inf")])
def test_by_doubt_refuses_what_is_not_positive(wrong: float) -> None:
    with pytest.raises(SettingError, match="sharpness"):
        ByDoubt(sharpness=wrong)
    with pytest.raises(SettingError, match="pace"):
        ByDoubt(pace=wrong)
