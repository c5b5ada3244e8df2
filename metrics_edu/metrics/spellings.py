"""How measures are spelled, here and elsewhere: "AP@10", "ndcg_cut_10", "Hit rate@5", "Precisión@3", "nDCG@10(gain=linear)"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from metrics_edu.language import read_number
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.metrics.registry import CUTOFF_ELSEWHERE, REGISTRY, Metric
from metrics_edu.working.labels import without_accents

OWN = re.compile(r"\s*([A-Za-z]+?)(\d+(?:\.\d+)?)?(?:@(\d+(?:\+\d+)*))?\s*")
"""Name, β and cut-offs."""
CUTOFF = re.compile(r"(?:[\s_.-]*@\s*(?:k\s*=\s*)?|[\s_.-](?:[\s_.-]*at[\s_.-]+)?)(\d{1,8})\s*$", flags=re.IGNORECASE)
"""A cut-off after an @, "at" or a mark, as other tools write it."""
MOST_CHARACTERS = 200
"""Of the words of other tools."""
WORDS = re.compile(r"\s*[^\W\d_]+(?:[\s_.-]+[^\W\d_]+)*\s*")
F_SCORE = re.compile(r"(?<![^\W_])([Ff][\d.]+)[\s_-]*(?:score|measure)")
OPTIONS = re.compile(r"\(([^()]*)\)")
PAIR = re.compile(r"\s*(\w+)\s*=\s*([^\s=]+)\s*")
SPELLINGS: dict[str, tuple[str, dict[str, Any]]] = {
    **{
        spelling: (metric.name, {})
        for metric in METRICS.values()
        for spelling in (metric.symbol.partition("{")[0], metric.mean)
        if spelling.isalpha()
    },
    "Precision": ("precision", {}),
    "R": ("recall", {}),
    "CG": ("dcg", {"gain": "linear", "discount": "none"}),
    "Rprec": ("r_precision", {}),
}
"""How measures are spelled: the name before the @, the metric and the parameters it means. A metric is found by its
symbol and by that of its mean."""
NAMES = tuple(
    dict.fromkeys(
        name
        for spelling, (metric, _preset) in SPELLINGS.items()
        for name in (spelling, METRICS[metric].label().partition("@")[0])
    )
)
"""The names that an error lists: also F with its usual β."""
ARTICLES = ("de", "del", "el", "la", "los", "of", "the")
TOOLS = {
    "ndcgcut": ("ndcg", "trec_eval"),
    "mapcut": ("average_precision", "trec_eval"),
    "reciprank": ("reciprocal_rank", "trec_eval"),
    "success": ("hit_ratio", "trec_eval"),
    "ndcgscore": ("ndcg", "sklearn"),
    "dcgscore": ("dcg", "sklearn"),
    "averageprecisionscore": ("average_precision", "sklearn"),
    "ndcgburges": ("ndcg", "ranx_burges"),
    "NDCG_CUT": ("ndcg", "quepid@8.0"),
    "contextprecision": ("average_precision", "context_precision"),
    "RocAuc": ("auc", "replay"),
    "partialauc": ("auc", "rectools_pauc"),
    "PAP": ("auc", "rectools_pap"),
    "rocaucscore": ("auc", "sklearn"),
    "userauc": ("auc", "exam"),
    "accuracy": ("hit_ratio", "sentence_transformers"),
}
"""Words that only one tool has, as it writes them or without case and signs: the metric, and the convention that is meant."""
OPTIONS_ELSEWHERE = {
    **dict.fromkeys(CUTOFF_ELSEWHERE, "n"),
    **dict.fromkeys(("rel", "relevance_level"), "threshold"),
    "maximum_relevance": "top",
}
"""What other tools call parameters."""


@dataclass(frozen=True)
class Spelling:
    """What a text says of a measure."""

    name: str  # as it is spelled here
    metric: str
    parameters: Mapping[str, Any] = field(default_factory=dict)  # that the name means
    options: Mapping[str, Any] = field(default_factory=dict)  # that are written in parentheses
    beta: str | None = None
    cutoffs: str | None = None
    convention: str = ""  # the one that is meant, if the words are those of one tool


@lru_cache(maxsize=1024)
def letters(name: str) -> str:
    """Return the letters of a name, in lower case, without accents and without articles.

    >>> letters("Raíz del error_cuadrático medio"), letters("Hit-Rate")
    ('raizerrorcuadraticomedio', 'hitrate')
    """
    words = re.split(r"[\W\d_]+", without_accents(name.casefold()))
    return "".join(word for word in words if word not in ARTICLES)


def metric_called(name: str) -> str:
    """Return the name of the function of a metric by any of its names, in English or in Spanish; "" of no metric.

    >>> metric_called("Tasa de acierto"), metric_called("MRR"), metric_called("colour")
    ('hit_ratio', 'reciprocal_rank', '')
    """
    wanted = letters(name)
    found = (metric.name for metric in REGISTRY.values() if wanted in map(letters, names_of(metric)))
    return next(found, "") if wanted else ""


def names_of(metric: Metric) -> list[str]:
    """Return what a metric is called, in English and in Spanish."""
    words = (metric.name.replace("_", " "), metric.symbol.partition("{")[0], metric.mean, metric.title, *metric.called)
    spelled = (spelling for spelling, (name, preset) in SPELLINGS.items() if name == metric.name and not preset)
    return [name for name in (*words, *spelled) if name]


def read_spelling(text: str) -> Spelling | None:
    """Read the spelling of a measure; None if no metric is called so.

    >>> read_spelling("ndcg_cut_10").convention, read_spelling("P(rel=2)@5").options
    ('trec_eval', {'threshold': 2})
    """
    options: dict[str, Any] = {}
    bare = F_SCORE.sub(r"\1", OPTIONS.sub(lambda found: _take(found[1], options) or found[0], text))
    own, names = OWN.fullmatch(bare), {name.lower(): name for name in SPELLINGS}
    if own and own[1].lower() in names:
        name = names[own[1].lower()]
        metric, preset = SPELLINGS[name]
        return Spelling(name, metric, preset, options, own[2], own[3])
    if len(bare) > MOST_CHARACTERS:
        return None
    cut = CUTOFF.search(bare)
    words = bare[: cut.start()] if cut else bare
    metric, convention = TOOLS.get(words) or TOOLS.get(letters(words)) or (metric_called(words), "")
    if not metric or not WORDS.fullmatch(words):
        return None
    name = REGISTRY[metric].symbol.partition("{")[0]
    return Spelling(name, metric, {}, options, None, cut and cut[1], convention)


def _take(text: str, options: dict[str, Any]) -> str:
    """Put the pairs of a text such as "rel=2, gain=linear" into the options; "" if it has no others."""
    pairs = [pair for part in text.split(",") if (pair := PAIR.fullmatch(part))]
    if len(pairs) <= text.count(","):
        return ""
    options |= own_names({pair[1]: value_in(pair[2]) for pair in pairs})
    return " "


def own_names(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters by their own names, which other tools may call otherwise.

    >>> own_names({"k": 10, "gain": "linear"})
    {'n': 10, 'gain': 'linear'}
    """
    return {OPTIONS_ELSEWHERE.get(key, key): value for key, value in parameters.items()}


def value_in(text: str) -> Any:
    """Return the value of a parameter in a text: a number, or a word."""
    if re.fullmatch(r"\d{1,18}", text):
        return int(text)
    value = read_number(text)
    return text.strip("'\"") if value is None else value
