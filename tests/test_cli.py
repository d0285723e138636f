import contextlib
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from graphbandit import cli
from graphbandit.errors import GammaError

runner = CliRunner()


MISTAKES = [
    ("xyz", ": there is no command 'xyz'. There is demo, compare, paper and bench."),
    ("bench per", " bench: there is no command 'per'. Did you mean 'peers'?"),
    ("demo --round 500", " demo: there is no option '--round'. Did you mean '--rounds'?"),
    ("--verison", ": there is no option '--verison'. Did you mean '--version'?"),
    ("demo -x", " demo: there is no option '-x'. See graphbandit demo --help."),
    ("demo --rounds 5", " demo: --rounds must be at least 100; got 5."),
    ("demo --rounds=many", " demo: --rounds must be a whole number; got many."),
    ("bench dec --repeats none", " bench dec: --repeats must be a whole number; got none."),
    ("bench dec --size 0", " bench dec: --size must be at least 1; got 0."),
    ("paper --figure divers", " paper: --figure must be diverse, poor or ebay; got 'divers'. Did you mean 'diverse'?"),
    ("paper --executor thread", " paper: --executor must be pool or ray; got 'thread'."),
    ("demo --seeds", " demo: --seeds needs a value."),
    ("demo --json=3", " demo: --json takes no value."),
    ("demo now", " demo: 'now' is more than it takes. See graphbandit demo --help."),
    ("compare", " compare: DATA is missing. See graphbandit compare --help."),
    ("compare x.csv --value b", " compare: --price is missing. See graphbandit compare --help."),
]


def run(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run the command line as the installed script does."""
    code = "from graphbandit.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, **how)


def test_help_names_the_commands_within_half_a_second() -> None:
    for _ in range(5):  # a machine may be busy, but not five times; and what others take is no time of ours
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = run("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert answer.returncode == 0
        assert "bench" in answer.stdout
        if min(took, time.perf_counter() - start) < 0.5:
            return
    pytest.fail("graphbandit --help is slow")


def test_help_loads_no_numbers() -> None:
    heavy = "sorted({'numpy', 'numba', 'matplotlib', 'polars'} & set(sys.modules))"
    code = f"import sys, graphbandit.cli; print({heavy})"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_a_mistake_is_one_sentence_with_the_nearest_right_name(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words.split()) == 2
    assert capsys.readouterr() == ("", f"graphbandit{said}\n")


def test_wrong_use_exits_2_from_a_shell() -> None:
    answer = run("dmeo")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "graphbandit: there is no command 'dmeo'. Did you mean 'demo'?\n"


def test_nothing_typed_is_answered_by_help() -> None:
    for words in ((), ("bench",)):
        answer = run(*words)
        assert answer.returncode == 2
        assert "Usage: graphbandit" in answer.stdout
        assert answer.stderr == ""


def test_the_version_is_the_package_s() -> None:
    answer = run("--version")
    assert answer.returncode == 0
    assert answer.stdout == f"graphbandit {version('graphbandit')}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_commands_options_and_values(shell: str) -> None:
    offered = [
        completed(shell, words) for words in ("graphbandit be", "graphbandit demo --se", "graphbandit paper --figure p")
    ]
    assert offered == ["bench", "--seeds", "poor"]


def completed(shell: str, words: str) -> str:
    """Return the first completion that is offered to a shell."""
    asked = {
        "_GRAPHBANDIT_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        "_TYPER_COMPLETE_ARGS": words,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": words.split()[-1],
    }
    answer = run(env={**os.environ, **asked}).stdout
    return next(iter(re.findall(r"[-\w]+", answer.replace("_arguments '*: :((", ""))), "")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Write an auction log."""
    random = np.random.default_rng(0)
    rows = [f"{i % 24},{random.random():.3f},{random.random():.3f}" for i in range(60)]
    path = tmp_path / "auctions.csv"
    path.write_text("\n".join(["hour,competing_bid,visit_value", *rows]))
    return path


def compare(log: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Compare on a log, for a short while."""
    known = ("--price", "competing_bid", "--value", "visit_value", "--seeds", "1", "--bids", "3")
    return run("compare", str(log), *known, *more, cwd=log.parent)


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("x.xlsx", "--out: must end in .png, .svg or .pdf; got 'x.xlsx'. That tells the format."),
        ("folder.png", "--out: must be a file, not a folder; got 'folder.png'. Add the name of the picture."),
        (
            "auctions.csv/x.png",
            "--out: must lie in a folder that can be made (File exists); got 'auctions.csv/x.png'. ",
        ),
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_anything_is_played(log: Path, out: str, said: str) -> None:
    (log.parent / "folder.png").mkdir()
    answer = compare(log, "--out", out)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"graphbandit: {said}")
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize("out", ["new/folder/x.png", "x.svg", "x.pdf"])
def test_json_is_alone_on_stdout_and_the_picture_where_it_was_wanted(log: Path, out: str) -> None:
    answer = compare(log, "--json", "--out", out)
    assert answer.returncode == 0, answer.stderr
    assert {row["bidder"] for row in json.loads(answer.stdout)} >= {"SquareCB", "graphbandit's Bidder"}
    assert (log.parent / out).stat().st_size > 1000
    assert answer.stderr.splitlines()[-1] == f"Picture: {out}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cannot be read as a table (empty CSV)."),
        (
            "competing_bid,visit_value\n1,2\n",
            "1 row has both 'competing_bid' and 'visit_value'. At least 10 are needed.",
        ),
        ("competing_bidd,visit_value\n1,2\n", "has no column 'competing_bid'. Did you mean 'competing_bidd'? "),
        (
            "competing_bid,visit_value\n" + 20 * "-1,2\n",
            "column 'competing_bid' must be finite and at least 0, but has -1.",
        ),
        ("competing_bid,visit_value\n" + 20 * "a,2\n", "column 'competing_bid' must hold numbers, but has 'a'."),
        ("competing_bid,visit_value\n" + 20 * "0,0\n", "every price and value is 0. There is nothing to bid for."),
    ],
)
def test_a_log_that_cannot_be_used_is_refused_in_one_sentence(
    tmp_path: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.csv"
    path.write_text(text)
    assert cli.run(["compare", str(path), "--price", "competing_bid", "--value", "visit_value"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"graphbandit: {path}: {said}")
    assert len(told.err.splitlines()) == 1


def test_a_file_that_is_not_there_is_looked_for_beside(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    columns = ["--price", "competing_bid", "--value", "visit_value"]
    for name, said in (
        ("auction.csv", "no such file. Did you mean 'auctions.csv'?"),
        ("other.txt", "no such file."),
        ("", "is a folder. Pass a .csv, .tsv or .parquet file."),
    ):
        path = log.parent / name
        assert cli.run(["compare", str(path), *columns]) == 2
        assert capsys.readouterr().err == f"graphbandit: {path}: {said}\n"
    assert cli.run(["compare", str(log), "--price", "competing_bid", "--value", "competing_bid"]) == 2
    assert "price and value cannot both be 'competing_bid'" in capsys.readouterr().err


def test_bad_input_inside_a_worker_exits_2() -> None:
    code = (
        "from graphbandit.experiments import reproduce\n"
        "from graphbandit.errors import DataError\n"
        "def run(settings, *, path=None): raise DataError('auctions.csv: has changed. Start again.')\n"
        "reproduce.run = run\n"
        "from graphbandit.cli import main\n"
        "main()"
    )
    words = ["paper", "--quick", "--figure", "diverse", "--workers", "1", "--json", "--out"]
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-c", code, *words, out]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "auctions.csv: has changed. Start again." in answer.stderr
    assert "Traceback" not in answer.stderr
    assert json.loads(answer.stdout) == []


@pytest.mark.parametrize("colourless", [False, True])
def test_bars_and_colours_are_for_terminals_and_colours_only_where_wanted(log: Path, colourless: bool) -> None:
    words = ["compare", str(log), "--price", "competing_bid", "--value", "visit_value", "--seeds", "1"]
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "100"} | ({"NO_COLOR": "1"} if colourless else {})
    shown = on_a_terminal(words, log.parent, environment)
    assert "━" in shown
    assert "5/5" in shown
    colour = re.search(r"\x1b\[(?:\d+;)*3[0-8]", shown)
    assert (colour is None) == colourless
    plain = compare(log)
    assert "\x1b" not in plain.stdout + plain.stderr
    assert "auctions: 5 of 5" in plain.stderr.splitlines()


def on_a_terminal(words: list[str], folder: Path, environment: dict[str, str]) -> str:
    """Run a command on a terminal of its own and return all that is shown."""
    code = "from graphbandit.cli import main; main()"
    ours, its = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], stdin=its, stdout=its, stderr=its, cwd=folder, env=environment
    ) as command:
        os.close(its)
        parts = []
        with contextlib.suppress(OSError):  # a terminal whose other end is closed
            while part := os.read(ours, 65536):
                parts.append(part)
        assert command.wait(timeout=60) == 0
    os.close(ours)
    return b"".join(parts).decode()


def test_whoever_reads_may_stop_reading() -> None:
    code = "from graphbandit.cli import main; main()"
    words = ["bench", "dec", "--size", "2", "--repeats", "1", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as bench:
        assert bench.stdout is not None
        assert bench.stderr is not None
        bench.stdout.close()
        told = bench.stderr.read().decode()
        assert bench.wait(timeout=120) == 0
    assert "Error" not in told


def test_bench_dec_prints_json_rows() -> None:
    answer = runner.invoke(cli.app, ["bench", "dec", "--size", "3", "--repeats", "1", "--json"])
    assert answer.exit_code == 0
    rows = json.loads(answer.stdout)
    assert rows
    assert all(isinstance(row, dict) for row in rows)


def test_bench_dec_prints_a_table() -> None:
    answer = runner.invoke(cli.app, ["bench", "dec", "--size", "3", "--repeats", "1"])
    assert answer.exit_code == 0
    assert len(answer.stdout.splitlines()) > 1


def raising(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            GammaError("gamma", "must be positive", -1.0, "Pass 1."),
            2,
            "graphbandit: gamma: must be positive; got -1.0. Pass 1.\n",
        ),
        (
            OSError(28, "No space left on device", "x.png"),
            2,
            "graphbandit: x.png: cannot be used (No space left on device).\n",
        ),
        (KeyboardInterrupt(), 130, ""),
        (typer.Abort(), 130, ""),
    ],
)
def test_what_is_raised_decides_the_exit_code(
    error: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "app", lambda words, **how: raising(error))
    assert cli.run([]) == code
    assert capsys.readouterr() == ("", said)


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "app", lambda words, **how: raising(ZeroDivisionError("a bug")))
    with pytest.raises(ZeroDivisionError):
        cli.run([])


@pytest.mark.parametrize(
    "words",
    [
        "bench dec --size 300 --repeats 100000",
        "bench ledger --seeds 100000",
        "demo --rounds 1000000",
        "paper --figure diverse --workers 2",
    ],
)
def test_an_interrupt_exits_130_without_a_word_too_many(words: str, tmp_path: Path) -> None:
    code = "from graphbandit.cli import main; main()"
    command = [sys.executable, "-c", code, *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as running:
        assert running.stderr is not None
        assert running.stderr.readline()  # it has begun
        running.send_signal(signal.SIGINT)
        try:
            out, told = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130
    assert out == ""
    assert "Traceback" not in told
