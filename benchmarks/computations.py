"""What is said of computations that are written: right ones in other forms, those of known mistakes, and slips in one term.

python -m benchmarks.computations [--metrics AP nDCG] [--seeds 5] [--right 2000] [--write benchmarks/computations.md]

All computations are made from the workings that the package records, on drawn exercises of a Drill.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from benchmarks.tutor import LESSON_METRICS
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.mistakes.written_answers import read_answer
from metrics_edu.mistakes.written_workings import WrittenWorking
from metrics_edu.practice import Exercise
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor.drill_draws import FIRST_SEED, drawn, first_showing, levels_of
from metrics_edu.practice.tutor.named_mistakes import all_codes, believed, named_in, shares_of
from metrics_edu.working.expression import Expression, Number, Product, Quotient, Sum, number
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT
from metrics_edu.working.written_expression import MAX_CHARACTERS

WAYS = 12
"""The number of other forms of each right working."""
LONG = replace(TEXT, number=lambda value: f"{value:.10g}", aligns=False)
"""Numbers as a calculator shows them."""


# right computations in other forms


def reordered(tree: Expression, draw: random.Random) -> Expression:
    return replace(tree, parts=tuple(draw.sample(tree.parts, len(tree.parts)))) if isinstance(tree, Sum) else tree


def cancelled(tree: Expression, draw: random.Random) -> Expression:
    if not tree.is_quotient or draw.random() < 0.5:
        return tree
    reduced = Fraction(round(tree.parts[0].value), round(tree.parts[1].value))
    return Quotient((number(reduced.numerator), number(reduced.denominator))).worth(tree.value)


def computed(tree: Expression, draw: random.Random) -> Expression:
    """Write a fraction, a power or a gain over a logarithm as a decimal number."""
    is_small = tree.parts and all(not part.parts or len(part.parts) == 1 for part in tree.parts)
    if not is_small or isinstance(tree, Sum) or draw.random() < 0.6:
        return tree
    return number(round(tree.value, draw.choice((4, 5, 6))))


def added_up(tree: Expression, draw: random.Random) -> Expression:
    """Write the sum of some terms beside each other."""
    count = len(tree.parts)
    if not isinstance(tree, Sum) or count < 3 or draw.random() < 0.6:
        return tree
    start = draw.randrange(count - 1)
    end = draw.randrange(start + 2, count + 1)
    taken = tree.parts[start:end]
    value = sum(part.value for part in taken)
    if all(part.is_quotient for part in taken):
        exact = sum((Fraction(round(p.parts[0].value), round(p.parts[1].value)) for p in taken), Fraction())
        one: Expression = Quotient((number(exact.numerator), number(exact.denominator))).worth(value)
    else:
        one = number(round(value, 5))
    parts = (*tree.parts[:start], one, *tree.parts[end:])
    return replace(tree, parts=parts) if len(parts) > 1 else one


def factored(tree: Expression, draw: random.Random) -> Expression:
    """Write a/b as 1/b · a, or divide each term."""
    if not isinstance(tree, Quotient) or not isinstance(tree.parts[0], Sum) or draw.random() < 0.6:
        return tree
    dividend, divisor = tree.parts
    if draw.random() < 0.5:
        return Product((Quotient((number(1), divisor)), dividend)).worth(tree.value)
    parts = tuple(Quotient((part, divisor)).worth(part.value / divisor.value) for part in dividend.parts)
    return Sum(parts).worth(tree.value)


FORMS: tuple[Callable[[Expression, random.Random], Expression], ...] = (
    cancelled,
    computed,
    added_up,
    reordered,
    factored,
)


def rewritten(tree: Expression, draw: random.Random) -> Expression:
    tree = replace(tree, parts=tuple(rewritten(part, draw) for part in tree.parts), position=None)
    for form in FORMS:
        tree = form(tree, draw)
    return tree


# exercises


def exercises_of(metric: str, seeds: int) -> Iterator[Exercise]:
    for level in levels_of(metric):
        for seed in range(FIRST_SEED, FIRST_SEED + seeds):
            yield drawn(metric, level, seed)


def workings_of(exercise: Exercise, code: str) -> list[Expression | None]:
    """Return the working of a mistake, of "" the right one, on each part of an exercise."""
    found = []
    for part in exercise.parts:
        working = WrittenWorking(number(0), exercise.measure, part)
        found.append(working.made(code) if code else working.whole)
    return found


def written(tree: Expression) -> str:
    return show(tree, LONG)


def by_value(tree: Expression) -> str:
    return f"{tree.value:.3f}"


def texts_of(trees: Sequence[Expression | None]) -> tuple[str, ...]:
    return tuple("" if tree is None else written(tree) for tree in trees)


def right_in_other_forms(metrics: Sequence[str], count: int, seeds: int) -> Counter[str]:
    """Return what becomes of right computations: the kinds of their verdicts; of those that are accused, also the text."""
    kinds: Counter[str] = Counter()
    draw = random.Random(1)
    while kinds.total() < count:
        for metric in metrics:
            for exercise in exercises_of(metric, seeds):
                trees = [rewritten(tree, draw) for tree in workings_of(exercise, "") if tree]
                texts = texts_of(trees)
                if max(map(len, texts)) > MAX_CHARACTERS or not any(tree.parts for tree in trees):
                    continue
                for text, tree, verdict in zip(texts, trees, exercise.check(texts), strict=True):
                    kinds[verdict.kind] += bool(tree.parts)
                    if verdict.kind not in (*RIGHT, "nearly"):
                        print(exercise.name, text, verdict.kind, verdict.text)
    return kinds


def named(exercise: Exercise, texts: Sequence[str]) -> str:
    """Return the mistake that the first answer of a student names."""
    verdicts = believed([], exercise, exercise.check(texts))
    answer = Event(
        exercise.name,
        "tried",
        tuple(texts),
        metric=exercise.measure.metric.label(),
        codes=all_codes(verdicts),
        shares=shares_of(verdicts),
    )
    return named_in(answer)


def mistakes_named(metric: str, seeds: int, writes: Callable[[Expression], str]) -> Counter[str]:
    """Return how often a mistake whose working differs from all others was named alone, another one was, or none."""
    counts: Counter[str] = Counter()
    for exercise in exercises_of(metric, seeds):
        name = exercise.measure.metric.name
        codes = [
            code for code in MISCONCEPTIONS if name in MISCONCEPTIONS[code].measures and first_showing(metric, code)
        ]
        made = {code: workings_of(exercise, code) for code in ("", *codes)}
        printed = {code: texts_of(trees) for code, trees in made.items()}
        for code in codes:
            if not all(tree and tree.parts for tree in made[code]) or list(printed.values()).count(printed[code]) > 1:
                continue
            texts = [writes(tree) for tree in made[code] if tree]
            if max(map(len, texts)) > MAX_CHARACTERS or texts == [writes(tree) for tree in made[""] if tree]:
                continue
            found = named(exercise, texts)
            counts["all"] += 1
            counts["alone" if found == code else "another" if found else "not"] += 1
    return counts


# slips


def slipped(tree: Expression, k: int, draw: random.Random) -> Expression:
    """Return a working in which one number of a term is one more or less."""
    sums = tree.parts[0] if isinstance(tree, Quotient) else tree
    parts = [*sums.parts]
    parts[k] = changed(parts[k], draw)
    total = replace(sums, parts=tuple(parts))
    return replace(tree, parts=(total, *tree.parts[1:])) if isinstance(tree, Quotient) else total


def changed(tree: Expression, draw: random.Random) -> Expression:
    if isinstance(tree, Number):
        return number(tree.value + draw.choice((1, 2)))
    at = draw.randrange(len(tree.parts))
    parts = [*tree.parts]
    parts[at] = changed(parts[at], draw)
    return replace(tree, parts=tuple(parts))


def slips_named(metric: str, seeds: int) -> Counter[str]:
    """Return how often a slip in one term was named as that term, as another one, or not."""
    counts: Counter[str] = Counter()
    draw = random.Random(2)
    for exercise in exercises_of(metric, seeds):
        for part in exercise.data:
            right = WrittenWorking(number(0), exercise.measure, part).whole
            sums = right.parts[0] if isinstance(right, Quotient) else right
            for k in range(len(sums.parts) if isinstance(sums, Sum) else 0):
                text = written(slipped(right, k, draw))
                claim = read_answer(text)
                if claim is None or abs(claim.value - right.value) < 10.0**-exercise.decimals:
                    continue
                verdict = replace(exercise, data=(part,), mean=False).check([text])[0]
                positions = {place.position for place in verdict.places}
                counts["all"] += 1
                is_named = sums.parts[k].position in positions and len(positions) == 1
                counts["term" if is_named else "a mistake" if verdict.codes else "another" if positions else "not"] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--metrics", nargs="+", default=LESSON_METRICS)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--right", type=int, default=2000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    kinds = right_in_other_forms(options.metrics, options.right, options.seeds)
    lines = ["# Computations as answers", "", f"`python -m benchmarks.computations --seeds {options.seeds}`", ""]
    lines += [
        f"Of {kinds.total()} right computations in other forms: {', '.join(f'{n} {kind}' for kind, n in kinds.items())}.",
        "",
    ]
    lines += [
        "| metric | mistakes | by computation: alone | another | by value: alone | another | slips | as that term | as a mistake |"
    ]
    lines += ["|---|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for metric in options.metrics:
        by_text = mistakes_named(metric, options.seeds, written)
        by_number = mistakes_named(metric, options.seeds, by_value)
        slips = slips_named(metric, options.seeds)
        cells = [
            by_text["all"],
            share(by_text, "alone"),
            by_text["another"],
            share(by_number, "alone"),
            by_number["another"],
            slips["all"],
            share(slips, "term"),
            slips["a mistake"],
        ]
        lines.append(f"| {metric} | {' | '.join(map(str, cells))} |")
        print(lines[-1], flush=True)
    text = "\n".join(lines) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text, encoding="utf-8")


def share(counts: Counter[str], key: str) -> str:
    return f"{100 * counts[key] / counts['all']:.1f}%" if counts["all"] else ""


if __name__ == "__main__":
    main()
