"""The compiled extension: what the package builds on. Use the classes of `referee` instead."""

from typing import Any

from ._players import Declared, Settings

__version__: str

class RefereeError(ValueError):
    """What is wrong, and what to do, in one sentence."""

# recorder.rs

class Recorder:
    def __init__(self, names: list[str], equalities: list[int], game_name: str, estimates: bool) -> None: ...
    def record(
        self,
        objective: float,
        constraints: bytes,
        multipliers: bytes,
        proxies: bytes | None,
        theta: bytes | None,
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
    least: tuple[str, str] | None
    best: tuple[int, float, float]
    ship: str | None
    def save(self, path: str) -> list[str]: ...
    def check(self) -> str: ...

# players.rs

class Player:
    """One of our lambda-players: each round `play()`, then `observe(g)`."""

    def __init__(self, name: str, given: Any) -> None: ...
    def play(self) -> list[float]:
        """The multipliers of this round; in the proxy game that of the objective first."""
    def observe(self, g: Any) -> None:
        """Takes the values of the constraints in the round just played."""
    @property
    def bound(self) -> float | None:
        """The average regret that a theorem promises after `horizon` rounds."""
    @property
    def runtime_bound(self) -> float | None:
        """The average regret that the rounds so far prove."""
    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def regret(self) -> str: ...
    @property
    def rounds(self) -> int: ...
    @property
    def settings(self) -> Settings: ...

def lambda_players(game_name: str | None = None) -> list[tuple[str, str, str, str]]: ...
def to_simplex(weights: Any) -> list[float]:
    """The point of the simplex near weights of any scale: it sums to exactly 1."""

def to_ball(multipliers: Any, radius: float) -> list[float]:
    """The nearest multipliers that are not negative and whose sum is at most the radius, exactly."""

# kit.rs

def laws() -> list[tuple[str, str]]: ...
def ask_laws(who: Declared | str, names: list[str]) -> list[tuple[str, str, str]]: ...

# programs.rs

def run_referee(arguments: list[str], players: list[Declared]) -> int: ...
def run_proofs_check(arguments: list[str]) -> int: ...

# solve.rs

class Solved:
    run: Run
    certificate: Certificate
    solution: Solution | None
    points: list[list[float]]
    compared: list[tuple[str, list[tuple[float, float]]]]
    algorithm: str
    game: str
    lambda_player: str
    theta_player: str
    radius: float | None
    summary: str
    met: bool | None
    is_infeasible: bool
    def save(self, folder: str) -> list[str]: ...

def solve(problem: Any, asked: Any, player: Declared | None) -> Solved: ...

# league.rs

class Rates:
    runs: str
    slopes: str
    times: str
    standings: list[tuple[str, str, str, list[tuple[str, float | None]]]]
    charts: list[tuple[str, str]]
    wrong: list[str]

class Verified:
    statements: list[tuple[str, str, list[int], tuple[float, float] | None, str | None]]
    players: list[tuple[str, str, int, float | None, float | None, int | None]]
    undecided: list[str]
    wrong: list[str]

def identify(file: str, interpreter: str) -> None: ...
def rates(asked: Any, players: list[Declared]) -> Rates: ...
def verify(asked: Any, players: list[Declared]) -> Verified: ...

# sweep.rs

def plan_sweep(spec: Any, folder: str) -> int: ...
def work_on_sweep(folder: str, first: int, end: int, threads: int | None) -> list[str]: ...
def merge_sweep(folder: str) -> str: ...
