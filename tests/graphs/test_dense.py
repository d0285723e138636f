import pickle

import numpy as np
import pytest

from graphbandit.errors import GraphError, ShapeError
from graphbandit.graphs import DenseGraph


def test_rows_are_played_and_columns_are_revealed() -> None:
    graph = DenseGraph([[1.0, 0.5], [0.0, 0.25]])
    assert graph.observation([1.0, 0.0]).tolist() == [1.0, 0.5]
    assert graph.observation([0.0, 1.0]).tolist() == [0.0, 0.25]
    assert graph.coverage([1.0, 0.0]).tolist() == [1.0, 0.0]
    assert graph.coverage([0.0, 1.0]).tolist() == [0.5, 0.25]


def test_the_graph_keeps_a_copy_that_cannot_be_written() -> None:
    given = np.eye(2)
    graph = DenseGraph(given)
    given[0, 0] = 0.5
    assert graph.matrix()[0, 0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        graph.matrix()[0, 0] = 0.5
    with pytest.raises(AttributeError):
        graph._entries = np.zeros((2, 2))  # type: ignore[misc]


def test_a_transposed_view_is_stored_row_by_row() -> None:
    given = np.array([[1.0, 0.5], [0.0, 1.0]])
    matrix = DenseGraph(given.T).matrix()
    assert matrix.flags.c_contiguous
    assert np.array_equal(matrix, given.T)


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param([[1.0, np.nan], [1.0, 1.0]], id="nan"),
        pytest.param([[1.0, np.inf], [1.0, 1.0]], id="infinite"),
        pytest.param([[1.0, -1e-300], [1.0, 1.0]], id="barely negative"),
        pytest.param([[1.0, np.nextafter(1.0, 2.0)], [1.0, 1.0]], id="barely above one"),
    ],
)
def test_an_entry_outside_the_unit_interval_is_named(bad: object) -> None:
    with pytest.raises(GraphError, match=r"matrix: .*entry \[0, 1\]"):
        DenseGraph(bad)


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param([["a", "b"], ["c", "d"]], id="strings"),
        pytest.param([[1.0, 1.0], [1.0]], id="ragged"),
        pytest.param(np.zeros((0, 0)), id="empty"),
        pytest.param([[1.0, 0.0]], id="not square"),
        pytest.param([1.0, 0.0], id="one-dimensional"),
        pytest.param(1.0, id="a number"),
        pytest.param(None, id="nothing"),
        pytest.param([[1j]], id="complex"),
    ],
)
def test_what_is_no_square_of_numbers_is_refused(bad: object) -> None:
    with pytest.raises(ShapeError, match="matrix: "):
        DenseGraph(bad)


def test_vectors_of_another_length_are_refused() -> None:
    graph = DenseGraph(np.eye(3))
    with pytest.raises(ShapeError, match="probabilities"):
        graph.observation([0.5, 0.5])
    with pytest.raises(ShapeError, match="weights"):
        graph.coverage([0.5, 0.5])


def test_unobserved_is_the_first_column_without_a_positive_entry() -> None:
    assert DenseGraph(np.eye(3)).unobserved is None
    assert DenseGraph([[1.0, 1.0], [0.0, 1e-320]]).unobserved is None
    assert DenseGraph([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]).unobserved == 1
    assert DenseGraph([[0.0]]).unobserved == 0


def test_pickling_keeps_entries_and_their_protection() -> None:
    graph = pickle.loads(pickle.dumps(DenseGraph([[1.0, 0.5], [0.0, 1.0]])))
    assert graph.matrix().tolist() == [[1.0, 0.5], [0.0, 1.0]]
    assert not graph.matrix().flags.writeable
