"""The figure of a permutation test: how often the ways to swap the names give each mean difference, and the observed one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.plots.canvas import Canvas
from metrics_edu.plots.figure_data import Frame, Ticks

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.axes import Axes

BARS_AT_A_SIDE = 12
"""About as many bars are at each side of the one at 0."""
ROUNDING = 1e-9
"""Means that differ by less, in bars, are equal."""


@dataclass(frozen=True, kw_only=True)
class FlipHistogram(Frame):
    """How many means are in each bar, as many at both sides of 0; those from `far` bars on are as far from it as `observed`."""

    counts: tuple[int, ...]
    width: float
    far: int
    observed: float
    ticks: Ticks


def flip_histogram(means: npt.ArrayLike, observed: float) -> FlipHistogram:
    """Return what `draw_flips` draws. Only around an observed mean near 0 does a bar have both kinds of means.

    Examples
    --------
    >>> found = flip_histogram([-0.3, -0.1, 0.1, 0.3], 0.3)
    >>> found.counts[0], found.far, sum(found.counts)
    (1, 12, 4)
    """
    values = np.asarray(means, float)
    limit = max(float(np.abs(values).max()), ROUNDING)
    far, width = int(observed != 0), limit / BARS_AT_A_SIDE
    if abs(observed) > width / 5:
        far = max(1, round(abs(observed) / width))
        width = abs(observed) / (far - 0.5)
    bars = (np.sign(values) * np.floor(np.abs(values) / width + 0.5 + ROUNDING)).astype(int)
    side = int(np.abs(bars).max())
    counts = np.bincount(bars + side, minlength=2 * side + 1).tolist()
    caption = _(
        "Filled: {far} of {ways}, at least as far from 0 as {observed}.",
        far=int(np.sum(np.abs(values) >= abs(observed) - ROUNDING * limit)),
        ways=len(values),
        observed=number(observed, fixed=4),
    )
    frame = {"left": _("ways"), "below": _("mean difference"), "caption": caption, "top": float(max(counts))}
    ticks = dict.fromkeys(
        (sign * end, number(sign * end)) for end, _text in Frame(top=limit).heights for sign in (1, -1)
    )
    return FlipHistogram(**frame, counts=(*counts,), width=width, far=far, observed=observed, ticks=tuple(ticks))  # type: ignore[arg-type]


def draw_flips(ax: Axes, means: npt.ArrayLike, observed: float) -> str:
    """Draw how often the changes of sign give each mean; those at least as far from 0 as the observed one are filled.

    Return what the figure shows.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_flips(Figure().add_subplot(), [-0.3, -0.1, 0.1, 0.3], 0.3)
    'Filled: 2 of 4, at least as far from 0 as 0.3000.'
    """
    flips, canvas = flip_histogram(means, observed), Canvas(ax)
    side, width = len(flips.counts) // 2, flips.width
    boxes = [(bar * width, 0.0, float(count)) for bar, count in enumerate(flips.counts, start=-side) if count]
    for is_far, face, edge in ((False, "paper", "edge"), (True, "rel", "rel")):
        kept = [box for box in boxes if (abs(box[0]) > (flips.far - 0.75) * width) is is_far]
        canvas.boxes(kept, width, canvas.width / len(flips.counts), face=face, edge=edge, zorder=2)
    end = (side + 0.5) * width
    canvas.frame(flips, (-end, end), flips.ticks)
    canvas.line([observed] * 2, (0, 1.08 * flips.top), "ink", 1.5, linestyle="--", zorder=3)
    canvas.write((observed, 1.08 * flips.top), number(observed, fixed=4), (0, canvas.em / 2), bold=True, ha="center")
    return flips.caption
