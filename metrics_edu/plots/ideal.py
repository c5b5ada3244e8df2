"""The figure of a list above its ideal list: what each rank adds in both, and the quotient of the sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.metrics import Ranking
from metrics_edu.plots.canvas import (
    bold,
    box,
    colour,
    edge_of,
    em,
    fitting,
    in_points,
    leave_layout,
    path,
    rank_ticks,
    size,
    style,
    widest,
)
from metrics_edu.plots.list_rows import LARGEST, LINE, SMALLEST, because, draw_marks
from metrics_edu.working import TEXT, Derivation, Step, folded, letters

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDEST = 4.5
"""The width of a rank, in the size of the text."""


class Band(NamedTuple):
    """One of the two lists: its title, what each rank adds and is graded, which ranks count, the sum of what they add."""

    title: str
    terms: list[float]
    grades: list[float]
    counted: set[int]
    total: Step
    dashed: bool


def draw_ideal(ax: Axes, derivation: Derivation) -> str:
    """Draw what each rank of a list adds, below it what each rank of the ideal list adds, and the quotient of the sums.

    Parameters
    ----------
    ax : matplotlib Axes
    derivation : Derivation
        Of a measure that is divided by what an ideal list is worth, such as nDCG, of one list.

    Returns
    -------
    str
        What the figure shows.

    Raises
    ------
    ValueError
        If the measure has no ideal list, or the derivation is that of a mean.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking, explain, ndcg
    >>> draw_ideal(Figure().add_subplot(), explain(ndcg, Ranking([1, 0, 1]), 3))
    'The list: R N R, DCG@3 = 1.5. The ideal list, dashed: R R, IDCG@3 = 1.6309. nDCG@3 = 1.5/1.6309 = 0.9197.'
    """
    bands, ranking = _bands(derivation), derivation.ranking
    ax.set_axis_off()
    text, (width, height) = em(), size(ax)
    sums = [f"{band.title}\n{band.total.symbol}\n{number(band.total.value, fixed=4)}" for band in bands]
    ranks = max(len(band.terms) for band in bands)
    room = min((width - widest("\n".join(sums).split("\n"), weight="bold") - text) / max(ranks, 1), WIDEST * text)
    mark = min(room * 0.86, LARGEST * text) if room > SMALLEST * text else 0
    high = (height - (2 * (LINE + 0.5) + 2 * LINE) * text - 2 * mark) / 2  # of the bars
    most, place = max([value for band in bands for value in band.terms] + [1e-9]), 0.0
    plain, strong = ({"transform": in_points(ax), "va": "center", **look} for look in (style(ax), bold(ax)))
    for band, total in zip(bands, sums, strict=True):
        foot = place + LINE * text + high
        _draw_bars(ax, band, room, foot, high / most)
        places = [(k + 0.5) * room for k in range(len(band.grades))]
        if mark:
            draw_marks(ax, ranking, band.grades, places, foot + text / 4 + mark / 2, mark)
        ax.text(ranks * room + text, foot + mark - text / 2, total, **strong | {"va": "bottom", "linespacing": 1.3})
        place = foot + mark + text / 2
    for k, name in rank_ticks(ax, ranks, width=ranks * room):
        ax.text((k - 0.5) * room, place + LINE * text / 2, name, ha="center", **plain)
    ax.text(ranks * room + text, place + LINE * text / 2, _("rank i"), **plain)
    result = " = ".join([derivation.symbol, *derivation.result.forms(TEXT)[-2:]]) + because(derivation)
    ax.text(0, place + 1.5 * LINE * text, fitting(result, width), **strong)
    leave_layout(ax)
    return " ".join(
        [_said(_("The list"), bands[0], ranking), _said(_("The ideal list, dashed"), bands[1], ranking), f"{result}."]
    )


def _bands(derivation: Derivation) -> tuple[Band, Band]:
    actual = derivation.per_rank
    ideal = derivation.step(derivation.metric.ideal) if derivation.metric.ideal else None
    if actual is None or ideal is None:
        raise ValueError(
            _(
                "draw_ideal takes the working of one list by a measure with an ideal list, such as nDCG; got {given}",
                given=derivation.symbol,
            )
        )
    sums = [step for step in derivation.steps if step.term.ndim == 0 and step.term.function is np.sum]
    ranking: Ranking = derivation.ranking
    best = derivation.step("g*_i")
    worth: Any = [ranking.threshold if value else 0.0 for value in ideal.value] if best is None else best.value
    terms, top = [float(value) for value in actual.value], [float(value) for value in ideal.value]
    shown = ranking.shown[: len(terms)].tolist()
    return (
        Band(_("The list"), terms, shown, derivation.counted, sums[0], False),
        Band(_("The ideal list"), top, [float(value) for value in worth], set(), sums[-1], True),
    )


def _draw_bars(ax: Axes, band: Band, room: float, foot: float, each: float) -> None:
    looks: list[tuple[bool, dict[str, Any]]] = [
        (True, {"facecolor": colour(ax, "rel"), "edgecolor": colour(ax, "rel")}),
        (False, {"facecolor": "none", "edgecolor": colour(ax, "ink" if band.dashed else "edge")}),
    ]
    for filled, look in looks:
        kept = [k for k, value in enumerate(band.terms) if value and (k + 1 in band.counted) is filled]
        corners = [box((k + 0.5) * room, foot - band.terms[k] * each, foot, room * 0.72) for k in kept]
        dashes = (0, (3, 2)) if band.dashed else "-"
        path(ax, corners, transform=in_points(ax), linewidth=edge_of(ax, room), linestyle=dashes, **look)
    texts = _fitting(ax, band.terms, room)
    for k, text in enumerate(texts):
        above = foot - band.terms[k] * each - LINE * em() / 2
        ax.text((k + 0.5) * room, above, text, **style(ax, ha="center", va="center", transform=in_points(ax)))


def _fitting(ax: Axes, values: Sequence[float], room: float) -> list[str]:
    for digits in (4, 3, 2):
        texts = [number(round(value, digits)) if value else "" for value in values]
        if widest(texts) < room * 0.85:
            return texts
    return []


def _said(title: str, band: Band, ranking: Ranking) -> str:
    marks = " ".join(folded(letters(band.grades, graded=not ranking.is_binary), str, TEXT.fold or str)) or "–"
    return f"{title}: {marks}, {band.total.symbol} = {number(band.total.value)}."
