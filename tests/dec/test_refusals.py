"""Whatever is not a program is refused by name: argument, rule, value and remedy."""

from typing import Any

import numpy as np
import pytest

from graphbandit.dec import dec_value, solve_dec
from graphbandit.errors import (
    GammaError,
    GraphError,
    InputError,
    LossError,
    ProbabilityError,
    SettingError,
    ShapeError,
    UnobservableError,
)
from graphbandit.graphs import AuctionGraph, DenseGraph, InventoryGraph, PricingGraph

GRAPH = AuctionGraph([0.1, 0.4, 0.9])
LOSSES = [0.5, 0.3, 0.4]


def told(error: InputError, argument: str, shown: str) -> None:
    """The message has all four parts."""
    message = str(error)
    assert error.argument == argument
    assert message.startswith(f"{argument}: ")
    assert error.rule in message
    assert shown in message
    assert error.remedy.endswith(".")
    assert message.endswith(error.remedy)


@pytest.mark.parametrize(
    ("bad", "kind", "shown"),
    [
        ([0.5, float("nan"), 0.4], LossError, "nan"),
        ([0.5, 0.3, float("inf")], LossError, "inf"),
        ([-1e-300, 0.3, 0.4], LossError, "-1e-300"),
        ([0.5, 1.0000000000000002, 0.4], LossError, "1.0000000000000002"),
        ([0.5, 0.3], ShapeError, "(2,)"),
        ([[0.5, 0.3, 0.4]], ShapeError, "(1, 3)"),
        ([], ShapeError, "(0,)"),
        (0.5, ShapeError, "()"),
        ("abc", ShapeError, "'abc'"),
        (["a", "b", "c"], ShapeError, "'a'"),
        ([0.5, [0.3], 0.4], ShapeError, "[0.3]"),
        (None, ShapeError, "None"),
        ([0.5, 0.3, 1j], ShapeError, "1j"),
    ],
)
def test_losses_that_are_none_are_refused(bad: Any, kind: type[InputError], shown: str) -> None:
    for call in (lambda: solve_dec(bad, GRAPH, 10.0), lambda: dec_value([0.2, 0.3, 0.5], bad, GRAPH, 10.0)):
        with pytest.raises(kind) as caught:
            call()
        told(caught.value, "losses", shown)


@pytest.mark.parametrize("box", [False, True])
@pytest.mark.parametrize(
    "bad", [0.0, -1.0, float("nan"), float("inf"), -float("inf"), "10", True, None, [10.0], 10**400]
)
def test_a_gamma_that_is_none_is_refused(bad: Any, box: bool) -> None:
    for call in (
        lambda: solve_dec(LOSSES, GRAPH, bad, box=box),
        lambda: dec_value([0.2, 0.3, 0.5], LOSSES, GRAPH, bad, box=box),
    ):
        with pytest.raises(GammaError) as caught:
            call()
        told(caught.value, "gamma", repr(bad)[:100])


@pytest.mark.parametrize("bad", [0.0, -1e-6, float("nan"), float("inf"), "tight", False])
def test_a_tolerance_that_is_none_is_refused(bad: Any) -> None:
    with pytest.raises(SettingError) as caught:
        solve_dec(LOSSES, GRAPH, 10.0, tol=bad)
    told(caught.value, "tol", repr(bad))


@pytest.mark.parametrize("bad", [None, "auction", [[1, 0], [0, 1]], np.eye(3), 3, AuctionGraph])
def test_what_is_no_graph_is_refused(bad: Any) -> None:
    for call in (lambda: solve_dec(LOSSES, bad, 10.0), lambda: dec_value([0.2, 0.3, 0.5], LOSSES, bad, 10.0)):
        with pytest.raises(GraphError) as caught:
            call()
        told(caught.value, "graph", repr(bad)[:40])


@pytest.mark.parametrize("box", [False, True])
def test_a_loss_that_nothing_reveals_is_refused(box: bool) -> None:
    with pytest.raises(UnobservableError) as caught:
        solve_dec(LOSSES, DenseGraph([[1, 0, 0], [0, 1, 0], [1, 1, 0]]), 10.0, box=box)
    told(caught.value, "graph", "no action that reveals 2")


@pytest.mark.parametrize(
    "build",
    [
        lambda: AuctionGraph([0.5, 0.4]),
        lambda: PricingGraph([0.4, 0.5]),
        lambda: InventoryGraph([0.5, 0.4]),
        lambda: AuctionGraph([0.5, float("nan")]),
        lambda: DenseGraph([[1.0, 1.5], [0.0, 1.0]]),
        lambda: DenseGraph([[1.0, float("nan")], [0.0, 1.0]]),
        lambda: DenseGraph(np.zeros((0, 0))),
        lambda: DenseGraph(np.zeros((2, 3))),
        lambda: DenseGraph("graph"),
        lambda: AuctionGraph([]),
    ],
)
def test_no_program_can_be_made_of_a_broken_graph(build: Any) -> None:
    with pytest.raises((GraphError, ShapeError)) as caught:
        build()
    assert caught.value.remedy in str(caught.value)


@pytest.mark.parametrize(
    ("bad", "kind", "shown"),
    [
        ([0.5, 0.5, 0.5], ProbabilityError, "1.5"),
        ([1.5, -0.5, 0.0], ProbabilityError, "1.5"),
        ([0.5, float("nan"), 0.5], ProbabilityError, "nan"),
        ([0.5, 0.5], ShapeError, "(2,)"),
        ("abc", ShapeError, "'abc'"),
    ],
)
def test_probabilities_that_are_none_are_refused(bad: Any, kind: type[InputError], shown: str) -> None:
    with pytest.raises(kind) as caught:
        dec_value(bad, LOSSES, GRAPH, 10.0)
    told(caught.value, "probabilities", shown)


def test_an_unseen_loss_is_worth_anything_to_a_free_adversary_and_little_to_a_boxed_one() -> None:
    graph = DenseGraph([[1, 0], [0, 1]])
    assert dec_value([1.0, 0.0], [0.2, 0.4], graph, 10.0) == float("inf")
    assert dec_value([1.0, 0.0], [0.2, 0.4], graph, 10.0, box=True) <= 1.0


def test_a_refused_call_leaves_its_arguments_alone() -> None:
    losses = np.array([0.5, 2.0, 0.4])
    with pytest.raises(LossError):
        solve_dec(losses, GRAPH, 10.0)
    assert losses.tolist() == [0.5, 2.0, 0.4]


def test_an_answer_leaves_its_arguments_alone() -> None:
    losses = np.array(LOSSES)
    solve_dec(losses, GRAPH, 10.0, box=True)
    solve_dec(losses, DenseGraph(np.eye(3)), 10.0)
    assert losses.tolist() == LOSSES
