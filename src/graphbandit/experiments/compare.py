"""All bidders side by side on one auction log: what each would have earned."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import final

import numpy as np

from graphbandit.beliefs import LinearLosses, PlayedOnly, SoftmaxAuction
from graphbandit.beliefs.values import NetworkRegressor
from graphbandit.checks import Array
from graphbandit.experiments.data import Auctions, shuffled
from graphbandit.exploration import RootT
from graphbandit.learner import Learner
from graphbandit.problems import AuctionBelief, AuctionWorld, Bidder, SampledAuctionBelief
from graphbandit.rules import EpsilonGreedy, Greedy, InverseGap, Rule, TwoPoint
from graphbandit.simulation import simulate
from graphbandit.stats import Summary

POINTS = 100
NEVER, FIXED = "never bid", "best fixed bid, in hindsight"


@final
@dataclass(frozen=True, slots=True)
class Plan:
    """How to compare: bids on an even grid, at most so many rounds, and so many orders of the log."""

    bids: int = 51
    rounds: int = 5000
    seeds: int = 3


@final
@dataclass(frozen=True, eq=False)
class Contender:
    """One result: reward a round by seed, curves (seeds, points) of reward so far, the middle round's milliseconds."""

    name: str
    rewards: tuple[float, ...]
    curves: Array
    milliseconds: float

    @property
    def summary(self) -> Summary:
        """Mean reward a round, with its interval over orders."""
        return Summary.of(self.rewards)


def shared_belief(bids: Array, features: int, seed: int) -> AuctionBelief:
    """Return the belief that `Bidder` has by default."""
    belief = Bidder(bids, features, seed=seed).learner.belief
    assert isinstance(belief, AuctionBelief)
    return belief


def plug_in(rule: Rule, bids: Array, features: int, rounds: int, seed: int) -> Learner:
    """Return a learner that plugs the default belief into a rule that takes no γ."""
    return Learner(shared_belief(bids, features, seed), rule=rule, seed=seed)


def ours(bids: Array, features: int, rounds: int, seed: int) -> Learner:
    """Return what a user gets from `Bidder` with nothing chosen."""
    return Bidder(bids, features, seed=seed).learner


def squarecb(bids: Array, features: int, rounds: int, seed: int) -> Learner:
    """Return SquareCB: linear losses learnt from the played bid alone, inverse gap weighting, γ = √(KT)."""
    belief = PlayedOnly(LinearLosses(bids.size, features))
    return Learner(belief, rule=InverseGap(), gamma=RootT(bids.size**0.5, rounds), seed=seed)


def paper_form(bids: Array, features: int, rounds: int, seed: int) -> Learner:
    """Return the paper's form of SquareCB.UG, at the highest of the rates that it searches."""
    graph = SoftmaxAuction(bids.size, features, rate=0.05 / bids.size)
    value = NetworkRegressor(features, rate=0.02, seed=seed)
    return Learner(SampledAuctionBelief(bids, graph, value, seed), rule=TwoPoint(), gamma=RootT(1.0, rounds), seed=seed)


Build = Callable[[Array, int, int, int], Learner]
BUILDERS: tuple[tuple[str, Build], ...] = (
    ("greedy plug-in, same belief", partial(plug_in, Greedy())),
    ("ε-greedy, same belief", partial(plug_in, EpsilonGreedy(0.05))),
    ("SquareCB", squarecb),
    ("SquareCB.UG, the paper's form", paper_form),
    ("graphbandit's Bidder", ours),
)


def compare(
    auctions: Auctions, plan: Plan, progress: Callable[[str, int, int], None] = lambda name, done, total: None
) -> list[Contender]:
    """Play every bidder on the log, in an order of its own for each seed; all meet the same orders."""
    rounds = min(plan.rounds, auctions.prices.size)
    bids = np.linspace(0.0, 1.0, plan.bids)
    orders = [shuffled(auctions, seed, rounds) for seed in range(plan.seeds)]
    results = [hindsight(NEVER, orders, bids, best=False), hindsight(FIXED, orders, bids, best=True)]
    total, done = len(BUILDERS) * plan.seeds, 0
    progress("auctions", done, total)
    for name, build in BUILDERS:
        rewards, curves, seconds = [], [], []
        for seed, order in enumerate(orders):
            world = AuctionWorld.from_arrays(order.contexts, order.prices, order.values, bids=bids)
            history = simulate(build(bids, world.context_size, rounds, seed), world, rounds)
            gained = 1.0 - 2.0 * history.loss
            rewards.append(float(gained.mean()))
            curves.append(running(gained))
            seconds.append(history.seconds)
            done += 1
            progress("auctions", done, total)
        milliseconds = 1e3 * float(np.median(seconds))  # of a round; the first one compiles
        results.append(Contender(name, tuple(rewards), np.array(curves), milliseconds))
    return results


def hindsight(name: str, orders: list[Auctions], bids: Array, *, best: bool) -> Contender:
    """Return what a fixed bid earns: 0, or the one that would have earned most."""
    rewards, curves = [], []
    for order in orders:
        table = np.where(bids[None, :] >= order.prices[:, None], order.values[:, None] - bids[None, :], 0.0)
        gained = table[:, int(table.mean(axis=0).argmax()) if best else 0]
        rewards.append(float(gained.mean()))
        curves.append(running(gained))
    return Contender(name, tuple(rewards), np.array(curves), 0.0)


def running(gained: Array) -> Array:
    """Return the mean reward so far at a hundred points, or at every round if there are fewer."""
    ends = np.linspace(1, gained.size, min(POINTS, gained.size)).astype(int)
    means: Array = np.cumsum(gained)[ends - 1] / ends
    return means


def in_units(contender: Contender, unit: float) -> Contender:
    """Return a result in the log's own money."""
    rewards = tuple(unit * reward for reward in contender.rewards)
    return replace(contender, rewards=rewards, curves=unit * contender.curves)
