"""A user's own metric: where it parts from ours, the smallest list that shows it, the mistake, and what is no value."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from metrics_edu import MISCONCEPTIONS, check_metric, measure, set_language
from metrics_edu.metrics.run import Run
from metrics_edu.mistakes.trial_lists import KINDS, Trial, TrialGrades, draw_trials, scale_of, shrink, small
from tests import oracle

Ratings, Items = dict[str, float], list[str]
Own = Callable[[Ratings, Items], Any]


def relevant(ratings: Ratings, least: float = 1) -> set[str]:
    return {item for item, grade in ratings.items() if grade >= least}


def ap(read: int | None, most: int | None, by: str = "R", least: float = 1) -> Own:
    """AP of the first ranks, divided by |R|, at most n, or by the hits."""

    def ap_of_5(ratings: Ratings, recommendations: Items) -> float:
        hits, total, wanted = 0, 0.0, relevant(ratings, least)
        for rank, item in enumerate(recommendations[:read], start=1):
            if item in wanted:
                hits += 1
                total += hits / rank
        return total / max(hits if by == "hits" else min(len(wanted), most or math.inf), 1)

    return ap_of_5


ap_of_5 = ap(5, 5)


def hits_by(n: int, read: int | None = None) -> Own:
    return lambda ratings, items: len(relevant(ratings) & {*items[:read]}) / n


def of_the_oracle(name: str, threshold: float, n: int) -> Own:
    """One of the oracle's plain loops, as a metric."""

    def own(ratings: Ratings, recommendations: Items) -> float:
        grades = list(ratings.values())
        shown = [ratings.get(item, 0) for item in recommendations]
        pool = sorted((grade for grade in grades if grade > 0), reverse=True)
        relevant = sum(grade >= threshold for grade in grades)
        return float(getattr(oracle, name)(shown, pool, threshold, relevant, n))

    return own


RIGHT = {"AP@5": "average_precision", "nDCG@4": "ndcg", "RR@3": "reciprocal_rank", "P@10": "precision", "DCG@30": "dcg"}


@pytest.mark.long
@pytest.mark.parametrize("threshold", [1, 3, 3.5])
@pytest.mark.parametrize(("spelling", "name"), RIGHT.items())
def test_a_right_metric_agrees(spelling: str, name: str, threshold: float) -> None:
    found = check_metric(spelling, of_the_oracle(name, threshold, int(spelling.partition("@")[2])), threshold=threshold)
    assert found.agrees
    assert (found.smallest, found.problem, found.causes, found.hint) == (None, None, (), None)


def test_agreement_reports_the_number_of_lists_per_kind() -> None:
    found = check_metric("AP@5", ap_of_5)
    kinds, count = found.kinds(), len(found.search.trials)
    assert repr(found).startswith(f"ap_of_5 agrees with AP@5 on all {count} lists, to 9 decimals. Among them:\n\n")
    assert all(f"{count:>5}  {kind}" in found.text() for kind, count in kinds.items())
    assert len(kinds) == len(KINDS) - 1  # no grades in a list of R and N
    assert "different relevant grades" in check_metric("AP@5", ap(5, 5, least=3), threshold=3).kinds()
    assert not any("5" in kind for kind in check_metric("AP", ap(None, None)).kinds())
    assert all(kinds[kind] > 50 for kind in kinds)


def test_a_metric_object_may_name_its_measure() -> None:
    class Mine:
        def name(self) -> str:
            return "MAP@5"

        def eval(self, ratings: Ratings, recommendations: Items) -> float:
            return ap_of_5(ratings, recommendations)

    assert check_metric(None, Mine()).agrees
    assert check_metric(None, Mine()).name == "Mine"
    assert check_metric("P@5", Mine()).search.measure == measure("P@5")


@pytest.mark.long
def test_convention_and_threshold_change_the_verdict() -> None:
    by_all = ap(5, None)
    assert check_metric("AP@5", by_all, convention="trec_eval").agrees
    assert check_metric("AP@5", by_all).codes == ("AP_DIV_R",)
    assert "trec_eval" in check_metric("AP@5", by_all).causes[0].verdict.conventions
    assert check_metric("AP@5", ap_of_5, convention="trec_eval").codes == ("AP_DIV_MIN",)
    assert check_metric(measure("AP@5", convention="trec_eval"), by_all, convention="trec_eval").agrees
    assert not check_metric("AP@5", ap_of_5, threshold=2).agrees
    assert check_metric("AP@5", ap(5, 5, least=3.5), threshold=3).codes == ("THRESH_GT",)


# --- the law: each known mistake is found out, on the smallest list ---------------------------------------------


@cache
def tried(spelling: str, threshold: float) -> tuple[list[Trial], Run]:
    asked = measure(spelling)
    scale = scale_of(asked, threshold)
    trials = [*small(scale, asked.depth()), *draw_trials(scale, asked.depth())]
    lists = {str(k): one.recommendations for k, one in enumerate(trials)}
    return trials, Run(lists, {str(k): one.ratings for k, one in enumerate(trials)}, threshold=threshold)


def making(code: str, spelling: str, threshold: float) -> Own:
    """A metric that makes a mistake; its values on the lists that are tried are looked up."""
    asked, known = measure(spelling), MISCONCEPTIONS[code]

    def values(run: Run) -> Any:
        wrong = known.values(asked, run)
        return np.where(np.isnan(wrong), asked(run.ranking), wrong)

    trials, run = tried(spelling, threshold)
    keys = (repr((one.ratings, one.recommendations)) for one in trials)
    table = dict(zip(keys, values(run).tolist(), strict=True))

    def own(ratings: Ratings, items: Items) -> float:
        found = table.get(repr((ratings, items)))
        return float(values(Run({1: items}, {1: ratings}, threshold=threshold))[0]) if found is None else found

    return own


ASKED = {"AP@3": 1, "AP": 3, "nDCG@3": 3, "RR": 1, "P@3": 3}
NONE_MADE = {"ID_TYPE", "SEEN_KEPT", "SCORES_REVERSED", "SCORES_BY_ID", "SCORES_BEST_FIRST"}
"""The lists have ids of one type and no scores, and there is no train data."""


def mistakes(spelling: str) -> list[str]:
    """The codes of the mistakes that can be made in a measure on the lists that are tried."""
    asked, run = measure(spelling), tried(spelling, ASKED[spelling])[1]
    return [
        code
        for code, known in MISCONCEPTIONS.items()
        if known.takes in ("list", "run") and asked.metric.name in known.measures and code not in NONE_MADE
        if not np.all(np.isnan(known.values(asked, run)))
    ]


@pytest.mark.long
def test_tested_mistakes_cover_all_codes_of_the_measures() -> None:
    codes = {code for spelling in ASKED for code in mistakes(spelling)}
    names = {measure(spelling).metric.name for spelling in ASKED}
    wanted = {c for c, known in MISCONCEPTIONS.items() if known.takes == "list" and names & {*known.measures}}
    deep = {code for code in wanted if code.startswith("CUT_")} - {"CUT_5"}  # no list is so long
    assert wanted - codes - deep == {"GAIN_EXP"}  # nDCG's gain is 2^g − 1


def binary(most: int) -> list[Trial]:
    """Every list of R and N that are all judged or not, up to four ranks, with a number of missed items."""
    return [
        Trial(shown, (1,) * missed, backwards)
        for length in range(5)
        for shown in itertools.product((None, 1), repeat=length)
        for missed in range(most)
        for backwards in (False, True)
    ]


@pytest.mark.long
@pytest.mark.parametrize("spelling", ["AP@3", pytest.param("AP", marks=pytest.mark.slow), "nDCG@3", "RR", "P@3"])
def test_every_mistake_gets_its_code_and_smallest_list(spelling: str) -> None:
    for code in mistakes(spelling):
        expect_named(code, spelling)


def expect_named(code: str, spelling: str) -> None:
    threshold, asked = ASKED[spelling], measure(spelling)
    own = making(code, spelling, threshold)
    found = check_metric(spelling, own, threshold=threshold)
    assert not found.agrees
    assert found.codes == (code,)
    assert MISCONCEPTIONS[code].sentence(asked) in found.text()
    assert found.smallest is not None
    shown, ratings = found.smallest.recommendations, found.smallest.ratings
    assert not math.isclose(own(ratings, shown), asked(found.smallest.ranking), abs_tol=1e-9)
    if threshold == 1:
        assert (len(shown), len(ratings)) == smallest_of_all(own, spelling)


@cache
def small_ones(spelling: str) -> list[tuple[Ratings, Items, float]]:
    """All small lists, with their values."""
    asked = measure(spelling)
    return [(one.ratings, one.recommendations, asked(one.ranking(1))) for one in binary(6)]


def smallest_of_all(own: Own, spelling: str) -> tuple[int, int]:
    """The fewest ranks, and then relevant items, with which a metric and a measure part: by trying all."""
    return min(
        (len(items), len(ratings))
        for ratings, items, value in small_ones(spelling)
        if not math.isclose(own(ratings, items), value, abs_tol=1e-9)
    )


def test_a_long_counterexample_shrinks_to_the_smallest_list() -> None:
    found = check_metric("P@10", hits_by(10, 9))
    assert (found.smallest.recommendations, found.smallest.ratings) == (list("abcdefghij"), {"j": 1})
    assert found.smallest.ranking.hits().tolist() == [0] * 9 + [1]


def test_shrink_stops_when_nothing_can_be_removed() -> None:
    scale = TrialGrades((1, 2), (0,))
    trial = Trial((2, 0, 2, None, 1), (2, 1), True)
    assert shrink(trial, scale, lambda one: len(one.ratings) > 2 and one.shown[:1] == (2,)) == Trial((2,), (0, 0))


# --- what is read from the values -------------------------------------------------------------------------------


SIDES = ("at most", "precision"), ("above", "recall")


def test_different_mistakes_on_both_sides_of_the_cutoff_are_reported() -> None:
    found = check_metric("AP@5", lambda ratings, items: hits_by(max(5, len(relevant(ratings))), 5)(ratings, items))
    assert found.codes == ("AP_IS_PREC", "AP_IS_RECALL")
    few, many = (found.text().index(f"Where |R| is {where} 5: This is the {what}") for where, what in SIDES)
    assert few < many


def test_a_mistake_must_match_all_values_not_their_mean() -> None:
    by_hits = ap(5, 5, by="hits")
    more = {"a": 0.25, "b": -0.25}

    def nearly(ratings: Ratings, items: Items) -> float:
        return by_hits(ratings, items) + (more[min(ratings)] if items == ["a", "b"] and len(ratings) == 1 else 0)

    assert check_metric("AP@5", by_hits).codes == ("AP_DIV_HITS",)
    text = check_metric("AP@5", nearly).text()
    assert "One cause" not in text
    assert "Where |R| is at most 5: no known mistake and no convention gives these values." in text


def from_0(asked: str, *, skip: bool = False) -> Own:
    """A program that forgot start=1, and fails at rank 1, or passes over it."""

    def own(ratings: Ratings, items: Items) -> float:
        hits, total = 0, 0.0
        for rank, item in enumerate(items[:5]):
            if item in relevant(ratings):
                hits += 1
                if skip and not rank:
                    continue
                if asked.startswith("RR"):
                    return 1 / rank
                total += hits / rank
        return total / max(min(len(relevant(ratings)), 5), 1)

    return own


@pytest.mark.long
@pytest.mark.parametrize(("asked", "code"), [("RR@5", "RR_START0"), ("AP@5", "AP_START0")])
@pytest.mark.parametrize("skip", [False, True])
def test_ranks_from_0_are_detected_despite_division_by_0(asked: str, code: str, skip: bool) -> None:
    found = check_metric(asked, from_0(asked, skip=skip))
    assert found.codes == (code,)
    assert (found.problem is None) == skip
    assert skip or found.problem.values[0] == "it raised ZeroDivisionError: division by zero"
    assert "counted from 0 (in Python: enumerate without start=1)" in found.text()


@pytest.mark.long
@pytest.mark.parametrize("read", [5, 10, 20, 30])
def test_a_wrong_cutoff_gets_its_code(read: int) -> None:
    assert check_metric("AP@50", ap(read, read)).codes == (f"CUT_{read}",)


def lenskit(of_empty: float) -> Own:
    """AP divided by the hits that fit in the ranks really shown, with a separate value where nothing is relevant."""

    def own(ratings: Ratings, items: Items) -> float:
        wanted, found = relevant(ratings), ap(5, None)(ratings, items)
        return found * len(wanted) / max(min(len(wanted), len(items), 5), 1) if wanted else of_empty

    return own


def inverted(ratings: Ratings, items: Items) -> float:
    """1 less AUC, and 0 where there is no pair."""
    wanted = relevant(ratings)
    right = [item in wanted for k, other in enumerate(items) if other not in wanted for item in items[:k]]
    count = len(wanted) * sum(item not in wanted for item in items)
    return 1 - sum(right) / count if count else 0.0


LENSKIT = "Right under another convention, not the one required here: LensKit (divided by min(|R|, shown))."
SKIPPED = measure("AP@5", empty="skip")
EMPTY = [
    (
        inverted,
        "AUC",
        "The pairs in wrong order",
        "Where there is no value: it gives 0, and AUC has",
        ("AUC_INVERTED",),
    ),
    (lenskit(0), "AP@5", f"Where |R| is above 0: {LENSKIT}", "Where |R| is 0: they agree.", ()),
    (lenskit(0.5), "AP@5", f"Where |R| is above 0: {LENSKIT}", "Where |R| is 0: it gives 0.5, and AP@5 gives 0.", ()),
    (lenskit(0.5), SKIPPED, LENSKIT, "Where |R| is 0: it gives 0.5, and AP@5 leaves out such a user.", ()),
    (
        lenskit(math.nan),
        "AP@5",
        f"One cause gives all its values. {LENSKIT}",
        "it returned nan, which is not a value",
        (),
    ),
    (
        lenskit(1),
        "AP@5",
        LENSKIT,
        "Where |R| is 0: The users with no relevant item were counted as 1;",
        ("EMPTY_AS_ONE",),
    ),
    (
        lambda *given: ap_of_5(*given) if relevant(given[0]) else 0.25,
        "AP@5",
        "Where |R| is above 0: they agree.",
        "Where |R| is 0: it gives 0.25, and AP@5 gives 0.",
        (),
    ),
    (
        lambda *given: hits_by(max(5, len(relevant(given[0]))), 5)(*given) if relevant(given[0]) else 1,
        "AP@5",
        "Where |R| is from 1 to 5: This is the precision",
        "Where |R| is 0: The users with no relevant item were counted as 1;",
        ("AP_IS_PREC", "AP_IS_RECALL", "EMPTY_AS_ONE"),
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("own", "asked", "found", "empty", "codes"), EMPTY)
def test_users_with_no_relevant_item_are_a_separate_group(
    own: Own, asked: Any, found: str, empty: str, codes: tuple[str, ...]
) -> None:
    check = check_metric(asked, own)
    assert found in check.text()
    assert empty in check.text()
    assert check.codes == codes


def test_lists_without_a_value_are_open_where_their_values_differ() -> None:
    def area(r: list[float], count: int) -> float:
        hits = [grade >= 1 for grade in r]
        others = len(r) - sum(hits)
        right = sum(sum(not other for other in hits[k:]) for k, hit in enumerate(hits) if hit)
        return right / (count * others) if count and others else 0.5 * any(hits)

    check = check_metric("AUC", area, call="r, count")
    assert "Where there is no value: no known mistake" in check.text()
    assert check.explains_all == ()


def test_both_of_two_joined_mistakes_are_named() -> None:
    strict = ap(5, 5, by="hits", least=3.5)
    found = check_metric("AP@5", strict, threshold=3)
    assert found.codes == ("THRESH_GT+AP_DIV_HITS",)
    assert "Two mistakes at once: Only grades above the threshold" in found.text()
    assert "The sum of P@i was divided by the hits" in found.text()
    assert found.smallest.working is not None


def test_an_unknown_mistake_gets_no_code() -> None:
    found = check_metric("AP@5", lambda _ratings, items: 1 / (1 + len(items)))
    assert found.causes == ()
    assert "No known mistake and no convention gives the values of lambda." in found.text()
    assert (found.smallest.recommendations, found.smallest.ratings, found.smallest.values) == ([], {}, ("1", "0"))


@pytest.mark.long
@pytest.mark.parametrize(("places", "name"), [(2, "0.33"), (4, "0.333300000"), (6, "0.333333000")])
def test_a_rounded_value_is_reported(places: int, name: str) -> None:
    found = check_metric("AP@5", lambda ratings, items: round(ap_of_5(ratings, items), places))
    assert (found.hint.value, found.causes) == (str(places), ())
    assert f"rounded or cut off after {places} decimals" in found.text()
    assert found.smallest.values[0] == name
    assert check_metric("AP@5", lambda ratings, items: round(ap_of_5(ratings, items), 12)).agrees


@pytest.mark.long
@pytest.mark.parametrize("spelling", ["AP@5", "DCG@50"])
def test_single_precision_is_reported(spelling: str) -> None:
    right = of_the_oracle("average_precision" if spelling == "AP@5" else "dcg", 1, int(spelling.partition("@")[2]))
    for own in (lambda *given: np.float32(right(*given)), lambda *given: right(*given) / (1 + 1e-8)):
        assert "as in single precision (float32)" in check_metric(spelling, own).text()
    assert check_metric(spelling, lambda *given: right(*given) * 1.0001).hint is None


UNREAD = [
    (ap(None, None), "AP@5", 1, 6, "One cause gives all its values. The whole list was read;"),
    (ap(6, 6), "AP@5", 1, 6, "One cause gives all its values. One rank too many was read,"),
    (ap(4, 4), "AP@5", 1, 5, "One cause gives all its values. One rank too few was read,"),
    (ap(None, None), "AP@50", 1, 51, "One cause gives all its values. The whole list was read;"),
    (hits_by(5), "P@5", 6, 1, "It is right for all lists of at most 5 ranks: does it leave out"),
    (hits_by(100), "P@100", 101, 1, "It is right for all lists of at most 100 ranks: does it leave out"),
    (ap(50, None), "AP@50", 1, 51, "One cause gives all its values. The sum of P@i was divided by |R|;"),
    (ap(20, 20), "AP", 1, 21, "No known mistake"),
    (ap(100, 100), "AP", 1, 101, "No known mistake"),
]


@pytest.mark.long
@pytest.mark.parametrize(("own", "asked", "ranks", "judged", "sentence"), UNREAD)
def test_lists_on_both_sides_of_a_cutoff_are_tested(
    own: Own, asked: str, ranks: int, judged: int, sentence: str
) -> None:
    found = check_metric(asked, own)
    assert sentence in found.text()
    assert (len(found.smallest.recommendations), len(found.smallest.ratings)) == (ranks, judged)


@pytest.mark.long
@pytest.mark.parametrize("n", [20, 24, 100])
def test_a_right_metric_agrees_at_a_deep_cutoff(n: int) -> None:
    found = check_metric(f"AP@{n}", ap(n, n))
    assert found.agrees
    assert all(found.kinds()[kind] > 15 for kind in (f"lists longer than {n}", f"|R| above {n}"))


def test_the_report_shows_both_values_list_and_working() -> None:
    found = check_metric("AP@5", ap(5, 5, by="hits"))
    assert (
        "  ratings = {'a': 1, 'b': 1}\n  recommendations = ['a']\n  Ranking('R', relevant=2)\n\n"
        "  ap_of_5 = 1/1 = 1\n  AP@5 = (1/1)/2 = 0.5\n\n"
        "One cause gives all its values. The sum of P@i was divided by the hits;"
    ) in found.text()
    assert found.text().endswith("AP@5 = Σ_i P@i·rel_i/D\n       = (1/1)/2\n       = 0.5")
    assert found.text() == repr(found) == repr(check_metric("AP@5", ap(5, 5, by="hits")))
    set_language("es")
    assert "AP@5 = (1/1)/2 = 0,5" in found.html()
    set_language("en")


# --- what is no value -------------------------------------------------------------------------------------------


def changing(what: str) -> Own:
    def own(ratings: Ratings, items: Items) -> float:
        value = ap_of_5(ratings, items)
        items.sort(reverse=True) if what == "items" else ratings.popitem() if ratings else None
        return value

    return own


class Unsaid(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise RuntimeError


def raising(error: BaseException) -> Own:
    def own(_ratings: Ratings, _items: Items) -> float:
        raise error

    return own


def forgetful(added: float) -> Own:
    more = itertools.cycle([0, added])
    return lambda ratings, items: ap_of_5(ratings, items) + next(more)


PROBLEMS: list[tuple[Any, str, Items, Ratings]] = [
    (lambda _ratings, items: 1 / len(items), "it raised ZeroDivisionError: division by zero", [], {}),
    (lambda ratings, items: sum(ratings[item] for item in items), "it raised KeyError: 'a'", ["a"], {}),
    (lambda _ratings, _items: None, "it returned nothing (None): does it end with return?", [], {}),
    (lambda _ratings, items: "0.5" if items else 0, "it returned '0.5', which is not a number", ["a"], {}),
    (lambda ratings, _items: math.nan if ratings else 0, "it returned nan, which is not a value", [], {"a": 0}),
    (lambda ratings, _items: math.inf if ratings else 0, "it returned inf, which is not a value", [], {"a": 0}),
    (lambda _ratings, _items: 10**400, f"it returned 1{'0' * 119}…, which is too large", [], {}),
    (lambda _ratings, _items: 10**5000, "it returned int, which is too large", [], {}),
    (raising(Unsaid()), "it raised Unsaid.", [], {}),
    (raising(SystemExit(1)), "it called exit(), which ends the program and returns nothing", [], {}),
    (changing("items"), "it changed the recommendations that it received", ["a", "b"], {}),
    (changing("ratings"), "it changed the ratings that it received", [], {"a": 0}),
    (lambda: 0, "it raised TypeError: ", [], {}),
    (forgetful(1 / 8), "called again with the same list, it returned another value (0; 0.125)", [], {}),
    (forgetful(math.nan), "called again with the same list, it returned another value (0; –)", [], {}),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("own", "sentence", "items", "ratings"), PROBLEMS, ids=lambda one: one if isinstance(one, str) else ""
)
def test_an_invalid_value_is_reported_with_the_smallest_list(
    own: Any, sentence: str, items: Items, ratings: Ratings
) -> None:
    found = check_metric("AP@5", own)
    assert not found.agrees
    assert f"lists. On the smallest of them {sentence}" in found.text()
    assert (found.problem.recommendations, found.problem.ratings) == (items, ratings)
    assert f"ratings = {ratings}\n  recommendations = {items}\n" in found.text()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_an_unsteady_metric_is_reported_but_not_compared(seed: int) -> None:
    numbers = random.Random(seed)
    found = check_metric("AP@5", lambda _ratings, _items: numbers.choice([0.5, 1]))
    assert found.smallest is None
    assert found.problem.own.key == "again"


@pytest.mark.long
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64, int])
def test_numbers_of_any_type_are_accepted(kind: Any) -> None:
    assert check_metric("HR@5", lambda ratings, items: kind(bool(relevant(ratings) & {*items[:5]}))).agrees


@pytest.mark.long
def test_users_excluded_by_a_convention_need_no_value() -> None:
    def own(ratings: Ratings, items: Items) -> float:
        return ap_of_5(ratings, items) if relevant(ratings) else math.nan

    assert check_metric(measure("AP@5", empty="skip"), own).agrees
    assert check_metric("AP@5", own).problem.values == ("it returned nan, which is not a value", "0")
    assert check_metric(measure("AP@5", empty="error"), ap_of_5).agrees
    assert check_metric(measure("AP@5", empty="error"), lambda _ratings, _items: 2).smallest.ratings == {"a": 1}


def test_the_output_of_a_metric_is_not_shown(capsys) -> None:
    check_metric("AP@5", lambda ratings, items: print(items) or ap_of_5(ratings, items))
    assert capsys.readouterr().out == ""


def test_hostile_text_is_shown_unchanged() -> None:
    def own(_ratings: Ratings, _items: Items) -> str:
        return "<img src=x onerror=alert(1)>\n&"

    own.__name__ = "<b>mine</b>"
    html = check_metric("AP@5", own).html()
    assert "<img" not in html
    assert "<b>" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;\\n&amp;" in html
    raises = check_metric("AP@5", lambda ratings, items: {}["<script>"]).html()
    assert "<script>" not in raises
    assert "KeyError: &#39;&lt;script&gt;&#39;" in raises


class Nameless:
    eval = ap_of_5

    def name(self) -> str:
        raise KeyError("AP@5")


class Unreadable:
    @property
    def eval(self) -> object:
        raise RuntimeError


REFUSED: list[tuple[Any, Any, dict[str, Any], str]] = [
    (3, "AP", {}, "^a metric is a function of .*; got 3$"),
    (Unreadable, "AP", {}, "^a metric is a function of .*; got <class"),
    (Unreadable(), "AP", {}, "^a metric is a function of .*; got <"),
    (ap_of_5, "APP", {}, "^unknown measure 'APP'"),
    (ap_of_5, "", {}, "^unknown measure ''"),
    (Nameless(), "", {}, "^name() must return the measure, such as 'AP@10'; it raised KeyError: 'AP@5'$"),
    (ap_of_5, "AP@1001", {}, "^a metric can be checked up to the cut-off 1000; got AP@1001$"),
    (ap_of_5, "AP@5", {"convention": "nonsense"}, "^unknown convention 'nonsense'"),
    (
        ap_of_5,
        measure("AP@5"),
        {"convention": "nonsense"},
        "^a Measure has its own convention, here 'parra'; do not pass another .got 'nonsense'",
    ),
    (
        ap_of_5,
        measure("nDCG@3", convention="ranx"),
        {"convention": "ranx_burges"},
        "^a Measure has its own convention, here 'ranx'; do not pass another .got 'ranx_burges'",
    ),
    *((ap_of_5, "AP@5", {"threshold": given}, "^threshold must be") for given in (0, math.nan, 2000)),
]


@pytest.mark.parametrize(("given", "asked", "options", "sentence"), REFUSED)
def test_an_uncheckable_metric_raises_an_error(given: Any, asked: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("()", r"\(\)")):
        check_metric(asked, given, **options)


# --- the lists --------------------------------------------------------------------------------------------------


def test_trial_lists_are_reproducible_and_include_small_lists() -> None:
    scale = scale_of(measure("AP@5"), 1)
    assert draw_trials(scale, 5) == draw_trials(scale, 5)
    assert {one.backwards for one in draw_trials(scale, 5)} == {False, True}
    assert sum(len(one.shown) <= 23 for one in draw_trials(scale, 25)) >= 240  # of 300: long ones take long
    of_pool = ("users with no relevant item", "|R| from 1 to {n}", "|R| above {n}")
    assert {sum(KINDS[kind](one, 1, 5) for kind in of_pool) for one in draw_trials(scale, 5)} == {1}
    of_length = ("empty lists", "lists shorter than {n}", "lists longer than {n}")
    assert all(
        sum(KINDS[kind](one, 1, 5) for kind in of_length) == (len(one.shown) != 5) for one in draw_trials(scale, 5)
    )
    trials = small(scale, 5)
    assert {one for one in binary(7) if not one.backwards} <= {*trials}
    assert trials == sorted(trials, key=lambda one: one.size)
    assert len({*trials}) == len(trials)
    assert {one.relevant(1) for one in trials if not one.shown} == {0, 1, 2, 3, 4, 5, 6}
    assert {one.relevant(1) for one in small(scale, 50) if not one.shown} == {*range(22), 50, 51}


def test_trial_grades_match_the_grades_a_measure_reads() -> None:
    assert (
        scale_of(measure("RR"), 1)
        == scale_of(measure("AP"), 1)
        == scale_of(measure("Recall@5"), 1)
        == TrialGrades((1,), (0,))
    )
    assert scale_of(measure("RR"), 0.5) == TrialGrades((0.5,), (0,))
    assert scale_of(measure("RR"), 3) == TrialGrades((3, 4), (0, 2))
    assert scale_of(measure("nDCG@5"), 1) == scale_of(measure("Rp@5"), 1) == TrialGrades((1, 2, 3), (0,))
    assert scale_of(measure("DCG@5"), 2.5) == TrialGrades((2.5, 3.5, 4.5), (0, 2))
    assert scale_of(measure("AP"), 1000) == TrialGrades((1000,), (0, 999))


def test_the_report_states_agreeing_lists_and_threshold() -> None:
    def nothing_for_none(ratings: Ratings, shown: Items) -> float | None:
        return ap(5, 5)(ratings, shown) if any(ratings.values()) else None

    found = check_metric("AP@5", nothing_for_none)
    assert f"It agrees on the others, {len(found.search.trials) - len(found.search.failed)}." in found.text()
    assert "AP@5 (relevant: grade 3 or higher)" in check_metric("AP@5", ap(5, 5), threshold=3).text()


def test_the_working_of_joined_mistakes_omits_grades_at_threshold() -> None:
    found = check_metric("AP@5", ap(5, 5, by="hits", least=3.5), threshold=3)
    assert (found.smallest.ratings, found.smallest.values, found.smallest.working.value) == ({"a": 3}, ("0", "1"), 0)
    assert "ap_of_5 = 0\n  AP@5 = 1/1 = 1\n" in found.text()
