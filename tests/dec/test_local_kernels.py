"""The local models against derivatives taken by hand."""

import numpy as np
import pytest
from scipy import optimize
from tests.dec.twins import heights, jacobian, random_matrix, softened, state

from graphbandit.dec import local_kernels

GRID = [
    (a, W, room, blur)
    for a in (1e-6, 0.3, 1.0)
    for W in (1e-3, 0.7)
    for room in (0.0, 1e-3, 5.0, 1e4)
    for blur in (1e-6, 1.0)
]


@pytest.mark.parametrize(("a", "W", "room", "blur"), GRID)
def test_softened_limit_is_the_least_of_its_dual(a: float, W: float, room: float, blur: float) -> None:
    def height(log_c: float) -> float:
        return softened(a, W, room, blur, float(np.exp(log_c)))

    _, _, value = local_kernels.limited(a, 1.0 / W, room, blur)
    least = optimize.minimize_scalar(height, bounds=(-40.0, 10.0), method="bounded", options={"xatol": 1e-12})
    assert value == pytest.approx(least.fun, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("a", "W", "room", "blur"), GRID)
def test_softened_limit_has_the_slope_and_curvature_it_says(a: float, W: float, room: float, blur: float) -> None:
    half, kept, _ = local_kernels.limited(a, 1.0 / W, room, blur)
    step = 1e-5 * a
    up = local_kernels.limited(a + step, 1.0 / W, room, blur)
    down = local_kernels.limited(a - step, 1.0 / W, room, blur)
    slope = (up[2] - down[2]) / (2 * step)
    assert slope == pytest.approx(2 * half, rel=1e-5, abs=1e-4 * (1 + room))
    assert (up[0] - down[0]) / step == pytest.approx(2 / W * kept, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("room", [0.01, 1.0, 100.0])
def test_softened_limit_becomes_the_hard_one(room: float) -> None:
    a, W = 0.4, 0.3
    half, _, value = local_kernels.limited(a, 1.0 / W, room, 1e-12)
    y = min(room, 2 * a / W)
    assert 2 * half == pytest.approx(y, abs=1e-5)
    assert value == pytest.approx(a * y - W * y**2 / 4, abs=1e-9)


@pytest.mark.parametrize("box", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_rows_and_their_gradients_agree(seed: int, box: bool) -> None:
    random = np.random.default_rng(seed)
    at = state(seed, random_matrix(random, 5), box)
    play, h = np.empty((6, 5)), np.empty(5)

    def rows(p: np.ndarray) -> np.ndarray:
        local_kernels.respond(p, at.matrix.T @ p, at.room, 0.1, play)
        local_kernels.rows(p, at.F, play, h)
        return h.copy()

    there = rows(at.p)
    np.testing.assert_allclose(there, heights(at.p, at, play), rtol=1e-12)
    local_kernels.respond(at.p, at.matrix.T @ at.p, at.room, 0.1, play)
    slopes = jacobian(at, play)
    # along directions of the simplex: off it 1 - p is not what p leaves
    for _ in range(5):
        d = random.normal(size=5)
        d = 1e-6 * at.p * (d - d @ at.p)
        change = (rows(at.p + d) - rows(at.p - d)) / 2
        np.testing.assert_allclose(change, slopes @ d, rtol=1e-5, atol=1e-12)


def test_complement_keeps_what_subtraction_from_one_would_lose() -> None:
    likeliest, rest = local_kernels.complement(np.array([1e-20, 1.0, 2e-20]))
    assert likeliest == 1
    assert rest == pytest.approx(3e-20, rel=1e-15)


def test_anchor_is_the_action_played_more_than_seen() -> None:
    play = np.zeros((6, 3))
    play[0] = [0.5, 1.0, 0.2]
    assert local_kernels.anchor_of(play) == -1
    play[0] = [1.5, 3.0, 0.2]
    assert local_kernels.anchor_of(play) == 1
