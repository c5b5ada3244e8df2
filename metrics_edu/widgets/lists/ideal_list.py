"""IdealList: a list to edit beside its ideal list."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import traitlets
from markupsafe import Markup

from metrics_edu.language import _, language, number, refused
from metrics_edu.metrics import METRICS, PARAMETERS, Measure, Ranking
from metrics_edu.metrics.value_and_derivation import check_measure_first, ranking_measure
from metrics_edu.widgets.contract.actions import IdealListAction
from metrics_edu.widgets.contract.lists import ControlGroup, IdealColumn, IdealItem, IdealListView, IdealRow, ItemRow
from metrics_edu.widgets.contract.shared import Message
from metrics_edu.widgets.contract.traits import TraitsBesideView
from metrics_edu.widgets.core import derivation_views, list_views
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.printed_lists import data_repr
from metrics_edu.widgets.core.still import paragraph, table
from metrics_edu.widgets.list_state.controls import control
from metrics_edu.widgets.list_state.settings import DEFAULTS, Settings, check, key_of
from metrics_edu.widgets.list_state.state_string import read
from metrics_edu.widgets.list_state.user_lists import Item
from metrics_edu.widgets.lists.ranked_list import RankedList
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Number
from metrics_edu.working.labels import in_line
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT

if TYPE_CHECKING:
    import numpy.typing as npt


class IdealList(RankedList):
    """A list to edit beside the ideal list, the terms of both, and their quotient.

    Parameters
    ----------
    measure : str or Measure
        A measure that is divided by what an ideal list is worth: nDCG, nDCG@5, Rankscore.
    ranking : Ranking
        Of one list.
    labels : sequence of str, optional
        What the shown items, and after them the missed ones, are called.
    **ranking_options
        Of a bare list: the `relevant`, `pool`, `missed` and `threshold` of its Ranking.

    Attributes
    ----------
    value : float
        The quotient; NaN where it is 0/0. It can be observed; `ranking` can also be set.

    Raises
    ------
    ValueError
        If the ranking is a batch, or the measure has no ideal list.

    Examples
    --------
    >>> IdealList("nDCG@2", Ranking.parse("3 0 2", pool="3 3 2"))
    IdealList('nDCG@2', '3 0 2', relevant=3)
    """

    ACTIONS = IdealListAction

    value = traitlets.Float(read_only=True)

    def __init__(
        self,
        measure: str | Measure,
        ranking: Ranking | npt.ArrayLike,
        *,
        labels: Sequence[object] | None = None,
        **ranking_options: Any,
    ) -> None:
        check_measure_first(measure, 'IdealList("nDCG@10", ranking)')
        self._measure = ranking_measure(measure)
        if not self._measure.metric.ideal:
            allowed = ", ".join(metric.label() for metric in METRICS.values() if metric.ideal)
            raise refused(
                "measure must have an ideal list, as in {allowed}; got {value!r}", allowed=allowed, value=measure
            )
        super().__init__(self._measure.read(ranking, **ranking_options), labels)

    @classmethod
    def from_state(cls, state: str, *arguments: Any) -> Self:
        """Rebuild an IdealList from its `state` and its measure, which is not in the state: by default nDCG@10."""
        now = read(state).alone
        widget = cls(arguments[0] if arguments else "nDCG@10", now.ranking)
        widget._stand_at(now, now)
        return widget

    @property
    def settings(self) -> Settings:
        """The parameters of the metric, with their values."""
        parameters = {**self._measure.metric.parameters, **self._measure.parameters}
        return parameters | {key: value for key, value in self._state.settings.items() if key in parameters}

    @property
    def derivation(self) -> Derivation:
        """The derivation of the value."""
        state, explain = self._state, self._measure.metric.explain
        make = partial(explain, state.ranking, **self.settings)
        return self._once("derivation", make, state.users, state.settings, language())

    @property
    def _values(self) -> float:
        empty = not _sum_of(self.derivation, self.derivation.step(self.derivation.metric.ideal))[1]
        return math.nan if empty else self.derivation.value

    def _facts(self) -> dict[str, object]:
        return super()._facts() | {"value": self._values}

    @property
    def _cut(self) -> int | None:
        return self.settings.get("n")

    def _keys(self) -> list[str]:
        """Return what can be set, the kind of ideal list first."""
        keys = (key for key in self._measure.metric.choices if key_of(key, self._measure.metric) in DEFAULTS)
        return sorted(keys, key=lambda key: key != "ideal")

    def _do_set(self, message: Message) -> None:
        key = message.get("key")
        if isinstance(key, str) and key in self._keys():
            value = check(key, message.get("value"))
            if value != self.settings[key]:
                state = replace(self._state, settings={**self._state.settings, key: value})
                self._commit(state, f"{_(PARAMETERS[key].title)}: {self._word(key, value)}")

    def _word(self, key: str, value: str) -> str:
        return PARAMETERS[key].word(self._measure.metric.normal({"n": self._cut, key: value})[key], self._cut)

    def _of_chosen(self) -> TraitsBesideView:
        return {"sentence": self._sentence(self.derivation, self._cut)}

    def printed(self) -> Printed:
        return replace(
            super().printed(),
            derivations=[self.derivation],
            columns=list_views.terms_in(self.view["list"])
            | {_("Ideal list"): [row["badge"] for row in self.view["ideal"]["rows"]]},
            blanks={self.view["result"]["name"]: self.view["result"]["value"]},
        )

    def _caption(self) -> str:
        return _("{symbol} beside its ideal list", symbol=in_line(self.derivation.symbol))

    def _still_values(self) -> Iterable[Markup]:
        ideal, result = self.view["ideal"], self.view["result"]
        rows = [(row["rank"], row["badge"], row["label"] or "") for row in ideal["rows"]]
        return [table(rows, [_("Ideal list"), "", ""]), paragraph(f"{result['name']} = {result['value']}")]

    def _view(self) -> IdealListView:
        derivation, value = self.derivation, self._values
        per_rank, ideal = derivation.per_rank, derivation.step(derivation.metric.ideal)
        sums = [_sum_of(derivation, per_rank), _sum_of(derivation, ideal)]
        same = derivation.metric.uncut if self._cut is None else {}
        shown = list_views.user_lists_view(self._state, self._state.user_lists, derivation, self._cut)
        for k, (row, worth) in enumerate(zip(shown["shown"], per_rank.value if per_rank else (), strict=False)):
            row |= {"term": number(worth, fixed=4), "work": _working(per_rank, k)}
        for row in shown["missed"]:
            row["term"] = number(0.0, fixed=4)  # in the column of the others
        groups: dict[str, ControlGroup] = {key: "own" if key == "ideal" else "shared" for key in self._keys()}
        return {
            **self._common(),
            "screen": "ideal_list",
            "tiles": [],
            "list": shown,
            "ideal": self._ideal(ideal, {row["id"]: row for row in (*shown["shown"], *shown["missed"])}),
            "sums": [{"name": in_line(name), "value": number(total, fixed=4)} for name, total in sums],
            "result": {
                "name": derivation.symbol,
                "value": derivation_views.written(value),
                **derivation_views.change(value, self._session.before),
            },
            "why": "" if sums[1][1] else _("The ideal list is worth 0: {why}.", why=derivation.result.why),
            "settings": [control(key, self.settings, group, same.get(key)) for key, group in groups.items()],
        }

    def _ideal(self, step: Step | None, known: Mapping[str, ItemRow]) -> IdealColumn:
        best, values = self._best(), [] if step is None else step.value.tolist()
        last = max((k for k, value in enumerate(values, start=1) if value), default=0)
        rows: list[IdealRow] = []
        for k, value in enumerate(values[: max(last, len(best))]):
            worth = number(value, fixed=4)
            text = _("In the ideal list it is at rank {rank}: {value} there.", rank=k + 1, value=worth)
            rows.append(
                {
                    "rank": k + 1,
                    "counts": bool(value),
                    "term": worth,
                    "work": _working(step, k),
                    "sentence": text,
                    **self._ideal_item(k, value, best, known),
                }
            )
        kind = self.settings.get("ideal")
        sub, symbol = self._word("ideal", kind) if kind else "", in_line(step.symbol) if step else ""
        marks = [row["badge"] for row in rows if row["known"]]
        ties = _("Items of equal gain: the shown ones come first, in their order. This changes no sum.")
        return {
            "sub": sub,
            "term": symbol,
            "rows": rows,
            "empty": "" if rows else _("Empty: no item is relevant."),
            "ties": ties if len({*marks}) < len(marks) else "",
        }

    def _best(self) -> list[Item]:
        """Return the items of the ideal list: of all that are relevant, or of those that are shown."""
        user_lists, kind = self._state.user_lists, self.settings.get("ideal")
        sorts_shown = kind in self._measure.metric.reads_all.get("list", ())
        items = user_lists.shown if sorts_shown else [item for item in user_lists if self._state.worth_of(item)]
        return sorted(items, key=lambda item: -self._state.worth_of(item))

    def _ideal_item(self, k: int, value: float, best: Sequence[Item], known: Mapping[str, ItemRow]) -> IdealItem:
        if k >= len(best) or (value and not self._state.worth_of(best[k])):  # past the relevant items
            return {
                "id": f"none{k}",
                "label": _("no such item"),
                "badge": "?",
                "relevant": False,
                "state_word": "",
                "now": "",
                "missed": False,
                "known": False,
            }
        rank = self._state.user_lists.rank(best[k].id)
        now = _("missed") if not rank else "" if rank == k + 1 else _("from {rank}", rank=rank)
        row = known[best[k].id]
        return {
            "id": row["id"],
            "label": row["label"],
            "badge": row["badge"],
            "relevant": row["relevant"],
            "state_word": row["state_word"],
            "now": now,
            "missed": not rank,
            "known": True,
        }

    def __repr__(self) -> str:
        return f"IdealList({self._measure.name!r}, {data_repr(self.ranking)})"


def _working(step: Step | None, k: int) -> str:
    tree = step.expressions[k] if step and step.value[k] else None
    return "" if tree is None or isinstance(tree, Number) else show(tree.at(None), TEXT)


def _sum_of(derivation: Derivation, per_rank: Step | None) -> tuple[str, float]:
    for step in derivation.sums:
        if per_rank and any(part is per_rank.term for part in derivation_views.unnamed(step.term)):
            return step.symbol, float(step.value)
    return "", 0.0
