"""The area under the ROC curve: the share of pairs, a relevant and a non-relevant item, that are in the right order."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_
from metrics_edu.metrics import reasons
from metrics_edu.metrics.denominators import Empty, all_relevant, no_mean_over_orders, shorter
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain


@metric(
    "AUC",
    N_("area under the ROC curve"),
    done=N_("The pairs in the right order were counted and divided by all pairs."),
    called=("roc auc", "área bajo la curva", "área bajo la curva roc"),
    source="Rendle, Freudenthaler, Gantner and Schmidt-Thieme (2009), BPR, section 4.1.1",
    reads_whole=True,
    reads_catalogue=True,
    per_rank="right_i",
    can_be_nan=True,
    uncut={"positives": ("first_n", "all"), "negatives": ("first_n", "catalogue")},
    unpromised={"swap": ("listed",)},
    reads_all={"list": ("first_n", "catalogue")},
    reasons={
        "": reasons.unless_no_pair,
        "rel_i": reasons.relevance,
        "shown": N_("the ranks read that are shown"),
        "|C|": reasons.whose_catalogue,
        "|N|": reasons.which_negatives,
        "|P|": N_("of the relevant items only the first n"),
        "above_i": N_("the non-relevant items above each rank"),
        "below_i": reasons.items_below,
        "pairs": N_("each relevant item with each non-relevant one"),
        "half": N_("of two items that are not in the ranks read, neither is above: each such pair counts half"),
    },
)
def auc(
    ranking: Ranking,
    n: int | None = None,
    *,
    positives: Literal["all", "listed", "first_n"] = "all",
    negatives: Literal["catalogue", "listed", "first_n"] = "catalogue",
    unranked: Literal["half", "last"] = "half",
    tied_pairs: Literal["half", "wrong", "order"] = "half",
    empty: Empty = 0.0,
    no_negative: float | Literal["skip"] = "skip",
) -> Any:
    """AUC: of all pairs of a relevant and a non-relevant item, the share that has the relevant one above.

    The non-relevant items are those of the catalogue of the Ranking; without one, those that are shown.

    >>> auc(Ranking.parse("RNRN"))  # 3 of the 4 pairs
    0.75
    """
    if n is None and negatives == "first_n":
        negatives = "catalogue"
    cut = None if negatives == "first_n" else n  # where n counts non-relevant items, all ranks are read
    relevant = named((ranking.grades(cut) >= ranking.threshold).view(np.int8), "rel_i")
    hits_to, hits = named(np.cumsum(relevant, axis=-1), "hits_i"), named(np.sum(relevant, axis=-1), "hits")
    misses = named(ranking.listed(cut), "shown") - hits
    others = _non_relevant(ranking, n, negatives, misses)
    wanted = hits if positives == "listed" else all_relevant(ranking)
    if positives == "first_n" and n is not None:
        wanted = shorter(wanted, named(n, "n"), "|P|")
        relevant = named(np.where(hits_to <= n, relevant, 0), "first_i")
    above = _above(ranking, n, cut, tied_pairs, hits_to)
    below = np.expand_dims(others, -1) - above
    below = named(np.maximum(below, 0) if cut != n else below, "below_i")
    right = np.sum(named(relevant * below, "right_i"), axis=-1)
    missed, unseen = wanted - hits, others - misses
    if unranked == "half" and negatives == "catalogue" and np.any(plain(missed) * plain(unseen) > 0):
        right = named(right, "right") + named(named(missed, "missed") * named(unseen, "unseen") / 2, "half")
    pairs = named(wanted * others, "pairs")
    none = np.where(plain(wanted) == 0, 0.0, np.nan if no_negative == "skip" else no_negative)
    decided = np.where(ranking.relevant == 0, empty, none)
    return named(np.where(plain(pairs) == 0, decided, np.divide(right, pairs)), "")


def _non_relevant(ranking: Ranking, n: int | None, negatives: str, misses: Any) -> Any:
    """Return how many non-relevant items have a pair."""
    if negatives == "listed":
        return named(misses, "|N|")
    if negatives == "first_n":
        return named(n, "|N|")
    return named(named(ranking.catalogue, "|C|") - all_relevant(ranking), "|N|")


def _above(ranking: Ranking, n: int | None, cut: int | None, tied_pairs: str, hits_to: Any) -> Any:
    """Return how many non-relevant items are above each of the ranks read."""
    if not ranking.ties or tied_pairs == "order":
        return named(named(ranking.ranks(cut), "i") - hits_to, "above_i")
    is_split = n is not None and (ranking.ties.split_at(n) if cut == n else np.any(ranking.ties.size > 1))
    if is_split and tied_pairs == "half":
        raise no_mean_over_orders(f"AUC@{n}")
    return ranking.ties.above(ranking.hits(), cut, tied_pairs)
