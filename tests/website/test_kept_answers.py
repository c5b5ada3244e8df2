"""The kept answers of the front page: each is what Python sends in the page, byte for byte."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from metrics_edu.examples import apples, graded
from metrics_edu.language import LANGUAGES, language, set_language
from metrics_edu.widgets import Explorer
from website.build import kept_files, kept_front_list
from website.build.front_page import first_state
from website.build.kept_answers import edits
from website.build.kept_files import kept_file, made_from
from website.build.kept_front_list import first_move, front_file
from website.build.sources import PAGE_FOLDER

REPLAY = """
import json, sys; sys.path[:0] = [sys.argv[1]]
import anywidget
traits = {}
anywidget.AnyWidget._host_send = staticmethod(lambda _id, _kind, sent: traits.update(json.loads(sent)))
from metrics_edu import set_language; set_language(sys.argv[2])
from addresses import LinkedWidget
for line in sys.stdin:
    anywidget.begin(0); traits.clear()
    widget = LinkedWidget("").widget
    for action in json.loads(line):
        anywidget.receive(widget.model_id, json.dumps({"action": action}), [], 0)
    print(json.dumps(traits))
"""
"""Repeat actions as the page's Python does: for each line of actions print all traits that the page has then."""


def unpacked(path: Path) -> dict[str, dict[str, Any]]:
    packed = json.loads(gzip.decompress(path.read_bytes()))
    texts = {key: "".join(packed["pieces"][k] for k in numbers) for key, numbers in packed["answers"].items()}
    return {key: json.loads(text) for key, text in texts.items()}


def replayed(keys: list[str], language: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-c", REPLAY, str(PAGE_FOLDER), language]
    printed = subprocess.run(command, input="\n".join(keys), capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("share", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_kept_answers_are_what_python_sends_in_the_page(language: str, share: int) -> None:
    kept = unpacked(front_file(language))
    set_language(language)
    styles: Any = Explorer._css  # Python brings those of all widgets
    first, move = first_state() | {"_css": styles}, first_move(Explorer(apples()).view)
    set_language("en")
    keys = random.Random(language).sample(list(kept), len(kept) // share)
    for key, traits in zip(keys, replayed(keys, language), strict=True):
        is_after_move = len(json.loads(key)) > 1 and json.loads(key)[0] == move
        shown = first | (kept[json.dumps([move], separators=(",", ":"), sort_keys=True)] if is_after_move else {})
        expected = {name: (shown | kept[key])[name] for name in traits}
        assert json.dumps(expected) == json.dumps(traits), key


def test_every_first_edit_of_the_list_is_kept() -> None:
    kept = unpacked(front_file("en"))
    ids = [f"i{k}" for k in range(12)]
    first = [json.loads(key) for key in kept]
    moves = {(a["id"], a["rank"]) for a, *rest in first if a["do"] == "move" and "rank" in a and not rest}
    assert moves == {(item, rank) for k, item in enumerate(ids) for rank in range(1, 13) if rank != k + 1}
    for do in ("toggle", "remove", "miss"):
        assert [a["id"] for a, *rest in first if a["do"] == do and not rest] == ids
    assert sum(a["do"] == "metric" and not rest for a, *rest in first) == 8
    assert all(json.loads(traits.get("view", "{}")).get("screen", "explorer") == "explorer" for traits in kept.values())


def test_a_graded_list_with_missed_items_has_edits_of_both() -> None:
    view = Explorer(graded()).view
    row, missed = view["list"]["shown"][0], view["list"]["missed"][0]
    grades = [a["grade"] for a, *_rest in edits(view) if a["do"] == "grade" and a["id"] == row["id"]]
    assert grades == [grade for grade in range(6) if grade != row["grade"]]
    of_missed = [a for a, *rest in edits(view) if not rest and a.get("id") == missed["id"] and a["do"] != "grade"]
    ranks = range(1, len(view["list"]["shown"]) + 2)
    moves = [{"do": "move", "rank": rank, "id": missed["id"]} for rank in ranks]
    assert of_missed == [{"do": "remove", "id": missed["id"]}, {"do": "show", "id": missed["id"]}, *moves]


def test_answers_are_made_again_only_if_something_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "KEPT", tmp_path)
    monkeypatch.setattr(kept_front_list, "front_answers", lambda: {"[]": {"view": "made"}})
    path = front_file("en")
    assert unpacked(path) == {"[]": {"view": "made"}}
    monkeypatch.setattr(kept_front_list, "front_answers", lambda: {"[]": {"view": "made again"}})
    assert front_file("en") == path
    assert unpacked(path) == {"[]": {"view": "made"}}
    monkeypatch.setattr(kept_front_list, "apples", graded)
    monkeypatch.setattr(kept_front_list, "first_move", lambda _view: {})
    assert unpacked(front_file("en")) == {"[]": {"view": "made again"}}
    assert front_file("en").parent.name != path.parent.name
    assert made_from("one list") != made_from("another list")


def test_answers_are_made_in_their_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "KEPT", tmp_path)
    for code in LANGUAGES:
        assert unpacked(kept_file("kept", code, [], lambda: {"": {"language": language()}})) == {"": {"language": code}}
    assert language() == "en"
