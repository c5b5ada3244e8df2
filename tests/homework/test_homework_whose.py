"""Whose a file is: a folder is divided by the names of its files, and no work is in another person's row."""

from __future__ import annotations

import json
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from metrics_edu.cli import app
from metrics_edu.homework.classroom.exercise_file import SECONDS_OF_GRACE
from metrics_edu.homework.classroom.poll import poll_files
from metrics_edu.homework.policy import Part
from metrics_edu.homework.submission.submissions import Submission, submissions_in
from tests.homework_cases import RIGHT, answers, codes, grade, gradebook, hand_in, make_course

NAMED = (["ranking.json", "ranking.csv"], ["claims.json", "claims.csv"])
ANY = (["*.json"], ["*.csv"])
WORDS = (["*ranking*.json"], ["claims*.csv"])


def divided(folder: Path, names: list[str], patterns: tuple[list[str], ...]) -> list[Submission]:
    for name in names:
        path = folder / name
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.touch()
    return submissions_in(folder, [Part(file=patterns_of) for patterns_of in patterns])


CASES: dict[str, tuple[tuple[list[str], ...], dict[str, list[str]]]] = {
    "a name before": (NAMED, {"ana_perez": ["ana_perez_claims.csv", "ana_perez_ranking.json"], "beto": ["beto-ranking.csv"]}),
    "stars": (ANY, {"ana_perez": ["ana_perez.csv", "ana_perez.json"], "ana_soto": ["ana_soto.json"]}),
    "two of one part": (ANY, {"maria_perez": ["maria_perez.json"], "maria_soto": ["maria_soto.json"]}),
    "a name between": (WORDS, {"t1_ana": ["t1_claims_ana.csv", "t1_ranking_ana.json"], "t1_eva": ["t1_ranking_eva.json"]}),
    "a name behind": (WORDS, {"ana_perez": ["claims_ana_perez.csv", "ranking-ana_perez.json"]}),
    "a name before stars": (WORDS, {"ana_perez": ["ana_perez_claims.csv", "ana_perez_ranking.json"],
                                    "ana_soto": ["ana_soto_claims.csv"]}),
    "letters of two cases": ((["[Rr]anking.json"], ["claims.csv"]), {"ana": ["ana_Ranking.json", "ana_claims.csv"]}),
    "folders and archives": (ANY, {"ana": ["ana", "ana.json"], "ana_soto": ["ana_soto.zip"], "eva": ["eva.csv"]}),
    "Canvas": (ANY, {"pereza_1001": ["pereza_1001_70001_a.json", "pereza_1001_70002_b.csv"],
                     "pereza_1002": ["pereza_LATE_1002_70003_b.csv"]}),
    "like Canvas": (ANY, {"t1_001_2026_ana": ["t1_001_2026_ana.json"], "t1_001_2026_eva": ["t1_001_2026_eva.json"]}),
    "no part": (NAMED, {"ana_notes.txt": ["ana_notes.txt"], "ana": ["ana_claims.csv"]}),
}  # fmt: skip
"""By what is tried: the patterns, and whose each file is."""


@pytest.mark.parametrize("case", CASES)
def test_the_wildcard_part_of_a_file_name_names_its_student(case: str, tmp_path: Path) -> None:
    patterns, expected = CASES[case]
    names = [name if "." in name else f"{name}/" for own in expected.values() for name in own]
    found = divided(tmp_path, names, patterns)
    assert {one.name: sorted(path.name for path in one.paths) for one in found} == expected
    assert not any(one.unclear for one in found)


UNCLEAR: dict[str, tuple[tuple[list[str], ...], list[str]]] = {
    "two people": (ANY, ["maria_perez.json", "maria_soto.csv"]),
    "one person": (ANY, ["maria_ranking.json", "maria_claims.csv"]),
    "a name on both sides": (WORDS, ["t1_ranking_ana.json", "t1_claims_eva.csv"]),
    "another case": (NAMED, ["Ana_ranking.json", "ana_claims.csv"]),
    "almost Canvas": (ANY, ["t1_001_2026_ana.json", "t1_001_2026_eva.csv"]),
}


@pytest.mark.parametrize("case", UNCLEAR)
def test_files_of_an_unclear_owner_get_errors_naming_both_files(case: str, tmp_path: Path) -> None:
    patterns, names = UNCLEAR[case]
    found = divided(tmp_path, names, patterns)
    assert [set(one.unclear) for one in found] == [set(names)] * 2
    assert [one.unclear[0] for one in found] == [one.paths[0].name for one in found]


def test_files_of_unclear_owners_are_errors_and_others_are_graded(tmp_path: Path) -> None:
    policy, folder, out = make_course(tmp_path / "course"), tmp_path / "in", tmp_path / "out"
    policy.write_text(
        policy.read_text().replace("[ranking.json, ranking.csv]", '["*.json"]').replace("[claims.json, claims.csv]", '["*.csv"]')
        .replace("exercise: {file", "#").replace(", exercise: 1", "").replace("ratings: {file", "#")
        .replace(", RMSE", "")
    )  # fmt: skip
    folder.mkdir()
    for name in ("maria_perez.json", "ana_diaz.json"):
        (folder / name).write_text(json.dumps(RIGHT))
    for name in ("maria_soto.csv", "ana_diaz.csv"):
        (folder / name).write_text("MAP@3,0.5\n")
    assert grade(folder, policy, out).exit_code == 1
    rows = {name: (row["status"], row["codes"], row["points"]) for name, row in gradebook(out).items()}
    assert rows["ana_diaz"][0] == "ok"
    assert rows["maria_perez"] == rows["maria_soto"] == ("error", "WHOSE", "0")
    page = (out / "feedback" / "maria_perez.html").read_text("utf-8")
    assert all(name in page for name in ("maria_perez.json", "maria_soto.csv"))
    (folder / "maria_soto.csv").unlink()
    assert grade(folder, policy, out).exit_code == 0
    assert gradebook(out)["maria_perez"]["status"] == "ok"


def test_a_folder_with_several_students_files_is_an_error(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    export = {"pereza_1001_70001_ranking__json": RIGHT, "sotob_1002_70002_claims__json": {"MAP@3": 1}}
    hand_in(tmp_path / "in", "submissions", **export)
    hand_in(tmp_path / "in", "ana", ranking=RIGHT, run_100_1000_a__csv="x", run_200_2000_b__csv="y")
    assert grade(tmp_path / "in", policy, tmp_path / "out").exit_code == 1
    assert (codes(tmp_path / "out", "submissions"), codes(tmp_path / "out", "ana")) == (["WHOSE"], [])


WORD = st.sampled_from(["maria", "Maria", "ana", "perez", "josé", "jose\u0301", "t1", "2", "1001"])
PERSON = st.lists(st.tuples(WORD, st.sampled_from("_- .")), min_size=1, max_size=3).map(
    lambda words: "".join(word + mark for word, mark in words)[:-1]
)
LAYOUTS = ("{who}/", "{who}.zip", "{who}_{part}", "{who}-{part}", "{part}_{who}", "t1_{part}_{who}", "{who}", "t1_{who}",
           "{part}_{who}_v2", "{flat}_{id}_7{id}{at}_{part}", "{flat}_LATE_{id}_7{id}{at}_{part}")  # fmt: skip
PATTERNS = (NAMED, ANY, WORDS, (["ranking*.json"], ["*.csv"]), (["*_*.json"], ["*claims.csv"]), (["*"], ["*claims*"]))


@given(st.dictionaries(PERSON, st.tuples(st.sampled_from(LAYOUTS), st.sampled_from([(0, 1), (0,), (1,)]))),
       st.sampled_from(PATTERNS))  # fmt: skip
def test_no_graded_row_mixes_files_of_two_students(
    people: dict[str, tuple[str, tuple[int, ...]]], patterns: tuple[list[str], ...]
) -> None:
    whose: dict[str, str] = {}
    for number, (who, (layout, parts)) in enumerate(people.items()):
        flat = "".join(filter(str.isalpha, who)).lower() or "x"
        for at in parts:
            name = layout.format(who=who, part=("ranking", "claims")[at], flat=flat, id=1002 + number, at=at)
            name += "" if name.endswith(("/", ".zip")) else (".json", ".csv")[at]
            whose.setdefault(name, who)
    with tempfile.TemporaryDirectory() as folder:
        found = divided(Path(folder), [*whose], patterns) if whose else []
    for one in found:
        own = {path.name: whose.get(path.name) or whose[f"{path.name}/"] for path in one.paths}
        assert len({*own.values()}) == 1 or {*own} <= {*one.unclear}, own
    assert sorted(path.name for one in found for path in one.paths) == sorted(name.strip("/") for name in whose)


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
    assert "notes.txt is not an exercise file" in found.stdout


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


def test_files_outside_the_homework_are_reported(tmp_path: Path) -> None:
    policy, folder = make_course(tmp_path / "course"), tmp_path / "in"
    own = hand_in(folder, "ana", ranking=RIGHT, claim={"MAP@3": 1}, notes__txt="x")
    (folder / "diazb_1234_70001_ranking.json").write_text("{}")
    (folder / "diazb_1234_70002_ranking-1.json").write_text(json.dumps(RIGHT))
    assert grade(folder, policy, tmp_path / "out").exit_code == 0
    said = CliRunner().invoke(app, ["check", "--policy", str(policy), str(own)]).stdout
    assert "Files that were not read: claim.json, notes.txt." in said
    page = (tmp_path / "out" / "feedback" / "diazb_1234.html").read_text("utf-8")
    assert "Files that were not read: ranking.json." in page
