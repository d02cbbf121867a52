"""The notebooks run, and their outputs are those that are committed."""

from __future__ import annotations

import json
import os
import pathlib
import re
from typing import Any

import pytest

import referee

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
NEEDED = ("nbclient", "nbformat", "ipykernel", "numpy", "pandas", "matplotlib")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def texts(cell: Any) -> str:
    """What a cell shows as text."""
    shown = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell["outputs"]]
    return "".join("".join(text) for text in shown)


def parts(text: str) -> tuple[str, list[float]]:
    """The words and the numbers, which may differ in their last digits: other processors round exp() differently."""
    # A fraction holds all digits of the doubles that it comes from, and the size of a picture says nothing.
    text = re.sub(r"(?:about )?(-?[\d.]+)(?: \(exactly [-\d/]+\))?", r"\1", text)
    text = re.sub(r"<Svg of \d+", "<Svg of", text)
    return " ".join(NUMBER.sub("#", text).split()), [float(number) for number in NUMBER.findall(text)]


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["a_variant", "certify_a_run"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_is_committed(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NEEDED:
        pytest.importorskip(name, reason=f"there is no module `{name}`, which notebooks need")
    import nbclient
    import nbformat

    package = str(pathlib.Path(referee.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")])))
    committed = nbformat.read(path, as_version=4)
    ran = nbclient.NotebookClient(nbformat.read(path, as_version=4), timeout=120, kernel_name="python3").execute()
    for number, (cell, before) in enumerate(zip(ran.cells, committed.cells, strict=True)):
        if cell.cell_type == "code":
            (words, numbers), (old_words, old_numbers) = parts(texts(cell)), parts(texts(before))
            assert words == old_words, f"cell {number}"
            assert numbers == pytest.approx(old_numbers, rel=1e-6, abs=1e-9), f"cell {number}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_nothing_of_the_machine(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert notebook["metadata"].keys() == {"kernelspec", "language_info"}
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}
        for output in cell.get("outputs", ()):
            assert output["output_type"] != "error" and output.get("name") != "stderr"
            assert all(len("".join(content)) < 80_000 for content in output.get("data", {}).values())
            if "image/png" not in output.get("data", {}):
                assert not re.search(r"/(tmp|home|work|usr|root)/|0x[0-9a-f]{6}", json.dumps(output))
