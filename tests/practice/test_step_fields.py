"""The steps of an exercise: an entry may follow from wrong ones before it; a random one does not."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from metrics_edu import Ranking, Ratings, set_language
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.mistakes import draw_pair
from metrics_edu.practice import Exercise
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.steps.step_fields import SUMMED, StepFields
from metrics_edu.widgets import Practice

NDCG = StepFields(as_measure("nDCG@3"), Ranking.parse("1 0 2", pool="3 2 2 1"), ("g*_i", "DCG", "IDCG"), 3)
RMSE = StepFields(as_measure("RMSE"), Ratings([3, 4, 2], [2, 5, 2.5]), ("e_i", SUMMED, "MSE"), 3)


@pytest.mark.parametrize(
    ("fields", "entries", "states"),
    [
        (NDCG, ("3 2 2", "2.5", "10.393", "0.241"), "right right right right"),
        (NDCG, ("7, 3, 3", "2.5", "1e999", "nan"), "wrong right unreadable unreadable"),
        (NDCG, ("3, 2; 2,", "2.5", "", ""), "right right - -"),
        (NDCG, ("2 1 0", "2.5", "3.631", "0.689"), "wrong right follows follows"),
        (NDCG, ("", "2.5", "3.631", "0.689"), "- right wrong follows"),
        (NDCG, ("", "2,5", "11", "5/22"), "- right wrong follows"),
        (NDCG, ("", "2.5", "3.631", "0.7"), "- right wrong wrong"),
        (NDCG, ("", "2.5", "", "0.241"), "- right - right"),
        (NDCG, ("3 2", "2.5", "x", "0.3"), "unreadable right unreadable wrong"),
        (RMSE, ("1 -1 -0.5", "1; 1; 0.25", ".75", ".866"), "right right right right"),
        (RMSE, ("1 1 0", "1 1 0", "0.667", "0.816"), "wrong follows follows follows"),
        (RMSE, ("1 -1 .5", "1 1 0.25", ".75", ".866"), "wrong right right right"),
        (RMSE, ("1 -1 -0.5", "1 1 0.25", "2.25", "1.5"), "right right wrong follows"),
        (RMSE, ("1 -1 -0.5", "2 2 1", "", ""), "right wrong - -"),
        (RMSE, ("1 -1 -1 / 2", "1; 100 %; 1/ 4", " 3 / 4", "86.6 %"), "right right right right"),
        (RMSE, ("", "", "0.75 2", ""), "- - unreadable -"),
    ],
)
def test_each_entry_has_its_state(fields: StepFields, entries: tuple[str, ...], states: str) -> None:
    assert [step.state or "-" for step in fields.judge(entries)] == states.split()


def test_the_sentences_name_the_mistake_and_what_follows_from_it() -> None:
    *_others, ideal, value = (step.text for step in NDCG.judge(("", "2.5", "3.631", "0.689")))
    assert ideal.startswith("IDCG@3 is not 3.631. The ideal list was made of the shown items only;")
    assert value == "nDCG@3 follows from your IDCG@3."
    assert NDCG.judge(("", "2.5", "11", "0.241"))[-1].text == "nDCG@3 is right, but does not follow from your IDCG@3."
    assert NDCG.judge(("3 2", "", "", ""))[0].text == "Write 3 numbers, separated by spaces."
    assert NDCG.judge(("7, 3, 3", "", "", ""))[0].text.startswith("g*₁ is not 7. ")
    assert RMSE.judge(("", "1 2 1", "", ""))[1].text == "e₂² is not 2. e₂²: the error of each rating, times itself."


def drawn(count: int) -> list[StepFields]:
    lists = [one for seed in range(count) for one in draw_pair("nDCG@5", seed)]
    return [StepFields(as_measure("nDCG@5"), one, ("DCG", "IDCG"), 3) for one in lists]


@pytest.mark.long
def test_consistent_quotients_follow_and_random_ones_do_not() -> None:
    rng, accepted = random.Random(1), 0
    every = drawn(15)
    for fields in every:
        dcg, ideal, exact = (round(step.value, 3) for step in fields.steps)
        wrong = round(ideal * rng.choice([0.8, 0.9, 1.1, 1.3]) + rng.random() / 10, 3)
        quotient = round(dcg / wrong, 3)
        assert fields.judge((f"{dcg}", f"{wrong}", f"{quotient}"))[-1].state == "follows"
        assert fields.judge((f"{dcg}", f"{wrong}", f"{quotient + 0.006:.3f}"))[-1].state != "follows"
        assert "does not follow" in fields.judge((f"{dcg}", f"{wrong}", f"{exact}"))[-1].text
        accepted += sum(
            fields.judge((f"{dcg}", f"{wrong}", f"{rng.random():.3f}"))[-1].state == "follows" for _k in range(5)
        )
    assert accepted <= 0.01 * 5 * len(every)


def test_an_unknown_step_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"^a step of nDCG@3 must be one of 'g_i', .*'summed'; got 'CG'$"):
        Exercise("own", "nDCG@3", data=(Ranking.parse("1 0 2"),), steps=("CG",))


def check(part: Practice, **answers: str) -> list[dict[str, Any]]:
    part.act({"do": "check", "answers": {key.removeprefix("of_"): text for key, text in answers.items()}})
    return part.view["fields"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_practice_marks_an_error_carried_forward(language: str) -> None:
    set_language(language)
    try:
        part = Practice("05-ideal")
        assert [field["key"] for field in part.view["fields"]] == ["0s0", "0s1", "0s2", "0"]
        assert ["questions" in field for field in part.view["fields"]] == [True, False, False, False]
        mark = {"en": "follows from yours", "es": "bien calculado desde tu paso anterior"}[language]
        fields = check(part, of_0s1="2.5", of_0s2="3.631", of_0="0.689")
        assert [field["value"] for field in fields] == ["", "2.5", "3.631", "0.689"]
        assert [field["state"] for field in fields] == ["", "right", "wrong", "convention"]
        assert fields[-1]["word"] == mark
        assert fields[-1]["verdict"] in part.view["summary"]
        assert not part.is_right
        assert [field["state"] for field in check(part, of_0s2="10.393")] == ["", "right", "right", "wrong"]
        assert [field["state"] for field in check(part, of_0="0.241")] == ["", "right", "right", "right"]
        assert part.is_right
        assert [field["state"] for field in check(part, of_0="0,24")][-1] == "right"
        assert part.view["summary"] == part.view["fields"][-1]["verdict"] != "", "it is not called all right"
    finally:
        set_language("en")


def test_each_step_has_a_name_in_words() -> None:
    labels = [field["label"] for name in ("01-rmse", "05-pair") for field in Practice(name).view["fields"]]
    assert labels == [
        "eᵢ: the error of each rating",
        "eᵢ²: the error of each rating, times itself",
        "MSE: the mean of the squared errors",
        "RMSE",
        "DCG@5 of list 1: the discounted gains of the list, added",
        "IDCG@5 of list 1: the DCG of the ideal list",
        "nDCG@5 of list 1",
        "DCG@5 of list 2: the discounted gains of the list, added",
        "IDCG@5 of list 2: the DCG of the ideal list",
        "nDCG@5 of list 2",
    ]


def test_a_wrong_step_is_not_solved_and_entries_survive_a_restart() -> None:
    part = Practice("05-ideal")
    part.act({"do": "again"})
    value = f"{part.exercise.solution()[0].value:.3f}"
    check(part, of_0s2="11", of_0=value)
    assert not part.is_right
    assert part.view["summary"] == "The value is right, but a step is not: correct each step that is marked."
    again = Practice("05-ideal")
    assert again.view == part.view
    assert [field["value"] for field in again.view["fields"]] == ["", "", "11", value]
    check(again, of_0s2="")
    assert [field["value"] for field in Practice("05-ideal").view["fields"]] == ["", "", "", value]
    again.act({"do": "again"})
    assert [field["value"] for field in Practice("05-ideal").view["fields"]] == [""] * 4


def test_a_hint_keeps_the_answers_and_the_steps() -> None:
    own = Exercise("own", "nDCG@3", data=(Ranking.parse("1 0 2"),), steps=("DCG",))
    part = Practice(own)
    part.act({"do": "hint", "answers": {"0": "0.5"}})
    assert [field["value"] for field in Practice(own).view["fields"]] == ["", "0.5"]
    part.act({"do": "hint", "answers": {"0s0": "2"}})
    assert [field["value"] for field in Practice(own).view["fields"]] == ["2", "0.5"]


def test_a_step_of_a_long_list_can_be_asked_for() -> None:
    part = Practice(Exercise("own", "DCG@20", data=(Ranking([1, 0] * 10),), steps=("gain_i",)))
    assert check(part, of_0s0="1 0 " * 10)[0]["state"] == "right"


@pytest.mark.parametrize(("name", "value"), [("01-mae", "9 / 5"), ("05-ideal", "24.1 %")])
def test_a_right_value_may_have_a_space(name: str, value: str) -> None:
    part = Practice(name)
    part.act({"do": "again"})
    assert check(part, of_0=value)[-1]["state"] == "right"
    assert part.is_right
    assert part.view["summary"] == "All right."


@pytest.mark.parametrize(
    ("name", "step", "number"), [("01-mae", "-2 2 1 -3 1", 1), ("05-ideal", "9 2 2", 1), ("05-pair", "99", 2)]
)
def test_a_right_value_after_a_wrong_step_is_not_solved(name: str, step: str, number: int) -> None:
    part = Practice(name)
    part.act({"do": "again"})
    values = {f"of_{k}": f"{working.value:.3f}" for k, working in enumerate(part.exercise.solution())}
    fields = check(part, of_0s0=step, **values)
    assert fields[0]["state"] == "wrong"
    assert not part.is_right
    start = "The value is right" if number == 1 else "The values are right"
    assert part.view["summary"].startswith(f"{start}, but a step is not: correct each step")
    assert learner_record.events(name)[-1].what == "tried"


@pytest.mark.parametrize("entry", ["x", "1e999", "nan", "1 2 3"])
def test_a_step_that_is_no_number_is_a_format_error_and_not_recorded(entry: str) -> None:
    part = Practice("05-pair")
    part.act({"do": "again"})
    check(part, of_0s0="99")
    before = learner_record.events("05-pair")
    fields = check(part, of_0s0=entry, of_0="0.5")
    assert (fields[0]["word"], fields[0]["verdict"]) == ("not a number", "Write 1 number.")
    assert learner_record.events("05-pair") == before
    part.act({"do": "hint", "answers": {"0s1": "7"}})
    assert learner_record.events("05-pair")[-1].answers[:2] == ("", "7")


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("05-dcg", ["gainᵢ", "dgᵢ", "DCG@5"]),
        ("06-pair", ["Rp@5", "Rp@10", "AvgRp@5+10"] * 2),
        ("06-marp", [*["Rp@5", "Rp@10", "AvgRp@5+10"] * 2, "MARp@5+10"]),
    ],
)
def test_an_exercise_has_a_field_for_each_step_that_its_text_asks_for(name: str, steps: list[str]) -> None:
    part = Practice(name)
    part.act({"do": "again"})
    assert [field["symbol"] for field in part.view["fields"]] == steps
    numbers = [step for fields in part.exercise.step_fields for step in fields.steps]
    texts = [" ".join(f"{value:.4f}" for value in np.atleast_1d(step.value)) for step in numbers]
    texts += [f"{part.exercise.solution()[-1].value:.4f}"] * part.exercise.mean
    check(part, **{field["key"]: text for field, text in zip(part.view["fields"], texts, strict=True)})
    assert part.view["summary"] == "All right."


def test_the_value_alone_is_enough_and_other_lists_have_the_same_steps() -> None:
    part = Practice("01-rmse")
    assert "Separate several numbers by spaces." in part.view["about"]
    assert part.view["fields"][1]["symbol"] == "eᵢ²"
    check(part, of_0=f"{part.exercise.solution()[0].value:.3f}")
    assert part.is_right
    before = part.exercise
    part.act({"do": "draw"})
    assert part.exercise is not before
    assert [field["value"] for field in part.view["fields"]] == [""] * 4
    assert not any(one is other for one, other in pairwise([before, part.exercise]))
