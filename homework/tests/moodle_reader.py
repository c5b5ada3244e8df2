"""Read a quiz by Moodle's rules: question/format/xml/format.php (import) and question/type/numerical/question.php (marks)."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from html.parser import HTMLParser

PRECISION = 14
"""Of numbers in PHP, which Moodle adds to a tolerance."""


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def words_of(html: str) -> str:
    parser = _Words()
    parser.feed(html)
    return "".join(parser.words)


def tags_of(html: str) -> set[str]:
    parser = _Words()
    parser.feed(html)
    return {*parser.tags}


@dataclass
class MoodleQuestion:
    category: list[str]
    name: str
    html: str
    general_feedback: str
    idnumber: str
    answers: list[tuple[str, float, float, str]] = field(default_factory=list)  # value, tolerance, fraction, feedback

    def mark(self, typed: str) -> tuple[float, str]:
        """Return the fraction of the points that a typed number gets, and the feedback on it, as words."""
        for text, tolerance, fraction, feedback in self.answers:
            if text == "*" or self._takes(float(text), tolerance, float(typed)):
                return fraction, words_of(feedback)
        return 0.0, ""

    def _takes(self, value: float, tolerance: float, number: float) -> bool:
        whole = tolerance + 10.0**-PRECISION * max(1.0, abs(value))
        return value - whole <= number <= value + whole


def _path(text: str) -> list[str]:
    """Split at single slashes: a double one is a slash in a name."""
    return [name.replace("\0", "/") for name in text.replace("//", "\0").split("/")]


def _text(element: ET.Element, tag: str) -> str:
    return element.findtext(f"{tag}/text") or ""


def read_moodle(xml: str) -> list[MoodleQuestion]:
    root = ET.fromstring(xml.encode())
    assert root.tag == "quiz"
    category: list[str] = []
    questions = []
    for element in root:
        assert element.tag == "question"
        if element.get("type") == "category":
            category = _path(_text(element, "category"))
            continue
        assert element.get("type") == "numerical"
        assert (element.findtext("unitgradingtype"), element.findtext("showunits")) == ("0", "3")
        question = MoodleQuestion(
            category,
            _text(element, "name"),
            _text(element, "questiontext"),
            _text(element, "generalfeedback"),
            element.findtext("idnumber") or "",
        )
        for answer in element.iter("answer"):
            value = (answer.findtext("text") or "").strip() or "*"
            tolerance = float(answer.findtext("tolerance") or 0)
            fraction = float(answer.get("fraction") or 0) / 100
            question.answers.append((value, tolerance, fraction, _text(answer, "feedback")))
        assert max(fraction for _value, _tolerance, fraction, _feedback in question.answers) == 1
        questions.append(question)
    return questions
