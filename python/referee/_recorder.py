"""Recording a training run, round by round."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

from . import _referee
from ._referee import RefereeError
from ._run import Run
from ._values import file_name, names, number, numbers, packed

Game = Literal["lagrangian", "proxy"]


class Recorder:
    """Keeps what a training loop does: once per round the objective, the constraints and the multipliers.

    A constraint asks for a value of at most 0; one that is named in ``equality`` asks for 0, and its multiplier may be
    negative (a name that is not among ``constraints`` is added behind them). In the ``"proxy"`` game the model descends
    on proxies of the constraints. ``estimates=True`` says that the values are of minibatches: then what is certified is
    about these estimates, and says so.

    >>> recorder = Recorder(constraints=["fpr_gap"])
    >>> recorder.record(0.5, [0.125], [0.0])
    >>> recorder.record(0.25, [-0.125], [0.5])
    >>> recorder.checkpoint("step-1.pt")
    >>> recorder.run()
    <Run of 2 rounds of the lagrangian game: fpr_gap; 1 checkpoint>
    """

    def __init__(
        self,
        constraints: Sequence[str],
        equality: Sequence[str] = (),
        game: Game = "lagrangian",
        *,
        estimates: bool = False,
    ) -> None:
        all_names = names(constraints, "constraints")
        equal = names(equality, "equality")
        all_names += [name for name in equal if name not in all_names]
        places = sorted({all_names.index(name) for name in equal})
        self._inner = _referee.Recorder(all_names, places, game, bool(estimates))

    def record(
        self,
        objective: Any,
        constraints: Any,
        multipliers: Any,
        proxies: Any = None,
        theta: Any = None,
    ) -> None:
        """Adds a round: numbers of Python, numpy, torch or jax, each widened to a double exactly.

        The multipliers are those that weighed this round's loss. In the proxy game there may be one more, of the
        objective, before the others; without it the objective has weight 1. A round that is refused is not recorded,
        and what was recorded before stays.
        """
        try:
            row = (
                number(objective, "the objective"),
                packed(numbers(constraints, "the constraints")),
                packed(numbers(multipliers, "the multipliers")),
                None if proxies is None else packed(numbers(proxies, "the proxies")),
                None if theta is None else packed(numbers(theta, "theta")),
            )
        except RefereeError as error:
            raise RefereeError(f"round {len(self)}: {error}") from None
        self._inner.record(*row)

    def checkpoint(self, path: str | os.PathLike[str]) -> None:
        """Says that the model of the round recorded last is in this file.

        A file that is named again was written again, and belongs to the later round alone.
        """
        name = file_name(path)
        names([name], "the path")  # Unicode, so that it can be printed
        self._inner.checkpoint(name)

    def run(self) -> Run:
        """What was recorded so far. Recording may go on."""
        return Run._of(self._inner.run())

    def __len__(self) -> int:
        """The number of rounds recorded so far."""
        return len(self._inner)
