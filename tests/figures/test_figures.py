"""The figures for slides: what is committed is what is drawn, says what it shows, and can be read from the last row."""

from __future__ import annotations

import hashlib
import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from figures.build import figure_files, readme_pictures
from figures.build.figure_files import KINDS, drawn, settings
from figures.build.gallery import PICTURES, Picture
from metrics_edu.language import LANGUAGES, number
from metrics_edu.plots.slides import Slide

FOLDER = Path(__file__).parents[2] / "figures"
NAMES = {picture.name: picture for picture in PICTURES}
EACH = list(itertools.product(LANGUAGES, NAMES))
ENGLISH_AND_SLOWLY_ALL = [pytest.param(*one, marks=() if one[0] == "en" else pytest.mark.slow) for one in EACH]
SVG = "{http://www.w3.org/2000/svg}"
Made = dict[tuple[str, str], Slide]
PINNED = (
    f"\nmatplotlib=={mpl.__version__} " in Path(__file__).parents[2].joinpath("requirements", "test.txt").read_text()
)
byte_for_byte = pytest.mark.skipif(not PINNED, reason="another Matplotlib draws other bytes")


@pytest.fixture(scope="module")
def made() -> Made:
    return figure_files.all_drawn()


# --- what is committed -----------------------------------------------------------------------------------------


@byte_for_byte
@pytest.mark.parametrize(("language", "name"), ENGLISH_AND_SLOWLY_ALL)
def test_the_committed_svg_is_up_to_date(made: Made, language: str, name: str) -> None:
    with settings(language):
        again = figure_files.svg(made[language, name])
        dark = figure_files.svg(drawn(NAMES[name], dark=True))
    assert (FOLDER / language / f"{name}.svg").read_bytes() == again, "run `make figures`"
    assert (FOLDER / language / f"{name}-dark.svg").read_bytes() == dark, "run `make figures`"
    assert b"#1c1c1c" in dark
    assert b"#0b5394" not in dark  # the blue for white paper


@pytest.mark.parametrize(("language", "name"), EACH)
def test_the_pdf_and_the_png_match_the_svg(language: str, name: str) -> None:
    digest = f"SVG {hashlib.sha256((FOLDER / language / f'{name}.svg').read_bytes()).hexdigest()}"
    with Image.open(FOLDER / language / f"{name}.png") as picture:
        assert picture.info["Comment"] == digest, "run `make figures`"
        assert picture.size == (1920, 1080)
    pdf = (FOLDER / language / f"{name}.pdf").read_bytes()
    assert f"/Keywords ({digest})".encode() in pdf, "run `make figures`"
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    assert b"/MediaBox [ 0 0 960 540 ]" in pdf
    assert b"Date" not in pdf


@byte_for_byte
def test_a_file_does_not_depend_on_the_user_s_settings() -> None:
    """Of one figure the PDF and the PNG are also compared whole."""
    with (
        mpl.rc_context(
            {"font.size": 7, "axes.facecolor": "red", "lines.marker": "x", "savefig.dpi": 30, "text.usetex": True}
        ),
        settings("en"),
    ):
        again = drawn(NAMES["ap_points"])
        for kind, write in KINDS.items():
            assert (FOLDER / "en" / f"ap_points.{kind}").read_bytes() == write(again), kind


@pytest.mark.parametrize(("language", "name"), EACH)
def test_the_svg_has_a_translated_description_and_no_external_resources(made: Made, language: str, name: str) -> None:
    text = (FOLDER / language / f"{name}.svg").read_text("utf-8")
    root = ET.fromstring(text)
    one = made[language, name]
    assert (root.get("role"), root.get("lang"), root.get("aria-labelledby")) == ("img", language, "title desc")
    assert [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")] == [one.title, one.caption]
    assert not re.search(
        r"<(script|image|a|metadata|text|foreignObject)\b|\son\w+=|href=\"(?!#)|url\((?!#)|@import", text
    )
    assert set(re.findall(r"\w+://[^\"]*", text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_the_page_lists_each_figure_with_text_and_code(made: Made) -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    assert page == figure_files.page(made)
    assert all(page.count(f"```python\n{picture.code}\n```") == len(LANGUAGES) for picture in PICTURES)


def test_the_folder_holds_only_the_figures_and_stays_small() -> None:
    folders = [folder for folder in FOLDER.iterdir() if folder.is_dir() and folder.name not in ("build", "__pycache__")]
    files = {file.relative_to(FOLDER).as_posix() for folder in folders for file in folder.rglob("*")}
    wanted = {
        f"{language}/{name}{kind}" for language, name in EACH for kind in (*(f".{one}" for one in KINDS), "-dark.svg")
    }
    assert files == wanted
    assert sum((FOLDER / file).stat().st_size for file in wanted) < 5_400_000


def test_without_chromium_a_message_names_the_skipped_pictures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(figure_files, "PICTURES", PICTURES[:1])
    monkeypatch.setattr(figure_files, "KINDS", {"svg": figure_files.svg})
    monkeypatch.setattr(readme_pictures, "find_chromium", lambda: None)
    readme_pictures.main(tmp_path)
    assert capsys.readouterr().out.startswith(
        "metrics_edu: the pictures of the screen were left out: no Chromium was found"
    )
    assert len(list(tmp_path.rglob("*.*"))) == 2 * len(LANGUAGES) + 1


# --- a slide ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), EACH)
def test_every_text_is_large_inside_the_slide_and_not_overlapping(made: Made, language: str, name: str) -> None:
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


def test_names_stay_text_in_an_svg() -> None:
    name = "<img src=x onerror=alert(1)>"
    hostile = dict.fromkeys(LANGUAGES, name)
    picture = Picture("x", hostile, hostile, f"draw_lists(ax, {{{name!r}: cookie_cream()}})")
    with settings("en"):
        root = ET.fromstring(figure_files.svg(drawn(picture)))
    assert [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")] == [
        name,
        f"{name}: R N R R. Relevant: 3 shown + 0 missed, |R| = 3.",
    ]


def test_the_large_value_appears_only_once(made: Made) -> None:
    for (language, name), one in made.items():
        if NAMES[name].hero:
            with settings(language):
                value = number(NAMES[name].hero_working().value, fixed=4)
            assert [value in text.get_text() for text in one.figure.findobj(mpl.text.Text)].count(True) == 1, name


def test_the_largest_number_does_not_touch_its_frame(made: Made) -> None:
    for (_language, name), one in made.items():
        lines = [*one.figure.axes[0].collections, *one.figure.axes[0].lines] if NAMES[name].framed else []
        renderer = FigureCanvasAgg(one.figure).get_renderer()
        heights = {y for line in lines for y in line.get_tightbbox(renderer).intervaly} if NAMES[name].hero else set()
        for text in one.figure.texts:
            low, high = text.get_window_extent(renderer).intervaly
            assert not [y for y in heights if low < y < high], f"a line runs through {text.get_text()!r} of {name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_convention_headings_align_with_their_columns(made: Made, language: str) -> None:
    figure = made[language, "conventions"].figure
    renderer = FigureCanvasAgg(figure).get_renderer()
    boxes = [(text, text.get_window_extent(renderer)) for text in figure.axes[0].texts]
    assert min(box.x0 for _text, box in boxes) >= 94, "the margin of the title"
    assert max(box.x1 for _text, box in boxes) <= 1826
    bold = [box.x1 for text, box in boxes if text.get_weight() == "bold"]
    heads = {text.get_text(): box for text, box in boxes if text.get_text() in ("1", "MAP@10", "nDCG@10")}
    marks = [line.get_tightbbox(renderer) for line in figure.axes[0].lines]
    row = [mark for mark in marks if mark.y0 < heads["1"].y1 and mark.y1 > heads["1"].y0]
    for mark, head, before in zip(row, ("MAP@10", "nDCG@10"), ("1", "MAP@10"), strict=True):
        assert mark.x0 - heads[before].x1 >= 40, head
        assert min(abs(heads[head].x1 - edge) for edge in bold) <= 2, head


@pytest.mark.skipif(not PINNED, reason="the place is for the letters of the pinned Matplotlib")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_quotient_is_centred_between_its_sums(made: Made, language: str) -> None:
    figure = made[language, "ideal"].figure
    renderer = FigureCanvasAgg(figure).get_renderer()
    sums = [text.get_window_extent(renderer) for text in figure.axes[0].texts if "DCG@5\n" in text.get_text()]
    quotient = [text.get_window_extent(renderer) for text in figure.texts[2:]]
    middles = [(min(box.y0 for box in boxes) + max(box.y1 for box in boxes)) / 2 for boxes in (sums, quotient)]
    assert len(sums) == 2
    assert len(quotient) == 3
    assert abs(middles[0] - middles[1]) < 8, middles


def lines_of(one: Slide, renderer: Any) -> int:
    """Count the lines of text, of any size: a line holds each text whose middle is beside its first one."""
    boxes = [text.get_window_extent(renderer) for text in one.figure.findobj(mpl.text.Text) if text.get_text()]
    lines: list[Any] = []
    for box in sorted(boxes, key=lambda box: -box.height):
        if not any(line.y0 < (box.y0 + box.y1) / 2 < line.y1 for line in lines):
            lines.append(box)
    return len(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_challenge_scores_are_labelled_and_the_note_follows_a_value(made: Made, language: str) -> None:
    word = {"en": "score", "es": "puntaje"}[language]
    for name in ("lists_videolectures_1", "lists_videolectures_2", "lists_videolectures_3"):
        ax, renderer = made[language, name].figure.axes[0], FigureCanvasAgg(made[language, name].figure).get_renderer()
        assert [text.get_text() for text in ax.texts].count(word) == 1
        assert 1 < lines_of(made[language, name], renderer) < 8
        note = next(text for text in ax.texts if text.get_text() == NAMES[name].note[language])
        [*_line, value] = [
            one for one in ax.texts if one.get_position()[1] == note.get_position()[1] and one is not note
        ]
        assert 20 < note.get_window_extent(renderer).x0 - value.get_window_extent(renderer).x1 < 60


def test_every_convention_is_named_in_its_row(made: Made) -> None:
    rows = [text.get_text() for text in made["en", "conventions"].figure.axes[0].texts]
    assert "Haystack (before 3.1)" in rows
    assert not [text for text in rows if "…" in text or text.endswith(" more")]


def test_titles_and_sources_are_translated() -> None:
    for picture in PICTURES:
        for texts in (picture.title, picture.source):
            assert texts.keys() == set(LANGUAGES)
            assert len(set(texts.values())) == len(LANGUAGES)


# --- a student's own Axes --------------------------------------------------------------------------------------

OWN_AXES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "default": ({}, {"figsize": (6.4, 4.8)}),
    "constrained": ({"font.size": 18}, {"figsize": (40 / 3, 7.5), "layout": "constrained"}),
}


@pytest.mark.parametrize(("rc", "options"), OWN_AXES.values(), ids=OWN_AXES)
@pytest.mark.parametrize("name", NAMES)
def test_the_figure_fits_in_axes_made_by_a_student(name: str, rc: dict[str, Any], options: dict[str, Any]) -> None:
    """What is written stays inside the figure, also when it is saved as a notebook saves it."""
    with mpl.rc_context(rc):
        figure, ax = plt.subplots(**options)
        try:
            NAMES[name].draw(ax)
            figure.draw_without_rendering()  # which lays it out
            for text in ax.texts:
                box = text.get_window_extent()
                assert box.x0 >= -1, text
                assert box.x1 <= figure.bbox.width + 1, text
                assert box.y0 >= -1, text
                assert box.y1 <= figure.bbox.height + 1, text
        finally:
            plt.close(figure)
