"""The kernels of the paper's runs equal its formulas, finite differences and a run played in plain Python."""

from itertools import pairwise

import numpy as np
import pytest

import graphbandit as gb
from experiments.auction_twins import (
    Rule,
    allocation,
    edge_gradient,
    edge_losses,
    network,
    paper_graph,
    paper_losses,
    play_twin,
    softmax,
)
from graphbandit import chance
from graphbandit.checks import Array
from graphbandit.experiments import auction_kernels as kernels
from graphbandit.experiments.data import synthetic
from graphbandit.experiments.paper import DIVERSE, settings_of
from graphbandit.experiments.runs import initial

K, ROUNDS = 9, 300
BIDS = np.linspace(0.0, 1.0, K)
RULES = {
    "two-point": kernels.TWO_POINT,
    "exact": kernels.EXACT,
    "inverse gap": kernels.INVERSE_GAP,
    "greedy": kernels.GREEDY,
    "informed": kernels.INFORMED,
}
LESSONS = {
    "log edges": kernels.LOG_EDGES,
    "square edges": kernels.SQUARE_EDGES,
    "played": kernels.PLAYED,
    "price": kernels.PRICE,
    "nothing": kernels.NOTHING,
}
FORMS = [
    Rule("two-point"),
    Rule("exact", "price", sampled=False, itself=True),
    Rule("inverse gap", "played"),
    Rule("greedy"),
    Rule("informed", "nothing", sampled=False, itself=True),
    Rule("two-point", "price", itself=True),
    Rule("two-point", "square edges"),
    Rule("exact", "price", itself=True),
    Rule("exact", "log edges", sampled=False),
    Rule("exact", "square edges", sampled=False, itself=True),
]
every_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.name}, {form.lesson}, {form.sampled}")
NUMBERS = (15.0, 0.0, 0.02, 0.05, 3)  # γ, the doubling's regret, the rates of value and law, the seed


def world(seed: int = 3, rounds: int = ROUNDS) -> tuple[Array, Array, Array]:
    auctions = synthetic(diverse=True, seed=seed, rounds=rounds)
    return auctions.contexts, np.searchsorted(BIDS, auctions.prices - 1e-12), auctions.values


def weights(seed: int = 3) -> tuple[Array, Array, Array]:
    return initial(settings_of(DIVERSE, "ug", K, seed, law_start="torch"), 32)


def played(rule: Rule, auctions: tuple[Array, Array, Array], numbers=NUMBERS) -> tuple[Array, tuple]:
    gamma, doubling, value_rate, law_rate, seed = numbers
    actions, learnt = np.empty(len(auctions[2]), np.int64), weights()
    form = RULES[rule.name], LESSONS[rule.lesson], rule.sampled, rule.itself
    kernels.play(
        *auctions, BIDS, form, np.array([gamma, doubling]), np.array([value_rate, law_rate]), learnt, seed, actions
    )
    return actions, learnt


def test_chance_is_the_library_s() -> None:
    for seed, stream, count in [(0, 0, 0), (3, 1, 17), (2**40, 5, 10**9)]:
        assert kernels.chance(seed, stream, count) == chance.uniform(seed, stream, count)


def test_the_law_is_a_softmax_and_its_sums_end_at_1() -> None:
    random = np.random.default_rng(0)
    for scale in (0.1, 1.0, 300.0):
        prices, context = scale * random.standard_normal((5, K)), random.standard_normal(4)
        law, win = np.empty(K), np.empty(K)
        kernels.law_of(prices, context, law, win)
        np.testing.assert_allclose(law, softmax(prices, context), atol=1e-12)
        np.testing.assert_allclose(win, np.cumsum(law), atol=1e-12)
        assert win[-1] == 1.0
        assert all(a <= b for a, b in pairwise(win))


@pytest.mark.parametrize("square", [False, True])
def test_the_law_s_step_follows_the_mean_loss_of_the_edges_downhill(square: bool) -> None:
    random = np.random.default_rng(1)
    prices, context = 0.3 * random.standard_normal((5, K)), random.standard_normal(4)
    for action in range(K):
        for price in range(K):
            seen = paper_graph(price, K)[action]

            def loss(weights: Array, action: int = action, seen: Array = seen) -> float:
                return float(edge_losses(softmax(weights, context), action, seen, square).mean())

            slopes, law, win = np.empty(K + 1), np.empty(K), np.empty(K)
            stepped = prices.copy()
            kernels.law_of(stepped, context, law, win)
            kernels.edge_slopes(win, action, price, square, slopes)
            kernels.learn_law(stepped, context, law, slopes, 1.0)
            np.testing.assert_allclose(prices - stepped, differences(loss, prices), atol=1e-7)


def differences(loss, at: Array, h: float = 1e-6) -> Array:
    gradient = np.empty_like(at)
    for place in np.ndindex(*at.shape):
        up, down = at.copy(), at.copy()
        up[place] += h
        down[place] -= h
        gradient[place] = (loss(up) - loss(down)) / (2.0 * h)
    return gradient


def test_edge_slopes_are_the_gradient_edge_by_edge() -> None:
    law = np.random.default_rng(2).dirichlet(np.ones(K))
    win = np.cumsum(law)
    for action in range(K):
        for price in range(K):
            for square in (False, True):
                slopes = np.empty(K + 1)
                kernels.edge_slopes(win, action, price, square, slopes)
                ours = np.cumsum(slopes)[:K]
                truth = edge_gradient(law, action, paper_graph(price, K)[action], square) / K
                # a gradient by a law is one up to a constant
                np.testing.assert_allclose(ours - law @ ours, truth - law @ truth, atol=1e-10)


def test_the_network_s_step_is_its_gradient() -> None:
    random = np.random.default_rng(4)
    first, second, context = random.standard_normal((5, 6)), random.standard_normal(7), random.standard_normal(4)
    hidden = np.empty(6)
    value = kernels.value_of(first, second, context, hidden)
    assert value == pytest.approx(network(first, second, context)[0], abs=1e-12)
    assert 0 < np.sum(hidden > 0.0) < 6
    stepped = first.copy(), second.copy()
    kernels.learn_value(*stepped, context, hidden, 0.7, 1.0)
    by_first = differences(lambda at: 0.7 * network(at, second, context)[0], first)
    by_second = differences(lambda at: 0.7 * network(first, at, context)[0], second)
    np.testing.assert_allclose(first - stepped[0], by_first, atol=1e-7)
    np.testing.assert_allclose(second - stepped[1], by_second, atol=1e-7)


@pytest.mark.parametrize("rule", RULES)
def test_allocations_are_the_formulas(rule: str) -> None:
    random = np.random.default_rng(5)
    for _ in range(20):
        drawn = int(random.integers(K))
        f, gamma = paper_losses(drawn, random.random(), BIDS), 10.0 ** random.uniform(0.0, 3.0)
        win = np.cumsum(random.dirichlet(np.ones(K)))
        win[-1] = 1.0
        p = np.empty(K)
        kernels.allocate(RULES[rule], f, win, drawn, gamma, p)
        assert p.min() >= 0.0
        assert p.sum() == pytest.approx(1.0, abs=1e-12)
        np.testing.assert_allclose(p, allocation(rule, f, win, drawn, gamma)[0], atol=1e-6)


def test_two_points_keep_the_paper_s_bound() -> None:
    random = np.random.default_rng(6)
    for _ in range(50):
        drawn, gamma = int(random.integers(K)), 10.0 ** random.uniform(0.6, 3.0)
        f, p = paper_losses(drawn, random.random(), BIDS), np.empty(K)
        kernels.allocate(kernels.TWO_POINT, f, np.ones(K), drawn, gamma, p)
        assert gamma * gb.dec_value(p, f, gb.DenseGraph(paper_graph(drawn, K)), gamma) <= 4.0 + 1e-9


def test_picks_follow_the_probabilities_and_never_take_an_impossible_action() -> None:
    p = np.array([0.0, 0.25, 0.0, 0.75, 0.0])
    places = np.linspace(0.0, 1.0, 4001)[:-1]
    picked = np.array([kernels.pick(p, u) for u in places])
    np.testing.assert_allclose(np.bincount(picked, minlength=5) / places.size, p, atol=1e-3)
    assert kernels.pick(np.array([0.5, 0.5 - 1e-9, 0.0]), 1.0 - 1e-12) == 1


@every_form
def test_a_run_is_the_plain_run(form: Rule) -> None:
    learnt = weights()
    twin = play_twin(form, world(), BIDS, learnt, NUMBERS)
    actions, ours = played(form, world())
    np.testing.assert_array_equal(actions, twin.action)
    for mine, theirs in zip(ours, learnt, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-9)
    assert 0.05 < np.mean(twin.won) < 0.95 or form.name == "greedy"


def test_a_run_with_doubling_is_the_plain_run() -> None:
    form, numbers = Rule("exact", "square edges", sampled=False), (2.0, 5.0, 0.02, 0.05, 3)
    twin = play_twin(form, world(), BIDS, weights(), numbers)
    actions, _ = played(form, world(), numbers)
    np.testing.assert_array_equal(actions, twin.action)
    assert twin.gamma > numbers[0]


@every_form
def test_what_the_round_hides_does_not_matter(form: Rule) -> None:
    contexts, least, values = world()
    twin = play_twin(form, (contexts, least, values), BIDS, weights(), NUMBERS)
    random, won = np.random.default_rng(8), np.array(twin.won)
    hidden_value = np.where(won, values, random.random(ROUNDS))  # of a lost auction
    hidden_price = np.where(won, np.minimum(least, random.integers(0, K, ROUNDS)), least)  # of a won one
    if form.name == "informed":
        hidden_price = least  # which is told the price
    _, ours = played(form, (contexts, least, values))
    _, other = played(form, (contexts, hidden_price, hidden_value))
    assert won.all() or np.any(hidden_value != values)
    for mine, theirs in zip(ours, other, strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_the_future_does_not_matter() -> None:
    contexts, least, values = world()
    whole, _ = played(FORMS[0], (contexts, least, values))
    part, _ = played(FORMS[0], (contexts[:100], least[:100], values[:100]))
    np.testing.assert_array_equal(whole[:100], part)
