"""Closed lists: all states of a small list and all edits between them, so that a page of the list needs no Python.

A list has six items, R or N, and misses up to two relevant items. In a table its items are called `i0` to `i5` by their rank:
the page knows which item is at which rank, and puts the names of the items in their place.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from metrics_edu import Ranking
from metrics_edu.language import language
from metrics_edu.widgets import Explorer, RankedList
from metrics_edu.widgets.core.derivation_views import change
from metrics_edu.widgets.list_state.history import Session
from metrics_edu.widgets.list_state.settings import EXPLORED
from metrics_edu.widgets.list_state.state_string import write
from website.build.kept_answers import Action, edits, key_of, page_traits
from website.build.kept_files import Answers, kept_file

CLOSED_LISTS: dict[str, dict[str, Any]] = {
    "precision": {"measure": "P"},
    "recall": {"measure": "Recall"},
    "f1": {"measure": "F1"},
    "rr": {"measure": "RR"},
    "ap": {"measure": "AP"},
    "ndcg": {"measure": "nDCG"},
    "rankscore": {"measure": "Rankscore"},
}
"""By the name of its page, what the Explorer of a closed list gets: the measure, and settings that are not the usual ones."""
NAMES = "ABCDEF"
"""What the items are called on the page, in their order at the start."""
ITEMS = [f"i{k}" for k in range(len(NAMES))]
MOST_MISSED = 2
STATES = [("".join(marks), k) for k in range(MOST_MISSED + 1) for marks in itertools.product("RN", repeat=len(ITEMS))]
"""The marks of the shown items, and the number of missed ones, of each state."""
START = STATES.index(("NRRNNR", 1))
CLOSED_EDITS = ("toggle", "move", "set_relevant")
"""The edits that can lead to another state."""
NO_STATE: list[int | None] = [None] * len(STATES)
SHOWN = ("text", "view", "figure", "prediction", "sentence", "task")
VARYING = ("view", "figure", "state_line")
"""The traits that the page shows, and those that differ between states."""


def ranking_of(marks: str, missed: int) -> Ranking:
    return Ranking.parse(marks, relevant=marks.count("R") + missed)


def closed_traits(explorer: Any) -> dict[str, Any]:
    """Return what the page shows of a state: no control that leaves the states, and a link that shows all measures."""
    explorer.act({"do": "table", "open": True})
    traits = page_traits(explorer)
    view = json.loads(traits["view"])
    view["can"] = dict.fromkeys(("undo", "redo", "reset"), False)
    view["list"]["relevant"]["max"] = view["list"]["hits"] + MOST_MISSED
    traits["view"] = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
    link = write(replace(explorer._state, tiles=tuple(EXPLORED)))
    return {name: traits[name] for name in SHOWN} | {"controls": [], "state_line": link}


def closed_edits(view: Any) -> Iterator[Action]:
    """Yield the edits that the page can send."""
    first = (edit for edit, *others in edits(view) if not others and edit.get("id", ITEMS[0]) in ITEMS)
    yield from (edit for edit in first if edit["do"] in CLOSED_EDITS)
    least = view["list"]["relevant"]["min"]
    yield from ({"do": "set_relevant", "to": least + k} for k in range(MOST_MISSED + 1))
    yield {"do": "reset"}


@cache
def steps_in(_language: str) -> dict[str, Any]:
    """Return what the edits do to the list, whatever its measure: see `closed_answers`."""
    other = RankedList(ranking_of(*STATES[START]), ITEMS[::-1])._session.state  # differs from all states
    texts: dict[str, int] = {}
    table: dict[str, Any] = {}
    for at, state in enumerate(STATES):
        ranked: Any = RankedList(ranking_of(*state), ITEMS)
        session = Session(other, ranked._session.state)
        for action in closed_edits(ranked.view):
            ranked._session = session
            ranked._handler_of(action["do"])(action)
            lists = ranked._session.state.user_lists
            order = [ITEMS.index(item.id) for item in lists.shown]
            edit = table.setdefault(key_of([action]), {"order": order, "by": NO_STATE[:], "said": NO_STATE[:]})
            after = "".join("R" if item.grade else "N" for item in lists.shown), len(lists.missed)
            if after in STATES:
                edit["by"][at] = STATES.index(after) - at
                edit["said"][at] = texts.setdefault(ranked._session.description, len(texts))
    said = {}
    for name in ("undo", "redo"):  # of the last reset
        ranked.act({"do": name})
        said[name] = ranked.view["last_edit"]
    return {"edits": table, "texts": [*texts], "said": said}


def closed_answers(row: dict[str, Any]) -> Answers:
    """Return the table of a closed list, in the present language: what each state shows, and what each edit changes.

    By the number of a state, "0" to "191", it has the traits that differ between states. "first" has all traits of the start.
    "table" has the edits by their keys. An edit has for each rank the rank of the item before it, from 0 (`order`). By the
    number of the state before it, it has the difference to the number of the state after it (`by`; None: it leaves the states),
    its sentence (`said`, a number in `texts`; an empty one: it does nothing), and the change of the value (`change`, a number in
    `changes`). `back` are the changes from the start to each state, for the undo of a reset. `said` are the sentences of undo
    and redo.
    """
    steps, changes = steps_in(language()), dict[tuple[Any, ...], int]()
    explorers = [Explorer(ranking_of(*state), ITEMS, tiles=[row["measure"]], **row) for state in STATES]
    values = [explorer.value for explorer in explorers]

    def changed(before: int, after: int) -> int:
        return changes.setdefault(tuple(change(values[after], values[before]).values()), len(changes))

    table = {
        key: edit | {"change": [None if by is None else changed(at, at + by) for at, by in enumerate(edit["by"])]}
        for key, edit in steps["edits"].items()
    }
    back = [changed(START, at) for at in range(len(STATES))]
    traits = [closed_traits(explorer) for explorer in explorers]
    states = {str(at): {name: shown[name] for name in VARYING} for at, shown in enumerate(traits)}
    own = {"start": START, "names": NAMES, "edits": table, "back": back, "changes": [*changes]}
    return {"first": traits[START], "table": steps | own, **states}


def closed_file(name: str, language_code: str) -> Path:
    """Return the compressed table of a closed list in a language."""
    row = CLOSED_LISTS[name]
    return kept_file(name, language_code, row, lambda: closed_answers(row))
