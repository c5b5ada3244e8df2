"""evaluate: the same values as the metrics', whom the means are over, ties, intervals, tests, and what is handed back."""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, get_args
from unittest.mock import patch

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import metrics_edu.tables.reading.sources as tables_module
import metrics_edu.tables.scoring.joined_rankings as scoring_module
import metrics_edu.tables.scoring.progress_bar as progress_module
import metrics_edu.tables.scoring.score_users as score_tables
from metrics_edu import CONVENTIONS, METRICS, Ranking, Run, diagnose, evaluate, measure, score_block
from metrics_edu.metrics.measures import Measure
from metrics_edu.metrics.spellings import SPELLINGS
from metrics_edu.tables import Evaluation
from metrics_edu.tables.reading.id_columns import Column
from metrics_edu.tables.reading.table import Table
from metrics_edu.tables.scoring.intervals import NORMAL_FROM, bootstrap_interval
from metrics_edu.tables.scoring.ranked_rows import CodedSide
from metrics_edu.tables.scoring.score_users import Ties
from metrics_edu.tables.scoring.significance import paired
from tests.strategies import Case, arguments_of, case_batches, examples

RECOMMENDED = {"u": ["a", "x", "b"], "v": ["c", "d"], "extra": ["a"]}
JUDGED = {"u": {"a": 5, "b": 4, "c": 2}, "v": {"x": 1, "e": 5}, "none": {"a": 3, "b": 1}}


def tables_of(cases: list[Case]) -> tuple[dict[str, list[str]], dict[str, dict[str, float]]]:
    """The cases as lists and judgments of users; shown grades of 0 are unjudged for every other rank."""
    lists: dict[str, list[str]] = {}
    judged: dict[str, dict[str, float]] = {}
    for u, case in enumerate(cases):
        grades = [*case.shown, *case.missed]
        items = [f"i{(7 * k + 3 * u) % 101}" for k in range(len(grades))]
        lists[f"u{u}"] = items[: len(case.shown)]
        judged[f"u{u}"] = {item: g for k, (item, g) in enumerate(zip(items, grades, strict=True)) if g or k % 2}
    return lists, judged


@settings(max_examples=examples(60))
@given(case_batches(6, 40), st.data())
def test_evaluate_returns_the_values_of_the_metrics(cases: list[Case], data: st.DataObject) -> None:
    lists, judged = tables_of(cases)
    threshold = cases[0].threshold
    if not any(lists.values()) or not any(judged.values()):
        return
    batch = Ranking.from_lists(lists, judged, threshold=threshold)
    metrics = data.draw(st.lists(st.sampled_from(sorted(METRICS)), min_size=1, max_size=4, unique=True))
    measures = []
    for name in metrics:
        given_ = {k: tuple(v) if isinstance(v, list) else v for k, v in data.draw(arguments_of(METRICS[name])).items()}
        if given_.get("exponent") == "breese":
            given_["half_life"] = 2.5
        measures.append(Measure(METRICS[name], given_))
    found = evaluate(lists, judged, measures, threshold=threshold, users="all")
    order = [list(lists).index(user) for user in found.names]
    for values, one in zip(found.values.values(), measures, strict=True):
        expected = np.asarray(one(batch))[order]
        np.testing.assert_allclose(values, expected, rtol=1e-15, atol=1e-14)  # DCG is far above 1


FORMS: dict[str, Any] = {
    "polars": lambda columns, _path: pl.DataFrame(columns),
    "pandas": lambda columns, _path: pd.DataFrame(columns),
    "a file": lambda columns, path: pl.DataFrame(columns).write_csv(path) or path,
}
WITHOUT_POLARS = patch.dict(sys.modules, {"polars": None})
KINDS = ["{}", "1{}", str(2**40) + "{}", "ítem {}"]


def said(found: Evaluation) -> list[Any]:
    """All that an evaluation says of its users, whatever its tables were."""
    user, table = found.names[-1], found.per_user
    rows = [found.names, list(table["user"]), *(list(table[name]) for name in found.values)]
    of_all = [found.mean, found.users, found.coverage, found.text(), found.as_run().lists, found.as_run().data.judged]
    means = [found.interval(), found.compare(found).text()] if len(found.names) > 1 else []
    return [*rows, *of_all, *means, found.ranking(user).items, found.explain(user, "AP").text()]


@settings(max_examples=examples(25))
@given(
    case_batches(5, 12),
    st.sampled_from(KINDS),
    st.sampled_from(KINDS),
    st.booleans(),
    st.sampled_from(get_args(Ties)),
)
def test_all_input_forms_give_the_same_values(cases: list[Case], user: str, item: str, scored: bool, ties: Any) -> None:
    def named(kind: str, name: str) -> Any:
        text = kind.format(name.lstrip("ui"))
        return int(text) if text.isdecimal() else text

    lists, judged = ({named(user, u): listed for u, listed in table.items() if listed} for table in tables_of(cases))
    if not lists or not judged:
        return
    lists = {u: {named(item, i): float(-(k // 2)) for k, i in enumerate(items)} for u, items in lists.items()}
    judged = {u: {named(item, i): float(grade) for i, grade in grades.items()} for u, grades in judged.items()}
    columns = []
    for table, number in ((lists, "score"), (judged, "rating")):
        rows = [(u, i, value) for u, graded in table.items() for i, value in graded.items()]
        columns.append(dict(zip(("user", "item", number), map(list, zip(*rows, strict=True)), strict=True)))
    if not scored:
        lists = {u: [*items] for u, items in lists.items()}
        del columns[0]["score"]
    measures, options = ["AP", "nDCG@3", "Recall@2"], {"threshold": cases[0].threshold, "users": "all", "ties": ties}
    with WITHOUT_POLARS:
        expected = said(evaluate(lists, judged, measures, **options))
    with TemporaryDirectory() as folder:
        for form, make in FORMS.items():
            tables = [
                make(table, Path(folder, name)) for table, name in zip(columns, ("run.csv", "judged.csv"), strict=True)
            ]
            with WITHOUT_POLARS if form == "pandas" else nullcontext():
                assert said(evaluate(*tables, measures, **options)) == expected, form


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_evaluate_matches_every_measure_of_every_convention(convention: str) -> None:
    spellings = [
        spelling + "@3" * (METRICS[metric].takes_n and CONVENTIONS[convention].defines(metric, 3))
        for spelling, (metric, _preset) in SPELLINGS.items()
        if metric in CONVENTIONS[convention].metrics
    ]
    found = evaluate(RECOMMENDED, JUDGED, spellings, convention=convention, threshold=2, users="all")
    batch = Ranking.from_lists({"u": [], "v": [], "none": [], **RECOMMENDED}, JUDGED, threshold=2)
    order = [list(batch.users or ()).index(user) for user in found.names]
    for name, one in found.measures.items():
        np.testing.assert_allclose(found.values[name], np.asarray(one(batch))[order], atol=1e-14)


@pytest.mark.parametrize("cells", [1, 7, 50])
def test_the_size_of_a_block_changes_nothing(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    lists = {u: rng.permutation(50)[: rng.integers(0, 20)].tolist() for u in range(200)}
    judged = {
        u: {int(i): float(rng.integers(0, 6)) for i in rng.permutation(50)[: rng.integers(1, 30)]} for u in range(200)
    }
    measures = ["AP", "nDCG", "nDCG@5", "Rankscore", "P@7"]
    whole = evaluate(lists, judged, measures, threshold=3)
    monkeypatch.setattr(scoring_module, "MAX_CELLS", cells)
    parts = evaluate(lists, judged, measures, threshold=3)
    assert len(list(parts.store.run.blocks(list(parts.measures.values())))) > 10
    for name in whole.values:
        np.testing.assert_array_equal(parts.values[name], whole.values[name])


def test_blocks_scored_separately_equal_the_whole() -> None:
    rows = [(user, item) for user, items in RECOMMENDED.items() for item in items]
    judged = [(user, item, grade) for user, items in JUDGED.items() for item, grade in items.items()]
    left = pd.DataFrame(rows, columns=["user", "item"])
    right = pd.DataFrame(judged, columns=["user", "item", "rating"])
    measures = ["AP@3", "nDCG@3"]
    whole = score_block(left, right, measures, threshold=3)
    parts = [score_block(left[left.user == u], right[right.user == u], measures, threshold=3) for u in ("u", "v")]
    assert list(whole.columns) == ["user", "listed", "judged", "relevant", *measures]
    expected = whole[whole.user.isin(["u", "v"])].reset_index(drop=True)
    pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), expected)
    assert whole[whole.user == "u"].iloc[0, 1:4].tolist() == [3, 3, 2]


@pytest.mark.parametrize(
    ("users", "counted", "mean"),
    [
        ("judged", ["u", "v", "none"], 1 / 3),
        ("all", ["u", "v", "extra", "none"], 1 / 4),
        ("common", ["u", "v"], 1 / 2),
        ("with_relevant", ["u", "v"], 1 / 2),
    ],
)
def test_the_users_setting_selects_the_users_of_means(users: Any, counted: list[str], mean: float) -> None:
    found = evaluate(RECOMMENDED, JUDGED, "RR", threshold=4, users=users)
    assert sorted(found.names) == sorted(counted)
    assert found.mean == {"MRR": pytest.approx(mean)}
    assert {name: list(group) for name, group in found.users.items() if name != "counted"} == {
        "without recommendations": ["none"],
        "without judgments": ["extra"],
        "without relevant items": ["none"],
    }
    text = found.text()
    assert f"Users in the means: {len(counted)}." in text
    fate = ", so an empty list is scored" if "none" in counted else " and is left out"
    assert f"1 user has judgments but no recommendations{fate}: none." in text
    assert "\nRelevant: grade 4 or higher.\n" in text


def test_a_mean_skips_nan_values() -> None:
    found = evaluate(RECOMMENDED, JUDGED, ["MAP@3", measure("AP@3", convention="recommenders_map_at_k")], threshold=4)
    assert found.mean["MAP@3 (replay)"] == pytest.approx(found.mean["MAP@3"] * 3 / 2)
    head, rows = found.table()
    assert head == ["measure", "mean", "users", "convention"]
    assert [row[2] for row in rows] == ["3", "2"]


def test_the_ties_setting_decides_equal_scores() -> None:
    rows = pl.DataFrame({"user": [1] * 4, "item": ["9", "10", "8", "7"], "score": [0.5, 0.5, 0.9, 0.5]})
    judged = {1: {"9": 1, "7": 1}}
    assert evaluate(rows, judged, "AP").explain(1).ranking.items == ["8", "9", "10", "7"]
    trec = evaluate(rows, judged, "AP", ties="id_descending")
    ranked = trec.per_user["AP"][0]
    assert ranked == pytest.approx((1 / 2 + 2 / 3) / 2)  # 8, then 9, 7, 10: as text, the last first
    assert trec.ranking(1).items == ["8", "9", "7", "10"]


@pytest.mark.parametrize("column", ["score", "rank"])
def test_rows_in_any_order_are_sorted_by_user_and_rank(column: str) -> None:
    rng = np.random.default_rng(6)
    rows = [(user, str(item), [-0.0, 0.0, 1.0, 2.5][rng.integers(4)]) for user in range(4) for item in range(12)]
    rows = [rows[place] for place in rng.permutation(len(rows))]
    frame = pl.DataFrame(rows, schema=["user", "item", column], orient="row")
    sign = -1 if column == "score" else 1
    for user in range(4):
        listed = sorted((row for row in rows if row[0] == user), key=lambda row: sign * row[2])
        assert evaluate(frame, {user: ["0"]}, "RR").ranking(user).items == [item for _user, item, _number in listed]
        listed = sorted(sorted(listed, key=lambda row: row[1], reverse=True), key=lambda row: sign * row[2])
        trec = evaluate(frame, {user: ["0"]}, "RR", ties="id_descending")
        assert trec.ranking(user).items == [item for _user, item, _number in listed]
        assert trec.store.run.shown.tied.tolist() == [0, 1, 2, 3]


NUMBERS: dict[str, Callable[[np.random.Generator, int], Any]] = {
    "uniform": lambda draw, n: draw.random(n),
    "few": lambda draw, n: draw.integers(0, 4, n) / 3,
    "equal": lambda _draw, n: np.zeros(n),
    "nearly equal": lambda draw, n: 1e6 + draw.integers(0, 9, n) * 2.0**-33,
    "far apart": lambda draw, n: draw.choice([-1e299, -1.0, 1e-300, 1.5, 9e299], n),
    "tiny": lambda draw, n: draw.integers(0, 5, n) * 5e-324,
}


@pytest.mark.parametrize("ties", ["order", "id_descending", "id_ascending"])
@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.parametrize("digits", [0, 3, 48])
def test_rows_are_sorted_as_numpy_sorts_them(
    kind: str, ties: str, digits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("metrics_edu.tables.scoring.ranked_rows.MAX_DIGITS", digits)
    draw = np.random.default_rng(3)
    user = draw.integers(0, 30, 400).astype(np.int32)
    item = np.arange(400)
    table = Table(Column(user), Column(item), "recommendations", "run", "score", NUMBERS[kind](draw, 400))
    down = -table.numbers
    sign = {"id_descending": -1, "id_ascending": 1}.get(ties)
    text = [sign * np.argsort(np.argsort(item.astype(str)))] if sign else []
    assert np.array_equal(CodedSide(table, user, item, ties).order, np.lexsort((item, *text, down, user)))


def test_rank_overrides_score_and_rows_may_be_unsorted() -> None:
    rows = pl.DataFrame({"user": [2, 1, 2, 1], "item": [5, 6, 7, 8], "rank": [2, 1, 1, 2], "score": [9, 9, 1, 1]})
    found = evaluate(rows, {1: [8], 2: [7]}, "RR")
    assert found.per_user.rows() == [(1, 0.5), (2, 1.0)]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, lambda rows: pl.DataFrame(rows).lazy()])
def test_per_user_values_have_the_input_frame_type(make: Any) -> None:
    rows = {"user": [1, 1, 2], "item": [10, 11, 10]}
    found = evaluate(make(rows), make({"user": [1, 2], "item": [11, 12], "rating": [5.0, 4.0]}), "RR", threshold=4)
    assert type(found.per_user) is (pd.DataFrame if make is pd.DataFrame else pl.DataFrame)
    assert nw.from_native(found.per_user).rows() == [(1, 0.5), (2, 0.0)]


def test_ids_match_as_numbers_and_as_text() -> None:
    expected = {"MRR": 0.5}
    for recommended, judged in [
        ({1: [7, 8]}, {1: [8]}),
        ({"1": ["7", "8"]}, {1: [8]}),
        ({1: ["7", "8"]}, {"1": ["8"]}),
        ({1.0: [7.0, 8.0]}, {1: [8]}),
    ]:
        assert evaluate(recommended, judged, "RR").mean == expected
    found = evaluate({"1": ["7", "x"]}, {1: [8, 7]}, "RR")
    assert "The item ids are numbers in one table and text in the other: they are compared as text." in found.notes
    assert evaluate({"07": ["a"]}, {"7": ["a"]}, "RR").mean == {"MRR": 0.0}
    far = {10**18: [1, 2**62], -5: [3]}
    assert evaluate(far, {10**18: [2**62], -5: [3]}, "RR").mean == {"MRR": 0.75}


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint32", "uint64", "Int64"])
@pytest.mark.parametrize("first", [0, 5_000_000, 2**31 - 10])
def test_few_rows_with_large_whole_ids_match(dtype: str, first: int) -> None:
    recommended = pd.DataFrame(
        {"user": [first, first, first + 1], "item": [first + 2, first + 3, first + 4]}, dtype=dtype
    )
    judged = recommended.iloc[1:].assign(grade=1.0)
    found = evaluate(recommended, judged, "RR")
    assert found.mean == {"MRR": 0.75}
    assert found.ranking(first + 1).hits().tolist() == [1]


def test_ids_and_grades_too_wide_for_one_number_are_numbered_densely(monkeypatch: pytest.MonkeyPatch) -> None:
    recommended = pl.DataFrame({"user": [2**40, 2**40, -3], "item": [2**30, 5, 2**30]})
    judged = pl.DataFrame({"user": [-3, 2**40], "item": [2**30, 5], "grade": [0.25, 2.5]})
    found = evaluate(recommended, judged, ["RR", "nDCG"], threshold=0.25)
    assert found.per_user["user"].to_list() == [-3, 2**40]
    assert found.values["RR"].tolist() == [1, 0.5]
    small = [frame.with_columns(pl.col("user") % 1000) for frame in (recommended, judged)]
    whole = evaluate(*small, ["RR", "nDCG"], threshold=0.25)
    for bits in (8, 5):  # a user, an item and one of three grades take five bits at least
        monkeypatch.setattr(scoring_module, "MAX_BITS", bits)
        again = evaluate(*small, ["RR", "nDCG"], threshold=0.25)
        assert again.per_user.equals(whole.per_user)
    monkeypatch.setattr(scoring_module, "MAX_BITS", 3)
    with pytest.raises(ValueError, match=r"^there are too many users, items and grades to join$"):
        evaluate(*small, "RR")


def test_the_derivation_of_a_user_shows_value_and_items() -> None:
    found = evaluate(RECOMMENDED, JUDGED, ["AP@3", "nDCG@3"], threshold=3)
    for user in ("u", "v", "none"):
        for name in ("AP@3", "nDCG@3"):
            at = list(found.names).index(user)
            assert found.explain(user, name).value == pytest.approx(found.values[name][at], abs=1e-14)
    assert found.explain("u").symbol == "AP@3"
    assert found.explain("u", "P@2").value == 0.5
    assert "x" in found.explain("u").text()
    with pytest.raises(ValueError, match=r"^user 'extra' is not in the means$"):
        found.explain("extra")


def test_evaluate_matches_the_coverage_metrics() -> None:
    found = evaluate(RECOMMENDED, JUDGED, "P@2")
    assert found.coverage == {"users": pytest.approx(2 / 3), "items": pytest.approx(5 / 6)}


def test_a_bootstrap_interval_contains_the_mean_and_is_reproducible() -> None:
    rng = np.random.default_rng(0)
    lists = {u: rng.permutation(30)[:10].tolist() for u in range(300)}
    judged = {u: rng.permutation(30)[:6].tolist() for u in range(300)}
    found = evaluate(lists, judged, ["P@10", "RR"])
    intervals = found.interval()
    assert intervals == found.interval()
    for name, (low, high) in intervals.items():
        error = found.per_user[name.removeprefix("mean ").replace("MRR", "RR")].std() / 300**0.5
        assert low < found.mean[name] < high
        assert high - low == pytest.approx(2 * 1.96 * error, rel=0.15)
    assert found.interval(0.5)["MRR"][0] > intervals["MRR"][0]
    with pytest.raises(ValueError, match=r"^at least two users must have a value; got 1$"):
        evaluate({1: [1]}, {1: [1]}, "RR").interval()


def test_the_interval_is_normal_from_ten_thousand_users_on() -> None:
    draw = np.random.default_rng(5)
    found = {}
    for users in (NORMAL_FROM - 1, NORMAL_FROM):
        user, item = np.repeat(np.arange(users), 2), draw.integers(0, 9, 2 * users) + np.tile([0, 9], users)
        lists = pl.DataFrame({"user": user, "item": item})
        evaluation = evaluate(lists, lists.filter(pl.col("item") % 3 > 0), "P@2", users="all")
        found[users] = evaluation.interval()
        assert evaluation.interval(method=found[users].method) == found[users]
        values = evaluation.values["P@2"]
        low, high = evaluation.interval(method="normal")["mean P@2"]
        reach = 1.959963984540054 * values.std(ddof=1) / users**0.5
        assert [low, high] == pytest.approx([values.mean() - reach, values.mean() + reach], abs=1e-14)
        assert evaluation.interval(method="bootstrap")["mean P@2"] == pytest.approx((low, high), abs=reach / 10)
    assert [one.method for one in found.values()] == ["bootstrap", "normal"]
    titles = [one.text().split("\n")[0] for one in found.values()]
    assert titles == ["95 % intervals (bootstrap: users resampled):", "95 % intervals (normal: mean ± z · s/√n):"]
    assert titles[1] in found[NORMAL_FROM].html()
    with pytest.raises(ValueError, match=r"^method must be one of 'bootstrap', 'normal'; got 'student'"):
        evaluation.interval(method="student")  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("users", [2, 300, 5000])
def test_the_bootstrap_interval_matches_scipy(users: int) -> None:
    from scipy.stats import bootstrap  # takes a second to import

    values = np.random.default_rng(users).random(users)
    theirs = bootstrap(
        (values,), np.mean, n_resamples=1000, confidence_level=0.9, method="percentile", rng=np.random.default_rng(3)
    ).confidence_interval
    ours = bootstrap_interval(np.append(values, np.nan), 0.9, 1000, 3)
    assert ours == pytest.approx((theirs.low, theirs.high), rel=1e-12)


def test_a_paired_test_counts_wins_ties_and_losses() -> None:
    judged = {u: [u % 7] for u in range(40)}
    good = evaluate({u: [u % 7, 99] for u in range(40)}, judged, ["RR", "P@2"])
    worse = evaluate({u: [99, u % 7] if u % 2 else [u % 7] for u in range(50)}, judged, ["RR", "P@2"])
    first, second = good.compare(worse).rows
    assert (first.name, first.wins, first.ties, first.losses) == ("MRR", 20, 20, 0)
    assert first.difference == pytest.approx(0.25)
    assert first.p < 0.01
    assert (second.p, second.ties) == (1.0, 40)
    assert worse.compare(good).rows[0].difference == pytest.approx(-0.25)
    assert repr(good.compare(worse)).split("\n")[1].split()[:3] == ["MRR", "1", "0.75"] or "1.0000" in repr(
        good.compare(worse)
    )
    with pytest.raises(
        ValueError, match=r"^the evaluations share no measure; they have RR \(parra\), P@2 \(parra\) and AP \(parra\)$"
    ):
        good.compare(evaluate({0: [0]}, judged, "AP"))


def test_compare_counts_rounding_differences_as_ties() -> None:
    """The order of a sum differs with the width of a block; a value that is the same must tie."""
    rng = np.random.default_rng(2)
    judged = {u: rng.permutation(7)[:4].tolist() for u in range(200)}
    long = evaluate({u: list(range(10)) for u in range(200)}, judged, ["MAP@10", "nDCG@10"])
    short = evaluate({u: list(range(7)) for u in range(200)}, judged, ["MAP@10", "nDCG@10"])
    for row in long.compare(short).rows:
        assert (row.wins, row.ties, row.losses, row.p) == (0, 200, 0, 1.0)


@pytest.mark.long
def test_the_paired_test_matches_scipy() -> None:
    from scipy.stats import permutation_test

    rng = np.random.default_rng(4)
    pairs = rng.random((2, 9)).round(2)
    exact = permutation_test(
        (pairs[0] - pairs[1],), lambda x, axis: np.mean(x, axis=axis), permutation_type="samples", vectorized=True
    ).pvalue
    assert paired("m", pairs, 20_000, 0).p == pytest.approx(exact, abs=0.01)


def test_compare_rejects_evaluations_with_different_judgments() -> None:
    one, other = (evaluate(RECOMMENDED, JUDGED, "RR", threshold=t) for t in (1, 4))
    with pytest.raises(
        ValueError, match=r"^the evaluations have different judgments: 3 users .* \(thresholds 1 and 4\)$"
    ):
        one.compare(other)
    given: Any = 0.3
    with pytest.raises(ValueError, match=r"^compare takes an Evaluation; got float$"):
        one.compare(given)
    more = evaluate(RECOMMENDED, JUDGED, ["RR", "P@2"])
    assert repr(one.compare(more)).endswith("Not compared: mean P@2.")


def test_a_measure_is_explained_under_the_convention_of_the_evaluation() -> None:
    found = evaluate({"u": ["a", "x", "b"]}, {"u": ["a", "b", *"cdefgh"]}, "MAP@3", convention="trec_eval")
    values = {found.explain("u", spelling).value for spelling in ("AP@3", "MAP@3", "ap@3", None)}
    assert values == {found.mean["MAP@3"]}
    assert found.explain("u", "AP@2").value == measure("AP@2", convention="trec_eval")(found.ranking("u"))


def test_diagnose_uses_the_users_of_the_mean() -> None:
    found = evaluate(RECOMMENDED, JUDGED, "MAP@3", threshold=4)
    mean = found.mean["MAP@3"]
    assert diagnose("MAP@3", found, round(mean, 4)).kind == "right"
    assert diagnose("MAP@3", Run(RECOMMENDED, JUDGED, 4), round(mean, 4)).kind == "right"
    hits = measure("AP@3", denominator="retrieved").mean(found.as_run().ranking)
    assert "AP_DIV_HITS" in diagnose("MAP@3", found, round(hits, 4)).codes or hits == mean
    whole = evaluate(RECOMMENDED, JUDGED, "MAP@3", threshold=4, users="with_relevant")
    assert diagnose("MAP@3", whole, round(whole.mean["MAP@3"], 4)).kind == "right"
    with pytest.raises(ValueError, match=r"^AP needs a Ranking, such as Ranking\('NRRNR'\); got set$"):
        diagnose("AP", {"RNR"}, 1)


def test_coverage_does_not_depend_on_the_users_setting() -> None:
    policies: list[Any] = ["judged", "all", "common", "with_relevant"]
    found = [evaluate(RECOMMENDED, JUDGED, "RR", users=users).coverage for users in policies]
    assert found == [found[0]] * 4


def test_empty_error_names_the_user_without_relevant_items() -> None:
    with pytest.raises(ValueError, match=r"^AP@3: no item is relevant \(\|R\| = 0\) to user 'none'$"):
        evaluate(RECOMMENDED, JUDGED, measure("AP@3", empty="error"), threshold=4)


LOW = {"some": {"a": 2, "x": 4}, "low": {"a": 2, "b": 1}}
"""The grades of `low` stay below the threshold 3."""


@pytest.mark.parametrize(
    ("gain", "value"), [("binary", None), ("shifted", None), ("linear", 1.0), ("exponential", 1.0)]
)
def test_a_user_without_possible_gain_is_skipped(gain: str, value: float | None) -> None:
    lists = {"some": ["a", "x"], "low": ["a", "b"]}
    skipped = measure("nDCG@2", gain=gain, below="graded", empty="skip")
    judged = LOW if gain != "shifted" else {**LOW, "low": {"a": 2, "b": 2}}  # which gains above 2
    found = evaluate(lists, judged, skipped, threshold=3).per_user["nDCG@2"]
    batch = skipped(Ranking.from_lists(lists, judged, threshold=3))
    assert np.array_equal(found, batch, equal_nan=True)
    assert found[1] == value if value else np.isnan(found[1])
    strict = measure("nDCG@2", gain=gain, below="graded", empty="error")
    if value:
        assert evaluate(lists, judged, strict, threshold=3).per_user["nDCG@2"][1] == value
        return
    with pytest.raises(ValueError, match=r"^nDCG@2: no item has a gain above 0 for user 'low'$"):
        evaluate(lists, judged, strict, threshold=3)
    with pytest.raises(ValueError, match=r"^ndcg: no item has a gain above 0 low$"):
        strict(Ranking.from_lists(lists, judged, threshold=3))


def test_notes_report_ties_and_short_lists() -> None:
    tied = pl.DataFrame({"user": [1, 1, 2, 2], "item": [1, 2, 1, 2], "score": [1.0, 1.0, 1.0, 0.5]})
    notes = evaluate(tied, {1: [1], 2: [1, 2]}, "P@3").notes
    assert notes == [
        "1 list has items of equal rank or score: they keep their order in the data.",
        "2 lists are shorter than 3.",
        "25 % of the recommended items have no judgment.",
    ]
    rated = tied.rename({"score": "rating"})
    note = "The column 'rating' of the recommendations is read as their score."
    assert note in evaluate(rated, {1: [1], 2: [1, 2]}, "P@2").notes
    swapped = evaluate({10: [1]}, {20: [1]}, "P@1")
    assert (
        "No user with judgments got a recommendation: are these the same ids? They look like 10 and 20."
        in swapped.notes
    )


def test_a_note_says_that_no_catalogue_was_given() -> None:
    note = "AUC: without catalogue=, the non-relevant items are only those that are shown."
    lists, judged = {"u": ["a", "x", "b"]}, {"u": ["a", "b"]}
    assert evaluate(lists, judged, ["AUC", "AP"]).notes[-1] == note
    assert note not in evaluate(lists, judged, "AUC", catalogue=10).notes
    assert note not in evaluate(lists, judged, "AUC", convention="exam").notes


def test_notes_report_negative_grades_and_unmatched_ids() -> None:
    found = evaluate({1: [10, 11]}, {1: {20: -1, 21: 5}}, "P@2")
    assert found.notes == [
        "1 grade is below 0: its item is in the pool, not judged.",
        "No recommended item has a judgment: are these the same ids? They look like 10 and 20.",
    ]


def test_a_notebook_shows_a_table_with_mean_positions() -> None:
    bundle = evaluate(RECOMMENDED, {**JUDGED, "<script>": {"a": 1}}, ["MAP@3", "nDCG@3"])._repr_mimebundle_()
    assert bundle["text/plain"].startswith("measure")
    assert bundle["text/html"].count(";left:") == 2
    assert "<script>" not in bundle["text/html"]


def test_measures_with_the_same_name_get_distinct_labels() -> None:
    both = [measure("AP@3"), measure("AP@3", convention="trec_eval"), measure("AP@3", empty=1.0), "MAP@3"]
    found = evaluate(RECOMMENDED, JUDGED, both, threshold=4)
    assert list(found.measures) == ["AP@3", "AP@3 (trec_eval)", "AP@3(empty=1.0)"]
    assert list(found.mean) == ["MAP@3", "MAP@3 (trec_eval)", "MAP@3(empty=1.0)"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"measures": []}, "measures must have at least one measure or its name; got []"),
        ({"threshold": 0}, "threshold must be a number above 0; got 0"),
        ({"users": "most"}, "users must be one of 'judged', 'all', 'common', 'with_relevant'; got 'most'"),
        (
            {"ties": "any"},
            "ties must be one of 'order', 'id_descending', 'id_ascending', 'best', 'worst', 'expected', 'last'; got 'any'",
        ),
        (
            {"judgments": {"u": ["a"]}, "threshold": 4},
            "judgments: there are no grades, so each is 1, and threshold must be at most 1; got 4",
        ),
        (
            {"recommendations": {"u": ["a", "x", "b", "a"]}},
            "recommendations: user 'u' has item 'a' at ranks 1 and 4; an item can be in a list only once, "
            "unless repeats is one of 'first', 'removed', 'counted', 'expanded'",
        ),
    ],
)
def test_bad_arguments_raise_a_sentence(change: dict[str, Any], sentence: str) -> None:
    given_ = {"recommendations": RECOMMENDED, "judgments": JUDGED, "measures": "AP@3", **change}
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        evaluate(**given_)
    assert str(caught.value) == sentence


def test_a_progress_bar_appears_only_in_long_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: Any = tables_module.of_mapping
    lists = {u: [1, 2] for u in range(50)}
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)  # which an older anywidget imports
    evaluate(lists, lists, "P@1")
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(progress_module, "LONG", -1.0)
    monkeypatch.setattr(scoring_module, "MAX_USERS", 5)
    evaluate(lists, lists, "P@1")
    assert "/50" in capsys.readouterr().err
    evaluate(lists, lists, "P@1", progress=False)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(tables_module, "of_mapping", lambda *given: time.sleep(0.2) or read(*given))
    evaluate(lists, lists, "P@1")
    assert "reading" in capsys.readouterr().err
    monkeypatch.delenv("FORCE_COLOR")
    evaluate(lists, lists, "P@1")
    assert capsys.readouterr() == ("", "")  # no terminal


def peak_of_scoring(users: int) -> int:
    """The bytes that scoring takes at its peak, beside the tables and the values."""
    rng = np.random.default_rng(5)
    lists = pl.DataFrame({"user": np.repeat(np.arange(users), 10), "item": np.tile(np.arange(10), users)})
    judged = pl.DataFrame({"user": np.repeat(np.arange(users), 4), "item": np.tile(np.arange(0, 40, 10), users)})
    judged = judged.sample(fraction=1, shuffle=True, seed=1).with_columns(
        rating=pl.Series(rng.integers(1, 6, 4 * users))
    )
    run = evaluate(lists, judged, "RR@5", threshold=4).store.run
    measures = [measure(name) for name in ("AP@5", "nDCG@5", "P@5")]
    tracemalloc.start()
    for start, stop in run.blocks(measures):
        scoring_module.score(run, measures, start, stop)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_scoring_memory_does_not_grow_with_the_users() -> None:
    few, many = peak_of_scoring(2 * scoring_module.MAX_USERS), peak_of_scoring(8 * scoring_module.MAX_USERS)
    assert many < 1.2 * few


def test_users_with_many_judgments_do_not_widen_all_pools() -> None:
    judged = {u: dict.fromkeys(range(3000 if u % 100 == 0 else 3), 5) for u in range(2000)}
    found = evaluate({u: [1, 9999] for u in judged}, judged, ["nDCG@10", "AP@10"], threshold=4)
    batch = found.store.run.ranking(0, 2000, list(found.measures.values()))
    assert batch.pool(10).shape == (2000, 10)
    assert sorted(set(batch.relevant.tolist())) == [3, 3000]
    uncut = evaluate({u: [1, 9999] for u in judged}, judged, "Rankscore", threshold=4)
    assert max(stop - start for start, stop in uncut.store.run.blocks(list(uncut.measures.values()))) < 2000


def test_after_a_refusal_no_thread_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_tables, "_processors", lambda: 2)
    begun, read = Event(), []

    def read_one(name: str) -> None:
        if name == "bad":
            begun.wait()
            raise ValueError(name)
        begun.set()
        time.sleep(0.2)
        read.append(name)

    with pytest.raises(ValueError, match="bad"):
        list(score_tables.in_threads(read_one, ["bad", "large"], at_once=True))
    assert read == ["large"]
