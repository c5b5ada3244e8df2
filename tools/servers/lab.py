"""Start JupyterLab on a notebook, or on your copy of a lesson: what `make lab` runs, from the project's folder.

python -m tools.servers.lab NOTEBOOK [--port PORT] [any option of `jupyter lab`]
"""

import argparse
import os
import socket
import sys
import webbrowser
from pathlib import Path

from tools.servers import lesson_copies

HOST = "127.0.0.1"
# Browsers that would take over the terminal, where the address is printed.
TEXT_BROWSERS = {"www-browser", "links", "elinks", "lynx", "w3m"}


def port_number(text: str) -> int:
    """Read a port and see that it is free, or say in one sentence why it cannot be used."""
    if not text.isdecimal() or not 0 < int(text) < 65536:
        sys.exit(f"metrics_edu: PORT must be a number from 1 to 65535; got '{text}'.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(text)))
        except PermissionError:
            sys.exit(f"metrics_edu: port {text} is reserved for the system: give one above 1023, or no PORT.")
        except OSError:
            sys.exit(f"metrics_edu: port {text} is busy: give another, or no PORT and a free one is taken.")
    return int(text)


def has_browser() -> bool:
    """Tell whether there is a browser with a separate window."""
    try:
        name = getattr(webbrowser.get(), "name", "")
    except webbrowser.Error:
        return False
    return "BROWSER" in os.environ or Path(str(name)).name not in TEXT_BROWSERS


def options(notebook: str, port: str, arguments: list[str]) -> list[str]:
    """List the options for `jupyter lab`; those that were given come last, and so win."""
    chosen = [f"--ServerApp.ip={HOST}", f"--LabApp.default_url=/lab/tree/{notebook}"]
    chosen += [
        "--Application.log_level=WARN",
        "--ContentsManager.pre_save_hook=tools.servers.lesson_copies.refuse_lesson",
    ]
    if port:
        chosen += [f"--ServerApp.port={port_number(port)}", "--ServerApp.port_retries=0"]
    if os.geteuid() == 0:
        chosen.append("--allow-root")
    return [*chosen, *without_browser(arguments), *arguments]


def without_browser(arguments: list[str]) -> list[str]:
    """Say that the address must be opened by hand, where there is no browser."""
    if "--no-browser" in arguments or has_browser():
        return []
    print("No browser was found here: open the address below in one.", flush=True)
    return ["--no-browser"]


def command_line() -> tuple[str, str, list[str]]:
    """Read what was asked for: the first page, the port, and the server's own options."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("page")
    parser.add_argument("--port", default="")
    known, arguments = parser.parse_known_args()
    return known.page, known.port, arguments


def look_in_jupyter(variable: str) -> None:
    """Let Jupyter also find in tools/servers/jupyter what it looks for in the folders of a variable."""
    folders = [str(Path(__file__).parent / "jupyter"), os.environ.get(variable, "")]
    os.environ[variable] = os.pathsep.join(filter(None, folders))


def update_copies() -> None:
    """Bring the copies of the lessons up to date, and name those that were kept under another name."""
    try:
        changed = lesson_copies.update()
    except OSError as problem:
        sys.exit(
            f"metrics_edu: the lessons cannot be copied to {lesson_copies.COPIES}: {problem}; "
            "move that file or folder away, or make it writable."
        )
    for path in changed:
        print(f"A lesson has a newer version: the copy that you changed is now {path}.", flush=True)


def main() -> None:
    """Replace this process by JupyterLab."""
    page, port, given = command_line()
    arguments = options(lesson_copies.copy_of(Path(page)).as_posix(), port, given)
    update_copies()
    look_in_jupyter(
        "JUPYTER_CONFIG_PATH"
    )  # its page_config.json turns off the news pop-up, which covers a corner of the notebook
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", *arguments])


if __name__ == "__main__":
    main()
