"""The four ready-made learners as data: their worlds, how a round is reported, and reports to refuse."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

import numpy as np

import graphbandit as gb
from graphbandit import storage
from graphbandit.problems import Shelf, Stakes

D = 3
BIDS = np.linspace(0, 1, 9)
SHELF = Shelf(np.arange(8.0), holding=1.0, shortage=3.0)
STAKES = Stakes(0.2)
Made = Any  # one of the four, which share no type but their shape
Report = Callable[[Made, Any, gb.Round], None]


def report_auction(bidder: gb.Bidder, decision: Any, drawn: gb.Round) -> None:
    assert drawn.state is not None
    price, value = drawn.state
    if BIDS[bidder.learner.played(getattr(decision, "id", decision))] >= price:
        bidder.won(decision, value=value)
    else:
        bidder.lost(decision, price=price)


def report_offer(pricer: gb.Pricer, decision: Any, drawn: gb.Round) -> None:
    assert drawn.state is not None
    sold = pricer.prices[pricer.learner.played(getattr(decision, "id", decision))] <= drawn.state[0]
    (pricer.sold if sold else pricer.unsold)(decision)


def report_order(stocker: gb.Stocker, decision: Any, drawn: gb.Round) -> None:
    assert drawn.state is not None
    stock = SHELF.stocks[stocker.learner.played(getattr(decision, "id", decision))]
    stocker.sold(decision, units=min(stock, drawn.state[0]), sold_out=bool(drawn.state[0] >= stock))


def report_case(triager: gb.Triager, decision: Any, drawn: gb.Round) -> None:
    assert drawn.state is not None
    if triager.learner.played(getattr(decision, "id", decision)) == 0:
        triager.reviewed(decision, guilty=bool(drawn.state[0]))
    else:
        triager.passed(decision)


@final
@dataclass(frozen=True)
class Kind:
    """A ready-made learner, its world, how a round is reported, and reports that must be refused."""

    build: Callable[[], Made]
    world: Callable[[int], gb.World]
    report: Report
    poison: tuple[Callable[[Made, Any], None], ...]


NAN, INF = float("nan"), float("inf")
KINDS: dict[str, Kind] = {
    "bidder": Kind(
        lambda: gb.Bidder(BIDS, D),
        lambda seed: gb.SyntheticAuctions(rounds=1500, context_size=D, seed=seed).world(BIDS),
        report_auction,
        (
            lambda b, d: b.won(d, value=NAN),
            lambda b, d: b.won(d, value=1.1),
            lambda b, d: b.won(d, value=None),
            lambda b, d: b.lost(d, price=NAN),
            lambda b, d: b.lost(d, price=INF),
            lambda b, d: b.lost(d, price=-0.1),
            lambda b, d: b.lost(d, price=BIDS[b.learner.played(getattr(d, "id", d))]),
        ),
    ),
    "pricer": Kind(
        lambda: gb.Pricer(np.linspace(1, 5, 9), D),
        lambda seed: gb.PricingWorld(np.linspace(1, 5, 9), D, seed),
        report_offer,
        (lambda p, d: p.learner.learn(d.id, gb.Feedback(np.zeros(9), np.ones(9, dtype=bool))),),
    ),
    "stocker": Kind(
        lambda: gb.Stocker(SHELF.stocks, D, 1.0, 3.0),
        lambda seed: gb.InventoryWorld(SHELF, D, seed),
        report_order,
        (
            lambda s, d: s.sold(d, units=NAN),
            lambda s, d: s.sold(d, units=-1.0),
            lambda s, d: s.sold(d, units=99.0),
            lambda s, d: s.sold(d, units="many"),
            lambda s, d: s.sold(d, units=99.0, sold_out=True),
            lambda s, d: s.sold(d, units=SHELF.stocks[s.learner.played(getattr(d, "id", d))], sold_out=False),
            lambda s, d: s.sold(d, units=1.0, sold_out=0.5),
        ),
    ),
    "triager": Kind(
        lambda: gb.Triager(D, 0.2),
        lambda seed: gb.TriageWorld(D, STAKES, seed),
        report_case,
        (
            lambda t, d: t.reviewed(d, guilty=0.5),
            lambda t, d: t.passed(d) if d.review else t.reviewed(d, guilty=True),
        ),
    ),
}


def bits(made: Made) -> dict[str, bytes]:
    arrays: storage.Arrays = {}
    for name in ("belief", "rule", "exploration"):
        storage.describe(getattr(made.learner, name), arrays, f"/{name}")
    return {name: array.tobytes() for name, array in arrays.items()}


def play(made: Made, kind: Kind, world: gb.World, rounds: int) -> list[tuple[int, float]]:
    played = []
    for _ in range(rounds):
        drawn = world.draw()
        decision = made.decide(drawn.context)
        kind.report(made, decision, drawn)
        played.append((decision.action, decision.value))
    return played
