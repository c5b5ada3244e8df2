"""Lesson 04, average precision: what its text asks for and answers comes true. (Its outputs are test_lessons' to check.)"""

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, measure
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("04_average_precision")
PREDICTED = {
    "points-predict": 997 / 1980,
    "moves-predict": 29 / 36,
    "world-practice": 0.28,
    "cut-predict": 7 / 30,
    "map-bias-predict": 0.5,
}


@pytest.mark.parametrize("cell", PREDICTED)
def test_each_prediction_accepts_the_right_value(lesson, cell):
    said = Student(lesson[cell]).answer(f"{PREDICTED[cell]:.4f}")
    assert lesson[cell].view["title"].endswith(f"= {PREDICTED[cell]:.4f}")
    assert "That is right." in said


def test_the_text_contains_the_computed_values():
    apples, five = Ranking.parse("NRRNNRNNNRRR"), Ranking.parse("RNRNNRNNNN", relevant=5)
    eight = Ranking.parse("RNNNRNNN", relevant=8)
    six = Ranking.parse("RNNNRN", relevant=5)
    of = {
        (apples, "AP@5", "AP_DIV_R"): 0.1944,
        (apples, "AP@3", "AP_DIV_R"): 0.1944,
        (eight, "AP", "AP_DIV_HITS"): 0.7,
        (eight, "AP", "AP_NO_REL"): 0.4190,
        (six, "AP", "AP_DIV_HITS"): 0.7,
        (six, "AP", "AP_NO_REL"): 0.4694,
        (five, "AP@10", "AP_DIV_HITS"): 0.7222,
        (five, "AP@10", "AP_DIV_N"): 0.2167,
        (five, "AP@10", "AP_NO_REL"): 0.5004,
        (five, "AP@10", "AP_RANK0"): 0.2857,
    }
    for (one, asked, code), value in of.items():
        assert round(MISCONCEPTIONS[code].value(measure(asked), one), 4) == value
    right = [
        (apples, "AP@5", 0.2333),
        (apples, "AP@3", 0.3889),
        (five, "AP@10", 0.4333),
        (eight, "AP", 0.175),
    ]
    assert [round(measure(asked)(one), 4) for one, asked, _value in right] == [value for *_of, value in right]


def test_tables_and_workings_show_the_expected_values(lesson):
    assert [round(row.value, 4) for row in lesson["cut-compare-3"].rows] == [0.3889, 0.1944]
    rows = lesson["cut-compare"].rows
    assert [round(row.value, 4) for row in rows] == [0.4333, 0.4333, 0.7222, 0.2167]
    assert "Here this changes nothing." in rows[1].reason
    assert round(lesson["cut-derivation"].value, 4) == 0.2333
    assert "D = min(|R|, n)" in lesson["cut-derivation"].text()
    assert lesson["moves-derivation"].value == pytest.approx(29 / 36)


def test_both_solutions_have_ap_one_half(lesson):
    all_six = Student(lesson["points-inverse"])
    for label in ("Fuji", "Pear", "Lemon", "Pink Lady"):
        all_six.do("toggle", label)
    assert (all_six.hits, all_six.value) == ([0, 1] * 6, "0.5000")
    three = Student(lesson["points-inverse"])
    for label in ("Golden", "Pink Lady", "Jazz"):
        three.do("miss", label)
    three.do("move", "Braeburn", rank=1).do("move", "Banana", rank=9)
    assert (three.hits, three.value) == ([1, 1, 1] + [0] * 6, "0.5000")
    assert all_six.met == three.met == (True,)


def test_only_relevant_items_stay_in_the_denominator(lesson):
    predict = lesson["world-predict"]
    b = next(key for key, name in predict.view["choice"]["options"] if name == "B")
    assert "That is right." in Student(predict).answer(b)
    jazz = Student(lesson["world-explorer"])
    assert (jazz.do("miss", "Jazz").divided_by, jazz.value) == ("6", "0.4202")
    jazz.do("undo")
    assert (jazz.do("toggle", "Jazz").divided_by, jazz.value) == ("5", "0.5042")


MISTAKES = [
    ("world-practice", "0.7000", "AP_DIV_HITS"),
    ("world-practice", "0.4694", "AP_NO_REL"),
    ("cut-predict", "0.1944", "AP_DIV_R"),
]


@pytest.mark.parametrize(("cell", "wrong", "code"), MISTAKES)
def test_each_known_mistake_is_diagnosed(lesson, cell, wrong, code):
    assert MISCONCEPTIONS[code].plainly in Student(lesson[cell]).answer(wrong)


@pytest.mark.parametrize("code", ["AP_DIV_HITS", "AP_DIV_N", "AP_NO_REL", "AP_RANK0"])
def test_the_output_of_four_wrong_programs_is_diagnosed(lesson, code):
    student, own = Student(practice := lesson["cut-few"]), practice.exercise
    student.answer(f"{MISCONCEPTIONS[code].value(own.measure, own.data[0]):.3f}")
    assert MISCONCEPTIONS[code].plainly in student.verdicts[0]


@pytest.mark.parametrize("cell", ["cut-few", "cut-pair"])
def test_two_decimals_distinguish_mistakes_on_the_first_lists(lesson, cell):
    own = lesson[cell].exercise
    for one in own.data:
        wrong = [MISCONCEPTIONS[code].value(own.measure, one) for code in ("AP_NO_REL", "AP_DIV_HITS", "AP_RANK0")]
        assert len({round(value, 2) for value in (own.measure(one), *wrong)}) == 1 + len(wrong)


def test_one_rank_for_a_one_item_user_costs_a_whole_ap(lesson):
    a = Student(lesson["map-explorer"])
    values = []
    for rank in (1, 2, 3):
        a.do("move", "Item 1", rank=rank)
        values += [a.value, a.do("user", key="mean").value]
        a.do("user", key="0")
    assert values == ["1.0000", "0.7500", "0.5000", "0.5000", "0.3333", "0.4167"]
    b = Student(lesson["map-explorer"]).do("user", key="1").do("move", "Item 5", by=1)
    assert (b.value, b.do("user", key="mean").value) == ("0.4833", "0.7417")
    b.do("user", key="1")
    means = []
    for k in range(5, 0, -1):
        means.append(b.do("toggle", f"Item {k}").do("user", key="mean").value)
        b.do("user", key="1")
    assert means[-1] == "0.5000"
    assert sorted(means, reverse=True) == means
    assert means[-2] > "0.5"
    assert (b.pool.split()[-1], b.divided_by) == ("15", "10")


ANSWERS = {
    "cut-few": ["0.4"],
    "map-parra": ["0.25", "0.177", "0.213"],
    "map-practice": ["0.833", "1/8", "0", "0.319"],
}


@pytest.mark.parametrize("cell", ANSWERS)
def test_the_exercises_accept_the_right_answers(lesson, cell):
    practice = lesson[cell]
    Student(practice).answer(*ANSWERS[cell])
    assert practice.is_right


def test_the_random_pair_diagnoses_the_mistakes(lesson):
    student = Student(practice := lesson["cut-pair"])
    for wrong, code in (("trec_eval", "AP_DIV_R"), ("rectools_divide_by_k", "AP_DIV_N"), ("sklearn", "AP_DIV_HITS")):
        asked = measure("AP@5", convention=wrong)
        student.answer(*(f"{asked(one):.3f}" for one in practice.exercise.data))
        assert any(MISCONCEPTIONS[code].plainly in verdict for verdict in student.verdicts)


def test_skipping_an_empty_user_in_map_is_diagnosed(lesson):
    assert lesson.printed("map-empty-both") == ["MAP@10 = (1 + 0.5 + 0)/3 = 0.5", "MAP@10 = (1 + 0.5)/2 = 0.75"]
    student = Student(lesson["map-practice"])
    student.answer("0.833", "0.125", "0", "0.479")
    assert MISCONCEPTIONS["MAP_SKIP_EMPTY"].plainly in student.verdicts[-1]


def test_the_11_point_value_and_the_area_are_as_stated(lesson):
    points = [(k / 6, k / rank) for k, rank in enumerate([2, 3, 6, 10, 11, 12], start=1)]
    levels = [max(precision for recall, precision in points if recall >= level / 10) for level in range(11)]
    assert levels == pytest.approx([2 / 3] * 4 + [1 / 2] * 7)
    assert (round(sum(levels) / 11, 4), sum(levels) / 11) == (0.5606, pytest.approx(37 / 66))
    assert sum(precision / 6 for _recall, precision in points) == pytest.approx(
        float(measure("AP")(Ranking.parse("NRRNNRNNNRRR")))
    )
    assert "= 0.5606" in lesson.texts["interpolated"]
