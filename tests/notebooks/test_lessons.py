"""The lessons: what is built is what is written and translated, both languages say the same, and each gate can fail."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from babel.messages.catalog import Message
from hypothesis import given
from hypothesis import strategies as st

from metrics_edu.language import LANGUAGES
from notebooks.build import catalogues, lessons
from notebooks.build.lessons import Job, LessonError
from tests import lesson_blocks as blocks
from tests import lesson_checks as checks
from tools import translations

JOBS = lessons.jobs()
IN_ANOTHER_ORDER: dict[tuple[str, str], str] = {}
"""Cells in which the sentence wants its numbers, formulas or code in another order than in English, with the reason."""


# --- the gates: each gives a sentence for what is wrong with a lesson in a language ------------------------------


def english(job: Job) -> Job:
    return job._replace(language="en")


def is_translated(job: Job) -> Iterator[str]:
    yield from (f"{cell} is {state}" for cell, state in lessons.lacking(job).items())


def is_up_to_date(job: Job) -> Iterator[str]:
    if job.language != "en" and job.catalogue.read_text("utf-8") != lessons.updated(job):
        yield "`make messages` would write another catalogue"


def is_built(job: Job) -> Iterator[str]:
    built, wanted = (
        [(cell.cell_type, cell.id, cell.source) for cell in notebook.cells]
        for notebook in (lessons.read(job.built), lessons.in_language(job))
    )
    if built != wanted:
        yield f"`make notebooks` would write another notebook: {[one for one in wanted if one not in built]}"


def has_the_same_code(job: Job) -> Iterator[str]:
    codes = []
    for one in (english(job), job):
        cells = [cell for cell in lessons.read(one.built).cells if cell.cell_type == "code"]
        codes.append([line for cell in cells for line in [f"# {cell.id}", *cell.source.splitlines()]])
    changed = [(one, other) for one, other in zip(*codes, strict=False) if one != other]
    wanted = (
        [(lessons.LANGUAGE_LINE, lessons.LANGUAGE_LINE.replace("en", job.language))]
        if job.language != "en" and codes[0]
        else []
    )
    if changed != wanted or len(codes[0]) != len(codes[1]):
        yield f"more than the language differs: {changed}"


def pairs(job: Job) -> Iterator[tuple[str, str, str]]:
    """Give the cells that are text with what they say in English and in the job's language."""
    original, translation = (lessons.texts(lessons.read(one.built)) for one in (english(job), job))
    yield from ((cell, original[cell], text) for cell, text in translation.items() if cell in original)


def says_the_same(job: Job) -> Iterator[str]:
    for cell, original, text in pairs(job):
        in_order = (str(job), cell) not in IN_ANOTHER_ORDER
        yield from (f"{cell}: {found}" for found in blocks.differences(original, text, in_order=in_order))


def leaves_no_english(job: Job) -> Iterator[str]:
    if job.language != "en":
        for cell, original, text in pairs(job):
            yield from (f"{cell}: {found}" for found in blocks.left_in_english(original, text))


def has_its_own_decimal_mark(job: Job) -> Iterator[str]:
    for cell, text in lessons.texts(lessons.read(job.built)).items():
        yield from (f"{cell}: {found}" for found in checks.foreign_marks(text, job.language))


def has_no_prose_in_code(job: Job) -> Iterator[str]:
    for cell in lessons.read(job.built).cells:
        if cell.cell_type == "code":
            yield from (f"{cell.id}: {found}" for found in checks.prose_in_code(cell.source))


def has_no_name_that_reads_as_a_word(job: Job) -> Iterator[str]:
    for cell in lessons.read(job.built).cells:
        found = checks.names_that_are_words(cell.source, job.language if cell.cell_type == "markdown" else "code")
        yield from (f"{cell.id}: {one}" for one in found)


def has_headings_in_order(job: Job) -> Iterator[str]:
    yield from checks.headings(list(lessons.texts(lessons.read(job.built)).values()))


def was_executed(job: Job) -> Iterator[str]:
    yield from checks.outputs(lessons.read(job.built))


def prints_no_plain_floats(job: Job) -> Iterator[str]:
    if LANGUAGES[job.language] == ",":
        yield from checks.plain_floats(lessons.read(job.built))


def holds_nothing_of_this_machine(job: Job) -> Iterator[str]:
    yield from checks.metadata(lessons.read(job.built))


def has_no_dead_links(job: Job) -> Iterator[str]:
    yield from checks.dead_links(lessons.read(job.built), job.built.parent)


ALWAYS = (is_built, has_headings_in_order, was_executed, holds_nothing_of_this_machine, has_no_dead_links)
IN_EACH_LANGUAGE = (
    is_translated,
    is_up_to_date,
    has_the_same_code,
    says_the_same,
    has_its_own_decimal_mark,
    has_no_prose_in_code,
    prints_no_plain_floats,
    leaves_no_english,
    has_no_name_that_reads_as_a_word,
)


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_a_committed_lesson_passes_every_gate(job: Job) -> None:
    assert [f"{gate.__name__}: {found}" for gate in ALWAYS for found in gate(job)] == []


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_a_lesson_matches_across_languages(job: Job) -> None:
    assert [f"{gate.__name__}: {found}" for gate in IN_EACH_LANGUAGE for found in gate(job)] == []


def test_no_stale_notebook_or_catalogue_exists() -> None:
    for language in LANGUAGES:
        built = {path.stem for path in (lessons.NOTEBOOKS / language).glob("*.ipynb")}
        assert built == {job.stem for job in JOBS if job.language == language}
    catalogues = set((lessons.NOTEBOOKS / "locale").rglob("*.po"))
    assert catalogues == {job.catalogue for job in JOBS if job.language != "en"}


def test_every_listed_order_exception_is_needed() -> None:
    texts = {(str(job), cell): (one, other) for job in JOBS for cell, one, other in pairs(job)}
    assert [cell for cell in IN_ANOTHER_ORDER if not list(blocks.differences(*texts[cell]))] == []


# --- a made-up lesson, with which each gate is seen to fail ---------------------------------------------------

TITLE = """\
# A sample

AP is 0.5 of `R N`, or $0.5\\,\\text{each}$. See [the list](00_sample.ipynb#A-sample).

- one
- two

| list | value |
|---|---|
| 1 | 0.25 |

<details><summary>Answer</summary>

Yes.
</details>"""
TITULO = """\
# Un ejemplo

AP es 0,5 para `R N`, o $0{,}5\\,\\text{cada una}$. Vea [la lista](00_sample.ipynb#Un-ejemplo).

- uno
- dos

| lista | valor |
|---|---|
| 1 | 0,25 |

<details><summary>Respuesta</summary>

Sí.
</details>"""
TEXTS = {"title": TITLE, "check": "## Check\n\nNow its working."}
SPANISH = {"title": TITULO, "check": "## Compruebe\n\nAhora, el cálculo."}
CODES = {
    "imports": 'from pathlib import Path\n\nfrom metrics_edu import Ranking, measure, set_language\n\nset_language("en")',
    "explain": 'measure("P@2").explain(Ranking.parse("R N"))',
    "folder": "print(Path.cwd().name)",
}


def write_source(job: Job, **changed: str) -> None:
    cells = [("title", TEXTS), ("imports", CODES), ("check", TEXTS), ("explain", CODES), ("folder", CODES)]
    made = {id(TEXTS): nbformat.v4.new_markdown_cell, id(CODES): nbformat.v4.new_code_cell}
    notebook = nbformat.v4.new_notebook(
        cells=[made[id(kind)](changed.get(name, kind[name]), id=name) for name, kind in cells]
    )
    job.source.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, job.source)


def translate(job: Job, **changed: str) -> None:
    wanted = lessons.texts(lessons.read(job.source))
    entries = [
        catalogues.entry(name, text, Message(text, {**SPANISH, **changed}.get(name, ""), context=name))
        for name, text in wanted.items()
    ]
    job.catalogue.parent.mkdir(parents=True, exist_ok=True)
    job.catalogue.write_text(
        "\n".join([catalogues.HEADER.format(stem=job.stem, language=job.language), *entries]), "utf-8"
    )


@pytest.fixture(scope="module")
def executed(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("notebooks")
    sample = Job("00_sample", "es", folder)
    write_source(sample)
    translate(sample)
    lessons.build_all(lessons.jobs(folder))
    return folder


@pytest.fixture
def sample(executed, tmp_path) -> Job:
    shutil.copytree(executed, tmp_path / "notebooks")
    return Job("00_sample", "es", tmp_path / "notebooks")


def edit(path: Path, change: Callable[[Any], Any]) -> None:
    notebook = lessons.read(path)
    change({cell.id: cell for cell in notebook.cells} | {"": notebook})
    nbformat.write(notebook, path)


def in_built(change: Callable[[Any], Any]) -> Callable[[Job], None]:
    return lambda job: edit(job.built, change)


def in_text(before: str, after: str) -> Callable[[Job], None]:
    return in_built(lambda cells: cells["title"].update(source=cells["title"].source.replace(before, after)))


def in_code(line: str) -> Callable[[Job], None]:
    return in_built(lambda cells: cells["folder"].update(source=line))


def printing(text: str) -> Callable[[Job], None]:
    return in_built(lambda cells: cells["folder"].outputs[0].update(text=text))


def printing_in_a_test_cell(text: str) -> Callable[[Job], None]:
    graded = nbformat.from_dict({"nbgrader": {"grade": True}})
    return in_built(
        lambda cells: (cells["folder"].update(metadata=graded), cells["folder"].outputs[0].update(text=text))
    )


def in_catalogue(before: str, after: str) -> Callable[[Job], None]:
    def change(job: Job) -> None:
        text = job.catalogue.read_text("utf-8")
        assert before in text
        job.catalogue.write_text(text.replace(before, after), "utf-8")

    return change


ERROR = {"output_type": "error", "ename": "ValueError", "evalue": "", "traceback": []}
WARNING = {"output_type": "stream", "name": "stderr", "text": "careful"}
BROKEN = [
    (is_translated, lambda job: translate(job, check="")),
    (is_translated, in_catalogue('msgctxt "check"', '#, fuzzy\nmsgctxt "check"')),
    (is_translated, in_catalogue('msgctxt "check"', 'msgctxt "gone"')),
    (is_translated, lambda job: write_source(job, check="## Check it")),
    (is_up_to_date, in_catalogue('msgctxt "check"', '#~ msgid "old"\n#~ msgstr "viejo"\n\nmsgctxt "check"')),
    (is_up_to_date, lambda job: write_source(job, check="## Check it")),
    (is_built, in_text("Sí", "No")),
    (is_built, in_code("pass")),
    (is_built, in_built(lambda cells: cells["folder"].update(id="other"))),
    (is_built, in_built(lambda cells: cells[""].cells.pop())),
    (is_built, lambda job: translate(job, check="## Otra cosa")),
    (has_the_same_code, in_code("pass")),
    (has_the_same_code, in_built(lambda cells: cells["imports"].update(source=CODES["imports"]))),
    (has_the_same_code, in_built(lambda cells: cells[""].cells.pop())),
    (says_the_same, in_text("0,25", "0,52")),
    (leaves_no_english, in_text("Un ejemplo\n", "The sample\n")),
    (leaves_no_english, in_built(lambda cells: cells["check"].update(source=TEXTS["check"]))),
    (has_its_own_decimal_mark, in_text("0,25", "0.25")),
    (has_its_own_decimal_mark, in_text("0{,}5", "0.5")),
    (has_no_prose_in_code, in_code('Explorer(title="Ten items")')),
    (has_no_prose_in_code, in_code('Compare(a, b, names=["List", "item"])')),
    (has_no_name_that_reads_as_a_word, in_text("Sí", "X, Y")),
    (has_no_name_that_reads_as_a_word, in_text("Sí", "A tiene")),
    (has_no_name_that_reads_as_a_word, in_code('Predict("AP", {"X": a, "Y": b})')),
    (has_headings_in_order, in_text("# Un", "## Un")),
    (has_headings_in_order, in_built(lambda cells: cells["check"].update(source="### Compruebe"))),
    (has_headings_in_order, in_built(lambda cells: cells["check"].update(source="# Compruebe"))),
    (was_executed, in_built(lambda cells: cells["folder"].update(execution_count=7))),
    (was_executed, in_built(lambda cells: cells["folder"].update(execution_count=None))),
    (was_executed, in_built(lambda cells: cells["folder"].outputs.append(nbformat.from_dict(ERROR)))),
    (was_executed, in_built(lambda cells: cells["folder"].outputs.append(nbformat.from_dict(WARNING)))),
    (prints_no_plain_floats, printing("0.5")),
    (prints_no_plain_floats, printing_in_a_test_cell("0.5")),
    (
        prints_no_plain_floats,
        in_built(lambda cells: cells["explain"].outputs[0].data.update({"text/plain": "(0.5, 1)"})),
    ),
    (holds_nothing_of_this_machine, in_built(lambda cells: cells[""].metadata.update(widgets={}))),
    (holds_nothing_of_this_machine, in_built(lambda cells: cells["folder"].metadata.update(execution={}))),
    (holds_nothing_of_this_machine, printing("written to /home/ana/x")),
    (has_no_dead_links, in_text("00_sample.ipynb", "00_other.ipynb")),
    (has_no_dead_links, in_text("#Un-ejemplo", "#A-sample")),
    (has_no_dead_links, in_text("00_sample.ipynb#Un-ejemplo", "#A-sample")),
]


@pytest.mark.parametrize("gate", [*ALWAYS, *IN_EACH_LANGUAGE], ids=lambda gate: gate.__name__)
def test_a_gate_accepts_the_sample_and_has_a_failing_case(gate, executed) -> None:
    for language in ("en", "es"):
        assert list(gate(Job("00_sample", language, executed))) == []
    assert gate in {one for one, _breaks in BROKEN}


@pytest.mark.parametrize(("gate", "breaks"), BROKEN, ids=lambda given: getattr(given, "__name__", ""))
def test_a_gate_fails_on_a_broken_sample(gate, breaks, sample) -> None:
    breaks(sample)
    assert list(gate(sample)) != []


@pytest.mark.parametrize(
    ("text", "language", "wrong"),
    [
        ("0.5, 1", "en", False),
        ("0,5; 1 y $0{,}5$", "es", False),
        ("`0.5`, [a](v1.2.html) y Python 3.11, CC BY 4.0", "es", False),
        (r"$\min(6,5)$", "en", False),
        ("0,5", "en", True),
        ("0.5", "es", True),
        ("$0.5$", "es", True),
    ],
)
def test_foreign_marks_finds_wrong_decimal_marks(text, language, wrong) -> None:
    assert bool(list(checks.foreign_marks(text, language))) == wrong


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('Inverse(["RR same", "nDCG@5 other", "AP = 0.5"], Ranking.parse("R N R N"))', False),
        ('Explorer({"A": a}, measure="AP@10")  # NBVAL_IGNORE_OUTPUT', False),
        ('Ratings.read("../data/ratings.csv")', False),
        ("print(measure('AP').explain(a).line)", False),
        ('print(f"{a}{b}")', False),
        ('print(f"value: {a}")', True),
        ('print("value", a)', True),
        ('names = ["Pink Lady"]', True),
        ('f"{a} of all"', True),
        ('"""What a function does."""', True),
        ("x = 1  # try another", True),
        ('Compare(a, b, names=["List"])', True),
        ('{"item": a}', True),
        ('{"dropped": a}', True),
        ('{"dropped": x, "zero": y, "": f(unjudged="dropped")}', False),
        ('for short in ("pad", "shrink"):\n    measure("P@10", short=short)', False),
        ('Practice("04-few"), Predict("RMSE", a), Predict("Item coverage", b)', False),
        ('compare("AP@3", a, ["trec_eval"])', False),
        ('check_metric("AP@5", f, call="[relevant], [shown], k")', False),
        ('check_metric("AP@5", f, call="relevant, listed, k")', True),
        ('f("relevant, shown, k")', True),
        ("### BEGIN SOLUTION", False),
        ("### BEGIN", True),
        ('["RR same", "P@5 > 0.5", "N R N", "u1", "4 2 0"]', False),
    ],
)
def test_prose_in_code_finds_prose_lines(line, found) -> None:
    assert bool(list(checks.prose_in_code(line))) == found


# --- notebooks/build/lessons.py ------------------------------------------------------------------------------------------


def test_each_language_runs_in_its_own_folder_and_language(executed) -> None:
    for language, value in (("en", "0.5"), ("es", "0,5")):
        cells = {cell.id: cell for cell in lessons.read(Job("00_sample", language, executed).built).cells}
        assert cells["folder"].outputs[0].text == f"{language}\n"
        assert cells["explain"].outputs[0].data["text/plain"].endswith(value)


def test_a_second_build_writes_the_same_bytes(sample) -> None:
    before = sample.built.read_bytes()
    lessons.build_all([sample])
    assert sample.built.read_bytes() == before


def test_a_built_cell_keeps_only_the_still_of_widgets() -> None:
    still = nbformat.v4.new_output("display_data", {"text/html": "<p>AP</p>"})
    widget = nbformat.v4.new_output("display_data", {lessons.WIDGET: {"model_id": "1"}})
    cell = nbformat.v4.new_code_cell(id="a", outputs=[still, widget])
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata=nbformat.from_dict(lessons.METADATA))
    assert lessons.settled(notebook).cells[0].outputs == [still]


def test_a_progress_bar_leaves_no_trace_in_the_output(sample) -> None:
    slow = "from metrics_edu import evaluate\nfrom metrics_edu.tables.scoring import progress_bar\n\nprogress_bar.LONG = -1\n"
    slow += "run = {1: [2]}\nprint(len(evaluate(run, run).mean))"
    write_source(sample, folder=slow)
    lessons.build_all([sample])
    assert [output.get("text") for output in lessons.read(sample.built).cells[-1].outputs] == ["3\n"]
    assert list(holds_nothing_of_this_machine(sample)) == []


def test_consecutive_prints_become_one_output(sample) -> None:
    write_source(sample, folder='print("a", flush=True)\nprint("b", flush=True)')
    lessons.build_all([sample])
    assert [output.get("text") for output in lessons.read(sample.built).cells[-1].outputs] == ["a\nb\n"]


@pytest.mark.parametrize(
    ("breaks", "sentence"),
    [
        (lambda job: translate(job, check=""), "es/00_sample: cell check is missing"),
        (in_catalogue('msgctxt "check"', '#, fuzzy\nmsgctxt "check"'), "es/00_sample: cell check is fuzzy"),
        (lambda job: write_source(job, check="## New"), "es/00_sample: cell check is fuzzy"),
        (lambda job: job.catalogue.unlink(), "es/00_sample: cell title is missing"),
        (in_catalogue('msgctxt "check"', 'oops "check"'), "es/00_sample.po: Unknown or misformatted keyword"),
        (lambda job: write_source(job, imports="import math"), "the last line of the first code cell must be set_lang"),
        (
            lambda job: write_source(job, folder="1 / 0"),
            "es/00_sample: cell folder: ZeroDivisionError: division by zero",
        ),
    ],
)
def test_a_failed_build_reports_its_cause(breaks, sentence, sample) -> None:
    breaks(sample)
    before = sample.built.read_bytes()
    with pytest.raises(LessonError, match=sentence):
        lessons.build_all([sample])
    assert sample.built.read_bytes() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_lecture_has_names_that_look_like_words(language) -> None:
    paths = sorted((lessons.NOTEBOOKS / "lectures" / language).glob("*.ipynb"))
    cells = [cell for path in paths for cell in lessons.read(path).cells]
    kinds = [(cell.source, language if cell.cell_type == "markdown" else "code") for cell in cells]
    assert [found for kind in kinds for found in checks.names_that_are_words(*kind)] == []


def both(job: Job) -> list[Job]:
    return [english(job), job]


def test_a_failing_language_leaves_the_other_unchanged(sample) -> None:
    before = [job.built.read_bytes() for job in both(sample)]
    write_source(sample, title="# Another\n\nSample.", check="## New")
    with pytest.raises(LessonError, match="es/00_sample: cell check is fuzzy"):
        lessons.build_all(both(sample))
    assert [job.built.read_bytes() for job in both(sample)] == before
    lessons.build_all([english(sample)])  # asked for alone, it is written
    assert english(sample).built.read_bytes() != before[0]


@pytest.mark.parametrize("error", [RuntimeError("Kernel died"), OSError("no space"), KeyError("x")])
def test_a_failure_is_reported_and_other_lessons_are_built(error, sample, monkeypatch) -> None:
    other = sample._replace(stem="01_other")
    shutil.copy(sample.source, other.source)
    shutil.copy(sample.catalogue, other.catalogue)
    before = [job.built.read_bytes() for job in both(sample)]

    def fails(notebook: Any, job: Job) -> None:
        if job == sample:
            raise error

    monkeypatch.setattr(lessons, "execute", fails)
    with pytest.raises(LessonError, match=f"not built:\nes/00_sample: {type(error).__name__}: "):
        lessons.build_all([*both(sample), *both(other)])
    assert [job.built.read_bytes() for job in both(sample)] == before
    assert all(job.built.exists() for job in both(other))


def test_a_kernel_that_dies_is_reported(sample) -> None:
    write_source(sample, folder="import os\n\nos._exit(1)")
    with pytest.raises(LessonError, match="es/00_sample: cell folder: Kernel died"):
        lessons.build_all([sample])


def test_a_failed_write_leaves_no_partial_file(sample, monkeypatch) -> None:
    def full(_path: Path, _target: Path) -> None:
        raise OSError("no space left")

    before = sample.built.read_bytes(), sample.catalogue.read_bytes()
    monkeypatch.setattr(Path, "replace", full)
    write_source(sample, folder="print(1)")
    with pytest.raises(OSError, match="no space"):
        lessons.build_all([sample], run=False)
    write_source(sample, check="## New")
    with pytest.raises(OSError, match="no space"):
        lessons.update_all([sample])
    monkeypatch.setattr(translations, "catalogue", lambda _package: sample.catalogue)
    with pytest.raises(OSError, match="no space"):
        translations.collect(translations.PACKAGE)
    assert (sample.built.read_bytes(), sample.catalogue.read_bytes()) == before


def test_blank_lines_after_set_language_cause_no_second_one(sample) -> None:
    write_source(sample, imports=CODES["imports"] + "\n\n")
    for job in both(sample):
        lines = next(cell for cell in lessons.in_language(job).cells if cell.id == "imports").source.splitlines()
        assert [line for line in lines if "set_language(" in line] == [f'set_language("{job.language}")']
    lessons.build_all(both(sample), run=False)
    assert list(has_the_same_code(sample)) == []


def test_a_changed_cell_keeps_its_translation_as_fuzzy(sample) -> None:
    write_source(sample, check="## Check\n\nNow *all* of it.")
    lessons.update_all([sample])
    text = sample.catalogue.read_text("utf-8")
    assert '#, fuzzy\n#| msgid ""\n#| "## Check\\n"\n#| "\\n"\n#| "Now its working."\nmsgctxt "check"\n' in text
    write_source(sample, check="## Check\n\nNow some of it.")
    lessons.update_all([sample])
    twice = sample.catalogue.read_text("utf-8")
    assert twice == text.replace("Now *all* of it.", "Now some of it.")  # the text that it translates stays
    sample.catalogue.write_text(twice.replace("#, fuzzy\n", ""), "utf-8")
    lessons.update_all([sample])
    assert list(is_translated(sample)) == []
    assert "#|" not in sample.catalogue.read_text("utf-8")


def test_the_update_handles_new_removed_and_renamed_cells(sample, capsys) -> None:
    edit(sample.source, lambda cells: cells["check"].update(id="look"))
    edit(sample.source, lambda cells: cells[""].cells.append(nbformat.v4.new_markdown_cell("The end.", id="end")))
    edit(sample.source, lambda cells: cells[""].cells.pop(0))
    lessons.update_all([sample])
    gone = f"es/00_sample.po: there is no cell title any more, and its translation is dropped: {TITULO}\n"
    told = "es/00_sample.po: cell look is fuzzy\nes/00_sample.po: cell end is missing\n"
    assert capsys.readouterr().out == gone + told
    found = lessons.translations(sample)
    assert {name: message.string for name, message in found.items()} == {"look": SPANISH["check"], "end": ""}
    assert list(found) == ["look", "end"]
    text = sample.catalogue.read_text("utf-8")
    assert '#, fuzzy\n#| msgctxt "check"\nmsgctxt "look"\n' in text
    sample.catalogue.write_text(text.replace("#, fuzzy\n", ""), "utf-8")
    lessons.update_all([sample])
    assert "#|" not in sample.catalogue.read_text("utf-8")
    assert lessons.lacking(sample) == {"end": "missing"}


def test_a_new_duplicate_cell_copies_no_existing_translation(sample, capsys) -> None:
    again = nbformat.v4.new_markdown_cell(TEXTS["check"], id="again")
    edit(sample.source, lambda cells: cells[""].cells.append(again))
    lessons.update_all([sample])
    assert capsys.readouterr().out == "es/00_sample.po: cell again is missing\n"
    assert lessons.translations(sample)["again"].string == ""


def test_replacing_a_cell_reports_its_dropped_translation(sample, capsys) -> None:
    edit(sample.source, lambda cells: cells["check"].update(id="look", source="## Look"))
    lessons.update_all([sample])
    gone = f"es/00_sample.po: there is no cell check any more, and its translation is dropped: {SPANISH['check']}\n"
    assert capsys.readouterr().out == gone + "es/00_sample.po: cell look is missing\n"


def test_the_update_keeps_a_note_of_the_translator(sample) -> None:
    in_catalogue('msgctxt "check"', '# a note\nmsgctxt "check"')(sample)
    lessons.update_all([sample])
    assert '\n# a note\nmsgctxt "check"' in sample.catalogue.read_text("utf-8")


def test_an_unchanged_catalogue_is_not_rewritten(sample) -> None:
    lessons.update_all([sample])
    before = sample.catalogue.stat().st_mtime_ns
    lessons.update_all([sample])
    assert sample.catalogue.stat().st_mtime_ns == before


@given(st.text(min_size=1).filter(str.strip), st.text())
def test_any_catalogue_text_round_trips(tmp_path_factory, text, translation) -> None:
    job = Job("any", "es", tmp_path_factory.mktemp("any"))
    job.catalogue.parent.mkdir(parents=True)
    written = catalogues.entry("cell", text, Message(text, translation, context="cell"))
    job.catalogue.write_text(catalogues.HEADER.format(stem="any", language="es") + "\n" + written, "utf-8")
    message = lessons.translations(job)["cell"]
    assert (message.id, message.string) == (text, translation)
