"""What the browser has kept, or cannot keep: the site's page trusts none of it, loses nothing, and says what is the matter."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser import test_site
from tests.browser.driver import faint, until
from tests.browser.test_site import OVERFLOW, READY, Site
from tests.record_lines import DAMAGED, HEAD, READABLE, RIGHT

folder, site = test_site.folder, test_site.site
newcomer, visitor = test_site.newcomer, test_site.visitor

KEPT, ASIDE = "metrics_edu progress", "metrics_edu damaged lines"
RECORD = f"localStorage.getItem('{KEPT}')"
ANSWERED = '{{"name": "04-pair", "what": "right", "answers": ["{}"]}}'
FILL = """() => {   // all of the room that there is
    for (let size = 2 ** 22; size >= 1; size /= 2) {
        try { localStorage.setItem(`fill${size}`, "x".repeat(size)); } catch { /* the half of it */ }
    }
}"""
BLOCK = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });"
)
NONE = "Object.defineProperty(window, 'localStorage', { value: null });"
WORKER = """line => {
    let answered = false;
    window.Worker = class {   // no Python is needed here
        terminate() {}
        postMessage({ start, number }) {
            if (answered || !start || !line) return;
            answered = true;
            queueMicrotask(() => this.onmessage({ data: { done: number, progress: start.progress + line } }));
        }
    };
}"""
"""A worker whose Python notes this line in the record once, or none."""
SORT = "async text => (await import('/lessons_record.js')).sortLines(text)"


@pytest.fixture
def page(visitor: BrowserContext, site: Site) -> Iterator[Page]:
    """Give a page of a browser that has been here before, without a record, and no page of ours yet."""
    page = visitor.new_page()
    page.goto(site.address + "site.css")
    page.evaluate("() => { localStorage.clear(); indexedDB.deleteDatabase('JupyterLite Storage - /lite/'); }")
    yield page
    page.close()


@pytest.fixture(scope="module")
def sort(visitor: BrowserContext, site: Site) -> Iterator[Callable[[str], dict[str, object]]]:
    """Give the function that sorts the lines of a record, in one page for all."""
    page = visitor.new_page()
    page.goto(site.address + "site.css")
    yield lambda text: page.evaluate(SORT, text)
    page.close()


def open_with(page: Page, site: Site, record: str, address: str = "", path: str = "") -> None:
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEPT, record])
    page.goto(f"{site.address}{path}{'#' if address else ''}{address}")


def said(page: Page, trouble: str) -> Locator:
    """The notice about the record."""
    return page.locator(f"#record:visible span[data-record={trouble}]:visible")


def card(page: Page) -> Locator:
    return page.locator("[data-lesson='04'] em")


def answer(page: Page, text: str) -> None:
    field = page.locator("#widget input:visible").first
    field.fill(text)
    field.press("Enter")


def saved(page: Page, link: str) -> str:
    with page.expect_download() as download:
        page.locator(link).click()
    return download.value.path().read_bytes().decode("utf-8")


# --- damaged lines ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", DAMAGED, ids=range(len(DAMAGED)))
def test_the_page_sets_a_damaged_line_aside(sort: Callable[[str], dict[str, object]], line: str) -> None:
    text = "\n".join([HEAD, RIGHT, line, *READABLE])
    assert sort(text) == {"record": "\n".join([HEAD, RIGHT, *READABLE]), "damaged": [line]}


@pytest.mark.parametrize(
    "head", ["", "null", "\0", "A thesis", '{"kin', '{"kind": "thesis"}', '{"name": 5}', "[" * 100_000]
)
def test_a_record_without_a_header_gets_one(sort: Callable[[str], dict[str, object]], head: str) -> None:
    sorted_lines = sort(f"{head}\n{RIGHT}")
    assert sorted_lines == {"record": f"{HEAD}\n{RIGHT}", "damaged": [head] * bool(head)}


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("", "Damaged lines in your record: {}"),
        pytest.param("es/", "Líneas dañadas en tu registro: {}", marks=pytest.mark.slow),
    ],
)
def test_damaged_lines_are_set_aside_and_reported_without_stopping_python(
    page: Page, site: Site, path: str, count: str
) -> None:
    open_with(page, site, "\n".join([HEAD, *DAMAGED, RIGHT]), path=path)
    page.wait_for_selector(READY)
    expect(card(page)).to_contain_text("1 ")
    expect(said(page, "damaged")).to_contain_text(count.format(len(DAMAGED)))
    assert page.evaluate(RECORD) == f"{HEAD}\n{RIGHT}"
    assert [faint(page, "#record"), page.evaluate(OVERFLOW) <= 0] == [[], True]
    text = saved(page, "[data-save=damaged]:visible")
    assert text.split("\n")[: len(DAMAGED) - 1] == [line.replace("\ud800", "\ufffd") for line in DAMAGED[:-1]]
    page.reload()
    expect(said(page, "damaged")).to_be_visible()  # until it is done
    page.once("dialog", lambda asked: asked.accept())
    page.locator("#forget_damaged").click()
    expect(page.locator("#record")).to_be_hidden()
    assert page.evaluate(f"localStorage.getItem('{ASIDE}')") is None


@pytest.mark.slow  # damaged lines are also set aside
@pytest.mark.parametrize("record", ['{"name": 5, "what": "tried"}', "null"])
def test_an_invalid_record_is_set_aside_and_new_answers_saved(page: Page, site: Site, record: str) -> None:
    open_with(page, site, record, "practice=04-pair")
    page.wait_for_selector(READY)
    answer(page, "0.25")
    page.wait_for_function(f"() => {RECORD}.includes('0.25')")
    lines = page.evaluate(RECORD).split("\n")
    assert json.loads(lines[0])["kind"] == KEPT
    assert page.evaluate(f"localStorage.getItem('{ASIDE}')") == record


# --- no room, no storage ------------------------------------------------------------------------------------


def test_an_oversized_file_leaves_the_record_unchanged(page: Page, site: Site, tmp_path: Path) -> None:
    old = f"{HEAD}\n{RIGHT}"
    page.add_init_script(f"({WORKER})()")
    open_with(page, site, old)
    page.on("dialog", lambda asked: asked.accept())
    expect(card(page)).to_contain_text("1 of")
    file = tmp_path / "progress.json"
    for size, trouble in ((6_000_000, "no_room"), (17_000_000, "too_large")):
        line = '\n{"name": "05-big", "what": "tried", "answers": ["0.1"]}'
        file.write_text(HEAD + line * (size // len(line)))
        page.locator("#read").set_input_files(file)
        expect(said(page, trouble)).to_contain_text("your record did not change")
        assert page.evaluate(RECORD) == old
        expect(card(page)).to_contain_text("1 of")
        page.reload()
        expect(card(page)).to_contain_text("1 of")


def test_oversized_damaged_lines_leave_the_record_unchanged(page: Page, site: Site, tmp_path: Path) -> None:
    old = f"{HEAD}\n{RIGHT}"
    page.add_init_script(f"({WORKER})()")
    open_with(page, site, old)
    page.on("dialog", lambda asked: asked.accept())
    expect(card(page)).to_contain_text("1 of")
    (tmp_path / "progress.json").write_text(HEAD + "".join(f"\ntorn {k:09}" for k in range(450_000)))
    page.locator("#read").set_input_files(tmp_path / "progress.json")
    expect(said(page, "no_room")).to_be_visible()
    assert page.evaluate(RECORD) == old


@pytest.mark.parametrize(
    "content", ["", "A thesis on metrics_edu", "{}", "null", f'{{"title": "{"x" * 200}", "about": "{KEPT}"}}']
)
def test_an_invalid_file_leaves_the_record_unchanged(page: Page, site: Site, tmp_path: Path, content: str) -> None:
    page.add_init_script(f"({WORKER})()")
    open_with(page, site, f"{HEAD}\n{RIGHT}")
    expect(card(page)).to_contain_text("1 of")
    (tmp_path / "other.json").write_text(content)
    page.locator("#read").set_input_files(tmp_path / "other.json")
    expect(said(page, "no_progress_file" if content else "unreadable_file")).to_be_visible()
    assert page.evaluate(RECORD) == f"{HEAD}\n{RIGHT}"


def test_loading_a_damaged_file_sets_its_bad_lines_aside(page: Page, site: Site, tmp_path: Path) -> None:
    page.goto(site.address)
    file = tmp_path / "progress.json"
    file.write_bytes("\n".join([HEAD, "null", '{"name": 5, "what": "tried"}', RIGHT]).encode())
    page.locator("#read").set_input_files(file)
    expect(card(page)).to_contain_text("1 of")
    expect(said(page, "damaged")).to_contain_text(": 2. ")
    page.wait_for_selector(READY)
    assert page.evaluate(RECORD) == f"{HEAD}\n{RIGHT}"


def test_answers_beyond_storage_are_reported_and_can_be_downloaded(page: Page, site: Site) -> None:
    open_with(page, site, f"{HEAD}\n{RIGHT}", "practice=04-few")
    page.wait_for_selector(READY)
    page.evaluate(FILL)
    answer(page, "0.125")
    expect(said(page, "full")).to_contain_text("no space for your last answers")
    page.wait_for_selector(READY)  # and goes on
    assert page.evaluate(RECORD) == f"{HEAD}\n{RIGHT}"
    assert "0.125" in saved(page, "#record [data-save=record]:visible")
    page.evaluate(
        "Object.keys(localStorage).filter(key => key.startsWith('fill')).forEach(key => localStorage.removeItem(key))"
    )
    answer(page, "0.0625")
    page.wait_for_function(f"() => {RECORD}.includes('0.0625')")
    lines = page.evaluate(RECORD).split("\n")
    assert lines[:2] == [HEAD, RIGHT]
    assert ["0.125" in lines[2], "0.0625" in lines[3], len(lines)] == [True, True, 4]
    expect(page.locator("#record")).to_be_hidden()


def test_damaged_lines_stay_in_the_record_when_storage_is_full(page: Page, site: Site) -> None:
    record = "\n".join([HEAD, "null", RIGHT])
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEPT, record])
    page.evaluate(FILL)
    page.goto(site.address)
    expect(said(page, "damaged")).to_contain_text(": 1. ")
    expect(card(page)).to_contain_text("1 of")
    page.wait_for_selector(READY)
    assert page.evaluate(RECORD) == record


@pytest.mark.parametrize("script", [BLOCK, pytest.param(NONE, marks=pytest.mark.slow)])
def test_without_storage_the_page_works_and_shows_a_warning(page: Page, site: Site, script: str) -> None:
    page.add_init_script(script)
    page.goto(site.address + "#practice=04-pair")
    expect(said(page, "blocked")).to_contain_text("stores nothing for this page")
    page.wait_for_selector(READY)
    answer(page, "0.25")
    until(lambda: "0.25" in saved(page, "#record [data-save=record]:visible"), lambda: True)
    page.locator("#forget").evaluate("button => { window.confirm = () => true; button.click(); }")
    until(lambda: "0.25" in saved(page, "#record [data-save=record]:visible"), lambda: False)


# --- the lessons' record ------------------------------------------------------------------------------------

JOIN = """async ({ copy, file, shared, fails, fill }) => {
    const { joinRecords, KEPT } = await import("/lessons_record.js");
    const answer = asked => new Promise(done => { asked.onsuccess = () => done(asked.result); });
    const asked = indexedDB.open("JupyterLite Storage - /lite/");
    asked.onupgradeneeded = () => asked.result.createObjectStore("files");
    const base = await answer(asked), files = () => base.transaction("files", "readwrite").objectStore("files");
    localStorage.clear();
    if (copy !== undefined) localStorage.setItem(KEPT, copy);
    if (shared !== undefined) localStorage.setItem(`${KEPT} in /lite/`, shared);
    await answer(files().clear());
    if (file !== undefined) await answer(files().put(file, "progress.txt"));
    const { put } = IDBObjectStore.prototype;
    if (fails) eval(fails)("put");
    if (fill) eval(fill)();
    const troubles = [await joinRecords(localStorage)];
    IDBObjectStore.prototype.put = put;
    for (const key of Object.keys(localStorage)) if (key.startsWith("fill")) localStorage.removeItem(key);
    const between = localStorage.getItem(KEPT);
    troubles.push(await joinRecords(localStorage));
    const now = { troubles, between, copy: localStorage.getItem(KEPT), file: await answer(files().get("progress.txt")) };
    base.close();
    return { ...now, aside: localStorage.getItem("metrics_edu damaged lines") };
}"""
THROWS = """method => {
    IDBObjectStore.prototype[method] = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
IS_NOT_WRITTEN = """method => {   // the request succeeds, and its transaction does not
    const plain = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (...given) {
        const request = plain.apply(this, given);
        request.addEventListener("success", () => this.transaction.abort());
        return request;
    };
}"""
OPENS_NOTHING = "() => { IDBFactory.prototype.open = () => { throw new DOMException('broken', 'UnknownError'); }; }"
NEVER_OPENS = "() => { IDBFactory.prototype.open = () => ({}); }"
ONE, TWO = f"\n{ANSWERED.format(1)}", f"\n{ANSWERED.format(2)}"


def join(page: Page, **given: Any) -> Any:
    return page.evaluate(JOIN, given)


def text_file(content: object) -> dict[str, object]:
    return {"format": "text", "content": content}


def test_damaged_lines_leave_the_page_record_and_lessons_file(page: Page) -> None:
    now = join(page, copy=HEAD + TWO + "\nnull", file=text_file(f"{HEAD}{ONE}\n7{TWO}"))
    assert now["copy"] == now["file"]["content"] == HEAD + ONE + TWO
    assert (now["aside"], now["troubles"]) == ("null\n7", ["", ""])


@pytest.mark.parametrize("content", [None, 5, {"kind": KEPT}, [HEAD], "A thesis", "null", True])
def test_a_students_own_file_is_kept_and_reported(page: Page, content: object) -> None:
    now = join(page, copy=HEAD + ONE, file=text_file(content))
    assert (now["copy"], now["file"]["content"], now["troubles"]) == (HEAD + ONE, content, ["own_file", "own_file"])


@pytest.mark.parametrize("shared", ["NaN", "-5", "1e3", "9" * 400, "", "null", "0x10", "999999"])
def test_merging_without_a_common_base_loses_or_doubles_nothing(page: Page, shared: str) -> None:
    now = join(page, copy=HEAD + ONE + TWO, shared=shared, file=text_file(HEAD + TWO))
    assert now["copy"] == now["file"]["content"] == HEAD + TWO + ONE
    now = join(page, copy=HEAD + ONE, shared=shared)  # nor taken for what was deleted in a lesson
    assert now["copy"] == now["file"]["content"] == HEAD + ONE


@pytest.mark.parametrize("fails", [THROWS, IS_NOT_WRITTEN])
@pytest.mark.parametrize("file", [None, text_file(HEAD + TWO), text_file("")])
def test_full_lesson_storage_loses_no_line(page: Page, file: dict[str, object] | None, fails: str) -> None:
    given = {} if file is None else {"file": file}
    now = join(page, copy=HEAD + ONE, fails=fails, **given)
    assert now["troubles"] == ["not_joined", ""]
    both = HEAD + (TWO if file and file["content"] else "") + ONE
    assert (now["between"], now["copy"], now["file"]["content"]) == (both, both, both)


def test_full_page_storage_loses_no_line(page: Page) -> None:
    now = join(page, copy=HEAD + ONE, file=text_file(HEAD + TWO * 100), fill=FILL)
    assert (now["troubles"], now["between"]) == (["not_joined", ""], HEAD + ONE)
    assert now["copy"] == now["file"]["content"] == HEAD + TWO * 100 + ONE


def test_an_unavailable_lesson_store_is_reported_without_stopping_python(page: Page, site: Site) -> None:
    join(page, file=text_file(HEAD + ONE))
    page.add_init_script("IDBFactory.prototype.open = () => ({});")
    page.goto(site.address)
    expect(said(page, "not_joined")).to_be_visible()
    page.wait_for_selector(READY)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "rename that file in JupyterLab"),
        pytest.param("es/", "cambia el nombre de ese archivo en JupyterLab", marks=pytest.mark.slow),
    ],
)
def test_the_page_reports_a_foreign_file_among_the_lessons(page: Page, site: Site, path: str, words: str) -> None:
    join(page, file=text_file({"my": "own"}))
    page.goto(site.address + path)
    expect(said(page, "own_file")).to_contain_text(words)
    page.wait_for_selector(READY)


FILE_OF_THE_LESSONS = """() => new Promise(done => {
    indexedDB.open("JupyterLite Storage - /lite/").onsuccess = ({ target: { result: base } }) => {
        base.transaction("files").objectStore("files").get("progress.txt").onsuccess = ({ target }) => {
            base.close();
            done(target.result?.content ?? null);
        };
    };
})"""
FAILURES = {
    "throws": THROWS,
    "is not written": IS_NOT_WRITTEN,
    "opens nothing": OPENS_NOTHING,
    "never opens": NEVER_OPENS,
}
QUICK = ("throws", "never opens")
SOME_FAILURES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FAILURES]


def open_without_python(page: Page, site: Site, path: str = "") -> None:
    page.add_init_script(f"({WORKER})()")
    page.goto(site.address + path)
    expect(card(page)).to_contain_text("1 ")
    page.on("dialog", lambda asked: asked.accept())


@pytest.mark.parametrize("failure", SOME_FAILURES)
@pytest.mark.parametrize(
    ("path", "words"),
    [
        pytest.param("", 'press "Delete it" again', id="en"),
        pytest.param("es/", "presiona «Borrarlo» otra vez", id="es", marks=pytest.mark.slow),
    ],
)
def test_a_failed_deletion_keeps_the_record_and_is_reported(
    page: Page, site: Site, failure: str, path: str, words: str
) -> None:
    """Else the lessons' file would bring it back."""
    record = HEAD + f"\n{RIGHT}"
    join(page, copy=record, file=text_file(record))
    open_without_python(page, site, path)
    page.evaluate(FAILURES[failure], "delete")
    page.locator("#forget").click()
    expect(said(page, "not_forgotten")).to_contain_text(words)
    assert page.evaluate(RECORD) == record
    page.goto(site.address + path)  # as the browser is
    page.locator("#forget").click()
    expect(card(page)).not_to_contain_text("1 ")
    expect(said(page, "not_forgotten")).to_be_hidden()
    assert [page.evaluate(RECORD), page.evaluate(FILE_OF_THE_LESSONS)] == [None, None]


@pytest.mark.parametrize(
    "failure", [name if name == "throws" else pytest.param(name, marks=pytest.mark.slow) for name in FAILURES]
)
@pytest.mark.parametrize(
    ("path", "words"),
    [
        pytest.param("", "load the file again", id="en"),
        pytest.param("es/", "carga el archivo otra vez", id="es", marks=pytest.mark.slow),
    ],
)
def test_a_failed_replacement_keeps_the_record_and_is_reported(
    page: Page, site: Site, tmp_path: Path, failure: str, path: str, words: str
) -> None:
    record = HEAD + f"\n{RIGHT}"
    join(page, copy=record, file=text_file(record))
    page.evaluate("key => localStorage.setItem(key, 'before')", ASIDE)
    open_without_python(page, site, path)
    page.evaluate(FAILURES[failure], "delete")
    (tmp_path / "progress.json").write_text(f"{HEAD}{TWO}\ndamaged")
    page.locator("#read").set_input_files(tmp_path / "progress.json")
    expect(said(page, "not_replaced")).to_contain_text(words)
    assert [page.evaluate(RECORD), page.evaluate(f"localStorage.getItem('{ASIDE}')")] == [record, "before"]
    page.goto(site.address + path)
    assert page.evaluate(FILE_OF_THE_LESSONS) == record
    page.locator("#read").set_input_files(tmp_path / "progress.json")
    expect(said(page, "damaged")).to_contain_text(": 2. ")
    until(lambda: [page.evaluate(RECORD), page.evaluate(FILE_OF_THE_LESSONS)], lambda: [HEAD + TWO, HEAD + TWO])


@pytest.mark.parametrize("act", ["forgetRecord(localStorage)", "replaceRecord(localStorage, '')"])
def test_deleting_the_record_keeps_a_student_file(page: Page, act: str) -> None:
    join(page, copy=HEAD + ONE, file=text_file("A thesis"))
    trouble = page.evaluate(f"import('/lessons_record.js').then(({{ forgetRecord, replaceRecord }}) => {act})")
    assert (trouble, page.evaluate(FILE_OF_THE_LESSONS)) == ("", "A thesis")
    assert ANSWERED.format(1) not in (page.evaluate(RECORD) or "")


# --- another tab --------------------------------------------------------------------------------------------

WRITTEN_IN_ANOTHER_TAB = """newValue => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("fill")) localStorage.removeItem(key);
    const key = "metrics_edu progress", oldValue = localStorage.getItem(key);
    newValue === null ? localStorage.removeItem(key) : localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue }));   // as the browser does in the other tabs
}"""
OTHER_RECORDS = {
    "lines after the others": (f"{HEAD}\n{RIGHT}{TWO}", True),
    "lines before the others, as the lessons' file has them": (f"{HEAD}{TWO}\n{RIGHT}", True),
    "another head": (f'{{"kind": "{KEPT}", "version": 2}}\n{RIGHT}', True),
    "the damaged line set aside": (f"{HEAD}\n{RIGHT}", True),
    "another record": (HEAD + TWO, False),
    "an empty record": ("", False),
    "no record": (None, False),
}


@pytest.mark.parametrize("written", OTHER_RECORDS)
def test_unsaved_lines_vanish_only_with_the_record(page: Page, site: Site, written: str) -> None:
    text, stay = OTHER_RECORDS[written]
    page.add_init_script(f"({WORKER})({json.dumps(ONE)})")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEPT, f"{HEAD}\nnull\n{RIGHT}"])
    page.evaluate(FILL)
    page.goto(site.address)
    expect(said(page, "full")).to_be_visible()
    page.evaluate(WRITTEN_IN_ANOTHER_TAB, text)
    now = saved(page, "#save")
    assert (ONE in now, now.startswith(text or "")) == (stay, True)


def test_deleting_the_site_data_discards_unsaved_lines(page: Page, site: Site) -> None:
    page.add_init_script(f"({WORKER})({json.dumps(ONE)})")
    page.evaluate(FILL)
    page.goto(site.address)
    expect(said(page, "full")).to_be_visible()
    page.evaluate("() => { localStorage.clear(); dispatchEvent(new StorageEvent('storage', { key: null })); }")
    assert ONE not in saved(page, "#save")


def test_a_typed_answer_survives_a_closed_page_and_goes_with_the_record(page: Page, site: Site) -> None:
    fields = page.locator(".metrics-edu input[type=text]")
    open_with(page, site, f"{HEAD}\n{RIGHT}", "practice=04-pair")
    expect(fields).to_have_count(2)
    fields.first.press_sequentially("0,2")
    page.goto("about:blank")  # at once: Python has not got it
    page.goto(f"{site.address}es/#practice=04-pair")
    expect(fields.first).to_have_value("0,2")
    until(lambda: '"typed"' in (page.evaluate(RECORD) or ""), lambda: True)
    until(lambda: page.evaluate("localStorage.getItem('metrics_edu typed')"), lambda: None)
    fields.nth(1).press_sequentially("0,3")
    page.once("dialog", lambda dialog: dialog.accept())
    page.evaluate("document.getElementById('forget').click()")
    until(lambda: page.evaluate(RECORD), lambda: None)
    page.reload()
    expect(fields.nth(1)).to_have_value("")
    expect(fields.first).to_have_value("")
