"""The same defaults on auctions of unlike kinds, some of them hostile.

python benchmarks/robust.py            # the table of docs/differences.md, about ten minutes
python benchmarks/robust.py --quick    # the same with fewer rounds and seeds, under a minute

Regret per round against each round's hindsight, mean and 95 % interval over seeds. Greedy has the very beliefs of
`Bidder`; the paper's form has the middle of the settings that the paper searches. Noise that nobody can predict counts
as regret for all alike.
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import numpy as np

import graphbandit as gb
from graphbandit.beliefs import LinearLosses, PlayedOnly, SoftmaxAuction
from graphbandit.beliefs.values import NetworkRegressor
from graphbandit.checks import Array
from graphbandit.experiments.data import Auctions
from graphbandit.exploration import RootT
from graphbandit.learner import Learner
from graphbandit.problems import AuctionWorld, Bidder, SampledAuctionBelief
from graphbandit.rules import Greedy, InverseGap, TwoPoint
from graphbandit.stats import Summary, ratio

D = 8
BIDS = np.linspace(0.0, 1.0, 51)
Draw = np.random.Generator


def auctions(contexts: Array, prices: Array, values: Array) -> Auctions:
    return Auctions(contexts, np.clip(prices, 0.0, 1.0), np.clip(values, 0.0, 1.0))


def linear(draw: Draw, rounds: int) -> tuple[Array, Array, Array]:
    """Return contexts (T, d), and two directions' worth of them (T,) with deviation 1."""
    contexts = draw.normal(size=(rounds, D))
    first, second = draw.normal(size=(2, D)) / np.sqrt(D)
    return contexts, contexts @ first, contexts @ second


def near_deterministic(draw: Draw, rounds: int) -> Auctions:
    x, a, b = linear(draw, rounds)
    price = 0.4 + 0.1 * a
    return auctions(x, price, price + 0.1 + 0.05 * np.abs(b))


def heavy_tailed(draw: Draw, rounds: int) -> Auctions:
    """Prices with a Pareto tail, all in parts of the highest."""
    x, a, _ = linear(draw, rounds)
    price = np.exp(0.5 * a) * (1.0 + 0.3 * draw.pareto(2.0, rounds))
    value = np.exp(0.5 * a + 0.3) * (1.0 + 0.3 * draw.normal(size=rounds).clip(-2.0, 2.0))
    top = max(price.max(), value.max())
    return auctions(x, price / top, value / top)


def drifting(draw: Draw, rounds: int) -> Auctions:
    x, a, b = linear(draw, rounds)
    t = np.arange(rounds) / rounds
    price = 0.35 + 0.15 * np.sin(6 * np.pi * t) + 0.1 * a + 0.03 * draw.normal(size=rounds)
    return auctions(x, price, 0.6 + 0.1 * np.cos(5 * np.pi * t) + 0.1 * b + 0.05 * draw.normal(size=rounds))


def no_context(draw: Draw, rounds: int) -> Auctions:
    x, _, _ = linear(draw, rounds)
    return auctions(x, 0.3 + 0.15 * draw.random(rounds), 0.55 + 0.2 * draw.normal(size=rounds))


def all_equal(draw: Draw, rounds: int) -> Auctions:
    x, _, _ = linear(draw, rounds)
    return auctions(x, np.full(rounds, 0.37), np.full(rounds, 0.6))


def two_kinds_of_rival(draw: Draw, rounds: int) -> Auctions:
    x, a, b = linear(draw, rounds)
    price = np.where(draw.random(rounds) < 0.5, 0.2, 0.5) + 0.05 * a + 0.02 * draw.normal(size=rounds)
    return auctions(x, price, 0.7 + 0.1 * b + 0.05 * draw.normal(size=rounds))


def tied(draw: Draw, rounds: int) -> Auctions:
    """What rivals know of the value shows in the price, and not in the context."""
    x, a, _ = linear(draw, rounds)
    secret = draw.normal(size=rounds)
    price = 0.4 + 0.08 * a + 0.12 * secret
    return auctions(x, price, 0.45 + 0.08 * a + 0.15 * secret + 0.02 * draw.normal(size=rounds))


def rare_prizes(draw: Draw, rounds: int) -> Auctions:
    """Four kinds of item worth .6, and four worth .18, or one time in five 1: an unlucky start says not to bid."""
    kind = draw.integers(8, size=rounds)
    rare = kind < 4
    price = np.where(rare, 0.25, 0.5) + 0.02 * draw.normal(size=rounds)
    value = np.where(rare, np.where(draw.random(rounds) < 0.2, 1.0, 0.18), 0.6)
    return auctions(np.eye(8)[kind], price, value)


WORLDS: dict[str, Callable[[Draw, int], Auctions]] = {
    "prices near-deterministic": near_deterministic,
    "heavy tails": heavy_tailed,
    "drifting": drifting,
    "independent of the context": no_context,
    "all equal": all_equal,
    "two kinds of rival": two_kinds_of_rival,
    "price and value tied": tied,
    "rare prizes": rare_prizes,
}
PLAYERS = ("never bidding", "the paper's form", "SquareCB", "greedy, our beliefs", "`Bidder`, defaults")


def learner_of(player: str, d: int, rounds: int, seed: int) -> Learner:
    if player == "SquareCB":
        gamma = RootT(BIDS.size**0.5, rounds)
        return Learner(PlayedOnly(LinearLosses(BIDS.size, d)), rule=InverseGap(), gamma=gamma, seed=seed)
    if player == "the paper's form":
        graph = SoftmaxAuction(BIDS.size, d, rate=0.05 / BIDS.size)
        value = NetworkRegressor(d, rate=0.01, seed=seed)
        belief = SampledAuctionBelief(BIDS, graph, value, seed)
        return Learner(belief, rule=TwoPoint(), gamma=RootT(1.0, rounds), seed=seed)
    ours = Bidder(BIDS, d, seed=seed).learner
    return Learner(ours.belief, rule=Greedy(), seed=seed) if player == "greedy, our beliefs" else ours


def regrets(job: tuple[str, str, int, int]) -> tuple[float, float]:
    """Return the mean regret of a player in a world, over all rounds and over the last fifth."""
    world_name, player, rounds, seed = job
    drawn = WORLDS[world_name](np.random.default_rng((seed, 3)), rounds)
    world = AuctionWorld.from_arrays(drawn.contexts, drawn.prices, drawn.values, bids=BIDS)
    if player == "never bidding":
        gains = np.where(drawn.prices[:, None] <= BIDS, drawn.values[:, None] - BIDS, 0.0)
        regret = 0.5 * (gains.max(axis=1) - gains[:, 0])
    else:
        regret = gb.simulate(learner_of(player, world.context_size, rounds, seed), world, rounds).regret
    return float(regret.mean()), float(regret[-rounds // 5 :].mean())


def shown(ours: list[float], others: list[float]) -> str:
    """Return the ratio with its interval, or a dash where there is nothing to lose any more."""
    if not max(others) > 1e-6:
        return "-"
    share = ratio(ours, others)
    return f"{share.mean:.2f} ({share.low:.2f} to {share.high:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Print regrets in auctions of unlike kinds.")
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    sizes = [(name, 500) for name in ("prices near-deterministic",)]
    sizes += [(name, 1000 if quick else 5000) for name in WORLDS]
    if not quick:
        sizes.append(("rare prizes", 20_000))
    seeds = range(2 if quick else 8)
    jobs = [(name, player, rounds, seed) for (name, rounds), player, seed in product(sizes, PLAYERS, seeds)]
    with ProcessPoolExecutor() as pool:
        found = dict(zip(jobs, pool.map(regrets, jobs, chunksize=2), strict=True))
    heads = ("world", "T", *PLAYERS, "`Bidder` / greedy", "the same, last fifth")
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for name, rounds in sizes:
        columns = {player: [found[name, player, rounds, seed] for seed in seeds] for player in PLAYERS}
        cells = []
        for player in PLAYERS:
            summary = Summary.of([whole for whole, _ in columns[player]])
            cells.append(f"{summary.mean:.4f} ± {summary.high - summary.mean:.4f}")
        for part in (0, 1):
            both = (
                [pair[part] for pair in columns[player]] for player in ("`Bidder`, defaults", "greedy, our beliefs")
            )
            cells.append(shown(*both))
        print(f"| {name} | {rounds:,} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
