"""The contract again, for the beliefs about what drives an auction, a price, a stock or a review."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.bandits import snapshot
from tests.drivers import DRIVERS, build, play

import graphbandit as gb
from graphbandit.beliefs import Informed, LinearLosses
from graphbandit.errors import ContextError, FeedbackError, RepeatedFeedbackError, UnknownDecisionError
from graphbandit.rules import EpsilonGreedy, InverseGap, Rule

every = pytest.mark.parametrize("name", DRIVERS, ids=DRIVERS)


@every
@pytest.mark.parametrize("rule", [None, InverseGap(), EpsilonGreedy()], ids=["Dec", "InverseGap", "EpsilonGreedy"])
def test_decide_returns_a_distribution_and_plays_what_has_positive_probability(name: str, rule: Rule | None) -> None:
    learner, world = build(name, rule=rule)
    for _ in range(60):
        drawn = world.draw()
        decision = learner.decide(drawn.context)
        p = decision.probabilities
        assert p.min() >= 0.0
        assert abs(p.sum() - 1.0) <= 1e-12
        assert p[decision.action] > 0.0
        assert decision.bound <= decision.value + 1e-12
        learner.learn(decision, world.reveal(drawn, decision.action))


@every
def test_save_then_load_is_identity(name: str, tmp_path: Path) -> None:
    learner, world = build(name)
    play(learner, world, 40, delay=3)
    learner.save(tmp_path / "learner")
    loaded = gb.Learner.load(tmp_path / "learner")
    assert snapshot(loaded) == snapshot(learner)
    twin = build(name)[1]
    for _ in range(40):
        twin.draw()
    assert play(loaded, twin, 40) == play(learner, world, 40)


def test_resume_in_a_new_process_equals_one_run(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys, graphbandit as gb, tests.drivers as t\n"
        "for i, name in enumerate(t.DRIVERS):\n"
        "    world = t.build(name)[1]\n"
        "    for _ in range(120): world.draw()\n"
        "    learner = gb.Learner.load(pathlib.Path(sys.argv[1]) / str(i))\n"
        "    print(t.play(learner, world, 180).hex())"
    )
    whole = []
    for i, name in enumerate(DRIVERS):
        learner, world = build(name)
        play(learner, world, 120, delay=2)
        learner.save(tmp_path / str(i))
        whole.append(play(learner, world, 180).hex())
    root = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root)))}
    command = [sys.executable, "-c", code, str(tmp_path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == whole


@every
def test_refusals_are_named_and_change_nothing(name: str) -> None:
    learner, world = build(name)
    play(learner, world, 10)
    drawn = world.draw()
    decision = learner.decide(drawn.context)
    before = snapshot(learner)
    wrong_size = gb.Feedback([0.5] * (len(decision.probabilities) + 1), [True] * (len(decision.probabilities) + 1))
    elsewhere = world.reveal(drawn, (decision.action + 1) % len(decision.probabilities))
    for outcome in (wrong_size, elsewhere, None, 0.5):
        with pytest.raises(FeedbackError):
            learner.learn(decision, outcome)  # type: ignore[arg-type]
    for context in ([np.nan] * drawn.context.size, [0.0] * (drawn.context.size + 1), "x"):
        with pytest.raises(ContextError):
            learner.decide(context)
    with pytest.raises(UnknownDecisionError):
        learner.learn(decision.id + 1, world.reveal(drawn, decision.action))
    assert snapshot(learner) == before
    learner.learn(decision, world.reveal(drawn, decision.action))
    after = snapshot(learner)
    for again in (world.reveal(drawn, decision.action), world.reveal(drawn, decision.action).feedback()):
        with pytest.raises((RepeatedFeedbackError, FeedbackError)):
            learner.learn(decision, again)
    assert snapshot(learner) == after


@every
def test_late_feedback_equals_timely_feedback_for_one_pending_round(name: str) -> None:
    one, world = build(name)
    other, _ = build(name)
    for drawn in (world.draw() for _ in range(30)):
        early, late = one.decide(drawn.context), other.decide(drawn.context)
        outcome = world.reveal(drawn, early.action)
        one.learn(early, outcome)
        other.learn(late.id, outcome)
    assert snapshot(one) == snapshot(other)


@every
def test_what_the_outcome_hides_does_not_matter(name: str) -> None:
    """Two rounds that differ only in what is hidden from the action played reveal one outcome, and teach one thing."""
    learner, world = build(name)
    for _ in range(20):
        drawn = world.draw()
        decision = learner.decide(drawn.context)
        seen = world.reveal(drawn, decision.action).feedback()
        assert not seen.losses[~seen.observed].any()
        assert not seen.edges[~seen.revealed].any()
        assert np.allclose(seen.losses[seen.observed], drawn.losses[seen.observed], atol=1e-12)
        learner.learn(decision, world.reveal(drawn, decision.action))


@every
def test_oracles_of_losses_take_the_same_outcomes(name: str) -> None:
    learner, world = build(name)
    informed = gb.Learner(Informed(LinearLosses(world.actions, world.context_size)), gamma=20.0)
    for _ in range(20):
        drawn = world.draw()
        decision = informed.decide(drawn.context, drawn.truth)
        informed.learn(decision, world.reveal(drawn, decision.action))
    assert learner.belief.actions == informed.belief.actions


@every
def test_beats_uniform(name: str) -> None:
    learner, world = build(name)
    history = gb.simulate(learner, world, 800)
    twin = build(name)[1]
    rounds = [twin.draw() for _ in range(800)]
    uniform = np.mean([(r.losses - r.losses.min()).mean() for r in rounds[400:]])
    assert history.regret[400:].mean() < 0.85 * uniform
