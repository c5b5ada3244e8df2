"""Compared runs: flips, t and Holm are those of SciPy and statsmodels, and the table says what p is."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from scipy import stats

from metrics_edu import compare_runs, evaluate, set_language
from metrics_edu.examples import ten_users
from metrics_edu.tables.scoring import significance
from metrics_edu.tables.scoring.significance import Test, holm, paired
from metrics_edu.tables.scoring.student_t import t_quantile, t_tails

SYSTEMS = ten_users()
"""P@100 of four systems for ten users."""
FLIPS = {"BA": 16, "CA": 840, "DA": 2, "CB": 72, "DB": 772, "DC": 2}
"""Of the 1,024 changes of sign, how many have a mean as far from 0."""
JUDGED = {f"q{q}": [f"r{k}" for k in range(100)] for q in range(10)}


def _run(values: list[float]) -> dict[str, list[str]]:
    """Return the lists of a system whose P@100 are these."""
    hits = [round(100 * value) for value in values]
    return {f"q{q}": [f"{'r' if k < many else 'n'}{k}" for k in range(100)] for q, many in enumerate(hits)}


RUNS = {name: _run(values) for name, values in SYSTEMS.items()}


def _paired(differences: list[float], test: Test = "flips") -> significance.PairedRow:
    return paired("m", np.array([differences, [0.0] * len(differences)]), test=test)


@pytest.mark.parametrize("pair", FLIPS)
def test_two_systems_are_compared_as_scipy_does(pair: str) -> None:
    values = np.array([SYSTEMS[name] for name in pair])
    row, of_t = paired("P", values), paired("P", values, test="t")
    theirs = stats.ttest_rel(*values)
    assert (row.as_far, row.ways, row.p) == (FLIPS[pair], 1024, FLIPS[pair] / 1024)
    assert row.interval == pytest.approx(theirs.confidence_interval(0.95), abs=1e-12)
    assert of_t.p == pytest.approx(theirs.pvalue, abs=1e-12)
    assert of_t.interval == row.interval


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 99, 1000, 20_001])
def test_student_t_is_that_of_scipy(freedom: int) -> None:
    for t in (0, 0.01, 1, 2.2622, 9.8, 50):
        assert t_tails(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), abs=1e-12)
    for confidence in (0.1, 0.5, 0.95, 0.999):
        assert t_quantile(confidence, freedom) == pytest.approx(stats.t.ppf((1 + confidence) / 2, freedom), rel=1e-11)


@pytest.mark.parametrize(
    ("differences", "p", "of_t"),
    [
        ([0.5, *[-0.01] * 7], 1.0, 0.42701933349969307),
        ([0.1, 0.11], 0.5, 0.03031377),
        ([0.1, 0.11, 0.12, 0.1, 0.13], 0.0625, 0.0),
        ([0.0, 0.0, 0.0], 1.0, math.nan),
        ([0.1, 0.1], 0.5, 0.0),
        ([0.1, -0.1], 1.0, 1.0),
        ([0.4, 0.4, 0.4, *[0.0] * 20], 0.25, 0.08293087),
    ],
)
def test_few_users_that_differ(differences: list[float], p: float, of_t: float) -> None:
    assert _paired(differences).p == p
    assert _paired(differences, "t").p == pytest.approx(of_t, abs=1e-4, nan_ok=True)


def test_more_users_are_drawn_with_their_seed() -> None:
    values = np.random.default_rng(3).normal(0.02, 0.1, 17).tolist()
    row = _paired(values)
    flips = stats.permutation_test((np.array(values),), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert (row.ways, _paired(values)) == (10_001, row)
    assert row.p == pytest.approx(flips.pvalue, abs=0.02)
    assert _paired(values[:16]).ways == 65_536


def test_a_large_value_of_one_user_makes_no_others_equal() -> None:
    pairs = np.array([[1e13, *[0.5] * 6], [1e13, *[0.1] * 6]])
    assert (paired("DCG", pairs).wins, paired("DCG", pairs).ties) == (6, 1)


def test_p_of_many_users_is_that_of_many_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = np.random.default_rng(5).integers(0, 11, (2, 15_000)) / 10
    pairs[0, :200] += 0.2
    found = paired("m", pairs)
    monkeypatch.setattr(significance, "NORMAL_FROM", 10**9)
    drawn = paired("m", pairs)
    assert (found.ways, drawn.ways) == (0, 10_001)
    assert found.p == pytest.approx(drawn.p, abs=0.015)
    assert found.p > 0.05
    assert "by the normal distribution" in found.test_in_words(0)


def test_holm_is_that_of_statsmodels() -> None:
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm(np.array([0.04, 0.03, 0.2, 0.005])) == pytest.approx([0.09, 0.09, 0.2, 0.02])
    assert holm(np.array([0.01, np.nan, 0.03])) == pytest.approx([0.02, np.nan, 0.03], nan_ok=True)


def test_runs_are_compared_with_a_baseline() -> None:
    found = compare_runs(RUNS, JUDGED, "P@100", test="t")
    assert found.holm == pytest.approx(
        {
            ("B", "mean P@100"): 0.011206073911652,
            ("C", "mean P@100"): 0.772958739203353,
            ("D", "mean P@100"): 1.271921665878e-06 * 10,
        },
        abs=1e-12,
    )
    text = compare_runs(RUNS, JUDGED, ["P@100", "RR"], baseline="D").text()
    assert "mean P@100  B    10     0.4850  −0.0090     −0.0619 to +0.0439" in text
    assert "p: the share of the 1024 changes of sign whose mean is as far from 0." in text
    assert "p (Holm), of 6 tests" in text
    one = compare_runs({name: RUNS[name] for name in "AB"}, JUDGED, "P@100")
    assert "Holm" not in one.text() + one.html()
    assert compare_runs({1: RUNS["A"], "B\n<b>": RUNS["B"]}, JUDGED, "P@100").text().count("\n") == 3
    lost = compare_runs({"A": RUNS["A"], "other": {"z": ["r1"]}}, JUDGED, "P@100").text()
    assert "other: No user with judgments got a recommendation: are these the same ids?" in lost
    assert one.compared["B"].rows == evaluate(RUNS["B"], JUDGED, "P@100").compare(one.evaluations["A"]).rows


def test_a_user_whom_a_run_leaves_out_counts_as_0() -> None:
    less = {user: items for user, items in RUNS["B"].items() if user != "q0"}
    row = compare_runs({"B": RUNS["B"], "less": less}, JUDGED, "P@100").compared["less"].rows[0]
    assert (row.wins, row.ties, row.losses) == (0, 9, 1)
    assert row.difference == pytest.approx(-0.042)


def test_each_run_has_its_own_users_in_common() -> None:
    """The baseline has its own mean, and each row the number of its users."""
    parts = {name: {user: ["r0"] for user in users} for name, users in {"d": ["q0"], "e": ["q1", "q2"]}.items()}
    found = compare_runs({"A": RUNS["A"], **parts, "B": RUNS["B"]}, JUDGED, "P@100", users="with_relevant")
    assert [row.users for paired in found.compared.values() for row in paired.rows] == [10, 10, 10]
    with pytest.raises(ValueError, match=r"^at least two users must have a value; got 1$"):
        compare_runs({"A": RUNS["A"], "d": parts["d"]}, JUDGED, "P@100", users="common")
    text = compare_runs({"A": RUNS["A"], "e": parts["e"]}, JUDGED, "P@100", users="common").text()
    assert "mean P@100  A    10     0.4140" in text
    assert "mean P@100  e    2      0.0100  −0.2150" in text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"runs": [RUNS["A"], RUNS["B"]]},
            'compare_runs takes two runs or more by their names, as in {"base": run, "new": other}',
        ),
        (
            {"runs": {"A": RUNS["A"]}},
            'compare_runs takes two runs or more by their names, as in {"base": run, "new": other}',
        ),
        ({"baseline": "E"}, "baseline must be one of 'A', 'B', 'C', 'D'; got 'E'"),
        ({"test": "wilcoxon"}, "test must be one of 'flips', 't'; got 'wilcoxon'"),
        ({"resamples": 0}, "resamples must be at least 1; got 0"),
        (
            {"judgments": iter(JUDGED.items())},
            "compare_runs reads the judgments once for each run: pass a table or a file, not a stream",
        ),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        compare_runs(**{"runs": RUNS, "judgments": JUDGED, "measures": "P@100", **given})


def test_the_table_is_in_spanish() -> None:
    set_language("es")
    try:
        text = compare_runs(RUNS, JUDGED, "P@100").text()
    finally:
        set_language("en")
    assert "corrida" in text
    assert "+0,0266 a +0,1154" in text
    assert "p: la fracción de los 1024 cambios de signo" in text


def test_what_users_lack_is_said_of_its_run() -> None:
    half = {user: items for user, items in RUNS["B"].items() if user < "q5"}
    text = compare_runs({"A": RUNS["A"], "half": half}, JUDGED, "P@100").text()
    assert "half: 5 users have judgments but no recommendations, so an empty list is scored: q5, q6, q7, ..." in text


def test_a_baseline_has_its_mean_of_the_shared_users_beside_its_own() -> None:
    judged = {f"q{k}": ["a"] for k in range(1, 5)}
    a = {"q1": ["a"], "q2": ["a", "b"], "q3": ["b", "a"], "q4": ["b", "c", "a"]}
    b = {"q1": ["a", "b"], "q2": ["a", "b"], "q3": ["a", "b"], "q4": ["a"]}
    text = compare_runs({"A": a, "B": b}, judged, "AUC").text()
    assert "mean AUC  A    3      0.3333" in text
    assert "mean AUC: users that have a value in B and in A: 2; their mean in A is 0.5000." in text
