"""Ranking: every input error says what was given, what is allowed, and where; everything right is read right."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from metrics_edu import Ranking, average_precision, ndcg, precision, rmse

R = Ranking
ERRORS: dict[str, tuple[Callable[[], Any], str]] = {
    "negative": (lambda: R([1, -1]), "a grade must be a number from 0 to 1000; got -1 at rank 2"),
    "NaN": (lambda: R([math.nan]), "a grade must be a number from 0 to 1000; got nan at rank 1"),
    "infinite": (lambda: R([0, 0, math.inf]), "a grade must be a number from 0 to 1000; got inf at rank 3"),
    "too high": (lambda: R([1001]), "a grade must be a number from 0 to 1000; got 1001 at rank 1"),
    "in a batch": (lambda: R([[1, 0], [0, -2]]), "a grade must be a number from 0 to 1000; got -2 at list 2, rank 2"),
    "in the pool": (
        lambda: R([1], pool=[1, -2]),
        "a grade must be a number from 0 to 1000; got -2 at pool position 2",
    ),
    "text as grade": (
        lambda: R(["a"]),  # type: ignore[list-item]
        "grades must be numbers, in one list or in rows of the same length; got ['a']",
    ),
    "ragged": (
        lambda: R([[1, 1], [1]]),
        "grades must be numbers, in one list or in rows of the same length; got [[1, 1], [1]]",
    ),
    "a number": (lambda: R(1), "grades must be one list or rows of lists; got 0 axes"),
    "three axes": (lambda: R([[[1]]]), "grades must be one list or rows of lists; got 3 axes"),
    "threshold 0": (lambda: R([1], threshold=0), "threshold must be a number above 0; got 0"),
    "threshold -1": (lambda: R([1], threshold=-1), "threshold must be a number above 0; got -1"),
    "threshold NaN": (lambda: R([1], threshold=math.nan), "threshold must be a number above 0; got nan"),
    "threshold too large for a float": (
        lambda: R.parse("RN", threshold=10**400),
        f"threshold must be a number above 0; got 1{'0' * 196}...",  # 200 characters of what was given, as everywhere
    ),
    "threshold above every grade": (
        lambda: R.parse("RN", threshold=10**30),
        f"threshold must be at most 1000, the highest grade; got 1{'0' * 30}",
    ),
    "a pool that is no text": (
        lambda: R.parse("RN", pool=5),
        "write a list as text, such as 'NRRN' or '3 0 2'; got 5",
    ),
    "a list that is no text": (lambda: R.parse(5), "write a list as text, such as 'NRRN' or '3 0 2'; got 5"),
    "a grade too large for a float": (
        lambda: R([10**400]),
        f"grades must be numbers, in one list or in rows of the same length; got [1{'0' * 55}...",
    ),
    "a judgment of too many digits": (
        lambda: R.from_items(["a"], {"a": 10**5000}),
        "a grade must be a number from 0 to 1000; got int for item 'a'",
    ),
    "an item with a long name": (
        lambda: R.from_items(["a" * 999] * 2, {}),
        f"an item can be in a list only once; '{'a' * 196}... is at ranks 1 and 2",
    ),
    "threshold infinite": (lambda: R([1], threshold=math.inf), "threshold must be a number above 0; got inf"),
    "threshold text": (
        lambda: R([1], threshold="3"),  # type: ignore[arg-type]
        "threshold must be a number above 0; got '3'",
    ),
    "lists without users": (
        lambda: Ranking.from_lists([["a"]], judged={}),  # type: ignore[arg-type]
        "lists must map each user to their items; got list",
    ),
    "|R| too small": (
        lambda: R([1, 1], relevant=1),
        "relevant (|R|) must be at least 2, the number of known relevant items; got 1",
    ),
    "|R| negative": (
        lambda: R([0], relevant=-1),
        "relevant (|R|) must be at least 0, the number of known relevant items; got -1",
    ),
    "|R| too small in a batch": (
        lambda: R([[1, 0], [1, 1]], relevant=[1, 1]),
        "relevant (|R|) must be at least 2, the number of known relevant items; got 1",
    ),
    "|R| not whole": (
        lambda: R([1], relevant=2.5),
        "relevant (|R|) must be a whole number; got 2.5",
    ),
    "|R| not a number": (
        lambda: R([1], relevant=math.nan),
        "relevant (|R|) must be a whole number; got nan",
    ),
    "|R| as text": (lambda: R([1], relevant="1"), "relevant (|R|) must be a whole number; got '1'"),
    "|R| for other lists": (
        lambda: R([[1], [0]], relevant=[1, 2, 3]),
        "relevant (|R|) must be a whole number per list, 2 in all; got [1, 2, 3]",
    ),
    "pool lacks a grade": (
        lambda: R([3, 1], pool=[1, 1]),
        "the pool must have every shown grade above 0; it lacks a shown 3",
    ),
    "pool lacks a second": (
        lambda: R([3, 3], pool=[3, 2]),
        "the pool must have every shown grade above 0; it lacks a shown 3",
    ),
    "pool has a better one instead": (
        lambda: R([[1, 0, 0], [3, 0, 2]], pool=[[1, 0, 0], [3, 3, 1]]),
        "the pool must have every shown grade above 0; it lacks a shown 2",
    ),
    "pool of other shape": (
        lambda: R([[1], [0]], pool=[1]),
        "the pool must have one row per list: (2,); got ()",
    ),
    "items": (lambda: R([1, 1], items=["a"]), "items must name all 2 ranks; got 1"),
    "users": (lambda: R([[1, 1]], users=["a", "b"]), "users must name the 1 list; got 2"),
    "lengths too long": (lambda: R([[1, 1]], lengths=[3]), "lengths must be from 0 to 2; got [3]"),
    "lengths negative": (lambda: R([[1, 1]], lengths=[-1]), "lengths must be from 0 to 2; got [-1]"),
    "lengths of other lists": (
        lambda: R([[1, 1]], lengths=[1, 2]),
        "lengths must be a whole number per list, 1 in all; got [1, 2]",
    ),
    "lengths not whole": (
        lambda: R([[1, 0]], lengths=[1.5]),
        "lengths must be a whole number per list, 1 in all; got [1.5]",
    ),
    "a grade past the length": (
        lambda: R([[1, 0], [1, 1]], lengths=[1, 1]),
        "the ranks after the end of a list must have grade 0; got 1 at list 2, rank 2",
    ),
    "parse: other letters": (
        lambda: R.parse("NRX"),
        "write a list with R and N, or as grades separated by spaces; got 'NRX' at position 1",
    ),
    "parse: a word among grades": (
        lambda: R.parse("3 0 x"),
        "write a list with R and N, or as grades separated by spaces; got 'x' at position 3",
    ),
    "parse: letters and grades": (
        lambda: R.parse("R 1"),
        "write a list with R and N, or as grades separated by spaces; got 'R' at position 1",
    ),
    "parse: a long word is cut": (
        lambda: R.parse("x" * 50),
        f"write a list with R and N, or as grades separated by spaces; got '{'x' * 20}' at position 1",
    ),
    "parse: negative": (lambda: R.parse("1 -1"), "a grade must be a number from 0 to 1000; got -1 at rank 2"),
    "parse: pool": (
        lambda: R.parse("R", pool="q"),
        "write a list with R and N, or as grades separated by spaces; got 'q' at position 1",
    ),
    "parse: missed": (
        lambda: R.parse("R", missed="q"),
        "write a list with R and N, or as grades separated by spaces; got 'q' at position 1",
    ),
    "parse: pool and missed": (
        lambda: R.parse("R", pool="R", missed=""),
        "set pool or missed, not both: pool has all grades above 0, missed only those not shown",
    ),
    "from_items: twice": (
        lambda: R.from_items(["a", "b", "a"], {"a": 1}),
        "an item can be in a list only once; 'a' is at ranks 1 and 3",
    ),
    "from_items: negative": (
        lambda: R.from_items(["a"], {"a": 1, "b": -1}),
        "a grade must be a number from 0 to 1000; got -1 for item 'b'",
    ),
    "from_items: text": (
        lambda: R.from_items(["a"], {"a": "x"}),  # type: ignore[dict-item]
        "a grade must be a number from 0 to 1000; got 'x' for item 'a'",
    ),
    "from_items: NaN": (
        lambda: R.from_items(["a"], {"a": math.nan}),
        "a grade must be a number from 0 to 1000; got nan for item 'a'",
    ),
    "from_items: unjudged": (
        lambda: R.from_items(["a"], ["a"], unjudged="no"),  # type: ignore[arg-type]
        "unjudged must be one of 'zero', 'dropped'; got 'no'",
    ),
    "from_items: threshold": (
        lambda: R.from_items(["a"], {"a": 1}, threshold=0),
        "threshold must be a number above 0; got 0",
    ),
    "from_lists: twice": (
        lambda: R.from_lists({"u": [], "v": ["a", "a"]}, {}),
        "user 'v': an item can be in a list only once; 'a' is at ranks 1 and 2",
    ),
    "from_lists: grade": (
        lambda: R.from_lists({}, {7: {"a": -1}}),
        "user 7: a grade must be a number from 0 to 1000; got -1 for item 'a'",
    ),
    "from_lists: threshold without users": (
        lambda: R.from_lists({}, {}, threshold=0),
        "threshold must be a number above 0; got 0",
    ),
    "batch: thresholds": (
        lambda: R.batch([R([1]), R([1], threshold=2)]),
        "the lists of a batch must have the same threshold; got [1.0, 2.0]",
    ),
    "batch: users": (lambda: R.batch([R([1])], users=["a", "b"]), "users must name the 1 list; got 2"),
    "ratings: words": (lambda: rmse(["x"], [1]), "predicted must contain only numbers; got ['x']"),
    "ratings: none": (lambda: rmse([1], [None]), "actual must contain only numbers; got nan at position 1"),
    "ratings: too large": (
        lambda: rmse([10**400], [1]),
        "predicted must contain only numbers; got [1" + "0" * 55 + "...",
    ),
    "batch: of a batch": (
        lambda: R.batch([R([[1]])]),
        "a batch joins rankings of one list each; ranking 1 is itself a batch",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_input_error_is_a_full_sentence(name: str) -> None:
    make, sentence = ERRORS[name]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole sentence is compared below
        make()
    assert str(caught.value) == sentence


def test_an_unknown_user_raises_an_error_naming_it() -> None:
    with pytest.raises(KeyError, match="no user 'Zoe'"):
        R.batch([R([1])], users=["Ana"]).user("Zoe")


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("NRRN", [0, 1, 1, 0]),
        ("nrRN", [0, 1, 1, 0]),
        (" N R\tR,N;\n", [0, 1, 1, 0]),
        ("3 0 2", [3, 0, 2]),
        ("3,0;2", [3, 2]),
        (" 3  0\n2.5 ", [3, 0, 2.5]),
        ("0", [0]),
        ("", []),
        ("  ", []),
    ],
)
def test_parse_reads_each_documented_form(text: str, grades: list[float]) -> None:
    assert R.parse(text).shown.tolist() == grades


def test_parse_accepts_the_pool_and_the_number_of_relevant_items() -> None:
    assert R.parse("NRR", relevant=6).relevant == 6
    assert R.parse("NRR").relevant == 2
    graded = R.parse("3 0 2", pool="1 2 3 3", threshold=2)
    assert graded.pool().tolist() == [3, 3, 2, 1]
    assert graded.relevant == 3


@pytest.mark.parametrize(
    ("text", "missed", "pool"), [("3 0 2", "1 3", "1 2 3 3"), ("RNN", "RR", "RRR"), ("NN", "", "")]
)
def test_parse_accepts_missed_grades_instead_of_the_pool(text: str, missed: str, pool: str) -> None:
    one, other = R.parse(text, missed=missed, threshold=2), R.parse(text, pool=pool, threshold=2)
    assert one.pool().tolist() == other.pool().tolist()
    assert one.relevant == other.relevant


def test_the_character_r_is_relevant_under_any_threshold() -> None:
    ranking = R.parse("NRR", threshold=3)
    assert ranking.hits().tolist() == [0, 1, 1]
    assert ranking.relevant == 2


def test_an_unjudged_item_has_grade_0_or_is_dropped() -> None:
    judged = {"a": 5, "b": 4, "c": 2}
    zero = R.from_items(["a", "x", "b"], judged, threshold=3)
    assert (zero.shown.tolist(), zero.items, int(zero.relevant)) == ([5, 0, 4], ["a", "x", "b"], 2)
    assert zero.pool().tolist() == [5, 4, 2]
    dropped = R.from_items(["a", "x", "b"], judged, threshold=3, unjudged="dropped")
    assert (dropped.shown.tolist(), dropped.items, int(dropped.relevant)) == ([5, 4], ["a", "b"], 2)
    batch = R.from_lists({"u": ["a", "x", "b"]}, {"u": judged}, threshold=3, unjudged="dropped")
    assert (dropped.dropped, batch.user("u").dropped) == (1, 1)


def test_judgments_may_list_only_the_relevant_items() -> None:
    ranking = R.from_items(["a", "b"], ["b", "c"], threshold=3)
    assert (ranking.hits().tolist(), int(ranking.relevant)) == ([0, 1], 2)


def test_items_of_mixed_types_are_different_items() -> None:
    assert R.from_items([1, "1", (1,)], {"1": 1}).shown.tolist() == [0, 1, 0]


def test_a_batch_includes_users_without_list_or_judgments() -> None:
    batch = R.from_lists({"u": ["a", "b"], "v": ["c"]}, {"v": ["c"], "w": ["a", "d"]})
    assert batch.users == ["u", "v", "w"]
    assert batch.lengths.tolist() == [2, 1, 0]
    assert batch.relevant.tolist() == [0, 1, 2]
    assert average_precision(batch).tolist() == [0, 1, 0]


def test_user_returns_the_original_ranking_from_a_batch() -> None:
    own = {"u": R([3, 0], [3, 2], threshold=2), "v": R([0, 2, 5], [5, 2, 2, 1], threshold=2)}
    batch = R.batch(list(own.values()), users=list(own))
    for name, single in own.items():
        user = batch.user(name)
        assert (user.shown.tolist(), user.relevant, user.threshold) == (single.shown.tolist(), single.relevant, 2)
        assert [grade for grade in user.pool().tolist() if grade] == single.pool().tolist()


def test_an_unnamed_batch_numbers_its_users_from_1() -> None:
    batch = R([[1, 0], [0, 1]])
    assert batch.users == ["1", "2"]
    assert batch.user(2).shown.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (R.parse("NRR", relevant=3), "Ranking('NRR', relevant=3)"),
        (R([3, 0, 2.5]), "Ranking('3 0 2.5', relevant=2)"),
        (R([]), "Ranking('', relevant=0)"),
        (R([1] * 61), f"Ranking('{'R' * 51}...RRRRRR', relevant=61)"),
        (R([2] * 40 + [100 / 3]), f"Ranking('{'2 ' * 25}2...33.3333', relevant=41)"),
        (R([1] * 60), f"Ranking('{'R' * 60}', relevant=60)"),
        (R([0, 1], threshold=2), "Ranking('0 1', relevant=0)"),
        (R.batch([R([1]), R([0])]), "Ranking(2 lists, threshold=1)"),
        (R.batch([]), "Ranking(0 lists, threshold=1)"),
    ],
    ids=repr,
)
def test_the_repr_is_short_and_identifies_the_ranking(ranking: Ranking, expected: str) -> None:
    assert repr(ranking) == expected


def test_a_ranking_holds_ten_thousand_items() -> None:
    ranking = R([1, 0] * 5000)
    assert int(ranking.relevant) == 5000
    assert precision(ranking) == 0.5
    assert len(repr(ranking)) < 100


def test_metrics_of_a_list_of_one_item() -> None:
    assert (precision(R([1])), average_precision(R([1])), ndcg(R([1]))) == (1, 1, 1)


def test_metrics_of_an_empty_list_are_0() -> None:
    ranking = R([], pool=[1])
    assert (ranking.ranks().tolist(), int(ranking.lengths), int(ranking.relevant)) == ([], 0, 1)
    assert (precision(ranking), precision(ranking, 5), average_precision(ranking), ndcg(ranking)) == (0, 0, 0, 0)


def test_a_cut_off_may_exceed_the_list_length() -> None:
    ranking = R([1, 0, 1])
    assert ranking.hits(10).tolist() == [1, 0, 1]
    assert (int(ranking.cutoff(10)), int(ranking.listed(10))) == (10, 3)


def test_a_batch_may_have_zero_users() -> None:
    batch = R.batch([])
    assert (batch.is_batch, batch.users, batch.relevant.tolist()) == (True, [], [])
    assert average_precision(batch).tolist() == []


def test_a_cut_pool_raises_if_more_grades_are_needed() -> None:
    ranking = R([2, 1], pool=[3, 2], relevant=4)
    assert ranking.pool(2).tolist() == [3, 2]
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        ranking.pool()
    assert (
        str(caught.value)
        == "pool has only 2 relevant grades; this measure needs the 4 best of 4: pass all grades in pool"
    )


def test_a_ranking_copies_its_input_arrays() -> None:
    grades, pool = np.array([1.0, 0.0]), np.array([1.0, 1.0])
    ranking = R(grades, pool)
    grades[0] = pool[0] = 0
    assert (ranking.shown.tolist(), ranking.pool().tolist()) == ([1, 0], [1, 1])
