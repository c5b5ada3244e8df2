"""A student at a worksheet: reads the lists from the printed page, and computes their values in plain loops."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from typing import NamedTuple


class PaperList(NamedTuple):
    """A list as it is printed: the question, the marks by rank, and the sentence below."""

    question: str
    marks: list[str]
    below: str

    def value(self) -> float:
        """Return AP@n or nDCG@n of the list."""
        relevant = int(self._found(r"\|R\| = (\d+)"))
        if self.question.startswith("AP@"):
            hits = [mark == "R" for mark in self.marks]
            found = [sum(hits[:rank]) / rank for rank in range(1, len(hits) + 1)]
            return sum(value for value, hit in zip(found, hits, strict=True) if hit) / min(relevant, len(hits))
        grades = [int(grade) for grade in self._found(r"(?:grades|grados): ([\d ]+)\.").split()]
        best = sorted(grades, reverse=True)[: len(self.marks)]
        return _dcg([int(mark) for mark in self.marks]) / _dcg(best)

    def _found(self, pattern: str) -> str:
        match = re.search(pattern, self.below)
        assert match, (pattern, self.below)
        return match[1]


def _dcg(grades: list[int]) -> float:
    return sum((2.0**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


class _Page(HTMLParser):
    """The texts of the elements of a page, with the name of the tag."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[str, str]] = []
        self._tag = ""

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        if tag in ("h2", "h3", "td", "p"):
            self.texts.append((tag, ""))

    def handle_endtag(self, _tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        if self._tag in ("h2", "h3", "td", "p"):
            self.texts[-1] = (self._tag, self.texts[-1][1] + data)


def sheets_of(html: str) -> dict[str, list[PaperList]]:
    """Return the lists on the sheet of each student, by what the sheet says above them."""
    page = _Page()
    page.feed(html)
    sheets: dict[str, list[PaperList]] = {}
    student, question, cells = "", "", list[str]()
    for tag, text in page.texts:
        if tag == "h2":
            student = text
            sheets[student] = []
        elif tag == "h3":
            question, cells = text, []
        elif tag == "td":
            cells.append(text)
        elif cells and "|R|" in text:
            marks = [cell for start in range(0, len(cells), 20) for cell in _second_half(cells[start : start + 20])]
            sheets[student].append(PaperList(question, marks, text))
            cells = []
    return sheets


def _second_half(cells: list[str]) -> list[str]:
    return cells[len(cells) // 2 :]
