"""LensKit, Cornac, TorchMetrics and RecBole, each asked for one list at a time."""

import sys

from adapters_common import NotOfferedError


def lenskit(measure, user, n):
    """Ask LensKit for one list."""
    from lenskit.data import ItemList
    from lenskit.metrics import ranking

    names = {"P": "Precision", "Recall": "Recall", "HR": "Hit", "RR": "RecipRank", "AP": "AveragePrecision"}
    names |= {"DCG": "DCG", "nDCG": "NDCG"}
    if measure not in names:
        raise NotOfferedError
    ask = getattr(ranking, names[measure])(n)
    return ask.measure_list(ItemList(item_ids=user.run, ordered=True), ItemList(item_ids=user.relevant))


def cornac(measure, user, n):
    """Ask Cornac for one list; its AP reads scores of the whole catalogue, here the shown and then the missed."""
    import numpy as np
    from cornac import metrics

    names = {"P": "Precision", "Recall": "Recall", "F": "FMeasure", "HR": "HitRatio", "nDCG": "NDCG"}
    if measure == "AP" and n is None:
        items = user.run + user.missed
        scores = np.array(user.scores + [-1.0 - i for i in range(len(user.missed))])
        return metrics.MAP().compute(item_indices=np.array(items), pd_scores=scores, gt_pos=np.array(user.relevant))
    if measure == "RR" and n is None:
        return metrics.MRR().compute(np.array(user.relevant), np.array(user.run))
    if measure not in names:
        raise NotOfferedError
    return getattr(metrics, names[measure])(n or -1).compute(np.array(user.relevant), np.array(user.run))


def torchmetrics(measure, user, n):
    """Ask TorchMetrics: a short list is filled with items that are not relevant, a missed item has a score below 0.

    Without a cut-off P, hit ratio and nDCG read the missed items as the end of the list.
    """
    import torch
    from torchmetrics.functional import retrieval

    names = {"P": "precision", "Recall": "recall", "HR": "hit_rate", "RR": "reciprocal_rank", "AP": "average_precision"}
    names |= {"nDCG": "normalized_dcg", "Rp": "r_precision"}
    with_n = {} if measure == "Rp" else {"top_k": n}
    if measure not in names or (n is None and measure in ("P", "HR", "nDCG")) or (n and measure == "Rp"):
        raise NotOfferedError
    fill = max(max(n or 0, len(user.relevant)) - len(user.run), 0)
    scores = [score + fill if score > 0 else score for score in user.scores] + [float(fill - i) for i in range(fill)]
    grades = user.graded(user.run + [None] * fill + user.missed)
    marks = [int(item in user.relevant) for item in user.run + [None] * fill + user.missed]
    wanted = torch.tensor([int(grade) for grade in grades] if measure == "nDCG" else marks)
    scored = torch.tensor(scores + [-1.0 - i for i in range(len(user.missed))])
    return getattr(retrieval, f"retrieval_{names[measure]}")(scored, wanted, **with_n).item()


def recbole(measure, user, n):
    """Ask RecBole's own metric classes, without the packages that its training needs."""
    import types

    import numpy as np

    names = {"P": "Precision", "Recall": "Recall", "HR": "Hit", "RR": "MRR", "AP": "MAP", "nDCG": "NDCG"}
    if measure not in names or n is None:
        raise NotOfferedError
    if "recbole.evaluator.metrics" not in sys.modules:
        import importlib.util

        vars(np)["float"] = float  # NumPy took this name away in 1.24; RecBole 1.2 uses it
        folder = importlib.util.find_spec("recbole").submodule_search_locations[0]
        for package in ("utils", "evaluator"):  # without their __init__, which import the trainers
            module = types.ModuleType(f"recbole.{package}")
            module.__path__ = [f"{folder}/{package}"]
            sys.modules[module.__name__] = module
        from recbole.utils import enum_type

        sys.modules["recbole.utils"].EvaluatorType = enum_type.EvaluatorType
    from recbole.evaluator import metrics

    ask = getattr(metrics, names[measure])({"topk": [n], "metric_decimal_place": 12})
    hits = np.array([(user.hits + [0] * n)[:n]], dtype=bool)
    counts = [np.array([len(user.relevant)])] if measure in ("Recall", "AP", "nDCG") else []
    return ask.metric_info(hits, *counts)[0, -1]
