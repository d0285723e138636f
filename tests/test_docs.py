"""The pages say what is so: their examples run, their links, figures and commands exist, no public name is missing."""

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tests.docs_pages import (
    ROOT,
    Page,
    bare_figures,
    broken_links,
    callables,
    leaves,
    options,
    pages,
    run,
    signature,
    wrong_commands,
)

import graphbandit as gb
from graphbandit.beliefs import laws, values

every = pytest.mark.parametrize("page", pages(), ids=lambda page: page.path.name)
FIGURES = sorted((ROOT / "docs" / "figures").glob("*.py"))
ROOMS = (gb.beliefs, laws, values, gb.errors, gb.exploration, gb.problems, gb.rules)


def python(*arguments: str) -> None:
    """Run Python without a display, or fail with what it said."""
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@every
def test_every_example_runs_and_prints_what_the_page_says(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in sorted(run(page)):
        pytest.importorskip(name)


@every
def test_every_link_and_anchor_leads_somewhere(page: Page) -> None:
    assert list(broken_links(page)) == []


@every
def test_every_command_exists_with_its_options(page: Page) -> None:
    assert list(wrong_commands(page)) == []


@every
def test_no_page_names_a_place_of_one_machine(page: Page) -> None:
    for place in ("/home/", "/root/", "/tmp/", "/usr/", "pypi", "file:"):
        assert place not in page.text


@pytest.mark.parametrize("page", pages()[1:], ids=lambda page: page.path.name)
def test_every_figure_has_its_command_below(page: Page) -> None:
    assert list(bare_figures(page)) == []


def test_every_picture_is_shown_and_small() -> None:
    shown = {(page.path.parent / found[3]).resolve() for page in pages() for found in page.links if found[1]}
    pictures = {path.resolve() for path in (ROOT / "docs" / "images").iterdir()}
    assert pictures <= shown
    assert {path.name for path in pictures if path.stat().st_size > 150_000} == set()


@pytest.mark.parametrize("script", FIGURES, ids=lambda path: path.name)
def test_every_figure_is_drawn_again(script: Path, tmp_path: Path) -> None:
    python("-W", "error", str(script), str(tmp_path / "figure.png"))
    assert (tmp_path / "figure.png").stat().st_size > 5_000


@pytest.mark.parametrize("name", gb.__all__)
def test_the_reference_says_how_every_public_name_is_called(name: str) -> None:
    reference = Page(ROOT / "docs" / "reference.md")
    value = getattr(gb, name)
    assert f"`{name}" in reference.text
    if inspect.isclass(value) and not issubclass(value, Exception):
        for member, held in inspect.getmembers(value):
            called = inspect.isfunction(held) or inspect.ismethod(held)
            wanted = rf"\.{member}\(" if called else rf"[`.( ]{member}\b"
            assert member.startswith("_") or re.search(wanted, reference.text), f"{name}.{member}"
    if not isinstance(value, ModuleType):
        assert f"`{signature(name, value)}`" in reference.text


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
def test_the_reference_says_how_everything_in_a_room_is_called(room: ModuleType) -> None:
    text = Page(ROOT / "docs" / "reference.md").text
    called = {signature(name, value) for name, value in callables(room).items()}
    assert {each for each in called if f"`{each}`" not in text} == set()


def test_the_reference_has_an_example_of_every_name() -> None:
    reference = Page(ROOT / "docs" / "reference.md")
    shown = "".join(block.text for block in reference.blocks if block.language in ("python", "text"))
    names = {name for name in gb.__all__ if not isinstance(getattr(gb, name), ModuleType)}
    names |= {name for room in ROOMS for name in callables(room)}
    assert {name for name in names if not re.search(rf"\b{name}\b", shown)} == set()


@pytest.mark.parametrize("name", leaves())
def test_every_command_and_option_is_described(name: str) -> None:
    _, found, rest = Page(ROOT / "docs" / "command-line.md").text.partition(f"\n## {name}\n")
    assert found
    section = rest.partition("\n## ")[0]
    assert {option for option in options(leaves()[name]) - {"--help"} if f"`{option}" not in section} == set()


def test_every_test_that_a_page_names_exists() -> None:
    named = re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+){2,})`", Page(ROOT / "docs" / "tested.md").text)
    written = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(named) >= 5
    assert {name for name in named if f"def test_{name}(" not in written} == set()


def test_the_strict_build_passes(tmp_path: Path) -> None:
    for library in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(library)
    strict = ("-W", "--keep-going", "-n", "-q", "-b", "html", "-d", str(tmp_path / "doctrees"))
    python("-m", "sphinx", *strict, "docs", str(tmp_path / "html"))


def test_the_notebook_runs() -> None:
    pytest.importorskip("marimo")
    python("-W", "error", "notebook/one_auction.py")


def test_a_broken_page_is_found_out(tmp_path: Path) -> None:
    page = Page(tmp_path / "page.md")
    page.path.write_text(
        "# One\n[a](#two) [b](none.md) [c](#one) ![](one.png)\n\n"
        "```console\n$ graphbandit dmo\n$ graphbandit demo --seed 1\n$ graphbandit demo --seeds x\n```\n"
        "`graphbandit bench run --leger`\n\n```python\nprint(1 + 1)  # 3\n```\n"
    )
    assert [said.partition(":")[0] for said in broken_links(page)] == ["#two", "none.md", "one.png"]
    assert len(list(bare_figures(page))) == 2
    assert len(list(wrong_commands(page))) == 4
    with pytest.raises(AssertionError, match="prints '2'"):
        run(page)
