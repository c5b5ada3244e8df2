"""Plain text: a file of a submission as UTF-8 text, whatever program saved it."""

from __future__ import annotations

import codecs
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.homework.findings import Finding, Unusable, finding
from metrics_edu.homework.submission.spreadsheet import MAGIC, spreadsheet_text
from metrics_edu.language import quoted
from metrics_edu.metrics.validation import not_utf8
from metrics_edu.tables.safe_files import in_words

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Limits

WINDOWS = ("cp1252", "latin-1")
"""The text of Windows in the West; the second one also has characters for the five bytes that the first one has none for."""
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def plain_text(path: Path, name: str, folder: Path, limits: Limits) -> tuple[Path, list[Finding]]:
    """Return a file of UTF-8 text, and what there is to say about its encoding: the file itself, or a copy in a folder.

    Encodings are not guessed from the words: a byte order mark decides, then whether the text is UTF-8, and else it is text of
    Windows in the West. What is no text stays as it is; its reader refuses it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unusable("UNREADABLE", why=in_words(error).replace(quoted(path, written=str), name)) from None
    if data.startswith(MAGIC):
        return _copy(spreadsheet_text(path, name, limits), folder), []
    encoding = _encoding_of(data)
    is_read = encoding == "utf-8" or (b"\0" in data and encoding != "utf-16")
    try:
        text = data if is_read else data.decode(encoding).encode()
    except UnicodeDecodeError:  # half a character of UTF-16
        raise Unusable("UNREADABLE", why=not_utf8(name)) from None
    if b"\n" not in text:  # the first Macs ended lines with a carriage return alone
        text = text.replace(b"\r", b"\n")
    if text == data:
        return path, []
    return _copy(text, folder), [finding("ENCODING", name=name)] if encoding in WINDOWS else []


def _encoding_of(data: bytes) -> str:
    if data.startswith(UTF_16):
        return "utf-16"
    for encoding in ("utf-8", WINDOWS[0]):
        with suppress(UnicodeDecodeError):
            data.decode(encoding)
            return encoding
    return WINDOWS[1]


def _copy(data: bytes, folder: Path) -> Path:
    copy = folder / f"{len(list(folder.iterdir()))}.txt"
    copy.write_bytes(data)
    return copy
