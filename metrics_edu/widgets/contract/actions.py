"""The actions that each widget accepts: `do` is the name, the rest are its fields. A widget ignores any other action."""

from functools import cache
from typing import Any, Literal, NotRequired, TypedDict, get_args, get_type_hints

from metrics_edu.widgets.contract.shared import FieldsAction, Side


class ListAction(TypedDict):
    """What an action on a list carries in a Compare: which of the two lists."""

    list: NotRequired[Side]


class ItemAction(ListAction):
    """Switch an item between relevant and not, remove it, or move it between the shown and the missed items."""

    do: Literal["toggle", "remove", "miss", "show"]
    id: str


class Choose(ListAction):
    """Choose a row; None: no row."""

    do: Literal["choose"]
    id: str | None


class Move(ListAction):
    """Move an item by some ranks, or to a rank."""

    do: Literal["move"]
    id: str
    by: NotRequired[int]
    rank: NotRequired[int]


class SetGrade(ListAction):
    """Give an item a grade."""

    do: Literal["grade"]
    id: str
    grade: float


class Rename(ListAction):
    """Give an item another label."""

    do: Literal["rename"]
    id: str
    label: str


class Add(ListAction):
    """Add an item below another one, or at the end."""

    do: Literal["add"]
    after: NotRequired[str | None]


class SetRelevant(ListAction):
    """Change |R| by a number, or set it to one."""

    do: Literal["set_relevant"]
    by: NotRequired[int]
    to: NotRequired[int]


class Paste(ListAction):
    """Replace the list by a pasted one."""

    do: Literal["paste"]
    text: str


class Rearrange(ListAction):
    """Sort a list, best first, or shuffle it."""

    do: Literal["ideal", "shuffle"]
    chosen: NotRequired[str | None]


class Preview(TypedDict):
    """Show what an edit would change, and change nothing; the answer has the same `turn`."""

    do: Literal["preview"]
    edit: ItemAction | Move
    turn: int


class Undo(TypedDict):
    """Undo, redo, or return to the start."""

    do: Literal["undo", "redo", "reset"]


EditAction = ItemAction | Choose | Move | SetGrade | Rename | Add | SetRelevant | Paste | Rearrange | Preview | Undo


class Pick(TypedDict):
    """Choose a metric, or a user."""

    do: Literal["metric", "user"]
    key: str


class SetSetting(TypedDict):
    """Change a setting by a number, or set its value."""

    do: Literal["set"]
    key: str
    by: NotRequired[float]
    value: NotRequired[str | float]


class CastVote(TypedDict):
    """Give a result the vote of a judge: "1" yes, "0" no, "-" none."""

    do: Literal["vote"]
    id: str
    judge: str
    vote: str


class OpenTable(TypedDict):
    """Open or close the table of the derivation, or the trail of the chosen item."""

    do: Literal["table", "trail"]
    open: bool


class PredictValue(TypedDict):
    """Predict the hidden value of an Explorer."""

    do: Literal["predict"]
    answer: str


class ShowSolution(FieldsAction):
    """Show a list that meets the goals, or the answer of a Quiz."""

    do: Literal["solution"]


ExplorerAction = EditAction | Pick | SetSetting | OpenTable | PredictValue
InverseAction = ExplorerAction | ShowSolution
IdealListAction = EditAction | SetSetting
JudgesAction = CastVote | Move | SetSetting | Pick | Undo


class AnswersAction(FieldsAction):
    """What an action carries that takes what the fields hold."""

    answers: dict[str, str]


class TypeAnswers(AnswersAction):
    """Keep what the fields hold, which was not checked."""

    do: Literal["type"]


class Commit(AnswersAction):
    """Commit to a prediction: the answer has the key "0"."""

    do: Literal["commit"]


class Reveal(FieldsAction):
    """Show the value without a prediction, predict again, or draw another list."""

    do: Literal["reveal", "again", "draw"]


PredictAction = TypeAnswers | Commit | Reveal


class AnswerAction(FieldsAction):
    """Check the answers, or ask for a hint or the solution; `answers` are what the fields hold."""

    do: Literal["check", "hint", "solution"]
    answers: NotRequired[dict[str, str]]


class OtherLists(FieldsAction):
    """Draw other lists, return to the first ones, or begin again with the same."""

    do: Literal["draw", "first", "again"]


class NextExercise(FieldsAction):
    """Go to the next exercise."""

    do: Literal["next"]


PracticeAction = TypeAnswers | AnswerAction | OtherLists
DrillAction = PracticeAction | NextExercise


class Begin(AnswersAction):
    """Begin an exercise in class; `kept` are the files that the browser has stored."""

    do: Literal["begin"]
    kept: NotRequired[list[str]]


class WriteAnswer(FieldsAction):
    """Store an answer; `token` names this state of its field, so that the page knows which text was saved."""

    do: Literal["write"]
    key: str
    text: str
    token: NotRequired[str | int]


class SheetState(FieldsAction):
    """Leave the sheet, ask for its view, store all answers again, or judge them."""

    do: Literal["leave", "look", "save", "judge"]


class Finish(FieldsAction):
    """End the exercise, or show its values; both ask once more, and the second click is `sure`."""

    do: Literal["finish", "reveal"]
    answers: NotRequired[dict[str, str]]
    sure: NotRequired[bool]


class ShownElsewhere(TypedDict):
    """Another page has shown the values: the file that it stored."""

    do: Literal["shown"]
    text: str


SheetAction = TypeAnswers | Begin | WriteAnswer | SheetState | Finish | ShownElsewhere


class Upload(TypedDict):
    """Check files: their contents are the buffers of the message."""

    do: Literal["upload"]
    names: list[str]


class Refuse(TypedDict):
    """The browser cannot read the files, or they are too large."""

    do: Literal["refuse"]
    size: NotRequired[float]


class CheckAnswers(AnswersAction):
    """Check the answers that were typed or chosen."""

    do: Literal["check"]


class AskAgain(FieldsAction):
    """Hide the answer of a Quiz and ask again, or remove the files of a PollUpload."""

    do: Literal["again"]


class ExchangeFiles(FieldsAction):
    """Take the run for the judgments, and the judgments for the run."""

    do: Literal["exchange"]
    answers: NotRequired[dict[str, str]]


UploadAction = TypeAnswers | Upload | Refuse | CheckAnswers
PollAction = TypeAnswers | Upload | Refuse | AskAgain
FileDiagnosisAction = UploadAction | ExchangeFiles | ShowSolution
QuizAction = TypeAnswers | CheckAnswers | ShowSolution | AskAgain


class Fill(FieldsAction):
    """Write a number into a blank."""

    do: Literal["fill"]
    at: int
    text: str


class ToRound(FieldsAction):
    """Go to a round, or empty the blanks of this one."""

    do: Literal["round", "again"]
    round: NotRequired[int]


class ChooseAnswer(FieldsAction):
    """Answer the question after a round."""

    do: Literal["choose"]
    choice: int


FadedStepperAction = TypeAnswers | Fill | ToRound | ChooseAnswer


class PairAction(TypedDict):
    """Swap the two values of a query, or leave it out; or the other way round."""

    do: Literal["swap", "leave"]
    id: str


class EditLists(TypedDict):
    """Carry out an action of the Compare of the open lists."""

    do: Literal["lists"]
    action: EditAction


PairedTestAction = PairAction | SetSetting | EditLists | Undo


@cache
def action_names(actions: Any) -> frozenset[str]:
    """Return the names of a TypedDict of actions, or of a union of them.

    >>> sorted(action_names(PredictAction))
    ['again', 'commit', 'draw', 'reveal', 'type']
    """
    kinds = get_args(actions) or ((actions,) if actions else ())
    return frozenset(name for kind in kinds for name in get_args(get_type_hints(kind)["do"]))
