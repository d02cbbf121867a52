"""What a file holds, a problem or a specification, from a dict: TOML whose numbers read back as the same numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._referee import RefereeError


def dumps(content: Mapping[str, Any], what: str = "problem") -> str:
    """The text of a file with this content, one line for each name.

    >>> print(dumps({"minimize": "x", "variables": {"x": [-1, 0.1]}}), end="")
    "minimize" = "x"
    "variables" = { "x" = [-1, 0.1] }
    """
    try:
        return "".join(f"{_key(key, '', what)} = {_value(value, str(key), what)}\n" for key, value in content.items())
    except RecursionError:
        raise RefereeError(f"the {what} holds itself, or is nested too deep: its file is shallow") from None


def _key(key: Any, where: str, what: str) -> str:
    if not isinstance(key, str):
        place = f" in `{where}`" if where else ""
        raise RefereeError(f"the {what} has the name {key!r}{place}, but names are texts")
    return _text(key, where or f"the {what}")


def _value(value: Any, where: str, what: str) -> str:
    if hasattr(value, "tolist"):  # a number or an array of numpy or torch
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise RefereeError(f"`{where}` of the {what} is {value}, which is too large: write it as a float")
        return str(int(value))
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item, where, what) for item in value) + "]"
    if isinstance(value, Mapping):
        pairs = (f"{_key(key, where, what)} = {_value(item, f'{where}.{key}', what)}" for key, item in value.items())
        return "{ " + ", ".join(pairs) + " }" if value else "{}"
    raise RefereeError(
        f"`{where}` of the {what} is {value!r}: a {what} holds texts, numbers, truth values, lists and dicts"
    )


def _text(text: str, where: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RefereeError(f"`{where}` has the text {text!r}, which is not Unicode") from None
    # JSON escapes what TOML does, but for one character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
