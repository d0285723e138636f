# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The four things the interior point asks of a graph, chosen by the compiler from the graph's type.

A graph is its matrix (K, K), or for a chain the tuple (down, up, shared, own) of four arrays (K,).
"""

import numba
import numpy as np
from numba import types
from numba.extending import overload

from graphbandit.dec import chain_kernels, dense_kernels
from graphbandit.graphs.kernels import chain_coverage, chain_observation

OPTIONS = {"error_model": "numpy"}


def observe(p, graph):
    """Return W = gᵀp."""
    return p @ graph if isinstance(graph, np.ndarray) else chain_observation(p, *graph)


def cover(weights, graph):
    """Return g @ weights."""
    return graph @ weights if isinstance(graph, np.ndarray) else chain_coverage(weights, *graph)


def workspace(actions, graph):
    """Return the three arrays that `factor` fills and `newton` reads."""
    return reserve_dense(actions) if isinstance(graph, np.ndarray) else reserve_chain(actions)


def factor(blocks, k, curvature, graph, work):
    """Prepare the Newton system of these blocks (5, K), of which k (K,) are the coefficients of τ."""
    kernels = dense_kernels if isinstance(graph, np.ndarray) else chain_kernels
    return kernels.factor(blocks, k, curvature, graph, work)


def newton(blocks, k, curvature, slope, mass, side, graph, work, dp, dW):
    """Solve it for a gradient (K,), Σ dp = mass and the right side for τ; write dp and dW, return τ."""
    kernels = dense_kernels if isinstance(graph, np.ndarray) else chain_kernels
    return kernels.solve(blocks, k, curvature, slope, mass, side, graph, work, dp, dW)


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
    return lambda p, graph: p @ graph


@overload(cover, jit_options=OPTIONS)
def _cover(weights, graph):
    if isinstance(graph, types.BaseTuple):
        return lambda weights, graph: chain_coverage(weights, graph[0], graph[1], graph[2], graph[3])
    return lambda weights, graph: graph @ weights


@overload(workspace, jit_options=OPTIONS)
def _workspace(actions, graph):
    if isinstance(graph, types.BaseTuple):
        return lambda actions, graph: reserve_chain(actions)
    return lambda actions, graph: reserve_dense(actions)


@overload(factor, jit_options=OPTIONS)
def _factor(blocks, k, curvature, graph, work):
    kernel = (chain_kernels if isinstance(graph, types.BaseTuple) else dense_kernels).factor
    return lambda blocks, k, curvature, graph, work: kernel(blocks, k, curvature, graph, work)


@overload(newton, jit_options=OPTIONS)
def _newton(blocks, k, curvature, slope, mass, side, graph, work, dp, dW):
    kernel = (chain_kernels if isinstance(graph, types.BaseTuple) else dense_kernels).solve
    return lambda blocks, k, curvature, slope, mass, side, graph, work, dp, dW: kernel(
        blocks, k, curvature, slope, mass, side, graph, work, dp, dW
    )
