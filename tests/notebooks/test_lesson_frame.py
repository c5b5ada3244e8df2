"""What a lesson says of itself: minutes that can be counted again, and links to the lessons beside it. And the glossary."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from metrics_edu.language import LANGUAGES
from notebooks.build import lesson_frame as frame
from notebooks.build import lessons
from notebooks.build.lessons import Job

LESSONS = [job for job in lessons.jobs() if job.stem[0].isdigit()]
LONGEST = 45
"""Minutes of a main line, at most."""
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


def cells(*texts: str):
    """Markdown cells, and code cells for texts that begin with ">"."""
    new = nbformat.v4
    return [new.new_code_cell(text[1:]) if text[0] == ">" else new.new_markdown_cell(text) for text in texts]


@pytest.mark.parametrize(
    ("texts", "minutes"),
    [
        (["word " * 180], 1),
        (["word " * 90 + "<details><summary>" + "word " * 90 + r"</summary> [](a/b/c.md) $\frac{}{}$"], 1),
        ([">Predict('AP', a)\nPractice('x')"], 8.5),
        ([">measure('AP').explain(a)"], 0.5),
        (["**Try.**", ">Explorer(a)"], 3 + 1 / 180),
        (["**Try.**", ">1 + 1"], 2 + 1 / 180),
        (["**Predict.**\n\n**Try.**", ">Explorer(a)", "word"], 3 + 2 + 3 / 180),
        (["**Exercise.**", ">x.explain(a)", ">y"], 2.5 + 1 / 180),
        (["**Try.**", ">Explorer(a)", ">Quiz('x')"], 4 + 1 / 180),
        (["You **Try** it, **Predict** it."], 5 / 180),
    ],
)
def test_minutes_are_estimated_from_the_cells(texts, minutes):
    assert frame.minutes(cells(*texts)) == pytest.approx(minutes)


def test_practice_is_not_counted_in_the_minutes():
    lesson = nbformat.v4.new_notebook(cells=cells("word", "## Practice", ">Drill('AP')", "## More", ">Predict('AP')"))
    assert frame.times(lesson, *frame.ends(lesson)) == (5, 5)
    assert frame.ends(nbformat.v4.new_notebook(cells=cells("word", ">1"))) == (2, 2)


def text_of(job: Job, place: int) -> str:
    return str(lessons.read(job.built).cells[place].source)


def named(job: Job) -> list[int]:
    """The minutes that the first cell of a lesson names: those in bold, and those of More."""
    return [
        int(number)
        for number in re.findall(r"\*\*(\d+) minut|[,y] (?:and )?(\d+) m", text_of(job, 0))
        for number in number
        if number
    ]


@pytest.mark.parametrize("job", LESSONS, ids=str)
def test_the_stated_minutes_match_the_lesson(job):
    built = lessons.read(job.built).cells
    end, more = frame.ends(lessons.read(job.source))
    sections = [part for part in (built[:end], built[more:]) if len(part) > 1]
    told = named(job)
    assert len(told) == len(sections)
    for minutes, section in zip(told, sections, strict=True):
        words = sum(len(re.findall(r"[^\W\d_]{2,}", cell.source)) for cell in section if cell.cell_type == "markdown")
        code = "\n".join(cell.source for cell in section if cell.cell_type == "code")
        parts = sum(time * len(re.findall(rf"\b{name}\(", code)) for name, time in frame.PARTS.items())
        assert words / 220 + parts <= minutes, "a reader with 220 words a minute would need longer"
        assert frame.minutes(section) <= minutes < frame.minutes(section) + 7
    assert told[0] <= LONGEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_states_the_same_minutes(language):
    rows = re.findall(
        r"^\| (\d\d) .*\| (\d+) \|$", lessons.texts(lessons.read(Job("index", language).built))["lessons"], re.M
    )
    own = [(job.stem[:2], str(named(job)[0])) for job in LESSONS if job.language == language]
    assert rows == own


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_lesson_links_to_index_and_neighbours_at_both_ends(language):
    row = [job for job in LESSONS if job.language == language]
    near = {job.stem: {"index"} for job in row}
    for one, other in pairwise(near):
        near[one].add(other)
        near[other].add(one)
    for job in row:
        top = next(line for line in text_of(job, 0).splitlines() if "](index.ipynb" in line)
        for line in (top, text_of(job, -1)):
            assert set(re.findall(r"\]\((\w+)\.ipynb", line)) == near[job.stem]


def test_every_placeholder_in_braces_is_filled():
    for job in lessons.jobs():
        assert not [text for text in lessons.texts(lessons.read(job.built)).values() if lessons.FRAME.search(text)]


def test_the_student_glossary_matches_the_project_glossary():
    words = []
    for language in LANGUAGES:
        texts = lessons.texts(lessons.read(Job("glossary", language).built)).values()
        words.append(re.findall(r"^- \*\*(.+?)\*\*: ", "\n".join(texts), re.M))
    english, spanish = words
    rows = re.findall(r"^\| (\**[\w ,-]+?\**) \| ([^|]+?) \|", GLOSSARY.read_text("utf-8"), re.M)
    project = {english.strip("*"): re.split(r", (?!test)| \(", spanish)[0] for english, spanish in rows[1:]}
    wrong = {en: (es, project[en]) for en, es in zip(english, spanish, strict=True) if project.get(en, es) != es}
    assert wrong == {}
    assert len(project.keys() & {*english}) > 25
