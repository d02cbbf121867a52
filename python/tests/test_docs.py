"""The code of the documentation runs as written, and prints what stands below it."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).resolve().parent
#: A block of code, what it needs, and perhaps what it prints.
BLOCK = re.compile(
    r"(?:<!-- needs (?P<needs>[a-z, ]+) -->\n)?```python\n(?P<code>.*?)```\n(?:\n```text\n(?P<output>.*?)```\n)?", re.S
)
PAGES = [name for name in ("../docs/python.md", "../README.md", "README.md") if (HERE.parent / name).is_file()]


@pytest.mark.parametrize("page", PAGES)
def test_the_code_runs_and_prints_what_it_says(
    page: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (HERE.parent / page).read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    assert blocks, f"{page} has no code"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    names: dict[str, object] = {"__name__": "__main__"}
    ran = 0
    for block in blocks:
        missing = [need for need in re.findall(r"[a-z]+", block["needs"] or "") if not importlib.util.find_spec(need)]
        if missing:
            print(f"skipped: a block of {page}: {', '.join(missing)} not installed")
            continue
        line = text[: block.start("code")].count("\n")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * line + block["code"], page, "exec"), names)
        if block["output"] is not None:
            assert printed.getvalue() == block["output"], f"{page}, line {line}"
        ran += 1
    assert ran > 0
    assert os.getcwd() == str(tmp_path)
