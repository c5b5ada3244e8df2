"""What a reader takes from the page of a metric: a line to embed, the code for a notebook, exercises and the lesson."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics_edu.metrics.registry import Metric
from notebooks.build.lecture_types import Text
from website.build.documents.metric_data import ACTUAL, MARKS, MISSED, PREDICTED, Case, code_of
from website.build.documents.tree import Tree, link
from website.build.kept_closed_lists import closed_name
from website.build.lesson_addresses import lesson_address
from website.build.sources import PROJECT, WORDS

EXERCISES = {
    "predict": Text("Predict the value, then see the gap", "Predice el valor, y mira la diferencia"),
    "stepper": Text("Go through the steps", "Recorre los pasos"),
    "faded": Text("Fill in the steps", "Completa los pasos"),
    "drill": Text("Endless exercises: your own mistakes come back", "Ejercicios sin fin: tus propios errores vuelven"),
}
KINDS = {"ranking": [*EXERCISES], "rating": ["predict", "stepper", "faded"], "coverage": [], "agreement": []}
"""The exercises that the front page opens for a metric of each kind."""
LESSON = Text("Lesson", "Lección")
LESSON_ROW = re.compile(r"^\| (\d\d) \| \[.+?\]\(\.\./notebooks/en/.+?\) \| .+ \| .+ \|$", re.MULTILINE)
NOT_PUBLISHED = "https://OWNER.github.io/NAME/"


def question(metric: Metric) -> str:
    """Return what a widget of a metric is asked in an address."""
    if metric.kind == "ranking":
        return metric.label()
    pairs = ",".join(f"{predicted:g}:{actual:g}" for predicted, actual in zip(PREDICTED, ACTUAL, strict=True))
    return f"{metric.label()}&ratings={pairs}"


def embedding(metric: Metric, case: Case, tree: Tree) -> dict[str, str]:
    """Return the line that shows the metric in another page, and the code that shows it in a notebook."""
    home = WORDS["home"][tree.language]
    names = "Votes, explain" if metric.kind == "agreement" else "explain"
    made = {"notebook": f"from metrics_edu import {names}, {metric.name}\n{code_of(metric)}"}
    if metric.kind in ("coverage", "agreement"):
        return made
    address = f"{home}#stepper={question(metric)}".replace("&", "&amp;")
    made["notebook"] = (
        "from metrics_edu import Ratings\nfrom metrics_edu.widgets import Stepper\n"
        f'Stepper("{case.measure}", Ratings({[*PREDICTED]}, {[*ACTUAL]}))'
    )
    if metric.kind == "ranking":
        address = f"{home.removesuffix('index.html')}lists/{closed_name(metric)}.html"
        made["notebook"] = (
            "from metrics_edu import Ranking\nfrom metrics_edu.widgets import Explorer\n"
            f'Explorer(Ranking.parse("{MARKS}", relevant={MARKS.count("R") + MISSED}), measure="{case.measure}")'
        )
    host = tree.course or NOT_PUBLISHED
    frame = f'<iframe src="{host}{address}" title="{metric.label()}" width="100%" height="760"></iframe>'
    return {"embed": frame} | made


def exercises(metric: Metric, page: str, tree: Tree) -> Iterator[str]:
    """Yield links to the exercises that the front page opens for a metric, and to its lesson."""
    home = WORDS["home"][tree.language]
    for name in KINDS[metric.kind]:
        there = tree.address(page, f"{home}#{name}={question(metric)}")
        yield link(getattr(EXERCISES[name], tree.language), there)
    if number := lesson_of(metric):
        (lesson,) = (PROJECT / "notebooks" / tree.language).glob(f"{number}_*.ipynb")
        there = tree.address(page, lesson_address(f"{tree.language}/{lesson.name}"))
        yield link(f"{getattr(LESSON, tree.language)} {number}", there)


def lesson_of(metric: Metric) -> str:
    """Return the number of the first lesson whose row in docs/use.md names a metric; "" if none does."""
    names = "|".join(re.escape(name) for name in {metric.symbol.partition("{")[0], metric.label(), metric.title})
    rows = LESSON_ROW.finditer((PROJECT / "docs" / "use.md").read_text("utf-8"))
    return next((row[1] for row in rows if re.search(rf"\b({names})\b", row[0], re.IGNORECASE)), "")
