"""What the metrics share: relevance, the denominators with their reasons, and the ratio that knows 0/0."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, Counted
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.working import is_just_above, named, plain

Empty = float | Literal["skip", "error"]

PARRA = "D. Parra, Métricas de Evaluación, IIC3633, PUC Chile"
LAWRIE = "D. Lawrie, Evaluation Metrics"

Reasons = tuple[tuple[str, str], tuple[str, str]]
NO_RELEVANT: Reasons = (
    (
        N_("no item is relevant (|R| = 0), so this is 0/0, and left out"),
        N_("no item is relevant (|R| = 0), so this is 0/0, counted as {empty}"),
    ),
    (
        N_("no item is relevant (|R| = 0), so it is left out"),
        N_("no item is relevant (|R| = 0), so it counts as {empty}"),
    ),
)
"""Why `empty` decides: over a divisor of 0, and over another; where it is left out of a mean, and where it is a number."""


def relevance(ranking: Ranking, n: int | None) -> Any:
    """Return rel_i of the first n ranks."""
    why = [
        (
            ranking.unjudged,
            Counted(
                "1 where the grade reaches the threshold {threshold}; {unjudged} item was never judged: 0",
                "1 where the grade reaches the threshold {threshold}; {unjudged} items were never judged: 0",
                "unjudged",
            ),
        ),
        (
            ranking.dropped,
            Counted(
                "1 where the grade reaches the threshold {threshold}; {dropped} unjudged item was dropped",
                "1 where the grade reaches the threshold {threshold}; {dropped} unjudged items were dropped",
                "dropped",
            ),
        ),
        (is_just_above(ranking.threshold), N_("1 where the grade is above {threshold}")),
        (ranking.is_binary, N_("1 where the item is relevant, else 0")),
        (True, N_("1 where the grade reaches the threshold {threshold}")),
    ]
    each = [
        (ranking.hits(n) == 1, N_("relevant, so it counts as 1")),
        (True, N_("not relevant, so it counts as 0")),
    ]
    return named(ranking.hits(n), "rel_i", why, each=each, threshold=ranking.threshold,
                 unjudged=ranking.unjudged, dropped=ranking.dropped)  # fmt: skip


def all_relevant(ranking: Ranking) -> Any:
    """Return |R|, with the reason why it is that many."""
    shown = np.sum(ranking.hits(), axis=-1)
    why = [
        (ranking.relevant == 0, N_("no item is relevant, shown or not")),
        (
            shown == ranking.relevant,
            Counted(
                "{shown} relevant item in all, and the whole list shows it",
                "{shown} relevant items in all, and the whole list shows all of them",
                "shown",
            ),
        ),
        (shown == 0, N_("every relevant item; none of them is shown")),
        (True, N_("every relevant item: {shown} shown and {missed} missed")),
    ]
    return named(ranking.relevant, "|R|", why, shown=shown, missed=ranking.relevant - shown)


def cutoff_read(ranking: Ranking, n: int | None) -> Any:
    """Return the ranks that precision divides by."""
    listed, cut = ranking.listed(n), ranking.cutoff(n)
    why = [
        ((listed < cut) & (np.asarray(cut) == 1), N_("the one rank asked for; none is shown, so it counts as a miss")),
        (
            listed < cut,
            Counted(
                "the {n} ranks asked for; only {listed} is shown, the others count as misses",
                "the {n} ranks asked for; only {listed} are shown, the others count as misses",
                "listed",
            ),
        ),
        (True, Counted("the {n} rank that is read, hit or not", "the {n} ranks that are read, hit or not", "n")),
    ]
    return named(cut, "n", why, n=cut, listed=listed)


def shorter(relevant: Any, ranks: Any, result: str = "D") -> Any:
    """Return the smaller of |R| and a number of ranks, with the reason."""
    why = [
        (np.less(plain(relevant), ranks), N_("{m} < {n}, so it is |R|: there are no more relevant items to find")),
        (True, N_("{n} ≤ {m}, so it is {n}: a list of {n} cannot hold more hits")),
    ]
    return named(np.minimum(relevant, ranks), result, why, m=relevant, n=plain(ranks))


def divisor(ranking: Ranking, kind: str, n: int | None, hits: Any) -> Any:
    """Return the divisor of recall and AP by its name."""
    if kind == "relevant" or (kind == "reachable" and n is None):
        return all_relevant(ranking)
    if kind == "reachable":
        return shorter(all_relevant(ranking), named(ranking.cutoff(n), "n"))
    if kind == "listed":
        return shorter(all_relevant(ranking), named(ranking.listed(n), "shown"))
    if kind == "retrieved":
        return named(hits, "D", N_("the hits: relevant items that are not shown cost nothing"))
    return named(
        ranking.cutoff(n), "D", N_("every rank that is read: with few relevant items even a perfect list stays below 1")
    )


def ratio(
    numerator: Any,
    denominator: Any,
    empty: float | None = None,
    ranking: Ranking | None = None,
    *,
    nothing: tuple[Any, Reasons] | None = None,
) -> Any:
    """Divide; `empty` where no item is relevant (or where `nothing`, a condition and its reasons, holds); 0 for other 0/0."""
    over_zero = plain(denominator) == 0
    where, (no_quotient, decided) = nothing or (False if ranking is None else ranking.relevant == 0, NO_RELEVANT)
    left_out = empty is not None and np.isnan(empty)
    why = [
        (where & over_zero, no_quotient[0 if left_out else 1]),
        (where, decided[0 if left_out else 1]),
        (plain(numerator) != 0, N_("the divisor is 0 and the dividend is not, so it counts as 0")),
        (True, N_("0/0 counts as 0")),
    ]
    value = named(np.where(where, 0.0 if empty is None else empty, 0.0), "", why, empty=empty)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(where | over_zero, value, np.divide(numerator, denominator))
