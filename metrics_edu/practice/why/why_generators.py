"""The generators of questions that ask for a reason: each makes one about a list, or None where the list allows none."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from metrics_edu.language import N_, _, number
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.known_mistakes import OF_LISTS, WITH_CUTOFF
from metrics_edu.practice.steps.blanks import roles, wrong_working
from metrics_edu.practice.steps.similar_lists import draw_alike, missed_grades
from metrics_edu.practice.why.why_question import (
    CHOICES,
    Choice,
    WhyQuestion,
    asked,
    is_done,
    mistaken_choice,
    true_choice,
)
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Expression, Number, Quotient
from metrics_edu.working.labels import in_line, spoken
from metrics_edu.working.numeric_form import Sums, write_numbers
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT

Generator = Callable[[Measure, Ranking, random.Random], WhyQuestion | None]
SAME, DIFFERENT = 1e-9, 0.0015
"""Up to the first difference two values are the same, from the second on they are different; between them none is compared."""
OTHER_LISTS = 12
"""The number of lists that are tried as the second one of a comparison."""
COMPARED = ("P", "Recall", "F1", "RR", "AP", "nDCG")
"""The measures that an edit may leave the same, as the lessons teach them: no later one than that of the question."""
PREFERRED = {
    1: N_("The first one, with {x} against {y}."),
    -1: N_("The second one, with {y} against {x}."),
    0: N_("Neither, with {x} and {y}."),
}
DISCOUNTS: dict[str, tuple[str, Callable[[int], float]]] = {
    "": (N_("By log2({r} + 1) = {v}, so that rank 1 is divided by 1."), lambda r: math.log2(r + 1)),
    "DISC_PLUS2": (N_("By log2({r} + 2) = {v}, as the ranks are counted from 0."), lambda r: math.log2(r + 2)),
    "DISC_NONE": (N_("By {v}, as each rank weighs the same."), lambda _rank: 1.0),
    "DISC_RANK": (N_("By {v}, as the gain is divided by the rank."), float),
    "DISC_JARVELIN": (
        N_("By max(1, log2 {r}) = {v}, so that ranks 1 and 2 are divided by 1."),
        lambda r: max(1.0, math.log2(r)),
    ),
    "DISC_LOG_AND_1": (N_("By 1 + log2 {r} = {v}, so that rank 1 is divided by 1."), lambda r: 1 + math.log2(r)),
    "LOG_NATURAL": (N_("By ln({r} + 1) = {v}, the natural logarithm."), lambda r: math.log(r + 1)),
    "LOG_TEN": (N_("By log10({r} + 1) = {v}, the logarithm to base 10."), lambda r: math.log10(r + 1)),
}
"""The reason and the discount of a rank, by the code of the mistake; "" is the true one."""


SWAPS = 12
"""The number of single swaps, and of double ones, that are drawn."""
SWAP = N_("The items at ranks {i} and {j} change places.")
TWO_SWAPS = N_("The items at ranks {i} and {j} change places, and so do those at ranks {k} and {m}.")
DROP = N_("One missed item is no longer relevant.")
DROP_GRADE = N_("One missed item of grade {grade} gets the grade 0.")
CUT = N_("The last item, which is not relevant, is removed from the list.")

Edited = tuple[str, Ranking]
"""The sentence of an edit, and the list after it."""


def divisor_question(measure: Measure, ranking: Ranking, rng: random.Random) -> WhyQuestion | None:
    """Ask what happens to the divisor if two more relevant items are missed."""
    grade = float(ranking.pool(0).max(initial=ranking.threshold))
    longer = changed(ranking, ranking.shown.tolist(), [*missed_grades(ranking), grade, grade])
    pairs = {"": _divisors(measure.explain(ranking), measure.explain(longer))}
    for code in _codes(measure) if pairs[""] else ():
        before, after = (wrong_working(code, measure, shown) for shown in (ranking, longer))
        if before and after and MISCONCEPTIONS[code].value(measure, ranking) > 0:  # else it has no divisor
            pairs[code] = _divisors(before, after)
    texts = {code: _change(_("The divisor"), *pair) for code, pair in pairs.items() if pair}
    if "" not in texts:
        return None
    after_it = measure.explain(longer)
    step = after_it.step(roles(after_it)["divisor"].symbol)
    reason = in_line(" = ".join([step.symbol, *step.written(TEXT)])) if step else ""
    reason += f": {step.why}." if step and step.why else "."
    one_grade = N_("Two more relevant items are missed. What happens to the divisor of {measure}?")
    grades = N_("Two more items of grade {grade} are missed. What happens to the divisor of {measure}?")
    question = _(one_grade if ranking.is_binary else grades, measure=spoken(measure.name), grade=number(grade))
    others = [mistaken_choice(text, code, measure) for code, text in texts.items() if code]
    return asked(question, true_choice(texts[""], reason), others, rng)


def _divisors(*derivations: Derivation) -> tuple[float, ...]:
    """Return the divisor of each derivation; () if one of them names none."""
    found = [roles(derivation).get("divisor") for derivation in derivations]
    values = [float(term.value) for term in found if term is not None and term.symbol and not term.ndim]
    return tuple(values) if len(values) == len(found) else ()


def _change(name: str, old: float, new: float) -> str:
    """Say how a number changes, with three decimals."""
    first, last = (number(round(value, 3)) for value in (old, new))
    text = N_("{name} stays {first}.") if first == last else N_("{name} goes from {first} to {last}.")
    return _(text, name=name, first=first, last=last)


def edit_question(measure: Measure, ranking: Ranking, rng: random.Random) -> WhyQuestion | None:
    """Ask which edit raises the value, but not the precision."""
    truths, others = list[Choice](), list[Choice]()
    found = _with_same_cutoff(measure, ["P"])
    if measure.metric.name == "precision" or measure.metric.falls or not found:
        return None
    (precision,) = found
    for text, edited in edits(ranking, rng):
        values = {
            compared: (value_of(compared, ranking), value_of(compared, edited)) for compared in (measure, precision)
        }
        rises, stays = _order(*values[measure]) == -1, _order(*values[precision]) == 0
        fact = " ".join(_change(spoken(compared.name), *values[compared]) for compared in values)
        if rises and stays:
            truths.append(true_choice(text, fact))
        elif stays and _order(*values[measure]) is not None:
            others += _mistaken_choice(text, measure, -1, (ranking, edited), fact, rng)
        elif rises and _order(*values[precision]) == -1:
            others += _mistaken_choice(text, precision, 0, (ranking, edited), fact, rng)
    names = {"measure": spoken(measure.name), "other": spoken(precision.name)}
    question = _("Which edit raises {measure}, but not {other}?", **names)
    return asked(question, rng.choice(truths), others, rng) if truths else None


def _mistaken_choice(
    text: str, measure: Measure, order: int, lists: tuple[Ranking, Ranking], fact: str, rng: random.Random
) -> list[Choice]:
    """Return the choice of an edit, if a mistake in a measure gives the lists before and after it this order."""
    codes = [code for code in _codes(measure) if _order(*_values(code, measure, *lists)) == order]
    return [mistaken_choice(text, rng.choice(codes), measure, fact)] if codes else []


def discount_question(measure: Measure, ranking: Ranking, rng: random.Random) -> WhyQuestion | None:
    """Ask by what the gain at a rank is divided."""
    gains = ranking.shown[: measure.settings.get("n")]
    ranks = [k for k, gain in enumerate(gains.tolist(), start=1) if gain and k > 1] or [*range(2, gains.size + 1)]
    if measure.settings.get("discount") != "log2" or not ranks:
        return None
    rank = rng.choice(ranks)
    made = {code: (_(text, r=rank, v=number(round(of(rank), 3))), of(rank)) for code, (text, of) in DISCOUNTS.items()}
    text, right = made.pop("")
    others: dict[float, Choice] = {}
    for code, (other, value) in made.items():
        if code in _codes(measure) and abs(value - right) > DIFFERENT:
            others.setdefault(round(value, 3), mistaken_choice(other, code, measure))
    question = _(
        "By what is the gain at rank {rank} divided in {measure}, and why?", rank=rank, measure=spoken(measure.name)
    )
    reason = _("The first rank keeps its gain, as log2(1 + 1) = 1. Each later rank is divided by more.")
    return asked(question, true_choice(text, reason), [*others.values()], rng)


def order_question(measure: Measure, ranking: Ranking, rng: random.Random) -> WhyQuestion | None:
    """Ask which of two lists has the higher value."""
    draws = np.random.default_rng(rng.getrandbits(32))
    for _try in range(OTHER_LISTS):
        second = draw_alike(measure, ranking, draws)
        codes = rng.sample(_codes(measure), len(_codes(measure)))
        ways = {_order(*_values(code, measure, ranking, second)): code for code in codes}
        truth = _order(value_of(measure, ranking), value_of(measure, second))
        wrong = {
            order: [made for shown in (ranking, second) if (made := wrong_working(code, measure, shown))]
            for order, code in ways.items()
            if order is not None and order != truth
        }
        if truth is not None and [len(made) for made in wrong.values()] == [2] * (CHOICES - 1):
            names = {"first": list_text(ranking), "second": list_text(second)}
            others = [mistaken_choice(_preferred(order, *wrong[order]), ways[order], measure) for order in wrong]
            right = _preferred(truth, measure.explain(ranking), measure.explain(second))
            question = _(
                "Which list has the higher {measure}, {first} or {second}? Why?", measure=spoken(measure.name), **names
            )
            return asked(question, true_choice(right, is_done(measure)), others, rng)
    return None


def _values(code: str, measure: Measure, first: Ranking, second: Ranking) -> tuple[float, float]:
    mistake = MISCONCEPTIONS[code]
    return mistake.value(measure, first), mistake.value(measure, second)


def _order(first: float, second: float) -> int | None:
    """Return 1 if the first value is higher, -1 if the second one is, 0 if they are the same; None if it is unclear."""
    difference = first - second
    is_clear = not SAME < abs(difference) <= DIFFERENT
    return int(np.sign(round(difference, 6))) if is_clear and math.isfinite(difference) else None


def _preferred(order: int, first: Derivation, second: Derivation) -> str:
    """Say which of two lists has the higher value, with both values and how they are computed: "2/4 = 0.500"."""
    x, y = map(_in_numbers, (first, second))
    return _(PREFERRED[order], x=in_line(x), y=in_line(y))


def _in_numbers(derivation: Derivation) -> str:
    tree = write_numbers(derivation.result.term, sums=Sums.AS_VALUES)
    working = [] if isinstance(tree, Number) else [show(_without_nested(tree), TEXT)]
    return " = ".join([*working, number(derivation.value, fixed=3)])


def _without_nested(tree: Expression, *, is_in_fraction: bool = False) -> Expression:
    """Write a fraction, or the larger of two numbers, in a fraction as its value: 1/0.5 for 1/(1/2)."""
    if is_in_fraction and (isinstance(tree, Quotient) or tree.label in ("max", "min")):
        return Number(value=tree.value)
    parts = (_without_nested(part, is_in_fraction=isinstance(tree, Quotient)) for part in tree.parts)
    return replace(tree, parts=tuple(parts))


def list_text(ranking: Ranking) -> str:
    """Write a list on one line, with what it misses: "NRRNR (|R| = 4)", "1 0 3 (missed: 2 2)"."""
    if ranking.is_binary:
        return _("{list} (|R| = {count})", list="".join(ranking.marks()), count=int(ranking.relevant))
    missed = " ".join(map(number, missed_grades(ranking)))
    text = N_("{list} (missed: {grades})") if missed else N_("{list} (nothing missed)")
    return _(text, list=" ".join(ranking.marks()), grades=missed)


def same_question(measure: Measure, ranking: Ranking, rng: random.Random) -> WhyQuestion | None:
    """Ask which measure an edit leaves the same."""
    found = _with_same_cutoff(measure, COMPARED)
    names = [other.metric.name for other in found]
    measures = found[: names.index(measure.metric.name) + 1] if measure.metric.name in names else found
    options = [*edits(ranking, rng)]
    for least, (text, edited) in product((CHOICES - 1, 1), rng.sample(options, len(options))):
        values = {compared: (value_of(compared, ranking), value_of(compared, edited)) for compared in measures}
        same = [compared for compared in measures if _order(*values[compared]) == 0]
        others = list[Choice]()
        for compared in filter(lambda compared: _order(*values[compared]), measures):
            fact = _change(spoken(compared.name), *values[compared])
            others += _mistaken_choice(spoken(compared.name), compared, 0, (ranking, edited), fact, rng)
        if same and len(others) >= least:
            compared = rng.choice(same)
            truth = true_choice(spoken(compared.name), _change(spoken(compared.name), *values[compared]))
            return asked(_("{edit} Which of these measures stays the same?", edit=text), truth, others, rng)
    return None


def _with_same_cutoff(measure: Measure, names: Sequence[str]) -> list[Measure]:
    """Return the measures of some names that the convention of a measure defines, with its cut-off."""
    n, defined = measure.settings.get("n"), CONVENTIONS[measure.convention].metrics
    spelled = [as_measure(f"{name}@{n}" if n else name) for name in names]
    return [as_measure(other.name, measure.convention) for other in spelled if other.metric.name in defined]


def edits(ranking: Ranking, rng: random.Random) -> Iterator[Edited]:
    """Yield edits of one list: items change places, a missed item is no longer relevant, the last item is removed."""
    shown, missed = ranking.shown.tolist(), missed_grades(ranking)
    different = [(i, j) for i, j in combinations(range(len(shown)), 2) if shown[i] != shown[j]]
    for i, j in rng.sample(different, min(SWAPS, len(different))):
        yield _(SWAP, i=i + 1, j=j + 1), _swapped(ranking, [(i, j)])
    pairs = [(one, other) for one, other in combinations(different, 2) if not {*one} & {*other}]
    for (i, j), (k, m) in rng.sample(pairs, min(SWAPS, len(pairs))):
        yield _(TWO_SWAPS, i=i + 1, j=j + 1, k=k + 1, m=m + 1), _swapped(ranking, [(i, j), (k, m)])
    if missed and len(ranking.pool(0)) > 1:
        text = _(DROP) if ranking.is_binary else _(DROP_GRADE, grade=number(missed[-1]))
        yield text, changed(ranking, shown, missed[:-1])
    if len(shown) > 2 and not shown[-1]:
        yield _(CUT), changed(ranking, shown[:-1], missed)


def changed(ranking: Ranking, shown: Sequence[float], missed: Sequence[float]) -> Ranking:
    """Return a list with other grades shown and missed."""
    return Ranking(
        shown,
        [grade for grade in (*shown, *missed) if grade],
        threshold=ranking.threshold,
        catalogue=ranking.known_catalogue,
    )


def _swapped(ranking: Ranking, swaps: Sequence[tuple[int, int]]) -> Ranking:
    shown = ranking.shown.tolist()
    for i, j in swaps:
        shown[i], shown[j] = shown[j], shown[i]
    return changed(ranking, shown, missed_grades(ranking))


def has_own_mistakes(measure: Measure) -> bool:
    """Return whether more is mistaken in a measure than the cut-off and the threshold, as in any other."""
    return any(MISCONCEPTIONS[code].measures not in (OF_LISTS, WITH_CUTOFF) for code in _codes(measure))


def _codes(measure: Measure) -> list[str]:
    name = measure.metric.name
    return [code for code, mistake in MISCONCEPTIONS.items() if name in mistake.measures and mistake.takes == "list"]


GENERATORS: tuple[Generator, ...] = (divisor_question, edit_question, discount_question, order_question, same_question)
