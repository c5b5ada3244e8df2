"""How many rows a tab of a browser holds: two files are chosen in the page's FileDiagnosis, and a number is judged.

python -m benchmarks.tab [--millions 1 2 4] [--write benchmarks/tab.md]

Headless Chromium, an offline site from a server on this machine. Of ten rows nine are recommendations, 90 to a user, and one
is a judgment; ids are whole numbers. The memory is the most that the tab's process had.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.site import memory
from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, NO_CHROMIUM, find_chromium
from website.build import __main__ as website_build
from website.build import pyodide
from website.serve import server_of

READY = "#widget[data-stage=ready] .metrics-edu"
LISTED, ITEMS = 90, 100_000
PATIENCE = 900
"""Seconds for the largest files."""


def write_files(folder: Path, millions: float) -> list[Path]:
    """Write a run and judgments, as BEIR does."""
    rng = random.Random(0)
    paths = [folder / "run.tsv", folder / "qrels.tsv"]
    with paths[0].open("w", encoding="utf-8") as run, paths[1].open("w", encoding="utf-8") as judged:
        for file in (run, judged):
            file.write("query-id\tcorpus-id\tscore\n")
        for user in range(round(millions * 10_000)):
            for rank, item in enumerate(rng.sample(range(ITEMS), LISTED)):
                run.write(f"{user}\t{item}\t{1 - rank / 200:.4f}\n")
                if rank % 9 == 3:
                    judged.write(f"{user}\t{item}\t{rng.randint(1, 3)}\n")
    return paths


def judge(page: Page, address: str, paths: list[Path]) -> tuple[float, float]:
    """Choose the files and check a number; return the seconds until the verdict, and the greatest memory in MB."""
    page.goto(address + "#diagnose")
    page.wait_for_selector(READY, timeout=120_000)
    page.get_by_label("Numbers", exact=True).fill("nDCG@10=0.4213")
    page.locator("#widget input[type=file]").set_input_files(paths)
    expect(page.locator(".me-files code")).to_have_text(["Run: run.tsv", "Judgments: qrels.tsv"], timeout=120_000)
    begin, most = time.perf_counter(), 0.0
    page.get_by_role("button", name="Check").click()
    while not (text := page.locator(".me-card-report").inner_text()) and time.perf_counter() < begin + PATIENCE:
        most = max(most, memory(psutil.Process()))
        page.wait_for_timeout(500)
    if not text.startswith("nDCG@10 = 0.4213: "):
        raise SystemExit(page.locator("body").inner_text())
    return time.perf_counter() - begin, most


def measure(folder: Path, millions: list[float]) -> list[str]:
    server = server_of(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    lines = ["| rows | size of the files | until the verdict | memory of the tab's process |", "|--:|--:|--:|--:|"]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        chromium = find_chromium() or sys.exit(NO_CHROMIUM)
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        for count in millions:
            paths = write_files(Path(place), count)
            page = browser.new_page()
            seconds, most = judge(page, address, paths)
            page.close()
            size = sum(path.stat().st_size for path in paths) / 1e6
            lines.append(f"| {count:g} million | {size:.0f} MB | {seconds:.0f} s | {most:.0f} MB |")
        browser.close()
    server.shutdown()
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=float, nargs="+", default=[1, 2, 4])
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    pyodide.take_from_pypi()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        website_build.build_page(folder, offline=True)
        load = os.getloadavg()[0]
        lines = measure(folder, options.millions)
    head = f"`python -m benchmarks.tab`, {os.cpu_count()} cores, load {load:.1f} at the start."
    text = "\n".join(["# The rows that a tab holds, measured", "", head, "", *lines, ""])
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
