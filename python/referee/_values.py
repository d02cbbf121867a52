"""What Python has for numbers, as doubles: exactly, or refused with one sentence."""

from __future__ import annotations

import math
import os
import struct
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from ._referee import RefereeError

#: Every whole number up to this size is a double.
_EXACT = 2**53


def number(value: Any, what: str) -> float:
    """A scalar of Python, numpy, torch or jax as the double that it is."""
    kind = type(value)
    if kind is float:
        return value  # type: ignore[no-any-return]
    if kind is not int and hasattr(value, "item"):
        try:
            value = value.item()
        except (ValueError, RuntimeError, TypeError) as error:
            raise RefereeError(f"{what} is not one number: {error}") from None
    if isinstance(value, int):
        if abs(value) > _EXACT:
            raise RefereeError(f"{what} is {value}, which is too large to be a double exactly: scale it")
        return float(value)
    if isinstance(value, float):
        return float(value)
    raise RefereeError(f"{what} is {_shown(value)}, which is not a double: give a float, or an array or tensor of them")


def count(value: Any, what: str, least: int) -> int:
    """A whole number of at least `least`."""
    whole = value
    if not isinstance(value, int) or isinstance(value, bool):
        double = number(value, f"`{what}`")
        whole = int(double) if abs(double) < math.inf and double == int(double) else -1
    if not least <= whole < 2**63:
        words = f"{_shown(value)}, but it must be a whole number from {least} on, below 2^63"
        raise RefereeError(f"`{what}` is {words}")
    return int(whole)


def numbers(values: Any, what: str) -> list[float]:
    """A row of numbers: a list, a tuple, an array, a tensor, or a single number."""
    if isinstance(values, (list, tuple)):
        return list(values) if _are_floats(values) else [number(value, what) for value in values]
    if type(values) is float or type(values) is int:
        return [number(values, what)]
    if isinstance(values, (Mapping, Set)):
        raise RefereeError(
            f"{what}: a {type(values).__name__} has no order: give a list, in the order of the constraints"
        )
    if hasattr(values, "tolist"):
        row = _plain(values, what)
        # Of an array of floats one number tells what all are.
        if isinstance(row, list) and _are_floats(row[:1] if _has_floats(values) else row):
            return row
        _refuse_dtype(values, what)
        if not isinstance(row, list):
            return [number(row, what)]
        if row and isinstance(row[0], list):
            shape = _shape(values)
            raise RefereeError(f"{what}: a row of numbers was expected, not shape {shape}: .flatten() makes one of it")
        return [number(x, what) for x in row]
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        return [number(values, what)]
    return [number(value, what) for value in values]


def packed(row: Sequence[float]) -> bytes:
    """A row as little-endian bytes: the quickest way into the extension."""
    return struct.pack(f"<{len(row)}d", *row)


def _plain(values: Any, what: str) -> Any:
    """An array or a tensor as lists."""
    try:
        return values.tolist()
    except (NotImplementedError, RuntimeError, TypeError, ValueError) as error:
        raise RefereeError(f"{what}: the {type(values).__name__} cannot be read: {_line(error)}") from None


def _line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _has_floats(values: Any) -> bool:
    if hasattr(values, "mask"):
        return False  # what is masked is None
    dtype = getattr(values, "dtype", None)
    return getattr(dtype, "kind", "") == "f" or getattr(dtype, "is_floating_point", False) is True


def _are_floats(row: Sequence[Any]) -> bool:
    return set(map(type, row)) <= {float}


def matrix(values: Any, what: str, rounds: int | None = None) -> tuple[bytes, int, int]:
    """Rows of numbers as little-endian bytes, with the numbers of rows and of columns. A plain list is one column."""
    if hasattr(values, "detach"):  # torch
        try:
            values = values.detach().cpu()
            values = values.numpy()
        except (ImportError, NotImplementedError, RuntimeError, TypeError):  # without numpy, or of a kind it has not
            values = _plain(values, what)
    elif hasattr(values, "to_numpy"):  # pandas
        values = values.to_numpy()
    elif hasattr(values, "__array__") and not hasattr(values, "dtype"):
        values = values.__array__()
    if hasattr(values, "dtype") and hasattr(values, "tobytes"):
        data, count, width = _of_array(values, what)
    else:
        data, count, width = _of_rows(values, what)
    if rounds is not None and count != rounds:
        raise RefereeError(f"{what} has {count} rows, and the objective has {rounds}: give one row per round")
    return data, count, width


def _of_array(values: Any, what: str) -> tuple[bytes, int, int]:
    _refuse_dtype(values, what)
    shape = _shape(values)
    if not 1 <= len(shape) <= 2:
        raise RefereeError(f"{what} has shape {shape}: give one row per round")
    import numpy

    if numpy.ma.is_masked(values):
        raise RefereeError(f"{what} has masked values: fill them in, or leave out their rounds")
    values = numpy.asarray(values)
    if values.dtype.kind in "iu" and values.size and int(abs(values).max()) > _EXACT:
        raise RefereeError(f"{what} has a whole number that is too large to be a double exactly: scale it")
    data = numpy.ascontiguousarray(values, dtype="<f8").tobytes()
    return data, shape[0], shape[1] if len(shape) == 2 else 1


def _of_rows(values: Any, what: str) -> tuple[bytes, int, int]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise RefereeError(f"{what} is {_shown(values)}: give an array or a list with one row per round")
    rows = [numbers(row, what) for row in values]
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise RefereeError(f"{what} has rows of {min(widths)} and of {max(widths)} numbers: all must be alike")
    return packed([x for row in rows for x in row]), len(rows), widths.pop() if widths else 1


def doubles(data: bytes) -> array[float]:
    """Bytes of little-endian doubles as an array, which numpy, pandas and matplotlib take as it is."""
    values = array("d")
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def names(given: Sequence[str] | str | None, what: str) -> list[str]:
    """A list of names."""
    if given is None:
        return []
    if isinstance(given, str):
        raise RefereeError(f"{what} is the text {given!r}: give a list of names, such as [{given!r}]")
    if not isinstance(given, Iterable):
        raise RefereeError(f"{what} is {_shown(given)}: give a list of names")
    listed = list(given)  # once: an iterator has nothing to say the second time
    for name in listed:
        if not isinstance(name, str) or not _is_text(name):
            raise RefereeError(f"{what} has {_shown(name)}, which is not a name")
    return listed


def file_name(path: Any) -> str:
    """A path as text."""
    try:
        name = os.fspath(path)
    except TypeError:
        raise RefereeError(f"{_shown(path)} is not a path: give a text or a pathlib.Path") from None
    if not isinstance(name, str):
        raise RefereeError(f"the path {_shown(name)} is of bytes: give a text or a pathlib.Path")
    return name


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse_dtype(values: Any, what: str) -> None:
    dtype = getattr(values, "dtype", None)
    kind = getattr(dtype, "kind", "f")
    wide = getattr(dtype, "itemsize", 8) > 8
    if kind in "OSUMmcV" and str(dtype) != "bfloat16":
        raise RefereeError(f"{what}: an array of dtype {dtype} does not hold numbers: convert it to float64")
    if kind == "f" and wide:
        raise RefereeError(f"{what}: the numbers of dtype {dtype} are not doubles: convert them to float64")


def _shape(values: Any) -> tuple[int, ...]:
    return tuple(int(side) for side in values.shape)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
