"""A page in a browser is measured when it is settled; its size and its colour scheme change through here alone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, ViewportSize

SECONDS = 60  # how long a page may take to settle: a busy machine, or one that is ten times slower, is not a fault

# What a ResizeObserver or an answer from Python may still change: the width of the window, the rectangles of the widgets,
# of their figures and of the slot of a lecture, and how much markup they hold.
SETTLED = """async ({ width, seconds }) => {
    const end = performance.now() + 1000 * seconds;
    const frame = () => new Promise(requestAnimationFrame);
    const parts = () => document.querySelectorAll(".metrics-edu, .metrics-edu svg, .me-lec-slot");
    const rectangle = el => {
        const { left, top, width, height } = el.getBoundingClientRect();
        return [left, top, width, height, el.innerHTML.length];
    };
    const seen = () => JSON.stringify([innerWidth, [...parts()].map(rectangle)]);
    const runs = ({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime < Infinity;
    const kernel = () => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status;
    const starting = ["loading", "core", "package"].map(stage => `[data-stage=${stage}]`);
    const python = () => document.querySelector(`#widget:is(${starting}, :not([data-stage]))`);
    const waits = () => [
        ...(width && !matchMedia(`(width: ${width}px)`).matches ? [`the window is ${innerWidth} pixels wide`] : []),
        ...(window.openCalls?.() ? ["Python has not answered"] : []),
        ...(python() ? ["Python is starting in a page of the site"] : []),
        ...(kernel() === "busy" ? ["the kernel is busy"] : []),
        ...(document.fonts.status === "loading" ? ["fonts are being loaded"] : []),
        ...(document.getAnimations().some(runs) ? ["an animation is running"] : []),
    ];
    for (let before; performance.now() < end;) {
        await frame();
        await frame();
        const now = waits().length ? undefined : seen();
        if (now && (now === before || !parts().length)) return;
        before = now;
    }
    throw new Error(`The page did not settle in ${seconds} s: ${waits().join(", ") || seen()}`);
}"""


def settled(page: Page) -> Page:
    """Wait until nothing on the page moves, and return the page: what is measured then stays true.

    It waits for fonts, running animations, the start of Python in a page of the site, and open calls to Python, and then
    until two pairs of frames show the same.
    """
    width = None if page.viewport_size is None else page.viewport_size["width"]
    page.evaluate(SETTLED, {"width": width, "seconds": SECONDS})
    return page


def resize(page: Page, width: int, height: int = 900) -> Page:
    """Change the size of the window, in pixels, and return the settled page."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    return settled(page)


def scheme(page: Page, color_scheme: Any = None, **media: Any) -> Page:
    """Change the colour scheme, "light" or "dark", or other media of the page, and return the settled page."""
    page.emulate_media(color_scheme=color_scheme, **media)
    return settled(page)
