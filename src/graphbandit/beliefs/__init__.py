"""What is believed of a context, and how it is learnt."""

from graphbandit.beliefs.base import Belief, GraphOracle, Law, LossOracle, Regressor
from graphbandit.beliefs.experts import ConstantExperts, Experts, LinearExperts, LogisticGraphExperts
from graphbandit.beliefs.graphs import (
    FiniteGraphs,
    FiniteGraphsSquare,
    PairwiseLogistic,
    PairwiseSquare,
    SoftmaxAuction,
    SoftmaxAuctionSquare,
)
from graphbandit.beliefs.informed import Informed, PlayedOnly
from graphbandit.beliefs.losses import FiniteLosses, LinearLosses, NetworkLosses, SeparateLosses
from graphbandit.beliefs.oracles import Oracles

__all__ = [
    "Belief",
    "ConstantExperts",
    "Experts",
    "FiniteGraphs",
    "FiniteGraphsSquare",
    "FiniteLosses",
    "GraphOracle",
    "Informed",
    "Law",
    "LinearExperts",
    "LinearLosses",
    "LogisticGraphExperts",
    "LossOracle",
    "NetworkLosses",
    "Oracles",
    "PairwiseLogistic",
    "PairwiseSquare",
    "PlayedOnly",
    "Regressor",
    "SeparateLosses",
    "SoftmaxAuction",
    "SoftmaxAuctionSquare",
]
