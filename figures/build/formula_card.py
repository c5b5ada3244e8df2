"""Write the formula card: every metric on one page, in each language, as HTML in docs/ and as PDF beside the lessons.

python -m figures.build.formula_card

Formulas, symbols and what they mean are what the derivations of the examples say; only the headings are here.
"""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from metrics_edu import Ranking, diversity, item_coverage, mae, measure, mse, novelty, rmse, set_language, user_coverage
from metrics_edu.files.safe_files import write_file
from metrics_edu.language import LANGUAGES, language
from metrics_edu.working import Derivation
from metrics_edu.working.html_style import HTML
from metrics_edu.working.steps import Step

PROJECT = Path(__file__).parents[2]
TEMPLATE = string.Template((Path(__file__).parent / "formula_card.html").read_text("utf-8"))
ONE_LIST = (
    "P@5",
    "Recall@5",
    "F1@5",
    "HR@5",
    "RR@5",
    "Rank",
    "AP@5",
    "Rankscore",
    "DCG@5",
    "nDCG@5",
    "ERR@5",
    "AUC",
    "Rp@5",
    "AvgRp@2+5",
)
WORDS = {
    "en": {
        "title": "The metrics on one page",
        "about": "The list of the examples has these grades, N is 0; an item that it misses has grade 3.",
        "letters": "From grade 1 on an item is relevant; i is a rank, n is how many ranks are read, u is a user.",
        "list": "One list",
        "users": "The mean over users, here of two lists",
        "ratings": "Predicted ratings",
        "beyond": "What no ranking metric asks, of four users",
        "symbols": "The symbols, and their values in the examples",
        "first": "first i with {symbol} = 1",
        "note": "Made by metrics_edu: what it writes here is what it computes. A convention may divide otherwise.",
    },
    "es": {
        "title": "Las métricas en una página",
        "about": "La lista de los ejemplos tiene estos grados, N es 0; un ítem que omite tiene grado 3.",
        "letters": "Desde el grado 1 un ítem es relevante; i es una posición, n es cuántas se leen, u es un usuario.",
        "list": "Una lista",
        "users": "El promedio sobre usuarios, aquí de dos listas",
        "ratings": "Ratings predichos",
        "beyond": "Lo que ningún ranking mide, de cuatro usuarios",
        "symbols": "Los símbolos y sus valores en los ejemplos",
        "first": "primer i con {symbol} = 1",
        "note": "Hecha por metrics_edu: lo que escribe aquí es lo que calcula. Una convención puede dividir de otra forma.",
    },
}


class Group(NamedTuple):
    """Metrics that share a heading, with their workings on an example."""

    heading: str
    derivations: list[Derivation]


def example() -> Ranking:
    return Ranking.parse("3 0 2 0 1 0", pool="3 3 2 1")


def groups() -> list[Group]:
    """Compute every metric on its example."""
    shown = {"A": ["a", "b"], "B": ["d"], "C": ["a", "b", "c"]}
    heard = {"a": 8, "b": 4, "c": 2, "d": 1, "e": 1}
    kinds = {"a": ["x"], "b": ["x"], "c": ["x", "y"], "d": ["y", "z"], "e": ["z"]}
    both = Ranking.batch([example(), Ranking.parse("0 3 0 0 0")])
    ratings = [4, 3, 5, 2], [5, 3, 3, 3]
    return [
        Group("list", [measure(name).explain(example()) for name in ONE_LIST]),
        Group("users", [measure(name).explain(both) for name in ("MRR@5", "MAP@5")]),
        Group("ratings", [metric.explain(*ratings) for metric in (mae, mse, rmse)]),
        Group(
            "beyond",
            [
                user_coverage.explain(shown, ["A", "B", "C", "D"]),
                item_coverage.explain(shown, heard),
                novelty.explain(shown, heard, base="2"),
                diversity.explain(shown, kinds),
            ],
        ),
    ]


def still(text: str) -> str:
    """Take away what only a screen needs: a term on paper is no button."""
    return re.sub(r' (?:role|tabindex|data-[\w-]+)="[^"]*"', "", text)


def row(derivation: Derivation) -> str:
    """Write a metric: its name, its formula, its value on the example."""
    forms = [still(form) for form in derivation.result.forms(HTML)]
    written = [*filter(None, [still(derivation.result.write_formula(HTML))]), *forms[:-1][-1:]]
    written = written or [WORDS[language()]["first"].format(symbol=HTML.symbol("rel_i"))]
    parts = [f"<span>{'= ' if k else ''}{form}</span>" for k, form in enumerate(written)]
    name = f"<dt>{HTML.symbol(derivation.symbol)} <small>{escape(derivation.title)}</small></dt>"
    return f'<div>{name}<dd>{" ".join(parts)}</dd><dd class="value">= <b>{forms[-1]}</b></dd></div>'


def symbols(every: list[Group]) -> Iterator[str]:
    """Write what each symbol is and means, once, in the order in which they come, beside the first metric that has it."""
    results = {derivation.symbol for group in every for derivation in group.derivations}
    seen = set(results)
    for group in every:
        for derivation in group.derivations:
            own = [step for step in derivation.steps if step.symbol not in seen and step.index != "u"]
            own = [step for step in own if "@2" not in step.symbol]
            seen |= {step.symbol for step in own}
            if own:
                yield f"<div><dt>{HTML.symbol(derivation.symbol)}</dt>{''.join(map(symbol, own))}</div>"


def symbol(step: Step) -> str:
    """Write a symbol, its formula or else its values, and why it is what it is."""
    written = still(step.write_formula(HTML)) or still(step.forms(HTML)[-1])
    why = f" <small>– {escape(step.why)}</small>" if step.why else ""
    return f"<dd>{HTML.symbol(step.symbol)} = {written}{why}</dd>"


def card(lang: str) -> str:
    """Write the page in a language."""
    before, words = language(), WORDS[lang]
    set_language(lang)
    try:
        every = groups()
        sections = [
            f"<section><h2>{escape(words[group.heading])}</h2>\n<dl>"
            + "\n".join(map(row, group.derivations))
            + "</dl></section>"
            for group in every
        ]
        ranking = example()
        marks = [(grade >= ranking.threshold, f"{grade:g}" if grade else "N") for grade in ranking.shown.tolist()]
        grades = "".join(
            f'<li class="{"relevant" if relevant else "other"}"><span>{rank}</span> <b>{mark}</b></li>'
            for rank, (relevant, mark) in enumerate(marks, start=1)
        )
        fills = {name: escape(text) for name, text in words.items()}
        return TEMPLATE.substitute(
            fills, lang=lang, grades=grades, metrics="\n".join(sections), meanings="\n".join(symbols(every))
        )
    finally:
        set_language(before)


def html_path(lang: str) -> Path:
    return PROJECT / "docs" / ("formulas.html" if lang == "en" else f"formulas.{lang}.html")


def pdf_path(lang: str) -> Path:
    return PROJECT / "notebooks" / lang / "formulas.pdf"


def digest(lang: str) -> bytes:
    """Say of which page a PDF was made, in a line that its readers skip."""
    return f"% HTML {hashlib.sha256(card(lang).encode()).hexdigest()}\n".encode()


def print_pages() -> dict[str, bytes]:
    """Print each page with Chromium, as A4; nothing where there is none."""
    from playwright.sync_api import sync_playwright

    from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, find_chromium

    chromium = find_chromium()
    if chromium is None:
        return {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        page, pages = browser.new_page(), {}
        for lang in LANGUAGES:
            page.set_content(card(lang))
            pages[lang] = page.pdf(format="A4") + digest(lang)
        browser.close()
    return pages


def main() -> None:
    """Write the HTML, and print it where there is Chromium."""
    for lang in LANGUAGES:
        write_file(html_path(lang), card(lang))
    for lang, pdf in print_pages().items():
        write_file(pdf_path(lang), pdf)


if __name__ == "__main__":
    main()
