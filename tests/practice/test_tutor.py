"""How a Drill follows mistakes: what is believed, said and shown; and a few simulated students of `benchmarks/tutor.py`."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from benchmarks.tutor import SLIPS, Student, at_once, course_of, in_turns, reason, separated, third_named
from metrics_edu import Ranking, Ratings
from metrics_edu.language import set_language
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.telling_apart import is_graded
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor import named_mistakes
from metrics_edu.practice.tutor.contrast import ORDER_KEPT, contrast_of
from metrics_edu.practice.tutor.drill_draws import DRILLED, FIRST_SEED, are_apart, drawn, levels_of, name_of, numbers
from metrics_edu.practice.tutor.named_mistakes import (
    all_codes,
    avoided_message,
    believed,
    coming_back,
    followed,
    mistake_message,
    named_in,
    opens_step,
    shares_of,
    shows_contrast,
    times_named,
)
from metrics_edu.practice.tutor.worked_step import step_of
from metrics_edu.widgets.cards.step_views import contrast_views

TODAY = date(2026, 3, 2)


def event(seed: int, what: Any, *codes: str, level: int = 1, metric: str = "AP") -> Event:
    return Event(name_of(metric, level, FIRST_SEED + seed), what, ("0.5",), 0, 0, metric, codes, f"{TODAY}T10:00:00")


# --- what is believed ---------------------------------------------------------------------------------------


def test_suspects_are_the_codes_that_explain_the_last_wrong_answers() -> None:
    wrong = [event(0, "tried", "AP_DIV_N", "AP_IS_PREC"), event(1, "tried", "AP_DIV_N", "AP_DIV_HITS")]
    assert followed(wrong[:1], "AP").suspects == ("AP_DIV_N", "AP_IS_PREC")
    assert followed(wrong, "AP").suspects == ("AP_DIV_N",)
    assert followed([*wrong, event(2, "tried", "AP_NO_DIV")], "AP").suspects == ("AP_NO_DIV",)
    assert followed([*wrong[:1], event(3, "tried")], "AP").suspects == ("AP_DIV_N", "AP_IS_PREC"), (
        "a slip changes nothing"
    )
    assert followed(wrong, "RR").suspects == ()


def test_a_right_answer_removes_suspects_that_would_have_shown() -> None:
    seed = next(k for k in range(30) if not are_apart(drawn("AP", 3, FIRST_SEED + k), "CUT_5"))
    wrong, right = event(0, "tried", "CUT_5", "AP_DIV_N"), event(seed, "right", level=3)
    assert followed([wrong, right], "AP").suspects == ("CUT_5",)


def check(answers: list[Event], *numbers_: float) -> tuple[Any, ...]:
    exercise = drawn("AP", 2, FIRST_SEED)  # the mistake in the divisor shows on its second list only
    return believed(answers, exercise, exercise.check([f"{value:.3f}" for value in numbers_]))


def test_beside_a_slip_only_a_mistake_that_was_named_before_is_believed() -> None:
    wrong = numbers(drawn("AP", 2, FIRST_SEED), "AP_DIV_N")
    assert [verdict.codes for verdict in check([], *wrong)] == [(), ("AP_DIV_N",)]
    slip = (0.987, wrong[1])
    assert [verdict.codes for verdict in check([], *slip)] == [(), ()]
    assert [verdict.codes for verdict in check([event(0, "tried", "AP_DIV_N")], *slip)] == [(), ("AP_DIV_N",)]


def test_no_convention_that_does_something_else_is_offered_beside_a_mistake() -> None:
    for code in ("AP_DIV_N", "AP_DIV_HITS", "AP_NO_REL"):
        for verdict in check([], *numbers(drawn("AP", 2, FIRST_SEED), code)):
            assert verdict.codes in ((), (code,))
            assert "Right under another convention" not in verdict.text


@pytest.mark.long
def test_a_mistake_is_still_made_until_it_is_avoided_twice() -> None:
    answers = [event(0, "tried", "AP_DIV_N")]
    for seed in (1, 2):
        assert followed(answers, "AP").made == ("AP_DIV_N",)
        answers.append(event(seed, "right"))
    assert followed(answers, "AP").made == ()
    assert followed([*answers, event(3, "tried", "AP_DIV_N")], "AP").made == ("AP_DIV_N",)
    assert followed([event(0, "tried", "ID_TYPE"), event(1, "tried", "NO_SUCH")], "AP").made == ()


def test_only_answers_since_the_last_naming_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_again = list[str]()
    monkeypatch.setattr(named_mistakes, "shows", lambda name, _code: bool(drawn_again.append(name)) or True)
    answers = list[Event]()
    for k in range(0, 400, 8):
        codes = ("AP_DIV_N", "AP_RANK0") if k % 16 else ("AP_DIV_N",)
        month = [event(k, "tried", *codes), *(event(k + j, "right") for j in range(1, 8))]
        answers += [replace(one, at=f"{TODAY + timedelta(k + j)}T10:00:00") for j, one in enumerate(month)]
    assert followed(answers, "AP").suspects == ("AP_DIV_N",)
    assert coming_back(answers) == {("AP", "AP_DIV_N"): TODAY + timedelta(384 + 1 + 3 + 7 + 16)}
    assert len(drawn_again) < 20


def test_an_answer_with_several_codes_makes_none_certain() -> None:
    unclear = event(0, "tried", "AP_DIV_N", "AP_RANK0")
    assert followed([unclear], "AP").shares == {"AP_DIV_N": 1.0, "AP_RANK0": 1.0}
    assert named_in(unclear) == ""
    assert named_in(event(0, "tried", "AP_DIV_N")) == "AP_DIV_N"


def test_a_cause_that_other_wrong_answers_lack_is_less_certain() -> None:
    exercise = drawn("AP", 1, FIRST_SEED)
    verdicts = exercise.check([f"{value:.3f}" for value in numbers(exercise, "AP_DIV_N")])
    (alone,) = believed([], exercise, verdicts)
    (among_others,) = believed([event(k, "tried") for k in range(1, 12)], exercise, verdicts)
    assert alone.codes == among_others.codes == ("AP_DIV_N",)
    assert among_others.shares["AP_DIV_N"] == pytest.approx(11 * alone.shares["AP_DIV_N"])


@pytest.mark.long
def test_a_linear_gain_shows_at_the_first_level() -> None:
    exercises = [drawn("nDCG", 1, FIRST_SEED + k) for k in range(10)]
    assert all(are_apart(exercise, "GAIN_LINEAR") for exercise in exercises)


def test_a_cause_that_may_be_chance_is_named_once_it_fits_several_lists() -> None:
    answers = list[Event]()
    named = []
    for seed in range(FIRST_SEED, FIRST_SEED + 3):
        exercise = drawn("P", 3, seed)
        verdicts = believed(
            answers, exercise, exercise.check([f"{one:.3f}" for one in numbers(exercise, "THRESH_NONE")])
        )
        text = mistake_message(answers, "P", verdicts)
        answer = Event(exercise.name, "tried", metric="P", codes=all_codes(verdicts), shares=shares_of(verdicts))
        answers.append(answer)
        assert answer.codes == ("THRESH_NONE",)
        assert (named_in(answer) == "") == ("Perhaps:" in text)
        named.append(named_in(answer))
        assert times_named(answers, "P", "THRESH_NONE") == len([*filter(None, named)])
        assert bool(followed(answers, "P").made) == bool(named[-1])
    assert named == ["", "", "THRESH_NONE"]
    assert sorted([one.shares for one in answers], reverse=True) == [one.shares for one in answers]


# --- the messages -------------------------------------------------------------------------------------------


def test_the_number_of_namings_is_in_the_message() -> None:
    verdicts = check([], *numbers(drawn("AP", 2, FIRST_SEED), "AP_DIV_N"))
    said = [
        mistake_message([event(k, "tried", "AP_DIV_N") for k in range(times)], "AP", verdicts) for times in range(11)
    ]
    assert said[0].startswith("The sum of P@i was divided by the number of ranks;")
    ordinals = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    assert said[1:10] == [f"This is the {ordinal} time. {said[0]}" for ordinal in ordinals]
    assert said[10] == f"This is time number 11. {said[0]}"
    assert [times for times in range(9) if opens_step(times)] == [2, 5, 6, 7, 8]
    assert [times for times in range(9) if shows_contrast(times)] == [3, 6]


def test_other_lists_of_an_exercise_count_as_another_one() -> None:
    first = replace(event(0, "tried", "AP_DIV_N"), name="04-pair")
    assert times_named([first, first, replace(first, seed=1001)], "AP", "AP_DIV_N") == 2


def test_an_avoided_mistake_is_praised_each_time_in_other_words() -> None:
    answers, exercise = [event(0, "tried", "AP_DIV_N")], drawn("AP", 1, FIRST_SEED + 9)
    said = []
    for seed in (1, 2):
        said.append(avoided_message(answers, exercise, TODAY))
        answers.append(event(seed, "right"))
    said.append(avoided_message(answers, exercise, TODAY))
    said.append(avoided_message(answers, exercise, TODAY + timedelta(1)))
    assert said == [
        "Good: this time you avoided an earlier mistake (“you divide by n”): AP divides it by |R|, all relevant. "
        "Once more, and it rests for a day.",
        "Good: you avoided it again (“you divide by n”). Now it rests for a day.",
        "",
        "Good: you avoided it again on 2026-03-03 (“you divide by n”).",
    ]


def test_every_mistake_is_said_in_a_few_words_in_both_languages() -> None:
    english = [mistake.you_do for mistake in MISCONCEPTIONS.values()]
    set_language("es")
    try:
        spanish = [mistake.you_do for mistake in MISCONCEPTIONS.values()]
    finally:
        set_language("en")
    assert not any(one == other or "{" in one + other for one, other in zip(english, spanish, strict=True))
    assert max(map(len, english + spanish)) <= 85


# --- what is shown ------------------------------------------------------------------------------------------

SOME = ["AP_DIV_N", "AP_START0", "MAP_SKIP_MISSED", "CUT_5"]


@pytest.mark.long
@pytest.mark.parametrize("code", SOME)
def test_a_step_is_worked_on_one_new_list_and_asked_on_another(code: str) -> None:
    exercise = next(
        one for level in (1, 3, 2) for k in range(4) if are_apart(one := drawn("AP", level, FIRST_SEED + k), code)
    )
    step = step_of(exercise, code, 2)
    assert step
    (worked, first), (asked, position) = step
    assert abs(worked.values[first] - asked.values[position]) > 0.001, "the worked number cannot be copied"
    assert " = " in worked.working(first)
    assert not asked.judge(position, f"{asked.wrong_numbers[code][position]:.4f}").right
    assert asked.judge(position, f"{asked.values[position]:.4f}").right
    other = step_of(exercise, code, 5)
    assert other
    assert other[0][0].data is not worked.data


@pytest.mark.long
@pytest.mark.parametrize(
    ("metric", "code", "symbol"),
    [
        ("AP", "AP_DIV_N", "AP"),
        ("P", "P_IS_RECALL", "n"),
        ("RR", "RR_RANK0", "rel_i/i"),
        ("nDCG", "IDCG_RETRIEVED", "g*_i"),
        ("Rank", "CUT_MINUS_1", ""),
        ("HR", "THRESH_GT", ""),
    ],
)
def test_the_step_is_the_one_at_which_the_mistake_begins(metric: str, code: str, symbol: str) -> None:
    exercise = drawn(metric, 2 if metric == "nDCG" else levels_of(metric)[0], FIRST_SEED)
    step = step_of(exercise, code, 2)
    assert (step is not None) == bool(symbol), "all lists have the same number at that step"
    if step:
        asked, position = step[1]
        assert position[0] == symbol
        entry = asked.judge(position, f"{asked.wrong_numbers[code][position]:.4f}", believed=code)
        assert (entry.state, entry.codes) == ("wrong", (code,))


@pytest.mark.long
def test_a_contrast_has_two_lists_whose_order_the_mistake_reverses() -> None:
    found = [(code, drawn("AP", 3, FIRST_SEED)) for code in SOME[:-1]]
    found += [("CUT_5", drawn("AP", 2, FIRST_SEED + 1)), ("THRESH_GT", drawn("Rank", 3, FIRST_SEED))]
    for code, exercise in found:
        contrast = contrast_of(exercise, code)
        assert contrast.kind == "reversed"
        assert contrast.right[0] > contrast.right[1], code
        assert contrast.wrong[0] < contrast.wrong[1], code
    assert contrast_of(drawn("AP", 1, FIRST_SEED), "AP_DIV_N").text == (
        "A has the higher AP. If you divide by n, B gets the higher value."
    )
    scaled = contrast_of(drawn("RMSE", 1, FIRST_SEED), "RMSE_NO_ROOT")
    assert scaled.text == "If you leave out the root, the RMSE of a list can change, but lists keep their order."


def test_only_mistakes_that_keep_the_order_of_all_lists_are_said_to_keep_it() -> None:
    graded = [Ranking(shown, [*shown, 3, 3, 1]) for shown in itertools.product(range(3), repeat=3)]
    binary = [
        Ranking(shown, [1] * (sum(shown) + missed))
        for shown in itertools.product((0, 1), repeat=4)
        for missed in (0, 3)
    ]
    ratings = [Ratings([1, 2, 3], actual) for actual in itertools.product((1, 3, 5), repeat=3)]
    for code in ORDER_KEPT:
        mistake = MISCONCEPTIONS[code]
        for measure in [one for one in map(as_measure, DRILLED) if one.metric.name in mistake.measures]:
            lists = ratings if measure.metric.kind == "rating" else graded if is_graded(measure) else binary
            pairs = sorted((value_of(measure, one), mistake.value(measure, one)) for one in lists)
            for (first, made), (second, other) in itertools.pairwise(pairs):
                assert (second - first > 1e-9) == (other - made > 1e-9), (code, first, second)
    for metric, code in [("F1", "F_PRODUCT"), ("DCG", "DISC_PLUS2"), ("DCG", "GAIN_LINEAR"), ("RR", "RR_START0")]:
        assert contrast_of(drawn(metric, 2, FIRST_SEED), code).kind != "scaled", code


def test_a_contrast_says_no_more_than_its_mistake_does() -> None:
    """One rank too few changes only a list whose first hit is at the last rank."""
    last_rank = contrast_of(drawn("RR", 2, FIRST_SEED), "CUT_MINUS_1")
    assert last_rank.text.endswith("A and B get the same value.")
    assert last_rank.right[0] > last_rank.right[1] == last_rank.wrong[0] == last_rank.wrong[1]
    views = contrast_views(contrast_of(drawn("AP", 3, FIRST_SEED), "MAP_SKIP_MISSED"))
    assert not any(note.endswith("first:\xa0.") for view in views for note in view["notes"]), "no grade is above 0"
    below = contrast_of(drawn("nDCG", 2, FIRST_SEED), "GAIN_BELOW")
    assert (
        below.text == "If you count the gain of items below the threshold, the nDCG@8 of some lists changes, as here."
    )


def test_a_drawn_exercise_and_a_contrast_are_in_the_language_in_which_they_are_shown() -> None:
    exercise = drawn("AP", 3, FIRST_SEED + 1)
    contrast = contrast_of(exercise, "AP_DIV_N")
    assert exercise.ask().startswith("Compute AP@5 of each list. Convention: ")
    set_language("es")
    try:
        assert exercise.ask().startswith("Calcula AP@5 de cada lista. Convención: ")
        assert contrast.text.endswith("Si divides por n, B recibe el valor más alto.")
    finally:
        set_language("en")


# --- simulated students -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("code", "slips"), [("AP_DIV_N", 0), ("AP_DIV_HITS", SLIPS)])
def test_a_student_s_mistake_is_named_worked_and_overcome(code: str, slips: float) -> None:
    course = course_of("AP", code, 0, slips)
    assert 1 <= course.named_at <= 3
    assert course.has_step
    assert 0 < course.questions <= (15 if slips else 8)
    assert (course.is_mastered_early, course.repeated) == (False, 0)


@pytest.mark.long
def test_a_student_without_a_mistake_hears_of_none_and_masters_the_metric() -> None:
    student = Student(("AP",), 0, SLIPS)
    replies = [student.answer() for _k in range(20)]
    assert not any(reply.codes for reply in replies)
    assert any(reply.is_mastered for reply in replies)


@pytest.mark.long
def test_two_mistakes_name_no_third() -> None:
    codes = "AP_DIV_N", "AP_DIV_HITS"
    assert third_named("AP", in_turns(*codes), codes, 0, 0.0)[0] == 0
    assert third_named("AP", at_once("AP_DIV_N", "AP_RANK0"), ("AP_DIV_N", "AP_RANK0"), 0, 0.0)[0] <= 1


def test_every_mistake_is_separated_or_has_a_reason() -> None:
    assert set(separated("MAE").values()) == {""}
    assert reason("VEC_SWAPPED", [], []) == "is made with files only"
    exercises = [drawn("AP", 1, FIRST_SEED)]
    assert reason("CUT_5", [], exercises) == "changes no answer of a drawn exercise"
    assert reason("AP_DIV_R", ["AP_DIV_R"], exercises) == "gives the number of the right computation"
