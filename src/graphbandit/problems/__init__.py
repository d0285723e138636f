"""What the actions are, what an outcome reveals, the ready-made learners, and simulated worlds."""

from graphbandit.problems.auction import AuctionBelief, BidDecision, Bidder, Lost, Won
from graphbandit.problems.auction_world import AuctionWorld, NormalPrices, SyntheticAuctions
from graphbandit.problems.graph import GraphWorld
from graphbandit.problems.inventory import InventoryBelief, StockDecision, Stocker
from graphbandit.problems.pricing import PriceDecision, Pricer, PricingBelief, Sold, Unsold
from graphbandit.problems.sampled import SampledAuctionBelief
from graphbandit.problems.shelf import LeftOver, Shelf, SoldOut
from graphbandit.problems.triage import Passed, Reviewed, Stakes, TriageBelief, TriageDecision, Triager
from graphbandit.problems.worlds import InventoryWorld, PricingWorld, TriageWorld

__all__ = [
    "AuctionBelief",
    "AuctionWorld",
    "BidDecision",
    "Bidder",
    "GraphWorld",
    "InventoryBelief",
    "InventoryWorld",
    "LeftOver",
    "Lost",
    "NormalPrices",
    "Passed",
    "PriceDecision",
    "Pricer",
    "PricingBelief",
    "PricingWorld",
    "Reviewed",
    "SampledAuctionBelief",
    "Shelf",
    "Sold",
    "SoldOut",
    "Stakes",
    "StockDecision",
    "Stocker",
    "SyntheticAuctions",
    "TriageBelief",
    "TriageDecision",
    "TriageWorld",
    "Triager",
    "Unsold",
    "Won",
]
