"""Oracles of feedback graphs, under log loss; and their twins under square loss."""

from graphbandit.beliefs.graphs.finite import FiniteGraphs
from graphbandit.beliefs.graphs.logistic import PairwiseLogistic
from graphbandit.beliefs.graphs.softmax import SoftmaxAuction
from graphbandit.beliefs.graphs.square import FiniteGraphsSquare, PairwiseSquare, SoftmaxAuctionSquare

__all__ = [
    "FiniteGraphs",
    "FiniteGraphsSquare",
    "PairwiseLogistic",
    "PairwiseSquare",
    "SoftmaxAuction",
    "SoftmaxAuctionSquare",
]
