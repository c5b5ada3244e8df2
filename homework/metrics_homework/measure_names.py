"""Measure names: how people write the measures of a policy, such as "map_at_10" or "Precisión@10 (validación)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product, takewhile

from metrics_edu.language import _
from metrics_edu.metrics import Measure
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.spellings import names_of
from metrics_edu.metrics.value_and_derivation import WHOLE
from metrics_edu.working.labels import without_accents

OF_BOTH = {"user_coverage": ("coverage", "cobertura"), "item_coverage": ("coverage", "cobertura")}
"""The names of two metrics."""
SPELLINGS = {name: (*names_of(metric), *OF_BOTH.get(name, ())) for name, metric in REGISTRY.items()}
"""The names of each metric in English and in Spanish, without the words that are passed over."""

WORDS_PASSED_OVER = """
    de del el en es for in is la las los mi my nuestro of on our para por the un
    calculado conjunto data datos final global medida measure metric metrica metricas metrics obtenido resultado
    resultados result results score set total valor value valid val validacion validation
"""
FILLERS = frozenset(WORDS_PASSED_OVER.split())
"""Words that change nothing in a name. The numbers are on the validation data, so these say nothing new."""

SAME_WORD = {
    "avg": "average",
    "ave": "average",
    "prom": "promedio",
    "media": "promedio",
    "medio": "promedio",
    "prec": "precision",
    "rprec": "rprecision",
    "rec": "recall",
    "normalised": "normalized",
    "square": "squared",
    "catalogue": "catalog",
    "users": "user",
    "usuarios": "usuario",
    "items": "item",
}
"""Other forms of words, by the form that `SPELLINGS` is compared in."""

MEANS = frozenset({"mean", "average", "promedio"})
"""Words for a mean over users. One of them may be before or after the name of a measure."""
AROUND = MEANS | {"overall", "test", "testing", "prueba"}
"""Words that may be before or after the name of a measure; reports also call the validation data their test data."""
MOST_AROUND = 3
P_VALUE = re.compile(r"(?<![a-z])(?:p[\s_-]*val(?:ue|or)|valor[\s_-]+p)(?![a-z])")
ABBREVIATED = re.compile(r"([^()]+)\(([^()]+)\)\W*")
"""A name with its abbreviation: "Mean Average Precision (MAP@10)"."""
MEAN_OF = re.compile(r"^(?:el |la |the )?(?:mean|average|avg|promedio|media) (?:of|de)\b")
"""A mean of a measure: "average of precision" is no average precision."""

CUTOFF = re.compile(
    r"[\s_(\[{,.-]*(?:@|(?<![a-z])(?:at|top|en|k|n|cutoff|corte)(?![a-z]))[\s_=:{(-]{0,5}"
    r"(?:[kn]\s?=\s?)?(\d{1,6}(?:\+\d{1,6})*)"
)
MAX_NAME = 250
"""The characters of a name that are read; a longer one is the name of nothing."""
MARKUP = re.compile(r"\\[a-z]+\*?|<[^<>]{0,30}>")
"""Commands of LaTeX and tags of HTML."""


def canonical(name: str, *, without: frozenset[str] = FILLERS) -> str:
    """Return a name in lower case without accents, marks and some words, and its cut-off at the end.

    >>> canonical("**MAP_at_10** (validación)"), canonical("nDCG (k=10)"), canonical("Precisión 10")
    ('map@10', 'ndcg@10', 'precision10')
    """
    words, cutoff = _words(name, without)
    return "".join(words) + cutoff


def _words(name: str, without: frozenset[str] = FILLERS) -> tuple[list[str], str]:
    """Return the words of a name, and its cut-off such as "@10"."""
    text = " ".join(name.casefold().split())
    plain = MARKUP.sub(" ", without_accents(text if len(text) <= MAX_NAME else ""))
    cutoffs = {match[1] for match in CUTOFF.finditer(plain)}
    stem = re.sub(r"@\s*[kn](?![a-z])", " ", CUTOFF.sub(" ", plain))
    words = re.findall(r"[^\W_]+", P_VALUE.sub("pvalue", MEAN_OF.sub("overall ", stem)))
    cutoff = "".join(f"@{number}" for number in sorted(cutoffs))
    return [SAME_WORD.get(word, word) for word in words if word not in without], cutoff


SPELLED = {metric: frozenset(canonical(name) for name in names) for metric, names in SPELLINGS.items()}
SHARED = SPELLED["user_coverage"] & SPELLED["item_coverage"]
"""The names of two metrics."""
MEAN_OR_AVERAGE_PRECISION = frozenset({"precisionpromedio"})
"""The Spanish name of the average precision, which may also be a mean of the precision."""
DOUBTFUL = frozenset({"precisionaverage", "promedioprecision"})
"""The names of no metric: a mean of the precision, or the average precision."""
KNOWN = DOUBTFUL.union(*SPELLED.values())
NON_RANKING = {
    spelling: REGISTRY[metric].symbol
    for metric, spellings in SPELLED.items()
    for spelling in spellings - SHARED
    if REGISTRY[metric].kind != "ranking"
}
"""The symbols of the metrics of no ranking, by their names."""


def names_a_metric(name: str) -> bool:
    """Return whether a text is the name of a metric, with or without a cut-off."""
    return any(_stem(form) in KNOWN for form in _forms(name))


def _forms(name: str) -> Iterator[str]:
    """Give the canonical forms of a name: the whole, and then without words around it, of which one is a mean."""
    words, cutoff = _words(name)
    before = list(takewhile(AROUND.__contains__, words[:MOST_AROUND]))
    after = list(takewhile(AROUND.__contains__, words[: -MOST_AROUND - 1 : -1]))
    cuts = product(range(len(before) + 1), range(len(after) + 1))
    for first, last in sorted(cuts, key=sum):
        if sum(word in MEANS for word in (*before[:first], *after[:last])) <= 1:
            yield "".join(words[first : len(words) - last]) + cutoff
    if match := ABBREVIATED.fullmatch(name[:MAX_NAME]):
        meanings = (
            {metric for metric, names in SPELLED.items() if any(_stem(form) in names for form in _forms(part))}
            for part in match.groups()
        )
        if set.intersection(*meanings):
            yield from _forms(f"{match[2]} {cutoff}")


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
    form = next((form for form in _forms(name) if form in forms or _stem(form) in KNOWN), "")
    return forms.get(form, [])


def is_usual(name: str, title: str) -> bool:
    """Return whether a name is a title or a name of the same metric, with its cut-off or none, or as `evaluate` calls its mean."""
    stem, _mark, cutoff = canonical(title.partition(" (")[0]).partition("@")
    stems = {stem}.union(*(names for names in SPELLED.values() if stem in names)) - SHARED - MEAN_OR_AVERAGE_PRECISION
    usual = {f"{stem}{end}" for stem in stems for end in ("", f"@{cutoff}", cutoff) if end or len(stem) > 1}
    means = f"mean {title}", _("mean {metric}", metric=title)
    return name in (title, *means) or canonical(name) in usual
