"""Judged numbers: numbers that are claimed of a list or a run, each with its verdict and the first user on which it shows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from metrics_edu.language import _, number, refused
from metrics_edu.metrics import Run
from metrics_edu.metrics.value_and_derivation import Data, ranking_measure
from metrics_edu.mistakes import Verdict, diagnose
from metrics_edu.mistakes.diagnosis import explained_together
from metrics_edu.mistakes.made_values import values_made

CLAIMS = re.compile(r"([^\s=;][^=;\n]*?)\s*=\s*([^\s=;]*(?:\s*%)?)[\s;]*")
"""The name of a measure and a number; the next one follows after blanks or a semicolon."""
CLAIMS_EXAMPLE = "nDCG@10=0.4213 MAP@10=0.19"
EQUAL_WITHIN = 1e-9
"""Values that differ by no more are equal."""


@dataclass(frozen=True)
class Judged:
    """A claimed number and its verdict."""

    name: str
    value: str
    verdict: Verdict
    user: str | None  # the first on whose value it shows

    def text(self, *, show: bool) -> str:
        first = "" if self.user is None else _("It first shows on user {user!r}.", user=self.user)
        by_chance = _("By chance, {share} % of wrong numbers fit.", share=number(round(100 * self.verdict.chance, 1)))
        right = _("The right value: {value}.", value=number(self.verdict.exact)) if show else ""
        return " ".join(
            filter(
                None,
                [
                    f"{self.name} = {self.value}: {self.verdict.text}",
                    by_chance * (self.verdict.certainty == "possible"),
                    first,
                    right,
                ],
            )
        )

    def facts(self, *, show: bool) -> dict[str, Any]:
        verdict = self.verdict
        facts = {
            "measure": self.name,
            "value": self.value,
            "kind": verdict.kind,
            "codes": verdict.codes,
            "conventions": verdict.conventions,
            "certainty": verdict.certainty,
            "chance": verdict.chance,
            "text": verdict.text,
            "user": self.user,
        }
        return facts | ({"right": None if np.isnan(verdict.exact) else verdict.exact} if show else {})


def read_claims(text: str) -> list[tuple[str, str]]:
    """Return the claims of a line.

    Raises
    ------
    ValueError
        If it is not of measures and numbers.

    Examples
    --------
    >>> read_claims("nDCG@10 = 0,42 MAP@10=50 %; RR=1/2")
    [('nDCG@10', '0,42'), ('MAP@10', '50 %'), ('RR', '1/2')]
    """
    if CLAIMS.sub("", text).strip() or not text.strip():
        raise refused("write measures and the numbers to judge, as in {example}", example=CLAIMS_EXAMPLE)
    return [(name, value.rstrip(",")) for name, value in CLAIMS.findall(text)]


def judge(
    claims: Iterable[tuple[str, str]], data: Iterable[Data], convention: str | None = None, library: str | None = None
) -> list[Judged]:
    """Diagnose the claims of a list or a run, all together: the name of a measure, with the number as it was written.

    With `library`, each text says whether that library comes to the number.
    """
    claims, data = [*claims], [*data]
    verdicts = [
        diagnose(ranking_measure(name, convention), one, value, library=library)
        for (name, value), one in zip(claims, data, strict=True)
    ]
    verdicts = verdicts if library else explained_together(verdicts, data)
    return [
        Judged(name, value, verdict, _first_user(verdict, one))
        for (name, value), verdict, one in zip(claims, verdicts, data, strict=True)
    ]


def _first_user(verdict: Verdict, data: Data) -> str | None:
    """Return the first user of a run whose value a cause of a verdict changes."""
    if not isinstance(data, Run):
        return None
    right, users = verdict.measure(data.ranking), data.ranking.users or []
    for name in chain(verdict.codes, verdict.conventions):
        made = values_made(name, verdict.measure, data)
        if np.shape(made) == np.shape(right):
            differs = np.flatnonzero(np.abs(np.nan_to_num(made) - np.nan_to_num(right)) > EQUAL_WITHIN)
            if len(differs):
                return users[int(differs[0])]
    return None
