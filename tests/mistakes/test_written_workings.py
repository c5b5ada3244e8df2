"""Computations as answers: the place that is wrong, the mistake that is read, right ones in other forms, and none accused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from benchmarks import computations
from metrics_edu import CONVENTIONS, Ranking, Ratings, diagnose, measure, set_language
from metrics_edu.language import number
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.mistakes.written_workings import WrittenWorking
from metrics_edu.practice.tutor.drill_draws import DRILLED
from metrics_edu.working.expression import number as number_of
from metrics_edu.working.written_expression import MAX_CHARACTERS

HITS = Ranking.parse("RNRNNR", relevant=4)
GRADED = Ranking.parse("3 2 0 1", pool="3 3 2 1")
RATINGS = Ratings([4, 3, 5], [5, 3, 3])
USERS = Ranking.batch([HITS, Ranking.parse("NRNNNN", relevant=4)])
LONG = Ranking.parse("RRRNRNNRNR", relevant=8)
HALVES = Ranking.parse("RNRN", relevant=4)

PLACES = [
    ("AP", HITS, "(1/1 + 2/3 + 3/5)/4", "Not right. Term 3, rank 6: you divided by 5, it is 6."),
    ("AP", HITS, "(3/5 + 1 + 0.6667)/4", "Not right. Term 1, rank 6: you divided by 5, it is 6."),
    ("AP", HITS, "1/4 · (1 + 2/3 + 2/6)", "Not right. Term 3, rank 6: you took 2, it is hits₆ = 3."),
    ("AP", HITS, "(1/1 + 2/3 + 2/4 + 3/6)/4", "Not right. One term too many: 2/4. Rank 4 is not relevant."),
    ("AP", HITS, "(1/1 + 3/6)/4", "Not right. One term is missing: that of rank 3."),
    ("AP", HITS, "(1/1 + 2/3 + 3/6)/5", "Not right. The divisor: you divided by 5; AP divides by |R| = 4."),
    (
        "nDCG@4",
        GRADED,
        "(7 + 2/log2(3) + 1/log2(5))/(7 + 7/log2(3) + 3/2 + 1/log2(5))",
        "Not right. Term 2, rank 2: you took 2, it is gain₂ = 2² − 1 = 3.",
    ),
    (
        "nDCG@4",
        GRADED,
        "(7 + 3/log2(3) + 1/log2(5))/(7 + 3/log2(3) + 3/2 + 1/log2(5))",
        "Not right. Term 2, rank 2 of the ideal list: you took 3, it is gain*₂ = 2³ − 1 = 7.",
    ),
    ("RMSE", RATINGS, "√((1² + 0² + 3²)/3)", "Not right. Term 3, rating 3: you took 3, it is e₃ = 5 − 3 = 2."),
    ("MAE", RATINGS, "(1 + 0 - 2)/3", "Not right. Term 3, rating 3: you took −2, it is |2|."),
    ("MAP", USERS, "(0.5417 + 0.25)/2", "Not right. Term 2, user 2: you took 0.25, it is AP₂."),
]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")


@pytest.mark.parametrize(("name", "data", "text", "sentence"), PLACES)
def test_the_place_that_is_wrong_is_named(name, data, text, sentence):
    verdict = diagnose(name, data, text)
    assert (verdict.kind, verdict.text) == ("wrong", sentence)


@pytest.mark.parametrize(
    ("name", "data", "text", "codes"),
    [
        ("AP", HITS, "(1/1 + 2/3 + 3/6)/3", ("AP_DIV_HITS",)),
        ("AP", HITS, "1/1 + 2/3 + 3/6", ("AP_NO_DIV",)),
        ("AP", HITS, "(1/1 + 1/3 + 1/6)/4", ("AP_INVERSE_RANKS",)),
        ("AP", HITS, "(1 + 0.333 + 0.167)/4", ("AP_INVERSE_RANKS",)),
        ("RMSE", RATINGS, "(1 + 0 + 4)/3", ("RMSE_NO_ROOT",)),
        ("RMSE", RATINGS, "√5/3", ("RMSE_ROOT_FIRST",)),
        ("RMSE", RATINGS, "(|4 − 5| + |3 − 3| + |5 − 3|)/3", ("RMSE_IS_MAE",)),
        ("MAP", USERS, "(0.7222 + 0.5)/2", ("AP_DIV_HITS",)),
    ],
)
def test_a_mistake_is_read_from_a_computation_flatly(name, data, text, codes):
    verdict = diagnose(name, data, text)
    assert (verdict.codes, verdict.chance, verdict.read) == (codes, 0, codes)
    assert not verdict.text.startswith("Perhaps")


def test_a_fraction_alone_is_read_by_its_value_if_another_list_could_have_it():
    verdict = diagnose("RR", Ranking.parse("NNRR"), "1/2")
    assert (verdict.codes, verdict.read, verdict.places) == (("RR_START0",), (), ())
    assert verdict.text.startswith("Perhaps")


def test_several_places_are_a_question():
    verdict = diagnose("AP", HITS, "(1 + 1/3 + 3/5)/3")
    assert verdict.text.startswith("Not right. Is it here? Term 2, rank 3. Term 3, rank 6. The divisor.")
    assert not verdict.codes


@pytest.mark.parametrize(
    ("name", "data", "text", "codes"),
    [
        ("F1@4", HALVES, "(0.5 + 0.5)/2", ("F_MEAN",)),
        ("AP", Ranking.parse("RNNNNR", relevant=3), "(1/1 + 1/6 + 1/6)/3", ()),
        ("AP", HITS, "(1/1 + 1/2 + 3/6 + 1/6)/4", ()),
    ],
)
def test_a_right_value_by_a_wrong_computation_is_reported(name, data, text, codes):
    verdict = diagnose(name, data, text)
    assert (verdict.kind, verdict.codes) == ("coincidence", codes)
    assert verdict.text.startswith("The number is right, but it was computed in another way.")


def test_another_divisor_is_not_read_as_a_mistake_of_the_same_value():
    verdict = diagnose("MAP", USERS, "(0.5417 + 0.125)/3")
    assert (verdict.codes, verdict.text) == ((), "Not right. The divisor: you divided by 3; MAP divides by 2.")


def test_terms_that_match_by_chance_are_no_place():
    verdict = diagnose("CG@4", GRADED, "7 + 3 + 1")
    assert (verdict.codes, verdict.places) == (("GAIN_EXP",), ())


@pytest.mark.parametrize(
    ("name", "data", "text", "sentence"),
    [
        ("F1@5", LONG, "2·0.8·0.5·2/(0.8 + 0.5)", "Not right. This part differs: 2 · 0.8 · 0.5 · 2."),
        ("F1@5", LONG, "2·(4/5)·(4/8)/(4/5 + 4/6)", "Not right. You took 6; it is |R| = 8."),
        ("AP", Ranking.parse("NRN", relevant=2), "(1/4)/2", "Not right. You divided by 4; for rank 2, it is 2."),
        (
            "AP",
            Ranking.parse("RRN", relevant=3),
            "(3/2 + 1/1)/3",
            "Not right. Is it here? Term 1, rank 1.",
        ),
        ("AP", HITS, "(1 + 2/3 + 3/6)/4/2", "Not right. One division too many: you divided by 2."),
        ("AP@10", LONG, "(1 + 1 + 4/5 + 5/8 + 6/10)/8", "Not right. Is it here? One term is missing: that of rank 3."),
    ],
)
def test_a_place_is_named_by_what_it_is(name, data, text, sentence):
    assert diagnose(name, data, text).text == sentence


def test_the_places_are_never_all_of_the_right_computation():
    assert diagnose("AP", HITS, "4/(1 + 2/3 + 3/6)").places == ()
    assert diagnose("AP", Ranking.parse("NNN", relevant=0), "1/2 + 1/3").places == ()
    assert diagnose(measure("AP", convention="lenskit"), Ranking.parse("NNN", relevant=0), "1/2 + 1/3").places == ()


def test_zeros_between_the_terms_change_no_place():
    text = diagnose("AP", HITS, "(1 + 0 + 1/3 + 0 + 0 + 3/6)/4").text
    assert text == "Not right. Term 3, rank 3: you took 1, it is hits₃ = 2."


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("DCG@4", GRADED, "2^3 - 1 + (2^2 - 1)/log2(3) + (2^1 - 1)/log2(5)"),
        ("DCG@4", GRADED, "2^3 + 2^2/log2(3) + 2/log2(5) - 1 - 1/log2(3) - 1/log2(5)"),
        ("CG@4", GRADED, "3 + 2 + 0 + 1"),
        ("MAE", RATINGS, "(5 - 4 + 0 + 5 - 3)/3"),
        ("F1@4", HALVES, "1/(1/2·(1/0.5 + 1/0.5))"),
        ("Recall@3", HITS, "1 - 2/4"),
        ("Recall@3", HITS, "(4 - 2)/4"),
        ("RR", Ranking.parse("NNR"), "1 - 2/3"),
        ("AP", Ranking.parse("NNN", relevant=0), "(0 + 0)/3"),
        ("Recall", Ranking.parse("NNN", relevant=2), "(0 + 0)/3"),
        ("MAP", USERS, "(1 + 2/3 + 3/6 + 1/2)/8"),
        ("MAP", USERS, "((1 + 2/3 + 3/6)/4 + (1/2)/4)/2"),
    ],
)
def test_a_right_computation_by_another_formula_is_right(name, data, text):
    assert diagnose(name, data, text).kind == "right"


def test_a_relevant_rank_is_not_said_to_be_irrelevant():
    verdict = diagnose("RR", Ranking.parse("NNRNR", relevant=3), "1/3 + 1/5")
    assert verdict.codes == ("RR_SUM",)
    assert verdict.text.endswith("One term too many: 1/5.")


def test_the_right_value_is_not_named_as_the_divisor():
    text = diagnose("RR", HITS, "1/(1 + 1)").text
    assert text.endswith("You divided by 1 + 1; for rank 1, it is 1.")


def test_no_term_is_missing_where_one_holds_all_of_them():
    verdict = diagnose("MAE", RATINGS, "|-1 + 0 + 2|/3")
    assert verdict.text.endswith("The errors kept their signs, so they cancel out; MAE uses their absolute values.")
    assert not verdict.places


def test_a_term_too_many_in_a_sum_alone_is_named():
    assert diagnose("CG@4", GRADED, "3 + 2 + 2 + 1").text == "Not right. One term too many: 2."


@pytest.mark.parametrize("text", ["13/24", "2.1667/4", "(1 + 0.667 + 0.5)/4", "1/4 + 2/12 + 3/24", "(5/3 + 3/6)/4"])
def test_a_simplified_computation_is_right(text):
    assert diagnose("AP", HITS, text, decimals=3).kind == "right"


def test_rounded_numbers_are_rounded():
    verdict = diagnose("AP", HITS, "(1 + 0.67 + 0.5)/4")
    assert verdict.kind == "rounded"
    assert (
        verdict.text == "Right, but computed with rounded numbers. Round only the last result (decimals required: 4)."
    )


@pytest.mark.long
def test_right_computations_in_other_forms_are_not_accused():
    kinds = computations.right_in_other_forms(["AP", "nDCG", "RMSE", "F1"], count=150, seeds=1)
    assert kinds.keys() <= {*RIGHT, "nearly"}


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("data", [HITS, GRADED, USERS, LONG], ids=["hits", "graded", "users", "long"])
def test_right_computations_of_a_convention_are_not_accused(convention, data):
    draw, texts = random.Random(convention), []
    for name in CONVENTIONS[convention].metrics:
        one = measure(METRICS[name].label(), convention=convention)
        with suppress(ValueError):  # it refuses what it would have to read, such as a pool that was cut
            whole = WrittenWorking(number_of(0), one, data).whole
            texts.append((one, computations.written(computations.rewritten(whole, draw))))
    for one, text in texts:
        if len(text) <= MAX_CHARACTERS and "..." not in text:
            assert diagnose(one, data, text).kind in (*RIGHT, "nearly"), text


@pytest.mark.long
@pytest.mark.parametrize("metric", ["AP", "DCG", "MAE"])
def test_mistakes_are_named_by_their_computations(metric):
    counts = computations.mistakes_named(metric, 1, computations.written)
    assert counts["alone"] >= 0.95 * counts["all"] > 0
    assert not counts["another"]


@pytest.mark.parametrize("metric", ["AP", "nDCG", "Rankscore"])
def test_a_slip_in_a_term_is_named_as_that_term(metric):
    counts = computations.slips_named(metric, 1)
    assert counts["term"] == counts["all"] > 0


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_sentence_about_a_place_has_the_right_value(language):
    set_language(language)
    draw = random.Random(1)
    for metric in DRILLED[:6]:
        for exercise in computations.exercises_of(metric, 1):
            for part, tree in zip(exercise.parts, computations.workings_of(exercise, ""), strict=True):
                if tree is not None and len(tree.parts) > 1:
                    text = computations.written(computations.changed(tree, draw))
                    verdict = diagnose(exercise.measure, part, text)
                    assert number(verdict.exact) not in verdict.text.split() or number(verdict.exact) in text
