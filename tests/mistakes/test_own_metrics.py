"""`check_metric` on functions as they were written: their forms, users, ratings, what they return, and that each check ends."""

from __future__ import annotations

import math
import os
import random
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from metrics_edu import check_metric, set_language
from metrics_edu.mistakes.own_metrics import metric_search
from metrics_edu.mistakes.own_metrics.call_words import COLLECTIONS, COLUMNS, OF_ALL, OF_USER, Given, read_argument
from metrics_edu.mistakes.own_metrics.time_limit import TimeLimit, unnoticed
from metrics_edu.mistakes.trial_lists import Trial
from tests.mistakes.found_signatures import ASKED, SIGNATURES, ap, by_score, ndcg, precision, recall, rr
from tests.mistakes.student_functions import RIGHT, WRONG

if TYPE_CHECKING:
    import pandas as pd

# --- the cases that were tried, and the signatures that were found ------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("function", "asked", "code"), WRONG, ids=lambda given: getattr(given, "__name__", ""))
def test_a_wrong_function_gets_its_code_as_it_is_written(function: Any, asked: str, code: str) -> None:
    found = check_metric(asked, function)
    assert not found.agrees
    assert code in found.codes


@pytest.mark.long
@pytest.mark.usefixtures("few_lists")
@pytest.mark.parametrize(("function", "asked", "options"), RIGHT, ids=lambda given: getattr(given, "__name__", ""))
def test_a_right_function_agrees_as_it_is_written(function: Any, asked: str, options: dict[str, Any]) -> None:
    assert check_metric(asked, function, **options).agrees


REFUSED = (ASKED, "cut-off")
SAID = ("value=", "not a number", "percent", "is not Diversity")


@pytest.mark.long
@pytest.mark.usefixtures("few_lists")
@pytest.mark.parametrize(
    ("function", "asked", "call", "options"), [row[1:] for row in SIGNATURES], ids=[row[0] for row in SIGNATURES]
)
def test_a_signature_is_called_rightly_or_refused_with_the_remedy(
    function: Any, asked: str, call: str, options: dict[str, Any]
) -> None:
    if call in REFUSED:
        with pytest.raises(ValueError, match=call):
            check_metric(asked, function, **options)
        return
    found = check_metric(asked, function, **options)
    if call in SAID:
        assert call in found.text()
    else:
        assert found.text().startswith(
            f"Called as lambda({call})." if function.__name__ == "<lambda>" else "Called as "
        )
        assert found.search.metric.call.text == call
        assert found.agrees


# --- words ---------------------------------------------------------------------------------------------------------


def of_rank(rank: int, k: int) -> float:
    return 1 / rank if rank <= k else 0.0


def keyword_only(relevant: Any, shown: Any, *, top_k: int = 3) -> float:
    return ap(relevant, shown, top_k)


class Query:
    def __init__(self, relevant: list[str]) -> None:
        self.relevant = relevant


def of_query(listed: Any, query: Query) -> float:
    return ap(query.relevant, listed, 5)


def by_query(function: Any, ratings: dict[str, float], recommendations: list[str]) -> Any:
    return function(recommendations, Query([item for item, grade in ratings.items() if grade >= 1]))


def of_rows(every: Any, scores: Any, k: int) -> float:
    """nDCG of rows of labels and scores, as scikit-learn takes them."""
    rows = zip(np.asarray(every), np.asarray(scores), strict=True)
    return float(np.mean([ndcg([row[j] for j in np.argsort(-own)], row, k) for row, own in rows]))


SAID_CALLS: list[tuple[str, Any, Any, dict[str, Any]]] = [
    ("AP@5", lambda a, b, c: ap(b, a, c), "shown, relevant, k", {}),
    ("P@5", lambda a, b: len({*a[:5]} & b) / 5, "shown, relevant: set", {}),
    ("P@5", lambda a, b: np.isin(a[:5], b).sum() / 5, "shown: array, relevant: array", {}),
    ("P@5", lambda a, b: a[:5].isin(b).sum() / 5, "shown: Series, relevant: tuple", {}),
    ("nDCG@5", lambda a, k: ndcg(a, a, k), "r, k", {"ideal": "retrieved"}),
    ("MAP@5", lambda a, b, k: sum(map(ap, a, b, [k] * len(a))) / len(a), "[relevant], [shown], k", {}),
    ("MAP@5", lambda a, b, k: sum(ap(a[u], b[u], k) for u in a) / len(a), "{relevant}, {shown}, k", {}),
    ("MAP@5", lambda a, b, k: [ap(x, y, k) for x, y in zip(a, b, strict=True)], "[relevant], [shown], k", {}),
    ("MAP@5", lambda a, b, k: {u: ap(a[u], b[u], k) for u in a}, "{relevant}, {shown}, k", {}),
    ("RR@5", of_rank, "rank, k", {}),
    ("RR@5", lambda rank, k: of_rank(rank + 1, k), "rank0, k", {}),
    ("AP@5", keyword_only, "relevant, shown", {}),
    ("AP@5", keyword_only, "relevant, shown, k", {}),
    ("AP@5", of_query, by_query, {}),
    ("RMSE", lambda a, b: math.sqrt(np.mean((a - b) ** 2)), "predicted, actual", {}),
    ("RMSE", lambda a, b: math.sqrt(np.mean((a - b) ** 2)), lambda f, actual, predicted: f(actual, predicted), {}),
    ("User coverage", lambda a, b: len({*a} & {*b}) / len(b), "lists, users", {}),
    ("Item coverage", lambda a, b: len({i for one in a for i in one} & b) / len(b), "[shown], catalogue", {}),
    ("nDCG@5", of_rows, "[y_true: array], [y_score: array], k", {}),
    (
        "MAP@5",
        lambda a, b, k: [ap([*x], [*y], k) for x, y in zip(a, b, strict=True)],
        "[relevant: array], [shown], k",
        {},
    ),
    ("MAP@5", lambda a, b, k: {u: ap([*a[u]], [*b[u]], k) for u in a}, "{relevant: Series}, {shown: array}, k", {}),
]


@pytest.mark.usefixtures("few_lists")
@pytest.mark.parametrize(("asked", "function", "call", "options"), SAID_CALLS)
def test_a_call_that_is_said_is_made(asked: str, function: Any, call: Any, options: dict[str, Any]) -> None:
    assert check_metric(asked, function, call=call, **options).agrees


NOT_SAID: list[tuple[str, Any, dict[str, Any], str]] = [
    ("AP@5", ap, {"call": "relevant, listed, k"}, "a word of call= must be one of .*; got 'listed'"),
    ("AP@5", ap, {"call": "actual, predicted, k"}, "a word of call= must be one of .*; got 'actual'"),
    (
        "RMSE",
        ap,
        {"call": "relevant, shown"},
        "a word of call= must be one of 'actual', 'predicted', 'predictions'; got",
    ),
    ("AP@5", ap, {"call": "shown, shown, k"}, "write each word of call= once"),
    ("AP@5", ap, {"call": "[relevant, shown, k"}, r'write call= as in ".*"; got'),
    ("AP@5", ap, {"call": "relevant: bag, shown, k"}, "'bag'"),
    ("AP", ap, {"call": "relevant, shown, k"}, "AP has no cut-off, but the function takes one: check AP@5"),
    ("AP", lambda relevant, shown, k=10: ap(relevant, shown, k), {}, "AP has no cut-off"),
    ("AP@5", lambda r, k: 0, {}, r'r has only the shown ranks, .* say denominator="retrieved" or call="r, count, k"'),
    ("nDCG@5", lambda r, k: 0, {}, r'say ideal="retrieved" or call="r, ideal, k"'),
    ("Recall@5", lambda r, k: 0, {}, 'say call="r, count, k"'),
    ("AP@5", lambda a, b: 0, {"call": "y_true, y_pred"}, "y_pred only says what is shown"),
    ("P@5", lambda a, b, k: len({*a[:k]} & {*b[:k]}) / k, {}, "can be called in several ways"),
    ("P@5", lambda *a: precision(*a), {}, r"what the arguments of lambda\(\*args\) are"),
    ("AP", lambda a, b, c, d: 0, {}, 'as in call="relevant, shown", with'),
    ("RMSE", lambda frame: 0, {}, 'as in call="actual, predicted", .*, call=lambda f, actual, predicted: f'),
    ("P@5", ap, {"decimals": -1}, "decimals"),
    ("P@5", ap, {"seconds": "long"}, "seconds"),
]


@pytest.mark.parametrize(("asked", "function", "options", "sentence"), NOT_SAID)
def test_what_cannot_be_called_is_refused_with_the_remedy(
    asked: str, function: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        check_metric(asked, function, **options)


def recall_of_lists(actual: list[list[str]], predicted: list[list[str]], k: int = 5) -> float:
    return float(np.mean([recall(a, p, k) for a, p in zip(actual, predicted, strict=True)]))


def precision_of_dicts(actual: dict[str, list[str]], predicted: dict[str, list[str]], k: int = 5) -> float:
    return float(np.mean([precision(actual[user], predicted[user], k) for user in actual]))


def recall_of_a_set(recommended: list[str], relevant: set[str], k: int) -> float:
    return len({*recommended[:k]} & relevant) / max(len(relevant), 1)


def hit_of_series(recommended: pd.Series, target_item: str, k: int = 3) -> bool:
    return bool(recommended.head(k).isin([target_item]).any())


FORMS: list[tuple[str, Any, str]] = [
    ("HR@5", hit_of_series, "shown: Series, item, k"),
    ("P@5", lambda recommended, relevant, K: precision(relevant, recommended, K), "shown, relevant, k"),  # noqa: N803
    ("Recall@5", lambda predicted, actual, n_items=9: recall(actual, predicted, n_items), "shown, relevant, k"),
    ("P@5", lambda user_recs, user_likes, corte, **_o: precision(user_likes, user_recs, corte), "shown, relevant, k"),
    ("P@5", lambda pred, true, k: np.isin(pred[:k], true).sum() / k, "shown, relevant, k"),
    ("RR@5", lambda y_true, y_pred, k: rr(y_true, y_pred, k), "relevant, shown, k"),
    ("Recall@5", lambda y_true, y_pred, k: recall(y_true, y_pred, k), "relevant, shown, k"),
    ("HR@5", lambda y_true, y_pred, k: y_true in y_pred[:k], "item, shown, k"),
    ("MAE", lambda df_true, df_pred: np.mean(np.abs(df_true - df_pred)), "actual, predicted"),
    ("MAE", lambda testset, preds: np.mean(np.abs(testset - preds)), "actual, predicted"),
    ("Recall@5", recall_of_lists, "[relevant], [shown], k"),
    ("P@5", precision_of_dicts, "{relevant}, {shown}, k"),
    ("Recall@5", recall_of_a_set, "shown, relevant: set, k"),
    ("MRR", lambda rs: np.mean([next((1 / k for k, r in enumerate(one, start=1) if r), 0) for one in rs]), "[r]"),
    ("nDCG@5", lambda y_true, y_pred, k=5: ndcg(by_score(y_true, y_pred), y_true, k), "y_true, y_score, k"),
    ("P@5", lambda lista, items_relevantes, n=10: precision(items_relevantes, lista, n), "shown, relevant, k"),
    ("RMSE", lambda reales, predichos: math.sqrt(np.mean((reales - predichos) ** 2)), "actual, predicted"),
    ("AP@5", lambda recommended, ratings, threshold=3: 0, "shown, ratings, threshold"),
    ("AP@5", lambda actual, predicted, k, **_options: ap(actual, predicted, k), "relevant, shown, k"),
]


@pytest.mark.usefixtures("few_lists")
@pytest.mark.parametrize(("asked", "function", "call"), FORMS)
def test_a_form_is_read_from_names_types_and_lists(asked: str, function: Any, call: str) -> None:
    found = check_metric(asked, function)
    assert found.search.metric.call.text == call
    assert found.agrees or asked == "AP@5"


def test_a_form_is_never_chosen_for_its_right_values() -> None:
    """Exchanged lists make a recall of a precision: whichever is right, the user is asked."""
    for asked in ("P@5", "Recall@5"):
        with pytest.raises(ValueError, match=r'call="relevant, shown, k" or .*call="shown, relevant, k"'):
            check_metric(asked, lambda a, b, k: len({*a[:k]} & {*b}) / k)


def test_grades_are_given_as_a_series() -> None:
    made = read_argument("ratings: Series", "ranking").made(Given(Trial((1, None), (3,)), 1, None, is_graded=True))
    assert made.to_dict() == {"a": 1, "c": 3}


def test_every_word_is_documented() -> None:
    text = check_metric.__doc__ or ""
    assert all(f"``{word}``" in text for word in (*OF_USER, *OF_ALL) if word not in COLUMNS)
    assert all(word in text for word in COLLECTIONS)


# --- what it returns -----------------------------------------------------------------------------------------------


def right(relevant: Any, shown: Any, k: int) -> float:
    return ap(relevant, shown, k)


class Both(NamedTuple):
    recall: float
    ap: float


@dataclass
class Measured:
    ap: float


RETURNS: list[tuple[Any, dict[str, Any]]] = [
    (Decimal, {}),
    (lambda value: Both(0, value), {"value": "ap"}),
    (Measured, {"value": "ap"}),
    (np.float64, {}),
    (np.array, {}),
    (lambda value: np.array([value]), {}),
    (lambda value: [value], {}),
    (lambda value: {"AP@5": value}, {}),
    (lambda value: (0, value), {"value": 1}),
    (lambda value: {"P": 0, "AP": value}, {"value": "AP"}),
    (lambda value: round(value, 4), {"decimals": 4}),
]


@pytest.mark.usefixtures("few_lists")
@pytest.mark.parametrize(("returned", "options"), RETURNS)
def test_what_is_returned_is_read(returned: Any, options: dict[str, Any]) -> None:
    assert check_metric("AP@5", lambda relevant, shown, k: returned(ap(relevant, shown, k)), **options).agrees


SAYS: list[tuple[Any, dict[str, Any], str]] = [
    (lambda value: 100 * value, {}, "Its values are right, but in percent."),
    (lambda value: round(100 * value, 2), {}, "Its values are right, but in percent."),
    (lambda value: (value, 0), {}, "which one? Say value=0"),
    (lambda value: (value, 0), {"value": 2}, "value=2 is not in what it returned"),
    (lambda value: np.float32(value), {}, "single precision"),
    (lambda _value: "0", {}, "it returned '0', which is not a number"),
    (lambda _value: print, {}, "which is not a number"),
]


@pytest.mark.usefixtures("few_lists")
@pytest.mark.parametrize(("returned", "options", "sentence"), SAYS)
def test_what_is_wrong_with_a_returned_value_is_said(returned: Any, options: dict[str, Any], sentence: str) -> None:
    found = check_metric("AP@5", lambda relevant, shown, k: returned(ap(relevant, shown, k)), **options)
    assert not found.agrees
    assert sentence in found.text()


def test_boolean_hits_are_values() -> None:
    assert check_metric("HR@5", lambda relevant, shown, k: bool({*relevant} & {*shown[:k]})).agrees


# --- users ---------------------------------------------------------------------------------------------------------


MEANS = {
    "MAP_SKIP_EMPTY": lambda actual, predicted, k: np.mean(
        [ap(a, p, k) for a, p in zip(actual, predicted, strict=True) if a] or [0]
    ),
    "MAP_SKIP_MISSED": lambda actual, predicted, k: np.mean(
        [v for a, p in zip(actual, predicted, strict=True) if (v := ap(a, p, k))] or [0]
    ),
    "AP_DIV_R": lambda actual, predicted, k: np.mean([ap(a, p[:k]) for a, p in zip(actual, predicted, strict=True)]),
}


@pytest.mark.long
@pytest.mark.parametrize("code", MEANS)
def test_a_mistake_in_a_mean_is_named(code: str) -> None:
    found = check_metric("MAP@5", MEANS[code])
    assert code in found.codes
    assert "[relevant], [shown], k" in found.text()


def test_a_mean_is_tried_on_users_after_single_lists() -> None:
    found = check_metric(
        "MAP@5", lambda actual, predicted, k: np.mean([*map(ap, actual, predicted, [k] * len(actual))])
    )
    assert found.agrees
    assert found.kinds()["runs with several users"] == found.runs == 40


# --- nothing that it does ends the check ---------------------------------------------------------------------------


def endless(_relevant: Any, _shown: Any, k: int) -> float:
    while k:
        with suppress(Exception):
            sum(range(1000))
    return 0.0


def test_an_endless_loop_ends() -> None:
    start = time.perf_counter()
    found = check_metric("AP@5", endless, seconds=0.5)
    assert not found.agrees
    assert "it had not returned after 0.25 s" in found.text()
    assert time.perf_counter() - start < 20


def test_no_time_may_be_left_for_users() -> None:
    def slow(relevant: Any, shown: Any, k: int) -> float:
        time.sleep(0.005)
        return float(np.mean([*map(ap, relevant, shown, [k] * len(relevant))]))

    found = check_metric("MAP@5", slow, call="[relevant], [shown], k", seconds=0.2)
    assert found.runs == 0
    assert "slow" in found.text()


def test_a_loop_that_is_endless_on_some_lists_ends() -> None:
    found = check_metric(
        "AP@5", lambda relevant, shown, k: endless(0, 0, k) if len(shown) > 2 else ap(relevant, shown, k), seconds=1
    )
    assert not found.agrees
    assert "it had not returned after 0.5 s" in found.text()


def test_a_slow_function_is_tried_on_fewer_lists_of_every_kind() -> None:
    def slow(relevant: Any, shown: Any, k: int) -> float:
        time.sleep(0.001)
        return ap(relevant, shown, k)

    found = check_metric("AP@5", slow, seconds=60)
    assert found.agrees
    assert f"It is slow. Lists that were tried: {len(found.search.tried)} of 2685." in found.text()
    assert len(found.kinds()) == 9
    assert all(count >= 10 for count in found.kinds().values())


@pytest.mark.parametrize("times", [[0.0] * 100, [float(k) for k in range(100)]], ids=["still", "slow"])
def test_a_clock_may_stand_still_or_jump(monkeypatch: pytest.MonkeyPatch, times: list[float]) -> None:
    """The clock of a browser has steps of milliseconds."""
    monkeypatch.setattr(metric_search, "perf_counter", iter(times).__next__)
    assert check_metric("AP@5", right).agrees


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an alarm")
def test_an_alarm_of_the_caller_is_given_back_and_a_late_one_ends_nothing() -> None:
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 3600)
    try:
        with TimeLimit(1) as limit:
            assert limit.call(lambda: 3) == 3
            os.kill(os.getpid(), signal.SIGALRM)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 3000
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_two_threads_give_back_where_is_printed() -> None:
    def check(seconds: float) -> None:
        with unnoticed():
            time.sleep(seconds)

    before = sys.stdout
    threads = [threading.Thread(target=check, args=[seconds]) for seconds in (0.05, 0.2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sys.stdout is before


def test_nothing_is_shown_and_random_numbers_go_on(capfd: pytest.CaptureFixture[str]) -> None:
    def noisy(relevant: Any, shown: Any, k: int) -> float:
        print("out")
        print("error", file=sys.stderr)
        warnings.warn("warned", stacklevel=1)
        random.seed(1)
        np.random.seed(1)  # noqa: NPY002
        return ap(relevant, shown, k)

    random.seed(7)
    np.random.seed(7)  # noqa: NPY002
    expected = random.random(), np.random.random()  # noqa: NPY002
    random.seed(7)
    np.random.seed(7)  # noqa: NPY002
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        assert check_metric("AP@5", noisy).agrees
    assert (random.random(), np.random.random()) == expected  # noqa: NPY002
    assert not shown
    assert capfd.readouterr() == ("", "")


def test_a_changed_argument_is_named_by_its_word() -> None:
    def sorting(relevant: Any, shown: Any, k: int) -> float:
        shown.sort(reverse=True)
        return ap(relevant, shown, k)

    assert "it changed the shown that it received" in check_metric("AP@5", sorting).text()


@pytest.fixture
def in_spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def test_the_report_begins_with_the_call() -> None:
    assert (
        check_metric("AP@5", right).text().startswith("Called as right(relevant, shown, k).\n\nright agrees with AP@5")
    )


@pytest.mark.usefixtures("in_spanish")
def test_the_report_begins_with_the_call_in_spanish() -> None:
    assert check_metric("AP@5", right).text().startswith("Se llamó así: right(relevant, shown, k).\n\n")
