"""The league and the verification: players of yours beside ours, measured and judged."""

from __future__ import annotations

import csv
import html
import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _referee
from ._players import PlayerLike, chosen
from ._plot import Svg
from ._table import Table, frame
from ._values import count, names

if TYPE_CHECKING:
    import pandas

#: The columns of tables that hold texts, and those that hold whole numbers; the others hold floats.
_TEXTS = {"player", "game", "arena", "name", "regret_kind", "wrong", "left_out", "what", "interval"}
_TEXTS |= {"problem", "algorithm", "theta_player", "lambda_player", "violated", "grade", "shrunk_objective"}
_WHOLE = {"constraints", "rounds", "seed", "seeds", "points", "zeros", "support"}


class League:
    """What a league showed: regrets beside bounds, slopes, times, and pictures of them."""

    def __init__(self, inner: _referee.Rates) -> None:
        self._inner = inner

    @property
    def runs(self) -> pandas.DataFrame:
        """One row per run: certified average regrets (from below and above), bounds, the limit, certified epsilon."""
        return read_table(self._inner.runs)

    @property
    def slopes(self) -> pandas.DataFrame:
        """One row per curve: how fast a regret or the certified epsilon falls with the rounds, with a 95 % interval."""
        return read_table(self._inner.slopes)

    @property
    def times(self) -> pandas.DataFrame:
        """One row per run: CPU seconds, and nanoseconds of one step of the lambda-player."""
        return read_table(self._inner.times)

    @property
    def standings(self) -> pandas.DataFrame:
        """One row per player, on the sequences and in the games, the best first."""
        return frame(self._standings())

    @property
    def charts(self) -> dict[str, Svg]:
        """The pictures by name; one with nothing to show is left out."""
        return {name: Svg(text) for name, text in self._inner.charts}

    @property
    def wrong(self) -> list[str]:
        """Every regret that is certainly above a bound, in a sentence."""
        return self._inner.wrong

    def _standings(self) -> list[dict[str, Any]]:
        return [
            {"place": place, "player": player, "regret_kind": kind, **dict(numbers)}
            for place, player, kind, numbers in self._inner.standings
        ]

    def _shown(self) -> Table:
        shown = ("place", "player", "regret_kind", "slope", "regret", "to_bound", "epsilon", "gain")
        return Table([{name: _short(row[name]) for name in shown} for row in self._standings()])

    def __repr__(self) -> str:
        return "\n".join([repr(self._shown()), *_verdict(self.wrong, "no regret is certainly above a bound")])

    def _repr_html_(self) -> str:
        lines = _verdict(self.wrong, "no regret is certainly above a bound")
        return self._shown()._repr_html_() + _paragraphs(lines) + "".join(chart.text for chart in self.charts.values())


class Verification:
    """What a verification found: every statement of the paper and every player, each with what was wrong."""

    def __init__(self, inner: _referee.Verified) -> None:
        self._inner = inner

    @property
    def statements(self) -> pandas.DataFrame:
        """One row per statement: certificates, those that apply, conclusions that held, comparisons, tightest ratio."""
        return frame(self._statements())

    @property
    def players(self) -> pandas.DataFrame:
        """One row per player: the largest measured regret over the bound promised, and over the one a run proves."""
        head = ("player", "regret", "instances", "worst_to_bound", "worst_to_runtime_bound", "control_failed")
        return frame([dict(zip(head, row, strict=True)) for row in self._inner.players])

    @property
    def undecided(self) -> list[str]:
        """What could not be decided."""
        return self._inner.undecided

    @property
    def wrong(self) -> list[str]:
        """All that is wrong, in sentences."""
        return self._inner.wrong

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    def _statements(self) -> list[dict[str, Any]]:
        head = ("instances", "apply", "held", "identities", "undecided", "violated", "compared", "refuted")
        rows = []
        for name, title, counts, ratios, grade in self._inner.statements:
            tightest, median = ratios or (None, None)
            numbers = dict(zip(head, counts, strict=True))
            rows.append(
                {"statement": name, "title": title, **numbers, "tightest": tightest, "median": median, "grade": grade}
            )
        return rows

    def _shown(self) -> Table:
        shown = ("statement", "instances", "apply", "held", "violated", "compared", "refuted", "tightest", "grade")
        return Table([{name: _short(row[name]) for name in shown} for row in self._statements()])

    def __repr__(self) -> str:
        return "\n".join([repr(self._shown()), *_verdict(self.wrong, "nothing is wrong")])

    def _repr_html_(self) -> str:
        return self._shown()._repr_html_() + _paragraphs(_verdict(self.wrong, "nothing is wrong"))


def rates(
    players: Sequence[PlayerLike] | PlayerLike | None = None,
    *,
    problems: Sequence[str | os.PathLike[str]] | str | os.PathLike[str] | None = None,
    sequences: Sequence[str] | str | None = None,
    rounds: Sequence[int] | int | str | None = None,
    constraints: Sequence[int] | int = (3,),
    seeds: int = 10,
    seed: int = 0,
    threads: int | None = None,
    output: str | os.PathLike[str] | None = None,
    resume: bool | None = None,
) -> League:
    """Measures how fast the regret of lambda-players falls, beside their bounds and the known limits.

    ``players`` are classes of yours and names of ours; ``problems`` files and built-in names; ``sequences`` names of
    adversaries. ``"all"`` and ``"none"`` stand for what they say, and what is absent is that of ``referee rates``.
    ``rounds`` is a number, a list, or a text such as ``"2^6..2^12"``.

    With ``output`` tables, pictures and finished runs go to that folder, and a league of ours that was interrupted is
    taken up where it stopped. With a class of yours say ``resume=True`` for that: its code may have changed meanwhile.
    """
    named, theirs = (None, []) if players is None else chosen(players)
    folder = None if output is None else os.fspath(output)
    asked = _Asked(
        named,
        _several(sequences, "sequences"),
        _several(problems, "problems"),
        _rounds(rounds),
        [count(m, "constraints", 1) for m in ([constraints] if isinstance(constraints, int) else constraints)],
        count(seeds, "seeds", 1),
        count(seed, "seed", 0),
        None if threads is None else count(threads, "threads", 1),
        folder,
        not theirs if resume is None else bool(resume),
    )
    return League(_referee.rates(asked, theirs))


def verify(
    players: Sequence[PlayerLike] | PlayerLike = (),
    *,
    problem: str | os.PathLike[str] | None = None,
    family: str | None = None,
    statement: str | None = None,
    seed: int = 0,
    deep: bool = False,
    threads: int | None = None,
) -> Verification:
    """Plays every algorithm and every player, yours among ours, and checks every statement of the paper on each run.

    With ``problem``, ``family`` or ``statement`` only the runs that speak of it are played.
    """
    theirs = chosen(players)[1]
    asked = _Thorough(
        None if problem is None else os.fspath(problem),
        family,
        statement,
        count(seed, "seed", 0),
        bool(deep),
        None if threads is None else count(threads, "threads", 1),
    )
    return Verification(_referee.verify(asked, theirs))


def main(arguments: Sequence[str], players: Sequence[PlayerLike] | PlayerLike = ()) -> int:
    """The whole program ``referee`` with players of yours, which then have names as ours do; returns its exit status.

    >>> import sys, referee
    >>> sys.exit(referee.main(sys.argv[1:], players=[Mine]))  # doctest: +SKIP
    """
    return _referee.run_referee(names(arguments, "arguments"), chosen(players)[1])


@dataclass
class _Asked:
    players: list[str] | None
    sequences: list[str] | None
    problems: list[str] | None
    rounds: str | None
    constraints: list[int]
    seeds: int
    seed: int
    threads: int | None
    output: str | None
    resume: bool


@dataclass
class _Thorough:
    problem: str | None
    family: str | None
    statement: str | None
    seed: int
    deep: bool
    threads: int | None


def _several(given: Any, what: str) -> list[str] | None:
    if given is None:
        return None
    several = [given] if isinstance(given, (str, os.PathLike)) else given
    return names([os.fspath(one) if isinstance(one, os.PathLike) else one for one in several], what)


def _rounds(given: Sequence[int] | int | str | None) -> str | None:
    if given is None or isinstance(given, str):
        return given
    several = [given] if isinstance(given, int) else given
    return ",".join(str(count(rounds, "rounds", 1)) for rounds in several)


def read_table(text: str) -> pandas.DataFrame:
    """A table of the league: what is empty is None."""
    head, *records = csv.reader(io.StringIO(text))
    rows = [{name: _typed(name, cell) for name, cell in zip(head, record, strict=True)} for record in records]
    table = frame(rows, head)
    floats = [name for name in head if name not in _TEXTS | _WHOLE]
    # A column in which all is empty is one of floats too.
    return table.astype(dict.fromkeys(floats, float)) if hasattr(table, "astype") else table


def _typed(name: str, cell: str) -> Any:
    if name in _TEXTS:
        return cell
    if cell == "":
        return None
    return int(cell) if name in _WHOLE else float(cell)


def _short(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


def _verdict(wrong: list[str], otherwise: str) -> list[str]:
    return [f"violated: {why}" for why in wrong] or [f"{otherwise}."]


def _paragraphs(lines: list[str]) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
