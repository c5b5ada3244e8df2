"""What a student does in the lessons on AP and nDCG, by keyboard alone, from the first part to the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from metrics_edu.practice.record.learner_record import delete_progress
from metrics_edu.widgets.core.words import WORDS
from tests.browser.driver import BARE, CLIPPED, LAB, THEMES, Notebook, resize, settled, violations
from tests.browser.walk import Part, Walk
from tests.browser.walk_cards import Card

WIDE = {"width": 1280, "height": 1600}
WIDTHS = (1280, 820, 390)


def ways(quick: str = "") -> list[object]:
    """Hosts and languages to walk in: on the bare page in one language, where one is given; what else there is is slow."""
    every = [(host, language) for host in (BARE, LAB) for language in ("en", "es")]
    return [pytest.param(*way, marks=() if way == (BARE, quick) else pytest.mark.slow) for way in every]


def points(walk: Walk) -> None:
    """04, section 1: the value is predicted and stepped through."""
    Card(walk, "points-predict").predict("AP", "AP_NO_REL")
    walk.reads("Next")
    stepper = walk.part("points-stepper")
    stepper.step_to_the_end()
    stepper.shows(0.5035)


def world(walk: Walk) -> None:
    """04, section 2: the divisor also counts what is missed."""
    Card(walk, "world-predict").decide("B", wrong="A")
    walk.reads("Miss", "Undo", 0.4202, 0.5042)
    explorer = walk.part("world-explorer")
    explorer.choose(explorer.named("Jazz"))
    explorer.push("Miss")
    explorer.shows(0.4202)
    explorer.divided_by("6")
    explorer.push("Undo")
    explorer.shows(0.5035)
    explorer.toggle(explorer.named("Jazz"), "N")
    explorer.shows(0.5042)
    explorer.divided_by("5")
    walk.reads(0.28, 0.7, 0.4694)
    card = Card(walk, "world-practice")
    card.predict("AP", "AP_DIV_HITS")
    card.predict_again()
    card.predict("AP", "AP_NO_REL")
    card.shows(0.28)


def cut(walk: Walk) -> None:
    """04, section 3: what is divided by where the list is cut."""
    walk.reads(0.2333, 0.1944)
    card = Card(walk, "cut-predict")
    card.predict("AP@5", "AP_DIV_R")
    card.shows(0.2333)
    walk.reads("Other lists")
    Card(walk, "cut-pair").practise("04-pair")


def means(walk: Walk) -> None:
    """04, section 4: a mean over users, and who moves it."""
    Card(walk, "map-bias-predict").predict("MAP@10", "AP_DIV_R")
    walk.reads("Reset", 0.5, 0.3333, 0.4167, 0.4833, 0.7417)
    explorer, mean = walk.part("map-explorer"), walk.say("Mean of {count}", count=2)
    explorer.user("A")
    for to, own, of_both in ((2, 0.5, 0.5), (3, 0.3333, 0.4167)):
        explorer.move(explorer.at(to - 1), to)
        explorer.shows(own)
        explorer.user(mean)
        explorer.shows(of_both)
        explorer.user("A")
    explorer.reset()
    explorer.user("B")
    explorer.move(explorer.at(5), 6)
    explorer.shows(0.4833)
    explorer.user(mean)
    explorer.shows(0.7417)
    explorer.user("B")
    for rank in (1, 2, 3, 4, 6):
        explorer.toggle(explorer.at(rank), "N")
    explorer.user(mean)
    explorer.shows(0.5)
    Card(walk, "map-parra").practise("04-parra")


def backwards(walk: Walk) -> None:
    """04, More: a user with nothing to find; from the value to a list, in both ways of the answer; a deck rounds too much."""
    Card(walk, "cut-few").practise("04-few")
    Card(walk, "map-practice").practise("04-map")
    walk.reads("Miss", 0.5)
    task = walk.part("points-inverse")
    for rank, to in ((3, 4), (10, 8), (11, 10)):
        task.move(task.at(rank), to)
    task.all_goals_are_met()
    task.reset()
    for _apple in range(3):
        apple = task.at(10)
        task.choose(apple)
        task.push("Miss")
        expect(apple).not_to_have_attribute("data-rank", "10")
    for rank, to in ((2, 1), (3, 2), (6, 3)):
        task.move(task.at(rank), to)
    task.all_goals_are_met()
    task.shows(0.5)
    walk.reads(0.8056)
    deck = Card(walk, "moves-predict")
    deck.predict("AP", "AP_NO_REL")
    deck.shows(0.8056)


def gains(walk: Walk) -> None:
    """05, section 1: what a grade is worth."""
    Card(walk, "gain-predict").decide("B", wrong="A")
    walk.reads("Gain", "2ᵍ − 1")
    explorer = walk.part("gain-explorer")
    explorer.shows(4)
    explorer.pick("Gain", "2ᵍ − 1")
    for user, value in (("A", 8), ("B", 7)):
        explorer.user(user)
        explorer.shows(value)


def discounts(walk: Walk) -> None:
    """05, section 2: what a rank takes off."""
    Card(walk, "discount-predict").predict("DCG@3", "GAIN_LINEAR")
    walk.reads("Next", 8.8869)
    stepper = walk.part("discount-stepper")
    stepper.step_to_the_end()
    stepper.shows(8.8869)
    Card(walk, "discount-practice").practise("05-dcg")


def ideals(walk: Walk) -> None:
    """05, section 3: which list is the best one."""
    Card(walk, "ideal-predict").predict("nDCG@3", "IDCG_RETRIEVED")
    walk.reads("Reset", "Show it", "to rank", "The ideal list", "the shown list, sorted", WORDS["ideal"])
    walk.reads(0.5944, 13.0647, 0.8738, 0.9461, 0.6282)
    both = walk.part("ideal-list")
    both.value = both.root.locator(".me-quotient .me-value")
    best = both.root.locator(".me-fixed .me-row .me-badge")
    before = best.all_text_contents()
    both.to_rank(both.missed(0), 2)
    both.shows(0.8738)
    assert best.all_text_contents() == before
    both.reset()
    both.pick("The ideal list", "the shown list, sorted")
    both.shows(0.9461)
    both.push(WORDS["ideal"])
    both.shows(1)
    both.pick("The ideal list", "the pool, cut at n")
    both.shows(0.6282)
    Card(walk, "ideal-practice").practise("05-ideal")


def thresholds(walk: Walk) -> None:
    """05, More: grades below the threshold."""
    walk.reads("Below the threshold", "worth their gain", 0.5317, 0.6173)
    explorer = walk.part("below-explorer")
    explorer.shows(0.5317)
    explorer.pick("Below the threshold", "worth their gain")
    explorer.shows(0.6173)
    Card(walk, "below-practice").practise("05-below")


def nothing_found(walk: Walk) -> None:
    """05, section 4: a user with nothing to find."""
    Card(walk, "empty-predict").predict("nDCG@3", "MAP_SKIP_EMPTY")


def formulas(walk: Walk) -> None:
    """05, More: one list under several formulas."""
    walk.reads("Gain", "g", "1 or 0", "2ᵍ − 1", "Discount", "max(1, log₂ i)", "log₂(i + 1)")
    walk.reads("Cut-off n", "The ideal list", "the whole pool", 0.5851, 0.571, 0.512, 0.6581, 0.5685)
    explorer = walk.part("ideal-explorer")
    for menu, option, found in (
        ("Gain", "g", 0.5851),
        ("Gain", "1 or 0", 0.571),
        ("Gain", "2ᵍ − 1", 0.5944),
        ("Discount", "max(1, log₂ i)", 0.512),
        ("Discount", "log₂(i + 1)", 0.5944),
    ):
        explorer.pick(menu, option)
        explorer.shows(found)
    explorer.fill("Cut-off n", 3)
    explorer.shows(0.6581)
    explorer.pick("The ideal list", "the whole pool")
    explorer.shows(0.5685)


def one_user(walk: Walk) -> None:
    """05, More: items without a judgment, what nDCG sees and AP does not, one user's films, and a pair of lists."""
    walk.reads(0.9558)
    Card(walk, "unjudged-predict").decide("B", wrong="A")
    walk.reads(0.3778, 0.5944, 0.4606)
    task = walk.part("ap-inverse")
    first, second = task.at(1), task.at(3)
    task.move(first, 3)
    task.move(second, 1)
    task.all_goals_are_met()
    task.tile_shows("AP", 0.3778)
    task.shows(0.4606)

    walk.reads("to rank", "Show it", "Reset")
    walk.reads("Paper Mirror", "Last Signal", 0.277, 0.5091, 0.4333, 0.3975, 0.634)
    films = walk.part("film-explorer")
    for film, ap, ndcg in (("Paper Mirror", 0.5091, 0.634), ("Last Signal", 0.4333, 0.634)):
        films.tile_shows("AP", 0.277)
        films.shows(0.3975)
        films.to_rank(films.named(film), 1)
        films.tile_shows("AP", ap)
        films.shows(ndcg)
        films.reset()
    walk.reads("Other lists")
    Card(walk, "pair-practice").practise("05-pair")


WALKS = {
    "04_average_precision": (points, world, cut, means, backwards),
    "05_ndcg": (gains, discounts, ideals, nothing_found, formulas, thresholds, one_user),
}


def clipped(page: Page) -> list[str]:
    """Name what sticks out of a part, or is cut off; a long name ends in "…"."""
    settled(page)
    found = [text for part in page.locator(".metrics-edu").all() for text in part.evaluate(CLIPPED)]
    return [text for text in found if not text.startswith("B.me-name")]


def practise_at_the_end(walk: Walk) -> None:
    """Practice: a wrong number in a blank and in the drill is named, by keys, and can be written again where it is."""
    if "practice-blanks" in walk.index:
        blanks = walk.go_to("practice-blanks")
        entry = blanks.get_by_role("textbox").first
        Part(walk, blanks, "practice-blanks").tab_to(entry)
        walk.page.keyboard.type("99")
        walk.page.keyboard.press("Enter")
        expect(entry).to_have_attribute("aria-invalid", "true")
        expect(entry).to_be_focused()
    drill = Card(walk, "practice-drill")
    entry = drill.root.get_by_role("textbox").first
    drill.write(entry, 99)
    drill.press("Enter")
    expect(entry).to_have_attribute("aria-invalid", "true")


def all_is_well(walk: Walk) -> None:
    """After the walk: no part was left out, no key reached the notebook, no cell failed, all can be seen and read."""
    page = walk.page
    expect(page.locator(".metrics-edu")).to_have_count(len(walk.walked))
    assert walk.lesson.cells() == walk.cells, "a key reached the notebook"
    assert walk.lesson.complaints() == []
    for width in WIDTHS:
        assert clipped(resize(page, width, 1600)) == [], width
    resize(page, **WIDE)
    if walk.host != BARE:  # there, each kind of part is asked for alone
        walk.lesson.choose_theme(THEMES[walk.language == "es"])
        assert not (found := violations(page, whole=True)), found


def walk_through(
    open_on: Callable[..., Notebook],
    host: str,
    lesson: str,
    language: str,
    steps: Sequence[Callable[[Walk], None]] = (),
) -> None:
    """Walk through a lesson in a language; its steps, where they are not among WALKS, are given."""
    delete_progress()
    path = Path("notebooks", language, f"{lesson}.ipynb")
    walk = Walk(host, open_on(host, path, viewport=WIDE), path)
    for step in steps or WALKS[lesson]:
        step(walk)
    for cell in walk.texts:
        if cell.source.startswith("Quiz("):
            Card(walk, cell.id).check(cell.source.split('"')[1])
    if "practice-drill" in walk.index:
        practise_at_the_end(walk)
    all_is_well(walk)
