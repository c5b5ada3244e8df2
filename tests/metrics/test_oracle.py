"""The package against the oracle, and the laws every metric keeps, over the whole registry."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import metrics_edu
from metrics_edu import Ranking, explain
from metrics_edu.metrics.conventions import METRICS
from tests import oracle
from tests.strategies import Case, arguments_of, batch_of, case_batches, cases, even_case_batches, examples

SETTINGS = settings(deadline=None, max_examples=examples(60))
FEWER = settings(SETTINGS, max_examples=examples(40))  # laws that draw more for each example


def each(metrics: list[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("metric", metrics, ids=lambda metric: metric.name)


every_metric = each(list(METRICS.values()))


def oracle_of(metric: Any) -> Callable[..., float]:
    function: Callable[..., float] | None = getattr(oracle, metric.name, None)
    if function is None:
        pytest.fail(
            f"The metric {metric.name} is registered but tests/oracle.py has no function {metric.name}: "
            "write its definition there as a plain loop, without looking at the package."
        )
    return function


def same(a: float, b: float, relative: float = 1e-12, absolute: float = 1e-12) -> bool:
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return math.isclose(a, b, rel_tol=relative, abs_tol=absolute)


def identical(a: float, b: float) -> bool:
    return same(a, b, relative=0, absolute=0)


def promised(metric: Any, promise: str, arguments: dict[str, Any]) -> bool:
    """Whether a metric makes this promise under these arguments."""
    excluded = metric.unpromised.get(promise, ())
    return not any(value in excluded for value in arguments.values() if isinstance(value, str))


@every_metric
@SETTINGS
@given(data=st.data(), case=cases())
def test_the_metric_matches_the_oracle_and_its_bounds(metric: Any, data: st.DataObject, case: Case) -> None:
    arguments = data.draw(arguments_of(metric))
    value = float(metric(case.ranking(), **arguments))
    assert same(value, oracle_of(metric)(*case.plain, **arguments))
    if math.isnan(value):
        assert metric.can_be_nan or arguments.get("empty") == "skip", "declare can_be_nan=True if this is meant"
    if promised(metric, "bounds", arguments) and not math.isnan(value):
        low, high = metric.bounds
        assert low - 1e-12 <= value <= high + 1e-12


@each([metric for metric in METRICS.values() if metric.takes_empty])
@FEWER
@given(data=st.data(), case=cases())
def test_empty_error_raises_only_where_the_oracle_raises(metric: Any, data: st.DataObject, case: Case) -> None:
    arguments = data.draw(arguments_of(metric)) | {"empty": "error"}
    try:
        expected = oracle_of(metric)(*case.plain, **arguments)
    except ValueError:
        with pytest.raises(ValueError, match=r"no item (is relevant|has a gain above 0)"):
            metric(case.ranking(), **arguments)
    else:
        assert same(float(metric(case.ranking(), **arguments)), expected)


@pytest.mark.parametrize("empty", [0.0, 0.5, "skip"])
@pytest.mark.parametrize("gain", METRICS["ndcg"].choices["gain"])
def test_empty_sets_ndcg_when_no_item_has_gain(gain: str, empty: Any) -> None:
    """Also where items below the threshold keep their gain: a binary one is 0 there."""
    options: dict[str, Any] = {"gain": gain, "below": "graded", "empty": empty}
    for shown, pool in (([2, 0], [2]), ([2, 0], [2, 2]), ([0, 0], [])):
        decided = not pool or gain in ("binary", "shifted")
        value = METRICS["ndcg"](Ranking(shown, pool, threshold=3), **options)
        assert same(value, oracle.ndcg(shown, pool, 3, 0, **options))
        assert same(value, (math.nan if empty == "skip" else empty) if decided else value)
        assert decided or value > 0


def lists_of(metric: Any, batch: Ranking, users: list[Case]) -> list[Ranking]:
    """Return the lists of the cases; where it counts what was judged at all, those of the batch, which has unjudged items."""
    return [batch.user(user) for user in batch.users or ()] if metric.reads_judged else [of.ranking() for of in users]


@pytest.mark.long
@every_metric
@FEWER
@given(data=st.data(), users=even_case_batches())
def test_an_unpadded_batch_matches_its_lists_bit_for_bit(metric: Any, data: st.DataObject, users: list[Case]) -> None:
    arguments = data.draw(arguments_of(metric))
    batch = batch_of(users, zeros=False)
    values = metric(batch, **arguments)
    assert np.shape(values) == (len(users),)
    for value, ranking in zip(values, lists_of(metric, batch, users), strict=True):
        assert identical(float(value), float(metric(ranking, **arguments)))


@pytest.mark.long
@every_metric
@FEWER
@given(data=st.data(), users=case_batches())
def test_a_padded_batch_matches_its_lists(metric: Any, data: st.DataObject, users: list[Case]) -> None:
    arguments = data.draw(arguments_of(metric))
    batch = batch_of(users)
    values = metric(batch, **arguments)
    assert np.shape(values) == (len(users),)
    for value, ranking in zip(values, lists_of(metric, batch, users), strict=True):
        assert same(float(value), float(metric(ranking, **arguments)), 1e-14, 0)


@pytest.mark.long
@every_metric
@FEWER
@given(data=st.data(), users=case_batches())
def test_the_explained_mean_equals_the_mean_over_users(metric: Any, data: st.DataObject, users: list[Case]) -> None:
    arguments = data.draw(arguments_of(metric))
    counted = data.draw(st.sampled_from(["all", "with_relevant"]))
    batch = batch_of(users)
    values = [oracle_of(metric)(*case.plain, **arguments) for case in users]
    if metric.reads_judged:
        values = [float(metric(ranking, **arguments)) for ranking in lists_of(metric, batch, users)]
    expected = oracle.mean(values, [case.relevant for case in users], counted)
    assert same(float(explain(metric, batch, users=counted, **arguments).value), expected)


@pytest.mark.long
@every_metric
@SETTINGS
@given(data=st.data(), case=cases())
def test_the_explained_value_equals_the_metric_value(metric: Any, data: st.DataObject, case: Case) -> None:
    arguments = data.draw(arguments_of(metric))
    ranking = case.ranking()
    value = explain(metric, ranking, **arguments).value
    assert identical(float(value), float(metric(ranking, **arguments)))


@each([metric for metric in METRICS.values() if metric.takes_n])
@FEWER
@given(data=st.data(), case=cases())
def test_a_pool_cut_to_its_n_best_keeps_the_value(metric: Any, data: st.DataObject, case: Case) -> None:
    n = data.draw(st.integers(1, 15))
    arguments = data.draw(arguments_of(metric)) | {"n": n}
    assume("uncut" not in arguments.values())
    cut = Ranking(list(case.shown), pool=case.pool[:n], threshold=case.threshold, relevant=case.relevant)
    assert identical(float(metric(cut, **arguments)), float(metric(case.ranking(), **arguments)))


@pytest.mark.long
@each([metric for metric in METRICS.values() if metric.promises_swap])
@SETTINGS
@given(data=st.data(), case=cases(shortest=2))
def test_a_better_item_moved_up_never_lowers_the_value(metric: Any, data: st.DataObject, case: Case) -> None:
    places = [i for i, (upper, lower) in enumerate(pairwise(case.shown)) if upper != lower]
    arguments = data.draw(arguments_of(metric))
    assume(places and promised(metric, "swap", arguments))
    i = data.draw(st.sampled_from(places))
    better, worse = case, case.swapped(i)
    if case.shown[i] < case.shown[i + 1]:
        better, worse = worse, better
    before = float(metric(worse.ranking(), **arguments))
    after = float(metric(better.ranking(), **arguments))
    assert same(before, after) or after > before, "declare promises_swap=False if this is meant"


# --- ratings, coverage, novelty, diversity -----------------------------------------------------------------

pairs_of_ratings = st.lists(st.tuples(st.floats(0.5, 5), st.floats(-1, 6)), min_size=1, max_size=40)
ITEMS = "abcdefghij"
lists_of_users = st.dictionaries(
    st.integers(1, 9), st.lists(st.sampled_from(ITEMS), unique=True, max_size=6), min_size=1, max_size=6
)
counts = st.lists(st.integers(1, 500), min_size=len(ITEMS), max_size=len(ITEMS)).map(
    lambda numbers: dict(zip(ITEMS, numbers, strict=True))
)
themes = st.lists(st.lists(st.sampled_from("xyzw"), max_size=3), min_size=len(ITEMS), max_size=len(ITEMS)).map(
    lambda names: dict(zip(ITEMS, names, strict=True))
)


@pytest.mark.parametrize("name", ["mae", "mse", "rmse"])
@SETTINGS
@given(ratings=pairs_of_ratings)
def test_rating_errors_match_the_oracle(name: str, ratings: list[tuple[float, float]]) -> None:
    predicted, actual = [p for p, _ in ratings], [a for _, a in ratings]
    expected = getattr(oracle, name)(predicted, actual)
    assert same(float(getattr(metrics_edu, name)(predicted, actual)), expected)


@SETTINGS
@given(recommendations=lists_of_users)
def test_coverage_matches_the_oracle(recommendations: dict[int, list[str]]) -> None:
    users = list(range(1, 12))
    expected = oracle.user_coverage(recommendations, users)
    assert same(metrics_edu.user_coverage(recommendations, users), expected)
    expected = oracle.item_coverage(recommendations, ITEMS + "klm")
    assert same(metrics_edu.item_coverage(recommendations, list(ITEMS + "klm")), expected)


@SETTINGS
@given(
    recommendations=lists_of_users,
    popularity=counts,
    per=st.sampled_from(["list", "item"]),
    base=st.sampled_from(["e", "2"]),
)
def test_novelty_matches_the_oracle(
    recommendations: dict[int, list[str]], popularity: dict[str, int], per: str, base: str
) -> None:
    expected = oracle.novelty(recommendations, popularity, per=per, base=base)
    assert same(metrics_edu.novelty(recommendations, popularity, per=per, base=base), expected)


@SETTINGS
@given(recommendations=lists_of_users, popularity=counts, missing=st.sampled_from(ITEMS))
def test_an_unseen_item_raises_a_named_error_or_is_skipped(
    recommendations: dict[int, list[str]], popularity: dict[str, int], missing: str
) -> None:
    del popularity[missing]
    expected = oracle.novelty(recommendations, popularity, unseen="skip")
    assert same(metrics_edu.novelty(recommendations, popularity, unseen="skip"), expected)
    if any(missing in items for items in recommendations.values()):
        with pytest.raises(ValueError, match=missing):
            metrics_edu.novelty(recommendations, popularity)


@SETTINGS
@given(recommendations=lists_of_users, categories=themes)
def test_diversity_matches_the_oracle(recommendations: dict[int, list[str]], categories: dict[str, list[str]]) -> None:
    expected = oracle.diversity(recommendations, categories)
    assert same(metrics_edu.diversity(recommendations, categories), expected)
