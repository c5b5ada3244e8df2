"""The figures for slides: what is committed is what is drawn, says what it shows, and can be read from the last row."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import drawn_figures
import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from drawn_figures import KINDS, Drawn, drawn, settings
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from PIL import Image

import figures
from metrics_edu import (
    CONVENTIONS,
    Ranking,
    average_precision,
    average_r_precision,
    explain,
    measure,
    ndcg,
    precision,
    rankscore,
    recall,
    reciprocal_rank,
)
from metrics_edu.drawing import COLOURS, ON_DARK, width_of
from metrics_edu.examples import apples
from metrics_edu.gallery import PICTURES, Picture
from metrics_edu.language import LANGUAGES, _, number
from metrics_edu.plots import (
    draw_conventions,
    draw_denominators,
    draw_discounts,
    draw_ideal,
    draw_lists,
    draw_precision_recall,
    draw_terms,
    draw_values,
)
from metrics_edu.plots_of_discounts import LOOKS
from metrics_edu.rows import MARKERS
from metrics_edu.seeds import cookie_cream, graded, parra_lists, popular_run, short_list, videolectures

FOLDER = Path(__file__).parents[1] / "figures"
NAMES = {picture.name: picture for picture in PICTURES}
EACH = list(itertools.product(LANGUAGES, NAMES))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def made() -> dict[tuple[str, str], Drawn]:
    found = {}
    for language, name in EACH:
        with settings(language):
            found[language, name] = drawn(NAMES[name])
    return found


def texts(figure: Figure) -> list[str]:
    """The texts of a figure, or of an Axes, as they stand there."""
    return [text.get_text() for text in figure.findobj(mpl.text.Text) if text.get_text()]


def on(draw: Callable[[Axes], str], **options: Any) -> tuple[Axes, str]:
    """Draw on an Axes such as a student has; it must be possible to show it."""
    ax = Figure(**options).add_subplot()
    caption = draw(ax)
    FigureCanvasAgg(ax.figure).draw()
    return ax, caption


# --- what is committed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), EACH)
def test_the_committed_svg_is_what_is_drawn(made: dict[tuple[str, str], Drawn], language: str, name: str) -> None:
    with settings(language):
        again = drawn_figures.svg(made[language, name])
    assert (FOLDER / language / f"{name}.svg").read_bytes() == again, "run `make figures`"


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_does_not_depend_on_the_user_s_settings(kind: str) -> None:
    with (
        mpl.rc_context(
            {"font.size": 7, "axes.facecolor": "red", "lines.marker": "x", "savefig.dpi": 30, "text.usetex": True}
        ),
        settings("en"),
    ):
        again = KINDS[kind](drawn(NAMES["ap_points"]))
    assert (FOLDER / "en" / f"ap_points.{kind}").read_bytes() == again


@pytest.mark.parametrize(("language", "name"), EACH)
def test_the_svg_says_in_its_language_what_it_shows_and_asks_for_nothing(
    made: dict[tuple[str, str], Drawn], language: str, name: str
) -> None:
    text = (FOLDER / language / f"{name}.svg").read_text("utf-8")
    root = ET.fromstring(text)
    one = made[language, name]
    assert (root.get("role"), root.get("lang"), root.get("aria-labelledby")) == ("img", language, "title desc")
    assert [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")] == [one.title, one.caption]
    assert not re.search(
        r"<(script|image|a|metadata|text|foreignObject)\b|\son\w+=|href=\"(?!#)|url\((?!#)|@import", text
    )
    assert set(re.findall(r"\w+://[^\"]*", text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@pytest.mark.parametrize(("language", "name"), EACH)
def test_the_pdf_has_one_page_and_the_png_the_pixels_of_a_slide(language: str, name: str) -> None:
    with Image.open(FOLDER / language / f"{name}.png") as picture:
        assert picture.size == (1920, 1080)
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    pdf = (FOLDER / language / f"{name}.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    assert b"/MediaBox [ 0 0 960 540 ]" in pdf
    assert b"Date" not in pdf


def test_the_page_lists_each_figure_with_its_text_and_its_line() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    assert page == drawn_figures.page()
    assert all(page.count(f"```python\n{picture.code}\n```") == len(LANGUAGES) for picture in PICTURES)


def test_there_is_nothing_else_and_it_is_small() -> None:
    files = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*") if file.is_file()}
    wanted = {f"{language}/{name}.{kind}" for language, name in EACH for kind in KINDS}
    assert {file for file in files if "/" in file} == wanted
    assert sum((FOLDER / file).stat().st_size for file in wanted) < 2_750_000


def test_without_chromium_one_sentence_says_what_was_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(drawn_figures, "PICTURES", PICTURES[:1])
    monkeypatch.setattr(drawn_figures, "KINDS", {"svg": drawn_figures.svg})
    monkeypatch.setattr(figures, "find_chromium", lambda: None)
    figures.main(tmp_path)
    assert capsys.readouterr().out.startswith(
        "metrics_edu: the pictures of the screen were left out: no Chromium was found"
    )
    assert len(list(tmp_path.rglob("*.*"))) == len(LANGUAGES) + 1


# --- a slide ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), EACH)
def test_every_text_is_large_inside_the_slide_and_over_no_other(
    made: dict[tuple[str, str], Drawn], language: str, name: str
) -> None:
    figure = made[language, name].figure
    renderer = FigureCanvasAgg(figure).get_renderer()
    shown = [text for text in figure.findobj(mpl.text.Text) if text.get_text()]
    assert min(text.get_fontsize() for text in shown) >= 18
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in shown]
    for text, box in boxes:
        assert box.x0 >= 40, text
        assert box.x1 <= 1880, text
        assert box.y0 >= 30, text
        assert box.y1 <= 1050, text
    for (one, a), (other, b) in itertools.combinations(boxes, 2):
        wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
        assert wide < 2 or high < 8, f"{one!r} is over {other!r}"  # a line of text has some room below and above


def luminance(colour: Any) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Any, other: Any) -> float:
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [COLOURS, ON_DARK], ids=["white", "dark"])
def test_the_colours_differ_in_greyscale(palette: dict[str, str]) -> None:
    assert contrast(palette["rel"], palette["paper"]) > 7
    assert contrast(palette["rel"], palette["rel-on"]) > 7
    assert contrast(palette["ink2"], palette["paper"]) > 7
    assert contrast(palette["edge"], palette["paper"]) > 4.5


def test_no_curve_or_measure_is_told_apart_by_its_hue_alone() -> None:
    assert len({marker for marker, *_more in LOOKS}) == len(LOOKS)
    assert len({marker for marker, _face in MARKERS}) == len(MARKERS)


def test_what_is_relevant_is_a_dark_disc_with_a_letter_and_what_is_not_a_white_square() -> None:
    ax, _caption = on(lambda ax: draw_lists(ax, cookie_cream()))
    [discs, squares] = [mark for mark in ax.lines if len(mark.get_xdata())]
    assert (discs.get_marker(), squares.get_marker()) == ("o", "s")
    assert contrast(discs.get_markerfacecolor(), squares.get_markerfacecolor()) > 7
    assert [text for text in texts(ax.figure) if text in "RN"] == ["R", "N", "R", "R"]


# --- the numbers -----------------------------------------------------------------------------------------------


def test_the_lists_of_the_seeds_have_the_values_of_the_seeds() -> None:
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
def test_the_values_on_the_lists_are_those_of_the_measures(made: dict[tuple[str, str], Drawn], language: str) -> None:
    measures = {"lists_parra": ["P", "Recall", "RR", "P@5"], "list_apples": ["AP"], "list_cookie_cream": ["AP"]}
    lists = {
        "lists_parra": list(parra_lists().values()),
        "list_apples": [apples()],
        "list_cookie_cream": [cookie_cream()],
    }
    with settings(language):
        for name, spellings in measures.items():
            whole = "   ".join(texts(made[language, name].figure)) + "   "
            for ranking, spelling in itertools.product(lists[name], spellings):
                assert re.search(
                    rf"\b{spelling} = [^A-Za-z]*= {re.escape(number(measure(spelling)(ranking)))}\s", whole
                )


def test_the_denominators_are_those_of_the_metric() -> None:
    ax, caption = on(lambda ax: draw_denominators(ax, short_list(), 10))
    words = measure("AP").metric.choices["denominator"]
    values = [average_precision(short_list(), 10, denominator=word) for word in words]
    assert [float(mark.get_xdata()[0]) for mark in ax.lines if len(mark.get_xdata()) == 1] == values
    shown = texts(ax.figure)
    for value, divisor in zip(values, (10, 15, 7, 3, 10), strict=True):
        assert number(value, fixed=4) in shown
        assert f"2.1667/{divisor}" in shown
        assert f"2.1667/{divisor} = {value:.4f}" in caption


def test_the_discounts_are_those_of_the_metrics() -> None:
    ax, caption = on(lambda ax: draw_discounts(ax, 20))
    curves = [mark for mark in ax.lines if len(mark.get_xdata()) == 20]
    at_3 = [1 / 2, 1 / 1.584962500721156, 1 / 3, 2 ** (-2 / 5), 2 ** (-2 / 10)]
    assert [float(mark.get_ydata()[2]) for mark in curves] == pytest.approx(at_3)
    for mark in curves:
        assert f"{mark.get_ydata()[-1]:.4f}" in texts(ax.figure)
        assert f" {mark.get_ydata()[-1]:.4f}" in caption


def test_the_ideal_figure_has_the_steps_of_the_working() -> None:
    d = explain(ndcg, graded(), 10)
    ax, caption = on(lambda ax: draw_ideal(ax, d), figsize=(12, 5))
    shown = texts(ax.figure)
    assert f"The list\nDCG@10\n{d.step('DCG@10').value:.4f}" in shown  # type: ignore[union-attr]
    assert f"The ideal list\nIDCG@10\n{d.step('IDCG@10').value:.4f}" in shown  # type: ignore[union-attr]
    assert [text for text in shown if "." in text and "\n" not in text and "=" not in text] == [
        number(value) for value in [1.5, 0.38685280723454163, 4.416508275, 1.5, 1.292029674, 0.386852807, 0.356207187]
    ]
    assert caption.endswith(f"nDCG@10 = 8.8869/14.9516 = {d.value:.4f}.")


@pytest.mark.parametrize("spelling", ["AP@10", "nDCG"])
def test_what_has_no_ideal_list_is_refused(spelling: str) -> None:
    batch = Ranking.batch([graded(), graded()])
    d = measure(spelling).explain(batch if spelling == "nDCG" else graded())
    with pytest.raises(ValueError, match=f"^draw_ideal takes the working of one list .*; got {re.escape(d.symbol)}$"):
        draw_ideal(Figure().add_subplot(), d)


@pytest.mark.parametrize("ranking", [popular_run(), graded()], ids=["run", "list"])
def test_every_convention_that_defines_both_measures_is_there(ranking: Ranking) -> None:
    ax, caption = on(lambda ax: draw_conventions(ax, ranking), figsize=(30, 9))
    both = [name for name, one in CONVENTIONS.items() if {"average_precision", "ndcg"} <= one.metrics.keys()]
    assert caption.startswith(f"{len(both)} conventions, one {'run' if ranking.is_batch else 'list'}: ")
    shown = texts(ax.figure)
    rows = {name: row for row in shown for name in both if CONVENTIONS[name].title in row.split(", ")}
    assert rows.keys() == set(both)
    at = {text.get_text(): text.get_position()[1] for text in ax.texts}
    for name, spelling in itertools.product(both, ["AP@10", "nDCG@10"]):
        one = measure(spelling, convention=name)
        value = one.mean(ranking) if ranking.is_batch else one(ranking)
        beside = [text.get_text() for text in ax.texts if text.get_position()[1] == at[rows[name]]]
        assert number(value, fixed=4) in beside, name


def test_the_points_that_ap_averages_have_their_workings() -> None:
    ax, _caption = on(lambda ax: draw_terms(ax, explain(average_precision, apples()), workings=True), figsize=(12, 5))
    shown = texts(ax.figure)
    assert [text for text in shown if "/" in text] == ["1/2", "2/3", "3/6", "4/10", "5/11", "6/12"]
    assert "AP\n0.5035" in shown
    ax, _caption = on(lambda ax: draw_terms(ax, explain(average_precision, apples()), workings=True), figsize=(3, 3))
    assert not [text for text in texts(ax.figure) if "/" in text], "there is no room"


def test_the_points_of_precision_and_recall_have_their_ranks() -> None:
    ax, _caption = on(lambda ax: draw_precision_recall(ax, apples(), 5, ranks=True))
    points = {text.get_text(): text.xy for text in ax.texts if hasattr(text, "xy")}
    assert points.keys() == {"2", "3", "6", "10", "11", "12", "n = 5"}
    for name, (x, y) in points.items():
        k = int(name.removeprefix("n = "))
        assert (x, y) == pytest.approx((recall(apples(), k), precision(apples(), k)))


# --- any Axes, any list ----------------------------------------------------------------------------------------

HOSTILE = [r"$\href{x}{y}$", "<img src=x onerror=alert(1)>", "a\nb", "x" * 300, r"$\frac{", "]]>", "-->"]
LISTS = {
    "empty": Ranking([]),
    "all missed": Ranking([], pool=[3, 1]),
    "none relevant": Ranking.parse("NNN"),
    "long": Ranking([3, 0, 2.5, 0, 1] * 100),
    "one": Ranking.parse("R"),
    "below the threshold": Ranking([3, 2, 0], threshold=3),
    "hostile": Ranking([1, 0, 2, 1, 0, 3, 1], items=HOSTILE),
}
DRAWINGS: dict[str, Callable[[Axes, Ranking], str]] = {
    "lists": lambda ax, one: draw_lists(ax, {HOSTILE[0]: one, HOSTILE[1]: one}, ["AP", "nDCG@10"]),
    "ideal": lambda ax, one: draw_ideal(ax, explain(ndcg, one)),
    "ideal of rankscore": lambda ax, one: draw_ideal(ax, explain(rankscore, one)),
    "denominators": draw_denominators,
    "conventions": draw_conventions,
    "precision and recall": lambda ax, one: draw_precision_recall(ax, one, 5, ranks=True),
    "terms": lambda ax, one: draw_terms(ax, explain(average_precision, one), workings=True),
}


@pytest.mark.parametrize("ranking", LISTS)
@pytest.mark.parametrize("drawing", DRAWINGS)
def test_any_list_can_be_drawn(drawing: str, ranking: str) -> None:
    _ax, caption = on(lambda ax: DRAWINGS[drawing](ax, LISTS[ranking]))
    assert caption.endswith(".")
    assert "{" not in caption.replace(HOSTILE[0], "").replace(HOSTILE[4], "")
    assert "\n" not in caption


def test_names_stay_text() -> None:
    ax, caption = on(lambda ax: draw_lists(ax, {name: Ranking.parse("RN") for name in HOSTILE[:2]}), figsize=(12, 5))
    assert set(HOSTILE[:2]) <= set(texts(ax.figure))
    assert caption.startswith(f"{HOSTILE[0]}: R N.")
    ax, _caption = on(lambda ax: draw_values(ax, [0.5, float("nan")], HOSTILE[:2], "x"), figsize=(12, 5))
    assert set(HOSTILE[:2]) <= set(texts(ax.figure))
    picture = Picture("x", HOSTILE[1], "&", f"draw_lists(ax, {{{HOSTILE[1]!r}: cookie_cream()}})")
    with settings("en"):
        root = ET.fromstring(drawn_figures.svg(drawn(picture)))
    assert [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")] == [
        HOSTILE[1],
        f"{HOSTILE[1]}: R N R R. Relevant: 3 shown + 0 missed, |R| = 3.",
    ]


@pytest.mark.parametrize("values", [[], [float("nan")] * 2, [0.5] * 40], ids=["none", "NaN", "forty"])
def test_any_values_can_be_drawn(values: list[float]) -> None:
    on(lambda ax: draw_values(ax, values, [f"{k}" for k in range(len(values))], "x"))


@pytest.mark.parametrize("n", [1, 2, 500])
def test_any_number_of_ranks_has_its_discounts(n: int) -> None:
    on(lambda ax: draw_discounts(ax, n, half_lives=range(1, 8)))


def test_a_batch_is_no_list() -> None:
    with pytest.raises(ValueError, match=r"^draw_lists takes rankings of one list each; got a batch$"):
        draw_lists(Figure().add_subplot(), Ranking.batch([graded()]))


OWN_AXES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "default": ({}, {"figsize": (6.4, 4.8)}),
    "slide": ({}, {"figsize": (12, 5)}),
    "small text": ({"font.size": 7}, {"figsize": (5, 4)}),
    "constrained": ({"font.size": 18}, {"figsize": (40 / 3, 7.5), "layout": "constrained"}),
}


@pytest.mark.parametrize(("rc", "options"), OWN_AXES.values(), ids=OWN_AXES)
@pytest.mark.parametrize("name", NAMES)
def test_a_student_s_own_axes_hold_the_whole_figure(name: str, rc: dict[str, Any], options: dict[str, Any]) -> None:
    """What is written stays inside the figure, also when it is saved as a notebook saves it."""
    with mpl.rc_context(rc):
        figure, ax = plt.subplots(**options)
        try:
            NAMES[name].draw(ax)
            figure.canvas.draw()
            for text in ax.texts:
                box = text.get_window_extent()
                assert box.x0 >= -1, text
                assert box.x1 <= figure.bbox.width + 1, text
                assert box.y0 >= -1, text
                assert box.y1 <= figure.bbox.height + 1, text
        finally:
            plt.close(figure)


def test_on_a_dark_figure_the_colours_are_the_light_ones() -> None:
    with plt.style.context("dark_background"):
        ax, _caption = on(lambda ax: draw_lists(ax, cookie_cream()))
    assert ax.lines[0].get_markerfacecolor() == ON_DARK["rel"]
    ax, _caption = on(lambda ax: draw_lists(ax, cookie_cream()))
    assert ax.lines[0].get_markerfacecolor() == COLOURS["rel"]


def test_a_long_name_is_shortened_to_its_room() -> None:
    ax, _caption = on(lambda ax: draw_values(ax, [1], ["x" * 300], "x"))
    [name] = [text for text in texts(ax.figure) if text.startswith("x")]
    assert name.endswith("x…")
    assert width_of(ax, name) <= 0.36 * ax.bbox.width / ax.figure.dpi * 72


def test_titles_and_sources_are_translated() -> None:
    for picture in PICTURES:
        with settings("es"):
            assert _(picture.title) != picture.title
            assert _(picture.source) != picture.source
