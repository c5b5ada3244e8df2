"""Progress: a bar in a terminal, for what takes longer than a second.

A notebook has one for blocks only: it shows that a cell runs, and a bar would be among the outputs of some runs, and not of others.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from metrics_edu.language import _

LONG = 1.0
"""Seconds after which a progress bar appears; reading counts."""


def begin(*, wanted: bool) -> float | None:
    """Return when the work begins; None where no bar is wanted or could be seen."""
    seen = sys.stderr is not None and sys.stderr.isatty()
    return time.monotonic() if wanted and (seen or "FORCE_COLOR" in os.environ) else None


def begin_blocks(*, wanted: bool) -> float | None:
    """Return when the work in blocks begins, which takes so long that a notebook also shows a bar."""
    return time.monotonic() if wanted and ("ipykernel" in sys.modules or begin(wanted=True) is not None) else None


def say(sentence: str, *, wanted: bool) -> None:
    """Print a sentence where the bar is seen, and not among the results."""
    if wanted and sys.stderr is not None:
        print(sentence, file=sys.stderr, flush=True)


@contextmanager
def reading(begun: float | None) -> Iterator[None]:
    """Say that tables are read, from the first second after `begun` on."""
    bars = ExitStack()

    def show() -> None:
        from rich.progress import TextColumn, TimeElapsedColumn

        bars.enter_context(_progress(TextColumn(_("reading")), TimeElapsedColumn())).add_task("")

    timer = threading.Timer(max(0.0, (begun or 0) + LONG - time.monotonic()), show)
    timer.daemon = True
    with suppress(RuntimeError):  # a browser has no threads
        if begun is not None:
            timer.start()
    with bars:
        try:
            yield
        finally:
            timer.cancel()
            if timer.is_alive():
                timer.join()


@contextmanager
def bar(total: int, begun: float | None) -> Iterator[Callable[[int], None]]:
    """Show how much is done, from the first second after `begun` on."""
    bars, shown = ExitStack(), list[Any]()

    def advance(done: int) -> None:
        if begun is not None and not shown and time.monotonic() - begun > LONG:
            from rich.progress import MofNCompleteColumn, Progress

            progress = _progress(*Progress.get_default_columns(), MofNCompleteColumn(), auto_refresh=False)
            shown.append((bars.enter_context(progress), progress.add_task(_("users"), total=total)))
        for progress, task in shown:
            progress.update(task, completed=done, refresh=True)  # by itself it would take a thread

    with bars:
        advance(0)  # reading alone may have taken longer
        yield advance


@contextmanager
def block_bar(rows: int, begun: float | None) -> Iterator[Callable[[int, int], None]]:
    """Show the share of rows that is done, users per second and the time left."""
    with ExitStack() as bars:
        if begun is None:
            yield lambda _rows, _users: None
            return
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

        speed = TextColumn(_("users per second: {speed}", speed="{task.fields[speed]}"))
        progress = bars.enter_context(
            _progress(BarColumn(), TaskProgressColumn(), speed, TimeRemainingColumn(), in_notebook=True)
        )
        task, users = progress.add_task("", total=rows, speed="?"), 0

        def advance(more_rows: int, more_users: int) -> None:
            nonlocal users
            users += more_users
            progress.update(task, advance=more_rows, speed=f"{users / (time.monotonic() - begun):,.0f}")

        yield advance


def _progress(*columns: Any, in_notebook: bool = False, **options: Any) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    seen = console.is_terminal or (in_notebook and console.is_jupyter)
    return Progress(*columns, console=console, transient=True, disable=not seen, **options)
