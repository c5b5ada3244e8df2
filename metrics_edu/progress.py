"""Progress: a bar for what takes longer than a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from metrics_edu.language import _

LONG = 1.0
"""Seconds after which a progress bar appears; reading counts."""


@contextmanager
def bar(total: int, begun: float | None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar where there is somebody to see it, from the first second after `begun` on."""
    bars = ExitStack()

    def advance(done: int) -> None:
        if begun is not None and not shown and time.monotonic() - begun > LONG:
            from rich.console import Console
            from rich.progress import MofNCompleteColumn, Progress

            console = Console(stderr=True)
            hidden = not (console.is_terminal or console.is_jupyter)
            columns = (*Progress.get_default_columns(), MofNCompleteColumn())
            shown_bar = bars.enter_context(Progress(*columns, console=console, transient=True, disable=hidden))
            shown.append((shown_bar, shown_bar.add_task(_("users"), total=total)))
        for one, task in shown:
            one.update(task, completed=done)

    shown: list[Any] = []
    with bars:
        advance(0)  # reading alone may have taken longer
        yield advance
