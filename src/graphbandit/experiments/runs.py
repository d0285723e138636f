"""One run of the auction experiments: from settings to a regret curve."""

import math
import platform
import time
from functools import lru_cache
from importlib.metadata import version
from typing import Any

import numpy as np

from graphbandit.checks import Array
from graphbandit.errors import DataError
from graphbandit.experiments import data
from graphbandit.experiments.store import Run, Settings

HIDDEN = 32
POINTS = 100
BLOCK = 1_000_000  # entries of a table of rounds by bids that are held at once
RULES = ("ug", "exact", "squarecb", "greedy", "informed")  # as the kernel counts them
LESSONS = ("log edges", "square edges", "played", "price", "nothing")  # likewise
LIBRARIES = ("graphbandit", "numpy", "numba")


def run(settings: Settings, *, path: str | None = None) -> Run:
    """Play the run of these settings; `path` is where the auctions are that they name by fingerprint."""
    auctions = auctions_of(settings, path)
    bids = np.linspace(0.0, 1.0, settings["actions"])
    least = np.searchsorted(bids, auctions.prices - 1e-12)
    prepare()
    begun, worked = time.perf_counter(), time.thread_time()
    actions = actions_of(settings, auctions, bids, least)
    seconds = {"seconds": time.perf_counter() - begun, "cpu_seconds": time.thread_time() - worked}
    regret = realised(auctions, bids, least, actions)
    rounds = regret.size
    ends = np.linspace(rounds / POINTS, rounds, POINTS).astype(int)
    curve = [float(value) for value in np.cumsum(regret)[ends - 1]]
    figures = {"regret": float(regret.mean()), "rounds": float(rounds)}
    if auctions.law is not None:
        figures["expected_regret"] = float(expected(auctions.law, bids, actions).mean())
    return Run(settings, curve, figures, {**versions(), **{name: round(spent, 4) for name, spent in seconds.items()}})


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Return what a run is made with."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def actions_of(settings: Settings, auctions: data.Auctions, bids: Array, least: Any) -> Any:
    """Return what is played in every round, (T,) places in `bids`."""
    from graphbandit.experiments.auction_kernels import play

    actions = np.zeros(auctions.prices.size, dtype=np.int64)
    algorithm = settings["algorithm"]
    if algorithm == "never":
        return actions
    many = bids.size if algorithm == "squarecb" else 1
    gamma = settings["c"] * math.sqrt(many * actions.size)
    doubles = (
        settings["c"] ** -2 if settings["gamma"] == "doubling" else 0.0
    )  # the regret R that γ = √(T/R) is right for
    form = (
        RULES.index(algorithm), LESSONS.index(settings["lesson"]), settings["graph"] == "sampled",
        settings["value"] == "itself",
    )  # fmt: skip
    play(
        auctions.contexts, least, auctions.values, bids, form, np.array([gamma, doubles]),
        np.array([settings["value_rate"], settings["law_rate"]]), initial(settings, auctions.contexts.shape[1]),
        settings["seed"], actions,
    )  # fmt: skip
    return actions


@lru_cache(maxsize=1)
def prepare() -> None:
    """Compile what a run uses, or load it from the cache: outside of what is timed, and in one process before many."""
    from graphbandit.experiments.paper import DIVERSE, settings_of

    auctions, bids = data.synthetic(diverse=True, seed=0, rounds=2), np.linspace(0.0, 1.0, 3)
    actions_of(settings_of(DIVERSE, "exact", 3, 0), auctions, bids, np.zeros(2, dtype=np.int64))


def auctions_of(settings: Settings, path: str | None) -> data.Auctions:
    """Return the auctions that a run meets."""
    if settings["data"] == "ebay":
        if path is None:
            raise DataError("data: real auctions are asked for and no file is given. Pass the path of the CSV file.")
        whole = data.ebay(path, settings["fingerprint"], settings["low"], settings["high"])
        if settings["scaling"] != "limit":
            whole = data.rescaled(whole, settings["scaling"])
        return data.shuffled(whole, settings["seed"], settings["rounds"])
    return data.synthetic(
        settings["data"] == "diverse",
        settings["world"],
        settings["rounds"],
        scaling=settings["scaling"],
        deviation=math.sqrt(0.05) if settings["noise"] == "variance" else 0.05,
    )


def initial(settings: Settings, features: int) -> tuple[Array, Array, Array]:
    """Return the oracles' first weights: of the softmax, and of the network's two layers, biases in the last rows."""
    draw = np.random.default_rng([settings["seed"], 7])

    def linear(inputs: int, *shape: int) -> Array:
        """Draw as PyTorch does."""
        return draw.uniform(-(inputs**-0.5), inputs**-0.5, shape)

    first, second = linear(features, features + 1, HIDDEN), linear(HIDDEN, HIDDEN + 1)
    prices = linear(features, features + 1, settings["actions"])
    if settings["value_start"] == "small":
        first, second = draw.normal(0.0, 0.01, first.shape), draw.normal(0.0, 0.01, second.shape)
        first[-1], second[-1] = 0.0, 0.0
    return (prices if settings["law_start"] == "torch" else np.zeros_like(prices)), first, second


def realised(auctions: data.Auctions, bids: Array, least: Any, actions: Any) -> Array:
    """Return the regret (T,) by the losses that came, against the best bid of each round in hindsight."""
    best = np.maximum(auctions.values - bids[least], 0.0)
    gained = np.where(actions >= least, auctions.values - bids[actions], 0.0)
    regret: Array = 0.5 * (best - gained)
    return regret


def expected(law: data.PriceLaw, bids: Array, actions: Any) -> Array:
    """Return the regret (T,) by mean losses given the context, against the best of them: the paper's definition."""
    regret = np.empty(actions.size)
    for rows in np.array_split(np.arange(actions.size), 1 + actions.size * bids.size // BLOCK):
        gains = mean_gains(law, bids, rows)
        regret[rows] = 0.5 * (gains.max(axis=1) - gains[np.arange(rows.size), actions[rows]])
    return regret


def mean_gains(law: data.PriceLaw, bids: Array, rows: Any) -> Array:
    """Return E[1{a >= w} (v - a)] of every bid a in these rounds, where v = slope w + rest and w is normal."""
    center, rest = law.center[rows, None], law.rest[rows, None]
    z = (bids - center) / law.deviation
    winning, near = (z > 0.0).astype(np.float64), np.abs(z) < 6.0
    winning[near] = [0.5 * math.erfc(-one / math.sqrt(2.0)) for one in z[near]]
    density = np.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
    gains: Array = (law.slope * center + rest - bids) * winning - law.slope * law.deviation * density
    return gains
