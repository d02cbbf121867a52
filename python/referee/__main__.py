"""The programs of the package: ``referee`` and ``proofs-check``; ``python -m referee`` is the first."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import NoReturn

from ._referee import run_proofs_check, run_referee


def referee() -> NoReturn:
    """The program ``referee``."""
    _run(lambda arguments: run_referee(arguments, []))


def proofs_check() -> NoReturn:
    """The program ``proofs-check``."""
    _run(run_proofs_check)


def _run(program: Callable[[list[str]], int]) -> NoReturn:
    # Ctrl-C ends the program at once, as it does where no Python is around it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(program(sys.argv[1:]))


if __name__ == "__main__":
    referee()
