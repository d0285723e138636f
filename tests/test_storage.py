import io
import json
import os
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

import numpy as np
import pytest
from tests.bandits import setup_of, snapshot

import graphbandit as gb
from graphbandit import storage
from graphbandit.beliefs import Informed, LinearLosses
from graphbandit.beliefs.base import LossOracle
from graphbandit.checks import Array, Mask
from graphbandit.errors import StorageError


@final
@dataclass(frozen=True, eq=False)
class Own(LossOracle):
    """A part of somebody else's."""

    actions: int
    context_size: int
    names: tuple[str, ...] = ("a", "b")
    memory: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "memory", np.full(self.actions, 0.5))

    def predict(self, context: Array) -> Array:
        return self.memory.copy()

    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        self.memory[observed] = losses[observed]


@final
@dataclass(frozen=True, eq=False)
class Leaky(LossOracle):
    """It learns what is no array."""

    actions: int = 3
    context_size: int = 2
    memory: list[float] = field(init=False, default_factory=list)

    def predict(self, context: Array) -> Array:
        return np.full(self.actions, 0.5)

    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        self.memory.append(0.0)


def saved(path: Path) -> gb.Learner:
    learner, world = setup_of("Dec, linear + logistic, strong").build()
    for _ in range(5):
        drawn = world.draw()
        decision = learner.decide(drawn.context)
        learner.learn(decision, world.reveal(drawn, decision.action))
    learner.decide(drawn.context)
    learner.save(path)
    return learner


def test_a_crash_while_saving_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "learner"
    learner = saved(path)
    old = path.read_bytes()
    learner.decide([0.0, 0.0, 0.0])

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    for place in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, place, crash)
            with pytest.raises(KeyboardInterrupt):
                learner.save(path)
        assert path.read_bytes() == old
        assert [each.name for each in tmp_path.iterdir()] == ["learner"]
    learner.save(path)
    assert snapshot(gb.Learner.load(path)) == snapshot(learner)


def test_a_process_killed_while_saving_leaves_a_file_that_loads(tmp_path: Path) -> None:
    path = tmp_path / "learner"
    saved(path)
    code = (
        "import sys, graphbandit as gb\n"
        "learner = gb.Learner.load(sys.argv[1])\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        "    learner.decide([0.0, 0.0, 0.0])\n"
        "    learner.save(sys.argv[1])"
    )
    for wait in (0.0, 0.003, 0.01):
        with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(wait)
            process.kill()
        assert gb.Learner.load(path).rounds >= 6


def test_a_file_may_be_read_by_whoever_may_read_what_is_written_here(tmp_path: Path) -> None:
    saved(tmp_path / "learner")
    (tmp_path / "other").touch()
    assert (tmp_path / "learner").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_pickled_array_is_refused_and_its_code_not_run(tmp_path: Path) -> None:
    path = tmp_path / "learner"
    saved(path)

    class Bomb:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(tmp_path / "boom"),)

    buffer = io.BytesIO()
    np.save(buffer, np.array([Bomb()], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("arrays/bomb.npy", buffer.getvalue())
    with pytest.raises(StorageError, match="allow_pickle"):
        gb.Learner.load(path)
    assert not (tmp_path / "boom").exists()


def edited(path: Path, **changes: object) -> Path:
    """Rewrite the JSON of a saved file."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    content = json.loads(entries["graphbandit.json"])
    for place, value in changes.items():
        *way, last = place.split("__")
        inner = content
        for step in way:
            inner = inner[step]
        inner[last] = value
    entries["graphbandit.json"] = json.dumps(content).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 99},
        {"tree": 3},
        {"tree__belief": 3},
        {"tree__belief": None},
        {"tree__seed": "x"},
        {"tree__waiting": {}},
        {"tree__belief__part": "os:system"},
        {"tree__belief__part": "builtins:exec"},
        {"tree__belief__part": "graphbandit.storage:write"},
        {"tree__belief__part": "graphbandit.beliefs.oracles:np"},
        {"tree__belief__part": "graphbandit.nowhere:Oracles"},
        {"tree__belief__part": "graphbandit.rules:Dec"},
        {"tree__belief__settings__losses__settings__actions": 4},
        {"tree__belief__settings__losses__settings__actions": -1},
        {"tree__belief__settings__losses__settings": {}},
    ],
    ids=repr,
)
def test_a_file_that_was_tampered_with_is_refused_by_name(tmp_path: Path, changes: dict[str, object]) -> None:
    path = tmp_path / "learner"
    saved(path)
    with pytest.raises(StorageError):
        gb.Learner.load(edited(path, **changes))


def test_what_is_no_saved_learner_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "learner"
    saved(path)
    whole = path.read_bytes()
    for content in (b"", b"not a zip", whole[: len(whole) // 2], whole[:-30], b"PK\x03\x04" + whole[50:]):
        path.write_bytes(content)
        with pytest.raises(StorageError, match="not a file that graphbandit saved"):
            gb.Learner.load(path)
    for start in range(60, len(whole), len(whole) // 40):  # flipped bytes are found or harmless, never something else
        path.write_bytes(whole[:start] + bytes([whole[start] ^ 0xFF]) + whole[start + 1 :])
        try:
            gb.Learner.load(path)
        except StorageError:
            continue
    with pytest.raises(StorageError, match="no such file"):
        gb.Learner.load(tmp_path / "nothing")
    with pytest.raises(StorageError, match="is a folder"):
        saved(tmp_path)
    with pytest.raises(StorageError, match="cannot be written"):
        saved(tmp_path / ("n" * 300))
    with pytest.raises(StorageError, match="there is no folder"):
        gb.Learner(Informed(LinearLosses(3, 2))).save(tmp_path / "nowhere" / "learner")


def test_a_part_of_ones_own_is_loaded_where_it_is_named(tmp_path: Path) -> None:
    learner = gb.Learner(Informed(Own(3, 2, names=("x", "y", "z"))), gamma=10.0)
    learner.learn(learner.decide([0.0, 0.0]), gb.Feedback([0.1, 0.2, 0.3], [True, True, False]))
    learner.save(tmp_path / "learner")
    with pytest.raises(StorageError, match=r"Pass its class: load\(path, parts=\(Own,\)\)"):
        gb.Learner.load(tmp_path / "learner")
    loaded = gb.Learner.load(tmp_path / "learner", parts=(Own,))
    assert snapshot(loaded) == snapshot(learner)
    assert isinstance(loaded.belief, Informed)
    assert isinstance(loaded.belief.losses, Own)
    assert loaded.belief.losses.names == ("x", "y", "z")
    assert loaded.belief.losses.memory.tolist() == [0.1, 0.2, 0.5]


def test_a_part_that_learns_what_is_no_array_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="what is learnt must be an array, not list"):
        gb.Learner(Informed(Leaky())).save(tmp_path / "learner")
    assert not list(tmp_path.iterdir())


def test_fresh_has_the_settings_and_has_learnt_nothing() -> None:
    part = Own(3, 2, names=("q",))
    part.update(np.zeros(2), np.zeros(3), np.ones(3, dtype=bool))
    again = storage.fresh(part)
    assert (again.names, again.memory.tolist()) == (("q",), [0.5] * 3)
    assert part.memory.tolist() == [0.0] * 3


@pytest.mark.parametrize("number", [0.1, 1e-320, 1.7976931348623157e308, 2.0**53 + 1, 0.1 + 0.2])
def test_numbers_survive_to_the_bit(tmp_path: Path, number: float) -> None:
    learner = gb.Learner(Informed(LinearLosses(3, 2)), gamma=number)
    learner.save(tmp_path / "learner")
    assert gb.Learner.load(tmp_path / "learner").exploration.gamma() == number
