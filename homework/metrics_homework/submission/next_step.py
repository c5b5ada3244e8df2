"""Next step: what to hand in for files that are not read, such as a notebook or a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath
from typing import Any

from metrics_edu.files.json_text import parse_json
from metrics_edu.language import N_, _
from metrics_homework.submission.file_owners import SPREADSHEETS

NOTEBOOK = ".ipynb"
ADVICE = {
    (".rar", ".7z", ".xz"): N_("{name} is not unpacked: pack the files as .zip."),
    (".zip", ".gz", ".tgz"): N_("{name} is an archive in an archive: pack the files themselves."),
    (".numbers",): N_("{name} is a spreadsheet that is not read: export it as CSV UTF-8, and hand in that file."),
    (".gsheet", ".gdoc"): N_(
        "{name} is only a link to Google Drive: download the document itself as CSV, and hand in that file."
    ),
    (".url", ".webloc", ".lnk", ".desktop"): N_(
        "{name} is only a shortcut to a page or file: hand in {wanted} itself."
    ),
    SPREADSHEETS: N_("{name} is a workbook: save its table as {wanted}, and hand in that file."),
    (".parquet", ".feather", ".arrow", ".pkl", ".pickle", ".npy", ".npz", ".h5", ".mat", ".rds"): N_(
        "{name} is a binary file of a library and is not read: save the same table as {wanted}, and hand in that file."
    ),
    (".html", ".htm", ".mhtml"): N_("{name} is a web page: hand in the file that your program writes."),
    (".pdf", ".docx", ".doc", ".odt", ".rtf", ".pages"): N_(
        "{name} is a text to read: hand in the file that your program writes."
    ),
    (".py", ".r"): N_("{name} is a program, and no program is run: hand in the file that it writes."),
}
"""What to do next, by the ending of a file that is not read."""
HIDING, HIDDEN = (".txt", ".json", ".csv"), (".json", ".csv", ".tsv", *SPREADSHEETS)
HIDDEN_ENDING = N_("{name} has one ending too many, which Windows may hide: rename it to {file}, and hand it in again.")
WEB_PAGE = N_("{name} is a web page, perhaps one to log in: download the file itself again, open it, and hand it in.")
SHORTCUT = N_("{name} is only a shortcut to a page or file: hand in the file itself.")
BINARY = N_("{name} is a binary file of a library (Parquet), whatever its name: save the table as CSV UTF-8 or JSON.")
PDF = N_("{name} is a PDF, whatever its name: hand in the file that your program writes.")
MARKUP = rb"\s*(?:<!--(?:(?!-->).)*-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body|script)\b"
CONTENTS = {
    re.compile(MARKUP, re.I | re.S): WEB_PAGE,
    re.compile(rb"\s*\[InternetShortcut\]", re.I): SHORTCUT,
    re.compile(rb"PAR1|ARROW1"): BINARY,
    re.compile(rb"%PDF-"): PDF,
}
"""What to do next, by how a file begins that has the name of another kind."""
HEAD_BYTES = 2000
LAST_CELL = N_("{name} is a notebook, and no notebook is run: hand in {file}, which its last cell writes.")
NO_CELL = N_("{name} is a notebook, and no notebook is run: run it, write {file} with it, and hand in that file.")
MAX_CODE = 1_000_000
"""The characters of a notebook that are looked at, from the last one back."""
NAME = r"""[rbuRBU]?["']([^"'{}\n]{1,100}\.\w{1,5})["']"""
WRITES = re.compile(
    rf"""\.(?:to|write|save)_\w+\(\s*{NAME}"""  # frames: to_csv("ranking.csv")
    rf"""|\bopen\(\s*{NAME}\s*,\s*(?:mode\s*=\s*)?["'][wxa]"""
    rf"""|\bPath\(\s*{NAME}\s*\)\.(?:write_|open\(["'][wxa])"""
    rf"""|\b(?:savetxt|fwrite|dump)\([^"'\n]{{0,100}}+{NAME}"""
)
"""How a cell names the file that it writes."""


def next_step(files: Iterable[tuple[str, Callable[[], bytes]]], wanted: str) -> str:
    """Return a sentence on what to hand in, by the first file that is known not to be read; of each its name and its bytes."""
    for name, read in files:
        plain, dot, last = name.rpartition(".")
        ending = f"{dot}{last}".casefold()
        if ending == NOTEBOOK:
            written = _written_by(read)
            return _(LAST_CELL if written else NO_CELL, name=name, file=written or wanted)
        for endings, text in ADVICE.items():
            if ending in endings:
                return _(text, name=name, wanted=wanted)
        if ending in HIDING and plain.casefold().endswith(HIDDEN):
            return _(HIDDEN_ENDING, name=name, file=PurePosixPath(plain).name)
    return _("Hand the file in under that name.")


def not_what_it_is_called(name: str, data: bytes) -> str:
    """Return a sentence on a file that begins as one of another kind, such as a web page; "" of any other."""
    head = data[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf")
    found = next((text for begins, text in CONTENTS.items() if begins.match(head)), "")
    return _(found, name=name) if found else ""


def _written_by(read: Callable[[], bytes]) -> str:
    """Return the name of the file that the last cell of a notebook that writes one writes; "" where none is found."""
    try:
        notebook = parse_json(read().decode("utf-8-sig"))
    except (ValueError, RecursionError):  # also one that is over the limits
        return ""
    cells = notebook.get("cells") if isinstance(notebook, dict) else ()
    code = "\n".join(map(_code_of, cells if isinstance(cells, list) else ()))[-MAX_CODE:]
    names = [name for found in WRITES.findall(code) for name in found if name]
    return str(names[-1]) if names else ""


def _code_of(cell: Any) -> str:
    """Return the code of a cell of a notebook; "" of a cell of text, or of anything else."""
    source = cell.get("source") if isinstance(cell, dict) and cell.get("cell_type") == "code" else ""
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
