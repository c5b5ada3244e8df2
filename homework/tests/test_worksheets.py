"""Worksheets to print: each student's own lists, and names as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from homework.tests.moodle_reader import tags_of, words_of
from metrics_edu import set_language
from metrics_homework import ClassExercise
from metrics_homework.classroom.worksheets import read_students
from metrics_homework.cli import app

HOSTILE = """<script>alert(1)</script> $x$ *b* #panic() "&amp;" Ñandú 👩‍🔬"""
ROSTER = "id;name;email\nAna;Ana Soto;ana@x.cl\n=u2;{};b@x.cl\n".format('"' + HOSTILE.replace('"', '""') + '"')


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    file = tmp_path / "roster.csv"
    file.write_text(ROSTER, "utf-8")
    return file


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["worksheets", *map(str, words)])
    return done.exit_code, done.stderr or done.stdout


def sheets_of(page: str) -> list[str]:
    return re.findall(r'<section class="task".*?(?=<section class="task"|</main>)', page, re.DOTALL)


def test_a_sheet_has_the_student_s_lists_and_no_value(roster: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheets.html"
    assert run("iic3633", roster, "-m", "AP@5,nDCG@4", "-o", out) == (0, f"{out}: 2 worksheets\n")
    page = out.read_text("utf-8")
    sheets = sheets_of(page)
    for student, sheet in zip(("ana", "=u2"), sheets, strict=True):
        pairs = ClassExercise("iic3633", student, ["AP@5", "nDCG@4"]).pairs
        shown = [f"Item{''.join(ranking.marks())}" for pair in pairs.values() for ranking in pair]
        assert re.findall(r"Item[A-Z0-9]{4,5}(?=[RT]|$)", words_of(sheet)) == shown
    assert "<pre>" not in page
    assert "@x.cl" not in page


def test_each_sheet_has_a_head_by_which_a_pile_is_sorted(roster: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheets.html"
    assert run("iic3633", roster, "-m", "AP@5,RR@4", "-o", out, "--course", "<i>RecSys")[0] == 0
    heads = re.findall(r"<section[^>]*><header>(.*?)</header>", out.read_text("utf-8"), re.DOTALL)
    assert [words_of(head) for head in heads] == [
        f"Worksheet · <i>RecSys · class iic3633, AP@5, RR@4Date: {name} ({student})"
        for student, name in (("ana", "Ana Soto"), ("=u2", HOSTILE))
    ]


def test_the_head_of_a_table_is_no_student(tmp_path: Path) -> None:
    (file := tmp_path / "ids.csv").write_text("ID\nana\nbeto\n", "utf-8")
    assert list(read_students(file)) == ["ana", "beto"]


def test_hostile_names_are_printed_as_they_are(roster: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheets.html"
    run("iic3633", roster, "-m", "RR@4", "-o", out)
    page = out.read_text("utf-8")
    assert words_of(page).count(f"{HOSTILE} (=u2)") == 1
    assert "script" not in tags_of(page)


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("ana", "sheets.pdf", "sheets to print must be an .html file"),
        ("\n", "sheets.html", "the file has no ids"),
        ("name,email\nAna,a@x.cl", "sheets.html", "expected a CSV with the columns id and name"),
    ],
)
def test_invalid_worksheet_input_is_rejected(text: str, name: str, said: str, tmp_path: Path) -> None:
    (file := tmp_path / "ids.txt").write_text(text, "utf-8")
    code, message = run("iic3633", file, "-m", "AP@5", "-o", tmp_path / name)
    assert (code, said in message) == (2, True), message
    assert not (tmp_path / name).exists()
