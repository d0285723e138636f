"""The last attempt finds what the quick one finds, and what it cannot."""

import numpy as np
import pytest
from tests.comparison.reference import reference_bracket
from tests.comparison.truth import Program, exact_value
from tests.problems import combinations

from graphbandit.dec import patient, solve_dec
from graphbandit.dec import solve as attempts
from graphbandit.dec.solve import ITERATIONS
from graphbandit.dec.start_kernels import covering

# the quick method runs out of digits on these: rows tight to 1e-9, entries of 1e-6
HARD = [(617, False), (634, False), (658, False), (374, True), (375, True), (1766, True), (1953, True)]


@pytest.mark.parametrize("box", [False, True])
def test_it_agrees_with_the_quick_method(box: bool) -> None:
    met = 0
    for number, combination in enumerate(combinations(1_392)):
        if combination.size not in (2, 3, 10) or number % 4:
            continue
        instance = combination.instance(0, number)
        f, gamma = instance.losses, instance.gamma
        quick = solve_dec(f, instance.graph, gamma, box=box)
        matrix = instance.graph.matrix()
        F = gamma * (f - f.min())
        room = np.stack((gamma * (1 - f), gamma * f)) if box else None
        program = patient.Program(F, room, matrix)
        with np.errstate(all="ignore"):
            p, value, bound, _ = patient.solve(program, covering(matrix, F), 1e-6, 60, 0.0)
        assert p.min() >= 0.0
        assert bound <= gamma * quick.value + 1e-7, instance.name
        if value - bound <= 1e-6:
            met += 1
            assert value == pytest.approx(gamma * quick.value, abs=2e-6, rel=1e-12), instance.name
    assert met >= 100


@pytest.mark.parametrize(("number", "box"), HARD)
def test_hard_programs_are_certified(number: int, box: bool) -> None:
    instance = list(combinations(number + 1))[number].instance(0, number)
    answer = solve_dec(instance.losses, instance.graph, instance.gamma, box=box)
    assert answer.certified
    assert answer.iterations > ITERATIONS


@pytest.mark.parametrize("number", [67, 374, 673, 699])
@pytest.mark.parametrize("box", [False, True])
def test_what_nothing_certified_has_its_true_value_and_a_bound(
    number: int, box: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "LARGEST_PATIENT", 1)
    monkeypatch.setattr(attempts, "ITERATIONS", 1)
    monkeypatch.setattr(attempts, "PATIENCE", 2)
    instance = list(combinations(number + 1))[number].instance(0, number)
    f, gamma = instance.losses, instance.gamma
    answer = solve_dec(f, instance.graph, gamma, box=box, tol=1e-9)
    truth = Program(f, instance.matrix, gamma, box)
    best = reference_bracket(truth)
    assert abs(answer.probabilities.sum() - 1.0) <= 1e-12
    assert answer.probabilities.min() >= 0.0
    assert gamma * answer.value == pytest.approx(float(exact_value(answer.probabilities, truth)), rel=1e-9, abs=1e-7)
    assert 0.0 <= gamma * answer.bound <= best.upper + 1e-7
    assert answer.certified == (gamma * (answer.value - answer.bound) <= 1e-9)
