"""My mistakes: what a record names, when each returns, and how `metrics-edu progress` prints it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from metrics_edu.language import set_language
from metrics_edu.practice.lessons.lesson_progress import report
from metrics_edu.practice.record.learner_record import progress_file
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor import my_mistakes
from metrics_edu.practice.tutor.drill import first_answers
from metrics_edu.practice.tutor.my_mistakes import MyMistake
from metrics_edu.practice.tutor.named_mistakes import DAYS, coming_back
from metrics_edu.widgets import Drill
from tests.made_mistakes import made, record_of

TODAY = date(2026, 3, 2)  # a Monday


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    yield
    set_language("en")


def write(events: list[Event]) -> None:
    progress_file().write_text(record_of(events))


def only(events: list[Event]) -> MyMistake:
    [found] = my_mistakes.my_mistakes(events)
    return found


def test_a_mistake_is_due_until_it_was_avoided_twice_and_then_on_its_days() -> None:
    events = made("AP", "AP_DIV_N", TODAY)
    assert (only(events).left(TODAY), only(events).when(TODAY)) == (2, "due now")
    events = made("AP", "AP_DIV_N", TODAY, 0)
    assert (only(events).left(TODAY), only(events).how_often()) == (1, "made 1 time, avoided 1 of 2")
    events = made("AP", "AP_DIV_N", TODAY, 0, 0)
    tomorrow = TODAY + timedelta(1)
    assert (only(events).left(TODAY), only(events).when(TODAY)) == (0, "returns tomorrow")
    assert (only(events).left(tomorrow), only(events).when(tomorrow)) == (1, "due now")
    events = made("AP", "AP_DIV_N", TODAY, 0, 0, 1)
    assert (only(events).returns, only(events).when(tomorrow)) == (TODAY + timedelta(4), "returns on Friday")


def test_a_mistake_is_gone_for_good_once_it_was_avoided_at_each_return() -> None:
    events = made("AP", "AP_DIV_N", TODAY, 0, *DAYS)
    later = TODAY + timedelta(1000)
    assert coming_back(first_answers(events[:-1]))
    assert coming_back(first_answers(events)) == {}
    assert (only(events[:-1]).returns is None, only(events).returns) == (False, None)
    assert (only(events).when(later), only(events).left(later)) == ("gone for good", 0)
    assert my_mistakes.on_day([only(events)], later) == ""
    again = replace(events[0], name="drill AP 1 1000500", at=f"{later}T10:00:00+00:00")
    assert (only([*events, again]).when(later), only([*events, again]).times) == ("due now", 2)


def test_days_in_words_are_those_of_a_week_and_then_dates() -> None:
    words = [my_mistakes.day_in_words(TODAY + timedelta(days), TODAY) for days in (1, 2, 6, 7)]
    assert words == ["tomorrow", "on Wednesday", "on Sunday", "on 2026-03-09"]
    set_language("es")
    words = [my_mistakes.day_in_words(TODAY + timedelta(days), TODAY) for days in (1, 2, 6, 7)]
    assert words == ["mañana", "el miércoles", "el domingo", "el 2026-03-09"]


def test_each_mistake_has_the_lists_that_it_reverses_or_one_that_shows_it() -> None:
    reversed_ = only(made("AP", "AP_DIV_N", TODAY)).contrast
    assert reversed_.right[0] > reversed_.right[1]
    assert reversed_.wrong[0] < reversed_.wrong[1]
    assert len(only(made("RMSE", "RMSE_NO_ROOT", TODAY)).contrast.lists) == 1
    threshold = only(made("P", "THRESH_GT", TODAY)).contrast
    assert threshold.right[0] != threshold.wrong[0]


def test_a_mistake_of_the_mean_names_the_mean() -> None:
    of_mean = MyMistake("AP", "MAP_SKIP_MISSED", 1, 0, TODAY)
    assert of_mean.what.startswith("MAP: you ")
    assert of_mean._replace(code="AP_DIV_N").what == "AP: you divide by n"


def test_the_report_prints_the_mistakes_in_words_and_no_hash() -> None:
    now = date.today()
    predictions = [Event(f"predict AP@5 1a2b3c4{k}", "tried", ("0.5",)) for k in "de"]
    write([*made("AP", "AP_DIV_N", now), *made("RMSE", "RMSE_NO_ROOT", now, 0, 0), *predictions])
    lines = report().splitlines()
    assert lines[:3] == [
        "AP: you divide by n: made 1 time, avoided 0 of 2; due now",
        "RMSE: you leave out the root: made 1 time, avoided 2 of 2; returns tomorrow",
        "2 exercises are due now.",
    ]
    assert lines[-1] == "Predict AP@5: not right yet (tried: 2)"
    assert "1a2b" not in report()
    write(made("RMSE", "RMSE_NO_ROOT", now, 0, 0))
    assert report().splitlines()[1] == "Done for today; the next is tomorrow."
    set_language("es")
    assert report().splitlines()[:2] == [
        "RMSE: omites la raíz: cometido 1 vez, evitado 2 de 2; vuelve mañana",
        "Listo por hoy; el próximo vuelve mañana.",
    ]


def solve(card: Drill) -> None:
    answers = {str(k): repr(working.value) for k, working in enumerate(card.exercise.solution())}
    card.act({"do": "check", "answers": answers})


def test_a_drill_of_what_is_due_says_why_and_how_much_is_left_and_ends() -> None:
    now = date.today()
    write([*made("AP", "AP_DIV_N", now), *made("P", "THRESH_GT", now, 0), *made("RMSE", "RMSE_NO_ROOT", now, 0, 0)])
    card, asked, left = Drill(due=True), list[str](), list[str]()
    assert repr(card) == "Drill(due=True)"
    for _k in range(3):
        asked.append(card.exercise.measure.metric.label())
        assert "a mistake that returns until you avoid it twice (made 1 time, avoided " in card.view["about"]
        left.append(card.view["about"].partition("Left for today: ")[2][0])
        solve(card)
        summary = card.view["summary"]
        card.act({"do": "next", "answers": {}})
    assert (sorted(asked), left) == (["AP", "AP", "P"], ["3", "2", "1"])
    assert summary.endswith("Done for today; the next is tomorrow.")
    assert "Left for today" not in card.view["about"], "then other exercises follow"


def test_a_drill_celebrates_a_mistake_that_is_gone_for_good() -> None:
    start = date.today() - timedelta(sum(DAYS))
    write(made("AP", "AP_DIV_N", start, 0, *DAYS[:-1]))
    card = Drill(due=True)
    assert card.view["about"].startswith(
        "This exercise can show a mistake that returns today (made 1 time, avoided 2 of 2)."
    )
    solve(card)
    assert card.view["summary"].endswith("This mistake is gone for good.")
