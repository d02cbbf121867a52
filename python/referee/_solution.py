"""The best mixture of a few rounds."""

from __future__ import annotations

import html
import os
import pathlib
from fractions import Fraction

from . import _referee
from ._certificate import ESTIMATES, Checked
from ._referee import RefereeError
from ._table import html_table
from ._values import file_name


class Solution:
    """The best mixture of rounds, on at most one more of them than there are constraints, in exact arithmetic.

    The candidates are the rounds that have a checkpoint, or all rounds if none has. To use the mixture, draw one of its
    models at random for each prediction, with these weights.
    """

    _inner: _referee.Solution
    _estimates: bool

    def __init__(self) -> None:
        raise RefereeError("solutions come from run.shrink()")

    @classmethod
    def _of(cls, inner: _referee.Solution, estimates: bool = False) -> Solution:
        solution = cls.__new__(cls)
        solution._inner = inner
        solution._estimates = estimates
        return solution

    @property
    def feasible(self) -> bool:
        """Whether some mixture keeps the epsilon that was asked for."""
        return self._inner.is_feasible

    @property
    def support(self) -> list[tuple[int, Fraction]]:
        """The rounds of the mixture, counted from 0, with their weights, which sum to 1."""
        return [(number, Fraction(weight)) for number, weight, _ in self._inner.support]

    @property
    def checkpoints(self) -> list[tuple[str, Fraction]]:
        """The files of the mixture with their weights; empty if the rounds have none."""
        return [(path, Fraction(weight)) for _, weight, path in self._inner.support if path is not None]

    @property
    def objective(self) -> Fraction | None:
        """The mean objective of the mixture."""
        means = self._inner.means
        return None if means is None else Fraction(means[0])

    @property
    def constraints(self) -> dict[str, Fraction]:
        """The mean of each constraint."""
        means = self._inner.means
        return {} if means is None else {name: Fraction(mean) for name, mean in means[1]}

    @property
    def epsilon(self) -> Fraction:
        """The most that a constraint may be on average: what was asked for, or the least that a mixture can keep."""
        return Fraction(self._inner.epsilon[0])

    @property
    def best(self) -> tuple[int, float, float]:
        """The best candidate alone: its round, its objective and its largest violation."""
        return self._inner.best

    @property
    def ship(self) -> str | None:
        """Which checkpoint to ship if it must be one, and what it does."""
        return self._inner.ship

    def check(self) -> Checked:
        """Lets the independent checker prove optimality again; raises `RefereeError` if it rejects anything."""
        return Checked(self._inner.check())

    def save(self, path: str | os.PathLike[str]) -> list[pathlib.Path]:
        """Writes the solution (``*.json``) and, unless it is beside it already, the table of its candidates."""
        return [pathlib.Path(written) for written in self._inner.save(file_name(path))]

    def _lines(self) -> list[str]:
        lines = [ESTIMATES] * self._estimates
        if not self.feasible:
            epsilon, least = self._inner.least or ("", "")
            lines.append(
                f"No mixture of the candidates has every constraint at most {epsilon} on average: none keeps less than "
                f"{least}."
            )
            return lines
        size = len(self.support)
        members = f"{size} member{'s' * (size != 1)}"
        lines.append(f"The best mixture has {members} and mean objective {_about(self.objective)}.")
        if self._inner.epsilon[1] and self.epsilon > 0:
            lines.append(f"No mixture of the candidates is feasible: the least epsilon is {_about(self.epsilon)}.")
        return lines + ([self.ship] if self.ship else [])

    def _rows(self) -> list[list[str]]:
        return [[str(number), _about(Fraction(weight)), path or ""] for number, weight, path in self._inner.support]

    def __repr__(self) -> str:
        rows = [["round", "weight", "checkpoint"], *self._rows()] if self.feasible else []
        widths = [max(len(row[i]) for row in rows) for i in range(3)] if rows else []
        table = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([*table, *self._lines()])

    def _repr_html_(self) -> str:
        table = html_table(["round", "weight", "checkpoint"], self._rows()) if self.feasible else ""
        return table + "".join(f"<p>{html.escape(line)}</p>" for line in self._lines())


def _about(x: Fraction | None) -> str:
    """A decimal, with the fraction behind it where that is short and the decimal is not all of it."""
    if x is None:
        return ""
    decimal = f"{float(x):.9g}"
    if Fraction(decimal) == x:
        return decimal
    return f"{decimal} (exactly {x})" if len(str(x)) <= 40 else f"about {decimal}"
