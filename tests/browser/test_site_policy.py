"""The policy of the site's front page, in Chromium: it forbids the page what only the worker does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser import test_site
from tests.browser.test_site import Site

folder, site = test_site.folder, test_site.site

ELSEWHERE = "https://elsewhere.example/python_stdlib.zip"
TRY_BOTH = """async address => {
    const outcome = promise => promise.then(() => "done", () => "refused");
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    return [await outcome(WebAssembly.compile(empty)), await outcome(fetch(address))];
}"""
"""Compile an empty WebAssembly module, and fetch a file of another server."""
TRY_IN_WORKER = """() => new Promise((resolve, reject) => {
    const worker = new Worker("/tries.js");
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
})"""


@pytest.mark.parametrize("path", ["index.html", "es/index.html"])
def test_only_the_worker_may_run_webassembly_and_reach_other_servers(browser: Browser, site: Site, path: str) -> None:
    """A worker is under the policy of its response, and a static server sends none."""
    page = browser.new_context(reduced_motion="reduce", service_workers="block").new_page()
    script = f"({TRY_BOTH})('{ELSEWHERE}').then(outcomes => postMessage(outcomes));"
    page.route("**/worker.js", lambda route: route.abort())  # no Python is needed here
    page.route("**/tries.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page.route(ELSEWHERE, lambda route: route.fulfill(headers={"Access-Control-Allow-Origin": "*"}))
    page.goto(site.address + path)
    assert page.evaluate(TRY_IN_WORKER) == ["done", "done"]
    assert page.evaluate(TRY_BOTH, ELSEWHERE) == ["refused", "refused"]
    page.context.close()
