import numpy as np
import pytest

from graphbandit.checks import Array
from graphbandit.graphs import kernels


def observation_twin(probabilities: Array, down: Array, up: Array, shared: Array, own: Array) -> Array:
    played = np.cumsum(probabilities)
    after = np.cumsum((probabilities * down)[::-1])[::-1] - probabilities * down
    return after + np.cumsum(probabilities * up) + shared * played + own * probabilities


def coverage_twin(weights: Array, down: Array, up: Array, shared: Array, own: Array) -> Array:
    before = np.cumsum(weights) - weights
    after = np.cumsum(weights[::-1])[::-1]
    return down * before + up * after + np.cumsum((shared * weights)[::-1])[::-1] + own * weights


@pytest.mark.parametrize("actions", [1, 2, 7, 100])
def test_kernels_equal_their_numpy_twins(actions: int) -> None:
    vectors = np.random.default_rng(actions).random((5, actions))
    np.testing.assert_allclose(kernels.chain_observation(*vectors), observation_twin(*vectors), rtol=1e-12)
    np.testing.assert_allclose(kernels.chain_coverage(*vectors), coverage_twin(*vectors), rtol=1e-12)


def test_the_first_offence_is_found() -> None:
    rising = np.array([0.0, 0.5, 0.5, 0.4, 0.3])
    assert kernels.first_off_course(rising, True) == 3
    assert kernels.first_off_course(rising, False) == 1
    assert kernels.first_off_course(rising[:3], True) == -1
    assert kernels.first_off_course(rising[2:], False) == -1
    assert kernels.first_off_course(np.array([0.5, np.nan]), True) == 1
    assert kernels.first_off_course(np.array([0.5, np.nan]), False) == 1


@pytest.mark.parametrize("place", [0, 8, 16])
@pytest.mark.parametrize("bad", [np.nan, -np.inf, 1.0 + 1e-15, -1e-300])
def test_one_bad_value_anywhere_is_enough(place: int, bad: float) -> None:
    values = np.linspace(0.0, 1.0, 17)
    assert kernels.within_unit(values)
    values[place] = bad
    assert not kernels.within_unit(values)
