import threading
import tracemalloc
from collections import deque
from pathlib import Path

import numpy as np
import pytest
from tests.bandits import setup_of, snapshot

import graphbandit as gb
from graphbandit.beliefs import Informed, LinearLosses, Oracles, PairwiseLogistic
from graphbandit.chance import uniform
from graphbandit.chance_kernels import drawn
from graphbandit.errors import (
    FeedbackError,
    GammaError,
    RepeatedFeedbackError,
    SettingError,
    UnknownDecisionError,
    UnobservableError,
)
from graphbandit.exploration import Anytime, Doubling
from graphbandit.rules import Dec, InverseGap


def small(**settings: object) -> gb.Learner:
    return gb.Learner(Informed(LinearLosses(3, 2)), rule=InverseGap(), gamma=10.0, **settings)  # type: ignore[arg-type]


ALL = gb.Feedback(losses=[0.1, 0.5, 0.9], observed=[True, True, True])


def test_actions_are_drawn_as_often_as_their_probabilities_say() -> None:
    p = np.array([0.2, 0.0, 0.5, 0.3])
    counts = np.bincount([drawn(p, uniform(1, 0, n)) for n in range(20_000)], minlength=4)
    assert counts[1] == 0
    assert np.abs(counts / 20_000 - p).max() < 0.015


@pytest.mark.parametrize("chance", [0.0, 0.5, 1.0 - 2.0**-53, 1.0])
def test_what_is_drawn_has_positive_probability_whatever_the_rounding(chance: float) -> None:
    for p in ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1e-300, 1.0, 0.0], [0.1] * 10 + [0.0]):
        assert np.array(p)[drawn(np.array(p), chance)] > 0.0


def test_equal_seeds_draw_equal_actions_and_others_do_not() -> None:
    runs = [[learner.decide([0.0, 0.0]).action for _ in range(50)] for learner in map(_seeded, (0, 0, 1))]
    assert runs[0] == runs[1] != runs[2]


def _seeded(seed: int) -> gb.Learner:
    return small(seed=seed)


def test_late_feedback_is_taken_out_of_order_by_decision_or_id() -> None:
    learner = small()
    decisions = [learner.decide([0.1 * i, 0.0]) for i in range(4)]
    assert learner.waiting == (0, 1, 2, 3)
    learner.learn(decisions[2], ALL)
    learner.learn(0, ALL)
    assert learner.waiting == (1, 3)
    assert learner.rounds == 4


def test_feedback_for_a_forgotten_decision_is_refused_by_name() -> None:
    learner = small(capacity=2)
    for _ in range(3):
        learner.decide([0.0, 0.0])
    before = snapshot(learner)
    with pytest.raises(UnknownDecisionError, match="decision 0 was forgotten: only 2 are kept"):
        learner.learn(0, ALL)
    with pytest.raises(UnknownDecisionError, match="decision 3 was never made here"):
        learner.learn(3, ALL)
    assert snapshot(learner) == before
    learner.learn(1, ALL)


def test_memory_is_flat_with_late_and_missing_feedback() -> None:
    learner = small(capacity=300)
    late: deque[gb.Decision] = deque()

    def play(rounds: int) -> int:
        for n in range(rounds):
            late.append(learner.decide([0.3, -0.2]))
            if len(late) > 200:
                decision = late.popleft()
                if n % 3:
                    learner.learn(decision, ALL)
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        early = play(2_000)
        later = play(30_000)
    finally:
        tracemalloc.stop()
    assert later < early + 30_000  # a byte a round; a decision kept would take hundreds


def test_a_piece_that_contradicts_an_earlier_one_is_refused_and_changes_nothing() -> None:
    learner = gb.Learner(Oracles(LinearLosses(3, 2), PairwiseLogistic(3, 2)), gamma=10.0)
    decision = learner.decide([0.0, 0.0])
    learner.learn(decision, gb.Feedback([0.1, 0.0, 0.0], [True, False, False], [1, 0, 1], [True, True, False]))
    before = snapshot(learner)
    with pytest.raises(FeedbackError, match="action 1, which an earlier piece said is not revealed"):
        learner.learn(decision, gb.Feedback([0.0, 0.5, 0.0], [False, True, False], [1, 0, 1], [False] * 3))
    with pytest.raises(FeedbackError, match="must not contradict an earlier piece"):
        learner.learn(decision, gb.Feedback([0.0, 0.0, 0.5], [False, False, True], [0, 0, 1]))
    with pytest.raises(FeedbackError, match="must lead from the played action"):
        learner.learn(decision, gb.Feedback([0.0, 0.0, 0.5], [False, False, True], [1, 0, 0]))
    assert snapshot(learner) == before
    learner.learn(decision, gb.Feedback([0.0, 0.0, 0.5], [False, False, True], [1, 0, 1]))


def test_a_row_after_the_whole_graph_and_the_whole_graph_after_a_row() -> None:
    graph = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0]])
    hidden = np.zeros(3, dtype=bool)
    learner = gb.Learner(Oracles(LinearLosses(3, 2), PairwiseLogistic(3, 2)), gamma=10.0)
    twin = gb.Learner(Oracles(LinearLosses(3, 2), PairwiseLogistic(3, 2)), gamma=10.0)
    for turn in range(20):
        decision, other = learner.decide([0.1, 0.2]), twin.decide([0.1, 0.2])
        row = graph[decision.action]
        whole = gb.Feedback(np.zeros(3), hidden, graph)
        losses = gb.Feedback(np.full(3, 0.3), row > 0.5, row)
        first, second = (whole, losses) if turn % 2 else (losses, whole)
        learner.learn(decision, first)
        learner.learn(decision, second)
        with pytest.raises(RepeatedFeedbackError):
            learner.learn(decision, whole)
        with pytest.raises(RepeatedFeedbackError):
            learner.learn(decision, losses)
        twin.learn(other, gb.Feedback(np.full(3, 0.3), row > 0.5, graph))
    assert snapshot(learner) == snapshot(twin)


def test_a_decision_that_its_rule_refuses_changes_nothing() -> None:
    learner = gb.Learner(Informed(LinearLosses(3, 2)), rule=Dec())
    before = snapshot(learner)
    with pytest.raises(UnobservableError):
        learner.decide([0.0, 0.0], gb.DenseGraph([[1, 1, 0], [0, 0, 0], [0, 0, 0]]))
    assert snapshot(learner) == before


def test_doubling_starts_the_belief_afresh_and_keeps_what_waits() -> None:
    learner = gb.Learner(Informed(LinearLosses(3, 2)), rule=InverseGap(), gamma=Doubling(horizon=10, regret=0.5, c=1.0))
    first = learner.decide([0.5, 0.5])
    learner.learn(first, ALL)
    moved = learner.belief
    gammas = [first.gamma]
    while learner.belief is moved:
        gammas.append(learner.decide([0.5, 0.5]).gamma)
    assert set(gammas) == {first.gamma}
    assert learner.decide([0.5, 0.5]).gamma == 2.0 * first.gamma
    assert learner.belief.predict(np.array([0.5, 0.5])).losses.tolist() == [0.5, 0.5, 0.5]
    learner.learn(len(gammas) - 1, ALL)


def test_settings_are_checked_by_name() -> None:
    belief = Informed(LinearLosses(3, 2))
    for settings in ({"rule": "dec"}, {"seed": 0.5}, {"seed": True}, {"capacity": 0}, {"capacity": 1.5}):
        with pytest.raises(SettingError, match=next(iter(settings))):
            gb.Learner(belief, **settings)  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="belief"):
        gb.Learner(LinearLosses(3, 2))  # type: ignore[arg-type]
    for gamma in (0.0, -1.0, np.nan, np.inf, "10"):
        with pytest.raises(GammaError):
            gb.Learner(belief, gamma=gamma)  # type: ignore[arg-type]
    assert isinstance(gb.Learner(belief).exploration, Anytime)


def test_threads_may_share_a_learner() -> None:
    learner, _ = setup_of("Dec, linear + logistic, strong").build()
    ids: list[list[int]] = [[] for _ in range(4)]
    errors: list[BaseException] = []

    def work(own: list[int]) -> None:
        try:
            for _ in range(100):
                decision = learner.decide([0.1, 0.2, 0.3])
                own.append(decision.id)
                row = np.zeros(5)
                row[decision.action] = 1.0
                learner.learn(decision, gb.Feedback(np.full(5, 0.5), row > 0.5, row))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(own,)) for own in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert sorted(number for own in ids for number in own) == list(range(400))
    assert learner.waiting == ()


def test_saving_while_others_decide_leaves_a_file_that_loads(tmp_path: Path) -> None:
    learner = small()
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            learner.learn(learner.decide([0.1, 0.2]), ALL)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(5):
            learner.save(tmp_path / "learner")
            assert len(gb.Learner.load(tmp_path / "learner").waiting) <= 1
    finally:
        stop.set()
        thread.join()
