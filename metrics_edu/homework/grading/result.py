"""Result: all that grading keeps of one submission, as plain data that are written to disk and read again."""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import re
import signal
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import ConfigDict, TypeAdapter

from metrics_edu.homework.check import examine
from metrics_edu.homework.course import Course
from metrics_edu.homework.grading.points import ZERO, parts_of, points_of
from metrics_edu.homework.policy import MEGABYTE
from metrics_edu.homework.report import Block, Report, blocks
from metrics_edu.homework.submission.claimed_numbers import Judged
from metrics_edu.homework.submission.findings import Finding, finding
from metrics_edu.homework.submission.students import Submission
from metrics_edu.language import _, language, number
from metrics_edu.metrics import mean_over_users, value_of
from metrics_edu.tables import bootstrap_interval, write_file
from metrics_edu.working import one_line

MAX_FAILURE_LETTERS = 200
RESAMPLES = 1000


class Detail(NamedTuple):
    part: str  # "claims" or "exercise"
    title: str
    claimed: str
    recomputed: float | None
    code: str
    points: Decimal

    @classmethod
    def of(cls, part: str, judged: Judged, points: Decimal) -> Detail:
        exact = None if judged.verdict is None else judged.verdict.exact
        return cls(part, judged.title, judged.claimed, exact, judged.code, points)


@dataclass
class Result:
    """One submission, graded but for what depends on the others."""

    __pydantic_config__ = ConfigDict(ser_json_inf_nan="constants")

    name: str
    fingerprint: str  # of what was handed in, the policy, its data and this program
    course: str  # the fingerprint of the policy and its data alone
    late: bool = False  # as Canvas marks it
    findings: list[Finding] = field(default_factory=list)
    points: dict[str, Decimal] = field(default_factory=dict)  # by part
    details: list[Detail] = field(default_factory=list)
    hidden: dict[str, float] = field(default_factory=dict)  # the mean on the test data, by measure
    scores: list[float] = field(default_factory=list)  # of each user, the mean of the measures that rank submissions
    interval: list[float] = field(default_factory=list)  # of the mean of the scores
    blocks: list[Block] = field(default_factory=list)  # what the student reads
    student: str = ""  # whose exercise was handed in

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


def graded(submission: Submission, course: Course, folder: Path) -> tuple[Result, bool]:
    """Return the result of a submission, and whether it was there already; a new one is on the disk before this returns."""
    path, fingerprint = result_file(folder, submission.name), ""
    report = Report(submission.name, course)
    try:
        with _at_most(course.policy.limits.seconds):
            fingerprint = _fingerprint(submission, course)
            kept = load_result(path)
            if kept is not None and kept.fingerprint == fingerprint and "FAILED" not in kept.codes:
                return kept, True
            result = _result(examine(submission, course, report))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever it is, it is this submission's row, and the batch goes on
        result = failed(report, str(error) if isinstance(error, _TooLong) else f"{type(error).__name__}: {error}")
    result.fingerprint, result.late = fingerprint, submission.late
    write_file(path, RESULT.dump_json(result), sync=False)
    return result, False


def failed(report: Report, why: str) -> Result:
    failure = finding("FAILED", why=one_line(why)[:MAX_FAILURE_LETTERS])
    try:
        report.findings.append(failure)
        return _result(report, scored=False)
    except Exception:  # what was finished is not whole
        return _result(Report(report.name, report.course, [failure]), scored=False)


def result_file(folder: Path, name: str) -> Path:
    return folder / f"{slug(name)}.json"


def load_result(path: Path) -> Result | None:
    """Read a result; None if there is none, or it was cut."""
    try:
        return RESULT.validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None


def slug(name: str) -> str:
    """Return a name for files: letters, digits, - and _; a name that loses something keeps a mark of its own.

    Examples
    --------
    >>> slug("pérezana_12345"), slug("../../etc")
    ('pérezana_12345', 'etc-74ccf3c5')
    """
    plain = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name)).strip("-")[:60]
    if plain == name and not re.search(r"-[0-9a-f]{8}$", name):
        return plain
    return f"{plain or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _fingerprint(submission: Submission, course: Course) -> str:
    program = f"{course.fingerprint}{version('metrics-edu')}{language()}"
    digest = hashlib.sha256(f"{program}{submission.late}{submission.unclear}".encode())
    most = course.policy.limits.unpacked_mb * MEGABYTE
    for path in submission.paths:
        for inner in [path] if path.is_symlink() or not path.is_dir() else sorted(path.rglob("*"), key=os.fsencode):
            digest.update(os.fsencode(inner.relative_to(path.parent)) + b"\0")
            if inner.is_symlink() or not inner.is_file():
                continue
            size = inner.stat().st_size
            digest.update(f"{size}\0".encode())
            if size <= most:
                with inner.open("rb") as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


class _TooLong(Exception):  # noqa: N818 - and no TimeoutError, which counts as one of the system
    pass


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def over(_number: int, _frame: Any) -> None:
        raise _TooLong(_("it took longer than {seconds} s", seconds=number(seconds)))

    try:
        before = signal.signal(signal.SIGPROF, over)
    except (ValueError, AttributeError):  # not the main thread, or another system
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _result(report: Report, *, scored: bool = True) -> Result:
    policy = report.course.policy
    parts = parts_of(report)
    answers = zip(report.answers, points_of(report.answers, parts.get("exercise", ZERO), policy), strict=True)
    result = Result(
        report.name,
        fingerprint="",
        course=report.course.fingerprint,
        findings=report.findings,
        points=parts,
        details=[
            *(Detail.of("claims", judged, parts.get(judged.title, ZERO)) for judged in report.claims),
            *(Detail.of("exercise", judged, points) for judged, points in answers),
        ],
        blocks=list(blocks(report, values=policy.feedback.recomputed)),
        student=report.student,
    )
    if scored:
        _score(result, report)
    return result


def _score(result: Result, report: Report) -> None:
    course, run, policy = report.course, report.run, report.course.policy
    if run is not None and report.handed is not None and course.test is not None:
        run = report.handed.against(course.test)
    values: dict[str, Any] = {}
    if run is not None:
        ranked = policy.of_kind("ranking").items()
        values = {title: np.asarray(asked(run.ranking), dtype=np.float64) for title, asked in ranked}
    if course.test is not None:
        result.hidden |= {title: float(mean_over_users(each)) for title, each in values.items()}
        if (ratings := report.ratings_against("hidden")) is not None:
            result.hidden |= {title: value_of(asked, ratings) for title, asked in policy.of_kind("rating").items()}
    if names := [name for name in policy.ranked_by if name in values]:
        means = np.stack([values[name] for name in names]).mean(axis=0)
        means = means[~np.isnan(means)]
        if len(means) > 1:
            result.scores = means.tolist()
            result.interval = list(bootstrap_interval(means, resamples=RESAMPLES, seed=policy.seed))
