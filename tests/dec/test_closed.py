"""Closed forms against brute force, against the interior point, and against the paper."""

import numpy as np
import pytest
from scipy import optimize
from tests.comparison.truth import Program, exact_value

from graphbandit.dec import closed, closed_kernels, dec_value, solve_dec
from graphbandit.dec.interior_kernels import solve
from graphbandit.dec.start_kernels import covering
from graphbandit.graphs import AuctionGraph, DenseGraph

GAMMAS = [0.1, 1.0, 20.0, 1e3, 1e6]
APPLE = np.array([[1.0, 1.0], [0.0, 0.0]])


def by_interior_point(f: np.ndarray, matrix: np.ndarray, gamma: float) -> float:
    """The optimum without any closed form."""
    F = gamma * (f - f.min())
    _, value, bound, _, _ = solve(F, None, matrix, covering(matrix, F), 1e-8, 60, 0.0)
    assert value - bound <= 1e-5
    return float(value)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(3))
def test_self_loops_are_inverse_gap_weighting_and_worth_one_per_action_but_one(seed: int, gamma: float) -> None:
    f = np.random.default_rng(seed).random(6)
    answer = solve_dec(f, DenseGraph(np.eye(6)), gamma)
    inverse = 1.0 / answer.probabilities - gamma * f
    np.testing.assert_allclose(inverse, inverse[0], rtol=1e-9, atol=1e-9 * gamma)
    assert gamma * answer.value == pytest.approx(5.0, abs=1e-6)
    assert answer.method == "closed form"
    assert answer.certified


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(3))
def test_forms_are_what_the_interior_point_finds(seed: int, gamma: float) -> None:
    random = np.random.default_rng(seed)
    for K in (2, 5):
        f = random.random(K)
        for matrix in (np.diag(random.uniform(0.1, 1.0, K)), np.ones((K, K)), APPLE):
            losses = f[: len(matrix)]
            answer = solve_dec(losses, DenseGraph(matrix), gamma)
            assert answer.certified
            assert answer.method == "closed form"
            assert gamma * answer.value == pytest.approx(by_interior_point(losses, matrix, gamma), abs=2e-6)


@pytest.mark.parametrize("gamma", [0.1, 1.0, 10.0, 1e3])
@pytest.mark.parametrize("losses", [(0.2, 0.2), (0.7, 0.4), (0.4, 0.41), (0.4, 0.7), (0.0, 1.0), (1.0, 0.0)])
def test_apple_tasting_is_the_minimum_by_brute_force(losses: tuple[float, float], gamma: float) -> None:
    program = Program(np.array(losses), APPLE, gamma)

    def value(first: float) -> float:
        return float(exact_value(np.array([first, 1.0 - first]), program))

    inside = optimize.minimize_scalar(value, bounds=(1e-9, 1.0), method="bounded", options={"xatol": 1e-12})
    least = min(float(inside.fun), value(1.0))
    p = closed.apple_tasting(program.losses, gamma)
    lead = gamma * (losses[0] - losses[1])
    assert p[0] == (1.0 if lead <= -2.0 else pytest.approx(2.0 / (4.0 + lead)))
    assert p.sum() == 1.0
    assert float(exact_value(p, program)) <= least + 1e-9
    answer = solve_dec(losses, DenseGraph(APPLE), gamma)
    assert gamma * answer.value == pytest.approx(least, abs=1e-6)


@pytest.mark.parametrize("gamma", [1.0, 10.0, 1e3, 1e6])
@pytest.mark.parametrize("seed", range(5))
def test_two_points_stay_below_the_papers_four_over_gamma(seed: int, gamma: float) -> None:
    random = np.random.default_rng(seed)
    K = 12
    winning = int(random.integers(K))
    f = np.full(K, 0.5)
    f[winning:] = np.sort(random.random(K - winning))
    graph = AuctionGraph((np.arange(K) >= winning).astype(float))
    p = closed.two_points(f, winning, gamma)
    assert p.sum() == pytest.approx(1.0, abs=1e-15)
    value = dec_value(p, f, graph, gamma)
    assert gamma * value <= 4.0 + 1e-9
    assert gamma * solve_dec(f, graph, gamma).value <= gamma * value + 1e-6


def test_only_what_has_a_form_is_given_one() -> None:
    eye = np.eye(3)
    assert closed_kernels.kind(eye) == closed_kernels.LOOPS
    assert closed_kernels.kind(0.3 * eye) == closed_kernels.LOOPS
    assert closed_kernels.kind(np.ones((3, 3))) == closed_kernels.COMPLETE
    assert closed_kernels.kind(APPLE) == closed_kernels.APPLE
    almost = eye.copy()
    almost[2, 0] = 1e-300
    for other in (almost, np.ones((3, 3)) - 1e-16 - eye * 1e-15, np.diag([1.0, 1.0, 0.0]), APPLE[::-1]):
        assert closed_kernels.kind(np.ascontiguousarray(other)) == closed_kernels.NONE


def test_boxed_programs_do_not_use_relaxed_forms() -> None:
    f = np.array([0.5, 0.2, 0.9])
    boxed = solve_dec(f, DenseGraph(np.eye(3)), 0.5, box=True)
    relaxed = solve_dec(f, DenseGraph(np.eye(3)), 0.5)
    assert boxed.certified
    assert boxed.value < 0.5 * relaxed.value
