"""What the steps of a working teach: the questions after a round, the blanks that an earlier round reveals, carried errors.

It ends with an error if a limit is broken, and then writes nothing.

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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np

from metrics_edu.language import number
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import draw_pair
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.telling_apart import draw_ratings
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.practice.steps.blanks import Blanks
from metrics_edu.practice.steps.faded_rounds import FadedRounds
from metrics_edu.practice.steps.similar_lists import draw_alike, missed_grades
from metrics_edu.practice.steps.step_fields import StepFields
from metrics_edu.practice.why.why_generators import (
    Generator,
    changed,
    discount_question,
    divisor_question,
    edit_question,
    order_question,
    same_question,
)
from metrics_edu.practice.why.why_question import Choice
from metrics_edu.practice.why.why_questions import reason_question, why_questions

ASKED: dict[Generator, tuple[str, ...]] = {
    divisor_question: ("AP@5", "nDCG@5", "Recall@5"),
    edit_question: ("AP@5", "nDCG@5"),
    discount_question: ("nDCG@5", "DCG@5"),
    order_question: ("AP@5", "nDCG@5", "RR@5"),
    same_question: ("AP@5", "nDCG@5"),
}
"""The measures about which each generator is tried."""
BINARY = (
    Ranking.parse("NRRNR", relevant=4),
    Ranking.parse("NRRNR", relevant=6),
    Ranking.parse("NNRNR"),
    Ranking.parse("RNRRNRN", relevant=6),
    Ranking.parse("RNNRN", relevant=3),
    Ranking.parse("NNRNRNNNNN", relevant=4),
    Ranking.parse("RRR", relevant=3),
    Ranking.parse("NRN", relevant=2),
)
GRADED = (
    Ranking.parse("1 0 2 0 3", pool="3 3 2 2 1"),
    Ranking.parse("1 3 0", pool="1 3 2"),
    Ranking.parse("2 0 0 3 0", pool="3 3 2 2 1"),
    Ranking.parse("1 1 0 2 0 0 5", pool="5 4 2 1 1 1 3"),
    Ranking([1, 3, 0, 2, 0], [3, 3, 2, 1, 1], threshold=2),
)
RATINGS = (
    Ratings([3, 4, 2, 5], [2, 5, 2.5, 1]),
    Ratings([3, 4], [2, 5]),
    Ratings([4, 3, 5, 2], [5, 3, 4, 2], users=[1, 1, 2, 2]),
    Ratings([3, 3, 3, 4, 2, 1.5], [1, 2, 3, 4, 5, 4]),
)
OF_BINARY = (
    "P",
    "P@5",
    "Recall",
    "Recall@5",
    "F1",
    "F1@5",
    "HR",
    "HR@5",
    "RR",
    "RR@5",
    "Rank",
    "AP",
    "AP@5",
    "AP@3",
    "Rankscore",
)
OF_GRADED = ("AP@5", "DCG", "DCG@5", "nDCG", "nDCG@5", "nDCG@3", "Rp", "Rp@5", "AvgRp@3+5", "AvgRp@5+10")
FADED: dict[str, tuple[Ranking | Ratings, ...]] = {
    **dict.fromkeys(OF_BINARY, BINARY),
    **dict.fromkeys(OF_GRADED, GRADED),
    **dict.fromkeys(("MAE", "MSE", "RMSE"), RATINGS),
    "AP@5": (*BINARY, *GRADED),
}
"""The lists of which FadedSteppers are made: those of the lessons, short and long ones, with few and many relevant items."""
MOST_SHARED = 0.25
"""Of the blanks of a round that can differ, at most this share can be read off an earlier round."""
MOST_WITHOUT = 0.01
"""On at most this share of the lists no question is possible; the same share of random values may be taken for consistent."""
NEAR = 1e-9
PAIRS = 100
SPREAD = {"nDCG@5": 1.0, "RMSE": 3.0}
"""Up to which number random values are drawn."""
STEPPERS = 5
"""The number of lists of each kind for which a FadedStepper is made: the given one, and others that are drawn."""

ABOUT_BLANKS = (
    f"{STEPPERS} steppers for each row. On every list at most 25% of the blanks that can differ are shared with an earlier round, "
    "and no round has fewer blanks than the one before.",
    "",
    "A blank is shared if an earlier list has its number at the same position. If the earlier lists have all numbers that are "
    "possible there, they do not reveal which it is, and it is not shared. The last column "
    "counts these also. It is above 25% only where the round "
    "would else have fewer blanks than the one before: at a rank, RR, Rank, HR and a binary gain have two numbers. Where the "
    "first two lists differ, the third one has the number of one of them, whichever list it is.",
    "",
    "What is the same on every list is no blank, and is not counted. HR of each list with a hit is 1, so its value, which every "
    "round asks for, cannot differ. With a cut-off n, P is divided by n. The divisor min(|R|, n) of AP differs, as |R| is on "
    "either side of n; but two hits and a missed item are 3 relevant items, so that of AP@3 is 3. The weights of Rankscore depend "
    "on the rank alone.",
)

Check = Callable[[bool, str], None]
"""What is called with each limit: whether it holds, and which one it is."""


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
        return leads_to_edit(measure, one, choice)
    return abs(added(choice.text, one, question, choice.code)) < NEAR


def is_true(kind: Generator, measure: Measure, given: Ranking, question: str, choice: Choice) -> bool:
    """Return whether a choice answers its question, whatever the generator says of it."""
    named = [listed(*found) for found in LIST.findall(question)]
    one = named[0] if named else given
    if kind is divisor_question:
        return leads_to_divisor(measure, one, Choice(choice.text))
    if kind is edit_question:
        return added(measure, one, choice.text, "") > NEAR and added("P@5", one, choice.text, "") < NEAR
    if kind is order_question:
        return choice.text.startswith(higher(measure, named, ""))
    return leads_to(kind, measure, given, question, Choice(choice.text))  # without the code of a mistake


def divisor(measure: Measure, one: Ranking, code: str = "") -> float:
    """Return the divisor of a measure with the cut-off 5, as a known mistake has it; nan of a mistake with no other one."""
    n = {"CUT_PLUS_1": 6, "CUT_MINUS_1": 4, "CUT_IGNORED": len(one.pool(0))}.get(code, 5)
    hits, grades = [grade for grade in one.shown[:n].tolist() if grade], one.pool(0).tolist()
    if measure.metric.name == "ndcg":
        return ideal(one, code, n)
    if measure.metric.name == "recall":
        return {"": len(grades), "RECALL_DIV_N": n}.get(code, math.nan)
    divisors = {
        **dict.fromkeys(("", "CUT_PLUS_1", "CUT_MINUS_1", "CUT_IGNORED"), min(len(grades), n)),
        "AP_DIV_HITS": len(hits),
        "AP_DIV_R": len(grades),
        "AP_DIV_N": n,
        "AP_NO_REL": min(n, one.shown.size),
    }
    return divisors.get(code, math.nan)


def ideal(one: Ranking, code: str, n: int) -> float:
    """Return the IDCG of a list, as a known mistake has it."""
    shown, pool = one.shown.tolist(), one.pool(0).tolist()
    grades = {"IDCG_RETRIEVED": shown, "IDCG_FIRST_N": shown[:n]}.get(code, pool)
    best = sorted(grades, reverse=True)[: None if code == "IDCG_UNCUT" else n]
    gains: dict[str, Callable[[float], float]] = {
        "": lambda grade: 2.0**grade - 1,
        "GAIN_LINEAR": float,
        "GAIN_BINARY": lambda grade: float(grade > 0),
        "GAIN_NO_MINUS_1": lambda grade: 2.0**grade,
    }
    discounts: dict[str, Callable[[int], float]] = {
        "": lambda rank: math.log2(rank + 1),
        "DISC_NONE": lambda _rank: 1.0,
        "DISC_RANK": float,
        "DISC_JARVELIN": lambda rank: max(1.0, math.log2(rank)),
        "DISC_LOG_AND_1": lambda rank: 1 + math.log2(rank),
        "DISC_PLUS2": lambda rank: math.log2(rank + 2),
    }
    gain, discount = gains.get(code, gains[""]), discounts.get(code, discounts[""])
    return sum(gain(grade) / discount(rank) for rank, grade in enumerate(best, start=1))


def listed(text: str, relevant: str, missed: str) -> Ranking:
    return Ranking.parse(text, relevant=int(relevant)) if relevant else Ranking.parse(text, missed=missed or None)


def with_two_missed(one: Ranking) -> Ranking:
    grade = max(one.pool(0).tolist())
    return changed(one, one.shown.tolist(), [*missed_grades(one), grade, grade])


def made(code: str, measure: Measure, one: Ranking) -> float:
    """Return the value that a mistake gives; the right one, without a mistake."""
    return MISCONCEPTIONS[code].value(measure, one) if code else value_of(measure, one)


def leads_to_divisor(measure: Measure, one: Ranking, choice: Choice) -> bool:
    """The choice has the divisors of its mistake, before and after two more items are missed."""
    found = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", choice.text)]
    ends = [divisor(measure, ranking, choice.code) for ranking in (one, with_two_missed(one))]
    return all(near(number, end, 3) for number, end in zip((found[0], found[-1]), ends, strict=True))


def leads_to_edit(measure: Measure, one: Ranking, choice: Choice) -> bool:
    """The edit raises the measure, but not P@5, for those who make the mistake in one of them and compute the other one."""
    by_measure, by_precision = (
        [added(name, one, choice.text, code) for code in (choice.code, "")] for name in (measure, "P@5")
    )
    in_measure = by_measure[0] > NEAR and abs(by_precision[1]) < NEAR
    return in_measure or (by_measure[1] > NEAR and abs(by_precision[0]) < NEAR)


def leads_to_discount(choice: Choice, rank: int) -> bool:
    """A list with one hit has the DCG 1 over the discount of its rank."""
    one = Ranking.parse("N" * (rank - 1) + "R")
    discount = float(re.findall(r"(?:= |^By )([\d.]+)(?=,)", choice.text)[-1])
    return math.isclose(made(choice.code, as_measure("DCG"), one) * discount, 1, rel_tol=0.001)


def leads_to_order(measure: Measure, lists: Sequence[Ranking], choice: Choice) -> bool:
    values = sorted((made(choice.code, measure, one) for one in lists), reverse=True)
    found = [float(number) for number in re.findall(r"(?:= |with |and )(\d+\.\d{3})(?= |\.$)", choice.text)]
    return choice.text.startswith(higher(measure, lists, choice.code)) and found == [
        round(value, 3) for value in values
    ]


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


def question_rows(count: int, check: Check) -> Iterator[str]:
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
            others = [
                leads_to(kind, measure, one, question.question, choice)
                for one, question in zip(lists, asked, strict=True)
                if question
                for choice in question.choices
                if not choice.true
            ]
            texts = {(question.question, *sorted(choice.text for choice in question.choices)) for question in found}
            row = f"{kind.__name__} about {name}"
            check(len(found) >= (1 - MOST_WITHOUT) * count, f"{row}: a question is possible")
            check(one_true == len(found), f"{row}: exactly one choice is true")
            check(all(others), f"{row}: each wrong choice is what its mistake gives")
            yield (
                f"| {kind.__name__} | {name} | {1 - len(found) / count:.1%} | {redrawn / count:.1%} | {one_true} of "
                f"{len(found)} | {sum(others)} of {len(others)} | {len(texts)} |"
            )


def value_rows(count: int, check: Check) -> Iterator[str]:
    """Check the question of users and of ratings, which allow no edit: how the value is computed."""
    yield "| measure | no question | exactly one true | from a known mistake |"
    yield "|---|---|---|---|"
    for name in ("MAE", "RMSE", "MAP@5", "MRR@5"):
        measure, rng, rows = as_measure(name), random.Random(1), Counter[str]()
        for seed in range(count):
            batch = Ranking.batch([draw_list(rng, graded=False) for _user in range(3)])
            data = batch if name.startswith("M") and name.endswith("@5") else draw_ratings(name, seed)
            (question,) = why_questions(measure, [data])
            for choice in question.choices if question else ():
                wrong = re.fullmatch(r"That would give (\S+)\.", choice.answer)
                rows["true"] += (
                    wrong is None and choice.true and f"= {number(value_of(measure, data))}." in choice.answer
                )
                if wrong is not None and choice.code:
                    mistake = MISCONCEPTIONS[choice.code]
                    is_value = near(float(wrong[1].replace("−", "-")), mistake.value(measure, data), 3)
                    rows["made"] += is_value and choice.text == f"{mistake.plainly.rstrip('.')}."
                rows["others"] += not choice.true
            rows["asked"] += question is not None
        check(rows["true"] == rows["asked"], f"value of {name}: exactly one choice is true")
        check(rows["made"] == rows["others"], f"value of {name}: each wrong choice is what its mistake gives")
        yield (
            f"| {name} | {1 - rows['asked'] / count:.1%} | {rows['true']} of {rows['asked']} | "
            f"{rows['made']} of {rows['others']} |"
        )


def shares(rounds: FadedRounds, k: int) -> tuple[float, float]:
    """Return two shares of the blanks of a round that can differ: that it shares, and whose number an earlier list has there."""
    new, earlier = rounds.blanks[k - 1], rounds.blanks[: k - 1]
    shown = {
        place: {round(old.values[place], 3) for old in earlier if place in old.values} for place in rounds.positions(k)
    }
    known = {
        place: round(new.values[place], 3) in numbers for place, numbers in shown.items() if rounds.can_differ(place)
    }
    shared = [known[place] and shown[place] != rounds.possible[place] for place in known]
    return fmean(shared or [0.0]), fmean(known.values() or [0.0])


def same_on_every_list(rounds: FadedRounds) -> set[str]:
    """Return the symbols of the steps whose numbers are the same on all lists of the kind."""
    places = rounds.blanks[0].values
    differ = {symbol for symbol, rank in places if rounds.can_differ((symbol, rank))}
    return {symbol for symbol, _rank in places} - differ


def faded_rows(check: Check) -> Iterator[str]:
    yield (
        "| measure | list | blanks of its rounds | numbers of a list | same on every list | round 2 shares, at most | "
        "round 3 shares, at most | blanks with a number of an earlier list, at most |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for name, data in ((name, data) for name, lists in FADED.items() for data in lists):
        measure, rng = as_measure(name), np.random.default_rng(7)
        lists = [data, *(draw_alike(measure, data, rng) for _k in range(STEPPERS - 1))]
        every = [FadedRounds(measure, one) for one in lists]
        counts = [[len(one.positions(k)) for k in (1, 2, 3)] for one in every]
        most = [max(shares(one, k) for one in every)[0] for k in (2, 3)]
        known = [max(shares(one, k)[1] for one in every) for k in (2, 3)]
        same = ", ".join(sorted(same_on_every_list(every[0]))) or "–"
        row = f"{name} of {data!r}"
        check(max(most) <= MOST_SHARED, f"{row}: at most {MOST_SHARED:.0%} of the blanks are shared")
        check(all(count == sorted(count) for count in counts), f"{row}: no round has fewer blanks than the one before")
        check(
            all(map(knows_few, every)),
            f"{row}: at most {MOST_SHARED:.0%} are known, if the round before has no more blanks",
        )
        check(all(value_is_new(one) for one in every), f"{row}: the value of a round is new, if the lists differ in it")
        mean = ", ".join(f"{fmean(column):.1f}" for column in zip(*counts, strict=True))
        cells = [
            name,
            repr(data),
            mean,
            str(len(every[0].blanks[0].values)),
            same,
            *(f"{share:.0%}" for share in (*most, max(known))),
        ]
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def knows_few(rounds: FadedRounds) -> bool:
    """Return whether a round has few numbers of earlier lists, unless fewer of them would make it shorter than the one before."""
    for k in (2, 3):
        new, places = (
            rounds.blanks[k - 1],
            [place for place in rounds.blanks[k - 1].round(k) if rounds.can_differ(place)],
        )
        news = [
            place
            for place in places
            if all(
                round(old.values.get(place, math.nan), 3) != round(new.values[place], 3)
                for old in rounds.blanks[: k - 1]
            )
        ]
        possible = min(len(places), int(len(news) / (1 - MOST_SHARED)))
        is_value_new = new.result in news or new.result in rounds.shared(k)  # else the lists have no other value
        if shares(rounds, k)[1] > MOST_SHARED and possible >= len(rounds.positions(k - 1)) and is_value_new:
            return False
    return True


def value_is_new(rounds: FadedRounds) -> bool:
    """Return whether each round asks for its value, and no round shares it."""
    return all(rounds.blanks[k - 1].result in {*rounds.positions(k)} - rounds.shared(k) for k in (1, 2, 3))


def carried_rows(check: Check) -> Iterator[str]:
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
        check(counts["right"] == counts["wrong"], f"carried errors of {name}: each consistent value is recognized")
        accepted = max(counts["off"], counts["random"])
        check(accepted <= MOST_WITHOUT * counts["wrong"], f"carried errors of {name}: other values are not accepted")
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
    broken: list[str] = []

    def check(holds: bool, limit: str) -> None:
        if not holds:
            broken.append(limit)

    parts = [
        ["# Steps", "", "## Questions that ask for a reason", "", f"{options.lists} lists for each row.", ""],
        question_rows(options.lists, check),
        [
            "",
            "## Questions about the value, of users and of ratings",
            "",
            f"{options.lists} batches, or ratings, for each row.",
            "",
        ],
        value_rows(options.lists, check),
        ["", "## Blanks that an earlier round reveals", "", *ABOUT_BLANKS, ""],
        faded_rows(check),
        ["", "## Values that follow from a wrong step", "", f"{PAIRS} drawn pairs, or ratings.", ""],
        carried_rows(check),
    ]
    text = "\n".join(line for part in parts for line in part) + "\n"
    print(text)
    if broken:
        raise SystemExit("\n".join(["These limits are broken:", *broken]))
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
