"""RankedList: a widget with the two lanes of one list, to edit by mouse, touch and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import traitlets

from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.widgets.explorer.lanes import EDITS, Lanes, lanes_of
from metrics_edu.widgets.explorer.pasted import Refused
from metrics_edu.widgets.explorer.state import State
from metrics_edu.widgets.explorer.views import LONG, Marks, lanes_view, sentence
from metrics_edu.widgets.part import Part
from metrics_edu.working import Derivation

MOST_UNDO = 200


class RankedList(Part):
    """A ranked list to edit: items *shown* in order and relevant items *missed*, with undo and redo.

    Parameters
    ----------
    ranking : Ranking
        Of one list. Labels are its items' names.
    labels : sequence of str, optional
        What the shown items, and after them the missed ones (best first), are called.

    Raises
    ------
    ValueError
        If the ranking is a batch or `labels` are too few.

    Examples
    --------
    >>> RankedList(Ranking.parse("NRR", relevant=3))
    RankedList('NRR', relevant=3)
    """

    sentence = traitlets.Dict().tag(sync=True)
    _UNSHOWN = ("choose", "table")

    def __init__(self, ranking: Ranking, labels: Sequence[object] | None = None) -> None:
        if ranking.is_batch:
            raise ValueError(_("RankedList takes one list; got a batch of {count}", count=len(ranking.shown)))
        self._open(State((lanes_of(ranking, "", labels),), marks_of(ranking)))

    def _open(self, state: State) -> None:
        self._start = self._state = state
        self._past: list[State] = []
        self._future: list[State] = []
        self._said = self._notice = ""
        self._begin_part()

    # what the list is

    @property
    def ranking(self) -> Ranking:
        """The list as a Ranking, as it stands now."""
        return self._ranking(self._state.lanes)

    @property
    def graded(self) -> bool:
        """Whether items have grades, or are just relevant or not."""
        return bool(self._state.settings.get("graded") == "graded")

    @property
    def threshold(self) -> float:
        """The grade from which an item is relevant."""
        return float(self._state.settings.get("threshold", 1))

    @property
    def _marks(self) -> Marks:
        return Marks(self.graded, self.threshold)

    def _ranking(self, lanes: Lanes) -> Ranking:
        return lanes.ranking(self.threshold, binary=not self.graded)

    # what the front end asks for

    _values: Any = None
    _before: Any = None
    """What a part computes of its lists, now and before the last edit: so it can say what that changed."""

    def _kept(self) -> dict[str, Any]:
        return {
            "_state": self._state, "_said": self._said, "_past": list(self._past), "_future": list(self._future),
            "_values": self._values, "_before": self._before,
        }  # fmt: skip

    def _actions(self) -> dict[Any, Callable[[dict[str, Any]], None]]:
        edits = dict.fromkeys(EDITS, self._edit)
        return {**edits, "undo": self._undo, "redo": self._redo, "reset": self._reset, "choose": self._choose}

    def _edit(self, message: dict[str, Any]) -> None:
        if self._state.is_mean:
            raise Refused(_("choose a user to edit a list"))
        chosen = _id_in(message.get("chosen", self._state.chosen))
        order = {"after": self._state.chosen, **message, "chosen": chosen, "graded": self.graded}
        done = EDITS[message["do"]](self._state.lanes, order, self.threshold)
        before = int(self.ranking.relevant)
        if done.lanes != self._state.lanes:
            self._commit(replace(self._state.put(done.lanes), chosen=done.chosen), done.said)
            if message["do"] == "paste":
                self._show_grades()
            if (after := int(self.ranking.relevant)) != before:
                self._said += f" (|R| {before} → {after})"

    def _show_grades(self) -> None:
        grades = {item.grade for item in self._state.lanes.shown}
        if not self.graded and not grades <= {0, max(self.threshold, 1)}:
            self._state = replace(self._state, settings={**self._state.settings, "graded": "graded"})
            self._said += _(" (grades are shown now)")

    def _commit(self, state: State, said: str) -> None:
        self._past = [*self._past[1 - MOST_UNDO :], self._state]
        self._future, self._before = [], self._values
        self._state, self._said = state, said

    def _undo(self, _message: dict[str, Any]) -> None:
        self._travel(self._past, self._future, _("undone"))

    def _redo(self, _message: dict[str, Any]) -> None:
        self._travel(self._future, self._past, _("done again"))

    def _travel(self, source: list[State], target: list[State], said: str) -> None:
        if source:
            found, self._before = source.pop(), self._values
            target.append(replace(self._state, user=found.user))  # the way back leads to the same user's tab
            self._state, self._said = replace(found, metric=self._state.metric), said

    def _reset(self, _message: dict[str, Any]) -> None:
        start = replace(self._start, metric=self._state.metric, user=self._state.user)
        if (start.users, start.settings) != (self._state.users, self._state.settings):
            self._commit(start, _("back to the start"))

    def _choose(self, message: dict[str, Any]) -> None:
        self._state = replace(self._state, chosen=_id_in(message.get("id")))

    def _tell(self, derivation: Derivation, cut: int | None) -> None:
        lanes = self._state.lanes
        rank = 0 if self._state.is_mean or len(lanes.shown) < LONG else lanes.rank(self._state.chosen)
        self.sentence = {"id": self._state.chosen, "say": sentence(lanes, rank, derivation, cut)} if rank else {}

    # what the front end shows

    def _view(self) -> dict[str, Any]:
        return {
            **self._common(),
            "list": lanes_view(self._state.lanes, self.ranking, self._marks),
            "derivation": None,
            "tabs": [],
            "tiles": [],
            "settings": [],
            "convention": "",
        }

    def _common(self) -> dict[str, Any]:
        editable = not self._state.is_mean
        return {
            "can": {
                "undo": bool(self._past),
                "redo": bool(self._future),
                "ideal": editable,
                "shuffle": editable,
                "paste": editable,
                "reset": self._state.users != self._start.users or self._state.settings != self._start.settings,
            },
            "last": self._said,
            "notice": self._notice,
            "chosen": self._state.chosen,
            "choose": bool(self._said),
        }

    def __repr__(self) -> str:
        return repr(self.ranking).replace("Ranking", type(self).__name__, 1)


def _id_in(given: object) -> str | None:
    return given if isinstance(given, str) else None


def marks_of(*rankings: Ranking) -> dict[str, Any]:
    """Return the settings that tell how the items of lists are marked: just R and N, or grades and a threshold."""
    if all(one.is_binary for one in rankings):
        return {}
    return {"graded": "graded", "threshold": rankings[0].threshold}
