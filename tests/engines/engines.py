"""Sweeps with a process killed: on this machine, through Slurm and through Dask. See README.md."""

import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import slurm
from struck import Lost, at_home, count, evict, finished, strike, waited

HERE = pathlib.Path(__file__).resolve().parent
CELLS, LEAST, LIMIT = 200, 20, 120
#: One more than the largest index of a task: so few that chunks must grow.
MOST = 17
SUMMARY = re.compile(r"(\d+) of (\d+) cells: (\d+) were there, (\d+) were run, (\d+) failed".replace(" ", r"\s+"))
TASK = re.compile(r"cells?: (\d+) were there, (\d+) were run, 0 failed")


class Part:
    """One engine: a folder of results, a process that is killed, and what is there in the end."""

    def __init__(self, asked, place, name):
        self.asked, self.folder = asked, place / name
        self.spec, self.scratch, self.logs = place / "sweep.toml", place / f"{name}-scratch", place / f"{name}.log"
        self.scratch.mkdir()
        self.environment = dict(os.environ)

    @contextlib.contextmanager
    def started(self, *call):
        """A process of ours, which does not outlive the block."""
        with open(self.logs, "ab") as log:
            streams = dict(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True)
            process = subprocess.Popen(call, env=self.environment, cwd=self.scratch, **streams)
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.communicate()

    def sweep(self, *more):
        return self.asked.program, "sweep", str(self.spec), "--output", str(self.folder), "--quiet", *more

    def ended(self, process, status):
        """What a process said, once it ended as it should."""
        said = process.communicate(timeout=LIMIT)[0]
        if process.returncode != status:
            raise Lost(f"exit status {process.returncode} and not {status}: {said}{self.logs.read_text()}")
        return said

    def summary(self, said):
        """How many cells there are, were there, were run and failed."""
        found = SUMMARY.findall(said)
        if len(found) != 1:
            raise Lost(f"no summary of cells in {said!r}")
        return dict(zip(("there", "all", "found", "run", "failed"), map(int, found[0])))


def undisturbed(part):
    with part.started(*part.sweep()) as process:
        return part.summary(part.ended(process, 0))["run"]


def alone(part):
    """The sweep itself is killed, and started again."""
    with part.started(*part.sweep()) as process:
        struck = strike(part.folder, lambda: [process.pid], LEAST, lambda: process.poll() is None)
        part.ended(process, -signal.SIGKILL)
    left = count(part.folder)
    with part.started(*part.sweep()) as process:
        told = part.summary(part.ended(process, 0))
    if told["found"] != left or told["run"] != CELLS - left:
        raise Lost(f"{left} cells were finished when it was killed, and then {told}")
    return struck, f"started again, it found {told['found']} cells and ran {told['run']}"


def calls(folder):
    """The processes that work on tasks of a sweep."""
    for place in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            words = (place / "cmdline").read_bytes().split(b"\0") if place.name.isdigit() else []
            if words[1:3] == [b"sweep", b"work"] and os.fsencode(folder) in words:
                yield int(place.name)


def through_slurm(part):
    """A task's process is killed; the sweep submits what is missing once more."""
    with slurm.Slurm(part.scratch / "slurm", MOST) as engine:
        part.environment = engine.environment
        with part.started(*part.sweep("--backend", "slurm", "--wait", "--chunk", "4")) as process:
            struck = strike(part.folder, lambda: calls(part.folder), LEAST, lambda: process.poll() is None)
            part.ended(process, 0)
        listed = engine.call("squeue", "-h", "-r", "-t", "all", "-o", "%i %T").stdout.split("\n")
    tasks = [line.split() for line in listed if line]
    bad = [name for name, state in tasks if state != "COMPLETED"]
    if len(bad) != 1 or not 0 < len(tasks) < 2 * MOST:
        raise Lost(f"one task was killed, and Slurm says {tasks}")
    said = [TASK.search(path.read_text()) for path in part.folder.glob("slurm/*.out")]
    found, run = (sum(int(task[which]) for task in said if task) for which in (1, 2))
    # The killed task said nothing, and the one that is submitted for it finds what it had finished.
    if sum(task is None for task in said) != 1 or found + run != CELLS or found > len(struck.before):
        raise Lost(f"tasks found {found} cells and ran {run}: {said}")
    return struck, (f"Slurm ran {len(tasks)} tasks, and names the killed one as failed: {bad[0]}; the others found "
                    f"{found} cells and ran {run}")


def through_dask(part):
    """A worker's process is killed; Dask starts another."""
    with part.started(part.asked.python, str(HERE / "over_dask.py"), str(part.spec), str(part.folder), "10",
                      str(part.scratch)) as process:
        before = json.loads(process.stdout.readline() or "{}").get("workers", [])
        struck = strike(part.folder, lambda: before, LEAST, lambda: process.poll() is None)
        told = json.loads(part.ended(process, 0).splitlines()[-1])
    if struck.process in told["workers"] or not set(before) - {struck.process} <= set(told["workers"]):
        raise Lost(f"the workers were {before}, then {told}, and {struck.process} was killed")
    return struck, f"workers {before} became {told['workers']}"


def tables(folder):
    """The tables and pictures by name, but for those about time."""
    timed = ("times.csv", "epsilon-seconds.svg", "sweep.json")
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name not in timed}


def judge(part, reference, struck):
    """Nothing is lost, nothing is done twice, nothing is left over, and the tables are those of the other sweep."""
    folder, cells, wanted = part.folder, finished(part.folder), tables(reference)
    if len(cells) != CELLS:
        raise Lost(f"{len(cells)} cells are finished, and not {CELLS}")
    if not LEAST <= len(struck.before) < CELLS or set(struck.cells) & set(struck.before):
        raise Lost(f"{len(struck.before)} cells were finished when a process was killed at {struck.cells}")
    if changed := [cell for cell, known in struck.before.items() if cells.get(cell) != known]:
        raise Lost(f"finished before the kill, and not what they were: {changed}")
    if lost := set(struck.cells) - set(cells):
        raise Lost(f"the killed process worked on {lost}, and nobody has since")
    if left := [str(path) for path in folder.rglob(".referee-*")] + [str(path) for path in folder.glob("failed/*")]:
        raise Lost(f"left over: {left}")
    seen = tables(folder)
    if not {"sweep.csv", "league.csv"} <= set(seen) or (differ := [
            name for name in {*seen, *wanted} if seen.get(name) != wanted.get(name)]):
        raise Lost(f"other tables than those of the sweep that nobody disturbed: {differ}")
    rows = sum(len(seen[name].splitlines()) - 1 for name in ("sweep.csv", "league.csv"))
    timed = len((folder / "times.csv").read_bytes().splitlines()) - 1
    if rows != CELLS or timed != CELLS:
        raise Lost(f"{rows} rows in the tables and {timed} times, and not {CELLS}")


def attempt(part, run, reference):
    start = time.monotonic()
    try:
        struck, told = run(part)
        waited(lambda: not at_home(part.scratch), 10)
    finally:
        left = evict(part.scratch)
    if left:
        raise Lost(f"processes outlive the sweep: {left}")
    judge(part, reference, struck)
    missing = CELLS - len(struck.before)
    print(f"killed process {struck.process} while it worked on {', '.join(struck.cells)}: {struck.call}")
    print(f"{len(struck.before)} cells were finished then, and {missing} are since; {told}")
    print(f"the tables are equal byte for byte: {', '.join(sorted(tables(part.folder)))}; nothing is left over; "
          f"{time.monotonic() - start:.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="target/debug/referee")
    parser.add_argument("--python", help="an interpreter with the package `referee` and with `distributed`")
    parser.add_argument("--need", default="", help="engines that must not be skipped, with commas between them")
    asked = parser.parse_args()
    asked.program = str(pathlib.Path(asked.program).resolve())
    runs = {"local": alone, "slurm": through_slurm, "dask": through_dask}
    skipped, lost, start = {}, {}, time.monotonic()
    if not hasattr(os, "pidfd_open") or not pathlib.Path("/proc/self/fdinfo").exists():
        skipped = dict.fromkeys(runs, "processes are looked at through Linux' /proc")
    if absent := slurm.missing():
        skipped.setdefault("slurm", f"{', '.join(absent)} not installed")
    if asked.python is None:
        skipped.setdefault("dask", "distributed or the package `referee` is not installed")
    with tempfile.TemporaryDirectory(prefix="engines-") as name:
        place = pathlib.Path(name).resolve()
        (place / "sweep.toml").write_bytes((HERE / "sweep.toml").read_bytes())
        (place / "late.toml").write_bytes((HERE.parents[1] / "examples" / "late.toml").read_bytes())
        reference = Part(asked, place, "undisturbed")
        try:
            if (run := undisturbed(reference)) != CELLS:
                raise Lost(f"sweep.toml must have {CELLS} cells, and has {run}")
        except (Lost, subprocess.TimeoutExpired) as error:
            raise SystemExit(f"the sweep that nobody disturbs: {error}") from None
        print(f"undisturbed: {CELLS} cells in {time.monotonic() - start:.1f} s", flush=True)
        for engine, run in runs.items():
            print(f"\n== {engine}", flush=True)
            try:
                if engine not in skipped:
                    attempt(Part(asked, place, engine), run, reference.folder)
            except slurm.Failed as error:
                skipped[engine] = str(error)
            except (Lost, subprocess.TimeoutExpired) as error:
                lost[engine] = str(error)
                print(f"FAILED: {error}")
            if engine in skipped:
                print(f"skipped: {skipped[engine]}")
    passed = [engine for engine in runs if engine not in skipped and engine not in lost]
    listed = lambda engines: ", ".join(engines) or "none"
    print(f"\nkill tests: passed {listed(passed)}; skipped {listed(skipped)}; failed {listed(lost)}; "
          f"{time.monotonic() - start:.0f} s")
    needed = [engine for engine in asked.need.split(",") if engine in skipped]
    return 1 if lost or needed else 0


if __name__ == "__main__":
    sys.exit(main())
