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
    SeparateLosses,
    SoftmaxAuction,
    SoftmaxAuctionSquare,
)
from graphbandit.beliefs.values import LinearRegressor, NetworkRegressor
from graphbandit.exploration import Anytime, ByDoubt, Doubling, Exploration, RootT
from graphbandit.feedback import Outcome
from graphbandit.pending import pack
from graphbandit.problems import SampledAuctionBelief, Shelf
from graphbandit.rules import Dec, EpsilonGreedy, Fixed, Greedy, InverseGap, Rule, TwoPoint

K, D = 5, 3
GRID = np.linspace(0.0, 1.0, K)
SHELF = Shelf(GRID)


def graphs(kind: str, *, full: bool = False) -> Callable[[int], gb.World]:
    return lambda seed: gb.GraphWorld.random(K, D, kind, seed, full=full)  # type: ignore[arg-type]


WORLDS: dict[str, Callable[[int], gb.World]] = {
    "strong": graphs("strong"),
    "others": graphs("others"),
    "weak": graphs("weak"),
    "informed": graphs("informed"),
    "full": graphs("strong", full=True),
    "auction": lambda seed: gb.SyntheticAuctions(2000, D, seed=seed).world(GRID),
    "pricing": lambda seed: gb.PricingWorld(GRID, D, seed),
    "inventory": lambda seed: gb.InventoryWorld(SHELF, D, seed, noise=0.5),
    "triage": lambda seed: gb.TriageWorld(D, seed=seed),
}


def size_of(world: str) -> int:
    return 2 if world == "triage" else K


def linear(world: str) -> LinearLosses:
    return LinearLosses(size_of(world), D)


def network(world: str) -> NetworkLosses:
    return NetworkLosses(size_of(world), D, hidden=8, rate=0.05)


def finite(world: str, seed: int) -> tuple[FiniteLosses, FiniteGraphs, FiniteGraphsSquare]:
    """Return finite classes: they hold the truth where the world is one of graphs."""
    known = WORLDS[world](seed)
    kind = world if world in ("others", "weak", "informed") else "strong"
    if not isinstance(known, gb.GraphWorld):
        known = gb.GraphWorld.random(size_of(world), D, "strong", seed)
    losses, graphs = known.experts(8, kind, seed)  # type: ignore[arg-type]
    return FiniteLosses(losses), FiniteGraphs(graphs), FiniteGraphsSquare(graphs)


BELIEFS: dict[str, Callable[[str, int], Belief]] = {
    "linear + logistic": lambda w, s: Oracles(linear(w), PairwiseLogistic(size_of(w), D, self_loops=w == "strong")),
    "network + square": lambda w, s: Oracles(network(w), PairwiseSquare(size_of(w), D)),
    "finite + finite": lambda w, s: Oracles(*finite(w, s)[:2]),
    "finite + finite square": lambda w, s: Oracles(finite(w, s)[0], finite(w, s)[2]),
    "linear + softmax": lambda w, s: Oracles(linear(w), SoftmaxAuction(size_of(w), D)),
    "network + softmax square": lambda w, s: Oracles(network(w), SoftmaxAuctionSquare(size_of(w), D)),
    "informed linear": lambda w, s: Informed(linear(w)),
    "informed finite": lambda w, s: Informed(finite(w, s)[0]),
    "informed separate": lambda w, s: Informed(SeparateLosses(tuple(LinearRegressor(D) for _ in range(size_of(w))))),
    "played only linear": lambda w, s: PlayedOnly(linear(w)),
    "played only network": lambda w, s: PlayedOnly(network(w)),
}
# beliefs about what drives a problem make sense in that problem alone
DRIVERS: dict[str, tuple[str, Callable[[int], Belief]]] = {
    "price and value": ("auction", lambda seed: gb.Bidder(GRID, D).learner.belief),
    "drawn price": (
        "auction",
        lambda seed: SampledAuctionBelief(GRID, SoftmaxAuction(K, D), NetworkRegressor(D, hidden=8), seed),
    ),
    "offers": ("pricing", lambda seed: gb.Pricer(GRID, D).learner.belief),
    "demand": ("inventory", lambda seed: gb.Stocker(GRID, D).learner.belief),
    "guilt": ("triage", lambda seed: gb.Triager(D).learner.belief),
}
RULES: dict[str, Rule] = {
    "Dec": Dec(),
    "Dec boxed": Dec(box=True),
    "InverseGap": InverseGap(),
    "Greedy": Greedy(),
    "EpsilonGreedy": EpsilonGreedy(),
    "Fixed": Fixed(1),
    "TwoPoint": TwoPoint(),
}


@final
@dataclass(frozen=True)
class Setup:
    """A rule with a belief in a world."""

    rule: str
    belief: str
    world: str
    seed: int = 0

    @property
    def name(self) -> str:
        return f"{self.rule}, {self.belief}, {self.world}"

    def build(self, gamma: float | Exploration = 20.0) -> tuple[gb.Learner, gb.World]:
        if self.belief in DRIVERS:
            belief = DRIVERS[self.belief][1](self.seed)
        else:
            belief = BELIEFS[self.belief](self.world, self.seed)
        return gb.Learner(belief, rule=RULES[self.rule], gamma=gamma, seed=self.seed), WORLDS[self.world](self.seed)


PAIRS = [(belief, world) for belief in BELIEFS for world in WORLDS] + [(b, world) for b, (world, _) in DRIVERS.items()]
SETUPS = {
    made.name: made
    for belief, world in PAIRS
    for rule in RULES
    for made in [Setup(rule, belief, world)]
    if rule != "TwoPoint" or belief == "drawn price"  # the two points are those of a 0/1 graph
}
# of the many, a few: every belief, every world and every rule at least once
FEW = [Setup(list(RULES)[i % 6], belief, list(WORLDS)[i % len(WORLDS)], seed=i) for i, belief in enumerate(BELIEFS)] + [
    Setup("TwoPoint" if belief == "drawn price" else list(RULES)[i], belief, world)
    for i, (belief, (world, _)) in enumerate(DRIVERS.items())
]
SCHEDULES: tuple[Callable[[], float | Exploration], ...] = (
    lambda: 20.0,
    lambda: Anytime(4.0),
    lambda: Doubling(horizon=1000, regret=1.0, c=1.0),
    lambda: RootT(1.0, horizon=1000),
    lambda: Doubling(horizon=1000, regret=0.5, restart=False),
    lambda: ByDoubt(sharpness=8.0),
)


def setup_of(name: str) -> Setup:
    """Return the setup of a name such as "Dec, finite + finite, weak"."""
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
    return numbers, str(trees), {name: array.tobytes() for name, array in arrays.items()}


def play(learner: gb.Learner, world: gb.World, rounds: int, delay: int = 0) -> bytes:
    """Run, and return what was decided, to the bit; the last `delay` outcomes never come."""
    trace: list[np.ndarray] = []
    late: list[tuple[gb.Decision, Outcome]] = []
    for _ in range(rounds):
        drawn = world.draw()
        decision = learner.decide(drawn.context, drawn.graph)
        late.append((decision, world.reveal(drawn, decision.action)))
        if len(late) > delay:
            learner.learn(*late.pop(0))
        trace.append(decision.probabilities)
        trace.append(np.array([decision.action, decision.id, decision.value, decision.bound, decision.gamma]))
    return np.concatenate(trace).tobytes()
