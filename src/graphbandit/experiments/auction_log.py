"""An auction log as anybody keeps it: a table with a price, a value, and whatever else was known before the bid."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np

from graphbandit.checks import Array
from graphbandit.errors import DataError, suggestion
from graphbandit.experiments.data import Auctions

if TYPE_CHECKING:
    from polars import DataFrame, Series

LEVELS = 20  # of a category that get a feature of their own; rarer ones share one
LEAST = 10  # auctions that can be compared on
READERS = {".csv": "read_csv", ".tsv": "read_csv", ".parquet": "read_parquet", ".pq": "read_parquet"}


@final
@dataclass(frozen=True, eq=False)
class AuctionLog:
    """Auctions scaled to [0, 1] by `unit`, the highest amount, with the names of the features and what was left out."""

    auctions: Auctions
    unit: float
    features: tuple[str, ...]
    notes: tuple[str, ...]


def read_log(path: str | Path, price: str, value: str) -> AuctionLog:
    """Read a CSV or Parquet file: the columns of price to beat and value, every other one a feature.

    Numbers become z-scores, what is missing 0 with an indicator; text becomes indicators of its commonest levels.
    Columns that never vary, and text of which nearly every entry is another, say nothing and are left out.
    """
    if price == value:
        raise DataError(f"{path}: price and value cannot both be '{price}'. Name another column with --value.")
    table = read_table(Path(path))
    for name, option in ((price, "--price"), (value, "--value")):
        if name not in table.columns:
            some = ", ".join(table.columns[:12]) + (", ..." if len(table.columns) > 12 else "")
            meant = suggestion(name, table.columns)
            raise DataError(f"{path}: has no column '{name}'.{meant} Name one of {some} with {option}.")
    notes: list[str] = []
    amounts = {name: amounts_of(table[name], name, path) for name in (price, value)}
    known = np.isfinite(amounts[price]) & np.isfinite(amounts[value])
    if known.sum() < LEAST:
        found = "1 row has" if known.sum() == 1 else f"{known.sum()} rows have"
        raise DataError(f"{path}: {found} both '{price}' and '{value}'. At least {LEAST} are needed.")
    if not known.all():
        notes.append(f"{int((~known).sum())} rows without price or value are left out")
    unit = float(max(amounts[price][known].max(), amounts[value][known].max()))
    if not unit > 0.0:
        raise DataError(f"{path}: every price and value is 0. There is nothing to bid for.")
    columns: list[tuple[str, Array]] = []
    for name in table.columns:
        if name not in (price, value):
            made = features_of(table[name], name, known)
            columns += made
            if not made:
                notes.append(f"column '{name}' says nothing and is left out")
    contexts = np.stack([column for _, column in columns], axis=1) if columns else np.zeros((int(known.sum()), 1))
    auctions = Auctions(contexts, amounts[price][known] / unit, amounts[value][known] / unit)
    return AuctionLog(auctions, unit, tuple(name for name, _ in columns), tuple(notes))


def read_table(path: Path) -> "DataFrame":
    """Read the file by its ending, or say what is wrong with it."""
    import polars

    if path.is_dir():
        raise DataError(f"{path}: is a folder. Pass a .csv, .tsv or .parquet file.")
    if not path.exists():
        raise DataError(f"{path}: no such file.{suggestion(path.name, files_beside(path))}")
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise DataError(f"{path}: ends in '{path.suffix}'. Pass a .csv, .tsv or .parquet file.")
    options: dict[str, Any] = {"infer_schema_length": None} if reader == "read_csv" else {}
    if path.suffix.lower() == ".tsv":
        options["separator"] = "\t"
    try:
        table: DataFrame = getattr(polars, reader)(path, **options)
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise DataError(f"{path}: cannot be read as a table ({reason}).") from None
    return table


def files_beside(path: Path) -> list[str]:
    """Return the names of the tables in the same folder."""
    try:
        return [each.name for each in path.parent.iterdir() if each.suffix.lower() in READERS]
    except OSError:
        return []


def amounts_of(column: "Series", name: str, path: str | Path) -> Array:
    """Return a column of money as numbers, NaN where missing."""
    import polars

    try:
        numbers = column.cast(polars.Float64, strict=True).fill_null(math.nan).to_numpy()
    except polars.exceptions.PolarsError:
        bad = next((entry for entry in column.drop_nulls().to_list() if not is_number(entry)), None)
        raise DataError(f"{path}: column '{name}' must hold numbers, but has {bad!r}. Name another column.") from None
    if np.any(numbers < 0.0) or np.any(np.isinf(numbers)):
        bad = numbers[(numbers < 0.0) | np.isinf(numbers)][0]
        remedy = "Mend or drop the row."
        raise DataError(f"{path}: column '{name}' must be finite and at least 0, but has {bad:g}. {remedy}")
    amounts: Array = np.array(numbers, dtype=np.float64)
    return amounts


def is_number(entry: object) -> bool:
    """Tell whether an entry reads as a number."""
    try:
        float(str(entry))
    except ValueError:
        return False
    return True


def features_of(column: "Series", name: str, known: Any) -> list[tuple[str, Array]]:
    """Return the features that a column makes, none if it says nothing."""
    if column.dtype.is_numeric() or str(column.dtype) == "Boolean":
        return numeric_features(column, name, known)
    if column.dtype.is_temporal():
        return numeric_features(column.to_physical(), name, known)
    entries = np.array([str(entry) for entry in column.fill_null("missing").to_list()])[known]
    levels, counts = np.unique(entries, return_counts=True)
    if levels.size < 2 or levels.size > 0.5 * entries.size:
        return []
    common = levels[np.argsort(-counts, kind="stable")][:LEVELS]
    made = [(f"{name}={level}", (entries == level).astype(np.float64)) for level in common]
    if levels.size > LEVELS:
        made.append((f"{name}=another", (~np.isin(entries, common)).astype(np.float64)))
    return made


def numeric_features(column: "Series", name: str, known: Any) -> list[tuple[str, Array]]:
    """Return the z-scores of a column, held within ±5, and an indicator of missing entries if there are both."""
    import polars

    numbers = column.cast(polars.Float64).fill_null(math.nan).to_numpy()[known]
    present = np.isfinite(numbers)
    made = []
    if present.any() and np.ptp(numbers[present]) > 0.0:
        centred = np.where(present, numbers - numbers[present].mean(), 0.0)
        made.append((name, np.clip(centred / numbers[present].std(), -5.0, 5.0)))
    if present.any() and not present.all():
        made.append((f"{name} is missing", (~present).astype(np.float64)))
    return made
