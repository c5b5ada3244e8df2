"""What each step means and why it is what it is: one table, by the symbol of the step.

The formulas hold no words. A derivation looks here, and only when it is read: a row is a message, or a function of the
recorded step. A metric for which a symbol means something else says so where it is declared (``reasons=``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from metrics_edu.language import N_, Counted
from metrics_edu.metrics.gains import nothing_to_find
from metrics_edu.working.recorded_array import Reason, ReasonSource, Term, plain
from metrics_edu.working.symbolic_form import is_just_above

ROUNDING = 1e-9
PRECISION_AT = N_("precision at each rank")
ONE_VALUE_A_USER = N_("one value per user")


def relevance(term: Term) -> Reason:
    ranking = term.parameters["ranking"]
    unjudged = Counted(
        "1 where the grade reaches the threshold {threshold}; {unjudged} item was never judged and counts as 0",
        "1 where the grade reaches the threshold {threshold}; {unjudged} items were never judged and count as 0",
        "unjudged",
    )
    dropped = Counted(
        "1 where the grade reaches the threshold {threshold}; {dropped} unjudged item was dropped",
        "1 where the grade reaches the threshold {threshold}; {dropped} unjudged items were dropped",
        "dropped",
    )
    why = [
        (ranking.unjudged, unjudged),
        (ranking.dropped, dropped),
        (is_just_above(ranking.threshold), N_("1 where the grade is above {threshold}")),
        (ranking.is_binary, N_("1 where the item is relevant, else 0")),
        (True, N_("1 where the grade reaches the threshold {threshold}")),
    ]
    per_element = [(term.value == 1, N_("relevant, so it counts as 1")), (True, N_("not relevant, so it counts as 0"))]
    return Reason(why, per_element, {key: getattr(ranking, key) for key in ("threshold", "unjudged", "dropped")})


def all_relevant(term: Term) -> Reason:
    shown = np.sum(term.parameters["ranking"].hits(), axis=-1)
    every = Counted(
        "{shown} relevant item in all, and the whole list shows it",
        "{shown} relevant items in all, and the whole list shows all of them",
        "shown",
    )
    why = [
        (term.value == 0, N_("no item is relevant, shown or not")),
        (shown == term.value, every),
        (shown == 0, N_("every relevant item; none of them is shown")),
        (True, N_("every relevant item, {shown} shown and {missed} missed")),
    ]
    return Reason(why, facts={"shown": shown, "missed": term.value - shown})


def wanted_ranks(term: Term) -> Reason:
    return _ranks(term, Counted("the {n} rank read, hit or not", "the {n} ranks read, hit or not", "n"))


def _ranks(term: Term, all_shown: str) -> Reason:
    listed = term.parameters["ranking"].listed(term.parameters["n"])
    lacks = listed < term.value
    lacking = Counted(
        "the first {n} ranks; only {listed} is shown, the others count as not relevant",
        "the first {n} ranks; only {listed} are shown, the others count as not relevant",
        "listed",
    )
    why = [
        (lacks & (term.value == 1), N_("the first rank; it is not shown, so it counts as not relevant")),
        (lacks & (listed == 0), N_("the first {n} ranks; none is shown, so all count as not relevant")),
        (lacks, lacking),
        (True, all_shown),
    ]
    return Reason(why, facts={"n": term.value, "listed": listed})


HITS = N_("the hits; missing a relevant item does not lower the value")
EVERY_RANK = N_("the ranks read; with few relevant items even a perfect list stays below 1")


def divisor(term: Term) -> Reason:
    if term.function is np.minimum:
        return shorter(term)
    if "short" in term.parameters:
        return Reason(N_("the ranks really shown"))
    return _ranks(term, EVERY_RANK) if term.parameters["denominator"] == "cutoff" else Reason(HITS)


def ranks_read(term: Term) -> Reason:
    return shorter(term) if term.function is np.minimum else Reason(N_("the ranks read"))


def shorter(term: Term) -> Reason:
    relevant, ranks = (operand.value if isinstance(operand, Term) else operand for operand in term.operands)
    why = [
        (np.less(relevant, ranks), N_("there are no more relevant items to find")),
        (True, N_("no more hits fit in a list of {n}")),
    ]
    return Reason(why, facts={"n": ranks})


UNDEFINED = {
    ("relevant", "0/0", "nan"): N_("no item is relevant (|R| = 0), so this is 0/0, which is left out"),
    ("relevant", "0/0", "number"): N_("no item is relevant (|R| = 0), so this is 0/0, which counts as {empty}"),
    ("relevant", "decided", "nan"): N_("no item is relevant (|R| = 0), so it is left out"),
    ("relevant", "decided", "number"): N_("no item is relevant (|R| = 0), so it counts as {empty}"),
    ("gain", "0/0", "nan"): N_("no item has a gain above 0, so this is 0/0, which is left out"),
    ("gain", "0/0", "number"): N_("no item has a gain above 0, so this is 0/0, which counts as {empty}"),
    ("gain", "decided", "nan"): N_("no item has a gain above 0, so it is left out"),
    ("gain", "decided", "number"): N_("no item has a gain above 0, so it counts as {empty}"),
}
"""Why `empty` decides: what there is none of; over a divisor of 0, or another; left out of a mean, or a number."""


def undefined(term: Term) -> Reason:
    return _undefined(term, term.parameters.get("empty"))


def unless_undefined(message: str, empty: float | None = None) -> Callable[[Term], Reason]:
    return lambda term: _undefined(term, empty, message)


def if_decided(term: Term) -> Reason:
    return undefined(term) if term.operands[0] else term.operands[2].reason


def _undefined(term: Term, empty: float | None, otherwise: str = "") -> Reason:
    if term.function is not np.where or not term.operands[0]:
        return Reason(otherwise)
    divided = term.operands[2]
    is_over_0 = divided.function is np.divide and plain(divided.operands[1]) == 0
    below = term.parameters.get("below")
    nothing = empty is not None and nothing_to_find(term.parameters["ranking"], below, term.parameters.get("gain", ""))
    none = "gain" if below == "graded" else "relevant"
    counts = "nan" if empty is not None and np.isnan(empty) else "number"
    why = [
        (nothing, UNDEFINED[none, "0/0" if is_over_0 else "decided", counts]),
        (True, N_("0/0 counts as 0")),
    ]
    return Reason(why, facts={"empty": empty})


def unless_above_ideal(term: Term) -> Reason:
    if term.parameters["ideal"] == "ones" and term.value > 1 + ROUNDING:
        return Reason(N_("above 1: the ideal list is made of ones, and the shown list has more gain"))
    return undefined(term)


def unless_tied(otherwise: Callable[[Term], Reason]) -> Callable[[Term], Reason]:
    """Return the text about what a rank has, which it may share."""
    return lambda term: (shared_rank if term.parameters["ranking"].ties else otherwise)(term)


def shared_rank(term: Term) -> Reason:
    if term.parameters["ranking"].ties.rule == "last":
        return Reason(N_("items with equal scores all count at the last of their ranks"))
    size = term.step("s_i")
    per_element = [
        (size > 1, N_("rank {i} is shared (items with this score: {size}); each is there in one order of {size}")),
        (True, N_("no other item has this score")),
    ]
    first = int(np.argmax(size > 1))
    why = [
        (
            size[first] > 1,
            N_("ranks {first} to {last} share a score: each of their items is at each of them in one order of {of}"),
        ),
        (True, N_("no two items have the same score")),
    ]
    facts = {"size": size, "first": first + 1, "last": first + size[first], "of": size[first]}
    return Reason(why, per_element, facts)


def hits_counted(term: Term) -> Reason:
    if term.function is np.where or term.parameters["hits"] != "first":
        return undefined(term)
    if term.value > 0:
        return Reason(N_("only the first relevant item counts; the rest of the list changes nothing"))
    return Reason(N_("no relevant item is read, so it is 0"))


def is_first_hit(term: Term) -> Reason:
    hit = term.value > 0
    if term.parameters.get("hits", "first") != "first":
        return Reason(
            per_element=[(hit, N_("relevant, so it adds 1/{i}")), (True, N_("not relevant: it adds nothing"))]
        )
    per_element = [
        (hit & (np.cumsum(hit) == 1), N_("the first relevant item, so RR is 1/{i}")),
        (hit, N_("relevant, but not the first: RR ignores it")),
        (True, N_("not relevant: RR ignores it")),
    ]
    return Reason(per_element=per_element)


stops = Reason(
    N_("the probability that the item satisfies a reader who comes this far"),
    N_("a reader who comes this far stops here with probability {value}"),
)
reaches = Reason(
    N_("the probability that no item above satisfies the reader"),
    N_("a reader comes this far with probability {value}"),
)


def whose_catalogue(term: Term) -> Reason:
    is_known = term.parameters["ranking"].known_catalogue is not None
    return Reason(
        N_("the items of the catalogue")
        if is_known
        else N_("no catalogue: the shown items and the missed relevant ones")
    )


def which_negatives(term: Term) -> Reason:
    words = {
        "listed": N_("the non-relevant items in the ranks read"),
        "first_n": N_("only the first n non-relevant items"),
    }
    in_all = N_("the non-relevant items of the catalogue")
    is_cut = term.function is np.subtract and term.parameters["negatives"] != "listed"
    return Reason(in_all if is_cut else words[term.parameters["negatives"]])


def items_below(term: Term) -> Reason:
    below = N_("non-relevant items below it: {value} of {all}")
    is_hit = term.parameters["ranking"].hits()[: term.value.shape[-1]] > 0
    per_element = [(is_hit, below), (True, N_("not relevant"))]
    return Reason(N_("the non-relevant items below each rank"), per_element, {"all": term.step("|N|")})


def unless_no_pair(term: Term) -> Reason:
    ranking, counts = term.parameters["ranking"], term.parameters["no_negative"]
    if term.function is not np.where or not term.operands[0] or ranking.relevant == 0:
        return undefined(term)
    why = [
        (plain(term.operands[2].operands[1].operands[0]) == 0, N_("0/0 counts as 0")),
        (counts == "skip", N_("every item is relevant, so there is no pair: 0/0, which is left out")),
        (True, N_("every item is relevant, so there is no pair: 0/0, which counts as {counts}")),
    ]
    return Reason(why, facts={"counts": counts})


def no_hit_no_rank(term: Term) -> Reason:
    return Reason(N_("no relevant item is shown: this user is left out") if np.isnan(term.value) else "")


def precision_at(term: Term) -> Reason:
    if term.parameters["ranking"].ties:
        return Reason(PRECISION_AT)
    first, found = np.arange(term.value.shape[-1]) == 0, term.step("hits_i")
    some = Counted(
        "{found} of the first {i} is relevant, so P@{i} = {found}/{i}",
        "{found} of the first {i} are relevant, so P@{i} = {found}/{i}",
        "found",
    )
    per_element = [
        (first & (found > 0), N_("it is relevant, so P@1 = 1/1")),
        (first, N_("no relevant item yet, so P@1 = 0/1")),
        (True, some),
    ]
    return Reason(PRECISION_AT, per_element, {"found": found})


def by_word(parameter: str, otherwise: str = "", **messages: str) -> Callable[[Term], Reason]:
    """Return the text about a step by the word that a parameter has."""
    return lambda term: Reason(messages.get(term.parameters[parameter], otherwise))


half_life = by_word(
    "exponent",
    slides=N_("the half-life: α ranks below the first, an item is worth half"),
    breese=N_("the half-life: an item at rank α is worth half"),
)


def weight(term: Term) -> Reason:
    alpha = term.parameters["half_life"] - (term.parameters["exponent"] == "breese")
    why = Counted("the weight halves with each rank", "the weight halves every {alpha} ranks", "alpha")
    return Reason(why, N_("its weight is {value}"), {"alpha": alpha})


def relevant_on_top(term: Term) -> Reason:
    relevant = term.parameters["ranking"].relevant
    some = Counted("the best list has the relevant item on top", "the best list has all {m} relevant items on top", "m")
    return Reason([(relevant == 0, N_("no item is relevant")), (True, some)], facts={"m": relevant})


def best_rankscore(term: Term) -> Reason:
    relevant = term.parameters["ranking"].relevant
    some = Counted(
        "the best possible: the relevant item at rank 1",
        "the best possible: all {m} relevant items at ranks 1 to {m}",
        "m",
    )
    why = [(relevant == 0, N_("no item is relevant, so the best sum is 0")), (True, some)]
    return Reason(why, facts={"m": relevant})


discount = by_word("discount", N_("the gain, discounted for its rank"), none=N_("nothing is discounted"))


def discounted_gain(term: Term) -> Reason:
    return Reason(discount(term).why, N_("gain {gain}, discounted to {value}"), {"gain": term.step("gain_i")})


def ideal_order(term: Term) -> Reason:
    n, in_pool = term.parameters.get("n"), np.sum(term.value > 0, axis=-1)
    if term.parameters["ideal"] == "retrieved":
        return Reason(N_("the shown list, sorted: missed items are ignored"))
    if term.parameters["ideal"] == "shown":
        return Reason(N_("the best of the pool, as many as the ranks really shown"))
    if n is None or term.parameters["ideal"] == "uncut":
        return Reason(N_("the best order of the whole pool, shown and missed"))
    few = Counted(
        "the best {n} of the pool; it has only {held}, shown or missed",
        "the best {n} of the pool; it has only {held}, shown and missed",
        "held",
    )
    why = [
        (in_pool == 0, N_("the pool is empty: no item has a grade above 0")),
        (in_pool < n, few),
        (n == 1, N_("the best item of the pool, shown or missed")),
        (True, N_("the best {n} of the pool, shown and missed")),
    ]
    return Reason(why, facts={"n": n, "held": in_pool})


ideal_gain = by_word("ideal", ones=N_("n ones"))


def tie_line(term: Term) -> Reason:
    ranking, n = term.parameters["ranking"], term.parameters["n"]
    best = ranking.relevant if n is None else np.minimum(n, ranking.relevant)
    some = Counted(
        "the grade of the best relevant item; items tied with it also count",
        "the worst grade among the {best} best relevant items; items tied with it also count",
        "best",
    )
    return Reason([(best == 0, N_("no item is relevant, so no grade reaches it")), (True, some)], facts={"best": best})


def reaches_the_tie_line(term: Term) -> Reason:
    z = term.parameters["ranking"].relevant if term.parameters["n"] is None else term.parameters["n"]
    unread = Counted("below the first rank, so it is not read", "below the first {z} ranks, so it is not read", "z")
    per_element = [
        (np.arange(1, term.value.shape[-1] + 1) > z, unread),
        (True, N_("its grade is {grade}; the tie line is {line}")),
    ]
    return Reason(per_element=per_element, facts={"z": z, "grade": term.step("g_i"), "line": term.step("tie line")})


def whose_mean(counted: Any) -> Reason:
    some = N_("the mean over {count} of {whole} users; the others, with no value or no relevant item, are left out")
    why = [
        (not counted.any(), N_("no user counts: none has a value and a relevant item")),
        (counted.all(), N_("the mean over all users ({count})")),
        (True, some),
    ]
    return Reason(why, facts={"count": np.sum(counted), "whole": counted.size})


REASONS: dict[str, ReasonSource] = {
    "": undefined,
    "rel_i": unless_tied(relevance),
    "|R|": all_relevant,
    "D": divisor,
    "P": unless_undefined(N_("precision")),
    "R": unless_undefined(N_("recall always divides by all relevant items"), empty=0),
    "β": N_("recall weighs β times as much as precision"),
    "rel_i/i": is_first_hit,
    "hits_i": N_("relevant items among the first i"),
    "h_i": N_("the hits down to this rank, if a relevant item is here"),
    "share_i": shared_rank,
    "s_i": N_("the items with the score of this rank"),
    "r_i": N_("the relevant ones among the items with the score of this rank"),
    "G_i": N_("the gain of all items with the score of this rank"),
    "B_i": N_("the relevant items with a higher score"),
    "y_i": N_("the other items with the score of this rank, at least 1"),
    "q_i": N_("if a relevant item is here: the share of relevant ones among the others with its score"),
    "o_i": N_("the ranks above this one with the same score"),
    "l_i": N_("the items with this score that are not above this rank"),
    "p_i": N_("the chance of a relevant item here, if none is above"),
    "u_i": N_("the chance that no relevant item is above"),
    "f_i": N_("the chance that the first relevant item is here"),
    "P@i": precision_at,
    "P@i·rel_i": N_("only the ranks of relevant items count"),
    "α": half_life,
    "weight_i": weight,
    "weight*_i": relevant_on_top,
    "rankscore_max": best_rankscore,
    "g_i": N_("the grade of the item at each rank"),
    "gain_i": unless_tied(lambda _term: Reason(N_("the worth of a grade"))),
    "dg_i": discounted_gain,
    "g*_i": ideal_order,
    "gain*_i": ideal_gain,
    "dg*_i": discount,
    "tie line": tie_line,
    "Rp@z": N_("R-precision at each cut-off"),
    "predicted_i": N_("the predicted ratings"),
    "actual_i": N_("the true ratings"),
    "e_i": N_("the error of each rating"),
    "count_i": N_("interactions with each item"),
    "pop_i": N_("its share of all interactions"),
    "info_i": N_("a rarer item is more novel"),
    "novelty_u": ONE_VALUE_A_USER,
    "categories_u": ONE_VALUE_A_USER,
}
