"""Prices, stock and triage: the ready-made learners beside SquareCB, and beside themselves told the true graph.

python benchmarks/ready_made.py            # the table of docs/differences.md, about three minutes
python benchmarks/ready_made.py --quick    # the same with fewer rounds and seeds

Regret per round against the action of least mean loss, which these worlds know. SquareCB has a linear regression of
each action's loss and γ = √(KT); the others have their defaults.
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from typing import final

import numpy as np

import graphbandit as gb
from graphbandit.beliefs import LinearLosses, PlayedOnly
from graphbandit.exploration import RootT
from graphbandit.feedback import Outcome
from graphbandit.learner import Learner
from graphbandit.problems import Shelf
from graphbandit.rules import InverseGap
from graphbandit.stats import Summary, ratio
from graphbandit.world import Round, World

D = 5
PRICES = np.linspace(0.1, 1.0, 31)
STOCKS = np.arange(0.0, 62.0, 2.0)
PLAYERS = ("SquareCB", "told the true graph", "defaults")


@final
class Shown(World):
    """A world that shows its expected graph before the decision."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def actions(self) -> int:
        return self.world.actions

    @property
    def context_size(self) -> int:
        return self.world.context_size

    def draw(self) -> Round:
        drawn = self.world.draw()
        return replace(drawn, graph=drawn.truth)

    def reveal(self, drawn: Round, action: int) -> Outcome:
        return self.world.reveal(drawn, action)


def pricing(seed: int) -> tuple[World, Learner]:
    return gb.PricingWorld(PRICES, D, seed), gb.Pricer(PRICES, D, seed=seed).learner


def noisy_pricing(seed: int) -> tuple[World, Learner]:
    return gb.PricingWorld(PRICES, D, seed, noise=0.3), gb.Pricer(PRICES, D, seed=seed).learner


def inventory(seed: int) -> tuple[World, Learner]:
    shelf = Shelf(STOCKS, holding=1.0, shortage=3.0)
    return gb.InventoryWorld(shelf, D, seed), gb.Stocker(STOCKS, D, holding=1.0, shortage=3.0, seed=seed).learner


def noisy_inventory(seed: int) -> tuple[World, Learner]:
    shelf = Shelf(STOCKS, holding=1.0, shortage=3.0)
    world = gb.InventoryWorld(shelf, D, seed, noise=0.5)
    return world, gb.Stocker(STOCKS, D, holding=1.0, shortage=3.0, seed=seed).learner


def triage(seed: int) -> tuple[World, Learner]:
    return gb.TriageWorld(D, seed=seed), gb.Triager(D, seed=seed).learner


KINDS: dict[str, Callable[[int], tuple[World, Learner]]] = {
    "prices": pricing,
    "prices, noisy": noisy_pricing,
    "stock": inventory,
    "stock, noisy": noisy_inventory,
    "triage": triage,
}


def regret(job: tuple[str, str, int, int]) -> float:
    """Return the mean regret of a player in a world."""
    kind, player, rounds, seed = job
    world, learner = KINDS[kind](seed)
    if player == "SquareCB":
        belief = PlayedOnly(LinearLosses(world.actions, D))
        learner = Learner(belief, rule=InverseGap(), gamma=RootT(world.actions**0.5, rounds), seed=seed)
    shown = Shown(world) if player == "told the true graph" else world
    return float(gb.simulate(learner, shown, rounds).mean_regret.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Print regrets of the ready-made learners in simulated worlds.")
    parser.add_argument("--quick", action="store_true")
    rounds, seeds = (500, range(2)) if parser.parse_args().quick else (5000, range(8))
    jobs = [(kind, player, rounds, seed) for kind, player, seed in product(KINDS, PLAYERS, seeds)]
    with ProcessPoolExecutor() as pool:
        found = dict(zip(jobs, pool.map(regret, jobs, chunksize=2), strict=True))
    print("| world | " + " | ".join(PLAYERS) + " | of SquareCB's | of its own when told |\n" + "|---" * 6 + "|")
    for kind in KINDS:
        columns = {player: [found[kind, player, rounds, seed] for seed in seeds] for player in PLAYERS}
        cells = []
        for values in columns.values():
            summary = Summary.of(values)
            cells.append(f"{summary.mean:.5f} ± {summary.high - summary.mean:.5f}")
        for other in PLAYERS[:2]:
            share = ratio(columns["defaults"], columns[other])
            cells.append(f"{share.mean:.2f} ({share.low:.2f} to {share.high:.2f})")
        print(f"| {kind} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
