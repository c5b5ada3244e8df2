"""Views of the screens that ask: Predict, Practice, Drill, ExerciseSheet, SubmissionUpload."""

from typing import Literal, NotRequired, TypedDict

from metrics_edu.widgets.contract.shared import DerivationView, FieldsView, MarkState


class ItemTile(TypedDict):
    """An item of a list in a question; a gap has the rank "…"."""

    rank: str
    badge: str
    relevant: bool
    spoken: str
    out: NotRequired[bool]
    label: NotRequired[str]


class QuestionView(TypedDict):
    """A list, or ratings as rows, about which a card asks."""

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


ButtonName = Literal[
    "again",
    "begin",
    "check",
    "commit",
    "download",
    "draw",
    "finish",
    "first",
    "hint",
    "leave",
    "next",
    "reveal",
    "solution",
]


class AnswerField(TypedDict):
    """An answer to write, with its verdict."""

    key: str
    label: str
    value: str
    closed: bool
    state: MarkState
    word: str
    verdict: str
    symbol: NotRequired[str]
    questions: NotRequired[list[QuestionView]]
    once: NotRequired[bool]  # the verdict is shown once for all fields
    sides: NotRequired[list[SideView]]
    text: NotRequired[bool]  # no number
    step: NotRequired[bool]  # written before the value, which alone is required
    heading: NotRequired[Heading | None]
    max_length: NotRequired[int]
    token: NotRequired[str | None]
    saved: NotRequired[float | None]
    submits: NotRequired[ButtonName]  # the action of its own button
    options: NotRequired[list[str]]


class ChoiceView(TypedDict):
    """Options to choose from."""

    label: str
    options: list[tuple[str, str]]
    value: str
    closed: bool


class Button(TypedDict):
    """A button, and the action that it sends."""

    do: ButtonName
    label: str
    main: NotRequired[bool]
    dim: NotRequired[bool]
    suggested: NotRequired[bool]
    next: NotRequired[bool]  # at the end of the line; the main one once all is right
    pause: NotRequired[float]
    sure: NotRequired[bool]


class Gap(TypedDict):
    """A prediction and the value on a line, in percent of its length."""

    predicted: float
    exact: float
    low: str
    high: str
    predicted_word: str
    exact_word: str


class TitledDerivation(DerivationView):
    """A working below a card."""

    title: str


class Mastery(TypedDict):
    """The last exercises, as dots and in words."""

    dots: list[str]
    text: str


class AnswerFile(TypedDict):
    """The file to download, and how long the browser keeps it."""

    name: str
    text: str
    keep: Literal["", "tab", "good"]
    key: str


class FileRow(TypedDict):
    """A file of the homework, or a finding about none of them."""

    name: str
    state: MarkState
    word: str
    finding: str


class Zone(TypedDict):
    """Where files are dropped."""

    label: str
    drop: str
    status: str
    main: bool
    sent: int
    accept: str
    max_bytes: int
    files: list[FileRow]


class CardView(FieldsView):
    """What every card shows."""

    title: str
    about: str
    fields: list[AnswerField]
    buttons: list[Button]
    summary: str
    workings: list[TitledDerivation]


class PredictView(CardView):
    """A Predict: of one value, or with a `choice` of two lists; or a Quiz."""

    screen: Literal["predict"]
    word: str
    questions: list[QuestionView]
    choice: ChoiceView | None
    mark: MarkState
    gap: Gap | None
    sides: list[SideView]
    foot: str


class PracticeView(CardView):
    """A Practice or a Drill."""

    screen: Literal["practice"]
    word: str
    mastery: Mastery
    hints: list[list[str]]
    quiet: bool  # the summary is only spoken
    contrast: NotRequired[list[QuestionView]]  # of a Drill: lists whose order a mistake reverses


class ExerciseSheetView(CardView):
    """An ExerciseSheet; before it begins it has neither a file nor an end."""

    screen: Literal["exercise_sheet"]
    foot: str
    saves: NotRequired[bool]  # each answer is stored as it is typed
    file: NotRequired[AnswerFile]
    end: NotRequired[float]
    left: NotRequired[float]
    pause: NotRequired[float]
    retry: NotRequired[int]


class SubmissionUploadView(CardView):
    """A SubmissionUpload; `report` is HTML that Python has escaped."""

    screen: Literal["submission_upload"]
    zone: Zone
    report: str
