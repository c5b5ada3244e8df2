"""Agreement of judges: values of the libraries, the law of the workings, 0/0, gaps, and the rules that make judgments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metrics_edu import (
    Votes,
    check_metric,
    cohen_kappa,
    diagnose,
    explain,
    fleiss_kappa,
    krippendorff_alpha,
    observed_agreement,
    scott_pi,
)
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.widgets import Stepper

CASES = [json.loads(line) for line in Path(__file__).with_name("agreement_cases.jsonl").read_text("utf-8").splitlines()]
SPELLED = {
    "cohen_kappa": "Cohen's kappa",
    "scott_pi": "Scott's pi",
    "fleiss_kappa": "Fleiss' kappa",
    "krippendorff_alpha": "Krippendorff's alpha",
    "observed_agreement": "observed agreement",
}
TABLE_S = Votes.of_table([[1, 3], [0, 6]])
GRADED = Votes.of_table([[2, 1, 0, 0], [0, 2, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1]])
GAPS = [
    [1, 1, 1, 1, 0, 0, 0, 0, None, None],
    [1, 1, 0, 1, 1, 0, 0, 0, 0, None],
    [1, 0, None, 1, 0, 1, None, 0, 0, 1],
]


def votes_of(case: dict[str, Any]) -> Votes:
    return Votes.of_table(case["table"]) if "table" in case else Votes(case["votes"])


@pytest.mark.parametrize("function", SPELLED)
def test_agreement_has_the_values_of_the_libraries(function: str) -> None:
    """irrCAC prints five digits. An error of a library is an error here, and NaN is NaN."""
    cases = [case for case in CASES if case["function"] == function]
    assert len(cases) >= 4
    for case in cases:
        options = {"convention": case["library"], **case["parameters"]}
        if case["value"] == "error":
            with pytest.raises(ValueError, match=r"0/0|as many votes"):
                explain(SPELLED[function], votes_of(case), **options)
            continue
        value = explain(SPELLED[function], votes_of(case), **options).value
        digits = 6e-6 if case["library"] == "irrcac" else 1e-12
        expected = np.nan if case["value"] is None else case["value"]
        assert value == pytest.approx(expected, abs=digits, nan_ok=True), case


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (observed_agreement, 0.7),
        (cohen_kappa, 2 / 7),
        (scott_pi, 0.2),
        (fleiss_kappa, 0.2),
        (krippendorff_alpha, 0.24),
    ],
)
def test_one_table_has_four_coefficients(function: Any, expected: float) -> None:
    assert function(TABLE_S) == pytest.approx(expected)
    assert REGISTRY[function.name] is function


@pytest.mark.parametrize("function", SPELLED)
@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_every_step_of_a_working_has_its_value(function: str, weights: str) -> None:
    options = {"weights": weights} if function == "cohen_kappa" else {}
    names = {"log2": np.log2, "log": np.log, "sqrt": np.sqrt, "min": min, "max": max, "abs": abs, "sum": sum}
    for votes in (TABLE_S, GRADED):
        steps = REGISTRY[function].explain(votes, **options).steps
        assert len(steps) > 2
        for step in steps:
            computed = eval(step.numbers, {"__builtins__": {}}, names)
            assert np.allclose(computed, step.value, rtol=0, atol=1e-12), step.symbol


def test_kappa_is_printed_with_the_observed_agreement() -> None:
    for function in (cohen_kappa, scott_pi, fleiss_kappa, krippendorff_alpha):
        assert "(observed agreement 0.7)" in function.explain(TABLE_S).text()
        assert "observed" not in observed_agreement.explain(TABLE_S).title.removeprefix("observed agreement")
    assert "(observed agreement 0.6)" in cohen_kappa.explain(GRADED, weights="linear").text()


def test_all_votes_equal_is_0_over_0_and_said() -> None:
    equal = [[1] * 10, [1] * 10]
    for function in (cohen_kappa, scott_pi, fleiss_kappa, krippendorff_alpha):
        assert np.isnan(function(equal))
        assert "0/0" in function.explain(equal).text()
        assert (function(equal, undefined="one"), function(equal, undefined="zero")) == (1, 0)
        with pytest.raises(ValueError, match="all votes are equal"):
            function(equal, undefined="error")
    assert cohen_kappa(equal, weights="linear", undefined="one") == 1


def test_weights_use_the_grades_and_not_their_positions() -> None:
    votes = [[0, 0, 1, 3, 3, 1, 0, 3, 1, 3], [0, 1, 1, 3, 1, 1, 0, 3, 3, 3]]
    assert cohen_kappa(votes, weights="quadratic") == pytest.approx(0.7096774193548387)
    assert cohen_kappa(votes, weights="quadratic", distance="positions") == pytest.approx(0.7619047619047619)
    assert cohen_kappa([[1, 2, 10], [1, 10, 10]], weights="linear") == cohen_kappa(
        [[1.0, 2.0, 10.0], [1.0, 10.0, 10.0]], weights="linear"
    )


def test_a_gap_is_kept_by_alpha_and_left_out_by_kappa() -> None:
    votes = Votes(GAPS)
    assert krippendorff_alpha(votes) == pytest.approx(0.35664335664335667)
    complete = np.array(GAPS, dtype=float)[:2, :8]
    assert cohen_kappa(votes.of_judges(1, 2)) == cohen_kappa(complete)
    with pytest.raises(ValueError, match="item '3' has another number"):
        fleiss_kappa(votes)
    with pytest.raises(ValueError, match="two judges are compared; here are 3"):
        cohen_kappa(votes)


def test_what_takes_lists_says_that_an_agreement_has_votes() -> None:
    with pytest.raises(ValueError, match=r"use cohen_kappa\.explain\(votes\)"):
        Stepper("kappa", TABLE_S)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="κ is computed from votes"):
        check_metric("kappa", lambda votes: 0.0)
    assert diagnose("kappa", TABLE_S, "2/7").text == "Right."
    assert diagnose("kappa", TABLE_S, "0.2000").codes == ("KAPPA_POOLED",)


@pytest.mark.parametrize("grades", [[], [1, 0], [[1], [1, 0]], [["yes"]], [[1, 1001]]])
def test_what_are_no_votes_is_refused(grades: Any) -> None:
    with pytest.raises(ValueError, match="vote"):
        Votes(grades)


RULES = [  # the votes, then majority (tie: higher, lower), any, all, median, mean
    ([0, 1, 3], 3, 0, 3, 0, 1, 4 / 3),
    ([1, 1, 0, 0], 1, 0, 1, 0, 0.5, 0.5),
    ([3, 3, 0], 3, 3, 3, 0, 3, 2),
    ([2, None, 0], 2, 0, 2, 0, 1, 1),
]


@pytest.mark.parametrize("row", RULES, ids=lambda row: str(row[0]))
def test_rules_make_one_grade_of_votes(row: tuple[Any, ...]) -> None:
    cast, *expected = row
    votes = Votes([[vote] for vote in cast], items=["a"])
    rules = [("majority", "higher"), ("majority", "lower"), ("any", None), ("all", None), ("median", None)]
    made = [votes.judgments(rule, tied)["1"]["a"] for rule, tied in [*rules, ("mean", None)]]  # type: ignore[arg-type]
    assert made == pytest.approx(expected)
    if expected[0] != expected[1]:
        assert votes.judgments("majority", "left_out") == {"1": {}}
        with pytest.raises(ValueError, match="item 'a' of query '1' has as many votes"):
            votes.judgments("majority")


def test_no_vote_on_an_item_is_no_decision() -> None:
    votes = Votes([[1, None, -1], [1, -1, 0]], items=[("q", "a"), ("q", "b"), ("p", "a")])
    assert votes.judgments() == {"q": {"a": 1.0}, "p": {"a": 0.0}}
    assert votes.qrels() == "q 0 a 1\np 0 a 0\n"


def test_qrels_have_whole_grades_and_ids_without_spaces() -> None:
    with pytest.raises(ValueError, match=r"qrels need whole grades; item 'a' of query '1' has 0\.5"):
        Votes([[0], [1]], items=["a"]).qrels("mean")
    with pytest.raises(ValueError, match="without spaces"):
        Votes([[1]], items=["a b"]).qrels()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Votes.of_table([[1, 0], [0, 1]], grades=[0]), "grades must name each row"),
        (lambda: Votes.of_table(np.zeros((0, 0), dtype=int)), "as many rows as columns"),
        (lambda: Votes([[1], [0]], items=[("q", "a", "b")]), "a name or a pair"),
        (lambda: Votes(np.arange(202).reshape(2, 101)), "different grades must be at most 100; got 202"),
    ],
)
def test_what_are_no_votes_is_one_sentence(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_a_pair_of_a_file_names_a_query_and_an_item() -> None:
    assert Votes([[1, 0], [1, 1]], items=[["q", "a"], ["q", "b"]]).items == [("q", "a"), ("q", "b")]
