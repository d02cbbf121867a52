"""A run in memory: what it proves, what to ship, how it looks."""

from __future__ import annotations

import math
import os
import pathlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from . import _referee
from ._certificate import Certificate
from ._plot import Svg, figure
from ._problem import ProblemLike, problem
from ._referee import RefereeError
from ._solution import Solution
from ._table import frame
from ._values import count, doubles, file_name, matrix, names, number

if TYPE_CHECKING:
    import pandas

#: What a function is everywhere at least, or between.
RangeLike = float | tuple[float, float]
Path = str | os.PathLike[str]


class Run:
    """Rounds of a game that somebody played: from a `Recorder`, from arrays, from a file, or from `referee.solve`."""

    _inner: _referee.Run

    def __init__(self) -> None:
        raise RefereeError("runs come from a Recorder, from Run.from_arrays, Run.read or referee.solve")

    @classmethod
    def _of(cls, inner: _referee.Run) -> Run:
        run = cls.__new__(cls)
        run._inner = inner
        return run

    @classmethod
    def from_arrays(
        cls,
        objective: Any,
        constraints: Any,
        multipliers: Any,
        *,
        proxies: Any = None,
        theta: Any = None,
        names: Sequence[str] | None = None,
        equality: Sequence[str] = (),
        game: Literal["lagrangian", "proxy"] = "lagrangian",
        checkpoints: Mapping[int, Path] | None = None,
        estimates: bool = False,
    ) -> Run:
        """A run from arrays with one row per round, of numpy, pandas, torch or lists.

        >>> Run.from_arrays([0.5, 0.25], [[0.125], [-0.125]], [[0.0], [0.5]], names=["gap"])
        <Run of 2 rounds of the lagrangian game: gap>
        """
        data, rounds, width = matrix(objective, "the objective")
        if width != 1:
            raise RefereeError(f"the objective has {width} columns: give one number per round")
        if rounds == 0:
            raise RefereeError("the objective is empty: a run has at least one round")
        values, _, m = matrix(constraints, "constraints", rounds)
        weights, _, count = matrix(multipliers, "multipliers", rounds)
        hints = [None if x is None else matrix(x, what, rounds) for x, what in ((proxies, "proxies"), (theta, "theta"))]
        if hints[0] is not None and hints[0][2] != m:
            raise RefereeError(f"proxies has {hints[0][2]} columns, and constraints has {m}: give one for each")
        if hints[0] is not None and game == "lagrangian":
            raise RefereeError('the Lagrangian game has no proxies: leave them out, or say game="proxy"')
        if count != m and not (game != "lagrangian" and count == m + 1):
            more = ", or one more for the objective first" if game != "lagrangian" else ""
            raise RefereeError(f"multipliers has {count} columns, and constraints has {m}: give one for each{more}")
        called = _names(names, constraints, m)
        places = [_place(called, name) for name in _listed(equality, "equality")]
        files = _files(checkpoints)
        arrays = _Arrays(data, values, weights, count, *(None if hint is None else hint[0] for hint in hints))
        return cls._of(_referee.Run.from_arrays(called, sorted(set(places)), game, arrays, files, bool(estimates)))

    @classmethod
    def read(
        cls,
        path: Path,
        *,
        columns: Mapping[str, str] | None = None,
        ignore: Sequence[str] = (),
        equality: Sequence[str] = (),
        game: Literal["lagrangian", "proxy"] | None = None,
        checkpoints: Path | None = None,
        estimates: bool = False,
    ) -> Run:
        """A run from a file: a trace, a CSV table with columns of other names, gzipped or not, or numpy's ``.npz``.

        ``columns`` says what yours are (``{"objective": "loss", "constraint_1": "gap", "lambda_1": "mu"}``), ``ignore``
        which play no part, ``checkpoints`` names a CSV file with the columns ``round`` and ``path``.
        """
        pairs = list((columns or {}).items())
        left_out, equal = _listed(ignore, "ignore"), _listed(equality, "equality")
        saved = None if checkpoints is None else file_name(checkpoints)
        return cls._of(_referee.Run.read(file_name(path), pairs, left_out, equal, game, saved, bool(estimates)))

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return self._inner.rounds

    @property
    def game(self) -> str:
        """``"lagrangian"`` or ``"proxy"``."""
        return self._inner.game

    @property
    def constraints(self) -> list[str]:
        """The names of the constraints."""
        return self._inner.constraints

    @property
    def checkpoints(self) -> dict[int, str]:
        """The files of rounds, counted from 0, whose models were saved."""
        return dict(self._inner.checkpoints)

    @property
    def columns(self) -> dict[str, array[float]]:
        """Every column by its name: ``objective``, the constraints, ``proxy:NAME``, ``lambda_1``, ``theta_1``.

        An equality ``h`` stands twice, as ``h`` and ``-h``, with the two parts of its multiplier.
        """
        return {name: doubles(data) for name, data in self._inner.columns()}

    def to_frame(self) -> pandas.DataFrame:
        """The same as a DataFrame, one row per round."""
        columns = self.columns
        return frame([dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)])

    def save(self, path: Path) -> list[pathlib.Path]:
        """Writes the run as a trace (``*.csv``), and its checkpoints beside it; returns what was written.

        The columns have the names that every program of Referee knows (``objective``, ``constraint_1``, ``lambda_1``),
        and an equality stands as two constraints: names and equalities are in this object, not in the file.
        """
        return [pathlib.Path(written) for written in self._inner.save(file_name(path))]

    def certify(
        self,
        *,
        radius: float | None = None,
        ranges: Mapping[str, RangeLike] | None = None,
        lower_bound: float | None = None,
        problem: ProblemLike | None = None,
        norm: float | None = None,
        margin: float | None = None,
        objective_range: float | None = None,
        average: str = "uniform",
        lambda_average: str | None = None,
    ) -> Certificate:
        """Certifies the run: regrets, and the feasibility and optimality that they imply. Nothing need be given.

        ``ranges`` says what functions are everywhere at least, or between: ``{"objective": 0, "gap": (-1, 1)}``, and of
        a proxy ``"proxy:gap"``. ``radius`` is that of the multipliers (Lagrangian game), ``lower_bound`` one of the
        theta-player's loss at the mean multipliers, ``problem`` a file, a built-in name or a dict: then a lower bound
        is found and proved. Each makes more claims possible; what rests on your word is graded ``declared``.
        """
        said = _Said(
            _maybe(radius, "radius"),
            _maybe(norm, "norm"),
            _maybe(margin, "margin"),
            _maybe(objective_range, "objective_range"),
            _maybe(lower_bound, "lower_bound"),
            [_range(name, given) for name, given in _mapping(ranges, "ranges", "{'objective': 0}").items()],
            _word(average, "average"),
            None if lambda_average is None else _word(lambda_average, "lambda_average"),
        )
        return Certificate._of(self._inner.certify(said, _opened(problem)), self._inner.estimates)

    def shrink(self, *, epsilon: float | Fraction | None = None, all_rounds: bool = False) -> Solution:
        """The best mixture of a few rounds: of those with a checkpoint, or of all.

        ``epsilon`` is what every constraint may have on average: the least that is not negative and that a mixture can
        keep, if absent. A float is taken as the fraction that it is.
        """
        bound = None
        if epsilon is not None:
            bound = str(epsilon if isinstance(epsilon, Fraction) else Fraction(_finite(epsilon, "epsilon")))
        return Solution._of(self._inner.shrink(bound, bool(all_rounds)), self._inner.estimates)

    def svg(self) -> Svg:
        """The objective, the constraints and the multipliers by rounds, as a picture."""
        return Svg(self._inner.svg())

    def plot(self, path: Path | None = None) -> Any:
        """The run as a matplotlib figure, or as `Svg` where matplotlib is not installed. With a path: an SVG file."""
        if path is not None:
            picture = self.svg()
            picture.save(path)
            return picture
        return figure(self) or self.svg()

    def report(self, path: Path, **asked: Any) -> pathlib.Path:
        """Writes one self-contained HTML file: what is certified, pictures, what to ship, and what the checker says.

        Keywords are those of `certify`.
        """
        certificate = self.certify(**asked)
        self._inner.report(file_name(path), certificate._inner, certificate.sentences)
        return pathlib.Path(path)

    def __len__(self) -> int:
        """The number of rounds."""
        return self.rounds

    def __repr__(self) -> str:
        some = ", ".join(self.constraints[:6]) + (", .." if len(self.constraints) > 6 else "")
        about = f": {some}" if some else ""
        saved = len(self.checkpoints)
        files = f"; {saved} checkpoint{'s' * (saved != 1)}" if saved else ""
        what = "; estimates" if self._inner.estimates else ""
        return f"<Run of {self.rounds} round{'s' * (self.rounds != 1)} of the {self.game} game{about}{files}{what}>"


@dataclass
class _Arrays:
    objective: bytes
    constraints: bytes
    multipliers: bytes
    width: int
    proxies: bytes | None
    theta: bytes | None


@dataclass
class _Said:
    radius: float | None
    norm: float | None
    margin: float | None
    objective_range: float | None
    lower_bound: float | None
    ranges: list[tuple[str, float, float | None]]
    average: str
    lambda_average: str | None


def _opened(given: ProblemLike | None) -> Any:
    return None if given is None else problem(given)


def _finite(value: Any, what: str) -> float:
    double = number(value, f"`{what}`")
    if double - double != 0:
        raise RefereeError(f"`{what}` is {double}, but it must be a finite number")
    return double


def _maybe(value: Any, what: str) -> float | None:
    if value is None:
        return None
    if what == "norm" and (value == "inf" or (isinstance(value, float) and value == math.inf)):
        return math.inf
    return _finite(value, what)


def _word(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise RefereeError(f'`{what}` is {value!r}: write "uniform", "linear" or "skip:K"')
    return value


def _mapping(given: Any, what: str, example: str) -> Mapping[Any, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise RefereeError(f"`{what}` is {given!r}: give a dict, such as {example}")
    return given or {}


def _files(checkpoints: Any) -> dict[int, str]:
    files = _mapping(checkpoints, "checkpoints", "{500: 'step-500.pt'}")
    named = {count(t, "the round of a checkpoint", 0): file_name(path) for t, path in files.items()}
    names(list(named.values()), "the paths of `checkpoints`")
    return named


def _range(name: Any, given: Any) -> tuple[str, float, float | None]:
    if not isinstance(name, str):
        raise RefereeError(f"`ranges` has {name!r}, which is not the name of a function")
    if isinstance(given, (tuple, list)):
        if len(given) != 2:
            raise RefereeError(f"the range of `{name}` is {given!r}: give its lower end, or a pair of both ends")
        if given[1] is None:
            return name, _finite(given[0], f"the range of {name}"), None
        lo, hi = (_finite(end, f"the range of {name}") for end in given)
        if lo > hi:
            raise RefereeError(f"the range of `{name}` is {given!r}, whose lower end is above its upper end")
        return name, lo, hi
    return name, _finite(given, f"the range of {name}"), None


def _listed(given: Sequence[str], what: str) -> list[str]:
    return names(given, what)


def _names(given: Sequence[str] | None, constraints: Any, m: int) -> list[str]:
    if given is None:
        columns = getattr(constraints, "columns", None)  # those of a DataFrame
        given = [str(name) for name in columns] if columns is not None else [f"constraint_{i + 1}" for i in range(m)]
    called = names(given, "names")
    if len(called) != m:
        raise RefereeError(f"there are {len(called)} names and {m} constraints: give one for each")
    return called


def _place(called: list[str], name: str) -> int:
    if name not in called:
        raise RefereeError(f"`{name}` is not a constraint, so it cannot be an equality: there are {', '.join(called)}")
    return called.index(name)
