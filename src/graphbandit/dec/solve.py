# mypy: disable-error-code="no-untyped-call"
"""`solve_dec`: choose the method, check the certificate, try harder, and say so where nothing helped."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from graphbandit import checks
from graphbandit.checks import Array
from graphbandit.dec import closed, closed_kernels, patient
from graphbandit.dec.allocation import Allocation
from graphbandit.dec.certificate_kernels import lower_bound, polished
from graphbandit.dec.graph_kernels import observe
from graphbandit.dec.interior_kernels import solve
from graphbandit.dec.local_kernels import respond
from graphbandit.dec.program import scores
from graphbandit.dec.start_kernels import covering, near, scaled
from graphbandit.dec.working_kernels import narrowed
from graphbandit.errors import SettingError, UnobservableError
from graphbandit.graphs import ChainGraph, DenseGraph, Graph

ITERATIONS = 40
PATIENCE = 60
LARGEST_PATIENT = 500  # beyond it the last attempt takes minutes
Candidate = tuple[Array, float, float, int, str]


def solve_dec(losses: Any, graph: Graph, gamma: float, *, box: bool = False, tol: float = 1e-6) -> Allocation:
    """Return the probabilities with the least decision-estimation coefficient, and a proof.

    `losses` (K,) in [0, 1] are predicted, `graph` tells what reveals what, `gamma` > 0 is what a unit of
    squared error is worth. The adversary's losses are free, or in [0, 1] with `box`. The result is certified
    when gamma * (value - bound) <= tol. Chains take O(K) an iteration, matrices O(K³); self-loops, the
    complete graph and apple tasting are written down at once. An answer that does not reach `tol` says
    `certified=False`, with a value and a bound that hold.

    >>> import graphbandit as gb
    >>> found = gb.solve_dec([0.5, 0.3, 0.4], gb.AuctionGraph([0.2, 0.5, 1.0]), gamma=20)
    >>> found.probabilities.round(3)
    array([0.   , 0.843, 0.157])
    >>> found.certified, 20 * (found.value - found.bound) <= 1e-6
    (True, True)
    """
    f = scores(losses, graph)
    scale = checks.gamma(gamma)
    tolerance = checks.positive(tol, "tol", SettingError, "The default is 1e-6.")
    if isinstance(graph, DenseGraph) and graph.unobserved is not None:
        remedy = "Every loss must be revealed by some action with positive probability."
        raise UnobservableError("graph", "must be observable", f"no action that reveals {graph.unobserved}", remedy)
    if graph.actions == 1:
        return Allocation(np.ones(1), 0.0, 0.0)
    F = scaled(f, scale)
    room = np.stack((scale * (1.0 - f), scale * f)) if box else None
    spent = 0
    best: Candidate | None = None
    value, bound = np.inf, 0.0  # an adversary that agrees with the prediction takes nothing
    for candidate in _attempts(f, F, room, graph, scale, tolerance):
        spent += candidate[3]
        bound = max(bound, candidate[2])
        if best is None or candidate[1] < value:
            best, value = candidate, candidate[1]
        if value - bound <= tolerance:
            break
    assert best is not None
    bound = min(bound, value)
    return Allocation(best[0], value / scale, bound / scale, spent, bool(value - bound <= tolerance), best[4])


def _attempts(
    f: Array, F: Array, room: Array | None, graph: Graph, scale: float, tolerance: float
) -> Iterator[Candidate]:
    """Yield ever more patient answers, each with value, bound and iterations in units of 1/γ."""
    K = f.size
    if isinstance(graph, ChainGraph):
        chain = (graph.down, graph.up, graph.shared, graph.own)
        yield (*narrowed(F, room, chain, tolerance, ITERATIONS), "chain")
        uniform = np.full(K, 1.0 / K)
        if K > LARGEST_PATIENT:
            yield (*solve(F, room, chain, uniform, tolerance, PATIENCE, 0.2)[:4], "chain")
            return
        matrix = graph.matrix()
    else:
        matrix = graph.matrix()
        uniform = np.full(K, 1.0 / K)
        kind = closed_kernels.kind(matrix) if room is None else closed_kernels.NONE
        if kind:
            yield _closed(kind, f, F, matrix, scale)
        start = near(F, matrix) if np.diagonal(matrix).min() > 0.5 else covering(matrix, F)
        yield (*solve(F, room, matrix, start, tolerance, ITERATIONS, 0.0)[:4], "dense")
        if K > LARGEST_PATIENT:
            yield (*solve(F, room, matrix, uniform, tolerance, PATIENCE, 0.2)[:4], "dense")
            yield _anything(F, room, matrix)
            return
    program = patient.Program(F, room, matrix)
    with np.errstate(all="ignore"):
        yield (*patient.solve(program, covering(matrix, F), tolerance, PATIENCE, 0.0), "patient")
        yield (*patient.solve(program, uniform, tolerance, PATIENCE, 0.1), "patient")
        yield (*patient.solve(program, uniform, tolerance, PATIENCE, 0.5), "patient")
    yield _anything(F, room, matrix)


def _closed(kind: int, f: Array, F: Array, matrix: Array, scale: float) -> Candidate:
    if kind == closed_kernels.LOOPS:
        loops = np.ascontiguousarray(np.diagonal(matrix))
        p = closed.self_loops(f, loops, scale)
        q = closed.loop_weights(p, loops)
    elif kind == closed_kernels.COMPLETE:
        p = closed.complete(f, scale)
        q = closed.complete_weights(p)
    else:
        p = closed.apple_tasting(f, scale)
        q = closed.apple_weights(p, scale * (f[0] - f[1]))
    return _certified(p, q, F, None, matrix, "closed form")


def _anything(F: Array, room: Array | None, matrix: Array) -> Candidate:
    """Return a distribution that is safe to play where every method failed, with what can be said of it."""
    p = covering(matrix, F)
    return _certified(p, p, F, room, matrix, "fallback")


def _certified(p: Array, q: Array, F: Array, room: Array | None, matrix: Array, method: str) -> Candidate:
    p, value = polished(p, F, room, matrix, -np.inf)
    play = np.empty((6, p.size))
    respond(p, observe(p, matrix), None, 0.0, play)
    return p, value, lower_bound(q, play, F, room, matrix), 0, method
