"""Parquet files: those of a path, a folder or a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from metrics_edu.metrics import unreadable

MAGIC = b"PAR1"


def parquet_files(source: str | Path) -> list[Path]:
    """Return the Parquet files of a path or a pattern, sorted; none if it is a file of another kind or no file.

    Raises
    ------
    TableError
        If a folder has no Parquet file, or a pattern matches a file of another kind.
    """
    path = Path(source).expanduser()
    if path.is_dir():
        files = [file for file in sorted(path.rglob("*.parquet")) if not _is_hidden(file.relative_to(path))]
        if not files:
            raise unreadable("{path}: a folder without Parquet files (*.parquet); expected a file, or a folder with some",
                             path=path)  # fmt: skip
    elif path.is_file():
        files = [path] if _is_parquet(path) else []
    else:
        files = [file for file in sorted(matches(path)) if file.is_file()]
    for file in files:
        if not _is_parquet(file):
            raise unreadable("{path} is no Parquet file; a folder or a pattern may hold no others", path=file)
    return files


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
