"""Parts whose points come from a file: named parts of hand.csv, and functions, graded by another program."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from homework.tests.homework_cases import RIGHT, grade, gradebook, hand_in, make_course, table
from homework.tests.test_homework import run
from homework.tests.test_homework_by_hand import DOCS, page_text, sums_up
from metrics_edu import set_language
from metrics_homework import check_submission, grade_folder, init_tarea
from metrics_homework.policy_file import read_policy

pytestmark = pytest.mark.usefixtures("in_turn")
POINTS = "points: {format: 1, claims: {MAP@3: 1}, exercise: 1, by_hand: {report: 2, código: 1}, functions: 3}"
"""The second key of the policy replaces the first one."""
NBGRADER = """\
assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score
ps0,,,ana,Ríos,Ana,ana@x.cl,0.0,0.0,0.0,6.0
ps0,,,beto,Soto,Beto,beto@x.cl,0.0,0.0,0.0,6.0
tarea1,,,ana,Ríos,Ana,ana@x.cl,6.0,0.0,6.0,6.0
tarea1,,,beto,Soto,Beto,beto@x.cl,5.0,0.0,5.0,6.0
"""
"""What `nbgrader export` of version 0.9.6 wrote, but for two people who handed in nothing."""
BY_HAND = (
    "ana,report,1.5,Well structured",
    "ana,código,1,",
    "beto,report,2,",
    "beto,CÓDIGO,0.5,Too long",
    "*,exercise,void,",
)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    set_language("en")


def write_policy(folder: Path, *more: str, points: str = POINTS) -> Path:
    """Write the course and its policy, with submissions of ana and beto; return the policy's path."""
    policy = folder / "course" / "small.yaml"
    if not policy.exists():
        make_course(folder / "course")
        hand_in(folder / "in", "ana", ranking=RIGHT, claims={"MAP": 0.9})
        hand_in(folder / "in", "beto", ranking=RIGHT, claims={"MAP": 0.9})
        (folder / "original.yaml").write_text(policy.read_text("utf-8"), "utf-8")
    lines = [line for line in (folder / "original.yaml").read_text("utf-8").splitlines() if line[:7] != "points:"]
    more = more or ("hand: hand.csv", "functions: {file: functions.csv}")
    policy.write_text("\n".join([*lines, points, *more]), "utf-8")
    return policy


def graded(
    folder: Path, by_hand: tuple[str, ...] = BY_HAND, functions: str = "person,points\nana,3\nbeto,2.5\n", *more: str
) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return the gradebook with these files of the teacher, and the codes of the findings."""
    policy = write_policy(folder, *more)
    (folder / "course" / "hand.csv").write_text("\n".join(["id,part,points,comment", *by_hand]), "utf-8")
    (folder / "course" / "functions.csv").write_text(functions, "utf-8")
    book = grade_folder(folder / "in", policy, folder / "out", progress=False, processes=1, figures=False)
    return gradebook(folder / "out"), [found.code for found in book.findings]


def page_of(folder: Path, name: str) -> str:
    return page_text(folder / "out" / "feedback" / f"{name}.html")


def test_parts_of_files_count_and_are_shown(tmp_path: Path) -> None:
    found, findings = graded(tmp_path)
    assert findings == []
    parts = ["format", "MAP@3", "exercise", "report", "código", "functions", "points", "of"]
    assert [found["ana"][part] for part in parts] == ["1", "0", "1", "1.5", "1", "3", "7.5", "9"]
    assert [found["beto"][part] for part in parts] == ["1", "0", "1", "2", "0.5", "2.5", "7", "9"]
    assert found["ana"]["by_hand"] == "exercise: Void: all points.; report: Well structured"
    text = page_of(tmp_path, "ana")
    assert "Points: 7.5 of 9" in text
    assert "report 1.5 2 código 1 1 Functions 3 3" in text
    assert "By hand part before comment points Exercise in class Void: all points. 1 report Well structured 1.5" in text
    page = page_text(tmp_path / "out" / "class.html")
    assert "report 88 % 1.75 / 2 código 75 % 0.75 / 1 Functions 92 % 2.75 / 3" in page.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert "Mean: 7.25 of 9" in page
    assert all(sums_up(tmp_path / "out", name) for name in ("ana", "beto"))
    details = [
        (row["part"], row["points"]) for row in table(tmp_path / "out" / "details.csv") if row["submission"] == "ana"
    ]
    assert {("report", "1.5"), ("código", "1"), ("functions", "3")} <= {*details}


def test_points_that_are_missing_are_not_zero(tmp_path: Path) -> None:
    found, findings = graded(tmp_path, ("ana,report,0,", "ana,código,,Read again", "*,exercise,void,"))
    assert findings == []
    assert [found["ana"][column] for column in ("report", "código", "functions", "points", "of")] == [
        "0",
        "",
        "3",
        "",
        "9",
    ]
    assert [found["beto"][column] for column in ("report", "código", "functions", "points")] == ["", "", "2.5", ""]
    assert found["beto"]["status"] == "ok"
    text = page_of(tmp_path, "ana")
    assert "Points so far: 5 of 9" in text
    assert "report 0 2 código Not graded yet – 1 Functions 3 3" in text
    assert "código Read again" in text
    page = page_text(tmp_path / "out" / "class.html")
    assert "Mean: – of 9" in page
    assert "código – – / 1" in page
    assert "ana NO_POINTS a part that is not graded yet beto NO_POINTS" in page
    assert "Not graded in full, and in no mean: 2." in page
    done = grade(tmp_path / "in", tmp_path / "course" / "small.yaml", tmp_path / "out")
    assert done.exit_code == 1
    assert "2 NO_POINTS (a part that is not graded yet)" in done.stdout.splitlines()[-1]
    found, _findings = graded(tmp_path)
    assert ("ana", "points", "", "7.5") in [tuple(row.values()) for row in table(tmp_path / "out" / "changes.csv")]


@pytest.mark.parametrize(
    ("lines", "points", "shown"),
    [
        (("ana,,8,All of it",), "8", "Points: 8 of 9"),
        (("ana,,excused,Was ill",), "", "Excused"),
        (("ana,report,excused,", "ana,código,1,", "ana,MAP,1,"), "7.71", "report Excused. – 2"),  # 2 x 6 / 7
        (("ana,functions,1,Run again by hand", "ana,report,2,", "ana,código,1,"), "5", "Functions 1 3"),
        (("ana,functions,,Nice", "ana,report,2,", "ana,código,1,"), "7", "Functions 3 3"),
        (("ana,functions,void,", "ana,report,2,", "ana,código,1,"), "7", "Functions Void: all points. – 3"),
    ],
)
def test_a_decision_by_hand_holds_also_for_these_parts(
    tmp_path: Path, lines: tuple[str, ...], points: str, shown: str
) -> None:
    found, findings = graded(tmp_path, lines)
    assert (findings, found["ana"]["points"]) == ([], points)
    assert shown in page_of(tmp_path, "ana")
    assert not points or sums_up(tmp_path / "out", "ana")


def test_who_handed_in_nothing_needs_no_human_and_has_the_points_of_the_files(tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\nana,Ana Ríos\nbeto,Beto Soto\nzoe,Zoe Paz\neva,Eva Gil\n", "utf-8")
    policy = write_policy(tmp_path)
    (tmp_path / "course" / "hand.csv").write_text("id,part,points\n")
    (tmp_path / "course" / "functions.csv").write_text("person,points\nzoe,0.0\neva,2\n")
    done = grade(tmp_path / "in", policy, tmp_path / "out", "--roster", str(roster))
    found = gradebook(tmp_path / "out")
    assert [found[name]["points"] for name in ("ana", "zoe", "eva")] == ["", "0", ""]
    assert [found[name]["status"] for name in ("zoe", "eva")] == ["missing", "missing"]
    assert "1 NO_POINTS" in done.stdout.splitlines()[-1], "eva did something elsewhere, so a part of hers is open"


def test_a_rejected_submission_has_no_points_of_another_program(tmp_path: Path) -> None:
    policy = ("hand: hand.csv", "functions: {file: functions.csv}", "reject: [MISSING_USERS]")
    hand_in(tmp_path / "in", "cut", ranking={"u1": RIGHT["u1"]})
    found, _findings = graded(tmp_path, BY_HAND, "person,points\nana,3\nbeto,3\ncut,3\n", *policy)
    assert (found["cut"]["functions"], found["cut"]["points"]) == ("", "1"), (
        "the void exercise is the teacher's decision"
    )
    assert "Not graded yet" not in page_of(tmp_path, "cut")
    assert (found["ana"]["functions"], found["ana"]["points"]) == ("3", "7.5")


@pytest.mark.parametrize(
    ("text", "codes", "points"),
    [
        ("person,points\nana,2\nbeto,1\n", [], "2"),
        ("Persona;Puntos\nana;2,5\nbeto;1\n", ["HAND_COMMA"], "2.5"),
        ("\ufeffSID,Email,Total Score,Max Points\nana,a@x.cl,50,100\nbeto,,1,100\n", [], "1.5"),
        ("assignment_name,github_username,points_awarded,points_available\nt,ana,4,12\nt,beto,1,12\n", [], "1"),
        ("student_id,score,max_score\nana,7,6\nbeto,1,6\n", ["HAND_ABOVE"], "3.5"),
        ("person,points\nana,1e1\nbeto,1\n", ["HAND_ABOVE"], "10"),
        ("person,points\nana,-1\nbeto,1\n", ["HAND_VALUE"], ""),
        ("person,points\nana,two\nbeto,1\n", ["HAND_VALUE"], ""),
        ("person,points\nana,nan\nbeto,1\n", ["HAND_VALUE"], ""),
        ("person,points\nana,\nbeto,1\n", ["HAND_VALUE"], ""),
        ("person,points\nana\nbeto,1\n", ["HAND_VALUE"], ""),
        ("person,score,max_score\nana,2,0\nbeto,1,6\n", ["HAND_VALUE"], ""),
        ("person,score,max_score\nana,2,\nbeto,1,6\n", ["HAND_VALUE"], ""),
        ("person,score,max_score\nana,2,-6\nbeto,1,6\n", ["HAND_VALUE"], ""),
        ("person,points\nanna,2\nbeto,1\n", ["UNKNOWN_ID"], ""),
        ("person,points\nana@y.cl.x,2\nbeto,1\n", ["UNKNOWN_ID"], ""),
        ("person,points\n,2\nbeto,1\n", ["UNKNOWN_ID"], ""),
        ("person,points\nana,2\nANA,1\nbeto,1\n", ["HAND_TWICE"], "1"),
        ("person,points\nbeto,1\n", [], ""),
    ],
)
def test_a_row_of_functions_is_used_or_reported(tmp_path: Path, text: str, codes: list[str], points: str) -> None:
    found, findings = graded(tmp_path, BY_HAND, text)
    assert (findings, found["ana"]["functions"]) == (codes, points)
    assert bool(found["ana"]["points"]) == bool(points), "a total without a part is none"
    rows = table(tmp_path / "out" / "findings.csv") if codes else []
    assert all("functions.csv, line" in row["meaning"] and "@y" not in row["meaning"] for row in rows)


def test_the_export_of_nbgrader_is_read(tmp_path: Path) -> None:
    policy = ("hand: hand.csv", "functions: {file: functions.csv, assignment: tarea1}")
    found, findings = graded(tmp_path, BY_HAND, NBGRADER, *policy)
    assert findings == []
    assert [found[name]["functions"] for name in ("ana", "beto")] == ["3", "2.5"], "3 x 6 / 6 and 3 x 5 / 6"


@pytest.mark.parametrize(
    ("text", "assignment", "says"),
    [
        (NBGRADER, "", "functions.csv: the assignments are ps0, tarea1; write one of them into the policy"),
        (NBGRADER, "tarea2", "functions.csv: the assignments are ps0, tarea1; write one of them into the policy"),
        ("person,points\nana,1\n", "tarea1", "functions.csv: the assignments are nothing; write one"),
        (
            NBGRADER.replace("Ríos", "Ríos, PhD"),
            "tarea1",
            r"functions.csv, line 4 has more cells than there are titles",
        ),
        ("person,points\nana,2,5\n", "", r"functions.csv, line 2 has more cells than there are titles: 'ana, 2,5'"),
        ("", "", r"functions.csv: expected a CSV with the columns person / persona / student_id"),
        ("person,grade\nana,1\n", "", r"expected a CSV with the columns person .*, points / score / total score"),
        (None, "", "functions.csv"),
    ],
)
def test_a_table_that_cannot_be_read_stops_grading(
    tmp_path: Path, text: str | None, assignment: str, says: str
) -> None:
    policy = write_policy(
        tmp_path, "hand: hand.csv", f"functions: {{file: functions.csv, assignment: {json.dumps(assignment)}}}"
    )
    (tmp_path / "course" / "hand.csv").write_text("id,part,points\n")
    if text is not None:
        (tmp_path / "course" / "functions.csv").write_text(text, "utf-8")
    with pytest.raises((ValueError, OSError), match=says):
        grade_folder(tmp_path / "in", policy, tmp_path / "out", progress=False, processes=1, figures=False)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("points", "more", "says"),
    [
        ("{by_hand: {report: 2}}", (), "points.by_hand is set, so add the key hand, such as hand: hand.csv"),
        ("{functions: 2}", (), "write both of the keys points.functions and functions.file"),
        ("{format: 1}", ("functions: {file: a.csv}",), "write both of the keys points.functions and functions.file"),
        ("{functions: 2}", ("functions: a.csv",), "functions: "),
        ("{functions: 2}", ("functions: {path: a.csv}",), "functions: path: unknown key; allowed are file, assignment"),
        ("{by_hand: {report: -1}}", ("hand: h.csv",), "points: by_hand: report: "),
        *(
            (f"{{by_hand: {{{name}: 1}}}}", ("hand: h.csv",), "by_hand: .* cannot be names of parts")
            for name in (
                *("Format", "exercise", "functions", "late", "bonus", "points", "deadline", "name", "codes", "of"),
                *(
                    "MAP@3",
                    "map",
                    "RMSE",
                    "ndcg",
                    '"=1+1"',
                    '""',
                    '" a"',
                    '"AP@5 #1"',
                    "report: 1, Report",
                    f"a{'b' * 40}",
                ),
            )
        ),
    ],
)
def test_a_policy_that_does_not_fit_is_rejected(tmp_path: Path, points: str, more: tuple[str, ...], says: str) -> None:
    policy = write_policy(tmp_path, points=f"points: {points[:-1]}, exercise: 1}}")
    text = policy.read_text("utf-8").partition("hand: hand.csv")[0]
    policy.write_text("\n".join([text, *more]), "utf-8")
    with pytest.raises(ValueError, match=says):
        read_policy(policy)


def test_formulas_of_a_table_stay_text_in_what_is_written(tmp_path: Path) -> None:
    lines = ("ana,report,1,=1+1", "=cmd,report,1,")
    graded(tmp_path, (*BY_HAND[1:], *lines), 'person,points\nana,3\nbeto,3\n"=cmd()","=2"\n')
    for path in (tmp_path / "out").glob("*.csv"):
        cells = [cell for row in csv.reader(path.read_text("utf-8").splitlines()) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t"))], path.name


def test_the_export_has_whole_totals_alone(tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\nana,Ana Ríos\nbeto,Beto Soto\n", "utf-8")
    policy = write_policy(tmp_path, "hand: hand.csv", "functions: {file: functions.csv}", "scale: {demand: 0.5}")
    (tmp_path / "course" / "hand.csv").write_text("\n".join(["id,part,points,comment", *BY_HAND]), "utf-8")
    (tmp_path / "course" / "functions.csv").write_text("person,points\nana,3\n")
    options = ("--policy", policy, "--graded", tmp_path / "out", "--out", tmp_path / "points.csv", "--roster", roster)
    grade(tmp_path / "in", policy, tmp_path / "out", "--roster", str(roster))
    refused = run("export", "csv", *options)
    assert (refused.exit_code, (tmp_path / "points.csv").exists()) == (2, False)
    assert "Without a number in gradebook.csv (1): beto" in " ".join(refused.stderr.split())
    partial = run("export", "csv", *options, "--partial", "--what", "mark")
    assert partial.exit_code == 1
    assert [(row["id"], row["Small"]) for row in table(tmp_path / "points.csv")] == [("ana", "6")]


def test_a_student_sees_no_point_of_these_files_before_grading(tmp_path: Path) -> None:
    graded(tmp_path, ("ana,report,1.25,Secret",))
    set_language("en")
    report = check_submission(tmp_path / "in" / "ana", tmp_path / "course" / "small.yaml")
    assert not [word for word in ("Secret", "1.25", "código", "Functions") if word in report.text() + report.page()]
    for name in ("hand.csv", "functions.csv"):
        (tmp_path / "course" / name).unlink()
    assert check_submission(tmp_path / "in" / "ana", tmp_path / "course" / "small.yaml").text() == report.text()


def test_no_command_writes_over_the_table_of_functions(tmp_path: Path) -> None:
    graded(tmp_path)
    path = tmp_path / "course" / "functions.csv"
    assert path in read_policy(tmp_path / "course" / "small.yaml").files
    assert path.read_text("utf-8") == "person,points\nana,3\nbeto,2.5\n"


@pytest.mark.parametrize("page", ["tarea1.md", "tarea1.es.md"])
def test_the_documented_tables_fit_the_example(tmp_path: Path, page: str) -> None:
    text = (DOCS.parent / page).read_text("utf-8")
    section = text.split("\n## ")[5]
    keys = re.search(r"```yaml\n(points:.*?)```", section, flags=re.S)
    shown = re.search(r"<!-- functions.csv -->\n```text\n(.*?)```", section, flags=re.S)
    assert keys
    assert shown
    example = init_tarea(tmp_path / "tarea")
    policy = example.read_text("utf-8")
    example.write_text(re.sub(r"\npoints:\n(  .*\n)+", f"\n{keys[1]}", policy), "utf-8")
    line = re.search(r"`(ana,report,[^`]*)`", section)
    assert line
    (tmp_path / "tarea" / "hand.csv").write_text(f"id,part,points,comment\n{line[1]}\nana,code,1,\n", "utf-8")
    (tmp_path / "tarea" / "functions.csv").write_text(shown[1], "utf-8")
    grade(tmp_path / "tarea" / "submissions", example, tmp_path / "out")
    found = gradebook(tmp_path / "out")
    assert [row["functions"] for row in found.values() if row["functions"]] == ["3", "2.5", "0"]
    assert (found["ana"]["points"], found["ana"]["of"], found["beto"]["points"]) == ("13", "13", "")
