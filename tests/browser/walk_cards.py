"""Predictions and exercises, answered by keys: first with a known mistake, which is named, then rightly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from metrics_edu import Ranking
from metrics_edu.metrics.measures import Measure
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_edu.practice import Exercise, exercise
from metrics_edu.practice.lessons.lesson_quizzes import QUIZZES
from tests.browser.driver import until
from tests.browser.walk import Part, Walk

BADGES_AND_NOTES = """lists => lists.map(list => [".me-badge", ".me-note"].map(name =>
    [...list.querySelectorAll(name)].map(el => el.textContent)))"""
CHOICES = 3
CLOSE = 0.006
"""A mistake whose value is so near the right one is none to make."""


class Card(Part):
    """A prediction or an exercise of a lesson."""

    def __init__(self, walk: Walk, cell: str) -> None:
        super().__init__(walk, walk.go_to(cell), cell)
        self.said = self.root.locator(".me-card-status")

    @property
    def given(self) -> list[Ranking]:
        """The lists, read from the page."""
        return [_ranking(*texts) for texts in self.root.locator(".me-card-list").evaluate_all(BADGES_AND_NOTES)]

    def write(self, field: Locator, value: float, decimals: int | None = None) -> None:
        """Go to a field and write a number, in the place of what is there."""
        self.tab_to(field)
        self.press("Control+a")
        self.page.keyboard.type(self.walk.number(value, decimals))

    def commit(self, value: float, decimals: int | None = None) -> None:
        """Write into the one field of a prediction, and commit."""
        self.write(self.root.get_by_role("textbox"), value, decimals)
        self.press("Enter")
        expect(self.said).not_to_be_empty()

    def predict_again(self) -> None:
        self.push("Predict again")
        expect(self.button("Commit")).to_be_visible()

    def predict(self, asked: str, code: str = "", convention: str = "parra") -> None:
        """Make a known mistake, read its name, and predict the right value of what is shown."""
        lists, measure = self.given, as_measure(asked, convention)
        shown = lists[0] if len(lists) == 1 else Ranking.batch(lists)
        if code:
            self.commit(MISCONCEPTIONS[code].value(measure, shown), 4)
            with self.walk.speaking():
                words = MISCONCEPTIONS[code].plainly
            expect(self.said).to_contain_text(words)
            expect(self.said).not_to_contain_text(self.walk.say("That is right."))
            self.predict_again()
        right = float(value_of(measure, shown))
        self.commit(right)
        expect(self.said).to_contain_text(self.walk.say("That is right."))
        self.shows(right)

    def decide(self, right: str, wrong: str) -> None:
        """Choose the wrong one of two, and then the right one."""
        for choice, kind in ((wrong, "wrong"), (right, "right")):
            self.tab_to(self.root.get_by_role("radiogroup"))
            self.press("Space")
            for _press in range(CHOICES):
                if self.root.get_by_role("radio", name=choice, exact=True).is_checked():
                    break
                self.press("ArrowDown")
            self.push("Commit")
            expect(self.said).to_have_attribute("data-kind", kind)
            expect(self.root.locator(".me-option:has(:checked) .me-mark")).to_have_attribute("data-kind", kind)
            if choice == wrong:
                self.predict_again()

    def check(self, name: str) -> None:
        """Answer a question of the lesson: choose an option or write a number, and read why it is right."""
        question = QUIZZES[name]
        if isinstance(question.right, str):
            self.tab_to(self.root.get_by_role("radiogroup"))
            self.press("Space", *["ArrowDown"] * question.options.index(question.right))
            self.push("Check")
        else:
            self.commit(question.right)
        expect(self.said).to_have_attribute("data-kind", "right")
        expect(self.said).to_contain_text(self.walk.say(question.why))

    def practise(self, name: str) -> None:
        """Make a known mistake, solve it, and solve the lists that are drawn then."""
        self.solve(exercise(name))
        before = repr(self.given)
        self.push("Other lists")
        until(lambda: repr(self.given) != before, lambda: True)
        self.solve(exercise(name))

    def answer(self, *values: float) -> None:
        """Write the answers of an exercise whose lists are not read, and check them."""
        for k, value in enumerate(values):
            self.write(self.root.locator(".me-card-field:not([data-step])").nth(k).get_by_role("textbox"), value, 4)
        self.push("Check")
        expect(self.said).to_have_text(self.walk.say("All right."))

    def solve(self, asked: Exercise) -> None:
        """Check a known mistake, and then the right answers."""
        lists, places = self.given, asked.decimals
        parts: Sequence[Ranking] = [*lists, Ranking.batch(lists)] if asked.mean else lists
        fields = self.root.locator(".me-card-field")
        expect(fields).to_have_count(len(parts))
        place, code, wrong = mistake(lists, asked.measure, places)
        self.write(fields.nth(place).get_by_role("textbox"), wrong, places)
        self.press("Enter")
        with self.walk.speaking():
            sentence = MISCONCEPTIONS[code].sentence(asked.measure).replace("2^g", "2ᵍ")  # as a page raises it
        expect(fields.nth(place).locator(".me-verdict")).to_contain_text(sentence)
        for k, one in enumerate(parts):
            self.write(fields.nth(k).get_by_role("textbox"), float(value_of(asked.measure, one)), places)
        self.push("Check")
        expect(self.said).to_have_text(self.walk.say("All right."))
        expect(self.root.locator("[data-state=right]")).to_have_count(len(parts))


def _ranking(badges: list[str], notes: list[str]) -> Ranking:
    """Make a list from R, N or grades, and of what is written below: |R|, the grades, the threshold.

    Until it is answered these are the grades missed, then all of them; they or the threshold may be missing. |R| says which.
    """
    relevant, *more = [re.findall(r"\d+", note) for note in notes]
    if not more:
        return Ranking.parse(" ".join(badges), relevant=int(relevant[0]))
    grades = [badge.replace("N", "0") for badge in badges]
    shown = [grade for grade in grades if grade != "0"]
    listed, threshold = [grade for grade in more[0] if grade != "0"], int(more[1][0]) if more[1:] else 1
    ways = [([*shown, *listed], threshold), (shown, int(more[0][-1]))]
    if not Counter(shown) - Counter(listed):
        ways.insert(0, (listed, threshold))
    for pool, least in ways:
        ranking = Ranking.parse(" ".join(grades), pool=" ".join(pool), threshold=least)
        if int(ranking.relevant) == int(relevant[0]):
            return ranking
    raise AssertionError(f"the grades and |R| do not agree: {notes}")


def mistake(lists: Sequence[Ranking], asked: Measure, decimals: int) -> tuple[int, str, float]:
    """Find a list, and a known mistake whose value there is neither the right one nor that of a convention."""
    for place, one in enumerate(lists):
        right = value_of(asked, one)
        for code, known in MISCONCEPTIONS.items():
            value = round(known.value(asked, one), decimals)
            if abs(value - right) > CLOSE and value not in (0, 1):
                return place, code, value
    raise AssertionError(f"no known mistake gives another value for {lists!r}")
