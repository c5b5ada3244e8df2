"""A drawn list as a table of HTML, with all that is needed to compute its value by hand."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.working.labels import letters
from metrics_edu.working.markup import element

RANKS_OF_A_ROW = 10


def list_table(ranking: Ranking) -> Markup:
    """Return the ranks and marks of a list, and below them the number of relevant items and their grades."""
    marks = ranking.marks()
    rows: list[Markup] = []
    for start in range(0, len(marks), RANKS_OF_A_ROW):
        some = marks[start : start + RANKS_OF_A_ROW]
        rows += [_row(_("Rank"), range(start + 1, start + len(some) + 1)), _row(_("Item"), some)]
    return element("table", *rows, class_="generaltable") + element("p", _below(ranking))


def _row(title: str, cells: Iterable[object]) -> Markup:
    return element("tr", element("th", title, scope="row"), *(element("td", cell) for cell in cells))


def _below(ranking: Ranking) -> str:
    relevant = _("|R| = {count}: relevant items in all, shown or not.", count=int(ranking.relevant))
    if ranking.is_binary:
        return " ".join([_("R: relevant; N: not relevant."), relevant])
    grades = " ".join(letters(ranking.pool(), graded=True))
    return " ".join(
        [_("The numbers are grades; 0: not relevant."), relevant, _("Their grades: {grades}.", grades=grades)]
    )
