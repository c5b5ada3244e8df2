"""A page is measured when it is settled, and only tools/checks/settled.py changes its size and its colour scheme."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from metrics_edu import Ranking
from metrics_edu.widgets import Explorer
from tests.browser.bare import BarePage
from tests.browser.driver import measure, rectangle, resize, scheme, settled
from tools.checks import settled as settled_module

PROJECT = Path(__file__).parents[2]
FORBIDDEN = {"set_viewport_size", "emulate_media", "wait_for_timeout"}
SLEEP = {"sleep"}
BOX = '<div class="metrics-edu" style="width: 10px">first</div>'
# Each changes the box for a while; `window.done` says when it is over.
MOVES = {
    "a redraw in later frames": """box => {
        const draw = left => {
            box.style.width = `${10 + left}px`;
            window.done = !left;
            if (left) requestAnimationFrame(() => draw(left - 1));
        };
        draw(12);
    }""",
    "an animation": """box => {
        const runs = box.animate([{ marginLeft: "0px" }, { marginLeft: "200px" }], { duration: 400, delay: 300, fill: "forwards" });
        runs.finished.then(() => { window.done = true; });
    }""",
    "an answer from Python": """box => {
        window.openCalls = () => Number(!window.done);
        setTimeout(() => { box.textContent = "second"; window.done = true; }, 500);
    }""",
    "the start of Python in a page of the site": """box => {
        const widget = Object.assign(document.createElement("div"), { id: "widget" });
        const stages = ["loading", "core", "package", "ready"];
        const next = () => {
            widget.dataset.stage = stages.shift();
            window.done = !stages.length;
            if (stages.length) setTimeout(next, 100);
        };
        box.before(widget);
        setTimeout(next, 100);
    }""",
    "markup of the same size": """box => {
        box.style.height = "20px";
        const write = left => {
            box.textContent = "x".repeat(left);
            window.done = !left;
            if (left) requestAnimationFrame(() => write(left - 1));
        };
        write(12);
    }""",
}


@pytest.mark.parametrize("move", MOVES)
def test_settled_waits_for_every_kind_of_change(page: Page, move: str) -> None:
    page.set_content(BOX)
    page.locator("div").evaluate(MOVES[move])
    assert not page.evaluate("window.done")
    assert settled(page).evaluate("window.done")


TEMPLATE = (PROJECT / "website" / "page" / "index.html").read_text("utf-8")
STAGES = {stage for stages in re.findall(r'data-when="([^"]+)"', TEMPLATE) for stage in stages.split()} | {"ready"}
STARTING = re.findall(r'<span data-when="([^"]+)">\$loading</span>', TEMPLATE)[0].split()


@pytest.mark.parametrize("stage", sorted(STAGES))
def test_settled_waits_for_python_only_while_it_starts(page: Page, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    page.set_content(f'<div id="widget" data-stage="{stage}">{BOX}</div>')
    if stage not in STARTING:
        assert settled(page) is page
        return
    monkeypatch.setattr(settled_module, "SECONDS", 0.3)
    with pytest.raises(Exception, match="Python is starting"):
        settled(page)


def test_settled_does_not_wait_for_an_endless_animation(page: Page) -> None:
    page.set_content(BOX)
    page.locator("div").evaluate(
        "box => box.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 500, iterations: Infinity })"
    )
    assert settled(page) is page


def test_page_that_never_settles_is_an_error(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settled_module, "SECONDS", 0.3)
    page.set_content(BOX)
    page.evaluate("window.openCalls = () => 1")
    with pytest.raises(Exception, match=r"The page did not settle in 0\.3 s: Python has not answered"):
        settled(page)


def test_figure_is_measured_for_its_new_width(bare_page: BarePage) -> None:
    page = bare_page.show(Explorer(Ranking.parse("NRRNNRNNNRRR", relevant=8)))
    figure = page.locator(".me-svg svg")
    for width in (390, 1280) * 5:
        resize(page, width)
        assert abs(figure.evaluate("svg => svg.viewBox.baseVal.width - svg.clientWidth")) <= 10
        assert measure(figure, "svg => svg.clientWidth") == pytest.approx(rectangle(figure)["width"], abs=1)
        assert page.evaluate("innerWidth") == width


def test_scheme_changes_the_colours_that_are_measured(bare_page: BarePage) -> None:
    page = bare_page.show(Explorer(Ranking.parse("NRR")))
    ink = "() => getComputedStyle(document.querySelector('.me-row')).color"
    assert scheme(page, "light").evaluate(ink) != scheme(page, "dark").evaluate(ink)


def uses(tree: ast.AST, names: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each attribute and import of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in names:
            yield node.lineno, node.attr
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in names)


def places(paths: Iterable[Path], names: set[str]) -> list[str]:
    """Return where files use one of these names."""
    return [
        f"{path.relative_to(PROJECT)}:{line}: {name}"
        for path in sorted(paths)
        for line, name in uses(ast.parse(path.read_text("utf-8")), names)
    ]


def test_only_the_driver_resizes_and_no_test_waits_fixed_times() -> None:
    folders = ("tests", "tools", "website", "figures/build")
    files = {path for folder in folders for path in (PROJECT / folder).rglob("*.py")}
    driver = PROJECT / "tools" / "checks" / "settled.py"
    assert len(places([driver], FORBIDDEN)) == 2
    assert places(files - {driver}, FORBIDDEN) == []


def test_only_until_sleeps_in_the_browser_tests() -> None:
    browser = PROJECT / "tests" / "browser"
    driver = browser / "driver.py"
    (until,) = [
        node
        for node in ast.parse(driver.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name == "until"
    ]
    assert len([*uses(until, SLEEP)]) == len(places([driver], SLEEP)) == 1
    assert places({*browser.rglob("*.py")} - {driver}, SLEEP) == []


@pytest.mark.parametrize(
    "source", ["import time\ntime.sleep(1)", "import time as t\nt.sleep(1)", "from time import sleep as rest\nrest(1)"]
)
def test_every_spelling_of_sleep_is_found(source: str) -> None:
    assert [name for _line, name in uses(ast.parse(source), SLEEP)] == ["sleep"]
