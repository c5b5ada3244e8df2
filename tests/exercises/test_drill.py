"""The drill: what is drawn at which level, what comes next and comes back when."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, separates
from metrics_edu.exercises import Exercise, drill, learner_record
from metrics_edu.exercises.drill import DRILLED, next_exercise
from metrics_edu.exercises.learner_record import events, note
from metrics_edu.exercises.record_lines import Event, What
from metrics_edu.language import set_language
from metrics_edu.metrics.values import as_measure, value_of
from metrics_edu.widgets import Drill

TODAY = date(2026, 3, 2)


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    yield
    set_language("en")


class Learner:
    """Answers what comes next, day after day."""

    def __init__(self, *metrics: str) -> None:
        self.metrics, self.events, self.day = metrics or DRILLED, list[Event](), TODAY

    @property
    def next(self) -> Exercise:
        return next_exercise(self.answered(), self.day, self.metrics)

    def answer(self, what: What = "right", *codes: str, hints: int = 0) -> Exercise:
        asked = self.next
        metric = asked.measure.metric.label()
        self.events.append(Event(asked.name, what, ("0.5",), 0, hints, metric, codes, f"{self.day}T10:00:00+00:00"))
        return asked

    def answered(self) -> list[Event]:
        return drill.first_answers(self.events)


# --- what is drawn ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", DRILLED)
def test_each_metric_has_three_levels_that_distinguish_all_mistakes(metric: str) -> None:
    ratings = as_measure(metric).metric.kind == "rating"
    for seed in range(1, 7):
        first, second, third = (drill.drawn(metric, level, seed) for level in drill.LEVELS)
        assert {one.measure.metric.label() for one in (first, second, third)} == {metric}
        assert repr(drill.drawn(metric, 3, seed).data) == repr(third.data)
        assert first.check([repr(own.value) for own in first.solution()])[0].kind == "right"
        if ratings:
            assert [len(one.data[0].actual) for one in (first, second, third)] == [3, 5, 8]  # type: ignore[union-attr]
            assert all(separates(metric, one.data) for one in (first, second, third))
            continue
        (short,) = first.data
        assert isinstance(short, Ranking)
        assert first.measure.depth() in (None, 10)  # AvgRp@5+10 always reads ten
        assert short.is_binary
        assert len(second.data) == 2
        assert all(separates(one.measure, one.data[:2]) for one in (second, third))
        harder = third.data[0].threshold > 1, third.mean, third.convention != "parra"  # type: ignore[union-attr]
        assert sum(harder) == 1


def test_every_mistake_visible_on_drawn_lists_can_come_back() -> None:
    beyond = {*(f"CUT_{n}" for n in (10, 20, 30, 50, 100)), "CUT_IGNORED", "CUT_PLUS_1", "IDCG_FIRST_N"}
    never = {"MAP_ZERO_EMPTY", "MAP_SKIP_UNLISTED", "THRESH_NONE"} | beyond  # no list goes on after the cut-off
    for metric in DRILLED:
        name = as_measure(metric).metric.name
        codes = {code for code, one in MISCONCEPTIONS.items() if name in one.measures and one.takes != "run"} - never
        if name in ("hit_ratio", "reciprocal_rank"):
            codes -= {"CUT_MINUS_1"}  # two hits are drawn: the first is not at the last rank
        for seed in range(1, drill.TRIES + 1):
            for exercise in [drill.drawn(metric, level, seed) for level in drill.LEVELS] if codes else ():
                codes = {code for code in codes if not drill.changes(exercise, code)}
        assert codes == set(), metric


# --- what comes next ----------------------------------------------------------------------------------------


def test_the_drill_mixes_metrics_and_asks_all_equally_often() -> None:
    learner = Learner()
    asked = [learner.answer().measure.metric.label() for _k in range(2 * len(DRILLED))]
    assert sorted(asked) == sorted(DRILLED * 2)
    assert all(one != other for one, other in itertools.pairwise(asked))


def test_unanswered_exercises_repeat_and_answered_ones_do_not() -> None:
    learner = Learner("AP")
    assert repr(learner.next) == repr(learner.next)
    seen = [repr(learner.answer("tried").data) for _k in range(6)]
    assert len(set(seen)) == 6


def test_two_right_answers_without_hints_raise_the_level() -> None:
    learner = Learner("AP")
    learner.answer(hints=1)
    names = [learner.answer().name for _k in range(5)]
    assert names == ["drill AP 1 2", "drill AP 1 3", "drill AP 2 1", "drill AP 2 2", "drill AP 3 1"]


def test_a_metric_is_mastered_with_five_of_the_last_six_right_without_a_hint() -> None:
    learner = Learner("AP")
    for what in ("tried", "right", "right", "right", "right"):
        learner.answer(what)  # type: ignore[arg-type]
    assert drill.mastery(learner.answered(), "AP") == "AP: 4 of the last 5 right without a hint"
    learner.answer()
    assert drill.mastery(learner.answered(), "AP") == "AP: 5 of the last 6 right without a hint, mastered"
    learner.answer(hints=2)
    learner.answer("shown")
    assert drill.mastery(learner.answered(), "AP") == "AP: 4 of the last 6 right without a hint"


def test_mastered_metrics_yield_to_unmastered_ones() -> None:
    learner = Learner("AP", "RR", "P")
    while len(learner.events) < 18:
        learner.answer("right" if learner.next.measure.metric.label() == "AP" else "tried")
    late = [learner.answer("tried" if learner.next.measure.metric.label() != "AP" else "right") for _k in range(12)]
    assert {one.measure.metric.label() for one in late} == {"RR", "P"}


def test_only_the_first_full_answer_per_lists_counts() -> None:
    named = {"name": "drill AP 2", "metric": "AP"}
    happened = [
        Event(what="tried", answers=("0.5", ""), seed=1, **named),  # type: ignore[arg-type]
        Event(what="tried", answers=("0.5", "0.1"), seed=1, **named),  # type: ignore[arg-type]
        Event(what="right", answers=("0.5", "0.2"), seed=1, **named),  # type: ignore[arg-type]
        Event(what="begun", seed=2, **named),  # type: ignore[arg-type]
        Event(what="shown", answers=("", ""), seed=2, **named),  # type: ignore[arg-type]
        Event(what="right", answers=("1", "1"), seed=2, **named),  # type: ignore[arg-type]
        Event("predict AP 1234abcd", "tried", ("0.5",), metric="AP"),
        Event("of an older version", "right", ("0.5",)),
    ]
    assert [(one.what, one.answers) for one in drill.first_answers(happened)] == [
        ("tried", ("0.5", "0.1")),
        ("shown", ("", "")),
    ]


# --- what comes back ----------------------------------------------------------------------------------------


def test_a_mistake_comes_back_after_1_3_7_16_and_35_days_and_then_no_more() -> None:
    learner = Learner("AP", "RR", "P", "Recall")
    while learner.next.measure.metric.label() != "AP":
        learner.answer()
    learner.answer("tried", "AP_DIV_HITS")
    learner.answer()
    key, made = ("AP", "AP_DIV_HITS"), TODAY
    for days in drill.DAYS:
        assert drill.coming_back(learner.answered())[key] == made + timedelta(days)
        learner.day = made + timedelta(days - 1)
        learner.answer()
        assert drill.coming_back(learner.answered())[key] == made + timedelta(days), "too early to count"
        made = learner.day = made + timedelta(days)
        if learner.answered()[-1].metric == "AP":
            learner.answer()
        exercise = learner.answer()
        assert drill.changes(exercise, "AP_DIV_HITS")
        assert exercise.measure.metric.label() == "AP"
    assert key not in drill.coming_back(learner.answered())


def test_a_repeated_mistake_restarts_its_schedule() -> None:
    learner = Learner("AP")
    learner.answer("tried", "AP_DIV_R")
    learner.day += timedelta(1)
    learner.answer()
    assert drill.coming_back(learner.answered()) == {("AP", "AP_DIV_R"): learner.day + timedelta(3)}
    learner.day += timedelta(3)
    learner.answer("tried", "AP_DIV_R")
    assert drill.coming_back(learner.answered()) == {("AP", "AP_DIV_R"): learner.day + timedelta(1)}


def test_only_right_answers_on_revealing_lists_advance_a_mistake_s_schedule() -> None:
    threshold = Event("drill P 3 1", "tried", ("0.5", "0.5"), 0, 0, "P", ("THRESH_GT",), f"{TODAY}T09:00:00")
    later = f"{TODAY + timedelta(1)}T09:00:00"
    without = Event("drill P 2 1", "right", ("0.5", "0.5"), 0, 0, "P", (), later)
    with_ = Event("drill P 3 4", "right", ("0.5", "0.5"), 0, 0, "P", (), later)
    key = ("P", "THRESH_GT")
    assert drill.coming_back([threshold, without])[key] == TODAY + timedelta(1)
    assert drill.coming_back([threshold, with_])[key] == TODAY + timedelta(1 + 3)


def test_mistakes_made_in_a_lesson_come_back_in_the_drill() -> None:
    made = Event("04-parra", "tried", ("0.5", "0.589", "0.545"), 0, 0, "AP", ("AP_DIV_HITS",), f"{TODAY}T09:00:00")
    assert next_exercise([made], TODAY, ["P", "AP"]).measure.metric.label() == "P"
    back = next_exercise([made, made], TODAY + timedelta(1), ["AP"])
    assert drill.changes(back, "AP_DIV_HITS")


# --- the part -----------------------------------------------------------------------------------------------


def send(part: Drill, do: str, *answers: str) -> None:
    part.act({"do": do, "answers": {str(k): text for k, text in enumerate(answers)}})
    assert not part.view["notice"]


def solve(part: Drill) -> None:
    send(part, "check", *(repr(working.value) for working in part.exercise.solution()))


def is_next_open(part: Drill) -> bool:
    return part.view["buttons"][-1]["do"] == "next"


def test_a_drill_advances_and_resumes_after_a_restart() -> None:
    part = Drill("AP", "nDCG@5")
    assert (repr(part), part.view["title"], part.view["word"]) == (
        "Drill('AP', 'nDCG@5')",
        "Compute AP, the average precision.",
        "Level 1 of 3",
    )
    assert part.view["mastery"] == {"dots": [""] * 6, "text": "AP: not answered yet"}
    assert not is_next_open(part)
    send(part, "next")
    assert part.view["title"] == "Compute AP, the average precision."
    solve(part)
    assert part.view["mastery"] == {"dots": ["solved"] + [""] * 5, "text": "AP: 1 of 1 right without a hint"}
    assert is_next_open(part)
    send(part, "next")
    asked = part.view["title"], [field["value"] for field in part.view["fields"]]
    assert asked == ("Compute nDCG, the normalized discounted cumulative gain.", [""])
    send(part, "check", "0.123")
    again = Drill("AP", "nDCG@5")
    assert again.view["title"] == "Compute AP, the average precision."
    assert repr(again.exercise.data) != repr(part.exercise.data)
    assert [answer.what for answer in drill.first_answers(events())] == ["right", "tried"]


def test_an_unanswered_list_of_a_pair_keeps_the_exercise_open() -> None:
    part = Drill("AP")
    for _k in range(2):
        solve(part)
        send(part, "next")
    first, _second = part.exercise.solution()
    send(part, "check", repr(first.value))
    assert not is_next_open(part)
    assert repr(Drill("AP").exercise.data) == repr(part.exercise.data)
    assert [field["value"] for field in Drill("AP").view["fields"]] == [repr(first.value), ""]
    solve(part)
    assert part.view["mastery"]["dots"][:3] == ["solved"] * 3


def test_every_metric_has_hints_that_prevent_a_solved_mark() -> None:
    for metric in DRILLED:
        part = Drill(metric)
        if part._hints:  # the rank of the first relevant item has no formula
            send(part, "hint")
        solve(part)
        dot = "hint" if part._hints else "solved"
        assert part.view["mastery"]["dots"][0] == dot
    assert [name for name in DRILLED if not Drill(name)._hints] == ["Rank"]


def test_a_mistake_is_recorded_with_its_metric_and_day() -> None:
    part = Drill("AP")
    for _k in range(2):
        solve(part)
        send(part, "next")
    wrong = [MISCONCEPTIONS["AP_DIV_R"].value(part.exercise.measure, one) for one in part.exercise.data]
    send(part, "check", *(f"{value:.3f}" for value in wrong))
    last = events()[-1]
    assert (last.metric, last.codes, last.day) == ("AP", ("AP_DIV_R",), date.today())


def test_a_drill_announces_a_returning_mistake() -> None:
    assert not Drill("AP").view["about"].startswith("A mistake")
    lesson = {"name": "04-parra", "what": "tried", "answers": ["0.5"], "seed": 0, "metric": "AP"}
    file = learner_record.progress_file()
    note("another", "tried")
    long_ago = lesson | {"codes": ["AP_DIV_HITS"], "at": "2026-01-01T09:00:00"}
    file.write_text(file.read_text() + "\n" + json.dumps(long_ago))
    part = Drill("AP")
    assert drill.changes(part.exercise, "AP_DIV_HITS")
    assert part.view["about"].startswith(
        "This exercise can show a mistake that you made before. Write\xa03\xa0decimals."
    )


def test_a_drill_of_an_unsupported_metric_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"a metric of a drill must be one of P, Recall, .*; got 'Novelty'"):
        Drill("AP", "Novelty")
    with pytest.raises(ValueError, match="unknown measure"):
        Drill("APP")


# --- the record ---------------------------------------------------------------------------------------------


def test_an_event_keeps_its_known_fields_and_drops_unknown_ones() -> None:
    note("one", "tried", answers=("0.5",), seed=3, hints=1, metric="AP", codes=("AP_DIV_N",))
    file = learner_record.progress_file()
    line = '\n{"name": "two", "what": "right", "answers": [], "seed": 0, "colour": "blue", "at": "yesterday"}'
    file.write_text(
        file.read_text() + line + '\n{"name": "three", "what": "right", "answers": [], "seed": 0, "hints": "x"}'
    )
    with pytest.warns(UserWarning, match="has 1 damaged line, line 4"):
        first, second = events()
    assert (first.seed, first.hints, first.metric, first.codes) == (3, 1, "AP", ("AP_DIV_N",))
    assert first.day == date.today()
    assert (second.name, second.day) == ("two", None)


def test_too_few_decimals_are_almost_right_and_can_be_corrected() -> None:
    card = Drill("AP")
    exact = [value_of(card.exercise.measure, part) for part in card.exercise.parts]
    card._do_check({"answers": {str(k): f"{value:.2f}" for k, value in enumerate(exact)}})
    view = card._view()
    assert (view["summary"], view["fields"][0]["word"]) == (
        "Almost: the value is right, but rounded too early or cut off.",
        "almost",
    )
    assert not card.is_right
    assert [event.what for event in events()] == [], "it is no attempt"
    card._do_check({"answers": {str(k): f"{value:.3f}" for k, value in enumerate(exact)}})
    assert card.is_right
    assert [event.what for event in events()] == ["right"]
