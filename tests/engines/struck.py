"""Kills a process by its id, and only one that is at work on a cell: what it holds is read while it stands still."""

import contextlib
import dataclasses
import os
import pathlib
import re
import select
import signal
import time

#: How long something may take to be killed, and to be gone.
LIMIT = 60


class Lost(Exception):
    """What should not be."""


@dataclasses.dataclass
class Struck:
    """A process that is no more."""

    process: int
    call: str
    cells: list  # what it was working on
    before: dict  # what was finished then


def waited(condition, seconds, pause=0.01):
    """What a condition came to in that time; false if it stayed so."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(pause)
    return found


def finished(folder):
    """The finished cells by name: which file tells of them, since when, and what it says."""
    cells = {}
    for path in folder.glob("cells/*/*/cell.json"):
        if not path.parent.name.startswith("."):
            known = path.stat()
            cells[path.parts[-3] + path.parts[-2]] = (known.st_ino, known.st_mtime_ns, path.read_bytes())
    return cells


def count(folder):
    """How many cells are finished."""
    return sum(not name.name.startswith(".") for name in folder.glob("cells/*/*"))


def at_home(place):
    """The processes that were started in a folder: tasks, workers and daemons."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if pathlib.Path(os.readlink(process / "cwd")).is_relative_to(place):
                found.append(int(process.name))
    return found


def evict(place):
    """Ends the processes that were started in a folder and have outlived what started them; tells which."""
    left = at_home(place)
    for process in left:
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(process)
            if process in at_home(place):  # still that one, and from now on no other
                signal.pidfd_send_signal(handle, signal.SIGKILL)
            os.close(handle)
    return left


def held(process, folder):
    """The cells whose locks a process holds: those that it is working on."""
    lock = re.compile(re.escape(str(folder)) + r"/cells/([0-9a-f]{2})/\.referee-set-([0-9a-f]{30})/lock")
    cells, place = [], pathlib.Path("/proc", str(process))
    with contextlib.suppress(OSError):  # it may end meanwhile
        for file in (place / "fd").iterdir():
            with contextlib.suppress(OSError):
                found = lock.fullmatch(os.readlink(file))
                if found and "\nlock:" in (place / "fdinfo" / file.name).read_text():
                    cells.append(found[1] + found[2])
    return cells


def stands_still(process):
    """Whether all its threads are stopped."""
    stats = [path.read_text() for path in pathlib.Path("/proc", str(process), "task").glob("*/stat")]
    return bool(stats) and all(stat.rpartition(")")[2].split()[0] == "T" for stat in stats)


def is_struck(process, folder):
    """Kills the process if it works on a cell of the folder that is not finished; None if it does not."""
    try:
        handle = os.pidfd_open(process)  # from now on the id cannot become another's
    except ProcessLookupError:
        return None
    try:
        if not held(process, folder):
            return None
        signal.pidfd_send_signal(handle, signal.SIGSTOP)
        if not waited(lambda: stands_still(process), 5, 0.001):
            raise Lost(f"process {process} cannot be stopped")
        cells = [cell for cell in held(process, folder) if not (folder / "cells" / cell[:2] / cell[2:]).exists()]
        if not cells:
            signal.pidfd_send_signal(handle, signal.SIGCONT)
            return None
        call = pathlib.Path("/proc", str(process), "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        struck = Struck(process, call, cells, finished(folder))
        signal.pidfd_send_signal(handle, signal.SIGKILL)
        if not select.select([handle], [], [], LIMIT)[0]:
            raise Lost(f"process {process} outlives signal 9")
        return struck
    except (ProcessLookupError, FileNotFoundError):  # it ended between two looks
        return None
    finally:
        os.close(handle)


def strike(folder, processes, least, runs):
    """Kills one of the processes once so many cells are finished; `runs` tells whether the sweep still goes on."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        going = runs()
        if count(folder) >= least:
            for process in processes():
                if struck := is_struck(process, folder):
                    return struck
        if not going:
            raise Lost("the sweep was over before a process was met at work: nothing was killed")
        time.sleep(0.002)
    raise Lost(f"no process was met at work within {LIMIT} s: nothing was killed")
