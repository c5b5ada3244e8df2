"""When a sheet may show its values: from a time on, or with a word, of which the link of the exercise has only a hash."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from datetime import datetime

from metrics_edu.language import refused

WORD_HASH = re.compile(r"word-[0-9a-f]{16}")
TIME = re.compile(r"20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?")
LOOKS_LIKE_NO_WORD = re.compile(r"word-.*|[\d\s:.,/TZ+-]*", re.I)
"""A text that is meant as a time or as a hash: its own hash would only hide the slip."""


def read_reveal(text: str) -> str:
    """Return the condition in its usual form, or "" where an exercise never shows its values.

    Parameters
    ----------
    text : str
        A time, of the reader's own clock if it names no zone, or the hash of a word.

    Raises
    ------
    ValueError
        If it is neither. For a lecturer who wrote the word itself, the sentence has its hash.

    Examples
    --------
    >>> read_reveal("2026-11-26T12:30:00"), read_reveal("word-5795b07249101ff3")
    ('2026-11-26T12:30', 'word-5795b07249101ff3')
    """
    text = text.strip()
    if not text or WORD_HASH.fullmatch(text):
        return text
    if not LOOKS_LIKE_NO_WORD.fullmatch(text):
        raise refused(
            "reveal takes a time (2026-11-26T12:30) or the hash of a word; got {value!r}. If that is the word, write "
            "reveal={hash}, and say only the word in class",
            value=text,
            hash=hash_of_word(text),
        )
    try:
        return _moment(text).isoformat(timespec="minutes")
    except (ValueError, OverflowError):
        raise refused(
            "reveal takes a time from 2000 to 2099 (2026-11-26T12:30) or the hash of a word; got {value!r}", value=text
        ) from None


def hash_of_word(word: str) -> str:
    """Return the hash of a word; capitals and spaces around it do not matter.

    Examples
    --------
    >>> hash_of_word(" Manzana ") == hash_of_word("manzana")
    True
    """
    plain = " ".join(unicodedata.normalize("NFKC", word).split()).casefold()
    return f"word-{hashlib.sha256(plain.encode('utf-8', 'replace')).hexdigest()[:16]}"


def needs_word(reveal: str) -> bool:
    """Return whether the values are shown to those who know a word."""
    return WORD_HASH.fullmatch(reveal) is not None


def check_reveal(reveal: str, word: str, now: float) -> None:
    """Raise ValueError if the values may not be shown: the word is another one, or the time has not come.

    Examples
    --------
    >>> check_reveal(hash_of_word("manzana"), "Manzana", 0.0)
    >>> check_reveal(hash_of_word("manzana"), "pera", 0.0)
    Traceback (most recent call last):
      ...
    ValueError: 'pera' is not the word of this exercise: ask your lecturer for it
    """
    if not reveal:
        raise refused("this exercise does not show its values")
    if needs_word(reveal):
        if not word.strip():
            raise refused("write your lecturer's word")
        if hash_of_word(word) != reveal:
            raise refused("{value!r} is not the word of this exercise: ask your lecturer for it", value=word)
    elif now < _moment(reveal).timestamp():
        raise refused("the values of this exercise can be shown from {time} on", time=shown_time(reveal))


def shown_time(reveal: str) -> str:
    """Return the time of a condition on the reader's own clock."""
    return _moment(reveal).astimezone().strftime("%Y-%m-%d %H:%M")


def _moment(text: str) -> datetime:
    if not TIME.fullmatch(text):
        raise ValueError(text)
    moment = datetime.fromisoformat(text)
    moment.timestamp()
    return moment
