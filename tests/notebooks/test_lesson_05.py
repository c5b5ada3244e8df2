"""What the text of the lesson on nDCG asks for and answers comes true in its widgets."""

import math
import re

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, measure
from metrics_edu.language import LANGUAGES
from metrics_edu.practice import exercise
from notebooks.build import lessons
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("05_ndcg")


def table(text: str) -> list[list[str]]:
    return [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("|")]


def test_the_tables_of_logarithms_and_gains_are_right(lesson):
    rows = table(lesson.texts["discount-question"])
    for rank, row in enumerate(rows[2:], start=1):
        weight = measure("DCG")(Ranking([0] * (rank - 1) + [1]))
        assert [float(cell) for cell in row] == pytest.approx([rank, 1 / weight, weight], abs=5e-5)
    assert len(rows) == 2 + 10
    rows = table(lesson.texts["gain-derive"])
    for kind, (_name, *row) in (("linear", rows[2]), ("exponential", rows[3])):
        gains = [measure("CG", gain=kind)(Ranking([grade])) for grade in range(6)]
        assert [float(cell) for cell in row] == gains


def quotient(student: Student) -> tuple[str, ...]:
    """DCG, IDCG and nDCG of an IdealList."""
    view = student.widget.view
    return (*(one["value"] for one in view["sums"]), view["result"]["value"])


def test_the_list_with_higher_dcg_depends_on_the_gain(lesson):
    assert Student(lesson["gain-predict"]).answer("1").startswith("That is right")
    student = Student(lesson["gain-explorer"])
    assert student.values("dcg") == ["4.0000"]
    assert student.set(gain="exponential").values("dcg") == ["8.0000"]
    assert student.do("user", key="1").values("dcg") == ["7.0000"]
    assert student.set(gain="linear").values("dcg") == ["5.0000"]


def test_the_list_of_ten_has_the_stated_dcg(lesson):
    ten = lesson.names["ten"]
    assert "That is right" in Student(lesson["discount-predict"]).answer("8.5")
    assert lesson["discount-stepper"].derivation.value == pytest.approx(8.886853, abs=5e-7)
    assert len(measure("DCG@10").explain(ten).counted) == 3
    natural = MISCONCEPTIONS["LOG_NATURAL"]
    assert natural.value(measure("DCG@10"), ten) == pytest.approx(12.8210, abs=5e-5)
    assert "ndcg" not in natural.measures


def test_the_ideal_list_includes_all_relevant_items(lesson):
    student = Student(lesson["ideal-list"])
    assert quotient(student) == ("8.8869", "14.9516", "0.5944")
    student.do("show", "Missed 1").do("move", "Missed 1", rank=2)
    assert quotient(student) == ("13.0647", "14.9516", "0.8738")
    student.do("reset").set(ideal="retrieved")
    assert quotient(student)[-1] == "0.9461"
    assert quotient(student.do("ideal"))[-1] == "1.0000"
    assert quotient(student.set(ideal="pool"))[-1] == "0.6282"


def test_no_cell_reveals_the_ideal_list_of_an_exercise():
    cells = lessons.read(lessons.Job("05_ndcg", "en").source).cells
    pools = [re.findall(r"\d", pool) for cell in cells for pool in re.findall(r'pool="([^"]*)"', cell.source)]
    assert pools
    assert [pool for pool in pools if pool == sorted(pool, reverse=True)] == []


@pytest.mark.parametrize("name", ["00_lists", "05_ndcg"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_state_that_ndcg_ignores_ranks_below_n(name, language):
    below = {"en": "below rank n", "es": "bajo la posición n"}[language]
    cells = lessons.texts(lessons.read(lessons.Job(name, language).built)).values()
    rows = [row for text in cells for row in table(text) if len(row) > 2 and re.search(r"nDCG(@n)? \|", "|".join(row))]
    assert len(rows) == 1
    assert below in rows[0][2]
    values = [measure("nDCG@2")(Ranking.parse(grades, pool="3 2 1")) for grades in ("1 0 3 2", "1 0 0 0")]
    assert values[0] == values[1]


@pytest.mark.parametrize(("wrong", "says"), [("0.9049", "shown items only"), ("0.5685", "was not cut: it had all")])
def test_a_wrong_ideal_list_is_diagnosed(lesson, wrong, says):
    assert says in Student(lesson["ideal-predict"]).answer(wrong)


def test_one_list_has_different_ndcg_under_different_formulas(lesson):
    assert "That is right" in Student(lesson["ideal-predict"]).answer("0.6581")
    for gain, value in (("exponential", 0.594375), ("linear", 0.585132)):
        assert measure("nDCG@10", gain=gain)(lesson.names["ten"]) == pytest.approx(value, abs=5e-7)
    student = Student(lesson["ideal-explorer"])
    assert [student.set(gain=gain).tiles["ndcg"] for gain in ("linear", "binary")] == ["0.5851", "0.5710"]
    student.set(gain="exponential", discount="jarvelin")
    assert student.values("ndcg") == ["0.5120"]
    assert student.set(gain="linear").values("ndcg") == ["0.5168"]
    student.set(gain="exponential", discount="log2", n=3)
    assert student.values("ndcg") == ["0.6581"]
    assert student.set(ideal="uncut").values("ndcg") == ["0.5685"]


def test_grades_below_the_threshold_can_count(lesson):
    student = Student(lesson["below-explorer"])
    assert student.values("ndcg") == ["0.5317"]
    assert student.set(below="graded").values("ndcg") == ["0.6173"]


def test_the_lesson_gives_the_values_of_lopes(lesson):
    (ap,), (ndcg,) = (lesson.printed(cell) for cell in ("lopes-ap", "lopes-ndcg"))
    assert (ap.split(" = ")[-1], ndcg.split(" = ")[-1]) == ("0.8333", "0.9304")
    assert "7/7.5237" in ndcg
    others = [measure("nDCG@3"), measure("nDCG@3", gain="linear", below="graded")]
    assert [one(lesson.names["list_axb"]) for one in others] == pytest.approx([0.9515, 0.8212], abs=5e-5)
    assert measure("nDCG@3", convention="lopes") == measure("nDCG@3", gain="linear")


def test_ndcg_handles_empty_users_and_unjudged_items(lesson):
    assert "That is right" in Student(lesson["empty-predict"]).answer("0.5")
    assert measure("nDCG@3", empty="skip").explain(lesson.names["users"]).value == 0.75
    assert Student(lesson["unjudged-predict"]).answer("1").startswith("That is right")
    values = [measure("nDCG@3")(lesson.names[name]) for name in ("zero", "dropped")]
    assert values == pytest.approx([0.9558, 1], abs=5e-5)


def test_a_swap_changes_ndcg_but_not_ap(lesson):
    task = lesson["ap-inverse"]
    assert task.met == (True, False)
    student = Student(task).do("move", "Item 3", rank=1).do("move", "Item 1", rank=3)
    assert task.met == (True, True)
    assert student.values("average_precision", "ndcg") == ["0.3778", "0.4606"]
    student.do("reset").do("solution")
    assert task.met == (True, True)


def test_ap_and_ndcg_favour_different_best_moves(lesson):
    student = Student(lesson["film-explorer"])
    keys, labels = ("average_precision", "ndcg"), student.labels()
    assert student.values(*keys) == ["0.2770", "0.3975"]
    moved = {label: student.do("reset").do("move", label, rank=1).tiles for label in labels}
    best = {key: max(tiles[key] for tiles in moved.values()) for key in keys}
    winners = {key: {label for label in labels if moved[label][key] == best[key]} for key in keys}
    assert list(best.values()) == ["0.5091", "0.6340"]
    of_list = [moved[label]["average_precision"] for label in student.do("reset").labels("shown")]
    assert moved["Last Signal"]["average_precision"] == max(of_list) == "0.4333"
    assert winners["average_precision"] == {"Paper Mirror", "Electric Railway"}
    assert winners["ndcg"] == {"Paper Mirror", "Last Signal"}
    films = lesson.names["films"]
    (three,) = (k for k, grade in enumerate(films.shown) if grade == 3)
    assert measure("nDCG@10").explain(films).per_rank.value[three] == 0


@pytest.mark.parametrize(("name", "dcg"), [("05-dcg", None), ("05-ideal", 1 + 3 / 2), ("05-below", None)])
def test_the_last_hint_contains_the_needed_sum(name, dcg):
    """That of 05-ideal leaves the DCG of the list itself to be computed."""
    found = exercise(name)
    working = eval(re.sub(r"^.* is ", "", found.hints[-1]).rstrip("."))
    assert (dcg / working if dcg else working) == pytest.approx(found.solution()[0].value, abs=5e-4)


@pytest.mark.parametrize(
    ("cell", "answers", "says"),
    [
        ("discount-practice", ["9.489"], "natural logarithm"),
        ("discount-practice", ["3.666"], "the grade itself"),
        ("ideal-practice", ["0.689"], "shown items only"),
        ("below-practice", ["0.571"], "below the threshold"),
    ],
)
def test_each_wrong_answer_is_diagnosed(lesson, cell, answers, says):
    student = Student(lesson[cell])
    student.answer(*answers)
    assert says in student.verdicts[-1]


def test_the_random_pair_diagnoses_each_mistake_uniquely(lesson):
    task = lesson["pair-practice"].exercise
    for code, mistake in MISCONCEPTIONS.items():
        values = [mistake.value(task.measure, one) for one in task.data]
        if mistake.takes == "list" and not any(map(math.isnan, values)):
            verdicts = task.check([f"{value:.3f}" for value in values])
            assert {found for verdict in verdicts for found in verdict.codes} == {code}


@pytest.mark.parametrize("cell", ["discount-practice", "ideal-practice", "below-practice", "pair-practice"])
def test_right_answers_are_confirmed(lesson, cell):
    values = [f"{one.value:.3f}" for one in lesson[cell].exercise.solution()]
    assert Student(lesson[cell]).answer(*values).startswith("All right.")
