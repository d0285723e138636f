"""Rules, against the formulas they are named for."""

import numpy as np
import pytest

import graphbandit as gb
from graphbandit.errors import GraphError, SettingError
from graphbandit.prediction import Prediction
from graphbandit.rules import Dec, EpsilonGreedy, Fixed, Greedy, InverseGap, Rule, TwoPoint

RANDOM = np.random.default_rng(0)
PREDICTIONS = [
    Prediction(RANDOM.random(size), gb.DenseGraph(np.maximum(np.eye(size), RANDOM.random((size, size)))))
    for size in (1, 2, 3, 10, 40)
]
GAMMAS = (1e-3, 1.0, 30.0, 1e5, 1e9)
RULES: tuple[Rule, ...] = (Dec(), Dec(box=True), InverseGap(), Greedy(), EpsilonGreedy(), EpsilonGreedy(1.0), Fixed())
every_rule = pytest.mark.parametrize("rule", RULES, ids=repr)


@every_rule
@pytest.mark.parametrize("gamma", GAMMAS)
def test_a_rule_returns_a_distribution_with_its_value(rule: Rule, gamma: float) -> None:
    for prediction in PREDICTIONS:
        found = rule(prediction, gamma)
        p = found.probabilities
        assert p.min() >= 0.0
        assert abs(p.sum() - 1.0) <= 1e-12
        box = isinstance(rule, Dec) and rule.box
        value = gb.dec_value(p, prediction.losses, prediction.graph, gamma, box=box)
        assert found.value == pytest.approx(value, rel=1e-7, abs=1e-9 / gamma) or found.value == value == np.inf
        assert found.bound <= found.value


@every_rule
def test_no_rule_beats_the_exact_one(rule: Rule) -> None:
    for prediction in PREDICTIONS:
        best = Dec()(prediction, 30.0)
        other = rule(prediction, 30.0).probabilities
        assert gb.dec_value(other, prediction.losses, prediction.graph, 30.0) >= best.bound - 1e-12


@every_rule
def test_a_rule_is_a_pure_function(rule: Rule) -> None:
    for prediction in PREDICTIONS:
        losses = prediction.losses.copy()
        one, other = rule(prediction, 30.0), rule(prediction, 30.0)
        assert one.probabilities.tobytes() == other.probabilities.tobytes()
        assert one.value == other.value
        assert prediction.losses.tobytes() == losses.tobytes()


def test_inverse_gap_weighting_is_its_formula_and_never_wants_more_than_its_theorem() -> None:
    for prediction in PREDICTIONS:
        f, K = prediction.losses, prediction.losses.size
        for gamma in GAMMAS:
            found = InverseGap()(Prediction(f, gb.DenseGraph(np.eye(K))), gamma)
            others = np.arange(K) != f.argmin()
            assert np.allclose(found.probabilities[others], (1.0 / (K + gamma * (f - f.min())))[others], rtol=1e-12)
            assert found.value <= 2.0 * K / gamma  # Foster and Rakhlin's bound, for our γ/4 in place of their γ


def test_greedy_and_fixed_put_everything_on_one_action() -> None:
    prediction = Prediction(np.array([0.5, 0.2, 0.2]), gb.DenseGraph(np.ones((3, 3))))
    assert Greedy()(prediction, 1.0).probabilities.tolist() == [0.0, 1.0, 0.0]
    assert Fixed(2)(prediction, 1.0).probabilities.tolist() == [0.0, 0.0, 1.0]
    blind = Prediction(prediction.losses, gb.DenseGraph(np.eye(3)))
    assert Greedy()(blind, 1.0).value == np.inf


def test_epsilon_greedy_mixes_the_best_with_all() -> None:
    prediction = Prediction(np.array([0.5, 0.2]), gb.DenseGraph(np.eye(2)))
    assert EpsilonGreedy(0.1)(prediction, 1.0).probabilities == pytest.approx([0.05, 0.95])


def test_two_points_are_bid_zero_and_the_least_winner_and_keep_their_lemma() -> None:
    bids = np.linspace(0, 1, 11)
    for winning in range(12):
        win = (np.arange(11) >= winning).astype(float)
        for value in (0.0, 0.4, 0.9):
            losses = 0.5 * (1.0 - win * (value - bids))
            for gamma in (4.0, 50.0, 1e4):
                found = TwoPoint()(Prediction(losses, gb.AuctionGraph(win)), gamma)
                assert set(np.flatnonzero(found.probabilities)) <= {0, winning}
                if winning < 11:
                    assert found.value <= 4.0 / gamma + 1e-12


@pytest.mark.parametrize(
    "graph", [gb.AuctionGraph([0.0, 0.5, 1.0]), gb.DenseGraph(np.eye(3))], ids=["expected", "dense"]
)
def test_two_points_need_one_price(graph: gb.Graph) -> None:
    with pytest.raises(GraphError, match="must be a 0/1 auction graph"):
        TwoPoint()(Prediction(np.full(3, 0.5), graph), 10.0)


def test_settings_are_checked_by_name() -> None:
    for epsilon in (-0.1, 1.1, np.nan, "0.1"):
        with pytest.raises(SettingError, match="epsilon"):
            EpsilonGreedy(epsilon)  # type: ignore[arg-type]
    for action in (-1, 0.5, True, "0"):
        with pytest.raises(SettingError, match="action"):
            Fixed(action)  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="action: must be one of 1 actions"):
        Fixed(1)(PREDICTIONS[0], 1.0)
