"""How regret grows: with rounds, with actions, with γ, and with the loss under which the graph is learnt.

python benchmarks/rates.py            # the tables of docs/rates.md, about ten minutes
python benchmarks/rates.py --quick    # the same with fewer rounds and seeds, half a minute
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

import graphbandit as gb
from graphbandit.beliefs import (
    FiniteGraphs,
    FiniteGraphsSquare,
    FiniteLosses,
    GraphOracle,
    LinearExperts,
    LinearLosses,
    LogisticGraphExperts,
    Oracles,
    PairwiseLogistic,
    PairwiseSquare,
    PlayedOnly,
)
from graphbandit.beliefs.base import Belief
from graphbandit.checks import Array
from graphbandit.exploration import Anytime, Constant, Doubling, Exploration, RootT
from graphbandit.problems.auction_world import SyntheticAuctions
from graphbandit.problems.graph import Kind
from graphbandit.rules import InverseGap

K, D, EXPERTS = 5, 2, 64
Line = tuple[str, ...]


@dataclass(frozen=True)
class Size:
    """How much to run: rounds are 2^first to 2^last."""

    first: int
    last: int
    seeds: int


def shown(values: Sequence[float] | Array) -> str:
    """Return the mean with the half width of a 95 % interval."""
    array = np.asarray(values)
    return f"{array.mean():.1f} ± {1.96 * array.std(ddof=1) / np.sqrt(array.size):.1f}"


def finite(world: gb.GraphWorld, kind: Kind, seed: int) -> Belief:
    losses, graphs = world.experts(EXPERTS, kind, seed)
    return Oracles(FiniteLosses(losses), FiniteGraphs(graphs))


def linear(world: gb.GraphWorld, kind: Kind, seed: int) -> Belief:
    return Oracles(LinearLosses(K, D), PairwiseLogistic(K, D, self_loops=kind == "strong"))


def slope(kind: Kind, believe: Callable[[gb.GraphWorld, Kind, int], Belief], size: Size) -> tuple[Array, float]:
    """Return mean regret after 2^first, ..., 2^last rounds, and the slope of its logarithm: γ needs no horizon."""
    power = 0.5 if kind == "strong" else 2 / 3
    marks = np.arange(size.first, size.last + 1)
    curves = []
    for seed in range(size.seeds):
        world = gb.GraphWorld.random(K, D, kind, seed)
        learner = gb.Learner(believe(world, kind, seed), gamma=Anytime(2.0, power), seed=seed)
        curves.append(np.cumsum(gb.simulate(learner, world, 2**size.last).mean_regret)[2**marks - 1])
    regret = np.mean(curves, axis=0)
    return regret, float(np.polyfit(marks, np.log2(regret), 1)[0])


def slopes(size: Size) -> Iterator[Line]:
    marks = [size.first, (size.first + size.last) // 2, size.last]
    yield ("observable", "oracles", *(f"2^{mark}" for mark in marks), "slope", "wanted")
    for kind, most in (("strong", 0.6), ("weak", 0.75)):
        for name, believe in (("finite classes", finite), ("linear, logistic", linear)):
            regret, found = slope(kind, believe, size)  # type: ignore[arg-type]
            yield (kind, name, *(f"{regret[m - size.first]:.1f}" for m in marks), f"{found:.2f}", f"at most {most}")


def auction_regret(bids: int, exact: bool, rounds: int, seed: int) -> float:
    world = SyntheticAuctions(rounds=rounds, context_size=8, seed=seed).world(np.linspace(0, 1, bids))
    if exact:
        learner = gb.Bidder(world.bids, 8, gamma=RootT(1.0, rounds), seed=seed).learner
    else:
        belief = PlayedOnly(LinearLosses(bids, 8))
        learner = gb.Learner(belief, rule=InverseGap(), gamma=RootT(np.sqrt(bids), rounds), seed=seed)
    return float(gb.simulate(learner, world, rounds).mean_regret.sum())


def auctions(size: Size) -> Iterator[Line]:
    rounds = 2 ** (size.last - 3)
    yield ("auctions", "K = 11", "K = 31", "K = 101", "101 / 11")
    for name, exact in (("exact program, driver oracles", True), ("SquareCB, linear losses", False)):
        found = [[auction_regret(bids, exact, rounds, s) for s in range(size.seeds)] for bids in (11, 31, 101)]
        yield (name, *map(shown, found), f"{np.mean(found[2]) / np.mean(found[0]):.2f}")


def played(kind: Kind, gamma: Exploration, rounds: int, seed: int) -> float:
    world = gb.GraphWorld.random(K, D, kind, seed)
    learner = gb.Learner(finite(world, kind, seed), gamma=gamma, seed=seed)
    return float(gb.simulate(learner, world, rounds).mean_regret.sum())


def schedules(size: Size) -> Iterator[Line]:
    rounds, bound = 2 ** (size.last - 3), 2 * np.log(EXPERTS)
    parts: dict[str, Callable[[Kind], Exploration]] = {}
    for gamma in (4, 16, 64, 256, 1024, 4096):
        parts[f"γ = {gamma}"] = lambda kind, gamma=gamma: Constant(float(gamma))  # type: ignore[misc]
    for c in (1.0, 64.0):
        for restart in (True, False):
            name = f"Doubling(regret={bound:.2g}, restart={restart}, c={c:g})"
            parts[name] = lambda kind, c=c, again=restart: Doubling(rounds, bound, again, c)  # type: ignore[misc]
    parts["Anytime(2), its power by kind"] = lambda kind: Anytime(2.0, 0.5 if kind == "strong" else 2 / 3)
    kinds: tuple[Kind, ...] = ("strong", "weak")
    found = {
        (n, k): [played(k, make(k), rounds, s) for s in range(size.seeds)] for n, make in parts.items() for k in kinds
    }
    best = {k: min(float(np.mean(found[n, k])) for n in parts if n.startswith("γ")) for k in kinds}
    yield ("schedule", *(f"{kind}, {part}" for kind in kinds for part in ("regret", "of the best fixed γ")))
    for name in parts:
        yield (name, *(t for k in kinds for t in (shown(found[name, k]), f"{np.mean(found[name, k]) / best[k]:.2f}")))


def rare(seed: int, number: int) -> tuple[LinearExperts, LogisticGraphExperts]:
    """Draw classes in which three costly actions reveal the others, seldom, each in contexts of its own."""
    draw = np.random.default_rng((seed, 7))
    actions, revealers = 8, 3
    offsets = draw.uniform(0.3, 0.7, (number, actions))
    offsets[:, :revealers] = 0.9
    logits = np.full((number, actions, actions), -80.0)
    logits[:, :revealers] = draw.uniform(-5.0, -2.0, (number, revealers, actions))
    slopes = np.zeros((number, actions, actions, D))
    slopes[:, :revealers] = draw.normal(size=(number, revealers, 1, D)) * 1.5
    weights = 0.1 * draw.normal(size=(number, actions, D))
    return LinearExperts(weights, offsets), LogisticGraphExperts(slopes, logits)


def rare_regret(graph: Callable[[LogisticGraphExperts], GraphOracle], rounds: int, seed: int) -> float:
    losses, graphs = rare(seed, EXPERTS)
    truth = LinearExperts(losses.weights[:1], losses.offsets[:1])
    world = gb.GraphWorld(truth, LogisticGraphExperts(graphs.weights[:1], graphs.offsets[:1]))
    belief = Oracles(LinearLosses(8, D), graph(graphs))
    learner = gb.Learner(belief, gamma=Anytime(1.0, 2 / 3), seed=seed)
    return float(gb.simulate(learner, world, rounds).mean_regret.sum())


def rare_edges(size: Size) -> Iterator[Line]:
    pairs: dict[str, tuple[Callable[[LogisticGraphExperts], GraphOracle], ...]] = {
        "finite class": (FiniteGraphs, FiniteGraphsSquare),
        "a regression an edge": (lambda _: PairwiseLogistic(8, D, radius=6.0), lambda _: PairwiseSquare(8, D)),
    }
    yield ("rare edges", "log loss", "square loss", "square - log, paired")
    for name, twins in pairs.items():
        seeds = range(3 * size.seeds)
        log, square = (np.array([rare_regret(twin, 2 ** (size.last - 3), s) for s in seeds]) for twin in twins)
        yield (name, shown(log), shown(square), shown(square - log))


def table(lines: Iterator[Line]) -> str:
    """Return lines as a Markdown table, the first its head."""
    rows = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([rows[0], "|" + "---|" * (rows[0].count("|") - 1), *rows[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(description="Print tables of how regret grows.")
    parser.add_argument("--quick", action="store_true")
    size = Size(8, 12, 2) if parser.parse_args().quick else Size(10, 15, 4)
    for part in (slopes, auctions, schedules, rare_edges):
        print(table(part(size)), "\n", flush=True)


if __name__ == "__main__":
    main()
