"""The names of submitted files: those that Canvas gives, and what a policy's pattern leaves open."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from fnmatch import fnmatch, translate
from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.working.labels import one_line

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Part


CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<user>\d{3,})_(?P<attached>\d{4,})_(?P<file>.+)", flags=re.S)
"""How Canvas names what it exports: doejane_LATE_12345_678901_ranking.json."""
AGAIN = re.compile(r"-\d{1,9}(?=(\.\w+)?$)")  # what Canvas adds when a file is handed in again
CLUTTER = ("__macosx", "thumbs.db", "desktop.ini")


def fits(name: str, pattern: str) -> bool:
    """Return whether a file's name is meant by a pattern, in upper or lower case."""
    return fnmatch(name.casefold(), pattern.casefold())


def fits_with_prefix(name: str, pattern: str) -> bool:
    return fits(name, pattern) or fits(name, f"*[_-]{pattern}")


def has_words(pattern: str) -> bool:
    return re.search(r"[^\W_]", pattern.rpartition(".")[0] or pattern) is not None


def left_open(name: str, pattern: str) -> tuple[str, ...]:
    """Return what is before a pattern, and what its stars stand for, without what parts it from the pattern's words."""
    tokens = re.split(r"\*+", pattern)
    stars = "(.*)".join(translate(token)[len("(?s:") : -len(")\\Z")] for token in tokens)
    match = re.fullmatch(f"(.*?){stars}", name, flags=re.I | re.S)
    texts = list(match.groups()) if match else [name]
    if pattern.endswith("*"):
        texts[-1] = re.sub(r"\.\w{1,5}$", "", texts[-1])
    worded = [has_words(token) for token in tokens]
    for at in range(len(texts)):
        texts[at] = re.sub(r"^[-_. ]", "", texts[at]) if any(worded[:at]) else texts[at]
        texts[at] = re.sub(r"[-_. ]$", "", texts[at]) if any(worded[at:]) else texts[at]
    return tuple(filter(None, texts))


def folded_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def several_of(names: Iterable[str], parts: list[Part]) -> tuple[str, ...]:
    """Return those of some files' names that are a part of the homework by Canvas's names of several people; else none."""
    users = {
        name: canvas["user"]
        for name in names
        if (canvas := CANVAS.fullmatch(name))
        and any(fits_with_prefix(canvas["file"], pattern) for part in parts for pattern in part.file)
    }
    return tuple(users) if len({*users.values()}) > 1 else ()


def shown(name: str) -> str:
    """Return the name of a file or folder as text on one line, each accented character as one."""
    return unicodedata.normalize("NFC", one_line(os.fsencode(name).decode("utf-8", "replace")))


def visible_paths(folder: Path) -> list[Path]:
    paths = sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name))
    return [path for path in paths if not path.name.startswith(".") and path.name.casefold() not in CLUTTER]
