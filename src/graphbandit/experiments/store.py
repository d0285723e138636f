"""Runs on disk, under the hash of everything that determines them: a changed setting never meets an old result."""

import hashlib
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from graphbandit.errors import StorageError

if TYPE_CHECKING:
    import polars

Settings = Mapping[str, Any]


@final
@dataclass(frozen=True, eq=False)
class Run:
    """One finished run: its settings, its regret curve, and single figures such as the mean regret.

    These are the same whenever it is made again. `made` says how: how long it took, and with which versions.
    """

    settings: Settings
    curve: list[float]
    figures: dict[str, float]
    made: dict[str, Any]

    @cached_property
    def key(self) -> str:
        """The hash of its settings."""
        return key_of(self.settings)


def key_of(settings: Settings) -> str:
    """Return the hash of settings: the same for the same entries in any order, another one for any change.

    >>> key_of({"a": 1, "b": 0.5}) == key_of({"b": 0.5, "a": 1}), key_of({"a": 1}) == key_of({"a": 2})
    (True, False)
    """
    return hashed(text_of(settings))


def text_of(settings: Settings) -> str:
    """Return settings as text, the same for the same entries in any order."""
    return json.dumps(settings, sort_keys=True, separators=(",", ":"), allow_nan=False)


def hashed(text: str) -> str:
    """Return the hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


@final
class Store:
    """A folder of parquet files, each with a few finished runs, written whole or not at all.

    Nothing is ever changed in it: runs are added, so that it can be read while others write and after any crash.
    """

    def __init__(self, folder: str | Path) -> None:
        """Open a folder, making it if needed."""
        self.folder = Path(folder)
        self._found: dict[str, Run] = {}
        self._read: set[str] = set()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{folder}: not a folder that can be made ({error}). Choose another.") from None

    def put(self, runs: Sequence[Run]) -> None:
        """Add finished runs in one file."""
        import polars

        rows = [
            {
                "key": run.key,
                "settings": text_of(run.settings),
                "curve": [float(value) for value in run.curve],
                "figures": json.dumps(run.figures, sort_keys=True),
                "made": json.dumps(run.made, sort_keys=True),
            }
            for run in runs
        ]
        if not rows:
            return
        name = hashed("".join(run.key for run in runs))[:24]
        part = self.folder / f".part-{secrets.token_hex(8)}"  # not mkstemp, whose files nobody else may read
        try:
            polars.DataFrame(rows).write_parquet(part)
            os.replace(part, self.folder / f"runs-{name}.parquet")
        finally:
            part.unlink(missing_ok=True)

    def runs(self) -> dict[str, Run]:
        """Return all finished runs, by key; files are read that were not read before."""
        import polars

        fresh = [path for path in sorted(self.folder.glob("runs-*.parquet")) if path.name not in self._read]
        if fresh:
            try:
                tables = [polars.read_parquet(fresh)]
            except Exception:
                tables = [table_of(path) for path in fresh]  # which names the file that is to blame
            for row in (row for table in tables for row in table.iter_rows(named=True)):
                if hashed(row["settings"]) != row["key"]:
                    raise StorageError(f"{self.folder}: a run does not match its key. Delete the folder.")
                self._found[row["key"]] = Run(
                    json.loads(row["settings"]), row["curve"], json.loads(row["figures"]), json.loads(row["made"])
                )
            self._read.update(path.name for path in fresh)
        return dict(self._found)


def table_of(path: Path) -> "polars.DataFrame":
    """Read one file."""
    import polars

    try:
        return polars.read_parquet(path)
    except Exception as error:
        raise StorageError(f"{path}: cannot be read ({error}). Delete it; its runs are made again.") from error
