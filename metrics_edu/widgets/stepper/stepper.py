"""Stepper: the derivation of one value, one step at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import traitlets

from metrics_edu.exercises import asked_under
from metrics_edu.language import _, number
from metrics_edu.metrics import DEFAULT, Ranking, Ratings, measure, working_of
from metrics_edu.widgets.cards.card import given_repr
from metrics_edu.widgets.explorer.lanes import lanes_of
from metrics_edu.widgets.explorer.state import State, marks_of
from metrics_edu.widgets.explorer.views import equal, lanes_view, some
from metrics_edu.widgets.part import Part, style
from metrics_edu.widgets.stepper.frames import STAGE_HTML, Frames
from metrics_edu.widgets.stepper.sentences import Teller, upper, written
from metrics_edu.working import TEXT, Derivation, Step, escape, isolated, letters, one_line


class Stepper(Part):
    """The working of one value, step by step: the row and its term light up together, and a sentence says why.

    The arrow keys, Space, Home and End go through the steps, as the buttons do.

    Parameters
    ----------
    asked : str
        The measure, such as ``"AP"``, ``"nDCG@10"``, ``"MAP@10"``, ``"RMSE"``.
    given : Ranking or Ratings
        One list, or a batch: then the mean over its users. Ratings for RMSE, MAE and MSE.
    convention : str
        Whose definition, one of ``CONVENTIONS``.

    Attributes
    ----------
    at : int
        The step that is shown, from 0.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, or the measure is not computed from what is given.

    Examples
    --------
    >>> Stepper("AP", Ranking.parse("NRRNNR", relevant=3))
    Stepper('AP', 'NRRNNR', relevant=3)
    """

    _css = style("stepper")
    at = traitlets.Int(0).tag(sync=True)

    def __init__(self, asked: str, given: Ranking | Ratings, *, convention: str = DEFAULT) -> None:
        self._asked, self._given = asked, given
        spelling: Any = asked  # a caller's value may be anything
        chosen = asked_under(asked, convention) if isinstance(spelling, str) else measure(spelling)
        self._derivation = working_of(chosen, given)
        super().__init__()

    @property
    def derivation(self) -> Derivation:
        """The whole working."""
        return self._derivation

    @traitlets.validate("at")
    def _within(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.view.get("frames", [0])) - 1))

    def _view(self) -> dict[str, Any]:
        derivation = self._derivation
        columns, listed = derivation.columns(), _listed(self._given)
        rows: list[dict[str, Any]] = listed["rows"]
        ranks_read = max((len(step.value) for step in columns), default=0)
        teller = Teller(derivation, listed["kind"], [row["label"] for row in rows], len(rows) - ranks_read)
        frames = self._frames = Frames(derivation, teller)
        formula = derivation.result.write_formula(STAGE_HTML)
        return {
            "part": "stepper",
            "name": written(derivation.symbol),
            "long": upper(derivation.title),
            "stage": _("{symbol}, step by step", symbol=written(derivation.symbol)),
            "definition": equal(STAGE_HTML.symbol(derivation.symbol), [formula]) if formula else "",
            "list": listed | {"named": any(row["label"] for row in rows), "read": ranks_read},
            "columns": [{"head": written(step.symbol), "cells": _cells(step, len(rows))} for step in columns],
            "lines": frames.lines,
            "frames": frames.frames,
        }

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"text/html": f"<pre>{escape(self._derivation.text())}</pre>"}, bundle[1]

    def __repr__(self) -> str:
        return f"Stepper({self._asked!r}, {given_repr(self._given)})"


def _listed(given: Ranking | Ratings) -> dict[str, Any]:
    if isinstance(given, Ratings):
        rows = [_row(rank) for rank in range(1, np.size(given.actual) + 1)]
        return {"kind": "ratings", "heading": _("Ratings"), "item": "", "rows": rows, "missed": "", "empty": ""}
    if given.is_batch:
        users = enumerate(given.users or [], start=1)
        rows = [_row(k, one_line(user), _letters(given.user(user))) for k, user in users]
        about = {"kind": "users", "heading": _("Users"), "item": _("user")}
        return about | {"rows": rows, "missed": "", "empty": _("No user.")}
    state = State((lanes_of(given, ""),), marks_of(given))
    lanes = lanes_view(state, state.lanes)
    missed = _missed(lanes["missed"], graded=state.graded, named=bool(given.missed_items))
    rows = [{key: row[key] for key in _row(0)} for row in lanes["shown"]]
    item = _("item")
    if given.items is None:
        rows, item = [row | {"label": ""} for row in rows], ""
    about = {"kind": "items", "heading": _("Shown"), "item": item}
    return about | {"rows": rows, "missed": missed, "empty": _("The list is empty.")}


def _row(rank: int, label: str = "", note: str = "") -> dict[str, Any]:
    return {"rank": rank, "label": label, "note": note, "badge": "", "relevant": False, "state_word": ""}


def _letters(ranking: Ranking) -> str:
    graded = not ranking.is_binary
    return (" " if graded else "").join(letters(ranking.shown, graded=graded))


def _missed(rows: list[dict[str, Any]], *, graded: bool, named: bool) -> str:
    if not rows:
        return ""
    if not graded:
        names = ", ".join(some([isolated(row["label"]) for row in rows])) if named else str(len(rows))
        return _("Relevant, but not shown: {items}", items=names)
    grades = [_("grade {grade}", grade=number(row["grade"])) for row in rows]
    if named:
        grades = [f"{isolated(row['label'])} ({grade})" for row, grade in zip(rows, grades, strict=True)]
    return _("Not shown: {items}", items="; ".join(some(grades)))


def _cells(step: Step, length: int) -> list[list[str]]:
    texts = []
    for k, tree in enumerate(step.expressions[:length]):
        full = written(step.cell(k, TEXT))
        texts.append([full, full if tree.kind == "number" or tree.is_quotient else number(tree.value)])
    return texts + [["", ""]] * (length - len(texts))
