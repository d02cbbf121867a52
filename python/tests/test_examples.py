"""The examples that are programs: they run, and they are what they say they are."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import referee

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
#: How a line ends that certification adds to a plain loop.
MARK = "  # +"


def run(program, *arguments, cwd):
    """What a program prints."""
    package = pathlib.Path(referee.__file__).parents[1]
    paths = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    call = [sys.executable, "-", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(
        call, input=program, cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_torch_loop_is_certified_in_twelve_lines(tmp_path):
    torch = pytest.importorskip("torch", reason="there is no module `torch`, whose loop this example is about")
    program = (EXAMPLES / "torch_loop.py").read_text(encoding="utf-8")
    lines = program.splitlines()
    added = [line for line in lines if MARK in line]
    assert 0 < len(added) <= 12
    plain = "\n".join(line for line in lines if MARK not in line)
    assert "referee" not in plain and "recorder" not in plain

    said = run(program, tmp_path / "certified", cwd=tmp_path)
    assert run(plain, tmp_path / "plain", cwd=tmp_path) in said
    for sentence in ("Certified: the mixture of the 1500 rounds", "certificate.json: accepted", "Ship step-"):
        assert sentence in said
    # Recording changes nothing.
    files = sorted((tmp_path / "plain").iterdir())
    assert files and [file.name for file in files] == sorted(file.name for file in (tmp_path / "certified").iterdir())
    last, same = (torch.load(tmp_path / folder / files[-1].name) for folder in ("plain", "certified"))
    assert all(torch.equal(last[name], same[name]) for name in last)


def test_torch_player_keeps_its_promise(tmp_path):
    pytest.importorskip("torch", reason="there is no module `torch`, whose loop this example is about")
    said = run((EXAMPLES / "torch_player.py").read_text(encoding="utf-8"), cwd=tmp_path)
    assert "Certified: the mixture of the 1500 rounds" in said
    regret, bound = map(float, re.search(r"at most: (\S+)\. .* round: (\S+)\.\n", said).groups())
    assert 0 < regret <= bound < 0.02
