"""Stepper: the derivation of one value, one step at a time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import traitlets
from markupsafe import Markup

from metrics_edu.metrics import explain
from metrics_edu.practice.steps.walkthrough import STAGE_HTML, Frames, Narration
from metrics_edu.widgets.contract.steps import StepperView
from metrics_edu.widgets.steps.derivation_widget import DerivationWidget
from metrics_edu.working import Derivation
from metrics_edu.working.html_style import equal
from metrics_edu.working.labels import in_line
from metrics_edu.working.markup import element
from metrics_edu.working.steps import Step
from metrics_edu.working.text_style import TEXT


class Stepper(DerivationWidget):
    """The working of one value, step by step: the row and its term light up together, and a sentence says why.

    The arrow keys, Space, Home and End go through the steps, as the buttons do.

    Parameters
    ----------
    measure : str
        Such as ``"AP"``, ``"nDCG@10"``, ``"MAP@10"``, ``"RMSE"``.
    ranking : Ranking or Ratings
        One list, or a batch: then the mean over its users. Ratings for RMSE, MAE and MSE.
    convention : str
        Whose definition, one of ``CONVENTIONS``.
    labels : list of str, optional
        The names of the shown items and, after them, of the missed ones; without them those of the Ranking, if it has any.
    **ranking_options
        Of a bare list: the `relevant`, `pool`, `missed` and `threshold` of its Ranking.

    Attributes
    ----------
    at : int
        The step that is shown, from 0.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, the measure is not computed from the ranking, or there are too few
        or too many labels.

    Examples
    --------
    >>> from metrics_edu import Ranking
    >>> Stepper("AP", Ranking.parse("NRRNNR", relevant=3))
    Stepper('AP', 'NRRNNR', relevant=3)
    """

    at = traitlets.Int(0).tag(sync=True)

    @cached_property
    def derivation(self) -> Derivation:
        """The whole working."""
        return explain(self._measure, self._ranking)

    @traitlets.validate("at")
    def _within(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.view.get("frames", [0])) - 1))

    @traitlets.observe("at")
    def _note_last(self, change: Any) -> None:
        self._note(change["new"] == len(self.view["frames"]) - 1)

    def _view(self) -> StepperView:
        derivation = self.derivation
        columns, shown, rows = derivation.columns(), self._list, self._list["rows"]
        narration = Narration(derivation, shown["kind"], [row["label"] for row in rows], len(rows) - shown["read"])
        frames = self._frames = Frames(derivation, narration)
        formula = derivation.result.write_formula(STAGE_HTML)
        return {
            **self._heading(),
            "screen": "stepper",
            "stage": self._caption(),
            "definition": equal(STAGE_HTML.symbol(derivation.symbol), [formula]) if formula else "",
            "list": {**shown, "named": any(row["label"] for row in rows)},
            "columns": [{"head": in_line(step.symbol), "cells": _cells(step, len(rows))} for step in columns],
            "lines": frames.lines,
            "frames": frames.frames,
        }

    def _still_values(self) -> Iterable[Markup]:
        return [element("pre", self.derivation.text())]


def _cells(step: Step, length: int) -> list[list[str]]:
    texts = []
    for k in range(min(length, len(step.expressions))):
        (numbers, sign, _value), short = in_line(step.cell(k, TEXT)).rpartition(" = "), step.short(k)
        texts.append([f"{numbers}{sign}{short}", short])
    return texts + [["", ""]] * (length - len(texts))
