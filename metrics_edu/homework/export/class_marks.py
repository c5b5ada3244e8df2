"""Class marks: the numbers of the gradebook, and whose row of another file each belongs to. No two people are joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from metrics_edu.homework.export.lms_file import Place
from metrics_edu.homework.grading.gradebook import STALE
from metrics_edu.homework.grading.points import points_text
from metrics_edu.homework.submission.roster import Person, Roster
from metrics_edu.language import _, ngettext
from metrics_edu.tables.cell_values import number_of
from metrics_edu.tables.file_format import rows_of

COLUMNS = {"points": "points", "mark": "grade"}
"""The column of gradebook.csv that holds each."""
Row = Mapping[str, str]
Problems = defaultdict[str, list[str]]
"""People without a number in the file, by the reason."""
MAX_NAMES_SHOWN = 30


def read_marks(graded: Path, what: str) -> list[Row]:
    """Return the rows of gradebook.csv, each with its number as `value`, and with the name in place of a pseudonym."""
    path, column = graded / "gradebook.csv", COLUMNS[what]
    rows = _table(path)
    if not rows or not rows[0].keys() >= {"submission", "status", "feedback", column}:
        raise ValueError(_("{path} has no rows with the column {column}; for the mark, the policy needs the key scale",
                           path=path, column=column))  # fmt: skip
    pseudonyms = _table(graded / "names.csv") if (graded / "names.csv").is_file() else []
    names = {row["pseudonym"]: row["submission"] for row in pseudonyms}
    return [row | {"submission": names.get(row["submission"], row["submission"]), "value": row[column]} for row in rows]


def _table(path: Path) -> list[dict[str, str]]:
    head, *rows = rows_of(path.read_bytes()) or [[]]
    return [dict(zip(head, row, strict=False)) for row in rows]


def keys_of(places: Sequence[Place], marks: Sequence[Row], roster: Roster | None) -> dict[Place, set[str]]:
    """Return the submissions that each place may be of.

    All texts of a place must name the same person of the roster. Without a roster, a number of Canvas or Moodle in the name of
    a submission decides, as in Eva Ríos_1234, if the name does not contradict it; a name without a number decides alone.
    """
    if roster is not None:
        return {place: {one.id for text in place.texts if (one := roster.person(text))} for place in places}
    keys = {place: set[str]() for place in places}
    people = Roster(Person("", place.name, more={text: text for text in place.texts}) for place in places)
    for mark in marks:
        name, _mark, number = mark["submission"].rpartition("_")
        if name and number.isdecimal():
            fitting = [place for place in places if place.number == number and _may_be(place.name, name)]
        else:
            fitting = [places[at] for at in people.fitting(mark["submission"])]
        for place in fitting:
            keys[place].add(mark["submission"])
    return keys


def _may_be(name: str, label: str) -> bool:
    """Return whether a name of a submission, which Canvas writes in one word, has a word of a name; a blind row has none."""
    return not name or Person("", name).may_be(label)


def matched(marks: Sequence[Row], keys: Mapping[Place, set[str]], file: str) -> tuple[dict[Place, Row], Problems]:
    """Return the row of each place whose number can be written, and the people of all others by the reason."""
    rows, places_of = {mark["submission"]: mark for mark in marks}, defaultdict[str, list[Place]](list)
    for place, found in keys.items():
        key = "".join(found) if len(found) == 1 else ""
        places_of[key if key in rows else ""].append(place)
    pairs, problems = dict[Place, Row](), Problems(list)
    for place in places_of.pop("", ()):
        why = _("In {file}, without exactly one row in gradebook.csv", file=file)
        problems[why].append(f"{place.name} {place.number}".strip())
    for key, mark in rows.items():
        why = _why_not(mark, places_of[key], file)
        if why:
            problems[why].append(key)
        else:
            pairs[places_of[key][0]] = mark
    return pairs, problems


def _why_not(mark: Row, places: list[Place], file: str) -> str:
    """Return why the number of a person cannot be written; "" if it can."""
    if len(places) != 1:
        return _("In gradebook.csv, without exactly one row in {file}", file=file)
    if mark["status"] == STALE or number_of(mark["value"]) is None:
        return _("Without a number in gradebook.csv, or graded under another policy")
    return _("Locked, excused or not assigned in {file}", file=file) if places[0].is_locked else ""


def numbers_of(pairs: Mapping[Place, Row], what: str, over: str) -> dict[Place, str]:
    """Return the text of each number, at most the maximum of its place, or else the points of the homework.

    Raises
    ------
    ValueError
        If a number is above the maximum and `over` is "refuse". An LMS can refuse the whole file for one such number.
    """
    above, numbers = [], {}
    for place, mark in pairs.items():
        most = place.maximum or (mark.get("of", "") if what == "points" else "")
        value, limit = (Decimal(text.replace(",", ".")) for text in (mark["value"], most or "Infinity"))
        numbers[place] = points_text(min(value, limit))
        if value > limit:
            above.append(f"{mark['submission']} ({value} > {points_text(limit)})")
    if above and over == "refuse":
        raise ValueError(ngettext("{count} number is above the maximum: {some}. To write the maximum, add --over cut.",
                                  "{count} numbers are above the maximum: {some}. To write the maximum, add --over cut.",
                                  len(above), some=", ".join(above)))  # fmt: skip
    return numbers


def listed(names: Sequence[str]) -> str:
    """Return names in a line; a name can have a comma."""
    return "; ".join(names[:MAX_NAMES_SHOWN]) + ("; ..." if len(names) > MAX_NAMES_SHOWN else "")
