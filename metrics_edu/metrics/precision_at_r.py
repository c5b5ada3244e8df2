"""R-precision, with the tie rule of the VideoLectures challenge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, Counted, _
from metrics_edu.metrics.denominators import Empty, all_relevant, ratio, shorter
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.registry import check_cutoff, metric
from metrics_edu.working import named, plain

VLNET = "ECML/PKDD 2011 VideoLectures.net challenge, Mean Average R-precision"
Divisor = Literal["reachable", "retrieved"]


@metric("Rp", N_("R-precision"), source=VLNET, per_rank="rel_i", unpromised={"swap": ()})
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
    z = ranking.relevant if n is None else np.full(ranking.relevant.shape, n)
    at = "" if n is None else f"@{n}"
    pool = ranking.pool(z)
    best = (np.arange(1, pool.shape[-1] + 1) <= np.expand_dims(z, -1)) & (pool >= ranking.threshold)
    tie_why = [
        (ranking.relevant == 0, N_("no item is relevant, so no grade reaches it")),
        (True, Counted("the grade of the best relevant item; what is tied with it counts too",
                       "the worst grade among the {best} best relevant items; what is tied with it counts too", "best")),
    ]  # fmt: skip
    pool, grades = (
        named(pool, "g*_i", N_("the pool, best first")),
        named(ranking.grades(), "g_i", N_("the grade of the item at each rank")),
    )
    line = named(np.min(np.where(best, pool, np.inf), axis=-1, initial=np.inf), f"tie line{at}", tie_why,
                 best=np.minimum(z, ranking.relevant))  # fmt: skip
    rank = named(ranking.ranks(), "i")
    read = rank <= np.expand_dims(z, -1)
    counts = np.where(read & (grades >= np.expand_dims(line, -1)), 1, 0)
    each = [
        (
            ~np.broadcast_to(plain(read), counts.shape),
            Counted("below the first rank, so it is not read", "below the first {z} ranks, so it is not read", "z"),
        ),
        (True, N_("its grade is {grade}; the tie line is {line}")),
    ]
    rel = named(counts, f"rel{at}_i", each=each, z=z, grade=grades, line=line)
    hits = named(np.sum(rel, axis=-1), f"hits{at}")
    if denominator == "retrieved":
        divisor = named(np.minimum(z, ranking.lengths), f"D{at}", N_("the ranks that are read"))
    elif n is None:
        divisor = all_relevant(ranking)
    else:
        divisor = shorter(all_relevant(ranking), z, f"D{at}")
    return ratio(hits, divisor, float(empty), ranking)


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
    at = named(np.stack(parts, axis=-1), "Rp@z", N_("R-precision at each cut-off"))
    return ratio(np.sum(at, axis=-1), named(len(cutoffs), "|Z|"), float(empty), ranking)
