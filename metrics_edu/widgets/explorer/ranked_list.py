"""RankedList: a widget with the two lanes of one list, to edit by mouse, touch and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import traitlets

from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.widgets.explorer import views
from metrics_edu.widgets.explorer.edits import EDITS
from metrics_edu.widgets.explorer.lanes import MAX_ITEMS, lanes_of
from metrics_edu.widgets.explorer.state import Session, State, marks_of
from metrics_edu.widgets.part import Order, Part, refused
from metrics_edu.working import Derivation, one_line

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

    def __init__(self, ranking: Ranking | State, labels: Sequence[object] | None = None) -> None:
        self._known: tuple[Any, Any] = (None, None)
        if isinstance(ranking, Ranking):
            if ranking.is_batch:
                raise refused("RankedList takes one list; got a batch of {count}", count=len(ranking.shown))
            ranking = State((lanes_of(ranking, "", labels),), marks_of(ranking))
        super().__init__(Session(ranking, ranking))

    # what the list is

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
    def _values(self) -> Any:
        """What a part computes of its lists: so it can say what an edit changed."""
        return None

    def _once(self, make: Callable[[], T], *of: Any) -> T:
        """Return what is made of some values, made anew only when they have changed."""
        if self._known[0] != of:
            self._known = of, make()
        made: T = self._known[1]
        return made

    # what a notebook follows and sets

    def _facts(self) -> dict[str, Any]:
        return {"ranking": self._state.ranking}

    def _setters(self) -> dict[str, Order]:
        return {"ranking": self._replace}

    def _replace(self, ranking: Any) -> None:
        if not isinstance(ranking, Ranking) or ranking.is_batch or ranking.shown.size > MAX_ITEMS:
            raise refused(
                "ranking must be a Ranking of one list, not longer than {most}; got {given}",
                most=MAX_ITEMS,
                given=one_line(repr(ranking))[:60],
            )
        self._refuse_mean()
        state, lanes = self._state, self._state.lanes
        others = [state.ranking_of(other) for other in state.users if other is not lanes]
        if any(other.threshold != ranking.threshold for other in others):
            raise refused("the lists must have one threshold")
        if ranking is not state.ranking:
            kept = {key: value for key, value in state.settings.items() if key not in ("graded", "threshold")}
            state = replace(state.put(lanes_of(ranking, lanes.name)), chosen=None)
            self._commit(replace(state, settings=kept | marks_of(ranking, *others)), _("another list"))

    # what the front end asks for

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
        if message["do"] == "paste" and _needs_grades(new):
            new = replace(new, settings={**new.settings, "graded": "graded"})
            said += _(" (grades are shown now)")
        before, after = int(state.ranking.relevant), int(new.ranking.relevant)
        self._commit(new, said + (f" (|R| {before} → {after})" if before != after else ""))

    def _commit(self, state: State, said: str) -> None:
        self._session = self._session.commit(state, said, self._values)

    def _do_undo(self, _message: dict[str, Any]) -> None:
        self._session = self._session.undo(self._values)

    def _do_redo(self, _message: dict[str, Any]) -> None:
        self._session = self._session.redo(self._values)

    def _do_reset(self, _message: dict[str, Any]) -> None:
        self._session = self._session.reset(self._values)

    def _do_choose(self, message: dict[str, Any]) -> None:
        self._session = self._session.at(chosen=_id_in(message.get("id")))
        self._send_changed(self._of_chosen())

    # what the front end shows

    def _sent(self) -> dict[str, Any]:
        return super()._sent() | self._of_chosen()

    def _of_chosen(self) -> dict[str, Any]:
        """Return the traits of the front end that follow the chosen item."""
        return {}

    def _view(self) -> dict[str, Any]:
        shown = views.lanes_view(self._state, self._state.lanes)
        return self._common() | {"list": shown, "derivation": None, "tabs": [], "tiles": [], "convention": ""}

    def _common(self) -> dict[str, Any]:
        session, editable = self._session, not self._state.is_mean
        back_and_forth = {"undo": bool(session.past), "redo": bool(session.future)}
        edits = dict.fromkeys(("ideal", "shuffle", "paste"), editable)
        return {
            "can": {**back_and_forth, **edits, "reset": session.differs},
            "last": session.said,
            "notice": self._notice,
            "chosen": session.state.chosen,
            "choose": bool(session.said),
        }

    def _sentence(self, derivation: Derivation, cut: int | None) -> dict[str, Any]:
        """Return the sentence of the chosen item of a list that is too long to send them all."""
        lanes, chosen = self._state.lanes, self._state.chosen
        rank = 0 if self._state.is_mean or len(lanes.shown) < views.LONG_LIST else lanes.rank(chosen)
        return {"id": chosen, "say": views.sentence(lanes, rank, derivation, cut)} if rank else {}

    def __repr__(self) -> str:
        return repr(self._state.ranking).replace("Ranking", type(self).__name__, 1)


def _needs_grades(state: State) -> bool:
    return not state.graded and not {item.grade for item in state.lanes.shown} <= {0, max(state.threshold, 1)}


def _id_in(id: object) -> str | None:
    return id if isinstance(id, str) else None
