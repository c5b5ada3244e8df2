"""The site in Chromium, from a local server that serves files and nothing else: Python computes in the page."""

import hashlib
import json
import os
import re
import shutil
import threading
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import getsource
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from metrics_edu.practice.lessons.lesson_progress import tasks_of
from notebooks.build import lessons
from tests.browser import printed_tables
from tests.browser.driver import SECONDS, faint, resize, scheme, settled, violations
from tests.browser.shared import made_once
from website.build import __main__ as website_build
from website.build import pyodide
from website.serve import server_of

READY = "#widget[data-stage=ready] .metrics-edu"
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
BRAEBURN_UP = "3/5"
SNAPSHOTS = "caches.open('metrics-edu python').then(kept => kept.keys()).then(keys => keys.length)"
SNAPSHOT_IS_KEPT = f"() => {{ {SNAPSHOTS}.then(count => {{ window.snapshots = count; }}); return window.snapshots; }}"
SAVE_SNAPSHOT = """async () => {
    const kept = await caches.open("metrics-edu python"), [key] = await kept.keys(), answer = await kept.match(key);
    const link = document.createElement("a");
    [link.href, link.download] = [URL.createObjectURL(await answer.blob()), "snapshot"];
    link.click();
    return { name: key.url.slice(location.origin.length), headers: { list: answer.headers.get("list") } };
}"""
LOAD_SNAPSHOT = """async (input, { name, headers }) => {
    const kept = await caches.open("metrics-edu python");
    await kept.put(name, new Response(input.files[0], { headers }));
}"""
SPOIL_SNAPSHOT = """async () => {
    const kept = await caches.open("metrics-edu python"), [key] = await kept.keys(), answer = await kept.match(key);
    await kept.put(key, new Response((await answer.arrayBuffer()).slice(1000), { headers: answer.headers }));
}"""
FILES_ARE_KEPT = """() => {
    (async () => {
        const kept = await caches.open("metrics-edu by hash"), files = await (await fetch("/pyodide/files.json")).json();
        const needed = Object.keys(files).filter(name => !name.endsWith(".js") && name !== "kept-es.bin");
        const nameOf = name => `https://by-hash.invalid/${encodeURIComponent(files[name].integrity)}`;
        const answers = await Promise.all(needed.map(name => kept.match(nameOf(name))));
        window.filesAreKept = answers.every(Boolean);
    })();
    return window.filesAreKept;
}"""
PRINT_IN_PYTHON = """([base, source]) => new Promise((done, failed) => {
    const code = `onmessage = async ({ data: [base, source] }) => {
        const lines = [], stdout = line => lines.push(line), python = await import(base + "pyodide/pyodide.mjs");
        const packages = ["metrics-edu", "metrics-homework"], options = { indexURL: base + "pyodide/", packages, stdout };
        try {
            (await python.loadPyodide(options)).runPython(source);
            postMessage(lines);
        } catch (error) {
            postMessage([String(error)]);
        }
    };`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = ({ data }) => { worker.terminate(); done(data); };
    worker.onerror = event => failed(new Error(event.message));
    worker.postMessage([base, source]);
})"""
"""Run Python without Jupyter, in a new worker; return the lines that it prints."""
NOTE_STAGES = """new MutationObserver(() => (window.stages ??= []).push(document.querySelector("[data-stage]").dataset.stage))
    .observe(document, { subtree: true, attributeFilter: ["data-stage"] });"""


class Site:
    """A folder on a server that can be stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def start(self, port: int = 0) -> None:
        self.server = server_of(self.folder, port=port)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        yield
        self.start(self.server.server_port)


BLOCKED: list[str] = []
"""What browsers have reported of the policies of pages since the test began."""


def note_blocked(context: BrowserContext) -> BrowserContext:
    """Note what the policies of a context's pages block, and return the context."""
    context.on("console", lambda said: BLOCKED.append(said.text) if "Content Security Policy" in said.text else None)
    return context


@pytest.fixture(autouse=True)
def _nothing_is_blocked() -> Iterator[None]:
    """No page of the site does what its policy forbids. A test that tries to takes what it expects out of BLOCKED."""
    BLOCKED.clear()
    yield
    assert not BLOCKED


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    return note_blocked(context)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if published := os.environ.get("SITE"):
        return Path(published).resolve()
    return made_once(tmp_path_factory, "page", _build_page)


def _build_page(folder: Path) -> None:
    pyodide.take_from_pypi()
    website_build.build_page(folder, offline=True)


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    site = Site(folder)
    yield site
    site.stop()


@pytest.fixture(scope="module")
def newcomer(browser: Browser) -> Iterator[BrowserContext]:
    """Give a browser that the first test opens the site with."""
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(1000 * SECONDS)
    context.add_init_script(NOTE_STAGES)
    yield note_blocked(context)
    context.close()


@pytest.fixture(scope="module")
def visitor(newcomer: BrowserContext, site: Site, tmp_path_factory: pytest.TempPathFactory) -> BrowserContext:
    """Give a browser that has been here before: its copy of Python starts three times as soon."""
    page = newcomer.new_page()
    page.goto(site.address + "site.css")  # no page of ours
    snapshot = made_once(tmp_path_factory, "snapshot", lambda folder: _save_snapshot(page, site, folder))
    if not page.evaluate(SNAPSHOTS):
        page.evaluate("document.body.replaceChildren(Object.assign(document.createElement('input'), { type: 'file' }))")
        page.locator("input").set_input_files(snapshot / "bytes")
        page.locator("input").evaluate(LOAD_SNAPSHOT, json.loads((snapshot / "key.json").read_text()))
    page.close()
    return newcomer


def _save_snapshot(page: Page, site: Site, folder: Path) -> None:
    """Save a browser's copy of Python for the browsers of other modules."""
    if not page.evaluate(SNAPSHOTS):
        page.goto(site.address)
        assert was_installed(page)
        page.wait_for_function(SNAPSHOT_IS_KEPT)
        page.goto(site.address + "site.css")
    with page.expect_download() as saved:
        key = page.evaluate(SAVE_SNAPSHOT)
    saved.value.save_as(folder / "bytes")
    (folder / "key.json").write_text(json.dumps(key))


@pytest.fixture
def open_site(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Give a function that opens an address of the site; no request may go to a host that it does not name for Python."""
    contexts: list[BrowserContext] = []
    pages: list[Page] = []
    asked: list[str] = []

    def open_site(address: str = "", *, path: str = "", context: BrowserContext | None = None, **options: Any) -> Page:
        if context is None:
            context = note_blocked(browser.new_context(**{"reduced_motion": "reduce", **options}))
            context.set_default_timeout(1000 * SECONDS)
            contexts.append(context)
        context.on("request", lambda request: asked.append(request.url))
        pages.append(page := context.new_page())
        page.goto(site.address + path + (f"#{address}" if address else ""))
        return page

    yield open_site
    for one in (*pages, *contexts):
        one.close()
    files = json.loads((site.folder / "pyodide" / "files.json").read_text())
    hosts = {urlsplit(file["url"]).netloc for file in files.values()}
    assert {urlsplit(url).netloc for url in asked} <= {urlsplit(site.address).netloc, "", *hosts}


def was_installed(page: Page) -> bool:
    page.wait_for_selector(READY)
    return page.evaluate("window.stages.includes('package')")


def select(page: Page, label: str) -> None:
    page.locator(".me-row", has_text=label).first.click()


def test_actions_before_python_starts_are_applied_afterwards(open_site, newcomer):
    page = open_site(context=newcomer)
    expect(page.locator(".me-tile[aria-selected=true]")).to_contain_text("0.5035")  # the picture of the list
    assert page.locator("#widget").get_attribute("data-stage") != "ready"
    page.locator(".me-row", has_text="Braeburn").click()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("#status:visible")).to_contain_text("Python is starting", use_inner_text=True)
    page.wait_for_selector(READY)
    expect(page.locator(".me-tile[aria-selected=true]")).to_contain_text("0.5202")
    expect(page.locator(".me-row", has_text="Braeburn")).to_contain_text(BRAEBURN_UP)
    expect(page.locator(".me-svg svg")).to_be_visible()
    assert "Braeburn" in page.evaluate("location.hash")
    expect(page.locator("#status > span")).to_be_hidden()
    page.locator("#copy").click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url.replace(
        "#front&", "#"
    )  # to others, the list alone
    page.locator("#code").click()
    expect(page.locator("#qr img")).to_be_visible()
    expect(page.locator("#code_title")).to_have_text(page.title().removesuffix(" · metrics_edu"))
    expect(page.locator("#code_link")).to_contain_text("list=")
    assert page.evaluate("document.querySelector('#qr img').naturalWidth") > 100
    assert page.locator("#qr img").bounding_box()["height"] > 0.9 * page.viewport_size["height"]
    page.keyboard.press("Escape")
    expect(page.locator("#qr")).to_be_hidden()
    assert was_installed(page)
    page.wait_for_function(SNAPSHOT_IS_KEPT)


PARTS = {
    "predict": "What is AP of this list?",
    "stepper=nDCG@5": "nDCG@5 = ??",
    "compare": "move it with the buttons",
    "ideal=nDCG@5": "IDCG",
    "inverse": "P@5 = 4/5",
    "practice=04-pair": "Practice",
    "drill=AP": "Drill · level 1 of 3",
    "lecture": "Start the lecture",
    "exercise": "Class code",
    "poll": "Drop the students' files",
    "diagnose": "nothing is sent",
    "stepper=RR&v=1&metric=precision&user=0&list=:Uno*0,Dos*1": "Reciprocal rank",
}


def test_every_widget_has_an_address(open_site, visitor):
    page = open_site("predict", context=visitor)
    for width, colours in ((1280, "light"), (390, "dark")):
        resize(page, width, 800)
        scheme(page, colours)
        for address, words in PARTS.items():
            page.evaluate("address => { location.hash = address; }", address)
            expect(page.locator("#widget")).to_contain_text(words)
            page.wait_for_selector(READY)
            assert settled(page).evaluate(OVERFLOW) <= 0, (address, width)
            assert not page.locator("#trouble").is_visible()
            assert (violations if width > 390 else faint)(page, "body") == [], (address, width, colours)
            if address == "stepper=nDCG@5":
                page.locator(".me-next").click()
                page.wait_for_function("() => location.hash === '#stepper=nDCG@5&at=1'")
            if address == "compare" and width > 390:
                select(page, "Item 1")
                page.keyboard.press("Alt+ArrowDown")
                page.wait_for_function("() => location.hash.includes('Item+2*1,Item+1*0,Item+3*1')")
                edited = page.url
    page.evaluate("url => { location.href = url; }", edited)
    expect(page.locator(".me-row").nth(1)).to_contain_text("Item 1")
    assert page.evaluate(ONLY_THE_MODELS_OF_AN_ADDRESS_STAY) == [True, False, True]


def test_two_files_and_a_number_are_judged_in_the_page_and_nothing_is_sent(open_site, visitor):
    page = open_site("diagnose", context=visitor)
    page.wait_for_selector(READY)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    texts = {
        "qrels.csv": "query-id,corpus-id,score\nñ,11,2\nñ,14,1\n8,12,2\n".encode("cp1252"),
        "run.tsv": "ñ\t13\t1\nñ\t11\t2\n8\t12\t1\n".encode("utf-16"),
        "run.parquet": b"PAR1",
    }
    files = [{"name": name, "mimeType": "text/plain", "buffer": text} for name, text in texts.items()]
    page.get_by_label("Numbers", exact=True).fill("MAP@3=0.625 RR=1")
    chosen = page.locator("#widget input[type=file]")
    chosen.set_input_files(files[:2])
    expect(page.locator(".me-files code")).to_have_text(["Run: run.tsv", "Judgments: qrels.csv"])
    page.get_by_role("button", name="Check").click()
    report = page.locator(".me-card-report")
    expect(report).to_contain_text("MAP@3 = 0.625: Right.")
    expect(report).to_contain_text("run.tsv has no header. Its columns were read as: 1 user, 2 item, 3 rank.")
    expect(report).to_contain_text("qrels.csv is not UTF-8 text and was read as text of Windows (cp1252).")
    chosen.set_input_files(files[2])
    expect(page.locator("#widget [role=alert]")).to_contain_text("this browser does not have polars")
    assert requests == []


ONLY_THE_MODELS_OF_AN_ADDRESS_STAY = """async () => {
    const { makeHost } = await import(new URL("host.js", location)), host = makeHost(() => {}), named = id => ({ id });
    const settle = ids => { ids.forEach(id => host.open(id, named(id))); return host.settle(ids[0]); };
    const [one] = [settle(["1", "2"]), settle(["3"])], other = settle(["3"]);
    return [other === settle(["3"]), (await other.widget_manager.get_model("2")) !== undefined, other !== one];
}"""


def test_the_front_page_list_makes_its_first_move_once(open_site, visitor):
    page = open_site(path="site.css", context=visitor)  # no page of ours yet: Python starts once
    scheme(page, reduced_motion="no-preference")
    page.goto(page.url.removesuffix("site.css"))
    braeburn = page.locator(".me-row", has_text="Braeburn")
    expect(braeburn).to_have_attribute("data-rank", "5")
    expect(braeburn).not_to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(braeburn).to_have_attribute("data-rank", "6")
    page.locator("[data-item=Braeburn]").click()
    expect(braeburn).to_have_attribute("data-rank", "5")
    expect(braeburn).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(braeburn).to_have_attribute("data-rank", "6")


@pytest.mark.slow
def test_a_touched_list_does_not_move_by_itself(open_site, visitor):
    page = open_site(context=visitor)
    scheme(page, reduced_motion="no-preference")
    page.clock.install()
    page.reload()
    page.locator(".me-row", has_text="Gala").first.click()  # before Python is there
    page.wait_for_selector(READY)
    page.clock.fast_forward(10_000)
    page.get_by_role("button", name="Move down").click()
    expect(page.locator(".me-row", has_text="Gala").first).to_have_attribute("data-rank", "3")
    expect(page.locator(".me-row", has_text="Braeburn")).to_have_attribute("data-rank", "6")


@pytest.mark.slow
def test_editing_the_front_page_list_keeps_the_front_page(open_site):
    page = open_site(viewport={"width": 390, "height": 800}, has_touch=True)
    lessons, braeburn = page.locator("#learn"), page.locator(".me-row", has_text="Braeburn")
    value = page.locator(".me-tile[aria-selected=true]")
    page.wait_for_selector(READY)
    expect(value).to_be_in_viewport(ratio=1)
    expect(page.locator(".me-row .me-grip").nth(2)).to_be_in_viewport(ratio=1)
    page.locator("nav a[href='#learn']").tap()
    expect(lessons).to_be_in_viewport()
    page.locator("[data-item=Braeburn]").tap()
    expect(braeburn).to_contain_text(BRAEBURN_UP)
    expect(braeburn).to_be_in_viewport(ratio=1)
    expect(value).to_be_in_viewport(ratio=1)
    page.locator("a[href='#predict']").tap()
    expect(page.locator("#widget")).to_contain_text("What is AP of this list?")
    expect(lessons).to_be_hidden()
    page.go_back()
    expect(braeburn).to_contain_text(BRAEBURN_UP)
    expect(lessons).to_be_visible()
    page.reload()
    page.wait_for_selector(READY)
    expect(lessons).to_be_visible()
    page.locator("[data-language=es]").tap()
    page.wait_for_url("**/es/index.html#front&v=1*")  # its choice is kept, and not in what is shared
    page.wait_for_selector(READY)
    expect(braeburn).to_contain_text(BRAEBURN_UP)
    expect(lessons).to_be_visible()


@pytest.mark.slow
def test_a_link_keeps_the_settings_and_any_label(open_site):
    labels = "v=1&metric=average_precision&user=0&list=:R%26B*1,50%25*0,%3Cimg+src%3Dx+onerror%3Dalert(1)%3E*0"
    page = open_site(labels)
    page.wait_for_selector(READY)
    select(page, "R&B")
    page.keyboard.press("Alt+ArrowDown")
    page.wait_for_function("() => location.hash.includes('50%25*0,R%26B*1')")
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator(".me-row").nth(1)).to_contain_text("R&B")
    expect(page.locator(".me-row").nth(2)).to_contain_text("<img src=x onerror=alert(1)>")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('a frame may not')); }")
    page.locator("#copy").click()
    expect(page.locator("#copied")).to_have_text(page.url)
    page.evaluate("address => { location.hash = encodeURIComponent(address); }", f"stepper=RR&{labels}")
    expect(page.locator("#widget")).to_contain_text("Reciprocal rank")  # as some mail programs write it
    expect(page.locator("#widget")).to_contain_text("R&B")
    page.evaluate("location.hash = 'inverse=RR = 1/3'")
    expect(page.locator("#widget")).to_contain_text("RR = 1/3")
    select(page, "Gala")
    page.keyboard.press("Alt+ArrowDown")
    page.wait_for_function("() => location.hash.includes('Fuji*1,Gala*1')")
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator(".me-row").nth(2)).to_contain_text("Gala")
    expect(page.locator("#widget")).to_contain_text("RR = 1/3")  # also the goal is in it, and the list at the start
    page.locator("#widget [aria-label='Reset'], #widget button:has-text('Reset')").first.click()
    expect(page.locator(".me-row").nth(1)).to_contain_text("Gala")


def test_an_invalid_address_is_explained_in_the_readers_language(open_site, visitor):
    page = open_site("v=1&metric=average_precision&user=0&list=:Gala*x", path="es/", context=visitor)
    expect(page.locator("#trouble:visible")).to_contain_text("El enlace no se pudo abrir", use_inner_text=True)
    expect(page.locator("#trouble:visible")).to_contain_text("Gala*x", use_inner_text=True)
    page.evaluate("location.hash = 'nowhere<b>'")
    expect(page.locator("#trouble:visible")).to_contain_text("nowhere<b>", use_inner_text=True)
    expect(page.locator("#again")).to_be_hidden()  # Python is not what is wrong
    expect(page.locator("#widget")).to_be_empty()
    assert page.locator("#widget").get_attribute("data-stage") == "bad_address"
    page.evaluate("location.hash = '%E0%A4%A'")
    expect(page.locator("#trouble:visible")).to_contain_text("%A", use_inner_text=True)
    page.evaluate("for (const one of ['stepper', 'nowhere', 'compare']) location.hash = one")
    worker = page.workers[0]
    page.wait_for_selector(READY)
    expect(page.locator("#widget")).to_contain_text("muévelo")
    assert page.workers == [worker]  # nor is it started again for the next address
    users = "&v=1&metric=average_precision&user=0&list=Ana%3Cb%3E:A*1,B*0&list=Beto:A*0,B*1"
    page.evaluate("address => { location.hash = address; }", "stepper=RR" + users)
    expect(page.locator("#note")).to_contain_text("solo muestra la de Ana<b>")
    assert settled(resize(page, 390, 800)).evaluate(OVERFLOW) <= 0
    assert faint(page, "body") == []
    page.evaluate("address => { location.hash = address; }", "stepper=MRR" + users)
    expect(page.locator("#widget")).to_contain_text("MRR")
    expect(page.locator("#note")).to_be_hidden()


@pytest.mark.slow
def test_progress_is_stored_and_can_be_deleted(open_site, tmp_path):
    page = open_site("practice=04-pair")
    page.wait_for_selector(READY)
    right = page.locator("#widget input:visible").first
    right.fill("0.5")
    right.press("Enter")
    page.wait_for_function("() => localStorage.getItem('metrics_edu progress')?.includes('04-pair')")
    page.locator("#again").evaluate("button => button.click()")
    page.wait_for_selector("#widget:not([data-stage=ready])")
    page.wait_for_selector(READY)
    right.fill("0.25")
    right.press("Enter")  # the first answer is checked again, but not noted again
    page.wait_for_function("() => localStorage.getItem('metrics_edu progress').match(/\"tried\"/g)?.length === 2")
    page.goto(page.url.partition("#")[0])
    with page.expect_download() as saved:
        page.locator("#save").click()
    saved.value.save_as(tmp_path / "progress.json")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#forget").click()
    page.wait_for_function("() => localStorage.getItem('metrics_edu progress') === null")
    page.locator("#read").set_input_files(tmp_path / "progress.json")
    page.wait_for_function("() => localStorage.getItem('metrics_edu progress')?.includes('04-pair')")
    (tmp_path / "other.json").write_text("{}")
    page.locator("#read").set_input_files(tmp_path / "other.json")
    expect(page.locator("#record:visible")).to_contain_text("is not a record of metrics_edu", use_inner_text=True)
    page.wait_for_selector(READY)  # Python is started again meanwhile
    expect(page.locator("#record:visible")).to_contain_text("is not a record of metrics_edu", use_inner_text=True)
    assert "04-pair" in page.evaluate("localStorage.getItem('metrics_edu progress')")


NOTED = """text => {
    const [key, oldValue] = ["metrics_edu progress", localStorage["metrics_edu progress"] ?? ""], newValue = oldValue + text;
    localStorage[key] = newValue;
    dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue }));  // as the browser does in the other tabs
}"""


def test_the_lesson_card_shows_progress_and_where_to_resume(open_site):
    page = open_site()
    card = page.locator("[data-lesson='04']")
    page.evaluate(
        NOTED, '{"kind": "metrics_edu progress"}\n{"name": "04-pair", "what": "right"}\n{"name": "04-few", "wh'
    )
    main, practice, more = (tasks_of("04", part) for part in ("main", "practice", "more"))
    text = f"main part {{}} of {len(main)}, practice {{}} of {len(practice)}, more {{}} of {len(more)}"
    expect(card.locator("em")).to_have_text(text.format(1, 0, 0))
    expect(card.locator("progress")).to_have_js_property("value", 1)
    expect(card.locator("strong")).to_be_visible()
    expect(page.locator("[data-lesson='05'] em")).to_have_text("not started")
    guess = next(name for name in main if name.startswith("predict "))
    page.evaluate(
        NOTED, f'\n{{"name": "{guess}", "what": "tried"}}\n{{"name": "04-few", "what": "tried"}}'
    )  # a guess is done
    expect(card.locator("em")).to_have_text(text.format(2, 0, 0))
    page.evaluate(NOTED, '\n{"name": "drill AP", "what": "right"}')
    expect(card.locator("em")).to_have_text(text.format(2, 1, 0))
    page.evaluate(NOTED, "".join(f'\n{{"name": "{name}", "what": "right"}}' for name in main))
    expect(card.locator("em")).to_have_text(text.format(len(main), 1, 0))
    expect(page.locator("[data-here]")).to_have_attribute("data-lesson", "05")
    page.evaluate(NOTED, "".join(f'\n{{"name": "{name}", "what": "right"}}' for name in practice + more))
    expect(card.locator("em")).to_have_text("done")


def test_restarting_dead_python_loses_no_edit(open_site, visitor):
    page = open_site(path="site.css", context=visitor)  # no page of ours yet: Python starts once, by this clock
    trouble, again, chosen = (
        page.locator(place) for place in ("#trouble:visible", "#again", ".me-tile[aria-selected=true]")
    )
    page.clock.install()
    page.goto(page.url.removesuffix("site.css") + "#explorer")
    page.wait_for_selector(READY)
    select(page, "Braeburn")
    page.keyboard.press("Alt+ArrowUp")
    expect(chosen).to_contain_text("0.5202")
    page.workers[-1].evaluate("() => { self.onmessage = null; }")  # it lives, and hears nothing
    page.keyboard.press("Alt+ArrowUp")
    page.clock.fast_forward("30")
    expect(trouble).to_contain_text("Python has not answered", use_inner_text=True)
    assert page.locator("#widget").get_attribute("data-stage") == "no_answer"
    again.click()
    expect(trouble).to_be_hidden()
    expect(page.locator(".me-row", has_text="Braeburn")).to_contain_text("3/4")
    page.wait_for_function(SNAPSHOT_IS_KEPT)  # the next test starts from it


def test_after_the_first_visit_the_site_works_offline(site, visitor):
    page = visitor.new_page()
    page.goto(site.address + "site.css")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(site.address)
    assert not was_installed(page)
    page.locator(".me-row", has_text="Braeburn").click()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(".me-row", has_text="Braeburn")).to_contain_text(BRAEBURN_UP)  # in English, by the same Python
    page.wait_for_function(FILES_ARE_KEPT)
    page.evaluate(SPOIL_SNAPSHOT)
    with site.stopped():
        page.goto(site.address + "#stepper=AP")
        page.reload()
        assert was_installed(page)
        expect(page.locator("#widget")).to_contain_text("AP = ??")
    page.close()


@pytest.mark.slow
def test_a_changed_file_with_the_same_name_is_fetched(page, folder, tmp_path):
    shutil.copytree(folder, tmp_path / "site")
    site = Site(tmp_path / "site")
    page.set_default_timeout(1000 * SECONDS)
    page.add_init_script(NOTE_STAGES)
    page.goto(site.address)
    page.wait_for_function(SNAPSHOT_IS_KEPT)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector(READY)
    python, listed = (tmp_path / "site" / "pyodide" / name for name in ("python_stdlib.zip", "files.json"))
    with zipfile.ZipFile(python, "a") as packed:
        packed.writestr("of_the_next_version.txt", "")
    files = json.loads(listed.read_text())
    files[python.name]["integrity"] = "sha256-" + b64encode(hashlib.sha256(python.read_bytes()).digest()).decode()
    listed.write_text(json.dumps(files))
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#trouble")).to_be_hidden()
    assert page.evaluate("window.stages.includes('package')")  # nor is it the snapshot of the old one
    site.stop()


@pytest.mark.slow
def test_a_revealed_sheet_stays_closed_on_this_device(open_site: Callable[..., Page], visitor: BrowserContext) -> None:
    address = "exercise=AP@5&class=iic3633&reveal=2020-01-01T10:00"

    def begin() -> Page:
        page = open_site(address, context=visitor)
        page.wait_for_selector(READY)
        page.get_by_label("Your id").fill("ana")
        page.get_by_role("button", name="Begin").click()
        return page

    other, page = begin(), begin()
    page.get_by_label("AP@5 of list 1").fill("0.5")
    for name in ("Finish and show feedback", "Yes, finish now", "Show values and workings", "Yes, show them now"):
        expect(page.get_by_role("button", name=name)).to_be_enabled()
        page.get_by_role("button", name=name).click()
    for each in (page, other, begin()):  # the tab that was open before, and one that is opened after
        expect(each.locator(".me-card-working")).to_have_count(2)
        expect(each.get_by_label("AP@5 of list 1")).to_have_value("0.5")
        expect(each.get_by_label("AP@5 of list 1")).not_to_be_editable()
        expect(each.get_by_role("button", name="Finish")).to_have_count(0)


@pytest.mark.slow
def test_the_class_exercise_works_from_start_to_finish(open_site):
    page = open_site("exercise=AP@5&minutes=20")
    page.wait_for_selector(READY)
    page.locator("#code").click()
    expect(page.locator("#code_title")).to_contain_text("20 min")
    page.keyboard.press("Escape")
    for answer in ("", "0.5"):  # the second time the tab has kept it
        page.wait_for_selector(READY)
        page.get_by_label("Class code").fill("iic3633")
        page.get_by_label("Your id").fill("<b>ana</b>")
        page.keyboard.press("Enter")
        field = page.get_by_label("AP@5 of list 1")
        expect(field).to_have_value(answer)
        field.fill("0.5")
        field.press("Tab")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download").click()
        assert "0.5" in saved.value.path().read_text("utf-8")
        page.reload()


@pytest.mark.slow
def test_another_site_can_embed_a_widget(page, site, tmp_path):
    (tmp_path / "course.html").write_text(f"<iframe src='{site.address}#stepper=AP' width='380' height='600'></iframe>")
    course, asked = Site(tmp_path), []
    page.set_default_timeout(1000 * SECONDS)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(course.address.replace("127.0.0.1", "localhost") + "course.html")  # a third party
    frame = page.frame_locator("iframe")
    load = frame.get_by_role("button", name="Load the exercise (18 MB, only the first time)")
    expect(load).to_be_visible()
    page.frames[1].wait_for_function("() => navigator.serviceWorker.controller")
    assert asked
    assert not any("wasm" in url for url in asked)
    load.click()
    expect(frame.locator("#widget")).to_contain_text("AP = ??")
    page.reload()
    expect(frame.locator("#widget")).to_contain_text("AP = ??")  # kept: it is not asked again
    course.stop()


@pytest.mark.slow
def test_two_new_tabs_lose_no_answer(open_site):
    one = open_site("practice=04-pair")
    one.wait_for_selector(READY)
    other = one.context.new_page()
    other.goto(one.url)
    other.wait_for_selector(READY)
    for page, answer in ((one, "0.5"), (other, "0.25")):
        field = page.locator("#widget input:visible").first
        field.fill(answer)
        field.press("Enter")
        page.wait_for_function(f"() => localStorage.getItem('metrics_edu progress')?.includes('{answer}')")
    record = one.evaluate("localStorage.getItem('metrics_edu progress')")
    assert [json.loads(line)["answers"][0] for line in record.split("\n")[1:]] == ["0.5", "0.25"]
    assert one.evaluate("localStorage.getItem('metrics_edu damaged lines')") is None


@pytest.mark.slow
def test_deleting_progress_in_one_tab_clears_the_other(open_site):
    page = open_site("practice=04-pair")
    page.wait_for_selector(READY)
    field = page.locator("#widget input:visible").first
    field.fill("0.5")
    field.press("Enter")
    page.wait_for_function("() => localStorage.getItem('metrics_edu progress')?.includes('04-pair')")
    other = page.context.new_page()
    other.route("**/worker.js", lambda route: route.abort())  # it needs no Python to forget
    other.on("dialog", lambda dialog: dialog.accept())
    other.goto(page.url.partition("#")[0])
    other.locator("#forget").click()
    page.wait_for_selector("#widget:not([data-stage=ready])")
    page.wait_for_selector(READY)
    page.wait_for_function("() => localStorage.getItem('metrics_edu progress') === null")
    field.fill("0.25")
    field.press("Enter")
    page.wait_for_function("() => localStorage.getItem('metrics_edu progress')?.includes('0.25')")
    record = page.evaluate("localStorage.getItem('metrics_edu progress')")
    assert record.startswith('{"kind": "metrics_edu progress"')
    assert record.count("04-pair") == 1


def test_a_page_opened_as_a_file_explains_how_to_serve(page, folder):
    page.goto((folder / "index.html").as_uri())
    expect(page.locator("#trouble:visible")).to_contain_text("python3 -m http.server", use_inner_text=True)
    expect(page.locator("#status > span")).to_be_hidden()


JOIN = """async ([copy, file]) => {
    const { joinRecords, forgetRecord, KEPT } = await import("/lessons_record.js");
    const asked = indexedDB.open("JupyterLite Storage - /lite/");
    const answer = asked => new Promise(done => { asked.onsuccess = () => done(asked.result); });
    asked.onupgradeneeded = () => asked.result.createObjectStore("files");
    const base = await answer(asked), files = () => base.transaction("files", "readwrite").objectStore("files");
    if (copy !== null) localStorage.setItem(KEPT, copy);
    if (file === "deleted") await answer(files().delete("progress.txt"));
    else if (file !== null) await answer(files().put({ content: file, format: "text" }, "progress.txt"));
    await joinRecords(localStorage);
    const now = [localStorage.getItem(KEPT), (await answer(files().get("progress.txt")))?.content ?? null];
    base.close();
    return now;
}"""


def test_the_page_and_the_lessons_share_one_record(open_site):
    page = open_site(path="site.css")  # no page of ours, which would do the same
    head = '{"kind": "metrics_edu progress"}'
    one, two, three, four = (f'\n{{"name": "{number}", "what": "tried"}}' for number in range(1, 5))

    def joined(copy=None, file=None):
        return page.evaluate(JOIN, [copy, file])

    def both(text):
        return [text, text]

    assert joined() == ["", None]
    assert joined(copy=head + one) == both(head + one)  # done before a lesson was opened
    assert joined(copy=head + one + two, file=head + one + two) == both(head + one + two + two)  # each by itself
    assert joined() == both(head + one + two + two)
    assert joined(file=head + three) == both(head + three + one + two + two)  # Python wrote at the same moment
    assert joined(copy=head + three + one + two + two + four, file="deleted") == both(head + four)  # in a lesson
    assert joined(file="deleted") == ["", None]
    assert joined(copy=head + one, file="my own file") == [head + one, "my own file"]


INJECTED = {
    "script": "<script>(window.ran ??= []).push('script');</script>",
    "handler": "<img src='no-such-image.png' onerror=\"(window.ran ??= []).push('handler')\">",
    "module": "<script type='module' src=\"data:text/javascript,(window.ran ??= []).push('module');\"></script>",
    "frame": "<iframe srcdoc=\"<script>(parent.ran ??= []).push('frame');</script>\"></iframe>",
    "base": "<base href='https://elsewhere.example/'>",
}
RAN = "() => [...window.ran ?? [], ...document.baseURI.includes('elsewhere') ? ['base'] : []].sort()"
PAGES = "index.html", "es/index.html", "docs/guide.html", "docs/es/metrics/ap.html", "docs/formulas.html"


@pytest.mark.parametrize("path", PAGES)
def test_the_policy_blocks_injected_scripts(browser: Browser, site: Site, path: str) -> None:
    """The same page without its policy runs each of them."""
    page = note_blocked(browser.new_context(reduced_motion="reduce", service_workers="block")).new_page()
    built = (site.folder / path).read_text("utf-8")
    policy = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>")
    assert len(policy.findall(built)) == 1
    page.route("**/worker.js", lambda route: route.abort())  # no Python is needed here
    for source, ran in ((built, []), (policy.sub("", built), sorted(INJECTED))):
        text = source + "".join(INJECTED.values())
        page.route(f"**/{path}", lambda route, _request, text=text: route.fulfill(body=text, content_type="text/html"))
        page.goto(site.address + path)
        assert page.evaluate(RAN) == ran
        assert len(BLOCKED) >= len(INJECTED) if source == built else not BLOCKED
        BLOCKED.clear()
    page.context.close()


def test_a_page_of_the_site_opened_as_a_file_is_styled(page: Page, folder: Path) -> None:
    page.goto((folder / "docs" / "guide.html").as_uri())
    expect(page.locator("article")).to_have_css("line-height", "27px")


OUT_OF_LIMITS = {
    "items": "v=1&metric=ndcg&user=0&list=:" + ",".join(["Gala*1"] * 1001),
    "users": "v=1&metric=ndcg&user=mean" + "".join(f"&list=u{k}:" for k in range(101)),
    "states": "lecture" + "&v=1&metric=ndcg&user=0&list=:Gala*1" * 21,
    "label": "v=1&metric=ndcg&user=0&list=:" + "a" * 2_401 + "*1",
    "address of 20,000 users": "v=1&metric=ndcg&user=mean" + "".join(f"&list=u{k}:" for k in range(20_000)),
    "address with a label of 1.9 MB": "v=1&metric=ndcg&user=0&list=:" + "a" * 1_900_000 + "*1",
    "token": "predict=" + "W" * 300,
}


@pytest.mark.slow  # an invalid one is also rejected
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_oversized_address_is_rejected_in_the_readers_language(
    open_site: Callable[..., Page], visitor: BrowserContext, language: str
) -> None:
    words = {
        "en": ("at most {} are allowed", "unknown measure"),
        "es": ("se permiten {} como máximo", "medida que no existe"),
    }[language]
    limits = {"items": "1000", "users": "100", "states": "20", "label": "2400", "token": ""}
    page = open_site("predict", path="" if language == "en" else "es/", context=visitor)
    resize(page, 390, 800)
    for what, address in OUT_OF_LIMITS.items():
        limit = limits.get(what, "100000")  # of characters
        page.evaluate("address => { location.hash = address; }", address)
        expect(page.locator("#why")).to_contain_text(words[0].format(limit) if limit else words[1])
        assert page.locator("#widget").get_attribute("data-stage") == "bad_address"
        assert settled(page).evaluate(OVERFLOW) <= 0, what
    page.evaluate("location.hash = 'stepper'")
    page.wait_for_selector(READY)  # Python goes on


@pytest.mark.slow
def test_an_oversized_list_keeps_its_last_link_and_shows_why(
    open_site: Callable[..., Page], visitor: BrowserContext
) -> None:
    address = "v=1&metric=ndcg&user=0&list=:Gala*1," + ",".join(["Plum*0"] * 999)
    page = open_site(address, context=visitor)
    page.wait_for_selector(READY)
    copied, trouble = page.locator("#copied"), page.locator("#trouble")
    page.locator("#code").click()
    expect(trouble).to_contain_text("too long for a QR code")
    expect(page.locator("#why")).to_be_empty()  # the QR library's sentence is in English
    before = page.url
    page.get_by_role("button", name="|R|, all relevant items: more").click()
    expect(copied).to_contain_text("at most 1,000 items, 100 users, 20 states, 2,400 characters in a label")
    page.locator("#copy").click()
    expect(copied).to_contain_text("too long for a link")
    assert page.url == before
    page.get_by_role("button", name="Undo").click()
    expect(copied).to_be_empty()
    page.locator("#copy").click()
    expect(copied).to_have_text("Copied.")


def test_the_policy_allows_the_scale_of_a_wrong_answer(open_site: Callable[..., Page], visitor: BrowserContext) -> None:
    page = open_site("predict=AP", context=visitor)
    page.wait_for_selector(READY)
    page.locator("#widget input:visible").first.fill("0.25")
    page.keyboard.press("Enter")
    expect(page.locator(".me-gap-between")).to_have_attribute("style", re.compile(r"left: 25%; width: 25\.3"))


def test_tables_have_the_same_values_where_numpy_counts_in_32_bits(
    site: Site, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    """The comparison of lesson 08, and more tables."""
    cells = {cell.id: cell for cell in lessons.read(lessons.Job("08_tarea1", "en").built).cells}
    lesson = [cells[name].source for name in ("imports", "asked-data", "lists-make", "lists-compare")]
    without_widgets = (
        "\n".join(lesson)
        .replace("from metrics_edu.widgets import Predict\n", "")
        .replace("from metrics_homework.widgets import SubmissionUpload\n", "")
    )
    source = f"{getsource(printed_tables)}\nprint_all()\n{without_widgets}\nprint(popularity.compare(chance))"
    page.goto(site.address + "site.css")  # no page of ours
    found = page.evaluate(PRINT_IN_PYTHON, [site.address, source])
    printed_tables.print_all()
    compared = cells["lists-compare"].outputs[0].data["text/plain"]
    assert found == [*capsys.readouterr().out.splitlines(), *compared.splitlines()]
