"""The default law in unlike worlds."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from tests.beliefs.laws.every import World, auction, teach

from graphbandit.beliefs.laws import robust_law

Array = NDArray[np.float64]
GRID = np.linspace(0.0, 1.0, 26)
D = 6


def sharp(draw: np.random.Generator, rounds: int) -> World:
    """Linear with next to no noise: well within a cell."""
    X = draw.normal(size=(rounds, D))
    m = 0.5 + X @ draw.normal(size=D) * 0.06
    return World(X, m + 0.004 * draw.normal(size=rounds), GRID, stats.norm.cdf((GRID - m[:, None]) / 0.004))


def constant_features(draw: np.random.Generator, rounds: int) -> World:
    """Noisy, with features that never vary."""
    X = np.ones((rounds, D))
    X[:, :2] = draw.normal(size=(rounds, 2))
    m = 0.4 + 0.1 * X[:, 0]
    return World(X, m + 0.1 * draw.normal(size=rounds), GRID, stats.norm.cdf((GRID - m[:, None]) / 0.1))


def skewed(draw: np.random.Generator, rounds: int) -> World:
    """Lognormal, far beyond the grid at times."""
    X = draw.normal(size=(rounds, D))
    m = -1.5 + 0.4 * X[:, 0]
    truth = stats.norm.cdf((np.log(np.maximum(GRID, 1e-300)) - m[:, None]) / 0.6)
    return World(X, np.exp(m + 0.6 * draw.normal(size=rounds)), GRID, truth)


def heavy_tailed(draw: np.random.Generator, rounds: int) -> World:
    """Student's t with two degrees of freedom."""
    X = draw.normal(size=(rounds, D))
    m = 0.5 + 0.1 * X[:, 0]
    return World(X, m + 0.05 * draw.standard_t(2, rounds), GRID, stats.t(2).cdf((GRID - m[:, None]) / 0.05))


def context_free(draw: np.random.Generator, rounds: int) -> World:
    """The context says nothing."""
    X = draw.normal(size=(rounds, D))
    return World(X, draw.beta(2, 5, rounds), GRID, np.tile(stats.beta(2, 5).cdf(GRID), (rounds, 1)))


def all_equal(draw: np.random.Generator, rounds: int) -> World:
    """Always the same."""
    truth = np.tile(np.where(GRID >= 0.31, 1.0, 0.0), (rounds, 1))
    return World(draw.normal(size=(rounds, D)), np.full(rounds, 0.31), GRID, truth)


def v_shaped(draw: np.random.Generator, rounds: int) -> World:
    """Linear in |x|."""
    X = draw.normal(size=(rounds, D))
    m = 0.2 + 0.25 * np.abs(X[:, 0])
    return World(X, m + 0.08 * draw.normal(size=rounds), GRID, stats.norm.cdf((GRID - m[:, None]) / 0.08))


def turning(draw: np.random.Generator, rounds: int) -> World:
    """Another linear function from the middle on."""
    X = draw.normal(size=(rounds, D))
    m = 0.5 + 0.1 * np.where(np.arange(rounds) < rounds // 2, X[:, 0], -X[:, 0])
    return World(X, m + 0.05 * draw.normal(size=rounds), GRID, stats.norm.cdf((GRID - m[:, None]) / 0.05))


WORLDS = [sharp, constant_features, skewed, heavy_tailed, context_free, all_equal, v_shaped, turning]


@pytest.mark.parametrize("make", WORLDS, ids=[make.__name__ for make in WORLDS])
def test_the_law_is_close_to_the_truth_after_a_few_hundred_rounds(make: object) -> None:
    """The mean of (F - F*)² over places and the last 100 of 800 rounds, bids hiding what they win against."""
    world: World = make(np.random.default_rng(5), 800)  # type: ignore[operator]
    law = robust_law(world.grid, D)
    learning = World(world.contexts[:700], world.drivers[:700], world.grid, world.truth[:700])
    teach(law, learning, auction, seed=1)
    gaps = [
        np.square(law.predict(x) - truth).mean()
        for x, truth in zip(world.contexts[700:], world.truth[700:], strict=True)
    ]
    never_learnt = np.square(0.5 - world.truth[700:]).mean()
    assert np.mean(gaps) < 0.01
    assert np.mean(gaps) < 0.1 * never_learnt
