"""A drawn list as a table of HTML, with all that is needed to compute its value by hand."""

from __future__ import annotations

from markupsafe import Markup

from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.working.labels import letters
from metrics_edu.working.markup import element


def list_table(ranking: Ranking) -> Markup:
    """Return the ranks and marks of a list, and below them the number of relevant items and their grades."""
    marks = ranking.marks()
    rows = {_("Rank"): range(1, len(marks) + 1), _("Item"): marks}
    lines = [
        element("tr", element("th", title, scope="row"), *(element("td", cell) for cell in cells))
        for title, cells in rows.items()
    ]
    return element("table", *lines, class_="generaltable") + element("p", _below(ranking))


def _below(ranking: Ranking) -> str:
    relevant = _("|R| = {count}: relevant items in all, shown or not.", count=int(ranking.relevant))
    if ranking.is_binary:
        return " ".join([_("R: relevant; N: not relevant."), relevant])
    grades = " ".join(letters(ranking.pool(), graded=True))
    return " ".join(
        [_("The numbers are grades; 0: not relevant."), relevant, _("Their grades: {grades}.", grades=grades)]
    )
