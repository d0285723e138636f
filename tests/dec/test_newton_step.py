"""The Newton systems of chains and matrices against dense linear algebra."""

from typing import Any

import numpy as np
import pytest
from tests.dec.twins import State, chain, hessian, jacobian, random_chain, random_matrix, state

from graphbandit.checks import Array
from graphbandit.dec import chain_kernels, dense_kernels, local_kernels
from graphbandit.dec.graph_kernels import refined
from graphbandit.dec.interior_kernels import aim, meeting, reach


def random_blocks(random: np.random.Generator, K: int, spread: float) -> Array:
    blocks = 10.0 ** (spread * random.normal(size=(5, K)))
    blocks[1] *= random.choice([-1.0, 1.0], K)
    blocks[3:] *= random.choice([-1.0, 1.0], (2, K))
    return blocks


def quadratic(blocks: Array, matrix: Array) -> Array:
    """Σ_j of the block's quadratic in (dp_j, dW_j) with dW = gᵀdp."""
    K = len(matrix)
    total = np.zeros((K, K))
    for j in range(K):
        first = blocks[0, j] * (np.eye(K)[j] + blocks[1, j] * matrix[:, j])
        second = blocks[2, j] * matrix[:, j]
        total += np.outer(first, first) + np.outer(second, second)
    return total


def bordered(M: Array, k: Array, curvature: float, slope: Array, mass: float, side: float) -> Array:
    K = k.size
    whole = np.zeros((K + 2, K + 2))
    whole[:K, :K] = M
    whole[:K, K] = whole[K, :K] = k
    whole[:K, K + 1] = whole[K + 1, :K] = 1.0
    whole[K, K] = curvature
    return np.linalg.solve(whole, np.concatenate([-slope, [side, mass]]))


def reserved(K: int, dense: bool) -> tuple[Array, ...]:
    shapes = ((K, K), (2, K), (K, 2 * K)) if dense else ((8, K), (6, K), (4, 4))
    return tuple(np.empty(shape) for shape in shapes)


@pytest.mark.parametrize("K", [2, 3, 7, 40])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("dense", [False, True])
def test_factored_system_solves_the_bordered_one(K: int, seed: int, dense: bool) -> None:
    random = np.random.default_rng((seed, K))
    graph = random_chain(random, K)
    matrix = graph.matrix()
    blocks, k, g = random_blocks(random, K, 0.5), random.normal(size=K), random.normal(size=K)
    curvature, mass, side = float(random.random()), float(random.normal()), float(random.normal())
    dp, dW = np.empty(K), np.empty(K)
    target: Any = matrix if dense else chain(graph)
    kernels: Any = dense_kernels if dense else chain_kernels
    work = reserved(K, dense)
    kernels.factor(blocks, k, curvature, 0.0, np.zeros(K), target, work)
    tau, nu = kernels.solve(k, curvature, g, mass, side, target, work, dp, dW)
    expected = bordered(quadratic(blocks, matrix), k, curvature, g, mass, side)
    np.testing.assert_allclose(dp, expected[:K], rtol=1e-6, atol=1e-8 * np.abs(expected).max())
    assert (tau, nu) == pytest.approx(tuple(expected[K:]), rel=1e-6, abs=1e-8)
    np.testing.assert_allclose(dW, matrix.T @ dp, rtol=1e-9, atol=1e-10 * np.abs(dp).sum())


def step(at: State, graph: Any, target_s: Array, target_p: Array, mass: float) -> tuple[Array, ...]:
    """One Newton step as the method takes it: dp, ds, dq, dz, du, the residual it meets, and `play`."""
    K = at.p.size
    W = at.matrix.T @ at.p
    play, blocks, g = np.empty((6, K)), np.empty((5, K)), np.empty((2, K))
    local_kernels.respond(at.p, W, at.room, 0.1, play)
    residual = np.random.default_rng(0).normal(size=K)
    anchor = local_kernels.anchor_of(play)
    curvature, weight = local_kernels.linearise(at.p, W, at.s, at.q, at.z, play, anchor, blocks)
    k = at.matrix @ blocks[4] + blocks[3]
    pull = np.zeros(K)
    if anchor >= 0:
        both = play[0, anchor] + play[1, anchor]
        pull = at.matrix[:, anchor] * (play[0, anchor] - play[1, anchor]) * both
        pull[anchor] -= 2.0 * both
        k = k - weight * pull
    dense = not isinstance(graph, tuple)
    work = reserved(K, dense)
    kernels: Any = dense_kernels if dense else chain_kernels
    kernels.factor(blocks, k, curvature, weight, pull, graph, work)
    side = local_kernels.gradient(at.p, at.F, at.s, at.q, residual, target_s, target_p, play, anchor, g)
    slope = at.matrix @ g[1] + g[0]
    dp, dW, ds, dq, dz = (np.empty(K) for _ in range(5))
    tau = refined(blocks, k, curvature, weight, pull, slope, mass, side, graph, work, dp, dW, ds, dq, 1)
    du = local_kernels.recover(
        at.p, at.F, at.s, at.q, at.z, residual, target_s, target_p, play, anchor, dp, dW, tau, ds, dq, dz
    )
    return dp, ds, dq, dz, np.array([du]), residual, play


@pytest.mark.parametrize("box", [False, True])
@pytest.mark.parametrize("kind", ["chain", "matrix"])
@pytest.mark.parametrize("seed", range(6))
def test_step_solves_the_linearised_optimality_conditions(seed: int, kind: str, box: bool) -> None:
    random = np.random.default_rng(seed)
    K = 6
    drawn = random_chain(random, K)
    matrix = drawn.matrix() if kind == "chain" else random_matrix(random, K)
    at = state(seed, matrix, box, spread=0.5)
    target_s, target_p = random.random(K), random.random(K)
    graph = chain(drawn) if kind == "chain" else matrix
    dp, ds, dq, dz, du, residual, play = step(at, graph, target_s, target_p, 0.05)
    J = jacobian(at, play)
    np.testing.assert_allclose(J @ dp - du + ds, -residual, atol=1e-7 * (1 + np.abs(J @ dp).max()))
    np.testing.assert_allclose(at.s * dq + at.q * ds, target_s - at.s * at.q, atol=1e-8)
    np.testing.assert_allclose(at.p * dz + at.z * dp, target_p - at.p * at.z, atol=1e-8)
    assert dp.sum() == pytest.approx(0.05, abs=1e-8)
    assert (at.q + dq).sum() == pytest.approx(1.0, abs=1e-6)
    force = hessian(at, play) @ dp + J.T @ (at.q + dq) - (at.z + dz)
    size = np.abs(hessian(at, play)) @ np.abs(dp) + np.abs(J.T) @ np.abs(at.q + dq) + np.abs(at.z + dz)
    assert np.ptp(force) <= 1e-7 * size.max()  # it equals ν, the same for every action


def test_some_drawn_matrix_has_an_anchor() -> None:
    anchors = []
    for seed in range(6):
        random = np.random.default_rng(seed)
        random_chain(random, 6)
        at = state(seed, random_matrix(random, 6), False, spread=0.5)
        anchors.append(float((at.p / (at.matrix.T @ at.p)).max()))
    assert max(anchors) > 1.0


@pytest.mark.parametrize("n", [1, 2, 5, 30])
def test_elimination_solves_systems_that_need_pivots(n: int) -> None:
    random = np.random.default_rng(n)
    system = random.normal(size=(n, n)) * 10.0 ** random.integers(-8, 8, (n, 1))
    system[0, 0] = 0.0 if n > 1 else 2.0
    right = system @ np.ones(n)
    np.testing.assert_allclose(dense_kernels.eliminate(system, right), np.ones(n), rtol=1e-8)


@pytest.mark.parametrize("K", [1, 2, 3, 8])
def test_gram_and_factor_rebuild_the_matrix(K: int) -> None:
    A = np.random.default_rng(K).normal(size=(K, 2 * K))
    M = np.empty((K, K))
    dense_kernels.gram(A, M)
    np.testing.assert_allclose(np.tril(M), np.tril(A @ A.T), rtol=1e-12, atol=1e-12)
    whole = A @ A.T
    lower = np.tril(dense_kernels.cholesky(M.copy()))
    np.testing.assert_allclose(lower @ lower.T, whole, rtol=1e-10, atol=1e-10)
    x = np.ones(K)
    dense_kernels.substitute(lower, x)
    np.testing.assert_allclose(whole @ x, np.ones(K), rtol=1e-7)


def test_a_lost_pivot_freezes_its_variable() -> None:
    M = np.array([[1.0, 0.0], [1.0, 1.0]])
    dense_kernels.cholesky(M)
    x = np.array([1.0, 1.0])
    dense_kernels.substitute(M, x)
    assert np.isfinite(x).all()
    assert abs(x[1]) < 1e-60


def test_steps_stop_at_their_share_of_the_boundary() -> None:
    x, dx = np.array([1.0, 2.0, 3.0]), np.array([-2.0, 1.0, -1.0])
    assert reach(x, dx, 1.0) == 0.5
    assert reach(x, dx, 0.5) == 0.25
    assert reach(x, np.abs(dx), 1.0) == 1.0
    y, dy = np.array([1.0, 1.0, 1.0]), np.array([0.5, -0.5, 0.0])
    assert meeting(x, dx, y, dy, 0.5, 0.2) == pytest.approx((x + 0.5 * dx) @ (y + 0.2 * dy))
    out = np.empty(3)
    aim(0.01, dx, dy, out)
    np.testing.assert_allclose(out, 0.01 - np.clip(dx * dy, -0.1, 0.1))
