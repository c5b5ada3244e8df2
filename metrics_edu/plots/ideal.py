"""The figure of a list above its ideal list: what each rank adds in both, and the quotient of the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.metrics import Ranking
from metrics_edu.plots.canvas import DASHED, Canvas, fitting, width_of
from metrics_edu.plots.list_rows import LARGEST, LINE, SMALLEST, because, draw_marks, in_short
from metrics_edu.working import TEXT, Derivation, Step, letters

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDEST_RANK = 4.5
"""In the size of the text."""


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

    Return what the figure shows.

    Parameters
    ----------
    ax : matplotlib Axes
    derivation : Derivation
        Of a measure that is divided by what an ideal list is worth, such as nDCG, of one list.

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
    bands, canvas, ranking = _bands(derivation), Canvas(ax), derivation.ranking
    ax.set_axis_off()
    text, points, top = canvas.em, canvas.points, 0.0
    totals = [f"{band.title}\n{band.total.symbol}\n{number(band.total.value, fixed=4)}" for band in bands]
    ranks = max(len(band.terms) for band in bands)
    beside = width_of(*"\n".join(totals).split("\n"), bold=True) + text
    room = min((canvas.width - beside) / max(ranks, 1), WIDEST_RANK * text)
    mark = min(room * 0.86, LARGEST * text) if room > SMALLEST * text else 0
    high = (canvas.height - (2 * (LINE + 0.5) + 2 * LINE) * text - 2 * mark) / 2  # of the bars
    best = max([value for band in bands for value in band.terms] + [1e-9])
    for band, total in zip(bands, totals, strict=True):
        foot = top + LINE * text + high
        _draw_terms(canvas, band, room, foot, high / best)
        places = [(k + 0.5) * room for k in range(len(band.grades))]
        if mark:
            draw_marks(canvas, ranking, band.grades, places, foot + text / 4 + mark / 2, mark)
        beside_bars = (ranks * room + text, foot + mark - text / 2)
        canvas.write(beside_bars, total, transform=points, bold=True, va="bottom", linespacing=1.3)
        top = foot + mark + text / 2
    for k, name in canvas.rank_ticks(ranks, width=ranks * room):
        canvas.write(((k - 0.5) * room, top + LINE * text / 2), name, transform=points, ha="center")
    canvas.write((ranks * room + text, top + LINE * text / 2), _("rank i"), transform=points)
    result = " = ".join([derivation.symbol, *derivation.result.forms(TEXT)[-2:]]) + because(derivation)
    canvas.write((0, top + 1.5 * LINE * text), fitting(result, canvas.width), transform=points, bold=True)
    canvas.leave_layout()
    titles = _("The list"), _("The ideal list, dashed")
    return " ".join([*(_sentence(*one, ranking) for one in zip(titles, bands, strict=True)), f"{result}."])


def _bands(derivation: Derivation) -> tuple[Band, Band]:
    shown = derivation.per_rank
    ideal = derivation.step(derivation.metric.ideal) if derivation.metric.ideal else None
    if shown is None or ideal is None:
        raise ValueError(
            _(
                "draw_ideal takes the working of one list by a measure with an ideal list, such as nDCG; got {given}",
                given=derivation.symbol,
            )
        )
    sums = [step for step in derivation.steps if step.term.ndim == 0 and step.term.function is np.sum]
    ranking: Ranking = derivation.ranking
    best = derivation.step("g*_i")
    grades = np.where(ideal.value, ranking.threshold, 0.0) if best is None else best.value
    terms = shown.value.astype(float).tolist()
    return (
        Band(_("The list"), terms, ranking.shown[: len(terms)].tolist(), derivation.counted, sums[0], False),
        Band(_("The ideal list"), ideal.value.tolist(), np.asarray(grades, float).tolist(), set(), sums[-1], True),
    )


def _draw_terms(canvas: Canvas, band: Band, room: float, foot: float, each: float) -> None:
    edge, dashes = ("ink", DASHED) if band.dashed else ("edge", "-")
    for face, line, counts in (("rel", "rel", True), ("none", edge, False)):
        kept = [k for k, value in enumerate(band.terms) if value and (k + 1 in band.counted) is counts]
        boxes = [((k + 0.5) * room, foot - band.terms[k] * each, foot) for k in kept]
        canvas.boxes(boxes, room * 0.72, room, face=face, edge=line, linestyle=dashes, transform=canvas.points)
    for k, text in enumerate(_fitting(band.terms, room)):
        above = foot - band.terms[k] * each - LINE * canvas.em / 2
        canvas.write(((k + 0.5) * room, above), text, transform=canvas.points, ha="center")


def _fitting(values: list[float], room: float) -> list[str]:
    for digits in (4, 3, 2):
        texts = [number(round(value, digits)) if value else "" for value in values]
        if width_of(*texts) < room * 0.85:
            return texts
    return []


def _sentence(title: str, band: Band, ranking: Ranking) -> str:
    marks = in_short(letters(band.grades, graded=not ranking.is_binary))
    return f"{title}: {marks}, {band.total.symbol} = {number(band.total.value)}."
