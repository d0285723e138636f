"""Worlds tell the truth: their means are means, and their outcomes reveal what their losses are."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

import numpy as np
import pytest
from scipy.integrate import quad

from graphbandit.errors import DataError, SettingError
from graphbandit.problems import (
    AuctionWorld,
    InventoryWorld,
    PricingWorld,
    Shelf,
    Stakes,
    SyntheticAuctions,
    TriageWorld,
)
from graphbandit.world import World

BIDS = np.linspace(0, 1, 11)
SHELF = Shelf(np.array([0.0, 1.0, 2.5, 4.0, 9.0]), holding=1.0, shortage=2.0)
WORLDS: dict[str, Callable[[int], World]] = {
    "auctions": lambda seed: SyntheticAuctions(rounds=400, context_size=4, seed=seed).world(BIDS),
    "apart": lambda seed: SyntheticAuctions(400, 4, diverse=False, joint=False, seed=seed).world(BIDS),
    "pricing": lambda seed: PricingWorld(np.linspace(1, 5, 6), 4, seed),
    "noisy pricing": lambda seed: PricingWorld(np.linspace(1, 5, 6), 4, seed, noise=0.5),
    "inventory": lambda seed: InventoryWorld(SHELF, 4, seed),
    "noisy inventory": lambda seed: InventoryWorld(SHELF, 4, seed, noise=0.7),
    "triage": lambda seed: TriageWorld(4, Stakes(0.2, 0.9), seed),
    "sharp triage": lambda seed: TriageWorld(4, Stakes(0.2, 0.9), seed, noise=0.001),
}
every_world = pytest.mark.parametrize("build", WORLDS.values(), ids=WORLDS)


@every_world
def test_what_is_revealed_is_what_it_costs(build: Callable[[int], World]) -> None:
    world = build(0)
    for _ in range(50):
        drawn = world.draw()
        assert drawn.context.shape == (world.context_size,)
        for action in range(world.actions):
            seen = world.reveal(drawn, action).feedback()
            np.testing.assert_allclose(seen.losses[seen.observed], drawn.losses[seen.observed], atol=1e-15)
        assert np.all((drawn.losses >= 0) & (drawn.losses <= 1))


@every_world
def test_losses_and_edges_average_to_their_means(build: Callable[[int], World]) -> None:
    losses, edges = [], []
    for seed in range(10):
        world = build(seed)
        for _ in range(400):
            drawn = world.draw()
            assert drawn.means is not None
            assert drawn.truth is not None
            rows = [world.reveal(drawn, i).feedback().observed for i in range(world.actions)]
            edges.append(np.array(rows) - drawn.truth.matrix())
            losses.append(drawn.losses - drawn.means)
    for gaps in (np.array(losses), np.array(edges)):
        spread = gaps.std(axis=0) / np.sqrt(len(gaps))
        assert np.all(
            np.abs(gaps.mean(axis=0)) <= 4.5 * spread + 0.002
        )  # scaled by their own extremes, the last few are not quite normal


@every_world
def test_the_same_seed_draws_the_same_rounds_whatever_is_played(build: Callable[[int], World]) -> None:
    one, two, other = build(3), build(3), build(4)
    unlike = False
    for t in range(20):
        a, b, c = one.draw(), two.draw(), other.draw()
        two.reveal(b, t % two.actions)
        assert np.array_equal(a.context, b.context)
        assert np.array_equal(a.losses, b.losses)
        unlike = unlike or not np.array_equal(a.context, c.context)
    assert unlike


@pytest.mark.parametrize("joint", [True, False])
def test_auction_means_equal_their_integrals(joint: bool) -> None:
    world = SyntheticAuctions(rounds=50, context_size=3, joint=joint, seed=2).world(BIDS)
    truth = world.truth
    assert truth is not None
    for t in range(0, 50, 10):
        for i, bid in enumerate(BIDS):

            def density(price: float, t: int = t, bid: float = bid) -> float:
                z = (price - truth.centers[t]) / truth.deviation
                margin = truth.slope * price + truth.offsets[t] - bid
                return float(margin * np.exp(-0.5 * z * z) / np.sqrt(2 * np.pi) / truth.deviation)

            low = truth.centers[t] - 9 * truth.deviation
            gained = quad(density, min(low, bid), bid, epsabs=1e-11)[0]
            assert abs(truth.means(t, BIDS)[i] - 0.5 * (1 - gained)) < 1e-8


def test_synthetic_auctions_are_those_of_the_paper() -> None:
    settings = SyntheticAuctions(rounds=3000, seed=1)
    world = settings.world(BIDS)
    draw = np.random.default_rng(1)
    first, second = draw.normal(size=(2, 32)) / np.sqrt(32)
    contexts = draw.normal(size=(3000, 32))
    prices = contexts @ first + np.sqrt(0.05) * draw.normal(size=3000)
    values = prices + np.maximum(40 * contexts @ second, 0)
    low, span = prices.min(), values.max() - prices.min()
    np.testing.assert_allclose(world.contexts, contexts)
    np.testing.assert_allclose(world.prices, (prices - low) / span, atol=1e-12)
    np.testing.assert_allclose(world.values, (values - low) / span, atol=1e-12)


def test_poor_contexts_vary_in_their_first_quarter_alone() -> None:
    world = SyntheticAuctions(rounds=100, diverse=False).world(BIDS)
    assert np.all(world.contexts[:, 8:] == 1.0)
    assert np.all(world.contexts[:, :8].std(axis=0) > 0.5)


def test_scaled_apart_prices_and_values_both_fill_the_range() -> None:
    world = SyntheticAuctions(rounds=100, joint=False).world(BIDS)
    for column in (world.prices, world.values):
        assert (column.min(), column.max()) == (0.0, 1.0)


@final
@dataclass(frozen=True)
class Log:
    contexts: Any = ((0.0,), (1.0,))
    prices: Any = (0.2, 0.4)
    values: Any = (0.5, 0.6)


BAD: dict[str, Log] = {
    "fewer prices": Log(prices=(0.2,)),
    "a context that is no number": Log(contexts=((0.0,), (np.nan,))),
    "an infinite price": Log(prices=(0.2, np.inf)),
    "values in cents": Log(values=(0.5, 60)),
    "values in words": Log(values=("a", "b")),
    "flat contexts": Log(contexts=(0.0, 1.0)),
    "nothing": Log(prices=(), values=()),
}


@pytest.mark.parametrize("log", BAD.values(), ids=BAD)
def test_data_that_cannot_be_used_is_refused(log: Log) -> None:
    with pytest.raises(DataError, match=r"^(contexts|prices|values).*: .*\. [A-Z]"):
        AuctionWorld.from_arrays(log.contexts, log.prices, log.values, bids=BIDS)


def test_a_log_ends() -> None:
    log = Log()
    world = AuctionWorld.from_arrays(log.contexts, log.prices, log.values, bids=BIDS)
    assert [world.draw().context[0] for _ in range(world.rounds)] == [0.0, 1.0]
    with pytest.raises(DataError, match="all 2 auctions are drawn"):
        world.draw()
    with pytest.raises(SettingError, match="bids: must increase"):
        AuctionWorld.from_arrays(log.contexts, log.prices, log.values, bids=[0.0, 5.0])


def test_a_world_keeps_its_own_copy_of_the_log() -> None:
    prices = np.array([0.2, 0.4])
    world = AuctionWorld.from_arrays(Log().contexts, prices, Log().values, bids=BIDS)
    prices[:] = 0.9
    assert world.prices.tolist() == [0.2, 0.4]


@pytest.mark.parametrize("noise", [-0.1, np.nan, np.inf, True, "much"])
def test_noise_is_a_deviation(noise: Any) -> None:
    for build in (
        lambda: PricingWorld([1.0, 2.0], 1, noise=noise),
        lambda: InventoryWorld(SHELF, 1, noise=noise),
        lambda: TriageWorld(1, noise=noise),
    ):
        with pytest.raises(SettingError, match="noise: must be"):
            build()
