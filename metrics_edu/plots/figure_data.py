"""What a figure shows, as data: made once from a derivation. Matplotlib draws it here, the front end on the screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from metrics_edu.language import N_, _, ngettext, number, refused
from metrics_edu.metrics import Measure, Ranking, auc
from metrics_edu.metrics.validation import check_cutoff
from metrics_edu.metrics.value_and_derivation import one_list
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Quotient
from metrics_edu.working.labels import in_line, one_line
from metrics_edu.working.steps import Step
from metrics_edu.working.text_style import TEXT

Ticks = tuple[tuple[float, str], ...]


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What is around a figure: titles at the left and below, what it shows, how high it is, with the ticks of its heights."""

    left: str = ""
    below: str = ""
    caption: str = ""
    top: float = 1.0
    heights: Ticks = field(init=False, default=())

    def __post_init__(self) -> None:
        """Put a tick at about each half of the height, in one digit."""
        if self.top:
            digit = 10 ** math.floor(math.log10(self.top / 2))
            step = math.floor(self.top / 2 / digit + 1e-9) * digit
            heights = [k * step for k in range(math.floor(self.top / step + 1e-9) + 1)]
            object.__setattr__(self, "heights", tuple((point, number(point)) for point in heights))


@dataclass(frozen=True, kw_only=True)
class Bars(Frame):
    """A bar a rank (of a mean: a user): which ones count, the ideal list, crosses at 0, a line with what it is called.

    `names` are below the bars instead of 1, 2, 3, ...; so many ranks are `unread`, below the cut-off; crosses from
    there on are at their ranks, and those of items that are not shown after the last one.
    """

    values: tuple[float, ...] = ()
    counted: tuple[int, ...] = ()
    ideal: tuple[float, ...] = ()
    crosses: tuple[int, ...] = ()
    unread: int = 0
    line: tuple[float, str] | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Staircase(Frame):
    """The pairs of AUC: the corners of the stairs, which go up at a relevant item and across at another one."""

    across: tuple[int, ...]
    up: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Curve(Frame):
    """Precision and recall after each rank, which ranks are hits, and which one is ringed."""

    recall: tuple[float, ...]
    precision: tuple[float, ...]
    hits: tuple[bool, ...]
    end: int | None


@dataclass(frozen=True, kw_only=True)
class Trail(Frame):
    """The value with one item at each rank, and the rank where the item is."""

    by_rank: tuple[float, ...]
    rank: int


def term_bars(derivation: Derivation, *, missed: int = 0, unread: int = 0, names: Sequence[str] = ()) -> Bars:
    """Return what `draw_terms` draws, with a place for each of the ranks that are `unread`.

    Examples
    --------
    >>> from metrics_edu import average_precision, explain
    >>> bars = term_bars(explain(average_precision, Ranking.parse("NRR")))
    >>> bars.counted, bars.caption
    ((2, 3), 'AP = 0.5833 is the sum of the filled bars, divided by |R| = 2.')
    """
    if missed:
        one_list(f"missed={missed}", derivation.ranking)
    step = derivation.per_rank
    if step is None:
        return Bars(top=0, caption=_("There is nothing to draw."))
    values = tuple(0.0 if math.isnan(value) else float(value) for value in step.value)
    best = derivation.step(derivation.metric.ideal) if derivation.metric.ideal else None
    ideal = () if best is None else tuple(float(value) for value in best.value)
    top = max([*values, *ideal, 1e-9])
    users = step.index == "u"
    averaged = bool(derivation.contributions) and (users or derivation.metric.averages)
    has_line = averaged and not math.isnan(derivation.value)
    name = derivation.symbol.replace(" ", "\n")  # "mean Recall@10" is wider than the margin
    return Bars(
        left=in_line(step.symbol),
        below=_("user") if users else _("rank i"),
        top=1.0 if top <= 1 and not ideal else top,
        values=values,
        counted=tuple(sorted(derivation.counted)),
        ideal=ideal,
        crosses=_cross_positions(derivation, missed, len(values), unread),
        unread=unread,
        line=(derivation.value, f"{name}\n{number(derivation.value, fixed=4)}") if has_line else None,
        names=tuple(name if len(name) <= 12 else name[:11] + "…" for name in map(one_line, names)),
        caption=_caption(derivation, step, missed, has_line, bool(ideal)),
    )


def _cross_positions(derivation: Derivation, missed: int, read: int, unread: int) -> tuple[int, ...]:
    end = read + unread
    cut_off = [] if not unread else [int(k) + 1 for k in np.flatnonzero(derivation.ranking.hits()) if k >= read]
    at_ranks = cut_off if len(cut_off) <= missed else []
    return (*at_ranks, *range(end + 1, end + 1 + missed - len(at_ranks)))


def _caption(derivation: Derivation, step: Step, missed: int, has_line: bool, has_ideal: bool) -> str:
    is_quotient = isinstance(derivation.result.working, Quotient)
    whole = {"symbol": derivation.symbol, "value": number(derivation.value, fixed=4)}
    if step.index == "u":
        parts = [_("{symbol}: one bar for each user.", symbol=step.symbol.removesuffix("_u"))]
        parts += [_("The line is {symbol} = {value}.", **whole)] * has_line
    elif is_quotient and not derivation.counted:
        parts = [_("No bar is filled, so {symbol} = {value}.", **whole)]
    elif is_quotient and has_ideal:
        sentence = N_(
            "{symbol} = {value} is the sum of the filled bars, divided by that of the dashed: the ideal list."
        )
        parts = [_(sentence, **whole)]
    elif is_quotient and derivation.metric.averages:
        over = derivation.steps[-2]
        by = f"{in_line(over.write_formula(TEXT) or over.symbol)} = {number(over.value)}"
        parts = [_("{symbol} = {value} is the sum of the filled bars, divided by {by}.", by=by, **whole)]
    elif derivation.result.term.function is np.max:
        parts = [_("{symbol} = {value} is the highest bar.", **whole)]
    else:
        filled = _("Filled bars count ({count} of {ranks}).", count=len(derivation.counted), ranks=len(step.value))
        parts = [_("{symbol} along the ranks.", symbol=in_line(step.symbol)), filled]
    if missed:
        parts.append(_describe_crosses(derivation, missed))
    return " ".join(parts)


def _describe_crosses(derivation: Derivation, crosses: int) -> str:
    ranking, counted = derivation.ranking, len(derivation.counted)
    cut = int(np.sum(ranking.hits())) - counted
    missed = int(ranking.relevant) - counted - cut
    if crosses != cut + missed:
        return ngettext(
            "× stands for the {crosses} hit that is missing from {whole}: it counts as 0.",
            "× stand for the {crosses} hits that are missing from {whole}: they count as 0.",
            crosses,
            crosses=crosses,
            whole=crosses + counted,
        )
    if not cut:
        return _("× are relevant items that are not shown ({missed}): they count as 0.", missed=missed)
    if not missed:
        return _("× are relevant items below the cut-off ({cut}): they count as 0.", cut=cut)
    return _(
        "× are relevant items below the cut-off ({cut}) and not shown ({missed}): they count as 0.",
        cut=cut,
        missed=missed,
    )


def precision_recall_curve(ranking: Ranking, n: int | None = None) -> Curve:
    """Return what `draw_precision_recall` draws.

    Examples
    --------
    >>> curve = precision_recall_curve(Ranking.parse("NRR"), 3)
    >>> curve.recall, curve.hits, curve.end
    ((0.0, 0.5, 1.0), (False, True, True), 2)
    """
    ranking = one_list("precision_recall_curve", ranking)
    if n is not None:
        check_cutoff(n)
    hits, found = ranking.hits(), np.cumsum(ranking.hits())
    p = tuple((found / ranking.ranks()).tolist())
    r = tuple((found / max(int(ranking.relevant), 1)).tolist())
    caption = _("Precision against recall after each rank: a hit, filled, goes to the right, a miss straight down.")
    end = min(n, len(p)) - 1 if n is not None and p else None
    if end is not None:
        ends = {"p": number(p[end], fixed=4), "r": number(r[end], fixed=4)}
        caption += " " + _("Ring at rank {n}: P = {p}, hits/|R| = {r}.", n=end + 1, **ends)
    left, below, marked = _("precision"), _("recall"), tuple((hits > 0).tolist())
    return Curve(left=left, below=below, caption=caption, recall=r, precision=p, hits=marked, end=end)


def auc_staircase(ranking: Ranking) -> Staircase:
    """Return what `draw_staircase` draws.

    Examples
    --------
    >>> stairs = auc_staircase(Ranking.parse("RNRN"))
    >>> stairs.across, stairs.up
    ((0, 0, 1, 1, 2, 2), (0, 1, 1, 2, 2, 2))
    """
    ranking = one_list("auc_staircase", ranking)
    found, relevant = np.cumsum(ranking.hits()), int(ranking.relevant)
    others = int(ranking.catalogue) - relevant
    if not relevant * others:
        raise refused(
            "a staircase needs a relevant and a non-relevant item; got {relevant} and {others}",
            relevant=relevant,
            others=others,
        )
    value = auc(ranking)
    caption = _(
        "AUC = {value}: pairs in the right order, the area below the stairs: {right} of {pairs}.",
        value=number(value),
        right=number(value * relevant * others),
        pairs=relevant * others,
    )
    return Staircase(
        left=_("relevant items"),
        below=_("non-relevant items"),
        caption=caption,
        top=relevant,
        across=(0, *(ranking.ranks() - found).tolist(), others),
        up=(0, *found.tolist(), relevant),
    )


def value_trail(measure: Measure, ranking: Ranking, rank: int) -> Trail:
    """Return what `draw_trail` draws: the value of a list with the item of a rank moved to each rank.

    Examples
    --------
    >>> from metrics_edu import measure
    >>> value_trail(measure("RR"), Ranking.parse("NRN"), 2).by_rank
    (1.0, 0.5, 0.3333333333333333)
    """
    shown, length = ranking.shown, len(ranking.shown)
    if not 1 <= rank <= length:
        raise refused("rank must be from 1 to {length}; got {value}", length=length, value=rank)
    rest = np.delete(shown, rank - 1)
    moved = [np.insert(rest, k, shown[rank - 1]) for k in range(length)]
    pool, relevant = (np.tile(numbers, (length, 1)) for numbers in (ranking.pool(0), ranking.relevant))
    batch = Ranking(
        moved, pool, threshold=ranking.threshold, relevant=relevant[:, 0], catalogue=ranking.known_catalogue
    )
    values = tuple(np.nan_to_num(measure(batch)).tolist())
    caption = _(
        "{symbol} with this item at each rank: from {low} to {high}, and {value} at rank {rank}.",
        symbol=measure.name,
        low=number(min(values), fixed=4),
        high=number(max(values), fixed=4),
        value=number(values[rank - 1], fixed=4),
        rank=rank,
    )
    return Trail(
        left=measure.name, below=_("rank i"), caption=caption, top=max([*values, 1e-9]), by_rank=values, rank=rank
    )
