"""One run of the auction experiments: from settings to a regret curve."""

import math
import platform
import time
from functools import lru_cache
from typing import Any

import numpy as np

from graphbandit.checks import Array
from graphbandit.errors import DataError
from graphbandit.experiments import data
from graphbandit.experiments.auction_kernels import EXACT, GREEDY, INFORMED, INVERSE_GAP, TWO_POINT, play
from graphbandit.experiments.store import Run, Settings

VERSION = 1  # of what a run computes; a change of it makes every run new
HIDDEN = 32
POINTS = 100
RULES = {"ug": TWO_POINT, "exact": EXACT, "squarecb": INVERSE_GAP, "greedy": GREEDY, "informed": INFORMED}


def run(settings: Settings, *, path: str | None = None) -> Run:
    """Play the run of these settings; `path` is where the auctions are that they name by fingerprint."""
    auctions = auctions_of(settings, path)
    rounds, bids = auctions.prices.size, np.linspace(0.0, 1.0, settings["actions"])
    least = np.searchsorted(bids, auctions.prices - 1e-12)
    regret = np.empty(rounds)
    prepare()
    begun = time.perf_counter()
    algorithm = settings["algorithm"]
    if algorithm == "never":
        fixed_regret(least, auctions.values, bids, regret)
    else:
        many = settings["actions"] if algorithm == "squarecb" else 1
        gamma = settings["c"] * math.sqrt(many * rounds)
        play(
            auctions.contexts, least, auctions.values, bids, RULES[algorithm],
            algorithm not in ("exact", "informed"), algorithm == "squarecb", settings["edges"] == "square",
            np.array([gamma, settings["doubling"]]), np.array([settings["value_rate"], settings["law_rate"]]),
            initial(auctions.contexts.shape[1], bids.size, settings["seed"], settings["start"]),
            settings["seed"], regret,
        )  # fmt: skip
    seconds = time.perf_counter() - begun
    ends = np.linspace(rounds / POINTS, rounds, POINTS).astype(int)
    curve = [float(value) for value in np.cumsum(regret)[ends - 1]]
    figures = {"regret": float(regret.mean()), "rounds": float(rounds), "seconds": seconds}
    return Run(settings, curve, figures, {"python": platform.python_version(), "numpy": np.__version__})


@lru_cache(maxsize=1)
def prepare() -> None:
    """Compile what a run uses, or load it from the cache: outside of what is timed, and in one process before many."""
    auctions = data.synthetic(diverse=True, seed=0, rounds=2)
    play(
        auctions.contexts, np.zeros(2, dtype=np.int64), auctions.values, np.linspace(0.0, 1.0, 3), EXACT, True, False,
        False, np.ones(2), np.ones(2), initial(auctions.contexts.shape[1], 3, 0, "zero"), 0, np.empty(2),
    )  # fmt: skip


def auctions_of(settings: Settings, path: str | None) -> data.Auctions:
    """Return the auctions that a run meets."""
    if settings["data"] == "ebay":
        if path is None:
            raise DataError("data: real auctions are asked for and no file is given. Pass the path of the CSV file.")
        whole = data.ebay(path, settings["fingerprint"], settings["low"], settings["high"])
        return data.shuffled(whole, settings["seed"], settings["rounds"])
    return data.synthetic(
        settings["data"] == "diverse",
        settings["seed"],
        settings["rounds"],
        joint=settings["scaling"] == "joint",
        deviation=math.sqrt(0.05) if settings["noise"] == "variance" else 0.05,
    )


def initial(features: int, actions: int, seed: int, start: str) -> tuple[Array, Array, Array]:
    """Return the oracles' first weights: the network's drawn as PyTorch draws them, the softmax's likewise or 0."""
    draw = np.random.default_rng([seed, 7])

    def linear(inputs: int, *shape: int) -> Array:
        return draw.uniform(-(inputs**-0.5), inputs**-0.5, shape)

    first, second = linear(features, features + 1, HIDDEN), linear(HIDDEN, HIDDEN + 1)
    prices = linear(features, features + 1, actions)
    return (prices if start == "torch" else np.zeros_like(prices)), first, second


def fixed_regret(least: Any, values: Array, bids: Array, regret: Array) -> None:
    """Write the regret of always bidding 0."""
    reward = values[:, None] - bids[None, :]
    reward[np.arange(bids.size)[None, :] < least[:, None]] = 0.0
    regret[:] = 0.5 * (reward.max(axis=1) - reward[:, 0])
