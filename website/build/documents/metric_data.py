"""What the page of a metric computes: its lists, their working, and the value under each convention."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from metrics_edu import explain
from metrics_edu.language import _, number
from metrics_edu.metrics import Measure, Ranking, Ratings, Votes
from metrics_edu.metrics.registry import Metric
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.plots import compare, slide
from metrics_edu.plots.charts import picture
from metrics_edu.plots.figure_data import Bars
from metrics_edu.working import Derivation
from metrics_edu.working.labels import in_line
from notebooks.build.lecture_types import Text
from website.build.kept_closed_lists import START, STATES, closed_name, ranking_of

MARKS, MISSED = STATES[START]
SHORT = 3
GRADED = Ranking.parse("3 0 2 0 1", pool="3 3 2 1")
PREDICTED, ACTUAL = (4, 3.5, 2, 5), (5, 3, 2, 3)
LISTS = {"Ana": ["a", "b"], "Beto": ["a"], "Caro": []}
WHOLE: Mapping[str, Any] = {
    "users": [*LISTS],
    "catalogue": ["a", "b", "c", "d"],
    "popularity": {"a": 8, "b": 4, "c": 2, "d": 2},
    "categories": {"a": ["rock"], "b": ["pop", "rock"], "c": ["jazz"], "d": ["pop"]},
}
"""What a metric of all lists needs besides the lists, by the names of the parameters."""
CLOSED = Text(
    f"the list above, {' '.join(MARKS)}, with {MARKS.count('R') + MISSED} relevant items, {MISSED} of them not shown",
    f"la lista de arriba, {' '.join(MARKS)}, con {MARKS.count('R') + MISSED} ítems relevantes, {MISSED} de ellos sin mostrar",
)
CUT = Text(f"the same list, cut at rank {SHORT}", f"la misma lista, cortada en la posición {SHORT}")
OF_GRADES = Text(
    "the grades 3 0 2 0 1, and an item of grade 3 that is not shown",
    "los grados 3 0 2 0 1, y un ítem de grado 3 que no se muestra",
)
OF_RATINGS = Text(
    "the predictions 4, 3.5, 2, 5 of the ratings 5, 3, 2, 3", "las predicciones 4, 3,5, 2, 5 de los ratings 5, 3, 2, 3"
)
TABLE = [[1, 3], [0, 6]]
OF_VOTES = Text(
    "two judges and ten items: both say yes to 6 and no to 1, and only the second says yes to 3",
    "dos jueces y diez ítems: ambos dicen sí a 6 y no a 1, y solo el segundo dice sí a 3",
)
OF_LISTS = Text(
    "Ana gets a and b, Beto gets a, Caro gets nothing; the other data is in the code below",
    "Ana recibe a y b, Beto recibe a, Caro no recibe nada; los demás datos están en el código de abajo",
)


@dataclass(frozen=True, eq=False)
class Case:
    """A metric of some data, and what the data is in words."""

    metric: Metric
    measure: str
    data: Any
    text: Text

    @property
    def computed(self) -> Measure:
        """The measure, which has no convention."""
        return as_measure(self.measure)

    def words(self, language: str) -> str:
        """What the data is, as a sentence."""
        text: str = getattr(self.text, language)
        return f"{self.measure}: {text}."


def page_name(metric: Metric) -> str:
    """Return the name of the page of a metric: that of its closed list."""
    return closed_name(metric)


def cases_of(metric: Metric) -> list[Case]:
    """Return the cases of a metric. Of one that reads grades, the last one has several grades."""
    if metric.kind == "rating":
        return [Case(metric, metric.label(), Ratings(PREDICTED, ACTUAL), OF_RATINGS)]
    if metric.kind == "coverage":
        return [Case(metric, metric.label(), LISTS, OF_LISTS)]
    if metric.kind == "agreement":
        return [Case(metric, metric.label(), Votes.of_table(TABLE), OF_VOTES)]
    length = len(MARKS)
    whole = metric.label(n=length) if metric.takes_n and not metric.reads_whole else metric.label()
    cases = [Case(metric, whole, ranking_of(MARKS, MISSED), CLOSED)]
    if metric.takes_n:
        cases.append(Case(metric, metric.label(n=SHORT), ranking_of(MARKS, MISSED), CUT))
    if {"gain", "top"} & metric.parameters.keys():
        cases.append(Case(metric, metric.label(n=len(GRADED.shown)), GRADED, OF_GRADES))
    return cases


def explained(case: Case) -> Derivation:
    """Return the working of a case."""
    if case.metric.kind == "coverage":
        return case.metric.explain(case.data, **_needed(case.metric))
    return explain(case.measure, case.data)


def _needed(metric: Metric) -> dict[str, Any]:
    return {key: value for key, value in WHOLE.items() if key in metric.signature.parameters}


class Group(NamedTuple):
    """Conventions that compute the same: the value of each case, who they are, and what they do."""

    values: tuple[str, ...]
    titles: str
    reason: str


def grouped(metric: Metric, cases: list[Case]) -> list[Group]:
    """Return the conventions by the values that they give of the cases."""
    compared = [compare(case.measure, case.data) for case in cases]
    shown = compared[min(1, len(cases) - 1)]  # a cut-off separates most
    nothing = _("Here this changes nothing.")
    return [
        Group(
            tuple(number(other.values[row.conventions[0]], fixed=4) for other in compared),
            row.titles,
            row.reason.replace(nothing, "").strip(),
        )
        for row in shown.rows
    ]


def slide_of(metric: Metric, case: Case) -> tuple[str, str]:
    """Return the figure of a case as SVG, and the sentence about it."""
    if metric.kind == "ranking":
        made = slide(case.measure, case.data)
        return made.svg(), made.caption
    working = explained(case)
    line = working.value, number(working.value, fixed=4)
    heights = _heights(metric, case, working)
    values, symbol = tuple(heights.values()), in_line(working.symbol)
    counted = tuple(k for k, value in enumerate(values, start=1) if value)
    return picture(Bars(values=values, names=tuple(heights), counted=counted, line=line, left=symbol)), working.line


def _heights(metric: Metric, case: Case, working: Derivation) -> dict[str, float]:
    """Return the bars of a metric of no ranking: what each rating or user adds, or 1 for each that is covered."""
    if step := working.per_rank:
        names = map(number, ACTUAL) if metric.kind == "rating" else case.data
        return dict(zip(names, np.abs(step.value).tolist(), strict=True))
    recommended = {item for items in LISTS.values() for item in items}
    covered = {user: bool(items) for user, items in LISTS.items()}
    if "catalogue" in metric.signature.parameters:
        covered = {item: item in recommended for item in WHOLE["catalogue"]}
    return {name: float(is_covered) for name, is_covered in covered.items()}


@cache
def code_of(metric: Metric) -> str:
    """Return the Python that computes a case of a metric of no ranking."""
    if metric.kind == "agreement":
        return f"explain({metric.name}, Votes.of_table({TABLE}))"
    needed = "".join(f", {key}={value!r}" for key, value in _needed(metric).items())
    return f"explain({metric.name}, {LISTS!r}{needed})"
