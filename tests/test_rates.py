"""The tables of benchmarks/rates.py in small: the slopes and ratios that theory and practice promise, with room."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest


@pytest.fixture(scope="module")
def rates() -> ModuleType:
    path = Path(__file__).parents[1] / "benchmarks" / "rates.py"
    spec = importlib.util.spec_from_file_location("benchmarks_rates", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["benchmarks_rates"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("kind", "most"), [("strong", 0.6), ("weak", 0.75)])
def test_regret_grows_no_faster_than_theory_says(rates: ModuleType, kind: str, most: float) -> None:
    _, slope = rates.slope(kind, rates.finite, rates.Size(7, 11, 2))
    assert slope <= most


def test_more_bids_cost_squarecb_much_and_the_exact_program_nothing(rates: ModuleType) -> None:
    few, many = (np.mean([rates.auction_regret(bids, True, 1024, s) for s in range(2)]) for bids in (11, 101))
    assert many <= 1.25 * few
    few, many = (np.mean([rates.auction_regret(bids, False, 1024, s) for s in range(2)]) for bids in (11, 101))
    assert many >= 1.3 * few


def test_tables_are_markdown(rates: ModuleType) -> None:
    assert rates.table(iter([("a", "b"), ("1", "2")])).splitlines() == ["| a | b |", "|---|---|", "| 1 | 2 |"]
