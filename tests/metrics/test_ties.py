"""Equal scores: the means over all orders and the last rank, as formulas, beside every order written out."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics_edu import Ranking, explain, measure
from metrics_edu.metrics import METRICS, Measure
from tests.metrics.test_law import holds
from tests.strategies import examples

MEASURES = [
    measure(name, **options)
    for name, options in (
        *(
            (f"{name}@{n}", {})
            for name in ("P", "Recall", "F2", "HR", "RR", "AP", "DCG", "nDCG", "Rp")
            for n in (1, 2, 4)
        ),
        *(
            (of.label(), {}) for of in METRICS.values() if of.symbol not in ("ERR", "bpref")
        ),  # which have no mean over orders
        ("AvgRp@2+3", {}),
        *(("AP@3", {"denominator": word}) for word in ("relevant", "listed", "cutoff")),
        ("AP", {"denominator": "retrieved"}),
        ("P@4", {"short": "shrink"}),
        ("nDCG@2", {"gain": "linear", "below": "graded", "ideal": "retrieved"}),
        ("nDCG@3", {"discount": "jarvelin", "gain": "binary", "ideal": "uncut", "empty": 1}),
        ("nDCG@3", {"ideal": "shown", "empty": "skip"}),
        ("nDCG@3", {"gain": "mlnet", "discount": "ln"}),
        ("DCG@3", {"discount": "rank"}),
        *(("RR", {"hits": word}) for word in ("mean", "each")),
        ("RR@2", {"hits": "each", "empty": 1}),
        ("HR@2", {"empty": 1}),
        ("CG@2", {"gain": "shifted"}),
    )
]
GROUPS = [[size] for size in (1, 2, 3, 4)] + [[1, 2], [2, 1], [2, 2], [3, 1], [1, 3], [1, 2, 1], [1, 1]]


def orders(grades: Sequence[float], sizes: Sequence[int]) -> list[list[float]]:
    """Return every order of items in which those of one group stay together."""
    ends = np.cumsum(sizes)
    groups = [grades[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    return [[grade for group in chosen for grade in group] for chosen in product(*map(permutations, groups))]


def scores_of(sizes: Sequence[int]) -> list[float]:
    return [-float(k) for k, size in enumerate(sizes) for _item in range(size)]


def mean_over_orders(
    of: Measure, grades: Sequence[float], sizes: Sequence[int], pool: Sequence[float], threshold: float = 1
) -> float:
    rows = orders(grades, sizes)
    return float(np.mean(of(Ranking(rows, np.tile(pool, (len(rows), 1)), threshold=threshold))))


@pytest.mark.parametrize("of", MEASURES, ids=repr)
def test_expected_is_the_mean_over_every_order(of: Measure) -> None:
    for sizes in GROUPS:
        every = product(*(combinations_with_replacement((0, 1, 2), size) for size in sizes))
        lists = [[grade for group in groups for grade in group] for groups in every]
        for missed in ([], [2, 1]):
            found = of(Ranking(lists, [grades + missed for grades in lists]).tied([scores_of(sizes)] * len(lists)))
            rows = [row for grades in lists for row in orders(grades, sizes)]
            values = of(Ranking(rows, [row + missed for row in rows])).reshape(len(lists), -1)
            np.testing.assert_allclose(found, values.mean(axis=1), atol=1e-12)


@settings(max_examples=examples(500))
@given(st.data(), st.lists(st.integers(1, 4), min_size=1, max_size=3).filter(lambda sizes: sum(sizes) <= 7))
def test_expected_is_the_mean_over_every_order_of_longer_lists(data: st.DataObject, sizes: list[int]) -> None:
    length, of = sum(sizes), data.draw(st.sampled_from(MEASURES))
    grades = data.draw(st.lists(st.sampled_from([0, 0, 0.5, 1, 2, 3]), min_size=length, max_size=length))
    pool = [grade for grade in grades if grade] + data.draw(st.lists(st.sampled_from([1, 2, 3]), max_size=3))
    threshold = data.draw(st.sampled_from([0.5, 1, 2]))
    found = of(Ranking(grades, pool, threshold=threshold).tied(scores_of(sizes)))
    expected = mean_over_orders(of, grades, sizes, pool, threshold)
    assert found == pytest.approx(expected, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("rule", ["expected", "last"])
def test_without_equal_scores_every_value_is_the_plain_one(rule: Any) -> None:
    for grades in product((0, 1, 2), repeat=3):
        plain = Ranking(grades, missed=[2])
        for of in MEASURES:
            assert of(plain.tied([3, 2, 1], rule)) == pytest.approx(of(plain), abs=1e-14, nan_ok=True)


@pytest.mark.parametrize(
    ("grades", "scores", "expected", "worst", "last"),
    [
        ([1, 1, 0], [1, 1, 1], 0.8056, 0.5833, 2 / 3),
        ([1, 0, 0], [1, 1, 1], 11 / 18, 1 / 3, 1 / 3),
        ([1, 0], [1, 1], 0.75, 0.5, 0.5),
    ],
)
def test_ap_of_tied_lists_has_the_published_values(
    grades: list[int], scores: list[int], expected: float, worst: float, last: float
) -> None:
    of, ranking = measure("AP"), Ranking(grades)
    assert of(ranking.tied(scores)) == pytest.approx(expected, abs=5e-5)
    assert of(ranking.tied(scores, "last")) == pytest.approx(last)
    assert min(map(of, map(Ranking, orders(grades, [len(grades)])))) == pytest.approx(worst, abs=5e-5)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 4)), min_size=1, max_size=6))
def test_last_is_the_formula_of_scikit_learn(groups: list[tuple[int, int]]) -> None:
    groups = [(max(size, hits), hits) for size, hits in groups]
    relevant = sum(hits for _size, hits in groups)
    grades = [int(k < hits) for size, hits in groups for k in range(size)]
    total, above, found = 0.0, 0, 0
    for size, hits in groups:
        above, found = above + size, found + hits
        total += hits * found / above
    tied = Ranking(grades).tied(scores_of([size for size, _hits in groups]), "last")
    assert measure("AP")(tied) == pytest.approx(total / relevant if relevant else 0)
    assert measure("RR")(tied) == pytest.approx(_reciprocal_of_last(groups))


def _reciprocal_of_last(groups: list[tuple[int, int]]) -> float:
    above = 0
    for size, hits in groups:
        above += size
        if hits:
            return 1 / above
    return 0.0


@pytest.mark.parametrize("rule", ["expected", "last"])
@pytest.mark.parametrize("of", MEASURES, ids=repr)
def test_the_working_of_shared_ranks_gives_the_value(of: Measure, rule: Any) -> None:
    ranking = Ranking([2, 0, 1, 0, 1], missed=[1]).tied([3, 2, 2, 2, 1], rule)
    derivation = of.explain(ranking)
    assert derivation.value == of(ranking)
    if of.name != "Rank":  # which is in words where no rank is shared
        holds(derivation)
    else:
        assert eval(derivation.result.numbers) == pytest.approx(derivation.value)


def test_a_shared_rank_says_in_how_many_orders_an_item_is_there() -> None:
    derivation = explain("P@2", Ranking("RNR").tied([2, 1, 1]))
    step = derivation.step("rel_i")
    assert step is not None
    assert step.numbers == "[1/1, 1/2]"
    assert step.why == "ranks 2 to 3 share a score: each of their items is at each of them in one order of 2"
    assert step.element_reason(1) == "rank 2 is shared (items with this score: 2); each is there in one order of 2"


def test_users_of_a_batch_keep_their_scores() -> None:
    grades, scores = [[1, 0, 0], [0, 1, 0], [1, 0, 0]], [[1, 1, 0], [2, 1, 1], [0, 0, 0]]
    batch = Ranking(grades, lengths=[3, 3, 1]).tied(scores)
    expected = [measure("AP")(Ranking(row).tied(own)) for row, own in zip(grades[:2], scores[:2], strict=True)]
    assert measure("AP")(batch).tolist() == pytest.approx([*expected, 1])  # of the last, one item is shown
    derivation = measure("AP").explain(batch)
    assert [derivation.of(user).value for user in batch.users or ()] == pytest.approx([*expected, 1])
    assert measure("AP")(batch.with_threshold(1)).tolist() == pytest.approx([*expected, 1])


def test_a_tied_batch_keeps_its_scores_with_another_threshold_and_in_a_pickle() -> None:
    batch = Ranking([[0, 1], [1, 1]]).tied([[1, 1], [2, 1]])
    for other in (batch.with_threshold(1), pickle.loads(pickle.dumps(batch))):
        values = measure("AP")(other)
        assert values.tolist() == [0.75, 1]
        assert [measure("AP")(other.user(user)) for user in ("1", "2")] == [0.75, 1]


def test_a_list_longer_than_any_sum_of_large_gains_keeps_small_ones() -> None:
    ranking = Ranking([1000, 0, 1, 0], pool=[1000, 1]).tied([2, 1, 1, 1])
    assert measure("CG@3").explain(ranking).step("gain_i").value.tolist()[1:] == pytest.approx([1 / 3, 1 / 3])  # type: ignore[union-attr]


@pytest.mark.parametrize("rule", ["expected", "last"])
@pytest.mark.parametrize("name", ["ERR", "bpref"])
def test_err_and_bpref_have_their_plain_value_where_no_scores_are_equal(name: str, rule: Any) -> None:
    ranking = Ranking([2, 0, 1])
    assert measure(name)(ranking.tied([3, 2, 1], rule)) == measure(name)(ranking)


def test_the_mean_over_hits_is_computed_where_each_item_has_its_last_rank() -> None:
    of = measure("RR@3", hits="mean")
    assert of(Ranking("RNRR").tied([3, 2, 2, 1], "last")) == pytest.approx((1 + 1 / 3) / 2)
    assert of.explain(Ranking("RNRR").tied([3, 2, 2, 1], "last")).value == pytest.approx((1 + 1 / 3) / 2)


def test_what_cannot_be_is_refused() -> None:
    for of in (
        measure("AP@1", denominator="retrieved"),
        measure("RR@1", hits="mean"),
        measure("ERR"),
        measure("bpref"),
    ):
        with pytest.raises(ValueError, match="has no mean over the orders of equal scores here"):
            of(Ranking("RN").tied([1, 1]))
    with pytest.raises(ValueError, match=r"; choose order, best, worst, id_ascending or id_descending for ties$"):
        measure("ERR")(Ranking("RN").tied([1, 1], "last"))
    with pytest.raises(ValueError, match="scores must have a number for each shown item, the highest first"):
        Ranking("RN").tied([1, 2])
    with pytest.raises(ValueError, match="scores must have a number for each shown item, the highest first"):
        Ranking("RN").tied([1])
    with pytest.raises(ValueError, match="ranking 2 has scores: join the lists first, then call tied"):
        Ranking.batch([Ranking("RN"), Ranking("RN").tied([1, 1])])
    with pytest.raises(ValueError, match="rule must be one of 'expected', 'last'; got 'best'"):
        Ranking("RN").tied([1, 1], "best")  # type: ignore[arg-type]
