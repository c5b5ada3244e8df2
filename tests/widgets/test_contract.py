"""The contract between Python and the page holds: views have types, which mypy checks, and each action has a method."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict

import pytest
from anywidget import AnyWidget

from metrics_edu import Ranking, Ratings, compare_runs, widgets
from metrics_edu.widgets import (
    Compare,
    Drill,
    Explorer,
    FadedStepper,
    FileDiagnosis,
    IdealList,
    Inverse,
    Judges,
    Lecture,
    PairedTest,
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
from metrics_homework import widgets as homework_widgets
from metrics_homework.widgets import ExerciseSheet, PollUpload, SubmissionUpload
from tools.front_end.front_end_types import TYPES, typescript, typescript_module

SOURCES = STATIC.parent / "src"
WIDGETS = [getattr(widgets, name) for name in widgets.__all__] + [ExerciseSheet, PollUpload, SubmissionUpload]
LIST = Ranking.parse("NRRNNRNNNRRR", relevant=8)
GRADED = Ranking.parse("3 0 2 0 1", pool="3 3 2 1")
TWO = Ranking.from_lists({"a": ["x", "y"], "b": ["z"]}, {"a": {"x": 1}, "b": {}})
RATINGS = Ratings([4, 3], [5, 4])
EDITED: list[dict[str, Any]] = [
    {"do": "toggle", "id": "i0"},
    {"do": "choose", "id": "i1"},
    {"do": "table", "open": True},
    {"do": "trail", "open": True},
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
TWO_RUNS: list[dict[str, list[str]]] = [{"u": ["a", "x"], "v": ["x", "b"]}, {"u": ["x", "a"], "v": ["b"]}]
TESTED: list[dict[str, Any]] = [
    {"do": "swap", "id": "2"},
    {"do": "leave", "id": "2"},
    {"do": "set", "key": "flips", "value": "none"},
    {"do": "undo"},
    {"do": "set", "key": "query", "value": "1"},
    {"do": "set", "key": "order", "value": "given"},
    {"do": "leave", "id": "7"},
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
    "Judges": (
        lambda: Judges("abcdefghij", "jabcdefghi", ["cei", "ceij", "cej"]),
        [
            {"do": "vote", "id": "9", "judge": "1", "vote": "-"},
            {"do": "move", "id": "9", "list": 1, "by": 1},
            {"do": "set", "key": "rule", "value": "sum"},
            {"do": "user", "key": "1 3"},
            {"do": "metric", "key": "all 1"},
            {"do": "undo"},
        ],
    ),
    "Predict": (lambda: Predict("AP", LIST), TRIED),
    "Predict of two": (lambda: Predict("AP", {"one": LIST, "two": Ranking.parse("NNR")}), TRIED),
    "Predict of ratings": (lambda: Predict("RMSE", RATINGS), TRIED),
    "Practice": (lambda: Practice("04-pair"), TRIED),
    "Quiz": (lambda: Quiz("06-novelty"), TRIED),
    "Quiz with options": (lambda: Quiz("00-threshold"), [{"do": "check", "answers": {"0": "both"}}]),
    "Drill": (lambda: Drill("AP", "RMSE"), TRIED),
    "FileDiagnosis": (
        lambda: FileDiagnosis("AP=0.5"),
        [{"do": "refuse"}, {"do": "check", "answers": {"claims": "AP"}}, {"do": "exchange"}, {"do": "solution"}],
    ),
    "ExerciseSheet": (
        lambda: ExerciseSheet(["AP@5"], folder=None, class_code="x", reveal="2020-01-01T10:00"),
        IN_CLASS,
    ),
    "PairedTest": (lambda: PairedTest({"A": [0.1, 0.5, 0.3], "B": [0.2, 0.5, 0.9], "C": [1, 1, 1]}), TESTED),
    "PairedTest of lists": (
        lambda: PairedTest(compare_runs({"base": TWO_RUNS[0], "new": TWO_RUNS[1]}, {"u": ["a"], "v": ["b"]}, "RR")),
        [*TESTED, {"do": "lists", "action": {"do": "toggle", "id": "i0", "list": 1}}],
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
TRAITS = get_type_hints(Traits)
OF_ANYWIDGET = {"layout", "tabbable", "tooltip"}
"""The traits without an underscore that every widget of ipywidgets sends."""


@pytest.fixture(autouse=True)
def own_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


def check_traits(widget: Any) -> None:
    """Compare the names of all traits that the page gets with their type; JSON can write their values, and a screen shows them."""
    sent = {name: value for name, value in widget.get_state().items() if not name.startswith("_")}
    assert sent.keys() - OF_ANYWIDGET <= TRAITS.keys()
    json.dumps([sent.get(name) for name in TRAITS], allow_nan=False)
    screens = re.findall("readonly screen: (.+);", TYPES.read_text("utf-8"))
    assert any(f'"{widget.view["screen"]}"' in screen.split(" | ") for screen in screens)


@pytest.mark.parametrize("name", SHOWN)
def test_all_that_a_widget_sends_is_json(name: str) -> None:
    make, tried = SHOWN[name]
    widget: Any = make()
    for action in [{"do": "nothing"}, *tried]:
        widget.act(action)
        check_traits(widget)


def test_all_that_an_upload_sends_is_json(tmp_path: Path) -> None:
    init_tarea(tmp_path)
    upload: Any = SubmissionUpload(tmp_path / "tarea1.yaml")
    check_traits(upload)
    for folder in sorted(path for path in (tmp_path / "submissions").iterdir() if path.is_dir())[:3]:
        files = sorted(folder.iterdir())
        upload.act({"do": "upload", "names": [file.name for file in files]}, [file.read_bytes() for file in files])
        check_traits(upload)
        upload.act({"do": "check", "answers": {"user": "1001", "MAP@10": "0.5"}})
        check_traits(upload)


@pytest.mark.parametrize("widget", WIDGETS)
def test_every_view_has_a_type_of_the_contract(widget: Any) -> None:
    """So mypy finds a missing, an unknown and an invalid field where the view is made."""
    view = get_type_hints(getattr(widget, "_card", widget._view))["return"]
    assert is_typeddict(view)
    assert view.__module__.startswith("metrics_edu.widgets.contract.")


def test_few_values_of_widgets_have_no_type() -> None:
    folders = (Path(widgets.__file__).parent, Path(homework_widgets.__file__).parent)
    sources = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py")]
    assert len(sources) > 40
    assert sum(source.count("dict[str, Any]") for source in sources) <= 20


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
    kinds = [kind for kind in vars(actions).values() if is_typeddict(kind) and "do" in get_type_hints(kind)]
    assert all(get_args(get_type_hints(kind)["do"]) for kind in kinds)
    used = {kind for widget in WIDGETS for kind in (get_args(widget.ACTIONS) or ())}
    assert {kind.__name__ for kind in kinds} == {kind.__name__ for kind in used}


def test_the_types_of_the_front_end_are_up_to_date() -> None:
    assert TYPES.read_text("utf-8") == typescript_module(), "run `python -m tools.front_end.front_end_types`"


@pytest.mark.parametrize("hint", [bytes, set[str], list[bytes], str | bytes, dict[str, complex]])
def test_a_type_that_the_page_cannot_read_raises_type_error(hint: Any) -> None:
    with pytest.raises(TypeError, match="cannot have a field of type"):
        typescript(hint)


def test_a_type_of_the_front_end_extends_its_bases() -> None:
    assert "export interface ExploredView extends EditedView, Explored {\n}\n" in typescript_module()
    assert "export interface Tile extends NamedValue, Change {\n  readonly key: string;" in typescript_module()


def hooks_of(kind: type) -> set[str]:
    """Return the hooks that the docstring of a class itself lists."""
    section = inspect.cleandoc(kind.__doc__ or "").partition("Hooks\n-----\n")[2]
    return {name for line in re.findall(r"^\w.*$", section, re.MULTILINE) for name in line.split(", ")}


def replaced_by(kind: type) -> set[str]:
    """Return the attributes of its bases that a class replaces; an action may be extended by any class."""
    inherited = {name for base in kind.__mro__[1:] if issubclass(base, MetricWidget) for name in vars(base)}
    made = vars(AnyWidget).keys() | {"_anywidget_commands"}  # by traitlets and anywidget, for each class
    return {name for name in inherited & vars(kind).keys() - made if not name.startswith(("__", "_do_"))}


KINDS = sorted({kind for widget in WIDGETS for kind in widget.__mro__ if issubclass(kind, MetricWidget)}, key=str)


@pytest.mark.parametrize("kind", KINDS)
def test_a_subclass_replaces_only_public_names_and_hooks(kind: type) -> None:
    hooks = set().union(*map(hooks_of, kind.__mro__[1:]))
    assert {name for name in replaced_by(kind) if name.startswith("_")} <= hooks


def test_every_hook_is_replaced_by_a_subclass() -> None:
    assert set().union(*map(hooks_of, KINDS)) <= set().union(*map(replaced_by, KINDS))


@pytest.mark.parametrize("widget", WIDGETS)
def test_a_public_signature_has_no_private_type(widget: Any) -> None:
    own = [value for name, value in vars(widget).items() if name == "__init__" or not name.startswith("_")]
    functions = [value.__func__ if isinstance(value, classmethod) else value for value in own]
    shown = {hint for value in functions if inspect.isfunction(value) for hint in value.__annotations__.values()}
    assert not any(re.search(r"\b(State|Session|UserLists|Computed)\b", str(hint)) for hint in shown)
