"""What each peer library is asked for a measure. It runs inside the peer's environment and imports no metrics_edu."""

import tempfile

import adapters_queries as queries
from adapters_common import NotOfferedError, each, named, variant
from adapters_torch import cornac, lenskit, recbole, torchmetrics

# pytrec_eval-terrier, ir-measures, scikit-learn, pyreclab

TREC_EVAL = {
    "P": ("set_P", "P_{n}"),
    "Recall": ("set_recall", "recall_{n}"),
    "HR": (None, "success_{n}"),
    "RR": ("recip_rank", None),
    "AP": ("map", "map_cut_{n}"),
    "nDCG": ("ndcg", "ndcg_cut_{n}"),
    "Rp": ("Rprec", None),
    "F": ("set_F", None),
    "bpref": ("bpref", None),
}


def trec_eval(measure, users, n, threshold):
    """Ask pytrec_eval; it leaves out a user without any judgment."""
    import pytrec_eval

    name = named(TREC_EVAL, measure, n)
    asked = name if n is None else ".".join(name.rsplit("_", 1))
    judged = {str(u): {item: int(grade) for item, grade in user.judged.items()} for u, user in enumerate(users)}
    runs = {str(u): {} for u in range(len(users))} | pytrec_eval.parse_run(
        f"{u} Q0 {item} {rank} {score!r} run"
        for u, user in enumerate(users)
        for rank, (item, score) in enumerate(user.scored, start=1)
    )
    found = pytrec_eval.RelevanceEvaluator(judged, {asked}, relevance_level=int(threshold)).evaluate(runs)
    return [found.get(str(u), {}).get(name) for u in range(len(users))]


IR_MEASURES = {
    "P": ("SetP(rel=THRESHOLD)", "P(rel=THRESHOLD)@{n}"),
    "Recall": ("SetR(rel=THRESHOLD)", "R(rel=THRESHOLD)@{n}"),
    "HR": (None, "Success(rel=THRESHOLD)@{n}"),
    "RR": ("RR(rel=THRESHOLD)", "RR(rel=THRESHOLD)@{n}"),
    "nDCG": ("nDCG", "nDCG@{n}"),
    "AP": ("AP(rel=THRESHOLD)", "AP(rel=THRESHOLD)@{n}"),
    "Rp": ("Rprec(rel=THRESHOLD)", None),
    "bpref": ("Bpref(rel=THRESHOLD)", None),
}


def ir_measures(measure, users, n, threshold):
    """Ask ir_measures, which chooses the provider."""
    import ir_measures as ir

    asked = ir.parse_measure(named(IR_MEASURES, measure, n).replace("THRESHOLD", str(int(threshold))))
    judged = [ir.Qrel(str(u), i, int(grade)) for u, user in enumerate(users) for i, grade in user.judged.items()]
    runs = [ir.ScoredDoc(str(u), i, s) for u, user in enumerate(users) for i, s in user.scored]
    found = {metric.query_id: metric.value for metric in ir.iter_calc([asked], judged, runs)}
    return [found.get(str(u)) for u in range(len(users))]


def sklearn(measure, user, n):
    """Ask scikit-learn: it sees the list only, and its AP has no cut-off, so that it gets the first n."""
    from sklearn import metrics

    if measure == "AUC" and n is None:
        missed = len(user.relevant) - sum(user.hits)  # they are below the list
        hits, scores = [*user.hits, *[1] * missed], [*user.scores, *[min(user.scores, default=0) - 1] * missed]
        return metrics.roc_auc_score(hits, scores) if len({*hits}) == 2 else float("nan")
    ask = {"AP": metrics.average_precision_score, "DCG": metrics.dcg_score, "nDCG": metrics.ndcg_score}.get(measure)
    if ask is None:
        raise NotOfferedError
    if measure == "AP":
        return ask(user.hits[:n], user.scores[:n])
    return ask([user.graded(user.run)], [user.scores], k=n)


PYRECLAB = {  # its method MAP gives nDCG, and nDCG gives AP; the two of testrec() have the right names
    "P": "precision",
    "Recall": "recall",
    "AP": "nDCG",
    "nDCG": "MAP",
    "method MAP": "MAP",
    "method nDCG": "nDCG",
}


def pyreclab(measure, users, n, threshold):
    """Ask pyreclab, which reads its judgments from a file; `topn` does not cut a list that is given."""
    import pyreclab as library

    if measure not in PYRECLAB:
        raise NotOfferedError
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        for u, user in enumerate(users):
            file.writelines(f"{u}\t{item}\t{grade}\n" for item, grade in user.judged.items())
        file.flush()
        read = {"dlmchar": b"\t", "header": False, "usercol": 0, "itemcol": 1, "ratingcol": 2}
        model = library.MostPopular(dataset=file.name, **read)
        model.testrec(input_file=file.name, topn=1, relevance_threshold=threshold, **read)
    ask = getattr(model, PYRECLAB[measure])
    lists = [[item.encode() for item in user.run[:n]] for user in users]
    return [ask(user_id=str(u), retrieved=items, relevance_threshold=threshold) for u, items in enumerate(lists)]


# ranx

RANX = {
    "P": "precision",
    "Recall": "recall",
    "F": "f1",
    "HR": "hit_rate",
    "RR": "mrr",
    "AP": "map",
    "Rp": "r-precision",
    "bpref": "bpref",
    "DCG": "dcg",
    "nDCG": "ndcg",
    "DCG, burges": "dcg_burges",
    "nDCG, burges": "ndcg_burges",
}


def ranx(measure, users, n, threshold, variant=""):
    """Ask ranx; `variant` is "burges" for the exponential gain."""
    from ranx import Qrels, Run, evaluate

    name = RANX.get(f"{measure}, {variant}", RANX.get(measure))
    if name is None or (n is not None and measure == "Rp"):
        raise NotOfferedError
    asked = f"{name}@{n or 0}-l{int(threshold)}"
    judged = Qrels({str(u): {item: int(g) for item, g in user.judged.items()} for u, user in enumerate(users)})
    runs = Run({str(u): dict(user.scored) for u, user in enumerate(users)})
    evaluate(judged, runs, asked, return_mean=False)
    return [float(runs.scores[asked][str(u)]) for u in range(len(users))]


# RecTools, recommenders


def frames(users):
    """Give the lists and the relevant items as two data frames."""
    import pandas as pd

    shown = [(u, item, i) for u, user in enumerate(users) for i, item in enumerate(user.run, start=1)]
    wanted = [(u, item, 1) for u, user in enumerate(users) for item in user.relevant]
    lists = pd.DataFrame(shown, columns=["user_id", "item_id", "rank"]).astype({"user_id": int, "rank": int})
    return lists, pd.DataFrame(wanted, columns=["user_id", "item_id", "weight"]).astype({"user_id": int})


def rectools(measure, users, n, threshold, **options):
    """Ask RecTools; it leaves out a user without a relevant item."""
    from rectools import metrics

    names = {"P": "Precision", "Recall": "Recall", "F": "F1Beta", "HR": "HitRate", "RR": "MRR", "AP": "MAP"}
    ask = getattr(metrics, (names | {"nDCG": "NDCG"}).get(measure, ""), None)
    if ask is None or n is None:
        raise NotOfferedError
    found = ask(k=n, **options.get(measure, {})).calc_per_user(*frames(users))
    return [found.get(u) for u in range(len(users))]


def recommenders(measure, users, n, threshold, ap="map"):
    """Ask recommenders, one user at a time: it gives a mean only, over the users with a list and a relevant item."""
    from recommenders.evaluation import python_evaluation as evaluation

    names = {"P": "precision_at_k", "Recall": "recall_at_k", "AP": ap, "nDCG": "ndcg_at_k", "mean nDCG": "ndcg_at_k"}
    if n is None or measure.removeprefix("mean ") not in names:
        raise NotOfferedError
    names["mean P"] = names["P"]

    def one(group):
        lists, wanted = frames(group)
        columns = {"user_id": "userID", "item_id": "itemID", "weight": "rating"}
        lists["prediction"] = -lists.pop("rank").astype(float)
        return getattr(evaluation, names[measure])(wanted.rename(columns=columns), lists.rename(columns=columns), k=n)

    if measure.startswith("mean "):
        return [one(users)]
    return [one([user]) if user.relevant and user.run else None for user in users]


# RePlay


def replay(measure, users, n, threshold):
    """Ask RePlay; a user without a relevant item is not in its ground truth."""
    from replay import metrics

    names = {"P": "Precision", "Recall": "Recall", "HR": "HitRate", "RR": "MRR", "AP": "MAP", "nDCG": "NDCG"}
    if measure not in names or n is None:
        raise NotOfferedError
    ask = getattr(metrics, names[measure])(n, mode=metrics.PerUser())
    wanted = {u: user.relevant for u, user in enumerate(users) if user.relevant}
    found = ask({u: user.scored for u, user in enumerate(users)}, wanted) if wanted else {"none": {}}
    return [found[next(iter(found))].get(u) for u in range(len(users))]


PEERS = {
    "trec_eval": trec_eval,
    "ir_measures": ir_measures,
    "sklearn": each(sklearn),
    "pyreclab": pyreclab,
    "ranx": ranx,
    "ranx_burges": variant(ranx, variant="burges"),
    "rectools": rectools,
    "rectools_divide_by_k": variant(rectools, AP={"divide_by_k": True}),
    "rectools_achievable": variant(rectools, nDCG={"divide_by_achievable": True}),
    "recommenders": recommenders,
    "recommenders_map_at_k": variant(recommenders, ap="map_at_k"),
    "replay": replay,
    "lenskit": each(lenskit),
    "cornac": each(cornac),
    "torchmetrics": each(torchmetrics),
    "recbole": each(recbole),
    "xgboost": each(queries.xgboost),
    "xgboost@1.7": each(queries.xgboost),
    "lightgbm": each(queries.lightgbm),
    "catboost": each(queries.catboost),
    "haystack": each(queries.haystack),
    "haystack@3.0": each(queries.haystack),
    "llama_index": each(queries.llama_index),
    "mlflow": each(queries.mlflow),
}
