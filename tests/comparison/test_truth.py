"""The truth that the solver is measured by, itself measured by brute force and by closed forms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from scipy import optimize
from tests.comparison.reference import reference_bracket
from tests.comparison.truth import (
    Array,
    Long,
    Program,
    bracket,
    clarabel_bracket,
    exact_bound,
    exact_value,
    onto_simplex,
    responses,
)
from tests.problems import GAMMAS, Instance, combinations

BOTH = pytest.mark.parametrize("box", [False, True], ids=["relaxed", "boxed"])


def small_instances(size: int, every: int, below: float = np.inf) -> list[Instance]:
    """Some of the instances with K = `size` and γ < `below`."""
    chosen = [(n, c) for n, c in enumerate(combinations(2_000)) if c.size == size and c.gamma < below]
    return [c.instance(0, n) for n, c in chosen[::every]]


def program(instance: Instance, box: bool) -> Program:
    return Program(instance.losses, instance.matrix, instance.gamma, box)


def brute_value(p: Array, problem: Program) -> float:
    """γ·dec(p) by searching for the adversary's losses, one by one: the sum over j is separable."""
    f, gamma = problem.losses.astype(float), problem.gamma
    seen = p @ problem.matrix.astype(float)
    worst = -np.inf
    for best in range(f.size):
        total = 0.0
        for j in range(f.size):
            a = float(p[j]) - float(j == best)

            def loss(v: float, a: float = a, j: int = j) -> float:
                return -(a * v - gamma / 4 * float(seen[j]) * (float(f[j]) - v) ** 2)

            reach = 1.0 if problem.box else 4 * abs(a) / (gamma * float(seen[j])) + 1e-3
            low, high = (0.0, 1.0) if problem.box else (float(f[j]) - reach, float(f[j]) + reach)
            found = optimize.minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12})
            total += -min(found.fun, loss(low), loss(high))
        worst = max(worst, total)
    return gamma * worst


@BOTH
def test_value_is_the_maximum_over_the_adversary(box: bool) -> None:
    random = np.random.default_rng(1)
    for instance in small_instances(3, 6, below=1e4):
        problem = program(instance, box)
        p = random.dirichlet(np.ones(3))
        exact = float(exact_value(p, problem))
        assert brute_value(p, problem) == pytest.approx(exact, rel=1e-6, abs=1e-6), instance.name


def test_relaxed_value_in_extended_precision_equals_that_in_rational_numbers() -> None:
    random = np.random.default_rng(2)
    for instance in small_instances(10, 7):
        problem = program(instance, False)
        p = onto_simplex(random.dirichlet(np.ones(10))).astype(float)
        f = [Fraction(x) for x in instance.losses.tolist()]
        g = [[Fraction(*x.as_integer_ratio()) for x in row] for row in instance.matrix]
        q = [Fraction(x) for x in p.tolist()]
        q = [x / sum(q) for x in q]
        seen = [sum((q[i] * g[i][j] for i in range(10)), Fraction(0)) for j in range(10)]
        gamma = Fraction(instance.gamma)
        fixed = sum(gamma * x * y for x, y in zip(q, f, strict=True)) + sum(
            x * x / w for x, w in zip(q, seen, strict=True)
        )
        value = max(fixed - gamma * f[i] + (1 - 2 * q[i]) / seen[i] for i in range(10))
        assert float(exact_value(p, problem)) == pytest.approx(float(value), rel=1e-14, abs=1e-9), instance.name


@BOTH
def test_any_adversary_gives_a_lower_bound(box: bool) -> None:
    random = np.random.default_rng(3)
    for instance in small_instances(3, 4):
        problem = program(instance, box)
        for _ in range(20):
            p, q, other = random.dirichlet(np.ones(3), 3)
            gains, falls = responses(other, problem)
            gains, falls = gains * random.random(3), falls * random.random(3)
            bound, value = exact_bound(q, gains, falls, problem), exact_value(p, problem)
            assert bound <= value * (1 + 1e-15) + 1e-12, instance.name


@BOTH
def test_bound_of_the_best_response_to_p_is_below_its_value_and_not_always_far(box: bool) -> None:
    problem = Program(np.array([0.2, 0.7]), np.eye(2), 10.0, box)
    p = np.array([0.8, 0.2])
    gains, falls = responses(p, problem)
    bounds = [float(exact_bound(np.array([q, 1 - q]), gains, falls, problem)) for q in np.linspace(0, 1, 1001)]
    assert 0 < float(exact_value(p, problem)) - max(bounds) < 0.5


def least(function: Callable[[np.longdouble], np.longdouble], rounds: int) -> np.longdouble:
    """The minimum of a convex function over [0, 1], by golden sections."""
    ratio = (np.sqrt(Long(5)) - 1) / 2
    low, high = Long(0), Long(1)
    x, y = high - ratio, ratio
    at_x, at_y = function(x), function(y)
    best = min(function(low), function(high), at_x, at_y)
    for _ in range(rounds):
        if at_x < at_y:
            high, y, at_y = y, x, at_x
            x = high - ratio * (high - low)
            at_x = function(x)
        else:
            low, x, at_x = x, y, at_y
            y = low + ratio * (high - low)
            at_y = function(y)
        best = min(best, at_x, at_y)
    return best


@BOTH
def test_brackets_hold_the_brute_minimum_of_two_actions(box: bool) -> None:
    for instance in small_instances(2, 3):
        problem = program(instance, box)
        brute = float(least(lambda x, q=problem: exact_value(np.array([x, 1 - x]), q), 90))  # type: ignore[misc]
        truth = reference_bracket(problem)
        assert brute == pytest.approx(truth.upper, rel=1e-9, abs=1e-9), instance.name
        assert truth.lower <= brute * (1 + 1e-12) + 1e-9, instance.name


@BOTH
def test_brackets_hold_the_brute_minimum_of_three_actions(box: bool) -> None:
    for instance in small_instances(3, 29):
        problem = program(instance, box)

        def inner(x: np.longdouble, problem: Program = problem) -> np.longdouble:
            return least(lambda y: exact_value(np.array([x, (1 - x) * y, (1 - x) * (1 - y)]), problem), 70)

        brute = float(least(inner, 70))
        truth = reference_bracket(problem)
        assert brute == pytest.approx(truth.upper, rel=1e-7, abs=1e-7), instance.name


@BOTH
@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_reference_closes_its_bracket_at_every_gamma(size: int, box: bool) -> None:
    seen = set()
    for instance in small_instances(size, 17):
        truth = reference_bracket(program(instance, box))
        seen.add(instance.gamma)
        assert truth.lower <= truth.upper + 1e-9 * max(1.0, abs(truth.upper)), instance.name
        assert truth.upper - truth.lower <= max(1e-9, 1e-14 * truth.upper), instance.name
    assert seen == set(GAMMAS)


@BOTH
def test_clarabel_agrees_with_the_reference_while_gamma_is_moderate(box: bool) -> None:
    for instance in small_instances(10, 3, below=2e3):
        if "near_zero" in instance.name:
            continue
        problem = program(instance, box)
        peer, truth = clarabel_bracket(problem), reference_bracket(problem)
        assert peer.lower <= truth.upper + 1e-9, instance.name
        assert peer.upper >= truth.lower - 1e-9, instance.name
        assert peer.upper - peer.lower <= 2e-3 * max(1.0, truth.upper), instance.name


def test_cvxpy_solves_the_same_program() -> None:
    pytest.importorskip("cvxpy")
    from graphbandit.bench.peers.cvxpy_model import CvxpyModel

    first, *others = [x for x in small_instances(3, 1) if x.gamma == 10 and "near_zero" not in x.name]
    model = CvxpyModel(first.losses, first.matrix.astype(float), 10.0)
    for instance in [first, *others]:
        model.change(instance.losses, instance.matrix.astype(float), 10.0)
        peer = bracket(program(instance, False), model.solve())
        truth = reference_bracket(program(instance, False))
        assert peer.upper == pytest.approx(truth.upper, abs=1e-4), instance.name


def test_vowpal_wabbit_solves_the_same_program_on_the_transpose() -> None:
    pytest.importorskip("vowpalwabbit")
    from graphbandit.bench.peers.vowpal_model import VowpalModel

    losses = np.array([0.4925, 0.6972])
    for matrix in ([[0, 1], [1, 0]], [[0, 0], [1, 1]], [[1, 0], [1, 1]]):
        problem = Program(losses, np.array(matrix, dtype=float), 10.0)
        model = VowpalModel(losses, np.array(matrix, dtype=float), 10.0)
        answer = model.solve()
        model.close()
        np.testing.assert_allclose(answer.probabilities, reference_bracket(problem).probabilities, atol=0.01)


def test_identity_has_its_closed_form() -> None:
    random = np.random.default_rng(4)
    for gamma in GAMMAS:
        losses = random.random(10)
        truth = reference_bracket(Program(losses, np.eye(10), gamma))
        assert truth.upper == pytest.approx(9.0, abs=1e-8)

        def excess(z: float, losses: Array = losses, gamma: float = gamma) -> float:
            return float((1 / (1 + gamma * (losses - losses.min()) + z)).sum() - 1)

        root = optimize.brentq(excess, -1 + 1e-15, 1e3, xtol=1e-15)
        expected = 1 / (1 + gamma * (losses - losses.min()) + root)
        np.testing.assert_allclose(truth.probabilities, expected, atol=1e-4)


def test_apple_tasting_has_its_closed_form() -> None:
    matrix = np.array([[1.0, 1.0], [0.0, 0.0]])
    for gamma in (0.1, 1.0, 10.0, 1e5):
        dear = reference_bracket(Program(np.array([0.7, 0.4]), matrix, gamma))
        assert dear.probabilities[0] == pytest.approx(2 / (4 + gamma * 0.3), abs=1e-5)
        cheap = reference_bracket(Program(np.array([0.4, 0.7]), matrix, gamma))
        # with p0 = 1 the value is max(0, 1 - 0.3 γ) of i* = 1, and p0 = 1 is best as soon as that is 0
        if gamma * 0.3 >= 1:
            assert cheap.upper == pytest.approx(0.0, abs=1e-8)
            assert exact_value(np.array([1.0, 0.0]), Program(np.array([0.4, 0.7]), matrix, gamma)) == 0
