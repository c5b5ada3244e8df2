"""Pages to print: worksheets, which axe reads in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from typer.testing import CliRunner

from metrics_edu import set_language
from metrics_homework.cli import app
from tests.browser.driver import scheme, violations


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.mark.parametrize("language", ["en", "es"])
def test_axe_finds_no_violation_in_worksheets(page: Page, language: str, tmp_path: Path) -> None:
    roster, out = tmp_path / "roster.csv", tmp_path / "sheets.html"
    roster.write_text("id,name\nana,<b>Ana</b> Soto\nbeto,محمد\n", "utf-8")
    command = [
        "worksheets",
        "iic3633",
        str(roster),
        "-m",
        "AP@5,nDCG@12,RR@5",
        "-o",
        str(out),
        "--language",
        language,
    ]
    assert CliRunner().invoke(app, command).exit_code == 0
    page.goto(out.as_uri())
    assert violations(page, "html", whole=True) == []
    scheme(page, media="print")
    heads = page.locator("section > header")
    repeated = "all => all.map(one => [getComputedStyle(one).display, getComputedStyle(one).breakInside].join())"
    assert heads.evaluate_all(repeated) == ["table-header-group,avoid"] * 2, "on every page of a sheet"
