"""A derivation on a card, and what gives an answer beside what is right."""

from __future__ import annotations

from itertools import chain

from metrics_edu.language import _, number
from metrics_edu.metrics import Ranking, explain
from metrics_edu.metrics.value_and_derivation import Data
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.made_values import working_made
from metrics_edu.widgets.contract.cards import SideView, TitledDerivation
from metrics_edu.widgets.core.derivation_views import derivation_view
from metrics_edu.working import Derivation
from metrics_edu.working.differing_parts import differences, marked, veiled
from metrics_edu.working.expression import Number
from metrics_edu.working.html_style import HTML
from metrics_edu.working.matching import is_simple
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT


def working_view(derivation: Derivation, title: str = "") -> TitledDerivation:
    return {**derivation_view(derivation, derivation.value), "title": title}


def side_views(answer: str, verdict: Verdict, data: Data, *, revealed: bool, has_right: bool = True) -> list[SideView]:
    """Show the working of an answer, what differs from the right one lit, and beside it the right one if `has_right`.

    The right value is there only if `revealed`.
    """
    tree = verdict.claim.expression if verdict.claim else None
    if tree is not None and not is_simple(tree) and (verdict.codes or verdict.places):
        parts = [place.mismatch.mine for place in verdict.places]
        mine = show(marked(tree, [part for part in parts if part]), HTML)
        return [{"title": _("Your computation"), "html": mine, "result": number(tree.value, fixed=4)}]
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
    views: list[SideView] = [
        {"title": _("How to get {answer}", answer=answer), "html": one, "result": number(wrong.value, fixed=4)},
        {"title": right.symbol, "html": other, "result": number(right.value, fixed=4) if revealed else "??"},
    ]
    return views if has_right else views[:1]


def is_unexplained(verdict: Verdict) -> bool:
    """Return whether a number is wrong, and nothing says why."""
    return verdict.kind in ("wrong", "out_of_range") and not verdict.codes and not verdict.question


def first_step_views(verdict: Verdict, data: Data) -> list[SideView]:
    """Show the first step of the right working, beside a number that nothing explains; nothing of a mean."""
    if not is_unexplained(verdict) or (isinstance(data, Ranking) and data.is_batch):
        return []
    *steps, _result = explain(verdict.measure, data).steps
    with_formula = (step for step in steps if step.formula and step.index)
    step = next(chain(with_formula, (step for step in steps if step.index)))
    *forms, last = step.forms(TEXT)
    symbols = [HTML.symbol(step.symbol), step.write_formula(HTML) if step.formula else ""]
    html = " = ".join([*filter(None, symbols), *forms])
    return [{"title": _("Compare: the first step of the right working"), "html": html, "result": last}]
