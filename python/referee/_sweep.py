"""A sweep: a grid of runs on this machine, or on the workers of Dask."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

from . import _referee
from ._problem import Problem
from ._rates import read_table
from ._referee import RefereeError
from ._values import count, file_name

if TYPE_CHECKING:
    import pandas

#: A file in TOML, or a dict of what it holds.
SpecLike = Union[str, "os.PathLike[str]", Mapping[str, Any]]

#: Tasks for each thread of the workers, so that all end at about the same time; and the most cells of a task.
_TASKS, _MOST = 32, 1000


def sweep(
    spec: SpecLike,
    output: str | os.PathLike[str] | None = None,
    client: Any = None,
    chunk: int | None = None,
) -> pandas.DataFrame:
    """Runs a grid of ``solve`` and ``rates`` cells, as ``referee sweep`` does; one row per cell of ``solve``.

    ``spec`` is a file, or a dict of what a file holds, whose problem files are relative to the current folder. Finished
    cells and all tables are in the folder ``output`` (``referee-sweep``), and what is finished there is not run again.
    If there are only cells of ``rates``, the table is theirs.

    With ``client``, a Dask ``Client``, the cells run on its workers, ``chunk`` at a time; they must see the folder.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = sweep({"solve": {"problems": "triangle", "rounds": [16, 32]}}, folder)
    >>> list(table["rounds"]), set(table["grade"])
    ([16, 32], {'computed'})
    """
    if client is None and chunk is not None:
        raise RefereeError("`chunk` is read for `client` only: give that, or leave it out")
    folder = os.path.abspath("referee-sweep" if output is None else file_name(output))
    cells = _referee.plan_sweep(_spec(spec), folder)
    if client is None:
        worked = [_referee.work_on_sweep(folder, 0, cells, None)]
    else:
        worked = _on_workers(client, folder, cells, None if chunk is None else count(chunk, "chunk", 1))
    for sentence in (sentence for damaged in worked for sentence in damaged):
        warnings.warn(f"{sentence}: it was run again", RuntimeWarning, stacklevel=2)
    return read_table(_referee.merge_sweep(folder))


def _spec(spec: SpecLike) -> Problem:
    if isinstance(spec, Mapping):
        from ._toml import dumps

        return Problem(True, dumps(spec, "specification"))
    return Problem(False, file_name(spec))


def _work(folder: str, task: int, chunk: int) -> list[str]:
    """A task, on a worker: its missing cells, on one thread. Returns what was damaged and is run again."""
    return _referee.work_on_sweep(folder, task * chunk, (task + 1) * chunk, 1)


def _on_workers(client: Any, folder: str, cells: int, chunk: int | None) -> list[list[str]]:
    """All tasks on the workers of a client; what failed there, or was lost with a worker too often, once more."""
    if not hasattr(client, "nthreads") or getattr(client, "asynchronous", False):
        raise RefereeError(
            f"`client` is {client!r}, but it must be a Client of dask.distributed, not an asynchronous one"
        )
    if chunk is None:
        threads = sum(client.nthreads().values()) or 1
        chunk = min(max(cells // (_TASKS * threads), 1), _MOST)
    futures: dict[int, Any] = {}
    tasks: list[int] = list(range(-(-cells // chunk)))
    try:
        for _ in range(2):
            futures |= {task: client.submit(_work, folder, task, chunk, pure=False) for task in tasks}
            client.gather(list(futures.values()), errors="skip")
            tasks = [task for task, future in futures.items() if future.status != "finished"]
        worked: list[list[str]] = client.gather(list(futures.values()))
    except BaseException:
        client.cancel(list(futures.values()))
        raise
    return worked
