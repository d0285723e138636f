"""Values are exact, bounds are bounds, and both survive rounding at γ = 1e9."""

import numpy as np
import pytest
from tests.comparison.truth import Program, exact_bound, exact_value, responses
from tests.dec.twins import chain, random_chain, random_matrix

from graphbandit.checks import Array
from graphbandit.dec import program
from graphbandit.dec.certificate_kernels import MARGINS, lower_bound, polished, value_at
from graphbandit.dec.local_kernels import respond
from graphbandit.graphs import DenseGraph

GAMMAS = [1e-3, 1.0, 70.0, 1e5, 1e9]


def drawn(seed: int, gamma: float, box: bool) -> tuple[Program, Array, Array | None, Array]:
    random = np.random.default_rng(seed)
    f = random.random(6)
    room = np.stack((gamma * (1 - f), gamma * f)) if box else None
    return Program(f, random_matrix(random, 6), gamma, box), gamma * (f - f.min()), room, random.dirichlet(np.ones(6))


@pytest.mark.parametrize("box", [False, True])
@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(3))
def test_value_is_the_definition_in_extended_precision(seed: int, gamma: float, box: bool) -> None:
    truth, F, room, p = drawn(seed, gamma, box)
    exact = float(exact_value(p, truth))
    assert value_at(p, p @ truth.matrix, F, room) == pytest.approx(exact, rel=1e-12)
    graph = DenseGraph(truth.matrix)
    assert gamma * program.dec_value(p, truth.losses, graph, gamma, box=box) == pytest.approx(exact, rel=1e-12)


def test_value_keeps_the_digits_of_rare_actions() -> None:
    p, f = np.array([1.0, 1e-12, 0.0]), np.array([0.0, 0.5, 1.0])
    truth = Program(f, np.ones((3, 3)), 1e9)
    F = 1e9 * f
    exact = float(exact_value(p, truth))
    assert value_at(p, p @ truth.matrix, F, None) == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("box", [False, True])
@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(3))
def test_no_probabilities_beat_the_bound_of_any_weights(seed: int, gamma: float, box: bool) -> None:
    truth, F, room, p = drawn(seed, gamma, box)
    random = np.random.default_rng(seed)
    play = np.empty((6, 6))
    respond(p, p @ truth.matrix, None, 0.0, play)
    for q in random.dirichlet(np.ones(6), 5):
        bound = lower_bound(q, play, F, room, truth.matrix)
        # rounding is taken off, so that the best exact bound of the same answers is above it, but not by much
        y, x = responses(p, truth)
        if box:
            y, x = np.minimum(y, 1 - truth.losses), np.minimum(x, truth.losses)
        exact = float(exact_bound(q, y, x, truth))
        best = max(float(exact_bound(q, y / (1 + m), x / (1 + m), truth)) for m in MARGINS)
        assert bound <= best + 1e-12 * abs(best)
        assert bound >= exact - 1e-7 * (1 + abs(exact))
        twin = program.dual_bound(q, p, truth.losses, DenseGraph(truth.matrix), gamma, box=box)
        assert gamma * twin == pytest.approx(exact, rel=1e-9, abs=1e-6)
        for other in random.dirichlet(np.full(6, 0.5), 20):
            assert bound <= float(exact_value(other, truth))


@pytest.mark.parametrize("seed", range(5))
def test_chains_and_their_matrices_have_one_certificate(seed: int) -> None:
    random = np.random.default_rng(seed)
    graph = random_chain(random, 9)
    F, p, q = 50 * random.random(9), random.dirichlet(np.ones(9)), random.dirichlet(np.ones(9))
    play = np.empty((6, 9))
    respond(p, graph.observation(p), None, 0.0, play)
    along, whole = (lower_bound(q, play, F, None, g) for g in (chain(graph), graph.matrix()))
    assert along == pytest.approx(whole, rel=1e-12)
    assert polished(p, F, None, chain(graph), -np.inf)[1] == pytest.approx(
        polished(p, F, None, graph.matrix(), -np.inf)[1], rel=1e-12
    )


@pytest.mark.parametrize("gamma", GAMMAS)
def test_polishing_lands_on_the_simplex_and_makes_nothing_worse(gamma: float) -> None:
    truth, F, room, p = drawn(5, gamma, False)
    off = p * (1 + 1e-9)
    trial, value = polished(off, F, room, truth.matrix, -np.inf)
    assert abs(trial.astype(np.longdouble).sum() - 1) <= 2e-16
    assert value == pytest.approx(float(exact_value(trial, truth)), rel=1e-12)
    assert value <= float(exact_value(p, truth)) * (1 + 1e-12)
