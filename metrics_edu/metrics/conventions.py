"""The named conventions: what each source or library computes under the name of a measure, as data.

A convention lists the metrics it defines, with the parameters that differ from the defaults (the slides of Parra's course).
No code here knows a library. What no parameter can say is a misconception (``known_mistakes.py``) or a quirk of the library,
which ``docs/conventions.md`` shows with an example.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import metrics_edu.metrics.formulas  # noqa: F401 - which fills the registry
from metrics_edu.language import N_, _
from metrics_edu.metrics.registry import REGISTRY

METRICS = {name: metric for name, metric in REGISTRY.items() if metric.kind == "ranking"}
"""The ranking metrics by the names of their functions, in the order in which they are shown."""
Parameters = dict[str, Any]


@dataclass(frozen=True)
class Convention:
    """What one source computes.

    >>> CONVENTIONS["trec_eval"].metrics["average_precision"]
    {'denominator': 'relevant'}
    """

    name: str  # as in ``measure("AP@10", convention=name)``
    title: str  # as its authors write it
    does: str  # in one line; "" if the words of its parameters say it
    source: str  # the version whose code was read
    metrics: Mapping[str, Parameters]  # the metrics it defines, each with what differs from its defaults; no other
    group: str = "recommenders"  # one of GROUPS
    worked: tuple[tuple[str, str, str, float, float], ...] = ()
    """Values by hand, if no test runs the library: the measure, the grades shown, the pool, the threshold, the value."""
    whole_lists: tuple[str, ...] = ()  # the metrics that it computes of whole lists only
    since: str = ""  # the version from which it holds; what held before is a row with its last version: "haystack@3.0"

    def defines(self, metric: str, n: int | None) -> bool:
        """Return whether it defines a metric, of whole lists or with a cut-off."""
        return metric in self.metrics and (n is None or metric not in self.whole_lists)

    @property
    def summary(self) -> str:
        """What it does, in the reader's language."""
        return _(self.does) or "; ".join(
            f"{METRICS[name].label()} {METRICS[name].parameter(key).say(word)}"
            for name, differ in self.metrics.items()
            for key, word in differ.items()
        )


GROUPS = {
    "slides": N_("Slides"),
    "recommenders": N_("Libraries of recommenders"),
    "ranking": N_("Learning to rank"),
    "rag": "RAG",
    "search": N_("Search tools"),
    "old": N_("Old versions"),
}
"""How menus and tables group the conventions. Old versions are states of a library that a later release changed, and libraries
whose last release is more than three years old."""


PLAIN: dict[str, Parameters] = {"precision": {}, "recall": {}, "hit_ratio": {}, "reciprocal_rank": {}}
"""What nearly all agree on: hits / n, hits / |R|, a hit or none, 1 / rank of the first hit."""

SKIP: Parameters = {"empty": "skip"}
ONE: Parameters = {"empty": 1.0}
BY_R: Parameters = {"denominator": "relevant"}
BY_HITS: Parameters = {"denominator": "retrieved"}
EXPONENTIAL: Parameters = {"gain": "exponential"}
LINEAR: Parameters = {"gain": "linear"}
BINARY: Parameters = {"gain": "binary"}
TREC: Parameters = {"gain": "linear", "below": "graded"}
SHRINK: Parameters = {"short": "shrink"}
UNCUT: Parameters = {"ideal": "uncut"}
SHOWN: Parameters = {"ideal": "shown"}
JARVELIN: Parameters = {"gain": "binary", "discount": "jarvelin"}
ONES = BINARY | {"ideal": "ones"} | SKIP
SKIPPED = dict.fromkeys(PLAIN, SKIP)
SEARCH = {"precision": SHRINK, "reciprocal_rank": {}, "dcg": {}}
QUEPID = SEARCH | {"average_precision": BY_R | SKIP, "expected_reciprocal_rank": {}}
HAYSTACK = {"average_precision": BY_R, "ndcg": LINEAR | UNCUT, "reciprocal_rank": {}}

PAIRS: Parameters = {"positives": "listed", "negatives": "listed"}
WRONG: Parameters = {"tied_pairs": "wrong"}
IN_ORDER: Parameters = {"tied_pairs": "order"}
PARTIAL: Parameters = {"negatives": "first_n", "unranked": "last", "no_negative": 1.0} | IN_ORDER | SKIP

_ALL = (
    Convention(
        "parra",
        N_("Parra (slides)"),
        N_("AP@n is divided by min(|R|, n), the gain is 2^g − 1, the ideal list comes from all relevant items"),
        "D. Parra, Métricas de Evaluación, IIC3633, PUC Chile",
        {name: {} for name in METRICS},
        "slides",
        (  # the two together tell the denominators apart
            ("AP@5", "NRRNNRNNNRRR", "RRRRRR", 1, 0.2333),
            ("AP@10", "RNRNNRNNNN", "RRRRR", 1, 0.4333),
        ),
    ),
    Convention(
        "lopes",
        N_("Lopes (weeks 11 and 12)"),
        N_("AP@n as on the slides, nDCG with linear gain"),
        "A. Lopes, wiki page Week 11 and 12, 2023",
        {"average_precision": {}, "ndcg": LINEAR},
        "slides",
        (
            ("AP@3", "5 0 4", "5 4 2", 3, 0.8333),
            ("AP@5", "0 4 4 0 0 4 0 0 0 4 4 4", "4 4 4 4 4 4", 3, 0.2333),
            ("AP@10", "4 0 4 0 0 4 0 0 0 0", "4 4 4 4 4", 3, 0.4333),
            ("nDCG@3", "5 0 4", "5 4 2", 3, 0.9304),
        ),
    ),
    Convention(
        "bpr",
        N_("BPR (Rendle and others)"),
        N_("AUC over all items of the catalogue; equal scores are in wrong order"),
        "S. Rendle, C. Freudenthaler, Z. Gantner and L. Schmidt-Thieme, UAI 2009, 4.1.1",
        {"auc": WRONG | SKIP},
        "slides",
        (("AUC", "NRRNNNNNRR", "RRRR", 1, 0.4167),),
        whole_lists=("auc",),
    ),
    Convention(
        "exam",
        N_("Exam of 2026 (user_auc)"),
        N_("AUC over the pairs of the ranks read; 0 where there is no pair"),
        "IIC3633, PUC Chile, exam of 2026, solution",
        {"auc": PAIRS | WRONG | {"no_negative": 0.0}},
        "slides",
        (("AUC", "RNRN", "RR", 1, 0.75), ("AUC@5", "NRRNNNNNRR", "RRRR", 1, 0.6667)),
    ),
    Convention(
        "trec_eval",
        "trec_eval",
        N_("AP@n is divided by |R|; the gain is the grade itself, also below the threshold"),
        "trec_eval 9, pytrec_eval-terrier 0.5.11",
        PLAIN | {"f_measure": {}, "average_precision": BY_R, "ndcg": TREC, "r_precision": {}, "bpref": {}},
        "search",
    ),
    Convention(
        "ranx",
        "ranx",
        N_("AP@n is divided by |R|; the gain is the grade itself, 0 below the threshold"),
        "ranx 0.3.21",
        PLAIN
        | {
            "f_measure": {},
            "average_precision": BY_R,
            "dcg": LINEAR,
            "ndcg": LINEAR,
            "r_precision": {},
            "bpref": {"without": "skip"},
        },
        "search",
    ),
    Convention(
        "sklearn",
        "scikit-learn",
        N_("reads only the shown items: AP is divided by the hits, and the ideal list is the shown one, sorted"),
        "scikit-learn 1.9",
        {"average_precision": BY_HITS, "dcg": TREC, "ndcg": TREC | {"ideal": "retrieved"}, "auc": SKIP},
        "ranking",
        whole_lists=("auc",),
    ),
    Convention(
        "recbole",
        "RecBole",
        N_(
            "AP@n is divided by min(|R|, n); an item is relevant or not; recall is 0/0 for a user with no relevant item"
        ),
        "RecBole 1.2",
        PLAIN | {"recall": SKIP, "average_precision": {}, "ndcg": BINARY},
    ),
    Convention(
        "rectools",
        "RecTools",
        N_("AP@n is divided by |R|; the ideal list has n relevant items, even if fewer exist"),
        "RecTools 0.19",
        SKIPPED | {"f_measure": SKIP, "average_precision": BY_R | SKIP, "ndcg": ONES},
    ),
    Convention(
        "rectools_pauc",
        "RecTools (PartialAUC)",
        N_("AUC over the first n non-relevant items of the list"),
        "RecTools 0.19.0",
        {"auc": PARTIAL},
        worked=(("AUC@3", "NRRNNNNNRR", "RRRR", 1, 0.3333),),
    ),
    Convention(
        "rectools_pap",
        "RecTools (PAP)",
        N_("AUC over the first n relevant and the first n non-relevant items of the list"),
        "RecTools 0.19.0",
        {"auc": PARTIAL | {"positives": "first_n"}},
        worked=(("AUC@3", "NRRNNNNNRR", "RRRR", 1, 0.4444),),
    ),
    Convention(
        "implicit",
        "implicit",
        N_("AUC over all items of the catalogue, also those of train; AP@n is divided by min(|R|, n)"),
        "implicit 0.7.3",
        {"average_precision": SKIP, "ndcg": BINARY | SKIP, "auc": IN_ORDER | SKIP},
        worked=(("AUC@3", "NRRNNNNNRR", "RRRR", 1, 0.625),),
    ),
    Convention(
        "lightfm",
        "LightFM",
        N_("AUC over all items of the catalogue; a tie is in wrong order; only users with a relevant item count"),
        "LightFM 1.17",
        {
            "precision": SKIP,
            "recall": SKIP,
            "reciprocal_rank": SKIP,
            "auc": {"unranked": "last"} | WRONG | SKIP,
        },
        "old",
        (("AUC", "NRRNNNNNRR", "RRRR", 1, 0.4167),),
        whole_lists=("auc",),
    ),
    Convention(
        "replay",
        "RePlay",
        N_("AP@n is divided by min(|R|, n); an item is relevant or not; only users with a relevant item count"),
        "RePlay 0.22",
        SKIPPED | {"average_precision": SKIP, "ndcg": BINARY | SKIP, "auc": PAIRS | IN_ORDER | {"no_negative": 1.0}},
    ),
    Convention(
        "lenskit",
        "LensKit",
        N_("divides by the hits that fit in the ranks really shown; ranks 1 and 2 are not discounted"),
        "LensKit 2025.8",
        SKIPPED
        | {
            "precision": SHRINK,
            "recall": {"denominator": "reachable"} | SKIP,
            "average_precision": {"denominator": "listed"} | SKIP,
            "dcg": JARVELIN,
            "ndcg": JARVELIN | SKIP,
        },
    ),
    Convention(
        "pyreclab",
        "pyRecLab",
        N_("AP is divided by the hits, P by the list's own length; the ideal list fits into the ranks shown"),
        "pyRecLab 0.1.16",
        {
            "precision": SHRINK,
            "recall": SKIP,
            "average_precision": BY_HITS,
            "ndcg": BINARY | SHOWN | SKIP,
        },
        "old",
    ),
    Convention(
        "torchmetrics",
        "TorchMetrics",
        N_("AP@n is divided by the hits among the first n; the gain is the grade itself"),
        "TorchMetrics 1.9",
        PLAIN | {"average_precision": BY_HITS, "ndcg": TREC, "r_precision": {}},
        "search",
    ),
    Convention(
        "spark_python",
        N_("Spark (from Python)"),
        N_("AP@n is divided by min(|R|, n); it ignores the grades: an item is relevant or not"),
        "pyspark 4.3.0, pyspark.ml RankingEvaluator and mllib RankingMetrics",
        {"precision": {}, "recall": {}, "average_precision": {}, "ndcg": BINARY},
        worked=(("nDCG@2", "2", "2 1", 1, 0.6131),),  # labels b, a with relevance 1, 2; spark: 0.8262
    ),
    Convention(
        "daisyrec",
        "DaisyRec",
        N_("ignores missed items: AP is divided by the hits, and the ideal list is the shown one, sorted"),
        "DaisyRec 2",
        {
            "precision": SHRINK,
            "recall": SKIP,
            "hit_ratio": {},
            "average_precision": BY_HITS | SKIP,
            "ndcg": BINARY | {"ideal": "retrieved"} | SKIP,
        },
        "old",
    ),
    Convention(
        "elliot",
        "Elliot",
        N_("the gain is counted from the threshold: 2^(g − threshold + 1) − 1"),
        "Elliot 0.3",
        PLAIN | {"recall": SKIP, "ndcg": {"gain": "shifted"} | SKIP},
        "old",
        (("nDCG@3", "5 3 0", "5 4 3", 3, 0.8124),),  # (7 + 1/log2 3) / (7 + 3/log2 3 + 1/2)
    ),
    Convention(
        "xgboost",
        "XGBoost",
        N_("a query with no relevant document counts as 1; P is divided by the length of a short list"),
        "xgboost 3.2.0",
        {"average_precision": ONE, "ndcg": ONE, "precision": SHRINK},
        "ranking",
        since="2.0",
    ),
    Convention(
        "xgboost@1.7",
        N_("XGBoost (before 2.0)"),
        N_("AP@n is divided by |R|; a query with no relevant document counts as 1"),
        "xgboost 1.7.6",
        {"average_precision": BY_R | ONE, "ndcg": ONE, "precision": {}},
        "old",
    ),
    Convention(
        "lightgbm",
        "LightGBM",
        N_("a query with no relevant document counts as 1"),
        "lightgbm 4.7.0",
        {"average_precision": ONE, "ndcg": ONE},
        "ranking",
    ),
    Convention(
        "catboost",
        "CatBoost",
        N_("the gain is the grade itself; recall and nDCG of a query with no relevant document count as 1"),
        "catboost 1.2.10",
        {
            "average_precision": {},
            "dcg": LINEAR,
            "ndcg": LINEAR | ONE,
            "precision": SHRINK,
            "recall": ONE,
            "reciprocal_rank": {},
        },
        "ranking",
    ),
    Convention(
        "keras_rs",
        "keras-rs (TensorFlow Ranking)",
        N_("AP@n is divided by |R|, and P by the length of a short list"),
        "keras-rs 0.4.0, tensorflow-ranking 0.5.5",
        SEARCH | {"average_precision": BY_R, "ndcg": {}, "recall": {}},
        "ranking",
    ),
    Convention(
        "context_precision",
        "Context precision (ragas, DeepEval, Mastra)",
        N_("an average precision that is divided by the hits"),
        "ragas 0.4.3, deepeval 4.3.1",
        {"average_precision": BY_HITS},
        "rag",
    ),
    Convention(
        "llama_index",
        "LlamaIndex",
        N_("AP is divided by |R|; a chunk is relevant or not, and the ideal list has all relevant chunks"),
        "llama-index-core 0.14.25",
        PLAIN | {"precision": SHRINK, "average_precision": BY_R, "ndcg": BINARY | UNCUT},
        "rag",
    ),
    Convention(
        "haystack",
        "Haystack",
        N_("AP is divided by |R|; the gain is the grade itself, and the ideal list has all relevant documents"),
        "haystack-ai 3.4.1",
        HAYSTACK,
        "rag",
        since="3.1.0",
    ),
    Convention(
        "haystack@3.0",
        N_("Haystack (before 3.1)"),
        N_("as Haystack, but AP is divided by the hits"),
        "haystack-ai 2.18.0 and 3.0.0",
        HAYSTACK | {"average_precision": BY_HITS},
        "old",
    ),
    Convention(
        "mlflow",
        "MLflow",
        N_("a document is relevant or not; P and the ideal list are cut at the ranks shown"),
        "mlflow 3.17.2",
        {"precision": SHRINK, "recall": {}, "ndcg": BINARY | SHOWN},
        "rag",
    ),
    Convention(
        "sentence_transformers",
        "Sentence Transformers (pyvespa)",
        N_("AP@n is divided by min(|R|, n); a document is relevant or not"),
        "sentence-transformers 6.2.0, pyvespa 1.2.9",
        PLAIN | {"average_precision": {}, "ndcg": BINARY},
        "rag",
    ),
    Convention(
        "quepid",
        "Quepid",
        N_("the ideal list has all rated documents; AP@n is divided by |R|, and P by the length of a short list"),
        "Quepid, August 2026",
        QUEPID | {"ndcg": UNCUT},
        "search",
        since="8.1.0",
    ),
    Convention(
        "quepid@8.0",
        N_("Quepid (before 8.1, and NDCG_CUT)"),
        N_("as Quepid, but the ideal list is cut at n"),
        "Quepid 8.0.0, and NDCG_CUT from 8.2 on",
        QUEPID | {"ndcg": {}},
        "old",
    ),
    Convention(
        "elasticsearch",
        "Elasticsearch",
        N_("the ideal list is cut at the documents returned, and P is divided by their number"),
        "Elasticsearch, rank_eval, August 2026",
        SEARCH | {"ndcg": SHOWN, "recall": {}, "expected_reciprocal_rank": {}},
        "search",
    ),
    Convention(
        "opensearch",
        "OpenSearch",
        N_("AP@n is divided by |R|, and P by the length of a short list; values have two decimals"),
        "OpenSearch search-relevance, August 2026",
        SEARCH | {"average_precision": BY_R, "ndcg": {}, "recall": {}},
        "search",
        since="2025-06",
    ),
)
CONVENTIONS = {convention.name: convention for convention in _ALL}
"""Every convention by its name; the first is the default."""

ACHIEVABLE: Mapping[str, Parameters] = {"ndcg": {"ideal": "pool"}}
FOLDED: dict[str, tuple[str, Mapping[str, Parameters]]] = {
    "vlnet": ("parra", {}),
    "ir_measures": ("trec_eval", {}),
    "ranx_burges": ("ranx", {"dcg": EXPONENTIAL, "ndcg": EXPONENTIAL}),
    "rectools_divide_by_k": ("rectools", {"average_precision": {"denominator": "cutoff"}}),
    "rectools_achievable": ("rectools", ACHIEVABLE),
    "recommenders": ("rectools", ACHIEVABLE),
    "recommenders_map_at_k": ("replay", {}),
    "spark": ("parra", {}),
    "kaggle": ("parra", {}),
}
"""Names of libraries that compute what a row says: that row, and what they change of it by metric."""


def row_of(name: Any) -> tuple[Any, Mapping[str, Parameters]]:
    """Return the name of the row that a name of a convention means, and what it changes of the row.

    >>> row_of("ranx_burges")
    ('ranx', {'dcg': {'gain': 'exponential'}, 'ndcg': {'gain': 'exponential'}})
    """
    return FOLDED.get(name, (name, {})) if isinstance(name, str) else (name, {})


def convention_of(name: str) -> Convention:
    """Return the row that a name of a convention means; KeyError of no convention."""
    return CONVENTIONS[row_of(name)[0]]
