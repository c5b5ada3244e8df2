"""The page "The examples of the slides": its text is that of the notebook, and its cards are made from the same rows."""

from __future__ import annotations

import html
import re
import string
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from metrics_edu.language import number
from metrics_edu.metrics import Ratings
from metrics_edu.plots.charts import picture
from metrics_edu.plots.figure_data import Bars
from metrics_edu.widgets import Explorer
from metrics_edu.widgets.core.still import shortened
from metrics_edu.working.labels import in_line
from notebooks.build import lessons, slide_cells
from notebooks.build.lecture_types import Text
from notebooks.build.slide_examples import EXAMPLES, Example
from notebooks.build.source_lectures import LECTURE_OF
from website.build.documents.tree import Tree
from website.build.lesson_addresses import lesson_address
from website.build.sources import WORDS

PAGE_WORDS = {
    "measure": Text("Measure", "Métrica"),
    "printed": Text("Printed there", "Impreso allí"),
    "computed": Text("Computed here", "Calculado aquí"),
    "working": Text("The working", "El cálculo"),
    "step": Text("in the working", "en el cálculo"),
    "stage": Text("On the stage, values hidden", "En pantalla, con valores ocultos"),
    "here": Text("This example", "Este ejemplo"),
    "all": Text("All its lists as a lecture", "Todas sus listas como clase"),
    "lecture": Text("The ready lecture, with notes", "La clase preparada, con notas"),
    "handout": Text("Handout", "Hoja para la clase"),
    "key": Text("Answer key", "Clave de respuestas"),
}
CARD = string.Template("""\
<article id="$name">
<h3>$title</h3>
<p class="note">$line</p>
$lists
<table><thead><tr><th>$measure</th><th>$printed</th><th>$computed</th></tr></thead><tbody>$rows</tbody></table>
$about
$figure
<p>$links<button type="button" data-copied="$copied">$copy</button> <span role="status"></span></p>
<details><summary>$working</summary>$workings</details>
</article>""")


def add_slides(tree: Tree) -> None:
    """Add the page of a language, and write its figures beside it."""
    cells = lessons.translated(lessons.Job("slides", tree.language)).cells
    text = "\n\n".join(section(cell.source, tree) for cell in cells if cell.cell_type == "markdown")
    address = tree.address("slides", "slides.js")
    tree.pages["slides"] = f'{text}\n\n<script type="module" src="{address}"></script>\n'


def section(source: str, tree: Tree) -> str:
    """Return a cell of the notebook, with the cards of the document that it names."""
    source = re.sub(r" \[[^]]*\]\(index\.ipynb[^)]*\)", "", source)  # the site has its lessons elsewhere
    place = slide_cells.PLACE.search(source)
    text = slide_cells.PLACE.sub("", source).strip()
    if not place:
        return text
    cards = [card(example, tree) for example in EXAMPLES[place["document"]]]
    return f'{text}\n\n{lecture_links(place["document"], tree)}\n\n<div class="examples">{"".join(cards)}</div>'


def lecture_links(document: str, tree: Tree) -> str:
    """Return the links to the lists of a document one after another, and to its ready lecture with its sheets."""
    language, name = tree.language, LECTURE_OF[document]
    addresses = {
        "all": f"{WORDS['home'][language]}#{lecture_address(document, language)}",
        "lecture": lesson_address(f"lectures/{language}/{name}.ipynb"),
        "handout": f"handouts/{language}/{name}.html",
        "key": f"handouts/{language}/{name}.key.html",
    }
    shown = [
        f'<a href="{html.escape(tree.address("slides", address))}">{html.escape(getattr(PAGE_WORDS[key], language))}</a>'
        for key, address in addresses.items()
    ]
    return f"<p>{' · '.join(shown)}</p>"


def lecture_address(document: str, language: str) -> str:
    """Return the address of a lecture of the lists of a document, each below its title."""
    widgets = [
        (getattr(example.title, language), eval(example.widget, slide_cells.names_of(example)))
        for example in EXAMPLES[document]
    ]
    lists = [(title, widget.state) for title, widget in widgets if isinstance(widget, Explorer)]
    return "&".join(
        [f"lecture={quote('|'.join(title for title, _state in lists))}", *(state for _title, state in lists)]
    )


def card(example: Example, tree: Tree) -> str:
    """Return an example: its lists, the numbers that are printed and computed, its links, and the working."""
    language, home = tree.language, tree.address("slides", WORDS["home"][tree.language])
    names = slide_cells.names_of(example)
    workings = [eval(printed.call, names) for printed in example.numbers]
    fills = {key: html.escape(getattr(text, language)) for key, text in PAGE_WORDS.items()}
    fills |= {key: html.escape(WORDS[key][language]) for key in ("copy", "copied")}
    rows = [
        [
            html.escape(in_line(working.symbol) + printed.list_name),
            slide_cells.there(printed, language, "<code>{}</code>"),
            number(working.value) if printed.value else fills["step"],
        ]
        for printed, working in zip(example.numbers, workings, strict=True)
    ]
    shown, about = eval(example.widget, names), getattr(example.about, language)
    widget = None if example.is_coverage else shown
    return CARD.substitute(
        fills,
        name=example.name,
        title=html.escape(getattr(example.title, language)),
        line=html.escape(getattr(slide_cells.LINE, language).format(line=example.line)),
        lists="".join(f"<p>{html.escape(line)}</p>" for line in lists_of(widget, names["data"])),
        rows="".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows),
        about=f"<p>{html.escape(about)}</p>" if about else "",
        links=links(widget, names["data"], home, fills)
        if widget
        else f'<a class="button" href="#{example.name}">{fills["here"]}</a> ',
        workings="".join(f"<pre>{html.escape(working.text())}</pre>" for working in workings),
        figure="" if widget else figure(shown, workings[0], tree.file("slides").with_name(f"{example.name}.svg")),
    )


def lists_of(widget: Any, data: Any) -> list[str]:
    """Return each list of an example as a line, a long one shortened; of a coverage, what each user got."""
    if widget is None:
        return [f"{user}: {', '.join(items) or '–'}" for user, items in data.items()]
    separator = "; " if isinstance(data, Ratings) else " "
    return [
        f"{one.heading}: {separator.join(shortened([mark or item for _rank, mark, item in one.rows], '…'))}. {one.missed}"
        for one in widget.printed().lists
    ]


def figure(heights: dict[str, bool], working: Any, path: Path) -> str:
    """Draw a coverage into a file, with a bar for each user or item and their share as a line; return the image."""
    values, symbol = tuple(map(float, heights.values())), in_line(working.symbol)
    line = working.value, number(working.value, fixed=4)
    counted = tuple(place for place, height in enumerate(values, start=1) if height)
    bars = Bars(values=values, names=tuple(heights), counted=counted, line=line, left=symbol)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(picture(bars), "utf-8")
    return f'<p><img alt="{html.escape(symbol)} = {line[1]}" src="{path.name}"></p>'


def links(widget: Any, data: Any, page: str, words: dict[str, str]) -> str:
    """Return the links to the stage and to the widget."""
    address = html.escape(address_of(widget, data))
    return (
        f'<a class="button" href="{page}#stage&amp;{address}">{words["stage"]}</a> '
        f'<a class="button" href="{page}#{address}">{type(widget).__name__}</a> '
    )


def address_of(widget: Any, data: Any) -> str:
    """Return the address that opens the widget of an example on the front page."""
    if not isinstance(data, Ratings):
        return str(widget.state)
    pairs = zip(np.ravel(data.predicted), np.ravel(data.actual), strict=True)
    return f"stepper={widget.derivation.symbol}&ratings={','.join(f'{one:g}:{other:g}' for one, other in pairs)}"
