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

DONE = {
    "precision": N_("The hits were divided by the ranks read."),
    "recall": N_("The hits were divided by {denominator}."),
    "f_measure": N_("The weighted harmonic mean of precision and recall was computed."),
    "hit_ratio": N_("A list with a hit has the value 1, any other list 0."),
    "reciprocal_rank": N_("1 was divided by the rank of the first relevant item."),
    "average_rank": N_("The value is the rank of the first relevant item."),
    "average_precision": N_("The P@i at the hits were added and divided by {denominator}."),
    "rankscore": N_("The weights of the hits were added and divided by those of the best list."),
    "dcg": N_("Each gain was divided by the discount of its rank, and the results were added."),
    "ndcg": N_("The DCG was divided by that of the ideal list."),
    "r_precision": N_("The items that reach the tie line were counted and divided by {denominator}."),
    "average_r_precision": N_("The Rp of each cut-off was computed, and then their mean."),
    "mae": N_("The mean of the absolute errors was computed."),
    "mse": N_("The mean of the squared errors was computed."),
    "rmse": N_("The root of the mean of the squared errors was computed."),
}
"""By the name of the metric."""
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
    return _(OF_USERS if mean else DONE[measure.metric.name], denominator=denominator)
