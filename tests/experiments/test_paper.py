"""The grid is the paper's, a run is a function of its settings, and the best settings are chosen by one rule."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments.made_up import rows, write
from graphbandit.errors import DataError
from graphbandit.experiments import data, paper, reproduce
from graphbandit.experiments.runs import initial, run
from graphbandit.experiments.store import Run, key_of

EBAY = paper.ebay_figure("0" * 16, 10.0, 100.0)
PAPER_S_OWN = {"never": 1, "greedy": 3 * 2, "squarecb": 3 * 3 * 2, "ug": 3 * 3 * 2}


@pytest.mark.parametrize(("figure", "seeds"), [(paper.DIVERSE, 4), (paper.POOR, 4), (EBAY, 8)])
def test_the_grid_has_every_run_that_the_paper_searches(figure: paper.Figure, seeds: int) -> None:
    for algorithm, searched in PAPER_S_OWN.items():
        assert len(paper.grid(figure, (algorithm,))) == searched * 3 * seeds
    grid = paper.grid(figure)
    assert len({key_of(settings) for settings in grid}) == len(grid) == (43 + 18 + 9) * 3 * seeds
    assert {settings["seed"] for settings in grid} == set(range(seeds))
    assert {settings["rounds"] for settings in grid} == {5000}


def test_the_grid_s_numbers_are_the_paper_s() -> None:
    assert (
        paper.DIVERSE.actions
        == paper.POOR.actions
        == tuple(round(1 / epsilon) + 1 for epsilon in (1 / 25, 1 / 50, 1 / 75))
    )
    assert paper.SCALES == (0.5, 1.0, 2.0)
    assert (paper.DIVERSE.value_rates, EBAY.value_rates) == ((0.005, 0.01, 0.02), (0.005, 0.01, 0.05))
    assert paper.DIVERSE.law_rates == EBAY.law_rates == (0.01, 0.05)


def test_any_changed_setting_changes_the_key() -> None:
    settings = paper.settings_of(EBAY, "ug", 51, 0)
    keys = {key_of(settings)}
    for name, value in settings.items():
        keys.add(key_of(settings | {name: f"{value}0" if isinstance(value, str) else value + 1}))
    assert len(keys) == len(settings) + 1


@pytest.mark.parametrize("figure", [paper.DIVERSE, EBAY])
def test_the_quick_form_makes_only_runs_of_the_whole(figure: paper.Figure) -> None:
    whole = {key_of(settings) for settings in paper.grid(figure)}
    quick = [key_of(settings) for settings in paper.grid(paper.quick(figure))]
    assert set(quick) < whole
    assert len(quick) < len(whole) / 10


def test_variants_differ_from_the_chosen_in_what_they_name() -> None:
    chosen = {
        (algorithm, count): [fake(algorithm, count, seed, 0.1) for seed in range(4)]
        for algorithm in paper.ALGORITHMS for count in paper.DIVERSE.actions
    }  # fmt: skip
    bases = {key_of(one.settings) for one in chosen["exact", 51]}
    variants = paper.ablations(paper.DIVERSE, chosen, large=True) + paper.sensitivity(paper.DIVERSE, chosen)
    assert not bases & {key_of(settings) for settings in variants}
    for settings in variants:
        base = chosen[settings["algorithm"], 51][0].settings
        changed = {name for name in base if base[name] != settings[name]} - {"seed"}
        assert 1 <= len(changed) <= 2


def fake(algorithm: str, count: int, seed: int, regret: float, **changes: float) -> Run:
    settings = paper.settings_of(paper.DIVERSE, algorithm, count, seed, **changes)
    return Run(settings, [regret * 5000] * 100, {"regret": regret, "rounds": 5000.0, "seconds": 0.1}, {})


def test_the_best_settings_have_the_least_mean_over_all_seeds() -> None:
    good = [fake("ug", 26, seed, regret, c=2.0) for seed, regret in enumerate((0.01, 0.05, 0.01, 0.05))]
    bad = [fake("ug", 26, seed, 0.04, c=0.5) for seed in range(4)]
    halted = [fake("ug", 26, seed, 0.0, c=1.0) for seed in range(3)]
    other = [fake("ug", 51, seed, 0.5, c=1.0) for seed in (3, 0, 2, 1)]
    chosen = paper.best(paper.DIVERSE, [*bad, *reversed(good), *halted, *other])
    assert chosen == {("ug", 26): good, ("ug", 51): sorted(other, key=lambda one: one.settings["seed"])}


@pytest.mark.parametrize("algorithm", paper.ALGORITHMS)
def test_a_run_is_a_function_of_its_settings(algorithm: str) -> None:
    settings = paper.settings_of(paper.DIVERSE, algorithm, 11, 1, rounds=150)
    first, again = run(settings), run(settings)
    assert first.curve == again.curve
    assert len(first.curve) == 100
    assert first.curve[-1] == pytest.approx(first.figures["regret"] * 150)
    assert all(b >= a for a, b in zip(first.curve, first.curve[1:], strict=False))
    other = run(settings | {"seed": 2})
    assert other.curve != first.curve


def test_never_bidding_costs_what_the_best_bid_would_have_won() -> None:
    settings = paper.settings_of(paper.POOR, "never", 11, 1, rounds=200)
    auctions, bids = data.synthetic(False, 1, 200), np.linspace(0.0, 1.0, 11)
    total = 0.0
    for price, value in zip(auctions.prices, auctions.values, strict=True):
        rewards = [value - bid if bid >= price - 1e-12 else 0.0 for bid in bids]
        total += 0.5 * (max(rewards) - rewards[0])
    assert run(settings).figures["regret"] == pytest.approx(total / 200)


def test_first_weights_are_drawn_as_pytorch_draws_them() -> None:
    prices, first, second = initial(32, 51, 0, "torch")
    for weights, inputs in ((prices, 32), (first, 32), (second, 32)):
        bound = inputs**-0.5
        assert np.abs(weights).max() <= bound
        assert np.abs(weights).max() > 0.8 * bound
    assert (prices.shape, first.shape, second.shape) == ((33, 51), (33, 32), (33,))
    assert not initial(32, 51, 0, "zero")[0].any()
    np.testing.assert_array_equal(initial(32, 51, 0, "zero")[1], first)


def test_a_run_of_real_auctions_needs_the_very_file(tmp_path: Path) -> None:
    path = write(tmp_path / "auctions.csv", rows(400))
    figure = paper.ebay_figure(data.fingerprint(data.read(path)), 10.0, 100.0)
    settings = paper.settings_of(figure, "ug", 11, 0)
    assert 100 <= run(settings, path=path).figures["rounds"] <= 400
    with pytest.raises(DataError, match="not the file"):
        run(settings | {"fingerprint": "0" * 16}, path=path)
    with pytest.raises(DataError, match="no file is given"):
        run(settings)
    assert str(tmp_path) not in str(settings)


def test_a_figure_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    request = reproduce.Request(tmp_path)
    figures, notes = reproduce.figures_of(request)
    assert [figure.name for figure in figures] == ["diverse", "poor"]
    assert "eBay" in notes[0]
    with pytest.raises(DataError, match="nothing to run"):
        reproduce.figures_of(replace(request, figures=("ebay",)))
    with pytest.raises(DataError, match="no such file"):
        reproduce.figures_of(replace(request, data=str(tmp_path / "none.csv")))
    figures, notes = reproduce.figures_of(replace(request, data=write(tmp_path / "auctions.csv", rows(2000))))
    assert [figure.name for figure in figures] == ["diverse", "poor", "ebay", "ebay-300"]
    assert notes == []
