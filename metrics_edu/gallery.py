"""Gallery: the figures for slides, as data: what each is called, where it comes from, and the line of Python that draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from metrics_edu.language import N_

if TYPE_CHECKING:
    from matplotlib.axes import Axes

IMPORTS = """\
from metrics_edu import average_precision, explain, ndcg
from metrics_edu.examples import apples, fruit_set
from metrics_edu.plots import (
    draw_conventions, draw_denominators, draw_discounts, draw_ideal, draw_lists, draw_precision_recall, draw_terms,
)
from metrics_edu.seeds import cookie_cream, graded, parra_lists, popular_run, short_list, videolectures
"""
"""What the lines need; ``ax`` is an Axes."""


class Picture(NamedTuple):
    """A figure for slides.

    Attributes
    ----------
    name : str
        Of its files.
    title, source : str
        As they stand on the figure, in English; translated where they are shown.
    code : str
        The line that draws it on ``ax`` and gives its text alternative.
    framed : bool
        Whether it has ticks to the left of its Axes and below.
    """

    name: str
    title: str
    source: str
    code: str
    framed: bool = False

    def draw(self, ax: Axes) -> str:
        """Draw the figure; return one sentence or more that say what it shows."""
        names: dict[str, object] = {"ax": ax}
        exec(IMPORTS, names)
        return str(eval(self.code, names))


APPLES = N_("List: Dawn Lawrie, Evaluation Metrics; what the fruit is called is our choice.")
VIDEOLECTURES = N_(
    "VideoLectures.net challenge, ECML/PKDD 2011: Mean Average R-precision. The numbers in the marks are scores."
)

PICTURES = (
    Picture(
        "list_apples",
        N_("A ranked list: six apples among twelve pieces of fruit"),
        APPLES,
        'draw_lists(ax, apples(), ["AP"])',
    ),
    Picture(
        "list_fruit_set",
        N_("A set: three of six apples among five pieces of fruit"),
        N_("Numbers: Dawn Lawrie, Evaluation Metrics; places and names are our choice."),
        'draw_lists(ax, fruit_set(), ["P@5", "Recall@5", "F1@5"])',
    ),
    Picture(
        "lists_parra",
        N_("Two lists with the same RR, and 20 relevant items in all"),
        N_(
            "Denis Parra, Métricas de Evaluación, IIC 3633, PUC Chile. The slides show pictures: these lists are a "
            "reconstruction that gives the values printed there."
        ),
        'draw_lists(ax, parra_lists(), ["P", "Recall", "RR", "P@5"])',
    ),
    Picture(
        "list_cookie_cream",
        N_("Average precision of four items"),
        N_("Team cookie&cream, Rank-Aware Evaluation Metrics, where the value is printed as 0.8."),
        'draw_lists(ax, cookie_cream(), ["AP"])',
    ),
    Picture(
        "lists_videolectures_1",
        N_("R-precision at 5 and 10"),
        VIDEOLECTURES,
        'draw_lists(ax, videolectures(1), ["Rp@5", "Rp@10", "AvgRp@5+10"])',
    ),
    Picture(
        "lists_videolectures_2",
        N_("R-precision with ties, and with seven relevant items"),
        VIDEOLECTURES,
        'draw_lists(ax, videolectures(2), ["Rp@5", "Rp@10", "AvgRp@5+10"])',
    ),
    Picture(
        "precision_recall",
        N_("The precision-recall graph of a ranked list"),
        APPLES,
        "draw_precision_recall(ax, apples(), 5, ranks=True)",
        framed=True,
    ),
    Picture(
        "ap_points",
        N_("P@i, and the points that AP averages"),
        APPLES,
        "draw_terms(ax, explain(average_precision, apples()), workings=True)",
        framed=True,
    ),
    Picture(
        "denominators",
        N_("One list, one sum: what AP@10 is divided by"),
        N_("List: our own, with 3 of 15 relevant items at 7 ranks. Each divisor is some source's or library's."),
        "draw_denominators(ax, short_list(), 10)",
    ),
    Picture(
        "discounts",
        N_("Discounts: what a relevant item is worth at rank i"),
        N_("DCG: Parra (log2), Järvelin and Kekäläinen; RR: 1/i; rankscore: its half-life, Parra and Breese."),
        "draw_discounts(ax, 20, half_lives=(5, 10))",
        framed=True,
    ),
    Picture(
        "ideal",
        N_("nDCG: the list, the ideal list and their quotient"),
        N_("List: our own. Gain and discount: Denis Parra, Métricas de Evaluación, IIC 3633, PUC Chile."),
        "draw_ideal(ax, explain(ndcg, graded(), 10))",
    ),
    Picture(
        "conventions",
        N_("One run, many values of MAP@10 and nDCG@10"),
        N_("Run: popular films for 60 invented users, made from a seed. What each computes: docs/conventions.md."),
        'draw_conventions(ax, popular_run(), ["AP@10", "nDCG@10"])',
    ),
)
