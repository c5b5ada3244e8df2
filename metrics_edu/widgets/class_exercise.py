"""ExerciseSheet: the exercise of a class as a sheet to fill in, which saves every answer as it is written."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from weakref import WeakValueDictionary

import ipywidgets

from metrics_edu.checks import check_word
from metrics_edu.homework.exercise import LISTS, ClassExercise
from metrics_edu.language import _
from metrics_edu.measures import measure
from metrics_edu.widgets.sheet import CSS, box, clock, failed_html, html, list_html, paragraph, saved_html, time_html
from metrics_edu.widgets.ticker import Ticker
from metrics_edu.writing import escape, one_line

TICK = 5
"""Seconds from one showing of the time to the next, and from a failed saving to the next try."""
PAUSE = 1.0
"""Seconds without a key until an answer is judged, where feedback comes at once."""
TOO_SOON = 0.5
"""Seconds in which a second click is the end of a double click, and confirms nothing."""

_SHEETS: WeakValueDictionary[Path, ExerciseSheet] = WeakValueDictionary()
"""The sheet that is filled in, for each file: two of them would write over each other's answers."""


@dataclass
class _Answer:
    """A list, the input for its value, and what is said of what was written."""

    name: str
    place: int
    text: Any
    saved: Any
    verdict: Any
    failed: bool = False


class ExerciseSheet(ipywidgets.VBox):
    """The exercise of a class as a sheet: pairs of lists, an input for the value of each, and the time that is left.

    Every change is in the exercise's file at once, so that a new `ClassExercise` with the same file has all answers.

    Parameters
    ----------
    exercise : ClassExercise
        A later sheet of the same file takes the place of an earlier one.
    feedback : {"end", "now"}
        When it is said what the answers are: after the button at the end, which then closes the inputs, or after each answer.

    Raises
    ------
    ValueError
        If `feedback` is another word.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "exercise.json"
    >>> sheet = ExerciseSheet(ClassExercise("iic3633", "ana", ["AP@5", "nDCG@5"], file=file))
    >>> sheet
    ExerciseSheet(2 measures)
    >>> sheet.close()
    """

    _clock: Ticker | None = None
    _judge: Ticker | None = None

    def __init__(self, exercise: ClassExercise, *, feedback: Literal["now", "end"] = "end") -> None:
        check_word("feedback", feedback, ("now", "end"))
        self.exercise, self._feedback = exercise, feedback
        self._turn = threading.RLock()  # messages come in several threads
        self._why, self._asked, self._open = "", 0.0, True
        self._time, self._note = html(kind="time"), html(kind="note")
        self._button = ipywidgets.Button(description=_("Finish and show feedback"))
        self._button.on_click(self._click)
        self._answers = [self._answer(name, k) for name in exercise.pairs for k in range(1, LISTS + 1)]
        super().__init__(children=[*self._head(), *self._body(), *self._foot()])
        self.add_class("me-sheet")
        self._take_place()
        self._show()
        self._clock, self._judge = Ticker(self._tick, TICK), Ticker(self._say, PAUSE)
        self._clock.start()
        self._say()

    def _take_place(self) -> None:
        """Close an earlier sheet of the same file, which does not know what is written here."""
        file = self.exercise.file.resolve()
        if (earlier := _SHEETS.get(file)) is not None:
            earlier._shut(_("A newer sheet has taken the place of this one: go on there."))
        _SHEETS[file] = self

    # what is shown

    def _head(self) -> list[Any]:
        own = self.exercise
        what = _(
            "Compute each value by hand, to {decimals} decimals, and write it below its list: 0.5, 0,5 and 1/2 are all read. "
            "Every change is saved at once in {file}, and this file is what you hand in. If the time below stands still, run the "
            "cells again: what was saved comes back. All this stops no determined cheat: whoever runs this notebook can let it "
            "compute the answers."
        ).format(decimals=own.decimals, file="{file}")
        whose = _("Class {class_code}, student {student}").format(class_code=own.class_code, student=own.student)
        return [html(f"<style>{CSS}</style>{paragraph(whose)}{paragraph(what, file=str(own.file))}"), self._time]

    def _body(self) -> list[Any]:
        found = []
        for name, pair in self.exercise.pairs.items():
            graded = not all(ranking.is_binary for ranking in pair)
            found.append(html(f"<h3>{escape(name)} <small>{escape(measure(name).title)}</small></h3>"))
            own = [answer for answer in self._answers if answer.name == name]
            cards = [self._card(answer, graded) for answer in own]
            found.append(box(cards, "pair"))
        return found

    def _card(self, answer: _Answer, graded: bool) -> Any:
        ranking = self.exercise.pairs[answer.name][answer.place - 1]
        title = _("List {place}").format(place=answer.place)
        shown = html(list_html(ranking, title, f"{answer.name}, {title}", graded=graded))
        return box([shown, box([answer.text, answer.saved], "row"), answer.verdict], "card")

    def _foot(self) -> list[Any]:
        return [box([self._button, self._time], "row"), self._note] if self._feedback == "end" else [self._note]

    def _answer(self, name: str, place: int) -> _Answer:
        label = _("{measure} of list {place}").format(measure=name, place=place)
        text = ipywidgets.Text(self.exercise.answers[name][place - 1], description=label, continuous_update=True)
        text.style.description_width = "initial"
        made = _Answer(name, place, text, html(kind="saved"), html(kind="verdict"))
        text.observe(lambda change: self._write(made, change["new"]), "value")
        return made

    def _show(self) -> None:
        """Show the time, and beside each answer whether it is saved."""
        own = self.exercise
        end = own.started + 60 * own.minutes
        if self._open:
            self._time.value = time_html(own.left, end)
        for answer in self._answers:
            given = own.times[answer.name][answer.place - 1]
            answer.saved.value = failed_html(self._why, TICK) if answer.failed else saved_html(given, late=given > end)

    # what happens

    def _write(self, answer: _Answer, text: str) -> None:
        with self._turn:
            if not self._open:
                return
            self._save(answer, text)
            self._ask(False)
            if self._feedback == "now" and self._judge is not None:
                answer.verdict.value = ""
                self._judge.start()

    def _save(self, answer: _Answer | None = None, text: str = "") -> None:
        """Save an answer, or only what could not be saved before."""
        try:
            if answer is None:
                self.exercise.save()
            else:
                self.exercise.answer(answer.name, answer.place, text)
        except OSError as error:
            self._why = one_line(error.strerror or error)
            for one in self._answers:
                one.failed |= one is answer
            if self._clock is not None:
                self._clock.start()  # after the end, too
        else:
            for one in self._answers:
                one.failed = False
        self._show()

    def _tick(self) -> bool:
        with self._turn:
            if not self._open:
                return False
            if any(one.failed for one in self._answers):
                self._save()
            self._show()
            return self.exercise.left > 0 or any(one.failed for one in self._answers)

    def _say(self) -> bool:
        """Say what the answers are, if it is time."""
        with self._turn:
            finished = self._feedback == "end" and not self._open
            if finished or self._feedback == "now":
                for answer, judged in zip(self._answers, self.exercise.judged(), strict=True):
                    said = judged.verdict if finished or answer.text.value.strip() else None
                    answer.verdict.value = paragraph(said.text) if said else ""
        return False

    def _click(self, _button: object) -> None:
        with self._turn:
            if not self._open:
                return
            if not self._asked:
                self._ask(True)
            elif time.monotonic() - self._asked >= TOO_SOON:
                self._finish()

    def _ask(self, wanted: bool) -> None:
        """Ask whether to finish, or no more."""
        if wanted or self._asked:
            self._asked = time.monotonic() if wanted else 0.0
            self._button.description = _("Yes, finish now") if wanted else _("Finish and show feedback")
            sure = _("After another click no answer can be changed here. To go on, just change or add an answer.")
            self._note.value = paragraph(sure, alert=True) if wanted else ""

    def _finish(self) -> None:
        self._save()
        if any(one.failed for one in self._answers):
            self._ask(False)
            return
        self._button.layout.display = "none"
        self._note.value = paragraph(_("Hand in this file: {file}"), file=str(self.exercise.file))
        self._shut(_("Finished, {time}.").format(time=clock(time.time())))
        self._say()

    def _shut(self, why: str) -> None:
        """Take no more answers."""
        with self._turn:
            self._open = False
            self._time.value = paragraph(why)
            for widget in (self._button, *(answer.text for answer in self._answers)):
                widget.disabled = True
            self._stop()

    def _stop(self) -> None:
        for ticker in (self._clock, self._judge):
            if ticker is not None:
                ticker.stop()

    def close(self) -> None:
        """Close the sheet, as every widget; the file stays."""
        self._stop()
        super().close()

    def __repr__(self) -> str:
        count = len(self.exercise.pairs)
        return f"{type(self).__name__}({count} measure{'s' * (count != 1)})"
