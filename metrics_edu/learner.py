"""A learner's progress: what was tried, right and shown, in one local file that survives a restart."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from metrics_edu.language import _
from metrics_edu.ranking import Ranking
from metrics_edu.run import Ratings
from metrics_edu.safe import write_file

KIND = "metrics_edu progress"
PATIENCE = 0.5
"""Seconds to wait for another notebook that writes the file, which takes a few thousandths."""
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
    >>> note("an example", "right", answers=("0.25",))
    >>> progress()["an example"].right, progress()["an example"].answers
    (True, ('0.25',))
    """
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        return _read(progress_file())
    return {}


def _read(file: Path) -> dict[str, Record]:
    """Read the file; a record that is none is passed over.

    Raises
    ------
    OSError
        If it is there and cannot be read.
    ValueError
        If it is no such file.
    """
    try:
        data = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except RecursionError as error:
        raise ValueError(str(error)) from None
    if not isinstance(data, dict) or data.get("kind") != KIND or not isinstance(data.get("records"), dict):
        raise ValueError(file.name)
    found = {}
    for name, kept in data["records"].items():
        with contextlib.suppress(ValueError, LookupError, TypeError, OverflowError):
            found[name] = _record(kept)
    return found


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
    with contextlib.suppress(OSError, RuntimeError):
        file = progress_file()
        with _alone(file):
            records = _read_or_put_aside(file)
            now = _after(records.get(name, Record()), what, answers, seed)
            data = {"kind": KIND, "records": {key: asdict(one) for key, one in (records | {name: now}).items()}}
            write_file(file, json.dumps(data, ensure_ascii=False, indent=1), sync=False)


def _after(old: Record, what: str, answers: tuple[str, ...], seed: int) -> Record:
    now = replace(old, answers=tuple(text[:MOST_LETTERS] for text in answers), seed=seed)
    if what == "shown":
        return replace(now, shown=old.shown or not old.right)
    if what == "begun":
        return now
    return replace(now, tried=old.tried + 1, right=old.right or what == "right")


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Wait until no other notebook writes the file. The lock is elsewhere, for it must outlive the file."""
    import filelock

    place = hashlib.sha256(str(file.absolute()).encode()).hexdigest()[:12]
    with filelock.FileLock(Path(tempfile.gettempdir()) / f"metrics_edu-{place}.lock", timeout=PATIENCE):
        yield


def _read_or_put_aside(file: Path) -> dict[str, Record]:
    """Read the file; put one that is no such file aside, instead of writing over it."""
    try:
        return _read(file)
    except ValueError:
        free = next(name for k in itertools.count(1) if not (name := _aside(file, k)).exists())
        file.replace(free)
        return {}


def _aside(file: Path, k: int) -> Path:
    return file.with_name(f"{file.stem}.unreadable-{k}{file.suffix}")


def delete_progress() -> None:
    """Delete all that is kept of what was tried, right and shown, and every file that was put aside.

    Raises
    ------
    OSError
        If a file cannot be deleted.
    """
    file = progress_file()
    with _alone(file):
        file.unlink(missing_ok=True)
        for k in itertools.takewhile(lambda k: _aside(file, k).exists(), itertools.count(1)):
            _aside(file, k).unlink()


def report() -> str:
    """Return a line for each name, in the reader's language."""
    lines = []
    for name, kept in progress().items():
        said = _("right") if kept.right else _("not right yet") if kept.tried else _("not tried")
        if kept.shown:
            said += _(", solution shown")
        lines.append(_("{name}: {said} (tried: {tried})").format(name=name, said=said, tried=kept.tried))
    return "\n".join(lines) or _("Nothing has been tried yet.")


def name_of(kind: str, asked: str, *what: object) -> str:
    """Return a name for what has none of its own: the same for the same thing, in every run, and another for another.

    Examples
    --------
    >>> name_of("predict", "AP", Ranking.parse("NR")) == name_of("predict", "AP", Ranking.parse("NR"))
    True
    >>> name_of("predict", "AP", Ranking.parse("NR")) == name_of("predict", "AP", Ranking.parse("NR", relevant=2))
    False
    """
    text = repr([_plain(one) for one in what])
    return f"{kind} {asked} {hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _plain(given: object) -> object:
    """Return all that tells one thing from another: what `repr` shows of lists is cut."""
    if isinstance(given, Ranking):
        relevant = np.asarray(given.relevant).tolist()
        return given.shown.tolist(), given.pool(0).tolist(), given.threshold, relevant, given.users
    if isinstance(given, Ratings):
        return np.asarray(given.predicted, float).tolist(), np.asarray(given.actual, float).tolist(), given.users
    return {name: _plain(one) for name, one in given.items()} if isinstance(given, Mapping) else given
