"""The benchmark of the decision program measures what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from graphbandit.bench import dec
from graphbandit.bench.contestants import PEERS, Contestant
from graphbandit.bench.programs import FAMILIES
from graphbandit.errors import MissingExtraError


def test_every_family_is_measured_with_certified_gaps() -> None:
    rows = dec.run((3,), 2, large=(4,))
    ours = [row for row in rows if row.solver == "graphbandit" and row.graph != "overhead"]
    assert {row.graph for row in ours} == {family.name for family in FAMILIES}
    assert {row.actions for row in ours} == {3, 4}
    for row in ours:
        assert row.seconds > 0.0
        assert row.ratio == 1.0
        assert row.scaled_gap <= 1e-6
        assert row.repeats == 2
    clarabel = [row for row in rows if row.solver == "clarabel"]
    assert len(clarabel) == len(FAMILIES)
    assert max(row.scaled_gap for row in clarabel) < 1e-2


def test_the_table_and_the_json_hold_every_row() -> None:
    rows = [
        dec.Row("identity", 3, "graphbandit", 1e-4, 1.0, 1e-9, 2),
        dec.Row("identity", 3, "x", 1.0, 1e4, 0.1, 2),
    ]
    assert [dec.Row(**row) for row in json.loads(dec.to_json(rows))] == rows
    shown = dec.table(rows)
    assert shown.row_count == 1
    assert [column.header for column in shown.columns] == ["graph", "K", "graphbandit", "x"]


def test_a_peer_that_is_not_installed_is_named_and_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(self: Contestant, program: object) -> None:
        raise MissingExtraError(self.name, "peers")

    for peer in PEERS:
        monkeypatch.setattr(peer, "prepare", refuse)
    rows = dec.run((2,), 1, large=())
    assert {row.solver for row in rows} == {"graphbandit", "kernel"}
    captured = capsys.readouterr()
    assert "clarabel is not installed" in captured.err
    assert captured.out == ""


def test_programs_are_drawn_alike_from_a_seed() -> None:
    for family in FAMILIES:
        first, second = (family.program(np.random.default_rng(7), 12, 10.0) for _ in range(2))
        np.testing.assert_array_equal(first.losses, second.losses)
        np.testing.assert_array_equal(first.graph.matrix(), second.graph.matrix())
        assert 0.0 <= first.losses.min() <= first.losses.max() <= 1.0


def test_the_tables_of_the_pages_hold_every_row() -> None:
    path = Path(__file__).parents[2] / "benchmarks" / "speed.py"
    rows = [
        dec.Row("auction", 3, "graphbandit", 1.234e-4, 1.0, 1e-9, 2),
        dec.Row("auction", 1_001, "graphbandit", 0.0123, 1.0, 2e-9, 2),
        dec.Row("auction", 3, "clarabel", 1.0, 8103.7, 0.1, 2),
        dec.Row("overhead", 51, "kernel", 1.0, 0.8, 0.1, 2),
    ]
    made = subprocess.run([sys.executable, path], input=dec.to_json(rows), capture_output=True, text=True, check=True)
    assert made.stdout.splitlines() == [
        "| graph | solver | K = 3 | K = 1,001 | γ · gap at worst |",
        "|---|---|---:|---:|---:|",
        "| auction | graphbandit | 123 µs | 12 ms | 2e-09 |",
        "|  | Clarabel | ×8,100 |  | 1e-01 |",
    ]
