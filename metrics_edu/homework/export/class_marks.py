"""Class marks: the numbers of the gradebook, and whose row of another file each belongs to. No two people are joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from metrics_edu.homework.export.lms_file import Place, number_in
from metrics_edu.homework.grading.gradebook import STALE
from metrics_edu.homework.grading.points import points_text
from metrics_edu.language import _, ngettext
from metrics_edu.tables.file_format import rows_of

COLUMNS = {"points": "points", "mark": "grade"}
"""The column of gradebook.csv that holds each."""
Row = Mapping[str, str]
Problems = defaultdict[str, list[str]]
"""People without a number in the file, by the reason."""


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


def matched(
    marks: Sequence[Row], places: Sequence[Place], key_of: Callable[[str], str], file: str
) -> tuple[dict[Place, Row], Problems]:
    """Return the row of each place whose number can be written, and the people of all others.

    All texts of a place must name the same person, if they name any. The system's own number counts only if they name none,
    for elsewhere it may be another person's number.
    """
    owners, places_of = defaultdict[str, list[Row]](list), defaultdict[str, list[Place]](list)
    for mark in marks:
        owners[key_of(mark["submission"])].append(mark)
    for place in places:
        keys = {key_of(text) for text in place.texts} & owners.keys() or {key_of(place.number)} & owners.keys()
        places_of[keys.pop() if len(keys) == 1 else ""].append(place)
    pairs, problems = dict[Place, Row](), Problems(list)
    for place in places_of.pop("", ()):
        why = _("In {file}, without exactly one row in gradebook.csv", file=file)
        problems[why].append(f"{place.name} {place.number}".strip())
    for key, own in owners.items():
        why = _why_not(own, places_of[key], file)
        if why:
            problems[why] += [mark["submission"] for mark in own]
        else:
            pairs[places_of[key][0]] = own[0]
    return pairs, problems


def _why_not(rows: list[Row], places: list[Place], file: str) -> str:
    """Return why the number of a person cannot be written; "" if it can."""
    if len(rows) > 1 or len(places) != 1:
        return _("In gradebook.csv, without exactly one row in {file}", file=file)
    if rows[0]["status"] == STALE or number_in(rows[0]["value"]) is None:
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
        value = number_in(mark["value"]) or Decimal(0)
        most = number_in(place.maximum or (mark.get("of", "") if what == "points" else ""))
        numbers[place] = points_text(value if most is None else min(value, most))
        if most is not None and value > most:
            above.append(f"{mark['submission']} ({mark['value']} > {points_text(most)})")
    if above and over == "refuse":
        raise ValueError(ngettext("{count} number is above the maximum: {some}. To write the maximum, add --over cut.",
                                  "{count} numbers are above the maximum: {some}. To write the maximum, add --over cut.",
                                  len(above), some=", ".join(above)))  # fmt: skip
    return numbers
