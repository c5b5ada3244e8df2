"""Parquet files: those of a path, a folder or a pattern."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from metrics_edu.files.safe_files import in_words
from metrics_edu.files.table_error import TableError, unreadable

MAGIC = b"PAR1"


def parquet_files(source: str | Path) -> list[Path]:
    """Return the Parquet files of a path or a pattern, sorted; none if it is a file of another kind or no file.

    Raises
    ------
    TableError
        If a folder has no Parquet file, or a pattern matches a file of another kind.
    """
    path = Path(source).expanduser()
    found = (
        [path] if path.exists() else [match for match in sorted(matches(path)) if not _is_hidden(_matched(match, path))]
    )
    try:
        listed = [file for match in found for file in (_inside(match) if match.is_dir() else [match])]
        files = [*{file.resolve(): file for file in reversed(listed)}.values()][::-1]  # also behind two links, once
        if found == [path] and not path.is_dir() and not _is_parquet(path):
            return []
        others = [file for file in files if not _is_parquet(file)]
    except OSError as error:
        raise TableError(in_words(error)) from None
    if others:
        raise unreadable(
            "{path} is not a Parquet file; a folder or a pattern must match only Parquet files", path=others[0]
        )
    if not files and path.is_dir():
        raise unreadable(
            "{path}: a folder without Parquet files (*.parquet); expected a file, or a folder with some", path=path
        )
    return files


def _inside(folder: Path) -> list[Path]:
    return [file for file in _files_below(folder) if file.suffix == ".parquet"]


def _files_below(folder: Path) -> list[Path]:
    """Return the files below a folder, also behind links to other folders, each folder once."""
    files, seen = list[Path](), {folder.resolve()}
    for root, folders, names in os.walk(folder, followlinks=True):
        below = sorted(
            (Path(root, name) for name in folders), key=lambda subfolder: (subfolder.is_symlink(), subfolder.name)
        )
        folders.clear()
        for subfolder in below:
            if not _is_hidden(Path(subfolder.name)) and (target := subfolder.resolve()) not in seen:
                seen.add(target)
                folders.append(subfolder.name)
        files += [Path(root, name) for name in names if not _is_hidden(Path(name))]
    return sorted(files)


def matches(pattern: Path) -> Iterator[Path]:
    """Give the paths that match a pattern with ``*``, ``?`` or ``**``; ``**`` follows links to folders."""
    if "**" not in pattern.parts:
        root = Path(pattern.anchor)
        yield from root.glob(str(pattern.relative_to(root)))
        return
    k = pattern.parts.index("**")
    base, rest = Path(*pattern.parts[:k]), Path(*pattern.parts[k + 1 :])
    files = _files_below(base) if base.is_dir() else []
    yield from (file for file in files if (file.match(str(rest)) if rest.parts else file.suffix == ".parquet"))


def _matched(path: Path, pattern: Path) -> Path:
    """Return the part of a path that a pattern has not named: from its first part with a sign on."""
    named = next((k for k, part in enumerate(pattern.parts) if set(part) & {*"*?["}), len(pattern.parts))
    return Path(*path.parts[named:])


def _is_hidden(path: Path) -> bool:
    """Whether it is what an engine leaves beside its files, such as _temporary/."""
    return any(part.startswith(("_", ".")) for part in path.parts)


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
