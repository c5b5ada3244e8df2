"""How long a user's function may take, and that it leaves nothing behind."""

from __future__ import annotations

import random
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from time import perf_counter
from typing import Any, Self

import numpy as np

AGAIN = 0.05
"""The seconds after which a function that caught the alarm is stopped once more."""


class TooSlow(BaseException):
    """A call took too long; no Exception, which a user's function may catch, and which is reported as its own."""


class TimeLimit:
    """The seconds that a user's function may take, all calls together.

    On the main thread of Linux and macOS an alarm ends the call that is running. Elsewhere, the calls after it are not made.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = self.left = seconds

    def __enter__(self) -> Self:
        self.has_alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self.has_alarm:
            self.before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(self, *_error: object) -> None:
        if self.has_alarm:
            signal.signal(signal.SIGALRM, self.before)

    def _ring(self, *_signal: object) -> None:
        raise TooSlow

    def _set(self, seconds: float) -> None:
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN if seconds else 0)

    def call(self, function: Callable[[], Any]) -> Any:
        """Call a function; TooSlow if it does not return in time."""
        start = perf_counter()
        try:
            self._set(self.left)
            return function()
        finally:
            self._set(0)
            self.left -= perf_counter() - start


@contextmanager
def unnoticed() -> Iterator[None]:
    """Show nothing of what is printed and warned of, and give back the state of random numbers."""
    states = random.getstate(), np.random.get_state()  # noqa: NPY002 - the one that a user's function may draw from
    with warnings.catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            random.setstate(states[0])
            np.random.set_state(states[1])  # noqa: NPY002
