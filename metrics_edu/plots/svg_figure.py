"""Svg: a figure as SVG that follows the page's colours, with the place of each rank marked."""

from __future__ import annotations

import functools
import io
import re
import threading
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from metrics_edu.plots.canvas import COLOURS, FRAME_OF, Frame, draw_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "metrics_edu"}
DRAWING = threading.RLock()
"""The axes that are kept are shared by all threads."""
MORE_DIGITS = re.compile(r"(?<=\.\d\d)\d+")
AXES, SLOTS = '<g id="axes_1">', '<g id="slots">'


def svg(draw: Callable[[Axes], str], width: int = 580, height: int = 210, *, right: int = 76) -> tuple[str, str]:
    """Draw a figure as SVG in the page's colours (CSS variables ``--me-*``), its ranks marked with ``data-rank``.

    Parameters
    ----------
    draw : callable
        Draws on an Axes by one of the ``draw_*``, and nothing else, and returns the caption.
    width, height, right : int
        The size, and the margin at the right, in pixels.

    Returns
    -------
    (svg, caption)
    """
    with DRAWING, warnings.catch_warnings():
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


@functools.lru_cache(maxsize=16)
def _axes(width: int, height: int, right: int) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    layout: Any = "none"  # whatever the user's settings are
    figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor="none", frameon=True, layout=layout)
    box = (44 / width, 44 / height, (width - 44 - right) / width, (height - 68) / height)
    ax = figure.add_axes(box, facecolor="none")
    FRAME_OF[ax] = None
    return figure, ax


@functools.lru_cache(maxsize=64)
def _frame(width: int, height: int, right: int, frame: Frame) -> str:
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
    from matplotlib import rcParams
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    for artist in figure.axes[0].get_children():
        artist.set(sketch_params=None, path_effects=None)  # plt.xkcd() sets them on what is made meanwhile
    out, had = io.StringIO(), {key: rcParams[key] for key in STYLE}
    try:
        rcParams.update(STYLE)  # no rc_context: it would take back what another thread sets meanwhile
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None})  # type: ignore[no-untyped-call]
    finally:
        rcParams.update(had)
    text = out.getvalue().replace(AXES[:-1] + "/>", AXES + "</g>")  # of an empty list nothing is drawn but the frame
    text = re.sub(r"^.*?(?=<svg)|<metadata>.*?</metadata>|<style.*?</style>", "", text, flags=re.S)
    text = re.sub(r'(width|height)="[\d.]+pt"', "", text, count=2)
    return re.sub(r"<[^>]*>", lambda found: _themed(found[0]), text)


def _themed(tag: str) -> str:
    tag = re.sub(r' d="[^"]*"', lambda found: MORE_DIGITS.sub("", found[0].replace("\n", "")), tag)
    for name, colour in COLOURS.items():
        tag = tag.replace(colour, f"var(--me-{name},{colour})")
    return tag


def _marked(text: str) -> str:
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
