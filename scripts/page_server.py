"""The server of the lessons as pages without code: Voila with a kernel a page, for a limited number of readers."""

import asyncio
import socket
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jupyter_server import DEFAULT_STATIC_FILES_PATH
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from lab import HOST, look_in_jupyter
from tornado.httputil import HTTPServerRequest
from tornado.ioloop import IOLoop
from tornado.routing import Matcher, Rule
from tornado.web import ErrorHandler, HTTPError, RedirectHandler, RequestHandler
from traitlets import Integer
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler

SCRIPTS = Path(__file__).parent
NOTEBOOKS = SCRIPTS.parent / "notebooks"
FORGOTTEN_AFTER = 45  # seconds: then a kernel ends whose page is gone without a word; others end with their page
EVERYWHERE = ("", "0.0.0.0", "::")
asking: ContextVar["Page"] = ContextVar("asking")


class Page(TornadoVoilaHandler):
    """Makes a page, unless its reader leaves before it is made."""

    def initialize(self, **given: Any) -> None:
        """Begin with a reader who waits."""
        super().initialize(**given)
        self.kernel = ""
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def get(self, path: str | None = None) -> None:
        """Make the page."""
        asking.set(self)
        with suppress(asyncio.CancelledError):
            self.making = asyncio.ensure_future(super().get(path))
            await self.making

    def on_connection_close(self) -> None:
        """Take note that the reader has left."""
        self.left.set_result(None)

    def on_finish(self) -> None:
        """From now on the page must connect to its kernel itself."""
        super().on_finish()
        self.kernel_manager.notify_disconnect(self.kernel)


def prepare(handler: RequestHandler, notebook: Any, cwd: str) -> None:
    """Tell the template the language and the title of a page: the folder it is in, and its first heading."""
    _sent = handler.xsrf_token  # reading it sends the cookie without which the page could not end its kernel
    notebook.metadata.language = Path(cwd).name
    notebook.metadata.title = notebook.cells[0].source.splitlines()[0].removeprefix("# ")


class Kernels(AsyncMappingKernelManager):
    """Kernels of a limited number, that end with their page; those of one visitor share a progress, and no others."""

    most = Integer(40, config=True)
    starting = 0

    async def start_kernel(self, *, env: dict[str, str], **given: Any) -> str:  # type: ignore[override]
        """Start the kernel of the page that is asked for."""
        if len(self) + self.starting >= self.most:
            raise HTTPError(503)
        page = asking.get()
        visitor = page.current_user.username  # random, and kept in a signed cookie
        file = Path(self.connection_dir, f"progress-{visitor}.json")  # Voila removes the folder at its end
        self.starting += 1
        try:
            kernel: str = await super().start_kernel(env=env | {"METRICS_EDU_PROGRESS": str(file)}, **given)
        finally:
            self.starting -= 1
        page.kernel = kernel
        self.notify_connect(kernel)  # type: ignore[no-untyped-call]
        page.left.add_done_callback(lambda _left: page.making.cancel())
        page.left.add_done_callback(lambda _left: IOLoop.current().add_callback(self.shutdown_kernel, kernel))
        return kernel

    async def shutdown_kernel(self, kernel_id: str, *_given: Any, **_more: Any) -> None:  # type: ignore[override]
        """End a kernel at once: there is nothing in it to be kept, and many may wait for their end."""
        await super().shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]

    def notify_disconnect(self, kernel_id: str) -> None:
        """Begin to count when a page has gone: it may come back."""
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        if kernel_id in self:
            self.get_kernel(kernel_id).last_activity = datetime.now(UTC)  # type: ignore[attr-defined]


SETTINGS: dict[str, dict[str, Any]] = {
    "Voila": {
        "ip": HOST,
        "root_dir": str(NOTEBOOKS),
        "log_level": "CRITICAL",  # a page that is left while it is made is no error of the server
        "tornado_settings": {
            "ws_ping_timeout": 30_000,  # else Tornado prints that it may not be longer
            "static_path": DEFAULT_STATIC_FILES_PATH,  # of pages of errors, which are nothing without it
        },
    },
    "VoilaConfiguration": {
        "template": "metrics_edu",
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "show_tracebacks": True,  # of which the template shows the sentence
        "prelaunch_hook": prepare,
        "multi_kernel_manager_class": Kernels,
        "extension_allowlist": [
            "@jupyter-widgets/jupyterlab-manager",
            "@voila-dashboards/widgets-manager8",
            "anywidget",
        ],
    },
    "VoilaExecutor": {"allow_errors": True},  # the text below is still read
    "KernelManager": {"transport_encryption": "auto"},  # else each kernel warns that there is none
    "MappingKernelManager": {"cull_idle_timeout": FORGOTTEN_AFTER, "cull_interval": 5},
}


class Foreign(Matcher):
    """Finds requests for a host that the server is not: a page of another site that made its name point here."""

    def __init__(self, pages: Voila) -> None:
        self.everywhere = pages.ip in EVERYWHERE
        self.names = {"localhost", pages.ip, urlsplit(pages.display_url).hostname}
        if self.everywhere:
            self.names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return something for a foreign request, and None for one of our own. An address of numbers cannot be borrowed."""
        host = request.host_name.strip("[]")
        try:
            own = ip_address(host).is_loopback or self.everywhere
        except ValueError:
            own = False
        return None if own or host in self.names else {}


class Pages(Voila):
    """Voila that begins with a page instead of a list of files."""

    first = ""

    def init_handlers(self) -> list[Any]:
        """Say what answers which address."""
        start = {"url": f"{self.base_url}voila/render/{self.first}", "permanent": False}
        foreign = Rule(Foreign(self), ErrorHandler, {"status_code": 403})
        pages = [
            (url, Page if one is TornadoVoilaHandler else one, *more) for url, one, *more in super().init_handlers()
        ]
        return [foreign, (rf"{self.base_url}(?:voila/tree.*)?", RedirectHandler, start), *pages]

    def listen(self) -> None:
        """Serve, and say where as soon as it is so."""
        IOLoop.current().add_callback(lambda: print(f"The pages are at {self.display_url} (Ctrl-C ends)", flush=True))
        super().listen()


def serve(page: str, arguments: list[str]) -> None:
    """Serve until Ctrl-C, beginning with a page."""
    Pages.first = page
    look_in_jupyter(
        "JUPYTER_PATH"
    )  # its template; not in a folder called voila: Voila would look for all that is its own there
    Pages.launch_instance(arguments, config=Config(SETTINGS))
