"""Feedback zip: the feedback pages of a class, under the names by which an LMS gives each to its student."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Mapping
from itertools import pairwise
from pathlib import Path

from metrics_edu.homework.export.class_marks import listed
from metrics_edu.homework.export.lms_file import Place
from metrics_edu.homework.policy import Limits
from metrics_edu.homework.submission.class_folder import opened
from metrics_edu.language import _
from metrics_edu.tables.safe_files import PRIVATE, write_file

PACKED = (2026, 1, 1, 0, 0, 0)
"""The time of each file in the zip: the same feedback gives the same zip."""


def write_feedback(path: Path, pages: Mapping[Place, Path], form: str, submissions: Path | None) -> list[str]:
    """Write the zip, and return what to say of it: who has no page in it, or no name that the LMS takes.

    `form` is how the LMS names a file. Canvas wants in it the number of a file that the person handed in. The student's name
    has no _ and, for Canvas, no digits: both systems read the numbers between two _.
    """
    people = {place.number for place in pages}
    attachments = _attachments_in(submissions, people) if "{attachment}" in form else dict.fromkeys(people)
    data, without = io.BytesIO(), []
    with zipfile.ZipFile(data, "w") as archive:
        for place, page in pages.items():
            if place.number in attachments and page.is_file():
                words = re.sub(r"[\W_]+", " ", place.name).strip()
                letters = re.sub(r"[\W\d_]+", "", place.name).lower()
                name = form.format(
                    words=words, letters=letters, number=place.number, attachment=attachments[place.number]
                )
                archive.writestr(zipfile.ZipInfo(name, PACKED), page.read_bytes(), zipfile.ZIP_DEFLATED)
            else:
                without.append(place.name)
    write_file(path, data.getvalue(), mode=PRIVATE)
    lines = [
        _("{path}: feedback written, {count} of {all}.", path=path, count=len(pages) - len(without), all=len(pages))
    ]
    return lines + ([_("Without feedback in the zip: {names}", names=listed(without))] if without else [])


def _attachments_in(submissions: Path | None, people: Collection[str]) -> dict[str, str | None]:
    """Return the number of each person's newest file, from names such as riosedva_1234_567890_ranking.json."""
    if submissions is None:
        raise ValueError(
            _("the feedback for Canvas needs --submissions, the folder or the zip that you downloaded from it")
        )
    with opened(submissions, Limits()) as folder:
        names = [path.name for path in folder.iterdir()]
    newest: dict[str, int] = {}
    for name in names:
        for person, attachment in pairwise(name.split("_")[:-1]):
            if person in people and attachment.isdecimal():
                newest[person] = max(newest.get(person, 0), int(attachment))
    return {person: str(attachment) for person, attachment in newest.items()}
