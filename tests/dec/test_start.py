"""The starts are inside, and already near the answer's scale."""

import numpy as np
import pytest
from scipy import optimize
from tests.dec.twins import chain, random_chain, random_matrix

from graphbandit.dec import solve_dec
from graphbandit.dec.certificate_kernels import value_at
from graphbandit.dec.start_kernels import balanced, covering, near

GAMMAS = [1e-3, 10.0, 1e5, 1e9]


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(4))
def test_balanced_has_its_form_and_sums_to_one(seed: int, gamma: float) -> None:
    random = np.random.default_rng(seed)
    F, worth = gamma * random.random(8), 10.0 ** random.uniform(-3, 3, 8)
    F -= F.min()

    def excess(z: float) -> float:
        return float((1.0 / (2.0 + worth * (F + z))).sum() - 1.0)

    low = float((-F - 1.0 / worth).max())
    z = optimize.brentq(excess, low, low + 1e9 + 8e3, xtol=1e-14, rtol=1e-15, maxiter=1000)
    p = balanced(F, worth)
    assert p.sum() == pytest.approx(1.0, abs=1e-14)
    np.testing.assert_allclose(p, 1.0 / (2.0 + worth * (F + z)), rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(6))
def test_starts_are_inside_and_see_everything(seed: int, gamma: float) -> None:
    random = np.random.default_rng(seed)
    F = gamma * random.random(7)
    F -= F.min()
    graph, matrix = random_chain(random, 7), random_matrix(random, 7)
    for p, g in ((near(F, chain(graph)), graph.matrix()), (covering(matrix, F), matrix)):
        assert p.min() > 0.0
        assert p.sum() == pytest.approx(1.0, abs=1e-12)
        assert (p @ g).min() > 0.0


def test_start_of_a_chain_costs_a_small_multiple_of_the_optimum() -> None:
    random = np.random.default_rng(3)
    for gamma in (1.0, 70.0, 1e5):
        for _ in range(20):
            graph, f = random_chain(random, 30), random.random(30)
            F = gamma * (f - f.min())
            start = near(F, chain(graph))
            least = gamma * solve_dec(f, graph, gamma).value
            assert value_at(start, graph.observation(start), F, None) <= 30.0 * (1.0 + least)
