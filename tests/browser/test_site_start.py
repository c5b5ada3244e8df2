"""How the site's page starts Python: with changed files, in a worker that ends, in a frame without rights."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser import test_site
from tests.browser.driver import SECONDS, until
from tests.browser.test_site import READY, Site
from website.build.pyodide import integrity, sha256
from website.build.sources import own_file
from website.serve import Files

folder, site = test_site.folder, test_site.site
newcomer, visitor = test_site.newcomer, test_site.visitor

WASM = "pyodide.asm.wasm"
CONTROLLED = "() => navigator.serviceWorker.controller"
KEPT_FITS = """async name => {
    const kept = await caches.open("metrics-edu by hash"), files = await (await fetch("/pyodide/files.json")).json();
    const answer = await kept.match(`https://by-hash.invalid/${encodeURIComponent(files[name].integrity)}`);
    const digest = answer && await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
    return digest && `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` === files[name].integrity;
}"""
SPOIL = """async name => {
    const kept = await caches.open("metrics-edu by hash"), files = await (await fetch("/pyodide/files.json")).json();
    await kept.put(`https://by-hash.invalid/${encodeURIComponent(files[name].integrity)}`, new Response("no such file"));
}"""
FORGET_PYTHON = "() => caches.delete('metrics-edu python')"


def integrity_of(folder: Path, name: str) -> str:
    return json.loads((folder / "pyodide" / "files.json").read_text("utf-8"))[name]["integrity"]


def no_page_of_ours(context: BrowserContext, site: Site) -> Page:
    """Open a page that the service worker answers, and on which nothing of ours runs."""
    page = context.new_page()
    page.goto(site.address + "site.css")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function(CONTROLLED)
    return page


# --- files --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_links_cannot_poison_cached_python_files_and_corrupt_ones_refetch(site: Site, visitor: BrowserContext) -> None:
    page = no_page_of_ours(visitor, site)
    integrity = integrity_of(site.folder, WASM)
    for address in ("sw.js?{}", "page.js?{}", "pyodide/files.json?{}", "{}"):
        page.goto(site.address + address.format(quote(integrity, safe="")))
    page.goto(site.address + "site.css")
    names = ("python_stdlib.zip", "addresses.py")
    for name in names:
        page.evaluate(SPOIL, name)
    page.evaluate(FORGET_PYTHON)
    page.goto(site.address)
    page.wait_for_selector(READY)
    assert all(page.evaluate(KEPT_FITS, name) for name in (WASM, *names))
    page.close()


def spoiled(route: Route) -> None:
    """Answer as a server that has another file of this name."""
    route.fulfill(body=b"\0asm another", content_type="application/wasm")


def test_a_rejected_file_stays_reported_while_others_load(browser: Browser, site: Site) -> None:
    page = browser.new_context(reduced_motion="reduce", service_workers="block").new_page()
    page.set_default_timeout(1000 * SECONDS)
    held: list[Route] = []
    early: list[Route] = []
    page.route("**/addresses.py", lambda route: spoiled(route) if held else early.append(route))
    page.route(f"**/{WASM}", lambda route: held.append(route))
    page.goto(site.address)
    until(lambda: page.evaluate("1") and bool(held), lambda: True)  # the other file is being loaded
    for route in early:
        spoiled(route)
    expect(page.locator("#trouble:visible")).to_contain_text("Python could not start", use_inner_text=True)
    until(lambda: page.evaluate("1") and page.workers, list)  # the worker has ended; its end comes with an answer
    assert page.locator("#widget").get_attribute("data-stage") == "cannot_start"
    expect(page.locator("#again")).to_be_visible()


@pytest.mark.parametrize(
    "name",
    [
        *(pytest.param(one, marks=pytest.mark.slow) for one in (WASM, "python_stdlib.zip")),
        "numpy-*.whl",
        "addresses.py",
    ],
)
def test_a_rejected_file_is_reported_at_once(browser: Browser, site: Site, name: str) -> None:
    page = browser.new_context(reduced_motion="reduce", service_workers="block").new_page()
    page.set_default_timeout(1000 * SECONDS)
    page.route(f"**/{name}", spoiled)
    page.clock.install()
    page.clock.pause_at(4_000_000_000_000)  # no time passes: nothing is waited for
    page.goto(site.address)
    expect(page.locator("#trouble:visible")).to_contain_text("Python could not start", use_inner_text=True)
    expect(page.locator("#why")).to_contain_text(name.partition("*")[0])
    expect(page.locator("#again")).to_be_visible()
    page.clock.fast_forward("10:00")
    expect(page.locator("#trouble:visible")).to_contain_text(
        "Python could not start", use_inner_text=True
    )  # and nothing else after it
    if name == WASM:
        page.unroute(f"**/{name}")
        page.clock.resume()
        page.locator("#again").click()
        page.wait_for_selector(READY)
    page.context.close()


FETCH = """async ([url, integrity]) => {
    const fetchPinned = (await import("/pinned_fetch.js")).pinnedFetch({});
    try { return await (await fetchPinned(url, integrity ? { integrity } : {})).text(); } catch { return "refused"; }
}"""
SPOIL_ONE = """async integrity => (await caches.open("metrics-edu by hash"))
    .put(`https://by-hash.invalid/${encodeURIComponent(integrity)}`, new Response("damaged"))"""


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Site]:
    """Serve a folder that has both service workers, one file, and nothing else."""
    for folder in ("lite", "pyodide"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pyodide" / "file.whl").write_text("the file")
    for name in ("files.json", "lessons-files.json"):
        (tmp_path / "pyodide" / name).write_text("{}")
    for name in ("pinned_fetch.js", "sw.js", "worker.js"):
        shutil.copy(own_file(name), tmp_path)
    shutil.copy(own_file("lessons.js"), tmp_path / "pyodide")
    ours = own_file("lessons-sw.js").read_text("utf-8").replace("$version", "1")
    (tmp_path / "lite" / "service-worker.js").write_text(ours)
    theirs = "addEventListener('install', () => skipWaiting()); addEventListener('activate', () => clients.claim());"
    (tmp_path / "lite" / "jupyterlite-service-worker.js").write_text(theirs)
    for name in ("index.html", "lite/index.html"):
        (tmp_path / name).write_text("<title>A page</title>")
    site = Site(tmp_path)
    yield site
    site.stop()


def register(page: Page, worker: str) -> None:
    page.evaluate("worker => navigator.serviceWorker.register(worker)", worker)
    page.wait_for_function(CONTROLLED)


@pytest.mark.parametrize(("place", "worker"), [("", "sw.js"), ("lite/", "service-worker.js")])
def test_both_service_workers_cache_files_by_hash(page: Page, workers: Site, place: str, worker: str) -> None:
    file = workers.folder / "pyodide" / "file.whl"
    digest = integrity(sha256(file))
    asked = [workers.address + "pyodide/file.whl", digest]
    page.goto(f"{workers.address}{place}index.html")
    register(page, worker)
    file.write_text("another")
    assert page.evaluate(FETCH, asked) == "refused"
    assert page.evaluate(FETCH, [asked[0], ""]) == "another"  # which is kept under its own name
    page.goto(f"{workers.address}{place}index.html?{quote(digest, safe='')}")
    file.write_text("the file")
    assert page.evaluate(FETCH, asked) == "the file"
    page.evaluate(SPOIL_ONE, digest)
    assert page.evaluate(FETCH, asked) == "the file"
    with workers.stopped():
        assert page.evaluate(FETCH, asked) == "the file"


PYTHON_OF_ONE_FILE = "export const loadPyodide = () => fetch('file.wasm');"
KERNEL = """importScripts("../pyodide/lessons.js");
self.loadPyodide({ indexURL: new URL("../pyodide/", self.location).href })
    .catch(({ message }) => postMessage({ failed: message }));"""
"""What JupyterLite's kernel does with lessons.js."""
START_WORKER = """([url, type]) => new Promise(done => {
    const worker = new Worker(url, { type });
    worker.onmessage = ({ data }) => { if (data.failed) done(data.failed); };
    worker.postMessage({ start: { language: "en" }, number: 1 });
})"""
"""Start a worker; return why it failed."""


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize(
    ("place", "service_worker", "worker"),
    [("", "sw.js", ["worker.js", "module"]), ("lite/", "service-worker.js", ["kernel.js", "classic"])],
)
def test_a_rejected_file_is_requested_twice(
    page: Page,
    workers: Site,
    monkeypatch: pytest.MonkeyPatch,
    kept: bool,
    place: str,
    service_worker: str,
    worker: list[str],
) -> None:
    """As any other file, and past the browser's own cache; also where a service worker is in between."""
    other = integrity("0" * 64)
    files = json.dumps({"file.wasm": {"url": "file.wasm", "integrity": other}})
    for name in ("files.json", "lessons-files.json"):
        (workers.folder / "pyodide" / name).write_text(files)
    (workers.folder / "pyodide" / "file.wasm").write_text("another file")
    (workers.folder / "pyodide" / "pyodide.mjs").write_text(PYTHON_OF_ONE_FILE)
    (workers.folder / "lite" / "kernel.js").write_text(KERNEL)
    requests: list[tuple[str, str | None]] = []

    def note(request: Files, *_status: object) -> None:
        requests.append((request.path, request.headers["Cache-Control"]))

    monkeypatch.setattr(Files, "log_request", note)
    page.goto(f"{workers.address}{place}index.html")
    if kept:
        register(page, service_worker)
    assert page.evaluate(START_WORKER, worker)
    how = [cache_control for path, cache_control in requests if path == "/pyodide/file.wasm"]
    assert how == [None, "no-cache"]


TAKE_LISTED = """async () => {
    const { pinnedFetch } = await import("/pinned_fetch.js");
    for (const name of ["files.json", "lessons-files.json"]) {
        const files = await (await fetch(`/pyodide/${name}`)).json();
        const fetchPinned = pinnedFetch(files, new URL("/pyodide/", location));
        for (const file of Object.keys(files)) await (await fetchPinned(file)).text();
    }
}"""
"""Take the files of both lists, as Python's workers do."""
KEPT_BY_HASH = """async () => {
    const kept = await caches.open("metrics-edu by hash");
    return (await Promise.all((await kept.matchAll()).map(answer => answer.text()))).sort();
}"""


def write_release(workers: Site, number: int) -> None:
    """Write a release of which each list has one file that the other releases have not."""
    pyodide, worker = workers.folder / "pyodide", workers.folder / "lite" / "service-worker.js"
    for list_name, names in (("files.json", ["page", "both"]), ("lessons-files.json", ["lessons", "both"])):
        files = {}
        for name in names:
            file = pyodide / f"{name}.whl"
            file.write_text(name if name == "both" else f"{name} {number}")
            files[file.name] = {"url": file.name, "integrity": integrity(sha256(file))}
        (pyodide / list_name).write_text(json.dumps(files))
    worker.write_text(re.sub(r"(metrics_edu lessons )\w+", rf"\g<1>{number}", worker.read_text("utf-8"), count=1))
    for path in (worker, *pyodide.iterdir()):
        os.utime(path, (1_000_000_000 + number,) * 2)  # the server compares seconds


def test_a_new_release_deletes_the_cached_files_before_it(page: Page, workers: Site) -> None:
    """The service worker is the same, byte by byte; its lists are not."""
    write_release(workers, 1)
    page.goto(workers.address)
    register(page, "sw.js")
    page.evaluate(TAKE_LISTED)
    assert page.evaluate(KEPT_BY_HASH) == ["both", "lessons 1", "page 1"]
    write_release(workers, 2)
    page.evaluate(TAKE_LISTED)
    until(lambda: page.evaluate(KEPT_BY_HASH), lambda: ["both", "lessons 2", "page 2"])


def test_new_lessons_delete_the_cached_files_of_old_ones(page: Page, workers: Site) -> None:
    write_release(workers, 1)
    page.goto(f"{workers.address}lite/index.html")
    register(page, "service-worker.js")
    page.evaluate(TAKE_LISTED)
    assert page.evaluate(KEPT_BY_HASH) == ["both", "lessons 1", "page 1"]
    write_release(workers, 2)
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    until(lambda: page.evaluate(KEPT_BY_HASH), lambda: ["both"])


# --- a worker that ends -------------------------------------------------------------------------------------

KILL = """after => {
    const Plain = Worker;
    let count = 0;
    window.Worker = class extends Plain {
        constructor(...given) {
            super(...given);
            if (!count++) after === 0 ? this.terminate() : realTimeout(() => this.terminate(), after);
        }
    };
}"""
KEEP_TIMEOUT = "window.realTimeout = setTimeout.bind(window);"


@pytest.mark.parametrize("after", [*(pytest.param(one, marks=pytest.mark.slow) for one in (0, 30, 1500)), 600])
def test_a_worker_that_dies_while_starting_is_reported(newcomer: BrowserContext, site: Site, after: int) -> None:
    """After its first message at once, before it within the page's own limit, which is shorter than this test waits."""
    page = newcomer.new_page()
    page.add_init_script(f"{KEEP_TIMEOUT}({KILL})({after});")
    page.goto(site.address + "#stepper=AP")
    expect(page.locator("#trouble:visible")).to_contain_text("tart it again", use_inner_text=True)
    assert page.locator("#widget").get_attribute("data-stage") in ("not_begun", "stopped")
    if after == 0:
        page.locator("#again").click()
        page.wait_for_selector(READY)
    expect(page.locator("#again")).to_be_visible(visible=after > 0)
    page.close()


PAGE_WAITS_FOR_END = """async () => {
    const { held, pending } = await navigator.locks.query();
    return held.length && pending.length;
}"""


def test_the_end_of_a_worker_is_reported_without_a_timeout(browser: Browser, site: Site) -> None:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(1000 * SECONDS)
    page.clock.install()
    page.clock.pause_at(4_000_000_000_000)
    page.route("**/pyodide/**", lambda _route: None)  # Python never comes
    with page.expect_worker() as worker:
        page.goto(site.address)
    page.wait_for_function(PAGE_WAITS_FOR_END)
    worker.value.evaluate("() => self.close()")
    expect(page.locator("#trouble:visible")).to_contain_text("has stopped Python", use_inner_text=True)
    page.context.close()


# --- a frame without rights ---------------------------------------------------------------------------------


class OpenFiles(Files):
    """Serves files to any page."""

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


@pytest.mark.parametrize("handler", [Files, OpenFiles])
@pytest.mark.parametrize(("path", "words"), [("", "has no allow-same-origin"), ("es/", "no tiene allow-same-origin")])
def test_a_sandboxed_frame_without_origin_shows_an_explanation(
    page: Page, folder: Path, tmp_path: Path, handler: type[Files], path: str, words: str
) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/{path}index.html#stepper=AP"
    (tmp_path / "course.html").write_text(f"<iframe sandbox='allow-scripts' src='{address}' width='380'></iframe>")
    course = Site(tmp_path)
    page.goto(course.address + "course.html")
    frame = page.frame_locator("iframe")
    expect(frame.locator("#trouble:visible")).to_contain_text(words, use_inner_text=True)
    expect(frame.locator("#own_tab")).to_have_attribute("href", address)
    expect(frame.locator("#status > span")).to_be_hidden()
    server.shutdown()
    server.server_close()
    course.stop()


def test_a_widget_whose_file_does_not_come_is_reported(browser: Browser, site: Site) -> None:
    page = browser.new_context(reduced_motion="reduce", service_workers="block").new_page()
    page.set_default_timeout(1000 * SECONDS)
    page.route("**/widgets.js", lambda route: route.abort())
    page.goto(f"{site.address}#practice=04-pair")
    expect(page.locator("#trouble:visible")).to_contain_text("could not load what shows this", use_inner_text=True)
    expect(page.locator("#widget .metrics-edu")).to_have_count(0)
