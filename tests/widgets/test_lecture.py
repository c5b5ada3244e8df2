"""Lecture: what can be a slide, what is sent of it, and what is rejected."""

from __future__ import annotations

import inspect
import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metrics_edu import Ranking, Ratings, explain
from metrics_edu.language import number
from metrics_edu.widgets import (
    Compare,
    Drill,
    Explorer,
    FadedStepper,
    IdealList,
    Inverse,
    Lecture,
    Practice,
    Predict,
    RankedList,
    Stepper,
    handout,
)
from metrics_edu.widgets.contract.cards import PredictView
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.widget import MetricWidget
from metrics_homework.widgets import ExerciseSheet

ONE, OTHER = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)
STATE = "v=1&metric=reciprocal_rank&user=0&list=:Plum*0,Gala*1|Jazz*1"


def slides(lecture: Lecture) -> list[tuple[str, str]]:
    return [(slide["title"], slide["about"]) for slide in lecture.view["slides"]]


def test_a_text_is_the_title_of_the_next_slide_or_alone() -> None:
    lecture = Lecture(
        "Welcome", "What is AP?", ONE, "Which is better?", Compare(ONE, OTHER), Stepper("AP", ONE), "Questions?"
    )
    assert [title for title, _about in slides(lecture)] == [
        "Welcome",
        "What is AP?",
        "Which is better?",
        "",
        "Questions?",
    ]
    assert [type(part).__name__ for part in lecture.slides] == [
        "NoneType",
        "Explorer",
        "Compare",
        "Stepper",
        "NoneType",
    ]
    assert [about for _title, about in slides(lecture)] == [
        "",
        "AP of a list of 5 items",
        f"Two lists compared by {', '.join(Compare(ONE, OTHER).values)}",
        "AP, step by step",
        "",
    ]


def test_a_ranking_or_a_state_becomes_an_explorer_with_a_state() -> None:
    given, read = Lecture(ONE, f" {STATE}\n").view["slides"]
    assert Explorer.from_state(given["state"]).ranking.shown.tolist() == ONE.shown.tolist()
    found = Explorer.from_state(read["state"])
    assert (found.state, found.metric) == (Explorer.from_state(STATE).state, "RR")
    assert "Jazz" in read["state"]


def test_slides_other_than_explorers_have_no_state() -> None:
    assert [slide["state"] for slide in Lecture(Predict("AP", ONE), RankedList(ONE), "End").view["slides"]] == [
        "",
        "",
        "",
    ]


def test_the_slides_are_the_widgets_passed_in() -> None:
    explorer = Explorer(ONE)
    assert Lecture(explorer).slides == [explorer]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((), "a Lecture needs at least one slide: a widget, a Ranking, a state or a text"),
        ((ONE, 5), "slide 2 of a Lecture must be a widget, a Ranking, a state or a text; got int"),
        ((Lecture(ONE),), "slide 1 of a Lecture must be a widget, a Ranking, a state or a text; got Lecture"),
        ((["text"],), "slide 1 of a Lecture must be a widget, a Ranking, a state or a text; got list"),
        (("v=1&metric=nothing&list=:A*1",), "metric in a state must be one of"),
    ],
)
def test_an_invalid_slide_is_rejected_with_its_position(given: tuple[object, ...], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}"):
        Lecture(*given)  # type: ignore[arg-type]


def test_each_slide_has_its_notes_and_minutes() -> None:
    given = Lecture("Welcome", "AP", ONE, ONE, notes=["Hello", "", "Ask.\nWait."], minutes=[1, 2.5, 3]).view["slides"]
    assert [(slide["notes"], slide["minutes"]) for slide in given] == [("Hello", 1), ("", 2.5), ("Ask.\nWait.", 3)]
    bare = Lecture(ONE).view["slides"][0]
    assert (bare["notes"], bare["minutes"]) == ("", 0)


@pytest.mark.parametrize("given", [{"notes": ["Hello"]}, {"minutes": [1, 2, 3]}])
def test_notes_and_minutes_need_one_value_for_each_slide(given: dict[str, Any]) -> None:
    (name, values), *_rest = given.items()
    says = f"{name} of a Lecture must have one value for each slide, that is 2; got {len(values)}"
    with pytest.raises(ValueError, match=re.escape(says)):
        Lecture(ONE, OTHER, **given)


@pytest.mark.parametrize(
    "given",
    [
        {"notes": ["Hello", None]},
        {"minutes": [1, -1]},
        {"minutes": [1, "3"]},
        {"minutes": [1, math.nan]},
        {"minutes": [1, math.inf]},
        {"minutes": "34"},
    ],
)
def test_a_note_is_a_text_and_minutes_are_a_finite_number(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"slide 2 of a Lecture needs a text in notes|^minutes of .*; got '34'$"):
        Lecture(ONE, OTHER, **given)


def test_one_text_is_not_the_notes_of_its_characters() -> None:
    with pytest.raises(ValueError, match=r"^notes of a Lecture must have one value for each slide, .* 1; got 'x'$"):
        Lecture(ONE, notes="x")


def test_minutes_may_be_an_array() -> None:
    planned = Lecture(ONE, OTHER, minutes=np.array([2, 3])).view["slides"]  # type: ignore[arg-type]
    assert json.dumps([slide["minutes"] for slide in planned]) == "[2.0, 3.0]"


def test_the_lecture_repr_is_short_and_deterministic() -> None:
    lecture = Lecture("What is AP?", ONE)
    assert repr(lecture) == "Lecture('What is AP?', Explorer('NRRNR', relevant=4))" == repr(Lecture("What is AP?", ONE))


def test_a_handout_runs_no_script_and_loads_nothing(tmp_path: Path) -> None:
    Lecture(ONE).handout(tmp_path / "handout.html", "<script>alert(1)</script>")
    head, _charset, rest = (tmp_path / "handout.html").read_text("utf-8").partition('<meta charset="utf-8">')
    assert "<script" not in head + rest
    assert rest.lstrip().startswith(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
    )
    assert not re.search(r"(src|href)=|url\(|@import", rest)


def test_a_handout_shows_every_list_with_blanks_and_no_answer(tmp_path: Path) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    ranking = Ranking.from_items(["Amélie", hostile, "Cats"], judged={"Amélie": 3, "Cats": 5, "Up": 4})
    parts = [Explorer(ranking, measure="nDCG", n=2), Stepper("AP@3", ranking), IdealList("nDCG@3", ranking)]
    parts += [Predict("P@3", ranking), Compare(ranking, Ranking.parse("RN"), ["RR"]), Practice("04-pair")]
    told = Predict("P@3", ranking)
    told.answer = "0.5"
    Lecture("Which <b>film</b>?", *parts, told, "Questions?").handout(tmp_path / "handout.html", "Films & <i>")
    page = (tmp_path / "handout.html").read_text("utf-8")
    body = page.partition("<body>")[2]
    assert re.findall(r"<p>([^=<]*) = <span", body)[:3] == ["nDCG@2", "AP@3", "nDCG@3"]
    assert [body.count(text) for text in (hostile, "<b>", "<script")] == [0, 0, 0]
    assert body.count("&lt;img src=x onerror=alert(1)&gt;") == 2, (
        "the list that all ask of once, and the one that is compared"
    )
    assert "Which &lt;b&gt;film&lt;/b&gt;?" in body
    assert body.count("<p>Missed: Up (grade 4)</p>") == body.count("<p>List 1: Missed: Up (grade 4)</p>") == 1
    assert "<small>Handout</small> <span>Films &amp; &lt;i&gt;</span>" in body
    heads = re.findall("<th(?: [^>]*)?>(.*?)</th>", body)
    assert heads[:6] == ["Shown", "hits<sub>i</sub>", "P@i", "P@i·rel<sub>i</sub>", "dg<sub>i</sub>", "Ideal list"]
    assert heads[6:11] == ["List 1", "List 2", "", "List 1", "List 2"]
    assert "<td>RR</td><td></td><td></td>" in body
    assert "N: not relevant · a number: how relevant (its grade) · " in body
    assert '</span></p><div class="lines">' in body.partition("<h2>2.")[0], "a question wants words below its value"
    assert body.count("lines") == 3, "where a value is asked again, and below a question that stands alone, too"
    assert not re.search(r"\d\.\d|\d/\d", body)


@pytest.mark.parametrize("key", [False, True])
def test_a_handout_shows_the_first_and_the_last_ranks_of_a_long_list(tmp_path: Path, key: bool) -> None:
    lecture = Lecture("RR?", Explorer(Ranking.parse("N" * 204 + "R"), measure="RR"))
    lecture.handout(tmp_path / "handout.html", key=key)
    body = (tmp_path / "handout.html").read_text("utf-8").partition("<tbody>")[2].partition("</tbody>")[0]
    ranks = re.findall(r"<tr><td>(.*?)</td>", body)
    assert ranks == [*map(str, range(1, 29)), "…", "204", "205"]
    assert {row.count("<td>") for row in body.split("<tr>")[1:]} == {4}


def test_a_handout_lists_each_needed_formula_once(tmp_path: Path) -> None:
    parts = [Stepper("AP", ONE), Predict("AP", ONE), Compare(ONE, OTHER, ["RR"]), IdealList("nDCG@5", ONE)]
    parts += [Inverse("P@5 = 4/5", ONE), Practice("04-pair")]
    Lecture(*parts).handout(tmp_path / "handout.html")
    page = (tmp_path / "handout.html").read_text("utf-8")
    (legend,) = re.findall(r'<p class="legend">(.*)</p>', page)
    formulas = without_tags(legend)
    each = [
        "hitsi: relevant items among the first i",
        "P@i = hitsi/i",
        "AP = ∑i P@i · reli/|R|",
        "RR = maxi reli/i",
        "nDCG@5 = DCG@5/IDCG@5",
        "P@5 = hits/n",
        "*: from the ideal list",
    ]
    assert [formulas.count(text) for text in each] == [1] * len(each)
    assert "gain*" not in formulas, "it is as of the list"
    assert legend.count('class="me-fr"') == legend.count('class="me-nu"') > 4, "fractions are set"
    assert "role=" not in legend, "a term is no button"


def test_a_key_shows_answers_instead_of_blanks(tmp_path: Path) -> None:
    graded = Ranking.parse("3 0 2", pool="3 2 2")
    parts = [
        Stepper("AP", ONE),
        Predict("P@5", ONE),
        Compare(ONE, OTHER, ["RR"]),
        IdealList("nDCG@3", graded),
        Inverse("P@5 = 4/5", ONE),
        Practice("04-pair"),
    ]
    lecture = Lecture(*parts)
    lecture.handout(tmp_path / "key.html", "AP", key=True)
    page = (tmp_path / "key.html").read_text("utf-8").partition("<body>")[2]
    assert "<small>Answer key</small> <span>AP</span>" in page
    assert page.count('<span class="blank">') == 1, "that of the name"
    assert "<p>AP = <b>0.4417</b></p>" in page
    assert "<p>P@5 = <b>0.6000</b></p>" in page
    cells = [without_tags(cell) for cell in re.findall(r'<td>(<span class="me-fr">.*?)</td>', page)]
    assert cells == ["0/1", "1/2", "1/2", "2/3", "2/3", "2/4", "3/5", "3/5"]
    workings = [without_tags(one) for one in re.findall(r'<p class="working">(.*?)</p>', page)]
    assert workings[:3] == ["AP = 1/2+2/3+3/5/4 = 1.7667/4", "hits = 1+1+1 = 3", "P@5 = 0+1+1+0+1/5 = 3/5"]
    assert workings[3:6] == [
        "DCG@3 = 7/log2(2)+3/log2(4) = 8.5",
        "IDCG@3 = 7/log2(2)+3/log2(3)+3/log2(4) = 10.3928",
        "nDCG@3 = 8.5/10.3928",
    ]
    assert "<td>RR</td><td>0.5000</td><td>1.0000</td>" in page
    ideal = page[page.index("Ideal list") :].partition("</table>")[0]
    assert re.findall(r"<td>([^<]*)</td></tr>", ideal) == ["3", "2", "2"]
    example = re.search(r"<b>For example ([RN ]+); \|R\| = 4</b>", page)
    assert example is not None
    assert example[1].split().count("R") == 4
    values = re.findall(r"<p>(.*?) = <b>([\d.]+)</b></p>", page)
    practice = Practice("04-pair").exercise
    assert [float(value) for _name, value in values[-len(practice.parts) :]] == pytest.approx(
        [working.value for working in practice.solution()], abs=1e-4
    )
    lecture.handout(tmp_path / "handout.html", "AP")
    blank = (tmp_path / "handout.html").read_text("utf-8").partition("<body>")[2]
    assert blank.count('<span class="blank">') == 1 + len(values)
    assert "<b>" not in blank


def without_tags(text: str) -> str:
    return re.sub(r"<[^>]*>", "", text)


def printed(path: Path, lecture: Lecture, *, key: bool = True) -> str:
    lecture.handout(path, key=key)
    text = re.sub(r"<[^>]*>", " ", path.read_text("utf-8").partition("<body>")[2])
    return re.sub(r"\s*/\s*", "/", text)


def test_a_key_shows_the_values_of_both_conventions_of_a_list(tmp_path: Path) -> None:
    few = Ranking.parse("RNRNNRN", relevant=15)
    parts = [Explorer(few, n=10, reads="n"), Stepper("AP@10", few, convention="trec_eval")]
    graded = Ranking.parse("3 0 5 0 4", pool="5 5 5 4 4 3 2 1")
    parts += [Explorer(graded, measure="nDCG", n=5), Stepper("nDCG@5", graded, convention="trec_eval")]
    page = " ".join(printed(tmp_path / "key.html", Lecture(*parts)).split())
    for part, symbol in zip(parts, ["AP@10", "AP@10", "nDCG@5", "nDCG@5"], strict=True):
        assert f"{symbol} = {number(part.derivation.value, fixed=4)}" in page
    assert "gain i (4) dg i (4) dg i 1 3 3 3.0000 7.0000" in page, "a column for each, where their numbers differ"
    assert "AP@10 = ∑ i P@i · rel i/D · AP@10 (2) = ∑ i P@i · rel i/|R|" in page
    assert "gain i = 2 g i − 1 · dg i" in page, "the number of a column is that of its formula"
    assert "gain i (4) = g i · " in page
    assert "(2): in question 2 · (4): in question 4" in page


def test_a_key_column_covers_the_deepest_rank_requested(tmp_path: Path) -> None:
    deep = Ranking.parse("NRRNNRNNNRRR", relevant=6)
    page = printed(tmp_path / "key.html", Lecture(Explorer(deep), Stepper("AP@5", deep)))
    assert "6/12" in page


def test_a_key_has_the_value_of_each_list_of_an_explorer(tmp_path: Path) -> None:
    several = Explorer({"Ana": Ranking.parse("NRR"), "Ben": Ranking.parse("RNR")})
    page = " ".join(printed(tmp_path / "key.html", Lecture("AP?", several)).split())
    assert "Ana: AP = 0.5833" in page
    assert "Ben: AP = 0.8333" in page
    assert "AP = 1/2 + 2/3/2" in page
    assert "AP = 1/1 + 2/3/2" in page
    assert "MAP" not in page
    assert "P@i 1" not in page, "no column has the values of one list in the rows of all"
    several.act({"do": "user", "key": "mean"})
    page = " ".join(printed(tmp_path / "key.html", Lecture("MAP?", several)).split())
    assert "Ben: AP = 0.8333" in page
    assert "MAP = 0.7083" in page


@pytest.mark.parametrize("key", [False, True])
def test_every_widget_and_kind_of_list_can_be_printed(tmp_path: Path, key: bool) -> None:
    ratings, batch = Ratings([4, 3, 5], [5, 3, 3]), Ranking.batch([ONE, OTHER])
    pair = {"one": ONE, "other": OTHER}
    parts = [Predict("RMSE", ratings), Predict("RMSE", {"a": ratings, "b": Ratings([1, 3, 5], [5, 3, 3])})]
    parts += [Predict("AP", pair), Stepper("MAP", batch), Predict("MAP", batch), FadedStepper("AP@3", ONE)]
    parts += [Stepper("RMSE", ratings), Stepper("Rp", ONE), Predict("RR", ONE), Explorer({"Ana": ONE, "Ben": OTHER})]
    parts += [Drill("AP"), ExerciseSheet(["AP@5"], folder=None), RankedList(ONE), Stepper("AP", Ranking.parse(""))]
    page = " ".join(printed(tmp_path / "any.html", Lecture(*parts), key=key).split())
    assert ": ·" not in page, "each symbol has a meaning"
    assert page.count("predicted 4, actual 5") == 2, "and one list for all that is asked of it"
    assert "AP = ∑ i P@i · rel i/|R|" in page, "of a mean over users, that of a user"
    assert ("one: AP = 0.4417; other: AP = " in page) is key


@pytest.mark.long
def test_a_key_without_a_list_meeting_the_goal_has_no_example() -> None:
    none = "No list of this length was found that meets the goals."
    assert Inverse("P@5 = 1/5", Ranking.parse("R" * 3, relevant=3)).example_text().startswith("For example")
    assert Inverse("AP = 0.123", Ranking.parse("NRR")).example_text() == none
    assert Inverse("P@20 = 1", Ranking.parse("N" * 20, relevant=20)).example_text() == none, "too far to search"
    assert Inverse("RR = 1", Ranking.parse("N" * 20, relevant=1)).example_text().startswith("For example R N N")
    below = Inverse("nDCG@3 = 1", Ranking([0, 2, 1], pool=[3, 2, 1], threshold=2))
    assert below.example_text() == "For example 3 2 0; |R| = 2", "grades under the threshold are items, too"
    given = Inverse("RR = 1", Ranking.parse("NRN"), solution=Ranking.parse("RNNN"))
    assert given.example_text() == "For example R N N N; |R| = 1"


def test_an_unnamed_list_is_printed_once_for_all_its_widgets(tmp_path: Path) -> None:
    parts = [Explorer(ONE, measure="P"), Predict("AP", ONE), Stepper("AP@3", ONE), Practice("04-pair"), OTHER]
    Lecture(*parts).handout(tmp_path / "handout.html")
    tables = (tmp_path / "handout.html").read_text("utf-8").split("<table>")[1:]
    assert [table.count("<tr>") for table in tables] == [6, 6, 6, 6]
    assert "Item 1" not in "".join(tables)


def test_a_handout_formats_powers_and_names_all_or_no_pair_items(tmp_path: Path) -> None:
    one, path = Ranking.parse("RNN", relevant=2), tmp_path / "handout.html"
    other = Ranking([0, 1, 0], [1, 1], items=["Item 3", "Item 1", "Item 2"])
    Lecture("Gain 2^g − 1?", Compare(one, other), Explorer(ONE, measure="Rankscore")).handout(path)
    page = path.read_text("utf-8")
    assert "Gain 2ᵍ − 1?" in page
    assert " · α = 5 · weighti = 2−(i − 1)/α · " in without_tags(page)
    assert "2<sup>−(i − 1)/α</sup>" in page
    assert "Item" not in page


def test_a_handout_omits_item_names_for_drawn_lists(tmp_path: Path) -> None:
    part, path = Predict("AP", ONE, labels=["Plum", "Gala", "Fuji", "Pear", "Kiwi"]), tmp_path / "handout.html"
    Lecture(part).handout(path)
    assert "Gala" in path.read_text("utf-8")
    for action in ({"do": "reveal"}, {"do": "draw"}):
        part.act(action)
    Lecture(part).handout(path)
    assert "Gala" not in path.read_text("utf-8")


class WordCard(MetricWidget):
    """A widget that the package does not know."""

    VIEW = PredictView

    def _view(self) -> dict[str, Any]:
        return {"screen": "word_card"}

    def _caption(self) -> str:
        return "A word of your own"

    def _named_data(self) -> list[tuple[str, Ranking, None]]:
        return [("", ONE, None)]

    def printed(self) -> Printed:
        return replace(
            super().printed(),
            derivations=[explain("AP", ONE)],
            columns={"P@i": [], "My word": ["one", "two"], "relᵢ": ["1"]},
            blanks={"AP": "", "Its name": "Ana"},
            question="Say <it>.",
            answer=lambda: "Average & precision",
        )


@pytest.mark.parametrize("key", [False, True])
def test_a_new_widget_is_printed_as_it_says(tmp_path: Path, key: bool) -> None:
    Lecture("Which word?", WordCard(), Stepper("AP", ONE)).handout(tmp_path / "page.html", key=key)
    page = (tmp_path / "page.html").read_text("utf-8")
    body = page.partition("<body>")[2]
    heads = re.findall("<th(?: [^>]*)?>(.*?)</th>", body)
    assert heads == ["Shown", "hits<sub>i</sub>", "P@i", "P@i·rel<sub>i</sub>", "My word"], (
        "the columns of a working come first, a step is a column once, and the list has the marks"
    )
    assert body.count("<h2>1. Which word?</h2>") == body.count("<p>Say &lt;it&gt;.</p>") == 1
    assert body.count("<td>one</td>") == body.count("<p>Its name = <b>Ana</b></p>") == int(key)
    assert body.count("<p><b>Average &amp; precision</b></p>") == body.count("<p>AP = <b>0.4417</b></p>") == int(key)
    assert body.count('<p>AP = <span class="blank"></span></p>') == int(not key), "the Stepper's is known"
    assert body.count('class="lines"') == 1 + 1, "below its question, and where a value is asked again"
    assert "AP = ∑i P@i · reli/|R|" in without_tags(page)


def test_a_new_widget_that_says_nothing_is_printed_with_its_caption_and_lines(tmp_path: Path) -> None:
    class Silent(WordCard):
        def printed(self) -> Printed:
            return MetricWidget.printed(self)

    page = printed(tmp_path / "page.html", Lecture(Silent()))
    assert "1. A word of your own" in page
    assert "|R| = 4" not in page.partition("1. ")[2]


def test_a_sheet_with_one_field_is_printed(tmp_path: Path) -> None:
    page = printed(tmp_path / "page.html", Lecture(ExerciseSheet(["AP@5"], class_code="iic3633", folder=None)))
    assert "Your id =" in page


def test_the_handout_knows_no_widget_by_its_class() -> None:
    source = inspect.getsource(handout)
    assert "isinstance" not in source
    assert not re.findall(r"metrics_edu\.widgets\.(?:cards|lists|steps)", source)
