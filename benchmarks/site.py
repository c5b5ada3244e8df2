"""How much the page takes from its server, how early the first edit is on the screen, and every edit after it.

python -m benchmarks.site [--edits 30] [--items 10 50 200] [--visits 15] [--write benchmarks/site.md]

Headless Chromium, an offline site from a server on this machine: no network, nothing compressed. The first edit is shown
from the kept answers. The same visit without that file shows what a visitor waits for Python. "Again" is a second visit:
the service worker has kept the files, and the page a snapshot of Python.
"""

from __future__ import annotations

import argparse
import gzip
import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlsplit

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

from benchmarks.latency import AWAIT_EDIT, PAUSE, PRESSED, WAYS, summary
from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, NO_CHROMIUM, find_chromium
from website.build import __main__ as website_build
from website.build import kept_files, pyodide
from website.build.pyodide import START
from website.serve import server_of

PROJECT = Path(__file__).parents[1]

READY = "#widget[data-stage=ready] .me-svg svg"
SNAPSHOT_IS_KEPT = """() => {
    caches.open("metrics-edu python").then(kept => kept.keys()).then(keys => { window.snapshots = keys.length; });
    return window.snapshots;
}"""
EXPLORER = WAYS["Explorer"]
AGAIN = 3
PARTS = ("AP", "derivation", "figure")
PYTHON = {f"/{name}" for name in START}
"""Our own files that only Python needs, beside those of the folder pyodide."""


def first_edit(context: BrowserContext, address: str) -> tuple[Page, float, float, set[str]]:
    """Open the page; return it with the seconds to the list and from there to the first edit, and what it has received."""
    received: set[str] = set()

    def note(response: Response) -> None:
        if response.ok:
            received.add(urlsplit(response.url).path)

    context.on("response", note)
    context.set_default_timeout(120_000)
    page, begin = context.new_page(), time.perf_counter()
    page.goto(address)
    page.wait_for_selector(EXPLORER["root"])
    seen = time.perf_counter()
    page.locator(EXPLORER["click"]).nth(1).click()
    page.wait_for_function(
        "() => document.querySelector('.me-tile[data-key=average_precision]').textContent.includes('▼')"
    )
    return page, seen - begin, time.perf_counter() - seen, received


def first_visits(browser: Browser, address: str, visits: int) -> tuple[list[str], set[str]]:
    """Return the lines of first visits, each with the kept answers and without, and what the page needs to the first edit."""
    pictures: list[float] = []
    times: dict[bool, list[float]] = {True: [], False: []}
    needed: set[str] = set()
    for _visit in range(visits):
        for is_kept, seconds in times.items():
            context = browser.new_context()
            if not is_kept:
                context.route("**/kept-*.bin", lambda route: route.abort())
            _page, seen, edit, received = first_edit(context, address)
            context.close()
            pictures.append(seen)
            seconds.append(edit)
            if is_kept:
                needed |= {path for path in received if not path.startswith("/pyodide/")} - PYTHON
    lines = [f"| the list is seen (without Python) | {shown(pictures)} |"]
    lines.append(f"| from there until the first edit is on the screen, first visit | {shown(times[True])} |")
    lines.append(f"| the same without kept answers: it waits for Python | {shown(times[False])} |")
    return lines, needed


def shown(seconds: list[float]) -> str:
    """Return the median and the 90th percentile in milliseconds."""
    median, slow = summary(seconds)
    return f"{1000 * median:.0f} ms (p90 {1000 * slow:.0f})"


def built(folder: Path) -> list[str]:
    """Build the page, first with no kept answers and then with all; return the lines of both times and of its size."""
    times = []
    with tempfile.TemporaryDirectory() as kept, patch.object(kept_files, "KEPT", Path(kept)):
        for _build in range(2):
            begin = time.perf_counter()
            website_build.build_page(folder, offline=True)
            times.append(time.perf_counter() - begin)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    answers = [path.stat().st_size for path in folder.glob("kept-*.bin")]
    return [
        f"| build without lessons: no answers kept, all kept | {times[0]:.1f} s, {times[1]:.1f} s |",
        f"| size without lessons, with Python's files | {size / 1e6:.1f} MB |",
        f"| kept answers, each language | {', '.join(f'{size / 1e3:.0f} kB' for size in answers)} |",
    ]


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


def sent(folder: Path, received: set[str]) -> str:
    """Return the size of these files, and compressed as a server would: what is packed already, is."""
    files = [folder / path.lstrip("/") for path in received]
    contents = [path.read_bytes() for path in (file / "index.html" if file.is_dir() else file for file in files)]
    compressed = sum(len(gzip.compress(content, 6)) for content in contents)
    return f"{sum(map(len, contents)) / 1e3:,.0f} kB ({compressed / 1e3:,.0f} kB compressed)"


def memory(browser_process: psutil.Process) -> float:
    return max(process.memory_info().rss for process in browser_process.children(recursive=True)) / 1e6


def measure(folder: Path, items: list[int], count: int, visits: int) -> list[str]:
    server = server_of(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    # A visitor who has seen the first edit leaves while Python's files are being sent.
    with patch.object(server, "handle_error"), sync_playwright() as playwright:
        chromium = find_chromium() or sys.exit(NO_CHROMIUM)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        lines, needed = first_visits(browser, address, visits)
        again = []
        for _visit in range(AGAIN):
            context = browser.new_context()
            page, _seen, _seconds, received = first_edit(context, address)
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_function(SNAPSHOT_IS_KEPT)
            page.reload()  # the service worker keeps what the first visit asked for before it was there
            page.wait_for_selector(READY)
            page.close()
            page, _seen, seconds, _received = first_edit(context, address)
            again.append(seconds)
            page.wait_for_selector(READY)
            renderer = memory(psutil.Process())
            context.close()
        lines = ["| | |", "|---|--:|", *lines]
        lines += [
            f"| the same, again | {shown(again)} |",
            f"| from the server for the first edit | {sent(folder, needed)} |",
            f"| from the server until Python has answered | {sent(folder, received)} |",
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
    parser.add_argument("--visits", type=int, default=15)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    pyodide.take_from_pypi()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        load = os.getloadavg()[0]
        building = built(folder)
        lines = measure(folder, options.items, options.edits, options.visits) + building
    visits = f"{options.visits} first visits, {AGAIN} again"
    head = f"`python -m benchmarks.site`, {os.cpu_count()} cores, load {load:.1f} at the start; medians of {visits}."
    text = "\n".join(["# The page, measured", "", head, "", *lines, ""])
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
