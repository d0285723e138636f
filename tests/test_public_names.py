import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import graphbandit as gb

SOURCE = str(Path(gb.__file__).parents[1])


def fresh_python(code: str) -> str:
    """Run code in a new interpreter, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.mark.parametrize("name", gb.__all__)
def test_every_public_name_resolves_and_is_documented(name: str) -> None:
    assert getattr(gb, name).__doc__


def test_the_names_are_sorted_and_listed_once() -> None:
    assert gb.__all__ == sorted(set(gb.__all__))
    assert dir(gb) == gb.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'graphbandit' has no attribute 'bandit'"):
        gb.bandit  # noqa: B018


def test_every_error_is_a_graphbandit_error_drawn_in_the_tree() -> None:
    tree = gb.errors.__doc__
    assert tree
    for name, value in vars(gb.errors).items():
        if isinstance(value, type) and value.__module__ == gb.errors.__name__:
            assert issubclass(value, gb.GraphbanditError)
            assert f" {name} " in tree.replace("\n", " \n")


def test_importing_loads_neither_numba_nor_numpy() -> None:
    heavy = "sorted({'numba', 'numpy', 'scipy', 'matplotlib', 'polars'} & set(sys.modules))"
    assert fresh_python(f"import sys, graphbandit, graphbandit.errors; print({heavy})") == "[]"


def test_importing_takes_less_than_seven_tenths_of_a_second() -> None:
    for _ in range(5):  # a machine may be busy, but not five times
        start = time.perf_counter()
        fresh_python("import graphbandit")
        if time.perf_counter() - start < 0.7:
            return
    pytest.fail("import graphbandit is slow")
