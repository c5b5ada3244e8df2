"""JSON text: values nested within a limit, and a sentence on what is wrong in any other text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from metrics_edu.files.table_error import not_utf8
from metrics_edu.language import _

MAX_JSON_DEPTH = 100
"""The files of a submission need three levels. Python's own limit differs from one version to the next."""
OTHER_BYTES = bytes({*range(256)} - {*b'[]{}"'})
NO_BLANK = re.compile(r"\S")
QUOTE = ord('"')
STEPS = np.zeros(256, dtype=np.int8)
STEPS[[*b"[{"]], STEPS[[*b"]}"]] = 1, -1


class DepthError(ValueError):
    """A JSON text is nested deeper than `MAX_JSON_DEPTH`."""


def parse_json(
    text: str,
    *,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    parse_constant: Callable[[str], Any] | None = None,
) -> Any:
    """Return the value of a JSON text; the hooks are those of ``json.loads``.

    Raises
    ------
    ValueError
        If it is no JSON, or nested too deeply. `not_json` says so in a sentence.

    Examples
    --------
    >>> parse_json('{"1": [7, 9]}')
    {'1': [7, 9]}
    >>> parse_json("[" * 101 + "]" * 101)
    Traceback (most recent call last):
    metrics_edu.files.json_text.DepthError
    """
    if depth_of(text) > MAX_JSON_DEPTH:
        raise DepthError
    return json.loads(text, object_pairs_hook=object_pairs_hook, parse_constant=parse_constant)


def parse_json_values(text: str, most: float = math.inf, **hooks: Any) -> list[Any]:
    r"""Return the values of a JSON text, which may hold several: JSON Lines has one a line.

    It stops after one value more than `most`. Errors are those of `parse_json`.

    Examples
    --------
    >>> parse_json_values('{"1": [7]}\n{"2": [9]}\n')
    [{'1': [7]}, {'2': [9]}]
    """
    if depth_of(text) > MAX_JSON_DEPTH:
        raise DepthError
    decoder, values, start = json.JSONDecoder(**hooks), list[Any](), len(text) - len(text.lstrip())
    while start < len(text) and len(values) <= most:
        value, end = decoder.raw_decode(text, start)
        values.append(value)
        following = NO_BLANK.search(text, end)
        start = following.start() if following else len(text)
    return values


def depth_of(text: str) -> int:
    r"""Return how deep the brackets and braces of a JSON text are nested, those within strings left out.

    Examples
    --------
    >>> depth_of('[{"a": []}, "[[[[", "\\"["]')
    3
    """
    data = text.encode("utf-8", "replace").replace(b"\\\\", b"").replace(b'\\"', b"")
    marks = np.frombuffer(data.translate(None, OTHER_BYTES), dtype=np.uint8)
    within_text = np.logical_xor.accumulate(marks == QUOTE)
    steps = np.where(within_text, np.int8(0), STEPS[marks])
    return int(np.cumsum(steps, dtype=np.int32).max(initial=0))


def not_json(path: object, error: ValueError | RecursionError) -> str:
    """Say where a file is no JSON, or that it was cut."""
    if isinstance(error, json.JSONDecodeError):
        if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated"):
            return _(
                "{path} ends in the middle, in line {line}: was it cut while it was saved? Save it again.",
                path=path,
                line=error.lineno,
            )
        return _(
            "{path} is not JSON: see line {line}, column {column} (put texts in double quotes and commas between "
            "entries)",
            path=path,
            line=error.lineno,
            column=error.colno,
        )
    if isinstance(error, UnicodeDecodeError):
        return not_utf8(path)
    if isinstance(error, (DepthError, RecursionError)):
        most = MAX_JSON_DEPTH
        return _("{path}: its JSON is nested deeper than {most} levels; save it with fewer", path=path, most=most)
    return _("{path} has a number with thousands of digits; shorten it", path=path)
