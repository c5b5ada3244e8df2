"""The teacher's hand: points by hand, lateness, similar submissions, the page of the class, novelty and diversity."""

from __future__ import annotations

import json
import os
import re
import zipfile
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from homework.tests.homework_cases import RIGHT, USERS, answers, grade, gradebook, hand_in, make_course, snapshot, table
from metrics_edu import explain, set_language
from metrics_edu.language import number
from metrics_homework import ClassExercise, check_submission, grade_folder
from metrics_homework.example_class import EXERCISE, TEMPLATE
from metrics_homework.grading.gradebook import Gradebook
from metrics_homework.grading.hand import HandFile
from metrics_homework.grading.lateness import lateness_of_class
from metrics_homework.policy import Policy
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.roster import Person
from metrics_homework.submission.submissions import Submission, finder

pytestmark = pytest.mark.usefixtures("in_turn")
REVERSED = {user: items[::-1] for user, items in RIGHT.items()}
BETTER = {user: [f"i{12 + k}" for k in range(3)] for user in RIGHT}
"""Lists of items of the test data."""
DOCS = Path(__file__).parents[1] / "docs" / "tarea1.md"
SANTIAGO = ZoneInfo("America/Santiago")


def make_class(folder: Path, *more: str) -> Path:
    """Write a course and the submissions of ana, with reversed lists, and beto; return the policy's path."""
    policy = make_course(folder / "course", *more)
    hand_in(folder / "in", "ana", ranking=REVERSED, claims={"MAP": 0.9})
    hand_in(folder / "in", "beto", ranking=RIGHT)
    return policy


def graded(folder: Path, policy: Path, **options: Any) -> Gradebook:
    return grade_folder(folder / "in", policy, folder / "out", progress=False, processes=1, figures=False, **options)


def by_hand(folder: Path, *lines: str, **options: Any) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return the gradebook of a class with these lines in hand.csv, and the codes of its findings."""
    policy = folder / "course" / "small.yaml"
    if not policy.exists():
        make_class(folder, "hand: hand.csv")
    (policy.parent / "hand.csv").write_text("\n".join(["id,part,points,comment", *lines]), "utf-8")
    book = graded(folder, policy, **options)
    return gradebook(folder / "out"), [found.code for found in book.findings]


def page_of(folder: Path, name: str) -> str:
    return page_text(folder / "out" / "feedback" / f"{name}.html")


def page_text(path: Path) -> str:
    text = path.read_text("utf-8")
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", text, flags=re.S))


# hand.csv


def test_points_by_hand_replace_those_of_a_part_and_survive_a_rerun(tmp_path: Path) -> None:
    by_hand(tmp_path)
    before = gradebook(tmp_path / "out")["ana"]["points"]
    found, findings = by_hand(tmp_path, "ana,MAP,0.75,The rest is right", ",,,", "beto,bonus,0.5,Found a mistake")
    assert (before, findings) == ("1", [])
    assert (found["ana"]["MAP@3"], found["ana"]["points"], found["beto"]["points"]) == ("0.75", "1.75", "1.5")
    changes = [(row["submission"], row["column"], row["after"]) for row in table(tmp_path / "out" / "changes.csv")]
    assert ("ana", "MAP@3", "0.75") in changes
    assert ("ana", "by_hand", "MAP@3: The rest is right") in changes
    assert "By hand part before comment points MAP@3 0 The rest is right 0.75" in page_of(tmp_path, "ana")
    assert "Bonus By hand 0.5" in page_of(tmp_path, "beto")
    assert by_hand(tmp_path, "ana,MAP,0.75,The rest is right")[0]["ana"]["points"] == "1.75"
    assert all(sums_up(tmp_path / "out", name) for name in ("ana", "beto"))


def sums_up(out: Path, name: str) -> bool:
    """Whether the points of the details are those of the gradebook."""
    details = [Decimal(row["points"] or 0) for row in table(out / "details.csv") if row["submission"] == name]
    return sum(details, Decimal(0)) == Decimal(gradebook(out)[name]["points"])


def test_an_interrupted_run_still_finds_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand(tmp_path)
    replace = Path.replace

    def interrupted(part: Path, path: Path) -> None:
        if path.name == "changes.csv":
            raise KeyboardInterrupt
        replace(part, path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            by_hand(tmp_path, "ana,MAP,0.75,")
    by_hand(tmp_path, "ana,MAP,0.75,")
    assert [row["after"] for row in table(tmp_path / "out" / "changes.csv") if row["column"] == "MAP@3"] == ["0.75"]


def test_a_void_question_gives_everyone_its_points(tmp_path: Path) -> None:
    found, findings = by_hand(tmp_path, "*,nDCG@3,void,The file had an error", "*,AP@5 #2,void,", "ana,nDCG@3,0.1,")
    assert [found[name]["nDCG@3"] for name in ("ana", "beto")] == ["0.1", "1"], "a person's own line is stronger"
    assert [row["exercise"] for row in found.values()] == ["0.5", "0.5"], "half of the exercise"
    assert findings == []
    assert sums_up(tmp_path / "out", "ana")
    assert "Void: all points. The file had an error" in page_of(tmp_path, "beto")


def test_a_decision_by_hand_replaces_the_verdict(tmp_path: Path) -> None:
    policy = make_class(tmp_path, "hand: hand.csv")
    given = answers(answers={"AP@5": ["9", "8"]})
    (tmp_path / "in" / "ana" / "exercise.json").write_text(json.dumps(given))
    by_hand(tmp_path)
    pages = [tmp_path / "out" / name for name in ("feedback/ana.html", "class.html")]
    before = [path.read_text("utf-8") for path in pages]
    assert [page.count('" data-kind="wrong"') > 0 or "unexplained" in page for page in before] == [True, True]
    lines = ("*,MAP@3,void,Bad data", "ana,exercise,excused,Was ill")
    found, _findings = by_hand(tmp_path, *lines)
    text = page_of(tmp_path, "ana")
    assert '" data-kind="wrong"' not in pages[0].read_text("utf-8")
    assert "MAP@3 0.9 Void: all points. – nDCG@3" in text
    assert "Exercise in class Excused. – AP@5 of list 1 9 Excused AP@5 of list 2 8 Excused " in text
    assert (
        "By hand part before comment points MAP@3 Void: all points. Bad data 1 Exercise in class Excused. Was ill"
        in text
    )
    assert "Numbers right: 0 of 1." in text
    assert not re.search("unexplained|MAP@3.{0,20}no answer", page_text(pages[1]))
    assert found["ana"]["codes"] == "" == found["beto"]["codes"]
    details = [row for row in table(tmp_path / "out" / "details.csv") if row["submission"] == "ana"]
    codes = {row["measure"]: row["code"] for row in details if row["part"] in ("claims", "exercise")}
    assert (codes["MAP@3"], codes["AP@5 #1"]) == ("void", "excused")
    assert table(tmp_path / "out" / "mistakes.csv") == []
    assert sums_up(tmp_path / "out", "ana")
    found, _findings = by_hand(tmp_path, "ana,,void,All of it")
    assert (found["ana"]["points"], "Void: all points. All of it" in page_of(tmp_path, "ana")) == ("4", True)
    assert "MAP@3" not in page_of(tmp_path, "ana")
    assert read_policy(policy).full == 4


def test_feedback_shows_the_list_and_the_working_of_an_answer_in_class(tmp_path: Path) -> None:
    given, hostile = {"AP@5": ["<b>0.9", "0.8"]}, "</p><script>alert(1)</script>"
    policy = make_course(tmp_path / "course")
    hand_in(tmp_path / "in", "ana", ranking=RIGHT, exercise=answers(answers=given, student=hostile))
    (wrong, right) = ClassExercise("small", hostile, ["AP@5"]).pairs["AP@5"]
    graded(tmp_path, policy)
    html = (tmp_path / "out" / "feedback" / "ana.html").read_text("utf-8")
    for ranking, position in ((wrong, 1), (right, 2)):
        working = explain("AP@5", ranking)
        block = page_text(tmp_path / "out" / "feedback" / "ana.html").split(f"AP@5 of list {position} ")[-1]
        shown = f"{' '.join(ranking.marks())} R: relevant; N: not relevant. |R| = {int(ranking.relevant)}"
        assert block.startswith(shown)
        assert f"= {number(working.value)}" in block
    assert ("<script>" in html, "<b>0.9" in html) == (False, False)
    policy.write_text(policy.read_text() + "feedback: {recomputed: false}\n")
    graded(tmp_path, policy)
    text = page_of(tmp_path, "ana")
    assert " ".join(wrong.marks()) in text
    assert f"{number(explain('AP@5', wrong).value)}" not in text


@pytest.mark.parametrize(
    ("line", "ana", "beto"),
    [
        ("", "Place 2 of 2 on the hidden test data 0.5", "Place 1 of 2 on the hidden test data 1"),
        ("beto,bonus,0.2,", "Place 2 of 2", "Place 1 of 2 on the hidden test data + By hand 1.2"),
        ("beto,late,1,", "Place 2 of 2", "Place 1 of 2 on the hidden test data 1"),
        ("beto,,3,All of it", "Place 2 of 2", "Place 1 of 2 on the hidden test data By hand"),
    ],
)
def test_the_sentence_on_the_bonus_is_true(tmp_path: Path, line: str, ana: str, beto: str) -> None:
    make_class(tmp_path, "hand: hand.csv", "bonus: {measures: [MAP@3], points: [1, 0.5]}")
    (tmp_path / "in" / "beto" / "ranking.json").write_text(json.dumps(BETTER))
    hand_in(tmp_path / "in", "cut", ranking='{"u1": [')
    by_hand(tmp_path, line)
    for name, said in {"ana": ana, "beto": beto, "cut": "No place on the hidden test data 0"}.items():
        text = page_of(tmp_path, name)
        assert f"Bonus {said}" in text
        assert len(re.findall("hidden test data", text)) == 1
        assert not re.search("|".join({"ana", "beto", "cut"} - {name}), text)


def test_a_shared_place_says_so_and_no_bonus_has_no_sentence(tmp_path: Path) -> None:
    policy = make_class(tmp_path, "bonus: {measures: [MAP@3], points: [1, 0.5]}")
    graded(tmp_path, policy)
    said = {name: page_of(tmp_path, name).partition("Bonus ")[2] for name in ("ana", "beto")}
    assert {text.startswith("Place 1 of 2 on the hidden test data, shared 1 ") for text in said.values()} == {True}
    policy.write_text(policy.read_text().partition("bonus:")[0])
    graded(tmp_path, policy)
    assert "Bonus" not in page_of(tmp_path, "ana")


def test_a_comment_alone_leaves_the_points_of_another_line(tmp_path: Path) -> None:
    found, findings = by_hand(
        tmp_path,
        "*,nDCG@3,void,",
        "ana,nDCG@3,,Well written",
        "beto,MAP@3,0.5,Half is right",
        "beto,MAP@3,,Check",
        "beto,bonus,-0,5,",
    )
    assert (found["ana"]["nDCG@3"], found["beto"]["MAP@3"], found["beto"]["bonus"]) == ("1", "0.5", "-0.5")
    assert sorted(findings) == ["HAND_COMMA"]
    assert "Well written" in page_of(tmp_path, "ana")
    assert "Half is right Check" in page_of(tmp_path, "beto")


def test_a_report_on_a_line_has_no_address(tmp_path: Path) -> None:
    _found, findings = by_hand(tmp_path, "eva@x.cl,MAP@3,1,")
    assert findings == ["UNKNOWN_ID"]
    assert not [path for path in (tmp_path / "out").rglob("*.*") if path.is_file() and b"@x.cl" in path.read_bytes()]


def test_an_excused_part_counts_as_the_others(tmp_path: Path) -> None:
    found, _findings = by_hand(
        tmp_path, "beto,exercise,excused,Was ill", "beto,MAP@3,1,", "ana,,excused,Left the course"
    )
    row = found["beto"]  # 2 of the 3 other points
    assert (row["exercise"], row["points"]) == ("0.67", "2.67")
    assert (found["ana"]["status"], found["ana"]["points"], found["ana"]["of"]) == ("excused", "", "4")
    assert "Tarea" not in page_of(tmp_path, "ana")
    assert "Excused" in page_of(tmp_path, "ana")


def test_all_points_by_hand_settle_a_row_that_needs_a_human(tmp_path: Path) -> None:
    make_class(tmp_path, "hand: hand.csv")
    hand_in(tmp_path / "in", "cut", ranking='{"u1": [')
    (tmp_path / "course" / "hand.csv").write_text("id;puntos;parte\ncut;;points\n")
    done = grade(tmp_path / "in", tmp_path / "course" / "small.yaml", tmp_path / "out")
    assert "1 UNREADABLE" in done.stdout.splitlines()[-1]
    (tmp_path / "course" / "hand.csv").write_text("id;puntos;parte\ncut;1,5;\n")
    done = grade(tmp_path / "in", tmp_path / "course" / "small.yaml", tmp_path / "out")
    assert gradebook(tmp_path / "out")["cut"]["points"] == "1.5"
    assert "UNREADABLE" not in done.stdout.splitlines()[-1]
    assert "Note: hand.csv, line 2: 1,5 was read as 1.5." in done.stdout


@pytest.mark.parametrize(
    ("lines", "codes", "points"),
    [
        (["anna,MAP@3,1,"], ["UNKNOWN_ID"], "0"),
        (["ana,MAP@4,1,"], ["HAND_PART"], "0"),
        (["ana,RMSE,1,"], ["HAND_PART"], "0"),  # has no points
        (["ana,deadline,2026-11-30,"], ["HAND_PART"], "0"),  # the policy has no deadline
        (["ana,MAP@3,one,"], ["HAND_VALUE"], "0"),
        (["ana,MAP@3,-1,"], ["HAND_VALUE"], "0"),
        (["ana,MAP@3,nan,"], ["HAND_VALUE"], "0"),
        (["ana,MAP@3,1_0,"], ["HAND_VALUE"], "0"),
        (["ana,MAP@3,1,", "ana,bonus,\u22120.5,"], [], "1"),
        (['ana,MAP@3,"1.000,5",'], ["HAND_COMMA", "HAND_ABOVE"], "1000.5"),
        (["ana,MAP@3,1e9,"], ["HAND_VALUE"], "0"),
        (["ana,MAP@3"], ["HAND_VALUE"], "0"),
        (["ana,bonus,void,"], ["HAND_VALUE"], "0"),
        (["ana,MAP@3,3,"], ["HAND_ABOVE"], "3"),
        (['ana,MAP@3,"0,5",'], ["HAND_COMMA"], "0.5"),
        (["ana,MAP@3,0,5,"], ["HAND_COMMA"], "0.5"),
        (["ana,MAP@3,0,125,Good"], ["HAND_COMMA"], "0.13"),
        (["ana,MAP@3,0,5"], ["HAND_CUT"], "0"),  # or a comment, 5
        (['ana,MAP@3,1,"2, by mistake"'], [], "1"),
        (["ana,MAP@3,0,25,Good, but late"], ["HAND_COMMA"], "0.25"),
        (["ana,MAP@3,1,Good, but late"], [], "1"),
        (["ana,MAP@3,1,", "ANA,map,0.5,"], ["HAND_TWICE"], "0.5"),
        (["ana,MAP@3,,Well written"], [], "0"),
    ],
)
def test_a_wrong_line_is_reported_with_its_number(
    tmp_path: Path, lines: list[str], codes: list[str], points: str
) -> None:
    found, findings = by_hand(tmp_path, "", *lines)
    assert (findings, found["ana"]["MAP@3"]) == (codes, points)
    page = (tmp_path / "out" / "class.html").read_text("utf-8")
    assert all(re.search(rf"hand\.csv, lines? .*\b{len(lines) + 2}\b", page) for _code in codes)


def test_the_documented_lines_by_hand_fit_the_example(tmp_path: Path) -> None:
    documented = re.search(r"<!-- hand.csv -->\n```text\n(.*?)```", DOCS.read_text("utf-8"), flags=re.S)
    late = re.search(r"```yaml\n(late:.*?)```", DOCS.read_text("utf-8"), flags=re.S)
    assert documented
    assert late
    text = TEMPLATE.read_text("utf-8").format(seed=7, scale="[1, 5]", language="en", **EXERCISE)
    text = re.sub(r"late:\n(  .*\n)+", late[1], text).replace("# hand: hand.csv", "hand: hand.csv")
    (tmp_path / "tarea1.yaml").write_text(text, "utf-8")
    (tmp_path / "hand.csv").write_text(documented[1], "utf-8")
    file = HandFile(read_policy(tmp_path / "tarea1.yaml"), "hand.csv")
    names = ["ana", "beto", "carla", "diego", "jose"]
    found = file.of(names, lambda name: name)
    assert file.findings == []
    assert sum(map(len, found.values())) == 5 + 2 * len(names), "five lines for one person, and two for everyone"


def test_a_file_by_hand_without_its_columns_stops_grading(tmp_path: Path) -> None:
    policy = make_class(tmp_path, "hand: hand.csv")
    for text in ("", "id,points\nana,1\n"):
        (policy.parent / "hand.csv").write_text(text)
        with pytest.raises(
            ValueError, match=r"hand\.csv: expected a CSV with the columns id / submission / entrega, part / "
        ):
            graded(tmp_path, policy)


def test_no_command_writes_the_file_by_hand(tmp_path: Path) -> None:
    by_hand(tmp_path, "ana,MAP@3,1,")
    path = tmp_path / "course" / "hand.csv"
    path.chmod(0o400)
    before = snapshot(tmp_path / "course")
    graded(tmp_path, tmp_path / "course" / "small.yaml")
    assert snapshot(tmp_path / "course") == before


def test_results_replace_no_file_of_the_teacher(tmp_path: Path) -> None:
    by_hand(tmp_path)
    out = tmp_path / "out"
    (out / "feedback" / "statement.html").write_text("")
    by_hand(tmp_path, "zoe,,1,")
    assert "zoe" in (out / "findings.csv").read_text()
    assert (out / "feedback" / "statement.html").exists()
    policy = tmp_path / "course" / "small.yaml"
    (out / "roster.csv").write_text("id,name\nana,Ana\n")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "findings.csv").write_text("")
    for folder, options in (("own", {}), ("in", {}), ("course", {}), ("out", {"roster": out / "roster.csv"})):
        with pytest.raises(ValueError, match=rf"{folder} contains other files; write the results to a new folder"):
            grade_folder(tmp_path / "in", policy, tmp_path / folder, **options)


def test_lines_by_hand_are_for_one_person_of_a_roster(tmp_path: Path) -> None:
    policy = make_class(tmp_path, "hand: hand.csv")
    policy.write_text(policy.read_text().replace("submissions:", "submissions:\n  roster: roster.csv", 1))
    people = ["a1,Ana Díaz,ana@x.cl,g1", "b2,Beto Paz,beto@x.cl,", "c3,Caro Ruiz,caro@x.cl,G1", "d4,Dani Ulm,,"]
    (policy.parent / "roster.csv").write_text("\n".join(["id,name,email,group", *people]), "utf-8")
    for name in ("ana", "beto"):
        (tmp_path / "in" / name).rename(tmp_path / "in" / f"{name}@x.cl")
    lines = ["caro@x.cl,nDCG@3,0.5,", "Paz Beto,MAP@3,0.25,", "*,format,void,", "d4,bonus,1,"]
    found, findings = by_hand(tmp_path, *lines)
    assert findings == ["SHARED"]
    assert [row["nDCG@3"] for row in found.values()] == ["0", "0", "0.5", "0"]
    assert [row["points"] for row in found.values()] == ["1", "1.25", "1.5", "2"], "also without a file"
    assert not (tmp_path / "out" / "similar.csv").exists(), "they are a group"
    page = (tmp_path / "out" / "class.html").read_text("utf-8")
    assert "Handed in: 3 of 4." in page
    assert "@x.cl" not in page


# Lateness


def find(text: str) -> str | None:
    return text if text in ("ana", "beto") else None


def late_policy(policy: Path, late: str, *, due: str = "2026-11-27 23:59") -> Policy:
    """Return the policy with other keys of lateness."""
    text = re.sub(r"late: .*", f"late: {{{late}, deadline: {due} America/Santiago}}", policy.read_text())
    policy.write_text(text)
    return read_policy(policy)


def lateness(tmp_path: Path, late: str, handed_in: str, **extensions: datetime) -> Decimal:
    """Return how late ana is, whose submission has a time."""
    policy = late_policy(make_course(tmp_path / "course"), late)
    own = Submission("ana", [tmp_path / "in" / "ana"], handed_in=datetime.fromisoformat(handed_in))
    found, _findings = lateness_of_class(policy, [own], find, extensions)
    return found["ana"]


@pytest.mark.parametrize(
    ("late", "handed_in", "count"),
    [
        ("per_day: 1, grace: 15", "2026-11-27 23:00", 0),
        ("per_day: 1, grace: 15", "2026-11-28 00:14", 0),  # grace
        ("per_day: 1, grace: 15", "2026-11-28 00:15", 1),
        ("per_day: 1, grace: 15", "2026-11-28 23:59", 1),
        ("per_day: 1, grace: 15", "2026-11-29 00:00", 2),
        ("per_hour: 1, grace: 15", "2026-11-28 01:59", 2),
        ("per_hour: 1, grace: 15", "2026-11-28 04:58+00:00", 2),  # 01:58 in Santiago
    ],
)
def test_started_days_or_hours_are_counted_from_the_deadline(
    tmp_path: Path, late: str, handed_in: str, count: int
) -> None:
    assert lateness(tmp_path, late, handed_in) == count


def test_hours_are_counted_across_a_change_of_the_clock(tmp_path: Path) -> None:
    due = datetime(2026, 4, 4, 22, 0, tzinfo=SANTIAGO)  # at 24:00 the clock goes back to 23:00
    assert lateness(tmp_path, "per_hour: 1, grace: 15", "2026-04-05 00:30", ana=due) == 4


@pytest.mark.parametrize(
    "text",
    [
        'Identifier,Full name,"Last modified (submission)"\nParticipant 7,,"Saturday, 28 November 2026, 1:30 AM"\n',
        'Identificador;Última modificación (entrega)\nParticipante 7;"sábado, 28 de noviembre de 2026, 01:30"\n',
        "student_id,handed_in\n7,2026-11-28T04:30:00Z\nzoe,2026-11-20T00:00:00Z\n",
        "id,handed_in\n7,-\n7,2026-11-28 01:30\n",
    ],
)
def test_times_are_read_from_the_tables_of_systems(tmp_path: Path, text: str) -> None:
    policy = make_course(tmp_path / "course")
    (policy.parent / "times.csv").write_text(text, "utf-8")
    own = [Submission("Eva Ríos_7", key="7", late=True), Submission("ana", late=True)]
    found, _findings = lateness_of_class(late_policy(policy, LATE_WITH_TIMES), own, finder(own), {})
    assert list(found.values()) == [2, 1], "a mark of Canvas counts where no time is known"


LATE_WITH_TIMES = "per_hour: 0.1, times: times.csv"


@pytest.mark.parametrize("table", ["correo,handed_in\nana@x.cl,2026-11-29 01:30\n", "days"])
def test_who_shares_the_files_of_a_mate_is_as_late(tmp_path: Path, table: str) -> None:
    policy = make_course(tmp_path / "course")
    (policy.parent / "times.csv").write_text("submission,days\nana,2\n" if table == "days" else table, "utf-8")
    people = {name: Person(name, name.title(), f"{name}@x.cl") for name in ("ana", "beto", "carla")}
    own = [Submission(name, [] if name == "carla" else [tmp_path], person=person) for name, person in people.items()]
    late = "per_day: 1, days: times.csv" if table == "days" else "per_day: 1, times: times.csv"
    found, findings = lateness_of_class(late_policy(policy, late), own, finder(own), {})
    assert (found, findings) == ({"ana": 2, "beto": 2, "carla": 0}, [])


def test_rows_of_lateness_that_cannot_be_used_are_reported(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    (policy.parent / "times.csv").write_text("id,handed_in\nanna,2026-11-28 01:30\nbeto,-\nzoe,-\n", "utf-8")
    (policy.parent / "late.csv").write_text("submission,days\nbeto,\nana,1,5\nana,-1\n", "utf-8")
    rules = late_policy(policy, "per_day: 1, times: times.csv, days: late.csv")
    found, findings = lateness_of_class(rules, [Submission("ana"), Submission("beto")], find, {})
    assert found == {"ana": Decimal("1.5"), "beto": 0}
    assert [one.code for one in findings] == ["DAYS", "DAYS", "TIME_OWNER"]
    assert [one.text.partition(" is ")[0] for one in findings] == [
        "late.csv, line 2: ''",
        "late.csv, line 4: '-1'",
        "times.csv: these lines have a time, and name no person of the class, or several: 2. Check their ids. "
        "People of another class change nothing.",
    ]


def test_the_time_of_a_file_is_never_read(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    (policy.parent / "times.csv").write_text("id,handed_in\n")
    own = hand_in(tmp_path / "in", "beto", ranking=RIGHT, timestamp__txt="2026-11-28 05:30:00 UTC")
    os.utime(own / "ranking.json", (4e9, 4e9))
    found, _findings = lateness_of_class(late_policy(policy, LATE_WITH_TIMES), [Submission("beto", [own])], find, {})
    assert found == {"beto": 0}


def test_a_new_deadline_is_for_one_person(tmp_path: Path) -> None:
    policy = make_class(tmp_path, "hand: hand.csv")
    late_policy(policy, LATE_WITH_TIMES, due="2026-11-27")
    (policy.parent / "times.csv").write_text("id,handed_in\nana,2026-11-28 01:30\nbeto,2026-11-28 01:30\n")
    found, findings = by_hand(tmp_path, "ana,deadline,2026-11-30 12:00,Was ill", "beto,late,0,")
    assert ([row["late"] for row in found.values()], findings) == (["0", "0"], [])
    assert "Deadline 2026-11-30 12:00 America/Santiago Was ill" in page_of(tmp_path, "ana")
    found, findings = by_hand(tmp_path, "ana,deadline,tomorrow,")
    assert ([row["late"] for row in found.values()], findings) == (["-0.2", "-0.2"], ["HAND_VALUE"])
    assert "Started hours: 2" in page_of(tmp_path, "ana")
    late = Submission("ana", late=True)
    (policy.parent / "times.csv").write_text("id,handed_in\nana,\nbeto,-\nbeto\nana,28. Dezember\n")
    _found, unclear = lateness_of_class(
        late_policy(policy, LATE_WITH_TIMES), [late], find, {"ana": datetime(2026, 11, 30, tzinfo=SANTIAGO)}
    )
    assert [one.code for one in unclear] == ["TIME_UNREAD", "EXTENSION"]
    assert "times.csv, line 5: '28. Dezember'" in unclear[0].text


@pytest.mark.parametrize("text", ["0001-01-01 00:00", "9999-12-31 23:59", "\0", "2026-11-27 23:59 ../../x"])
def test_a_time_that_no_clock_shows_stops_no_class(text: str, tmp_path: Path) -> None:
    policy = make_class(tmp_path)
    late_policy(policy, LATE_WITH_TIMES)
    rows = f"id,handed_in\nana,{text}\nbeto,2026-11-29 12:00:00 America/Santiago\n"
    (policy.parent / "times.csv").write_text(rows)
    graded(tmp_path, policy)
    late = {name: row["late"] for name, row in gradebook(tmp_path / "out").items()}
    assert (late["ana"], late["beto"] < "0") == ("0", True)


@pytest.mark.parametrize(
    ("late", "sentence"),
    [
        ("{per_day: 1, per_hour: 1}", "write one of the keys per_day and per_hour"),
        ("{at_most: 1}", "write one of the keys per_day and per_hour"),
        ("{per_day: 1, deadline: 2026-11-27}", "late: deadline: must be a time and its zone, such as 2026-11-27 23:59"),
        ("{per_day: 1, deadline: tomorrow UTC}", "late: deadline: must be a time and its zone"),
        ("{per_day: 1, deadline: 2026-11-27 Mars}", "late: deadline: must be a time and its zone"),
    ],
)
def test_an_unclear_deadline_is_rejected(tmp_path: Path, late: str, sentence: str) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("{per_day: 0.5}", late))
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_policy(policy)


def test_a_table_of_times_without_times_is_rejected(tmp_path: Path) -> None:
    policy = make_class(tmp_path)
    late_policy(policy, LATE_WITH_TIMES)
    (policy.parent / "times.csv").write_text("id,when\n")
    with pytest.raises(ValueError, match=r"times\.csv: expected a CSV with the columns last modified"):
        graded(tmp_path, policy)


# Similar submissions


def test_similar_submissions_are_listed_for_the_teacher_alone(tmp_path: Path) -> None:
    policy = make_class(tmp_path)
    text = json.dumps(dict(reversed(REVERSED.items())))
    hand_in(tmp_path / "in", "cata", ranking=text, claims={"MAP@3": "0.9001"})
    hand_in(tmp_path / "in", "dana", ranking={"u1": ["i1"]}, claims={"MAP@3": "0.9001"})
    for name in ("eva", "fito"):
        with zipfile.ZipFile(tmp_path / "in" / f"{name}.zip", "w") as packed:
            packed.writestr(zipfile.ZipInfo("notes.txt", (2026, 1, 1, 0, 0, 0)), "x")
    graded(tmp_path, policy)
    found = {(row["a"], row["b"]): row for row in table(tmp_path / "out" / "similar.csv")}
    assert set(found) == {("ana", "cata"), ("cata", "dana"), ("eva", "fito")}
    assert found["ana", "cata"]["equal_lists"] == "yes", "users in another order"
    assert found["cata", "dana"]["same_wrong_claims"] == "MAP@3=0.9001"
    assert found["eva", "fito"]["equal_archives"] == "yes"
    assert "cata" not in page_of(tmp_path, "ana")


def test_a_copy_shares_more_than_two_honest_submissions(tmp_path: Path) -> None:
    """Each person has the lists of a recommender by popularity; beto's files are a copy of ana's, and cata saved one again."""
    policy = make_course(tmp_path / "course")
    lists, ratings = {user: ["i6", "i7", "i8"] for user in USERS}, "user,item,rating\nu1,i6,3.25\nu2,i7,4.5\n"
    right = check_submission(hand_in(tmp_path, "first", ranking=lists), policy).values["MAP@3"]
    for name in ("ana", "beto"):
        hand_in(tmp_path / "in", name, ranking=lists, ratings__csv=ratings, claims={"MAP@3": f"{right:.4f}"})
    again = "item;user;rating\ni7;u2;4,50\ni6;u1;3,250\n"
    hand_in(tmp_path / "in", "cata", ranking=json.dumps(lists, indent=1), ratings__csv=again, claims={})
    own = ratings.replace("3.25", "3.5")
    hand_in(
        tmp_path / "in", "dana", ranking=json.dumps(lists, indent=2), ratings__csv=own, claims={"MAP@3": f"{right:.3f}"}
    )
    hand_in(tmp_path / "in", "eva", notes__txt="x", claims={})
    graded(tmp_path, policy)
    found = {(row.pop("a"), row.pop("b")): row for row in table(tmp_path / "out" / "similar.csv")}
    shared = {pair: {name: cell for name, cell in row.items() if cell} for pair, row in found.items()}
    lists_alone = {"equal_lists": "yes"}
    assert shared == {
        ("ana", "beto"): lists_alone
        | {"equal_ratings": "yes", "equal_claims": "yes", "equal_files": "ranking ratings claims"},
        ("ana", "cata"): lists_alone | {"equal_ratings": "yes"},
        ("beto", "cata"): lists_alone | {"equal_ratings": "yes"},
        **dict.fromkeys([("ana", "dana"), ("beto", "dana"), ("cata", "dana")], lists_alone),
    }
    assert next(iter(shared)) == ("ana", "beto"), "the pair that shares most is the first"
    pages = [page_of(tmp_path, name) for name in ("ana", "beto", "cata")]
    assert not [page for page in pages if "equal" in page or "copy" in page]


# The page of the class


@pytest.mark.parametrize(("language", "words"), [("en", "Submissions by points"), ("es", "Entregas por puntos")])
def test_the_page_of_the_class_shows_points_parts_measures_and_mistakes(
    tmp_path: Path, language: str, words: str
) -> None:
    policy = make_class(tmp_path)
    hand_in(tmp_path / "in", "cut", ranking='{"u1": [')
    graded(tmp_path, policy, language=language)
    path = tmp_path / "out" / "class.html"
    page = path.read_text("utf-8")
    assert path.stat().st_mode & 0o777 == 0o600
    assert f"<h2>{words}</h2>" in page
    rows = re.findall(r'<tr><td>(\d–\d)</td><td>(\d)</td><td><span aria-hidden="true">(█*)<', page)
    assert rows == [("0–1", "1", "█" * 10), ("1–2", "2", "█" * 20), ("2–3", "0", ""), ("3–4", "0", "")]
    assert f'lang="{language}"' in page
    text = re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.S))
    assert language == "es" or all(
        words in text
        for words in (
            "Mean: 0.67 of 4",
            "Format 67 % 0.67 / 1",
            "MAP@3 0 % unexplained 33 %, no answer 67 %",
            "1 33 % no known mistake gives this number",
            "cut UNREADABLE a file that cannot be read",
        )
    )
    set_language("en")


# Novelty and diversity


def test_novelty_diversity_and_the_catalogue_come_from_the_policy(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    text = policy.read_text().replace("Item coverage]", "Item coverage, Novelty, Diversity]")
    text = text.replace("hidden/test.csv}", "hidden/test.csv, catalogue: items.csv, categories: movies.csv}")
    policy.write_text(text.replace("nDCG@3: 1}", "nDCG@3: 1, Item coverage: 1, Novelty: 1, Diversity: 1}"))
    items = [f"i{k}" for k in range(6, 26)]
    (policy.parent / "items.csv").write_text("\n".join(["item", *items]))
    genres = ["Drama", "Drama|Comedy"]
    (policy.parent / "movies.csv").write_text(
        "\n".join(["movieId,title,genres", *(f'{item},"a, b",{genres[k % 2]}' for k, item in enumerate(items))])
    )
    # each user rated i0 to i5, so each is a sixth of the interactions of its user's train data
    lists = {user: ["i6", "i8", "i99"] for user in RIGHT}
    claims = {"Item coverage": 2 / 20, "Diversidad": 1, "novelty": 0}
    hand_in(tmp_path / "in", "ana", ranking=lists, claims=claims)
    hand_in(tmp_path / "in", "beto", ranking=RIGHT, claims={"Item coverage": 6 / 12, "Diversity": 2})
    graded(tmp_path, policy)
    found = gradebook(tmp_path / "out")
    assert [found["ana"][name] for name in ("Item coverage", "Diversity", "Novelty")] == ["1", "1", "1"]
    assert "COV_NO_CATALOGUE" in found["beto"]["codes"]
    assert found["beto"]["Diversity"] == "1"


@pytest.mark.parametrize(("novelty", "value"), [("", 1.7918), ("novelty: {per: list, base: '2'}", 7.7549)])
def test_novelty_is_a_mean_or_a_sum(tmp_path: Path, novelty: str, value: float) -> None:
    policy = make_course(tmp_path / "course", novelty)
    text = policy.read_text().replace("length: 3", "length: 3, seen: kept")
    policy.write_text(text.replace("Item coverage]", "Novelty]").replace("nDCG@3: 1}", "Novelty: 1}"))
    hand_in(tmp_path / "in", "ana", ranking={user: ["i0", "i1", "i2"] for user in RIGHT}, claims={"Novelty": value})
    graded(tmp_path, policy)
    assert gradebook(tmp_path / "out")["ana"]["Novelty"] == "1"


def test_diversity_without_categories_is_rejected(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("Item coverage]", "Diversity]"))
    with pytest.raises(ValueError, match=r"to use Diversity, add the key data\.categories"):
        read_policy(policy)
