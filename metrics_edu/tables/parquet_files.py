"""Parquet files: those of a path, a folder or a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from metrics_edu.metrics import TableError, unreadable
from metrics_edu.tables.safe_files import in_words

MAGIC = b"PAR1"


def parquet_files(source: str | Path) -> list[Path]:
    """Return the Parquet files of a path or a pattern, sorted; none if it is a file of another kind or no file.

    Raises
    ------
    TableError
        If a folder has no Parquet file, or a pattern matches a file of another kind.
    """
    path = Path(source).expanduser()
    found = [path] if path.exists() else sorted(matches(path))
    files = [file for one in found for file in (_inside(one) if one.is_dir() else [one])]
    try:
        if found == [path] and not path.is_dir() and not _is_parquet(path):
            return []
        files = [file for file in files if file.is_file() and (file == path or not _is_hidden(Path(file.name)))]
        others = [file for file in files if not _is_parquet(file)]
    except OSError as error:
        raise TableError(in_words(error)) from None
    if others:
        raise unreadable("{path} is no Parquet file; a folder or a pattern may hold no others", path=others[0])
    if not files and path.is_dir():
        raise unreadable("{path}: a folder without Parquet files (*.parquet); expected a file, or a folder with some",
                         path=path)  # fmt: skip
    return files


def _inside(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*.parquet")) if not _is_hidden(file.relative_to(folder))]


def matches(pattern: Path) -> Iterator[Path]:
    """Give the paths that match a pattern with ``*``, ``?`` or ``**``."""
    root = Path(pattern.anchor)
    return root.glob(str(pattern.relative_to(root)))


def _is_hidden(path: Path) -> bool:
    """Whether it is what an engine leaves beside its files, such as _temporary/."""
    return any(part.startswith(("_", ".")) for part in path.parts)


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
