"""Moments: a date and a time as systems write them, with a time zone."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

YEARS = range(1990, 2200)
"""A time in another year is none; one in the year 1 or 9999 cannot be written in all time zones."""
MONTHS = ("jan feb mar apr may jun jul aug sep oct nov dec", "ene feb mar abr may jun jul ago sep oct nov dic")
MONTH = {name: number for names in MONTHS for number, name in enumerate(names.split(), start=1)}
"""The number of a month, by the first three characters of its English or Spanish name."""
MOODLE = re.compile(
    r"[^\W\d]+, (\d{1,2}) (?:de )?([^\W\d]{3})[^\W\d]* (?:de )?(\d{4}), (\d{1,2}):(\d\d)(?:\s*([AP])\.?\s?M\.?)?",
    flags=re.I,
)
"""Such as "Friday, 27 November 2026, 11:58 PM" and "viernes, 27 de noviembre de 2026, 23:58"."""

MOMENT_IN_WORDS = (
    r"(?:[^\W\d]{3,}\.? \d{1,2}|\d{1,2} (?:de )?[^\W\d]{3,}\.?),? (?:del? )?20\d\d,? "
    r"\d{1,2}[:.]?\d\d(?: ?[AaPp]\.? ?[Mm]\.?)?"
)
"""Such as "Nov 27, 2026 1158 AM" and "27 de nov. de 2026 2358", as Brightspace writes them."""


def read_moment(text: str, zone: tzinfo | None) -> datetime | None:
    """Return a moment with its time zone; None of what is no moment.

    Text without a time zone is of `zone`; without a `zone` it has none. A date without a time is the end of that day.

    >>> utc = ZoneInfo("UTC")
    >>> str(read_moment("2026-11-27 23:59", utc)), str(read_moment("2026-11-27", utc))
    ('2026-11-27 23:59:00+00:00', '2026-11-27 23:59:59+00:00')
    >>> str(read_moment("20261127", utc))
    '2026-11-27 23:59:59+00:00'
    >>> str(read_moment("viernes, 27 de noviembre de 2026, 23:58", utc))
    '2026-11-27 23:58:00+00:00'
    >>> str(read_moment("Nov 27, 2026 1158 PM", utc)), str(read_moment("27 de nov. de 2026 905", utc))
    ('2026-11-27 23:58:00+00:00', '2026-11-27 09:05:00+00:00')
    >>> read_moment("-", utc)
    """
    text, last = text.strip(), text.strip().rpartition(" ")[2]
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):  # a deadline ends in the name of its zone
        zone = ZoneInfo(last)
        text = text.removesuffix(last).strip()
    with suppress(ValueError):
        text = f"{date.fromisoformat(text)} 23:59:59"
    with suppress(ValueError):
        plain = _in_digits(text) if re.fullmatch(MOMENT_IN_WORDS, text) else MOODLE.sub(_iso, text)
        moment = datetime.fromisoformat(plain)
        if moment.year in YEARS:
            return moment if moment.tzinfo else moment.replace(tzinfo=zone)
    return None


def _iso(found: re.Match[str]) -> str:
    return _written(found[3], found[2], found[1], int(found[4]), found[5], found[6] or "")


def _in_digits(text: str) -> str:
    day, year, *time = re.findall(r"\d+", text)
    clock = "".join(time)
    month, *half = re.findall(r"[^\W\d]+", re.sub(r"\bdel?\b", "", text))
    return _written(year, month[:3], day, int(clock[:-2]), clock[-2:], "".join(half)[:1])


def _written(year: str, month: str, day: str, hour: int, minute: str, half: str) -> str:
    if half:
        hour = hour % 12 + (12 if half in "Pp" else 0)
    return f"{year}-{MONTH.get(month.casefold(), 0):02}-{int(day):02} {hour:02}:{minute}"
