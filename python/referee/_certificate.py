"""What a run proves."""

from __future__ import annotations

import html
import os
import pathlib
from typing import TYPE_CHECKING

from . import _referee
from ._referee import RefereeError
from ._table import frame, html_table
from ._values import file_name

if TYPE_CHECKING:
    import pandas

ESTIMATES = (
    "The recorded values are estimates of minibatches: what follows is about the estimates, not about the models."
)

_CLAIM = (
    "name",
    "role",
    "quantity",
    "lhs_lo",
    "lhs_hi",
    "relation",
    "rhs_lo",
    "rhs_hi",
    "verdict",
    "grade",
    "statement",
)


class Checked(str):
    """What the independent checker says of a document that it accepts."""

    __slots__ = ()

    @property
    def last(self) -> str:
        """The last line: the verdict."""
        return self.splitlines()[-1]

    def __repr__(self) -> str:
        return str(self)


class Certificate:
    """What a run proves, as named inequalities: measured numbers, claims with verdicts and grades, and sentences.

    A claim's grade says what it rests on: ``proved`` on the recorded numbers alone, ``declared`` also on what you
    stated (a range, a lower bound). `check` derives all of it again in exact arithmetic, by a program of its own.
    """

    _inner: _referee.Certificate
    _estimates: bool

    def __init__(self) -> None:
        raise RefereeError("certificates come from run.certify()")

    @classmethod
    def _of(cls, inner: _referee.Certificate, estimates: bool = False) -> Certificate:
        certificate = cls.__new__(cls)
        certificate._inner = inner
        certificate._estimates = estimates
        return certificate

    @property
    def statement(self) -> str:
        """The theorem that it instantiates, such as ``theorem-1``."""
        return self._inner.statement

    @property
    def measured(self) -> dict[str, tuple[float, float]]:
        """Each measured quantity, between a lower and an upper end."""
        return dict(self._inner.measured)

    @property
    def claims(self) -> pandas.DataFrame:
        """The claims, one row each: ``lhs <= rhs``, both between two ends, with verdict, grade and statement."""
        rows = [
            (name, role, quantity, *lhs, relation, *rhs, verdict, grade, statement)
            for name, role, lhs, relation, rhs, verdict, grade, quantity, statement in self._inner.claims
        ]
        return frame([dict(zip(_CLAIM, row, strict=True)) for row in rows], _CLAIM)

    @property
    def holds(self) -> bool:
        """Whether every claim, hypotheses included, surely holds: none is violated, none is undecided.

        Where nothing was given there may be no claims, and nothing to violate.
        """
        return self._inner.holds

    @property
    def sentences(self) -> list[str]:
        """In words: what is certified, what only follows from what you stated, what is not certified and why."""
        return [ESTIMATES] * self._estimates + self._inner.sentences

    @property
    def ship(self) -> str | None:
        """Which checkpoint to ship, and what it does, if there are checkpoints."""
        return self._inner.ship

    @property
    def singles(self) -> pandas.DataFrame:
        """What single rounds do: the last, the best and the worst one, and the best one that has a checkpoint."""
        return frame(
            [
                {"which": which, "round": number, "objective": objective, "violation": violation}
                for which, number, objective, violation in self._inner.singles
            ]
        )

    def check(self) -> Checked:
        """Lets the independent checker derive everything again; raises `RefereeError` if it rejects anything."""
        return Checked(self._inner.check())

    def save(self, path: str | os.PathLike[str]) -> list[pathlib.Path]:
        """Writes the certificate (``*.json``), which names its trace, and returns what was written.

        The trace is the run's own file if that was saved in the same folder; else it is written beside the certificate
        (``certificate.json`` has ``certificate-trace.csv``). Keep the two together: ``referee check`` needs both.
        """
        return [pathlib.Path(written) for written in self._inner.save(file_name(path))]

    def __repr__(self) -> str:
        ship = self.ship
        return "\n".join([*self.sentences, *([ship] if ship else [])])

    def _repr_html_(self) -> str:
        lines = [*self.sentences, *([self.ship] if self.ship else [])]
        words = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
        rows = [
            [quantity, _ends(lhs), relation, _ends(rhs), verdict, grade, statement]
            for _, _, lhs, relation, rhs, verdict, grade, quantity, statement in self._inner.claims
        ]
        head = ["quantity", "measured", "", "bound", "verdict", "grade", "statement"]
        return words + html_table(head, rows)


def _ends(side: tuple[float, float]) -> str:
    """Both ends with all their digits: a number that is cut is neither an upper nor a lower bound."""
    return repr(side[0]) if side[0] == side[1] else f"[{side[0]!r}, {side[1]!r}]"
