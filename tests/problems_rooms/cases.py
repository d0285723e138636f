"""Every problem at a known driver: who reveals what, and what everything costs, from the definitions alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.graphs import AuctionGraph, Graph, InventoryGraph, PricingGraph
from graphbandit.problems import LeftOver, Lost, Shelf, Sold, SoldOut, Unsold, Won

BIDS = np.array([0.0, 0.2, 0.5, 0.9])
PRICES = np.array([1.0, 2.0, 3.5, 4.0])
SHELF = Shelf(np.array([0.0, 2.0, 3.0, 6.0]), holding=1.0, shortage=3.0)


@final
@dataclass(frozen=True, eq=False)
class Case:
    """An action at a known driver: its outcome, the `graph` and `losses` (K,) there, and whom it `reveals` (K,)."""

    name: str
    action: int
    outcome: Outcome
    graph: Graph
    losses: Array
    reveals: list[bool]
    whole: bool


def auctions() -> Iterator[Case]:
    for price in (-1.0, 0.0, 0.1, 0.2, 0.5, 0.7, 0.9, 1.0, 3.0):
        for i, bid in enumerate(BIDS):
            wins = bool(bid >= price)
            outcome = Won(BIDS, i, 0.6) if wins else Lost(BIDS, i, price)
            graph = AuctionGraph((price <= BIDS).astype(float))
            losses = np.array([0.5 * (1 - (0.6 - a)) if a >= price else 0.5 for a in BIDS])
            reveals = [j >= i if wins else bool(a < price) for j, a in enumerate(BIDS)]
            yield Case(f"auction, price {price}, bid {bid}", i, outcome, graph, losses, reveals, not wins)


def offers() -> Iterator[Case]:
    for value in (0.0, 1.0, 1.5, 2.0, 3.5, 3.7, 4.0, 9.0):
        for i, price in enumerate(PRICES):
            sold = bool(value >= price)
            outcome = Sold(PRICES, i) if sold else Unsold(PRICES, i)
            graph = PricingGraph((value >= PRICES).astype(float))
            losses = np.array([1 - a / 4.0 if value >= a else 1.0 for a in PRICES])
            reveals = [j <= i if sold else j >= i for j in range(4)]
            yield Case(f"pricing, value {value}, price {price}", i, outcome, graph, losses, reveals, False)


def orders() -> Iterator[Case]:
    for demand in (0.0, 1.0, 2.0, 2.5, 3.0, 5.0, 6.0, 20.0):
        for i, stock in enumerate(SHELF.stocks):
            out = bool(demand >= stock)
            outcome = SoldOut(SHELF, i) if out else LeftOver(SHELF, i, demand)
            graph = InventoryGraph((demand < SHELF.stocks).astype(float))
            costs = [max(s - demand, 0) + 3 * max(demand - s, 0) - 3 * demand for s in SHELF.stocks]
            losses = (np.array(costs) + 3 * 6.0) / (4 * 6.0)
            reveals = [j <= i or not out for j in range(4)]
            yield Case(f"inventory, demand {demand}, stock {stock}", i, outcome, graph, losses, reveals, not out)


CASES = {case.name: case for make in (auctions, offers, orders) for case in make()}
