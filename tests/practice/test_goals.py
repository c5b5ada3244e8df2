"""Goals are read in one way and met by the metric itself; an Inverse shows them, and says when they are met."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metrics_edu import Ranking, measure, set_language
from metrics_edu.practice.goals import RELATIONS, Goal, read_goal, read_goals
from metrics_edu.practice.record.learner_record import name_of, recorded
from metrics_edu.widgets import Explorer, Inverse

START = Ranking.parse("NRRN", relevant=3)


@pytest.mark.parametrize(
    ("text", "written", "target"),
    [
        ("AP = 0.5", "AP = 0.5", 0.5),
        ("AP=0,5", "AP = 0.5", 0.5),
        (" ap == 1/2 ", "AP = 1/2", 0.5),
        ("AP = .25", "AP = .25", 0.25),
        ("P@5 >= 3 / 5", "P@5 >= 3/5", 0.6),
        ("P@5≤0.5", "P@5 <= 0.5", 0.5),
        ("P@5 ≥ 3/5", "P@5 >= 3/5", 0.6),
        ("F0.5@5 < 0.3", "F0.5@5 < 0.3", 0.3),
        ("AvgRp@5+10 > 0.5", "AvgRp@5+10 > 0.5", 0.5),
        ("DCG@3 > 7", "DCG@3 > 7", 7.0),
        ("RR same", "RR same", None),
        ("nDCG@5  other", "nDCG@5 other", None),
    ],
)
def test_read_goal_parses_a_goal(text: str, written: str, target: float | None) -> None:
    goal = read_goal(text)
    assert (str(goal), goal.target) == (written, target)
    assert read_goal(str(goal)) == goal


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("AP", ["'AP'", "same"]),
        ("AP = ", ["'AP = '"]),
        ("AP = half", ["half", "number"]),
        ("AP != 0.5", ["!="]),
        ("AP = -0.5", ["-0.5"]),
        ("AP = 0.5 or so", ["or so"]),
        ("AQ = 0.5", ["AQ", "AP"]),
        ("P@0 = 0.5", ["at least 1"]),
        ("AP = 1.5", ["from 0 to 1", "1.5"]),
        ("AP = 1/0", ["1/0"]),
        ("AP > 1", ["from 0 to 1", "AP > 1"]),
        ("AP < 0", ["from 0 to 1", "AP < 0"]),
        ("AP > 0.9999999999", ["from 0 to 1"]),
        ("Rank < 1", ["from 1", "Rank < 1"]),
        ("AP = \u0661", ["AP = \u0661"]),
        ("AP = 0." + "3" * 400, ["got 'AP = 0.33"]),
        ("DCG = " + "9" * 400, ["got 'DCG = 99"]),
        (7, ["7"]),
        (None, ["None"]),
    ],
)
def test_an_invalid_goal_is_rejected_in_one_sentence(text: Any, names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"\S") as refused:
        read_goal(text)
    assert all(name in str(refused.value) for name in names), refused.value
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_goals_at_the_bounds_of_a_metric_work() -> None:
    perfect, none = Ranking.parse("R"), Ranking.parse("N", relevant=1)
    assert read_goal("AP >= 1").met(perfect, none)
    assert read_goal("AP <= 0").met(none, none)
    assert read_goal("AP < 1").met(none, none)
    assert not read_goal("AP > 0").met(none, none)


@pytest.mark.parametrize("goals", [[], (), None, 5, {}])
def test_an_empty_set_of_goals_is_rejected(goals: Any) -> None:
    with pytest.raises(ValueError, match="goals"):
        read_goals(goals)


def test_a_single_goal_is_accepted_and_a_repeated_goal_counts_once() -> None:
    assert read_goals("AP = 0.5") == read_goals(["AP = 0.5", "AP=0,5"]) == (read_goal("AP = 0.5"),)


@given(
    st.sampled_from(["AP", "RR", "P@3", "nDCG@2", "Rankscore"]),
    st.sampled_from(["=", ">=", "<=", ">", "<"]),
    st.text("RN", min_size=1, max_size=8),
    st.text("RN", min_size=1, max_size=8),
)
def test_goal_met_agrees_with_comparing_the_values(name: str, sign: str, one: str, two: str) -> None:
    ranking, other = Ranking.parse(one), Ranking.parse(two)
    value, target = measure(name)(ranking), measure(name)(other)
    assume(value == target or abs(value - target) > 1e-6)
    says = {
        "=": value == target,
        ">=": value >= target,
        "<=": value <= target,
        ">": value > target,
        "<": value < target,
    }
    goal = Goal(measure(name), sign, repr(target), target)
    assert goal.met(ranking, ranking) == says[sign]
    same, differs = (Goal(measure(name), word).met(ranking, other) for word in ("same", "other"))
    assert (same, differs) == (value == target, value != target)


def test_a_difference_under_a_billionth_does_not_matter() -> None:
    third = Ranking.parse("NNR")
    assert RELATIONS.keys() >= {"=", "same", "other"}
    assert read_goal("RR = 1/3").met(third, third)
    assert read_goal("RR = 0.3333333333").met(third, third)
    assert not read_goal("RR = 0.3333").met(third, third)
    assert not read_goal("RR > 1/3").met(third, third)


def test_a_value_near_the_goal_shows_enough_decimals() -> None:
    third = Ranking.parse("NNR")
    for text, now in {"RR = 0.3333": "0.333333", "RR = 0.333333": "0.333333333", "RR = 1/3": "0.3333"}.items():
        assert read_goal(text).now(third, third) == now


def test_goals_follow_the_language() -> None:
    set_language("es")
    try:
        assert read_goal("AP = 0.5").text(START) == "AP = 0,5000"
        assert read_goal("AP = 0,5/1").text(START) == "AP = 0,5/1"
        assert read_goal("AP = 1/3").text(START) == "AP = 1/3"
        assert read_goal("RR > 0.3333333333").text(START) == "RR > 0,3333333333"
        assert read_goal("DCG = 12345.1234567891").text(START) == "DCG = 12345,1234567891"
        assert "0,5" in read_goal("RR same").text(START)
    finally:
        set_language("en")


def test_the_rank_of_a_list_without_hits_equals_itself() -> None:
    none, some = Ranking.parse("NN", relevant=1), Ranking.parse("NR")
    assert (read_goal("Rank same").met(none, none), read_goal("Rank other").met(none, none)) == (True, False)
    assert (read_goal("Rank same").met(some, none), read_goal("Rank other").met(some, none)) == (False, True)


# --- Inverse ------------------------------------------------------------------------------------------------


def inverse(goals: Any = ("AP = 0.5", "P@2 same"), start: str = "NRRN", **options: Any) -> Inverse:
    return Inverse(goals, Ranking.parse(start), **options)


def send(widget: Inverse, *messages: dict[str, Any]) -> None:
    for message in messages:
        widget.act(message)


def shown(widget: Inverse) -> list[str]:
    return [row["label"] for row in widget.view["list"]["shown"]]


MEET = {"do": "toggle", "id": "i1"}  # NNRN: AP 1/3


def test_every_goal_is_checked_after_an_edit() -> None:
    task = inverse(["RR = 1/3", "P@3 other"])
    assert (task.met, [str(goal) for goal in task.goals]) == ((False, False), ["RR = 1/3", "P@3 other"])
    assert [line["met"] for line in task.view["goals"]["lines"]] == [False, False]
    send(task, MEET)
    assert task.met == (True, True)
    lines = task.view["goals"]["lines"]
    assert [(line["text"], line["now"], line["word"]) for line in lines] == [
        ("RR = 1/3", "now 0.3333", "met"),
        ("P@3 other than 0.6667", "now 0.3333", "met"),
    ]
    assert task.view["goals"]["done"]
    send(task, {"do": "undo"})
    assert (task.met, task.view["goals"]["done"]) == ((False, False), "")


def test_goals_ignore_the_settings_of_the_explorer() -> None:
    task = inverse(["AP = 1/3"], convention="trec_eval", empty="skip")
    send(task, MEET, {"do": "set", "key": "average_precision.denominator", "value": "cutoff"})
    send(task, {"do": "set", "key": "graded", "value": "graded"}, {"do": "set", "key": "threshold", "value": 3})
    assert [tile["name"] for tile in task.view["tiles"]] == ["AP"]
    assert task.view["tiles"][0]["value"] != "0.3333"
    assert task.met == (True,)


def test_goals_use_the_grades_of_the_list() -> None:
    task = Inverse(["nDCG@2 = 1"], Ranking.parse("1 3", pool="3 1"))
    send(task, {"do": "move", "id": "i1", "by": -1})
    assert task.met == (True,)


@pytest.mark.parametrize(
    ("goals", "metric", "n", "reads"),
    [
        (["AP = 0.4"], "AP", 4, "all"),
        (["nDCG@3 = 1"], "nDCG", 3, "all"),
        (["AP@2 = 1"], "AP", 2, "n"),
        (["HR@2 = 0"], "AP", 2, "all"),
    ],
)
def test_the_goals_set_the_initial_metric_and_cut_off(goals: list[str], metric: str, n: int, reads: str) -> None:
    task = inverse(goals)
    assert (task.metric, task.settings["n"], task.settings["reads"]) == (metric, n, reads)
    assert inverse(goals, n=1, measure="RR").settings["n"] == 1


@pytest.mark.parametrize(
    ("goals", "tiles", "selected"),
    [
        (["RR same", "AP > 0.8"], ["AP", "RR"], "AP"),
        (["AP > 0.8", "RR = 1"], ["AP", "RR"], "AP"),
        (["RR = 1", "AP > 0.8"], ["AP", "RR"], "RR"),
        (["RR same", "HR@2 = 0"], ["RR"], "RR"),
        (["HR@2 = 0"], ["AP"], "AP"),
    ],
)
def test_tiles_match_the_goals_and_the_first_unmet_is_selected(
    goals: list[str], tiles: list[str], selected: str
) -> None:
    view = inverse(goals).view
    assert [tile["name"] for tile in view["tiles"]] == tiles
    assert [tile["name"] for tile in view["tiles"] if tile["selected"]] == [selected]
    assert Explorer.from_state(inverse(goals).state).view["tiles"] == view["tiles"]
    assert len(inverse(goals, tiles=["P", "AP", "RR"]).view["tiles"]) == 3


def test_a_solution_is_shown_and_undone_and_keeps_its_items() -> None:
    task = inverse(["RR = 1"], labels=["Gala", "Fuji", "Pear", "Plum"], solution=Ranking.parse("RNRN"))
    send(task, {"do": "solution"})
    assert (task.met, repr(task)) == ((True,), "Inverse(['RR = 1'], 'RNRN', relevant=2)")
    assert shown(task) == ["Fuji", "Gala", "Pear", "Plum"]
    send(task, {"do": "undo"})
    assert shown(task) == ["Gala", "Fuji", "Pear", "Plum"]


def test_a_solution_with_other_items_keeps_their_names() -> None:
    start = Ranking.from_items(["a", "b"], {"b": 1, "c": 1})
    task = Inverse(["RR = 1"], start, solution=Ranking.from_items(["c", "a"], {"b": 1, "c": 1}))
    send(task, {"do": "solution"})
    assert (shown(task), [row["label"] for row in task.view["list"]["missed"]]) == (["c", "a"], ["b"])
    assert len({row["id"] for row in task.view["list"]["shown"] + task.view["list"]["missed"]}) == 3


def test_a_task_without_a_solution_shows_none() -> None:
    task = inverse()
    send(task, {"do": "solution"})
    assert (shown(task), task.view["goals"]["solution"]) == ([f"Item {k}" for k in range(1, 5)], False)


@pytest.mark.parametrize(
    ("made", "names"),
    [
        (lambda: inverse(["RR = 1/2"]), ["already", "RR = 1/2"]),
        (lambda: inverse(["RR same"]), ["already"]),
        (lambda: inverse(["RR = 1"], solution=Ranking.parse("NRRN")), ["solution", "RR = 1", "0.5"]),
        (lambda: inverse(["RR = 1"], solution={}), ["solution", "dict"]),
        (lambda: inverse(["RR = 1"], solution=Ranking.batch([START])), ["batch"]),
        (lambda: Inverse(["RR = 1"], Ranking.batch([START, START])), ["batch of 2"]),
        (lambda: Inverse(["RR = 1"], {"a": 1}), ["dict"]),  # type: ignore[arg-type]
        (lambda: inverse(["RR = 1"], depth=5), ["depth"]),
        (lambda: inverse(["RR = 1"], measure="BLEU"), ["BLEU"]),
        (lambda: inverse(["RR = 1"], labels=["a"]), ["labels"]),
        (lambda: inverse(["RR = 1"], labels=5), ["labels", "int"]),
        (lambda: inverse(["RR = 1"], threshold="x"), ["0.5", "got x"]),
        (lambda: inverse(["RR = 1"], threshold=None), ["0.5", "got None"]),
        (lambda: inverse(["RR = 1"], threshold=float("nan")), ["0.5", "got nan"]),
        (lambda: inverse(["RR = 1"], graded=[]), ["graded"]),
    ],
)
def test_an_invalid_task_is_rejected(made: Any, names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"\S") as refused:
        made()
    assert all(name in str(refused.value) for name in names), refused.value


def test_meeting_the_goals_is_recorded_as_right() -> None:
    task = inverse(["RR = 1/3"])
    name = name_of("inverse", "RR = 1/3", Ranking.parse("NRRN"))
    assert not recorded(name).right
    send(task, MEET)
    assert (recorded(name).right, recorded(name).shown) == (True, False)


def test_showing_the_solution_is_recorded() -> None:
    task = inverse(["RR = 1/3", "P@3 = 1/3"], solution=Ranking.parse("NNRN", relevant=2))
    send(task, {"do": "solution"}, {"do": "undo"}, MEET)
    record = recorded(name_of("inverse", "RR = 1/3; P@3 = 1/3", Ranking.parse("NRRN")))
    assert (record.right, record.shown) == (False, True)


def test_a_state_contains_no_goals() -> None:
    task = inverse()
    again = Inverse.from_state(task.state)
    assert isinstance(again, Explorer)
    assert not isinstance(again, Inverse)
    assert again.state == task.state


def test_an_explorer_has_no_goals() -> None:
    assert "goals" not in Explorer(START).view
