"""Gradebook: the tables and the figure of a class that a lecturer opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import chain
from pathlib import Path

from metrics_edu.files.safe_files import PRIVATE, write_files
from metrics_edu.files.spreadsheet_cells import cell, table_text
from metrics_edu.language import _, counted
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.tables.reading.file_format import rows_of
from metrics_homework.course import Course
from metrics_homework.findings import NOT_GRADED, Finding, finding
from metrics_homework.grading.count_figure import drawn_counts
from metrics_homework.grading.hand import GradedSubmission, Marks, graded_submission
from metrics_homework.grading.leaderboard import decimal, leaderboard, places, ranked, standings
from metrics_homework.grading.pages import class_page, feedback_page
from metrics_homework.grading.points import ZERO, bonuses, grade_of, points_text, share_of_codes
from metrics_homework.grading.result import Result, slug
from metrics_homework.grading.similar import HEAD, similar
from metrics_homework.judging.code_lookup import NO_MISTAKE, meaning
from metrics_homework.judging.judged_claims import EXCUSED
from metrics_homework.policy import Policy
from metrics_homework.submission.file_owners import folded_name
from metrics_homework.submission.submissions import Submission, finder

MAX_MISTAKES_DRAWN = 25
RESULTS = ".results"
"""The hidden folder in that of the results, by which it is known as one; it has a lock, and what is temporary."""
USED_POLICY = f"{RESULTS}/policy.json"
"""The policy by which the class was graded; an export is refused with another one."""
MISSING = "missing"
"""The status of a person of the roster who handed in nothing."""
DETAILS = ("submission", "part", "measure", "claimed", "recomputed", "code", "points")
ONLY_WITH_ROWS = ("similar.csv", "changes.csv", "findings.csv")
"""The tables that are deleted if they would be empty now."""
HARMLESS = ("ID_TYPE", "ENCODING", "READ_AS")
"""The codes of findings that change no value."""
CsvLines = Iterable[Sequence[object]]


@dataclass(frozen=True)
class TeacherFiles:
    """What the teacher's own files say, by the name of each submission, and findings about wrong lines."""

    marks: Mapping[str, Marks]
    days: Mapping[str, Decimal]  # late, or started hours
    functions: Mapping[str, Marks]  # the points in the table of another program
    findings: list[Finding]


@dataclass
class Gradebook:
    """What grading gave; the files are in `out`."""

    head: list[str]
    rows: list[list[str]]
    changes: list[list[str]]  # submission, column, before, after: what differs from the gradebook that was there
    mistakes: list[tuple[str, str, list[str]]]  # code, meaning, submissions
    out: Path
    findings: list[Finding] = field(default_factory=list)  # on the files and people of the class
    not_graded: dict[str, int] = field(
        default_factory=dict
    )  # how many rows need a human, by the first code that says why

    @property
    def unowned(self) -> int:
        """How many files belong to no person and were not read."""
        return sum(found.code == "NO_OWNER" for found in self.findings)

    def drawn_mistakes(self) -> bytes | None:
        """Return the figure of the mistakes, or None if there are none."""
        counts = {what: len(makers) for _code, what, makers in self.mistakes[:MAX_MISTAKES_DRAWN]}
        more = len(self.mistakes) - len(counts)
        note = _("and {n} more, in mistakes.csv", n=more) if more else ""
        return drawn_counts(_("Submissions with each mistake"), counts, note) if counts else None

    def __repr__(self) -> str:
        return f"Gradebook({counted(len(self.rows), 'submission')}, {counted(len(self.changes), 'change')})"


def write_all(
    results: Sequence[Result],
    course: Course,
    files: TeacherFiles,
    out: Path,
    submissions: Sequence[Submission],
    *,
    figures: bool,
) -> Gradebook:
    """Write all tables and pages, or none. The tables are for the teacher alone."""
    policy = course.policy
    people = {submission.name: submission for submission in submissions if submission.person is not None}
    rows = _rows_of_class(_with_owners(results, submissions), policy, files, people)
    page_names = _page_names(row.result.name for row in rows)
    cells = [_gradebook_row(row, policy, people, page_names[row.result.name]) for row in rows]
    before = _last_rows(out / "gradebook.csv")
    mistakes = mistakes_of((row.result for row in rows if not row.is_excused), policy)
    why = {row.result.name: _why_not_graded(row, policy) for row in rows}
    not_graded = dict(Counter(filter(None, why.values())).most_common())
    values, changes = [list(row.values()) for row in cells], _changes(before, cells)
    book = Gradebook(list(cells[0]), values, changes, mistakes, out, files.findings, not_graded)
    pages = {out / "feedback" / page_names[row.result.name]: feedback_page(row, policy) for row in rows}
    class_html = class_page(rows, policy, mistakes, why, files.findings)
    groups = {name: _group(submission) for name, submission in people.items()}
    tables = {
        out / name: table_text(head, lines)
        for name, (head, lines) in _tables(book, rows, policy, groups).items()
        if lines or name not in ONLY_WITH_ROWS
    }
    others: dict[Path, str | bytes] = {out / "class.html": class_html, out / USED_POLICY: policy.model_dump_json()}
    if figures and (drawn := book.drawn_mistakes()):
        others[out / "mistakes.svg"] = drawn
    texts = {**pages, **others, **tables}
    write_files(texts, mode=PRIVATE)
    _remove_old(out, before, texts)
    return book


def _remove_old(out: Path, before: Mapping[str, Mapping[str, str]], written: Mapping[Path, object]) -> None:
    """Delete the pages and tables of the last run that this one has not; Ana.html may be the new ana.html."""
    pages = (out / "feedback" / Path(row["feedback"]).name for row in before.values() if row.get("feedback"))
    old = [path for path in {*pages, *(out / name for name in ONLY_WITH_ROWS)} - written.keys() if path.is_file()]
    kept = {_place_of(path) for path in written if old}
    for path in old:
        if _place_of(path) not in kept:
            path.unlink()


def _place_of(path: Path) -> tuple[int, int]:
    """Return the same for all names of a file."""
    about = path.stat()
    return about.st_dev, about.st_ino


def _page_names(names: Iterable[str]) -> dict[str, str]:
    """Return the file of each page; names that differ only in capitals, which some disks take for one, get a mark each."""
    slugs = {name: slug(name) for name in names}
    counts = Counter(map(str.casefold, slugs.values()))
    return {name: f"{slug(name, is_marked=counts[text.casefold()] > 1)}.html" for name, text in slugs.items()}


def _tables(
    book: Gradebook,
    rows: Sequence[GradedSubmission],
    policy: Policy,
    groups: Mapping[str, str],
) -> dict[str, tuple[Sequence[str], CsvLines]]:
    """Return the head and the lines of each table, gradebook.csv last: its old rows also say later what changed."""
    shown = [row.result for row in rows]
    return {
        "details.csv": (DETAILS, _details(rows)),
        "leaderboard.csv": leaderboard(shown, policy),
        "mistakes.csv": (
            ["code", "submissions", "meaning"],
            [(code, len(of), what) for code, what, of in book.mistakes],
        ),
        "similar.csv": (HEAD, similar(shown, groups)),
        "changes.csv": (["submission", "column", "before", "after"], book.changes),
        "findings.csv": (["code", "meaning"], [(finding.code, finding.text) for finding in book.findings]),
        "gradebook.csv": (book.head, book.rows),
    }


def _group(submission: Submission) -> str:
    """Return the same text for the members of a group, and another one for each other submission."""
    group = submission.person.group if submission.person else ""
    return folded_name(group) or " ".join(sorted(member.id for member in submission.members))


def _why_not_graded(row: GradedSubmission, policy: Policy) -> str:
    if row.has_sum_by_hand:  # a human has looked
        return ""
    found = {finding.code for finding in row.result.findings}
    return (
        next((code for code in NOT_GRADED if code in found), "")
        or _lost(row, policy)
        or ("NO_POINTS" if row.ungraded else "")
    )


def _lost(row: GradedSubmission, policy: Policy) -> str:
    """Return why points were lost that no human decided about, because a number or a file was not found or not read."""
    if "NOTHING" in row.result.codes:
        return ""
    by_hand = {part for part, line in row.marks.items() if line.value != ""}
    open_parts = {part for part, points in policy.maxima.items() if points} - by_hand
    codes = [
        detail.code
        for detail in row.result.details
        if (detail.title if detail.part == "claims" else detail.part) in open_parts
    ]
    has_exercise = any(detail.part == "exercise" for detail in row.result.details)
    claimed = [detail.code for detail in row.result.details if detail.part == "claims" and detail.title in open_parts]
    if "unreadable" in codes:
        return "NUMBER_UNREAD"
    if "not_attempted" in claimed:
        return "NO_NUMBER"
    if "not_computed" in claimed and not row.result.codes:  # a file that may be missing is not there
        return "NO_FILE"
    return "NO_EXERCISE" if "exercise" in open_parts and not has_exercise else ""


def _with_owners(results: Iterable[Result], submissions: Sequence[Submission]) -> list[Result]:
    """Return the results, without a roster with a finding on each exercise under the id of another submission."""
    if any(submission.person is not None for submission in submissions):  # then the roster has said it
        return [*results]
    find = finder(submissions)
    return [
        replace(result, findings=[*result.findings, finding("OTHER_STUDENT", student=result.student)])
        if result.student and find(result.student) not in (None, result.name)
        else result
        for result in results
    ]


def _rows_of_class(
    results: Sequence[Result],
    policy: Policy,
    files: TeacherFiles,
    people: Mapping[str, Submission],
) -> list[GradedSubmission]:
    board = ranked(results, policy)
    won, standing = bonuses(places(board), policy.bonus), standings(board)
    groups = {name: _group(submission) for name, submission in people.items()}
    rows = []
    for result in results:
        student = result.student
        others = [other.name for other in results if student and other.student == student]
        same = [name for name in others if groups.get(name, name) != groups.get(result.name, result.name)]
        copies = [finding("SAME_STUDENT", student=student, others=", ".join(same))] if same else []
        shown = replace(result, findings=[*result.findings, *copies])
        marks, table = (lines.get(result.name, {}) for lines in (files.marks, files.functions))
        days, bonus = files.days.get(result.name, ZERO), won.get(result.name, ZERO)
        row = graded_submission(shown, marks, table, days, bonus, policy)
        rows.append(replace(row, standing=standing.get(result.name, "")))
    return rows


def _gradebook_row(
    row: GradedSubmission, policy: Policy, people: Mapping[str, Submission], page: str
) -> dict[str, str]:
    result = row.result
    person = people[result.name].person if result.name in people else None
    points = {part: result.points[part] for part in policy.maxima if part in result.points}
    points |= {"late": -row.late} if policy.late else {}
    points |= {"bonus": row.bonus} if policy.bonus or policy.hand else {}
    sums = {"points": points_text(row.sum), "of": points_text(policy.full)}
    sums |= {"grade": str(grade_of(row.sum, policy.full, policy.scale))} if policy.scale else {}
    if row.is_excused or row.ungraded:
        sums |= {name: "" for name in sums if name != "of"}
    cells = {
        "submission": result.name,
        **({"name": person.name} if person is not None else {}),
        "status": _status(row),
        **dict.fromkeys(policy.maxima, ""),
        **{part: points_text(count) for part, count in points.items()},
        **sums,
        "codes": " ".join(mistakes_in(result, policy)),
        **(
            {"by_hand": "; ".join(f"{part}: {words or after}" for part, _before, words, after in row.by_hand)}
            if policy.hand
            else {}
        ),
        "feedback": page,
    }
    return {column: cell(text) for column, text in cells.items()}


def _status(row: GradedSubmission) -> str:
    if row.is_excused:
        return EXCUSED
    if "NOTHING" in row.result.codes:
        return MISSING
    return "error" if row.result.codes else "ok"


def _details(rows: Sequence[GradedSubmission]) -> Iterator[list[str]]:
    for row in rows:
        result, name = row.result, row.result.name
        yield [name, "format", "", "", "", " ".join(result.codes), points_text(row.computed["format"])]
        for part, title, claimed, recomputed, code, points in result.details:
            yield [name, part, title, claimed, decimal(recomputed), code, decimal(float(points))]
        changes = {part: points - row.computed.get(part, ZERO) for part, points in result.points.items()}
        yield from (
            [name, *(("hand", part) if part in row.computed else (part, "")), "", "", "", points_text(change)]
            for part, change in changes.items()
            if change
        )
        late = -min(row.late, result.sum)
        others = {"late": late, "bonus": row.bonus, "hand": row.sum - max(result.sum + late, ZERO) - row.bonus}
        yield from ([name, part, "", "", "", "", points_text(points)] for part, points in others.items() if points)
        for title, value in result.hidden.items():
            yield [name, "test", title, "", decimal(value), "", ""]


def _last_rows(path: Path) -> dict[str, dict[str, str]]:
    """Return the rows of the last gradebook by their submissions."""
    head, *lines = (rows_of(path.read_bytes()) if path.is_file() else []) or [[]]
    return {line[0]: dict(zip(head, line, strict=False)) for line in lines}


def _changes(before: Mapping[str, dict[str, str]], rows: Sequence[dict[str, str]]) -> list[list[str]]:
    if not before:
        return []
    gone = {**before}
    changes = []
    for row in rows:
        name = row["submission"]
        if (old := gone.pop(name, None)) is None:
            changes.append([name, "", "", "new"])
        else:
            cells = [(column, old.get(column, ""), value) for column, value in row.items()]
            changes += [[name, column, then, value] for column, then, value in cells if then != value]
    return [*changes, *([name, "", "gone", ""] for name in gone)]


def mistakes_in(result: Result, policy: Policy) -> list[str]:
    """Return every code that says what is wrong: of the files first, then of the numbers.

    Numbers that keep all their points or could not be compared, and files that were read as they were meant, are not wrong.
    """
    of_files = [found.code for found in result.findings if found.code not in HARMLESS or found.code in policy.reject]
    of_numbers = [detail.code for detail in result.details]
    wrong = [code for code in of_numbers if code not in NO_MISTAKE and share_of_codes(code.split("|"), policy) < 1]
    return list(dict.fromkeys([*of_files, *wrong]))


def mistakes_of(results: Iterable[Result], policy: Policy) -> list[tuple[str, str, list[str]]]:
    """Return each code that was found, most often first, what it means, and the submissions (a name each time once)."""
    makers: dict[str, list[str]] = {}
    for result in results:
        for code in dict.fromkeys(chain.from_iterable(map(_named_by, mistakes_in(result, policy)))):
            makers.setdefault(code, []).append(result.name)
    order = sorted(makers, key=lambda code: (-len(makers[code]), code))
    return [(code, meaning(code), makers[code]) for code in order]


def _named_by(code: str) -> list[str]:
    names = code.replace("+", "|").split("|")
    return ["convention"] if all(name in CONVENTIONS for name in names) else names
