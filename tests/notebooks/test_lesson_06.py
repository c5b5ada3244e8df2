"""Lesson 06, rankscore: what its text asks for and answers comes true. (Its outputs are test_lessons' to check.)"""

from itertools import combinations

import pytest

from metrics_edu import (
    MISCONCEPTIONS,
    Ranking,
    Run,
    diagnose,
    diversity,
    item_coverage,
    measure,
    novelty,
    user_coverage,
)
from metrics_edu.examples import apples
from metrics_edu.mistakes.diagnosis import TEXTS
from metrics_edu.working.html_style import HTML
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("06_rankscore")


def test_a_top_hit_outweighs_two_hits_a_half_life_apart(lesson):
    predict = lesson["readers-predict"]
    a = next(key for key, name in predict.view["choice"]["options"] if name == "A")
    assert "That is right." in Student(predict).answer(a)
    sums = [MISCONCEPTIONS["HL_NOT_SCALED"].value(measure("Rankscore"), lesson.names[one]) for one in ("early", "late")]
    assert sums == [1, 0.75]


def test_the_apples_have_the_stated_rankscore(lesson):
    last = lesson["readers-stepper"].derivation
    got, best = last.step("rankscore_p").value, last.step("rankscore_max").value
    assert [round(value, 6) for value in (got, best, last.value)] == [2.883221, 4.362512, 0.660908]
    below, above = ([len(last.step(name).working.parts)] for name in ("rankscore_max", "rankscore_p"))
    assert below == above == [6]


def test_half_life_and_exponent_change_rankscore_as_stated(lesson):
    student = Student(lesson["patience-explorer"])
    assert student.value == "0.6609"
    steps = [{"half_life": 10}, {"half_life": 1}, {"half_life": 5, "exponent": "breese"}, {"exponent": "slides"}]
    assert [student.set(**step).value for step in steps] == ["0.7899", "0.3986", "0.6163", "0.6609"]
    assert student.set(half_life=4).value == "0.6163"
    exact = [measure("Rankscore", **own)(apples()) for own in ({"half_life": 10}, {"exponent": "breese"})]
    assert [round(value, 6) for value in exact] == [0.789855, 0.616310]


@pytest.mark.parametrize(("code", "value"), [("HL_RANK0", 0.5754), ("HL_NOT_SCALED", 2.8832), ("HL_BREESE", 0.6163)])
def test_the_three_rankscore_mistakes_are_diagnosed(lesson, code, value):
    assert round(MISCONCEPTIONS[code].value(measure("Rankscore"), apples()), 4) == value
    student, own = Student(practice := lesson["patience-practice"]), practice.exercise
    student.answer(*(f"{MISCONCEPTIONS[code].value(own.measure, one):.3f}" for one in own.data))
    assert all(MISCONCEPTIONS[code].plainly in verdict for verdict in student.verdicts)


def test_the_table_of_weights_solves_the_exercise(lesson):
    rows = [line.strip("| ").split(" | ") for line in lesson.texts["patience-exercise"].splitlines() if "|" in line][2:]
    cells = [float(cell) for half in (slice(3), slice(3, 6)) for row in rows for cell in row[half]]
    weight, top = dict(zip(cells[::3], cells[1::3], strict=True)), dict(zip(cells[::3], cells[2::3], strict=True))
    assert list(weight) == list(range(1, 21))
    practice = lesson["patience-practice"]
    sums = [sum(weight[i + 1] for i, hit in enumerate(one.hits()) if hit) for one in practice.exercise.data]
    best = [top[int(one.relevant)] for one in practice.exercise.data]
    Student(practice).answer(*(f"{got / most:.3f}" for got, most in zip(sums, best, strict=True)))
    assert practice.is_right


@pytest.mark.parametrize(("cell", "right"), [("fair-predict", "1"), ("best-predict", "3/5")])
def test_each_prediction_accepts_the_right_value(lesson, cell, right):
    assert "That is right." in Student(lesson[cell]).answer(right)


def test_p_at_10_instead_of_rp_is_diagnosed(lesson):
    assert MISCONCEPTIONS["RPREC_N"].plainly in Student(lesson["fair-predict"]).answer("0.400")
    assert measure("Rp").explain(apples()).line.endswith("3/6 = 0.5")


def test_counting_lecture_10_is_diagnosed(lesson):
    said = Student(lesson["best-predict"]).answer("4/5")
    assert "This is precision: all relevant items among the n ranks read" in said
    assert MISCONCEPTIONS["RPREC_N"].plainly in said


def test_workings_show_the_divisor_and_the_tie_score(lesson):
    shown = Ranking.from_items(lesson.names["shown_1"], lesson.names["scores_1"])
    divisor, line = (measure("Rp@5").explain(shown).step(name) for name in ("D@5", "tie line@5"))
    assert (divisor.value, line.value) == (5, 96)
    assert len(line.forms(HTML)) == 1  # the number is not written twice


def test_example_1_gives_the_printed_values(lesson):
    own = "AvgRp@5+10 = (3/5 + 7/10)/2 = 0.65"
    assert lesson.printed("best-lines") == [own, own, "MARp@5+10 = (0.65 + 0.65)/2 = 0.65"]


@pytest.mark.parametrize(
    "answers", [("0.7", "0.4857", "0.5928"), ("7/10", "17/35", "83/140"), ("0.7", "0.486", "0.593")]
)
def test_example_2_handles_ties_and_seven_lectures(lesson, answers):
    Student(practice := lesson["ties-practice"]).answer(*answers)
    assert practice.is_right
    given, run = practice.exercise.data, lesson.names["example_2"]
    assert [[float(measure(z)(one)) for z in ("Rp@5", "Rp@10")] for one in given] == [[4 / 5, 6 / 10], [2 / 5, 4 / 7]]
    assert measure("Rp@10", denominator="retrieved")(given[1]) == 0.4
    assert diagnose("MARp@5+10", run, "83/140").kind == "right"  # the lists of the exercise are those of the cell
    assert [run.ranking.user(user).shown.tolist() for user in ("r_1", "r_2")] == [one.shown.tolist() for one in given]


def test_only_the_text_explains_the_tie_cut_off_mistake(lesson):
    student = Student(lesson["ties-practice"])
    student.answer("0.6")
    assert student.verdicts[0].startswith(TEXTS["wrong"])
    assert MISCONCEPTIONS["TIES_IGNORED"].values(measure("AvgRp@5+10"), lesson.names["example_2"])[0] == 0.6
    assert "0.6 for list 1, you cut the tie off." in lesson.texts["ties-question"]


def test_the_two_programs_are_diagnosed(lesson):
    ties, ranks = lesson.printed("ties-mistakes")
    assert ties.startswith(MISCONCEPTIONS["TIES_IGNORED"].plainly)
    assert ranks.startswith(MISCONCEPTIONS["RPREC_N"].plainly)


def test_coverage_novelty_and_diversity_have_the_stated_values(lesson):
    found = {cell: lesson[cell].value for cell in ("class-users", "class-items", "novelty-list", "novelty-item")}
    assert list(found.values()) == pytest.approx([3 / 4, 4 / 5, 13 / 3, 2.5])
    assert lesson["diversity-derive"].value == 5 / 3
    each = [novelty(items, lesson.names["interactions"], base="2") for items in lesson.names["lists"].values()]
    assert each == [3, 4, 6]
    assert [diversity(lesson.names["lists"][user], lesson.names["categories"]) for user in "AC"] == [1, 2]
    nats = novelty(["a"], lesson.names["interactions"])
    assert round(nats, 4) == 0.6931


WHOLE = [({user: ["a"] for user in "ABCD"}, [1, 1 / 5, 1, 1, 1]), ({"D": ["e"]}, [1, 1, 4.25, 2.875, 1.5])]


@pytest.mark.parametrize(("changed", "expected"), WHOLE)
def test_changed_class_lists_give_the_stated_values(lesson, changed, expected):
    lists, interactions = lesson.names["lists"] | changed, lesson.names["interactions"]
    both = [novelty(lists, interactions, base="2", per=per) for per in ("list", "item")]
    last = diversity(lists, lesson.names["categories"])
    assert [user_coverage(lists, "ABCD"), item_coverage(lists, interactions), *both, last] == expected


def test_seven_hits_of_ten_meet_the_goal_at_any_rank(lesson):
    student = Student(lesson["more-inverse"])
    assert student.met == (False,)
    for label in ("1", "4", "5"):
        student.do("show", label).do("move", label, rank=8)
    assert (student.met, student.value) == ((True,), "0.7000")


def test_the_random_pair_diagnoses_the_wrong_denominator(lesson):
    student, own = Student(practice := lesson["more-practice"]), practice.exercise
    student.answer(*(f"{MISCONCEPTIONS['RPREC_N'].value(own.measure, one):.3f}" for one in own.data))
    assert any(MISCONCEPTIONS["RPREC_N"].plainly in verdict for verdict in student.verdicts)
    student.answer("0.829", "0.25")
    assert practice.is_right


def test_every_cell_except_setup_shows_output(lesson):
    assert lesson.silent() == ["imports", "class-lists", "class-data", "best-lists"]
    assert isinstance(lesson.names["example_2"], Run)


def test_intra_list_diversity_and_the_tail_are_as_stated(lesson):
    categories, interactions = lesson.names["categories"], lesson.names["interactions"]
    pairs = [({*categories[one]}, {*categories[other]}) for one, other in combinations(lesson.names["lists"]["C"], 2)]
    distances = [1 - len(one & other) / len(one | other) for one, other in pairs]
    assert (distances, sum(distances) / 3) == ([0, 1 / 2, 1 / 2], 1 / 3)
    assert interactions["a"] == sum(interactions.values()) / 2
    shares = [sum(item != "a" for item in items) / len(items) for items in lesson.names["lists"].values()]
    assert (shares, sum(shares) / 3) == ([1 / 2, 1, 2 / 3], pytest.approx(13 / 18))
