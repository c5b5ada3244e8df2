"""The ready lectures: what is committed is what is written, each takes ten minutes, both languages say the same."""

from __future__ import annotations

import ast
import math
from fractions import Fraction
from html import escape
from pathlib import Path

import pytest

from metrics_edu.language import LANGUAGES, number, set_language
from metrics_edu.widgets import Lecture
from metrics_edu.working.labels import in_line
from notebooks.build import lectures, lessons, slide_cells
from notebooks.build.lecture_texts import LECTURES
from notebooks.build.lecture_types import LectureText
from notebooks.build.slide_examples import EXAMPLES
from notebooks.build.source_lectures import LECTURE_OF
from tests import lesson_checks as checks

EACH = [pytest.param(text, language, id=f"{language}/{text.name}") for text in LECTURES for language in LANGUAGES]


def committed(text: LectureText, language: str) -> Path:
    return lectures.FOLDER / language / f"{text.name}.ipynb"


@pytest.mark.parametrize(("text", "language"), EACH)
def test_a_committed_lecture_is_up_to_date_and_executed(text: LectureText, language: str) -> None:
    built, wanted = lessons.read(committed(text, language)), lectures.notebook(text, language)
    assert [(cell.id, cell.source) for cell in built.cells] == [(cell.id, cell.source) for cell in wanted.cells], (
        "run `make notebooks`"
    )
    faults = [*checks.outputs(built), *checks.metadata(built), *checks.headings([*lessons.texts(built).values()])]
    assert [*faults, *checks.dead_links(built, committed(text, language).parent)] == []
    for cell in lessons.texts(built).items():
        assert list(checks.foreign_marks(cell[1], language)) == []


def test_the_folder_holds_only_known_lectures() -> None:
    for language in LANGUAGES:
        assert {path.stem for path in (lectures.FOLDER / language).glob("*.ipynb")} == {text.name for text in LECTURES}


@pytest.mark.parametrize("text", LECTURES, ids=lambda text: text.name)
def test_a_lecture_takes_ten_minutes_and_every_slide_is_translated(text: LectureText) -> None:
    assert lectures.minutes(text)[-1][1] == 10
    for slide in text.slides:
        assert all(said.en and said.es and said.en != said.es for said in (slide.title, slide.say, slide.ask))
        assert lectures.VALUE.findall(slide.say.en) == lectures.VALUE.findall(slide.say.es)


@pytest.mark.parametrize("text", LECTURES, ids=lambda text: text.name)
def test_only_words_differ_between_the_languages(text: LectureText) -> None:
    trees = []
    for language in LANGUAGES:
        tree = ast.parse(f"{lectures.in_words(text, text.lists, language)}\n{lectures.stage(text, language)}")
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and (node.value in text.words.values() or node.value in text.words):
                node.value = ""
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Lecture":
                call.args = [slide for slide in call.args if not isinstance(slide, ast.Constant)]
                call.keywords = [given for given in call.keywords if given.arg != "notes"]
        trees.append(ast.dump(tree))
    assert len(set(trees)) == 1
    source = lectures.in_words(text, text.lists, "es")
    assert all(f'"{word}"' in source for word in text.words.values())


@pytest.mark.parametrize("document", EXAMPLES)
def test_a_lecture_says_every_number_that_its_document_prints(document: str) -> None:
    (text,) = (one for one in LECTURES if one.name == LECTURE_OF[document])
    names = lectures.names_of(text, "en")
    found = [lectures.VALUE.finditer(slide.say.en) for slide in text.slides]
    said = [(value[1], lectures.value_of(value, names)) for values in found for value in values]
    for printed in [one for example in EXAMPLES[document] for one in example.numbers if one.value]:
        value = float(Fraction(printed.computed or printed.value))
        decimals = len((printed.computed or printed.value).partition(".")[2])
        near = 10**-decimals / 2 if decimals else 1e-12
        of_measure = [number for name, number in said if name == printed.measure]
        assert any(math.isclose(number, value, abs_tol=near + 1e-12) for number in of_measure), printed


@pytest.mark.parametrize(("text", "language"), EACH)
def test_the_title_of_a_slide_reveals_no_value(text: LectureText, language: str) -> None:
    names = lectures.names_of(text, language)
    for slide in text.slides:
        values = [lectures.value_of(found, names) for found in lectures.VALUE.finditer(getattr(slide.say, language))]
        written = {number(value) for value in values if value != round(value)}
        assert [value for value in written if value in getattr(slide.title, language)] == []
    set_language("en")


def test_a_lecture_through_a_document_shows_every_widget_of_its_examples() -> None:
    for document in EXAMPLES.keys() - {"vlnet-challenge-mean-average-r-precision"}:
        (text,) = (one for one in LECTURES if one.name == LECTURE_OF[document])
        names = lectures.names_of(text, "en")
        shown = [repr(eval(slide.part, names)) for slide in text.slides if slide.part]
        widgets = [one for one in EXAMPLES[document] if not one.is_coverage]
        assert shown[: len(widgets)] == [repr(eval(one.widget, slide_cells.names_of(one))) for one in widgets]


def test_a_film_without_stars_is_not_relevant() -> None:
    (text,) = (one for one in LECTURES if one.name == "04_ndcg")
    names = lectures.names_of(text, "en")
    assert {*names["grades"].values()} == {0, 1, 2, 3}
    films = names["films"]
    relevant = [title for title, grade in zip(films.items, films.shown, strict=True) if grade]
    assert relevant == ["The Godfather", "Spirited Away", "Parasite", "Casablanca", "Amélie"]


def handout_of(text: LectureText, lists: str, language: str, path: Path, *, key: bool = False) -> str:
    names: dict[str, object] = {}
    shown = lectures.stage(text, language).removesuffix("lecture")
    exec(f"{lectures.imports(text, language)}\n{lists}\n{shown}", names)
    try:
        lecture = names["lecture"]
        assert isinstance(lecture, Lecture)
        lecture.handout(path, getattr(text.title, language), key=key)
    finally:
        set_language("en")
    return path.read_text("utf-8")


@pytest.mark.parametrize(("text", "language"), EACH)
def test_a_handout_contains_the_title_of_every_slide(text: LectureText, language: str, tmp_path: Path) -> None:
    page = handout_of(text, lectures.in_words(text, text.lists, language), language, tmp_path / "handout.html")
    titles = [escape(in_line(getattr(slide.title, language))) for slide in text.slides]
    assert [title for title in titles if title not in page] == []
    assert f'<html lang="{language}">' in page


def test_a_handout_follows_the_lists_a_lecturer_edits(tmp_path: Path) -> None:
    (own,) = (text for text in LECTURES if text.about.en)
    lists = own.lists.replace('"Mango"', '"<b>Café</b>"').replace("[3, 0, 2, 0, 1]", "[0, 1, 0, 0, 0]")
    page = handout_of(own, lists, "es", tmp_path / "hoja.html")
    assert page.count("&lt;b&gt;Café&lt;/b&gt;") == 1, "its list does not change"
