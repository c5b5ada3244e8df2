"""Build the lessons in every language: what `make notebooks` and `make messages` run.

python -m notebooks.build.lessons messages [NAME ...]    bring the .po files up to date with notebooks/source
python -m notebooks.build.lessons build [NAME ...]       write and execute notebooks/en and notebooks/es

A lesson is written once, in English, in notebooks/source. Its text is translated cell by cell in notebooks/locale.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from babel.messages.catalog import Message
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from metrics_edu.files.safe_files import write_file
from metrics_edu.language import LANGUAGES
from metrics_edu.practice.lessons.lesson_progress import PARTS
from notebooks.build import catalogues, slide_cells
from notebooks.build import lesson_frame as frame
from notebooks.build.catalogues import LessonError

NOTEBOOKS = Path(__file__).parents[1]
TASKS = NOTEBOOKS.parent / "metrics_edu" / "practice" / "lessons" / "lesson_tasks.json"
LANGUAGE_LINE = 'set_language("en")'
TIMEOUT = 300  # seconds a cell
FRAME = re.compile(r"\{(?P<word>minutes|more|links|lectures)(?: (?P<number>\d\d))?\}")
WIDGET = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class Job(NamedTuple):
    """A lesson in a language."""

    stem: str
    language: str
    folder: Path = NOTEBOOKS

    @property
    def source(self) -> Path:
        """The lesson as it is written, in English."""
        return self.folder / "source" / f"{self.stem}.ipynb"

    @property
    def catalogue(self) -> Path:
        """The translation."""
        return self.folder / "locale" / self.language / f"{self.stem}.po"

    @property
    def built(self) -> Path:
        """The lesson as it is read."""
        return self.folder / self.language / f"{self.stem}.ipynb"

    @property
    def number(self) -> str:
        """Its number: "04"."""
        return self.stem.partition("_")[0]

    def __str__(self) -> str:
        return f"{self.language}/{self.stem}"


def jobs(folder: Path = NOTEBOOKS) -> list[Job]:
    """List the lessons in the languages that they are to be read in."""
    stems = sorted(path.stem for path in (folder / "source").glob("*.ipynb"))
    return [Job(stem, one, folder) for one in LANGUAGES for stem in stems]


def read(path: Path) -> NotebookNode:
    """Read a notebook whose cells have ids."""
    try:
        notebook: NotebookNode = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except FileNotFoundError as error:
        raise LessonError(f"there is no {path}: run `make notebooks`") from error
    except (nbformat.reader.NotJSONError, nbformat.ValidationError) as error:
        raise LessonError(f"{path.name} is no valid notebook: {error}") from error
    if not all("id" in cell for cell in notebook.cells):
        raise LessonError(f"{path.name} has a cell without an id: nbformat_minor must be 5")
    return notebook


def texts(notebook: NotebookNode) -> dict[str, str]:
    """Give what is to be translated, by the id of the cell."""
    return {cell.id: cell.source for cell in notebook.cells if cell.cell_type == "markdown" and cell.source.strip()}


def translations(job: Job) -> dict[str, Message]:
    """Read the translation of a lesson, by the id of the cell; nothing if there is none."""
    return {} if job.language == "en" else catalogues.translations(job.catalogue)


def lacking(job: Job) -> dict[str, str]:
    """Say of each cell what its translation lacks, if anything."""
    return {} if job.language == "en" else catalogues.problems(texts(read(job.source)), translations(job))


def updated(job: Job) -> str:
    """Write the .po file of a lesson again, after its source."""
    return catalogues.updated(job.stem, job.language, texts(read(job.source)), translations(job))


def translated(job: Job) -> NotebookNode:
    """Give a lesson with its texts in a language; what has no translation yet stays as it is."""
    notebook, messages = deepcopy(read(job.source)), translations(job)
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.id in messages:
            cell.source = str(messages[cell.id].string)
    return notebook


def in_language(job: Job) -> NotebookNode:
    """Give a lesson in a language, not yet executed."""
    notebook = translated(job)
    notebook.metadata = nbformat.from_dict(METADATA)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in code:
        cell.outputs, cell.execution_count = [], None
    for first in code[:1]:
        first.source = first.source.rstrip()
        if first.source.splitlines()[-1:] != [LANGUAGE_LINE]:
            raise LessonError(f"{job}: the last line of the first code cell must be {LANGUAGE_LINE}")
        first.source = first.source.removesuffix(LANGUAGE_LINE) + LANGUAGE_LINE.replace("en", job.language)
    write_frame(notebook, job)
    notebook.cells = [one for cell in notebook.cells for one in slide_cells.expanded(cell, job.language)]
    return notebook


def write_frame(notebook: NotebookNode, job: Job) -> None:
    """Write what a lesson says of itself and of the others: minutes, and links, also to the lectures."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = FRAME.sub(lambda found: framed(found, job), cell.source)


def framed(found: re.Match[str], job: Job) -> str:
    """Give what is put in the place of a word in braces."""
    if found["word"] == "lectures":
        return frame.lectures(job.language)
    if found["word"] != "links":
        return str(times(job, found["number"] or job.stem[:2])[found["word"] == "more"])
    stems = ["", *(one.stem for one in jobs(job.folder) if one.language == "en" and one.stem[0].isdigit()), ""]
    index = stems.index(job.stem)
    near = {stem: frame.title(translated(job._replace(stem=stem))) for stem in stems[index - 1 : index + 2] if stem}
    return frame.links(stems[index - 1], stems[index + 1], translated(job._replace(stem="index")), near)


def times(job: Job, number: str) -> tuple[int, int]:
    """Say how long a lesson takes in the language in which it is longest."""
    (stem,) = {one.stem for one in jobs(job.folder) if one.stem.startswith(number)}
    ends = frame.ends(read(job._replace(stem=stem).source))
    return max(frame.times(translated(job._replace(stem=stem, language=one)), *ends) for one in LANGUAGES)


def settled(notebook: NotebookNode) -> NotebookNode:
    """Remove what differs at each run or on another machine: Python's version, and widgets, whose stills stay."""
    notebook.metadata.language_info.pop("version", None)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("data", {}).keys() != {WIDGET}]
    return notebook


def execute(notebook: NotebookNode, job: Job) -> None:
    """Run the cells in a separate kernel, in the lesson's folder, without the learner's own progress."""
    begun: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if key != "METRICS_EDU_LANG"}
        environment["METRICS_EDU_PROGRESS"] = str(Path(folder) / "progress.json")
        client = NotebookClient(
            notebook,
            timeout=TIMEOUT,
            kernel_name="python3",
            extra_arguments=["--log-level=ERROR"],  # no warning about the kernel's own ports
            resources={"metadata": {"path": str(job.built.parent)}},
            coalesce_streams=True,  # a busy machine sends a printed line in pieces
            store_widget_state=False,
            record_timing=False,
            on_cell_start=lambda cell, cell_index: begun.append(cell.id),
        )
        try:
            asyncio.run(client.async_execute(env=environment))  # which closes its loop, also in a thread
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            why = f"{error.ename}: {error.evalue}" if isinstance(error, CellExecutionError) else str(error)
            raise LessonError(f"{job}: cell {begun[-1] if begun else '?'}: {why}") from error


def build(job: Job, *, run: bool = True) -> tuple[NotebookNode, float]:
    """Make a lesson in a language, without writing it; say how many seconds it took."""
    start = time.perf_counter()
    if states := lacking(job):
        raise LessonError("\n".join(f"{job}: cell {cell} is {state}" for cell, state in states.items()))
    notebook = in_language(job)
    job.built.parent.mkdir(exist_ok=True)  # in which it runs
    if run:
        execute(notebook, job)
    return settled(notebook), time.perf_counter() - start


def run_cell(cell: NotebookNode, names: dict[str, Any]) -> Any:
    """Run a cell here, with the names that the cells before it left; give what it shows."""
    *body, last = ast.parse(cell.source).body
    if not isinstance(last, ast.Expr):
        exec(compile(cell.source, cell.id, "exec"), names)
        return None
    exec(compile(ast.Module(body, []), cell.id, "exec"), names)
    return eval(compile(ast.Expression(last.value), cell.id, "eval"), names)


def sections(job: Job) -> dict[str, list[dict[str, Any]]]:
    """Return the sections of each part of a lesson that have tasks: their titles, and the tasks with their cells."""
    cells, ends = read(job.source).cells, frame.ends(read(job.source))
    headings = {one: frame.headings(translated(job._replace(language=one)).cells) for one in LANGUAGES}
    found: dict[str, dict[int, dict[str, Any]]] = {part: {} for part in PARTS}
    names: dict[str, Any] = {}
    known: set[str] = set()
    for position, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            continue
        with redirect_stdout(StringIO()):
            tasks = {name: cell.id for name in recorded([run_cell(cell, names)]) if name not in known}
        if tasks:
            last = len(frame.headings(cells[:position])) - 1
            titles = {one: headings[one][last] for one in LANGUAGES}
            new: dict[str, Any] = {"titles": titles, "tasks": {}}
            found[frame.part_at(position, *ends)].setdefault(last, new)["tasks"] |= tasks
            known.update(tasks)
    return {part: [*by_heading.values()] for part, by_heading in found.items()}


def recorded(shown: Iterable[Any]) -> list[str]:
    """Give the names of the parts that keep what was done."""
    return [*dict.fromkeys(name for part in shown if (name := getattr(part, "recorded_as", "")))]


def write_tasks(chosen: Sequence[Job]) -> None:
    """Write what the lessons ask into the package, which says how far a learner has come."""
    known = json.loads(TASKS.read_text("utf-8")) if TASKS.exists() else {}
    ours = [job for job in chosen if (job.folder, job.language) == (NOTEBOOKS, "en") and job.number.isdigit()]
    known |= {job.number: {"file": job.built.name} | sections(job) for job in ours}
    write_file(TASKS, json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False) + "\n")


def build_all(chosen: Sequence[Job], *, run: bool = True) -> None:
    """Make lessons, as many at a time as there are processors; write those that went well in all their languages."""
    start, failures = time.perf_counter(), {}
    built: dict[Job, NotebookNode] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for job, future in [(job, pool.submit(build, job, run=run)) for job in chosen]:
            try:
                built[job], seconds = future.result()
                print(f"{job}: {seconds:.1f} s", flush=True)
            except LessonError as error:
                failures[job] = str(error)
            except Exception as error:  # whatever it was, the other lessons are built and it is reported at the end
                failures[job] = f"{job}: {type(error).__name__}: {error}"
    failed = {job.stem for job in failures}
    for job, notebook in built.items():
        if job.stem not in failed:
            write_file(job.built, nbformat.writes(notebook) + "\n")
    if run:
        write_tasks([job for job in chosen if job.stem not in failed])
    if failures:
        raise LessonError("\n".join(["not built:", *failures.values()]))
    print(f"{len(chosen)} notebooks: {time.perf_counter() - start:.1f} s")


def update_all(chosen: Sequence[Job]) -> None:
    """Update the .po files, and say what is left to do in each."""
    for job in chosen:
        text = updated(job)
        for lost in catalogues.dropped(texts(read(job.source)), translations(job)):
            print(f"{job}.po: there is no cell {lost.context} any more, and its translation is dropped: {lost.string}")
        if not job.catalogue.exists() or job.catalogue.read_text(encoding="utf-8") != text:
            write_file(job.catalogue, text)
        for cell, state in lacking(job).items():
            print(f"{job}.po: cell {cell} is {state}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["messages", "build"])
    parser.add_argument("names", nargs="*", help="lessons, such as 04_average_precision or 04 (default: all)")
    parser.add_argument("--language", help="only this one, such as en")
    parser.add_argument("--no-execute", action="store_true", help="without outputs, for a quick look")
    options = parser.parse_args()
    names = tuple(options.names) or ("",)
    chosen = [job for job in jobs() if options.language in (None, job.language) and job.stem.startswith(names)]
    if not chosen:
        sys.exit(f"metrics_edu: there is no lesson {' or '.join(names)!r} in notebooks/source")
    try:
        if options.command == "messages":
            update_all([job for job in chosen if job.language != "en"])
        else:
            build_all(chosen, run=not options.no_execute)
    except LessonError as error:
        sys.exit(f"metrics_edu: {error}")


if __name__ == "__main__":
    main()
