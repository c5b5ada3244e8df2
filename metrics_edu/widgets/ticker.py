"""Ticker: a method that is called again and again, from a thread of its own, whether or not an event loop runs."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable


class Ticker:
    """Calls a method every few seconds, for as long as it returns true.

    The thread ends with `stop`, with its object, and with Python: nothing waits for it.

    Parameters
    ----------
    tick : bound method
        Whether it is to be called again.
    seconds : float

    Examples
    --------
    >>> class Bell:
    ...     rung = threading.Event()
    ...
    ...     def ring(self) -> bool:
    ...         self.rung.set()
    ...         return False
    >>> bell = Bell()
    >>> Ticker(bell.ring, 0.01).start()
    >>> bell.rung.wait(5)
    True
    """

    def __init__(self, tick: Callable[[], bool], seconds: float) -> None:
        self._tick, self._seconds = weakref.WeakMethod(tick), seconds
        self._stopped = threading.Event()

    def start(self) -> None:
        """Call the method from so many seconds after now on; if it was being called, the time begins anew."""
        self.stop()
        self._stopped = threading.Event()
        arguments = (self._tick, self._stopped, self._seconds)
        threading.Thread(target=_run, args=arguments, name="metrics_edu ticker", daemon=True).start()

    def stop(self) -> None:
        """Call it no more."""
        self._stopped.set()


def _run(tick: weakref.WeakMethod[Callable[[], bool]], stopped: threading.Event, seconds: float) -> None:
    while not stopped.wait(seconds):
        method = tick()
        if method is None or not method():
            return
        del method  # while this waits, the object may go
