"""Which of two lists each measure prefers, and a fact of the lists that explains it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from metrics_edu.language import _, ngettext, number
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.widgets.contract.lists import Preferred
from metrics_edu.widgets.list_state.state import State
from metrics_edu.widgets.list_state.user_lists import UserLists
from metrics_edu.working.labels import isolated

EQUAL_WITHIN = 1e-9  # values that differ by no more are equal


MAX_CHARACTERS = 40  # the characters of a name that are in a sentence
EQUAL: Preferred = 2
NEITHER: Preferred = 3
"""What a measure prefers, if neither list 0 nor list 1: they are equal, or cannot be compared."""


def preferred(measure: Measure, a: float, b: float) -> Preferred:
    """Return which of two values a measure prefers: 0, 1, EQUAL or (a value is 0/0) NEITHER."""
    if math.isnan(a) or math.isnan(b):
        return NEITHER
    if abs(a - b) <= EQUAL_WITHIN:
        return EQUAL
    return 1 if (b > a) != measure.metric.falls else 0


def compared_value(measure: Measure, ranking: Ranking) -> float:
    """Return a value; NaN where it is 0/0 and the measure does not say what that counts as."""
    skip = {"empty": "skip"} if measure.metric.has_empty else {}
    return float(measure.metric(measure.read(ranking), **{**skip, **measure.parameters}))


def same_items(first: UserLists, second: UserLists) -> bool:
    """Whether two lists are of the same items: of the same names, each once and with one grade, in whatever order."""
    grades = [{item.label: item.grade for item in user_lists} for user_lists in (first, second)]
    return grades[0] == grades[1] and all(len([*user_lists]) == len(grades[0]) for user_lists in (first, second))


class Preference:
    """What the measures say of two lists, and a fact of the lists that says why."""

    def __init__(self, state: State) -> None:
        self._users, self._rankings, self._graded = state.users, state.rankings, state.graded
        self._names = [isolated(_short(user_lists.name)) for user_lists in state.users]
        self._grades = [ranking.shown.tolist() for ranking in state.rankings]
        self._longest = max(map(len, self._grades))
        self._same_items = same_items(*state.users)

    def clauses(self, measures: Sequence[Measure], prefers: Sequence[int]) -> list[tuple[str, str]]:
        """Return each sentence and its reason, at once of measures of which it is the same; preferences come first."""
        together: dict[tuple[int, str], list[str]] = {}
        for which, measure in sorted(zip(prefers, measures, strict=True), key=lambda pair: pair[0]):
            together.setdefault((which, self._why(which, measure)), []).append(measure.name)
        return [(self._verdict(which, names, len(measures)), why) for (which, why), names in together.items()]

    def _verdict(self, which: int, names: Sequence[str], of: int) -> str:
        facts, count = {"what": _listed(names), "list": [*self._names, "", ""][which]}, len(names)
        if which == NEITHER:
            return ngettext("{what} is not comparable", "{what} are not comparable", count, **facts)
        if count == of > 1:
            return _("All measures are equal") if which == EQUAL else _("All measures prefer {list}", **facts)
        if which == EQUAL:
            return ngettext("{what} is equal", "{what} are equal", count, **facts)
        return ngettext("{what} prefers {list}", "{what} prefer {list}", count, **facts)

    def _why(self, which: int, measure: Measure) -> str:
        n = measure.parameters.get("n") or self._longest
        hits = [(np.flatnonzero(ranking.hits(n)) + 1).tolist() for ranking in self._rankings]
        counts = measure.metric.per_rank == "rel_i"  # how many hits there are, wherever they are
        if which == EQUAL:
            return self._why_equal(measure, counts, hits, n)
        if which != NEITHER:
            return self._why_better(which, counts, hits, n)
        pairs = zip(self._names, self._rankings, strict=True)
        lists = _listed([name for name, ranking in pairs if math.isnan(compared_value(measure, ranking))])
        return _("no value for {lists}", lists=lists)

    def _why_equal(self, measure: Measure, counts: bool, hits: Sequence[Sequence[int]], n: int) -> str:
        first, second = hits
        if self._grades[0][:n] == self._grades[1][:n]:
            return self._up_to(n, _("both lists are the same"))
        if counts:
            return self._up_to(n, self._same_count(first, second))
        if not first and not second:
            return self._up_to(n, _("neither list has a hit"))
        if first[:1] == second[:1] and all(_reads_first_hit(measure, ranking) for ranking in self._rankings):
            return _("the first hit is at rank {rank} in both", rank=first[0])
        alike = first == second and measure.metric.per_rank != "dg_i"  # which reads grades
        return self._up_to(n, _("both have their hits at the same ranks")) if alike else ""

    def _same_count(self, first: Sequence[int], second: Sequence[int]) -> str:
        total, *others = {int(ranking.relevant) for ranking in self._rankings}
        if len(first) != len(second) or others:
            return ""
        pairs = zip(self._users, (first, second), strict=True)
        labels = [{user_lists.shown[rank - 1].label for rank in ranks} for user_lists, ranks in pairs]
        facts = {"count": len(first), "total": f"|R|\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{total}"}
        if self._same_items and first and labels[0] == labels[1]:
            return _("both show the same {count} of {total}", **facts)
        return _("both show {count} of {total}", **facts)

    def _why_better(self, better: int, counts: bool, hits: Sequence[Sequence[int]], n: int) -> str:
        more, fewer, other = hits[better], hits[1 - better], self._names[1 - better]
        if more and fewer and more[0] < fewer[0] and not counts:
            return _("its first hit is at rank {rank}, not {other}", rank=more[0], other=fewer[0])
        if len(more) > len(fewer):
            text = ngettext(
                "it has {count} hit, {other} has {fewer}",
                "it has {count} hits, {other} has {fewer}",
                len(more),
                other=other,
                fewer=len(fewer),
            )
            return self._up_to(n, text)
        return "" if counts else self._earlier_hit(more, better) or self._better_rank(better, n)

    def _up_to(self, n: int, text: str) -> str:
        return _("up to rank {n} {reason}", n=n, reason=text) if text and n < self._longest else text

    def _earlier_hit(self, ranks: Sequence[int], better: int) -> str:
        """Say which item is earlier in the preferred list, where both are of the same items."""
        shown, other = self._users[better].shown, self._users[1 - better].shown
        other_ranks = {item.label: rank for rank, item in enumerate(other, start=1)} if self._same_items else {}
        for rank in ranks:
            label = shown[rank - 1].label
            if other_ranks.get(label, 0) > rank:
                facts = {"item": isolated(_short(label)), "rank": rank, "other": other_ranks[label]}
                return _("{item} is at rank {rank}, not {other}", **facts)
        return ""

    def _better_rank(self, better: int, n: int) -> str:
        pairs = zip_longest(self._grades[better][:n], self._grades[1 - better][:n], fillvalue=0.0)
        for rank, (grade, less) in enumerate(pairs, start=1):
            if grade > less:
                facts = {"rank": rank, "other": self._names[1 - better], "grade": number(grade), "less": number(less)}
                if self._graded:
                    return _("at rank {rank} it has grade {grade}, {other} has {less}", **facts)
                return _("at rank {rank} it has a hit, {other} has none", **facts)
        return ""


def _reads_first_hit(measure: Measure, ranking: Ranking) -> bool:
    """Whether no hit after the first one changes a value."""
    hits = ranking.hits()
    alone = Ranking(ranking.shown * (hits.cumsum() <= hits), ranking.pool(), threshold=ranking.threshold)
    return abs(compared_value(measure, alone) - compared_value(measure, ranking)) <= EQUAL_WITHIN


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return _("{others} and {last}", others=", ".join(others), last=last) if others else last


def _short(name: str) -> str:
    return name if len(name) <= MAX_CHARACTERS else f"{name[: MAX_CHARACTERS - 1]}…"
