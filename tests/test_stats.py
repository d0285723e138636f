"""Means and intervals against independent truth."""

import math

import numpy as np
import pytest
from scipy import stats as truth

from graphbandit.errors import SettingError
from graphbandit.stats import Band, Summary, quantile_95, ratio


def test_quantiles_are_student_s() -> None:
    for freedom in (*range(1, 40), 60, 100, 1000):
        assert quantile_95(freedom) == pytest.approx(truth.t.ppf(0.975, freedom), rel=5e-4)


def test_an_interval_is_student_s() -> None:
    values = np.random.default_rng(0).normal(3.0, 2.0, 9)
    summary = Summary.of(values)
    low, high = truth.t.interval(0.95, 8, values.mean(), truth.sem(values))
    assert (summary.low, summary.high) == (pytest.approx(low, rel=1e-3), pytest.approx(high, rel=1e-3))
    assert (summary.mean, summary.deviation) == (pytest.approx(values.mean()), pytest.approx(values.std(ddof=1)))
    assert summary.count == 9


def test_intervals_cover_the_mean_as_often_as_they_say() -> None:
    random = np.random.default_rng(1)
    inside = 0
    for _ in range(2000):
        summary = Summary.of(random.normal(size=4))
        inside += summary.low <= 0.0 <= summary.high
    assert inside / 2000 == pytest.approx(0.95, abs=0.015)


def test_one_value_has_no_interval_and_none_is_refused() -> None:
    one = Summary.of([2.0])
    assert one.mean == 2.0
    assert all(math.isnan(number) for number in (one.deviation, one.low, one.high))
    with pytest.raises(SettingError, match="values"):
        Summary.of([])


def test_a_band_is_a_summary_at_every_point() -> None:
    curves = np.random.default_rng(2).normal(size=(5, 7))
    band = Band.of(curves)
    for point in range(7):
        summary = Summary.of(curves[:, point])
        assert band.mean[point] == pytest.approx(summary.mean)
        assert band.deviation[point] == pytest.approx(summary.deviation)
    assert np.all(Band.of(curves[:1]).deviation == 0.0)


def test_a_ratio_does_not_depend_on_the_scale_and_is_the_ratio_of_means() -> None:
    random = np.random.default_rng(3)
    first, second = random.uniform(1.0, 2.0, 8), random.uniform(3.0, 4.0, 8)
    one = ratio(first, second)
    scaled = ratio(10.0 * first, 10.0 * second)
    assert one.mean == pytest.approx(first.mean() / second.mean())
    assert (scaled.low, scaled.high) == (pytest.approx(one.low), pytest.approx(one.high))
    proportional = ratio(2.0 * second, second)
    assert (proportional.low, proportional.high) == (pytest.approx(2.0), pytest.approx(2.0))


def test_a_ratio_s_error_is_that_of_the_delta_method_with_many_pairs() -> None:
    random = np.random.default_rng(4)
    second = random.uniform(3.0, 4.0, 4000)
    first = 0.5 * second + random.normal(0.0, 0.2, 4000)
    summary = ratio(first, second)
    error = np.std(first - summary.mean * second, ddof=1) / second.mean() / math.sqrt(4000)
    assert (summary.high - summary.low) / (2 * 1.96) == pytest.approx(error, rel=0.01)


def test_ratios_of_unpaired_values_are_refused() -> None:
    with pytest.raises(SettingError, match="as many seeds"):
        ratio([1.0, 2.0], [1.0])
    assert math.isnan(ratio([1.0], [2.0]).low)
