"""Session: what is edited, the way back and forth, and what is said of the last edit. A pure value; no widget here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.language import _
from metrics_edu.widgets.explorer.state import State

MOST_UNDO = 200


@dataclass(frozen=True)
class Session:
    """The state at the start and now, those before and after it, what the last edit is called, and the values before it."""

    start: State
    state: State
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    said: str = ""
    before: Any = None
    solution_seen: bool = False

    def at(self, **changes: Any) -> Session:
        """Return the session with the state changed, which is no edit."""
        return replace(self, state=replace(self.state, **changes))

    def commit(self, state: State, said: str, before: Any) -> Session:
        """Return the session after an edit."""
        past = (*self.past[1 - MOST_UNDO :], self.state)
        return replace(self, state=state, past=past, future=(), said=said, before=before)

    def undo(self, before: Any) -> Session:
        """Return the session with the last edit undone."""
        if not self.past:
            return self
        *past, found = self.past
        moved = replace(self._moved(found, before), said=_("undone"))
        return replace(moved, past=tuple(past), future=(*self.future, self._left_for(found)))

    def redo(self, before: Any) -> Session:
        """Return the session with the last edit that was undone made again."""
        if not self.future:
            return self
        *future, found = self.future
        moved = replace(self._moved(found, before), said=_("done again"))
        return replace(moved, future=tuple(future), past=(*self.past, self._left_for(found)))

    def _moved(self, found: State, before: Any) -> Session:
        return replace(self, state=replace(found, metric=self.state.metric), before=before)

    def _left_for(self, found: State) -> State:
        return replace(self.state, user=found.user)  # the way back leads to the same user's tab

    def reset(self, before: Any) -> Session:
        """Return the session with the lists and settings of the start."""
        if not self.differs:
            return self
        start = replace(self.start, metric=self.state.metric, user=self.state.user)
        return self.commit(start, _("back to the start"), before)

    @property
    def differs(self) -> bool:
        """Whether lists or settings are not those of the start."""
        return (self.start.users, self.start.settings) != (self.state.users, self.state.settings)
