"""The grid is the paper's, a run is a function of its settings, and the best settings are chosen by one rule."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments.made_up import rows, write
from graphbandit.checks import Array
from graphbandit.errors import DataError
from graphbandit.experiments import data, paper, reproduce, variants
from graphbandit.experiments.choices import ABLATIONS, CHOICES
from graphbandit.experiments.runs import LESSONS, RULES, expected, initial, realised, run
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


@pytest.fixture
def chosen() -> paper.Chosen:
    return {
        (algorithm, count): [fake(algorithm, count, seed, 0.1) for seed in range(4)]
        for algorithm in paper.ALGORITHMS for count in paper.DIVERSE.actions
    }  # fmt: skip


def test_every_alternative_changes_what_it_names_and_nothing_else(chosen: paper.Chosen) -> None:
    alternatives = variants.alternatives(paper.DIVERSE)
    assert {tuple(changes) for changes in alternatives.values()} >= {
        ("scaling",), ("noise",), ("value_start",), ("law_start",), ("world",)
    }  # fmt: skip
    small = variants.ends(paper.DIVERSE)
    usual = {key_of(settings) for settings in paper.grid(small)} | {
        key_of(run.settings) for runs in chosen.values() for run in runs
    }
    for changes in alternatives.values():
        wanted = variants.alternative_runs(paper.DIVERSE, chosen, changes).values()
        assert {one["algorithm"] for one in wanted} == {*paper.OWN, "exact"}
        assert {one["actions"] for one in wanted} == {26, 76}
        assert not {key_of(one) for one in wanted} & usual
        assert all(one[name] == value for one in wanted for name, value in changes.items())
        back = [one | {name: paper.settings_of(small, "ug", 26, 0)[name] for name in changes} for one in wanted]
        if not changes.keys() & {"c", "law_rate"}:
            assert {key_of(one) for one in back} <= usual


def test_alternatives_are_of_the_data_that_they_are_about() -> None:
    assert {"world", "noise"} <= {name for changes in variants.alternatives(paper.POOR).values() for name in changes}
    real = variants.alternatives(EBAY)
    assert not {"world", "noise"} & {name for changes in real.values() for name in changes}
    assert {changes["scaling"] for changes in real.values() if "scaling" in changes} == {"joint", "separate"}
    assert all(choice.what and choice.chosen and choice.why for choice in CHOICES)


def test_ablations_differ_from_the_chosen_in_what_they_name(chosen: paper.Chosen) -> None:
    for ablation in ABLATIONS:
        wanted = variants.ablation_runs(paper.DIVERSE, chosen, ablation).values()
        base = chosen[ablation.algorithm, 51][0].settings
        assert {(one["c"], one["law_rate"]) for one in wanted} == {
            (c, rate) for c in paper.SCALES for rate in (0.01, 0.05)
        }
        for one in wanted:
            assert {name for name in base if base[name] != one[name]} - {"seed", "c", "law_rate"} == {*ablation.changes}
            assert one["lesson"] in LESSONS
            assert one["algorithm"] in RULES


def test_further_seeds_took_no_part_in_choosing(chosen: paper.Chosen) -> None:
    further = variants.further_runs(paper.DIVERSE, chosen, 5).values()
    assert {one["seed"] for one in further} == {4, 5, 6, 7, 8}
    assert len(further) == 5 * 3 * 4
    many = variants.many_runs(paper.DIVERSE, chosen).values()
    assert {(one["algorithm"], one["actions"]) for one in many} == {
        (name, count) for name in ("ug", "exact") for count in (101, 301, 1001)
    }


def test_the_quick_plan_is_a_part_of_the_whole_one(chosen: paper.Chosen) -> None:
    quick = variants.plan_of(paper.DIVERSE, chosen, quick=True).all()
    whole = variants.plan_of(paper.DIVERSE, chosen, quick=False).all()
    assert quick.items() <= whole.items()
    assert len(quick) < len(whole)
    assert all(key_of(one) == key for key, one in whole.items())


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


def test_settings_chosen_by_the_other_seeds_ignore_the_one_that_is_shown() -> None:
    lucky = [fake("ug", 26, seed, 0.0 if seed == 0 else 0.05, c=2.0) for seed in range(4)]
    steady = [fake("ug", 26, seed, 0.04, c=0.5) for seed in range(4)]
    chosen = paper.held_out(paper.DIVERSE, [*lucky, *steady])["ug", 26]
    assert chosen == [steady[0], *(lucky[1:])]
    assert paper.best(paper.DIVERSE, [*lucky, *steady])["ug", 26] == lucky


@pytest.mark.parametrize("algorithm", paper.ALGORITHMS)
def test_a_run_is_a_function_of_its_settings(algorithm: str) -> None:
    settings = paper.settings_of(paper.DIVERSE, algorithm, 11, 1, rounds=150)
    first, again = run(settings), run(settings)
    assert first.curve == again.curve
    assert len(first.curve) == 100
    assert first.curve[-1] == pytest.approx(first.figures["regret"] * 150)
    assert all(b >= a for a, b in zip(first.curve, first.curve[1:], strict=False))
    assert again.figures == first.figures
    assert {"python", "numpy", "numba", "graphbandit", "seconds", "cpu_seconds"} == set(first.made)
    for changes in ({"seed": 2}, {"world": 1}):
        assert (run(settings | changes).curve == first.curve) == (algorithm == "never" and "seed" in changes)


def test_never_bidding_costs_what_the_best_bid_would_have_won() -> None:
    settings = paper.settings_of(paper.POOR, "never", 11, 1, rounds=200)
    auctions, bids = data.synthetic(False, 0, 200), np.linspace(0.0, 1.0, 11)
    total = 0.0
    for price, value in zip(auctions.prices, auctions.values, strict=True):
        rewards = [value - bid if bid >= price - 1e-12 else 0.0 for bid in bids]
        total += 0.5 * (max(rewards) - rewards[0])
    assert run(settings).figures["regret"] == pytest.approx(total / 200)


def hindsight(auctions: data.Auctions, bids: Array) -> Array:
    """Losses (T, K) of every bid."""
    winning = bids >= auctions.prices[:, None] - 1e-12
    return 0.5 * (1.0 - winning * (auctions.values[:, None] - bids))


def test_realised_regret_is_against_the_best_bid_of_each_round() -> None:
    auctions, bids = data.synthetic(True, 2, 300), np.linspace(0.0, 1.0, 21)
    actions = np.random.default_rng(0).integers(0, 21, 300)
    losses = hindsight(auctions, bids)
    wanted = losses[np.arange(300), actions] - losses.min(axis=1)
    least = np.searchsorted(bids, auctions.prices - 1e-12)
    np.testing.assert_allclose(realised(auctions, bids, least, actions), wanted, atol=1e-12)


@pytest.mark.parametrize("scaling", ["joint", "separate"])
def test_expected_regret_is_that_of_losses_averaged_over_the_noise(scaling: str) -> None:
    auctions, bids = data.synthetic(False, 2, 40, scaling=scaling), np.linspace(0.0, 1.0, 31)
    law = auctions.law
    assert law is not None
    random, actions = np.random.default_rng(1), np.random.default_rng(2).integers(0, 31, 40)
    total, draws = np.zeros((40, 31)), 4000
    for _ in range(draws):
        prices = law.center + law.deviation * random.standard_normal(40)
        total += hindsight(data.Auctions(auctions.contexts, prices, law.slope * prices + law.rest), bids)
    mean = total / draws
    wanted = mean[np.arange(40), actions] - mean.min(axis=1)
    np.testing.assert_allclose(expected(law, bids, actions), wanted, atol=0.02)
    assert np.abs(expected(law, bids, actions) - wanted).mean() < 0.003


def test_first_weights_are_drawn_as_pytorch_draws_them() -> None:
    settings = paper.settings_of(paper.DIVERSE, "ug", 51, 0)
    prices, first, second = initial(settings | {"law_start": "torch"}, 32)
    for weights, inputs in ((prices, 32), (first, 32), (second, 32)):
        bound = inputs**-0.5
        assert np.abs(weights).max() <= bound
        assert np.abs(weights).max() > 0.8 * bound
    assert (prices.shape, first.shape, second.shape) == ((33, 51), (33, 32), (33,))
    assert not initial(settings, 32)[0].any()
    np.testing.assert_array_equal(initial(settings, 32)[1], first)
    small = initial(settings | {"value_start": "small"}, 32)
    assert 0.008 < small[1][:-1].std() < 0.012
    assert not small[1][-1].any()


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
    assert "PredictiveAnalysis_EbayAuction" in notes[0]
    assert all(name in notes[0] for name in data.COLUMNS)
    with pytest.raises(DataError, match="nothing to run"):
        reproduce.figures_of(replace(request, figures=("ebay",)))
    with pytest.raises(DataError, match="no such file"):
        reproduce.figures_of(replace(request, data=str(tmp_path / "none.csv")))
    figures, notes = reproduce.figures_of(replace(request, data=write(tmp_path / "auctions.csv", rows(2000))))
    assert [figure.name for figure in figures] == ["diverse", "poor", "ebay", "ebay-300"]
    assert notes == []


def test_a_range_of_values_with_few_auctions_is_left_out_and_named(tmp_path: Path) -> None:
    request = reproduce.Request(tmp_path, data=write(tmp_path / "auctions.csv", rows(250)), quick=True)
    figures, notes = reproduce.figures_of(request)
    assert [figure.name for figure in figures] == ["diverse", "poor", "ebay"]
    assert len(notes) == 1
    assert "[100, 300]" in notes[0]
    with pytest.raises(DataError, match=r"only \d+ auctions have a value in \[10, 100\]"):
        reproduce.figures_of(replace(request, data=write(tmp_path / "few.csv", rows(90))))
