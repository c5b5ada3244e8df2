"""Drill: exercises without end, mixed across metrics, at three levels."""

from __future__ import annotations

from datetime import date
from typing import Any

from metrics_edu.language import N_, _, ngettext
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.diagnosis import TEXTS
from metrics_edu.practice import Exercise
from metrics_edu.practice.exercises import numbers_right
from metrics_edu.practice.lessons.lesson_progress import section_about
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor import drill
from metrics_edu.practice.tutor.contrast import Contrast, contrast_of
from metrics_edu.practice.tutor.drill_draws import LEVELS, RATINGS, are_apart, drawn, level_in, parsed
from metrics_edu.practice.tutor.my_mistakes import MyMistake, left_today, my_mistakes, on_day
from metrics_edu.practice.tutor.named_mistakes import (
    AVOIDED,
    OFTEN,
    UNEXPLAINED,
    all_codes,
    avoided_message,
    believed,
    mistake_message,
    named_in,
    opens_step,
    shows_contrast,
    times_named,
)
from metrics_edu.practice.tutor.worked_step import BlankStep, step_of
from metrics_edu.widgets.cards.card import MARKS, answers_in, button
from metrics_edu.widgets.cards.practice import Practice
from metrics_edu.widgets.cards.step_views import contrast_views, step_field
from metrics_edu.widgets.contract.actions import DrillAction
from metrics_edu.widgets.contract.cards import AnswerField, Button, Mastery, PracticeView
from metrics_edu.widgets.contract.shared import FieldsView, Message

WHY = (
    N_("This exercise can show a mistake that returns today ({how_often})."),
    N_("This exercise can show a mistake that returns until you avoid it twice ({how_often})."),
)
"""Why a mistake is due: its day has come, or it was not avoided twice."""
LEVELS_IN_WORDS = {
    1: N_("one list, read to its end"),
    2: N_("two lists with missed items"),
    3: N_("users and their mean, or another convention"),
}
NOT_SHOWN = N_("This level shows no mistake with thresholds, other conventions or means.")
NOT_SHOWN_CUT = N_("This level shows no mistake with cut-offs, thresholds, other conventions or means.")


class Drill(Practice):
    """Exercises without end, mixed across metrics, at three levels; your own mistakes return until you avoid them.

    Parameters
    ----------
    *metrics : str
        Such as "AP" and "nDCG"; without any, all of lists and ratings.
    due : bool, default: False
        Whether to ask only about the metrics with mistakes that are due, while there are some.

    Raises
    ------
    ValueError
        If no exercise is drawn of a metric; the sentence names those there are.

    Examples
    --------
    >>> Drill("AP", "nDCG")
    Drill('AP', 'nDCG')
    """

    ACTIONS = DrillAction

    _step_text = ""

    def __init__(self, *metrics: str, due: bool = False) -> None:
        self._named, self._metrics, self._due = metrics, drill.drilled(metrics), due
        self._read()
        today = date.today()
        super().__init__(self._last_typed() or drill.unfinished(self._events, today, self._asked) or self._next())

    def _read(self) -> None:
        self._events = learner_record.events()
        self._answers = drill.first_answers(self._events)

    @property
    def _asked(self) -> tuple[str, ...]:
        """The metrics that are asked about now."""
        due = [mistake.metric for mistake in my_mistakes(self._events) if mistake.left(date.today())]
        return tuple(metric for metric in self._metrics if self._due and metric in due) or self._metrics

    @property
    def recorded_as(self) -> str:
        """The name of the task of a lesson, under which its right exercises are counted."""
        return learner_record.DRILL + " ".join(self._metrics)

    def _count_right(self) -> None:
        """Count an exercise that is right for the first time, and whose solution was not shown before."""
        before, task = learner_record.recorded(self._name), learner_record.recorded(self.recorded_as)
        if not before.right and not before.shown:
            learner_record.note(self.recorded_as, "right" if task.tried + 1 >= drill.RIGHT_IN_TASK else "tried")

    def _last_typed(self) -> Exercise | None:
        """Return the exercise whose typed answer was not checked."""
        found = [
            known_name
            for name in reversed(learner_record.typed())
            if (known_name := parsed(name)) and known_name[0] in self._metrics
        ]
        return drawn(*found[0]) if found else None

    def _next(self) -> Exercise:
        self._read()
        return drill.next_exercise(self._answers, date.today(), self._asked)

    def _open(self, first: Exercise) -> None:
        self._step_text = ""
        super()._open(first)

    # actions

    def _do_next(self, _message: Message) -> None:
        self._note_typed({})
        self._open(self._next())

    def _take(self, message: Message) -> None:
        super()._take(message)
        self._step_text = answers_in(message).get("step", self._step_text)

    def _do_check(self, message: Message) -> None:
        super()._do_check(message)
        if self._is_filled and not self._format_error:
            self._note("stepped", (self._step_text,))
        else:
            self._note_typed_step()

    def _do_hint(self, message: Message) -> None:
        super()._do_hint(message)
        self._note_typed_step()

    def _note_typed_step(self) -> None:
        """Record what is written into the step, which nothing else records before it is right."""
        held = self._held()
        if held.get("step"):
            self._note_typed({key: text for key, text in held.items() if text})

    def _note(self, what: Any, entries: tuple[str, ...] | None = None) -> None:
        if what == "right":
            self._count_right()
        super()._note(what, entries)
        self._read()

    def _verdicts(self) -> tuple[Verdict, ...]:
        verdicts = super()._verdicts()
        return believed(self._earlier, self.exercise, [*map(drill.almost_if_short, verdicts)])

    def _accepts(self, verdict: Verdict) -> bool:
        return drill.is_accepted(verdict)

    # what the record says

    @property
    def _earlier(self) -> list[Event]:
        """The first answers to other exercises."""
        return [answer for answer in self._answers if answer.name != self._name]

    @property
    def _first_answer(self) -> Event | None:
        return next((answer for answer in self._answers if answer.name == self._name), None)

    @property
    def _named_mistake(self) -> tuple[str, int]:
        """The mistake that the first answer named, and how often it was named so far.

        ("", 0) if it named none, or if the answer that is shown has another one.
        """
        code = named_in(self._first_answer) if self._first_answer else ""
        is_named = code and all_codes(self._session.verdicts) in ((), (code,))
        return (code, times_named(self._events, self._metric, code)) if is_named else ("", 0)

    @property
    def _step(self) -> tuple[BlankStep, BlankStep] | None:
        code, times = self._named_mistake
        return step_of(self.exercise, code, times) if opens_step(times) else None

    @property
    def _is_filled(self) -> bool:
        blanks, position = self._step[1] if self._step else (None, None)
        return bool(blanks and position and blanks.judge(position, self._step_text).right)

    @property
    def _contrast(self) -> Contrast | None:
        code, times = self._named_mistake
        return contrast_of(self.exercise, code) if shows_contrast(times) else None

    @property
    def _due_here(self) -> list[MyMistake]:
        """The mistakes of earlier exercises that are due and that this one can show."""
        earlier = my_mistakes([event for event in self._events if event.name != self._name])
        due = [mistake for mistake in earlier if mistake.metric == self._metric and mistake.left(date.today())]
        return [mistake for mistake in due if are_apart(self.exercise, mistake.code)]

    @property
    def _why_now(self) -> str:
        """The sentence on what is due here, why now, and how much is left; "" if nothing is."""
        mistakes = my_mistakes(self._events)
        why = [_(WHY[mistake.avoided < AVOIDED], how_often=mistake.how_often()) for mistake in self._due_here[:1]]
        return " ".join([*why, _("Left for today: {count}.", count=left_today(mistakes, date.today()))] if why else "")

    @property
    def _end(self) -> str:
        """The sentences once a due mistake was avoided: that it is gone for good, or that nothing is left for today."""
        due, now = {mistake[:2] for mistake in self._due_here}, my_mistakes(self._events)
        gone = [_("This mistake is gone for good.") for mistake in now if mistake[:2] in due and not mistake.returns]
        is_done = due and not left_today(now, date.today())
        return " ".join([*gone, on_day(now, date.today())] if is_done else gone)

    @property
    def _has_zero_of_nothing(self) -> bool:
        """Whether the mean has a user without a relevant item, whose value is 0."""
        exercise = self.exercise
        lists = [ranking for ranking in exercise.data if isinstance(ranking, Ranking)] if exercise.mean else []
        return any(ranking.relevant == 0 and value_of(exercise.measure, ranking) == 0 for ranking in lists)

    @property
    def _not_shown(self) -> str:
        """The sentence about the mistakes of lists that only a higher level can show."""
        metric, level = self.exercise.measure.metric, level_in(self._name)
        if metric.kind != "ranking" or level == LEVELS[-1]:
            return ""
        has_cut = metric.takes_n and level == LEVELS[0]
        return _(NOT_SHOWN_CUT if has_cut else NOT_SHOWN)

    @property
    def _metric(self) -> str:
        return self.exercise.measure.metric.label()

    @property
    def _wrong_in_a_row(self) -> int:
        first = [answer.what == "tried" for answer in reversed(self._answers)]
        return [*first, False].index(False) + self._tries - 1

    # what is shown

    def _card(self, typing: FieldsView) -> PracticeView:
        card = super()._card(typing)
        level, count = level_in(self._name), RATINGS[level_in(self._name)]
        is_rating = self.exercise.measure.metric.kind == "rating"
        what = ngettext("{count} rating", "{count} ratings", count) if is_rating else _(LEVELS_IN_WORDS[level])
        card |= {"screen": "drill", "word": _("Drill · level {level} of 3: {what}", level=level, what=what)}
        card["quiet"] = card["quiet"] and bool(self._format_error or not self._message)
        is_own = drill.level_of(self._earlier, self._metric) == level
        moves = drill.moves_from(self._metric, level) if is_own else ""
        card["about"] = " ".join(filter(None, [self._why_now, card["about"], moves]))
        card["about"] = " ".join(filter(None, [card["about"], self._not_shown]))
        if self._has_zero_of_nothing:
            card["about"] += " " + _("A user without a relevant item counts as 0.")
        if self._step:
            card["fields"].append(step_field(*self._step, self._step_text, self._named_mistake[0]))
        if self._contrast:
            card["contrast"] = contrast_views(self._contrast)
        return card

    def _field(self, k: int) -> AnswerField:
        field = super()._field(k)
        verdict = self._session.verdicts[k] if self._session.verdicts else None
        if verdict and verdict.codes:
            field["verdict"] = ""  # the summary has it, once for all fields
        # A repeated mistake is no other convention, and one digit is too little to be almost right.
        if verdict and (verdict.question == "decimals" or (verdict.codes and self._named_mistake[1] > 1)):
            field |= {"state": "wrong", "word": _(MARKS["wrong"])}
        return field | {"verdict": self._counted(field["verdict"])}

    def _counted(self, text: str) -> str:
        """Return a text, in which a sentence on a number that nothing explains says how many there were."""
        before = (answer for answer in self._earlier if answer.metric == self._metric)
        times = 1 + sum(answer.what == "tried" and not answer.codes for answer in before)
        counted = _(UNEXPLAINED, metric=self._metric, times=times)
        return text.replace(_(TEXTS["wrong"]), counted) if times > 1 else text

    @property
    def _message(self) -> str:
        """The sentences about the mistakes that were made, or avoided at once."""
        if self.is_right:
            is_solved = self._first_answer is not None and self._first_answer.outcome == "solved"
            avoided = avoided_message(self._earlier, self.exercise, date.today(), self._events)
            return " ".join(filter(None, [avoided, self._end])) if is_solved else ""
        others = [event for event in self._events if event.name != self._name]
        message = mistake_message(others, self._metric, self._session.verdicts)
        step = _("Below, one step is worked on a new list. Then it is your turn.") if self._step else ""
        contrast = _("Compare A and B below. {text}", text=self._contrast.text) if self._contrast else ""
        return " ".join(filter(None, [message, self._reading, step, contrast])) if message else ""

    @property
    def _reading(self) -> str:
        """The advice to read about the metric first, once a mistake was named often."""
        section = section_about(self._metric) if self._named_mistake[1] >= OFTEN else ""
        return _("Read {section}, and come back.", section=section) if section else ""

    def _summary(self) -> str:
        verdicts, decimals = self._session.verdicts, self.exercise.decimals
        if self._is_almost:
            text = ngettext("Almost: write {count} decimal.", "Almost: write {count} decimals.", decimals)
            return next((verdict.text for verdict in verdicts if verdict.question), text)
        if not self._message:
            return self._counted(super()._summary())
        right = sum(map(self._accepts, verdicts))
        start = _("All right.") if self.is_right else numbers_right(right, len(verdicts)) if len(verdicts) > 1 else ""
        return f"{start} {self._message}".strip()

    def _mastery(self) -> Mastery:
        dots = drill.last_outcomes(self._answers, self._metric)
        empty = _("{metric}: not answered yet", metric=self._metric)
        text = drill.mastery(self._answers, self._metric) if dots else empty
        return {"dots": dots + [""] * (drill.LAST - len(dots)), "text": text}

    def _other_buttons(self) -> list[Button]:
        return [button("next", _("Next exercise"), next=True)] if self._first_answer else []

    def __repr__(self) -> str:
        return f"Drill({', '.join([*map(repr, self._named), *(['due=True'] if self._due else [])])})"
