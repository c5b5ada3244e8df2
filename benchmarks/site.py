"""How much the page takes from its server, how early the first edit is on the screen, and every edit after it.

python -m benchmarks.site [--edits 30] [--items 10 50 200] [--write benchmarks/site.md]

Headless Chromium, an offline site from a server on this machine: no network, nothing compressed. "Again" is a second
visit: the service worker has kept the files, and the page a snapshot of Python.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

from benchmarks.latency import AWAIT_EDIT, PAUSE, PRESSED, WAYS, summary
from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, NO_CHROMIUM, find_chromium
from website.build import __main__ as website_build
from website.build import pyodide
from website.serve import server_of

PROJECT = Path(__file__).parents[1]

READY = "#widget[data-stage=ready] .me-svg svg"
SNAPSHOT_IS_KEPT = """() => {
    caches.open("metrics-edu python").then(kept => kept.keys()).then(keys => { window.snapshots = keys.length; });
    return window.snapshots;
}"""
EXPLORER = WAYS["Explorer"]
PARTS = ("AP", "derivation", "figure")


def first_edit(context: BrowserContext, address: str) -> tuple[Page, float, float, set[str]]:
    """Open the page; return it with the seconds to the picture, and to an edit that Python has answered, and what it received."""
    received: set[str] = set()

    def note(response: Response) -> None:
        if response.ok:
            received.add(urlsplit(response.url).path)

    context.on("response", note)
    context.set_default_timeout(120_000)
    page, begin = context.new_page(), time.perf_counter()
    page.goto(address)
    page.wait_for_selector(EXPLORER["root"])
    picture = time.perf_counter() - begin
    page.locator(EXPLORER["click"]).nth(1).click()
    page.wait_for_function(
        "() => document.querySelector('.me-tile[data-key=average_precision]').textContent.includes('▼')"
    )
    return page, picture, time.perf_counter() - begin, received


def edits(browser: Browser, address: str, items: int, count: int) -> list[float]:
    """The milliseconds from a click to the frame with the last of the new value, working and figure."""
    page = browser.new_page(viewport={"width": 1400, "height": 1400})
    labels = ",".join(f"Item+{k}*{k % 3 % 2}" for k in range(items))
    page.goto(f"{address}#v=1&metric=average_precision&user=0&list=:{labels}")
    page.wait_for_selector(READY, timeout=120_000)
    times = []
    for k in range(count + 3):
        page.wait_for_timeout(PAUSE)
        page.evaluate(AWAIT_EDIT, [EXPLORER, PARTS])
        page.locator(EXPLORER["click"]).nth(k % min(items, 10)).click(delay=PRESSED)
        times.append(page.evaluate("window.edit"))
    page.close()
    return [max(answer.values()) for answer in times[3:] if len(answer) == len(PARTS)]


def megabytes(folder: Path, received: set[str]) -> tuple[float, float]:
    """The size of these files, and compressed as a server would: what is packed already, is."""
    files = [folder / path.lstrip("/") for path in received]
    contents = [path.read_bytes() for path in (file / "index.html" if file.is_dir() else file for file in files)]
    return sum(map(len, contents)) / 1e6, sum(len(gzip.compress(content, 6)) for content in contents) / 1e6


def memory(browser_process: psutil.Process) -> float:
    return max(process.memory_info().rss for process in browser_process.children(recursive=True)) / 1e6


def measure(folder: Path, items: list[int], count: int, visits: int) -> list[str]:
    server = server_of(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    lines = ["| | |", "|---|--:|"]
    with sync_playwright() as playwright:
        chromium = find_chromium() or sys.exit(NO_CHROMIUM)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        cold, again, pictures = [], [], []
        for _visit in range(visits):
            context = browser.new_context()
            page, picture, seconds, received = first_edit(context, address)
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_function(SNAPSHOT_IS_KEPT)
            page.reload()  # the service worker keeps what the first visit asked for before it was there
            page.wait_for_selector(READY)
            page.close()
            _page, _picture, next_seconds, _received = first_edit(context, address)
            renderer = memory(psutil.Process())
            context.close()
            cold.append(seconds)
            again.append(next_seconds)
            pictures.append(picture)
        plain, packed = megabytes(folder, received)
        lines += [
            f"| from the server until the first edit | {plain:.1f} MB ({packed:.1f} MB compressed) |",
            f"| the list is seen (without Python) | {statistics.median(pictures):.1f} s |",
            f"| first edit is on the screen, first visit | {statistics.median(cold):.1f} s |",
            f"| first edit is on the screen, again | {statistics.median(again):.1f} s |",
            f"| memory of the tab's process | {renderer:.0f} MB |",
        ]
        for length in items:
            median, slow = summary(edits(browser, address, length, count))
            lines.append(
                f"| click to screen, value, working and figure, {length} items | {median:.0f} ms (p90 {slow:.0f}) |"
            )
        browser.close()
    server.shutdown()
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=30)
    parser.add_argument("--items", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    pyodide.take_from_pypi()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        website_build.build_page(folder, offline=True)
        load = os.getloadavg()[0]
        lines = measure(folder, options.items, options.edits, options.visits)
    head = f"`python -m benchmarks.site`, {os.cpu_count()} cores, load {load:.1f} at the start; medians of {options.visits} visits."
    text = "\n".join(["# The page, measured", "", head, "", *lines, ""])
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
