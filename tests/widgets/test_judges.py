"""Judges: the values of its two examples, edits and undo, the state, and the paradox found again by brute force."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np
import pytest

from metrics_edu import Ranking, Votes, cohen_kappa, fleiss_kappa, krippendorff_alpha, measure, ndcg, set_language
from metrics_edu.widgets import Judges

A, B = "abcdefghij", "jabcdefghi"
VOTES = ["cei", "ceij", "cej"]


def start() -> Judges:
    return Judges(A, B, VOTES)


def paradox(name: Any = "nDCG@5") -> Judges:
    return Judges("abcde", "edabc", ["c", "acd", "bcd"], name)


def rounded(bench: Judges) -> dict[str, list[float]]:
    return {name: [round(value, 4) for value in pair] for name, pair in bench.values.items()}


def test_the_start_has_the_values_of_each_judge_and_of_the_majority() -> None:
    bench = start()
    assert rounded(bench) == {
        "1": [0.4162, 0.2021],
        "2": [0.3462, 0.5585],
        "3": [0.4162, 0.6714],
        "all": [0.3462, 0.5585],
    }
    assert [row["word"] for row in bench.view["rows"]] == ["A", "B", "B", "B"]
    assert bench.view["table"] == [[3, 0], [1, 6]]
    kappas = [cohen_kappa(bench.votes.of_judges(*pair)) for pair in ((1, 2), (1, 3), (2, 3))]
    assert kappas == pytest.approx([18 / 23, 11 / 21, 18 / 23])
    assert [round(of(bench.votes), 2) for of in (fleiss_kappa, krippendorff_alpha)] == [0.70, 0.71]
    assert bench.view["sentences"] == [
        "Judges 1 and 2 agree on 9 of 10 results.",
        "If each said yes as often but at random, they would agree on 5.4.",
        "κ = 0.78.",
        "All judges: Fleiss' kappa 0.70, alpha 0.71.",
        "Judge 1 finds A better, judge 2 finds B better; they differ on j.",
    ]
    bench.act({"do": "user", "key": "1 3"})
    assert bench.view["sentences"][:2] == [
        "Judges 1 and 3 agree on 8 of 10 results.",
        "If each said yes as often but at random, they would agree on 5.8.",
    ]


def test_one_vote_turns_the_winner_and_is_undone() -> None:
    bench = start()
    bench.act({"do": "vote", "id": "9", "judge": "1", "vote": "1"})
    assert (bench.view["rows"][0]["word"], bench.view["last_edit"]) == ("B", "Judge 1: j")
    assert bench.values["1"] == bench.values["2"]
    for action, word in (("undo", "A"), ("redo", "B"), ("reset", "A"), ("undo", "B")):
        bench.act({"do": action})
        assert bench.view["rows"][0]["word"] == word
    bench.act({"do": "reset"})
    assert bench.state == start().state


def test_the_smallest_examples_of_one_vote() -> None:
    for name, values in (("nDCG", [[0.6309, 1], [1, 0.9197]]), ("AP", [[0.5, 1], [1, 0.8333]])):
        bench = Judges("abc", "bca", ["b", "ab"], name)
        assert [*rounded(bench).values()][:2] == values
    assert cohen_kappa(bench.votes) == pytest.approx(2 / 5)


def test_three_judges_find_a_better_and_their_majority_finds_b_better() -> None:
    bench = paradox()
    expected = {"1": [0.5, 0.3869], "2": [0.906, 0.7123], "3": [0.7328, 0.6797], "all": [0.5706, 0.6241]}
    assert rounded(bench) == expected
    assert bench.view["sentences"][-1] == "Each judge finds A better, and all together find B better."
    decided = []
    for rule in ("any", "all"):
        bench.act({"do": "set", "key": "rule", "value": rule})
        decided.append(rounded(bench)["all"])
    assert decided == [[1, 0.7606], [0.5, 0.3869]]
    graded = paradox(measure("nDCG@5", gain="linear"))
    graded.act({"do": "set", "key": "rule", "value": "sum"})
    assert rounded(graded)["all"] == [0.7689, 0.6458]
    pairs = [graded.votes.of_judges(*pair) for pair in ((1, 2), (1, 3), (2, 3))]
    assert [*map(cohen_kappa, pairs)] == pytest.approx([2 / 7, 2 / 7, 1 / 6])


def test_the_paradox_of_ap_and_of_p() -> None:
    by_ap = Judges("abcde", "cdeab", ["ac", "ad", "abcd"], "AP")
    by_p = Judges("abcdefghij", "fghijabcde", ["abf", "cdf", "e"], "P@5")
    assert rounded(by_p) == {"1": [0.4, 0.2], "2": [0.4, 0.2], "3": [0.2, 0], "all": [0, 0.2]}
    for bench in (by_ap, by_p):
        assert bench.view["sentences"][-1] == "Each judge finds A better, and all together find B better."


@pytest.mark.parametrize(("items", "is_possible"), [(3, False), (4, False), (5, True)])
def test_brute_force_finds_the_paradox_from_five_results_on(items: int, is_possible: bool) -> None:
    """All orders of B, and all votes of three judges who find something relevant."""
    orders = np.array([*permutations(range(items))])
    sets = np.array([[mask >> k & 1 for k in range(items)] for mask in range(2**items)])
    triples = np.array([*combinations_with_replacement(range(1, 2**items), 3)])
    majority = (sets[triples].sum(axis=1) >= 2) @ (1 << np.arange(items))
    for n in range(1, items + 1):
        grades = sets[:, orders]  # of each set of relevant items and each order
        values = ndcg(Ranking(grades.reshape(-1, items)), n).reshape(grades.shape[:2])
        sign = np.where(np.abs(gap := values[:, :1] - values) < 1e-9, 0, np.sign(gap))
        found = (sign[triples] > 0).all(axis=1) & (sign[majority] < 0)
        if not is_possible:
            assert not found.any()
    if is_possible:
        order = [*permutations(range(items))].index((4, 3, 0, 1, 2))
        assert found[[*map(tuple, triples)].index((0b00100, 0b01101, 0b01110)), order]


def test_a_vote_that_is_missing_is_left_out_by_kappa_and_kept_by_alpha() -> None:
    bench = start()
    bench.act({"do": "vote", "id": "8", "judge": "3", "vote": "-"})
    bench.act({"do": "user", "key": "2 3"})
    assert bench.view["sentences"][0] == "Judges 2 and 3 agree on 9 of 9 results."
    text = "Judge 3 has not voted on i: κ leaves the result out, α keeps the other votes."
    assert bench.view["sentences"][-1] == text
    assert np.isnan(bench.votes.grades[2, 8])
    empty = Judges("abcd", "bcad", ["ab", "bd"], "nDCG")
    for judge in "12":
        empty.act({"do": "vote", "id": "2", "judge": judge, "vote": "-"})
    assert any(text.endswith("they differ on a, d.") for text in empty.view["sentences"])


def test_votes_of_a_file_are_taken() -> None:
    votes = Votes([[1, 1, 0], [None, 1, 0]], items=["a", "b", "c"])
    bench = Judges("abc", "bca", votes)
    assert [row["votes"] for row in bench.view["results"]] == [["1", "-"], ["1", "1"], ["0", "0"]]
    with pytest.raises(ValueError, match="a vote is on 'c', which the systems do not show"):
        Judges("ab", "ba", votes)


def test_all_yes_is_0_over_0_and_said() -> None:
    bench = Judges("abc", "bca", ["abc", "abc"])
    assert "0/0" in bench.view["sentences"][-1]
    assert bench.view["derivation"]["result"] == "0/0"


@pytest.mark.parametrize("key", ["kappa", "1 0", "all 1"])
def test_what_is_chosen_has_its_working(key: str) -> None:
    bench = start()
    bench.act({"do": "metric", "key": key})
    derivation = bench.view["derivation"]
    assert (derivation["result"], derivation["name"]) == {
        "kappa": ("0.7826", "κ"),
        "1 0": ("0.4162", "nDCG@5"),
        "all 1": ("0.5585", "nDCG@5"),
    }[key]
    assert derivation["working"]


def test_a_result_is_swapped_with_its_neighbour() -> None:
    bench = start()
    bench.act({"do": "move", "id": "9", "list": 1, "by": 1})
    bench.act({"do": "move", "id": "0", "list": 0, "by": -1})  # which is the first
    ranks = {row["label"]: row["ranks"] for row in bench.view["results"]}
    assert (ranks["j"], ranks["a"]) == ([10, 2], [1, 1])
    assert bench.view["last_edit"] == "B: j"


def test_a_state_is_rebuilt_and_what_is_none_is_refused() -> None:
    bench = start()
    for action in (
        {"do": "vote", "id": "1", "judge": "2", "vote": "-"},
        {"do": "move", "id": "3", "list": 0, "by": 1},
        {"do": "set", "key": "rule", "value": "any"},
        {"do": "user", "key": "2 3"},
        {"do": "metric", "key": "3 1"},
    ):
        bench.act(action)
    again = Judges.from_state(bench.state)
    assert (again.state, again.values, again.view["rows"]) == (bench.state, bench.values, bench.view["rows"])
    for old, new in (
        (";any;", ";most;"),
        ("3,1", "4,1"),
        (",-,", ",2,"),
        ("9,0,", "0,0,"),
        (";2,3;", ";2;"),
        (";2,3;", ";3,2;"),
        (";any;", ";any,x;"),
        ("3,1", "3,-1"),
        (";", ","),
    ):
        with pytest.raises(ValueError, match="this is no state of a Judges"):
            Judges.from_state(bench.state.replace(old, new, 1))


@pytest.mark.parametrize(
    ("first", "second", "votes"),
    [("abc", "abd", ["a", "b"]), ("aab", "aba", ["a", "b"]), ("abc", "bca", ["x", "b"]), ("abc", "bca", ["a"])],
)
def test_other_results_and_other_numbers_of_judges_are_refused(first: str, second: str, votes: list[str]) -> None:
    with pytest.raises(ValueError, match=r"two systems must show|which the systems do not show|two or three judges"):
        Judges(first, second, votes)


def test_an_action_that_cannot_be_carried_out_is_refused_with_a_sentence() -> None:
    bench = Judges("abc", "bca", ["a", "b"])
    before = bench.state
    for action in ({"do": "vote", "id": "9", "judge": "1", "vote": "1"}, {"do": "user", "key": "1 3"}):
        bench.act(action)
        assert "must be one of" in bench.view["notice"]
    for item in "012":
        bench.act({"do": "vote", "id": item, "judge": "1", "vote": "-"})
    assert bench.view["notice"] == "no item has a vote of both judges"
    bench.act({"do": "reset"})
    assert bench.state == before


def test_the_sentences_are_in_spanish() -> None:
    try:
        set_language("es")
        assert paradox().view["sentences"][-1] == "Cada juez encuentra mejor a A, y todos juntos encuentran mejor a B."
    finally:
        set_language("en")
