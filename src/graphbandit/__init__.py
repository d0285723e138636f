"""Decide, then learn from everything the decision revealed.

Contextual bandits with feedback graphs that nobody tells you in advance. Every name here is loaded when it is
first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphbandit import errors
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

__all__ = [
    "Allocation",
    "AuctionGraph",
    "ChainGraph",
    "DenseGraph",
    "Feedback",
    "Graph",
    "GraphbanditError",
    "InventoryGraph",
    "PricingGraph",
    "dec_value",
    "errors",
    "independence_bounds",
    "independence_number",
    "observability",
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
}
_ROOM = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module("graphbandit.errors")
    if name not in _ROOM:
        raise AttributeError(f"module 'graphbandit' has no attribute {name!r}")
    value = getattr(import_module(_ROOM[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
