"""What several tests share: players of one's own, a problem, and a Python beside this one."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import Any

import referee


class RegretMatching(referee.LambdaPlayer):
    """Plays each deviation in proportion to how much it is regretted."""

    scale = True
    permutation = 2.0**-40

    def __init__(self, settings: referee.Settings) -> None:
        super().__init__(settings)
        self.regrets = [0.0] * (settings.constraints + 1)

    def play(self) -> list[float]:
        weights = [max(regret, 0.0) for regret in self.regrets]
        # Where nothing is regretted, all goes to the objective.
        self.played = referee.to_simplex(weights if any(weights) else [1.0, *weights[1:]])
        return self.played

    def observe(self, payoff: list[float]) -> None:
        self.regrets[0] -= sum(x * u for x, u in zip(self.played[1:], payoff[1:], strict=True))
        for i, u in enumerate(payoff[1:], start=1):
            self.regrets[i] += self.played[0] * u

    def bound(self) -> float | None:
        m, horizon, bound = self.settings.constraints, self.settings.horizon, self.settings.bound
        covered = horizon <= 2**20 and m < 2**10 and bound > 1e-250
        return bound * (max(m, 1) / horizon) ** 0.5 * (1 + 2.0**-20) if covered else None


class Ascent(referee.LambdaPlayer):
    """Projected gradient with a fixed step, in the Lagrangian game."""

    game = "lagrangian"

    def __init__(self, settings: referee.Settings) -> None:
        super().__init__(settings)
        self.multipliers = [0.0] * settings.constraints

    def play(self) -> list[float]:
        return self.multipliers

    def observe(self, payoff: list[float]) -> None:
        moved = [x + 0.125 * u for x, u in zip(self.multipliers, payoff, strict=True)]
        assert self.settings.radius is not None
        self.multipliers = referee.to_ball(moved, self.settings.radius)


class OffByOneUlp(RegretMatching):
    """Misses the simplex by as little as can be."""

    def play(self) -> list[float]:
        *most, last = super().play()
        self.played = [*most, last + 2.0**-52] if most else [last]
        return self.played


class Raises(RegretMatching):
    """Fails in the fourth round."""

    rounds = 0

    def observe(self, payoff: list[float]) -> None:
        self.rounds += 1
        if self.rounds == 4:
            raise ZeroDivisionError("out of luck")
        super().observe(payoff)


#: A small problem with a proxy: the same as a file would hold.
LATE: dict[str, Any] = {
    "name": "late",
    "minimize": "x",
    "variables": {"x": [-1, 1]},
    "constraint": [{"name": "rate", "expression": "step(-x) - 0.5", "proxy": "max(0, 1 - x) - 0.5"}],
}


def python(*arguments: str, folder: pathlib.Path | None = None, **more: Any) -> subprocess.CompletedProcess[str]:
    """Another Python, which sees the package and these tests wherever it runs."""
    seen = (pathlib.Path(__file__).parent, pathlib.Path(referee.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, seen))}
    call = [sys.executable, *arguments]
    more = {"capture_output": True, "text": True, "check": False, "timeout": 120, **more}
    return subprocess.run(call, cwd=folder, env=environment, **more)
