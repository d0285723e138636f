"""Each example tells its story in forty lines at most, and leaves a picture."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def test_there_is_one_for_each_problem() -> None:
    assert [path.stem for path in EXAMPLES] == ["auction", "inventory", "pricing", "triage"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_it_runs_and_leaves_a_picture(example: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    command = [sys.executable, "-W", "error", str(example), "here.png"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert any(character.isdigit() for character in done.stdout)
    assert [path.name for path in tmp_path.iterdir()] == ["here.png"]
    assert (tmp_path / "here.png").stat().st_size > 10_000


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_it_is_short_and_named_in_the_readme(example: Path) -> None:
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 40
    assert f"`python examples/{example.name} " in (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
