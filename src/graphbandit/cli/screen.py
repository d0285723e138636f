"""What commands print on, and how they say how far they are."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 160  # of tables that go to a file or a pipe
WINDOW = 180.0  # seconds over which the speed is taken that the time left is told from
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def show(text: "RenderableType") -> None:
    """Print a table on stdout, as wide as the terminal, or wide enough for a file."""
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else WIDTH).print(text)


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
        self._bars = bars if console.is_terminal else None
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
                print(f"{name}: {done} of {total} runs", file=sys.stderr)
            self._tasks[name] = 0
            return
        from rich.progress import TaskID

        if name not in self._tasks:
            self._tasks[name] = int(self._bars.add_task(name, total=total, completed=done))
        self._bars.update(TaskID(self._tasks[name]), completed=done)
