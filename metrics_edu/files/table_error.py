"""The error of a file or frame that cannot be read."""

from __future__ import annotations

from typing import Any

from metrics_edu.language import _


class TableError(ValueError):
    """A file or frame cannot be read: `plain` says why, the hint what a program or the command line can do about it."""

    def __init__(self, plain: str, hint: str = "") -> None:
        super().__init__(plain + hint)
        self.plain = plain


def unreadable(message: str, /, hint: str = "", **facts: Any) -> TableError:
    """Return the error of a file or frame; its message, which is translated here, says why."""
    return TableError(_(message, **facts), hint)


def not_utf8(path: object, line: int = 0) -> str:
    """Say that a file is not UTF-8 text: a file of lines in which line, and what a spreadsheet calls it."""
    if line:
        return _("{path}, line {line} is not UTF-8 text: save the file as CSV UTF-8", path=path, line=line)
    return _("{path} is not UTF-8 text: save the file as UTF-8", path=path)
