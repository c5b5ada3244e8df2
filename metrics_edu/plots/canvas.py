"""What the figures are drawn with: colours, the frame of an Axes, boxes, texts placed in points, and what they refuse.

All sizes follow the size of the text, so that a figure made for a slide is the same figure, larger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from metrics_edu.plots.figure_data import Frame, Ticks
from metrics_edu.working import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Transform

COLOURS = {
    "paper": "#ffffff",
    "ink": "#010101",
    "ink2": "#4d4d4d",
    "edge": "#767676",
    "hair": "#dedede",
    "rel": "#0b5394",
    "rel-on": "#fefefe",
}
"""The colours on white paper."""
ON_DARK = {
    "paper": "#1c1c1c",
    "ink": "#ffffff",
    "ink2": "#c4c4c4",
    "edge": "#949494",
    "hair": "#3d3d3d",
    "rel": "#8ec5ff",
    "rel-on": "#0b1d30",
}
"""The same on a dark figure, such as ``plt.style.use("dark_background")`` makes."""

Corners = list[tuple[float, float]]
Place = tuple[float, float]


def colour(ax: Axes, name: str) -> str:
    """Return a colour by its name: of `COLOURS`, or on a dark figure of `ON_DARK`."""
    from matplotlib.colors import to_rgba

    red, green, blue, opacity = to_rgba(ax.get_figure().get_facecolor())  # type: ignore[union-attr]
    dark = opacity > 0 and 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.4
    return (ON_DARK if dark else COLOURS)[name]


def em() -> float:
    """Return the size of the text in points."""
    from matplotlib import rcParams

    return float(rcParams["font.size"])


def scale() -> float:
    """Return how much larger all is than beside text of 12 points."""
    return em() / 12


def size(ax: Axes) -> tuple[float, float]:
    """Return the width and the height of the axes in points."""
    dpi = ax.get_figure().dpi  # type: ignore[union-attr]
    return ax.bbox.width / dpi * 72, ax.bbox.height / dpi * 72


def style(ax: Axes, **more: Any) -> dict[str, Any]:
    """Return how texts look: as text, never as TeX."""
    return {"parse_math": False, "usetex": False, "color": colour(ax, "ink2")} | more


def bold(ax: Axes, **more: Any) -> dict[str, Any]:
    """Return how the values look that matter most."""
    return style(ax, weight="bold", color=colour(ax, "ink"), **more)


def line(ax: Axes, name: str, width: float = 1, dashes: Any = "-") -> dict[str, Any]:
    """Return how a line without markers looks."""
    return {"color": colour(ax, name), "linewidth": width * scale(), "linestyle": dashes, "marker": ""}


def width_of(text: str, *, weight: str = "normal") -> float:
    """Return how wide a text is, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    font = FontProperties(size=em(), weight=weight)
    return float(TextToPath().get_text_width_height_descent(text, font, False)[0])


def widest(texts: Sequence[str], *, weight: str = "normal") -> float:
    """Return the width of the widest of some texts, in points."""
    return max((width_of(text, weight=weight) for text in texts), default=0.0)


def fitting(text: str, room: float) -> str:
    """Return a text on one line, shortened with an ellipsis to the room it has, in points."""
    text = one_line(text)
    if width_of(text) <= room:
        return text
    few, many = 0, len(text)
    while few < many - 1:
        middle = (few + many) // 2
        few, many = (middle, many) if width_of(text[:middle] + "…") <= room else (few, middle)
    return text[:few].rstrip() + "…"


def in_points(ax: Axes) -> Transform:
    """Return the transform of places in points, from the upper left corner of the axes to the right and down."""
    from matplotlib.transforms import Affine2D, ScaledTranslation

    figure: Any = ax.get_figure()
    corner: Any = ax.transAxes
    whole: Transform = Affine2D().scale(1 / 72, -1 / 72) + figure.dpi_scale_trans + ScaledTranslation(0, 1, corner)
    return whole


def moved(ax: Axes, transform: Transform, by: Place) -> Transform:
    """Return a transform that goes so many points further, to the right and up."""
    from matplotlib.transforms import ScaledTranslation

    inches: Any = ax.get_figure().dpi_scale_trans  # type: ignore[union-attr]
    return transform + ScaledTranslation(by[0] / 72, by[1] / 72, inches)


def write(ax: Axes, place: Place, text: str, by: Place, *, transform: Transform, **style: Any) -> None:
    """Write text at a place, moved by points."""
    ax.text(*place, text, transform=moved(ax, transform, by), **style)


def draw_frame(ax: Axes, frame: Frame, span: tuple[float, float], ticks: Ticks, *, right: float = 0) -> None:
    """Set the limits, leaving so many points free at the right, and draw the grid, the ticks and the titles.

    Lines and texts: an Axis makes three artists a tick, and takes twice as long.
    """
    ax.set_axis_off()
    by, width = scale(), size(ax)[0]
    kept = min(right, width / 2)
    ax.set_xlim(span[0], span[1] + (span[1] - span[0]) * kept / (width - kept))
    ax.set_ylim(0, frame.top * 1.08)
    lines = [height for height, _text in frame.heights]
    ax.hlines(lines, *span, color=colour(ax, "hair"), linewidth=0.8 * by, zorder=0.5, clip_on=False)
    under = style(ax, ha="center", va="top", transform=ax.transData)
    for height, text in frame.heights:
        side = style(ax, ha="right", va="center", transform=ax.transData)
        write(ax, (span[0], height), text, (-6 * by, 0), **side)
    for place, text in ticks:
        write(ax, (place, 0), text, (0, -5 * by), **under)
    write(ax, (sum(span) / 2, 0), frame.below, (0, -21 * by), **under)
    above = style(ax, ha="left", va="bottom", transform=ax.transAxes)
    write(ax, (0, 1), frame.left, (-30 * by, 6 * by), **above)


def rank_ticks(ax: Axes, ranks: int, missed: int = 0, names: Sequence[str] = (), *, width: float = 0) -> Ticks:
    """Return what stands below the ranks, as many as there is room for; the names, where there are some."""
    room = (width or size(ax)[0]) / max(ranks + missed, 1) / scale()
    every = 1 if room >= 17 or ranks <= 9 else 5 if room >= 5 else 20 if room >= 1.3 else 100
    places = [k for k in range(1, ranks + 1) if k == 1 or k % every == 0]
    texts = [names[k - 1] if names else str(k) for k in places]
    if room >= 17:
        places, texts = [*places, *range(ranks + 1, ranks + missed + 1)], [*texts, *["–"] * missed]
    return tuple(zip(map(float, places), texts, strict=True))


def box(k: float, low: float, high: float, width: float) -> Corners:
    """Return the corners of a box at a rank."""
    left, right = k - width / 2, k + width / 2
    return [(left, low), (left, high), (right, high), (right, low), (left, low)]


def boxes(ax: Axes, spans: Mapping[int, tuple[float, float]], width: float, **style: Any) -> None:
    """Draw a box a rank, all as one path: 200 take as long as ten."""
    edge = edge_of(ax, size(ax)[0] / max(spans, default=1))
    path(ax, [box(k, low, high, width) for k, (low, high) in spans.items()], linewidth=edge, **style)


def edge_of(ax: Axes, room: float) -> float:
    """Return how wide the edge of a box is that has so much room: where many are side by side, edges must not hide them."""
    return min(1.1 * scale(), room / 6)


def leave_layout(ax: Axes) -> None:
    """Keep what is drawn out of Matplotlib's layouts: it has the room it needs, and would not follow if the axes shrank."""
    for artist in [*ax.texts, *ax.lines, *ax.patches, *ax.collections]:
        artist.set_in_layout(False)


def path(ax: Axes, polygons: list[Corners], *, transform: Transform | None = None, **style: Any) -> None:
    """Draw closed lines as one path."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if polygons:
        codes = [code for one in polygons for code in (Path.MOVETO, *[Path.LINETO] * (len(one) - 2), Path.CLOSEPOLY)]
        whole = Path([corner for one in polygons for corner in one], codes)
        ax.add_artist(PathPatch(whole, clip_on=False, transform=transform or ax.transData, **style))
