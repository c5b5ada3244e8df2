"""Class marks: the numbers and the feedback of a graded class, for the rows of another file. No two people are joined."""

from __future__ import annotations

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from metrics_edu.files.spreadsheet_cells import cell
from metrics_edu.language import SPREADSHEET, _, plain_number, read_number, refused
from metrics_edu.tables.reading.file_format import rows_of
from metrics_homework.export.lms_file import Place, maximum_of
from metrics_homework.grading.gradebook import USED_POLICY
from metrics_homework.grading.points import points_text
from metrics_homework.judging.judged_claims import EXCUSED
from metrics_homework.policy import Policy
from metrics_homework.submission.class_folder import opened
from metrics_homework.submission.file_owners import owner_of, shown
from metrics_homework.submission.roster import Roster

COLUMNS = {"points": "points", "mark": "grade"}
"""The column of gradebook.csv that holds each."""
Row = Mapping[str, str]
MAX_NAMES_SHOWN = 30
PACKED = (2026, 1, 1, 0, 0, 0)
"""The time of each file in the zip: the same feedback gives the same zip."""


def read_marks(graded: Path, what: str, policy: Policy) -> dict[str, Row]:
    """Return the rows of gradebook.csv by their submissions, each with its number as `value`.

    Raise ValueError if another policy gave them.
    """
    if (graded / USED_POLICY).read_text("utf-8") != policy.model_dump_json():
        raise refused("the policy has changed since {path} was written: run `grade` again, then `export`", path=graded)
    path, column = graded / "gradebook.csv", COLUMNS[what]
    head, *rows = rows_of(path.read_bytes()) or [[]]
    if not rows or not {"submission", "status", "feedback", column} <= {*head}:
        raise refused(
            "{path} has no rows with the column {column}; for the mark, the policy needs the key scale",
            path=path,
            column=column,
        )
    marks = (dict(zip(head, row, strict=False)) for row in rows)
    return {mark["submission"]: mark | {"value": mark[column]} for mark in marks}


def matched(
    marks: Mapping[str, Row], places: Collection[Place], roster: Roster, file: str
) -> tuple[dict[Place, Row], dict[str, list[str]]]:
    """Return the row of each place whose number can be written, and the people of all others by the reason.

    All known texts of a place must name the same person of the roster. Where the roster knows a column of ids, a place with an
    id there needs a known one: another person can have the same name.
    """
    known = [any(map(roster.person, cells)) for cells in zip(*(place.ids for place in places), strict=True)]
    pairs, problems = dict[Place, Row](), defaultdict[str, list[str]](list)
    places_of = defaultdict[str, list[Place]](list)
    for place in places:
        people = {cell(shown(person.id)) for text in place.texts if (person := roster.person(text))}
        cells = [text for text, is_known in zip(place.ids, known, strict=True) if is_known and text]
        is_another = bool(cells) and not any(map(roster.person, cells))
        key = people.pop() if len(people) == 1 and not is_another else ""
        if key in marks:
            places_of[key].append(place)
        else:
            problems[_why_unknown(place, roster, file)].append(f"{place.name} {place.number}".strip())
    for key, mark in marks.items():
        is_excused = mark["status"] == EXCUSED or [place.is_excused for place in places_of[key]] == [True]
        if is_excused:  # the cell stays as it is
            continue
        if why := _why_not(mark, places_of[key], file):
            problems[why].append(key)
        else:
            pairs[places_of[key][0]] = mark
    return pairs, problems


def _why_unknown(place: Place, roster: Roster, file: str) -> str:
    """Return why no row of the class is that of a place."""
    ids = {text for person in roster.people for texts in person.cells.values() for text in texts}
    if any(text and text in {known.lstrip("0") for known in ids} - ids for text in place.ids):
        return _("In {file}, with an id without its leading zeros: download it again, and do not open it", file=file)
    return _("In {file}, without exactly one row in gradebook.csv", file=file)


def _why_not(mark: Row, places: list[Place], file: str) -> str:
    """Return why the number of a person cannot be written; "" if it can."""
    if len(places) != 1:
        return _("In gradebook.csv, without exactly one row in {file}", file=file)
    if read_number(mark["value"], SPREADSHEET) is None:
        return _("Without a number in gradebook.csv")
    return _("Locked or not assigned in {file}", file=file) if places[0].is_locked else ""


def numbers_of(pairs: Mapping[Place, Row], what: str) -> tuple[dict[Place, str], list[str]]:
    """Return the text of each number, at most the maximum of its place or the points of the homework, and what is above it."""
    above, numbers = [], {}
    for place, mark in pairs.items():
        most = plain_number(mark.get("of", ""), SPREADSHEET) if what == "points" else ""
        value = Decimal(plain_number(mark["value"], SPREADSHEET))
        limit = maximum_of(place.maximum or "0") or Decimal(most or "Infinity")
        numbers[place] = points_text(min(value, limit))
        if value > limit:
            above.append(f"{mark['submission']} ({value} > {points_text(limit)})")
    return numbers, above


def listed(names: Sequence[str]) -> str:
    """Return names in a line; a name can have a comma."""
    return "; ".join(names[:MAX_NAMES_SHOWN]) + ("; ..." if len(names) > MAX_NAMES_SHOWN else "")


def packed_feedback(
    graded: Path, pairs: Mapping[Place, Row], form: str, submissions: Path | None, policy: Policy
) -> tuple[bytes, list[str]]:
    """Return the zip, and what to say of it: who has no page in it, or no name that the LMS takes.

    `form` is how the LMS names a file. Canvas wants in it the number of a file that the person handed in. The student's name
    has no _ and, for Canvas, no digits: both systems read the numbers between two _.
    """
    people = {place.number for place in pairs}
    attachments = _attachments_in(submissions, people, policy) if "{attachment}" in form else dict.fromkeys(people)
    data, without = io.BytesIO(), []
    with zipfile.ZipFile(data, "w") as archive:
        for place, mark in pairs.items():
            page = graded / "feedback" / Path(mark["feedback"]).name
            if place.number in attachments and page.is_file():
                words = re.sub(r"[\W_]+", " ", place.name).strip()
                letters = re.sub(r"[\W\d_]+", "", place.name).lower()
                name = form.format(
                    words=words, letters=letters, number=place.number, attachment=attachments[place.number]
                )
                archive.writestr(zipfile.ZipInfo(name, PACKED), page.read_bytes(), zipfile.ZIP_DEFLATED)
            else:
                without.append(place.name)
    lines = [_("Feedback in the zip: {count} of {all}.", count=len(pairs) - len(without), all=len(pairs))]
    return data.getvalue(), lines + (
        [_("Without feedback in the zip: {names}", names=listed(without))] if without else []
    )


def _attachments_in(submissions: Path | None, people: Collection[str], policy: Policy) -> dict[str, str | None]:
    """Return the number of each person's newest file, from names such as riosedva_1234_567890_ranking.json."""
    if submissions is None:
        raise refused("the feedback for Canvas needs --submissions, the folder or the zip that you downloaded from it")
    with opened(submissions, policy.limits) as folder:
        owners = [owner_of(path.name, policy.parts) for path in folder.iterdir()]
    newest: dict[str, int] = {}
    for owner in owners:
        if owner.attached and owner.id in people:
            newest[owner.id] = max(newest.get(owner.id, 0), int(owner.attached))
    return {person: str(attachment) for person, attachment in newest.items()}
