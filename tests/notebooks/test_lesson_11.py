"""Lesson 11, is B really better: what its text asks for and answers comes true. (Its outputs are test_lessons' to check.)"""

import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from metrics_edu import evaluate
from metrics_edu.practice.lessons.lesson_quizzes import QUIZZES
from metrics_edu.tables.scoring.significance import holm, paired
from metrics_edu.tables.scoring.student_t import t_quantile
from metrics_edu.widgets import PairedTest
from tests.lesson_runner import lesson_fixture

lesson = lesson_fixture("11_is_b_better")
MEASURES = ["P@1", "AP", "nDCG", "AUC"]
BY_NEGATIVES = {
    1: ([1 / 2, 3 / 4, 0.8155], [2 / 3, 5 / 6, 0.8770]),
    2: ([1 / 2, 2 / 3, 0.7500], [1 / 3, 2 / 3, 0.7540]),
    3: ([1 / 2, 5 / 8, 0.7153], [0, 1 / 2, 0.6309]),
}
"""The means of A and of B over all samples of as many negatives."""
EVENTS = {"u1": "ab", "u2": "ba", "u3": "cd"}
"""Of the section More: a day is a place."""


def numbers(widget: PairedTest) -> dict[str, str]:
    return {item["name"]: item["value"] for item in widget.view["numbers"]}


def differing(*differences: float) -> PairedTest:
    return PairedTest({"A": [0.0] * len(differences), "B": differences})


def test_the_split_alone_takes_the_hit_ratio_from_1_to_0(lesson):
    assert [lesson.printed(cell) for cell in ("split-leave-one-out", "split-by-time")] == [["1"], ["0"]]


@pytest.mark.parametrize("negatives", BY_NEGATIVES)
def test_the_measures_change_sides_and_auc_never_does(lesson, negatives):
    names = {**lesson.names, "m": negatives}
    exec(lesson.source("candidates-sample"), names)
    for one, share, wanted in zip("ab", (Fraction(1, 2), Fraction(2, 3)), BY_NEGATIVES[negatives], strict=True):
        found = evaluate(names[one], {user: ["r"] for user in names[one]}, MEASURES)
        assert [*found.mean.values()] == pytest.approx([*wanted, float(share)], abs=5e-5)


def test_the_widget_of_the_ten_users_begins_hidden_and_answers_the_steps(lesson):
    widget = lesson["ten-users"]
    assert numbers(widget)["p"] == "??"
    for query, mean in (("5", "+0.0750"), ("8", "+0.0450"), ("6", "+0.0150")):
        widget.act({"do": "swap", "id": query})
        assert widget.view["sentences"] == [f"After your swaps the mean difference is {mean}."]
    widget.act({"do": "reset"})
    widget.act({"do": "set", "key": "flips", "value": "all"})
    assert (widget.test.as_far, widget.test.ways, numbers(widget)["p"]) == (16, 1024, "0.0156")
    assert numbers(widget)["95 % interval"] == "+0.0266 to +0.1154"
    assert f"{widget.test.visible(0.05):.3f}" == "0.062"
    widget.act({"do": "leave", "id": "5"})
    assert (widget.test.as_far, widget.test.ways) == (8, 512)
    widget.act({"do": "undo"})
    widget.act({"do": "leave", "id": "8"})
    assert numbers(widget)["p"] == "0.0312"


def test_the_quizzes_of_tests_have_their_stated_numbers():
    assert [differing(*[0.1] * count).test.p for count in (5, 6)] == [2 / 32, 2 / 64]
    for option, (t, flips) in zip(
        QUIZZES["11-t-and-flips"].options, ((0.0002, 0.125), (0.0632, 0.125), (0.391, 0.625)), strict=True
    ):
        rows = np.array([[float(text.replace("−", "-")) for text in re.findall(r"[−\d.]+", option)], [0] * 4])
        assert (paired("", rows, test="t").p, paired("", rows).p) == pytest.approx((t, flips), abs=5e-5)
    for (first, rest), is_right in (((0.5, -0.01), True), ((0.1, -0.05), False), ((0.5, 0.01), False)):
        row = differing(first, *[rest] * 7).test
        assert (row.difference > 0 and row.losses > 4) is is_right
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])).tolist() == [0.03, 0.06, 0.06, 0.02]


def test_the_tests_of_six_differences_disagree(lesson):
    widget = lesson["tests-test"]
    widget.act({"do": "set", "key": "flips", "value": "all"})
    assert (widget.test.as_far, widget.test.ways) == (6, 64)
    assert widget.view["others"][0]["value"] == "0.0457"


def test_the_best_of_twenty_random_systems_is_no_better(lesson):
    found = lesson.names["found"]
    gains = {name: found.compared[name].rows[0].difference for name in found.compared}
    assert max(gains, key=gains.__getitem__) == "s13"
    assert lesson["many-runs"].test.p == 846 / 65_536
    assert found.holm["s13", "mean nDCG"] == pytest.approx(QUIZZES["11-best-of-twenty"].right, abs=5e-4)
    assert lesson.printed("share") == ["43% 21%"]
    t = lesson.names["t"]
    least = t_quantile(1 - 0.05 / 20, 49)  # Holm: some corrected p is below 0.05 if the smallest is below 0.05/20
    assert [round((abs(t) > limit).any(axis=1).mean(), 4) for limit in (2.0096, least)] == [0.4265, 0.039]


def hit_ratio(tests) -> list[Fraction]:
    """Return HR@1 of "bought together" and of "most popular"; the items with as many events share the hit."""
    hits = [Fraction(0), Fraction(0)]
    for train, user, item in tests:
        known = {other for one, other in train if one == user}
        popular = Counter(other for _one, other in train if other not in known)
        alike = {one for one, other in train if other in known} - {user}
        together = Counter(other for one, other in train if one in alike and other not in known)
        for k, counts in enumerate((together, popular)):
            top = [other for other, count in counts.items() if count == max(counts.values())]
            hits[k] += Fraction(item in top, max(len(top), 1))
    return [one / len(tests) for one in hits]


def test_a_split_changes_the_winner():
    events = [(user, item) for user, items in EVENTS.items() for item in items]
    assert hit_ratio([([other for other in events if other != one], *one) for one in events]) == [
        Fraction(2, 3),
        Fraction(2, 9),
    ]
    before, after = (
        [(user, items[0]) for user, items in EVENTS.items()],
        [(user, items[1]) for user, items in EVENTS.items()],
    )
    assert hit_ratio([(before, *one) for one in after]) == [0, Fraction(1, 3)]
