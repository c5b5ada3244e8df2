"""The drawings of figures: they show the values of the metrics, in colours that differ in greyscale."""

from __future__ import annotations

import itertools
import re
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from figures.build.figure_files import settings
from metrics_edu import (
    CONVENTIONS,
    Ranking,
    average_precision,
    average_r_precision,
    explain,
    measure,
    ndcg,
    precision,
    recall,
    reciprocal_rank,
)
from metrics_edu.examples import apples, cookie_cream, graded, parra_lists, popular_run, short_list, videolectures
from metrics_edu.language import LANGUAGES, number
from metrics_edu.plots import (
    draw_conventions,
    draw_denominators,
    draw_discounts,
    draw_ideal,
    draw_lists,
    draw_precision_recall,
    draw_terms,
)
from metrics_edu.plots.canvas import COLOURS, LOOKS, ON_DARK, width_of
from metrics_edu.plots.convention_table import MAX_DRAWN_MEASURES
from tests.on_axes import on, texts

# --- colours and shapes ----------------------------------------------------------------------------------------


def luminance(colour: Any) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Any, other: Any) -> float:
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [COLOURS, ON_DARK], ids=["white", "dark"])
def test_colours_differ_in_greyscale(palette: dict[str, str]) -> None:
    assert contrast(palette["rel"], palette["paper"]) > 7
    assert contrast(palette["rel"], palette["rel-on"]) > 7
    assert contrast(palette["ink2"], palette["paper"]) > 7
    assert contrast(palette["edge"], palette["paper"]) > 4.5


def test_every_curve_and_measure_has_a_distinct_marker() -> None:
    assert len({marker for marker, *_more in LOOKS}) == len(LOOKS) >= MAX_DRAWN_MEASURES


def test_relevant_items_are_dark_discs_and_others_white_squares() -> None:
    ax, _caption = on(lambda ax: draw_lists(ax, cookie_cream()))
    [discs, squares] = [mark for mark in ax.lines if len(mark.get_xdata())]
    assert (discs.get_marker(), squares.get_marker()) == ("o", "s")
    assert contrast(discs.get_markerfacecolor(), squares.get_markerfacecolor()) > 7
    assert [text for text in texts(ax.figure) if text in "RN"] == ["R", "N", "R", "R"]


def test_a_dark_figure_uses_the_light_colours() -> None:
    with plt.style.context("dark_background"):
        ax, _caption = on(lambda ax: draw_lists(ax, cookie_cream()))
    assert ax.lines[0].get_markerfacecolor() == ON_DARK["rel"]
    ax, _caption = on(lambda ax: draw_lists(ax, cookie_cream()))
    assert ax.lines[0].get_markerfacecolor() == COLOURS["rel"]


# --- the numbers -----------------------------------------------------------------------------------------------


def test_source_lists_reproduce_the_published_values() -> None:
    first, second = parra_lists().values()
    assert [float(precision(one)) for one in (first, second)] == [0.5, 0.6]
    assert [float(recall(one)) for one in (first, second)] == [0.25, 0.15]
    assert [float(reciprocal_rank(one)) for one in (first, second)] == [0.5, 0.5]
    assert [float(precision(one, 5)) for one in (first, second)] == [0.4, 0.6]
    assert all("reconstruction" in name for name in parra_lists())
    assert average_precision(cookie_cream()) == pytest.approx((1 + 2 / 3 + 3 / 4) / 3)
    values = [average_r_precision(one) for k in (1, 2) for one in videolectures(k).values()]
    assert values == pytest.approx([0.65, 0.65, 0.7, (2 / 5 + 4 / 7) / 2])
    with pytest.raises(ValueError, match="example must be 1 or 2; got 3"):
        videolectures(3)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("lists", "measures"),
    [
        (parra_lists(), ["P", "Recall", "RR", "P@5"]),
        ({"": apples()}, ["AP"]),
        ({"": cookie_cream()}, ["AP"]),
    ],
    ids=["parra", "apples", "cookie&cream"],
)
def test_values_shown_on_lists_match_the_measures(
    lists: dict[str, Ranking], measures: list[str], language: str
) -> None:
    with settings(language):
        ax, _caption = on(lambda ax: draw_lists(ax, lists, measures), figsize=(12, 5))
        whole = "   ".join(texts(ax)) + "   "
        for ranking, spelling in itertools.product(lists.values(), measures):
            value = re.escape(number(measure(spelling)(ranking)))
            assert re.search(rf"\b{spelling} = [^A-Za-z]*= +{value}\s", whole)
        assert not [text for text in ax.texts if text.get_weight() == "bold" and "=" in text.get_text()]


def test_a_missing_value_is_not_bold() -> None:
    ax, _caption = on(lambda ax: draw_conventions(ax, Ranking.parse("NNN", relevant=0), ["AP@3"]))
    written = {text.get_text(): text.get_weight() for text in ax.texts}
    assert written["0.0000"] == "bold"
    assert written["–"] != "bold"


def test_values_of_a_measure_are_vertically_aligned() -> None:
    ax, _caption = on(lambda ax: draw_lists(ax, videolectures(2), ["Rp@5", "Rp@10", "AvgRp@5+10"]), figsize=(12, 5))
    left = {text.get_text(): text.get_position()[0] for text in ax.texts if text.get_weight() == "bold"}
    assert [left[value] for value in ("0.8", "0.6", "0.7")] == [left[value] for value in ("0.4", "0.5714", "0.4857")]
    signs = [text.get_position()[0] for text in ax.texts if text.get_text() == "="]
    assert signs[:3] == signs[3:]
    assert "AvgRp@5+10 = (2/5 + 4/7)/2" in texts(ax)


def test_grades_are_labelled_and_fit_inside_their_marks() -> None:
    with settings("en"):
        ax, _caption = on(lambda ax: draw_lists(ax, videolectures(1)), figsize=(12, 5))
        boxes = {text.get_text(): text.get_window_extent() for text in ax.texts}
    disc = ax.lines[0]
    assert boxes["100"].width < 0.9 * disc.get_markersize() * ax.figure.dpi / 72
    assert texts(ax).count("grade") == 2
    [word, *_second] = [text for text in ax.texts if text.get_text() == "grade"]
    assert word.get_position()[1] == disc.get_ydata()[0]
    assert boxes["grade"].x1 < boxes["100"].x0
    ax, _caption = on(lambda ax: draw_lists(ax, apples()))
    assert "grade" not in texts(ax)


def test_the_terms_of_ap_are_below_their_ranks() -> None:
    ax, _caption = on(lambda ax: draw_lists(ax, apples(), ["AP"]), figsize=(12, 5))
    places = {text.get_text(): text.get_window_extent() for text in ax.texts}
    for rank, working in zip((2, 3, 6, 10, 11, 12), ("1/2", "2/3", "3/6", "4/10", "5/11", "6/12"), strict=True):
        at, below = places[str(rank)], places[working]
        assert abs(at.x0 + at.x1 - below.x0 - below.x1) < 4, working
    ax, _caption = on(lambda ax: draw_lists(ax, apples(), ["AP"]), figsize=(4, 5))
    assert "3/6" not in texts(ax), "there is no room"
    ax, _caption = on(lambda ax: draw_lists(ax, apples(), ["P", "RR"]), figsize=(12, 5))
    assert "3/6" not in texts(ax), "of two measures, it would be that of one"


def test_the_figure_shows_all_denominators_of_the_metric() -> None:
    ax, caption = on(lambda ax: draw_denominators(ax, short_list(), 10))
    words = measure("AP").metric.choices["denominator"]
    values = sorted(average_precision(short_list(), 10, denominator=word) for word in words)
    [points] = [mark for mark in ax.lines if list(mark.get_xdata()) == values]
    assert list(points.get_ydata()) == list(range(len(values)))
    shown = texts(ax.figure)
    for value, divisor in zip(values, (15, 10, 10, 7, 3), strict=True):
        assert number(value, fixed=4) in shown
        assert f"2.1667/{divisor}" in shown
        assert f"2.1667/{divisor} = {value:.4f}" in caption
    assert "sum = 1/1 + 2/3 + 3/6 = 2.1667" in shown


def test_the_discounts_match_the_metrics() -> None:
    ax, caption = on(lambda ax: draw_discounts(ax, 20))
    curves = [mark for mark in ax.lines if len(mark.get_xdata()) == 20]
    at_3 = [1 / 2, 1 / 1.584962500721156, 1 / 3, 2 ** (-2 / 5), 2 ** (-2 / 10)]
    assert [float(mark.get_ydata()[2]) for mark in curves] == pytest.approx(at_3)
    for mark in curves:
        assert f"{mark.get_ydata()[-1]:.4f}" in texts(ax.figure)
        assert f" {mark.get_ydata()[-1]:.4f}" in caption


def test_the_ideal_figure_shows_the_steps_of_the_working() -> None:
    d = explain(ndcg, graded(), 10)
    ax, caption = on(lambda ax: draw_ideal(ax, d), figsize=(12, 5))
    shown = texts(ax.figure)
    assert f"The list\nDCG@10\n{d.step('DCG@10').value:.4f}" in shown  # type: ignore[union-attr]
    assert f"The ideal list\nIDCG@10\n{d.step('IDCG@10').value:.4f}" in shown  # type: ignore[union-attr]
    assert [text for text in shown if "." in text and "\n" not in text and "=" not in text] == [
        f"{value:.4f}"
        for value in [7, 1.5, 0.38685280723454163, 7, 4.416508275, 1.5, 1.292029674, 0.386852807, 0.356207187]
    ]
    assert caption.endswith(f"nDCG@10 = 8.8869/14.9516 = {d.value:.4f}.")


@pytest.mark.parametrize("spelling", ["AP@10", "nDCG"])
def test_draw_ideal_rejects_a_working_without_ideal_list(spelling: str) -> None:
    batch = Ranking.batch([graded(), graded()])
    d = measure(spelling).explain(batch if spelling == "nDCG" else graded())
    with pytest.raises(ValueError, match=f"^draw_ideal takes the working of one list .*; got {re.escape(d.symbol)}$"):
        draw_ideal(Figure().add_subplot(), d)


@pytest.mark.parametrize("ranking", [popular_run(), graded()], ids=["run", "list"])
def test_the_figure_shows_every_convention_defining_both_measures(ranking: Ranking) -> None:
    ax, caption = on(lambda ax: draw_conventions(ax, ranking), figsize=(90, 12))
    both = [name for name, one in CONVENTIONS.items() if {"average_precision", "ndcg"} <= one.metrics.keys()]
    assert caption.startswith(f"{len(both)} conventions, one {'run' if ranking.is_batch else 'list'}: ")
    shown = texts(ax.figure)
    outside = re.compile(r", (?![^(]*\))")  # a title may have a comma in parentheses
    rows = {name: row for row in shown for name in both if CONVENTIONS[name].title in outside.split(row)}
    assert rows.keys() == set(both)
    at = {text.get_text(): text.get_position()[1] for text in ax.texts}
    for name, spelling in itertools.product(both, ["AP@10", "nDCG@10"]):
        one = measure(spelling, convention=name)
        value = one.mean(ranking) if ranking.is_batch else one(ranking)
        beside = [text.get_text() for text in ax.texts if text.get_position()[1] == at[rows[name]]]
        assert number(value, fixed=4) in beside, name


def test_extreme_values_are_bold_and_decimal_points_align() -> None:
    with settings("en"):
        ax, _caption = on(lambda ax: draw_conventions(ax, popular_run()), figsize=(40 / 3, 7.5))
        numbers = [text for text in ax.texts if re.fullmatch(r"0\.\d{4}", text.get_text())]
        bold = {text.get_text() for text in numbers if text.get_weight() == "bold"}
        points = {round(one.get_window_extent().x1 - digits_width(one)) for one in numbers}
    assert bold == {"0.2597", "0.4761", "0.1982", "0.7352"}
    assert len(points) == 2, "one a column"


def digits_width(text: Any) -> float:
    """How wide the decimals of a number are, in dots."""
    return width_of(text.get_text()[2:], bold=text.get_weight() == "bold") * text.figure.dpi / 72


def test_the_precisions_averaged_by_ap_show_their_workings() -> None:
    ax, _caption = on(lambda ax: draw_terms(ax, explain(average_precision, apples()), workings=True), figsize=(12, 5))
    shown = texts(ax.figure)
    assert [text for text in shown if "/" in text] == ["1/2", "2/3", "3/6", "4/10", "5/11", "6/12"]
    assert "AP\n0.5035" in shown
    assert {text.get_va() for text in ax.texts if "/" in text.get_text()} == {"top"}, "in their bars"
    ax, _caption = on(lambda ax: draw_terms(ax, explain(average_precision, apples()), workings=True), figsize=(3, 3))
    assert not [text for text in texts(ax.figure) if "/" in text], "there is no room"


def test_the_line_of_a_mean_hides_no_bar() -> None:
    ax, _caption = on(lambda ax: draw_terms(ax, explain(average_precision, apples())))
    ink, inside = [mark for mark in ax.lines if mark.is_dashed()]
    assert (ink.get_color(), inside.get_color()) == (COLOURS["ink"], COLOURS["rel-on"])
    assert 2.5 < min(inside.get_xdata()) < max(inside.get_xdata()) < 3.5, "one bar is higher than the line"
    ax, _caption = on(lambda ax: draw_terms(ax, explain(average_precision, Ranking.parse("RR"))))
    assert len([mark for mark in ax.lines if mark.is_dashed()]) == 1, "it crosses no bar"


def test_a_character_is_centred_in_its_disc() -> None:
    with settings("en"):
        ax, _caption = on(lambda ax: draw_lists(ax, cookie_cream()), figsize=(40 / 3, 7.5), dpi=144)
        canvas = FigureCanvasAgg(ax.get_figure())  # type: ignore[arg-type]
        canvas.draw()
    x, y = ax.lines[0].get_transform().transform(ax.lines[0].get_xydata())[0]
    from_above = canvas.buffer_rgba().shape[0] - y  # type: ignore[attr-defined]
    inside = np.asarray(canvas.buffer_rgba())[
        round(from_above) - 40 : round(from_above) + 40, round(x) - 20 : round(x) + 20, 0
    ]
    [rows] = np.nonzero((inside > 128).any(axis=1))
    assert abs((rows[0] + rows[-1] + 1) / 2 - 40) <= 2


def test_precision_recall_points_are_labelled_with_their_ranks() -> None:
    ax, _caption = on(lambda ax: draw_precision_recall(ax, apples(), 5, ranks=True))
    points = {text.get_text(): text.get_position() for text in ax.texts if text.get_weight() == "bold"}
    assert points.keys() == {"2", "3", "6", "10", "11", "12", "n = 5"}
    for name, (x, y) in points.items():
        k = int(name.removeprefix("n = "))
        assert (x, y) == pytest.approx((recall(apples(), k), precision(apples(), k)))
