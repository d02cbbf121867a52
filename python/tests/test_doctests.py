"""The examples in the documentation of the package's parts are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import referee

MODULES = [name for _, name, _ in pkgutil.iter_modules(referee.__path__, "referee.") if name != "referee.__main__"]


@pytest.mark.parametrize("name", ["referee", *MODULES])
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
