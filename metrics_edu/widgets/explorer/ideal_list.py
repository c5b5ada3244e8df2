"""IdealList: a list to edit beside the ideal one, and the quotient of what both are worth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.metrics import METRICS, PARAMETERS, Ranking, measure
from metrics_edu.widgets.explorer.lanes import Item, lanes_of
from metrics_edu.widgets.explorer.ranked_list import RankedList, marks_of
from metrics_edu.widgets.explorer.settings import DEFAULTS, check, control, key_of
from metrics_edu.widgets.explorer.state import State
from metrics_edu.widgets.explorer.views import change, lanes_view, terms_of, written
from metrics_edu.widgets.part import style
from metrics_edu.working import TEXT, Derivation, Step, Term, in_line, show, terms_in


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

    def __init__(self, ranking: Ranking, asked: str = "nDCG@10", *, labels: Sequence[object] | None = None) -> None:
        given: Any = ranking
        if not isinstance(given, Ranking) or given.is_batch:
            what = _("a batch") if isinstance(given, Ranking) else type(given).__name__
            raise ValueError(_("IdealList takes a Ranking of one list; got {given}", given=what))
        self._asked = measure(asked)
        if not self._asked.metric.ideal:
            allowed = ", ".join(one.label() for one in METRICS.values() if one.ideal)
            raise ValueError(
                _("asked must be a measure with an ideal list, {allowed}; got {given!r}", allowed=allowed, given=asked)
            )
        self._values = self._before = math.nan
        self._open(State((lanes_of(ranking, "", labels),), marks_of(ranking)))

    @property
    def settings(self) -> dict[str, Any]:
        """The parameters of the metric, with their values."""
        own = {**self._asked.metric.parameters, **dict(self._asked.parameters)}
        return own | {key: value for key, value in self._state.settings.items() if key in own}

    @property
    def derivation(self) -> Derivation:
        """The derivation of the value."""
        return self._asked.metric.explain(self.ranking, **self.settings)

    # what the front end asks for

    def _actions(self) -> dict[Any, Any]:
        return super()._actions() | {"set": self._set}

    def _keys(self) -> list[str]:
        return sorted(
            (key for key in self._asked.metric.choices if key_of(key, self._asked.metric) in DEFAULTS),
            key=lambda key: key != "ideal",
        )

    def _set(self, message: dict[str, Any]) -> None:
        key = message.get("key")
        if key in self._keys():
            value = check(key, message.get("value"))
            if value != self.settings[key]:
                state = replace(self._state, settings={**self._state.settings, key: value})
                self._commit(state, f"{_(PARAMETERS[key].title)}: {self._word(key, value)}")

    def _word(self, key: str, value: str) -> str:
        n = self.settings.get("n")
        return PARAMETERS[key].word(self._asked.metric.normal({"n": n, key: value})[key], n)

    def _choose(self, message: dict[str, Any]) -> None:
        super()._choose(message)
        self._tell(self.derivation, self.settings.get("n"))

    # what the front end shows

    def _update(self) -> None:
        super()._update()
        self._tell(self.derivation, self.settings.get("n"))

    def _view(self) -> dict[str, Any]:
        derivation = self.derivation
        ideal = derivation.step(derivation.metric.ideal)
        sums = [_sum_of(derivation, derivation.per_rank), _sum_of(derivation, ideal)]
        empty = not sums[1][1]
        self._values = math.nan if empty else derivation.value
        cut, lanes = self.settings.get("n"), self._state.lanes
        same = derivation.metric.uncut if cut is None else {}
        shown = lanes_view(lanes, self.ranking, self._marks, terms_of(lanes, derivation, cut))
        return self._common() | {
            "part": "compare",
            "kind": "ideal",
            "tiles": [],
            "list": _with_working(shown, derivation.per_rank),
            "ideal": self._ideal(ideal, {row["id"]: row for row in (*shown["shown"], *shown["missed"])}),
            "sums": [{"name": in_line(name), "value": number(value, fixed=4)} for name, value in sums],
            "result": {"name": derivation.symbol, "value": written(self._values), **self._changed()},
            "why": _("The ideal list is worth 0: {why}.", why=derivation.result.why) if empty else "",
            "settings": [
                control(key, self.settings, "own" if key == "ideal" else "shared", same.get(key))
                for key in self._keys()
            ],
        }

    def _changed(self) -> dict[str, Any]:
        return change(self._values, self._before if self._past or self._future else None)

    def _ideal(self, step: Step | None, known: dict[str, dict[str, Any]]) -> dict[str, Any]:
        best, values = self._best(), [] if step is None else [float(value) for value in step.value]
        last = max((k for k, value in enumerate(values, start=1) if value), default=0)
        held = len(best) if self._sorts_shown else sum(self._grade(item) > 0 for item in best)
        rows = [
            {
                "rank": k + 1,
                "counts": bool(values[k]),
                "term": _short(values[k]),
                "work": _working(step, k),
                **self._place(k, values[k], best, known),
            }
            for k in range(min(len(values), max(last, held)))
        ]
        kind = self.settings.get("ideal")
        return {
            "heading": _("Ideal"),
            "sub": self._word("ideal", kind) if kind else "",
            "term": in_line(step.symbol) if step else "",
            "rows": rows,
            "empty": "" if rows else _("Empty: no item is relevant."),
        }

    @property
    def _sorts_shown(self) -> bool:
        return self.settings.get("ideal") in self._asked.metric.reads_all.get("list", ())

    def _best(self) -> list[Item]:
        lanes = self._state.lanes
        items = [*lanes.shown, *(() if self._sorts_shown else lanes.missed)]
        return sorted(items, key=lambda item: -self._grade(item))

    def _grade(self, item: Item) -> float:
        return item.grade if self.graded else float(item.grade >= self.threshold)

    def _place(self, k: int, value: float, best: Sequence[Item], known: dict[str, Any]) -> dict[str, Any]:
        if k >= len(best) or (value and not self._grade(best[k])):  # past the relevant items
            none = {"id": f"none{k}", "label": _("no such item"), "badge": "?", "relevant": False, "state_word": ""}
            return none | {"now": "", "missed": False, "known": False}
        now = self._state.lanes.rank(best[k].id)
        says = _("missed") if not now else "" if now == k + 1 else _("from rank {rank}", rank=now)
        about = {key: known[best[k].id][key] for key in ("id", "label", "badge", "relevant", "state_word")}
        return about | {"now": says, "missed": not now, "known": True}

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, asked={self._asked.name!r})"


def _with_working(view: dict[str, Any], step: Step | None) -> dict[str, Any]:
    for row in view["shown"][: len(step.value) if step else 0]:
        row["work"] = _working(step, row["rank"] - 1)
    return view


def _short(value: float) -> str:
    return number(value, fixed=None if value == round(value) else 4)


def _working(step: Step | None, k: int) -> str:
    tree = step.expressions[k] if step else None
    return "" if tree is None or tree.kind == "number" or not tree.value else show(tree.at(None), TEXT)


def _sum_of(derivation: Derivation, each: Step | None) -> tuple[str, float]:
    for step in derivation.steps:
        summed = step.term.ndim == 0 and step.term.function is np.sum
        if each and summed and any(part is each.term for part in _unnamed(step.term)):
            return step.symbol, float(step.value)
    return "", 0.0


def _unnamed(term: Term) -> Iterator[Term]:
    for operand in terms_in(term.operands):
        yield operand
        if not operand.symbol:
            yield from _unnamed(operand)
