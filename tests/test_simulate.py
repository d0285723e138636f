import numpy as np
import pytest

import graphbandit as gb
from graphbandit.beliefs import Informed, LinearLosses
from graphbandit.errors import SettingError
from graphbandit.rules import Fixed


def run(rounds: int, delay: int = 0, **settings: object) -> tuple[gb.History, gb.Learner]:
    world = gb.GraphWorld.random(4, 2, seed=3)
    learner = gb.Learner(Informed(LinearLosses(4, 2)), gamma=10.0, **settings)  # type: ignore[arg-type]
    return gb.simulate(learner, world, rounds, delay=delay), learner


def test_regret_is_that_of_the_action_played() -> None:
    history, _ = run(200, rule=Fixed(2))
    world = gb.GraphWorld.random(4, 2, seed=3)
    rounds = [world.draw() for _ in range(200)]
    assert history.action.tolist() == [2] * 200
    assert history.loss.tolist() == [r.losses[2] for r in rounds]
    assert history.regret.tolist() == [r.losses[2] - r.losses.min() for r in rounds]
    assert history.mean_regret.tolist() == [r.means[2] - r.means.min() for r in rounds]
    assert history.observed.tolist() == [int(r.state[2].sum()) for r in rounds]
    assert history.gamma.tolist() == [10.0] * 200
    assert (history.seconds > 0).all()
    assert history.rounds == 200


def test_equal_seeds_are_equal_runs_whatever_the_clock_says() -> None:
    one, other = run(100)[0], run(100)[0]
    for name in ("action", "loss", "regret", "mean_regret", "observed", "value", "bound", "gamma"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()


@pytest.mark.parametrize("delay", [0, 1, 7, 60, 1000])
def test_every_outcome_arrives_before_the_end_however_late(delay: int) -> None:
    _, learner = run(60, delay=delay)
    assert learner.waiting == ()
    assert learner.rounds == 60


def test_outcomes_wait_as_long_as_the_delay_says() -> None:
    waited: list[int] = []

    class Watched:
        def __init__(self) -> None:
            self.inner = gb.Learner(Informed(LinearLosses(4, 2)), gamma=10.0)

        def decide(self, context: object, graph: gb.Graph | None = None) -> gb.Decision:
            return self.inner.decide(context, graph)

        def learn(self, decision: gb.Decision, outcome: gb.Feedback) -> None:
            waited.append(self.inner.rounds - 1 - decision.id)
            self.inner.learn(decision, outcome)

    gb.simulate(Watched(), gb.GraphWorld.random(4, 2), 30, delay=5)  # type: ignore[arg-type]
    assert waited == [5] * 25 + [4, 3, 2, 1, 0]


@pytest.mark.parametrize(("rounds", "delay"), [(0, 0), (-1, 0), (1.5, 0), (True, 0), (10, -1), (10, 0.5)])
def test_settings_are_checked_by_name(rounds: int, delay: int) -> None:
    learner = gb.Learner(Informed(LinearLosses(4, 2)))
    with pytest.raises(SettingError, match=r"rounds|delay"):
        gb.simulate(learner, gb.GraphWorld.random(4, 2), rounds, delay=delay)
    assert learner.rounds == 0


def test_means_are_nan_where_the_world_does_not_know_them() -> None:
    bids = np.linspace(0, 1, 5)
    world = gb.AuctionWorld.from_arrays(np.zeros((6, 2)), np.full(6, 0.4), np.full(6, 0.8), bids=bids)
    assert np.isnan(gb.simulate(gb.Bidder(bids, 2).learner, world, 6).mean_regret).all()
