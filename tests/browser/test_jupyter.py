"""In a real JupyterLab: its shortcuts stay outside, a notebook is saved and loaded again, a cell follows a list, a kernel ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Playwright, expect

from tests.browser.driver import (
    LAB,
    NOTEBOOK,
    RESTART,
    SAVE,
    SERVERS,
    TALL,
    THEMES,
    Notebook,
    Widget,
    on_page,
    press,
    resize,
    settled,
    until,
)
from tests.browser.test_keys import show_everything

KINDS = {
    "row": ".me-row[tabindex='0']",
    "user": ".me-tab[tabindex='0']",
    "tile": ".me-tile[tabindex='0']",
    "tool": ".me-tools button",
    "edit button": ".me-edit .me-acts button",
    "rank": ".me-edit input[type=number]",
    "|R|": ".me-pool input",
    "name": ".me-more input",
    "paste": ".me-paste textarea",
    "term": ".me-term[tabindex='0']",
    "segment": ".me-segment button",
    "select": ".me-setting select",
    "number": ".me-step input",
    "summary": ".me-figure summary",
    "state": ".me-state input",
}

COUNT_SAVES = """() => {
    const count = (_, { id }) => { window.saves += id === "docmanager:save"; };
    if (window.saves === undefined) jupyterapp.commands.commandExecuted.connect(count);
    window.saves = 0;
}"""


GUIDE = (Path(__file__).parents[2] / "docs/guide.md").read_text("utf-8")
SECTION = GUIDE.split("## A widget and your own cells")[1]
IMPORTS, CELL = re.findall(r"```python\n((?!>>>).*?)```", SECTION, re.DOTALL)
FILMS = "Ranking([3, 0, 5, 0, 4, 1, 2, 5], pool=[3, 5, 4, 1, 2, 5, 5, 4])"
TOLD = (".me-row[data-rank]", ".me-work", ".me-say", ".me-svg", "figcaption")
OUT_OF_SIGHT = """told => {
    const top = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect().top;
    const end = document.querySelector("#jp-main-statusbar").getBoundingClientRect().top;
    return told.filter(part => [...document.querySelectorAll(`.metrics-edu ${part}`)].some(el => {
        const box = el.getBoundingClientRect();
        return !box.height || box.top < top || box.bottom > end || box.right > innerWidth;
    }));
}"""
REQUESTED = "performance.getEntriesByType('resource').map(({ name }) => name)"
DRAWN = "img => img.complete && img.naturalWidth > 100"


@pytest.fixture(scope="module", params=SERVERS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(request.param, viewport=TALL)


@pytest.mark.parametrize("kind", SERVERS)
def test_a_server_requires_its_token(kind: str, playwright: Playwright, request: pytest.FixtureRequest) -> None:
    server, stranger = request.getfixturevalue(kind), playwright.request.new_context()
    assert stranger.get(f"{server.base}api/contents").status == 403
    assert stranger.get(server.url("api/contents")).status == 200
    stranger.dispose()


@pytest.mark.parametrize("notebook", [LAB], indirect=True)
def test_no_news_pop_up_covers_the_notebook(notebook: Notebook) -> None:
    page = notebook.page
    page.get_by_role("menubar").wait_for()
    page.wait_for_function("window.jupyterapp?.restored.then(() => true)")
    assert page.evaluate("window.jupyterapp.hasPlugin('@jupyterlab/apputils-extension:notification')")
    assert not page.evaluate("window.jupyterapp.hasPlugin('@jupyterlab/apputils-extension:announcements')")
    settled(page)
    assert [name for name in page.evaluate(REQUESTED) if "/api/news" in name] == []
    expect(page.get_by_text("Jupyter news")).to_have_count(0)


def test_widget_keys_trigger_no_notebook_shortcuts(notebook: Notebook) -> None:
    widget = show_everything(notebook)
    cells = notebook.cells()
    for kind, selector in KINDS.items():
        widget.root.locator(selector).first.focus()
        for key in ("m", "d", "d", "a", "x", "b", "Enter" if kind == "state" else "m"):
            notebook.page.keyboard.press(key)
        assert notebook.cells() == cells, f"keys pressed in a {kind} reached the notebook"
        notebook.page.keyboard.press("Escape")


def press_save(page: Page, focused: Locator) -> None:
    """Press Ctrl+S there: the command of JupyterLab runs once (while a notebook is being saved it does nothing more)."""
    focused.focus()
    expect(focused).to_be_focused()
    page.evaluate(COUNT_SAVES)
    page.keyboard.press("Control+s")
    page.wait_for_function("() => window.saves")
    assert page.evaluate("window.saves") == 1
    expect(focused).to_be_focused()


def test_the_save_key_saves_the_notebook_from_any_focus(notebook: Notebook) -> None:
    """Its key is let through, and nothing else is done by it: no character is typed, nothing is asked of the kernel."""
    widget, page = show_everything(notebook), notebook.page
    dirty = "jupyterapp.shell.currentWidget.context.model.dirty"
    page.wait_for_function(f"() => {dirty}")  # the cell was run
    press_save(page, widget.row("Item 2"))
    page.wait_for_function(f"() => !{dirty}")
    cells, state = notebook.cells(), notebook.python("e.state")
    for kind, selector in KINDS.items():
        element = widget.root.locator(selector).first
        before = element.evaluate("el => el.value")
        press_save(page, element)
        assert element.evaluate("el => el.value") == before, kind
    assert notebook.cells() == cells
    assert notebook.python("e.state") == state
    heard = "event => { window.heard = [event.target.tagName, event.key, event.metaKey]; }"
    page.evaluate(f"() => {{ document.body.onkeydown = {heard}; }}")
    page.keyboard.press("Meta+s")  # on a Mac; here it is no key of JupyterLab
    assert page.evaluate("window.heard") == ["BODY", "s", True]
    page.evaluate("document.body.onkeydown = null")


def test_the_save_key_saves_the_notebook_during_a_lecture(notebook: Notebook) -> None:
    widget, page = notebook.show(), notebook.page
    widget.button("Lecture").click()
    for focused in (widget.rows.nth(1), page.get_by_role("button", name="Next", exact=True)):
        press_save(page, focused)
    page.keyboard.press("Escape")


def test_a_cell_of_six_lines_shows_a_chart_that_follows_the_list(notebook: Notebook) -> None:
    notebook.run(IMPORTS)
    assert len(CELL.splitlines()) == 6
    notebook.run(CELL)
    widget, image = Widget(notebook.page), notebook.page.locator("img.widget-image")
    expect(widget.rows.first).to_be_visible()
    expect(image).to_be_visible()
    before = image.get_attribute("src")
    widget.rows.first.locator(".me-toggle").click()
    expect(image).not_to_have_attribute("src", str(before))
    notebook.wait_for("explorer.ranking.shown.tolist()[:3]", [1, 1, 1])
    notebook.wait_for("image.value == chart(explorer.ranking)", True)
    assert image.evaluate(DRAWN)


@pytest.mark.parametrize("source", ["one()", f"Explorer({FILMS}, measure='nDCG', n=5, graded='graded')"])
@pytest.mark.parametrize("notebook", [LAB], indirect=True)
def test_list_formula_sentence_and_figure_fit_in_one_window(notebook: Notebook, source: str) -> None:
    """In a window of 1280 x 800 without the side bar, the cell at its top: its source, and all of these below it."""
    page = notebook.page
    page.evaluate("jupyterapp.shell.collapseLeft()")
    resize(page, 1280, 800)
    widget = notebook.show(source)
    widget.rows.nth(2).click()
    expect(widget.say).to_contain_text("Rank 3")
    top = "jupyterapp.shell.currentWidget.content.widgets.at(-1).node.scrollIntoView()"  # a late output scrolls it away
    page.wait_for_function(f"told => {{ {top}; return !({OUT_OF_SIGHT})(told).length; }}", arg=TOLD)
    resize(page, **TALL)


def test_changes_from_python_appear_and_can_be_undone(notebook: Notebook) -> None:
    notebook.run(IMPORTS)
    notebook.run(CELL)
    widget, image = Widget(notebook.page), notebook.page.locator("img.widget-image")
    n = widget.root.get_by_label("Cut-off n", exact=True)
    expect(n).to_have_value("10")
    notebook.python("(setattr(explorer, 'n', 3), setattr(explorer, 'ranking', Ranking.parse('RRN')))")
    expect(widget.rows).to_have_count(3)
    expect(n).to_have_value("3")
    before = image.get_attribute("src")
    widget.button("Undo").click()
    expect(widget.rows).to_have_count(12)
    expect(image).not_to_have_attribute("src", str(before))
    widget.button("Undo").click()
    expect(n).to_have_value("10")
    notebook.wait_for("explorer.n", 10)


def test_a_reloaded_notebook_shows_the_edited_list(notebook: Notebook) -> None:
    widget = notebook.show("three(n=3)")
    widget.tile("nDCG@3").click()
    notebook.page.evaluate(SAVE)  # with its output; the edit that follows is in the kernel alone
    widget.toggle("Item 2").click()
    expect(widget.row("Item 2").locator(".me-badge")).to_have_text("N")
    notebook.expect_same_as_kernel(widget)
    state, figure = notebook.python("e.state"), notebook.python("e.figure['caption']")
    notebook.page.reload()
    widget = Widget(notebook.page)
    expect(widget.state).to_have_value(state)
    expect(widget.root.locator("figcaption")).to_have_text(on_page(figure))
    expect(widget.tile("nDCG@3")).to_have_attribute("aria-selected", "true")
    widget.toggle("Item 1").click()  # and it is alive
    expect(widget.row("Item 1").locator(".me-badge")).to_have_text("R")
    until(lambda: notebook.python("repr(e)"), lambda: "Explorer('RNRNR', relevant=4)")


def test_widget_colours_follow_the_notebook_theme(notebook: Notebook) -> None:
    widget = notebook.show()
    for theme in reversed(THEMES):
        notebook.choose_theme(theme)
        light = "Light" in theme
        expect(widget.root).to_have_css("color-scheme", "light" if light else "dark")
        ink, paper = (
            sum(map(int, widget.root.evaluate(f"el => getComputedStyle(el).{name}")[4:].strip("()a").split(",")[:3]))
            for name in ("color", "backgroundColor")
        )
        assert (ink < paper) == light


def test_keys_outside_the_widget_still_reach_the_notebook(notebook: Notebook) -> None:
    """The trap is still there: or the tests above would prove nothing."""
    widget = notebook.show()
    widget.root.evaluate("root => root.after(document.createElement('button'))")
    notebook.page.locator(".metrics-edu + button").focus()
    notebook.page.keyboard.press("b")
    cells = "n => jupyterapp.shell.currentWidget.content.widgets.length === n"
    notebook.page.wait_for_function(cells, arg=len(NOTEBOOK) + 1)
    press(notebook.page, "d", "d")  # the new cell is gone again
    notebook.page.wait_for_function(cells, arg=len(NOTEBOOK))


def test_an_edit_after_a_kernel_restart_shows_an_error(notebook: Notebook) -> None:
    widget = notebook.show("three(n=3)")
    shown = widget.labels()
    notebook.page.evaluate(RESTART)
    widget.toggle("Item 1").click()
    expect(widget.root.get_by_role("alert")).to_contain_text("run the cells again")
    assert widget.labels() == shown
