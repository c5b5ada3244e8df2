"""A student at the keyboard: what is pressed in the parts of a lesson, and what is read there. No mouse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, expect

from metrics_edu import language
from tests.browser.driver import Notebook
from tools.servers.jupyter_in_browser import PROJECT

STOPS = ":is(button, input, select, summary, [tabindex='0']):visible"
IS_BEFORE_FOCUS = "el => !!(document.activeElement.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_PRECEDING)"
HAS_FOCUS = "el => el.contains(document.activeElement)"
WHERE_FOCUS_IS = """el => el.contains(document.activeElement) ? "here"
    : el.closest(".metrics-edu").contains(document.activeElement) ? "in the part" : "outside" """
FAR = 60
"""How often Tab is pressed to get to the next part."""


class Walk:
    """A lesson that is open, with what its text says."""

    def __init__(self, host: str, lesson: Notebook, path: Path) -> None:
        self.host, self.lesson, self.page, self.language = host, lesson, lesson.page, path.parent.name
        self.texts = nbformat.read(PROJECT / path, as_version=4).cells
        self.index = {cell.id: k for k, cell in enumerate(self.texts)}
        self.walked: set[str] = set()
        lesson.show_all_cells()
        expect(self.page.locator(".jp-Notebook .jp-Cell")).to_have_count(len(self.texts))
        self.cells = lesson.cells()

    def part(self, cell: str) -> Part:
        """Go on to the list, the stepper or the Explorer that a cell shows."""
        return Part(self, self.go_to(cell), cell)

    def go_to(self, cell: str) -> Locator:
        """Go on to the part that a cell shows: by Tab from the part before, if that is not too far."""
        root = self.page.locator(".jp-Notebook .jp-Cell").nth(self.index[cell]).locator(".metrics-edu")
        expect(root).to_have_count(1)
        self.walked.add(cell)
        for _press in range(FAR if self.page.locator(".metrics-edu :focus").count() else 0):
            self.page.keyboard.press("Tab")
            if root.locator(":focus").count():
                break
        else:
            root.locator(STOPS).first.focus()
        return root

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Speak the language of the lesson for a while."""
        before = language.language()
        language.set_language(self.language)
        try:
            yield
        finally:
            language.set_language(before)

    def say(self, text: str, **places: Any) -> str:
        """Say a text of the package as the lesson says it."""
        with self.speaking():
            return language._(text, **places)

    def number(self, value: float, fixed: int | None = None) -> str:
        """Write a number as the lesson writes it."""
        with self.speaking():
            return language.number(value, fixed=fixed)

    def reads(self, *wanted: str | float) -> None:
        """What the text has to name: the words of the parts, in italics, and values."""
        text = "\n".join(cell.source for cell in self.texts if cell.cell_type == "markdown").replace("{,}", ",")
        for one in wanted:
            spelled = f"*{self.say(one)}*" if isinstance(one, str) else self.number(one)
            assert spelled in text, f"the text does not say {spelled}"


class Part:
    """A part of a lesson, worked with by keys."""

    def __init__(self, walk: Walk, root: Locator, cell: str) -> None:
        self.walk, self.root, self.cell, self.page = walk, root, cell, walk.page
        self.value = root.locator(".me-value:visible").first

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, target: Locator) -> None:
        """Press Tab, or Shift+Tab where it is further up, until the target, or what is in it, has the focus."""
        expect(target).to_be_visible()
        key = "Shift+Tab" if target.evaluate(IS_BEFORE_FOCUS) else "Tab"
        for press in range(80):
            where = target.evaluate(WHERE_FOCUS_IS)
            if where == "here":
                return
            assert where == "in the part" or not press, f"{self.cell}: {key} leads out of the part"
            self.press(key)
        raise AssertionError(f"{self.cell}: {target} cannot be reached by {key}")

    def button(self, name: str, **places: Any) -> Locator:
        return self.root.get_by_role("button", name=self.walk.say(name, **places), exact=True)

    def push(self, name: str) -> None:
        """Press a button by its name."""
        self.tab_to(self.button(name))
        self.press("Enter")

    def reset(self) -> None:
        """Press Reset, and wait until there is nothing left to reset."""
        self.push("Reset")
        expect(self.button("Reset")).to_have_attribute("aria-disabled", "true")

    def shows(self, value: float, decimals: int = 4) -> None:
        """Wait until this value is shown."""
        expect(self.value).to_have_text(self.walk.number(value, decimals))

    # a list to edit

    def at(self, rank: int, scope: Locator | None = None) -> Locator:
        """Give the row that is at a rank now, wherever it will be."""
        row = (scope or self.root).locator(f".me-row[role=option][data-rank='{rank}']")
        return self.row(str(row.get_attribute("data-id")), scope)

    def row(self, id_: str, scope: Locator | None = None) -> Locator:
        return (scope or self.root).locator(f".me-row[role=option][data-id='{id_}']")

    def named(self, label: str) -> Locator:
        row = self.root.locator(".me-row[role=option]").filter(has=self.page.get_by_text(label, exact=True))
        return self.row(str(row.get_attribute("data-id")))

    def choose(self, row: Locator) -> None:
        """Go to a row by Tab and arrows."""
        place = "el => [...el.closest('.me-left, .me-actual').querySelectorAll('.me-row')].indexOf(el)"
        box = row.locator("xpath=ancestor::*[contains(@class, 'me-left') or contains(@class, 'me-actual')][1]")
        stop = box.locator(".me-row[tabindex='0']")
        self.tab_to(stop)
        by = row.evaluate(place) - stop.evaluate(place)
        self.press(*["ArrowDown" if by > 0 else "ArrowUp"] * abs(by))
        expect(row).to_be_focused()
        expect(row).to_have_attribute("aria-selected", "true")

    def missed(self, place: int) -> Locator:
        """Give a row that is missed now."""
        row = self.root.locator(".me-row[role=option]:not([data-rank])").nth(place)
        return self.row(str(row.get_attribute("data-id")))

    def fill(self, label: str, value: int) -> None:
        """Write a number into a field, and press Enter."""
        self.tab_to(self.root.get_by_role("spinbutton", name=self.walk.say(label), exact=True))
        self.press("Control+a", *str(value), "Enter")

    def to_rank(self, row: Locator, rank: int) -> None:
        """Choose a row, show it if it is missed, and write a rank."""
        self.choose(row)
        if row.get_attribute("data-rank") is None:
            self.push("Show it")
            expect(row).to_have_attribute("data-rank", re.compile(r"\d"))
        self.fill("to rank", rank)
        expect(row).to_have_attribute("data-rank", str(rank))

    def move(self, row: Locator, to: int) -> None:
        """Move a row by keys until it is at a rank."""
        self.choose(row)
        start = int(str(row.get_attribute("data-rank")))
        step = 1 if to > start else -1
        for now in range(start, to, step):
            self.press("Alt+ArrowDown" if step > 0 else "Alt+ArrowUp")
            expect(row).to_have_attribute("data-rank", str(now + step))
        expect(row).to_be_focused()

    def divided_by(self, text: str) -> None:
        """Wait until this is below the bar of the working."""
        expect(self.root.locator(".me-derivation .me-work .me-big > .me-de").first).to_have_text(text)

    def all_goals_are_met(self) -> None:
        goals = self.root.get_by_role("group", name=self.walk.say("Goals"), exact=True)
        expect(goals.get_by_role("status")).to_have_text(self.walk.say("All goals are met."))

    def toggle(self, row: Locator, badge: str) -> None:
        self.choose(row)
        self.press("Space")
        expect(row.locator(".me-badge")).to_have_text(badge)

    def tile(self, name: str) -> Locator:
        """Give the value in a tile."""
        own = self.page.locator(".me-tile-name").get_by_text(name, exact=True)
        return self.root.get_by_role("tab").filter(has=own).locator(".me-tile-value")

    def tile_shows(self, name: str, value: float) -> None:
        expect(self.tile(name)).to_have_text(self.walk.number(value, 4))

    def user(self, name: str) -> None:
        """Choose a tab by arrows."""
        tabs = self.root.locator(".me-tab")
        self.tab_to(self.root.locator(".me-tab[tabindex='0']"))
        for _press in range(tabs.count()):
            self.press("ArrowRight")
        tab = self.root.get_by_role("tab", name=name, exact=True)
        for _press in range(tabs.count()):
            if tab.evaluate(HAS_FOCUS):
                break
            self.press("ArrowLeft")
        expect(tab).to_have_attribute("aria-selected", "true")

    def pick(self, label: str, option: str) -> None:
        """Choose in a menu by arrows; each choice is waited for: it has its own sentence below the menu."""
        menu = self.root.get_by_label(self.walk.say(label), exact=True)
        options, wanted = menu.locator("option").all_text_contents(), self.walk.say(option)
        assert wanted in options, f"{label}: {wanted} is not among {options}"
        self.tab_to(menu)
        why = menu.locator("xpath=ancestor::*[contains(@class, 'me-setting')][1]").locator(".me-note")
        while (by := options.index(wanted) - int(menu.evaluate("el => el.selectedIndex"))) != 0:
            before = why.text_content() or ""
            self.press("ArrowDown" if by > 0 else "ArrowUp")
            expect(why).not_to_have_text(before)

    def step_to_the_end(self) -> None:
        """Step by the button once, then by the arrow key, to the end."""
        count = self.root.locator(".me-count")
        self.push("Next")
        last = int(str(count.text_content()).split("/")[1])
        for k in range(2, last):
            expect(count).to_have_text(f"{k} / {last}")
            expect(self.value).to_have_count(0)
            self.press("ArrowRight")
        expect(count).to_have_text(f"{last} / {last}")
