"""What the figures are drawn on: an Axes, with its size in points, its colours, its texts, marks, lines and boxes.

All sizes follow the size of the text, so that a figure made for a slide is the same figure, larger.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from metrics_edu.plots.figure_data import Frame, Ticks
from metrics_edu.working.labels import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D
    from matplotlib.transforms import Transform

PALETTE = {  # on white paper, and on a dark figure, such as `plt.style.use("dark_background")` makes
    "paper": ("#ffffff", "#1c1c1c"),
    "ink": ("#010101", "#ffffff"),
    "ink2": ("#4d4d4d", "#c4c4c4"),
    "edge": ("#767676", "#949494"),
    "hair": ("#dedede", "#3d3d3d"),
    "rel": ("#0b5394", "#8ec5ff"),
    "rel-on": ("#fefefe", "#0b1d30"),
}
COLOURS, ON_DARK = ({name: shades[dark] for name, shades in PALETTE.items()} for dark in (False, True))

Point = tuple[float, float]
Box = tuple[float, float, float]  # its middle, where it begins and where it ends
DASHED = (0, (3, 2))
LEAST = 9 / 11  # of the size of the text, for what must fit: on a slide, 24 pixels of 720
INDICES = str.maketrans({"ᵢ": "$_i$", "ᵤ": "$_u$", "$": r"\$"})  # those of the font are too small to be read


class Look(NamedTuple):
    """A marker, the colours of its edge (and its line) and of its face, the dashes of its line."""

    marker: str
    edge: str
    face: str
    dashes: Any = "none"


LOOKS = (  # of the first curve or measure, the second, ...: no two differ in colour alone
    Look("o", "rel", "rel", "-"),
    Look("s", "ink", "paper", (0, (6, 2))),
    Look("v", "edge", "edge", (0, (6, 2, 2, 2))),
    Look("^", "ink", "ink", "-"),
    Look("D", "rel", "paper", (0, (2, 2))),
)
HIT, MISS = Look("o", "rel", "rel"), Look("s", "edge", "paper")


def width_of(*texts: str, bold: bool = False) -> float:
    """Return the width of a text, or of the widest of some, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    font = FontProperties(weight="bold" if bold else "normal")
    return max((float(TextToPath().get_text_width_height_descent(text, font, False)[0]) for text in texts), default=0.0)


def fitting(text: str, room: float) -> str:
    """Return a text on one line, shortened with an ellipsis to the room it has, in points."""
    text = one_line(text)
    if width_of(text) <= room:
        return text
    length = bisect(range(1, len(text)), room, key=lambda length: width_of(text[:length] + "…"))
    return text[:length].rstrip() + "…"


class Canvas:
    """An Axes to draw on; all lengths are in points, `em` is the size of its text, `scale` how large that is beside 12 points."""

    def __init__(self, ax: Axes) -> None:
        from matplotlib import rcParams
        from matplotlib.colors import to_rgba

        figure: Any = ax.get_figure()
        red, green, blue, opacity = to_rgba(figure.get_facecolor())
        dark = opacity > 0 and 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.4
        self.ax, self._figure, self._colours = ax, figure, ON_DARK if dark else COLOURS
        self.em = float(rcParams["font.size"])
        self.scale = self.em / 12
        self.width, self.height = ax.bbox.width / figure.dpi * 72, ax.bbox.height / figure.dpi * 72

    def colour(self, name: str) -> str:
        """Return a colour of the palette by its name; "none" is none."""
        return self._colours.get(name, name)

    @property
    def points(self) -> Transform:
        """The transform of places in points, from the upper left corner to the right and down."""
        from matplotlib.transforms import Affine2D, ScaledTranslation

        corner = ScaledTranslation(0, 1, self.ax.transAxes)  # type: ignore[arg-type]
        whole: Transform = Affine2D().scale(1 / 72, -1 / 72) + self._figure.dpi_scale_trans + corner
        return whole

    def moved(self, by: Point, transform: Transform | None = None) -> Transform:
        """Return a transform, by itself that of the data, that goes this number of points further, to the right and up."""
        from matplotlib.transforms import offset_copy

        return offset_copy(transform or self.ax.transData, self._figure, *by, units="points")

    def write(self, point: Point, text: str, by: Point = (0, 0), *, bold: bool = False, **look: Any) -> None:
        """Write text some points to the right and up of a place of the data, the middle of a capital; never as TeX."""
        style: dict[str, Any] = {"va": "center" if "\n" in text else "center_baseline", "parse_math": False}
        style |= {"weight": "bold" if bold else "normal", "color": self.colour("ink" if bold else "ink2")}
        self.ax.text(*point, text, usetex=False, **{"transform": self.moved(by)} | style | look)

    def note(self, point: Point, text: str, **look: Any) -> None:
        """Write text at a place in points from the upper left corner."""
        self.write(point, text, transform=self.points, **look)

    def mark(self, x: Any, y: Any, look: Look, size: float, *, width: float = 1, **more: Any) -> Line2D:
        """Draw markers of a size in points, and the line through them where their look has one."""
        style: dict[str, Any] = {"marker": look.marker, "linestyle": look.dashes, "zorder": 2, "clip_on": False}
        style |= {"markersize": size, "markerfacecolor": self.colour(look.face)}
        style |= {"markeredgecolor": self.colour(look.edge), "markeredgewidth": width * self.scale}
        return self.line(x, y, look.edge, 1.5, **style | more)

    def line(self, x: Any, y: Any, colour: str, width: float = 1, **style: Any) -> Line2D:
        plain: dict[str, Any] = {"color": self.colour(colour), "linewidth": width * self.scale, "marker": ""}
        [line] = self.ax.plot(x, y, **{"linestyle": "-", **plain, **style})
        return line

    def boxes(self, boxes: Sequence[Box], width: float, room: float, *, face: str, edge: str, **style: Any) -> None:
        """Draw boxes that have so much room, in points, all as one path: 200 take as long as ten.

        Where many are side by side, their edges are thin: they must not hide them.
        """
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        if not boxes:
            return
        corners: list[Point] = []
        for middle, low, high in boxes:
            left, right = middle - width / 2, middle + width / 2
            corners += [(left, low), (left, high), (right, high), (right, low), (left, low)]
        whole = Path(corners, [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * len(boxes))
        style = {"transform": self.ax.transData, "clip_on": False, "linewidth": min(1.1 * self.scale, room / 6)} | style
        self.ax.add_artist(PathPatch(whole, facecolor=self.colour(face), edgecolor=self.colour(edge), **style))

    def grid(self, lines: Any, low: float, high: float, *, upright: bool = False, **more: Any) -> None:
        style: dict[str, Any] = {"color": self.colour("hair"), "linewidth": 0.8 * self.scale, "zorder": 0.5, **more}
        (self.ax.vlines if upright else self.ax.hlines)(lines, low, high, **style)

    def frame(self, frame: Frame, span: Point, ticks: Ticks, *, right: float = 0, bold: Container[float] = ()) -> None:
        """Set the limits, leaving a number of points free at the right, and draw the grid, the ticks and the titles.

        Lines and texts: an Axis makes three artists a tick, and takes twice as long.
        """
        (start, end), by, kept = span, self.scale, min(right, self.width / 2)
        self.ax.set_axis_off()
        self.ax.set_xlim(start, end + (end - start) * kept / (self.width - kept))
        self.ax.set_ylim(0, frame.top * 1.08)
        self.grid([height for height, _text in frame.heights], start, end, clip_on=False)
        for height, text in frame.heights:
            self.write((start, height), text, (-6 * by, 0), ha="right")
        for point, text in ticks:
            self.write((point, 0), text, (0, -5 * by), ha="center", va="top", bold=point in bold)
        self.write(((start + end) / 2, 0), frame.below, (0, -21 * by), ha="center", va="top")
        corner = self.moved((-30 * by, 6 * by), self.ax.transAxes)
        self.write((0, 1), frame.left.translate(INDICES), transform=corner, ha="left", va="bottom", parse_math=True)

    def rank_ticks(self, ranks: int, missed: int = 0, names: Sequence[str] = (), *, width: float = 0) -> Ticks:
        """Return what is below the ranks, as many as there is room for, or all names if they fit."""
        room = (width or self.width) / max(ranks + missed, 1) / self.scale
        names = names if width_of(*names) + self.em / 2 < room * self.scale else ()
        every = 1 if room >= 20 or ranks <= 9 else 2 if room >= 13 else 5 if room >= 5 else 20 if room >= 1.3 else 100
        ranks_shown = [
            rank for rank in range(1, ranks + 1) if rank == 1 or rank % every == 0 or (every == 2 and rank < 10)
        ]
        ticks = [(float(rank), names[rank - 1] if names else str(rank)) for rank in ranks_shown]
        dashes = [(float(rank), "–") for rank in range(ranks + 1, ranks + missed + 1)]
        return (*ticks, *dashes) if room >= 13 else tuple(ticks)

    def leave_layout(self) -> None:
        """Keep what is drawn out of Matplotlib's layouts: it has the room it needs, and would not follow if the axes shrank."""
        for artist in [*self.ax.texts, *self.ax.lines, *self.ax.patches, *self.ax.collections]:
            artist.set_in_layout(False)
