"""Ctrl-C ends long calls with KeyboardInterrupt, soon, and the interpreter goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

#: Each takes minutes if nobody stops it.
LONG = {
    "rates": "referee.rates(players='all', seeds=1000, rounds='2^16..2^20')",
    "solve": "referee.solve('triangle', rounds=10**7)",
    "python player": "referee.solve('triangle', algorithm='oracle-proxy-lagrangian', rounds=10**7, lambda_player=Mine)",
    "verify": "referee.verify(deep=True)",
    "shrink": "run.shrink(all_rounds=True)",
}

CHILD = """
import random, referee, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is born deaf to it
class Mine(referee.LambdaPlayer):
    def play(self):
        return referee.to_simplex([1.0] * (self.settings.constraints + 1))
draw = random.Random(0)
m = 300
rows = [[draw.gauss(0.1, 1) for _ in range(m)] for _ in range(4000)]
run = referee.Run.from_arrays([draw.random() for _ in rows], rows, [[0.0] * m for _ in rows])
print("ready", flush=True)
try:
    CALL
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(referee.Run.from_arrays([1.0], [[0.0]], [[0.0]]).certify().holds, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_a_long_call(what: str) -> None:
    call = [sys.executable, "-c", CHILD.replace("CALL", LONG[what])]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        try:
            said, _ = child.communicate(timeout=60)
        finally:
            child.kill()
    assert said == "interrupted\nTrue\n"
