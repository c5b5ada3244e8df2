"""Edits with the mouse, what lights up, bursts, hostile names and states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.driver import HOSTS, TALL, Notebook, drag, on_page, rectangle, until

HOSTILE = {
    "tag": "<img src=x onerror=alert(1)>",
    "tex": r"$\href{javascript:alert(1)}{x}$",
    "entity": "&lt;b&gt; & ]]> -->",
    "long": "a" + "very long " * 18 + "name",
    "unbroken": "w" * 150,
    "emoji": "👩‍🔬🍎 z̸̢͝alg",
    "right to left": "תפוח (أحمر) 1/2",
    "hidden": "Ga\u200bla \u202eijuF",
    "new line": "two\nlines\t<br>",
    "quotes": '\'"` onload=alert(1) x="',
    "state": "a*1,b:c|d&e=f%20+g",
}
ONE_LINE = [
    " ".join(name.split()).replace("\u200b", "⟨U+200B⟩").replace("\u202e", "⟨U+202E⟩") for name in HOSTILE.values()
]
ISOLATES = {0x2068: None, 0x2069: None}
FOREIGN = "img, a, script, iframe, object, b > *, mjx-container, .MathJax, [onerror], [onload]"


@pytest.fixture(scope="module", params=HOSTS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(request.param, viewport=TALL)


def test_clicking_the_relevance_mark_toggles_a_row(notebook: Notebook) -> None:
    widget = notebook.show()
    before = widget.tile("AP").inner_text()
    widget.toggle("Gala").click()
    expect(widget.row("Gala").locator(".me-badge")).to_have_text("R")
    expect(widget.tile("AP")).not_to_have_text(before)
    expect(widget.tile("AP")).to_contain_text("▲ +")
    assert notebook.python("repr(e)") == "Explorer('RRRNNRNNNRRR', relevant=7)"
    notebook.expect_same_as_kernel(widget)


def test_a_row_can_be_dragged_within_the_list(notebook: Notebook) -> None:
    widget = notebook.show()
    drag(widget.row("Gala"), widget.row("Elstar"))
    widget.expect_labels("Fuji", "Jonagold", "Elstar", "Gala", "Boskop")
    drag(widget.row("Santana"), widget.row("Fuji"))
    widget.expect_labels("Santana", "Fuji", "Jonagold")
    expect(widget.row("Santana")).to_have_attribute("data-lit", "")
    expect(widget.row("Santana")).to_be_focused()
    notebook.expect_same_as_kernel(widget)


def test_a_row_can_be_dragged_between_shown_and_missed(notebook: Notebook) -> None:
    widget = notebook.show("three()")
    drag(widget.row("Item 2"), widget.row("Missed 1"))
    expect(widget.rows.nth(1)).to_contain_text("Item 3")
    notebook.expect_same_as_kernel(widget)
    assert sorted(widget.labels("Missed items")) == ["Item 2", "Missed 1"]
    drag(widget.row("Missed 1"), widget.row("Item 3"))
    expect(widget.row("Missed 1")).to_have_attribute("data-rank", "2")
    notebook.expect_same_as_kernel(widget)
    drag(widget.row("Item 4"), widget.row("Item 2"))  # it is not relevant: it goes back
    expect(widget.root.get_by_role("alert")).to_contain_text("Item 4 is not relevant")
    notebook.expect_same_as_kernel(widget)


def test_choosing_a_row_highlights_it_without_a_round_trip(notebook: Notebook) -> None:
    """Row, term and bar are lit in the click's own task, so no message was waited for."""
    widget = notebook.show()
    lit = "[...root.querySelectorAll('[data-lit][data-rank]')].map(el => el.classList[0] + el.dataset.rank).sort()"
    chosen = ["me-row3", "me-slot3", "me-term3"]
    row = f"root => {{ root.querySelector('.me-row[data-rank=\"3\"]').click(); return {lit}; }}"
    assert widget.root.evaluate(row) == chosen
    expect(widget.say).to_have_text(
        "Rank 3, Jonagold: 2 of the first 3 are relevant, so P@3 = 2/3. Divided by 6, it adds 0.1111."
    )
    widget.terms.and_(notebook.page.locator("[data-rank='6']")).click()
    expect(widget.row("Pinova")).to_have_attribute("data-lit", "")
    expect(widget.say).to_contain_text("Rank 6, Pinova")
    widget.bars.nth(9).click()
    expect(widget.row("Topaz")).to_have_attribute("data-lit", "")
    expect(widget.say).to_contain_text("Rank 10, Topaz")
    widget.button("Next term").click()
    expect(widget.row("Rubin")).to_have_attribute("aria-selected", "true")
    widget.button("Previous term").click()
    expect(widget.row("Topaz")).to_have_attribute("aria-selected", "true")
    expect(widget.root.locator("[aria-selected=true].me-row")).to_have_count(1)
    notebook.wait_for("e._state.chosen", "i9")


def test_fast_repeated_clicks_are_all_applied(notebook: Notebook) -> None:
    widget = notebook.show()
    widget.toggle("Boskop").evaluate("""async el => {
        for (let k = 0; k < 41; k++) { el.click(); await new Promise(done => setTimeout(done, 15)); }
    }""")
    notebook.wait_for("len(e._session.past)", 41)
    notebook.expect_same_as_kernel(widget)
    assert notebook.python("repr(e)") == "Explorer('NRRNRRNNNRRR', relevant=7)"
    expect(widget.row("Boskop").locator(".me-badge")).to_have_text("R")
    expect(widget.tile("AP").locator(".me-tile-value")).to_have_text(f"{notebook.python('e.derivation.value'):.4f}")


def test_fast_repeated_keys_are_all_applied(notebook: Notebook) -> None:
    widget = notebook.show('Explorer(Ranking.parse("NR" * 25), [f"item {k}" for k in range(1, 51)])')
    widget.row("item 4").focus()
    for _press in range(40):
        notebook.page.keyboard.press("Alt+ArrowDown")
    notebook.wait_for("len(e._session.past)", 40)
    expect(widget.row("item 4")).to_have_attribute("data-rank", "44")
    expect(widget.row("item 4")).to_be_focused()
    expect(widget.row("item 4")).to_be_in_viewport()
    notebook.expect_same_as_kernel(widget)
    assert widget.labels()[42:45] == ["item 44", "item 4", "item 45"]


def test_typed_text_and_caret_survive_an_edit_from_python(notebook: Notebook) -> None:
    widget = notebook.show()
    widget.row("Jonagold").click()
    widget.button("More").click()
    name = widget.root.get_by_label("Rename")
    name.fill("abcdef")
    name.evaluate("field => field.setSelectionRange(2, 4)")
    notebook.python("e.act({'do': 'toggle', 'id': 'i0'})")
    expect(widget.row("Gala").locator(".me-badge")).to_have_text("R")
    expect(name).to_be_focused()
    expect(name).to_have_value("abcdef")
    assert name.evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 4]
    expect(widget.row("Jonagold")).to_have_attribute("data-lit", "")


@pytest.fixture
def alarms(notebook: Notebook) -> Iterator[list[str]]:
    """What a hostile name may not bring about: dialogs, requests, errors."""
    found: list[str] = []
    heard: dict[str, Callable[[Any], None]] = {
        "dialog": lambda dialog: (found.append(dialog.message), dialog.dismiss()),
        "request": lambda request: found.append(request.url) if request.resource_type == "image" else None,
        "pageerror": lambda error: found.append(str(error)),
    }
    for event, hear in heard.items():
        notebook.page.on(event, hear)
    yield found
    for event, hear in heard.items():
        notebook.page.remove_listener(event, hear)


def test_hostile_item_names_appear_as_plain_text(notebook: Notebook, alarms: list[str]) -> None:
    widget = notebook.show(f'Explorer(Ranking.parse("NR" * 5 + "N", relevant=5), {list(HOSTILE.values())!r})')
    assert widget.labels() == ONE_LINE
    for k, name in enumerate(ONE_LINE):
        widget.rows.nth(k).click()
        expect(widget.say).to_contain_text(name)
        expect(widget.root.locator(".me-edit .me-name")).to_have_text(name)
    assert notebook.python("[item.label for item in Explorer.from_state(e.state)._state.user_lists.shown]") == ONE_LINE
    expect(widget.root.locator(FOREIGN)).to_have_count(0)
    widget.button("More").click()
    for name, shown in zip(HOSTILE.values(), ONE_LINE, strict=True):
        widget.root.get_by_label("Rename").fill(name)
        widget.button("OK").click()
        line = widget.root.locator(".me-line")
        until(lambda: f"is now called {shown}" in line.inner_text().translate(ISOLATES), lambda: True)  # noqa: B023
    expect(widget.root.locator(FOREIGN)).to_have_count(0)
    assert not alarms


def test_hostile_pasted_lists_appear_as_plain_text(notebook: Notebook, alarms: list[str]) -> None:
    widget = notebook.show()
    widget.button("Paste").click()
    widget.root.get_by_role("textbox", name="Paste a list").fill("\n".join(f"{name}\tR" for name in ONE_LINE))
    widget.button("Use this list").click()
    widget.expect_labels(*ONE_LINE[:2])
    notebook.expect_same_as_kernel(widget)
    assert widget.labels() == ONE_LINE
    expect(widget.root.locator(FOREIGN)).to_have_count(0)
    assert not alarms


def test_hostile_user_names_appear_as_plain_text(notebook: Notebook, alarms: list[str]) -> None:
    widget = notebook.show(f"Explorer({{name: Ranking.parse('NRR') for name in {list(HOSTILE.values())!r}}})")
    expect(widget.root.get_by_role("tab").and_(notebook.page.locator(".me-tab"))).to_have_text(
        [*ONE_LINE, "Mean of 11"]
    )
    widget.root.get_by_role("tab", name="Mean of 11").click()
    expect(widget.rows.locator(".me-note")).to_have_text(["2 relevant"] * len(ONE_LINE))
    for k, name in enumerate(ONE_LINE):
        widget.rows.nth(k).click()
        expect(widget.rows.nth(k)).to_contain_text(name)
        expect(widget.say).to_contain_text(name)
    drawn = {name if len(name) <= 12 else name[:11] + "…" for name in ONE_LINE}
    shown = widget.root.locator(".me-svg text")
    until(lambda: drawn - {text.strip() for text in shown.all_text_contents()}, set)
    expect(widget.root.locator(FOREIGN)).to_have_count(0)
    assert not alarms


def test_a_right_to_left_label_keeps_surrounding_text_in_order(notebook: Notebook) -> None:
    """Where characters are on the screen: the label's own from right to left, all else from left to right."""
    widget = notebook.show("Explorer(Ranking.parse('RNR'), ['תפוח', 'Pear', 'Fuji'])")
    widget.rows.first.click()
    place = """(el, letters) => letters.map(letter => {
        const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
        for (let node; node = walk.nextNode();) {
            const at = node.data.lastIndexOf(letter), range = document.createRange();
            if (at < 0) continue;
            range.setStart(node, at); range.setEnd(node, at + 1);
            return range.getBoundingClientRect().left;
        }
    })"""
    first, last, colon, words = widget.say.evaluate(place, ["ת", "ח", ":", "it is relevant"])
    assert last < first < colon < words
    for element in (widget.rows.first, widget.root.locator(".me-edit .me-who")):
        first, last = element.evaluate(place, ["ת", "ח"])
        assert last < first
    left = "els => els.map(el => el.getBoundingClientRect().left)"
    for part in (".me-rank", ".me-badge", ".me-label", ".me-row-term"):
        assert len(set(widget.rows.locator(part).evaluate_all(left))) == 1 or part == ".me-row-term"


def test_a_state_string_rebuilds_the_whole_view(notebook: Notebook) -> None:
    widget = notebook.show("three(n=3)")
    widget.root.get_by_role("tab", name="Ben").click()
    expect(widget.row("Item 2").locator(".me-badge")).to_have_text("N")  # Ana's was R
    widget.tile("nDCG@3").click()
    widget.toggle("Item 2").click()
    expect(widget.row("Item 2").locator(".me-badge")).to_have_text("R")
    working = ".me-work .me-form, .me-derivation .me-value, .me-where"
    parts = (".me-tab", ".me-tile", ".me-row", working, ".me-figure figcaption", ".me-setting")
    expect(widget.tile("nDCG@3")).to_have_attribute("aria-selected", "true")
    until(widget.state.input_value, lambda: notebook.python("e.state"))
    until(widget.root.locator("figcaption").text_content, lambda: on_page(notebook.python("e.figure['caption']")))
    state = widget.state.input_value()

    def texts() -> list[list[str]]:
        return [widget.root.locator(part).all_text_contents() for part in parts]

    before = texts()
    widget = notebook.show(f"Explorer.from_state({state!r})")
    expect(widget.row("Item 2")).to_have_attribute("data-lit", "")
    deltas = widget.root.locator(".me-delta").all_text_contents()  # the last edit is no part of a state
    assert deltas
    assert not any(deltas)
    after = texts()
    assert [part for part, old, new in zip(parts, before, after, strict=True) if old != new] == [".me-tile"]


def test_clicking_a_bar_focuses_its_row(notebook: Notebook) -> None:
    widget = notebook.show()
    widget.bars.nth(2).click()
    expect(widget.row("Jonagold")).to_be_focused()
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(widget.row("Jonagold")).to_have_attribute("data-rank", "2")
    expect(widget.row("Jonagold")).to_be_focused()


def test_an_empty_list_shows_what_to_do(notebook: Notebook) -> None:
    widget = notebook.show("Explorer(Ranking.parse('N'))")
    widget.row("Item 1").click()
    notebook.page.keyboard.press("Delete")
    expect(widget.root.get_by_text("Empty: add an item, or paste a list.")).to_be_visible()
    widget.button("Add item").first.click()
    expect(widget.rows).to_have_count(1)
    expect(widget.root.get_by_text("Empty: add an item, or paste a list.")).to_be_hidden()


def test_items_sharing_an_id_are_chosen_separately(notebook: Notebook) -> None:
    """Ids repeat from user to user and from paste to paste: a choice is sent to the kernel each time."""
    widget = notebook.show("three()")
    widget.row("Item 2").click()
    widget.root.get_by_role("tab", name="Ben", exact=True).click()
    expect(widget.state).to_have_value(re.compile("user=1"))
    widget.row("Item 2").click()
    expect(widget.state).to_have_value(re.compile("user=1&chosen=2"))
    widget.button("Paste").click()
    widget.root.locator("textarea").fill("RNRN")
    widget.button("Use this list").click()
    expect(widget.rows).to_have_count(4)
    widget.row("Item 2").click()
    expect(widget.state).to_have_value(re.compile("chosen=2"))


def test_keys_move_the_chosen_item_from_buttons_and_terms(notebook: Notebook) -> None:
    widget = notebook.show()
    widget.row("Jonagold").click()
    widget.button("Move down").click()
    expect(widget.row("Jonagold")).to_have_attribute("data-rank", "4")
    notebook.page.keyboard.press("Alt+ArrowDown")
    expect(widget.row("Jonagold")).to_have_attribute("data-rank", "5")
    widget.root.locator(".me-term[data-rank='5']").click()
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(widget.row("Jonagold")).to_have_attribute("data-rank", "4")


def test_an_emptied_number_field_restores_its_value(notebook: Notebook) -> None:
    widget = notebook.show("one(measure='P')")
    field = widget.root.get_by_role("spinbutton", name="Cut-off n")
    field.fill("")
    field.press("Enter")
    expect(field).to_have_value("10")


def test_choosing_an_item_in_a_long_list_shows_its_sentence(notebook: Notebook) -> None:
    widget = notebook.show("Explorer(Ranking.parse('NR' * 100))")
    widget.row("Item 4").click()
    expect(widget.say).to_have_text(
        "Rank 4, Item 4: 2 of the first 4 are relevant, so P@4 = 2/4. Divided by 100, it adds 0.0050."
    )
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(widget.say).to_contain_text("Rank 3, Item 4: 2 of the first 3")
    expect(widget.rows).to_have_count(200)


def test_changing_the_convention_keeps_the_list(notebook: Notebook) -> None:
    widget = notebook.show("Explorer(Ranking.parse('RNRNN', relevant=9), n=5, reads='n')")
    widget.settings.click()
    menu = widget.root.get_by_label("Convention", exact=True)
    groups = menu.locator("optgroup")
    assert groups.evaluate_all("all => all.map(one => one.label)") == [
        "Slides",
        "Libraries of recommenders",
        "Learning to rank",
        "RAG",
        "Search tools",
        "Old versions",
    ]
    assert groups.nth(2).locator("option").all_text_contents()[:2] == ["scikit-learn", "XGBoost"]
    rows = widget.labels()
    expect(widget.tile("AP@5")).to_contain_text("0.3333")
    menu.select_option("RecTools")
    expect(widget.root).to_contain_text("Convention: RecTools (Rankscore as on Parra's slides)")
    menu.select_option("trec_eval")
    expect(widget.tile("AP@5")).to_contain_text("0.1852")
    expect(widget.root).to_contain_text("Convention: trec_eval (Rankscore as on Parra's slides)")
    assert widget.labels() == rows
    notebook.expect_same_as_kernel(widget)
    menu.select_option("Parra (slides)")
    expect(widget.tile("AP@5")).to_contain_text("0.3333")
    expect(widget.tile("AP@5")).to_contain_text("▲")


def test_predicting_hides_the_value_until_the_answer_is_committed(notebook: Notebook) -> None:
    widget = notebook.show("Explorer(Ranking.parse('NRNR', relevant=2), n=3)")
    predict, told = widget.root.get_by_role("button", name="Predict"), widget.root.locator(".me-judged")
    predict.click()
    expect(widget.tile("AP")).to_contain_text("??")
    expect(widget.root.locator(".me-derivation .me-value")).to_have_text("??")
    expect(widget.root.locator(".me-row-term").filter(has_text="1/2")).to_have_count(0)
    expect(widget.root.locator(".me-svg svg")).to_have_count(0)
    field = widget.root.get_by_label("Your prediction")
    field.fill("much")
    field.press("Enter")
    expect(widget.root.locator(".me-guess").get_by_role("alert")).to_contain_text("you wrote “much”")
    expect(widget.tile("AP")).to_contain_text("??")
    expect(widget.root.locator(".me-say")).to_be_hidden()
    expect(widget.root.locator(".me-line")).to_have_text("The values appear after your prediction.")
    field.fill("0.3333")
    field.press("Enter")
    expect(told).to_contain_text("P@i was averaged over all ranks")
    expect(told.locator("b")).to_have_text("You predicted 0.3333: 0.1667 too low.")
    expect(widget.root.locator(".me-row[data-lit]")).to_have_count(0)
    expect(widget.tile("AP")).to_contain_text("0.5000")
    expect(widget.root.get_by_role("alert")).to_have_text("")
    expect(predict).to_be_focused()
    widget.row("Item 1").locator(".me-toggle").click()
    expect(told).to_have_text("")  # it was about another value
    predict.click()
    widget.button("Just show").click()
    expect(widget.tile("AP")).not_to_contain_text("??")
    expect(widget.root.get_by_label("Your prediction")).to_be_hidden()
    expect(predict).to_be_focused()


def test_a_prediction_in_one_of_two_views_keeps_the_focus_there(notebook: Notebook) -> None:
    notebook.run("e = Explorer(Ranking.parse('NRNR', relevant=2), n=3)\ndisplay(e)\ndisplay(e)")
    views = notebook.page.locator(".metrics-edu")
    expect(views).to_have_count(2)
    last = views.last
    predict, field = last.get_by_role("button", name="Predict"), last.get_by_label("Your prediction")
    predict.click()
    expect(field).to_be_focused()
    expect(views.first.get_by_label("Your prediction")).to_be_hidden()
    expect(views.first.locator(".me-derivation .me-value")).to_have_text("0.5000")
    field.fill("0.3333")
    field.press("Enter")
    expect(last.locator(".me-judged b")).to_have_text("You predicted 0.3333: 0.1667 too low.")
    expect(predict).to_be_focused()


def test_cut_off_buttons_in_the_list_set_the_cut_off(notebook: Notebook) -> None:
    widget = notebook.show("one(measure='P')")
    cut = widget.root.locator(".me-cut-off")
    for ranks in (9, 8):
        cut.get_by_role("button", name="Cut-off n: less").click()
        expect(widget.tile(f"P@{ranks}")).to_be_visible()
        expect(widget.root.locator(".me-row[data-last-read]")).to_have_attribute("data-rank", str(ranks))
        expect(widget.root.locator(".me-row.me-out")).to_have_count(12 - ranks)
    row, line = (rectangle(node) for node in (widget.root.locator(".me-row[data-last-read]"), cut))
    assert abs(row["y"] + row["height"] - line["y"]) <= 1, "it stands right below the last rank that is read"
    widget.tile("AP").click()
    expect(cut).to_be_hidden()


def test_a_rank_that_the_list_does_not_have_is_corrected_in_its_field(notebook: Notebook) -> None:
    widget = notebook.show()
    widget.row("Gala").click()
    rank = widget.root.get_by_label("to rank")
    before = rank.input_value()
    for text in ("", "0" if before == "1" else before):
        rank.fill(text)
        rank.press("Enter")
        expect(rank).to_have_value(before)


def test_a_state_opens_at_its_chosen_row(notebook: Notebook) -> None:
    widget = notebook.show("Explorer(Ranking([0, 1] * 20))")
    widget.row("Item 38").click()
    until(widget.state.input_value, lambda: notebook.python("e.state"))
    widget = notebook.show(f"Explorer.from_state({widget.state.input_value()!r})")
    expect(widget.row("Item 38")).to_have_attribute("data-lit", "")
    expect(widget.row("Item 38")).to_be_in_viewport()
