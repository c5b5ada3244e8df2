"""Outputs: what a lecturer opens: the gradebook, the details, the leaderboard, the mistakes, and a page of feedback each."""

from __future__ import annotations

import csv
import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from metrics_edu.homework.course import Course
from metrics_edu.homework.grading.class_statistics import decimal, leaderboard, mistakes_in, mistakes_of, save_counts
from metrics_edu.homework.grading.feedback_page import write_feedback
from metrics_edu.homework.grading.points import grade_of, points_text
from metrics_edu.homework.grading.result import Result, slug
from metrics_edu.homework.grading.rows import Row, is_rejected, rows_of_class
from metrics_edu.homework.policy import Policy
from metrics_edu.language import _, counted
from metrics_edu.tables import MARK, cell, table_text, write_file

MAX_MISTAKES_DRAWN = 25
DETAILS = ("submission", "part", "measure", "claimed", "recomputed", "code", "points")
SALT = "salt"
Mistakes = list[tuple[str, str, list[str]]]
Lines = Iterable[Sequence[object]]


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
    mistakes: Mistakes
    out: Path
    graded: int = 0
    kept: int = 0

    def __repr__(self) -> str:
        return f"Gradebook({counted(len(self.rows), 'submission')}, {counted(len(self.changes), 'change')})"


@dataclass(frozen=True)
class Output:
    """Where the files are written, and how."""

    folder: Path
    bom: bool
    anonymous: bool
    figures: bool


def write_all(results: Sequence[Result], course: Course, days: Mapping[str, Decimal], output: Output) -> Gradebook:
    """Write all files; each is whole or not there."""
    policy, out, anonymous = course.policy, output.folder, output.anonymous
    names = _pseudonyms(results, out) if anonymous else {found.name: found.name for found in results}
    rows = rows_of_class(results, policy, names, days)
    cells = [_gradebook_row(row, policy, course.fingerprint) for row in rows]
    shown = [replace(row.result, name=row.name) for row in rows]
    changes, mistakes = _changes(out / "gradebook.csv", cells), mistakes_of(shown, policy)
    book = Gradebook(list(cells[0]), [list(row.values()) for row in cells], changes, mistakes, out)
    tables: dict[str, tuple[Sequence[str], Lines] | None] = {
        "gradebook.csv": (book.head, book.rows),
        "details.csv": (DETAILS, _details(rows)),
        "leaderboard.csv": _leaderboard(shown, policy),
        "mistakes.csv": (["code", "submissions", "meaning"], [(code, len(who), what) for code, what, who in mistakes]),
        "changes.csv": (["submission", "column", "before", "after"], changes) if changes else None,
        "names.csv": (["pseudonym", "submission"], sorted(zip(names.values(), names, strict=True)))
        if anonymous
        else None,
    }
    _write_tables(tables, out, bom=output.bom)
    _write_pages(rows, policy, out / "feedback")
    if output.figures and mistakes:
        _draw(mistakes, out / "mistakes.svg")
    return book


def _write_tables(tables: Mapping[str, tuple[Sequence[str], Lines] | None], folder: Path, *, bom: bool) -> None:
    for name, table in tables.items():
        if table is None:
            (folder / name).unlink(missing_ok=True)
        else:
            write_file(folder / name, table_text(*table, bom=bom))


def _leaderboard(results: Sequence[Result], policy: Policy) -> tuple[Sequence[str], Lines]:
    titles = [title for title in policy.asked if any(title in found.hidden for found in results)]
    return leaderboard([found for found in results if not is_rejected(found, policy)], titles, policy.seed)


def _write_pages(rows: Sequence[Row], policy: Policy, folder: Path) -> None:
    for row in rows:
        write_feedback(row, policy, folder)
    own = {slug(row.name) for row in rows}
    for path in folder.glob("*.html"):
        if path.stem not in own:
            path.unlink()


def _draw(mistakes: Mistakes, path: Path) -> None:
    counts = {what: len(who) for _code, what, who in mistakes[:MAX_MISTAKES_DRAWN]}
    more = len(mistakes) - len(counts)
    note = _("and {n} more, in mistakes.csv", n=more) if more else ""
    save_counts(path, {_("Submissions with each mistake"): counts}, note)


def _gradebook_row(row: Row, policy: Policy, fingerprint: str) -> dict[str, str]:
    found, points = row.result, {"format": "0"} | dict.fromkeys(policy.claims, "0")
    points |= {"exercise": "0"} if policy.submissions.exercise else {}
    points |= {part: found.points[part] for part in points if part in found.points}
    points |= {"late": str(-row.late)} if policy.late else {}
    points |= {"bonus": str(row.bonus)} if policy.bonus else {}
    points |= {"points": str(row.sum), "of": str(policy.full)}
    cells = {
        "submission": row.name,
        "status": "stale" if found.course != fingerprint else "error" if found.codes else "ok",
        **{part: points_text(Decimal(text)) for part, text in points.items()},
        **({"grade": str(grade_of(row.sum, policy.full, policy.scale))} if policy.scale else {}),
        "codes": " ".join(mistakes_in(found, policy)),
        "feedback": f"{slug(row.name)}.html",
    }
    return {column: cell(text) for column, text in cells.items()}


def _details(rows: Sequence[Row]) -> Iterator[list[str]]:
    for row in rows:
        found, name = row.result, row.name
        yield [name, "format", "", "", "", " ".join(found.codes), points_text(Decimal(found.points["format"]))]
        for part, title, claimed, exact, code, points in found.details:
            yield [name, part, title, claimed, decimal(exact), code, points_text(Decimal(points))]
        others = {"late": -min(row.late, found.sum), "bonus": row.bonus}
        yield from ([name, part, "", "", "", "", points_text(points)] for part, points in others.items() if points)
        yield from ([name, "test", title, "", decimal(value), "", ""] for title, value in found.hidden.items())


def _changes(path: Path, rows: Sequence[dict[str, str]]) -> list[list[str]]:
    try:
        before = list(csv.DictReader(path.read_text("utf-8").removeprefix(MARK).splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
    old = {row.get("submission", ""): row for row in before}
    if not old.keys() & {row["submission"] for row in rows}:  # with pseudonyms now, or without them
        return []
    found = []
    for row in rows:
        name = row["submission"]
        if (was := old.pop(name, None)) is None:
            found.append([name, "", "", "new"])
            continue
        cells = ((column, was.get(column) or "", value) for column, value in row.items() if column != "submission")
        found += [[name, column, then, value] for column, then, value in cells if then != value]
    return [*found, *([name, "", "gone", ""] for name in old)]


def _pseudonyms(results: Sequence[Result], out: Path) -> dict[str, str]:
    path = out / ".results" / SALT
    if not path.is_file():
        write_file(path, secrets.token_hex(16))
    salt = path.read_text("utf-8")
    return {found.name: "S" + hashlib.sha256(f"{salt}{found.name}".encode()).hexdigest()[:8] for found in results}
