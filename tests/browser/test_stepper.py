"""Stepper: by keyboard alone, by mouse, on narrow screens, in both themes, and without its kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import (
    CLIPPED,
    HOSTS,
    TALL,
    THEMES,
    THOROUGH,
    Notebook,
    Widget,
    expect_no_shortcuts,
    made,
    measure,
    on_page,
    press,
    set_width,
    settled,
    until,
    violations,
    violations_in_each_scheme,
)

SETUP = """
from metrics_edu import Ranking, Ratings
from metrics_edu.examples import apples
from metrics_edu.widgets import Stepper
graded = Ranking.parse("3 0 2 0 1 2 0 0 3 1 0 2", pool="3 3 3 2 2 2 1 1")
batch = Ranking.batch([Ranking.parse("NRR"), Ranking.parse("N", relevant=0), Ranking.parse("RN")], users=["Ana", "Ben", "Eva"])
long = Ranking([1, 0, 1, 1] * 20, items=[f"A long name of an item, number {k}" for k in range(80)])
"""
SHOWN = {
    "AP": "Stepper('AP@10', apples())",
    "nDCG": "Stepper('nDCG@10', graded)",
    "MAP": "Stepper('MAP', batch)",
    "RMSE": "Stepper('RMSE', Ratings([4, 3, 5, 2], [5, 3, 4, 2]))",
    "long": "Stepper('AP', long)",
    "empty": "Stepper('F1@5', Ranking.parse('', relevant=0))",
}
TRIED_ONCE = ("nDCG", "RMSE", "long")  # by axe: in test_bare_page, and by what is slow
LIT_TOGETHER = """root => {
    const ranks = name => [...new Set([...root.querySelectorAll(name)].map(el => el.dataset.rank))].sort();
    return [ranks("tr[data-lit]"), ranks(".me-term[data-lit]")];
}"""


# Goes from the first step to the last; gives how many there are, and what is clipped at any of them.
STEP_THROUGH = f"""root => {{
    const clipped = {CLIPPED}, stage = root.querySelector(".me-stage"), counts = new Set(), found = [];
    const press = key => stage.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
    window.heights = [];
    for (press("Home"); !counts.has(root.querySelector(".me-count").textContent); press("ArrowRight")) {{
        counts.add(root.querySelector(".me-count").textContent);
        found.push(...clipped(root));
        window.heights.push(root.getBoundingClientRect().height);
    }}
    return [counts.size, found];
}}"""
HEIGHTS = "() => window.heights"


class Stage:
    """The Stepper `e` of the last cell."""

    def __init__(self, page: Page, frames: list[dict[str, Any]]) -> None:
        self.page, self.frames = page, frames
        self.root = page.locator(".me-stepper")
        self.stage = self.root.get_by_role("group", name="step by step")
        self.say = self.root.get_by_role("status")
        self.count = self.root.locator(".me-count")
        self.working = self.root.locator(".me-work:visible").first
        self.lit = self.root.locator("tr[data-lit]")

    def press(self, *keys: str) -> None:
        press(self.page, *keys)

    def at(self, k: int) -> None:
        expect(self.count).to_have_text(f"{k} / {len(self.frames)}")
        expect(self.say).to_have_text(on_page(" ".join(self.frames[k - 1]["sentence"].split())))


@pytest.fixture(scope="module", params=HOSTS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(request.param, SETUP, viewport=TALL | {"width": 1900})


def show(notebook: Notebook, source: str, after: str = "e") -> Stage:
    """Run `e = source` in the last cell and show it."""
    notebook.run(f"e = {source}\n{after}")
    expect(notebook.page.locator(".me-stepper .me-count")).to_have_count(1)
    return Stage(notebook.page, notebook.python("e.view['frames']"))


@pytest.fixture
def bare(show_part: Callable[[Any], Widget]) -> Callable[[str], Stage]:
    """Give a function that shows one of SHOWN on a page without Jupyter."""

    def show(name: str) -> Stage:
        part = made(SHOWN[name], SETUP)
        return Stage(show_part(part).page, part.view["frames"])

    return show


def test_the_stepper_works_with_the_keyboard_alone(notebook: Notebook) -> None:
    stage, cells = show(notebook, SHOWN["AP"]), notebook.cells()
    stage.root.get_by_role("button", name="Next").focus()
    stage.press("Enter", "Space")
    stage.at(3)
    stage.press("Tab", "Tab", "Tab")
    expect(stage.stage).to_be_focused()
    last = len(stage.frames)
    for key, to in (
        ("ArrowRight", 4),
        ("ArrowDown", 5),
        ("PageDown", 6),
        ("n", 7),
        ("Space", 8),
        ("ArrowLeft", 7),
        ("ArrowUp", 6),
        ("PageUp", 5),
        ("p", 4),
        ("Shift+Space", 3),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 1),
        ("ArrowLeft", 1),
    ):
        stage.press(key)
        stage.at(to)
    stage.press("m", "d", "d", "b", "a", "x")
    assert notebook.cells() == cells, "no key reached the notebook"
    stage.press("Shift+Tab")
    expect(stage.root.get_by_role("button", name="Lecture")).to_be_focused()


def test_row_and_term_highlight_together_and_the_value_appears_last(notebook: Notebook) -> None:
    stage = show(notebook, SHOWN["AP"])
    next_ = stage.root.get_by_role("button", name="Next")
    joined = 0
    for k, frame in enumerate(stage.frames, start=1):
        stage.at(k)
        rows, terms = stage.root.evaluate(LIT_TOGETHER)
        assert rows == terms == [str(rank) for rank in frame["lit"]]
        joined += len(rows)
        expect(stage.root.locator(".me-value:visible")).to_have_count(int(k == len(stage.frames)))
        expect(stage.root.locator("thead th:visible")).to_have_count(2 + frame["columns"])
        next_.click(force=True)  # at the end it is greyed, and does nothing
    assert joined == 4
    expect(stage.root.locator(".me-value:visible")).to_have_text("0.3444")
    expect(next_).to_have_attribute("aria-disabled", "true")
    stage.root.get_by_role("button", name="Start again").click()
    stage.at(1)


def test_clicking_a_row_or_term_opens_its_step(notebook: Notebook) -> None:
    stage = show(notebook, SHOWN["AP"])
    stage.root.get_by_role("row", name="Braeburn").click()
    expect(stage.say).to_contain_text("Rank 6, Braeburn: 3 of the first 6 are relevant")
    expect(stage.stage).to_be_focused()
    stage.root.locator(".me-term[data-rank='2']").click()
    expect(stage.say).to_contain_text("Rank 2, Gala")


def test_fast_repeated_keys_end_in_the_right_step(notebook: Notebook) -> None:
    stage = show(notebook, SHOWN["long"])
    stage.stage.focus()
    stage.press(*["ArrowRight"] * 15, *["ArrowLeft"] * 4)
    stage.at(12)
    until(
        lambda: notebook.page.evaluate("() => document.querySelector('.me-count').textContent.split(' ')[0]"),
        lambda: "12",
    )


def test_the_highlighted_row_of_a_long_list_stays_visible(notebook: Notebook) -> None:
    stage = show(notebook, SHOWN["long"])
    stage.stage.focus()
    stage.press("End", "ArrowLeft", "ArrowLeft")
    stage.at(len(stage.frames) - 2)
    lit = len(stage.frames[-3]["lit"])
    expect(stage.lit).to_have_count(lit)
    steps = stage.root.locator(".me-step-list")
    inside = """list => {
        const box = list.getBoundingClientRect(), head = list.querySelector("thead").getBoundingClientRect();
        return [...list.querySelectorAll("tr[data-lit]")].map(row => row.getBoundingClientRect())
            .map(row => row.top >= head.bottom - 1 && row.bottom <= box.bottom + 1);
    }"""
    assert measure(steps, inside) == [True] * lit
    assert lit
    assert violations(notebook.page) == []


@pytest.mark.parametrize("name", SHOWN)
def test_nothing_is_clipped_at_any_step(bare: Callable[[str], Stage], name: str) -> None:
    stage = bare(name)
    for width in (1040, 820, 390, 274)[
        :: 1 if THOROUGH or name != "long" else 3
    ]:  # the last is what JupyterLab leaves of 390
        set_width(stage.root, width)
        until(lambda: stage.root.evaluate(STEP_THROUGH), lambda: [len(stage.frames), []])
        heights = stage.root.evaluate(HEIGHTS)
        assert len({round(height / 12) for height in heights}) <= 2, f"the page jumps at {width}"


@pytest.mark.parametrize("key", ["ArrowRight", "End", pytest.param("Home", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in TRIED_ONCE else ()) for name in SHOWN]
)
def test_axe_finds_no_violation(bare: Callable[[str], Stage], name: str, key: str) -> None:
    stage = bare(name)
    stage.stage.focus()
    stage.press(key)
    assert violations_in_each_scheme(stage.page) == []


def test_axe_finds_no_violation_in_any_theme(notebook: Notebook) -> None:
    stage = show(notebook, SHOWN["nDCG"])
    for theme in reversed(THEMES):
        notebook.choose_theme(theme)
        assert violations(notebook.page, whole=True) == [], theme
    expect_no_shortcuts(stage.root)


def test_two_views_of_a_stepper_share_its_position(notebook: Notebook) -> None:
    stage = show(notebook, SHOWN["AP"], "from ipywidgets import VBox\nVBox([e])")
    stage.stage.focus()
    stage.press("ArrowRight", "ArrowRight")
    stage.at(3)
    notebook.run("display(e)\ndisplay(e)")
    expect(notebook.page.locator(".me-count")).to_have_text([f"3 / {len(stage.frames)}"] * 2)
    notebook.page.locator(".me-stage").last.focus()
    stage.press("End")
    expect(notebook.page.locator(".me-count")).to_have_text([f"{len(stage.frames)} / {len(stage.frames)}"] * 2)


def names(cells: Locator) -> list[str]:
    return cells.all_inner_texts()


def test_a_narrow_stepper_hides_the_oldest_columns(notebook: Notebook) -> None:
    stage = show(notebook, SHOWN["AP"])
    stage.stage.focus()
    stage.press("End")
    heads = stage.root.locator("thead th:visible")
    assert names(heads)[-4:] == ["reli", "hitsi", "P@i", "P@i·reli"]
    stage.root.evaluate("root => { root.style.width = '274px'; }")
    settled(stage.page)
    assert names(heads)[-1:] == ["P@i·reli"]
    assert len(names(heads)) < 6
    stage.root.evaluate("root => { root.style.width = ''; }")
    expect(heads).to_have_count(6)


def test_the_stepper_works_without_its_kernel(notebook: Notebook) -> None:
    """Last, as it ends the kernel."""
    stage = show(notebook, SHOWN["nDCG"])
    errors: list[str] = []
    notebook.page.on("pageerror", lambda error: errors.append(str(error)))
    notebook.shut_down()
    stage.stage.focus()
    stage.press("End")
    stage.at(len(stage.frames))
    stage.press("ArrowLeft", "ArrowLeft")
    stage.at(len(stage.frames) - 2)
    assert errors == []
