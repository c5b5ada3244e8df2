"""Views of the screens that show lists to edit: RankedList, Explorer, Inverse, IdealList, Compare."""

from typing import Literal, NotRequired, TypedDict

from metrics_edu.widgets.contract.shared import Change, DerivationView, GradeView, LabelledRow, Side


class ItemRow(LabelledRow):
    """An item of a list, or a user of a mean."""

    id: str
    rank: int | None
    counts: bool
    out: bool
    sentence: str | None  # None: it comes with the trait `sentence` when the row is chosen
    term: str
    grade: NotRequired[float]
    work: NotRequired[str]  # beside an ideal list


class Count(TypedDict):
    """|R|, and the numbers to which it can be set."""

    value: int
    min: int
    max: int


class RowList(TypedDict):
    """The rows of one list, or of users."""

    term: str
    graded: bool
    shown: list[ItemRow]
    missed: list[ItemRow]


class ItemList(RowList):
    """One list: the shown and the missed items."""

    kind: Literal["items"]
    cut: int | None
    hits: int
    pool: str
    relevant: Count


class UserList(RowList):
    """The users of a mean."""

    kind: Literal["users"]
    cut: None


class UserTab(TypedDict):
    """A user that can be chosen, or the mean."""

    key: str
    label: str
    mean: bool
    selected: bool


class NamedValue(TypedDict):
    """A value with its symbol."""

    name: str
    value: str


class Tile(NamedValue, Change):
    """A measure with its value."""

    key: str
    selected: bool


class ChosenDerivation(DerivationView, Change):
    """The derivation of the chosen measure."""


class Can(TypedDict):
    """Which of the tools can be used now."""

    undo: bool
    redo: bool
    reset: bool
    ideal: NotRequired[bool]
    shuffle: NotRequired[bool]
    paste: NotRequired[bool]


class EditedView(TypedDict):
    """What every screen with lists to edit shows."""

    last_edit: str
    choose: bool
    notice: str
    chosen: str | None
    edited: str | None  # the item whose edit the changes are of; None: they are not of one item
    can: Can


class RankedListView(EditedView):
    """A RankedList."""

    screen: Literal["ranked_list"]
    list: ItemList


class Explored(TypedDict):
    """What an Explorer and an Inverse show of the lists."""

    tabs: list[UserTab]
    tiles: list[Tile]
    convention: str
    list: ItemList | UserList
    derivation: ChosenDerivation


class ExploredView(EditedView, Explored):
    """What an Explorer and an Inverse show."""


class ExplorerView(ExploredView):
    """An Explorer."""

    screen: Literal["explorer"]


class GoalLine(TypedDict):
    """A goal, and whether the list meets it."""

    key: str
    text: str
    now: str
    met: bool
    word: str


class Goals(TypedDict):
    """The goals of an Inverse."""

    lines: list[GoalLine]
    done: str
    solution: bool


class InverseView(ExploredView):
    """An Inverse."""

    screen: Literal["inverse"]
    goals: Goals


class ChangedValue(NamedValue, Change):
    """A value, and what the last edit changed of it."""


class IdealItem(GradeView):
    """The item at a rank of the ideal list, and where it is now; not `known`: no such item exists."""

    id: str
    label: str
    now: str
    missed: bool
    known: bool


class IdealRow(IdealItem):
    """A rank of the ideal list."""

    rank: int
    counts: bool
    term: str
    work: str
    sentence: str


class IdealColumn(TypedDict):
    """The ideal list."""

    sub: str
    term: str
    rows: list[IdealRow]
    empty: str
    ties: str


ControlGroup = Literal["own", "cut", "empty", "shared", "idle", "other"]


class ControlBase(TypedDict):
    """What every control of a setting has."""

    key: str
    label: str
    group: ControlGroup
    why: str
    lead: NotRequired[str]


class StepControl(ControlBase):
    """A number to step."""

    kind: Literal["step"]
    value: float
    min: float
    max: float
    step: float
    display: str


class WordsBase(ControlBase):
    """What every control of words has."""

    value: str


class ConventionGroups(TypedDict, total=False):
    """The titles of the groups of conventions, and the words in each."""

    groups: list[tuple[str, list[str]]]


class SelectControl(WordsBase, ConventionGroups):
    """Words to select."""

    kind: Literal["select"]
    options: list[tuple[str, str]]


class SegmentControl(WordsBase):
    """Words side by side."""

    kind: Literal["segment"]
    options: list[tuple[str, str]]


Control = StepControl | SelectControl | SegmentControl


class IdealListView(EditedView):
    """An IdealList."""

    screen: Literal["ideal_list"]
    tiles: list[Tile]
    list: ItemList
    ideal: IdealColumn
    sums: list[NamedValue]
    result: ChangedValue
    why: str
    settings: list[Control]


class ComparedList(TypedDict):
    """One of the two lists of a Compare; the one that was edited last has a chosen row."""

    name: str
    tiles: list[Tile]
    list: ItemList
    can: dict[Literal["paste"], bool]
    chosen: NotRequired[str | None]
    choose: NotRequired[bool]


class ComparedValue(Change):
    """The value of a measure for one of the lists."""

    value: str


Preferred = Literal[0, 1, 2, 3]
"""The list that a measure prefers; 2: equal, 3: not comparable."""


class MeasureRow(TypedDict):
    """A measure: both values, and the list that it prefers (0, 1, 2: equal, 3: not comparable)."""

    key: str
    name: str
    title: str
    cells: list[ComparedValue]
    prefers: Preferred
    word: str
    by: str
    share: float
    beyond: bool


class CompareView(EditedView):
    """A Compare."""

    screen: Literal["compare"]
    side: Side
    lists: tuple[ComparedList, ComparedList]
    rows: list[MeasureRow]
    closing: list[tuple[str, str]]
    same_items: bool
    note: str


class JudgedResult(TypedDict):
    """A result: its ranks in both systems, the votes by judge ("1", "0" or "-"), and what the rule makes of them."""

    id: str
    label: str
    ranks: list[int]
    votes: list[str]
    decision: str


class QrelsRow(TypedDict):
    """The values of both systems by the judgments of a judge or of all; the system that is better, or 2 (equal), 3 (neither)."""

    key: str
    name: str
    cells: list[str]
    prefers: Preferred
    word: str


class JudgesView(EditedView):
    """A Judges: the votes, the values, the 2 × 2 table of two judges (row: yes and no of the first), and what is explained."""

    screen: Literal["judges"]
    judges: list[str]
    systems: list[str]
    results: list[JudgedResult]
    rule: SegmentControl
    rows: list[QrelsRow]
    pairs: SegmentControl
    table: list[list[int]]
    sentences: list[str]
    derivation: DerivationView


class TableView(TypedDict):
    """The table of a derivation, which opens below its figure."""

    head: list[str]
    rows: list[list[str]]


class PlotFrame(TypedDict):
    """What is around a figure."""

    caption: str
    top: float
    heights: tuple[tuple[float, str], ...]
    left: str
    below: str


class FigureFrame(PlotFrame):
    """What every figure of a list has."""

    table: TableView
    over: list[str]


class BarFigure(FigureFrame):
    """A bar for each rank or user."""

    values: tuple[float, ...]
    counted: tuple[int, ...]
    ideal: tuple[float, ...]
    crosses: tuple[int, ...]
    unread: int
    line: tuple[float, str] | None
    names: tuple[str, ...]


class CurveFigure(FigureFrame):
    """The curve of precision and recall."""

    recall: tuple[float, ...]
    precision: tuple[float, ...]
    hits: tuple[bool, ...]
    end: int | None


class TrailFigure(FigureFrame):
    """The value with the chosen item at each rank, and the rank where it is; nothing while it is closed."""

    by_rank: tuple[float, ...]
    rank: int


class Sentence(TypedDict, total=False):
    """The sentence of the chosen row of a long list."""

    id: str
    text: str


class PredictionView(TypedDict, total=False):
    """The verdict on a prediction in an Explorer; `turn` counts them."""

    text: str
    right: bool
    turn: int
