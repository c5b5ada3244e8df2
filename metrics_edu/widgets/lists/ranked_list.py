"""RankedList: one list to edit by mouse, touch and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

import traitlets

from metrics_edu.language import _, ngettext, refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.value_and_derivation import one_list
from metrics_edu.widgets.contract.actions import EditAction
from metrics_edu.widgets.contract.lists import EditedView, RankedListView, Sentence
from metrics_edu.widgets.contract.shared import Message
from metrics_edu.widgets.contract.traits import TraitsBesideView
from metrics_edu.widgets.core import list_views
from metrics_edu.widgets.core.read_only_traits import set_read_only
from metrics_edu.widgets.core.widget import Handler, MetricWidget, as_text
from metrics_edu.widgets.list_state.edits import EDITS, id_in
from metrics_edu.widgets.list_state.history import Session
from metrics_edu.widgets.list_state.state import State, marks_of
from metrics_edu.widgets.list_state.state_string import read, write
from metrics_edu.widgets.list_state.user_lists import MAX_ITEMS, user_lists_of
from metrics_edu.working import Derivation
from metrics_edu.working.labels import one_line

if TYPE_CHECKING:
    import numpy.typing as npt

T = TypeVar("T")


class RankedList(MetricWidget):
    """A ranked list to edit: items *shown* in order and relevant items *missed*, with undo and redo.

    Parameters
    ----------
    ranking : Ranking
        Of one list. Labels are its items' names.
    labels : sequence of str, optional
        What the shown items, and after them the missed ones (best first), are called.
    **ranking_options
        Of a bare list: the `relevant`, `pool`, `missed` and `threshold` of its Ranking.

    Attributes
    ----------
    ranking : Ranking
        The list as it is now; to observe, to link and to set, as an edit that can be undone.

    Raises
    ------
    ValueError
        If the ranking is a batch or `labels` are too few.

    Examples
    --------
    >>> RankedList(Ranking.parse("NRR", relevant=3))
    RankedList('NRR', relevant=3)

    Hooks
    -----
    _taken
        Returns what the widget takes of a state that was read.
    _values
        What the widget computes of its lists, so that it can say what an edit changed.
    _of_chosen
        Returns the traits of the page that follow the chosen item.
    _edit, _replace, _commit
        Carry out an edit, replace the list by another one, and make a state the present one.
    """

    ACTIONS = EditAction

    ranking = traitlets.Instance(Ranking, read_only=True)
    sentence = traitlets.Dict(read_only=True).tag(sync=True)
    preview = traitlets.Dict(read_only=True).tag(sync=True)

    _session: Session[State]
    _UNSHOWN = ("choose", "table", "trail", "preview")
    _is_preview = False

    def __init__(
        self, ranking: Ranking | npt.ArrayLike, labels: Sequence[object] | None = None, **ranking_options: Any
    ) -> None:
        shown = one_list(type(self).__name__, ranking, **ranking_options)
        self._begin(State((user_lists_of(shown, "", labels),), marks_of(shown)))

    def _begin(self, state: State) -> None:
        self._known: dict[str, tuple[Any, Any]] = {}
        super().__init__(Session(state, state))

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
    def from_state(cls, state: str, *arguments: Any) -> Self:
        """Rebuild a widget from its `state`: lists and settings, and for an Explorer the chosen metric, user and item.

        The state has neither the measure of an IdealList nor the goals of an Inverse: pass them again as further arguments.

        Raises
        ------
        ValueError
            If the string is not such a state; the sentence names the part that is not.

        Examples
        --------
        >>> widget = RankedList(Ranking.parse("NRR", relevant=3))
        >>> RankedList.from_state(widget.state).state == widget.state
        True
        """
        widget = cls.__new__(cls)
        widget._begin(cls._taken(read(state)))
        return widget

    @classmethod
    def _taken(cls, state: State) -> State:
        return state.alone

    def _stand_at(self, start: State, now: State) -> None:
        self._session = Session(start, now)
        self._update()
        set_read_only(self, self._facts())

    @property
    def _values(self) -> Any:
        return None

    def _once(self, name: str, make: Callable[[], T], *of: Any) -> T:
        """Return what is made of some values, made again only when they have changed."""
        if name not in self._known or self._known[name][0] != of:
            self._known[name] = of, make()
        made: T = self._known[name][1]
        return made

    def _facts(self) -> dict[str, object]:
        return {"ranking": self._state.ranking}

    def _setters(self) -> dict[str, Handler]:
        return {"ranking": self._replace}

    def _replace(self, ranking: Any) -> None:
        if not isinstance(ranking, Ranking) or ranking.is_batch or ranking.shown.size > MAX_ITEMS:
            raise refused(
                "ranking must be a Ranking of one list, not longer than {most}; got {value}",
                most=MAX_ITEMS,
                value=one_line(repr(ranking))[:60],
            )
        self._refuse_mean()
        state, user_lists = self._state, self._state.user_lists
        others = [state.ranking_of(other) for other in state.users if other is not user_lists]
        if any(other.threshold != ranking.threshold for other in others):
            raise refused("the lists must have the same threshold")
        if ranking is not state.ranking:
            kept = {key: value for key, value in state.settings.items() if key not in ("graded", "threshold")}
            state = replace(state.put(user_lists_of(ranking, user_lists.name)), chosen=None)
            self._commit(replace(state, settings={**kept, **marks_of(ranking, *others)}), _("another list"))

    def _handler_of(self, name: str) -> Handler | None:
        return self._edit if name in EDITS else super()._handler_of(name)

    def _refuse_mean(self) -> None:
        if self._state.is_mean:
            raise refused("choose a user to edit a list")

    def _edit(self, message: Message) -> None:
        self._refuse_mean()
        state = self._state
        action = {"after": state.chosen, "chosen": state.chosen, **message, "graded": self.graded}
        edited = EDITS[str(message["do"])](state.user_lists, action, self.threshold)
        if edited.user_lists == state.user_lists:
            return
        new, description = replace(state.put(edited.user_lists), chosen=edited.chosen), edited.description
        two_grades = {item.grade for item in new.user_lists.shown} <= {0, max(new.threshold, 1)}
        if message["do"] == "paste" and not new.graded and not two_grades:
            new = replace(new, settings={**new.settings, "graded": "graded"})
            description += _(" (grades are shown now)")
        before, after = int(state.ranking.relevant), int(new.ranking.relevant)
        self._commit(new, description + (f" (|R| {before} → {after})" if before != after else ""))
        if edited.chosen == message.get("id") or state.user_lists.find(edited.chosen) is None:  # itself, or a new item
            self._session = replace(self._session, edited=edited.chosen)

    def _do_preview(self, message: Message) -> None:
        """Send what an edit would change, and leave everything as it is."""
        edit, turn = message.get("edit"), message.get("turn")
        if not isinstance(edit, dict) or str(edit.get("do")) not in EDITS or not isinstance(turn, int):
            return
        session, known = self._session, {**self._known}
        traits: dict[str, object] = {}
        self._is_preview = True
        try:
            self._edit(edit)
            traits = {"view": as_text(self._view()), **self._beside_view()}
        except ValueError:  # the page shows the list as it is
            pass
        finally:
            self._session, self._known, self._is_preview = session, known, False
        self.set_trait("preview", {"turn": turn, "traits": traits})

    def _commit(self, state: State, description: str) -> None:
        self._session = self._session.commit(state, description, self._values)

    def _go(self, message: Message) -> None:
        self._session = getattr(self._session, str(message["do"]))(self._values)

    _do_undo = _do_redo = _do_reset = _go

    def _do_choose(self, message: Message) -> None:
        self._session = self._session.at(chosen=id_in(message.get("id")))
        self._send_changed(self._of_chosen())

    def _named_data(self) -> Iterable[tuple[str, Any, Any]]:
        return [(user_lists.name, self._state.ranking_of(user_lists), None) for user_lists in self._state.users]

    def _beside_view(self) -> TraitsBesideView:
        return self._of_chosen()

    def _caption(self) -> str:
        return ngettext("A list of {count} item", "A list of {count} items", len(self._state.user_lists.shown))

    def _of_chosen(self) -> TraitsBesideView:
        return {}

    def _view(self) -> EditedView:
        shown = list_views.user_lists_view(self._state, self._state.user_lists)
        return RankedListView(**self._common(), screen="ranked_list", list=shown)

    def _common(self) -> EditedView:
        session, description, is_list = self._session, self._session.description, not self._state.is_mean
        return {
            "last_edit": description,
            "choose": bool(description),
            "notice": self._notice,
            "chosen": self._state.chosen,
            "edited": session.edited,
            "can": {
                "undo": bool(session.past),
                "redo": bool(session.future),
                "reset": session.differs,
                "ideal": is_list,
                "shuffle": is_list,
                "paste": is_list,
            },
        }

    def _sentence(self, derivation: Derivation, cut: int | None) -> Sentence:
        """Return the sentence of the chosen item of a list that is too long to send them all."""
        user_lists, chosen = self._state.user_lists, self._state.chosen
        rank = user_lists.rank(chosen)
        if chosen is None or not rank or self._state.is_mean or len(user_lists.shown) < list_views.LONG_LIST:
            return {}
        return {"id": chosen, "text": list_views.sentence(user_lists, rank, derivation, cut)}

    def __repr__(self) -> str:
        return repr(self._state.ranking).replace("Ranking", type(self).__name__, 1)
