"""Chromium, and the real JupyterLab and Notebook 7 that it drives: each a process of its own, in a folder of its own."""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import matplotlib as mpl
import nbformat
import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

PROJECT = Path(__file__).parents[2]
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
START_SECONDS = 60  # for a server to answer
RUN_SECONDS = 120  # for a notebook to load, start its kernel and run

# Runs the notebook that is open as the menu "Run All Cells" does, and leaves its answer in window.ran.
KERNEL_IS_IDLE = """path => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.context?.isReady && panel.context.path === path
        && panel.sessionContext.session?.kernel?.status === "idle";
}"""
RUN_ALL_CELLS = """() => {
    window.ran = undefined;
    window.jupyterapp.commands.execute("notebook:run-all-cells")
        .then(() => { window.ran = true; }, problem => { window.ran = String(problem); });
}"""
OUTPUTS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.toJSON().cells
    .flatMap(cell => cell.outputs ?? [])"""

_numbers = count(1)  # for names that are used once


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Find Chromium. Without one every browser test is skipped, but never in CI."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found:
        return found
    sentence = "no Chromium was found: install it (Debian: apt-get install chromium) or name one in CHROMIUM"
    if os.environ.get("CI") == "true":
        pytest.fail(sentence)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict, chromium: str) -> dict:
    return {**browser_type_launch_args, "executable_path": chromium, "args": list(CHROMIUM_ARGS)}


@dataclass(frozen=True)
class Server:
    """A running Jupyter server."""

    base: str
    token: str
    root: Path
    notebooks: str  # where it shows notebooks

    def url(self, path: str = "") -> str:
        """Give the address, with the token, of a path of the server: "lab", "tree", "api/status"."""
        return f"{self.base}{path}?token={self.token}"

    def notebook_url(self, path: str | Path) -> str:
        """Give the address, with the token, of a notebook below root (in Lab: alone, in a workspace of its own)."""
        return self.url(self.notebooks.format(workspace=f"tests-{next(_numbers)}") + f"/{path}")


@pytest.fixture(scope="session")
def lab_server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a JupyterLab, as `make lab` configures it, on a copy of the notebooks."""
    yield from _serve("jupyterlab", "LabApp", "lab/workspaces/{workspace}/tree", tmp_path_factory.mktemp("lab"))


@pytest.fixture(scope="session")
def notebook_server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a Notebook 7 on a copy of the notebooks."""
    yield from _serve("notebook", "JupyterNotebookApp", "notebooks", tmp_path_factory.mktemp("notebook7"))


def _serve(module: str, app: str, notebooks: str, home: Path) -> Iterator[Server]:
    root, runtime, token = home / "root", home / "runtime", secrets.token_hex(16)
    root.mkdir()
    shutil.copytree(PROJECT / "notebooks", root / "notebooks")
    command = [sys.executable, "-m", module, "--no-browser", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0"]
    command += [f"--ServerApp.root_dir={root}", f"--IdentityProvider.token={token}"]
    command += [f"--{app}.expose_app_in_browser=True", "--allow-root"]
    log = home / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=root,
            env=_environment(home, runtime),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield Server(_wait_for_base(process, runtime, log), token, root, notebooks)
    finally:
        _end(process)


def _environment(home: Path, runtime: Path) -> dict[str, str]:
    """Keep the server away from the settings, workspaces and history of the person who runs the tests."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "IPYTHON"))}
    own |= {
        "HOME": str(home),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_CONFIG_PATH": str(PROJECT / "scripts" / "jupyter"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(runtime),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "MPLCONFIGDIR": mpl.get_configdir(),  # its list of fonts takes seconds to make
    }
    own.pop("MPLBACKEND", None)  # the kernels' own: inline
    return own


def _wait_for_base(process: subprocess.Popen, runtime: Path, log: Path) -> str:
    """Read the address from the file that the server writes once it listens."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        for path in runtime.glob("jpserver-*.json"):
            with suppress(json.JSONDecodeError):  # it is being written
                return json.loads(path.read_text())["url"]
        time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()}")


def _end(process: subprocess.Popen) -> None:
    """End the server and what it started: kernels have process groups of their own."""
    kernels = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for kernel in kernels:
        with suppress(psutil.NoSuchProcess):
            kernel.kill()
    psutil.wait_procs(kernels, timeout=5)


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
        path = _write(server, cells)
        page.goto(server.notebook_url(path))
        _run_all(page, path.as_posix())
        raised = [output for output in page.evaluate(OUTPUTS) if output["output_type"] == "error"]
        assert may_raise or not raised, "\n".join(raised[0]["traceback"])
        return page

    yield open_notebook
    for server, context in opened:
        sessions = context.request.get(server.url("api/sessions")).json()
        for session in sessions:
            context.request.delete(server.url(f"api/sessions/{session['id']}"), headers=_xsrf(context))
        context.close()


def _write(server: Server, cells: Sequence[str] | Path) -> Path:
    """Write the notebook to run below the server's root; return its path there."""
    if isinstance(cells, Path):
        notebook = nbformat.read(server.root / cells, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        path = cells.with_name(f"{cells.stem}-run-{next(_numbers)}.ipynb")
    else:
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(metadata={"kernelspec": kernel})
        notebook.cells = [nbformat.v4.new_code_cell(source) for source in cells]
        path = Path(f"cells-{next(_numbers)}.ipynb")
    nbformat.write(notebook, server.root / path)
    return path


def _run_all(page: Page, path: str) -> None:
    timeout = RUN_SECONDS * 1000
    page.wait_for_function(KERNEL_IS_IDLE, arg=path, timeout=timeout)
    page.evaluate(RUN_ALL_CELLS)
    page.wait_for_function("window.ran !== undefined", timeout=timeout)
    answer = page.evaluate("window.ran")
    assert answer is True, answer
    page.wait_for_function(KERNEL_IS_IDLE, arg=path, timeout=timeout)


def _xsrf(context: BrowserContext) -> dict[str, str]:
    return {"X-XSRFToken": next((c["value"] for c in context.cookies() if c["name"] == "_xsrf"), "")}
