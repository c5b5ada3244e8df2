"""What the libraries of learning to rank and of retrieval are asked; they run inside their environments, see `adapters.py`."""

import math

from adapters_common import NotOfferedError

DEEP = 1000
"""A cut-off that cuts no list, for a library that has no measure without one."""


def labels(measure, user):
    """Give the labels of a list: grades for a gain, else 1 or 0; what is below the threshold has 0."""
    graded = measure in ("nDCG", "DCG")
    return [grade * hit if graded else hit for grade, hit in zip(user.graded(user.run), user.hits, strict=True)]


def xgboost(measure, user, n):
    """Ask XGBoost what a model without trees gives, whose predictions are the scores."""
    import numpy as np
    import xgboost as library

    name = {"P": "pre", "AP": "map", "nDCG": "ndcg"}.get(measure)
    if name is None or (name == "pre" and n is None):
        raise NotOfferedError
    asked = name if n is None else f"{name}@{n}"
    data = library.DMatrix(np.zeros((len(user.run), 1)), label=labels(measure, user))
    data.set_group([len(user.run)])
    data.set_base_margin(user.scores)
    options = {"objective": "rank:pairwise", "eval_metric": asked, "verbosity": 0}
    return float(library.Booster(options, cache=[data]).eval(data).rpartition(":")[2])


def lightgbm(measure, user, n):
    """Ask LightGBM what a model without trees gives, which starts with the scores."""
    import lightgbm as library
    import numpy as np

    name = {"AP": "map", "nDCG": "ndcg"}.get(measure)
    if name is None:
        raise NotOfferedError
    options = {"objective": "lambdarank", "metric": name, "eval_at": [n or DEEP], "verbose": -1, "num_threads": 1}
    columns = np.zeros((len(user.run), 1))
    data = library.Dataset(
        columns, label=labels(measure, user), group=[len(user.run)], init_score=user.scores, params=options
    )
    return library.Booster(options, data).eval_train()[0][2]


CATBOOST = {"P": "PrecisionAt", "Recall": "RecallAt", "AP": "MAP", "RR": "MRR", "nDCG": "NDCG", "DCG": "DCG"}


def catboost(measure, user, n):
    """Ask CatBoost for the value of the scores."""
    from catboost.utils import eval_metric

    if measure not in CATBOOST:
        raise NotOfferedError
    asked = f"{CATBOOST[measure]}:top={n or DEEP}"
    if n is None and measure == "P":
        raise NotOfferedError
    return eval_metric(labels(measure, user), user.scores, asked, group_id=[0] * len(user.run))[0]


def haystack(measure, user, n):
    """Ask Haystack, whose documents have the grades as scores."""
    from haystack import Document
    from haystack.components import evaluators

    names = {"AP": "DocumentMAPEvaluator", "RR": "DocumentMRREvaluator", "nDCG": "DocumentNDCGEvaluator"}
    if measure not in names or n is not None:
        raise NotOfferedError
    wanted = [Document(content=item, score=user.judged[item]) for item in user.relevant]
    shown = [Document(content=item) for item in user.run]
    ask = getattr(evaluators, names[measure])()
    return ask.run(ground_truth_documents=[wanted], retrieved_documents=[shown])["individual_scores"][0]


LLAMA_INDEX = {
    "P": "Precision",
    "Recall": "Recall",
    "HR": "HitRate",
    "RR": "MRR",
    "AP": "AveragePrecision",
    "nDCG": "NDCG",
}


def llama_index(measure, user, n):
    """Ask LlamaIndex, which takes ids."""
    from llama_index.core.evaluation.retrieval import metrics

    if measure not in LLAMA_INDEX or n is not None:
        raise NotOfferedError
    return getattr(metrics, LLAMA_INDEX[measure])().compute(expected_ids=user.relevant, retrieved_ids=user.run).score


def mlflow(measure, user, n):
    """Ask MLflow for the metrics of a retriever."""
    import pandas as pd
    from mlflow.metrics import ndcg_at_k, precision_at_k, recall_at_k

    made = {"P": precision_at_k, "Recall": recall_at_k, "nDCG": ndcg_at_k}.get(measure)
    if made is None or n is None:
        raise NotOfferedError
    found = made(n).eval_fn(pd.Series([user.run]), pd.Series([user.relevant]))
    return found.scores[0] if found.scores else math.nan
