"""The contract between Python and the page holds: real views fit their types, and each action has a method."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from metrics_edu import Ranking, Ratings, widgets
from metrics_edu.widgets import (
    Compare,
    Drill,
    Explorer,
    FadedStepper,
    IdealList,
    Inverse,
    Lecture,
    Practice,
    Predict,
    Quiz,
    RankedList,
    Stepper,
)
from metrics_edu.widgets.contract import actions
from metrics_edu.widgets.contract.actions import action_names
from metrics_edu.widgets.contract.traits import Traits
from metrics_edu.widgets.core.widget import STATIC, MetricWidget
from metrics_edu.widgets.list_state.edits import EDITS
from metrics_homework import init_tarea
from metrics_homework.widgets import ExerciseSheet, SubmissionUpload
from tools.front_end.front_end_types import TYPES, typescript, typescript_module

SOURCES = STATIC.parent / "src"
WIDGETS = [getattr(widgets, name) for name in widgets.__all__] + [ExerciseSheet, SubmissionUpload]
LIST = Ranking.parse("NRRNNRNNNRRR", relevant=8)
GRADED = Ranking.parse("3 0 2 0 1", pool="3 3 2 1")
TWO = Ranking.from_lists({"a": ["x", "y"], "b": ["z"]}, {"a": {"x": 1}, "b": {}})
RATINGS = Ratings([4, 3], [5, 4])
EDITED: list[dict[str, Any]] = [
    {"do": "toggle", "id": "i0"},
    {"do": "choose", "id": "i1"},
    {"do": "table", "open": True},
    {"do": "metric", "key": "ndcg"},
    {"do": "set", "key": "n", "by": -8},
    {"do": "metric", "key": "precision"},
    {"do": "predict", "answer": "0.2"},
    {"do": "set", "key": "graded", "value": "graded"},
    {"do": "undo"},
    {"do": "user", "key": "mean"},
]
TRIED: list[dict[str, Any]] = [
    *({"do": name, "answers": {"0": "0.5", "1": "x"}} for name in ("check", "commit", "hint", "solution", "reveal")),
    *({"do": name} for name in ("again", "draw", "first", "next")),
]
FILLED: list[dict[str, Any]] = [{"do": "fill", "at": k, "text": "1"} for k in range(4)] + [{"do": "round", "round": 2}]
SOLVED: list[dict[str, Any]] = [
    {"do": "fill", "at": k, "text": text} for k in range(4) for text in ("0", "1", "2", "0.5")
]
IN_CLASS: list[dict[str, Any]] = [
    {"do": "begin", "answers": {"student": "ana"}},
    {"do": "write", "key": "0", "text": "0.5", "token": "0.5"},
    {"do": "judge"},
    {"do": "finish"},
    {"do": "finish", "sure": True},
    {"do": "reveal"},
    {"do": "reveal", "sure": True},
]
SHOWN = {
    "RankedList": (lambda: RankedList(LIST), EDITED),
    "Explorer": (lambda: Explorer(LIST), EDITED),
    "Explorer, graded": (lambda: Explorer(GRADED), EDITED),
    "Explorer of users": (lambda: Explorer(TWO), [*EDITED, {"do": "metric", "key": "recall"}]),
    "Explorer, long": (lambda: Explorer(Ranking.parse("NR" * 40)), [{"do": "choose", "id": "i3"}]),
    "Inverse": (lambda: Inverse(["AP = 0.5"], Ranking.parse("NRRN")), [*EDITED, {"do": "solution"}]),
    "IdealList": (lambda: IdealList("nDCG@5", GRADED), EDITED),
    "Compare": (lambda: Compare(LIST, LIST), [{**action, "list": 1} for action in EDITED]),
    "Predict": (lambda: Predict("AP", LIST), TRIED),
    "Predict of two": (lambda: Predict("AP", {"one": LIST, "two": Ranking.parse("NNR")}), TRIED),
    "Predict of ratings": (lambda: Predict("RMSE", RATINGS), TRIED),
    "Practice": (lambda: Practice("04-pair"), TRIED),
    "Quiz": (lambda: Quiz("06-novelty"), TRIED),
    "Quiz with options": (lambda: Quiz("00-threshold"), [{"do": "check", "answers": {"0": "both"}}]),
    "Drill": (lambda: Drill("AP", "RMSE"), TRIED),
    "ExerciseSheet": (
        lambda: ExerciseSheet(["AP@5"], folder=None, class_code="x", reveal="2020-01-01T10:00"),
        IN_CLASS,
    ),
    "Stepper": (lambda: Stepper("nDCG@3", GRADED), []),
    "Stepper of users": (lambda: Stepper("MAP", TWO), []),
    "FadedStepper": (lambda: FadedStepper("nDCG@3", GRADED), FILLED),
    "FadedStepper, solved": (
        lambda: FadedStepper("P@2", Ranking.parse("RN")),
        [*SOLVED, {"do": "choose", "choice": 0}],
    ),
    "FadedStepper of ratings": (lambda: FadedStepper("RMSE", RATINGS), FILLED),
    "Lecture": (lambda: Lecture("Which one?", LIST, Predict("AP", LIST), "And why?"), []),
}
PLAIN: dict[Any, Any] = {float: (int, float), None: type(None)}
TRAITS = get_type_hints(Traits)
OF_ANYWIDGET = {"layout", "tabbable", "tooltip"}
"""The traits without an underscore that every widget of ipywidgets sends."""


@pytest.fixture(autouse=True)
def own_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


def misfits(kind: Any, value: Any, where: str = "view") -> Iterator[str]:
    """Return where a value, as JSON gives it, does not fit a type of the contract."""
    if is_typeddict(kind):
        return _of_fields(kind, value, where)
    return CHECKS.get(get_origin(kind), _of_plain)(kind, value, where)


def _of_fields(kind: Any, value: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r} is no mapping"
        return
    fields = get_type_hints(kind)
    yield from (f"{where}.{name} is unknown" for name in value.keys() - fields.keys())
    yield from (f"{where}.{name} is missing" for name in kind.__required_keys__ - value.keys())
    for name in value.keys() & fields.keys():
        yield from misfits(fields[name], value[name], f"{where}.{name}")


def _of_union(kind: Any, value: Any, where: str) -> Iterator[str]:
    if all([*misfits(one, value, where)] for one in get_args(kind)):
        yield f"{where}: {value!r} is none of {kind}"


def _of_literal(kind: Any, value: Any, where: str) -> Iterator[str]:
    words = get_args(kind)
    if value not in words or type(value) not in map(type, words):
        yield f"{where}: {value!r} is none of {words}"


def _of_sequence(kind: Any, value: Any, where: str) -> Iterator[str]:
    kinds = get_args(kind)
    kinds = kinds * len(value) if get_origin(kind) is list else kinds
    if not isinstance(value, list) or len(kinds) != len(value):
        yield f"{where}: {value!r} is no {kind}"
        return
    for k, (one, item) in enumerate(zip(kinds, value, strict=True)):
        yield from misfits(one, item, f"{where}[{k}]")


def _of_mapping(kind: Any, value: Any, where: str) -> Iterator[str]:
    key_kind, item_kind = get_args(kind)
    for key, item in value.items():
        yield from misfits(key_kind, key, where)
        yield from misfits(item_kind, item, f"{where}.{key}")


def _of_plain(kind: Any, value: Any, where: str) -> Iterator[str]:
    if not isinstance(value, PLAIN.get(kind, kind)) or (isinstance(value, bool) and kind is not bool):
        yield f"{where}: {value!r} is no {kind}"


CHECKS: dict[Any, Any] = {
    Union: _of_union,
    UnionType: _of_union,
    Literal: _of_literal,
    list: _of_sequence,
    tuple: _of_sequence,
    dict: _of_mapping,
}


def check(kind: Any, value: Any) -> None:
    assert [*misfits(kind, json.loads(json.dumps(value)))] == []


def check_traits(widget: Any) -> None:
    """Compare the view and all other traits, as the page gets them, with their types."""
    sent = {name: value for name, value in widget.get_state().items() if not name.startswith("_")}
    assert sent.keys() - OF_ANYWIDGET <= TRAITS.keys()
    check(widget.VIEW, json.loads(sent["view"]))
    for name in sent.keys() & TRAITS.keys():
        check(TRAITS[name], sent[name])


@pytest.mark.parametrize("name", SHOWN)
def test_every_view_matches_its_type(name: str) -> None:
    make, tried = SHOWN[name]
    widget: Any = make()
    for action in [{"do": "nothing"}, *tried]:
        widget.act(action)
        check_traits(widget)


def test_the_upload_view_matches_its_type(tmp_path: Path) -> None:
    init_tarea(tmp_path)
    upload: Any = SubmissionUpload(tmp_path / "tarea1.yaml")
    check_traits(upload)
    for folder in sorted(path for path in (tmp_path / "submissions").iterdir() if path.is_dir())[:3]:
        files = sorted(folder.iterdir())
        upload.act({"do": "upload", "names": [file.name for file in files]}, [file.read_bytes() for file in files])
        check_traits(upload)
        upload.act({"do": "check", "answers": {"user": "1001", "MAP@10": "0.5"}})
        check_traits(upload)


def test_missing_unknown_or_invalid_fields_are_reported() -> None:
    view = json.loads(json.dumps(Explorer(LIST).view))
    assert [*misfits(Explorer.VIEW, {key: value for key, value in view.items() if key != "last_edit"})] == [
        "view.last_edit is missing"
    ]
    assert [*misfits(Explorer.VIEW, view | {"more": 1})] == ["view.more is unknown"]
    view["tiles"][0]["dir"] = 2
    assert [*misfits(Explorer.VIEW, view)] == ["view.tiles[0].dir: 2 is none of (-1, 0, 1)"]


@pytest.mark.parametrize("widget", WIDGETS)
def test_actions_and_methods_correspond_one_to_one(widget: Any) -> None:
    edits = {*EDITS} if issubclass(widget, RankedList) else set()
    methods = {name.removeprefix("_do_") for name in dir(widget) if name.startswith("_do_")}
    assert action_names(widget.ACTIONS) == edits | methods


def test_the_page_sends_only_known_actions() -> None:
    """The type check tests the same; but a card's buttons have their names from Python."""
    sources = sorted(path for path in SOURCES.rglob("*.ts") if path.name != "contract.ts")
    sent = {name for path in sources for name in re.findall(r"""\bdo: "(\w+)\"""", path.read_text("utf-8"))}
    known = set().union(*(action_names(widget.ACTIONS) for widget in WIDGETS))
    assert len(sent) > 15
    assert sent <= known


def test_an_unlisted_action_is_ignored() -> None:
    explorer: Any = Explorer(LIST)
    explorer._do_secret = lambda _action: pytest.fail("carried out")
    explorer.act({"do": "secret"})


def test_every_action_type_is_used_and_names_its_action() -> None:
    kinds = [kind for kind in vars(actions).values() if is_typeddict(kind)]
    assert all(get_args(get_type_hints(kind)["do"]) for kind in kinds)
    used = {kind for widget in WIDGETS for kind in (get_args(widget.ACTIONS) or ())}
    assert {kind.__name__ for kind in kinds} == {kind.__name__ for kind in used}


def test_the_types_of_the_front_end_are_up_to_date() -> None:
    assert TYPES.read_text("utf-8") == typescript_module(), "run `python -m tools.front_end.front_end_types`"


@pytest.mark.parametrize("hint", [bytes, set[str], list[bytes], str | bytes, dict[str, complex]])
def test_a_type_that_the_page_cannot_read_raises_type_error(hint: Any) -> None:
    with pytest.raises(TypeError, match="cannot have a field of type"):
        typescript(hint)


@pytest.mark.parametrize("widget", WIDGETS)
def test_every_widget_names_its_screen(widget: type[MetricWidget]) -> None:
    assert get_args(get_type_hints(widget.VIEW)["screen"])
