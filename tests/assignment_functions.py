"""Functions that students hand in for notebooks/source/assignment.ipynb: right ones in several styles, and 20 wrong ones."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from itertools import accumulate, islice
from typing import Any

import numpy as np

# --- right ones ------------------------------------------------------------------------------------------------------


def precision_of_sets(relevant, shown, k):
    return len(set(shown[:k]) & set(relevant)) / k


def precision_in_a_loop(relevant, shown, k):
    hits = 0
    for position in range(k):
        if position < len(shown) and shown[position] in relevant:
            hits = hits + 1
    return hits / k


def precision_of_islice(relevant, shown, k):
    return sum(map(relevant.__contains__, islice(shown, k))) / k


def recall_of_sets(relevant, shown, k):
    relevant = frozenset(relevant)
    return len(relevant.intersection(shown[:k])) / len(relevant) if relevant else 0


def recall_by_numpy(relevant, shown, k):
    return np.isin(np.array(relevant, dtype=str), np.array(shown[:k], dtype=str)).mean() if relevant else 0.0


def recall_with_an_exception(relevant, shown, k):
    try:
        return sum(item in shown[:k] for item in relevant) / len(relevant)
    except ZeroDivisionError:
        return 0


def ap_in_a_loop(relevant, shown, k):
    if not relevant:
        return 0
    hits, total = 0, 0.0
    for rank, item in enumerate(shown[:k], start=1):
        if item in relevant:
            hits += 1
            total += hits / rank
    return total / min(len(relevant), k)


def ap_of_precisions(relevant, shown, k):
    ranks = [rank for rank in range(1, min(k, len(shown)) + 1) if shown[rank - 1] in relevant]
    total = sum(precision_of_sets(relevant, shown, rank) for rank in ranks)
    return total / max(1, min(k, len(relevant)))


def ap_by_numpy(relevant, shown, k):
    rel = np.array([item in relevant for item in shown[:k]], dtype=float)
    return float(np.cumsum(rel) / np.arange(1, len(rel) + 1) @ rel) / (min(len(relevant), k) or 1)


def ap_accumulated(relevant, shown, k):
    rel = [item in relevant for item in shown[:k]]
    terms = (hits / rank for rank, (hit, hits) in enumerate(zip(rel, accumulate(rel), strict=True), 1) if hit)
    return math.fsum(terms) / min(len(relevant), k) if relevant else 0.0


def map_by_statistics(relevant, shown, k):
    return statistics.fmean(ap_in_a_loop(one, other, k) for one, other in zip(relevant, shown, strict=True))


def map_in_a_loop(relevant, shown, k):
    total = 0
    for user in range(len(relevant)):
        total += ap_by_numpy(relevant[user], shown[user], k)
    return total / len(relevant)


def ndcg_in_a_loop(grades, shown, k):
    def dcg(gains):
        return sum((2**gain - 1) / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))

    best = dcg(sorted(grades.values(), reverse=True)[:k])
    return dcg([grades.get(item, 0) for item in shown[:k]]) / best if best else 0


def ndcg_by_numpy(grades, shown, k):
    def dcg(values):
        top = np.asarray(values, dtype=float)[:k]
        return np.sum((np.exp2(top) - 1) / np.log2(np.arange(len(top)) + 2))

    ideal = dcg(np.sort(list(grades.values()))[::-1])
    return dcg([grades.get(item, 0) for item in shown]) / ideal if ideal > 0 else 0.0


def rmse_in_a_loop(actual, predicted):
    total = 0
    for one, other in zip(actual, predicted, strict=True):
        total += (one - other) ** 2
    return (total / len(actual)) ** 0.5


def rmse_by_numpy(actual, predicted):
    return np.linalg.norm(np.subtract(actual, predicted)) / np.sqrt(len(actual))


# --- wrong ones ------------------------------------------------------------------------------------------------------


def ap_over(relevant, shown, k, divisor):
    return sum(precision_of_sets(relevant, shown, rank) for rank in _ranks(relevant, shown, k)) / (divisor or 1)


def _ranks(relevant, shown, k):
    return [rank for rank, item in enumerate(shown[:k], start=1) if item in relevant]


def map_without_users_of_no_relevant_item(relevant, shown, k):
    values = [ap_in_a_loop(one, other, k) for one, other in zip(relevant, shown, strict=True) if one]
    return sum(values) / len(values) if values else 0


def map_of_hits(relevant, shown, k):
    values = [ap_over(one, other, k, len(_ranks(one, other, k))) for one, other in zip(relevant, shown, strict=True)]
    return sum(values) / len(values)


def ndcg_with(grades, shown, k, gain=lambda g: 2**g - 1, discount=lambda rank: math.log2(rank + 1), ideal=None):
    def dcg(values):
        return sum(gain(value) / discount(rank) for rank, value in enumerate(values[:k], start=1))

    own = [grades.get(item, 0) for item in shown]
    best = dcg(sorted(ideal(own) if ideal else grades.values(), reverse=True))
    return dcg(own) / best if best else 0


RIGHT: list[tuple[str, Callable[..., Any]]] = [
    ("precision", precision_of_sets),
    ("precision", precision_in_a_loop),
    ("precision", precision_of_islice),
    ("recall", recall_of_sets),
    ("recall", recall_by_numpy),
    ("recall", recall_with_an_exception),
    ("average-precision", ap_in_a_loop),
    ("average-precision", ap_of_precisions),
    ("average-precision", ap_by_numpy),
    ("average-precision", ap_accumulated),
    ("mean", map_by_statistics),
    ("mean", map_in_a_loop),
    ("ndcg", ndcg_in_a_loop),
    ("ndcg", ndcg_by_numpy),
    ("rmse", rmse_in_a_loop),
    ("rmse", rmse_by_numpy),
]
"""The task, and what is handed in."""
WRONG: list[tuple[str, str, Callable[..., Any]]] = [
    ("precision", "P_DIV_LEN", lambda relevant, shown, k: precision_of_sets(relevant, shown, min(k, len(shown)) or 1)),
    ("precision", "P_IS_RECALL", recall_of_sets),
    ("precision", "P_IS_COUNT", lambda relevant, shown, k: len({*shown[:k]} & {*relevant})),
    ("precision", "P_DIV_REACHABLE", lambda r, s, k: precision_of_sets(r, s, k) * k / (min(k, len(r)) or 1)),
    ("recall", "RECALL_DIV_N", precision_of_sets),
    ("recall", "RECALL_IS_HIT", lambda relevant, shown, k: float(any(item in relevant for item in shown[:k]))),
    ("recall", "CUT_PLUS_1", lambda relevant, shown, k: recall_of_sets(relevant, shown, k + 1)),
    ("average-precision", "AP_DIV_HITS", lambda r, s, k: ap_over(r, s, k, len(_ranks(r, s, k)))),
    ("average-precision", "AP_DIV_R", lambda r, s, k: ap_over(r, s, k, len(r))),
    ("average-precision", "AP_DIV_N", lambda r, s, k: ap_over(r, s, k, k)),
    ("average-precision", "AP_IS_PREC", precision_of_sets),
    ("average-precision", "VEC_SWAPPED", lambda r, s, k: ap_over(s[:k], r, k, min(len(r), k))),
    ("mean", "MAP_SKIP_EMPTY", map_without_users_of_no_relevant_item),
    ("mean", "AP_DIV_HITS", map_of_hits),
    ("ndcg", "GAIN_LINEAR", lambda g, s, k: ndcg_with(g, s, k, gain=lambda grade: grade)),
    ("ndcg", "IDCG_FIRST_N", lambda g, s, k: ndcg_with(g, s, k, ideal=lambda own: own[:k])),
    ("ndcg", "DISC_RANK", lambda g, s, k: ndcg_with(g, s, k, discount=lambda rank: rank)),
    ("ndcg", "DISC_PLUS2", lambda g, s, k: ndcg_with(g, s, k, discount=lambda rank: math.log2(rank + 2))),
    ("rmse", "RMSE_NO_ROOT", lambda actual, predicted: rmse_in_a_loop(actual, predicted) ** 2),
    ("rmse", "RMSE_IS_MAE", lambda actual, predicted: np.mean(np.abs(actual - predicted))),
]
"""The task, the mistake, and what is handed in."""
