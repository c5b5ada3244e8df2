"""ExerciseSheet: the exercise of a class as a sheet to fill in, which saves every answer as it is written."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, cast
from weakref import WeakValueDictionary

from metrics_edu.homework import LISTS, LONGEST_ANSWER, ClassExercise
from metrics_edu.language import _
from metrics_edu.metrics import check_word, measure
from metrics_edu.mistakes import Verdict
from metrics_edu.tables import in_words
from metrics_edu.widgets.cards.card import NOTHING, field_view, given_views, said_form
from metrics_edu.widgets.part import Part, style
from metrics_edu.working import one_line

RETRY = 5
"""Seconds from a failed saving to the next try."""
PAUSE = 1.0
"""Seconds without a key until an answer is judged, where feedback comes at once."""
TOO_SOON = 0.5
"""Seconds in which a second click is the end of a double click, and confirms nothing."""

_SHEETS: WeakValueDictionary[Path, ExerciseSheet] = WeakValueDictionary()
"""The sheet that is filled in, for each file: two of them would write over each other's answers."""


class ExerciseSheet(Part):
    """The exercise of a class as a sheet: pairs of lists, an input for the value of each, and the time that is left.

    Every change is saved at once, and a button downloads the file to hand in. In a notebook the answers are in a file that
    is named after class code and id, and come back with it. In a page that Voila serves nothing is written on the server:
    the visitor's browser keeps them until its tab is closed.

    Parameters
    ----------
    exercise : ClassExercise or sequence of str
        An exercise, or its measures: then the sheet asks for class code and id. A later sheet of the same file takes the
        place of an earlier one.
    class_code, student : str
        What the sheet does not ask for, since it is known.
    folder : path
        Where the file of a notebook is.
    feedback : {"end", "now"}
        When it is said what the answers are: after the button at the end, which then closes the inputs, or after each answer.
    **options
        Of `ClassExercise`: minutes, decimals, convention.

    Raises
    ------
    ValueError
        If `feedback` is another word; and as `ClassExercise`.

    Examples
    --------
    >>> ExerciseSheet(["AP@5", "nDCG@5"], class_code="iic3633", minutes=20)
    ExerciseSheet(2 measures)
    """

    _css = style("card")
    exercise: ClassExercise | None = None

    def __init__(
        self,
        exercise: ClassExercise | Sequence[str],
        *,
        class_code: str = "",
        student: str = "",
        folder: str | Path = ".",
        feedback: Literal["now", "end"] = "end",
        **options: Any,
    ) -> None:
        check_word("feedback", feedback, ("now", "end"))
        self._feedback, self._options, self._folder = feedback, options, Path(folder).expanduser()
        asks = not isinstance(exercise, ClassExercise)
        self._wants = {"class_code": asks and not class_code, "student": asks and not student}
        self._who = (class_code, student)
        self._verdicts: dict[str, Verdict] = {}
        self._failed: set[str] = set()
        self._typed: dict[str, str] = {}
        self._why, self._sure, self._end = "", 0.0, ""
        if isinstance(exercise, ClassExercise):
            self._measures: Sequence[str] = list(exercise.pairs)
            self._open(exercise)
        else:
            self._measures = [exercise] if isinstance(exercise, str) else list(exercise)
            ClassExercise("-", "-", self._measures, **options)  # refused now, not when a student begins
            if class_code and student:
                self._open(self._made())
        super().__init__()

    def _made(self, kept: Sequence[object] = ()) -> ClassExercise:
        own = ClassExercise(*self._who, self._measures, **self._options)
        if not _in_page():
            return ClassExercise(*self._who, self._measures, file=self._folder / own.file_name, **self._options)
        for text in kept:
            try:
                own.go_on(str(text))
            except ValueError:  # of another exercise
                continue
        return own

    def _open(self, exercise: ClassExercise) -> None:
        self.exercise, self._verdicts, self._typed, self._end = exercise, {}, {}, ""
        if exercise.file is not None:
            file = exercise.file.resolve()
            if (earlier := _SHEETS.get(file)) is not None and earlier is not self:
                earlier._end = _("A newer sheet has taken the place of this one: go on there.")
                earlier._update()
            _SHEETS[file] = self
        self._judge({})

    # what happens

    def _actions(self) -> dict[Any, Any]:
        if self.exercise is None:
            return {"begin": self._begin}
        asked = {"leave": self._leave} if any(self._wants.values()) else {}
        if self._end:
            return asked
        return asked | {
            "write": self._write, "save": lambda _message: self._save(), "judge": self._judge, "finish": self._finish,
            "look": lambda _message: None,
        }  # fmt: skip

    def _begin(self, message: dict[str, Any]) -> None:
        given, kept = message.get("answers"), message.get("kept")
        answers = given if isinstance(given, dict) else {}
        self._who = tuple(
            one_line(answers.get(key) or "") if asked else who
            for (key, asked), who in zip(self._wants.items(), self._who, strict=True)
        )  # type: ignore[assignment]
        try:
            self._open(self._made(kept if isinstance(kept, list) else ()))
        except OSError as error:
            raise ValueError(in_words(error)) from None

    def _leave(self, _message: dict[str, Any]) -> None:
        self.exercise = None

    def _write(self, message: dict[str, Any]) -> None:
        key, text = message.get("key"), message.get("text")
        if isinstance(key, str) and key in self._places() and isinstance(text, str):
            self._verdicts.pop(key, None)
            self._typed[key] = str(message.get("typed"))
            self._sure = 0.0  # whoever writes on does not want to finish
            self._save(key, text)

    def _save(self, key: str = "", text: str = "") -> None:
        own = self._filled
        try:
            if key:
                own.answer(*self._places()[key], text)
            else:
                own.save()
        except OSError as error:
            self._why = one_line(in_words(error))
            self._failed |= {key} if key else set()
        else:
            self._failed.clear()

    def _judge(self, _message: dict[str, Any]) -> None:
        if self._end or self._feedback == "now":
            said = zip(self._places(), self._filled.judged(), strict=True)
            judged = {key: one.verdict for key, one in said if self._end or one.claimed.strip()}
            self._verdicts = {key: verdict for key, verdict in judged.items() if verdict is not None}

    def _finish(self, _message: dict[str, Any]) -> None:
        if not self._sure:
            self._sure = time.monotonic()
        elif time.monotonic() - self._sure >= TOO_SOON:
            self._sure = 0.0
            self._save()
            if not self._failed:
                self._end = _("Finished. No answer can be changed here any more: download the file, and hand it in.")
                self._judge({})

    # what is shown

    @property
    def _filled(self) -> ClassExercise:
        return cast(ClassExercise, self.exercise)

    def _places(self) -> dict[str, tuple[str, int]]:
        names = [(name, place) for name in self._filled.pairs for place in range(1, LISTS + 1)]
        return {str(k): one for k, one in enumerate(names)}

    def _view(self) -> dict[str, Any]:
        shown = self._question() if self.exercise is None else self._sheet(self.exercise)
        return NOTHING | {"title": _("Exercise in class"), "notice": self._notice, "form": True} | shown

    def _question(self) -> dict[str, Any]:
        words = zip(self._wants, (_("Class code, from the board"), _("Your id")), self._who, strict=True)
        minutes = ClassExercise("-", "-", [], **self._options).minutes
        return {
            "about": _(
                "Class code and id draw your lists: nobody else gets them. The time, {minutes} min, begins with the button.",
                minutes=minutes,
            ),
            "fields": [field_view(key, label, who, text=True) for key, label, who in words if self._wants[key]],
            "buttons": [{"do": "begin", "label": _("Begin"), "main": True}],
        }

    def _sheet(self, own: ClassExercise) -> dict[str, Any]:
        fields = [self._field(own, key, *place) for key, place in self._places().items()]
        count = _(
            "{given} of {count} answered.",
            given=sum(bool(field["value"].strip()) for field in fields),
            count=len(fields),
        )
        return {
            "about": _("Class {class_code}, student {student}", class_code=own.class_code, student=own.student),
            "fields": fields,
            "buttons": self._buttons(own),
            "said": self._end or count,
            "notice": self._notice or self._warning(),
            "foot": "" if self._end else self._foot(own),
            "file": {"name": own.file_name, "text": own.contents(), "keep": own.file is None},
            "end": own.started + 60 * own.minutes,
            "left": own.left,
            "typed": "" if self._end else "write",
            "pause": PAUSE if self._feedback == "now" else 0,
            "retry": RETRY if self._failed and not self._end else 0,
        }

    def _field(self, own: ClassExercise, key: str, name: str, place: int) -> dict[str, Any]:
        title = _("List {place}", place=place)
        return field_view(
            key,
            _("{measure} of list {place}", measure=name, place=place),
            own.answers[name][place - 1],
            self._verdicts.get(key),
            closed=bool(self._end),
            typed=self._typed.get(key),
            heading={"title": name, "about": measure(name).title} if place == 1 else None,
            given=given_views(own.pairs[name][place - 1], title),
            saved=None if key in self._failed else own.times[name][place - 1],
            most=LONGEST_ANSWER,
        )

    def _buttons(self, own: ClassExercise) -> list[dict[str, Any]]:
        download = {"do": "download", "label": _("Download {file}", file=own.file_name), "main": True}
        leave = {"do": "leave", "label": _("Another id")}
        finish = {"do": "finish", "label": _("Yes, finish now") if self._sure else _("Finish and show feedback")}
        wanted = self._feedback == "end" and not self._end
        return [download, *([finish] if wanted else []), *([leave] if any(self._wants.values()) else [])]

    def _warning(self) -> str:
        if self._failed:
            return _(
                "Not saved: {why}. Leave this open: the answer is kept, and saving is tried again every {seconds} seconds.",
                why=self._why,
                seconds=RETRY,
            )
        if self._sure:
            return _("After another click no answer can be changed here. To go on, just change or add an answer.")
        return ""

    def _foot(self, own: ClassExercise) -> str:
        how = said_form(own.decimals)
        kept = _("Every change is saved at once: in this tab of your browser, until you close it.")
        if own.file is not None:
            kept = _("Every change is saved at once in {file}.", file=own.file)
        rest = _(
            "Download the file and hand it in on the page of your course; you can change answers and download it again. What "
            "is changed after the end counts as late. All this stops no determined cheat: whoever has the program can let it "
            "compute the answers."
        )
        return f"{how} {kept} {rest}"

    def __repr__(self) -> str:
        count = len(self._measures)
        return f"{type(self).__name__}({count} measure{'s' * (count != 1)})"


def _in_page() -> bool:
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila/")
