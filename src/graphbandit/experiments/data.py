"""The data of the experiments: the paper's two synthetic worlds, and auctions from a file."""

import csv
import hashlib
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.errors import DataError

FEATURES = 32
DIVERSE = 8  # coordinates that vary where diversity is poor
NUMERIC = (
    "StartingBid", "StartingBidPercent", "SellerClosePercent", "AvgPrice", "AuctionAvgHitCount", "Authenticated",
    "ItemAuctionSellPercent", "SellerSaleAvgPriceRatio", "SellerAvg", "SellerItemAvg", "ReturnsAccepted", "IsHOF",
    "AuctionCount", "AuctionSaleCount", "SellerAuctionCount", "SellerAuctionSaleCount", "AuctionMedianPrice",
)  # fmt: skip
LOGARITHMIC = (
    "StartingBid", "AvgPrice", "AuctionMedianPrice", "AuctionCount", "AuctionSaleCount", "SellerAuctionCount",
    "SellerAuctionSaleCount", "SellerAvg", "SellerItemAvg",
)  # fmt: skip
CATEGORIES = ("EndDay", "Category")
PRICE = "Price"


@final
@dataclass(frozen=True, eq=False)
class Auctions:
    """Auctions in the order in which they are met: contexts (T, d), prices (T,) to beat and values (T,), in [0, 1]."""

    contexts: Array
    prices: Array
    values: Array


def synthetic(
    diverse: bool, seed: int, rounds: int, *, joint: bool = True, deviation: float = math.sqrt(0.05)
) -> Auctions:
    """Draw one of the paper's synthetic sets: w = θ₁·x/√32 + noise, v = w + max(40 θ₂·x/√32, 0), scaled to [0, 1].

    Coordinates of x are standard normal, all of them or the first eight with the rest at 1. `joint` scales w and v by
    the same least and greatest value, which keeps v >= w; else each by its own.

    >>> auctions = synthetic(diverse=True, seed=0, rounds=100)
    >>> auctions.contexts.shape, bool((auctions.values >= auctions.prices).all())
    ((100, 32), True)
    """
    draw = np.random.default_rng(seed)
    contexts = draw.standard_normal((rounds, FEATURES))
    if not diverse:
        contexts[:, DIVERSE:] = 1.0
    first, second = draw.standard_normal(FEATURES), draw.standard_normal(FEATURES)
    root = math.sqrt(FEATURES)
    prices = contexts @ first / root + draw.normal(0.0, deviation, rounds)
    values = prices + np.maximum(40.0 / root * (contexts @ second), 0.0)
    if joint:
        low, high = min(prices.min(), values.min()), max(prices.max(), values.max())
        return Auctions(contexts, (prices - low) / (high - low), (values - low) / (high - low))
    return Auctions(contexts, scaled(prices), scaled(values))


def scaled(values: Array) -> Array:
    """Return values moved and stretched onto [0, 1]."""
    low, high = float(values.min()), float(values.max())
    unit: Array = (values - low) / (high - low)
    return unit


@lru_cache(maxsize=4)
def ebay(path: str, low: float, high: float) -> Auctions:
    """Read eBay auctions whose value lies in [low, high], in the file's order; prices and values are divided by `high`.

    The price to beat is the sale price (the second-highest bid and an increment), the value the higher of it and the
    item's average price, since eBay hides the highest bid. What leaks the outcome is left out; 26 numbers and the
    one-hot day and category are made z-scores, held within ±5. Items sold fewer than 5 times are dropped: their average
    is too much their own price.
    """
    table = read_columns(path, (*NUMERIC, *CATEGORIES, PRICE))
    columns = [np.array(table[name], dtype=np.float64) for name in NUMERIC]
    columns += [np.log1p(np.array(table[name], dtype=np.float64)) for name in LOGARITHMIC]
    for name in CATEGORIES:
        entries = np.array(table[name])
        columns += [(entries == level).astype(np.float64) for level in sorted(set(table[name]))]
    prices = np.array(table[PRICE], dtype=np.float64)
    values = np.maximum(np.array(table["AvgPrice"], dtype=np.float64), prices)
    kept = (np.array(table["AuctionSaleCount"], dtype=np.float64) >= 5) & (values >= low) & (values <= high)
    if kept.sum() < 100:
        raise DataError(f"{path}: only {kept.sum()} auctions have a value in [{low:g}, {high:g}]. Use another range.")
    features = np.stack(columns, axis=1)[kept]
    deviation = features.std(axis=0)
    features = (features - features.mean(axis=0)) / np.where(deviation > 0.0, deviation, 1.0)
    return Auctions(np.clip(features, -5.0, 5.0), prices[kept] / high, values[kept] / high)


def read_columns(path: str, names: tuple[str, ...]) -> dict[str, list[str]]:
    """Read columns of a CSV file as text, or say which are missing."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file)
            present = reader.fieldnames or ()
            missing = [name for name in names if name not in present]
            if missing:
                raise DataError(f"{path}: has no column {', '.join(missing)}. The eBay data of the paper's source has.")
            rows = list(reader)
    except FileNotFoundError:
        raise DataError(f"{path}: no such file. Pass the path of the CSV file with the auctions.") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path}: not a CSV file ({error}).") from None
    return {name: [row[name] for row in rows] for name in names}


@lru_cache(maxsize=4)
def fingerprint(path: str | Path) -> str:
    """Return a short hash of a file, so that a run remembers which data it is of."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    except FileNotFoundError:
        raise DataError(f"{path}: no such file. Pass the path of the CSV file with the auctions.") from None


def shuffled(auctions: Auctions, seed: int, rounds: int) -> Auctions:
    """Return auctions in an order of this seed, as many as there are and at most `rounds`."""
    order = np.random.default_rng(seed).permutation(auctions.prices.size)[:rounds]
    return Auctions(auctions.contexts[order], auctions.prices[order], auctions.values[order])
