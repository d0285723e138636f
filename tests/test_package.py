"""What is installed is whole, and the files beside it say the same as it does."""

import re
import tomllib
from importlib.metadata import entry_points, metadata, version
from importlib.resources import files
from pathlib import Path
from typing import Any

from graphbandit.cli import main

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
TOO_LARGE = {"ray", "torch"}  # for every machine that tests


def test_types_are_told_to_who_uses_it() -> None:
    assert (files("graphbandit") / "py.typed").is_file()


def test_the_command_is_installed() -> None:
    (script,) = entry_points(group="console_scripts", name="graphbandit")
    assert script.load() is main


def test_one_version_and_licence_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.findall(r"^version: (\S+)$", citation, re.MULTILINE) == [PROJECT["version"]]
    assert re.findall(r"^license: (\S+)$", citation, re.MULTILINE) == [PROJECT["license"]]
    assert version("graphbandit") == PROJECT["version"]
    assert metadata("graphbandit")["License-Expression"] == PROJECT["license"]
    assert "Apache License" in (ROOT / "LICENSE").read_text("utf-8")


def test_every_requirement_has_a_version_that_was_tested() -> None:
    tested = dict(re.findall(r"^([\w-]+)==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE))
    wanted = [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]
    names = {re.match(r"[\w-]+", one)[0] for one in wanted}  # type: ignore[index]
    assert names - TOO_LARGE <= tested.keys()
