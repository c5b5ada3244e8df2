"""Predict and Practice: what they ask, what they keep to themselves, and what comes of an answer; without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, Ratings, measure
from metrics_edu.examples import apples
from metrics_edu.exercises import Exercise
from metrics_edu.exercises.learner_record import note, progress
from metrics_edu.exercises.lessons import EXERCISES
from metrics_edu.language import set_language
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.widgets import Practice, Predict

HOSTILE = '<img src=x onerror=alert(1)> $\\href{x}{y}$ "&'
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
    part._receive(part, {"do": name, "answers": {str(k): text for k, text in enumerate(answers)}}, [])
    return part.view


def everything(view: dict[str, Any]) -> str:
    return json.dumps(view, ensure_ascii=False)


# --- Predict ------------------------------------------------------------------------------------------------


def test_nothing_of_the_value_is_sent_before_the_commitment() -> None:
    part = Predict("AP", apples())
    assert "0.50" not in everything(part.view)
    assert part.view["title"] == "AP = ??"
    assert (part.view["workings"], part.view["gap"], part.view["said"]) == ([], None, "")
    view = do(part, "commit", "0.25")
    assert view["said"] == "You said 0.25. It is 0.5035: your number is 0.2535 too low."
    assert view["gap"]["exact_word"] == "0.5035"
    assert view["workings"][0]["result"] == "0.5035"
    assert view["fields"][0]["closed"]


def test_a_prediction_that_is_a_known_mistake_says_which_one() -> None:
    said = do(Predict("AP@10", Ranking.parse("RNRNNRNNNN", relevant=5)), "commit", "0,5004")["said"]
    assert MISCONCEPTIONS["AP_NO_REL"].plainly in said
    again = Predict("AP@10", Ranking.parse("RNRNNRNNNN", relevant=5))
    do(again, "again")
    rough = do(again, "commit", "0.5")["said"]
    assert "[" not in rough


@pytest.mark.parametrize("answer", ["1/2", "0,50", "0.504", "50 %"])
def test_a_guess_counts_as_right_to_two_decimals(answer: str) -> None:
    assert do(Predict("AP", apples()), "commit", answer)["said"] == "That is right. AP = 0.5035"


@pytest.mark.parametrize(
    ("answer", "said"), [("", "Say a number first"), ("half", "A prediction is a number"), ("½", "A pre")]
)
def test_what_is_no_number_is_refused_and_stays(answer: str, said: str) -> None:
    part = Predict("AP", apples())
    view = do(part, "commit", answer)
    assert view["notice"].startswith(said)
    assert view["workings"] == []
    assert progress() == {}


def test_just_show_and_again() -> None:
    part = Predict("AP", apples())
    assert part.view["title"] == "AP = ??"
    shown = do(part, "reveal")
    assert (shown["title"], shown["said"]) == ("AP = 0.5035", "AP = 0.5035")
    assert [button["do"] for button in part.view["buttons"]] == ["again"]
    again = do(part, "again")
    assert (again["title"], again["workings"]) == ("AP = ??", [])
    assert "0.5035" not in everything(again)


def test_a_commitment_is_there_after_a_restart() -> None:
    do(Predict("AP", apples()), "commit", "0.25")
    assert Predict("AP", apples()).view["said"].startswith("You said 0.25.")
    assert Predict("AP@5", apples()).view["said"] == ""


@pytest.mark.parametrize(
    ("choice", "said"), [("1", "That is right. B has"), ("0", "It is another one. B"), ("same", "It is another")]
)
def test_of_two_lists_the_higher_one_is_asked(choice: str, said: str) -> None:
    view = do(Predict("AP@5", PAIR), "commit", choice)
    assert view["said"].startswith(said)
    assert [working["title"] for working in view["workings"]] == ["A", "B"]


def test_two_lists_may_have_the_same_value() -> None:
    both = {"A": Ranking.parse("NRN"), "B": Ranking.parse("NRR")}
    assert do(Predict("RR", both), "commit", "same")["said"] == "That is right. Both have the same RR."


def test_no_choice_is_refused() -> None:
    assert do(Predict("RR", PAIR), "commit")["notice"] == "Choose one first."
    assert do(Predict("RR", PAIR), "commit", "B")["notice"]


def test_what_predict_does_not_take() -> None:
    with pytest.raises(ValueError, match="two by name; got 1"):
        Predict("RR", {"A": PAIR["A"]})
    with pytest.raises(ValueError, match="RMSE is not computed from Ranking"):
        Predict("RMSE", PAIR["A"])
    with pytest.raises(ValueError, match="unknown measure"):
        Predict("APP", PAIR["A"])


def test_ratings_and_batches_are_asked_too() -> None:
    part = Predict("RMSE", Ratings([4, 3], [5, 3], users=["ana", HOSTILE]))
    assert part.view["given"][0]["rows"][0][0] == "user"
    assert do(part, "commit", "0.71")["said"].startswith("That is right.")
    assert do(part, "again")["said"] == ""
    assert MISCONCEPTIONS["RMSE_NO_ROOT"].plainly in do(part, "commit", "0.5")["said"]  # exactly what the mistake gives
    batch = Ranking.batch([PAIR["A"], PAIR["B"]], ["ana", HOSTILE])
    part = Predict("MAP@5", batch)
    assert part.view["title"] == "MAP@5 = ??"
    assert len(part.view["given"]) == 2
    assert do(part, "commit", "0")["gap"] is not None


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
    tiles = Predict("RR", Ranking([0] * 499 + [1])).view["given"][0]["tiles"]
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
    assert view["given"][0]["tiles"][0]["label"] == HOSTILE


# --- Practice -----------------------------------------------------------------------------------------------


def test_check_tells_right_wrong_and_open_apart() -> None:
    view = do(Practice("04-parra"), "check", "1/4", "0,144", "")
    assert [field["state"] for field in view["fields"]] == ["right", "wrong", "open"]
    assert view["said"] == "Right: 1 of 3. Not answered yet: 1."
    assert do(Practice("04-parra"), "check", "0.25", "0,177", "0.213")["said"] == "All right."


def test_hints_come_one_by_one_and_keep_what_is_typed() -> None:
    part = Practice("04-parra")
    for count in (1, 2, 3, 3):
        view = do(part, "hint", "0.2", "0.3", "")
        assert len(view["hints"]) == count
    assert [field["value"] for field in view["fields"]] == ["0.2", "0.3", ""]
    assert view["buttons"][1] == {"do": "hint", "label": "Hint (0 left)", "off": True}


def test_the_solution_is_the_working_of_each_part() -> None:
    part = Practice("04-parra")
    assert part.view["workings"] == []
    assert [one["result"] for one in do(part, "solution")["workings"]] == ["0.2500", "0.1767", "0.2133"]
    assert progress()["04-parra"].shown


def test_new_lists_separate_the_mistakes_and_first_ones_come_back() -> None:
    part = Practice("04-parra")
    first = part.view["given"]
    do(part, "check", "0.25")
    second = do(part, "draw")
    assert second["given"] != first
    assert [field["value"] for field in second["fields"]] == ["", "", ""]
    assert do(part, "draw")["given"] != second["given"]
    assert do(part, "first")["given"] == first


def test_answers_and_drawn_lists_are_there_after_a_restart() -> None:
    part = Practice("04-parra")
    do(part, "draw")
    drawn = do(part, "check", "0.1", "", "0.3")
    again = Practice("04-parra").view
    assert (again["given"], again["fields"]) == (drawn["given"], drawn["fields"])
    kept = progress()["04-parra"]
    assert (kept.tried, kept.right, kept.shown) == (1, False, False)


@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_of_the_lessons_is_solved_by_its_solution(name: str) -> None:
    part = Practice(name)
    values = [f"{derivation.value:.{part.exercise.decimals}f}" for derivation in part.exercise.solution()]
    view = do(part, "check", *values)
    assert view["said"] == "All right."
    assert ("draw" in [button["do"] for button in view["buttons"]]) == (not part.exercise.fixed)
    if part.exercise.fixed:
        return
    do(part, "draw")
    values = [f"{derivation.value:.{part.exercise.decimals}f}" for derivation in part.exercise.solution()]
    assert do(part, "check", *values)["said"] == "All right."


def test_messages_that_are_none_change_nothing() -> None:
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
        part._receive(part, message, [])
    assert part.view["fields"][0]["value"] == before["fields"][0]["value"]
    part._receive(part, {"do": "check", "answers": {"0": {"a": 1}, "1": None}}, [])
    assert [(field["value"], field["state"]) for field in part.view["fields"]] == [("", "open")] * 3


def test_in_spanish_numbers_have_a_comma(spanish: None) -> None:
    said = do(Predict("AP", apples()), "commit", "0,25")["said"]
    assert "0,5035" in said
    assert "0.5" not in said
    assert Practice(Exercise("own", "AP@5")).view["fields"][0]["label"] != measure("AP@5").name


def test_what_was_said_is_forgotten_with_the_answer() -> None:
    part = Practice("04-parra")
    assert do(part, "check", "0.25", "0.1767", "0.2133")["said"] == "All right."
    view = do(part, "hint", "9", "0.1767", "0.2133")
    assert (view["said"], [field["state"] for field in view["fields"]]) == ("", ["", "", ""])


@pytest.mark.parametrize("answer", ["1e400", "-1e300", "nan", "–", "1e9"])
def test_what_cannot_be_drawn_is_no_prediction(answer: str) -> None:
    for part in (Predict("AP", apples()), Predict("DCG", apples())):
        assert do(part, "commit", answer)["notice"].startswith("A prediction is a number")


def test_a_mistake_that_is_near_is_named_and_not_called_right() -> None:
    near = Predict("AP@10", Ranking.parse("NNNNRNNNNN", relevant=7))
    assert MISCONCEPTIONS["AP_RANK0"].plainly in do(near, "commit", "0.0238")["said"]
    assert "That is right" not in near.view["said"]


def test_another_convention_or_list_is_another_prediction() -> None:
    do(Predict("AP@10", apples()), "commit", "0.5")
    assert Predict("AP@10", apples(), convention="trec_eval").view["said"] == ""
    batch = [Ranking.batch([PAIR["A"], PAIR["B"]]), Ranking.batch([PAIR["B"], PAIR["B"]])]
    do(Predict("MAP", batch[0]), "commit", "0.5")
    assert Predict("MAP", batch[1]).view["said"] == ""


def test_a_second_commitment_changes_nothing() -> None:
    part = Predict("AP", apples())
    do(part, "commit", "0.3")
    assert do(part, "commit", "0.5")["said"].startswith("You said 0.3.")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"": PAIR["A"], "B": PAIR["B"]}, "two different names"),
        ({"a": PAIR["A"], "a ": PAIR["B"]}, "two different names"),
        ({"A": PAIR["A"], "B": Ranking.batch([PAIR["A"]])}, "two of one kind"),
    ],
)
def test_pairs_that_cannot_be_compared(given: dict[str, Ranking], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Predict("AP", given)


def test_where_there_is_no_value_nothing_is_predicted() -> None:
    with pytest.raises(ValueError, match="has no value here"):
        Predict("AP@3", {"A": PAIR["A"], "B": Ranking.parse("NN")}, convention="rectools")
    with pytest.raises(ValueError, match="decimals must be"):
        Predict("AP", apples(), decimals=-1)


def test_a_pair_of_batches_names_both() -> None:
    titles = [
        one["title"]
        for one in Predict("MAP", {"A": Ranking.batch([PAIR["A"]]), "B": Ranking.batch([PAIR["B"]])}).view["given"]
    ]
    assert titles == ["A: User 1", "B: User 1"]


def test_many_users_and_ratings_are_shortened() -> None:
    view = Predict("MAP", Ranking([[1, 0, 1]] * 500)).view
    assert len(view["given"]) == 12
    assert "488" in view["given"][-1]["notes"][-1]
    rows = Predict("RMSE", Ratings([3.12345678] * 500, [1] * 500)).view["given"][0]["rows"]
    assert len(rows[0]) == 1 + 31
    assert rows[0][1] == "3.12345678"


@pytest.mark.parametrize("seed", [-1, 7, 10**30])
def test_a_seed_that_draws_nothing_gives_the_first_lists(seed: int) -> None:
    note("05-ideal", "tried", answers=("1",), seed=seed)
    assert Practice("05-ideal").exercise is EXERCISES["05-ideal"]


def test_first_ones_and_then_new_ones_are_other_ones() -> None:
    part = Practice("04-pair")
    first = do(part, "draw")["given"]
    do(part, "first")
    assert do(part, "draw")["given"] != first


def test_only_an_exercise_is_practised() -> None:
    with pytest.raises(ValueError, match="an exercise must be one of"):
        Practice(None)  # type: ignore[arg-type]
