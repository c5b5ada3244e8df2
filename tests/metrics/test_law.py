"""The laws, for every metric and convention: what a step shows in numbers is Python that gives the step's value, and its
formula gives that value from the values of what it names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics_edu import Ranking, average_precision, explain
from metrics_edu.language import Counted
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.working.derivation import Derivation, Step
from metrics_edu.working.recorded_array import Term, terms_in
from tests.strategies import arguments_of, batches, rankings

pytestmark = pytest.mark.long

NAMES = {name: getattr(math, name) for name in ("log2", "log", "sqrt", "nan", "inf")}
NAMES |= {"min": min, "max": max, "abs": abs, "sum": sum, "__builtins__": {}}

every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)


def holds(derivation: Derivation, counted: Any = True) -> None:
    """Check each step in numbers and in symbols; `counted` are the users that a mean counts."""
    assert derivation.steps
    values = values_named(derivation)
    for step in derivation.steps:
        shown = eval(step.numbers, dict(NAMES))
        np.testing.assert_allclose(shown, step.value, rtol=1e-12, atol=1e-12, err_msg=f"{step.symbol} = {step.numbers}")
        way(step, values, derivation.ranking, counted)


def values_named(derivation: Derivation) -> dict[str, Any]:
    """Return the value of every symbol: one symbol names one thing (but i, which counts as far as it must)."""
    values: dict[str, Any] = {}
    for term in terms_of(derivation.result.term):
        if term.symbol and term.symbol != "i":
            known = values.setdefault(term.symbol, term.value)
            assert np.array_equal(known, term.value, equal_nan=True), f"{term.symbol} names {known} and {term.value}"
    return values


def terms_of(term: Term) -> list[Term]:
    found: dict[int, Term] = {}
    waiting = [term]
    while waiting:
        if id(one := waiting.pop()) not in found:
            found[id(one)] = one
            waiting.extend(terms_in(one.operands))
    return list(found.values())


GIVEN = {"rel", "rel_i", "g_i", "c_i", "g*_i", "gain*_i", "|R|", "n", "D", "predicted_i", "actual_i", "count_i"}
GIVEN |= {"shown", "|C|", "|N|"}
GIVEN |= {
    "s_i",
    "r",
    "r_i",
    "G_i",
    "B_i",
    "o_i",
    "l_i",
    "u_i",
    "y_i",
    "A_i",
    "t_i",
    "J_i",
}  # of ranks that share a score
GIVEN |= {"nonrel_i", "judged_i", "N"}  # of what was judged at all
"""What is read from the data or asked for, as the values of users are, and not computed from what is shown: the oracle
proves it."""


def first_hit(values: dict[str, Any], _ranking: Ranking, _z: int) -> Any:
    return next((rank for rank, hit in enumerate(values["rel_i"], start=1) if hit), np.nan)


def tie_line(values: dict[str, Any], ranking: Ranking, z: int) -> Any:
    relevant = int(values.get("|R|", ranking.relevant))  # the best |R| of the pool are the relevant ones
    return min(values["g*_i"][: min(z, relevant)], default=np.inf)


IN_WORDS: dict[str, Callable[[dict[str, Any], Ranking, int], Any]] = {
    "hits_i": lambda values, _ranking, _z: np.cumsum(values["rel_i"]),  # a running count
    "worse_i": lambda values, _ranking, _z: np.cumsum(values["nonrel_i"]),
    "reached_i": lambda values, _ranking, _z: np.cumprod(1 - np.append(0, values["p_i"][:-1])),  # a running product
    "tie line": tie_line,  # a choice among the best of a list
    "Rank": first_hit,  # a choice among ranks
    "Rp@z": lambda values, _ranking, _z: [values[f"Rp@{z}"] for z in cutoffs_in(values)],  # values side by side
}
"""The steps that have no formula but a sentence, each with what the sentence says."""


def cutoffs_in(values: dict[str, Any]) -> list[int]:
    return sorted(int(name[3:]) for name in values if re.fullmatch(r"Rp@\d+", name))


def way(step: Step, values: dict[str, Any], ranking: Any, counted: Any) -> str:
    """Return how a step is written (by its formula, as 0/0, ...), having checked that it is true."""
    base, _at, cutoff = step.symbol.partition("@")
    if step.term.function is None:
        is_parameter = any(np.array_equal(step.value, value) for value in step.term.parameters.values())
        assert {step.symbol, base} & GIVEN or step.index == "u" or is_parameter, f"{step.symbol} comes from nowhere"
        return "given"
    if not np.size(step.value):
        return "nothing"
    if base in IN_WORDS or step.symbol in IN_WORDS:
        z = int(cutoff) if cutoff.isdigit() else int(values.get("|R|", ranking.relevant))
        said = IN_WORDS.get(step.symbol) or IN_WORDS[base]
        np.testing.assert_array_equal(said(values, ranking, z), step.value, err_msg=step.symbol)
        return "in words"
    formula = step.formula or (step.symbol if re.search("[·/Σ]", step.symbol) else "")
    if not formula:  # `empty` decides over a divisor that is not 0, or a mean is over no user
        assert re.match(r"(no item|no user) .*(it is left out|it counts as .*|a relevant item)$", step.why), step
        return "decided"
    found = evaluated(formula, values, np.size(step.value) if step.term.ndim else 0, counted)
    if step.term.ndim == 0 and np.isnan(found):
        without_value = np.isnan(step.value) and step.why.endswith("left out")
        assert "0/0" in step.why or without_value, f"{step.symbol} = {formula} is 0/0: {step.why}"
        return "0/0"
    assert "0/0" not in step.why, f"{step.symbol} = {formula} is {found}: {step.why}"
    assert np.allclose(found, step.value, rtol=1e-12, atol=1e-12, equal_nan=True), (
        f"{step.symbol} = {formula} is {found}"
    )
    return "choice" if ", else " in formula else "formula"


def evaluated(formula: str, values: dict[str, Any], length: int, counted: Any) -> Any:
    """Evaluate a formula as it is read, with the values of its symbols; the ranks i are 1, 2, ..., length."""
    names = sorted([*values, "i"], key=len, reverse=True)
    met: list[str] = []

    def met_at(found: re.Match[str]) -> str:
        met.append(found[0])
        return f"v[{len(met) - 1}]"

    code = re.sub(rf"(?<![\w@])({'|'.join(map(re.escape, names))})(?![\w@*·])", met_at, formula)
    ranks = length or max((np.size(values[name]) for name in met if name != "i"), default=0)
    v = [np.arange(1, ranks + 1) if name == "i" else np.asarray(values[name], dtype=np.float64) for name in met]
    for sign, python in {"−": "-", "·": "*", "^": "**", "≥": ">=", "≤": "<=", "√": "sqrt", "ln(": "log("}.items():
        code = code.replace(sign, python)
    code = re.sub(r"\|([^|]+)\|", r"abs(\1)", code)
    code = re.sub(r"^(.+) if (.+), else (.+)$", r"where((\2), \1, \3)", code).replace(" and ", ") & (")
    while found := re.search(r"(.*)(Σ|max|min)_\w ", code):  # it reaches as far as the bracket it is in
        body, depth = code[found.end() :], 0
        for end, letter in enumerate([*body, ")"]):  # noqa: B007 - where it ends is what is looked for
            depth += (letter in "([") - (letter in ")]")
            if depth < 0:
                break
        code = f"{found[1]}over('{found[2]}', {body[:end]}){body[end:]}"

    def over(name: str, terms: Any) -> Any:
        terms = np.where(counted, terms, 0)
        return {"Σ": np.sum, "max": np.max}[name](terms) if terms.size else 0.0

    with np.errstate(invalid="ignore"):
        return eval(
            code,
            {
                "v": v,
                "over": over,
                "where": np.where,
                "min": np.minimum,
                "max": np.maximum,
                "abs": np.abs,
                "log2": np.log2,
                "log": np.log,
                "sqrt": np.sqrt,
                "__builtins__": {},
            },
        )


@every_metric
@given(data=st.data(), ranking=rankings())
def test_every_step_of_a_list_evaluates_to_its_value(metric: Any, data: st.DataObject, ranking: Any) -> None:
    derivation = explain(metric, ranking, **data.draw(arguments_of(metric)))
    holds(derivation)
    for written in (derivation.text(), derivation.tex(), derivation.html()):
        assert written


@every_metric
@given(data=st.data(), batch=batches(), users=st.sampled_from(["all", "with_relevant"]))
def test_every_step_of_a_mean_evaluates_to_its_value(metric: Any, data: st.DataObject, batch: Any, users: str) -> None:
    arguments = data.draw(arguments_of(metric))
    derivation = explain(metric, batch, users=users, **arguments)
    values = np.atleast_1d(metric(batch, **arguments))
    counted = ~np.isnan(values) & (np.asarray(batch.relevant) > 0 if users == "with_relevant" else True)
    holds(derivation, counted)
    expected = sum(values[counted].tolist()) / counted.sum() if counted.any() else math.nan
    assert derivation.value == pytest.approx(expected, abs=1e-12, nan_ok=True)
    for written in (derivation.text(), derivation.tex(), derivation.html()):
        assert written


LISTS = {"u": ["a", "b", "c"], "v": ["a"], "w": []}
ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "user_coverage": [(LISTS, ["u", "v", "w", "x"])],
    "item_coverage": [(LISTS, "abcdefg")],
    "novelty": [(LISTS, {"a": 5, "b": 2, "c": 1, "d": 9}), (LISTS["u"], {"a": 5, "b": 2, "c": 1})],
    "diversity": [(LISTS, {"a": "x", "b": "xy", "c": "z"}), (LISTS["u"], {"a": "x", "b": "xy", "c": "z"})],
}


@pytest.mark.parametrize("name", [name for name, metric in REGISTRY.items() if metric.kind == "coverage"])
def test_every_step_of_coverage_evaluates_to_its_value(name: str) -> None:
    for arguments in ARGUMENTS[name]:
        metric = REGISTRY[name]
        for words in [{}, *({key: word} for key, allowed in metric.choices.items() for word in allowed)]:
            derivation = explain(metric, *arguments, **words)
            holds(derivation)
            assert derivation.value == metric(*arguments, **words)


ratings = st.lists(st.tuples(st.floats(-10, 10), st.floats(0.5, 5)), min_size=1, max_size=30)


@pytest.mark.parametrize("name", [name for name, metric in REGISTRY.items() if metric.kind == "rating"])
@given(pairs=ratings)
def test_every_step_of_a_rating_error_evaluates_to_its_value(name: str, pairs: list[tuple[float, float]]) -> None:
    derivation = explain(REGISTRY[name], *zip(*pairs, strict=True))
    holds(derivation)
    assert derivation.value == pytest.approx(REGISTRY[name](*zip(*pairs, strict=True)), rel=1e-12)


# Every branch: no reason and no way of telling a step is left to chance

SITUATIONS = {
    "grades under the threshold, ties": Ranking([3, 1, 0, 5, 2.5], pool=[5, 5, 3, 2.5, 2.5, 2, 1, 1], threshold=2.5),
    "only above the threshold": Ranking([3, 2, 0], pool=[4, 3, 2, 2], threshold=np.nextafter(2, 3)),
    "a threshold under 1": Ranking([0.25, 1, 0], pool=[2, 1, 0.5, 0.25], threshold=0.5),
    "all shown": Ranking.parse("RNR"),
    "some missed": Ranking.parse("NRRNR", relevant=6),
    "one relevant": Ranking.parse("NR"),
    "a short list": Ranking.parse("R", relevant=8),
    "no hits": Ranking.parse("NN", relevant=2),
    "nothing relevant": Ranking.parse("NNN"),
    "nothing relevant, but judged": Ranking([1, 0], pool=[1, 1], threshold=2),
    "nothing shown": Ranking([], pool=[1]),
    "nothing at all": Ranking([]),
    "one unjudged": Ranking.from_items(["a", "b"], {"a": 1}),
    "two unjudged": Ranking.from_items(["a", "b", "c"], {"a": 1}),
    "one dropped": Ranking.from_items(["a", "b"], {"a": 1}, unjudged="dropped"),
    "two dropped": Ranking.from_items(["a", "b", "c"], {"a": 1}, unjudged="dropped"),
}
OVER_ANOTHER = {
    ("average_precision", "cutoff"),
    ("ndcg", "ones"),
    ("r_precision", "retrieved"),
    ("average_r_precision", "reachable"),
    ("average_r_precision", "retrieved"),
}
"""Where the divisor is not 0 though no item is relevant."""


def numbers_of(metric: Any, key: str, usual: Any) -> list[Any]:
    """Return the usual value of a parameter and a smaller one; of cut-offs, two others."""
    low = metric.parameter(key).range[0]
    return [(1, 3)] if key == "cutoffs" else [usual, low + (usual - low) * 0.4]


def given_to(metric: Any) -> Iterator[dict[str, Any]]:
    """Give the parameters of a metric: any two of them changed."""
    words = [
        (key, word) for key, allowed in metric.choices.items() for word in allowed if word != metric.parameters[key]
    ]
    words += [("empty", empty) for empty in (0.5, "skip")] * metric.takes_empty
    words += [("no_negative", value) for value in (0.5, 1.0)] * ("no_negative" in metric.parameters)
    words += [(key, number) for key, usual in metric.numbers.items() for number in numbers_of(metric, key, usual)]
    pairs = [pair for pair in combinations(words, 2) if pair[0][0] != pair[1][0]]
    three = [("below", "graded"), ("ideal", "ones"), ("empty", "skip")]
    for changed in [(), *([word] for word in words), *pairs, *[three] * set(three).issubset(words)]:
        yield dict(changed)
        if metric.takes_n and len(changed) < 2:
            yield from ({**dict(changed), "n": n} for n in ((2,) if changed else (1, 2, 3)))


def reasons(term: Term) -> list[str]:
    return [term.reason.why] if isinstance(term.reason.why, str) else [text for _condition, text in term.reason.why]


@cache
def patterns(reason: str) -> list[str]:
    """Return a pattern for each form of a reason."""
    forms = [str(reason), reason.many] if isinstance(reason, Counted) else [reason]
    return [re.sub(r"\\\{\w+\\\}", ".+", re.escape(form)) for form in forms]


@cache
def in_all_situations(metric: Any) -> tuple[set[Any], set[str], set[str]]:
    """Return how the steps of a metric are written, their reasons, and all forms that these can have."""
    ways, said, sayable = set(), set(), set()
    for (name, ranking), asked in product(SITUATIONS.items(), given_to(metric)):
        derivation = explain(metric, ranking, **asked)
        values = values_named(derivation)
        divisor = (metric.parameters | asked).get("ideal" if metric.name == "ndcg" else "denominator", "")
        for step in derivation.steps:
            told = way(step, values, ranking, True)
            ways |= {(divisor, asked.get("empty", 0), name, told)} if step is derivation.result else {told}
            said.add(step.why)
            sayable |= {form for reason in reasons(step.term) for form in patterns(reason)}
        sayable |= {
            form for term in terms_of(derivation.result.term) for one in reasons(term) for form in patterns(one)
        }
    return ways, said, sayable


@every_metric
def test_every_formula_is_true_also_if_nothing_is_relevant(metric: Any) -> None:
    ways, _said, _sayable = in_all_situations(metric)
    divisors = metric.choices.get("ideal" if metric.name == "ndcg" else "denominator", [""])
    for divisor, empty in product(divisors, (0, 0.5, "skip") if metric.has_empty else ()):
        told = {"formula", "decided", "0/0"} if (metric.name, divisor) in OVER_ANOTHER else {"0/0"}
        at = (divisor, empty, "nothing relevant")
        assert any((*at, one) in ways for one in told), at


def test_every_way_and_reason_is_covered() -> None:
    ways, said, sayable = (set().union(*found) for found in zip(*map(in_all_situations, METRICS.values()), strict=True))
    assert [form for form in sayable if not any(re.fullmatch(form, text) for text in said)] == []
    assert {"formula", "choice", "0/0", "in words", "given", "nothing"} <= ways


def test_the_check_detects_a_wrong_formula() -> None:
    derivation = explain(average_precision, Ranking.parse("NRR"))
    values = values_named(derivation)
    for wrong in ({"|R|": 3}, {"Σ_i P@i·rel_i": 2}):
        with pytest.raises(AssertionError):
            way(derivation.result, values | {key: np.asarray(value) for key, value in wrong.items()}, None, True)


def test_the_check_detects_a_wrong_step() -> None:
    derivation = explain(average_precision, Ranking.parse("NRR"))
    object.__setattr__(derivation.steps[-1], "value", 0.5)
    with pytest.raises(AssertionError):
        holds(derivation)
