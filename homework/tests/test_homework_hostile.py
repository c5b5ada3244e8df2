"""Hostile submissions: whatever is handed in, the class is graded, nothing else is touched, and nothing is shown as markup."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import psutil
import pytest
from typer.testing import CliRunner

from homework.tests.homework_cases import (
    LENGTH,
    RIGHT,
    USERS,
    answers,
    codes,
    grade,
    gradebook,
    hand_in,
    make_course,
    snapshot,
    table,
)
from metrics_edu import set_language
from metrics_edu.files.spreadsheet_cells import cell
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_homework import ClassExercise, check_submission, grade_folder
from metrics_homework import check as check_module
from metrics_homework.check import Examination, Report
from metrics_homework.classroom import poll as poll_module
from metrics_homework.cli import app
from metrics_homework.example_class import init_tarea
from metrics_homework.findings import Unusable
from metrics_homework.grading import grade as grade_module
from metrics_homework.grading.result import slug
from metrics_homework.judging import reported_numbers
from metrics_homework.policy import Limits
from metrics_homework.submission import plain_text as plain_text_module
from metrics_homework.submission.files import SubmittedFile, on_disk
from metrics_homework.submission.submissions import Submission

pytestmark = pytest.mark.usefixtures("in_turn")

RANKING = json.dumps(RIGHT)
MB = 1_000_000


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    return make_course(tmp_path / "course")


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """A folder with one right submission in it."""
    hand_in(tmp_path / "submissions", "right")
    return tmp_path / "submissions"


@pytest.fixture(scope="session")
def tarea(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example with its ten submissions; not to be changed."""
    return init_tarea(tmp_path_factory.mktemp("tarea") / "tarea").parent


def codes_of(submissions: Path, policy: Path, out: Path, name: str = "mallory") -> list[str]:
    """The codes of one submission; the class is graded, and the right one is right."""
    grade_folder(submissions, policy, out, processes=1, figures=False, progress=False)
    assert gradebook(out)["right"]["status"] == "ok"
    return codes(out, name)


# --- archives ----------------------------------------------------------------------------------------------------

Archive = Callable[[Path], object]


def packed(*members: tuple[str, str | bytes], kind: int = zipfile.ZIP_DEFLATED) -> Archive:
    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w", kind, compresslevel=1) as archive:
            for name, text in members:
                archive.writestr(name, text)

    return write


def linked(path: Path) -> None:
    info = zipfile.ZipInfo("ranking.json")
    info.create_system, info.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(info, "/etc/passwd")


def changed(archive: Archive, change: Callable[[bytearray], object]) -> Archive:
    """An archive whose bytes are changed."""

    def write(path: Path) -> None:
        archive(path)
        data = bytearray(path.read_bytes())
        change(data)
        path.write_bytes(data)

    return write


def with_password(data: bytearray) -> None:
    for start, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(start) + place] |= 1


def with_method(method: int) -> Callable[[bytearray], None]:
    def change(data: bytearray) -> None:
        for start, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
            at = data.index(start) + place
            data[at : at + 2] = struct.pack("<H", method)

    return change


def lying(real: int, said: int) -> Callable[[bytearray], None]:
    """Change the size of a member of zeros, and its checksum to that of as many zeros."""

    def change(data: bytearray) -> None:
        pairs = ((real, said), (zlib.crc32(bytes(real)), zlib.crc32(bytes(said))))
        for old, new in pairs:
            data[:] = data.replace(struct.pack("<I", old), struct.pack("<I", new))

    return change


def cut(data: bytearray) -> None:
    del data[len(data) // 2 :]


INNER = ("ranking.json", RANKING)
ZEROS = bytes(60 * MB)
ARCHIVES: dict[str, tuple[Archive, list[str]]] = {
    "above": (packed(("../ranking.json", RANKING)), ["BAD_PATH", "NO_FILE"]),
    "above, from a folder": (packed(("a/../../ranking.json", RANKING)), ["BAD_PATH", "NO_FILE"]),
    "absolute": (packed(("/etc/ranking.json", RANKING)), ["BAD_PATH", "NO_FILE"]),
    "a drive": (packed(("C:\\x\\ranking.json", RANKING)), ["BAD_PATH", "NO_FILE"]),
    "a drive without a slash": (packed(("C:ranking.json", RANKING)), ["BAD_PATH", "NO_FILE"]),
    "backslashes": (packed(("..\\ranking.json", RANKING)), ["BAD_PATH", "NO_FILE"]),
    "a server": (packed(("\\\\server\\ranking.json", RANKING)), ["BAD_PATH", "NO_FILE"]),
    "a good one beside": (packed(("../claims.json", "{}"), INNER), ["BAD_PATH"]),
    "a link": (linked, ["LINK", "NO_FILE"]),
    "a password": (changed(packed(INNER), with_password), ["BAD_ZIP", "NO_FILE"]),
    "zeros": (packed(("ranking.json", bytes(200 * MB))), ["TOO_LARGE", "NO_FILE"]),
    "zeros of a file": (packed(("ranking.json", bytes(30 * MB))), ["TOO_LARGE"]),
    "zeros, said to be few": (
        changed(packed(("ranking.json", ZEROS)), lying(len(ZEROS), 1000)),
        ["UNREADABLE"],  # no more is read than the header states, and that is no JSON
    ),
    "bzip2, said to be few": (
        changed(packed(("ranking.json", ZEROS), kind=zipfile.ZIP_BZIP2), lying(len(ZEROS), 1000)),
        ["BAD_ZIP", "NO_FILE"],
    ),
    "lzma": (packed(INNER, kind=zipfile.ZIP_LZMA), ["BAD_ZIP", "NO_FILE"]),
    "an unknown compression": (changed(packed(INNER), with_method(99)), ["BAD_ZIP", "NO_FILE"]),
    "another compression": (changed(packed(INNER), with_method(12)), ["BAD_ZIP", "NO_FILE"]),
    "5,000 members": (packed(INNER, *((f"{k}.txt", "") for k in range(5000))), ["TOO_MANY_FILES", "NO_FILE"]),
    "cut": (changed(packed(INNER), cut), ["BAD_ZIP", "NO_FILE"]),
    "nothing": (lambda path: path.write_bytes(b""), ["EMPTY", "NO_FILE"]),
    "text": (lambda path: path.write_text(RANKING), ["BAD_ZIP", "NO_FILE"]),
    "a wrong checksum": (
        changed(packed(INNER, kind=zipfile.ZIP_STORED), lambda data: data.__setitem__(45, 48)),
        ["BAD_ZIP"],
    ),
    "thousands of digits in a name": (packed((f"a_1234_56789_ranking-{'9' * 5000}.json", RANKING)), ["NO_FILE"]),
    "an archive in it": (packed(("inner.zip", b"PK")), ["BAD_ZIP", "NO_FILE"]),
    "too deep": (packed(("a/" * 2000 + "ranking.json", RANKING)), []),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_affects_only_its_own_row(
    name: str, submissions: Path, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, expected = ARCHIVES[name]
    write(hand_in(submissions, "mallory", notes__txt="") / "all.zip")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    before = snapshot(tmp_path)
    begun = time.process_time()
    found = codes_of(submissions, policy, tmp_path / "out")
    assert found == expected
    assert time.process_time() - begun < 20
    shutil.rmtree(tmp_path / "out")
    after = snapshot(tmp_path)
    before.pop(b"temporary"), after.pop(b"temporary")  # its time is another
    assert after == before


def test_the_unpacked_size_is_checked_while_reading(tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            self.given += size
            return bytes(size if self.given < 50 * MB else 0)

    source = Endless()
    with pytest.raises(Unusable) as refused:
        on_disk(SubmittedFile("ranking.json", 10, lambda: source), tmp_path, Limits(file_mb=3))
    assert refused.value.finding.code == "TOO_LARGE"
    assert source.given < 5 * MB


def test_a_corrupted_archive_never_makes_the_grader_fail(submissions: Path, policy: Path, tmp_path: Path) -> None:
    """Each has some bytes changed: it is read or refused, and never fails."""
    rng = random.Random(1)
    for k in range(120):
        own = hand_in(submissions, f"m{k}", notes__txt="")
        archive = packed(("x/ranking.json", RANKING), kind=rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))

        def change(data: bytearray) -> None:
            for _time in range(rng.randint(1, 4)):
                data[rng.randrange(len(data))] = rng.randrange(256)

        changed(archive, change)(own / "all.zip")
    assert grade(submissions, policy, tmp_path / "out").exit_code == 1
    rows = gradebook(tmp_path / "out")
    assert len(rows) == 121
    assert not [row for row in rows.values() if "FAILED" in row["codes"]]
    assert sum("BAD_ZIP" in row["codes"] for row in rows.values()) > 50


def test_names_in_an_archive_do_not_fill_the_feedback(submissions: Path, policy: Path, tmp_path: Path) -> None:
    members = [(f"{'x' * 60_000}\n# {k}.json", "") for k in range(5)] + [(f"../{'y' * 60_000}", "")]
    packed(*members)(hand_in(submissions, "mallory", notes__txt="") / "all.zip")
    assert "FAILED" not in codes_of(submissions, policy, tmp_path / "out")
    text = (tmp_path / "out" / "feedback" / "mallory.html").read_text("utf-8")
    assert len(text) < 20_000
    assert "\n# " not in text


# --- links, pipes and large files --------------------------------------------------------------------------------


def test_links_are_not_followed(submissions: Path, policy: Path, tmp_path: Path) -> None:
    outside = hand_in(tmp_path, "outside")
    own = hand_in(submissions, "mallory", notes__txt="")
    (own / "ranking.json").symlink_to(outside / "ranking.json")
    (own / "folder").symlink_to(outside)
    (own / "loop").symlink_to("loop")
    (own / "up").symlink_to("..")
    (own / "dangling").symlink_to("nowhere")
    (submissions / "folder").symlink_to(outside)
    (submissions / "loop").symlink_to("loop")
    (submissions / "up").symlink_to(".")
    (submissions / "zip_ranking.json").symlink_to(outside / "ranking.json")
    before = snapshot(submissions)
    assert codes_of(submissions, policy, tmp_path / "out") == ["LINK", "NO_FILE"]
    assert snapshot(submissions) == before
    assert set(gradebook(tmp_path / "out")) == {"right", "mallory", "folder", "loop", "up", "zip"}
    for name in ("folder", "loop", "up", "zip"):
        assert codes(tmp_path / "out", name) == ["LINK", "NO_FILE"]


def run(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run Python in a separate process, for a minute at most."""
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=600, env=environment, **more
    )


def test_the_grader_does_not_block_on_a_named_pipe(submissions: Path, policy: Path, tmp_path: Path) -> None:
    own = hand_in(submissions, "mallory", notes__txt="")
    for path in (own / "ranking.json", own / "ratings.csv", own / "all.zip", submissions / "pipe.zip"):
        os.mkfifo(path)
    code = (
        "import sys; from metrics_homework import grade_folder; grade_folder(*sys.argv[1:], processes=1, figures=False)"
    )
    found = run("-c", code, submissions, policy, tmp_path / "out")
    assert (found.returncode, found.stderr) == (0, "")
    assert codes(tmp_path / "out", "mallory") == codes(tmp_path / "out", "pipe") == ["NO_FILE"]


def test_a_file_over_the_limit_is_not_read(submissions: Path, policy: Path, tmp_path: Path) -> None:
    names = ("ranking.json", "ratings.csv", "claims.json", "exercise.json", "all.zip")
    for name in names:
        own = hand_in(submissions, name.partition(".")[0])
        (own / name).touch()
        os.truncate(own / name, 2_000 * MB)
        assert (own / name).stat().st_blocks < 100
    begun = time.process_time()
    found = grade(submissions, policy, tmp_path / "out")
    assert (found.exit_code, found.stderr) == (1, "")
    assert time.process_time() - begun < 10
    for name in names:
        assert codes(tmp_path / "out", name.partition(".")[0]) == ["TOO_LARGE"]


def test_a_folder_named_like_a_file_counts_as_missing(submissions: Path, policy: Path, tmp_path: Path) -> None:
    for name in ("ranking.json", "claims.json", "all.zip"):
        (submissions / "mallory" / name).mkdir(parents=True)
    assert codes_of(submissions, policy, tmp_path / "out") == ["NO_FILE"]


@pytest.mark.slow
def test_deeply_nested_folders_do_not_crash_the_grader(submissions: Path, policy: Path, tmp_path: Path) -> None:
    inner = hand_in(submissions, "mallory")
    for _depth in range(1200):
        inner /= "d"
        inner.mkdir()
    try:
        found = codes_of(submissions, policy, tmp_path / "out")
    finally:
        while inner.name == "d":  # what tidies up later cannot go so deep
            inner.rmdir()
            inner = inner.parent
    assert found in ([], ["FAILED"])


# --- JSON --------------------------------------------------------------------------------------------------------

DEEP = "[" * 100_000
NONE: list[str] = []
JSON: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a deep ranking": ({"ranking": DEEP}, ["UNREADABLE"]),
    "a deep ranking of a user": ({"ranking": '{"u1": ' + DEEP}, ["UNREADABLE"]),
    "deep objects": ({"ranking": '{"u1": ' * 100_000}, ["UNREADABLE"]),
    "deep claims": ({"ranking": RIGHT, "claims": DEEP}, ["UNREADABLE"]),
    "a deep exercise": ({"ranking": RIGHT, "exercise": '{"kind": ' + DEEP}, ["UNREADABLE"]),
    "NaN as an item": ({"ranking": '{"u1": [NaN]}'}, ["UNREADABLE"]),
    "Infinity as a score": ({"ranking": '{"u1": {"i6": Infinity}}'}, ["UNREADABLE"]),
    "too large for a float": ({"ranking": '{"u1": [1e999]}'}, ["UNREADABLE"]),
    "5,000 digits": ({"ranking": '{"u1": [' + "9" * 5000 + "]}"}, ["UNREADABLE"]),
    "4,000 digits": ({"ranking": RANKING.replace('"i6"', "9" * 4000)}, ["UNKNOWN_ITEMS"]),
    "a user twice": ({"ranking": RANKING[:-1] + "," + RANKING[1:]}, ["UNREADABLE"]),
    "half a letter as an item": ({"ranking": RANKING.replace("i6", "\\ud800")}, ["UNREADABLE"]),
    "half a letter as a user": ({"ranking": RANKING.replace("u1", "\\udfff")}, ["UNREADABLE"]),
    "null": ({"ranking": "null"}, ["UNREADABLE"]),
    "null as a list": ({"ranking": '{"u1": null}'}, ["UNREADABLE"]),
    "lists in lists": ({"ranking": '{"u1": [["i6"]]}'}, ["UNREADABLE"]),
    "a list of lists": ({"ranking": '[["u1", "i6"]]'}, ["UNREADABLE"]),
    "claims of NaN": ({"ranking": RIGHT, "claims": '{"MAP@3": NaN}'}, ["unreadable"]),
    "claims of Infinity": ({"ranking": RIGHT, "claims": '{"MAP@3": -Infinity}'}, ["unreadable"]),
    "claims too large for a float": ({"ranking": RIGHT, "claims": '{"MAP@3": 1e999}'}, ["unreadable"]),
    "claims of 4,000 digits": ({"ranking": RIGHT, "claims": '{"MAP@3": ' + "9" * 4000 + "}"}, ["out_of_range"]),
    "claims of 5,000 digits": ({"ranking": RIGHT, "claims": '{"MAP@3": ' + "9" * 5000 + "}"}, ["UNREADABLE"]),
    "claims with half a letter": ({"ranking": RIGHT, "claims": '{"MAP@3": "\\ud800"}'}, NONE),
    "a claim with half a letter": ({"ranking": RIGHT, "claims": '{"\\ud800": 1}'}, ["UNKNOWN_CLAIM"]),
    "claims of true": ({"ranking": RIGHT, "claims": '{"MAP@3": true}'}, ["unreadable"]),
    "claims of a range": ({"ranking": RIGHT, "claims": '{"MAP@3": "0.5-0.6"}'}, ["unreadable"]),
    "claims of a computation": ({"ranking": RIGHT, "claims": '{"MAP@3": "(1/1 + 2/3)/3"}'}, ["unreadable"]),
    "claims of lists": ({"ranking": RIGHT, "claims": '{"MAP@3": [0.5, 0.6]}'}, ["unreadable"]),
    "too many claims": ({"ranking": RIGHT, "claims": {f"{k}": k for k in range(5000)}}, ["UNREADABLE"]),
    "too long claims": ({"ranking": RIGHT, "claims": " " * 300_000 + '{"MAP@3": 1}'}, ["TOO_LARGE"]),
    "a long line of claims": ({"ranking": RIGHT, "claims__csv": "MAP@3;" + "9" * 150_000}, ["out_of_range"]),
    "a claim in an open quote": ({"ranking": RIGHT, "claims__csv": 'MAP@3;"' + "9" * 150_000}, ["out_of_range"]),
    "claims with bytes 0": ({"ranking": RIGHT, "claims__csv": "MAP@3;\0\0;1\0e99"}, ["out_of_range"]),
    "a claim that is no finite number": ({"ranking": RIGHT, "claims": '{"MAP@3": "1e999"}'}, ["unreadable"]),
    "claims in UTF-16": ({"ranking": RIGHT, "claims": '{"MAP@3": 9}'.encode("utf-16")}, ["out_of_range"]),
    "an exercise of another kind": ({"ranking": RIGHT, "exercise": {"kind": "x"}}, ["UNREADABLE"]),
    "an exercise without an end": (
        {"ranking": RIGHT, "exercise": answers(started=float("inf"))},
        ["UNREADABLE"],
    ),
    "an exercise of no time": ({"ranking": RIGHT, "exercise": answers(started=float("nan"))}, ["UNREADABLE"]),
    "an exercise of 4,000 digits": ({"ranking": RIGHT, "exercise": answers(started=10**4000)}, ["UNREADABLE"]),
    "an exercise of half a letter": ({"ranking": RIGHT, "exercise": answers(student="\ud800")}, NONE),
    "answers of half a letter": (
        {"ranking": RIGHT, "exercise": answers(answers={"AP@5": ["\ud800", ""]})},
        NONE,
    ),
    "answers of NaN": (
        {"ranking": RIGHT, "exercise": answers(answers={"AP@5": [float("nan"), 1]})},
        ["UNREADABLE"],
    ),
    "a ranking of bytes 0": ({"ranking": bytes(1000)}, ["UNREADABLE"]),
    "a rating of -1e300": (
        {"ranking": RIGHT, "ratings__csv": "user,item,rating\nu1,i6,-1e300\n"},
        ["MISSING_PAIRS"],
    ),
}


@pytest.mark.parametrize("name", JSON)
def test_a_bad_file_gives_only_findings_about_its_errors(
    name: str, submissions: Path, policy: Path, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    files, expected = JSON[name]
    own = hand_in(submissions, "mallory", **files)
    found = codes_of(submissions, policy, tmp_path / "out")
    assert [code for code in found if code not in ("MISSING_USERS", "LENGTH")] == expected
    checked = CliRunner().invoke(app, ["check", str(own), "--policy", str(policy)])
    assert checked.exit_code in (0, 1), checked.stderr
    assert not recwarn.list


@pytest.mark.parametrize("text", ['{"MAP@3": 0.9, "MAP@3": 0.1}', '{"MAP@3": 0.9, "map": 0.1}', "MAP@3;0.9\nMAP@3;0.1"])
def test_two_claims_for_one_measure_give_a_finding(text: str, submissions: Path, policy: Path, tmp_path: Path) -> None:
    hand_in(submissions, "mallory", ranking=RIGHT, claims__csv=text)
    assert {"TWO_CLAIMS", "UNREADABLE"} & set(codes_of(submissions, policy, tmp_path / "out"))


@pytest.mark.parametrize("again", ["u1 ", " u1", "u1\n", "\u2028u1"])
def test_a_user_id_differing_by_whitespace_is_an_error(
    again: str, submissions: Path, policy: Path, tmp_path: Path
) -> None:
    own = hand_in(submissions, "mallory", ranking=RIGHT | {again: RIGHT["u2"]})
    found = codes_of(submissions, policy, tmp_path / "out")
    assert found
    assert "FAILED" not in found
    assert check_submission(own, policy).errors


DEPTHS = [90, 98, 99, 100, 330, 500, 900, 985, 987, 1000, 3000, 9000]


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_too_deeply_nested_exercise_is_rejected(depth: int, policy: Path, tmp_path: Path) -> None:
    """Also between the depth at which a text can be read and that at which its values can be written again."""
    text = json.dumps(answers())[:-1] + f', "z": {nested(depth)}}}'
    own = hand_in(tmp_path / "in", "mallory", ranking=RIGHT, exercise=text)
    found = [one.code for one in check_submission(own, policy).findings]
    assert found == (["CHECKSUM"] if depth < 100 else ["UNREADABLE"])


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    "text", ['{{"u1": {deep}}}', '{{"u1": ["i6", {deep}]}}', '{{"u1": {{"i6": {deep}}}}}', '[{{"u1": {deep}}}]']
)
def test_a_too_deeply_nested_ranking_is_rejected(text: str, depth: int, policy: Path, tmp_path: Path) -> None:
    own = hand_in(tmp_path / "in", "mallory", ranking=text.format(deep=nested(depth)))
    found = check_submission(own, policy).findings
    assert [one.code for one in found] == ["UNREADABLE"]
    assert len(found[0].text) < 200


@pytest.mark.parametrize("depth", DEPTHS)
def test_too_deeply_nested_claims_are_rejected(depth: int, policy: Path, tmp_path: Path) -> None:
    claims = f'{{"validation": {{"MAP@3": 0.5}}, "z": {nested(depth)}}}'
    own = hand_in(tmp_path / "in", "mallory", ranking=RIGHT, claims=claims)
    found = [one.code for one in check_submission(own, policy).findings]
    assert found == ([] if depth < 100 else ["UNREADABLE"])


@pytest.mark.slow
def test_a_million_users_exceed_the_row_limit(submissions: Path, policy: Path, tmp_path: Path) -> None:
    text = "{" + ",".join([f'"{k}":[1]' for k in range(1_000_001)]) + "}"
    assert len(text) < 20 * MB
    hand_in(submissions, "mallory", ranking=text)
    begun = time.process_time()
    assert codes_of(submissions, policy, tmp_path / "out") == ["TOO_MANY_ROWS"]
    assert time.process_time() - begun < 25


LONG = 20_000
SLOW: dict[str, str] = {
    "an item twice at the end of a long list": '{"u1": ' + json.dumps([*range(LONG), LONG - 1]) + "}",
    "a user twice at the end": "{" + ",".join(f'"{k}": [1]' for k in [*range(LONG), LONG - 1]) + "}",
    "one item many times": '{"u1": ' + json.dumps([1] * LONG) + "}",
    "many users with lists of nothing": '{"u1": ["i6"],' + ",".join(f'"{k}": []' for k in range(LONG)) + "}",
}


@pytest.mark.parametrize("name", SLOW)
def test_a_small_hostile_file_is_graded_fast(name: str, submissions: Path, policy: Path, tmp_path: Path) -> None:
    hand_in(submissions, "mallory", ranking=SLOW[name])
    begun = time.process_time()
    assert codes_of(submissions, policy, tmp_path / "out")
    assert time.process_time() - begun < 10


def test_long_ids_do_not_fill_the_feedback(submissions: Path, policy: Path, tmp_path: Path) -> None:
    long = "x" * 3 * MB
    hand_in(submissions, "mallory", ranking=RIGHT | {"u1": [long, long, "i6"], long: ["i6", "i7", "i8"]})
    ratings = f"user,item,rating\nu1,{long},3\nu1,{long},3\n{long},i6,1\n"
    hand_in(submissions, "eve", ranking__csv=f"user,1,2\n{long},1,1\n{long},1,1\n", ratings__csv=ratings)
    hand_in(submissions, "trudy", ranking=f'{{"{long}": 1}}')
    hand_in(submissions, "peggy", ranking=RIGHT, exercise=answers(answers={"AP@5": [long[:900_000], ""]}))
    codes_of(submissions, policy, tmp_path / "out")
    for path in [tmp_path / "out" / "gradebook.csv", *(tmp_path / "out" / "feedback").iterdir()]:
        assert path.stat().st_size < 100_000, path.name
    assert (tmp_path / "out" / "details.csv").stat().st_size < 100_000


# --- the policy --------------------------------------------------------------------------------------------------


def instead(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert text.count(old) == 1
        return text.replace(old, new)

    return change


def line(more: str) -> Callable[[str], str]:
    return lambda text: f"{text}\n{more}\n"


POLICIES: dict[str, tuple[Callable[[str], str], list[str]]] = {
    "a tag": (line("seed: !!python/object/apply:os.system [id]"), ["line 13", "tags are not read"]),
    "an anchor": (line("seed: &a 1"), ["anchors"]),
    "a billion laughs": (
        line("a: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]"),
        ["line 13", "anchors, aliases"],
    ),
    "an unknown key": (line("pints: {format: 1}"), ["pints", "unknown", "points"]),
    "an unknown key in a part": (
        instead("required: false", "requird: no"),
        ["submissions: ratings: requird", "required"],
    ),
    "an unknown key in a key": (line("limits: {second: 1}"), ["limits: second", "seconds"]),
    "the policy's own folder": (line("folder: /etc"), ["folder", "unknown"]),
    "a number as a key": (line("7: 1"), ["7"]),
    "text for a number": (line("seed: x"), ["seed", "'x'", "integer"]),
    "a half for a whole number": (line("seed: 1.5"), ["seed", "1.5", "integer"]),
    "a number for text": (instead("name: Small", "name: 5"), ["name", "5", "string"]),
    "a date for text": (instead("name: Small", "name: 2026-01-01"), ["name", "2026", "string"]),
    "a list for a number": (instead("length: 3", "length: [3]"), ["submissions: ranking: length", "[3]"]),
    "below the least": (line("limits: {rows: 0}"), ["limits: rows", "0", "1"]),
    "endless": (line("limits: {seconds: .inf}"), ["limits: seconds", "inf"]),
    "longer than a clock counts": (line("limits: {seconds: 1.0e+18}"), ["limits: seconds", "1e+18"]),
    "files without end": (line("limits: {file_mb: .inf}"), ["limits: file_mb", "inf"]),
    "archives without end": (line("limits: {unpacked_mb: .inf}"), ["limits: unpacked_mb", "inf"]),
    "no number of seconds": (line("limits: {seconds: .nan}"), ["limits: seconds", "nan"]),
    "another word": (instead("length: 3", "format: xml"), ["submissions: ranking: format", "'xml'", "'json'"]),
    "another fallback": (line("fallbacks: {ratings: zero}"), ["fallbacks: ratings", "'zero'", "'mean'"]),
    "an infinite fallback": (line("fallbacks: {ratings: .inf}"), ["fallbacks: ratings", "inf"]),
    "a fallback of NaN": (line("fallbacks: {ratings: .nan}"), ["fallbacks: ratings", "nan"]),
    "a scale of NaN": (instead("train: train.csv", "train: train.csv, scale: [.nan, 5]"), ["data: scale", "nan"]),
    "half a scale": (instead("train: train.csv", "train: train.csv, scale: [5]"), ["data: scale"]),
    "a falling scale": (line("scale: {lowest: 7, passing: 4, highest: 1}"), ["scale", "below"]),
    "points of NaN": (instead("format: 1,", "format: .nan,"), ["points: format", "nan"]),
    "too many points": (instead("format: 1,", "format: 1.0e+99,"), ["points: format", "1e+99", "10000"]),
    "points below 0": (instead("format: 1,", "format: -1,"), ["points: format", "-1"]),
    "no points": (lambda text: re.sub("points: .*", "points: null", text), ["points", "None"]),
    "an unknown measure": (instead("nDCG@3, RMSE", "nDCK@3, RMSE"), ["measures", "'nDCK@3'", "nDCG"]),
    "no measure": (instead("measures: [MAP@3, nDCG@3, RMSE, Item coverage]", "measures: []"), ["measures", "1 item"]),
    "an unknown convention": (line("convention: parr"), ["convention", "'parr'", "parra"]),
    "an unknown variant": (line("variants: {AP_DIV: 1}"), ["variants", "'AP_DIV'"]),
    "two names of a convention": (
        line("variants: {kaggle: 0.5, spark: 0.9}"),
        ["variants", "kaggle and spark", "parra"],
    ),
    "an unknown finding": (line("reject: [NO_FILES]"), ["reject", "'NO_FILES'", "NO_FILE"]),
    "points for what is not claimed": (
        instead("  claims: {file: [claims.json, claims.csv]}\n", ""),
        ["points.claims", "submissions.claims"],
    ),
    "a list": (lambda _text: "[1, 2]", ["submissions", "[1, 2]"]),
    "nothing": (lambda _text: "", ["submissions", "None"]),
    "no data": (instead("data: {train", "# {train"), ["data", "missing"]),
    "brackets": (lambda _text: "a: " + "[" * 3000, ["line 1:", "deeper than 100 levels"]),
    "brackets that crash a parser in C": (line("seed: " + "[" * 30_000), ["line 13:", "deeper than 100 levels"]),
    "brackets that run over a minute": (line("seed: " + "[" * 450_000), ["200000 characters", "shorten"]),
    "braces": (line("seed: " + "{a: " * 30_000), ["line 13:", "deeper than 100 levels"]),
    "lines deeper and deeper": (
        line("\n".join(f"{' ' * depth}a:" for depth in range(300))),
        ["line 113:", "deeper than 100 levels"],
    ),
    "a number to the base 60": (line("decimals: 1" + ":59" * 3000), ["decimals", "integer", "1:59:59"]),
    "a fraction to the base 60": (line("decimals: 1" + ":59" * 3000 + ".5"), ["decimals", "integer", "1:59:59"]),
    "a key twice": (line("name: Large"), ["line 13:", "'name'", "line 1;"]),
    "a key of a part twice": (
        instead("format: 1,", "format: 1, format: 2,"),
        ["line 10:", "'format'", "keep one"],
    ),
    "a long file": (line("# " + "x" * MB), ["200000 characters"]),
    "half a letter": (instead("name: Small", 'name: "\\ud800"'), ["YAML", "line 1"]),
    "thousands of digits": (line("seed: 0x" + "F" * 5000), ["line 13:", "at most 1000 characters", "5002"]),
    "nobody's folder": (instead("train: train.csv", "train: ~nobody-of-this-name/x.csv"), ["nobody-of-this-name"]),
    "no file of data": (instead("train: train.csv", "train: nothing.csv"), ["nothing.csv"]),
    "a folder for data": (instead("train: train.csv", "train: ."), ["folder"]),
    "no file of users": (instead("length: 3", "users: nobody.csv"), ["nobody.csv"]),
}


@pytest.mark.parametrize("name", POLICIES)
def test_an_invalid_policy_is_rejected_with_the_key_named(name: str, policy: Path) -> None:
    change, words = POLICIES[name]
    policy.write_text(change(policy.read_text()))
    begun = time.process_time()
    found = CliRunner().invoke(app, ["grade", "--policy", str(policy), "--dry-run"])
    assert isinstance(found.exception, SystemExit), found.exception
    assert (found.exit_code, found.stdout) == (2, "")
    said = found.stderr.replace(str(policy), "")
    assert re.fullmatch(r"[^\n]{10,1000}\n", said), said
    assert [word for word in words if word not in said] == [], said
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("text", [b"name: caf\xe9\n", b"\xff\xfe\0\0", bytes(100), b"a: \x07\n"])
def test_a_policy_with_undecodable_bytes_is_rejected(text: bytes, policy: Path) -> None:
    policy.write_bytes(text)
    found = CliRunner().invoke(app, ["grade", "--policy", str(policy), "--dry-run"])
    assert (found.exit_code, found.stdout, found.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("days", ["1e999999", "nan", "-1", "two", "Infinity", ""])
def test_invalid_late_days_are_reported(days: str, submissions: Path, policy: Path, tmp_path: Path) -> None:
    policy.write_text(policy.read_text().replace("{per_day: 0.5}", "{per_day: 0.5, days: late.csv}"))
    (policy.parent / "late.csv").write_text(f"submission,days\nright,{days}\n")
    found = grade(submissions, policy, tmp_path / "out", "--dry-run")
    assert (found.exit_code, found.stderr) == (0, ""), found.exception
    assert "late.csv, line 2: " in found.stdout


# --- tables that are opened in a spreadsheet ---------------------------------------------------------------------

FORMULA = re.compile(r"[\s\x00-\x1f\u200b-\u200f\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?(e[+-]?[0-9]+)?")
NASTY = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "=cmd|' /C calc'!A0", '=HYPERLINK("http://x","y")']


@pytest.mark.parametrize(
    "text",
    [
        *NASTY,
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "\xa0=1",
        "\x00=1",
        "\x1f=1",
        "\x7f=1",
        "\ufeff=1",
        "\u200b=1",
        "＝1+1",
        "-",
        "--1",
    ],
)
def test_cells_that_look_like_formulas_are_escaped(text: str) -> None:
    assert cell(text).startswith("'")
    assert cell(cell(text)) == cell(text)


@pytest.mark.parametrize("text", ["-0.5", "-0,5", "+0.5", "-1e-05", "-1E5", "-3", "0.5", "ana", "a=b", "−0.5"])
def test_numbers_and_words_are_not_escaped(text: str) -> None:
    assert cell(text) == text


def test_cells_are_written_on_one_line() -> None:
    assert cell("a\nb\r\nc\u2028d\x85e\0f") == "a b c d e f"


def test_no_written_table_contains_a_formula(submissions: Path, policy: Path, tmp_path: Path) -> None:
    for k, name in enumerate([*NASTY[:4], "\t=2", " =3", "\x01=4", "=5"]):
        claims = {"MAP@3": NASTY[k % len(NASTY)], "nDCG@3": -0.25, NASTY[k % len(NASTY)]: 1}
        lists = RIGHT | {NASTY[0]: ["i6", "i7", "i8"], "u1": [NASTY[1], NASTY[2], "@i"]}
        answered = answers(answers={"AP@5": [NASTY[k % 4], "-0,5"]})
        hand_in(submissions, name, ranking=lists, claims=claims, exercise=answered)
    packed(INNER)(submissions / "=lo_LATE_1234_56789_tarea.zip")
    assert grade(submissions, policy, tmp_path / "out").exit_code == 1
    (submissions / "=5" / "ranking.json").write_text("{")
    assert grade(submissions, policy, tmp_path / "out").exit_code == 1
    names = ["gradebook", "details", "leaderboard", "mistakes", "changes"]
    files = [tmp_path / "out" / f"{name}.csv" for name in names]
    for path in files:
        with path.open(encoding="utf-8", newline="") as file:
            cells = [one for row in csv.reader(file) for one in row]
        assert cells
        assert [one for one in cells if FORMULA.match(one) and not NUMBER.fullmatch(one)] == [], path.name
    rows = gradebook(tmp_path / "out")
    assert {"'=1+1", "'+1+1", "'-1+1", "'@SUM(A1)", "'=5", "'=lo_1234"} < set(rows)
    assert rows["'=lo_1234"]["late"] == "-0.5"
    details = table(tmp_path / "out" / "details.csv")
    assert {row["claimed"] for row in details if row["measure"] == "nDCG@3"} >= {"-0.25"}
    assert "-0,5" in {row["claimed"] for row in details}
    assert "'=1+1" in {row["claimed"] for row in details}


# --- markup ------------------------------------------------------------------------------------------------------

MARKUP = {
    "an image": "<img src=x onerror=alert(1)>",
    "a script": "</pre><script>alert(1)</script>",
    "a comment": "<!-- x",
    "TeX": r"$\href{x}{y}$",
    "TeX in brackets": r"\(x\) \[y\]",
    "backticks": "`a` ```b```",
    "pipes": "a|b|c",
    "emphasis": "**a** _b_ ~~c~~",
    "a link": "[a](javascript:x) ![b](y)",
    "an entity": "&lt;b&gt; &amp;",
    "a heading": "# a",
    "backslashes": "a\\",
    "quotes": "\" onload='x'",
}


class Page(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.said = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}

    def handle_data(self, data: str) -> None:
        self.said += data

    def handle_comment(self, data: str) -> None:
        self.tags.add("!--")


ACTIVE = {"a", "img", "script", "iframe", "object", "embed", "form", "input", "!--"}
LINKS = {"href", "src"}


def in_one(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", MARKUP)
def test_markup_from_a_student_is_shown_as_text(name: str, tmp_path: Path) -> None:
    nasty = MARKUP[name]
    users = [f"{nasty} {user}" for user in USERS]
    policy = make_course(tmp_path / "course", users=users)
    submissions = tmp_path / "submissions"
    lists = dict(zip(users, RIGHT.values(), strict=True))
    first, second = users[:2]
    lists |= {first: [f"{nasty} i", f"{nasty} i", *lists[first]], f"{nasty} v": ["i6"]}
    del lists[second]
    claims = {"MAP@3": 0.6, "nDCG@3": nasty, f"{nasty} c": 1}
    answered = answers(answers={"AP@5": [f"{nasty} a # b", nasty]})
    title = nasty.replace("/", "∕")
    hand_in(submissions, title, ranking=lists, claims=claims, exercise=answered)
    (submissions / title / f"ranking {title}.json").write_text("{}")
    hand_in(submissions, "without", **{f"{title}.txt": ""})
    report = check_submission(submissions / title, policy)
    found = grade(submissions, policy, tmp_path / "out")
    assert (found.exit_code, found.stderr) == (1, "")
    written = [
        in_one(title),
        f"{nasty} i",
        f"{nasty} v",
        first[:30],
        second[:30],
        repr(f"{nasty} c")[1:-1],
        f"{nasty} a # b",
    ]
    feedback = tmp_path / "out" / "feedback"
    for path in feedback.iterdir():
        text = path.read_text("utf-8")
        page = Page(text)
        assert not page.tags & ACTIVE, path.name
        assert not [name for name in page.attributes if name in LINKS or name.startswith("on")], path.name
        assert "<img" not in text, path.name
        assert "<script" not in text, path.name
        own = [f"{title}.txt"] if path.name.startswith("without") else written
        assert [one for one in own if in_one(one)[:38] not in in_one(page.said)] == [], path.name
    shown = Page(report.html())
    assert not shown.tags & ACTIVE
    assert in_one(nasty) in in_one(shown.said)


def test_feedback_shows_an_answer_on_one_line(submissions: Path, policy: Path, tmp_path: Path) -> None:
    hand_in(submissions, "mallory", ranking=RIGHT, exercise=answers(answers={"AP@5": ["x\n\n- y", "x\r\r1. y"]}))
    codes_of(submissions, policy, tmp_path / "out")
    text = (tmp_path / "out" / "feedback" / "mallory.html").read_text("utf-8")
    assert "\r" not in text
    assert "\n- y" not in text
    assert len(re.findall(r"<td>x - y</td>|<td>x 1\. y</td>", text)) == 2


# --- names of files ----------------------------------------------------------------------------------------------

NAMES: list[str | bytes] = [
    "ana",
    "ana\n",
    " ana",
    "ana\t",
    "\n",
    "\t",
    "Ana",
    "josé",
    "jose\u0301",
    b"x\xff",
    b"x\xfe",
    "x\ufffd",
    "😀",
    "a" * 250,
    "a" * 249 + "b",
    "?",
    "a b",
    "a-b",
    "a\u2028b",
    "-",
    "--help",
    "x..",
    "a.b",
    "a,b",
    'a"b',
    "~",
    "$HOME",
    "%s{0}",
    "con",
    "_1_2_x",
    "ana_1_2_ranking.json",
]


def test_every_submission_has_its_own_row_and_feedback(policy: Path, tmp_path: Path) -> None:
    submissions, out = tmp_path / "submissions", tmp_path / "out"
    for k, name in enumerate(NAMES):
        user = USERS[k % len(USERS)]
        hand_in(submissions, name, ranking=RIGHT | {user: RIGHT[user][: k % LENGTH]}, claims={f"I am {k}": k})
    before = snapshot(submissions)
    found = grade(submissions, policy, out)
    assert (found.exit_code, found.stderr) == (1, "")
    assert snapshot(submissions) == before
    assert len(gradebook(out)) == len(NAMES)
    assert all(re.fullmatch(r"[^\x00-\x1f]+", name) for name in gradebook(out))
    files = [path for path in (out / "feedback").iterdir() if path.suffix == ".html" and not path.name.startswith(".")]
    assert len(files) == len({path.name.casefold() for path in files}) == len(NAMES)
    own = [re.findall(r"I am (\d+)", path.read_text("utf-8")) for path in files]
    assert sorted(int(said[0]) for said in own if len(set(said)) == 1) == list(range(len(NAMES)))


def test_colliding_file_names_get_separate_feedback(submissions: Path, policy: Path, tmp_path: Path) -> None:
    hand_in(submissions, "a!")
    hand_in(submissions, slug("a!"), claims={"MAP@3": 1})
    assert grade(submissions, policy, tmp_path / "out").exit_code == 1
    assert len(list((tmp_path / "out" / "feedback").glob("*.html"))) == 3


@pytest.mark.parametrize("name", ["s\n<b>", b"s\xff", "😀", "-x"])
def test_a_folder_of_any_name_is_checked(name: str | bytes, policy: Path, tmp_path: Path) -> None:
    own = hand_in(tmp_path / "submissions", name)
    page = tmp_path / "page.html"
    found = CliRunner().invoke(app, ["check", "--policy", str(policy), "--html", str(page), "--", str(own)])
    assert (found.exit_code, found.stderr) == (0, "")
    assert "<b>\n" not in page.read_text("utf-8")


def test_results_inside_the_folder_are_not_graded_as_submissions(
    submissions: Path, policy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(submissions.parent)
    for _time in range(2):
        assert grade(Path("submissions"), policy, Path("submissions/out")).exit_code == 1
        assert list(gradebook(submissions / "out")) == ["right"]


def test_the_submissions_folder_is_rejected_as_output_folder(submissions: Path, policy: Path) -> None:
    before = snapshot(submissions)
    found = grade(submissions, policy, submissions)
    assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
    assert snapshot(submissions) == before


# --- places that cannot be written -------------------------------------------------------------------------------


@contextmanager
def full_disk(most: int) -> Iterator[None]:
    """No file may be longer than this number of bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_an_output_path_that_is_a_file_is_rejected(submissions: Path, policy: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file" / "out"):
        found = grade(submissions, policy, out)
        assert (found.exit_code, found.stdout) == (2, "")
        assert found.stderr == f"{out / '.results'}: a file is where a folder must be\n"
    assert (tmp_path / "file").read_text() == "mine"


def test_a_full_disk_keeps_the_previous_gradebook(submissions: Path, policy: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert grade(submissions, policy, out).exit_code == 1
    before = snapshot(out)
    with full_disk(50):  # no table can be written
        found = grade(submissions, policy, out)
    assert (found.exit_code, found.stdout, found.stderr) == (
        2,
        "",
        f"{out / 'feedback' / 'right.html'}: the file would be too large\n",
    )
    assert {name: what[2] for name, what in snapshot(out).items()} == {name: what[2] for name, what in before.items()}
    hand_in(submissions, "next")
    board = (out / "leaderboard.csv").rename(tmp_path / "board")
    (out / "leaderboard.csv").mkdir()  # the pages can be written, and not all tables
    found = grade(submissions, policy, out, "--language", "es")
    said = f"{out / 'leaderboard.csv'}: hay una carpeta en el lugar de un archivo\n"
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", said)
    (out / "leaderboard.csv").rmdir()
    board.rename(out / "leaderboard.csv")
    assert {name: what[2] for name, what in snapshot(out).items()} == {name: what[2] for name, what in before.items()}
    assert grade(submissions, policy, out).exit_code == 1
    assert set(gradebook(out)) == {"right", "next"}


def test_a_full_disk_keeps_the_saved_answers(tmp_path: Path) -> None:
    file = tmp_path / "exercise.json"
    own = ClassExercise("small", "ana", ["AP@5"], file=file)
    own.answer("AP@5", 1, "0.5")
    before = snapshot(tmp_path)
    with full_disk(50), pytest.raises(OSError, match="too large"):
        own.answer("AP@5", 2, "0.25")
    assert snapshot(tmp_path) == before
    again = ClassExercise("small", "ana", ["AP@5"], file=file)
    assert again.answers == {"AP@5": ["0.5", ""]}


def test_a_broken_answers_file_is_rejected_and_left_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "exercise.json"
    file.write_text('{"kind": ')
    with pytest.raises(ValueError, match=r"exercise\.json"):
        ClassExercise("small", "ana", ["AP@5"], file=file)
    assert file.read_text() == '{"kind": '


AS_NOBODY = """
import os, sys
from pathlib import Path

import matplotlib.backends.backend_svg
import matplotlib.figure
from homework.tests.homework_cases import grade
from metrics_homework.grading.worker_pool import Workers

Workers.outcomes = lambda _self, _task, submissions, *_more: iter([None] * len(submissions))  # nobody may run this Python
submissions, policy, out, other = map(Path, sys.argv[1:])
grade(submissions, policy, other)  # imports all that is read later
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
found = grade(submissions, policy, out)
sys.stdout.write(found.stdout)
sys.stderr.write(found.stderr if isinstance(found.exception, (SystemExit, type(None))) else repr(found.exception))
sys.exit(found.exit_code)
"""


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that everybody can reach, as pytest's own cannot be."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        for path in Path(folder).rglob("*"):
            if path.is_dir():
                path.chmod(0o755)


def test_an_unwritable_output_folder_gives_an_error(shared: Path) -> None:
    hand_in(shared / "submissions", "right")
    policy, out = make_course(shared / "course"), shared / "out"
    assert grade(shared / "submissions", policy, out).exit_code == 1
    for path in [out, *out.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = snapshot(out)
    found = run("-c", AS_NOBODY, shared / "submissions", policy, out, shared / "other")
    assert (found.returncode, found.stdout) == (2, "")
    assert re.fullmatch(rf"{out}/\S+: permission is denied\n", found.stderr), found.stderr
    assert snapshot(out) == before


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
def test_a_full_disk_is_reported_and_a_device_is_not_replaced(submissions: Path, policy: Path) -> None:
    for device, said in (("/dev/full", "/dev/full: the disk is full\n"), ("/dev/null", "")):
        arguments = ["check", "--policy", str(policy), "--html", device, str(submissions / "right")]
        found = CliRunner().invoke(app, arguments)
        assert (found.exit_code, found.stderr) == (2 if said else 0, said)
        assert Path(device).is_char_device()


def test_an_unreadable_file_costs_only_its_own_row(shared: Path) -> None:
    for name in ("right", "closed", "hidden"):
        hand_in(shared / "submissions", name)
    hand_in(shared / "submissions", "empty", notes__txt="")
    policy, out = make_course(shared / "course"), shared / "out"
    out.mkdir()
    out.chmod(0o777)
    (shared / "submissions" / "closed" / "ranking.json").chmod(0)
    (shared / "submissions" / "hidden").chmod(0)
    found = run("-c", AS_NOBODY, shared / "submissions", policy, out, shared / "other")
    assert (found.returncode, found.stderr) == (1, "")
    rows = gradebook(out)
    wrong = dict.fromkeys(("closed", "hidden", "empty"), "error")
    assert {name: row["status"] for name, row in rows.items()} == {"right": "ok"} | wrong


# --- two graders, and one that is killed -------------------------------------------------------------------------

SLOWLY = """
import sys
from metrics_homework import grade_folder
from metrics_homework.grading import grade as grader

graded = grader.graded


def wait(*given):
    print("begun", flush=True)
    sys.stdin.readline()
    return graded(*given)


grader.graded = wait
grade_folder(*sys.argv[1:], processes=1, figures=False, progress=False)
"""
KILLED = """
import os, signal, sys
from metrics_homework import grade_folder
from metrics_homework.grading import grade as grader

graded, done = grader.graded, []


def die(*given):
    if len(done) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    done.append(given)
    return graded(*given)


grader.graded = die
grade_folder(*sys.argv[1:], processes=1, figures=False)
"""


@pytest.mark.slow
def test_a_second_grader_on_one_output_folder_is_rejected(submissions: Path, policy: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SLOWLY, str(submissions), str(policy), str(tmp_path / "out")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin
        assert first.stdout
        try:
            ready, _write, _wrong = select.select([first.stdout], [], [], 60)
            assert ready
            assert first.stdout.readline() == "begun\n"
            found = grade(submissions, policy, tmp_path / "out")
            assert (found.exit_code, found.stdout) == (2, "")
            assert re.fullmatch(r"another process is grading into [^\n]+\n", found.stderr)
            assert not (tmp_path / "out" / "gradebook.csv").exists()
            first.communicate("\n", timeout=600)
        finally:
            first.kill()
    assert first.returncode == 0
    assert grade(submissions, policy, tmp_path / "out").exit_code == 1
    assert list(gradebook(tmp_path / "out")) == ["right"]


def files_in(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_killed_run_keeps_the_files_of_the_last_one(submissions: Path, policy: Path, tmp_path: Path) -> None:
    out, temporary = tmp_path / "out", tmp_path / "temporary"
    temporary.mkdir()
    assert grade(submissions, policy, out).exit_code == 1
    before = files_in(out)
    for k in range(5):
        hand_in(submissions, f"s{k}", ranking=RIGHT, claims={"MAP@3": k / 10})
    zipped = shutil.make_archive(str(tmp_path / "class"), "zip", submissions)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TMPDIR", str(temporary))
        found = run("-c", KILLED, zipped, policy, out)
    assert found.returncode == -signal.SIGKILL, found.stderr
    assert [*temporary.iterdir()] == [], "all that is temporary is with the results"
    left = files_in(out)
    assert left.items() > before.items()
    grade_folder(zipped, policy, out, processes=1, progress=False)
    grade_folder(zipped, policy, tmp_path / "whole", processes=1, progress=False)
    again = files_in(out)
    assert again.pop(Path("changes.csv"))
    assert again == files_in(tmp_path / "whole")


@pytest.mark.usefixtures("in_turn")
def test_only_files_of_the_program_are_deleted(submissions: Path, policy: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert grade(submissions, policy, out).exit_code == 1
    own = [
        out / "notes.txt",
        out / ".mine.part",
        out / "feedback" / "0123456789abcdef.part",
        out / ".results" / "old.json",
    ]
    left = [
        out / f".{'0a' * 8}.part",
        out / "feedback" / f".{'1b' * 8}.part",
        out / ".results" / "temporary" / "x" / "y",
    ]
    left[-1].parent.mkdir(parents=True)
    for path in own + left:
        path.write_text("x")
    assert grade(submissions, policy, out).exit_code == 1
    assert [path.exists() for path in own + left] == [True] * len(own) + [False] * len(left)


@pytest.mark.usefixtures("in_turn")
def test_files_that_vanish_while_a_class_is_graded_cost_their_rows(
    submissions: Path, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("folder", "file"):
        hand_in(submissions, name)
    grade_all = grade_module._graded_all

    def vanish(*given: Any) -> Any:
        shutil.rmtree(submissions / "folder")
        (submissions / "file" / "ranking.json").unlink()
        return grade_all(*given)

    monkeypatch.setattr(grade_module, "_graded_all", vanish)
    assert grade(submissions, policy, tmp_path / "out").exit_code == 1
    assert {name: row["codes"] for name, row in gradebook(tmp_path / "out").items()} == {
        "right": "",
        "folder": "FAILED",
        "file": "NO_FILE",
    }


@pytest.mark.usefixtures("in_turn")
@pytest.mark.parametrize("when", ["Examination", "write_all"])
def test_an_interrupted_run_changes_nothing(
    when: str, submissions: Path, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_given: object, **_options: object) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr(grade_module, when, interrupt)
        found = grade(submissions, policy, out)
    assert (found.exit_code, found.stderr) == (130, "Stopped. No file is half written: run the same command again.\n")
    assert not out.exists()
    assert grade(tmp_path / "typo", policy, tmp_path / "typo" / "out").exit_code == 2
    assert not (tmp_path / "typo").exists()
    assert grade(submissions, policy, out).exit_code == 1
    before = files_in(out)
    hand_in(submissions, "next")
    monkeypatch.setattr(grade_module, when, interrupt)
    assert grade(submissions, policy, out).exit_code == 130
    assert files_in(out) == before


@pytest.mark.usefixtures("in_turn")
def test_the_rows_and_pages_of_the_last_run_are_replaced(submissions: Path, policy: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / ".results").mkdir(parents=True)
    (out / "feedback").mkdir()
    (out / "feedback" / "gone.html").write_text("")
    (out / "gradebook.csv").write_text(
        "submission,status,points,codes,feedback\nright,error,0,,right.html\ngone,error,0,,gone.html\n"
    )
    assert grade(submissions, policy, out).exit_code == 1
    assert [row["status"] for row in gradebook(out).values()] == ["ok"]
    assert {"submission": "right", "column": "status", "before": "error", "after": "ok"} in table(out / "changes.csv")
    assert [path.name for path in (out / "feedback").iterdir()] == ["right.html"]


@pytest.mark.slow
def test_workers_end_when_their_grader_is_killed(submissions: Path, policy: Path, tmp_path: Path) -> None:
    for k in range(60):
        hand_in(submissions, f"s{k}")
    code = "from metrics_homework.cli import app; app()"
    arguments = ["grade", str(submissions), "--policy", str(policy), "--out", str(tmp_path / "out"), "--processes", "2"]
    children: list[psutil.Process] = []
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL) as grader:
        try:
            end = time.monotonic() + 600
            while not children and time.monotonic() < end:
                time.sleep(0.02)
                children = psutil.Process(grader.pid).children(recursive=True)
        finally:
            grader.kill()
    left: list[psutil.Process] = []
    try:
        assert children
        _gone, left = psutil.wait_procs(children, timeout=60)
        assert left == []
    finally:
        for child in left:
            child.kill()
    assert grade(submissions, policy, tmp_path / "out").exit_code == 1


# --- what fails --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("subprocess.Popen", OSError(11, "no process")),
        ("subprocess.Popen", NotImplementedError("no process")),
        ("threading.Thread.start", RuntimeError("can't start new thread")),
    ],
)
def test_grading_is_sequential_if_no_process_can_start(
    what: str, error: Exception, submissions: Path, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: Any, **_options: Any) -> None:
        raise error

    monkeypatch.setattr(what, refuse)
    hand_in(submissions, "zoe")
    book = grade_folder(submissions, policy, tmp_path / "out", processes=2, figures=False)
    assert [row[:2] for row in book.rows] == [["right", "ok"], ["zoe", "ok"]]


@pytest.mark.usefixtures("in_turn")
@pytest.mark.parametrize(
    "error",
    [
        ValueError("x\ny <img src=x>"),
        MemoryError(),
        RecursionError("deep"),
        KeyError("k" * 10_000),
        OSError(5, "Input/output error"),
        pl.exceptions.PanicException("index out of bounds"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_checker_that_fails_costs_one_row(
    error: BaseException, submissions: Path, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(submissions, "mallory")
    hand_in(submissions, "zoe")
    run = Examination.run

    def fail(self: Examination) -> Report:
        if self.submission.name == "mallory":
            raise error
        return run(self)

    monkeypatch.setattr(Examination, "run", fail)
    assert codes_of(submissions, policy, tmp_path / "out") == ["FAILED"]
    assert gradebook(tmp_path / "out")["zoe"]["status"] == "ok"
    page = (tmp_path / "out" / "feedback" / "mallory.html").read_text("utf-8")
    assert type(error).__name__ in page
    assert "<img" not in page
    assert len(page.partition("</style>")[2]) < 2_000


@pytest.mark.usefixtures("in_turn")
@pytest.mark.parametrize(
    ("module", "name"),
    [
        (Examination, "run"),
        (plain_text_module, "read_table"),
        (check_module, "read_claims"),
        (check_module, "value_of"),
    ],
    ids=["run", "read_table", "read_claims", "value_of"],
)
def test_a_submission_over_the_time_limit_is_stopped(
    module: Any, name: str, submissions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = make_course(tmp_path / "quick", "limits: {seconds: 0.2}")
    hand_in(submissions, "mallory", ranking=RIGHT, claims={"MAP@3": 0.5})
    original, asked = getattr(module, name), threading.local()

    def slow(*given: Any, **more: Any) -> Any:
        if asked.name == "mallory":
            end = time.process_time() + 10
            while time.process_time() < end:
                pass
        return original(*given, **more)

    graded = grade_module.graded

    def remember(submission: Submission, *given: Any) -> Any:
        asked.name = submission.name
        return graded(submission, *given)

    monkeypatch.setattr(module, name, slow)
    monkeypatch.setattr(grade_module, "graded", remember)
    begun = time.process_time()
    assert codes_of(submissions, policy, tmp_path / "out") == ["FAILED"]
    assert time.process_time() - begun < 5
    assert "took longer than 0.2 s" in (tmp_path / "out" / "feedback" / "mallory.html").read_text("utf-8")


@pytest.mark.usefixtures("in_turn")
@pytest.mark.slow
def test_the_time_limit_ignores_waiting_and_keeps_finished_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submissions = tmp_path / "submissions"
    policy = make_course(tmp_path / "quick", "limits: {seconds: 0.5}")
    for name in ("mallory", "zoe"):
        right = check_submission(hand_in(tmp_path, f"of {name}", ranking=RIGHT), policy).values
        hand_in(submissions, name, ranking=RIGHT, claims={title: right[title] for title in ("MAP@3", "nDCG@3")})
        own = ClassExercise("small", name, ["AP@5"], file=submissions / name / "exercise.json")
        for which, ranking in enumerate(own.pairs["AP@5"], start=1):
            own.answer("AP@5", which, f"{value_of('AP@5', ranking):.3f}")
    original = reported_numbers.judge_claim

    def slow(title: str, claimed: str, given: Any, policy: Any) -> Any:
        if claimed and title == "nDCG@3":
            end, clock = (
                (time.process_time() + 10, time.process_time) if slow.busy else (time.monotonic() + 1, time.monotonic)
            )
            while clock() < end:
                time.sleep(0 if slow.busy else 0.05)
        return original(title, claimed, given, policy)

    monkeypatch.setattr(reported_numbers, "judge_claim", slow)
    rows = {}
    for slow.busy in (False, True):
        assert grade(submissions, policy, tmp_path / "out").exit_code == int(slow.busy)
        rows[slow.busy] = gradebook(tmp_path / "out")["mallory"]
    parts = ("status", "format", "MAP@3", "nDCG@3", "exercise")
    assert [rows[False][part] for part in parts] == ["ok", "1", "1", "1", "1"]
    assert [rows[True][part] for part in parts] == ["error", "1", "1", "0", "1"]


# --- exercises ---------------------------------------------------------------------------------------------------

POLLED: dict[str, dict[str, Any]] = {
    "decimals without end": {"decimals": float("inf")},
    "decimals of NaN": {"decimals": float("nan")},
    "decimals far below 0": {"decimals": -400},
    "decimals of 400 digits": {"decimals": 10**400},
    "no measure": {"answers": {"XX@5": ["1", "1"]}, "times": {"XX@5": [0, 0]}},
    "no answers": {"answers": {}, "times": {}},
    "a number for a student": {"student": 7},
    "a decimal of True": {"decimals": True},
    "half a decimal": {"decimals": 2.5},
    "nested answers": {"answers": {"AP@5": [["1"], "1"]}},
    "a measure in another spelling": {"answers": {"ap@5": ["1", "1"]}, "times": {"ap@5": [0, 0]}},
    "a measure twice": {
        "answers": {"AP@5": ["1", "1"], "MAP@5": ["1", "1"]},
        "times": {"AP@5": [0, 0], "MAP@5": [0, 0]},
    },
    "another convention": {"convention": "nobody's"},
}


@pytest.mark.parametrize("name", POLLED)
def test_a_poll_names_the_rejected_file(name: str, tmp_path: Path) -> None:
    hand_in(tmp_path, "class", exercise_ana=answers(), exercise_mallory=answers(**POLLED[name]))
    found = CliRunner().invoke(app, ["poll", str(tmp_path / "class")])
    assert (found.exit_code, found.exception) == (0, None)
    assert "1 student" in found.stdout
    assert "exercise_mallory.json" in found.stdout


def test_an_error_that_no_check_foresees_costs_a_poll_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_in(tmp_path, "class", exercise_ana=answers(), exercise_mallory=answers(student="mallory"))
    monkeypatch.setattr(poll_module, "judged_in", lambda data: 1 / (data["student"] != "mallory") and [])
    found = poll_module.poll_files([tmp_path / "class"])
    assert found.students == 1
    assert [reason[:21] for reason in found.refused] == ["exercise_mallory.json"]


@pytest.mark.parametrize(
    "names", [["AP@20000"], [f"AP@{k}" for k in range(5, 205)]], ids=["a long list", "many measures"]
)
def test_a_poll_of_a_hostile_file_is_fast(names: list[str], tmp_path: Path) -> None:
    asked = {"answers": {name: ["1", "1"] for name in names}, "times": {name: [0, 0] for name in names}}
    hand_in(tmp_path, "class", exercise_ana=answers(), exercise_mallory=answers(**asked))
    begun = time.process_time()
    found = CliRunner().invoke(app, ["poll", str(tmp_path / "class")])
    assert (found.exit_code, found.exception) == (0, None)
    assert time.process_time() - begun < 10


# --- what is hidden ----------------------------------------------------------------------------------------------


def test_feedback_never_reveals_the_hidden_data(tarea: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tarea"
    shutil.copytree(tarea, folder)
    test = folder / "hidden" / "test.csv"
    test.write_text(test.read_text() + "777001,888001,5\n1001,888002,5\n")
    before = snapshot(folder / "submissions")
    found = grade(folder / "submissions", folder / "tarea1.yaml", tmp_path / "out")
    assert (found.exit_code, found.stderr) == (1, "")
    assert snapshot(folder / "submissions") == before
    feedback = {path: path.read_text("utf-8") for path in (tmp_path / "out" / "feedback").iterdir()}
    assert len(feedback) == 10
    details = table(tmp_path / "out" / "details.csv")
    board = table(tmp_path / "out" / "leaderboard.csv")
    looked_for = 0
    for path, text in feedback.items():
        assert not re.search(r"777001|88800[12]", text), path.name
        own = [row for row in details if row["submission"] == path.stem]
        open_values = {f"{float(row['recomputed']):.4f}" for row in own if row["recomputed"] and row["part"] != "test"}
        hidden = [row["recomputed"] for row in own if row["part"] == "test"]
        hidden += [row[key] for row in board if row["submission"] == path.stem for key in ("score", "low", "high")]
        for value in hidden:
            written = f"{float(value):.4f}"
            if written not in open_values and float(value) > 0:
                looked_for += 1
                assert written[1:] not in text, f"{path.name}: {value}"
    assert looked_for > 30
