"""Session: the state of a widget now, at the start, before and after, for undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.language import _
from metrics_edu.widgets.list_state.state import State

MAX_UNDO = 200


@dataclass(frozen=True)
class Session:
    """The state at the start and now, those before and after it; the name and the item of the last edit, the values before it.

    A Compare keeps the largest gap of its values since it was at the start: one scale for the bars of all these states.
    """

    start: State
    state: State
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    description: str = ""
    before: Any = None
    edited: str | None = None
    solution_seen: bool = False
    largest_gap: float = 0.0

    def at(self, **changes: Any) -> Session:
        return replace(self, state=replace(self.state, **changes))

    def commit(self, state: State, description: str, before: Any) -> Session:
        past = (*self.past[1 - MAX_UNDO :], self.state)
        return replace(self, state=state, past=past, future=(), description=description, before=before, edited=None)

    def undo(self, before: Any) -> Session:
        return self._go("past", "future", _("undone"), before)

    def redo(self, before: Any) -> Session:
        return self._go("future", "past", _("done again"), before)

    def _go(self, source: str, target: str, description: str, before: Any) -> Session:
        if not getattr(self, source):
            return self
        *rest, state = getattr(self, source)
        left = replace(self.state, user=state.user)  # the way back leads to the same user's tab
        states: Any = {source: tuple(rest), target: (*getattr(self, target), left)}
        state = replace(state, metric=self.state.metric)
        return replace(self, state=state, description=description, before=before, edited=None, **states)

    def reset(self, before: Any) -> Session:
        if not self.differs:
            return self
        start = replace(self.start, metric=self.state.metric, user=self.state.user)
        return self.commit(start, _("back to the start"), before)

    @property
    def differs(self) -> bool:
        return (self.start.users, self.start.settings) != (self.state.users, self.state.settings)
