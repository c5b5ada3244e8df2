"""The site with its lessons, built from the test distribution and served; and a lesson in its JupyterLite."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Page

from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, PROJECT, find_chromium, run_all_cells
from website.build import __main__ as website_build
from website.build import pyodide
from website.serve import server_of

WORKER = (PROJECT / "tests" / "browser" / "lessons_worker.js").read_text("utf-8")
START_WORKER = """code => {
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    window.ran = message => new Promise((done, failed) => {
        worker.onmessage = ({ data }) => data.failed ? failed(new Error(data.failed)) : done(data.cells);
        worker.onerror = event => failed(new Error(event.message));
        worker.postMessage(message);
    });
}"""
CONTENTS = "path => jupyterapp.serviceManager.contents.get(path, { content: true }).then(file => file.content)"


def build(folder: Path) -> Path:
    """Build the site into a folder."""
    pyodide.take_from_pypi()
    website_build.build(folder, offline=True)
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, as any static server does; give its address."""
    with server_of(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def chromium(browser_type: BrowserType, profile: Path, foreign: list[str], site: str) -> Iterator[Page]:
    """Run a Chromium that keeps what pages store, note what it asks of other hosts, and end it."""
    options: dict[str, Any] = {"executable_path": find_chromium(), "args": list(CHROMIUM_ARGS)}
    context = browser_type.launch_persistent_context(profile, **options, viewport={"width": 1280, "height": 1500})
    context.set_default_timeout(180_000)
    context.on("request", lambda asked: None if own(asked.url, site) else foreign.append(asked.url))
    try:
        yield context.pages[0]
    finally:
        context.close()


def start_kernel(page: Page, empty: str) -> None:
    """Start the lessons' kernel from an address that is no page of ours, and so has no service worker."""
    page.set_default_timeout(180_000)
    page.goto(empty)
    page.evaluate(START_WORKER, WORKER)


def ran(page: Page, site: str, sources: list[str]) -> Any:
    """Run cells in the kernel of a page; give what each shows, and its error."""
    return page.evaluate("message => ran(message)", {"base": site, "sources": sources})


def own(url: str, site: str) -> bool:
    return url.removeprefix("blob:").startswith(site + "/") or url.startswith(("data:", "about:"))


def run_lesson(page: Page, path: str) -> None:
    """Run all cells of the lesson that is open; JupyterLite's kernel is there when the first one has run."""
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel")
    run_all_cells(page, path)
