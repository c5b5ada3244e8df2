"""A PairedTest in the browser: keys, a swap, a query left out, and the two lists of a query in a Compare."""

from __future__ import annotations

from playwright.sync_api import expect

from metrics_edu import compare_runs
from metrics_edu.widgets import PairedTest
from tests.browser.bare import BarePage
from tests.browser.driver import clipped, expect_no_shortcuts, measure, press, resize, violations_in_each_scheme

JUDGED = {f"q{k}": ["a", "b"] for k in range(4)}
RUNS = {
    "base": {f"q{k}": ["x", "a", "y", "b"] for k in range(4)},
    "new": {"q0": ["a", "b"], "q1": ["a", "x", "b"], "q2": ["x", "a", "y", "b"], "q3": ["x", "y", "a", "b"]},
    "third": {f"q{k}": ["a", "x", "y", "b"] for k in range(4)},
}


def test_a_query_is_swapped_left_out_and_opened(bare_page: BarePage) -> None:
    test = PairedTest(compare_runs(RUNS, JUDGED, "AP"))
    resize(bare_page.page, 390)
    page = bare_page.show(test)
    numbers = page.locator(".me-numbers").first
    page.get_by_role("button", name="Swap the two values of q0").focus()
    press(page, "ArrowDown", "Enter")
    expect(page.get_by_role("button", name="Swap the two values of q1")).to_be_focused()
    expect(page.get_by_text("After your swaps the mean difference is")).to_be_visible()
    press(page, "Control+z")
    expect(page.get_by_text("After your swaps the mean difference is")).to_have_count(0)
    page.get_by_role("button", name="Leave q3 out").click()
    expect(numbers).to_contain_text("queries3")
    page.get_by_role("button", name="q1", exact=True).click()
    group = page.get_by_role("group", name="new", exact=True)
    expect(group.locator(".me-row")).to_have_count(3)
    group.locator(".me-toggle").nth(1).click()
    expect(group).to_contain_text("3 of 3 relevant")
    assert test.state == "v=1&run=1&query=2&out=4&swapped=&order=difference&flips=all"
    page.get_by_role("button", name="third", exact=True).click()
    expect(page.get_by_role("group", name="third", exact=True)).to_be_visible()
    assert clipped(page.locator(".metrics-edu").first) == []
    assert violations_in_each_scheme(page) == []
    expect_no_shortcuts(page.locator(".metrics-edu").first)
    page.get_by_role("button", name="q1", exact=True).click()
    expect(page.get_by_role("group", name="third", exact=True)).to_have_count(0)


def test_long_names_of_runs_leave_the_buttons_in_sight(bare_page: BarePage) -> None:
    resize(bare_page.page, 390)
    names = "bm25-baseline-v2", "monoT5-3b-msmarco-r100"
    page = bare_page.show(PairedTest({name: [0.1 * k, 0.5, 0.25] for k, name in enumerate(names)}))
    table = page.locator(".me-pairs")
    assert measure(table, "el => el.scrollWidth - el.clientWidth") == 0
