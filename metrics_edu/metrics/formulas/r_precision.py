"""R-precision with the tie rule of the VideoLectures challenge, and its average over cut-offs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, refused
from metrics_edu.metrics.denominators import Empty, all_relevant, ratio, shorter
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import ranks_read, reaches_the_tie_line
from metrics_edu.metrics.registry import metric
from metrics_edu.metrics.validation import check_cutoff
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

VLNET = 'ECML/PKDD 2011 VideoLectures.net challenge, "Evaluation metrics example"'
Divisor = Literal["reachable", "retrieved"]
READ = {"retrieved": (N_("the ranks read"), N_("Every rank that is read and shown, hit or not."))}
DENOMINATOR = PARAMETERS["denominator"]
OF_EACH = {"reachable": (N_("min(|R|, z)"), N_("The most hits possible in a list cut at z, for each cut-off z."))}
ALL_RELEVANT = {"reachable": DENOMINATOR.words["relevant"][0]}
RP = {
    "denominator": replace(DENOMINATOR, words={**DENOMINATOR.words, **READ}, uncut=ALL_RELEVANT),
    "n": replace(PARAMETERS["n"], sentence=N_("Only the first n ranks are read; without n, |R| ranks.")),
}
AVG_RP = {"denominator": replace(DENOMINATOR, words={**DENOMINATOR.words, **READ, **OF_EACH})}


@metric(
    "Rp",
    N_("R-precision"),
    done=N_("The items that reach the tie line were counted and divided by {denominator}."),
    source=VLNET,
    per_rank="rel_i",
    unpromised={"swap": ()},
    meanings=RP,
    reasons={"g*_i": N_("the pool, best first"), "rel_i": reaches_the_tie_line, "D": ranks_read},
)
def r_precision(
    ranking: Ranking, n: int | None = None, *, denominator: Divisor = "reachable", empty: Empty = 0.0
) -> Any:
    """R-precision: the hits among the first |R| ranks, divided by |R|.

    With a cut-off z: those of the first z ranks that are among the z best relevant items, ties with the z-th
    included. The source divides by min(|R|, z) in its example 2, and by the ranks read in its example 1.

    >>> r_precision(Ranking([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]), 10)
    1.0
    """
    at, z = ("", ranking.relevant) if n is None else (f"@{n}", ranking.cutoff(n))
    pool = named(ranking.pool(z), "g*_i")[..., :n]
    relevant = np.where(plain(pool) >= ranking.threshold, pool, np.inf)
    line = named(np.min(relevant, axis=-1, initial=np.inf), f"tie line{at}")
    read = named(ranking.ranks(), "i") <= np.expand_dims(z, -1)
    reaches = named(ranking.grades(), "g_i") >= np.expand_dims(line, -1)
    if ranking.ties:
        shared = ranking.ties.shared(plain(reaches), None, f"r{at}_i", f"share{at}_i")
        counted = named(np.where(read, shared, 0.0), f"rel{at}_i", N_("the first ranks only"))
    else:
        counted = named(np.where(read & reaches, np.int8(1), np.int8(0)), f"rel{at}_i")
    hits = named(np.sum(counted, axis=-1), f"hits{at}")
    if denominator == "retrieved":
        by = named(np.minimum(z, ranking.lengths), f"D{at}")
    else:
        by = all_relevant(ranking) if n is None else shorter(all_relevant(ranking), z, f"D{at}")
    return ratio(hits, by, empty, ranking.relevant == 0)


@metric(
    "AvgRp",
    N_("average R-precision"),
    done=N_("The Rp of each cut-off was computed, and then their mean."),
    mean="MARp",
    source=VLNET,
    meanings=AVG_RP,
)
def average_r_precision(
    ranking: Ranking, cutoffs: Sequence[int] = (5, 10), *, denominator: Divisor = "reachable", empty: Empty = 0.0
) -> Any:
    """Average R-precision: the mean of Rp@z over the cut-offs z; its mean over users is MARp.

    >>> average_r_precision(Ranking([5, 4, 3, 0, 0, 2, 1, 1, 0, 0], pool=[5, 5, 5, 4, 4, 3, 3, 2, 1, 1]), (5, 10))
    0.5
    """
    value: Any = cutoffs  # a caller may give one number
    if not isinstance(value, Sequence) or not value:
        raise refused("cutoffs must have at least one cut-off; got {value!r}", value=cutoffs)
    for z in cutoffs:
        check_cutoff(z)
    parts = [r_precision(ranking, z, denominator=denominator, empty=empty) for z in cutoffs]
    at = named(np.stack(parts, axis=-1), "Rp@z")
    return ratio(np.sum(at, axis=-1), named(len(cutoffs), "|Z|", counts_terms=True), empty, ranking.relevant == 0)
