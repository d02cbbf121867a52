"""The compiled extension: what the package builds on. Use the classes of `referee` instead."""

from typing import Any

__version__: str

class RefereeError(ValueError):
    """What is wrong, and what to do, in one sentence."""

# recorder.rs

class Recorder:
    def __init__(self, names: list[str], equalities: list[int], game_name: str, estimates: bool) -> None: ...
    def record(
        self,
        objective: float,
        constraints: list[float],
        multipliers: list[float],
        proxies: list[float] | None,
        theta: list[float] | None,
    ) -> None: ...
    def checkpoint(self, path: str) -> None: ...
    def run(self) -> Run: ...
    def __len__(self) -> int: ...

# run.rs

class Run:
    rounds: int
    game: str
    estimates: bool
    constraints: list[str]
    equality: list[str]
    checkpoints: list[tuple[int, str]]
    @staticmethod
    def from_arrays(
        names: list[str],
        equalities: list[int],
        game_name: str,
        arrays: Any,
        checkpoints: dict[int, str],
        estimates: bool,
    ) -> Run: ...
    @staticmethod
    def read(
        path: str,
        columns: list[tuple[str, str]],
        ignore: list[str],
        equality: list[str],
        game_name: str | None,
        checkpoints: str | None,
        estimates: bool,
    ) -> Run: ...
    def columns(self) -> list[tuple[str, bytes]]: ...
    def save(self, path: str) -> list[str]: ...
    def certify(self, said: Any, problem: Any) -> Certificate: ...
    def shrink(self, epsilon: str | None, all_rounds: bool) -> Solution: ...
    def svg(self) -> str: ...
    def report(self, path: str, certificate: Certificate, sentences: list[str]) -> None: ...

# certificate.rs

class Certificate:
    statement: str
    game: str
    rounds: int
    measured: list[tuple[str, tuple[float, float]]]
    claims: list[tuple[str, str, tuple[float, float], str, tuple[float, float], str, str, str, str]]
    holds: bool
    sentences: list[str]
    ship: str | None
    singles: list[tuple[str, int, float, float]]
    violating: int
    def save(self, path: str) -> list[str]: ...
    def check(self) -> str: ...

# solution.rs

class Solution:
    is_feasible: bool
    support: list[tuple[int, str, str | None]]
    means: tuple[str, list[tuple[str, str]]] | None
    epsilon: tuple[str, bool]
    least: str | None
    best: tuple[int, float, float]
    ship: str | None
    def save(self, path: str) -> list[str]: ...
    def check(self) -> str: ...
