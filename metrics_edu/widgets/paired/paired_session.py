"""What an action on a PairedTest can change, with undo and redo, and the same as a short string."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from metrics_edu.language import refused

STATE_VERSION = "v=1"


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

    def toggled(self, key: str, place: int) -> PairedState:
        """Return the state with a query left out or swapped, or no longer."""
        return replace(self, **{key: ",".join(map(str, sorted({*self.places(key)} ^ {place})))})

    def write(self) -> str:
        """Write the state as a string.

        >>> PairedState().toggled("out", 5).write()
        'v=1&run=1&query=&out=5&swapped=&order=difference&flips=all'
        """
        return "&".join([STATE_VERSION, *(f"{key}={value}" for key, value in vars(self).items())])


def read(text: str, choices: Mapping[str, Sequence[str]]) -> PairedState:
    """Return the state that `write` gave; the choices are the words that are allowed for each field but `out` and `swapped`."""
    version, *pairs = text.strip().split("&")
    try:
        state = PairedState(**dict(pair.split("=") for pair in pairs))
        places = [*state.places("out"), *state.places("swapped")]
    except (TypeError, ValueError):
        version = ""
    are_known = version == STATE_VERSION and {*map(str, places)} <= {*choices["query"]}
    if not are_known or any(getattr(state, key) not in allowed for key, allowed in choices.items()):
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

    def commit(self, state: PairedState) -> PairedSession:
        return PairedSession((*self.states[: self.at + 1], state), self.at + 1)

    def go(self, where: str) -> PairedSession:
        """Return the session after an undo, a redo or a reset."""
        if where == "reset":
            return self.commit(self.states[0])
        return replace(self, at=min(max(self.at + (1 if where == "redo" else -1), 0), len(self.states) - 1))
