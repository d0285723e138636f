"""Graph worlds keep what they promise: known means, known graphs, and independence of the two."""

import numpy as np
import pytest

import graphbandit as gb
from graphbandit.beliefs import ConstantExperts
from graphbandit.errors import InputError, SettingError
from graphbandit.problems.graph import KINDS, Kind, Settings

every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
@pytest.mark.parametrize("seed", range(3))
def test_the_kind_is_what_its_name_says(kind: Kind, seed: int) -> None:
    for size in (3, 5, 16):
        world = gb.GraphWorld.random(size, 3, kind, seed)
        for _ in range(20):
            drawn = world.draw()
            truth = drawn.truth.matrix()
            assert gb.observability(truth) == ("weak" if kind == "weak" else "strong")
            assert (drawn.means >= 0.05).all()
            assert (drawn.means <= 0.95).all()
            if kind in ("strong", "informed"):
                assert (np.diagonal(truth) == 1.0).all()
            if kind == "others":
                assert (truth == 1.0 - np.eye(size)).all()
            if kind == "weak":
                revealers = truth.any(axis=1)
                assert revealers.sum() == max(1, size // 8)
                assert drawn.means[revealers].min() > drawn.means.min()
            assert (drawn.graph is not None) == (kind == "informed")


@every_kind
def test_what_is_drawn_has_the_means_and_edges_that_are_promised(kind: Kind) -> None:
    world = gb.GraphWorld.random(4, 2, kind, seed=1)
    drawn = [world.draw() for _ in range(4000)]
    losses = np.mean([d.losses - d.means for d in drawn], axis=0)
    edges = np.mean([d.state - d.truth.matrix() for d in drawn], axis=0)
    tied = np.mean([np.outer((d.losses - d.means), (d.state - d.truth.matrix()).ravel()) for d in drawn], axis=0)
    for residue in (losses, edges, tied):  # four deviations of at most 1/2 each
        assert np.abs(residue).max() <= 4 * 0.5 / np.sqrt(4000)


def test_beta_losses_have_the_same_means_and_vary_less() -> None:
    world = gb.GraphWorld.random(3, 2, seed=2)
    beta = gb.GraphWorld(world.losses, world.graph, Settings(seed=2, noise="beta"))
    residues = np.array([d.losses - d.means for d in (beta.draw() for _ in range(4000))])
    assert np.abs(residues.mean(axis=0)).max() <= 4 * 0.25 / np.sqrt(4000)
    means = np.array([d.means for d in (beta.draw() for _ in range(4000))])
    assert residues.var() == pytest.approx((means * (1 - means)).mean() / 5.0, rel=0.1)


@every_kind
@pytest.mark.parametrize("full", [False, True])
def test_feedback_is_the_played_row_or_the_whole_graph(kind: Kind, full: bool) -> None:
    world = gb.GraphWorld.random(4, 2, kind, seed=3, full=full)
    for action in range(4):
        drawn = world.draw()
        seen = world.reveal(drawn, action)
        assert seen.observed.tolist() == (drawn.state[action] > 0.5).tolist()
        assert seen.losses[seen.observed].tolist() == drawn.losses[seen.observed].tolist()
        assert not seen.losses[~seen.observed].any()
        whole = full or kind == "informed"
        assert seen.edges.tolist() == (drawn.state if whole else drawn.state[action]).tolist()
        if drawn.graph is not None:
            assert drawn.graph.matrix().tolist() == drawn.state.tolist()


@every_kind
def test_the_same_seed_draws_the_same_rounds_whatever_is_played(kind: Kind) -> None:
    one, other = (gb.GraphWorld.random(4, 2, kind, seed=4) for _ in range(2))
    for turn in range(10):
        a, b = one.draw(), other.draw()
        one.reveal(a, turn % 4)
        assert a.context.tobytes() + a.losses.tobytes() + a.state.tobytes() == (
            b.context.tobytes() + b.losses.tobytes() + b.state.tobytes()
        )
        assert one.reveal(a, 1).edges.tobytes() == one.reveal(a, 1).edges.tobytes()
    assert gb.GraphWorld.random(4, 2, kind, seed=5).draw().context.tobytes() != a.context.tobytes()


@every_kind
def test_the_truth_is_a_member_of_its_classes_to_the_bit(kind: Kind) -> None:
    world = gb.GraphWorld.random(4, 2, kind, seed=6)
    losses, graphs = world.experts(7, kind, seed=1)
    places = None
    for _ in range(10):
        drawn = world.draw()
        right = (losses.values(drawn.context) == drawn.means).all(axis=1)
        right &= (graphs.values(drawn.context) == drawn.truth.matrix()).all(axis=(1, 2))
        places = right if places is None else places & right
    assert places.any()
    assert kind == "others" or places.sum() == 1


def test_settings_are_checked_by_name() -> None:
    for settings in (
        {"actions": 1},
        {"actions": 2.5},
        {"context_size": 0},
        {"kind": "round"},
        {"seed": -1},
        {"seed": "x"},
        {"full": 1},
    ):
        with pytest.raises(SettingError, match=next(iter(settings)).rstrip("s")):
            gb.GraphWorld.random(**({"actions": 3, "context_size": 2} | settings))  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="noise"):
        Settings(noise="normal")  # type: ignore[arg-type]
    with pytest.raises(InputError):
        gb.GraphWorld(ConstantExperts([[0.1, 0.2]]), ConstantExperts([np.eye(3)]))
    with pytest.raises(InputError):
        gb.GraphWorld(ConstantExperts([[0.1, 0.2]], context_size=2), ConstantExperts([np.eye(2)]))
    with pytest.raises(SettingError, match="must be linear"):
        gb.GraphWorld(ConstantExperts([[0.1, 0.2]]), ConstantExperts([np.eye(2)])).experts(3)
