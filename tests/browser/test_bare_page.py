"""VS Code, Colab, marimo: the module needs a model and an element, and nothing of Jupyter's."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from metrics_edu import Ranking
from metrics_edu.widgets import Explorer

PAGE = """<!doctype html><html lang="en"><title>bare</title><div id="here"></div>"""
# A model as anywidget gives it: what is sent goes to Python, and what Python answers is told to those who listen.
RENDER = """async ([shadow, traits]) => {
    const listeners = {}, model = {
        get: name => traits[name],
        on: (name, tell) => { (listeners[name] ??= []).push(tell); },
        off: (name, tell) => { listeners[name] = (listeners[name] ?? []).filter(one => one !== tell); },
        send: async message => {
            for (const [name, value] of Object.entries(await window.python(message))) {
                traits[name] = value;
                for (const tell of listeners["change:" + name] ?? []) tell();
            }
        },
    };
    const here = document.getElementById("here"), root = shadow ? here.attachShadow({ mode: "open" }) : here;
    const style = document.createElement("style"), el = document.createElement("div");
    style.textContent = await (await fetch("/ranked_list.css")).text();
    root.append(style, el);
    const { default: { render } } = await import("/ranked_list.js");
    window.end = await render({ model, el });
    window.listening = () => Object.values(listeners).flat().length;
}"""


@pytest.mark.parametrize("shadow", [False, True], ids=["page", "shadow root"])
def test_an_explorer_works_without_jupyter(page: Page, shadow: bool) -> None:
    explorer = Explorer(Ranking.parse("NRRN", relevant=3))
    requests: list[str] = []

    def serve(route: Any) -> None:
        path = route.request.url.removeprefix("http://bare.test/")
        requests.append(path)
        files = {"ranked_list.js": (explorer._esm, "text/javascript"), "ranked_list.css": (explorer._css, "text/css")}
        body, kind = files.get(path, (PAGE, "text/html"))
        route.fulfill(body=str(body), content_type=kind)

    def python(message: dict[str, Any]) -> dict[str, Any]:
        explorer._receive(explorer, message, [])
        return {
            "view": explorer.get_state("view")["view"],
            "figure": explorer.figure,
            "state_line": explorer.state_line,
        }

    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/*", serve)
    page.expose_function("python", python)
    page.goto("http://bare.test/")
    traits = python({"do": "choose", "id": "i0"}) | {"text": explorer.text}
    page.evaluate(RENDER, [shadow, traits])
    rows = page.locator(".me-row")
    expect(rows).to_have_count(5)
    expect(page.locator(".me-svg svg")).to_be_visible()
    rows.first.locator(".me-toggle").click()
    expect(rows.first.locator(".me-badge")).to_have_text("R")
    expect(rows.first).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator(".me-row[data-id=i0]")).to_have_attribute("data-rank", "2")
    assert repr(explorer) == "Explorer('RRRN', relevant=4)"
    expect(page.locator(".me-row[data-id=i0]")).to_be_focused()
    expect(page.locator(".me-state input")).to_have_value(explorer.state)
    page.evaluate("window.end()")
    expect(page.locator(".metrics-edu")).to_have_count(0)
    assert page.evaluate("window.listening()") == 0
    assert set(requests) <= {"", "ranked_list.js", "ranked_list.css", "favicon.ico"}
    assert not errors
