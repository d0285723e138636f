"""Learners and worlds as data: every rule, every belief, in worlds of every kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

import graphbandit as gb
from graphbandit import storage
from graphbandit.beliefs import (
    Belief,
    FiniteGraphs,
    FiniteGraphsSquare,
    FiniteLosses,
    Informed,
    LinearLosses,
    NetworkLosses,
    Oracles,
    PairwiseLogistic,
    PairwiseSquare,
    PlayedOnly,
    SoftmaxAuction,
    SoftmaxAuctionSquare,
)
from graphbandit.exploration import Exploration
from graphbandit.pending import pack
from graphbandit.rules import Dec, EpsilonGreedy, Fixed, Greedy, InverseGap, Rule

K, D = 5, 3
WORLDS = ("strong", "others", "weak", "informed", "full")
RESUMED = ("Dec, linear + logistic, strong", "Dec, finite + finite, weak", "Dec boxed, network + square, full")


def world_of(kind: str, seed: int = 0) -> gb.GraphWorld:
    full = kind == "full"
    return gb.GraphWorld.random(K, D, "strong" if full else kind, seed, full=full)  # type: ignore[arg-type]


def _finite(kind: str, seed: int) -> tuple[FiniteLosses, FiniteGraphs, FiniteGraphsSquare]:
    family = "strong" if kind == "full" else kind
    losses, graphs = world_of(kind, seed).experts(8, family)  # type: ignore[arg-type]
    return FiniteLosses(losses), FiniteGraphs(graphs), FiniteGraphsSquare(graphs)


Build = Callable[[str, int], Belief]
BELIEFS: dict[str, Build] = {
    "linear + logistic": lambda k, s: Oracles(LinearLosses(K, D), PairwiseLogistic(K, D, self_loops=k != "weak")),
    "network + square": lambda k, s: Oracles(NetworkLosses(K, D, hidden=8, rate=0.05), PairwiseSquare(K, D)),
    "finite + finite": lambda k, s: Oracles(*_finite(k, s)[:2]),
    "finite + finite square": lambda k, s: Oracles(_finite(k, s)[0], _finite(k, s)[2]),
    "linear + softmax": lambda k, s: Oracles(LinearLosses(K, D), SoftmaxAuction(K, D)),
    "network + softmax square": lambda k, s: Oracles(NetworkLosses(K, D, hidden=8), SoftmaxAuctionSquare(K, D)),
    "informed linear": lambda k, s: Informed(LinearLosses(K, D)),
    "informed finite": lambda k, s: Informed(_finite(k, s)[0]),
    "played only linear": lambda k, s: PlayedOnly(LinearLosses(K, D)),
    "played only network": lambda k, s: PlayedOnly(NetworkLosses(K, D, hidden=8)),
}
RULES: dict[str, Rule] = {
    "Dec": Dec(),
    "Dec boxed": Dec(box=True),
    "InverseGap": InverseGap(),
    "Greedy": Greedy(),
    "EpsilonGreedy": EpsilonGreedy(),
    "Fixed": Fixed(1),
}


@final
@dataclass(frozen=True)
class Setup:
    """A rule with a belief in a world."""

    rule: str
    belief: str
    kind: str
    seed: int = 0

    def build(self, gamma: float | Exploration = 20.0) -> tuple[gb.Learner, gb.GraphWorld]:
        belief = BELIEFS[self.belief](self.kind, self.seed)
        return gb.Learner(belief, rule=RULES[self.rule], gamma=gamma, seed=self.seed), world_of(self.kind, self.seed)


SETUPS = {
    f"{rule}, {belief}, {WORLDS[(i + j) % len(WORLDS)]}": Setup(rule, belief, WORLDS[(i + j) % len(WORLDS)])
    for i, rule in enumerate(RULES)
    for j, belief in enumerate(BELIEFS)
}


def setup_of(name: str) -> Setup:
    """Return the setup of a name such as "Dec, finite + finite, weak", listed or not."""
    return Setup(*name.split(", "))


def snapshot(learner: gb.Learner) -> tuple[object, ...]:
    """Return everything a learner remembers, to the bit."""
    arrays: storage.Arrays = {}
    trees = [
        storage.describe(part, arrays, f"/{i}")
        for i, part in enumerate((learner.belief, learner.rule, learner.exploration))
    ]
    trees += [pack(table, arrays, f"/table{i}") for i, table in enumerate((learner._waiting, learner._answered))]
    numbers = (learner.seed, learner.capacity, learner.rounds)
    # two pieces may leave a decision closed, or one with all bits set: both refuse whatever comes
    return numbers, str(trees), {name: array.tobytes() for name, array in arrays.items()}.__repr__()


def probe(learner: gb.Learner, world: gb.GraphWorld, rounds: int, delay: int = 0) -> bytes:
    """Run, and return what was decided, to the bit; the last `delay` outcomes never come."""
    trace, late = [], []
    for _ in range(rounds):
        drawn = world.draw()
        decision = learner.decide(drawn.context, drawn.graph)
        late.append((decision, world.reveal(drawn, decision.action)))
        if len(late) > delay:
            learner.learn(*late.pop(0))
        trace.append(decision.probabilities)
        trace.append(np.array([decision.action, decision.id, decision.value, decision.bound], dtype=float))
    return np.concatenate(trace).tobytes()
