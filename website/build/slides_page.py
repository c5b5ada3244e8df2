"""The page "The examples of the slides": its text is that of the notebook, and its cards are made from the same rows."""

from __future__ import annotations

import html
import string
from pathlib import Path
from typing import Any

import mistune
import numpy as np

from metrics_edu.language import number, set_language
from metrics_edu.metrics import Ratings
from metrics_edu.widgets.core.printed_lists import printed_lists
from metrics_edu.widgets.core.still import shortened
from notebooks.build import lessons, slide_cells
from notebooks.build.lecture_texts import Text
from notebooks.build.slide_examples import EXAMPLES, Example
from website.build.page_policy import with_policy
from website.build.sources import PAGE_FOLDER, WORDS

OWN_SCRIPT = {"script-src": ["'self'"]}
"""What the page may run: the script that copies a link."""
SCRIPT = '\n<script type="module" src="../slides.js"></script>'
NAMES = {"en": "slides", "es": "slides.es"}
PAGE_WORDS = {
    "measure": Text("Measure", "Métrica"),
    "printed": Text("Printed there", "Impreso allí"),
    "computed": Text("Computed here", "Calculado aquí"),
    "working": Text("The working", "El cálculo"),
    "stage": Text("On the stage, values hidden", "En pantalla, con valores ocultos"),
    "here": Text("This example", "Este ejemplo"),
}
CARD = string.Template("""\
<article id="$name">
<h3>$title</h3>
<p class="note">$line</p>
$lists
<table><thead><tr><th>$measure</th><th>$printed</th><th>$computed</th></tr></thead><tbody>$rows</tbody></table>
$about
<p>$links<button type="button" data-copied="$copied">$copy</button> <span role="status"></span></p>
<details><summary>$working</summary>$workings</details>
</article>""")


def write_slides(folder: Path) -> None:
    """Write the page in each language into the folder of the documents."""
    template = string.Template((PAGE_FOLDER / "document.html").read_text("utf-8"))
    for language, name in NAMES.items():
        set_language(language)
        cells = lessons.translated(lessons.Job("slides", language)).cells
        text = "\n".join(section(cell.source, language) for cell in cells if cell.cell_type == "markdown")
        title = cells[0].source.partition("\n")[0].lstrip("# ")
        fills = {"lang": language, "title": title, "name": name, "home": WORDS["home"][language], "text": text + SCRIPT}
        (folder / f"{name}.html").write_text(with_policy(template.substitute(fills), OWN_SCRIPT), "utf-8")


def section(source: str, language: str) -> str:
    """Return a cell of the notebook as HTML, with the cards of the document that it names."""
    place = slide_cells.PLACE.search(source)
    cards = [card(example, language) for example in EXAMPLES[place["document"]]] if place else []
    return str(mistune.html(slide_cells.PLACE.sub("", source))) + "\n".join(cards)


def card(example: Example, language: str) -> str:
    """Return an example: its lists, the numbers that are printed and computed, its links, and the working."""
    names = slide_cells.names_of(example)
    workings = [eval(printed.call, names) for printed in example.numbers]
    rows = [
        [working.symbol, slide_cells.there(printed, language), number(working.value)]
        for printed, working in zip(example.numbers, workings, strict=True)
    ]
    fills = {key: html.escape(getattr(text, language)) for key, text in PAGE_WORDS.items()}
    fills |= {key: html.escape(WORDS[key][language]) for key in ("copy", "copied")}
    about = getattr(example.about, language)
    return CARD.substitute(
        fills,
        name=example.name,
        title=html.escape(getattr(example.title, language)),
        line=html.escape(getattr(slide_cells.LINE, language).format(line=example.line)),
        lists="".join(f"<p>{html.escape(line)}</p>" for line in lists_of(names["data"])),
        rows="".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in rows),
        about=f"<p>{html.escape(about)}</p>" if about else "",
        links=links(example, names, f"../{WORDS['home'][language]}", fills),
        workings="".join(f"<pre>{html.escape(working.text())}</pre>" for working in workings),
    )


def lists_of(data: Any) -> list[str]:
    """Return each list of an example as a line, a long one shortened."""
    if isinstance(data, dict):
        return [f"{user}: {', '.join(items) or '–'}" for user, items in data.items()]
    users = (
        {"": data} if isinstance(data, Ratings) or not data.is_batch else {user: data.user(user) for user in data.users}
    )
    return [
        f"{one.heading}: {' '.join(shortened([mark or item for _rank, mark, item in one.rows], '…'))}. {one.missed}"
        for one in printed_lists((name, ranking, None) for name, ranking in users.items())
    ]


def links(example: Example, names: dict[str, Any], page: str, words: dict[str, str]) -> str:
    """Return the links to the stage and to the widget; a coverage, which has no widget, has a link to itself."""
    if "(" not in example.widget:
        return f'<a class="button" href="#{example.name}">{words["here"]}</a> '
    widget = eval(example.widget, names)
    address = html.escape(address_of(widget, names["data"]))
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
