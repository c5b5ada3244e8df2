"""Records of learners who have made a mistake, and avoided it since."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date, timedelta

from metrics_edu.practice.record.record_lines import FILE_KIND, Event
from metrics_edu.practice.tutor.drill import first_answers, next_exercise


def made(metric: str, code: str, day: date, *right_after: int) -> list[Event]:
    """Return a mistake of a day, and right answers to what comes next, each some days after the one before."""
    events: list[Event] = []
    for wait in (0, *right_after):
        day += timedelta(wait)
        name = next_exercise(first_answers(events), day, [metric]).name
        codes = () if events else (code,)
        what = "right" if events else "tried"
        events.append(Event(name, what, ("0.5",), metric=metric, codes=codes, at=f"{day}T10:00:00+00:00"))
    return events


def record_of(events: Iterable[Event]) -> str:
    """Return the text of a record, in the order of time."""
    lines = [{"kind": FILE_KIND}, *map(asdict, sorted(events, key=lambda event: event.at))]
    return "\n".join(map(json.dumps, lines))
