"""Kept answers: what each first edit of the front page's list changes, as Python computes it when the site is built.

The page shows them while Python starts in the browser. An answer has all that was done so far as its key, so it also fits
an edit after the move that the page plays by itself.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from metrics_edu.examples import apples
from metrics_edu.language import language, set_language
from metrics_edu.widgets import Explorer
from website.build.sources import PAGE_FOLDER, PROJECT

KEPT = PROJECT / "build" / "kept"
"""The files of answers that were made, by the hash of what they were made from."""
GRADES = range(6)
"""The grades that the page can give."""
Action = dict[str, Any]


def page_traits(explorer: Any) -> dict[str, Any]:
    """Return the traits of an Explorer that the page shows."""
    state = explorer.get_state()
    return {name: state[name] for name in explorer.traits(sync=True) if not name.startswith("_")}


def first_move(view: Any) -> Action:
    """Return the move that the page plays by itself: the first thing to try on `index.html`."""
    label = re.findall('data-item="(.+?)" data-do="move"', (PAGE_FOLDER / "index.html").read_text("utf-8"))[0]
    return {"do": "move", "id": next(row["id"] for row in view["list"]["shown"] if row["label"] == label), "by": -1}


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


def kept_answers() -> dict[str, dict[str, Any]]:
    """Return the traits that each edit changes, in the present language."""
    kept = {}
    for before in ([], [first_move(Explorer(apples()).view)]):
        explorer: Any = Explorer(apples())
        for action in before:
            explorer.act(action)
        session, shown = explorer._session, page_traits(explorer)
        for actions in edits(explorer.view):
            explorer._session = session
            for action in actions:
                explorer.act(action)
            changed = {name: value for name, value in page_traits(explorer).items() if value != shown[name]}
            kept[key_of([*before, *actions])] = changed
    return kept


def packed(kept: dict[str, dict[str, Any]]) -> bytes:
    """Return the answers compressed: the pieces of their JSON, each once, and by key the numbers of an answer's pieces.

    Two answers differ little: this takes less than half of what gzip alone would take.
    """
    numbers: dict[str, int] = {}
    answers = {}
    for key, traits in kept.items():
        pieces = re.split(r"(?=\{)", json.dumps(traits, ensure_ascii=False))
        answers[key] = [numbers.setdefault(piece, len(numbers)) for piece in pieces]
    text = json.dumps({"pieces": list(numbers), "answers": answers}, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def kept_file(language_code: str) -> Path:
    """Return the compressed answers in a language; they are made only if something has changed since they were.

    Its name does not end in ".gz": some servers would send such a file decompressed, and it would not fit its hash.
    """
    before = language()
    set_language(language_code)
    path = KEPT / made_from() / f"kept-{language_code}.bin"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")  # another process may make it too
        unfinished.write_bytes(packed(kept_answers()))
        unfinished.rename(path)
    set_language(before)
    return path


def made_from() -> str:
    """Return the hash of what the answers are made from: the package, this module, and the list with its settings."""
    package = sorted(path for path in (PROJECT / "metrics_edu").rglob("*") if path.suffix in {".py", ".json", ".mo"})
    explorer = Explorer(apples())
    first = json.dumps([explorer.state, first_move(explorer.view)])
    contents = [path.read_bytes() for path in (*package, Path(__file__))]
    return hashlib.sha256(b"".join([*contents, first.encode()])).hexdigest()
