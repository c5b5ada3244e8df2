"""What the text of the lesson on precision and recall asks for and answers comes true in its widgets."""

import pytest
from lesson_runner import Student, lesson_fixture

from metrics_edu import MISCONCEPTIONS, Ranking, measure, separates
from metrics_edu.examples import fruit_set
from metrics_edu.exercises import exercise

lesson = lesson_fixture("02_sets")
ALL_THREE = ("precision", "recall", "f_measure")
ANSWERS = {
    "fruit-predict-precision": "3/5",
    "fruit-predict-recall": "3/6",
    "parra-predict-precision": "B",
    "parra-predict-recall": "A",
    "cutoff-predict": "2/5",
    "f1-predict": "0.18",
    "ceiling-predict": "2/10",
    "short-predict": "3/10",
}


def test_each_prediction_has_this_answer_and_a_wrong_one_is_named(lesson):
    for cell, answer in ANSWERS.items():
        assert "That is right" in Student(lesson[cell]).answer(answer)
    assert "P_DIV_LEN" in Student(lesson["short-predict"]).do("again").answer("3/5")


def test_the_values_of_the_slides():
    list_a, list_b = Ranking.parse("NRNRNRNRNR", relevant=20), Ranking.parse("NRRNR", relevant=20)
    both = [[measure(name)(one) for one in (list_a, list_b)] for name in ("P", "Recall", "P@5")]
    assert both == [[0.5, 0.6], [0.25, 0.15], [0.4, 0.6]]
    assert [measure(name)(fruit_set()) for name in ("P", "Recall", "F1")] == pytest.approx([3 / 5, 3 / 6, 6 / 11])


def test_the_widgets_show_them(lesson):
    keys = ("precision", "recall", "reciprocal_rank")
    list_a, list_b = Student(lesson["cutoff-explorer"]).set(n=10), Student(lesson["parra-inverse"])
    assert list_a.values(*keys) == ["0.5000", "0.2500", "0.5000"]
    assert list_b.values(*keys) == ["0.6000", "0.1500", "0.5000"]
    assert [one.set(n=5).values("precision") for one in (list_a, list_b)] == [["0.4000"], ["0.6000"]]


def test_the_order_of_the_fruit_changes_nothing_and_each_apple_raises_both(lesson):
    student = Student(lesson["fruit-explorer"])
    start = student.values(*ALL_THREE)
    assert start == ["0.6000", "0.5000", "0.5455"]
    for edit in ({"name": "shuffle"}, {"name": "move", "label": "Fuji", "rank": 1}):
        assert student.do(**edit).values(*ALL_THREE) == start
    missed = student.do("reset").labels("missed")
    assert len(missed) == 3
    assert student.do("show", missed[0]).values("precision", "recall") == ["0.6667", "0.6667"]
    assert student.do("add").values("precision", "recall") == ["0.5714", "0.6667"]


def test_recall_never_falls_and_precision_rises_at_r_and_falls_at_n(lesson):
    student = Student(lesson["cutoff-explorer"])
    points = [student.set(n=n).values("precision", "recall") for n in range(1, 11)]
    precisions, recalls = ([float(value) for value in values] for values in zip(*points, strict=True))
    assert recalls == sorted(recalls)
    for n in range(2, 11):
        assert (precisions[n - 1] > precisions[n - 2]) == (n % 2 == 0)
    student.do("user", key="1")
    assert student.set(n=1).values("precision", "recall") == ["1.0000", "0.0500"]
    assert student.set(n=10).values("precision", "recall") == ["0.5000", "0.2500"]


def test_f1_of_one_item(lesson):
    student = Student(lesson["f1-explorer"])
    seen = [student.do("show", student.labels("missed")[0]).values(*ALL_THREE) for _count in range(3)]
    assert [one[2] for one in seen[1:]] == ["0.4615", "0.5714"]
    assert seen[2] == ["1.0000", "0.4000", "0.5714"]
    student.do("reset")
    for _count in range(9):
        student.do("add")
    assert student.values(*ALL_THREE) == ["0.1000"] * 3


def test_the_ceiling_of_precision(lesson):
    student = Student(lesson["ceiling-explorer"])
    for _count in range(2):
        assert student.do("shuffle").values("precision", "recall") == ["0.2000", "1.0000"]
    student.do("reset")
    assert [student.set(n=n).values("precision") == ["1.0000"] for n in range(10, 1, -1)] == [False] * 8 + [True]


def test_the_goals_are_met_by_the_solution_and_not_at_the_start(lesson):
    for task in (lesson["parra-inverse"], lesson["cutoff-inverse"]):
        assert not all(task.met)
        assert all(Student(task).do("solution").met)


def test_three_more_hits_beat_both_lists(lesson):
    student = Student(lesson["parra-inverse"])
    for _count in range(3):
        student.do("show", student.labels("missed")[0])
    assert all(student.met)
    assert student.values("precision", "recall") == ["0.7500", "0.3000"]


@pytest.mark.parametrize("name", ["02-recall", "02-p-at-n"])
def test_each_mistake_in_a_drawn_exercise_is_named(name):
    for drawn in (exercise(name), exercise(name).draw(7)):
        assert separates(drawn.given, drawn.measure)
        codes = [one for one in MISCONCEPTIONS.values() if one.takes == "list" and not one.graded]
        for code in (one for one in codes if drawn.measure.metric.name in one.measures):
            wrong = [code.value(one, drawn.measure) for one in drawn.given]
            if all(abs(value - d.value) > 1e-3 for value, d in zip(wrong, drawn.solution(), strict=True)):
                assert all(code.code in verdict.codes for verdict in drawn.check([f"{value:.4f}" for value in wrong]))


def test_f1_of_both_lists_by_counts():
    assert [verdict.kind for verdict in exercise("02-parra").check(["10/30", "6/25"])] == ["right", "right"]
