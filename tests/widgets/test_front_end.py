"""The front end is one module that asks for nothing: so it runs in VS Code, in Colab and without a network."""

from __future__ import annotations

import hashlib
import json
import math
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import Ranking, Ratings, set_language, widgets
from metrics_edu.practice import Exercise
from metrics_edu.widgets.core import widget, words
from metrics_edu.widgets.core.words import interface_words
from metrics_homework.policy import Policy
from metrics_homework.widgets import ExerciseSheet, PollUpload, SubmissionUpload

SOURCES = widget.STATIC.parent / "src"
MODULE = (widget.STATIC / "widgets.js").read_text(encoding="utf-8")
SCRIPTS = {
    path.relative_to(SOURCES).as_posix(): path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.ts"))
}
GENERATED = "core/contract.ts"
"""It names every word, whether or not a screen uses it."""
STYLE = (widget.STATIC / "widgets.css").read_text(encoding="utf-8")
SHEETS = {path.relative_to(SOURCES).as_posix(): path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.css"))}
INDEX = "index.css"
CODE = re.sub(r"/\*.*?\*/", "", MODULE, flags=re.DOTALL)  # a licence may name its address
NAMESPACES = {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"}


@pytest.mark.parametrize(("bundle", "ending"), [(MODULE, "*.ts"), (STYLE, "*.css")], ids=["module", "style"])
def test_the_bundles_are_built_from_their_sources(bundle: str, ending: str) -> None:
    sources = sorted(path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob(ending))
    assert sources
    digest = hashlib.sha256(b"".join((SOURCES / name).read_bytes() for name in sources)).hexdigest()
    assert f"sha256:{digest}" in bundle.split("\n", 1)[0], "the sources have changed: run `make js`"


def test_the_module_is_small() -> None:
    assert len(MODULE.encode()) <= 141_500


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_line_of_a_source_is_longer_than_100_characters(name: str) -> None:
    """The formatter breaks no template."""
    lines = SCRIPTS[name].splitlines()
    assert [line for line in lines if len(line) > 100] == []


def test_only_one_directive_sets_html() -> None:
    """Python has escaped what it sets there; everything else is text."""
    ways = re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|createContextualFragment)\b")
    assert [name for name, source in SCRIPTS.items() if ways.search(source)] == ["core/directives.ts"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_template_has_a_style_attribute(name: str) -> None:
    """A page's Content-Security-Policy may forbid it; the property `.style` is allowed."""
    assert not re.search(r"[\s\"]style=", SCRIPTS[name])


@pytest.mark.parametrize(
    "word", [r"\bimport\b\s*[\w{*'\"(]", r"\brequire\s*\(", "@jupyterlab", r"\beval\(", r"new Function\("]
)
def test_the_module_imports_no_other_module(word: str) -> None:
    assert not re.search(word, CODE)


@pytest.mark.parametrize("text", [CODE, STYLE], ids=["module", "style"])
def test_the_front_end_makes_no_network_request(text: str) -> None:
    assert set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s'\"`)]*", text)) <= NAMESPACES
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|@import|url\(", text)


def test_every_word_used_by_the_module_is_sent() -> None:
    asked = set(re.findall(r"""\bt\(["'](\w+)["']""", "".join(SCRIPTS.values())))
    assert len(asked) > 30
    assert asked <= set(interface_words())


def test_every_sent_word_is_used_by_the_module() -> None:
    written = "".join(text for name, text in SCRIPTS.items() if name != GENERATED)
    named = set(re.findall(r"""["'](\w+)["']""", written))
    assert set(interface_words()) - named == set()


def test_word_keys_are_unique() -> None:
    text = (Path(words.__file__).with_name("words.json")).read_text("utf-8")
    keys = [key for key, _word in json.loads(text, object_pairs_hook=list)]
    assert len(keys) == len(set(keys))


PARTS = [found for name in widgets.__all__ if issubclass(found := getattr(widgets, name), widget.MetricWidget)]


def test_the_style_sheet_of_every_widget_is_the_same() -> None:
    """An upload adds the style of its report."""
    assert len(PARTS) == len(widgets.__all__)
    assert all(str(one._css).startswith(STYLE) for one in PARTS)


def test_the_index_imports_every_style_sheet_once() -> None:
    imported = re.findall(r'@import "\./(.+?)"', SHEETS[INDEX])
    assert sorted(imported) == sorted(SHEETS.keys() - {INDEX})


COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ROOT = re.compile(r"(?:(?:\[data-jp-theme-light=\S+\]|\.vscode-\w+) )?\.metrics-edu(?![\w-])")


def split_list(text: str) -> list[str]:
    """Split a selector list at the commas that are in no parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [" ".join(part.split()) for part in parts]


def resolve(parents: list[str], nested: str) -> list[str]:
    """Return the selectors of a nested rule, with its parents written out."""
    if not parents:
        return [nested]
    return [nested.replace("&", parent) if "&" in nested else f"{parent} {nested}" for parent in parents]


def rules(sheet: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each rule of a sheet: the text before its brace, with comments, and its selectors with nesting resolved."""
    parents: list[list[str]] = [[]]
    text = re.sub(r'"[^"\n]*"', '""', COMMENT.sub(lambda found: re.sub("[{};]", " ", found[0]), sheet))
    for before, end in re.findall(r"([^{};]*)([{};])", text):
        head = COMMENT.sub("", before).strip()
        if end == "{" and head.startswith("@"):
            parents.append(parents[-1])
        elif end == "{":
            parents.append([one for part in split_list(head) for one in resolve(parents[-1], part)])
            yield before, parents[-1]
        elif end == "}":
            parents.pop()


@pytest.mark.parametrize("name", sorted(SHEETS.keys() - {INDEX}))
def test_style_touches_only_the_widget(name: str) -> None:
    """Every rule begins with the root's class, after a theme's own; but a still is beside the widget, not in it."""
    selectors = [selector for _text, found in rules(SHEETS[name]) for selector in found]
    assert selectors
    beside = [one for one in selectors if not ROOT.match(one)]
    assert [one for one in beside if not (one.endswith(" .me-still") or one.startswith(".me-still:has("))] == []


def parts(selector: str) -> list[str]:
    """Return the parts of a selector below the root, which combinators separate; `:is(.a > .b)` is one part."""
    while "(" in selector:
        selector = re.sub(r"\([^()]*\)", "", selector)
    below = re.sub(ROOT.pattern + r"[^\s>+~]*", "", selector, count=1)
    return re.findall(r"[^\s>+~]+", below)


@pytest.mark.parametrize("name", sorted(SHEETS.keys() - {INDEX}))
def test_a_selector_has_three_parts_or_a_reason(name: str) -> None:
    long = [(before, one) for before, found in rules(SHEETS[name]) for one in found if len(parts(one)) > 3]
    assert [one for before, one in long if not COMMENT.search(before)] == []


def test_a_line_of_style_has_at_most_100_characters() -> None:
    lines = [line for sheet in SHEETS.values() for line in sheet.splitlines()]
    assert [line for line in lines if len(line) > 100] == []


@pytest.mark.long
def test_the_widgets_need_no_jupyterlab() -> None:
    names = ("jupyterlab", "notebook", "jupyter_server")
    code = f"import sys, metrics_edu.widgets; print([name for name in {names} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


# What Python sends

POLICY = Policy(
    submissions={"ranking": {"file": "ranking.json"}},
    data={"train": "no.csv", "validation": "no.csv"},
    measures=["MAP@10"],
)
NONE, SOME = Ranking.parse("NN", relevant=0), Ranking.parse("NRRN", relevant=3)
MADE: dict[str, Callable[[], Any]] = {
    "RankedList": lambda: widgets.RankedList(NONE),
    "Explorer": lambda: widgets.Explorer({"Ana": NONE, "Eva": SOME}, measure="nDCG", empty="skip"),
    "Compare": lambda: widgets.Compare(NONE, SOME, ["AP", "nDCG", "Rank"]),
    "IdealList": lambda: widgets.IdealList("nDCG@10", NONE),
    "Inverse": lambda: widgets.Inverse(["Rank other", "AP = 0.5"], NONE),
    "Judges": lambda: widgets.Judges("abc", "bca", [[], "a"], "RR"),
    "Predict": lambda: widgets.Predict("AP", NONE),
    "Predict of two": lambda: widgets.Predict("AP", {"A": NONE, "B": SOME}),
    "Predict of ratings": lambda: widgets.Predict("RMSE", Ratings([4, 3], [5, 3])),
    "Practice": lambda: widgets.Practice(Exercise("none", "Rank", (NONE,))),
    "Quiz": lambda: widgets.Quiz("06-novelty"),
    "FileDiagnosis": lambda: widgets.FileDiagnosis("AP=0.5"),
    "ExerciseSheet": lambda: ExerciseSheet(["AP@5", "nDCG@5"], class_code="iic3633", folder=tempfile.mkdtemp()),
    "PollUpload": PollUpload,
    "SubmissionUpload": lambda: SubmissionUpload(POLICY),
    "PairedTest": lambda: widgets.PairedTest({"A": [0, 0.5], "B": [0, 0.5]}),
    "Stepper": lambda: widgets.Stepper("Rank", NONE),
    "FadedStepper": lambda: widgets.FadedStepper("MAP@3", Ranking.batch([NONE, SOME])),
    "Stepper of an empty list": lambda: widgets.Stepper("AP", Ranking.parse("", relevant=0), convention="rectools"),
}
ACTIONS = [
    {"do": "choose", "id": "i1", "list": 0},
    {"do": "user", "key": "mean"},
    {"do": "user", "key": "0"},
    {"do": "move", "id": "i1", "by": -1, "list": 0},
    {"do": "ideal", "chosen": math.nan},
    {"do": "shuffle", "chosen": math.nan},
    {"do": "grade", "id": "i1", "grade": math.nan, "list": 0},
    {"do": "move", "id": "i1", "rank": math.inf, "list": 0},
    {"do": "set", "key": "n", "value": math.nan},
    {"do": "toggle", "id": math.nan, "list": math.nan},
    {"do": "table", "open": math.nan},
    {"do": "check", "answers": {"0": "nan"}},
    {"do": "commit", "answers": {"0": "0.5"}},
    {"do": "solution"},
    {"do": "commit", "answers": {"0": "nan"}},
    {"do": "commit", "answers": {"0": "9" * 400}},
    {"do": "commit", "answers": {"0": "A"}},
    {"do": "reveal"},
    {"do": "check", "answers": {"0": math.nan}},
    {"do": "undo"},
    {"do": "begin", "answers": {"student": "ana"}, "kept": ["{", None]},
    {"do": "write", "key": "0", "text": "nan"},
    {"do": "write", "key": "9", "text": "1"},
    {"do": "write", "key": math.nan, "text": math.nan},
    {"do": "judge"},
    {"do": "save"},
    {"do": "fill", "at": math.nan, "text": "1"},
    {"do": "fill", "at": 0, "text": "nan"},
    {"do": "round", "round": math.nan},
    {"do": "upload", "names": [math.nan]},
    {"do": "refuse", "size": math.nan},
    {"do": "check", "answers": {"MAP@10": "nan"}},
]


def no_json(constant: str) -> float:
    raise AssertionError(f"{constant} is no JSON")


@pytest.mark.parametrize("name", MADE)
def test_the_sent_state_is_valid_json_even_without_a_value(name: str) -> None:
    made = MADE[name]()
    for action in [{}, *ACTIONS]:
        made.act(action)
        state = made.get_state(drop_defaults=False)
        assert isinstance(json.loads(state["view"], parse_constant=no_json), dict)
        rest = {
            key: state[key] for key in ("text", "sentence", "figure", "controls", "state_line", "at") if key in state
        }
        json.dumps(rest, allow_nan=False)


def test_a_view_that_is_not_json_is_rejected() -> None:
    with pytest.raises(ValueError, match="JSON"):
        widget.as_text({"value": math.nan}, None)


@pytest.mark.parametrize("made", [lambda: widgets.RankedList(SOME), lambda: widgets.Explorer(SOME)])
def test_interface_words_follow_the_language(made: Callable[[], Any]) -> None:
    widget = made()
    try:
        assert widget.text == interface_words()
        set_language("es")
        widget.act({"do": "toggle", "id": "i0"})
        assert widget.text == interface_words()
        assert widget.text["undo"] == "Deshacer"
    finally:
        set_language("en")
    widget.act({"do": "undo"})
    assert widget.text["undo"] == "Undo"
