"""Items without a judgment: as not relevant or dropped, the share that was judged, bpref, and grades below 0."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from metrics_edu import Ranking, bpref, evaluate, measure
from tests import command

CASES = [json.loads(line) for line in Path(__file__).with_name("unjudged_cases.jsonl").read_text("utf-8").splitlines()]
BPREF = [  # the list, what is judged relevant and not, and bpref by the words of `denominator`
    ("a u b v c", "a b d", "c e", (2 / 3, 2 / 3, 2 / 3, 2 / 3)),
    ("n1 a b", "a b d", "n1 n2", (1 / 3, 4 / 9, 0, 8 / 13)),
    ("n1 r1 r2 r3 r4", "r1 r2 r3 r4 r5 r6", "n1 n2 n3 n4", (1 / 2, 5 / 9, 0, 5 / 8)),
    ("n1 r1 r2", "r1 r2 r3", "n1", (0, 4 / 9, 0, 8 / 13)),
]


@pytest.mark.parametrize("name", ["bpref", "AP", "P@3", "nDCG@3", "Judged@3", "Judged@10"])
def test_evaluate_has_the_values_of_the_libraries(name: str) -> None:
    """In evaluate, in a Ranking and in the working."""
    cases = [case for case in CASES if case["measure"] == name]
    assert cases
    for case in cases:
        linear = {"gain": "linear"} if name == "nDCG@3" else {}
        of, options = measure(name, **case.get("options", {}), **linear), {"threshold": case.get("threshold", 1)}
        found = evaluate({"q": case["list"]}, {"q": case["qrels"]}, of, unjudged=case["unjudged"], **options)
        expected = pytest.approx(np.nan if case["value"] == "NaN" else case["value"], abs=1e-12, nan_ok=True)
        assert found.values[name][0] == expected, case
        assert found.explain("q", name).value == expected
        judged = {item: grade for item, grade in case["qrels"].items() if grade >= 0}
        assert of(Ranking.from_items(case["list"], judged, unjudged=case["unjudged"], **options)) == expected


@pytest.mark.parametrize(("items", "relevant", "others", "expected"), BPREF)
def test_bpref_has_four_denominators(items: str, relevant: str, others: str, expected: tuple[float, ...]) -> None:
    judged = dict.fromkeys(relevant.split(), 1) | dict.fromkeys(others.split(), 0)
    ranking = Ranking.from_items(items.split(), judged)
    words = bpref.choices["denominator"]
    assert [bpref(ranking, denominator=word) for word in words] == pytest.approx(expected)
    batch = Ranking.batch([ranking, Ranking("RN")])
    assert bpref(batch).tolist() == pytest.approx([expected[0], 1])
    assert bpref(batch.user("1")) == pytest.approx(expected[0])


def test_the_smallest_lists_on_which_zero_and_dropped_prefer_another_run() -> None:
    judged, runs = {"q": {"b": 1, "c": 1, "d": 0}}, ({"q": ["a", "b", "c"]}, {"q": ["b", "d", "c"]})
    values = [
        [evaluate(run, judged, "nDCG@3", unjudged=word)["nDCG@3"] for run in runs] for word in ("zero", "dropped")
    ]
    assert values == [pytest.approx([0.6934264, 0.9197208]), pytest.approx([1, 0.9197208])]
    assert [evaluate(run, judged, "bpref")["bpref"] for run in runs] == [1, 0.5]


def test_a_grade_below_0_is_in_the_pool_and_not_judged() -> None:
    run, judged = {"q": list("apbuc")}, {"q": {"a": 1, "p": -1, "b": 1, "c": 0}}
    found = evaluate(run, judged, ["AP", "bpref", "Judged@3"])
    assert found.mean == {"MAP": pytest.approx(5 / 6), "mean bpref": 1, "mean Judged@3": pytest.approx(2 / 3)}
    assert evaluate(run, judged, "AP", unjudged="dropped")["MAP"] == 1
    assert "1 grade is below 0: its item is in the pool, not judged." in found.notes
    assert found.ranking("q").unjudged == 2


def test_a_hole_is_an_item_that_its_own_query_did_not_judge() -> None:
    found = evaluate({"q1": ["a", "b"], "q2": ["c", "d"]}, {"q1": {"a": 1, "b": 0, "c": 1}, "q2": {"d": 1}}, "AP")
    assert found.notes == ["25 % of the recommended items have no judgment."]
    dropped = evaluate({"q": ["u", "a"]}, {"q": {"a": 1}}, "AP", unjudged="dropped")
    assert (dropped.ranking("q").dropped, dropped.mean["MAP"]) == (1, 1)
    assert dropped.notes == [
        "50 % of the recommended items have no judgment.",
        "Items without a judgment were dropped from the lists.",
    ]


def test_the_command_drops_unjudged_items(tmp_path: Path) -> None:
    run, qrels = tmp_path / "a.run", tmp_path / "qrels"
    run.write_text("q Q0 u 1 3 x\nq Q0 a 2 2 x\nq Q0 b 3 1 x\n", "utf-8")
    qrels.write_text("q 0 a 1\nq 0 b 1\n", "utf-8")
    for word, value in (("zero", "0.5833"), ("dropped", "1.0000")):
        options = ["evaluate", str(run), str(qrels), "-m", "AP", "--unjudged", word]
        assert f"MAP {value}" in " ".join(command.run(*options).stdout.split())
    with pytest.raises(ValueError, match="unjudged must be one of 'zero', 'dropped'; got 'kept'"):
        evaluate({"q": ["a"]}, {"q": ["a"]}, unjudged="kept")  # type: ignore[arg-type]


def test_removed_copies_are_not_counted_as_dropped() -> None:
    lists, judged = {"u": ["a", "a", "x", "b"]}, {"u": {"a": 1, "b": 1, "c": 1}}
    found = evaluate(lists, judged, "AP", unjudged="dropped", repeats="removed")
    assert found.ranking("u").dropped == 1
    with pytest.raises(ValueError, match="Judged@2 is 1 where the unjudged items are dropped: evaluate it by itself"):
        evaluate(lists, judged, ["AP", "Judged@2"], unjudged="dropped", repeats="removed")
