"""NetworkLosses: a two-layer network under online gradient descent."""

from typing import Any

import numpy as np
import pytest
from tests.beliefs import twins

from graphbandit.beliefs.losses import NetworkLosses
from graphbandit.errors import SettingError


def test_steps_equal_their_twin() -> None:
    draw = np.random.default_rng(0)
    oracle = NetworkLosses(3, 4, hidden=5, rate=0.05, seed=7)
    layers = (oracle.first.copy(), oracle.second.copy())
    for t in range(200):
        context = draw.normal(size=4) * (100 if t % 10 == 9 else 1)
        losses, observed = draw.random(3), draw.random(3) < 0.7
        wanted = np.clip(twins.outputs(*layers, context), 0, 1)
        np.testing.assert_allclose(oracle.predict(context), wanted, atol=1e-10)
        oracle.update(context, losses, observed)
        if observed.any():
            layers = twins.fit(layers, context, losses, observed, 0.05)
        np.testing.assert_allclose(oracle.first, layers[0], atol=1e-10)
        np.testing.assert_allclose(oracle.second, layers[1], atol=1e-10)


def test_a_short_step_follows_the_gradients_of_the_square_losses() -> None:
    draw = np.random.default_rng(1)
    context, losses, observed = draw.normal(size=4), draw.random(3), np.array([True, False, True])
    oracle = NetworkLosses(3, 4, hidden=6, rate=1e-3)
    layers = [oracle.first.copy(), oracle.second.copy()]
    oracle.update(context, losses, observed)
    # the shared weights follow the mean over the 2 observed, those of each output its own loss
    for layer, moved, share in zip(layers, (oracle.first, oracle.second), (1, 2), strict=True):
        gradient = np.zeros_like(layer)
        for place in np.ndindex(layer.shape):
            kept, values = layer[place], []
            for nudge in (1e-6, -1e-6):
                layer[place] = kept + nudge
                values.append(twins.network_loss(layers[0], layers[1], context, losses, observed))
            layer[place] = kept
            gradient[place] = (values[0] - values[1]) / 2e-6
        np.testing.assert_allclose((layer - moved) / 1e-3, share * gradient, atol=1e-7)
        assert np.abs(gradient).max() > 1e-2


def test_initial_weights_are_those_of_pytorch() -> None:
    oracle = NetworkLosses(200, 16, hidden=100, seed=3)
    for layer, inputs in ((oracle.first, 16), (oracle.second, 100)):
        bound = inputs**-0.5
        assert np.abs(layer).max() <= bound
        assert np.abs(layer).max() > 0.98 * bound
        assert abs(layer.std() - bound / np.sqrt(3)) < 0.03 * bound
    again = NetworkLosses(200, 16, hidden=100, seed=3)
    assert np.array_equal(oracle.first, again.first)
    assert np.array_equal(oracle.second, again.second)
    assert not np.array_equal(oracle.first, NetworkLosses(200, 16, hidden=100, seed=4).first)


def test_a_curved_truth_is_found_where_a_line_fails() -> None:
    draw = np.random.default_rng(2)
    oracle = NetworkLosses(1, 1, rate=0.1)
    for context in draw.uniform(-1, 1, size=(5_000, 1)):
        oracle.update(context, np.abs(context), np.array([True]))
    fresh = np.linspace(-1, 1, 101)
    errors = [oracle.predict(np.array([x]))[0] - abs(x) for x in fresh]
    assert np.mean(np.square(errors)) < 0.1 * np.var(np.abs(fresh))


@pytest.mark.parametrize("scale", [1e3, 1e8, 1e60])
def test_large_contexts_do_not_make_it_diverge(scale: float) -> None:
    draw = np.random.default_rng(4)
    oracle = NetworkLosses(2, 3, rate=0.05)
    for _ in range(300):
        oracle.update(scale * draw.normal(size=3), np.array([0.2, 0.9]), np.array([True, True]))
    assert np.isfinite(oracle.first).all()
    assert np.isfinite(oracle.second).all()
    assert np.isfinite(oracle.predict(np.ones(3))).all()


@pytest.mark.parametrize("settings", [{"hidden": 0}, {"rate": -1.0}, {"seed": -1}, {"seed": 0.5}])
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match=next(iter(settings))):
        NetworkLosses(2, 1, **settings)
