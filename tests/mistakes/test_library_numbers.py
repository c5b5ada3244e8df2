"""Numbers of libraries: `diagnose` names their cause or says nothing, and says how a library that is named comes to them.

`library_numbers.jsonl` has a number a line that is not ours: the library with its function and options, the lists, and the
cause; "right" if repeated items must only count in the way of `copies`; null if no code says it.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import Ranking, measure
from metrics_edu.metrics import Run
from metrics_edu.metrics.value_and_derivation import Data, value_of
from metrics_edu.mistakes import MISCONCEPTIONS, Verdict, diagnose
from metrics_edu.tables.judged_numbers import judge
from tests.metrics.test_library_cases import CASES as LIBRARY_CASES
from tests.metrics.test_library_cases import ranking_of

LINES = Path(__file__).with_name("library_numbers.jsonl").read_text("utf-8").splitlines()
CASES: dict[str, Any] = {case["id"]: case for case in map(json.loads, LINES)}
BY_DEFAULT = [case for case in LIBRARY_CASES if not case["parameters"] and case["value"] is not None]
TIED = Run({1: ["a", "b"]}, {1: {"a": 1}}, scores={1: {"a": 1, "b": 1}})


def data_of(case: dict[str, Any]) -> Data:
    if "shown" in case:
        return Ranking(case["shown"], missed=case["missed"])
    if "list" in case:
        return Run({1: case["list"]}, {1: case["relevant"]})
    if "queries" in case:
        return Ranking.batch([Ranking(labels) for labels in case["queries"]])
    scores = dict(zip(case["items"], case["scores"], strict=True))
    ordered = sorted(case["items"], key=lambda item: -scores[item])
    return Run({1: ordered}, {1: dict(zip(case["items"], case["labels"], strict=True))}, scores={1: scores})


def said(case: dict[str, Any], verdict: Verdict) -> str:
    """Return whether a cause is named rightly, among others, wrongly or not at all."""
    is_read_so = verdict.copies == case.get("copies", verdict.copies)
    if verdict.kind == "right":
        return "rightly" if case["cause"] == "right" and is_read_so else "wrongly"
    if not verdict.ways:
        return "silent"
    return "rightly" if case["cause"] in verdict.codes and is_read_so else "wrongly"


def test_no_number_of_a_library_gets_a_wrong_cause() -> None:
    """Before the codes of this file's libraries, 10 of these were wrong and 31 silent."""
    found = {name: said(case, diagnose(case["measure"], data_of(case), case["value"])) for name, case in CASES.items()}
    assert {name for name in found if found[name] == "wrongly"} == set()
    assert Counter(found.values()) == {"rightly": 108, "silent": 3}


def test_causes_in_the_order_of_equal_scores_come_first() -> None:
    codes = diagnose("AP", TIED, 0.5).codes
    assert [code.startswith("SCORES") for code in codes] == sorted(
        (code.startswith("SCORES") for code in codes), reverse=True
    )
    assert {"SCORES_LAST_RANK", "SCORES_WORST_FIRST", "AP_DIV_N"} <= {*codes}


# --- a library that is named --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", BY_DEFAULT, ids=lambda case: case["id"])
def test_a_library_comes_to_its_number(case: dict[str, Any]) -> None:
    verdict = diagnose(measure(case["measure"]), ranking_of(case), case["value"], library=case["convention"])
    assert "The number is that of " in verdict.text
    assert verdict.kind == "right" or (verdict.kind, verdict.certainty) == ("convention", "certain")


NAMED = [
    ("AP", 0.5, "sklearn", "The number is that of scikit-learn: ", ("SCORES_LAST_RANK",)),
    ("nDCG", 0.8155, "sklearn", "The number is that of scikit-learn: ", ("SCORES_EXPECTED",)),
    ("nDCG", 1.0, "sklearn", "Right. The number is not that of scikit-learn.", ()),
    ("RR", 0.5, "catboost", "The number is that of CatBoost: ", ("SCORES_WORST_FIRST",)),
    ("RR", 0.5, "trec_eval", "The number is that of trec_eval: ", ("SCORES_BY_ID",)),
    ("RR", 1.0, "sentence_transformers", "Right. The number is that of Sentence Transformers (pyvespa): ", ()),
    ("nDCG", 1.0, "xgboost", "Right. The number is that of XGBoost: ", ()),
]


@pytest.mark.parametrize(("asked", "value", "library", "text", "codes"), NAMED)
def test_a_library_reads_equal_scores_as_it_does(
    asked: str, value: float, library: str, text: str, codes: tuple[str, ...]
) -> None:
    verdict = diagnose(asked, TIED, value, library=library)
    assert verdict.text.startswith(text)
    assert verdict.codes == codes


def test_an_older_version_of_a_library_is_tried() -> None:
    of = Ranking([1, 1, 1, 1])
    assert diagnose("AP@3", of, 0.75, library="xgboost").conventions == ("xgboost@1.7",)
    assert diagnose("AP@3", of, 0.6, library="xgboost").text.endswith("The number is not that of XGBoost.")


def test_an_unknown_library_raises_an_error() -> None:
    with pytest.raises(ValueError, match=r"^library must be one of .*'xgboost'.*; got 'xgbost'$"):
        diagnose("AP", Ranking([1]), 1, library="xgbost")


# --- repeated items -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("items", "relevant", "asked", "value", "copies"),
    [
        ("a a b", "a", "P", 1 / 3, "first"),
        ("b a a", "a c", "AP", 0.5833, "counted"),
        ("b a a", "a c", "AP", 0.3889, "expanded"),
        ("b a a", "a c", "nDCG", 0.5307, "expanded"),
        ("b a a", "a c", "AP", 0.25, "removed"),
    ],
)
def test_a_number_is_right_if_copies_count_in_some_way(
    items: str, relevant: str, asked: str, value: float, copies: str
) -> None:
    verdict = diagnose(asked, Run({1: items.split()}, {1: relevant.split()}), value)
    assert (verdict.kind, verdict.copies, verdict.repeats) == ("right", copies, copies != "removed")
    assert verdict.text.endswith("Right.")


# --- several numbers of one run -----------------------------------------------------------------------------

LISTS = {1: [1, 2, 3, 4, 5, 6], 2: [4, 5, 1, 2, 3, 6], 3: [9, 8, 7, 6, 5, 4]}
GRADES = {1: {1: 4, 3: 5, 6: 3, 9: 5}, 2: {5: 5, 2: 4, 7: 4}, 3: {9: 3, 7: 5, 4: 4, 1: 5}}
RUN = Run(LISTS, GRADES, 4)


def claimed(code: str, *names: str) -> list[tuple[str, str]]:
    return [(name, f"{MISCONCEPTIONS[code].value(measure(name), RUN):.4f}") for name in names]


def test_one_cause_that_fits_all_numbers_comes_first() -> None:
    claims = claimed("THRESH_GT", "P@3", "nDCG@3", "Recall@3")
    assert len(diagnose("Recall@3", RUN, claims[2][1]).codes) > 1
    judged = judge(claims, [RUN] * 3)
    assert [one.verdict.codes for one in judged] == [("THRESH_GT",)] * 3
    assert {one.verdict.certainty for one in judged} == {"certain"}


def test_a_right_number_excludes_causes() -> None:
    wrong = claimed("THRESH_GT", "P@3")
    alone = judge(wrong, [RUN])[0].verdict
    for name, left in {"AP@3": {"THRESH_GT"}, "RR": {"CUT_5", "CUT_1", "CUT_IGNORED", "CUT_MINUS_1"}}.items():
        right = [(name, f"{value_of(name, RUN):.4f}")]
        assert left < {*alone.codes}
        assert {*judge([*wrong, *right], [RUN] * 2)[0].verdict.codes} == left


def test_certainty_is_written_with_its_chance() -> None:
    tied = judge([("nDCG", "0.8155")], [TIED])[0]
    assert tied.verdict.certainty == "possible"
    assert f"By chance, {round(100 * tied.verdict.chance, 1):g} % of wrong numbers fit." in tied.text(show=False)
    assert tied.facts(show=False)["certainty"] == "possible"
