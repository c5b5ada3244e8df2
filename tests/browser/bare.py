"""A page that has nothing of Jupyter's, on which parts are shown; what they send goes to Python in this process.

It is there in a second, where a notebook of JupyterLab takes ten, and answers as soon as Python has.
"""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Sequence
from contextlib import redirect_stderr
from typing import Any

import anywidget
import ipywidgets
from playwright.sync_api import Page, Route, ViewportSize

from metrics_edu.widgets import RankedList
from tests.browser.driver import Notebook, resize, scheme
from website.build.sources import own_file

ADDRESS = "http://bare.localhost/"  # a secure context, as pages have that may copy
BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>bare</title><body style="margin: 0"></body>"""
# The website's host has the models; here its widgets are those of this process.
HOST = """async () => {
    const { makeHost } = await import("/host.js");
    const python = window.python;
    let openCalls = 0;   // that Python has not answered yet
    window.python = async (...call) => {
        openCalls += 1;
        try { return await python(...call); } finally { openCalls -= 1; }
    };
    window.openCalls = () => openCalls;

    const sent = ({ action, set }, buffers) => {
        if (set) return { set };
        if (window.restarted) throw new Error("no kernel listens");   // as ipywidgets does
        return { message: action, buffers: buffers.map(buffer => [...new Uint8Array(buffer)]) };
    };
    const host = makeHost((id, message, buffers) => {
        window.python(id, sent(message, buffers)).then(window.take);
    });
    window.take = states => {
        for (const [id, traits] of Object.entries(states)) host.update(id, traits);
    };

    let listeners = [];   // a model, an event and a listener each
    const countListeners = model => {
        const { on, off } = model;
        model.on = (...added) => {
            listeners.push([model, ...added]);
            on.apply(model, added);
        };
        model.off = (...removed) => {
            const isRemoved = listener => [model, ...removed].every((value, k) => value === listener[k]);
            listeners = listeners.filter(listener => !isRemoved(listener));
            off.apply(model, removed);
        };
    };
    window.listening = () => listeners.length;

    const openModel = async id => {
        if (!host.find(id)) {
            const { [id]: traits } = await window.python(id, {});
            if (!traits) throw new Error(`no model ${id}`);
            host.open(id, traits);
            countListeners(host.find(id));
        }
        return host.find(id);
    };
    window.show = async (place, shadow, id) => {
        const root = shadow ? place.attachShadow({ mode: "open" }) : place;
        const style = document.createElement("style"), el = document.createElement("div");
        style.textContent = await (await fetch(`/${id}.css`)).text();
        root.append(style, el);
        const { default: { render } } = await import("/widgets.js");
        const model = await openModel(id);
        const slides = (model.get("slides") ?? []).filter(Boolean);
        await Promise.all(slides.map(slide => openModel(slide.slice("IPY_MODEL_".length))));
        place.end = window.end = await render({ model, el });
    };
    window.make_cells = count => {
        document.body.className = "jp-Notebook";
        document.body.replaceChildren(...Array.from({ length: count }, () => {
            const cell = document.createElement("div");
            cell.className = "jp-Cell jp-OutputArea";
            return cell;
        }));
    };
    window.make_cells(1);
    window.reached = [];   // the keys that JupyterLab would take for its own: where it looks, and as it does
    document.addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
        const letter = /^[a-z]$/.test(key) && !altKey && !ctrlKey && !metaKey;
        if (letter && !target.hasAttribute("data-lm-suppress-shortcuts")) window.reached.push(key);
    }, true);
}"""
EMPTY = "cell => { for (const place of cell.children) place.end?.(); cell.replaceChildren(); }"
PLACE = "cell => cell.appendChild(document.createElement('div'))"


class BarePage:
    """The page, with cells to show parts in."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self.known: dict[str, dict[str, Any]] = {}
        self.cells = page.locator(".jp-Cell")
        page.route("**/*", self._serve)
        page.expose_function("python", self._python)
        self.load()

    def load(self) -> None:
        """Load the page, again if it was: nothing is on it, and nothing of before is known."""
        self.asked.clear()
        self.known.clear()
        self.page.goto(ADDRESS)
        self.page.evaluate(HOST)

    def begin_anew(self, viewport: ViewportSize) -> None:
        """Make it what a new page would be: there ten times as soon."""
        self.page.evaluate("sessionStorage.clear(); localStorage.clear()")
        self.page.context.clear_permissions()
        self.page.mouse.move(-1, -1)
        self.load()
        scheme(self.page, "light", forced_colors="none")
        resize(self.page, **viewport)

    def show(self, *parts: Any, cell: int = 0, shadow: bool = False) -> Page:
        """Show these in a cell in the place of what it showed."""
        self.cells.nth(cell).evaluate(EMPTY)
        for part in parts:
            place = self.cells.nth(cell).evaluate_handle(PLACE)
            self.page.evaluate(
                "([place, shadow, id]) => window.show(place, shadow, id)", [place, shadow, part.model_id]
            )
        return self.page

    def tell(self) -> None:
        """Tell the page what was changed here."""
        self.page.evaluate("window.take", self._states())

    def _serve(self, route: Route) -> None:
        asked = route.request.url.removeprefix(ADDRESS)
        self.asked.append(asked)
        body, kind = BARE, "text/html"
        if asked == "widgets.js":
            body, kind = str(RankedList._esm), "text/javascript"
        elif asked == "host.js":
            body, kind = own_file(asked).read_text("utf-8"), "text/javascript"
        elif asked.endswith(".css"):
            body, kind = str(_part(asked.removesuffix(".css"))._css), "text/css"
        route.fulfill(body=body, content_type=kind)

    def _python(self, id_: str, sent: dict[str, Any]) -> dict[str, Any]:
        part = _part(id_)
        if part is None:
            return {}
        self.known.setdefault(id_, {})
        if "set" in sent:
            part.set_state(sent["set"])
            self.known[id_] |= sent["set"]  # which the page knows, and may have changed again by now
        if "message" in sent:
            part._handle_custom_msg(sent["message"], [bytes(buffer) for buffer in sent["buffers"]])
        return self._states()

    def _states(self) -> dict[str, Any]:
        """What has changed of the parts that the page knows."""
        states = {}
        for id_, told in self.known.items():
            part = _part(id_)
            state = part.get_state([name for name in part.keys if not name.startswith("_")]) if part else {}
            states[id_] = {name: value for name, value in state.items() if name not in told or told[name] != value}
            told.update(states[id_])
        return {id_: state for id_, state in states.items() if state}


def _part(id_: str) -> Any:
    part = ipywidgets.widgets.widget._instances.get(id_)
    return part if part is not None and part.comm is not None else None  # it was closed


class BareNotebook(Notebook):
    """What the tests do to a notebook, on a bare page: its cells are run in this process."""

    def __init__(self, bare: BarePage) -> None:
        super().__init__(bare.page)
        self.bare = bare
        self.names: dict[str, Any] = {"display": lambda *parts: self.shown.extend(parts)}
        self.shown: list[Any] = []
        self.sources: Sequence[str] = ()
        self.complained = io.StringIO()

    def run(self, source: str, cell: int = 0) -> None:
        """Run a cell; its last value is shown, if it is a part."""
        self.shown.clear()
        body = ast.parse(source).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        with redirect_stderr(self.complained):
            exec(compile(ast.Module(body, []), "<cell>", "exec"), self.names)
            if last is not None:
                self.shown.append(eval(compile(ast.Expression(last.value), "<cell>", "eval"), self.names))
        parts = [
            part for shown in self.shown for part in (shown.children if isinstance(shown, ipywidgets.Box) else [shown])
        ]
        self.bare.show(*(part for part in parts if isinstance(part, anywidget.AnyWidget)), cell=cell)

    def python(self, expression: str) -> Any:
        value = eval(expression, self.names)
        self.bare.tell()
        return json.loads(json.dumps(value))

    def cells(self) -> list[list[str]]:
        """What a key has changed in a notebook: the keys that would have reached it."""
        return [["key", key] for key in self.page.evaluate("window.reached")]

    def run_all(self, cells: Sequence[str]) -> None:
        """Run these cells, each in a separate place; a text is an empty cell."""
        self.sources = cells
        self.page.evaluate("count => window.make_cells(count)", len(cells))
        for k, source in enumerate(cells):
            self.run(source, k)

    def restart(self) -> None:
        self.page.evaluate("() => { window.restarted = true; }")

    def run_again(self) -> None:
        self.page.evaluate("() => { window.restarted = false; }")
        self.run_all(self.sources)

    def reload(self) -> None:
        self.bare.load()
        self.run_again()

    def show_all_cells(self) -> None:
        pass

    def complaints(self) -> list[dict[str, Any]]:
        """What cells have written to stderr; what one raises, or warns of, is raised here."""
        return [{"name": "stderr", "text": text} for text in self.complained.getvalue().splitlines()]

    def choose_theme(self, theme: str) -> None:
        scheme(self.page, "dark" if "Dark" in theme else "light")

    def shut_down(self) -> None:
        self.page.evaluate("() => { window.python = () => new Promise(() => {}); }")
