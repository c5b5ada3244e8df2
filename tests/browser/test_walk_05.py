"""A student walks through lesson 05 with the keyboard alone, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.driver import Notebook
from tests.browser.walk_lessons import walk_through, ways


@pytest.mark.parametrize(("host", "language"), ways())
def test_a_student_walks_through_the_lesson(open_on: Callable[..., Notebook], host: str, language: str) -> None:
    walk_through(open_on, host, "05_ndcg", language)
