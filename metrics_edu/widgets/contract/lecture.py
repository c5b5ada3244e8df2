"""The view of a Lecture."""

from typing import Literal, TypedDict

from metrics_edu.widgets.contract.shared import Heading


class Slide(Heading):
    """A slide: its question, what its widget is about, the state of an Explorer, and what the lecturer plans."""

    state: str
    notes: str
    minutes: float


class LectureView(TypedDict):
    """A Lecture."""

    screen: Literal["lecture"]
    slides: list[Slide]
