"""Why questions: of the three choices exactly one is true, and each other one is answered with what it really gives."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from metrics_edu import Ranking, Ratings
from metrics_edu.exercises.walkthrough import upper
from metrics_edu.exercises.why import CHOICES, COUNTED, TRUTHS, WhyQuestion, why_question
from metrics_edu.metrics import METRICS, PARAMETERS, Measure, explain, measure
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.values import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS, diagnose
from tests import oracle
from tests.exercises.test_blanks import SPELLED, draw_batch, draw_list

ASKED = [*SPELLED.values(), "MSE", "AP", "nDCG", "P@20"]


def drawn(count: int) -> Iterator[tuple[Measure, Any, WhyQuestion | None]]:
    rng = np.random.default_rng(5)
    for k in range(count):
        asked = as_measure(ASKED[k % len(ASKED)])
        if asked.metric.kind == "rating":
            size = int(rng.integers(2, 9))
            given: Any = Ratings(
                rng.integers(2, 11, size) / 2, rng.integers(1, 6, size), users=rng.integers(0, 3, size).tolist()
            )
        else:
            given = draw_batch(rng) if k % 7 == 0 else draw_list(rng, 2)
        derivation = explain(asked, given)
        if not math.isnan(derivation.value):
            yield asked, given, why_question(asked, given, derivation, int(rng.integers(0, 3)))


def words_of(asked: Measure, n: Any) -> dict[str, tuple[str, str]]:
    """The parameter and its word by the text of a choice."""
    pairs = ((key, word) for key in ("gain", "discount", "ideal") for word in PARAMETERS[key].words)
    return {text: ("denominator", word) for word, text in COUNTED.items()} | {
        upper(f"{PARAMETERS[key].word(word, n)}. {PARAMETERS[key].words[word][1]}"): (key, word) for key, word in pairs
    }


def divided(asked: Measure, ranking: Ranking, word: str) -> float:
    """What the real functions give for another divisor."""
    n = asked.settings["n"]
    if asked.metric.name == "average_precision":
        return float(asked.metric(ranking, n, denominator=word))
    others = {"cutoff": METRICS["precision"], "relevant": METRICS["recall"]}
    if word in others and asked.metric.name in ("precision", "recall"):
        return float(others[word](ranking, n))
    hits = value_of(asked, ranking) * float(asked.explain(ranking).result.term.operands[2].operands[1].value)
    counts = {"relevant": ranking.relevant, "cutoff": ranking.cutoff(n), "retrieved": ranking.hits(n).sum()}
    return float(hits / counts[word])


def really_gives(asked: Measure, given: Any, text: str) -> set[float]:
    """What the words of a choice give, computed without the question."""
    codes = [code for code, mistake in MISCONCEPTIONS.items() if mistake.plainly == text.removesuffix(".")]
    if codes:
        return {MISCONCEPTIONS[code].value(asked, given) for code in codes}
    name, was, _title = text.partition(" was computed: ")
    if was:
        return {value_of(as_measure(name), given)}
    key, word = words_of(asked, asked.settings.get("n"))[text]
    if key == "denominator":
        return {divided(asked, given, word)}
    return {asked.metric(given, **{**dict(asked.parameters), key: word})}


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.slow)])
def test_one_choice_is_true_and_each_other_gives_its_number(count: int) -> None:
    asked_about: Counter[str] = Counter()
    whys = [*drawn(count)]
    for asked, given, why in whys:
        if why is None:
            continue
        asked_about[asked.metric.name] += 1
        value = value_of(asked, given)
        assert len(why.choices) == len({choice.text for choice in why.choices}) == CHOICES
        values = sorted(choice.value for choice in why.choices)
        assert all(after - before > 0.0005 for before, after in itertools.pairwise(values))
        assert [choice.value for choice in why.choices if choice.true] == [value]
        for k, choice in enumerate(why.choices):
            assert "{" not in choice.text + why.question + why.answer(k)
            if choice.true:
                continue
            given_by = really_gives(asked, given, choice.text)
            assert any(choice.value == pytest.approx(other, rel=1e-12) for other in given_by), (asked, given, choice)
    assert {*asked_about} == {*TRUTHS}, "every metric is asked about"
    assert asked_about.total() > 0.6 * len(whys)


def test_the_numbers_of_wrong_choices_are_diagnosed_as_their_mistakes() -> None:
    for asked, given, why in drawn(60):
        for choice in why.choices if why else ():
            codes = [code for code, mistake in MISCONCEPTIONS.items() if f"{mistake.plainly}." == choice.text]
            if codes and not choice.true:
                assert {*codes} & {*diagnose(asked, given, f"{choice.value:.6f}").codes}, choice


def test_choice_values_match_the_oracle_for_each_denominator() -> None:
    ranking = Ranking.parse("NRRNR", relevant=4)
    asked = measure("AP@5")
    why = why_question(asked, ranking, asked.explain(ranking))
    assert why is not None
    by_oracle = {
        oracle.average_precision([0, 1, 1, 0, 1], [1, 1, 1, 1], 1, 4, n=5, denominator=word)
        for word in ("reachable", "retrieved", "cutoff")
    }
    assert {round(choice.value, 9) for choice in why.choices} == {round(value, 9) for value in by_oracle}


def test_successive_questions_cover_each_parameter_in_turn() -> None:
    graded, asked = Ranking([3, 0, 2, 0, 1], [3, 3, 2, 1]), measure("nDCG@4")
    questions = [why_question(asked, graded, asked.explain(graded), turn).question for turn in range(4)]
    about = ["What is a grade worth here?", "What is each gain divided by?", "What is the ideal list made of?"]
    assert questions == [*about, about[0]]


def test_the_question_is_about_the_divisor_if_possible() -> None:
    asked = measure("AP@5")
    for text, relevant, question in [
        ("NRRNR", 4, "Why is it divided by 4?"),
        ("NRRNR", 3, "How is AP@5 = 0.5889 computed?"),  # by |R| and by the hits is the same
    ]:
        ranking = Ranking.parse(text, relevant=relevant)
        assert {why_question(asked, ranking, asked.explain(ranking), turn).question for turn in range(3)} == {question}


def test_choices_are_capitalized_except_leading_symbols() -> None:
    begun = [upper(text) for text in ("none. All", "ninguno. Todas", "the hits. Only", "los aciertos")]
    assert begun == ["None. All", "Ninguno. Todas", "The hits. Only", "Los aciertos"]
    symbols = ["n ones", "g. A grade", "min(|R|, n)", "max(1, log2 i)", "log2(i + 1)", "2^g − 1", "|R|, all", ""]
    assert [*map(upper, symbols)] == symbols
    asked = measure("nDCG@4")
    graded = Ranking([3, 0, 2, 0, 1], [3, 3, 2, 1])
    why = why_question(asked, graded, asked.explain(graded), 1)
    assert why is not None
    assert "None. All ranks weigh the same: cumulative gain." in {choice.text for choice in why.choices}


def test_no_question_exists_if_all_choices_give_one_value() -> None:
    nothing, asked = Ranking.parse("NN", relevant=0), measure("P@2")
    assert why_question(asked, nothing, asked.explain(nothing)) is None


def test_every_metric_has_a_true_explanation() -> None:
    assert {*TRUTHS} == {*METRICS} | {name for name, metric in REGISTRY.items() if metric.kind == "rating"}
