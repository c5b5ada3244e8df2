"""RankedList: the two lanes of one list, to edit by mouse, touch and keys; IdealList: the same beside the ideal list."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, TypeVar

import traitlets

from metrics_edu.language import _, language, ngettext, number, refused
from metrics_edu.metrics import METRICS, PARAMETERS, Ranking, check_one_list, measure
from metrics_edu.widgets import views
from metrics_edu.widgets.edits import EDITS
from metrics_edu.widgets.part import Order, Part
from metrics_edu.widgets.settings import DEFAULTS, check, control, key_of
from metrics_edu.widgets.state import MAX_ITEMS, Item, Session, State, lanes_of, marks_of, read, write
from metrics_edu.widgets.still import paragraph, table
from metrics_edu.working import TEXT, Derivation, Step, in_line, one_line, show

T = TypeVar("T")


class RankedList(Part):
    """A ranked list to edit: items *shown* in order and relevant items *missed*, with undo and redo.

    Parameters
    ----------
    ranking : Ranking
        Of one list. Labels are its items' names.
    labels : sequence of str, optional
        What the shown items, and after them the missed ones (best first), are called.

    Attributes
    ----------
    ranking : Ranking
        The list as it stands now; to observe, to link and to set, as an edit that can be undone.

    Raises
    ------
    ValueError
        If the ranking is a batch or `labels` are too few.

    Examples
    --------
    >>> RankedList(Ranking.parse("NRR", relevant=3))
    RankedList('NRR', relevant=3)
    """

    ranking = traitlets.Instance(Ranking, read_only=True)
    sentence = traitlets.Dict(read_only=True).tag(sync=True)

    _session: Session
    _UNSHOWN = ("choose", "table")
    _takes_users = False

    def __init__(self, ranking: Ranking | State, labels: Sequence[object] | None = None) -> None:
        self._known: tuple[Any, Any] = (None, None)
        if not isinstance(ranking, State):
            check_one_list(type(self).__name__, ranking)
            ranking = State((lanes_of(ranking, "", labels),), marks_of(ranking))
        super().__init__(Session(ranking, ranking))

    @property
    def _state(self) -> State:
        return self._session.state

    @property
    def graded(self) -> bool:
        """Whether items have grades, or are just relevant or not."""
        return self._state.graded

    @property
    def threshold(self) -> float:
        """The grade from which an item is relevant."""
        return self._state.threshold

    @property
    def state(self) -> str:
        """Everything that is shown, as a short string for `from_state`."""
        return write(self._state)

    @classmethod
    def from_state(cls, state: str, *asked: Any) -> Self:
        """Rebuild a part from its `state`: lists and settings, of an Explorer the chosen metric, user and item, too.

        What an IdealList or Inverse is asked of its list is not in it, and is given again.

        Raises
        ------
        ValueError
            If the string is not such a state; the sentence names the part that is not.

        Examples
        --------
        >>> part = RankedList(Ranking.parse("NRR", relevant=3))
        >>> RankedList.from_state(part.state).state == part.state
        True
        """
        now = read(state)
        return cls(now if cls._takes_users else now.alone, *asked)

    def _stand_at(self, start: State, now: State) -> None:
        self._session = Session(start, now)
        self._update()
        self._publish()

    @property
    def _values(self) -> Any:
        """What a part computes of its lists: so it can say what an edit changed."""
        return None

    def _once(self, make: Callable[[], T], *of: Any) -> T:
        """Return what is made of some values, made anew only when they have changed."""
        if self._known[0] != of:
            self._known = of, make()
        made: T = self._known[1]
        return made

    def _facts(self) -> dict[str, Any]:
        return {"ranking": self._state.ranking}

    def _setters(self) -> dict[str, Order]:
        return {"ranking": self._replace}

    def _replace(self, ranking: Any) -> None:
        if not isinstance(ranking, Ranking) or ranking.is_batch or ranking.shown.size > MAX_ITEMS:
            facts = {"most": MAX_ITEMS, "given": one_line(repr(ranking))[:60]}
            raise refused("ranking must be a Ranking of one list, not longer than {most}; got {given}", **facts)
        self._refuse_mean()
        state, lanes = self._state, self._state.lanes
        others = [state.ranking_of(other) for other in state.users if other is not lanes]
        if any(other.threshold != ranking.threshold for other in others):
            raise refused("the lists must have one threshold")
        if ranking is not state.ranking:
            kept = {key: value for key, value in state.settings.items() if key not in ("graded", "threshold")}
            state = replace(state.put(lanes_of(ranking, lanes.name)), chosen=None)
            self._commit(replace(state, settings=kept | marks_of(ranking, *others)), _("another list"))

    def _order(self, name: str) -> Order | None:
        return self._edit if name in EDITS else super()._order(name)

    def _refuse_mean(self) -> None:
        if self._state.is_mean:
            raise refused("choose a user to edit a list")

    def _edit(self, message: dict[str, Any]) -> None:
        self._refuse_mean()
        state = self._state
        chosen = _id_in(message.get("chosen", state.chosen))
        order = {"after": state.chosen, **message, "chosen": chosen, "graded": self.graded}
        edited = EDITS[message["do"]](state.lanes, order, self.threshold)
        if edited.lanes == state.lanes:
            return
        new, said = replace(state.put(edited.lanes), chosen=edited.chosen), edited.said
        two_grades = {item.grade for item in new.lanes.shown} <= {0, max(new.threshold, 1)}
        if message["do"] == "paste" and not new.graded and not two_grades:
            new = replace(new, settings={**new.settings, "graded": "graded"})
            said += _(" (grades are shown now)")
        before, after = int(state.ranking.relevant), int(new.ranking.relevant)
        self._commit(new, said + (f" (|R| {before} → {after})" if before != after else ""))

    def _commit(self, state: State, said: str) -> None:
        self._session = self._session.commit(state, said, self._values)

    def _go(self, message: dict[str, Any]) -> None:
        self._session = getattr(self._session, message["do"])(self._values)

    _do_undo = _do_redo = _do_reset = _go

    def _do_choose(self, message: dict[str, Any]) -> None:
        self._session = self._session.at(chosen=_id_in(message.get("id")))
        self._send_changed(self._of_chosen())

    def _printed(self) -> Iterable[tuple[str, Any, Any]]:
        return [(lanes.name, self._state.ranking_of(lanes), None) for lanes in self._state.users]

    def _sent(self) -> dict[str, Any]:
        return super()._sent() | self._of_chosen()

    def _caption(self) -> str:
        return ngettext("A list of {count} item", "A list of {count} items", len(self._state.lanes.shown))

    def _of_chosen(self) -> dict[str, Any]:
        """Return the traits of the front end that follow the chosen item."""
        return {}

    def _view(self) -> dict[str, Any]:
        shown = views.lanes_view(self._state, self._state.lanes)
        return self._common() | {"list": shown, "derivation": None, "tabs": [], "tiles": [], "convention": ""}

    def _common(self) -> dict[str, Any]:
        session, said = self._session, self._session.said
        can = {"undo": bool(session.past), "redo": bool(session.future), "reset": session.differs}
        can |= dict.fromkeys(("ideal", "shuffle", "paste"), not self._state.is_mean)
        return {"last": said, "choose": bool(said), "notice": self._notice, "chosen": self._state.chosen, "can": can}

    def _sentence(self, derivation: Derivation, cut: int | None) -> dict[str, Any]:
        """Return the sentence of the chosen item of a list that is too long to send them all."""
        lanes, chosen = self._state.lanes, self._state.chosen
        rank = 0 if self._state.is_mean or len(lanes.shown) < views.LONG_LIST else lanes.rank(chosen)
        return {"id": chosen, "say": views.sentence(lanes, rank, derivation, cut)} if rank else {}

    def __repr__(self) -> str:
        return repr(self._state.ranking).replace("Ranking", type(self).__name__, 1)


def _id_in(id: object) -> str | None:
    return id if isinstance(id, str) else None


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

    value = traitlets.Float(read_only=True)

    def __init__(
        self, ranking: Ranking | State, asked: str = "nDCG@10", *, labels: Sequence[object] | None = None
    ) -> None:
        self._asked = measure(asked)
        if not self._asked.metric.ideal:
            allowed = ", ".join(metric.label() for metric in METRICS.values() if metric.ideal)
            raise refused("asked must be a measure with an ideal list, {allowed}; got {given!r}",
                          allowed=allowed, given=asked)  # fmt: skip
        super().__init__(ranking, labels)

    @property
    def settings(self) -> dict[str, Any]:
        """The parameters of the metric, with their values."""
        asked = {**self._asked.metric.parameters, **dict(self._asked.parameters)}
        return asked | {key: value for key, value in self._state.settings.items() if key in asked}

    @property
    def derivation(self) -> Derivation:
        """The derivation of the value."""
        state, explain = self._state, self._asked.metric.explain
        return self._once(lambda: explain(state.ranking, **self.settings), state.users, state.settings, language())

    @property
    def _values(self) -> float:
        empty = not _sum_of(self.derivation, self.derivation.step(self.derivation.metric.ideal))[1]
        return math.nan if empty else self.derivation.value

    def _facts(self) -> dict[str, Any]:
        return super()._facts() | {"value": self._values}

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

    def _of_chosen(self) -> dict[str, Any]:
        return {"sentence": self._sentence(self.derivation, self._cut)}

    def _worked(self) -> Iterable[Derivation]:
        return [self.derivation]

    def _caption(self) -> str:
        return _("{symbol} beside its ideal list", symbol=in_line(self.derivation.symbol))

    def _still_values(self) -> Iterable[str]:
        ideal, result = self.view["ideal"], self.view["result"]
        rows = [(row["rank"], row["badge"], row["label"] or "") for row in ideal["rows"]]
        return [table(rows, [_("Ideal list"), "", ""]), paragraph(f"{result['name']} = {result['value']}")]

    def _view(self) -> dict[str, Any]:
        derivation, value = self.derivation, self._values
        each, ideal = derivation.per_rank, derivation.step(derivation.metric.ideal)
        sums = [_sum_of(derivation, each), _sum_of(derivation, ideal)]
        same = derivation.metric.uncut if self._cut is None else {}
        shown = views.lanes_view(self._state, self._state.lanes, derivation, self._cut)
        for row, worth in zip(shown["shown"], each.value if each else (), strict=False):
            row |= {"term": number(worth, fixed=4), "work": _working(each, row["rank"] - 1)}
        for row in shown["missed"]:
            row["term"] = number(0.0, fixed=4)  # in the column of the others
        result = {"name": derivation.symbol, "value": views.written(value)}
        groups = {key: "own" if key == "ideal" else "shared" for key in self._keys()}
        return self._common() | {
            "part": "compare",
            "kind": "ideal",
            "tiles": [],
            "list": shown,
            "ideal": self._ideal(ideal, {row["id"]: row for row in (*shown["shown"], *shown["missed"])}),
            "sums": [{"name": in_line(name), "value": number(total, fixed=4)} for name, total in sums],
            "result": result | views.change(value, self._session.before),
            "why": "" if sums[1][1] else _("The ideal list is worth 0: {why}.", why=derivation.result.why),
            "settings": [control(key, self.settings, group, same.get(key)) for key, group in groups.items()],
        }

    def _ideal(self, step: Step | None, known: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
        best, values = self._best(), [] if step is None else step.value.tolist()
        last = max((k for k, value in enumerate(values, start=1) if value), default=0)
        rows = []
        for k, value in enumerate(values[: max(last, len(best))]):
            worth = number(value, fixed=4)
            say = _("The ideal list has it at rank {rank}: {value} there.", rank=k + 1, value=worth)
            term = {"rank": k + 1, "counts": bool(value), "term": worth, "work": _working(step, k), "say": say}
            rows.append(term | self._place(k, value, best, known))
        kind = self.settings.get("ideal")
        sub, symbol = self._word("ideal", kind) if kind else "", in_line(step.symbol) if step else ""
        marks = [row["badge"] for row in rows if row["known"]]
        ties = _("Of items worth the same, those shown stand first, in their order: it changes no sum.")
        about = {"sub": sub, "term": symbol, "rows": rows, "empty": "" if rows else _("Empty: no item is relevant.")}
        return about | {"ties": ties if len({*marks}) < len(marks) else ""}

    def _best(self) -> list[Item]:
        """Return the items of the ideal list: of all that are relevant, or of those that are shown."""
        lanes, kind = self._state.lanes, self.settings.get("ideal")
        sorts_shown = kind in self._asked.metric.reads_all.get("list", ())
        items = lanes.shown if sorts_shown else [item for item in lanes if self._grade(item)]
        return sorted(items, key=lambda item: -self._grade(item))

    def _grade(self, item: Item) -> float:
        return item.grade if self.graded else float(item.grade >= self.threshold)

    def _place(self, k: int, value: float, best: Sequence[Item], known: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
        if k >= len(best) or (value and not self._grade(best[k])):  # past the relevant items
            nobody = {"id": f"none{k}", "label": _("no such item"), "badge": "?", "relevant": False, "state_word": ""}
            return nobody | {"now": "", "missed": False, "known": False}
        rank = self._state.lanes.rank(best[k].id)
        now = _("missed") if not rank else "" if rank == k + 1 else _("from {rank}", rank=rank)
        about = {key: known[best[k].id][key] for key in ("id", "label", "badge", "relevant", "state_word")}
        return about | {"now": now, "missed": not rank, "known": True}

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, asked={self._asked.name!r})"


def _working(step: Step | None, k: int) -> str:
    tree = step.expressions[k] if step and step.value[k] else None
    return "" if tree is None or tree.kind == "number" else show(tree.at(None), TEXT)


def _sum_of(derivation: Derivation, each: Step | None) -> tuple[str, float]:
    for step in derivation.sums:
        if each and any(part is each.term for part in views.unnamed(step.term)):
            return step.symbol, float(step.value)
    return "", 0.0
