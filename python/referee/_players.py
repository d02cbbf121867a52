"""Lambda-players: ours as objects, and the base class of your own."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from ._referee import Player, RefereeError, lambda_players
from ._table import frame
from ._values import count, number

if TYPE_CHECKING:
    import pandas

#: Which deviations a regret compares with.
Regret = Literal["external", "swap", "deviation"]
#: Which game is played.
GameName = Literal["lagrangian", "proxy"]


@dataclass(frozen=True)
class Settings:
    """What a lambda-player is made from."""

    #: The number of constraints.
    constraints: int
    #: The number of rounds that will be played.
    horizon: int
    #: At least every ``abs(g_i)``.
    bound: float
    #: At least the Euclidean norm of the constraints.
    bound2: float
    #: The length of an interval that contains 0 and every ``g_i``.
    range: float
    #: The most that the multipliers may sum to in the Lagrangian game; None in the proxy game.
    radius: float | None = None
    #: A step in place of the player's own; None if it is to choose.
    step: float | None = None


class LambdaPlayer:
    """A lambda-player of your own: derive from it, and it goes wherever ours go.

    `play` returns the multipliers of a round: in the proxy game one more than there are constraints, the objective's
    first, which sum to exactly 1 (`referee.to_simplex` makes them so); in the Lagrangian game one for each constraint,
    not negative, with a sum of at most the radius (`referee.to_ball`). `observe` takes what each was worth.

    >>> import referee
    >>> class Equal(referee.LambdaPlayer):
    ...     '''Weighs all alike.'''
    ...     def play(self):
    ...         return referee.to_simplex([1.0] * (self.settings.constraints + 1))
    >>> Equal(referee.Settings(3, 10, 1.0, 2.0, 2.0)).play()
    [0.25, 0.25, 0.25, 0.25]
    """

    #: Lower-case letters, digits and ``-``; the name of the class if absent.
    name: ClassVar[str]
    #: ``"lagrangian"`` or ``"proxy"``.
    game: ClassVar[str] = "proxy"
    #: The regret that `bound` speaks of; ``"deviation"``, in the Lagrangian game ``"external"``, if absent.
    regret: ClassVar[str]
    #: What it is, in one line; the first line of the docstring if absent.
    about: ClassVar[str]
    #: Declares that it plays with ``settings.step`` where there is one, and that its bounds then speak of that step.
    takes_step: ClassVar[bool] = False
    #: Declares that payoffs and bounds times a power of two do not change one bit of what it plays.
    scale: ClassVar[bool] = False
    #: Declares that permuted constraints permute the multipliers, up to this distance (the sum of all differences).
    permutation: ClassVar[float | None] = None

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def play(self) -> Sequence[float]:
        """The multipliers of this round."""
        raise NotImplementedError(f"{type(self).__name__} has no play(): return the multipliers of a round")

    def observe(self, payoff: list[float]) -> None:
        """Takes the payoff of each multiplier just played; that of the objective is 0."""

    def bound(self) -> float | None:
        """The average regret after the horizon that a theorem promises, or None."""
        return None

    def runtime_bound(self) -> float | None:
        """The average regret that the rounds so far prove, or None."""
        return None


#: A class of your own, or the name of one of ours.
PlayerLike = type[LambdaPlayer] | str


@dataclass(frozen=True)
class Declared:
    """What a class says of itself."""

    name: str
    game: str
    regret: str
    about: str
    takes_step: bool
    scale: bool
    permutation: float | None
    make: Callable[..., LambdaPlayer]


def declared(player: Any) -> Declared:
    """What a class says of itself, or one sentence about what is wrong with it."""
    if not (isinstance(player, type) and issubclass(player, LambdaPlayer)):
        given = f"an object of the class {type(player).__name__}" if isinstance(player, LambdaPlayer) else repr(player)
        raise RefereeError(f"{given} is not a player: give a class that derives from referee.LambdaPlayer")
    name = _text(player, "name", _in_kebab_case(player.__name__))
    game = _text(player, "game", "")
    if game not in ("lagrangian", "proxy"):
        raise RefereeError(f'`game` of {player.__name__} is {game!r}: write "lagrangian" or "proxy"')
    regret = _text(player, "regret", "external" if game == "lagrangian" else "deviation")
    allowed = ("external",) if game == "lagrangian" else ("external", "swap", "deviation")
    if regret not in allowed:
        words = " or ".join(f'"{word}"' for word in allowed)
        raise RefereeError(f"`regret` of {player.__name__} is {regret!r}: in the {game} game write {words}")
    documentation = inspect.cleandoc(player.__doc__ or "") or "a player of yours"
    about = _text(player, "about", documentation.splitlines()[0])
    within = player.permutation
    if within is not None:
        within = number(within, f"`permutation` of {player.__name__}")
        if not 0 <= within < math.inf:
            raise RefereeError(f"`permutation` of {player.__name__} is {within}: give a distance, or None")
    return Declared(
        name, game, regret, about, bool(player.takes_step), bool(player.scale), within, partial(_made, player)
    )


def chosen(players: Sequence[PlayerLike] | PlayerLike) -> tuple[list[str], list[Declared]]:
    """The names of players, and what those among them declare that are classes."""
    if isinstance(players, (str, type)) or not isinstance(players, Iterable):
        players = [players]
    theirs = {player: declared(player) for player in players if not isinstance(player, str)}
    names = [player if isinstance(player, str) else theirs[player].name for player in players]
    return names, list(theirs.values())


def player(
    name: str,
    *,
    constraints: int,
    horizon: int,
    bound: float,
    bound2: float | None = None,
    range: float | None = None,
    radius: float | None = None,
    step: float | None = None,
) -> Player:
    """One of our lambda-players, for a loop of your own: each round `play()`, then `observe(g)`.

    ``bound`` is at least every ``abs(g_i)``, ``bound2`` at least their Euclidean norm, ``range`` the length of an
    interval that contains 0 and every ``g_i``; what is absent follows from ``bound``. ``radius`` is the most that the
    multipliers sum to (Lagrangian game), ``step`` one in place of the player's own.

    >>> hedge = player("deviation-hedge", constraints=1, horizon=100, bound=1.0)
    >>> hedge.play()
    [0.5, 0.5]
    >>> hedge.observe([0.25])
    >>> hedge.bound < 0.13
    True
    """
    given = _Given(
        count(constraints, "constraints", 0),
        count(horizon, "horizon", 1),
        number(bound, "`bound`"),
        *(
            None if value is None else number(value, f"`{what}`")
            for what, value in (("bound2", bound2), ("range", range), ("radius", radius), ("step", step))
        ),
    )
    return Player(name, given)


def players(game: GameName | None = None) -> pandas.DataFrame:
    """Our lambda-players: name, game, the regret that their bounds speak of, and what they are."""
    head = ("name", "game", "regret", "about")
    return frame([dict(zip(head, row, strict=True)) for row in lambda_players(game)])


@dataclass
class _Given:
    constraints: int
    horizon: int
    bound: float
    bound2: float | None
    range: float | None
    radius: float | None
    step: float | None


def _made(player: type[LambdaPlayer], *settings: Any) -> LambdaPlayer:
    return player(Settings(*settings))


def _in_kebab_case(name: str) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_+", "-", name)
    return words.strip("-").lower()


def _text(player: type[LambdaPlayer], attribute: str, default: str) -> str:
    value = getattr(player, attribute, default)
    if not isinstance(value, str):
        raise RefereeError(f"`{attribute}` of {player.__name__} is {value!r}, but it must be a text")
    return value
