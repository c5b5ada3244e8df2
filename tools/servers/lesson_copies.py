"""The copies of the lessons that `make lab` opens: a reader runs and changes those, and git sees nothing of it.

A copy that its reader changed stays while its lesson is the same. When the lesson has a newer version, the changed copy stays
beside it, with the date in its name.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from tornado.web import HTTPError

LESSONS = Path("notebooks")
COPIES = Path("my_lessons")
"""As deep as the lessons: the links of a lesson to the documents fit in its copy."""
VERSIONS = COPIES / ".versions.json"
"""For each copy, the version of its lesson and the SHA-256 of the copy as it was made."""
FOLDERS = ("en", "es", "lectures")


def copy_of(page: Path) -> Path:
    """Return the copy of a lesson, or the same path if it is no lesson."""
    parts = page.parts
    return COPIES.joinpath(*parts[1:]) if parts[:1] == LESSONS.parts and parts[1:2] and parts[1] in FOLDERS else page


def lessons() -> Iterator[Path]:
    """Yield the files of the lessons, without what Jupyter adds."""
    for folder in FOLDERS:
        for path in sorted((LESSONS / folder).rglob("*")):
            if path.is_file() and not any(part.startswith(".") for part in path.parts):
                yield path


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def version_of(lesson: Path) -> str:
    """Return a hash of the texts and the code of a lesson, without its outputs, or of all of another file."""
    try:
        cells = json.loads(lesson.read_text("utf-8"))["cells"]
        return hashlib.sha256(json.dumps([cell["source"] for cell in cells]).encode()).hexdigest()
    except (ValueError, KeyError, TypeError):
        return sha256(lesson)


def read_versions() -> dict[str, list[str]]:
    """Return what is known of each copy; of a damaged file nothing, so that every copy counts as changed."""
    try:
        found = json.loads(VERSIONS.read_text("utf-8"))
        return {name: [str(version), str(made)] for name, (version, made) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def put_aside(copy: Path) -> Path:
    """Rename a copy that its reader changed; return its new path."""
    names = (f"{copy.stem}_{date.today()}{'' if number == 1 else f'_{number}'}{copy.suffix}" for number in count(1))
    aside = next(path for path in map(copy.with_name, names) if not path.exists())
    return copy.rename(aside)


def update() -> list[Path]:
    """Copy each lesson that has no copy or a newer version; return the changed copies under their new names."""
    versions, aside = read_versions(), []
    for lesson in lessons():
        copy, version, newest = copy_of(lesson), version_of(lesson), sha256(lesson)
        known, made = versions.get(str(copy), ("", ""))
        if copy.exists() and version == known:
            continue
        if copy.exists() and sha256(copy) not in (made, newest):
            aside.append(put_aside(copy))
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(lesson, copy)
        versions[str(copy)] = [version, newest]
    COPIES.mkdir(exist_ok=True)
    VERSIONS.write_text(json.dumps(versions, indent=1), "utf-8")
    return aside


def refuse_lesson(path: str, **_others: Any) -> None:
    """Raise 403 if a lesson itself is saved: Jupyter calls this before each save and shows the sentence."""
    if (copy := copy_of(Path(path.strip("/")))) != Path(path.strip("/")):
        raise HTTPError(403, f"{path} is updated with the course: open {copy}, or use File, Save Notebook As.")
