"""Write and run the ready lectures: notebooks/lectures/en and notebooks/lectures/es, from lecture_texts.py.

python -m notebooks.build.lectures [NAME ...]
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import nbformat

from metrics_edu import explain, set_language
from metrics_edu.files.safe_files import write_file
from metrics_edu.language import LANGUAGES, language, number
from notebooks.build import lessons
from notebooks.build.lecture_texts import LECTURES
from notebooks.build.lecture_types import LectureText, Slide, Text

FOLDER = lessons.NOTEBOOKS / "lectures"
VALUE = re.compile(r"\[([\w@+]+) (\w+)(?:\.([^\] ]+))?(?: (\w+)=(\w+))?\]")
"""A value in a text: measure, list, user, and the name and the value of an option."""
PARTS = ("Compare", "Explorer", "IdealList", "Inverse", "Predict", "Stepper")
HEAD = Text(
    """\
# Lecture: {title}

Ten minutes. Run the cells, press *Start the lecture*, then *⇱⇲* for the full screen.

- A clicker, Page Down, → or Space tells the next step; Page Up or ← hides it again.
- B or . makes the screen black, Home begins the slide again, Esc ends.
- A list can be edited on the stage at any time: what is hidden stays hidden, what is told follows.
- All values are ?? until they are told, so ask first.""",
    """\
# Clase: {title}

Diez minutos. Ejecuta las celdas, presiona *Empezar la clase* y luego *⇱⇲* para pantalla completa.

- Un control remoto, Av Pág, → o Espacio muestran el paso siguiente; Re Pág o ← lo ocultan otra vez.
- B o . dejan la pantalla en negro, Inicio empieza la lámina de nuevo, Esc termina.
- Una lista se puede editar en pantalla en todo momento: lo oculto sigue oculto, lo mostrado se actualiza.
- Todo valor es ?? hasta que se muestra, así que pregunta antes.""",
)
TABLE = Text(
    "## For the speaker\n\n| Minute | Slide | Say | Ask the class |\n|---|---|---|---|\n",
    "## Para quien expone\n\n| Minuto | Lámina | Di | Pregunta a la clase |\n|---|---|---|---|\n",
)
AFTER = Text(
    '`lecture.handout("handout.html", "{title}")` writes a sheet to print: questions with their lists, formulas, and '
    "blanks for the answers; with `key=True`, the answer key.",
    '`lecture.handout("handout.html", "{title}")` escribe una hoja para imprimir: preguntas, listas, fórmulas y espacios '
    "para responder; con `key=True`, la clave de respuestas.",
)


def in_words(text: LectureText, code: str, spoken: str) -> str:
    """Put the words of a language into code."""
    for english, spanish in text.words.items() if spoken == "es" else ():
        code = code.replace(f'"{english}"', f'"{spanish}"')
    return code


def stage(text: LectureText, spoken: str) -> str:
    """Write the cell of the lecture itself, with the notes and minutes of the lecturer's window."""
    lines = [
        f'    "{getattr(slide.title, spoken)}",\n' + (f"    {slide.part},\n" if slide.part else "")
        for slide in text.slides
    ]
    filled = values_in(text, spoken)
    notes = [filled(f"{getattr(slide.say, spoken)}\n{getattr(slide.ask, spoken)}".strip()) for slide in text.slides]
    written = "".join(f"        {json.dumps(note, ensure_ascii=False)},\n" for note in notes)
    plan = f"    notes=[\n{written}    ],\n    minutes={[slide.minutes for slide in text.slides]},\n"
    return f"lecture = Lecture(\n{''.join(lines)}{plan})\nlecture"


def imports(text: LectureText, spoken: str) -> str:
    """Write the first cell of code."""
    used = [part for part in PARTS if any(slide.part.startswith(part) for slide in text.slides)]
    parts = ", ".join(sorted([*used, "Lecture"]))
    return f'from metrics_edu import Ranking, set_language\nfrom metrics_edu.widgets import {parts}\n\nset_language("{spoken}")'


def minutes(text: LectureText) -> list[tuple[int, int]]:
    """Say from which minute to which each slide is shown."""
    ends = [sum(slide.minutes for slide in text.slides[: k + 1]) for k in range(len(text.slides))]
    return list(zip([0, *ends], ends, strict=False))


def names_of(text: LectureText, spoken: str) -> dict[str, Any]:
    """Return the lists of a lecture by their names."""
    names: dict[str, Any] = {}
    exec(f"{imports(text, spoken)}\n{in_words(text, text.lists, spoken)}", names)
    return names


def value_of(found: re.Match[str], names: dict[str, Any]) -> float:
    """Compute a value that a text names; of several lists, their mean."""
    measured, data, user, option, chosen = found.groups()
    of = names[data].user(user) if user else names[data]
    if isinstance(of, float):
        return of
    return float(explain(measured, of, **({option: chosen} if option else {})).value)


def values_in(text: LectureText, spoken: str) -> Callable[[str], str]:
    """Return what puts the values that the package computes into a text."""
    names = names_of(text, spoken)
    return lambda written: VALUE.sub(lambda found: number(value_of(found, names)), written)


def table(text: LectureText, spoken: str) -> str:
    """Write the speaker's table, with the values that the package computes."""
    rows = [row(slide, *when, spoken) for slide, when in zip(text.slides, minutes(text), strict=True)]
    return values_in(text, spoken)("\n".join(rows))


def row(slide: Slide, start: int, end: int, spoken: str) -> str:
    """Write of a slide what its speaker needs."""
    texts = [getattr(text, spoken).replace("|", "\\|") for text in (slide.title, slide.say, slide.ask)]
    return f"| {start}–{end} | {' | '.join(texts)} |"


def notebook(text: LectureText, spoken: str) -> Any:
    """Make a lecture in a language, not yet run."""
    before = language()
    try:
        rows, shown = table(text, spoken), stage(text, spoken)
    finally:
        set_language(before)
    make: Any = nbformat.v4  # untyped
    markdown, code = make.new_markdown_cell, make.new_code_cell
    title, about = getattr(text.title, spoken), getattr(text.about, spoken)
    cells = [
        markdown(getattr(HEAD, spoken).format(title=title), id="title"),
        code(imports(text, spoken), id="imports"),
        *([markdown(about, id="about")] if about else []),
        code(in_words(text, text.lists, spoken), id="lists"),
        code(shown, id="lecture"),
        markdown(getattr(TABLE, spoken) + rows, id="speaker"),
        markdown(getattr(AFTER, spoken).format(title=title), id="after"),
    ]
    return make.new_notebook(cells=cells, metadata=nbformat.from_dict(lessons.METADATA))


def main(chosen: list[str]) -> None:
    """Write the lectures, or those whose names begin so."""
    for spoken in LANGUAGES:
        for text in LECTURES:
            if not text.name.startswith(tuple(chosen) or ("",)):
                continue
            job = lessons.Job(text.name, spoken, FOLDER)
            job.built.parent.mkdir(parents=True, exist_ok=True)
            made = notebook(text, spoken)
            lessons.execute(made, job)
            write_file(job.built, nbformat.writes(lessons.settled(made)) + "\n")
            print(f"lectures/{job}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
