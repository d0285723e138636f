"""What commands print on, and how they say how far they are."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from graphbandit.errors import SettingError

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 160  # of tables that go to a file or a pipe
WINDOW = 180.0  # seconds over which the speed is taken that the time left is told from
PICTURES = (".png", ".svg", ".pdf")
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def show(text: "RenderableType") -> None:
    """Print a table on stdout, as wide as the terminal, or wide enough for a file."""
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else WIDTH).print(text)


def picture(path: Path) -> Path:
    """Return the path of a picture, its folder made if need be, or say what is wrong with it before anything is played.

    >>> picture(Path("results.xlsx"))
    Traceback (most recent call last):
    graphbandit.errors.SettingError: --out: must end in .png, .svg or .pdf; got 'results.xlsx'. That tells the format.
    """
    shown = str(path)
    if path.suffix.lower() not in PICTURES:
        raise SettingError("--out", "must end in .png, .svg or .pdf", shown, "That tells the format.")
    if path.is_dir():
        raise SettingError("--out", "must be a file, not a folder", shown, "Add the name of the picture.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"must lie in a folder that can be made ({error.strerror})"
        raise SettingError("--out", reason, shown, "Choose another.") from None
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise SettingError("--out", "must be a place that can be written to", shown, "Choose another.")
    return path


def say_written(path: Path) -> None:
    """Say where a picture is."""
    print(f"Picture: {path}", file=sys.stderr)


class ProgressBars:
    """A bar with the time left for each part of a job on a terminal; elsewhere a line when a part begins and ends."""

    def __enter__(self) -> Self:
        """Show nothing yet."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bars = Progress(*columns, console=console, speed_estimate_period=WINDOW)
        self._bars = bars if sys.stderr.isatty() and not console.is_dumb_terminal else None
        self._tasks: dict[str, int] = {}
        if self._bars is not None:
            self._bars.start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave the terminal as it was."""
        if self._bars is not None:
            self._bars.stop()

    def __call__(self, name: str, done: int, total: int) -> None:
        """Show that so many of so many are done."""
        if self._bars is None:
            if name not in self._tasks or done == total:
                print(f"{name}: {done:,} of {total:,}", file=sys.stderr)
            self._tasks[name] = 0
            return
        from rich.progress import TaskID

        if name not in self._tasks:
            self._tasks[name] = int(self._bars.add_task(name, total=total, completed=done))
        self._bars.update(TaskID(self._tasks[name]), completed=done)
