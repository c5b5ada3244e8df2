"""Views of the screens that show a derivation step by step: Stepper, FadedStepper."""

from typing import Literal, NotRequired, TypedDict

from metrics_edu.widgets.contract.shared import FieldsView


class StepRow(TypedDict):
    """A rank, a user or a rating."""

    rank: int
    label: str
    note: str
    badge: str
    relevant: bool
    state_word: str


class StepList(TypedDict):
    """The list, users or ratings beside a derivation."""

    kind: Literal["items", "users", "ratings"]
    heading: str
    item: str
    rows: list[StepRow]
    missed: str
    empty: str
    read: int
    named: NotRequired[bool]


class StepColumn(TypedDict):
    """A step with a cell for each row: the working and the value."""

    head: str
    cells: list[list[str]]


class StepFrame(TypedDict):
    """One state of a Stepper."""

    column: int
    lit: list[int]
    passed: list[int]
    line: str
    new: bool
    aside: str
    sentence: str
    working: str
    columns: int
    lines: int
    joined: list[int]


class StepperView(TypedDict):
    """A Stepper; `definition`, `lines` and `working` are HTML that Python has escaped."""

    screen: Literal["stepper"]
    name: str
    long: str
    stage: str
    definition: str
    list: StepList
    columns: list[StepColumn]
    lines: list[list[str]]
    frames: list[StepFrame]


class BlankCell(TypedDict):
    """A number, or a blank: `at` is its place among the blanks of the round."""

    text: str
    at: NotRequired[int]
    label: NotRequired[str]
    state: NotRequired[Literal["", "right", "wrong", "unreadable"]]


class BlankColumn(TypedDict):
    """A step with a cell for each row."""

    head: str
    cells: list[BlankCell]


class BlankTable(TypedDict):
    """The ideal list, or the cut-offs."""

    heading: str
    columns: list[BlankColumn]


class BlankLine(TypedDict):
    """A step that is one number."""

    html: str
    cell: BlankCell


class Round(TypedDict):
    """A round that can be chosen."""

    title: str
    about: str
    chosen: bool


class WhyView(TypedDict):
    """The question after a round, and the answer that was chosen (-1: none)."""

    question: str
    choices: list[str]
    chosen: int
    answer: NotRequired[str]
    right: NotRequired[bool]


class FadedStepperView(FieldsView):
    """A FadedStepper."""

    screen: Literal["faded_stepper"]
    name: str
    long: str
    list: StepList
    columns: list[BlankColumn]
    more: list[BlankTable]
    lines: list[BlankLine]
    rounds: list[Round]
    filled: str
    next: int
    sentence: str
    state: Literal["", "right", "wrong", "unreadable"]
    why: WhyView | None
