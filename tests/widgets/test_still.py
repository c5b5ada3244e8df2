"""Stills: what a notebook shows of a widget wherever Python does not run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from IPython import display
from nbconvert import HTMLExporter

from metrics_edu import Ranking, set_language, widgets
from metrics_edu.language import LANGUAGES, _
from metrics_edu.metrics import Ratings
from metrics_edu.widgets import (
    Compare,
    Drill,
    Explorer,
    FadedStepper,
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
from metrics_edu.widgets.core.still import STILL_CLASS
from metrics_edu.widgets.core.widget import WIDGET_VIEW, MetricWidget
from metrics_homework.widgets import ExerciseSheet

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
STORED = sorted(
    path for lang in LANGUAGES for folder in (lang, f"lectures/{lang}") for path in (NOTEBOOKS / folder).glob("*.ipynb")
)
COMPARED = {"text/plain", "text/html", "text/latex", "image/png", "image/svg+xml"}
NAMES = "|".join(widgets.__all__)
HOSTILE = "<img src=x onerror=alert(1)>"
LIST = Ranking.from_items([HOSTILE, "Gala"], {"Gala": 1, "Fig": 1})
RATINGS = Ratings([1.5, 2.25], [2, 2], users=["Ana", HOSTILE])
WIDGETS: dict[str, Any] = {
    "explorer": (lambda: Explorer(LIST), ["Gala", "Fig", "AP = 0.2500"]),
    "mean": (lambda: mean_of_two(), ["MAP", "Ana"]),
    "ranked list": (lambda: RankedList(LIST), ["Gala", "Fig"]),
    "compare": (lambda: Compare(LIST, Ranking.parse("RN"), ["AP"]), ["Gala", "0.2500", "1.0000"]),
    "ideal list": (lambda: IdealList("nDCG@2", LIST), ["Gala", "Fig", "nDCG@2 = 0.3869"]),
    "inverse": (lambda: Inverse("AP = 0.5", LIST), ["AP = 0.5000", "Gala", "AP = 0.2500"]),
    "judges": (lambda: Judges("abc", "bca", ["b", "ab"]), ["nDCG@5", "Judge 1", "0.6309", "1.0000"]),
    "paired test": (lambda: PairedTest({HOSTILE: [0.1, 0.2], "B": [0.4, 0.3]}), ["0.4000", "+0.2000", "0.5000"]),
    "stepper": (lambda: Stepper("AP", LIST), ["AP = 0.25"]),
    "stepper of ratings": (lambda: Stepper("RMSE", RATINGS), ["2.25", "Ana", "RMSE = "]),
    "predict": (lambda: Predict("AP", LIST), ["AP", "Missed: Fig"]),
    "predict of ratings": (lambda: Predict("RMSE", RATINGS), ["2.25", "Ana"]),
    "practice": (lambda: Practice("04-pair"), ["AP@5", "List 2"]),
    "quiz": (lambda: Quiz("02-never-falls"), ["List A: which tile", "○ Recall"]),
    "quiz with tables": (lambda: Quiz("06-novelty"), ["novelty", "a, c, d"]),
    "lecture": (lambda: Lecture(HOSTILE, LIST, "Discuss", Stepper("AP", LIST)), ["Gala", "2. Discuss"]),
}


class Tags(HTMLParser):
    """The tags and attributes of some HTML, each of which is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: set[str] = set()
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag == "img" or self.open.pop() == tag


def mean_of_two() -> Explorer:
    explorer = Explorer({"Ana": LIST, "Beto": Ranking.parse("RN")})
    explorer._do_user({"key": "mean"})
    explorer._update()
    return explorer


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    set_language(request.param)
    yield request.param
    set_language("en")


@pytest.mark.parametrize("name", WIDGETS)
def test_a_still_shows_the_question_the_lists_and_the_first_values(name: str) -> None:
    make, expected = WIDGETS[name]
    still = make()._still()
    for text in expected:
        assert text in still


@pytest.mark.parametrize("name", WIDGETS)
@pytest.mark.usefixtures("spoken")
def test_a_still_is_plain_html_with_a_line_of_instructions(name: str) -> None:
    part: MetricWidget = WIDGETS[name][0]()
    still = part._still()
    tags = Tags(still)
    assert not tags.open
    assert tags.tags <= {"div", "p", "b", "em", "table", "thead", "tbody", "tr", "th", "td", "pre", "img"}
    assert tags.attributes <= {"class", "alt", "src"}
    assert re.findall(r' src="([a-z:/+]*)', still) in ([], ["data:image/svg+xml"])
    assert still.endswith(
        _(
            "This is a still picture of a widget. To use the widget, open the notebook in Jupyter and run its "
            "cells. If it still does not change, install anywidget in the environment of the Jupyter server and "
            "reload the page."
        )
        + "</em></p></div>"
    )
    assert repr(part) not in still


@pytest.mark.parametrize("part", [FadedStepper("AP", LIST), Drill("AP"), ExerciseSheet("AP", folder=None)])
def test_a_widget_with_a_question_shows_it_in_its_still(part: MetricWidget) -> None:
    assert f"<p><b>{part._caption()}</b></p>" in part._still()


def test_a_still_contains_no_unrevealed_answer() -> None:
    lecture = Lecture("Which AP?", LIST, Stepper("AP", LIST), Predict("AP", LIST), Compare(LIST, LIST))
    for part in (lecture, Predict("AP", LIST), FadedStepper("AP", LIST)):
        assert "0.25" not in part._still()


def test_a_still_shows_first_and_last_rows_of_long_lists() -> None:
    still = RankedList(Ranking.parse("RN" * 250))._still()
    assert still.count("<tr>") == 32
    assert "<td>…</td>" in still
    assert "<td>500</td>" in still


def test_a_still_shows_a_list_in_two_slides_once() -> None:
    assert Lecture(LIST, "Again", LIST)._still().count("<table>") == 1


def test_a_cell_shows_the_still_and_then_the_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    published: list[dict[str, Any]] = []
    monkeypatch.setattr(display, "publish_display_data", published.append)
    explorer = Explorer(LIST)
    explorer._ipython_display_()
    still, widget = published
    assert still == {"text/plain": repr(explorer), "text/html": explorer._still()}
    assert [*widget] == [WIDGET_VIEW]
    assert widget[WIDGET_VIEW]["model_id"] == explorer.model_id


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.relative_to(NOTEBOOKS).as_posix())
def test_saved_notebooks_contain_stills_and_only_outputs_compared_by_nbval(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    outputs = [output.data for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]
    assert {kind for data in outputs for kind in data} <= COMPARED
    for data in outputs:
        if re.match(rf"({NAMES})\(", data.get("text/plain", "")):
            assert f'<div class="{STILL_CLASS}">' in data["text/html"]


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["en/04_average_precision", "es/05_ndcg", "lectures/en/04_ndcg", "lectures/es/03_average_precision"]
)
def test_a_saved_notebook_shows_its_widgets_without_scripts_and_styles(name: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    page, _resources = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    page = re.sub(r"<(script|style)\b.*?</\1>|\sstyle=\"[^\"]*\"", "", page, flags=re.DOTALL)
    stills = [
        output.data["text/html"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if STILL_CLASS in output.get("data", {}).get("text/html", "")
    ]
    assert stills
    for still in stills:
        assert still in page
    assert not re.search(rf">\s*({NAMES})\(", page)
