"""How fast an edit is on the screen: the Explorer beside an Output widget that is cleared and filled again.

python -m benchmarks.latency [--edits 30] [--items 10 50 200] [--write benchmarks/latency.md]

A real JupyterLab in headless Chromium. From the click on a row to the frame in which the new AP, the new derivation and
the new figure are drawn. The naive way prints the list and AP, displays the same derivation as TeX and the same figure
by pyplot, all in one Output widget. (In JupyterLab 4.6, where a callback may run in a separate thread, it now and then
loses a figure: such edits do not count.) The script time is what the browser computes for one edit of the Explorer.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from playwright.sync_api import CDPSession, Page, sync_playwright

from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, NO_CHROMIUM, find_chromium, jupyterlab, run_all_cells

PACKAGE = importlib.util.find_spec("metrics_edu")
PROJECT = Path(PACKAGE.origin).parents[1] if PACKAGE and PACKAGE.origin else Path(__file__).parents[1]
"""The version that is measured: the one that Python imports."""

PARTS = ("AP", "derivation", "figure")
RATIO = 3  # each part comes at least this number of times as fast as the naive way
MOST = {"AP": 100, "derivation": 400, "figure": 400}  # milliseconds, for the longest list on two idle cores
IMPORT_RATIO = 1.3

SETUP = """
import matplotlib.pyplot as plt
from IPython.display import Math, display
from ipywidgets import Button, HBox, Layout, Output, VBox
from metrics_edu import Ranking, average_precision, explain
from metrics_edu.plots import draw_terms
from metrics_edu.widgets import Explorer

def start(count):
    return [k % 3 % 2 for k in range(count)]

def naive(count):
    grades, out = start(count), Output(layout=Layout(min_width="0"))

    def redraw(k=None):
        if k is not None:
            grades[k] = 1 - grades[k]
        d = explain(average_precision, Ranking(grades))
        with out:
            out.clear_output(wait=True)
            print(" ".join("NR"[grade] for grade in grades))
            print(f"AP = {d.value:.6f}")
            display(Math(d.tex()))
            fig, ax = plt.subplots()
            draw_terms(ax, d)
            plt.show()

    buttons = [Button(description=f"rank {k}") for k in range(1, count + 1)]
    for k, button in enumerate(buttons):
        button.on_click(lambda _button, k=k: redraw(k))
    redraw()
    box = HBox([VBox(buttons, layout=Layout(flex="0 0 160px")), out])
    box.add_class("naive")
    return box
"""
WAYS = {
    "Explorer": {
        "source": "Explorer(Ranking(start({count})))",
        "root": ".metrics-edu",
        "click": ".me-row .me-toggle",
        "AP": ".me-tile[data-key=average_precision] .me-tile-value",
        "derivation": ".me-work",
        "figure": ".me-svg svg",
    },
    "naive": {
        "source": "naive({count})",
        "root": ".naive",
        "click": "button",
        "AP": ".jp-RenderedText pre",
        "derivation": ".jp-RenderedLatex mjx-container",
        "figure": ".jp-RenderedImage img",
    },
}

RUN_LAST_CELL = """async source => {
    const { content } = window.jupyterapp.shell.currentWidget;
    content.activeCellIndex = content.widgets.length - 1;
    content.model.cells.get(content.activeCellIndex).sharedModel.setSource(source);
    await window.jupyterapp.commands.execute("notebook:run-cell");
}"""
# Gets ready for a click: from it, the milliseconds to the frame with each new part. Light alone changes attributes, not texts.
AWAIT_EDIT = """([way, parts]) => {
    const root = document.querySelector(way.root), times = {};
    const bars = el => [...el.querySelectorAll(".me-bar")].map(bar => bar.getAttribute("d")).join();
    const shows = part => {                                         // the figure: a new image, or other bars
        const el = root.querySelector(way[part]);
        if (part !== "figure" || !el) return el?.textContent;
        return el.localName === "svg" ? bars(el) : el.complete && el;
    };
    const before = Object.fromEntries(parts.map(part => [part, shows(part)]));
    let begin;
    window.edit = new Promise(done => {
        const see = () => {
            for (const part of parts) {
                const now = part in times ? null : shows(part);
                if (!now || now === before[part]) continue;
                times[part] = NaN;
                requestAnimationFrame(() => {
                    times[part] = performance.now() - begin;
                    if (parts.every(part => times[part])) { observer.disconnect(); done(times); }
                });
            }
        };
        const observer = new MutationObserver(see);
        root.addEventListener("load", see, { capture: true });      // an image is there once it is loaded
        root.addEventListener("click", () => {
            begin = performance.now();
            observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
        }, { capture: true, once: true });
        setTimeout(() => { observer.disconnect(); done(times); }, 10000);
    });
}"""
PRESSED, PAUSE = 60, 300  # milliseconds that a finger stays on the button, and until it comes back


def latencies(page: Page, way: dict[str, str], items: int, edits: int) -> dict[str, list[float]]:
    """Show a list and toggle its first ten rows in turn; the first edits, which load what is needed, do not count."""
    page.evaluate("document.querySelectorAll('.metrics-edu, .naive').forEach(el => el.remove())")
    page.evaluate(RUN_LAST_CELL, way["source"].format(count=items))
    page.wait_for_selector(f"{way['root']} {way['figure']}", timeout=60_000)
    page.wait_for_selector(f"{way['root']} {way['derivation']}", timeout=60_000)
    times = []
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    for k in range(edits + 3):
        page.wait_for_timeout(1500 if not k else PAUSE)  # at first the figure is drawn once more, for its width
        page.evaluate(AWAIT_EDIT, [way, PARTS])
        before = script_milliseconds(tools)
        page.locator(f"{way['root']} {way['click']}").nth(k % min(items, 10)).click(delay=PRESSED)
        times.append(page.evaluate("window.edit"))
        page.wait_for_timeout(PAUSE)
        times[-1]["script"] = script_milliseconds(tools) - before
    return {part: [one[part] for one in times[3:] if one.get(part)] for part in (*PARTS, "script")}


def script_milliseconds(tools: CDPSession) -> float:
    """Return how long the page has run scripts, those of JupyterLab included."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "ScriptDuration")


@contextmanager
def notebook_page(name: str) -> Iterator[Page]:
    """Give a notebook in JupyterLab that has run what the widgets need, with an empty cell at its end."""
    chromium = find_chromium() or sys.exit(NO_CHROMIUM)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": kernel})
    notebook.cells = [nbformat.v4.new_code_cell(SETUP), nbformat.v4.new_code_cell("pass")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PROJECT), os.environ.get("PYTHONPATH")]))
    with tempfile.TemporaryDirectory() as home, jupyterlab(Path(home)) as server, sync_playwright() as playwright:
        nbformat.write(notebook, server.root / name)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        page = browser.new_page(viewport={"width": 1400, "height": 1400})
        page.goto(server.notebook_url(name))
        run_all_cells(page, name)
        yield page
        browser.close()


def measure_screen(items: list[int], edits: int) -> dict[tuple[int, str], dict[str, list[float]]]:
    """Measure both ways, for each length of the list."""
    found = {}
    with notebook_page("latency.ipynb") as page:
        for count in items:
            for name, way in WAYS.items():
                found[count, name] = latencies(page, way, count, edits)
                print(f"{name}, {count} items: done", file=sys.stderr)
    return found


def import_seconds(module: str) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True, cwd=PROJECT)
    return time.perf_counter() - begin


def measure_imports(times: int = 9) -> tuple[float, float]:
    """The median seconds of fresh processes that import metrics_edu and numpy, in turn."""
    pairs = [(import_seconds("metrics_edu"), import_seconds("numpy")) for _ in range(times + 1)][1:]
    ours, theirs = zip(*pairs, strict=True)
    return statistics.median(ours), statistics.median(theirs)


def summary(times: list[float]) -> tuple[float, float]:
    """Median and 90th percentile."""
    return statistics.median(times), statistics.quantiles(times, n=10, method="inclusive")[8]


def report(found: dict[tuple[int, str], dict[str, list[float]]], edits: int, load: float) -> list[str]:
    """Write the table, and under it what misses its target."""
    lines = [
        "| items | part | Explorer: median (p90) | naive: median (p90) | naive / Explorer |",
        "|--:|---|--:|--:|--:|",
    ]
    missed = []
    longest = max(count for count, _name in found)
    for count in sorted({count for count, _name in found}):
        for part in PARTS:
            (ours, ours_90), (naive, naive_90) = (summary(found[count, name][part]) for name in WAYS)
            ratio = naive / ours
            lost = {name: edits - len(found[count, name][part]) for name in WAYS}
            missed += [f"{count} items, {part}: {k} of {edits} never came ({name})" for name, k in lost.items() if k]
            lines.append(
                f"| {count} | {part} | {ours:.0f} ms ({ours_90:.0f}) | {naive:.0f} ms ({naive_90:.0f}) | {ratio:.1f} |"
            )
            if ratio < RATIO:
                missed.append(f"{count} items, {part}: only {ratio:.1f} times faster, not {RATIO}")
            if count == longest and ours > MOST[part]:
                missed.append(f"{count} items, {part}: {ours:.0f} ms, not under {MOST[part]} ms")
        script, script_90 = summary(found[count, "Explorer"]["script"])
        lines.append(f"| {count} | script | {script:.1f} ms ({script_90:.1f}) | | |")
    ours, theirs = measure_imports()
    lines += [
        "",
        f"`import metrics_edu`: {ours * 1000:.0f} ms; `import numpy`: {theirs * 1000:.0f} ms: {ours / theirs:.2f} times.",
    ]
    if ours / theirs > IMPORT_RATIO:
        missed.append(f"import: {ours / theirs:.2f} times that of numpy, not {IMPORT_RATIO}")
    lines += [f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start."]
    return [*lines, "", *(["Missed:", *(f"- {line}" for line in missed)] if missed else ["Every target is met."])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=30)
    parser.add_argument("--items", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table to this file, too")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    text = "\n".join(report(measure_screen(options.items, options.edits), options.edits, load)) + "\n"
    print(text)
    if options.write:
        options.write.write_text("# From a click to the screen\n\n" + text, encoding="utf-8")


if __name__ == "__main__":
    main()
