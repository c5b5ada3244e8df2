"""Serve the lessons as pages without code: what `make app` runs, from the project's folder.

python scripts/app.py PAGE [--port PORT] [any option of `voila`]
"""

from lab import command_line, port_number, without_browser


def options(port: str, given: list[str]) -> list[str]:
    """List the options for Voila."""
    chosen = [f"--Voila.port={port_number(port)}", "--Voila.port_retries=0"] if port else []
    return [*chosen, *without_browser(given), *given]


def main() -> None:
    """Serve until Ctrl-C."""
    page, port, given = command_line()
    arguments = options(port, given)
    from page_server import serve  # takes seconds: a port that cannot be used is told before

    serve(page, arguments)


if __name__ == "__main__":
    main()
