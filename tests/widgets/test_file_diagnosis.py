"""FileDiagnosis: what comes of files that are dropped and numbers that are typed, without a browser; and as the command has it."""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import cli
from metrics_edu.language import set_language
from metrics_edu.tables.evaluation import RULES
from metrics_edu.widgets import FileDiagnosis
from metrics_edu.widgets.cards import file_diagnosis
from metrics_edu.widgets.core import sent_files

HOSTILE = "<script>alert(1)</script>"
RUN = f"7 Q0 13 1 0.9 x\n7 Q0 11 2 0.5 x\n{HOSTILE} Q0 12 1 3 x\n".encode()
QRELS = f"7 0 11 2\n7 0 14 1\n{HOSTILE} 0 12 2\n".encode()
CLAIMS = "MAP@3=0.75 RR=0,7500 nDCG@10=abc"


@pytest.fixture
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def drop(widget: Any, **files: bytes) -> None:
    widget.act({"do": "upload", "names": [*files]}, [memoryview(content) for content in files.values()])


def check(widget: Any, claims: str, threshold: str = "1") -> None:
    widget.act({"do": "check", "answers": {"claims": claims, "threshold": threshold}})


def files_of(widget: Any) -> list[str]:
    return [row["name"] for row in widget.view["zone"]["files"]]


def paragraphs(widget: Any) -> list[str]:
    return [html.unescape(text) for text in re.findall(r"<p>(.*?)</p>", widget.view["report"])]


def test_two_files_and_numbers_are_judged_as_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "run.txt", tmp_path / "qrels.txt"]
    for path, content in zip(paths, (RUN, QRELS), strict=True):
        path.write_bytes(content)
    arguments = ["diagnose", *map(str, paths), *CLAIMS.split()]
    cli.main(arguments)
    printed, notes = capsys.readouterr()
    widget = FileDiagnosis()
    drop(widget, run=RUN, qrels=QRELS)
    check(widget, CLAIMS)
    assert paragraphs(widget) == printed.splitlines()
    assert "It first shows on user '7'." in widget.view["report"].replace("&#39;", "'")
    assert re.findall(r'me-note">(.*?)<', widget.view["report"]) == notes.splitlines()
    assert widget.view["summary"] == "Numbers right: 1\xa0of\xa03."
    assert "0.625" not in str(widget.view)
    widget.act({"do": "solution"})
    cli.main([*arguments, "--show"])
    assert paragraphs(widget) == capsys.readouterr().out.splitlines()
    assert "The right value: 0.625." in widget.view["report"]
    check(widget, "AP=0.5")
    assert "right value" not in widget.view["report"]


def test_what_a_file_holds_never_becomes_markup() -> None:
    widget = FileDiagnosis("MAP=0.9")
    drop(widget, **{f"../a/{HOSTILE}": RUN.replace(b"7", b"9"), "judged": QRELS})
    assert "<script" not in widget.view["report"]
    drop(widget, run=b"user,item\n" + HOSTILE.encode() + b',a\n"<b>",b\n', judged=b"user,item\n<b>,b\n")
    check(widget, "RR=0.3333")
    assert paragraphs(widget)
    assert {*re.findall(r"</?\w+", widget.view["report"])} <= {"<p", "</p"}


def test_files_are_taken_by_their_names_in_any_order() -> None:
    widget = FileDiagnosis("RR=0.75")
    drop(widget, **{"qrels.test": QRELS})
    assert files_of(widget) == ["Run", "Judgments: qrels.test"]
    drop(widget, **{"a.txt": RUN})
    assert files_of(widget) == ["Run: a.txt", "Judgments: qrels.test"]
    assert paragraphs(widget) == ["RR = 0.75: Right."]  # at once, as the number is there
    drop(widget, **{"qrels.dev": QRELS})
    assert files_of(widget) == ["Run: a.txt", "Judgments: qrels.dev"]
    drop(widget, **{"truth.csv": QRELS, "my_run.csv": RUN})
    assert files_of(widget) == ["Run: my_run.csv", "Judgments: truth.csv"]
    widget.act({"do": "exchange", "answers": {}})
    assert files_of(widget) == ["Run: truth.csv", "Judgments: my_run.csv"]
    assert widget.view["notice"].endswith("The other way round both can be read: exchange the files.")
    widget.act({"do": "exchange", "answers": {}})
    assert paragraphs(widget) == ["RR = 0.75: Right."]
    other = FileDiagnosis()
    drop(other, one=RUN)
    drop(other, one=RUN + b"8 Q0 1 1 1 x\n")
    assert files_of(other) == ["Run: one", "Judgments"]
    drop(other, two=QRELS)
    assert files_of(other) == ["Run: one", "Judgments: two"]


REFUSED: dict[str, tuple[dict[str, bytes], str, str, str]] = {
    "an empty file": ({"run": b""}, "RR=1", "1", "run is empty; save the file again"),
    "a bad line": ({"run": b"user,item,rank\n7,1\n"}, "RR=1", "1", "run, line 2: expected at least 3 fields; got 2"),
    "a spreadsheet": ({"run": b"PK\3\4"}, "RR=1", "1", "run is a file of zip or Excel: save it as CSV UTF-8"),
    "no claims": ({}, "a number", "1", "write measures and the numbers to judge, as in nDCG@10=0.4213 MAP@10=0.19"),
    "an unknown measure": ({}, "Good@3=1", "1", "unknown measure 'Good@3'"),
    "no threshold": ({}, "RR=1", "high", "threshold must be a number above 0; got 'high'"),
    "too many files": (dict.fromkeys("abc", b""), "", "", "3 files are too many: drop a run and its judgments."),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_one_sentence_and_loses_nothing(case: str) -> None:
    files, claims, threshold, sentence = REFUSED[case]
    widget = FileDiagnosis()
    drop(widget, run=RUN, qrels=QRELS)
    check(widget, "RR=0.75")
    if files:
        drop(widget, **files)
    if claims:
        check(widget, claims, threshold)
        assert [field["value"] for field in widget.view["fields"]] == [claims, threshold, RULES["order"]]
        assert widget.view["report"] == ""
    assert widget.view["notice"].startswith(sentence)
    assert files_of(widget) == ["Run: run", "Judgments: qrels"]
    drop(widget, run=RUN, qrels=QRELS)
    check(widget, "RR=0.75")
    assert (widget.view["notice"], paragraphs(widget)) == ("", ["RR = 0.75: Right."])


def test_a_file_that_the_browser_does_not_send_is_named() -> None:
    widget = FileDiagnosis("RR=1")
    for _twice in range(2):
        before = widget.view
        widget.act({"do": "refuse", "size": 20e6})
        assert widget.view["notice"].startswith("These files have 20 MB, and at most 10 MB are read here.")
        assert widget.view != before  # so that the page does not wait
    widget.act({"do": "refuse"})
    assert widget.view["notice"] == "The browser cannot read this: choose files, but no folder."
    check(widget, "RR=1")
    assert widget.view["notice"] == "drop or choose two files: a run and its judgments"


@pytest.mark.parametrize(
    "error", [MemoryError(), OSError(28, "No space left on device", "/tmp/run"), ImportError("polars")]
)
def test_what_the_page_has_not_is_a_sentence(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = FileDiagnosis("RR=1")

    def fail(*_given: object, **_named: object) -> None:
        raise error

    monkeypatch.setattr(file_diagnosis, "evaluate", fail)
    drop(widget, run=RUN, qrels=QRELS)
    assert widget.view["notice"]
    assert files_of(widget) == ["Run: run", "Judgments: qrels"]


def test_only_the_page_says_that_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "nothing is sent" not in FileDiagnosis().view["about"]
    monkeypatch.setattr(sys, "platform", "emscripten")
    view = FileDiagnosis().view
    assert "and nothing is sent. Four million rows fit" in view["about"]
    assert view["zone"]["max_bytes"] == sent_files.MOST_IN_A_TAB * 10**6


def test_the_files_are_read_once_for_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    evaluate = file_diagnosis.evaluate
    monkeypatch.setattr(
        file_diagnosis, "evaluate", lambda *given, **named: read.append(given) or evaluate(*given, **named)
    )
    widget = FileDiagnosis()
    drop(widget, run=RUN, qrels=QRELS)
    for claims in ("RR=0.75", "RR=0.5", "RR=1"):
        check(widget, claims)
    assert len(read) == 1
    check(widget, "RR=1", "2")
    assert len(read) == 2


@pytest.mark.usefixtures("spanish")
def test_it_is_in_spanish() -> None:
    widget = FileDiagnosis("RR=0,75", threshold=0.5)
    drop(widget, run=RUN, qrels=QRELS)
    assert widget.view["fields"][1]["value"] == "0,5"
    assert paragraphs(widget) == ["RR = 0,75: Correcto."]
    assert files_of(widget) == ["Corrida: run", "Juicios: qrels"]


def test_the_rule_for_equal_scores_is_chosen() -> None:
    widget = FileDiagnosis("RR=0.75")
    drop(widget, **{"run.csv": b"user,item,score\nu,a,1\nu,b,1\n", "qrels.csv": b"user,item\nu,a\n"})
    assert (
        widget.view["fields"][2]["value"]
        == widget.view["fields"][2]["options"][0]
        == "they keep their order in the data"
    )
    widget.act({"do": "check", "answers": {"ties": RULES["expected"]}})
    assert widget.view["fields"][2]["value"] == "each value is the mean over all their orders"
    assert "RR = 0.75: Right." in widget.view["report"]
    widget.act({"do": "check", "answers": {"ties": "any"}})
    assert widget.view["notice"].startswith("ties must be one of 'order'")
