"""Kept answers: what each first edit of a widget's list changes, as Python computes it when the site is built."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from website.build.kept_files import Answers

GRADES = range(6)
"""The grades that the page can give."""
Action = dict[str, Any]


def page_traits(widget: Any) -> dict[str, Any]:
    """Return the traits of a widget that the page shows."""
    state = widget.get_state()
    return {name: state[name] for name in widget.traits(sync=True) if not name.startswith("_")}


def edits(view: Any) -> Iterator[list[Action]]:
    """Yield each edit that the page can send, after the choice of a row where the answer depends on it."""
    shown, missed = view["list"]["shown"], view["list"]["missed"]
    for row in (*shown, *missed):
        for action in item_edits(row, len(shown), graded=view["list"]["graded"]):
            yield [{**action, "id": row["id"]}]
    others = [{"do": "metric", "key": tile["key"]} for tile in view["tiles"]]
    others += [{"do": "set_relevant", "by": by} for by in (-1, 1)]
    for action in others:
        yield [action]
        yield from ([{"do": "choose", "id": row["id"]}, action] for row in (*shown, *missed))


def item_edits(row: Any, length: int, *, graded: bool) -> Iterator[Action]:
    """Yield the edits of one row of a list, without its id."""
    yield {"do": "remove"}
    yield {"do": "miss"} if row["rank"] else {"do": "show"}
    if row["rank"]:
        yield {"do": "toggle"}
        yield from ({"do": "move", "by": by} for by in (-1, 1))
    last = length if row["rank"] else length + 1
    yield from ({"do": "move", "rank": rank} for rank in range(1, last + 1) if rank != row["rank"])
    if graded:
        yield from ({"do": "grade", "grade": grade} for grade in GRADES if grade != row["grade"])


def key_of(actions: list[Action]) -> str:
    return json.dumps(actions, sort_keys=True, separators=(",", ":"))


def kept_answers(widget: Any, *before: Action) -> Answers:
    """Return the traits that each edit of a widget changes after some actions, in the present language.

    The key of an answer is all that was done, so it also fits an edit after a move that the page plays by itself.
    """
    for action in before:
        widget.act(action)
    kept = {}
    session, shown = widget._session, page_traits(widget)
    for actions in edits(widget.view):
        widget._session = session
        for action in actions:
            widget.act(action)
        changed = {name: value for name, value in page_traits(widget).items() if value != shown[name]}
        kept[key_of([*before, *actions])] = changed
    return kept
