"""Feedback graphs: what playing an action reveals of the losses of the others."""

from graphbandit.graphs.base import Graph
from graphbandit.graphs.chain import AuctionGraph, ChainGraph, InventoryGraph, PricingGraph
from graphbandit.graphs.dense import DenseGraph
from graphbandit.graphs.independence import IndependenceBounds, independence_bounds, independence_number
from graphbandit.graphs.observability import observability

__all__ = [
    "AuctionGraph",
    "ChainGraph",
    "DenseGraph",
    "Graph",
    "IndependenceBounds",
    "InventoryGraph",
    "PricingGraph",
    "independence_bounds",
    "independence_number",
    "observability",
]
