"""What the text of the lesson on the reciprocal rank asks for and answers comes true in its widgets."""

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, measure, separates
from metrics_edu.practice import exercise
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("03_reciprocal_rank")


def searches(*ranks: int) -> Ranking:
    return Ranking.batch([Ranking.parse("N" * (rank - 1) + "R") for rank in ranks])


def test_predictions_accept_right_answers_and_diagnose_wrong_ones(lesson):
    answers = {"first-predict": "1/2", "four-predict": "0.069", "none-predict": "0.25"}
    for cell, answer in (answers | {"rest-predict": "same"}).items():
        assert "That is right" in Student(lesson[cell]).answer(answer)
    for wrong, code in {"1/5": "RR_LAST", "1/3": "RR_RANK0", "1": "RR_START0"}.items():
        assert MISCONCEPTIONS[code].plainly in Student(lesson["first-predict"]).do("again").answer(wrong)
    for parra in ("NRNRNRNRNR", "NRRNR"):
        assert measure("RR")(Ranking.parse(parra, relevant=20)) == 1 / 2


def test_rr_depends_only_on_the_first_relevant_rank(lesson):
    student = Student(lesson["first-explorer"])
    values = []
    for rank in (1, 3, 4, 5):
        student.do("move", "Item 2", rank=rank)
        values += student.values("reciprocal_rank")
        student.do("undo")
    assert values == ["1.0000", "0.5000", "0.5000", "0.5000"]
    start = student.do("reset").tiles
    moved = set()
    for edit in (
        {"name": "move", "label": "Item 3", "rank": 5},
        {"name": "show", "label": "Missed 1"},
        {"name": "add"},
    ):
        after = student.do(**edit).tiles
        moved |= {key for key in start if after[key] != start[key]}
    assert moved == set(start) - {"reciprocal_rank"}


def test_the_metrics_give_the_values_of_lawrie(lesson):
    values = [round(measure("RR")(one), 4) for one in lesson.names["searches"]]
    assert values == [0.2, 0.0667, 0.0049, 0.0047]
    average, mrr = (measure(name).explain(lesson.names["four"]).value for name in ("Rank", "MRR"))
    assert (average, round(mrr, 4)) == (110, 0.0690)
    assert 1 / 15 < mrr < 1 / 14
    assert sum(values[:2]) > 0.95 * sum(values)
    assert measure("MAP").explain(lesson.names["four"]).value == pytest.approx(mrr)


@pytest.mark.parametrize(
    ("ranks", "average", "mrr"),
    [((5, 15, 205, 2150), 593.75, 0.0680), ((1, 15, 205, 215), 109, 0.2690)],
)
def test_one_bad_search_moves_the_average_rank_and_not_mrr(lesson, ranks, average, mrr):
    assert lesson.names["ranks"] == [5, 15, 205, 215]
    assert [line.split(" = ")[-1] for line in lesson.printed("four-try")] == ["110", "0.069"]
    batch = searches(*ranks)
    assert measure("Rank").explain(batch).value == average
    assert round(measure("MRR").explain(batch).value, 4) == mrr


def test_a_missed_item_lowers_mrr(lesson):
    student, means = Student(lesson["none-explorer"]), []
    means.append(student.do("user", key="mean").value)
    student.do("user", key="1")
    assert student.value == "0.1000"
    student.do("miss", "Item 10")
    assert student.value == "0.0000"
    assert [*means, student.do("user", key="mean").value] == ["0.3000", "0.2500"]


def test_average_rank_prefers_the_recommender_that_finds_less(lesson):
    second, tenth, nowhere = (lesson.names[name] for name in ("second", "tenth", "nowhere"))
    ranks = [measure("Rank").explain(Ranking.batch([second, other])) for other in (tenth, nowhere)]
    assert [one.value for one in ranks] == [6, 2]
    assert "1 of 2 users" in ranks[1].text()


def test_all_but_rr_prefer_the_list_of_cookie_and_cream(lesson):
    student = Student(lesson["rest-compare"])
    assert {row["name"]: row["word"] for row in student.widget.view["rows"]} == {
        "P@4": "A",
        "Recall@4": "A",
        "F1@4": "A",
        "RR": "equal",
        "AP": "A",
    }
    assert student.widget.values["RR"] == (1, 1)


def test_ap_can_change_while_rr_stays_equal(lesson):
    for order in ({"name": "move", "label": "Item 3", "rank": 2}, {"name": "toggle", "label": "Item 4"}):
        student = Student(lesson["rest-inverse"]).do("reset")
        assert student.met == (True, False)
        assert student.do(**order).met == (True, True)
    assert Student(lesson["rest-inverse"]).do("reset").do("solution").met == (True, True)


def test_rr_changes_only_when_the_first_relevant_item_moves(lesson):
    start = Student(lesson["rest-inverse"]).tiles
    up = Student(lesson["rest-inverse"]).do("move", "Item 4", rank=2).tiles
    assert {key for key in start if up[key] != start[key]} == {"average_precision"}
    down = Student(lesson["rest-inverse"]).do("move", "Item 1", by=1).tiles
    assert {key for key in start if down[key] != start[key]} == {"average_precision", "reciprocal_rank"}


def test_ap_without_relevant_items_is_0_over_0(lesson):
    student = Student(lesson["rest-inverse"])
    for k in (1, 3, 4):
        student.do("toggle", f"Item {k}")
    assert student.tiles["average_precision"] == "0/0"


def test_the_random_exercise_diagnoses_its_mistakes():
    for drawn in (exercise("03-first"), exercise("03-first").draw(7)):
        assert separates(drawn.measure, drawn.data)
        for code in ("RR_LAST", "RR_RANK0", "RR_SUM"):
            wrong = [MISCONCEPTIONS[code].value(drawn.measure, one) for one in drawn.data]
            assert {verdict.codes for verdict in drawn.check([f"{value:.3f}" for value in wrong])} <= {(code,), ()}
    assert [verdict.codes for verdict in exercise("03-first").check(["0.1", "0.143"])] == [("RR_LAST",)] * 2
    assert [verdict.codes for verdict in exercise("03-first").check(["0.25", "0.2"])] == [("RR_RANK0",)] * 2


def test_the_exercise_over_users_accepts_the_right_answers():
    assert [verdict.kind for verdict in exercise("03-none").check(("1/4", "0", "1/2", "0.25"))] == ["right"] * 4
