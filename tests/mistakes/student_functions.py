"""Functions as students write them, 17 wrong ones with the code that should be named and 16 right ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

# wrong ones


def ap_over_hits(actual, predicted, k=5):
    hits, total = 0, 0.0
    for i, p in enumerate(predicted[:k]):
        if p in actual:
            hits += 1
            total += hits / (i + 1)
    return total / hits if hits else 0.0


def ap_from_zero(actual, predicted, k=5):
    hits, total = 0, 0.0
    for i, p in enumerate(predicted[:k]):
        if p in actual:
            hits += 1
            if i > 0:
                total += hits / i
    return total / min(len(actual), k) if actual else 0.0


def ap_over_all_relevant(actual, predicted, k=5):
    if not actual:
        return 0.0
    rel = [p in actual for p in predicted[:k]]
    return sum(sum(rel[: i + 1]) / (i + 1) for i in range(len(rel)) if rel[i]) / len(actual)


def ap_is_precision(recommended, relevant, k=5):
    return len(set(recommended[:k]) & set(relevant)) / k


def map_skips_empty(actual, predicted, k=5):
    values = [ap_right(a, p, k) for a, p in zip(actual, predicted, strict=False) if a]
    return sum(values) / len(values) if values else 0.0


def ndcg_ideal_of_top(y_true, y_score, k=5):
    order = np.argsort(-y_score, kind="stable")[:k]
    gains = 2.0 ** y_true[order] - 1
    weights = np.log2(np.arange(2, len(gains) + 2))
    ideal = np.sum(np.sort(gains)[::-1] / weights)
    return float(np.sum(gains / weights) / ideal) if ideal else 0.0


def ndcg_linear(shown, grade, k=5):
    dcg = sum(grade.get(d, 0) / math.log2(i + 2) for i, d in enumerate(shown[:k]))
    idcg = sum(g / math.log2(i + 2) for i, g in enumerate(sorted(grade.values(), reverse=True)[:k]))
    return dcg / idcg if idcg else 0.0


def ndcg_plus_two(shown, grade, k=5):
    dcg = sum((2 ** grade.get(d, 0) - 1) / math.log2(i + 2) for i, d in enumerate(shown[:k], start=1))
    best = sorted(grade.values(), reverse=True)[:k]
    idcg = sum((2**g - 1) / math.log2(i + 2) for i, g in enumerate(best, start=1))
    return dcg / idcg if idcg else 0.0


def precision_of_length(recommended, relevant, k=5):
    top = recommended[:k]
    return len([item for item in top if item in relevant]) / len(top) if top else 0.0


def precision_is_recall(y_true, y_pred):
    tp = np.sum(y_true & y_pred)
    return float(tp / y_true.sum()) if y_true.sum() else 0.0


def recall_over_k(recommended, relevant, k=5):
    return len(set(recommended[:k]) & set(relevant)) / k


def recall_any(recommended, relevant, k=5):
    return float(any(item in relevant for item in recommended[:k]))


def rr_all(actual, predicted):
    return sum(1 / (i + 1) for i, p in enumerate(predicted) if p in actual)


def mrr_of_mean_rank(actual, predicted, k=None):
    ranks = [next((i for i, p in enumerate(ps, 1) if p in a), None) for a, ps in zip(actual, predicted, strict=False)]
    ranks = [rank for rank in ranks if rank]
    return len(ranks) / sum(ranks) if ranks else 0.0


def rmse_without_root(actual, predicted):
    return float(np.mean((np.asarray(actual) - np.asarray(predicted)) ** 2))


def rmse_root_first(actual, predicted):
    return math.sqrt(sum((a - p) ** 2 for a, p in zip(actual, predicted, strict=False))) / len(actual)


def mae_with_signs(actual, predicted):
    return float(np.mean(np.asarray(predicted) - np.asarray(actual)))


# right ones


def ap_right(actual, predicted, k=5):
    hits, total = 0, 0.0
    for i, p in enumerate(predicted[:k], start=1):
        if p in actual:
            hits += 1
            total += hits / i
    return total / min(len(actual), k) if actual else 0.0


def ap_numpy(actual, predicted, k=5):
    rel = np.isin(np.array(predicted[:k], dtype=object).astype(str), np.array(list(actual)).astype(str))
    if not len(actual) or not rel.size:
        return np.float64(0)
    return np.sum(np.cumsum(rel) / np.arange(1, rel.size + 1) * rel) / min(len(actual), k)


def ndcg_pure(shown, grade, k=5):
    def dcg(values):
        return sum((2**g - 1) / math.log2(i + 1) for i, g in enumerate(values, start=1))

    best = dcg(sorted(grade.values(), reverse=True)[:k])
    return dcg([grade.get(d, 0) for d in shown[:k]]) / best if best else 0


def ndcg_numpy(r, all_grades, k=5):
    def dcg(values):
        values = np.asarray(values, float)[:k]
        return np.sum((np.exp2(values) - 1) / np.log2(np.arange(values.size) + 2))

    best = dcg(np.sort(np.asarray(all_grades, float))[::-1])
    return dcg(r) / best if best > 0 else 0.0


def ndcg_shown_only(r, k=5):
    def dcg(values):
        return sum((2**g - 1) / math.log2(i + 2) for i, g in enumerate(values[:k]))

    best = dcg(sorted(r, reverse=True))
    return dcg(r) / best if best else 0.0


def precision_sets(recommended, relevant, k=5):
    return len(set(recommended[:k]) & relevant) / k


def recall_comprehension(relevant, recommended, k=5):
    return sum(1 for item in recommended[:k] if item in relevant) / len(relevant) if relevant else 0.0


def rr_next(actual, predicted):
    return next((1 / i for i, p in enumerate(predicted, 1) if p in actual), 0)


def hit_any(actual, predicted, k=5):
    return int(not set(actual).isdisjoint(predicted[:k]))


def f1_counts(recommended, relevant, k=5):
    hits = len(set(recommended[:k]) & set(relevant))
    return 2 * hits / (k + len(relevant)) if relevant else 0.0


def map_lists(actual, predicted, k=5):
    return np.mean([ap_right(a, p, k) for a, p in zip(actual, predicted, strict=False)])


def recall_frames(test, recommended, k=5):
    relevant = test[test.rating >= 1]
    top = recommended[recommended["rank"] <= k]
    hits = relevant.merge(top, on=["user", "item"]).groupby("user").size()
    totals = relevant.groupby("user").size()
    return float((hits / totals).reindex(totals.index).fillna(0).mean()) if len(totals) else 0.0


def rmse_numpy(actual, predicted):
    return np.sqrt(np.mean(np.square(np.subtract(actual, predicted))))


def mae_pure(actual, predicted):
    return sum(abs(a - p) for a, p in zip(actual, predicted, strict=False)) / len(actual)


# what they are meant to be, and the code


RETRIEVED = {"denominator": "retrieved"}
WRONG: list[tuple[Any, str, str]] = [
    (ap_over_hits, "AP@5", "AP_DIV_HITS"),
    (ap_from_zero, "AP@5", "AP_START0"),
    (ap_over_all_relevant, "AP@5", "AP_DIV_R"),
    (ap_is_precision, "AP@5", "AP_IS_PREC"),
    (map_skips_empty, "AP@5", "MAP_SKIP_EMPTY"),
    (ndcg_ideal_of_top, "nDCG@5", "IDCG_FIRST_N"),
    (ndcg_linear, "nDCG@5", "GAIN_LINEAR"),
    (ndcg_plus_two, "nDCG@5", "DISC_PLUS2"),
    (precision_of_length, "P@5", "P_DIV_LEN"),
    (precision_is_recall, "P@5", "P_IS_RECALL"),
    (recall_over_k, "Recall@5", "RECALL_DIV_N"),
    (recall_any, "Recall@5", "RECALL_IS_HIT"),
    (rr_all, "RR", "RR_SUM"),
    (mrr_of_mean_rank, "RR", "RR_OF_MEAN_RANK"),
    (rmse_without_root, "RMSE", "RMSE_NO_ROOT"),
    (rmse_root_first, "RMSE", "RMSE_ROOT_FIRST"),
    (mae_with_signs, "MAE", "MAE_SIGNED"),
]
RIGHT: list[tuple[Any, str, dict[str, Any]]] = [
    (ap_right, "AP@5", {}),
    (ap_numpy, "AP@5", {}),
    (ap_over_hits, "AP@5", RETRIEVED),
    (ndcg_pure, "nDCG@5", {}),
    (ndcg_numpy, "nDCG@5", {}),
    (ndcg_shown_only, "nDCG@5", {"ideal": "retrieved"}),
    (precision_sets, "P@5", {}),
    (recall_comprehension, "Recall@5", {}),
    (rr_next, "RR", {}),
    (hit_any, "HR@5", {}),
    (f1_counts, "F1@5", {}),
    (map_lists, "MAP@5", {}),
    (map_lists, "AP@5", {"call": "[relevant], [shown], k"}),
    (rmse_numpy, "RMSE", {}),
    (mae_pure, "MAE", {}),
    (recall_frames, "Recall@5", {}),
]
