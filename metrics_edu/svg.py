"""Svg: a figure as SVG that follows the page's colours, with the place of each rank marked."""

from __future__ import annotations

import functools
import io
import re
import threading
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from metrics_edu.plots import COLOURS, FRAME_OF, Frame, draw_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "metrics_edu", "font.size": 12, "font.family": "sans-serif"}
DRAWING = threading.RLock()
"""The axes that are kept, and Matplotlib's settings, are shared by all threads."""
MORE_DIGITS = re.compile(r"(?<=\.\d\d)\d+")
AXES, SLOTS = '<g id="axes_1">', '<g id="slots">'


def svg(draw: Callable[[Axes], str], width: int = 580, height: int = 210, *, right: int = 76) -> tuple[str, str]:
    """Draw a figure as SVG in the page's colours (CSS variables ``--me-*``), its ranks marked with ``data-rank``.

    Parameters
    ----------
    draw : callable
        Draws on an Axes by one of the ``draw_*`` and returns the caption.
    width, height, right : int
        The size, and the margin at the right, in pixels.

    Returns
    -------
    (svg, caption)
    """
    import matplotlib as mpl

    with DRAWING, warnings.catch_warnings(), mpl.rc_context(STYLE):
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the page has the fonts, Matplotlib only measures
        figure, ax = _axes(width, height, right)
        try:
            caption = draw(ax)
            text, frame = _written(figure), FRAME_OF[ax]
            if frame:  # goes above the slots, which come first, and below the bars
                after = "</g>" if SLOTS in text else AXES
                place = text.index(after, text.index(AXES)) + len(after)
                text = text[:place] + _frame(width, height, right, frame) + text[place:]
        finally:
            _clear(ax)
    return _marked(text), caption


@functools.cache
def _axes(width: int, height: int, right: int) -> tuple[Figure, Axes]:
    """Return a figure with axes to draw on; making them takes as long as a drawing."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor="none")
    box = (44 / width, 44 / height, (width - 44 - right) / width, (height - 68) / height)
    ax = figure.add_axes(box, facecolor="none")
    FRAME_OF[ax] = None
    return figure, ax


@functools.lru_cache(maxsize=64)
def _frame(width: int, height: int, right: int, frame: Frame) -> str:
    """Return the groups of a frame. An edit seldom changes it, and its texts take longer than all else."""
    figure, ax = _axes(width, height, right)
    _clear(ax)
    draw_frame(ax, frame)
    text = _written(figure)
    _clear(ax)
    return text[text.index(AXES) + len(AXES) : text.rindex("</g>", 0, text.rindex("</g>"))]


def _clear(ax: Axes) -> None:
    FRAME_OF[ax] = None
    for artist in [*ax.lines, *ax.patches, *ax.collections, *ax.texts]:
        artist.remove()


def _written(figure: Figure) -> str:
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    out = io.StringIO()
    FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None})  # type: ignore[no-untyped-call]
    text = out.getvalue().replace(AXES[:-1] + "/>", AXES + "</g>")  # of an empty list nothing is drawn but the frame
    text = re.sub(r"^.*?(?=<svg)|<metadata>.*?</metadata>|<style.*?</style>", "", text, flags=re.S)
    text = re.sub(r'(width|height)="[\d.]+pt"', "", text, count=2)
    text = re.sub(r' d="[^"]*"', lambda found: MORE_DIGITS.sub("", found[0].replace("\n", "")), text)
    return re.sub(r'style="[^"]*"', lambda found: _themed(found[0]), text)


def _themed(style: str) -> str:
    for name, colour in COLOURS.items():
        style = style.replace(colour, f"var(--me-{name},{colour})")
    return style


def _marked(text: str) -> str:
    """Part the slots, which are one path, into a path a rank."""
    start = text.find(SLOTS)
    drawn = re.compile(r'<path d="([^"]*)"([^>]*)/>').search(text, start) if start >= 0 else None
    if drawn is None:
        return text
    places = [f"M{place}" for place in drawn[1].split("M") if place.strip()]
    slots = [
        f'<path class="me-slot" data-rank="{rank}" d="{place.strip()}"{drawn[2]}/>'
        for rank, place in enumerate(places, start=1)
    ]
    return text[: drawn.start()] + "\n".join(slots) + text[drawn.end() :]
