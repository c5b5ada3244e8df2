"""Feedback zip: the feedback pages of a class, under the names by which an LMS gives each to its student."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path

from metrics_edu.homework.export.lms_file import Place
from metrics_edu.language import _

PACKED = (2026, 1, 1, 0, 0, 0)
"""The time of each file in the zip: the same feedback gives the same zip."""


def feedback_zip(pages: Mapping[Place, Path], name: str, handed_in: Iterable[str]) -> tuple[bytes, list[str]]:
    """Return the zip, and the people without a page or without a name that the LMS takes.

    `name` is the LMS's form of a name. Canvas asks in it for the number of a file that the person handed in, which is in the
    names `handed_in`. The student's name has no _ and, for Canvas, no digits: both systems read the numbers between two _.
    """
    attachments = _attachments(handed_in, {place.number for place in pages})
    data, without = io.BytesIO(), []
    with zipfile.ZipFile(data, "w") as archive:
        for place, page in pages.items():
            if page.is_file() and ("{attachment}" not in name or place.number in attachments):
                words = re.sub(r"[\W_]+", " ", place.name).strip()
                letters = re.sub(r"[\W\d_]+", "", place.name).lower()
                inner = name.format(words=words, letters=letters, number=place.number,
                                    attachment=attachments.get(place.number))  # fmt: skip
                archive.writestr(zipfile.ZipInfo(inner, PACKED), page.read_bytes(), zipfile.ZIP_DEFLATED)
            else:
                without.append(place.name)
    return data.getvalue(), without


def _attachments(names: Iterable[str], people: set[str]) -> dict[str, int]:
    """Return the number of each person's newest file, from names such as riosedva_1234_567890_ranking.json."""
    newest: dict[str, int] = {}
    for name in names:
        for person, attachment in pairwise(name.split("_")[:-1]):
            if person in people and attachment.isdecimal():
                newest[person] = max(newest.get(person, 0), int(attachment))
    return newest


def names_in(submissions: Path | None) -> list[str]:
    """Return the names in the folder or the zip from Canvas."""
    if submissions is None:
        raise ValueError(
            _("the feedback for Canvas needs --submissions, the folder or the zip that you downloaded from it")
        )
    if submissions.is_dir():
        return [path.name for path in submissions.iterdir()]
    with zipfile.ZipFile(submissions) as archive:
        return archive.namelist()
