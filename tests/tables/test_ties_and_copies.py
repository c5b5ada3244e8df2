"""Equal scores and repeated items in `evaluate`: each rule beside the library that has it, and beside lists sorted by hand."""

from __future__ import annotations

import json
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import metrics_edu.tables.blocks.cut_by_user as cuts_module
import metrics_edu.tables.evaluate_users as evaluator_module
from metrics_edu import Ranking, diagnose, evaluate, measure, score_block
from metrics_edu.metrics import Run
from metrics_edu.mistakes.misread_runs import first_copies, stricter, without_train
from tests import command

CASES = [
    json.loads(line) for line in Path(__file__).with_name("tied_and_copied_cases.jsonl").read_text("utf-8").splitlines()
]
MEASURES = ["AP", "AP@2", "nDCG@3", "RR@2", "Recall@2", "P@3", "Rankscore"]
REPEATS = ("first", "removed", "counted", "expanded")


def tables_of(given: Any) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the tables of a list with its relevant items, or of items with labels and scores."""
    if "list" in given:
        items, relevant = given["list"], given["relevant"]
        run = {"item": items}
    else:
        items = given["items"]
        relevant = [item for item, label in zip(items, given["labels"], strict=True) if label]
        run = {"item": items, "score": given["scores"]}
    frames = (pl.DataFrame(rows) for rows in (run, {"item": relevant}))
    left, right = (frame.with_columns(user=pl.lit("u")) for frame in frames)
    return left, right


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['library']}")
def test_each_rule_gives_the_value_of_its_library(case: dict[str, Any]) -> None:
    of = measure(case["measure"], **case.get("parameters", {}))
    rules = {name: case[name] for name in ("ties", "repeats") if name in case}
    found = evaluate(*tables_of(case["input"]), of, **rules)
    (value,) = found.values[of.name]
    assert value == pytest.approx(case["value"], abs=2e-6 if "torch" in case["library"] else 1e-9)
    assert found.explain("u").value == pytest.approx(value)
    assert diagnose(of, found, f"{value:.10f}").kind == "right"


def drawn(seed: int, users: int = 60) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Draw lists of up to 6 items with few scores, and grades."""
    draw = np.random.default_rng(seed)
    run, judged = [], []
    for user in range(users):
        items = draw.choice(9, draw.integers(1, 7), replace=False).tolist()
        run += [(user, item, int(draw.integers(3))) for item in items]
        judged += [(user, item, int(draw.integers(0, 4))) for item in draw.choice(9, 6, replace=False).tolist()]
    left = pl.DataFrame(run, ["user", "item", "score"], orient="row")
    return left, pl.DataFrame(judged, ["user", "item", "rating"], orient="row")


def orders(rows: pl.DataFrame) -> list[list[int]]:
    """Return every order of a user's items that its scores allow."""
    groups = [
        group["item"].to_list()
        for _score, group in rows.sort("score", descending=True).group_by("score", maintain_order=True)
    ]
    return [[item for group in chosen for item in group] for chosen in product(*map(permutations, groups))]


@pytest.mark.parametrize("number", ["score", "rank"])
def test_every_rule_is_what_all_orders_say(number: str) -> None:
    left, right = drawn(5)
    run = left if number == "score" else left.with_columns(rank=3 - pl.col("score")).drop("score")
    found = {ties: evaluate(run, right, MEASURES, threshold=2, ties=ties) for ties in ("best", "worst", "expected")}
    for user, rows in left.group_by("user"):
        judged = dict(right.filter(pl.col("user") == user[0])["item", "rating"].rows())
        every = [Ranking.from_items(order, judged, threshold=2) for order in orders(rows)]
        for name, of in found["best"].measures.items():
            values = [of(ranking) for ranking in every]
            for ties, expected in (("best", max(values)), ("worst", min(values)), ("expected", np.mean(values))):
                at = found[ties].names.index(user[0])  # type: ignore[arg-type]
                assert found[ties].values[name][at] == pytest.approx(expected, abs=1e-12)
                assert found[ties].explain(user[0], name).value == pytest.approx(expected, abs=1e-12)
                assert found[ties].notes[1] == found["best"].notes[1]


def test_ids_decide_as_text_in_both_directions() -> None:
    rows = pl.DataFrame({"user": [1] * 4, "item": ["9", "10", "8", "7"], "score": [0.5, 0.5, 0.9, 0.5]})
    lists = {
        ties: evaluate(rows, {1: ["9"]}, "AP", ties=ties).ranking(1).items for ties in ("id_ascending", "id_descending")
    }
    assert lists == {"id_ascending": ["8", "10", "7", "9"], "id_descending": ["8", "9", "7", "10"]}


def test_the_note_has_the_range_only_where_its_decimals_show_it() -> None:
    run = {"u": [["a", 2], ["b", 1], ["c", 1], ["d", 1]], "v": [["a", 1], ["b", 1]]}
    judged = {"u": {"a": 1, "d": 2}, "v": {"b": 1}}
    notes = evaluate(run, judged, ["MAP", "MRR", "HR@9"]).notes
    assert notes[:2] == [
        "2 lists have items of equal rank or score: they keep their order in the data.",
        "From the worst to the best order of equal scores: MAP 0.625 – 1; MRR 0.75 – 1.",
    ]
    expected = evaluate(run, judged, "MAP", ties="expected")
    assert (
        expected.notes[0] == "2 lists have items of equal rank or score: each value is the mean over all their orders."
    )
    assert not any("worst" in note for note in evaluate(run, {"u": ["a"], "v": ["x"]}, "MAP").notes)
    by_hits = evaluate(run, judged, measure("AP@2", denominator="retrieved"))
    assert not any("worst" in note for note in by_hits.notes)  # a better order may lower it


@pytest.mark.parametrize(
    "rules",
    [{"ties": ties} for ties in ("order", "best", "expected", "last")] + [{"repeats": word} for word in REPEATS],
)
def test_blocks_say_what_memory_says(rules: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = drawn(7, users=200)
    if "repeats" in rules:
        left, right = (
            pl.concat([side, side.filter(pl.col("item") < 5)]).sort("user", maintain_order=True)
            for side in (left, right)
        )
    options: Any = {"threshold": 2, "users": "all", **rules}
    expected = evaluate(left, right, MEASURES, **options)
    monkeypatch.setattr(evaluator_module, "MAX_ROWS", 500)
    monkeypatch.setattr(cuts_module, "ROWS_OF_A_PART", 300)
    for side, name in ((left, "run"), (right, "judged")):
        side.write_parquet(tmp_path / f"{name}.parquet")
    paths = tmp_path / "run.parquet", tmp_path / "judged.parquet"
    found = evaluate(*paths, MEASURES, per_user=tmp_path / "out", progress=False, **options)
    assert_frame_equal(found.per_user.collect().sort("user"), pl.DataFrame(expected.per_user).sort("user"))
    spans = [[*evaluation.store.summary.spans()] for evaluation in (found, expected)]
    for (name, *ends), (known, *wanted) in zip(*spans, strict=True):
        assert (name, ends) == (known, pytest.approx(wanted))
    for user in (0, 17):
        assert found.explain(user, "nDCG@3").value == pytest.approx(expected.explain(user, "nDCG@3").value)
    whole = pl.DataFrame(score_block(left.to_pandas(), right.to_pandas(), MEASURES, **options))
    assert isinstance(score_block(left.to_pandas(), right.to_pandas(), "AP", **options), pd.DataFrame)
    assert_frame_equal(whole.select("user", *MEASURES).sort("user"), pl.DataFrame(expected.per_user).sort("user"))


def by_hand(items: list[str], grades: dict[str, float], repeats: str) -> Ranking:
    """Return the list of one user as each word says it, from the text alone."""
    if repeats == "removed":
        items = list(dict.fromkeys(items))
    shown = [
        grades.get(item, 0.0) if repeats in ("counted", "expanded") or item not in items[:rank] else 0.0
        for rank, item in enumerate(items)
    ]
    pool = list(grades.values())
    if repeats == "expanded":
        pool += [grades.get(item, 0.0) for rank, item in enumerate(items) if item in items[:rank]]
    ranking = Ranking([0.0] * len(items) if repeats == "counted" else shown, pool)
    if repeats == "counted":
        ranking.shown = np.array(shown)
    return ranking


@pytest.mark.parametrize("repeats", REPEATS)
def test_every_word_for_copies_is_what_it_says(repeats: Any) -> None:
    lists = {f"u{k}": list(items) for k, items in enumerate(product("abx", repeat=4))}
    grades = {"a": 2.0, "b": 1.0, "c": 1.0}
    found = evaluate(lists, dict.fromkeys(lists, grades), MEASURES, repeats=repeats)
    for user, items in lists.items():
        expected = by_hand(items, grades, repeats)
        for name, of in found.measures.items():
            assert found.values[name][found.names.index(user)] == pytest.approx(of(expected))
    for user in ("u0", "u1", "u12", "u40"):
        derivation = found.explain(user, "AP@2")
        assert derivation.value == pytest.approx(found.values["AP@2"][found.names.index(user)])
        assert derivation.ranking.items == (list(dict.fromkeys(lists[user])) if repeats == "removed" else lists[user])
    assert diagnose("MAP", found, f"{found.mean['MAP']:.9f}").kind == "right"


@pytest.mark.parametrize("ties", ["order", "expected"])
def test_a_user_of_a_run_with_counted_copies_has_the_value_of_the_batch(ties: Any) -> None:
    rows = pl.DataFrame({"user": ["u"] * 4, "item": ["a", "b", "a", "c"], "score": [2, 1, 1, 1]})
    run = evaluate(rows, {"u": ["a", "b"]}, "P@3", ties=ties, repeats="counted").as_run()
    value = 1 if ties == "order" else 7 / 9  # of three orders of b, a and c, each item is missing in one
    for ranking in (run.ranking, run.ranking.with_threshold(0.5)):
        assert measure("P@3")(ranking).tolist() == pytest.approx([value])
        assert measure("P@3")(ranking.user("u")) == pytest.approx(value)


def test_a_document_of_two_chunks_is_one_item_twice() -> None:
    chunks = pd.DataFrame(
        {"user": "q", "chunk": ["d1#1", "d1#2", "d2#1"], "document": ["d1", "d1", "d2"], "score": [3, 2, 1]}
    )
    relevant = pd.DataFrame({"user": ["q"], "document": ["d2"]})
    with pytest.raises(
        ValueError, match=r"user 'q' has item 'd1' at ranks 1 and 2; .* 'first', 'removed', 'counted', 'expanded'"
    ):
        evaluate(chunks, relevant, "RR", columns={"item": "document"})
    values = {
        word: evaluate(chunks, relevant, "RR", columns={"item": "document"}, repeats=word).mean["MRR"]
        for word in REPEATS
    }
    assert values == pytest.approx({"removed": 1 / 2, "first": 1 / 3, "counted": 1 / 3, "expanded": 1 / 3})


def test_gold_listed_twice_is_two_relevant_items_only_if_copies_count() -> None:
    gold = pl.DataFrame({"user": ["u", "u"], "item": ["a", "a"]})
    values = {word: evaluate({"u": ["b", "a"]}, gold, "Recall", repeats=word).mean["mean Recall"] for word in REPEATS}
    assert values == {"first": 1, "removed": 1, "expanded": 1, "counted": 0.5}


def test_ties_and_copies_together() -> None:
    run = pl.DataFrame({"user": ["u"] * 4, "item": ["b", "a", "a", "c"], "score": [2, 1, 1, 1]})
    for word in REPEATS:
        found = evaluate(run, {"u": ["a"]}, "AP", ties="expected", repeats=word)
        assert found.explain("u").value == pytest.approx(found.mean["MAP"])
    removed = evaluate(run, {"u": ["a"]}, "RR", ties="expected", repeats="removed")
    assert removed.mean["MRR"] == pytest.approx((1 / 2 + 1 / 3) / 2)


ROWS_WITH_COPIES = [*product([("a", 2), ("a", 1), ("b", 1), ("c", 1), ("x", 1)], repeat=4)]


@pytest.mark.parametrize("grades", [{"a": 1.0}, {"a": 1.0, "b": 1.0}, {"a": 1.0, "b": 2.0}])
def test_with_first_copies_the_best_order_is_the_best_of_all_orders(grades: dict[str, float]) -> None:
    users = {f"u{k}": pl.DataFrame(rows, ["item", "score"], orient="row") for k, rows in enumerate(ROWS_WITH_COPIES)}
    run = pl.concat([rows.with_columns(user=pl.lit(user)) for user, rows in users.items()])
    found = {
        ties: evaluate(run, dict.fromkeys(users, grades), MEASURES, ties=ties, repeats="first")
        for ties in ("best", "order", "worst")
    }
    for position, rows in enumerate(users.values()):
        every = [by_hand(order, grades, "first") for order in {*map(tuple, orders(rows))}]
        for name, of in found["best"].measures.items():
            values, in_order = [of(ranking) for ranking in every], found["order"].values[name][position]
            assert found["best"].values[name][position] == pytest.approx(max(values), abs=1e-12)
            if len(grades) == 1:  # else no order is the worst for every measure
                assert found["worst"].values[name][position] == pytest.approx(min(values), abs=1e-12)
            if max(grades.values()) == 1:
                assert found["worst"].values[name][position] <= in_order + 1e-12


def test_the_note_of_the_range_knows_that_a_first_copy_counts_once() -> None:
    rows = pl.DataFrame({"user": ["u"] * 3, "item": ["a", "a", "b"], "score": [1, 1, 1]})
    found = evaluate(rows, {"u": ["a", "b"]}, "P@2", repeats="first")
    assert found.mean["mean P@2"] == 0.5
    assert any("0.5 – 1" in note for note in found.notes)


def test_a_run_has_its_scores_and_a_rule() -> None:
    run = Run({"u": ["a", "b"]}, {"u": ["a"]}, scores={"u": {"a": 1, "b": 1}}, ties="expected")
    assert diagnose("AP", run, "0.75").kind == "right"
    assert diagnose("AP", Run({"u": ["a", "b"]}, {"u": ["a"]}), "1").kind == "right"


def test_a_misread_run_keeps_the_rules_of_the_run() -> None:
    scores = {"u": dict.fromkeys("tab", 1.0)}
    run = Run({"u": ["t", "a", "b"]}, {"u": {"a": 1, "b": 2}}, seen={"u": ["t"]}, scores=scores, ties="expected")
    values = {
        misread: measure("RR")(misread(run).ranking).item() for misread in (first_copies, stricter, without_train)
    }  # type: ignore[union-attr]
    assert [*values.values()] == pytest.approx([1, (1 + 1 / 2) / 2, (1 + 1 + 1 / 2) / 3])
    rows = pl.DataFrame({"user": ["u"] * 3, "item": ["b", "a", "b"]})
    counted = evaluate(rows, {"u": {"a": 1, "b": 2}}, "P@3", repeats="counted").as_run()
    assert measure("P@3")(stricter(counted).ranking).tolist() == pytest.approx([2 / 3])


def test_the_command_line_takes_both(tmp_path: Path) -> None:
    run, judged = tmp_path / "run.csv", tmp_path / "judged.csv"
    run.write_text("user,item,score\nu,a,1\nu,b,1\nu,c,1\nu,b,1\n")
    judged.write_text("user,item\nu,b\n")
    for words, value in ((["expected", "removed"], (1 + 1 / 2 + 1 / 3) / 3), (["worst", "removed"], 1 / 3)):
        options = ["--ties", words[0], "--repeats", words[1]]
        ran = command.run("evaluate", str(run), str(judged), "-m", "RR", *options)
        assert (ran.exit_code, f"{value:.4f}" in ran.stdout) == (0, True)
        assert command.run("diagnose", str(run), str(judged), f"RR={value:.6f}", *options).exit_code == 0
    refused = command.run("diagnose", "NR", "RR=1", "--ties", "worst")
    assert (refused.exit_code, "need two files" in refused.stderr) == (2, True)
