"""ExerciseSheet: the exercise of a class as a sheet to fill in, which saves every answer as it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Literal
from weakref import WeakValueDictionary

from metrics_edu.files.safe_files import in_words
from metrics_edu.language import _, counted
from metrics_edu.metrics.validation import check_word
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.written_answers import is_answer
from metrics_edu.practice.exercises import numbers_right
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets.cards import card, question_views, working_views
from metrics_edu.widgets.contract.actions import SheetAction
from metrics_edu.widgets.contract.cards import (
    AnswerField,
    AnswerFile,
    Button,
    ExerciseSheetView,
    FieldOptions,
    TitledDerivation,
)
from metrics_edu.widgets.contract.shared import FieldsView, Heading, Message
from metrics_edu.widgets.core.widget import Handler
from metrics_edu.working.labels import one_line
from metrics_edu.working.written_expression import MAX_CHARACTERS
from metrics_homework import ClassExercise
from metrics_homework.classroom.class_exercise import minutes_needed
from metrics_homework.classroom.exercise_file import LISTS_OF_A_MEASURE
from metrics_homework.reveal import shown_time

RETRY_SECONDS = 5  # seconds from a failed saving to the next try
PAUSE_SECONDS = 1.0  # seconds without a key until an answer is judged, or, where feedback comes at the end, read
DOUBLE_CLICK_SECONDS = 0.5  # seconds in which a second click is the end of a double click, and confirms nothing

_SHEET_OF_FILE: WeakValueDictionary[Path, ExerciseSheet] = WeakValueDictionary()
"""The sheet that is filled in, for each file: two of them would write over each other's answers."""


@dataclass(frozen=True)
class SheetAnswers:
    """The exercise that is filled in, by whom, and the remarks on its answers, by field; the answers are on the disk."""

    exercise: ClassExercise | None = None
    identity: Mapping[str, str] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    unsaved: frozenset[str] = frozenset()
    why_unsaved: str = ""
    confirms_finish: bool = False
    end: str = ""
    finished: bool = False
    confirms_reveal: bool = False


class ExerciseSheet(card.Card):
    """The exercise of a class as a sheet: pairs of lists, an input for the value of each, and the time that is left.

    Every change is saved at once, and a button downloads the file to hand in. Where `reveal` allows it, the finished sheet
    can show the values and their workings. That cannot be undone: the file says so, and takes no other answer.

    In a notebook the answers are in a file that is named after class code and id, and come back with it. Without a folder,
    as in a page that runs in the browser, nothing is written: the browser keeps them until the tab is closed. Once the
    values are shown, it keeps them until its data are deleted.

    Parameters
    ----------
    exercise : ClassExercise or sequence of str
        An exercise, or its measures: then the sheet asks for class code and id. A later sheet of the same file takes the
        place of an earlier one.
    class_code, student : str
        What the sheet does not ask for, since it is known.
    folder : path or None
        Where the file is; None: nowhere.
    feedback : {"end", "now"}
        When the sheet shows the verdicts: after the button at the end, which then closes the inputs, or after each answer.
    **options
        Of `ClassExercise`: minutes, decimals, convention, reveal.

    Raises
    ------
    ValueError
        If `feedback` is another word; and as `ClassExercise`.

    Examples
    --------
    >>> ExerciseSheet(["AP@5", "nDCG@5"], class_code="iic3633", minutes=20)
    ExerciseSheet(2 measures)
    """

    ACTIONS = SheetAction

    _name = "sheet"
    _session: SheetAnswers

    def __init__(
        self,
        exercise: ClassExercise | Sequence[str],
        *,
        class_code: str = "",
        student: str = "",
        folder: str | Path | None = ".",
        feedback: Literal["now", "end"] = "end",
        **options: Any,
    ) -> None:
        check_word("feedback", feedback, ("now", "end"))
        self._feedback, self._options = feedback, options
        self._folder = None if folder is None else Path(folder).expanduser()
        asks = not isinstance(exercise, ClassExercise)
        identity = {"class_code": class_code, "student": student}
        self._wants = [key for key, known in identity.items() if asks and not known]
        self._session = SheetAnswers(identity=identity)
        if isinstance(exercise, ClassExercise):
            self._measures: Sequence[str] = list(exercise.pairs)
            self._open(exercise)
        else:
            self._measures = [exercise] if isinstance(exercise, str) else list(exercise)
            self._example = ClassExercise("-", "-", self._measures, **options)  # what it rejects is rejected now
            if not self._wants:
                self._open(self._made())
        super().__init__(self._session)

    @property
    def exercise(self) -> ClassExercise | None:
        """The exercise that is filled in; None as long as the sheet asks who does."""
        return self._session.exercise

    @property
    def _draw(self) -> str:
        return self.exercise.distinct_name if self.exercise else "begin"

    @property
    def _typed_name(self) -> str:
        return ""  # its answers are in its file

    def _made(self, kept: Sequence[object] = ()) -> ClassExercise:
        identity = self._session.identity
        draw = partial(ClassExercise, identity["class_code"], identity["student"], self._measures, **self._options)
        exercise = draw()
        if self._folder is not None:
            return draw(file=self._folder / exercise.file_name)
        for text in kept:
            with suppress(ValueError):  # of another exercise
                exercise.go_on(str(text))
        return exercise

    def _open(self, exercise: ClassExercise) -> None:
        if exercise.file is not None:
            file = exercise.file.resolve()
            if (earlier := _SHEET_OF_FILE.get(file)) is not None and earlier is not self:
                earlier._now(end=_("A newer sheet has replaced this one: continue there."))
                earlier._update()
            _SHEET_OF_FILE[file] = self
        self._session = SheetAnswers(exercise, self._session.identity, end=_values_shown() if exercise.shown else "")
        self._do_judge({})

    def _handler_of(self, name: str) -> Handler | None:
        begun, ended = self.exercise is not None, bool(self._session.end)
        takes = {"begin": not begun, "leave": begun and bool(self._wants), "reveal": self._can_reveal}
        takes["type"] = True
        takes["shown"] = self.exercise is not None and not self.exercise.shown
        return super()._handler_of(name) if takes.get(name, begun and not ended) else None

    @property
    def _can_reveal(self) -> bool:
        """Whether the sheet is finished, and can still show the values."""
        exercise = self.exercise
        return exercise is not None and self._session.finished and bool(exercise.reveal) and not exercise.shown

    def _do_begin(self, message: Message) -> None:
        answers, kept = card.answers_in(message), message.get("kept")
        self._now(identity={**self._session.identity, **{key: answers.get(key, "") for key in self._wants}})
        try:
            self._open(self._made(kept if isinstance(kept, list) else ()))
        except OSError as error:
            raise ValueError(in_words(error)) from None

    def _do_leave(self, _message: Message) -> None:
        self._session = SheetAnswers(identity=self._session.identity)

    def _do_look(self, _message: Message) -> None:
        """Only to send the view again: the clock has gone on."""

    def _do_write(self, message: Message) -> None:
        key, text = message.get("key"), message.get("text")
        if self.exercise and isinstance(key, str) and key in self._positions() and isinstance(text, str):
            verdicts = {other: verdict for other, verdict in self._session.verdicts.items() if other != key}
            tokens = {**self._session.tokens, key: str(message.get("token"))}
            self._now(verdicts=verdicts, tokens=tokens, confirms_finish=False)  # a new answer cancels the end
            self._save(partial(self.exercise.answer, *self._positions()[key], text), key)

    def _do_save(self, _message: Message) -> None:
        if self.exercise:
            self._save(self.exercise.save)

    def _save(self, keep: Callable[[], None], *keys: str) -> None:
        try:
            keep()
        except OSError as error:
            self._now(unsaved=self._session.unsaved.union(keys), why_unsaved=one_line(in_words(error)))
        else:
            self._now(unsaved=frozenset())
        self._close_if_shown()  # another sheet of this file may have shown its values

    def _do_judge(self, _message: Message) -> None:
        ended = bool(self._session.end)
        if self.exercise:
            judged = zip(self._positions(), self.exercise.judged(), strict=True)
            verdicts = {
                key: claim.verdict for key, claim in judged if claim.verdict and (ended or claim.claimed.strip())
            }
            is_revealed = ended or self._feedback == "now"
            self._now(
                verdicts={
                    key: verdict for key, verdict in verdicts.items() if is_revealed or verdict.kind == "unreadable"
                }
            )

    def _do_finish(self, message: Message) -> None:
        """Ask once more; the button that is asked with says `sure`, which a double click does not."""
        self._now(confirms_finish=not message.get("sure"))
        if not self._session.confirms_finish:
            self._do_save(message)
            if not self._session.unsaved and not self._session.end:
                end = _("Finished. This sheet accepts no more answers: download the file and hand it in.")
                self._now(end=end, finished=True)
                learner_record.note(self.recorded_as, "right")
                self._do_judge(message)

    def _do_reveal(self, message: Message) -> None:
        if self.exercise is None:
            return
        self.exercise.check_time()
        self._now(confirms_reveal=True)
        if message.get("sure"):
            try:
                self.exercise.show_values()
            except OSError as error:
                raise ValueError(one_line(in_words(error))) from None
            self._close_if_shown()

    def _do_shown(self, message: Message) -> None:
        """Take over what another page of this browser has kept: the sheet there has shown the values."""
        if self.exercise:
            with suppress(ValueError):  # of another exercise
                self.exercise.follow(str(message.get("text")))
            self._close_if_shown()

    def _close_if_shown(self) -> None:
        if self.exercise and self.exercise.shown:
            self._now(end=_values_shown(), confirms_finish=False)
            self._do_judge({})

    def _positions(self) -> dict[str, tuple[str, int]]:
        """Return the measure and the place of the list of each field."""
        positions = product(self.exercise.pairs if self.exercise else {}, range(1, LISTS_OF_A_MEASURE + 1))
        return {str(k): position for k, position in enumerate(positions)}

    def _card(self, typing: FieldsView) -> ExerciseSheetView:
        return self._question(typing) if self.exercise is None else self._sheet(self.exercise, typing)

    def _question(self, typing: FieldsView) -> ExerciseSheetView:
        labels, identity = (
            {"class_code": _("Class code, from the board"), "student": _("Your id")},
            self._session.identity,
        )
        about = [_("Class {class_code}.", class_code=identity["class_code"])] if identity["class_code"] else []
        about.append(_("The class code and your id decide your lists: almost no one else gets the same."))
        about.append(_("The time, {minutes}\xa0min, begins when you press Begin.", minutes=self._example.minutes))
        about.append(_minutes_needed(self._example))
        return {
            "about": " ".join(about),
            "fields": [card.field_view(key, labels[key], identity[key], text=True) for key in self._wants],
            "buttons": [card.button("begin", _("Begin"), main=True)],
            "summary": "",
            "workings": [],
            "draw": typing["draw"],
            "turn": typing["turn"],
            "typed": typing["typed"],
            "notice": typing["notice"],
            "screen": "exercise_sheet",
            "title": _("Exercise in class"),
            "foot": "",
        }

    def _sheet(self, exercise: ClassExercise, typing: FieldsView) -> ExerciseSheetView:
        fields = [self._field(exercise, key, *position) for key, position in self._positions().items()]
        answered, end = sum(is_answer(field["value"]) for field in fields), self._session.end
        right = numbers_right(sum(field["state"] == "right" for field in fields), len(fields))
        end = f"{right} {end}" if end and self._session.verdicts else end
        identity = _("Class {class_code}, student {student}", class_code=exercise.class_code, student=exercise.student)
        return {
            "about": f"{identity}. {card.form_hint(exercise.decimals)} {_minutes_needed(exercise)}",
            "fields": fields,
            "buttons": self._buttons(exercise),
            "summary": end or _("{value} of {count} answered.", value=answered, count=len(fields)),
            "workings": self._workings(exercise) if exercise.shown else [],
            "draw": typing["draw"],
            "turn": typing["turn"],
            "typed": typing["typed"],
            "notice": typing["notice"] or self._warning(),
            "screen": "exercise_sheet",
            "title": _("Exercise in class"),
            "foot": self._foot(exercise),
            "file": self._file(exercise),
            "end": exercise.started + 60 * exercise.minutes,
            "left": exercise.left,
            "saves": not end,
            "pause": PAUSE_SECONDS,
            "retry": RETRY_SECONDS if self._session.unsaved and not end else 0,
        }

    def _field(self, exercise: ClassExercise, key: str, name: str, position: int) -> AnswerField:
        session, label = self._session, _of_list(name, position)
        first: Heading = {"title": name, "about": ranking_measure(name).title}
        ranking = exercise.pairs[name][position - 1]
        answer, verdict = exercise.answers[name][position - 1], session.verdicts.get(key)
        options: FieldOptions = {
            "symbol": name,
            "heading": first if position == 1 else None,
            "questions": question_views.views_of(ranking, _("List {k}", k=position), revealed=bool(session.end)),
            "max_length": MAX_CHARACTERS,
        }
        if session.end and verdict:
            options["sides"] = working_views.first_step_views(verdict, ranking)
        options["token"] = session.tokens.get(key)
        options["saved"] = None if key in session.unsaved else exercise.times[name][position - 1]
        return card.field_view(key, label, answer, verdict, closed=bool(session.end), **options)

    def _workings(self, exercise: ClassExercise) -> list[TitledDerivation]:
        labels = (_of_list(*position) for position in self._positions().values())
        return [working_views.working_view(*worked) for worked in zip(exercise.workings(), labels, strict=True)]

    def _file(self, exercise: ClassExercise) -> AnswerFile:
        """Return the file to download; where Python writes none, the browser keeps it: for good, once it shows the values."""
        return {
            "name": exercise.file_name,
            "text": exercise.contents(),
            "keep": "" if exercise.file else "good" if exercise.shown else "tab",
            "key": exercise.distinct_name,
        }

    def _buttons(self, exercise: ClassExercise) -> list[Button]:
        buttons = [card.button("download", _("Download {file}", file=exercise.file_name), main=True)]
        if not self._session.end and (self._feedback == "end" or exercise.reveal):
            buttons.append(self._finish_button())
        if self._can_reveal:
            buttons.append(self._reveal_button())
        if self._wants:
            buttons.append(card.button("leave", _("Another id")))
        return buttons

    def _finish_button(self) -> Button:
        """Show the button that ends the exercise: it asks once more, and is greyed while a double click may go on."""
        if self._session.confirms_finish:
            return card.button("finish", _("Yes, finish now"), pause=DOUBLE_CLICK_SECONDS, sure=True)
        return card.button("finish", _("Finish and show feedback") if self._feedback == "end" else _("Finish"))

    def _reveal_button(self) -> Button:
        """Show the button for the values, which cannot be hidden again: so it asks once more."""
        if self._session.confirms_reveal:
            return card.button("reveal", _("Yes, show them now"), pause=DOUBLE_CLICK_SECONDS, sure=True)
        return card.button("reveal", _("Show values and workings"))

    def _warning(self) -> str:
        if self._session.unsaved:
            return _(
                "Not saved: {why}. Leave this open: your answer is kept, and saving is tried again every "
                "{seconds} seconds.",
                why=self._session.why_unsaved,
                seconds=RETRY_SECONDS,
            )
        if self._session.confirms_finish:
            return _("Click again to finish: you can then change no answer here. To continue, change or add an answer.")
        if self._can_reveal and self._session.confirms_reveal:
            return _("Did you hand in the file? If you click again, the file records that you saw the values.")
        return ""

    def _foot(self, exercise: ClassExercise) -> str:
        if self._session.end:
            return self._about_reveal(exercise) if self._can_reveal else ""
        kept = _("Every change is saved at once: in this tab of your browser, until you close it.")
        if exercise.file is not None:
            kept = _("Every change is saved at once in {file}.", file=exercise.file)
        rest = _(
            "Download the file and hand it in on the page of your course; you can change answers and download "
            "it again. Changes after the end count as late."
        )
        return f"{kept} {rest}"

    def _about_reveal(self, exercise: ClassExercise) -> str:
        when = _("You can see the values and workings from {time} on.", time=shown_time(exercise.reveal))
        rest = _(
            "Hand in the file first: afterwards this device accepts no answers from this id, and the file "
            "records that you saw the values."
        )
        return f"{when} {rest}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({counted(len(self._measures), 'measure')})"


def _of_list(name: str, position: int) -> str:
    return _("{measure} of list {number}", measure=name, number=position)


def _minutes_needed(exercise: ClassExercise) -> str:
    minutes = minutes_needed(tuple(exercise.pairs), exercise.convention)
    return _("The lists take about {minutes}\xa0min.", minutes=minutes)


def _values_shown() -> str:
    return _(
        "The values and workings are shown, so you can no longer change an answer. A file that you download "
        "now records this; the file that you handed in does not change."
    )
