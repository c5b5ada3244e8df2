"""What a browser test does to a notebook and to the widget that it shows."""

from __future__ import annotations

import ast
import json
import os
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from tools.checks.settled import SECONDS, resize, scheme, settled
from tools.servers.jupyter_in_browser import run_all_cells

__all__ = ["SECONDS", "resize", "scheme", "settled"]

THOROUGH = "FUZZ_CASES" in os.environ  # in `make test-all`
expect.set_options(timeout=1000 * SECONDS)
CHOSEN = re.compile("&chosen=[^&]*")  # a state that is shown holds the row that was chosen when it was sent

# Asks the kernel for the value of an expression. Lab sends the widgets' messages to a subshell, a separate thread: what
# was sent to a widget before may not be done by then.
ASK_KERNEL = """async code => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const { content } = await kernel.requestExecute(
        { code: "", user_expressions: { it: code }, store_history: false, silent: false }).done;
    const it = content.user_expressions.it;
    return it.status === "ok" ? it.data["text/plain"] : `!${it.evalue}`;
}"""
RUN_LAST_CELL = """async source => {
    const { content } = window.jupyterapp.shell.currentWidget;
    content.activeCellIndex = content.widgets.length - 1;
    content.model.cells.get(content.activeCellIndex).sharedModel.setSource(source);
    content.mode = "command";
    await window.jupyterapp.commands.execute("notebook:run-cell");
}"""
CELLS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.toJSON().cells
    .map(({ cell_type, source }) => [cell_type, source])"""

SETUP = """
from dataclasses import replace
from metrics_edu import Ranking
from metrics_edu.widgets import Explorer, RankedList
from metrics_edu.widgets.list_state.state_string import write

APPLES = "Gala,Fuji,Jonagold,Elstar,Boskop,Pinova,Braeburn,Cox,Idared,Topaz,Rubin,Santana".split(",")
def one(**settings):
    return Explorer(Ranking.parse("NRRNNRNNNRRR", relevant=6), APPLES, **settings)
def three(**settings):
    ana, ben, eva = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRN"), Ranking.parse("NNNN", relevant=0)
    return Explorer({"Ana": ana, "Ben": ben, "Eva": eva}, **settings)
def graded(**settings):
    return Explorer(Ranking.parse("3 0 2 0 1 5", pool="5 3 2 2 1"), threshold=2, **settings)
"""
SHOW_ALL_CELLS = """() => {
    const { content } = window.jupyterapp.shell.currentWidget;
    content.notebookConfig = { ...content.notebookConfig, windowingMode: "none" };
    window.jupyterapp.shell.collapseLeft();
}"""
OUTPUTS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.toJSON().cells
    .flatMap(cell => cell.outputs ?? [])"""
NOTEBOOK = (SETUP, "pass")
RESTART = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
BARE, LAB = "bare page", "lab_server"
SERVERS = [LAB, pytest.param("notebook_server", marks=pytest.mark.slow)]
HOSTS = [BARE, *(pytest.param(server, marks=pytest.mark.slow) for server in (LAB, "notebook_server"))]
THEMES = ("JupyterLab Light", "JupyterLab Dark")
FOCUSABLE = "button, input, select, textarea, summary, a, [tabindex], [contenteditable]"
# What sticks out of the widget at its sides or of a figure, and texts cut off by the element they are in.
CLIPPED = """root => {
    const out = (el, box) => {
        const r = el.getBoundingClientRect();
        return r.width && (r.left < box.left - 1 || r.right > box.right + 1);
    };
    const name = el => `${el.tagName}.${el.getAttribute("class")} ${el.textContent.slice(0, 30)}`;
    const own = root.getBoundingClientRect(), figure = root.querySelector(".me-svg svg")?.getBoundingClientRect();
    const seen = [...root.querySelectorAll("*")].filter(el => el.checkVisibility() && !el.closest(".me-vh, .me-scroll"));
    return [
        ...(root.scrollWidth > root.clientWidth ? ["the root scrolls"] : []),
        ...(figure && figure.right > own.right ? ["the figure"] : []),
        ...seen.filter(el => out(el, own)).map(name),
        ...seen.filter(el => el.closest("svg text") && out(el, figure)).map(el => "in the figure: " + name(el)),
        ...seen.filter(el => el.matches("button, td, .me-tile, .me-row-term, .me-value, .me-rank, .me-note, .me-sentences p")
            && el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== "inline").map(el => "cut off: " + name(el)),
    ];
}"""
FAINT = """context => {
    const root = document.querySelector(context), found = new Set();
    const parse = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
    const over = ([r, g, b, a], below) => [r, g, b].map((c, k) => c * a + below[k] * (1 - a));
    const paper = el => {
        const layers = [];
        for (let at = el; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
        return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const light = rgb => rgb.map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
    const contrast = (ink, below) => {
        const [low, high] = [light(over(parse(ink), below)), light(below)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const name = el => `${el.tagName}.${el.getAttribute("class")}`;
    const check = (el, ratio, least, what) => ratio < least - 0.005 && found.add(`${what} ${name(el)}: ${ratio.toFixed(2)}`);
    const seen = el => el.checkVisibility({ visibilityProperty: true }) && !el.closest("[aria-disabled], .me-vh")
        && el.getBoundingClientRect().width > 1;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const el = texts.currentNode.parentElement, style = getComputedStyle(el);
        if (!texts.currentNode.data.trim() || !seen(el)) continue;
        const least = el.matches(".me-grip") ? 3 : 4.5;   // six points are no letters
        check(el, contrast(el.closest("svg") ? style.fill : style.color, paper(el)), least, "text");
    }
    for (const el of root.querySelectorAll(":is(input, textarea, select, .me-badge):not([type=file], [type=radio])")) {
        if (!seen(el)) continue;
        const style = getComputedStyle(el), around = paper(el.parentElement);
        check(el, contrast(style.color, paper(el)), 4.5, "field");
        if (el.placeholder) check(el, contrast(getComputedStyle(el, "::placeholder").color, paper(el)), 4.5, "placeholder");
        check(el, Math.max(contrast(style.borderTopColor, around), contrast(style.backgroundColor, around)), 3, "edge");
    }
    const marks = ":is(.me-bar, .me-path, .me-cross, .me-mean, .me-best, .me-ring, .me-cut-line)";
    for (const el of root.querySelectorAll(`.me-svg ${marks}`))
        check(el, contrast(getComputedStyle(el).stroke, paper(el.closest(".me-svg"))), 3, "mark");
    return [...found];
}"""
"""Texts under 4.5, edges of fields and marks of figures under 3: the ratios of the colours that are really shown."""
RUN_AXE = """([context, options]) => axe.run(context, options).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)))"""
TARGETS = (
    "button, input, select, textarea, summary, a, [role=tab], [role=option], [role=button], [role=option] .me-toggle"
)
SMALL = """([least, targets]) => [...document.querySelectorAll(`.metrics-edu :is(${targets})`)]
    .filter(el => el.checkVisibility({ visibilityProperty: true }) && !el.closest(".me-vh") && !el.matches("p a"))
    .map(el => el.matches("[type=radio], [type=checkbox], [type=file]") ? el.closest("label") ?? el : el)
    .map(el => [el, el.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && Math.min(width, height) < least - 0.5)
    .map(([el, { width, height }]) => `${el.tagName}.${el.className} ${el.textContent.slice(0, 20)}: ${width} x ${height}`)"""
TALL: ViewportSize = {"width": 1280, "height": 1500}  # pixels: so much that nothing must be scrolled to


def on_page(text: str) -> str:
    """Write a text of Python's as the page shows it: small characters are subscripts there, a sign stays beside its numbers."""
    plain = text.translate(str.maketrans("ᵢᵤₚₘₐₓ₂", "iupmax2"))
    return re.sub(r" ([=→]) ", "\u00a0\\1\u00a0", plain).replace("× ", "×\u00a0")


def until(found: Callable[[], Any], wanted: Callable[[], Any], seconds: float = SECONDS) -> None:
    """Wait until both give the same."""
    end = time.monotonic() + seconds
    while (this := found()) != (that := wanted()):
        assert time.monotonic() < end, f"{this!r} is not {that!r}"
        time.sleep(0.05)


def drag(source: Locator, target: Locator, *, drops: bool = True) -> None:
    """Drag a row by its name to the place of another, as a hand does: in steps, until the others have made room."""
    mouse = source.page.mouse
    start, end = source.locator(".me-label").bounding_box(), target.bounding_box()
    assert start
    assert end
    x, y = start["x"] + 20, start["y"] + start["height"] / 2
    down = end["y"] > y
    to_y = end["y"] + end["height"] * (0.8 if down else 0.2)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y + (8 if down else -8))
    over = "dialog[open] .me-clone, body:not(:has(dialog[open])) .me-clone"  # what is not in a dialog lies under it
    expect(source.page.locator(over)).to_be_visible()
    near = target.element_handle()
    for step in range(200):
        mouse.move(x + step % 2, y + (to_y - y) * min(step / 12, 1))
        if near.evaluate(f"el => el.{'next' if down else 'previous'}ElementSibling?.matches('.me-ghost')"):
            break
    if not drops:
        return
    mouse.up()
    expect(source.page.locator(".me-clone")).to_have_count(0)


def choose_theme(page: Page, theme: str) -> None:
    """Switch JupyterLab to a theme."""
    page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", str("Light" in theme).lower())


def violations(page: Page, context: str = ".metrics-edu", *, whole: bool = False) -> list[str]:
    """What axe finds in the widgets. Of its time, eight tenths go to colours and to targets: but for `make test-all`, or
    where axe is asked for the `whole`, `faint` and `small` tell of these, more strictly.
    """
    whole = whole or THOROUGH
    asked = {
        "color-contrast": {"enabled": whole},
        "target-size": {"enabled": whole or context in ("html", "body", "main")},
    }
    settled(page)
    if not page.evaluate("!!window.axe"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], "rules": asked}  # no lists of what is well
    found = page.evaluate(RUN_AXE, [context, options])
    return found if whole else found + faint(page, context) + small(page)


def violations_in_each_scheme(page: Page, context: str = ".metrics-edu") -> list[str]:
    """The same, and which colours are faint in the dark."""
    found = faint(scheme(page, "dark"), context)
    return found + violations(scheme(page, "light"), context)


def faint(page: Page, context: str = ".metrics-edu") -> list[str]:
    return settled(page).evaluate(FAINT, context)


def small(page: Page, least: int = 24) -> list[str]:
    """What is to be hit in a widget and has fewer pixels than that."""
    return settled(page).evaluate(SMALL, [least, TARGETS])


def clipped(root: Locator) -> list[str]:
    """What sticks out of a widget or of its figure, and texts that are cut off."""
    return measure(root, CLIPPED)


def measure(target: Locator, script: str, argument: Any = None) -> Any:
    """Evaluate a script on an element of the settled page."""
    settled(target.page)
    return target.evaluate(script, argument)


def measure_all(targets: Locator, script: str, argument: Any = None) -> Any:
    """Evaluate a script on the list of all these elements of the settled page."""
    settled(targets.page)
    return targets.evaluate_all(script, argument)


def rectangle(target: Locator) -> FloatRect:
    """Return where an element is on the settled page, in pixels."""
    settled(target.page)
    box = target.bounding_box()
    assert box, f"{target} is not shown"
    return box


def expect_no_shortcuts(root: Locator) -> None:
    """Wait until each element that can have the focus keeps the keys from JupyterLab."""
    expect(root.locator(f":is({FOCUSABLE}):not([data-lm-suppress-shortcuts='true'])")).to_have_count(0)


def set_width(root: Locator, pixels: int) -> None:
    """Make a widget as wide as that."""
    root.evaluate("(root, pixels) => { root.style.width = `${pixels}px`; }", pixels)
    settled(root.page)


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def run_last_cell(page: Page, source: str) -> None:
    """Run the last cell with this source, and wait until the widgets that it showed before are gone."""
    page.evaluate("document.querySelectorAll('.metrics-edu').forEach(el => { el.dataset.old = ''; })")
    page.evaluate(RUN_LAST_CELL, source)
    expect(page.locator(".metrics-edu[data-old]")).to_have_count(0)


def made(source: str, setup: str = SETUP) -> Any:
    """Make here what a cell with this source, below the setup, would show."""
    names: dict[str, Any] = {}
    exec(setup, names)
    return eval(source, names)


class Widget:
    """The widget `e` of the last cell, or the one on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".metrics-edu")
        self.rows = self.root.locator(".me-row")
        self.say = self.root.locator(".me-say [role=status]")
        self.state = self.root.get_by_label("State")
        self.settings = self.root.locator(".me-settings > summary")
        self.bars = self.root.locator(".me-slot")
        self.terms = self.root.locator(".me-term[data-rank]")

    def row(self, label: str) -> Locator:
        return self.rows.filter(has=self.page.get_by_text(label, exact=True))

    def toggle(self, label: str) -> Locator:
        return self.row(label).locator(".me-toggle")

    def tile(self, name: str) -> Locator:
        return self.root.get_by_role("tab").filter(has=self.page.locator(".me-tile-name").get_by_text(name, exact=True))

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def labels(self, name: str = "Shown items, best rank first") -> list[str]:
        names = "els => els.map(el => el.firstChild.textContent)"  # without the note
        return self.root.get_by_role("listbox", name=name).locator(".me-label").evaluate_all(names)

    def expect_labels(self, *labels: str) -> None:
        """Wait until the shown items begin so."""
        until(lambda: self.labels()[: len(labels)], lambda: list(labels))


class Notebook:
    """A page that shows a notebook, whose last cell is for the test."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def run(self, source: str) -> None:
        """Run the last cell with this source."""
        run_last_cell(self.page, source)

    def show(self, source: str = "one()") -> Widget:
        """Run `e = source` in the last cell and show it."""
        self.run(f"e = {source}\ne")
        expect(self.page.locator(".metrics-edu .me-row").first).to_be_visible()
        return Widget(settled(self.page))

    def python(self, expression: str) -> Any:
        """Ask the kernel for the value of an expression."""
        answer = self.page.evaluate(ASK_KERNEL, f"__import__('json').dumps({expression})")
        assert not answer.startswith("!"), answer
        return json.loads(ast.literal_eval(answer))

    def wait_for(self, expression: str, value: Any) -> None:
        """Wait until the kernel gives this value for an expression."""
        until(lambda: self.python(expression), lambda: value)

    def expect_same_as_kernel(self, widget: Widget) -> None:
        """Wait until the page shows the kernel's state; the rows must also show it."""
        until(
            lambda: self.python("write(replace(e._state, chosen=None))"),
            lambda: CHOSEN.sub("", widget.state.input_value()),
        )
        lists = "[[item.label for item in rows] for rows in (e._state.user_lists.shown, e._state.user_lists.missed)]"
        until(lambda: self.python(lists), lambda: [widget.labels(), widget.labels("Missed items")])

    def cells(self) -> list[list[str]]:
        """Type and source of each cell."""
        return self.page.evaluate(CELLS)

    def show_all_cells(self) -> None:
        """Keep on the page also what is not in sight."""
        self.page.evaluate(SHOW_ALL_CELLS)

    def complaints(self) -> list[dict[str, Any]]:
        """What cells have raised or warned of."""
        outputs = self.page.evaluate(OUTPUTS)
        return [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]

    def choose_theme(self, theme: str) -> None:
        choose_theme(self.page, theme)

    def restart(self) -> None:
        """Restart the kernel: nothing of before is known."""
        self.page.evaluate(RESTART)

    def run_again(self) -> None:
        """Run all cells again."""
        run_all_cells(self.page, self.page.evaluate("jupyterapp.shell.currentWidget.context.path"))

    def shut_down(self) -> None:
        """End the kernel: nothing answers from now on."""
        self.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
