"""My mistakes: the mistakes that a learner's record names, how often, and when each returns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from metrics_edu.language import N_, _, ngettext
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor.contrast import Contrast, contrast_of
from metrics_edu.practice.tutor.drill import first_answers
from metrics_edu.practice.tutor.drill_draws import FIRST_SEED, LEVELS, drawn, first_showing
from metrics_edu.practice.tutor.named_mistakes import AVOIDED, followed, return_days, times_named

MINUTES = 2
"""How long it takes at least; an exercise takes about one."""
TOMORROW = N_("tomorrow")
WEEKDAYS = (
    N_("on Monday"),
    N_("on Tuesday"),
    N_("on Wednesday"),
    N_("on Thursday"),
    N_("on Friday"),
    N_("on Saturday"),
    N_("on Sunday"),
)


class MyMistake(NamedTuple):
    """A mistake that was named in answers to a metric."""

    metric: str
    code: str
    times: int  # it was named
    avoided: int  # since it was named last, at most twice
    returns: date | None  # None once it is gone for good

    @property
    def what(self) -> str:
        measure = as_measure(self.metric)
        is_of_mean = KNOWN_MISTAKES[self.code].takes == "batch"
        return f"{measure.mean_name if is_of_mean else self.metric}: {KNOWN_MISTAKES[self.code].you_do}"

    @property
    def contrast(self) -> Contrast:
        """The lists whose order it reverses; where there are none, a list that it changes."""
        exercise = first_showing(self.metric, self.code) or drawn(self.metric, LEVELS[-1], FIRST_SEED)
        return contrast_of(exercise, self.code)

    def left(self, day: date) -> int:
        """Return how often it must still be avoided on a day: up to two times since it was named, and once at each return."""
        is_back = self.returns is not None and self.returns <= day
        return max(AVOIDED - self.avoided, int(is_back)) if self.returns else 0

    def how_often(self) -> str:
        named = ngettext("made {count} time", "made {count} times", self.times)
        return _("{named}, avoided {avoided} of {count}", named=named, avoided=self.avoided, count=AVOIDED)

    def when(self, day: date) -> str:
        if self.returns is None:
            return _("gone for good")
        return _("due now") if self.left(day) else _("returns {day}", day=day_in_words(self.returns, day))


def my_mistakes(events: Sequence[Event]) -> list[MyMistake]:
    """Return the named mistakes of a record, in the order in which they return; those that are gone for good last."""
    answers = first_answers(events)
    found = [
        MyMistake(metric, code, times_named(events, metric, code), followed(answers, metric).avoided[code], returns)
        for (metric, code), returns in return_days(answers).items()
    ]
    return sorted(found, key=lambda mistake: (mistake.returns or date.max, mistake.avoided))


def left_today(mistakes: Sequence[MyMistake], day: date) -> int:
    return sum(mistake.left(day) for mistake in mistakes)


def duration(left: int) -> str:
    """Return about how long some exercises take."""
    return ngettext("{count} minute", "{count} minutes", max(MINUTES, left))


def on_day(mistakes: Sequence[MyMistake], day: date) -> str:
    """Return what is to do on a day, and if there is nothing, when the next mistake returns; "" if none ever does."""
    if left := left_today(mistakes, day):
        return ngettext("{count} exercise is due now.", "{count} exercises are due now.", left)
    following = min((mistake.returns for mistake in mistakes if mistake.returns), default=None)
    if following is None:
        return ""
    return _("Done for today; the next is {day}.", day=day_in_words(following, day))


def day_in_words(day: date, before: date) -> str:
    """Return a later day in words: tomorrow, a weekday, or from a week on the date."""
    days = (day - before).days
    if days >= len(WEEKDAYS):
        return _("on {date}", date=day.isoformat())
    return _(WEEKDAYS[day.weekday()] if days > 1 else TOMORROW)


def lines(events: Sequence[Event], day: date) -> list[str]:
    """Return a sentence about each named mistake, and what is to do."""
    mistakes = my_mistakes(events)
    sentences = (f"{mistake.what}: {mistake.how_often()}; {mistake.when(day)}" for mistake in mistakes)
    return [*sentences, on_day(mistakes, day)]
