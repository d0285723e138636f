"""One contract, for every rule with every belief in every world."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.bandits import BELIEFS, DRIVERS, FEW, RULES, SCHEDULES, SETUPS, WORLDS, D, play, setup_of, snapshot
from tests.hiding import hidden_twins, wrong_reports

import graphbandit as gb
from graphbandit.beliefs import Belief, Informed, LinearLosses, Oracles, PairwiseLogistic, PlayedOnly
from graphbandit.checks import Array
from graphbandit.errors import ContextError, FeedbackError, GraphError, RepeatedFeedbackError, UnknownDecisionError
from graphbandit.exploration import Anytime
from graphbandit.rules import Dec, EpsilonGreedy, Greedy, InverseGap, Rule

every = pytest.mark.parametrize("name", SETUPS, ids=SETUPS)


@every
def test_decide_returns_a_distribution_and_plays_what_has_positive_probability(name: str) -> None:
    learner, world = setup_of(name).build()
    for _ in range(15):
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
    setup = setup_of(name)
    (one, world), (other, _) = setup.build(), setup.build()
    for turn in range(15):
        drawn = world.draw()
        decision, twin = one.decide(drawn.context, drawn.graph), other.decide(drawn.context, drawn.graph)
        told, disguised = hidden_twins(setup, world, drawn, decision.action, turn)
        one.learn(decision, told)
        other.learn(twin, disguised)
    assert snapshot(one) == snapshot(other)


@every
def test_save_then_load_is_identity(name: str, tmp_path: Path) -> None:
    learner, world = setup_of(name).build()
    play(learner, world, 12, delay=3)
    learner.save(tmp_path / "learner")
    loaded = gb.Learner.load(tmp_path / "learner")
    assert snapshot(loaded) == snapshot(learner)
    twin = setup_of(name).build()[1]
    for _ in range(12):
        twin.draw()
    assert play(loaded, twin, 8) == play(learner, world, 8)


@every
def test_late_feedback_equals_timely_feedback_for_one_pending_round(name: str) -> None:
    (one, world), (other, twin) = setup_of(name).build(), setup_of(name).build()
    play(one, world, 5)
    play(other, twin, 5)
    drawn = world.draw()
    early, late = one.decide(drawn.context, drawn.graph), other.decide(drawn.context, drawn.graph)
    outcome = world.reveal(drawn, early.action)
    one.learn(early, outcome)
    with pytest.raises(ContextError):
        other.decide(np.full(D, np.nan))  # whatever happens meanwhile, short of another decision
    other.learn(late.id, outcome)
    assert snapshot(one) == snapshot(other)


POISON: tuple[tuple[type[Exception], object, object], ...] = (
    (ContextError, [np.nan] * D, None),
    (ContextError, [np.inf] * D, None),
    (ContextError, [-np.inf] + [0.0] * (D - 1), None),
    (ContextError, [0.0] * (D + 1), None),
    (ContextError, [[0.0] * D], None),
    (ContextError, [], None),
    (ContextError, 0.0, None),
    (ContextError, "abc", None),
    (ContextError, ["0.1"] * D, None),
    (ContextError, None, None),
    (ContextError, [None] * D, None),
    (ContextError, [10**400] + [0] * (D - 1), None),
    (ContextError, [1j] * D, None),
    (ContextError, {"x": 1.0}, None),
    (GraphError, [0.0] * D, np.eye(2)),
    (GraphError, [0.0] * D, gb.DenseGraph(np.eye(9))),
    (GraphError, [0.0] * D, "graph"),
)


@every
def test_poison_through_decide_is_refused_by_name_and_changes_nothing(name: str) -> None:
    learner, world = setup_of(name).build()
    play(learner, world, 5)
    before = snapshot(learner)
    for error, context, graph in POISON:
        with pytest.raises(error, match=r"(?s); got .*\. [A-Z]"):
            learner.decide(context, graph)  # type: ignore[arg-type]
    assert snapshot(learner) == before


@every
def test_poison_through_learn_is_refused_by_name_and_changes_nothing(name: str) -> None:
    setup = setup_of(name)
    learner, world = setup.build()
    play(learner, world, 5)
    drawn = world.draw()
    decision = learner.decide(drawn.context, drawn.graph)
    before = snapshot(learner)
    for report in wrong_reports(setup, world, drawn, decision.action):
        with pytest.raises((FeedbackError, gb.errors.ShapeError), match=r"(?s); got .*\. [A-Z]"):
            learner.learn(decision, report())
    assert snapshot(learner) == before
    learner.learn(decision, world.reveal(drawn, decision.action))  # and the right report still counts
    assert decision.id not in learner.waiting


@every
def test_a_second_feedback_and_an_unknown_id_are_refused_and_change_nothing(name: str) -> None:
    learner, world = setup_of(name).build()
    drawn = world.draw()
    decision = learner.decide(drawn.context, drawn.graph)
    outcome = world.reveal(drawn, decision.action)
    other = replace(decision, action=(decision.action + 1) % decision.probabilities.size)
    with pytest.raises(UnknownDecisionError):
        learner.learn(other, outcome)
    learner.learn(decision, outcome)
    before = snapshot(learner)
    for again in (decision, decision.id, np.int64(decision.id)):
        with pytest.raises(RepeatedFeedbackError):
            learner.learn(again, outcome)  # type: ignore[arg-type]
    for number in (decision.id + 1, -1, 10**30, "0", 0.0, np.nan, None, True, [0]):
        with pytest.raises(UnknownDecisionError):
            learner.learn(number, outcome)  # type: ignore[arg-type]
    assert snapshot(learner) == before


def pieces(seen: gb.Feedback) -> tuple[gb.Feedback, gb.Feedback]:
    """Split feedback: the first half of losses and of what was seen of the edges, then the rest."""
    first = np.arange(seen.losses.size) < seen.losses.size // 2
    shown = np.broadcast_to(first, seen.edges.shape)
    return (
        gb.Feedback(seen.losses, seen.observed & first, seen.edges, shown.copy()),
        gb.Feedback(seen.losses, seen.observed & ~first, seen.edges, ~shown),
    )


IN_PIECES = [name for name, setup in SETUPS.items() if setup.belief not in DRIVERS]


@pytest.mark.parametrize("name", IN_PIECES, ids=IN_PIECES)
def test_feedback_in_two_pieces_is_accepted_and_then_complete(name: str) -> None:
    learner, world = setup_of(name).build()
    drawn = world.draw()
    decision = learner.decide(drawn.context, drawn.graph)
    seen = world.reveal(drawn, decision.action).feedback()
    first, second = pieces(seen)
    learner.learn(decision, first)
    learner.learn(decision, second)
    for again in (first, second, seen):
        with pytest.raises(RepeatedFeedbackError):
            learner.learn(decision, again)


@pytest.mark.parametrize("kind", ["strong", "full", "auction", "pricing", "inventory"])
def test_feedback_in_two_pieces_is_feedback_at_once_where_oracles_learn_each_entry_by_itself(kind: str) -> None:
    (one, world), (other, _) = (setup_of(f"Dec, linear + logistic, {kind}").build() for _ in range(2))
    for _ in range(50):
        drawn = world.draw()
        whole, split = one.decide(drawn.context), other.decide(drawn.context)
        assert whole.probabilities.tobytes() == split.probabilities.tobytes()
        seen = world.reveal(drawn, whole.action).feedback()
        one.learn(whole, seen)
        for piece in pieces(seen):
            other.learn(split, piece)
        with pytest.raises(RepeatedFeedbackError):
            other.learn(split, seen)
    assert snapshot(one)[0] == snapshot(other)[0]
    parts = [{k: v for k, v in snapshot(each)[2].items() if not k.startswith("/table")} for each in (one, other)]  # type: ignore[attr-defined]
    assert parts[0] == parts[1]


def test_1000_rounds_equal_400_saved_and_600_in_a_new_process(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys, graphbandit as gb, tests.bandits as b\n"
        "for i, setup in enumerate(b.FEW):\n"
        "    world = setup.build()[1]\n"
        "    for _ in range(400): world.draw()\n"
        "    learner = gb.Learner.load(pathlib.Path(sys.argv[1]) / str(i))\n"
        "    print(b.play(learner, world, 600, delay=i % 3).hex())"
    )
    whole = []
    for i, setup in enumerate(FEW):
        learner, world = setup.build(SCHEDULES[i % len(SCHEDULES)]())
        play(learner, world, 400, delay=i % 3)
        learner.save(tmp_path / str(i))
        whole.append(play(learner, world, 600, delay=i % 3).hex())
    places = (Path(gb.__file__).parents[1], Path(__file__).parents[1])  # this library, wherever it is, and the tests
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))}
    command = [sys.executable, "-c", code, str(tmp_path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == whole


def renamed(part: Callable[[], Belief], rounds: int, order: Array) -> tuple[Belief, Belief]:
    """Teach a belief, and its twin the same of actions renamed: action i is `order[i]` there."""
    one, other = part(), part()
    world = WORLDS["strong"](0)
    random = np.random.default_rng(0)
    back = np.argsort(order)
    for _ in range(rounds):
        drawn, action = world.draw(), int(random.integers(order.size))
        seen = world.reveal(drawn, action).feedback()
        one.update(drawn.context, action, seen)
        turned = gb.Feedback(seen.losses[back], seen.observed[back], seen.edges[back])
        other.update(drawn.context, int(order[action]), turned)
    return one, other


@pytest.mark.parametrize("rule", [Dec(), Dec(box=True), InverseGap(), EpsilonGreedy(), Greedy()], ids=repr)
@pytest.mark.parametrize(
    "belief",
    [
        lambda: Oracles(LinearLosses(5, D), PairwiseLogistic(5, D, self_loops=True)),
        lambda: Informed(LinearLosses(5, D)),
        lambda: PlayedOnly(LinearLosses(5, D)),
    ],
    ids=["oracles", "informed", "played only"],
)
def test_relabelling_actions_permutes_probabilities(rule: Rule, belief: Callable[[], Belief]) -> None:
    order = np.random.default_rng(5).permutation(5)
    one, other = renamed(belief, 40, order)
    for context in np.random.default_rng(6).uniform(-0.5, 0.5, (5, D)):
        p = rule(one.predict(context), 30.0).probabilities
        q = rule(other.predict(context), 30.0).probabilities
        assert np.allclose(q[order], p, atol=2e-3)


BEATING = (
    "Dec, linear + logistic, strong",
    "Dec, finite + finite, weak",
    "Dec, finite + finite, others",
    "Dec boxed, network + square, full",
    "InverseGap, played only linear, strong",
    "Dec, informed linear, informed",
    "Dec, price and value, auction",
    "Dec, offers, pricing",
    "Dec, demand, inventory",
    "Dec, guilt, triage",
)


@pytest.mark.parametrize("name", BEATING)
def test_beats_uniform(name: str) -> None:
    for seed in range(3):
        setup = replace(setup_of(name), seed=seed)
        learner, world = setup.build(gamma=Anytime(c=4.0))
        history = gb.simulate(learner, world, 1500)
        again = setup.build()[1]
        rounds = [again.draw() for _ in range(1500)]
        uniform = np.mean([(d.means - d.means.min()).mean() for d in rounds if d.means is not None])
        assert history.mean_regret[750:].mean() < 0.6 * uniform


def test_every_part_is_in_the_contract() -> None:
    assert {setup.belief for setup in SETUPS.values()} == {*BELIEFS, *DRIVERS} == {setup.belief for setup in FEW}
    assert {setup.rule for setup in SETUPS.values()} == set(RULES) == {setup.rule for setup in FEW}
    assert {setup.world for setup in SETUPS.values()} == set(WORLDS) == {setup.world for setup in FEW}
    rules = {kind.__name__ for kind in Rule.__subclasses__() if kind.__module__ == "graphbandit.rules"}
    assert {type(rule).__name__ for rule in RULES.values()} == rules
