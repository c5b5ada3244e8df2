"""Result: all that grading keeps of one submission, as plain data that are written to disk and read again."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import re
import signal
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from metrics_edu.homework.check import examine
from metrics_edu.homework.course import Course
from metrics_edu.homework.feedback import Block
from metrics_edu.homework.grading.points import NONE, parts_of, points_of
from metrics_edu.homework.policy_keys import MEGABYTE
from metrics_edu.homework.report import Report, blocks
from metrics_edu.homework.submission.findings import Finding, finding
from metrics_edu.homework.submission.students import Submission
from metrics_edu.language import _, language, number
from metrics_edu.metrics import mean_over_users, value_of
from metrics_edu.tables import bootstrap_interval, write_file
from metrics_edu.working import one_line

MAX_FAILURE_LETTERS = 200
RESAMPLES = 1000


@dataclass
class Result:
    """One submission, graded but for what depends on the others."""

    name: str
    fingerprint: str  # of what was handed in, the policy, its data and this program
    course: str = ""  # the fingerprint of the policy and its data alone
    late: bool = False  # as Canvas marks it
    findings: list[list[str]] = field(default_factory=list)  # code and sentence
    points: dict[str, str] = field(default_factory=dict)  # by part
    details: list[list[Any]] = field(default_factory=list)  # part, measure, claimed, recomputed, code, points
    hidden: dict[str, float] = field(default_factory=dict)  # the mean on the test data, by measure
    scores: list[float] = field(default_factory=list)  # of each user, the mean of the measures that rank submissions
    interval: list[float] = field(default_factory=list)  # of the mean of the scores
    blocks: list[dict[str, Any]] = field(default_factory=list)  # what the student reads
    student: str = ""  # whose exercise was handed in

    @property
    def score(self) -> float:
        """The mean by which submissions are ranked; NaN without one."""
        return round(math.fsum(self.scores) / len(self.scores), 12) if self.scores else math.nan

    @property
    def sum(self) -> Decimal:
        """The points of all parts together."""
        return sum(map(Decimal, self.points.values()), Decimal(0))

    @property
    def codes(self) -> list[str]:
        """The codes of the errors, each once."""
        return list(dict.fromkeys(code for code, text in self.findings if Finding(code, text).level == "error"))


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
            found = _result(examine(submission, course, report), course)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever it is, it is this submission's row, and the batch goes on
        found = _unfinished(report, str(error) if isinstance(error, _TooLong) else f"{type(error).__name__}: {error}")
    found.fingerprint, found.course, found.late = fingerprint, course.fingerprint, submission.late
    write_file(path, json.dumps(vars(found)), sync=False)
    return found, False


def failed(submission: Submission, course: Course, why: str) -> Result:
    """Return the row of a submission that could not be graded."""
    return _unfinished(Report(submission.name, course), why)


def _unfinished(report: Report, why: str) -> Result:
    said = finding("FAILED", why=one_line(why)[:MAX_FAILURE_LETTERS])
    try:
        report.findings.append(said)
        return _result(report, report.course, scored=False)
    except Exception:  # what was finished is not whole
        return _result(Report(report.name, report.course, [said]), report.course, scored=False)


def result_file(folder: Path, name: str) -> Path:
    return folder / f"{slug(name)}.json"


def load_result(path: Path) -> Result | None:
    """Read a result; None if there is none, or it was cut."""
    try:
        return Result(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
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
    digest = hashlib.sha256(
        f"{course.fingerprint}{version('metrics-edu')}{language()}{submission.late}{submission.unclear}".encode()
    )
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
    """The time is over."""


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


def _result(report: Report, course: Course, *, scored: bool = True) -> Result:
    policy = course.policy
    found = Result(report.name, "", findings=[[one.code, one.text] for one in report.findings])
    of_files = [one for one in report.findings if one.code != "FAILED" or not report.read]
    parts = parts_of(of_files, report.claims, report.answers, policy)
    found.points = {name: str(points) for name, points in parts.items()}
    own = (
        [parts.get(one.title, NONE) for one in report.claims],
        points_of(report.answers, parts.get("exercise", NONE), policy),
    )
    for part, judged, points in zip(("claims", "exercise"), (report.claims, report.answers), own, strict=True):
        for one, each in zip(judged, points, strict=True):
            exact = None if one.verdict is None else one.verdict.exact
            found.details.append([part, one.title, one.claimed, exact, one.code, str(each)])
    if scored:
        _score(found, report, course)
    found.student = report.student
    found.blocks = [asdict(block) for block in blocks(report, values=policy.feedback.recomputed)]
    return found


def _score(found: Result, report: Report, course: Course) -> None:
    policy = course.policy
    run = report.run
    if run is not None and report.handed is not None and course.test is not None:
        run = report.handed.against(course.test)
    values: dict[str, Any] = {}
    if run is not None:
        ranked = {title: asked for title, asked in policy.asked.items() if asked.metric.kind == "ranking"}
        values = {title: np.asarray(asked(run.ranking), dtype=np.float64) for title, asked in ranked.items()}
    if course.test is not None:
        found.hidden |= {title: float(mean_over_users(each)) for title, each in values.items()}
        found.hidden |= _hidden_errors(report, course)
    names = [name for name in policy.ranked_by if name in values]
    if not names:
        return
    each = np.stack([values[name] for name in names]).mean(axis=0)
    each = each[~np.isnan(each)]
    if len(each) > 1:
        found.scores = each.tolist()
        found.interval = list(bootstrap_interval(each, resamples=RESAMPLES, seed=policy.seed))


def _hidden_errors(report: Report, course: Course) -> dict[str, float]:
    if report.predicted is None or not report.predicted.whole:
        return {}
    ratings = report.predicted.against("hidden", course.fallback)
    asked = {title: one for title, one in course.policy.asked.items() if one.metric.kind == "rating"}
    return {} if ratings is None else {title: value_of(one, ratings) for title, one in asked.items()}


def block_of(data: dict[str, Any]) -> Block:
    """Return a block that was written to disk."""
    findings = tuple(Finding(**one) for one in data["findings"])
    sides = tuple((title, text) for title, text in data["sides"])
    table = None if data["table"] is None else (data["table"][0], data["table"][1])
    return Block(data["heading"], data["text"], findings, table, sides)
