"""Progress: a bar in a terminal, for what takes longer than a second.

A notebook has none: it shows that a cell runs, and a bar would stay among the outputs of some runs, and not of others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from metrics_edu.language import _

LONG = 1.0
"""Seconds after which a progress bar appears; reading counts."""


@contextmanager
def reading(begun: float | None) -> Iterator[None]:
    """Say that tables are read, from the first second after `begun` on."""
    bars, lock, over = ExitStack(), threading.Lock(), threading.Event()

    def show() -> None:
        from rich.progress import Progress, TextColumn, TimeElapsedColumn

        with lock:
            if not over.is_set() and (console := _console()).is_terminal:
                columns = (TextColumn(_("reading")), TimeElapsedColumn())
                bars.enter_context(Progress(*columns, console=console, transient=True)).add_task("")

    timer = None if begun is None else threading.Timer(max(0.0, begun + LONG - time.monotonic()), show)
    if timer is not None:
        timer.daemon = True
        with suppress(RuntimeError):  # a browser has no threads
            timer.start()
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()
        with lock, bars:
            over.set()


@contextmanager
def bar(total: int, begun: float | None) -> Iterator[Callable[[int], None]]:
    """Show how much is done, from the first second after `begun` on."""
    bars = ExitStack()

    def advance(done: int) -> None:
        if begun is not None and not shown and time.monotonic() - begun > LONG:
            from rich.progress import MofNCompleteColumn, Progress

            console = _console()
            columns = (*Progress.get_default_columns(), MofNCompleteColumn())
            found = Progress(
                *columns, console=console, transient=True, disable=not console.is_terminal, auto_refresh=False
            )
            shown.append((bars.enter_context(found), found.add_task(_("users"), total=total)))
        for one, task in shown:
            one.update(task, completed=done, refresh=True)  # by itself it would take a thread

    shown: list[Any] = []
    with bars:
        advance(0)  # reading alone may have taken longer
        yield advance


def _console() -> Any:
    from rich.console import Console

    return Console(stderr=True)
