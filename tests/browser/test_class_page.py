"""The page of the class: axe finds nothing, it fits a narrow screen, and it prints without colour."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from homework.tests.homework_cases import RIGHT, hand_in, make_course
from metrics_edu import set_language
from metrics_homework import grade_folder
from tests.browser.driver import scheme, violations_in_each_scheme


@pytest.mark.parametrize(
    ("language", "words"),
    [pytest.param("en", "For manual review", marks=pytest.mark.slow), ("es", "Para revisar a mano")],
)
def test_the_page_of_the_class_is_accessible_and_prints_without_colour(
    browser: Browser, tmp_path: Path, language: str, words: str
) -> None:
    policy = make_course(tmp_path / "course", "hand: hand.csv")
    (policy.parent / "hand.csv").write_text("id,part,points\nzoe,MAP@3,1\n")
    hand_in(tmp_path / "in", "ana", ranking=RIGHT, claims={"MAP": 0.9123})
    hand_in(tmp_path / "in", "<img src=x onerror=alert(1)>" * 6, ranking='{"u1": [')
    grade_folder(
        tmp_path / "in", policy, tmp_path / "out", language=language, processes=1, figures=False, progress=False
    )
    set_language("en")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto((tmp_path / "out" / "class.html").as_uri())
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    expect(page.locator("main img")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations_in_each_scheme(page, "main") == []
    scheme(page, media="print")
    pixels = np.asarray(Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB"), dtype=int)
    assert np.ptp(pixels, axis=-1).max() == 0, "only greys"
    page.close()
