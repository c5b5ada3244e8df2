"""Outputs: what a lecturer opens: the gradebook, the details, the leaderboard, the mistakes, and a feedback file each."""

from __future__ import annotations

import csv
import hashlib
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from metrics_edu.homework.course import Course
from metrics_edu.homework.feedback import Block, as_html
from metrics_edu.homework.grading.class_statistics import (
    decimal,
    leaderboard,
    meaning,
    mistakes_in,
    mistakes_of,
    save_counts,
)
from metrics_edu.homework.grading.points import bonuses, deduction, grade_of, points_text
from metrics_edu.homework.grading.result import Result, block_of, slug
from metrics_edu.homework.policy import Policy
from metrics_edu.homework.submission.findings import finding
from metrics_edu.homework.submission.students import shown
from metrics_edu.language import N_, _, counted, decimal_mark
from metrics_edu.tables import MARK, cell, rows_of, table_text, write_file

MAX_MISTAKES_DRAWN = 25
MAX_DAYS = 1000
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
        return f"Gradebook({counted(len(self.rows), 'submission')}, {counted(len(self.changes), 'change')})"


@dataclass
class _Row:
    result: Result
    name: str
    days: Decimal = Decimal(0)
    late: Decimal = Decimal(0)
    bonus: Decimal = Decimal(0)

    @property
    def sum(self) -> Decimal:
        return max(self.result.sum - self.late, Decimal(0)) + self.bonus


def write_all(
    results: Sequence[Result],
    course: Course,
    out: Path,
    days: Mapping[str, Decimal],
    *,
    bom: bool,
    anonymous: bool,
    figures: bool,
) -> Gradebook:
    """Write all files; each is whole or not there."""
    policy = course.policy
    names = _pseudonyms(results, out) if anonymous else {found.name: found.name for found in results}
    rows = _rows(_told_of_copies(results, names), policy, names, days)
    head, book = _gradebook(rows, policy, course.fingerprint)
    shown = [replace(row.result, name=row.name) for row in rows]
    ranked = [found for found in shown if not _is_rejected(found, policy)]
    changes, mistakes = _changes(out / "gradebook.csv", head, book), mistakes_of(shown, policy)
    titles = [title for title in policy.asked if any(title in found.hidden for found in shown)]
    tables: dict[str, tuple[Sequence[str], Iterable[Sequence[object]]]] = {
        "gradebook.csv": (head, book),
        "details.csv": _details(rows),
        "leaderboard.csv": leaderboard(ranked, titles, policy.seed),
        "mistakes.csv": (["code", "submissions", "meaning"], [(code, len(who), what) for code, what, who in mistakes]),
        "changes.csv": (["submission", "column", "before", "after"], changes),
        "names.csv": (["pseudonym", "submission"], sorted((new, old) for old, new in names.items() if anonymous)),
    }
    for name, (titles_of, lines) in tables.items():
        if name in ("changes.csv", "names.csv") and not (changes if name == "changes.csv" else anonymous):
            (out / name).unlink(missing_ok=True)
        else:
            write_file(out / name, table_text(titles_of, lines, bom=bom))
    _write_feedbacks(rows, policy, out / "feedback")
    if figures and mistakes:
        counts = {what: len(who) for _code, what, who in mistakes[:MAX_MISTAKES_DRAWN]}
        more = len(mistakes) - len(counts)
        save_counts(out / "mistakes.svg", {_("Submissions with each mistake"): counts},
                    _("and {n} more, in mistakes.csv", n=more) if more else "")  # fmt: skip
    return Gradebook(head, book, changes, mistakes, out)


def _write_feedbacks(rows: Sequence[_Row], policy: Policy, folder: Path) -> None:
    for row in rows:
        _write_feedback(row, policy, folder)
    own = {slug(row.name) for row in rows}
    for path in folder.glob("*.html"):
        if path.stem not in own:
            path.unlink()


def _rows(results: Sequence[Result], policy: Policy, names: dict[str, str], days: Mapping[str, Decimal]) -> list[_Row]:
    scores = {found.name: found.score for found in results if found.scores and not _is_rejected(found, policy)}
    won = bonuses(scores, policy)
    rows = []
    for found in results:
        late = days.get(found.name, Decimal(1 if found.late else 0))
        rows.append(_Row(found, names[found.name], late, deduction(late, policy), won.get(found.name, Decimal(0))))
    return sorted(rows, key=lambda row: row.name) if any(row.name != row.result.name for row in rows) else rows


def _is_rejected(found: Result, policy: Policy) -> bool:
    return any(code in policy.reject for code, _text in found.findings)


def _told_of_copies(results: Sequence[Result], names: Mapping[str, str]) -> list[Result]:
    whose = Counter(found.student for found in results if found.student)
    told = []
    for found in results:
        if whose[found.student] > 1:
            others = ", ".join(names[one.name] for one in results if one.student == found.student and one is not found)
            said = finding("SAME_STUDENT", student=found.student, others=others)
            found = replace(found, findings=[*found.findings, [said.code, said.text]])
        told.append(found)
    return told


def read_days(policy: Policy, names: Collection[str]) -> dict[str, Decimal]:
    """Read how many days each submission was late; `names` are those that there are.

    Raises
    ------
    ValueError
        If the file is not as it should be.
    """
    if policy.late is None or policy.late.days is None:
        return {}
    path = policy.path(policy.late.days)
    try:
        head, *rows = rows_of(path.read_bytes())
        name, late = (
            next(at for at, cell in enumerate(head) if cell.casefold() == title) for title in ("submission", "days")
        )
        found = {shown(row[name]): Decimal(row[late].replace(",", ".")) for row in rows}
    except (OSError, IndexError, RuntimeError, ValueError, ArithmeticError, StopIteration, csv.Error):
        raise ValueError(_("{path}: expected a CSV with columns submission and days", path=path)) from None
    if any(not days.is_finite() or not 0 <= days <= MAX_DAYS for days in found.values()):
        raise ValueError(_("{path}: days must be numbers from 0 to {most}", path=path, most=MAX_DAYS))
    if strange := [name for name in found if name not in names]:
        raise ValueError(_("{path}: there is no submission {given!r}", path=path, given=strange[0]))
    return found


def _gradebook(rows: Sequence[_Row], policy: Policy, fingerprint: str) -> tuple[list[str], list[list[str]]]:
    parts = ["format", *policy.claims]
    parts += ["exercise"] * (policy.submissions.exercise is not None)
    extra = ["late"] * (policy.late is not None) + ["bonus"] * (policy.bonus is not None)
    head = [
        "submission",
        "status",
        *parts,
        *extra,
        "points",
        "of",
        *(["grade"] if policy.scale else []),
        "codes",
        "feedback",
    ]
    book = []
    for row in rows:
        found = row.result
        status = "stale" if found.course != fingerprint else "error" if found.codes else "ok"
        cells = [row.name, status, *(points_text(Decimal(found.points.get(part, 0))) for part in parts)]
        cells += [points_text(-row.late)] * (policy.late is not None) + [points_text(row.bonus)] * (
            policy.bonus is not None
        )
        cells += [points_text(row.sum), points_text(policy.full)]
        cells += [str(grade_of(row.sum, policy.full, policy.scale))] if policy.scale else []
        book.append([cell(one) for one in [*cells, " ".join(mistakes_in(found, policy)), f"{slug(row.name)}.html"]])
    return head, book


def _details(rows: Sequence[_Row]) -> tuple[list[str], Iterator[list[str]]]:
    head = ["submission", "part", "measure", "claimed", "recomputed", "code", "points"]

    def lines() -> Iterator[list[str]]:
        for row in rows:
            yield [
                row.name,
                "format",
                "",
                "",
                "",
                " ".join(row.result.codes),
                points_text(Decimal(row.result.points["format"])),
            ]
            for part, title, claimed, exact, code, points in row.result.details:
                yield [row.name, part, title, claimed, decimal(exact), code, points_text(Decimal(points))]
            others = {"late": -min(row.late, row.result.sum), "bonus": row.bonus}
            yield from (
                [row.name, part, "", "", "", "", points_text(points)] for part, points in others.items() if points
            )
            for title, value in row.result.hidden.items():
                yield [row.name, "test", title, "", decimal(value), "", ""]

    return head, lines()


def _changes(path: Path, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    try:
        before = list(csv.DictReader(path.read_text("utf-8").removeprefix(MARK).splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
    old = {row.get("submission", ""): row for row in before}
    if not old.keys() & {row[0] for row in rows}:  # with pseudonyms now, or without them
        return []
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
    found = row.result
    lines: list[tuple[str, Decimal, Decimal | None, str]] = [
        (_(LABELS.get(part, part)), Decimal(points), _full(part, policy), _why(part, found))
        for part, points in found.points.items()
    ]
    lines += [(_("lateness"), -row.late, None, _("days: {days}", days=points_text(row.days)))] if row.late else []
    lines += [(_("bonus"), row.bonus, None, _("by the hidden test data"))] if row.bonus else []
    lines.append((_("points"), row.sum, policy.full, ""))
    if policy.scale:
        lines.append((_("grade"), grade_of(row.sum, policy.full, policy.scale), policy.scale.highest, ""))
    table = [[label, _said(points), _said(most), why] for label, points, most, why in lines]
    blocks = [Block(table=((_("part"), _("points"), _("of"), _("because of")), table)), *map(block_of, found.blocks)]
    title = f"{policy.name}: {row.name}"
    write_file(folder / f"{slug(row.name)}.html", as_html(title, iter(blocks)), sync=False)


def _why(part: str, found: Result) -> str:
    if part == "format":
        return ", ".join(map(meaning, found.codes))
    own = [str(row[4]) for row in found.details if part in (row[0], row[1])]
    if part == "exercise" and not own:
        return _("no file")
    counts = Counter(own)
    said = ((meaning(code), count) for code, count in counts.items())
    return "; ".join(words if len(own) == 1 else f"{words} ({count})" for words, count in said)


def _said(points: Decimal | None) -> str:
    return "" if points is None else points_text(points).replace(".", decimal_mark())


def _full(part: str, policy: Policy) -> Decimal:
    own = {"format": policy.points.format, "exercise": policy.points.exercise}
    return (own | policy.claims).get(part, Decimal(0))


def _pseudonyms(results: Sequence[Result], out: Path) -> dict[str, str]:
    path = out / ".results" / SALT
    if not path.is_file():
        write_file(path, secrets.token_hex(16))
    salt = path.read_text("utf-8")
    return {found.name: "S" + hashlib.sha256(f"{salt}{found.name}".encode()).hexdigest()[:8] for found in results}
