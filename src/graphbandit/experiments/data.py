"""The data of the experiments: the paper's two synthetic worlds, and auctions from a file."""

import csv
import hashlib
import io
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
COLUMNS = (PRICE, *NUMERIC, *CATEGORIES)
LEAST = 100  # auctions that make a figure


@final
@dataclass(frozen=True, eq=False)
class PriceLaw:
    """How auctions were drawn: the price is normal about `center` (T,), the value is slope · price + `rest` (T,)."""

    center: Array
    deviation: float
    slope: float
    rest: Array


@final
@dataclass(frozen=True, eq=False)
class Auctions:
    """Auctions in the order in which they are met: contexts (T, d), prices (T,) to beat and values (T,), in [0, 1].

    `law` is known of some that were drawn.
    """

    contexts: Array
    prices: Array
    values: Array
    law: PriceLaw | None = None


@lru_cache(maxsize=16)
def synthetic(
    diverse: bool, seed: int, rounds: int, *, scaling: str = "joint", deviation: float = math.sqrt(0.05)
) -> Auctions:
    """Draw one of the paper's synthetic sets: w = θ₁·x/√32 + noise, v = w + max(40 θ₂·x/√32, 0), scaled to [0, 1].

    Coordinates of x are standard normal, all of them or the first eight with the rest at 1. `scaling` is "joint", by
    the least and the greatest of both, which keeps v >= w; "separate", each by its own; or "cut", by those of w, with
    values above 1 cut.

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
    center, more = contexts @ first / root, np.maximum(40.0 / root * (contexts @ second), 0.0)
    prices = center + draw.normal(0.0, deviation, rounds)
    values = prices + more
    (low, high), (least, most) = limits(prices, values, scaling)
    drawn, won = (prices - low) / (high - low), (values - least) / (most - least)
    if scaling == "cut":
        return Auctions(contexts, drawn, np.minimum(won, 1.0))
    slope, rest = (high - low) / (most - least), (low + more - least) / (most - least)
    law = PriceLaw((center - low) / (high - low), deviation / (high - low), slope, rest)
    return Auctions(contexts, drawn, won, law)


def limits(prices: Array, values: Array, scaling: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return what becomes 0 and 1, of prices and of values."""
    price, value = (float(prices.min()), float(prices.max())), (float(values.min()), float(values.max()))
    if scaling == "joint":
        both = min(price[0], value[0]), max(price[1], value[1])
        return both, both
    return price, price if scaling == "cut" else value


def rescaled(auctions: Auctions, scaling: str) -> Auctions:
    """Return auctions moved and stretched onto [0, 1], prices and values together or each by its own."""
    (low, high), (least, most) = limits(auctions.prices, auctions.values, scaling)
    return Auctions(
        auctions.contexts, (auctions.prices - low) / (high - low), (auctions.values - least) / (most - least)
    )


@lru_cache(maxsize=4)
def ebay(path: str, mark: str, low: float, high: float) -> Auctions:
    """Read eBay auctions whose value lies in [low, high], in the file's order; prices and values are divided by `high`.

    `mark` is the fingerprint that the file must have. The price to beat is the sale price (the second-highest bid and
    an increment), the value the higher of it and the item's average price, since eBay hides the highest bid. What leaks
    the outcome is left out; 26 numbers and the one-hot day and category are made z-scores, held within ±5. Items sold
    fewer than 5 times are dropped: their average is too much their own price.
    """
    content = read(path)
    if fingerprint(content) != mark:
        raise DataError(f"{path}: is not the file that the runs are of. Start again with that one, or in a new folder.")
    table = columns(content, path, COLUMNS)
    numbers = {name: numeric(table[name], name, path) for name in (*NUMERIC, PRICE)}
    parts = [numbers[name] for name in NUMERIC]
    parts += [np.log1p(np.maximum(numbers[name], 0.0)) for name in LOGARITHMIC]
    for name in CATEGORIES:
        entries = np.array(table[name])
        parts += [(entries == level).astype(np.float64) for level in sorted(set(table[name]))]
    prices = numbers[PRICE]
    values = np.maximum(numbers["AvgPrice"], prices)
    kept = (numbers["AuctionSaleCount"] >= 5) & (prices >= 0.0) & (values >= low) & (values <= high)
    if kept.sum() < LEAST:
        raise DataError(f"{path}: only {kept.sum()} auctions have a value in [{low:g}, {high:g}]. Use another file.")
    features = np.stack(parts, axis=1)[kept]
    deviation = features.std(axis=0)
    features = (features - features.mean(axis=0)) / np.where(deviation > 0.0, deviation, 1.0)
    return Auctions(np.clip(features, -5.0, 5.0), prices[kept] / high, values[kept] / high)


def read(path: str) -> bytes:
    """Return what a file holds, or say that it cannot be read."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise DataError(f"{path}: no such file. Pass the path of the CSV file with the auctions.") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror}). Pass the CSV file with the auctions.") from None


def fingerprint(content: bytes) -> str:
    """Return a short hash of a file's content, so that a run remembers which data it is of."""
    return hashlib.sha256(content).hexdigest()[:16]


def columns(content: bytes, path: str, names: tuple[str, ...]) -> dict[str, list[str]]:
    """Return columns of a CSV file as text, or say which are missing."""
    try:
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), restval="")
        missing = [name for name in names if name not in (reader.fieldnames or ())]
        if missing:
            raise DataError(
                f"{path}: has no column {', '.join(missing)}. Pass a file with the columns of the eBay auctions."
            )
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path}: is not a CSV file ({error}). Pass the CSV file with the auctions.") from None
    return {name: [row[name] for row in rows] for name in names}


def numeric(entries: list[str], name: str, path: str) -> Array:
    """Return a column as numbers, or name the first line that has none."""
    try:
        array = np.array(entries, dtype=np.float64)
    except ValueError:
        array = np.array([as_number(entry) for entry in entries])
    wrong = np.flatnonzero(~np.isfinite(array))
    if wrong.size:
        row = int(wrong[0])
        raise DataError(f"{path}: {name} of row {row + 1} must be a finite number; got {entries[row]!r}. Mend the row.")
    return array


def as_number(entry: str) -> float:
    """Return a number, NaN if the text is none."""
    try:
        return float(entry)
    except ValueError:
        return math.nan


def shuffled(auctions: Auctions, seed: int, rounds: int) -> Auctions:
    """Return auctions in an order of this seed, as many as there are and at most `rounds`."""
    order = np.random.default_rng(seed).permutation(auctions.prices.size)[:rounds]
    return Auctions(auctions.contexts[order], auctions.prices[order], auctions.values[order])
