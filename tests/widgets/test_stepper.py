"""Stepper, the Python side: what each frame shows and says, for every metric, convention and kind of list. No browser."""

from __future__ import annotations

import functools
import html
import itertools
import math
import os
import re
from typing import Any

import pytest

from metrics_edu import CONVENTIONS, METRICS, Ranking, Ratings, Run, explain, measure, set_language
from metrics_edu.language import number
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.practice.steps.walkthrough import STAGE_HTML, TERM_GROUPS, TERMS_ALONE, grouped
from metrics_edu.widgets import Stepper
from metrics_edu.working.style import show
from metrics_edu.working.text_style import PYTHON

BATCH = Ranking.batch(
    [Ranking.parse("NRR"), Ranking.parse("N", relevant=0), Ranking.parse("RN", relevant=2)], users=["Ana", "Ben", "Eva"]
)
LISTS = {
    "list": Ranking.parse("NRRNNR", relevant=4),
    "graded": Ranking.parse("3 0 2 0 1", pool="3 3 2 1"),
    "threshold": Ranking.parse("1 5 0 3 2", pool="5 4 3 2 1", threshold=3),
    "nothing relevant": Ranking.parse("NN", relevant=0),
    "nothing found": Ranking.parse("NN", relevant=1),
    "empty": Ranking.parse("", relevant=2),
    "empty, nothing relevant": Ranking.parse("", relevant=0),
    "perfect": Ranking.parse("R"),
    "long": Ranking.parse("RNR" * 20, relevant=50),
    "batch": BATCH,
    "batch without values": Ranking.batch([Ranking.parse("N", relevant=0)]),
}
SPELLED = [
    (metric.label() if n is None else metric.label(n=n), convention)
    for convention, known in CONVENTIONS.items()
    for metric in METRICS.values()
    for n in ((None, 3, 10) if metric.takes_n else (None,))
    if known.defines(metric.name, n)
]
ASKED = list({measure(asked, convention=name): (asked, name) for asked, name in reversed(SPELLED)}.values())
"""Every measure of every convention, each once."""


def as_measure(kind: str) -> list[tuple[str, str]]:
    """Every third of them on each kind of list, and so each on several; all on all in `make test-all`."""
    return ASKED if "FUZZ_CASES" in os.environ else ASKED[list(LISTS).index(kind) % 3 :: 3]


@functools.cache
def stepped(kind: str, asked: str, convention: str) -> Stepper:
    return Stepper(asked, LISTS[kind], convention=convention)


def frames(stepper: Stepper) -> list[dict[str, Any]]:
    return stepper.view["frames"]


def plain(source: str) -> str:
    """Write the HTML of a frame as a line of text."""
    text = re.sub(r"<su[bp][^>]*>|</su[bp]>", "_", source)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())


def says(stepper: Stepper) -> list[str]:
    return [frame["sentence"] for frame in frames(stepper)]


def ranks(source: str) -> set[int]:
    return {int(rank) for rank in re.findall(r'data-rank="(\d+)"', source)}


# --- every metric, convention and list -----------------------------------------------------------------------


def result(frame: dict[str, Any]) -> list[str]:
    return re.findall(r'<span class="me-value">(.*?)</span>', frame["working"])


@pytest.mark.long
@pytest.mark.parametrize("kind", LISTS)
def test_the_frames_lead_from_the_question_to_the_value(kind: str) -> None:
    for asked, convention in as_measure(kind):
        stepper = stepped(kind, asked, convention)
        told, derivation = frames(stepper), stepper.derivation
        assert "??" in plain(told[0]["working"]), asked
        assert told[0]["columns"] == told[0]["lines"] == 0
        assert "me-ask" not in told[-1]["working"] + "".join(done for _open, done in stepper.view["lines"])
        assert all("me-ask" in open_ for open_, _done in stepper.view["lines"])
        assert [result(frame) for frame in told] == [[]] * (len(told) - 1) + [[number(derivation.value)]]
        assert (told[-1]["columns"], told[-1]["lines"]) == (len(derivation.columns()), len(stepper.view["lines"]))
        for before, after in itertools.pairwise(told):
            assert 0 <= after["columns"] - before["columns"] <= 1
            assert 0 <= after["lines"] - before["lines"] <= 1
        assert len(told) <= len(derivation.steps) * 2 + 3 * (TERMS_ALONE + TERM_GROUPS)


@pytest.mark.long
@pytest.mark.parametrize("kind", LISTS)
def test_the_working_at_the_end_gives_the_value(kind: str) -> None:
    """The law of derivations, for what the last frame shows; where `empty` decided, it is the value itself."""
    names = {"log2": math.log2, "log": math.log, "sqrt": math.sqrt, "min": min, "max": max, "abs": abs, "sum": sum}
    for asked, convention in as_measure(kind):
        stepper = stepped(kind, asked, convention)
        whole = stepper._frames.whole
        assert show(whole, STAGE_HTML) in frames(stepper)[-1]["working"], (asked, convention)
        value = eval(show(whole, PYTHON), names | {"nan": math.nan})
        assert value == pytest.approx(stepper.derivation.value, rel=1e-12, abs=1e-12, nan_ok=True), (asked, convention)


@pytest.mark.long
@pytest.mark.parametrize("kind", LISTS)
def test_a_row_is_highlighted_together_with_its_term(kind: str) -> None:
    for asked, convention in as_measure(kind):
        stepper = stepped(kind, asked, convention)
        rows = len(stepper.view["list"]["rows"])
        for frame in frames(stepper):
            shown = frame["working"] + (
                frame["line"] or (stepper.view["lines"][frame["lines"] - 1][1] if frame["new"] else "")
            )
            assert not {*frame["lit"]} & {*frame["passed"]}
            assert {*frame["lit"], *frame["passed"], *frame["joined"]} <= set(range(1, rows + 1))
            assert {*frame["lit"]} <= {*frame["joined"]}
            if "me-fold" not in shown:
                assert {*frame["lit"]} <= ranks(shown), (asked, convention)


@pytest.mark.long
@pytest.mark.parametrize("kind", LISTS)
def test_each_step_is_explained_in_whole_sentences(kind: str) -> None:
    for asked, convention in as_measure(kind):
        for said in says(stepped(kind, asked, convention)):
            assert re.fullmatch(r"\S.*[^.][.]", said), said
            assert not re.search(r"[{}]|\bnan\b|None", said), said


@pytest.mark.long
def test_spanish_numbers_have_no_decimal_point() -> None:
    set_language("es")
    try:
        for asked, convention in ASKED:
            stepper = Stepper(asked, LISTS["graded"], convention=convention)
            assert not re.search(r"\d\.\d", " ".join(says(stepper)) + plain(frames(stepper)[-1]["working"]))
            assert not re.search(r"\d\.\d", str(stepper.view["columns"]))
    finally:
        set_language("en")


@pytest.mark.parametrize("asked", ["RMSE", "MSE", "MAE"])
def test_ratings_are_stepped_through_like_ranks(asked: str) -> None:
    stepper = Stepper(asked, Ratings([4, 3, 5, 2], [5, 3, 4, 2]))
    assert [column["head"] for column in stepper.view["columns"]] == ["predictedᵢ", "actualᵢ", "eᵢ"]
    assert [frame["lit"] for frame in frames(stepper) if frame["lit"]] == [(1,), (3,)]
    assert [frame["passed"] for frame in frames(stepper) if frame["passed"]] == [(2,), (4,)]
    assert result(frames(stepper)[-1]) == [number(stepper.derivation.value)]
    assert repr(stepper) == f"Stepper('{asked}', 4 ratings)"


def test_every_metric_of_ratings_and_lists_can_be_stepped_through() -> None:
    kinds = {metric.kind for metric in REGISTRY.values()}
    assert kinds == {"ranking", "rating", "coverage", "agreement"}
    assert {measure(asked, convention=convention).metric.name for asked, convention in ASKED} == set(METRICS)


# --- what is shown and said ----------------------------------------------------------------------------------


def test_average_precision_is_explained_step_by_step() -> None:
    stepper = Stepper(
        "AP@5", Ranking([0, 1, 1, 0, 0, 1], [1] * 6, items=["Kiwi", "Gala", "Fuji", "Pear", "Plum", "Cox"])
    )
    assert says(stepper) == [
        "AP@5 = ??  Each step computes one part of it; the value comes last. Only the first 5 ranks are read.",
        "relᵢ: 1 where the item is relevant, else 0.",
        "hitsᵢ: relevant items among the first i.",
        "P@i = hitsᵢ/i: precision at each rank.",
        "P@i·relᵢ: only the ranks of relevant items count.",
        "Rank 1, Kiwi: no relevant item yet, so P@1 = 0/1. Not relevant, so it adds nothing.",
        "Rank 2, Gala: 1 of the first 2 is relevant, so P@2 = 1/2. 1/2 is added to the sum.",
        "Rank 3, Fuji: 2 of the first 3 are relevant, so P@3 = 2/3. 2/3 is added to the sum.",
        "Ranks 4 and 5: not relevant, so they add nothing. The sum is complete: Σᵢ P@i·relᵢ = 1.1667.",
        "|R| = 6. Every relevant item, 3 shown and 3 missed.",
        "D = 5. No more hits fit in a list of 5.",
        "1.1667 divided by 5: AP@5 = 0.2333.",
    ]
    workings = [plain(frame["working"]) for frame in frames(stepper)]
    assert workings[0] == workings[5] == "AP@5 = ??/??"
    assert workings[6:9] == ["AP@5 = 1/2+??/??", "AP@5 = 1/2+2/3+??/??", "AP@5 = 1/2+2/3/??"]
    assert workings[10:] == ["AP@5 = 1/2+2/3/5", "AP@5 = 1/2+2/3/5 = 1.1667/5 = 0.2333"]
    assert [tuple(map(plain, line)) for line in stepper.view["lines"]] == [
        ("|R| = ??", "|R| = 6"),
        ("D = min(|R|, n) = ??", "D = min(|R|, n) = min(6, 5) = 5"),
    ]
    assert [frame["lit"] for frame in frames(stepper)[5:9]] == [(), (2,), (3,), ()]
    assert [frame["passed"] for frame in frames(stepper)[5:9]] == [(1,), (), (), (4, 5)]
    assert stepper.view["list"]["missed"] == "Missed: 3"
    assert stepper.view["columns"][2] == {
        "head": "P@i",
        "cells": [["0/1", "0/1"], ["1/2", "1/2"], ["2/3", "2/3"], ["2/4", "2/4"], ["2/5", "2/5"], ["", ""]],
    }


def test_unknown_numbers_are_shown_as_question_marks() -> None:
    """Also where a list has no relevant item, and the value is known from the start."""
    told = frames(Stepper("AP", LISTS["nothing relevant"]))
    assert [plain(frame["working"]) for frame in told[-4:]] == ["AP = ??/??", "AP = 0/??", "AP = 0/0", "AP = 0"]
    assert told[-1]["sentence"] == "AP = 0. No item is relevant (|R| = 0), so this is 0/0, which counts as 0."
    left_out = Stepper("AP", LISTS["nothing relevant"], convention="rectools")
    assert plain(frames(left_out)[-1]["working"]) == "AP = –"
    assert (result(frames(left_out)[-1]), math.isnan(left_out.derivation.value)) == (["–"], True)
    assert says(left_out)[-1] == "AP has no value. No item is relevant (|R| = 0), so this is 0/0, which is left out."
    by_k = frames(Stepper("AP@10", LISTS["nothing relevant"], convention="rectools_divide_by_k"))
    assert [plain(frame["working"]) for frame in by_k[-2:]] == ["AP@10 = ??", "AP@10 = –"]
    assert (result(by_k[-1]), "No item is relevant" in by_k[-1]["sentence"]) == (["–"], True)


def test_reciprocal_rank_steps_find_the_first_hit_and_skip_the_rest() -> None:
    told = frames(Stepper("RR", Ranking.parse("NNRNR")))
    assert [(frame["lit"], frame["passed"]) for frame in told if frame["lit"] or frame["passed"]] == [
        ((), (1, 2)),
        ((3,), (4, 5)),
    ]
    assert told[-3]["sentence"] == "Ranks 1 and 2: not relevant, so skipped."
    assert told[-2]["sentence"] == "Rank 3: the first relevant item, so RR is 1/3. No other rank gives more."
    assert plain(told[-2]["working"]) == "RR = 1/3"


def test_a_sum_inside_another_step_has_a_separate_line() -> None:
    stepper = Stepper("F1@5", Ranking.parse("NRRNN"))
    lines = [plain(frame["line"]) for frame in frames(stepper) if frame["line"]]
    assert lines == ["hits = ??", "hits = 1+??", "hits = 1+1+??"]
    assert [plain(line) for line in stepper.view["lines"][0]] == ["hits = ∑_i_ rel_i_ = ??", "hits = 1+1 = 2"]
    assert plain(stepper.view["lines"][2][1]) == "P = hits/n = 0+1+1+0+0/5 = 2/5 = 0.4"


def test_a_mean_over_cutoffs_is_shown_in_one_step() -> None:
    """Its terms are no ranks."""
    told = frames(Stepper("AvgRp@1+3", Ranking.parse("NRR")))
    assert [frame["lit"] for frame in told if frame["lit"]] == [(2,), (3,)]
    assert plain(told[-2]["working"]) == "AvgRp@1+3 = ??/2"
    assert plain(told[-1]["working"]) == "AvgRp@1+3 = 0+2/2/2 = 0.5"


def test_ndcg_sums_have_separate_lines_and_an_ideal_list_aside() -> None:
    stepper = Stepper("nDCG@2", LISTS["graded"])
    told = frames(stepper)
    assert [plain(frame["aside"]).partition(" = ")[0] for frame in told if frame["aside"]] == [
        "g*_i_",
        "gain*_i_",
        "dg*_i_",
    ]
    assert [plain(line).partition(" = ")[0] for line, _done in stepper.view["lines"]] == ["DCG@2", "IDCG@2"]
    (idcg,) = [frame for frame in told if frame["sentence"].startswith("IDCG@2 = ")]
    assert (idcg["lines"], stepper.view["lines"][1][1].count("me-ideal")) == (2, 2)
    assert (idcg["working"].count("me-new"), told[-1]["working"].count("me-term")) == (1, 0)
    assert stepper.view["list"]["missed"] == "Missed: grade 3"
    several = Stepper("nDCG@3", Ranking.parse("1 0 0", pool="3 2 1 1"))
    assert several.view["list"]["missed"] == "Missed: grade 1; grade 3; grade 2", (
        "unsorted: the ideal list is asked for"
    )


def test_a_mean_has_one_row_per_user() -> None:
    stepper = Stepper("MAP", BATCH)
    assert [(row["label"], row["note"]) for row in stepper.view["list"]["rows"]] == [
        ("Ana", "NRR, |R| = 2"),
        ("Ben", "N, |R| = 0"),
        ("Eva", "RN, |R| = 2"),
    ]
    assert says(stepper)[2:] == [
        "Ana: 0.5833 is added to the sum.",
        "Ben: the value is 0, which adds nothing.",
        "Eva: 0.5 is added to the sum.",
        "MAP = 0.3611. The mean over all users (3).",
    ]
    left_out = Stepper("MAP@3", BATCH, convention="rectools")
    assert "Ben: no value, so left out." in says(left_out)


def test_many_terms_join_the_sum_in_groups() -> None:
    stepper = Stepper("AP", Ranking.parse("R" * 40))
    lit = [frame["lit"] for frame in frames(stepper) if frame["lit"]]
    assert len(lit) == TERMS_ALONE + TERM_GROUPS
    assert [rank for group in lit for rank in group] == list(range(1, 41))
    assert "Ranks 7 to 12: 6 terms are added to the sum, 6 together." in says(stepper)


@pytest.mark.parametrize("count", [0, 1, TERMS_ALONE + TERM_GROUPS, TERMS_ALONE + TERM_GROUPS + 1, 60])
@pytest.mark.parametrize("every", [1, 3])
def test_groups_contain_each_counted_rank_once(count: int, every: int) -> None:
    counted = [every * k for k in range(1, count + 1)]
    groups = grouped(counted, every * count + 2)
    assert grouped([2, 3], 5) == [(False, [1]), (True, [2]), (True, [3]), (False, [4, 5])]
    assert [rank for taken, ranks in groups if taken for rank in ranks] == counted
    assert not {rank for taken, ranks in groups if not taken for rank in ranks} & set(counted)
    assert sum(taken for taken, _ranks in groups) <= TERMS_ALONE + TERM_GROUPS
    assert groups[-1] == (False, [every * count + 1, every * count + 2])


# --- the widget ----------------------------------------------------------------------------------------------


def test_the_repr_and_fallback_html_show_constructor_and_working() -> None:
    stepper = Stepper("AP", Ranking.parse("NRRNNR", relevant=3))
    assert repr(stepper) == "Stepper('AP', 'NRRNNR', relevant=3)"
    assert repr(Stepper("MAP@10", BATCH)) == "Stepper('MAP@10', 3 lists, threshold=1)"
    bundle, _metadata = stepper._repr_mimebundle_()
    assert bundle["text/plain"] == repr(stepper)
    assert f"<pre>{stepper.derivation.text()}</pre>" in html.unescape(bundle["text/html"])


def test_labels_are_never_html() -> None:
    bad = "<img src=x onerror=alert(1)>"
    stepper = Stepper("AP", Ranking([0, 1], items=[bad, bad + "2"]))
    shown = "".join(frame["working"] + frame["line"] for frame in frames(stepper)) + str(stepper.view["lines"])
    assert "img" not in shown
    assert "<img" not in stepper._repr_mimebundle_()[0]["text/html"]
    assert stepper.view["list"]["rows"][0]["label"] == bad


def test_labels_name_the_shown_and_missed_items() -> None:
    stepper = Stepper("AP", Ranking.parse("NR", relevant=2), labels=["Kiwi", "Gala", "Fuji"])
    assert any(say.startswith("Rank 2, Gala: ") for say in says(stepper))
    assert stepper.view["list"]["missed"] == "Missed: Fuji"
    assert (stepper.view["list"]["named"], stepper.view["list"]["item"]) == (True, "item")
    with pytest.raises(ValueError, match="labels must name the 2 shown items, or all 3 with the missed ones; got 1"):
        Stepper("AP", Ranking.parse("NR", relevant=2), labels=["Kiwi"])
    with pytest.raises(ValueError, match="labels name the items of one list, but there is no single list here"):
        Stepper("MAP", BATCH, labels=["Kiwi"])


def test_the_position_stays_within_the_frames() -> None:
    stepper = Stepper("AP", LISTS["list"])
    for given, kept in ((3, 3), (99, len(frames(stepper)) - 1), (-1, 0)):
        stepper.at = given
        assert stepper.at == kept


@pytest.mark.parametrize(
    ("asked", "given", "says"),
    [
        ("AP@0", LISTS["list"], "n must be at least 1; got 0"),
        ("APP", LISTS["list"], "unknown measure 'APP'"),
        ("RMSE", LISTS["list"], "RMSE needs Ratings, such as Ratings([4, 3], [5, 3]); got Ranking"),
        ("AP", Ratings([1], [1]), "AP needs a Ranking, such as Ranking('NRRNR'); got Ratings"),
        (
            "User coverage",
            Run({"u": ["a"]}, {"u": ["a"]}),
            "User coverage is not computed from Run: call user_coverage with its own arguments",
        ),
        ("AP", {"a": 1}, "AP needs a Ranking, such as Ranking('NRRNR'); got dict"),
        (7, LISTS["list"], 'pass the measure first, as in Stepper("AP@10", ranking); the first argument is int'),
    ],
)
def test_bad_input_raises_an_error_of_one_sentence(asked: Any, given: Any, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        Stepper(asked, given)
    with pytest.raises(ValueError, match="unknown convention 'nobody'"):
        Stepper("AP", LISTS["list"], convention="nobody")


def test_a_second_convention_for_a_measure_is_rejected() -> None:
    asked: Any = measure("AP@2", convention="rectools")
    with pytest.raises(
        ValueError,
        match=r"^a Measure has its own convention, here 'rectools'; do not pass another \(got 'trec_eval'\)$",
    ):
        Stepper(asked, Ranking.parse("NR"), convention="trec_eval")


@pytest.mark.parametrize("folded", ["ranx_burges", "rectools_achievable"])
def test_a_folded_convention_beside_a_measure_must_be_its_own(folded: str) -> None:
    own = measure("nDCG", convention=folded)
    assert explain(own, "NR", convention=folded).value == own("NR")
    with pytest.raises(ValueError, match=f"^a Measure has its own convention, .* \\(got '{folded}'\\)$"):
        explain(measure("nDCG", convention=own.convention), "NR", convention=folded)


def test_a_column_s_values_have_the_same_number_of_decimals() -> None:
    column = Stepper("DCG@3", Ranking([2, 1, 0], [2, 1])).view["columns"][-1]["cells"]
    assert [short for _working, short in column] == ["3.0000", "0.6309", "0.0000"]
    assert [working.rpartition(" = ")[2] for working, _short in column] == ["3.0000", "0.6309", "0.0000"]
