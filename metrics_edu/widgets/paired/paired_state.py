"""What an action on a PairedTest can change, and the same as a short string."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from metrics_edu.language import refused
from metrics_edu.widgets.paired.paired_values import FEWEST

WRITTEN = re.compile(r"v=1&run=(\d+)&query=(\d*)&out=([\d,]*)&swapped=([\d,]*)&order=(\w+)&flips=(\w+)")
"""A state, of version 1."""
PLACES = "out", "swapped"


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

    @property
    def content(self) -> object:
        return self.out, self.swapped, self.order, self.flips

    def at_place_of(self, other: PairedState) -> PairedState:
        return self

    def choosing_as(self, other: PairedState) -> PairedState:
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
    kept = [",".join(query for query in choices["query"][1:] if int(query) in state.places(key)) for key in PLACES]
    is_known = all(getattr(state, key) in choices[key] for key in choices)
    if (
        kept != [state.out, state.swapped]
        or not is_known
        or len(choices["query"]) - 1 - len(state.places("out")) < FEWEST
    ):
        raise refused("this is no state of a PairedTest of these runs: {value!r}", value=text[:60])
    return state
