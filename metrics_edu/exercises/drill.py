"""Practice without end: what is asked next, at which of three levels, what is mastered, and which mistakes come back when.

It follows from the events of the learner's record and a day. Mixed exercises, and practice spread over days, are better kept
than the same in one piece (Rohrer and Taylor 2007, Instructional Science 35: 481-498). The longer something is to be kept, the
longer the best gap (Cepeda and others 2008, Psychological Science 19: 1095-1102). Growing gaps kept more in mind on the way, and
as much at the end, as equal ones (Kang and others 2014, Psychonomic Bulletin & Review 21: 1544-1550); another study saw no
difference (Karpicke and Bauernschmidt 2011, JEP: LMC 37: 1250-1257). The very numbers below are this package's choice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import count, islice
from zlib import crc32

import numpy as np

from metrics_edu.exercises.learner_record import DRILL, PREDICTION
from metrics_edu.exercises.question import Exercise, ExerciseData
from metrics_edu.exercises.record_lines import Event
from metrics_edu.language import _, ngettext
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.values import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS, draw_pair
from metrics_edu.mistakes.diagnosis import under, value_made
from metrics_edu.mistakes.telling_apart import draw_ratings

DAYS = 1, 3, 7, 16, 35
"""So many days after it was made, and after each time it was avoided, a mistake comes back; then no more."""
LAST, ENOUGH = 6, 5
"""So many of the last answers are right, without a hint, of a metric that is mastered."""
RIGHT_TO_RISE = 2
LEVELS = 1, 2, 3
RATINGS = {1: 3, 2: 5, 3: 8}
RANKS, MORE_RANKS = 5, 10
FROM_GRADE = 2
OTHER_CONVENTIONS = "trec_eval", "torchmetrics", "ranx", "recbole", "rectools_divide_by_k"
"""Those under which all known mistakes can be told apart by a pair of lists."""
LEVEL_AND_SEED = re.compile(f"([{LEVELS[0]}-{LEVELS[-1]}]) ([0-9]{{1,15}})")
"""How the name of an exercise ends; a record may hold any other name, too."""
TRIES = 15
DRILLED = tuple(metric.label() for metric in REGISTRY.values() if metric.kind in ("ranking", "rating"))
"""Every metric of a list or of ratings, as it is spelled."""


# what was answered


def first_answers(events: Sequence[Event]) -> list[Event]:
    """Return what was done first with each list that was asked about: answered in full or with a known mistake, or shown.

    What is answered after that is another try with what was said, and shows less. A prediction comes before the metric is known.
    """
    answers: dict[tuple[str, int], Event] = {}
    for event in events:
        is_full = event.what == "shown" or bool(event.codes) or all(event.answers)
        if event.metric and event.what != "begun" and is_full and not event.name.startswith(PREDICTION):
            answers.setdefault((event.name, event.seed), event)
    return [*answers.values()]


def last_outcomes(answers: Sequence[Event], metric: str) -> list[str]:
    return [answer.outcome for answer in answers if answer.metric == metric][-LAST:]


def is_mastered(answers: Sequence[Event], metric: str) -> bool:
    return last_outcomes(answers, metric).count("solved") >= ENOUGH


def mastery(answers: Sequence[Event], metric: str) -> str:
    last = last_outcomes(answers, metric)
    text = ngettext("{metric}: {right} of {count} right without a hint",
                    "{metric}: {right} of the last {count} right without a hint",
                    len(last), metric=metric, right=last.count("solved"))  # fmt: skip
    return text + (_(", mastered") if is_mastered(answers, metric) else "")


def level_of(answers: Sequence[Event], metric: str) -> int:
    """Return the level of the next exercise: the first at which the last two answers were not both right without a hint."""
    for level in LEVELS[:-1]:
        outcomes = [answer.outcome for answer in answers if answer.name.startswith(_name(metric, level))]
        if outcomes[-RIGHT_TO_RISE:].count("solved") < RIGHT_TO_RISE:
            return level
    return LEVELS[-1]


def coming_back(answers: Sequence[Event]) -> dict[tuple[str, str], date]:
    """Return the day on which each mistake comes back, by metric and code."""
    waits: dict[tuple[str, str], tuple[int, date]] = {}
    for answer in answers:
        if (day := answer.day) is None:
            continue
        for key, (times, since) in [*waits.items()]:
            if answer.outcome == "solved" and day >= since + timedelta(DAYS[times]) and _avoids(answer, *key):
                waits[key] = times + 1, day
        codes = [code for code in answer.codes if answer.metric in DRILLED and code in MISCONCEPTIONS]
        waits |= {(answer.metric, code): (0, day) for code in codes}
        waits = {key: wait for key, wait in waits.items() if wait[0] < len(DAYS)}
    return {key: since + timedelta(DAYS[times]) for key, (times, since) in waits.items()}


def _avoids(answer: Event, metric: str, code: str) -> bool:
    """Return whether the mistake would have given another number than the one that was right."""
    match = LEVEL_AND_SEED.fullmatch(answer.name.removeprefix(_name(metric)))
    return match is not None and changes(drawn(metric, int(match[1]), int(match[2])), code)


# what comes next


def drilled(metrics: Sequence[str]) -> tuple[str, ...]:
    """Return metrics as they are spelled here, whatever the cut-off; all, if none is named."""
    labels = tuple(dict.fromkeys(as_measure(metric).metric.label() for metric in metrics))
    for metric in labels:
        if metric not in DRILLED:
            raise ValueError(_("a metric of a drill must be one of {allowed}; got {value!r}",
                               allowed=", ".join(DRILLED), value=metric))  # fmt: skip
    return labels or DRILLED


def next_exercise(answers: Sequence[Event], day: date, metrics: Sequence[str] = DRILLED) -> Exercise:
    """Return the next exercise: a mistake whose day has come, else the metric that has waited longest, not yet mastered ones first.

    No metric comes twice in a row, if there are others. As long as it is not answered, it is the same.
    """
    others = [metric for metric in metrics if not answers or metric != answers[-1].metric] or metrics
    for (metric, code), due in sorted(coming_back(answers).items(), key=lambda item: item[1]):
        if metric in others and due <= day and (exercise := _with_mistake(answers, metric, code)):
            return exercise
    lasts = {answer.metric: index for index, answer in enumerate(answers)}
    metric = min(others, key=lambda metric: (is_mastered(answers, metric), lasts.get(metric, -1)))
    return next(_unused(answers, metric, level_of(answers, metric)))


def is_due(answers: Sequence[Event], day: date, exercise: Exercise) -> bool:
    metric, waiting = exercise.measure.metric.label(), coming_back(answers).items()
    return any(of == metric and due <= day and changes(exercise, code) for (of, code), due in waiting)


def _with_mistake(answers: Sequence[Event], metric: str, code: str) -> Exercise | None:
    """Return an exercise on which the mistake gives another value, at the learner's level if there is one."""
    own = level_of(answers, metric)
    nearest = sorted(LEVELS, key=lambda level: abs(level - own))
    tried = (exercise for level in nearest for exercise in islice(_unused(answers, metric, level), TRIES))
    return next((exercise for exercise in tried if changes(exercise, code)), None)


def _unused(answers: Sequence[Event], metric: str, level: int) -> Iterator[Exercise]:
    used = {answer.name for answer in answers}
    unused = (seed for seed in count(1) if _name(metric, level, seed) not in used)
    return (drawn(metric, level, seed) for seed in unused)


def changes(exercise: Exercise, code: str) -> bool:
    """Return whether a mistake gives another value of any list than the right one."""
    measure, unit = exercise.measure, 10.0**-exercise.decimals
    return any(abs(value_made(code, measure, part) - value_of(measure, part)) > unit for part in exercise.parts)


# what is drawn


def _name(metric: str, *level_and_seed: int) -> str:
    """Return the name of an exercise, or how it begins."""
    return DRILL + " ".join(map(str, (metric, *level_and_seed))) + " " * (len(level_and_seed) < 2)


def level_in(name: str) -> int:
    return int(name.split(" ")[-2])


def drawn(metric: str, level: int, seed: int) -> Exercise:
    """Return an exercise at a level.

    1: one short list of R and N, read to its end (3 ratings). 2: a pair with missed items, cut off where the metric has a
    cut-off (5 ratings). 3: grades of which not all are relevant, or several users and their mean, or another convention
    (8 ratings). The pairs tell all known mistakes apart.
    """
    spelled, convention, lists = _drawn(metric, level, seed)
    question = _question(as_measure(spelled, convention)) if convention != DEFAULT else ""
    name, several = _name(metric, level, seed), len(lists) > 2
    return Exercise(name, spelled, lists, question, convention=convention, seed=seed, mean=several)


def _question(measure: Measure) -> str:
    title, difference = (
        _(CONVENTIONS[measure.convention].title),
        measure.differences(as_measure(measure.name), brief=True),
    )
    return _("Compute {measure} of each list as {convention} does: {difference}.",
             measure=measure.name, convention=title, difference=difference)  # fmt: skip


@lru_cache(maxsize=256)
def _drawn(metric: str, level: int, seed: int) -> tuple[str, str, tuple[ExerciseData, ...]]:
    measure, of_lists = as_measure(metric), crc32(f"{metric} {level} {seed}".encode())
    if measure.metric.kind == "rating":
        return metric, DEFAULT, (draw_ratings(measure, of_lists, count=RATINGS[level]),)
    if level == 1:
        few, _many = draw_pair(measure, of_lists, n=RANKS)
        return metric, DEFAULT, (Ranking((few.shown > 0).astype(float), np.ones(int(few.relevant))),)
    n = MORE_RANKS if level == 2 and seed % 4 == 0 else RANKS
    spelled = measure.metric.label(n=n) if measure.metric.takes_n else metric
    kind = seed % 3 if level == 3 else None
    others = _others(spelled) if kind == 2 else []
    convention = others[seed // 3 % len(others)] if others else DEFAULT
    threshold = FROM_GRADE if kind == 1 else 1
    pair = draw_pair(as_measure(spelled, convention), of_lists, n=n, threshold=threshold)
    third = () if kind in (None, 1) or others else (_third_list(measure, of_lists),)
    return spelled, convention, (*pair, *third)


def _others(spelled: str) -> list[str]:
    """Return the conventions that compute something else of the lists that are drawn."""
    usual = as_measure(spelled)
    others = [under(usual, name) for name in OTHER_CONVENTIONS]
    return [other.convention for other in others if other and other.differences(usual, brief=True)]


def _third_list(measure: Measure, seed: int) -> Ranking:
    """Return the list of a user with no relevant item; where that has no value, any."""
    nothing = Ranking(np.zeros(RANKS), [])
    return draw_pair(measure, seed + 1, n=RANKS)[1] if math.isnan(value_of(measure, nothing)) else nothing
