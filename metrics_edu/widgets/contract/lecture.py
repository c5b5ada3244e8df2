"""The view of a Lecture."""

from typing import Literal, TypedDict

from metrics_edu.widgets.contract.shared import Heading


class Slide(Heading):
    """A slide: its question, what its widget is about, its lists as HTML, an Explorer's state, what the lecturer plans."""

    picture: str
    state: str
    notes: str
    minutes: float


class LectureView(TypedDict):
    """A Lecture."""

    screen: Literal["lecture"]
    slides: list[Slide]
