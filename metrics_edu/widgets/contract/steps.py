"""Views of the screens that show a derivation step by step: Stepper, FadedStepper."""

from typing import Literal, NotRequired, TypedDict

from metrics_edu.practice.steps.blanks import EntryState
from metrics_edu.practice.steps.walkthrough import StepFrame
from metrics_edu.widgets.contract.shared import DerivationHeading, FieldsView, Heading, ListedRows


class StepList(ListedRows):
    """The rows beside a derivation, and how many of them are read."""

    read: int


class NamedStepList(StepList):
    """The rows of a Stepper, and whether one of them has a name."""

    named: bool


class StepColumn(TypedDict):
    """A step with a cell for each row: the working and the value."""

    head: str
    cells: list[list[str]]


class StepperView(DerivationHeading):
    """A Stepper; `definition`, `lines` and `working` are HTML that Python has escaped."""

    screen: Literal["stepper"]
    stage: str
    definition: str
    list: NamedStepList
    columns: list[StepColumn]
    lines: list[tuple[str, str]]
    frames: list[StepFrame]


class BlankCell(TypedDict):
    """A number, or a blank: `at` is its place among the blanks of the round."""

    text: str
    at: NotRequired[int]
    label: NotRequired[str]
    state: NotRequired[EntryState]


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


class Round(Heading):
    """A round that can be chosen."""

    chosen: bool


class WhyView(TypedDict):
    """The question after a round, and the answer that was chosen (-1: none)."""

    question: str
    choices: list[str]
    chosen: int
    answer: NotRequired[str]
    right: NotRequired[bool]


class BlankNumbers(TypedDict):
    """The numbers of a working, with its blanks."""

    list: StepList
    columns: list[BlankColumn]
    more: list[BlankTable]
    lines: list[BlankLine]


class FadedStepperView(DerivationHeading, BlankNumbers, FieldsView):
    """A FadedStepper."""

    screen: Literal["faded_stepper"]
    rounds: list[Round]
    filled: str
    next: int
    sentence: str
    state: EntryState
    why: WhyView | None
