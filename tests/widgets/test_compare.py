"""Compare and IdealList: what is shown is what the metrics say, after every edit. No browser."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics_edu import CONVENTIONS, Ranking, measure, set_language
from metrics_edu.widgets import Compare, Explorer, IdealList, Stepper
from metrics_edu.widgets.core.list_views import LONG_LIST
from metrics_edu.widgets.list_state.settings import EXPLORED
from metrics_edu.widgets.lists.preference import EQUAL, NEITHER, preferred
from tests.strategies import examples

A, B = Ranking.parse("NRRNN", relevant=3), Ranking.parse("RNNRN", relevant=3)
TILES = ["P@5", "Recall@5", "F1@5", "AP", "RR", "Rankscore", "DCG@5", "nDCG@5"]
GRADED = Ranking.parse("3 0 2 0 1 0 0 0 0 0", pool="3 3 2 2 1 1")


def send(widget: Any, *messages: dict[str, Any]) -> None:
    for message in messages:
        widget.act(message)


def do(name: str, side: int = 0, **more: Any) -> dict[str, Any]:
    return {"do": name, "list": side, **more}


def table(widget: Compare) -> dict[str, tuple[str, str, int]]:
    return {row["name"]: (*(cell["value"] for cell in row["cells"]), row["prefers"]) for row in widget.view["rows"]}


def deltas(widget: Compare, name: str) -> list[str]:
    return next([cell["delta"] for cell in row["cells"]] for row in widget.view["rows"] if row["name"] == name)


def closing(widget: Compare) -> list[str]:
    return [": ".join(filter(None, clause)) + "." for clause in widget.view["closing"]]


def badges(widget: Compare, side: int) -> str:
    return "".join(row["badge"] for row in widget.view["lists"][side]["list"]["shown"])


def test_lists_with_tied_scores_cannot_be_edited() -> None:
    tied, sentence = (
        A.tied([1] * 5),
        "^this list has tied scores, and an edited list has none: give the Ranking without",
    )
    explorer = Explorer(A)
    with pytest.raises(ValueError, match=sentence):
        Explorer(tied)
    with pytest.raises(ValueError, match=sentence):
        Explorer({"u": A, "v": tied})
    with pytest.raises(ValueError, match=sentence):
        Explorer(Ranking([[1, 0], [0, 1]]).tied([[1, 1], [2, 1]]))
    with pytest.raises(ValueError, match=sentence):
        Compare(A, tied)
    with pytest.raises(ValueError, match=sentence):
        explorer.ranking = tied
    assert Stepper("AP", tied).derivation.value == measure("AP")(tied)


# --- Compare ------------------------------------------------------------------------------------------------


def test_every_measure_has_a_row() -> None:
    compare = Compare(A, B)
    assert [name for name in table(compare) if name in TILES] == TILES
    assert len(table(compare)) == len(EXPLORED)
    for name, pair in compare.values.items():
        assert pair == (measure(name)(A), measure(name)(B))
    assert next(iter(table(Compare(Ranking([1] * 30), A)))) == "P@10"


def test_table_and_closing_sentences_name_the_preferred_list() -> None:
    compare = Compare(A, B, ["P@5", "RR", "AP", "P@3"])
    assert table(compare) == {
        "P@5": ("0.4000", "0.4000", EQUAL),
        "RR": ("0.5000", "1.0000", 1),
        "AP": ("0.3889", "0.5000", 1),
        "P@3": ("0.6667", "0.3333", 0),
    }
    assert [row["word"] for row in compare.view["rows"]] == ["equal", "List 2", "List 2", "List 1"]
    assert closing(compare) == [
        "P@3 prefers List 1: up to rank 3 it has 2 hits, List 2 has 1.",
        "RR and AP prefer List 2: its first hit is at rank 1, not 2.",
        "P@5 is equal: both show the same 2 of |R|\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}3.",
    ]


def gaps(widget: Compare) -> dict[str, tuple[str, float, bool]]:
    return {row["name"]: (row["by"], pytest.approx(row["share"]), row["beyond"]) for row in widget.view["rows"]}


def test_gap_bars_share_one_scale_and_longer_bars_are_broken() -> None:
    assert gaps(Compare(A, B, ["P@5", "RR", "AP", "P@3"])) == {
        "P@5": ("", 0, False),
        "RR": ("0.5000", 1, False),
        "AP": ("0.1111", 2 / 9, False),
        "P@3": ("0.3333", 2 / 3, False),
    }
    graded = Compare(Ranking([5, 0], pool=[5]), Ranking([0, 5], pool=[5]), ["DCG@2", "RR"])
    assert gaps(graded) == {"DCG@2": ("11.4412", 1, True), "RR": ("0.5000", 0.5, False)}
    long = [0] * 400
    near = Compare(Ranking([*long, 1, 0]), Ranking([*long, 0, 1]), ["RR"])
    assert gaps(near) == {"RR": ("< 0.0001", 1, False)}
    assert gaps(Compare(Ranking.parse("NN", relevant=0), B, ["AP"])) == {"AP": ("", 0, False)}


def test_the_scale_of_the_bars_stays_until_reset() -> None:
    compare = Compare(Ranking.parse("RNNN"), Ranking.parse("NNNR"), ["RR"])
    shares = [compare.view["rows"][0]["share"]]
    for action in [
        {"do": "move", "id": "i0", "rank": 2, "list": 0},
        {"do": "move", "id": "i0", "rank": 4, "list": 0},
        {"do": "undo"},
        {"do": "reset"},
    ]:
        compare.act(action)
        shares.append(compare.view["rows"][0]["share"])
    assert shares == pytest.approx([1, 0.25 / 0.75, 0, 0.25 / 0.75, 1])


def test_a_change_is_that_of_its_own_edit() -> None:
    compare = Compare(Ranking.parse("RNNN"), Ranking.parse("NNNR"), ["RR"])
    compare.act({"do": "move", "id": "i0", "rank": 2, "list": 0})
    compare.act({"do": "move", "id": "i3", "rank": 3, "list": 1})
    assert [cell["delta"] for cell in compare.view["rows"][0]["cells"]] == ["", "+0.0833"]


FRUIT = ["Banana", "Gala", "Fuji", "Pear", "Braeburn", "Jazz"]


def test_the_closing_sentence_names_an_item_of_both_lists() -> None:
    other = ["Banana", "Gala", "Pear", "Fuji", "Braeburn", "Jazz"]
    one, two = Ranking.parse("NRRNR", relevant=4), Ranking.parse("NRNRR", relevant=4)
    compare = Compare(one, two, TILES, labels=(FRUIT, other))
    assert compare.view["same_items"]
    assert closing(compare) == [
        "AP, Rankscore, DCG@5 and nDCG@5 prefer List 1: Fuji is at rank 3, not 4.",
        "P@5, Recall@5 and F1@5 are equal: both show the same 3 of |R|\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}4.",
        "RR is equal: the first hit is at rank 2 in both.",
    ]
    assert not Compare(one, two, labels=FRUIT).view["same_items"]
    assert closing(Compare(one, one)) == ["All measures are equal: both lists are the same."]
    set_language("es")
    try:
        assert closing(Compare(one, two, TILES, labels=(FRUIT, other), names=["A", "B"]))[0].startswith(
            "AP, Rankscore, DCG@5 y nDCG@5 prefieren A: Fuji está en la posición 3"
        )
    finally:
        set_language("en")


def test_the_closing_sentence_shortens_long_names() -> None:
    (said, _why), *_rest = Compare(A, B, ["RR"], names=["a", "b" * 80]).view["closing"]
    assert said == f"All measures prefer {'b' * 39}…".replace("All measures prefer", "RR prefers")


NAMES = ["P@3", "Recall", "F1@3", "HR@2", "RR", "RR@2", "Rank", "AP", "AP@2", "Rp", "DCG@3", "nDCG@3", "nDCG"]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Ranking, Ranking, list[list[str]]]:
    """Draw two lists of the same named items, or two of any."""
    grades = st.sampled_from(draw(st.sampled_from([(0, 1), (0, 1, 3)])))
    shown = draw(st.lists(grades, max_size=7))
    missed = draw(st.lists(st.sampled_from([1, 1, 3]) if 3 in shown else st.just(1), max_size=2))
    labels = [f"item {k}" for k in range(len(shown) + len(missed))]
    if draw(st.booleans()):
        order = draw(st.permutations(range(len(shown))))
        other, names = [shown[k] for k in order], [*(labels[k] for k in order), *labels[len(shown) :]]
    else:
        other = draw(st.lists(grades, max_size=7))
        names = [f"thing {k}" for k in range(len(other) + len(missed))]
    lists = [Ranking(each, pool=[grade for grade in (*each, *missed) if grade]) for each in (shown, other)]
    missing = [len(each.pool()) - int(each.hits().sum()) for each in lists]
    cut = [all_[: each.shown.size + more] for all_, each, more in zip((labels, names), lists, missing, strict=True)]
    return lists[0], lists[1], cut


def hits(ranking: Ranking, n: int) -> list[int]:
    return [rank for rank, grade in enumerate(ranking.shown.tolist()[:n], start=1) if grade >= 1]


FACTS: dict[str, Any] = {
    "both lists are the same": lambda e: e.shown[0][: e.n] == e.shown[1][: e.n],
    r"both show (the same )?(\d+) of \|R\|\s=\s(\d+)": lambda e, same, count, total: (
        [len(e.better), len(e.other)] == [int(count)] * 2
        and [each.relevant for each in e.rankings] == [int(total)] * 2
        and (not same or {e.labels[0][k - 1] for k in e.better} == {e.labels[1][k - 1] for k in e.other})
    ),
    "neither list has a hit": lambda e: not e.better and not e.other,
    "both have their hits at the same ranks": lambda e: e.better == e.other,
    r"the first hit is at rank (\d+) in both": lambda e, rank: e.better[0] == e.other[0] == int(rank),
    r"its first hit is at rank (\d+), not (\d+)": lambda e, one, two: (
        (e.better[0], e.other[0]) == (int(one), int(two)) and int(one) < int(two)
    ),
    r"it has (\d+) hits?, ([AB]) has (\d+)": lambda e, more, name, fewer: (
        (len(e.better), e.worse, len(e.other)) == (int(more), name, int(fewer)) and int(more) > int(fewer)
    ),
    r"(item \d+) is at rank (\d+), not (\d+)": lambda e, item, one, two: (
        [each[int(rank) - 1] for each, rank in zip(e.labels, (one, two), strict=True)] == [item] * 2
        and int(one) in e.better
        and int(one) < int(two)
    ),
    r"at rank (\d+) it has grade (\d), ([AB]) has (\d)": lambda e, rank, grade, name, less: (
        e.at(int(rank)) == [float(grade), float(less)] and e.worse == name and grade > less and int(rank) <= e.n
    ),
    r"at rank (\d+) it has a hit, ([AB]) has none": lambda e, rank, name: (
        int(rank) in e.better and int(rank) not in e.other and e.worse == name
    ),
}
"""What a sentence may say of two lists, each with how it is read off the lists themselves."""


class Evidence:
    """Two lists, the preferred one first, as far as a measure reads them."""

    def __init__(self, rankings: list[Ranking], labels: list[list[str]], measure_: str, better: int) -> None:
        turned = slice(None, None, -1 if better == 1 else 1)
        self.rankings, self.labels, self.worse = rankings[turned], labels[turned], "BA"[better == 1]
        self.shown = [each.shown.tolist() for each in self.rankings]
        self.longest = max(map(len, self.shown))
        self.n = int(measure_.partition("@")[2] or self.longest)
        self.better, self.other = (hits(each, self.n) for each in self.rankings)

    def at(self, rank: int) -> list[float]:
        return [each[rank - 1] if rank <= len(each) else 0.0 for each in self.shown]

    def shows(self, why: str) -> bool:
        up_to = re.match(r"up to rank (\d+) ", why)
        assert up_to is None or int(up_to[1]) == self.n < self.longest
        said = why.removeprefix(up_to[0] if up_to else "")
        if self.n < self.longest and re.match("both lists|both show|neither|it has", said):
            assert up_to
        matched = [(re.fullmatch(pattern, said), holds) for pattern, holds in FACTS.items()]
        (found, holds), *more = [(match, holds) for match, holds in matched if match]
        return not more and bool(holds(self, *found.groups()))


@settings(max_examples=examples(150), deadline=None)
@given(pairs())
def test_every_claim_of_the_closing_sentence_is_true(drawn: tuple[Ranking, Ranking, list[list[str]]]) -> None:
    *rankings, labels = drawn
    compare, said = Compare(*rankings, NAMES, names=["A", "B"], labels=labels), []
    for claim, why in compare.view["closing"]:
        subject, word, what = re.fullmatch(r"(.+) (prefers?|is|are) (A|B|equal|not comparable)", claim).groups()
        names = NAMES if subject == "All measures" else re.split(", | and ", subject)
        said += names
        assert (len(names) > 1) == (word in ("prefer", "are"))
        for name in names:
            one, two = compare.values[name]
            if what == "not comparable":
                nobody = [who for who, value in zip("AB", (one, two), strict=True) if math.isnan(value)]
                assert nobody
                assert why == f"no value for {' and '.join(nobody)}"
                continue
            up = (one > two) != (name == "Rank")
            assert what == ("equal" if abs(one - two) <= 1e-9 else "BA"[up])
            assert not why or Evidence(rankings, labels, name, int(what == "B")).shows(why), (name, claim, why)
    assert sorted(said) == sorted(NAMES)


def test_a_lower_value_is_preferred_if_lower_is_better() -> None:
    assert preferred(measure("Rank"), 2.0, 5.0) == 0
    assert preferred(measure("RR"), 0.2, 0.5) == 1
    assert preferred(measure("RR"), 1 / 3, 0.1 + 0.7 / 3) == EQUAL
    assert preferred(measure("RR"), math.nan, math.nan) == NEITHER


def test_an_edit_changes_the_table_and_shows_the_differences() -> None:
    compare = Compare(A, B)
    assert deltas(compare, "AP") == ["", ""]
    send(compare, do("move", 0, id="i1", by=-1))
    assert badges(compare, 0) == "RNRNN"
    assert table(compare)["RR"] == ("1.0000", "1.0000", EQUAL)
    assert (deltas(compare, "RR"), deltas(compare, "P@5")) == (["+0.5000", ""], ["no change", ""])
    assert compare.view["last_edit"] == "List 1: Item 2, rank 2 → 1"
    send(compare, do("toggle", 1, id="i0"))
    assert deltas(compare, "RR") == ["", "−0.7500"]
    assert compare.view["last_edit"] == "List 2: Item 2 is now not relevant (|R| 3 → 2)"


def test_an_unedited_list_shows_no_change_even_at_0_over_0() -> None:
    compare = Compare(Ranking.parse("NN", relevant=0), B)
    send(compare, do("move", 1, id="i3", by=-1))
    assert deltas(compare, "AP")[0] == ""
    assert deltas(compare, "RR") == ["", "no change"]
    send(compare, do("move", 0, id="i1", by=-1))
    assert deltas(compare, "RR") == ["no change", ""]


def test_undo_redo_and_reset_apply_to_both_lists() -> None:
    compare = Compare(A, B)
    before = table(compare)
    send(compare, do("move", 0, id="i1", by=-1), do("move", 1, id="i3", rank=1))
    after = table(compare)
    assert (badges(compare, 0), badges(compare, 1)) == ("RNRNN", "RRNNN")
    send(compare, do("undo"), do("undo"))
    assert (table(compare), compare.view["can"]) == (before, {"undo": False, "redo": True, "reset": False})
    send(compare, do("redo"), do("redo"))
    assert table(compare) == after
    send(compare, do("reset"))
    assert (table(compare), compare.view["last_edit"]) == (before, "back to the start")


def test_removing_an_item_selects_its_neighbour_in_that_list_only() -> None:
    compare = Compare(A, B)
    send(compare, do("choose", 0, id="i1"), do("remove", 1, id="i0"))
    first, second = compare.view["lists"]
    assert "chosen" not in first
    assert (compare.view["side"], second["chosen"]) == (1, "i1")


def test_an_edit_changes_only_the_list_it_names() -> None:
    compare = Compare(A, B)
    send(compare, do("choose", 1, id="i0"), do("remove", 0, id="i0"))
    assert (badges(compare, 0), badges(compare, 1)) == ("RRNN", "RNNRN")
    send(compare, {"do": "remove", "id": "i1"})
    for side in (None, 2, -1, "1", True, False, 1.0, [1]):
        for order in ("remove", "choose"):
            send(compare, {"do": order, "id": "i1", "list": side})
        assert compare.view["notice"] == "an edit must name the list, 0 or 1"
    assert (badges(compare, 0), badges(compare, 1), compare.view["side"]) == ("RRNN", "RNNRN", 0)


def test_lists_of_different_users_get_a_note() -> None:
    assert Compare(A, B).view["note"] == ""
    assert "3 and 4" in Compare(A, Ranking.parse("R", relevant=4)).view["note"]
    assert "grades" in Compare(Ranking([3, 1]), Ranking([1, 2])).view["note"]


def test_a_0_over_0_value_is_not_comparable() -> None:
    compare = Compare(Ranking.parse("NN", relevant=0), B, TILES)
    assert table(compare)["AP"] == ("0/0", "0.5000", NEITHER)
    assert closing(compare)[-1] == ("Recall@5, F1@5, AP, Rankscore and nDCG@5 are not comparable: no value for List 1.")


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_convention_shows_the_measures_it_defines(convention: str) -> None:
    if CONVENTIONS[convention].metrics.keys().isdisjoint(EXPLORED):
        with pytest.raises(ValueError, match="measures"):
            Compare(A, B, convention=convention)
    else:
        values = Compare(A, B, convention=convention).values
        assert all(values[name][1] == measure(name, convention=convention)(B) for name in values)


def test_settings_apply_only_to_measures_that_have_them() -> None:
    compare = Compare(GRADED, Ranking.parse("0 3 1", pool="3 3 2 2 1 1"), ["AP", "nDCG@10", "Recall"], gain="linear")
    assert compare.values["nDCG@10"][0] == pytest.approx(0.585132, abs=1e-6)
    own = Compare(A, B, ["AP", "Recall@5"], denominator="retrieved")
    assert own.values["AP"][0] == measure("AP", denominator="retrieved")(A)
    assert own.values["Recall@5"][0] == measure("Recall@5")(A)
    assert next(iter(Compare(A, B, n=2).values)) == "P@2"


@pytest.mark.parametrize(
    ("made", "names"),
    [
        (lambda: Compare(A, {"NR"}), ["set"]),  # type: ignore[arg-type]
        (lambda: Compare(A, Ranking.batch([B])), ["a batch"]),
        (lambda: Compare(A, Ranking([3], threshold=2)), ["threshold", "1", "2"]),
        (lambda: Compare(A, B, ["BLEU"]), ["BLEU"]),
        (lambda: Compare(A, B, []), ["measures"]),
        (lambda: Compare(A, B, "AP"), ["measures", "AP"]),
        (lambda: Compare(A, B, names=["x", "x"]), ["two different"]),
        (lambda: Compare(A, B, names="xy"), ["two different"]),
        (lambda: Compare(A, B, names=["x", " "]), ["two different"]),
        (lambda: Compare(A, B, names=5), ["two different", "5"]),  # type: ignore[arg-type]
        (lambda: Compare(A, B, labels=["x"]), ["labels"]),
        (lambda: Compare(A, B, labels=5), ["labels", "int"]),  # type: ignore[arg-type]
        (lambda: Compare(A, B, labels=[1, 2]), ["labels", "2"]),
        (lambda: Compare(A, B, 5), ["measures", "5"]),  # type: ignore[arg-type]
        (lambda: Compare(A, B, [5]), ["AP@10", "5"]),  # type: ignore[list-item]
        (lambda: Compare(A, B, convention=[]), ["convention", "[]"]),
        (lambda: Compare(A, B, gain=[]), ["gain", "[]"]),
        (lambda: Compare(A, B, colour="red"), ["colour", "convention"]),
        (lambda: Compare(A, B, gain="cubic"), ["cubic", "linear"]),
        (lambda: Compare(A, B, n=0), ["at least 1"]),
        (lambda: Compare(A, B, convention="mine"), ["mine"]),
    ],
)
def test_incomparable_input_is_rejected(made: Any, names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"\S") as refused:
        made()
    assert all(name in str(refused.value) for name in names), refused.value


def test_items_and_labels_name_the_rows() -> None:
    first = Ranking.from_items(["a", "b"], {"b": 1, "c": 1})
    compare = Compare(first, first, names=["mine", "yours"])
    rows = [[row["label"] for row in one["list"]["shown"] + one["list"]["missed"]] for one in compare.view["lists"]]
    assert rows == [["a", "b", "c"]] * 2
    one = Compare(A, B, labels=list("vwxyz"))
    assert [[row["label"] for row in each["list"]["shown"]] for each in one.view["lists"]] == [list("vwxyz")] * 2
    two = Compare(A, B, labels=(list("vwxyz"), list("zyxwv")))
    assert two.view["lists"][1]["list"]["shown"][0]["label"] == "z"
    assert repr(compare) == "Compare(Ranking('NR', relevant=2), Ranking('NR', relevant=2))"


def labels_of(widget: Compare) -> list[list[str]]:
    lists = [each["list"] for each in widget.view["lists"]]
    return [[row["label"] for row in one["shown"] + one["missed"]] for one in lists]


def test_unnamed_lists_share_items_as_far_as_grades_allow() -> None:
    """Else Item 1 would be relevant in one list and not in the other."""
    compare = Compare(Ranking.parse("RRN", relevant=3), Ranking.parse("NRNR", relevant=3))
    named = [["Item 1", "Item 2", "Item 3", "Item 4"], ["Item 3", "Item 1", "Item 5", "Item 2", "Item 4"]]
    assert labels_of(compare) == named
    compare.rankings = [Ranking.parse("3 0 1"), Ranking.parse("1 2 3")]
    assert labels_of(compare) == [["Item 1", "Item 2", "Item 3"], ["Item 3", "Item 4", "Item 1"]]
    assert labels_of(Compare(A, A))[0] == labels_of(Compare(A, A))[1]
    assert labels_of(Compare(Ranking([1], items=["a"]), Ranking([1])))[0] == ["a"]


def test_a_failing_action_changes_nothing() -> None:
    compare = Compare(A, B)
    before = table(compare), badges(compare, 1)
    send(compare, do("move", 1, id="none", by=1), do("grade", 1, id="i1", grade=9), do("paste", 1, text="1 9"))
    assert (table(compare), badges(compare, 1)) == before
    assert compare.view["notice"]
    assert compare.view["can"]["undo"] is False


@pytest.mark.parametrize("chosen", [math.nan, 5, True, None, ["i0"], {}])
@pytest.mark.parametrize("order", ["ideal", "shuffle"])
def test_the_chosen_item_is_always_an_id_or_none(order: str, chosen: Any) -> None:
    made = IdealList("nDCG@10", Ranking.parse("NRRNRNRNNR")), Compare(A, B)
    for widget in made:
        for _time in range(3):  # a shuffle may change nothing
            send(widget, {"do": order, "list": 0, "chosen": chosen})
        assert widget._state.chosen is None
    send(made[0], {"do": "choose", "id": "i1"}, {"do": "ideal"}, {"do": "undo"}, {"do": "choose", "id": "i1"})
    send(made[0], {"do": "ideal"})
    assert made[0].view["chosen"] == "i1"


# --- IdealList ----------------------------------------------------------------------------------------------

KINDS = {"pool": 0.594375, "retrieved": 0.946136}


def quotient(widget: IdealList) -> tuple[float, float, float]:
    up, down = (float(one["value"]) for one in widget.view["sums"])
    return up, down, float(widget.view["result"]["value"])


@pytest.mark.parametrize("kind", ["pool", "uncut", "shown", "retrieved", "ones"])
@pytest.mark.parametrize("asked", ["nDCG@10", "nDCG@3", "nDCG"])
def test_the_quotient_of_both_sums_gives_the_value(asked: str, kind: str) -> None:
    ideal = IdealList(asked, GRADED)
    send(ideal, {"do": "set", "key": "ideal", "value": kind})
    value = measure(asked, ideal=kind)(GRADED)
    up, down, shown = quotient(ideal)
    assert shown == pytest.approx(value, abs=5e-5)
    assert up / down == pytest.approx(value, abs=1e-4)
    terms = [
        sum(float(row["term"]) for row in rows if row["term"])
        for rows in (ideal.view["list"]["shown"], ideal.view["ideal"]["rows"])
    ]
    assert terms == [pytest.approx(up, abs=1e-3), pytest.approx(down, abs=1e-3)]
    if asked == "nDCG@10" and kind in KINDS:
        assert value == pytest.approx(KINDS[kind], abs=1e-4)


def test_ideal_rows_show_missed_items_and_current_ranks() -> None:
    rows = IdealList("nDCG@10", GRADED).view["ideal"]["rows"]
    assert [(row["label"], row["badge"], row["now"]) for row in rows] == [
        ("Item 1", "3", ""),
        ("Missed 1", "3", "missed"),
        ("Item 3", "2", ""),
        ("Missed 2", "2", "missed"),
        ("Item 5", "1", ""),
        ("Missed 3", "1", "missed"),
    ]
    assert [row["missed"] for row in rows] == [False, True] * 3
    assert (rows[1]["work"], rows[1]["term"]) == ("7/log2(3)", "4.4165")
    assert rows[1]["sentence"] == "In the ideal list it is at rank 2: 4.4165 there."


def test_all_terms_have_the_same_number_of_decimals() -> None:
    view = IdealList("nDCG@10", GRADED).view
    terms = [row["term"] for row in (*view["list"]["shown"], *view["list"]["missed"], *view["ideal"]["rows"])]
    assert {len(term.partition(".")[2]) for term in terms} == {4}


def test_equal_grades_keep_their_order_with_missed_items_last() -> None:
    ideal = IdealList("nDCG@10", Ranking([1, 2, 1, 2], pool=[2, 2, 2, 1, 1, 1]), labels=list("abcdxy"))
    assert [row["label"] for row in ideal.view["ideal"]["rows"]] == ["b", "d", "x", "a", "c", "y"]
    assert ideal.view["ideal"]["ties"].startswith("Items of equal gain")
    assert IdealList("nDCG@10", Ranking([1, 2])).view["ideal"]["ties"] == ""


def test_the_ideal_list_follows_an_edit() -> None:
    ideal = IdealList("nDCG@10", GRADED)
    send(ideal, {"do": "move", "id": "m0", "rank": 1})
    assert ideal.view["ideal"]["rows"][0]["label"] == "Missed 1"
    assert [row["missed"] for row in ideal.view["ideal"]["rows"][:2]] == [False, False]
    assert ideal.view["result"]["delta"].startswith("+")
    send(ideal, {"do": "undo"})
    assert quotient(ideal)[2] == pytest.approx(0.5944)
    assert ideal.view["result"]["delta"].startswith("−")


@pytest.mark.parametrize("count", [LONG_LIST - 1, LONG_LIST, LONG_LIST + 5])
def test_the_chosen_row_has_a_sentence_at_any_list_length(count: int) -> None:
    ideal = IdealList(f"nDCG@{count}", Ranking([0, 1] + [0] * (count - 2)))
    send(ideal, {"do": "choose", "id": "i1"})
    row = ideal.view["list"]["shown"][1]
    is_long = count >= LONG_LIST
    assert (ideal.sentence if is_long else row)["id"] == "i1"
    sentence = ideal.sentence["text"] if is_long else row["sentence"]
    assert sentence.startswith("Rank 2, Item 2: ")
    assert sentence.endswith("Divided by 1, it adds 0.6309.")
    assert (row["sentence"] is None) == is_long == bool(ideal.sentence)
    send(ideal, {"do": "move", "id": "i1", "by": -1})
    sentence = ideal.sentence["text"] if is_long else ideal.view["list"]["shown"][0]["sentence"]
    assert sentence.startswith("Rank 1, Item 2:")
    send(ideal, {"do": "choose", "id": None})
    assert ideal.sentence == {}


def test_the_n_ones_ideal_list_labels_nonexistent_items() -> None:
    ideal = IdealList("nDCG@4", Ranking.parse("NR", relevant=2))
    send(ideal, {"do": "set", "key": "ideal", "value": "ones"})
    rows = ideal.view["ideal"]["rows"]
    assert [row["label"] for row in rows] == ["Item 2", "Missed 1", "no such item", "no such item"]
    assert len({row["id"] for row in rows}) == 4


def test_without_a_cutoff_the_ideal_list_is_the_whole_pool() -> None:
    ideal = IdealList("nDCG", Ranking.parse("RN", relevant=3))
    assert [row["label"] for row in ideal.view["ideal"]["rows"]] == ["Item 1", "Missed 1", "Missed 2"]
    assert quotient(ideal)[2] == pytest.approx(0.4693)
    assert ideal.view["ideal"]["sub"] == "the whole pool"
    chosen = ideal.view["settings"][0]
    words = [word for _key, word in chosen["options"]]
    assert words == ["the whole pool", "the pool, cut at the ranks shown", "the shown list, sorted", "n ones"]
    assert (chosen["value"], chosen["why"]) == ("pool", "All graded items, even if few ranks are read.")


@given(
    st.lists(st.integers(0, 5), max_size=12), st.lists(st.integers(1, 5), max_size=6), st.none() | st.integers(1, 15)
)
def test_every_ideal_list_can_be_shown(shown: list[int], missed: list[int], n: int | None) -> None:
    ideal = IdealList("nDCG" if n is None else f"nDCG@{n}", Ranking(shown, shown + missed, threshold=2))
    for kind in ("pool", "uncut", "shown", "retrieved", "ones"):
        send(ideal, {"do": "set", "key": "ideal", "value": kind})
        assert ideal.view["notice"] == ""
        rows = ideal.view["ideal"]["rows"]
        assert len({row["id"] for row in rows}) == len(rows)
        down = float(ideal.view["sums"][1]["value"])
        assert sum(float(row["term"]) for row in rows) == pytest.approx(down, abs=1e-3)
        assert (ideal.view["result"]["value"] == "0/0") == (down == 0) == bool(ideal.view["why"])


def test_a_worthless_ideal_list_explains_why() -> None:
    ideal = IdealList("nDCG@10", Ranking.parse("NN", relevant=0))
    assert ideal.view["result"]["value"] == "0/0"
    assert "no item is relevant" in ideal.view["why"]
    send(ideal, {"do": "toggle", "id": "i1"})
    assert (ideal.view["result"]["value"], ideal.view["why"]) == ("0.6309", "")


def test_metrics_without_an_ideal_list_are_rejected() -> None:
    ideal = IdealList("Rankscore", A)
    assert ideal.view["result"]["value"] == f"{measure('Rankscore')(A):.4f}"
    assert [one["name"] for one in ideal.view["sums"]] == ["rankscoreₚ", "rankscoreₘₐₓ"]
    send(ideal, {"do": "set", "key": "exponent", "value": "breese"})
    assert ideal.view["result"]["value"] == f"{measure('Rankscore', exponent='breese')(A):.4f}"
    assert repr(ideal) == "IdealList('Rankscore', 'NRRNN', relevant=3)"
    for made, name in (
        (lambda: IdealList("AP", A), "nDCG"),
        (lambda: IdealList("nDGC@5", A), "nDCG"),
        (lambda: IdealList("nDCG", Ranking.batch([A])), "batch"),
        (lambda: IdealList("nDCG@10", {"NR"}), "set"),  # type: ignore[arg-type]
        (lambda: IdealList("nDCG@10", A, labels=5), "labels must name .* got int"),  # type: ignore[arg-type]
        (lambda: IdealList(5, A), "the first argument is int"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match=name):
            made()


@pytest.mark.parametrize(
    ("key", "value"), [("ideal", "best"), ("gain", 3), ("n", 5), ("empty", "error"), (None, None), ([], 1)]
)
def test_a_setting_that_is_not_allowed_changes_nothing(key: Any, value: Any) -> None:
    ideal = IdealList("nDCG@10", GRADED)
    before = ideal.view["result"]
    send(ideal, {"do": "set", "key": key, "value": value})
    assert ideal.view["result"] == before


def test_a_setting_can_be_undone() -> None:
    ideal = IdealList("nDCG@10", GRADED)
    send(ideal, {"do": "set", "key": "gain", "value": "linear"})
    assert quotient(ideal)[2] == pytest.approx(0.5851)
    assert ideal.view["last_edit"] == "Gain: g"
    send(ideal, {"do": "undo"})
    assert quotient(ideal)[2] == pytest.approx(0.5944)


def test_compare_and_ideal_list_follow_the_language() -> None:
    set_language("es")
    try:
        assert table(Compare(A, B))["P@5"][0] == "0,4000"
        assert IdealList("nDCG@10", GRADED).view["result"]["value"] == "0,5944"
    finally:
        set_language("en")


def test_a_threshold_alone_changes_the_values_of_a_compare() -> None:
    grades = [4, 0, 3, 2]
    compared = Compare(Ranking(grades), Ranking(grades[::-1]), ["AP"])
    compared.rankings = Ranking(grades, threshold=3), Ranking(grades[::-1], threshold=3)
    assert compared.values == Compare(*compared.rankings, ["AP"]).values
