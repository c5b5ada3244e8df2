"""Views of the screens that ask: Predict, Practice, Drill, ExerciseSheet, SubmissionUpload."""

from typing import Literal, NotRequired, TypedDict

from metrics_edu.widgets.contract.shared import DerivationView, FieldsView, Heading, MarkState


class ItemTile(TypedDict):
    """An item of a list in a question; a gap has the rank "…"."""

    rank: str
    badge: str
    relevant: bool
    spoken: str
    out: NotRequired[bool]
    lit: NotRequired[Literal["right", "wrong"]]  # its term in the computation that was checked
    label: NotRequired[str]


class QuestionView(TypedDict):
    """A list, or ratings as rows, about which a card asks."""

    title: str
    tiles: list[ItemTile]
    notes: list[str]
    empty: str
    rows: NotRequired[list[list[str]]]


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
    "exchange",
    "finish",
    "first",
    "hint",
    "leave",
    "next",
    "reveal",
    "solution",
]


class FieldOptions(TypedDict, total=False):
    """What only some fields have."""

    symbol: str
    questions: list[QuestionView]
    once: bool  # the verdict is shown once for all fields
    sides: list[SideView]
    text: bool  # no number
    step: bool  # written before the value, which alone is required
    heading: Heading | None
    max_length: int
    token: str | None
    saved: float | None
    submits: ButtonName  # the action of its own button
    options: list[str]


class MarkWord(TypedDict):
    """How an answer or a file is marked, and the same in a word."""

    state: MarkState
    word: str


class FieldMark(MarkWord):
    """How an answer is marked, and the sentence about it."""

    verdict: str


class AnswerBase(TypedDict):
    """What every answer has, written or chosen."""

    label: str
    value: str
    closed: bool


class AnswerField(AnswerBase, FieldMark, FieldOptions):
    """An answer to write, with its verdict."""

    key: str


class ChoiceView(AnswerBase):
    """Options to choose from."""

    options: list[tuple[str, str]]


class ButtonOptions(TypedDict, total=False):
    """What only some buttons have."""

    main: bool
    dim: bool
    suggested: bool
    next: bool  # at the end of the line; the main one once all is right
    pause: float
    sure: bool


class Button(ButtonOptions):
    """A button, and the action that it sends."""

    do: ButtonName
    label: str


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


class FileRow(MarkWord):
    """A file of the homework, or a finding about none of them."""

    name: str
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


class PollBar(MarkWord):
    """What some students did; without a working it has no sides."""

    look: Literal["right", "wrong", "convention", "unknown"]
    share: str
    count: str
    part: float  # of the longest bar, in percent
    text: str
    questions: list[QuestionView]
    sides: list[SideView]


class PollSlide(Heading):
    """What the students of a class did in a measure."""

    bars: list[PollBar]


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

    screen: Literal["predict", "quiz"]
    word: str
    questions: list[QuestionView]
    choice: ChoiceView | None
    mark: MarkState
    gap: Gap | None
    sides: list[SideView]
    foot: str


class PracticeView(CardView):
    """A Practice or a Drill."""

    screen: Literal["practice", "drill"]
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
    """A SubmissionUpload, a FileDiagnosis or a PollUpload; `report` is HTML that Python has escaped."""

    screen: Literal["submission_upload"]
    zone: Zone
    report: str
    slides: list[PollSlide]
