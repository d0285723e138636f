"""What holds for every legal input: a distribution, its true value, and a bound that nothing beats."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphbandit.checks import Array
from graphbandit.dec import Allocation, dec_value, solve_dec
from graphbandit.graphs import AuctionGraph, DenseGraph, Graph, InventoryGraph, PricingGraph

unit = st.one_of(st.floats(0.0, 1.0), st.sampled_from([0.0, 1.0, 0.5, 1e-12, 1.0 - 1e-12]))
gammas = st.floats(-3.0, 9.0).map(lambda power: float(np.clip(10.0**power, 1e-3, 1e9)))
often = settings(max_examples=150, deadline=None, derandomize=True)


@st.composite
def programs(draw: st.DrawFn) -> tuple[Array, Graph]:
    """Losses and an observable graph of any family."""
    K = draw(st.integers(1, 8))
    losses = np.array(draw(st.lists(unit, min_size=K, max_size=K)))
    family = draw(st.integers(0, 3))
    if family < 3:
        law = np.sort(draw(st.lists(unit, min_size=K, max_size=K)))
        return losses, (AuctionGraph(law), PricingGraph(law[::-1]), InventoryGraph(law))[family]
    entries = draw(st.lists(st.sampled_from([0.0, 0.0, 1e-3, 0.1, 0.5, 0.9, 1.0]), min_size=K * K, max_size=K * K))
    matrix = np.array(entries).reshape(K, K)
    for j in np.flatnonzero(matrix.max(axis=0) == 0.0):
        matrix[draw(st.integers(0, K - 1)), j] = draw(st.sampled_from([0.05, 1.0]))
    return losses, DenseGraph(matrix)


def is_a_distribution(p: Array) -> bool:
    return bool(np.isfinite(p).all() and (p >= 0.0).all() and abs(p.astype(np.longdouble).sum() - 1) <= 1e-12)


@pytest.mark.parametrize("box", [False, True])
@often
@given(program=programs(), gamma=gammas, seed=st.integers(0, 2**32 - 1))
def test_every_answer_keeps_the_promises(box: bool, program: tuple[Array, Graph], gamma: float, seed: int) -> None:
    losses, graph = program
    answer = solve_dec(losses, graph, gamma, box=box)
    assert is_a_distribution(answer.probabilities)
    assert answer.probabilities.shape == losses.shape
    assert answer.bound <= answer.value
    value = dec_value(answer.probabilities, losses, graph, gamma, box=box)
    assert gamma * answer.value == pytest.approx(gamma * value, rel=1e-12, abs=1e-7)
    assert answer.certified == (gamma * (answer.value - answer.bound) <= 1e-6 * (1 + 1e-9))
    for p in np.random.default_rng(seed).dirichlet(np.full(losses.size, 0.3), 10):
        assert gamma * answer.bound <= gamma * dec_value(p / p.sum(), losses, graph, gamma, box=box) + 1e-7


@often
@given(program=programs(), gamma=gammas, seed=st.integers(0, 2**32 - 1))
def test_relabelling_actions_changes_no_value(program: tuple[Array, Graph], gamma: float, seed: int) -> None:
    losses, graph = program
    order = np.random.default_rng(seed).permutation(losses.size)
    matrix = graph.matrix()
    there = solve_dec(losses, DenseGraph(matrix), gamma)
    again = DenseGraph(matrix[np.ix_(order, order)])
    relabelled = solve_dec(losses[order], again, gamma)
    moved = dec_value(there.probabilities[order], losses[order], again, gamma)
    assert gamma * moved == pytest.approx(gamma * there.value, rel=1e-12, abs=1e-7)
    if there.certified and relabelled.certified:
        assert gamma * relabelled.value == pytest.approx(gamma * there.value, rel=1e-12, abs=2e-6)


@often
@given(program=programs(), gamma=gammas)
def test_the_box_only_helps_the_learner(program: tuple[Array, Graph], gamma: float) -> None:
    losses, graph = program
    boxed, free = (solve_dec(losses, graph, gamma, box=box) for box in (True, False))
    assert gamma * boxed.bound <= gamma * free.value + 1e-7


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    entries=st.lists(st.floats(0.0, 1.0, allow_subnormal=True), min_size=9, max_size=9),
    losses=st.lists(unit, min_size=3, max_size=3),
    gamma=gammas,
    box=st.booleans(),
)
def test_the_most_hostile_graph_still_gets_a_distribution_and_an_honest_answer(
    entries: list[float], losses: list[float], gamma: float, box: bool
) -> None:
    matrix = np.array(entries).reshape(3, 3)
    matrix[0] = np.maximum(matrix[0], 5e-324)
    answer = solve_dec(losses, DenseGraph(matrix), gamma, box=box)
    assert is_a_distribution(answer.probabilities)
    assert not np.isnan(answer.value)
    assert answer.bound <= answer.value
    assert answer.certified <= (gamma * (answer.value - answer.bound) <= 1.0000001e-6)


@pytest.mark.parametrize("box", [False, True])
def test_the_same_program_has_the_same_answer_to_the_bit(box: bool) -> None:
    random = np.random.default_rng(1)
    for graph in (AuctionGraph(np.sort(random.random(51))), DenseGraph(random.random((51, 51)))):
        losses = random.random(51)
        answers: list[Allocation] = [solve_dec(losses, graph, 70.0, box=box) for _ in range(3)]
        for answer in answers:
            assert answer.probabilities.tobytes() == answers[0].probabilities.tobytes()
            assert (answer.value, answer.bound) == (answers[0].value, answers[0].bound)


def test_chains_and_their_matrices_have_one_optimum() -> None:
    random = np.random.default_rng(2)
    for kind in (AuctionGraph, lambda law: PricingGraph(law[::-1]), InventoryGraph):
        for gamma in (1.0, 70.0, 1e5, 1e9):
            graph, losses = kind(np.sort(random.random(20))), random.random(20)
            along, whole = solve_dec(losses, graph, gamma), solve_dec(losses, DenseGraph(graph.matrix()), gamma)
            assert along.method == "chain"
            assert whole.method == "dense"
            assert gamma * along.value == pytest.approx(gamma * whole.value, abs=2e-6)


def test_one_action_is_played() -> None:
    answer = solve_dec([0.3], DenseGraph([[0.5]]), 10.0)
    assert answer.probabilities.tolist() == [1.0]
    assert (answer.value, answer.bound, answer.certified) == (0.0, 0.0, True)


def test_a_tighter_tolerance_gives_a_closer_answer() -> None:
    graph, losses = AuctionGraph([0.1, 0.4, 0.9]), [0.5, 0.3, 0.4]
    for tol in (1e-2, 1e-4, 1e-8):
        answer = solve_dec(losses, graph, 20.0, tol=tol)
        assert answer.certified
        assert 20.0 * (answer.value - answer.bound) <= tol


def test_what_cannot_be_reached_is_said() -> None:
    answer = solve_dec([0.1, 0.9, 0.3], DenseGraph([[0, 1, 1], [1, 0, 0], [0, 0, 0.5]]), 1e9, tol=1e-300)
    assert not answer.certified
    assert is_a_distribution(answer.probabilities)
    assert 1e9 * (answer.value - answer.bound) < 1e-3
