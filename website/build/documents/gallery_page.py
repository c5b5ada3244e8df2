"""The gallery: each widget as a small moving picture, with its link, its code for a notebook, and its documentation."""

from __future__ import annotations

import re
import shutil
from typing import NamedTuple

from notebooks.build.lecture_types import Text
from website.build.documents.figures_page import folded
from website.build.documents.tree import Tree
from website.build.lesson_addresses import lesson_address
from website.build.sources import PAGE_FOLDER, PROJECT, WORDS

FOLDER = PAGE_FOLDER / "gallery"
"""The pictures, which `make figures` takes."""
PAGES = {"en": "use.md", "es": "use.es.md"}
USED = re.compile(r"^>>> (?P<code>(?P<name>\w+)\(.*?\)) +# (?P<about>.+)$", re.MULTILINE)
"""A line of docs/use.md with a widget: what it is."""
SHARED = (
    "from metrics_edu import Ranking\n"
    'one, other = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)\n'
)
TITLE = Text("Gallery", "Galería")
LEAD = Text(
    "Every widget, in action. *Open* shows it in your browser; the code shows it in a notebook.",
    "Cada widget, en acción. *Abrir* lo muestra en tu navegador; el código lo muestra en un notebook.",
)
OPEN, NOTEBOOK, DOCS = Text("Open", "Abrir"), Text("In a notebook", "En un notebook"), Text("Docs", "Documentación")


class Widget(NamedTuple):
    """A widget: what the front page opens, its package, and its text and code where docs/use.md has none."""

    address: str
    package: str = "metrics_edu.widgets"
    about: Text = Text("", "")
    code: str = ""


HOMEWORK = "metrics_homework.widgets"
WIDGETS = {
    "Explorer": Widget("explorer"),
    "Stepper": Widget("stepper=AP"),
    "FadedStepper": Widget("faded=AP"),
    "Predict": Widget("predict=AP"),
    "Compare": Widget("compare"),
    "IdealList": Widget("ideal"),
    "Inverse": Widget("inverse"),
    "Practice": Widget("practice=04-pair"),
    "Quiz": Widget("lesson"),
    "Drill": Widget(
        "drill",
        about=Text("endless exercises: your own mistakes come back", "ejercicios sin fin: tus propios errores vuelven"),
        code='Drill("AP", "nDCG")',
    ),
    "Lecture": Widget(
        "lecture",
        about=Text("widgets in large type, one step at a time", "widgets en letra grande, un paso a la vez"),
        code='Lecture("Which is better?", Compare(one, other), "How AP is made", Stepper("AP@5", one))',
    ),
    "RankedList": Widget(
        "",
        about=Text("only the list, for your own code", "solo la lista, para tu propio código"),
        code="RankedList(one)",
    ),
    "FileDiagnosis": Widget(
        "diagnose",
        about=Text("two files and a number: which mistake gives it", "dos archivos y un número: qué error lo da"),
        code="FileDiagnosis()",
    ),
    "ExerciseSheet": Widget(
        "exercise",
        HOMEWORK,
        Text(
            "an exercise in class: every student gets other lists",
            "un ejercicio en clase: cada estudiante recibe otras listas",
        ),
        'ExerciseSheet(["AP@5"], class_code="iic3633")',
    ),
    "PollUpload": Widget(
        "poll",
        HOMEWORK,
        Text("which mistake each student of a class made", "qué error cometió cada estudiante del curso"),
        "PollUpload()",
    ),
    "SubmissionUpload": Widget(
        "",
        HOMEWORK,
        Text("check a submission before handing it in", "revisa una entrega antes de entregarla"),
        'SubmissionUpload("tarea1.yaml")',
    ),
}
"""In the order of the page; without an address, only a notebook shows it."""
QUIZ_LESSON = {"en": "en/04_average_precision.ipynb", "es": "es/04_average_precision.ipynb"}


def add_gallery(tree: Tree) -> None:
    """Add the gallery of a language, and copy its pictures into the site."""
    shutil.copytree(FOLDER / tree.language, tree.site / "gallery" / tree.language, dirs_exist_ok=True)
    text = (PROJECT / "docs" / PAGES[tree.language]).read_text("utf-8")
    used = {found["name"]: (found["code"], found["about"]) for found in USED.finditer(text)}
    cards = [card(name, *used.get(name, ("", "")), tree) for name in WIDGETS]
    title, lead = getattr(TITLE, tree.language), getattr(LEAD, tree.language)
    tree.pages["gallery"] = (
        f'# {title}\n\n{lead}\n\n<div class="gallery" markdown>\n\n' + "\n\n".join(cards) + "\n\n</div>\n"
    )


def card(name: str, code: str, about: str, tree: Tree) -> str:
    """Return the card of a widget."""
    widget = WIDGETS[name]
    code, about = code or widget.code, about or getattr(widget.about, tree.language)
    names = sorted({name, *(other for other in WIDGETS if f"{other}(" in code)})
    lines = f"{SHARED * ('one' in code)}from {widget.package} import {', '.join(names)}\n{code}"
    links = [f"[{getattr(DOCS, tree.language)}](api/{widget.package}.md#{name})"]
    if widget.address:
        links.insert(0, f"[{getattr(OPEN, tree.language)}]({tree.address('gallery', address(widget, tree.language))})")
    picture = tree.address("gallery", f"gallery/{tree.language}/{name}")
    has_still = (FOLDER / tree.language / f"{name}-still.webp").exists()
    still = f'<source media="(prefers-reduced-motion: reduce)" srcset="{picture}-still.webp">' * has_still
    shown = f'<picture>{still}<img src="{picture}.webp" alt="{name}" width="480" height="354" loading="lazy"></picture>'
    parts = [f"<section markdown>\n\n## {name}", shown, f"{about[0].upper()}{about[1:]}.", " · ".join(links)]
    parts.append(folded(getattr(NOTEBOOK, tree.language), f"```python\n{lines}\n```"))
    return "\n\n".join([*parts, "</section>"])


def address(widget: Widget, language: str) -> str:
    """Return the address that opens a widget, from the folder of the site."""
    if widget.address == "lesson":
        return lesson_address(QUIZ_LESSON[language])
    return f"{WORDS['home'][language]}#{widget.address}"
