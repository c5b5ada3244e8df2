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
    group: str = "libraries"  # one of GROUPS
    worked: tuple[tuple[str, str, str, float, float], ...] = ()
    """Values by hand, if no test runs the library: the measure, the grades shown, the pool, the threshold, the value."""

    @property
    def summary(self) -> str:
        """What it does, in the reader's language."""
        return _(self.does) or "; ".join(
            f"{METRICS[name].label()} {METRICS[name].parameter(key).say(word)}"
            for name, differ in self.metrics.items()
            for key, word in differ.items()
        )


GROUPS = {"slides": N_("Slides and challenges"), "libraries": N_("Libraries"), "old": N_("Old versions")}
"""How menus and tables group the conventions: slides and challenges of courses, libraries, and libraries whose last release is
more than three years old."""


PLAIN: dict[str, Parameters] = {"precision": {}, "recall": {}, "hit_ratio": {}, "reciprocal_rank": {}}
"""What nearly all agree on: hits / n, hits / |R|, a hit or none, 1 / rank of the first hit."""

SKIP: Parameters = {"empty": "skip"}
BY_R: Parameters = {"denominator": "relevant"}
BY_HITS: Parameters = {"denominator": "retrieved"}
LINEAR: Parameters = {"gain": "linear"}
BINARY: Parameters = {"gain": "binary"}
TREC: Parameters = {"gain": "linear", "below": "graded"}
SHRINK: Parameters = {"short": "shrink"}
JARVELIN: Parameters = {"gain": "binary", "discount": "jarvelin"}
RANX = PLAIN | {"f_measure": {}, "average_precision": BY_R, "dcg": {}, "ndcg": {}, "r_precision": {}}
ONES = BINARY | {"ideal": "ones"} | SKIP
RECTOOLS = PLAIN | {"recall": SKIP, "f_measure": SKIP, "average_precision": BY_R | SKIP, "ndcg": ONES}
SPARK: dict[str, Parameters] = {"precision": {}, "recall": {}, "average_precision": {}, "ndcg": {}}
RECOMMENDERS = {"precision": {}, "recall": SKIP, "average_precision": BY_R | SKIP, "ndcg": BINARY | SKIP}

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
        "vlnet",
        N_("VideoLectures.net challenge"),
        N_("R-precision at several cut-offs; an item tied with the last relevant one also counts"),
        "ECML/PKDD 2011 challenge, Mean Average R-precision",
        {"r_precision": {}, "average_r_precision": {}},
        "slides",
        (("AvgRp", "5 4 3 0 0 2 1 1 0 0", "5 5 5 4 4 3 3 2 1 1", 1, 0.5),),
    ),
    Convention(
        "trec_eval",
        "trec_eval",
        N_("AP@n is divided by |R|; the gain is the grade itself, also below the threshold"),
        "trec_eval 9, pytrec_eval-terrier 0.5.11",
        PLAIN | {"f_measure": {}, "average_precision": BY_R, "ndcg": TREC, "r_precision": {}},
    ),
    Convention(
        "ir_measures",
        "ir_measures",
        N_("calls trec_eval: AP@n is divided by |R|, the gain is the grade itself"),
        "ir_measures 0.4.3",
        PLAIN | {"average_precision": BY_R, "ndcg": TREC, "r_precision": {}},
    ),
    Convention(
        "ranx",
        "ranx",
        N_("AP@n is divided by |R|; the gain is the grade itself, 0 below the threshold"),
        "ranx 0.3.21",
        RANX | {"dcg": LINEAR, "ndcg": LINEAR},
    ),
    Convention("ranx_burges", "ranx (ndcg_burges)", N_("as ranx, but the gain is 2^g − 1"), "ranx 0.3.21", RANX),
    Convention(
        "sklearn",
        "scikit-learn",
        N_("reads only the shown items: AP is divided by the hits, and the ideal list is the shown one, sorted"),
        "scikit-learn 1.9",
        {"average_precision": BY_HITS, "dcg": TREC, "ndcg": TREC | {"ideal": "retrieved"}},
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
        RECTOOLS,
    ),
    Convention(
        "rectools_divide_by_k",
        "RecTools (divide_by_k)",
        N_("as RecTools, but AP@n is divided by n"),
        "RecTools 0.19",
        RECTOOLS | {"average_precision": {"denominator": "cutoff"} | SKIP},
    ),
    Convention(
        "rectools_achievable",
        "RecTools (achievable)",
        N_("as RecTools, but the ideal list has the min(|R|, n) relevant items that can be shown"),
        "RecTools 0.19",
        RECTOOLS | {"ndcg": BINARY | SKIP},
    ),
    Convention(
        "replay",
        "RePlay",
        N_("AP@n is divided by min(|R|, n); an item is relevant or not; only users with a relevant item count"),
        "RePlay 0.22",
        PLAIN | {"recall": SKIP, "average_precision": SKIP, "ndcg": BINARY | SKIP},
    ),
    Convention(
        "lenskit",
        "LensKit",
        N_("divides by the hits that fit in the ranks really shown; ranks 1 and 2 are not discounted"),
        "LensKit 2025.8",
        PLAIN
        | {
            "precision": SHRINK,
            "recall": {"denominator": "reachable"} | SKIP,
            "average_precision": {"denominator": "listed"} | SKIP,
            "dcg": JARVELIN,
            "ndcg": JARVELIN | SKIP,
        },
    ),
    Convention(
        "recommenders",
        "recommenders (map)",
        N_("AP@n is divided by |R|; an item is relevant or not"),
        "recommenders 1.2",
        RECOMMENDERS,
    ),
    Convention(
        "recommenders_map_at_k",
        "recommenders (map_at_k)",
        N_("as recommenders, but AP@n is divided by min(|R|, n)"),
        "recommenders 1.2",
        RECOMMENDERS | {"average_precision": SKIP},
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
            "ndcg": BINARY | {"ideal": "listed"} | SKIP,
        },
        "old",
    ),
    Convention(
        "torchmetrics",
        "TorchMetrics",
        N_("AP@n is divided by the hits among the first n; the gain is the grade itself"),
        "TorchMetrics 1.9",
        PLAIN | {"average_precision": BY_HITS, "ndcg": TREC, "r_precision": {}},
    ),
    Convention(
        "spark",
        N_("Spark (from Scala)"),
        N_("AP is divided by |R|, AP@n by min(|R|, n); the gain is 2^g − 1"),
        "Spark 4, mllib RankingMetrics",
        SPARK,
    ),
    Convention(
        "spark_python",
        N_("Spark (from Python)"),
        N_("as Spark from Scala, but it ignores the grades: an item is relevant or not"),
        "pyspark 4.3.0, pyspark.ml RankingEvaluator and mllib RankingMetrics",
        SPARK | {"ndcg": BINARY},
        worked=(("nDCG@2", "2", "2 1", 1, 0.6131),),  # labels b, a with relevance 1, 2; spark: 0.8262
    ),
    Convention(
        "kaggle",
        "Kaggle (ml_metrics)",
        N_("AP@n is divided by min(|R|, n); nothing else is defined"),
        "ml_metrics 0.1",
        {"average_precision": {}},
        "old",
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
)
CONVENTIONS = {convention.name: convention for convention in _ALL}
"""Every convention by its name; the first is the default."""
