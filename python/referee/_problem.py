"""Problems as calls name them: a file, a built-in problem, or the content of a file as a dict."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

from ._referee import RefereeError

#: A path, a built-in name, or what a problem file holds.
ProblemLike = Union[str, "os.PathLike[str]", Mapping[str, Any]]


@dataclass(frozen=True)
class Problem:
    """A name, or the text of a problem file."""

    is_text: bool
    text: str


def problem(given: ProblemLike) -> Problem:
    """What a call names."""
    if isinstance(given, Mapping):
        from ._toml import dumps

        return Problem(True, dumps(given))
    try:
        return Problem(False, os.fspath(given))
    except TypeError:
        raise RefereeError(
            f"the problem is {given!r}: give a file (*.toml), a built-in name, or a dict of what a file holds"
        ) from None
