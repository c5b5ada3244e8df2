"""The answer key of an exercise in class: the lists that the students get, with the values that grading takes for right."""

from __future__ import annotations

import csv
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from metrics_edu import Ranking, measure
from metrics_homework import ClassExercise
from metrics_homework.classroom.worksheets import answer_key
from metrics_homework.cli import app

HOSTILE = "<b>=1+1"


@pytest.fixture
def ids(tmp_path: Path) -> Path:
    file = tmp_path / "ids.txt"
    file.write_text(f"\ufeffAna\n\n{HOSTILE}\n ana \n=2+2\n", "utf-8")
    return file


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["key", *map(str, words)])
    return done.exit_code, done.stderr or done.stdout


@pytest.mark.parametrize("convention", ["parra", "trec_eval"])
def test_the_key_has_every_student_s_lists_and_right_values(convention: str) -> None:
    measures = ["P@5", "nDCG@4"]
    answers = [*answer_key("iic3633", ["Ana", "beto", "ANA"], measures, convention=convention)]
    assert [answer.student for answer in answers] == ["ana"] * 4 + ["beto"] * 4
    for student in ("Ana", "beto"):
        sheet = ClassExercise("iic3633", student, measures, convention=convention)
        own = [answer for answer in answers if answer.student == sheet.student]
        for answer in own:
            sheet.answer(answer.measure, answer.position, f"{answer.value:.3f}")
            assert repr(sheet.pairs[answer.measure][answer.position - 1]) == repr(answer.ranking)
        assert [judged.code for judged in sheet.judged()] == ["right"] * 4


def test_a_table_has_a_row_for_each_list(ids: Path, tmp_path: Path) -> None:
    out = tmp_path / "key.csv"
    assert run("iic3633", ids, "--out", out, "-m", "AP@5") == (0, f"{out}: the key of 3 students\n")
    head, *rows = csv.reader(out.read_text("utf-8").splitlines())
    assert head == ["student", "measure", "list", "shown", "relevant", "grades", "value"]
    assert [row[0] for row in rows] == ["ana", "ana", HOSTILE, HOSTILE, "'=2+2", "'=2+2"]
    for _student, spelled, _place, shown, relevant, _grades, value in rows:
        assert value == f"{measure(spelled)(Ranking.parse(shown, relevant=int(relevant))):.3f}"


def test_each_key_row_has_every_input_of_its_value(ids: Path, tmp_path: Path) -> None:
    out = tmp_path / "key.csv"
    assert run("iic3633", ids, "--out", out, "-m", "ndcg@5,AP@5", "--decimals", "6")[0] == 0
    _head, *rows = csv.reader(out.read_text("utf-8").splitlines())
    assert {row[1] for row in rows} == {"nDCG@5", "AP@5"}
    for _student, spelled, _place, shown, relevant, grades, value in rows:
        others = {"pool": grades} if spelled == "nDCG@5" else {"relevant": int(relevant)}
        assert value == f"{measure(spelled)(Ranking.parse(shown, **others)):.6f}"


def test_a_key_does_not_replace_the_roster(tmp_path: Path) -> None:
    (roster := tmp_path / "roster.csv").write_text("id,name\nana,Ana Soto\n", "utf-8")
    code, message = run("iic3633", roster, "--out", roster, "-m", "AP@5")
    assert (code, "a file that the command reads or writes" in message) == (2, True)


def test_a_key_without_measures_is_rejected(ids: Path, tmp_path: Path) -> None:
    out = tmp_path / "key.csv"
    assert run("iic3633", ids, "--out", out)[0] == 2
    assert not out.exists()


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("ana,Ana Soto", "key.csv", "expected a CSV with the columns id and name; found ana, Ana Soto"),
        ("ana", "key.html", "the key must be a .csv file"),
        (" \n", "key.csv", "the file has no ids: write the id of one student on each line"),
    ],
)
def test_invalid_key_input_is_rejected(text: str, name: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "ids.txt"
    file.write_text(text, "utf-8")
    code, message = run("iic3633", file, "--out", tmp_path / name, "-m", "AP@5")
    assert (code, said in message) == (2, True)
    assert not (tmp_path / name).exists()


def test_ids_may_be_text_of_windows(tmp_path: Path) -> None:
    (file := tmp_path / "ids.txt").write_bytes("José".encode("cp1252"))
    out = tmp_path / "key.csv"
    assert run("iic3633", file, "--out", out, "-m", "AP@5")[0] == 0
    assert (out.read_text("utf-8").count("josé"), stat.S_IMODE(out.stat().st_mode)) == (2, 0o600)


def test_a_key_with_a_blank_class_code_is_rejected(ids: Path, tmp_path: Path) -> None:
    code, message = run(" ", ids, "--out", tmp_path / "key.csv", "-m", "AP@5")
    assert (code, "needs a class code" in message) == (2, True)
