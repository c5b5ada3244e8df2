"""Whose a file is: a folder is divided by the names of its files, and no work is in another person's row."""

from __future__ import annotations

import difflib
import io
import json
import random
import re
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from homework.tests.homework_cases import RIGHT, answers, grade, gradebook, hand_in, make_course, table
from homework.tests.test_homework_formats import xlsx
from metrics_edu.working.labels import without_accents
from metrics_homework import grade_folder
from metrics_homework.check import Examination, check_submission
from metrics_homework.classroom import poll as poll_module
from metrics_homework.classroom.exercise_file import SECONDS_OF_GRACE
from metrics_homework.classroom.poll import poll_files
from metrics_homework.classroom.worksheets import read_students
from metrics_homework.cli import app
from metrics_homework.course import read_course
from metrics_homework.example_class import init_tarea
from metrics_homework.policy import Limits, Part
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.class_folder import MOST_BYTES, allowed, class_of, opened
from metrics_homework.submission.file_owners import folded_name
from metrics_homework.submission.files import SubmittedFile, entries, may_be_of_several
from metrics_homework.submission.roster import Person, Roster, read_roster
from metrics_homework.submission.submissions import HandedIn, Submission, finder, submissions_in

pytestmark = pytest.mark.usefixtures("in_turn")

NAMED = (["ranking.json", "ranking.csv"], ["claims.json", "claims.csv"])
ANY = (["*.json"], ["*.csv"])
WORDS = (["*ranking*.json"], ["claims*.csv"])


def parts_of(patterns: tuple[list[str], ...]) -> list[Part]:
    return [Part(file=patterns_of) for patterns_of in patterns]


def divided(
    folder: Path,
    names: Iterable[str],
    patterns: tuple[list[str], ...] = NAMED,
    roster: Roster | None = None,
    slug: str = "",
) -> HandedIn:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.touch()
    return submissions_in(folder, parts_of(patterns), roster=roster, slug=slug)


def owners(found: HandedIn) -> dict[str, list[str]]:
    return {one.name: [path.name for path in one.paths] for one in found.submissions if one.paths}


# The names of systems, without a roster

FILES: dict[str, tuple[str, ...]] = {  # by the key: the files, of LMS's first
    "1234": (
        "riosedva_1234_567890_ranking.json",
        "riosedva_1234_567899_ranking-1.json",
        "riosedva_1234_text.html",
        "riosedva_1234_567890_tarea.zip",
        "riosedva_1234_link.html",
    ),
    "77": ("ñandújosé_LATE_77_567_claims.csv", "LATE_77_567_claims.csv"),
    "anon_aB3xZ": ("LATE_anon_aB3xZ_99812_ranking.json", "anon_aB3xZ_99812_ranking.json"),
    "5512": ("grupo_siete_5512_90001_ranking.json",),
    "5513": ("grupo_7_5513_90002_ranking.json",),
    "12345": (
        "Eva Ríos_12345_assignsubmission_file/ranking.json",
        "Eva Ríos_12345_assignsubmission_file_/claims.csv",
        "Eva Ríos_12345_assignsubmission_onlinetext/onlinetext.html",
    ),
    "20": ("José Ñandú Pérez_20_assignsubmission_file_ranking.json",),
    "31": (
        "José Pérez_31_assignsubmission_file_/ranking.json",
        "Jose\u0301 Pe\u0301rez_31_assignsubmission_file_/claims.csv",
    ),
    "881": ("Participant_881_assignsubmission_file_/ranking.json",),
    "9": ("Los_mejores_9_assignsubmission_file_/ranking.json",),
    "equipo": ("Equipo_assignsubmission_file_/ranking.json",),
    "eva ríos": ("Eva Ríos - ranking (1).json", "Eva Ríos - ranking.json", "Copia de Eva Ríos - ranking.json"),
    "ana-maría lópez": ("Ana-María López - claims.csv",),
    "ana - maría": ("Ana - María - claims.csv",),
    "octo-cat": ("tarea1-octo-cat/ranking.json",),
    "erios": ("Tarea 1_erios_attempt_2026-11-20-23-58-01_ranking.json",),
    "500206565": ("Exam 1 - Practical_500206565_attempt_2024-02-20-00-35-07_Practical.zip",),
    "maria_perez": ("maria_perez_ranking.json", "maria_perez-ranking.csv"),
    "perez-soto": ("perez-soto-ranking.json",),
    "ana": ("ana/ranking.json", "ana.zip", "ana.tar.gz", "ana_claims.csv"),
    "luis": ("submitted/luis/tarea1/ranking.json",),
}
WITHOUT_OWNER = ("ranking (1).json", "ranking.json", "Copia de ranking.json")
CLUTTER = ("__MACOSX/._ranking.json", ".DS_Store", "Thumbs.db", "Tarea 1_erios_attempt_2026-11-20-23-58-01.txt")


@pytest.mark.parametrize(("key", "file"), [(key, file) for key, files in FILES.items() for file in files])
def test_a_file_name_of_each_system_says_whose_it_is(key: str, file: str, tmp_path: Path) -> None:
    found, findings = divided(tmp_path, [file], slug="tarea1")
    assert len(found) == 1
    assert found[0].key == key
    assert findings == []


@pytest.mark.parametrize("file", WITHOUT_OWNER)
def test_a_file_without_an_owner_is_a_finding(file: str, tmp_path: Path) -> None:
    found, findings = divided(tmp_path, [file, "ana/"])
    assert [one.name for one in found] == ["ana"]
    assert [(one.code, file in one.text) for one in findings] == [("NO_OWNER", True)]


def test_a_name_in_upper_case_or_other_accents_is_the_same_persons(tmp_path: Path) -> None:
    names = ["Ana Pérez/a", "ana pérez_claims.csv", "Jose\u0301 Pe\u0301rez/a", "José Pérez_claims.csv"]
    found = divided(tmp_path, names)
    assert {name: len(paths) for name, paths in owners(found).items()} == {"Ana Pérez": 2, "José Pérez": 2}


def test_a_login_of_blackboard_may_have_the_mark_after_the_title(tmp_path: Path) -> None:
    names = [
        f"Tarea 1_{login}_attempt_2026-11-20-23-58-01_ranking.json" for login in ("ana_pérez", "luis_pérez", "eva")
    ]
    assert [one.key for one in divided(tmp_path, names).submissions] == ["ana_pérez", "eva", "luis_pérez"]
    assert [one.name for one in divided(tmp_path, []).submissions] == ["ana_pérez", "eva", "luis_pérez"]


def test_digits_that_are_no_time_do_not_stop_the_class(tmp_path: Path) -> None:
    found, _findings = divided(tmp_path, ["T_eva_attempt_2026-99-99-99-99-99_ranking.json", "ana/"])
    assert [(one.name, one.handed_in) for one in found] == [("ana", None), ("eva", None)]


@pytest.mark.parametrize("file", CLUTTER)
def test_a_file_that_the_system_adds_is_skipped(file: str, tmp_path: Path) -> None:
    found, findings = divided(tmp_path, [file, "ana/"])
    assert ([one.name for one in found], findings) == (["ana"], [])


@pytest.mark.parametrize(
    ("file", "patterns", "key"),
    [
        ("maria_perez.json", ANY, "maria_perez"),
        ("maria_soto.csv", ANY, "maria_soto"),
        ("claims-ana_perez.csv", WORDS, "ana_perez"),
        ("ana_notes.txt", NAMED, "ana_notes"),
    ],
)
def test_a_wildcard_pattern_never_cuts_a_name(
    file: str, patterns: tuple[list[str], ...], key: str, tmp_path: Path
) -> None:
    (found,) = divided(tmp_path, [file], patterns).submissions
    assert found.key == key


def test_numbers_of_canvas_are_one_files_only(tmp_path: Path) -> None:
    found = divided(tmp_path, ["t1_001_2026_ana.json", "t1_001_2026_eva.json", "pereza_1_7_a.json"], ANY).submissions
    assert [one.key for one in found] == ["1", "t1_001_2026_ana", "t1_001_2026_eva"]


OWN_NUMBERS = {  # the person of each file
    "a date": {"ríosbeto_6_901_2026_11_27_ranking.json": "6", "ríosbeto_6_902_claims.json": "6"},
    "numbers of two people": {"ríosbeto_6_901_1_2_ranking.json": "6", "sotocarla_7_903_1_3_ranking.json": "7"},
    "two people, one number": {"ríosbeto_6_901_2_ranking.json": "901", "sotocarla_7_903_2_ranking.json": "903"},
    "a number, beside another file": {"ríosbeto_6_901_2_ranking.json": "6", "ríosbeto_6_902_claims.json": "6"},
    "numbers in both files": {"ríosbeto_6_901_1_ranking.json": "6", "ríosbeto_6_902_2_claims.json": "6"},
    "groups with a number": {"grupo_7_5513_902_ranking.json": "5513", "grupo_7_5513_903_claims.json": "5513"},
    "groups of one number": {"grupo_7_5513_902_ranking.json": "5513", "equipo_7_5514_903_ranking.json": "5514"},
    "groups and own numbers": {"grupo_7_5513_902_2_ranking.json": "5513", "equipo_7_5514_903_2_ranking.json": "5514"},
    "late": {"ríosbeto_LATE_6_901_2026_11_27_ranking.json": "6", "sotocarla_LATE_7_903_1_2_3_4_ranking.json": "7"},
}


@pytest.mark.parametrize("case", OWN_NUMBERS)
def test_numbers_in_the_students_name_of_a_file_are_not_canvass(case: str, tmp_path: Path) -> None:
    found, findings = divided(tmp_path, OWN_NUMBERS[case])
    assert {path.name: one.key for one in found for path in one.paths} == OWN_NUMBERS[case]
    assert findings == []


def test_the_roster_says_which_numbers_are_canvass(tmp_path: Path) -> None:
    people = Roster([Person("1", "Beto Ríos"), Person("2", "Carla Soto"), Person("3", "Ana Díaz", group="Grupo 7")])
    names = ["ríosbeto_6_901_2_ranking.json", "sotocarla_7_903_2_1_ranking.json", "grupo_7_5513_902_ranking.json"]
    assert owners(divided(tmp_path, names, roster=people)) == {"3": names[2:], "1": names[:1], "2": names[1:2]}


def test_all_files_have_one_row_a_person(tmp_path: Path) -> None:
    together = {key: files for key, files in FILES.items() if key != "luis"}  # beside others, submitted is no container
    found, _findings = divided(tmp_path, [file for files in together.values() for file in files], slug="tarea1")
    assert sorted(one.key for one in found) == sorted(together)


def test_the_last_attempt_counts(tmp_path: Path) -> None:
    names = [
        f"Tarea 1_erios_attempt_2026-11-{day}-10-00-00_{file}"
        for day in ("19", "20")
        for file in ("ranking.json", "claims.csv")
    ]
    names += ["diazb_1234_70001_ranking.json", "diazb_1234_70002_ranking-1.json"]
    canvas, blackboard = divided(tmp_path, names).submissions
    assert blackboard.handed_in == datetime(2026, 11, 20, 10)
    assert sorted(path.name for path in blackboard.paths) == [names[3], names[2]]
    assert [path.name for path in canvas.paths] == ["diazb_1234_70002_ranking-1.json"]
    assert canvas.older == ("ranking.json",)


GRADESCOPE = """\
submission_123:
  :submitters: [{":name": Eva Ríos, ":sid": "7", ":email": eva@u.cl}, {":name": Luis Soto, ":sid": "8", ":email": luis@u.cl}]
  :created_at: 2026-11-20 23:58:01.5 -03:00
"""


def test_gradescopes_yml_names_each_member(tmp_path: Path) -> None:
    (tmp_path / "submission_metadata.yml").write_text(GRADESCOPE, "utf-8")
    roster = Roster([Person("7", "Eva Ríos"), Person("8", "Soto, Luis"), Person("9", "Ana Díaz")])
    found, findings = divided(tmp_path, ["submission_123/ranking.json"], roster=roster)
    assert {one.name: len(one.paths) for one in found} == {"7": 1, "8": 1, "9": 0}
    assert [one.handed_in is not None and one.handed_in.utcoffset() for one in found if one.paths] == [
        timedelta(hours=-3)
    ] * 2
    assert findings == []
    (alone,) = divided(tmp_path, []).submissions
    assert alone.name == "Eva Ríos, Luis Soto_123"


@pytest.mark.parametrize("name", ["a b " * 30_000, f"Eva Ríos{' ' * 200}"], ids=["words", "blanks"])
def test_a_text_of_gradescope_that_is_no_name_costs_no_time_and_names_no_one(name: str, tmp_path: Path) -> None:
    text = f"submission_123:\n  :submitters: [{{':name': '{name}', ':sid': '8'}}, {{':name': '{name}'}}]\n"
    (tmp_path / "submission_metadata.yml").write_text(text, "utf-8")
    roster = Roster([Person("7", "Eva Ríos"), Person("8", "Soto, Luis")])
    started = perf_counter()
    assert owners(divided(tmp_path, ["submission_123/ranking.json"], roster=roster)) == {"8": ["submission_123"]}
    assert perf_counter() - started < 5


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 9)}]\n" for k in range(1, 9))
DAMAGED_LISTS = {
    "aliases": (BOMB, "aliases"),
    "cut": ("- [", "is not YAML"),
    "a word": ("x", "no folder is named in it"),
    "a list": ("- submission_1\n", "no folder is named in it"),
    "deep": ("[" * 5000, "nested deeper"),
    "no such day": ("submission_1:\n  :created_at: 2026-99-99 10:00:00\n", "not a number or a date"),
    "no text": ("submission_1: \x00", "not allowed"),
}
USELESS_LISTS = (
    "submission_1: x\n",
    "submission_1:\n  :submitters: 5\n",
    "submission_1:\n  :submitters: [5, {':name': {a: b}, ':sid': null}]\n",
    "submission_1:\n  :created_at: 0001-01-01 00:00:00 +14:00\n",
    "submission_1:\n  :submitters: [{':sid': " + ":".join(["1", *["59"] * 3000]) + "}]\n",
)


@pytest.mark.parametrize("case", DAMAGED_LISTS)
def test_a_damaged_list_of_gradescope_costs_a_finding(case: str, tmp_path: Path) -> None:
    text, words = DAMAGED_LISTS[case]
    hand_in(tmp_path, "submission_1")
    (tmp_path / "submission_metadata.yml").write_text(text)
    found = divided(tmp_path, ["luis/ranking.json"], roster=Roster([Person("luis", "Luis Soto")]))
    assert owners(found) == {"luis": ["luis"]}
    assert [one.code for one in found.findings] == ["GRADESCOPE", "NO_OWNER"]
    assert words in found.findings[0].text


@pytest.mark.parametrize("text", USELESS_LISTS)
def test_a_list_of_gradescope_without_names_stops_nothing(text: str, course: Path, tmp_path: Path) -> None:
    put(tmp_path / "in", {"submission_1/ranking.json": b"x", "31/ranking.json": b"x"})
    (tmp_path / "in" / "submission_metadata.yml").write_text(text)
    found = class_of(tmp_path / "in", read_policy(course))
    assert (owners(found), [one.code for one in found.findings]) == ({"31": ["31"]}, ["NO_OWNER"])
    assert {one.name for one in submissions_in(tmp_path / "in", []).submissions} == {"31", "1"}


def test_a_list_of_gradescope_gives_only_its_own_folders_to_people(tmp_path: Path) -> None:
    (tmp_path / "submission_metadata.yml").write_text(
        "luis:\n  :submitters: [{':sid': '7'}]\nanasoto_8_99_claims.json:\n  :submitters: [{':sid': '7'}]\n"
    )
    people = Roster([Person("7", "Eva Ríos"), Person("luis", "Luis Soto"), Person("8", "Ana Soto")])
    found = divided(tmp_path, ["luis/ranking.json", "anasoto_8_99_claims.json"], roster=people)
    assert owners(found) == {"luis": ["luis"], "8": ["anasoto_8_99_claims.json"]}


def test_a_folder_of_gradescope_without_its_yml_is_of_nobody(tmp_path: Path) -> None:
    roster = Roster([Person("1003", "Ana Díaz"), Person("None", "Luis Soto")])
    found = divided(tmp_path, ["submission_1003/ranking.json"], roster=roster)
    assert (owners(found), [one.code for one in found.findings]) == ({}, ["NO_OWNER"])
    yml = tmp_path / "submission_metadata.yml"
    yml.write_text("submission_1003:\n  :submitters: [{':name': null, ':sid': null}]\n")
    assert owners(divided(tmp_path, [], roster=roster)) == {}


def test_an_attempt_in_blackboard_is_not_older_than_another_systems(tmp_path: Path) -> None:
    (tmp_path / "submission_metadata.yml").write_text(GRADESCOPE, "utf-8")
    name = "Tarea 1_eva_attempt_2026-11-{}-10-00-00_{}"
    files = [name.format(19, "ranking.json"), name.format(20, "ranking.json"), "submission_123/claims.json"]
    found = divided(tmp_path, files, roster=Roster([Person("7", "Eva Ríos", "eva@u.cl")]))
    assert sorted(*owners(found).values()) == [files[1], "submission_123"]
    assert found.submissions[0].handed_in == datetime.fromisoformat("2026-11-20T23:58:01.500-03:00")


# By a roster

CLASS = """\
id;Nombre;Correo;Grupo;canvas
7;Ríos Paz, Eva;eva.rios@u.cl;;1234
8;José Ñandú;jnandu@u.cl;Grupo 7;
9;Jose Nandu;jose@u.cl;Grupo 7;
10;Álvaro Zúñiga;octo-cat@u.cl;;
11;Ana Luz;ana@u.cl;;7
12;Luz Ana;luz@u.cl;;
"""


@pytest.fixture
def roster(tmp_path: Path) -> Roster:
    path = tmp_path / "roster.csv"
    path.write_bytes(CLASS.encode("cp1252"))
    return read_roster(path)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("7", "7"),
        ("EVA.RIOS@u.cl", "7"),
        ("eva.rios", "7"),
        ("1234", "7"),
        ("Eva Ríos Paz", "7"),
        ("ríospazeva", "7"),
        ("rios paz eva", "7"),
        ("José Ñandú", "8"),
        ("Jose Nandu", "9"),
        ("jose", "9"),
        ("octo-cat", "10"),
        ("alvaro zuñiga", "10"),
        ("Ana Luz", "11"),
        ("Luz, Ana", "11"),
        ("Luz Ana", "12"),
        ("Eva", None),
        ("", None),
        ("u.cl", None),
        ("nobody", None),
    ],
)
def test_a_roster_finds_one_person_by_any_text_of_theirs(text: str, key: str | None, roster: Roster) -> None:
    found = roster.person(text)
    assert (found and found.id) == key


def test_a_number_of_an_lms_that_the_roster_lacks_is_no_id_of_the_class() -> None:
    person = Person("5001", "Carla Soto", more={"canvas": "77"})
    find = finder([Submission("5001", key="1006", person=person)])
    assert [find(text) for text in ("5001", "77", "1006", "Participant 1006")] == ["5001", "5001", None, None]
    assert finder([Submission("Eva_1006", key="1006")])("Participant 1006") == "Eva_1006"


def test_a_roster_gives_each_person_one_row_in_the_order_of_the_alphabet(roster: Roster, tmp_path: Path) -> None:
    names = [
        "ríospazeva_1234_567890_ranking.json",
        "Eva Ríos Paz - claims.csv",
        "grupo7_5512_90001_ranking.json",
        "tarea1-octo-cat/ranking.json",
        "ana_claims.csv",
        "someone_else_99_98_ranking.json",
        "Beto_11_98_ranking.json",
        "ranking (1).json",
    ]
    found, findings = divided(tmp_path / "in", names, roster=roster, slug="tarea1")
    assert {one.name: sorted(path.name for path in one.paths) for one in found} == {
        "10": ["tarea1-octo-cat"],
        "11": ["ana_claims.csv"],
        "9": ["grupo7_5512_90001_ranking.json"],
        "8": ["grupo7_5512_90001_ranking.json"],
        "12": [],
        "7": ["Eva Ríos Paz - claims.csv", "ríospazeva_1234_567890_ranking.json"],
    }
    assert [one.name for one in found] == ["10", "11", "9", "8", "12", "7"], "Álvaro, Ana, Jose, José, Luz, Ríos"
    assert sorted(one.code for one in findings) == ["ALIKE"] + ["NO_OWNER"] * 3 + ["TWO_KEYS"]


def test_two_numbers_of_a_system_for_one_name_are_two_people(tmp_path: Path) -> None:
    roster = Roster([Person("1", "Eva Ríos"), Person("2", "Luis Soto")])
    found, findings = divided(tmp_path, ["ríoseva_55_700_ranking.json", "ríoseva_66_701_claims.csv"], roster=roster)
    assert [one.paths for one in found] == [[], []]
    assert [one.code for one in findings] == ["TWO_PEOPLE"]


def test_two_numbers_of_a_system_leave_no_loose_file_either(tmp_path: Path) -> None:
    roster = Roster([Person("1", "Eva Ríos")])
    names = ["ríoseva_55_700_ranking.json", "ríoseva_66_701_claims.csv", "Eva Ríos - claims.json"]
    found, findings = divided(tmp_path, names, roster=roster)
    assert [one.paths for one in found] == [[]]
    assert [one.code for one in findings] == ["TWO_PEOPLE"]


def test_a_groups_file_and_an_own_one_are_one_persons(roster: Roster, tmp_path: Path) -> None:
    names = ["grupo7_5512_90001_ranking.json", "joséñandú_77_90002_claims.json"]
    found, findings = divided(tmp_path / "in", names, roster=roster)
    assert {one.name: len(one.paths) for one in found if one.paths} == {"8": 2, "9": 1}
    assert [one.code for one in findings] == ["TWO_KEYS", "ALIKE"]


@pytest.mark.parametrize("folder", ["Eva Ríos Paz_55_assignsubmission_file_", "tarea1-octo-cat", "Ana Luz"])
def test_a_persons_folder_gives_nothing_to_others(folder: str, roster: Roster, tmp_path: Path) -> None:
    inner = ["luzana_12_90001_ranking.json", "nandujose_9_90002_claims.csv", "submission_metadata.yml"]
    found, findings = divided(tmp_path / "in", [f"{folder}/{name}" for name in inner], roster=roster, slug="tarea1")
    assert [[path.name for path in one.paths] for one in found if one.paths] == [[folder]]
    assert {one.code for one in findings} == {"ALIKE"}


@pytest.mark.parametrize(
    ("file", "owner"),
    [
        ("josériospaz_7_90001_ranking.json", []),
        ("riospaz_7_90001_ranking.json", ["7"]),
        ("ríospazevasol_7_90001_a.json", ["7"]),
        ("Participant_55_assignsubmission_file_", ["1"]),
        ("Eva_55_assignsubmission_file_", []),
    ],
)
def test_an_id_with_the_name_of_another_person_is_none(file: str, owner: list[str], tmp_path: Path) -> None:
    roster = Roster([Person("7", "Ríos Paz, Eva"), Person("1", "Luz Díaz", more={"worksheet": "Participant 55"})])
    found, findings = divided(tmp_path, [f"{file}/" if file.endswith("_") else file], roster=roster)
    assert [one.name for one in found if one.paths] == owner
    assert [one.code for one in findings] == ["NO_OWNER"] * (not owner)


@pytest.mark.parametrize(
    ("groups", "file", "whose"),
    [
        (("1-11", "1-11", "11-1"), "1/ranking.json", ["1", "2"]),
        (("1-11", "1-11", "11-1"), "111_5512_90001_ranking.json", []),
        (("1-11", "1-11", "11-1"), "11-1_9_assignsubmission_file_/ranking.json", ["3"]),
        (("1-11", "1-11", ""), "111_5512_90001_ranking.json", ["1", "2"]),
        (("C", "C++", "C#"), "1/ranking.json", ["1"]),
        (("C", "C++", "C#"), "c_5512_90001_ranking.json", []),
    ],
)
def test_groups_with_the_same_letters_are_not_joined(
    groups: tuple[str, ...], file: str, whose: list[str], tmp_path: Path
) -> None:
    people = [Person(str(number), f"Ana {number}", group=group) for number, group in enumerate(groups, 1)]
    assert [*owners(divided(tmp_path, [file], roster=Roster(people)))] == whose


@pytest.mark.parametrize(
    ("file", "whose"),
    [
        ("perezana_2222_99_ranking.json", []),
        ("perezana_1111_99_ranking.json", ["1"]),
        ("perezana_5_99_ranking.json", []),
        ("grupox_4444_99_ranking.json", []),
        ("grupox_3333_99_ranking.json", ["3", "4"]),
    ],
)
def test_a_name_and_the_id_of_another_person_name_nobody(file: str, whose: list[str], tmp_path: Path) -> None:
    roster = Roster(
        [
            Person("1", "Ana Pérez", more={"canvas": "1111"}),
            Person("2", "Ana Pérez Soto", more={"canvas": "2222"}),
            Person("3", "Luis Ríos", group="Grupo X", more={"canvas": "3333"}),
            Person("4", "Paz Soto", group="Grupo X"),
            Person("5555", "Beto Díaz", more={"canvas": "4444"}),
        ]
    )
    found = divided(tmp_path, [file], roster=roster)
    assert sorted(owners(found)) == whose
    assert [one.code for one in found.findings if one.code != "ALIKE"] == ["NO_OWNER"] * (not whose)


@pytest.mark.parametrize(
    ("folder", "whose"),
    [
        ("Ana Soto Pérez", ["1"]),
        ("Soto Pérez Ana", ["1"]),
        ("sotopérezana", ["1"]),
        ("Ana Pérez Soto", []),
        ("anaperezsoto", []),
    ],
)
def test_a_name_with_its_surnames_the_other_way_round_is_another_person(
    folder: str, whose: list[str], tmp_path: Path
) -> None:
    found = divided(tmp_path, [f"{folder}/ranking.json"], roster=Roster([Person("1", "Ana Soto Pérez")]))
    assert [*owners(found)] == whose


@pytest.mark.parametrize(
    ("head", "row", "name"),
    [
        ("id,nombre,apellido", "1,Ana,Pérez", "Ana Pérez"),
        ("id,First name,Last name", "1,Ana,Pérez Soto", "Ana Pérez Soto"),
        ("id,nombre,apellido,rut", "1,Ana,Pérez", "Ana Pérez"),
        ("student_id,name,rut", "1,Ana", "Ana"),
        ("id,Apellido(s),Nombre(s)", "1,Pérez,Ana", "Ana Pérez"),
        ("id,nombre,apellidos", '1,"Pérez, Ana",Pérez', "Pérez, Ana"),
    ],
)
def test_a_roster_may_have_a_column_of_surnames(head: str, row: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(f"{head}\n{row}\n", "utf-8")
    assert [person.name for person in read_roster(tmp_path / "roster.csv").people] == [name]


@pytest.mark.parametrize(("size", "code"), [(2, "SHARED"), (4, "SHARED"), (5, "LARGE_GROUP")])
def test_a_person_who_shares_files_is_a_finding(size: int, code: str, tmp_path: Path) -> None:
    roster = Roster([Person(str(number), f"Ana {number}", group="G1") for number in range(size)])
    found = divided(tmp_path, ["0/ranking.json"], roster=roster)
    assert [*owners(found)] == [str(number) for number in range(size)]
    assert [one.code for one in found.findings] == [code] * (size - 1)
    assert all("G1" in one.text for one in found.findings)


ALIKE = Roster(
    [Person("1", "Ana Pérez"), Person("2", "Pérez Soto, Ana"), Person("3", "José Ñandú"), Person("4", "Jose Nandu")]
)


@pytest.mark.parametrize(
    ("files", "whose"),
    [
        (["pérezana_5_99_ranking.json"], []),
        (["pérezsotoana_6_98_ranking.json"], ["2"]),
        (["pérezana_5_99_ranking.json", "pérezsotoana_6_98_ranking.json"], ["1", "2"]),
        (["ñandújosé_5_99_ranking.json"], []),
        (["ñandújosé_5_99_ranking.json", "nandujose_6_98_ranking.json"], ["3", "4"]),
        (["3/ranking.json"], ["3"]),
    ],
)
def test_a_name_that_may_be_another_persons_is_no_guess(files: list[str], whose: list[str], tmp_path: Path) -> None:
    found = divided(tmp_path, files, roster=ALIKE)
    assert sorted(owners(found)) == whose
    assert [one.code for one in found.findings] == ["ALIKE"] * 2 + ["NO_OWNER"] * (not whose)
    assert "The names of 1 and 2 are alike." in found.findings[0].text


def with_numbers(*numbers: str) -> Roster:
    names = ("Ana Díaz", "Beto Ríos", "Carla Soto")
    cells = [{"canvas": number} if number else {} for number in numbers]
    return Roster([Person(str(k), name, more=more) for k, (name, more) in enumerate(zip(names, cells, strict=True), 1)])


@pytest.mark.parametrize(
    ("numbers", "files", "whose"),
    [
        (("", "", ""), ["díazana_7_99_a.json", "ríosbeto_8_98_a.json"], ["1", "2"]),
        (("70", "80", "90"), ["díazana_7_99_a.json", "ríosbeto_80_98_a.json"], ["2"]),
        (("", "80", "90"), ["díazana_7_99_a.json", "ríosbeto_80_98_a.json"], ["1", "2"]),
        (("70", "80", ""), ["díazana_7_99_a.json", "díazana_70_98_a.json"], ["1"]),
        (
            ("70", "80", "90"),
            ["díazana_7_99_a.json", "ríosbeto_8_98_a.json", "sotocarla_90_97_a.json"],
            ["1", "2", "3"],
        ),
        (("70", "80", "90"), ["Ana Díaz_7_assignsubmission_file_/a.json", "ríosbeto_80_98_a.json"], ["1", "2"]),
    ],
)
def test_a_persons_name_with_another_number_than_the_rosters_needs_a_human(
    numbers: tuple[str, ...], files: list[str], whose: list[str], tmp_path: Path
) -> None:
    found = divided(tmp_path, files, roster=with_numbers(*numbers))
    assert sorted(owners(found)) == whose
    codes = ["NAMESAKE", "NO_OWNER"] * ("7" not in "".join(whose) and numbers[0] == "70" and len(whose) == 1)
    assert [one.code for one in found.findings] == codes


def test_the_number_of_a_group_of_one_is_not_that_of_a_namesake(tmp_path: Path) -> None:
    roster = Roster(
        [Person("1", "Ana Díaz", more={"canvas": "70"}), Person("2", "Beto Ríos", group="Sol", more={"canvas": "80"})]
    )
    found = divided(tmp_path, ["díazana_70_99_a.json", "sol_5512_98_a.json"], roster=roster)
    assert (sorted(owners(found)), found.findings) == (["1", "2"], [])


def test_an_outsider_with_a_name_of_the_roster_is_counted_without_an_owner(course: Path, tmp_path: Path) -> None:
    (course.parent / "roster.csv").write_text("id,name,canvas\n31,Ana Díaz,70\n32,Beto Ríos,80\n", "utf-8")
    for name in ("díazana_7_99_ranking.json", "ríosbeto_80_98_ranking.json"):
        (path := tmp_path / "in" / name).parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(RIGHT))
    done = grade(tmp_path / "in", course, tmp_path / "out")
    assert (done.exit_code, "díazana_7 has the name of 31, and not the number" in done.stdout) == (1, True)
    assert {name: row["status"] for name, row in gradebook(tmp_path / "out").items()} == {"31": "missing", "32": "ok"}


REGISTERS = {
    "a register": "RUT;Nombre completo;Correo electrónico;Equipo\n12.345.678-K;Ana Díaz;ana@u.cl;G1\n",
    "without marks": "rut;Alumno;Mail;Grupo\n12345678k;Ana Díaz;ana@u.cl;G1\n",
    "two surnames": "Matrícula;Apellido paterno;Apellido materno;Nombres;Correo;Grupo\n12345678-k;Díaz;;Ana;ana@u.cl;G1\n",
    "Canvas": "Student;ID;SIS User ID;Email;Group\nAna Díaz;12345678K;77;ana@u.cl;G1\n",
    "Moodle": "First name;Surname;ID number;Email address;Groups\nAna;Díaz;12.345.678-k;ana@u.cl;G1\n",
    "two ids": "Número de alumno;RUT;Estudiante;Email;Team\n12345678-K;9876543-2;Ana Díaz;ana@u.cl;G1\n",
    "an id comes last": "RUT;Student ID;Name;Email;Group;id\n9876543-2;5;Ana Díaz;ana@u.cl;G1;12345678-K\n",
}


SPOILT = {
    "a text in Excel": "id,name\n'0012345,Ana Díaz\n",
    "unseen characters": "\ufeffid\u200b,name\n\u200b0012345\u00a0,Ana\u00a0Díaz\u200b\n",
    "a formula": 'id,name\n"=""0012345""",Ana Díaz\n',
    "empty cells after the row": "id,name\n0012345,Ana Díaz,,\n",
    "lines above the titles": "Curso IIC3633, sección 1\n\nid;name\n0012345;Ana Díaz\n",
    "cells above the titles": '"Alumnos, 2026",,\n,,\n"id","name",\n0012345,Ana Díaz,\n',
    "titles again": "id,name\n0012345,Ana Díaz\nid,name\n",
    "a total": "id,name,email\n0012345,Ana Díaz,a@u.cl\nTotal,1,\n",
    "a total of the names": "name,id\nAna Díaz,0012345\nTotal alumnos:,1\n",
    "means": "id,name,points\n0012345,Ana Díaz,5\n,Overall average,5\nTotal de alumnos: 1,,\n",
    "Brightspace": "OrgDefinedId,Username,Last Name,First Name,End-of-Line Indicator\n#0012345,#adiaz,Díaz,Ana,#\n",
    "Moodle": "Identifier,Full name\n0012345,Ana Díaz\n",
    "Canvas": "LastName,FirstName,ID,Section\n    Points Possible,,,\nDíaz,Ana,0012345,1\n",
    "Canvas in Spanish": (
        'Estudiante,ID,Sección,T1 (9)\n    Puntos posibles,,,7\nAna Díaz,0012345,1,5\n"prueba, Estudiante de",8,1,\n'
    ),
    "a register": "PATERNO,MATERNO,NOMBRES,MATRÍCULA\nDíaz,,Ana,0012345\n",
}


@pytest.mark.parametrize("case", SPOILT)
def test_what_programs_add_to_a_roster_is_no_persons(case: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(SPOILT[case], "utf-8")
    assert [(one.id, one.name) for one in read_roster(tmp_path / "roster.csv").people] == [("0012345", "Ana Díaz")]


@pytest.mark.parametrize(
    ("cells", "key", "texts"),
    [
        ("12.345.678,5", "12345678-5", {"12345678", "12.345.678-5"}),
        ("20301239,K", "20301239-K", {"20301239k", "20301239"}),
        ("12345678-5,5", "12345678-5", {"123456785"}),
        ("12345678,9", "12345678", {"12345678"}),
    ],
)
def test_a_check_digit_in_another_column_is_one_of_the_rut(
    cells: str, key: str, texts: set[str], tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text(f"RUT,DV,Nombre\n{cells},Ana Díaz\n", "utf-8")
    roster = read_roster(tmp_path / "roster.csv")
    assert [one.id for one in roster.people] == [key]
    assert {text for text in (*texts, cells[-1]) if roster.person(text)} == texts


@pytest.mark.parametrize("case", REGISTERS)
def test_the_titles_of_registers_are_known(case: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(REGISTERS[case], "utf-8")
    roster = read_roster(tmp_path / "roster.csv")
    (person,) = roster.people
    assert (person.name, person.email, person.group) == ("Ana Díaz", "ana@u.cl", "G1")
    assert [roster.person(text) for text in ("12.345.678-K", "12345678-k", "12345678k")] == [person] * 3
    assert roster.person("12345678") is None
    assert (roster.person("9876543-2") == person) is ("9876543-2" in REGISTERS[case])


def test_two_columns_of_ids_must_not_name_two_people(tmp_path: Path) -> None:
    (path := tmp_path / "roster.csv").write_text("Matrícula,RUT,Nombre\n7,8,Ana Díaz\n8,9,Beto Ríos\n", "utf-8")
    with pytest.raises(
        ValueError, match="one id is of two people in the columns Matrícula, RUT; rename the column that has"
    ):
        read_roster(path)
    path.write_text("id,RUT,Nombre\n7,8,Ana Díaz\n8,9,Beto Ríos\n", "utf-8")
    assert [one.id for one in read_roster(path).people] == ["7", "8"]


def test_no_report_has_an_address(roster: Roster, tmp_path: Path) -> None:
    names = ["eva.rios@u.cl.zip", "ríospazeva_1234_90001_ranking.json", "other@u.cl.zip"]
    _found, findings = divided(tmp_path / "in", names, roster=roster)
    assert [one.code for one in findings] == ["NO_OWNER", "TWO_KEYS", "ALIKE"]
    assert not any("u.cl" in one.text for one in findings)


def test_a_table_of_the_class_may_be_utf_16_and_have_accents(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes("sep=;\nID;Nombre;Dirección de correo\n\n7;Ñandú, Eva;eva@u.cl\n".encode("utf-16"))
    assert read_roster(path).people == (Person("7", "Ñandú, Eva", "eva@u.cl"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('id,name\n1,"' + "x" * 150_000, "roster.csv, line 2: a quoted cell has no closing quote"),
        ("id,name\n\n1,Ana\n\n1,Eva\n", "row 5: each person needs a separate id; got '1'"),
        ("id,name\n12.345.678-9,Ana\n123456789,Eva\n", "row 3: each person needs a separate id; got '123456789'"),
        ("id,name\n,Ana\n", "line 2: the person 'Ana' has no id; write one, or delete the line"),
        ("id,name\n,Ana\nTotal,1\n", "line 2: the person 'Ana' has no id"),
        ("id,name\n1,Ana\n,Media Soto\n", "line 3: the person 'Media Soto' has no id"),
        ("id,name\n1.0E+07,Ana\n", "line 2: a spreadsheet spoilt the id 1.0E+07; write all its digits"),
        ("id;name\n1E+13;Ana\n", "line 2: a spreadsheet spoilt the id 1E+13"),
        (
            "id,name\n1,Díaz, Ana\n",
            "line 2 has more cells than there are titles: '1,Díaz,Ana'. Put a name with a comma in quotes",
        ),
        ("id,name,\n1,Díaz, Ana\n", "line 2 has more cells than there are titles"),
        ("id,name,email\n1,Díaz, Ana,\n", "line 2 has more cells than there are titles"),
        ("id,name\n#N/A,Ana\n", "line 2: a spreadsheet spoilt the id"),
        ("id,name\n########,Ana\n", "line 2: a spreadsheet spoilt the id"),
        ("id,name,email,notes\n2,Bo, Soto,b@b.c\n", "line 2 has more cells than there are titles"),
        ("0,Eva\nid,name\n1,Ana\n", "roster.csv: the titles of the columns are in line 2; delete the lines above it"),
        ("Course\n\nid;name\n1;Ana\n\n1;Eva\n", "row 6: each person needs a separate id; got '1'"),
        ("name\nAna\n", "expected a CSV with the columns id and name; found name. Rename the columns"),
        ("", "found nothing"),
    ],
)
def test_a_roster_that_cannot_be_used_is_rejected(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=re.escape(words)):
        read_roster(tmp_path / "roster.csv")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("submissions:\n", "submissions:\n  roster: roster.csv\n"))
    (policy.parent / "roster.csv").write_text(
        "id,name,email,group\n31,Ana Díaz,ana@u.cl,\n32,Ñandú José,jose@u.cl,\n", "utf-8"
    )
    return policy


FILES_OF_OTHERS = ["ana/ríosbeto_1234_5_ranking.json", "ana/sotocarla_99_6_ranking.json"]


@pytest.mark.parametrize(
    "beside", ["luis/ranking.json", "díazluis_7_8_ranking.json", "Luis Díaz_7_assignsubmission_file_/a"]
)
def test_a_students_folder_beside_others_gives_nothing_to_other_people(beside: str, tmp_path: Path) -> None:
    roster = Roster([Person("1", "Beto Ríos"), Person("2", "Carla Soto"), Person("luis", "Luis Díaz")])
    assert [*owners(divided(tmp_path, [*FILES_OF_OTHERS, beside], roster=roster))] == ["luis"]
    found = owners(divided(tmp_path, []))
    assert len(found) == 2
    assert found["ana"] == ["ana"]


@pytest.mark.parametrize("own", ["Luis Díaz", "Luis Díaz_7_assignsubmission_file_"])
def test_a_folder_named_after_a_person_gives_nothing_to_others_either(own: str, tmp_path: Path) -> None:
    names = [f"{own}/ríosbeto_1234_5_ranking.json", f"{own}/sotocarla_99_6_ranking.json"]
    roster = Roster([Person("1", "Beto Ríos"), Person("2", "Carla Soto"), Person("luis", "Luis Díaz")])
    assert owners(divided(tmp_path, [*names, *FILES_OF_OTHERS], roster=roster)) == {"luis": [own]}
    (alone,) = owners(
        divided(tmp_path / "other", [name.replace("ana/", "Eva_9_assignsubmission_file_/") for name in FILES_OF_OTHERS])
    )
    assert alone == "Eva_9"


def test_a_folder_around_those_of_all_is_opened(tmp_path: Path) -> None:
    names = [
        *FILES_OF_OTHERS,
        "moodle/Luis_7_assignsubmission_file_/a",
        "moodle/Eva_8_assignsubmission_file_/a",
        "a.txt",
    ]
    assert [*owners(divided(tmp_path, names))] == ["a", "Eva_8", "Luis_7", "ríosbeto_1234", "sotocarla_99"]


# Each kind of download, each shape around it

FILES_OF_ALL = ("ranking.json", "claims.json")
NAMES = {"31": "Ana Díaz", "32": "Beto Ríos", "33": "Carla Soto"}
LOGINS = {"31": "adiaz", "32": "brios", "33": "csoto"}
FLAT = {"31": "díazana", "32": "ríosbeto", "33": "sotocarla"}
TIME = "attempt_2026-11-27-10-00-00"


def of_all(form: str) -> dict[str, str]:
    """The path of each file in a kind of download, by the path the id of its person."""
    people = [(id_, {"id": id_, "name": NAMES[id_], "login": LOGINS[id_], "flat": FLAT[id_]}) for id_ in NAMES]
    return {
        form.format(**facts, file=file, n=10 * int(id_) + at): id_
        for id_, facts in people
        for at, file in enumerate(FILES_OF_ALL)
    }


DOWNLOADS = {
    "Moodle": of_all("{name}_{id}_assignsubmission_file_/{file}"),
    "Moodle, flat": of_all("{name}_{id}_assignsubmission_file_{file}"),
    "Blackboard": of_all("Tarea 1_{login}_" + TIME + "_{file}"),
    "Gradescope": of_all("submission_{id}/{file}"),
    "Canvas": of_all("{flat}_{id}_{n}_{file}"),
    "Brightspace": of_all("{id}-640693 - {name} - Nov 27, 2026 1158 AM/{file}"),
    "Brightspace, in Spanish": of_all("{id}-640693 - {name} - 27 de nov. de 2026 2358/{file}"),
    "Google Drive": of_all("{name} - {file}"),
    "GitHub Classroom": of_all("tarea1-submissions/tarea1-{login}/{file}"),
    "nbgrader": of_all("submitted/{login}/tarea1/{file}"),
    "folders by name": of_all("{name}/{file}"),
    "folders by login": of_all("{login}/{file}"),
    "folders by id": of_all("{id}/tarea/{file}"),
    "folders with words around": of_all("Tarea1_{name}_final/{file}"),
    "logins with words around": of_all("tarea1-{login}/{file}"),
    "loose files": of_all("{login}_{file}"),
    "archives": of_all("{login}.zip/{file}"),
    "archives and folders": of_all("{login}/{file}") | {f"csoto.zip/{file}": "33" for file in FILES_OF_ALL},
}
DOWNLOADS["archives and folders"] = {
    path: id_ for path, id_ in DOWNLOADS["archives and folders"].items() if not path.startswith("csoto/")
}
AROUND: dict[str, Callable[[dict[str, bytes]], dict[str, bytes]]] = {
    "as it is": lambda files: files,
    "in a folder": lambda files: {f"Entregas/{path}": data for path, data in files.items()},
    "in folders, beside a text": lambda files: (
        {f"De/Entregas/{path}": data for path, data in files.items()}
        | {"README.txt": b"x", "__MACOSX/._x": b"", ".DS_Store": b""}
    ),
}
OF_THE_CLASS = "id,name,email\n" + "".join(f"{id_},{NAMES[id_]},{LOGINS[id_]}@u.cl\n" for id_ in NAMES)


def written(paths: Mapping[str, str]) -> dict[str, bytes]:
    """The bytes of each file: its id, which only the right row may hold."""
    packed = defaultdict[str, dict[str, str]](dict)
    files = {}
    for path, id_ in paths.items():
        archive, dot, inner = path.partition(".zip/")
        if dot:
            packed[f"{archive}.zip"][inner] = id_
        else:
            files[path] = id_.encode()
    return files | {name: zip_of(written(texts)) for name, texts in packed.items()}


def zip_of(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return target.getvalue()


def put(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def files_by_row(found: HandedIn) -> dict[str, list[SubmittedFile]]:
    """The files that each row would read: those of its person, none of what may be of several people."""
    files = {one.name: [*entries(one, Limits())] for one in found.submissions if one.paths}
    rows = {one.name: one for one in found.submissions}
    return {name: own for name, own in files.items() if not may_be_of_several(rows[name], own, parts_of(NAMED))}


def read_by_row(found: HandedIn) -> dict[str, list[str]]:
    return {name: [file.read(Limits()).decode() for file in files] for name, files in files_by_row(found).items()}


GRADESCOPE_OF_ALL = "".join(
    f"submission_{id_}:\n  :submitters: [{{':name': {NAMES[id_]}, ':sid': '{id_}'}}]\n" for id_ in NAMES
).encode()


ZIPPED: dict[str, Callable[[dict[str, bytes]], dict[str, bytes]]] = {
    "no": lambda files: files,
    "yes": lambda files: {"Tarea 1.zip": zip_of(files)},
    "in folders": lambda files: {"a/b/Tarea 1.zip": zip_of(files)},
    "in a zip": lambda files: {"a.zip": zip_of({"b/Tarea 1.zip": zip_of(files)})},
}


@pytest.mark.parametrize("zipped", [*ZIPPED, "and named"])
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", DOWNLOADS)
def test_every_file_of_each_download_is_in_its_persons_row(kind: str, around: str, zipped: str, tmp_path: Path) -> None:
    files = written(DOWNLOADS[kind]) | ({"submission_metadata.yml": GRADESCOPE_OF_ALL} if kind == "Gradescope" else {})
    files |= {"index.html": b"x"} if kind.startswith("Brightspace") else {}
    files = AROUND[around](files)
    path = put(tmp_path / "class", ZIPPED.get(zipped, ZIPPED["yes"])(files))
    path = path / "Tarea 1.zip" if zipped == "and named" else path
    (tmp_path / "roster.csv").write_text(OF_THE_CLASS)
    roster = read_roster(tmp_path / "roster.csv")
    with opened(path, Limits()) as folder:
        by_roster = submissions_in(folder, parts_of(NAMED), roster=roster)
        alone = submissions_in(folder, parts_of(NAMED))
        assert read_by_row(by_roster) == {id_: [id_, id_] for id_ in NAMES}
        assert (
            {one.code for one in by_roster.findings} <= {"NO_OWNER"}
            if around == "in folders, beside a text"
            else not by_roster.findings
        )
        rows = {name: texts for name, texts in read_by_row(alone).items() if name != "README"}
        assert sorted(rows.values()) == [[id_, id_] for id_ in NAMES]
        assert not alone.findings


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The submissions of the example class."""
    folder = init_tarea(tmp_path_factory.mktemp("example") / "t").parent / "submissions"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def in_zips(files: Mapping[str, bytes], folder: str = "") -> dict[str, bytes]:
    """Each person's folder as a zip."""
    people = defaultdict[str, dict[str, bytes]](dict)
    for path, data in files.items():
        name, _slash, inner = path.partition("/")
        people[name][inner] = data
    return {
        f"{folder}{name}.zip" if "" not in own else f"{folder}{name}": own.get("") or zip_of(own)
        for name, own in people.items()
    }


def in_folder(files: Mapping[str, bytes], folder: str = "Entregas") -> dict[str, bytes]:
    return {f"{folder}/{path}": data for path, data in files.items()}


EXAMPLES: dict[str, tuple[Callable[[dict[str, bytes]], dict[str, bytes]], str]] = {  # and whether each file has its row
    "a folder": (in_folder, "always"),
    "two folders": (lambda files: in_folder(in_folder(files), "a"), "always"),
    "a zip": (lambda files: {"T.zip": zip_of(files)}, "always"),
    "a zip with a folder": (lambda files: {"T.zip": zip_of(in_folder(files))}, "always"),
    "zips": (in_zips, "always"),
    "a zip of zips": (lambda files: {"T.zip": zip_of(in_zips(files))}, "always"),
    "a zip of zips in a folder": (lambda files: {"T.zip": zip_of(in_zips(files, "Entregas/"))}, "always"),
    "a folder beside a zip": (
        lambda files: in_folder(files) | {"x.zip": zip_of({"ranking.json": b"x"})},
        "by the roster",
    ),
    "a folder beside its zip": (lambda files: in_folder(files) | {"Entregas.zip": zip_of(files)}, "by the roster"),
    "two sections": (
        lambda files: {f"s{1 + (path < 'd')}/{path}": data for path, data in files.items()},
        "by the roster",
    ),
    "two zips": (lambda files: {"S1.zip": zip_of(files), "S2.zip": zip_of(files)}, "never"),
}


@pytest.mark.parametrize("with_roster", [False, True])
@pytest.mark.parametrize("case", EXAMPLES)
def test_each_file_of_the_example_class_is_in_its_row_or_needs_a_human(
    case: str, with_roster: bool, example: dict[str, bytes], tmp_path: Path
) -> None:
    around, is_read = EXAMPLES[case]
    parts = parts_of((["ranking.*"], ["claims.*"], ["ratings.csv"], ["exercise*.json"]))
    alone = files_by_row(submissions_in(put(tmp_path / "alone", example), parts))
    people = Roster([Person(name, name.partition("_")[0], more={"canvas": name.partition("_")[2]}) for name in alone])
    with opened(put(tmp_path / "in", around(example)), Limits()) as folder:
        found = files_by_row(submissions_in(folder, parts, roster=people if with_roster else None))
        rows = [
            {name: sorted(file.read(Limits()) for file in files) for name, files in one.items()}
            for one in (alone, found)
        ]
    if is_read == "always" or (is_read == "by the roster" and with_roster):
        assert len(alone) == 10
        assert rows[0] == rows[1]
    else:
        assert not {*alone} & {*found}


@pytest.mark.parametrize(
    "name",
    [
        "31.zip",
        "31/t.zip",
        "31/t/u.zip",
        "Ana Díaz_7_assignsubmission_file_/t.zip",
        "díazana_31_99_t.zip",
        "s1/31.zip",
    ],
)
def test_the_archive_of_the_only_person_stays_theirs(name: str, tmp_path: Path) -> None:
    put(tmp_path / "in", {name: zip_of({f"{folder}/x.zip": zip_of({"ranking.json": b"31"}) for folder in "ab"})})
    people = Roster([Person("31", "Ana Díaz"), Person("32", "Beto Ríos")])
    with opened(tmp_path / "in", Limits()) as folder:
        assert read_by_row(submissions_in(folder, parts_of(NAMED), roster=people)) == {"31": ["31", "31"]}


def test_a_locked_archive_of_the_only_person_stops_nothing(tmp_path: Path) -> None:
    with zipfile.ZipFile(put(tmp_path / "in", {"31/x": b""}) / "31" / "x", "w") as packed:
        for name in ("ranking.json", "claims.json"):
            packed.writestr(zipfile.ZipInfo(name), "31", zipfile.ZIP_BZIP2)
    (tmp_path / "in" / "31" / "x").rename(tmp_path / "in" / "31" / "x.zip")
    with opened(tmp_path / "in", Limits()) as folder:
        (own,) = submissions_in(folder, parts_of(NAMED), roster=Roster([Person("31", "Ana Díaz")])).submissions
        assert [file.wrong and file.wrong.code for file in entries(own, Limits())] == ["BAD_ZIP"] * 2


ONE_FILE_EACH = ("ana/ranking.json", "beto/claims.json", "carla/ratings.csv")
LOOSE = ("ana_ranking.json", "beto_claims.json", "carla_ratings.csv")
ALL = ("ana/ranking.json", "ana/claims.json", "beto/ranking.json", "beto/claims.json")
SHAPES = {
    "one file of each": ONE_FILE_EACH,
    "one file of each, deeper": [f"Entregas/{name}" for name in ONE_FILE_EACH],
    "one file of each, beside a person": [*(f"Entregas/{name}" for name in ONE_FILE_EACH), "diego/ranking.json"],
    "one file of each, beside an archive": [*(f"Entregas/{name}" for name in ONE_FILE_EACH), "diego.zip"],
    "loose files": [f"Entregas/{name}" for name in LOOSE],
    "loose files beside a person": [*(f"Entregas/{name}" for name in LOOSE), "diego/ranking.json"],
    "all of one, and another's text": [
        "Entregas/ana/ranking.json",
        "Entregas/ana/claims.json",
        "Entregas/beto/informe.pdf",
    ],
    "a class beside an archive": [*(f"Entregas/{name}" for name in ALL), "diego.zip"],
    "a class in other depths": [
        "Entregas/ana/ranking.json",
        "Entregas/ana/claims.json",
        "Entregas/beto/t/ranking.json",
        "Entregas/beto/t/claims.json",
        "diego.zip",
    ],
    "archives of each": [*(f"Entregas/{name}.zip" for name in ("ana", "beto", "carla")), "diego/ranking.json"],
    "a class and its own files": [
        *(f"Entregas/{name}" for name in ALL),
        "Entregas/ranking.json",
        "Entregas/claims.json",
    ],
    "one file of each, among a class": [
        *(f"Entregas/{name}" for name in ALL),
        "Entregas/más/carla/ranking.json",
        "Entregas/más/diego/claims.json",
    ],
    "a container by name": ["submitted/ana/ranking.json", "x-submissions/beto/ranking.json", "diego/ranking.json"],
    "a zip of a class": ["Entregas.zip"],
    "a zip of a class, and its folder": ["Entregas.zip", *(f"Entregas/{name}" for name in ALL)],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_files_of_several_people_are_never_one_submission(shape: str, tmp_path: Path) -> None:
    for number, name in enumerate(SHAPES[shape]):
        inside = zip_of(
            {"diego.zip": {"ranking.json": b"d"}, "Entregas.zip": dict.fromkeys(ALL, b"x")}.get(
                Path(name).name, {FILES_OF_ALL[number % 2]: b"x"}
            )
        )
        put(tmp_path, {name: inside if name.endswith(".zip") else b"x"})
    parts = parts_of((*NAMED, ["ratings.csv"]))
    people = re.compile("ana|beto|carla|diego")
    assert len(submissions_in(tmp_path, parts).submissions) > 0
    for one in submissions_in(tmp_path, parts).submissions:
        files = [*entries(one, Limits())]
        names = {*people.findall(" ".join([one.name, *(file.whole_name for file in files)]))}
        assert len(names) == 1 or may_be_of_several(one, files, parts), (one.name, names)


OF_GROUPS = """\
id,name,email,group,number
31,Ana Díaz,adiaz@u.cl,G1,60
32,Beto Ríos,brios@u.cl,G1,61
33,Carla Soto,csoto@u.cl,2,62
34,Dora Paz,dpaz@u.cl,,63
"""
OF_MOODLE = "Carla Soto_7_assignsubmission_file_"
INSIDE: dict[str, tuple[list[str], str]] = {  # the files, and whose rows have them
    "folders": (["31/Beto Ríos/ranking.json", "31/csoto/claims.json"], ""),
    "a file's name": (["31/brios_ranking.json", "31/claims.json"], ""),
    "an archive": (["31/32.zip/ranking.json"], ""),
    "folders in an archive": (["33.zip/31/ranking.json", "33.zip/32/claims.json"], ""),
    "archives in an archive": (["33.zip/31.zip/ranking.json", "33.zip/32.zip/claims.json"], ""),
    "folders in two archives": (["33/t.zip/31/ranking.json", "33/u.zip/brios/claims.json"], ""),
    "deep folders": (["33/t/u/v/Ana Díaz/ranking.json", "33/claims.json"], ""),
    "folders in the LMS's": ([f"{OF_MOODLE}/31/ranking.json", f"{OF_MOODLE}/32/claims.json"], ""),
    "archives in the LMS's": ([f"{OF_MOODLE}/31.zip/ranking.json", f"{OF_MOODLE}/t.zip/32/claims.json"], ""),
    "own and another's in the LMS's": ([f"{OF_MOODLE}/33/ranking.json", f"{OF_MOODLE}/32/claims.json"], ""),
    "one other in the LMS's": ([f"{OF_MOODLE}/31/ranking.json", f"{OF_MOODLE}/claims.json"], "33"),
    "the own name": (["33/Carla Soto/ranking.json", "33/csoto.zip/claims.json"], "33"),
    "no homework": (["33/31/notes.txt", "33/ranking.json"], "33"),
    "a number in a list": (["33/60/ranking.json", "33/61/claims.json"], "33"),
    "the number of a group": (["34/2/ranking.json", "34/claims.json"], "34"),
    "the own group": (["31/G1/ranking.json", "31/claims.json"], "31 32"),
    "members in a group's archive": (["G1.zip/31/ranking.json", "G1.zip/32/claims.json"], ""),
    "the work of a group": (["G1/tarea/ranking.json", "G1/31/claims.json"], "31 32"),
}


@pytest.mark.parametrize("case", INSIDE)
def test_classmates_names_in_a_persons_files_need_a_human(case: str, tmp_path: Path) -> None:
    names, whose = INSIDE[case]
    put(tmp_path / "in", written(dict.fromkeys([*names, "honest/ranking.json"], "x")))
    (tmp_path / "roster.csv").write_text(f"{OF_GROUPS}honest,Honest,,,\n")
    found = submissions_in(tmp_path / "in", parts_of(NAMED), roster=read_roster(tmp_path / "roster.csv"))
    assert sorted(files_by_row(found)) == [*whose.split(), "honest"]
    assert not [one for one in found.findings if one.code == "NO_OWNER"]


@pytest.mark.parametrize(
    ("name", "is_theirs"),
    [
        ("exercise_2.json", True),
        ("exercise_beto.json", False),
        ("2_exercise.json", False),
        ("2/exercise.json", False),
    ],
)
def test_the_number_of_an_exercise_is_no_id(name: str, is_theirs: bool, tmp_path: Path) -> None:
    people = Roster([Person("1", "Ana Díaz"), Person("2", "Beto Ríos", "beto@u.cl")])
    parts = parts_of((["exercise*.json"],))
    put(tmp_path, {f"1/{name}": b"x"})
    (own, _other) = submissions_in(tmp_path, parts, roster=people).submissions
    assert may_be_of_several(own, [*entries(own, Limits())], parts) is not is_theirs


def test_a_class_beside_a_person_stops_nothing_else(course: Path, tmp_path: Path) -> None:
    put(
        tmp_path / "in",
        {f"{name}/{file}": b"x" for name in ("Entregas/31", "Entregas/Beto", "32") for file in FILES_OF_ALL},
    )
    found = class_of(tmp_path / "in", read_policy(course))
    assert (owners(found), [one.code for one in found.findings]) == ({"32": ["32"]}, ["NO_OWNER"])
    assert read_by_row(submissions_in(tmp_path / "in", parts_of(NAMED))) == {"32": ["x", "x"]}


CONTAINERS: dict[str, dict[str, str]] = {  # the person of each file, "" of none
    "the first hand-in": {"tarea/31/ranking.json": "31"},
    "two sections": {
        "s1/31/ranking.json": "31",
        "s1/Beto Ríos.zip/ranking.json": "32",
        "s2/Carla Soto/ranking.json": "33",
    },
    "sections by words": {"Seccion 1/31/ranking.json": "31", "Seccion 2/33/ranking.json": "33"},
    "a folder without people": {"s1/31/ranking.json": "31", "s1/32/ranking.json": "32", "enunciado/tarea.pdf": ""},
    "an unknown person": {
        "s1/31/ranking.json": "31",
        "s1/zoe/ranking.json": "",
        "s2/zoe/ranking.json": "",
        "zoe.zip/a.json": "",
    },
    "beside an unknown person": {"s1/31/ranking.json": "", "s1/32/ranking.json": "", "zoe/ranking.json": ""},
    "loose files": {"s1/31_ranking.json": "31", "s2/Beto Ríos_ranking.json": "32"},
    "sections, deep": {"a/s1/31/ranking.json": "31", "a/s2/33/ranking.json": "33", "b/34/ranking.json": "34"},
    "beside a person": {"s1/31/ranking.json": "", "32/ranking.json": "32"},
    "a stranger's folder": {"zoe/31/ranking.json": "", "zoe/claims.json": ""},
    "one person in two": {"s1/31/ranking.json": "", "s2/Ana Díaz/claims.json": "", "s2/32/ranking.json": "32"},
    "a group's folder": {"G1/Ana Díaz/ranking.json": "31", "G1/Beto Ríos/ranking.json": "32", "33/ranking.json": "33"},
    "a group's folder with a stranger": {
        "G1/31/ranking.json": "31",
        "G1/32/ranking.json": "32",
        "G1/zoe/ranking.json": "",
    },
    "a group's folder with another's": {"G1/31/ranking.json": "", "G1/33/claims.json": "", "G1/32/ranking.json": ""},
    "a short number": {"60/ranking.json": "", "32/ranking.json": "32"},
    "a downloaded repository": {"tarea1-adiaz-main/ranking.json": "31", "tarea1-brios-master/ranking.json": "32"},
    "two of one repository": {"tarea1-adiaz-main/ranking.json": "", "adiaz/ranking.json": "31"},
    "repositories in a folder with a date": {
        f"tarea1-11-27-2026-10-05-59/tarea1-{login}/ranking.json": id_
        for login, id_ in (("adiaz", "31"), ("brios", "32"))
    },
    "groups of Blackboard": {f"Tarea 1_G1_{TIME}_ranking.json": "31 32", f"Tarea 1_csoto_{TIME}_ranking.json": "33"},
    "groups and people of Moodle": {
        "G1_66_assignsubmission_file_/ranking.json": "31 32",
        "G1-Ana Díaz_67_assignsubmission_file_/claims.json": "31",
    },
}


@pytest.mark.parametrize("slug", ["tarea1", ""])
@pytest.mark.parametrize("case", CONTAINERS)
def test_a_folder_around_people_is_opened_and_no_persons_folder(case: str, slug: str, tmp_path: Path) -> None:
    put(tmp_path / "in", written(CONTAINERS[case]))
    (tmp_path / "roster.csv").write_text(OF_GROUPS)
    found = submissions_in(tmp_path / "in", parts_of(NAMED), roster=read_roster(tmp_path / "roster.csv"), slug=slug)
    wanted = defaultdict[str, list[str]](list)
    for whose in CONTAINERS[case].values():
        for id_ in whose.split():
            wanted[id_].append(whose)
    read = {name: sorted(texts) for name, texts in read_by_row(found).items() if "" not in texts}
    shared = {one.text.split()[0] for one in found.findings if one.code == "SHARED"}
    assert {name: texts for name, texts in read.items() if name not in shared} == {
        name: sorted(texts) for name, texts in wanted.items()
    }


ANA = ("adiaz/ranking.json", "adiaz/claims.json")
HOSTILE = {
    "a folder of GitHub": ["x-submissions/adiaz/ranking.json", "x-submissions/x-adiaz/claims.json"],
    "a folder of nbgrader": ["submitted/adiaz/ranking.json", "submitted/31/claims.json"],
    "the folder of a repository": [
        "tarea1-x-submissions/tarea1-x-adiaz/ranking.json",
        "tarea1-x-submissions/adiaz/claims.json",
    ],
    "that of the whole homework": [
        "tarea1-submissions/tarea1-adiaz/ranking.json",
        "tarea1-submissions/adiaz/claims.json",
    ],
    "a folder of Moodle in it": ["mallory/Ana Díaz_31_assignsubmission_file_/claims.json"],
    "folders of Moodle in it": [
        "mallory/Ana Díaz_31_assignsubmission_file_/a",
        "mallory/Beto Ríos_32_assignsubmission_file_/a",
    ],
    "a list of Gradescope in it": ["mallory/submission_metadata.yml", "mallory/submission_31/ranking.json"],
    "Canvas in a file's name": ["sotomallory_66_900_díazana_31_310_ranking.json"],
    "Canvas in a file's name, only numbers": ["sotomallory_66_900_31_310_ranking.json"],
    "a text of Canvas": ["sotomallory_66_900_díazana_31_text.html"],
    "Blackboard in a file's name": [f"Tarea 1_mallory_{TIME}_x_adiaz_{TIME}_ranking.json"],
    "Moodle in a file's name": ["Mallory_66_assignsubmission_file_Ana Díaz_31_assignsubmission_file_ranking.json"],
    "Brightspace in a file's name": [
        "66-640693 - Mallory - Nov 27, 2026 1158 AM - 31-640693 - Ana Díaz - Nov 27, 2026 1159 AM - ranking.json"
    ],
}


@pytest.mark.parametrize("with_roster", [False, True])
@pytest.mark.parametrize("has_files", [False, True])
@pytest.mark.parametrize("case", HOSTILE)
def test_no_name_puts_a_file_into_a_classmates_row(
    case: str, has_files: bool, with_roster: bool, tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text(OF_THE_CLASS)
    roster = read_roster(tmp_path / "roster.csv") if with_roster else None
    for slug, before in (("tarea1", "tarea1-"), ("", "")):
        own = [*(f"{before}{name}" for name in ANA), "díazana_31_311_claims.json"] if has_files else []
        honest = dict.fromkeys(own, b"31") | {f"{before}brios/ranking.json": b"32"}
        folder = put(tmp_path / f"in{before}", honest | dict.fromkeys(HOSTILE[case], b"mallory"))
        found = read_by_row(submissions_in(folder, parts_of(NAMED), roster=roster, slug=slug))
        if with_roster:
            assert found == ({"31": ["31"] * 3} if has_files else {}) | {"32": ["32"]}
        for texts in found.values():
            assert {*texts} <= {"mallory"} or "mallory" not in texts


def test_a_person_who_is_called_like_a_container_keeps_the_own_files(tmp_path: Path) -> None:
    people = Roster([Person("x-submissions", "Mallory"), Person("submitted", "Subi"), Person("ana", "Ana Díaz")])
    names = ["x-submissions/ana/ranking.json", "submitted/ana/ranking.json", "ana/ranking.json"]
    found = divided(tmp_path, names, roster=people)
    assert owners(found) == {"ana": ["ana"], "x-submissions": ["x-submissions"], "submitted": ["submitted"]}
    assert owners(divided(tmp_path / "alone", names[:1], roster=people)) == {"x-submissions": ["x-submissions"]}


def test_two_attempts_in_brightspace_are_one_persons(tmp_path: Path) -> None:
    names = [
        f"30332-640693 - Ana Pérez - Nov {day}, 2026 {time}/ranking.json"
        for day, time in (("9", "1158 PM"), ("27", "905 AM"))
    ]
    found, findings = divided(
        tmp_path, [*names, "30400-640693 - Ana Pérez - 27 nov. 2026 2358/ranking.json", "index.html"]
    )
    assert [(one.key, one.handed_in, len(one.paths), len(one.older)) for one in found] == [
        ("30332", datetime(2026, 11, 27, 9, 5), 1, 1),
        ("30400", datetime(2026, 11, 27, 23, 58), 1, 0),
    ]
    assert findings == []


def test_a_mate_whose_group_has_two_submissions_needs_a_human(course: Path, tmp_path: Path) -> None:
    (course.parent / "roster.csv").write_text(
        "id,name,group\n31,Ana Díaz,G\n32,Beto Ríos,G\n33,Carla Soto,G\n", "utf-8"
    )
    for name in ("31", "32"):
        hand_in(tmp_path / "in", name, ranking=RIGHT, claims={"MAP@3": int(name) / 100})
    done = grade(tmp_path / "in", course, tmp_path / "out")
    assert (done.exit_code, "1 MATES (" in done.stdout) == (1, True), done.output
    rows = gradebook(tmp_path / "out")
    assert [rows[name]["status"] for name in ("31", "32", "33")] == ["ok", "ok", "missing"]
    texts = {row["code"]: row["meaning"] for row in table(tmp_path / "out" / "findings.csv")}
    assert "33 handed in nothing, and the mates of the group G handed in different files: 31, 32." in texts["MATES"]
    assert "G handed in different files: 31, 32." in texts["SEPARATE"]


def test_a_folder_with_the_name_of_a_section_is_a_warning_for_each(tmp_path: Path) -> None:
    people = Roster([Person(str(number), f"Ana {number}", group="S1") for number in range(6)])
    found = divided(tmp_path, ["S1/ranking.json"], roster=people)
    assert [one.code for one in found.findings] == ["LARGE_GROUP"] * 6
    assert len(owners(found)) == 6


def test_a_groups_folder_beside_an_own_one_is_read_and_reported(roster: Roster, tmp_path: Path) -> None:
    found, findings = divided(tmp_path / "in", ["Grupo 7/ranking.json", "8/claims.json"], roster=roster)
    assert {one.name: len(one.paths) for one in found if one.paths} == {"8": 2, "9": 1}
    assert [one.code for one in findings] == ["TWO_KEYS", "ALIKE"]


def test_a_name_of_a_group_and_of_a_person_outside_it_is_no_guess(tmp_path: Path) -> None:
    people = Roster([Person("1", "Ana Díaz", group="Eva"), Person("2", "Beto Paz", group="Eva"), Person("3", "Eva")])
    for name in ("Eva/ranking.json", "Eva_66_assignsubmission_file_/ranking.json"):
        found = divided(tmp_path / name[:4], [name], roster=people)
        assert ([*owners(found)], [one.code for one in found.findings]) == ([], ["NO_OWNER"])


def test_a_section_is_no_group_with_different_files(tmp_path: Path) -> None:
    people = Roster([Person(str(number), f"Ana {number}", group="S1") for number in range(6)])
    assert divided(tmp_path, [f"{number}/a" for number in range(4)], roster=people).findings == []


@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("Tarea1_Ana Pérez_final", "31"),
        ("tarea1-aperez", "31"),
        ("HW 2 - Ana Pérez (v2)", "31"),
        ("ana.perez2_entrega", "33"),
        ("entrega_20261111", "32"),
        ("Ana Pérez Soto", ""),
        ("Tarea_31", ""),
        ("aperez-bsoto", ""),
        ("Tarea 1", ""),
        ("Tarea Ana Peres", ""),
        ("Tarea de Ana Pérez y Beto Soto", ""),
    ],
)
def test_words_of_a_homework_may_be_around_a_name_and_no_others(name: str, whose: str, tmp_path: Path) -> None:
    people = Roster(
        [
            Person("31", "Ana Pérez", "aperez@u.cl"),
            Person("20261111", "Beto Soto", "bsoto@u.cl"),
            Person("1", "Carla Luz", "ana.perez2@u.cl"),
        ]
    )
    ids = {"": [], "31": ["31"], "32": ["20261111"], "33": ["1"]}
    assert [*owners(divided(tmp_path, [f"{name}/ranking.json"], roster=people))] == ids[whose]


@pytest.mark.parametrize(
    ("name", "near"), [("Ana Peres", "31"), ("aperes", "31"), ("Zoe Quiroz", ""), ("Ana Perez Soto", "31")]
)
def test_a_near_name_is_suggested_and_not_taken(name: str, near: str, tmp_path: Path) -> None:
    people = Roster([Person("31", "Ana Pérez", "aperez@u.cl"), Person("32", "Beto Soto")])
    found = divided(tmp_path, [f"{name}/ranking.json"], roster=people)
    assert owners(found) == {}
    (finding,) = found.findings
    assert ("Is it 31 of the roster?" in finding.text) is bool(near)


def test_the_nearest_name_is_that_of_difflib_and_few_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    firsts, lasts = ["Ana", "Beto", "Carla", "Eva", "Luis", "Zoe"], ["Pérez", "Soto", "Luz", "Ríos", "Muñoz", "Quiroz"]
    names = [" ".join([*rng.sample(firsts, 2), *rng.sample(lasts, 2)]) for _k in range(100)]
    people = Roster(Person(str(k), name) for k, name in enumerate(names[:60]))
    compared: list[str] = []
    set_text = difflib.SequenceMatcher.set_seq1

    def counted(matcher: Any, text: str) -> None:
        compared.append(text)
        set_text(matcher, text)

    for name in [*names[60:], "", "Xx"]:
        plain = without_accents(folded_name(name))
        (near,) = difflib.get_close_matches(plain, people._near, n=1, cutoff=0.75) or [""]
        monkeypatch.setattr(difflib.SequenceMatcher, "set_seq1", counted)
        assert people.near(name) == people._near.get(near)
        monkeypatch.setattr(difflib.SequenceMatcher, "set_seq1", set_text)
    assert len(compared) < 42 * len(people._near) / 3


# Rosters of other programs

CANVAS_GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Tarea 0 (123),Final Score
,,,,,Manual Posting,
    Points Possible,,,,,100,(read only)
"Díaz, Ana",1234,11111111-1,adiaz,S1,32,
"Ríos, Beto",1235,22222222-2,brios,S1,1234,
"Student, Test",9999,,abcdef,S1,,
"""


def test_the_gradebook_of_canvas_is_a_roster(tmp_path: Path) -> None:
    (path := tmp_path / "roster.csv").write_text(CANVAS_GRADEBOOK, "utf-8")
    roster = read_roster(path)
    assert [(one.id, one.name) for one in roster.people] == [("1234", "Díaz, Ana"), ("1235", "Ríos, Beto")]
    texts = ("díazana", "11111111-1", "brios", "32", "1234")
    assert [(one := roster.person(text)) and one.id for text in texts] == ["1234", "1234", "1235", None, "1234"]


@pytest.mark.parametrize("cell", ["11111111.0", '"=""11111111"""', "11111111", " 11111111.00 "])
def test_an_id_is_read_as_it_was_before_excel(cell: str, tmp_path: Path) -> None:
    (path := tmp_path / "roster.csv").write_text(f"id,name\n{cell},Ana Díaz\n", "utf-8")
    assert [one.id for one in read_roster(path).people] == ["11111111"]


def test_a_roster_with_sections_keeps_its_columns(tmp_path: Path) -> None:
    (path := tmp_path / "roster.csv").write_text("Student,ID,Section,Email,Group,canvas\nAna,1,S1,ana@u.cl,G,77\n")
    (person,) = read_roster(path).people
    assert (person.email, person.group, person.more) == ("ana@u.cl", "G", {"Section": "S1", "canvas": "77"})


def test_a_doubled_line_of_a_roster_is_one_person(tmp_path: Path) -> None:
    (path := tmp_path / "roster.csv").write_text("id,name\n1,Ana\n1,Ana\n2,Eva\n", "utf-8")
    assert [one.id for one in read_roster(path).people] == ["1", "2"]
    path.write_text("id,name\n1,Ana\n1,Ana Díaz\n", "utf-8")
    with pytest.raises(ValueError, match="each person needs a separate id"):
        read_roster(path)


def test_a_roster_may_be_a_spreadsheet_or_have_tabs(tmp_path: Path) -> None:
    (path := tmp_path / "roster.xlsx").write_bytes(
        xlsx([("notas",), ("x",)], [("IIC3633", ""), ("RUT", "Nombre"), (11111111, "Ana Díaz")])
    )
    assert [(one.id, one.name) for one in read_roster(path).people] == [("11111111", "Ana Díaz")]
    assert read_students(path) == {"11111111": "Ana Díaz"}
    (path := tmp_path / "roster.tsv").write_text("id\tname\n1\tAna, Díaz\n")
    assert [(one.id, one.name) for one in read_roster(path).people] == [("1", "Ana, Díaz")]


def test_files_of_several_students_in_a_folder_of_the_roster_are_an_error(course: Path, tmp_path: Path) -> None:
    hand_in(tmp_path / "in", "31", pereza_1_5_ranking__json=RIGHT, sotob_2_6_claims__json={})
    (own, _other) = class_of(tmp_path / "in", read_policy(course)).submissions
    report = Examination(own, read_course(read_policy(course), hidden=False)).run()
    assert [one.code for one in report.findings] == ["WHOSE"]


def test_a_roster_stays_with_the_teacher(course: Path, tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    hand_in(folder, "Ana Díaz", ranking=RIGHT, exercise=answers(student="ana"))
    hand_in(folder, "Eva", ranking=RIGHT)
    said = grade(folder, course, out)
    assert "The name of Eva does not show whose it is" in said.stdout
    rows = gradebook(out)
    assert {name: (row["name"], row["status"]) for name, row in rows.items()} == {
        "31": ("Ana Díaz", "ok"),
        "32": ("Ñandú José", "missing"),
    }
    assert rows["32"]["codes"] == "" or rows["32"]["codes"].split() == ["NOTHING"]
    assert [row["code"] for row in table(out / "findings.csv")] == ["NO_OWNER"]
    for path in out.rglob("*"):
        text = path.read_text("utf-8") if path.is_file() else ""
        assert "@u.cl" not in text
        if path.parent.name == "feedback":
            assert "Díaz" not in text
            assert "José" not in text
        elif path.suffix in (".csv", ".json"):
            assert path.stat().st_mode & 0o077 == 0, path


def test_an_exercise_under_another_id_is_a_warning(course: Path, tmp_path: Path) -> None:
    hand_in(tmp_path / "in", "31", ranking=RIGHT, exercise=answers(student="jose"))
    hand_in(tmp_path / "in", "32", ranking=RIGHT, exercise=answers(student="JOSE"))
    done = grade(tmp_path / "in", course, tmp_path / "out")
    assert (done.exit_code, "1 OTHER_STUDENT" in done.stdout) == (1, True)
    assert ["OTHER_STUDENT" in row["codes"] for row in gradebook(tmp_path / "out").values()] == [True, False]
    pages = [(tmp_path / "out" / "feedback" / f"{name}.html").read_text("utf-8") for name in ("31", "32")]
    assert ["The exercise was done under the id jose" in page for page in pages] == [True, False]


@pytest.mark.parametrize(
    ("section", "student", "codes"),
    [
        ("31", "31", ["OTHER_STUDENT"]),
        ("a", "A", ["OTHER_STUDENT"]),
        ("a", "32", []),
        ("55", "55", []),
    ],
)
def test_a_cell_of_another_person_does_not_hide_an_exercise_under_another_id(
    section: str, student: str, codes: list[str], course: Path, tmp_path: Path
) -> None:
    rows = f"id,name,sección\n31,Ana Díaz,a\n32,Ñandú José,{section}\n"
    (course.parent / "roster.csv").write_text(rows, "utf-8")
    hand_in(tmp_path / "in", "32", ranking=RIGHT, exercise=answers(student=student))
    policy = read_policy(course)
    (own,) = (one for one in class_of(tmp_path / "in", policy).submissions if one.paths)
    found = Examination(own, read_course(policy, hidden=False)).run().findings
    assert [one.code for one in found if one.code == "OTHER_STUDENT"] == codes


@pytest.mark.parametrize("flagged", [True, False])
def test_the_zip_of_an_lms_is_graded(flagged: bool, course: Path, tmp_path: Path) -> None:
    name = "Ñandú José_77_assignsubmission_file_/ranking.json"
    with zipfile.ZipFile(tmp_path / "lms.zip", "w") as packed:
        packed.writestr(zipfile.ZipInfo("Ana Diaz_78_assignsubmission_file_/ranking.json"), json.dumps(RIGHT))
        packed.writestr("../31/ranking.json", "{}")
        info = zipfile.ZipInfo(name)
        packed.writestr(info, json.dumps(RIGHT))
    if not flagged:
        data = (tmp_path / "lms.zip").read_bytes()
        (tmp_path / "lms.zip").write_bytes(without_flag(data, name))
    found = grade(tmp_path / "lms.zip", course, tmp_path / "out")
    assert found.exit_code == 1, found.stdout + found.stderr
    assert {name: row["status"] for name, row in gradebook(tmp_path / "out").items()} == {"31": "ok", "32": "ok"}


def without_flag(data: bytes, name: str) -> bytes:
    """Return a zip as packers write it that do not say that its names are UTF-8."""
    head = len(b"PK\x03\x04") + 2
    for start in [at.start() for at in re.finditer(b"PK\x03\x04|PK\x01\x02", data)]:
        flags = start + head + (2 if data[start + 2] == 1 else 0)
        data = data[: flags + 1] + bytes([data[flags + 1] & ~8]) + data[flags + 2 :]
    assert name.encode() in data
    return data


def unpacked(path: Path) -> dict[str, str]:
    with opened(path, Limits()) as folder:
        return {one.relative_to(folder).as_posix(): one.read_text() for one in folder.rglob("*") if one.is_file()}


def test_a_long_name_in_the_zip_of_an_lms_keeps_its_owner_and_ending(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "lms.zip", "w") as packed:
        packed.writestr(f"ríoseva_77_5_{'ñ' * 200}_ranking.json", "{}")
    (name,) = unpacked(tmp_path / "lms.zip")
    assert len(name.encode()) <= MOST_BYTES
    assert (name[:12], name[-13:]) == ("ríoseva_77_5", "_ranking.json")


def test_two_files_of_one_name_in_the_zip_of_an_lms_are_kept(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "lms.zip", "w") as packed:
        packed.writestr("eva/ranking.json", "1")
        with pytest.warns(UserWarning, match="Duplicate name"):
            packed.writestr("eva/ranking.json", "2")
    assert unpacked(tmp_path / "lms.zip") == {"eva/ranking.json": "1", "eva/ranking (1).json": "2"}


@pytest.mark.parametrize("names", [("eva", "eva/ranking.json"), ("eva/ranking.json", "eva")])
def test_a_file_beside_a_folder_of_its_name_in_the_zip_of_an_lms_is_kept(
    names: tuple[str, str], tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "lms.zip", "w") as packed:
        for name in names:
            packed.writestr(name, name)
    assert unpacked(tmp_path / "lms.zip") == {"eva/ranking.json": "eva/ranking.json", "eva (1)": "eva"}
    with opened(tmp_path / "lms.zip", Limits()) as folder:
        assert owners(submissions_in(folder, parts_of(NAMED))) == {"eva": ["eva", "eva (1)"]}


LONG = "x" * 125
NAMES_OF_ONE = {
    "alike at both ends": [f"32/{LONG}{k}{'y' * 200}{LONG}.json" for k in range(5)],
    "many deep folders": ["32/" + f"{'d' * 200}/" * 21 + "a.json", "32/" + f"{'d' * 200}/" * 20 + "e/a.json"],
    "thousands of folders": ["32/" + "d/" * 3000 + "a.json"],
    "long folders that differ in the middle": [f"32/{LONG}{k}{LONG}{LONG}/a.json" for k in range(3)],
    "a file and a folder": ["32/a", "32/a/b", "32/a/b/c", "32\\a\\b\\c\\d"],
    "upper and lower case": ["32/a.json", "32/A.json", "32/A.JSON", "32/a (1).json"],
    "no name": [".", "./", "32//", "32/ ", "32/\u200b"],
    "characters": ["32/a\x01b", "32/a\nb", "32/CON", "32/a:b", "32/a?*", "32/a. ", "32/😀", "32/a\x00b"],
    "one name": ["32/a.json"] * 40,
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("case", NAMES_OF_ONE)
def test_no_name_of_a_file_costs_another_row(case: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(path := tmp_path / "lms.zip", "w") as packed:
        for name in ["31/ranking.json", "31/claims.json", *NAMES_OF_ONE[case], "32/ranking.json"]:
            packed.writestr(name, name[:2])
    with opened(path, Limits()) as folder:
        found = read_by_row(submissions_in(folder, parts_of(NAMED)))
        files = [one for one in folder.rglob("*") if one.is_file()]
    wanted = [name for name in NAMES_OF_ONE[case] if name.strip("./") and not name.endswith(("/", "."))]
    assert found["31"] == ["31", "31"]
    assert "32" in found["32"]
    assert len(files) == 3 + len(wanted)
    assert not [one for one in tmp_path.iterdir() if one != path]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("CON", "_CON"),
        ("nul.json", "_nul.json"),
        ("a:b?.json", "a_b_.json"),
        ("a. ", "a"),
        (". ", "_"),
        ("a b.zip", "a b.zip"),
    ],
)
def test_a_name_that_windows_does_not_allow_is_changed_there(name: str, written: str) -> None:
    assert allowed(name, is_windows=True) == written
    assert allowed(name, is_windows=False) == name


def test_two_long_names_of_people_stay_two(tmp_path: Path) -> None:
    with zipfile.ZipFile(path := tmp_path / "lms.zip", "w") as packed:
        for k in range(2):
            packed.writestr(f"{LONG}{k}{LONG}{LONG}/ranking.json", str(k))
    with opened(path, Limits()) as folder:
        assert sorted(read_by_row(submissions_in(folder, parts_of(NAMED))).values()) == [["0"], ["1"]]


def test_a_person_with_too_much_costs_only_the_own_row(course: Path, tmp_path: Path) -> None:
    limits = Limits(unpacked_mb=0.01, file_mb=0.01, files=3)
    with zipfile.ZipFile(path := tmp_path / "lms.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for k in range(80):
            packed.writestr(f"class/31/{k}.csv", bytes(9_000))
            packed.writestr(f"class/32/{k}/ranking.json", bytes(9_000))
        packed.writestr("class/33/ranking.json", "33")
    with opened(path, limits) as folder:
        found = submissions_in(folder, parts_of(NAMED)).submissions
        codes = {one.name: {file.wrong.code for file in entries(one, limits) if file.wrong} for one in found}
        written = sum(one.stat().st_blocks * 512 for one in folder.rglob("*") if one.is_file())
    assert codes == {"31": {"TOO_MANY_FILES"}, "32": {"TOO_MANY_FILES"}, "33": set()}
    assert written < 1_000_000


def test_a_file_that_is_packed_in_an_unusual_way_costs_only_itself(tmp_path: Path) -> None:
    with zipfile.ZipFile(path := tmp_path / "lms.zip", "w") as packed:
        packed.writestr("31/ranking.json", "31")
        packed.writestr(zipfile.ZipInfo("32/ranking.json"), "32" * 100, zipfile.ZIP_BZIP2)
    assert unpacked(path) == {"31/ranking.json": "31", "32/ranking.json": ""}


def test_a_damaged_file_in_the_zip_of_an_lms_costs_its_own_row(course: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "lms.zip", "w") as packed:
        packed.writestr("31/ranking.json", text := json.dumps(RIGHT))
        packed.writestr("32/ranking.json", text)
    data = (tmp_path / "lms.zip").read_bytes()
    (tmp_path / "lms.zip").write_bytes(data.replace(text.encode(), text.encode().replace(b"1", b"2"), 1))
    policy = read_policy(course)
    with opened(tmp_path / "lms.zip", Limits()) as folder:
        reports = [
            Examination(one, read_course(policy, hidden=False)).run() for one in class_of(folder, policy).submissions
        ]
    assert [(one.name, {found.code for found in one.findings}) for one in reports] == [("31", {"EMPTY"}), ("32", set())]


def test_a_broken_class_zip_is_rejected(course: Path, tmp_path: Path) -> None:
    (tmp_path / "lms.zip").write_bytes(b"PK\x03\x04")
    found = grade(tmp_path / "lms.zip", course, tmp_path / "out")
    assert found.exit_code == 2
    assert "lms.zip cannot be unpacked" in found.stderr


def test_a_folder_with_several_students_files_is_an_error(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    own = tmp_path / "mine"
    hand_in(tmp_path, "mine", pereza_1001_70001_ranking__json=RIGHT, sotob_1002_70002_claims__json={"MAP@3": 1})
    assert [found.code for found in check_submission(own, policy).findings] == ["WHOSE"]


WORD = st.sampled_from(["maria", "ana", "perez", "josé", "jose\u0301", "t1", "2", "1001"])
PERSON = st.lists(st.tuples(WORD, st.sampled_from("_- .")), min_size=1, max_size=3).map(
    lambda words: "".join(word + mark for word, mark in words)[:-1]
)
LAYOUTS = (
    "{who}/",
    "{who}.zip",
    "{who}_{part}",
    "{flat}_{id}_7{id}{at}_{part}",
    "{flat}_LATE_{id}_7{id}{at}_{part}",
    "{who} - {part}",
    "{who}_{id}_assignsubmission_file_/",
)
PATTERNS = (NAMED, (["ranking*.json"], ["*.csv"]), (["*"], ["*claims*"]))


@given(st.dictionaries(PERSON, st.sampled_from(LAYOUTS)), st.sampled_from(PATTERNS))
def test_no_row_mixes_files_of_two_students(people: dict[str, str], patterns: tuple[list[str], ...]) -> None:
    whose: dict[str, str] = {}
    for number, (who, layout) in enumerate(people.items()):
        flat = "".join(filter(str.isalpha, who)).lower() or "x"
        for at in range(2):
            name = layout.format(who=who, part=("ranking", "claims")[at], flat=flat, id=1002 + number, at=at)
            name += "" if name.endswith(("/", ".zip")) else (".json", ".csv")[at]
            whose.setdefault(name, folded_name(who))
    with tempfile.TemporaryDirectory() as folder:
        found, findings = divided(Path(folder), [*whose], patterns) if whose else ([], [])
    for one in found:
        assert len({whose.get(path.name) or whose[f"{path.name}/"] for path in one.paths}) == 1
    read = sorted(path.name for one in found for path in one.paths)
    assert len(read) + len(findings) == len(whose)


# What is named is read, and what is not read is reported


def poll(*paths: Path) -> Result:
    return CliRunner().invoke(app, ["poll", *map(str, paths)])


def test_a_poll_reads_every_named_path_whatever_its_file_name(tmp_path: Path) -> None:
    own = hand_in(tmp_path, "class", s0=answers(), s1=answers(student="beto"))
    with zipfile.ZipFile(own / "s2.zip", "w") as packed:
        packed.writestr("mine.json", json.dumps(answers(student="eva")))
    for paths in ([own / "s0.json", own / "s1.json", own / "s2.zip"], [own]):
        found = poll(*paths)
        assert (found.exit_code, found.stdout.splitlines()[0][:1]) == (0, "3"), found.stdout


def test_a_poll_reports_uncounted_files_and_fails_if_none_count(tmp_path: Path) -> None:
    hand_in(tmp_path / "class", "ana", exercise=answers(), ranking=RIGHT)
    hand_in(tmp_path / "class", "beto", ranking=RIGHT, notes__txt="x")
    found = poll(tmp_path / "class")
    assert (found.exit_code, found.stdout.splitlines()[-1]) == (
        0,
        "beto: no exercise file (exercise*.json); found: notes.txt; ranking.json",
    )
    found = poll(tmp_path / "class" / "beto" / "notes.txt")
    assert found.exit_code == 1
    assert "notes.txt is not an exercise file, or it was cut off" in found.stdout


LATER = {"times": {"AP@5": [1_700_000_001, 1_700_000_500]}, "answers": {"AP@5": ["", "1"]}}


@pytest.mark.parametrize("in_a_folder", [False, True])
@pytest.mark.parametrize("newer", ["exercise_ana.json", "exercise_ana (1).json"])
def test_a_poll_counts_a_repeated_download_once_with_the_latest_answers(
    newer: str, in_a_folder: bool, tmp_path: Path
) -> None:
    names = ["exercise_ana.json", "exercise_ana (1).json"]
    files = {name: json.dumps(answers(**LATER if name == newer else {}, student="ana ")) for name in names}
    hand_in(tmp_path, "class/ana" if in_a_folder else "class", **files)
    hand_in(tmp_path, "class/beto", exercise=answers(student="beto"))
    found = poll_files([tmp_path / "class"])
    assert found.students == 2
    assert found.counts["AP@5"]["not_attempted"] == 1, "the older file has no answer"
    (older,) = {*names} - {newer}
    before = "ana/" if in_a_folder else ""
    assert found.refused == [f"{before}{older}: student ana saved newer answers in {before}{newer}."]


def test_a_poll_counts_both_exercises_of_a_student(tmp_path: Path) -> None:
    hand_in(tmp_path, "class", exercise_1=answers(), exercise_2=answers(class_code="other"))
    found = poll_files([tmp_path / "class"])
    assert (found.students, found.refused) == (2, [])


def test_a_poll_names_an_edited_file_and_does_not_count_it(tmp_path: Path) -> None:
    edited = answers(student="beto") | {"answers": {"AP@5": ["0.5", "0.5"]}}
    newer = answers(**LATER) | {"started": 1_700_000_100}
    hand_in(tmp_path, "class", exercise_ana=answers(), exercise_beto=edited, exercise_newer=newer)
    found = poll(tmp_path / "class")
    assert found.stdout.startswith("1 student\n")
    assert found.stdout.splitlines()[-3:] == [
        "Not counted:",
        "exercise_beto.json was cut or edited after it was saved: its checksum does not match. Hand in the file as it was saved.",
        "exercise_newer.json was cut or edited after it was saved: its checksum does not match. Hand in the file as it was saved.",
    ]


def test_a_poll_counts_late_answers_and_names_their_files(tmp_path: Path) -> None:
    end = 1_700_000_000 + 30 * 60 + SECONDS_OF_GRACE
    hand_in(tmp_path, "class", exercise_ana=answers(times={"AP@5": [end, end + 1]}), exercise_beto=answers(student="b"))
    found = poll(tmp_path / "class")
    assert found.stdout.startswith("2 students\n")
    assert found.stdout.splitlines()[-2:] == [
        "Counted, although some answers came after the time was up:",
        "exercise_ana.json: 1 answer.",
    ]


def test_a_poll_reads_the_zip_of_an_lms_within_the_limits_of_a_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poll_module, "Limits", lambda: Limits(unpacked_mb=0.002, files=3))
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as packed:
        for k in range(4):
            packed.writestr(
                f"Ana Soto {k}_{k}_assignsubmission_file/exercise.json", json.dumps(answers(student=f"s{k}"))
            )
            packed.writestr(f"Ana Soto {k}_{k}_assignsubmission_file/claims.json", "{}")
    assert poll(tmp_path / "class.zip").stdout.startswith("4 students\n")


def test_a_poll_lists_the_ids_that_the_roster_does_not_have(tmp_path: Path) -> None:
    hand_in(tmp_path, "class", exercise_ana=answers(), exercise_beto=answers(student="b"))
    (tmp_path / "roster.csv").write_text("id,name\nANA,Ana Soto\n")
    found = CliRunner().invoke(app, ["poll", str(tmp_path / "class"), "--roster", str(tmp_path / "roster.csv")])
    assert found.stdout.startswith("2 students\n")
    assert found.stdout.splitlines()[-2:] == [
        "Counted, although no person of the roster has this id:",
        "exercise_beto.json: b",
    ]


def test_files_outside_the_homework_are_reported(tmp_path: Path) -> None:
    policy, folder = make_course(tmp_path / "course"), tmp_path / "in"
    own = hand_in(folder, "ana", ranking=RIGHT, claim={"AUC": 1}, notes__txt="x")
    (folder / "diazb_1234_70001_ranking.json").write_text("{}")
    (folder / "diazb_1234_70002_ranking-1.json").write_text(json.dumps(RIGHT))
    assert grade(folder, policy, tmp_path / "out").exit_code == 1
    said = CliRunner().invoke(app, ["check", "--policy", str(policy), str(own)]).stdout
    assert "Files that were not read: claim.json, notes.txt." in said
    page = (tmp_path / "out" / "feedback" / "diazb_1234.html").read_text("utf-8")
    assert "Files that were not read: ranking.json." in page


def test_files_of_another_course_write_nothing(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    (tmp_path / "roster.csv").write_text("id,name\n1,Ana Díaz\n", "utf-8")
    hand_in(tmp_path / "in", "beto", ranking=RIGHT)
    beside = {
        "beto": "The name of beto does not show whose it is; it was not read. Put it into a folder with the name or the id of "
        "its student. Check that the roster is of the same course: an id of it is 1.",
        "S1.zip": "The name of S1.zip does not show whose it is; it was not read. Put it into a folder with the name or the id "
        "of its student. If S1.zip has the files of several people, unpack it.",
    }
    for name, words in beside.items():
        put(tmp_path / "in", {name: zip_of({"1/ranking.json": b"x"})} if name.endswith(".zip") else {})
        with pytest.raises(ValueError, match=f"^no file was given to a person of the roster. {re.escape(words)}$"):
            grade_folder(tmp_path / "in", policy, tmp_path / "out", roster=tmp_path / "roster.csv", figures=False)
    (tmp_path / "roster.csv").write_text("id,name\n")
    with pytest.raises(ValueError, match=r"roster.csv: the roster has no people; add a row for each person"):
        grade_folder(tmp_path / "in", policy, tmp_path / "out", roster=tmp_path / "roster.csv", figures=False)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("group", ["Grupo 1", "Grupo por defecto", "Los Ñandúes"])
def test_moodle_writes_the_group_before_the_name(tmp_path: Path, group: str) -> None:
    people = Roster([Person("1", "Eva Ríos", group="los ñandúes"), Person("2", "Luc Paz")])
    for name in (f"{group}-Eva Ríos_12_assignsubmission_file_", "Jean-Luc Paz_13_assignsubmission_file_"):
        hand_in(tmp_path, name, ranking=RIGHT)
    found, findings = submissions_in(tmp_path, [], roster=people)
    assert {one.name: len(one.paths) for one in found} == {"1": 1, "2": 0}, "Jean-Luc is another person"
    assert [one.code for one in findings] == ["NO_OWNER"]


def test_a_file_without_an_owner_is_counted_at_the_end(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    (tmp_path / "roster.csv").write_text("id,name\nana,Ana Díaz\n", "utf-8")
    for name in ("ana", "beto"):
        hand_in(tmp_path / "in", name, ranking=RIGHT, claims={"MAP": 0.5})
    done = grade(tmp_path / "in", policy, tmp_path / "out", "--roster", tmp_path / "roster.csv")
    assert (done.exit_code, "1 file has no owner and was not read (findings.csv)." in done.stdout) == (1, True), (
        done.output
    )


@pytest.mark.parametrize("name", ["20301234_Beto Ríos", "jperez2_Beto Ríos", "Beto Ríos 20301234"])
def test_a_number_or_login_of_another_person_beside_a_name_gives_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name,login\n20301234,Juan Pérez,jperez2\n32,Beto Ríos,brios\n", "utf-8")
    roster = read_roster(tmp_path / "roster.csv")
    assert len(roster.within(name)) == 2
    assert [roster.people[one].id for one in roster.within("Tarea1_Beto Ríos_final")] == ["32"]


@pytest.mark.parametrize(
    ("folder", "is_known"),
    [
        ("Tarea de Beto Ríos", True),
        ("Beto Ríos y Carla Soto", True),
        ("brios-csoto", True),
        ("mat20310002", True),
        ("20.310.002", True),
        ("trabajo con brios", True),
        ("Ana Díaz final", False),
        ("datos y figuras", False),
    ],
)
def test_a_classmates_name_between_words_needs_a_human(folder: str, is_known: bool, tmp_path: Path) -> None:
    rows = "20310001,Ana Díaz,adiaz\n20310002,Beto Ríos,brios\n20310003,Carla Soto,csoto\n"
    (tmp_path / "roster.csv").write_text(f"id,name,login\n{rows}", "utf-8")
    put(tmp_path / "in", {f"adiaz/{folder}/ranking.json": b"{}", "csoto/ranking.json": b"{}"})
    found = files_by_row(submissions_in(tmp_path / "in", parts_of(NAMED), roster=read_roster(tmp_path / "roster.csv")))
    assert ("20310001" not in found) == is_known


@pytest.mark.parametrize(
    "group", ["Sin grupo", "-", "N/A", "nan", "none", "0", "Individual", "No group", "Not in a group"]
)
def test_people_without_a_group_share_nothing(group: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(f"id,name,group\n1,Ana Díaz,{group}\n2,Beto Ríos,{group}\n", "utf-8")
    assert [one.group for one in read_roster(tmp_path / "roster.csv").people] == ["", ""]


@pytest.mark.parametrize(
    ("name", "is_read"), [("results", True), ("claims_brios", False), ("Beto Ríos - numeros", False)]
)
def test_numbers_in_a_file_with_a_classmates_name_are_not_read(name: str, is_read: bool, tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    (tmp_path / "roster.csv").write_text("id,name,login\n31,Ana Díaz,adiaz\n32,Beto Ríos,brios\n", "utf-8")
    hand_in(tmp_path / "in", "adiaz", ranking=RIGHT, **{f"{name}.json": '{"MAP@3": 0.5}'})
    grade(tmp_path / "in", policy, tmp_path / "out", "--roster", str(tmp_path / "roster.csv"))
    row = gradebook(tmp_path / "out")["31"]
    assert ("CLAIMS_FILE" in row["codes"]) == is_read


def test_files_of_classmates_deep_in_a_folder_are_no_submission(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    (tmp_path / "roster.csv").write_text("id,name\n31,Ana Díaz\n32,Beto Ríos\n33,Carla Soto\n", "utf-8")
    hand_in(tmp_path / "in", "31", ranking=RIGHT)
    hand_in(tmp_path / "in" / "33" / "t", "Ana Díaz", ranking=RIGHT)
    hand_in(tmp_path / "in" / "33" / "t", "Beto Ríos", claims={"MAP@3": 1})
    grade(tmp_path / "in", policy, tmp_path / "out", "--roster", str(tmp_path / "roster.csv"))
    assert "WHOSE" in gradebook(tmp_path / "out")["33"]["codes"]
