"""Sweeps, here and on Dask. tests/engines kills what runs them."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from own_players import LATE

import referee
from referee._toml import dumps

SOLVE: dict[str, Any] = {"problems": ["triangle", "late.toml"], "rounds": [16, 32], "seeds": 3}
RATES: dict[str, Any] = {"players": ["matrix"], "sequences": "trap", "problems": "none", "rounds": "2^6..2^7"}
#: What tests replace.
WORK = referee._sweep._work


@pytest.fixture
def place(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The current folder, with a problem file."""
    monkeypatch.chdir(tmp_path)
    pathlib.Path("late.toml").write_text(dumps(LATE), encoding="utf-8")
    return tmp_path


def records(folder: str | pathlib.Path) -> dict[pathlib.Path, bytes]:
    """The finished cells."""
    return {path: path.read_bytes() for path in pathlib.Path(folder).glob("cells/*/*/cell.json")}


def tables(folder: str | pathlib.Path) -> dict[str, bytes]:
    """The tables, without those about time."""
    own = (path for path in pathlib.Path(folder).glob("*.csv") if path.name != "times.csv")
    return {path.name: path.read_bytes() for path in own}


def test_a_file_and_a_dict_make_the_same_tables(place: pathlib.Path) -> None:
    spec = {"solve": SOLVE, "rates": RATES}
    pathlib.Path("grid.toml").write_text(dumps(spec), encoding="utf-8")
    table = referee.sweep("grid.toml")
    assert len(table) == 12
    assert set(table["problem"]) == {"triangle", "late.toml"}
    assert list(table["rounds"])[:6] == [16, 16, 16, 32, 32, 32]
    assert (table["objective.lo"] <= table["objective.hi"]).all()
    assert set(table["left_out"]) == set(table["violated"]) == {""}
    assert all(Fraction(value) <= 1 for value in table["shrunk_objective"])
    assert {"sweep.csv", "league.csv", "slopes.csv"} <= set(tables("referee-sweep"))
    again = referee.sweep(spec, place / "other")
    assert again.equals(table)
    assert tables("other") == tables("referee-sweep")


def test_what_is_finished_is_not_run_again(place: pathlib.Path) -> None:
    referee.sweep({"solve": SOLVE}, "out")
    known = records("out")
    assert len(known) == 12
    inodes = {path: path.stat().st_ino for path in known}
    table = referee.sweep({"solve": {**SOLVE, "seeds": 4}}, "out")
    assert len(table) == 16
    assert {path: path.stat().st_ino for path in known} == inodes
    assert len(records("out")) == 16


def test_cells_are_named_by_the_code_that_ran_them(place: pathlib.Path) -> None:
    referee.sweep({"rates": RATES}, "out")
    code = hashlib.sha256(pathlib.Path(referee._referee.__file__).read_bytes()).hexdigest()
    assert {json.loads(text)["program"]["sha256"] for text in records("out").values()} == {code}


def test_only_rates_are_the_table_of_the_league(place: pathlib.Path) -> None:
    table = referee.sweep({"rates": RATES}, "out")
    assert list(table["player"]) == ["matrix", "matrix"]
    assert (table["deviation.hi"] <= table["bound"]).all()
    league = referee.rates("matrix", sequences="trap", problems="none", rounds="2^6..2^7")
    assert table.equals(league.runs)


def test_a_damaged_cell_is_run_again_with_a_warning(place: pathlib.Path) -> None:
    table = referee.sweep({"solve": SOLVE}, "out")
    known = records("out")
    broken, text = next(iter(known.items()))
    broken.write_bytes(text.replace(b'"format"', b'"Format"'))
    with pytest.warns(RuntimeWarning, match="is damaged: it was run again"):
        assert referee.sweep({"solve": SOLVE}, "out").equals(table)
    assert set(records("out")) == set(known)
    assert json.loads(broken.read_bytes())["format"] == "referee-cell/1"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nowhere.toml", "nowhere.toml: cannot read this file"),
        (7, "7 is not a path"),
        ({}, "nothing to run"),
        ({"solve": {"rounds": 16}}, "problems"),
        ({"solve": {**SOLVE, "round": 16}}, "round"),
        ({"solve": {**SOLVE, "seeds": 0}}, "seeds"),
        ({"solve": {**SOLVE, "problems": ["magic"]}}, "`magic`"),
        ({"solve": {**SOLVE, "seeds": None}}, "`solve.seeds` of the specification is None"),
        ({"rates": {**RATES, "players": ["magic"]}}, "there is no player `magic`"),
    ],
)
def test_a_wrong_specification_is_one_sentence(place: pathlib.Path, spec: Any, sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        referee.sweep(spec, "out")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not os.path.exists("out")


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"chunk": 3}, "`chunk` is read for `client` only"),
        ({"client": 3}, "`client` is 3, but it must be a Client of dask.distributed"),
        ({"output": b"out"}, "is of bytes"),
        ({"output": "late.toml"}, "`output`"),
    ],
)
def test_a_wrong_call_is_one_sentence(place: pathlib.Path, keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(referee.RefereeError) as caught:
        referee.sweep({"solve": SOLVE}, **keywords)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_cell_that_fails_is_named_and_the_others_stay(place: pathlib.Path) -> None:
    huge = {"problems": "polygon:m=64", "rounds": [16, 2**26]}
    for _ in range(2):
        with pytest.raises(referee.RefereeError, match=r"1 of 2 cells are finished, 1 failed, 0 are missing: .*8 GiB"):
            referee.sweep({"solve": huge}, "out")
    assert len(records("out")) == 1
    assert len(list(pathlib.Path("out/failed").iterdir())) == 1


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    scratch = tmp_path_factory.mktemp("dask")
    local = {"host": "127.0.0.1", "dashboard_address": None, "local_directory": scratch}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, **local) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.parametrize("chunk", [None, 5, 100])
def test_on_workers_it_is_the_same_table(place: pathlib.Path, client: Any, chunk: int | None) -> None:
    spec = {"solve": SOLVE, "rates": RATES}
    table = referee.sweep(spec, "here")
    assert referee.sweep(spec, "there", client=client, chunk=chunk).equals(table)
    assert tables("there") == tables("here")
    # The workers' cells, and not those of another program.
    assert {path.relative_to("there") for path in records("there")} == {
        path.relative_to("here") for path in records("here")
    }


def test_a_task_that_is_lost_is_submitted_once_more(
    place: pathlib.Path, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = place / "lost"
    monkeypatch.setattr("referee._sweep._work", fails_at_first(lost, 1))
    assert len(referee.sweep({"solve": SOLVE}, "out", client=client, chunk=4)) == 12
    assert lost.read_text() == "1"
    monkeypatch.setattr("referee._sweep._work", fails_at_first(lost, 9))
    with pytest.raises(OSError, match="lost"):
        referee.sweep({"solve": SOLVE}, "again", client=client, chunk=4)


def fails_at_first(path: pathlib.Path, times: int) -> Any:
    """Work whose task 1 fails so often; it is sent to workers as it is."""
    path.write_text("0")

    def work(folder: str, task: int, chunk: int) -> list[str]:
        count = int(path.read_text())
        if task == 1 and count < times:
            path.write_text(str(count + 1))
            raise OSError("lost")
        return WORK(folder, task, chunk)

    return work


def test_printed_commands_call_this_package(place: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    pathlib.Path("grid.toml").write_text(dumps({"solve": SOLVE}), encoding="utf-8")
    assert referee.main(["sweep", "grid.toml", "--output", "out", "--backend", "print", "--chunk", "8"]) == 0
    tasks = capfd.readouterr().out.splitlines()
    assert len(tasks) == 2
    for task in tasks:
        done = subprocess.run(task, shell=True, check=True, capture_output=True, text=True, timeout=60)
        assert " 0 failed" in done.stdout
    assert len(records("out")) == 12
    assert len(referee.sweep("grid.toml", "out")) == 12
