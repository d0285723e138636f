"""What winning says of the value."""

import numpy as np
import pytest

from graphbandit.beliefs.values import Selection
from graphbandit.beliefs.values.selection_kernels import surprises
from graphbandit.checks import Array
from graphbandit.errors import SettingError


@pytest.mark.parametrize("seed", range(5))
def test_surprises_are_expectations_over_the_cells(seed: int) -> None:
    random = np.random.default_rng(seed)
    K = 7
    bids, win = np.sort(random.random(K)), np.sort(random.random(K))
    cells = np.append(np.concatenate([[bids[0]], 0.5 * (bids[1:] + bids[:-1])]), bids[-1])
    masses = np.diff(np.concatenate([[0.0], win, [1.0]]))
    mean = cells @ masses
    wanted = [cells[: i + 1] @ masses[: i + 1] / win[i] - mean for i in range(K)]
    np.testing.assert_allclose(surprises(bids, win), np.minimum(wanted, 0.0), atol=1e-14)


def test_a_bid_that_never_wins_is_no_surprise_beyond_the_grid() -> None:
    found = surprises(np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.0, 1.0]))
    np.testing.assert_allclose(found, [-0.75, -0.75, 0.0])


def tied(slope: float, selection: Selection, rounds: int = 3000) -> tuple[Array, Array, float]:
    """Teach wins at random bids against uniform prices, of values .3 + slope (price - ½), predicted without it."""
    random = np.random.default_rng(0)
    bids = np.linspace(0.0, 1.0, 51)
    for _ in range(rounds):
        action, price = int(random.integers(1, 51)), random.random()
        if price <= bids[action]:
            selection.update(bids, bids, action, 0.3, 0.3 + slope * (price - 0.5) + 0.05 * random.normal())
    return bids, selection.excess(bids, bids), selection.slope


def test_the_excess_is_that_of_values_linear_in_the_price() -> None:
    bids, excess, _ = tied(0.6, Selection())
    np.testing.assert_allclose(excess[1:], 0.6 * (0.5 * bids[1:] - 0.5), atol=0.03)


def test_values_that_prices_do_not_touch_are_left_alone() -> None:
    _, excess, slope = tied(0.0, Selection())
    assert abs(slope) < 0.05
    assert np.abs(excess).max() < 0.03


def test_it_starts_from_no_allowance() -> None:
    assert Selection().slope == 0.0
    with pytest.raises(SettingError, match="ridge"):
        Selection(ridge=0.0)
