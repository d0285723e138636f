"""A made-up file of auctions with the columns of the eBay data; no line of it is real.

python tests/experiments/made_up.py auctions.csv
"""

import csv
import sys
from pathlib import Path

import numpy as np

from graphbandit.experiments.data import CATEGORIES, LOGARITHMIC, NUMERIC, PRICE

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LEAKING = ("PricePercent", "BidCount", "SellerName")


def rows(count: int, seed: int = 0) -> list[dict[str, object]]:
    """Draw auctions of 45 categories on 7 days; every tenth item was sold fewer than 5 times."""
    draw = np.random.default_rng(seed)
    made: list[dict[str, object]] = []
    for index in range(count):
        row: dict[str, object] = {name: round(float(draw.gamma(2.0, 3.0)), 4) for name in NUMERIC}
        row |= dict.fromkeys(LEAKING, "7") | {"SellerName": "Ünal, Fé"}
        row["AvgPrice"] = round(float(draw.uniform(8.0, 140.0)), 2)
        row["AuctionSaleCount"] = 4 if index % 10 == 0 else int(draw.integers(5, 90))
        row[PRICE] = round(float(draw.uniform(1.0, 120.0)), 2)
        row["EndDay"], row["Category"] = DAYS[index % 7], f"{500 + index % 45}"
        made.append(row)
    return made


def write(path: Path, auctions: list[dict[str, object]], *, without: str | None = None) -> str:
    """Write them as the source does, with a byte order mark, and return the path."""
    names = [name for name in (*LEAKING, PRICE, *NUMERIC, *CATEGORIES) if name != without]
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(auctions)
    return str(path)


def expected_features(auctions: list[dict[str, object]]) -> np.ndarray:
    """Return the 78 features of the auctions that are kept, before they are made z-scores."""
    days = sorted({str(row["EndDay"]) for row in auctions})
    categories = sorted({str(row["Category"]) for row in auctions})
    table = [
        [float(str(row[name])) for name in NUMERIC]
        + [float(np.log1p(float(str(row[name])))) for name in LOGARITHMIC]
        + [float(row["EndDay"] == day) for day in days]
        + [float(row["Category"] == category) for category in categories]
        for row in auctions
    ]
    return np.array(table)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    write(target, rows(2000))
