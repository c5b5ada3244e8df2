"""IdealList: a list to edit beside the ideal one, and the quotient of what both are worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import traitlets

from metrics_edu.language import _, language, number
from metrics_edu.metrics import METRICS, PARAMETERS, Ranking, measure
from metrics_edu.widgets.explorer import views
from metrics_edu.widgets.explorer.lanes import Item
from metrics_edu.widgets.explorer.ranked_list import RankedList
from metrics_edu.widgets.explorer.settings import DEFAULTS, check, control, key_of
from metrics_edu.widgets.part import refused, style
from metrics_edu.working import TEXT, Derivation, Step, in_line, show


class IdealList(RankedList):
    """A list to edit beside the ideal list, the terms of both, and their quotient.

    Parameters
    ----------
    ranking : Ranking
        Of one list.
    asked : str
        A measure that is divided by what an ideal list is worth: nDCG, nDCG@5, Rankscore.
    labels : sequence of str, optional
        What the shown items, and after them the missed ones, are called.

    Attributes
    ----------
    value : float
        The quotient; NaN where it is 0/0. It can be observed, and `ranking` can be set, too.

    Raises
    ------
    ValueError
        If the ranking is a batch, or the measure has no ideal list.

    Examples
    --------
    >>> IdealList(Ranking.parse("3 0 2", pool="3 3 2"), "nDCG@2")
    IdealList('3 0 2', relevant=3, asked='nDCG@2')
    """

    _css = style("compare")
    value = traitlets.Float(read_only=True)

    def __init__(self, ranking: Ranking, asked: str = "nDCG@10", *, labels: Sequence[object] | None = None) -> None:
        one_list: Any = ranking  # a caller's value may be anything
        if not isinstance(one_list, Ranking) or one_list.is_batch:
            given = _("a batch") if isinstance(one_list, Ranking) else type(one_list).__name__
            raise refused("IdealList takes a Ranking of one list; got {given}", given=given)
        self._asked = measure(asked)
        if not self._asked.metric.ideal:
            allowed = ", ".join(metric.label() for metric in METRICS.values() if metric.ideal)
            raise refused(
                "asked must be a measure with an ideal list, {allowed}; got {given!r}", allowed=allowed, given=asked
            )
        super().__init__(ranking, labels)

    @property
    def settings(self) -> dict[str, Any]:
        """The parameters of the metric, with their values."""
        asked = {**self._asked.metric.parameters, **dict(self._asked.parameters)}
        return asked | {key: value for key, value in self._state.settings.items() if key in asked}

    @property
    def derivation(self) -> Derivation:
        """The derivation of the value."""
        state = self._state
        return self._once(
            lambda: self._asked.metric.explain(state.ranking, **self.settings), state.users, state.settings, language()
        )

    @property
    def _values(self) -> float:
        empty = not _sum_of(self.derivation, self.derivation.step(self.derivation.metric.ideal))[1]
        return math.nan if empty else self.derivation.value

    def _facts(self) -> dict[str, Any]:
        return super()._facts() | {"value": self._values}

    # what the front end asks for

    @property
    def _cut(self) -> int | None:
        return self.settings.get("n")

    def _keys(self) -> list[str]:
        """Return what can be set, the kind of ideal list first."""
        keys = (key for key in self._asked.metric.choices if key_of(key, self._asked.metric) in DEFAULTS)
        return sorted(keys, key=lambda key: key != "ideal")

    def _do_set(self, message: dict[str, Any]) -> None:
        key = message.get("key")
        if key in self._keys():
            value = check(key, message.get("value"))
            if value != self.settings[key]:
                state = replace(self._state, settings={**self._state.settings, key: value})
                self._commit(state, f"{_(PARAMETERS[key].title)}: {self._word(key, value)}")

    def _word(self, key: str, value: str) -> str:
        return PARAMETERS[key].word(self._asked.metric.normal({"n": self._cut, key: value})[key], self._cut)

    # what the front end shows

    def _of_chosen(self) -> dict[str, Any]:
        return {"sentence": self._sentence(self.derivation, self._cut)}

    def _view(self) -> dict[str, Any]:
        derivation, value = self.derivation, self._values
        each, ideal = derivation.per_rank, derivation.step(derivation.metric.ideal)
        sums = [_sum_of(derivation, each), _sum_of(derivation, ideal)]
        same = derivation.metric.uncut if self._cut is None else {}
        shown = views.lanes_view(self._state, self._state.lanes, derivation, self._cut)
        for row in shown["shown"][: len(each.value) if each else 0]:
            row["work"] = _working(each, row["rank"] - 1)
        groups = {key: "own" if key == "ideal" else "shared" for key in self._keys()}
        return self._common() | {
            "part": "compare",
            "kind": "ideal",
            "tiles": [],
            "list": shown,
            "ideal": self._ideal(ideal, {row["id"]: row for row in (*shown["shown"], *shown["missed"])}),
            "sums": [{"name": in_line(name), "value": number(total, fixed=4)} for name, total in sums],
            "result": {"name": derivation.symbol, "value": views.written(value)}
            | views.change(value, self._session.before),
            "why": "" if sums[1][1] else _("The ideal list is worth 0: {why}.", why=derivation.result.why),
            "settings": [control(key, self.settings, group, same.get(key)) for key, group in groups.items()],
        }

    def _ideal(self, step: Step | None, known: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
        best, values = self._best(), [] if step is None else [float(value) for value in step.value]
        last = max((k for k, value in enumerate(values, start=1) if value), default=0)
        held = len(best) if self._sorts_shown else sum(self._grade(item) > 0 for item in best)
        rows = []
        for k, value in enumerate(values[: max(last, held)]):
            term = {"rank": k + 1, "counts": bool(value), "term": views.short(value), "work": _working(step, k)}
            rows.append(term | self._place(k, value, best, known))
        kind = self.settings.get("ideal")
        sub, symbol = self._word("ideal", kind) if kind else "", in_line(step.symbol) if step else ""
        return {"sub": sub, "term": symbol, "rows": rows, "empty": "" if rows else _("Empty: no item is relevant.")}

    @property
    def _sorts_shown(self) -> bool:
        return self.settings.get("ideal") in self._asked.metric.reads_all.get("list", ())

    def _best(self) -> list[Item]:
        lanes = self._state.lanes
        items = [*lanes.shown, *(() if self._sorts_shown else lanes.missed)]
        return sorted(items, key=lambda item: -self._grade(item))

    def _grade(self, item: Item) -> float:
        return item.grade if self.graded else float(item.grade >= self.threshold)

    def _place(self, k: int, value: float, best: Sequence[Item], known: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
        if k >= len(best) or (value and not self._grade(best[k])):  # past the relevant items
            nobody = {"id": f"none{k}", "label": _("no such item"), "badge": "?", "relevant": False, "state_word": ""}
            return nobody | {"now": "", "missed": False, "known": False}
        rank = self._state.lanes.rank(best[k].id)
        now = _("missed") if not rank else "" if rank == k + 1 else _("from rank {rank}", rank=rank)
        about = {key: known[best[k].id][key] for key in ("id", "label", "badge", "relevant", "state_word")}
        return about | {"now": now, "missed": not rank, "known": True}

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, asked={self._asked.name!r})"


def _working(step: Step | None, k: int) -> str:
    tree = step.expressions[k] if step else None
    return "" if tree is None or tree.kind == "number" or not tree.value else show(tree.at(None), TEXT)


def _sum_of(derivation: Derivation, each: Step | None) -> tuple[str, float]:
    for step in derivation.steps:
        summed = step.term.ndim == 0 and step.term.function is np.sum
        if each and summed and any(part is each.term for part in views.unnamed(step.term)):
            return step.symbol, float(step.value)
    return "", 0.0
