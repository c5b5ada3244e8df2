"""Why: a question about a working, made from its derivation: three choices, one true, each other one with what it would give."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from metrics_edu.exercises.blanks import DECIMALS, roles
from metrics_edu.exercises.walkthrough import upper
from metrics_edu.language import N_, _, number
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.values import Data
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.diagnosis import value_or_nan
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.working import Derivation
from metrics_edu.working.labels import spoken
from metrics_edu.working.recorded_array import Term
from metrics_edu.working.text_style import TEXT

CHOICES = 3
QuestionParts = tuple[str, "Choice", list["Choice"]]
"""What is asked, the true choice, and the other ones."""
DIVIDED = N_("Why is it divided by {divisor}?")
COUNTED = {
    "reachable": N_("It is the largest possible number of hits: min(|R|, n)."),
    "relevant": N_("It counts all relevant items, shown or missed."),
    "listed": N_("It is the largest number of hits that fit in the ranks shown: min(|R|, shown)."),
    "retrieved": N_("It counts only the hits."),
    "cutoff": N_("It counts the ranks read."),
    "shrink": N_("It counts the ranks that the list has."),
}
"""What a divisor is, by its word: the choices."""
QUESTIONS = {
    "gain": N_("What is a grade worth here?"),
    "discount": N_("What is each gain divided by?"),
    "ideal": N_("What is the ideal list made of?"),
}
"""What is asked about a parameter; its words are the choices."""
USUAL = N_("How is {symbol} = {value} computed?")
TRUTHS = {
    "precision": N_("The hits were divided by {divisor}, the ranks read."),
    "recall": N_("The hits were divided by {divisor}, the relevant items."),
    "f_measure": N_("The weighted harmonic mean of precision and recall was computed."),
    "hit_ratio": N_("A list with a hit has the value 1, any other list 0."),
    "reciprocal_rank": N_("1 was divided by the rank of the first relevant item."),
    "average_rank": N_("The value is the rank of the first relevant item."),
    "average_precision": N_("The P@i at the hits were added and divided by {divisor}."),
    "rankscore": N_("The weights of the hits were added and divided by those of the best list."),
    "dcg": N_("Each gain was divided by the discount of its rank, and the results were added."),
    "ndcg": N_("The DCG was divided by that of the ideal list."),
    "r_precision": N_("The items that reach the tie line were counted and divided by {divisor}."),
    "average_r_precision": N_("The Rp of each cut-off was computed, and then their mean."),
    "mae": N_("The mean of the absolute errors was computed."),
    "mse": N_("The mean of the squared errors was computed."),
    "rmse": N_("The root of the mean of the squared errors was computed."),
}
"""How the value of each metric comes about; the known mistakes say in the same way what was done."""
OF_USERS = N_("The value of each user was computed, and then their mean.")


@dataclass(frozen=True)
class Choice:
    """An answer to choose: its text, the value that it really gives, and of the true one why it is that."""

    text: str
    value: float
    true: bool = False
    reason: str = ""


@dataclass(frozen=True)
class WhyQuestion:
    """A question and its choices, of which exactly one is true: no other one gives the same value."""

    question: str
    choices: tuple[Choice, ...]
    symbol: str

    def answer(self, k: int) -> str:
        chosen = self.choices[k]
        text = N_("Yes: that gives {symbol} = {value}.") if chosen.true else N_("That would give {value}.")
        return chosen.reason or _(text, symbol=spoken(self.symbol), value=number(chosen.value))


def why_question(measure: Measure, data: Data, derivation: Derivation, turn: int = 0) -> WhyQuestion | None:
    """Return a question about a working, by turns another one; None where too few other ways give another value.

    It is about the divisor or a parameter; where neither can be asked about, how the value comes about.
    """
    questions = [] if derivation.users else [*_about_parameters(measure, data, derivation)]
    questions = questions or [*_about_value(measure, data, derivation)]
    if not questions:
        return None
    question, truth, others = questions[turn % len(questions)]
    drawn = random.Random(f"{derivation.value} {turn}")  # always the same for the same working
    choices = [truth, *drawn.sample(others, CHOICES - 1)]
    return WhyQuestion(question, tuple(drawn.sample(choices, CHOICES)), derivation.symbol)


def _about_parameters(measure: Measure, data: Data, derivation: Derivation) -> Iterator[QuestionParts]:
    value, parts = derivation.value, roles(derivation)
    if others := _distinct(value, _other_divisors(measure, data, parts)):
        step = derivation.step(parts["divisor"].symbol)
        right = _("Right.")
        reason = f"{right} {' = '.join([step.symbol, *step.forms(TEXT)])}: {step.why}." if step else ""
        yield _(DIVIDED, divisor=_divisor(parts)), Choice(_divisor_word(measure), value, True, reason), others
    for key in filter(measure.metric.choices.get, QUESTIONS):
        if others := _distinct(value, _other_words(measure, data, key)):
            yield _(QUESTIONS[key]), Choice(_word(measure, key), value, true=True), others


def _about_value(measure: Measure, data: Data, derivation: Derivation) -> Iterator[QuestionParts]:
    value, is_mean = derivation.value, isinstance(data, Ranking) and data.is_batch
    others = _distinct(value, _mistakes(measure, data)) or _distinct(value, _other_ways(measure, data))[: CHOICES - 1]
    truth = OF_USERS if is_mean else TRUTHS.get(measure.metric.name)
    if others and truth is not None:
        question = _(USUAL, symbol=spoken(derivation.symbol), value=number(value))
        yield question, Choice(_(truth, divisor=_divisor(roles(derivation))), value, true=True), others


def _divisor(parts: Mapping[str, Term]) -> str:
    return number(parts["divisor"].value.item()) if "divisor" in parts else ""


def _distinct(value: float, ways: Iterable[Choice]) -> list[Choice]:
    """Return the choices that give another value, and each another one; none where they are too few."""
    kept: list[Choice] = []
    for way in ways:
        others = [value, *(choice.value for choice in kept)]
        if math.isfinite(way.value) and not any(near(way.value, other, DECIMALS - 1) for other in others):
            kept.append(way)
    return kept if len(kept) >= CHOICES - 1 else []


def _divisor_word(measure: Measure) -> str:
    word = str(measure.settings.get("denominator") or measure.settings.get("short"))
    same = {"pad": "cutoff"} if measure.settings.get("n") else {"reachable": "relevant"}
    return _(COUNTED.get(same.get(word, word), ""))


def _other_divisors(measure: Measure, ranking: Data, parts: Mapping[str, Term]) -> Iterator[Choice]:
    """Divide the same by what else can be counted; only where the divisor is a count."""
    is_count = "n" in measure.settings and _divisor_word(measure) and isinstance(parts["divisor"].value.item(), int)
    if not isinstance(ranking, Ranking) or not is_count:
        return
    n = measure.settings["n"]
    counts = {"relevant": ranking.relevant, "retrieved": np.sum(ranking.hits(n)), "cutoff": ranking.cutoff(n)}
    for word, count in counts.items():
        if count:
            yield Choice(_(COUNTED[word]), float(parts["dividend"].value / count))


def _other_words(measure: Measure, data: Data, key: str) -> Iterator[Choice]:
    for word in measure.metric.choices[key]:
        other = Measure(measure.metric, tuple(sorted({**dict(measure.parameters), key: word}.items())))
        yield Choice(_word(other, key), value_or_nan(other, data))


def _word(measure: Measure, key: str) -> str:
    """Say the word that is given of a parameter, and what it means."""
    parameter, word = measure.metric.parameter(key), measure.settings[key]
    return upper(f"{parameter.word(word, measure.settings.get('n'))}. {_(parameter.words[word][1])}")


def _mistakes(measure: Measure, data: Data) -> Iterator[Choice]:
    for mistake in MISCONCEPTIONS.values():
        if mistake.takes == "batch" or not (isinstance(data, Ranking) and data.is_batch):
            yield Choice(f"{mistake.plainly.rstrip('.')}.", mistake.value(measure, data))


def _other_ways(measure: Measure, data: Data) -> Iterator[Choice]:
    """Give the known mistakes, and then the other metrics of the same kind."""
    yield from _mistakes(measure, data)
    for metric in REGISTRY.values():
        if metric is not measure.metric and metric.kind == measure.metric.kind:
            shared = {"n": measure.settings["n"]} if metric.takes_n and measure.settings.get("n") else {}
            other = Measure(metric, tuple(shared.items()))
            text = _("{metric} was computed: {title}.", metric=other.name, title=other.title)
            yield Choice(text, value_or_nan(other, data))
