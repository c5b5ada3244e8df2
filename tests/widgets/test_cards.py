"""Predict and Practice: what they ask, what they keep to themselves, and what comes of an answer; without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, Ratings, measure
from metrics_edu.examples import apples
from metrics_edu.language import set_language
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.practice import Exercise
from metrics_edu.practice.lessons.lesson_exercises import EXERCISES
from metrics_edu.practice.record.learner_record import events, note, progress, progress_file
from metrics_edu.practice.tutor.drill_draws import FIRST_SEED, LEVELS, drawn
from metrics_edu.widgets import Drill, FadedStepper, Practice, Predict, Quiz
from metrics_homework.widgets import ExerciseSheet

HOSTILE = '<img src=x onerror=alert(1)> $\\href{x}{y}$ "&'
NO_NUMBERS = "abc", "½", "1e999", "nan", "inf"
NOT_A_NUMBER = "This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %."
PAIR = {"A": Ranking.parse("RNRNN", relevant=3), "B": Ranking.parse("NRRRN", relevant=3)}


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


@pytest.fixture
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def do(part: Any, name: str, *answers: str) -> dict[str, Any]:
    part.act({"do": name, "answers": {str(k): text for k, text in enumerate(answers)}})
    return part.view


def given_in(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [question for field in view["fields"] for question in field.get("questions", [])]


def everything(view: dict[str, Any]) -> str:
    return json.dumps(view, ensure_ascii=False)


# --- Predict ------------------------------------------------------------------------------------------------


def test_the_value_is_not_sent_before_the_commitment() -> None:
    part = Predict("AP", apples())
    assert "0.50" not in everything(part.view)
    assert part.view["title"] == "What is AP of this list?"
    assert (part.view["workings"], part.view["gap"], part.view["summary"]) == ([], None, "")
    view = do(part, "commit", "0.25")
    assert view["summary"] == "You predicted 0.25: 0.2535 too low."
    assert view["mark"] == "wrong"
    assert view["gap"]["exact_word"] == "0.5035"
    assert view["workings"][0]["result"] == "0.5035"
    assert view["fields"][0]["closed"]


def test_a_prediction_matching_a_known_mistake_names_it() -> None:
    said = do(Predict("AP@10", Ranking.parse("RNRNNRNNNN", relevant=5)), "commit", "0,5004")["summary"]
    assert MISCONCEPTIONS["AP_NO_REL"].plainly in said
    again = Predict("AP@5", Ranking.parse("NRRNR", relevant=4))
    assert MISCONCEPTIONS["AP_DIV_HITS"].plainly in do(again, "commit", "0.589")["summary"]  # 0.5889
    for guess in ("0.59", "0.35", "0.36"):  # two decimals fit many mistakes
        do(again, "again")
        assert do(again, "commit", guess)["sides"] == [], guess


@pytest.mark.parametrize("answer", ["1/2", "0,50", "0.504", "50 %"])
def test_a_guess_counts_as_right_to_two_decimals(answer: str) -> None:
    assert do(Predict("AP", apples()), "commit", answer)["summary"] == "That is right."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "Enter a number first"),
        *((text, "A prediction is a number") for text in NO_NUMBERS),
        ("1/0", "1/0 has no value."),
        ("min(3,5)", "min(3; 5) or 3.5?"),
    ],
)
def test_an_invalid_prediction_is_rejected_and_not_recorded(answer: str, said: str) -> None:
    part = Predict("AP", apples())
    view = do(part, "commit", answer)
    assert view["notice"].startswith(said)
    assert view["workings"] == []
    assert progress() == {}


def test_reveal_shows_the_value_and_again_hides_it() -> None:
    part = Predict("AP", apples())
    assert part.view["title"] == "What is AP of this list?"
    shown = do(part, "reveal")
    assert (shown["title"], shown["summary"]) == ("AP = 0.5035", "AP = 0.5035")
    assert [button["do"] for button in part.view["buttons"]] == ["again", "draw"]
    again = do(part, "again")
    assert (again["title"], again["workings"]) == ("What is AP of this list?", [])
    assert "0.5035" not in everything(again)


def test_a_commitment_survives_a_restart() -> None:
    do(Predict("AP", apples()), "commit", "0.25")
    assert Predict("AP", apples()).view["summary"].startswith("You predicted 0.25:")
    assert Predict("AP@5", apples()).view["summary"] == ""


@pytest.mark.parametrize(("choice", "said"), [("1", "That is right. "), ("0", "Not right. "), ("same", "Not right. ")])
def test_a_pair_card_judges_the_choice_of_the_higher_list(choice: str, said: str) -> None:
    view = do(Predict("AP@5", PAIR), "commit", choice)
    assert view["summary"] == f"{said}B has the higher AP@5: 0.6389 against 0.5556."
    assert view["mark"] == ("right" if choice == "1" else "wrong")
    assert [working["title"] for working in view["workings"]] == ["A", "B"]


def test_two_equal_lists_make_same_the_right_choice() -> None:
    both = {"A": Ranking.parse("NRN"), "B": Ranking.parse("NRR")}
    assert do(Predict("RR", both), "commit", "same")["summary"] == "That is right. Both have the same RR: 0.5."


def test_committing_without_a_choice_gives_a_notice() -> None:
    assert do(Predict("RR", PAIR), "commit")["notice"] == "Choose an option first."
    assert do(Predict("RR", PAIR), "commit", "B")["notice"]


def test_predict_rejects_unsupported_data_and_measures() -> None:
    with pytest.raises(ValueError, match="two by name; got 1"):
        Predict("RR", {"A": PAIR["A"]})
    with pytest.raises(ValueError, match=r"RMSE needs Ratings, such as .*; got Ranking"):
        Predict("RMSE", PAIR["A"])
    with pytest.raises(ValueError, match="unknown measure"):
        Predict("APP", PAIR["A"])


def test_ratings_and_batches_can_be_predicted() -> None:
    part = Predict("RMSE", Ratings([4, 3], [5, 3], users=["ana", HOSTILE]))
    assert given_in(part.view)[0]["rows"][0][0] == "user"
    assert do(part, "commit", "0.71")["summary"].startswith("That is right.")
    assert do(part, "again")["summary"] == ""
    assert (
        MISCONCEPTIONS["RMSE_NO_ROOT"].plainly in do(part, "commit", "0.5")["summary"]
    )  # exactly what the mistake gives
    batch = Ranking.batch([PAIR["A"], PAIR["B"]], ["ana", HOSTILE])
    part = Predict("MAP@5", batch)
    assert part.view["title"] == "What is MAP@5 over these users?"
    assert len(given_in(part.view)) == 2
    assert do(part, "commit", "0")["gap"] is not None


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, metric in METRICS.items() if not metric.can_be_nan])
@pytest.mark.parametrize(
    "ranking",
    [Ranking.parse("NRR", relevant=4), Ranking.parse("NN"), Ranking.parse(""), Ranking([3, 0, 1], threshold=2)],
)
def test_every_metric_can_be_predicted(name: str, ranking: Ranking) -> None:
    part = Predict(METRICS[name].label(), ranking)
    assert do(part, "commit", "0.5")["workings"]
    assert part.view["notice"] == ""


def test_a_long_list_is_shortened() -> None:
    tiles = given_in(Predict("RR", Ranking([0] * 499 + [1])).view)[0]["tiles"]
    assert (len(tiles), tiles[-3]["rank"], tiles[-1]["rank"]) == (31, "…", "500")


def test_hostile_labels_stay_text() -> None:
    part = Predict("AP", {HOSTILE: Ranking([1, 0], items=[HOSTILE, "b"]), "b": PAIR["A"]})
    view = do(part, "commit", "0")
    html = [
        text
        for one in view["workings"]
        for text in (one["definition"], one["working"], *[w["html"] for w in one["where"]])
    ]
    assert not any("<img" in text for text in html)
    assert view["questions"][0]["tiles"][0]["label"] == HOSTILE


# --- Practice -----------------------------------------------------------------------------------------------


def test_check_distinguishes_right_wrong_and_open_answers() -> None:
    view = do(Practice("04-parra"), "check", "1/4", "0,144", "")
    assert [field["state"] for field in view["fields"]] == ["right", "wrong", "open"]
    assert (view["summary"], view["quiet"]) == ("Numbers right: 1\xa0of\xa03. Not answered yet: 1.", False)
    assert do(Practice("04-parra"), "check", "0.25", "0,177", "0.213")["summary"] == "All right."


def test_hints_appear_one_by_one_and_keep_typed_answers() -> None:
    part = Practice("04-parra")
    for count in (1, 2, 3, 3):
        view = do(part, "hint", "0.2", "0.3", "")
        assert len(view["hints"]) == count
    assert [field["value"] for field in view["fields"]] == ["0.2", "0.3", ""]
    assert view["buttons"][1] == {"do": "hint", "label": "Next hint (0 left)", "dim": True, "suggested": False}
    assert view["hints"][0][0] == "Hint 1 of 3"


def test_the_solution_shows_the_working_of_every_list() -> None:
    part = Practice("04-parra")
    assert part.view["workings"] == []
    assert [one["result"] for one in do(part, "solution")["workings"]] == ["0.2500", "0.1767", "0.2133"]
    assert progress()["04-parra"].shown


def test_new_lists_can_be_drawn_and_the_first_restored() -> None:
    part = Practice("04-parra")
    first = given_in(part.view)
    do(part, "check", "0.25")
    second = do(part, "draw")
    assert given_in(second) != first
    assert [field["value"] for field in second["fields"]] == ["", "", ""]
    assert given_in(do(part, "draw")) != given_in(second)
    assert given_in(do(part, "first")) == first


def test_answers_and_drawn_lists_survive_a_restart() -> None:
    part = Practice("04-parra")
    do(part, "draw")
    drawn = do(part, "check", "0.1", "", "0.3")
    again = Practice("04-parra").view
    assert (again["mastery"], again["fields"]) == (drawn["mastery"], drawn["fields"])
    kept = progress()["04-parra"]
    assert (kept.tried, kept.right, kept.shown) == (1, False, False)


@pytest.mark.long
@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_of_the_lessons_is_solved_by_its_solution(name: str) -> None:
    part = Practice(name)
    values = [f"{derivation.value:.{part.exercise.decimals}f}" for derivation in part.exercise.solution()]
    view = do(part, "check", *values)
    assert view["summary"] == "All right."
    assert "draw" in [button["do"] for button in view["buttons"]]
    do(part, "draw")
    values = [f"{derivation.value:.{part.exercise.decimals}f}" for derivation in part.exercise.solution()]
    assert do(part, "check", *values)["summary"] == "All right."


def test_invalid_actions_change_nothing() -> None:
    part = Practice("04-parra")
    before = part.view
    for message in (
        {},
        {"do": "none"},
        {"do": ["check"]},
        "check",
        {"do": "check", "answers": 3},
        {"do": "hint", "answers": {"9": "1"}},
    ):
        part.act(message)
    assert part.view["fields"][0]["value"] == before["fields"][0]["value"]
    part.act({"do": "check", "answers": {"0": {"a": 1}, "1": None}})
    assert [(field["value"], field["state"]) for field in part.view["fields"]] == [("", "open")] * 3


def test_in_spanish_numbers_have_a_comma(spanish: None) -> None:
    said = do(Predict("AP", apples()), "commit", "0,25")["summary"]
    assert "0,2535" in said
    assert "0.2" not in said
    assert Practice(Exercise("own", "AP@5")).view["fields"][0]["label"] != measure("AP@5").name


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_an_entry_that_is_no_number_is_not_recorded_and_no_other_is_judged(text: str) -> None:
    part = Practice("04-parra")
    do(part, "check", "0.25", "0.1", "0.2")
    before = events()
    view = do(part, "check", "0.25", text, "0.2")
    assert [(field["state"], field["word"]) for field in view["fields"]] == [
        ("", ""),
        ("wrong", "not a number"),
        ("", ""),
    ]
    assert [field["verdict"] for field in view["fields"]] == ["", NOT_A_NUMBER, ""]
    assert (view["summary"], view["quiet"]) == (NOT_A_NUMBER, True)
    assert events() == before
    both = do(part, "check", text, text, text)
    assert (both["summary"], both["quiet"]) == (NOT_A_NUMBER, False), "it is said once, below them"


def test_beside_a_step_that_is_no_number_nothing_is_judged_or_recorded() -> None:
    part = Practice("05-pair")
    part.act({"do": "check", "answers": {"0s0": "1e999", "0s1": "9", "0": "0.5"}})
    marks = [(field["state"], field["word"]) for field in part.view["fields"]]
    assert {*marks} == {("", ""), ("wrong", "not a number")}
    assert marks.count(("wrong", "not a number")) == 1
    assert (part.view["summary"], events()) == ("Write 1 number.", [])


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_a_drill_takes_no_entry_that_is_no_number_for_an_answer(text: str) -> None:
    part = Drill("AP")
    do(part, "check", "0.9871")
    before = events()
    view = do(part, "check", text)
    assert (view["fields"][0]["word"], view["fields"][0]["verdict"]) == ("not a number", NOT_A_NUMBER)
    assert (view["summary"], view["quiet"], events()) == (NOT_A_NUMBER, True, before)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_an_exercise_sheet_counts_no_entry_that_is_no_number_as_answered(text: str) -> None:
    sheet = ExerciseSheet(["AP@5"], folder=None, class_code="x", student="y")
    sheet.act({"do": "write", "key": "0", "text": text, "token": 1})
    sheet.act({"do": "judge"})
    assert sheet.view["summary"].startswith("0 of 2 answered.")
    assert (sheet.view["fields"][0]["word"], sheet.view["fields"][0]["verdict"]) == ("not a number", NOT_A_NUMBER)
    assert events() == []


def test_changing_an_answer_clears_the_verdict() -> None:
    part = Practice("04-parra")
    assert do(part, "check", "0.25", "0.1767", "0.2133")["summary"] == "All right."
    view = do(part, "hint", "9", "0.1767", "0.2133")
    assert (view["summary"], [field["state"] for field in view["fields"]]) == ("", ["", "", ""])


@pytest.mark.parametrize("answer", ["1e400", "-1e300", "nan", "–", "1e9"])
def test_an_undrawable_number_is_rejected_as_a_prediction(answer: str) -> None:
    for part in (Predict("AP", apples()), Predict("DCG", apples())):
        assert do(part, "commit", answer)["notice"].startswith("A prediction is a number")


def test_a_mistake_close_to_the_value_is_not_called_right() -> None:
    near = Predict("AP@10", Ranking.parse("NNNNRNNNNN", relevant=7))
    assert MISCONCEPTIONS["AP_RANK0"].plainly in do(near, "commit", "0.0238")["summary"]
    assert "That is right" not in near.view["summary"]


def test_another_convention_or_list_is_another_prediction() -> None:
    do(Predict("AP@10", apples()), "commit", "0.5")
    assert Predict("AP@10", apples(), convention="trec_eval").view["summary"] == ""
    batch = [Ranking.batch([PAIR["A"], PAIR["B"]]), Ranking.batch([PAIR["B"], PAIR["B"]])]
    do(Predict("MAP", batch[0]), "commit", "0.5")
    assert Predict("MAP", batch[1]).view["summary"] == ""


def test_a_second_commitment_changes_nothing() -> None:
    part = Predict("AP", apples())
    do(part, "commit", "0.3")
    assert do(part, "commit", "0.5")["summary"].startswith("You predicted 0.3:")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"": PAIR["A"], "B": PAIR["B"]}, "two different names"),
        ({"a": PAIR["A"], "a ": PAIR["B"]}, "two different names"),
        ({"A": PAIR["A"], "B": Ranking.batch([PAIR["A"]])}, "two of the same kind"),
    ],
)
def test_an_incomparable_pair_raises_an_error(given: dict[str, Ranking], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Predict("AP", given)


def test_a_measure_without_a_value_cannot_be_predicted() -> None:
    with pytest.raises(ValueError, match="has no value here"):
        Predict("AP@3", {"A": PAIR["A"], "B": Ranking.parse("NN")}, convention="rectools")


def test_a_pair_of_batches_shows_both_names() -> None:
    titles = [
        one["title"]
        for one in Predict("MAP", {"A": Ranking.batch([PAIR["A"]]), "B": Ranking.batch([PAIR["B"]])}).view["questions"]
    ]
    assert titles == ["A: User 1", "B: User 1"]


def test_many_users_and_ratings_are_shortened() -> None:
    given = given_in(Predict("MAP", Ranking([[1, 0, 1]] * 500)).view)
    assert len(given) == 12
    assert "488" in given[-1]["notes"][-1]
    rows = given_in(Predict("RMSE", Ratings([3.12345678] * 500, [1] * 500)).view)[0]["rows"]
    assert len(rows[0]) == 1 + 31
    assert rows[0][1] == "3.12345678"


@pytest.mark.long
@pytest.mark.parametrize("seed", [-1, pytest.param(7, marks=pytest.mark.slow), 10**30])
def test_a_recorded_seed_without_lists_restores_the_first_lists(seed: int) -> None:
    own = Exercise("own", "nDCG@5", data=(Ranking([1, 0]),), convention="elliot")
    note("own", "tried", answers=("1",), seed=seed)
    assert Practice(own).exercise is own
    part = Predict("HR@1", PAIR["A"])
    note(part._name, "begun", seed=seed)
    assert (Predict("HR@1", PAIR["A"])._session.data == (PAIR["A"],)) == (seed < 0)


def test_drawing_after_a_reset_to_first_gives_other_lists() -> None:
    part = Practice("04-pair")
    first = given_in(do(part, "draw"))
    do(part, "first")
    assert given_in(do(part, "draw")) != first


def test_practice_rejects_anything_but_an_exercise() -> None:
    with pytest.raises(ValueError, match="an exercise must be one of"):
        Practice(None)  # type: ignore[arg-type]


# --- workings side by side ----------------------------------------------------------------------------------


def marked(html: str) -> list[str]:
    return [re.sub("<[^>]+>", "", text) for text in re.findall(r'<mark class="me-differs">(.*?)</mark>', html)]


def test_a_prediction_matching_a_mistake_shows_both_workings() -> None:
    view = do(Predict("AP@5", Ranking.parse("NRRNR", relevant=4)), "commit", "0,589")
    assert view["summary"].startswith("You predicted 0,589: 0.1473 too high.")
    assert [(side["title"], side["result"], marked(side["html"])) for side in view["sides"]] == [
        ("How to get 0,589", "0.5889", ["1+1+1"]),
        ("AP@5", "0.4417", ["4"]),
    ]
    assert view["workings"]
    assert do(Predict("AP@5", Ranking.parse("NRRNR", relevant=3)), "commit", "0.3")["sides"] == []


def numbers_in(view: dict[str, Any]) -> set[str]:
    """All decimals and quotients on a card, but for the parts of a longer working, which may be as large by chance."""
    sides = [side for field in view["fields"] for side in field.get("sides", [])]
    workings = [
        re.sub("<[^>]*>", "", side["html"].replace('class="me-nu">', ">(").replace(">/<", ">)/<")) for side in sides
    ]
    whole = [text.replace("(", "").replace(")", "") for text in workings if re.fullmatch(r"\(\d+\)/\d+", text)]
    rest = everything(view | {"about": "", "fields": [field | {"sides": []} for field in view["fields"]]})
    decimals = re.findall(r"\d+\.\d+", " ".join([rest, *workings, *(side["result"] for side in sides)]))
    return {*decimals, *whole, *re.findall(r"(?<![\d.;] )(?<![\d.])\d+/\d+(?![\d.])", rest)}


@pytest.mark.long
@pytest.mark.parametrize("count", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", EXERCISES)
def test_feedback_on_a_mistake_never_reveals_the_right_value(name: str, count: int) -> None:
    """Whatever known mistake is made, on the lists of the lesson and on drawn ones: neither the value nor a quotient that is it."""
    part, made, shown = Practice(name), 0, 0
    for _lists in range(count):
        right = [working.value for working in part.exercise.solution()]
        for _hint in part._hints:
            do(part, "hint")
        for known in MISCONCEPTIONS.values():
            wrong = [known.value(part.exercise.measure, given) for given in part.exercise.parts]
            is_wrong = [abs(value - exact) > 5e-4 for value, exact in zip(wrong, right, strict=True)]  # not of NaN
            if not any(is_wrong):
                continue  # nothing would be written
            made += 1
            told = [f"{value:.6f}" if is_told else "" for value, is_told in zip(wrong, is_wrong, strict=True)]
            view = do(part, "check", *told)
            fields = [field for field in view["fields"] if not field.get("step")]
            for field, exact, value in zip(fields, right, wrong, strict=True):
                shown += bool(sides := field.get("sides"))
                assert not sides or len(sides) == 1 or sides[1]["result"] == "??"
                for text in numbers_in(view | {"fields": [field], "hints": []}) - {field["value"], f"{value:.4f}"}:
                    top, _slash, bottom = text.partition("/")
                    same = abs(float(top) / float(bottom or 1) - exact) < 5e-5
                    assert not (field["value"] and same and exact != round(exact)), (known.code, text)
        do(part, "draw")
    assert bool(shown) == bool(made)


def test_the_right_working_of_a_single_quotient_shows_the_formula() -> None:
    part = Practice(Exercise("own", "RR", data=(Ranking.parse("NNRN"),)))
    (wrong,) = do(part, "check", "1/4")["fields"][0]["sides"]
    assert marked(wrong["html"]) == ["4"], "first only how the answer comes about"
    while len(do(part, "hint")["hints"]) < len(part._hints):
        pass
    wrong, right = part.view["fields"][0]["sides"]
    assert marked(wrong["html"]) == ["4"]
    assert ("3" in right["html"], "rel" in right["html"], right["result"]) == (False, True, "??")
    assert [side["result"] for side in do(part, "solution")["fields"][0]["sides"]] == ["0.2500", "0.3333"]


def test_a_mistake_working_starting_from_the_right_value_hides_it() -> None:
    part = Practice(Exercise("own", "Rankscore", data=(Ranking.parse("NRN", relevant=2),)))
    value = MISCONCEPTIONS["HL_RANK0"].value(part.exercise.measure, part.exercise.data[0])
    sides = do(part, "check", f"{value:.5f}")["fields"][0]["sides"]
    assert "Rankscore" in sides[0]["html"]
    assert f"{part.exercise.solution()[0].value:.4f}" not in everything(part.view)


# --- hints, other lists, how the last pairs went ------------------------------------------------------------


def test_an_unexplained_answer_points_to_the_next_hint() -> None:
    part = Practice("04-pair")
    view = do(part, "check", "0.123", "")
    assert view["fields"][0]["verdict"].endswith("no known mistake explains it. The next hint helps you continue.")
    assert [button["do"] for button in view["buttons"] if button.get("suggested")] == ["hint"]
    for _hint in range(2):
        view = do(part, "hint", "0.123", "")
    assert view["fields"][0]["verdict"].endswith("no known mistake explains it.")
    assert not any(button.get("suggested") for button in view["buttons"])
    do(part, "again")
    for _hint in range(2):
        do(part, "hint")
    view = do(part, "check", "0.123", "0.321")
    assert [field["once"] for field in view["fields"]] == [True, True], "what is said of all is seen once"
    assert view["summary"].endswith("of\xa02. Not right, and no known mistake explains it.")


@pytest.mark.parametrize(("name", "first"), [("04-pair", "P@"), ("01-mae", "predicted")])
def test_the_second_unexplained_answer_shows_the_first_step_to_compare(name: str, first: str) -> None:
    part = Practice(name)
    answers = [["9.871"] * len(part.exercise.parts), ["9.872"] * len(part.exercise.parts)]
    assert not any(field.get("sides") for field in do(part, "check", *answers[0])["fields"])
    side = do(part, "check", *answers[1])["fields"][-1]["sides"][0]
    assert side["title"] == "Compare: the first step of the right working"
    assert first in side["html"]
    assert Practice(name).view["fields"][-1]["sides"][0] == side
    do(part, "again")
    assert not any(field.get("sides") for field in do(part, "check", *answers[0])["fields"])


def test_lists_without_specific_hints_show_the_formula() -> None:
    part = Practice("04-parra")
    do(part, "draw")
    do(part, "hint")
    hints = [text for _head, text in do(part, "hint")["hints"]]
    assert hints == ["AP@10 = Σᵢ P@i·relᵢ/D", "P@i = hitsᵢ/i\nD = min(|R|, n)"]


def solve(part: Practice) -> None:
    do(part, "check", *(repr(working.value) for working in part.exercise.solution()))


def test_mastery_dots_show_solved_hinted_and_open_pairs() -> None:
    part = Practice("04-pair")
    assert part.view["mastery"] == {"dots": [""] * 5, "text": "0 of 5 pairs solved"}
    solve(part)
    do(part, "draw")
    do(part, "hint")
    solve(part)
    do(part, "again")
    solve(part)  # the same lists once more: no more than before
    do(part, "draw")
    do(part, "solution")
    solve(part)  # after the solution was shown
    do(part, "draw")
    do(part, "check", "0.1", "0.2")
    assert part.view["mastery"]["dots"] == ["solved", "hint", "hint", "open", ""]
    assert Practice("04-pair").view["mastery"]["text"] == "3 of 5 pairs solved, 2 with a hint"
    for _pair in range(4):
        do(part, "draw")
        solve(part)
    assert part.view["mastery"] == {"dots": ["open"] + ["solved"] * 4, "text": "4 of 5 pairs solved"}


def test_shown_hints_survive_a_restart() -> None:
    part = Practice("04-pair")
    do(part, "hint")
    do(part, "check", "0.1", "")
    assert len(Practice("04-pair").view["hints"]) == 1
    do(part, "hint")
    again = Practice("04-pair")
    assert (len(again.view["hints"]), again.view["fields"][0]["value"]) == (2, "0.1")
    solve(again)
    assert again.view["mastery"]["dots"][0] == "hint"


# --- the ideal list ---------------------------------------------------------------------------------------------


def grades_printed(part: Any) -> list[list[float]]:
    """The rows of grades that are in a sentence of a card, hints and working left out."""
    notes = [note for given in given_in(part.view) for note in given["notes"]]
    found = [re.findall(r"[\d.]+", note.rpartition(":")[2].rstrip(".")) for note in notes if "rades" in note]
    return [[float(grade) for grade in grades] for grades in found]


def asks_for_ideal_lists() -> list[Any]:
    all_exercises = (make() for make in EXERCISES.values())
    lessons = [Practice(one) for one in all_exercises if one.spelling.startswith("nDCG")]
    exercises = [Practice(drawn("nDCG", level, seed)) for level in LEVELS for seed in range(FIRST_SEED, FIRST_SEED + 6)]
    return [*lessons, *exercises, Predict("nDCG@3", Ranking.parse("3 0 2 0 1", pool="3 3 2 2 1 1"))]


@pytest.mark.long
def test_no_card_prints_the_ideal_list_it_requests() -> None:
    parts = asks_for_ideal_lists()
    printed = [grades for part in parts for grades in grades_printed(part)]
    assert any(len(grades) > 2 for grades in printed)
    for grades in printed:
        assert len({*grades}) < 2 or grades != sorted(grades, reverse=True)
    for part in parts:
        graded = [list(one.pool()) for _name, one, _labels in part._named_data() if not one.is_binary]
        assert all(grades not in graded for grades in grades_printed(part) if len({*grades}) > 1)
        do(part, "solution" if isinstance(part, Practice) else "reveal")
        assert grades_printed(part) == [*filter(None, graded)], "a list without a grade above 0 has no such sentence"


def test_only_a_right_answer_reveals_the_sorted_grades() -> None:
    part = Practice("05-ideal")
    do(part, "check", "0.5")
    assert grades_printed(part) == [[2, 3]]
    do(part, "check", f"{part.exercise.solution()[0].value:.3f}")
    assert grades_printed(part) == [[3, 2, 2, 1]]


# --- another list, names ------------------------------------------------------------------------------------


def test_cut_off_ranks_are_marked_once_the_value_is_revealed() -> None:
    part = Predict("AP@3", Ranking.parse("NRRNR", relevant=4))
    assert not any(tile["out"] for tile in given_in(part.view)[0]["tiles"])
    told = given_in(do(part, "reveal"))[0]
    assert [tile["out"] for tile in told["tiles"]] == [False, False, False, True, True]
    assert told["notes"] == ["|R| = 2 read + 1 cut off + 1 missed = 4"]
    assert (
        Predict("AP@3", Ranking.parse("NRR"))
        .view["fields"][0]["questions"][0]["notes"][0]
        .endswith("2 shown, 0 missed")
    )


def test_a_drawn_list_can_be_predicted_and_survives_a_restart() -> None:
    part = Predict("AP@5", PAIR["A"])
    first = given_in(do(part, "reveal"))
    other = do(part, "draw")
    assert (other["title"], len(given_in(other)[0]["tiles"])) == ("What is AP@5 of this list?", 5)
    assert given_in(other) != first
    value = value_of("AP@5", part._session.data[0])
    assert f"{value:.4f}" not in everything(other)
    assert do(part, "commit", repr(value))["summary"] == "That is right."
    again = Predict("AP@5", PAIR["A"])
    assert (given_in(again.view), again.answer, again.value) == (given_in(other), repr(value), value)
    assert [button["do"] for button in do(Predict("MAP@5", Ranking.batch([PAIR["A"]])), "reveal")["buttons"]] == [
        "again"
    ]
    assert [button["do"] for button in do(Predict("AP@5", PAIR), "reveal")["buttons"]] == ["again"]


def test_tiles_show_the_names_of_the_items() -> None:
    part = Predict("AP@5", PAIR["A"], labels=["Gala", HOSTILE, "Fuji", "Jazz", "Elstar"])
    assert [tile["label"] for tile in given_in(part.view)[0]["tiles"]] == ["Gala", HOSTILE, "Fuji", "Jazz", "Elstar"]
    do(part, "reveal")
    assert {tile["label"] for tile in given_in(do(part, "draw"))[0]["tiles"]} == {""}
    with pytest.raises(ValueError, match="labels must name the 5 shown items, or all 6"):
        Predict("AP@5", PAIR["A"], labels=["Gala"])
    with pytest.raises(ValueError, match="labels name the items of one list"):
        Predict("AP@5", PAIR, labels=["Gala"] * 5)


def test_tile_badges_match_those_of_the_explorer() -> None:
    tiles = given_in(Predict("nDCG@3", Ranking([3, 1, 0], threshold=2)).view)[0]["tiles"]
    assert [(tile["badge"], tile["relevant"]) for tile in tiles] == [("3", True), ("1", False), ("N", False)]


# What is typed and not checked


def typed(part: Any) -> dict[str, str]:
    return part.view["typed"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Practice("04-pair"),
        lambda: Drill("AP"),
        lambda: Predict("AP", apples()),
        lambda: FadedStepper("AP", apples()),
    ],
    ids=["practice", "drill", "predict", "blanks"],
)
def test_an_answer_for_lists_that_were_replaced_is_not_judged(make: Callable[[], Any]) -> None:
    part = make()
    draw, before = part.view["draw"], progress_file().read_text() if progress_file().exists() else ""
    for action in ("check", "commit", "fill", "type"):
        part.act({"do": action, "draw": draw + "x", "turn": action, "at": 0, "text": "0.5", "answers": {"0": "0.5"}})
        assert (part.view["draw"], part.view["turn"], typed(part)) == (draw, action, {})
        assert part.view["notice"].startswith("These lists have been replaced") or action == "type"
    assert (progress_file().read_text() if progress_file().exists() else "") == before
    part.act({"do": "type", "draw": draw, "answers": {"0": "0.5"}})
    assert (typed(part), typed(make())) == ({"0": "0.5"}, {"0": "0.5"})


def test_a_number_that_cannot_be_judged_comes_back() -> None:
    part = Practice("04-pair")
    part.act({"do": "check", "answers": {"0": "0.x", "1": "0.5"}})
    assert (typed(part), typed(Practice("04-pair"))) == ({}, {"0": "0.x", "1": "0.5"})
    part.act({"do": "check", "answers": {"0": "0.1", "1": "0.5"}})
    assert typed(Practice("04-pair")) == {}
    one = Predict("AP", apples())
    one.act({"do": "commit", "answers": {"0": "about a half"}})
    assert typed(one) == typed(Predict("AP", apples())) == {"0": "about a half"}
    one.act({"do": "reveal", "answers": {"0": "about a half"}})
    assert typed(one) == typed(Predict("AP", apples())) == {}
    quiz = Quiz("01-half-star")
    quiz.act({"do": "check", "answers": {"0": "x"}})
    assert typed(Quiz("01-half-star")) == {"0": "x"}


def test_an_answer_that_is_typed_back_ends_what_was_typed() -> None:
    part = Practice("04-pair")
    for action, text in (("check", "0.1"), ("type", "0.2"), ("type", "0.1"), ("type", "0.3"), ("check", "0.1")):
        part.act({"do": action, "answers": {"0": text, "1": "0.5"}})
    assert (typed(part), typed(Practice("04-pair")), progress()["04-pair"].tried) == ({}, {}, 1)


def test_what_is_typed_goes_with_its_lists() -> None:
    part = Practice("04-pair")
    part.act({"do": "draw"})
    part.act({"do": "type", "answers": {"0": "0.2", "1": ""}})
    again = Practice("04-pair")
    assert (again.exercise.seed, typed(again)) == (part.exercise.seed, {"0": "0.2"})
    again.act({"do": "again"})
    assert (typed(again), typed(Practice("04-pair"))) == ({}, {})
    again.act({"do": "type", "answers": {"0": "0.2"}})
    again.act({"do": "draw", "answers": {"0": "0.2"}})
    assert (typed(again), typed(Practice("04-pair"))) == ({}, {})


def test_a_drill_returns_to_the_exercise_with_a_typed_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    part = Drill("AP", "RR")
    part.act({"do": "type", "answers": {"0": "0.2"}})
    other = drawn("RR", 1, FIRST_SEED + 5)
    monkeypatch.setattr("metrics_edu.widgets.cards.drill.drill.next_exercise", lambda *_about: other)
    again = Drill("AP", "RR")
    assert (again.exercise.name, typed(again)) == (part.exercise.name, {"0": "0.2"})
    assert Drill("nDCG").exercise.name == other.name, "a Drill of other metrics does not ask it"
    again.act({"do": "next"})
    assert (typed(again), Drill("AP").exercise.name) == ({}, other.name)


def test_an_entry_of_a_round_comes_back_in_its_round() -> None:
    part = FadedStepper("AP", apples())
    part.act({"do": "round", "round": 2})
    part.act({"do": "type", "answers": {"0": "0.2", "99": "no blank"}})
    again = FadedStepper("AP", apples())
    assert (again.round, typed(again)) == (2, {"0": "0.2"})
    again.act({"do": "round", "round": 1})
    assert typed(again) == {}
    again.act({"do": "round", "round": 2})
    again.act({"do": "fill", "at": 0, "text": "0.2"})
    assert (typed(again), typed(FadedStepper("AP", apples()))) == ({}, {})


# --- computations -------------------------------------------------------------------------------------------


def test_a_computation_is_set_as_a_formula_while_it_is_typed() -> None:
    part = Practice(Exercise("own", "AP", data=(Ranking.parse("RNR", relevant=4),)))
    part.act({"do": "type", "answers": {"0": "(1/1 + 2/3"}})
    assert part.view["formulas"] == {}, "it is not complete"
    part.act({"do": "type", "answers": {"0": "(1/1 + 2/3)/4"}})
    assert part.view["typed"] == {"0": "(1/1 + 2/3)/4"}
    assert part.view["formulas"]["0"].count('class="me-fr"') == 3
    part.act({"do": "type", "answers": {"0": HOSTILE}})
    assert part.view["formulas"] == {}


def test_the_terms_of_a_checked_computation_are_lit_and_the_wrong_place_is_named() -> None:
    part = Practice(Exercise("own", "AP", data=(Ranking.parse("RNR", relevant=4),)))
    view = do(part, "check", "(1/1 + 2/2)/4")
    assert view["summary"] == "Not right. Term 2, rank 3: you divided by 2, it is 3."
    assert [tile.get("lit") for tile in given_in(view)[0]["tiles"]] == ["right", None, "wrong"]
    assert "me-differs" in view["fields"][0]["sides"][0]["html"]
    assert do(part, "check", "(1/1 + 2/3)/4")["fields"][0]["state"] == "right"


def test_a_right_number_by_another_computation_is_marked() -> None:
    part = Practice(Exercise("own", "F1@4", data=(Ranking.parse("RNRN", relevant=4),)))
    field = do(part, "check", "(0.5 + 0.5)/2")["fields"][0]
    assert (field["state"], field["word"]) == ("convention", "computed otherwise")


def test_a_computation_is_asked_for_once_after_the_second_wrong_number_in_a_row() -> None:
    part = Practice(Exercise("own", "AP", data=(Ranking.parse("RNRNR", relevant=4),)))
    asked = [
        "Write the computation" in everything(do(part, "check", text)) for text in ("0.111", "0.222", "0.333", "x")
    ]
    assert asked == [False, True, False, False]


def test_a_drill_asks_for_a_computation_after_two_wrong_exercises() -> None:
    drill = Drill("AP")
    asked = []
    for _question in range(3):
        asked.append("Write the computation" in everything(do(drill, "check", "0.987")))
        do(drill, "next")
    assert asked == [False, True, False]


def test_a_prediction_may_be_a_computation() -> None:
    ranking = Ranking.parse("RNRNR", relevant=4)
    assert do(Predict("AP", ranking), "commit", "(1 + 2/3 + 3/5)/4")["summary"] == "That is right."
    view = do(Predict("AP", Ranking.parse("RNRNRN", relevant=4)), "commit", "(1 + 2/3 + 3/6)/4")
    assert view["summary"].endswith("Not right. Term 3, rank 5: you divided by 6, it is 5.")


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("(1 + 0.66 + 0.5)/4", "That is right."),
        ("(1 + 1/2 + 3/6 + 1/6)/4", "The number is right, but it was computed in another way."),
    ],
)
def test_a_right_number_is_no_wrong_prediction(text: str, summary: str) -> None:
    view = do(Predict("AP", Ranking.parse("RNRNNR", relevant=4)), "commit", text)
    assert view["summary"].startswith(summary)
    assert "too high" not in view["summary"]


def test_a_blank_and_a_question_take_a_computation() -> None:
    part = FadedStepper("AP@5", Ranking.parse("RNRNN", relevant=4))
    blank = next(k for k, position in enumerate(part._positions[1]) if position[0] == "AP@5")
    part.act({"do": "fill", "at": blank, "text": "(1/1 + 2/3)/4"})
    assert part.view["state"] == "right"
