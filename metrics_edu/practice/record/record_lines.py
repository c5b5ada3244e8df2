"""The lines of a learner's record: what they hold, of which nothing is trusted, and which of them are damaged.

The site's page reads by the same rules (`website/page/src/record/record_lines.ts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
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
    at: str = ""  # date and time, as ISO 8601
    shares: tuple[float, ...] = ()  # by code: of the values of other lists, those it gives

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


def read_lines(text: str) -> tuple[list[Event], list[int]]:
    """Return the events of a record's text, and the numbers of the damaged lines.

    A line that only a newer version knows holds no event here, and is not damaged.
    """
    events: list[Event] = []
    damaged: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = _checked(dict, json.loads(line))
            events += [] if entry.get("kind") == FILE_KIND else _event(entry)
        except (ValueError, RecursionError):
            damaged.append(number)
    return events, damaged


def kept_texts(values: Iterable[object]) -> tuple[str, ...]:
    """Return texts that can be shown: a lone surrogate, for example, cannot be sent to a widget."""
    return tuple(one_line(value)[:MAX_CHARACTERS] for value in values)


def _event(entry: dict[str, Any]) -> list[Event]:
    """Return the event of an entry, if this version knows what it is; ValueError if it is damaged."""
    name, what = _checked(str, entry.get("name")), _checked(str, entry.get("what"))
    if what not in get_args(What):
        return []
    answers, codes = (_texts(entry.get(key, [])) for key in ("answers", "codes"))
    counts = {"seed": _whole(entry.get("seed", 0)), "hints": _whole(entry.get("hints", 0), low=0)}
    shares = tuple(_number(share, 0, 1) for share in _checked(list, entry.get("shares", [])))
    words = {key: _checked(str, entry.get(key, "")) for key in ("metric", "at")}
    return [Event(name, what, kept_texts(answers), codes=tuple(codes), shares=shares, **counts, **words)]  # type: ignore[arg-type]


def _checked(kind: type[Any], value: object) -> Any:
    if not isinstance(value, kind):
        raise ValueError(type(value).__name__)
    return value


def _texts(value: object) -> list[str]:
    return [_checked(str, text) for text in _checked(list, value)]


def _number(value: object, low: float, high: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(type(value).__name__)
    return float(value)  # type: ignore[arg-type]


def _whole(value: object, low: int = -MAX_NUMBER) -> int:
    if (number := _number(value, low, MAX_NUMBER)) % 1:
        raise ValueError(number)
    return int(number)
