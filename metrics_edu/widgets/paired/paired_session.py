"""What an action on a PairedTest can change, with undo and redo, and the same as a short string."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from metrics_edu.language import refused

WRITTEN = re.compile(r"v=1&run=(\d+)&query=(\d*)&out=([\d,]*)&swapped=([\d,]*)&order=(\w+)&flips=(\w+)")
"""A state, of version 1."""


@dataclass(frozen=True)
class PairedState:
    """The chosen run and query, the queries left out and swapped, by their places from 1; how they are sorted; the flips shown."""

    run: str = "1"
    query: str = ""
    out: str = ""
    swapped: str = ""
    order: str = "difference"
    flips: str = "all"

    def places(self, key: str) -> list[int]:
        return [int(place) for place in getattr(self, key).split(",") if place]

    def choosing(self, other: PairedState) -> PairedState:
        """Return the state with the run and the query that another one has chosen."""
        return replace(self, run=other.run, query=other.query)

    def toggled(self, key: str, place: int) -> PairedState:
        """Return the state with a query left out or swapped, or no longer."""
        return replace(self, **{key: ",".join(map(str, sorted({*self.places(key)} ^ {place})))})

    def write(self) -> str:
        """Write the state as a string.

        >>> PairedState().toggled("out", 5).write()
        'v=1&run=1&query=&out=5&swapped=&order=difference&flips=all'
        """
        return "&".join(["v=1", *(f"{key}={value}" for key, value in vars(self).items())])


def read(text: str, choices: Mapping[str, Sequence[str]]) -> PairedState:
    """Return the state that `write` gave; the choices are the words that are allowed for each field but `out` and `swapped`."""
    found = WRITTEN.fullmatch(text.strip())
    state = PairedState(*found.groups()) if found else PairedState(run="")
    places = {str(place) for key in ("out", "swapped") for place in state.places(key)}
    if not places <= {*choices["query"]} or any(getattr(state, key) not in choices[key] for key in choices):
        raise refused("this is no state of a PairedTest of these runs: {value!r}", value=text[:60])
    return state


@dataclass(frozen=True)
class PairedSession:
    """All states, and the place of the present one."""

    states: tuple[PairedState, ...]
    at: int = 0

    @property
    def state(self) -> PairedState:
        return self.states[self.at]

    @property
    def start(self) -> PairedState:
        """The first state, with the run and the query that are chosen now: to choose is no edit."""
        return self.states[0].choosing(self.state)

    def commit(self, state: PairedState) -> PairedSession:
        return PairedSession((*self.states[: self.at + 1], state), self.at + 1)

    def put(self, state: PairedState) -> PairedSession:
        """Return the session with another present state, which is no edit."""
        return replace(self, states=(*self.states[: self.at], state, *self.states[self.at + 1 :]))

    def go(self, where: str) -> PairedSession:
        """Return the session after an undo, a redo or a reset."""
        if where == "reset":
            return self.commit(self.start)
        at = min(max(self.at + (1 if where == "redo" else -1), 0), len(self.states) - 1)
        return replace(self, at=at).put(self.states[at].choosing(self.state))
