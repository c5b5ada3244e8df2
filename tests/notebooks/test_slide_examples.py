"""The examples of the slides: each number is that of its document, in its line, and the package computes it."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from metrics_edu.widgets import Explorer
from notebooks.build import lessons, slide_cells
from notebooks.build.slide_examples import EXAMPLES, Example, Printed
from website.build.documents.slides_page import address_of, lecture_address, lecture_links
from website.build.documents.tree import Tree
from website.page.addresses import LinkedWidget

SHARED = Path(__file__).parents[3] / "shared"
ALL = {example.name: example for examples in EXAMPLES.values() for example in examples}
NUMBERS = [(example, printed) for example in ALL.values() for printed in example.numbers]
IDS = [f"{example.name}-{printed.measure}-{printed.line}" for example, printed in NUMBERS]
IN_METRICS = {
    ("lawrie-f", "F1"): "6/11",
    ("lawrie-ap", "AP"): "0.503535",
    ("parra-rankscore", "Rankscore"): "0.660908",
    ("parra-ndcg", "DCG@10"): "8.886853",
    ("parra-ndcg", "nDCG@10"): "0.594375",
    ("cookie-ap", "AP"): "0.80555",
    ("lopes-min", "AP@5"): "0.2333",
    ("lopes-min", "AP@3"): "0.3889",
    ("lopes-ratings", "AP@3"): "0.8333",
    ("lopes-ratings", "nDCG@3"): "0.9304",
}
"""Our numbers that are worked values of METRICS.md."""


def working(example: Example, printed: Printed) -> Any:
    return eval(printed.call, slide_cells.names_of(example))


def shared(name: str) -> str:
    if not (SHARED / name).exists():
        pytest.skip(f"{SHARED / name} is not there: the documents are not in the repository")
    return (SHARED / name).read_text("utf-8")


@pytest.mark.parametrize(("example", "printed"), NUMBERS, ids=IDS)
def test_the_package_computes_every_number(example: Example, printed: Printed) -> None:
    found, expected = working(example, printed), printed.computed or printed.value
    if not expected:
        assert printed.text in found.text()
    elif "." in expected:
        assert f"{found.value:.{len(expected.partition('.')[2])}f}" == expected
    else:
        assert math.isclose(found.value, Fraction(expected), abs_tol=1e-12)


@pytest.mark.parametrize("document", EXAMPLES)
def test_every_printed_number_is_in_its_line_of_the_document(document: str) -> None:
    lines = shared(f"seeds/{document}.txt").split("\n")
    printed = [one for example in EXAMPLES[document] for one in example.numbers if one.line]
    for one in printed:
        assert one.text in lines[one.line - 1]
        assert not one.value or re.search(rf"(?<![\d.]){re.escape(one.value)}(?![\d.]*\d)", plain(one.text)), one
    for example in EXAMPLES[document]:
        assert lines[example.line - 1].strip()


def plain(text: str) -> str:
    """Return a printed text with fractions on a line, a decimal point, and no words between the parts of a fraction."""
    text = re.sub(r"\\frac\{(\w+)\}\{(\w+)\}", r"\1/\2", text).replace(",", ".")
    return re.sub(r" apples / (\d) ", r"/\1 ", text)


@pytest.mark.parametrize("key", IN_METRICS, ids="-".join)
def test_our_numbers_are_those_of_the_worked_values(key: tuple[str, str]) -> None:
    example, text = ALL[key[0]], IN_METRICS[key]
    ours = next(one for one in example.numbers if one.measure == key[1] and not one.line)
    assert text in shared("METRICS.md")
    assert math.isclose(working(example, ours).value, Fraction(text), abs_tol=1e-4)


def test_the_examples_of_a_document_are_in_its_order() -> None:
    for document, examples in EXAMPLES.items():
        lines = [example.line for example in examples]
        assert lines == sorted(lines), document


def test_the_printed_mean_averages_a_rounded_value() -> None:
    mean = next(one for one in ALL["vlnet-2"].numbers if one.measure == "MARp")
    assert mean.value == str(math.floor((0.7 + 0.4857) / 2 * 10_000) / 10_000) == "0.5928"
    assert math.isclose(working(ALL["vlnet-2"], mean).value, Fraction(83, 140))


@pytest.mark.parametrize("example", [one for one in ALL.values() if not one.is_coverage], ids=lambda one: one.name)
def test_the_link_of_a_card_opens_its_widget_with_a_number_of_the_card(example: Example) -> None:
    names = slide_cells.names_of(example)
    linked = LinkedWidget(address_of(eval(example.widget, names), names["data"])).widget
    values = [working(example, printed).value for printed in example.numbers]
    if isinstance(linked, Explorer) and linked._state.users[1:]:
        linked.act(
            {"do": "user", "key": "mean"} if example.name == "lawrie-one-relevant" else {"do": "user", "key": "1"}
        )
    opened = linked.value if isinstance(linked, Explorer) else linked.derivation.value
    is_empty = example.name == "cookie-idcg-0"  # an Explorer shows 0/0 there
    assert math.isnan(opened) if is_empty else any(math.isclose(opened, value) for value in values)


@pytest.mark.parametrize("document", EXAMPLES)
def test_the_lists_of_a_document_are_a_lecture_and_it_has_a_ready_one(document: str) -> None:
    for language in ("en", "es"):
        opened = LinkedWidget(lecture_address(document, language)).widget
        shown = [eval(one.widget, slide_cells.names_of(one)) for one in EXAMPLES[document]]
        states = [one.state for one in shown if isinstance(one, Explorer)]
        assert [slide.state for slide in opened.slides] == states
        links = lecture_links(document, Tree(language, Path()))
        (path,) = re.findall(r"path=(lectures/[\w/]+\.ipynb)", links)
        assert (lessons.NOTEBOOKS / path).exists()
        assert links.count(f"/handouts/{language}/") == 2


def test_a_list_of_five_shows_the_three_fifths_of_the_slide() -> None:
    names = slide_cells.names_of(ALL["parra-precision-recall"])
    explorer = eval(ALL["parra-precision-recall"].widget, names)
    explorer.act({"do": "user", "key": "1"})
    assert (explorer.convention, explorer.value) == ("parra", 0.6)
    assert explorer.view["tiles"][0]["name"] == "P"
    explorer.settings = {"reads": "all", "n": 10}
    assert (explorer.value, explorer.view["tiles"][0]["name"]) == (0.3, "P@10")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_notebook_has_three_cells_for_each_example(language: str) -> None:
    ids = [cell.id for cell in lessons.read(lessons.Job("slides", language).built).cells]
    for name in ALL:
        place = ids.index(name)
        assert ids[place : place + 3] == [name, f"{name}-values", f"{name}-widget"]
