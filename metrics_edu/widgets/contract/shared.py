"""What the views of several screens have in common."""

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

Message = Mapping[str, object]
"""An action as it arrives: nothing in it has been checked."""

MarkState = Literal["", "right", "wrong", "convention", "open"]
"""How a field, a number or a file is marked."""
Side = Literal[0, 1]
"""One of the two lists of a Compare."""


class Change(TypedDict):
    """The difference that the last edit made, such as "+0.0119", and its direction."""

    delta: str
    dir: Literal[-1, 0, 1]


class GradeView(TypedDict):
    """How an item is marked: R, N or its grade, and the same in words."""

    badge: str
    relevant: bool
    state_word: str


class LabelledRow(GradeView):
    """A row with its label, and a note below it."""

    label: str
    note: str


class StepRow(LabelledRow):
    """A rank, a user or a rating."""

    rank: int


class ListedRows(TypedDict):
    """A list, users or ratings as rows."""

    kind: Literal["items", "users", "ratings"]
    heading: str
    item: str
    rows: list[StepRow]
    missed: str
    empty: str


class Explained(TypedDict):
    """A step below a derivation: its HTML, and its reason."""

    html: str
    why: str


class DerivationHeading(TypedDict):
    """The symbol of a derivation, and its title."""

    name: str
    long: str


class DerivationView(DerivationHeading):
    """The derivation of one value; `definition`, `working` and each `html` are HTML that Python has escaped."""

    definition: str
    working: str
    where: list[Explained]
    result: str


class Heading(TypedDict):
    """A heading, and a text about what is below it."""

    title: str
    about: str


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
    formulas: NotRequired[dict[str, str]]  # the computations that are written, as HTML, by the key of the field
