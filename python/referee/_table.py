"""Tables: a DataFrame where pandas is installed, else a light stand-in that prints and can be looked into."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import pandas


class Table(Sequence[dict[str, Any]]):
    """Rows with named columns: ``table["name"]`` is a column, ``table[0]`` a row. pandas makes a DataFrame of it."""

    def __init__(self, rows: Sequence[dict[str, Any]], columns: Sequence[str] | None = None) -> None:
        self._rows = list(rows)
        found = dict.fromkeys(name for row in self._rows for name in row)
        self.columns: list[str] = list(found if columns is None else columns)

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> Table: ...
    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    def __getitem__(self, key: int | slice | str) -> Any:
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(key)
            return [row.get(key) for row in self._rows]
        return Table(self._rows[key], self.columns) if isinstance(key, slice) else self._rows[key]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __repr__(self) -> str:
        cells = [self.columns, *([_cell(row.get(name)) for name in self.columns] for row in self._rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        return html_table(self.columns, [[_cell(row.get(name)) for name in self.columns] for row in self._rows])


def frame(rows: Sequence[dict[str, Any]], columns: Sequence[str] | None = None) -> pandas.DataFrame:
    """A DataFrame of rows, or a `Table` if there is no pandas; its columns are those of the rows unless named."""
    try:
        import pandas
    except ImportError:
        return Table(rows, columns)
    return pandas.DataFrame(list(rows), columns=None if columns is None else list(columns))


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts as HTML; whatever the texts are, they are only text."""
    top = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.9g}" if isinstance(value, float) else str(value)
