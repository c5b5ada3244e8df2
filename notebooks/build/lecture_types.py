"""What a ready lecture is made of: its slides, each with a part, minutes and texts in each language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Text(NamedTuple):
    """The text in each language.

    In what a speaker says, [AP fruit] is the value of a measure of a list of the lecture, [AP pair.A] that of its user A,
    and [AP fruit convention=trec_eval] that under an option.
    """

    en: str
    es: str


class Slide(NamedTuple):
    """A question over a part (or alone), for a number of minutes."""

    minutes: int
    title: Text
    part: str
    say: Text
    ask: Text


class LectureText(NamedTuple):
    """A lecture: its lists, as lines of Python, whose words are other ones in Spanish."""

    name: str
    title: Text
    lists: str
    slides: tuple[Slide, ...]
    words: Mapping[str, str] = {}
    about: Text = Text("", "")
