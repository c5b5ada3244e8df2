"""Chromium, and the real JupyterLab and Notebook 7 that it drives: each a separate process in a separate folder."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from metrics_edu import set_language
from tests.browser.bare import BareNotebook, BarePage
from tests.browser.driver import BARE, SECONDS, SETUP, TALL, Notebook, Widget, resize, settled
from tools.servers.jupyter_in_browser import (
    CHROMIUM_ARGS,
    NO_CHROMIUM,
    PROJECT,
    Server,
    find_chromium,
    jupyterlab,
    notebook7,
    run_all_cells,
)

USUAL: ViewportSize = {"width": 1280, "height": 720}  # pixels
_numbers = count(1)  # for names that are used once


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")


def pytest_runtest_setup() -> None:
    """Without Chromium skip every browser test, but never in CI. (Here, not in a fixture: it is reported once.)"""
    if find_chromium() is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(NO_CHROMIUM)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": list(CHROMIUM_ARGS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    """Let nothing slide, since a click waits until an element is still; the tests of motion ask for it."""
    return {**browser_context_args, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a JupyterLab, as `make lab` configures it, on a copy of the notebooks."""
    with jupyterlab(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def notebook_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a Notebook 7 on a copy of the notebooks."""
    with notebook7(tmp_path_factory.mktemp("notebook7")) as server:
        yield server


@pytest.fixture(scope="module")
def open_notebook(browser: Browser, browser_context_args: dict) -> Iterator[Callable[..., Page]]:
    """Give a function that opens a notebook, runs its cells and returns the page.

    `open_notebook(server, cells)` takes the source of code cells, or the path of a notebook below `server.root`
    (a copy without outputs is run). Options of Playwright's `new_context` may follow (`viewport=...`,
    `color_scheme="dark"`, `has_touch=True`). A cell that raises fails the test, unless `may_raise=True`. Kernels take
    seconds to start: call it once in a module-scoped fixture. Pages and kernels end with the module.
    """
    opened: list[tuple[Server, BrowserContext]] = []

    def open_notebook(
        server: Server, cells: Sequence[str] | Path, *, may_raise: bool = False, **options: object
    ) -> Page:
        context = browser.new_context(**{**browser_context_args, **options})
        opened.append((server, context))
        page = context.new_page()
        page.set_default_timeout(1000 * SECONDS)
        path = _write(server, cells)
        page.goto(server.notebook_url(path))
        run_all_cells(page, path.as_posix())
        raised = [output for output in Notebook(page).complaints() if output["output_type"] == "error"]
        assert may_raise or not raised, "\n".join(raised[0]["traceback"])
        return page

    yield open_notebook
    for server, context in opened:
        sessions = context.request.get(server.url("api/sessions")).json()
        for session in sessions:
            context.request.delete(server.url(f"api/sessions/{session['id']}"), headers=_xsrf(context))
        context.close()


@pytest.fixture(scope="session")
def make_bare(browser: Browser, browser_context_args: dict) -> Callable[..., BarePage]:
    """Give a function that makes a bare page, which is there to the end."""

    def make(**options: object) -> BarePage:
        context = browser.new_context(**{**browser_context_args, **options})
        context.set_default_timeout(1000 * SECONDS)
        return BarePage(context.new_page())

    return make


@pytest.fixture(scope="session")
def page_of_parts(make_bare: Callable[..., BarePage]) -> BarePage:
    return make_bare()


@pytest.fixture(scope="session")
def page_of_notebooks(make_bare: Callable[..., BarePage]) -> BarePage:
    return make_bare()


@pytest.fixture
def bare_page(page_of_parts: BarePage) -> BarePage:
    """Give a page that has nothing of Jupyter's: one for all tests, as if it were new."""
    page_of_parts.begin_anew(USUAL)
    return page_of_parts


@pytest.fixture(scope="module")
def open_on(
    request: pytest.FixtureRequest, make_bare: Callable[..., BarePage], open_notebook: Callable[..., Page]
) -> Iterator[Callable[..., Notebook]]:
    """Give a function that opens a notebook on a bare page, or on a server by its name: a lesson by its path, one of these

    cells, or one whose first cell is the source and whose last one is for the tests.
    """

    def open_on(host: str, source: str | Path | Sequence[str] = SETUP, **options: Any) -> Notebook:
        if host != BARE:
            cells = (source, "pass") if isinstance(source, str) else source
            return Notebook(open_notebook(request.getfixturevalue(host), cells, **options))
        notebook = BareNotebook(_bare_page(**options))
        if isinstance(source, str):
            notebook.run(source)
        elif isinstance(source, Path):
            cells = nbformat.read(PROJECT / source, as_version=4).cells
            notebook.run_all([cell.source if cell.cell_type == "code" else "" for cell in cells])
        else:
            notebook.run_all(source)
        return notebook

    def _bare_page(viewport: ViewportSize = USUAL, **options: object) -> BarePage:
        if options:  # of a context, as a touch screen is
            return make_bare(viewport=viewport, **options)
        bare: BarePage = request.getfixturevalue("page_of_notebooks")
        bare.begin_anew(viewport)
        return bare

    yield open_on
    set_language("en")  # whatever a lesson has set here


@pytest.fixture(scope="module")
def folder_of(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Path]]:
    """Give a function that returns the folder in which the cells of a host run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICS_EDU_PROGRESS", os.environ["METRICS_EDU_PROGRESS"])  # and whatever a cell has set here

        def folder_of(host: str) -> Path:
            if host != BARE:
                return request.getfixturevalue(host).root
            patch.chdir(tmp_path_factory.mktemp("cells"))
            return Path.cwd()

        yield folder_of


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """Wait as long for a page of pytest-playwright as for any other."""
    context.set_default_timeout(1000 * SECONDS)
    return context


@pytest.fixture
def show_part(bare_page: BarePage) -> Callable[[Any], Widget]:
    """Give a function that shows a part on the bare page: at once, where a notebook takes ten seconds."""
    page = resize(bare_page.page, **TALL)

    def show(part: Any) -> Widget:
        bare_page.show(part)
        expect(page.locator(".metrics-edu").first).to_be_visible()
        return Widget(settled(page))

    return show


def _write(server: Server, cells: Sequence[str] | Path) -> Path:
    """Write the notebook to run below the server's root; return its path there."""
    if isinstance(cells, Path):
        notebook = nbformat.read(server.root / cells, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        # In another folder, under its own name: links of a lesson lead to its own cells.
        path = cells.parent.with_name(f"{cells.parent.name}-run-{next(_numbers)}") / cells.name
        (server.root / path).parent.mkdir()
    else:
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(metadata={"kernelspec": kernel})
        notebook.cells = [nbformat.v4.new_code_cell(source) for source in cells]
        path = Path(f"cells-{next(_numbers)}.ipynb")
    nbformat.write(notebook, server.root / path)
    return path


def _xsrf(context: BrowserContext) -> dict[str, str]:
    return {"X-XSRFToken": next((c["value"] for c in context.cookies() if c["name"] == "_xsrf"), "")}
