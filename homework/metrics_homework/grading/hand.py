"""Points by hand: the lines of hand.csv, which a teacher writes and no command changes, and a submission with these points.

Columns are id, part, points and comment. A line is about one person (by id, e-mail or name), or about everyone (`*`).
A wrong line is a finding, and grading goes on without it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from metrics_edu.language import N_, SPREADSHEET, _, plain_number
from metrics_homework.classroom.exercise_file import LISTS_OF_A_MEASURE, usual_spellings
from metrics_homework.findings import Finding, finding
from metrics_homework.grading.lateness import deduction
from metrics_homework.grading.points import ZERO, cents, local_points
from metrics_homework.grading.result import Result
from metrics_homework.grading.teacher_table import Find, read_teacher_table
from metrics_homework.judging.judged_claims import DECISIONS, EXCUSED, VOID
from metrics_homework.moments import read_moment
from metrics_homework.policy import Policy
from metrics_homework.submission.file_owners import without_address

COLUMNS = {
    "id": ("id", "submission", "entrega"),
    "part": ("part", "measure", "parte", "medida"),
    "points": ("points", "puntos"),
}
"""The columns and their names; `comment` may be missing."""
PART_NAMES = {
    "format": N_("Format"),
    "exercise": N_("Exercise in class"),
    "functions": N_("Functions"),
    "late": N_("Lateness"),
    "bonus": N_("Bonus"),
    "points": N_("All points"),
    "deadline": N_("Deadline"),
}
"""What students read for a part; a measure and a part that is graded by hand have their own names."""
EVERYONE = "*"
MOST_POINTS = 10_000
DECIMALS = re.compile(r"(\d+)(?:,(.*))?", flags=re.S | re.A)
"""What a comment looks like if a decimal comma without quotes has cut a number in two."""


class HandLine(NamedTuple):
    """A line that can be used; its value is points, a deadline, a word, or "" with a comment alone."""

    number: int
    who: str
    part: str
    value: Decimal | datetime | str
    comment: str

    def over(self, other: HandLine | None) -> HandLine:
        """Return this line; where one of both is a comment alone, with the value of the other and both comments."""
        if other is None or "" not in (self.value, other.value):
            return self
        comments = filter(None, (other.comment, self.comment))
        return self._replace(value=other.value if self.value == "" else self.value, comment=" ".join(comments))


Marks = Mapping[str, HandLine]
"""The lines about one person, by part."""


def questions_of(policy: Policy) -> dict[str, Decimal]:
    """Return the points of each question of the exercise in class, such as "AP@5 #1"."""
    part = policy.submissions.exercise
    names = usual_spellings(part.measures) if part else []
    titles = [f"{name} #{k}" for name in names for k in range(1, LISTS_OF_A_MEASURE + 1)]
    return {title: policy.points.exercise / len(titles) for title in titles}


def decisions_in(marks: Marks) -> dict[str, str]:
    """Return the parts that are excused or void."""
    return {part: str(line.value) for part, line in marks.items() if line.value in DECISIONS}


class HandFile:
    """Reads the lines of hand.csv that can be used, and collects `findings` about the others."""

    def __init__(self, policy: Policy, file: str | None) -> None:
        self._policy, self._file, self._path = policy, file, policy.path(file or "")
        self._deadline = policy.late.deadline if policy.late else None
        self._most = policy.maxima | questions_of(policy) | {"points": policy.full}
        of_time = {"late": policy.late, "deadline": self._deadline}
        self._parts = [*self._most, "bonus", *(part for part, is_used in of_time.items() if is_used)]
        self.findings: list[Finding] = []

    def of(self, names: Iterable[str], find: Find) -> dict[str, Marks]:
        """Return the lines about each person, by the name of their submission: their own line before one for everyone."""
        found: dict[str | None, dict[str, HandLine]] = defaultdict(dict)
        for line in self._read() if self._file else ():
            name = EVERYONE if line.who == EVERYONE else find(line.who)
            other = found[name].get(line.part)
            if name is None:
                self._report("UNKNOWN_ID", line.number, value=without_address(line.who))
            elif other and "" not in (line.value, other.value):
                self._report("HAND_TWICE", line.number, first=other.number, part=line.part, who=name)
            found[name][line.part] = line.over(other)
        everyone = found[EVERYONE]
        own = {name: {part: line.over(everyone.get(part)) for part, line in found[name].items()} for name in names}
        return {name: everyone | lines for name, lines in own.items()}

    def _report(self, code: str, line: int, **facts: object) -> None:
        self.findings.append(finding(code, name=self._path.name, line=line, **facts))

    def _read(self) -> Iterator[HandLine]:
        for number, row, is_longer in self._rows():
            cells = dict.fromkeys(COLUMNS, "") | row
            comment = row.get("comment", row.get("comentario", ""))
            cut = DECIMALS.fullmatch(comment) if re.fullmatch(r"-?\d+", cells["points"], flags=re.A) else None
            if cut and is_longer:
                cells["points"], comment = f"{cells['points']},{cut[1]}", cut[2] or ""
            part, points = self._part(cells["part"]), cells["points"]
            value = self._value(number, part, points) if part else None
            if part is None:
                self._report("HAND_PART", number, value=cells["part"], allowed=", ".join(self._parts))
            elif cut and cut[2] is None and not is_longer:
                self._report("HAND_CUT", number, value=comment, part=part)
            elif value is None or (value == "" and not comment):
                self._report("HAND_VALUE", number, value=points, part=part)
            else:
                yield HandLine(number, cells["id"], part, value, comment)

    def _rows(self) -> list[tuple[int, dict[str, str], bool]]:
        return read_teacher_table(self._path, COLUMNS)

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
        parts = {"": self._parts, VOID: self._most, EXCUSED: (*self._policy.maxima, "points")}
        if part in parts.get(word, ()):
            return word
        try:
            points = Decimal(plain_number(text, SPREADSHEET))
            if not (-MOST_POINTS if part == "bonus" else 0) <= points <= MOST_POINTS:
                return None
        except InvalidOperation:
            return None
        if "," in text:
            self._report("HAND_COMMA", number, value=text, points=str(points))
        if points > (most := self._most.get(part, points)):
            self._report("HAND_ABOVE", number, value=text, part=part, most=local_points(most))
        return points


@dataclass(frozen=True)
class GradedSubmission:
    result: Result  # with the name that is shown, and the points set by hand
    computed: Mapping[str, Decimal]  # the points of the parts before
    days: Decimal  # late, or started hours
    late: Decimal
    bonus: Decimal
    sum: Decimal
    marks: Marks
    by_hand: Sequence[list[str]]  # of each line: part, points before, words, points after
    ungraded: Sequence[str]  # the parts without points, which have to be graded
    standing: str = ""  # its place on the leaderboard, in words

    @property
    def is_excused(self) -> bool:
        return "points" in self.marks and self.marks["points"].value == EXCUSED

    @property
    def has_sum_by_hand(self) -> bool:
        return "points" in self.marks and self.marks["points"].value != ""


def graded_submission(
    result: Result, marks: Marks, table: Marks, days: Decimal, won: Decimal, policy: Policy
) -> GradedSubmission:
    """Return a submission with what the teacher's lines change; `table` has the line of its functions, and `won` is the bonus."""
    is_rejected = any(found.code in policy.reject for found in result.findings)
    given = {} if is_rejected else {**table}
    marks = given | {part: line.over(given.get(part)) for part, line in marks.items()}
    points, rows = _points_by_hand(result, marks, policy)
    computed_late = deduction(days, policy)
    late = _set(marks.get("late"), computed_late, ZERO)
    bonus = won + _set(marks.get("bonus"), ZERO, ZERO)
    counted = max(max(sum(points.values(), ZERO) - late, ZERO) + bonus, ZERO)
    total = _set(marks.get("points"), counted, policy.full)
    sums = {"late": (-computed_late, -late), "bonus": (won, bonus), "points": (counted, total)}
    rows += [_row(marks[part], before, after) for part, (before, after) in sums.items() if part in marks]
    if "deadline" in marks:
        rows.append(["deadline", "", _row(marks["deadline"], ZERO, ZERO)[2], ""])
    is_here = "NOTHING" not in result.codes or any(points.get(part) for part in policy.given)
    is_open = is_here and not is_rejected and ("points" not in marks or marks["points"].value == "")
    ungraded = [part for part, most in policy.given.items() if is_open and most and part not in points]
    changed = replace(result, points=points)
    return GradedSubmission(changed, result.points, days, late, bonus, total, marks, rows, ungraded)


def _points_by_hand(result: Result, marks: Marks, policy: Policy) -> tuple[dict[str, Decimal], list[list[str]]]:
    """Return the points of the parts with the lines by hand, and rows for a table of the changes.

    An excused part gets the share of its points that the other parts have. A part that no table has points of is left out.
    """
    most, questions = policy.maxima, questions_of(policy)
    answered = {detail.title: detail.points for detail in result.details if detail.part == "exercise"}
    before = dict.fromkeys(questions, ZERO) | result.points | answered
    lines = {part: line for part, line in marks.items() if part in most | questions}
    used = {part: line for part, line in lines.items() if part in before or line.value != ""}
    after = before | {part: _set(line, before.get(part, ZERO), (most | questions)[part]) for part, line in used.items()}
    if questions.keys() & marks.keys() and "exercise" not in marks:
        after["exercise"] = cents(sum((after[title] for title in questions), ZERO))
    excused = [part for part, line in lines.items() if line.value == EXCUSED]
    others = [part for part in most if part in after and part not in excused]
    whole, earned = (sum((points[part] for part in others), ZERO) for points in (most, after))
    after |= {part: cents(most[part] * earned / whole) if whole else most[part] for part in excused}
    rows = [
        _row(line, before.get(part), after.get(part))
        for part, line in lines.items()
        if part in before or line.comment or line.value in DECISIONS
    ]
    return {part: after[part] for part in most if part in after}, rows


def _set(line: HandLine | None, before: Decimal, most: Decimal) -> Decimal:
    """Return the points of a part: those of its line, if it has one with points."""
    value = line.value if line else ""
    return value if isinstance(value, Decimal) else most if value == VOID else before


def _row(line: HandLine, before: Decimal | None, after: Decimal | None) -> list[str]:
    words = _(DECISIONS.get(str(line.value), ""))
    if isinstance(line.value, datetime):
        words = f"{line.value:%Y-%m-%d %H:%M} {line.value.tzinfo}"
    earlier = "" if line.value in DECISIONS or before is None else local_points(before)
    return [line.part, earlier, f"{words} {line.comment}".strip(), "" if after is None else local_points(after)]
