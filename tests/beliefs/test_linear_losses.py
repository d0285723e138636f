"""LinearLosses: the Vovk-Azoury-Warmuth forecaster."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from graphbandit.beliefs.losses import LinearLosses
from graphbandit.errors import SettingError

Array = NDArray[np.float64]


def contrary(oracle: LinearLosses, contexts: Array) -> tuple[Array, Array]:
    """Play losses as far from each prediction as can be; return predictions and losses, (T, K)."""
    predictions, losses = [], []
    for context in contexts:
        predicted = oracle.predict(context)
        loss = np.where(predicted < 0.5, 1.0, 0.0)
        oracle.update(context, loss, np.ones(loss.size, dtype=bool))
        predictions.append(predicted)
        losses.append(loss)
    return np.array(predictions), np.array(losses)


@pytest.mark.parametrize("ridge", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("kind", ["normal", "drifting", "growing", "one at a time"])
def test_regret_against_a_contrary_world_is_at_most_a_quarter_d_log_t(ridge: float, kind: str) -> None:
    rounds, size = 500, 4
    draw = np.random.default_rng(0)
    contexts = draw.normal(size=(rounds, size))
    if kind == "drifting":
        contexts[:, 0] = np.linspace(-3, 3, rounds)
    elif kind == "growing":
        contexts *= np.exp(np.linspace(-3, 3, rounds))[:, None]
    elif kind == "one at a time":
        contexts = 10 * np.eye(size)[np.arange(rounds) % size]
    predictions, losses = contrary(LinearLosses(2, size, ridge=ridge), contexts)
    features = np.column_stack([contexts, np.ones(rounds)])
    gram = ridge * np.eye(size + 1) + features.T @ features
    for j in range(2):
        theta = np.linalg.solve(gram, features.T @ (losses[:, j] - 0.5))
        best = np.sum((0.5 + features @ theta - losses[:, j]) ** 2) + ridge * theta @ theta
        regret = np.sum((predictions[:, j] - losses[:, j]) ** 2) - best
        bound = 0.25 * (np.linalg.slogdet(gram)[1] - (size + 1) * np.log(ridge))
        length = np.mean(np.sum(features**2, axis=1))
        stated = 0.25 * (size + 1) * np.log(1 + length * rounds / (ridge * (size + 1)))
        assert 0 < regret <= bound <= stated + 1e-9


def test_a_linear_truth_is_found() -> None:
    draw = np.random.default_rng(3)
    weights = 0.1 * draw.normal(size=(2, 5))
    oracle = LinearLosses(2, 5)
    for context in draw.normal(size=(2_000, 5)):
        mean = np.clip(0.5 + weights @ context, 0, 1)
        oracle.update(context, (draw.random(2) < mean).astype(float), np.array([True, True]))
    fresh = draw.normal(size=(200, 5))
    errors = [oracle.predict(context) - np.clip(0.5 + weights @ context, 0, 1) for context in fresh]
    assert np.sqrt(np.mean(np.square(errors))) < 0.05


@pytest.mark.parametrize(
    "settings",
    [
        {"actions": 0},
        {"actions": 2.0},
        {"actions": True},
        {"context_size": 0},
        {"ridge": 0.0},
        {"ridge": float("nan")},
        {"ridge": float("inf")},
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match=next(iter(settings))):
        LinearLosses(**{"actions": 2, "context_size": 1, **settings})
