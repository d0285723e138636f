"""How regret grows: with rounds, with actions, with γ, and with the loss under which the graph is learnt.

python benchmarks/rates.py            # the tables of docs/rates.md, some minutes
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


def played(gamma: Exploration, rounds: int, seed: int) -> float:
    world = gb.GraphWorld.random(K, D, "strong", seed)
    learner = gb.Learner(finite(world, "strong", seed), gamma=gamma, seed=seed)
    return float(gb.simulate(learner, world, rounds).mean_regret.sum())


def schedules(size: Size) -> Iterator[Line]:
    rounds, regret = 2 ** (size.last - 2), 2 * np.log(EXPERTS)
    fixed = {f"γ = {g}": Constant(float(g)) for g in (4, 16, 64, 256, 1024)}
    found = {name: [played(part, rounds, s) for s in range(size.seeds)] for name, part in fixed.items()}
    best = min(float(np.mean(values)) for values in found.values())
    for restart in (True, False):
        name = f"Doubling(restart={restart})"
        found[name] = [played(Doubling(rounds, regret, restart), rounds, s) for s in range(size.seeds)]
    found["Anytime(2)"] = [played(Anytime(2.0), rounds, s) for s in range(size.seeds)]
    yield ("schedule", "regret", "of the best fixed")
    for name, values in found.items():
        yield (name, shown(values), f"{np.mean(values) / best:.2f}")


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
    size = Size(8, 12, 2) if parser.parse_args().quick else Size(10, 15, 6)
    for part in (slopes, auctions, schedules, rare_edges):
        print(table(part(size)), "\n", flush=True)


if __name__ == "__main__":
    main()
