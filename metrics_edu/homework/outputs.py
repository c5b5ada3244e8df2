"""Outputs: what a lecturer opens: the gradebook, the details, the leaderboard, the mistakes, and a feedback file each."""

from __future__ import annotations

import csv
import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from metrics_edu.homework.course import Course
from metrics_edu.homework.points import bonuses, deduction, grade_of, written
from metrics_edu.homework.policy import Policy
from metrics_edu.homework.report import Block, as_html, as_markdown
from metrics_edu.homework.result import Result, block_of, slug
from metrics_edu.homework.safe import MARK, cell, table_text, write_file
from metrics_edu.homework.statistics import decimal, leaderboard, mistakes_of, save_counts
from metrics_edu.language import N_, _, decimal_mark

MOST_DRAWN = 25
LABELS = {"format": N_("format"), "exercise": N_("exercise")}
SALT = "salt"


@dataclass
class Gradebook:
    """What grading gave; the files are in `out`.

    Attributes
    ----------
    head : list of str
    rows : list of list of str
    changes : list of list of str
        Submission, column, before, after: what differs from the gradebook that was there.
    mistakes : list of (code, meaning, submissions)
    graded, kept : int
        How many submissions were read, and how many results were there already.
    out : Path
    """

    head: list[str]
    rows: list[list[str]]
    changes: list[list[str]]
    mistakes: list[tuple[str, str, list[str]]]
    out: Path
    graded: int = 0
    kept: int = 0

    def __repr__(self) -> str:
        return f"Gradebook({len(self.rows)} submissions, {len(self.changes)} changes)"


@dataclass
class _Row:
    """The points of a submission with all that depends on the others."""

    result: Result
    name: str
    late: Decimal = Decimal(0)
    bonus: Decimal = Decimal(0)
    cells: list[str] = field(default_factory=list)

    @property
    def sum(self) -> Decimal:
        return max(self.result.sum - self.late, Decimal(0)) + self.bonus


def write_all(
    results: Sequence[Result], course: Course, out: Path, *, bom: bool, anonymous: bool, figures: bool
) -> Gradebook:
    """Write all files; each is whole or not there."""
    policy = course.policy
    names = _pseudonyms(results, out) if anonymous else {found.name: found.name for found in results}
    rows = _rows(results, policy, names)
    head, book = _gradebook(rows, policy)
    changes = _changes(out / "gradebook.csv", head, book)
    mistakes = mistakes_of(results)
    for result in results:
        result.name = names[result.name]
    board = leaderboard(
        results, [title for title in policy.asked if any(title in found.hidden for found in results)], policy.seed
    )
    files = {
        "gradebook.csv": table_text(head, book, bom=bom),
        "details.csv": table_text(*_details(rows, policy), bom=bom),
        "leaderboard.csv": table_text(*board, bom=bom),
        "mistakes.csv": table_text(
            ["code", "submissions", "meaning"], ((code, len(who), what) for code, what, who in mistakes), bom=bom
        ),
    }
    if changes:
        files["changes.csv"] = table_text(["submission", "column", "before", "after"], changes, bom=bom)
    if anonymous:
        files["names.csv"] = table_text(
            ["pseudonym", "submission"], sorted((new, old) for old, new in names.items()), bom=bom
        )
    for name, text in files.items():
        write_file(out / name, text)
    for row in rows:
        _write_feedback(row, policy, out / "feedback")
    counts = {code: len(who) for code, _what, who in mistakes[:MOST_DRAWN]}
    if figures and counts:
        save_counts(out / "mistakes.svg", {_("Submissions with each mistake"): counts})
    return Gradebook(head, book, changes, mistakes, out)


def _rows(results: Sequence[Result], policy: Policy, names: dict[str, str]) -> list[_Row]:
    days = _days(policy)
    won = bonuses({found.name: found.score for found in results if found.scores}, policy)
    return [
        _Row(
            found,
            names[found.name],
            deduction(days.get(found.name, Decimal(1 if found.late else 0)), policy),
            won.get(found.name, Decimal(0)) if not set(found.codes) & set(policy.reject) else Decimal(0),
        )
        for found in results
    ]


def _days(policy: Policy) -> dict[str, Decimal]:
    """Read how many days each submission was late.

    Raises
    ------
    ValueError
        If the file is not as it should be.
    """
    if policy.late is None or policy.late.days is None:
        return {}
    path = policy.path(policy.late.days)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            found = {row["submission"]: Decimal(row["days"]) for row in csv.DictReader(file)}
    except (OSError, KeyError, TypeError, ArithmeticError, UnicodeDecodeError, csv.Error):
        raise ValueError(
            _("{path}: expected a CSV with columns submission and days, whole days").format(path=path)
        ) from None
    if any(not days.is_finite() or days < 0 for days in found.values()):
        raise ValueError(_("{path}: days must be numbers from 0 on").format(path=path))
    return found


def _gradebook(rows: Sequence[_Row], policy: Policy) -> tuple[list[str], list[list[str]]]:
    """Return the head and a row a submission."""
    parts = ["format", *(policy.measure_called(name) for name in policy.points.claims)]
    parts += ["exercise"] * (policy.submissions.exercise is not None)
    extra = ["late"] * (policy.late is not None) + ["bonus"] * (policy.bonus is not None)
    head = ["submission", "status", *parts, *extra, "points", "of", *(["grade"] if policy.scale else []), "codes"]
    book = []
    for row in rows:
        found = row.result
        cells = [row.name, "error" if found.codes else "ok", *(written(Decimal(found.points[part])) for part in parts)]
        cells += [written(-row.late)] * (policy.late is not None) + [written(row.bonus)] * (policy.bonus is not None)
        cells += [written(row.sum), written(policy.full)]
        cells += [str(grade_of(row.sum, policy.full, policy.scale))] if policy.scale else []
        book.append([cell(one) for one in [*cells, " ".join(_codes(found))]])
    return head, book


def _codes(found: Result) -> list[str]:
    """Return every code of a submission: of its files first, then of its numbers."""
    of_numbers = [str(row[4]) for row in found.details if row[4] not in ("right", "not_attempted")]
    return list(dict.fromkeys([code for code, _text in found.findings] + of_numbers))


def _details(rows: Sequence[_Row], policy: Policy) -> tuple[list[str], Iterator[list[str]]]:
    """Return the head and a row for each number of each submission; those of the test data have no claim."""
    head = ["submission", "part", "measure", "claimed", "recomputed", "code", "share"]

    def lines() -> Iterator[list[str]]:
        for row in rows:
            for part, title, claimed, exact, code, share in row.result.details:
                yield [row.name, part, title, claimed, decimal(exact), code, written(Decimal(share))]
            for title, value in row.result.hidden.items():
                yield [row.name, "test", title, "", decimal(value), "", ""]

    return head, lines()


def _changes(path: Path, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return what differs from the gradebook that is there."""
    try:
        before = list(csv.DictReader(path.read_text("utf-8").removeprefix(MARK).splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
    old = {row.get("submission", ""): row for row in before}
    found = []
    for row in rows:
        now = dict(zip(head, row, strict=True))
        was = old.pop(row[0], None)
        if was is None:
            found.append([row[0], "", "", "new"])
            continue
        cells = ((column, was.get(column) or "", now[column]) for column in head[1:])
        found += [[row[0], column, then, value] for column, then, value in cells if then != value]
    return [*found, *([name, "", "gone", ""] for name in old)]


def _write_feedback(row: _Row, policy: Policy, folder: Path) -> None:
    """Write what the student reads, as Markdown and as a page."""
    found, name = row.result, slug(row.name)
    lines: list[tuple[str, Decimal, Decimal | None]] = [
        (_(LABELS.get(part, part)), Decimal(points), _full(part, policy)) for part, points in found.points.items()
    ]
    lines += [(_("lateness"), -row.late, None)] if row.late else []
    lines += [(_("bonus"), row.bonus, None)] if row.bonus else []
    lines.append((_("points"), row.sum, policy.full))
    if policy.scale:
        lines.append((_("grade"), grade_of(row.sum, policy.full, policy.scale), policy.scale.highest))
    table = [[label, _said(points), _said(most)] for label, points, most in lines]
    blocks = [Block(table=((_("part"), _("points"), _("of")), table)), *map(block_of, found.blocks)]
    title = f"{policy.name}: {row.name}"
    write_file(folder / f"{name}.md", as_markdown(title, iter(blocks)), sync=False)
    write_file(folder / f"{name}.html", as_html(title, iter(blocks)), sync=False)


def _said(points: Decimal | None) -> str:
    """Write points for a reader."""
    return "" if points is None else written(points).replace(".", decimal_mark())


def _full(part: str, policy: Policy) -> Decimal:
    own = {"format": policy.points.format, "exercise": policy.points.exercise}
    claims = {policy.measure_called(name): most for name, most in policy.points.claims.items()}
    return (own | claims)[part]


def _pseudonyms(results: Sequence[Result], out: Path) -> dict[str, str]:
    """Return a name for each submission that tells nobody whose it is; the same one each time, for a salt is kept."""
    path = out / ".results" / SALT
    if not path.is_file():
        write_file(path, secrets.token_hex(16))
    salt = path.read_text("utf-8")
    return {found.name: "S-" + hashlib.sha256(f"{salt}{found.name}".encode()).hexdigest()[:8] for found in results}
