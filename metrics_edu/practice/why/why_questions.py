"""Why: the questions of a stepper about its workings, each another one; they ask for reasons wherever that is possible."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.metrics import Measure, Ranking, Ratings, explain
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.practice.steps.blanks import DECIMALS
from metrics_edu.practice.steps.similar_lists import draw_alike, missed_grades
from metrics_edu.practice.why.why_generators import (
    GENERATORS,
    Generator,
    changed,
    has_own_mistakes,
    list_text,
    same_question,
)
from metrics_edu.practice.why.why_question import Choice, WhyQuestion, asked, is_done, true_choice
from metrics_edu.working.labels import in_line, spoken
from metrics_edu.working.text_style import TEXT

REDRAWS = 10
"""The number of other lists that are tried where a list allows no question of a kind."""

MORE_RANKS = 2
"""The number of ranks, and hits, that they have in addition: a short list with one hit allows few edits."""


def why_questions(measure: Measure, data: Sequence[Ranking | Ratings]) -> tuple[WhyQuestion | None, ...]:
    """Return a question about each of several lists, no two the same; None where there is no other question.

    Each kind of question comes once before a kind comes twice.
    """
    found: list[WhyQuestion | None] = []
    rng = random.Random(f"{measure.name} {value_of(measure, data[0])}")  # always the same for the same lists
    kinds = [*rng.sample(GENERATORS, len(GENERATORS))]
    for subject in data:
        texts = {question.question for question in found if question}
        options = (option for option in _questions(measure, subject, kinds, rng) if option[1].question not in texts)
        kind, question = next(options, (None, None))
        found.append(question)
        kinds.sort(key=lambda other: other is kind)
    return tuple(found)


def _questions(
    measure: Measure, data: Ranking | Ratings, kinds: Sequence[Generator], rng: random.Random
) -> Iterator[tuple[Generator | None, WhyQuestion]]:
    if isinstance(data, Ranking) and _allows_edits(data):
        possible = [kind for kind in kinds if kind is same_question or has_own_mistakes(measure)]
        for kind in possible * 4:  # again, as a kind may make another question of the same list
            if question := reason_question(kind, measure, data, rng):
                yield kind, question
    if question := _value_question(measure, data, rng):
        yield None, question


def _allows_edits(ranking: Ranking) -> bool:
    """Return whether this is one list with a graded item that is shown, whose pool is known in full."""
    if ranking.is_batch or ranking.shown.size < 2 or not ranking.shown.any():
        return False
    return bool(changed(ranking, ranking.shown.tolist(), missed_grades(ranking)).relevant == ranking.relevant)


def reason_question(kind: Generator, measure: Measure, ranking: Ranking, rng: random.Random) -> WhyQuestion | None:
    """Return a question of one kind about a list or, where there is none, about another list that the question names."""
    if question := kind(measure, ranking, rng):
        return question
    draws = np.random.default_rng(rng.getrandbits(32))
    for _try in range(REDRAWS):
        other = draw_alike(measure, ranking, draws, more=MORE_RANKS)
        if question := kind(measure, other, rng):
            named, text = list_text(other), question.question
            text = text if named in text else _("Take the list {list}. {question}", list=named, question=text)
            return replace(question, question=text)
    return None


def _value_question(measure: Measure, data: Ranking | Ratings, rng: random.Random) -> WhyQuestion | None:
    """Ask how the value is computed, of users and of ratings."""
    value, is_batch = value_of(measure, data), isinstance(data, Ranking) and data.is_batch
    others: dict[float, Choice] = {}
    for code, mistake in MISCONCEPTIONS.items():
        wrong = mistake.value(measure, data) if mistake.takes == "batch" or not is_batch else math.nan
        if math.isfinite(wrong) and not any(near(wrong, other, DECIMALS - 1) for other in (value, *others)):
            answer = _("That would give {value}.", value=number(wrong))
            others[wrong] = Choice(f"{mistake.plainly.rstrip('.')}.", code=code, answer=answer)
    name = spoken(measure.mean_name if is_batch else measure.name)
    question = _("How is {symbol} = {value} computed?", symbol=name, value=number(value))
    result = explain(measure, data).result
    reason = in_line(f"{' = '.join([name, *result.written(TEXT)])}.")
    return asked(question, true_choice(is_done(measure, mean=is_batch), reason), [*others.values()], rng)
