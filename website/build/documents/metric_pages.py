"""A page for each metric of the registry: a list to edit, every step, what each convention and each mistake gives of it."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterator
from functools import partial

from metrics_edu.language import _, number
from metrics_edu.metrics.registry import REGISTRY, Metric
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS, Misconception
from notebooks.build.lecture_types import Text
from tools.translations import definitions
from website.build.documents.metric_data import Case, cases_of, explained, grouped, page_name, slide_of
from website.build.documents.metric_links import embedding, exercises
from website.build.documents.tree import Tree, link, table, word_of
from website.build.documents.widgets_in_pages import live_list, still_stepper

WORDS = {
    "range": Text("Value: from {low} to {high}.", "Valor: de {low} a {high}."),
    "unbounded": Text("Value: from {low} on.", "Valor: de {low} en adelante."),
    "falls": Text("A lower value is better.", "Un valor más bajo es mejor."),
    "mean": Text("The mean over users is called {mean}.", "La media sobre los usuarios se llama {mean}."),
    "called": Text(
        "Other names, in English and in Spanish: {names}.", "Otros nombres, en inglés y en español: {names}."
    ),
    "contents": Text(
        "This page has a list to edit, the formula with every step, what each convention and library computes, and the mistakes.",
        "Esta página tiene una lista para editar, la fórmula con cada paso, qué calcula cada convención y "
        "biblioteca, y los errores.",
    ),
    "live": Text("Edit a list", "Edita una lista"),
    "lead": Text(
        "Six items, of which some are relevant (R), and one relevant item that is not shown. Every edit is computed at once.",
        "Seis ítems, algunos relevantes (R), y uno relevante que no se muestra. Cada edición se calcula al instante.",
    ),
    "stepper": Text("Step by step", "Paso a paso"),
    "steps": Text("The formula and every step", "La fórmula y cada paso"),
    "conventions": Text("What each convention gives", "Qué da cada convención"),
    "who": Text("Conventions", "Convenciones"),
    "what": Text("What they do", "Qué hacen"),
    "one": Text(
        "No library in the registry computes it in another way.",
        "Ninguna biblioteca del registro la calcula de otra manera.",
    ),
    "mistakes": Text("Mistakes, and the value of each", "Errores, y el valor de cada uno"),
    "about_values": Text("The right values: {values}.", "Los valores correctos: {values}."),
    "gives": Text("It gives {values}.", "Da {values}."),
    "seen": Text("Seen in: {seen}.", "Visto en: {seen}."),
    "others": Text(
        "Other mistakes change which users, items or ranks are read: {link}.",
        "Otros errores cambian qué usuarios, ítems o posiciones se leen: {link}.",
    ),
    "all_mistakes": Text("all mistakes with their codes", "todos los errores con sus códigos"),
    "source": Text("Source", "Fuente"),
    "take": Text("Take it with you", "Llévatelo"),
    "figure": Text("Figure for slides, SVG", "Figura para diapositivas, SVG"),
    "embed": Text("This list in the page of your course:", "Esta lista en la página de tu curso:"),
    "notebook": Text("In a notebook:", "En un notebook:"),
    "exercises": Text("Exercises", "Ejercicios"),
    "index": Text("The metrics", "Las métricas"),
    "index_lead": Text(
        "One page for each metric: a list to edit, every step, the value under each convention, and the mistakes.",
        "Una página por métrica: una lista para editar, cada paso, el valor según cada convención, y los errores.",
    ),
}
word = partial(word_of, WORDS)


def add_metrics(tree: Tree) -> None:
    """Add the page of each metric, and the page that lists them."""
    rows = [
        [link(metric.label(), f"{page_name(metric)}.md"), _(metric.title), _(definitions()[name])]
        for name, metric in REGISTRY.items()
    ]
    head = {"en": ["Metric", "In words", "Definition"], "es": ["Métrica", "En palabras", "Definición"]}[tree.language]
    tree.pages["metrics/index"] = f"# {word('index', tree)}\n\n{word('index_lead', tree)}\n\n{table(head, rows)}\n"
    for name in REGISTRY:
        tree.pages[f"metrics/{page_name(REGISTRY[name])}"] = metric_page(name, tree)


def metric_page(name: str, tree: Tree) -> str:
    """Return the page of a metric as Markdown."""
    metric, page = REGISTRY[name], f"metrics/{page_name(REGISTRY[name])}"
    cases = cases_of(metric)
    definition = _(definitions()[name])
    parts = [
        f"---\ndescription: {json.dumps(definition, ensure_ascii=False)}\n---\n# {metric.label()}: {_(metric.title)}",
        definition,
        " ".join(_facts(metric, tree)),
        *_live(metric, cases[0], page, tree),
        f"## {word('steps', tree)}",
        *(f"{case.words(tree.language)}\n\n```text\n{explained(case).text()}\n```" for case in cases),
        *_conventions(metric, cases, tree),
        *_mistakes(metric, cases, page, tree),
        f"## {word('source', tree)}\n\n{metric.source}.",
        *_takeaways(metric, cases[0], page, tree),
    ]
    return "\n\n".join(parts) + "\n"


def _facts(metric: Metric, tree: Tree) -> Iterator[str]:
    low, high = metric.bounds
    key = "range" if high < math.inf else "unbounded"
    yield word(key, tree, low=number(float(low)), high=number(float(high)) if high < math.inf else "")
    if metric.falls or metric.kind == "rating":
        yield word("falls", tree)
    if metric.mean:
        yield word("mean", tree, mean=_(metric.mean))
    if metric.called:
        yield word("called", tree, names=", ".join(metric.called))
    if metric.kind == "ranking":
        yield word("contents", tree)


def _live(metric: Metric, case: Case, page: str, tree: Tree) -> Iterator[str]:
    if metric.kind == "ranking":
        yield f"## {word('live', tree)}\n\n{word('lead', tree)}\n\n{live_list(page_name(metric), page, tree)}"
    elif metric.kind == "rating":
        yield f"## {word('stepper', tree)}\n\n{still_stepper(case.measure, case.data, page, tree)}"


def _conventions(metric: Metric, cases: list[Case], tree: Tree) -> Iterator[str]:
    if metric.kind != "ranking":
        return
    yield f"## {word('conventions', tree)}"
    rows = grouped(metric, cases)
    if len(rows) == 1:
        yield word("one", tree)
    heads = [case.measure for case in cases]
    yield table(
        [*heads, word("who", tree), word("what", tree)],
        [[*(f"**{value}**" for value in row.values), row.titles, row.reason] for row in rows],
    )
    yield "\n".join(f"- **{case.measure}**: {case.words(tree.language)}" for case in cases)


def _mistakes(metric: Metric, cases: list[Case], page: str, tree: Tree) -> Iterator[str]:
    made = {mistake: values for mistake in MISCONCEPTIONS.values() if (values := _given(mistake, metric, cases))}
    if not made:
        return
    yield f"## {word('mistakes', tree)}"
    right = ", ".join(f"{case.measure} = {number(explained(case).value, fixed=4)}" for case in cases)
    yield word("about_values", tree, values=right)
    for mistake, values in made.items():
        yield f"### `{mistake.code}` {{#{mistake.code}}}"
        case, _value = values[0]
        given = ", ".join(f"**{value}** ({case.measure})" for case, value in values)
        seen = [word("seen", tree, seen=mistake.seen)] if mistake.seen else []
        yield " ".join([mistake.sentence(case.computed), word("gives", tree, values=given), *seen])
    all_mistakes = link(word("all_mistakes", tree), tree.page_address(page, "mistakes"))
    yield word("others", tree, link=all_mistakes)


def _given(mistake: Misconception, metric: Metric, cases: list[Case]) -> list[tuple[Case, str]]:
    """Return the value that a mistake gives of each case in which it can be made and seen."""
    if metric.name not in mistake.measures or mistake.takes not in ("list", "ratings", "votes"):
        return []
    values = [(case, mistake.value(case.computed, case.data)) for case in cases]
    right = {case: explained(case).value for case in cases}
    return [
        (case, number(value, fixed=4))
        for case, value in values
        if not math.isnan(value) and not math.isclose(value, right[case], abs_tol=1e-9)
    ]


def _takeaways(metric: Metric, case: Case, page: str, tree: Tree) -> Iterator[str]:
    yield f"## {word('take', tree)}"
    if metric.kind != "agreement":
        yield from _figure(metric, case, page, tree)
    for key, code in embedding(metric, case, tree).items():
        yield f"{word(key, tree)}\n\n```{'html' if key == 'embed' else 'python'}\n{code}\n```"
    if found := list(exercises(metric, page, tree)):
        yield f"## {word('exercises', tree)}\n\n" + "\n".join(f"- {line}" for line in found)


def _figure(metric: Metric, case: Case, page: str, tree: Tree) -> Iterator[str]:
    figure, caption = slide_of(metric, case)
    path = tree.file(page).with_suffix(".svg")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(figure, "utf-8")
    address = path.name
    alternative = html.escape(caption)
    yield f'<a href="{address}" download><img src="{address}" alt="{alternative}" width="480" loading="lazy"></a>'
    yield f'<p><a href="{address}" download>{word("figure", tree)}</a></p>'
