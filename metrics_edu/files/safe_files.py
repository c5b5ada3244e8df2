"""Safe files: written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import secrets
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from metrics_edu.language import N_, _, quoted, refused

WHY = {
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("the disk is full"),
    errno.EFBIG: N_("the file would be too large"),
    errno.EROFS: N_("nothing can be written there"),
    errno.EACCES: N_("permission is denied"),
    errno.EPERM: N_("permission is denied"),
    errno.ENOENT: N_("no such file"),
    errno.EEXIST: N_("a file is where a folder must be"),
    errno.ENOTDIR: N_("a file is where a folder must be"),
    errno.EISDIR: N_("a folder is where a file must be"),
    errno.ENAMETOOLONG: N_("the name is too long"),
}
"""What the system says, in the reader's language."""
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
"""The modes of a file and of a folder that only their owner reads."""
PART = re.compile(r"\.[0-9a-f]{16}\.part")
"""The name of a file that is not yet whole."""


def write_file(path: Path, text: str | bytes, *, sync: bool = True, mode: int = 0o666) -> None:
    """Write a file under another name, then rename it: a full disk or a killed kernel leaves the old one as it was.

    With `sync` it is on the disk before this returns. The system takes its mask off `mode`. A device or a pipe is written to,
    and stays what it is. The words of an OSError are the reader's, and its filename is the path.
    """
    write_files({path: text}, sync=sync, mode=mode)


def write_files(texts: Mapping[Path, str | bytes], *, sync: bool = True, mode: int = 0o666) -> None:
    """Write several files as `write_file` does: if one cannot be written, the old ones stay; Ctrl+C stops before all or none.

    Raises
    ------
    ValueError
        If two paths lead to one file.
    """
    parts: dict[Path, Path] = {}
    try:
        for path, text in texts.items():
            file = path.resolve()  # a link stays one
            if file in parts:
                raise refused("{path} and another file of the command are one file; delete the link", path=path)
            _write_part(file, text, parts, sync=sync, mode=mode)
        with _uninterrupted():
            for path, part in parts.items():
                part.replace(path)
    except RuntimeError:  # a link to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    except OSError as error:
        raise type(error)(error.errno, _why(error), str(path)) from None
    finally:
        with _uninterrupted():
            for part in parts.values():
                part.unlink(missing_ok=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl+C wait until the block ends. Only the main thread is interrupted."""
    waiting: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)  # None: no handler of Python
        for number in waiting:
            signal.raise_signal(number)


def remove_parts(folder: Path) -> None:
    """Delete what a killed process left of `write_files` in a folder; no other process may write there."""
    for path in folder.glob(".*.part"):
        if PART.fullmatch(path.name):
            path.unlink()


def _write_part(path: Path, text: str | bytes, parts: dict[Path, Path], *, sync: bool, mode: int) -> None:
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    parts[path] = path.with_name(f".{secrets.token_hex(8)}.part")
    with open(parts[path], "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(data)
        file.flush()
        if sync:
            os.fsync(file.fileno())


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in the reader's language why polars could not write there; other errors pass."""
    import polars as pl

    try:
        yield
    except (pl.exceptions.PolarsError, OSError) as error:
        number = getattr(error, "errno", None) or int(next(iter(re.findall(r"os error (\d+)", str(error))), 0))
        if number not in WHY:
            raise
        raise OSError(number, _(WHY[number]), str(path)) from None


def in_words(error: Exception) -> str:
    """Say in one sentence which file or folder cannot be used, and why; any other error says it itself.

    Examples
    --------
    >>> in_words(OSError(errno.ENOSPC, "No space left on device", "out/gradebook.csv"))
    'out/gradebook.csv: the disk is full'
    """
    if not isinstance(error, OSError):
        return str(error)
    file = "" if error.filename is None else f"{quoted(os.fsdecode(error.filename), written=str)}: "
    return f"{file}{_why(error)}"


def _why(error: OSError) -> str:
    return _(WHY[error.errno]) if error.errno in WHY else error.strerror or str(error)
