"""Leaving actions out changes the time a decision takes, and nothing else."""

import numpy as np
import pytest
from tests.dec.twins import chain, random_chain

from graphbandit.bench.programs import FAMILIES, BenchProgram
from graphbandit.checks import Array
from graphbandit.dec.certificate_kernels import lower_bound
from graphbandit.dec.interior_kernels import solve
from graphbandit.dec.local_kernels import respond, rows
from graphbandit.dec.start_kernels import near
from graphbandit.dec.working_kernels import COARSE, NEAR, ROUGH, around, glimpsed, narrowed, part, promising, way, widen
from graphbandit.graphs import ChainGraph

ON_A_LINE = [family for family in FAMILIES if family.name in ("auction", "pricing", "inventory")]


def scaled(program: BenchProgram) -> Array:
    F: Array = program.gamma * (program.losses - program.losses.min())
    return F


def room_of(program: BenchProgram, box: bool) -> Array | None:
    return np.stack((program.gamma * (1.0 - program.losses), program.gamma * program.losses)) if box else None


def agree(F: Array, room: Array | None, graph: ChainGraph) -> None:
    p, value, bound, _ = narrowed(F, room, chain(graph), 1e-6, 40)
    _, all_value, all_bound, _, _ = solve(F, room, chain(graph), near(F, chain(graph)), 1e-6, 40, 0.0)
    assert value - bound <= 1e-6
    assert bound <= all_value + 1e-9
    assert all_bound <= value + 1e-9
    assert p.min() >= 0.0
    assert abs(p.sum() - 1.0) <= 1e-12


@pytest.mark.parametrize("box", [False, True], ids=["relaxed", "boxed"])
@pytest.mark.parametrize("family", ON_A_LINE, ids=lambda family: family.name)
@pytest.mark.parametrize("actions", [2, 10, 51, 401, 2_001])
def test_few_actions_prove_what_all_of_them_do(family, actions: int, box: bool) -> None:
    random = np.random.default_rng(actions)
    for gamma in (1.0, 70.0, 1e4):
        program = family.program(random, actions, gamma)
        assert isinstance(program.graph, ChainGraph)
        agree(scaled(program), room_of(program, box), program.graph)


@pytest.mark.parametrize("seed", range(30))
def test_losses_of_no_order_and_laws_of_steps_are_solved_as_well(seed: int) -> None:
    random = np.random.default_rng(seed)
    K = int(random.choice([3, 20, 151, 401]))
    f, gamma = random.random(K), 10.0 ** random.uniform(0, 4)
    graph = random_chain(random, K)
    agree(gamma * (f - f.min()), np.stack((gamma * (1.0 - f), gamma * f)) if seed % 2 else None, graph)


def test_most_actions_are_left_out_where_losses_differ() -> None:
    program = ON_A_LINE[0].program(np.random.default_rng(0), 1_001, 70.0)
    graph = program.graph
    assert isinstance(graph, ChainGraph)
    inside, stride, best = glimpsed(scaled(program), chain(graph))
    assert stride == COARSE
    assert 1 <= inside.sum() <= 250
    assert best == program.losses.argmin()
    assert inside[best]
    assert glimpsed(scaled(program)[:50], tuple(one[:50] for one in chain(graph)))[1] == 1


def test_promising_is_its_formula() -> None:
    random = np.random.default_rng(4)
    graph, F = random_chain(random, 40), 50.0 * random.random(40)
    F -= F.min()
    p = 1.0 / (1.0 + F) ** 2
    rows_below = -F + 1.0 / (graph.matrix().T @ (p / p.sum()))
    np.testing.assert_array_equal(promising(F, chain(graph))[0], rows_below >= rows_below[F.argmin()] - NEAR)
    assert promising(0.01 * F, chain(graph))[0].all()  # all alike: all matter


def test_way_and_around_are_what_they_say() -> None:
    F = np.array([0.0, 2.0, 1.0])
    assert way(F) == 3.0
    p, inside = np.zeros(100), np.ones(100, dtype=np.bool_)
    p[16], p[40] = 0.5, 0.01 * ROUGH
    around(p, 1, inside)
    np.testing.assert_array_equal(np.flatnonzero(inside), np.arange(16 - COARSE, 16 + COARSE + 1))


@pytest.mark.parametrize("seed", range(5))
def test_what_would_change_something_is_taken_in(seed: int) -> None:
    random = np.random.default_rng(seed)
    graph, F = random_chain(random, 30), 30.0 * random.random(30)
    F -= F.min()
    members = np.sort(np.append(random.choice(np.delete(np.arange(30), F.argmin()), 4, replace=False), F.argmin()))
    p, q = np.zeros(30), np.zeros(30)
    small = part(chain(graph), members)
    p[members], _, _, _, q[members] = solve(F[members], None, small, near(F[members], small), 1e-8, 60, 0.0)
    W, inside = graph.observation(p), np.isin(np.arange(30), members)
    if not W.min() > 0.0:
        return
    play, h = np.empty((6, 30)), np.empty(30)
    respond(p, W, None, 1e-9, play)
    rows(p, F, play, h)
    y, x = 2.0 * p / W, 2.0 * (1.0 - p) / W
    q = q / q.sum()
    cost = F + (1 - q) * y - q * x - graph.matrix() @ (0.25 * ((1 - q) * y**2 + q * x**2))
    wanted = inside | (h > h[members].max() + 1e-6) | (cost < cost[members].min() - 1e-6)
    assert widen(q, F, chain(graph), play, h, members, 1e-6, inside) == bool(
        (wanted & ~np.isin(range(30), members)).any()
    )
    np.testing.assert_array_equal(inside, wanted)


def test_a_bound_from_what_is_no_number_is_no_bound() -> None:
    graph = random_chain(np.random.default_rng(1), 3)
    play = np.ones((6, 3))
    play[1, 2] = np.nan
    assert lower_bound(np.full(3, 1 / 3), play, np.arange(3.0), None, chain(graph)) == -np.inf
