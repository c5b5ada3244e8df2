"""Dragging a row: what interrupts it, what scrolls meanwhile, and where it ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from metrics_edu import Ranking, measure
from metrics_edu.widgets import Explorer, RankedList
from tests.browser.bare import BarePage
from tests.browser.driver import TALL, rectangle, resize, until

LIST = Ranking.parse("NRRNNRNNNRRR", relevant=8)
RANKS = "rows => rows.map(row => row.dataset.id)"
IDS = [f"i{k}" for k in range(12)]


def ids(page: Page) -> list[str]:
    """Return the shown items, in their order on the page."""
    found: list[str] = page.get_by_role("listbox").first.locator(".me-row").evaluate_all(RANKS)
    return found


HOLD_PREVIEWS = """() => {
    const { python } = window, now = Date.now();
    Date.now = () => now;  // no patience ends, however slow the machine is
    window.asked = [];
    let next;
    window.answer = () => next();
    window.python = async (id, sent) => {
        if (sent.message?.do === "preview") {
            window.asked.push(sent.message.edit.rank);
            await new Promise(resolve => { next = resolve; });
        }
        return python(id, sent);
    };
}"""


def asked_ranks(page: Page) -> list[int]:
    found: list[int] = page.evaluate("window.asked")
    return found


def below(page: Page, down: int) -> tuple[float, float]:
    """Return where the pointer is when it has moved a row from the top by a number of rows."""
    top = rectangle(page.get_by_role("listbox").first)
    height = rectangle(page.locator("ol .me-row").first)["height"]
    return top["x"] + 90, top["y"] + height * (down + 0.8)


def grab(page: Page, item: str, down: float) -> None:
    """Press a row by its label, and move it down by a number of rows."""
    row = rectangle(page.locator(f".me-row[data-id={item}]"))
    x, y, height = row["x"] + 90, row["y"] + row["height"] / 2, row["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 6)
    page.mouse.move(x, y + down * height, steps=6)


def test_escape_takes_a_dragged_row_back(bare_page: BarePage) -> None:
    page = bare_page.show(RankedList(LIST))
    grab(page, "i0", 3)
    assert ids(page) != IDS
    page.keyboard.press("Escape")
    expect(page.locator(".me-clone")).to_have_count(0)
    assert ids(page) == IDS
    page.mouse.up()
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


def tile(page: Page) -> Locator:
    return page.locator(".me-tile[aria-selected=true] .me-tile-value")


def written_ap(marks: str) -> str:
    return f"{measure('AP')(Ranking.parse(marks, relevant=8)):.4f}"


AP_AT = [written_ap(f"{'RRNNRNNNRRR'[:k]}N{'RRNNRNNNRRR'[k:]}") for k in range(12)]
"""AP with the item of rank 1 at each rank."""


@pytest.mark.parametrize("ends", ["drop", "escape"])
def test_the_value_follows_the_hand(bare_page: BarePage, ends: str) -> None:
    explorer = Explorer(LIST)
    page = bare_page.show(explorer)
    expect(tile(page)).to_have_text(AP_AT[0])
    for down in (1, 4, 2):
        grab(page, "i0", down + 0.3)
        expect(tile(page)).to_have_text(AP_AT[down])
        row = page.locator("ol .me-row[data-id=i0]")
        expect(row.locator(".me-rank")).to_have_text(str(down + 1))
        expect(page.locator(".me-clone .me-rank")).to_have_text(str(down + 1))
        assert explorer._session.past == ()
        page.keyboard.press("Escape")
        page.mouse.up()
        expect(tile(page)).to_have_text(AP_AT[0])
    grab(page, "i0", 3.3)
    expect(tile(page)).to_have_text(AP_AT[3])
    if ends == "escape":
        page.keyboard.press("Escape")
    page.mouse.up()
    expect(tile(page)).to_have_text(AP_AT[3 if ends == "drop" else 0])
    until(lambda: len(explorer._session.past), lambda: int(ends == "drop"))


def test_the_value_follows_a_held_key_which_is_one_edit(bare_page: BarePage) -> None:
    explorer = Explorer(LIST)
    page = bare_page.show(explorer)
    page.locator(".me-row[data-id=i0]").focus()
    page.keyboard.down("Alt")
    for down in range(1, 15):
        page.keyboard.down("ArrowDown")
        expect(tile(page)).to_have_text(AP_AT[min(down, 11)])
    for up in range(10, 4, -1):
        page.keyboard.down("ArrowUp")
        expect(tile(page)).to_have_text(AP_AT[up])
    assert explorer._session.past == ()
    page.keyboard.up("Alt")
    until(lambda: len(explorer._session.past), lambda: 1)
    assert explorer._state.user_lists.rank("i0") == 6
    expect(tile(page)).to_have_text(AP_AT[5])
    page.keyboard.down("Alt")
    page.keyboard.down("ArrowDown")
    page.keyboard.press("Escape")
    page.keyboard.up("Alt")
    expect(tile(page)).to_have_text(AP_AT[5])
    assert len(explorer._session.past) == 1


def test_one_preview_is_asked_for_at_a_time_and_then_the_newest(bare_page: BarePage) -> None:
    page = bare_page.show(Explorer(LIST))
    page.evaluate(HOLD_PREVIEWS)
    for down in range(1, 6):
        grab(page, "i0", 1.3) if down == 1 else page.mouse.move(*below(page, down))
    assert asked_ranks(page) == [2]
    page.evaluate("window.answer()")
    until(lambda: asked_ranks(page), lambda: [2, 6])
    expect(tile(page)).to_have_text(AP_AT[0])
    page.evaluate("window.answer()")
    expect(tile(page)).to_have_text(AP_AT[5])
    page.mouse.up()


def test_the_value_follows_the_hand_also_after_another_view(bare_page: BarePage) -> None:
    explorer = Explorer(LIST, n=1)
    page = bare_page.show(explorer)
    grab(page, "i0", 3.3)
    expect(tile(page)).to_have_text(AP_AT[3])
    explorer.act({"do": "metric", "key": "precision"})
    bare_page.tell()
    expect(tile(page)).to_have_text("1.0000")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(tile(page)).to_have_text("0.0000")


def test_two_views_of_a_widget_each_follow_the_hand(bare_page: BarePage) -> None:
    explorer = Explorer(LIST)
    page = bare_page.show(explorer, explorer)
    for view in (page.locator(".metrics-edu").first, page.locator(".metrics-edu").last):
        row = view.locator(".me-row[data-id=i0]")
        row.focus()
        page.keyboard.down("Alt")
        page.keyboard.down("ArrowDown")
        expect(view.locator(".me-tile[aria-selected=true] .me-tile-value")).to_have_text(AP_AT[1])
        page.keyboard.press("Escape")
        page.keyboard.up("ArrowDown")
        page.keyboard.up("Alt")


@pytest.mark.parametrize("event", ["pointerup", "pointercancel"])
def test_another_pointer_does_not_end_a_drag(bare_page: BarePage, event: str) -> None:
    page = bare_page.show(RankedList(LIST))
    grab(page, "i0", 3.3)
    page.evaluate("name => window.dispatchEvent(new PointerEvent(name, { pointerId: 99 }))", event)
    expect(page.locator(".me-clone")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".me-clone")).to_have_count(0)
    expect(page.locator(".me-row[data-id=i0]")).to_have_attribute("data-rank", "4")


def test_a_second_drag_before_python_answers_hides_no_row(bare_page: BarePage) -> None:
    page = bare_page.show(RankedList(LIST))
    page.evaluate("() => { window.python = () => new Promise(() => {}); }")
    missed = page.get_by_role("listbox").last.locator(".me-row").first
    missed_id = missed.get_attribute("data-id") or ""
    grab(page, missed_id, -3)
    page.mouse.up()
    dropped = ids(page)
    assert missed_id in dropped
    grab(page, missed_id, -2)
    assert ids(page) == dropped
    page.mouse.up()


def test_a_drop_that_python_does_not_answer_is_taken_back(bare_page: BarePage) -> None:
    page = bare_page.show(RankedList(LIST))
    page.evaluate("() => { window.python = () => new Promise(() => {}); }")
    grab(page, "i0", 3)
    page.mouse.up()
    assert ids(page) != IDS
    until(lambda: ids(page), lambda: IDS)


def test_a_wheel_moves_the_dragged_row_on(bare_page: BarePage) -> None:
    page = bare_page.show(RankedList(Ranking.parse("NR" * 15)))
    grab(page, "i0", 3)
    before = ids(page).index("i0")
    page.mouse.wheel(0, 150)
    until(lambda: ids(page).index("i0") > before + 3, lambda: True)
    page.mouse.up()


def test_a_row_at_the_edge_scrolls_its_list(bare_page: BarePage) -> None:
    page = bare_page.show(RankedList(Ranking.parse("NR" * 15)))
    grab(page, "i0", 14)
    until(lambda: ids(page).index("i0"), lambda: 29)
    page.mouse.up()
    expect(page.locator(".me-row[data-id=i0]")).to_have_attribute("data-rank", "30")


def test_a_copy_in_a_shadow_root_has_its_style(bare_page: BarePage) -> None:
    page = bare_page.show(RankedList(LIST), shadow=True)
    grab(page, "i0", 3)
    assert page.locator(".me-clone").evaluate("copy => getComputedStyle(copy).position") == "fixed"
    page.mouse.up()


def test_a_moved_row_keeps_the_focus_without_move_before(bare_page: BarePage) -> None:
    bare_page.page.evaluate("delete Element.prototype.moveBefore")
    page = bare_page.show(RankedList(LIST))
    row = page.locator(".me-row[data-id=i0]")
    row.focus()
    page.evaluate("""() => {
        window.lost = 0;
        document.querySelector(".metrics-edu").addEventListener("focusout", () => { window.lost += 1; });
    }""")
    for rank, key in ((2, "Alt+ArrowDown"), (3, "Alt+ArrowDown"), (2, "Alt+ArrowUp"), (1, "Alt+ArrowUp")):
        page.keyboard.press(key)
        expect(row).to_have_attribute("data-rank", str(rank))
    expect(row).to_be_focused()
    assert page.evaluate("window.lost") == 0
    assert ids(page) == IDS


def test_a_failed_paint_does_not_stop_the_next_one(bare_page: BarePage) -> None:
    page = bare_page.show(Explorer(LIST))
    page.evaluate("""() => {
        const setter = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
        const fail = () => { Object.defineProperty(Element.prototype, "innerHTML", setter); throw new Error("once"); };
        Object.defineProperty(Element.prototype, "innerHTML", { ...setter, set: fail });
    }""")
    page.locator(".me-row[data-id=i0] .me-toggle").click()
    expect(page.locator(".me-row[data-id=i0] .me-badge")).to_have_text("R")
    page.locator(".me-row[data-id=i0] .me-toggle").click()
    expect(page.locator(".me-row[data-id=i0] .me-badge")).to_have_text("N")


@pytest.mark.parametrize("scrolled", [150])
def test_the_cut_off_stays_below_its_rank_in_a_lecture(bare_page: BarePage, scrolled: int) -> None:
    page = resize(bare_page.page, **TALL)
    bare_page.show(Explorer(Ranking.parse("NR" * 10), measure="P", n=10))
    listbox = page.get_by_role("listbox").first
    listbox.evaluate("(list, top) => { list.scrollTop = top; }", scrolled)
    page.get_by_role("button", name="Lecture").click()
    expect(page.locator("dialog.me-lecture")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.me-lecture")).to_have_count(0)
    last = rectangle(page.locator(".me-row[data-last-read]"))
    assert abs(last["y"] + last["height"] - rectangle(page.locator(".me-cut-off"))["y"]) <= 1
