"""A learner's progress: what was tried, right and shown, in one local file that survives a restart.

Each event is a line of JSON that is added at the end, and what is kept follows from all of them. Nothing is ever written
again, so it needs no lock.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from metrics_edu.files.safe_files import PRIVATE, PRIVATE_FOLDER, in_words
from metrics_edu.language import _, ngettext
from metrics_edu.metrics import Ranking, Ratings
from metrics_edu.practice.record.record_lines import FILE_KIND, Event, Record, What, kept_texts, read_lines

HEAD = f'{{"kind": "{FILE_KIND}'
"""How a file begins."""
EVENT = b'\n{"name": '
BROWSER_FILE = Path("/drive/progress.txt")
"""In the folder that JupyterLite keeps in the browser; no .json, which it would have to be one value: else it waits for ever."""
PREDICTION, DRILL, STEPS = "predict ", "drill ", "steps "
"""How the names of predictions, exercises without end, and workings with blanks begin."""
FOLLOWERS: dict[str, Callable[[], object]] = {}
"""What is called after each event, by the name of the output that it updates."""
UNUSABLE_FILE = OSError, RuntimeError
"""What a file raises that cannot be read or written; RuntimeError: there is no home folder."""


@dataclass(frozen=True)
class Kept:
    """All that is kept, by name and in its order, and the notice if it is not all that was tried."""

    records: dict[str, Record]
    events: list[Event]
    notice: str = ""
    typed: dict[str, Event] = field(default_factory=dict)  # what is not checked yet, the last one last


@dataclass(frozen=True)
class _Parsed:
    """The bytes of a record, what they hold, and the numbers of their damaged lines."""

    data: bytes = b""
    lines: int = 0
    kept: Kept = field(default_factory=lambda: Kept({}, []))
    damaged: tuple[int, ...] = ()

    def goes_on_in(self, data: bytes) -> bool:
        """Return whether these are the same bytes and more lines."""
        return data.startswith(self.data) and data[len(self.data) :][:1] in (b"", b"\n")


_last_parsed = _Parsed()
"""What was read last: of a record of thousands of lines, only those that were added since are parsed."""


def progress_file() -> Path:
    """Return where the progress is kept: the file that METRICS_EDU_PROGRESS names, or one in the user's data folder.

    In a browser it is `progress.txt` among the files of the page, which outlive a restart.
    """
    if folder := os.environ.get("METRICS_EDU_PROGRESS"):
        return Path(folder).expanduser()
    if sys.platform == "emscripten" and BROWSER_FILE.parent.is_dir():
        return BROWSER_FILE
    import platformdirs

    return platformdirs.user_data_path("metrics_edu", appauthor=False) / "progress.json"


def progress() -> dict[str, Record]:
    """Return all that is kept, by name; nothing, with a warning, if the file cannot be read or is another's."""
    return {**_read_or_warned().records}


def recorded(name: str) -> Record:
    return progress().get(name, Record())


def events(name: str | None = None) -> list[Event]:
    """Return all that happened (to one name), the first first."""
    return [event for event in _read_or_warned().events if name in (None, event.name)]


def typed() -> dict[str, Event]:
    """Return what was typed and not checked yet, by name; the last one last."""
    return {**_read_or_warned().typed}


def rounds(events: Iterable[Event]) -> list[str]:
    """Return how each of the drawn lists of one exercise went, the first first: "solved", with a "hint", or still "open"."""
    ended: dict[int, str] = {}
    helped: set[int] = set()
    for event in events:
        if event.hints or event.what == "shown":
            helped.add(event.seed)
        if event.what in ("begun", "stepped") or ended.get(event.seed) in ("solved", "hint"):
            continue
        ended[event.seed] = "hint" if event.what == "right" and event.seed in helped else event.outcome
    return [*ended.values()]


def _read_or_warned() -> Kept:
    try:
        kept = read()
    except UNUSABLE_FILE as error:
        kept = Kept({}, [], _not_kept(error))
    if kept.notice:
        warnings.warn(kept.notice, stacklevel=3)
    return kept


def read() -> Kept:
    """Return all that is kept; OSError if the file cannot be read, or is another's."""
    file, was_cut = _own_file()
    parsed = _parsed(file.read_bytes() if file.exists() else b"")
    return replace(parsed.kept, notice=_notice(file, parsed.damaged, was_cut=was_cut))


def _parsed(data: bytes) -> _Parsed:
    global _last_parsed
    before = _last_parsed if _last_parsed.goes_on_in(data) else _Parsed()
    if data == before.data:
        return before
    text = data[len(before.data) :].decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    events, damaged = read_lines(text)
    lines = (before.lines + number for number in damaged)
    kept = _with(before.kept, events)
    _last_parsed = _Parsed(data, before.lines + text.count("\n"), kept, (*before.damaged, *lines))
    return _last_parsed


def _with(before: Kept, events: Iterable[Event]) -> Kept:
    """Return all that was kept, and what the events change of it."""
    kept = Kept({**before.records}, [*before.events], typed={**before.typed})
    for event in events:
        kept.typed.pop(event.name, None)
        if event.what == "typed":
            kept.typed.update({event.name: event} if len(event.answers) > 1 else {})
            continue
        kept.events.append(event)
        if event.what != "stepped":  # a step is no answer
            kept.records[event.name] = _after(kept.records.get(event.name, Record()), event)
    return kept


def _notice(file: Path, damaged: Sequence[int], *, was_cut: bool) -> str:
    """Return the notice about a file that was cut in its first bytes, or that has damaged lines; else ""."""
    if was_cut:
        return _("'{file}' was cut off: its earlier answers are lost. New answers are saved in it.", file=file)
    if not damaged:
        return ""
    return ngettext(
        "'{file}' has {count} damaged line, line {line}, which does not count: correct or delete it in a text editor.",
        "'{file}' has {count} damaged lines, which do not count; the first is line {line}. Correct or "
        "delete them in a text editor.",
        len(damaged),
        file=file,
        line=damaged[0],
    )


def _not_kept(error: Exception) -> str:
    return _("Your answer was not saved: {why}", why=in_words(error))


def _own_file() -> tuple[Path, bool]:
    """Return our file, and whether it was cut in its first bytes; refuse another's."""
    file = progress_file()
    if not file.exists():
        return file, False
    if file.is_file():
        with file.open("rb") as opened:
            begin = opened.read(200)
        parts = {HEAD[:end].encode() for end in range(1, len(HEAD) + 1)}
        was_cut = begin in parts or any(begin.startswith(part + EVENT) for part in parts)
        if was_cut or not begin or FILE_KIND.encode() in begin:
            return file, was_cut
    raise OSError(
        _("'{file}' is not a record of metrics_edu: move it, or name another file in METRICS_EDU_PROGRESS", file=file)
    )


def _after(record: Record, event: Event) -> Record:
    tried, right = record.tried + (event.what in ("tried", "right")), record.right or event.what == "right"
    shown = record.shown or (event.what == "shown" and not record.right)
    return Record(tried, right, shown, event.answers, event.seed)


def note(
    name: str,
    what: What,
    *,
    answers: Iterable[object] = (),
    codes: Iterable[str] = (),
    repeats: bool = True,
    **about: Any,
) -> None:
    """Keep that an answer was tried (and was right), the solution shown, it begun again, or a step filled in: an Event of now.

    Without `repeats`, answers that are the last ones already add nothing. Never raises: a disk that cannot be written must
    not keep anyone from learning. It warns.
    """
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    event = Event(name, what, kept_texts(answers), codes=tuple(codes), at=at, **about)
    try:
        file = _own_file()[0]
        file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if added := event if repeats else _not_repeated(event):
            _append(file, json.dumps(asdict(added), ensure_ascii=False))
    except UNUSABLE_FILE as error:
        warnings.warn(_not_kept(error), stacklevel=2)
    for follow in [*FOLLOWERS.values()] if what != "typed" else ():
        follow()


def _not_repeated(event: Event) -> Event | None:
    """Return the event to add; None if the last answers, entries of steps or typed texts of its name are the same.

    Answers that were checked before end what was typed since.
    """
    kept = read()
    typed, is_step = kept.typed.get(event.name), event.what == "stepped"
    if event.what == "typed":
        last: Event | None = typed or replace(event, answers=event.answers[:1])
    else:
        earlier = (old for old in reversed(kept.events) if old.name == event.name)
        last = next((old for old in earlier if old.what == "begun" or (old.what == "stepped") == is_step), None)
    if last is None or replace(last, at=event.at) != event:
        return event
    return replace(typed, answers=typed.answers[:1], at=event.at) if typed and event.what != "typed" else None


def _append(file: Path, line: str) -> None:
    number = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE)
    try:
        head = "" if os.fstat(number).st_size else json.dumps({"kind": FILE_KIND})
        text = f"{head}\n{line}".encode("utf-8", "replace")
        if os.write(number, text) < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
    finally:
        os.close(number)


def delete_progress() -> None:
    """Delete all that is kept; OSError if it cannot be, or the file is another's."""
    _own_file()[0].resolve().unlink(missing_ok=True)


def name_of(kind: str, measure: str, *data: object) -> str:
    """Return a name for what has none: the same in every run for the same lists, and different for different ones."""
    return f"{kind} {measure} {hashlib.sha256(repr([*map(_plain, data)]).encode()).hexdigest()[:8]}"


def _plain(value: object) -> object:
    if isinstance(value, Ranking):
        relevant = np.asarray(value.relevant).tolist()
        return value.shown.tolist(), value.pool(0).tolist(), value.threshold, relevant, value.users
    if isinstance(value, Ratings):
        return np.asarray(value.predicted, float).tolist(), np.asarray(value.actual, float).tolist(), value.users
    return value
