"""Measures what the package costs: import, `record`, and `certify` from arrays beside the program on the same run.

``python bench.py`` with the package installed from a release wheel (``maturin build --release``); needs numpy. Times
are the best of a few, in one process and one run, so that their ratios mean something; nothing asserts them.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import referee


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of a few calls."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def record(kind: str, m: int, rounds: int = 20_000) -> None:
    """What a round costs above reading its values."""
    values: object = [0.1] * m
    loss: object = 0.5
    if kind == "numpy":
        values, loss = np.full(m, 0.1), np.float64(0.5)
    elif kind == "torch":
        import torch

        values, loss = torch.full((m,), 0.1), torch.tensor(0.5)

    def read() -> None:
        for _ in range(rounds):
            if kind == "python":
                continue
            loss.item()  # type: ignore[attr-defined]
            values.tolist()  # type: ignore[attr-defined]
            values.tolist()  # type: ignore[attr-defined]

    def keep() -> None:
        recorder = referee.Recorder([f"c{i}" for i in range(m)])
        for _ in range(rounds):
            recorder.record(loss, values, values)

    alone, all_of_it = best(read, 3), best(keep, 3)
    micros = [1e6 * seconds / rounds for seconds in (alone, all_of_it - alone)]
    print(f"record, {kind}, m = {m}: reading {micros[0]:.2f} us, the rest {micros[1]:.2f} us per round")


def certify(rounds: int, m: int) -> None:
    """The same run from arrays and, by the program, from CSV."""
    draw = np.random.default_rng(0)
    objective, constraints = draw.random(rounds), draw.normal(size=(rounds, m))
    multipliers = draw.random((rounds, m))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "run.csv"
        made = best(lambda: referee.Run.from_arrays(objective, constraints, multipliers), 3)
        run = referee.Run.from_arrays(objective, constraints, multipliers)
        proved = best(lambda: run.certify(radius=1000), 3)
        saved = best(lambda: run.save(path), 2)
        call = [sys.executable, "-m", "referee", "certify", str(path), "--radius", "1000", "--quiet"]
        program = best(lambda: subprocess.run(call, check=True, capture_output=True), 3)
        size = path.stat().st_size / 1e6
    print(
        f"certify {rounds} x {2 * m + 1}: from arrays {made:.3f} + {proved:.3f} s; save {saved:.3f} s ({size:.0f} MB, "
        f"{size / saved:.0f} MB/s); the program from that CSV {program:.3f} s"
    )


def main() -> None:
    """Prints a line for each measurement."""
    call = [sys.executable, "-c", "import referee"]
    empty = best(lambda: subprocess.run([sys.executable, "-c", ""], check=True))
    print(f"import referee: {1000 * (best(lambda: subprocess.run(call, check=True)) - empty):.0f} ms")
    for kind in ("python", "numpy", "torch"):
        for m in (1, 10, 100):
            try:
                record(kind, m)
            except ImportError:
                print(f"skipped: {kind} is not installed")
                break
    certify(100_000, 50)
    certify(1_000_000, 5)


if __name__ == "__main__":
    main()
