"""Oracles: a loss oracle and a graph oracle side by side."""

from typing import Any

import numpy as np
import pytest

from graphbandit.beliefs.experts import ConstantExperts
from graphbandit.beliefs.graphs import PairwiseLogistic, SoftmaxAuction
from graphbandit.beliefs.losses import FiniteLosses, LinearLosses
from graphbandit.beliefs.oracles import Oracles
from graphbandit.errors import FeedbackError, SettingError
from graphbandit.feedback import Feedback

X = np.array([0.3, -0.2])


def feedback(**given: Any) -> Feedback:
    return Feedback(**given)


def build() -> Oracles:
    return Oracles(LinearLosses(3, 2), PairwiseLogistic(3, 2))


def state(belief: Oracles) -> bytes:
    assert isinstance(belief.losses, LinearLosses)
    assert isinstance(belief.graph, PairwiseLogistic)
    return belief.losses.factors.tobytes() + belief.graph.factors.tobytes()


def test_each_oracle_learns_its_part_of_the_feedback() -> None:
    belief, losses, graph = build(), LinearLosses(3, 2), PairwiseLogistic(3, 2)
    row = feedback(losses=[0.2, 0.0, 0.9], observed=[True, False, True])
    whole = feedback(losses=[0.4, 0.0, 0.0], observed=[True, False, False], edges=np.eye(3))
    for action, seen in ((2, row), (0, whole)):
        belief.check(action, seen)
        belief.update(X, action, seen)
        losses.update(X, seen.losses, seen.observed)
        graph.update(X, action, seen.edges, seen.revealed)
    predicted = belief.predict(X)
    assert np.array_equal(predicted.losses, losses.predict(X))
    assert np.array_equal(predicted.graph.matrix(), graph.predict(X).matrix())
    assert (belief.actions, belief.context_size) == (3, 2)


def test_a_fully_revealed_graph_teaches_every_row_and_a_partial_one_the_played() -> None:
    partial, full = build(), build()
    start = build().predict(X).graph.matrix()
    partial.update(X, 1, feedback(losses=[0, 0, 0], observed=[False, True, True]))
    full.update(X, 1, feedback(losses=[0, 0, 0], observed=[False, True, False], edges=np.eye(3)))
    assert np.any(partial.predict(X).graph.matrix() != start, axis=1).tolist() == [False, True, False]
    assert np.all(full.predict(X).graph.matrix() != start)


def test_hidden_entries_do_not_matter() -> None:
    one, other = build(), build()
    observed, revealed = [True, False, False], [True, True, False]
    one.update(X, 0, feedback(losses=[0.5, 0.1, 0.2], observed=observed, edges=[1, 0, 0], revealed=revealed))
    other.update(X, 0, feedback(losses=[0.5, np.nan, 9], observed=observed, edges=[1, 0, 1], revealed=revealed))
    assert state(one) == state(other)


@pytest.mark.parametrize(
    "seen",
    [
        feedback(losses=[0.1, 0.2], observed=[True, True]),
        feedback(losses=[0.1, 0.2, 0.3, 0.4], observed=[True, True, True, True]),
        feedback(losses=[0.1, 0.2, 0.3], observed=[True, True, False], edges=[1, 0, 0]),
        feedback(losses=[0.1, 0.2, 0.3], observed=[False, False, True], edges=np.eye(3)),
    ],
    ids=["too few", "too many", "no edge in the row", "no edge in the graph"],
)
def test_feedback_that_contradicts_itself_is_refused(seen: Feedback) -> None:
    with pytest.raises(FeedbackError):
        build().check(1, seen)


@pytest.mark.parametrize(
    "seen",
    [
        feedback(losses=[0.1, 0.2, 0.3], observed=[True, True, False]),
        feedback(losses=[0.1, 0.2, 0.3], observed=[True, False, False], edges=[1, 1, 0]),
        feedback(losses=[0.1, 0.2, 0.3], observed=[True, True, False], edges=[1, 0, 0], revealed=[1, 0, 1]),
        feedback(losses=[0.1, 0.2, 0.3], observed=[False, True, False], edges=np.eye(3)),
        feedback(losses=[0.1, 0.2, 0.3], observed=[False, False, False]),
    ],
    ids=["row", "an edge without its loss", "a hidden edge", "graph", "nothing"],
)
def test_feedback_that_comes_in_pieces_is_accepted_and_checking_changes_nothing(seen: Feedback) -> None:
    belief = build()
    before = state(belief)
    belief.check(1, seen)
    assert state(belief) == before
    belief.update(X, 1, seen)


def test_oracles_of_different_sizes_are_refused() -> None:
    with pytest.raises(SettingError, match="actions"):
        Oracles(LinearLosses(3, 2), PairwiseLogistic(4, 2))
    with pytest.raises(SettingError, match="context_size"):
        Oracles(LinearLosses(3, 2), SoftmaxAuction(3, 1))
    with pytest.raises(SettingError, match="context_size"):
        Oracles(FiniteLosses(ConstantExperts(np.zeros((2, 3)))), PairwiseLogistic(3, 2))


def test_oracles_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(SettingError, match="losses"):
        Oracles(PairwiseLogistic(3, 2), LinearLosses(3, 2))  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="graph"):
        Oracles(LinearLosses(3, 2), LinearLosses(3, 2))  # type: ignore[arg-type]
