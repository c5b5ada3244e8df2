"""What reads whether an item was judged at all: bpref, and the share of judged items."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_
from metrics_edu.metrics.denominators import Empty, all_relevant, no_mean_over_orders, ratio, relevance
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import undefined
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named
from metrics_edu.working.recorded_array import Reason, Term, plain

TEN = 10
NONE = N_("no item was judged and found not relevant: in libraries it counts as 1, 0 or NaN")
WITHOUT = {"one": 1.0, "zero": 0.0, "skip": np.nan}


def divided_by(term: Term) -> Reason:
    some = N_("what the judged non-relevant items above are divided by")
    return Reason([(term.parameters["ranking"].nonrelevant == 0, NONE), (True, some)])


def if_none(term: Term) -> Reason:
    return Reason(NONE) if term.operands[0] else undefined(term.operands[2])


@metric(
    "bpref",
    N_("binary preference"),
    done=N_("Each hit counts 1 minus the share of judged non-relevant items above it; their sum was divided by |R|."),
    called=("binary preference", "preferencia binaria"),
    source="Buckley and Voorhees 2004, section 3; min(R, N) is of trec_eval 8.0 and later",
    per_rank="preference_i",
    promises_swap=False,
    reads_judged=True,
    reasons={
        "N": N_("the judged items that are not relevant, shown or not"),
        "D": divided_by,
        "nonrel_i": N_("1 where the item was judged and is not relevant"),
        "worse_i": N_("the judged non-relevant items above; an item without a judgment is passed over"),
        "preference_i": N_("1 minus the share of judged non-relevant items above, at the hits"),
    },
)
def bpref(
    ranking: Ranking,
    *,
    denominator: Literal["judged", "relevant", "judged_shown", "relevant_10"] = "judged",
    without: Literal["one", "zero", "skip"] = "one",
    empty: Empty = 0.0,
) -> Any:
    """Binary preference: the mean over the relevant items of 1 - min(judged non-relevant items above, R) / min(R, N).

    Items without a judgment are passed over; a relevant item that is not shown counts 0.

    >>> bpref(Ranking.parse("NRNR", relevant=3))  # ((1 - 1/2) + (1 - 2/2)) / 3
    0.16666666666666666
    """
    if ranking.ties and np.any(ranking.ties.size > 1):
        raise no_mean_over_orders("bpref")
    hit, every = relevance(ranking, None), all_relevant(ranking)
    wrong = named((ranking.judged & (ranking.shown < ranking.threshold)).view(np.int8), "nonrel_i")
    judged = named(np.sum(plain(wrong), axis=-1) if denominator == "judged_shown" else ranking.nonrelevant, "N")
    most = every + TEN if denominator == "relevant_10" else every
    few = np.minimum(every, judged) if denominator.startswith("judged") else every
    divided = named(most if denominator == "relevant_10" else np.maximum(few, 1), "D")
    above = named(np.cumsum(wrong, axis=-1), "worse_i")
    lost = np.minimum(above, np.expand_dims(most, -1)) / np.expand_dims(divided, -1)
    preference = named((1 - lost) * hit, "preference_i")
    value = ratio(np.sum(preference, axis=-1), every, empty, ranking.relevant == 0)
    if without == "one":
        return value
    none = (ranking.nonrelevant == 0) & (ranking.relevant > 0)
    return named(np.where(none, WITHOUT[without], value), "", if_none)


@metric(
    "Judged",
    N_("share of judged items"),
    done=N_("The items with a judgment were divided by the ranks read."),
    called=("judged", "juzgados"),
    source="ir_measures, Judged@k",
    per_rank="judged_i",
    promises_swap=False,
    reads_judged=True,
    reasons={
        "J_i": N_("the judged ones among the items with the score of this rank"),
        "judged_i": N_("1 where the item has a judgment, relevant or not"),
        "n": N_("the ranks that are read and really shown"),
    },
)
def judged_share(ranking: Ranking, n: int | None = None) -> Any:
    """Judged@n: the share of the first n ranks, of those shown, whose item has a judgment.

    Without names of items, each item has a judgment; of ``Ranking.from_items`` and in `evaluate`, those that are judged.

    >>> judged_share(Ranking.parse("NRN"), 2)
    1.0
    """
    judged = (
        ranking.ties.shared(ranking.judged, n, "J_i", "judged_i")
        if ranking.ties
        else named(ranking.judged[..., :n].view(np.int8), "judged_i")
    )
    return ratio(np.sum(judged, axis=-1), named(ranking.listed(n), "n", counts_terms=True))
