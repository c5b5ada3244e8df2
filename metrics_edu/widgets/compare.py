"""Compare: two lists to edit side by side, and which of them each measure prefers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Self

import numpy as np
import traitlets

from metrics_edu.language import _, ngettext, refused
from metrics_edu.metrics import CONVENTIONS, DEFAULT, METRICS, Measure, Ranking, check_one_list, measure
from metrics_edu.widgets import views
from metrics_edu.widgets.part import Order, style
from metrics_edu.widgets.ranked_list import RankedList
from metrics_edu.widgets.settings import DEFAULTS, EXPLORED, MAY_READ_ALL
from metrics_edu.widgets.state import State, lanes_of, marks_of, read
from metrics_edu.working import isolated, one_line

EQUAL_WITHIN = 1e-9  # values that differ by no more are equal
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
        What the shown items, and after them the missed ones, are called: in both lists, or in each.
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

    _css = style("compare")
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
        named = zip(pair, _names(names), _each_labels(labels), strict=True)
        self._measures = _measures(measures, max(ranking.shown.shape[-1] for ranking in pair), settings)
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

    # what a notebook follows and sets

    def _facts(self) -> dict[str, Any]:
        names = [asked.name for asked in self._measures]
        values = dict(zip(names, zip(*self._values, strict=True), strict=True))
        return super()._facts() | {"rankings": self._state.rankings, "values": values}

    def _setters(self) -> dict[str, Order]:
        return super()._setters() | {"rankings": self._replace_both}

    def _replace_both(self, rankings: Any) -> None:
        if not isinstance(rankings, (tuple, list)) or len(rankings) != len(self._state.users):
            raise refused("rankings must be two Rankings; got {given!r}", given=rankings)
        pair = _pair(*rankings)
        if pair != self._state.rankings:
            users = tuple(lanes_of(ranking, lanes.name) for ranking, lanes in zip(pair, self._state.users, strict=True))
            self._commit(replace(self._state, users=users, settings=marks_of(*pair), chosen=None), _("other lists"))

    # what the front end asks for

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

    # what the front end shows

    def _view(self) -> dict[str, Any]:
        common, pairs = self._common(), zip(*self._values, strict=True)
        rows = [self._row(k, asked, pair) for k, (asked, pair) in enumerate(zip(self._measures, pairs, strict=True))]
        return common | {
            "part": "compare",
            "can": {name: common["can"][name] for name in ("undo", "redo", "reset")},
            "side": int(self._state.user),
            "lists": [self._list(side, common) for side in (0, 1)],
            "rows": rows,
            "count": self._count([row["prefers"] for row in rows]),
            "note": self._other_users(),
        }

    def _list(self, side: int, common: dict[str, Any]) -> dict[str, Any]:
        lanes = self._state.users[side]
        shown = {"name": lanes.name, "tiles": [], "list": views.lanes_view(self._state, lanes), "can": {"paste": True}}
        edited = side == int(self._state.user)  # in the other one, what was chosen stays
        return shown | {key: common[key] for key in ("chosen", "choose") if edited}

    def _row(self, k: int, asked: Measure, pair: Sequence[float]) -> dict[str, Any]:
        prefers = preferred(asked, *pair)
        word = [*(lanes.name for lanes in self._state.users), _("equal"), _("not comparable")][prefers]
        cells = [{"value": views.written(value), **self._changed(side, k, value)} for side, value in enumerate(pair)]
        about = {"key": str(k), "name": asked.name, "title": asked.label}
        return about | {"cells": cells, "prefers": prefers, "word": word}

    def _changed(self, side: int, k: int, value: float) -> dict[str, Any]:
        before = self._session.before
        if before is None:
            return views.change(value, None)
        edited = side == int(self._state.user) or not np.array_equal(before[side], self._values[side], equal_nan=True)
        return views.change(value, before[side][k] if edited else None)

    def _count(self, prefers: Sequence[int]) -> str:
        counts = {"one": prefers.count(0), "two": prefers.count(1), "equal": prefers.count(EQUAL), "all": len(prefers)}
        names = {
            place: isolated(lanes.name) for place, lanes in zip(("first", "second"), self._state.users, strict=True)
        }
        text = ngettext(
            "{first} is preferred by {one} of {all} measure, {second} by {two}; equal: {equal}.",
            "{first} is preferred by {one} of {all} measures, {second} by {two}; equal: {equal}.",
            len(prefers),
            **(names | counts),
        )
        other = prefers.count(NEITHER)
        return text + (_(" Not comparable, for one is 0/0: {count}.", count=other) if other else "")

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
    called = [] if isinstance(names, str) or not isinstance(names, Iterable) else [one_line(name) for name in names]
    if len(called) != 2 or not all(called) or called[0] == called[1]:
        raise refused("names must be two different names; got {given!r}", given=names)
    return called


def _each_labels(labels: Any) -> tuple[Any, Any]:
    parts = labels if isinstance(labels, (list, tuple)) else ()
    apart = len(parts) == 2 and not any(isinstance(p, str) or not isinstance(p, Iterable | None) for p in parts)
    return (parts[0], parts[1]) if apart else (labels, labels)


def _measures(spellings: Any, longest: int, settings: Mapping[str, Any]) -> list[Measure]:
    settings = dict(settings)
    convention = settings.pop("convention", DEFAULT)
    if spellings is None:
        n = settings.pop("n", None)
        n = n if n is not None else max(1, min(longest, DEFAULTS["n"]))
        known = isinstance(convention, str) and convention in CONVENTIONS  # another is refused below
        defined = CONVENTIONS[convention].metrics if known else EXPLORED
        shown = [METRICS[name] for name in EXPLORED if name in defined]
        spellings = [m.label(n=n) if m.takes_n and m.name not in MAY_READ_ALL else m.label() for m in shown]
    if isinstance(spellings, str) or not isinstance(spellings, Iterable) or not (names := list(spellings)):
        raise refused("measures are a list of spellings such as ['RR', 'AP@5']; got {given!r}", given=spellings)
    takers = {key: _takers(key, value, names) for key, value in settings.items()}
    fitting = [{key: value for key, value in settings.items() if name in takers[key]} for name in names]
    measures = [measure(name, convention=convention, **fits) for name, fits in zip(names, fitting, strict=True)]
    return list(dict.fromkeys(measures))


def _takers(key: str, value: Any, names: Sequence[str]) -> list[str]:
    """Return the names of the measures that take a setting with this value; if none does, those that will refuse it."""
    metrics = {name: measure(name).metric for name in names}
    have = [name for name, metric in metrics.items() if key in metric.parameters]
    if not have:
        known = dict.fromkeys(["convention", *(key for metric in metrics.values() for key in metric.parameters)])
        raise refused("unknown setting {given!r}; allowed are {allowed}", given=key, allowed=", ".join(known))
    return [name for name in have if value in metrics[name].choices.get(key, (value,))] or have
