"""Serve the lessons as pages without code: what `make app` runs, from the project's folder.

python scripts/app.py PAGE [--port PORT] [any option of `voila`]
"""

from pathlib import Path
from typing import Any

from lab import HOST, command_line, look_in_jupyter, port_number, without_browser
from tornado.ioloop import IOLoop
from tornado.web import RedirectHandler, RequestHandler
from traitlets.config import Config
from voila.app import Voila

SCRIPTS = Path(__file__).parent
NOTEBOOKS = SCRIPTS.parent / "notebooks"
FORGOTTEN_AFTER = 3600  # seconds: then a kernel ends whose page is gone without a word; others end with their page


def prepare(handler: RequestHandler, notebook: Any, cwd: str) -> None:
    """Tell the template the language and the title of a page: the folder it is in, and its first heading."""
    _sent = handler.xsrf_token  # reading it sends the cookie without which the page could not end its kernel
    notebook.metadata.language = cwd
    notebook.metadata.title = notebook.cells[0].source.splitlines()[0].removeprefix("# ")


SETTINGS: dict[str, dict[str, Any]] = {
    "Voila": {
        "ip": HOST,
        "root_dir": str(NOTEBOOKS),
        "log_level": "ERROR",
        "tornado_settings": {"ws_ping_timeout": 30_000},  # else Tornado prints that it may not be longer
    },
    "VoilaConfiguration": {
        "template": "metrics_edu",
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "show_tracebacks": True,  # of which the template shows the sentence
        "prelaunch_hook": prepare,
        "extension_allowlist": [
            "@jupyter-widgets/jupyterlab-manager",
            "@voila-dashboards/widgets-manager8",
            "anywidget",
        ],
    },
    "VoilaExecutor": {"allow_errors": True},  # the text below is still read
    "KernelManager": {"transport_encryption": "auto"},  # else each kernel warns that there is none
    "MappingKernelManager": {"cull_idle_timeout": FORGOTTEN_AFTER},
}


class Pages(Voila):
    """Voila that begins with a page instead of a list of files."""

    first = ""

    def init_handlers(self) -> list[Any]:
        """Say what answers which address."""
        start = {"url": f"{self.base_url}voila/render/{self.first}", "permanent": False}
        return [(rf"{self.base_url}(?:voila/tree.*)?", RedirectHandler, start), *super().init_handlers()]

    def listen(self) -> None:
        """Serve, and say where as soon as it is so."""
        IOLoop.current().add_callback(lambda: print(f"The pages are at {self.display_url} (Ctrl-C ends)", flush=True))
        super().listen()


def options(port: str, given: list[str]) -> list[str]:
    """List the options for Voila."""
    chosen = [f"--Voila.port={port_number(port)}", "--Voila.port_retries=0"] if port else []
    return [*chosen, *without_browser(given), *given]


def main() -> None:
    """Serve until Ctrl-C."""
    Pages.first, port, given = command_line()
    arguments = options(port, given)
    look_in_jupyter(
        "JUPYTER_PATH"
    )  # its template; not in a folder called voila: Voila would look for all that is its own there
    Pages.launch_instance(arguments, config=Config(SETTINGS))


if __name__ == "__main__":
    main()
