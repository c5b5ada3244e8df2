"""The cards of "My mistakes" that Python makes for the front page."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

import pytest

from metrics_edu.language import set_language
from metrics_edu.practice.record.record_lines import Event
from tests.made_mistakes import made, record_of
from website.build.sources import PAGE_FOLDER

TODAY = date.today()
RECORD = [
    *made("AP", "AP_DIV_N", TODAY),
    *made("P", "THRESH_GT", TODAY - timedelta(1), 0, 0),
    *made("RMSE", "RMSE_NO_ROOT", TODAY - timedelta(1), 0, 0, 1),
    *made("nDCG", "NO_NORM", TODAY - timedelta(62), 0, 1, 3, 7, 16, 35),
]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")


def cards(record: Sequence[Event] = RECORD) -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("mistake_cards", PAGE_FOLDER / "mistake_cards.py")
    assert spec
    assert spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made_cards: dict[str, str] = json.loads(module.cards_by_day(record_of(record)))
    return made_cards


def texts(html: str) -> list[str]:
    return [text for text in re.split(r"<[^>]*>", html) if text.strip()]


def test_the_cards_name_each_mistake_with_its_lists_and_when_it_returns() -> None:
    html = cards()[TODAY.isoformat()]
    first, second, third, last = html.split("<li ")[1:]
    assert texts(html)[:2] == ["3 minutes", "3 exercises are due now."]
    assert "P: you take &gt; in place of &gt;=" in first
    assert texts(second)[1:4] == ["AP: you divide by n", "due now", "made 1 time, avoided 0 of 2"]
    assert second.count("<div>") == 2, "the pair of lists that it reverses"
    assert "A has the higher AP. If you divide by n, B gets the higher value." in second
    assert third.count("<div>") == 1, "it reverses no lists"
    assert "<s>nDCG: " in last
    assert "gone for good" in last
    assert "<div>" not in last


def test_cards_of_later_days_say_what_is_due_then() -> None:
    by_day = cards()
    days = [TODAY + timedelta(days) for days in (0, 1, 3)]
    assert [*by_day] == [day.isoformat() for day in days], "a day on which nothing returns has no cards of its own"
    assert [texts(html)[1] for html in by_day.values()] == [
        "3 exercises are due now.",
        "3 exercises are due now.",
        "4 exercises are due now.",
    ]


def test_a_done_day_has_no_button_and_says_when_the_next_returns() -> None:
    html = cards(made("RMSE", "RMSE_NO_ROOT", TODAY, 0, 0))[TODAY.isoformat()]
    assert texts(html)[0] == "Done for today; the next is tomorrow."
    assert "href" not in html
    assert cards([]) == {}


def test_the_cards_fit_the_policy_of_the_page_and_are_in_the_reader_s_language() -> None:
    set_language("es")
    html = "".join(cards().values())
    assert not re.search(r"<(script|style)| style=| on\w+=", html)
    assert "AP: divides por n" in html
    assert "Ahora tocan 3 ejercicios." in html
    assert "cometido 1 vez, evitado 0 de 2" in html
