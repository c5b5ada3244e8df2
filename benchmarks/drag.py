"""How fast a value follows the hand: a row is dragged from rank to rank, in a real JupyterLab in headless Chromium.

python -m benchmarks.drag [--moves 200] [--items 12 50 200] [--write benchmarks/drag.md]

From the pointer that passes a rank to the frame with the AP that the list would have there; and beside it, from the
click on a button that moves the item to the frame with the new AP, which is what a drop took before.
A frame is dropped if it comes more than 1.5 frames after the one before.
"""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.latency import RUN_LAST_CELL, WAYS, notebook_page, summary

WAY = WAYS["Explorer"]
RANKS = 4  # the item of rank 5 is relevant, so that AP would stay
# From the next event of a kind: the milliseconds to the frame with another AP, and how long each frame took.
AWAIT_AP = """([selector, kind]) => {
    const tile = document.querySelector(selector), before = tile.textContent, frames = [];
    window.followed = new Promise(done => {
        let begin, last;
        const frame = now => {
            if (last !== undefined) frames.push(now - last);
            last = now;
            if (tile.textContent !== before) done({ time: performance.now() - begin, frames });
            else if (now - begin > 5000) done({ time: NaN, frames });
            else requestAnimationFrame(frame);
        };
        window.addEventListener(kind, () => {
            begin = performance.now();
            requestAnimationFrame(frame);
        }, { capture: true, once: true });
    });
}"""


def place_of(page: Page, rank: int, part: float = 0.5) -> tuple[float, float]:
    """Return a place at a part of the height of the row of a rank."""
    row = page.locator(f"{WAY['root']} ol >> nth=0").locator(".me-row").nth(rank - 1).bounding_box()
    assert row is not None
    return row["x"] + 90, row["y"] + row["height"] * part


def followed(page: Page, kind: str, act: Any) -> dict[str, Any]:
    page.evaluate(AWAIT_AP, [f"{WAY['root']} {WAY['AP']}", kind])
    act()
    found: dict[str, Any] = page.evaluate("window.followed")
    return found


def drags(page: Page, items: int, moves: int) -> dict[str, list[float]]:
    """Drag the second item, which is relevant, over the first ranks and back."""
    page.evaluate("document.querySelectorAll('.metrics-edu').forEach(el => el.remove())")
    page.evaluate(RUN_LAST_CELL, WAY["source"].format(count=items))
    page.wait_for_selector(f"{WAY['root']} {WAY['figure']}", timeout=60_000)
    page.wait_for_timeout(1500)
    down = [place_of(page, rank, 0.8) for rank in range(3, RANKS + 1)]
    places = [*down, *(place_of(page, rank, 0.2) for rank in range(RANKS - 1, 1, -1))]
    x, y = place_of(page, 2)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 6)
    found = [
        followed(page, "pointermove", lambda k=k: page.mouse.move(*places[k % len(places)])) for k in range(moves + 3)
    ][3:]
    page.keyboard.press("Escape")
    page.mouse.up()
    return {
        "follows": [one["time"] for one in found if one["time"] == one["time"]],
        "frames": [frame for one in found for frame in one["frames"]],
        "edit": [edited(page, name) for _ in range(10) for name in ("Move down", "Move up")],
    }


def edited(page: Page, name: str) -> float:
    """Move the chosen item by a button: an edit that no preview has shown before."""
    time = followed(page, "click", page.get_by_role("button", name=name).first.click)["time"]
    page.wait_for_timeout(500)
    return float(time)


def measured(items: list[int], moves: int) -> dict[int, dict[str, list[float]]]:
    with notebook_page("drag.ipynb") as page:
        return {count: drags(page, count, moves) for count in items}


def report(found: dict[int, dict[str, list[float]]], moves: int, load: float) -> str:
    lines = [
        "| items | the value follows: median (p90) | an edit by a button: median (p90) | frames dropped | never came |",
        "|--:|--:|--:|--:|--:|",
    ]
    for count, times in found.items():
        (median, slow), (edit, slow_edit) = summary(times["follows"]), summary(times["edit"])
        late = sum(frame > 25 for frame in times["frames"]) / len(times["frames"])
        lines.append(
            f"| {count} | {median:.0f} ms ({slow:.0f}) | {edit:.0f} ms ({slow_edit:.0f}) | {late:.0%} "
            f"| {moves - len(times['follows'])} of {moves} |"
        )
    about = f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start."
    return "\n".join([*lines, "", about]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--items", type=int, nargs="+", default=[12, 50, 200])
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table to this file, too")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    text = report(measured(options.items, options.moves), options.moves, load)
    print(text)
    if options.write:
        options.write.write_text("# From the hand to the value\n\n" + text, encoding="utf-8")


if __name__ == "__main__":
    main()
