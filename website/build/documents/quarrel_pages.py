"""A page for each question on which tools give different values: the value of each side, and the tools that take it."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from metrics_edu import evaluate
from metrics_edu.language import _, number
from metrics_edu.metrics import CONVENTIONS, METRICS, Measure, Ranking
from metrics_edu.widgets import Explorer
from notebooks.build.lecture_types import Text
from website.build.documents.metric_data import GRADED, OF_GRADES, page_name
from website.build.documents.quarrels import QUARRELS, Quarrel, Runs, Side
from website.build.documents.tree import Tree, link, table, word_of
from website.build.documents.widgets_in_pages import live_list, still_stepper
from website.build.kept_closed_lists import START, STATES, ranking_of
from website.build.sources import WORDS as PAGE_WORDS

WORDS = {
    "title": Text("Why values differ", "Por qué difieren los valores"),
    "lead": Text(
        "Two tools give different values of the same metric. Each page has the smallest input that separates the sides.",
        "Dos herramientas dan valores distintos de la misma métrica. Cada página tiene los datos más pequeños que las separan.",
    ),
    "asked": Text("People ask", "La gente pregunta"),
    "values": Text("The values of each side", "Los valores de cada lado"),
    "live": Text("Edit the list; the table below it follows.", "Edita la lista; la tabla de abajo la sigue."),
    "side": Text("Side", "Lado"),
    "who": Text("Who", "Quiénes"),
    "gains": Text("With grades: the gain, step by step", "Con grados: la ganancia, paso a paso"),
    "explorer": Text(
        "The same list in the Explorer, where you choose gain and discount",
        "La misma lista en el Explorer, donde eliges ganancia y descuento",
    ),
    "input": Text("The input", "Los datos"),
    "code": Text("The same in Python", "Lo mismo en Python"),
    "threads": Text("Where people met it", "Dónde se encontró"),
    "more": Text("The metrics", "Las métricas"),
    "empty_skip": Text("left out of the mean", "fuera de la media"),
    "counts": Text("counts {value}", "cuenta {value}"),
}
word = partial(word_of, WORDS)


def add_quarrels(tree: Tree) -> None:
    """Add the page of each question, and the page that lists them."""
    rows = [f"- {link(getattr(quarrel.title, tree.language), f'{quarrel.name}.md')}" for quarrel in QUARRELS]
    tree.pages["quarrels/index"] = f"# {word('title', tree)}\n\n{word('lead', tree)}\n\n" + "\n".join(rows) + "\n"
    for quarrel in QUARRELS:
        tree.pages[f"quarrels/{quarrel.name}"] = quarrel_page(quarrel, tree)


def quarrel_page(quarrel: Quarrel, tree: Tree) -> str:
    """Return the page of a question as Markdown."""
    page = f"quarrels/{quarrel.name}"
    lead = getattr(quarrel.lead, tree.language)
    description = json.dumps(lead.partition(". ")[0], ensure_ascii=False)
    parts = [f"---\ndescription: {description}\n---\n# {getattr(quarrel.title, tree.language)}", lead]
    parts.append(f"*{word('asked', tree)}: {getattr(quarrel.asked, tree.language)}.*")
    parts += _live(quarrel, page, tree) if quarrel.sides else []
    parts += _graded(quarrel, page, tree) if quarrel.graded else []
    parts += _tables(quarrel.runs, tree) if quarrel.runs else []
    parts.append(f"## {word('threads', tree)}")
    parts.append("\n".join(f"- {thread(name)}: {getattr(text, tree.language)}" for name, text in quarrel.threads))
    metrics = dict.fromkeys(side.metric for side in quarrel.sides)
    if metrics:
        links = (link(METRICS[name].label(), f"../metrics/{page_name(METRICS[name])}.md") for name in metrics)
        parts.append(f"## {word('more', tree)}\n\n" + " · ".join(links))
    return "\n\n".join(parts) + "\n"


def thread(name: str) -> str:
    """Return the link to a public thread.

    >>> thread("AmenRa/ranx#19")
    '[AmenRa/ranx#19](https://github.com/AmenRa/ranx/issues/19)'
    """
    repository, _mark, number_of = name.partition("#")
    return link(name, f"https://github.com/{repository}/issues/{number_of}")


def _live(quarrel: Quarrel, page: str, tree: Tree) -> Iterator[str]:
    yield f"## {word('values', tree)}\n\n{word('live', tree)} {getattr(quarrel.hint, tree.language)}"
    yield live_list(quarrel.closed, page, tree, _sides_table(quarrel, tree))


def _sides_table(quarrel: Quarrel, tree: Tree) -> str:
    """Return the table of the sides as HTML: each cell has its text in every state of the closed list."""
    batch = Ranking.batch([ranking_of(*state) for state in STATES])
    names = list(dict.fromkeys(METRICS[side.metric].label(n=n) for side in quarrel.sides for n in quarrel.cutoffs))
    is_mixed = len(names) > len(quarrel.cutoffs)
    head = [word("side", tree), *(quarrel.cutoffs if is_mixed else names), word("who", tree)]
    cells = [f"<th>{'n = ' * isinstance(title, int)}{title}</th>" for title in head]
    rows = ["".join(cells)]
    for side in quarrel.sides:
        name = METRICS[side.metric].label() + ": " if is_mixed else ""
        values = "".join(_cell(_measure(side, n), batch) for n in quarrel.cutoffs)
        rows.append(f"<th>{name}{html.escape(said(side, tree))}</th>{values}<td>{html.escape(followers(side))}</td>")
    return '<table class="sides">' + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _measure(side: Side, n: int) -> Measure:
    return Measure(METRICS[side.metric], {"n": n, **({side.key: side.value} if side.key else {})})


def _cell(measure: Measure, batch: Ranking) -> str:
    texts = [number(value, fixed=4) if not math.isnan(value) else "–" for value in np.asarray(measure(batch)).tolist()]
    return f'<td data-values="{html.escape(json.dumps(texts, ensure_ascii=False))}">{texts[START]}</td>'


def said(side: Side, tree: Tree) -> str:
    """Return what a side does, in words."""
    if not side.key:
        return str(getattr(side.text, tree.language))
    if side.key == "empty":
        if side.value == "skip":
            return word("empty_skip", tree)
        return word("counts", tree).format(value=number(side.value))
    parameter = METRICS[side.metric].parameter(side.key)
    return _(parameter.words[side.value][0])


def followers(side: Side) -> str:
    """Return the conventions that take a side."""
    metric = METRICS[side.metric]
    if not side.key:
        return ", ".join(_(row.title) for row in CONVENTIONS.values() if metric.name in row.metrics)
    takes = {**metric.parameters}
    return ", ".join(
        _(row.title)
        for row in CONVENTIONS.values()
        if metric.name in row.metrics and (takes | {**row.metrics[metric.name]})[side.key] == side.value
    )


def _graded(quarrel: Quarrel, page: str, tree: Tree) -> Iterator[str]:
    yield f"## {word('gains', tree)}"
    yield f"{getattr(OF_GRADES, tree.language).capitalize()}."
    n = len(GRADED.shown)
    sides = [Side("ndcg", "gain", gain) for gain in quarrel.graded]
    rows = [[said(side, tree), number(_measure(side, n)(GRADED), fixed=4), followers(side)] for side in sides]
    yield table([word("side", tree), METRICS["ndcg"].label(n=n), word("who", tree)], rows)
    for side in sides[:2]:
        yield f"### {METRICS['ndcg'].parameter('gain').say(side.value).capitalize()}"
        yield still_stepper(_measure(side, n), GRADED, page, tree)
    address = f"{PAGE_WORDS['home'][tree.language]}#{Explorer(GRADED, measure=METRICS['ndcg'].label(n=n)).state}"
    yield link(word("explorer", tree), tree.address(page, address))


def _tables(runs: Runs, tree: Tree) -> Iterator[str]:
    yield f"## {word('input', tree)}\n\n{getattr(runs.shown, tree.language)}"
    rows = []
    for text, options in runs.sides:
        means = values_of(runs, options)
        called = ", ".join(f'`{key}="{value}"`' for key, value in options.items())
        rows.append([getattr(text, tree.language), called, *(f"**{number(means[name], fixed=4)}**" for name in means)])
    yield f"## {word('values', tree)}"
    yield table([word("side", tree), "`evaluate`", *values_of(runs, runs.sides[0][1])], rows)
    called = ", ".join(f'{key}="{value}"' for key, value in runs.sides[0][1].items())
    code = f"from metrics_edu import evaluate\n\nrun = {runs.recommendations}\njudged = {runs.judgments}\n"
    code += f"evaluate(run, judged, {[*runs.measures]}, {called}).mean"
    yield f"## {word('code', tree)}\n\n```python\n{code}\n```"


def values_of(runs: Runs, options: Any) -> dict[str, float]:
    """Return the means of a side, by the names of the measures."""
    found = evaluate(runs.recommendations, runs.judgments, [*runs.measures], progress=False, **options)
    return dict(found.mean)
