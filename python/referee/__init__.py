"""Certifies runs of constrained optimisation: what they achieved, what is proved, and which checkpoint to ship.

>>> import referee
>>> recorder = referee.Recorder(constraints=["gap"])
>>> for loss, gap, multiplier in [(0.75, 0.125, 0.0), (0.5, -0.25, 0.5)]:
...     recorder.record(loss, [gap], [multiplier])
>>> certificate = recorder.run().certify(ranges={"objective": 0})
>>> certificate.measured["infeasibility"]
(0.0, 0.0)
>>> print(certificate.check().splitlines()[-1])
certificate.json: accepted
"""

from ._certificate import Certificate, Checked
from ._plot import Svg
from ._recorder import Recorder
from ._referee import RefereeError, __version__
from ._run import Run
from ._solution import Solution
from ._table import Table

__all__ = [
    "Certificate",
    "Checked",
    "Recorder",
    "RefereeError",
    "Run",
    "Solution",
    "Svg",
    "Table",
    "__version__",
]
