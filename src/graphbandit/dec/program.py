"""The program, as its definition reads: everything that solves it is tested against this file.

The decision-estimation coefficient of probabilities p, for predicted losses f, graph g and γ, is

    dec(p) = max over i* and v of  Σ_j p_j v_j - v_{i*} - γ/4 Σ_j W_j (f_j - v_j)²,      W = gᵀp.

Relaxed, v is free; boxed, v lies in [0, 1]^K. For each i* the best v is known, coordinate by coordinate.
"""

from typing import Any

import numpy as np

from graphbandit import checks
from graphbandit.checks import Array
from graphbandit.errors import GraphError, LossError, ProbabilityError
from graphbandit.graphs import Graph
from graphbandit.graphs.kernels import within_unit


def dec_value(probabilities: Any, losses: Any, graph: Graph, gamma: float, *, box: bool = False) -> float:
    """Return the decision-estimation coefficient of probabilities (K,), infinite if relaxed and a loss is unseen.

    >>> import graphbandit as gb
    >>> graph = gb.AuctionGraph([0.2, 0.5, 1.0])
    >>> round(gb.dec_value([0.5, 0.25, 0.25], [0.5, 0.3, 0.4], graph, gamma=10), 4)
    0.2719
    """
    f = scores(losses, graph)
    p = checks.numbers(probabilities, "probabilities", (graph.actions,))
    checks.within_unit(p, "probabilities", ProbabilityError, "Pass a distribution over the actions.")
    if not abs(p.sum() - 1.0) <= 1e-9:
        raise ProbabilityError("probabilities", "must sum to 1", float(p.sum()), "Divide them by their sum.")
    return float(regrets(p, f, graph.observation(p), checks.gamma(gamma), box).max())


def scores(losses: Any, graph: Graph) -> Array:
    """Return `losses` as an array (K,) in [0, 1] for a graph of K actions, or say what is wrong with either."""
    if not isinstance(graph, Graph):
        remedy = "Pass a DenseGraph(matrix), AuctionGraph(win), PricingGraph(sale) or InventoryGraph(clear)."
        raise GraphError("graph", "must be a feedback graph", graph, remedy)
    f = checks.numbers(losses, "losses", (graph.actions,))
    if not within_unit(f):
        checks.within_unit(f, "losses", LossError, "Scale losses to [0, 1].")
    return f


def regrets(p: Array, f: Array, W: Array, gamma: float, box: bool) -> Array:
    """Return, for each i*, the regret that the worst v inflicts beyond what observing it costs: (K,).

    What i* is left out of is summed without it, and losses are taken from their least: at γ = 1e9 nothing is
    left of what one subtracts from a sum.
    """
    K = p.size
    above = boosts(p, W, gamma, 1.0 - f if box else None)
    rest = np.array([p[np.arange(K) != i].sum() for i in range(K)])
    below = boosts(rest, W, gamma, f if box else None)
    f = f - f.min()
    others = np.array([above[np.arange(K) != i].sum() for i in range(K)])
    regret: Array = p @ f + others + below - f
    return regret


def boosts(a: Array, W: Array, gamma: float, room: Array | None) -> Array:
    """Return max_y a y - γ/4 W y² for each coordinate, over y >= 0 that stays within `room`."""
    with np.errstate(divide="ignore", invalid="ignore"):
        free = np.where(a == 0.0, 0.0, 2.0 * a / (gamma * W))
    if room is None:
        value: Array = np.where(a == 0.0, 0.0, 0.5 * a * free)
        return value
    y = np.minimum(free, room)
    value = a * y - 0.25 * gamma * W * y**2
    return value


def dual_bound(q: Array, p: Array, losses: Array, graph: Graph, gamma: float, *, box: bool = False) -> float:
    """Return a lower bound on every dec, from weights q (K,) on i* and the deviations that p (K,) suggests.

    Let the adversary draw i* from q and answer with fixed losses, f_j + y_j for j != i* and f_j - x_j for j =
    i*. What that inflicts is linear in the learner's probabilities, so its least value over the simplex is at
    a vertex; and the adversary of the program can only do worse to the learner. Any q, y >= 0 and x >= 0 give
    a bound.
    """
    W = graph.observation(p)
    f = losses - losses.min()
    y = 2.0 * p / (gamma * W)
    x = 2.0 * (1.0 - p) / (gamma * W)
    if box:
        y = np.minimum(y, 1.0 - losses)
        x = np.minimum(x, losses)
    q = q / q.sum()
    cost = 0.25 * gamma * graph.coverage((1.0 - q) * y**2 + q * x**2)
    return float(q @ (x - f) + (f + (1.0 - q) * y - q * x - cost).min())
