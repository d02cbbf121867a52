"""Certifies runs of constrained optimisation: what they achieved, what is proved, and which checkpoint to ship.

>>> import referee
>>> recorder = referee.Recorder(constraints=["gap"])
>>> for loss, gap, multiplier in [(0.75, 0.125, 0.0), (0.5, -0.25, 0.5)]:
...     recorder.record(loss, [gap], [multiplier])
>>> certificate = recorder.run().certify(ranges={"objective": 0})
>>> certificate.measured["infeasibility"]
(0.0, 0.0)
>>> print(certificate.check().last)
certificate.json: accepted
"""

import sys

from . import _referee, testing
from ._certificate import Certificate, Checked
from ._players import LambdaPlayer, Settings, player, players
from ._plot import Svg
from ._rates import League, Verification, main, rates, verify
from ._recorder import Recorder
from ._referee import Player, RefereeError, __version__, to_ball, to_simplex
from ._run import Run
from ._solution import Solution
from ._solve import Solved, solve
from ._sweep import sweep
from ._table import Table

# What a finished cell of a league or a sweep is named by: the code that ran it, and not the interpreter.
_referee.identify(_referee.__file__, sys.executable or "python3")

__all__ = [
    "Certificate",
    "Checked",
    "LambdaPlayer",
    "League",
    "Player",
    "Recorder",
    "RefereeError",
    "Run",
    "Settings",
    "Solution",
    "Solved",
    "Svg",
    "Table",
    "Verification",
    "__version__",
    "main",
    "player",
    "players",
    "rates",
    "solve",
    "sweep",
    "testing",
    "to_ball",
    "to_simplex",
    "verify",
]
