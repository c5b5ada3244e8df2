"""Slides: a figure of 16:9 with a title, a source and the value in large type."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.files.safe_files import write_file
from metrics_edu.language import language, number
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.validation import check_word
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.plots.canvas import COLOURS, ON_DARK, fitting, width_of
from metrics_edu.plots.charts import draw_terms, draw_trail
from metrics_edu.plots.list_figures import HINTED, draw_ideal, draw_lists
from metrics_edu.working import Derivation
from metrics_edu.working.markup import element
from metrics_edu.working.text_style import TEXT as LINE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCHES, DOTS = (40 / 3, 7.5), 144  # an inch: 1920 x 1080
TEXT, TITLE, SOURCE, HERO = 22, 30, 18, 76  # points; 18 are 24 pixels of 1280 x 720
INDEXED = 1.17  # of the text, for one with an index, which is seven tenths of that
WIDEST_SOURCE, BESIDE = 91, 0.494  # characters; the height of the large value beside a list and its ideal list
SETTINGS: Any = {
    "font.size": TEXT,
    "font.sans-serif": ["DejaVu Sans", "Verdana"],  # the first comes with Matplotlib, the second is as wide
    "svg.hashsalt": "metrics_edu",
}
ROOM = 0.9 * 72 * INCHES[0]  # points, between the margins
AXES_AREAS = {
    "whole": (0.05, 0.15, 0.9, 0.72),
    "framed": (0.11, 0.25, 0.84, 0.55),
    "framed above": (0.11, 0.46, 0.84, 0.35),
    "above": (0.05, 0.32, 0.9, 0.54),
    "beside": (0.05, 0.12, 0.58, 0.75),
    "high": (0.05, 0.1, 0.9, 0.78),
}
"""Where the Axes are: left, bottom, width and height; with ticks around them, above the large value, or beside it."""
FIGURES: dict[str, tuple[str, Callable[..., str]]] = {
    "list": ("above", lambda ax, measure, ranking: draw_lists(ax, ranking, [measure])),
    "terms": (
        "framed above",
        lambda ax, measure, ranking, **more: draw_terms(
            ax, measure.explain(ranking), **{"labels": ranking.users, "workings": True, **more}
        ),
    ),
    "trail": ("framed above", draw_trail),
    "ideal": ("beside", lambda ax, measure, ranking: draw_ideal(ax, measure.explain(ranking))),
}
"""What a slide can show: where its Axes are, and what draws it."""


def slide_settings(*, outlines: bool = False) -> AbstractContextManager[None]:
    """Draw for a slide, whatever the user's own settings are; the text of an SVG is text, or outlines."""
    from matplotlib import style

    return style.context(["default", SETTINGS | {"svg.fonttype": "path" if outlines else "none"}])


@dataclass(frozen=True)
class Slide:
    """A slide, which displays itself in a notebook: its figure, its title, and the sentences that say what it shows."""

    figure: Figure
    title: str
    caption: str

    def svg(self, *, outlines: bool = False) -> str:
        """Return it as SVG, whose text is text, or outlines, which need no font."""
        text = self._saved("svg", outlines=outlines, metadata={"Date": None}).decode()
        head = (
            f' role="img" lang="{language()}" aria-labelledby="title desc">\n'
            f" {element('title', self.title, id='title')}\n {element('desc', self.caption, id='desc')}"
        )
        return re.sub(r"(<svg [^>]*)>", lambda found: found[1] + head, text, count=1)

    _repr_svg_ = svg

    def png(self) -> bytes:
        """Return it as PNG of 1920 x 1080."""
        return self._saved("png")

    def _saved(self, kind: str, *, outlines: bool = False, **more: Any) -> bytes:
        out = io.BytesIO()
        with slide_settings(outlines=outlines):
            self.figure.savefig(out, format=kind, dpi=DOTS, **more)
        return out.getvalue()

    def save(self, path: str | Path) -> None:
        """Write it to a file whose name ends in .svg or .png; ValueError for any other name."""
        kinds: dict[str, Callable[[], str | bytes]] = {".svg": self.svg, ".png": self.png}
        check_word("path", kind := Path(path).suffix, kinds)
        write_file(Path(path), kinds[kind]())


def slide(
    measure: str | Measure,
    ranking: Ranking,
    *,
    figure: str = "",
    title: str = "",
    source: str = "",
    dark: bool = False,
    **options: Any,
) -> Slide:
    """Make a slide of a value: 16:9, a title, a figure, and the value with its working in large type.

    No text is smaller than 24 pixels of 1280 x 720.

    Parameters
    ----------
    measure : str or Measure
        Such as "AP" or "nDCG@5".
    ranking : Ranking
        One list, or a batch, whose mean is shown.
    figure : str
        "list" (by default of one list), "terms" (by default of a batch), "trail" with the `rank` of an item, or "ideal",
        of a measure with an ideal list.
    title, source : str
        Above and below the figure; the title is by default the measure's.
    dark : bool
        For a dark slide.
    **options
        What else the figure takes.

    Raises
    ------
    ValueError
        If the measure or the figure is not known, or the figure cannot show this measure or ranking.

    Examples
    --------
    >>> from metrics_edu.examples import cookie_cream
    >>> slide("AP", cookie_cream()).caption
    'R N R R. Relevant: 3 shown + 0 missed, |R| = 3. AP = 2.4167/3 = 0.8056.'
    """
    chosen = ranking_measure(measure)
    working = chosen.explain(ranking)
    name = figure or ("terms" if working.ranking.is_batch else "list")
    check_word("figure", name, FIGURES)
    area, draw = FIGURES[name]
    return lay_out(
        lambda ax: draw(ax, chosen, working.ranking, **options),
        area,
        title=title or working.title[0].upper() + working.title[1:],
        source=textwrap.fill(source, WIDEST_SOURCE),
        working=working,
        beside=BESIDE if area == "beside" else 0,
        dark=dark,
    )


def lay_out(
    draw: Callable[[Axes], str],
    area: str = "whole",
    *,
    title: str,
    source: str = "",
    working: Derivation | None = None,
    beside: float = 0,
    dark: bool = False,
) -> Slide:
    """Make a slide of a figure, with the value of a working in large type: at the right, at the height `beside`, or below.

    The area is one of ``AXES_AREAS``.

    >>> lay_out(lambda ax: draw_lists(ax, Ranking.parse("NRR")), title="A list").caption
    'N R R. Relevant: 2 shown + 0 missed, |R| = 2.'
    """
    from matplotlib.figure import Figure

    colours = ON_DARK if dark else COLOURS
    with slide_settings():
        figure = Figure(figsize=INCHES, dpi=DOTS, facecolor=colours["paper"])
        size = max(min(TITLE, ROOM / HINTED / width_of(title, bold=True) * TEXT), SOURCE)
        look: dict[str, Any] = {"size": size, "weight": "bold", "color": colours["ink"], "parse_math": False}
        figure.text(0.05, 0.955, fitting(title, 0.8 * ROOM * TEXT / SOURCE), va="top", **look)
        figure.text(0.05, 0.035, source, va="bottom", size=SOURCE, color=colours["ink2"], parse_math=False)
        caption = draw(figure.add_axes(AXES_AREAS[area]))
        for text in figure.axes[0].texts:
            if text.get_parse_math() and "$_" in text.get_text():
                text.set_fontsize(TEXT * INDEXED)
        if working:
            _write_value(figure, working, beside, area, colours)
            _write_once(figure.axes[0], working)
    return Slide(figure, title, caption)


def _write_value(figure: Figure, working: Derivation, beside: float, area: str, colours: Mapping[str, str]) -> None:
    """Write the largest number; at the right its quotient is below it, in a frame its symbol on its line.

    Below a figure that does not show its quotient, the quotient is beside it.
    """
    symbol, value = f"{working.symbol} =", number(working.value, fixed=4)
    quotient = "".join(f"= {form}" for form in working.result.forms(LINE)[-2:-1])
    wide = (width_of(value, bold=True) * HERO / TEXT + TEXT) / 72 / INCHES[0]
    left = 0.05 + (width_of(symbol) * TITLE / TEXT + TEXT) / 72 / INCHES[0]
    if beside:
        side = (0.95 - wide, beside) if area == "framed" else (0.95, beside + 0.13)
        places = (side, (0.95, beside), (0.95, beside - 0.04))
    else:
        places = ((0.05, 0.15), (left, 0.15), (left + wide, 0.15))
        fits = width_of(quotient) < (0.95 - left - wide) * 72 * INCHES[0]
        is_written = any(quotient[2:] in text.get_text() for text in figure.axes[0].texts)
        quotient = quotient if fits and not is_written else ""
    soft: dict[str, Any] = {"color": colours["ink2"], "ha": "right" if beside else "left", "parse_math": False}
    strong = soft | {"color": colours["ink"], "weight": "bold", "size": HERO}
    looks = (soft | {"size": TITLE}, strong, soft | {"va": "top" if beside else "baseline"})
    for point, text, look in zip(places, (symbol, value, quotient), looks, strict=True):
        figure.text(*point, text, **look)


def _write_once(ax: Axes, working: Derivation) -> None:
    """Remove the value, and a symbol left alone, from the line of a mean and below a list: the large number says it."""
    symbol, value, texts = working.symbol, number(working.value), [*ax.texts]
    named = [text for text in texts if text.get_text() == f"{symbol}\n{number(working.value, fixed=4)}"]
    whole = [text for text in texts if re.fullmatch(f"{re.escape(symbol)} = .* = {value}", text.get_text())]
    parts = [
        (last, equals, *[head] * (head.get_text() == symbol))
        for head, equals, last in zip(texts, texts[1:], texts[2:], strict=False)
        if last.get_text() == value and f"{head.get_text()} =".startswith(f"{symbol} =")
    ]
    for text in (*named, *whole, *chain(*parts)):
        text.remove()
    if named:  # the line of a mean needs no room for its name
        ax.set_xlim(ax.get_xlim()[0], ax.dataLim.xmax)
