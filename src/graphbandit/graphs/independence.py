"""The largest set of actions that reveal nothing of one another: exactly, or between certified bounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from graphbandit.checks import Mask
from graphbandit.errors import SettingError
from graphbandit.graphs.observability import support

_BUDGET = 50_000
_DEPTH = 250  # nested frames; Python allows 1,000 and a frame here takes two


@final
@dataclass(frozen=True)
class IndependenceBounds:
    """Bounds on the independence number: `independent_set` attains `lower`, and no set exceeds `upper`."""

    lower: int
    upper: int
    independent_set: tuple[int, ...]


def independence_number(matrix: Any) -> int:
    """Return the size of the largest set of actions of which no two are connected in either direction.

    Takes a (K, K) array or a `Graph`; every entry above zero counts as an edge, self-loops do not. Of a graph
    of probabilities this is the number of its support: in an `AuctionGraph` two actions are connected if one
    of them may reveal the other. A graph drawn from it has fewer edges, so its number can be greater.

    Exact for nearly all graphs of up to a hundred actions. Where the search is cut off, the answer is a
    certified upper bound, never less than the number itself; `independence_bounds` tells both bounds.

    >>> independence_number([[1, 0, 0], [0, 1, 1], [0, 0, 1]])
    2
    """
    return independence_bounds(matrix).upper


def independence_bounds(matrix: Any, budget: int = _BUDGET) -> IndependenceBounds:
    """Bound the independence number (see `independence_number`) by a search of at most `budget` nodes.

    >>> independence_bounds([[1, 0, 0], [0, 1, 1], [0, 0, 1]])
    IndependenceBounds(lower=2, upper=2, independent_set=(0, 1))
    """
    if isinstance(budget, bool) or not isinstance(budget, int) or not budget >= 0:
        raise SettingError("budget", "must be a whole number of search nodes", budget, "Pass 0 or more.")
    edges = support(matrix)
    search = _Search(_neighbours(edges | edges.T), budget)
    found, upper = 0, 0
    for component in search.components((1 << len(edges)) - 1):
        best = search.better(component, 0) or 0
        found |= best
        upper += len(search.cover(component)) if search.cut else best.bit_count()
    return IndependenceBounds(found.bit_count(), upper, tuple(_members(found)))


def _neighbours(connected: Mask) -> list[int]:
    """Return the neighbours of every node but itself, as bitsets."""
    connected = connected & ~np.eye(len(connected), dtype=np.bool_)
    rows = np.packbits(connected, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def _members(nodes: int) -> Iterator[int]:
    while nodes:
        lowest = nodes & -nodes
        yield lowest.bit_length() - 1
        nodes ^= lowest


class _Search:
    """Branch and bound for the largest independent set; sets of nodes are the bits of integers.

    The bound is a greedy clique cover, for an independent set takes at most one node of a clique (Tomita's
    colouring, seen from the complement). Nodes of degree at most one are taken at once, and unconnected parts
    are searched one by one, which keeps sparse graphs within reach too.
    """

    def __init__(self, neighbours: list[int], budget: int) -> None:
        self.neighbours = neighbours
        self.budget = budget
        self.cut = False

    def better(self, nodes: int, floor: int, depth: int = 0) -> int | None:
        """Return the largest independent set in `nodes` if larger than `floor`; the best until cut off."""
        best, taken = None, 0
        while not self.cut:
            forced, nodes = self.reduce(nodes)
            taken |= forced
            room = floor - taken.bit_count()
            parts = list(self.components(nodes))
            if len(parts) != 1:
                rest = self.apart(parts, room, depth)
                return best if rest is None else taken | rest
            cover = self.cover(nodes)
            if len(cover) <= room:
                return best
            self.budget -= 1
            self.cut = self.budget < 0 or depth >= _DEPTH
            pivot = self.pivot(cover[max(room, 0) :], nodes)
            found = self.better(nodes & ~self.neighbours[pivot] & ~(1 << pivot), room - 1, depth + 1)
            if found is not None:
                best = taken | found | 1 << pivot
                floor = best.bit_count()
            nodes &= ~(1 << pivot)
        fallback = taken | self.greedy(nodes)
        return fallback if fallback.bit_count() > floor else best

    def apart(self, parts: list[int], floor: int, depth: int) -> int | None:
        """Return the same for `parts` that no edge connects, one after the other."""
        covers = [len(self.cover(part)) for part in parts]
        upper = sum(covers)
        found = 0
        for part, cover in zip(parts, covers, strict=True):
            best = self.better(part, floor - (upper - cover), depth + 1)
            if best is None:
                return None
            found |= best
            upper += best.bit_count() - cover
        return found if upper > floor else None

    def reduce(self, nodes: int) -> tuple[int, int]:
        """Take nodes of degree at most one, which some largest set holds; return the taken and the left."""
        taken, queue = 0, nodes
        while queue:
            bit = queue & -queue
            queue ^= bit
            linked = self.neighbours[bit.bit_length() - 1] & nodes
            if not bit & nodes or linked & (linked - 1):
                continue
            taken |= bit
            nodes &= ~(bit | linked)
            if linked:
                queue = (queue | self.neighbours[linked.bit_length() - 1]) & nodes
        return taken, nodes

    def components(self, nodes: int) -> Iterator[int]:
        """Yield the connected components of `nodes`."""
        while nodes:
            component, frontier = 0, nodes & -nodes
            while frontier:
                component |= frontier
                reached = 0
                for node in _members(frontier):
                    reached |= self.neighbours[node]
                frontier = reached & nodes & ~component
            yield component
            nodes &= ~component

    def cover(self, nodes: int) -> list[int]:
        """Cover `nodes` by cliques, greedily."""
        cliques = []
        while nodes:
            clique, candidates = 0, nodes
            while candidates:
                bit = candidates & -candidates
                clique |= bit
                candidates &= self.neighbours[bit.bit_length() - 1]
            cliques.append(clique)
            nodes &= ~clique
        return cliques

    def pivot(self, cliques: list[int], nodes: int) -> int:
        """Return the node of the greatest degree among `cliques`; branching there shrinks `nodes` most."""
        choices = (node for clique in cliques for node in _members(clique))
        return max(choices, key=lambda node: (self.neighbours[node] & nodes).bit_count())

    def greedy(self, nodes: int) -> int:
        """Return an independent set within `nodes`, taking a node of the least degree each time."""
        taken = 0
        while nodes:
            node = min(_members(nodes), key=lambda node: (self.neighbours[node] & nodes).bit_count())
            taken |= 1 << node
            nodes &= ~(self.neighbours[node] | 1 << node)
        return taken
