"""Serve the course from this machine, computed in each visitor's browser: what `make app` runs, from the project's folder.

python -m website.serve PAGE [--port PORT] [--bind ADDRESS] [--no-browser]
"""

import argparse
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.servers.lab import HOST, has_browser, port_number
from website.build.sources import PROJECT

FOLDER = PROJECT / "dist" / "app"
SOURCES = (
    "metrics_edu",
    "homework/metrics_homework",
    "notebooks/en",
    "notebooks/es",
    "notebooks/lectures",
    "notebooks/build",
    "website",
    "docs",
    "homework/docs",
    "figures",
)


class Files(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of each."""

    def log_message(self, *_words: object) -> None:
        """Only errors are printed."""


def server_of(folder: Path, host: str = HOST, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of a folder's files; port 0: one that is free."""
    return ThreadingHTTPServer((host, port), partial(Files, directory=str(folder)))


def is_current() -> bool:
    """Tell whether the site is younger than all that it is made of."""
    page = FOLDER / "index.html"
    files = [path for source in SOURCES for path in (PROJECT / source).rglob("*") if path.is_file()]
    return page.exists() and all(
        path.stat().st_mtime <= page.stat().st_mtime for path in files if path.suffix != ".pyc"
    )


def main() -> None:
    """Build the site, if it is not there, and serve it until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page")
    parser.add_argument("--port", default="")
    parser.add_argument("--bind", default=HOST, help="0.0.0.0 serves the whole network")
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    port = port_number(options.port) if options.port else 0
    if not is_current():
        print("Building the pages (a minute or two, and 60 MB from the network the first time) ...", flush=True)
        from website.build.__main__ import build  # after a busy port was reported

        build(FOLDER, offline=True)
    with server_of(FOLDER, options.bind, port) as server:
        address = f"http://{options.bind if options.bind != '0.0.0.0' else HOST}:{server.server_port}/{options.page}"
        print(f"The course is at {address} (Ctrl-C ends it)", flush=True)
        if not options.no_browser and has_browser():
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.exit()


if __name__ == "__main__":
    main()
