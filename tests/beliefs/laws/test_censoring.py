"""What a law's own bids hide must not bend what it learns."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from tests.beliefs.laws.every import Build, World, auction, sale, stock, teach

from graphbandit.beliefs.laws import (
    EmpiricalLaw,
    LocationScale,
    Recalibrated,
    ReverseHazards,
    SoftmaxLaw,
    robust_law,
)

Array = NDArray[np.float64]
SHOWS = {"auction": auction, "sale": sale, "stock": stock}
GRID = np.linspace(0.0, 1.0, 11)


def normal_world(rounds: int, slope: float) -> World:
    draw = np.random.default_rng(7)
    contexts = np.stack([draw.choice([-1.0, 1.0], rounds), draw.normal(size=rounds)], axis=1)
    centers = 0.5 + slope * contexts[:, 0]
    drivers = centers + 0.15 * draw.normal(size=rounds)
    return World(contexts, drivers, GRID, stats.norm.cdf((GRID - centers[:, None]) / 0.15))


def worst(build: Build, world: World, show: str) -> float:
    """The largest error of the last prediction in each of the two kinds of context, where bids are placed."""
    law = build(world.grid, 2)
    teach(law, world, SHOWS[show], seed=3)
    errors = []
    for sign in (-1.0, 1.0):
        t = int(np.flatnonzero(world.contexts[:, 0] == sign)[-1])
        found = law.predict(np.array([sign, 0.0]))
        errors.append(np.abs(found - world.truth[t]).max())
    return float(max(errors))


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize(
    ("build", "slope", "tolerance"),
    [
        pytest.param(LocationScale, 0.1, 0.06, id="location"),
        pytest.param(EmpiricalLaw, 0.0, 0.06, id="empirical"),
        pytest.param(ReverseHazards, 0.1, 0.2, id="hazards"),  # first-order steps: slow where only sides show
        pytest.param(SoftmaxLaw, 0.1, 0.2, id="softmax"),
        pytest.param(lambda grid, d: Recalibrated(LocationScale(grid, d)), 0.1, 0.06, id="recalibrated"),
        pytest.param(robust_law, 0.1, 0.06, id="robust"),
    ],
)
def test_a_law_is_unbiased_under_its_own_censoring(build: Build, slope: float, tolerance: float, show: str) -> None:
    assert worst(build, normal_world(6000, slope), show) < tolerance


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize("build", [EmpiricalLaw, LocationScale], ids=["empirical", "location"])
def test_errors_vanish_as_the_rounds_go_on(build: Build, show: str) -> None:
    assert worst(build, normal_world(40_000, 0.0), show) < 0.035


def test_leaving_out_what_bids_hid_would_be_biased() -> None:
    """The tolerances above can tell the difference."""
    world = normal_world(6000, 0.0)
    lost = [i for i, driver in enumerate(world.drivers) if driver > 0.6]
    law = EmpiricalLaw(world.grid, 2)
    for i in lost:
        law.update(world.contexts[i], *auction(float(world.drivers[i]), 0.6))
    assert np.abs(law.predict(np.zeros(2)) - world.truth[0]).max() > 0.5
