"""The time from which on a finished sheet may show its values."""

from __future__ import annotations

import re
from datetime import datetime

from metrics_edu.language import refused

TIME = re.compile(r"20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?")


def read_reveal(text: str) -> str:
    """Return the time in its usual form, or "" where an exercise never shows its values.

    Parameters
    ----------
    text : str
        A time, of the reader's own clock if it names no zone.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> read_reveal("2026-11-26T12:30:00"), read_reveal("")
    ('2026-11-26T12:30', '')
    """
    text = text.strip()
    try:
        return text and _moment(text).isoformat(timespec="minutes")
    except (ValueError, OverflowError):
        raise refused("reveal takes a time from 2000 to 2099 (2026-11-26T12:30); got {value!r}", value=text) from None


def check_reveal(reveal: str, now: float) -> None:
    """Raise ValueError if the values may not be shown: never, or the time has not come.

    Examples
    --------
    >>> check_reveal("2026-11-26T12:30Z", 1.8e9)
    >>> check_reveal("", 1.8e9)
    Traceback (most recent call last):
      ...
    ValueError: this exercise does not show its values
    """
    if not reveal:
        raise refused("this exercise does not show its values")
    if now < _moment(reveal).timestamp():
        raise refused("the values of this exercise can be shown from {time} on", time=shown_time(reveal))


def shown_time(reveal: str) -> str:
    """Return the time on the reader's own clock."""
    return _moment(reveal).astimezone().strftime("%Y-%m-%d %H:%M")


def _moment(text: str) -> datetime:
    if not TIME.fullmatch(text):
        raise ValueError(text)
    moment = datetime.fromisoformat(text)
    moment.timestamp()
    return moment
