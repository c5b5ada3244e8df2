"""Real Jupyter servers, each a separate process and folder, and notebooks run in a browser: for tests and figures."""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import matplotlib as mpl
import psutil
from playwright.sync_api import Page

PROJECT = Path(__file__).parents[2]
# The first one is made for this: it has no window to prepare for each page, which is there five times as soon.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
NO_CHROMIUM = (
    "no Chromium was found: install it (Debian: apt-get install chromium-headless-shell) or name one in CHROMIUM"
)
START_SECONDS = 180  # for a server to answer
RUN_SECONDS = 300  # for a notebook to load, start its kernel and run

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

_numbers = count(1)  # for names that are used once


def find_chromium() -> str | None:
    """Return the path of Chromium: the one named in CHROMIUM, or the first one installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


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
        """Give the address, with the token, of a notebook below root (in Lab: alone, in a separate workspace)."""
        return self.url(self.notebooks.format(workspace=f"tests-{next(_numbers)}") + f"/{path}")


@contextmanager
def jupyterlab(home: Path, without: Sequence[str] = ()) -> Iterator[Server]:
    """Run a JupyterLab, as `make lab` configures it, on a copy of the notebooks, without some of its extensions."""
    config = home / "config" / "labconfig"
    config.mkdir(parents=True)
    (config / "page_config.json").write_text(json.dumps({"disabledExtensions": dict.fromkeys(without, True)}))
    with _serve("jupyterlab", "LabApp", "lab/workspaces/{workspace}/tree", home) as server:
        yield server


@contextmanager
def notebook7(home: Path) -> Iterator[Server]:
    """Run a Notebook 7 on a copy of the notebooks in an empty folder."""
    with _serve("notebook", "JupyterNotebookApp", "notebooks", home) as server:
        yield server


@contextmanager
def _serve(module: str, app: str, notebooks: str, home: Path) -> Iterator[Server]:
    root, runtime, token = home / "root", home / "runtime", secrets.token_hex(16)
    root.mkdir()
    shutil.copytree(PROJECT / "notebooks", root / "notebooks")
    command = [sys.executable, "-m", module, "--no-browser", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0"]
    command += [f"--ServerApp.root_dir={root}", f"--IdentityProvider.token={token}"]
    command += [f"--{app}.expose_app_in_browser=True", "--allow-root"]
    with _running(command, home, root) as (process, log):
        yield Server(_wait_for(lambda: _written_address(runtime), process, log), token, root, notebooks)


def _written_address(runtime: Path) -> str | None:
    """Read the address from the file that the server writes once it listens."""
    for path in runtime.glob("jpserver-*.json"):
        with suppress(json.JSONDecodeError):  # it is being written
            return str(json.loads(path.read_text())["url"])
    return None


@contextmanager
def _running(command: list[str], home: Path, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """Run a server, and end it; what it says is in the file that is given beside it."""
    log = home / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(home, home / "runtime"),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process, log
    finally:
        _end(process)


def _environment(home: Path, runtime: Path) -> dict[str, str]:
    """Keep the server away from the settings, workspaces and history of the person who runs it."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "IPYTHON"))}
    own |= {
        "HOME": str(home),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_CONFIG_PATH": str(PROJECT / "tools" / "servers" / "jupyter"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(runtime),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "MPLCONFIGDIR": mpl.get_configdir(),  # its list of fonts takes seconds to make
    }
    own.pop("MPLBACKEND", None)  # the kernels' own: inline
    return own


def _wait_for(address: Callable[[], str | None], process: subprocess.Popen[bytes], log: Path) -> str:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if found := address():
            return found
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server and what it started: kernels have separate process groups."""
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


def run_all_cells(page: Page, path: str) -> None:
    """Run the notebook that is open in a page, below the server's root at `path`, and wait for its end."""
    timeout = RUN_SECONDS * 1000
    page.wait_for_function(KERNEL_IS_IDLE, arg=path, timeout=timeout)
    page.evaluate(RUN_ALL_CELLS)
    page.wait_for_function("window.ran !== undefined", timeout=timeout)
    answer = page.evaluate("window.ran")
    if answer is not True:
        raise RuntimeError(str(answer))
    page.wait_for_function(KERNEL_IS_IDLE, arg=path, timeout=timeout)
