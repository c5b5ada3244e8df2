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


def not_utf8(path: object) -> str:
    """Say that a file is not UTF-8 text."""
    return _("{path} is not UTF-8 text: save the file as UTF-8", path=path)
