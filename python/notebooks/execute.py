"""Executes the notebooks in place, and leaves nothing of the machine in them: ``python notebooks/execute.py``."""

from __future__ import annotations

import pathlib

import nbclient
import nbformat

for path in sorted(pathlib.Path(__file__).parent.glob("*.ipynb")):
    notebook = nbclient.NotebookClient(nbformat.read(path, as_version=4), timeout=300, kernel_name="python3").execute()
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
    nbformat.write(notebook, path)
    print(f"executed {path.name}")
