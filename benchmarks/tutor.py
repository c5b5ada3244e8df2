"""How a Drill teaches simulated students: whether their mistake is named, worked, avoided, and the metric then mastered.

python -m benchmarks.tutor [--tables courses kinds draws] [--seeds 3] [--runs 100] [--metrics AP nDCG] [--write benchmarks/tutor.md]

A student makes one known mistake in one metric and answers 10 questions a day, with three decimals. With slips, one number
of one exercise in ten is off: in its last digit, doubled or halved, or any number. Each seed has other lists. Nothing here is
random between runs.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS, Verdict
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.mistakes.made_values import value_made
from metrics_edu.mistakes.wrong_computations import strictly
from metrics_edu.practice import Exercise
from metrics_edu.practice.lessons.lesson_exercises import EXERCISES
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor import drill
from metrics_edu.practice.tutor.drill_draws import (
    DRILLED,
    FIRST_SEED,
    LEVELS,
    are_apart,
    drawn,
    first_showing,
    levels_of,
    name_of,
    numbers,
)
from metrics_edu.practice.tutor.named_mistakes import (
    all_codes,
    avoided_message,
    believed,
    mistake_message,
    named_in,
    shares_of,
    times_named,
)
from metrics_edu.practice.tutor.worked_step import step_of

LESSON_METRICS = tuple(dict.fromkeys(make().measure.metric.label() for make in EXERCISES.values()))
FIRST_DAY = date(2026, 3, 2)
A_DAY, QUESTIONS = 10, 30
SLIPS = 0.1
SEEDS_PER_STUDENT = 20
SEPARATING_SEEDS = 8
FIELD_DRAWS = 200
GUESSED = 1 / 2, 1 / 3, 2 / 3
RUNS = 100
"""The number of runs of each student who errs now and then: so many that a share of 3 % rarely looks like more than 5 %."""
RUNS_PER_LISTS = 10
"""The number of these runs with the same lists."""
TABLES = "courses", "kinds", "draws"
RARE = "THRESH_GT"
"""A mistake that shows only on lists with a threshold."""
PAIRS = 6
"""The number of pairs of mistakes of a metric that are tried together."""
CHANGES = {
    "AP_DIV_HITS": {"denominator": "retrieved"},
    "AP_DIV_R": {"denominator": "relevant"},
    "AP_DIV_N": {"denominator": "cutoff"},
    "IDCG_RETRIEVED": {"ideal": "retrieved"},
    "IDCG_UNCUT": {"ideal": "uncut"},
    "GAIN_LINEAR": {"gain": "linear"},
    "GAIN_BINARY": {"gain": "binary"},
    "DISC_NONE": {"discount": "none"},
    "DISC_JARVELIN": {"discount": "jarvelin"},
    "P_DIV_LEN": {"short": "shrink"},
    "HL_BREESE": {"exponent": "breese"},
}
"""The mistakes that are a parameter, so that another one can be made in the same computation."""


# which mistakes


@cache
def separated(metric: str) -> dict[str, str]:
    """Return each mistake of a metric, with "" if a drawn exercise separates it from all others, else the reason."""
    name = as_measure(metric).metric.name
    own = [code for code, mistake in MISCONCEPTIONS.items() if name in mistake.measures]
    shown = [code for code in own if first_showing(metric, code)]
    seeds = range(FIRST_SEED, FIRST_SEED + SEPARATING_SEEDS)
    exercises = [drawn(metric, level, seed) for level in levels_of(metric) for seed in seeds]
    return {code: reason(code, shown, exercises) for code in own}


def reason(code: str, shown: Sequence[str], exercises: Sequence[Exercise]) -> str:
    """Return why no exercise separates a mistake from all others that are shown; "" if one does."""
    if code not in shown:
        is_run = MISCONCEPTIONS[code].takes == "run"
        return "is made with files only" if is_run else "changes no answer of a drawn exercise"
    others = ["", *(other for other in shown if other != code)]
    if any(all(are_apart(exercise, code, other) for other in others) for exercise in exercises):
        return ""
    same = [other for other in others if not any(are_apart(exercise, code, other) for exercise in exercises)]
    return (
        f"gives the number of {', '.join(other or 'the right computation' for other in same)}"
        if same
        else "never differs from all others at once"
    )


def pairs(metrics: Iterable[str]) -> list[tuple[str, str]]:
    return [(metric, code) for metric in metrics for code, why in separated(metric).items() if not why]


# students


Maker = Callable[[Exercise, int], Sequence[float]]
"""Computes the answers to an exercise and its number."""


Writer = Callable[[float, int], str]
"""Writes a number with some decimals."""


def rounded(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}"


def cut_off(value: float, decimals: int) -> str:
    return rounded(math.trunc(value * 10**decimals + math.copysign(1e-6, value)) / 10**decimals, decimals)


def with_two_decimals(value: float, _decimals: int) -> str:
    return rounded(value, 2)


def with_mistake(code: str) -> Maker:
    return lambda exercise, _question: numbers(exercise, code)


def now_and_then(code: str, share: float, seed: int) -> Maker:
    def make(exercise: Exercise, question: int) -> Sequence[float]:
        errs = random.Random(f"{exercise.name} {question} {seed}").random() < share
        return numbers(exercise, code if errs else "")

    return make


def every(code: str, step: int) -> Maker:
    return lambda exercise, question: numbers(exercise, "" if question % step else code)


def guess(seed: int) -> Maker:
    def make(exercise: Exercise, question: int) -> Sequence[float]:
        chosen = random.Random(f"{exercise.name} {question} {seed}")
        return [chosen.choice(GUESSED) for _part in exercise.parts]

    return make


def in_turns(one: str, other: str) -> Maker:
    return lambda exercise, question: numbers(exercise, (one, other)[question % 2])


def at_once(one: str, other: str) -> Maker:
    return lambda exercise, _question: joint(exercise, one, other)


@lru_cache(maxsize=100_000)
def joint(exercise: Exercise, one: str, other: str) -> tuple[float, ...]:
    """Return the answers of a student with two mistakes, of which the first is a parameter or the threshold."""
    changes = CHANGES.get(one, {})
    measure = replace(exercise.measure, parameters={**exercise.measure.parameters, **changes})
    return tuple(_joint_value(measure, part, one, other) for part in exercise.parts)


def _joint_value(measure: Measure, part: Ranking | Ratings, one: str, other: str) -> float:
    if one == "THRESH_GT" and isinstance(part, Ranking) and part.threshold > 1:
        part = strictly(part)
    made = value_made(other, measure, part)
    return value_of(measure, part) if math.isnan(made) else made


@lru_cache(maxsize=100_000)
def checked(exercise: Exercise, texts: tuple[str, ...]) -> tuple[Verdict, ...]:
    return exercise.check(texts)


@dataclass
class Reply:
    """What became of an answer: of the second one, if the first one had too few decimals."""

    exercise: Exercise
    codes: tuple[str, ...]
    named: str  # the mistake that was named: alone, and not by chance
    text: str
    is_right: bool
    is_mastered: bool
    is_second: bool = False


@dataclass
class Student:
    """Answers the questions of a Drill, day after day."""

    metrics: tuple[str, ...]
    seed: int
    slips: float = 0.0
    makes: Maker = lambda exercise, _question: numbers(exercise)
    name: str = ""
    writes: Writer = rounded
    answers: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(f"{self.metrics} {self.seed} {self.name}")
        used = range(FIRST_SEED, FIRST_SEED + SEEDS_PER_STUDENT * self.seed)
        names = [name_of(metric, level, seed) for metric in self.metrics for level in LEVELS for seed in used]
        self.answers = [Event(name, "shown") for name in names]
        self.count = 0

    def answer(self) -> Reply:
        day = FIRST_DAY + timedelta(self.count // A_DAY)
        exercise = drill.next_exercise(self.answers, day, self.metrics)
        values = self._values(exercise)
        texts = texts_of(exercise, values, self.writes)
        metric = exercise.measure.metric.label()
        verdicts = self._judged(exercise, texts)
        is_second = {verdict.kind for verdict in verdicts} <= {*RIGHT} and not all(map(drill.is_accepted, verdicts))
        if is_second:  # it is asked to write all decimals
            texts = texts_of(exercise, values)
            verdicts = self._judged(exercise, texts)
        is_right = all(map(drill.is_accepted, verdicts))
        said = mistake_message(self.answers, metric, verdicts)
        said = avoided_message(self.answers, exercise, day) if is_right else said
        codes = all_codes(verdicts)
        what: Any = "right" if is_right else "tried"
        answer = Event(exercise.name, what, texts, 0, 0, metric, codes, f"{day}T10:00:00", shares_of(verdicts))
        self.answers.append(answer)
        self.count += 1
        is_mastered = drill.is_mastered(self.answers, metric)
        return Reply(exercise, codes, named_in(answer), said, is_right, is_mastered, is_second)

    def _judged(self, exercise: Exercise, texts: tuple[str, ...]) -> tuple[Verdict, ...]:
        return believed(self.answers, exercise, [*map(drill.almost_if_short, checked(exercise, texts))])

    def _values(self, exercise: Exercise) -> Sequence[float]:
        values = [*self.makes(exercise, self.count)]
        if self.random.random() < self.slips:
            k = self.random.randrange(len(values))
            values[k] = self._slip(values[k], exercise.decimals)
        return values

    def _slip(self, value: float, decimals: int) -> float:
        """Return a number that is off: in its last digit, twice or half as great, or any number up to twice it, or 1."""
        options = (
            value + self.random.choice((-1, 1)) * self.random.randrange(1, 10) / 10**decimals,
            value * self.random.choice((2, 0.5)),
            self.random.uniform(0, max(1, 2 * value)),
        )
        return self.random.choice(options)


def texts_of(exercise: Exercise, values: Sequence[float], writes: Writer = rounded) -> tuple[str, ...]:
    return tuple(writes(value, exercise.decimals) for value in values)


# what is measured


@dataclass
class Course:
    """What a student with one mistake experienced."""

    metric: str
    code: str
    named_at: int = 0  # the number of exercises that had shown the mistake when it was first named alone
    has_step: bool = False  # by the third naming
    questions: int = 0  # from the first that shows the mistake until mastery; 0: never
    is_mastered_early: bool = False  # while the mistake was made
    repeated: int = 0
    returns_first: bool = True  # the first exercise of each later day shows it

    @property
    def name(self) -> str:
        return f"{self.metric} {self.code}"


def course_of(metric: str, code: str, seed: int, slips: float) -> Course:
    """Return what a student experiences who keeps a mistake, and one who stops after a worked step."""
    course = Course(metric, code)
    _keep(course, seed, slips)
    _stop(course, seed, slips)
    return course


def _keep(course: Course, seed: int, slips: float) -> None:
    metric, code = course.metric, course.code
    student, shown, texts = Student((metric,), seed, slips, with_mistake(code), code), 0, list[str]()
    for question in range(QUESTIONS):
        was_named = times_named(student.answers, metric, code)
        reply = student.answer()
        shows = are_apart(reply.exercise, code)
        shown += shows
        if question and question % A_DAY == 0 and was_named:
            course.returns_first &= shows
        if reply.named == code:
            course.named_at = course.named_at or shown
            if was_named == 1:
                course.has_step = step_of(reply.exercise, code, 2) is not None
        course.is_mastered_early |= reply.is_mastered
        texts += [reply.text] if reply.text else []
    course.repeated += len(texts) - len({*texts})


def _stop(course: Course, seed: int, slips: float) -> None:
    metric, code = course.metric, course.code
    student, texts, first = Student((metric,), seed, slips, with_mistake(code), code), list[str](), 0
    for question in range(1, QUESTIONS + 1):
        reply = student.answer()
        first = first or (question if are_apart(reply.exercise, code) else 0)
        texts += [reply.text] if reply.text else []
        if times_named(student.answers, metric, code) > 1:
            student.makes = with_mistake("")
        if reply.is_mastered:
            course.questions = question - first + 1 if first else 0
            break
    course.repeated += len(texts) - len({*texts})


def third_named(metric: str, makes: Maker, codes: tuple[str, str], seed: int, slips: float) -> tuple[int, int, int]:
    """Return the number of answers that named one mistake alone that a student with two does not make.

    Then the number of these that are not what the student computes: slips that give just the number of that mistake. Last the
    number of all answers.
    """
    own = {*codes, "+".join(codes), "+".join(codes[::-1])}
    student = Student((metric,), seed, slips, makes, str(codes))
    replies = [student.answer() for _question in range(QUESTIONS)]
    others = [(k, reply) for k, reply in enumerate(replies) if reply.named and reply.named not in own]
    slipped = sum(
        student.answers[k - QUESTIONS].answers != texts_of(reply.exercise, makes(reply.exercise, k))
        for k, reply in others
    )
    return len(others), slipped, len(replies)


def chosen_pairs(metric: str, *, joined: bool) -> list[tuple[str, str]]:
    """Return some pairs of mistakes of a metric; `joined`: of which the first one can be made within the other."""
    codes = [code for code, why in separated(metric).items() if not why]
    found = [(one, other) for one, other in combinations(codes, 2) if not joined]
    if joined:
        found = [
            (one, other)
            for one in codes
            if one in CHANGES or one == "THRESH_GT"
            for other in codes
            if other != one and not {*CHANGES.get(one, ())} & {*CHANGES.get(other, ())}
        ]
    return random.Random(metric).sample(found, min(PAIRS, len(found)))


def most_frequent(metric: str, level: int) -> float:
    """Return the share of the most frequent number of a field, at level 3 of the most frequent answers."""
    exercises = [drawn.__wrapped__(metric, level, FIRST_SEED + k) for k in range(FIELD_DRAWS)]
    rounded = [tuple(round(value, 3) for value in numbers.__wrapped__(exercise)) for exercise in exercises]
    fields = [rounded] if level == LEVELS[-1] else [[one[k] for one in rounded] for k in range(len(rounded[0]))]
    return max(Counter(values).most_common(1)[0][1] / FIELD_DRAWS for values in fields)


@dataclass
class Outcome:
    """What becomes of students of a kind: the share that is mastered, of answers with a flat cause, and of second ones."""

    is_mastered: float
    flat: float
    second: float
    questions: float  # the median of those until it is mastered


def outcomes_of(metric: str, runs: int) -> dict[str, Outcome]:
    """Return the outcome of students of each kind. Some runs have the same lists, which are drawn once for all of them."""
    found: dict[str, list[list[Reply]]] = {name: [] for name in kinds_of_students(metric, 0)}
    for seed in range(runs):
        for name, (_most, kind) in kinds_of_students(metric, seed).items():
            student = Student((metric,), seed // RUNS_PER_LISTS, name=f"outcome {seed}", **kind)
            found[name].append([student.answer() for _question in range(QUESTIONS)])
    return {name: outcome_of(replies) for name, replies in found.items()}


def outcome_of(replies: Sequence[Sequence[Reply]]) -> Outcome:
    """Return the outcome of the students of a kind."""
    mastered_at = [next((k for k, reply in enumerate(one, start=1) if reply.is_mastered), 0) for one in replies]
    every_reply = [reply for one in replies for reply in one]
    return Outcome(
        share(map(bool, mastered_at)),
        share(bool(reply.named) for reply in every_reply),
        share(reply.is_second for reply in every_reply),
        median([k for k in mastered_at if k] or [math.nan]),
    )


def kinds_of_students(metric: str, seed: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return students by what they do, with the share that is mastered at most."""
    code = pairs([metric])[0][1]
    kinds = {
        "no mistake": ("", {}),
        "cuts off instead of rounding": ("", {"writes": cut_off}),
        "writes two decimals first": ("", {"writes": with_two_decimals}),
        "guesses 1/2, 1/3 or 2/3": ("5 %", {"makes": guess(seed)}),
        "slips in a third of the exercises": ("5 %", {"slips": 1 / 3}),
        "slips in half of the exercises": ("5 %", {"slips": 1 / 2}),
        f"{code} in a third of the exercises": ("5 %", {"makes": now_and_then(code, 1 / 3, seed)}),
        f"{code} in half of the exercises": ("5 %", {"makes": now_and_then(code, 1 / 2, seed)}),
        f"{code} in every second exercise": ("5 %", {"makes": every(code, 2)}),
        f"{code} in every third exercise": ("5 %", {"makes": every(code, 3)}),
    }
    rare = {f"{RARE} in a third of the exercises": ("5 %", {"makes": now_and_then(RARE, 1 / 3, seed)})}
    return kinds | (rare if first_showing(metric, RARE) else {})


# the table


def rows_of_kinds(metrics: Sequence[str], runs: int) -> Iterator[str]:
    yield from ("## Students who err now and then, or write numbers otherwise", "")
    yield f"{runs} runs of {QUESTIONS} questions each, {RUNS_PER_LISTS} on the same lists."
    yield from ("", "| | | mastered | wanted | questions | a cause said flatly | written again |")
    yield "|---|---|--:|--:|--:|--:|--:|"
    for metric in metrics:
        wanted = {name: most for name, (most, _kind) in kinds_of_students(metric, 0).items()}
        for name, found in outcomes_of(metric, runs).items():
            until, most = f"{found.questions:.0f}", wanted[name]
            yield f"| {metric} | {name} | {found.is_mastered:.1%} | {most} | {until} | {found.flat:.1%} | {found.second:.1%} |"
    yield ""


def share(values: Iterable[bool]) -> float:
    found = [*values]
    return sum(found) / len(found) if found else math.nan


def rows_of_one(courses: Sequence[Course], slips: float) -> Iterator[tuple[str, str, str]]:
    """Yield what is measured, the number, and the least or most that is wanted."""
    within = [0 < course.questions <= 8 for course in courses]
    late = [0 < course.questions <= 15 for course in courses]
    longest = max(course.questions for course in courses)
    yield "students", f"{len(courses)}", ""
    named = share(0 < course.named_at <= 3 for course in courses)
    yield "named alone by the third exercise that shows the mistake", f"{named:.1%}", "90 %" if slips else "95 %"
    yield "a step opened by the third naming", f"{share(c.has_step for c in courses):.1%}", "95 %" if slips else "100 %"
    yield "stop after one step: mastered in 8 questions", f"{share(within):.1%}", "75 %" if slips else "95 %"
    yield f"the same in 15 questions (longest: {longest})", f"{share(late):.1%}", "100 %" if slips else ""
    yield "mastered while the mistake is made", f"{share(c.is_mastered_early for c in courses):.1%}", "0 %"
    yield "messages repeated word for word", f"{sum(course.repeated for course in courses)}", "0"
    yield "the first exercise of each later day shows it", f"{share(c.returns_first for c in courses):.1%}", ""


def rows_of_others(metrics: Sequence[str], seeds: int, slips: float) -> Iterator[tuple[str, str, str]]:
    named = 0
    for metric in metrics:
        for seed in range(seeds):
            student = Student((metric,), seed, slips)
            named += sum(bool(student.answer().codes) for _question in range(QUESTIONS))
    yield "no mistake: answers in which one is named", f"{named}", "0"
    for title, joined, maker, most in (("two in turns", False, in_turns, "0 %"), ("two at once", True, at_once, "5 %")):
        found = [
            third_named(metric, maker(*codes), codes, seed, slips)
            for metric in metrics
            for codes in chosen_pairs(metric, joined=joined)
            for seed in range(seeds)
        ]
        wrong, slipped, answers = (sum(values) for values in zip(*found, strict=True))
        by_slip = f" ({slipped} of {wrong}: a slip that is its number)" if slipped else ""
        yield f"{title}: answers that name a third alone, of {answers:,}", f"{wrong / answers:.2%}{by_slip}", most


def rows_of_courses(metrics: Sequence[str], seeds: int) -> Iterator[str]:
    yield from ("## Students with one or two mistakes", "")
    yield f"{', '.join(metrics)}. Runs of each student: {seeds}."
    found: dict[float, list[tuple[str, str, str]]] = {}
    late: dict[float, list[str]] = {}
    for slips in (0.0, SLIPS):
        courses = [course_of(metric, code, seed, slips) for metric, code in pairs(metrics) for seed in range(seeds)]
        found[slips] = [*rows_of_one(courses, slips), *rows_of_others(metrics, seeds, slips)]
        late[slips] = sorted({course.name for course in courses if not 0 < course.questions <= (15 if slips else 8)})
    yield from ("", "| | without slips | wanted | with slips | wanted |", "|---|--:|--:|--:|--:|")
    for (title, value, wanted), (other, slipped, least) in zip(*found.values(), strict=True):
        name = title if title == other else f"{title}; with slips {other.rpartition('(')[2].rstrip(')')}"
        yield f"| {name} | {value} | {wanted} | {slipped} | {least} |"
    yield from ("", f"More than 8 questions without slips: {', '.join(late[0.0]) or 'none'}.")
    yield from (f"More than 15 with slips: {', '.join(late[SLIPS]) or 'none'}.", "")


def rows_of_draws(metrics: Sequence[str]) -> Iterator[str]:
    yield from ("## The most frequent number of 200 draws", "")
    yield from ("| | a field of level 1 | a field of level 2 | all answers of level 3 |", "|---|--:|--:|--:|")
    for metric in DRILLED:
        values = [f"{most_frequent(metric, level):.1%}" if level in levels_of(metric) else "" for level in LEVELS]
        yield f"| {metric} | {' | '.join(values)} |"
    yield from ("", "## Mistakes that no drawn exercise separates", "")
    for metric in metrics:
        reasons: dict[str, list[str]] = {}
        for code, why in separated(metric).items():
            if why:
                reasons.setdefault(why, []).append(code)
        text = "; ".join(f"{why}: `{' '.join(codes)}`" for why, codes in reasons.items())
        yield f"- {metric}: {text or 'none'}"


def report(tables: Sequence[str], metrics: Sequence[str], seeds: int, runs: int) -> Iterator[str]:
    """Yield the lines of the tables."""
    yield from ("# Simulated students of a Drill", "", "`python -m benchmarks.tutor`", "")
    if "courses" in tables:
        yield from rows_of_courses(metrics, seeds)
    if "kinds" in tables:
        yield from rows_of_kinds(metrics, runs)
    if "draws" in tables:
        yield from rows_of_draws(metrics)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", default=TABLES, choices=TABLES)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--metrics", nargs="+", default=LESSON_METRICS)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    text = "\n".join(report(options.tables, options.metrics, options.seeds, options.runs)) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
