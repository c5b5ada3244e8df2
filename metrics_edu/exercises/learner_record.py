"""A learner's progress: what was tried, right and shown, in one local file that survives a restart.

Each event is a line of JSON that is added at the end, and what is kept follows from all of them. Nothing is ever written
again, so it needs no lock. What an older version wrote, one object with all records, stands before the first line.
"""

from __future__ import annotations

import errno
import glob
import hashlib
import json
import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from metrics_edu.language import _
from metrics_edu.metrics import Ranking, Ratings
from metrics_edu.tables import in_words

FILE_KIND = "metrics_edu progress"
HEADS = (f'{{"kind": "{FILE_KIND}', f'{{\n "kind": "{FILE_KIND}')
"""How a file begins, and one of an older version."""
EVENT = b'\n{"name": '
BROWSER_FILE = Path("/drive/progress.txt")
"""In the folder that JupyterLite keeps in the browser; no .json, which it would have to be one value: else it waits for ever."""
MAX_KEPT_LETTERS = 200
PREDICTION, DRILL = "predict ", "drill "
"""How the names of predictions, and of exercises without end, begin."""
UNUSABLE_FILE = OSError, RuntimeError
"""What a file raises that cannot be read or written; RuntimeError: the home of nobody."""
UNUSABLE_ENTRY = ValueError, LookupError, TypeError, OverflowError
What = Literal["tried", "right", "shown", "begun"]


@dataclass(frozen=True)
class Record:
    tried: int = 0  # how often an answer was checked
    right: bool = False  # all of it was right once
    shown: bool = False  # the solution was shown before it was right
    answers: tuple[str, ...] = ()  # the last ones
    seed: int = 0  # which lists were drawn; 0: those of the lesson


@dataclass(frozen=True)
class Event:
    """What happened once: an answer was tried, was right, the solution was shown, or it was begun anew."""

    name: str  # of the exercise, prediction or task
    what: What
    answers: tuple[str, ...] = ()
    seed: int = 0  # which lists were drawn; 0: those of the lesson
    hints: int = 0  # how many were told before
    metric: str = ""  # whose value was asked for: "AP"
    codes: tuple[str, ...] = ()  # of the known mistakes that give what was answered
    at: str = ""  # date and time, as ISO 8601; "" in a line of an older version

    @property
    def outcome(self) -> str:
        """How it went: "solved", with a "hint", or still "open"."""
        return "open" if self.what != "right" else "hint" if self.hints else "solved"

    @property
    def day(self) -> date | None:
        with suppress(ValueError):
            return date.fromisoformat(self.at[:10])
        return None


@dataclass(frozen=True)
class Kept:
    """All that is kept, by name and in its order, and what is to be said if it is not all that was tried."""

    records: dict[str, Record]
    events: list[Event]
    notice: str = ""


def progress_file() -> Path:
    """Return where the progress is kept: the file that METRICS_EDU_PROGRESS names, or one in the user's data folder.

    In a browser it is `progress.txt` among the files of the page, which outlive a restart.
    """
    if given := os.environ.get("METRICS_EDU_PROGRESS"):
        return Path(given).expanduser()
    if sys.platform == "emscripten" and BROWSER_FILE.parent.is_dir():
        return BROWSER_FILE
    import platformdirs

    return platformdirs.user_data_path("metrics_edu", appauthor=False) / "progress.json"


def progress() -> dict[str, Record]:
    """Return all that is kept, by name; nothing, with a warning, if the file cannot be read or is another's."""
    return _read_or_warned().records


def recorded(name: str) -> Record:
    return progress().get(name, Record())


def events(name: str | None = None) -> list[Event]:
    """Return all that happened (to one name), the first first; not what an older version kept without its order."""
    return [event for event in _read_or_warned().events if name in (None, event.name)]


def rounds(events: Iterable[Event]) -> list[str]:
    """Return how each of the drawn lists of one exercise went, the first first: "solved", with a "hint", or still "open"."""
    ended: dict[int, str] = {}
    helped: set[int] = set()
    for event in events:
        if event.what == "begun" or ended.get(event.seed) in ("solved", "hint"):
            continue
        if event.hints or event.what == "shown":
            helped.add(event.seed)
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
    notice = _("'{file}' was cut, so what was tried before is not known any more. What is tried from now on is kept in it.",
               file=file) if was_cut else ""  # fmt: skip
    kept = Kept({}, [], notice)
    for entry in _entries(file.read_text("utf-8-sig", "replace") if file.exists() else ""):
        kept.records.update(_of_older_version(entry))
        if event := _event(entry):
            kept.events.append(event)
            kept.records[event.name] = _after(kept.records.get(event.name, Record()), event)
    return kept


def _not_kept(error: Exception) -> str:
    return _("What you try is not kept: {why}", why=in_words(error) if isinstance(error, OSError) else error)


def _own_file() -> tuple[Path, bool]:
    """Return our file, and whether it was cut in its first bytes; refuse another's."""
    file = progress_file()
    if not file.exists():
        return file, False
    if file.is_file():
        with file.open("rb") as opened:
            begin = opened.read(200)
        parts = {head[:end].encode() for head in HEADS for end in range(1, len(head) + 1)}
        was_cut = begin in parts or any(begin.startswith(part + EVENT) for part in parts)
        if was_cut or not begin or FILE_KIND.encode() in begin:
            return file, was_cut
    whose = _("'{file}' is no file of metrics_edu's: move it away, or name another in METRICS_EDU_PROGRESS", file=file)
    raise OSError(whose)


def _of_older_version(entry: dict[str, Any]) -> Iterator[tuple[str, Record]]:
    records = entry.get("records")
    for name, kept in records.items() if isinstance(records, dict) else ():
        with suppress(*UNUSABLE_ENTRY):
            tried, right, shown = int(kept["tried"]), bool(kept["right"]), bool(kept["shown"])
            yield name, Record(tried, right, shown, _texts(kept["answers"]), int(kept["seed"]))


def _event(entry: dict[str, Any]) -> Event | None:
    """Return what a line tells; of what it does not know, and of what cannot be read, nothing."""
    name, what = entry.get("name"), entry.get("what", "")
    if not isinstance(name, str) or what not in get_args(What):
        return None
    with suppress(*UNUSABLE_ENTRY):
        hints, codes = int(entry.get("hints", 0)), _texts(entry.get("codes", ()))
        metric, at = str(entry.get("metric", "")), str(entry.get("at", ""))
        return Event(name, what, _texts(entry["answers"]), int(entry["seed"]), hints, metric, codes, at)
    return None


def _texts(kept: Iterable[object]) -> tuple[str, ...]:
    return tuple(str(text)[:MAX_KEPT_LETTERS] for text in kept)


def _after(record: Record, event: Event) -> Record:
    tried, right = record.tried + (event.what in ("tried", "right")), record.right or event.what == "right"
    shown = record.shown or (event.what == "shown" and not record.right)
    return Record(tried, right, shown, event.answers, event.seed)


def _entries(text: str) -> Iterator[dict[str, Any]]:
    decoder, end = json.JSONDecoder(), 0
    while begin := re.compile(r"\S").search(text, end):
        try:
            value, end = decoder.raw_decode(text, begin.start())
        except (ValueError, RecursionError):
            end = text.find("\n", begin.start()) % (len(text) + 1)
        else:
            if isinstance(value, dict):
                yield value


def note(name: str, what: What, *, answers: Iterable[object] = (), codes: Iterable[str] = (), **about: Any) -> None:
    """Keep that an answer was tried (and was right), that the solution was shown, or that it was begun anew: an Event of now.

    Never raises: a disk that cannot be written must not keep anyone from learning. It warns.
    """
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    event = Event(name, what, _texts(answers), codes=tuple(codes), at=at, **about)
    try:
        file = _own_file()[0]
        file.parent.mkdir(parents=True, exist_ok=True)
        _append(file, json.dumps(asdict(event), ensure_ascii=False))
    except UNUSABLE_FILE as error:
        warnings.warn(_not_kept(error), stacklevel=2)


def _append(file: Path, line: str) -> None:
    number = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        head = "" if os.fstat(number).st_size else json.dumps({"kind": FILE_KIND, "records": {}})
        text = f"{head}\n{line}".encode("utf-8", "replace")
        if os.write(number, text) < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
    finally:
        os.close(number)


def delete_progress() -> None:
    """Delete all that is kept, and every file that an older version put aside; OSError if one cannot be, or is another's."""
    file = _own_file()[0]
    file.resolve().unlink(missing_ok=True)
    for aside in file.parent.glob(glob.escape(file.stem) + ".unreadable-*" + glob.escape(file.suffix)):
        aside.unlink()


def name_of(kind: str, asked: str, *givens: object) -> str:
    """Return a name for what has none of its own: the same for the same thing, in every run, and another for another."""
    return f"{kind} {asked} {hashlib.sha256(repr([*map(_plain, givens)]).encode()).hexdigest()[:8]}"


def _plain(given: object) -> object:
    if isinstance(given, Ranking):
        relevant = np.asarray(given.relevant).tolist()
        return given.shown.tolist(), given.pool(0).tolist(), given.threshold, relevant, given.users
    if isinstance(given, Ratings):
        return np.asarray(given.predicted, float).tolist(), np.asarray(given.actual, float).tolist(), given.users
    return given
