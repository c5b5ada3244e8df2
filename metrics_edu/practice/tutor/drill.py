"""Practice without end: what is asked next, at which of three levels, and what is mastered.

It follows from the events of the learner's record and a day. Mixed exercises, and practice spread over days, are better kept
than the same in one piece (Rohrer and Taylor 2007, Instructional Science 35: 481-498). The longer something is to be kept, the
longer the best gap (Cepeda and others 2008, Psychological Science 19: 1095-1102). Growing gaps kept more in mind on the way, and
as much at the end, as equal ones (Kang and others 2014, Psychonomic Bulletin & Review 21: 1544-1550); another study saw no
difference (Karpicke and Bauernschmidt 2011, JEP: LMC 37: 1250-1257). The very numbers below are this package's choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import count, islice

from metrics_edu.language import _, ngettext
from metrics_edu.metrics.validation import check_word
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.written_numbers import MIN_DIGITS
from metrics_edu.practice.exercises import Exercise
from metrics_edu.practice.record.learner_record import PREDICTION, STEPS
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor.drill_draws import (
    DRILLED,
    FIRST_SEED,
    LEVELS,
    are_apart,
    asks_mean,
    drawn,
    groups,
    kind_of,
    kinds,
    levels_of,
    name_of,
    parsed,
)
from metrics_edu.practice.tutor.named_mistakes import (
    codes_of,
    coming_back,
    followed,
    named_in,
    opens_step,
    overcame,
    times_named,
)
from metrics_edu.practice.tutor.worked_step import step_of

LAST, ENOUGH = 6, 5
"""The number of last answers to a metric, and of those that are right without a hint once it is mastered."""
POINTS, COST = 12, 5
"""A metric is mastered with this number of points: right answers without a hint, of which each wrong one costs some.

It also takes this number of right answers on which nearly all mistakes show, of which a known mistake costs all or more. So a
student who errs in a third of 30 exercises gets there in less than 5 % of the cases, also if the error shows on few of them.
"""
ONE_OTHER_IN = 8
"""Of this number of right answers at level 3, one is under another convention, the first one: most mistakes show on a mean."""
TO_MOVE = {1: (1, 1), 2: (2, 3), 3: (2, 3)}
"""By level: how many answers, and among how many last ones at it, lead on.

Those that are right without a hint lead up, all others down; a known mistake counts for neither.
"""
TRIES = 12
"""The number of exercises at a level among which one is chosen for a mistake."""
RIGHT_IN_TASK = 3
"""The task of a lesson is done after this number of right exercises."""
NOT_MASTERED_IN_A_ROW = 3
"""After this number of exercises on metrics that are not mastered, one on a mastered metric follows."""


# what was answered


def first_answers(events: Sequence[Event]) -> list[Event]:
    """Return what was done first with each list that was asked about: answered in full or with a known mistake, or shown.

    What is answered after that is another try after the feedback, and shows less: it counts only where a known mistake follows
    an answer that nothing explained. A prediction comes before the metric is known. Of the steps of a FadedStepper it returns
    those at which a mistake was named, once for each list.
    """
    answers: dict[tuple[object, ...], Event] = {}
    for event in events:
        if event.what == "stepped" and event.name.startswith(STEPS) and event.codes:
            answers.setdefault((event.name, event.seed, event.codes), event)
        is_full = event.what == "shown" or bool(event.codes) or all(event.answers)
        is_answer = event.what in ("tried", "right", "shown") and not event.name.startswith(PREDICTION)
        if event.metric and is_answer and is_full:
            first = answers.setdefault((event.name, event.seed), event)
            if event.codes and first.what == "tried" and not first.codes:
                answers[event.name, event.seed] = event
    return [*answers.values()]


def is_accepted(verdict: Verdict) -> bool:
    """Return whether an answer is right to all decimals, or was cut off after them instead of rounded."""
    written = verdict.claim.decimals if verdict.claim else None
    return verdict.kind == "right" or (verdict.kind == "rounded" and (written or 0) >= verdict.decimals)


def almost_if_short(verdict: Verdict) -> Verdict:
    """Return the verdict on a right answer with too few decimals; one digit is too little to be called right."""
    claim = verdict.claim
    is_cut = verdict.kind == "wrong" and claim and claim.decimals and claim.is_cut(verdict.exact, claim.decimals)
    if not claim or not (is_cut or verdict.question == "decimals"):
        return verdict
    return replace(verdict, kind="rounded", question="decimals" if claim.digits < MIN_DIGITS else "")


def without_steps(answers: Sequence[Event]) -> list[Event]:
    """Return the answers to exercises: a step is none."""
    return [answer for answer in answers if answer.what != "stepped"]


def last_outcomes(answers: Sequence[Event], metric: str) -> list[str]:
    return [answer.outcome for answer in without_steps(answers) if answer.metric == metric][-LAST:]


def is_mastered(answers: Sequence[Event], metric: str) -> bool:
    """Return whether nothing is left to do. A right answer never takes a mastery away."""
    is_enough = last_outcomes(answers, metric).count("solved") >= ENOUGH
    return is_enough and metric in DRILLED and not any(_still_to_do(answers, metric))


def _still_to_do(answers: Sequence[Event], metric: str) -> Iterator[str]:
    """Yield what is left to do beside right answers of late: at each kind of level 3, with each mistake, and in number."""
    if {*_solved_kinds(answers, metric)} != kinds(metric):
        yield _("each kind of level 3")
    if followed(answers, metric).made:
        yield _("each mistake avoided twice")
    elif not overcame(answers, metric, ENOUGH):
        missing, shown = _missing(answers, metric)
        if shown < missing:
            yield ngettext("{count} more right answer", "{count} more right answers", missing)
        elif shown:
            yield ngettext(
                "{count} more right answer at level 3 under the usual convention",
                "{count} more right answers at level 3 under the usual convention",
                shown,
            )


def _solved_kinds(answers: Sequence[Event], metric: str) -> list[bool]:
    """Return the kinds of the exercises at level 3 that were right."""
    kinds_of = [kind_of(answer.name, metric) for answer in answers if answer.outcome == "solved"]
    return [kind for kind in kinds_of if kind is not None]


def _missing(answers: Sequence[Event], metric: str) -> tuple[int, int]:
    """Return how many right answers are missing: any, and those on which nearly all mistakes show."""
    points = shown = 0
    for answer in (answer for answer in without_steps(answers) if answer.metric == metric):
        is_right, is_hardest = answer.outcome == "solved", kind_of(answer.name, metric) == max(kinds(metric))
        points = _counted(points + is_right - COST * (answer.outcome == "open"))
        shown = _counted(min(shown, COST) - COST if codes_of(answer) else shown + (is_right and is_hardest))
    return max(0, POINTS - points), max(0, POINTS - shown)


def _counted(points: int) -> int:
    return min(max(points, -COST), POINTS + COST)


def mastery(answers: Sequence[Event], metric: str) -> str:
    last = last_outcomes(answers, metric)
    text = ngettext(
        "{metric}: {right} of {count} right without a hint",
        "{metric}: {right} of the last {count} right without a hint",
        len(last),
        metric=metric,
        right=last.count("solved"),
    )
    if last.count("solved") < ENOUGH or metric not in DRILLED:
        return text
    left = ", ".join(_still_to_do(answers, metric))
    return text + (_("; still to do: {left}", left=left) if left else _(", mastered"))


def level_of(answers: Sequence[Event], metric: str) -> int:
    """Return the level of the next exercise, from those at each level since it was reached.

    An answer that a known mistake explains counts for neither way: a worked step and other exercises follow it already.
    """
    levels = levels_of(metric)
    level, last = levels[0], list[str]()
    for answer in without_steps(answers):
        if answer.name.startswith(name_of(metric, level)) and not codes_of(answer):
            count, among = TO_MOVE[level]
            last = [*last, answer.outcome][-among:]
            right = last.count("solved")
            move = (right >= count) - (len(last) - right >= count)
            level, last = (level + move, []) if move and level + move in levels else (level, last)
    return level


def moves_from(metric: str, level: int) -> str:
    """Return what leads to another level."""
    count, among = TO_MOVE[level]
    up = ngettext(
        "One right answer without a hint leads to level {level}.",
        "{right} of the last {count} right without a hint lead to level {level}.",
        among,
        right=count,
        level=level + 1,
    )
    down = _(
        "{wrong} of the last {count} not right, without a known mistake, lead back to level {level}.",
        wrong=count,
        count=among,
        level=level - 1,
    )
    return " ".join(text for text, to in ((up, level + 1), (down, level - 1)) if to in levels_of(metric))


# what comes next


def drilled(metrics: Sequence[str]) -> tuple[str, ...]:
    """Return metrics as they are spelled here, whatever the cut-off; all, if none is named."""
    labels = tuple(dict.fromkeys(as_measure(metric).metric.label() for metric in metrics))
    for metric in labels:
        check_word(_("a metric of a drill"), metric, DRILLED)
    return labels or DRILLED


def next_exercise(answers: Sequence[Event], day: date, metrics: Sequence[str] = DRILLED) -> Exercise:
    """Return the next exercise: one for a mistake whose day has come, else of the metric that has waited longest.

    No metric comes twice in a row on a day, if there are others. One exercise in four is of mastered metrics. Until it is
    answered, the next exercise is the same.
    """
    last = [answer.metric for answer in without_steps(answers)[-1:] if answer.day == day]
    others = [metric for metric in metrics if metric not in last] or metrics
    returning = sorted(coming_back(answers).items(), key=lambda item: item[1])
    due = [key for key, returns in returning if returns <= day and key[0] in others]
    for metric in dict.fromkeys(metric for metric, _code in due):
        if exercise := _for_mistakes(answers, metric, [code for of, code in due if of == metric]):
            return exercise
    metric = _next_metric(answers, metrics)
    kind = _next_kind(answers, metric)
    return _for_mistakes(answers, metric) or next(_unused(answers, metric, level_of(answers, metric), kind))


def unfinished(events: Sequence[Event], day: date, metrics: Sequence[str]) -> Exercise | None:
    """Return the last exercise of a day, if its answer opened a step that is not filled in."""
    last = next(reversed(without_steps(first_answers(events))), None)
    found = parsed(last.name) if last and last.day == day and last.metric in metrics else None
    if last is None or found is None or not (code := named_in(last)):
        return None
    is_filled = any(event.what == "stepped" and event.name == last.name for event in events)
    exercise, times = drawn(*found), times_named(events, last.metric, code)
    is_open = not is_filled and opens_step(times) and step_of(exercise, code, times) is not None
    return exercise if is_open else None


def _next_metric(answers: Sequence[Event], metrics: Sequence[str]) -> str:
    mastered = {metric for metric in metrics if is_mastered(answers, metric)}
    asked_before = [answer.metric for answer in without_steps(answers)]
    recent = asked_before[-NOT_MASTERED_IN_A_ROW:]
    is_turn = len(recent) == NOT_MASTERED_IN_A_ROW and not mastered & {*recent}
    asked = [metric for metric in metrics if (metric in mastered) == is_turn] or metrics
    others = [metric for metric in asked if metric != recent[-1]] or asked if recent else asked
    lasts = {metric: index for index, metric in enumerate(asked_before)}
    return min(others, key=lambda metric: lasts.get(metric, -1))


def _next_kind(answers: Sequence[Event], metric: str) -> bool:
    """Return the kind of the next exercise at level 3: whether it asks for a mean."""
    solved = _solved_kinds(answers, metric)
    is_other = solved.count(False) * ONE_OTHER_IN <= len(solved)
    return min(kinds(metric)) if is_other else max(kinds(metric))


def _for_mistakes(answers: Sequence[Event], metric: str, codes: Sequence[str] = ()) -> Exercise | None:
    """Return an exercise on which mistakes show that are still made, and those that fit differ; None where none does.

    A single one that fits is one that may be made. Levels that are nearer to the learner's come first.
    """
    earlier = followed(answers, metric)
    differing = earlier.suspects if len(earlier.suspects) > 1 else ()
    single = [code for code in earlier.suspects if not differing and code not in earlier.avoided]
    wanted = codes or [*earlier.made, *single]
    own = level_of(answers, metric)
    levels = sorted(levels_of(metric), key=lambda level: abs(level - own)) if wanted or differing else ()
    found = (_best(islice(_unused(answers, metric, level), TRIES), wanted, differing) for level in levels)
    return next(filter(None, found), None)


def _best(options: Iterable[Exercise], wanted: Sequence[str], differing: Sequence[str]) -> Exercise | None:
    best, most = None, (0, len(differing) if wanted else 1)
    greatest = len(wanted), len(differing)
    for exercise in options:
        score = sum(are_apart(exercise, code) for code in wanted), groups(exercise, differing)
        if score > most:
            best, most = exercise, score
        if score == greatest:
            break
    return best


def _unused(answers: Sequence[Event], metric: str, level: int, kind: bool | None = None) -> Iterator[Exercise]:
    """Yield the exercises that were not asked yet; at level 3 those of a kind, if it matters."""
    used = {answer.name for answer in answers}
    unused = (seed for seed in count(FIRST_SEED) if name_of(metric, level, seed) not in used)
    is_any = kind is None or level < LEVELS[-1]
    return (drawn(metric, level, seed) for seed in unused if is_any or asks_mean(metric, seed) == kind)
