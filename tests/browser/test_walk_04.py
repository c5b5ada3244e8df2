"""A student walks through lesson 04 with the keyboard alone, in both languages (in `make test` in one)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from jupyter_in_browser import Server
from playwright.sync_api import Page

from browser.walk_lessons import walk_through


@pytest.mark.parametrize("language", ["en", pytest.param("es", marks=pytest.mark.slow)])
def test_a_student_walks_through_the_lesson(
    lab_server: Server, open_notebook: Callable[..., Page], language: str
) -> None:
    walk_through(lab_server, open_notebook, "04_average_precision", language)
