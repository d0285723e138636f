"""The master inequality of the analysis, measured: regret <= Σ dec + ¾ γ RegSq + ½ γ RegLog."""

from pathlib import Path

import numpy as np
import pytest

import graphbandit as gb
from graphbandit.beliefs import FiniteGraphs, FiniteLosses, Informed, Oracles
from graphbandit.beliefs.base import Belief
from graphbandit.bench.ledger import Ledger, run_ledger
from graphbandit.errors import SettingError
from graphbandit.plots import ledger_figure
from graphbandit.problems.graph import Kind
from graphbandit.rules import Dec, InverseGap, Rule
from graphbandit.world import Round, World


def ledger(kind: Kind, seed: int, rounds: int, *, full: bool = False, rule: Rule | None = None) -> Ledger:
    world = gb.GraphWorld.random(actions=6, context_size=2, kind=kind, seed=seed, full=full)
    losses, graphs = world.experts(16, kind, seed)
    belief: Belief = Informed(FiniteLosses(losses))
    if kind != "informed":
        belief = Oracles(FiniteLosses(losses), FiniteGraphs(graphs))
    learner = gb.Learner(belief, rule=rule or Dec(box=full), gamma=2.0 * np.sqrt(rounds), seed=seed)
    return run_ledger(learner, world, rounds)


SETTINGS: dict[str, tuple[Kind, bool]] = {
    "partial": ("strong", False),
    "full": ("strong", True),
    "informed": ("informed", False),
    "weak": ("weak", False),
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_master_inequality_holds_on_every_one_of_50_seeds(setting: str) -> None:
    kind, full = SETTINGS[setting]
    for seed in range(50):
        books = ledger(kind, seed, 300, full=full)
        assert books.holds
        assert books.regret.sum() <= books.bound.sum()


@pytest.mark.parametrize("rule", [Dec(), InverseGap(), Dec(tol=10.0)], ids=repr)
@pytest.mark.parametrize("setting", SETTINGS)
def test_it_holds_on_average_in_every_single_round_whatever_is_played(setting: str, rule: Rule) -> None:
    kind, full = SETTINGS[setting]
    for seed in range(4):
        books = ledger(
            kind, seed, 100, full=full, rule=Dec(box=True, tol=rule.tol) if full and isinstance(rule, Dec) else rule
        )
        assert (books.expected_regret <= books.expected_bound + 1e-9).all()
        assert (books.expected_square >= 0.0).all()
        assert (books.expected_log >= -1e-12).all()


def test_where_the_truth_is_known_the_value_alone_covers_the_regret_and_nothing_less_does() -> None:
    world = gb.GraphWorld.random(actions=6, context_size=2, seed=3)
    losses, graphs = world.experts(1)
    learner = gb.Learner(Oracles(FiniteLosses(losses), FiniteGraphs(graphs)), gamma=20.0)
    books = run_ledger(learner, world, 300)
    assert np.abs(books.expected_bound - books.value).max() < 1e-9
    assert (books.expected_regret <= books.value + 1e-9).all()
    assert books.expected_regret.sum() > 0.1 * books.value.sum()


def test_the_picture_is_drawn(tmp_path: Path) -> None:
    books = ledger("strong", 0, 50)
    ledger_figure(tmp_path / "ledger.png", books.expected_regret, books.accounts, "strong, K = 6")
    assert (tmp_path / "ledger.png").stat().st_size > 5_000
    assert np.allclose(sum(books.accounts.values()), books.expected_bound)


def test_what_was_measured_agrees_with_what_was_expected_on_average() -> None:
    books = [ledger("strong", seed, 300) for seed in range(20)]
    for name, slack in (("regret", 3.0), ("square", 6.0), ("log", 6.0)):
        apart = np.array([(getattr(b, name) - getattr(b, f"expected_{name}")).sum() for b in books])
        assert abs(apart.mean()) <= slack * apart.std(ddof=1) / np.sqrt(len(books))


def test_square_and_log_regret_of_finite_classes_stay_within_their_theorems() -> None:
    for seed in range(10):
        books = ledger("strong", seed, 500)
        assert books.expected_square.sum() <= 6 * 2 * np.log(16)  # a pack of at most 6 counts as one
        assert books.expected_log.sum() <= 6 * np.log(16)


class Blind(World):
    """It does not know its means."""

    actions = 3
    context_size = 2

    def draw(self) -> Round:
        return Round(np.zeros(2), np.zeros(3))

    def reveal(self, drawn: Round, action: int) -> gb.Feedback:
        return gb.Feedback(drawn.losses, [True] * 3)


def test_a_world_that_does_not_know_its_truth_is_refused() -> None:
    world = gb.GraphWorld.random(3, 2)
    belief = Informed(FiniteLosses(world.experts(4)[0]))
    with pytest.raises(SettingError, match="must know its means"):
        run_ledger(gb.Learner(belief), Blind(), 5)
    with pytest.raises(SettingError, match="rounds"):
        run_ledger(gb.Learner(belief), world, 0)
