"""The metrics that read grades: DCG, nDCG, and R-precision with the tie rule of the VideoLectures challenge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics.denominators import PARRA, Empty, all_relevant, ratio, shorter
from metrics_edu.metrics.gains import gain_of, nothing_to_find
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import ranks_read, reaches_the_tie_line, unless_above_ideal
from metrics_edu.metrics.registry import metric
from metrics_edu.metrics.validation import check_cutoff
from metrics_edu.working import named, plain

VLNET = 'ECML/PKDD 2011 VideoLectures.net challenge, "Evaluation metrics example"'
Divisor = Literal["reachable", "retrieved"]
READ = {"retrieved": (N_("the ranks read"), N_("Every rank that is read and shown, hit or not."))}
DENOMINATOR = PARAMETERS["denominator"]
OF_EACH = {"reachable": (N_("min(|R|, z)"), N_("The most hits that a list cut at z can hold, for each cut-off z."))}
ALL_RELEVANT = {"reachable": DENOMINATOR.words["relevant"][0]}
RP = {
    "denominator": replace(DENOMINATOR, words={**DENOMINATOR.words, **READ}, uncut=ALL_RELEVANT),
    "n": replace(PARAMETERS["n"], sentence=N_("Only the first n ranks are read; without n, |R| ranks.")),
}
AVG_RP = {"denominator": replace(DENOMINATOR, words={**DENOMINATOR.words, **READ, **OF_EACH})}
Gain = Literal["exponential", "linear", "binary", "shifted"]
Discount = Literal["log2", "jarvelin", "none"]
Below = Literal["zero", "graded"]
Ideal = Literal["pool", "uncut", "retrieved", "ones", "listed"]
OTHERS = "Lopes, weeks 11 and 12 (linear); Järvelin and Kekäläinen (2002)"
DCG_SOURCES = f'{PARRA}, slide "DCG y nDCG" (exponential); {OTHERS}'


@metric(
    "DCG",
    N_("discounted cumulative gain"),
    source=DCG_SOURCES,
    per_rank="dg_i",
    bounds=(0, np.inf),
    renamed={("discount", "none"): ("CG", N_("cumulative gain"))},
)
def dcg(
    ranking: Ranking,
    n: int | None = None,
    *,
    gain: Gain = "exponential",
    discount: Discount = "log2",
    below: Below = "zero",
) -> Any:
    """Discounted cumulative gain: the sum of gain(g_i) / discount(i) over the first n ranks.

    >>> dcg(Ranking([3, 0, 2]))  # 7/log2(2) + 3/log2(4)
    8.5
    """
    gained = named(gain_of(named(ranking.grades(n), "g_i"), ranking.threshold, gain, below), "gain_i")
    return np.sum(discounted(gained, "dg_i", discount), axis=-1)


def discounted(gained: Any, symbol: str, discount: str) -> Any:
    """Return gains, each divided by the discount of its rank."""
    rank = named(np.arange(1, gained.shape[-1] + 1), "i")
    if discount == "none":
        return named(np.positive(gained), symbol)
    by = np.maximum(1, np.log2(rank)) if discount == "jarvelin" else np.log2(rank + 1)
    return named(gained / by, symbol)


@metric(
    "nDCG",
    N_("normalized discounted cumulative gain"),
    source=DCG_SOURCES,
    per_rank="dg_i",
    ideal="dg*_i",
    unpromised={"bounds": ("ones", "listed"), "swap": ()},
    uncut={"ideal": ("pool", "uncut")},
    reads_all={"list": ("retrieved",), "pool": ("uncut",)},
    reasons={"": unless_above_ideal},
)
def ndcg(
    ranking: Ranking,
    n: int | None = None,
    *,
    gain: Gain = "exponential",
    discount: Discount = "log2",
    below: Below = "zero",
    ideal: Ideal = "pool",
    empty: Empty = 0.0,
) -> Any:
    """Normalized DCG: DCG@n divided by the DCG of the ideal list.

    Without n, the ideal list of "ones" has as many as ranks are shown. With `below` "graded", `empty` counts when no item
    has a gain above 0.

    >>> ndcg(Ranking([0, 1], pool=[1]), 2)  # 1/log2(3) over 1/log2(2)
    0.6309297535714575
    """
    got = dcg(ranking, n, gain=gain, discount=discount, below=below)
    best = discounted(named(ideal_gains(ranking, n, ideal, gain, below), "gain*_i"), "dg*_i", discount)
    top = named(np.sum(best, axis=-1), "IDCG" if n is None else f"IDCG@{n}")
    return ratio(got, top, empty, nothing_to_find(ranking, below, gain))


def ideal_gains(ranking: Ranking, n: int | None, ideal: str, gain: str, below: str) -> Any:
    if ideal in ("ones", "listed"):
        width = ranking.shown.shape[-1] if n is None else n
        filled = ranking.cutoff(n) if ideal == "ones" else np.minimum(ranking.relevant, ranking.listed(n))
        return (np.arange(1, width + 1) <= np.expand_dims(filled, -1)).astype(np.float64)
    best = -np.sort(-ranking.shown, axis=-1) if ideal == "retrieved" else ranking.pool(None if ideal == "uncut" else n)
    best = best[..., : None if ideal == "uncut" else n]
    return gain_of(named(best, "g*_i"), ranking.threshold, gain, below)


@metric(
    "Rp",
    N_("R-precision"),
    source=VLNET,
    per_rank="rel_i",
    unpromised={"swap": ()},
    meanings=RP,
    reasons={"g*_i": N_("the pool, best first"), "rel_i": reaches_the_tie_line, "D": ranks_read},
)
def r_precision(
    ranking: Ranking, n: int | None = None, *, denominator: Divisor = "reachable", empty: Empty = 0.0
) -> Any:
    """R-precision: the share of the z best relevant items, and those tied with the z-th, among the first z ranks.

    z is the cut-off n or, without it, |R|: the usual R-precision. The source divides by min(|R|, z) in its example 2, and by
    the ranks read in its example 1.

    >>> r_precision(Ranking([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]), 10)
    1.0
    """
    at, z = ("", ranking.relevant) if n is None else (f"@{n}", ranking.cutoff(n))
    pool = named(ranking.pool(z), "g*_i")[..., :n]
    relevant = np.where(plain(pool) >= ranking.threshold, pool, np.inf)
    line = named(np.min(relevant, axis=-1, initial=np.inf), f"tie line{at}")
    read = named(ranking.ranks(), "i") <= np.expand_dims(z, -1)
    reaches = named(ranking.grades(), "g_i") >= np.expand_dims(line, -1)
    hits = named(np.sum(named(np.where(read & reaches, np.int8(1), np.int8(0)), f"rel{at}_i"), axis=-1), f"hits{at}")
    if denominator == "retrieved":
        by = named(np.minimum(z, ranking.lengths), f"D{at}")
    else:
        by = all_relevant(ranking) if n is None else shorter(all_relevant(ranking), z, f"D{at}")
    return ratio(hits, by, empty, ranking.relevant == 0)


@metric("AvgRp", N_("average R-precision"), mean="MARp", source=VLNET, meanings=AVG_RP)
def average_r_precision(
    ranking: Ranking, cutoffs: Sequence[int] = (5, 10), *, denominator: Divisor = "reachable", empty: Empty = 0.0
) -> Any:
    """Average R-precision: the mean of Rp@z over the cut-offs z; its mean over users is MARp.

    >>> average_r_precision(Ranking([5, 4, 3, 0, 0, 2, 1, 1, 0, 0], pool=[5, 5, 5, 4, 4, 3, 3, 2, 1, 1]), (5, 10))
    0.5
    """
    value: Any = cutoffs  # a caller may give one number
    if not isinstance(value, Sequence) or not value:
        raise ValueError(_("cutoffs must hold at least one cut-off; got {value!r}", value=cutoffs))
    for z in cutoffs:
        check_cutoff(z)
    parts = [r_precision(ranking, z, denominator=denominator, empty=empty) for z in cutoffs]
    at = named(np.stack(parts, axis=-1), "Rp@z")
    return ratio(np.sum(at, axis=-1), named(len(cutoffs), "|Z|", counts_terms=True), empty, ranking.relevant == 0)
