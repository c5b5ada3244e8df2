"""Homework from end to end: the example class, graded, as the documentation shows it; what grading keeps, changes and hides."""

from __future__ import annotations

import csv
import html
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from homework.tests.homework_cases import LENGTH, PARTS, RIGHT, USERS, answers, hand_in, make_course
from metrics_edu import measure, set_language
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_homework import ClassExercise, check_submission, example_class, grade_folder, read_policy
from metrics_homework.classroom.exercise_file import pairs_of
from metrics_homework.classroom.poll import poll_files
from metrics_homework.cli import app
from metrics_homework.example_class import COMMENT, TEMPLATE, init_tarea
from metrics_homework.findings import FINDINGS, NOT_GRADED
from metrics_homework.grading import gradebook as outputs
from metrics_homework.grading.leaderboard import places
from metrics_homework.grading.points import bonuses, cents, grade_of, points_text
from metrics_homework.grading.result import Result as Result_
from metrics_homework.grading.result import slug
from metrics_homework.judging.code_lookup import meaning
from metrics_homework.policy import Bonus, Scale
from metrics_homework.widgets import SubmissionUpload

pytestmark = pytest.mark.usefixtures("in_turn")

DOCS = Path(__file__).parents[1] / "docs" / "tarea1.md"


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "tarea"
    init_tarea(folder)
    grade_folder(folder / "submissions", folder / "tarea1.yaml", folder / "graded", processes=2, progress=False)
    return folder


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200", "TERM": "dumb"})


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def documented(name: str, page: Path = DOCS) -> str:
    found = re.search(rf"<!-- {name} -->\n```text\n(.*?)```", page.read_text("utf-8"), flags=re.S)
    assert found, f"{DOCS.name} shows no {name}"
    return found[1]


# The example class


@pytest.mark.parametrize("name", ["gradebook.csv", "leaderboard.csv", "mistakes.csv"])
def test_the_graded_example_matches_the_documentation_byte_for_byte(example: Path, name: str) -> None:
    assert (example / "graded" / name).read_text("utf-8") == documented(name)


def test_the_spanish_page_shows_the_example_in_spanish(example: Path) -> None:
    spanish = DOCS.with_suffix(".es.md")
    found = [*csv.DictReader(documented("mistakes.csv", spanish).splitlines())]
    counts = [(row["code"], row["submissions"]) for row in rows(example / "graded" / "mistakes.csv")]
    set_language("es")
    try:
        assert [(row["code"], row["submissions"]) for row in found] == counts
        assert [row["meaning"] for row in found] == [meaning(code) for code, _count in counts]
        named = re.findall(r"\d ([A-Z_]+) \((.*?)\)", documented("last line", spanish))
        assert named == [(code, meaning(code)) for code in ("UNREADABLE", "NO_EXERCISE", "NO_FILE", "TRANSPOSED")]
    finally:
        set_language("en")


def test_equal_seeds_write_equal_bytes_and_other_seeds_differ(example: Path, tmp_path: Path) -> None:
    init_tarea(tmp_path / "again")
    init_tarea(tmp_path / "other", seed=8)

    def bytes_of(folder: Path) -> dict[str, bytes]:
        files = (path for path in folder.rglob("*") if path.is_file() and "graded" not in path.parts)
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}

    assert bytes_of(tmp_path / "again") == bytes_of(example)
    assert bytes_of(tmp_path / "other")["data/train.csv"] != (example / "data" / "train.csv").read_bytes()


def test_one_process_or_two_write_the_same_tables_and_feedback(example: Path, tmp_path: Path) -> None:
    grade_folder(example / "submissions", example / "tarea1.yaml", tmp_path, processes=1, progress=False)
    for path in (example / "graded").rglob("*"):
        if path.is_file():
            assert (tmp_path / path.relative_to(example / "graded")).read_bytes() == path.read_bytes(), path.name


def test_the_written_tables_contain_no_times(example: Path) -> None:
    for path in (example / "graded").glob("*.csv"):
        assert not re.search(r"20\d\d-\d\d|\d\d:\d\d", path.read_text("utf-8")), path.name


def test_right_submissions_get_all_points_and_mistakes_lose_theirs(example: Path) -> None:
    found = {row["submission"]: row for row in rows(example / "graded" / "gradebook.csv")}
    assert Decimal(found["ana"]["points"]) == Decimal(7) + Decimal(found["ana"]["bonus"])
    assert (found["carla"]["MAP@10"], found["carla"]["nDCG@10"], found["carla"]["RMSE"]) == ("0.25", "0.25", "1")
    assert (found["diego"]["MAP@10"], found["diego"]["RMSE"], found["diego"]["MAE"]) == ("0", "0", "0")
    assert found["perezfelipe_1006"]["late"] == "-0.5"
    assert [name for name in found if found[name]["status"] == "error"] == ["gabi", "hugo", "ines", "jose"]


def test_the_example_policy_mentions_every_key(example: Path) -> None:
    text = (example / "tarea1.yaml").read_text("utf-8")
    policy = read_policy(example / "tarea1.yaml")
    for model in (
        policy,
        policy.submissions,
        policy.data,
        policy.points,
        policy.limits,
        policy.feedback,
        policy.fallbacks,
        Scale(),
    ):
        for key in type(model).model_fields:
            assert key in ("source", "tolerance") or re.search(rf"\b{key}\b", text), key


# The command line, as the README says it


def test_the_commands_of_the_readme_grade_the_example(tmp_path: Path) -> None:
    made = run("init", tmp_path / "t")
    assert made.exit_code == 0
    command = re.search(r"metrics-homework (grade .*)", made.stdout)
    assert command
    graded = run(*command[1].split())
    assert graded.exit_code == 1, graded.output
    assert graded.stdout.splitlines()[-1:] == documented("last line").splitlines()
    assert "carla" in graded.stdout
    assert f"{tmp_path / 't' / 'graded'}: 10 rows.\n" in graded.stdout
    assert run("init", tmp_path / "t").exit_code == 2


def test_policy_comments_are_in_the_reader_s_language(tmp_path: Path) -> None:
    made = run("init", tmp_path / "t", "--language", "es")
    set_language("en")
    assert made.exit_code == 0
    text = (tmp_path / "t" / "tarea1.yaml").read_text("utf-8")
    english = TEMPLATE.read_text("utf-8")
    assert "length: 10                           # ítems en cada lista" in text
    assert not [comment for comment in COMMENT.findall(english) if f"# {comment}\n" in text]
    in_spanish, in_english = read_policy(tmp_path / "t" / "tarea1.yaml"), read_policy(init_tarea(tmp_path / "en"))
    assert in_spanish.feedback.language == "es"
    assert in_spanish.model_dump(exclude={"feedback"}) == in_english.model_dump(exclude={"feedback"})


def test_a_dry_run_prints_what_the_policy_requires(example: Path) -> None:
    found = run("grade", example / "submissions", "--policy", example / "tarea1.yaml", "--dry-run")
    assert found.exit_code == 0
    for part in (
        "Users that must have a list: 80",
        "MAP@10: AP@10, divided by min(|R|, 10)",
        "Submissions: 10 (ana, beto",
    ):
        assert part in found.stdout
    (example / "bad.yaml").write_text((example / "tarea1.yaml").read_text().replace("data/train.csv", "data/none.csv"))
    refused = run("grade", "--policy", example / "bad.yaml", "--dry-run")
    assert refused.exit_code == 2
    assert "none.csv: no such file" in refused.stderr


def test_check_prints_a_report_and_the_working_of_a_user(example: Path) -> None:
    found = run(
        "check",
        example / "submissions" / "carla",
        "--policy",
        example / "tarea1.yaml",
        "--explain",
        "1002",
        "-m",
        "ndcg",
    )
    assert found.exit_code == 0
    assert MISCONCEPTIONS["AP_DIV_HITS"].plainly in found.stdout
    assert "nDCG@10 = " in found.stdout.split("Not checked")[1]
    broken = run(
        "check", example / "submissions" / "jose", "--policy", example / "tarea1.yaml", "--html", example / "jose.html"
    )
    assert broken.exit_code == 1
    assert "<main" in (example / "jose.html").read_text("utf-8")
    assert run("check", example / "nobody", "--policy", example / "tarea1.yaml").exit_code == 2


def test_check_never_reads_the_hidden_data(example: Path, tmp_path: Path) -> None:
    shutil.copytree(example, tmp_path / "t")
    shutil.rmtree(tmp_path / "t" / "hidden")
    found = run("check", tmp_path / "t" / "submissions" / "ana", "--policy", tmp_path / "t" / "tarea1.yaml")
    assert found.exit_code == 0
    assert "The hidden test data: no number in this report" in found.stdout


# Grading: what is kept, what changes


def graded(folder: Path, policy: Path, **options: object) -> list[dict[str, str]]:
    grade_folder(folder / "in", policy, folder / "out", progress=False, processes=1, figures=False, **options)  # type: ignore[arg-type]
    return rows(folder / "out" / "gradebook.csv")


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path]:
    """A folder with a course and two submissions in it; the policy's path."""
    policy = make_course(tmp_path / "course")
    hand_in(tmp_path / "in", "ana", ranking=RIGHT)
    hand_in(tmp_path / "in", "beto", ranking={user: items[::-1] for user, items in RIGHT.items()}, claims={"MAP": 0.5})
    return tmp_path, policy


def test_changes_csv_lists_the_effects_of_a_policy_change(small: tuple[Path, Path]) -> None:
    folder, policy = small
    graded(folder, policy)
    assert not (folder / "out" / "changes.csv").exists()
    policy.write_text(policy.read_text().replace("format: 1", "format: 2"))
    book = grade_folder(folder / "in", policy, folder / "out", progress=False, processes=1, figures=False)
    assert [row for row in book.changes if row[0] == "ana"][:2] == [
        ["ana", "format", "1", "2"],
        ["ana", "points", "1", "2"],
    ]
    assert rows(folder / "out" / "changes.csv")[0] == {
        "submission": "ana",
        "column": "format",
        "before": "1",
        "after": "2",
    }


def test_right_values_match_no_mistake_and_feedback_contains_no_codes(small: tuple[Path, Path]) -> None:
    folder, policy = small
    policy.write_text(policy.read_text() + "variants: {trec_eval: 1, ranx: 0.5}\n")
    run = check_submission(folder / "in" / "ana", policy).read.run
    own = {name: measure("nDCG@3", convention=name) for name in ("trec_eval", "parra")}
    right = measure("AP@3").mean(run.ranking)
    claims = {"MAP@3": f"{right:.3f}", "nDCG@3": own["trec_eval"].mean(run.ranking)}
    hits = MISCONCEPTIONS["AP_DIV_HITS"].value(measure("AP@3"), run)
    hand_in(folder / "in", "cata", ranking=RIGHT, claims=claims)
    hand_in(folder / "in", "dora", ranking=RIGHT, claims={"MAP@3": hits, "nDCG@3": own["parra"].mean(run.ranking)})
    hand_in(folder / "in", "emil", ranking=RIGHT, claims={"MAP@3": right, "RMSE": 1})
    codes = {row["submission"]: row["codes"] for row in graded(folder, policy)}
    claimed = [row for row in rows(folder / "out" / "details.csv") if row["part"] == "claims"]
    details = {(row["submission"], row["measure"]): row["code"] for row in claimed}
    assert details["cata", "MAP@3"] == "rounded"
    assert "trec_eval" in details["cata", "nDCG@3"]
    assert codes["cata"] == ""
    assert codes["dora"] == details["dora", "MAP@3"]
    assert (details["emil", "RMSE"], codes["emil"]) == ("not_computed", "")
    assert {row["code"] for row in rows(folder / "out" / "mistakes.csv")}.isdisjoint(
        {"rounded", "convention", "ID_TYPE", "not_computed"}
    )
    assert "AP_DIV_HITS" in {row["code"] for row in rows(folder / "out" / "mistakes.csv")}
    policy.write_text(policy.read_text().replace("trec_eval: 1,", "trec_eval: 0.5,"))
    assert "trec_eval" in {row["submission"]: row["codes"] for row in graded(folder, policy)}["cata"]
    assert "convention" in {row["code"] for row in rows(folder / "out" / "mistakes.csv")}
    for path in (folder / "out" / "feedback").iterdir():
        text = path.read_text("utf-8")
        assert not re.search(r"\b(" + "|".join([*MISCONCEPTIONS, *FINDINGS]) + r")\b", text.replace("<h1>", "")), (
            path.name
        )


def test_an_old_page_that_is_a_new_one_on_this_disk_stays(small: tuple[Path, Path]) -> None:
    folder, policy = small
    graded(folder, policy)
    book = folder / "out" / "gradebook.csv"
    book.write_text(book.read_text("utf-8").replace("ana.html", "Ana.html").replace("beto.html", "Beto.html"), "utf-8")
    pages = folder / "out" / "feedback"
    (pages / "Ana.html").symlink_to("ana.html")  # as a disk shows it that knows no capitals
    (pages / "Beto.html").write_text("of the last run")
    graded(folder, policy)
    assert sorted(path.name for path in pages.iterdir()) == ["Ana.html", "ana.html", "beto.html"]


def test_the_leaderboard_scores_lists_in_any_submitted_order(small: tuple[Path, Path]) -> None:
    folder, policy = small
    hand_in(folder / "in", "cata", ranking=dict(reversed(RIGHT.items())))
    graded(folder, policy)
    board = rows(folder / "out" / "leaderboard.csv")
    own = {row["submission"]: row for row in board}
    assert own["ana"]["score"] == own["cata"]["score"]
    assert own["ana"]["place"] == own["cata"]["place"]
    assert all(float(row["low"]) <= float(row["score"]) <= float(row["high"]) for row in board)


def test_late_days_come_from_a_file_and_their_cost_is_capped(small: tuple[Path, Path]) -> None:
    folder, policy = small
    text = policy.read_text().replace("late: {per_day: 0.5}", "late: {per_day: 0.5, at_most: 0.75, days: late.csv}")
    policy.write_text(text)
    (policy.parent / "late.csv").write_text("submission,days\nana,1\nbeto,9\n")
    assert {row["submission"]: row["late"] for row in graded(folder, policy)} == {"ana": "-0.5", "beto": "-0.75"}
    (policy.parent / "late.csv").write_bytes(
        "sep=;\r\nSubmission;Days;año;\r\n ana ;1,5;ñ;\r\n;;;\r\n".encode("cp1252")
    )
    assert {row["submission"]: row["late"] for row in graded(folder, policy)} == {"ana": "-0.75", "beto": "0"}
    (policy.parent / "late.csv").write_text("who,when\nana,1\n")
    with pytest.raises(ValueError, match=r"late\.csv: expected a CSV with the columns submission, days"):
        graded(folder, policy)


def test_detail_points_add_up_to_the_gradebook_points(small: tuple[Path, Path]) -> None:
    folder, policy = small
    text = (
        policy.read_text()
        .replace("measures: [AP@5]}", "measures: [AP@5, nDCG@5]}")
        .replace("exercise: 1}", "exercise: 0.5}")
    )
    policy.write_text(text.replace("{per_day: 0.5}", "{per_day: 0.5, days: late.csv}") + "reject: [MISSING_USERS]\n")
    (policy.parent / "late.csv").write_text("submission,days\nana,1\nbeto,9\n")
    for name, right in (("ana", 3), ("beto", 1), ("cata", 4)):  # of four answers, worth 0.125 each
        users = RIGHT if name != "cata" else {USERS[0]: RIGHT[USERS[0]]}
        (folder / "in" / name).mkdir(exist_ok=True)
        (folder / "in" / name / "ranking.json").write_text(json.dumps(users))
        own = ClassExercise("small", name, ["AP@5", "nDCG@5"], file=folder / "in" / name / "exercise.json")
        for at, (title, pair) in enumerate(
            (title, pair) for title, both in own.pairs.items() for pair in enumerate(both, 1)
        ):
            own.answer(title, pair[0], f"{value_of(title, pair[1]):.3f}" if at < right else "0.9999")
    points = {row["submission"]: Decimal(row["points"]) for row in graded(folder, policy)}
    details = rows(folder / "out" / "details.csv")
    worth: dict[str, dict[str, list[Decimal]]] = {name: {} for name in points}
    for row in details:
        worth[row["submission"]].setdefault(row["part"], []).append(Decimal(row["points"] or 0))
    assert points == {name: sum(cents(sum(each)) for each in parts.values()) for name, parts in worth.items()}
    assert worth["ana"]["exercise"] == [Decimal("0.125")] * 3 + [0], "rounded once, as a part"
    assert points == {"ana": Decimal("0.88"), "beto": Decimal(0), "cata": Decimal(0)}


def test_the_mistakes_figure_uses_words_and_reports_omitted_mistakes(
    small: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, policy = small
    monkeypatch.setattr(outputs, "MAX_MISTAKES_DRAWN", 1)
    (folder / "in" / "ana" / "ranking.json").write_text("{}")
    book = grade_folder(folder / "in", policy, folder / "out", progress=False, processes=1, language="es")
    drawn = " ".join(re.sub("<[^>]+>", " ", (folder / "out" / "mistakes.svg").read_text("utf-8")).split())
    assert book.mistakes[0][1] in drawn
    assert (folder / "out" / "mistakes.svg").stat().st_mode & 0o777 == 0o600
    assert not re.search(r"\b[A-Z]+_[A-Z]+\b", drawn)
    assert f"y {len(book.mistakes) - 1} más, en mistakes.csv" in drawn
    known = {*FINDINGS, *MISCONCEPTIONS}
    assert len({meaning(code) for code in known}) == len(known)


def test_file_names_keep_the_accents_of_a_name(small: tuple[Path, Path]) -> None:
    folder, policy = small
    hand_in(folder / "in", unicodedata.normalize("NFD", "pérez_ñandú"), ranking=RIGHT)
    (folder / "in" / "ana").rename(folder / "in" / "Ana Díaz")
    found = [(row["submission"], row["feedback"]) for row in graded(folder, policy)]
    assert ("pérez_ñandú", "pérez_ñandú.html") in found
    assert (folder / "out" / "feedback" / "pérez_ñandú.html").is_file()


def test_a_scale_adds_a_grade_and_a_rejection_costs_all_points(small: tuple[Path, Path]) -> None:
    folder, policy = small
    hand_in(folder / "in", "cata", ranking={USERS[0]: RIGHT[USERS[0]]})
    policy.write_text(policy.read_text() + "scale: {}\nreject: [MISSING_USERS]\n")
    found = {row["submission"]: row for row in graded(folder, policy)}
    assert found["cata"]["points"] == "0"
    assert found["cata"]["grade"] == "1.0"
    assert found["ana"]["grade"] == str(grade_of(Decimal(1), Decimal(4), Scale()))


@pytest.mark.parametrize(
    ("given", "text"), [("4.000000001", "4"), ("0.125", "0.13"), ("2.50", "2.5"), ("0", "0"), ("-0.5", "-0.5")]
)
def test_points_are_written_as_decimals(given: str, text: str) -> None:
    assert points_text(Decimal(given)) == text


def test_the_grade_is_piecewise_linear_in_the_points() -> None:
    grades = [str(grade_of(Decimal(points), Decimal(10), Scale())) for points in (0, 3, 6, 8, 10, 12)]
    assert grades == ["1.0", "2.5", "4.0", "5.5", "7.0", "7.0"]


def test_equal_scores_get_the_same_bonus_and_equal_lists_take_one_place() -> None:
    bonus = Bonus.model_validate({"measures": "MAP", "points": [2, 1]})
    a, b, c, d = (
        Result_(name, "", "", score=score) for name, score in (("a", 0.5), ("b", 0.5), ("c", 0.4), ("d", 0.1))
    )
    assert bonuses(places([a, b, c, d]), bonus) == {"a": 2, "b": 2, "c": 0, "d": 0}
    a.lists = b.lists = "equal"
    assert bonuses(places([a, b, c, d]), bonus) == {"a": 2, "b": 2, "c": 1, "d": 0}


def test_a_slug_that_loses_characters_gets_a_hash() -> None:
    assert (slug("pérezana_12345"), slug("../../etc")) == ("pérezana_12345", "etc-74ccf3c5")


def test_codes_and_conventions_have_meanings_in_words() -> None:
    assert (meaning("right"), meaning("trec_eval|ranx")) == ("right", "as in: trec_eval / ranx")


@pytest.mark.parametrize(
    ("measures", "settings", "says"),
    [
        (["P@5"] * 21, {}, "from 1 to 20 measures; got 21"),
        ([], {}, "from 1 to 20 measures; got 0"),
        (["P@5"], {"decimals": 7}, "decimals of an exercise must be a whole number from 1 to 6; got 7"),
        (["P@5"], {"minutes": -5}, "minutes of an exercise must be a whole number from 1 to 1000000; got -5"),
        (["P@5"], {"minutes": "20"}, "minutes of an exercise must be a whole number"),
    ],
)
def test_an_exercise_with_unstorable_settings_is_rejected(
    measures: list[str], settings: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        ClassExercise("small", "ana", measures, **settings)


def test_another_spelling_of_a_measure_gives_equal_lists(tmp_path: Path) -> None:
    usual = ClassExercise("small", "ana", ["AP@5"])
    ClassExercise("small", "ana", ["AP@5"], file=tmp_path / "kept.json").answer("AP@5", 1, "0.5")
    policy = make_course(tmp_path / "course")
    for spelled in ("ap@5", "MAP@5", "AP@05"):
        other = ClassExercise("small", "ana", [spelled])
        assert repr(usual.pairs) == repr(other.pairs), spelled
        again = ClassExercise("small", "ana", [spelled], file=tmp_path / "kept.json")
        assert again.answers == {"AP@5": ["0.5", ""]}, spelled
        folder = hand_in(tmp_path / spelled, "ana", ranking=RIGHT, exercise=json.loads(other.contents()))
        assert "OTHER_EXERCISE" not in [found.code for found in check_submission(folder, policy).findings], spelled


def test_each_student_gets_different_lists() -> None:
    first = [pairs_of("iic3633", name, ["RR@4"], 3)["RR@4"][0] for name in ("ana", "beto", "ana")]
    assert list(map(repr, first)) == [f"Ranking('{marks}', relevant=3)" for marks in ("NNRR", "RNNR", "NNRR")]


def test_a_poll_of_no_files_has_no_students() -> None:
    assert repr(poll_files([])) == "0 students"


def test_feedback_is_in_the_requested_language(small: tuple[Path, Path]) -> None:
    folder, policy = small
    graded(folder, policy, language="es")
    page = (folder / "out" / "feedback" / "beto.html").read_text("utf-8")
    assert '<html lang="es">' in page
    assert "No revisado" in page
    assert "Right" not in page
    assert re.findall(
        r'<tr><td>([^<]*)</td><td>[^<]*</td><td><span class="me-mark" data-kind="(\w+)">([^<]*)<', page
    ) == [
        ("Formato", "right", "Como se pide"),
        ("MAP@3", "wrong", "Error 1"),
        ("nDCG@3", "open", "No hay respuesta"),
        ("Ejercicio en clase", "open", "Sin archivo"),
    ]
    assert (
        "Con el error: Solo contó como relevante un grado mayor que el umbral (&gt;) + Los usuarios sin aciertos"
        in page
    )


@pytest.mark.parametrize("command", ["check", "grade"])
def test_an_error_before_the_policy_is_in_the_requested_language(command: str, tmp_path: Path) -> None:
    more = ["--dry-run"] if command == "grade" else []
    found = run(command, tmp_path, "--policy", tmp_path / "none.yaml", "--language", "es", *more)
    assert (found.exit_code, "no existe" in found.stderr) == (2, True), found.stderr


@pytest.mark.parametrize("spelling", ["Item coverage", "Cobertura de ítems"])
def test_a_spanish_reader_sees_the_spanish_name_of_a_coverage(small: tuple[Path, Path], spelling: str) -> None:
    folder, policy = small
    text = policy.read_text().replace("Item coverage", f"{spelling}, User coverage")
    policy.write_text(text.replace("nDCG@3: 1", f"{spelling}: 1"))
    claims = {"Item coverage": 0.5, "cobertura de items": 0.25, "User coverage": 0.9, "Unknown": 1}
    own = hand_in(folder / "in", "cata", ranking=RIGHT, claims=claims)
    graded(folder, policy, language="es")
    report = check_submission(own, policy)
    upload = SubmissionUpload(policy).view["fields"]
    page = (folder / "out" / "feedback" / "cata.html").read_text("utf-8")
    planned = run("grade", "--policy", policy, "--dry-run", "--language", "es").stdout
    for shown in (report.text(), report.html(), page, planned, json.dumps(upload, ensure_ascii=False)):
        assert "Cobertura de ítems" in shown
        assert "Cobertura de usuarios" in shown
        assert not re.search(r"(?<!\"key\": \")(Item|User) coverage(?! 0)", shown), "but for what was written"
    assert report.explain(USERS[0], spelling).value == report.values["Item coverage"]
    assert {"Item coverage", "User coverage"} <= {row["measure"] for row in rows(folder / "out" / "details.csv")}


def test_feedback_lists_a_mistake_once_with_all_its_numbers(example: Path) -> None:
    page = (example / "graded" / "feedback" / "carla.html").read_text("utf-8")
    assert "<p>Numbers right: 6\xa0of\xa010. Mistake 1 explains 3 numbers.</p>" in page
    assert '<p class="points">Points: 5.24 of 7</p>' in page
    assert "= <strong>0.3333</strong>" in page
    unknown = (example / "graded" / "feedback" / "jose.html").read_text("utf-8")
    assert ">No known mistake: MAP@10, nDCG@10, Recall@10</span>" in unknown
    assert "Mistake 1" not in unknown, "no mistake explains what none gives"
    assert page.index("<table>") < page.index("Mistake 1: MAP@10, AP@10 of list 1, AP@10 of list 2</span></h2>")
    assert page.count("divides it by min(|R|,\xa010)") == 1
    assert re.findall(r"<td>([^<]*)</td><td>([\d.]*)</td><td>[\d.]*</td></tr>", page)[1:3] == [
        ("0.1301", "0.25"),
        ("0.1938", "0.25"),
    ]
    right, wrong = re.findall(r'<div class="sides">(.*?)</div></div>', page)[0].split("</div><div ")
    assert "min" in right and "0.3333" in right and "min" not in wrong, "only what differs is shown"  # noqa: PT018
    assert "hits<sub" not in right + wrong
    others = (example / "graded" / "feedback" / "elena.html").read_text("utf-8")
    assert '<span class="me-mark" data-kind="convention">Convention 1: nDCG@10</span></h2>' in others
    assert "1.5</td><td>1.5</td></tr>" in others, "the exercise is rounded once"


def percentages(folder: Path, policy: Path) -> Path:
    """Hand in numbers that are right as percentages, without the sign; one of them is below 1."""
    values = check_submission(folder / "in" / "ana", policy).values
    claims = {title: f"{100 * values[title]:.2f}" for title in ("MAP@3", "nDCG@3")}
    return hand_in(folder / "in", "zoe", ranking=RIGHT, claims=claims)


@pytest.mark.parametrize(
    ("spoken", "sentence"),
    [
        ("en", "2 numbers are percentages without the sign %: write 0.0694, not 6.94."),
        ("es", "2 números son porcentajes sin el signo %: escribe 0,0694, no 6,94."),
    ],
)
def test_percentages_without_the_sign_are_reported_once(small: tuple[Path, Path], spoken: str, sentence: str) -> None:
    folder, policy = small
    submission = percentages(folder, policy)
    graded(folder, policy, language=spoken)
    page = (folder / "out" / "feedback" / "zoe.html").read_text("utf-8")
    for text in (check_submission(submission, policy).text(), page):
        assert text.count(sentence) == 1
        assert "Is this a percentage?" not in text
        assert "lies between" not in text
        assert "Mistake 1" not in text


UNEXPLAINED = {"MAP@3": 0.97, "RMSE": 0.123, "Item coverage": 7.1}
"""Numbers that no mistake gives."""


def unexplained(folder: Path, name: str = "zoe") -> Path:
    pairs = [f"u{k + 1},i{item},3" for k in range(len(USERS)) for item in PARTS["validation"]]
    ratings = "\n".join(["user,item,rating", *pairs])
    return hand_in(folder / "in", name, ranking=RIGHT, ratings__csv=ratings, claims=UNEXPLAINED)


def next_steps(text: str) -> list[list[str]]:
    """Return the words of each command that a report names."""
    return [shlex.split(command)[1:] for command in re.findall(r"metrics-homework check .*", text)]


def test_an_unexplained_number_gets_a_command_showing_a_user_s_working(small: tuple[Path, Path]) -> None:
    folder, policy = small
    submission = unexplained(folder, "zoë's files")
    report = check_submission(submission, policy)
    text = report.text()
    steps = next_steps(text)
    assert [words[-1] for words in steps] == [*UNEXPLAINED]
    for words, title in zip(steps, UNEXPLAINED, strict=True):
        found = run(*words)
        derivation = report.explain(words[words.index("--explain") + 1], title)
        assert (found.exit_code, found.stderr) == (0, "")
        assert found.stdout.rstrip().endswith(derivation.text())
        is_of_user = title != "Item coverage"
        value = f"{title.replace('MAP', 'AP')} of user u1 is {derivation.value:.4f}: metrics-homework check"
        assert (value in text) == is_of_user


def test_commands_in_a_spanish_report_answer_in_spanish(small: tuple[Path, Path]) -> None:
    folder, policy = small
    submission = unexplained(folder, "zoë")
    set_language("es")
    steps = next_steps(check_submission(submission, policy).text())
    set_language("en")
    assert len(steps) == len(UNEXPLAINED)
    for words in steps:
        found = run(*words)
        assert (found.exit_code, "No revisado" in found.stdout) == (0, True)


def test_feedback_that_hides_the_right_values_shows_the_command_alone(small: tuple[Path, Path]) -> None:
    folder, policy = small
    submission = unexplained(folder)
    policy.write_text(policy.read_text() + "feedback: {recomputed: false}\n")
    graded(folder, policy)
    page = html.unescape((folder / "out" / "feedback" / "zoe.html").read_text("utf-8"))
    command = "<li>metrics-homework check my_folder --policy small.yaml --explain u1 --measure"
    assert [f"{command} {shlex.quote(title)}</li>" in page for title in UNEXPLAINED] == [True] * 3
    assert "of user u1 is" not in page + check_submission(submission, policy).text()


def test_next_steps_never_use_the_hidden_test_data(small: tuple[Path, Path]) -> None:
    folder, policy = small
    unexplained(folder)
    test = policy.parent / "hidden" / "test.csv"
    test.write_text(test.read_text().replace("rating\n", "rating\nsecret,i12,5\n", 1))
    graded(folder, policy)
    page = html.unescape((folder / "out" / "feedback" / "zoe.html").read_text("utf-8"))
    value = check_submission(folder / "in" / "zoe", policy).explain("u1", "MAP@3").value
    assert f"<li>AP@3 of user u1 is {value:.4f}: metrics-homework check my_folder" in page
    assert "secret" not in page


def test_every_kind_of_finding_is_tested() -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_homework*.py"))
    assert [code for code in FINDINGS if f'"{code}"' not in tests] == []


def test_a_report_has_text_and_html_output_for_jupyter(small: tuple[Path, Path]) -> None:
    folder, policy = small
    report = check_submission(folder / "in" / "beto", policy)
    bundle = report._repr_mimebundle_()
    assert bundle["text/plain"] == repr(report) == report.text()
    assert '<div class="me-report">' in bundle["text/html"]
    assert len(report.explain(USERS[0]).ranking.shown) == LENGTH
    with pytest.raises(ValueError, match=r"^user 'x' is not in the validation data; the first ones are u1, u2, u3$"):
        report.explain("x")


# What a strict reader found


def test_a_rejected_submission_gets_no_bonus_position(small: tuple[Path, Path]) -> None:
    folder, policy = small
    hand_in(folder / "in", "zoe", ranking={user: ["i1", *items[:2]] for user, items in RIGHT.items()})
    text = policy.read_text() + "bonus: {measures: [MAP@3], points: [0.5, 0.25]}\nreject: [SEEN_KEPT]\n"
    policy.write_text(text)
    found = {row["submission"]: row for row in graded(folder, policy)}
    assert found["zoe"]["bonus"] == "0"
    assert max(found["ana"]["bonus"], found["beto"]["bonus"]) == "0.5", "the first place is not lost"


def test_equal_means_share_the_better_bonus_in_any_user_order(small: tuple[Path, Path]) -> None:
    folder, policy = small
    shutil.rmtree(folder / "in" / "beto")
    hand_in(folder / "in", "cata", ranking=dict(reversed(RIGHT.items())))
    policy.write_text(policy.read_text() + "bonus: {measures: [MAP@3], points: [0.5, 0.25]}\n")
    assert [row["bonus"] for row in graded(folder, policy)] == ["0.5", "0.5"]


@pytest.mark.parametrize(
    ("exercises", "codes"),
    [
        ({"ana": "ana", "beto": "ana"}, {"ana": "SAME_STUDENT", "beto": "SAME_STUDENT OTHER_STUDENT"}),
        ({"ana": "2030", "beto": "2030"}, {"ana": "SAME_STUDENT", "beto": "SAME_STUDENT"}),
        ({"beto": "Ana"}, {"ana": "", "beto": "OTHER_STUDENT"}),
        ({"ana": "ana", "beto": "2030"}, {"ana": "", "beto": ""}),
    ],
)
def test_an_exercise_of_another_student_needs_review(
    exercises: dict[str, str], codes: dict[str, str], small: tuple[Path, Path]
) -> None:
    folder, policy = small
    for name, student in exercises.items():
        (folder / "in" / name / "exercise.json").write_text(json.dumps(answers(student=student)))
    book = grade_folder(folder / "in", policy, folder / "out", progress=False, processes=1, figures=False)
    found = {row["submission"]: row["codes"].split() for row in rows(folder / "out" / "gradebook.csv")}
    assert {name: {*own} & {"SAME_STUDENT", "OTHER_STUDENT"} for name, own in found.items()} == {
        name: {*own.split()} for name, own in codes.items()
    }
    assert sum(book.not_graded[code] for code in ("OTHER_STUDENT", "SAME_STUDENT") if code in book.not_graded) == sum(
        map(bool, codes.values())
    )


def test_an_edited_exercise_needs_review(small: tuple[Path, Path]) -> None:
    folder, policy = small
    (folder / "in" / "ana" / "exercise.json").write_text(json.dumps(answers() | {"checksum": "0"}))
    book = grade_folder(folder / "in", policy, folder / "out", progress=False, processes=1, figures=False)
    assert book.not_graded["CHECKSUM"] == 1


def test_canvas_file_names_are_recognized(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("ranking.csv]", "ranking.csv, ranking-2026.json]"))
    folder = tmp_path / "in"
    source = hand_in(tmp_path, "source")
    folder.mkdir()
    right, wrong = (source / "ranking.json").read_text(), "{}"
    (folder / "diazana_1234_70001_ranking.json").write_text(wrong)
    (folder / "diazana_LATE_1234_70009_ranking-1.json").write_text(wrong)
    (folder / "diazana_LATE_1234_70010_ranking-2.json").write_text(right)
    (folder / "sotobea_1235_70002_ranking-2026.json").write_text(right)
    for name in ("tarea_1_2026_ana", "tarea_1_2026_beto"):
        hand_in(folder, name)
    found = {row["submission"]: (row["status"], row["late"]) for row in graded(tmp_path, policy)}
    assert found == {
        "diazana_1234": ("ok", "-0.5"),
        "sotobea_1235": ("ok", "0"),
        "tarea_1_2026_ana": ("ok", "0"),
        "tarea_1_2026_beto": ("ok", "0"),
    }


def test_late_days_of_an_unknown_submission_are_reported(small: tuple[Path, Path]) -> None:
    folder, policy = small
    policy.write_text(policy.read_text().replace("per_day: 0.5}", "per_day: 0.5, days: late.csv}"))
    (policy.parent / "late.csv").write_text("submission,days\nAnna,1\n")
    said = run("grade", folder / "in", "--policy", policy, "--dry-run")
    assert (said.exit_code, said.stdout.splitlines()[-1]) == (
        0,
        "Warning: late.csv, line 2: 'Anna' names no person of the class, or several. Correct the id; the line was not used.",
    )
    assert [row["late"] for row in graded(folder, policy)] == ["0", "0"]


# What needs a human, and the exit codes


def last_line_of_grade(folder: Path, policy: Path, *words: str) -> tuple[int, str]:
    found = run("grade", folder / "in", "--policy", policy, "--out", folder / "out", "--processes", 1, *words)
    return found.exit_code, found.stdout.splitlines()[-1]


def test_a_class_without_bad_files_needs_no_human_review(small: tuple[Path, Path]) -> None:
    folder, policy = small
    text = policy.read_text().replace("claims: {MAP@3: 1, nDCG@3: 1}, exercise: 1}", "claims: {}}")
    policy.write_text(re.sub(r"  exercise: .*\n", "", text))
    hand_in(folder / "in", "short", ranking={user: items[:1] for user, items in list(RIGHT.items())[1:]})
    assert last_line_of_grade(folder, policy) == (0, "No row needs manual review.")
    row = rows(folder / "out" / "gradebook.csv")[-1]
    assert (row["status"], row["codes"]) == ("error", "MISSING_USERS LENGTH ZERO_HITS"), (
        "the policy says what this costs"
    )


def test_a_row_needing_a_human_counts_once_under_its_first_code(small: tuple[Path, Path]) -> None:
    folder, policy = small
    hand_in(folder / "in", "empty", notes__txt="x")
    hand_in(folder / "in", "cut", ranking='{"u1": [', ratings__csv="", claims="{")
    hand_in(folder / "in", "none", notes__txt="x", claims="{")
    assert last_line_of_grade(folder, policy) == (
        1,
        "5 of 5 rows cannot be graded in full and need manual review: 2 NO_NUMBER (a measure without a number), "
        "2 NO_FILE (a file is missing), 1 UNREADABLE (a file that cannot be read).",
    )


def test_a_policy_or_command_error_exits_with_2(small: tuple[Path, Path]) -> None:
    folder, policy = small
    policy.write_text(policy.read_text() + "unknown: 1\n")
    assert run("grade", folder / "in", "--policy", policy, "--out", folder / "out").exit_code == 2
    assert run("grade", folder / "in", "--policy", policy, "--unknown").exit_code == 2


def test_every_code_for_an_unread_file_needs_a_human() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path(outputs.__file__).parents[1].rglob("*.py"))
    not_read = {code for code in re.findall(r'Unusable\(\s*"(\w+)"', sources) if FINDINGS[code][0] == "error"}
    assert len(not_read) > 5
    assert not_read <= {*NOT_GRADED}
    assert [code for code in NOT_GRADED if FINDINGS[code][0] != "error"] == [
        "OTHER_STUDENT",
        "SAME_STUDENT",
        "CHECKSUM",
        "EQUALS_TRUTH",
    ]
    named = DOCS.read_text("utf-8").partition("A row needs a human in these cases")[2].partition("Errors in a file")[0]
    assert {*re.findall(r"`([A-Z_]+)`", named)} == {
        *NOT_GRADED,
        "NO_NUMBER",
        "NUMBER_UNREAD",
        "NO_EXERCISE",
        "NO_POINTS",
    }


@pytest.mark.parametrize("command", ["grade", "check"])
def test_the_help_explains_the_exit_codes(command: str) -> None:
    words = " ".join(re.sub("[│╭╮╰╯─]", "", run(command, "--help").stdout).split())
    assert re.search(r"Exit code: 0 if .*; 1 if .*; 2 if nothing was (done|checked), because of the command", words)


def test_check_with_explain_still_reports_a_bad_file(small: tuple[Path, Path]) -> None:
    folder, policy = small
    cut = hand_in(folder / "in", "cut", ranking='{"u1": [')
    found = run("check", cut, "--policy", policy, "--explain", "u1")
    assert (found.exit_code, found.stdout.splitlines()[-1]) == (1, "there is no ranking to explain")
    assert "ranking.json" in found.stdout
    assert run("check", cut, "--policy", policy, "--explain", "u1", "-m", "XX").exit_code == 2
    assert run("check", folder / "in" / "ana", "--policy", policy, "--explain", "nobody").exit_code == 2


def test_a_merely_possible_mistake_gets_no_partial_points(small: tuple[Path, Path]) -> None:
    folder, policy = small
    values = check_submission(folder / "in" / "ana", policy).read.run
    assert values is not None
    wrong = MISCONCEPTIONS["AP_NO_REL"].value(measure("AP@3"), values)
    (folder / "in" / "ana" / "claims.json").write_text(json.dumps({"MAP@3": f"{wrong:.2f}"}))
    (folder / "in" / "beto" / "ranking.json").write_text(json.dumps(RIGHT))
    (folder / "in" / "beto" / "claims.json").write_text(json.dumps({"MAP@3": f"{wrong:.4f}"}))
    policy.write_text(policy.read_text() + "variants: {AP_NO_REL: 0.5}\n")
    found = {row["submission"]: row["MAP@3"] for row in graded(folder, policy)}
    assert found == {"ana": "0", "beto": "0.5"}


def test_a_script_from_stdin_can_grade(small: tuple[Path, Path]) -> None:
    folder, policy = small
    code = (
        "from metrics_homework import grade_folder\n"
        f"book = grade_folder({str(folder / 'in')!r}, {str(policy)!r}, {str(folder / 'out')!r}, processes=2, progress=False)\n"
        "print([row[1] for row in book.rows])\n"
    )
    ran = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, check=False)
    assert ran.stdout == "['ok', 'ok']\n", ran.stderr


def interrupted(*_arguments: object, **_options: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("before", [False, True])
def test_an_interrupted_example_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    command = ["init", str(tmp_path / "tarea")]
    if before:
        (tmp_path / "tarea").mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(example_class, "_hand_in", interrupted)
        assert CliRunner().invoke(app, command).exit_code == 130
    assert CliRunner().invoke(app, command).exit_code == 0
    assert len([*(tmp_path / "tarea" / "submissions").iterdir()]) == len(example_class.STUDENTS)


def test_the_help_of_the_commands_is_in_spanish() -> None:
    code = (
        "from typer.testing import CliRunner; from metrics_homework.cli import app\n"
        "for name in [one.name or one.callback.__name__ for one in app.registered_commands]:\n"
        "    print(CliRunner().invoke(app, [name, '--help'], env={'COLUMNS': '300'}).stdout)"
    )
    environment = {**os.environ, "METRICS_EDU_LANG": "es"}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert "Corrige un curso" in said
    typer_own = (
        r"Show this message and exit\.|\[default: [^\]]*\]|\[required\]|Usage:.*|Options|Arguments|│ [*]? +\S+ +<.*?>"
    )
    english = r"\b(the|of|and|are|with)\b"
    assert not [line for line in re.sub(typer_own, "", said).splitlines() if re.search(english, line)]
