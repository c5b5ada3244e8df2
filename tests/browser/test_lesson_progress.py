"""The progress of a lesson in JupyterLab: it follows an answer in its output, and its links lead to the tasks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from metrics_edu.practice.record.learner_record import delete_progress
from tests.browser.driver import LAB, Notebook

LESSON = Path("notebooks", "es", "00_lists.ipynb")


@pytest.mark.slow
def test_progress_follows_an_answer_and_links_to_a_task(open_on: Callable[..., Notebook]) -> None:
    delete_progress()
    lesson = open_on(LAB, LESSON, viewport={"width": 1280, "height": 1600})
    lesson.show_all_cells()
    page = lesson.page
    shown = page.locator(".jp-OutputArea-output", has_text="parte principal 0 de 9")
    expect(shown).to_have_count(1)
    quiz = page.locator(".metrics-edu", has_text="¿Cuál de los tres movimientos cambia P@5?")
    quiz.get_by_role("radio", name="2").check()
    quiz.get_by_role("button", name="Revisar").click()
    expect(quiz.get_by_role("status")).to_contain_text("Es correcto.")
    shown = page.locator(".jp-OutputArea-output", has_text="parte principal 1 de 9")
    expect(shown).to_have_count(1)
    shown.get_by_role("link", name="Meta para Recall@5").click()
    cell = page.locator(".jp-CodeCell:visible", has_text='Inverse(["Recall@5 = 3/4"')
    expect(cell).to_be_in_viewport()
    expect(cell.locator(".metrics-edu")).to_be_focused()
