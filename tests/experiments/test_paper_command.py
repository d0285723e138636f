"""The `paper` command, whole, with short runs: what it leaves, how it goes on, and how it ends."""

import contextlib
import html
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experiments.made_up import rows, write
from graphbandit.experiments.store import Store

SHORT = "from graphbandit.experiments import paper; paper.ROUNDS = {rounds}; from graphbandit.cli import main; main()"
DIVERSE = ("paper", "--quick", "--figure", "diverse")


def command(*arguments: str, rounds: int = 200) -> list[str]:
    return [sys.executable, "-c", SHORT.format(rounds=rounds), *arguments]


def run(*arguments: str, rounds: int = 200) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments, rounds=rounds), capture_output=True, text=True, check=False, timeout=240)


def curves(folder: Path) -> dict[str, tuple[list[float], dict[str, float]]]:
    return {key: (one.curve, one.figures) for key, one in Store(folder / "runs").runs().items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, object]]]:
    """Run one figure with two processes, without interruption."""
    out = tmp_path_factory.mktemp("whole")
    answer = run(*DIVERSE, "--out", str(out), "--workers", "2", "--json")
    assert answer.returncode == 0, answer.stderr
    return out, json.loads(answer.stdout)


def test_it_leaves_runs_pictures_claims_and_a_page(whole: tuple[Path, list[dict[str, object]]]) -> None:
    out, claims = whole
    assert sorted(path.name for path in out.iterdir()) == ["claims.json", "figure-diverse.png", "report.html", "runs"]
    assert json.loads((out / "claims.json").read_text("utf-8")) == claims
    assert len(claims) == 8
    assert all(list(claim) == ["claim", "figure", "evidence", "holds"] for claim in claims)
    page = html.unescape((out / "report.html").read_text("utf-8"))
    assert all(str(claim["claim"]) in page for claim in claims)


def test_again_is_quick_and_says_the_same(whole: tuple[Path, list[dict[str, object]]]) -> None:
    out, claims = whole
    files = sorted((out / "runs").iterdir())
    answer = run(*DIVERSE, "--out", str(out), "--json")
    assert json.loads(answer.stdout) == claims
    assert sorted((out / "runs").iterdir()) == files
    assert "experiments: 56 of 56" in answer.stderr


def test_a_claim_that_fails_exits_1_only_under_check(whole: tuple[Path, list[dict[str, object]]]) -> None:
    out, claims = whole
    assert not all(claim["holds"] for claim in claims)  # 200 rounds are far too few
    answer = run(*DIVERSE, "--out", str(out), "--check")
    assert answer.returncode == 1
    assert "✗" in answer.stdout


def test_one_process_gives_the_same_runs(whole: tuple[Path, list[dict[str, object]]], tmp_path: Path) -> None:
    answer = run(*DIVERSE, "--out", str(tmp_path), "--workers", "1", "--json")
    assert json.loads(answer.stdout) == whole[1]
    assert curves(tmp_path) == curves(whole[0])


def test_ray_gives_the_same_runs(whole: tuple[Path, list[dict[str, object]]], tmp_path: Path) -> None:
    pytest.importorskip("ray")
    answer = run(*DIVERSE, "--out", str(tmp_path), "--workers", "2", "--executor", "ray", "--json")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == whole[1]
    assert curves(tmp_path) == curves(whole[0])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_and_rerun_equals_uninterrupted(
    whole: tuple[Path, list[dict[str, object]]], tmp_path: Path, workers: str
) -> None:
    process = subprocess.Popen(
        command(*DIVERSE, "--out", str(tmp_path), "--workers", workers), stderr=subprocess.DEVNULL
    )
    wait_for_runs(process, tmp_path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 0 < len(curves(tmp_path)) < len(curves(whole[0]))
    answer = run(*DIVERSE, "--out", str(tmp_path), "--json")
    assert json.loads(answer.stdout) == whole[1]
    assert curves(tmp_path) == curves(whole[0])


def wait_for_runs(process: "subprocess.Popen[str] | subprocess.Popen[bytes]", out: Path) -> None:
    deadline = time.monotonic() + 120
    while not list(out.glob("runs/runs-*.parquet")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.skipif(os.name != "posix", reason="interrupts a group of processes")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_exits_130_says_how_to_go_on_and_leaves_no_process(tmp_path: Path, workers: str) -> None:
    process = subprocess.Popen(
        command(*DIVERSE, "--out", str(tmp_path), "--workers", workers, rounds=2000),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    wait_for_runs(process, tmp_path)
    os.killpg(process.pid, signal.SIGINT)  # as the keyboard does
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert f"kept in {tmp_path}: give the same command to go on" in said
    assert "Traceback" not in said
    assert gone(process.pid)


def gone(group: int) -> bool:
    """Wait until no process of a group is left."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with contextlib.suppress(PermissionError):
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(os.name != "posix", reason="kills without notice")
def test_a_killed_parent_leaves_no_process(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(*DIVERSE, "--out", str(tmp_path), "--workers", "2", rounds=2000),
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    wait_for_runs(process, tmp_path)
    process.kill()
    process.wait()
    assert gone(process.pid)


def test_real_auctions_are_a_figure_of_their_own(tmp_path: Path) -> None:
    path = write(tmp_path / "auctions.csv", rows(250))
    out = tmp_path / "out"
    answer = run("paper", "--quick", "--figure", "ebay", "--data", path, "--out", str(out), "--json")
    assert answer.returncode == 0, answer.stderr
    assert "A figure is left out" in answer.stderr  # values above 100 dollars are few here
    assert {claim["figure"] for claim in json.loads(answer.stdout)} == {"ebay"}
    assert (out / "figure-ebay.png").exists()
    assert path not in json.dumps([dict(one.settings) for one in Store(out / "runs").runs().values()])


def test_runs_that_fail_exit_1_and_are_counted(tmp_path: Path) -> None:
    answer = run(*DIVERSE, "--out", str(tmp_path), "--workers", "1", rounds=0)
    assert answer.returncode == 1
    assert "56 runs failed" in answer.stderr
    assert "failed: ug on diverse, K=26, seed 0, c 0.5, rates 0.02 and 0.05: " in answer.stderr
    assert "The figure diverse is left out" in answer.stderr
    assert curves(tmp_path) == {}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--figure", "none"), "none"),
        (("--data", "none.csv"), "none.csv: no such file"),
        (("--figure", "ebay"), "nothing to run"),
        (("--executor", "none"), "none"),
        (("--workers", "0"), "workers"),
    ],
)
def test_wrong_use_exits_2_and_makes_nothing(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    answer = run("paper", "--quick", "--out", str(tmp_path / "out"), *arguments)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert words in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not list(tmp_path.glob("out/runs/*"))


def test_a_file_that_is_no_auction_log_exits_2_in_one_sentence(tmp_path: Path) -> None:
    path = write(tmp_path / "auctions.csv", rows(200), without="AvgPrice")
    answer = run("paper", "--quick", "--data", path, "--out", str(tmp_path / "out"))
    assert answer.returncode == 2
    assert answer.stderr.splitlines() == [
        f"graphbandit: {path}: has no column AvgPrice. Pass a file with the columns of the eBay auctions."
    ]


def test_a_folder_that_is_a_file_exits_2(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    answer = run(*DIVERSE, "--out", str(taken))
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr


def test_without_ray_the_extra_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['ray'] = None; " + SHORT.format(rounds=50)
    arguments = (*DIVERSE, "--out", str(tmp_path), "--executor", "ray")
    answer = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "pip install 'graphbandit[ray]'" in answer.stderr
