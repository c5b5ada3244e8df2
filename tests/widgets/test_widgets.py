"""The Python side of the widgets: messages go in, views, figures and states come out. No browser."""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from metrics_edu import CONVENTIONS, METRICS, Ranking, measure, set_language
from metrics_edu.examples import videolectures
from metrics_edu.language import number
from metrics_edu.metrics.conventions import GROUPS
from metrics_edu.metrics.spellings import NAMES as MEASURES
from metrics_edu.plots import draw_lists
from metrics_edu.plots.figure_data import Frame
from metrics_edu.widgets import Compare, Explorer, Inverse, RankedList, Stepper
from metrics_edu.widgets.list_state.edits import EDITS
from metrics_edu.widgets.list_state.pasted_lists import read_list
from metrics_edu.widgets.list_state.settings import (
    CHOOSABLE,
    DEFAULTS,
    EXPLORED,
    LIMITS,
    changed,
    options_of,
    options_shown,
)
from metrics_edu.working.expression import Sum
from metrics_edu.working.labels import one_line
from tests.strategies import examples

APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=6)
NAMES = ["Gala", "Fuji", "Pear", "Plum"]


def explorer(text: str = "RNRN", relevant: int | None = 3, labels: Any = None, **options: Any) -> Explorer:
    names = [*NAMES, "Quince"] if labels is None and text == "RNRN" and relevant == 3 else labels
    return Explorer(Ranking.parse(text, relevant=relevant), names, **options)


def two_users(**options: Any) -> Explorer:
    return Explorer({"Ana": Ranking.parse("RNN", relevant=2), "Beto": Ranking.parse("NNR")}, **options)


def send(widget: RankedList, *messages: Any) -> None:
    for message in messages:
        widget.act(message)


def do(name: str, **more: Any) -> dict[str, Any]:
    return {"do": name, **more}


def labels(widget: RankedList, lane: str = "shown") -> list[str]:
    return [row["label"] for row in widget.view["list"][lane]]


def ids(widget: RankedList) -> list[str]:
    rows = [*widget.view["list"]["shown"], *widget.view["list"]["missed"]]
    return [row["id"] for row in rows]


# --- each edit ----------------------------------------------------------------------------------------------

EDITED: dict[str, tuple[dict[str, Any], list[str], list[str], str, str]] = {
    "toggle R": (do("toggle", id="i0"), NAMES, ["Quince"], "NNRN", "Gala is now not relevant"),
    "toggle N": (do("toggle", id="i1"), NAMES, ["Quince"], "RRRN", "Fuji is now relevant"),
    "grade": (do("grade", id="i1", grade=1), NAMES, ["Quince"], "RRRN", "Fuji, grade 0 → 1"),
    "move to": (do("move", id="i3", rank=1), ["Plum", "Gala", "Fuji", "Pear"], ["Quince"], "NRNR", "Plum, rank 4 → 1"),
    "move up": (do("move", id="i2", by=-1), ["Gala", "Pear", "Fuji", "Plum"], ["Quince"], "RRNN", "Pear, rank 3 → 2"),
    "move far": (
        do("move", id="i0", rank=99),
        ["Fuji", "Pear", "Plum", "Gala"],
        ["Quince"],
        "NRNR",
        "Gala, rank 1 → 4",
    ),
    "move missed": (
        do("move", id="m0", rank=2),
        ["Gala", "Quince", "Fuji", "Pear", "Plum"],
        [],
        "RRNRN",
        "Quince is now shown at rank 2",
    ),
    "miss": (do("miss", id="i0"), NAMES[1:], ["Quince", "Gala"], "NRN", "Gala is now missed"),
    "show": (do("show", id="m0"), [*NAMES, "Quince"], [], "RNRNR", "Quince is now shown at rank 5"),
    "rename": (
        do("rename", id="i0", label="  Royal \n Gala "),
        ["Royal Gala", *NAMES[1:]],
        ["Quince"],
        "RNRN",
        "Gala is now called Royal Gala",
    ),
    "remove": (do("remove", id="i1"), ["Gala", "Pear", "Plum"], ["Quince"], "RRN", "Fuji is removed"),
    "remove missed": (do("remove", id="m0"), NAMES, [], "RNRN", "Quince is removed"),
    "add": (do("add"), [*NAMES, "Item 6"], ["Quince"], "RNRNN", "Item 6 is added"),
    "ideal": (do("ideal"), ["Gala", "Pear", "Fuji", "Plum"], ["Quince"], "RRNN", "sorted, best first"),
    "more missed": (do("set_relevant", to=5), NAMES, ["Quince", "Missed 1", "Missed 2"], "RNRN", "missed items 1 → 3"),
    "fewer missed": (do("set_relevant", by=-1), NAMES, [], "RNRN", "missed items 1 → 0"),
    "paste": (
        do("paste", text="NR"),
        ["Item 1", "Item 2"],
        [],
        "NR",
        "pasted 2 items, 1 relevant (missed items removed: 1)",
    ),
    "paste with missed items": (
        do("paste", text="NR\nmissed: RNR"),
        ["Item 1", "Item 2"],
        ["Missed 1", "Missed 3"],
        "NR",
        "pasted 2 items, 1 relevant (2 more missed)",
    ),
    "paste missed labels": (
        do("paste", text="Fig, N\nOmitidos:\nKiwi\nMelon, R\nPlum, N"),
        ["Fig"],
        ["Kiwi", "Melon"],
        "N",
        "pasted 1 item, 0 relevant (2 more missed)",
    ),
}


@pytest.mark.parametrize("name", EDITED)
@pytest.mark.parametrize("kind", ["list", "explorer"])
def test_an_edit_changes_the_list_is_described_and_can_be_undone(name: str, kind: str) -> None:
    message, shown, missed, letters, said = EDITED[name]
    made: RankedList = explorer()
    if kind == "list":
        made = RankedList(Ranking.parse("RNRN", relevant=3), [*NAMES, "Quince"])
    before = labels(made), labels(made, "missed"), repr(made)
    send(made, message)
    after = labels(made), labels(made, "missed"), repr(made)
    assert after[:2] == (shown, missed)
    assert after[2].split("'")[1] == letters
    assert (made.view["last_edit"].partition(" (|R|")[0], made.view["notice"]) == (said, "")
    send(made, do("undo"))
    assert (labels(made), labels(made, "missed"), repr(made)) == before
    assert (made.view["last_edit"], made.view["can"]["undo"], made.view["can"]["redo"]) == ("undone", False, True)
    send(made, do("redo"))
    assert (labels(made), labels(made, "missed"), repr(made)) == after
    send(made, do("reset"))
    assert (labels(made), labels(made, "missed"), repr(made)) == before
    assert made.view["can"]["reset"] is False


def test_every_edit_has_a_test_case() -> None:
    assert {message["do"] for message, *_rest in EDITED.values()} | {"shuffle"} == set(EDITS)


def test_shuffle_keeps_the_items() -> None:
    e = explorer("R" * 30, None)
    before = labels(e)
    send(e, do("shuffle"))
    assert sorted(labels(e)) == sorted(before)
    assert labels(e) != before


@pytest.mark.parametrize(
    ("made", "side"),
    [
        (explorer(), {}),
        (RankedList(Ranking.parse("RNRN", relevant=3)), {}),
        (Inverse("AP = 0.3", Ranking.parse("RNRN", relevant=3)), {}),
        (Compare(Ranking.parse("RNRN", relevant=3), Ranking.parse("RNRN", relevant=3)), {"list": 0}),
    ],
    ids=lambda made: type(made).__name__,
)
def test_the_number_of_relevant_items_can_be_set(made: RankedList, side: dict[str, int]) -> None:
    """The slide's list: what is shown stays, |R| becomes 20."""
    send(made, do("set_relevant", to=20, **side))
    assert (int(made.ranking.hits().sum()), int(made.ranking.relevant)) == (2, 20)
    assert made.view["last_edit"].endswith("missed items 1 → 18 (|R| 3 → 20)")
    lane = made.view["lists"][0]["list"] if side else made.view["list"]
    assert lane["relevant"] == {"value": 20, "min": 2, "max": 1000}
    assert len({row["label"] for row in lane["missed"]}) == len({row["id"] for row in lane["missed"]}) == 18
    send(made, *[do("set_relevant", by=-1, **side)] * 25)
    assert (int(made.ranking.relevant), made.view["notice"]) == (2, "")
    send(made, do("undo"), do("undo"))
    assert int(made.ranking.relevant) == 4


def test_the_number_of_relevant_items_can_be_set_with_grades() -> None:
    e = Explorer(Ranking([3, 0, 2, 5], pool=[5, 4, 3, 2, 2, 1], threshold=3), n=4)
    assert e.view["list"]["pool"] == "|R| = 2 shown + 1 missed = 3"
    send(e, do("set_relevant", to=5))
    assert [row["grade"] for row in e.view["list"]["missed"]] == [4, 2, 1, 3, 3]
    assert Explorer.from_state(e.state).view["list"] == {
        **e.view["list"],
        "missed": Explorer.from_state(e.state).view["list"]["missed"],
    }
    send(e, do("choose", id=ids(e)[-1]), do("set_relevant", to=2))
    assert [row["grade"] for row in e.view["list"]["missed"]] == [2, 1]
    assert (e.view["list"]["pool"], e.view["chosen"]) == ("|R| = 2 shown + 0 missed = 2", None)


def test_an_item_is_added_after_the_chosen_one() -> None:
    e = explorer()
    send(e, do("choose", id="i0"), do("add"))
    assert labels(e) == ["Gala", "Item 6", "Fuji", "Pear", "Plum"]
    assert e.view["chosen"] == e.view["list"]["shown"][1]["id"]


def test_the_state_line_follows_a_choice() -> None:
    e = explorer()
    send(e, do("choose", id="i2"))
    assert e.state_line == e.state
    assert "chosen=3" in e.state_line


def test_a_long_list_shows_only_the_chosen_item_s_sentence() -> None:
    e = explorer("RN" * 50, None)
    assert {row["sentence"] for row in e.view["list"]["shown"]} == {None}
    assert e.sentence == {}
    send(e, do("choose", id="i2"))
    assert e.sentence["text"].startswith("Rank 3, Item 3: 2 of the first 3 are relevant")
    send(e, do("toggle", id="i0"))
    assert (e.sentence["id"], e.sentence["text"][:17]) == ("i0", "Rank 1, Item 1: n")
    short = explorer()
    send(short, do("choose", id="i2"))
    assert short.sentence == {}
    assert all(row["sentence"] for row in short.view["list"]["shown"])


def test_the_divisor_menu_offers_r_once_without_a_cut_off() -> None:
    """Without a cut-off min(|R|, n) is |R|: one of the two is offered, by its plain name."""

    def options(e: Explorer) -> tuple[dict[str, str], str]:
        found = next(item for item in e.controls if item["key"] == "average_precision.denominator")
        return dict(found["options"]), found["why"]

    e = explorer()
    words, why = options(e)
    assert words["reachable"] == "|R|, all relevant"
    assert "relevant" not in words
    assert why == "Missing a relevant item lowers the value."
    send(e, do("set", key="reads", value="n"))
    words, _why = options(e)
    assert (words["reachable"], words["relevant"]) == ("min(|R|, n)", "|R|, all relevant")
    send(e, do("set", key="average_precision.denominator", value="relevant"), do("set", key="reads", value="all"))
    assert "relevant" not in options(e)[0]
    assert e.view["convention"] == "Convention: Parra (slides)"
    send(e, do("set", key="reads", value="n"))
    assert e.view["convention"].endswith("AP divided by |R|, all relevant")


@pytest.mark.parametrize(("reads", "divisor"), [("all", "|R|, all relevant"), ("n", "min(|R|, n)")])
def test_the_convention_line_names_n_only_with_a_cut_off(reads: str, divisor: str) -> None:
    e = explorer(convention="sklearn", reads=reads)
    send(e, do("set", key="average_precision.denominator", value="reachable"))
    assert e.view["convention"].endswith(f"AP divided by {divisor}")


@pytest.mark.long
@pytest.mark.parametrize("name", CONVENTIONS)
def test_tiles_show_the_values_of_the_chosen_convention(name: str) -> None:
    e = Explorer(Ranking([3, 0, 2, 0, 1], pool=[3, 3, 2, 2, 1, 1], threshold=2), n=4, gain="shifted", discount="none")
    send(e, do("set", key="reads", value="n"), do("set", key="convention", value=name))
    for tile in e.view["tiles"]:
        metric = METRICS[tile["key"]]
        spelling = metric.label(n=4) if metric.takes_n else metric.label()
        if metric.name in CONVENTIONS[name].metrics:
            expected = measure(spelling, convention=name)
        else:  # DCG follows nDCG, F1 follows P
            words = {key: word for given in CONVENTIONS[name].metrics.values() for key, word in given.items()}
            own = [key for key in words if key in metric.choices and key != "denominator"]
            expected = measure(spelling, **{key: words[key] for key in own})
        assert tile["value"] == f"{expected(e.ranking):.4f}", spelling
    assert e.view["convention"].startswith(f"Convention: {CONVENTIONS[name].title}")
    assert ", but" not in e.view["convention"]
    assert Explorer.from_state(e.state).view["convention"] == e.view["convention"]
    assert Explorer(e.ranking, n=4, reads="n", convention=name).view["tiles"][0]["value"] == e.view["tiles"][0]["value"]


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_convention_sets_the_value_of_0_over_0(name: str) -> None:
    lists = {"a": Ranking.parse("RN"), "b": Ranking.parse("NN", relevant=0)}
    e = Explorer(lists, convention=name)
    for metric in CONVENTIONS[name].metrics:
        if metric in EXPLORED and METRICS[metric].takes_empty:
            own = measure(METRICS[metric].label(), convention=name)
            assert options_of(METRICS[metric], e.settings)["empty"] == own.parameters.get("empty", 0.0)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_convention_sets_each_parameter_until_the_next_one(name: str) -> None:
    e = explorer()
    before = e.settings
    send(e, do("set", key="convention", value=name))
    for metric, own in CONVENTIONS[name].metrics.items():
        assert own.items() <= options_of(METRICS[metric], e.settings).items()
        for key in own.keys() & LIMITS.keys():
            send(e, do("set", key=key, by=LIMITS[key][2]))
            assert f", but {METRICS[metric].label()} " in e.view["convention"]
            send(e, do("undo"))
    assert ", but" not in e.view["convention"]
    send(e, do("set", key="convention", value="parra"))
    assert e.settings == before


def test_the_list_stays_the_same_while_the_convention_changes() -> None:
    e = explorer("RNRNN", 9)
    send(e, do("set", key="reads", value="n"))
    rows, before = labels(e), {tile["key"]: tile["value"] for tile in e.view["tiles"]}
    send(e, do("set", key="convention", value="trec_eval"))
    assert labels(e) == rows
    assert e.view["last_edit"] == "Convention: trec_eval"
    assert {t["key"] for t in e.view["tiles"] if t["value"] != before[t["key"]]} == {"average_precision"}
    defined = {"dcg", *CONVENTIONS["trec_eval"].metrics}  # DCG follows nDCG
    others = ", ".join(metric.label() for name, metric in EXPLORED.items() if name not in defined)
    assert e.view["convention"] == f"Convention: trec_eval ({others} as on Parra's slides)"
    send(e, do("set", key="gain", value="binary"))
    assert e.view["convention"].endswith("as on Parra's slides), but DCG gain 1 or 0")
    send(e, do("set", key="convention", value="context_precision"), do("undo"), do("undo"), do("undo"))
    assert {tile["key"]: tile["value"] for tile in e.view["tiles"]} == before


def test_the_menu_groups_the_conventions() -> None:
    [menu] = [one for one in explorer().controls if one["key"] == "convention"]
    grouped = [name for _title, names in menu["groups"] for name in names]
    assert sorted(grouped) == sorted(dict(menu["options"]))
    assert [title for title, _names in menu["groups"]] == [*GROUPS.values()]
    assert menu["groups"][0][1][0] == menu["value"] == "parra"


def test_an_unknown_convention_raises_an_error() -> None:
    with pytest.raises(ValueError, match=r"^convention must be one of parra, lopes, .*; got nobody$"):
        explorer(convention="nobody")


def test_an_edit_that_changes_r_reports_it() -> None:
    e = explorer()
    send(e, do("toggle", id="i0"))
    assert e.view["last_edit"] == "Gala is now not relevant (|R| 3 → 2)"
    send(e, do("miss", id="i2"))
    assert e.view["last_edit"] == "Pear is now missed"


def test_an_edit_without_effect_is_not_a_step() -> None:
    e = explorer()
    send(e, do("move", id="i0", rank=1), do("grade", id="i0", grade=1), do("rename", id="i0", label="Gala"))
    assert e.view["can"]["undo"] is False


MISFIT = "line {}: cannot read {}; write R and N (NRRN), grades (3 0 2), or one item per line (Gala, R)"
GONE = "that item is no longer in the list"
REFUSED: dict[str, tuple[Any, str]] = {
    "toggle a missed": (do("toggle", id="m0"), "Quince is missed, so it is relevant; remove it instead"),
    "grade 6": (do("grade", id="i0", grade=6), "a grade must be from 0 to 5; got 6"),
    "grade -1": (do("grade", id="i0", grade=-1), "a grade must be from 0 to 5; got -1"),
    "grade NaN": (do("grade", id="i0", grade=float("nan")), "a grade must be from 0 to 5; got nan"),
    "grade word": (do("grade", id="i0", grade="x"), "a grade must be from 0 to 5; got x"),
    "grade a missed 0": (
        do("grade", id="m0", grade=0),
        "Quince is missed, so its grade must be above 0; remove it instead",
    ),
    "miss what is N": (do("miss", id="i1"), "Fuji is not relevant, so it cannot be missed; remove it instead"),
    "rename to nothing": (do("rename", id="i0", label=" \n "), "a name must have at least one character"),
    "no such item": (do("toggle", id="i99"), GONE),
    "move without id": (do("move"), GONE),
    "rank word": (do("move", id="i0", rank="x"), "a rank must be a whole number; got x"),
    "rank list": (do("move", id="i0", rank=[1]), "a rank must be a whole number; got [1]"),
    "by nothing": (do("move", id="i0", by=None), "a rank must be a whole number; got None"),
    "by infinite": (do("move", id="i0", by=float("inf")), "a rank must be a whole number; got inf"),
    "paste nothing": (do("paste", text=" \n"), "nothing to read: paste R and N, or one item per line"),
    "paste 5,000 lines": (do("paste", text="a\n" * 5000), "a list can have 1000 items here; got 5000"),
    "|R| below the hits": (
        do("set_relevant", to=1),
        "|R| must be from 2, the relevant items that are shown, to 1000; got 1",
    ),
    "|R| too large": (
        do("set_relevant", to=1001),
        "|R| must be from 2, the relevant items that are shown, to 1000; got 1001",
    ),
    "|R| word": (do("set_relevant", to="x"), "|R| must be a whole number; got x"),
    "paste a grade of 9": (do("paste", text="1 9"), "line 1: a grade must be from 0 to 5; got 9"),
    "paste a grade of 9 below blank lines": (do("paste", text="1\n\n9"), "line 3: a grade must be from 0 to 5; got 9"),
    "paste NaN": (do("paste", text="[1, nan]"), "line 1: a grade must be from 0 to 5; got nan"),
    "paste RNX": (do("paste", text="RNX"), MISFIT.format(1, "X")),
    "paste a letter among lines": (do("paste", text="R\n\nN\nX"), MISFIT.format(4, "X")),
    "paste a letter among grades": (do("paste", text="3, 0, R"), MISFIT.format(1, "R")),
    "paste another list's end": (do("paste", text="[1, 0,\n 1, ..., 0]"), MISFIT.format(2, "...")),
    "paste a wrong missed grade": (
        do("paste", text="1\n0\nmissed:\n1\n9"),
        "line 5: a grade must be from 0 to 5; got 9",
    ),
    "paste 1,001 with the missed": (
        do("paste", text="R" * 500 + "\nmissed:" + "R" * 501),
        "a list can have 1000 items here; got 1001",
    ),
    "paste missed items alone": (do("paste", text="missed: R"), "nothing to read: paste R and N, or one item per line"),
    "paste a hidden letter": (do("paste", text="R\u200bN"), MISFIT.format(1, "⟨U+200B⟩")),
    "paste two arrays": (do("paste", text="[[1 0]\n [0 1]]"), "these are several lists: paste one of them"),
    "paste two lists": (
        do("paste", text="NRR\n\nRNR"),
        "line 3 is a second list: paste one of them, or one item per line (Gala, R)",
    ),
    "paste a line with 9": (
        do("paste", text="Gala, 1\nFuji, 9"),
        "line 2: the last column must be R, N or a grade from 0 to 5; got 9",
    ),
    "paste another mark": (
        do("paste", text="title\trelevant\n\nGala\tR\nFuji\tmaybe"),
        "line 4: the last column must be R, N or a grade from 0 to 5; got maybe",
    ),
    "paste a grade below 0": (
        do("paste", text="Gala;-1\nPear;2"),
        "line 1: the last column must be R, N or a grade from 0 to 5; got -1",
    ),
    "paste a decimal comma after a comma": (
        do("paste", text="Gala, 2,5\nPear, 1"),
        "line 1: 2,5 could be one grade or two columns: write 2.5, or ; between columns",
    ),
    "paste a state": (
        do("paste", text="v=1&metric=ndcg&user=0&list=:a*1"),
        "this is a state: in a cell, Explorer.from_state('...') shows it",
    ),
    "n word": (do("set", key="n", value="abc"), "Cut-off n must be from 1 to 1000; got abc"),
    "n 0": (do("set", key="n", value=0), "Cut-off n must be from 1 to 1000; got 0"),
    "a word": (
        do("set", key="gain", value="big"),
        "gain must be one of exponential, linear, binary, shifted, mlnet; got big",
    ),
    "by a word": (do("set", key="n", by="x"), "Cut-off n must be from 1 to 1000; got None"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_rejected_edit_gives_a_notice_and_keeps_the_state(name: str) -> None:
    message, notice = REFUSED[name]
    e = explorer()
    state = e.state
    send(e, message)
    assert (e.view["notice"], e.state, e.view["can"]["undo"]) == (notice, state, False)
    send(e, do("toggle", id="i0"))
    assert e.view["notice"] == ""


IGNORED = [
    {},
    None,
    [],
    "move",
    5,
    {"do": None},
    {"do": ["move"]},
    {"do": {}},
    {"do": "explode"},
    {"do": "__init__"},
    {"do": "set"},
    {"do": "set", "key": ["n"]},
    {"do": "set", "key": "no"},
    {"do": "metric"},
    {"do": "metric", "key": ["x"]},
    {"do": "metric", "key": "mae"},
    {"do": "user"},
    {"do": "user", "key": "7"},
    {"do": "user", "key": "00"},
    {"do": "user", "key": "9" * 5000},
    {"do": "table"},
    {"do": "table", "open": "wide"},
    {"do": "table", "open": float("nan")},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "reset"},
    {"do": "choose"},
    {"do": "choose", "id": ["x"]},
]


@pytest.mark.parametrize("message", IGNORED, ids=lambda message: str(message)[:40])
def test_a_meaningless_action_changes_nothing(message: Any) -> None:
    e = explorer()
    state, view = e.state, e.view
    send(e, message)
    assert e.state == state
    assert {**e.view, "last_edit": "", "notice": ""} == {**view, "last_edit": "", "notice": ""}


def test_incompatible_settings_are_rejected_and_the_widget_still_works() -> None:
    e = explorer(half_life=1)
    send(e, do("set", key="exponent", value="breese"))
    assert e.view["notice"] == "the half-life α must be above 1 with the exponent (i − 1)/(α − 1); got 1"
    assert e.settings["exponent"] == "slides"
    assert e.view["can"]["undo"] is False
    send(e, do("toggle", id="i0"), do("undo"))
    assert e.view["notice"] == ""


def test_a_binary_list_keeps_the_chosen_threshold() -> None:
    e = explorer()
    send(e, do("set", key="threshold", value=2))
    assert e.view["notice"] == ""
    assert Explorer.from_state(e.state).state == e.state


# --- undo, redo, reset --------------------------------------------------------------------------------------


def test_undo_redo_and_reset_include_settings() -> None:
    e = explorer()
    send(e, do("set", key="n", value=2), do("toggle", id="i0"), do("set", key="gain", value="linear"))
    assert (e.settings["n"], e.settings["gain"]) == (2, "linear")
    send(e, do("undo"))
    assert e.settings["gain"] == "exponential"
    send(e, do("undo"), do("undo"))
    assert (e.settings["n"], repr(e)) == (4, "Explorer('RNRN', relevant=3)")
    send(e, do("redo"), do("redo"), do("redo"))
    assert (e.settings["gain"], repr(e)) == ("linear", "Explorer('NNRN', relevant=2)")
    send(e, do("reset"))
    assert (e.settings, repr(e)) == (DEFAULTS | {"n": 4}, "Explorer('RNRN', relevant=3)")
    send(e, do("undo"))
    assert e.settings["n"] == 2


def test_a_new_edit_clears_the_redo_history() -> None:
    e = explorer()
    send(e, do("toggle", id="i0"), do("undo"), do("toggle", id="i1"))
    assert e.view["can"]["redo"] is False


def test_undo_returns_to_the_tab_of_the_edit() -> None:
    e = two_users()
    send(e, do("toggle", id="i1"), do("user", key="1"), do("undo"))
    assert labels(e) == ["Item 1", "Item 2", "Item 3"]
    assert [tab["selected"] for tab in e.view["tabs"]] == [True, False, False]
    assert repr(e) == "Explorer('RNN', relevant=2)"
    send(e, do("user", key="1"))
    assert repr(e) == "Explorer('NNR', relevant=1)"
    send(e, do("redo"))
    assert [tab["selected"] for tab in e.view["tabs"]] == [True, False, False]
    assert repr(e) == "Explorer('RRN', relevant=3)"


def test_a_reset_without_changes_is_not_a_step() -> None:
    e = explorer()
    send(e, do("choose", id="i0"), do("reset"))
    assert e.view["can"]["undo"] is False


def test_undo_keeps_the_chosen_metric() -> None:
    e = explorer()
    send(e, do("toggle", id="i0"), do("metric", key="ndcg"), do("undo"))
    assert e.measure.metric.name == "ndcg"


def test_the_undo_history_has_a_limit() -> None:
    e = RankedList(Ranking.parse("RN"))
    for _k in range(205):
        send(e, do("toggle", id="i0"))
    for _k in range(205):
        send(e, do("undo"))
    assert e.view["can"]["undo"] is False


# --- paste --------------------------------------------------------------------------------------------------


ITEMS = [("Item 1", 1), ("Item 2", 0), ("Item 3", 1)]


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("NRRN", [("Item 1", 0), ("Item 2", 1), ("Item 3", 1), ("Item 4", 0)]),
        ("n r\n", [("Item 1", 0), ("Item 2", 1)]),
        ("N\nR\nR", [("Item 1", 0), ("Item 2", 1), ("Item 3", 1)]),
        ("3 0 2.5", [("Item 1", 3), ("Item 2", 0), ("Item 3", 2.5)]),
        ("3\n0\n2", [("Item 1", 3), ("Item 2", 0), ("Item 3", 2)]),
        ("2,5\n3,0\n0", [("Item 1", 2.5), ("Item 2", 3), ("Item 3", 0)]),
        ("Gala, R\nPear\nFuji, N", [("Gala", 1), ("Pear", None), ("Fuji", 0)]),
        ("Gala\tR\r\nPear\t3", [("Gala", 1), ("Pear", 3)]),
        ("Gala;2,5\nPear; r", [("Gala", 2.5), ("Pear", 1)]),
        ("Gala\t2,5\nPear\t0", [("Gala", 2.5), ("Pear", 0)]),
        ('"Gala, royal",R\n"Pear",N', [("Gala, royal", 1), ("Pear", 0)]),
        ("Gala, royal, R\nPear", [("Gala, royal", 1), ("Pear", None)]),
        ("Gala, red\nPear", [("Gala, red", None), ("Pear", None)]),
        ("title\trelevant\nGala\tR\nPear\tN", [("Gala", 1), ("Pear", 0)]),
        ("title,relevant\nGala,1\nPear,0", [("Gala", 1), ("Pear", 0)]),
        ("Dune, Part Two\nAlien, N", [("Dune, Part Two", None), ("Alien", 0)]),
        ("Gala\t\tR\nPear\t\tN", [("Gala", 1), ("Pear", 0)]),
        ("Gala;R;\nPear;;", [("Gala", 1), ("Pear", None)]),
        ("\ufeffGala, R\nPear", [("Gala", 1), ("Pear", None)]),
        ("one apple", [("one apple", None)]),
        ("@#$%", [("@#$%", None)]),
        (",R\n,N", [("Item 1", 1), ("Item 2", 0)]),
        ('a, "b\nc', [('a, "b', None), ("c", None)]),
        ("[1, 0, 1]", ITEMS),
        ("1, 0, 1", ITEMS),
        ("True, False, True", ITEMS),
        ("1,0,1,", ITEMS),
        ("(1, 0, 1)", ITEMS),
        ("[1 0 1]", ITEMS),
        ("[1. 0. 1.]", ITEMS),
        ("[1,\n 0,\n 1\n]", ITEMS),
        ("array([1., 0., 1.])", ITEMS),
        ("np.array([[1, 0, 1]], dtype=int64)", ITEMS),
        ("tensor([1, 0, 1], device='cuda:0')", ITEMS),
        ("[np.float64(1.0), np.float64(0.0), np.int64(1)]", ITEMS),
        ("rel = [True, False, np.True_]", ITEMS),
        ("[true, false, true]", ITEMS),
        ("['R', 'N', 'R']", ITEMS),
        ("0    1\n1    0\n2    1\nName: rel, dtype: int64", [("0", 1), ("1", 0), ("2", 1)]),
        ("Gala    True\nRoyal Gala    False\ndtype: bool", [("Gala", 1), ("Royal Gala", 0)]),
        ("318, 1\n\n296, 0", [("318", 1), ("296", 0)]),
        ("(500) Days of Summer (2009)", [("(500) Days of Summer (2009)", None)]),
        ("[REC], R\nHer (2013)", [("[REC]", 1), ("Her (2013)", None)]),
        ("Ran", [("Ran", None)]),
        ("Gala, R\n\n,N", [("Gala", 1), ("Item 2", 0)]),
        ("", []),
        ("[]", []),
        ("\n\n", []),
    ],
)
def test_a_pasted_list_is_parsed(text: str, items: list[tuple[str, float | None]]) -> None:
    assert read_list(text, 1) == items


def test_the_character_r_gets_the_threshold_as_its_grade() -> None:
    assert [grade for _label, grade in read_list("NR", 3)] == [0, 3]
    assert [grade for _label, grade in read_list("a, R\nb, N", 3)] == [3, 0]


def test_a_paste_reports_the_items_it_read() -> None:
    e = explorer()
    send(e, do("paste", text="Gala, R\nFuji\nPlum\nPear, R"))
    assert e.view["last_edit"] == (
        "pasted 4 items, 2 relevant (2 without a mark: not relevant) (missed items removed: 1) (|R| 3 → 2)"
    )
    send(e, do("paste", text="Gala, R\nFuji\nPlum\nPear, R"))
    assert e.view["notice"] == "this list is already shown"


def test_a_paste_skips_and_reports_a_title_line() -> None:
    e = explorer()
    send(e, do("paste", text="title,relevant\nGala,1\nPear,0"))
    said = "pasted 2 items, 1 relevant (the first line was read as titles) (missed items removed: 1) (|R| 3 → 1)"
    assert e.view["last_edit"] == said


@pytest.mark.parametrize("make", [Explorer, RankedList, lambda ranking: Inverse("AP = 0.3", ranking)])
def test_pasted_grades_are_shown_as_grades(make: Any) -> None:
    made = make(Ranking.parse("NR"))
    send(made, do("paste", text="[3, 0, 2.5, 1]"))
    assert [row["badge"] for row in made.view["list"]["shown"]] == ["3", "N", "2.5", "1"]
    assert made.view["last_edit"] == "pasted 4 items, 3 relevant (grades are shown now) (|R| 1 → 3)"
    send(made, do("undo"))
    assert (made.graded, [row["badge"] for row in made.view["list"]["shown"]]) == (False, ["N", "R"])
    send(made, do("paste", text="1 0 1"))
    assert (made.graded, [row["badge"] for row in made.view["list"]["shown"]]) == (False, ["R", "N", "R"])


def test_ones_pasted_into_a_binary_list_are_relevant() -> None:
    e = explorer()
    send(e, do("set", key="threshold", value=3), do("paste", text="[1, 0, 1, 1]"))
    assert (repr(e), e.graded) == ("Explorer('RNRR', relevant=3)", False)


def test_a_paste_accepts_a_thousand_lines_and_shortens_long_labels() -> None:
    e = explorer()
    send(e, do("paste", text="a, R\n" * 1000))
    assert (len(labels(e)), e.view["notice"]) == (1000, "")
    send(e, do("paste", text="x" * 200_000))
    assert labels(e) == ["x" * 200]
    send(e, do("paste", text='a,"' + "y" * 200_000 + "\nb"))
    assert len(labels(e)) == 2


@pytest.mark.long
@settings(max_examples=examples(200))
@given(st.text(max_size=60) | st.text(alphabet='RN,;\t\n "1295.[](', max_size=40))
def test_any_paste_is_read_or_rejected_with_a_sentence(text: str) -> None:
    made = RankedList(Ranking.parse("RN"))
    send(made, do("paste", text=text))
    if made.view["notice"]:
        known = r"line \d+|nothing to read|these are several lists|this list is already shown|this is a state"
        assert re.match(known, made.view["notice"])
        assert repr(made) == "RankedList('RN', relevant=1)"
    else:
        assert all(label and len(label) <= 200 and "\n" not in label for label in labels(made))


# --- any messages -------------------------------------------------------------------------------------------

anything = (
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=3) | st.just([]) | st.just({})
)
item_ids = st.sampled_from(["i0", "i1", "i2", "m0", "n0", "n1", "p0", "p1", "q0", "q1"])
orders = st.sampled_from([*EDITS, "undo", "redo", "reset", "choose", "metric", "user", "set", "table", "no"])
good = st.fixed_dictionaries(
    {"do": orders, "id": item_ids},
    optional={
        "rank": st.integers(0, 9),
        "by": st.integers(-2, 2),
        "grade": st.sampled_from([0, 0.5, 1, 2, 5]),
        "label": st.text(min_size=1, max_size=4),
        "text": st.sampled_from(["NR", "R", "3 0 2", "a, R\nb"]),
        "key": st.sampled_from([*EXPLORED, *DEFAULTS, "0", "1", "mean"]),
        "value": st.sampled_from([1, 2, 3.5, "graded", "binary", "linear", "n", "skip", "breese", "retrieved"]),
        "px": st.integers(100, 2100),
    },
)
keys = st.sampled_from(["id", "rank", "by", "grade", "label", "text", "key", "value", "px", "after", "chosen"])
bad = anything | st.dictionaries(keys, anything).flatmap(lambda rest: orders.map(lambda name: {**rest, "do": name}))
surrogate = "\ud800"


def items_of(e: Explorer) -> set[tuple[int, str]]:
    users = e._state.users
    return {(k, item.id) for k, lists in enumerate(users) for item in (*lists.shown, *lists.missed)}


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@example([do("move")])
@example([{}])
@example([do("move", id="i0", rank="x")])
@example([do("set", key="n", value="abc")])
@example([do("rename", id="i0", label=surrogate)])
@example([do("set_relevant", to=5, chosen=[])])
@example([do("set", key="exponent", value="breese"), do("set", key="half_life", value=1), do("toggle", id="i0")])
@example([do("user", key="mean"), do("toggle", id="i0"), do("ideal"), do("undo"), do("reset")])
@example([do("paste", text="NR"), do("paste", text="RN"), do("undo"), do("add"), do("add"), do("redo")])
@given(st.lists(good | bad, max_size=8))
def test_no_sequence_of_actions_breaks_the_widget(messages: list[Any]) -> None:
    e = two_users()
    for message in messages:
        before = items_of(e)
        send(e, message)
        name = message.get("do") if isinstance(message, dict) else None
        if name not in ("add", "remove", "paste", "set_relevant", "undo", "redo", "reset"):
            assert items_of(e) == before, "an item was lost"
        everything = [item.id for lists in e._state.users[:1] for item in (*lists.shown, *lists.missed)]
        assert len(everything) == len(set(everything))
        check_view(e)
    assert Explorer.from_state(e.state).state == e.state


def check_view(e: Explorer) -> None:
    view = e.view
    if view["list"]["kind"] == "items":
        assert len(set(ids(e))) == len(ids(e))
        *hits, missed, total = map(int, re.findall(r"\d+", view["list"]["pool"]))
        rows = view["list"]["shown"]
        assert sum(hits) + missed == total == int(e.ranking.relevant)
        assert sum(hits) == sum(row["relevant"] for row in rows)
        assert hits[0] == sum(row["relevant"] and not row["out"] for row in rows)
        assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    json.dumps([view, e.figure, e.text], allow_nan=False)


# --- state --------------------------------------------------------------------------------------------------

hostile = st.text(max_size=6) | st.text(alphabet=",|*:&=%+;#/?<>\"'\\ \n\t🍎é", max_size=8)
grades = st.sampled_from([0, 1, 2, 2.5, 5, 0.1 + 0.2, 2.9999999])
lists = st.builds(
    lambda shown, missed: (Ranking(shown, [g for g in shown if g > 0] + missed), len(shown) + len(missed)),
    st.lists(grades, max_size=5),
    st.lists(grades.filter(bool), max_size=3),
)


def values_of(key: str) -> st.SearchStrategy[Any]:
    if key in LIMITS:
        low, high, _step = LIMITS[key]
        return st.integers(int(low), int(high)) if type(DEFAULTS[key]) is int else st.floats(low, high)
    return st.sampled_from([option[0] for option in options_shown(key)])


chosen_settings = st.fixed_dictionaries({}, optional={key: values_of(key) for key in DEFAULTS})


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), own=chosen_settings, metric=st.sampled_from([*EXPLORED]), users=st.integers(1, 3))
def test_a_state_restores_the_same_explorer(data: st.DataObject, own: dict[str, Any], metric: str, users: int) -> None:
    if own.get("exponent") == "breese" and own.get("half_life", 5) <= 1:
        del own["exponent"]
    names = data.draw(st.lists(hostile.map(one_line), min_size=users, max_size=users, unique=True))
    drawn = {name: data.draw(lists) for name in names}
    called = {name: data.draw(st.lists(hostile, min_size=size, max_size=size)) for name, (_r, size) in drawn.items()}
    e = Explorer({name: ranking for name, (ranking, _size) in drawn.items()}, called, measure=metric, **own)
    key = data.draw(st.sampled_from(["0", str(users - 1), "mean"]))
    send(e, do("user", key=key), do("choose", id=data.draw(st.sampled_from(["i0", "m0", "u1", "i9"]))))
    again = Explorer.from_state(e.state)
    assert again.state == e.state
    assert "\n" not in e.state
    assert again.settings == e.settings
    for old, new in zip(e._state.users, again._state.users, strict=True):
        assert old.name == new.name
        for lane in ("shown", "missed"):
            pairs = zip(getattr(old, lane), getattr(new, lane), strict=True)
            assert all((a.label, a.grade) == (b.label, b.grade) for a, b in pairs)
    assert again.derivation.text() == e.derivation.text()


START = "a state must begin with v=1 and contain list=...; got "
METRIC_WORDS = ", ".join(CHOOSABLE)
ITEM = "item 1 of a list in a state must be label*grade, a grade from 0 to 1000; got "
BAD_STATES = {
    "": START + "''",
    "v=1": START + "'v=1'",
    "v=2&list=:a*1": START + "'v=2&list=:a*1'",
    "garbage": START + "'garbage'",
    "v=1&metric=x&user=0&list=:a*1": f"metric in a state must be one of {METRIC_WORDS}; got 'x'",
    "v=1&metric=ndcg&user=7&list=:a*1": "user in a state must be 'mean' or from 0 to 0; got '7'",
    "v=1&metric=ndcg&user=0&zzz=0&list=:a*1": "unknown setting 'zzz' in a state",
    "v=1&metric=ndcg&user=0&n=abc&list=:a*1": "n in a state must be a number; got 'abc'",
    "v=1&metric=ndcg&user=0&n=0&list=:a*1": "Cut-off n must be from 1 to 1000; got 0",
    "v=1&metric=ndcg&user=0&gain=big&list=:a*1": "gain must be one of exponential, linear, binary, shifted, mlnet; got big",
    "v=1&metric=ndcg&user=0&threshold=nan&list=:a*1": "Relevant from must be from 0.5 to 5; got nan",
    "v=1&metric=ndcg&user=0&half_life=1&exponent=breese&list=:a*1": (
        "the half-life α must be above 1 with the exponent (i − 1)/(α − 1); got 1"
    ),
    "v=1&metric=ndcg&user=0&list=:a*x": ITEM + "'a*x'",
    "v=1&metric=ndcg&user=0&list=:a": ITEM + "'a'",
    "v=1&metric=ndcg&user=0&list=:a*nan": ITEM + "'a*nan'",
    "v=1&metric=ndcg&user=0&list=:a*1|b*-1": ITEM + "'b*-1'",
    "v=1&metric=ndcg&user=0&list=:a*1001": ITEM + "'a*1001'",
}


@pytest.mark.parametrize("state", BAD_STATES)
def test_a_bad_state_is_rejected_with_a_sentence(state: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole sentence is compared below
        Explorer.from_state(state)
    assert str(caught.value) == BAD_STATES[state]


@given(st.text(max_size=40) | st.text(alphabet="v=1&metricndgusl:a*|,0+%", max_size=40))
def test_arbitrary_text_is_rejected_as_a_state(text: str) -> None:
    with pytest.raises(ValueError, match="a state must begin with"):
        Explorer.from_state(text)


# --- what is shown ------------------------------------------------------------------------------------------


NEVER_CUT = ("average_precision", "reciprocal_rank", "rankscore")  # unless `reads` is "n"


def expected(n: int) -> dict[str, dict[str, Any]]:
    return {name: {} if name in NEVER_CUT else {"n": n} for name in EXPLORED}


@pytest.mark.parametrize("text", ["NRRNNRNNNRRR", "R", "N", "RN" * 250])
def test_every_tile_shows_the_value_of_its_metric(text: str) -> None:
    ranking = Ranking.parse(text, relevant=text.count("R") + 1)
    tiles = Explorer(ranking).view["tiles"]
    assert [tile["key"] for tile in tiles] == list(EXPLORED)
    for tile in tiles:
        assert tile["value"] == f"{METRICS[tile['key']](ranking, **expected(min(10, len(text)))[tile['key']]):.4f}"


def test_a_setting_applies_to_every_tile_that_uses_it() -> None:
    e = Explorer(APPLES, n=3, reads="n", half_life=2, gain="linear", beta=2)
    values = {tile["name"]: float(tile["value"]) for tile in e.view["tiles"]}
    chosen = {"n": 3, "half_life": 2, "gain": "linear", "beta": 2}
    calls = [(one, {key: chosen[key] for key in chosen.keys() & one.parameters}) for one in EXPLORED.values()]
    assert values == pytest.approx({one.label(**own): one(APPLES, **own) for one, own in calls}, abs=5e-5)
    assert {"P@3", "Recall@3", "F2@3", "AP@3", "RR@3", "Rankscore", "DCG@3", "nDCG@3"} <= values.keys()


def test_tiles_show_what_the_last_edit_changed() -> None:
    e = explorer("NR", None)
    assert {(tile["delta"], tile["dir"]) for tile in e.view["tiles"]} == {("", 0)}
    send(e, do("move", id="i1", rank=1))
    tiles = {tile["name"]: (tile["delta"], tile["dir"]) for tile in e.view["tiles"]}
    assert (tiles["RR"], tiles["P@2"]) == (("+0.5000", 1), ("no change", 0))
    send(e, do("undo"))
    assert {tile["name"]: tile["delta"] for tile in e.view["tiles"]}["RR"] == "−0.5000"


@pytest.mark.parametrize(
    ("edit", "edited"),
    [
        (do("move", id="i1", rank=1), "i1"),
        (do("miss", id="i0"), "i0"),
        (do("remove", id="i1"), None),  # the next row is chosen, and it was not edited
        (do("shuffle"), None),
        (do("set", key="n", value=2), None),
        (do("metric", key="recall"), None),
    ],
)
def test_the_changes_are_of_the_edited_row(edit: dict[str, Any], edited: str | None) -> None:
    e = explorer()
    send(e, do("choose", id="i2"), edit)
    assert e.view["edited"] == edited
    send(e, do("choose", id="i0"), do("metric", key="precision"))
    assert (e.view["chosen"], e.view["edited"]) == ("i0", edited)
    send(e, do("undo"))
    assert e.view["edited"] is None


def test_an_added_row_is_the_edited_one() -> None:
    e = explorer()
    send(e, do("choose", id="i2"), do("add"))
    assert e.view["edited"] == e.view["chosen"] != "i2"


def test_every_row_has_a_term_and_a_sentence() -> None:
    rows = explorer().view["list"]["shown"]
    assert [row["term"] for row in rows] == ["1/1", "1/2", "2/3", "2/4"]
    assert [row["sentence"] for row in rows] == [
        "Rank 1, Gala: it is relevant, so P@1 = 1/1. Divided by 3, it adds 0.3333.",
        "Rank 2, Fuji: 1 of the first 2 is relevant, so P@2 = 1/2. Not relevant, so it adds nothing.",
        "Rank 3, Pear: 2 of the first 3 are relevant, so P@3 = 2/3. Divided by 3, it adds 0.2222.",
        "Rank 4, Plum: 2 of the first 4 are relevant, so P@4 = 2/4. Not relevant, so it adds nothing.",
    ]
    (missed,) = explorer().view["list"]["missed"]
    assert missed["sentence"] == "Quince: relevant and not shown. It adds nothing, but |R| counts it."


def test_a_spanish_row_names_the_metric_it_adds_to() -> None:
    set_language("es")
    try:
        said = Explorer(Ranking.parse("RNRNNR", relevant=6)).view["list"]["shown"][5]["sentence"]
    finally:
        set_language("en")
    assert said.endswith("3 de los primeros 6 son relevantes, así que P@6 = 3/6. Dividido por 6, suma 0,0833 al AP.")


@pytest.mark.parametrize(
    ("metric", "terms"),
    [
        ("RR", ["1/1", "0/2", "1/3", "0/4"]),
        ("P", ["1", "0", "1", "0"]),
        ("DCG", ["1.0", "0.0", "0.5", "0.0"]),
        ("Rankscore", ["1.0000", "0.8706", "0.7579", "0.6598"]),
    ],
)
def test_rows_show_the_terms_of_the_chosen_metric(metric: str, terms: list[str]) -> None:
    assert [row["term"] for row in explorer(measure=metric).view["list"]["shown"]] == terms


def test_ranks_below_the_cut_off_are_marked_as_unread() -> None:
    view = explorer(n=2, reads="n").view["list"]
    assert (view["cut"], [row["out"] for row in view["shown"]]) == (2, [False, False, True, True])
    assert view["shown"][2]["sentence"] == "Rank 3, Pear: below the cut-off n = 2, so it is not read."


def test_cut_off_items_count_as_neither_read_nor_missed() -> None:
    e = Explorer(Ranking.parse("NRNRNR", relevant=5), n=4, reads="n")
    assert e.view["list"]["pool"] == "|R| = 2 read + 1 cut off + 2 missed = 5"
    assert (e.figure["unread"], e.figure["crosses"]) == (2, (6, 7))  # divided by min(5, 4)
    send(e, do("set", key="n", value=6))
    assert e.view["list"]["pool"] == "|R| = 3 shown + 2 missed = 5"
    assert (e.figure["unread"], e.figure["crosses"]) == (0, (7, 8))


def test_the_cut_off_control_is_beside_a_cut_list() -> None:
    e = explorer(measure="P")
    assert "n" in [shown["key"] for shown in e.controls if shown["group"] == "cut"]
    send(e, do("metric", key="average_precision"))  # reads all ranks
    assert [shown["group"] for shown in e.controls if shown["key"] == "n"] == ["other"]
    send(e, do("set", key="reads", value="n"))
    assert [shown["group"] for shown in e.controls if shown["key"] == "n"] == ["cut"]
    assert [shown["lead"] for shown in e.controls if shown["group"] == "own"] == ["AP reads", "divided by"]


@pytest.mark.parametrize("metric", ["nDCG", "Rankscore"])
@pytest.mark.parametrize("ideal", ["pool", "retrieved"])
@pytest.mark.parametrize("ranking", [Ranking([3, 0, 5, 1], pool=[5, 5, 3, 1]), Ranking.parse("NRN", relevant=3)])
def test_a_quotient_of_two_sums_is_shown_in_three_lines(metric: str, ideal: str, ranking: Ranking) -> None:
    e = Explorer(ranking, measure=metric, n=3, ideal=ideal)
    upper, lower = (step for step in e.derivation.steps if step.symbol in e.derivation.result.formula.split("/"))
    sums, result = e.view["derivation"]["working"].split("</details>")
    assert f"= {number(upper.value)}" in re.sub("<[^>]*>", "", sums)
    in_full, quotient = re.sub("<[^>]*>", "", sums), re.sub("<[^>]*>", "", result)
    assert quotient.replace(" ", "").endswith(f"={number(upper.value)}/{number(lower.value)}")
    ideal_items = int(np.count_nonzero(e.derivation.step(e.derivation.metric.ideal).value))  # type: ignore[union-attr]
    assert sums.split("<details")[1].count("me-badge") == ideal_items
    assert in_full.count("+") == sum(
        len(step.working.parts) - 1 for step in (upper, lower) if isinstance(step.working, Sum)
    )


def test_only_the_requested_tiles_and_the_chosen_one_are_shown() -> None:
    e = explorer(tiles=["P", "RR"])
    assert [tile["name"] for tile in e.view["tiles"]] == ["P@4", "AP", "RR"]
    send(e, do("metric", key="precision"))
    assert [tile["name"] for tile in e.view["tiles"]] == ["P@4", "RR"]
    again = Explorer.from_state(e.state)
    assert (again.state, again.view["tiles"]) == (e.state, e.view["tiles"])
    with pytest.raises(ValueError, match=r"metric must be one of P, .*; got 'MAE'"):
        explorer(tiles=["P", "MAE"])


def test_every_metric_of_a_ranking_is_a_tile_by_choice() -> None:
    lists = videolectures(2)
    e = Explorer(lists, measure="AvgRp", tiles=["P", "HR", "Rank", "Rp", "AvgRp"], n=10)
    assert [tile["name"] for tile in e.view["tiles"]] == ["P@10", "HR@10", "Rank", "Rp@10", "AvgRp@5+10"]
    assert [tile["value"] for tile in e.view["tiles"]] == ["0.6000", "1.0000", "1.0000", "0.6000", "0.7000"]
    send(e, do("user", key="mean"))
    assert e.view["tiles"][-1] | {"delta": "", "dir": 0} == {
        "key": "average_r_precision",
        "name": "MARp@5+10",
        "value": "0.5929",
        "selected": True,
        "delta": "",
        "dir": 0,
    }
    assert Explorer.from_state(e.state).view == e.view
    assert [tile["key"] for tile in Explorer(lists).view["tiles"]] == [*EXPLORED]


def test_settings_of_a_metric_by_choice_are_shown_only_where_it_is_chosen() -> None:
    own = "r_precision.denominator"
    assert own not in [control["key"] for control in explorer().controls]
    e = explorer(measure="Rp")
    assert [control["group"] for control in e.controls if control["key"] == own] == ["own"]
    with pytest.raises(ValueError, match=r"^unknown setting 'cutoffs'; "):
        explorer(measure="AvgRp@2+4")


def test_without_a_cut_off_every_metric_reads_the_whole_list() -> None:
    lists = {"ten": Ranking.parse("NRNRNRNRNR", relevant=20), "five": Ranking.parse("NRRNR", relevant=20)}
    e = Explorer(lists, measure="P", reads="whole")
    send(e, do("user", key="1"))
    assert (e.convention, e.value) == ("parra", 0.6)  # as on the slide
    assert [tile["name"] for tile in e.view["tiles"]] == [metric.label() for metric in EXPLORED.values()]
    keys = {control["key"]: control["group"] for control in e.controls}
    assert (keys["short"], keys["n"], keys["reads"]) == ("idle", "other", "other")
    e.settings = {"reads": "all"}
    assert (e.value, e.view["tiles"][0]["name"]) == (0.3, "P@10")
    for reads, words in (("all", ["all", "n"]), ("whole", ["all", "n", "whole"])):
        (control,) = [one for one in Explorer(lists, reads=reads).controls if one["key"] == "reads"]
        assert [word for word, _text in control["options"]] == words


def test_the_mean_tab_shows_the_users_values_and_their_mean() -> None:
    e = two_users()
    assert [tab["label"] for tab in e.view["tabs"]] == ["Ana", "Beto", "Mean of 2"]
    send(e, do("user", key="mean"))
    assert [(row["label"], row["term"]) for row in e.view["list"]["shown"]] == [("Ana", "0.5000"), ("Beto", "0.3333")]
    assert e.view["list"]["shown"][0]["sentence"] == "Ana: 0.5000. Divided by 2, it adds 0.2500."
    names = {tile["name"]: tile["value"] for tile in e.view["tiles"]}
    assert (names["MAP"], names["MRR"]) == ("0.4167", "0.6667")
    assert e.derivation.symbol == "MAP"
    send(e, do("toggle", id="i0"))
    assert e.view["notice"] == "choose a user to edit a list"
    send(e, do("table", open=True))
    assert e.figure["table"] == {"head": ["user", "APᵤ"], "rows": [["Ana", "0.5"], ["Beto", "0.3333"]]}


def test_a_user_without_relevant_items_counts_as_zero_or_is_skipped() -> None:
    e = Explorer({"Ana": Ranking.parse("R"), "Beto": Ranking.parse("N")})
    send(e, do("user", key="mean"))
    assert e.view["list"]["shown"][1]["term"] == "0/0"
    assert {tile["name"]: tile["value"] for tile in e.view["tiles"]}["MAP"] == "0.5000"
    send(e, do("set", key="empty", value="skip"))
    assert {tile["name"]: tile["value"] for tile in e.view["tiles"]}["MAP"] == "1.0000"
    assert [row["out"] for row in e.view["list"]["shown"]] == [False, True]


def test_low_grades_that_gain_give_the_user_a_value() -> None:
    """No item reaches the threshold, but below="graded" keeps what it is worth."""
    lists = {"Ana": Ranking([2, 0], pool=[2], threshold=3), "Beto": Ranking([4, 0], pool=[4], threshold=3)}
    e = Explorer(lists, measure="nDCG", below="graded")
    send(e, do("user", key="mean"))
    assert [row["term"] for row in e.view["list"]["shown"]] == ["1.0000", "1.0000"]
    send(e, do("set", key="gain", value="binary"))
    assert [row["term"] for row in e.view["list"]["shown"]] == ["0/0", "1.0000"]


@pytest.mark.parametrize(("empty", "words"), [("zero", "counts as 0 in"), ("skip", "is left out of")])
def test_the_empty_switch_lists_users_without_relevant_items(empty: str, words: str) -> None:
    lists = {"Ana": Ranking.parse("R"), **{f"B{k}": Ranking.parse("N") for k in range(10)}}
    e = Explorer(lists, empty=empty)
    send(e, do("user", key="mean"))
    (switch,) = (shown for shown in e.controls if shown["key"] == "empty")
    assert switch["lead"] == "B0, B1, B2, B3, B4, B5, B6, B7, ... (2 more): 0/0"
    assert dict(switch["options"]) == {"zero": "counts as 0", "skip": "is left out"}
    assert "0/0" not in json.dumps(e.view["derivation"]["where"])  # once is enough
    assert e.view["list"]["shown"][3]["sentence"] == f"B2: no relevant item, so 0/0, which {words} the mean."
    assert [shown["group"] for shown in e.controls if shown["key"] == "empty"] == ["empty"]
    send(e, do("metric", key="precision"))  # 0 of n, by definition
    assert "0/0" not in json.dumps(e.view["derivation"])
    assert [shown["group"] for shown in e.controls if shown["key"] == "empty"] == ["other"]


@pytest.mark.parametrize("key", [key for key in DEFAULTS if key not in LIMITS and key != "graded"])
@pytest.mark.parametrize("metric", EXPLORED)
def test_tiles_and_working_steps_of_one_name_have_equal_values(metric: str, key: str) -> None:
    """A step of a working that is called as a tile is has its value."""
    ranking = Ranking.parse("RNRRN", relevant=5)
    for value, _text in options_shown(key):
        chosen = DEFAULTS | {"n": 3} | changed({key: value})
        options = {one.name: options_of(one, chosen) for one in map(METRICS.get, EXPLORED) if one}
        tiles = {METRICS[name].label(**given): METRICS[name](ranking, **given) for name, given in options.items()}
        steps = METRICS[metric].explain(ranking, **options[metric]).steps
        assert {step.symbol: step.value for step in steps if step.symbol in tiles}.items() <= tiles.items(), value


@pytest.mark.parametrize(
    ("metric", "ranking", "settings"),
    [
        ("nDCG", Ranking.parse("0 0", pool="3"), {"ideal": "retrieved"}),
        ("AP", Ranking.parse("NN", relevant=2), {"average_precision.denominator": "retrieved"}),
        ("F1", Ranking.parse("NN", relevant=2), {}),
    ],
)
def test_a_value_defined_as_0_is_shown_as_0_over_0(metric: str, ranking: Ranking, settings: dict[str, Any]) -> None:
    shown = Explorer(ranking, measure=metric, **settings).view["derivation"]
    assert re.sub("<[^>]*>", "", shown["working"]).endswith(" 0/0")
    assert (shown["result"], shown["where"][-1]["why"]) == ("0.0000", "0/0 counts as 0")
    assert "0/0" not in Explorer(ranking, measure="P").view["derivation"]["working"]


@pytest.mark.parametrize(
    ("relevant", "said"),
    [
        (2, None),
        (3, "× are relevant items below the cut-off (1): they count as 0."),
        (5, "× are relevant items below the cut-off (1) and not shown (2): they count as 0."),
    ],
)
def test_the_caption_does_not_count_cut_off_items_as_missed(relevant: int, said: str | None) -> None:
    by_all = {"reads": "n", "average_precision.denominator": "relevant"}
    e = explorer("RNRR" if said else "RNRN", relevant, n=3, **by_all)
    assert (said or "divided by |R| = 2.") in e.figure["caption"]
    assert ("×" in e.figure["caption"]) == (said is not None)
    whole = explorer("RNRR", 5, **by_all | {"reads": "all"})
    assert "× are relevant items that are not shown (2)" in whole.figure["caption"]


@pytest.mark.parametrize("text", ["NN", ""])
def test_metrics_without_relevant_items_show_0_over_0(text: str) -> None:
    view = explorer(text, None).view
    with_empty = {name for name in EXPLORED if METRICS[name].has_empty}
    for tile in view["tiles"]:
        assert tile["value"] == ("0/0" if tile["key"] in with_empty else "0.0000")
    derivation = view["derivation"]
    assert (re.sub("<[^>]*>", "", derivation["working"]).strip(), derivation["result"]) == (derivation["name"], "0/0")
    assert [where["why"] for where in derivation["where"]] == [
        "No item is relevant (|R| = 0), so this is 0/0, which counts as 0"
    ]
    assert (view["list"]["relevant"]["value"], view["list"]["missed"]) == (0, [])  # the page says what that is


@pytest.mark.long
@pytest.mark.parametrize("metric", EXPLORED)
@pytest.mark.parametrize("text", ["", "R", "RN" * 250])
def test_every_metric_works_on_short_and_long_lists(text: str, metric: str) -> None:
    e = Explorer(Ranking.parse(text), measure=metric)
    check_view(e)
    assert len(labels(e)) == len(text)
    assert e.figure["caption"]
    send(e, do("table", open=True))
    assert len(e.figure["table"]["rows"]) in (len(text), min(len(text), 10))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (RankedList(APPLES), "RankedList('NRRNNRNNNRRR', relevant=6)"),
        (Explorer(APPLES), "Explorer('NRRNNRNNNRRR', relevant=6)"),
        (Explorer(Ranking([3, 0, 2])), "Explorer('3 0 2', relevant=2)"),
        (two_users(), "Explorer('RNN', relevant=2)"),
    ],
    ids=repr,
)
def test_the_repr_is_short_and_the_same_each_time(made: RankedList, expected: str) -> None:
    assert repr(made) == expected


# --- figures ------------------------------------------------------------------------------------------------

HOSTILE = ["<script>alert(1)</script>", "<style>*{}</style>", "$x^2$ & co", "]]>"]


@pytest.mark.parametrize("metric", EXPLORED)
@pytest.mark.parametrize("text", ["RNRN", "R", "", "RN" * 250])
def test_a_figure_has_the_terms_of_each_rank_and_is_json(text: str, metric: str) -> None:
    e = Explorer(Ranking.parse(text), measure=metric, n=5)
    figure = json.loads(json.dumps(e.figure, allow_nan=False))
    whole = metric in NEVER_CUT or METRICS[metric].per_rank == "rel_i"  # precision against recall draws every rank
    values = figure["precision"] if "precision" in figure else figure["values"]
    assert len(values) == (len(text) if whole else min(len(text), 5))
    step = e.derivation.per_rank
    assert step is not None
    if "values" in figure:
        assert values == pytest.approx([float(value) for value in step.value])
        assert set(figure["counted"]) == e.derivation.counted


def test_a_figure_without_a_mean_has_no_line() -> None:
    e = Explorer({"Ana": Ranking.parse("NN", relevant=0), "Ben": Ranking.parse("N", relevant=0)}, empty="skip")
    assert json.loads(json.dumps(e.figure, allow_nan=False))["line"] is None
    send(e, do("user", key="mean"))
    figure = json.loads(json.dumps(e.figure, allow_nan=False))
    assert (figure["values"], figure["line"]) == ([0, 0], None)
    assert "line is" not in figure["caption"]


def test_the_figure_and_its_stored_picture_show_names_as_text() -> None:
    e = Explorer({name: Ranking.parse("RN") for name in HOSTILE})
    send(e, do("user", key="mean"))
    assert [*e.figure["names"]] == [name if len(name) <= 12 else name[:11] + "…" for name in HOSTILE]
    texts = [found.text for found in stored(e).iter() if found.tag.endswith("text")]
    assert "$x^2$ & co" in texts
    assert "]]>" in texts
    send(e, do("table", open=True))
    assert [row[0] for row in e.figure["table"]["rows"]] == HOSTILE


def stored(e: Explorer) -> ET.Element:
    """The picture that a notebook keeps; it must be XML that asks for nothing and does nothing."""
    (written,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', e._repr_mimebundle_()[0]["text/html"])
    svg = b64decode(written).decode()
    assert not re.search(r"<(script|image|a)\b|\son\w+=|href=\"(?!#)", svg)
    return ET.fromstring(svg)


HIDDEN = "Ga\u200bla\u202e"
SHOWN = "Ga⟨U+200B⟩la⟨U+202E⟩"


def test_zero_width_characters_are_made_visible() -> None:
    """In the list, its sentences and edits, the state, the figure and its table, the mean and the printed derivation."""
    ranking = Ranking.from_items([HIDDEN], [HIDDEN, HIDDEN + "2"])
    made = Explorer(ranking), Explorer(Ranking.parse("RN"), [HIDDEN, "b"]), RankedList(ranking)
    for one in made:
        assert labels(one)[0] == SHOWN
    send(made[0], do("rename", id="m0", label=HIDDEN + "3"), do("toggle", id="i0"))
    mean = Explorer({HIDDEN: ranking, "b": ranking})
    send(mean, do("user", key="mean"), do("table", open=True))
    drawn = Figure().add_subplot()
    alt = draw_lists(drawn, {HIDDEN: ranking})
    compare = Compare(ranking, ranking, names=[HIDDEN, "b"])
    stepper = Stepper("AP", Ranking.batch([ranking, ranking], [HIDDEN, "b"]))
    texts = [
        json.dumps([one.view for one in (*made, mean, compare, stepper)], ensure_ascii=False),
        made[0].state_line,
        alt,
        json.dumps(mean.figure, ensure_ascii=False),
        made[0].derivation.text(),
        mean.derivation.html(),
        *[text.get_text() for text in drawn.texts],
    ]
    assert not re.search("[\u200b\u202e]", "".join(texts))
    assert sum(SHOWN in text for text in texts) >= 6
    assert labels(Explorer.from_state(made[0].state)) == labels(made[0])


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("\u200f", "⟨U+200F⟩"),
        ("a\u00adb", "a⟨U+00AD⟩b"),
        ("\ufeffa", "⟨U+FEFF⟩a"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("a\ufe0f", "a⟨U+FE0F⟩"),
        ("\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"),
        ("a\U000e0041", "a⟨U+E0041⟩"),
        *[
            (kept, kept)
            for kept in ("👩\u200d🔬", "❤\ufe0f\u200d🔥", "1\ufe0f\u20e3", "می\u200cخواهم", "תפוח (أحمر) 1/2", "ñandú")
        ],
    ],
)
def test_invisible_characters_are_shown_unless_they_shape_text(label: str, shown: str) -> None:
    assert one_line(label) == one_line(one_line(label)) == shown


def test_right_to_left_labels_are_isolated_in_sentences() -> None:
    e = explorer("RN", None, ["תפוח", "b"])
    assert e.view["list"]["shown"][0]["sentence"].startswith("Rank 1, \u2068תפוח\u2069: it is relevant")
    send(e, do("move", id="i0", rank=2))
    assert (e.view["last_edit"], labels(e)) == ("\u2068תפוח\u2069, rank 1 → 2", ["b", "תפוח"])
    assert "\u2068" not in e.view["list"]["shown"][0]["sentence"] + e.state


def test_hostile_labels_are_text_in_every_view() -> None:
    e = Explorer(Ranking.parse("RNRN"), HOSTILE)
    assert labels(e) == HOSTILE
    html = json.dumps(e.view["derivation"])
    assert "script" not in html


def test_the_drawer_separates_the_metric_s_settings_from_others() -> None:
    groups = {item["key"]: item["group"] for item in explorer(measure="nDCG").controls}
    assert (groups["empty"], groups["below"], groups["beta"]) == ("shared", "idle", "other")
    groups = {item["key"]: item["group"] for item in explorer(measure="P").controls}
    assert (groups["empty"], groups["below"]) == ("other", "other")


@pytest.mark.parametrize("tiles", [["P"], ["P", "Recall"], ["P", "RR"], ["AP"]])
def test_the_curve_needs_the_tiles_of_precision_recall_and_f1(tiles: list[str]) -> None:
    bars = explorer(measure="P", tiles=tiles)
    assert bars.figure["values"] == tuple(bars.ranking.hits(bars.n))
    assert "precision" in explorer(measure="P", tiles=["F1", "P", "Recall"]).figure
    assert "precision" in explorer(measure="Recall").figure


def test_captions_describe_the_figure() -> None:
    captions = {metric: explorer(measure=metric).figure["caption"] for metric in ("AP", "P", "nDCG")}
    assert captions["AP"].startswith("AP = 0.5556 is the sum of the filled bars, divided by |R| = 3.")
    assert captions["P"].startswith("Precision against recall after each rank: a hit, filled, goes to the right,")
    assert captions["P"].endswith("Ring at rank 4: P = 0.5000, hits/|R| = 0.6667.")
    assert captions["nDCG"].endswith("is the sum of the filled bars, divided by that of the dashed: the ideal list.")
    none = Explorer(Ranking.parse("NNN", relevant=2)).figure["caption"]
    assert none.startswith("No bar is filled, so AP = 0.0000.")
    mean = two_users()
    send(mean, do("user", key="mean"))
    assert mean.figure["caption"] == "AP: one bar for each user. The line is MAP = 0.4167."
    assert mean.figure["over"] == [row["term"] for row in mean.view["list"]["shown"]]


def test_a_figure_is_the_same_each_time() -> None:
    assert explorer().figure == explorer().figure


def test_figures_follow_the_language_but_not_matplotlib_settings() -> None:
    from matplotlib import rcParams

    had = dict(rcParams)
    english, picture = explorer().figure, ET.tostring(stored(explorer()))
    assert {b">P@i<", b">rank i<", b">0.5<", b">AP<"} <= set(re.findall(b">[^<>]+<", picture))
    try:
        set_language("es")
        assert [text for _height, text in explorer().figure["heights"]] == ["0", "0,5", "1"]
        rcParams.update(
            {"font.weight": "bold", "figure.frameon": False, "path.sketch": (1, 100, 2), "text.usetex": True}
        )
        changed_settings = dict(rcParams)
        set_language("en")
        assert explorer().figure == english
        assert ET.tostring(stored(explorer())) == picture
        assert dict(rcParams) == changed_settings
    finally:
        set_language("en")
        rcParams.update(had)


@pytest.mark.parametrize("top", [1e-9, 0.3, 0.5, 1, 1.9, 31, 12345.6])
def test_axis_ticks_are_at_the_values_of_their_labels(top: float) -> None:
    heights = Frame(top=top).heights
    assert 3 <= len(heights) <= 5
    assert heights[0] == (0, "0")
    assert all(number(place) == text and place <= top * (1 + 1e-9) for place, text in heights)


def test_an_error_while_drawing_leaves_the_list_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    e = explorer()
    state, before = e.state, repr(e)

    def fail(*_given: Any, **_more: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("metrics_edu.widgets.lists.explorer.term_bars", fail)
    with pytest.raises(RuntimeError):
        send(e, do("toggle", id="i0"))
    assert (repr(e), e.state) == (before, state)


# --- what an Explorer is made of ----------------------------------------------------------------------------

SOME = Ranking.parse("NRR")
MADE: dict[str, tuple[Any, str]] = {
    "batch": (
        lambda: RankedList(Ranking.batch([SOME, SOME])),
        "RankedList takes a Ranking of one list; got a batch of 2",
    ),
    "few labels": (
        lambda: RankedList(SOME, ["a"]),
        "labels must name the 3 shown items, or all 3 with the missed ones; got 1",
    ),
    "many labels": (
        lambda: Explorer(SOME, list("abcd")),
        "labels must name the 3 shown items, or all 3 with the missed ones; got 4",
    ),
    "no list": (
        lambda: Explorer({}),
        "Explorer takes a Ranking, or a mapping from a user to a Ranking of one list",
    ),
    "no ranking": (
        lambda: Explorer({"NRR"}),  # type: ignore[arg-type]
        "Explorer needs a Ranking, such as Ranking('NRRNR'); got set",
    ),
    "a batch of nobody": (
        lambda: Explorer(Ranking.batch([])),
        "Explorer takes a Ranking, or a mapping from a user to a Ranking of one list",
    ),
    "one name twice": (
        lambda: Explorer({"a b": SOME, "a  b": SOME}),
        "the users of an Explorer must have different names",
    ),
    "thresholds": (
        lambda: Explorer({"a": SOME, "b": Ranking([3], threshold=2)}),
        "the lists of an Explorer must have the same threshold",
    ),
    "metric": (
        lambda: Explorer(SOME, measure="RRR"),
        f"unknown measure 'RRR' (did you mean 'RR'?); allowed are {', '.join(MEASURES)}",
    ),
    "no metric": (
        lambda: Explorer(SOME, measure=""),
        f"unknown measure ''; allowed are {', '.join(MEASURES)}",
    ),
    "setting": (
        lambda: Explorer(SOME, m=1),
        f"unknown setting 'm'; allowed are {', '.join(DEFAULTS)}",
    ),
    "value": (lambda: Explorer(SOME, n=0), "Cut-off n must be from 1 to 1000; got 0"),
}


@pytest.mark.parametrize("name", MADE)
def test_invalid_arguments_are_rejected_with_a_sentence(name: str) -> None:
    make, sentence = MADE[name]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole sentence is compared below
        make()
    assert str(caught.value) == sentence


def test_items_of_a_ranking_become_the_labels() -> None:
    made = RankedList(Ranking.from_items(["a", "x"], {"a": 1, "b": 1}))
    assert (labels(made), labels(made, "missed")) == (["a", "x"], ["b"])


def test_a_batch_opens_one_tab_per_user() -> None:
    e = Explorer(Ranking.from_lists({"Ana": ["a"], "Beto": []}, {"Ana": ["a"], "Beto": ["b"]}))
    assert [tab["label"] for tab in e.view["tabs"]] == ["Ana", "Beto", "Mean of 2"]
    assert repr(e) == "Explorer('R', relevant=1)"


def test_a_user_of_a_batch_keeps_the_item_names() -> None:
    e = Explorer(Ranking.from_lists({"Ana": ["a"], "Beto": []}, {"Ana": ["a"], "Beto": ["b"]}))
    assert labels(e) == ["a"]


def test_every_front_end_text_is_nonempty() -> None:
    assert all(explorer().text.values())


def test_ids_stay_unique_after_pastes_and_adds() -> None:
    e = explorer()
    for message in itertools.chain.from_iterable(
        [[do("paste", text="NR"), do("add"), do("show", id="q0"), do("undo")]] * 3
    ):
        send(e, message)
        assert len(set(ids(e))) == len(ids(e))


BY_R, BY_NONE = " It adds nothing, but |R| counts it.", " It adds nothing."
BY_IDEAL = " It adds nothing, but the ideal list counts it, so {symbol} rises."
NOT_IDEAL = " It adds nothing, and the ideal list does not count it."
MISSED_BY: list[tuple[str, dict[str, Any], str, str]] = [  # of the missed grades 2 and 1, below the shown 3, 0, 2
    ("P", {}, BY_NONE, BY_NONE),
    ("RR", {}, BY_NONE, BY_NONE),
    ("DCG", {}, BY_NONE, BY_NONE),
    ("Recall", {}, BY_R, BY_R),
    ("F1", {}, BY_R, BY_R),
    ("AP", {}, BY_R, BY_R),
    ("Rankscore", {}, BY_IDEAL.format(symbol="rankscoreₘₐₓ"), BY_IDEAL.format(symbol="rankscoreₘₐₓ")),
    ("nDCG", {"n": 4}, BY_IDEAL.format(symbol="IDCG@4"), BY_IDEAL.format(symbol="IDCG@4")),
    ("nDCG", {"n": 3}, BY_IDEAL.format(symbol="IDCG@3"), NOT_IDEAL),
    ("nDCG", {"n": 2}, NOT_IDEAL, NOT_IDEAL),  # of equal grades the shown item comes first
    ("nDCG", {"n": 4, "ideal": "retrieved"}, NOT_IDEAL, NOT_IDEAL),
    ("nDCG", {"n": 4, "ideal": "ones"}, NOT_IDEAL, NOT_IDEAL),
]


@pytest.mark.parametrize(("metric", "settings", "first", "second"), MISSED_BY)
def test_the_sentence_of_a_missed_item_names_what_counts_it(
    metric: str, settings: dict[str, Any], first: str, second: str
) -> None:
    shown = Explorer(Ranking.parse("3 0 2", missed="2 1"), measure=metric, **settings).view["list"]["missed"]
    assert [row["sentence"].split(".", 1)[1] for row in shown] == [first, second]


def test_a_missed_item_below_the_threshold_counts_in_the_ideal_list_where_its_gain_does() -> None:
    ranking = Ranking([3, 0], [3, 1], threshold=2)
    sentences = [
        Explorer(ranking, measure="nDCG", n=2, below=below).view["list"]["missed"][0]["sentence"]
        for below in ("zero", "graded")
    ]
    start = "Missed 1: not shown, and its grade 1 is below the threshold."
    assert sentences == [start, f"{start} The ideal list counts it, so IDCG@2 rises."]


def test_a_missed_item_is_not_counted_when_dividing_by_hits() -> None:
    lists = Ranking.parse("NRRNR", relevant=4)
    by_hits = {"average_precision.denominator": "retrieved"}
    said = [Explorer(lists, **by).view["list"]["missed"][0]["sentence"] for by in ({}, by_hits)]
    assert said == [
        "Missed 1: relevant and not shown. It adds nothing, but |R| counts it.",
        "Missed 1: relevant and not shown. It adds nothing.",
    ]
    where = Explorer(lists, **by_hits).view["derivation"]["where"]
    assert any("the hits" in line["why"] for line in where)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("0.5", "That is right."),
        ("1/2", "That is right."),
        ("0,3333", "You predicted 0,3333: 0.1667 too low."),
        ("0.1", "You predicted 0.1: 0.4000 too low."),
        ("10 %", "You predicted 0.1: 0.4000 too low."),
    ],
)
def test_a_prediction_is_judged_and_a_known_mistake_named(answer: str, said: str) -> None:
    e = Explorer(Ranking.parse("NRNR", relevant=2))
    send(e, do("predict", answer=answer))
    assert e.prediction["text"].startswith(said)
    assert e.prediction["text"].endswith(" AP = 0.5000."), "who hears it hears the value, too"
    assert ("P@i was averaged over all ranks" in e.prediction["text"]) is (
        answer == "0,3333"
    )  # (0 + 1/2 + 1/3 + 1/2)/4


def test_an_invalid_prediction_gives_a_notice_and_reveals_nothing() -> None:
    e = Explorer({"Ana": Ranking.parse("NR"), "Caro": Ranking.parse("N", relevant=0)})
    for answer, notice in (
        ("", "Enter a number first"),
        ("x" * 9999, "A prediction is a number such as 0.5"),
        (None, "A pred"),
    ):
        send(e, do("predict", answer=answer))
        assert e.view["notice"].startswith(notice)
    send(e, do("user", key="1"), do("predict", answer="1"))
    assert e.view["notice"] == "AP has no value here, so there is nothing to predict"
    assert not e.prediction
    send(e, do("user", key="mean"), do("predict", answer="0.25"))
    assert (e.prediction["text"], e.view["notice"]) == ("That is right. MAP = 0.2500.", "")
