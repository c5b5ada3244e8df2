"""What the steps of a working teach: the questions after a round, the blanks that an earlier round reveals, carried errors.

    python -m benchmarks.steps [--lists 1000] [--write benchmarks/steps.md]

Each generator of questions makes one about each drawn list, of 4 to 7 ranks and up to 10 relevant items. Each FadedStepper has
separate lists, drawn from those of its kind. Nothing is random between runs.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np

from metrics_edu.exercises.blanks import Blanks
from metrics_edu.exercises.faded_rounds import FadedRounds
from metrics_edu.exercises.same_kind import draw_alike, missed_grades
from metrics_edu.exercises.step_fields import StepFields
from metrics_edu.exercises.why import reason_question
from metrics_edu.exercises.why_generators import (
    Generator,
    changed,
    discount_question,
    divisor_question,
    edit_question,
    order_question,
    same_question,
)
from metrics_edu.exercises.why_question import Choice
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.values import as_measure, value_of
from metrics_edu.mistakes import draw_pair
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.telling_apart import draw_ratings
from metrics_edu.mistakes.written_numbers import near

ASKED: dict[Generator, tuple[str, ...]] = {
    divisor_question: ("AP@5", "nDCG@5", "Recall@5"),
    edit_question: ("AP@5", "nDCG@5"),
    discount_question: ("nDCG@5", "DCG@5"),
    order_question: ("AP@5", "nDCG@5", "RR@5"),
    same_question: ("AP@5", "nDCG@5"),
}
"""The measures about which each generator is tried."""
FADED: tuple[tuple[str, Ranking | Ratings], ...] = (
    ("AP@5", Ranking.parse("NRRNR", relevant=4)),
    ("AP@5", Ranking.parse("NRNRN", relevant=8)),
    ("nDCG@5", Ranking.parse("1 0 2 0 3", pool="3 3 2 2 1")),
    ("nDCG@3", Ranking.parse("1 3 0", pool="1 3 2")),
    ("RR", Ranking.parse("NNRNR")),
    ("F1@5", Ranking.parse("RNRRNRN", relevant=6)),
    ("Rankscore", Ranking.parse("RNNRN", relevant=3)),
    ("RMSE", Ratings([3, 4, 2, 5], [2, 5, 2.5, 1])),
    ("MAE", Ratings([3, 4, 2, 5], [2, 5, 2.5, 1])),
)
NEAR = 1e-9
PAIRS = 100
SPREAD = {"nDCG@5": 1.0, "RMSE": 3.0}
"""Up to which number random values are drawn."""
STEPPERS = 12
"""The number of lists of each kind for which a FadedStepper is made."""


def draw_list(rng: random.Random, *, graded: bool) -> Ranking:
    length = rng.choice([4, 5, 5, 6, 7])
    hits = rng.randint(1, min(4, length - 1))
    grades = [float(rng.choice([1, 2, 3]) if graded else 1) for _k in range(hits + rng.randint(0, 6))]
    shown = [0.0] * length
    for k, rank in enumerate(rng.sample(range(length), hits)):
        shown[rank] = grades[k]
    return Ranking(shown, grades)


# whether a choice is true, or its mistake leads to it: read from the texts, and computed again

LIST = re.compile(r"([NR]{2,}|\d(?: \d)*) \((?:\|R\| = (\d+)|missed: ([\d ]+)|nothing missed)\)")
"""A list in a question, its |R|, and the grades that it misses."""


def leads_to(kind: Generator, measure: Measure, given: Ranking, question: str, choice: Choice) -> bool:
    """Return whether the computation of its mistake gives a choice, on the lists that the question names."""
    named = [listed(*found) for found in LIST.findall(question)]
    one = named[0] if named else given
    if kind is divisor_question:
        return leads_to_divisor(measure, one, choice)
    if kind is discount_question:
        return leads_to_discount(choice, int(re.findall(r"rank (\d+)", question)[0]))
    if kind is order_question:
        return leads_to_order(measure, named, choice)
    if kind is edit_question:
        rise, change = (added(by, one, choice.text, choice.code) for by in (measure, "P@5"))
        return rise > NEAR or abs(change) < NEAR
    return abs(added(choice.text, one, question, choice.code)) < NEAR


def is_true(kind: Generator, measure: Measure, given: Ranking, question: str, choice: Choice) -> bool:
    """Return whether a choice answers its question, whatever the generator says of it."""
    named = [listed(*found) for found in LIST.findall(question)]
    one = named[0] if named else given
    if kind is divisor_question:
        divisors = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", choice.text)]
        ends = divisor(measure, one), divisor(measure, with_two_missed(one))
        return all(near(found, end, 3) for found, end in zip((divisors[0], divisors[-1]), ends, strict=True))
    if kind is edit_question:
        return added(measure, one, choice.text, "") > NEAR and added("P@5", one, choice.text, "") < NEAR
    if kind is order_question:
        return choice.text.startswith(higher(measure, named, ""))
    return leads_to(kind, measure, given, question, Choice(choice.text))  # without the code of a mistake


def divisor(measure: Measure, one: Ranking) -> float:
    """Return the divisor of a measure with the cut-off 5."""
    ideal = one.pool(0)[:5]
    if measure.metric.name == "ndcg":
        return value_of(as_measure("DCG@5"), Ranking(ideal, one.pool(0)))
    return len(ideal) if measure.metric.name == "average_precision" else float(one.relevant)


def listed(text: str, relevant: str, missed: str) -> Ranking:
    return Ranking.parse(text, relevant=int(relevant)) if relevant else Ranking.parse(text, missed=missed or None)


def with_two_missed(one: Ranking) -> Ranking:
    grade = max(one.pool(0).tolist())
    return changed(one, one.shown.tolist(), [*missed_grades(one), grade, grade])


def made(code: str, measure: Measure, one: Ranking) -> float:
    """Return the value that a mistake gives; the right one, without a mistake."""
    return MISCONCEPTIONS[code].value(measure, one) if code else value_of(measure, one)


def leads_to_divisor(measure: Measure, one: Ranking, choice: Choice) -> bool:
    """Two more missed items leave the dividend as it is: the value changes as the divisor does."""
    before, after = (made(choice.code, measure, ranking) for ranking in (one, with_two_missed(one)))
    divisors = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", choice.text)]
    return math.isclose(before * divisors[0], after * divisors[-1], rel_tol=0.002)


def leads_to_discount(choice: Choice, rank: int) -> bool:
    """A list with one hit has the DCG 1 over the discount of its rank."""
    one = Ranking.parse("N" * (rank - 1) + "R")
    discount = float(re.findall(r"(?:= |^By )([\d.]+)(?=,)", choice.text)[-1])
    return math.isclose(made(choice.code, as_measure("DCG"), one) * discount, 1, rel_tol=0.001)


def leads_to_order(measure: Measure, lists: Sequence[Ranking], choice: Choice) -> bool:
    most = max(made(choice.code, measure, one) for one in lists)
    return choice.text.startswith(higher(measure, lists, choice.code)) and f"{most:.3f}" in choice.text


def higher(measure: Measure, lists: Sequence[Ranking], code: str) -> str:
    """Return how a choice begins that names the list with the higher value."""
    first, second = (made(code, measure, one) for one in lists)
    return "Neither" if abs(first - second) < NEAR else "The first" if first > second else "The second"


def added(measure: str | Measure, one: Ranking, sentence: str, code: str) -> float:
    """Return what an edit adds to the value of a mistake; nan where it is not made in the measure."""
    found = as_measure(measure)
    if code and found.metric.name not in MISCONCEPTIONS[code].measures:
        return math.nan
    return made(code, found, edited(one, sentence)) - made(code, found, one)


def edited(one: Ranking, sentence: str) -> Ranking:
    """Return a list after the edit of a sentence."""
    shown, missed = one.shown.tolist(), missed_grades(one)
    sentence = re.sub(r"^Take the list .*?\)\. ", "", sentence)
    if sentence.startswith("One missed"):
        return changed(one, shown, missed[:-1])
    if sentence.startswith("The last item"):
        return changed(one, shown[:-1], missed)
    ranks = [int(number) - 1 for number in re.findall(r"\d+", sentence)]
    for i, j in zip(ranks[::2], ranks[1::2], strict=True):
        shown[i], shown[j] = shown[j], shown[i]
    return changed(one, shown, missed)


# the tables


def question_rows(count: int) -> Iterator[str]:
    yield "| question | measure | no question | redrawn | exactly one true | from a known mistake | different texts |"
    yield "|---|---|---|---|---|---|---|"
    for kind, names in ASKED.items():
        for name in names:
            rng, measure = random.Random(1), as_measure(name)
            lists = [draw_list(rng, graded="DCG" in name and k % 2 == 1) for k in range(count)]
            asked = [reason_question(kind, measure, one, random.Random(k)) for k, one in enumerate(lists)]
            found = [question for question in asked if question]
            redrawn = sum(kind(measure, one, random.Random(k)) is None for k, one in enumerate(lists))
            one_true = sum(
                [choice for choice in question.choices if is_true(kind, measure, one, question.question, choice)]
                == [choice for choice in question.choices if choice.true]
                for one, question in zip(lists, asked, strict=True)
                if question
            )
            others = [leads_to(kind, measure, one, question.question, choice)
                      for one, question in zip(lists, asked, strict=True) if question
                      for choice in question.choices if not choice.true]  # fmt: skip
            texts = {(question.question, *sorted(choice.text for choice in question.choices)) for question in found}
            yield (
                f"| {kind.__name__} | {name} | {1 - len(found) / count:.1%} | {redrawn / count:.1%} | {one_true} of "
                f"{len(found)} | {sum(others)} of {len(others)} | {len(texts)} |"
            )


def share_known(rounds: FadedRounds, k: int, *, zeros: bool = True) -> float:
    """Return the share of the blanks of a round whose number an earlier list has at the same position."""
    new, positions = rounds.blanks[k - 1], rounds.positions(k)
    known = [
        (zeros or not near(new.values[one], 0, 3))
        and any(near(old.values.get(one, math.nan), new.values[one], 3) for old in rounds.blanks[: k - 1])
        for one in positions
    ]
    return fmean(known)


def faded_rows() -> Iterator[str]:
    yield (
        "| measure | list | blanks of its rounds | numbers of a list | round 2 shares, at most | round 3 shares, at most | "
        "without zeros |"
    )
    yield "|---|---|---|---|---|---|---|"
    for name, data in FADED:
        measure, rng = as_measure(name), np.random.default_rng(7)
        lists = [data, *(draw_alike(measure, data, rng) for _k in range(STEPPERS - 1))]
        every = [FadedRounds(measure, one) for one in lists]
        counts = [", ".join(f"{fmean(len(one.positions(k)) for one in every):.1f}" for k in (1, 2, 3))]
        most = [f"{max(share_known(one, k) for one in every):.0%}" for k in (2, 3)]
        most += [f"{max(share_known(one, 3, zeros=False) for one in every):.0%}"]
        yield f"| {' | '.join([name, repr(data), *counts, str(len(every[0].blanks[0].values)), *most])} |"


def carried_rows() -> Iterator[str]:
    """Count the values that follow from a wrong step: of known mistakes and of slips, and random ones."""
    yield "| measure | wrong steps | consistent values recognized | off by 0.006 accepted | random ones accepted |"
    yield "|---|---|---|---|---|"
    for name, steps in (("nDCG@5", ("DCG", "IDCG")), ("RMSE", ("MSE",))):
        measure, rng, counts = as_measure(name), random.Random(1), Counter[str]()
        for seed in range(PAIRS):
            for one in draw_pair(name, seed) if len(steps) > 1 else [draw_ratings(name, seed)]:
                fields, blanks = StepFields(measure, one, steps, 3), Blanks(measure, one)
                for entries in wrong_entries(fields, blanks, rng):
                    value = entries[0] / entries[1] if len(entries) > 1 else math.sqrt(entries[0])
                    counts["wrong"] += 1
                    for key, final in (
                        ("right", value),
                        ("off", value + 0.006),
                        ("random", rng.random() * SPREAD[name]),
                    ):
                        texts = [f"{number:.3f}" for number in (*entries, final)]
                        last = fields.judge(texts)[-1]
                        is_same = last.state == "right" and not last.text  # two wrong steps may give the right value
                        counts[key] += last.state == "follows" or is_same
        yield f"| {name} | {counts['wrong']} | {counts['right']} | {counts['off']} | {counts['random']} |"


def wrong_entries(fields: StepFields, blanks: Blanks, rng: random.Random) -> Iterator[list[float]]:
    """Give the numbers of the steps, at least one wrong: by each known mistake, and by a slip in the last one."""
    exact = [step.value for step in fields.steps[:-1]]
    for made in blanks.wrong_numbers.values():
        numbers = [made.get((step.symbol, 0), right) for step, right in zip(fields.steps, exact, strict=False)]
        is_wrong = any(abs(number - right) > 0.001 for number, right in zip(numbers, exact, strict=True))
        if is_wrong and numbers[-1] > 0.01:
            yield [round(number, 3) for number in numbers]
    yield [
        round(number, 3) for number in (*exact[:-1], exact[-1] * rng.choice([0.8, 0.9, 1.1, 1.3]) + rng.random() / 10)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lists", type=int, default=1000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    parts = [
        ["# Steps", "", "## Questions that ask for a reason", "", f"{options.lists} lists for each row.", ""],
        question_rows(options.lists),
        [
            "",
            "## Blanks that an earlier round has at the same position",
            "",
            f"{STEPPERS} steppers for each row. A round shares more than 25% only where it would have fewer blanks than the one "
            "before. The last column leaves out shared zeros, as where no item is relevant.",
            "",
        ],
        faded_rows(),
        ["", "## Values that follow from a wrong step", "", f"{PAIRS} drawn pairs, or ratings.", ""],
        carried_rows(),
    ]
    text = "\n".join(line for part in parts for line in part) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
