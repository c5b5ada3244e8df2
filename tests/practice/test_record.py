"""The learner's record, of which nothing is trusted: damaged lines stay in the file, are reported, and stop nothing."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from metrics_edu.language import set_language
from metrics_edu.practice.lessons.lesson_progress import report
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.learner_record import events, note, progress, progress_file, typed
from metrics_edu.practice.record.record_lines import MAX_CHARACTERS, MAX_NUMBER, Event, read_lines
from metrics_edu.practice.tutor import named_mistakes
from metrics_edu.widgets import Drill, Practice
from tests.command import run
from tests.record_lines import DAMAGED, HEAD, READABLE, RIGHT


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    return progress_file()


def write(file: Path, *lines: str) -> None:
    file.write_bytes("\n".join([HEAD, *lines]).encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("line", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_line_is_skipped_and_kept(own_file: Path, line: str) -> None:
    write(own_file, RIGHT, line, RIGHT)
    before = own_file.read_bytes()
    with pytest.warns(
        UserWarning,
        match=r"progress.json' has 1 damaged line, line 3, which does not count: correct or delete it in a text editor",
    ):
        assert [event.name for event in events()] == ["04-pair", "04-pair"]
    note("04-few", "tried")
    assert own_file.read_bytes().startswith(before)
    with pytest.warns(UserWarning, match="damaged line"):
        assert set(progress()) == {"04-pair", "04-few"}


@pytest.mark.parametrize("line", READABLE)
def test_a_readable_line_is_not_reported_as_damaged(line: str) -> None:
    assert read_lines(f"{HEAD}\n{line}")[1] == []


def test_only_the_lines_that_were_added_are_parsed(own_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(own_file, *[RIGHT] * 1000)
    assert len(events()) == 1000
    parsed: list[int] = []

    def counted(text: str) -> Any:
        parsed.append(text.count("name"))
        return read_lines(text)

    monkeypatch.setattr(learner_record, "read_lines", counted)
    for text in ("0", "0.", "0.5"):
        note("04-few", "typed", answers=("lists", "0", text), repeats=False)
    with own_file.open("a", encoding="utf-8") as file:
        file.write(f"\n{RIGHT}\n{RIGHT}")  # by another process
    assert (len(events()), typed()["04-few"].answers) == (1002, ("lists", "0", "0.5"))
    assert (len(events()), sum(parsed)) == (1002, 5)


CHANGES: dict[str, Callable[[str], str]] = {
    "nothing": lambda text: text,
    "lines were added": lambda text: f"{text}\n{RIGHT}\ntorn\n{RIGHT}",
    "the last line was completed": lambda text: text + '"tried"}',
    "a damaged line was corrected": lambda text: text.replace("damaged", RIGHT),
    "a line was deleted": lambda text: text.replace(f"\n{RIGHT}", "", 1),
    "lines were exchanged": lambda text: "\n".join([HEAD, *text.splitlines()[:0:-1]]),
    "all was cut off": lambda text: text[:60],
    "the file is empty": lambda text: "",
    "the lines of Windows": lambda text: text.replace("\n", "\r\n"),
}


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("last", [RIGHT, '{"name": "04-few", "what": '])
def test_a_record_that_changed_is_read_as_if_it_were_read_once(
    own_file: Path, change: Callable[[str], str], last: str
) -> None:
    write(own_file, RIGHT, "damaged", json.dumps({"name": "a", "what": "typed", "answers": ["l", "0", "é"]}), last)
    learner_record.read()
    own_file.write_bytes(change(own_file.read_text("utf-8")).encode())
    second = learner_record.read()
    learner_record._last_parsed = learner_record._Parsed()
    assert second == learner_record.read()


def test_what_a_caller_changes_is_not_kept(own_file: Path) -> None:
    write(own_file, RIGHT)
    progress().clear()
    assert set(progress()) == {"04-pair"}


def test_damaged_lines_are_reported_in_one_sentence_in_the_reader_s_language(own_file: Path) -> None:
    write(own_file, "null", RIGHT, "torn")
    assert f"'{own_file}' has 2 damaged lines, which do not count; the first is line 2. Correct" in report()
    set_language("es")
    try:
        assert f"'{own_file}' tiene 2 líneas dañadas, que no cuentan; la primera es la línea 2" in report()
    finally:
        set_language("en")
    assert "2 damaged lines" in run("progress").stdout


def test_the_report_removes_terminal_escapes_from_names(own_file: Path) -> None:
    write(own_file, json.dumps({"name": "\x1b[2J\u202ename", "what": "tried"}))
    assert report().splitlines() == ["[2J⟨U+202E⟩name: not right yet (tried: 1)"]
    write(own_file, json.dumps({"name": "predict \x1b[2J\u202eAP", "what": "tried"}))
    assert report().splitlines() == ["Predict [2J⟨U+202E⟩AP: not right yet (tried: 1)"]


@pytest.mark.long
@pytest.mark.parametrize("metric", ["AP", "X", "RMSE", ""])
@pytest.mark.parametrize("code", ["NO_SUCH", "AP_DIV_R", ""])
@pytest.mark.parametrize("days", [("2026-01-01", "2026-06-01"), ("9999-12-30", "9999-12-31")])
def test_no_recorded_event_breaks_a_drill(own_file: Path, metric: str, code: str, days: tuple[str, str]) -> None:
    mistake = {
        "name": "one",
        "what": "tried",
        "answers": ["0.5"],
        "seed": 0,
        "metric": metric,
        "codes": [code],
        "at": days[0],
    }
    right = {"what": "right", "answers": ["0.5"], "metric": metric, "at": days[1], "hints": 10**300, "seed": 10**300}
    ends = ("1 1", "99 1", "\u00b2 1", "1 \u00b2", "1 " + "9" * 5000, f"1 {2**70}", "0 0", "", "x y z")
    for end in ends:
        write(
            own_file, json.dumps(mistake), json.dumps(right | {"hints": 0, "seed": 0, "name": f"drill {metric} {end}"})
        )
        assert Drill("AP").exercise.name.startswith("drill AP")
        assert report()
    write(own_file, *(json.dumps(right | {"name": name}) for name in ("04-pair", "04-parra")))
    assert [Practice("04-pair").exercise.name, Practice("04-parra").exercise.name] == ["04-pair", "04-parra"]


def test_kept_texts_can_be_shown(own_file: Path) -> None:
    write(own_file, json.dumps({"name": "04-pair", "what": "tried", "answers": ["\ud800" + "1" * 300, "2\n\u202e3"]}))
    values = [field["value"] for field in Practice("04-pair").view["fields"]]
    assert values == ["1" * MAX_CHARACTERS, "2 ⟨U+202E⟩3"]


@pytest.mark.long
def test_the_same_answer_is_recorded_once(own_file: Path) -> None:
    part = Practice("04-pair")
    for answers in (["0.1", "0.2"], ["0.1", "0.2"], ["0.1", "0.3"], ["0.1", "0.2"]):
        part.act({"do": "check", "answers": dict(zip("01", answers, strict=True))})
    assert progress()["04-pair"].tried == 3
    part.act({"do": "again"})
    part.act({"do": "check", "answers": {"0": "0.1", "1": "0.2"}})
    assert [event.what for event in events()] == ["tried"] * 3 + ["begun", "tried"]
    drill = Drill("AP")
    for entry in ({"0": "0.123"}, {"step": "9"}, {"step": "8"}):
        drill.act({"do": "check", "answers": entry})
    assert len(events()) == 6, "the entry of a worked step is no other answer"


@pytest.mark.skipif(os.name == "nt", reason="Windows gives rights by lists")
def test_only_its_owner_reads_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rights(*paths: Path) -> list[str]:
        return [f"{stat.S_IMODE(path.stat().st_mode):o}" for path in paths]

    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "new" / "record.json"))
    note("04-pair", "tried")
    assert rights(tmp_path / "new", progress_file()) == ["700", "600"]
    (tmp_path / "new").chmod(0o755)  # a folder that the user names is the user's
    note("04-pair", "tried")
    assert rights(tmp_path / "new") == ["755"]
    monkeypatch.delenv("METRICS_EDU_PROGRESS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "metrics_edu"
    note("04-pair", "tried")
    assert rights(own, own / "progress.json") == ["700", "600"] or sys.platform == "darwin"


def test_kept_hints_and_seeds_have_a_limit(own_file: Path) -> None:
    write(
        own_file,
        json.dumps({"name": "04-pair", "what": "tried", "answers": ["1", "2"], "hints": 9, "seed": MAX_NUMBER}),
    )
    part = Practice("04-pair")
    assert "Next hint (0 left)" in {button["label"] for button in part.view["buttons"]}
    part.act({"do": "draw"})
    assert read_lines(own_file.read_text("utf-8"))[1] == []


def test_a_mistake_dated_in_year_9999_does_not_come_back() -> None:
    event = Event("one", "tried", ("0.5",), metric="AP", codes=("AP_DIV_R",), at="9999-12-31")
    assert (event.day, named_mistakes.coming_back([event])) == (None, {})
