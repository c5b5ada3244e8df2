"""Lesson 01, rating prediction: what its text asks for and answers comes true. (Its outputs are test_lessons' to check.)"""

import numpy as np
import pytest

from metrics_edu import MISCONCEPTIONS, mae, rmse
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.value_and_derivation import as_measure
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("01_rating_prediction")
RIGHT = "hat is right"


def test_signed_errors_cancel_out(lesson):
    assert RIGHT in Student(lesson["mae-predict"]).answer("1")
    assert MISCONCEPTIONS["MAE_SIGNED"].plainly in Student(lesson["mae-predict"]).do("again").answer("0")
    assert lesson["mae-working"].value == 1


@pytest.mark.parametrize(("third", "value", "signed"), [(5, 1, 0), (1, 1, -1), (3, 0.5, -0.5)])
def test_changing_the_third_prediction_changes_mae_and_signed_mean(third, value, signed):
    predicted, actual = np.array([4, 3, third, 2]), np.array([5, 3, 3, 3])
    assert (mae(predicted, actual), np.mean(predicted - actual)) == (value, signed)


def test_rmse_without_the_root_is_diagnosed(lesson):
    assert RIGHT in Student(lesson["rmse-predict"]).answer("1.22")
    assert MISCONCEPTIONS["RMSE_NO_ROOT"].plainly in Student(lesson["rmse-predict"]).do("again").answer("1.5")
    assert lesson["rmse-working"].line == "RMSE = √(1.5) = 1.2247"
    assert f"{6**0.5:.4f}" == "2.4495"
    assert rmse([4, 3, 3.5, 2], [5, 3, 3, 3]) == 0.75


def test_mae_and_rmse_disagree_on_one_large_error(lesson):
    assert RIGHT in Student(lesson["large-mae"]).answer("0")
    assert RIGHT in Student(lesson["large-rmse"]).answer("1")
    lines = lesson.printed("large-working") + lesson.printed("large-b")
    assert [line.rpartition(" = ")[2] for line in lines] == ["1", "1", "0.75", "1.5"]


def test_reducing_the_largest_error_lowers_rmse_most():
    truth = [3, 4, 2, 5]
    assert [(mae(one, truth), round(rmse(one, truth), 3)) for one in ([3, 4, 2, 3], [4, 3, 3, 5])] == [
        (0.5, 1),
        (0.75, 0.866),
    ]


def test_four_errors_of_mae_1_have_an_rmse_from_1_to_2():
    errors = np.random.default_rng(1).dirichlet([0.5] * 4, 500) * 4
    found = [rmse(row, [0] * 4) for row in [*errors, [1, 1, 1, 1], [4, 0, 0, 0]]]
    assert (min(found), max(found)) == (1, 2)


def test_rmse_takes_one_root_over_all_ratings():
    both = Ratings([1, -1, 1, -3], [0, 0, 0, 0], users=["u", "u", "u", "v"])
    assert rmse(both.predicted, both.actual) == pytest.approx(3**0.5)
    assert MISCONCEPTIONS["RMSE_PER_USER"].value(as_measure("RMSE"), both) == 2


def test_the_model_with_lower_rmse_has_the_worse_list(lesson):
    assert RIGHT in Student(lesson["list-predict"]).answer("1")
    assert [line.rpartition(" = ")[2] for line in lesson.printed("list-working")] == ["1.0607", "1.7678"]
    compared = lesson["list-compare"]
    assert compared.values == {"P@2": (0, 1), "Recall@2": (0, 1)}
    assert compared.rankings[0].hits().tolist() == [0, 0, 1, 1]
    for label in "ab":
        Student(compared).do("move", label, list=0, rank=1)
    assert compared.rankings[0].hits().tolist() == [1, 1, 0, 0]
    assert compared.values == {"P@2": (1, 1), "Recall@2": (1, 1)}


def test_adding_a_constant_changes_rmse_but_not_the_order():
    truth, low = [4, 4, 3, 3], np.array([2.5, 2, 1.5, 1])
    assert rmse(low + 2, truth) == pytest.approx(0.125**0.5)
    assert f"{0.125**0.5:.4f}" == "0.3536"
    assert np.argsort(low + 2).tolist() == np.argsort(low).tolist()


@pytest.mark.parametrize(
    ("cell", "asked", "codes"),
    [
        ("mae-practice", "MAE", ["MAE_SIGNED"]),
        ("rmse-practice", "RMSE", ["RMSE_NO_ROOT", "RMSE_PER_USER"]),
    ],
)
def test_each_exercise_diagnoses_its_mistakes(lesson, cell, asked, codes):
    student = Student(practice := lesson[cell])
    (given,), (working,) = practice.exercise.data, practice.exercise.solution()
    for code in codes:
        wrong = MISCONCEPTIONS[code].value(as_measure(asked), given)
        student.answer(str(wrong))
        assert MISCONCEPTIONS[code].plainly in student.verdicts[-1]
    student.answer(str(working.value))
    assert student.states[-1] == "right"
