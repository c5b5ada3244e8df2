"""A PairedTest has the numbers and sentences of the ten users, takes evaluations, and opens the two lists of a query."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from matplotlib.figure import Figure

from metrics_edu import compare_runs, evaluate, set_language
from metrics_edu.examples import ten_users
from metrics_edu.plots import draw_flips
from metrics_edu.plots.flip_figures import flip_histogram
from metrics_edu.widgets import PairedTest

P1 = [0.1, 0.2, 0.3, 0.4, 0.5, -0.1]
P5 = [0.5, *[-0.01] * 7]
CONSTANT = [0.1, 0.11, 0.12, 0.1]


def of(differences: list[float], **options: Any) -> PairedTest:
    return PairedTest({"A": [0.0] * len(differences), "B": differences}, **options)


def numbers(widget: PairedTest, key: str = "numbers") -> list[str]:
    items: list[dict[str, str]] = widget.view[key]
    return [item["value"] for item in items]


def random_systems() -> Any:
    """Return twenty random systems beside a random baseline: 16 queries, ten items, of which three are relevant."""
    rng, runs = random.Random(9), {}
    for system in range(21):
        lists = {}
        for query in range(16):
            lists[f"q{query + 1}"] = [*range(10)]
            rng.shuffle(lists[f"q{query + 1}"])
        runs[f"s{system}"] = lists
    return compare_runs(runs, {f"q{query + 1}": [0, 1, 2] for query in range(16)}, "nDCG")


@pytest.fixture
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def test_the_numbers_of_the_ten_users() -> None:
    widget = PairedTest(ten_users(), "nDCG@10")
    assert [head["value"] for head in widget.view["heads"]] == ["0.4140", "0.4850"]
    assert numbers(widget) == ["10", "+0.0710", "+0.0266 to +0.1154", "0.0156", "7", "2", "1"]
    assert numbers(widget, "others") == ["0.0056", "0.0156", "0.0703"]
    assert (widget.test.as_far, widget.test.ways) == (16, 1024)
    assert widget.view["sentences"] == [
        "If the names A and B meant nothing, each of the 1024 ways to swap them within queries would be as likely; "
        "16 give a mean at least as far from 0.",
        "This is not the probability that the systems are equal.",
    ]
    assert [row["label"] for row in widget.view["rows"]][::9] == ["q8", "q5"]
    corrected = [row[-1] for row in widget.view["runs"]["rows"]]
    assert corrected == ["", "0.0312", "0.8203", "0.0059"]


def test_another_run_of_the_table_is_compared() -> None:
    widget = PairedTest(ten_users())
    widget.act({"do": "set", "key": "run", "value": "2"})
    assert (widget.test.as_far, numbers(widget)[1]) == (840, "+0.0050")
    assert widget.view["sentences"][2].endswith("only one of 0.053 or more is seen in 4 of 5 cases.")


@pytest.mark.parametrize(("query", "p"), [("5", "0.0156"), ("6", "0.0312"), ("8", "0.0312")])
def test_one_query_is_left_out_and_taken_back(query: str, p: str) -> None:
    """Without the only loss p stays; without a largest gain it doubles."""
    widget = PairedTest(ten_users())
    widget.act({"do": "leave", "id": query})
    assert (numbers(widget)[0], numbers(widget)[3]) == ("9", p)
    widget.act({"do": "undo"})
    assert numbers(widget)[3] == "0.0156"
    widget.act({"do": "redo"})
    widget.act({"do": "reset"})
    assert numbers(widget)[0] == "10"


def test_an_undo_keeps_the_run_and_the_query_that_are_chosen() -> None:
    widget = PairedTest(ten_users())
    for action in ({"do": "leave", "id": "5"}, {"do": "set", "key": "run", "value": "3"}, {"do": "undo"}):
        widget.act(action)
    assert (widget.state, widget.view["can"]["reset"]) == (
        "v=1&run=3&query=&out=&swapped=&order=difference&flips=all",
        False,
    )
    widget.act({"do": "redo"})
    assert "run=3&query=&out=5" in widget.state


def test_a_swap_by_hand_moves_the_mean_and_nothing_else() -> None:
    widget = PairedTest(ten_users())
    widget.act({"do": "swap", "id": "8"})
    assert widget.view["sentences"][0] == "After your swaps the mean difference is +0.0410."
    assert [text for _mean, text in widget.view["flips"]["marks"]] == ["+0.0710", "⇄ +0.0410"]
    assert numbers(widget)[3] == "0.0156"


@pytest.mark.parametrize(
    ("differences", "tests", "sentence"),
    [
        (P1, ["0.0938", "0.0457", "0.0938", "0.2188"], "No difference shown is not no difference: with 6 queries"),
        (P5, ["1.0000", "0.4270", "0.2344", "0.0703"], "The mean rests on one query, q1: without it, it is −0.0100."),
        (CONSTANT, ["0.1250", "0.0002", "0.1250", "0.1250"], "With 4 queries, no result can go below 2/16 = 0.125."),
        ([0.1, 0.1, 0.2, 0.1, 0.3], ["0.0625", "0.0161", "0.0625", "0.0625"], "2/32 = 0.0625."),
        ([0.0, 0.0, 0.0], ["1.0000", "–", "1.0000", "1.0000"], "All 3 queries are equal."),
    ],
)
def test_the_examples_of_the_tests(differences: list[float], tests: list[str], sentence: str) -> None:
    widget = of(differences)
    assert [numbers(widget)[3], *numbers(widget, "others")] == tests
    assert sentence in " ".join(widget.view["sentences"])


def test_a_mean_rests_on_one_query_only_if_no_other_turns_it() -> None:
    view = of([0.5, 0.5, -0.3, -0.3, -0.3]).view
    assert not [text for text in view["sentences"] if "rests on one query" in text]


def test_what_is_hidden_is_not_sent() -> None:
    widget = PairedTest(ten_users(), hidden=True)
    assert numbers(widget)[3] == "??"
    view = widget.view
    assert not any([view["sentences"], view["others"], view["runs"]["rows"], view["flips"]["counts"]])
    assert "0.0156" not in json.dumps(view) + widget._still()
    widget.act({"do": "set", "key": "flips", "value": "all"})
    assert sum(widget.view["flips"]["counts"]) == 1024


def test_the_state_is_a_string_that_brings_everything_back() -> None:
    widget = PairedTest(ten_users())
    for action in ({"do": "leave", "id": "5"}, {"do": "swap", "id": "1"}, {"do": "set", "key": "run", "value": "3"}):
        widget.act(action)
    assert widget.state == "v=1&run=3&query=&out=5&swapped=1&order=difference&flips=all"
    assert PairedTest.from_state(widget.state, ten_users()).view["numbers"] == widget.view["numbers"]
    assert PairedTest({"A": [0, None, 1], "B": [1, 1, 1]}).view["rows"][0]["label"] == "q1"
    for most in ("1,1", ",", "1,2,3,4,5,6,7,8,9"):
        with pytest.raises(ValueError, match="no state of a PairedTest"):
            PairedTest.from_state(widget.state.replace("out=5", f"out={most}"), ten_users())
    for wrong in ("", "v=1&run=9", "v=1&run=x", "v=1&out=11", "v=1&out=x", "v=1&other=1", "v=2&run=1", "v=1&flips=x"):
        with pytest.raises(ValueError, match="no state of a PairedTest"):
            PairedTest.from_state(wrong, ten_users())


def test_the_best_of_twenty_random_systems_opens_its_lists() -> None:
    found = random_systems()
    best = max(found.compared, key=lambda name: found.compared[name].rows[0].difference)
    widget = PairedTest(found)
    widget.act({"do": "set", "key": "run", "value": str([*found.evaluations].index(best))})
    assert [head["value"] for head in widget.view["heads"]] == ["0.5832", "0.7208"]
    assert (widget.test.as_far, widget.test.ways) == (846, 65_536)
    assert {row[0]: row[-1] for row in widget.view["runs"]["rows"]}[best] == "0.2582"
    widget.act({"do": "set", "key": "query", "value": "3"})
    lists = json.loads(widget.lists)
    assert [shown["name"] for shown in lists["lists"]] == ["s0", best]
    assert [cell["value"] for cell in lists["rows"][0]["cells"]] == ["0.4649", "1.0000"]
    widget.act({"do": "lists", "action": {"do": "toggle", "id": "i0", "list": 1}})
    assert json.loads(widget.lists)["rows"][0]["cells"][1]["value"] != "1.0000"
    widget.act({"do": "set", "key": "query", "value": ""})
    assert widget.lists == ""


def test_evaluations_are_taken_and_others_refused() -> None:
    judged = {"u": ["a"], "v": ["b"], "w": ["c"]}
    base = evaluate({"u": ["x", "a"], "v": ["b"], "w": ["c"]}, judged, ["AP", "P@1"])
    new = evaluate({"u": ["a"], "v": ["b"], "w": ["x", "c"]}, judged, ["AP", "P@1"])
    widget = PairedTest({"base": base, "new": new}, "P@1")
    assert (widget.view["title"], [row["label"] for row in widget.view["rows"]]) == ("mean P@1", ["u", "v", "w"])
    assert widget.test.p == new.compare(base).rows[1].p
    widget.act({"do": "set", "key": "query", "value": "1"})
    assert "relevante" not in widget.lists
    set_language("es")
    try:
        widget.act({"do": "set", "key": "order", "value": "given"})
    finally:
        set_language("en")
    assert "relevante" in widget.lists
    for runs, sentence in (
        ({"base": base}, "two runs or more"),
        ({"base": base, "new": [1, 2, 3]}, "all be evaluations"),
        ({"a": [1, 2], "b": [1]}, "all as many numbers"),
        ({"a": [1], "b": [1]}, "from 2 to 200 queries; got 1"),
        ({"a": [1, 2], "a ": [1, 2]}, "different names; got a, a"),
        ({"a": [1, 2], "b": [1, float("inf")]}, "finite numbers; got"),
        ({"a": [1, 2], "b": "12x"}, "finite numbers; got '12x'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            PairedTest(runs)
    with pytest.raises(ValueError, match="measure must be one of 'AP', 'P@1'"):
        PairedTest({"base": base, "new": new}, "RR")


def test_many_queries_are_drawn_with_a_seed() -> None:
    widget = of([k / 100 for k in range(-8, 12)], seed=3)
    assert widget.test.ways == 10_001
    assert "others drawn with seed 3" in widget.view["sentences"][0]
    differences = [k / 100 for k in range(-8, 12)]
    again = PairedTest.from_state(widget.state, {"A": [0] * 20, "B": differences}, seed=3)
    assert [again.view[key] for key in ("numbers", "others")] == [widget.view[key] for key in ("numbers", "others")]
    assert flip_histogram(*widget.flips).caption.startswith(f"Filled: {widget.test.as_far} of 10001")


@pytest.mark.usefixtures("spanish")
def test_the_sentences_are_translated() -> None:
    assert (
        PairedTest(ten_users()).view["sentences"][1] == "Esta no es la probabilidad de que los sistemas sean iguales."
    )


@pytest.mark.parametrize("name", "BCD")
def test_the_figure_fills_what_the_test_counts(name: str) -> None:
    widget = PairedTest({"A": ten_users()["A"], name: ten_users()[name]})
    figure = flip_histogram(*widget.flips)
    side = len(figure.counts) // 2
    filled = sum(count for bar, count in enumerate(figure.counts, start=-side) if abs(bar) >= figure.far)
    assert filled == widget.test.as_far
    assert draw_flips(Figure().add_subplot(), *widget.flips).startswith(f"Filled: {filled} of 1024")


def test_a_handout_has_the_values_and_asks_for_the_numbers() -> None:
    printed = PairedTest(ten_users()).printed()
    assert printed.blanks["p"] == "0.0156"
    assert "0.4500" in str(printed.body[0])
