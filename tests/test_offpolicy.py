"""Off-policy estimates, against truth known by sums over everything that can happen."""

import numpy as np
import pytest

import graphbandit as gb
from graphbandit.errors import ProbabilityError, SettingError
from graphbandit.offpolicy import Estimate, Logged, side_observation_estimate

P = np.array([0.5, 0.3, 0.2])
POLICY = np.array([0.1, 0.2, 0.7])
# two realisations, equally likely, whose losses and graphs are tied
WORLDS = (
    (np.array([0.9, 0.1, 0.4]), np.array([[1.0, 1, 1], [1, 1, 0], [0, 0, 1]])),
    (np.array([0.2, 0.8, 0.1]), np.array([[1.0, 0, 0], [0, 1, 0], [0, 1, 1]])),
)
TRUTH = float(np.mean([POLICY @ losses for losses, _ in WORLDS]))


def logged(world: int, action: int, whole: bool) -> Logged:
    losses, graph = WORLDS[world]
    edges = graph if whole else graph[action]
    return Logged(P, action, gb.Feedback(losses, graph[action] > 0.5, edges), POLICY)


def single(entry: Logged) -> float:
    return side_observation_estimate([entry, entry]).mean


@pytest.mark.parametrize("whole", [True, False], ids=["whole graph", "row"])
def test_the_estimate_is_unbiased_where_losses_and_graph_are_tied(whole: bool) -> None:
    mean = sum(0.5 * P[a] * single(logged(w, a, whole)) for w in range(2) for a in range(3))
    assert mean == pytest.approx(TRUTH, abs=1e-12)


def test_it_is_unbiased_in_auctions_where_losers_see_the_graph_and_winners_do_not() -> None:
    bids = np.array([0.0, 0.3, 0.6])
    mean, truth = 0.0, 0.0
    for price, value in ((0.2, 0.9), (0.5, 0.4), (0.7, 0.8), (0.0, 0.5)):
        world = gb.AuctionWorld.from_arrays([[0.0]], [price], [value], bids=bids)
        drawn = world.draw()
        truth += 0.25 * float(POLICY @ drawn.losses)
        for action in range(3):
            seen = world.reveal(drawn, action).feedback()
            mean += 0.25 * P[action] * single(Logged(P, action, seen, POLICY))
    assert mean == pytest.approx(truth, abs=1e-12)


def test_weights_of_the_mean_graph_would_be_biased() -> None:
    chance = P @ np.mean([graph for _, graph in WORLDS], axis=0)
    mean = 0.0
    for losses, graph in WORLDS:
        for action in range(3):
            mean += 0.5 * P[action] * float((POLICY * losses / chance * graph[action]).sum())
    assert abs(mean - TRUTH) > 0.01


def test_the_whole_graph_tells_more_than_the_row() -> None:
    second = {
        whole: sum(0.5 * P[a] * single(logged(w, a, whole)) ** 2 for w in range(2) for a in range(3))
        for whole in (True, False)
    }
    assert second[True] < second[False]


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    random = np.random.default_rng(0)
    covered = 0
    for _ in range(400):
        draws = zip(random.integers(0, 2, 300), random.choice(3, 300, p=P), strict=True)
        found = side_observation_estimate(logged(int(w), int(a), True) for w, a in draws)
        covered += int(found.interval[0] <= TRUTH <= found.interval[1])
    assert 0.92 <= covered / 400 <= 0.98


def test_mean_error_and_interval_are_those_of_the_terms() -> None:
    found = side_observation_estimate([logged(0, 0, True), logged(1, 1, True), logged(1, 2, True)])
    terms = [single(logged(0, 0, True)), single(logged(1, 1, True)), single(logged(1, 2, True))]
    assert found.rounds == 3
    assert found.mean == pytest.approx(np.mean(terms))
    assert found.error == pytest.approx(np.std(terms, ddof=1) / np.sqrt(3))
    assert Estimate(0.5, 0.1, 9).interval == pytest.approx((0.304, 0.696))


def test_a_log_that_cannot_be_true_is_refused_by_name() -> None:
    entry = logged(0, 0, True)
    impossible = Logged(np.array([0.0, 0.5, 0.5]), 0, entry.feedback, POLICY)
    with pytest.raises(ProbabilityError, match="must be positive at the played action"):
        side_observation_estimate([impossible, impossible])
    for wrong in (np.array([0.5, 0.5]), np.array([0.6, 0.6, 0.6]), np.array([np.nan, 0.5, 0.5]), "policy"):
        with pytest.raises(gb.errors.InputError):
            side_observation_estimate([Logged(P, 0, entry.feedback, wrong)] * 2)  # type: ignore[arg-type]
        with pytest.raises(gb.errors.InputError):
            side_observation_estimate([Logged(wrong, 0, entry.feedback, POLICY)] * 2)  # type: ignore[arg-type]
    for action in (3, -1, 0.5):
        with pytest.raises(gb.errors.InputError):
            side_observation_estimate([Logged(P, action, entry.feedback, POLICY)] * 2)  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="rounds"):
        side_observation_estimate([entry])
