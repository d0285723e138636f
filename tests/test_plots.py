"""A picture is written, shows every series and its numbers, and is the same again."""

import struct
from pathlib import Path

import numpy as np
import pytest

from graphbandit import plots

SERIES = [
    plots.Series(
        f"algorithm {index}",
        np.cumsum(np.random.default_rng(index).random((4, 100)), axis=1),
        {26: [1.0, 2.0, 3.0, 4.0], 51: [2.0, 3.0, 4.0, 5.0], 76: [1.0, 1.0, 1.0, 1.0]},
    )
    for index in range(6)
]


def size(path: Path) -> tuple[int, int]:
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_the_regret_figure_is_a_picture_and_the_same_again(tmp_path: Path) -> None:
    for name in ("one.png", "two.png"):
        plots.regret_figure(tmp_path / name, "a title", SERIES, 5000, 51)
    assert size(tmp_path / "one.png")[0] > 1000
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_it_shows_every_name_and_a_tick_at_every_number_of_actions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    monkeypatch.setattr(plots, "finish", lambda figure, path: drawn.append(figure))
    plots.regret_figure(tmp_path / "figure.png", "a title", SERIES, 5000, 51)
    (figure,) = drawn
    left, right = figure.axes
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [one.name for one in SERIES]
    assert list(right.get_xticks()) == [26, 51, 76]
    assert figure.get_suptitle() == "a title\nmean of 4 seeds, one standard deviation on each side"
    assert left.get_ylim()[0] == right.get_ylim()[0] == 0.0
    curve = left.get_lines()[0]
    at = np.asarray(curve.get_xdata())
    assert (at[0], at[-1]) == (50.0, 5000.0)
    np.testing.assert_allclose(curve.get_ydata(), SERIES[0].curves.mean(axis=0) / at)
    from matplotlib import pyplot

    pyplot.close(figure)


def test_no_two_series_look_alike(tmp_path: Path) -> None:
    looks = list(zip(plots.COLOURS, map(str, plots.DASHES), plots.MARKERS, strict=True))
    assert len({colour for colour, _, _ in looks}) == len({dash for _, dash, _ in looks}) == len(looks) == 8


def test_a_single_seed_is_drawn_without_a_band(tmp_path: Path) -> None:
    one = plots.Series("alone", np.cumsum(np.ones((1, 10)), axis=1), {3: [0.5]})
    plots.regret_figure(tmp_path / "figure.png", "one seed", [one], 10, 3)
    assert size(tmp_path / "figure.png")


def test_the_ledger_stacks_its_accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    monkeypatch.setattr(plots, "finish", lambda figure, path: drawn.append(figure))
    accounts = {"decisions": np.full(20, 2.0), "losses": np.full(20, 0.5), "graphs": np.full(20, 0.25)}
    plots.ledger_figure(tmp_path / "ledger.png", np.full(20, 0.1), accounts, "a ledger")
    from matplotlib import pyplot

    (axes,) = drawn[0].axes
    tops = [float(np.asarray(line.get_ydata())[-1]) for line in axes.get_lines()]
    assert tops == pytest.approx([40.0, 50.0, 55.0, 2.0])
    pyplot.close(drawn[0])
