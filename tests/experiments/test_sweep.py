"""A sweep makes what is missing, keeps what it made, and names what failed."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from experiments.jobs import deadly, fragile, refusing, square
from graphbandit.errors import StorageError
from graphbandit.experiments.paper import DIVERSE, settings_of
from graphbandit.experiments.runs import run
from graphbandit.experiments.store import Run, Store, key_of
from graphbandit.experiments.sweep import chunked, sweep

WANTED = [{"x": x} for x in range(1, 8)]


def figures(runs: list[Run]) -> list[tuple[dict[str, object], list[float], dict[str, float]]]:
    return [(dict(run.settings), run.curve, run.figures) for run in runs]


def test_a_changed_setting_never_reuses_an_old_run(tmp_path: Path) -> None:
    store = Store(tmp_path)
    sweep(square, WANTED, store, workers=1)
    changed = sweep(square, [{"x": 2, "pause": 0.0}], store, workers=1)
    assert key_of({"x": 2, "pause": 0.0}) != key_of({"x": 2})
    assert changed.runs[0].settings == {"x": 2, "pause": 0.0}
    assert len(store.runs()) == len(WANTED) + 1


def test_a_finished_sweep_makes_nothing_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = sweep(square, WANTED, store, workers=1)
    files = sorted(tmp_path.iterdir())
    again = sweep(fragile, WANTED, store, workers=1)
    assert again.failures == []
    assert figures(again.runs) == figures(first.runs)
    assert sorted(tmp_path.iterdir()) == files


def test_processes_and_one_process_give_the_same_runs(tmp_path: Path) -> None:
    one = sweep(square, WANTED, Store(tmp_path / "one"), workers=1)
    two = sweep(square, WANTED, Store(tmp_path / "two"), workers=2)
    assert figures(one.runs) == figures(two.runs)


def test_one_failing_run_does_not_stop_the_others(tmp_path: Path) -> None:
    result = sweep(fragile, WANTED, Store(tmp_path), workers=1)
    assert [run.settings["x"] for run in result.runs] == [1, 2, 4, 5, 6, 7]
    assert [failure.settings for failure in result.failures] == [{"x": 3}]
    assert "three is too much" in result.failures[0].message


@pytest.mark.parametrize("workers", [1, 2])
def test_what_the_library_refuses_is_told_in_its_own_sentence(tmp_path: Path, workers: int) -> None:
    result = sweep(refusing, WANTED, Store(tmp_path), workers=workers)
    assert [run.settings["x"] for run in result.runs] == [1, 2, 5, 6, 7]
    assert [(failure.message, failure.refused) for failure in result.failures] == [
        ("ray is not installed: pip install 'graphbandit[ray]' brings it.", True),
        ("x: must not be 4; got 4. Pass 5.", True),
    ]


def test_progress_counts_to_the_total(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    sweep(square, WANTED, Store(tmp_path), workers=1, progress=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 7)
    assert seen[-1] == (7, 7)
    assert seen == sorted(seen)


def test_killed_and_rerun_equals_uninterrupted(tmp_path: Path) -> None:
    wanted = [{"x": x, "pause": 0.05} for x in range(40)]
    script = textwrap.dedent(
        """
        import sys
        from graphbandit.experiments.store import Store
        from graphbandit.experiments.sweep import sweep
        from experiments.jobs import square
        sweep(square, [{"x": x, "pause": 0.05} for x in range(40)], Store(sys.argv[1]), workers=1)
        """
    )
    folder = tmp_path / "killed"
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen([sys.executable, "-c", script, str(folder)], env={**os.environ, "PYTHONPATH": path})
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not list(folder.glob("runs-*.parquet")):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = len(Store(folder).runs())
    assert 0 < kept < 40
    resumed = sweep(square, wanted, Store(folder), workers=1)
    whole = sweep(square, wanted, Store(tmp_path / "whole"), workers=1)
    assert figures(resumed.runs) == figures(whole.runs)


def test_a_tampered_file_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).put([square({"x": 2})])
    file = next(tmp_path.glob("runs-*.parquet"))
    file.write_bytes(b"not parquet")
    with pytest.raises(StorageError, match="cannot be read"):
        Store(tmp_path).runs()


def test_a_run_under_another_s_key_is_refused(tmp_path: Path) -> None:
    import polars

    Store(tmp_path).put([square({"x": 2})])
    file = next(tmp_path.glob("runs-*.parquet"))
    polars.read_parquet(file).with_columns(settings=polars.lit('{"x":3}')).write_parquet(file)
    with pytest.raises(StorageError, match="does not match its key"):
        Store(tmp_path).runs()


def test_chunks_hold_everything_once() -> None:
    settings = [{"x": x} for x in range(1000)]
    chunks = chunked(settings, 2)
    assert [entry for chunk in chunks for entry in chunk] == settings
    assert max(map(len, chunks)) <= 16


def test_a_run_that_ends_its_process_is_the_only_failure(tmp_path: Path) -> None:
    store, wanted = Store(tmp_path), [{"x": x} for x in range(1, 41)]
    seen: list[tuple[int, int]] = []
    result = sweep(deadly, wanted, store, workers=2, progress=lambda done, total: seen.append((done, total)))
    assert [failure.settings for failure in result.failures] == [{"x": 3}]
    assert "fewer workers" in result.failures[0].message
    assert [run.settings for run in result.runs] == [settings for settings in wanted if settings != {"x": 3}]
    assert store.runs().keys() == {run.key for run in result.runs}
    assert seen == sorted(seen)
    assert seen[-1] == (40, 40)


@pytest.mark.skipif(os.name != "posix", reason="kills without notice")
def test_a_process_that_is_killed_from_outside_costs_nothing(tmp_path: Path) -> None:
    wanted, killed = [{"x": x, "pause": 0.05} for x in range(30)], []

    def kill(done: int, total: int) -> None:
        if done > 0 and not killed:
            killed.append(active_children()[0])
            killed[0].kill()

    result = sweep(square, wanted, Store(tmp_path), workers=2, progress=kill)
    assert killed
    assert result.failures == []
    assert [run.settings for run in result.runs] == wanted


def test_it_prepares_once_and_only_if_something_is_missing(tmp_path: Path) -> None:
    calls: list[int] = []
    for _ in range(2):
        sweep(square, WANTED, Store(tmp_path), workers=1, prepare=lambda: calls.append(1))
    assert calls == [1]


def test_what_was_cut_off_in_writing_does_not_matter(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put([square({"x": 2})])
    (tmp_path / ".part-0123").write_bytes(b"half")
    assert list(store.runs()) == [key_of({"x": 2})]


@pytest.mark.skipif(os.name != "posix", reason="of permissions")
def test_others_may_read_what_is_written(tmp_path: Path) -> None:
    Store(tmp_path).put([square({"x": 2})])
    plain = tmp_path / "plain"
    plain.touch()
    assert next(tmp_path.glob("runs-*.parquet")).stat().st_mode == plain.stat().st_mode


def test_ray_and_processes_give_the_same_runs(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    wanted = [settings_of(DIVERSE, name, 11, seed, rounds=100) for name in ("ug", "exact") for seed in range(2)]
    pool = sweep(run, wanted, Store(tmp_path / "pool"), workers=2)
    ray = sweep(run, wanted, Store(tmp_path / "ray"), workers=2, executor="ray")
    assert ray.failures == []
    assert [(one.settings, one.curve) for one in ray.runs] == [(dict(one.settings), one.curve) for one in pool.runs]
