"""A predicted value: how it is read, whether it is right, and which known mistake gives it."""

from __future__ import annotations

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.value_and_derivation import Data
from metrics_edu.mistakes import Verdict, diagnose
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.mistakes.written_answers import is_computation, read_answer, why_unread
from metrics_edu.mistakes.written_numbers import Claim
from metrics_edu.working.matching import is_simple

EQUAL_WITHIN = 1e-9
GUESS_DECIMALS = 2  # a prediction is a guess
MAX_PREDICTION = 1e9  # a prediction beyond is no number: nothing could be drawn of it
MOST_DECIMALS, ROUND = 3, 5  # 0.59 and 0.589 were worked out, so a mistake that gives them is named
EXACT_DECIMALS = 6  # 0.6 and 0.25 are guesses, which fit many mistakes by chance, unless they are just what one gives


def read_prediction(answer: str) -> Claim:
    claim = read_answer(answer)
    if not answer:
        raise refused("Enter a number first: a guess is enough.")
    if claim is None and is_computation(answer):
        raise ValueError(why_unread(answer))
    if claim is None or not abs(claim.value) < MAX_PREDICTION:  # which no number is not, either
        raise refused(
            "A prediction is a number such as {example} or 1/2; you wrote “{value}”", example=number(0.5), value=answer
        )
    return claim


def judge_prediction(measure: Measure, data: Data, answer: str) -> tuple[bool, Verdict | None]:
    """Say whether a prediction is right and, if it is not, which known mistake gives it, or that it is out of range.

    A computation with rounded numbers is right; one that has the right value by chance is not.
    """
    claim = read_prediction(answer)
    is_computed = claim.expression is not None and not is_simple(claim.expression)
    written = MOST_DECIMALS if is_computed else min(claim.decimals or 0, MOST_DECIMALS)
    right = (*RIGHT, "nearly") if is_computed else RIGHT
    if diagnose(measure, data, answer, decimals=max(GUESS_DECIMALS, written)).kind in right:
        return True, None
    is_guess = written < GUESS_DECIMALS or (written == GUESS_DECIMALS and round(100 * claim.value) % ROUND == 0)
    verdict = diagnose(measure, data, answer, decimals=EXACT_DECIMALS if is_guess else written)
    known = (verdict.codes or verdict.conventions or verdict.places) and not verdict.fewer
    return False, verdict if known or verdict.kind in ("out_of_range", "coincidence") else None


def describe_gap(answer: str, value: float, known: Verdict | None) -> str:
    if known and known.kind == "coincidence":
        return known.text
    predicted = read_prediction(answer).value
    text = (
        N_("You predicted {value}: {gap} too low.")
        if predicted < value
        else N_("You predicted {value}: {gap} too high.")
    )
    sentence = _(
        text, value=number(predicted) if "%" in answer else answer, gap=number(abs(predicted - value), fixed=4)
    )
    return f"{sentence} {known.text}" if known else sentence
