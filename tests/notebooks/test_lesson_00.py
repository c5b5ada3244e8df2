"""Lesson 00, lists: what its text asks for and answers comes true. (Its outputs are test_lessons' to check.)"""

from itertools import product

import numpy as np
import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, measure
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("00_lists")
RIGHT = "hat is right"


def test_only_crossing_the_cut_off_changes_p_at_5(lesson):
    assert RIGHT in Student(lesson["ranks-predict"]).answer("2/5")
    student = Student(lesson["ranks-explorer"])
    assert student.value == "0.4000"
    assert student.do("move", "Fuji", rank=1).values("precision") == ["0.4000"]
    assert student.do("move", "Braeburn", rank=1).values("precision") == ["0.6000"]
    assert student.do("move", "Jazz", rank=6).values("precision") == ["0.6000"]
    assert student.met == (False,)
    assert student.do("move", "Jazz", rank=1).met == (True,)


def test_no_curve_is_drawn_before_lesson_02_teaches_it(lesson):
    for cell in ("ranks-explorer", "missed-explorer", "grades-explorer", "grades-inverse"):
        figure = lesson[cell].figure
        assert "values" in figure, "a bar a rank"
        assert "precision" not in figure


def test_a_missed_relevant_item_counts_and_a_nonrelevant_does_not(lesson):
    assert RIGHT in Student(lesson["missed-predict"]).answer("1/2")
    student = Student(lesson["missed-explorer"])
    assert (lesson["missed-working"].value, measure("P@5")(student.widget.ranking)) == (3 / 6, 3 / 5)  # Lawrie
    assert student.pool == "|R| = 3 shown + 3 missed = 6"
    student.do("miss", "Fuji")
    assert (student.pool, student.line) == ("|R| = 2 shown + 4 missed = 6", "Recall@5 = (1 + 1)/6 = 2/6 = 0.3333")
    student.do("undo").do("toggle", "Fuji")
    assert (student.pool, student.line) == ("|R| = 2 shown + 3 missed = 5", "Recall@5 = (1 + 1)/5 = 2/5 = 0.4")


@pytest.mark.parametrize(
    ("threshold", "hits", "pool", "found"),
    [
        (3, "abc", "|R| = 3 shown + 2 missed = 5", ["0.6000", "0.6000"]),
        (4, "bc", "|R| = 2 shown + 1 missed = 3", ["0.4000", "0.6667"]),
        (5, "b", "|R| = 1 shown + 0 missed = 1", ["0.2000", "1.0000"]),
    ],
)
def test_each_threshold_gives_the_values_of_the_table(lesson, threshold, hits, pool, found):
    student = Student(lesson["grades-explorer"]).set(threshold=threshold)
    assert "".join(row["label"] for row in student.rows(lanes=("shown",)) if row["relevant"]) == hits
    assert (student.pool, student.values("precision", "recall")) == (pool, found)


def test_a_strict_threshold_is_diagnosed(lesson):
    assert RIGHT in Student(lesson["grades-predict"]).answer("0.4")
    assert MISCONCEPTIONS["THRESH_GT"].plainly in Student(lesson["grades-predict"]).do("again").answer("1/5")


def test_a_higher_threshold_never_raises_precision(lesson):
    student = Student(lesson["grades-explorer"])
    found = [float(student.set(threshold=threshold).values("precision")[0]) for threshold in (1, 2, 3, 4, 5)]
    assert found == sorted(found, reverse=True)
    assert found[0] == found[1]
    assert {row["label"]: row["badge"] for row in student.rows()}.items() >= {"a": "3", "d": "N", "f": "N"}.items()


def test_a_relevance_vector_in_file_order_gives_wrong_values(lesson):
    by_rank, by_file = lesson["vector-isin"]
    assert [k + 1 for k, one in enumerate(by_rank) if one] == [3, 8]
    assert by_file.tolist() == [1, 1, 0, 0]
    student = Student(lesson["vector-compare"])
    assert student.widget.values == {"P@4": (1 / 4, 2 / 4), "Recall@4": (1 / 4, 2 / 4)}
    assert student.labels()[7] == "2"
    student.do("move", "2", list=0, rank=1)
    assert student.widget.values == {"P@4": (2 / 4, 2 / 4), "Recall@4": (2 / 4, 2 / 4)}
    for shown in ([9, 4, 7, 1, 5, 3, 8, 2, 6, 10], [2, 9, 4, 7, 1, 5, 3, 8, 6, 10]):
        assert np.isin([2, 7, 11, 12], shown).tolist() == by_file.astype(bool).tolist()


def test_only_one_set_of_marks_meets_both_goals(lesson):
    student = Student(lesson["grades-inverse"])
    assert student.labels("missed") == ["p"]
    for label in "mno":
        assert not all(student.met)
        student.do("toggle", label)
    assert all(student.met)
    marks = [Ranking(list(one), relevant=sum(one) + 1) for one in product((0, 1), repeat=5)]
    meeting = [one for one in marks if all(goal.met(one, one) for goal in student.widget.goals)]
    assert [one.hits().tolist() for one in meeting] == [[grade >= 4 for grade in (2, 3, 4, 5, 4)]]


def test_ids_of_different_types_do_not_match(lesson):
    assert (repr(lesson["ids-text"]), lesson["ids-text"].unjudged) == ("Ranking('NNN', relevant=1)", 3)
    assert repr(lesson["ids-same"]) == "Ranking('NNR', relevant=1)"


def test_the_random_exercise_diagnoses_its_mistakes(lesson):
    practice = lesson["missed-practice"]
    divided_by_n = MISCONCEPTIONS["RECALL_DIV_N"]
    wrong = [str(divided_by_n.value(measure("Recall@5"), one)) for one in practice.exercise.data]
    student = Student(practice)
    student.answer(*wrong)
    assert all(divided_by_n.plainly in verdict for verdict in student.verdicts)
    right = [str(working.value) for working in practice.exercise.solution()]
    student.answer(*right)
    assert student.states == ["right", "right"]
