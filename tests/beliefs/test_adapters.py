"""Adapters learn what their models learn, and are laws unto themselves about being saved."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphbandit as gb
from graphbandit.beliefs import Informed, SeparateLosses
from graphbandit.beliefs.adapters.river import RiverRegressor
from graphbandit.beliefs.adapters.sklearn import SklearnRegressor
from graphbandit.beliefs.adapters.torch import TorchLosses
from graphbandit.beliefs.base import LossOracle, Regressor
from graphbandit.beliefs.values import LinearRegressor
from graphbandit.errors import MissingExtraError, SettingError, StorageError
from graphbandit.exploration import Doubling

K, D = 3, 2


def of_sklearn() -> Regressor:
    linear = pytest.importorskip("sklearn.linear_model")
    return SklearnRegressor(linear.SGDRegressor(learning_rate="constant", eta0=0.05), D)


def of_river() -> Regressor:
    linear = pytest.importorskip("river.linear_model")
    return RiverRegressor(linear.LinearRegression(intercept_lr=0.05), D)


def of_torch() -> LossOracle:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    return TorchLosses(torch.nn.Linear(D, K), K, D, rate=0.02)


ORACLES: dict[str, Callable[[], LossOracle]] = {
    "sklearn": lambda: SeparateLosses(tuple(of_sklearn() for _ in range(K))),
    "river": lambda: SeparateLosses(tuple(of_river() for _ in range(K))),
    "torch": of_torch,
    "our own": lambda: SeparateLosses(tuple(LinearRegressor(D) for _ in range(K))),
}
every = pytest.mark.parametrize("build", ORACLES.values(), ids=ORACLES)
theirs = pytest.mark.parametrize("build", list(ORACLES.values())[:3], ids=list(ORACLES)[:3])
TRUTH = np.array([[0.3, -0.2], [0.0, 0.3], [-0.2, -0.1]])


def teach(oracle: LossOracle, rounds: int = 600, junk: float = 0.0) -> None:
    draw = np.random.default_rng(0)
    for _ in range(rounds):
        context, observed = draw.uniform(-1, 1, D), draw.random(K) < 0.6
        oracle.update(context, np.where(observed, 0.5 + TRUTH @ context, junk), observed)


@every
def test_a_line_is_learnt(build: Callable[[], LossOracle]) -> None:
    oracle = build()
    teach(oracle)
    for context in np.random.default_rng(1).uniform(-1, 1, (20, D)):
        assert np.allclose(oracle.predict(context), np.clip(0.5 + TRUTH @ context, 0, 1), atol=0.06)


@every
def test_hidden_losses_do_not_matter(build: Callable[[], LossOracle]) -> None:
    one, other = build(), build()
    teach(one, 50)
    teach(other, 50, junk=np.nan)
    assert one.predict(np.ones(D)).tobytes() == other.predict(np.ones(D)).tobytes()


@every
def test_predictions_are_losses_whatever_was_learnt(build: Callable[[], LossOracle]) -> None:
    oracle = build()
    for scale in (1.0, 1e3, 1e6):
        for context in scale * np.random.default_rng(2).normal(size=(20, D)):
            losses = oracle.predict(context)
            assert losses.shape == (K,)
            assert (losses >= 0.0).all()
            assert (losses <= 1.0).all()
            oracle.update(context, np.ones(K), np.ones(K, dtype=bool))


@theirs
def test_a_learner_with_one_inside_decides_and_starts_afresh_but_is_not_saved(
    build: Callable[[], LossOracle], tmp_path: Path
) -> None:
    world = gb.GraphWorld.random(K, D, seed=0)
    learner = gb.Learner(Informed(build()), gamma=Doubling(horizon=4, regret=0.1, c=1.0))
    first = learner.belief
    assert gb.simulate(learner, world, 40).rounds == 40
    assert learner.belief is not first
    with pytest.raises(StorageError, match="must be"):
        learner.save(tmp_path / "learner")
    assert not list(tmp_path.iterdir())


@theirs
def test_the_model_that_was_passed_is_left_alone(build: Callable[[], LossOracle]) -> None:
    oracle = build()
    inner: Any = oracle.regressors[0] if isinstance(oracle, SeparateLosses) else oracle
    model = inner.model if hasattr(inner, "model") else inner.module
    before = repr(getattr(model, "weights", None)), repr(getattr(model, "weight", None)), hasattr(model, "coef_")
    teach(oracle, 20)
    assert before == (
        repr(getattr(model, "weights", None)),
        repr(getattr(model, "weight", None)),
        hasattr(model, "coef_"),
    )


@pytest.mark.parametrize(
    ("library", "extra", "build"),
    [
        ("sklearn.base", "sklearn", lambda: SklearnRegressor(None, D)),
        ("river.base", "river", lambda: RiverRegressor(None, D)),
        ("torch", "torch", lambda: TorchLosses(None, K, D)),
    ],
)
def test_a_missing_library_is_named_with_its_extra(
    library: str, extra: str, build: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=rf"graphbandit\[{extra}\]"):
        build()


def test_settings_are_checked_by_name() -> None:
    for part in (SklearnRegressor, RiverRegressor):
        with pytest.raises(SettingError, match="model"):
            part(object(), D)
    one = LinearRegressor(D)
    for regressors in ((), [one], (one, one), (one, LinearRegressor(D + 1)), (one, 3)):
        with pytest.raises(SettingError, match="regressors"):
            SeparateLosses(regressors)  # type: ignore[arg-type]
    torch = pytest.importorskip("torch")
    for module in (object(), torch.nn.Linear(D, K + 1)):
        with pytest.raises(SettingError, match="module"):
            TorchLosses(module, K, D)
