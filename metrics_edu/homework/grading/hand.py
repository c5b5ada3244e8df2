"""Points by hand: the lines of hand.csv, which a teacher writes and no command changes.

Columns are id, part, points and comment. A line is about one person (by id, e-mail or name), or about everyone (`*`).
A wrong line is a finding, and grading goes on without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from metrics_edu.homework.classroom.exercise_file import LISTS_OF_A_MEASURE, usual_spelling
from metrics_edu.homework.findings import Finding, finding
from metrics_edu.homework.grading.points import local_points
from metrics_edu.homework.grading.teacher_table import Find, read_teacher_table, without_address
from metrics_edu.homework.moments import read_moment
from metrics_edu.homework.policy import Policy
from metrics_edu.language import N_

COLUMNS = {
    "id": ("id", "submission", "entrega"),
    "part": ("part", "measure", "parte", "medida"),
    "points": ("points", "puntos"),
}
"""The columns and their names; `comment` may be missing."""
PART_NAMES = {
    "format": N_("Format"),
    "exercise": N_("Exercise in class"),
    "late": N_("Lateness"),
    "bonus": N_("Bonus"),
    "points": N_("All points"),
    "deadline": N_("Deadline"),
}
"""What students read for a part; a measure has its own name."""
EXCUSED, VOID, EVERYONE = "excused", "void", "*"
MOST_POINTS = 10_000
DECIMALS = re.compile(r"(\d{1,2})(?:,(.*))?", flags=re.S)
"""What a comment looks like if a decimal comma without quotes has cut a number in two."""


class HandLine(NamedTuple):
    """A line that can be used; its value is points, a deadline, a word, or "" with a comment alone."""

    number: int
    who: str
    part: str
    value: Decimal | datetime | str
    comment: str


Marks = Mapping[str, HandLine]
"""The lines about one person, by part."""


def questions_of(policy: Policy) -> dict[str, Decimal]:
    """Return the points of each question of the exercise in class, such as "AP@5 #1"."""
    part = policy.submissions.exercise
    names = dict.fromkeys(map(usual_spelling, part.measures)) if part else {}
    titles = [f"{name} #{k}" for name in names for k in range(1, LISTS_OF_A_MEASURE + 1)]
    return {title: policy.points.exercise / len(titles) for title in titles}


def maxima(policy: Policy) -> dict[str, Decimal]:
    """Return the points of each part of the policy."""
    exercise = {"exercise": policy.points.exercise} if policy.submissions.exercise else {}
    return {"format": policy.points.format} | policy.claims | exercise


class HandFile:
    """The lines of hand.csv that can be used, and `findings` about the others."""

    def __init__(self, policy: Policy) -> None:
        self._policy, self._path = policy, policy.path(policy.hand or "")
        self._deadline = policy.late.deadline if policy.late else None
        self._most = maxima(policy) | questions_of(policy) | {"points": policy.full}
        self._parts = [
            *self._most,
            "bonus",
            *(["late"] if policy.late else []),
            *(["deadline"] if self._deadline else []),
        ]
        self.findings: list[Finding] = []
        self._lines = list(self._read()) if policy.hand else []

    def of(self, names: Iterable[str], find: Find) -> dict[str, Marks]:
        """Return the lines about each person, by the name of their submission: their own line before one for everyone."""
        found: dict[str | None, dict[str, HandLine]] = {}
        for line in self._lines:
            name = EVERYONE if line.who == EVERYONE else find(line.who)
            if name is None:
                self._report("UNKNOWN_ID", line.number, value=without_address(line.who))
            elif other := found.get(name, {}).get(line.part):
                self._report("HAND_TWICE", line.number, first=other.number, part=line.part, who=name)
            found.setdefault(name, {})[line.part] = line
        return {name: found.get(EVERYONE, {}) | found.get(name, {}) for name in names}

    def _report(self, code: str, line: int, **facts: object) -> None:
        self.findings.append(finding(code, name=self._path.name, line=line, **facts))

    def _read(self) -> Iterator[HandLine]:
        for number, row in read_teacher_table(self._path, COLUMNS):
            cells = dict.fromkeys(COLUMNS, "") | row
            comment = row.get("comment", row.get("comentario", ""))
            if cells["points"].isdecimal() and (cut := DECIMALS.fullmatch(comment)):
                cells["points"], comment = f"{cells['points']},{cut[1]}", cut[2] or ""
            part, points = self._part(cells["part"]), cells["points"]
            value = self._value(number, part, points) if part else None
            if part is None:
                self._report("HAND_PART", number, value=cells["part"], allowed=", ".join(self._parts))
            elif value is None or (value == "" and not comment):
                self._report("HAND_VALUE", number, value=points, part=part)
            else:
                yield HandLine(number, cells["id"], part, value, comment)

    def _part(self, text: str) -> str | None:
        named = text or "points"
        with suppress(ValueError):
            named = self._policy.measure_called(named)
        return next((part for part in self._parts if part.casefold() == named.casefold()), None)

    def _value(self, number: int, part: str, text: str) -> Decimal | datetime | str | None:
        """Return what is written for a part; None if it cannot be read."""
        if part == "deadline" and self._deadline:
            return read_moment(text, self._deadline.tzinfo)
        word = text.casefold()
        if (
            word == ""
            or (word == VOID and part in self._most)
            or (word == EXCUSED and part in (*maxima(self._policy), "points"))
        ):
            return word
        try:
            points = Decimal(text.replace(",", "."))
            if not (-MOST_POINTS if part == "bonus" else 0) <= points <= MOST_POINTS:
                return None
        except InvalidOperation:
            return None
        if "," in text:
            self._report("HAND_COMMA", number, value=text, points=str(points))
        if points > (most := self._most.get(part, points)):
            self._report("HAND_ABOVE", number, value=text, part=part, most=local_points(most))
        return points
