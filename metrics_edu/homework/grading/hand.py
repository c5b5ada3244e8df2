"""Points by hand: the lines of hand.csv, which a teacher writes and no command changes.

Columns are id, part, points and comment. A line is about one person (by id, e-mail or name), or about everyone (`*`).
A wrong line is a finding, and grading goes on without it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from metrics_edu.homework.classroom.drawn_pairs import LISTS_OF_A_MEASURE, usual_spelling
from metrics_edu.homework.findings import Finding, finding
from metrics_edu.homework.grading.lateness import Find
from metrics_edu.homework.grading.points import ZERO, cents, local_points
from metrics_edu.homework.grading.result import Result
from metrics_edu.homework.moments import read_moment
from metrics_edu.homework.policy import Policy
from metrics_edu.language import N_, _
from metrics_edu.tables.file_format import numbered_rows

COLUMNS = (
    ("id", "submission", "entrega"),
    ("part", "measure", "parte", "medida"),
    ("points", "puntos"),
    ("comment", "comentario"),
)
"""How each column may be called, in any case; the last one may be missing."""
PARTS = {
    "": "points",
    "puntos": "points",
    "formato": "format",
    "ejercicio": "exercise",
    "atraso": "late",
    "bono": "bonus",
    "plazo": "deadline",
}
"""Other names of parts; a line without a part is about all points."""
PART_NAMES = {
    "format": N_("Format"),
    "exercise": N_("Exercise in class"),
    "late": N_("Lateness"),
    "bonus": N_("Bonus"),
    "points": N_("All points"),
    "deadline": N_("Deadline"),
}
"""What students read for a part; a measure has its own name."""
EXCUSED, VOID = "excused", "void"
WORDS = {"eximido": EXCUSED, "eximida": EXCUSED, "anulado": VOID, "anulada": VOID}
ALLOWED = {
    "bonus": ((), N_("a number")),
    "late": ((EXCUSED,), N_("a number, or excused")),
    "question": ((VOID,), N_("a number, or void")),
    "deadline": ((), N_("a time such as 2026-11-30 23:59")),
    "": ((EXCUSED, VOID), N_("a number, excused or void")),
}
"""What may be written for a part, and its words; the last row is for the other parts."""
EVERYONE = "*"
MOST_POINTS = 10_000


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
        self._most = maxima(policy) | questions_of(policy) | {"points": policy.full}
        dated = ["deadline"] if policy.late and policy.late.due else []
        self._parts = [*self._most, "bonus", *(["late"] if policy.late else []), *dated]
        self.findings: list[Finding] = []
        self._lines = list(self._read()) if policy.hand else []

    def of(self, names: Iterable[str], find: Find) -> dict[str, Marks]:
        """Return the lines about each person, by the name of their submission: their own line before one for everyone."""
        found: dict[str | None, dict[str, HandLine]] = {}
        for line in self._lines:
            name = EVERYONE if line.who == EVERYONE else find(line.who)
            if name is None:
                self._report("UNKNOWN_ID", line.number, value=line.who)
            elif other := found.get(name, {}).get(line.part):
                self._report("HAND_TWICE", line.number, first=other.number, part=line.part, who=line.who)
            found.setdefault(name, {})[line.part] = line
        return {name: found.get(EVERYONE, {}) | found.get(name, {}) for name in names}

    def _report(self, code: str, line: int, **facts: object) -> None:
        self.findings.append(finding(code, name=self._path.name, line=line, **facts))

    def _read(self) -> Iterator[HandLine]:
        try:
            (_first, head), *rows = numbered_rows(self._path.read_bytes())
            names = [cell.casefold() for cell in head]
            columns = [next((k for k, name in enumerate(names) if name in known), len(head)) for known in COLUMNS]
            if len(head) in columns[:3]:
                raise ValueError
        except (OSError, ValueError, csv.Error):
            text = _("{path}: expected a CSV with the columns id, part, points and comment", path=self._path)
            raise ValueError(text) from None
        for number, row in rows:
            who, part, points, comment = ([*row, *[""] * len(head)][k] if k < len(head) else "" for k in columns)
            if (named := self._part(part)) is None:
                self._report("HAND_PART", number, value=part, allowed=", ".join(self._parts))
            elif (value := self._value(number, named, points)) is None or (value == "" and not comment):
                allowed = _(ALLOWED.get(_kind(named), ALLOWED[""])[1])
                self._report("HAND_VALUE", number, value=points, part=named, allowed=allowed)
            else:
                yield HandLine(number, who, named, value, comment)

    def _part(self, text: str) -> str | None:
        named = PARTS.get(text.casefold(), text)
        if found := [part for part in self._parts if part.casefold() == named.casefold()]:
            return found[0]
        try:
            measure = self._policy.measure_called(named)
        except ValueError:
            return None
        return measure if measure in self._most else None

    def _value(self, number: int, part: str, text: str) -> Decimal | datetime | str | None:
        """Return what is written for a part; None if it cannot be read."""
        if part == "deadline" and self._policy.late:
            return read_moment(text, self._policy.late.zone_info)
        word = WORDS.get(text.casefold(), text.casefold())
        if word in ("", *ALLOWED.get(_kind(part), ALLOWED[""])[0]):
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


def _kind(part: str) -> str:
    return "question" if " #" in part else part


def points_by_hand(result: Result, marks: Marks, policy: Policy) -> tuple[dict[str, Decimal], list[list[str]]]:
    """Return the points of the parts as they are with the lines by hand, and rows for a table of what was changed."""
    most, questions = maxima(policy), questions_of(policy)
    answered = {detail.title: detail.points for detail in result.details if detail.part == "exercise"}
    before = dict.fromkeys(most | questions, ZERO) | result.points | answered
    lines = {part: line for part, line in marks.items() if part in most | questions}
    after = before | {part: set_by_hand(line, before[part], (most | questions)[part]) for part, line in lines.items()}
    if questions.keys() & marks.keys() and "exercise" not in marks:
        after["exercise"] = cents(sum((after[title] for title in questions), ZERO))
    counted = [part for part in most if part not in marks or marks[part].value != EXCUSED]
    whole = sum((most[part] for part in counted), ZERO)
    share = sum((after[part] for part in counted), ZERO) / whole if whole else Decimal(1)
    after |= {part: cents(most[part] * share) for part in most if part not in counted}
    rows = [
        [part, local_points(before[part]), line_text(line), local_points(after[part])] for part, line in lines.items()
    ]
    return result.points | {part: after[part] for part in most}, rows


def set_by_hand(line: HandLine | None, before: Decimal, most: Decimal) -> Decimal:
    """Return the points that a line gives; an excused deduction is 0, and an excused part is computed of the others."""
    if line is None or line.value == "":
        return before
    if isinstance(line.value, Decimal):
        return line.value
    return most if line.value == VOID or line.part == "late" else before


def line_text(line: HandLine) -> str:
    """Return what a line says beside its points."""
    words = {EXCUSED: _("Excused."), VOID: _("Void: all points.")}.get(str(line.value), "")
    if isinstance(line.value, datetime):
        words = f"{line.value:%Y-%m-%d %H:%M}"
    return " ".join(filter(None, [words, line.comment]))
