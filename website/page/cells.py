"""The cells of a lesson on its page: each is run with the names of those before it, and gives what the page shows."""

from __future__ import annotations

import ast
import json
import warnings
from contextlib import redirect_stderr, redirect_stdout
from html import escape
from io import StringIO
from typing import Any

from metrics_edu.language import _
from metrics_edu.widgets.core.sent_files import NO_ROOM
from metrics_edu.working import Derivation


class Cells:
    """The cells of one lesson, run in their order.

    Examples
    --------
    >>> cells = Cells()
    >>> cells.run("numbers = [1, 2]"), cells.run("print(numbers)"), cells.run("len(numbers)")
    ('[]', '[{"text": "[1, 2]"}]', '[{"text": "2"}]')
    >>> print(cells.run("1 / 0"))
    [{"error": "ZeroDivisionError: division by zero (line 1)"}]
    >>> json.loads(cells.run("bytes(1 << 60)"))[0]["error"][:59]
    'MemoryError: This does not fit into the memory of this page'
    """

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, source: str) -> str:
        """Return what a cell shows, as JSON: texts, HTML, ids of widgets, or the sentence of its error with the line."""
        printed = StringIO()
        shown: list[dict[str, str]] = []
        with redirect_stdout(printed), redirect_stderr(printed), warnings.catch_warnings():
            try:
                value = self._value_of(source)
                shown = [output_of(value)] if value is not None else []
            except Exception as error:
                shown = [{"error": sentence_of(error)}]
        text = printed.getvalue().rstrip("\n")
        return json.dumps(([{"text": text}] if text else []) + shown)

    def _value_of(self, source: str) -> Any:
        """Run a cell; return the value of its last expression, None if it ends with a statement."""
        body = ast.parse(source).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), CELL, "exec"), self._names)
        return eval(compile(ast.Expression(last.value), CELL, "eval"), self._names) if last else None


CELL = "<cell>"
"""The name of the file in the places of an error."""


def output_of(value: Any) -> dict[str, str]:
    """Return what the page shows of a value."""
    if name := getattr(value, "model_id", ""):
        return {"widget": name}
    if isinstance(value, Derivation):
        return {"html": f'<div class="metrics-edu"><p><b>{escape(value.title)}</b></p>{value.html()}</div>'}
    if bundle := getattr(value, "_repr_mimebundle_", None):
        return {"html": bundle()["text/html"].replace(' style="', ' data-style="')}  # the page's policy forbids it
    return {"text": repr(value)}


def sentence_of(error: Exception) -> str:
    """Return the sentence of an error, with the line of the cell where it is."""
    line = getattr(error, "lineno", None)
    place = error.__traceback__
    while place:
        if place.tb_frame.f_code.co_filename == CELL:
            line = place.tb_lineno
        place = place.tb_next
    where = f" (line {line})" if line else ""
    text = _(NO_ROOM) if isinstance(error, MemoryError) else getattr(error, "msg", error)
    return f"{type(error).__name__}: {text}{where}"
