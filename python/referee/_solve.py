"""A game on a problem: played, certified and shrunk in one call."""

from __future__ import annotations

import html
import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _referee
from ._certificate import Certificate
from ._players import PlayerLike, chosen
from ._problem import ProblemLike
from ._problem import problem as _problem
from ._referee import RefereeError
from ._run import Run
from ._solution import Solution
from ._values import count, number

#: The gap that a refined mixture may leave, if none is named.
_GAP = 1e-6


class Solved:
    """What came of a game: the run, what it proves, and the few points that are as good."""

    def __init__(self, inner: _referee.Solved) -> None:
        self._inner = inner

    @property
    def run(self) -> Run:
        """The rounds."""
        return Run._of(self._inner.run)

    @property
    def certificate(self) -> Certificate:
        """What they prove."""
        return Certificate._of(self._inner.certificate)

    @property
    def solution(self) -> Solution | None:
        """The best mixture of a few rounds; None if the rounds were too many for memory."""
        inner = self._inner.solution
        return None if inner is None else Solution._of(inner)

    @property
    def points(self) -> list[list[float]]:
        """The points of that mixture, in the order of ``solution.support``."""
        return self._inner.points

    @property
    def summary(self) -> str:
        """What came out, in a few lines."""
        return self._inner.summary

    @property
    def algorithm(self) -> str:
        """Which algorithm was played: the one that was named, or the one that fits the problem."""
        return self._inner.algorithm

    @property
    def players(self) -> tuple[str, str]:
        """Who played: the lambda-player and the theta-player."""
        return self._inner.lambda_player, self._inner.theta_player

    @property
    def radius(self) -> float | None:
        """The most that the multipliers might sum to; None in the proxy game."""
        return self._inner.radius

    @property
    def met(self) -> bool | None:
        """Whether the target of ``until`` is met, and that is proved; None if there was none."""
        return self._inner.met

    @property
    def infeasible(self) -> bool:
        """Whether ``refine`` proved that no mixture satisfies the constraints."""
        return self._inner.is_infeasible

    @property
    def compared(self) -> dict[str, list[tuple[float, float]]]:
        """Mixtures and single points beside each other: the objective, then the constraints, from below and above."""
        return dict(self._inner.compared)

    def save(self, folder: str | os.PathLike[str]) -> list[pathlib.Path]:
        """Writes what ``referee solve`` writes: the trace, the certificate, the solution; returns the files."""
        return [pathlib.Path(written) for written in self._inner.save(os.fspath(folder))]

    def __repr__(self) -> str:
        return self.summary.rstrip()

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.summary)}</pre>"


def solve(
    problem: ProblemLike,
    *,
    algorithm: str | None = None,
    rounds: int = 4096,
    seed: int = 0,
    radius: float | None = None,
    lambda_player: PlayerLike | None = None,
    theta_player: str | None = None,
    lambda_step: float | None = None,
    theta_step: float | None = None,
    refine: bool | float | None = None,
    until: float | Mapping[str, float] | None = None,
    budget: int | str | None = None,
) -> Solved:
    """Plays a game on a problem, certifies it and shrinks it; what is not said is chosen to fit.

    ``problem`` is a file, a built-in name, or a dict of what a file holds. ``lambda_player`` is a class of yours, or
    one of ours by name. ``refine`` asks an oracle for better candidates, until no feasible mixture is better by more
    than that (True: 1e-6). ``until`` plays on until the certificate proves that infeasibility and suboptimality are at
    most that; ``{"infeasibility": 0.01, "suboptimality": 0.1}`` names two numbers or one. ``budget`` says how many
    rounds that may take, or (``"60s"``) after how many seconds no further stretch begins.

    >>> solve("triangle", rounds=64).solution.feasible
    True
    """
    names, theirs = chosen([] if lambda_player is None else lambda_player)
    if budget is not None and until is None:
        raise RefereeError("`budget` is read for `until` only: give that, or leave it out")
    spend = _budget(budget)
    asked = _Asked(
        algorithm,
        count(rounds, "rounds", 1),
        count(seed, "seed", 0),
        _not_negative(radius, "radius"),
        names[0] if names else None,
        theta_player,
        _step(lambda_step, "lambda_step"),
        _step(theta_step, "theta_step"),
        _gap(refine),
        _until(until),
        spend if isinstance(spend, int) else None,
        spend if isinstance(spend, float) else None,
    )
    return Solved(_referee.solve(_problem(problem), asked, theirs[0] if theirs else None))


@dataclass
class _Asked:
    algorithm: str | None
    rounds: int
    seed: int
    radius: float | None
    lambda_player: str | None
    theta_player: str | None
    lambda_step: float | None
    theta_step: float | None
    gap: float | None
    until: tuple[float, float] | None
    budget_rounds: int | None
    budget_seconds: float | None


def _not_negative(value: Any, what: str) -> float | None:
    if value is None:
        return None
    double = number(value, f"`{what}`")
    if not 0 <= double < float("inf"):
        raise RefereeError(f"`{what}` is {double}, but it must be a number that is not negative")
    return double


def _step(value: Any, what: str) -> float | None:
    if value is not None and _not_negative(value, what) == 0:
        raise RefereeError(f"`{what}` is 0, but a step is a positive number")
    return _not_negative(value, what)


def _gap(refine: Any) -> float | None:
    if refine is None or refine is False:
        return None
    return _GAP if refine is True else _not_negative(refine, "refine")


def _until(until: Any) -> tuple[float, float] | None:
    if until is None:
        return None
    if not isinstance(until, Mapping):
        most = _not_negative(until, "until") or 0.0
        return most, most
    known = {"infeasibility": float("inf"), "suboptimality": float("inf")}
    for name, most in until.items():
        if name not in known:
            raise RefereeError(f"`until` names {name!r}: it may name infeasibility and suboptimality")
        known[name] = _not_negative(most, f"until[{name!r}]") or 0.0
    if not until:
        raise RefereeError("`until` names nothing: give a number, or infeasibility and suboptimality")
    return known["infeasibility"], known["suboptimality"]


def _budget(budget: Any) -> int | float | None:
    """Rounds as an int, seconds as a float."""
    if budget is None:
        return None
    if not isinstance(budget, str):
        return count(budget, "budget", 1)
    try:
        seconds = float(budget[:-1]) if budget.endswith("s") else 0.0
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise RefereeError(f'`budget` is {budget!r}: give a number of rounds, or of seconds such as "60s"')
    return seconds
