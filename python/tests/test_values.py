"""Numbers of other libraries become doubles exactly, or are refused with one sentence."""

from __future__ import annotations

import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import RefereeError
from referee._values import doubles, matrix, number, numbers

np = pytest.importorskip("numpy", reason="numpy is not installed")


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_float32_is_widened_exactly(x: float) -> None:
    assert number(np.float32(x), "x") == x
    assert numbers(np.array([x], dtype=np.float32), "x") == [x]
    assert matrix(np.array([x], dtype=np.float32), "x")[0] == struct.pack("<d", x)


@given(st.floats(width=16, allow_nan=False, allow_infinity=False))
def test_float16_is_widened_exactly(x: float) -> None:
    assert numbers(np.array([x], dtype=np.float16), "x") == [x]


@given(st.integers())
def test_whole_numbers_are_exact_or_refused(n: int) -> None:
    try:
        double = number(n, "n")
    except RefereeError as error:
        assert "too large" in str(error)
        assert abs(n) > 2**53
    else:
        assert Fraction(double) == n


@given(st.lists(st.lists(st.floats(allow_nan=False), min_size=2, max_size=2), min_size=1, max_size=5))
def test_lists_and_arrays_are_the_same_bytes(rows: list[list[float]]) -> None:
    fortran = np.asfortranarray(np.array(rows))
    assert matrix(rows, "x") == matrix(np.array(rows), "x") == matrix(fortran, "x")
    assert list(doubles(matrix(rows, "x")[0])) == [x for row in rows for x in row]


def test_big_endian_and_strided_arrays_are_read_as_what_they_are() -> None:
    values = np.arange(6.0).reshape(3, 2)
    expected = matrix(values.tolist(), "x")
    assert matrix(values.astype(">f8"), "x") == expected
    assert matrix(np.repeat(values, 2, axis=0)[::2], "x") == expected


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("0.5", "not a double"),
        (None, "not a double"),
        (1j, "not a double"),
        (Fraction(1, 3), "not a double"),
        (2**53 + 1, "too large"),
        (np.array([1.0, 2.0]), "not one number"),
    ],
)
def test_scalars_that_are_refused(value: object, words: str) -> None:
    with pytest.raises(RefereeError, match=words):
        number(value, "the objective")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.array([1, None]), "dtype object does not hold numbers"),
        (np.array(["a"]), "does not hold numbers"),
        (np.array([1 + 1j]), "does not hold numbers"),
        (np.array([1.0], dtype=np.longdouble), "not doubles"),
        (np.zeros((2, 2)), "shape"),
        ("ab", "not a double"),
        ([[1.0]], "not a double"),
    ],
)
def test_rows_that_are_refused(value: object, words: str) -> None:
    with pytest.raises(RefereeError, match=words):
        numbers(value, "the constraints")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([[1.0], [1.0, 2.0]], "rows of 1 and of 2 numbers"),
        (np.zeros((2, 2, 2)), "shape"),
        (np.float64(1.0), "shape"),
        (3.0, "one row per round"),
        (np.array([2**60]), "too large"),
        (np.array([None, 1.0]), "does not hold numbers"),
    ],
)
def test_arrays_that_are_refused(value: object, words: str) -> None:
    with pytest.raises(RefereeError, match=words):
        matrix(value, "constraints")


def test_torch_tensors_are_read_whatever_their_precision() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
        rows = torch.tensor([[0.1, -0.2], [0.3, 0.4]], dtype=dtype, requires_grad=True)
        expected = [[x.item() for x in row] for row in rows.detach()]
        assert numbers(rows[0], "x") == expected[0]
        assert number(rows[0, 0], "x") == expected[0][0]
        assert matrix(rows, "x") == matrix(expected, "x")


def test_pandas_columns_are_read() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    table = pandas.DataFrame({"a": [0.5, 0.25], "b": [1.0, 2.0]})
    assert matrix(table, "x") == matrix([[0.5, 1.0], [0.25, 2.0]], "x")
    assert matrix(table["a"], "x") == matrix([0.5, 0.25], "x")


def test_masked_values_are_refused() -> None:
    values = np.ma.masked_array([[1.0], [5.0]], mask=[[False], [True]])
    with pytest.raises(RefereeError, match="masked"):
        matrix(values, "constraints")
    assert matrix(np.ma.masked_array([[1.0]]), "constraints") == matrix([[1.0]], "constraints")
    with pytest.raises(RefereeError, match="not a double"):
        numbers(np.ma.masked_array([1.0, 5.0], mask=[False, True]), "constraints")


def test_tensors_that_cannot_be_read_are_one_sentence() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    for tensor in (torch.tensor([1.0]).to_sparse(), torch.empty(1, device="meta")):
        with pytest.raises(RefereeError, match="cannot be read"):
            numbers(tensor, "the constraints")
        with pytest.raises(RefereeError, match="cannot be read"):
            matrix(tensor, "the constraints")
    negated = torch.conj(torch.tensor([1.0 + 2.0j])).imag
    assert numbers(negated, "x") == [-2.0]
    assert matrix(negated, "x") == matrix([-2.0], "x")
