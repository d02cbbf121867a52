"""Progress of long calls on standard error: on a terminal and in a notebook, and only after a second."""

from __future__ import annotations

import sys

_WIDTH = 30


def _is_seen() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def show(what: str, done: int, total: int) -> None:
    """Draws a bar in place of the one before."""
    if _is_seen():
        filled = _WIDTH * min(done, total) // total
        bar = "#" * filled + "-" * (_WIDTH - filled)
        sys.stderr.write(f"\r{what} [{bar}] {100 * done // total:3} %")
        sys.stderr.flush()


def clear() -> None:
    """Removes the bar."""
    if _is_seen():
        sys.stderr.write("\r" + " " * 78 + "\r")
        sys.stderr.flush()
