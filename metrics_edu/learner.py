"""A learner's progress: what was tried, right and shown, in one local file that survives a restart."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from metrics_edu.language import _
from metrics_edu.safe import write_file

KIND = "metrics_edu progress"
PATIENCE = 2.0
"""Seconds to wait for another notebook that writes the file."""
MOST_LETTERS = 200


@dataclass(frozen=True)
class Record:
    """What is kept of one exercise, prediction or task.

    Attributes
    ----------
    tried : int
        How often an answer was checked.
    right : bool
        Whether all of it was right once.
    shown : bool
        Whether the solution was shown before it was right.
    answers : tuple of str
        The last answers.
    seed : int
        Which lists were drawn; 0: those of the lesson.
    """

    tried: int = 0
    right: bool = False
    shown: bool = False
    answers: tuple[str, ...] = ()
    seed: int = 0


def progress_file() -> Path:
    """Return where the progress is kept: the file that METRICS_EDU_PROGRESS names, or one in the user's data folder."""
    if given := os.environ.get("METRICS_EDU_PROGRESS"):
        return Path(given).expanduser()
    import platformdirs

    return platformdirs.user_data_path("metrics_edu", appauthor=False) / "progress.json"


def progress() -> dict[str, Record]:
    """Return all that is kept, by name; nothing if there is no file, or none that can be read.

    Examples
    --------
    >>> note("04-parra", "tried", answers=("0.25",))
    >>> progress()["04-parra"].tried, progress()["04-parra"].right
    (1, False)
    >>> delete_progress()
    >>> progress()
    {}
    """
    try:
        data = json.loads(progress_file().read_text("utf-8"))
        records = data["records"].items() if data["kind"] == KIND else ()
        return {str(name): _record(kept) for name, kept in records}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}


def _record(kept: Any) -> Record:
    answers = tuple(str(answer)[:MOST_LETTERS] for answer in kept["answers"])
    return Record(int(kept["tried"]), bool(kept["right"]), bool(kept["shown"]), answers, int(kept["seed"]))


def recorded(name: str) -> Record:
    """Return what is kept of one name."""
    return progress().get(name, Record())


def note(
    name: str, what: Literal["tried", "right", "shown", "begun"], *, answers: tuple[str, ...] = (), seed: int = 0
) -> None:
    """Keep that an answer was tried (and was right), that the solution was shown, or that it was begun anew.

    Never raises: a disk that cannot be written must not keep anyone from learning.
    """
    with contextlib.suppress(OSError, TimeoutError), _alone():
        records = progress()
        _keep_unreadable(records)
        old = records.get(name, Record())
        now = replace(old, answers=tuple(text[:MOST_LETTERS] for text in answers), seed=seed)
        if what == "shown":
            now = replace(now, shown=old.shown or not old.right)
        elif what != "begun":
            now = replace(now, tried=old.tried + 1, right=old.right or what == "right")
        data = {"kind": KIND, "records": {key: asdict(one) for key, one in (records | {name: now}).items()}}
        write_file(progress_file(), json.dumps(data, ensure_ascii=False, indent=1))


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other notebook writes the file."""
    import filelock

    file = progress_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(f"{file}.lock", timeout=PATIENCE):
        yield


def _keep_unreadable(records: dict[str, Record]) -> None:
    """Put a file that is there and cannot be read aside, instead of writing over it."""
    file = progress_file()
    if not records and file.exists() and file.stat().st_size:
        file.replace(file.with_suffix(".unreadable.json"))


def delete_progress() -> None:
    """Delete all that is kept of what was tried, right and shown.

    Raises
    ------
    OSError
        If the file is there and cannot be deleted.
    """
    for file in (progress_file(), Path(f"{progress_file()}.lock")):
        file.unlink(missing_ok=True)


def report() -> str:
    """Return a line for each name, in the reader's language."""
    lines = []
    for name, kept in progress().items():
        said = _("right") if kept.right else _("not right yet") if kept.tried else _("not tried")
        if kept.shown:
            said += _(", solution shown")
        lines.append(_("{name}: {said} (tried: {tried})").format(name=name, said=said, tried=kept.tried))
    return "\n".join(lines) or _("Nothing has been tried yet.")


def name_of(kind: str, asked: str, given: object) -> str:
    """Return a name for what has none of its own: the same for the same thing, in every run.

    Examples
    --------
    >>> name_of("predict", "AP", [1, 0])
    'predict AP fad748'
    """
    import hashlib

    return f"{kind} {asked} {hashlib.sha256(repr(given).encode()).hexdigest()[:6]}"
