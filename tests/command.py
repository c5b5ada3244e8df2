"""`metrics-edu` without a process of its own."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import NamedTuple

from metrics_edu.cli import main


class Ran(NamedTuple):
    """What a command printed, and its exit code."""

    exit_code: int
    stdout: str
    stderr: str


def run(*arguments: str) -> Ran:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            code = main(arguments)
        except SystemExit as end:  # argparse's
            code = int(end.code or 0)
    return Ran(code, out.getvalue(), err.getvalue())
