"""Every answer of the solver, against extended precision, a slow reference, Clarabel, and known answers.

2,000 instances by default, and references for a part of the larger ones; `GRAPHBANDIT_FULL=1` takes every
combination and every reference, which is a matter of an hour.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from tests.blueprints import KINDS, Kind
from tests.comparison.reference import reference_bracket
from tests.comparison.truth import Bracket, Program, clarabel_bracket, exact_value
from tests.problems import TOTAL, Instance, combinations

from graphbandit.dec import Allocation, solve_dec
from graphbandit.graphs import DenseGraph

FULL = os.environ.get("GRAPHBANDIT_FULL") == "1"
TOLERANCE = 1e-6
# one in so many instances of a size is compared with the reference; all are checked in extended precision
EVERY = {1: 1, 2: 1, 3: 1, 10: 1, 51: 13, 151: 167}
BOXED_EVERY = {1: 5, 2: 3, 3: 3, 10: 11, 51: 193, 151: 0}


def drawn(kind: Kind, count: int = 2_000) -> list[tuple[int, Instance]]:
    """The instances of one kind, numbered as they come among all."""
    wanted = [(n, c) for n, c in enumerate(combinations(TOTAL if FULL else count)) if c.kind == kind]
    return [(n, c.instance(0, n)) for n, c in wanted]


def complaints(instance: Instance, box: bool, truth: Bracket | None) -> list[str]:
    """Everything that's wrong with the solver's answer; everything is multiplied by γ."""
    program = Program(instance.losses, instance.matrix, instance.gamma, box)
    try:
        answer = solve_dec(instance.losses, instance.graph, instance.gamma, box=box, tol=TOLERANCE)
    except Exception as error:
        return [f"raised {error!r}"]
    wrong = _unlawful(answer)
    if wrong:
        return wrong
    value, bound = instance.gamma * answer.value, instance.gamma * answer.bound
    exact = float(exact_value(answer.probabilities, program))
    upper = min(exact, _least_of_random(program))
    slack = 1e-9 + 1e-13 * abs(exact)
    if not value - bound <= TOLERANCE:
        wrong.append(f"gap {value - bound:.3g} (value {value:.10g}, bound {bound:.10g})")
    if not answer.certified:
        wrong.append(f"not certified (value {value:.10g}, gap {value - bound:.3g})")
    if not abs(value - exact) <= 1e-7 + 1e-12 * abs(exact):
        wrong.append(f"value {value:.12g} is really {exact:.12g}")
    if truth is not None:
        upper = min(upper, truth.upper)
        if not exact >= truth.lower - slack:
            wrong.append(f"value {exact:.12g} below a bound {truth.lower:.12g}: the truth is wrong")
        if not exact <= truth.upper + TOLERANCE + slack:
            wrong.append(f"value {exact:.12g} above the optimum by {exact - truth.upper:.3g}")
    # losses times γ are 1e9 and rounded at 1e-7: a bound computed from them can't be held to less
    if not bound <= upper + slack + 1e-7:
        wrong.append(f"bound {bound:.12g} above a known value {upper:.12g} by {bound - upper:.3g}")
    return wrong


def _unlawful(answer: Allocation) -> list[str]:
    p = answer.probabilities
    if not (np.isfinite(p).all() and (p >= 0).all()):
        return [f"probabilities {p.min()} to {p.max()}"]
    if not abs(float(p.astype(np.longdouble).sum()) - 1) <= 1e-12:
        return [f"probabilities sum to 1 + {float(p.astype(np.longdouble).sum() - 1):.3g}"]
    return []


def _least_of_random(program: Program) -> float:
    """The least exact value among a few other distributions: each is an upper bound on the optimum."""
    size = program.losses.size
    random = np.random.default_rng(size)
    cheap = np.exp(-np.minimum(700.0, program.gamma * (program.losses - program.losses.min())).astype(float))
    tried = [np.full(size, 1 / size), cheap / cheap.sum(), *random.dirichlet(np.ones(size), 3)]
    tried += [0.5 * (tried[0] + tried[1]), 0.01 * tried[0] + 0.99 * tried[1]]
    return min(float(exact_value(p, program)) for p in tried)


def report(box: bool, kind: Kind, every: dict[int, int]) -> list[str]:
    lines = []
    for number, instance in drawn(kind):
        rate = 1 if FULL else every[instance.actions]
        program = Program(instance.losses, instance.matrix, instance.gamma, box)
        truth = reference_bracket(program) if rate and number // 6 % rate == 0 else None
        if truth is None and box and not FULL and number % 5:
            continue
        lines += [f"{instance.name}: {text}" for text in complaints(instance, box, truth)]
    return lines


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_answer_is_a_certified_optimum(kind: Kind) -> None:
    lines = report(False, kind, EVERY)
    assert not lines, "\n" + "\n".join(lines)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_boxed_answer_is_a_certified_optimum(kind: Kind) -> None:
    lines = report(True, kind, BOXED_EVERY)
    assert not lines, "\n" + "\n".join(lines)


@pytest.mark.parametrize("box", [False, True], ids=["relaxed", "boxed"])
def test_clarabel_never_does_better_where_it_is_accurate(box: bool) -> None:
    compared = 0
    for number, combination in enumerate(combinations(2_000)):
        size, gamma = combination.size, combination.gamma
        if not ((gamma <= 1e5 and number % (7 if size < 100 else 211) == 0) or FULL):
            continue
        instance = combination.instance(0, number)
        peer = clarabel_bracket(Program(instance.losses, instance.matrix, gamma, box))
        if not peer.upper - peer.lower <= 1e-5:
            continue
        compared += 1
        answer = solve_dec(instance.losses, instance.graph, gamma, box=box)
        assert gamma * answer.value <= peer.upper + TOLERANCE, instance.name
        assert gamma * answer.value >= peer.lower - 1e-9, instance.name
        assert gamma * answer.bound <= peer.upper + 1e-9, instance.name
    assert compared >= 100


FIRST, SECOND = (0.1998, 0.0999), (0.4925, 0.6972)
SWAP, SECOND_REVEALS, FREE_AND_TRIED = [[0, 1], [1, 0]], [[0, 0], [1, 1]], [[1, 0], [1, 1]]


@pytest.mark.parametrize(
    ("matrix", "gamma", "losses", "expected"),
    [
        (SWAP, 10.0, FIRST, (0.382, 0.618)),
        (SWAP, 10.0, SECOND, (0.710, 0.289)),
        (SECOND_REVEALS, 10.0, FIRST, (0.333, 0.666)),
        (SECOND_REVEALS, 10.0, SECOND, (0.669, 0.330)),
        (FREE_AND_TRIED, 1.0, FIRST, (0.482, 0.517)),
        (FREE_AND_TRIED, 1.0, SECOND, (0.532, 0.467)),
        (FREE_AND_TRIED, 10.0, FIRST, (0.293, 0.706)),
        (FREE_AND_TRIED, 10.0, SECOND, (0.722, 0.277)),
        (FREE_AND_TRIED, 100.0, FIRST, (0.0, 1.0)),
        (FREE_AND_TRIED, 100.0, SECOND, (0.953, 0.046)),
        (np.eye(3), 20.0, (0.5640, 0.1585, 0.2629), (0.102, 0.625, 0.271)),
    ],
)
def test_answers_known_from_vowpal_wabbit_are_found(
    matrix: list[list[float]], gamma: float, losses: tuple[float, ...], expected: tuple[float, ...]
) -> None:
    answer = solve_dec(np.array(losses), DenseGraph(np.array(matrix, dtype=float)), gamma)
    np.testing.assert_allclose(answer.probabilities, expected, atol=0.01)
