"""The programs of the package: `referee` and `proofs-check`."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from own_players import RegretMatching, python

import referee


def test_the_program_is_the_program(tmp_path: pathlib.Path) -> None:
    ran = python("-m", "referee", "--version")
    assert (ran.stdout, ran.returncode) == (f"referee {referee.__version__}\n", 0)
    ran = python("-m", "referee", "solve", "triangle", "--rounds", "50", "--output", "run", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (tmp_path / "run" / "certificate.json").is_file()
    ran = checker(str(tmp_path / "run" / "certificate.json"), "--quiet")
    assert (ran.stdout.endswith("certificate.json: accepted\n"), ran.returncode) == (True, 0)


def checker(*arguments: str) -> subprocess.CompletedProcess[str]:
    return python("-c", "from referee.__main__ import proofs_check; proofs_check()", *arguments)


def test_wrong_calls_have_their_status_and_one_sentence() -> None:
    ran = python("-m", "referee", "dance")
    assert ran.returncode == 2
    assert ran.stderr.startswith("referee: ")
    assert len(ran.stderr.splitlines()) == 1
    assert "Usage: referee " in python("-m", "referee", "--help").stdout
    assert checker().returncode == 2
    assert checker("--version").stdout == f"proofs-check {referee.__version__}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="names that are not Unicode are those of Linux")
def test_arguments_need_not_be_unicode(tmp_path: pathlib.Path) -> None:
    name = os.fsdecode(b"run-\xff")
    code = "import sys; from referee.__main__ import referee; referee()"
    ran = python("-c", code, "solve", "triangle", "--rounds", "9", "--quiet", "--output", name, folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / name / "trace.csv").is_file()


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_ctrl_c_ends_the_program_as_it_ends_others() -> None:
    call = [sys.executable, "-m", "referee", "solve", "triangle", "--rounds", "100000000", "--no-trace"]
    package = str(pathlib.Path(referee.__file__).parent.parent)
    with subprocess.Popen(
        call, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": package}
    ) as running:
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=10)
    assert running.returncode == -signal.SIGINT
    assert b"Traceback" not in said


def test_players_of_one_s_own_are_in_the_program(capfd: pytest.CaptureFixture[str]) -> None:
    call = [
        "rates",
        "--players",
        "matrix,regret-matching",
        "--sequences",
        "trap",
        "--problems",
        "none",
        "--rounds",
        "64",
    ]
    assert referee.main(call, players=[RegretMatching]) == 0
    printed = capfd.readouterr().out
    assert "players: matrix, regret-matching" in printed
    assert referee.main(["solve", "--list", "players"], players=RegretMatching) == 0
    assert RegretMatching.__doc__ is not None
    assert "Plays each deviation in proportion" in capfd.readouterr().out
    assert referee.main(call) == 2
    assert "there is no player `regret-matching`" in capfd.readouterr().err


def test_arguments_are_a_list() -> None:
    with pytest.raises(referee.RefereeError, match="arguments is the text 'verify': give a list"):
        referee.main("verify")
