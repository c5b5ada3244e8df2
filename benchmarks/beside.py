"""Three ways to give one Explorer to visitors: our page, a lesson in our JupyterLite, and a Voila server; in one run.

python -m benchmarks.beside [--visits 3] [--visitors 1 5] [--write benchmarks/beside.md]

Headless Chromium and every server on this machine: no network, nothing compressed. Each visit has a browser that has
kept nothing, and "again" is the second visit of the same one. Voila and what it needs come from PyPI, into an environment
that is thrown away. Memory is proportional: what processes share is counted once.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import psutil
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from benchmarks.site import CHROMIUM_ARGS, EXPLORER, NO_CHROMIUM, PROJECT, find_chromium, server_of

VOILA = "voila==0.5.13", "ipykernel==7.4.0"
SOURCE = "from metrics_edu.examples import apples\nfrom metrics_edu.widgets import Explorer\n\nExplorer(apples())"
LESSON = "lite/lab/index.html?path=en/00_lists.ipynb"
KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
RUN = "() => { jupyterapp.commands.execute('notebook:run-all-cells'); }"
WAIT = 300_000  # milliseconds
Ways = dict[str, tuple[str, Callable[[Page], None]]]


def nothing(_page: Page) -> None:
    """The page and Voila run by themselves."""


def run_lesson(page: Page) -> None:
    page.wait_for_function(KERNEL)
    page.evaluate(RUN)


def edit(page: Page) -> None:
    """Edit the list, and wait until Python has answered."""
    page.wait_for_selector(EXPLORER["root"])
    page.locator(EXPLORER["click"]).nth(1).click()
    page.wait_for_function(
        "() => document.querySelector('.me-tile[data-key=average_precision]').textContent.includes('▼')"
    )


def visited(context: BrowserContext, address: str, begin: Callable[[Page], None]) -> tuple[Page, float]:
    """Open an address; return the page with the seconds to its first edit."""
    context.set_default_timeout(WAIT)
    page, start = context.new_page(), time.perf_counter()
    answer = page.goto(address)
    if not (answer and answer.ok):
        raise SystemExit(f"{address} could not be opened.")
    begin(page)
    edit(page)
    return page, time.perf_counter() - start


def proportional(processes: list[psutil.Process]) -> float:
    return sum(process.memory_full_info().pss for process in processes) / 1e6


def renderer() -> float:
    """Return the memory of the greatest tab."""
    tabs = [process for process in psutil.Process().children(recursive=True) if "--type=renderer" in process.cmdline()]
    return max(proportional([process]) for process in tabs)


def sizes(context: BrowserContext) -> Callable[[], float]:
    """Return what shows how many MB a browser has been sent until now."""
    finished: list[Request] = []
    context.on("requestfinished", lambda request: finished.append(request))
    return lambda: sum(request.sizes()["responseBodySize"] for request in finished) / 1e6


def one_visitor(browser: Browser, address: str, begin: Callable[[Page], None]) -> tuple[float, float, float, float]:
    """Return MB, seconds to the first edit, the same again, and the memory of the tab."""
    context = browser.new_context()
    sent = sizes(context)
    page, first = visited(context, address, begin)
    megabytes, memory = sent(), renderer()
    page.close()
    _page, again = visited(context, address, begin)
    context.close()
    return megabytes, first, again, memory


@contextmanager
def site() -> Iterator[str]:
    """Serve the whole site, whose first lesson is the notebook of one cell that Voila has."""
    from website.build import __main__ as website_build
    from website.build import pyodide

    pyodide.take_from_pypi()
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name) / "site"
        website_build.build(folder, offline=True)
        write_notebook(folder / "lite" / "files" / "en" / "00_lists.ipynb")
        with server_of(folder) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


def write_notebook(path: Path) -> None:
    kernel = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},  # by which JupyterLite chooses its kernel
    }
    nbformat.write(new_notebook(cells=[new_code_cell(SOURCE)], metadata=kernel), path)


@contextmanager
def voila() -> Iterator[tuple[str, psutil.Process]]:
    """Serve the notebook by Voila, from an environment that is thrown away."""
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or sys.exit("uv is not in .venv: make test")
    with tempfile.TemporaryDirectory() as folder_name:
        python = str(Path(folder_name) / "bin" / "python")
        subprocess.run([uv, "venv", "-q", "--python", sys.executable, folder_name], check=True)
        subprocess.run([uv, "pip", "install", "-q", "--python", python, *VOILA, str(PROJECT)], check=True)
        write_notebook(Path(folder_name) / "one.ipynb")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [python, "-m", "voila", "one.ipynb", "--no-browser", f"--port={port}"]
        with (
            (Path(folder_name) / "log").open("w") as log,
            subprocess.Popen(command, cwd=folder_name, stderr=log) as server,
        ):
            try:
                await_server(server, port)
                yield f"http://127.0.0.1:{port}/", psutil.Process(server.pid)
            finally:
                server.terminate()


def await_server(server: subprocess.Popen[bytes], port: int) -> None:
    while server.poll() is None:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise SystemExit("Voila could not be started.")


def together(browser: Browser, address: str, server: psutil.Process, count: int) -> tuple[float, float]:
    """Return when the last of some visitors, who come at once, can edit, and by how much the server's memory grew."""
    before = proportional([server, *server.children(recursive=True)])
    contexts = [browser.new_context() for _visitor in range(count)]
    start, pages = time.perf_counter(), []
    for context in contexts:
        context.set_default_timeout(WAIT)
        pages.append(context.new_page())
        pages[-1].goto(address, wait_until="commit")
    for page in pages:
        edit(page)
    seconds = time.perf_counter() - start
    memory = proportional([server, *server.children(recursive=True)]) - before
    for context in contexts:
        context.close()
    return seconds, memory


def measure(browser: Browser, visits: int, visitors: list[int]) -> list[str]:
    with site() as ours, voila() as (theirs, server):
        ways: Ways = {
            "our page": (ours + "#explorer", nothing),  # the front page's own list has kept answers
            "a lesson in our JupyterLite": (ours + LESSON, run_lesson),
            "Voila": (theirs, nothing),
        }
        alone = proportional([server])
        taken = {name: [one_visitor(browser, *way) for _visit in range(visits)] for name, way in ways.items()}
        crowds = {count: together(browser, theirs, server, count) for count in visitors}
    lines = ["| one visitor | sent | first edit | again | memory of the tab |", "|---|--:|--:|--:|--:|"]
    for name, figures in taken.items():
        sent, first, again, memory = map(statistics.median, zip(*figures, strict=True))
        lines.append(f"| {name} | {sent:.1f} MB | {first:.1f} s | {again:.1f} s | {memory:.0f} MB |")
    lines += [
        "",
        "| visitors of Voila at once | the last one's first edit | memory more on the server |",
        "|---|--:|--:|",
    ]
    lines.append(f"| 0 | | {alone:.0f} MB in all |")
    lines += [f"| {count} | {seconds:.1f} s | {memory:.0f} MB |" for count, (seconds, memory) in crowds.items()]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--visitors", type=int, nargs="+", default=[1, 5])
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    with sync_playwright() as playwright:
        chromium = find_chromium() or sys.exit(NO_CHROMIUM)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        lines = measure(browser, options.visits, options.visitors)
        browser.close()
    cores = os.cpu_count() or 1
    busy = " (so its seconds are those of a busy machine)" if load > cores else ""
    head = f"`python -m benchmarks.beside`, {cores} cores, load {load:.1f}{busy} at the start; medians of {options.visits} visits."
    note = "The page and JupyterLite compute in the visitor's browser: their server sends files, and holds nothing for anyone."
    text = "\n".join(["# One Explorer, three ways", "", head, "", *lines, "", note, ""])
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
