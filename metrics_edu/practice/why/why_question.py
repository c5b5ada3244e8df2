"""A question about a working, with its choices, and what each metric does, in a sentence as the known mistakes have."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from metrics_edu.language import N_, _
from metrics_edu.metrics import Measure
from metrics_edu.mistakes import MISCONCEPTIONS

CHOICES = 3
"""The most choices of a question; some lists have only two different ones."""

OF_USERS = N_("The value of each user was computed, and then their mean.")


@dataclass(frozen=True)
class Choice:
    """An answer to choose, the known mistake that leads to it ("" for the true one), and what is shown once it is chosen."""

    text: str
    true: bool = False
    code: str = ""
    answer: str = ""


@dataclass(frozen=True)
class WhyQuestion:
    """A question and its choices, of which exactly one is true."""

    question: str
    choices: tuple[Choice, ...]


def true_choice(text: str, reason: str = "") -> Choice:
    """Return the true choice; its answer says the reason."""
    return Choice(text, true=True, answer=" ".join(filter(None, [_("Right."), reason])))


def mistaken_choice(text: str, code: str, measure: Measure, fact: str = "") -> Choice:
    """Return a choice to which a mistake leads; its answer says what was done and what the measure does."""
    sentence = _("A known mistake leads to this choice. {sentence}", sentence=MISCONCEPTIONS[code].sentence(measure))
    return Choice(text, code=code, answer=" ".join(filter(None, [fact, sentence])))


def asked(question: str, truth: Choice, others: Sequence[Choice], rng: random.Random) -> WhyQuestion | None:
    """Return a question with at most three choices in a drawn order; None without a wrong choice."""
    different = [*{other.text: other for other in reversed(others) if other.text != truth.text}.values()]
    if not different:
        return None
    choices = [truth, *rng.sample(different, min(CHOICES - 1, len(different)))]
    return WhyQuestion(question, tuple(rng.sample(choices, len(choices))))


def is_done(measure: Measure, *, mean: bool = False) -> str:
    """Return what the measure does with one list or with ratings, or that it is a mean over users."""
    word = measure.settings.get("denominator")
    denominator = measure.metric.parameter("denominator").word(word, measure.settings.get("n")) if word else ""
    return _(OF_USERS if mean else measure.metric.done, denominator=denominator)
