"""PollUpload: the files of a class, as a browser sends them, give the counts and sentences of the command."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from metrics_edu.metrics import measure
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.widgets.core import sent_files
from metrics_homework import ClassExercise
from metrics_homework.classroom.poll import poll_files
from metrics_homework.widgets import PollUpload
from metrics_homework.widgets import poll_upload as module

HOSTILE = "<img src=x>"
BAD = {"cut.json": b"{", "no.zip": b"PK\3\4", f"{HOSTILE}.json": b"[]", "empty.json": b"", "../../up.zip": b"no"}
WITHOUT = """
import sys
for name in ("pydantic", "yaml", "filelock", "polars", "python_calamine", "typer", "platformdirs"):
    sys.modules[name] = None
from pathlib import Path
from metrics_homework.widgets import PollUpload
upload = PollUpload()
paths = sorted(Path(sys.argv[1]).iterdir())
upload.act({"do": "upload", "names": [path.name for path in paths]}, [path.read_bytes() for path in paths])
print(upload.poll.text())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the files of five students: one is right, three divided by the hits, one has no answer."""
    (folder := tmp_path / "class").mkdir()
    ap = measure("AP@5")
    for number, name in enumerate(["ana", "beto", HOSTILE, "dani", "eva"]):
        own = ClassExercise("iic3633", name, ["AP@5"], file=folder / f"exercise_{number}.json")
        for which, ranking in enumerate(own.pairs["AP@5"], start=1):
            wrong = MISCONCEPTIONS["AP_DIV_HITS"].value(ap, ranking)
            own.answer("AP@5", which, "" if name == "eva" else f"{wrong if number else float(ap(ranking)):.3f}")
    return folder


@pytest.fixture
def upload() -> Any:
    return PollUpload()


def send(upload: Any, files: dict[str, bytes]) -> list[dict[str, Any]]:
    """Send files; return the rows about them."""
    upload.act({"do": "upload", "names": [*files]}, [*files.values()])
    return [dict(row) for row in upload.view["zone"]["files"]]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def of_moodle(files: dict[str, bytes]) -> dict[str, bytes]:
    return {f"Ana Soto {k}_{k}_assignsubmission_file/{name}": text for k, (name, text) in enumerate(files.items(), 50)}


@pytest.mark.parametrize("pack", [dict, lambda files: {"class.zip": zipped(of_moodle(files))}], ids=["files", "zip"])
def test_the_counts_are_those_of_the_command(upload: Any, folder: Path, pack: Callable[..., dict[str, bytes]]) -> None:
    rows = send(upload, pack(contents(folder)))
    assert upload.poll.text() == poll_files([folder]).text()
    assert upload.poll.text().startswith("5 students")
    assert (upload.view["summary"], rows[0]["state"]) == ("5 students", "right")
    (slide,) = upload.view["slides"]
    assert slide["title"] == "AP@5: 1 of 5 students have it right"
    assert [(bar["look"], bar["share"], bar["count"], round(bar["part"])) for bar in slide["bars"]] == [
        ("right", "20 %", "1", 33),
        ("wrong", "60 %", "3", 100),
        ("unknown", "20 %", "1", 33),
    ]


def test_a_known_mistake_has_its_working_beside_the_right_one(upload: Any, folder: Path) -> None:
    send(upload, contents(folder))
    right, wrong, open_ = upload.view["slides"][0]["bars"]
    assert (right["sides"], open_["sides"]) == ([], [])
    one, other = wrong["sides"]
    assert (one["title"].startswith("How to get "), other["title"]) == (True, "AP@5")
    assert "me-differs" in one["html"]
    assert one["result"] != other["result"]
    assert wrong["text"].startswith("The sum of P@i was divided by the hits")
    assert len(wrong["questions"][0]["tiles"]) == 5


def test_a_bad_file_costs_one_row_with_the_sentence_of_the_command(upload: Any, folder: Path, tmp_path: Path) -> None:
    rows = send(upload, contents(folder) | BAD)
    assert upload.poll.students == 5
    found = [row["finding"] for row in rows if row["word"] == "not counted"]
    assert len(found) == len(BAD)
    for name, content in BAD.items():
        (path := tmp_path / name.rpartition("/")[2]).write_bytes(content)
        (sentence,) = poll_files([path]).refused
        assert sentence.replace(f"{tmp_path}/", "") in found
    assert HOSTILE not in json.dumps([bar["sides"] for bar in upload.view["slides"][0]["bars"]])


def test_a_table_is_the_roster_and_a_bad_one_costs_only_itself(upload: Any, folder: Path) -> None:
    send(upload, {"roster.csv": b"id,name\nANA,Ana Soto\n"})
    assert upload.view["summary"] == "0 students"
    rows = send(upload, contents(folder))
    assert rows[1] == {"name": "Roster (.csv)", "state": "right", "word": "read", "finding": "1 person"}
    strangers = [row["finding"] for row in rows if row["word"] == "counted, not in the roster"]
    assert strangers == ["; ".join(upload.poll.strangers)]
    assert len(upload.poll.strangers) == 4
    rows = send(upload, {"people.csv": b"rut;nota\n1;2\n"})
    assert rows[1]["state"] == "wrong"
    assert rows[1]["finding"].startswith("people.csv: expected a CSV with the columns id and name")
    assert upload.poll.students == 5
    assert upload.poll.strangers == []


def test_more_files_are_added_once_and_can_be_removed(upload: Any, folder: Path) -> None:
    files = contents(folder)
    send(upload, dict([*files.items()][:2]))
    rows = send(upload, files)
    assert (upload.poll.students, len(rows)) == (5, 2)
    upload.act({"do": "again"})
    assert (upload.poll, upload.view["slides"], upload.view["buttons"]) == (None, [], [])


def test_too_much_at_once_is_rejected_and_nothing_is_lost(
    upload: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(upload, contents(folder))
    upload.act({"do": "refuse", "size": 20e6})
    assert upload.view["notice"].startswith("These files have 20 MB, and at most 10 MB are read here.")
    monkeypatch.setattr(sent_files, "MAX_SENT", 0.01)
    send(upload, {"more.json": b" " * 10_000})
    assert upload.view["notice"].startswith("These files have 0.01")
    assert upload.poll.students == 5
    upload.act({"do": "refuse"})
    assert upload.view["notice"] == "The browser cannot read this: choose files, or one zip, but no folder."


def test_a_tab_unpacks_less_of_a_class(upload: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "platform", "emscripten")
    monkeypatch.setattr(module, "UNPACKED_IN_A_TAB", 0.001)
    files = contents(folder)
    assert len(send(upload, {"class.zip": zipped(of_moodle(files))})) == 2
    large = {f"Eva Soto {k}_{k}_assignsubmission_file/data.csv": b"1" * 6000 for k in range(60)}
    (*_files, row) = send(upload, {"class.zip": zipped(of_moodle(files) | large)})
    assert row["finding"].startswith(
        "class.zip cannot be unpacked (unpacked, it has more bytes than 50000, the limit of"
    )


def test_a_poll_needs_no_package_that_a_browser_lacks(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT, folder], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == poll_files([folder]).text()


def test_a_zip_of_gradescope_is_polled_without_the_reader_of_yaml(
    upload: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    files = {f"export/submission_{k}/exercise.json": text for k, text in enumerate(contents(folder).values())}
    send(upload, {"export.zip": zipped(files | {"export/submission_metadata.yml": b"submission_0: {}\n"})})
    assert upload.poll.students == 5
