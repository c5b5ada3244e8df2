"""The view of a Lecture."""

from typing import Literal, TypedDict


class Slide(TypedDict):
    """A slide: its question, what its widget is about, and the state of an Explorer."""

    title: str
    about: str
    state: str


class LectureView(TypedDict):
    """A Lecture."""

    screen: Literal["lecture"]
    slides: list[Slide]
