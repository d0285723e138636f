# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The four things the interior point asks of a graph, chosen by the compiler from the graph's type.

A graph is its matrix (K, K), or for a chain the tuple (down, up, shared, own) of four arrays (K,).
"""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from graphbandit.dec import chain_kernels, dense_kernels
from graphbandit.graphs.kernels import chain_coverage, chain_observation

OPTIONS: Any = {"error_model": "numpy"}
EXACT = 1e-14  # what rounding leaves of a Newton system that was solved as well as can be


def observe(p, graph):
    """Return W = gᵀp."""
    return dense_kernels.observed(p, graph) if isinstance(graph, np.ndarray) else chain_observation(p, *graph)


def cover(weights, graph):
    """Return g @ weights."""
    return dense_kernels.covered(weights, graph) if isinstance(graph, np.ndarray) else chain_coverage(weights, *graph)


def workspace(actions, graph):
    """Return the three arrays that `factor` fills and `newton` reads."""
    return reserve_dense(actions) if isinstance(graph, np.ndarray) else reserve_chain(actions)


def factor(blocks, k, curvature, weight, pull, graph, work):
    """Prepare the Newton system of these blocks (5, K), of which k (K,) are the coefficients of τ.

    `pull` (K,) is the gradient of the anchor's row, of this weight in the others; 0 where there is no anchor.
    """
    kernels = dense_kernels if isinstance(graph, np.ndarray) else chain_kernels
    return kernels.factor(blocks, k, curvature, weight, pull, graph, work)


def newton(k, curvature, slope, mass, side, graph, work, dp, dW):
    """Solve it for a gradient (K,), Σ dp = mass and the right side for τ; write dp and dW; return τ and ν."""
    kernels = dense_kernels if isinstance(graph, np.ndarray) else chain_kernels
    return kernels.solve(k, curvature, slope, mass, side, graph, work, dp, dW)


@numba.njit(cache=True)
def reserve_chain(actions):
    """Reserve gains, responses and closing."""
    return np.empty((8, actions)), np.empty((6, actions)), np.empty((4, 4))


@numba.njit(cache=True)
def reserve_dense(actions):
    """Reserve the Cholesky factor, the border's solutions, and the roots of the matrix."""
    return np.empty((actions, actions)), np.empty((2, actions)), np.empty((actions, 2 * actions))


@overload(observe, jit_options=OPTIONS)
def _observe(p, graph):
    if isinstance(graph, types.BaseTuple):
        return lambda p, graph: chain_observation(p, graph[0], graph[1], graph[2], graph[3])
    return lambda p, graph: dense_kernels.observed(p, graph)


@overload(cover, jit_options=OPTIONS)
def _cover(weights, graph):
    if isinstance(graph, types.BaseTuple):
        return lambda weights, graph: chain_coverage(weights, graph[0], graph[1], graph[2], graph[3])
    return lambda weights, graph: dense_kernels.covered(weights, graph)


@overload(workspace, jit_options=OPTIONS)
def _workspace(actions, graph):
    if isinstance(graph, types.BaseTuple):
        return lambda actions, graph: reserve_chain(actions)
    return lambda actions, graph: reserve_dense(actions)


@overload(factor, jit_options=OPTIONS)
def _factor(blocks, k, curvature, weight, pull, graph, work):
    kernel = (chain_kernels if isinstance(graph, types.BaseTuple) else dense_kernels).factor
    return lambda blocks, k, curvature, weight, pull, graph, work: kernel(
        blocks, k, curvature, weight, pull, graph, work
    )


@overload(newton, jit_options=OPTIONS)
def _newton(k, curvature, slope, mass, side, graph, work, dp, dW):
    kernel = (chain_kernels if isinstance(graph, types.BaseTuple) else dense_kernels).solve
    return lambda k, curvature, slope, mass, side, graph, work, dp, dW: kernel(
        k, curvature, slope, mass, side, graph, work, dp, dW
    )


@numba.njit(cache=True, error_model="numpy")
def refined(blocks, k, curvature, weight, pull, slope, mass, side, graph, work, dp, dW, rest, flow, again):
    """Solve the Newton system and, with `again`, correct it by what is left over; write dp and dW, return τ.

    What is left is computed from the blocks, which the factored system has added up. Where it is rounding alone,
    as in nearly all programs that are not hostile, there is nothing to correct.
    """
    tau, nu = newton(k, curvature, slope, mass, side, graph, work, dp, dW)
    if not again:
        return tau
    seen = observe(dp, graph)
    size = abs(side) + abs(curvature * tau)
    side -= curvature * tau
    pulled = 0.0
    turned = 0.0
    for j in range(dp.size):
        E11 = blocks[0, j] * blocks[0, j]
        E12 = E11 * blocks[1, j]
        E22 = E12 * blocks[1, j] + blocks[2, j] * blocks[2, j]
        rest[j] = slope[j] + E11 * dp[j] + E12 * seen[j] + tau * k[j] + nu
        flow[j] = E12 * dp[j] + E22 * seen[j]
        mass -= dp[j]
        turned += k[j] * dp[j]
        pulled += pull[j] * dp[j]
    side -= turned
    covered = cover(flow, graph)
    left = 0.0
    largest = 0.0
    for j in range(dp.size):
        rest[j] += covered[j]
        if weight > 0.0:
            rest[j] -= pulled * (k[j] + weight * pull[j]) + turned * pull[j]
        left = max(left, abs(rest[j]))
        largest = max(largest, abs(slope[j]))
    if left <= EXACT * largest and abs(side) <= EXACT * size and abs(mass) <= EXACT:
        for j in range(dp.size):
            dW[j] = seen[j]
        return tau
    more, _ = newton(k, curvature, rest, mass, side, graph, work, flow, dW)
    for j in range(dp.size):
        dp[j] += flow[j]
    seen = observe(dp, graph)
    for j in range(dp.size):
        dW[j] = seen[j]
    return tau + more
