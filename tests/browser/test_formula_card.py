"""What is printed: the formula card as the command makes it, and the handouts; each fits one sheet of A4 and of Letter."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from figures.build import formula_card as card
from metrics_edu import METRICS, Ranking, Ratings
from metrics_edu.examples import first_hits, videolectures
from metrics_edu.language import LANGUAGES, _, language, set_language
from metrics_edu.widgets import Compare, Explorer, Lecture, Stepper
from notebooks.build import lectures
from notebooks.build.lecture_texts import LECTURES
from tests.browser.driver import measure, resize, scheme, violations_in_each_scheme
from tests.notebooks.test_lectures import handout_of

PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_committed_card_is_up_to_date(lang: str) -> None:
    assert card.html_path(lang).read_text("utf-8") == card.card(lang), "run `make docs`"
    pdf = card.pdf_path(lang).read_bytes()
    assert pdf.endswith(card.digest(lang)), "run `make docs` where there is Chromium"
    assert len(PAGE.findall(pdf)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_lists_every_metric_and_every_symbol_meaning(lang: str) -> None:
    page, before = html.unescape(re.sub(r"<[^>]*>", "", card.card(lang))), language()
    set_language(lang)
    try:
        titles = {_(metric.title) for metric in METRICS.values()} - {
            _("weighted harmonic mean of precision and recall"),
            *(
                _(METRICS[name].title) for name in ("bpref", "judged_share")
            ),  # of a judged pool, which a course's list has not
        }
        meanings = {
            step.why for group in card.groups() for one in group.derivations for step in one.steps if step.index == "i"
        }
    finally:
        set_language(before)
    assert [text for text in titles | meanings if text not in page] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_fits_one_sheet_and_any_screen(page: Page, lang: str) -> None:
    page.set_content(card.card(lang))
    for paper in ("A4", "Letter"):
        assert len(PAGE.findall(page.pdf(format=paper))) == 1
    for width in (1280, 390):
        assert resize(page, width).evaluate("document.documentElement.scrollWidth") <= width
    resize(page, 1280)
    columns = """all => all.map(one => new Set(
        [...one.querySelectorAll("dt, dd")].map(part => Math.floor(part.getBoundingClientRect().right / 350))).size)"""
    assert set(page.locator(".symbols > div").evaluate_all(columns)) == {1}, "a label stands beside its symbols"
    assert violations_in_each_scheme(page, "html") == []


@pytest.mark.parametrize(("name", "row", "key"), [("01", 30, False), ("05", 20, False), ("05", 20, True)])
def test_a_handout_fits_one_sheet_and_leaves_writing_space(
    page: Page, tmp_path: Path, name: str, row: int, key: bool
) -> None:
    """The fullest of the ready lectures, and one with rows of more than 8 mm; in Spanish, whose texts are longer."""
    text, file = next(one for one in LECTURES if one.name.startswith(name)), tmp_path / "handout.html"
    handout_of(text, lectures.in_words(text, text.lists, "es"), "es", file, key=key)
    page.goto(file.as_uri())
    for paper in ("A4", "Letter"):
        assert len(PAGE.findall(page.pdf(format=paper))) == 1
    scheme(page, media="print")
    resize(page, 680, 964)  # of Letter, without its margins
    heights = page.locator(".lists tbody tr").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= row
    assert max(heights) - min(heights) < 1, "rows of all lists are alike"
    tables = "all => all.filter(one => one.scrollWidth > one.parentElement.clientWidth + 1).length"
    assert page.locator("section table").evaluate_all(tables) == 0, "no table is wider than its column"
    begin = page.locator("section > :not(.lists):not(:only-child)").evaluate_all(
        "all => all.map(one => one.offsetLeft)"
    )
    assert len(set(begin)) == 1, "questions stand below each other"
    kind = "Clave de respuestas" if key else "Hoja para la clase"
    assert page.locator("h1 small").inner_text() == kind


OVERLAPS = """all => all.flatMap(one => [...one.children]).filter(one => {
    const next = one.nextElementSibling, end = one.lastElementChild.getBoundingClientRect().bottom;
    return next && next.getBoundingClientRect().top < end - 1;
}).map(one => one.textContent)"""
LONG = "A very long title of a film that no cinema has ever shown, not even once, on a wet Tuesday"
UGLY = (
    Explorer(Ranking.from_items([LONG, "שלום", "x"], {LONG: 3, "y": 2, "שלום": 12}), measure="nDCG", n=2),
    Stepper("AvgRp", videolectures(2)["r₁"]),
    Explorer(Ranking.parse("N" * 204 + "R"), measure="RR"),
    Compare(Ranking.parse("RN", relevant=6), Ranking.parse("RNRNNRNRNNNR"), ["AP", "RR"]),
    Stepper("RMSE", Ratings([4, 3.5, 1], [5, 3, 2])),
    Stepper("AP", Ranking.parse("NRRNNR")),
    *(Explorer(first_hits(), measure=name, n=10) for name in ("RR", "AP", "P", "F1", "nDCG", "Rankscore")),
)


@pytest.mark.parametrize("media", ["screen", "print"])
def test_all_rows_of_ugly_lists_have_one_height_on_sheet_and_key(page: Page, tmp_path: Path, media: str) -> None:
    found = set()
    for key in (False, True):
        Lecture(*UGLY).handout(tmp_path / "page.html", key=key)
        page.goto((tmp_path / "page.html").as_uri())
        scheme(page, media=media)
        resize(page, 680, 964)
        rows = page.locator(".lists tbody tr")
        found |= {*rows.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().height))")}
        marks = page.locator(".lists td:nth-child(2)").evaluate_all(
            "all => all.filter(el => el.scrollWidth > el.clientWidth + 1)"
        )
        assert marks == [], "a grade of two digits is on one line"
        inner = "all => all.filter(el => el.getBoundingClientRect().height > el.closest('td').getBoundingClientRect().height)"
        assert page.locator(".lists td .me-fr").evaluate_all(inner) == [], "a fraction fits its row"
        assert page.locator(".lists td .me-fr").count() == (0, 39)[key]
        assert page.evaluate("document.documentElement.scrollWidth") <= 680, "many lists are below each other"
        assert page.locator("section > div:not(.lists)").evaluate_all(OVERLAPS) == [], (
            "a question is below the last one"
        )
        data = page.get_by_text("predicted 3.5, actual 3", exact=True)
        assert not measure(data, "el => el.scrollWidth > el.clientWidth"), "ratings are not cut off"
    assert max(found) - min(found) <= 1
    assert min(found) >= 30
