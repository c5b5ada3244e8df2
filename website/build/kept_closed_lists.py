"""Closed lists: all states of a small list and all edits between them, so that a page of the list needs no Python.

A list has six items, R or N, and misses up to two relevant items. In a table its items are called `i0` to `i5` by their rank:
the page knows which item is at which rank, and puts the names of the items in their place.
"""

from __future__ import annotations

import itertools
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from metrics_edu import Ranking, measure
from metrics_edu.language import language
from metrics_edu.metrics import METRICS
from metrics_edu.metrics.registry import Metric
from metrics_edu.widgets import Explorer, RankedList
from metrics_edu.widgets.core.derivation_views import change
from metrics_edu.widgets.list_state.history import Session
from website.build.kept_answers import Action, edits, key_of, page_traits
from website.build.kept_files import Answers, kept_file


def closed_name(metric: Metric) -> str:
    """Return the name of the pages of a metric: its symbol; its function, if the symbol is a single character or several words.

    >>> [closed_name(METRICS[name]) for name in ("precision", "f_measure", "average_precision")]
    ['precision', 'f1', 'ap']
    """
    symbol = metric.label().partition("@")[0].lower()
    return symbol if symbol.isidentifier() and len(symbol) > 1 else metric.name


CLOSED_LISTS: dict[str, dict[str, Any]] = {
    closed_name(metric): {"measure": metric.label()} for metric in METRICS.values()
}
"""By the name of its page, what the Explorer of a closed list gets: the measure, and settings that are not the usual ones."""
NAMES = "ABCDEF"
"""What the items are called on the page, in their order at the start."""
ITEMS = [f"i{k}" for k in range(len(NAMES))]
MOST_MISSED = 2
STATES = [("".join(marks), k) for k in range(MOST_MISSED + 1) for marks in itertools.product("RN", repeat=len(ITEMS))]
"""The marks of the shown items, and the number of missed ones, of each state."""
START = STATES.index(("NRRNNR", 1))
SHOWN = ("text", "view", "figure", "trail", "prediction", "sentence", "task")
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
    link = re.sub("&tiles=[^&]*", "", traits["state_line"])
    return {name: traits[name] for name in SHOWN} | {"controls": [], "state_line": link}


def closed_edits(view: Any) -> list[Action]:
    """Return what the page can send to edit the list, or to go back and forth."""
    least, shown = view["list"]["relevant"]["min"], view["list"]["shown"]
    return [
        *(edit for edit, *_ in edits(view) if edit["do"] in ("toggle", "move") and edit["id"] in ITEMS),
        *({"do": "move", "id": row["id"], "rank": row["rank"]} for row in shown),  # dropped where it was
        *({"do": "set_relevant", "by": by} for by in (-1, 1)),
        *({"do": "set_relevant", "to": least + k} for k in range(MOST_MISSED + 1)),
        *({"do": do} for do in ("undo", "redo", "reset")),
    ]


@cache
def steps_in(_language: str) -> dict[str, Any]:
    """Return what the edits do to the list, whatever its measure: see `closed_answers`."""
    start = RankedList(ranking_of(*STATES[START]), ITEMS[::-1])._session.state  # has other labels than all states
    texts: dict[str, int] = {}
    steps: dict[str, Any] = {}
    for at, state in enumerate(STATES):
        ranked: Any = RankedList(ranking_of(*state), ITEMS)
        session = Session(start, ranked._session.state, (start,), (start,))
        for action in closed_edits(ranked.view):
            ranked._session = session
            ranked._handler_of(action["do"])(action)
            lists = ranked._session.state.user_lists
            after = "".join("R" if item.grade else "N" for item in lists.shown), len(lists.missed)
            if after in STATES:
                empty = {name: [None] * len(STATES) for name in ("by", "said")}
                order = [ITEMS.index(item.id) for item in lists.shown]
                step = steps.setdefault(key_of([action]), {"order": order, **empty})
                step["by"][at] = STATES.index(after) - at
                step["said"][at] = texts.setdefault(ranked._session.description, len(texts))
    return {"steps": steps, "texts": [*texts]}


def closed_answers(row: dict[str, Any]) -> Answers:
    """Return the table of a closed list, in the present language: what each state shows, and what each edit changes.

    By the number of a state, "0" to "191", it has the traits that differ between states. "first" has all traits of the start.
    "table" has the `steps` by the keys of the edits. A step has for each rank the rank of the item before it, from 0 (`order`).
    By the number of the state before it, it has the difference to the number of the state after it (`by`; None: the edit leaves
    the states), its sentence (`said`, a number in `texts`; an empty one: it does nothing), and the change of the value
    (`change`, a number in `changes`). `back` has the changes from the start to each state, for the undo of a reset.
    """
    steps, changes = steps_in(language()), dict[tuple[Any, ...], int]()
    metric = measure(row["measure"]).metric.name
    explorers = [Explorer(ranking_of(*state), ITEMS, tiles=[metric], **row) for state in STATES]

    def changed(before: int, after: int) -> int:
        difference = change(explorers[after].value, explorers[before].value)
        return changes.setdefault(tuple(difference.values()), len(changes))

    table = {
        key: step | {"change": [None if by is None else changed(at, at + by) for at, by in enumerate(step["by"])]}
        for key, step in steps["steps"].items()
    }
    back = [changed(START, at) for at in range(len(STATES))]
    traits = [closed_traits(explorer) for explorer in explorers]
    states = {str(at): {name: shown[name] for name in VARYING} for at, shown in enumerate(traits)}
    own = {"start": START, "names": NAMES, "steps": table, "back": back, "changes": [*changes]}
    return {"first": traits[START], "table": steps | own, **states}


def closed_file(name: str, language_code: str) -> Path:
    """Return the compressed table of a closed list in a language."""
    return kept_file(name, language_code, CLOSED_LISTS[name], lambda: closed_answers(CLOSED_LISTS[name]))
