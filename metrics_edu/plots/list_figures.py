"""Lists as rows of marks, discs and squares: ranked lists, and a list above its ideal list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metrics_edu.language import _, number, refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.value_and_derivation import one_list, ranking_measure
from metrics_edu.plots.canvas import DASHED, HIT, LEAST, MISS, Canvas, fitting, width_of
from metrics_edu.working import Derivation
from metrics_edu.working.labels import folded, in_line, isolated, one_line
from metrics_edu.working.steps import Step
from metrics_edu.working.text_style import TEXT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE = 1.5  # from one line of text to the next, in its size
LARGEST, SMALLEST, WIDEST_RANK = 2.4, 1.7, 9  # of a mark, and of a rank with its label or bar, in the size of the text
SHORT_WORKING, HINTED = 14, 1.01  # letters of working before a value among others; how much wider whole dots make them


Line = list[tuple[float, str, bool]]  # texts, each after how far from the left it is, before whether it is bold


class ListRow(NamedTuple):
    """How rows of marks are placed, in points: where ranks begin, how wide one is, how many fit, lines of labels, a line."""

    left: float
    room: float
    fit: int
    lines: int
    line: float

    @property
    def mark(self) -> float:
        return min(self.room * 0.86, LARGEST / LINE * self.line)

    @property
    def height(self) -> float:
        """How high a row is, with its ranks and labels."""
        return self.line * (1 + min(self.lines, 1)) + self.mark + (self.lines == 2) * self.line / 1.3


def draw_lists(ax: Axes, lists: Ranking | Mapping[str, Ranking], measures: Sequence[str] = ()) -> str:
    """Draw a ranked list, or some with names, below each other: relevant items are filled discs, the others are squares.

    Binary items have the marks R and N, others their grade, named at the left. What does not fit is counted at the end.
    Below each list are the values of measures, such as "P@5", in columns; of a single one its whole working, where that fits.
    Return what the figure shows, a sentence a list.

    Raises
    ------
    ValueError
        If a ranking is a batch, or a measure is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_lists(Figure().add_subplot(), {"A": Ranking.parse("NRR", relevant=4)}, ["P@3", "RR"])
    'A: N R R. Relevant: 2 shown + 2 missed, |R| = 4. P@3 = 2/3 = 0.6667, RR = 1/2 = 0.5.'
    """
    named = lists if isinstance(lists, Mapping) else {"": lists}
    rankings = {name: one_list("draw_lists", ranking) for name, ranking in named.items()}
    workings = {
        name: [ranking_measure(measure).explain(ranking) for measure in measures] for name, ranking in rankings.items()
    }
    canvas = Canvas(ax)
    ax.set_axis_off()
    row = row_of(canvas, [*rankings.values()])
    below = _lines(canvas, row, [*workings.values()])
    count, lines, top = len(rankings), sum(map(len, below)) + len(rankings), 0.0
    airy = (canvas.height - canvas.em * (count - 1)) / max(lines * row.line + count * row.height, 1)
    row = row._replace(line=row.line * min(max(airy, 0.8), 1.5))
    gap = (canvas.height - lines * row.line - count * row.height) / max(count - 1, 1)
    for (name, ranking), under in zip(rankings.items(), below, strict=True):
        draw_list(canvas, name, ranking, row, top, under)
        top += (1 + len(under)) * row.line + row.height + gap
    canvas.leave_layout()
    return " ".join(_sentence(name, ranking, workings[name]) for name, ranking in rankings.items())


def draw_list(
    canvas: Canvas, name: str, ranking: Ranking, row: ListRow, top: float, below: Sequence[Line] = ()
) -> None:
    """Draw a list a number of points from the top: its name and counts, a row of marks, and lines of text."""
    head, about = fitting(name, canvas.width / 2), facts(ranking)
    after = width_of(head, bold=True) + canvas.em if head else 0
    if width_of(about) >= canvas.width - after:
        about = fitting(f"|R| = {int(ranking.relevant)}", canvas.width - after)
    canvas.note((0, top + row.line / 2), head, bold=True)
    canvas.note((after, top + row.line / 2), about)
    draw_row(canvas, ranking, row, top + row.line)
    bottom = top + row.line + row.height
    for k, line in enumerate(below):
        for point, text, bold in line:
            canvas.note((point, bottom + row.line * (k + 0.6)), text, bold=bold)


def cells(row: ListRow, derivations: Sequence[Derivation]) -> list[Line]:
    """Return, of a single measure, a line with what each rank that counts adds, if there is room for it below the marks."""
    step = derivations[0].per_rank if len(derivations) == 1 else None
    texts = {rank: step.cell(rank - 1, TEXT) for rank in sorted(derivations[0].counted)} if step else {}
    if not step or max(texts, default=row.fit + 1) > row.fit or width_of(*texts.values()) > row.room - row.line / 6:
        return []
    centre = row.left - row.room / 2
    return [
        [
            (0, in_line(step.symbol), False),
            *((centre + rank * row.room - width_of(text) / 2, text, False) for rank, text in texts.items()),
        ]
    ]


def _short(derivation: Derivation) -> str:
    *working, value = derivation.result.forms(TEXT)
    short = [text for text in working if len(text) <= SHORT_WORKING][-1:]
    return " = ".join([derivation.symbol, *short, value]) + because(derivation)


def _lines(canvas: Canvas, row: ListRow, lists: Sequence[list[Derivation]]) -> list[list[Line]]:
    """Return the lines below each list, with the values in bold; those of one measure are below each other."""
    columns = [[derivation.line + because(derivation) for derivation in column] for column in zip(*lists, strict=True)]
    if len(columns) != 1 or width_of(*columns[0], bold=True) >= canvas.width:
        columns = [
            [fitting(_short(derivation), canvas.width) for derivation in column] for column in zip(*lists, strict=True)
        ]
    made, left = [cells(row, derivations) for derivations in lists], canvas.width
    for column in columns:
        parts = [text.rpartition(" = ") for text in column]
        middle = HINTED * width_of(*(head + equals for head, equals, _value in parts))
        right = middle + width_of(*(value for *_head, value in parts), bold=True)
        left = left if left + right <= canvas.width else 0
        at, sign = left + middle, left + middle - width_of("= ")
        for lines, (head, equals, value) in zip(made, parts, strict=True):
            lines += [] if left else [[]]
            lines[-1] += [(left, head, False), (sign, equals.strip(), False), (at, value, True)]
        left += right + canvas.em
    return made


def _sentence(name: str, ranking: Ranking, derivations: list[Derivation]) -> str:
    marks = ranking.marks()
    if ranking.items:
        marks = [f"{isolated(one_line(item))} ({mark})" for item, mark in zip(ranking.items, marks, strict=True)]
    items = _in_short(marks, ", " if ranking.items else " ")
    title = f"{isolated(one_line(name))}: " if name else ""
    values = ", ".join(map(_short, derivations))
    return f"{title}{items}. {facts(ranking)}" + (f" {values}." if values else "")


def _in_short(marks: Sequence[str], separator: str = " ") -> str:
    return separator.join(folded(marks, str, TEXT.fold)) or "–"


def row_of(canvas: Canvas, rankings: Sequence[Ranking]) -> ListRow:
    """Return how rows of marks of some lists are placed, so that their ranks are below each other."""
    text, width = canvas.em, canvas.width
    labels = [one_line(item) for ranking in rankings for item in ranking.items or ()]
    graded = any(not ranking.is_binary for ranking in rankings)
    left = 1.6 * text + width_of(_("rank"), *[_("grade")] * graded, *[_("item")] * bool(labels))
    fit, room = max((ranking.shown.shape[-1] for ranking in rankings), default=0), width - left
    inside = [mark for ranking in rankings for mark in ranking.marks(ranking.shown[:100].tolist())]
    least = max(SMALLEST * 1.15 * text, width_of(*inside) + text)
    if fit * least > room:
        fit = max(int((room - width_of(TEXT.fold(fit)) - text) / least), 1)
        room = least * fit
    room = min(room / max(fit, 1), WIDEST_RANK * text)
    lines = 0 if not labels else 1 if width_of(*labels) < room - text / 2 else 2
    return ListRow(left, room, fit, lines, LINE * text)


def facts(ranking: Ranking) -> str:
    shown, relevant = int(np.sum(ranking.hits())), int(ranking.relevant)
    return _(
        "Relevant: {shown} shown + {missed} missed, |R| = {relevant}.",
        shown=shown,
        missed=relevant - shown,
        relevant=relevant,
    )


def because(derivation: Derivation) -> str:
    """Say why a value has no working, such as 0/0; nothing if it has one."""
    why = derivation.result.why
    return f": {why}" if why and len(derivation.result.forms(TEXT)) == 1 else ""


def draw_row(canvas: Canvas, ranking: Ranking, row: ListRow, top: float) -> None:
    """Draw a list as a row of marks, its ranks above and its labels below, a number of points from the top."""
    gap, shown = canvas.em / 2, ranking.shown[: row.fit].tolist()
    centres = [row.left + (k + 0.5) * row.room for k in range(len(shown))]
    middle = top + row.line + row.mark / 2
    canvas.note((0, top + row.line / 2), _("rank"))
    for rank, point in enumerate(centres, start=1):
        canvas.note((point, top + row.line / 2), str(rank), ha="center")
    canvas.note((0, middle), _("grade") if not ranking.is_binary else "")
    draw_marks(canvas, ranking, shown, centres, middle, row.mark)
    left_out = ranking.shown.shape[-1] - len(shown)
    if left_out or not centres:
        canvas.note((row.left + len(shown) * row.room + gap, middle), TEXT.fold(left_out) if left_out else "–")
    below = [middle + row.mark / 2 + row.line * (0.5 + k / 1.3) for k in range(2)]
    canvas.note((0, below[0]), _("item") if row.lines else "")
    for k, (label, point, hit) in enumerate(zip(ranking.items or (), centres, ranking.hits().tolist(), strict=False)):
        room = min(row.room * row.lines - gap, 2 * (point - row.left + gap), 2 * (canvas.width - point))
        text, ink = fitting(label, room), canvas.colour("ink" if hit else "ink2")
        canvas.note((point, below[k % row.lines]), text, ha="center", color=ink)
        if k % row.lines:  # a line leads to the lower name
            canvas.line([point] * 2, [middle + 0.56 * row.mark, sum(below) / 2], "edge", transform=canvas.points)


def draw_marks(
    canvas: Canvas, ranking: Ranking, grades: Sequence[float], centres: Sequence[float], middle: float, size: float
) -> None:
    """Draw marks at some places: relevant items as filled discs, the others as squares, each with its R, N or grade."""
    hits = [grade >= ranking.threshold for grade in grades]
    for hit, look, wide in ((True, HIT, 1.0), (False, MISS, 0.86)):
        kept = [point for point, is_hit in zip(centres, hits, strict=True) if is_hit is hit]
        canvas.mark(kept, [middle] * len(kept), look, size * wide, width=1.4, transform=canvas.points)
    letters = [mark if grade else "N" for mark, grade in zip(ranking.marks(grades), grades, strict=True)]
    fits = [0.87 * size / width_of(letter, bold=True) for letter in letters]
    by = min(max(size / (LARGEST * canvas.em), 1), 1.4, *(fit for fit in fits if fit > LEAST))
    for letter, point, hit, fit in zip(letters, centres, hits, fits, strict=True):
        inside: dict[str, Any] = {"bold": True, "color": canvas.colour("rel-on")} if hit else {}
        if fit > LEAST:
            canvas.note((point, middle), letter, ha="center", size=canvas.em * by, zorder=3, **inside)


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

    The derivation is that of one list, by a measure that is divided by what an ideal list is worth, such as nDCG.
    Return what the figure shows.

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
    text, top = canvas.em, 0.0
    totals = [f"{band.title}\n{band.total.symbol}\n{number(band.total.value, fixed=4)}" for band in bands]
    ranks = max(len(band.terms) for band in bands)
    beside = width_of(*"\n".join(totals).split("\n"), bold=True) + text
    room = min((canvas.width - beside) / max(ranks, 1), WIDEST_RANK * text)
    mark = min(room * 0.86, LARGEST * text) if room > SMALLEST * text else 0
    high = (canvas.height - (2 * (LINE + 1) + 2 * LINE) * text - 2 * mark) / 2  # of the bars
    best = max([value for band in bands for value in band.terms] + [1e-9])
    for band, total in zip(bands, totals, strict=True):
        foot = top + LINE * text + high
        _draw_terms(canvas, band, room, foot, high / best)
        centres = [(k + 0.5) * room for k in range(len(band.grades))]
        if mark:
            draw_marks(canvas, ranking, band.grades, centres, foot + text / 4 + mark / 2, mark)
        canvas.note((ranks * room + text, foot + mark - text / 2), total, bold=True, va="bottom", linespacing=1.3)
        top = foot + mark + text
    for k, name in canvas.rank_ticks(ranks, width=ranks * room):
        canvas.note(((k - 0.5) * room, top + LINE * text / 2), name, ha="center")
    canvas.note((ranks * room + text, top + LINE * text / 2), _("rank i"))
    result = " = ".join([derivation.symbol, *derivation.result.forms(TEXT)[-2:]]) + because(derivation)
    canvas.note((0, top + 1.5 * LINE * text), fitting(result, canvas.width), bold=True)
    canvas.leave_layout()
    titles = _("The list"), _("The ideal list, dashed")
    return " ".join([*(_band_sentence(*band, ranking) for band in zip(titles, bands, strict=True)), f"{result}."])


def _bands(derivation: Derivation) -> tuple[Band, Band]:
    shown = derivation.per_rank
    ideal = derivation.step(derivation.metric.ideal) if derivation.metric.ideal else None
    if shown is None or ideal is None:
        raise refused(
            "draw_ideal takes the working of one list by a measure with an ideal list, such as nDCG; got {value}",
            value=derivation.symbol,
        )
    sums, ranking, best = derivation.sums, derivation.ranking, derivation.step("g*_i")
    grades = np.where(ideal.value, ranking.threshold, 0.0) if best is None else best.value
    terms = shown.value.astype(float).tolist()
    return (
        Band(_("The list"), terms, ranking.shown[: len(terms)].tolist(), derivation.counted, sums[0], False),
        Band(_("The ideal list"), ideal.value.tolist(), np.asarray(grades, float).tolist(), set(), sums[-1], True),
    )


def _draw_terms(canvas: Canvas, band: Band, room: float, foot: float, height: float) -> None:
    empty, edge, dashes = ("hair", "ink", DASHED) if band.dashed else ("none", "edge", "-")
    thin = min(room, 3.6 * canvas.scale)  # a low box must also be seen as one
    for face, line, counts in (("rel", "rel", True), (empty, edge, False)):
        kept = [k for k, value in enumerate(band.terms) if value and (k + 1 in band.counted) is counts]
        boxes = [((k + 0.5) * room, foot - band.terms[k] * height, foot) for k in kept]
        canvas.boxes(boxes, room * 0.72, thin, face=face, edge=line, linestyle=dashes, transform=canvas.points)
    size = max(min(0.88 * room / width_of("0.0000"), 1), LEAST)
    for k, text in enumerate(_numbers(band.terms, room / size)):
        above = foot - band.terms[k] * height - LINE * canvas.em / 2
        canvas.note(((k + 0.5) * room, above), text, ha="center", size=canvas.em * size)


def _numbers(values: list[float], room: float) -> list[str]:
    rounded = ([number(value, fixed=digits) if value else "" for value in values] for digits in (4, 3, 2))
    return next((texts for texts in rounded if width_of(*texts) < room * 0.9), [])


def _band_sentence(title: str, band: Band, ranking: Ranking) -> str:
    return f"{title}: {_in_short(ranking.marks(band.grades))}, {band.total.symbol} = {number(band.total.value)}."
