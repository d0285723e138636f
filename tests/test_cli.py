import json
import signal
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from graphbandit import cli
from graphbandit.errors import GammaError

runner = CliRunner()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as the installed script does."""
    code = "from graphbandit.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)


def test_help_names_the_commands_within_half_a_second() -> None:
    for _ in range(5):  # a machine may be busy, but not five times
        start = time.perf_counter()
        answer = run("--help")
        took = time.perf_counter() - start
        assert answer.returncode == 0
        assert "bench" in answer.stdout
        if took < 0.5:
            return
    pytest.fail("graphbandit --help is slow")


def test_help_loads_no_numbers() -> None:
    heavy = "sorted({'numpy', 'numba', 'matplotlib', 'polars'} & set(sys.modules))"
    code = f"import sys, graphbandit.cli; print({heavy})"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["bench", "dec", "--repeats", "none"], ["bench", "dec", "--size", "0"]]
)
def test_wrong_use_exits_2_and_says_so_on_stderr(arguments: list[str]) -> None:
    answer = run(*arguments)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr


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


def test_bad_input_is_one_line_on_stderr_and_exit_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "app", lambda: raising(GammaError("gamma", "must be positive", -1.0, "Pass 1.")))
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    assert exit_.value.code == 2
    assert capsys.readouterr() == ("", "graphbandit: gamma: must be positive; got -1.0. Pass 1.\n")


def test_an_interrupt_exits_130(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "app", lambda: raising(KeyboardInterrupt()))
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    assert exit_.value.code == 130


def test_an_interrupted_bench_exits_130() -> None:
    code = "from graphbandit.cli import main; main()"
    command = [sys.executable, "-c", code, "bench", "dec", "--size", "300", "--repeats", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bench:
        assert bench.stderr is not None
        assert bench.stderr.readline()  # it has begun
        bench.send_signal(signal.SIGINT)
        try:
            bench.communicate(timeout=60)
        finally:
            bench.kill()
    assert bench.returncode == 130
