"""The values printed in the sources, one row each: from the package and from the oracle.

A Fraction is exact (to 1e-12); a decimal is as printed (to half a unit of its last place).
"""

from __future__ import annotations

import ast
import doctest
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

import metrics_edu
from metrics_edu import Ranking, explain
from metrics_edu.metrics.conventions import METRICS
from tests import oracle
from tests.strategies import Case

Expected = Fraction | str


class Row(NamedTuple):
    name: str
    metric: str
    case: Case
    arguments: dict[str, Any]
    expected: Expected


def binary(marks: str, relevant: int) -> Case:
    """R is relevant and N is not; the relevant items that are not shown were missed."""
    shown = tuple(1.0 if mark == "R" else 0.0 for mark in marks)
    return Case(shown, (1.0,) * (relevant - marks.count("R")))


def judged(items: Sequence[Any], grades: Mapping[Any, float], threshold: float = 1) -> Case:
    shown = tuple(grades.get(item, 0) for item in items)
    return Case(shown, tuple(grade for item, grade in grades.items() if item not in items), threshold)


def check(value: float, expected: Expected) -> None:
    if expected == "nan":
        assert math.isnan(value)
    elif isinstance(expected, Fraction):
        assert value == pytest.approx(float(expected), rel=1e-12, abs=1e-12)
    else:
        places = len(expected.partition(".")[2])
        assert abs(value - float(expected)) <= 0.5 * 10**-places + 1e-12, f"{value} is not {expected}"


F = Fraction
AP, RR, NDCG, RANKSCORE = "average_precision", "reciprocal_rank", "ndcg", "rankscore"
RP, AVG_RP = "r_precision", "average_r_precision"
RETRIEVED = {"denominator": "retrieved"}
OVER_R = {"denominator": "relevant"}
JARVELIN = {"discount": "jarvelin"}
SHIFTED = {"gain": "shifted", "discount": "none"}

# Lawrie
FRUIT = binary("RRRNN", 6)
APPLES = binary("NRRNNRNNNRRR", 6)
FIRST_RANKS = (5, 15, 205, 215)
FIRST_AT = {rank: binary("N" * (rank - 1) + "R", 1) for rank in FIRST_RANKS}

# Parra: the pictures are not in the text; these lists are reconstructions that give the slides' values
PARRA_10 = binary("NRNRNRNRNR", 20)
PARRA_5 = binary("NRRNR", 20)

# VideoLectures
SOLUTION_1 = dict(zip(range(1, 11), range(100, 90, -1), strict=True))
SOLUTION_2 = dict(zip(range(101, 111), range(50, 40, -1), strict=True))
LIST_1 = [1, 2, 3, 20, 10, 6, 7, 8, 21, 22]
LIST_2 = [101, 102, 103, 50, 30, 106, 107, 108, 109, 52]
TIED_1 = dict(zip(range(1, 11), [100, 99, 98, 97, 96, 96, 96, 93, 92, 91], strict=True))
SHORT_2 = dict(zip(range(1, 8), range(50, 43, -1), strict=True))
TIED_LIST_1 = [1, 2, 3, 7, 20, 6, 21, 8, 22, 23]
SHORT_LIST_2 = [23, 2, 3, 20, 10, 6, 7, 8, 21, 22]
VL_1, VL_2 = judged(LIST_1, SOLUTION_1), judged(LIST_2, SOLUTION_2)
VL_TIED, VL_SHORT = judged(TIED_LIST_1, TIED_1), judged(SHORT_LIST_2, SHORT_2)
FOUR_FIRST = binary("RRRRNNNNNN", 4)

LOPES = judged(["a", "x", "b"], {"a": 5, "b": 4, "c": 2}, threshold=3)
COOKIE = binary("RNRR", 3)
NOTHING = binary("NNN", 0)

# Others
EIGHT = binary("RNNNRNNN", 8)
THREE = binary("RNR", 8)
TEN = binary("RNRNNRNNNN", 5)
GRADED = Case((3, 0, 2, 0, 1, 0, 0, 0, 0, 0), (3, 2, 1))
BELOW = Case((4, 2, 0), (5,), threshold=3)
ONE_OF_THREE, ONE_OF_TWO = binary("RN", 3), binary("R", 2)

ROWS = [
    Row("Lawrie: fruit, precision", "precision", FRUIT, {}, F(3, 5)),
    Row("Lawrie: fruit, recall", "recall", FRUIT, {}, F(3, 6)),
    Row("Lawrie: fruit, F1", "f_measure", FRUIT, {}, F(6, 11)),
    Row("Lawrie: apples, AP", AP, APPLES, {}, F(997, 1980)),
    Row("Lawrie: apples, AP as printed", AP, APPLES, {}, "0.503535"),
    Row("Lawrie: apples, AP@5", AP, APPLES, {"n": 5}, F(7, 30)),
    Row("Lawrie: apples, AP@5 over |R|", AP, APPLES, {"n": 5, **OVER_R}, "0.1944"),
    Row("Lawrie: apples, AP@3", AP, APPLES, {"n": 3}, F(7, 18)),
    Row("Lawrie: apples, AP@3 over |R|", AP, APPLES, {"n": 3, **OVER_R}, F(7, 36)),
    *(Row(f"Lawrie: RR at rank {k}", RR, FIRST_AT[k], {}, F(1, k)) for k in FIRST_RANKS),
    *(Row(f"Lawrie: AP = RR at rank {k}", AP, FIRST_AT[k], {}, F(1, k)) for k in FIRST_RANKS),
    *(Row(f"Lawrie: rank {k}", "average_rank", FIRST_AT[k], {}, F(k)) for k in FIRST_RANKS),
    Row("Parra: 10 shown, precision", "precision", PARRA_10, {}, F(1, 2)),
    Row("Parra: 10 shown, recall", "recall", PARRA_10, {}, F(1, 4)),
    Row("Parra: 5 shown, precision", "precision", PARRA_5, {}, F(3, 5)),
    Row("Parra: 5 shown, recall", "recall", PARRA_5, {}, "0.15"),
    Row("Parra: 10 shown, RR", RR, PARRA_10, {}, F(1, 2)),
    Row("Parra: 5 shown, RR", RR, PARRA_5, {}, F(1, 2)),
    Row("Parra: 10 shown, P@5", "precision", PARRA_10, {"n": 5}, F(2, 5)),
    Row("Parra: 5 shown, P@5", "precision", PARRA_5, {"n": 5}, F(3, 5)),
    Row("Parra: 10 shown, HR@1", "hit_ratio", PARRA_10, {"n": 1}, F(0)),
    Row("Parra: 10 shown, HR@2", "hit_ratio", PARRA_10, {"n": 2}, F(1)),
    Row("cookie&cream: AP", AP, COOKIE, {}, F(29, 36)),
    Row("cookie&cream: IDCG = 0", NDCG, NOTHING, {}, F(0)),
    Row("cookie&cream: IDCG = 0, skipped", NDCG, NOTHING, {"empty": "skip"}, "nan"),
    Row("VideoLectures 1: Rp@5 of r_1", RP, VL_1, {"n": 5}, F(3, 5)),
    Row("VideoLectures 1: Rp@10 of r_1", RP, VL_1, {"n": 10}, F(7, 10)),
    Row("VideoLectures 1: AvgRp of r_1", AVG_RP, VL_1, {"cutoffs": (5, 10)}, F(13, 20)),
    Row("VideoLectures 1: Rp@5 of r_2", RP, VL_2, {"n": 5, **RETRIEVED}, F(3, 5)),
    Row("VideoLectures 1: Rp@10 of r_2", RP, VL_2, {"n": 10, **RETRIEVED}, F(7, 10)),
    Row("VideoLectures 1: AvgRp of r_2", AVG_RP, VL_2, RETRIEVED, F(13, 20)),
    Row("VideoLectures 2: Rp@5 of r_1, ties", RP, VL_TIED, {"n": 5}, F(4, 5)),
    Row("VideoLectures 2: Rp@10 of r_1", RP, VL_TIED, {"n": 10}, F(6, 10)),
    Row("VideoLectures 2: AvgRp of r_1", AVG_RP, VL_TIED, {"cutoffs": (5, 10)}, F(7, 10)),
    Row("VideoLectures 2: Rp@5 of r_2", RP, VL_SHORT, {"n": 5}, F(2, 5)),
    Row("VideoLectures 2: Rp@10 of r_2, m = 7", RP, VL_SHORT, {"n": 10}, F(4, 7)),
    Row("VideoLectures 2: Rp@10 of r_2, retrieved", RP, VL_SHORT, {"n": 10, **RETRIEVED}, F(4, 10)),
    Row("VideoLectures 2: AvgRp of r_2", AVG_RP, VL_SHORT, {"cutoffs": (5, 10)}, F(17, 35)),
    Row("VideoLectures 2: AvgRp as printed", AVG_RP, VL_SHORT, {}, "0.4857"),
    Row("VideoLectures: four first, Rp@10", RP, FOUR_FIRST, {"n": 10}, F(1)),
    Row("VideoLectures: four first, P@10", "precision", FOUR_FIRST, {"n": 10}, F(4, 10)),
    Row("Lopes: AP@3", AP, LOPES, {"n": 3}, F(5, 6)),
    Row("Lopes: nDCG@3", NDCG, LOPES, {"n": 3, "gain": "linear"}, "0.9304"),
    Row("eight: AP over |R|", AP, EIGHT, {}, F(7, 40)),
    Row("eight: AP over hits", AP, EIGHT, RETRIEVED, F(7, 10)),
    Row("hits at 1 and 3 of 3: AP", AP, THREE, {}, "0.208333"),
    Row("ten: AP@10", AP, TEN, {"n": 10}, F(13, 30)),
    Row("ten: AP@10 over hits", AP, TEN, {"n": 10, **RETRIEVED}, "0.7222"),
    Row("ten: AP@10 over n", AP, TEN, {"n": 10, "denominator": "cutoff"}, "0.2167"),
    Row("graded: DCG@10", "dcg", GRADED, {"n": 10}, "8.886853"),
    Row("graded: nDCG@10", NDCG, GRADED, {"n": 10}, "0.594375"),
    Row("graded: nDCG@10 linear", NDCG, GRADED, {"n": 10, "gain": "linear"}, "0.585132"),
    Row("graded: nDCG@10 retrieved ideal", NDCG, GRADED, {"n": 10, "ideal": "retrieved"}, "0.9461"),
    Row("graded: nDCG@10 binary", NDCG, GRADED, {"n": 10, "gain": "binary"}, "0.5710"),
    Row("graded: nDCG@10 jarvelin", NDCG, GRADED, {"n": 10, **JARVELIN}, "0.5120"),
    Row("graded: nDCG@10 jarvelin linear", NDCG, GRADED, {"n": 10, "gain": "linear", **JARVELIN}, "0.5168"),
    Row("graded: nDCG@3", NDCG, GRADED, {"n": 3}, "0.6581"),
    Row("graded: nDCG@3 uncut ideal", NDCG, GRADED, {"n": 3, "ideal": "uncut"}, "0.5685"),
    Row("no cut-off: nDCG", NDCG, ONE_OF_THREE, {}, "0.4693"),
    Row("no cut-off: nDCG@2", NDCG, ONE_OF_THREE, {"n": 2}, "0.6131"),
    Row("no cut-off: recall, min(|R|, n)", "recall", ONE_OF_TWO, {"denominator": "reachable"}, F(1, 2)),
    Row("no cut-off: recall@1, min(|R|, n)", "recall", ONE_OF_TWO, {"n": 1, "denominator": "reachable"}, F(1)),
    Row("below: zero", NDCG, BELOW, {"gain": "linear"}, "0.5317"),
    Row("below: graded", NDCG, BELOW, {"gain": "linear", "below": "graded"}, "0.6173"),
    Row("counted from the threshold", "dcg", Case((4, 1), (), 3), SHIFTED, F(3)),  # 2^(4 - 2) - 1
    Row("counted from the threshold: graded", "dcg", Case((4, 0.5), (), 3), SHIFTED | {"below": "graded"}, F(3)),
    Row("counted from a threshold below 1", "dcg", Case((1.5, 0.25), (), 0.5), SHIFTED, F(3)),  # 2^(1.5 + 0.5) - 1
    Row("rankscore: half-life 5", RANKSCORE, APPLES, {}, "0.660908"),
    Row("rankscore: half-life 10", RANKSCORE, APPLES, {"half_life": 10}, "0.789855"),
    Row("rankscore: breese, 5", RANKSCORE, APPLES, {"exponent": "breese"}, "0.616310"),
]

# a list a b c d e f with R={a,c,x,y} at n = 3 and 5, and with R={b,d} at n = 5
TOYS = ((binary("RNRNNN", 4), 3), (binary("RNRNNN", 4), 5), (binary("NRNRNN", 2), 5))
LIBRARIES: list[tuple[str, str, dict[str, str], tuple[str, str, str]]] = [
    ("trec_eval", AP, OVER_R, (".4167", ".4167", ".5")),
    ("trec_eval", NDCG, {"gain": "linear"}, (".7039", ".5856", ".6509")),
    ("ml_metrics, Spark, RecBole", AP, {}, (".5556", ".4167", ".5")),
    ("Spark, RecBole", NDCG, {"gain": "binary"}, (".7039", ".5856", ".6509")),
    ("RecTools", AP, OVER_R, (".4167", ".4167", ".5")),
    ("RecTools divide_by_k", AP, {"denominator": "cutoff"}, (".5556", ".3333", ".2")),
    ("RecTools", NDCG, {"gain": "binary", "ideal": "ones"}, (".7039", ".5087", ".3601")),
    ("RecTools achievable", NDCG, {"gain": "binary"}, (".7039", ".5856", ".6509")),
    ("LensKit", AP, {"denominator": "listed"}, (".5556", ".4167", ".5")),
    ("LensKit", NDCG, {"gain": "linear", **JARVELIN}, (".6199", ".5209", ".75")),
    ("LensKit log2(i+1)", NDCG, {"gain": "linear"}, (".7039", ".5856", ".6509")),
    ("DaisyRec", AP, RETRIEVED, (".8333", ".8333", ".5")),
    ("DaisyRec", NDCG, {"gain": "binary", "ideal": "retrieved"}, (".9197", ".9197", ".6509")),
    ("pyRecLab, torchmetrics", AP, RETRIEVED, (".8333", ".8333", ".5")),
    ("pyRecLab", NDCG, {"gain": "binary", "ideal": "shown"}, (".7039", ".5856", ".6509")),
    ("torchmetrics", NDCG, {"gain": "linear"}, (".7039", ".5856", ".6509")),
]
ROWS += [
    Row(f"section 4: {library}, {metric}, toy {i + 1}", metric, case, {"n": n, **arguments}, printed[i])
    for library, metric, arguments, printed in LIBRARIES
    for i, (case, n) in enumerate(TOYS)
]


every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.metric}: {row.name}")


def as_oracle(name: str) -> Callable[..., float]:
    """Return the oracle of a metric as a function of a Ranking."""

    def value(ranking: Ranking, *cutoff: Any, **options: Any) -> float:
        pool = ranking.pool(int(ranking.relevant)).tolist()
        return getattr(oracle, name)(
            ranking.shown.tolist(), pool, ranking.threshold, int(ranking.relevant), *cutoff, **options
        )

    return value


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_every_metric_has_a_worked_value_in_its_docstring(metric: Any) -> None:
    examples = doctest.DocTestParser().get_examples(metric.__doc__)
    assert examples, f"the docstring of {metric.name} has no example: a value that was worked out by hand"
    for example in examples:
        for function in (metric, as_oracle(metric.name)):
            value = eval(example.source, {"Ranking": Ranking, metric.name: function})
            assert value == pytest.approx(ast.literal_eval(example.want), abs=1e-12)


@every_row
def test_the_package_returns_the_worked_value(row: Row) -> None:
    metric = METRICS[row.metric]
    check(float(metric(row.case.ranking(), **row.arguments)), row.expected)


@every_row
def test_the_oracle_returns_the_worked_value(row: Row) -> None:
    check(getattr(oracle, row.metric)(*row.case.plain, **row.arguments), row.expected)


LAWRIE = Ranking.from_lists(
    {k: [f"{i}" for i in range(1, k + 1)] for k in FIRST_RANKS}, judged={k: {f"{k}": 1} for k in FIRST_RANKS}
)
EXAMPLE_1 = Ranking.from_lists({1: LIST_1, 2: LIST_2}, judged={1: SOLUTION_1, 2: SOLUTION_2})
EXAMPLE_2 = Ranking.from_lists({1: TIED_LIST_1, 2: SHORT_LIST_2}, judged={1: TIED_1, 2: SHORT_2})
MRR = sum((F(1, k) for k in FIRST_RANKS), F(0)) / 4

MEANS: list[tuple[str, str, Ranking, dict[str, Any], Expected]] = [
    ("Lawrie: MRR", RR, LAWRIE, {}, MRR),
    ("Lawrie: MRR as printed", RR, LAWRIE, {}, "0.0690"),
    ("Lawrie: MAP = MRR when |R| = 1", AP, LAWRIE, {}, MRR),
    ("Lawrie: average rank", "average_rank", LAWRIE, {}, F(110)),
    ("VideoLectures 1: MARp", AVG_RP, EXAMPLE_1, {"cutoffs": (5, 10)}, F(13, 20)),
    ("VideoLectures 2: MARp", AVG_RP, EXAMPLE_2, {"cutoffs": (5, 10)}, F(83, 140)),
]


@pytest.mark.parametrize(
    ("metric", "batch", "arguments", "expected"), [pytest.param(*row[1:], id=row[0]) for row in MEANS]
)
def test_the_mean_over_users_matches_the_worked_value(
    metric: str, batch: Ranking, arguments: dict[str, Any], expected: Expected
) -> None:
    check(explain(METRICS[metric], batch, **arguments).value, expected)


def test_a_batch_returns_one_value_per_user() -> None:
    values = metrics_edu.average_r_precision(EXAMPLE_2, cutoffs=(5, 10))
    assert len(values) == 2
    check(values[0], F(7, 10))
    check(values[1], F(17, 35))


def test_an_ideal_of_zero_raises_with_empty_error() -> None:
    with pytest.raises(ValueError, match="relevant"):
        metrics_edu.ndcg(NOTHING.ranking(), empty="error")


def test_a_difference_at_large_ranks_has_little_effect() -> None:
    """Lawrie: RR "minimizes difference between 750 and 900"."""
    values = [metrics_edu.reciprocal_rank(binary("N" * (k - 1) + "R", 1).ranking()) for k in (1, 2, 750, 900)]
    gaps = [a - b for a, b in pairwise(values)]
    assert gaps[0] == 0.5
    assert 0 < gaps[-1] < 0.001
