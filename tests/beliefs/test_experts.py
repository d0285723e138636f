"""Finite classes of losses and graphs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.beliefs import twins

from graphbandit.beliefs.experts import ConstantExperts, Experts, LinearExperts, LogisticGraphExperts
from graphbandit.errors import SettingError, ShapeError
from graphbandit.graphs import observability


def test_linear_experts_are_clipped_lines() -> None:
    draw = np.random.default_rng(0)
    weights, offsets, context = draw.normal(size=(3, 2, 4)), draw.random((3, 2)), draw.normal(size=4)
    values = LinearExperts(weights, offsets).values(context)
    for n, j in np.ndindex(3, 2):
        assert values[n, j] == pytest.approx(min(1, max(0, weights[n, j] @ context + offsets[n, j])))


def test_logistic_graph_experts_are_sigmoids_and_strongly_observable_with_self_loops() -> None:
    draw = np.random.default_rng(1)
    weights, offsets = draw.normal(size=(3, 2, 2, 4)), draw.normal(size=(3, 2, 2))
    context = draw.normal(size=4)
    plain = LogisticGraphExperts(weights, offsets).values(context)
    looped = LogisticGraphExperts(weights, offsets, self_loops=True).values(context)
    for n, i, j in np.ndindex(3, 2, 2):
        wanted = twins.sigmoid(weights[n, i, j] @ context + offsets[n, i, j])
        assert plain[n, i, j] == pytest.approx(wanted)
        assert looped[n, i, j] == pytest.approx(1 if i == j else wanted)
    assert all(observability(graph) == "strong" for graph in looped)


def test_experts_know_their_sizes() -> None:
    for experts, shape, size in (
        (ConstantExperts(np.zeros((5, 2)), context_size=3), (5, 2), 3),
        (ConstantExperts(np.ones((5, 2, 2))), (5, 2, 2), 1),
        (LinearExperts(np.zeros((5, 2, 3)), np.zeros((5, 2))), (5, 2), 3),
        (LogisticGraphExperts(np.zeros((5, 2, 2, 3)), np.zeros((5, 2, 2))), (5, 2, 2), 3),
    ):
        assert (experts.shape, experts.count, experts.context_size) == (shape, 5, size)
        assert experts.values(np.zeros(size)).shape == shape


def test_experts_keep_their_own_copy() -> None:
    table = np.full((1, 2), 0.5)
    experts = ConstantExperts(table)
    table[:] = 0.9
    assert experts.values(np.zeros(1)).max() == 0.5


def constant(table: Any, context_size: int = 1) -> Experts:
    return ConstantExperts(table, context_size)


def looped(self_loops: Any) -> Experts:
    return LogisticGraphExperts(np.zeros((1, 2, 2, 1)), np.zeros((1, 2, 2)), self_loops)


@pytest.mark.parametrize(
    ("build", "error"),
    [
        (lambda: constant([[0.5, 1.5]]), SettingError),
        (lambda: constant([[0.5, float("nan")]]), SettingError),
        (lambda: constant([[[0.5, 0.5]]]), SettingError),
        (lambda: constant([0.5]), ShapeError),
        (lambda: constant([[0.5]], context_size=0), SettingError),
        (lambda: LinearExperts(np.zeros((1, 2, 3)), np.zeros((2, 2))), ShapeError),
        (lambda: LinearExperts(np.full((1, 2, 3), np.inf), np.zeros((1, 2))), SettingError),
        (lambda: LogisticGraphExperts(np.zeros((1, 2, 3, 4)), np.zeros((1, 2, 3))), SettingError),
        (lambda: looped(1), SettingError),
    ],
)
def test_bad_settings_are_refused(build: Callable[[], Experts], error: type[Exception]) -> None:
    with pytest.raises(error):
        build()
