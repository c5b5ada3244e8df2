"""Result: what grading keeps of one submission, and where it is stored."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from pydantic import ConfigDict, TypeAdapter

from metrics_edu.homework.findings import Finding
from metrics_edu.homework.grading.points import ZERO
from metrics_edu.homework.judging.report_blocks import ReportBlock


class Detail(NamedTuple):
    part: str  # "claims" or "exercise"
    title: str
    claimed: str
    recomputed: float | None
    code: str
    points: Decimal


@dataclass
class Result:
    """One submission, graded but for what depends on the others."""

    __pydantic_config__ = ConfigDict(ser_json_inf_nan="constants", extra="forbid")

    name: str
    fingerprint: str  # of what was handed in, the policy, its data and this program
    course: str  # the fingerprint of the policy and its data alone
    findings: list[Finding] = field(default_factory=list)
    points: dict[str, Decimal] = field(default_factory=dict)  # by part
    details: list[Detail] = field(default_factory=list)
    hidden: dict[str, float] = field(default_factory=dict)  # the mean on the test data, by measure
    scores: list[float] = field(default_factory=list)  # of each user, the mean of the measures that rank submissions
    interval: list[float] = field(default_factory=list)  # of the mean of the scores
    feedback: list[ReportBlock] = field(default_factory=list)  # what the student reads: the table of the points first
    student: str = ""  # whose exercise was handed in
    lists: str = ""  # the hash of all lists, by which equal ones are found
    user_lists: list[str] = field(default_factory=list)  # hashes of users, their lists and the items of these
    archives: list[str] = field(default_factory=list)  # the hashes of the archives that were handed in
    kept: bool = False  # it was there already

    @property
    def score(self) -> float:
        """The mean by which submissions are ranked; NaN without one."""
        return round(math.fsum(self.scores) / len(self.scores), 12) if self.scores else math.nan

    @property
    def sum(self) -> Decimal:
        return sum(self.points.values(), ZERO)

    @property
    def codes(self) -> list[str]:
        return list(dict.fromkeys(found.code for found in self.findings if found.level == "error"))


RESULT = TypeAdapter(Result)


def result_file(folder: Path, name: str) -> Path:
    return folder / f"{slug(name)}.json"


def load_result(path: Path) -> Result | None:
    try:
        return RESULT.validate_json(path.read_bytes())
    except (OSError, ValueError):  # there is none, or it was cut
        return None


def slug(name: str) -> str:
    """Return a name for files: characters a to z, digits, - and _; a name that loses something keeps a separate mark."""
    plain = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name)).strip("-")[:60]
    if plain == name and not re.search(r"-[0-9a-f]{8}$", name):
        return plain
    return f"{plain or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
