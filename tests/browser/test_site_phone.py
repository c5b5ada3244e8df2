"""Lesson 04 on a phone, by touch and in Spanish: from the front page to an answered task, over a reload, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from metrics_edu.language import set_language
from metrics_edu.practice import exercise
from tests.browser import test_site
from tests.browser.test_lesson_pages import READY, cell
from tests.browser.test_site import Site

folder, site, open_site = test_site.folder, test_site.site, test_site.open_site


@pytest.fixture
def phone(open_site: Callable[..., Page]) -> Page:
    """Give the front page on a phone whose language is Spanish."""
    viewport = {"width": 390, "height": 844}
    return open_site(viewport=viewport, has_touch=True, is_mobile=True, locale="es-CL")


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def test_a_lesson_works_by_touch_over_a_reload_and_back(phone: Page) -> None:
    phone.wait_for_url("**/es/index.html")
    phone.locator("[data-lesson='04']").tap()
    phone.wait_for_url("**/lessons/es/04_average_precision.html")
    predict = cell(phone, "points-predict")
    predict.get_by_role("textbox").fill("0,5")
    predict.get_by_role("button", name="Confirmar").tap()
    expect(phone.locator("#done")).to_have_text("1 de 17 hechas")
    phone.locator("#all").tap()
    practice = cell(phone, "map-practice")
    for place, solution in enumerate(exercise("04-map").solution()):
        practice.get_by_role("textbox").nth(place).fill(f"{solution.value:.3f}".replace(".", ","))
    practice.get_by_role("button", name="Revisar").tap()
    expect(practice.locator(".me-card-status")).to_contain_text("Todo correcto.")
    phone.reload()
    expect(phone.locator("#done")).to_have_text("2 de 17 hechas")
    phone.wait_for_selector(READY)
    expect(practice.locator(".me-card-status")).to_contain_text("Todo correcto.")
    phone.go_back()
    phone.wait_for_url("**/es/index.html")
    expect(phone.locator("[data-lesson='04'] em")).to_contain_text("parte principal 1 de 11")


def test_the_chosen_language_is_remembered(phone: Page, site: Site) -> None:
    phone.goto(f"{site.address}index.html#drill=AP")
    phone.wait_for_url("**/es/index.html#drill=AP")
    phone.goto(f"{site.address}es/index.html")
    phone.locator("[data-language=en]").tap()
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect(phone).to_have_url(f"{site.address}index.html")  # the choice is stored, and no longer in the address
    phone.goto(f"{site.address}index.html")
    expect(phone.locator("html")).to_have_attribute("lang", "en")
