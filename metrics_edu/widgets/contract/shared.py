"""What the views of several screens have in common."""

from typing import Literal, NotRequired, TypedDict

MarkState = Literal["", "right", "wrong", "convention", "open"]
"""How a field, a number or a file is marked."""


class Change(TypedDict):
    """The difference that the last edit made, such as "+0.0119", and its direction."""

    delta: str
    dir: Literal[-1, 0, 1]


class Explained(TypedDict):
    """A step below a derivation: its HTML, and its reason."""

    html: str
    why: str


class DerivationView(TypedDict):
    """The derivation of one value; `definition`, `working` and each `html` are HTML that Python has escaped."""

    name: str
    long: str
    definition: str
    working: str
    where: list[Explained]
    result: str


class FieldsAction(TypedDict):
    """What an action of a widget with fields carries: the lists that it is about, and a name of its own, which the view repeats."""

    draw: NotRequired[str]
    turn: NotRequired[str]


class FieldsView(TypedDict):
    """What a widget with fields shows of them: a name of its lists, the last action, and what is typed and not checked."""

    draw: str
    turn: str
    typed: dict[str, str]  # by the key of the field
    notice: str
