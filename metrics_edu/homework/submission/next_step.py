"""Next step: what to hand in for files that are not read, such as a notebook or a PDF."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from metrics_edu.language import N_, _
from metrics_edu.tables.json_text import parse_json

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Limits

NOTEBOOK = ".ipynb"
ADVICE = {
    (".rar", ".7z", ".xz"): N_("{name} is not unpacked: pack the files as .zip."),
    (".zip", ".gz", ".tgz"): N_("{name} is an archive in an archive: pack the files themselves."),
    (".pdf", ".docx", ".doc", ".odt", ".html"): N_(
        "{name} is a text to read: hand in the file that your program writes."
    ),
    (".py", ".r"): N_("{name} is a program, and no program is run: hand in the file that it writes."),
}
"""What to do next, by the ending of a file that is not read."""
LAST_CELL = N_("{name} is a notebook, and no notebook is run: hand in {file}, which its last cell writes.")
NO_CELL = N_("{name} is a notebook, and no notebook is run: run it, write {file} with it, and hand in that file.")
NAME = r"""[rbuRBU]?["']([^"'{}\n]{1,100}\.\w{1,5})["']"""
WRITES = re.compile(
    rf"""\.(?:to|write|save)_\w+\(\s*{NAME}"""  # frames: to_csv("ranking.csv")
    rf"""|\bopen\(\s*{NAME}\s*,\s*(?:mode\s*=\s*)?["'][wxa]"""
    rf"""|\bPath\(\s*{NAME}\s*\)\.(?:write_|open\(["'][wxa])"""
    rf"""|\b(?:savetxt|fwrite|dump)\([^\n]{{0,200}}?{NAME}"""
)
"""How a cell names the file that it writes."""


class ReadableFile(Protocol):
    """A file of a submission: its name without and with its folders, and its bytes."""

    @property
    def base(self) -> str: ...

    @property
    def name(self) -> str: ...

    def read(self, limits: Limits) -> bytes: ...


def next_step(files: Iterable[ReadableFile], wanted: str, limits: Limits) -> str:
    """Return a sentence on what to hand in, by the first file that is known not to be read."""
    for file in files:
        ending = file.base[file.base.rfind(".") :].casefold()
        if ending == NOTEBOOK:
            written = _written_by(file, limits)
            text = LAST_CELL if written else NO_CELL
            return _(text, name=file.name, file=written or wanted)
        for endings, text in ADVICE.items():
            if ending in endings:
                return _(text, name=file.name)
    return _("Hand the file in under that name.")


def _written_by(file: ReadableFile, limits: Limits) -> str:
    """Return the name of the file that the last cell of a notebook that writes one writes; "" where none is found."""
    try:
        notebook = parse_json(file.read(limits).decode("utf-8-sig"))
    except (ValueError, RecursionError):  # also one that is over the limits
        return ""
    cells = notebook.get("cells") if isinstance(notebook, dict) else ()
    names = [
        name
        for cell in (cells if isinstance(cells, list) else ())
        for found in WRITES.findall(_code_of(cell))
        for name in found
        if name
    ]
    return str(names[-1]) if names else ""


def _code_of(cell: Any) -> str:
    """Return the code of a cell of a notebook; "" of a cell of text, or of anything else."""
    source = cell.get("source") if isinstance(cell, dict) and cell.get("cell_type") == "code" else ""
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
