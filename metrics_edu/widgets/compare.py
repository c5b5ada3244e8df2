"""Compare: two lists to edit side by side, and which of them each measure prefers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Any, Self

import numpy as np
import traitlets

from metrics_edu.language import _, ngettext, number, refused
from metrics_edu.metrics import Measure, Ranking, check_one_list
from metrics_edu.widgets import views
from metrics_edu.widgets.part import Order
from metrics_edu.widgets.ranked_list import RankedList
from metrics_edu.widgets.settings import read_measures
from metrics_edu.widgets.state import Lanes, State, lanes_of, marks_of, read
from metrics_edu.widgets.still import table
from metrics_edu.working import Derivation, isolated, one_line

EQUAL_WITHIN = 1e-9  # values that differ by no more are equal
LEAST_WRITTEN = 1e-4  # of a smaller difference it is said that it is smaller
MAX_LETTERS = 40  # so many of a name stand in a sentence
EQUAL, NEITHER = 2, 3  # what a measure prefers, if neither list 0 nor list 1: they are equal, or cannot be compared


class Compare(RankedList):
    """Two lists to edit, the values of every measure for both, and which list each measure prefers.

    Parameters
    ----------
    a, b : Ranking
        Two lists of one threshold.
    measures : sequence of str, optional
        Such as ``["RR", "AP@5"]``; without it P@n, Recall@n, F1@n, RR, AP, Rankscore, DCG@n and nDCG@n, with n = 10 or the
        longest list's length if that is less.
    names : pair of str, optional
        What the lists are called.
    labels : sequence of str, or pair of them, optional
        What the shown items, then the missed ones, are called, in both lists or in each; else items of a grade are shared.
    **settings
        A convention, n (where `measures` do not say it), and parameters of the measures: ``gain="linear"``.

    Attributes
    ----------
    rankings : pair of Ranking
        Both lists as they stand now; to observe, to link and to set, as an edit that can be undone.
    ranking : Ranking
        The one of them that was edited or chosen in last.
    values : dict
        The values of both lists by measure; NaN where it is 0/0.

    Raises
    ------
    ValueError
        If a list is a batch, the thresholds differ, or a measure, setting or name is not allowed.

    Examples
    --------
    >>> Compare(Ranking.parse("NRR"), Ranking.parse("RNR"), ["RR", "AP"])
    Compare(Ranking('NRR', relevant=2), Ranking('RNR', relevant=2))
    """

    rankings = traitlets.Tuple(read_only=True)
    values = traitlets.Dict(read_only=True)

    def __init__(
        self,
        a: Ranking,
        b: Ranking,
        measures: Sequence[str] | None = None,
        *,
        names: Sequence[object] | None = None,
        labels: Sequence[Any] | None = None,
        **settings: Any,
    ) -> None:
        pair = _pair(a, b)
        named = zip(pair, _names(names), _each_labels(labels, pair), strict=True)
        self._measures = read_measures(measures, max(ranking.shown.shape[-1] for ranking in pair), settings)
        super().__init__(State(tuple(lanes_of(*each) for each in named), marks_of(*pair)))

    @classmethod
    def from_state(cls, state: str, *asked: Any) -> Self:
        """Rebuild a Compare from its `state`, which holds both lists; the measures are given again."""
        now = read(state)
        if len(now.users) != 2 or now.is_mean:
            raise refused("a state of a Compare holds two lists; got {count}", count=len(now.users))
        (first, second), names = now.rankings, [lanes.name for lanes in now.users]
        compared = cls(first, second, *asked, names=names)
        compared._stand_at(now, now)
        return compared

    @property
    def _values(self) -> list[list[float]]:
        return [[_value(asked, ranking) for asked in self._measures] for ranking in self._state.rankings]

    def _facts(self) -> dict[str, Any]:
        values = dict(zip((asked.name for asked in self._measures), zip(*self._values, strict=True), strict=True))
        return super()._facts() | {"rankings": self._state.rankings, "values": values}

    def _setters(self) -> dict[str, Order]:
        return super()._setters() | {"rankings": self._replace_both}

    def _replace_both(self, rankings: Any) -> None:
        if not isinstance(rankings, (tuple, list)) or len(rankings) != len(self._state.users):
            raise refused("rankings must be two Rankings; got {given!r}", given=rankings)
        pair = _pair(*rankings)
        if pair != self._state.rankings:
            named = zip(pair, [lanes.name for lanes in self._state.users], _each_labels(None, pair), strict=True)
            users = tuple(lanes_of(*each) for each in named)
            self._commit(replace(self._state, users=users, settings=marks_of(*pair), chosen=None), _("other lists"))

    def _turn_to(self, message: dict[str, Any]) -> None:
        side = message.get("list")
        if type(side) is not int or side not in (0, 1):  # True is no list
            raise refused("an edit must name the list, 0 or 1")
        if str(side) != self._state.user:
            self._session = self._session.at(user=str(side), chosen=None)

    def _edit(self, message: dict[str, Any]) -> None:
        self._turn_to(message)
        super()._edit(message)

    def _commit(self, state: State, said: str) -> None:
        both = all(new is not old for new, old in zip(state.users, self._state.users, strict=True))
        super()._commit(state, said if both else f"{isolated(state.lanes.name)}: {said}")

    def _do_choose(self, message: dict[str, Any]) -> None:
        self._turn_to(message)
        super()._do_choose(message)

    def _view(self) -> dict[str, Any]:
        common, pairs = self._common(), [*zip(*self._values, strict=True)]
        prefers = [preferred(asked, *pair) for asked, pair in zip(self._measures, pairs, strict=True)]
        gaps = [abs(a - b) if which < EQUAL else 0 for which, (a, b) in zip(prefers, pairs, strict=True)]
        whole = min(max(gaps), 1.0) or 1.0  # one scale for all; DCG may go beyond it
        shares = [gap / whole for gap in gaps]
        rows = [self._row(*row) for row in zip(range(len(pairs)), self._measures, pairs, prefers, shares, strict=True)]
        return common | {
            "part": "compare",
            "can": {name: common["can"][name] for name in ("undo", "redo", "reset")},
            "side": int(self._state.user),
            "lists": [self._list(side, common) for side in (0, 1)],
            "rows": rows,
            "closing": Verdict(self._state).clauses(self._measures, prefers),
            "same_items": same_items(*self._state.users),
            "note": self._other_users(),
        }

    def _worked(self) -> Iterable[Derivation]:
        return [asked.explain(ranking) for asked in self._measures for ranking in self._state.rankings]

    def _caption(self) -> str:
        return _("Two lists compared by {measures}", measures=", ".join(asked.name for asked in self._measures))

    def _still_values(self) -> Iterable[str]:
        view = self.view
        rows = [[row["name"], *(cell["value"] for cell in row["cells"])] for row in view["rows"]]
        return [table(rows, ["", *(one["name"] for one in view["lists"])])]

    def _list(self, side: int, common: dict[str, Any]) -> dict[str, Any]:
        lanes = self._state.users[side]
        shown = {"name": lanes.name, "tiles": [], "list": views.lanes_view(self._state, lanes), "can": {"paste": True}}
        edited = side == int(self._state.user)  # in the other one, what was chosen stays
        return shown | {key: common[key] for key in ("chosen", "choose") if edited}

    def _row(self, k: int, asked: Measure, pair: Sequence[float], prefers: int, share: float) -> dict[str, Any]:
        word = [*(lanes.name for lanes in self._state.users), _("equal"), _("not comparable")][prefers]
        cells = [{"value": views.written(value), **self._changed(side, k, value)} for side, value in enumerate(pair)]
        about = {"key": str(k), "name": asked.name, "title": asked.label, "cells": cells, "prefers": prefers}
        return about | {"word": word, "by": _gap(*pair) if share else "", "share": min(share, 1), "beyond": share > 1}

    def _changed(self, side: int, k: int, value: float) -> dict[str, Any]:
        before, now = self._session.before or self._values, self._values
        edited = side == int(self._state.user) or not np.array_equal(before[side], now[side], equal_nan=True)
        return views.change(value, before[side][k] if self._session.before and edited else None)

    def _other_users(self) -> str:
        first, second = self._state.rankings
        if first.relevant != second.relevant:
            counts = {"one": int(first.relevant), "two": int(second.relevant)}
            return _("|R| differs, {one} and {two}: these are lists of two users, not two lists for one.", **counts)
        if not np.array_equal(first.pool(), second.pool()):
            return _("The grades of the relevant items differ: these are lists of two users, not two lists for one.")
        return ""

    def __repr__(self) -> str:
        return "{}({!r}, {!r})".format(type(self).__name__, *self._state.rankings)


def preferred(asked: Measure, a: float, b: float) -> int:
    """Return which of two values a measure prefers: 0, 1, EQUAL or (a value is 0/0) NEITHER."""
    if math.isnan(a) or math.isnan(b):
        return NEITHER
    if abs(a - b) <= EQUAL_WITHIN:
        return EQUAL
    return int((b > a) != asked.metric.falls)


@lru_cache(maxsize=500)
def _value(asked: Measure, ranking: Ranking) -> float:
    """Return a value; NaN where it is 0/0 and the measure does not say what that counts as."""
    skip = {"empty": "skip"} if asked.metric.has_empty else {}
    return float(asked.metric(ranking, **(skip | dict(asked.parameters))))


def _gap(a: float, b: float) -> str:
    gap = abs(a - b)
    return views.written(gap) if gap >= LEAST_WRITTEN else f"< {number(LEAST_WRITTEN, fixed=4)}"


# what is said of both lists at the end


def same_items(first: Lanes, second: Lanes) -> bool:
    """Whether two lists are of the same items: of the same names, each once and with one grade, in whatever order."""
    grades = [{item.label: item.grade for item in lanes} for lanes in (first, second)]
    return grades[0] == grades[1] and all(len([*lanes]) == len(grades[0]) for lanes in (first, second))


class Verdict:
    """What the measures say of two lists, and a fact of the lists that tells why."""

    def __init__(self, state: State) -> None:
        self._users, self._rankings, self._graded = state.users, state.rankings, state.graded
        self._names = [isolated(_short(lanes.name)) for lanes in state.users]
        self._grades = [ranking.shown.tolist() for ranking in state.rankings]
        self._longest = max(map(len, self._grades))
        self._same_items = same_items(*state.users)

    def clauses(self, measures: Sequence[Measure], prefers: Sequence[int]) -> list[list[str]]:
        """Return what is said and why, at once of measures of which it is the same; preferences come first."""
        together: dict[tuple[int, str], list[str]] = {}
        for which, asked in sorted(zip(prefers, measures, strict=True), key=lambda pair: pair[0]):
            together.setdefault((which, self._why(which, asked)), []).append(asked.name)
        return [[self._says(which, names, len(measures)), why] for (which, why), names in together.items()]

    def _says(self, which: int, names: Sequence[str], of: int) -> str:
        facts, count = {"what": _listed(names), "list": [*self._names, "", ""][which]}, len(names)
        if which == NEITHER:
            return ngettext("{what} is not comparable", "{what} are not comparable", count, **facts)
        if count == of > 1:
            return _("All measures are equal") if which == EQUAL else _("All measures prefer {list}", **facts)
        if which == EQUAL:
            return ngettext("{what} is equal", "{what} are equal", count, **facts)
        return ngettext("{what} prefers {list}", "{what} prefer {list}", count, **facts)

    def _why(self, which: int, asked: Measure) -> str:
        n = dict(asked.parameters).get("n") or self._longest
        hits = [(np.flatnonzero(ranking.hits(n)) + 1).tolist() for ranking in self._rankings]
        counts = asked.metric.per_rank == "rel_i"  # how many hits there are, wherever they stand
        if which == EQUAL:
            return self._why_equal(asked, counts, hits, n)
        if which != NEITHER:
            return self._why_better(which, counts, hits, n)
        pairs = zip(self._names, self._rankings, strict=True)
        lists = _listed([name for name, ranking in pairs if math.isnan(_value(asked, ranking))])
        return _("no value for {lists}", lists=lists)

    def _why_equal(self, asked: Measure, counts: bool, hits: Sequence[Sequence[int]], n: int) -> str:
        first, second = hits
        if self._grades[0][:n] == self._grades[1][:n]:
            return self._up_to(n, _("both lists are alike"))
        if counts:
            return self._up_to(n, self._same_count(first, second))
        if not first and not second:
            return self._up_to(n, _("neither list has a hit"))
        if first[:1] == second[:1] and all(_reads_first_hit(asked, ranking) for ranking in self._rankings):
            return _("the first hit is at rank {rank} in both", rank=first[0])
        alike = first == second and asked.metric.per_rank != "dg_i"  # which reads grades
        return self._up_to(n, _("both have their hits at the same ranks")) if alike else ""

    def _same_count(self, first: Sequence[int], second: Sequence[int]) -> str:
        total, *others = {int(ranking.relevant) for ranking in self._rankings}
        if len(first) != len(second) or others:
            return ""
        pairs = zip(self._users, (first, second), strict=True)
        labels = [{lanes.shown[rank - 1].label for rank in ranks} for lanes, ranks in pairs]
        facts = {"count": len(first), "total": f"|R|\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{total}"}
        if self._same_items and first and labels[0] == labels[1]:
            return _("both show the same {count} of {total}", **facts)
        return _("both show {count} of {total}", **facts)

    def _why_better(self, better: int, counts: bool, hits: Sequence[Sequence[int]], n: int) -> str:
        more, fewer, other = hits[better], hits[1 - better], self._names[1 - better]
        if more and fewer and more[0] < fewer[0] and not counts:
            return _("its first hit is at rank {rank}, not {other}", rank=more[0], other=fewer[0])
        if len(more) > len(fewer):
            said = ngettext("it has {count} hit, {other} has {fewer}", "it has {count} hits, {other} has {fewer}",
                            len(more), other=other, fewer=len(fewer))  # fmt: skip
            return self._up_to(n, said)
        return "" if counts else self._earlier_hit(more, better) or self._better_rank(better, n)

    def _up_to(self, n: int, said: str) -> str:
        return _("up to rank {n} {said}", n=n, said=said) if said and n < self._longest else said

    def _earlier_hit(self, ranks: Sequence[int], better: int) -> str:
        """Say which item stands earlier in the preferred list, where both are of the same items."""
        shown, other = self._users[better].shown, self._users[1 - better].shown
        places = {item.label: rank for rank, item in enumerate(other, start=1)} if self._same_items else {}
        for rank in ranks:
            label = shown[rank - 1].label
            if places.get(label, 0) > rank:
                facts = {"item": isolated(_short(label)), "rank": rank, "other": places[label]}
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


def _reads_first_hit(asked: Measure, ranking: Ranking) -> bool:
    """Whether no hit after the first one changes a value."""
    hits = ranking.hits()
    alone = Ranking(ranking.shown * (hits.cumsum() <= hits), ranking.pool(), threshold=ranking.threshold)
    return abs(_value(asked, alone) - _value(asked, ranking)) <= EQUAL_WITHIN


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return _("{others} and {last}", others=", ".join(others), last=last) if others else last


def _short(name: str) -> str:
    return name if len(name) <= MAX_LETTERS else f"{name[: MAX_LETTERS - 1]}…"


# what is given


def _pair(a: Any, b: Any) -> tuple[Ranking, Ranking]:
    for ranking in (a, b):
        check_one_list(_("each side of a Compare"), ranking)
    if a.threshold != b.threshold:
        thresholds = {"one": a.threshold, "two": b.threshold}
        raise refused("the lists of a Compare must have one threshold; got {one:g} and {two:g}", **thresholds)
    return a, b


def _names(names: Any) -> list[str]:
    if names is None:
        return [_("List {k}", k=k) for k in (1, 2)]
    called = [] if isinstance(names, str) or not isinstance(names, Iterable) else [*map(one_line, names)]
    if len(called) != 2 or not all(called) or called[0] == called[1]:
        raise refused("names must be two different names; got {given!r}", given=names)
    return called


def _each_labels(labels: Any, pair: Sequence[Ranking]) -> Sequence[Any]:
    if labels is None and not any(ranking.items for ranking in pair):
        return _same_names(pair)
    parts = labels if isinstance(labels, (list, tuple)) else ()
    apart = len(parts) == 2 and not any(isinstance(p, str) or not isinstance(p, Iterable | None) for p in parts)
    return (parts[0], parts[1]) if apart else (labels, labels)


def _same_names(pair: Sequence[Ranking]) -> list[list[str]]:
    """Name items without a name: the first item of a grade is the same one in both lists, and so is each next one."""
    grades = [[item.grade for item in lanes_of(ranking, "")] for ranking in pair]
    items = [[(grade, each[:k].count(grade)) for k, grade in enumerate(each)] for each in grades]
    names = {item: _("Item {k}", k=k) for k, item in enumerate(dict.fromkeys(chain(*items)), start=1)}
    return [[names[item] for item in each] for each in items]
