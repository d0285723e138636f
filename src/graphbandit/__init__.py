"""Decide, then learn from everything the decision revealed.

Contextual bandits with feedback graphs that nobody tells you in advance. Every name here is loaded when it is
first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphbandit import beliefs, errors, exploration, problems, rules
    from graphbandit.dec import Allocation, dec_value, solve_dec
    from graphbandit.errors import GraphbanditError
    from graphbandit.feedback import Feedback
    from graphbandit.graphs import (
        AuctionGraph,
        ChainGraph,
        DenseGraph,
        Graph,
        InventoryGraph,
        PricingGraph,
        independence_bounds,
        independence_number,
        observability,
    )
    from graphbandit.learner import Decision, Learner
    from graphbandit.problems import (
        AuctionWorld,
        Bidder,
        GraphWorld,
        InventoryWorld,
        Pricer,
        PricingWorld,
        Stocker,
        SyntheticAuctions,
        Triager,
        TriageWorld,
    )
    from graphbandit.simulation import History, simulate
    from graphbandit.world import Round, World

__all__ = [
    "Allocation",
    "AuctionGraph",
    "AuctionWorld",
    "Bidder",
    "ChainGraph",
    "Decision",
    "DenseGraph",
    "Feedback",
    "Graph",
    "GraphWorld",
    "GraphbanditError",
    "History",
    "InventoryGraph",
    "InventoryWorld",
    "Learner",
    "Pricer",
    "PricingGraph",
    "PricingWorld",
    "Round",
    "Stocker",
    "SyntheticAuctions",
    "TriageWorld",
    "Triager",
    "World",
    "beliefs",
    "dec_value",
    "errors",
    "exploration",
    "independence_bounds",
    "independence_number",
    "observability",
    "problems",
    "rules",
    "simulate",
    "solve_dec",
]

_ROOMS = {
    "graphbandit.dec": ("Allocation", "dec_value", "solve_dec"),
    "graphbandit.errors": ("GraphbanditError",),
    "graphbandit.feedback": ("Feedback",),
    "graphbandit.graphs": (
        "AuctionGraph",
        "ChainGraph",
        "DenseGraph",
        "Graph",
        "InventoryGraph",
        "PricingGraph",
        "independence_bounds",
        "independence_number",
        "observability",
    ),
    "graphbandit.learner": ("Decision", "Learner"),
    "graphbandit.problems": (
        "AuctionWorld",
        "Bidder",
        "GraphWorld",
        "InventoryWorld",
        "Pricer",
        "PricingWorld",
        "Stocker",
        "SyntheticAuctions",
        "TriageWorld",
        "Triager",
    ),
    "graphbandit.simulation": ("History", "simulate"),
    "graphbandit.world": ("Round", "World"),
}
_MODULES = ("beliefs", "errors", "exploration", "problems", "rules")
_ROOM = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"graphbandit.{name}")
    if name not in _ROOM:
        raise AttributeError(f"module 'graphbandit' has no attribute {name!r}")
    value = getattr(import_module(_ROOM[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
