"""The metrics once more, as plain loops over lists and floats, written from the definitions alone.

Nothing here imports the package or NumPy: two implementations that agree are worth something only if
neither knows the other. Every ranking metric takes the same four things first:

    shown      the grades in shown order, rank 1 first
    pool       the grades > 0 of every judged item, shown or not, best first
    threshold  a grade that reaches it is relevant
    relevant   |R|, the number of relevant items, shown or not

and has the name the package gives it. A new metric needs one function here and nothing else in the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Grades = Sequence[float]
Empty = float | str
NAN = math.nan


# --- helpers -----------------------------------------------------------------------------------------------


def when_empty(empty: Empty) -> float:
    """The value of a list whose user has no relevant item."""
    if empty == "skip":
        return NAN
    if empty == "error":
        raise ValueError("no relevant item")
    return float(empty)


def quotient(above: float, below: float) -> float:
    """above / below, where 0/0 is 0."""
    return 0.0 if below == 0 else above / below


def first(shown: Grades, n: int | None) -> list[float]:
    return list(shown) if n is None else list(shown)[:n]


def cut_off(shown: Grades, n: int | None) -> int:
    """How many ranks are read: the cut-off asked for; without one, every rank that is shown."""
    return len(shown) if n is None else n


def count_hits(shown: Grades, threshold: float, n: int | None) -> int:
    hits = 0
    for grade in first(shown, n):
        if grade >= threshold:
            hits += 1
    return hits


def first_hit(shown: Grades, threshold: float, n: int | None) -> int | None:
    for rank, grade in enumerate(first(shown, n), start=1):
        if grade >= threshold:
            return rank
    return None


# --- sets --------------------------------------------------------------------------------------------------


def precision(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    short: str = "pad",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0 and empty != 0:
        return when_empty(empty)
    length = {"pad": cut_off(shown, n), "shrink": len(first(shown, n))}[short]
    return quotient(count_hits(shown, threshold, n), length)


def recall(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    denominator: str = "relevant",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0:
        return when_empty(empty)
    below = {"relevant": relevant, "reachable": relevant if n is None else min(relevant, n)}[denominator]
    return quotient(count_hits(shown, threshold, n), below)


def f_measure(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    beta: float = 1.0,
    short: str = "pad",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0:
        return when_empty(empty)
    p = precision(shown, pool, threshold, relevant, n, short=short)
    r = count_hits(shown, threshold, n) / relevant
    return quotient((1 + beta**2) * p * r, beta**2 * p + r)


def hit_ratio(
    shown: Grades, pool: Grades, threshold: float, relevant: int, n: int | None = None, *, empty: Empty = 0.0
) -> float:
    if relevant == 0:
        return when_empty(empty)
    return 1.0 if count_hits(shown, threshold, n) > 0 else 0.0


# --- binary rankings ---------------------------------------------------------------------------------------


def reciprocal_rank(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    hits: str = "first",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0:
        return when_empty(empty)
    reciprocals = [1 / rank for rank, grade in enumerate(first(shown, n), start=1) if grade >= threshold]
    if hits == "first":
        return reciprocals[0] if reciprocals else 0.0
    return quotient(sum(reciprocals), {"mean": len(reciprocals), "each": relevant}[hits])


def expected_reciprocal_rank(
    shown: Grades, pool: Grades, threshold: float, relevant: int, n: int | None = None, *, top: float = 5.0
) -> float:
    total, reached = 0.0, 1.0
    for rank, grade in enumerate(first(shown, n), start=1):
        satisfied = (math.pow(2, min(grade, top)) - 1) / math.pow(2, top) if grade >= threshold else 0.0
        total += reached * satisfied / rank
        reached *= 1 - satisfied
    return total


def average_rank(shown: Grades, pool: Grades, threshold: float, relevant: int, n: int | None = None) -> float:
    rank = first_hit(shown, threshold, n)
    return NAN if rank is None else float(rank)


def auc(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    positives: str = "all",
    negatives: str = "catalogue",
    unranked: str = "half",
    tied_pairs: str = "half",
    empty: Empty = 0.0,
    no_negative: Empty = "skip",
    catalogue: int | None = None,
) -> float:
    """Every pair of a relevant and a non-relevant item; one that is not read has the rank infinity."""
    if relevant == 0:
        return when_empty(empty)
    is_partial = n is not None and negatives == "first_n"
    ranks: dict[bool, list[float]] = {True: [], False: []}
    for rank, grade in enumerate(first(shown, None if is_partial else n), start=1):
        ranks[grade >= threshold].append(rank)
    items = len(shown) + relevant - count_hits(shown, threshold, None) if catalogue is None else catalogue
    hits, misses = ranks[True], ranks[False]
    all_hits = hits + [math.inf] * (relevant - len(hits))
    all_misses = misses + [math.inf] * (items - relevant - len(misses))
    better = {"all": all_hits, "listed": hits, "first_n": all_hits[:n]}[positives]
    first_misses = all_misses if n is None else (misses + [math.inf] * n)[:n]
    worse = {"catalogue": all_misses, "listed": misses, "first_n": first_misses}[negatives]
    if not worse and better:
        return when_empty(no_negative)
    unknown = 0.5 if unranked == "half" and not is_partial else 0.0
    pairs = [(one, other) for one in better for other in worse]
    in_order = sum(1.0 if one < other else unknown if one == other else 0.0 for one, other in pairs)
    return quotient(in_order, len(pairs))


def average_precision(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    denominator: str = "reachable",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0:
        return when_empty(empty)
    total, hits = 0.0, 0
    for rank, grade in enumerate(first(shown, n), start=1):
        if grade >= threshold:
            hits += 1
            total += hits / rank
    below = {
        "reachable": relevant if n is None else min(relevant, n),
        "relevant": relevant,
        "listed": min(relevant, len(first(shown, n))),
        "retrieved": hits,
        "cutoff": cut_off(shown, n),
    }[denominator]
    return quotient(total, below)


def bpref(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    *,
    denominator: str = "judged",
    without: str = "one",
    empty: Empty = 0.0,
) -> float:
    """Every shown item was judged; what is judged and not shown is in the pool."""
    if relevant == 0:
        return when_empty(empty)
    seen = len(shown) - count_hits(shown, threshold, None)
    nonrelevant = list(shown).count(0) + len([grade for grade in pool if 0 < grade < threshold])
    if nonrelevant == 0 and without != "one":
        return {"zero": 0.0, "skip": NAN}[without]
    below = {
        "judged": min(relevant, nonrelevant),
        "relevant": relevant,
        "judged_shown": min(relevant, seen),
        "relevant_10": relevant + 10,
    }[denominator]
    most = relevant + 10 if denominator == "relevant_10" else relevant
    total, above = 0.0, 0
    for grade in shown:
        if grade < threshold:
            above += 1
        else:
            total += 1 - quotient(min(above, most), below)
    return total / relevant


def judged_share(shown: Grades, pool: Grades, threshold: float, relevant: int, n: int | None = None) -> float:
    return quotient(len(first(shown, n)), len(first(shown, n)))


def rankscore(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    *,
    half_life: float = 5.0,
    exponent: str = "slides",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0:
        return when_empty(empty)
    alpha = {"slides": half_life, "breese": half_life - 1}[exponent]
    score, best = 0.0, 0.0
    for i, grade in enumerate(shown, start=1):
        if grade >= threshold:
            score += math.pow(2, -(i - 1) / alpha)
    for i in range(1, relevant + 1):
        best += math.pow(2, -(i - 1) / alpha)
    return score / best


# --- graded rankings ---------------------------------------------------------------------------------------


def gain_of(grade: float, threshold: float, gain: str, below: str) -> float:
    if grade == 0 or (grade < threshold and below == "zero"):
        return 0.0
    if gain == "exponential":
        return math.pow(2, grade) - 1
    if gain == "linear":
        return float(grade)
    if gain == "binary":
        return 1.0 if grade >= threshold else 0.0
    if gain == "mlnet":
        return math.pow(2, grade + 1) - 1
    if gain == "shifted":
        return math.pow(2, max(0.0, grade - threshold + 1)) - 1
    raise KeyError(gain)


def discount_of(rank: int, discount: str) -> float:
    if discount == "log2":
        return 1 / math.log2(rank + 1)
    if discount == "ln":
        return 1 / math.log(rank + 1)
    if discount == "rank":
        return 1 / rank
    if discount == "jarvelin":
        return 1 / max(1.0, math.log2(rank))
    if discount == "none":
        return 1.0
    raise KeyError(discount)


def discounted(gains: Iterable[float], discount: str) -> float:
    return sum((gain * discount_of(i, discount) for i, gain in enumerate(gains, start=1)), 0.0)


def dcg(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    gain: str = "exponential",
    discount: str = "log2",
    below: str = "zero",
) -> float:
    return discounted([gain_of(grade, threshold, gain, below) for grade in first(shown, n)], discount)


def ideal_gains(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None,
    *,
    gain: str,
    below: str,
    ideal: str,
) -> list[float]:
    """The gains of the ideal list, best first; the ideal of ones has them whatever the gain."""
    if ideal == "ones":
        return [1.0] * cut_off(shown, n)
    best = {
        "pool": sorted(pool, reverse=True) if n is None else sorted(pool, reverse=True)[:n],
        "uncut": sorted(pool, reverse=True),
        "shown": sorted(pool, reverse=True)[: len(first(shown, n))],
        "retrieved": sorted(shown, reverse=True)[: cut_off(shown, n)],
    }[ideal]
    return [gain_of(grade, threshold, gain, below) for grade in best]


def ndcg(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    gain: str = "exponential",
    discount: str = "log2",
    below: str = "zero",
    ideal: str = "pool",
    empty: Empty = 0.0,
) -> float:
    if below == "zero" and relevant == 0:
        return when_empty(empty)
    if below == "graded" and not any(gain_of(grade, threshold, gain, below) > 0 for grade in pool):
        return when_empty(empty)
    actual = dcg(shown, pool, threshold, relevant, n, gain=gain, discount=discount, below=below)
    best = ideal_gains(shown, pool, threshold, relevant, n, gain=gain, below=below, ideal=ideal)
    return quotient(actual, discounted(best, discount))


# --- R-precision (VideoLectures) ---------------------------------------------------------------------------


def r_precision(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    denominator: str = "reachable",
    empty: Empty = 0.0,
) -> float:
    """Relevant at z: the relevant items among the z best, and every item tied with the last of them."""
    if relevant == 0:
        return when_empty(empty)
    z = relevant if n is None else n
    tie_line = [grade for grade in sorted(pool, reverse=True)[:z] if grade >= threshold][-1]
    found = sum(1 for grade in first(shown, z) if grade >= tie_line)
    below = {"reachable": min(relevant, z), "retrieved": len(first(shown, z))}[denominator]
    return quotient(found, below)


def average_r_precision(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    cutoffs: Sequence[int] = (5, 10),
    *,
    denominator: str = "reachable",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0:
        return when_empty(empty)
    values = [r_precision(shown, pool, threshold, relevant, z, denominator=denominator) for z in cutoffs]
    return sum(values) / len(values)


# --- many users --------------------------------------------------------------------------------------------


def mean(values: Sequence[float], relevant: Sequence[int] | None = None, users: str = "all") -> float:
    """The mean over users; NaN values are left out, and so are users with |R| = 0 under "with_relevant"."""
    kept = []
    for i, value in enumerate(values):
        if users == "with_relevant" and relevant is not None and relevant[i] == 0:
            continue
        if not math.isnan(value):
            kept.append(value)
    return sum(kept) / len(kept) if kept else NAN


# --- ratings -----------------------------------------------------------------------------------------------


def mae(predicted: Sequence[float], actual: Sequence[float]) -> float:
    return sum(abs(p - a) for p, a in zip(predicted, actual, strict=True)) / len(actual)


def mse(predicted: Sequence[float], actual: Sequence[float]) -> float:
    return sum((p - a) ** 2 for p, a in zip(predicted, actual, strict=True)) / len(actual)


def rmse(predicted: Sequence[float], actual: Sequence[float]) -> float:
    return math.sqrt(mse(predicted, actual))


# --- coverage, novelty, diversity --------------------------------------------------------------------------

Recommendations = Mapping[Any, Sequence[Any]]


def user_coverage(recommendations: Recommendations, users: Iterable[Any]) -> float:
    everyone = set(users)
    served = {user for user in everyone if len(recommendations.get(user, ())) > 0}
    return len(served) / len(everyone)


def item_coverage(recommendations: Recommendations, catalogue: Iterable[Any]) -> float:
    items = set(catalogue)
    recommended = {item for shown in recommendations.values() for item in shown}
    return len(recommended & items) / len(items)


def novelty(
    recommendations: Recommendations,
    popularity: Mapping[Any, float],
    *,
    per: str = "list",
    base: str = "e",
    unseen: str = "error",
) -> float:
    log: Callable[[float], float] = {"e": math.log, "2": math.log2}[base]
    interactions = sum(popularity.values())
    values = []
    for shown in recommendations.values():
        total = 0.0
        for item in shown:
            if popularity.get(item, 0) > 0:
                total += log(interactions / popularity[item])
            elif unseen == "error":
                raise ValueError(f"{item!r} is unseen in train")
        values.append({"list": total, "item": quotient(total, len(shown))}[per])
    return mean(values)


def diversity(recommendations: Recommendations, categories: Mapping[Any, Iterable[Any]]) -> float:
    values = []
    for shown in recommendations.values():
        distinct = {category for item in shown for category in categories[item]}
        values.append(float(len(distinct)))
    return mean(values)
