"""The page "The examples of the slides": its text is that of the notebook, and its cards are made from the same rows."""

from __future__ import annotations

import html
import re
import string
from pathlib import Path
from typing import Any
from urllib.parse import quote

import mistune
import numpy as np
from bs4 import BeautifulSoup

from metrics_edu.language import language as current
from metrics_edu.language import number, set_language
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
from website.build.lesson_addresses import lesson_address
from website.build.markdown_twins import markdown_of
from website.build.page_policy import OWN_SCRIPTS, with_policy
from website.build.sources import PAGE_FOLDER, WORDS

SCRIPT = '\n<script type="module" src="../slides.js"></script>'
NAMES = {"en": "slides", "es": "slides.es"}
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


def write_slides(folder: Path) -> None:
    """Write the page in each language, its twin and its figures into the folder of the documents."""
    template = string.Template((PAGE_FOLDER / "document.html").read_text("utf-8"))
    before = current()
    for language, name in NAMES.items():
        set_language(language)
        cells = lessons.translated(lessons.Job("slides", language)).cells
        text = "\n".join(section(cell.source, language, folder) for cell in cells if cell.cell_type == "markdown")
        title = cells[0].source.partition("\n")[0].lstrip("# ")
        fills = {"lang": language, "title": title, "name": name, "home": WORDS["home"][language], "text": text + SCRIPT}
        page = template.substitute(fills)
        (folder / f"{name}.html").write_text(with_policy(page, OWN_SCRIPTS), "utf-8")
        (folder / f"{name}.md").write_text(markdown_of(BeautifulSoup(page, "html.parser")), "utf-8")
    set_language(before)


def section(source: str, language: str, folder: Path) -> str:
    """Return a cell of the notebook as HTML, with the cards of the document that it names."""
    source = re.sub(r" \[[^]]*\]\(index\.ipynb[^)]*\)", "", source)  # the site has its lessons elsewhere
    place = slide_cells.PLACE.search(source)
    text = str(mistune.html(slide_cells.PLACE.sub("", source)))
    if not place:
        return text
    cards = [card(example, language, folder) for example in EXAMPLES[place["document"]]]
    return f'{text}{lecture_links(place["document"], language)}<div class="examples">{"".join(cards)}</div>'


def lecture_links(document: str, language: str) -> str:
    """Return the links to the lists of a document one after another, and to its ready lecture with its sheets."""
    words = {key: html.escape(getattr(text, language)) for key, text in PAGE_WORDS.items()}
    name = LECTURE_OF[document]
    handout = f"../handouts/{language}/{name}"
    addresses = {
        "all": f"../{WORDS['home'][language]}#{html.escape(lecture_address(document, language))}",
        "lecture": f"../{lesson_address(f'lectures/{language}/{name}.ipynb')}",
        "handout": f"{handout}.html",
        "key": f"{handout}.key.html",
    }
    shown = [f'<a href="{address}">{words[key]}</a>' for key, address in addresses.items()]
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


def card(example: Example, language: str, folder: Path) -> str:
    """Return an example: its lists, the numbers that are printed and computed, its links, and the working."""
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
        links=links(widget, names["data"], f"../{WORDS['home'][language]}", fills)
        if widget
        else f'<a class="button" href="#{example.name}">{fills["here"]}</a> ',
        workings="".join(f"<pre>{html.escape(working.text())}</pre>" for working in workings),
        figure="" if widget else figure(shown, workings[0], folder / f"{example.name}.{language}.svg"),
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
