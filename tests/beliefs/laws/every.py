"""One of every law, and worlds to teach them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import final

import numpy as np
import pytest
from numpy.typing import NDArray

from graphbandit.beliefs.base import Law
from graphbandit.beliefs.laws import (
    LOGISTIC,
    Bank,
    EmpiricalLaw,
    LocationScale,
    MixtureLaw,
    Recalibrated,
    ReverseHazards,
    ScoredLaw,
    SoftmaxLaw,
    View,
    robust_law,
)
from graphbandit.parts import Part

Array = NDArray[np.float64]
Build = Callable[[Array, int], ScoredLaw]
FORGETFUL = Bank((0.1, 0.3), (0.99, 0.9))

LAWS: dict[str, Build] = {
    "location": LocationScale,
    "bent": lambda grid, d: LocationScale(grid, d, view=View(curvature=50.0)),
    "forgetful": lambda grid, d: LocationScale(grid, d, FORGETFUL, View(folded=True), np.array([LOGISTIC])),
    "empirical": EmpiricalLaw,
    "hazards": ReverseHazards,
    "softmax": SoftmaxLaw,
    "recalibrated": lambda grid, d: Recalibrated(EmpiricalLaw(grid, d)),
    "mixture": lambda grid, d: MixtureLaw((SoftmaxLaw(grid, d), EmpiricalLaw(grid, d))),
    "robust": robust_law,
}
every_law = pytest.mark.parametrize("build", LAWS.values(), ids=LAWS)


def parts(part: Part) -> Iterator[Part]:
    """Return a part and every part within it."""
    yield part
    for each in fields(part):  # type: ignore[arg-type]
        value = getattr(part, each.name) if each.init else None
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Part):
                yield from parts(inner)


def learnt(part: Part) -> list[Array]:
    """Return the arrays of a part and of all within it."""
    return [
        getattr(each, name.name)
        for each in parts(part)
        for name in fields(each)  # type: ignore[arg-type]
        if not name.init
    ]


def snapshot(part: Part) -> bytes:
    """Return all that a part learnt."""
    return b"".join(array.tobytes() for array in learnt(part))


@final
@dataclass(frozen=True, eq=False)
class World:
    """T rounds: contexts (T, d), drivers (T,), a grid (K,) and the true P(driver <= grid[i]), (T, K)."""

    contexts: Array
    drivers: Array
    grid: Array
    truth: Array


def auction(driver: float, bid: float) -> tuple[float, float]:
    """What a first-price auction shows of the price to beat: an upper bound when won, all when lost."""
    return (-np.inf, bid) if driver <= bid else (driver, driver)


def sale(driver: float, price: float) -> tuple[float, float]:
    """What a posted price shows of a value: one side of the price."""
    return (-np.inf, price) if driver <= price else (price, np.inf)


def stock(driver: float, units: float) -> tuple[float, float]:
    """What a stock shows of demand: all of it, or that there was more."""
    return (driver, driver) if driver <= units else (units, np.inf)


def teach(law: Law, world: World, show: Callable[[float, float], tuple[float, float]], seed: int) -> None:
    """Let a law learn a world, at places near the median that it predicts itself, one in ten at random."""
    draw = np.random.default_rng(seed)
    for x, driver in zip(world.contexts, world.drivers, strict=True):
        i = int(np.searchsorted(law.predict(x), draw.uniform(0.3, 0.8)))
        if draw.random() < 0.1:
            i = int(draw.integers(world.grid.size))
        law.update(x, *show(float(driver), float(world.grid[min(i, world.grid.size - 1)])))
