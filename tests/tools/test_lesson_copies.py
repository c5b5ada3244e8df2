"""`make lab` opens copies of the lessons: no change of a reader is lost, and none is in the way of a new version."""

import json
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest
from tornado.web import HTTPError

from tools.servers import lab, lesson_copies

PROJECT = Path(__file__).parents[2]
LESSON = Path("notebooks/en/04.ipynb")
COPY = Path("my_lessons/en/04.ipynb")
ASIDE = Path(f"my_lessons/en/04_{date.today()}.ipynb")


def notebook(source: str, output: str = "") -> str:
    return json.dumps({"cells": [{"source": [source], "outputs": [output]}]})


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    """Make a folder with one lesson, and a copy of it."""
    monkeypatch.chdir(tmp_path)
    LESSON.parent.mkdir(parents=True)
    LESSON.write_text(notebook("first"))
    assert lesson_copies.update() == []
    assert COPY.read_text() == notebook("first")


def test_a_changed_copy_stays_while_its_lesson_is_the_same():
    COPY.write_text(notebook("mine"))
    LESSON.write_text(notebook("first", "another picture"))
    assert lesson_copies.update() == []
    assert COPY.read_text() == notebook("mine")


def test_an_unchanged_copy_is_replaced_by_a_newer_lesson():
    LESSON.write_text(notebook("second"))
    assert lesson_copies.update() == []
    assert COPY.read_text() == notebook("second")
    assert lesson_copies.update() == []
    assert [path.name for path in COPY.parent.iterdir()] == [COPY.name]


def test_a_changed_copy_is_kept_beside_a_newer_lesson(capsys):
    for number in range(1, 4):
        COPY.write_text(notebook(f"mine {number}"))
        LESSON.write_text(notebook(f"version {number}"))
        lab.update_copies()
        assert COPY.read_text() == notebook(f"version {number}")
    kept = [ASIDE, ASIDE.with_stem(f"{ASIDE.stem}_2"), ASIDE.with_stem(f"{ASIDE.stem}_3")]
    assert [path.read_text() for path in kept] == [notebook(f"mine {number}") for number in range(1, 4)]
    printed = capsys.readouterr().out.splitlines()
    assert printed == [f"A lesson has a newer version: the copy that you changed is now {path}." for path in kept]


def test_a_copy_that_was_only_run_is_kept_also():
    COPY.write_text(notebook("first", "my list"))
    LESSON.write_text(notebook("second"))
    assert lesson_copies.update() == [ASIDE]
    assert ASIDE.read_text() == notebook("first", "my list")


@pytest.mark.parametrize("damaged", [None, "", "[]", "{}", '{"my_lessons/en/04.ipynb": 5}'])
def test_without_the_versions_no_change_is_lost(damaged):
    lesson_copies.VERSIONS.unlink()
    if damaged is not None:
        lesson_copies.VERSIONS.write_text(damaged)
    assert lesson_copies.update() == []
    COPY.write_text(notebook("mine"))
    lesson_copies.VERSIONS.unlink()
    assert lesson_copies.update() == [ASIDE]
    assert (COPY.read_text(), ASIDE.read_text()) == (notebook("first"), notebook("mine"))


def test_a_deleted_copy_is_made_again():
    COPY.unlink()
    assert lesson_copies.update() == []
    assert COPY.exists()


def test_a_lesson_with_marks_of_a_conflict_is_copied_as_it_is():
    LESSON.write_text("<<<<<<< HEAD")
    lesson_copies.update()
    assert COPY.read_text() == "<<<<<<< HEAD"


def test_copies_that_cannot_be_written_are_one_sentence():
    shutil.rmtree("my_lessons")
    Path("my_lessons").write_text("")
    with pytest.raises(
        SystemExit, match=r"^metrics_edu: the lessons cannot be copied to my_lessons: .*; move that .* writable\.$"
    ):
        lab.update_copies()


@pytest.mark.parametrize(
    ("page", "opened"),
    [
        ("notebooks/es/index.ipynb", "my_lessons/es/index.ipynb"),
        ("./notebooks/lectures/en/04_ndcg.ipynb", "my_lessons/lectures/en/04_ndcg.ipynb"),
        ("notebooks/source/04_average_precision.ipynb", "notebooks/source/04_average_precision.ipynb"),
        ("mine/en/index.ipynb", "mine/en/index.ipynb"),
        ("notebooks", "notebooks"),
    ],
)
def test_only_lessons_have_copies(page, opened):
    assert lesson_copies.copy_of(Path(page)) == Path(opened)
    if page != opened:
        with pytest.raises(HTTPError, match=opened):
            lesson_copies.refuse_lesson(path=f"/{page}", model={}, contents_manager=None)


def test_every_link_of_a_lesson_leads_to_a_copy_or_to_the_same_document(monkeypatch):
    monkeypatch.chdir(PROJECT)
    linked = 0
    for lesson in [path for path in lesson_copies.lessons() if path.suffix == ".ipynb"]:
        text = "".join("".join(cell["source"]) for cell in json.loads(lesson.read_text("utf-8"))["cells"])
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text):
            original = (lesson.parent / target).resolve().relative_to(PROJECT)
            from_copy = (lesson_copies.copy_of(lesson).parent / target).resolve().relative_to(PROJECT)
            assert from_copy == lesson_copies.copy_of(original), (lesson, target)
            linked += 1
    assert linked > 100


def test_git_ignores_the_copies():
    ignored = subprocess.run(["git", "check-ignore", "-q", COPY], cwd=PROJECT, check=False)
    assert ignored.returncode == 0


def test_make_clean_keeps_the_copies():
    shown = subprocess.run(["make", "--dry-run", "clean"], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert str(lesson_copies.COPIES) not in shown.stdout
