"""Progress: a bar in a terminal, for what takes longer than a second.

A notebook has one for blocks only: it shows that a cell runs, and a bar would be among the outputs of some runs, and not of others.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from metrics_edu.language import _

LONG = 1.0
"""Seconds after which a progress bar appears."""


def is_seen() -> bool:
    """Return whether someone reads what is printed about the progress: in a terminal, not in a notebook's output."""
    is_terminal = sys.stderr is not None and (sys.stderr.isatty() or "FORCE_COLOR" in os.environ)
    return is_terminal and "ipykernel" not in sys.modules


def say(sentence: str, *, wanted: bool) -> None:
    """Print a sentence where the bar is seen, and not among the results."""
    if wanted and sys.stderr is not None:
        print(sentence, file=sys.stderr, flush=True)


@contextmanager
def reading(*, shown: bool) -> Iterator[None]:
    """Say that tables are read, if it takes long."""
    timer = threading.Timer(LONG, say, [_("reading")], {"wanted": shown})
    timer.daemon = True
    with suppress(RuntimeError):  # a browser has no threads
        if shown:
            timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _tqdm() -> Any:
    """Return the class of a bar; None without the extra that brings it."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm


@contextmanager
def bar(total: int, *, unit: str, shown: bool, delay: float | None = None) -> Iterator[Callable[[int], object]]:
    """Show how much of the total is done; what this gives is called with how many more are."""
    tqdm = _tqdm() if shown else None
    if tqdm is None:
        yield lambda _more: None
        return

    class Bar(tqdm):  # type: ignore[misc, valid-type]
        monitor_interval = 0  # the monitor would take a thread

    with Bar(total=total, unit=f" {unit}", delay=LONG if delay is None else delay, leave=False) as drawn:
        yield drawn.update
