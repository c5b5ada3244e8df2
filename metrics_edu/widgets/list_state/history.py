"""Session: the state of a widget now, at the start, before and after, for undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from metrics_edu.language import _

MAX_UNDO = 200


class Undoable(Protocol):
    """A state that edits change; what it only chooses to show is no edit, and no undo takes it back."""

    @property
    def content(self) -> object:
        """What edits change."""

    def at_place_of(self, other: Self) -> Self:
        """Return the state at the place, such as a user's tab, that another one shows."""

    def choosing_as(self, other: Self) -> Self:
        """Return the state with what another one has chosen, such as a metric."""


AnyState = TypeVar("AnyState", bound=Undoable)


@dataclass(frozen=True)
class Session(Generic[AnyState]):
    """The state at the start and now, those before and after it; the name and the item of the last edit, the values before it.

    A Compare keeps the largest gap of its values since it was at the start: one scale for the bars of all these states.
    """

    start: AnyState
    state: AnyState
    past: tuple[AnyState, ...] = ()
    future: tuple[AnyState, ...] = ()
    description: str = ""
    before: Any = None
    edited: str | None = None
    solution_seen: bool = False
    largest_gap: float = 0.0

    def at(self, **changes: Any) -> Self:
        return replace(self, state=replace(self.state, **changes))  # type: ignore[type-var]

    def commit(self, state: AnyState, description: str = "", before: Any = None) -> Self:
        past = (*self.past[1 - MAX_UNDO :], self.state)
        return replace(self, state=state, past=past, future=(), description=description, before=before, edited=None)

    def undo(self, before: Any = None) -> Self:
        return self._go("past", "future", _("undone"), before)

    def redo(self, before: Any = None) -> Self:
        return self._go("future", "past", _("done again"), before)

    def _go(self, source: str, target: str, description: str, before: Any) -> Self:
        if not getattr(self, source):
            return self
        *rest, state = getattr(self, source)
        left = self.state.at_place_of(state)  # where the way back leads
        states: Any = {source: tuple(rest), target: (*getattr(self, target), left)}
        state = state.choosing_as(self.state)
        return replace(self, state=state, description=description, before=before, edited=None, **states)

    def reset(self, before: Any = None) -> Self:
        if not self.differs:
            return self
        start = self.start.at_place_of(self.state).choosing_as(self.state)
        return self.commit(start, _("back to the start"), before)

    @property
    def differs(self) -> bool:
        return self.start.content != self.state.content
