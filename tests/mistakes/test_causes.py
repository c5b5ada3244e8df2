"""Causes: a right number earns its points, vague ones earn none, and no mistake or library is named that is not the cause."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from homework.tests.homework_cases import RIGHT as RIGHT_LISTS
from homework.tests.homework_cases import grade, gradebook, hand_in, make_course, table
from metrics_edu import CONVENTIONS, Ranking, Ratings, evaluate, measure
from metrics_edu.metrics import Measure, Run
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import diagnose, draw_pair
from metrics_edu.mistakes.diagnosis import does
from metrics_edu.mistakes.known_mistakes import JOINED, KNOWN_MISTAKES, MISCONCEPTIONS
from metrics_edu.mistakes.made_values import under, value_or_nan
from metrics_edu.mistakes.telling_apart import coinciding
from metrics_edu.mistakes.written_numbers import FloatText, near
from metrics_homework.submission.claims_file import read_claims

HIDDEN = Ranking.parse("RRRRNNNNNN", relevant=67)  # Recall@10 is 4/67, 0.0597...
STRICT = Ranking([4, 3, 5, 0], pool=[5, 4, 4, 3], threshold=3)
MEASURES = ("AP@10", "nDCG@10", "RR", "P@10", "Recall@10", "F1@10", "Rankscore", "HR@10", "DCG@10")


def users_of(rng: np.random.Generator, *, threshold: float, count: int = 3) -> Ranking:
    """Draw lists of a few users, graded where a threshold asks for it, with hits that are missed."""
    highest = 1 if threshold == 1 else 5
    lists = []
    for _user in range(count):
        length, missed = int(rng.integers(8, 21)), int(rng.integers(1, 6))
        shown = rng.integers(1, highest + 1, length) * (rng.random(length) < 0.3)
        pool = [*shown[shown > 0], *rng.integers(1, highest + 1, missed)]
        lists.append(Ranking(shown, pool, threshold=threshold))
    return Ranking.batch(lists)


LINES = (Path(__file__).parents[1] / "public_cases.jsonl").read_text("utf-8").splitlines()
CASES: dict[str, Any] = {case["id"]: case for case in map(json.loads, LINES)}
"""What was reported in public threads: a run, its judgments, the number that was seen, and its cause."""
ALIKE = {
    "DISC_LOG_I2": "DISC_PLUS2",
    "IDCG_RETRIEVED": "IDCG_FIRST_N",
    "LOG_ONE_SIDE": "IDCG_LOG_NATURAL",
    "USERS_WITHOUT_RUN_SKIPPED": "MAP_SKIP_UNLISTED",
    "MEAN_OVER_HIT_USERS": "MAP_SKIP_MISSED",
    "CUTOFF_OFF_BY_ONE": "CUT_PLUS_1",
    "OTHER_CUTOFF": "CUT_5",
    "TIES_OPTIMISTIC": "SCORES_BEST_FIRST",
    "RR_IS_LRAP": "RR_IS_AP",
    "RR_VS_RECALL": "RR_IS_RECALL",
    "DIV_LIST_LEN": "RECALL_DIV_LEN",
    "IDCG_ALL_RETRIEVED": "IDCG_FULL",
    "IDCG_MAX_GAIN_ONES": "IDCG_FULL",
    "IDCG_LIST_LEN": "IDCG_SHORT",
    "IDCG_TOP_GRADE_ONLY": "IDCG_BEST_ONLY",
    "FLATTENED": "USERS_AS_ONE",
}
"""What the collection of cases calls a cause, and the code that is the same."""


def said_of(case: dict[str, Any]) -> Any:
    scores = {user: dict(items) for user, items in case.get("scores", {}).items()}
    ordered = {user: sorted(items, key=lambda item: -items[item]) for user, items in scores.items()}
    run = Run(ordered or case["run"], case["judgments"], case["threshold"], scores=scores)
    return diagnose(measure(case["measure"], convention=case["convention"]), run, f"{case['observed']:.4f}")


# --- a right number stays right -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "of", "asked"),
    [
        ("0.06", HIDDEN, "Recall@10"),
        ("0.060", HIDDEN, "Recall@10"),
        (0.06, HIDDEN, "Recall@10"),
        ("6 %", HIDDEN, "Recall@10"),
        ("0.09", Ranking.parse("NNNNNNNNNNR"), "AP"),
        (FloatText("0.1"), Ranking([1] * 199, relevant=2000), "Recall@200"),  # 0.0995, rounded to 0.100
        (round(199.1 / 2000, 3), Ranking([1] * 199, relevant=2000), "Recall@200"),
    ],
)
def test_a_number_that_is_rounded_correctly_is_right(claim: Any, of: Ranking, asked: str) -> None:
    verdict = diagnose(asked, of, claim)
    assert (verdict.kind, verdict.codes) == ("rounded", ())


@pytest.mark.parametrize("decimals", [4, 5])
def test_every_value_rounded_by_json_is_right(decimals: int) -> None:
    """As `json.dumps(round(value, 3))` writes them: 0.06 for 0.060. Zeros are lost in one of ten."""
    lost = 0
    for hits in range(20, 240):
        ranking = Ranking([1] * hits, relevant=1999)
        claim = json.dumps(round(value_of("Recall@1000", ranking), 3))
        lost += len(claim) < len("0.000")
        assert diagnose("Recall@1000", ranking, FloatText(claim), decimals=decimals).kind in ("right", "rounded"), claim
    assert lost > 10


@pytest.mark.parametrize(
    "text", ['{"Recall@200": 0.1}', '{"validation": {"Recall@200": 0.1}}', '[["Recall@200", 0.1]]']
)
def test_a_json_number_that_lost_its_zeros_is_right(text: str, tmp_path: Path) -> None:
    """0.1 for 0.0995; as text it is too vague."""
    ranking = Ranking([1] * 199, relevant=2000)
    kinds = []
    for written in (text, text.replace("0.1", '"0.1"')):
        (tmp_path / "claims.json").write_text(written)
        claims = read_claims(tmp_path / "claims.json", "claims.json")
        kinds.append(diagnose("Recall@200", ranking, claims["Recall@200"]).kind)
    assert kinds == ["rounded", "wrong"]


@pytest.mark.long
def test_a_rounded_json_number_earns_its_points(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    hand_in(tmp_path / "in", "ana", ranking=RIGHT_LISTS)
    grade(tmp_path / "in", policy, tmp_path / "out")
    exact = next(
        float(row["recomputed"]) for row in table(tmp_path / "out" / "details.csv") if row["measure"] == "nDCG@3"
    )
    hand_in(tmp_path / "again", "ana", ranking=RIGHT_LISTS, claims={"nDCG@3": round(exact, 3), "MAP@3": 0.1})
    grade(tmp_path / "again", policy, tmp_path / "second")
    row = gradebook(tmp_path / "second")["ana"]
    assert [row["nDCG@3"], row["MAP@3"]] == ["1", "0"]


VAGUE = (
    "0",
    "1",
    "0.0",
    "1.0",
    "0.1",
    ".1",
    "0,1",
    "10 %",
    "0 %",
    "100 %",
    "0.00",
    "0.000",
    "1.00",
    "0.5",
    "50 %",
    "1/2",
    "1/10",
    "0.9",
    "2",
    "6",
    "60",
    "1e-1",
    "5e-2",
    "0.05",
    "0.07",
    "-0.06",
)


@pytest.mark.parametrize("claim", VAGUE)
def test_a_vague_claim_is_not_right(claim: str) -> None:
    """Twenty-six numbers that say little, of a value of 0.0597."""
    assert diagnose("Recall@10", HIDDEN, claim).kind not in ("right", "rounded")


@pytest.mark.parametrize("claim", [0.1, 0, 1, 1.0, 0.0, FloatText("1.0"), FloatText("0.0")])
def test_a_vague_float_is_not_right(claim: float) -> None:
    assert diagnose("Recall@10", HIDDEN, claim).kind not in ("right", "rounded")
    almost = Ranking([1] * 2999, relevant=3000)  # 0.99967
    assert diagnose("Recall@3000", almost, claim).kind not in ("right", "rounded")


def spellings(exact: float) -> list[Any]:
    """Write a value shortened in every way, to two decimals or more."""
    cut = [math.floor(exact * 10**k) / 10**k for k in (2, 3, 4)]
    texts = [f"{exact:.{k}f}" for k in (2, 3, 4, 5)] + [f"{one:.{k}f}" for one, k in zip(cut, (2, 3, 4), strict=True)]
    return [*texts, *(text.replace(".", ",") for text in texts[:2]), round(exact, 3), f"{100 * exact:.1f} %"]


@pytest.mark.long
@pytest.mark.parametrize("asked", MEASURES)
def test_a_shortened_right_value_gets_no_code(asked: str) -> None:
    rng = np.random.default_rng(3)
    for decimals, threshold in ((4, 1), (3, 3), (4, 3)):
        for count in (1, 3):
            for _list in range(4):
                of = users_of(rng, threshold=threshold, count=count)
                for claim in spellings(value_of(asked, of)):
                    verdict = diagnose(asked, of, claim, decimals=decimals)
                    assert (verdict.codes, verdict.conventions) == ((), ()), (claim, value_of(asked, of))


# --- no false cause -----------------------------------------------------------------------------------------


def test_with_few_decimals_only_an_exact_value_gets_a_code() -> None:
    ten = Ranking([1, 0, 1, 0, 0, 1, 0, 0, 0, 0], relevant=5)
    named = {claim: diagnose("AP@10", ten, claim).codes for claim in ("0.72", "0.6", "0.60", "3/5", "0.61", "1")}
    assert named == {
        "0.72": (),
        "0.61": (),
        "1": ("AP_IS_RR",),
        "0.6": ("AP_IS_RECALL",),
        "0.60": ("AP_IS_RECALL",),
        "3/5": ("AP_IS_RECALL",),
    }


def test_a_code_is_certain_only_with_enough_decimals() -> None:
    ten = Ranking([1, 0, 1, 0, 0, 1, 0, 0, 0, 0], relevant=5)
    is_certain = {
        claim: "Perhaps:" not in diagnose("AP@10", ten, claim).text for claim in ("0.5004", "0.500", "0.6", "1")
    }
    assert is_certain == {"0.5004": True, "0.500": True, "0.6": False, "1": False}


def test_joined_mistakes_are_found_even_if_one_fits() -> None:
    """`>` with a division by the hits gives what a division by n gives."""
    assert {"AP_DIV_N", "THRESH_GT+AP_DIV_HITS"} <= {*said_of(CASES["gt-and-hits"]).codes}
    single = MISCONCEPTIONS["AP_DIV_HITS"].value(measure("AP"), STRICT)
    codes = diagnose("AP", STRICT, f"{single:.6f}").codes
    assert "AP_DIV_HITS" in codes
    assert not any(code.endswith("+AP_DIV_HITS") for code in codes), "which is the same mistake, made with another one"


UNDONE = [
    ("0.3801", Ranking([0, 3, 0], pool=[3, 1, 2, 3]), measure("nDCG@3"), "DISC_PLUS2", "lenskit"),
    ("0.2", Ranking.batch([Ranking.parse("RNN", relevant=5)]), measure("AP@3"), "MAP_POOLED_R", "trec_eval"),
    (
        "0.4693",
        Ranking([2, 0], pool=[2, 1, 3], threshold=2),
        measure("nDCG@3", convention="rectools_achievable"),
        "THRESH_NONE",
        "lopes",
    ),
]


@pytest.mark.parametrize(("claim", "of", "asked", "code", "convention"), UNDONE)
def test_a_library_is_not_named_for_another_mistake(
    claim: str, of: Ranking, asked: Measure, code: str, convention: str
) -> None:
    verdict = diagnose(asked, of, claim)
    way = verdict.ways[verdict.codes.index(code)]
    assert convention in verdict.conventions
    assert CONVENTIONS[convention].title not in way
    assert not does(convention, code, asked, of.threshold)


@pytest.mark.long
@pytest.mark.parametrize("threshold", [pytest.param(1, marks=pytest.mark.slow), 3])
@pytest.mark.parametrize("asked", ["AP@5", "nDCG@5", "P@5", "MAP", "DCG@5", "AP@100"])
def test_a_library_named_with_a_code_computes_its_value(asked: str, threshold: int) -> None:
    """The law, on other lists than those on which it is decided."""
    rng = np.random.default_rng(11)
    usual = as_measure(asked)
    batches = [users_of(rng, threshold=threshold) for _k in range(12)]
    singles = [batch.user("1") for batch in batches if batch.user("1").relevant > 0]
    named = 0
    for code, mistake in KNOWN_MISTAKES.items():
        for convention in CONVENTIONS:
            if usual.metric.name not in mistake.measures or not does(convention, code, usual, threshold):
                continue
            named += 1
            other = under(usual, convention)
            for one in batches if mistake.takes == "batch" else singles:
                value = mistake.value(usual, one)
                assert math.isnan(value) or near(value, value_or_nan(other, one), 9), (code, convention)
    assert named


NOT_DONE = [
    ("AP@100", 3, "CUT_PLUS_1", "trec_eval"),
    ("nDCG@10", 1, "MAP_SKIP_UNLISTED", "elliot"),
    ("AP", 1, "AP_DIV_MIN", "rectools_divide_by_k"),
]
"""What some lists would suggest, and others contradict."""


@pytest.mark.parametrize(("asked", "threshold", "code", "convention"), NOT_DONE)
def test_a_library_needs_more_than_few_matching_lists(asked: str, threshold: float, code: str, convention: str) -> None:
    assert not does(convention, code, measure(asked), threshold)


def test_diagnosis_checks_a_run_for_unjudged_items() -> None:
    run = Run({1: ["x", "a", "b"]}, {1: {"a": 1, "b": 1, "c": 0}})
    assert "UNJUDGED_REMOVED" in diagnose("nDCG@3", run, "1.0000").codes
    judged = Run({1: ["x", "a", "b"]}, {1: {"a": 1, "b": 1, "x": 0}})
    assert "UNJUDGED_REMOVED" not in diagnose("nDCG@3", judged, "1.0000").codes


def test_diagnosis_checks_an_evaluation_for_equal_scores() -> None:
    rows = [("u", "a", 2.0), ("u", "b", 2.0), ("u", "c", 1.0)]
    scored = {"user": [row[0] for row in rows], "item": [row[1] for row in rows], "score": [row[2] for row in rows]}
    evaluation = evaluate(pl.DataFrame(scored), {"u": {"b": 1}}, ["MRR"])
    verdict = diagnose("RR", evaluation, "1.000")
    assert {"SCORES_REVERSED", "SCORES_BY_ID", "SCORES_BEST_FIRST"} <= {*verdict.codes}
    apart = evaluate(pl.DataFrame(scored | {"score": [3.0, 2.0, 1.0]}), {"u": {"b": 1}}, ["MRR"])
    assert not any(code.startswith("SCORES") for code in diagnose("RR", apart, "1.000").codes)


@pytest.mark.long
@pytest.mark.parametrize("asked", ["AP@5", "nDCG@5", "RR", "P@5", "Recall@5", "Rankscore"])
def test_a_random_pair_separates_joined_mistakes(asked: str) -> None:
    for seed in range(4):
        pair = draw_pair(asked, seed, threshold=2)
        made = {
            code: [mistake.value(as_measure(asked), one) for one in pair]
            for code, mistake in JOINED.items()
            if as_measure(asked).metric.name in mistake.measures
        }
        assert coinciding(asked, pair) == []
        for code, values in made.items():
            if not np.isnan(values).all():
                named = [diagnose(asked, one, f"{value:.6f}").codes for value, one in zip(values, pair, strict=True)]
                assert any({code, *code.split("+")} & {*codes} for codes in named), code


# --- how often a number that no program computed has a cause -----------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("threshold", [1, 4])
@pytest.mark.parametrize("asked", MEASURES)
def test_few_random_numbers_match_a_cause(asked: str, threshold: float) -> None:
    """The values of all causes, each with the numbers of four decimals that are it, cover little of what may be claimed."""
    rng, usual = np.random.default_rng(5), as_measure(asked)
    anywhere, near_by = [], []
    for _run in range(25):
        of = users_of(rng, threshold=threshold)
        exact = value_of(usual, of)
        made = [mistake.value(usual, of) for mistake in KNOWN_MISTAKES.values()]
        values = np.unique(np.round([value for value in made if not near(value, exact, 4) and value == value], 4))
        anywhere.append(np.sum((values >= 0) & (values <= 1)) * 1e-4)
        near_by.append(np.sum(np.abs(values - exact) <= 0.1) * 1e-4 / 0.2)
    assert np.mean(anywhere) <= 0.002
    assert np.mean(near_by) <= 0.02


# --- public cases -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_most_public_cases_get_their_cause_and_none_false() -> None:
    verdicts = {name: said_of(case) for name, case in CASES.items()}
    causes = {name: {cause := case["cause"], ALIKE.get(cause, cause)} for name, case in CASES.items()}
    named = {name for name, verdict in verdicts.items() if {*verdict.codes} & causes[name]}
    false = {name: verdicts[name].codes for name in CASES if verdicts[name].codes and name not in named}
    assert false == {}
    assert len(CASES) == 43
    assert len(named) >= 37
    assert verdicts["sum-for-mean"].question == "sum"
    assert verdicts["sklearn-32049"].conventions == ("sklearn",)  # two differences, which are those of a library


# --- repeated items -----------------------------------------------------------------------------------------

REPEATED = [  # of llama_index 0.14, RePlay 0.22 and Spark 4
    (["a", "a", "b"], ["a"], "AP@3", "2.0"),
    (["a", "a", "b"], ["a"], "nDCG@3", "1.6309"),
    (["a", "a", "b"], ["a"], "Recall@3", "2"),
    (["a", "a", "b"], ["a"], "P@3", "0.6667"),
    (["b", "a", "a"], ["a", "c"], "AP@3", "7/12"),
    (["b", "a", "a"], ["a", "c"], "nDCG@3", "0.6934"),
]


@pytest.mark.parametrize(("items", "relevant", "asked", "claim"), REPEATED)
def test_diagnosis_accepts_values_that_count_repeated_items(
    items: list[str], relevant: list[str], asked: str, claim: str
) -> None:
    run = Run({1: items}, {1: relevant})
    verdict = diagnose(asked, run, claim)
    assert (verdict.kind, verdict.repeats) == ("right", True)
    assert verdict.text == "With the repeated items counted: Right."
    first = Run({1: [*dict.fromkeys(items)]}, {1: relevant})
    assert diagnose(asked, run, value_of(asked, first)).text == "Right."
    with pytest.raises(ValueError, match=r"^user '1': an item can be in a list only once"):
        value_of(asked, run)


@pytest.mark.parametrize("asked", ["AP@3", "nDCG@3", "Recall@3", "P@3"])
def test_a_range_is_no_cause(asked: str) -> None:
    verdict = diagnose(asked, Ranking.parse("RNN", relevant=1), "1.63")
    assert verdict.text == f"{asked} is between 0 and 1, so this cannot be its value."


@pytest.mark.parametrize(
    ("asked", "data", "claim", "is_which"),
    [
        ("AP", Ranking.parse("NRRNR", relevant=4), "0.59", True),  # divided by the hits: 0.5889
        ("AP", Ranking.parse("NRRNR", relevant=4), "0.589", False),
        ("AP", Ranking.parse("NRRNR", relevant=4), "0.93", False),
        ("AP", Ranking.parse("NRRNR", relevant=4), "1.77", True),  # not divided: 1.7667; not between 0 and 1
        ("DCG@5", Ranking([3, 2, 3, 0, 1], pool=[3, 2, 3, 1]), "6.15", True),  # linear gains: 6.149
        ("RMSE", Ratings([4, 3.5, 5, 1], [5, 3, 3, 1]), "1.3", True),  # no root: 1.3125
    ],
)
def test_two_decimals_that_fit_a_mistake_are_too_few_to_say_which(
    asked: str, data: Any, claim: str, is_which: bool
) -> None:
    verdict = diagnose(asked, data, claim)
    assert ("It may be a known mistake, but has too few decimals to say which one" in verdict.text) == is_which
    assert not (is_which and verdict.codes)
    assert "no known mistake" not in verdict.text or not is_which


@pytest.mark.parametrize(("decimals", "more"), [(2, 3), (3, 3), (4, 4)])
def test_too_few_decimals_says_how_many_are_enough(decimals: int, more: int) -> None:
    verdict = diagnose("AP", Ranking.parse("NRRNR", relevant=4), "0.59", decimals=decimals)
    assert verdict.text.endswith(f"has too few decimals to say which one (decimals to write: {more}).")


@pytest.mark.parametrize(
    ("asked", "data", "claim", "code", "is_sure"),
    [
        ("RR", Ranking.parse("NNRNR", relevant=4), "0.2", "RR_LAST", False),  # as RR of many other lists
        ("RR", Ranking.parse("NNRNR", relevant=4), "3", "RR_IS_RANK", False),
        ("AP", Ranking.parse("NRRNR", relevant=4), "0.5889", "AP_DIV_HITS", True),
        ("RMSE", Ratings([4, 3, 5, 1], [5, 3, 3, 1]), "1.25", "RMSE_NO_ROOT", True),
    ],
)
def test_a_cause_is_certain_where_few_other_lists_have_its_value(
    asked: str, data: Any, claim: str, code: str, is_sure: bool
) -> None:
    verdict = diagnose(asked, data, claim)
    assert verdict.codes == (code,)
    assert verdict.text.startswith("Perhaps:") != is_sure


def test_a_verdict_shows_its_sentence_and_never_the_right_value() -> None:
    verdict = diagnose("AP", Ranking.parse("NRRNR", relevant=4), 0.9)
    assert verdict._repr_mimebundle_() == {"text/plain": verdict.text}
    assert "0.44" not in repr(verdict) + verdict.text


@pytest.mark.parametrize(
    ("claim", "is_vague"), [("0.1", True), (0.1, True), ("0", False), ("0.2", False), ("0.06", False)]
)
def test_a_claim_with_too_few_decimals_requests_more(claim: Any, is_vague: bool) -> None:
    text = diagnose("Recall@10", HIDDEN, claim).text
    assert (text == "Too few decimals to judge (decimals required: 4).") == is_vague


def test_a_float_that_may_be_right_gets_no_code() -> None:
    of = Ranking.parse("RNRRN", relevant=4)  # AP@5 is 0.6042, and P@5 is 0.6
    verdict = diagnose("AP@5", of, round(value_of("AP@5", of), 2))
    assert (verdict.kind, verdict.codes, verdict.text) == (
        "wrong",
        (),
        "Too few decimals to judge (decimals required: 4).",
    )


# --- lessons ------------------------------------------------------------------------------------------------

LESSONS = Path(__file__).parents[2] / "notebooks" / "source"
NAMED_IN_LESSONS = {
    "A known mistake is to write `>` for `>=`.": ["THRESH_GT"],
    "Two known mistakes: 1.5 without the root; √6 = 2.4495 if the root is taken of the sum": [
        "RMSE_NO_ROOT",
        "RMSE_NO_MEAN",
    ],
    "if your number is a known mistake, you will read which one": [],
    "one with a known mistake earns 1": [],
    "tells you what is right and names known mistakes": [],
    "To sort only what is shown is a common mistake in nDCG": ["IDCG_RETRIEVED"],
    "If you make a known mistake, you will read which. Three of them are": ["HL_RANK0", "HL_NOT_SCALED", "HL_BREESE"],
}
"""What the lessons say of mistakes that are known, and the codes of those that they name."""


def test_every_known_mistake_of_a_lesson_has_a_code() -> None:
    cells = [cell for path in LESSONS.glob("*.ipynb") for cell in json.loads(path.read_text("utf-8"))["cells"]]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    said = [text for text in texts if re.search(r"(known|common) mistakes?\b|mistakes? (is|are) known", text)]
    assert all(any(phrase in text for phrase in NAMED_IN_LESSONS) for text in said), "a mistake without a code"
    assert all(any(phrase in text for text in said) for phrase in NAMED_IN_LESSONS)
    assert {code for codes in NAMED_IN_LESSONS.values() for code in codes} <= {*MISCONCEPTIONS}
