"""The feedback of a Drill to an answer: which mistake was made and how often, or which one was avoided; never the same twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from metrics_edu.exercises.drill_draws import are_apart
from metrics_edu.exercises.named_mistakes import codes_of, coming_back, followed, times_named
from metrics_edu.exercises.question import Exercise
from metrics_edu.exercises.record_lines import Event
from metrics_edu.language import N_, _
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.in_short import doing

NAMED_AGAIN = {2: N_("This is the second time. {sentence}"), 3: N_("This is the third time. {sentence}")}
MORE_OFTEN = N_("This is time number {times}. {sentence}")
AVOIDED = (N_("Here it would have shown that {what}."),
           N_("Here it would also have shown that {what}: avoided twice."))  # fmt: skip
UNEXPLAINED = N_("Not right, and no known mistake explains it. Wrong answers to {metric} so far: {times}.")
AVOIDED_LATER = N_("On {day} you avoided it again: here it would have shown that {what}.")


def all_codes(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(code for verdict in verdicts for code in verdict.codes))


def unexplained(answers: Sequence[Event], metric: str) -> int:
    """Return how many wrong answers to a metric no known mistake explains."""
    return sum(answer.metric == metric and answer.what == "tried" and not answer.codes for answer in answers)


def mistake_message(events: Sequence[Event], metric: str, verdicts: Sequence[Verdict]) -> str:
    """Return the sentence about the mistakes that fit; "" if none does. `events` are those of other exercises, so far."""
    codes = all_codes(verdicts)
    sentences = [*dict.fromkeys(verdict.text for verdict in verdicts if verdict.codes)]
    if len(codes) == 1:  # the first sentence: that of the mean differs only in its name
        times = times_named(events, metric, codes[0]) + 1
        text = NAMED_AGAIN.get(times, MORE_OFTEN) if times > 1 else "{sentence}"
        return _(text, times=times, sentence=sentences[0])
    unclear = {event.name for event in events if event.metric == metric and len(codes_of(event)) > 1}
    if codes and unclear:
        return _("Not certain yet (answer {times}): {sentence}", times=len(unclear) + 1, sentence=" ".join(sentences))
    return " ".join(sentences)


def avoided_message(answers: Sequence[Event], exercise: Exercise, day: date) -> str:
    """Return what a right answer avoided of what was named before; "" if nothing. `answers` are the ones before this one."""
    metric = exercise.measure.metric.label()
    earlier, due = followed(answers, metric), coming_back(answers)
    named = dict.fromkeys(
        [*earlier.made, *(code for (of, code), returns in due.items() if of == metric and returns <= day)]
    )
    texts = []
    for code in [code for code in named if are_apart(exercise, code)]:
        text, times = AVOIDED_LATER, times_named(answers, metric, code)
        if code in earlier.made:
            text = AVOIDED[earlier.avoided[code]]
        texts.append(_(text, what=doing(code), day=day.isoformat()))
        texts += [_("Times that you made it so far: {times}.", times=times)] if times > 1 else []
    return " ".join(texts)
