"""Export: the points of a class in the file of an LMS, read back by code that shares nothing with the exporter.

The readers here follow Canvas's gradebook_importer.rb and Moodle's assignfeedback_offline and assignfeedback_file.
"""

from __future__ import annotations

import csv
import errno
import io
import itertools
import json
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from homework.tests.homework_cases import RIGHT, grade, hand_in, make_course, table
from metrics_edu import set_language
from metrics_homework.cli import app
from metrics_homework.export.class_marks import matched
from metrics_homework.export.lms_file import SYSTEMS, CsvCells, LmsFile, Place
from metrics_homework.grading.gradebook import USED_POLICY
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.roster import Person, Roster

ROSTER = """\
id,name,email,group,section,canvas,blind
0012345,Eva Ríos,eva@uc.example,1,A,1234,Participante 1234
12.345.678,José Ñandú,jnandu@uc.example,2,A,77,Participante 77
20642345-K,María Soto,maria@uc.example,,A,5512,Participante 5512
"""
GRADEBOOK = """\
submission,status,format,points,of,grade,codes,feedback
0012345,ok,1,5.24,7,5.1,,1234.html
12.345.678,ok,1,7.5,7,7.0,,77.html
20642345-K,error,0,0,7,1.0,MISSING_USERS,5512.html
"""
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Notes,Tarea 1 (9001),Tarea 2 (9002),Assignments Current Score (2026)\r\n"
    ",,,,,,Manual Posting,,(read only)\r\n"
    "    Points Possible,,,,,,10.00,8.00,(read only)\r\n"
    '"Ríos, Eva",1234,0012345,erios,"A, B",=1+1,,3.5,\r\n'
    '"Ñandú ""Pepe"", José",77,12.345.678,jnandu,IIC3633," two  spaces ",4.00,,50.00\r\n'
    'Soto,5512,20642345-K,msoto,"line\r\nbreak",,,,\r\n'
    '"Student, Test",999,,,IIC3633,,,,\r\n'
    ",,,,,,,,\r\n"
)
MOODLE = (
    "\ufeff"
    'Identificador,"Nombre completo","Número de ID","Dirección de correo",Estado,Calificación,"Calificación máxima",'
    '"La calificación puede ser cambiada","Última modificación (entrega)","Última modificación (calificación)",'
    '"Comentarios de retroalimentación"\n'
    '"Participante 1234","Eva Ríos",0012,eva@uc.example,"Enviado para calificar",,"10,00",Sí,"lunes, 5 de octubre",-,\n'
    '"Participante 77","José Ñandú_Pérez",0013,jose@uc.example,"Enviado para calificar","4,00","10,00",Sí,-,-,"<p>x</p>"\n'
    '"Participante 5512","María Soto",0014,maria@uc.example,"Sin entrega",,"10,00",Sí,-,-,\n'
)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    folder = tmp_path / "graded"
    (folder / "feedback").mkdir(parents=True)
    (folder / "gradebook.csv").write_text(GRADEBOOK, "utf-8")
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    policy = make_course(tmp_path / "course")
    policy.write_text(
        policy.read_text("utf-8").replace("submissions:", "submissions:\n  roster: ../roster.csv"), "utf-8"
    )
    for name in ("1234", "77", "5512"):
        (folder / "feedback" / f"{name}.html").write_text(f"page of {name}", "utf-8")
    (folder / USED_POLICY).parent.mkdir()
    keep_policy(folder)
    return folder


def keep_policy(graded: Path) -> None:
    """Write the policy as it is now into the results, as if the class was graded by it."""
    policy = read_policy(graded.parent / "course" / "small.yaml")
    (graded / USED_POLICY).write_text(policy.model_dump_json(), "utf-8")


@pytest.fixture
def roster(graded: Path) -> Path:
    return graded.parent / "roster.csv"


def export(graded: Path, system: str, text: str | bytes | None = None, *more: object) -> Result:
    """Run the command on a file with this text; the result is out.csv."""
    words = ["export", system]
    if text is not None:
        source = graded.parent / "source.csv"
        source.write_bytes(text if isinstance(text, bytes) else text.encode())
        words.append(str(source))
    words += [
        "--policy",
        str(graded.parent / "course" / "small.yaml"),
        "--graded",
        str(graded),
        "--out",
        str(graded.parent / "out.csv"),
        *map(str, more),
    ]
    return CliRunner().invoke(app, words, env={"COLUMNS": "400", "TERM": "dumb"})


def output(graded: Path) -> str:
    return (graded.parent / "out.csv").read_bytes().decode()


def raw_cells(text: str, mark: str = ",") -> list[list[str]]:
    """Split a file into cells as they are written, character by character."""
    rows, cell, is_quoted = [[]], "", False
    for character in text:
        is_quoted ^= character == '"'
        if is_quoted or character not in (mark, "\n"):
            cell += character
            continue
        rows[-1].append(cell)
        cell = ""
        if character == "\n":
            rows.append([])
    return rows[:-1] if rows[-1] == [] and not cell else [*rows[:-1], [*rows[-1], cell]]


def differences(before: str, after: str, mark: str = ",") -> dict[tuple[int, int], tuple[str, str]]:
    """Return the cells that differ by their row and column."""
    old, new = raw_cells(before, mark), raw_cells(after, mark)
    assert [len(row) for row in old] == [len(row) for row in new]
    return {
        (at, column): (cell, new[at][column])
        for at, row in enumerate(old)
        for column, cell in enumerate(row)
        if cell != new[at][column]
    }


def canvas_number(text: str) -> str:
    """Normalize a number as Canvas does: the last comma or point is the decimal one."""
    if not re.fullmatch(r"-?[0-9.,]+%?", text):
        return text
    *parts, last = re.split("[,.]", text)
    return f"{''.join(parts)}.{last}" if parts else last


def read_as_canvas(text: str) -> dict[str, dict[str, str]]:
    """Return the scores of each Canvas user id as the importer takes them, by the id of the assignment."""
    lines = io.StringIO(text, newline="").readlines()[:3]
    counts = {}
    for mark in ";,":
        sizes = {len(next(csv.reader([line], delimiter=mark))) for line in lines}
        counts[mark] = sizes.pop() if len(sizes) == 1 else 0
    rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=";" if counts[";"] > counts[","] else ",")]
    rows = [row for row in rows if not all(re.fullmatch(r"[;, ]*", cell) for cell in row)]
    head, *rows = rows
    assert "Student" in head[0]
    assert "ID" in head[1]
    columns = {at: found[1] for at, title in enumerate(head) if (found := re.search(r"\((\d+)\)$", title))}
    scores = {}
    for row in rows:
        if "Points Possible" in row[0] or all(
            re.fullmatch(r"\s*(Muted|Manual Posting.*|\(read only\))?\s*", cell) for cell in row
        ):
            continue
        scores[canvas_number(row[1])] = {name: canvas_number(row[at]) for at, name in columns.items()}
    return scores


def read_as_moodle(text: str, word: str, grade: str) -> dict[int, float]:
    """Return the grade of each participant as the importer takes it, where it takes one."""
    rows = [*csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))]
    identifier = next(iter(rows[0]))
    return {int(row[identifier][len(word) :]): float(row[grade].replace(",", ".")) for row in rows if row[grade]}


# The text of a file


@settings(max_examples=300, deadline=None)
@given(st.text('ab,;\t"\r\n ñ', max_size=30), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
def test_cells_are_those_of_csv_and_the_bytes_stay(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    cells = CsvCells(data)
    assert cells.data() == data
    expected = csv.reader(io.StringIO(text, newline=""), delimiter=cells.mark)
    assert [row for row in cells.rows if row != [""]] == [row for row in expected if row not in ([], [""])]


@given(st.integers(0, 3), st.integers(0, 2))
def test_one_cell_is_replaced(row: int, column: int) -> None:
    text = '\ufeff"a,b",c,d\r\n"x\n""y""",,1\r\r\n1,2,3\n"",-,ñ'
    cells = CsvCells(text.encode())
    rows = [at for at, cells_of_row in enumerate(cells.rows) if cells_of_row != [""]]
    cells.replace(rows[row], column, "7,5")
    before, after = (
        [*csv.reader(io.StringIO(t.removeprefix("\ufeff"), newline=""))] for t in (text, cells.data().decode())
    )
    before, after = [[cells for cells in table if cells] for table in (before, after)]
    before[row][column] = "7,5"
    assert after == before


# Canvas


def test_canvas_gets_one_column_and_every_other_byte_as_it_was(graded: Path) -> None:
    done = export(graded, "canvas", CANVAS, "--column", "Tarea 1")
    assert (done.exit_code, done.stdout.count("3 numbers in the column Tarea 1 (9001)")) == (0, 1), done.output
    assert differences(CANVAS, output(graded)) == {(3, 6): ("", "5.24"), (4, 6): ("4.00", "7.5"), (5, 6): ("", "0")}
    scores = read_as_canvas(output(graded))
    assert {person: row["9001"] for person, row in scores.items()} == {
        "1234": "5.24",
        "77": "7.5",
        "5512": "0",
        "999": "",
    }
    assert scores["1234"]["9002"] == "3.5"
    assert stat.S_IMODE((graded.parent / "out.csv").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["Tarea 2 (9002)", "Tarea 2", "9002"])
def test_a_column_is_named_by_its_title_or_its_number(graded: Path, name: str) -> None:
    assert export(graded, "canvas", CANVAS, "--column", name).exit_code == 0
    assert {column for _row, column in differences(CANVAS, output(graded))} == {7}


@pytest.mark.parametrize("name", [None, "Tarea", "Notes", "Section", "Assignments Current Score (2026)", "2026"])
def test_only_a_column_of_an_assignment_is_filled(graded: Path, name: str | None) -> None:
    done = export(graded, "canvas", CANVAS, *(["--column", name] if name else []))
    assert done.exit_code == 2
    assert "--column must name one of the columns Tarea 1 (9001), Tarea 2 (9002)" in done.stderr
    assert not (graded.parent / "out.csv").exists()


def test_the_only_column_needs_no_name(graded: Path) -> None:
    text = CANVAS.replace("Tarea 2 (9002)", "Tarea 2 Final Score")
    assert export(graded, "canvas", text).exit_code == 0
    assert {column for _row, column in differences(text, output(graded))} == {6}


def test_a_read_only_column_is_refused(graded: Path) -> None:
    for text in ("(read only)", "(solo lectura)"):
        done = export(graded, "canvas", CANVAS.replace("8.00,(read", f"{text},(read"), "--column", "Tarea 2")
        assert (done.exit_code, f"takes no points: its maximum is {text}" in done.stderr) == (2, True)


def test_semicolons_and_decimal_commas_stay(graded: Path) -> None:
    text = (
        "Student;ID;SIS Login ID;Section;Tarea 1 (9001)\n    Points Possible;;;;10,00\n"
        "Ríos, Eva;1234;e;A;\nJosé Ñandú;77;j;A;\nSoto;5512;maria;A;\n"
    )
    assert export(graded, "canvas", text).exit_code == 0
    assert differences(text, output(graded), ";") == {(2, 4): ("", "5,24"), (3, 4): ("", "7,5"), (4, 4): ("", "0")}
    assert read_as_canvas(output(graded))["1234"]["9001"] == "5.24"


def test_a_file_of_last_names_first_names_and_no_maxima(graded: Path) -> None:
    text = "LastName,FirstName,ID,SIS Login ID,Section,Tarea 1 (1)\nRíos,Eva,1234,e,A,\nÑ,José,77,jnandu,A,\nSoto,M,5512,maria,A,\n"
    assert export(graded, "canvas", text, "--over", "cut").exit_code == 0
    assert [row[-1] for row in csv.reader(output(graded).splitlines())] == ["Tarea 1 (1)", "5.24", "7", "0"]


@pytest.mark.parametrize("excused", ["EX", "ex", " EX ", "Excused"])
def test_an_excused_cell_of_canvas_stays_and_stops_nothing(graded: Path, excused: str) -> None:
    text = CANVAS.replace('"A, B",=1+1,,', f'"A, B",=1+1,{excused},')
    done = export(graded, "canvas", text, "--column", "Tarea 1")
    assert (done.exit_code, "Excused in source.csv, so the cell stays (1): Ríos, Eva" in done.stdout) == (0, True)
    assert differences(text, output(graded)).keys() == {(4, 6), (5, 6)}


@pytest.mark.parametrize("cell", ["-", "A-", "N/C", "0", '"3,5"', "4.00"])
def test_any_other_cell_is_replaced(graded: Path, cell: str) -> None:
    text = CANVAS.replace("4.00", cell)
    assert export(graded, "canvas", text, "--column", "Tarea 1").exit_code == 0
    assert read_as_canvas(output(graded))["77"]["9001"] == ("7,5" if "," in cell else "7.5").replace(",", ".")


def test_a_person_without_the_assignment_is_left_out(graded: Path) -> None:
    text = CANVAS.replace("4.00", "N/A")
    done = export(graded, "canvas", text, "--column", "Tarea 1")
    assert (done.exit_code, "Locked or not assigned in source.csv (1): 12.345.678" in done.stderr) == (2, True)
    assert export(graded, "canvas", text, "--column", "Tarea 1", "--partial").exit_code == 1
    assert differences(text, output(graded)).keys() == {(3, 6), (5, 6)}


@pytest.mark.parametrize(
    "changed", ["5.35E+04", '"5,35E+04"', "11111111.0", '"11111111,00"', '"=""0012345"""', "1E+13"]
)
@pytest.mark.parametrize("column", ["1234,0012345", "0012345,erios", "erios,"])
def test_an_id_that_a_spreadsheet_changed_is_refused(graded: Path, changed: str, column: str) -> None:
    old = column.split(",")[0]
    text = CANVAS.replace('"Ríos, Eva",1234,0012345,erios', '"Ríos, Eva",1234,0012345,erios'.replace(old, changed, 1))
    done = export(graded, "canvas", text, "--column", "Tarea 1", "--partial")
    value = next(csv.reader([changed]))[0]
    assert (done.exit_code, done.stderr) == (
        2,
        f"{graded.parent / 'source.csv'}, line 4: a spreadsheet changed the id {value}. Download the file again, and do not "
        "open it before the export.\n",
    )
    assert not (graded.parent / "out.csv").exists()


def test_the_line_of_a_changed_id_is_that_of_the_file(graded: Path) -> None:
    text = CANVAS.replace('"Student, Test",999', "Paz,5.35E+04")
    assert f"{graded.parent / 'source.csv'}, line 8: a" in export(graded, "canvas", text, "--column", "Tarea 1").stderr
    text = MOODLE.replace("0013", "1.3E+01")
    assert f"{graded.parent / 'source.csv'}, line 3: a" in export(graded, "moodle", text).stderr


def test_an_id_without_its_zeros_is_named(graded: Path) -> None:
    done = export(graded, "canvas", CANVAS.replace("0012345,erios", "12345,"), "--column", "Tarea 1")
    why = "In source.csv, with an id without its leading zeros: download it again, and do not open it"
    assert (done.exit_code, f"{why} (1): Ríos, Eva 1234" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_stays(graded: Path, encoding: str) -> None:
    assert export(graded, "canvas", CANVAS.encode(encoding), "--column", "Tarea 1").exit_code == 0
    written = (graded.parent / "out.csv").read_bytes().decode(encoding)
    assert differences(CANVAS, written).keys() == {(3, 6), (4, 6), (5, 6)}
    assert written.encode(encoding) == (graded.parent / "out.csv").read_bytes()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected the gradebook that Canvas exports"),
        ("Name,Points\nana,3\n", "the first line is 'Name,Points'"),
        ("Student,ID,Section,Notes\nana,1,A,\n", "expected the gradebook that Canvas exports"),
        ("Student,ID,Section,T (1)\nana,1\n", "more or fewer cells than the line 'ana,1'"),
        ('Student,ID,Section,T (1)\n"ana,1,A,\nb,2,A,\n', "more or fewer cells than the line"),
    ],
)
def test_another_file_is_refused_in_one_sentence(graded: Path, text: str, sentence: str) -> None:
    done = export(graded, "canvas", text)
    assert (done.exit_code, sentence in done.stderr) == (2, True), done.stderr
    assert not (graded.parent / "out.csv").exists()


# Moodle


def test_moodle_gets_the_grade_in_the_decimal_mark_of_the_site(graded: Path) -> None:
    done = export(graded, "moodle", MOODLE, "--language", "es")
    assert done.exit_code == 0, done.output
    expected = {(1, 5): ("", '"5,24"'), (2, 5): ('"4,00"', '"7,5"'), (3, 5): ("", "0")}
    assert differences(MOODLE, output(graded)) == expected
    assert read_as_moodle(output(graded), "Participante ", "Calificación") == {1234: 5.24, 77: 7.5, 5512: 0}
    assert not any("@" in line for line in done.output.splitlines())


def test_an_english_worksheet_without_names_is_filled_by_the_participants(graded: Path) -> None:
    text = (
        "Identifier,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade)\n"
        "Participant 1234,Submitted,,10.00,Yes,-\nParticipant 77,S,,10.00,Yes,-\nParticipant 5512,S,,10.00,Yes,-\n"
    )
    (graded.parent / "roster.csv").write_text(ROSTER.replace("Participante", "Participant"), "utf-8")
    assert export(graded, "moodle", text).exit_code == 0
    assert read_as_moodle(output(graded), "Participant ", "Grade") == {1234: 5.24, 77: 7.5, 5512: 0}


def test_a_locked_row_keeps_its_grade(graded: Path) -> None:
    text = MOODLE.replace('"4,00","10,00",Sí', '"4,00","10,00",No')
    assert export(graded, "moodle", text).exit_code == 2
    done = export(graded, "moodle", text, "--partial")
    assert (done.exit_code, "Locked or not assigned in source.csv (1): 12.345.678" in done.stdout) == (
        1,
        True,
    )
    assert differences(text, output(graded)).keys() == {(1, 5), (3, 5)}


def test_an_assignment_with_a_scale_is_refused(graded: Path) -> None:
    done = export(graded, "moodle", MOODLE.replace('"10,00"', '"-3,00"'))
    assert (done.exit_code, "takes no points: its maximum is -3,00" in done.stderr) == (2, True)


# Points, marks and maxima


def test_a_number_above_the_maximum_is_refused_or_cut(graded: Path) -> None:
    text = CANVAS.replace("10.00", "7.00")
    done = export(graded, "canvas", text, "--column", "Tarea 1", "--partial")
    assert (done.exit_code, "1 number is above the maximum: 12.345.678 (7.5 > 7)" in done.stderr) == (2, True)
    assert not (graded.parent / "out.csv").exists()
    assert export(graded, "canvas", text, "--column", "Tarea 1", "--over", "cut").exit_code == 0
    assert read_as_canvas(output(graded))["77"]["9001"] == "7"


@pytest.mark.parametrize(("maximum", "code"), [('"1,000.00"', 0), ('"1.000,00"', 0), ("0.00", 2), ("-1", 2)])
def test_a_maximum_can_have_a_sign_of_thousands(graded: Path, maximum: str, code: int) -> None:
    done = export(graded, "canvas", CANVAS.replace("10.00", maximum), "--column", "Tarea 1")
    assert (done.exit_code, "12.345.678 (7.5 > 7)" in done.stderr) == (code, maximum == "0.00"), done.output


def test_the_mark_is_written_for_the_points(graded: Path) -> None:
    done = export(graded, "canvas", CANVAS, "--column", "Tarea 1", "--what", "mark")
    assert "Marks are rounded to 1 decimal, and halves up." in done.stdout
    assert {person: row["9001"] for person, row in read_as_canvas(output(graded)).items() if row["9001"]} == {
        "1234": "5.1",
        "77": "7",
        "5512": "1",
    }
    (graded / "gradebook.csv").write_text(GRADEBOOK.replace(",grade,", ",other,"), "utf-8")
    done = export(graded, "canvas", CANVAS, "--column", "Tarea 1", "--what", "mark")
    assert (done.exit_code, "the policy needs the key scale" in done.stderr) == (2, True)


def test_the_table_has_ids_as_text_and_no_email(graded: Path) -> None:
    (graded / "gradebook.csv").write_text(GRADEBOOK.replace("7.5", "6.999"), "utf-8")
    done = export(graded, "csv")
    assert done.exit_code == 0, done.output
    assert output(graded) == (
        "id,name,Small\n0012345,Eva Ríos,5.24\n12.345.678,José Ñandú,7\n20642345-K,María Soto,0\n"
    )
    assert "Points are rounded to 2 decimals, and halves up." in done.stdout


def test_an_excused_person_stops_no_export(graded: Path) -> None:
    (graded / "gradebook.csv").write_text(GRADEBOOK.replace("678,ok,1,7.5", "678,excused,1,"), "utf-8")
    done = export(graded, "canvas", CANVAS, "--column", "Tarea 1")
    assert (done.exit_code, "Excused, so no number is written (1): 12.345.678" in done.stdout) == (0, True), done.output
    assert differences(CANVAS, output(graded)).keys() == {(3, 6), (5, 6)}


def test_all_problems_are_shown_at_once(graded: Path) -> None:
    text = CANVAS.replace("10.00", "7.00").replace("Soto,5512,20642345-K", "Paz,5513,9")
    done = export(graded, "canvas", text, "--column", "Tarea 1")
    assert done.exit_code == 2
    assert all(part in done.stderr for part in ("Paz", "20642345-K", "12.345.678 (7.5 > 7)"))


def test_only_what_helps_is_offered(graded: Path) -> None:
    text = CANVAS.replace("10.00", "7.00").replace("Soto,5512,20642345-K", "Paz,5513,9")
    done = export(graded, "canvas", text, "--column", "Tarea 1", "--partial")
    assert (done.exit_code, "--over cut" in done.stderr, "--partial" in done.stderr) == (2, True, False)


@pytest.mark.parametrize(("maximum", "read_as"), [("100.00", "100"), ('"1.000,00"', "1000"), ('"1,000.50"', "1000.5")])
def test_another_maximum_of_the_column_is_reported(maximum: str, read_as: str, graded: Path) -> None:
    done = export(graded, "canvas", CANVAS.replace("10.00", maximum), "--column", "Tarea 1")
    assert (
        f"The maximum of the column is {read_as}, and that of the homework 7: the points are written as they are."
        in done.stdout
    )


def test_points_of_an_older_policy_are_not_exported(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(
        policy.read_text("utf-8").replace("submissions:", "submissions:\n  roster: ../roster.csv"), "utf-8"
    )
    (tmp_path / "roster.csv").write_text("id,name\nana,Ana\n", "utf-8")
    hand_in(tmp_path / "in", "ana", ranking=RIGHT)
    grade(tmp_path / "in", policy, tmp_path / "graded")
    assert export(tmp_path / "graded", "csv").exit_code == 0
    policy.write_text(policy.read_text("utf-8").replace("threshold: 4", "threshold: 3"), "utf-8")
    done = export(tmp_path / "graded", "csv")
    assert (done.exit_code, "the policy has changed since" in done.stderr) == (2, True), done.output
    (tmp_path / "graded" / USED_POLICY).unlink()
    assert export(tmp_path / "graded", "csv").exit_code == 2


def test_a_table_takes_points_above_the_maximum(graded: Path) -> None:
    assert export(graded, "csv").exit_code == 0
    assert "12.345.678,José Ñandú,7.5\n" in output(graded)


def test_an_export_needs_the_roster_of_the_class(graded: Path) -> None:
    policy = graded.parent / "course" / "small.yaml"
    policy.write_text(policy.read_text("utf-8").replace("  roster: ../roster.csv\n", ""), "utf-8")
    done = export(graded, "canvas", CANVAS, "--column", "Tarea 1")
    assert (done.exit_code, "the class needs a roster: add --roster" in done.stderr) == (2, True)


# Whose number is it


def test_a_person_of_one_file_alone_is_listed_and_nothing_is_written(graded: Path) -> None:
    text = CANVAS.replace('"Ñandú ""Pepe"", José",77,12.345.678,jnandu', '"Paz ""Pepe"", Luis",78,9,lpaz')
    done = export(graded, "canvas", text, "--column", "Tarea 1")
    assert done.exit_code == 2
    assert 'In source.csv, without exactly one row in gradebook.csv (1): Paz "Pepe", Luis 78' in done.stderr
    assert "In gradebook.csv, without exactly one row in source.csv (1): 12.345.678" in done.stderr
    assert not (graded.parent / "out.csv").exists()
    done = export(graded, "canvas", text, "--column", "Tarea 1", "--partial")
    assert (done.exit_code, "without exactly one row" in done.stdout) == (1, True)
    assert differences(text, output(graded)).keys() == {(3, 6), (5, 6)}


def test_two_rows_that_fit_one_person_get_no_number(graded: Path) -> None:
    text = CANVAS.replace("Soto,5512,20642345-K", '"Ríos, Eva",1234,0012345')
    export(graded, "canvas", text, "--column", "Tarea 1", "--partial")
    assert differences(text, output(graded)).keys() == {(4, 6)}


def test_a_row_without_a_valid_number_is_left_out(graded: Path) -> None:
    (graded / "gradebook.csv").write_text(GRADEBOOK.replace("678,ok,1,7.5", "678,ok,1,"), "utf-8")
    done = export(graded, "canvas", CANVAS, "--column", "Tarea 1", "--partial")
    assert "Without a number in gradebook.csv (1): 12.345.678" in done.stdout
    assert differences(CANVAS, output(graded)).keys() == {(3, 6), (5, 6)}


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("Student,ID,SIS User ID,Section", ["x,1,0012345,A", "y,2,12.345.678,A", "z,3,20642345-K,A"]),
        ("Student,ID,SIS Login ID,Section", ["x,1,eva@uc.example,A", "y,2,jnandu,A", "z,3,MARIA,A"]),
        ("Student,ID,Section,Notes", ['"Ríos, Eva",1,A,', "José Ñandú,2,A,", '"SOTO, Maria",3,A,']),
        ("LastName,FirstName,ID,Section", ["Ríos,Eva,1,A", "Ñandú,José,2,A", "Soto,María,3,A"]),
    ],
)
def test_the_roster_finds_a_person_by_any_cell(graded: Path, roster: Path, head: str, cells: list[str]) -> None:
    text = "\n".join([f"{head},T (1)", *(f"{cell}," for cell in cells)])
    assert export(graded, "canvas", text, "--roster", roster, "--over", "cut").exit_code == 0
    assert [row[-1] for row in csv.reader(output(graded).splitlines())] == ["T (1)", "5.24", "7", "0"]


def test_a_policy_brings_the_language_and_the_name_of_the_column(graded: Path) -> None:
    policy = graded.parent / "course" / "small.yaml"
    text = policy.read_text("utf-8").replace("name: Small", "name: Tarea 2\nfeedback: {language: es}")
    policy.write_text(text, "utf-8")
    keep_policy(graded)
    done = export(graded, "canvas", CANVAS)
    assert (done.exit_code, "3 números en la columna Tarea 2 (9002)" in done.stdout) == (0, True), done.output
    assert {row["9002"] for row in read_as_canvas(output(graded)).values()} == {"5.24", "7.5", "0", ""}


def test_a_row_that_names_two_people_gets_no_number(graded: Path, roster: Path) -> None:
    text = CANVAS.replace(",77,12.345.678,jnandu", ",77,0012345,jnandu")
    export(graded, "canvas", text, "--column", "Tarea 1", "--partial", "--roster", roster)
    assert differences(text, output(graded)).keys() == {(3, 6), (5, 6)}


@pytest.mark.parametrize(("text", "other"), [(CANVAS, (",12.345.678,", ",999,")), (MOODLE, (" 77", " 78"))])
def test_an_unknown_id_is_of_another_person_with_the_same_name(graded: Path, text: str, other: tuple[str, str]) -> None:
    changed = text.replace(*other).replace('"Ñandú ""Pepe"", José"', '"Ñandú, José"').replace("Ñandú_Pérez", "Ñandú")
    done = export(
        graded, "canvas" if text == CANVAS else "moodle", changed, *(["--column", "9001"] if text == CANVAS else [])
    )
    assert (done.exit_code, "without exactly one row in source.csv (1): 12.345.678" in done.stderr) == (2, True)


def test_blind_rows_are_found_by_the_roster(graded: Path, roster: Path) -> None:
    text = MOODLE.replace('"Nombre completo","Número de ID","Dirección de correo",', "")
    text = re.sub(r'"[^"]*",001\d,\w+@uc.example,', "", text)
    assert export(graded, "moodle", text, "--roster", roster).exit_code == 0
    assert read_as_moodle(output(graded), "Participante ", "Calificación") == {1234: 5.24, 77: 7.5, 5512: 0}
    roster.write_text(
        ROSTER.replace("Participante 77", "").replace("20642345-K", "77"), "utf-8"
    )  # María's id is his number
    assert export(graded, "moodle", text, "--roster", roster, "--partial").exit_code == 1
    assert read_as_moodle(output(graded), "Participante ", "Calificación") == {1234: 5.24, 77: 4.0}  # as it was


def test_the_table_of_a_roster_has_a_row_for_each_person(graded: Path, roster: Path) -> None:
    assert export(graded, "csv", None, "--roster", roster, "--over", "cut", "--column", "Tarea 1").exit_code == 0
    assert output(graded) == (
        "id,name,Tarea 1\n0012345,Eva Ríos,5.24\n12.345.678,José Ñandú,7\n20642345-K,María Soto,0\n"
    )
    roster.write_text(ROSTER + "007,Ana Paz,ana@uc.example,,A,9,\n", "utf-8")
    done = export(graded, "csv", None, "--roster", roster, "--over", "cut")
    assert (
        done.exit_code,
        "In the roster, without exactly one row in gradebook.csv (1): Ana Paz 007" in done.stderr,
    ) == (2, True)
    text = GRADEBOOK.replace("20642345-K,", "007,").replace("0012345,", "ríoseva_1234,").replace("12.345.678,", "x_77,")
    (graded / "gradebook.csv").write_text(text, "utf-8")
    done = export(graded, "csv", None, "--roster", roster, "--partial")
    assert done.exit_code == 1, done.output
    names = "ríoseva_1234; x_77"  # graded without the roster
    assert f"In gradebook.csv, without exactly one row in the roster (2): {names}" in done.stdout
    assert output(graded) == "id,name,Small\n007,Ana Paz,0\n"


PEOPLE = st.lists(
    st.tuples(
        st.sampled_from(["Ana Soto", "Soto Ana", "Ána Soto", "Eva Ríos", "Eva Ríos Paz", "Li"]),
        st.integers(1, 8),  # the id
        st.integers(1, 8),  # the number in Canvas
    ),
    max_size=6,
    unique_by=(lambda one: one[1], lambda one: one[2]),
)


@settings(max_examples=150, deadline=None)
@given(PEOPLE, st.booleans(), st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_no_two_people_are_joined(
    people: list[tuple[str, int, int]], has_ids: bool, absent: set[int], late: set[int]
) -> None:
    marks, places = {}, {}
    for at, (name, one, number) in enumerate(people):
        first, _blank, last = name.partition(" ")
        label = f"id{one}" if has_ids else str(one)
        if at not in late:
            marks[label] = {"submission": label, "status": "ok", "value": str(at)}
        if at not in absent:
            texts = (f"{last}, {first}", *([f"id{one}"] if has_ids else []))
            places[Place(name, texts, str(number), at)] = str(at)
    roster = Roster(Person(f"id{one}" if has_ids else str(one), name) for name, one, _number in people)
    pairs, problems = matched(marks, places, roster, "file.csv")
    assert all(places[place] == mark["value"] for place, mark in pairs.items())
    listed = sum(map(len, problems.values()))
    assert listed >= len(marks) - len(pairs)


# Feedback


def read_feedback_as_canvas(path: Path, attachments: dict[str, str]) -> dict[str, str]:
    """Return the page that each user gets; `attachments` has the user of each attachment."""
    pages = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            user, attachment = [piece for piece in name.rpartition("/")[2].split("_") if re.fullmatch(r"\d+", piece)][
                :2
            ]
            assert attachments[attachment] == user
            pages[user] = archive.read(name).decode()
    return pages


def read_feedback_as_moodle(path: Path) -> dict[int, tuple[str, str]]:
    """Return the name and the page of the file that each participant gets."""
    pages = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            folder, _slash, file = name.partition("/")
            pieces = folder.split("_", 4)
            assert len(pieces) == 5, "versions before 4.1 skip a part of fewer pieces"
            assert pieces[2:] == ["assignsubmission", "file", ""]
            pages[int(pieces[1])] = (file, archive.read(name).decode())
    return pages


def test_the_feedback_has_the_names_that_canvas_takes_back(graded: Path) -> None:
    submissions = graded.parent / "submissions"
    submissions.mkdir()
    for name in (
        "riosevaa_1234_567_ranking.json",
        "riosevaa_1234_890_ranking-1.json",
        "ñandújosé7_LATE_77_568_claims.csv",
        "20642345-K_text.html",
        "riosevaa_1234_5_homework_5512_999_x.json",
    ):
        (submissions / name).write_text("")
    packed = graded.parent / "submissions.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in submissions.iterdir():
            archive.write(path, path.name)
    for source in (submissions, packed):
        done = export(
            graded, "canvas", CANVAS, "--column", "9001", "--feedback", graded.parent / "f.zip", "--submissions", source
        )
        assert (done.exit_code, "Without feedback in the zip: Soto" in done.stdout) == (0, True), done.output
        pages = read_feedback_as_canvas(graded.parent / "f.zip", {"567": "1234", "890": "1234", "568": "77"})
        assert pages == {"1234": "page of 1234", "77": "page of 77"}
    assert stat.S_IMODE((graded.parent / "f.zip").stat().st_mode) == 0o600
    packed.write_bytes(b"PK no zip")
    done = export(
        graded, "canvas", CANVAS, "--column", "9001", "--feedback", graded.parent / "g.zip", "--submissions", packed
    )
    assert (done.exit_code, "cannot be unpacked" in done.stderr) == (2, True)
    done = export(graded, "canvas", CANVAS, "--column", "9001", "--feedback", graded.parent / "g.zip")
    assert (done.exit_code, "needs --submissions" in done.stderr) == (2, True)


def test_the_feedback_has_the_names_that_moodle_takes_back(graded: Path) -> None:
    done = export(graded, "moodle", MOODLE, "--feedback", graded.parent / "f.zip")
    assert (done.exit_code, "Feedback in the zip: 3 of 3." in done.stdout) == (0, True), done.output
    pages = read_feedback_as_moodle(graded.parent / "f.zip")
    assert pages == {number: ("feedback.html", f"page of {number}") for number in (1234, 77, 5512)}


@pytest.mark.parametrize("failing", [1, 2])
def test_an_export_writes_both_files_or_none(graded: Path, monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    files = [graded.parent / "out.csv", graded.parent / "f.zip"]
    files[0].write_text("old")
    before, synced = {*graded.parent.iterdir()}, []

    def is_full(number: int) -> None:
        synced.append(number)
        if len(synced) == failing:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", is_full)
        done = export(graded, "moodle", MOODLE, "--feedback", files[1])
    assert (done.exit_code, done.stderr) == (2, f"{files[failing - 1]}: the disk is full\n")
    assert files[0].read_text() == "old"
    assert {*graded.parent.iterdir()} - before == {graded.parent / "source.csv"}
    assert export(graded, "moodle", MOODLE, "--feedback", files[1]).exit_code == 0


@pytest.mark.parametrize("name", ["7_8_9", "../../7", "Participant_9_x", "", "_", "a\\b/c_1_2", "007", "=1+1"])
def test_a_hostile_name_gets_its_own_page(graded: Path, roster: Path, name: str) -> None:
    canvas = CANVAS.replace("Soto,5512", f"{name},5512")
    submissions = graded.parent / "submissions"
    submissions.mkdir()
    for file in ("grupo_7_5512_90001_ranking.json", "riosevaa_1234_567_ranking_1_2.json", "x_77_568_claims.csv"):
        (submissions / file).write_text("")
    done = export(
        graded,
        "canvas",
        canvas,
        "--column",
        "9001",
        "--feedback",
        graded.parent / "f.zip",
        "--submissions",
        submissions,
        "--roster",
        roster,
    )
    assert done.exit_code == 0, done.output
    pages = read_feedback_as_canvas(graded.parent / "f.zip", {"90001": "5512", "567": "1234", "568": "77"})
    assert pages == {number: f"page of {number}" for number in ("1234", "77", "5512")}
    moodle = MOODLE.replace("María Soto", name)
    done = export(graded, "moodle", moodle, "--feedback", graded.parent / "f.zip", "--roster", roster)
    assert done.exit_code == 0, done.output
    pages = read_feedback_as_moodle(graded.parent / "f.zip")
    assert pages == {number: ("feedback.html", f"page of {number}") for number in (1234, 77, 5512)}


def test_the_source_is_never_written(graded: Path) -> None:
    policy = graded.parent / "course" / "small.yaml"
    policy.write_text(f"hand: hand.csv\n{policy.read_text('utf-8')}", "utf-8")
    keep_policy(graded)
    own = [
        graded.parent / "source.csv",
        policy,
        policy.parent / "hand.csv",
        graded / "points.csv",
        graded.parent / "out.csv",
    ]
    for option, path in [
        *itertools.product(("--out", "--feedback"), own[:-1]),
        ("--feedback", own[-1]),
        ("--out", policy.parent),
    ]:
        done = export(graded, "moodle", MOODLE, "--feedback", graded.parent / "f.zip", option, path)
        assert (done.exit_code, f"{path} is a folder, or a file that the command reads" in done.stderr) == (2, True)
    assert own[0].read_bytes() == MOODLE.encode()
    assert not {own[2], *own[3:], graded.parent / "f.zip"} & {*graded.parent.rglob("*")}
    assert export(graded, "moodle").exit_code == 2
    for done in (export(graded, "csv", MOODLE), export(graded, "csv", None, "--feedback", graded.parent / "f.zip")):
        assert (done.exit_code, "reads no file and packs no feedback" in done.stderr) == (2, True)


@pytest.mark.usefixtures("in_turn")
def test_a_graded_class_goes_back_into_both_systems(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course", "scale: {}")
    roster, submissions = tmp_path / "roster.csv", tmp_path / "submissions"
    roster.write_text(ROSTER, "utf-8")
    submissions.mkdir()
    (submissions / "ríoseva_1234_900_ranking.json").write_text(json.dumps(RIGHT))
    hand_in(submissions, "José Ñandú_77_assignsubmission_file", ranking="{")
    graded = tmp_path / "graded"
    assert grade(submissions, policy, graded, "--roster", str(roster)).exit_code == 1
    done = export(
        graded,
        "canvas",
        CANVAS,
        "--column",
        "9001",
        "--what",
        "mark",
        "--roster",
        roster,
        "--submissions",
        submissions,
        "--feedback",
        tmp_path / "f.zip",
    )
    assert done.exit_code == 0, done.output
    marks = {row["submission"]: row["grade"] for row in table(graded / "gradebook.csv")}
    numbers = {"0012345": "1234", "12.345.678": "77", "20642345-K": "5512"}
    assert {one: float(row["9001"]) for one, row in read_as_canvas(output(graded)).items() if row["9001"]} == {
        numbers[name]: float(mark) for name, mark in marks.items()
    }
    assert float(marks["0012345"]) > float(marks["20642345-K"]) == 1
    page = (graded / "feedback" / "0012345.html").read_text("utf-8")
    assert read_feedback_as_canvas(tmp_path / "f.zip", {"900": "1234"}) == {"1234": page}
    assert export(graded, "moodle", MOODLE, "--roster", roster).exit_code == 0
    points = {row["submission"]: float(row["points"]) for row in table(graded / "gradebook.csv")}
    assert read_as_moodle(output(graded), "Participante ", "Calificación") == {
        int(numbers[name]): count for name, count in points.items()
    }


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_is_a_choice_and_says_which_file_it_expects(system: str, tmp_path: Path) -> None:
    assert re.search(rf"[<|{{\[]{system}[|>}}\]]", CliRunner().invoke(app, ["export", "--help"]).output)
    assert {"number", "required"} <= {*SYSTEMS[system].columns.values()}
    path = tmp_path / "grades.csv"
    path.write_text("Who,Mark\nEva,7\n")
    with pytest.raises(ValueError, match=r"expected .{9,}; the first line is 'Who,Mark'$"):
        LmsFile(path, SYSTEMS[system], None, "")
