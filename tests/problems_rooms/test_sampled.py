"""The paper's own belief: one price drawn, one step of each oracle."""

import numpy as np
import pytest
from tests.beliefs import twins

from graphbandit import storage
from graphbandit.beliefs.graphs import SoftmaxAuction, SoftmaxAuctionSquare
from graphbandit.beliefs.values import NetworkRegressor
from graphbandit.errors import FeedbackError, SettingError
from graphbandit.feedback import Feedback
from graphbandit.graphs import AuctionGraph
from graphbandit.problems import Lost, SampledAuctionBelief, Won

BIDS = np.linspace(0, 1, 6)
D = 3


def belief(seed: int = 0) -> SampledAuctionBelief:
    made = SampledAuctionBelief(BIDS, SoftmaxAuction(6, D), NetworkRegressor(D, hidden=5, rate=1e-3), seed)
    made.graph.weights[:] = np.random.default_rng(5).normal(size=made.graph.weights.shape)
    return made


def test_predictions_are_those_of_one_price() -> None:
    one = belief()
    for x in np.random.default_rng(0).normal(size=(50, D)):
        prediction = one.predict(x)
        assert isinstance(prediction.graph, AuctionGraph)
        w = one.winning(x)
        value = min(max(one.value.predict(x), 0.0), 1.0)
        assert prediction.graph.win.tolist() == [float(i >= w) for i in range(6)]
        wanted = [0.5 * (1 - (value - a)) if i >= w else 0.5 for i, a in enumerate(BIDS)]
        np.testing.assert_allclose(prediction.losses, wanted, atol=1e-15)


def test_prices_are_drawn_from_the_softmax() -> None:
    one, x = belief(), np.array([0.3, -0.4, 1.0])
    law, counts = one.graph.driver(x), np.zeros(6)
    for n in range(4000):
        one.learnt[0] = n
        counts[one.winning(x)] += 1
    np.testing.assert_allclose(counts / 4000, law, atol=0.03)
    assert law.max() < 0.9


def test_contexts_that_wait_together_draw_by_themselves() -> None:
    one = belief()
    one.graph.weights[:] = 0.0
    drawn = [one.winning(x) for x in np.random.default_rng(0).normal(size=(600, D))]
    assert np.bincount(drawn, minlength=6).min() > 60


def test_to_predict_changes_nothing() -> None:
    one, x = belief(), np.ones(D)
    arrays: storage.Arrays = {}
    storage.describe(one, arrays)
    before = {name: array.tobytes() for name, array in arrays.items()}
    first, second = one.predict(x), one.predict(x)
    assert {name: array.tobytes() for name, array in arrays.items()} == before
    assert np.array_equal(first.losses, second.losses)


def test_a_win_descends_the_mean_square_error_of_the_predicted_losses() -> None:
    draw = np.random.default_rng(1)
    moved = 0
    for n in range(60):
        one, x, i, value = belief(seed=n), draw.normal(size=D), int(draw.integers(6)), draw.random()
        layers = [one.value.first.copy(), one.value.second.copy()]
        w = one.winning(x)

        def loss(
            layers: list[np.ndarray] = layers, x: np.ndarray = x, i: int = i, value: float = value, w: int = w
        ) -> float:
            said = float(twins.outputs(layers[0], layers[1], x)[0])
            errors = [
                0.5 * (1 - (said - a)) * (j >= w) + 0.5 * (j < w) - 0.5 * (1 - (value - a)) for j, a in enumerate(BIDS)
            ]
            return float(np.mean(np.square(errors[i:])))

        one.update(x, i, Won(BIDS, i, value))
        for layer, after in zip(layers, (one.value.first, one.value.second), strict=True):
            gradient = np.zeros_like(layer)
            for place in np.ndindex(layer.shape):
                kept, values = layer[place], []
                for nudge in (1e-5, -1e-5):
                    layer[place] = kept + nudge
                    values.append(loss())
                layer[place] = kept
                gradient[place] = (values[0] - values[1]) / 2e-5
            np.testing.assert_allclose(layer - after, 1e-3 * gradient, atol=1e-9)
            moved += int(np.abs(gradient).max() > 1e-3)
    assert moved > 40


def test_a_loss_teaches_the_value_nothing_and_the_graph_its_row() -> None:
    one, x = belief(), np.array([0.5, -1.0, 0.2])
    twin = SoftmaxAuction(6, D)
    twin.weights[:] = one.graph.weights
    before = one.value.first.copy()
    outcome = Lost(BIDS, 1, 0.5)
    one.update(x, 1, outcome)
    assert np.array_equal(one.value.first, before)
    twin.update(x, 1, np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]), np.ones(6, dtype=bool))
    assert np.array_equal(one.graph.weights, twin.weights)
    assert one.learnt[0] == 1


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(FeedbackError, match="outcome: must be Won or Lost"):
        belief().check(0, Feedback(np.zeros(6), np.ones(6, dtype=bool)))
    with pytest.raises(SettingError, match="graph: must have 6 actions"):
        SampledAuctionBelief(BIDS, SoftmaxAuctionSquare(5, D), NetworkRegressor(D))
    with pytest.raises(SettingError, match="value: must have context_size 3"):
        SampledAuctionBelief(BIDS, SoftmaxAuctionSquare(6, D), NetworkRegressor(D + 1))
