"""Diagnosis: how numbers are read, the order of the verdict, and that it never takes a right answer for a mistake."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from metrics_edu import CONVENTIONS, Ranking, measure, set_language
from metrics_edu.language import number
from metrics_edu.metrics.measures import Measure
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.run import Run
from metrics_edu.metrics.value_and_derivation import COVERAGES, Data, as_measure, value_of
from metrics_edu.mistakes.diagnosis import Kind, diagnose
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.telling_apart import draw_pair
from metrics_edu.mistakes.written_numbers import near, read_claim
from metrics_edu.practice.exercises import judge
from tests.givens import GIVENS, KINDS, measures_of
from tests.mistakes.test_misconceptions import VALUES
from tests.strategies import examples

TEN = Ranking([1, 0, 1, 0, 0, 1, 0, 0, 0, 0], relevant=5)  # AP@10 is 13/30, 0.4333...
GRADED = Ranking([3, 0, 2, 0, 1, 0, 0, 0, 0, 0], pool=[3, 3, 2, 2, 1, 1])
BATCH = Ranking([[1, 0], [0, 1], [0, 0]])
FAR = Ranking.parse("N" * 17 + "R")  # RR is 1/18, 0.0555...
STRICT = Ranking([4, 3, 5, 0], pool=[5, 4, 4, 3], threshold=3)  # with >: hits at ranks 1 and 3, |R| = 3
METRICS_OF = {
    name: KINDS[found.kind] for name, found in REGISTRY.items() if found.kind != "coverage" or name in COVERAGES
}

# Reading numbers


@pytest.mark.parametrize(
    ("text", "value", "decimals", "digits"),
    [
        ("0.5", 0.5, 1, 1),
        ("0,5", 0.5, 1, 1),
        (" 0.50 ", 0.5, 2, 2),
        (",5", 0.5, 1, 1),
        ("5.", 5, 0, 1),
        ("1/2", 0.5, None, 0),
        ("997 / 1980", 997 / 1980, None, 0),
        ("0,5/2", 0.25, None, 0),
        ("50 %", 0.5, 2, 2),
        ("50,35%", 0.5035, 4, 4),
        ("−0,25", -0.25, 2, 2),
        ("+110", 110, 0, 3),
        ("0.0047", 0.0047, 4, 2),
        ("0.00", 0, 2, 0),
        ("1e-3", 0.001, 3, 1),
        ("1e3", 1000, 0, 1),
        (0.25, 0.25, 2, 2),
        (1, 1, 0, 1),
        (np.float64(0.125), 0.125, 3, 3),
        (Decimal("0.50"), 0.5, 2, 2),
        (Fraction(1, 3), 1 / 3, None, 0),
        ("np.float64(0.1255)", 0.1255, 4, 4),
        ("tensor(0.1255, device='cuda:0')", 0.1255, 4, 4),
        ("tensor([0.1255], dtype=torch.float64)", 0.1255, 4, 4),
        ("array([[0.5]])", 0.5, 1, 1),
        ("Decimal('0.50')", 0.5, 2, 2),
        ("≈0.19", 0.19, 2, 2),
        ("aprox. 0,19", 0.19, 2, 2),
        ("0.1255 (aprox.)", 0.1255, 4, 4),
        ("0.1255.", 0.1255, 4, 4),
        ("“0,1255”", 0.1255, 4, 4),
        ("**0.5**", 0.5, 1, 1),
        ("0.12 ± 0.01", 0.12, 2, 2),
        ("12.5 ± 0.3 %", 0.125, 3, 3),
        (r"12.5\%", 0.125, 3, 3),
        ("1.2×10^-1", 0.12, 2, 2),
        ("–0.5", -0.5, 1, 1),
        ("０．５", 0.5, 1, 1),
    ],
)
def test_read_claim_parses_a_number(text: Any, value: float, decimals: int | None, digits: int) -> None:
    claim = read_claim(text)
    assert claim is not None
    assert (claim.value, claim.decimals, claim.digits) == (pytest.approx(value), decimals, digits)


@pytest.mark.parametrize(
    "text",
    [
        "half",
        "1/0",
        "1,234.5",
        "0.5 0.6",
        "AP=0.5",
        "%",
        "inf",
        True,
        [0.5],
        "9" * 61,
        "0x1",
        "1e9999",
        "1e999",
        "-1e999 %",
        "1e300/1e-300",
        "1e999/1e999",
        ".",
        "<0.2",
        "[0.1, 0.2]",
        10**300,
    ],
)
def test_text_without_a_number_is_unreadable(text: Any) -> None:
    assert diagnose("AP@10", TEN, text).kind == "unreadable"


@pytest.mark.parametrize("text", [None, "", "  ", "?", " ?? ", "\xa0"])
def test_an_empty_answer_is_not_attempted(text: Any) -> None:
    verdict = diagnose("AP@10", TEN, text)
    assert (verdict.kind, verdict.text, verdict.claim) == ("not_attempted", "No answer was given.", None)


@given(st.text(max_size=70) | st.floats() | st.integers() | st.none())
@example(2.225073858507e-311)
@example("1e-320")
@example("0." + "0" * 57 + "1")
def test_any_answer_gets_a_verdict(value: Any) -> None:
    verdict = diagnose("AP@10", TEN, value)
    assert verdict.kind in get_args(Kind)
    assert verdict.text


# The order of the verdict

SKIP, NAN = {"empty": "skip"}, float("nan")
VERDICTS: list[tuple[Any, Data, Any, str, str, str]] = [
    ("0,4333", TEN, "AP@10", "right", "", ""),
    ("13/30", TEN, "AP@10", "right", "", ""),
    ("43.33 %", TEN, "AP@10", "right", "", ""),
    ("0.43", TEN, "AP@10", "rounded", "", ""),
    ("0.433", TEN, "AP@10", "rounded", "", ""),
    ("43 %", TEN, "AP@10", "rounded", "", ""),
    ("0.4", TEN, "AP@10", "wrong", "", ""),  # one digit says too little
    ("0.06", FAR, "RR", "rounded", "", ""),
    ("0.05", FAR, "RR", "wrong", "", ""),  # cut off, and one digit says too little
    ("0.056", FAR, "RR", "rounded", "", ""),
    ("3/7", TEN, "AP@10", "wrong", "", ""),  # a fraction is exact
    ("0.4334", TEN, "AP@10", "nearly", "", ""),
    ("0.4332", TEN, "AP@10", "nearly", "", ""),
    ("0.4335", TEN, "AP@10", "wrong", "", ""),
    (
        "0.7222",
        TEN,
        "AP@10",
        "convention",
        "AP_DIV_HITS",
        "sklearn pyreclab torchmetrics daisyrec context_precision haystack@3.0",
    ),
    (
        "0.7222",
        TEN,
        measure("AP@10", convention="ranx"),
        "convention",
        "AP_DIV_HITS",
        "sklearn pyreclab torchmetrics daisyrec context_precision haystack@3.0",
    ),
    ("0.7222", TEN, measure("AP@10", convention="torchmetrics"), "right", "", ""),
    ("0.5004", TEN, "AP@10", "misconception", "AP_NO_REL", ""),
    ("1", TEN, "AP@10", "misconception", "AP_IS_RR", ""),
    ("0.6", TEN, "AP@10", "misconception", "AP_IS_RECALL", ""),
    ("1/3", Ranking.parse("NRR"), "RR", "misconception", "RR_LAST RR_RANK0", ""),
    ("1.5", TEN, "RR", "misconception", "RR_SUM", ""),  # named before it is out of range
    ("1.2", TEN, "AP@10", "out_of_range", "", ""),
    ("-0.1", TEN, "AP@10", "out_of_range", "", ""),
    ("1.00006", TEN, "AP@10", "out_of_range", "", ""),
    ("1.00004", TEN, "AP@10", "wrong", "", ""),  # with four decimals it is 1
    ("0.9", TEN, "AP@10", "wrong", "", ""),
    ("1.7", TEN, measure("nDCG@10", ideal="ones"), "wrong", "", ""),  # which can exceed 1
    ("9", GRADED, "DCG@10", "wrong", "", ""),
    ("0.9", Ranking([3, 0], pool=[3, 2], relevant=5), measure("nDCG@10", ideal="retrieved"), "wrong", "", ""),  # cut
    (
        "0.5851",
        GRADED,
        "nDCG@10",
        "convention",
        "GAIN_LINEAR",
        "lopes trec_eval ranx torchmetrics catboost haystack haystack@3.0",
    ),
    ("8.8869", GRADED, "nDCG@10", "misconception", "NO_NORM", ""),
    ("0.5", BATCH, "MAP@2", "right", "", ""),
    (
        "0.5",
        BATCH,
        measure("MAP@2", **SKIP),
        "convention",
        "AP_NO_REL AP_IS_PREC AP_START0 MAP_ZERO_EMPTY CUT_MINUS_1",
        "parra lopes trec_eval ranx sklearn recbole pyreclab torchmetrics spark_python catboost keras_rs context_precision "
        "llama_index haystack haystack@3.0 sentence_transformers opensearch",
    ),
    ("1.25", Ratings([4, 3, 5, 1], [5, 3, 3, 1]), "RMSE", "misconception", "RMSE_NO_ROOT", ""),
    ("-1", Ratings([4], [5]), "MAE", "misconception", "MAE_SIGNED", ""),
    ("1.118", Ratings([4, 3, 5, 1], [5, 3, 3, 1]), "MAE", "misconception", "MAE_IS_RMSE", ""),
    ("0.3333", TEN, "AP@10", "misconception", "CUT_5", ""),
    ("1/2", Ranking.parse("NNRNR"), "RR", "misconception", "RR_START0", ""),
    ("0.8333", STRICT, "AP", "misconception", "THRESH_GT+AP_DIV_HITS", ""),
    (
        "0.8333",
        Run({1: list("abcd")}, {1: dict(zip("abcdz", (4, 3, 5, 0, 4), strict=True))}, 3),
        "AP",
        "misconception",
        "THRESH_GT+AP_DIV_HITS",
        "",
    ),
    ("-2", Ratings([4], [5]), "MAE", "out_of_range", "", ""),
    ("0", Run({1: [8, 7]}, {1: ["7"]}), "AP@10", "misconception", "ID_TYPE", ""),
    ("nan", Ranking.parse("NN"), measure("AP", **SKIP), "right", "", ""),
    (NAN, Ranking.parse("NN"), measure("AP", **SKIP), "right", "", ""),
    (number(NAN), Ranking.parse("NN"), "Rank", "right", "", ""),
    ("0", Ranking.parse("NN"), "Rank", "out_of_range", "", ""),
    ("nan", TEN, "AP@10", "unreadable", "", ""),
]


def giving(value: Any, data: Data, asked: Measure) -> set[str]:
    """Return each convention under which the measure has this value, so that a new row needs no change here."""
    defining = [name for name, convention in CONVENTIONS.items() if asked.metric.name in convention.metrics]
    values = {name: value_of(measure(asked.name, convention=name), data) for name in defining}
    return {name for name, other in values.items() if near(float(value), other, 4)}


@pytest.mark.parametrize(("value", "of", "asked", "kind", "codes", "conventions"), VERDICTS, ids=lambda x: str(x)[:20])
def test_diagnose_returns_the_expected_verdict(
    value: Any, of: Data, asked: Any, kind: str, codes: str, conventions: str
) -> None:
    verdict = diagnose(asked, of, value)
    named = set(verdict.conventions)
    assert (verdict.kind, " ".join(verdict.codes), bool(named)) == (kind, codes, bool(conventions))
    assert {*conventions.split()} <= named
    assert not named or named == giving(value, of, as_measure(asked))
    assert near(verdict.exact, value_of(asked, of), 12)


def test_a_tolerance_replaces_the_decimals() -> None:
    kinds = {by: diagnose("AP@10", TEN, "0.44", tolerance=by).kind for by in (0.0001, 0.01)}
    assert kinds == {0.0001: "wrong", 0.01: "right"}
    assert diagnose("AP@10", TEN, "0.7232", tolerance=0.0011).codes == ("AP_DIV_HITS",)
    with pytest.raises(ValueError, match=r"^tolerance must be from 1e-12 to 0.5; got 0$"):
        diagnose("AP", TEN, 0.5, tolerance=0)


def test_the_requested_decimals_set_the_tolerance() -> None:
    kinds = {decimals: diagnose("AP@10", TEN, "0.43", decimals=decimals).kind for decimals in (1, 2, 3)}
    assert kinds == {1: "right", 2: "right", 3: "rounded"}
    assert diagnose("AP@10", TEN, "0.722", decimals=3).codes == ("AP_DIV_HITS",)
    assert diagnose("AP@10", TEN, "0.72", decimals=2).codes == ()  # two decimals fit many mistakes
    rounded = diagnose("AP@10", TEN, "0.722")
    assert (rounded.kind, rounded.codes, rounded.fewer) == ("convention", ("AP_DIV_HITS",), True)
    assert rounded.text.startswith("If this is rounded (decimals required: 4): The sum of P@i was divided by the hits;")


def test_libraries_are_named_only_for_their_own_mistake() -> None:
    value = MISCONCEPTIONS["AP_DIV_HITS"].value(measure("AP@3"), Ranking.parse("NR", relevant=2))
    verdict = diagnose("AP@3", Ranking.parse("NR", relevant=2), value)
    so = {
        code: "The number is right under scikit-learn" in way
        for code, way in zip(verdict.codes, verdict.ways, strict=True)
    }
    assert so == {code: code == "AP_DIV_HITS" for code in verdict.codes}
    assert len(so) > 2


TEXT_OF = {
    "0.43": "Right, but rounded or cut off (decimals required: 4; written: 2).",
    "1.2": "AP@10 is between 0 and 1, so this cannot be its value.",
    "-0.2": "AP@10 is between 0 and 1, so this cannot be its value.",
    "0.7222": (
        "The sum of P@i was divided by the hits; AP@10 divides it by min(|R|, 10). "
        "The number is right under scikit-learn, pyRecLab, TorchMetrics and others."
    ),
    "0.5004": "P@i was averaged over all ranks; AP@10 adds P@i only where the item is relevant.",
}


@pytest.mark.parametrize("value", TEXT_OF)
def test_the_verdict_has_the_expected_text(value: str) -> None:
    assert diagnose("AP@10", TEN, value).text == TEXT_OF[value]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_verdict_describes_both_joined_mistakes(language: str) -> None:
    set_language(language)
    try:
        verdict = diagnose("AP", STRICT, "0.8333")
        each = [MISCONCEPTIONS[code].sentence(measure("AP")) for code in ("THRESH_GT", "AP_DIV_HITS")]
        start = {"en": "Perhaps: Two mistakes at once:", "es": "Quizás: Dos errores a la vez:"}[language]
        assert verdict.text == " ".join([start, *each])
    finally:
        set_language("en")


def test_one_digit_less_is_right_with_a_decimals_note() -> None:
    verdict = diagnose("RR", FAR, "0.06", decimals=3)
    assert (verdict.kind, verdict.text) == (
        "rounded",
        "Right, but rounded or cut off (decimals required: 3; written: 2).",
    )
    assert diagnose("RR", FAR, "0.05", decimals=3).kind == "wrong"
    assert diagnose("RR", FAR, "0.00", decimals=3).kind == "wrong"
    assert diagnose("RR", Ranking.parse("N" * 249 + "R"), "0.00", decimals=3).kind == "wrong"  # 0.004: no digit is left
    assert diagnose("RR", FAR, "0.1", decimals=2).kind == "wrong"


def test_a_rounded_answer_fits_all_values_rounding_to_it() -> None:
    verdict = diagnose("AP@10", TEN, "0.43")
    assert [verdict.fits(value) for value in (13 / 30, 0.434, 0.436)] == [True, True, False]


def test_a_truncated_right_value_gets_no_mistake_code() -> None:
    given = Ranking.parse("NNNRN", relevant=8)  # nDCG@10 is 0.10894, and 0.10781 with the other discount
    verdict = diagnose("nDCG@10", given, "0.108", decimals=3)
    assert (verdict.kind, verdict.codes) == ("rounded", ())
    assert verdict.text == "Right, but cut off instead of rounded (decimals required: 3)."
    assert diagnose("nDCG@10", given, "0.1078").codes == ("DISC_JARVELIN",)
    assert diagnose("nDCG@10", given, "0.1089").kind == "right"


PERCENT = "Is this a percentage? Then write it with the sign %."
QUESTIONS: list[tuple[Any, Data, Any, str, str]] = [
    ("43.33", TEN, "AP@10", "out_of_range", PERCENT),
    ("43", TEN, "AP@10", "out_of_range", PERCENT),
    ("72,22", TEN, "AP@10", "out_of_range", PERCENT),  # of AP_DIV_HITS
    ("0.5", Ranking.parse("N" * 199 + "R"), "RR", "wrong", PERCENT),
    ("4333%", TEN, "AP@10", "out_of_range", ""),  # it has the sign
    ("43.9", TEN, "AP@10", "out_of_range", ""),
    ("4", TEN, "AP@10", "out_of_range", ""),
    ("888.69", GRADED, "DCG@10", "wrong", ""),  # which is no share
    ("1.9444", Ranking([[0, 1], [0, 1], [1, 0]], relevant=[1, 2, 3]), "MAP@2", "out_of_range", ""),
    (
        "1.25",
        Ranking([[0, 1], [0, 1], [1, 0]], relevant=[1, 2, 3]),
        "MAP@2",
        "out_of_range",
        "Is this a sum? MAP@2 is a mean: divide the sum by the number of values.",
    ),
    (
        "2.33",
        Ratings([4, 3, 5], [3, 3, 6.33]),
        "MAE",
        "wrong",
        "Is this a sum? MAE is a mean: divide the sum by the number of values.",
    ),
]


@pytest.mark.parametrize(("value", "of", "asked", "kind", "question"), QUESTIONS, ids=lambda x: str(x)[:12])
def test_a_percentage_or_sum_prompts_a_question(value: str, of: Data, asked: Any, kind: str, question: str) -> None:
    verdict = diagnose(asked, of, value)
    assert (verdict.kind, verdict.codes) == (kind, ())
    assert question in verdict.text
    assert ("?" in verdict.text) == bool(question)


def test_a_convention_without_a_code_is_described_in_words() -> None:
    shown = Ranking([4, 2, 0], pool=[5, 4, 2], threshold=3)
    verdict = diagnose("nDCG", shown, "0.6173")
    assert verdict.kind == "convention"
    assert verdict.text == (
        "Right under another convention, not the one required here: trec_eval, TorchMetrics "
        "(gain g, below the threshold worth their gain)."
    )


def test_the_verdict_uses_the_selected_language() -> None:
    verdict = diagnose("AP@10", TEN, "0,5004")
    set_language("es")
    try:
        assert verdict.text.startswith("Se promedió P@i sobre todas las posiciones; AP@10 suma")
        assert diagnose("AP@10", TEN, "-1,2").text == "AP@10 está entre 0 y 1, así que este no puede ser su valor."
    finally:
        set_language("en")


def test_diagnose_rejects_invalid_arguments() -> None:
    with pytest.raises(ValueError, match=r"^decimals must be a whole number from 0 to 12; got 13$"):
        diagnose("AP", TEN, 0.5, decimals=13)
    with pytest.raises(ValueError, match=r"^RMSE needs Ratings, such as .*; got Ranking$"):
        diagnose("RMSE", TEN, 0.5)
    with pytest.raises(ValueError, match=r"^unknown measure 'APP'"):
        diagnose("APP", TEN, 0.5)
    with pytest.raises(ValueError, match=r"^id '7' occurs twice, as a number and as text: keep one of the two$"):
        diagnose("AP", Run({1: [7]}, {1: [7, "7"]}), 0.5)


# The two laws


def _asked(data: st.DataObject, name: str, kinds: tuple[str, ...]) -> tuple[Data, Any, float]:
    of, asked = data.draw(GIVENS[data.draw(st.sampled_from(kinds))]), data.draw(measures_of(name))
    try:
        return of, asked, value_of(asked, of)
    except ValueError:  # a half-life that Breese's exponent refuses, a run without users
        return of, asked, math.inf


@pytest.mark.long
@pytest.mark.parametrize("name", METRICS_OF)
@settings(max_examples=examples(40))
@given(data=st.data(), decimals=st.integers(2, 6))
def test_a_right_answer_is_never_a_mistake(name: str, data: st.DataObject, decimals: int) -> None:
    of, asked, exact = _asked(data, name, METRICS_OF[name])
    if math.isinf(exact):
        return
    for written in (exact, f"{exact:.{decimals}f}", f"{exact:.9f}", number(exact, fixed=decimals), np.float64(exact)):
        verdict = diagnose(asked, of, written, decimals=decimals)
        assert (verdict.kind, verdict.codes, verdict.conventions) == ("right", (), ())
    rounded = f"{exact:.2f}"
    if exact >= 0.005:
        assert diagnose(asked, of, rounded, decimals=decimals).kind in ("right", "rounded")


def _yields(code: str, value: float, of: Data, asked: Any) -> None:
    verdict = diagnose(asked, of, f"{value:.12f}")
    assert verdict.kind in ("misconception", "convention")
    assert code in verdict.codes
    assert MISCONCEPTIONS[code].sentence(as_measure(asked), mean=verdict.mean) in verdict.text
    assert code not in verdict.text
    assert len(verdict.codes) == 1 or ("Either: " in verdict.text and "Or: " in verdict.text)


@pytest.mark.long
@pytest.mark.parametrize("code", MISCONCEPTIONS)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_the_value_of_a_mistake_yields_its_code(code: str, data: st.DataObject) -> None:
    mistake = MISCONCEPTIONS[code]
    of, asked, exact = _asked(data, data.draw(st.sampled_from(mistake.measures)), (mistake.takes,))
    value = math.nan if math.isinf(exact) else mistake.value(asked, of)
    if math.isnan(value) or near(value, exact, 4):
        event("it does not change the value")
    else:
        _yields(code, value, of, asked)


@pytest.mark.long
@pytest.mark.parametrize(("code", "of", "asked", "value"), VALUES, ids=lambda value: str(value)[:20])
def test_a_hand_worked_value_yields_its_code(code: str, of: Any, asked: Any, value: float) -> None:
    if not near(value, value_of(asked, of), 3):  # AP_DIV_N at |R| = n
        _yields(code, MISCONCEPTIONS[code].value(as_measure(asked), of), of, asked)


def test_every_code_changes_the_value_for_some_input() -> None:
    changed = {code for code, of, asked, value in VALUES if not near(value, value_of(asked, of), 3)}
    assert changed == set(MISCONCEPTIONS)


@pytest.mark.long
@pytest.mark.parametrize("asked", ["AP@10", "nDCG@10", "RR", "Recall@10", "Rankscore", "Rp@10"])
def test_a_pair_of_lists_separates_all_codes(asked: str) -> None:
    pair = draw_pair(asked, seed=7)
    for code, mistake in MISCONCEPTIONS.items():
        values = [mistake.value(as_measure(asked), ranking) for ranking in pair]
        if np.isnan(values).all():
            continue
        verdicts = judge([f"{value:.3f}" for value in values], pair, as_measure(asked), 3)
        assert {verdict.codes for verdict in verdicts if verdict.codes} == {(code,)}
        assert any(verdict.kind not in ("right", "rounded") for verdict in verdicts)
