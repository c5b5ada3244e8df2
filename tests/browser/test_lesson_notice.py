"""The notice that a saved lesson or lecture has a newer version: lessons-page.js with a stand-in for JupyterLite."""

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, Route

from website.build.sources import own_file

SITE = "http://lessons.test"
STAND_IN = """({ path, saved, files, open, fails }) => {
    const did = window.did = [], commands = {}, changed = [], note = (...words) => { did.push(words); };
    const had = async what => { if (what === fails) throw new Error(`no connection for ${what}`); };
    const contextOf = (path, saved) => ({
        path, ready: had(`the file ${path}`), model: { getMetadata: () => saved },
        save: async () => note("save", path), rename: async name => note("rename", path, name),
    });
    const context = contextOf(path, saved);
    window.openAnother = (path, saved) => changed[0](null, { newValue: { context: contextOf(path, saved) } });
    window.take = async () => {
        const [action] = did.find(([id]) => id === "apputils:notify")[1].options.actions;
        did.length = 0;
        await commands[action.commandId](action.args);
        return did;
    };
    window.jupyterapp = {
        restored: Promise.resolve(),
        commands: {
            addCommand: (id, { execute }) => { commands[id] = execute; },
            execute: async (id, args) => note(id, args),
        },
        shell: {
            currentChanged: { connect: hear => { changed.push(hear); } }, currentWidget: { context },
            widgets: () => open ? [{ context }] : [],
        },
        serviceManager: { contents: {
            get: async folder => {
                note("get", folder);
                await had(`the folder ${folder}`);
                return { content: files.map(name => ({ name })) };
            },
            rename: async (from, to) => note("rename", from, to),
        } },
    };
}"""
"""JupyterLite's application, as far as lessons-page.js uses it: `did` lists what it was made to do."""
CONTROL = "en/control.ipynb"
"""A notebook that has a newer version: once it was announced, those opened before were compared."""
COPIES = {"en": "my copy", "es": "mi copia"}
NEWER = {"en": "Saved with an older version", "es": "Guardada con una versión anterior"}
PATHS = {
    "en/04_average_precision.ipynb": "en",
    "es/04_average_precision.ipynb": "es",
    "lectures/en/04_ndcg.ipynb": "en",
    "lectures/es/04_ndcg.ipynb": "es",
    "lectures/es/50% #1?.ipynb": "es",
    "own/notes.ipynb": "en",
    "notes.ipynb": "en",
}
Notices = Callable[..., list[Any]]


@pytest.fixture
def errors(page: Page) -> Iterator[list[str]]:
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(error.message))
    yield found
    assert found == []


@pytest.fixture
def notices(page: Page, errors: list[str]) -> Notices:
    """Give a function that opens a saved notebook and returns what was announced of it, as `apputils:notify` gets it."""
    site: dict[str, str | None] = {CONTROL: notebook("new")}

    def serve(route: Route) -> None:
        path = unquote(urlsplit(route.request.url).path)
        if path == "/lite/lab/index.html":
            route.fulfill(
                body='<meta charset="utf-8"><script src="../lessons-page.js"></script>', content_type="text/html"
            )
        elif path in ("/lite/lessons-page.js", "/lessons_record.js"):
            text = own_file(path.rpartition("/")[2]).read_text("utf-8")
            route.fulfill(body=text, content_type="text/javascript")
        elif (answer := site.get(path.removeprefix("/lite/files/"), "")) is None:
            route.abort()
        else:
            route.fulfill(body=answer, status=200 if answer else 404)

    page.route(f"{SITE}/**", serve)

    def notices(
        path: str, answer: str | None, *, files: tuple[str, ...] = (), open: bool = True, fails: str = ""
    ) -> list[Any]:
        site[path] = answer
        page.goto(f"{SITE}/lite/lab/index.html")
        end = "requestfailed" if answer is None else "requestfinished" if answer else "response"  # which has no text
        is_opened = not fails.startswith("the file ")
        with page.expect_event(end, lambda request: "/files/" in request.url) if is_opened else nullcontext():
            page.evaluate(STAND_IN, {"path": path, "saved": "old", "files": [*files], "open": open, "fails": fails})
        page.evaluate("path => openAnother(path, 'old')", CONTROL)
        page.wait_for_function("path => did.some(([, about]) => about?.message?.includes('control'))")
        told = page.evaluate("() => did.filter(([id]) => id === 'apputils:notify').map(([, about]) => about)")
        return [one for one in told if "control" not in one["message"]]

    return notices


def notebook(version: str) -> str:
    return json.dumps({"cells": [], "metadata": {"lesson": version}})


@pytest.mark.parametrize("path", PATHS)
def test_a_newer_lesson_is_announced_in_the_notebook_language(notices: Notices, page: Page, path: str) -> None:
    language, (folder, _slash, file) = PATHS[path], path.rpartition("/")
    first, copy = (f"{file.removesuffix('.ipynb')} ({COPIES[language]}{number}).ipynb" for number in ("", " 2"))
    (told,) = notices(path, notebook("new"), files=(first,))
    assert told["message"].startswith(NEWER[language])
    assert copy in told["message"]
    assert ["get", folder] in page.evaluate("() => did")
    assert page.evaluate("take()") == [["save", path], ["rename", path, copy], ["docmanager:open", {"path": path}]]


def test_the_newer_lesson_can_be_opened_after_closing_the_tab(notices: Notices, page: Page) -> None:
    path, copy = "lectures/es/04_ndcg.ipynb", "lectures/es/04_ndcg (mi copia).ipynb"
    assert notices(path, notebook("new"), open=False)
    assert page.evaluate("take()") == [["rename", path, copy], ["docmanager:open", {"path": path}]]


NOTHING_NEWER = {
    "the same version": notebook("old"),
    "no version": json.dumps({"cells": [], "metadata": {}}),
    "a page that a server gives for any address": "<!doctype html>",
    "no such file": "",
    "no connection": None,
}


@pytest.mark.parametrize("why", NOTHING_NEWER)
@pytest.mark.parametrize("path", ["es/04_average_precision.ipynb", "lectures/es/04_ndcg.ipynb"])
def test_without_a_newer_lesson_no_notice_appears(notices: Notices, path: str, why: str) -> None:
    assert notices(path, NOTHING_NEWER[why]) == []


@pytest.mark.parametrize("fails", ["the file es/04_ndcg.ipynb", "the folder es", "the folder "])
def test_a_failed_request_raises_no_error(notices: Notices, fails: str) -> None:
    """The notice needs the file and its folder; the record, the files' drive."""
    told = notices("es/04_ndcg.ipynb", notebook("new"), fails=fails)
    assert [one["message"].startswith(NEWER["es"]) for one in told] == ([True] if fails == "the folder " else [])


def test_a_failed_record_sync_offline_raises_no_error(notices: Notices, page: Page) -> None:
    page.route(f"{SITE}/lessons_record.js", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: "lessons_record" in request.url):
        assert notices("es/04_ndcg.ipynb", notebook("old")) == []
