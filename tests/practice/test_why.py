"""Why questions: exactly one choice is true, a known mistake leads to each other one, and no question comes twice."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.steps import ASKED, draw_list, is_true
from metrics_edu import Ranking, Ratings, set_language
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.practice.steps.walkthrough import upper
from metrics_edu.practice.why.why_generators import (
    DISCOUNTS,
    Generator,
    divisor_question,
    edit_question,
    order_question,
    same_question,
)
from metrics_edu.practice.why.why_question import CHOICES, WhyQuestion
from metrics_edu.practice.why.why_questions import reason_question, why_questions
from tests import oracle


def drawn(kind: Generator, name: str, count: int) -> Iterator[tuple[Ranking, WhyQuestion | None]]:
    rng = random.Random(1)
    for k in range(count):
        ranking = draw_list(rng, graded="DCG" in name and k % 2 == 1)
        yield ranking, reason_question(kind, as_measure(name), ranking, random.Random(k))


def the_list(ranking: Ranking, question: str) -> Ranking:
    """Return the list that a question is about: its own one, or the list that it names."""
    if found := re.match(r"Take the list ([NR]+) \(\|R\| = (\d+)\)\.", question):
        return Ranking.parse(found[1], relevant=int(found[2]))
    if found := re.match(r"Take the list ([\d ]+) \((?:nothing )?missed:?([\d ]*)\)\.", question):
        return Ranking.parse(found[1], missed=found[2] or None)
    return ranking


CHECKED = [(kind, name) for kind, names in ASKED.items() for name in names]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "name"), CHECKED, ids=lambda one: getattr(one, "__name__", one))
def test_exactly_one_choice_is_true_and_each_other_has_its_mistake(kind: Generator, name: str) -> None:
    for ranking, question in drawn(kind, name, 15):
        assert question is not None, ranking
        true = [is_true(kind, as_measure(name), ranking, question.question, choice) for choice in question.choices]
        assert true == [choice.true for choice in question.choices], (ranking, question)
        assert true.count(True) == 1
        assert 2 <= len(question.choices) == len({choice.text for choice in question.choices}) <= CHOICES
        for choice in question.choices:
            assert choice.true != (choice.code in MISCONCEPTIONS)
            assert "{" not in choice.text + question.question + choice.answer
            assert choice.answer.startswith("Right. ") == choice.true
            if choice.code and kind is order_question:
                assert MISCONCEPTIONS[choice.code].plainly not in choice.text, (
                    "the words of a mistake reveal that it is one"
                )


def test_the_divisor_is_that_of_the_formula_and_of_each_mistake() -> None:
    counts = {
        "": lambda relevant, ranking: min(relevant, 5),
        "AP_DIV_R": lambda relevant, ranking: relevant,
        "AP_DIV_N": lambda relevant, ranking: 5,
        "AP_DIV_HITS": lambda relevant, ranking: sum(ranking.shown[:5]),
    }
    for ranking, question in drawn(divisor_question, "AP@5", 30):
        assert question is not None
        for choice in question.choices:
            if choice.code in counts:
                numbers = [*map(int, re.findall(r"\d+", choice.text))]
                relevant = int(ranking.relevant)
                ends = [int(counts[choice.code](count, ranking)) for count in (relevant, relevant + 2)]
                assert (numbers * 2)[:2] == ends, (ranking, choice)


def ap_of(ranking: Ranking, denominator: str) -> float:
    shown, relevant = ranking.shown.tolist(), int(ranking.relevant)
    return oracle.average_precision(shown, [1.0] * relevant, 1, relevant, n=5, denominator=denominator)


@pytest.mark.long
def test_the_higher_value_is_that_of_the_oracle() -> None:
    words = {"": "reachable", "AP_DIV_R": "relevant", "AP_DIV_N": "cutoff", "AP_DIV_HITS": "retrieved"}
    checked = 0
    for _ranking, question in drawn(order_question, "AP@5", 30):
        assert question is not None
        named = re.findall(r"([NR]{4,}) \(\|R\| = (\d+)\)", question.question)
        lists = [Ranking.parse(text, relevant=int(count)) for text, count in named]
        for choice in question.choices:
            if choice.code in words:
                first, second = (ap_of(one, words[choice.code]) for one in lists)
                begins = "Neither" if math.isclose(first, second) else "The first" if first > second else "The second"
                assert choice.text.startswith(begins), (lists, choice)
                assert f"{max(first, second):.3f}" in choice.text
                checked += 1
    assert checked > 30


@pytest.mark.long
@pytest.mark.parametrize("name", ["AP@5", "nDCG@5", "RR@5", "RR"])
def test_no_choice_has_a_fraction_in_a_fraction_or_a_maximum_in_it(name: str) -> None:
    nested = re.compile(r"/\((?:\d+/|1/log)[^+]*\)|\((?:\d+/)[^+·]*\)/|/\(?(?:max|min)\(")
    for _ranking, question in drawn(order_question, name, 15):
        assert question is not None
        assert [choice.text for choice in question.choices if nested.search(choice.text)] == []


def edited(ranking: Ranking, sentence: str) -> Ranking:
    """Return a list of R and N after an edit, read from its sentence."""
    shown, relevant = ranking.shown.tolist(), int(ranking.relevant)
    ranks = [int(number) - 1 for number in re.findall(r"\d+", sentence)]
    if sentence.startswith("One missed"):
        relevant -= 1
    elif sentence.startswith("The last item"):
        shown.pop()
    for i, j in zip(ranks[::2], ranks[1::2], strict=True):
        shown[i], shown[j] = shown[j], shown[i]
    return Ranking(shown, [1.0] * relevant)


@pytest.mark.long
def test_only_the_true_edit_raises_ap_but_not_precision() -> None:
    ap, precision = as_measure("AP@5"), as_measure("P@5")
    falls = Ranking.parse("NRRNRNR", relevant=4)  # "Ranks 1 and 3 change places, and 5 and 6": AP rises, P falls
    asked = [(falls, edit_question(ap, falls, random.Random(k))) for k in range(8)]
    for ranking, question in [*drawn(edit_question, "AP@5", 30), *asked]:
        assert question is not None
        before = the_list(ranking, question.question)
        for choice in question.choices:
            after = edited(before, choice.text)
            rises = value_of(ap, after) > value_of(ap, before) + 1e-9
            rises = rises and value_of(precision, after) <= value_of(precision, before)
            assert rises == choice.true, (before, choice)


@pytest.mark.long
def test_only_the_true_measure_stays_the_same() -> None:
    for ranking, question in drawn(same_question, "AP@5", 30):
        assert question is not None
        before = the_list(ranking, question.question)
        sentence = question.question.removesuffix(" Which of these measures stays the same?")
        after = edited(before, re.sub(r"^Take the list [^.]*\. ", "", sentence))
        for choice in question.choices:
            measure = as_measure(choice.text)
            assert math.isclose(value_of(measure, after), value_of(measure, before)) == choice.true
            if choice.code:
                mistake = MISCONCEPTIONS[choice.code]
                assert math.isclose(mistake.value(measure, after), mistake.value(measure, before))


def test_each_discount_is_that_of_its_mistake() -> None:
    """A list with one hit, at rank r, has the DCG 1 over the discount of r."""
    measure = as_measure("DCG@6")
    for code, (_text, discount) in DISCOUNTS.items():
        for rank in range(2, 7):
            one = Ranking.parse("N" * (rank - 1) + "R" + "N" * (6 - rank), relevant=1)
            value = MISCONCEPTIONS[code].value(measure, one) if code else value_of(measure, one)
            assert value == pytest.approx(1 / discount(rank)), (code, rank)


GIVEN: dict[str, Any] = {
    "AP@5": Ranking.parse("NRRNR", relevant=4),
    "nDCG@3": Ranking.parse("1 3 0", pool="1 3 2"),
    "RR": Ranking.parse("NNRNR"),
    "F1@5": Ranking.parse("RNRRNRN", relevant=6),
    "Rankscore": Ranking.parse("RNNRN", relevant=3),
    "HR@3": Ranking.parse("NRRNR"),
    "MAP": Ranking.batch([Ranking.parse("NRR"), Ranking.parse("NN"), Ranking.parse("RNN", relevant=3)]),
    "RMSE": Ratings([4, 3, 5, 2], [5, 3, 4, 2]),
}


@pytest.mark.long
@pytest.mark.parametrize("name", GIVEN)
def test_no_question_comes_twice(name: str) -> None:
    questions = why_questions(as_measure(name), [GIVEN[name]] * 3)
    texts = [question.question for question in questions if question]
    assert len(texts) == len({*texts}) == (1 if name in ("MAP", "RMSE") else 3)
    assert questions == why_questions(as_measure(name), [GIVEN[name]] * 3), "the same lists have the same questions"
    assert questions[:1] == why_questions(as_measure(name), [GIVEN[name]]), (
        "a later round does not change an earlier one"
    )


def test_users_and_ratings_are_asked_how_the_value_is_computed() -> None:
    for name in ("MAP", "RMSE"):
        measure = as_measure(name)
        (question,) = why_questions(measure, [GIVEN[name]])
        assert question is not None
        assert re.fullmatch(rf"How is {name} = 0\.\d+ computed\?", question.question)
        assert all(re.search(r"= 0\.\d+\.$|^That would give ", choice.answer) for choice in question.choices)
        for choice in filter(lambda choice: choice.code, question.choices):
            assert (
                abs(MISCONCEPTIONS[choice.code].value(measure, GIVEN[name]) - value_of(measure, GIVEN[name])) > 0.0005
            )


def test_no_question_exists_where_nothing_differs() -> None:
    assert why_questions(as_measure("HR@2"), [Ranking.parse("", relevant=0)]) == (None,)


def test_the_questions_are_in_spanish_too() -> None:
    set_language("es")
    try:
        for kind, names in ASKED.items():
            for graded in (False, True):
                ranking = draw_list(random.Random(3), graded=graded)
                question = reason_question(kind, as_measure(names[0]), ranking, random.Random(1))
                assert question is not None
                text = " ".join([question.question, *(choice.text + choice.answer for choice in question.choices)])
                assert not re.search(r"\b(the|which|rank|stays|by|list|mistake|right)\b", text, re.IGNORECASE), text
                assert "{" not in text
    finally:
        set_language("en")


def test_choices_are_capitalized_except_leading_symbols() -> None:
    begun = [upper(text) for text in ("none. All", "ninguno. Todas", "the hits. Only", "los aciertos")]
    assert begun == ["None. All", "Ninguno. Todas", "The hits. Only", "Los aciertos"]
    symbols = ["n ones", "g. A grade", "min(|R|, n)", "max(1, log2 i)", "log2(i + 1)", "2^g − 1", "|R|, all", ""]
    assert [*map(upper, symbols)] == symbols


def test_every_metric_has_a_sentence() -> None:
    assert [name for name, metric in REGISTRY.items() if not metric.done and metric.kind != "coverage"] == []
