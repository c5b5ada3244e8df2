"""Compare: two lists to edit side by side, and which of them each measure prefers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import traitlets
from markupsafe import Markup

from metrics_edu.language import _, language, number, refused
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.value_and_derivation import one_list
from metrics_edu.widgets.contract.actions import EditAction
from metrics_edu.widgets.contract.lists import (
    ComparedList,
    ComparedValue,
    CompareView,
    EditedView,
    MeasureRow,
    Preferred,
)
from metrics_edu.widgets.contract.shared import Change, Message, Side
from metrics_edu.widgets.core import derivation_views, list_views
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.still import table
from metrics_edu.widgets.core.widget import Handler
from metrics_edu.widgets.list_state.state import State, marks_of, taken_ranking
from metrics_edu.widgets.list_state.state_string import read
from metrics_edu.widgets.list_state.user_lists import user_lists_of
from metrics_edu.widgets.lists.compared_measures import read_measures
from metrics_edu.widgets.lists.preference import EQUAL, Preference, compared_value, preferred, same_items
from metrics_edu.widgets.lists.ranked_list import RankedList
from metrics_edu.working.labels import isolated, one_line

if TYPE_CHECKING:
    import numpy.typing as npt

LEAST_WRITTEN = 1e-4  # a smaller difference is shown as smaller


class Compare(RankedList):
    """Two lists to edit, the values of every measure for both, and which list each measure prefers.

    Parameters
    ----------
    ranking, other : Ranking
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
        Both lists as they are now; to observe, to link and to set, as an edit that can be undone.
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

    ACTIONS = EditAction

    rankings = traitlets.Tuple(read_only=True)
    values = traitlets.Dict(read_only=True)

    def __init__(
        self,
        ranking: Ranking | npt.ArrayLike,
        other: Ranking | npt.ArrayLike,
        measures: Sequence[str] | None = None,
        *,
        names: Sequence[object] | None = None,
        labels: Sequence[Any] | None = None,
        **settings: Any,
    ) -> None:
        made = taken_ranking("Compare", settings)
        settings.pop("catalogue", None)  # each list has it
        pair = _pair(made(ranking), made(other))
        named = zip(pair, _names(names), _labels_by_list(labels, pair), strict=True)
        self._measures = read_measures(measures, max(ranking.shown.shape[-1] for ranking in pair), settings)
        self._begin(State(tuple(user_lists_of(*fields) for fields in named), marks_of(*pair)))

    @classmethod
    def from_state(cls, state: str, *arguments: Any) -> Self:
        """Rebuild a Compare from its `state`, which holds both lists; the measures are given again."""
        now = read(state)
        if len(now.users) != 2:
            raise refused("a state of a Compare must have two lists; got {count}", count=len(now.users))
        if now.is_mean:  # of an Explorer
            now = replace(now, user="0", chosen=None)
        (first, second), names = now.rankings, [user_lists.name for user_lists in now.users]
        compared = cls(first, second, *arguments, names=names)
        compared._stand_at(now, now)
        return compared

    @property
    def _values(self) -> list[list[float]]:
        return self._once("values", self._compute, self._state.users, self._state.settings, language())

    def _compute(self) -> list[list[float]]:
        return [[compared_value(measure, ranking) for measure in self._measures] for ranking in self._state.rankings]

    def _facts(self) -> dict[str, object]:
        values = dict(zip((measure.name for measure in self._measures), zip(*self._values, strict=True), strict=True))
        return super()._facts() | {"rankings": self._state.rankings, "values": values}

    def _setters(self) -> dict[str, Handler]:
        return super()._setters() | {"rankings": self._replace_both}

    def _replace_both(self, rankings: Any) -> None:
        if not isinstance(rankings, (tuple, list)) or len(rankings) != len(self._state.users):
            raise refused("rankings must be two Rankings; got {value!r}", value=rankings)
        pair = _pair(*rankings)
        if pair != self._state.rankings:
            named = zip(
                pair, [user_lists.name for user_lists in self._state.users], _labels_by_list(None, pair), strict=True
            )
            users = tuple(user_lists_of(*fields) for fields in named)
            self._commit(replace(self._state, users=users, settings=marks_of(*pair), chosen=None), _("other lists"))

    def _turn_to(self, message: Message) -> None:
        side = message.get("list")
        if type(side) is not int or side not in (0, 1):  # True is no list
            raise refused("an edit must name the list, 0 or 1")
        if str(side) != self._state.user:
            self._session = self._session.at(user=str(side), chosen=None)

    def _edit(self, message: Message) -> None:
        self._turn_to(message)
        super()._edit(message)

    def _commit(self, state: State, description: str) -> None:
        self._session = replace(self._session, largest_gap=max(*self._gaps, self._session.largest_gap))
        both = all(new is not old for new, old in zip(state.users, self._state.users, strict=True))
        super()._commit(state, description if both else f"{isolated(state.user_lists.name)}: {description}")

    def _do_reset(self, message: Message) -> None:
        super()._do_reset(message)
        self._session = replace(self._session, largest_gap=0.0)

    @property
    def _prefers(self) -> list[Preferred]:
        pairs = zip(*self._values, strict=True)
        return [preferred(measure, *pair) for measure, pair in zip(self._measures, pairs, strict=True)]

    @property
    def _gaps(self) -> list[float]:
        """Return for each measure the gap of its values; 0 where it prefers neither list."""
        pairs = zip(self._prefers, zip(*self._values, strict=True), strict=True)
        return [abs(a - b) if which < EQUAL else 0.0 for which, (a, b) in pairs]

    def _do_choose(self, message: Message) -> None:
        self._turn_to(message)
        super()._do_choose(message)

    def _view(self) -> CompareView:
        common, pairs = self._common(), [*zip(*self._values, strict=True)]
        prefers, gaps = self._prefers, self._gaps
        whole = min(max(*gaps, self._session.largest_gap), 1.0) or 1.0  # one scale for all; DCG may go beyond it
        shares = [gap / whole for gap in gaps]
        rows = [self._row(*row) for row in zip(range(len(pairs)), self._measures, pairs, prefers, shares, strict=True)]
        return {
            **common,
            "screen": "compare",
            "can": {"undo": common["can"]["undo"], "redo": common["can"]["redo"], "reset": common["can"]["reset"]},
            "side": self._side,
            "lists": (self._list(0, common), self._list(1, common)),
            "rows": rows,
            "closing": Preference(self._state).clauses(self._measures, prefers),
            "same_items": same_items(*self._state.users),
            "note": self._other_users(),
        }

    def printed(self) -> Printed:
        return replace(
            super().printed(),
            derivations=[measure.explain(ranking) for measure in self._measures for ranking in self._state.rankings],
            table=self._table_of_values(),
            has_lines=False,
        )

    def _caption(self) -> str:
        return _("Two lists compared by {measures}", measures=", ".join(measure.name for measure in self._measures))

    def _still_values(self) -> Iterable[Markup]:
        head, *rows = self._table_of_values()
        return [table(rows, head)]

    def _table_of_values(self) -> list[list[str]]:
        """Return the names of the lists, and each measure with its values."""
        rows = [[row["name"], *(cell["value"] for cell in row["cells"])] for row in self.view["rows"]]
        return [["", *(shown["name"] for shown in self.view["lists"])], *rows]

    @property
    def _side(self) -> Side:
        return 0 if self._state.user == "0" else 1

    def _list(self, side: Side, common: EditedView) -> ComparedList:
        user_lists = self._state.users[side]
        shown: ComparedList = {
            "name": user_lists.name,
            "tiles": [],
            "list": list_views.user_lists_view(self._state, user_lists),
            "can": {"paste": True},
        }
        if side != self._side:  # what was chosen stays
            return shown
        return shown | {"chosen": common["chosen"], "choose": common["choose"]}

    def _row(self, k: int, measure: Measure, pair: Sequence[float], prefers: Preferred, share: float) -> MeasureRow:
        word = [*(user_lists.name for user_lists in self._state.users), _("equal"), _("not comparable")][prefers]
        cells: list[ComparedValue] = [
            {"value": derivation_views.written(value), **self._changed(side, k, value)}
            for side, value in enumerate(pair)
        ]
        return {
            "key": str(k),
            "name": measure.name,
            "title": measure.label,
            "cells": cells,
            "prefers": prefers,
            "word": word,
            "by": _gap(*pair) if share else "",
            "share": min(share, 1),
            "beyond": share > 1,
        }

    def _changed(self, side: int, k: int, value: float) -> Change:
        before, now = self._session.before or self._values, self._values
        edited = side == self._side or not np.array_equal(before[side], now[side], equal_nan=True)
        return derivation_views.change(value, before[side][k] if self._session.before and edited else None)

    def _other_users(self) -> str:
        first, second = self._state.rankings
        if first.relevant != second.relevant:
            counts = {"one": int(first.relevant), "two": int(second.relevant)}
            return _("|R| differs, {one} and {two}: these lists belong to two users, not to one.", **counts)
        if not np.array_equal(first.pool(), second.pool()):
            return _("The grades of the relevant items differ: these lists belong to two users, not to one.")
        return ""

    def __repr__(self) -> str:
        return "{}({!r}, {!r})".format(type(self).__name__, *self._state.rankings)


def _gap(a: float, b: float) -> str:
    gap = abs(a - b)
    return derivation_views.written(gap) if gap >= LEAST_WRITTEN else f"< {number(LEAST_WRITTEN, fixed=4)}"


def _pair(*given: Ranking) -> tuple[Ranking, Ranking]:
    a, b = (one_list(_("each side of a Compare"), ranking) for ranking in given)
    if a.threshold != b.threshold:
        raise refused(
            "the lists of a Compare must have the same threshold; got {one:g} and {two:g}",
            one=a.threshold,
            two=b.threshold,
        )
    return a, b


def _names(names: Any) -> list[str]:
    if names is None:
        return [_("List {k}", k=k) for k in (1, 2)]
    called = [] if isinstance(names, str) or not isinstance(names, Iterable) else [*map(one_line, names)]
    if len(called) != 2 or not all(called) or called[0] == called[1]:
        raise refused("names must be two different names; got {value!r}", value=names)
    return called


def _labels_by_list(labels: Any, pair: Sequence[Ranking]) -> Sequence[Any]:
    if labels is None and not any(ranking.items for ranking in pair):
        return _same_names(pair)
    parts = labels if isinstance(labels, (list, tuple)) else ()
    apart = len(parts) == 2 and not any(isinstance(p, str) or not isinstance(p, Iterable | None) for p in parts)
    return (parts[0], parts[1]) if apart else (labels, labels)


def _same_names(pair: Sequence[Ranking]) -> list[list[str]]:
    """Name items without a name: the first item of a grade is the same one in both lists, and so is each next one."""
    grades = [[item.grade for item in user_lists_of(ranking, "")] for ranking in pair]
    items = [[(grade, fields[:k].count(grade)) for k, grade in enumerate(fields)] for fields in grades]
    names = {item: _("Item {k}", k=k) for k, item in enumerate(dict.fromkeys(chain(*items)), start=1)}
    return [[names[item] for item in fields] for fields in items]
