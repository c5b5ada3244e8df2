"""The drill: what is drawn at which level, what comes next and comes back when."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from benchmarks.tutor import Student, with_mistake
from metrics_edu import MISCONCEPTIONS, Ranking
from metrics_edu.language import set_language
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.practice import Exercise
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.learner_record import events, note
from metrics_edu.practice.record.record_lines import Event, What
from metrics_edu.practice.tutor import drill, drill_draws, named_mistakes
from metrics_edu.practice.tutor.drill import next_exercise
from metrics_edu.practice.tutor.drill_draws import DRILLED
from metrics_edu.widgets import Drill, FadedStepper, Practice, Quiz

TODAY = date(2026, 3, 2)
"""What a Drill of commit 91c5e16 wrote."""


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


# --- what comes next ----------------------------------------------------------------------------------------


def test_the_drill_mixes_metrics_and_asks_all_equally_often() -> None:
    learner = Learner("AP", "RR", "P", "MAE", "HR")
    asked = [learner.answer("tried").measure.metric.label() for _k in range(10)]
    assert sorted(asked) == sorted(learner.metrics * 2)
    assert all(one != other for one, other in itertools.pairwise(asked))


def test_unanswered_exercises_repeat_and_answered_ones_do_not() -> None:
    learner = Learner("AP")
    assert repr(learner.next) == repr(learner.next)
    seen = [repr(learner.answer("tried").data) for _k in range(6)]
    assert len(set(seen)) == 6


def test_right_answers_without_hints_raise_the_level() -> None:
    learner = Learner("AP")
    learner.answer(hints=1)
    learner.answer()
    levels = [drill_draws.level_in(learner.answer(what).name) for what in ("right", "tried", "right", "right")]
    assert levels == [2, 2, 2, 3], "level 1 takes one right answer, level 2 two of the last three"
    assert drill_draws.level_in(Learner("HR").next.name) == 3, "every list with a hit has the hit ratio 1"


def test_a_level_falls_by_the_rule_by_which_it_rises() -> None:
    learner = Learner("AP")
    outcomes = ["right"] * 3 + ["tried", "right", "tried", "tried", "tried", "tried", "right"]
    levels = [drill_draws.level_in(learner.answer(what).name) for what in outcomes]
    assert levels == [1, 2, 2, 3, 3, 3, 2, 2, 1, 1], "two of the last three at a level that are not right lead down"
    for _k in range(5):
        learner.answer("shown")
    assert drill.level_of(learner.answered(), "AP") == 1, "there is no lower one"
    known = Learner("AP")
    for what in ["right"] * 3 + ["tried"] * 3:
        known.answer(what, *["AP_DIV_HITS"] * (what == "tried"))
    assert drill.level_of(known.answered(), "AP") == 3, "a known mistake has a worked step"
    hit_ratio = Learner("HR")
    for _k in range(4):
        hit_ratio.answer("tried")
    assert drill.level_of(hit_ratio.answered(), "HR") == 3, "it has no other level"


def test_the_screen_says_what_a_level_is_and_what_leads_to_another() -> None:
    moves = {
        1: "One right answer without a hint leads to level 2.",
        2: "2 of the last 3 right without a hint lead to level 3. 2 of the last 3 not right, without a known mistake, lead "
        "back to level 1.",
        3: "2 of the last 3 not right, without a known mistake, lead back to level 2.",
    }
    assert {level: drill.moves_from("AP", level) for level in moves} == moves
    assert drill.moves_from("HR", 3) == ""
    part, words = Drill("AP"), []
    for _k in range(4):
        words.append(part.view["word"])
        assert moves[int(part.view["word"].split()[3])] in part.view["about"]
        solve(part)
        send(part, "next")
    assert words[1:] == [
        "Drill · level 2 of 3: two lists with missed items",
        "Drill · level 2 of 3: two lists with missed items",
        "Drill · level 3 of 3: users and their mean, or another convention",
    ]
    assert Drill("MAE").view["word"] == "Drill · level 1 of 3: 3 ratings"
    assert {Practice("04-pair").view["word"], Quiz("04-divisor").view["word"]} == {"Practice", "Quiz"}


@pytest.mark.long
def test_a_metric_is_mastered_once_each_kind_of_level_3_is_right() -> None:
    learner = Learner("AP")
    asked = [learner.answer() for _k in range(4)]
    assert drill.mastery(learner.answered(), "AP") == "AP: 4 of the last 4 right without a hint"
    learner.answer("tried")
    assert drill.mastery(learner.answered(), "AP") == "AP: 4 of the last 5 right without a hint"
    asked += [learner.answer()]
    start = "AP: 5 of the last 6 right without a hint; still to do: "
    assert drill.mastery(learner.answered(), "AP") == start + "12 more right answers"
    learner.answer()
    assert drill.mastery(learner.answered(), "AP") == start + "11 more right answers"
    for _k in range(11):
        assert not drill.is_mastered(learner.answered(), "AP")
        asked += [learner.answer()]
    assert drill.mastery(learner.answered(), "AP") == "AP: 6 of the last 6 right without a hint, mastered"
    learner.answer(hints=2)
    learner.answer("shown")
    assert drill.mastery(learner.answered(), "AP") == "AP: 4 of the last 6 right without a hint"
    means = [one.mean for one in asked[3:]]
    assert means == [False, *[True] * 6, False, *[True] * 5], "one right answer in eight is under another convention"


def test_what_is_still_to_do_has_the_mistakes_that_were_not_shown_yet() -> None:
    right = [Event(f"drill AP 1 {seed}", "right", metric="AP") for seed in range(12)]
    assert drill.mastery(right, "AP") == (
        "AP: 6 of the last 6 right without a hint; still to do: each kind of level 3, "
        "12 more right answers at level 3 under the usual convention"
    )


def mastered_after(learner: Learner, *answers: What) -> bool:
    for what in answers:
        learner.answer(what, *(["AP_DIV_N"] if what == "tried" else []))
    return drill.is_mastered(learner.answered(), "AP")


@pytest.mark.long
def test_who_errs_now_and_then_needs_more_right_answers_than_who_erred_at_first() -> None:
    assert mastered_after(Learner("AP"), *["tried"] * 2, *["right"] * 5)
    assert not mastered_after(Learner("AP"), *["tried"] * 2, *["right"] * 4)
    for answers in (["tried"], ["right", "tried", "tried"], ["tried", "right", "tried"]):
        learner = Learner("AP")
        assert not mastered_after(learner, *answers, *["right"] * 11)  # type: ignore[list-item]
        assert mastered_after(learner, *["right"] * 12)  # type: ignore[list-item]


@pytest.mark.long
@pytest.mark.parametrize("metric", ["AP", "RR"])
def test_a_metric_takes_twelve_right_answers_on_which_nearly_all_mistakes_show(metric: str) -> None:
    """Who makes one of them in a third of the exercises gives twelve right answers in a row in less than 1 % of the cases."""
    learner, shown = Learner(metric), Counter[str]()
    while not drill.is_mastered(learner.answered(), metric):
        exercise = learner.answer()
        shown.update(code for code in MISCONCEPTIONS if drill_draws.are_apart(exercise, code))
    assert {code for code in shown if shown[code] < 12} <= {"AP_DIV_MIN", "CUT_5"}
    assert shown["MAP_SKIP_EMPTY"] == shown["MAP_SKIP_MISSED"] == 12
    assert len(learner.events) <= 17


@pytest.mark.long
def test_a_student_who_errs_in_a_third_of_the_exercises_masters_nothing() -> None:
    """Of 100 students at most 5; one answer in three is wrong, each time for another reason."""
    random, mastered = Random(1), 0
    for _student in range(100):
        learner = Learner("AP")
        while len(learner.events) < 30 and not drill.is_mastered(learner.answered(), "AP"):
            learner.answer("tried" if random.random() < 1 / 3 else "right")
        mastered += len(learner.events) < 30
    assert mastered <= 5


@pytest.mark.long
def test_a_metric_is_not_mastered_while_a_named_mistake_was_not_avoided_twice() -> None:
    learner = Learner("AP")
    while not learner.next.mean:
        learner.answer()
    for _k in range(2):
        learner.answer("tried", "MAP_SKIP_MISSED")
    shown = [drill_draws.are_apart(learner.answer(), "MAP_SKIP_MISSED") for _k in range(2)]
    assert shown == [True, True]
    assert not drill.is_mastered(learner.answered(), "AP"), "no right answer under another convention yet"
    while not learner.answer().mean:
        assert len(learner.events) < 20
    while not drill.is_mastered(learner.answered(), "AP"):
        learner.answer()
        assert len(learner.events) < 20
    assert drill.is_mastered(learner.answered(), "AP")
    learner.answer("tried", "MAP_SKIP_MISSED")
    learner.answer()
    assert not drill.is_mastered(learner.answered(), "AP")


@pytest.mark.long
def test_right_answers_never_take_a_mastery_away() -> None:
    learner = Learner("AP")
    while not drill.is_mastered(learner.answered(), "AP"):
        learner.answer()
    means = [one for one in (drill_draws.drawn("AP", 3, seed) for seed in range(900, 920)) if one.mean]
    events = [Event(one.name, "right", ("0.5",), 0, 0, "AP", at=f"{TODAY}T10:00:00+00:00") for one in means[:8]]
    assert drill.is_mastered([*learner.answered(), *events], "AP"), "also if all of them are of one kind"


@pytest.mark.long
def test_one_exercise_in_four_is_on_a_mastered_metric() -> None:
    learner = Learner("AP", "RR")
    while not drill.is_mastered(learner.answered(), "AP"):
        learner.answer("right" if learner.next.measure.metric.label() == "AP" else "tried")
    late = []
    for _k in range(12):
        late.append(learner.next.measure.metric.label())
        learner.answer("tried" if late[-1] == "RR" else "right")
    assert 3 <= late.count("AP") <= 4


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
        Event("without a metric", "right", ("0.5",)),
    ]
    assert [(one.what, one.answers) for one in drill.first_answers(happened)] == [
        ("tried", ("0.5", "0.1")),
        ("shown", ("", "")),
    ]


# --- what comes back ----------------------------------------------------------------------------------------


def test_a_single_suspect_that_was_never_named_is_followed() -> None:
    learner = Learner("AP")
    learner.answer("tried", "CUT_5", "AP_DIV_N")
    assert not drill_draws.are_apart(learner.next, "CUT_5"), "a list of level 1 is read to its end"
    learner.answer()
    assert named_mistakes.followed(learner.answered(), "AP").suspects == ("CUT_5",)
    assert drill_draws.are_apart(learner.answer(), "CUT_5")
    assert named_mistakes.followed(learner.answered(), "AP").suspects == ()


def test_a_mistake_comes_back_after_1_3_7_16_and_35_days_and_then_no_more() -> None:
    learner = Learner("AP", "RR", "P", "Recall")
    learner.answer("tried", "AP_DIV_HITS")
    learner.answer()
    key, made = ("AP", "AP_DIV_HITS"), TODAY
    for days in named_mistakes.DAYS:
        assert named_mistakes.coming_back(learner.answered())[key] == made + timedelta(days)
        learner.day = made + timedelta(days - 1)
        learner.answer()
        assert named_mistakes.coming_back(learner.answered())[key] == made + timedelta(days), "too early to count"
        made = learner.day = made + timedelta(days)
        exercise = learner.answer()
        assert drill_draws.are_apart(exercise, "AP_DIV_HITS")
        assert exercise.measure.metric.label() == "AP", "it comes first, even if AP was the last of the day before"
    assert key not in named_mistakes.coming_back(learner.answered())


def test_a_repeated_mistake_restarts_its_schedule() -> None:
    learner = Learner("AP")
    learner.answer("tried", "AP_DIV_R")
    learner.day += timedelta(1)
    learner.answer()
    assert named_mistakes.coming_back(learner.answered()) == {("AP", "AP_DIV_R"): learner.day + timedelta(3)}
    learner.day += timedelta(3)
    learner.answer("tried", "AP_DIV_R")
    assert named_mistakes.coming_back(learner.answered()) == {("AP", "AP_DIV_R"): learner.day + timedelta(1)}


def test_only_right_answers_on_revealing_lists_advance_a_mistake_s_schedule() -> None:
    threshold = Event("drill P 3 1000001", "tried", ("0.5", "0.5"), 0, 0, "P", ("THRESH_GT",), f"{TODAY}T09:00:00")
    later = f"{TODAY + timedelta(1)}T09:00:00"
    without = Event("drill P 2 1000001", "right", ("0.5", "0.5"), 0, 0, "P", (), later)
    with_ = Event("drill P 3 1000002", "right", ("0.5", "0.5"), 0, 0, "P", (), later)
    key = ("P", "THRESH_GT")
    assert named_mistakes.coming_back([threshold, without])[key] == TODAY + timedelta(1)
    assert named_mistakes.coming_back([threshold, with_])[key] == TODAY + timedelta(1 + 3)


def test_mistakes_made_in_a_lesson_come_back_in_the_drill() -> None:
    made = Event("04-parra", "tried", ("0.5", "0.589", "0.545"), 0, 0, "AP", ("AP_DIV_HITS",), f"{TODAY}T09:00:00")
    assert next_exercise([made], TODAY, ["P", "AP"]).measure.metric.label() == "P"
    back = next_exercise([made, made], TODAY + timedelta(1), ["AP"])
    assert drill_draws.are_apart(back, "AP_DIV_HITS")


# --- the part -----------------------------------------------------------------------------------------------


def send(part: Drill, do: str, *answers: str) -> None:
    part.act({"do": do, "answers": {str(k): text for k, text in enumerate(answers)}})
    assert not part.view["notice"]


def solve(part: Drill) -> None:
    send(part, "check", *(repr(working.value) for working in part.exercise.solution()))


def is_next_open(part: Drill) -> bool:
    return bool(part.view["buttons"][-1]["do"] == "next")


def test_a_drill_advances_and_resumes_after_a_restart() -> None:
    part = Drill("AP", "nDCG@5")
    assert (repr(part), part.view["title"], part.view["word"]) == (
        "Drill('AP', 'nDCG@5')",
        "Compute AP, the average precision.",
        "Drill · level 1 of 3: one list, read to its end",
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
    assert again.view["title"] == "Compute AP@8 of each list."
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


@pytest.mark.long
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
    assert drill_draws.are_apart(part.exercise, "AP_DIV_HITS")
    assert part.view["about"].startswith(
        "This exercise can show a mistake that returns until you avoid it twice (made 1 time, avoided 0 of 2). "
        "Left for today: 2. Write\xa03\xa0decimals."
    )


def test_a_drill_of_an_unsupported_metric_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"a metric of a drill must be one of 'P', 'Recall', .*; got 'Novelty'"):
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
    card = Drill("nDCG")
    exact = [value_of(card.exercise.measure, part) for part in card.exercise.parts]
    send(card, "check", *(f"{value:.2f}" for value in exact))
    assert (card.view["summary"], card.view["fields"][0]["word"]) == ("Almost: write 3 decimals.", "almost")
    assert not card.is_right
    assert events() == [], "it is no attempt"
    send(card, "check", *(f"{value:.3f}" for value in exact))
    assert [event.what for event in events(card.exercise.name)] == ["right"]


@pytest.mark.long
@pytest.mark.parametrize("metric", ["DCG", "RMSE"])
def test_a_number_that_was_cut_off_is_not_solved(metric: str) -> None:
    card = Drill(metric)
    for _k in range(6):
        exact = [value_of(card.exercise.measure, part) for part in card.exercise.parts]
        whole = [int(value * 10) / 10 == round(value, 3) for value in exact]
        send(card, "check", *(f"{int(value * 10) / 10}" for value in exact))
        if not all(whole):
            assert not card.is_right
            assert card.view["summary"].startswith(("Almost: write 3 decimals.", "Too few decimals to judge")), exact
        send(card, "check", *map(repr, exact))
        send(card, "next")


@pytest.mark.parametrize("metric", ["AP", "RMSE"])
def test_a_number_that_is_cut_off_after_all_decimals_is_solved(metric: str) -> None:
    card = Drill(metric)
    for _k in range(3):
        values = [value_of(card.exercise.measure, part) for part in card.exercise.parts]
        send(card, "check", *(f"{int(value * 1000 + 1e-6) / 1000:.3f}" for value in values))
        assert card.is_right
        assert "Almost" not in card.view["summary"]
        cut = [field["verdict"] for field in card.view["fields"] if field["verdict"]]
        assert {*cut} <= {"Right, but cut off instead of rounded (decimals required: 3)."}
        send(card, "next")
    assert drill.last_outcomes(drill.first_answers(events()), metric) == ["solved"] * 3


@pytest.mark.parametrize(("relevant", "short"), [(3, "0.3"), (3, "0.4"), (7, "0.2"), (7, "0.1")])
def test_one_digit_is_neither_right_nor_an_attempt(relevant: int, short: str) -> None:
    """The exact value is 0.333 or 0.143; 0.1 and 0.3 are cut off, and 0.4 and 0.2 are something else."""
    card = Drill("AP")
    card._open(Exercise("drill AP 1 1000001", "Recall", (Ranking.parse("RNN", relevant=relevant),), decimals=3))
    send(card, "check", short)
    is_near = short in ("0.3", "0.1")
    assert (card.view["summary"] == "Too few decimals to judge (decimals required: 3).") == is_near
    assert "Right" not in card.view["fields"][0]["verdict"]
    assert card.view["fields"][0]["word"] == "not yet"
    assert len(events()) == (not is_near)


# --- what a Drill does about a mistake ----------------------------------------------------------------------


def mistake(part: Drill, code: str) -> None:
    send(part, "check", *(f"{value:.3f}" for value in drill_draws.numbers(part.exercise, code)))


def test_the_second_naming_opens_a_step_that_survives_a_restart() -> None:
    part = Drill("AP")
    mistake(part, "AP_DIV_N")
    assert part.view["summary"].startswith("The sum of P@i was divided by the number of ranks;")
    assert [field["key"] for field in part.view["fields"]] == ["0"]
    send(part, "next")
    mistake(part, "AP_DIV_N")
    assert part.view["summary"].startswith("This is the second time. The sum of P@i was divided")
    assert part.view["summary"].endswith("Below, one step is worked on a new list. Then it is your turn.")
    again = Drill("AP")
    assert again.view == part.view
    field = again.view["fields"][-1]
    assert (field["key"], field["state"], field["submits"]) == ("step", "", "check")
    assert [one["title"] for one in field["questions"]] == [
        "Worked: AP",
        "Your turn: AP",
    ], "|R| is beside the list"
    assert field["questions"][0]["notes"][-1].startswith("AP = Σᵢ P@i·relᵢ/|R| = ")
    assert field["label"].startswith("AP of the second list: ")
    again.act({"do": "check", "answers": {"step": "99"}})
    assert again.view["fields"][-1]["state"] == "wrong"
    blanks, position = again._step[1]  # type: ignore[index]
    again.act({"do": "check", "answers": {"step": repr(blanks.values[position])}})
    assert again.view["fields"][-1]["state"] == "right"
    assert events()[-1].what == "stepped"
    assert repr(Drill("AP").exercise.data) != repr(again.exercise.data), "what is filled in is not asked again"


def stepped(state: str, *codes: str, name: str = "steps AP@5 0123abcd", seed: int = 0) -> Event:
    return Event(name, "stepped", ("AP@5", state, "0.589"), seed, 0, "AP", codes, f"{TODAY}T09:00:00")


def test_a_mistake_named_in_steps_is_followed_until_it_is_avoided_twice() -> None:
    learner = Learner("RR", "AP")
    learner.answer()
    assert learner.next.measure.metric.label() == "AP"
    learner.events += [stepped("wrong", "CUT_5"), stepped("wrong", "CUT_5"), stepped("right")]
    answers = learner.answered()
    assert [answer.codes for answer in answers] == [(), ("CUT_5",)], "once for each list"
    assert named_mistakes.followed(answers, "AP").made == ("CUT_5",)
    assert not drill_draws.are_apart(drill_draws.drawn("AP", 1, drill_draws.FIRST_SEED), "CUT_5")
    assert learner.next.measure.metric.label() == "AP", "a step is no exercise of the metric"
    assert (drill.last_outcomes(answers, "AP"), drill.mastery(answers, "RR")[:7]) == ([], "RR: 1 o")
    for _k in range(2):
        assert named_mistakes.followed(learner.answered(), "AP").made == ("CUT_5",)
        assert drill_draws.are_apart(learner.answer(), "CUT_5")
        learner.answer()
    assert named_mistakes.followed(learner.answered(), "AP").made == ()
    assert named_mistakes.coming_back(answers)["AP", "CUT_5"] == TODAY + timedelta(1)


def test_several_codes_of_a_step_are_suspects_of_the_next_exercise() -> None:
    learner = Learner("AP")
    learner.events.append(stepped("wrong", "CUT_5", "AP_DIV_N"))
    assert named_mistakes.followed(learner.answered(), "AP").suspects == ("CUT_5", "AP_DIV_N")
    assert drill_draws.groups(learner.next, ("CUT_5", "AP_DIV_N")) == 2
    learner.events.append(stepped("wrong", "AP_DIV_N", seed=1))
    assert named_mistakes.followed(learner.answered(), "AP").made == ("AP_DIV_N",)
    learner.events.append(Event("drill AP 1 1000009", "stepped", ("1",), 0, 0, "AP", ("AP_RANK0",)))
    assert named_mistakes.followed(learner.answered(), "AP").made == ("AP_DIV_N",), "a step of a Drill is no naming"


@pytest.mark.long
def test_a_mistake_named_in_a_faded_stepper_is_followed_by_the_drill() -> None:
    part = FadedStepper("AP@5", Ranking.parse("NRRNR", relevant=4))
    part.act({"do": "fill", "at": 0, "text": "0.5889"})
    assert "divided by the hits" in part.view["sentence"]
    card = Drill("AP")
    assert card.view["mastery"]["text"] == "AP: not answered yet"
    praise = (
        "Good: this time you avoided an earlier mistake (“you divide by the hits”): "
        "AP divides it by |R|, all relevant. Once more, and it rests for a day.",
        "Good: you avoided it again (“you divide by the hits”). Now it rests for a day. "
        "Done for today; the next is tomorrow.",
        "",
    )
    for closing in praise:
        assert drill_draws.are_apart(card.exercise, "AP_DIV_HITS") or not closing
        solve(card)
        assert card.view["summary"] == f"All right. {closing}".strip()
        send(card, "next")
    while not drill_draws.are_apart(card.exercise, "AP_DIV_HITS"):
        solve(card)
        send(card, "next")
    mistake(card, "AP_DIV_HITS")
    assert "This is the second time." in card.view["summary"]


def test_a_mistake_named_on_a_second_try_opens_the_step() -> None:
    part = Drill("AP")
    mistake(part, "AP_DIV_N")
    send(part, "next")
    noted = len(events())
    part.act({"do": "check", "answers": {"0": "hello"}})
    assert len(events()) == noted, "what is no number is no attempt"
    send(part, "check", "0.9871")
    assert "no known mistake explains it" in part.view["fields"][0]["verdict"] + part.view["summary"]
    mistake(part, "AP_DIV_N")
    assert part.view["summary"].startswith("This is the second time. ")
    assert part.view["fields"][-1]["key"] == "step"
    assert [answer.codes for answer in drill.first_answers(events())] == [("AP_DIV_N",)] * 2


def test_a_mistake_named_on_a_later_try_is_counted_and_hides_the_step_of_the_first() -> None:
    part = Drill("AP")
    mistake(part, "AP_DIV_N")
    send(part, "next")
    mistake(part, "AP_DIV_N")
    assert part.view["fields"][-1]["key"] == "step"
    mistake(part, "AP_RANK0")
    assert part.view["summary"].startswith(MISCONCEPTIONS["AP_RANK0"].sentence(part.exercise.measure))
    assert "one step is worked" not in part.view["summary"]
    assert part.view["fields"][-1]["key"] == "0"
    mistake(part, "AP_DIV_N")
    assert part.view["fields"][-1]["key"] == "step"
    send(part, "next")
    mistake(part, "AP_RANK0")
    assert part.view["summary"].startswith("This is the second time. ")


def test_a_right_answer_with_a_hint_is_not_praised() -> None:
    part = Drill("AP")
    mistake(part, "AP_DIV_N")
    send(part, "next")
    send(part, "hint")
    solve(part)
    assert part.view["summary"] == "All right."
    send(part, "next")
    solve(part)
    assert part.view["summary"].startswith(
        "All right. Good: this time you avoided an earlier mistake (“you divide by n”): "
    )


def test_wrong_numbers_that_nothing_explains_are_counted() -> None:
    part = Drill("AP")
    seen = []
    for _k in range(3):
        send(part, "check", "0.9871")
        seen.append(part.view["summary"])
        send(part, "next")
    assert len({*seen}) == 3, seen
    assert "no known mistake explains it. Such answers to AP so far: 3." in seen[-1]


def test_the_third_naming_shows_a_contrast_and_then_the_mistake_is_watched() -> None:
    part = Drill("AP")
    for _k in range(3):
        assert "contrast" not in part.view
        mistake(part, "AP_DIV_N")
        last = part.view
        send(part, "next")
    assert last["summary"].startswith("This is the third time. ")
    assert last["summary"].endswith(
        "Compare A and B below. A has the higher AP. If you divide by n, B gets the higher value."
    )
    assert [one["title"] for one in last["contrast"]] == ["A", "B"]
    assert all("with the mistake: " in one["notes"][-1] for one in last["contrast"])
    solve(part)
    assert part.view["summary"] == (
        "All right. Good: this time you avoided an earlier mistake (“you divide by n”): AP divides it by |R|, all relevant. "
        "Once more, and it rests for a day. "
        "Times that you made it so far: 3."
    )
    assert not part.view["quiet"]


@pytest.mark.long
def test_from_the_fifth_naming_on_each_one_opens_a_step_and_names_the_section() -> None:
    part = Drill("AP")
    for times in range(1, 8):
        mistake(part, "AP_DIV_N")
        has_step = part.view["fields"][-1]["key"] == "step"
        has_advice = "Read lesson 04, “1. The precision at each relevant item”, and come back." in part.view["summary"]
        assert (has_step, has_advice) == (times == 2 or times > 4, times > 4)
        send(part, "next")


def test_a_level_says_which_mistakes_it_does_not_show() -> None:
    part = Drill("AP")
    said = []
    for _k in range(4):
        said.append(part.view["about"].partition(". This level ")[2])
        solve(part)
        send(part, "next")
    assert said[0] == "shows no mistake with cut-offs, thresholds, other conventions or means."
    assert said[1] == said[2] == "shows no mistake with thresholds, other conventions or means."
    assert (said[3], "This level shows" in Drill("MAE").view["about"]) == ("", False)


def test_a_drill_speaks_spanish() -> None:
    set_language("es")
    part = Drill("AP")
    mistake(part, "AP_DIV_N")
    send(part, "next")
    mistake(part, "AP_DIV_N")
    assert part.view["summary"].startswith("Es la segunda vez. La suma de P@i se dividió por el número de posiciones")
    send(part, "next")
    solve(part)
    assert part.view["summary"].startswith(
        "Todo correcto. Bien: esta vez evitaste un error anterior («divides por n»): AP la divide por |R|, "
    )


def test_the_widget_and_the_functions_give_the_same_exercises_codes_and_marks() -> None:
    part, student = Drill("AP"), Student(("AP",), 0, makes=with_mistake("MAP_SKIP_MISSED"))
    for _k in range(5):
        name = part._name
        mistake(part, "MAP_SKIP_MISSED")
        codes = next(answer.codes for answer in drill.first_answers(events()) if answer.name == name)
        reply = student.answer()
        assert (name, codes, part.is_right) == (reply.exercise.name, reply.codes, reply.is_right)
        send(part, "next")


# --- records of a newer version ------------------------------------------------------------------------------


def test_events_of_a_newer_version_are_skipped_and_kept() -> None:
    newer = [
        {"name": "drill AP 1 1000001", "what": "explained", "answers": {"no": "list"}, "colour": ["blue"]},
        {"name": "drill AP 9 x", "what": "right", "answers": ["1"], "seed": 0, "metric": "AP", "mood": {"good": 1}},
        {
            "name": "drill AP 1 1000001",
            "what": "tried",
            "answers": ["1"],
            "metric": "AP",
            "codes": ["AP_NEW", "AP_DIV_N"],
        },
    ]
    note("another", "tried")
    file = learner_record.progress_file()
    file.write_text(file.read_text() + "".join("\n" + json.dumps(line) for line in newer))
    before = file.read_bytes()
    answers = drill.first_answers(events())
    assert named_mistakes.times_named(answers, "AP", "AP_DIV_N") == 1
    part = Drill("AP")
    mistake(part, "AP_DIV_N")
    assert part.view["summary"].startswith("This is the second time")
    assert file.read_bytes().startswith(before)
