"""Learners that know what drives their problem, and its world, as data."""

from collections.abc import Callable
from typing import Any

import numpy as np

import graphbandit as gb
from graphbandit.problems import (
    InventoryWorld,
    Pricer,
    PricingWorld,
    Shelf,
    Stocker,
    SyntheticAuctions,
    Triager,
    TriageWorld,
)
from graphbandit.world import World

GRID = np.linspace(0, 1, 9)
DRIVERS: dict[str, Callable[[dict[str, Any]], tuple[gb.Learner, World]]] = {
    "auction": lambda s: (gb.Bidder(GRID, 3, **s).learner, SyntheticAuctions(1000, 3, seed=1).world(GRID)),
    "pricing": lambda s: (Pricer(GRID, 3, **s).learner, PricingWorld(GRID, 3, seed=1)),
    "inventory": lambda s: (Stocker(GRID, 3, **s).learner, InventoryWorld(Shelf(GRID, 1.0, 1.0), 3, seed=1)),
    "triage": lambda s: (Triager(3, **s).learner, TriageWorld(3, seed=1)),
}


def build(name: str, **settings: Any) -> tuple[gb.Learner, World]:
    return DRIVERS[name](settings)


def play(learner: gb.Learner, world: World, rounds: int, delay: int = 0) -> bytes:
    """Run, and return what was decided, to the bit; the last `delay` outcomes never come."""
    trace, late = [], []
    for _ in range(rounds):
        drawn = world.draw()
        decision = learner.decide(drawn.context)
        late.append((decision, world.reveal(drawn, decision.action)))
        if len(late) > delay:
            learner.learn(*late.pop(0))
        trace.append(decision.probabilities)
        trace.append(np.array([decision.action, decision.value, decision.bound], dtype=float))
    return np.concatenate(trace).tobytes()
