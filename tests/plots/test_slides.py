"""A slide of a value: large enough for the last row, the value once, and files that a lecturer can use."""

from __future__ import annotations

import io
import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from figures.build.figure_files import settings
from metrics_edu import Ranking, explain
from metrics_edu.examples import apples, first_hits, graded, parra_lists, popular_run, videolectures
from metrics_edu.language import LANGUAGES, number
from metrics_edu.plots import Slide, draw_gains, lay_out, slide

SVG = "{http://www.w3.org/2000/svg}"
PARRA = Ranking.batch([*parra_lists().values()], ["A", "B"])
LONG = Ranking([3, 0, 2.5, 0, 1] * 40)
SLIDES: dict[str, tuple[Any, ...]] = {
    "list": ("AP", apples()),
    "scores": ("Rp@5", videolectures(2)["r₂"]),
    "long list": ("AP@10", LONG),
    "no hit": ("RR", Ranking.parse("NNNN")),
    "nothing shown": ("AP", Ranking([], pool=[1, 2])),
    "terms": ("nDCG@10", graded(), "terms"),
    "trail": ("AP", apples(), "trail", 6),
    "trail of a long list": ("nDCG@10", LONG, "trail", 150),
    "users": ("RR", first_hits()),
    "two users": ("AP@10", PARRA),
    "sixty users": ("AP@10", popular_run()),
    "ideal": ("nDCG@5", graded(), "ideal"),
    "ideal of a long list": ("nDCG@20", LONG, "ideal"),
    "ideal without relevant items": ("nDCG", Ranking.parse("NNN"), "ideal"),
}


def made(name: str, **options: Any) -> Slide:
    measure, ranking, figure, *rank = (*SLIDES[name], "", 0)[: max(3, len(SLIDES[name]))]
    options |= {"rank": rank[0]} if rank else {}
    return slide(measure, ranking, figure=figure, source="A source of 2011. " * 8, **options)


def written(one: Slide) -> list[Any]:
    return [text for text in one.figure.findobj(mpl.text.Text) if text.get_text()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SLIDES)
def test_every_text_is_large_inside_the_slide_and_not_overlapping(name: str, language: str) -> None:
    with settings(language):
        one = made(name)
    renderer = FigureCanvasAgg(one.figure).get_renderer()
    assert min(text.get_fontsize() for text in written(one)) >= 18  # 24 pixels of 1280 x 720
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in written(one)]
    for text, box in boxes:
        assert box.x0 >= 40, text
        assert box.x1 <= 1880, text
        assert box.y0 >= 30, text
        assert box.y1 <= 1050, text
    for (text, a), (other, b) in itertools.combinations(boxes, 2):
        wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
        assert wide < 2 or high < 8, f"{text!r} is over {other!r}"


@pytest.mark.parametrize("name", SLIDES)
def test_the_value_is_in_the_largest_type(name: str) -> None:
    [largest] = [text for text in written(made(name)) if text.get_fontsize() >= 60]
    assert largest.get_text() == number(explain(*SLIDES[name][:2]).value, fixed=4)


@pytest.mark.parametrize("name", ["list", "users", "two users", "ideal", "long list"])
def test_the_value_appears_only_once(name: str) -> None:
    value = number(explain(*SLIDES[name][:2]).value, fixed=4)
    assert [value in text.get_text() for text in written(made(name))].count(True) == 1


def test_the_text_of_the_svg_is_text_and_large() -> None:
    one = made("list", title="Six <b>apples</b>")
    root = ET.fromstring(one.svg())
    _left, _top, width, height = map(float, str(root.get("viewBox")).split())
    assert width / height == 16 / 9
    shown = {"".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")}
    assert {"0.5035", "Six <b>apples</b>", "Pink Lady", "4/10"} <= shown
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", one.svg() + made("users").svg())]
    assert min(sizes) * 1280 / width >= 24
    assert "'DejaVu Sans', 'Verdana', sans-serif" in one.svg()
    assert [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")] == ["Six <b>apples</b>", one.caption]
    assert "<text" not in one.svg(outlines=True)


def test_a_slide_does_not_depend_on_the_user_s_settings() -> None:
    plain = made("users")
    with mpl.rc_context({"font.size": 7, "axes.facecolor": "red", "savefig.dpi": 30, "svg.fonttype": "path"}):
        again = made("users")
        assert (again.svg(), again.png()) == (plain.svg(), plain.png())
        assert mpl.rcParams["font.size"] == 7


def test_a_slide_is_saved_as_svg_or_png(tmp_path: Path) -> None:
    one = made("list", dark=True)
    one.save(tmp_path / "ap.svg")
    one.save(str(tmp_path / "ap.png"))
    assert (tmp_path / "ap.svg").read_text("utf-8") == one.svg() == one._repr_svg_()
    with Image.open(io.BytesIO((tmp_path / "ap.png").read_bytes())) as picture:
        assert picture.size == (1920, 1080)
        assert picture.convert("RGB").getpixel((3, 3)) == (0x1C, 0x1C, 0x1C)
    with pytest.raises(ValueError, match=r"path must be one of '.svg', '.png'; got '.pdf'"):
        one.save(tmp_path / "ap.pdf")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ap.png", "ap.svg"]


def test_a_long_title_is_shortened() -> None:
    title = "The mean of the precision at every relevant item " * 4
    [shown] = [text for text in written(made("list", title=title)) if text.get_text().endswith("…")]
    assert shown.get_fontsize() == 18
    assert title.startswith(shown.get_text()[:-1])


def test_an_unknown_figure_or_one_without_this_measure_raises() -> None:
    with pytest.raises(ValueError, match=r"figure must be one of 'list', 'terms', .*; got 'pie'"):
        slide("AP", apples(), figure="pie")
    with pytest.raises(ValueError, match="draw_ideal takes the working of one list"):
        slide("AP", apples(), figure="ideal")
    with pytest.raises(ValueError, match="RMSE"):
        slide("RMSE", apples())


def test_any_figure_can_be_laid_out() -> None:
    one = lay_out(lambda ax: draw_gains(ax, 5), "framed", title="Gain")
    assert one.caption.startswith("The gain of a grade.")
    assert min(text.get_fontsize() for text in written(one)) >= 18
