"""What the text of the lesson on precision and recall asks for and answers comes true in its widgets."""

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, measure, separates
from metrics_edu.examples import fruit_set
from metrics_edu.practice import exercise
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("02_sets")
ANSWERS = {
    "fruit-predict-precision": "3/5",
    "parra-predict-precision": "1",
    "parra-predict-recall": "0",
    "f1-predict": "0.18",
    "short-predict": "3/10",
    "ceiling-predict": "2/10",
}
LINES = {
    "fruit-lines": ["0.6", "0.5"],
    "parra-lines": ["0.5", "0.6", "0.25", "0.15"],
    "parra-longer": ["0.6", "0.15"],
    "cutoff-lines": ["0.4", "0.6", "0.5", "0.25"],
    "f1-fruit": ["0.5455"],
    "short-lines": ["0.3", "0.6"],
}


def test_predictions_accept_right_answers_and_diagnose_a_wrong_one(lesson):
    for cell, answer in ANSWERS.items():
        assert "hat is right" in Student(lesson[cell]).answer(answer)
    assert MISCONCEPTIONS["P_DIV_LEN"].plainly in Student(lesson["short-predict"]).do("again").answer("3/5")


def test_metrics_give_the_values_of_the_slides():
    list_a, list_b = Ranking.parse("NRNRNRNRNR", relevant=20), Ranking.parse("NRRNR", relevant=20)
    both = [[measure(name)(one) for one in (list_a, list_b)] for name in ("P", "Recall", "P@5")]
    assert both == [[0.5, 0.6], [0.25, 0.15], [0.4, 0.6]]
    assert [measure(name)(fruit_set()) for name in ("P", "Recall", "F1")] == pytest.approx([3 / 5, 3 / 6, 6 / 11])


def test_the_lesson_prints_the_expected_values(lesson):
    shown = {cell: [line.rpartition(" = ")[2] for line in lesson.printed(cell)] for cell in LINES}
    assert shown == LINES


def test_only_added_apples_raise_precision_and_recall(lesson):
    student = Student(lesson["fruit-explorer"])
    assert [tile["name"] for tile in student.widget.view["tiles"]] == ["P@5", "Recall@5"]
    assert student.values("precision", "recall") == ["0.6000", "0.5000"]
    assert student.do("shuffle").values("precision", "recall") == ["0.6000", "0.5000"]
    missed = student.labels("missed")
    assert len(missed) == 3
    assert student.do("show", missed[0]).set(n=6).values("precision", "recall") == ["0.6667", "0.6667"]
    assert student.do("add").set(n=7).values("precision", "recall") == ["0.5714", "0.6667"]


@pytest.mark.parametrize("cell", ["fruit-explorer", "cutoff-explorer"])
def test_tiles_of_short_lists_show_the_taught_values(lesson, cell):
    explorer = lesson[cell]
    for tile in explorer.view["tiles"]:
        assert float(tile["value"]) == pytest.approx(measure(tile["name"])(explorer.ranking), abs=5e-5)
    Student(explorer).set(n=10)
    assert explorer.value == measure("P@10")(explorer.ranking)


def test_only_the_cut_off_explorer_draws_the_curve(lesson):
    assert "precision" in lesson["cutoff-explorer"].figure
    assert "precision" not in lesson["fruit-explorer"].figure


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


def test_f1_grows_with_more_of_ten_relevant_items():
    found = [measure("F1")(Ranking([1] * shown, relevant=10)) for shown in (1, 3, 4)]
    assert [f"{value:.4f}" for value in found] == ["0.1818", "0.4615", "0.5714"]


def test_no_order_of_ten_items_beats_the_ceiling(lesson):
    two = lesson.names["two"]
    best = [measure("P@10")(Ranking(two.shown[order], relevant=2)) for order in (slice(None), slice(None, None, -1))]
    assert best == [min(2, 10) / 10] * 2


def test_three_more_hits_beat_both_lists():
    longer = Ranking.parse("NRRNRRRR", relevant=20)
    assert (measure("P")(longer), measure("Recall")(longer)) == (0.75, 0.3)


def test_the_random_exercise_diagnoses_its_mistakes():
    for drawn in (exercise("02-p-at-n"), exercise("02-p-at-n").draw(7)):
        assert separates(drawn.measure, drawn.data)
        codes = [one for one in MISCONCEPTIONS.values() if one.takes == "list" and not one.graded]
        for code in (one for one in codes if drawn.measure.metric.name in one.measures):
            wrong = [code.value(drawn.measure, one) for one in drawn.data]
            if all(abs(value - d.value) > 1e-3 for value, d in zip(wrong, drawn.solution(), strict=True)):
                assert all(code.code in verdict.codes for verdict in drawn.check([f"{value:.4f}" for value in wrong]))


def test_the_exercise_accepts_f1_computed_from_counts():
    assert [verdict.kind for verdict in exercise("02-parra").check(["10/30", "6/25"])] == ["right", "right"]


def test_hr_is_the_share_of_users_with_a_hit(lesson):
    assert "That is right." in Student(lesson["hr-predict"]).answer("3/4")
    assert [line.rpartition(" = ")[2] for line in lesson.printed("hr-lines")] == ["0.75", "0.25"]
    one_each = Ranking.batch([Ranking.parse(items) for items in ("NRN", "NNNR", "R")])
    assert measure("HR@3").mean(one_each) == measure("Recall@3").mean(one_each) == 2 / 3


def test_f_beta_leans_to_recall_or_precision(lesson):
    assert "That is right." in Student(lesson["fbeta-predict"]).answer("0.18")
    assert [line.rpartition(" = ")[2] for line in lesson.printed("fbeta-lines")] == ["0.24", "0.1765"]
    assert round(float(measure("F0.5")(lesson.names["list_b"])), 4) == 0.375
