"""Linear drivers with noise of unknown scale."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from tests.beliefs.laws import law_twins as twins

from graphbandit.beliefs.laws import LOGISTIC, NORMAL, STUDENT, Bank, LocationScale, View
from graphbandit.beliefs.laws.axis_kernels import position
from graphbandit.beliefs.laws.location_kernels import contract
from graphbandit.beliefs.laws.noise_kernels import condition, truncated
from graphbandit.errors import InputError

Array = NDArray[np.float64]
TWO = Bank((0.1, 0.4), (1.0, 0.97))


@pytest.mark.parametrize(
    ("low", "high"),
    [(-np.inf, -1.0), (-np.inf, 3.0), (0.5, np.inf), (-1.0, 2.0), (1.0, 1.5), (-7.0, -6.0), (8.0, np.inf)],
)
def test_truncated_moments_are_those_of_scipy(low: float, high: float) -> None:
    p, mean, square = truncated(low, high)
    truth = stats.truncnorm(low, high)
    assert p == pytest.approx(stats.norm.sf(low) if high == np.inf else stats.norm.cdf(high) - stats.norm.cdf(low))
    assert mean == pytest.approx(truth.mean(), rel=1e-6)
    assert square == pytest.approx(truth.moment(2), rel=1e-6)


@pytest.mark.parametrize("low", [-60.0, -8.0, 0.0, 3.0, 60.0])
@pytest.mark.parametrize("width", [0.0, 1e-300, 1e-12, 1e-6, 1.0, np.inf])
def test_truncated_moments_stay_in_the_interval(low: float, width: float) -> None:
    high = low + width
    p, mean, square = truncated(low, high)
    assert p >= 0.0
    assert low <= mean <= high
    assert square >= mean * mean


def test_one_scale_and_exact_drivers_give_bayesian_linear_regression() -> None:
    draw = np.random.default_rng(0)
    D, scale, prior = 4, 0.3, np.array([2.0, 1.0, 0.5, 1.0])
    mean, covariance = np.zeros(D), np.diag(prior)
    X, y = draw.normal(size=(30, D)), draw.normal(size=30)
    for x, driver in zip(X, y, strict=True):
        pull = covariance @ x
        error = driver - mean @ x
        gain, loss = condition(np.ones((1, 1)), np.ones((1, 1)), np.array([scale]), error, error, x @ pull)
        mean += gain * pull
        contract(covariance, pull, loss, 1.0, prior)
    precision = np.diag(1 / prior) + X.T @ X / scale**2
    np.testing.assert_allclose(covariance, np.linalg.inv(precision), rtol=1e-9)
    np.testing.assert_allclose(mean, np.linalg.solve(precision, X.T @ y / scale**2), rtol=1e-9)


def test_a_match_has_the_moments_of_the_posterior() -> None:
    """One coefficient, three scales, two shapes, a driver in an interval: by quadrature."""
    beliefs = np.array([[0.2, 0.3], [0.4, 0.1]])
    shapes, scales = np.array([[1.0, 0.0], [0.6, 0.4]]), np.array([0.2, 0.4, 0.8])
    low, high, variance = -0.3, 0.5, 0.7
    theta = np.linspace(-8, 8, 200_001) * np.sqrt(variance)
    weights = np.zeros(3)
    for (a, b), belief in np.ndenumerate(beliefs):
        weights[b : b + 2] += belief * shapes[a]
    inside = sum(
        w * (stats.norm.cdf((high - theta) / s) - stats.norm.cdf((low - theta) / s))
        for w, s in zip(weights, scales, strict=True)
    )
    posterior = stats.norm.pdf(theta, scale=np.sqrt(variance)) * inside
    posterior /= posterior.sum()
    mean = posterior @ theta
    gain, loss = condition(beliefs, shapes, scales, low, high, variance)
    assert gain * variance == pytest.approx(mean, rel=1e-6)
    assert variance - loss * variance**2 == pytest.approx(posterior @ (theta - mean) ** 2, rel=1e-6)


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("curvature", [0.0, 20.0])
def test_the_kernel_equals_its_twin(folded: bool, curvature: float) -> None:
    draw = np.random.default_rng(0)
    grid, d = np.linspace(0.0, 2.0, 6), 3
    law = LocationScale(grid, d, TWO, View(curvature, folded), np.array([NORMAL, STUDENT]))
    members = [
        twins.Member(
            law.means[j].copy(),
            law.covariances[j].copy(),
            law.beliefs[j].copy(),
            law.priors[j],
            TWO.memories[j],
            law.tails,
            law.scales,
        )
        for j in range(2)
    ]
    standing = twins.Standing(law.weights.copy(), law.trust.copy())
    place = np.vectorize(lambda y: np.arcsinh(curvature * y / 2.0) / curvature if curvature else y / 2.0)
    for t in range(60):
        x = draw.normal(size=d)
        z = twins.features(x, np.zeros(d), folded)
        each = np.array([member.predict(z, place(grid)) for member in members])
        predicted = law.predict(x)
        np.testing.assert_allclose(predicted, standing.shares() @ each, rtol=1e-6, atol=1e-7)
        driver, bid = 0.9 + 0.3 * x[0] + 0.1 * draw.normal(), grid[draw.integers(6)]
        intervals = [(driver, driver), (-np.inf, bid) if driver <= bid else (bid, np.inf)]
        low, high = intervals[t % 2]
        law.update(x, low, high)
        inside = np.hstack([np.zeros((2, 1)), each, np.ones((2, 1))])[:, 1:] - np.hstack(
            [np.zeros((2, 1)), each]
        ) @ np.eye(7)
        standing.learn(inside[:, twins.cells(grid, low, high)].sum(axis=1), 0.02)
        for member in members:
            member.learn(z, float(place(low)), float(place(high)))
    for j, member in enumerate(members):
        np.testing.assert_allclose(law.means[j], member.mean, rtol=1e-5, atol=1e-7)
        np.testing.assert_allclose(law.covariances[j], member.covariance, rtol=1e-4, atol=1e-8)
        np.testing.assert_allclose(law.beliefs[j], member.beliefs, rtol=1e-4, atol=1e-8)


def test_reflecting_the_axis_reflects_the_law() -> None:
    grid, d = np.linspace(-0.2, 1.1, 8), 2
    one, other = LocationScale(grid, d, TWO), LocationScale(-grid[::-1], d, TWO)
    draw = np.random.default_rng(0)
    for _ in range(80):
        x = draw.normal(size=d)
        low, high = sorted(draw.choice([*draw.random(2), -np.inf, np.inf], 2, replace=False))
        one.update(x, low, high)
        other.update(x, -high, -low)
    x = draw.normal(size=d)
    np.testing.assert_allclose(other.predict(x), 1.0 - one.predict(x)[::-1], atol=1e-6)


def test_covariances_stay_symmetric_positive_and_within_the_prior() -> None:
    draw = np.random.default_rng(0)
    law = LocationScale(np.linspace(0, 1, 11), 8, Bank((0.2, 0.2, 0.2), (1.0, 0.9, 0.5)))
    for _ in range(2000):
        x = np.where(np.arange(8) < 3, draw.normal(size=8), 1.0)  # five features that never vary
        law.update(x, *sorted(draw.choice([draw.random(), 0.5, -np.inf, np.inf], 2, replace=False)))
    for covariance, prior in zip(law.covariances, law.priors, strict=True):
        np.testing.assert_array_equal(covariance, covariance.T)
        assert np.linalg.eigvalsh(covariance).min() > -1e-12
        assert np.all(np.diag(covariance) <= prior * (1 + 1e-12))


@pytest.mark.parametrize(("name", "tails"), [("normal", NORMAL), ("logistic", LOGISTIC), ("t", STUDENT)])
def test_tails_are_close_to_what_they_are_named_after(name: str, tails: tuple[float, ...]) -> None:
    truth = {"normal": stats.norm(), "logistic": stats.logistic(), "t": stats.t(3)}[name]
    y = np.linspace(-10, 10, 2001)
    scales = 2.0 ** (0.5 * np.arange(7))
    gaps = [
        np.abs(stats.norm.cdf(y[:, None] / (s * scales)) @ np.array(tails) - truth.cdf(y)).max()
        for s in np.linspace(0.5, 1.5, 101)
    ]
    assert min(gaps) < 0.005
    assert sum(tails) == pytest.approx(1.0)


def test_students_tails_bear_outliers_better() -> None:
    draw = np.random.default_rng(0)
    grid = np.linspace(0, 1, 21)
    normal = LocationScale(grid, 2, tails=np.array([NORMAL]))
    student = LocationScale(grid, 2, tails=np.array([STUDENT]))
    gain = 0.0
    for _ in range(500):
        x = draw.normal(size=2)
        driver = 0.5 + 0.1 * x[0] + 0.02 * draw.standard_t(2)
        scores = [np.subtract(*law.score(x, driver, driver)[::-1]) for law in (normal, student)]
        gain += np.log(scores[1]) - np.log(scores[0])
    assert gain > 20.0


def test_a_short_memory_follows_a_change() -> None:
    draw = np.random.default_rng(0)
    grid = np.linspace(0, 1, 21)
    laws = {memory: LocationScale(grid, 2, Bank((0.2,), (memory,))) for memory in (1.0, 0.97)}
    for t in range(1000):
        x = draw.normal(size=2)
        driver = 0.5 + (0.1 if t < 500 else -0.1) * x[0] + 0.02 * draw.normal()
        for law in laws.values():
            law.update(x, driver, driver)
    np.testing.assert_allclose(laws[0.97].means[0] * [1, 1, 0], [-0.1, 0.0, 0.0], atol=0.02)
    assert laws[1.0].means[0, 0] > -0.05


def test_positions_are_linear_near_zero_and_logarithmic_far_from_it() -> None:
    assert position(3.0, 2.0, 0.0) == 1.5
    assert position(-3e-6, 2.0, 50.0) == pytest.approx(-1.5e-6)
    steps = np.diff([position(10.0**k, 1.0, 50.0) for k in range(2, 6)])
    np.testing.assert_allclose(steps, np.log(10) / 50, rtol=1e-4)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("bank", lambda: Bank((0.1,), (1.0, 1.0))),
        ("bank", lambda: Bank((), ())),
        ("bank", lambda: Bank((-1.0,), (1.0,))),
        ("bank", lambda: Bank((np.nan,), (1.0,))),
        ("bank", lambda: Bank((0.1,), (0.2,))),
        ("view", lambda: View(curvature=-1.0)),
        ("view", lambda: View(curvature=np.nan)),
        ("view", lambda: View(folded=1)),  # type: ignore[arg-type]
        ("tails", lambda: np.array([[0.5, 0.6]])),
        ("tails", lambda: np.array([[1.5, -0.5]])),
    ],
)
def test_settings_out_of_range_are_refused(setting: str, value: object) -> None:
    law = LocationScale(np.linspace(0, 1, 3), 1)
    with pytest.raises(InputError, match=r"spreads|memories|curvature|folded|tails"):
        replace(law, **{setting: value()})  # type: ignore[operator]
