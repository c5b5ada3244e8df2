"""Functions as students and libraries write them: the forms in which 62 of them are called, each computed rightly."""

# ruff: noqa: N803 - the parameters are those that were found

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

# what they compute


def ap(relevant: Any, shown: Sequence[Any], k: int | None = None) -> float:
    """Average precision, divided by min(|R|, k)."""
    hits, total = 0, 0.0
    for rank, item in enumerate(shown[:k], start=1):
        if item in relevant:
            hits += 1
            total += hits / rank
    return total / min(len(relevant), k or len(relevant)) if relevant else 0.0


def precision(relevant: Any, shown: Sequence[Any], k: int) -> float:
    return sum(item in relevant for item in shown[:k]) / k


def recall(relevant: Any, shown: Sequence[Any], k: int) -> float:
    return sum(item in relevant for item in shown[:k]) / len(relevant) if relevant else 0.0


def rr(relevant: Any, shown: Sequence[Any], k: int | None = None) -> float:
    return next((1 / rank for rank, item in enumerate(shown[:k], start=1) if item in relevant), 0.0)


def dcg(grades: Iterable[float], k: int | None = None) -> float:
    return sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate([*grades][:k], start=1))


def ndcg(grades: Iterable[float], every: Iterable[float], k: int | None = None) -> float:
    best = dcg(sorted(every, reverse=True), k)
    return dcg(grades, k) / best if best else 0.0


def ids(pairs: Any) -> list[Any]:
    return [item for item, _score in pairs]


def by_score(y_true: Any, y_score: Any) -> list[float]:
    return [y_true[k] for k in np.argsort(-np.asarray(y_score))]


def mean(values: Iterable[float]) -> float:
    found = [*values]
    return sum(found) / len(found) if found else 0.0


def precisions_and_recalls(predictions: Any, k: int, threshold: float) -> tuple[dict[Any, float], dict[Any, float]]:
    users: dict[Any, list[tuple[float, float]]] = {}
    for user, _item, true, estimate, _details in predictions:
        users.setdefault(user, []).append((estimate, true))
    found = {}
    for user, rated in users.items():
        hits = sum(true >= threshold for _estimate, true in sorted(rated, reverse=True)[:k])
        relevant = sum(true >= threshold for _estimate, true in rated)
        found[user] = hits / k, hits / relevant if relevant else 0.0
    return {user: one for user, (one, _other) in found.items()}, {user: other for user, (_one, other) in found.items()}


def frame_map_at_k(
    rating_true: Any,
    rating_pred: Any,
    col_user: str = "userID",
    col_item: str = "itemID",
    col_rating: str = "rating",
    col_prediction: str = "prediction",
    k: int = 10,
) -> float:
    values = []
    for user, judged in rating_true.groupby(col_user):
        relevant = [*judged[judged[col_rating] >= 1][col_item]]
        listed = rating_pred[rating_pred[col_user] == user].sort_values(col_prediction, ascending=False)
        values.append(ap(relevant, [*listed[col_item]], k))
    return mean(values)


# how they are called: where, the function, what it is meant to be, and how it is called; or what is asked, or said instead


ASKED = "call="
Signature = tuple[str, Callable[..., Any], str, str, dict[str, Any]]
SIGNATURES: list[Signature] = [
    # lists
    ("apk", lambda actual, predicted, k=10: ap(actual, predicted, k), "AP@5", "relevant, shown, k", {}),
    ("kdd_apk", lambda actual, predicted, k=10: ap(actual, predicted, k), "AP@5", "relevant, shown, k", {}),
    (
        "average_precision_k",
        lambda actual, predicted, k=10: ap(actual, predicted, k),
        "AP@10",
        "relevant, shown, k",
        {},
    ),
    (
        "precision_at_k",
        lambda recommended, relevant, k: precision(relevant, recommended, k),
        "P@5",
        "shown, relevant, k",
        {},
    ),
    (
        "recall_at_k",
        lambda recommended, relevant, k: recall(relevant, recommended, k),
        "Recall@5",
        "shown, relevant, k",
        {},
    ),
    (
        "precision_at_k of bought_list",
        lambda recommended_list, bought_list, k=5: precision(bought_list, recommended_list, k),
        "P@5",
        "shown, relevant, k",
        {},
    ),
    (
        "ap_k",
        lambda recommended_list, bought_list, k=5: ap(bought_list, recommended_list, k),
        "AP@5",
        "shown, relevant, k",
        {},
    ),
    ("eval_11_point", lambda y_orig, predicted: ap(y_orig, predicted), "AP", "relevant, shown", {}),
    (
        "money_precision_at_k",
        lambda recommended_list, bought_list, prices_recommended, k: len(prices_recommended) / k,
        "P@5",
        ASKED,
        {},
    ),
    ("evalQuery", lambda liste, query: ap(query.relevant, liste), "AP", ASKED, {}),
    (
        "average_precision of a query",
        lambda query, results, relevant, num_relevant: ap(relevant, results),
        "AP",
        ASKED,
        {},
    ),
    (
        "queryPrecision",
        lambda query_doc_IDs_ordered, query_id, true_doc_IDs, k: precision(true_doc_IDs, query_doc_IDs_ordered, k),
        "P@5",
        ASKED,
        {},
    ),
    # pairs
    (
        "precision_k",
        lambda results, relevant_docs, k: precision(relevant_docs, ids(results), k),
        "P@5",
        "pairs, relevant, k",
        {},
    ),
    (
        "recall_k",
        lambda results, relevant_docs, k: recall(relevant_docs, ids(results), k),
        "Recall@5",
        "pairs, relevant, k",
        {},
    ),
    ("average_precision", lambda results, relevant_docs: ap(relevant_docs, ids(results)), "AP", "pairs, relevant", {}),
    ("err", lambda results, relevant_docs: rr(relevant_docs, ids(results)), "RR", "pairs, relevant", {}),
    # vector
    ("precision_at_k of r", lambda r, k: sum(r[:k]) / k, "P@5", "r, k", {}),
    (
        "recall_at_k of r",
        lambda r, k, all_pos_num: sum(r[:k]) / all_pos_num if all_pos_num else 0,
        "Recall@5",
        "r, k, count",
        {},
    ),
    (
        "ndcg_at_k of r",
        lambda r, k, ground_truth, method=1: ndcg(r, [1] * len(ground_truth), k),
        "nDCG@5",
        "r, k, relevant",
        {},
    ),
    ("dcg_at_k", lambda r, k, method=0: dcg(r, k), "DCG@5", "r, k", {}),
    ("ndcg_at_k of shown", lambda r, k: ndcg(r, r, k), "nDCG@5", "r, k", {"ideal": "retrieved"}),
    ("dcg_at_k of labels", lambda sorted_labels, k: dcg(sorted_labels, k), "DCG@5", "r, k", {}),
    (
        "ndcg_at_k of labels",
        lambda sorted_labels, ideal_labels, k: ndcg(sorted_labels, ideal_labels, k),
        "nDCG@5",
        "r, ideal, k",
        {},
    ),
    # ranks
    ("mrr of a rank", lambda rank, k: 1 / (rank + 1) if rank < k else 0, "RR@5", ASKED, {}),
    ("ndcg of a rank", lambda rank, k: 1 / math.log2(rank + 2) if rank < k else 0, "nDCG@5", ASKED, {}),
    # one
    ("getHitRatio", lambda ranklist, gtItem: int(gtItem in ranklist), "HR@5", "shown, item", {}),
    (
        "getNDCG",
        lambda ranklist, gtItem: 1 / math.log2(ranklist.index(gtItem) + 2) if gtItem in ranklist else 0,
        "nDCG@5",
        "shown, item",
        {},
    ),
    (
        "ndcg of ng_item",
        lambda ng_item, pred_items: 1 / math.log2(pred_items.index(ng_item) + 2) if ng_item in pred_items else 0,
        "nDCG@5",
        "item, shown",
        {},
    ),
    # scores
    ("ndcg10", lambda scores, labels: ndcg(by_score(labels, scores), labels, 10), "nDCG@10", "y_score, y_true", {}),
    ("evaluate_ndcg", lambda rating, ground_truth, top_k: rating.topk(top_k), "nDCG@5", ASKED, {}),
    ("auc", lambda actual, posterior: ndcg(by_score(actual, posterior), actual), "nDCG", "y_true, y_score", {}),
    # labels
    ("precision of labels", lambda y_true, y_pred: (y_true & y_pred).sum() / y_pred.sum(), "P@5", "y_true, y_pred", {}),
    (
        "recall of labels",
        lambda y_true, y_pred: (y_true & y_pred).sum() / max(y_true.sum(), 1),
        "Recall@5",
        "y_true, y_pred",
        {},
    ),
    ("confusion", lambda y_true, y_pred: np.array([[1, 2], [3, 4]]), "P@5", "value=", {}),
    (
        "compute_classification_metrics",
        lambda y_true, y_pred: {"precision": round(float((y_true & y_pred).sum() / y_pred.sum()), 4)},
        "P@5",
        "y_true, y_pred",
        {"decimals": 4, "value": "precision"},
    ),
    # errors
    ("rmse", lambda actual, predicted: np.sqrt(np.mean((actual - predicted) ** 2)), "RMSE", "actual, predicted", {}),
    ("mae", lambda actual, predicted: np.mean(np.abs(actual - predicted)), "MAE", "actual, predicted", {}),
    ("mse", lambda y_true, y_pred: np.mean((y_true - y_pred) ** 2), "MSE", "actual, predicted", {}),
    ("rmse of yhat", lambda y, yhat: np.sqrt(np.mean((y - yhat) ** 2)), "RMSE", "actual, predicted", {}),
    # predictions
    (
        "rmse of predictions",
        lambda predictions, verbose=True: math.sqrt(mean((true - est) ** 2 for _u, _i, true, est, _d in predictions)),
        "RMSE",
        "predictions",
        {},
    ),
    (
        "mae of predictions",
        lambda predictions, verbose=True: mean(abs(true - est) for _u, _i, true, est, _d in predictions),
        "MAE",
        "predictions",
        {},
    ),
    (
        "precision_recall_at_k",
        lambda predictions, k=10, threshold=3.5: precisions_and_recalls(predictions, k, threshold),
        "P@5",
        "predictions, k, threshold",
        {"value": 0},
    ),
    ("get_top_n", lambda predictions, n=10: {"u": predictions}, "P@5", "not a number", {}),
    # batch
    (
        "mapk",
        lambda actual, predicted, k=10: mean(ap(a, p, k) for a, p in zip(actual, predicted, strict=True)),
        "MAP@5",
        "[relevant], [shown], k",
        {},
    ),
    (
        "mark",
        lambda actual, predicted, k=10: np.mean([recall(a, p, k) for a, p in zip(actual, predicted, strict=True)]),
        "Recall@5",
        "[relevant], [shown], k",
        {},
    ),
    (
        "recommender_precision",
        lambda predicted, actual: mean(
            len({*a} & {*p}) / len(p) if p else 0 for a, p in zip(actual, predicted, strict=True)
        ),
        "P",
        "[shown], [relevant]",
        {"short": "shrink"},
    ),
    (
        "map_k",
        lambda recommended_list, bought_list, k=5: mean(
            ap(b, r, k) for r, b in zip(recommended_list, bought_list, strict=True)
        ),
        "AP@5",
        "[shown], [relevant], k",
        {},
    ),
    (
        "precision_at_k of dicts",
        lambda predicted, actual, k: mean(precision(actual[user], predicted[user], k) for user in actual),
        "P@5",
        "{shown}, {relevant}, k",
        {},
    ),
    (
        "recall_at_k of dicts",
        lambda predicted, actual, k: mean(recall(actual[user], predicted[user], k) for user in actual),
        "Recall@5",
        "{shown}, {relevant}, k",
        {},
    ),
    (
        "meanPrecision",
        lambda doc_IDs_ordered, query_ids, qrels, k: precision(qrels, doc_IDs_ordered, k),
        "P@5",
        ASKED,
        {},
    ),
    (
        "average_precision_recall",
        lambda recommendation_lists, predicate: mean(map(predicate, recommendation_lists)),
        "P@5",
        ASKED,
        {},
    ),
    # run
    (
        "mrr of qrels",
        lambda qrels, results, k_values: {
            f"MRR@{k}": round(
                mean(
                    rr([d for d, g in qrels[q].items() if g], sorted(results[q], key=lambda d: -results[q][d]), k)
                    for q in qrels
                ),
                5,
            )
            for k in k_values
        },
        "MRR@10",
        "qrels, run, [k]",
        {"value": "MRR@10", "decimals": 5},
    ),
    (
        "recall_cap",
        lambda qrels, results, k_values: {
            f"R_cap@{k}": round(
                mean(
                    recall([d for d, g in qrels[q].items() if g], sorted(results[q], key=lambda d: -results[q][d]), k)
                    for q in qrels
                ),
                5,
            )
            for k in k_values
        },
        "Recall@5",
        "qrels, run, [k]",
        {"decimals": 5},
    ),
    # frames
    (
        "map_at_k of frames",
        frame_map_at_k,
        "MAP@5",
        "test, recommended, k",
        {},
    ),
    # beyond accuracy
    ("novelty", lambda predicted, pop, u, n: (len(predicted), [pop, u, n]), "Novelty", ASKED, {}),
    (
        "prediction_coverage",
        lambda predicted, catalog: round(100 * len({i for p in predicted for i in p}) / len(catalog), 2),
        "Item coverage",
        "percent",
        {},
    ),
    (
        "catalog_coverage",
        lambda predicted, catalog, k: round(100 * k / len(catalog), 2),
        "Item coverage",
        "cut-off",
        {},
    ),
    ("personalization", lambda predicted: float(len(predicted)), "Diversity", "is not Diversity", {}),
    ("intra_list_similarity", lambda predicted, feature_df: float(len(feature_df)), "Diversity", ASKED, {}),
    # not checkable
    ("cal_metrics", lambda model, test_data: model.predict(test_data), "AP@5", ASKED, {}),
    ("evaluate_model", lambda model, testRatings, testNegatives, K, num_thread: model, "HR@5", ASKED, {}),
    ("compute_rouge_n", lambda reference, candidate, n: len(reference) / n, "P@5", ASKED, {}),
]
