"""One contract, for every rule with every belief in a world."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.bandits import BELIEFS, RULES, SETUPS, D, K, Setup, probe, setup_of, snapshot, world_of

import graphbandit as gb
from graphbandit.beliefs import Informed, LinearLosses, Oracles, PairwiseLogistic, PlayedOnly
from graphbandit.beliefs.base import Belief
from graphbandit.checks import Array
from graphbandit.errors import (
    ContextError,
    FeedbackError,
    GraphError,
    RepeatedFeedbackError,
    UnknownDecisionError,
)
from graphbandit.exploration import Anytime
from graphbandit.rules import Dec, EpsilonGreedy, InverseGap, Rule
from graphbandit.world import Round

every = pytest.mark.parametrize("name", SETUPS, ids=SETUPS)
JUNK = (0.0, 1.0, np.nan, np.inf, -np.inf, -7.0, 1e300)


def junk(shape: tuple[int, ...], turn: int) -> Array:
    return np.full(shape, JUNK[turn % len(JUNK)])


@every
def test_decide_returns_a_distribution_and_plays_what_has_positive_probability(name: str) -> None:
    learner, world = setup_of(name).build()
    for _ in range(60):
        drawn = world.draw()
        decision = learner.decide(drawn.context, drawn.graph)
        p = decision.probabilities
        assert np.isfinite(p).all()
        assert p.min() >= 0.0
        assert abs(p.sum() - 1.0) <= 1e-12
        assert p[decision.action] > 0.0
        assert decision.bound <= decision.value + 1e-12
        learner.learn(decision, world.reveal(drawn, decision.action))


@every
def test_hidden_entries_do_not_matter(name: str) -> None:
    one, world = setup_of(name).build()
    other, _ = setup_of(name).build()
    start = snapshot(one)
    random = np.random.default_rng(3)
    for turn in range(40):
        drawn = world.draw()
        decision, twin = one.decide(drawn.context, drawn.graph), other.decide(drawn.context, drawn.graph)
        seen = world.reveal(drawn, decision.action)
        revealed = random.random(seen.edges.shape) < 0.7
        one.learn(decision, gb.Feedback(drawn.losses, seen.observed, seen.edges, revealed))
        losses = np.where(seen.observed, drawn.losses, junk((K,), turn))
        edges = np.where(revealed, seen.edges, junk(seen.edges.shape, turn))
        other.learn(twin, gb.Feedback(losses, seen.observed, edges, revealed))
    assert snapshot(one) == snapshot(other)
    assert snapshot(one) != start


@every
def test_save_then_load_is_identity(name: str, tmp_path: Path) -> None:
    learner, world = setup_of(name).build()
    probe(learner, world, 30, delay=3)
    learner.save(tmp_path / "learner")
    loaded = gb.Learner.load(tmp_path / "learner")
    assert snapshot(loaded) == snapshot(learner)
    twin = world_of(setup_of(name).kind)
    for _ in range(30):
        twin.draw()
    assert probe(loaded, twin, 30) == probe(learner, world, 30)


RESUMED = ("Dec, linear + logistic, strong", "Dec, finite + finite, weak", "Dec boxed, network + square, full")


def test_resume_in_a_new_process_equals_one_run(tmp_path: Path) -> None:
    root = Path(__file__).parents[1]
    code = (
        "import sys, tests.bandits as b, graphbandit as gb, pathlib\n"
        "for i, name in enumerate(b.RESUMED):\n"
        "    world = b.world_of(b.setup_of(name).kind)\n"
        "    for _ in range(400): world.draw()\n"
        f"    learner = gb.Learner.load(pathlib.Path({str(tmp_path)!r}) / str(i))\n"
        "    print(b.probe(learner, world, 600).hex())"
    )
    whole = []
    for i, name in enumerate(RESUMED):
        learner, world = setup_of(name).build()
        probe(learner, world, 400)
        learner.save(tmp_path / str(i))
        whole.append(probe(learner, world, 600).hex())
    path = os.pathsep.join((str(root / "src"), str(root)))
    environment = {**os.environ, "PYTHONPATH": path}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == whole


@every
def test_late_feedback_equals_timely_feedback_for_one_pending_round(name: str) -> None:
    one, world = setup_of(name).build()
    probe(one, world, 10)
    other, twin = setup_of(name).build()
    probe(other, twin, 10)
    drawn = world.draw()
    early = one.decide(drawn.context, drawn.graph)
    late = other.decide(drawn.context, drawn.graph)
    outcome = world.reveal(drawn, early.action)
    one.learn(early, outcome)
    with pytest.raises(ContextError):
        other.decide(np.full(D, np.nan))  # whatever happens meanwhile, short of another decision
    other.learn(late.id, outcome)
    assert snapshot(one) == snapshot(other)


def permuted(part: Callable[[], Belief], rounds: int, order: Array) -> tuple[Belief, Belief]:
    """Teach a belief, and its twin the same of actions renamed: action i is `order[i]` there."""
    one, other = part(), part()
    world = world_of("strong")
    random = np.random.default_rng(0)
    back = np.argsort(order)
    for _ in range(rounds):
        drawn, action = world.draw(), int(random.integers(K))
        seen = world.reveal(drawn, action)
        one.update(drawn.context, action, seen)
        renamed = gb.Feedback(seen.losses[back], seen.observed[back], seen.edges[back])
        other.update(drawn.context, int(order[action]), renamed)
    return one, other


@pytest.mark.parametrize("rule", [Dec(), Dec(box=True), InverseGap(), EpsilonGreedy()], ids=repr)
@pytest.mark.parametrize(
    "belief",
    [
        lambda: Oracles(LinearLosses(K, D), PairwiseLogistic(K, D, self_loops=True)),
        lambda: Informed(LinearLosses(K, D)),
        lambda: PlayedOnly(LinearLosses(K, D)),
    ],
    ids=["oracles", "informed", "played only"],
)
def test_relabelling_actions_permutes_probabilities(rule: Rule, belief: Callable[[], Belief]) -> None:
    order = np.random.default_rng(5).permutation(K)
    one, other = permuted(belief, 40, order)
    for context in np.random.default_rng(6).uniform(-0.5, 0.5, (5, D)):
        p = rule(one.predict(context), 30.0).probabilities
        q = rule(other.predict(context), 30.0).probabilities
        assert np.allclose(q[order], p, atol=2e-3)


POISONED: tuple[tuple[type[Exception], object, object], ...] = (
    (ContextError, [np.nan] * D, None),
    (ContextError, [np.inf] * D, None),
    (ContextError, [0.0] * (D + 1), None),
    (ContextError, [[0.0] * D], None),
    (ContextError, 0.0, None),
    (ContextError, "abc", None),
    (ContextError, None, None),
    (ContextError, [1j] * D, None),
    (GraphError, [0.0] * D, np.eye(K)),
    (GraphError, [0.0] * D, gb.DenseGraph(np.eye(K + 1))),
    (GraphError, [0.0] * D, "graph"),
)


@every
def test_poison_through_decide_is_refused_by_name_and_changes_nothing(name: str) -> None:
    learner, world = setup_of(name).build()
    probe(learner, world, 5)
    before = snapshot(learner)
    for error, context, graph in POISONED:
        with pytest.raises(error):
            learner.decide(context, graph)  # type: ignore[arg-type]
        assert snapshot(learner) == before


@every
def test_poison_through_learn_is_refused_by_name_and_changes_nothing(name: str) -> None:
    learner, world = setup_of(name).build()
    probe(learner, world, 5)
    decision = learner.decide(np.zeros(D))
    before = snapshot(learner)
    fine = np.full(K, 0.5)
    seen = np.ones(K, dtype=bool)
    for losses, observed, edges, revealed in (
        (fine * np.nan, seen, None, None),
        (fine * np.inf, seen, None, None),
        (fine + 0.6, seen, None, None),
        (fine - 0.6, seen, None, None),
        (fine[:-1], seen[:-1], None, None),
        (fine, seen[:-1], None, None),
        (fine, seen * 2, None, None),
        (fine, seen, np.full(K, 0.5), None),
        (fine, seen, np.full(K, np.nan), None),
        (fine, seen, np.ones((K, K + 1)), None),
        (fine, seen, np.ones((K, K)), np.ones(K)),
        ("losses", seen, None, None),
    ):
        with pytest.raises((FeedbackError, gb.errors.ShapeError)):
            learner.learn(decision, gb.Feedback(losses, observed, edges, revealed))  # type: ignore[arg-type]
        assert snapshot(learner) == before
    for outcome in (None, 0.5, {"losses": fine}, (fine, seen)):
        with pytest.raises(FeedbackError):
            learner.learn(decision, outcome)  # type: ignore[arg-type]
        assert snapshot(learner) == before


@every
def test_a_second_feedback_and_an_unknown_id_are_refused_and_change_nothing(name: str) -> None:
    learner, world = setup_of(name).build()
    drawn = world.draw()
    decision = learner.decide(drawn.context, drawn.graph)
    outcome = world.reveal(drawn, decision.action)
    learner.learn(decision, outcome)
    before = snapshot(learner)
    for again in (decision, decision.id, np.int64(decision.id)):
        with pytest.raises(RepeatedFeedbackError):
            learner.learn(again, outcome)  # type: ignore[arg-type]
    for number in (decision.id + 1, -1, 10**30, "0", 0.0, None, True):
        with pytest.raises(UnknownDecisionError):
            learner.learn(number, outcome)  # type: ignore[arg-type]
    assert snapshot(learner) == before


def pieces(drawn: Round, seen: gb.Feedback) -> tuple[gb.Feedback, gb.Feedback]:
    """Split feedback: the first half of losses and of what was seen of the edges, then the rest."""
    first = np.arange(K) < K // 2
    shown = np.broadcast_to(first, seen.edges.shape)
    return (
        gb.Feedback(drawn.losses, seen.observed & first, seen.edges, shown.copy()),
        gb.Feedback(drawn.losses, seen.observed & ~first, seen.edges, ~shown),
    )


@pytest.mark.parametrize("kind", ["strong", "full"])
def test_feedback_in_two_pieces_is_feedback_at_once_where_oracles_learn_each_entry_by_itself(kind: str) -> None:
    world = world_of(kind)
    learners = [
        gb.Learner(Oracles(LinearLosses(K, D), PairwiseLogistic(K, D, self_loops=True)), gamma=20.0) for _ in range(2)
    ]
    for _ in range(50):
        drawn = world.draw()
        one, other = (learner.decide(drawn.context) for learner in learners)
        assert one.probabilities.tobytes() == other.probabilities.tobytes()
        seen = world.reveal(drawn, one.action)
        learners[0].learn(one, seen)
        for piece in pieces(drawn, seen):
            learners[1].learn(other, piece)
        with pytest.raises(RepeatedFeedbackError):
            learners[1].learn(other, seen)
    assert snapshot(learners[0]) == snapshot(learners[1])


@every
def test_feedback_in_two_pieces_is_accepted_and_then_complete(name: str) -> None:
    learner, world = setup_of(name).build()
    drawn = world.draw()
    decision = learner.decide(drawn.context, drawn.graph)
    seen = world.reveal(drawn, decision.action)
    first, second = pieces(drawn, seen)
    learner.learn(decision, first)
    learner.learn(decision, second)
    for again in (first, second, seen):
        with pytest.raises(RepeatedFeedbackError):
            learner.learn(decision, again)


BEATING = (
    "Dec, linear + logistic, strong",
    "Dec, finite + finite, weak",
    "Dec boxed, network + square, full",
    "InverseGap, played only linear, strong",
    "Dec, informed linear, informed",
)


@pytest.mark.parametrize("name", BEATING)
def test_beats_uniform(name: str) -> None:
    for seed in range(3):
        setup: Setup = replace(setup_of(name), seed=seed)
        learner, world = setup.build(gamma=Anytime(c=4.0))
        history = gb.simulate(learner, world, 1500)
        uniform = np.mean([(d.means - d.means.min()).mean() for d in _rounds(setup, 1500)])
        assert history.mean_regret[750:].mean() < 0.6 * uniform


def _rounds(setup: Setup, number: int) -> list[Round]:
    world = world_of(setup.kind, setup.seed)
    return [world.draw() for _ in range(number)]


def test_every_part_is_in_the_contract() -> None:
    assert set(BELIEFS) == {setup.belief for setup in SETUPS.values()}
    assert set(RULES) == {setup.rule for setup in SETUPS.values()}
