"""A derivation on a card, and what gives an answer beside what is right."""

from __future__ import annotations

from typing import Any

from metrics_edu.language import _, number
from metrics_edu.metrics import Ranking, explain
from metrics_edu.metrics.values import Data
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.diagnosis import working_made
from metrics_edu.widgets.core.derivation_views import derivation_view
from metrics_edu.working import Derivation
from metrics_edu.working.differences import differences, veiled
from metrics_edu.working.expression import Number
from metrics_edu.working.html_style import HTML
from metrics_edu.working.style import show


def working_view(derivation: Derivation, title: str = "") -> dict[str, Any]:
    return derivation_view(derivation, derivation.value) | {"title": title}


def side_views(answer: str, verdict: Verdict, data: Data, *, revealed: bool) -> list[dict[str, str]]:
    """Show the working of an answer beside the right one, the differing parts lit; the right value only if `revealed`."""
    names = verdict.codes or verdict.conventions[:1]
    if len(names) != 1 or verdict.fewer or (isinstance(data, Ranking) and data.is_batch):
        return []
    wrong, right = working_made(names[0], verdict.measure, data), explain(verdict.measure, data)
    if wrong is None:
        return []
    sides = wrong.result.working, right.result.working
    if not revealed and isinstance(data, Ranking):  # some mistakes begin with the right value
        sides = veiled(sides[0], right.value, right.symbol), sides[1]
    one, other = (show(tree, HTML) for tree in differences(*sides))
    if not revealed and all(isinstance(part, Number) for part in sides[1].parts):  # 1/2 would be the value itself
        other = right.result.write_formula(HTML)
    return [
        {"title": _("How to get {answer}", answer=answer), "html": one, "result": number(wrong.value, fixed=4)},
        {"title": right.symbol, "html": other, "result": number(right.value, fixed=4) if revealed else "??"},
    ]
