"""Views of the screens that ask: Predict, Practice, Drill, ExerciseSheet, SubmissionUpload."""

from typing import Literal, NotRequired, TypedDict

from metrics_edu.widgets.contract.shared import DerivationView, MarkState


class ItemTile(TypedDict):
    """An item of a list that is asked about; a gap has the rank "…"."""

    rank: str
    badge: str
    relevant: bool
    say: str
    out: NotRequired[bool]
    label: NotRequired[str]


class QuestionView(TypedDict):
    """A list, or ratings as rows, that a value is asked of."""

    title: str
    tiles: list[ItemTile]
    notes: list[str]
    empty: str
    rows: NotRequired[list[list[str]]]


class Heading(TypedDict):
    """A heading above a field."""

    title: str
    about: str


class SideView(TypedDict):
    """A wrong or the right working, beside the other; `html` is HTML that Python has escaped."""

    title: str
    html: str
    result: str


class Field(TypedDict):
    """An answer to write, with what came of it."""

    key: str
    label: str
    value: str
    closed: bool
    state: MarkState
    word: str
    verdict: str
    symbol: NotRequired[str]
    given: NotRequired[list[QuestionView]]
    kind: NotRequired[str]
    once: NotRequired[bool]  # the verdict is shown once for all fields
    sides: NotRequired[list[SideView]]
    text: NotRequired[bool]  # no number
    heading: NotRequired[Heading | None]
    most: NotRequired[int]
    typed: NotRequired[str | None]
    saved: NotRequired[float | None]
    enter: NotRequired[str]
    options: NotRequired[list[str]]


class ChoiceView(TypedDict):
    """Two lists to choose from."""

    label: str
    options: list[list[str]]
    value: str
    closed: bool


class Button(TypedDict):
    """A button, and the action that it sends."""

    do: str
    label: str
    main: NotRequired[bool]
    off: NotRequired[bool]
    lead: NotRequired[bool]
    end: NotRequired[bool]
    pause: NotRequired[float]
    sure: NotRequired[bool]


class Gap(TypedDict):
    """A prediction and the value on a line, in percent of its length."""

    given: float
    exact: float
    low: str
    high: str
    given_word: str
    exact_word: str


class TitledDerivation(DerivationView):
    """A working below a card."""

    title: str


class Mastery(TypedDict):
    """The last exercises, as dots and in words."""

    dots: list[str]
    said: str


class File(TypedDict):
    """The file to download, and how long the browser keeps it."""

    name: str
    text: str
    keep: Literal["", "tab", "good"]
    key: str


class FileRow(TypedDict):
    """A file that is asked for, or a finding about none of them."""

    name: str
    state: MarkState
    word: str
    said: str


class Zone(TypedDict):
    """Where files are dropped."""

    label: str
    drop: str
    said: str
    main: bool
    sent: int
    kinds: str
    most: int
    files: list[FileRow]


class CardView(TypedDict):
    """A card; each kind of it has some of the fields."""

    part: Literal["card"]
    word: str
    title: str
    about: str
    given: list[QuestionView]
    fields: list[Field]
    choice: ChoiceView | None
    buttons: list[Button]
    hints: list[list[str]]
    said: str
    gap: Gap | None
    sides: list[SideView]
    workings: list[TitledDerivation]
    notice: str
    foot: NotRequired[str]
    inline: NotRequired[bool]
    mark: NotRequired[MarkState]
    mastery: NotRequired[Mastery]
    quiet: NotRequired[bool]
    form: NotRequired[bool]
    file: NotRequired[File]
    end: NotRequired[float]
    left: NotRequired[float]
    typed: NotRequired[Literal["", "write"]]
    pause: NotRequired[float]
    retry: NotRequired[int]
    zone: NotRequired[Zone]
    report: NotRequired[str]
