"""R-precision, with the tie rule of the VideoLectures challenge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics.denominators import Empty, all_relevant, ratio, shorter
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import ranks_read, reaches_the_tie_line
from metrics_edu.metrics.registry import check_cutoff, metric
from metrics_edu.working import named, plain

VLNET = "ECML/PKDD 2011 VideoLectures.net challenge, Mean Average R-precision"
Divisor = Literal["reachable", "retrieved"]


@metric(
    "Rp",
    N_("R-precision"),
    source=VLNET,
    per_rank="rel_i",
    unpromised={"swap": ()},
    reasons={"g*_i": N_("the pool, best first"), "rel_i": reaches_the_tie_line, "D": ranks_read},
)
def r_precision(
    ranking: Ranking, n: int | None = None, *, denominator: Divisor = "reachable", empty: Empty = 0.0
) -> Any:
    """R-precision: the share of the z best relevant items, and those tied with the z-th, among the first z ranks.

    Parameters
    ----------
    ranking : Ranking
    n : int, optional
        The cut-off z; without it z = |R|, the usual R-precision.
    denominator : {"reachable", "retrieved"}
        min(|R|, z) (example 2 of the source), or the ranks really read (example 1).
    empty : float, "skip" or "error"
        The value when |R| = 0.

    Returns
    -------
    float in [0, 1], or an array of shape (users,) for a batch

    Raises
    ------
    ValueError
        If a parameter is not allowed.

    References
    ----------
    VideoLectures.net challenge, "Evaluation metrics example".

    Examples
    --------
    >>> r_precision(Ranking([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]), 10)
    1.0
    """
    at, z = ("", ranking.relevant) if n is None else (f"@{n}", ranking.cutoff(n))
    pool = named(ranking.pool(z), "g*_i")
    best = (np.arange(1, pool.shape[-1] + 1) <= np.expand_dims(z, -1)) & (plain(pool) >= ranking.threshold)
    line = named(np.min(np.where(best, pool, np.inf), axis=-1, initial=np.inf), f"tie line{at}")
    read = named(ranking.ranks(), "i") <= np.expand_dims(z, -1)
    reaches = named(ranking.grades(), "g_i") >= np.expand_dims(line, -1)
    hits = named(np.sum(named(np.where(read & reaches, np.int8(1), np.int8(0)), f"rel{at}_i"), axis=-1), f"hits{at}")
    if denominator == "retrieved":
        by = named(np.minimum(z, ranking.lengths), f"D{at}")
    else:
        by = all_relevant(ranking) if n is None else shorter(all_relevant(ranking), z, f"D{at}")
    return ratio(hits, by, empty, ranking.relevant == 0)


@metric("AvgRp", N_("average R-precision"), mean="MARp", source=VLNET)
def average_r_precision(
    ranking: Ranking,
    cutoffs: Sequence[int] = (5, 10),
    *,
    denominator: Divisor = "reachable",
    empty: Empty = 0.0,
) -> Any:
    """Average R-precision: the mean of Rp@z over the cut-offs z.

    Parameters
    ----------
    ranking : Ranking
    cutoffs : sequence of int
        The set Z.
    denominator, empty
        As for `r_precision`.

    Returns
    -------
    float in [0, 1], or an array of shape (users,) for a batch; its mean over users is MARp

    Raises
    ------
    ValueError
        If there is no cut-off, one is under 1, or a parameter is not allowed.

    References
    ----------
    VideoLectures.net challenge, "Evaluation metrics example".

    Examples
    --------
    >>> average_r_precision(Ranking([5, 4, 3, 0, 0, 2, 1, 1, 0, 0], pool=[5, 5, 5, 4, 4, 3, 3, 2, 1, 1]), (5, 10))
    0.5
    """
    given: Any = cutoffs  # a caller may give one number
    if not isinstance(given, Sequence) or not given:
        raise ValueError(_("cutoffs must hold at least one cut-off; got {given!r}", given=cutoffs))
    for z in cutoffs:
        check_cutoff(z)
    parts = [r_precision(ranking, z, denominator=denominator, empty=empty) for z in cutoffs]
    at = named(np.stack(parts, axis=-1), "Rp@z")
    return ratio(np.sum(at, axis=-1), named(len(cutoffs), "|Z|"), empty, ranking.relevant == 0)
