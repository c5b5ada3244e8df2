"""Lecture mode: what is hidden is not on the page, a clicker steps, the back row can read it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from metrics_edu import Ranking, Ratings, set_language
from metrics_edu.widgets import (
    Compare,
    Explorer,
    FadedStepper,
    IdealList,
    Inverse,
    Lecture,
    Practice,
    Predict,
    Quiz,
    Stepper,
)
from notebooks.build import lectures
from notebooks.build.lecture_texts import LECTURES
from tests.browser.driver import (
    HOSTS,
    LAB,
    Notebook,
    drag,
    expect_no_shortcuts,
    made,
    measure,
    press,
    resize,
    settled,
    until,
    violations,
    violations_in_each_scheme,
)

SETUP = """
from metrics_edu import Ranking, set_language
from metrics_edu.widgets import Compare, Explorer, IdealList, Inverse, Lecture, Practice, Predict, Stepper
FRUIT = "Banana,Gala,Fuji,Pear,Plum,Mango,Braeburn,Lemon,Kiwi,Golden,Pink Lady,Jazz".split(",")
def apples(**settings):
    return Explorer(Ranking.parse("NRRNNNRNNRRR", relevant=6), FRUIT, **settings)
one, other = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)
def all_parts():
    return Lecture("What does AP reward?", apples(), "Which is better?", Compare(one, other), Stepper("AP@5", one),
        IdealList("nDCG@5", one), Predict("AP@5", one, labels=FRUIT[6:11]), Inverse(["AP = 0.5"], one), "Questions?")
"""
BACK_ROW = {"width": 1280, "height": 720}  # of a projector
# Everything that can be read on the stage, by eye or by a screen reader.
TOLD = """dialog => [dialog.textContent, ...[...dialog.querySelectorAll("*")].flatMap(el =>
    ["aria-label", "title", "alt"].map(name => el.getAttribute(name) ?? "")),
    ...[...dialog.querySelectorAll("input")].map(el => el.value)].join("\\n")"""
# Texts with less than `least` pixels on the screen, their zoom counted.
SMALL = """(dialog, least) => {
    const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT), small = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.textContent.trim()) continue;
        const el = node.parentElement, svg = el.closest("svg");
        const scale = el.currentCSSZoom * (svg ? svg.clientWidth / svg.viewBox.baseVal.width : 1);
        const size = parseFloat(getComputedStyle(el).fontSize) * scale;
        if (size >= least || el.closest(".me-vh, sub, sup, tspan, option")) continue;
        const seen = el.getBoundingClientRect().width && el.checkVisibility({ visibilityProperty: true });
        if (seen) small.push(`${size.toFixed(1)} ${node.textContent.slice(0, 30)}`);
    }
    return small;
}"""
OUTSIDE = """dialog => [...dialog.querySelectorAll("*")].filter(el => {
    const box = el.getBoundingClientRect();
    return el.checkVisibility({ visibilityProperty: true }) && box.width && !el.closest(".me-vh, svg")
        && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map(el => `${el.tagName}.${el.className} ${el.textContent.slice(0, 30)}`)"""
CUT = """dialog => [...dialog.querySelectorAll(
    ".me-row .me-label, .me-value, .me-row-term, .me-btn, .me-lec-title, .me-tile-value")]
    .filter(el => el.checkVisibility() && el.scrollWidth > el.clientWidth + 1).map(el => el.textContent)"""

# Names of a strip that run into the next one.
CROWDED = """dialog => [...dialog.querySelectorAll(".me-strip .me-tile-label")].filter((name, k, all) => {
    const range = document.createRange(), next = all[k + 1]?.getBoundingClientRect();
    range.selectNodeContents(name);
    const own = range.getBoundingClientRect();
    return next && Math.abs(next.top - own.top) < 8 && next.left - own.right < 16;
}).map(el => el.textContent)"""

# Texts that cannot be read where they are: below the bar, or scrolled away. The rows of a list may be, and what a long working
# has shown before; not what a step finds, and the rows that it is about.
OUT_OF_SIGHT = """(dialog, all) => {
    const found = ".me-value, .me-new, .me-term[data-lit], .me-step-lines > [data-lit], .me-step-list tr[data-lit]";
    const long = ".me-item-list, .me-cut-off, .me-step-list, .me-stage .me-right, .me-card-workings";
    const clips = new Map(), range = document.createRange(), end = dialog.lastElementChild.getBoundingClientRect().top - 10;
    const clip = el => {
        if (el === dialog) return { top: 0, bottom: end };
        if (!clips.has(el)) {
            const all = clip(el.parentElement), own = el.getBoundingClientRect();
            const { display, overflowY } = getComputedStyle(el);
            const whole = display === "contents" || overflowY === "visible" || el.matches(".me-label, .me-name, .me-list-name");
            clips.set(el, whole ? all : { top: Math.max(all.top, own.top), bottom: Math.min(all.bottom, own.bottom) });
        }
        return clips.get(el);
    };
    const walker = document.createTreeWalker(dialog.firstElementChild, NodeFilter.SHOW_TEXT), out = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const el = node.parentElement;
        if (!node.textContent.trim() || el.closest(".me-vh, option") || !all && el.closest(long) && !el.closest(found)) continue;
        if (!el.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect(), { top, bottom } = clip(el);
        const beside = box.left < 0 || box.right > innerWidth + 1 && !el.matches(".me-label, .me-label *");
        if (beside || box.top < top - 2 || box.bottom > bottom + 2) out.push(node.textContent.slice(0, 40));
    }
    return out;
}"""
# Missed items of which only a part can be seen, and those of which the list does not say that they are there.
SLICED = """dialog => [...dialog.querySelectorAll(".me-dashed + .me-stack > .me-item-list")].flatMap(list => {
    const end = list.getBoundingClientRect().bottom, place = row => row.getBoundingClientRect();
    const below = [...list.children].filter(row => place(row).bottom > end + 1);
    if (below.length !== Number(list.parentNode.dataset.more ?? 0)) return [`${below.length} more`];
    return below.filter(row => place(row).top < end - 1).map(row => row.textContent);
})"""
SIZES = [(1024, 768), (1280, 720), (1920, 1080)]
UGLY = {
    "of the issue": Ranking.parse("3 0 5 0 4 1 2 5", pool="5 5 5 4 4 3 2 1"),
    "12, long labels": Ranking.parse("RNRRNNRNRNNR", relevant=21),
    "20, 15 missed": Ranking(
        [3, 0, 5, 0, 4, 1, 2, 5, 0, 0] * 2, sorted([3, 5, 4, 1, 2, 5] * 2 + [5, 4, 3] * 5, reverse=True)
    ),
}


class Stage:
    """A lecture that is being given."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialog = page.locator("dialog.me-lecture")
        self.count = self.dialog.locator(".me-lec-count")
        self.title = self.dialog.locator(".me-lec-title")

    def press(self, *keys: str) -> Stage:
        press(self.page, *keys)
        return self

    def at(self, text: str) -> Stage:
        expect(self.count).to_have_text(text)
        return self

    def row(self, label: str) -> Locator:
        return self.dialog.locator(".me-row").filter(has_text=label)

    def revealed(self) -> str:
        return self.dialog.evaluate(TOLD).replace("\u00a0", " ")

    def expect_revealed(self, *texts: str) -> None:
        for text in texts:
            until(lambda text=text: text in self.revealed(), lambda: True)

    def expect_hidden(self, *texts: str) -> None:
        settled(self.page)
        said = self.revealed()
        assert [text for text in texts if text in said] == []


@pytest.fixture(scope="module", params=HOSTS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(request.param, SETUP, viewport=BACK_ROW)


def show(notebook: Notebook, source: str) -> None:
    page = notebook.page
    if page.locator("dialog.me-lecture").count():
        page.keyboard.press("Escape")
    notebook.run(f"e = {source}\ne")
    expect(page.locator(".metrics-edu").first).to_be_visible()


def start(notebook: Notebook, source: str) -> Stage:
    """Show a Lecture, and start it by keyboard."""
    show(notebook, source)
    page = notebook.page
    page.locator(".me-deck .me-top > [data-main]").focus()
    page.keyboard.press("Enter")
    stage = Stage(page)
    expect(stage.dialog).to_be_visible()
    return stage


def in_place(notebook: Notebook, source: str) -> Stage:
    """Show a part, and open it over the window by its own button."""
    show(notebook, source)
    page = notebook.page
    page.get_by_role("button", name="Lecture", exact=True).click()
    stage = Stage(page)
    expect(stage.dialog).to_be_visible()
    return stage


def test_a_clicker_reveals_list_working_value_figure_in_order(notebook):
    stage = start(notebook, "Lecture('What does AP reward?', apples())").at("step 1 of 5")
    expect(stage.title).to_have_text("What does AP reward?")
    stage.expect_revealed("Braeburn", "??")
    stage.expect_hidden("0.4916", "0.49", "3/7", "2/3", "0.6667", "t adds")
    stage.press("PageDown").at("step 2 of 5")
    stage.expect_revealed("3/7", "??")
    stage.expect_hidden("0.4916", "0.6667")
    stage.press("PageDown").at("step 3 of 5")
    stage.expect_revealed("= 0.4916")
    stage.expect_hidden("0.6667", "0.5306")
    expect(stage.dialog.locator(".me-svg")).not_to_be_visible()
    stage.press("PageDown").at("step 4 of 5")
    expect(stage.dialog.locator(".me-svg svg")).to_be_visible()
    expect(stage.dialog.locator(".me-work > :first-child")).to_be_visible()  # the figure is beside it
    stage.press("PageDown").at("step 5 of 5")
    stage.expect_revealed("0.4916", "0.6667", "0.5306")
    expect(stage.dialog.locator(".me-tile")).to_have_count(8)
    expect(stage.dialog.locator(".me-lec-bar .me-next")).to_have_attribute("aria-disabled", "true")
    stage.press("PageDown").at("step 5 of 5")
    stage.press("PageUp", "PageUp", "PageUp", "PageUp").at("step 1 of 5")
    stage.expect_hidden("0.4916", "3/7", "0.6667")


def test_edits_keep_hidden_content_hidden_and_update_revealed_content(notebook):
    stage = start(notebook, "Lecture(apples())")
    stage.row("Braeburn").click()
    stage.press("Alt+ArrowUp")
    stage.expect_revealed("Braeburn, rank 7 → 6")
    stage.expect_hidden("0.5035", "3/6", "0.4916", "+0.0119")
    stage.press("PageDown", "PageDown").at("step 3 of 5")
    stage.expect_revealed("0.5035", "Divided by 6, it adds 0.0833.")
    stage.dialog.get_by_role("button", name="Sort").click()
    stage.expect_revealed("= 1.0000")
    stage.dialog.get_by_role("button", name="Start again").click()
    stage.at("step 1 of 5").expect_hidden("0.4916", "1.0000")
    expect(stage.row("Braeburn")).to_have_attribute("data-rank", "7")


def test_an_item_can_be_dragged_during_a_lecture(notebook):
    stage = start(notebook, "Lecture(apples())")
    drag(stage.row("Jazz"), stage.row("Banana"))
    expect(stage.row("Jazz")).to_have_attribute("data-rank", "1")


def test_switching_the_metric_hides_its_value_again(notebook):
    stage = start(notebook, "Lecture(apples())").press(*["PageDown"] * 4).at("step 5 of 5")
    stage.dialog.get_by_role("tab").filter(has_text="nDCG@10").last.click()
    stage.at("step 1 of 5").expect_revealed("nDCG@10", "??")
    stage.expect_hidden("0.5306", "0.4916")
    stage.press("PageDown", "PageDown").expect_revealed("= 0.5306")


def test_compare_reveals_by_measure_and_ideal_list_by_step(notebook):
    stage = start(notebook, "Lecture(Compare(one, other), IdealList('nDCG@5', one))").at("slide 1 of 2 · step 1 of 9")
    stage.expect_hidden("0.6000", "0.4417", "prefer List 2")
    stage.press("PageDown").expect_revealed("0.6000")
    stage.expect_hidden("0.4417", "prefer List 2")
    stage.press(*["PageDown"] * 7).at("slide 1 of 2 · step 9 of 9").expect_revealed("0.4417", "prefer List 2")
    stage.press("PageDown").at("slide 2 of 2 · step 1 of 4").expect_hidden(
        "from 2", "1.5178", "2.5616", "0.5925", "0.6309"
    )
    stage.press("PageDown").expect_revealed("from 2")
    stage.expect_hidden("1.5178", "2.5616", "0.5925", "0.6309")
    stage.press("PageDown").expect_revealed("1.5178", "2.5616", "0.6309")
    stage.expect_hidden("0.5925")
    stage.press("PageDown").expect_revealed("0.5925")
    stage.press("PageUp", "PageUp", "PageUp", "PageUp").at("slide 1 of 2 · step 9 of 9").expect_revealed("0.4417")


def test_predictions_reveal_and_reset_and_steppers_go_step_by_step(notebook):
    stage = start(notebook, "Lecture(Predict('AP@5', one), Stepper('AP@5', one))").at("slide 1 of 2 · step 1 of 2")
    stage.expect_hidden("0.4417")
    field = stage.dialog.get_by_label("Your prediction of AP@5")
    field.fill("0.")
    field.press("b")  # typed, no black screen; the page keys step even here
    expect(field).to_have_value("0.b")
    stage.press("PageDown").expect_revealed("you wrote “0.b”")
    stage.press("PageDown").at("slide 1 of 2 · step 2 of 2").expect_revealed("AP@5 = 0.4417")
    stage.press("PageUp").at("slide 1 of 2 · step 1 of 2")
    expect(stage.dialog.get_by_role("button", name="Just show")).to_be_visible()
    stage.expect_hidden("0.4417")
    stage.press("PageDown", "PageDown").at("slide 2 of 2 · step 1 of 13")
    stage.press(*["PageDown"] * 12).at("slide 2 of 2 · step 13 of 13").expect_revealed("0.4417")


def test_a_committed_prediction_is_a_step_and_resets(notebook):
    stage = start(notebook, "Lecture(Predict('AP@5', one), Practice('04-pair'))").at("slide 1 of 2 · step 1 of 2")
    stage.dialog.get_by_label("Your prediction of AP@5").fill("0.6")
    stage.dialog.get_by_role("button", name="Commit").click()
    stage.at("slide 1 of 2 · step 2 of 2").expect_revealed("0.1583 too high", "0.4417")
    stage.press("Home").at("slide 1 of 2 · step 1 of 2")
    expect(stage.dialog.get_by_label("Your prediction of AP@5")).to_have_value("")
    stage.expect_hidden("0.4417")
    stage.press("PageDown", "PageUp", "PageDown", "PageUp").at("slide 1 of 2 · step 1 of 2")  # quicker than Python
    expect(stage.dialog.get_by_role("button", name="Just show")).to_be_visible()
    stage.press("PageDown", "PageDown", "PageDown").at("slide 2 of 2 · step 2 of 2")
    expect(stage.dialog.locator(".me-card-working").first).to_be_visible()
    stage.press("PageUp")
    expect(stage.dialog.locator(".me-card-working")).to_have_count(0)


def test_page_down_checks_an_answer_before_it_goes_on(bare_page):
    one, other = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)
    pair = Predict("AP@5", {"A": one, "B": other})
    parts = [Predict("AP@5", one), pair, Quiz("04-divisor"), Quiz("03-same-tile"), Practice("04-pair")]
    stage = Stage(opened(bare_page, *parts, FadedStepper("AP@5", one), Explorer(one)).page)
    field, judged = stage.dialog.locator(".me-answer"), stage.dialog.locator(".me-card-judged")
    field.fill("0.6")
    stage.press("PageDown").at("slide 1 of 7 · step 2 of 2").expect_revealed("0.1583 too high", "0.4417")
    stage.press("PageUp").at("slide 1 of 7 · step 1 of 2")
    field.fill("half")
    stage.press("PageDown").expect_revealed("you wrote “half”")
    expect(field).to_have_value("half")
    stage.at("slide 1 of 7 · step 1 of 2").press("PageDown").at("slide 1 of 7 · step 2 of 2")
    stage.press("PageUp").at("slide 1 of 7 · step 1 of 2")
    field.fill(" ")
    stage.press("PageDown").at("slide 1 of 7 · step 2 of 2").expect_hidden("too high", "Enter a number")
    stage.press("PageDown").at("slide 2 of 7 · step 1 of 2")
    stage.dialog.get_by_role("radio", name="A", exact=True).click()
    stage.press("PageDown").at("slide 2 of 7 · step 2 of 2")
    expect(judged).to_have_text("Not right. B has the higher AP@5: 0.525 against 0.4417.")
    assert pair.answer == "A"
    stage.press("PageDown").at("slide 3 of 7 · step 1 of 2")
    field.fill("4")
    stage.press("PageDown").expect_revealed("Not yet.")
    stage.at("slide 3 of 7 · step 1 of 2").press("PageDown").at("slide 3 of 7 · step 2 of 2")
    expect(judged).to_contain_text("Answer shown.")
    stage.press("PageUp").at("slide 3 of 7 · step 1 of 2")
    expect(judged).to_have_text("")
    stage.press("PageDown", "PageDown").at("slide 4 of 7 · step 1 of 2")
    stage.dialog.get_by_role("radio", name="RR").click()
    stage.press("Space").at("slide 4 of 7 · step 2 of 2").expect_revealed("That is right.")
    stage.press("ArrowRight").at("slide 5 of 7 · step 1 of 2")
    field.nth(1).fill("0.3")
    stage.press("PageDown")
    expect(judged).to_contain_text("Not answered yet: 1.")
    stage.at("slide 5 of 7 · step 1 of 2").press("PageDown").at("slide 5 of 7 · step 2 of 2")
    stage.press("PageDown").at("slide 6 of 7")
    stage.dialog.locator(".me-blank").first.fill("3")
    stage.press("PageDown").expect_revealed("AP@5 is not 3.")
    stage.at("slide 6 of 7").press("PageDown").at("slide 7 of 7 · step 1 of 5")
    stage.dialog.locator(".me-pool input").fill("6")
    stage.press("PageDown").expect_revealed("3 shown + 3 missed")
    stage.at("slide 7 of 7 · step 1 of 5").press("PageDown").at("slide 7 of 7 · step 2 of 5")


def test_keys_step_after_a_click_and_letters_mark_a_row(bare_page):
    one, other = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)
    stage = Stage(opened(bare_page, Explorer(one, labels=["Pear", "Gala", "Fuji", "Plum", "Jazz"])).page)
    row, mark = stage.row("Gala"), stage.row("Gala").locator(".me-badge")
    row.click()
    stage.press("ArrowRight", "Space", "Enter").at("step 4 of 5").press("ArrowLeft", "Backspace").at("step 2 of 5")
    expect(mark).to_have_text("R")
    stage.press("r", "n")
    expect(mark).to_have_text("N")
    stage.press("R").expect_revealed("Gala is now relevant")
    row.locator(".me-toggle").click()
    expect(mark).to_have_text("N")
    stage.press("ArrowDown", "End", "Space").at("step 3 of 5").press("Home").at("step 1 of 5")
    expect(mark).to_have_text("R")
    stage.press(*["PageDown"] * 4)
    stage.dialog.get_by_role("tab").filter(has_text="RR").first.click()
    stage.at("step 1 of 5").press("ArrowRight", "End", "Space").at("step 3 of 5").expect_revealed("RR = ")
    stage.dialog.get_by_role("button", name="Sort").click()
    stage.press("Space").at("step 4 of 5").press("Backspace").at("step 3 of 5")
    stage.dialog.get_by_role("button", name="Back").click()
    stage.at("step 2 of 5").press("Space").at("step 3 of 5")
    first = stage.dialog.locator(".me-row").first
    expect(first).to_contain_text("Gala")
    stage.dialog.get_by_role("button", name="Undo").focus()  # as Tab does: then the key presses it
    stage.press("Enter").at("step 3 of 5")
    expect(first).to_contain_text("Pear")
    stage.press("Escape")
    stage = Stage(opened(bare_page, Compare(one, other)).page)
    stage.dialog.locator(".me-row").nth(1).click()
    stage.press("Space", "ArrowRight").at("step 3 of 9")


def test_a_slide_with_goals_hides_nothing(notebook):
    stage = start(notebook, "Lecture('Make AP 0.5', Inverse(['AP = 0.5'], one))")
    expect(stage.count).to_have_text("")
    stage.expect_revealed("0.4417")


def test_every_presenter_key_works(notebook):
    stage = start(notebook, "Lecture('Welcome', apples(), 'Questions?')").at("slide 1 of 2 · step 1 of 5")
    keys = {
        "ArrowRight": 2,
        "Space": 3,
        "Enter": 4,
        "ArrowLeft": 3,
        "Backspace": 2,
        "Shift+Space": 1,
        "PageDown": 2,
        "Home": 1,
    }
    for key, at in [*keys.items(), ("PageDown", 2)]:
        stage.press(key).at(f"slide 1 of 2 · step {at} of 5")
    stage.press("b")
    expect(stage.dialog).to_have_attribute("data-blank", "")
    stage.press("PageDown").at("slide 1 of 2 · step 2 of 5")  # the first key only lights it again
    expect(stage.dialog).not_to_have_attribute("data-blank", "")
    stage.press(".", ".").press(*["PageDown"] * 4)
    expect(stage.title).to_have_text("Questions?")
    stage.press("F5").at("slide 1 of 2 · step 1 of 5")
    stage.press("Escape")
    expect(stage.dialog).to_have_count(0)
    expect(notebook.page.locator(".me-deck-list button").first).to_be_focused()


def test_lecture_keys_never_reach_the_notebook(notebook):
    cells = notebook.cells()
    start(notebook, "Lecture(apples(), Compare(one, other))").press(
        "d", "d", "m", "a", "x", "PageDown", "d", "d", "m", "Escape"
    )
    assert [kind for kind, _source in notebook.cells()] == [kind for kind, _source in cells]


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "es"])
def test_every_widget_and_step_is_legible_from_the_back_row(show_part, language):
    set_language(language)
    try:
        page = show_part(made("all_parts()", SETUP)).page
        resize(page, **BACK_ROW)
        steps, sizes = 0, {}
        for stage, at in steps_of(page):
            assert measure(stage.dialog, LEGIBLE, 15.5) == [[], [], [], []], at
            slide = re.sub(r" · .*", "", at)
            sizes.setdefault(slide, set()).add(stage.dialog.locator(".me-lec-slot").evaluate("el => el.style.zoom"))
            steps += 1
    finally:
        set_language("en")
    assert len(sizes) == 7
    assert steps > 30
    assert [len(zooms) for zooms in sizes.values()] == [1] * 7  # nothing changes its size while a slide is revealed
    assert float(next(iter(sizes.values())).pop()) >= 1.25


@pytest.mark.parametrize(
    ("which", "language"),
    [
        pytest.param("of the issue", "es", marks=pytest.mark.slow),  # legible from the back row is also nothing cut
        pytest.param("20, 15 missed", "en", marks=pytest.mark.slow),
        pytest.param("of the issue", "en", marks=pytest.mark.slow),
        pytest.param("20, 15 missed", "es", marks=pytest.mark.slow),
        pytest.param("12, long labels", "es", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:])], ids=str
)
def test_revealed_content_of_each_step_stays_visible(bare_page, which, language, size):
    ranking = UGLY[which]
    name = "{}: a title so long that nobody reads it to its end" if "long" in which else "Item {}"
    labels = {"labels": [name.format(k) for k in range(len(ranking.shown))]}
    other = Ranking(ranking.shown[::-1], ranking.pool(), threshold=ranking.threshold)
    set_language(language)
    try:
        parts = [
            Explorer(ranking, **labels, measure="nDCG"),
            Explorer(ranking, **labels),
            IdealList("nDCG", ranking, **labels),
        ]
        parts += [Inverse(["nDCG@5 = 0.9", "AP > 0.99"], ranking, **labels), Compare(ranking, other, **labels)]
        lecture = Lecture("What does it reward?", *parts, Stepper("nDCG", ranking), Predict("nDCG", ranking))
        page = bare_page.show(lecture)
        resize(page, *size)
        assert len(walk(page)) == 7
    finally:
        set_language("en")


def drawn_list(draw: random.Random) -> dict[str, Any]:
    """Draw a list as a lecturer may bring one: up to 12 items, up to 5 missed, grades to 5 or R and N, with names or without."""
    length, top = draw.choice([0, 1, 3, 5, 8, 10, 11, 12, 12, 12]), draw.choice([1, 5])
    shown = [draw.randint(0, top) for _rank in range(length)]
    missed = [draw.randint(1, top) for _item in range(draw.randint(0, 5))]
    ranking = Ranking(shown, sorted([*filter(None, shown), *missed], reverse=True))
    labels = [
        draw.choice(["Amélie", "The Lord of the Rings: The Return of the King", "Up"]) + f" {k}" for k in range(length)
    ]
    return {"ranking": ranking, "labels": labels if draw.random() < 0.7 else None}


def lecture_of(seed: int) -> Lecture:
    draw = random.Random(seed)
    drawn, n = drawn_list(draw), draw.randint(1, 10)
    asked = draw.choice(["P", "Recall", "F1", "RR", "AP", "AP@{n}", "DCG@{n}", "nDCG", "nDCG@{n}", "Rankscore"]).format(
        n=n
    )
    return Lecture(
        "What does it reward?",
        Explorer(**drawn, measure=re.sub("@.*", "", asked), n=n),
        Stepper(asked.replace("P", f"P@{n}") if asked in ("P", "Recall", "F1") else asked, drawn["ranking"]),
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", [63, 56, *range(30)])
def test_random_lecture_steps_stay_visible(bare_page, seed):
    page = bare_page.show(lecture_of(seed))
    resize(page, *SIZES[1 if seed % 2 else 2])
    assert len(walk(page, all=True)) == 2


LEGIBLE = f"""(dialog, least) =>
    [({OUTSIDE})(dialog), ({CUT})(dialog), ({CROWDED})(dialog), ({SMALL})(dialog, least)]"""
IN_SIGHT = f"""(dialog, [all, least]) =>
    [({OUT_OF_SIGHT})(dialog, all), ({SLICED})(dialog), ({SMALL})(dialog, least)]"""
"""A page settles once for all that is measured of it."""


def steps_of(page: Page) -> Iterator[tuple[Stage, str]]:
    """Give a lecture to its end, a step at a time."""
    page.locator(".me-deck .me-top > [data-main]").click()
    stage, ends = Stage(page), False
    while not ends:
        at = stage.count.inner_text()
        yield stage, at
        ends = bool(stage.dialog.locator(".me-lec-bar .me-next").get_attribute("aria-disabled"))
        stage.press("PageDown" if not ends else "Escape")
        expect(stage.count.filter(has_text=re.compile(f"^{at}$"))).to_have_count(0)


def walk(page: Page, *, all: bool = False) -> set[str]:
    """Give a lecture to its end; nothing may be out of sight, also not (`all`) in a list that scrolls. Return the parts."""
    parts = set()
    for stage, at in steps_of(page):
        parts.add(at.split(" · ")[0])
        assert measure(stage.dialog, IN_SIGHT, [all, 15.5]) == [[], [], []], at
    return parts


LINES = """dialog => [".me-list-name", ".me-prefer thead .me-name"].map(name => {
    const mark = document.createElement("span"), el = dialog.querySelector(name);
    mark.style.display = "inline-block";
    el.append(mark);
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return bottom;
})"""
NUMBERS = """dialog => [...dialog.querySelectorAll(".me-step-list tbody tr:first-child > td:not([hidden])")].map(el => {
    const text = document.createRange();
    text.selectNodeContents(el);
    const { left, right } = text.getBoundingClientRect();
    return [left, right];
})"""


SIGNS = """dialog => [...dialog.querySelectorAll(".me-right > :first-child .me-whole > :last-child")]
  .filter(el => el.checkVisibility({ visibilityProperty: true }))
  .map(el => el.querySelector(".me-eq").getBoundingClientRect().left)"""
"""Where each line of a working has its first sign: of the definition, the parts and the value."""


def opened(bare_page, *parts):
    page = bare_page.show(Lecture(*parts))
    resize(page, **BACK_ROW)
    page.locator(".me-deck .me-top > [data-main]").click()
    return page.locator("dialog.me-lecture")


def test_headings_of_lists_and_comparison_table_align(bare_page):
    one, other = measure(opened(bare_page, Compare(Ranking.parse("NRRNR"), Ranking.parse("RNNRR"))), LINES)
    assert abs(one - other) <= 1


def test_the_answer_aligns_with_its_lists(bare_page):
    stage = opened(bare_page, Predict("MRR", Ranking.batch([Ranking.parse("RN"), Ranking.parse("NR")])))
    stage.page.keyboard.press("PageDown")
    again = stage.get_by_role("button", name="Predict again")
    expect(again).to_be_visible()
    left = "el => el.getBoundingClientRect().left"
    assert abs(measure(stage.get_by_role("heading", name="MRR = "), left) - measure(again, left)) <= 1


UNSEEN = """(dialog, selector) => {
    const end = dialog.lastElementChild.getBoundingClientRect().top;
    return [...dialog.querySelectorAll(selector)].filter(el => el.checkVisibility()
        && (el.scrollHeight > el.clientHeight + 1 || el.getBoundingClientRect().bottom > end)).map(el => el.className);
}"""
"""The elements of which a part is out of sight."""
LONG_TITLE = "Which of the two lists would you rather get, if you had to read it to its very end, and why would you?"


@pytest.mark.parametrize("size", [SIZES[1], pytest.param(SIZES[2], marks=pytest.mark.slow)], ids=str)
def test_all_shown_items_stay_in_sight(bare_page, size):
    shown, other = [1, 0, 0, 1, 0, 1, 0, 0, 1, 1], [0, 1, 1, 0, 1, 0, 0, 0, 1, 1]
    one, two = Ranking(shown, [1] * 10), Ranking(other, [1] * 10)
    long = Ranking(shown + shown[:5], [1] * 20)
    parts = [Compare(one, two), Compare(one, two, ["P@5", "RR"]), Explorer(long), Stepper("AP", long)]
    page = bare_page.show(Lecture(*chain.from_iterable((LONG_TITLE, part) for part in parts)))
    resize(page, *size)
    page.locator(".me-deck .me-top > [data-main]").click()
    stage = Stage(page)
    lists = ".me-item-list:not(.me-dashed + .me-stack > *), .me-step-list"
    for number, part in enumerate(parts, start=1):
        expect(stage.count).to_contain_text(f"slide {number} of {len(parts)}")
        if isinstance(part, Compare):
            stage.press(*["PageDown"] * len(part.values))
        assert measure(stage.dialog, UNSEEN, lists) == [], part
        assert measure(stage.dialog, SLICED) == [], part
        while stage.count.inner_text().startswith(f"slide {number} ") and number < len(parts):
            stage.press("PageDown")


@pytest.mark.parametrize("users", [pytest.param(1, marks=pytest.mark.slow), 4, 9])
def test_the_answer_about_several_users_is_in_sight(bare_page, users):
    lists = [Ranking.parse("RNRNNRNNRN", relevant=5), Ranking.parse("NNRRNRNNNN", relevant=3)] * 5
    batch = Ranking.batch(lists[:users], [f"Ana {k}" for k in range(users)])
    stage = opened(bare_page, "What is MAP of these users?", Predict("MAP@10", batch))
    question = stage.locator(".me-lec-slot").evaluate("el => el.style.zoom")
    stage.get_by_label("Your prediction").fill("0.93")
    stage.page.keyboard.press("PageDown")
    expect(stage.get_by_role("button", name="Predict again")).to_be_visible()
    assert measure(stage, UNSEEN, ".me-card, .me-card-fields, .me-card-workings, .me-card-list, .me-acts") == []
    assert measure(stage, SMALL, 15.5) == []
    stage.page.keyboard.press("PageUp")
    expect(stage.get_by_role("button", name="Just show")).to_be_visible()
    assert measure(stage.locator(".me-lec-slot"), "el => el.style.zoom") == question


def test_the_mistake_and_the_correct_working_fit_together(bare_page):
    stage = opened(bare_page, Predict("AP@5", Ranking.parse("NRRNR", relevant=4)))
    stage.get_by_label("Your prediction").fill("0.589")
    stage.page.keyboard.press("Enter")
    expect(stage.locator(".me-card-side")).to_have_count(2)
    assert measure(stage.locator(".me-card"), "el => el.scrollHeight <= el.clientHeight")


def test_stepper_columns_stay_apart_and_never_repeat(bare_page):
    names = ["The Godfather", "Sharknado", "Spirited Away", "Cats", "Parasite"]
    graded = Ranking([3, 0, 5, 0, 4], [5, 5, 4, 4, 3])
    stage = opened(bare_page, Stepper("nDCG@5", graded, convention="trec_eval", labels=names))
    for _step in range(3):
        stage.page.keyboard.press("PageDown")
    expect(stage.locator(".me-step-list thead th:not([hidden])")).to_have_text(["irank", "item", "gaini", "dgi"])
    *_before, (_left, end), (begin, _right) = measure(stage, NUMBERS)
    assert begin - end > 28
    signs = stage.evaluate(SIGNS)
    assert len(signs) == 4
    assert max(signs) - min(signs) <= 2


@pytest.mark.parametrize(
    ("part", "scroller", "size"),
    [
        (lambda one, other: Compare(one, other), ".me-middle", (1024, 500)),
        (lambda one, _other: IdealList("nDCG@5", one), ".me-fixed .me-item-list", (1280, 300)),
    ],
    ids=["Compare", "IdealList"],
)
def test_scrolling_region_in_low_window_takes_focus(bare_page, part, scroller, size):
    one, other = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)
    stage = opened(bare_page, part(one, other))
    page, region = stage.page, stage.locator(scroller)
    expect(region).not_to_have_attribute("tabindex", "0")
    resize(page, *size)
    press(page, *["PageDown"] * 3)
    assert measure(region, "el => el.scrollHeight > el.clientHeight + 1")
    expect(region).to_have_attribute("tabindex", "0")
    assert violations(page, ".me-lecture") == []
    resize(page, **BACK_ROW)
    expect(region).not_to_have_attribute("tabindex", "0")


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    set_language("en")


def ready_lectures() -> Iterator[Lecture]:
    for text in LECTURES:
        names: dict[str, Any] = {}
        lists, stage = lectures.in_words(text, text.lists, "es"), lectures.stage(text, "es").removesuffix("lecture")
        exec(f"{lectures.imports(text, 'es')}\n{lists}\n{stage}", names)
        yield names["lecture"]


BLANK = """body => {
    const range = document.createRange(), walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    let low = 0, right = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.textContent.trim() || !node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        low = Math.max(low, box.bottom);
        right = Math.max(right, box.right);
    }
    return [low < innerHeight / 2, right < innerWidth / 2];
}"""
"""Whether the lower half of the stage, or the right one, has no text."""
READ_BY_A_CLASS = f"""(body, least) =>
    [({SMALL})(body, least), ({BLANK})(body), body.scrollHeight - body.clientHeight <= 1]"""


def test_all_a_class_reads_has_24_pixels(bare_page, english_again, monkeypatch, tmp_path):
    """Except for the bar, which is the lecturer's, and for an exercise that shows why an answer is wrong."""
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "record.jsonl"))
    page = resize(bare_page.page, **BACK_ROW)
    one, other = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)
    parts = [Practice("04-pair"), Quiz("04-divisor"), Quiz("03-same-tile"), FadedStepper("AP@5", one)]
    pair = Predict("AP@5", {"A": one, "B": other})
    others = Lecture(*parts, pair, Stepper("RMSE", Ratings([4, 3.5, 1], [5, 3, 2])))
    for lecture in [*ready_lectures(), others]:
        bare_page.show(lecture)
        for stage, at in steps_of(page):
            seen = measure(stage.dialog.locator(".me-lec-body"), READ_BY_A_CLASS, 23.99)  # waits once
            assert seen == [[], [False, False], True], (lecture, at)
            formula = stage.dialog.locator("[data-lecture-step]:not([data-lecture-step=ask]) .me-work")
            assert not formula.count() or formula.is_visible(), (lecture, at)


def test_rows_below_the_cut_off_are_one_line_until_the_list_is_edited(bare_page):
    stage = Stage(opened(bare_page, Explorer(Ranking.parse("NRRNRNNR"), measure="P", n=5)).page)
    rows, below = stage.dialog.locator(".me-row.me-out"), stage.dialog.locator(".me-below")
    expect(below).to_have_text("3 below")
    expect(rows.first).not_to_be_visible()
    below.click()
    expect(rows.last).to_be_visible()
    stage.press("Tab", "Escape")
    expect(bare_page.page.locator(".me-below")).not_to_be_visible()


def test_the_tools_are_shown_to_who_points_at_them(bare_page):
    stage = Stage(opened(bare_page, Explorer(Ranking.parse("NRRNR"))).page)
    tools, opacity = stage.dialog.locator(".me-lec-tools"), "el => getComputedStyle(el).opacity"
    until(lambda: measure(tools, opacity), lambda: "0")
    stage.dialog.get_by_role("button", name="Sort").hover()
    assert measure(tools, opacity) == "1"
    bare_page.page.mouse.move(0, 0)
    assert measure(tools, opacity) == "0"
    stage.dialog.get_by_role("button", name="Sort").focus()
    assert measure(tools, opacity) == "1"


def test_value_and_labels_are_large(notebook):
    stage = start(notebook, "Lecture('What does AP reward?', apples())").press("PageDown", "PageDown")
    size = "el => parseFloat(getComputedStyle(el).fontSize) * el.currentCSSZoom"
    assert measure(stage.dialog.locator(".me-derivation .me-value"), size) >= 40
    assert measure(stage.row("Gala").locator(".me-label"), size) >= 17.5
    assert measure(stage.row("Gala").locator(".me-row-term"), size) >= 20
    assert measure(stage.title, size) >= 32


def test_the_lecture_button_opens_a_widget_and_keeps_edits(notebook):
    stage = in_place(notebook, "apples()").at("step 1 of 5").press("PageDown")
    stage.row("Braeburn").click()
    stage.press("Alt+ArrowUp", "Escape")
    expect(stage.dialog).to_have_count(0)
    widget = notebook.page.locator(".jp-OutputArea .metrics-edu")
    expect(widget.get_by_role("tab").filter(has_text="AP").first).to_contain_text("0.5035")
    expect(widget.get_by_role("button", name="Undo")).to_be_visible()
    expect(widget.locator(".me-tiles + .me-line")).to_be_visible()
    expect(widget.get_by_role("button", name="Lecture", exact=True)).to_be_focused()


@pytest.mark.parametrize("source", ["Compare(one, other)", "IdealList('nDCG@10', one)", "Stepper('AP', one)"])
def test_every_widget_has_a_lecture_button(notebook, source):
    in_place(notebook, source).press("PageDown", "Escape")
    expect(notebook.page.locator(".jp-OutputArea .metrics-edu")).to_be_visible()


def test_the_lecture_offers_the_state_of_each_list(notebook):
    show(notebook, "Lecture('What does AP reward?', apples(), Stepper('AP', one))")
    expect(notebook.page.locator(".me-deck-picture").first).to_contain_text("Braeburn")
    expect(notebook.page.locator(".me-deck").get_by_label("State").first).not_to_be_visible()
    notebook.page.locator(".me-deck summary").first.click()
    states = (
        notebook.page.locator(".me-deck")
        .get_by_label("State")
        .evaluate_all("els => els.filter(el => el.checkVisibility()).map(el => el.value)")
    )
    assert len(states) == 1
    assert "Braeburn*1" in states[0]


def test_fast_repeated_presses_skip_no_step(notebook):
    stage = start(notebook, "Lecture(apples(), apples(measure='RR'), apples(measure='P'))")
    stage.press(*["PageDown"] * 9).at("slide 2 of 3 · step 5 of 5")


def test_axe_finds_no_violation_in_any_colour_scheme(show_part):
    page = show_part(made("all_parts()", SETUP)).page
    resize(page, **BACK_ROW)
    page.locator(".me-deck .me-top > [data-main]").click()
    stage = Stage(page)
    for _step in range(3):
        assert violations_in_each_scheme(page, ".me-lecture") == []
        stage.press("PageDown", "PageDown")
    expect_no_shortcuts(stage.dialog)
    for width in (820, 390):
        assert violations(resize(page, width, 1000), ".me-lecture") == []
    page.keyboard.press("Escape")
    expect(stage.dialog).to_have_count(0)
    assert violations(page, ".me-deck") == []


@pytest.mark.parametrize("notebook", [pytest.param(LAB, marks=pytest.mark.slow)], indirect=True)
def test_a_closed_widget_does_not_stop_the_lecture(notebook):
    show(notebook, "[a := apples(), Lecture(one, a, other), a.close()][1]")
    notebook.page.locator(".me-deck .me-top > [data-main]").click()
    stage = Stage(notebook.page).press(*["PageDown"] * 5).at("slide 2 of 3")
    expect(stage.dialog.locator(".me-notice")).to_contain_text("run the cells again")
    stage.press("PageDown").at("slide 3 of 3 · step 1 of 5").press("PageUp").at("slide 2 of 3")
    expect(stage.dialog.locator(".me-notice")).to_be_visible()
    stage.press("PageUp").at("slide 1 of 3 · step 5 of 5")


def test_rerunning_a_cell_ends_the_lecture_of_its_widget(notebook):
    stage = in_place(notebook, "apples()")
    notebook.run("e = apples()\ne")
    expect(stage.dialog).to_have_count(0)
    expect(notebook.page.locator(".metrics-edu")).to_have_count(1)


def test_keys_step_the_lecture_without_any_focus(notebook):
    stage = start(notebook, "Lecture(apples())")
    notebook.page.evaluate("document.activeElement.blur()")
    stage.press("PageDown").at("step 2 of 5")


def test_a_lecture_continues_without_its_kernel(notebook):
    stage = start(notebook, "Lecture(apples(), Stepper('AP@5', one))")
    notebook.shut_down()
    stage.press("PageDown", "PageDown").at("slide 1 of 2 · step 3 of 5").expect_revealed("0.4916")
    stage.press("PageDown", "PageDown", "PageDown", "PageDown").at("slide 2 of 2 · step 2 of 13")
