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
ONE_THREAD = threading.RLock()
"""What is printed, warned of and drawn is of the whole process: two threads would give back each other's state."""


class TooSlow(BaseException):
    """A call took too long; no Exception, which a user's function may catch, and which is reported as its own."""


class TimeLimit:
    """The seconds that a user's function may take, all calls together.

    On the main thread of Linux and macOS an alarm ends the call that is running. Elsewhere, the calls after it are not made.
    An alarm that was set before rings after it.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = self.left = seconds
        self.is_calling = False

    def __enter__(self) -> Self:
        self.has_alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self.has_alarm:
            self.timer_before = signal.setitimer(signal.ITIMER_REAL, 0)
            self.before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(self, *_error: object) -> None:
        if self.has_alarm:
            signal.signal(signal.SIGALRM, self.before or signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, *self.timer_before)

    def _ring(self, *_signal: object) -> None:
        if self.is_calling:
            raise TooSlow

    def _set(self, seconds: float) -> None:
        if self.has_alarm:
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN if seconds else 0)

    def call(self, function: Callable[[], Any]) -> Any:
        """Call a function; TooSlow if it does not return in time."""
        start = perf_counter()
        self.is_calling = True
        try:
            self._set(self.left)
            return function()
        finally:
            self.is_calling = False  # an alarm that rings from here on ends nothing
            self._set(0)
            self.left -= perf_counter() - start


@contextmanager
def unnoticed() -> Iterator[None]:
    """Show nothing of what is printed and warned of, and give back the state of random numbers; in one thread at a time."""
    with ONE_THREAD, warnings.catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        states = random.getstate(), np.random.get_state()  # noqa: NPY002 - the one that a user's function may draw from
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            random.setstate(states[0])
            np.random.set_state(states[1])  # noqa: NPY002
