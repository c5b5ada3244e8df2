"""Measure names: how people write the measures of a policy, such as "map_at_10" or "Precisión@10 (validación)"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from metrics_edu.metrics import Measure
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.values import WHOLE

SPELLINGS = {
    "precision": ("p", "precision", "prec"),
    "recall": ("r", "recall", "rec", "exhaustividad", "sensibilidad"),
    "f_measure": ("f", "f score", "medida f"),
    "hit_ratio": ("hr", "hit ratio", "hit rate", "tasa de acierto", "tasa de aciertos"),
    "reciprocal_rank": (
        "rr",
        "mrr",
        "reciprocal rank",
        "mean reciprocal rank",
        "rango recíproco",
        "rango recíproco medio",
        "ranking recíproco",
        "ranking recíproco medio",
    ),
    "average_rank": ("rank", "average rank", "mean rank"),
    "average_precision": (
        "ap",
        "map",
        "average precision",
        "mean average precision",
        "precisión promedio",
        "precisión media",
        "precisión promedio media",
        "precisión media promedio",
        "media de la precisión promedio",
        "promedio de la precisión promedio",
    ),
    "rankscore": ("rankscore", "half-life utility", "utilidad de vida media"),
    "dcg": ("dcg", "discounted cumulative gain", "ganancia acumulada descontada"),
    "ndcg": (
        "ndcg",
        "normalized discounted cumulative gain",
        "normalised discounted cumulative gain",
        "ganancia acumulada descontada normalizada",
        "ganancia acumulada normalizada descontada",
    ),
    "r_precision": ("rp", "rprec", "r precision"),
    "average_r_precision": ("avgrp", "marp", "average r precision"),
    "mae": ("mae", "mean absolute error", "error absoluto medio", "error medio absoluto", "error absoluto promedio"),
    "mse": ("mse", "ecm", "mean squared error", "mean square error", "error cuadrático medio"),
    "rmse": (
        "rmse",
        "recm",
        "root mean squared error",
        "root mean square error",
        "raíz error cuadrático medio",
        "raíz cuadrada error cuadrático medio",
    ),
    "user_coverage": (
        "user coverage",
        "users coverage",
        "coverage users",
        "cobertura usuarios",
        "cobertura usuario",
        "coverage",
        "cobertura",
    ),
    "item_coverage": (
        "item coverage",
        "items coverage",
        "coverage items",
        "cobertura items",
        "cobertura item",
        "catalog coverage",
        "catalogue coverage",
        "cobertura catálogo",
        "coverage",
        "cobertura",
    ),
    "novelty": ("novelty", "novedad"),
    "diversity": ("diversity", "diversidad"),
}
"""The names of each metric in English and in Spanish, without the words that are passed over."""

WORDS_PASSED_OVER = """
    a de del el en es for in is la las los mi my nuestro of on our para por the un
    calculado conjunto data datos final global medida measure metric metrica metricas metrics obtenido resultado
    resultados result results score set total valor value valid val validacion validation
"""
SPANISH = {
    "user coverage": "cobertura de usuarios",
    "item coverage": "cobertura de items",
    "novelty": "novedad",
    "diversity": "diversidad",
}
FILLERS = frozenset(WORDS_PASSED_OVER.split())
"""Words that change nothing in a name. The numbers are on the validation data, so these say nothing new."""

MEANS = frozenset({"mean", "average", "avg", "promedio", "prom", "media", "medio", "overall"})
"""Words that a mean over users may have, where the name without them is a measure."""

CUTOFF = re.compile(
    r"[\s_(\[{,.-]*(?:@|(?<![a-z])(?:at|top|en|k|n|cutoff|corte)(?![a-z]))[\s_=:{(-]{0,5}"
    r"(?:[kn]\s?=\s?)?(\d{1,6}(?:\+\d{1,6})*)"
)
MAX_NAME = 250
"""The characters of a name that are read; a longer one is the name of nothing."""
MARKUP = re.compile(r"\\[a-z]+\*?|<[^<>]{0,30}>")
"""Commands of LaTeX and tags of HTML."""


def canonical(name: str, *, without: frozenset[str] = FILLERS) -> str:
    """Return a name in small letters without accents, marks and some words, and its cut-off at the end.

    >>> canonical("**MAP_at_10** (validación)"), canonical("nDCG (k=10)"), canonical("Precisión 10")
    ('map@10', 'ndcg@10', 'precision10')
    """
    text = " ".join(name.casefold().split())
    decomposed = unicodedata.normalize("NFKD", text if len(text) <= MAX_NAME else "")
    plain = MARKUP.sub(" ", "".join(letter for letter in decomposed if not unicodedata.combining(letter)))
    cutoffs = {match[1] for match in CUTOFF.finditer(plain)}
    stem = re.sub(r"@\s*[kn](?![a-z])", " ", CUTOFF.sub(" ", plain))
    words = "".join(word for word in re.findall(r"[^\W_]+", stem) if word not in without)
    return "@".join([words, *sorted(cutoffs)])


SPELLED = {metric: frozenset(canonical(name) for name in names) for metric, names in SPELLINGS.items()}
KNOWN = frozenset().union(*SPELLED.values())
NON_RANKING = {
    spelling: REGISTRY[metric].symbol
    for metric, spellings in SPELLED.items()
    for spelling in spellings - {"coverage", "cobertura"}
    if REGISTRY[metric].kind != "ranking"
}
"""The symbols of the metrics of no ranking, by their names."""


def names_a_metric(name: str) -> bool:
    """Return whether a text is the name of a metric, with or without a cut-off."""
    forms = (canonical(name), canonical(name, without=FILLERS | MEANS))
    return any(_stem(form) in KNOWN for form in forms)


def _stem(form: str) -> str:
    """Return a canonical form without its cut-off."""
    return form.partition("@")[0] if "@" in form else form.rstrip("0123456789")


def symbol_of(name: str) -> str:
    """Return the symbol of a metric of no ranking by any of its names; other names come back as they are."""
    return NON_RANKING.get(canonical(name), name)


def forms_of_measure(title: str, measure: Measure, length: int = 0) -> Iterator[str]:
    """Give the canonical forms of a title of a policy; lists of some length also have it as the cut-off of a coverage."""
    stem, _mark, cutoff = canonical(title.partition(" (")[0]).partition("@")
    convention = canonical(measure.convention, without=frozenset())
    stems = {stem, *SPELLED.get(measure.metric.name, ())}
    if not cutoff and measure.metric.name in WHOLE:
        cutoff = str(length)
    for name in stems:
        yield name
        for added in {convention} if " (" in title else {"", convention}:
            yield from (f"{name}{added}", f"{name}{added}@{cutoff}", f"{name}{added}{cutoff}", f"{name}{cutoff}{added}")


def meant(name: str, forms: dict[str, list[str]]) -> list[str]:
    """Return the titles that a name may mean, by their forms; the name of another metric means none."""
    for words in (FILLERS, FILLERS | MEANS):
        form = canonical(name, without=words)
        if form in forms or _stem(form) in KNOWN:
            return forms.get(form, [])
    return []


def is_usual(name: str, title: str) -> bool:
    """Return whether a name is a title as it is, or without its cut-off, an M or a sign: no reader can doubt it."""
    short = title.partition("@")[0]
    titles = {title, short, SPANISH.get(title.lower(), title)}
    titles |= {one[1:] for one in titles if one.startswith(("MAP", "MRR"))}
    bare = {_bare(one) for one in titles}
    return _bare(name) in bare | {one.replace("@", "") for one in bare}


def _bare(name: str) -> str:
    text = name.casefold().replace("í", "i").removeprefix("mean ").removesuffix(" promedio")
    return "".join(letter for letter in text if letter.isalnum() or letter == "@")
