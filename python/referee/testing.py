"""The conformance kit: whether a lambda-player keeps what it promises, law by law.

>>> import referee.testing
>>> referee.testing.law("law_replays")
'the same payoffs give the same plays, bit for bit'
>>> print(referee.testing.check_law("deviation-hedge", "law_replays"))
None

In a test file, one test per law::

    test_mine = referee.testing.tests_of(Mine)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

from ._players import PlayerLike, declared
from ._referee import RefereeError, ask_laws
from ._referee import laws as _laws
from ._table import Table, html_table

__all__ = ["LAWS", "BrokenLaw", "Finding", "Findings", "SkippedLaw", "check_law", "check_player", "law", "tests_of"]

_SAYS = dict(_laws())

#: The names of all laws.
LAWS: tuple[str, ...] = tuple(_SAYS)


class BrokenLaw(AssertionError):  # noqa: N818 - what is broken is a law, and the player is in error
    """A player breaks a law. `laws` has the names of all that it breaks."""

    def __init__(self, message: str, laws: Sequence[str]) -> None:
        super().__init__(message)
        self.laws = list(laws)

    def __reduce__(self) -> tuple[type[BrokenLaw], tuple[str, list[str]]]:
        return BrokenLaw, (str(self), self.laws)


@dataclass(frozen=True)
class SkippedLaw:
    """A law that could not be asked of a player, or not everywhere, and why."""

    law: str
    reason: str

    def __str__(self) -> str:
        return f"{self.law} was skipped: {self.reason}"


class Finding(NamedTuple):
    """What became of a law: it ``"holds"`` or was ``"skipped"``, and why."""

    law: str
    outcome: str
    sentence: str


class Findings(Sequence[Finding]):
    """What became of every law that was asked of a player."""

    def __init__(self, name: str, findings: Sequence[Finding]) -> None:
        self.name = name
        self._findings = list(findings)

    @property
    def skipped(self) -> list[SkippedLaw]:
        """The laws that were not asked, or not everywhere."""
        return [SkippedLaw(law, sentence) for law, outcome, sentence in self if outcome == "skipped"]

    @overload
    def __getitem__(self, key: int) -> Finding: ...
    @overload
    def __getitem__(self, key: slice) -> list[Finding]: ...
    def __getitem__(self, key: int | slice) -> Finding | list[Finding]:
        return self._findings[key]

    def __len__(self) -> int:
        return len(self._findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._findings)

    def __repr__(self) -> str:
        skipped = len(self.skipped)
        total = f"{self.name}: {len(self) - skipped} laws hold, {skipped} were skipped"
        return f"{Table([finding._asdict() for finding in self])!r}\n{total}"

    def _repr_html_(self) -> str:
        return html_table(Finding._fields, list(self))


def law(name: str) -> str:
    """What a law says."""
    if name not in _SAYS:
        raise RefereeError(f"there is no law {name!r}: referee.testing.LAWS has them all")
    return _SAYS[name]


def check_law(player: PlayerLike, name: str) -> SkippedLaw | None:
    """Asks one law of a player: a class of yours, or the name of one of ours.

    Returns None if the law holds, `SkippedLaw` if it cannot be asked; raises `BrokenLaw` if the player breaks it.
    """
    law(name)
    who, (finding,) = _asked(player, [name])
    if finding.outcome == "broken":
        raise BrokenLaw(_said(who, finding), [name])
    return SkippedLaw(name, finding.sentence) if finding.outcome == "skipped" else None


def check_player(player: PlayerLike) -> Findings:
    """Asks every law of a player: a class of yours, or the name of one of ours.

    Raises one `BrokenLaw` that names every law that is broken.
    """
    who, findings = _asked(player, LAWS)
    broken = [finding for finding in findings if finding.outcome == "broken"]
    if broken:
        raise BrokenLaw("\n".join(_said(who, finding) for finding in broken), [finding.law for finding in broken])
    return Findings(who, findings)


def tests_of(player: PlayerLike) -> Callable[[str], None]:
    """A test function for pytest, with one test per law; a law that cannot be asked is skipped with the reason."""
    import pytest

    @pytest.mark.parametrize("law", LAWS)
    def test_law(law: str) -> None:
        __tracebackhide__ = True
        skipped = check_law(player, law)
        if skipped is not None:
            pytest.skip(skipped.reason)

    return test_law


# A test file that imports this function by name has no test of that name.
tests_of.__test__ = False  # type: ignore[attr-defined]


def _asked(player: PlayerLike, names: Sequence[str]) -> tuple[str, list[Finding]]:
    who: Any = player if isinstance(player, str) else declared(player)
    findings = [Finding(*finding) for finding in ask_laws(who, list(names))]
    return who if isinstance(who, str) else who.name, findings


def _said(who: str, finding: Finding) -> str:
    return f"{who} breaks `{finding.law}` ({_SAYS[finding.law]}): {finding.sentence}"
