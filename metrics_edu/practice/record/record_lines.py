"""The lines of a learner's record: what they hold, of which nothing is trusted, and which of them are damaged.

The site's page reads by the same rules (`website/page/src/record/record_lines.ts`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, get_args

from metrics_edu.working.labels import one_line

FILE_KIND = "metrics_edu progress"
MAX_NUMBER = 10**300
"""The greatest number of a record: a browser takes one of 309 digits for infinite."""
MAX_CHARACTERS = 200
"""The length of a text that is kept: what is longer is cut off."""
What = Literal["tried", "right", "shown", "begun", "stepped", "typed"]


@dataclass(frozen=True)
class Record:
    tried: int = 0  # how often an answer was checked
    right: bool = False  # all of it was right once
    shown: bool = False  # the solution was shown before it was right
    answers: tuple[str, ...] = ()  # the last ones
    seed: int = 0  # which lists were drawn; 0: those of the lesson


@dataclass(frozen=True)
class Event:
    """What happened once: an answer was tried, was right, or typed; the solution was shown, it was begun again, a step filled in.

    With hints, "begun" means that one was opened. The answers of a step are the entries of all step fields, in order, or that of
    the one step of a Drill. Of a FadedStepper, whose names begin with "steps", they are the symbol of the step, its state, and
    its entries. What was typed and not checked has a name of its lists, and then the key and the text of each field.
    """

    name: str  # of the exercise, prediction or task
    what: What
    answers: tuple[str, ...] = ()
    seed: int = 0  # which lists were drawn; 0: those of the lesson
    hints: int = 0  # how many were shown before
    metric: str = ""  # whose value was asked for: "AP"
    codes: tuple[str, ...] = ()  # of the known mistakes that give what was answered
    at: str = ""  # date and time, as ISO 8601; "" in a line of an older version
    shares: tuple[float, ...] = ()  # by code: of the values of other lists, those it gives; an older version has none

    @property
    def outcome(self) -> str:
        """How it went: "solved", with a "hint", or still "open"."""
        return "open" if self.what != "right" else "hint" if self.hints else "solved"

    @property
    def day(self) -> date | None:
        """The day; None where it is not known, and in a year after which no date comes."""
        with suppress(ValueError):
            day = date.fromisoformat(self.at[:10])
            return day if day.year < date.max.year else None
        return None


def read_lines(text: str) -> tuple[list[Event | dict[str, Record]], list[int]]:
    """Return what can be read of a record's text, and the numbers of the damaged lines.

    It has events, and the records of an older version. A line that only a newer version knows holds nothing here, and is not
    damaged.
    """
    entries: list[Event | dict[str, Record]] = []
    damaged: list[int] = []
    for number, value in _values(text):
        try:
            entry = _checked(dict, value)
            if entry.get("kind") == FILE_KIND:
                records = _checked(dict, entry.get("records", {}))
                entries.append(found := _of_older_version(records))
                is_whole = len(found) == len(records)
            else:
                entries += _event(entry)
                is_whole = True
        except ValueError:
            is_whole = False
        if not is_whole and damaged[-1:] != [number]:
            damaged.append(number)
    return entries, damaged


def kept_texts(values: Iterable[object]) -> tuple[str, ...]:
    """Return texts that can be shown: a lone surrogate, for example, cannot be sent to a widget."""
    return tuple(one_line(value)[:MAX_CHARACTERS] for value in values)


def _values(text: str) -> Iterator[tuple[int, object]]:
    """Yield the number of the line in which a value begins, and the value; None, if there is none up to the end of the line."""
    decoder, end = json.JSONDecoder(), 0
    number = 1
    counted = 0
    while begin := re.compile(r"\S").search(text, end):
        number += text.count("\n", counted, begin.start())
        counted = begin.start()
        line_end = text.find("\n", counted) % (len(text) + 1)
        # An older version wrote one object over several lines. In any other case the decoder sees one line: each of its errors
        # counts the lines of all that it was given.
        is_long = text[counted:line_end].rstrip() == "{"
        unread = text[counted:] if is_long else text[counted:line_end]
        try:
            value, length = decoder.raw_decode(unread)
            end = counted + length
        except (ValueError, RecursionError):
            value, end = None, line_end
        yield number, value


def _event(entry: dict[str, Any]) -> list[Event]:
    """Return the event of an entry, if this version knows what it is; ValueError if it is damaged."""
    name, what = _checked(str, entry.get("name")), _checked(str, entry.get("what"))
    if what not in get_args(What):
        return []
    answers, codes = (_texts(entry.get(key, [])) for key in ("answers", "codes"))
    counts = {"seed": _whole(entry.get("seed", 0)), "hints": _count(entry.get("hints", 0))}
    shares = tuple(_share(share) for share in _checked(list, entry.get("shares", [])))
    words = {key: _checked(str, entry.get(key, "")) for key in ("metric", "at")}
    return [Event(name, what, kept_texts(answers), codes=tuple(codes), shares=shares, **counts, **words)]  # type: ignore[arg-type]


def _of_older_version(records: dict[str, Any]) -> dict[str, Record]:
    """Return those records that have all that an older version wrote."""
    found = {}
    for name, kept in records.items():
        with suppress(ValueError):
            found[name] = _record(_checked(dict, kept))
    return found


def _record(kept: dict[str, Any]) -> Record:
    right, shown = (_checked(bool, kept.get(key)) for key in ("right", "shown"))
    return Record(
        _count(kept.get("tried")), right, shown, kept_texts(_texts(kept.get("answers"))), _whole(kept.get("seed"))
    )


def _checked(kind: type[Any], value: object) -> Any:
    if not isinstance(value, kind):
        raise ValueError(type(value).__name__)
    return value


def _texts(value: object) -> list[str]:
    return [_checked(str, text) for text in _checked(list, value)]


def _whole(value: object) -> int:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not -MAX_NUMBER <= value <= MAX_NUMBER or value != value // 1:  # type: ignore[operator]
        raise ValueError(type(value).__name__)
    return int(value)


def _share(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= 1:  # type: ignore[operator]
        raise ValueError(type(value).__name__)
    return float(value)  # type: ignore[arg-type]


def _count(value: object) -> int:
    if (count := _whole(value)) < 0:
        raise ValueError(count)
    return count
