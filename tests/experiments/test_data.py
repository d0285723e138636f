"""Laws of the data: what the paper says of it, and what a file must be."""

import math
from pathlib import Path

import numpy as np
import pytest

from experiments.made_up import expected_features, rows, write
from graphbandit.errors import DataError
from graphbandit.experiments import data


def load(path: str, low: float = 10.0, high: float = 100.0) -> data.Auctions:
    return data.ebay(path, data.fingerprint(data.read(path)), low, high)


@pytest.fixture
def source(tmp_path: Path) -> str:
    return write(tmp_path / "auctions.csv", rows(900))


@pytest.mark.parametrize("diverse", [True, False])
@pytest.mark.parametrize("scaling", ["joint", "separate", "cut"])
def test_synthetic_prices_and_values_fill_the_unit_range(diverse: bool, scaling: str) -> None:
    for seed in range(4):
        auctions = data.synthetic(diverse, seed, 500, scaling=scaling)
        both = np.concatenate((auctions.prices, auctions.values))
        assert both.min() == 0.0
        assert both.max() == 1.0
        assert (auctions.prices.min(), auctions.values.max()) == (0.0, 1.0)
        if scaling != "separate":
            assert np.all(auctions.values >= auctions.prices)
        if scaling != "joint":
            assert auctions.prices.max() == 1.0
        if scaling == "separate":
            assert auctions.values.min() == 0.0


@pytest.mark.parametrize("scaling", ["joint", "separate"])
def test_the_law_of_the_price_is_that_of_what_was_drawn(scaling: str) -> None:
    auctions = data.synthetic(False, 3, 20_000, scaling=scaling)
    assert auctions.law is not None
    noise = (auctions.prices - auctions.law.center) / auctions.law.deviation
    assert (noise.mean(), noise.std()) == pytest.approx((0.0, 1.0), abs=0.03)
    np.testing.assert_allclose(auctions.values, auctions.law.slope * auctions.prices + auctions.law.rest, atol=1e-12)
    assert data.synthetic(False, 3, 200, scaling="cut").law is None


@pytest.mark.parametrize("scaling", ["joint", "separate"])
def test_rescaled_auctions_fill_the_unit_range_and_keep_their_order(scaling: str) -> None:
    drawn = data.synthetic(True, 5, 300)
    auctions = data.rescaled(data.Auctions(drawn.contexts, 0.2 + 0.5 * drawn.prices, 0.3 + 0.5 * drawn.values), scaling)
    both = np.concatenate((auctions.prices, auctions.values))
    assert (both.min(), both.max()) == pytest.approx((0.0, 1.0))
    np.testing.assert_array_equal(np.argsort(auctions.prices), np.argsort(drawn.prices))
    np.testing.assert_array_equal(np.argsort(auctions.values), np.argsort(drawn.values))
    if scaling == "joint":
        assert np.all(auctions.values >= auctions.prices)


def test_contexts_of_poor_diversity_vary_in_eight_coordinates() -> None:
    poor, diverse = (data.synthetic(kind, 1, 500).contexts for kind in (False, True))
    assert np.all(poor[:, 8:] == 1.0)
    assert np.all(poor[:, :8].std(axis=0) > 0.5)
    assert np.all(diverse.std(axis=0) > 0.5)


@pytest.mark.parametrize("deviation", [0.05, math.sqrt(0.05)])
def test_the_price_is_linear_up_to_noise_of_this_deviation(deviation: float) -> None:
    auctions = data.synthetic(True, 2, 4000, deviation=deviation)
    inputs = np.column_stack((auctions.contexts, np.ones(4000)))
    coefficients, *_ = np.linalg.lstsq(inputs, auctions.prices, rcond=None)
    left = (auctions.prices - inputs @ coefficients).std()
    # θ₁ is known up to the scale that maps prices to [0, 1]; it is the norm's ratio
    theta = np.random.default_rng(2)
    theta.standard_normal((4000, 32))
    unit = np.linalg.norm(coefficients[:-1]) / np.linalg.norm(theta.standard_normal(32) / math.sqrt(32.0))
    assert left / unit == pytest.approx(deviation, rel=0.05)


def test_the_value_is_the_price_and_at_times_much_more() -> None:
    auctions = data.synthetic(True, 3, 4000)
    more = auctions.values - auctions.prices
    assert np.mean(more == 0.0) == pytest.approx(0.5, abs=0.05)
    assert more.max() > 0.5


def test_same_seed_same_auctions() -> None:
    first, again, other = (data.synthetic(True, seed, 50) for seed in (4, 4, 5))
    np.testing.assert_array_equal(first.contexts, again.contexts)
    np.testing.assert_array_equal(first.prices, again.prices)
    assert np.any(first.prices != other.prices)


def test_ebay_features_prices_and_values_are_those_of_the_file(source: str) -> None:
    auctions = load(source)
    table = rows(900)
    value = np.array([max(float(str(row["AvgPrice"])), float(str(row["Price"]))) for row in table])
    kept = [
        10.0 <= v <= 100.0 and float(str(row["AuctionSaleCount"])) >= 5 for v, row in zip(value, table, strict=True)
    ]
    price = np.array([float(str(row["Price"])) for row in table])
    np.testing.assert_allclose(auctions.prices, price[kept] / 100.0)
    np.testing.assert_allclose(auctions.values, value[kept] / 100.0)
    wanted = expected_features(table)[kept]
    wanted = (wanted - wanted.mean(axis=0)) / np.where(wanted.std(axis=0) > 0.0, wanted.std(axis=0), 1.0)
    assert auctions.contexts.shape == (sum(kept), 78)
    np.testing.assert_allclose(auctions.contexts, np.clip(wanted, -5.0, 5.0), atol=1e-9)
    assert np.all(auctions.values >= auctions.prices)
    assert auctions.prices.min() >= 0.0
    assert auctions.values.max() <= 1.0


def test_what_leaks_the_outcome_does_not_matter(tmp_path: Path, source: str) -> None:
    changed = [row | {"BidCount": 99, "PricePercent": -1, "SellerName": "nobody"} for row in rows(900)]
    np.testing.assert_array_equal(load(source).contexts, load(write(tmp_path / "changed.csv", changed)).contexts)


def test_a_constant_column_and_a_single_level_are_no_nan(tmp_path: Path) -> None:
    same = [row | {"IsHOF": 1, "EndDay": "Monday"} for row in rows(400)]
    contexts = load(write(tmp_path / "same.csv", same)).contexts
    assert np.all(np.isfinite(contexts))
    assert contexts.shape == (contexts.shape[0], 72)


@pytest.mark.parametrize("name", ["Price", "AvgPrice", "EndDay", "IsHOF"])
def test_a_missing_column_is_named(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "short.csv", rows(10), without=name)
    with pytest.raises(DataError, match=f"has no column {name}"):
        load(path)


@pytest.mark.parametrize("entry", ["", "a lot", "nan", "inf"])
def test_a_cell_that_is_no_number_is_named_with_its_row(tmp_path: Path, entry: str) -> None:
    table = rows(300)
    table[6]["Price"] = entry
    with pytest.raises(DataError, match=r"Price of row 7 must be a finite number"):
        load(write(tmp_path / "cell.csv", table))


def test_a_line_that_ends_early_is_named(tmp_path: Path) -> None:
    path = Path(write(tmp_path / "cut.csv", rows(300)))
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(DataError, match=r"row 300 must be a finite number"):
        load(str(path))


def test_other_files_are_refused_with_one_sentence(tmp_path: Path) -> None:
    text, binary = tmp_path / "text.csv", tmp_path / "binary.csv"
    text.write_text("to be or not to be\n")
    binary.write_bytes(bytes(range(256)))
    empty = tmp_path / "empty.csv"
    empty.write_text("")
    for path, pattern in [(text, "no column"), (binary, "not a CSV file"), (empty, "no column")]:
        with pytest.raises(DataError, match=pattern):
            load(str(path))
    with pytest.raises(DataError, match="no such file"):
        load(str(tmp_path / "none.csv"))
    with pytest.raises(DataError, match="cannot be read"):
        load(str(tmp_path))


def test_a_range_with_few_auctions_is_refused(source: str) -> None:
    with pytest.raises(DataError, match=r"only \d+ auctions have a value in \[139, 140\]"):
        load(source, 139.0, 140.0)


def test_a_file_changed_since_is_refused(source: str) -> None:
    mark = data.fingerprint(data.read(source))
    data.ebay(source, mark, 10.0, 100.0)
    table = rows(900)
    table[0][data.PRICE] = 1.0
    write(Path(source), table)
    with pytest.raises(DataError, match="not the file that the runs are of"):
        data.ebay(source, mark, 10.0, 99.0)


def test_shuffled_is_an_order_of_the_seed_and_no_longer_than_asked(source: str) -> None:
    auctions = load(source)
    whole = data.shuffled(auctions, 1, 10_000)
    assert sorted(whole.prices) == sorted(auctions.prices)
    assert np.any(whole.prices != auctions.prices)
    where = {price: row for price, row in zip(auctions.prices, auctions.contexts, strict=True)}
    short = data.shuffled(auctions, 2, 50)
    assert short.values.size == 50
    distinct = [index for index, price in enumerate(short.prices) if np.sum(auctions.prices == price) == 1]
    assert distinct
    for index in distinct:
        np.testing.assert_array_equal(short.contexts[index], where[short.prices[index]])
    np.testing.assert_array_equal(short.prices, data.shuffled(auctions, 2, 50).prices)
